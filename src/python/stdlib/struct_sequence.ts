/** Named tuples of the machine: `sys.version_info`, `time.struct_time`, `os.stat_result` and the like. */
import type { PyClass } from '../classes.js';
import type { PyObject, Value } from '../heap.js';
import { defineType, makeType, type TypeDefinition } from '../native.js';
import { PyTuple } from '../objects.js';
import { T } from '../types.js';

/** Makes the class of a named tuple; fields beyond `visible` can be read by name only. */
export function structSequence(
  module: string,
  name: string,
  fields: string[],
  visible = fields.length,
  more: TypeDefinition = {},
): PyClass {
  const cls = makeType(
    name,
    { module, bases: [T.tuple], final: true, allocate: T.tuple.allocate ?? undefined },
    more,
  );
  const getset: Record<string, (vm: unknown, self: PyObject) => Value> = {};
  fields.forEach((field, i) => {
    if (more.getset?.[field] === undefined) getset[field] = (_vm, self) => (self as PyTuple).items[i] ?? null;
  });
  defineType(cls, {
    getset: getset as TypeDefinition['getset'],
    methods: {
      '__repr__(self, /)': (vm, self: PyTuple) =>
        `${module === 'builtins' ? '' : `${module}.`}${name}(${fields
          .slice(0, visible)
          .map((field, i) => `${field}=${vm.repr(self.items[i] ?? null)}`)
          .join(', ')})`,
    },
    constants: {
      n_fields: fields.length,
      n_sequence_fields: visible,
      n_unnamed_fields: 0,
      __match_args__: new PyTuple(fields.slice(0, visible)),
    },
  });
  return cls;
}
