/**
 * Text as Python sees it: a str is a JavaScript string, its characters are code points (a surrogate pair counts once), its
 * repr escapes what is not printable.
 */
import { MAX_ITEMS, TooLargeError } from '../failures.js';
import { heap } from '../heap.js';

const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g;
let lastChecked = '';
let lastWide = false;

/** Bytes as a text of their codes: as latin-1 reads them. */
export function codesOf(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

/** A text that was made, as it is. Throws TooLargeError where an array of its characters would be too large, raises MemoryError. */
export function madeText(text: string): string {
  if (text.length > MAX_ITEMS) throw new TooLargeError();
  heap.made(text.length);
  return text;
}

/** Whether the text has surrogates, so that its characters aren't its UTF-16 units. Remembers the last answer. */
export function isWide(text: string): boolean {
  if (text.length < 16) return /[\ud800-\udfff]/.test(text);
  if (text !== lastChecked) {
    lastWide = /[\ud800-\udfff]/.test(text);
    lastChecked = text;
  }
  return lastWide;
}

let lastMeasured = '';
let lastLength = 0;

/** `len(text)`. */
export function textLength(text: string): number {
  if (!isWide(text)) return text.length;
  if (text !== lastMeasured) {
    lastLength = text.length - (text.match(PAIRS)?.length ?? 0);
    lastMeasured = text;
  }
  return lastLength;
}

/** The characters of a text. */
export function characters(text: string): string[] {
  return isWide(text) ? Array.from(text) : text.split('');
}
/** The index in UTF-16 units of an index in characters. */
/** The index in UTF-16 units of an index in characters. */
export function unitIndex(text: string, index: number): number {
  PAIRS.lastIndex = 0;
  let unit = index;
  for (let pair = PAIRS.exec(text); pair !== null && pair.index < unit; pair = PAIRS.exec(text)) unit++;
  return unit;
}

/** The character at an index that is in range. */
export function characterAt(text: string, index: number): string {
  if (!isWide(text)) return text[index]!;
  return String.fromCodePoint(text.codePointAt(unitIndex(text, index))!);
}

/** `text[start:stop]` for 0 <= start <= stop <= length. */
export function subtext(text: string, start: number, stop: number): string {
  if (!isWide(text)) return text.slice(start, stop);
  const from = unitIndex(text, start);
  const rest = text.slice(from);
  return rest.slice(0, unitIndex(rest, stop - start));
}

/** The index in characters of an index in UTF-16 units. */
export function characterIndex(text: string, unit: number): number {
  return isWide(text) ? textLength(text.slice(0, unit)) : unit;
}

/** Compares by code points: negative, 0 or positive. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const wide = isWide(a) || isWide(b);
  if (!wide) return a < b ? -1 : 1;
  const x = characters(a);
  const y = characters(b);
  for (let i = 0; i < x.length && i < y.length; i++)
    if (x[i] !== y[i]) return x[i]!.codePointAt(0)! - y[i]!.codePointAt(0)!;
  return x.length - y.length;
}

const NOT_PRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;

export function isPrintable(character: string): boolean {
  return character === ' ' || !NOT_PRINTABLE.test(character);
}

function escape(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x100) return '\\x' + code.toString(16).padStart(2, '0');
  return code < 0x10000
    ? '\\u' + code.toString(16).padStart(4, '0')
    : '\\U' + code.toString(16).padStart(8, '0');
}

const QUOTES = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
]);

/** `repr(str)`. */
export function textRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return quote + text + quote;
  let result = quote;
  for (const c of text) {
    if (c === quote) result += '\\' + c;
    else result += QUOTES.get(c) ?? (isPrintable(c) ? c : escape(c));
  }
  return result + quote;
}

/** A repr with everything that is not ASCII escaped: `ascii()`. */
export function asciiEscape(text: string): string {
  return /^[\0-\x7f]*$/.test(text)
    ? text
    : Array.from(text, (c) => (c.codePointAt(0)! < 0x80 ? c : escape(c))).join('');
}

/** `repr(bytes)`. */
export function bytesRepr(data: Uint8Array): string {
  if (data.length > MAX_ITEMS) throw new TooLargeError();
  let double = false;
  let single = false;
  for (const byte of data) {
    if (byte === 39) single = true;
    else if (byte === 34) double = true;
  }
  const quote = single && !double ? 34 : 39;
  let text = 'b' + String.fromCharCode(quote);
  for (let at = 0; at < data.length; at += PIECE)
    text += Array.from(data.subarray(at, at + PIECE), (byte) => byteText(byte, quote)).join('');
  return text + String.fromCharCode(quote);
}
/** A text that grows by single characters takes many times the memory of one that grows by pieces. */
const PIECE = 4096;

function byteText(byte: number, quote: number): string {
  if (byte === quote || byte === 92) return '\\' + String.fromCharCode(byte);
  if (byte === 9) return '\\t';
  if (byte === 10) return '\\n';
  if (byte === 13) return '\\r';
  if (byte < 32 || byte >= 127) return '\\x' + byte.toString(16).padStart(2, '0');
  return String.fromCharCode(byte);
}

/** Python's white space: what `str.split()` and `str.strip()` remove. */
export function isSpace(character: string): boolean {
  // eslint-disable-next-line no-control-regex -- Python's separators
  return /^[\t-\r\x1c-\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/.test(character);
}

/** Whether a text is a Python identifier. */
export function isIdentifier(text: string): boolean {
  return /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\u00b7]*$/u.test(text);
}
