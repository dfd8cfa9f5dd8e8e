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
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf(REPLACED); at >= 0; at = text.indexOf(REPLACED, from)) {
    offset += new TextEncoder().encode(text.slice(from, at)).length;
    // The source may have that character itself.
    if (codesOf(data.subarray(offset, offset + 3)) !== '\xef\xbf\xbd')
      return { byte: data[offset]!, line: text.slice(0, at).split('\n').length };
    offset += 3;
    from = at + 1;
  }
  return undefined;
}

/** What stands in a decoded text for what is no UTF-8. */
const REPLACED = '\ufffd';
