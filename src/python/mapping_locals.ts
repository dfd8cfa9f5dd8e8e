/** Names of a class body or of `exec` that are kept in a mapping which is no dict: `__prepare__` may return one. */
import { typeOf } from './classes.js';
import { retain, type Value } from './heap.js';
import { makeType } from './native.js';
import { PyDict } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** Stands for the mapping where the loop asks for a dict: the loop goes through `__getitem__` and so on of dicts' subclasses. */
export class MappingLocals extends PyDict {
  constructor(readonly mapping: Value) {
    super(mappingLocals);
    retain(mapping);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.mapping);
  }
}

const mappingLocals = makeType(
  'mapping locals',
  { bases: [T.dict], final: true },
  {
    methods: {
      '__getitem__(self, key, /)': (vm, self: MappingLocals, key: Value) => vm.getItem(self.mapping, key),
      '__setitem__(self, key, value, /)': (vm, self: MappingLocals, key: Value, value: Value) =>
        vm.setItem(self.mapping, key, value),
      '__delitem__(self, key, /)': (vm, self: MappingLocals, key: Value) => vm.delItem(self.mapping, key),
    },
  },
);

// Its methods count, as those of a class in Python do.
mappingLocals.native = false;
// CPython has no such class: programs don't find it among dict's.
T.dict.subclasses = T.dict.subclasses.filter((cls) => cls !== mappingLocals);

/** What the loop keeps names in for a namespace that Python code gave; undefined where that is no mapping. */
export function asLocals(vm: VM, namespace: Value): PyDict | undefined {
  if (namespace instanceof PyDict) return namespace;
  return typeOf(namespace).lookup('__getitem__') === undefined
    ? undefined
    : (vm.root(new MappingLocals(namespace)) as PyDict);
}

/** The namespace as Python code sees it. */
export function shownLocals(locals: PyDict): Value {
  return locals instanceof MappingLocals ? locals.mapping : locals;
}
