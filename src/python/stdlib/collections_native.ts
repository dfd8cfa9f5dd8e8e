/** The module `_collections`: OrderedDict, defaultdict, deque and the accessors of namedtuples. */
import { NATIVES_WITH_DICT } from '../attributes.js';
import { classGetItem } from '../builtins/generic_alias.js';
import { forEachItem } from '../builtins/iteration.js';
import { guardedRepr, joinedTexts } from '../builtins/representation.js';
import { position, repeatCount, repeated, searchBounds } from '../builtins/sequence.js';
import { updateDict } from '../builtins/dict_type.js';
import { checkCount } from '../builtins/shared.js';
import type { PyClass } from '../classes.js';
import { typeOf } from '../classes.js';
import { MAX_ITEMS, TooLargeError } from '../failures.js';
import { heap, PyObject, release, retain, type Value } from '../heap.js';
import {
  makeType,
  nativeModule,
  PyGetSet,
  type NativeCoroutine,
  type NativeImplementation,
} from '../native.js';
import {
  NotImplemented,
  PyDict,
  PyFunction,
  PyIterator,
  PyTuple,
  PyUnknown,
  type PyModule,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

// ---- OrderedDict ----

class PyOrderedDict extends PyDict {
  override get ordered(): boolean {
    return true;
  }
}

/** Puts items into an OrderedDict through a subclass's `__setitem__` where it has one, as CPython does. */
function updateOrdered(
  vm: VM,
  dict: PyDict,
  source: Value | undefined,
  kwargs: Map<string, Value> | null,
): void {
  if (!(dict.cls.lookup('__setitem__') instanceof PyFunction)) {
    updateDict(vm, dict, source, kwargs);
    return;
  }
  const collected = vm.root(new PyDict());
  updateDict(vm, collected, source, kwargs);
  for (const [key, value] of [...collected.entries()]) vm.setItem(dict, key, value);
}

function makeOrderedDict(): PyClass {
  const update: NativeImplementation = (vm, args: Value[], kwargs: Map<string, Value> | null) => {
    checkCount(vm, 'update', args.slice(1), 0, 1);
    updateOrdered(vm, args[0] as PyDict, args[1], kwargs);
  };
  const merge = (a: PyDict, b: PyDict, cls: PyClass): PyDict => {
    const merged = new PyOrderedDict(cls);
    merged.update(a);
    merged.update(b);
    return merged;
  };
  const cls = makeType(
    'OrderedDict',
    { module: 'collections', bases: [T.dict], allocate: (c) => new PyOrderedDict(c) },
    {
      staticMethods: { '__new__(...)': (_vm, args: Value[]) => new PyOrderedDict(args[0] as PyClass) },
      methods: {
        '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
          checkCount(vm, 'OrderedDict', args.slice(1), 0, 1);
          updateOrdered(vm, args[0] as PyDict, args[1], kwargs);
        },
        'update(...)': update,
        'move_to_end(self, key, last=True)': (vm, self: PyDict, key: Value, last: Value) => {
          const value = self.get(key);
          if (value === undefined) throw vm.error('KeyError', key);
          const original = self.keyArray().find((each) => each === key || vm.equals(each, key)) ?? key;
          if (vm.truth(last)) {
            self.delete(key);
            self.set(original, value);
            return;
          }
          const items = [...self.entries()].filter(([each]) => each !== original);
          self.clear();
          self.set(original, value);
          for (const [each, item] of items) self.set(each, item);
        },
        'popitem(self, last=True)': (vm, self: PyDict, last: Value) => {
          const item = self.popItem(vm.truth(last));
          if (item === undefined) throw vm.error('KeyError', 'dictionary is empty');
          return new PyTuple(item);
        },
        'pop(self, key, default=...)': (vm, self: PyDict, key: Value, missing: Value | undefined) => {
          const found = self.delete(key);
          const value = found === undefined ? missing : found;
          if (value !== undefined) return vm.root(value);
          if (!self.cls.native && self.cls.lookup('__missing__') !== undefined)
            return vm.callSpecial(self, '__missing__', [key]);
          throw vm.error('KeyError', key);
        },
        'setdefault(self, key, default=None)': (vm, self: PyDict, key: Value, missing: Value) => {
          const value = self.get(key);
          if (value !== undefined) return value;
          vm.setItem(self, key, missing);
          return missing;
        },
        'copy(self, /)': (vm, self: PyDict) => {
          const copy = vm.root(vm.call(self.cls)) as PyDict;
          for (const [key, value] of [...self.entries()]) vm.setItem(copy, key, value);
          return copy;
        },
        '__copy__(self, /)': (vm, self: PyDict) => {
          const copy = new PyOrderedDict(self.cls);
          copy.update(self);
          if (self.attrs !== null)
            for (const [name, value] of self.attrs.entries()) vm.setAttr(copy, String(name), value);
          return copy;
        },
        '__repr__(self, /)': (vm, self: PyDict) =>
          guardedRepr(self, '...', () => {
            const items = Array.from(vm.collect(vm.callMethod(self, 'items')), (item) => vm.repr(item));
            return `${self.cls.name}(${items.length === 0 ? '' : `[${items.join(', ')}]`})`;
          }),
        '__reduce__(self, /)': (vm, self: PyDict) =>
          new PyTuple([
            self.cls,
            new PyTuple([]),
            self.attrs !== null && self.attrs.size > 0 ? self.attrs : null,
            null,
            vm.getIter(vm.callMethod(self, 'items')),
          ]),
        '__or__(self, other, /)': (_vm, self: PyDict, other: Value) =>
          other instanceof PyDict ? merge(self, other, self.cls) : NotImplemented,
        '__ror__(self, other, /)': (_vm, self: PyDict, other: Value) =>
          other instanceof PyDict ? merge(other, self, self.cls) : NotImplemented,
        '__ior__(self, other, /)': (vm, self: PyDict, other: Value) => {
          updateOrdered(vm, self, other, null);
          return self;
        },
      },
    },
  );
  NATIVES_WITH_DICT.add(cls);
  return cls;
}

// ---- defaultdict ----

class PyDefaultDict extends PyDict {
  private made: Value = null;
  get factory(): Value {
    return this.made;
  }
  setFactory(factory: Value): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(factory);
    release(this.made);
    this.made = factory;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.made);
  }
  override snapshot(): () => void {
    const content = super.snapshot();
    const { made } = this;
    return () => {
      content();
      this.made = made;
    };
  }
}

function makeDefaultDict(): PyClass {
  const copy = (self: PyDefaultDict): PyDefaultDict => {
    const result = new PyDefaultDict(self.cls);
    result.setFactory(self.factory);
    result.update(self);
    return result;
  };
  return makeType(
    'defaultdict',
    { module: 'collections', bases: [T.dict], allocate: (c) => new PyDefaultDict(c) },
    {
      staticMethods: { '__new__(...)': (_vm, args: Value[]) => new PyDefaultDict(args[0] as PyClass) },
      methods: {
        '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
          const [self, factory, ...rest] = args as [PyDefaultDict, Value | undefined, ...Value[]];
          if (factory !== undefined) {
            if (
              factory !== null &&
              !(factory instanceof PyUnknown) &&
              !vm.truth(vm.call(vm.getAttr(vm.builtins, 'callable'), [factory]))
            )
              throw vm.error('TypeError', 'first argument must be callable or None');
            self.setFactory(factory);
          }
          checkCount(vm, 'dict', rest, 0, 1);
          updateDict(vm, self, rest[0], kwargs);
        },
        '__missing__(self, key, /)': function* (vm, self: PyDefaultDict, key: Value): NativeCoroutine {
          if (self.factory === null) throw vm.error('KeyError', key);
          const value = yield { callable: self.factory, args: [] };
          if (self.cls.native) self.set(key, value);
          else vm.setItem(self, key, value);
          return value;
        },
        'copy(self, /)': (_vm, self: PyDefaultDict) => copy(self),
        '__copy__(self, /)': (_vm, self: PyDefaultDict) => copy(self),
        '__repr__(self, /)': (vm, self: PyDefaultDict) =>
          guardedRepr(self, `${self.cls.name}(...)`, () => {
            const plain = new PyDict();
            plain.update(self);
            return `${self.cls.name}(${vm.repr(self.factory)}, ${vm.repr(plain)})`;
          }),
        '__reduce__(self, /)': (vm, self: PyDefaultDict) =>
          new PyTuple([
            self.cls,
            new PyTuple(self.factory === null ? [] : [self.factory]),
            null,
            null,
            vm.getIter(vm.callMethod(self, 'items')),
          ]),
        '__or__(self, other, /)': (_vm, self: PyDefaultDict, other: Value) => {
          if (!(other instanceof PyDict)) return NotImplemented;
          const result = copy(self);
          result.update(other);
          return result;
        },
        '__ror__(self, other, /)': (_vm, self: PyDefaultDict, other: Value) => {
          if (!(other instanceof PyDict)) return NotImplemented;
          const result = new PyDefaultDict(self.cls);
          result.setFactory(self.factory);
          result.update(other);
          result.update(self);
          return result;
        },
      },
      getset: {
        default_factory: {
          get: (_vm, self: PyDefaultDict) => self.factory,
          set: (_vm, self: PyDefaultDict, value: Value | undefined) => self.setFactory(value ?? null),
        },
      },
    },
  );
}

// ---- deque ----

class PyDeque extends PyObject {
  attrs: PyDict | null = null;
  private content: Value[] = [];
  maxlen: number | null = null;
  constructor(cls: PyClass) {
    super(cls);
    this.track();
  }
  get items(): readonly Value[] {
    return this.content;
  }
  private willChange(): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
  }
  append(item: Value, left = false): void {
    this.willChange();
    if (this.content.length >= MAX_ITEMS) throw new TooLargeError();
    retain(item);
    if (left) this.content.unshift(item);
    else this.content.push(item);
    if (this.maxlen !== null && this.content.length > this.maxlen)
      release(left ? this.content.pop() : this.content.shift());
  }
  pop(left = false): Value | undefined {
    this.willChange();
    const item = left ? this.content.shift() : this.content.pop();
    release(item);
    return item;
  }
  replace(items: Value[]): void {
    this.willChange();
    for (const item of items) retain(item);
    for (const item of this.content) release(item);
    this.content = items;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const item of this.content) visit(item);
    visit(this.attrs);
  }
  override snapshot(): () => void {
    const content = [...this.content];
    const { maxlen } = this;
    return () => {
      this.content = content;
      this.maxlen = maxlen;
    };
  }
}

function dequeIterator(vm: VM, deque: PyDeque, backward: boolean): PyIterator {
  const { length } = deque.items;
  let i = backward ? length - 1 : 0;
  return new PyIterator(
    () => {
      if (deque.items.length !== length) throw vm.error('RuntimeError', 'deque mutated during iteration');
      return backward ? (i >= 0 ? deque.items[i--] : undefined) : i < length ? deque.items[i++] : undefined;
    },
    [deque],
    backward ? '_collections._deque_reverse_iterator' : '_collections._deque_iterator',
    () => (backward ? i + 1 : length - i),
  );
}

function extend(vm: VM, deque: PyDeque, source: Value, left = false): void {
  if (source instanceof PyUnknown) {
    vm.note('missing', `the items of an unknown iterable are left out (${source.reason})`);
    return;
  }
  if (source === deque) for (const item of [...deque.items]) deque.append(item, left);
  else
    forEachItem(vm, source, (item) => {
      deque.append(item, left);
    });
}

function makeDeque(): PyClass {
  const derived = (self: PyDeque, items: Value[]): PyDeque => {
    const result = new PyDeque(self.cls);
    result.maxlen = self.maxlen;
    for (const item of items) result.append(item);
    return result;
  };
  const repeatedDeque = (vm: VM, self: PyDeque, n: Value): PyDeque => {
    const count = repeatCount(vm, n, self.items.length);
    if (count === undefined)
      throw vm.error('TypeError', `can't multiply sequence by non-int of type '${typeOf(n).typeName}'`);
    return derived(self, repeated(self.items, count));
  };
  const at = (vm: VM, self: PyDeque, key: Value): number =>
    position(vm, key, self.items.length, 'deque', 'deque index out of range');
  const comparisons: Record<string, NativeImplementation> = {};
  ['__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__'].forEach((name, operator) => {
    comparisons[`${name}(self, other, /)`] = (vm, self: PyDeque, other: Value) =>
      other instanceof PyDeque
        ? vm.compare(operator, new PyTuple(self.items), new PyTuple(other.items))
        : NotImplemented;
  });
  const find = (vm: VM, self: PyDeque, value: Value): number =>
    self.items.findIndex((item) => vm.equals(item, value));
  return makeType(
    'deque',
    { module: 'collections', allocate: (c) => new PyDeque(c) },
    {
      staticMethods: { '__new__(...)': (_vm, args: Value[]) => new PyDeque(args[0] as PyClass) },
      classMethods: classGetItem,
      methods: {
        ...comparisons,
        '__init__(self, iterable=..., maxlen=None)': (
          vm,
          self: PyDeque,
          iterable: Value | undefined,
          maxlen: Value,
        ) => {
          if (maxlen !== null) {
            const limit = vm.index(maxlen);
            if (limit < 0) throw vm.error('ValueError', 'maxlen must be non-negative');
            self.maxlen = limit;
          }
          self.replace([]);
          if (iterable !== undefined) extend(vm, self, iterable);
        },
        'append(self, x, /)': (_vm, self: PyDeque, x: Value) => self.append(x) ?? null,
        'appendleft(self, x, /)': (_vm, self: PyDeque, x: Value) => self.append(x, true) ?? null,
        'extend(self, iterable, /)': (vm, self: PyDeque, iterable: Value) =>
          extend(vm, self, iterable) ?? null,
        'extendleft(self, iterable, /)': (vm, self: PyDeque, iterable: Value) =>
          extend(vm, self, iterable, true) ?? null,
        'pop(self, /)': (vm, self: PyDeque) => {
          if (self.items.length === 0) throw vm.error('IndexError', 'pop from an empty deque');
          return vm.root(self.pop()!);
        },
        'popleft(self, /)': (vm, self: PyDeque) => {
          if (self.items.length === 0) throw vm.error('IndexError', 'pop from an empty deque');
          return vm.root(self.pop(true)!);
        },
        'clear(self, /)': (_vm, self: PyDeque) => self.replace([]) ?? null,
        'copy(self, /)': (_vm, self: PyDeque) => derived(self, [...self.items]),
        '__copy__(self, /)': (_vm, self: PyDeque) => derived(self, [...self.items]),
        '__reduce__(self, /)': (vm, self: PyDeque) =>
          new PyTuple([
            self.cls,
            new PyTuple(self.maxlen === null ? [] : [new PyTuple([]), self.maxlen]),
            self.attrs,
            dequeIterator(vm, self, false),
          ]),
        'count(self, x, /)': (vm, self: PyDeque, x: Value) =>
          self.items.filter((item) => vm.equals(item, x)).length,
        'index(self, x, start=0, stop=..., /)': (
          vm,
          self: PyDeque,
          x: Value,
          start: Value,
          stop: Value | undefined,
        ) => {
          const [from, to] = searchBounds(vm, start, stop, self.items.length);
          for (let i = from; i < to && i < self.items.length; i++) if (vm.equals(self.items[i]!, x)) return i;
          throw vm.error('ValueError', `${vm.repr(x)} is not in deque`);
        },
        'insert(self, index, object, /)': (vm, self: PyDeque, index: Value, object: Value) => {
          if (self.maxlen !== null && self.items.length >= self.maxlen)
            throw vm.error('IndexError', 'deque already at its maximum size');
          const items = [...self.items];
          items.splice(vm.index(index), 0, object);
          self.replace(items);
        },
        'remove(self, value, /)': (vm, self: PyDeque, value: Value) => {
          const i = find(vm, self, value);
          if (i < 0) throw vm.error('ValueError', `${vm.repr(value)} is not in deque`);
          self.replace(self.items.filter((_, j) => j !== i));
        },
        'reverse(self, /)': (_vm, self: PyDeque) => self.replace([...self.items].reverse()) ?? null,
        'rotate(self, n=1, /)': (vm, self: PyDeque, n: Value) => {
          const { length } = self.items;
          if (length === 0) return;
          const cut = ((-vm.index(n) % length) + length) % length;
          self.replace([...self.items.slice(cut), ...self.items.slice(0, cut)]);
        },
        '__len__(self, /)': (_vm, self: PyDeque) => self.items.length,
        '__bool__(self, /)': (_vm, self: PyDeque) => self.items.length > 0,
        '__contains__(self, x, /)': (vm, self: PyDeque, x: Value) => find(vm, self, x) >= 0,
        '__iter__(self, /)': (vm, self: PyDeque) => dequeIterator(vm, self, false),
        '__reversed__(self, /)': (vm, self: PyDeque) => dequeIterator(vm, self, true),
        '__getitem__(self, index, /)': (vm, self: PyDeque, index: Value) => self.items[at(vm, self, index)]!,
        '__setitem__(self, index, value, /)': (vm, self: PyDeque, index: Value, value: Value) => {
          const items = [...self.items];
          items[at(vm, self, index)] = value;
          self.replace(items);
        },
        '__delitem__(self, index, /)': (vm, self: PyDeque, index: Value) => {
          const i = at(vm, self, index);
          self.replace(self.items.filter((_, j) => j !== i));
        },
        '__add__(self, other, /)': (vm, self: PyDeque, other: Value) => {
          if (!(other instanceof PyDeque))
            throw vm.error(
              'TypeError',
              `can only concatenate deque (not "${typeOf(other).typeName}") to deque`,
            );
          return derived(self, [...self.items, ...other.items]);
        },
        '__iadd__(self, other, /)': (vm, self: PyDeque, other: Value) => {
          extend(vm, self, other);
          return self;
        },
        '__mul__(self, n, /)': (vm, self: PyDeque, n: Value) => repeatedDeque(vm, self, n),
        '__rmul__(self, n, /)': (vm, self: PyDeque, n: Value) => repeatedDeque(vm, self, n),
        '__repr__(self, /)': (vm, self: PyDeque) =>
          guardedRepr(self, '[...]', () => {
            const limit = self.maxlen === null ? '' : `, maxlen=${self.maxlen}`;
            return `${self.cls.name}([${joinedTexts(self.items, (item) => vm.repr(item))}]${limit})`;
          }),
      },
      constants: { __hash__: null },
      getset: { maxlen: (_vm, self: PyDeque) => self.maxlen },
    },
  );
}

export function collectionsModule(_vm: VM): PyModule {
  return nativeModule(
    '_collections',
    {
      // A data descriptor for the field `index` of a namedtuple.
      '_tuplegetter(index, doc)': (_vm, index: number, doc: Value) => {
        const getter = new PyGetSet(
          String(index),
          T.tuple,
          (vm, self) => {
            if (!(self instanceof PyTuple))
              throw vm.error(
                'TypeError',
                `descriptor for index '${index}' for tuple subclasses doesn't apply to '${self.cls.name}' object`,
              );
            const item = self.items[index];
            if (item === undefined) throw vm.error('IndexError', 'tuple index out of range');
            return item;
          },
          (vm) => {
            throw vm.error('AttributeError', "can't set attribute");
          },
        );
        getter.doc = doc;
        return getter;
      },
    },
    { OrderedDict: makeOrderedDict(), defaultdict: makeDefaultDict(), deque: makeDeque() },
  );
}
