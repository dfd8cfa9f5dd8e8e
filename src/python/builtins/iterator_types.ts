/** The classes of the built-in containers' iterators, and how such an iterator is taken apart by `__reduce__` for copies and pickles. */
import { nativeClass } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type TypeDefinition } from '../native.js';
import {
  iteratorClasses,
  NotImplemented,
  PyByteArray,
  PyBytes,
  PyDict,
  PyIterator,
  PyList,
  PyRange,
  PySet,
  PyTuple,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { addressText } from './representation.js';
import { textLength } from './text.js';

/** What `__length_hint__` of an iterator returns. */
export function itemsLeft(self: PyIterator): Value {
  return self.asksLength?.() ?? self.remaining?.() ?? NotImplemented;
}

const definition: TypeDefinition = {
  methods: {
    '__iter__(self, /)': (_vm, self: PyIterator) => self,
    '__next__(self, /)': (vm, self: PyIterator) => {
      const value = self.step();
      if (value === undefined) throw vm.error('StopIteration');
      return value;
    },
    '__length_hint__(self, /)': (_vm, self: PyIterator) => itemsLeft(self),
    '__repr__(self, /)': (_vm, self: PyIterator) => `<${self.typeName} object at ${addressText(self)}>`,
    '__reduce__(self, /)': (vm, self: PyIterator) => reduceIterator(vm, self),
    '__setstate__(self, state, /)': (vm, self: PyIterator, state: Value) => {
      advance(self, vm.index(state));
      return null;
    },
  },
};

const NAMES = [
  'list_iterator',
  'list_reverseiterator',
  'tuple_iterator',
  'str_iterator',
  'str_ascii_iterator',
  'bytes_iterator',
  'bytearray_iterator',
  'range_iterator',
  'longrange_iterator',
  'set_iterator',
  'dict_keyiterator',
  'dict_valueiterator',
  'dict_itemiterator',
  'dict_reversekeyiterator',
  'dict_reversevalueiterator',
  'dict_reverseitemiterator',
  'callable_iterator',
];
for (const name of NAMES) {
  const cls = nativeClass({ name, bases: [], final: true });
  iteratorClasses.set(name, defineType(cls, definition));
}
defineType(T.iterator, definition);

/** Methods for a class of iterators whose makers say how they are taken apart (`PyIterator.state`). */
export const stateMethods: NonNullable<TypeDefinition['methods']> = {
  '__reduce__(self, /)': (vm, self: PyIterator) => reduceIterator(vm, self),
  '__setstate__(self, state, /)': (_vm, self: PyIterator, state: Value) => {
    self.state?.set?.(state);
    return null;
  },
};

/** Moves an iterator on until `index` items of its sequence are behind it. */
function advance(self: PyIterator, index: number): void {
  const { state } = self;
  if (state?.set !== undefined) {
    state.set(index);
    return;
  }
  const behind = sizeOf(self.sources[0]) - (self.remaining?.() ?? 0);
  for (let i = behind; i < index; i++) if (self.step() === undefined) return;
}

function sizeOf(source: Value | undefined): number {
  if (typeof source === 'string') return textLength(source);
  if (source instanceof PyList || source instanceof PyTuple) return source.items.length;
  if (source instanceof PyBytes || source instanceof PyByteArray) return source.data.length;
  if (source instanceof PyRange) return source.length;
  return source instanceof PyDict || source instanceof PySet ? source.size : 0;
}

/** `iterator.__reduce__()`: a call that makes such an iterator, and where in its sequence it is. Raises TypeError. */
export function reduceIterator(vm: VM, self: PyIterator): Value {
  if (self.state !== undefined) return self.state.get();
  const iter = vm.builtins.dict.getStr('iter')!;
  const rest = self.remaining?.();
  const [source] = self.sources;
  if (rest === undefined) throw vm.error('TypeError', `cannot pickle '${self.cls.typeName}' object`);
  const finished = (empty: Value): Value => new PyTuple([iter, new PyTuple([empty])]);
  if (source instanceof PyDict || source instanceof PySet) {
    const items: Value[] = [];
    if (rest > 0 && source instanceof PySet) items.push(...source.keyArray().slice(source.size - rest));
    else if (rest > 0 && source instanceof PyDict) {
      if (self.cls.name.includes('key')) items.push(...source.keyArray());
      else if (self.cls.name.includes('value')) items.push(...source.values());
      else for (const entry of source.entries()) items.push(new PyTuple(entry));
      if (self.cls.name.includes('reverse')) items.reverse();
      items.splice(0, source.size - rest);
    }
    return finished(new PyList(items));
  }
  if (source === undefined) {
    const { name } = self.cls;
    return finished(
      name.startsWith('str') ? '' : /^(?:list|dict|set)/.test(name) ? new PyList([]) : new PyTuple([]),
    );
  }
  const behind = sizeOf(source) - rest;
  if (self.cls.name === 'list_reverseiterator')
    return new PyTuple([vm.builtins.dict.getStr('reversed')!, new PyTuple([source]), rest - 1]);
  return new PyTuple([iter, new PyTuple([source]), behind]);
}
