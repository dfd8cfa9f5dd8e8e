/** `types.SimpleNamespace`, which `sys.implementation` is one of. */
import { NATIVES_WITH_DICT } from '../attributes.js';
import type { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { makeType } from '../native.js';
import { NotImplemented, PyInstance, PyTuple } from '../objects.js';
import { guardedRepr } from '../builtins/representation.js';
import type { VM } from '../vm.js';

/** Makes the class for a machine. Its instances' attributes are what `__init__` got by keyword. */
export function namespaceClass(): PyClass {
  const both = (a: Value, b: Value): b is PyInstance =>
    a instanceof PyInstance && b instanceof PyInstance && a.cls.isSubclassOf(cls) && b.cls.isSubclassOf(cls);
  const ordered = (method: string) => (vm: VM, self: PyInstance, other: Value) =>
    both(self, other) ? vm.callSpecial(self.attrs, method, [other.attrs]) : NotImplemented;
  const cls = makeType(
    'SimpleNamespace',
    { module: 'types', allocate: (c) => new PyInstance(c) },
    {
      doc: 'A simple attribute-based namespace.\n\nSimpleNamespace(**kwargs)',
      constants: { __hash__: null },
      methods: {
        '__init__(self, /, *args, **kwargs)': (
          vm,
          self: PyInstance,
          args: Value[],
          kwargs: Map<string, Value>,
        ) => {
          if (args.length > 0) throw vm.error('TypeError', 'no positional arguments expected');
          for (const [name, value] of kwargs) self.attrs.setStr(name, value);
        },
        '__repr__(self, /)': (vm, self: PyInstance) => {
          const name = self.cls === cls ? 'namespace' : self.cls.name;
          return guardedRepr(self, `${name}(...)`, () => {
            const parts: string[] = [];
            for (const [key, value] of self.attrs.entries())
              if (typeof key === 'string' && key !== '') parts.push(`${key}=${vm.repr(value)}`);
            return `${name}(${parts.join(', ')})`;
          });
        },
        '__eq__(self, value, /)': (vm, self: PyInstance, other: Value) =>
          both(self, other) ? vm.equals(self.attrs, other.attrs) : NotImplemented,
        '__ne__(self, value, /)': (vm, self: PyInstance, other: Value) =>
          both(self, other) ? !vm.equals(self.attrs, other.attrs) : NotImplemented,
        '__lt__(self, value, /)': ordered('__lt__'),
        '__le__(self, value, /)': ordered('__le__'),
        '__gt__(self, value, /)': ordered('__gt__'),
        '__ge__(self, value, /)': ordered('__ge__'),
        '__reduce__(self, /)': (_vm, self: PyInstance) =>
          new PyTuple([self.cls, new PyTuple([]), self.attrs]),
      },
    },
  );
  NATIVES_WITH_DICT.add(cls);
  return cls;
}
