/** str. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeImplementation } from '../native.js';
import {
  NotImplemented,
  PyBoxed,
  PyByteArray,
  PyBytes,
  PyDict,
  PyList,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { bytesLike, decodeBytes, encodeText } from './codecs.js';
import { formatText, specOf } from './format_spec.js';
import { intOf } from './numbers.js';
import {
  absorb,
  builtinContains,
  builtinGetItem,
  concatenate,
  hashText,
  fastItems,
  repeatSequence,
} from './operators.js';
import { textIterator } from './iteration.js';
import { percentFormat } from './percent_format.js';
import { searchBounds } from './sequence.js';
import { comparisonMethods, expectText, setLayout } from './shared.js';
import { formatTemplate } from './str_format.js';
import {
  characters,
  characterIndex,
  isIdentifier,
  isPrintable,
  isSpace,
  isWide,
  subtext,
  textLength,
  textRepr,
} from './text.js';

setLayout(T.str, (cls) => new PyBoxed(cls, ''));

type TextMethod = {
  bivarianceHack(vm: VM, text: string, ...args: (Value | undefined)[]): Value | undefined;
}['bivarianceHack'];

/** Methods that get the text itself; an unknown argument makes the result unknown. */
function textMethods(methods: Record<string, TextMethod>): Record<string, NativeImplementation> {
  return Object.fromEntries(
    Object.entries(methods).map(([signature, method]) => [
      signature,
      (vm: VM, self: Value, ...args: (Value | undefined)[]) => {
        for (const arg of args) if (arg instanceof PyUnknown) return absorb(arg);
        const text = vm.asStr(self);
        if (text === undefined) {
          const name = signature.slice(0, signature.indexOf('('));
          throw vm.error(
            'TypeError',
            `descriptor '${name}' for 'str' objects doesn't apply to a '${typeOf(self).typeName}' object`,
          );
        }
        return method(vm, text, ...args);
      },
    ]),
  );
}

/** `find` and its kin over `text[start:stop]`; -1 where the part isn't there. Indices are in characters. */
function search(
  vm: VM,
  text: string,
  part: Value,
  start: Value | undefined,
  stop: Value | undefined,
  last: boolean,
): number {
  const needle = expectText(vm, part, '');
  if ((start === undefined || start === null) && (stop === undefined || stop === null)) {
    const at = last ? text.lastIndexOf(needle) : text.indexOf(needle);
    return at < 0 ? -1 : characterIndex(text, at);
  }
  const length = textLength(text);
  const [from, to] = searchBounds(vm, start, stop, length);
  if (from > to) return -1;
  const window = subtext(text, from, to);
  const at = last ? window.lastIndexOf(needle) : window.indexOf(needle);
  return at < 0 ? -1 : from + characterIndex(window, at);
}

function found(vm: VM, index: number): number {
  if (index < 0) throw vm.error('ValueError', 'substring not found');
  return index;
}

function startsOrEnds(
  vm: VM,
  text: string,
  what: Value,
  start: Value | undefined,
  stop: Value | undefined,
  name: 'startswith' | 'endswith',
): boolean {
  if (start === undefined && stop === undefined && typeof what === 'string')
    return name === 'startswith' ? text.startsWith(what) : text.endsWith(what);
  const length = textLength(text);
  const [from, to] = searchBounds(vm, start, stop, length);
  if (from > to) return false;
  const window = from === 0 && to === length ? text : subtext(text, from, to);
  const test = (part: Value): boolean => {
    const piece = vm.asStr(part);
    if (piece === undefined) {
      throw what instanceof PyTuple
        ? vm.error('TypeError', `tuple for ${name} must only contain str, not ${typeOf(part).typeName}`)
        : vm.error(
            'TypeError',
            `${name} first arg must be str or a tuple of str, not ${typeOf(part).typeName}`,
          );
    }
    return name === 'startswith' ? window.startsWith(piece) : window.endsWith(piece);
  };
  return what instanceof PyTuple ? what.items.some(test) : test(what);
}

function strip(
  vm: VM,
  text: string,
  chars: Value | undefined,
  side: 'both' | 'left' | 'right',
  name: string,
): string {
  let test: (c: string) => boolean = isSpace;
  if (chars !== undefined && chars !== null) {
    const set = vm.asStr(chars);
    if (set === undefined) throw vm.error('TypeError', `${name} arg must be None or str`);
    const members = new Set(set);
    test = (c) => members.has(c);
  }
  let start = 0;
  let end = text.length;
  if (!isWide(text)) {
    if (side !== 'right') while (start < end && test(text[start]!)) start++;
    if (side !== 'left') while (end > start && test(text[end - 1]!)) end--;
    return text.slice(start, end);
  }
  const at = (index: number): string => String.fromCodePoint(text.codePointAt(index)!);
  const before = (index: number): string =>
    (/[\ud800-\udbff][\udc00-\udfff]$/.exec(text.slice(Math.max(0, index - 2), index)) ??
      text[index - 1]!)[0]!;
  if (side !== 'right') while (start < end && test(at(start))) start += at(start).length;
  if (side !== 'left') while (end > start && test(before(end))) end -= before(end).length;
  return text.slice(start, end);
}

function splitSpace(text: string, limit: number): string[] {
  const parts: string[] = [];
  let i = 0;
  while (i < text.length) {
    while (i < text.length && isSpace(text[i]!)) i++;
    if (i >= text.length) break;
    if (parts.length === limit) {
      parts.push(text.slice(i));
      break;
    }
    let end = i;
    while (end < text.length && !isSpace(text[end]!)) end++;
    parts.push(text.slice(i, end));
    i = end;
  }
  return parts;
}

function rsplitSpace(text: string, limit: number): string[] {
  const parts: string[] = [];
  let end = text.length;
  while (end > 0) {
    while (end > 0 && isSpace(text[end - 1]!)) end--;
    if (end === 0) break;
    if (parts.length === limit) {
      parts.push(text.slice(0, end));
      break;
    }
    let start = end;
    while (start > 0 && !isSpace(text[start - 1]!)) start--;
    parts.push(text.slice(start, end));
    end = start;
  }
  return parts.reverse();
}

function split(vm: VM, text: string, sep: Value, maxsplit: Value, fromRight: boolean): PyList {
  const given = vm.index(maxsplit);
  const limit = given < 0 ? Infinity : given;
  if (sep === null) return new PyList(fromRight ? rsplitSpace(text, limit) : splitSpace(text, limit));
  const separator = vm.asStr(sep);
  if (separator === undefined)
    throw vm.error('TypeError', `must be str or None, not ${typeOf(sep).typeName}`);
  if (separator === '') throw vm.error('ValueError', 'empty separator');
  const parts = text.split(separator);
  if (parts.length - 1 <= limit) return new PyList(parts);
  return fromRight
    ? new PyList([parts.slice(0, parts.length - limit).join(separator), ...parts.slice(parts.length - limit)])
    : new PyList([...parts.slice(0, limit), parts.slice(limit).join(separator)]);
}

/** `join`. A part that is unknown makes the result unknown. */
function join(vm: VM, separator: string, iterable: Value): Value {
  const items = fastItems(vm, iterable, 'can only join an iterable');
  const parts: string[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (item instanceof PyUnknown) return absorb(item);
    const text = vm.asStr(item);
    if (text === undefined)
      throw vm.error(
        'TypeError',
        `sequence item ${i}: expected str instance, ${typeOf(item).typeName} found`,
      );
    parts.push(text);
  }
  return parts.join(separator);
}

function justify(vm: VM, text: string, width: Value, fill: Value, side: 'left' | 'right' | 'center'): string {
  const size = vm.index(width);
  const filler = vm.asStr(fill);
  if (filler === undefined)
    throw vm.error(
      'TypeError',
      `The fill character must be a unicode character, not ${typeOf(fill).typeName}`,
    );
  if (textLength(filler) !== 1)
    throw vm.error('TypeError', 'The fill character must be exactly one character long');
  const missing = size - textLength(text);
  if (missing <= 0) return text;
  if (side === 'left') return text + filler.repeat(missing);
  if (side === 'right') return filler.repeat(missing) + text;
  const left = Math.floor(missing / 2) + (missing & size & 1);
  return filler.repeat(left) + text + filler.repeat(missing - left);
}

const isCased = (c: string): boolean => /\p{Lu}|\p{Ll}|\p{Lt}/u.test(c);
const every = (text: string, pattern: RegExp): boolean =>
  text !== '' && Array.from(text).every((c) => pattern.test(c));

function title(text: string): string {
  let previousCased = false;
  let result = '';
  for (const c of text) {
    result += previousCased ? c.toLowerCase() : c === 'ß' ? 'Ss' : upperFirst(c);
    previousCased = isCased(c);
  }
  return result;
}

function upperFirst(c: string): string {
  const upper = c.toUpperCase();
  return upper.length > c.length ? upper[0]! + upper.slice(1).toLowerCase() : upper;
}

function isTitle(text: string): boolean {
  let previousCased = false;
  let any = false;
  for (const c of text) {
    if (/\p{Lu}|\p{Lt}/u.test(c)) {
      if (previousCased) return false;
      previousCased = any = true;
    } else if (/\p{Ll}/u.test(c)) {
      if (!previousCased) return false;
      previousCased = any = true;
    } else previousCased = false;
  }
  return any;
}

function splitLines(text: string, keepEnds: boolean): string[] {
  const lines: string[] = [];
  // eslint-disable-next-line no-control-regex -- Python's separators
  const pattern = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
  let start = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    lines.push(text.slice(start, keepEnds ? pattern.lastIndex : match.index));
    start = pattern.lastIndex;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

function expandTabs(text: string, size: number): string {
  let column = 0;
  let result = '';
  for (const c of text) {
    if (c === '\t') {
      const spaces = size > 0 ? size - (column % size) : 0;
      result += ' '.repeat(spaces);
      column += spaces;
    } else {
      result += c;
      column = c === '\n' || c === '\r' ? 0 : column + 1;
    }
  }
  return result;
}

function replace(vm: VM, text: string, old: Value, fresh: Value, count: Value): string {
  const from = expectText(vm, old, 'replace() argument 1');
  const to = expectText(vm, fresh, 'replace() argument 2');
  const limit = vm.index(count);
  if (limit < 0 && from !== '') return text.replaceAll(from, () => to);
  const most = limit < 0 ? Infinity : limit;
  if (from === '') {
    const chars = characters(text);
    let result = '';
    chars.forEach((c, i) => (result += (i < most ? to : '') + c));
    return chars.length < most ? result + to : result;
  }
  const parts = text.split(from);
  if (parts.length - 1 <= most) return parts.join(to);
  return parts.slice(0, most + 1).join(to) + from + parts.slice(most + 1).join(from);
}

function count(vm: VM, text: string, part: Value, start: Value | undefined, stop: Value | undefined): number {
  const needle = expectText(vm, part, '');
  const [from, to] = searchBounds(vm, start, stop, textLength(text));
  if (from > to) return 0;
  const window = subtext(text, from, to);
  return needle === '' ? textLength(window) + 1 : window.split(needle).length - 1;
}

function partition(vm: VM, text: string, sep: Value, last: boolean): PyTuple {
  const separator = expectText(vm, sep, '');
  if (separator === '') throw vm.error('ValueError', 'empty separator');
  const at = last ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at < 0) return new PyTuple(last ? ['', '', text] : [text, '', '']);
  return new PyTuple([text.slice(0, at), separator, text.slice(at + separator.length)]);
}

function translate(vm: VM, text: string, table: Value): string {
  let result = '';
  for (const c of text) {
    let value: Value;
    try {
      value = vm.getItem(table, c.codePointAt(0)!);
    } catch (error) {
      if (!isLookupError(vm, error)) throw error;
      result += c;
      continue;
    }
    if (value === null) continue;
    const mapped = vm.asStr(value);
    const code = intOf(value);
    if (mapped !== undefined) result += mapped;
    else if (code !== undefined) result += String.fromCodePoint(Number(code));
    else throw vm.error('TypeError', 'character mapping must return integer, None or str');
  }
  return result;
}

function isLookupError(vm: VM, error: unknown): boolean {
  const exception = (error as { exception?: { cls: PyClass } }).exception;
  return exception !== undefined && exception.cls.isSubclassOf(vm.exceptionClass('LookupError'));
}

function makeTrans(vm: VM, x: Value, y: Value | undefined, z: Value | undefined): PyDict {
  const table = new PyDict();
  if (y === undefined) {
    if (!(x instanceof PyDict))
      throw vm.error('TypeError', 'if you give only one argument to maketrans it must be a dict');
    for (const [key, value] of x.entries()) {
      const text = vm.asStr(key);
      if (text === undefined) table.set(key, value);
      else if (textLength(text) === 1) table.set(text.codePointAt(0)!, value);
      else throw vm.error('ValueError', 'string keys in translate table must be of length 1');
    }
    return table;
  }
  const from = characters(expectText(vm, x, 'first maketrans argument'));
  const to = characters(expectText(vm, y, 'maketrans() argument 2'));
  if (from.length !== to.length)
    throw vm.error('ValueError', 'the first two maketrans arguments must have equal length');
  from.forEach((c, i) => table.set(c.codePointAt(0)!, to[i]!.codePointAt(0)!));
  if (z !== undefined)
    for (const c of expectText(vm, z, 'maketrans() argument 3')) table.set(c.codePointAt(0)!, null);
  return table;
}

/** `str(value)`: the value's text; unknown for an unknown value. */
function construct(
  vm: VM,
  value: Value | undefined,
  encoding: Value | undefined,
  errors: Value | undefined,
): Value {
  if (value === undefined) return '';
  if (value instanceof PyUnknown) return absorb(value);
  if (encoding === undefined && errors === undefined)
    return typeof value === 'string' ? value : vm.str(value);
  for (const [name, given] of Object.entries({ encoding, errors }))
    if (given !== undefined && vm.asStr(given) === undefined)
      throw vm.error('TypeError', `str() argument '${name}' must be str, not ${typeOf(given).typeName}`);
  if (vm.asStr(value) !== undefined) throw vm.error('TypeError', 'decoding str is not supported');
  if (!(value instanceof PyBytes || value instanceof PyByteArray))
    throw vm.error('TypeError', `decoding to str: need a bytes-like object, ${typeOf(value).typeName} found`);
  return decodeBytes(
    vm,
    bytesLike(vm, value),
    encoding === undefined ? 'utf-8' : expectText(vm, encoding, "str() argument 'encoding'"),
    errors === undefined ? 'strict' : expectText(vm, errors, "str() argument 'errors'"),
  );
}

defineType(T.str, {
  doc: "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\nCreate a new string object from the given object.",
  staticMethods: {
    '__new__(cls, object=..., encoding=..., errors=...)': (
      vm,
      cls: PyClass,
      value: Value | undefined,
      encoding: Value | undefined,
      errors: Value | undefined,
    ) => {
      const text = construct(vm, value, encoding, errors);
      return cls === T.str || typeof text !== 'string' ? text : new PyBoxed(cls, text);
    },
    'maketrans(x, y=..., z=..., /)': (vm, x: Value, y: Value | undefined, z: Value | undefined) =>
      makeTrans(vm, x, y, z),
  },
  methods: {
    ...comparisonMethods(),
    '__format__(self, format_spec, /)': (vm, value: Value, spec: Value) => {
      const text = specOf(vm, spec);
      // What a class made of it prints is what is shown.
      return text === '' && value instanceof PyBoxed
        ? vm.str(value)
        : formatText(vm, vm.asStr(value)!, text, typeOf(value).typeName);
    },
    ...textMethods({
      '__len__(self, /)': (_vm, text) => textLength(text),
      '__hash__(self, /)': (_vm, text) => hashText(text),
      '__repr__(self, /)': (_vm, text) => textRepr(text),
      '__str__(self, /)': (_vm, text) => text,
      '__iter__(self, /)': (_vm, text) => textIterator(text),
      '__add__(self, value, /)': (vm, text, value: Value) => concatenate(vm, text, value),
      '__mul__(self, value, /)': (vm, text, value: Value) => repeatSequence(vm, text, value),
      '__rmul__(self, value, /)': (vm, text, value: Value) => repeatSequence(vm, text, value),
      '__rmod__(self, value, /)': (vm, text, value: Value) => {
        const format = vm.asStr(value);
        return format === undefined ? NotImplemented : percentFormat(vm, format, text);
      },
      '__contains__(self, key, /)': (vm, text, key: Value) => builtinContains(vm, text, key),
      '__getitem__(self, key, /)': (vm, text, key: Value) => builtinGetItem(vm, text, key),
      '__getnewargs__(self, /)': (_vm, text) => new PyTuple([text]),
      '__sizeof__(self, /)': (_vm, text) => 49 + text.length,
      'capitalize(self, /)': (_vm, text) => {
        const [first = '', ...rest] = characters(text);
        return upperFirst(first) + rest.join('').toLowerCase();
      },
      'casefold(self, /)': (_vm, text) => text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ'),
      'center(self, width, fillchar=" ", /)': (vm, text, width: Value, fill: Value) =>
        justify(vm, text, width, fill, 'center'),
      'ljust(self, width, fillchar=" ", /)': (vm, text, width: Value, fill: Value) =>
        justify(vm, text, width, fill, 'left'),
      'rjust(self, width, fillchar=" ", /)': (vm, text, width: Value, fill: Value) =>
        justify(vm, text, width, fill, 'right'),
      'count(self, sub, start=..., end=..., /)': (vm, text, sub: Value, start, end) =>
        count(vm, text, sub, start, end),
      'encode(self, encoding="utf-8", errors="strict")': (vm, text, encoding: Value, errors: Value) =>
        new PyBytes(
          encodeText(
            vm,
            text,
            expectText(vm, encoding, "encode() argument 'encoding'"),
            expectText(vm, errors, "encode() argument 'errors'"),
          ),
        ),
      'startswith(self, prefix, start=..., end=..., /)': (vm, text, prefix: Value, start, end) =>
        startsOrEnds(vm, text, prefix, start, end, 'startswith'),
      'endswith(self, suffix, start=..., end=..., /)': (vm, text, suffix: Value, start, end) =>
        startsOrEnds(vm, text, suffix, start, end, 'endswith'),
      'expandtabs(self, tabsize=8)': (vm, text, size: Value) => expandTabs(text, vm.index(size)),
      'find(self, sub, start=..., end=..., /)': (vm, text, sub: Value, start, end) =>
        search(vm, text, sub, start, end, false),
      'rfind(self, sub, start=..., end=..., /)': (vm, text, sub: Value, start, end) =>
        search(vm, text, sub, start, end, true),
      'index(self, sub, start=..., end=..., /)': (vm, text, sub: Value, start, end) =>
        found(vm, search(vm, text, sub, start, end, false)),
      'rindex(self, sub, start=..., end=..., /)': (vm, text, sub: Value, start, end) =>
        found(vm, search(vm, text, sub, start, end, true)),
      'isalnum(self, /)': (_vm, text) => every(text, /[\p{L}\p{Nd}\p{Nl}\p{No}]/u),
      'isalpha(self, /)': (_vm, text) => every(text, /\p{L}/u),
      'isascii(self, /)': (_vm, text) => /^[\0-\x7f]*$/.test(text),
      'isdecimal(self, /)': (_vm, text) => every(text, /\p{Nd}/u),
      'isdigit(self, /)': (_vm, text) => every(text, /[\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐]/u),
      'isnumeric(self, /)': (_vm, text) => every(text, /[\p{Nd}\p{Nl}\p{No}一二三四五六七八九十百千万零〇]/u),
      'isidentifier(self, /)': (_vm, text) => isIdentifier(text),
      'islower(self, /)': (_vm, text) => /\p{Ll}/u.test(text) && !/\p{Lu}|\p{Lt}/u.test(text),
      'isupper(self, /)': (_vm, text) => /\p{Lu}/u.test(text) && !/\p{Ll}|\p{Lt}/u.test(text),
      'isprintable(self, /)': (_vm, text) => Array.from(text).every(isPrintable),
      'isspace(self, /)': (_vm, text) => text !== '' && Array.from(text).every(isSpace),
      'istitle(self, /)': (_vm, text) => isTitle(text),
      'join(self, iterable, /)': (vm, text, iterable: Value) => join(vm, text, iterable),
      'lower(self, /)': (_vm, text) => text.toLowerCase(),
      'upper(self, /)': (_vm, text) => text.toUpperCase(),
      'swapcase(self, /)': (_vm, text) =>
        Array.from(text, (c) => (/\p{Lu}/u.test(c) ? c.toLowerCase() : c.toUpperCase())).join(''),
      'title(self, /)': (_vm, text) => title(text),
      'strip(self, chars=None, /)': (vm, text, chars) => strip(vm, text, chars, 'both', 'strip'),
      'lstrip(self, chars=None, /)': (vm, text, chars) => strip(vm, text, chars, 'left', 'lstrip'),
      'rstrip(self, chars=None, /)': (vm, text, chars) => strip(vm, text, chars, 'right', 'rstrip'),
      'partition(self, sep, /)': (vm, text, sep: Value) => partition(vm, text, sep, false),
      'rpartition(self, sep, /)': (vm, text, sep: Value) => partition(vm, text, sep, true),
      'removeprefix(self, prefix, /)': (vm, text, prefix: Value) => {
        const part = expectText(vm, prefix, 'removeprefix() argument');
        return text.startsWith(part) ? text.slice(part.length) : text;
      },
      'removesuffix(self, suffix, /)': (vm, text, suffix: Value) => {
        const part = expectText(vm, suffix, 'removesuffix() argument');
        return part !== '' && text.endsWith(part) ? text.slice(0, -part.length) : text;
      },
      'replace(self, old, new, count=-1, /)': (vm, text, old: Value, fresh: Value, limit: Value) =>
        replace(vm, text, old, fresh, limit),
      'split(self, sep=None, maxsplit=-1)': (vm, text, sep: Value, maxsplit: Value) =>
        split(vm, text, sep, maxsplit, false),
      'rsplit(self, sep=None, maxsplit=-1)': (vm, text, sep: Value, maxsplit: Value) =>
        split(vm, text, sep, maxsplit, true),
      'splitlines(self, keepends=False)': (vm, text, keepEnds: Value) =>
        new PyList(splitLines(text, vm.index(keepEnds) !== 0)),
      'translate(self, table, /)': (vm, text, table: Value) => translate(vm, text, table),
      'zfill(self, width, /)': (vm, text, width: Value) => {
        const missing = vm.index(width) - textLength(text);
        if (missing <= 0) return text;
        const sign = /^[+-]/.test(text) ? text[0]! : '';
        return sign + '0'.repeat(missing) + text.slice(sign.length);
      },
    }),
    '__mod__(self, value, /)': (vm, self: Value, value: Value) => percentFormat(vm, vm.asStr(self)!, value),
    'format(self, /, *args, **kwargs)': (vm, self: Value, args: Value[], kwargs: Map<string, Value>) =>
      formatTemplate(vm, vm.asStr(self)!, args, (name) => {
        const value = kwargs.get(name);
        if (value === undefined) throw vm.error('KeyError', name);
        return value;
      }),
    'format_map(self, mapping, /)': (vm, self: Value, mapping: Value) =>
      formatTemplate(vm, vm.asStr(self)!, [], (name) => vm.getItem(mapping, name)),
  },
});
