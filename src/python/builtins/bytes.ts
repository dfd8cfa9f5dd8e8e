/** bytes and bytearray. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeImplementation } from '../native.js';
import { PyBoxed, PyByteArray, PyBytes, PyList, PySlice, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import { PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { bytesLike, decodeBytes, encodeText } from './codecs.js';
import { bytesIterator } from './iteration.js';

import {
  absorb,
  builtinContains,
  builtinGetItem,
  builtinHash,
  concatenate,
  findBytes,
  repeatSequence,
} from './operators.js';
import { percentFormatBytes } from './percent_format.js';
import { position, searchBounds, sliceBounds, slicedItems, tryIndex } from './sequence.js';
import { comparisonMethods, expectText, setLayout } from './shared.js';
import { fastItems } from './subscription.js';
import { bytesRepr, codesOf } from './text.js';
import { MAX_BYTES } from '../failures.js';

setLayout(T.bytes, (cls) => new PyBoxed(cls, new PyBytes(new Uint8Array())));
setLayout(T.bytearray, () => new PyByteArray(new Uint8Array()));

type Bytes = PyBytes | PyByteArray;

/** The bytes-like object itself, where `self` is an instance of a subclass of bytes. */
const plain = (self: Value): Bytes => (self instanceof PyBoxed ? (self.value as PyBytes) : (self as Bytes));
const make = (like: Bytes, data: Uint8Array): Value =>
  like instanceof PyBytes ? new PyBytes(data) : new PyByteArray(data);
const toBytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** The data that a constructor's arguments mean: text with an encoding, a size, bytes, or ints. */
function construct(
  vm: VM,
  name: string,
  source: Value | undefined,
  encoding: Value | undefined,
  errors: Value | undefined,
): Uint8Array {
  if (source === undefined) return new Uint8Array();
  const text = vm.asStr(source);
  if (text !== undefined) {
    if (encoding === undefined) throw vm.error('TypeError', 'string argument without an encoding');
    return encodeText(
      vm,
      text,
      expectText(vm, encoding, `${name}() argument 'encoding'`),
      errors === undefined ? 'strict' : expectText(vm, errors, `${name}() argument 'errors'`),
    );
  }
  if (encoding !== undefined) {
    expectText(vm, encoding, `${name}() argument 'encoding'`);
    throw vm.error('TypeError', 'encoding without a string argument');
  }
  if (source instanceof PyBytes || source instanceof PyByteArray) return source.data.slice();
  const special = vm.callSpecial(source, '__bytes__');
  if (special instanceof PyBytes) return special.data.slice();
  const size = tryIndex(vm, source);
  if (size !== undefined) {
    if (size < 0) throw vm.error('ValueError', 'negative count');
    if (size > MAX_BYTES) throw vm.error('MemoryError');
    return new Uint8Array(Number(size));
  }
  if (typeOf(source).lookup('__iter__') === undefined && typeOf(source).lookup('__getitem__') === undefined)
    throw vm.error('TypeError', `cannot convert '${typeOf(source).typeName}' object to ${name}`);
  const items = vm.collect(source, name === 'bytes');
  return Uint8Array.from(items, (item) => byteOf(vm, item, name === 'bytes' ? 'bytes' : 'byte'));
}

function byteOf(vm: VM, item: Value, what: string): number {
  const value = vm.indexBig(item);
  if (value < 0 || value > 255) throw vm.error('ValueError', `${what} must be in range(0, 256)`);
  return Number(value);
}

/** A part to search for: bytes, or an int. */
function part(vm: VM, value: Value): Uint8Array {
  const int = tryIndex(vm, value);
  if (int === undefined) {
    const bytes = plain(value);
    if (
      !(bytes instanceof PyBytes || bytes instanceof PyByteArray) &&
      typeOf(value).lookup('__buffer__') === undefined &&
      typeOf(value).typeName !== 'memoryview'
    )
      throw vm.error(
        'TypeError',
        `argument should be integer or bytes-like object, not '${typeOf(value).typeName}'`,
      );
    return bytesLike(vm, bytes);
  }
  if (int < 0 || int > 255) throw vm.error('ValueError', 'byte must be in range(0, 256)');
  return Uint8Array.of(Number(int));
}

/** A str method applied to the bytes as Latin-1 text, whose ASCII rules are those of bytes. */
function asText(ascii: (text: string) => string): NativeImplementation {
  return (_vm, self: Value) => make(plain(self), toBytes(ascii(codesOf(plain(self).data))));
}

const upper = (text: string): string => text.replace(/[a-z]/g, (c) => c.toUpperCase());
const lower = (text: string): string => text.replace(/[A-Z]/g, (c) => c.toLowerCase());

function find(
  vm: VM,
  self: Value,
  value: Value,
  start: Value | undefined,
  stop: Value | undefined,
  last: boolean,
): number {
  const { data } = plain(self);
  const piece = part(vm, value);
  const [from, to] = searchBounds(vm, start, stop, data.length);
  if (!last) return findBytes(data, piece, from, to);
  for (let i = to - piece.length; i >= from; i--)
    if (findBytes(data, piece, i, i + piece.length) === i) return i;
  return -1;
}

function strip(vm: VM, self: Value, chars: Value, left: boolean, right: boolean): Value {
  const bytes = plain(self);
  const { data } = bytes;
  const set = new Set(chars === null ? [9, 10, 11, 12, 13, 32] : bytesLike(vm, plain(chars)));
  let start = 0;
  let end = data.length;
  if (left) while (start < end && set.has(data[start]!)) start++;
  if (right) while (end > start && set.has(data[end - 1]!)) end--;
  return make(bytes, data.slice(start, end));
}

function split(vm: VM, self: Value, sep: Value, maxsplit: Value, fromRight = false): Value {
  const bytes = plain(self);
  let text = codesOf(bytes.data);
  const given = vm.index(maxsplit);
  const limit = given < 0 ? Infinity : given;
  const mirror = (part: string): string => (fromRight ? part.split('').reverse().join('') : part);
  text = mirror(text);
  let parts: string[];
  if (sep === null) {
    parts = [];
    const pattern = /[^\t-\r ]+/g;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      if (parts.length === limit) {
        parts.push(text.slice(match.index));
        break;
      }
      parts.push(match[0]);
    }
  } else {
    const separator = mirror(codesOf(bytesLike(vm, plain(sep))));
    if (separator === '') throw vm.error('ValueError', 'empty separator');
    parts = text.split(separator);
    if (parts.length - 1 > limit) parts = [...parts.slice(0, limit), parts.slice(limit).join(separator)];
  }
  if (fromRight) parts = parts.map(mirror).reverse();
  return new PyList(parts.map((piece) => make(bytes, toBytes(piece))));
}

function partition(vm: VM, self: Value, sep: Value, last: boolean): Value {
  const bytes = plain(self);
  const { data } = bytes;
  const piece = bytesLike(vm, plain(sep));
  if (piece.length === 0) throw vm.error('ValueError', 'empty separator');
  const at = find(vm, self, sep, undefined, undefined, last);
  const none = new Uint8Array();
  const parts =
    at >= 0
      ? [data.slice(0, at), piece, data.slice(at + piece.length)]
      : last
        ? [none, none, data]
        : [data, none, none];
  return new PyTuple(parts.map((part) => make(bytes, part)));
}

function affix(
  vm: VM,
  self: Value,
  value: Value,
  start: Value | undefined,
  end: Value | undefined,
  name: 'startswith' | 'endswith',
): boolean {
  const whole = codesOf(plain(self).data);
  const [from, to] = searchBounds(vm, start, end, whole.length);
  if (from > to) return false;
  const text = whole.slice(from, to);
  const pieces = value instanceof PyTuple ? value.items : [value];
  return pieces.some((piece) => {
    const bytes = plain(piece);
    if (!(bytes instanceof PyBytes || bytes instanceof PyByteArray))
      throw vm.error(
        'TypeError',
        `${name} first arg must be bytes or a tuple of bytes, not ${typeOf(piece).typeName}`,
      );
    return text[name === 'startswith' ? 'startsWith' : 'endsWith'](codesOf(bytes.data));
  });
}

const matches =
  (pattern: RegExp): NativeImplementation =>
  (_vm, self: Value) =>
    pattern.test(codesOf(plain(self).data));

function methods(): Record<string, NativeImplementation> {
  return {
    ...comparisonMethods(),
    '__len__(self, /)': (_vm, self: Value) => plain(self).data.length,
    '__iter__(self, /)': (_vm, self: Value) => bytesIterator(plain(self)),
    '__contains__(self, key, /)': (vm, self: Value, key: Value) => builtinContains(vm, plain(self), key),
    '__getitem__(self, key, /)': (vm, self: Value, key: Value) => builtinGetItem(vm, plain(self), key),
    '__add__(self, value, /)': (vm, self: Value, value: Value) => concatenate(vm, plain(self), value),
    '__mul__(self, value, /)': (vm, self: Value, value: Value) => repeatSequence(vm, plain(self), value),
    '__rmul__(self, value, /)': (vm, self: Value, value: Value) => repeatSequence(vm, plain(self), value),
    '__mod__(self, value, /)': (vm, self: Value, value: Value) => {
      const bytes = plain(self);
      return make(bytes, toBytes(percentFormatBytes(vm, codesOf(bytes.data), value)));
    },
    'capitalize(self, /)': asText((text) => upper(text.slice(0, 1)) + lower(text.slice(1))),
    'lower(self, /)': asText(lower),
    'upper(self, /)': asText(upper),
    'swapcase(self, /)': asText((text) =>
      text.replace(/[a-zA-Z]/g, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())),
    ),
    'title(self, /)': asText((text) =>
      lower(text).replace(/[a-z]+/g, (word) => upper(word[0]!) + word.slice(1)),
    ),
    'isalnum(self, /)': matches(/^[0-9A-Za-z]+$/),
    'isalpha(self, /)': matches(/^[A-Za-z]+$/),
    'isascii(self, /)': matches(/^[\0-\x7f]*$/),
    'isdigit(self, /)': matches(/^[0-9]+$/),
    'islower(self, /)': matches(/^[^A-Z]*[a-z][^A-Z]*$/),
    'isupper(self, /)': matches(/^[^a-z]*[A-Z][^a-z]*$/),
    'isspace(self, /)': matches(/^[\t-\r ]+$/),
    'count(self, sub, start=..., end=..., /)': (vm, self: Value, sub: Value, start, end) => {
      const { data } = plain(self);
      const piece = part(vm, sub);
      const [from, to] = searchBounds(vm, start as Value, end as Value, data.length);
      if (piece.length === 0) return Math.max(0, to - from + 1);
      let count = 0;
      for (
        let at = findBytes(data, piece, from, to);
        at >= 0;
        at = findBytes(data, piece, at + piece.length, to)
      )
        count++;
      return count;
    },
    'find(self, sub, start=..., end=..., /)': (vm, self: Value, sub: Value, start, end) =>
      find(vm, self, sub, start as Value, end as Value, false),
    'rfind(self, sub, start=..., end=..., /)': (vm, self: Value, sub: Value, start, end) =>
      find(vm, self, sub, start as Value, end as Value, true),
    'index(self, sub, start=..., end=..., /)': (vm, self: Value, sub: Value, start, end) =>
      found(vm, find(vm, self, sub, start as Value, end as Value, false)),
    'rindex(self, sub, start=..., end=..., /)': (vm, self: Value, sub: Value, start, end) =>
      found(vm, find(vm, self, sub, start as Value, end as Value, true)),
    'startswith(self, prefix, start=..., end=..., /)': (vm, self: Value, prefix: Value, start, end) =>
      affix(vm, self, prefix, start as Value, end as Value, 'startswith'),
    'endswith(self, suffix, start=..., end=..., /)': (vm, self: Value, suffix: Value, start, end) =>
      affix(vm, self, suffix, start as Value, end as Value, 'endswith'),
    'removeprefix(self, prefix, /)': (vm, self: Value, prefix: Value) => {
      const piece = bytesLike(vm, plain(prefix));
      const { data } = plain(self);
      return make(
        plain(self),
        findBytes(data, piece, 0, piece.length) === 0 && piece.length <= data.length
          ? data.slice(piece.length)
          : data.slice(),
      );
    },
    'removesuffix(self, suffix, /)': (vm, self: Value, suffix: Value) => {
      const piece = bytesLike(vm, plain(suffix));
      const { data } = plain(self);
      const at = data.length - piece.length;
      return make(
        plain(self),
        piece.length > 0 && at >= 0 && findBytes(data, piece, at) === at ? data.slice(0, at) : data.slice(),
      );
    },
    'strip(self, bytes=None, /)': (vm, self: Value, chars: Value) => strip(vm, self, chars, true, true),
    'lstrip(self, bytes=None, /)': (vm, self: Value, chars: Value) => strip(vm, self, chars, true, false),
    'rstrip(self, bytes=None, /)': (vm, self: Value, chars: Value) => strip(vm, self, chars, false, true),
    'split(self, sep=None, maxsplit=-1)': (vm, self: Value, sep: Value, maxsplit: Value) =>
      split(vm, self, sep, maxsplit),
    'splitlines(self, keepends=False)': (vm, self: Value, keepEnds: Value) => {
      const lines = codesOf(plain(self).data).match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
      return new PyList(
        lines.map((line) =>
          make(plain(self), toBytes(vm.index(keepEnds) !== 0 ? line : line.replace(/[\r\n]+$/, ''))),
        ),
      );
    },
    'partition(self, sep, /)': (vm, self: Value, sep: Value) => partition(vm, self, sep, false),
    'rpartition(self, sep, /)': (vm, self: Value, sep: Value) => partition(vm, self, sep, true),
    'rsplit(self, sep=None, maxsplit=-1)': (vm, self: Value, sep: Value, maxsplit: Value) =>
      split(vm, self, sep, maxsplit, true),
    'expandtabs(self, tabsize=8)': (vm, self: Value, size: Value) => {
      let column = 0;
      const width = vm.index(size);
      const text = codesOf(plain(self).data).replace(/[^]/g, (c) => {
        const shown = c === '\t' ? ' '.repeat(width > 0 ? width - (column % width) : 0) : c;
        column = c === '\n' || c === '\r' ? 0 : column + shown.length;
        return shown;
      });
      return make(plain(self), toBytes(text));
    },
    'istitle(self, /)': matches(/^(?=.*[A-Za-z])[^A-Za-z]*(?:[A-Z][a-z]*(?:[^A-Za-z]+|$))*$/s),
    'replace(self, old, new, count=-1, /)': (vm, self: Value, old: Value, fresh: Value, count: Value) => {
      const parts = codesOf(plain(self).data).split(codesOf(bytesLike(vm, plain(old))));
      const given = vm.index(count);
      const most = given < 0 ? parts.length : given;
      const [from, to] = [codesOf(bytesLike(vm, plain(old))), codesOf(bytesLike(vm, plain(fresh)))];
      let text = parts[0]!;
      for (let i = 1; i < parts.length; i++) text += (i <= most ? to : from) + parts[i]!;
      return make(plain(self), toBytes(text));
    },
    'join(self, iterable, /)': (vm, self: Value, iterable: Value) => {
      const separator = codesOf(plain(self).data);
      const parts = fastItems(vm, iterable, 'can only join an iterable').map((item, i) => {
        const bytes = plain(item);
        if (bytes instanceof PyBytes || bytes instanceof PyByteArray) return codesOf(bytes.data);
        throw vm.error(
          'TypeError',
          `sequence item ${i}: expected a bytes-like object, ${typeOf(item).typeName} found`,
        );
      });
      return make(plain(self), toBytes(parts.join(separator)));
    },
    'center(self, width, fillchar=..., /)': justify('center'),
    'ljust(self, width, fillchar=..., /)': justify('left'),
    'rjust(self, width, fillchar=..., /)': justify('right'),
    'zfill(self, width, /)': (vm, self: Value, width: Value) => {
      const text = codesOf(plain(self).data);
      const sign = /^[+-]/.test(text) ? text[0]! : '';
      return make(
        plain(self),
        toBytes(sign + text.slice(sign.length).padStart(vm.index(width) - sign.length, '0')),
      );
    },
    'translate(self, table, /, delete=...)': (vm, self: Value, table: Value, remove: Value | undefined) => {
      const gone = new Set(remove === undefined ? [] : bytesLike(vm, plain(remove)));
      const map = table === null ? undefined : bytesLike(vm, plain(table));
      return make(
        plain(self),
        plain(self)
          .data.filter((byte) => !gone.has(byte))
          .map((byte) => map?.[byte] ?? byte),
      );
    },
    'decode(self, encoding="utf-8", errors="strict")': (vm, self: Value, encoding: Value, errors: Value) =>
      decodeBytes(
        vm,
        plain(self).data,
        expectText(vm, encoding, "decode() argument 'encoding'"),
        expectText(vm, errors, "decode() argument 'errors'"),
      ),
    'hex(self, sep=..., bytes_per_sep=1)': (vm, self: Value, sep: Value | undefined, size: Value) => {
      const pairs = Array.from(plain(self).data, (byte) => byte.toString(16).padStart(2, '0'));
      const separator = sep === undefined ? '' : (vm.asStr(sep) ?? codesOf(bytesLike(vm, plain(sep))));
      if (separator === '') return pairs.join('');
      const group = vm.index(size);
      const groups: string[] = [];
      if (group > 0)
        for (let end = pairs.length; end > 0; end -= group)
          groups.unshift(pairs.slice(Math.max(0, end - group), end).join(''));
      else for (let at = 0; at < pairs.length; at -= group) groups.push(pairs.slice(at, at - group).join(''));
      return groups.join(separator);
    },
  };
}

function found(vm: VM, index: number): number {
  if (index < 0) throw vm.error('ValueError', 'subsection not found');
  return index;
}

function justify(side: 'left' | 'right' | 'center'): NativeImplementation {
  return (vm, self: Value, width: Value, fill: Value | undefined) => {
    const text = codesOf(plain(self).data);
    const size = vm.index(width);
    const given = fill === undefined ? undefined : plain(fill);
    if (
      given !== undefined &&
      !((given instanceof PyBytes || given instanceof PyByteArray) && given.data.length === 1)
    )
      throw vm.error(
        'TypeError',
        `${side === 'center' ? 'center' : side === 'left' ? 'ljust' : 'rjust'}() argument 2 must be a byte string of length 1, not ${typeOf(fill!).typeName}`,
      );
    const filler = given === undefined ? ' ' : codesOf(given.data);
    const missing = Math.max(0, size - text.length);
    const left =
      side === 'left' ? 0 : side === 'right' ? missing : Math.floor(missing / 2) + (missing & size & 1);
    return make(plain(self), toBytes(filler.repeat(left) + text + filler.repeat(missing - left)));
  };
}

const fromHex: NativeImplementation = (vm, cls: PyClass, text: Value) => {
  const digits = expectText(vm, text, 'fromhex() argument').replace(/\s+/g, '');
  const bad = digits.search(/[^0-9a-f]/i);
  if (bad >= 0 || digits.length % 2 === 1)
    throw vm.error(
      'ValueError',
      `non-hexadecimal number found in fromhex() arg at position ${bad >= 0 ? bad : digits.length}`,
    );
  const data = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return cls === T.bytearray ? new PyByteArray(data) : new PyBytes(data);
};

const makeTrans: NativeImplementation = (vm, from: Value, to: Value) => {
  const [a, b] = [bytesLike(vm, from), bytesLike(vm, to)];
  if (a.length !== b.length) throw vm.error('ValueError', 'maketrans arguments must have same length');
  const table = Uint8Array.from({ length: 256 }, (_, i) => i);
  a.forEach((byte, i) => (table[byte] = b[i]!));
  return new PyBytes(table);
};

defineType(T.bytes, {
  doc: 'bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\nbytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer',
  staticMethods: {
    '__new__(cls, source=..., encoding=..., errors=...)': (
      vm,
      cls: PyClass,
      source: Value | undefined,
      encoding: Value | undefined,
      errors: Value | undefined,
    ) => {
      if (source instanceof PyUnknown) return source instanceof PyPartialBytes ? source : absorb(source);
      const value = new PyBytes(construct(vm, 'bytes', source, encoding, errors));
      return cls === T.bytes ? value : new PyBoxed(cls, value);
    },
    'maketrans(frm, to, /)': makeTrans,
  },
  classMethods: { 'fromhex(cls, string, /)': fromHex },
  methods: {
    ...methods(),
    '__repr__(self, /)': (_vm, self: Value) => bytesRepr(plain(self).data),
    '__hash__(self, /)': (vm, self: Value) => builtinHash(vm, plain(self)),
    '__bytes__(self, /)': (_vm, self: Value) => plain(self),
    '__getnewargs__(self, /)': (_vm, self: Value) => new PyTuple([plain(self)]),
  },
});

function setByte(vm: VM, self: PyByteArray, key: Value, value: Value): void {
  if (key instanceof PySlice) {
    const items = Array.from(self.data);
    const bounds = sliceBounds(vm, key, items.length);
    const fresh = Array.from(construct(vm, 'bytearray', value, undefined, undefined));
    // Of the same length it is written where views of it look.
    if (fresh.length === bounds.count) {
      fresh.forEach((byte, i) => (self.data[bounds.start + i * bounds.step] = byte));
      return;
    }
    if (bounds.step === 1) items.splice(bounds.start, Math.max(0, bounds.stop - bounds.start), ...fresh);
    else {
      if (fresh.length !== bounds.count)
        throw vm.error(
          'ValueError',
          `attempt to assign bytes of size ${fresh.length} to extended slice of size ${bounds.count}`,
        );
      fresh.forEach((byte, i) => (items[bounds.start + i * bounds.step] = byte));
    }
    self.data = Uint8Array.from(items);
    return;
  }
  self.data[position(vm, key, self.data.length, 'bytearray')] = byteOf(vm, value, 'byte');
}

function append(self: PyByteArray, bytes: Uint8Array): void {
  const data = new Uint8Array(self.data.length + bytes.length);
  data.set(self.data);
  data.set(bytes, self.data.length);
  self.data = data;
}

/** How a bytearray is taken apart: its bytes, before protocol 3 as a text. */
function reduceBytearray(vm: VM, self: PyByteArray, protocol: number): Value {
  const { data } = self;
  const state = vm.callSpecial(self, '__getstate__') ?? null;
  const content: Value[] =
    data.length === 0 ? [] : protocol < 3 ? [codesOf(data), 'latin-1'] : [new PyBytes(data.slice())];
  return new PyTuple([self.cls, new PyTuple(content), state]);
}

defineType(T.bytearray, {
  doc: 'bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray',
  staticMethods: {
    '__new__(cls, source=..., encoding=..., errors=...)': (
      vm,
      _cls: PyClass,
      source: Value | undefined,
      encoding: Value | undefined,
      errors: Value | undefined,
    ) =>
      source instanceof PyUnknown
        ? source instanceof PyPartialBytes
          ? source
          : absorb(source)
        : new PyByteArray(construct(vm, 'bytearray', source, encoding, errors)),
    'maketrans(frm, to, /)': makeTrans,
  },
  classMethods: { 'fromhex(cls, string, /)': fromHex },
  methods: {
    '__reduce__(self, /)': (vm, self: PyByteArray) => reduceBytearray(vm, self, 2),
    '__reduce_ex__(self, protocol=0, /)': (vm, self: PyByteArray, protocol: Value) =>
      reduceBytearray(vm, self, vm.index(protocol)),
    ...methods(),
    '__init__(...)': () => null,
    '__repr__(self, /)': (_vm, self: PyByteArray) => `bytearray(${bytesRepr(self.data)})`,
    '__setitem__(self, key, value, /)': (vm, self: PyByteArray, key: Value, value: Value) => {
      setByte(vm, self, key, value);
      return null;
    },
    '__delitem__(self, key, /)': (vm, self: PyByteArray, key: Value) => {
      const items = Array.from(self.data);
      if (key instanceof PySlice) {
        const gone = new Set(
          slicedItems(
            items.map((_, i) => i),
            sliceBounds(vm, key, items.length),
          ),
        );
        self.data = self.data.filter((_, i) => !gone.has(i));
      } else {
        items.splice(position(vm, key, items.length, 'bytearray'), 1);
        self.data = Uint8Array.from(items);
      }
      return null;
    },
    '__iadd__(self, value, /)': (vm, self: PyByteArray, value: Value) => {
      const items = plain(value);
      if (
        !(items instanceof PyBytes || items instanceof PyByteArray) &&
        vm.findAttr(items, 'tobytes') === undefined
      )
        throw vm.error('TypeError', `can't concat ${typeOf(value).typeName} to bytearray`);
      append(self, bytesLike(vm, items));
      return self;
    },
    'append(self, item, /)': (vm, self: PyByteArray, item: Value) => {
      append(self, Uint8Array.of(byteOf(vm, item, 'byte')));
      return null;
    },
    'extend(self, iterable, /)': (vm, self: PyByteArray, iterable: Value) => {
      if (vm.asStr(iterable) !== undefined)
        throw vm.error('TypeError', "'str' object cannot be interpreted as an integer");
      if (
        typeOf(iterable).lookup('__iter__') === undefined &&
        typeOf(iterable).lookup('__getitem__') === undefined
      )
        throw vm.error('TypeError', `can't extend bytearray with ${typeOf(iterable).typeName}`);
      append(self, construct(vm, 'bytearray', iterable, undefined, undefined));
      return null;
    },
    'remove(self, value, /)': (vm, self: PyByteArray, value: Value) => {
      const at = self.data.indexOf(byteOf(vm, value, 'byte'));
      if (at < 0) throw vm.error('ValueError', 'value not found in bytearray');
      self.data = Uint8Array.from(self.data.filter((_, i) => i !== at));
      return null;
    },
    'insert(self, index, item, /)': (vm, self: PyByteArray, index: Value, item: Value) => {
      const items = Array.from(self.data);
      items.splice(vm.index(index), 0, byteOf(vm, item, 'byte'));
      self.data = Uint8Array.from(items);
      return null;
    },
    'pop(self, index=-1, /)': (vm, self: PyByteArray, index: Value) => {
      if (self.data.length === 0) throw vm.error('IndexError', 'pop from empty bytearray');
      const items = Array.from(self.data);
      const [byte] = items.splice(
        position(vm, index, items.length, 'bytearray', 'pop index out of range'),
        1,
      );
      self.data = Uint8Array.from(items);
      return byte!;
    },
    'clear(self, /)': (_vm, self: PyByteArray) => {
      self.data = new Uint8Array();
      return null;
    },
    'copy(self, /)': (_vm, self: PyByteArray) => new PyByteArray(self.data.slice()),
    'reverse(self, /)': (_vm, self: PyByteArray) => {
      self.data.reverse();
      return null;
    },
  },
  constants: { __hash__: null },
});
