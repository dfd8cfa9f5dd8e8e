/** `str % values` and `bytes % values`. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyBytes, PyDict, PyFloat, PyTuple, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';
import { floatDigits } from './format_spec.js';
import { toFloat } from './float.js';
import { floatOf, intOf, intText, type Int } from './numbers.js';
import { UNKNOWN_TEXT } from './representation.js';
import { tryIndex } from './sequence.js';
import { codesOf, subtext, textLength } from './text.js';
import { bytesIn, toInt, truncate } from './int.js';

const PATTERN = /%(?:\(((?:[^()]|\([^()]*\))*)\))?([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+)?)?[hlL]?([^])?/gu;

type Convert = typeof convert;

/** `format % values`; raises TypeError, ValueError, KeyError in CPython's words. */
export function percentFormat(vm: VM, format: string, values: Value): string {
  return fill(vm, format, values, 'string', 'diouxXeEfFgGcrsa', convert);
}

/** The same for bytes: the format and the result have a character for each byte. */
export function percentFormatBytes(vm: VM, format: string, values: Value): string {
  return fill(vm, format, values, 'bytes', 'diouxXeEfFgGcrsab', convertBytes);
}

function fill(
  vm: VM,
  format: string,
  values: Value,
  kind: 'string' | 'bytes',
  types: string,
  convert: Convert,
): string {
  const args = values instanceof PyTuple ? values.items : [values];
  let used = 0;
  let mapped = false;
  const isMapping =
    !(values instanceof PyTuple) &&
    vm.asStr(values) === undefined &&
    (kind === 'string' || bytesIn(values) === undefined) &&
    (values instanceof PyDict || typeOf(values).lookup('__getitem__') !== undefined);
  const next = (): Value => {
    // Once a key was used, the value that it named was the last argument.
    if (mapped || used >= args.length) throw vm.error('TypeError', 'not enough arguments for format string');
    return args[used++]!;
  };
  const number = (): number => {
    const value = next();
    const int = intOf(value);
    if (int === undefined) throw vm.error('TypeError', '* wants int');
    return Number(int);
  };
  const result = format.replace(
    PATTERN,
    (
      match: string,
      key: string | undefined,
      flagText: string,
      widthText: string | undefined,
      precisionText: string | undefined,
      type: string | undefined,
      offset: number,
    ) => {
      if (match === '%%') return '%';
      let value: Value | undefined;
      if (key !== undefined) {
        if (!isMapping) throw vm.error('TypeError', 'format requires a mapping');
        value = vm.getItem(values, kind === 'string' ? key : new PyBytes(toBytes(key)));
        mapped = true;
      }
      let flags = flagText;
      let width = widthText === undefined ? 0 : widthText === '*' ? number() : Number(widthText);
      if (width < 0) {
        flags += '-';
        width = -width;
      }
      const hasPoint = /\.(?:\*|\d*)[hlL]?[^]?$/u.test(match.slice(key === undefined ? 1 : key.length + 3));
      const precision =
        precisionText === '*'
          ? Math.max(0, number())
          : precisionText !== undefined
            ? Number(precisionText)
            : hasPoint
              ? 0
              : undefined;
      if (type === undefined) throw vm.error('ValueError', 'incomplete format');
      if (value === undefined) value = next();
      if (!types.includes(type)) {
        const code = type.codePointAt(0)!;
        throw vm.error(
          'ValueError',
          `unsupported format character '${code > 31 && code < 127 ? type : '?'}' (0x${code.toString(16)}) at index ${textLength(format.slice(0, offset + match.length - type.length))}`,
        );
      }
      return pad(convert(vm, value, type, flags, precision), width, flags, !'sracb'.includes(type));
    },
  );
  if (used < args.length && !mapped && !isMapping)
    throw vm.error('TypeError', `not all arguments converted during ${kind} formatting`);
  return result;
}

interface Converted {
  sign: string;
  prefix: string;
  body: string;
}

function convert(
  vm: VM,
  value: Value,
  type: string,
  flags: string,
  precision: number | undefined,
  inBytes = false,
): Converted {
  if (value instanceof PyUnknown) return { sign: '', prefix: '', body: UNKNOWN_TEXT };
  switch (type) {
    case 's':
    case 'r':
    case 'a': {
      const text = type === 's' ? vm.str(value) : type === 'r' ? vm.repr(value) : vm.ascii(value);
      return { sign: '', prefix: '', body: precision === undefined ? text : subtext(text, 0, precision) };
    }
    case 'c': {
      const text = vm.asStr(value);
      if (text !== undefined && textLength(text) === 1) return { sign: '', prefix: '', body: text };
      const code = text === undefined ? tryIndex(vm, value) : undefined;
      if (code === undefined) throw vm.error('TypeError', '%c requires int or char');
      if (code < 0 || code > 0x10ffff) throw vm.error('OverflowError', '%c arg not in range(0x110000)');
      return { sign: '', prefix: '', body: String.fromCodePoint(Number(code)) };
    }
    case 'd':
    case 'i':
    case 'u':
      return integer(vm, decimal(vm, value, type), 10, '', flags, precision);
    case 'o':
    case 'x':
    case 'X': {
      const int = tryIndex(vm, value);
      if (int === undefined)
        throw vm.error('TypeError', `%${type} format: an integer is required, not ${typeOf(value).typeName}`);
      const converted = integer(
        vm,
        int,
        type === 'o' ? 8 : 16,
        flags.includes('#') ? '0' + type : '',
        flags,
        precision,
      );
      return type === 'X' ? { ...converted, body: converted.body.toUpperCase() } : converted;
    }
    default: {
      const float = floatOf(value) ?? realFloat(vm, value, inBytes);
      if (float instanceof PyUnknown) return { sign: '', prefix: '', body: UNKNOWN_TEXT };
      const negative = float < 0 || Object.is(float, -0);
      return {
        sign: signOf(negative, flags),
        prefix: '',
        body: floatDigits(float, type, precision ?? 6, flags.includes('#')),
      };
    }
  }
}

function convertBytes(
  vm: VM,
  value: Value,
  type: string,
  flags: string,
  precision: number | undefined,
): Converted {
  const plain = (text: string): Converted => ({
    sign: '',
    prefix: '',
    body: precision === undefined ? text : text.slice(0, precision),
  });
  if (value instanceof PyUnknown) return plain(UNKNOWN_TEXT);
  switch (type) {
    case 'b':
    case 's': {
      let data = bytesIn(value);
      if (data === undefined && typeOf(value).lookup('__bytes__') !== undefined)
        data = bytesIn(vm.callSpecial(value, '__bytes__', []));
      if (data === undefined)
        throw vm.error(
          'TypeError',
          `%b requires a bytes-like object, or an object that implements __bytes__, not '${typeOf(value).typeName}'`,
        );
      return plain(codesOf(data));
    }
    case 'r':
    case 'a':
      return plain(vm.ascii(value));
    case 'c': {
      const data = bytesIn(value);
      if (data?.length === 1) return plain(codesOf(data));
      const code = data === undefined ? tryIndex(vm, value) : undefined;
      if (code === undefined)
        throw vm.error('TypeError', '%c requires an integer in range(256) or a single byte');
      if (code < 0 || code > 255) throw vm.error('OverflowError', '%c arg not in range(256)');
      return plain(String.fromCharCode(Number(code)));
    }
    default:
      return convert(vm, value, type, flags, precision, true);
  }
}

const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

function realFloat(vm: VM, value: Value, inBytes: boolean): number | PyUnknown {
  const cls = typeOf(value);
  if (
    intOf(value) === undefined &&
    cls.lookup('__float__') === undefined &&
    cls.lookup('__index__') === undefined
  )
    throw vm.error(
      'TypeError',
      inBytes ? `float argument required, not ${cls.typeName}` : `must be real number, not ${cls.typeName}`,
    );
  return toFloat(vm, value);
}

function decimal(vm: VM, value: Value, type: string): Int {
  const int = intOf(value);
  if (int !== undefined) return int;
  if (value instanceof PyFloat) return truncate(vm, value.value);
  for (const name of ['__int__', '__index__']) {
    const result = vm.callSpecial(value, name, []);
    const number = intOf(result);
    if (number !== undefined) return number;
  }
  // A number by `__float__` alone that is a text: CPython reads the text.
  if (typeOf(value).lookup('__float__') !== undefined && (vm.asStr(value) ?? bytesIn(value)) !== undefined) {
    const int = toInt(vm, value);
    if (!(int instanceof PyUnknown)) return int;
  }
  throw vm.error('TypeError', `%${type} format: a real number is required, not ${typeOf(value).typeName}`);
}

function signOf(negative: boolean, flags: string): string {
  return negative ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
}

function integer(
  vm: VM,
  value: Int,
  radix: number,
  prefix: string,
  flags: string,
  precision: number | undefined,
): Converted {
  const absolute = value < 0 ? -value : value;
  const digits = radix === 10 ? intText(vm, absolute) : absolute.toString(radix);
  return { sign: signOf(value < 0, flags), prefix, body: digits.padStart(precision ?? 0, '0') };
}

function pad({ sign, prefix, body }: Converted, width: number, flags: string, numeric: boolean): string {
  const missing = width - textLength(sign + prefix + body);
  if (missing <= 0) return sign + prefix + body;
  if (flags.includes('-')) return sign + prefix + body + ' '.repeat(missing);
  if (flags.includes('0') && numeric) return sign + prefix + '0'.repeat(missing) + body;
  return ' '.repeat(missing) + sign + prefix + body;
}
