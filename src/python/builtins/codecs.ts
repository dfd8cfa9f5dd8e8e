/** Text to bytes and back: the encodings that programs use for their files. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyBytes, type PyByteArray } from '../objects.js';
import type { VM } from '../vm.js';
import { MAX_ITEMS, TooLargeError } from '../failures.js';

type Codec =
  | 'utf-8'
  | 'utf-8-sig'
  | 'ascii'
  | 'latin-1'
  | 'utf-16'
  | 'utf-16-le'
  | 'utf-16-be'
  | 'utf-32'
  | 'utf-32-le'
  | 'utf-32-be';

const ALIASES: Record<string, Codec> = {
  utf8: 'utf-8',
  u8: 'utf-8',
  utf: 'utf-8',
  utf8sig: 'utf-8-sig',
  ascii: 'ascii',
  usascii: 'ascii',
  '646': 'ascii',
  latin1: 'latin-1',
  iso88591: 'latin-1',
  latin: 'latin-1',
  l1: 'latin-1',
  '8859': 'latin-1',
  cp819: 'latin-1',
  utf16: 'utf-16',
  utf16le: 'utf-16-le',
  utf16be: 'utf-16-be',
  utf32: 'utf-32',
  utf32le: 'utf-32-le',
  utf32be: 'utf-32-be',
};

const codecOf = (name: string): Codec | undefined => ALIASES[name.toLowerCase().replace(/[-_ ]/g, '')];

/** What the module `codecs` makes of a value by an encoding that is not built in. Raises LookupError. */
function byModule(
  vm: VM,
  name: '_encoded' | '_decoded',
  value: Value,
  encoding: string,
  errors: string,
): Value {
  return vm.call(vm.getAttr(vm.importer.importModule('codecs'), name), [value, encoding, errors]);
}

function handlerUnknown(vm: VM, errors: string): never {
  throw vm.error('LookupError', `unknown error handler name '${errors}'`);
}

function utf8Of(code: number): number[] {
  if (code < 0x80) return [code];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
}

/** `str.encode(encoding, errors)`. Raises UnicodeEncodeError, LookupError. */
export function encodeText(vm: VM, text: string, encoding = 'utf-8', errors = 'strict'): Uint8Array {
  const codec = codecOf(encoding);
  if (codec === undefined)
    return (byModule(vm, '_encoded', text, encoding, errors) as PyBytes | PyByteArray).data;
  if (codec === 'utf-8' && !LONE_SURROGATE.test(text)) return new TextEncoder().encode(text);
  const bytes: number[] =
    codec === 'utf-8-sig'
      ? [0xef, 0xbb, 0xbf]
      : codec === 'utf-16'
        ? [0xff, 0xfe]
        : codec === 'utf-32'
          ? [0xff, 0xfe, 0, 0]
          : [];
  const limit = codec === 'ascii' ? 0x80 : codec === 'latin-1' ? 0x100 : 0x110000;
  let position = 0;
  const put = (code: number): void => {
    if (codec === 'ascii' || codec === 'latin-1') bytes.push(code);
    else if (codec.startsWith('utf-8')) bytes.push(...utf8Of(code));
    else {
      const big = codec.endsWith('be');
      const units = codec.startsWith('utf-32')
        ? [code]
        : code < 0x10000
          ? [code]
          : [0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff)];
      const size = codec.startsWith('utf-32') ? 4 : 2;
      for (const unit of units) {
        const part = Array.from({ length: size }, (_, i) => (unit >>> (8 * i)) & 255);
        bytes.push(...(big ? part.reverse() : part));
      }
    }
  };
  for (const c of text) {
    const code = c.codePointAt(0)!;
    const surrogate = code >= 0xd800 && code < 0xe000;
    if (code < limit && !surrogate) put(code);
    else if (surrogate && errors === 'surrogateescape' && code >= 0xdc80 && code <= 0xdcff)
      bytes.push(code - 0xdc00);
    else if (surrogate && errors === 'surrogatepass') put(code);
    else {
      switch (errors) {
        case 'strict':
        case 'surrogateescape':
        case 'surrogatepass': {
          const reason = limit === 0x110000 ? 'surrogates not allowed' : `ordinal not in range(${limit})`;
          const rest = Array.from(text).slice(position);
          const good = rest.findIndex((other) => {
            const otherCode = other.codePointAt(0)!;
            return limit === 0x110000 ? otherCode < 0xd800 || otherCode > 0xdfff : otherCode < limit;
          });
          throw vm.error(
            'UnicodeEncodeError',
            codec,
            text,
            position,
            position + (good < 0 ? rest.length : good),
            reason,
          );
        }
        case 'ignore':
          break;
        case 'replace':
          put(63);
          break;
        case 'backslashreplace':
          for (const e of code < 0x100
            ? `\\x${hex(code, 2)}`
            : code < 0x10000
              ? `\\u${hex(code, 4)}`
              : `\\U${hex(code, 8)}`)
            put(e.charCodeAt(0));
          break;
        case 'xmlcharrefreplace':
          for (const e of `&#${code};`) put(e.charCodeAt(0));
          break;
        default:
          handlerUnknown(vm, errors);
      }
    }
    position++;
    if (bytes.length > MAX_ITEMS) throw new TooLargeError();
  }
  return Uint8Array.from(bytes);
}

function hex(code: number, size: number): string {
  return code.toString(16).padStart(size, '0');
}

const LONE_SURROGATE = /\p{Cs}/u;

/** `bytes.decode(encoding, errors)`. Raises UnicodeDecodeError, LookupError. */
export function decodeBytes(vm: VM, data: Uint8Array, encoding = 'utf-8', errors = 'strict'): string {
  const codec = codecOf(encoding);
  // As in CPython, nothing is decoded without a look at the encoding.
  if (data.length === 0) return '';
  if (codec === undefined)
    return vm.asStr(byModule(vm, '_decoded', new PyBytes(data), encoding, errors)) ?? '';
  if (data.length > MAX_ITEMS) throw new TooLargeError();
  const parts: string[] = [];
  const fail = (start: number, end: number, reason: string): void => {
    switch (errors) {
      case 'strict':
        throw vm.error(
          'UnicodeDecodeError',
          codec === 'utf-8-sig' ? 'utf-8' : codec,
          new PyBytes(data),
          start,
          end,
          reason,
        );
      case 'ignore':
        return;
      case 'replace':
        parts.push('\ufffd');
        return;
      case 'backslashreplace':
        for (let i = start; i < end; i++) parts.push(`\\x${hex(data[i]!, 2)}`);
        return;
      case 'surrogateescape':
        for (let i = start; i < end; i++) parts.push(String.fromCharCode(0xdc00 + data[i]!));
        return;
      case 'surrogatepass':
        throw vm.error(
          'UnicodeDecodeError',
          codec === 'utf-8-sig' ? 'utf-8' : codec,
          new PyBytes(data),
          start,
          end,
          reason,
        );
      default:
        handlerUnknown(vm, errors);
    }
  };
  if (codec === 'ascii' || codec === 'latin-1') {
    for (let i = 0; i < data.length; i++) {
      if (codec === 'ascii' && data[i]! >= 0x80) fail(i, i + 1, 'ordinal not in range(128)');
      else parts.push(String.fromCharCode(data[i]!));
    }
    return parts.join('');
  }
  if (codec.startsWith('utf-16') || codec.startsWith('utf-32')) return decodeWide(data, codec, parts, fail);
  let i = codec === 'utf-8-sig' && data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0;
  while (i < data.length) {
    const first = data[i]!;
    if (first < 0x80) {
      parts.push(String.fromCharCode(first));
      i++;
      continue;
    }
    const size =
      first >= 0xc2 && first < 0xe0
        ? 2
        : first >= 0xe0 && first < 0xf0
          ? 3
          : first >= 0xf0 && first < 0xf5
            ? 4
            : 0;
    if (size === 0) {
      fail(i, i + 1, 'invalid start byte');
      i++;
      continue;
    }
    let code = first & (0xff >> (size + 1));
    let good = 1;
    for (; good < size && i + good < data.length; good++) {
      const next = data[i + good]!;
      const least = good === 1 && first === 0xe0 ? 0xa0 : good === 1 && first === 0xf0 ? 0x90 : 0x80;
      const most =
        good === 1 && first === 0xed && errors !== 'surrogatepass'
          ? 0x9f
          : good === 1 && first === 0xf4
            ? 0x8f
            : 0xbf;
      if (next < least || next > most) break;
      code = (code << 6) | (next & 63);
    }
    if (good < size) {
      fail(i, i + good, i + good >= data.length ? 'unexpected end of data' : 'invalid continuation byte');
      i += good;
    } else {
      parts.push(String.fromCodePoint(code));
      i += size;
    }
  }
  return parts.join('');
}

function decodeWide(
  data: Uint8Array,
  codec: Codec,
  parts: string[],
  fail: (start: number, end: number, reason: string) => void,
): string {
  const size = codec.startsWith('utf-32') ? 4 : 2;
  let big = codec.endsWith('be');
  let i = 0;
  if (codec === 'utf-16' || codec === 'utf-32') {
    const bigMark = size === 2 ? data[0] === 0xfe && data[1] === 0xff : data[2] === 0xfe && data[3] === 0xff;
    const littleMark = data[0] === 0xff && data[1] === 0xfe;
    big = bigMark;
    if (bigMark || littleMark) i = size;
  }
  for (; i + size <= data.length; i += size) {
    let unit = 0;
    for (let j = 0; j < size; j++) unit += data[big ? i + size - 1 - j : i + j]! * 2 ** (8 * j);
    parts.push(size === 2 ? String.fromCharCode(unit) : String.fromCodePoint(Math.min(unit, 0x10ffff)));
  }
  if (i < data.length) fail(i, data.length, 'truncated data');
  return parts.join('');
}

/** The bytes of a bytes-like value. */
export function bytesLike(vm: VM, value: Value): Uint8Array {
  if (value instanceof PyBytes) return value.data;
  const data = (value as { data?: unknown } | null)?.data;
  if (data instanceof Uint8Array) return data;
  throw vm.error('TypeError', `a bytes-like object is required, not '${typeOf(value).typeName}'`);
}
