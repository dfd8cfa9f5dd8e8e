/** The module `operator`. */
import { forEachItem, lengthHint } from '../builtins/iteration.js';
import { intOf } from '../builtins/numbers.js';
import { absorb } from '../builtins/operators.js';
import { typeOf } from '../classes.js';
import { BINARY_OPERATORS, COMPARE_OPERATORS } from '../code.js';
import { PyObject, retain, type Value } from '../heap.js';
import { makeType, nativeModule, type NativeImplementation } from '../native.js';
import { PyList, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';

const BINARY: Record<string, string> = {
  add: '+',
  and_: '&',
  floordiv: '//',
  lshift: '<<',
  matmul: '@',
  mul: '*',
  mod: '%',
  or_: '|',
  pow: '**',
  rshift: '>>',
  sub: '-',
  truediv: '/',
  xor: '^',
};
const COMPARISONS: Record<string, string> = { lt: '<', le: '<=', eq: '==', ne: '!=', ge: '>=', gt: '>' };
const IN_PLACE = 13;

type Operator = (typeof BINARY_OPERATORS)[number];
type Comparison = (typeof COMPARE_OPERATORS)[number];

/** itemgetter, attrgetter and methodcaller: a callable with what it was made with. */
class PyGetter extends PyObject {
  constructor(
    cls: PyObject['cls'],
    readonly items: readonly Value[],
    readonly keywords: Map<string, Value> | null = null,
  ) {
    super(cls);
    for (const item of items) retain(item);
    if (keywords !== null) for (const value of keywords.values()) retain(value);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const item of this.items) visit(item);
    if (this.keywords !== null) for (const value of this.keywords.values()) visit(value);
  }
}

function callText(vm: VM, name: string, getter: PyGetter): string {
  const keywords =
    getter.keywords === null ? [] : Array.from(getter.keywords, ([key, value]) => `${key}=${vm.repr(value)}`);
  return `operator.${name}(${[...getter.items.map((item) => vm.repr(item)), ...keywords].join(', ')})`;
}

function unary(method: string, symbol: string): NativeImplementation {
  return (vm, value: Value) => {
    if (value instanceof PyUnknown) return absorb(value);
    const result = vm.callSpecial(value, method);
    if (result === undefined)
      throw vm.error('TypeError', `bad operand type for unary ${symbol}: '${typeOf(value).typeName}'`);
    return result;
  };
}

const ADD = BINARY_OPERATORS.indexOf('+');

/** What can be concatenated. */
function sequence(vm: VM, value: Value): Value {
  if (
    !(value instanceof PyUnknown) &&
    typeof value !== 'string' &&
    typeOf(value).lookup('__getitem__') === undefined
  )
    throw vm.error('TypeError', `'${typeOf(value).typeName}' object can't be concatenated`);
  return value;
}

/** `operator.length_hint`. */
function hintOrDefault(vm: VM, value: Value, fallback: Value): Value {
  if (intOf(fallback) === undefined && !(fallback instanceof PyUnknown))
    throw vm.error('TypeError', `'${typeOf(fallback).typeName}' object cannot be interpreted as an integer`);
  return value instanceof PyUnknown ? absorb(value) : (lengthHint(vm, value) ?? fallback);
}

export function operatorModule(_vm: VM): PyModule {
  const functions: Record<string, NativeImplementation> = {
    'abs(a, /)': unary('__abs__', 'abs()'),
    'neg(a, /)': unary('__neg__', '-'),
    'pos(a, /)': unary('__pos__', '+'),
    'inv(a, /)': unary('__invert__', '~'),
    'invert(a, /)': unary('__invert__', '~'),
    'not_(a, /)': (vm, a: Value) => (a instanceof PyUnknown ? absorb(a) : !vm.truth(a)),
    'truth(a, /)': (vm, a: Value) => (a instanceof PyUnknown ? absorb(a) : vm.truth(a)),
    'is_(a, b, /)': (vm, a: Value, b: Value) => vm.isSame(a, b),
    'is_not(a, b, /)': (vm, a: Value, b: Value) => !vm.isSame(a, b),
    'index(a, /)': (vm, a: Value) => (a instanceof PyUnknown ? absorb(a) : vm.indexBig(a)),
    'concat(a, b, /)': (vm, a: Value, b: Value) => vm.binary(ADD, sequence(vm, a), b),
    'iconcat(a, b, /)': (vm, a: Value, b: Value) => vm.binary(ADD + IN_PLACE, sequence(vm, a), b),
    'contains(a, b, /)': (vm, a: Value, b: Value) => vm.contains(a, b),
    'countOf(a, b, /)': (vm, a: Value, b: Value) =>
      vm.collect(a, false).filter((item) => vm.equals(item, b)).length,
    'indexOf(a, b, /)': (vm, a: Value, b: Value) => {
      let at = 0;
      let found = false;
      forEachItem(vm, a, (item) => {
        found = vm.equals(item, b);
        if (!found) at++;
        return !found;
      });
      if (!found) throw vm.error('ValueError', 'sequence.index(x): x not in sequence');
      return at;
    },
    'getitem(a, b, /)': (vm, a: Value, b: Value) => vm.getItem(a, b),
    'setitem(a, b, c, /)': (vm, a: Value, b: Value, c: Value) => {
      vm.setItem(a, b, c);
    },
    'delitem(a, b, /)': (vm, a: Value, b: Value) => {
      vm.delItem(a, b);
    },
    'length_hint(obj, default=0, /)': hintOrDefault,
    'call(...)': function* (_vm, args: Value[], kwargs: Map<string, Value> | null) {
      return yield { callable: args[0]!, args: args.slice(1), kwargs };
    },
  };
  for (const [name, symbol] of Object.entries(BINARY)) {
    const operator = BINARY_OPERATORS.indexOf(symbol as Operator);
    functions[`${name}(a, b, /)`] = (vm, a: Value, b: Value) => vm.binary(operator, a, b);
    functions[`i${name.replace('_', '')}(a, b, /)`] = (vm, a: Value, b: Value) =>
      vm.binary(operator + IN_PLACE, a, b);
  }
  for (const [name, symbol] of Object.entries(COMPARISONS)) {
    const operator = COMPARE_OPERATORS.indexOf(symbol as Comparison);
    functions[`${name}(a, b, /)`] = (vm, a: Value, b: Value) => vm.compare(operator, a, b);
  }
  const getters: Record<string, Value> = {};
  getters['itemgetter'] = makeType(
    'itemgetter',
    { module: 'operator' },
    {
      staticMethods: {
        '__new__(cls, /, *items)': (vm, cls: PyObject['cls'], items: Value[]) => {
          if (items.length === 0) throw vm.error('TypeError', 'itemgetter expected 1 argument, got 0');
          return new PyGetter(cls, items);
        },
      },
      methods: {
        '__call__(self, obj, /)': (vm, self: PyGetter, object: Value) => {
          if (self.items.length === 1) return vm.getItem(object, self.items[0]!);
          return new PyTuple(self.items.map((item) => vm.root(vm.getItem(object, item))));
        },
        '__repr__(self, /)': (vm, self: PyGetter) => callText(vm, 'itemgetter', self),
        '__reduce__(self, /)': (_vm, self: PyGetter) => new PyTuple([self.cls, new PyTuple(self.items)]),
      },
    },
  );
  const dotted = (vm: VM, object: Value, name: Value): Value => {
    let value = object;
    for (const part of vm.asStr(name)!.split('.')) value = vm.root(vm.getAttr(value, part));
    return value;
  };
  getters['attrgetter'] = makeType(
    'attrgetter',
    { module: 'operator' },
    {
      staticMethods: {
        '__new__(cls, /, *attrs)': (vm, cls: PyObject['cls'], attrs: Value[]) => {
          if (attrs.length === 0) throw vm.error('TypeError', 'attrgetter expected 1 argument, got 0');
          for (const name of attrs)
            if (vm.asStr(name) === undefined) throw vm.error('TypeError', 'attribute name must be a string');
          return new PyGetter(cls, attrs);
        },
      },
      methods: {
        '__call__(self, obj, /)': (vm, self: PyGetter, object: Value) =>
          self.items.length === 1
            ? dotted(vm, object, self.items[0]!)
            : new PyTuple(self.items.map((name) => dotted(vm, object, name))),
        '__repr__(self, /)': (vm, self: PyGetter) => callText(vm, 'attrgetter', self),
        '__reduce__(self, /)': (_vm, self: PyGetter) => new PyTuple([self.cls, new PyTuple(self.items)]),
      },
    },
  );
  getters['methodcaller'] = makeType(
    'methodcaller',
    { module: 'operator' },
    {
      staticMethods: {
        '__new__(cls, /, *args, **kwargs)': (
          vm,
          cls: PyObject['cls'],
          args: Value[],
          kwargs: Map<string, Value>,
        ) => {
          const [name] = args;
          if (name === undefined)
            throw vm.error('TypeError', 'methodcaller needs at least one argument, the method name');
          if (vm.asStr(name) === undefined) throw vm.error('TypeError', 'method name must be a string');
          return new PyGetter(cls, args, kwargs.size > 0 ? kwargs : null);
        },
      },
      methods: {
        '__call__(self, obj, /)': function* (vm, self: PyGetter, object: Value) {
          const [name, ...args] = self.items as [Value, ...Value[]];
          return yield { callable: vm.getAttr(object, vm.asStr(name)!), args, kwargs: self.keywords };
        },
        '__repr__(self, /)': (vm, self: PyGetter) => callText(vm, 'methodcaller', self),
        '__reduce__(self, /)': (vm, self: PyGetter) => {
          if (self.keywords === null) return new PyTuple([self.cls, new PyTuple(self.items)]);
          const partial = vm.getAttr(vm.importer.importModule('functools'), 'partial');
          const [name, ...args] = self.items;
          return new PyTuple([
            vm.root(vm.call(partial, [self.cls, name!], self.keywords)),
            new PyTuple(args),
          ]);
        },
      },
    },
  );
  const module = nativeModule('operator', functions, getters);
  const names = module.dict.keyArray().filter((name) => typeof name === 'string' && !name.startsWith('_'));
  module.dict.setStr('__all__', new PyList(names.sort()));
  for (const name of [...module.dict.keyArray()]) {
    if (
      typeof name !== 'string' ||
      name.startsWith('_') ||
      name in getters ||
      name === 'length_hint' ||
      name === 'truth'
    )
      continue;
    const dunder = `__${name.replace(/_$/, '')}__`;
    if (!(name in { is_: 0, is_not: 0, countOf: 0, indexOf: 0 }))
      module.dict.setStr(dunder, module.dict.getStr(name)!);
  }
  return module;
}
