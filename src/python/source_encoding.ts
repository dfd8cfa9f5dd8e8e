/** The encoding of a source file: a byte order mark, a cookie in its first two lines (PEP 263), or UTF-8. */
import { codesOf } from './builtins/text.js';

const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const LATIN_1 = /^(?:latin[-_]?1|iso[-_]?8859[-_]1|l1)(?:-|$)/i;

const WINDOWS_1252 = /^(?:cp|windows[-_])1252$/i;
/** Bytes 0x80 to 0x9f of Windows' encoding of the West. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The encoding that a source names in its first two lines; undefined where it names none. */
export function cookieOf(text: string): string | undefined {
  const [first = '', second = ''] = text.split(/\r\n?|\n/, 2);
  const found = COOKIE.exec(first);
  if (found !== null) return found[1];
  return /^[ \t\f]*(?:#|$)/.test(first) ? COOKIE.exec(second)?.[1] : undefined;
}

/** The text of a source's bytes. What is no UTF-8 without a cookie becomes U+FFFD; undefined for an encoding that is not known. */
export function decodeSource(data: Uint8Array): string | undefined {
  const head = codesOf(data.subarray(0, 500));
  const marked = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf;
  const cookie = marked ? undefined : cookieOf(head);
  if (cookie === undefined) return new TextDecoder().decode(data);
  if (LATIN_1.test(cookie)) return codesOf(data);
  if (WINDOWS_1252.test(cookie))
    return Array.from(data, (byte) =>
      byte >= 0x80 && byte < 0xa0 ? HIGH[byte - 0x80]! : String.fromCharCode(byte),
    ).join('');
  return decoderOf(cookie)?.decode(data);
}

/** Whether sources in an encoding of that name can be read. */
export function isKnownEncoding(name: string): boolean {
  return LATIN_1.test(name) || WINDOWS_1252.test(name) || decoderOf(name) !== undefined;
}

function decoderOf(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name.replaceAll('_', '-').replace(/^cp(?=\d)/i, 'windows-'));
  } catch {
    return undefined;
  }
}

/** The first byte that is no UTF-8, and the line that it is in; undefined where all are. */
export function firstNonUtf8(data: Uint8Array): { byte: number; line: number } | undefined {
  let line = 1;
  let start = 0;
  while (start <= data.length) {
    const newline = data.indexOf(10, start);
    const end = newline < 0 ? data.length : newline;
    const wrong = wrongByte(data.subarray(start, end));
    if (wrong !== undefined) return { byte: wrong, line };
    if (newline < 0) return undefined;
    start = newline + 1;
    line++;
  }
  return undefined;
}

/** The first byte of a line at which no character of UTF-8 begins that is there in full. */
function wrongByte(line: Uint8Array): number | undefined {
  let at = 0;
  if (isUtf8(line)) return undefined;
  for (;;) {
    const first = line[at]!;
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (!isUtf8(line.subarray(at, at + length))) return first;
    at += length;
  }
}

const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(data: Uint8Array): boolean {
  try {
    strict.decode(data);
    return true;
  } catch {
    return false;
  }
}
