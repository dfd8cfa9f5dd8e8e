/** The modules `_digest`, `binascii` and `_struct`: bytes as digests, text and numbers. */
import { exceptions } from '../builtins/exceptions.js';
import { intOf, normalize } from '../builtins/numbers.js';
import { nativeClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyByteArray, PyBytes, PyFloat, PyTuple, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { adler32, crc32, md5, sha1, sha224, sha256, sha384, sha512 } from './hashing.js';
import { bytesArgument, realArgument } from './support.js';

const DIGESTS: Record<string, (data: Uint8Array) => Uint8Array> = {
  md5,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
};

export function digestModule(_vm: VM): PyModule {
  return nativeModule('_digest', {
    // The digest of bytes by an algorithm's name.
    'digest(name, data, /)': (vm, name: string, data: Value) =>
      new PyBytes(DIGESTS[name]!(bytesArgument(vm, data))),
  });
}

const ascii = (vm: VM, value: Value): Uint8Array => {
  const text = vm.asStr(value);
  return text === undefined ? bytesArgument(vm, value) : Uint8Array.from(text, (c) => c.charCodeAt(0));
};
const toText = (data: Uint8Array): string => Array.from(data, (byte) => String.fromCharCode(byte)).join('');
const fromText = (text: string): PyBytes => new PyBytes(Uint8Array.from(text, (c) => c.charCodeAt(0)));
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function encodeBase64(data: Uint8Array): string {
  let text = '';
  for (let i = 0; i < data.length; i += 3) {
    const word = (data[i]! << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
    text += BASE64[word >> 18]! + BASE64[(word >> 12) & 63]!;
    text += i + 1 < data.length ? BASE64[(word >> 6) & 63]! : '=';
    text += i + 2 < data.length ? BASE64[word & 63]! : '=';
  }
  return text;
}

export function binasciiModule(_vm: VM): PyModule {
  const failure = nativeClass({ name: 'Error', bases: [exceptions['ValueError']!], module: 'binascii' });
  const error = (vm: VM, message: string) =>
    vm.raise(vm.call(failure, [message]) as Parameters<VM['raise']>[0]);
  const hexlify = (vm: VM, data: Value, sep: Value | undefined): Value => {
    const digits = Array.from(bytesArgument(vm, data), (byte) => byte.toString(16).padStart(2, '0'));
    return fromText(digits.join(sep === undefined ? '' : toText(ascii(vm, sep))));
  };
  const unhexlify = (vm: VM, hexstr: Value): Value => {
    const text = toText(ascii(vm, hexstr));
    if (text.length % 2 === 1) throw error(vm, 'Odd-length string');
    if (!/^[0-9a-fA-F]*$/.test(text)) throw error(vm, 'Non-hexadecimal digit found');
    return new PyBytes(Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)));
  };
  const module = nativeModule('binascii', {
    'hexlify(data, sep=..., bytes_per_sep=1)': hexlify,
    'b2a_hex(data, sep=..., bytes_per_sep=1)': hexlify,
    'unhexlify(hexstr, /)': unhexlify,
    'a2b_hex(hexstr, /)': unhexlify,
    'b2a_base64(data, /, *, newline=True)': (vm, data: Value, newline: Value) =>
      fromText(encodeBase64(bytesArgument(vm, data)) + (vm.truth(newline) ? '\n' : '')),
    'a2b_base64(data, /, *, strict_mode=False)': (vm, data: Value) => {
      const clean = toText(ascii(vm, data)).replace(/[^A-Za-z0-9+/=]/g, '');
      const body = clean.replace(/=+$/, '').replace(/=.*$/, '');
      if (body.length % 4 === 1)
        throw error(
          vm,
          `Invalid base64-encoded string: number of data characters (${body.length}) cannot be 1 more than a multiple of 4`,
        );
      if ((body.length + (clean.length - body.length)) % 4 !== 0) throw error(vm, 'Incorrect padding');
      const bytes: number[] = [];
      let word = 0;
      let bits = 0;
      for (const char of body) {
        word = ((word << 6) | BASE64.indexOf(char)) & 0xffffff;
        bits += 6;
        if (bits >= 8) {
          bits -= 8;
          bytes.push((word >> bits) & 0xff);
        }
      }
      return new PyBytes(Uint8Array.from(bytes));
    },
    'crc32(data, crc=0, /)': (vm, data: Value, crc: Value) =>
      crc32(bytesArgument(vm, data), Number(vm.indexBig(crc))),
    'adler32(data, value=1, /)': (vm, data: Value, value: Value) =>
      adler32(bytesArgument(vm, data), Number(vm.indexBig(value))),
  });
  module.dict.setStr('Error', failure);
  module.dict.setStr('Incomplete', _vm.exceptionClass('ValueError'));
  return module;
}

// ---- struct ----

/** One item of a format: its letter, how often, its size and where it begins. */
interface Item {
  letter: string;
  count: number;
  size: number;
  offset: number;
}

interface Format {
  items: Item[];
  size: number;
  little: boolean;
}

const SIZES: Record<string, number> = {
  x: 1,
  c: 1,
  b: 1,
  B: 1,
  '?': 1,
  h: 2,
  H: 2,
  i: 4,
  I: 4,
  l: 4,
  L: 4,
  q: 8,
  Q: 8,
  e: 2,
  f: 4,
  d: 8,
  s: 1,
  p: 1,
};
const NATIVE_SIZES: Record<string, number> = { ...SIZES, l: 8, L: 8, n: 8, N: 8, P: 8 };
const BOUNDS: Record<string, [string, bigint, bigint]> = {
  b: ['byte', -128n, 127n],
  B: ['ubyte', 0n, 255n],
  h: ['short', -32768n, 32767n],
  H: ['ushort', 0n, 65535n],
};

function parseFormat(vm: VM, error: Value, value: Value): Format {
  const text = vm.asStr(value) ?? toText(bytesArgument(vm, value));
  const mark = '@=<>!'.includes(text[0] ?? '\0') ? text[0]! : '@';
  const native = mark === '@';
  const sizes = native ? NATIVE_SIZES : SIZES;
  const items: Item[] = [];
  let offset = 0;
  const pattern = /\s*(\d*)([^\s\d])/gy;
  pattern.lastIndex = '@=<>!'.includes(text[0] ?? '\0') ? 1 : 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const letter = match[2]!;
    const size = sizes[letter];
    if (size === undefined) throw structError(vm, error, 'bad char in struct format');
    if (native && letter !== 's' && letter !== 'p') offset = Math.ceil(offset / size) * size;
    const count = match[1] === '' ? 1 : Number(match[1]);
    items.push({ letter, count, size, offset });
    offset += count * size;
  }
  return { items, size: offset, little: mark !== '>' && mark !== '!' };
}

const structError = (vm: VM, error: Value, message: string) =>
  vm.raise(vm.call(error, [message]) as Parameters<VM['raise']>[0]);

function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  return exponent === 31
    ? fraction
      ? NaN
      : sign * Infinity
    : sign * 2 ** (exponent - 25) * (1024 + fraction);
}

function numberToHalf(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const size = Math.abs(value);
  if (size >= 65520) return sign | 0x7c00;
  const exponent = size < 2 ** -14 ? -14 : Math.floor(Math.log2(size));
  const scaled = size / 2 ** (exponent - 10);
  let rounded = Math.floor(scaled);
  const rest = scaled - rounded;
  if (rest > 0.5 || (rest === 0.5 && rounded % 2 === 1)) rounded++;
  return sign | (size < 2 ** -14 ? rounded : ((exponent + 14) << 10) + rounded);
}

function packInto(
  vm: VM,
  error: Value,
  format: Format,
  values: Value[],
  target: Uint8Array,
  base: number,
): void {
  const view = new DataView(target.buffer, target.byteOffset);
  const needed = format.items.reduce(
    (sum, item) =>
      sum + (item.letter === 'x' ? 0 : item.letter === 's' || item.letter === 'p' ? 1 : item.count),
    0,
  );
  if (values.length !== needed)
    throw structError(vm, error, `pack expected ${needed} items for packing (got ${values.length})`);
  let next = 0;
  for (const { letter, count, size, offset } of format.items) {
    if (letter === 'x') continue;
    if (letter === 's' || letter === 'p') {
      const data = values[next++]!;
      if (!(data instanceof PyBytes || data instanceof PyByteArray))
        throw structError(vm, error, `argument for '${letter}' must be a bytes object`);
      if (letter === 's') target.set(data.data.slice(0, count), base + offset);
      else if (count > 0) {
        // A length in one byte, then as many of the bytes as there is room for.
        const text = data.data.slice(0, count - 1);
        target[base + offset] = Math.min(text.length, 255);
        target.set(text, base + offset + 1);
      }
      continue;
    }
    for (let i = 0; i < count; i++) {
      const value = values[next++]!;
      const at = base + offset + i * size;
      if (letter === 'c') {
        if (!(value instanceof PyBytes) || value.data.length !== 1)
          throw structError(vm, error, 'char format requires a bytes object of length 1');
        target[at] = value.data[0]!;
      } else if (letter === '?') target[at] = vm.truth(value) ? 1 : 0;
      else if (letter === 'f' || letter === 'd' || letter === 'e') {
        if (typeof value === 'string' || value === null)
          throw structError(vm, error, 'required argument is not a float');
        const number = Number(realArgument(vm, value));
        if (letter === 'd') view.setFloat64(at, number, format.little);
        else if (letter === 'f') view.setFloat32(at, number, format.little);
        else view.setUint16(at, numberToHalf(number), format.little);
      } else {
        const int = intOf(value);
        if (int === undefined) throw structError(vm, error, 'required argument is not an integer');
        const big = BigInt(int);
        const signed = letter === letter.toLowerCase() && letter !== 'p';
        const bits = BigInt(size * 8);
        const low = signed ? -(1n << (bits - 1n)) : 0n;
        const high = signed ? (1n << (bits - 1n)) - 1n : (1n << bits) - 1n;
        if (big < low || big > high) {
          const named = BOUNDS[letter];
          const beyond =
            big < -(1n << 63n) || big >= 1n << 64n || size === 8 || (!signed && size > 2 && big < 0n);
          if (beyond) throw structError(vm, error, 'argument out of range');
          throw structError(
            vm,
            error,
            named === undefined
              ? `'${letter}' format requires ${low} <= number <= ${high}`
              : `${named[0]} format requires ${named[1]} <= number <= ${named[2]}`,
          );
        }
        const bytes = BigInt.asUintN(size * 8, big);
        for (let k = 0; k < size; k++)
          target[at + (format.little ? k : size - 1 - k)] = Number((bytes >> BigInt(8 * k)) & 0xffn);
      }
    }
  }
}

function unpackFrom(format: Format, data: Uint8Array, base: number): Value[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values: Value[] = [];
  for (const { letter, count, size, offset } of format.items) {
    if (letter === 'x') continue;
    if (letter === 's' || letter === 'p') {
      const start = base + offset;
      if (letter === 's') values.push(new PyBytes(data.slice(start, start + count)));
      else {
        const length = count === 0 ? 0 : Math.min(data[start]!, count - 1);
        values.push(new PyBytes(data.slice(start + 1, start + 1 + length)));
      }
      continue;
    }
    for (let i = 0; i < count; i++) {
      const at = base + offset + i * size;
      if (letter === 'c') values.push(new PyBytes(data.slice(at, at + 1)));
      else if (letter === '?') values.push(data[at] !== 0);
      else if (letter === 'd') values.push(new PyFloat(view.getFloat64(at, format.little)));
      else if (letter === 'f') values.push(new PyFloat(view.getFloat32(at, format.little)));
      else if (letter === 'e') values.push(new PyFloat(halfToNumber(view.getUint16(at, format.little))));
      else {
        let big = 0n;
        for (let k = 0; k < size; k++)
          big |= BigInt(data[at + (format.little ? k : size - 1 - k)]!) << BigInt(8 * k);
        values.push(normalize(letter === letter.toLowerCase() ? BigInt.asIntN(size * 8, big) : big));
      }
    }
  }
  return values;
}

export function structModule(_vm: VM): PyModule {
  return nativeModule('_struct', {
    'calcsize(error, format, /)': (vm, error: Value, format: Value) => parseFormat(vm, error, format).size,
    'pack(error, format, values, /)': (vm, error: Value, format: Value, values: Value) => {
      const parsed = parseFormat(vm, error, format);
      const target = new Uint8Array(parsed.size);
      packInto(vm, error, parsed, vm.collect(values), target, 0);
      return new PyBytes(target);
    },
    'unpack(error, format, buffer, offset, exact, /)': (
      vm,
      error: Value,
      format: Value,
      buffer: Value,
      offset: number,
      exact: boolean,
    ) => {
      const parsed = parseFormat(vm, error, format);
      const data = bytesArgument(vm, buffer);
      if (exact ? data.length !== parsed.size : data.length - offset < parsed.size)
        throw structError(
          vm,
          error,
          exact
            ? `unpack requires a buffer of ${parsed.size} bytes`
            : `unpack_from requires a buffer of at least ${offset + parsed.size} bytes for unpacking ${parsed.size} bytes at offset ${offset} (actual buffer size is ${data.length})`,
        );
      return new PyTuple(unpackFrom(parsed, data, offset));
    },
    'pack_into(error, format, buffer, offset, values, /)': (
      vm,
      error: Value,
      format: Value,
      buffer: Value,
      offset: number,
      values: Value,
    ) => {
      if (!(buffer instanceof PyByteArray))
        throw vm.error(
          'TypeError',
          `argument must be read-write bytes-like object, not ${typeOf(buffer).typeName}`,
        );
      packInto(vm, error, parseFormat(vm, error, format), vm.collect(values), buffer.data, offset);
    },
  });
}
