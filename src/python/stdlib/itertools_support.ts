/** What the iterators of `itertools` share: their classes, and how they are copied. */
import { stateMethods } from '../builtins/iterator_types.js';
import { addressText } from '../builtins/representation.js';
import type { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { makeType, type TypeDefinition } from '../native.js';
import { PyIterator, PyTuple } from '../objects.js';
import type { VM } from '../vm.js';

/** A class of which calls give iterators, so that `itertools.chain` can be asked for `from_iterable`. */
export function iteratorClass(
  name: string,
  signature: string,
  make: (vm: VM, ...args: never[]) => Value,
  classMethods: TypeDefinition['classMethods'] = {},
): PyClass {
  const first = signature.startsWith('*') ? 'cls, /, ' : 'cls, ';
  const parameters = signature === '...' ? '(...)' : `(${first}${signature})`;
  const cls = makeType(
    name,
    { module: 'itertools' },
    {
      staticMethods: {
        [`__new__${parameters}`]: (vm, ...args) =>
          ofClass(
            signature === '...' ? ((args[0] as Value[])[0] as PyClass) : (args[0] as PyClass),
            make(vm, ...(args as never[])),
          ),
      },
      classMethods,
      methods: {
        '__iter__(self, /)': (_vm, self: Value) => self,
        '__next__(self, /)': (vm, self: PyIterator) => {
          const value = self.step();
          if (value === undefined) throw vm.error('StopIteration');
          return value;
        },
        ...(name === 'repeat'
          ? {
              '__length_hint__(self, /)': (vm: VM, self: PyIterator) => {
                const left = self.remaining!();
                if (left === Infinity) throw vm.error('TypeError', 'len() of unsized object');
                return left;
              },
            }
          : {}),
        // Those that say nothing of how they are taken apart can't be copied.
        ...(UNCOPYABLE.has(name) ? {} : stateMethods),
        '__repr__(self, /)': (vm, self: PyIterator) =>
          texts.get(self)?.(vm) ?? `<itertools.${name} object at ${addressText(self)}>`,
      },
    },
  );
  cls.layout = cls;
  cls.allocate = null;
  return cls;
}

const UNCOPYABLE = new Set(['pairwise']);

/** Gives an iterator what `__reduce__` returns, less its class; and `__setstate__`. */
export function withState(
  iterator: PyIterator,
  parts: () => Value[],
  set?: (state: Value) => void,
): PyIterator {
  iterator.state = {
    get: () => new PyTuple([iterator.cls, ...parts()]),
    ...(set === undefined ? {} : { set }),
  };
  return iterator;
}

/** A tuple that is the state of an iterator. */
export function stateTuple(vm: VM, state: Value, least: number, most = least): readonly Value[] {
  if (!(state instanceof PyTuple)) throw vm.error('TypeError', 'state is not a tuple');
  const { items } = state;
  if (items.length < least || items.length > most)
    throw vm.error(
      'TypeError',
      `function takes ${least === most ? 'exactly' : items.length < least ? 'at least' : 'at most'} ${items.length < least ? least : most} argument${(items.length < least ? least : most) === 1 ? '' : 's'} (${items.length} given)`,
    );
  return items;
}

/** How iterators print that have more to say than where they are. */
export const texts = new WeakMap<PyIterator, (vm: VM) => string>();

export function ofClass<V extends Value>(cls: PyClass, made: V): V {
  if (made instanceof PyIterator) made.cls = cls;
  return made;
}
