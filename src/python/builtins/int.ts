/** int and bool. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { NotImplemented, PyBoxed, PyByteArray, PyBytes, PyFloat, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import { PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { formatInt, specOf } from './format_spec.js';
import {
  absInt,
  Binary,
  bitLength,
  floatOf,
  floorDivInt,
  hashInt,
  intOf,
  intOfNumber,
  intText,
  modInt,
  normalize,
  numberOperation,
  parseInteger,
  powModInt,
  type Int,
} from './numbers.js';
import { absorb, truth } from './operators.js';
import { unknownOf } from './protocol.js';
import {
  checkCount,
  comparisonMethods,
  noKeywords,
  numberMethods,
  setLayout,
  unaryMethods,
} from './shared.js';
import { bytesRepr, codesOf, textRepr } from './text.js';

setLayout(T.int, (cls) => new PyBoxed(cls, 0));

const self = (value: Value): Int => intOf(value)!;

/** A float cut to an int. Raises ValueError for NaN, OverflowError for infinity. */
export function truncate(vm: VM, value: number): Int {
  if (Number.isNaN(value)) throw vm.error('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(value)) throw vm.error('OverflowError', 'cannot convert float infinity to integer');
  return intOfNumber(Math.trunc(value));
}

/** `int(value)` without a base. */
export function toInt(vm: VM, value: Value): Int | PyUnknown {
  if (value instanceof PyUnknown) return unknownOf(value, T.int);
  const direct = intOf(value);
  if (direct !== undefined && !(value instanceof PyBoxed)) return direct;
  const float = floatOf(value);
  if (float !== undefined && !(value instanceof PyBoxed)) return truncate(vm, float);
  // What a subclass of str or bytes says of itself as a number comes before its text.
  for (const name of ['__int__', '__index__', '__trunc__']) {
    const result = vm.callSpecial(value, name, []);
    if (result === undefined) continue;
    if (result instanceof PyUnknown) return unknownOf(result, T.int);
    const int = intOf(result);
    if (int !== undefined) return int;
    if (name === '__trunc__') return vm.indexBig(result);
    throw vm.error('TypeError', `${name} returned non-int (type ${typeOf(result).typeName})`);
  }
  const text = vm.asStr(value);
  if (text !== undefined) return parse(vm, text, 10, textRepr(text));
  const data = bytesIn(value);
  if (data !== undefined) return parse(vm, codesOf(data), 10, bytesRepr(data));
  throw vm.error(
    'TypeError',
    `int() argument must be a string, a bytes-like object or a real number, not '${typeOf(value).typeName}'`,
  );
}

/** The data of a bytes-like object. */
export function bytesIn(value: Value | undefined): Uint8Array | undefined {
  const own = value instanceof PyBoxed ? value.value : value;
  return own instanceof PyBytes || own instanceof PyByteArray ? own.data : undefined;
}

function parse(vm: VM, text: string, base: number, shown: string): Int {
  const limit = vm.maxStrDigits;
  if (
    limit !== 0 &&
    text.length > limit &&
    (base === 0 ? !/^\s*[-+]?0[xob]/i.test(text) : (base & (base - 1)) !== 0)
  ) {
    const digits = text.replace(/[\s_+-]/g, '').length;
    if (digits > limit)
      throw vm.error(
        'ValueError',
        `Exceeds the limit (${limit} digits) for integer string conversion: value has ${digits} digits; use sys.set_int_max_str_digits() to increase the limit`,
      );
  }
  const value = parseInteger(text, base);
  if (value === undefined)
    throw vm.error('ValueError', `invalid literal for int() with base ${base}: ${shown}`);
  return value;
}

/** `round(int, ndigits)` with halves to even. */
function roundInt(vm: VM, value: Int, ndigits: Value | undefined): Value {
  if (ndigits === undefined || ndigits === null) return value;
  const digits = vm.indexBig(ndigits);
  if (digits >= 0) return value;
  const unit = 10n ** BigInt(-digits);
  const big = BigInt(value);
  const down = BigInt(floorDivInt(big, unit)) * unit;
  const twice = (big - down) * 2n;
  const odd = (down / unit) % 2n !== 0n;
  return normalize(twice > unit || (twice === unit && odd) ? down + unit : down);
}

/** The items of an iterable of bytes; a str is none. */
function bytesFrom(vm: VM, value: Value): Value[] {
  if (vm.asStr(value) !== undefined || typeOf(value).lookup('__iter__') === undefined)
    throw vm.error('TypeError', `cannot convert '${typeOf(value).typeName}' object to bytes`);
  return vm.collect(value);
}

function byteOrder(vm: VM, order: Value): boolean {
  const text = vm.asStr(order);
  if (text !== 'little' && text !== 'big')
    throw vm.error('ValueError', "byteorder must be either 'little' or 'big'");
  return text === 'little';
}

defineType(T.int, {
  doc: 'int([x]) -> integer\nint(x, base=10) -> integer\n\nConvert a number or string to an integer, or return 0 if no arguments\nare given.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const [cls, value, given] = args as [PyClass, Value | undefined, Value | undefined];
      if (cls === T.bool) throw vm.error('TypeError', 'int.__new__(bool) is not safe, use bool.__new__()');
      for (const key of kwargs?.keys() ?? [])
        if (key !== 'base') throw vm.error('TypeError', `'${key}' is an invalid keyword argument for int()`);
      if (args.length > 3)
        throw vm.error('TypeError', `int() takes at most 2 arguments (${args.length - 1} given)`);
      const base = given ?? kwargs?.get('base');
      let result: Int | PyUnknown;
      if (value === undefined) {
        if (base !== undefined) throw vm.error('TypeError', 'int() missing string argument');
        result = 0;
      } else if (base === undefined) result = toInt(vm, value);
      else if (value instanceof PyUnknown) result = unknownOf(value, T.int);
      else if (base instanceof PyUnknown) result = unknownOf(base, T.int);
      else {
        const number = Number(vm.indexBig(base));
        if (number !== 0 && (number < 2 || number > 36))
          throw vm.error('ValueError', 'int() base must be >= 2 and <= 36, or 0');
        const data = bytesIn(value);
        const text = vm.asStr(value) ?? (data === undefined ? undefined : codesOf(data));
        if (text === undefined)
          throw vm.error('TypeError', "int() can't convert non-string with explicit base");
        result = parse(vm, text, number, vm.repr(value));
      }
      if (result instanceof PyUnknown) return result;
      return cls === T.int ? result : new PyBoxed(cls, result);
    },
  },
  classMethods: {
    'from_bytes(cls, bytes, byteorder="big", *, signed=False)': (
      vm,
      cls: PyClass,
      bytes: Value,
      order: Value,
      signed: Value,
    ) => {
      const little = byteOrder(vm, order);
      const data =
        bytes instanceof PyBytes || bytes instanceof PyByteArray
          ? Array.from(bytes.data)
          : bytesFrom(vm, bytes).map((item) => Number(vm.indexBig(item)));
      if (little) data.reverse();
      let result = 0n;
      for (const byte of data) result = result * 256n + BigInt(byte);
      if (truth(vm, signed) && data.length > 0 && data[0]! >= 128) result -= 1n << BigInt(8 * data.length);
      const value = normalize(result);
      return cls === T.int ? value : vm.call(cls, [value]);
    },
  },
  methods: {
    ...comparisonMethods(false, (value) => intOf(value) !== undefined),
    ...numberMethods(
      ['add', 'sub', 'mul', 'floordiv', 'mod', 'truediv', 'lshift', 'rshift', 'and', 'or', 'xor'],
      (value) => intOf(value) !== undefined,
    ),
    ...unaryMethods(true),
    '__pow__(self, value, mod=None, /)': (vm, base: Value, exponent: Value, mod: Value) => {
      if (exponent instanceof PyUnknown) return absorb(exponent);
      const power = intOf(exponent);
      if (power === undefined) return NotImplemented;
      if (mod === null) return numberOperation(vm, Binary.Power, base, exponent);
      const modulus = intOf(mod);
      return modulus === undefined ? NotImplemented : powModInt(vm, self(base), power, modulus);
    },
    '__rpow__(self, value, mod=None, /)': (vm, exponent: Value, base: Value) =>
      base instanceof PyUnknown
        ? absorb(base)
        : intOf(base) === undefined
          ? NotImplemented
          : numberOperation(vm, Binary.Power, base, exponent),
    '__divmod__(self, value, /)': (vm, a: Value, b: Value) => divmod(vm, a, b),
    '__rdivmod__(self, value, /)': (vm, b: Value, a: Value) => divmod(vm, a, b),
    '__abs__(self, /)': (_vm, value: Value) => absInt(self(value)),
    '__bool__(self, /)': (_vm, value: Value) => self(value) !== 0,
    '__int__(self, /)': (_vm, value: Value) => self(value),
    '__index__(self, /)': (_vm, value: Value) => self(value),
    '__trunc__(self, /)': (_vm, value: Value) => self(value),
    '__floor__(self, /)': (_vm, value: Value) => self(value),
    '__ceil__(self, /)': (_vm, value: Value) => self(value),
    '__float__(self, /)': (vm, value: Value) => {
      const result = Number(self(value));
      if (!Number.isFinite(result)) throw vm.error('OverflowError', 'int too large to convert to float');
      return new PyFloat(result);
    },
    '__round__(self, ndigits=..., /)': (vm, value: Value, ndigits: Value | undefined) =>
      roundInt(vm, self(value), ndigits),
    '__hash__(self, /)': (_vm, value: Value) => hashInt(self(value)),
    '__repr__(self, /)': (vm, value: Value) => intText(vm, self(value)),
    '__format__(self, format_spec, /)': (vm, value: Value, spec: Value) => {
      const text = specOf(vm, spec);
      return text === '' && value instanceof PyBoxed
        ? vm.str(value)
        : formatInt(vm, self(value), text, typeOf(value).typeName);
    },
    '__getnewargs__(self, /)': (_vm, value: Value) => new PyTuple([self(value)]),
    '__sizeof__(self, /)': (_vm, value: Value) =>
      24 + 4 * Math.max(1, Math.ceil(bitLength(self(value)) / 30)),
    'bit_length(self, /)': (_vm, value: Value) => bitLength(self(value)),
    'bit_count(self, /)': (_vm, value: Value) => absInt(self(value)).toString(2).replaceAll('0', '').length,
    'conjugate(self, /)': (_vm, value: Value) => self(value),
    'as_integer_ratio(self, /)': (_vm, value: Value) => new PyTuple([self(value), 1]),
    'to_bytes(self, length=1, byteorder="big", *, signed=False)': (
      vm,
      value: Value,
      length: Value,
      order: Value,
      signed: Value,
    ) => {
      const size = Number(vm.indexBig(length));
      const little = byteOrder(vm, order);
      if (size < 0) throw vm.error('ValueError', 'length argument must be non-negative');
      let big = BigInt(self(value));
      const isSigned = truth(vm, signed);
      if (big < 0n && !isSigned) throw vm.error('OverflowError', "can't convert negative int to unsigned");
      const limit = 1n << BigInt(8 * size);
      if (isSigned ? big >= limit / 2n || big < -(limit / 2n) : big >= limit)
        throw vm.error('OverflowError', 'int too big to convert');
      if (big < 0n) big += limit;
      const data = new Uint8Array(size);
      for (let i = size - 1; i >= 0; i--) {
        data[i] = Number(big & 255n);
        big >>= 8n;
      }
      return new PyBytes(little ? data.reverse() : data);
    },
  },
  getset: {
    real: (_vm, value: Value) => self(value),
    imag: () => 0,
    numerator: (_vm, value: Value) => self(value),
    denominator: () => 1,
  },
});

function divmod(vm: VM, a: Value, b: Value): Value {
  if (a instanceof PyUnknown) return absorb(a);
  if (b instanceof PyUnknown) return absorb(b);
  const x = intOf(a);
  const y = intOf(b);
  if (x === undefined || y === undefined) return NotImplemented;
  if (y === 0) throw vm.error('ZeroDivisionError', 'integer division or modulo by zero');
  return new PyTuple([floorDivInt(x, y), modInt(x, y)]);
}

const bitwise = (name: string, apply: (a: boolean, b: boolean) => boolean) => ({
  [`__${name}__(self, value, /)`]: (vm: VM, a: Value, b: Value) => booleanOperation(vm, name, a, b, apply),
  [`__r${name}__(self, value, /)`]: (vm: VM, a: Value, b: Value) => booleanOperation(vm, name, b, a, apply),
});

function booleanOperation(
  vm: VM,
  name: string,
  a: Value,
  b: Value,
  apply: (a: boolean, b: boolean) => boolean,
): Value {
  if (typeof a === 'boolean' && typeof b === 'boolean') return apply(a, b);
  const operator = name === 'and' ? Binary.And : name === 'or' ? Binary.Or : Binary.Xor;
  return intOf(a) === undefined || intOf(b) === undefined
    ? NotImplemented
    : numberOperation(vm, operator, a, b)!;
}

T.bool.layout = T.int;
defineType(T.bool, {
  doc: 'bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      noKeywords(vm, 'bool', kwargs);
      checkCount(vm, 'bool', args.slice(1), 0, 1);
      const value = args[1];
      if (value instanceof PyUnknown && !(value instanceof PyPartialBytes)) return absorb(value);
      return value !== undefined && truth(vm, value);
    },
  },
  methods: {
    ...bitwise('and', (a, b) => a && b),
    ...bitwise('or', (a, b) => a || b),
    ...bitwise('xor', (a, b) => a !== b),
    '__repr__(self, /)': (_vm, value: Value) => (value === true ? 'True' : 'False'),
  },
});
