/** float and complex. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { NotImplemented, PyBoxed, PyComplex, PyFloat, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { fixedText, floatRepr, scaledRound } from './float_text.js';
import { complexRepr, formatComplex, formatFloat, specOf } from './format_spec.js';
import { bytesIn, truncate } from './int.js';
import {
  Binary,
  complexOf,
  decompose,
  divmodFloat,
  floatOf,
  hashFloat,
  intOf,
  intToFloat,
  normalize,
  numberOperation,
  parseFloatText,
} from './numbers.js';
import { absorb, builtinHash } from './operators.js';
import { unknownOf } from './protocol.js';
import {
  checkCount,
  comparisonMethods,
  noKeywords,
  numberMethods,
  setLayout,
  unaryMethods,
} from './shared.js';
import { codesOf, textRepr } from './text.js';

setLayout(T.float, (cls) => new PyBoxed(cls, new PyFloat(0)));
setLayout(T.complex, (cls) => new PyBoxed(cls, new PyComplex(0, 0)));

const self = (value: Value): number => floatOf(value)!;
const isReal = (value: Value): boolean => intOf(value) !== undefined || floatOf(value) !== undefined;

/** `float(value)` as a number. */
export function toFloat(vm: VM, value: Value): number | PyUnknown {
  if (value instanceof PyUnknown) return unknownOf(value, T.float);
  const float = floatOf(value);
  if (float !== undefined) return float;
  if (!(value instanceof PyBoxed)) {
    const int = intOf(value);
    if (int !== undefined) return intToFloat(vm, int);
  }
  // What a subclass of str or bytes says of itself as a number comes before its text.
  const result = vm.callSpecial(value, '__float__', []);
  if (result !== undefined) {
    if (result instanceof PyUnknown) return unknownOf(result, T.float);
    const number = floatOf(result);
    if (number === undefined)
      throw vm.error(
        'TypeError',
        `${typeOf(value).typeName}.__float__ returned non-float (type ${typeOf(result).typeName})`,
      );
    return number;
  }
  if (typeOf(value).lookup('__index__') !== undefined) return intToFloat(vm, vm.indexBig(value));
  const data = bytesIn(value);
  const text = vm.asStr(value) ?? (data === undefined ? undefined : codesOf(data));
  if (text !== undefined) {
    const parsed = parseFloatText(text);
    if (parsed === undefined)
      throw vm.error(
        'ValueError',
        `could not convert string to float: ${typeof value === 'string' ? textRepr(text) : vm.repr(value)}`,
      );
    return parsed;
  }
  throw vm.error(
    'TypeError',
    `float() argument must be a string or a real number, not '${typeOf(value).typeName}'`,
  );
}

/** `round(float, ndigits)`: the nearest decimal, halves of the exact value to even. */
export function roundFloat(vm: VM, value: number, ndigits: Value | undefined): Value {
  if (ndigits === undefined || ndigits === null) {
    if (!Number.isFinite(value)) return truncate(vm, value);
    const rounded = normalize(scaledRound(value, 0));
    return value < 0 ? (typeof rounded === 'number' ? 0 - rounded : -rounded) : rounded;
  }
  const digits = Number(vm.indexBig(ndigits));
  if (!Number.isFinite(value) || digits > 323) return new PyFloat(value);
  if (digits < -308) return new PyFloat(value < 0 ? -0 : 0);
  const text =
    digits >= 0 ? fixedText(value, digits) : scaledRound(value, digits).toString() + '0'.repeat(-digits);
  const result = Number(text);
  if (!Number.isFinite(result)) throw vm.error('OverflowError', 'rounded value too large to represent');
  return new PyFloat(value < 0 || Object.is(value, -0) ? -result : result);
}

function power(vm: VM, base: Value, exponent: Value, mod: Value): Value {
  if (base instanceof PyUnknown) return absorb(base);
  if (exponent instanceof PyUnknown) return absorb(exponent);
  if (mod !== null)
    throw vm.error('TypeError', 'pow() 3rd argument not allowed unless all arguments are integers');
  return isReal(base) && isReal(exponent)
    ? numberOperation(vm, Binary.Power, base, exponent)!
    : NotImplemented;
}

function divmod(vm: VM, a: Value, b: Value): Value {
  if (a instanceof PyUnknown) return absorb(a);
  if (b instanceof PyUnknown) return absorb(b);
  if (!isReal(a) || !isReal(b)) return NotImplemented;
  const y = floatOf(b) ?? intToFloat(vm, intOf(b)!);
  if (y === 0) throw vm.error('ZeroDivisionError', 'float divmod()');
  const [quotient, remainder] = divmodFloat(floatOf(a) ?? intToFloat(vm, intOf(a)!), y);
  return new PyTuple([new PyFloat(quotient), new PyFloat(remainder)]);
}

/** `float.hex()`. */
function floatHex(value: number): string {
  if (!Number.isFinite(value)) return floatRepr(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return sign + '0x0.0p+0';
  const { mantissa, exponent } = decompose(Math.abs(value));
  const normal = mantissa >= 1n << 52n;
  const fraction = (normal ? mantissa - (1n << 52n) : mantissa).toString(16).padStart(13, '0');
  const power2 = normal ? exponent + 52 : -1022;
  return `${sign}0x${normal ? 1 : 0}.${fraction}p${power2 < 0 ? '-' : '+'}${Math.abs(power2)}`;
}

function floatFromHex(vm: VM, text: string): number {
  const match = /^\s*([+-]?)(?:0x)?([0-9a-f]*)(?:\.([0-9a-f]*))?(?:p([+-]?\d+))?\s*$/i.exec(text);
  if (match === null || (match[2] === '' && (match[3] ?? '') === '')) {
    const special = parseFloatText(text);
    if (special !== undefined && !/\d/.test(text)) return special;
    throw vm.error('ValueError', 'invalid hexadecimal floating-point string');
  }
  const fraction = match[3] ?? '';
  const mantissa = BigInt('0x' + (match[2]! + fraction || '0'));
  const value = Number(mantissa) * 2 ** (Number(match[4] ?? 0) - 4 * fraction.length);
  return match[1] === '-' ? -value : value;
}

function integerRatio(vm: VM, value: number): Value {
  if (Number.isNaN(value)) throw vm.error('ValueError', 'cannot convert NaN to integer ratio');
  if (!Number.isFinite(value)) throw vm.error('OverflowError', 'cannot convert Infinity to integer ratio');
  let { mantissa: numerator, exponent } = decompose(Math.abs(value));
  if (numerator === 0n) exponent = 0;
  while (exponent < 0 && (numerator & 1n) === 0n) {
    numerator >>= 1n;
    exponent++;
  }
  let denominator = 1n;
  if (exponent > 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  return new PyTuple([normalize(value < 0 ? -numerator : numerator), normalize(denominator)]);
}

defineType(T.float, {
  doc: 'Convert a string or number to a floating point number, if possible.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      if (args[0] === T.float || (args[0] as PyClass).lookup('__init__') === T.float.lookup('__init__'))
        noKeywords(vm, 'float', kwargs);
      checkCount(vm, 'float', args.slice(1), 0, 1);
      const [cls, value] = args as [PyClass, Value | undefined];
      if (cls === T.float && value instanceof PyFloat) return value;
      const number = value === undefined ? 0 : toFloat(vm, value);
      if (number instanceof PyUnknown) return number;
      return cls === T.float ? new PyFloat(number) : new PyBoxed(cls, new PyFloat(number));
    },
  },
  classMethods: {
    '__getformat__(cls, typestr, /)': (vm, _cls: PyClass, kind: Value) => {
      if (typeof kind !== 'string')
        throw vm.error('TypeError', `__getformat__() argument must be str, not ${typeOf(kind).typeName}`);
      if (kind !== 'double' && kind !== 'float')
        throw vm.error('ValueError', "__getformat__() argument 1 must be 'double' or 'float'");
      return 'IEEE, little-endian';
    },
    'fromhex(cls, string, /)': (vm, cls: PyClass, text: Value) => {
      const value = new PyFloat(floatFromHex(vm, vm.asStr(text) ?? ''));
      return cls === T.float ? value : vm.call(cls, [value]);
    },
  },
  methods: {
    ...comparisonMethods(),
    ...numberMethods(['add', 'sub', 'mul', 'floordiv', 'mod', 'truediv'], isReal),
    ...unaryMethods(false),
    '__pow__(self, value, mod=None, /)': (vm, base: Value, exponent: Value, mod: Value) =>
      power(vm, base, exponent, mod),
    '__rpow__(self, value, mod=None, /)': (vm, exponent: Value, base: Value, mod: Value) =>
      power(vm, base, exponent, mod),
    '__divmod__(self, value, /)': (vm, a: Value, b: Value) => divmod(vm, a, b),
    '__rdivmod__(self, value, /)': (vm, b: Value, a: Value) => divmod(vm, a, b),
    '__abs__(self, /)': (_vm, value: Value) => new PyFloat(Math.abs(self(value))),
    '__bool__(self, /)': (_vm, value: Value) => self(value) !== 0,
    '__int__(self, /)': (vm, value: Value) => truncate(vm, self(value)),
    '__trunc__(self, /)': (vm, value: Value) => truncate(vm, self(value)),
    '__floor__(self, /)': (vm, value: Value) => truncate(vm, Math.floor(self(value))),
    '__ceil__(self, /)': (vm, value: Value) => truncate(vm, Math.ceil(self(value))),
    '__float__(self, /)': (_vm, value: Value) =>
      value instanceof PyFloat ? value : new PyFloat(self(value)),
    '__round__(self, ndigits=..., /)': (vm, value: Value, ndigits: Value | undefined) =>
      roundFloat(vm, self(value), ndigits),
    '__hash__(self, /)': (_vm, value: Value) => hashFloat(self(value)),
    '__repr__(self, /)': (_vm, value: Value) => floatRepr(self(value)),
    '__format__(self, format_spec, /)': (vm, value: Value, spec: Value) => {
      const text = specOf(vm, spec);
      return text === '' ? vm.str(value) : formatFloat(vm, self(value), text, typeOf(value).typeName);
    },
    '__getnewargs__(self, /)': (_vm, value: Value) => new PyTuple([new PyFloat(self(value))]),
    'is_integer(self, /)': (_vm, value: Value) => Number.isInteger(self(value)),
    'as_integer_ratio(self, /)': (vm, value: Value) => integerRatio(vm, self(value)),
    'conjugate(self, /)': (_vm, value: Value) => new PyFloat(self(value)),
    'hex(self, /)': (_vm, value: Value) => floatHex(self(value)),
  },
  getset: {
    real: (_vm, value: Value) => new PyFloat(self(value)),
    imag: () => new PyFloat(0),
  },
});

const complexSelf = (value: Value): PyComplex => complexOf(value)!;

function toComplex(vm: VM, value: Value): PyComplex | PyUnknown {
  const complex = complexOf(value);
  if (complex !== undefined) return complex;
  const text = vm.asStr(value);
  if (text !== undefined) return parseComplex(vm, text);
  const special = vm.callSpecial(value, '__complex__', []);
  if (special instanceof PyComplex || special instanceof PyUnknown) return special;
  const cls = typeOf(value);
  if (!isReal(value) && cls.lookup('__float__') === undefined && cls.lookup('__index__') === undefined)
    throw vm.error(
      'TypeError',
      `complex() first argument must be a string or a number, not '${cls.typeName}'`,
    );
  const float = toFloat(vm, value);
  return float instanceof PyUnknown ? float : new PyComplex(float, 0);
}

function parseComplex(vm: VM, text: string): PyComplex {
  let rest = text.trim();
  if (rest.startsWith('(') && rest.endsWith(')')) rest = rest.slice(1, -1).trim();
  const number =
    '[+-]?(?:\\d[\\d_]*\\.?[\\d_]*(?:e[+-]?\\d+)?|\\.\\d[\\d_]*(?:e[+-]?\\d+)?|inf(?:inity)?|nan)';
  const match = new RegExp(`^(${number})?(?:([+-]|${number.replace('[+-]?', '[+-]')})?j)?$`, 'i').exec(rest);
  const pure = new RegExp(`^(${number}|[+-]?)j$`, 'i').exec(rest);
  const imagOf = (part: string): number => (/\d|n/i.test(part) ? parseFloatText(part)! : Number(part + '1'));
  if (rest !== '' && pure !== null) return new PyComplex(0, imagOf(pure[1]!));
  if (rest !== '' && match !== null && match[1] !== undefined)
    return new PyComplex(parseFloatText(match[1])!, match[2] === undefined ? 0 : imagOf(match[2]));
  throw vm.error('ValueError', 'complex() arg is a malformed string');
}

const anyNumber = (value: Value): boolean => isReal(value) || complexOf(value) !== undefined;

defineType(T.complex, {
  doc: 'Create a complex number from a real part and an optional imaginary part.',
  staticMethods: {
    '__new__(cls, real=..., imag=...)': (
      vm,
      cls: PyClass,
      real: Value | undefined,
      imag: Value | undefined,
    ) => {
      if (real instanceof PyUnknown || imag instanceof PyUnknown)
        return unknownOf((real instanceof PyUnknown ? real : imag) as PyUnknown, T.complex);
      if (imag !== undefined && real !== undefined && vm.asStr(real) !== undefined)
        throw vm.error('TypeError', "complex() can't take second arg if first is a string");
      const a = real === undefined ? new PyComplex(0, 0) : toComplex(vm, real);
      const b = imag === undefined ? new PyComplex(0, 0) : toComplex(vm, imag);
      if (a instanceof PyUnknown) return a;
      if (b instanceof PyUnknown) return b;
      const value =
        imag === undefined
          ? a
          : new PyComplex(
              complexOf(imag) === undefined ? a.real : a.real - b.imag,
              real !== undefined && complexOf(real) !== undefined ? a.imag + b.real : b.real,
            );
      return cls === T.complex ? value : new PyBoxed(cls, value);
    },
  },
  methods: {
    '__getnewargs__(self, /)': (_vm, self: Value) => {
      const { real, imag } = complexOf(self)!;
      return new PyTuple([new PyFloat(real), new PyFloat(imag)]);
    },
    ...comparisonMethods(),
    ...numberMethods(['add', 'sub', 'mul', 'truediv'], anyNumber),
    ...unaryMethods(false),
    '__pow__(self, value, mod=None, /)': (vm, a: Value, b: Value) =>
      anyNumber(b) ? numberOperation(vm, Binary.Power, a, b) : NotImplemented,
    '__rpow__(self, value, mod=None, /)': (vm, a: Value, b: Value) =>
      anyNumber(b) ? numberOperation(vm, Binary.Power, b, a) : NotImplemented,
    '__abs__(self, /)': (_vm, value: Value) =>
      new PyFloat(Math.hypot(complexSelf(value).real, complexSelf(value).imag)),
    '__bool__(self, /)': (_vm, value: Value) =>
      complexSelf(value).real !== 0 || complexSelf(value).imag !== 0,
    '__complex__(self, /)': (_vm, value: Value) => complexSelf(value),
    '__hash__(self, /)': (vm, value: Value) => builtinHash(vm, value),
    '__repr__(self, /)': (_vm, value: Value) => complexRepr(complexSelf(value)),
    '__format__(self, format_spec, /)': (vm, value: Value, spec: Value) => {
      const text = specOf(vm, spec);
      return text === ''
        ? vm.str(value)
        : formatComplex(vm, complexSelf(value), text, typeOf(value).typeName);
    },
    'conjugate(self, /)': (_vm, value: Value) =>
      new PyComplex(complexSelf(value).real, -complexSelf(value).imag),
  },
  getset: {
    real: (_vm, value: Value) => new PyFloat(complexSelf(value).real),
    imag: (_vm, value: Value) => new PyFloat(complexSelf(value).imag),
  },
});
