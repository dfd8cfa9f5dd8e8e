/** The module `_functools`: partial, reduce, cmp_to_key and the wrapper of lru_cache. */
import { NATIVES_WITH_DICT } from '../attributes.js';
import { UnhashableError } from '../dict.js';
import { typeOf, type PyClass } from '../classes.js';
import { classGetItem } from '../builtins/generic_alias.js';
import { heap, PyObject, release, retain, type Value } from '../heap.js';
import { makeType, nativeModule, type NativeCoroutine, type NativeImplementation } from '../native.js';
import { PyBoundMethod, PyCell, PyDict, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import { guardedRepr } from '../builtins/representation.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

class PyPartial extends PyObject {
  attrs: PyDict | null = null;
  func: Value = null;
  args: PyTuple;
  keywords: PyDict;
  constructor(cls: PyClass) {
    super(cls);
    this.args = new PyTuple([]);
    this.args.rc++;
    this.keywords = new PyDict();
    this.keywords.rc++;
    this.track();
  }
  set(func: Value, args: PyTuple, keywords: PyDict): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    const old = [this.func, this.args, this.keywords];
    for (const value of [func, args, keywords]) retain(value);
    Object.assign(this, { func, args, keywords });
    for (const value of old) release(value);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.func);
    visit(this.args);
    visit(this.keywords);
    visit(this.attrs);
  }
}

/** The arguments of a call of a partial. */
function partialCall(vm: VM, self: PyPartial, args: Value[], kwargs: Map<string, Value> | null) {
  let merged = kwargs;
  if (self.keywords.size > 0) {
    merged = new Map<string, Value>();
    for (const [key, value] of self.keywords.entries()) {
      const name = vm.asStr(key);
      if (name === undefined) throw vm.error('TypeError', 'keywords must be strings');
      merged.set(name, value);
    }
    if (kwargs !== null) for (const [key, value] of kwargs) merged.set(key, value);
  }
  return { callable: self.func, args: [...self.args.items, ...args], kwargs: merged };
}

function makePartialClass(): PyClass {
  const shownName = (self: PyPartial): string => (self.cls === cls ? 'functools.partial' : self.cls.name);
  const cls = makeType(
    'partial',
    { module: 'functools', allocate: (c) => new PyPartial(c) },
    {
      staticMethods: {
        '__new__(...)': (vm, all: Value[], kwargs: Map<string, Value> | null) => {
          const [type, func, ...args] = all as [PyClass, Value | undefined, ...Value[]];
          if (func === undefined) throw vm.error('TypeError', "type 'partial' takes at least one argument");
          if (
            !(func instanceof PyUnknown) &&
            typeOf(func).lookup('__call__') === undefined &&
            !isCallable(func)
          )
            throw vm.error('TypeError', 'the first argument must be callable');
          const partial = new PyPartial(type);
          const keywords = new PyDict();
          if (func instanceof PyPartial && func.attrs === null) {
            keywords.update(func.keywords);
            for (const [key, value] of kwargs ?? []) keywords.setStr(key, value);
            partial.set(func.func, new PyTuple([...func.args.items, ...args]), keywords);
          } else {
            for (const [key, value] of kwargs ?? []) keywords.setStr(key, value);
            partial.set(func, new PyTuple(args), keywords);
          }
          return partial;
        },
      },
      classMethods: classGetItem,
      methods: {
        '__call__(...)': function* (vm, args: Value[], kwargs: Map<string, Value> | null) {
          const [self, ...rest] = args as [PyPartial, ...Value[]];
          return yield partialCall(vm, self, rest, kwargs);
        },
        '__repr__(self, /)': (vm, self: PyPartial) =>
          guardedRepr(self, '...', () => {
            const parts = [vm.repr(self.func), ...self.args.items.map((arg) => vm.repr(arg))];
            for (const [key, value] of self.keywords.entries())
              parts.push(`${vm.str(key)}=${vm.repr(value)}`);
            return `${shownName(self)}(${parts.join(', ')})`;
          }),
        '__reduce__(self, /)': (_vm, self: PyPartial) =>
          new PyTuple([
            self.cls,
            new PyTuple([self.func]),
            new PyTuple([self.func, self.args, self.keywords, self.attrs]),
          ]),
        '__setstate__(self, state, /)': (vm, self: PyPartial, state: Value) => {
          if (!(state instanceof PyTuple) || state.items.length !== 4)
            throw vm.error('TypeError', 'invalid partial state');
          const [func, args, keywords, attrs] = state.items as [Value, Value, Value, Value];
          if (
            typeOf(func).lookup('__call__') === undefined ||
            !(args instanceof PyTuple) ||
            (keywords !== null && !(keywords instanceof PyDict))
          )
            throw vm.error('TypeError', 'invalid partial state');
          let own = keywords;
          if (own === null || own.cls !== T.dict) {
            own = new PyDict();
            if (keywords !== null) own.update(keywords);
          }
          self.set(func, args.cls === T.tuple ? args : new PyTuple(args.items), own);
          vm.setAttr(self, '__dict__', attrs instanceof PyDict ? attrs : new PyDict());
        },
      },
      getset: {
        func: (_vm, self: PyPartial) => self.func,
        args: (_vm, self: PyPartial) => self.args,
        keywords: (_vm, self: PyPartial) => self.keywords,
      },
    },
  );
  NATIVES_WITH_DICT.add(cls);
  return cls;
}

function isCallable(value: Value): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value.cls === T.function ||
      value.cls === T.method ||
      value.cls === T.builtin_function_or_method ||
      value.cls === T.method_descriptor ||
      value.cls === T.wrapper_descriptor ||
      'mro' in value ||
      value.cls === T.staticmethod)
  );
}

/** What cmp_to_key's function returns: compares by the old-style function. */
class PyCompareKey extends PyObject {
  constructor(
    cls: PyClass,
    readonly compare: Value,
    readonly object: Value,
  ) {
    super(cls);
    retain(compare);
    retain(object);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.compare);
    visit(this.object);
  }
}

function makeKeyClass(): PyClass {
  const methods: Record<string, NativeImplementation> = {};
  // In the order of COMPARE_OP's argument.
  ['__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__'].forEach((name, i) => {
    methods[`${name}(self, other, /)`] = (vm, self: PyCompareKey, other: Value) => {
      if (!(other instanceof PyCompareKey)) throw vm.error('TypeError', 'other argument must be K instance');
      return vm.compare(i, vm.call(self.compare, [self.object, other.object]), 0);
    };
  });
  return makeType(
    'KeyWrapper',
    { module: 'functools', final: true },
    {
      methods: {
        ...methods,
        '__call__(self, obj)': (_vm, self: PyCompareKey, object: Value) =>
          new PyCompareKey(self.cls, self.compare, object),
      },
      constants: { __hash__: null },
      getset: { obj: (_vm, self: PyCompareKey) => self.object },
    },
  );
}

/** A function with a cache of its results, newest last. */
class PyCachedFunction extends PyObject {
  attrs: PyDict | null = null;
  readonly results = new PyDict();
  hits = 0;
  misses = 0;
  constructor(
    cls: PyClass,
    readonly func: Value,
    readonly maxsize: number | null,
    readonly typed: boolean,
    readonly infoClass: Value,
  ) {
    super(cls);
    retain(func);
    retain(infoClass);
    this.results.rc++;
    this.track();
  }
  count(what: 'hits' | 'misses'): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    this[what]++;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.func);
    visit(this.infoClass);
    visit(this.results);
    visit(this.attrs);
  }
  override snapshot(): () => void {
    const { hits, misses, attrs } = this;
    return () => Object.assign(this, { hits, misses, attrs });
  }
}

/** Parts the positional arguments from the keywords in a key. */
const KEYWORDS = '\u0001keywords';

function cacheKey(self: PyCachedFunction, args: readonly Value[], kwargs: Map<string, Value> | null): Value {
  if (
    args.length === 1 &&
    kwargs === null &&
    !self.typed &&
    (typeof args[0] === 'number' || typeof args[0] === 'string')
  )
    return args[0];
  const parts = [...args];
  if (kwargs !== null) {
    parts.push(KEYWORDS);
    for (const [key, value] of kwargs) parts.push(key, value);
  }
  if (self.typed) {
    for (const arg of args) parts.push(typeOf(arg));
    if (kwargs !== null) for (const value of kwargs.values()) parts.push(typeOf(value));
  }
  return new PyTuple(parts);
}

function makeCacheClass(): PyClass {
  const cls = makeType(
    '_lru_cache_wrapper',
    { module: 'functools' },
    {
      staticMethods: {
        '__new__(cls, user_function, maxsize, typed, cache_info_type)': (
          vm,
          cls: PyClass,
          func: Value,
          maxsize: Value,
          typed: Value,
          info: Value,
        ) =>
          new PyCachedFunction(
            cls,
            func,
            maxsize === null ? null : Math.max(0, vm.index(maxsize)),
            vm.truth(typed),
            info,
          ),
      },
      methods: {
        '__call__(...)': function* (vm, all: Value[], kwargs: Map<string, Value> | null): NativeCoroutine {
          const [self, ...args] = all as [PyCachedFunction, ...Value[]];
          const unknown =
            args.some((arg) => arg instanceof PyUnknown) ||
            (kwargs !== null && [...kwargs.values()].some((arg) => arg instanceof PyUnknown));
          if (unknown || self.maxsize === 0) {
            self.count('misses');
            return yield { callable: self.func, args, kwargs };
          }
          const key = cacheKey(self, args, kwargs);
          let found: Value | undefined;
          try {
            found = self.results.get(key);
          } catch (error) {
            if (error instanceof UnhashableError) throw vm.error('TypeError', error.message);
            throw error;
          }
          if (found !== undefined) {
            self.count('hits');
            if (self.maxsize !== null) {
              self.results.delete(key);
              self.results.set(key, found);
            }
            return found;
          }
          self.count('misses');
          const result = yield { callable: self.func, args, kwargs };
          if (self.maxsize !== null && self.results.size >= self.maxsize && !self.results.has(key))
            self.results.popItem(false);
          self.results.set(key, result);
          return result;
        },
        '__get__(self, instance, owner=None, /)': (_vm, self: PyCachedFunction, instance: Value) =>
          instance === null ? self : new PyBoundMethod(self, instance),
        'cache_info(self, /)': (vm, self: PyCachedFunction) =>
          vm.call(self.infoClass, [self.hits, self.misses, self.maxsize, self.results.size]),
        'cache_clear(self, /)': (_vm, self: PyCachedFunction) => {
          if (self.epoch !== heap.epoch) heap.willChange(self);
          self.hits = self.misses = 0;
          self.results.clear();
        },
        '__repr__(self, /)': (vm, self: PyCachedFunction) =>
          `<functools._lru_cache_wrapper object at ${vm.address(self)}>`,
        '__reduce__(self, /)': (vm, self: PyCachedFunction) => vm.getAttr(self, '__qualname__'),
        '__copy__(self, /)': (_vm, self: PyCachedFunction) => self,
        '__deepcopy__(self, memo, /)': (_vm, self: PyCachedFunction) => self,
      },
    },
  );
  NATIVES_WITH_DICT.add(cls);
  return cls;
}

export function functoolsModule(_vm: VM): PyModule {
  const keyClass = makeKeyClass();
  return nativeModule(
    '_functools',
    {
      // What the class would have as an attribute if it did not define it, without binding.
      'reduce(function, iterable, initial=..., /)': function* (
        vm,
        func: Value,
        iterable: Value,
        initial: Value | undefined,
      ): NativeCoroutine {
        if (iterable instanceof PyUnknown) return iterable;
        if (
          typeOf(iterable).lookup('__iter__') === undefined &&
          typeOf(iterable).lookup('__getitem__') === undefined
        )
          throw vm.error('TypeError', 'reduce() arg 2 must support iteration');
        const source = vm.root(vm.getIter(iterable));
        // What was computed so far is held by the cell alone, so that the value before it may die.
        const total = new PyCell(initial);
        const next = new PyCell(undefined);
        for (;;) {
          next.set(vm.next(source));
          if (next.value === undefined) break;
          total.set(
            total.value === undefined
              ? next.value
              : yield { callable: func, args: [total.value, next.value] },
          );
        }
        if (total.value === undefined)
          throw vm.error('TypeError', 'reduce() of empty iterable with no initial value');
        return total.value;
      },
      'cmp_to_key(mycmp)': (_vm, compare: Value) => new PyCompareKey(keyClass, compare, null),
    },
    { partial: makePartialClass(), _lru_cache_wrapper: makeCacheClass() },
  );
}
