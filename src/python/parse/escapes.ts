/** Backslash escapes in string and bytes literals. */
import { characterByName } from './character-names';

/** An escape that Python refuses; the message is CPython's. */
export class EscapeError extends Error {}

const SIMPLE: Record<string, string> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * The value of a piece of a string literal. `braces` says that `{{` and `}}` stand for one brace, as in
 * f-strings. An unknown escape keeps its backslash. Throws `EscapeError`.
 */
export function decodeText(text: string, raw: boolean, braces: boolean): string {
  if (raw || !text.includes('\\'))
    return braces && /[{}]/.test(text) ? text.replace(/\{\{|\}\}/g, (pair) => pair[0]!) : text;
  let result = '';
  let i = 0;
  for (;;) {
    const backslash = text.indexOf('\\', i);
    const plain = backslash < 0 ? text.slice(i) : text.slice(i, backslash);
    result += braces ? plain.replace(/\{\{|\}\}/g, (pair) => pair[0]!) : plain;
    if (backslash < 0) return result;
    const letter = text.charAt(backslash + 1);
    i = backslash + 2;
    const simple = SIMPLE[letter];
    if (simple !== undefined) {
      result += simple;
    } else if (letter >= '0' && letter <= '7') {
      const digits = /^[0-7]{1,3}/.exec(text.slice(backslash + 1, backslash + 4))![0];
      result += String.fromCharCode(parseInt(digits, 8));
      i = backslash + 1 + digits.length;
    } else if (letter === 'x' || letter === 'u' || letter === 'U') {
      const length = letter === 'x' ? 2 : letter === 'u' ? 4 : 8;
      const digits = text.slice(i, i + length);
      if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
        const good = /^[0-9a-fA-F]*/.exec(digits)![0].length;
        throw unicodeError(
          text,
          backslash,
          backslash + 1 + good,
          `truncated \\${letter}${'X'.repeat(length)} escape`,
        );
      }
      const code = parseInt(digits, 16);
      if (code > 0x10ffff) throw unicodeError(text, backslash, backslash + 9, 'illegal Unicode character');
      result += String.fromCodePoint(code);
      i += length;
    } else if (letter === 'N') {
      const close = text.charAt(i) === '{' ? text.indexOf('}', i) : -1;
      if (close < i + 2) throw unicodeError(text, backslash, backslash + 1, 'malformed \\N character escape');
      const character = characterByName(text.slice(i + 1, close));
      if (character === undefined)
        throw unicodeError(text, backslash, close, 'unknown Unicode character name');
      result += character;
      i = close + 1;
    } else {
      result += '\\';
      i = backslash + 1;
    }
  }
}

function unicodeError(text: string, from: number, to: number, reason: string): EscapeError {
  const offset = new TextEncoder().encode(text.slice(0, from)).length;
  return new EscapeError(
    `(unicode error) 'unicodeescape' codec can't decode bytes in position ${offset}-${offset + to - from}: ${reason}`,
  );
}

/** The value of a piece of a bytes literal. Throws `EscapeError`. */
export function decodeBytes(text: string, raw: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) throw new EscapeError('bytes can only contain ASCII literal characters');
    if (code !== 92 || raw) {
      bytes[length++] = code;
      continue;
    }
    const letter = text.charAt(i + 1);
    const simple = SIMPLE[letter];
    if (simple !== undefined) {
      if (simple !== '') bytes[length++] = simple.charCodeAt(0);
      i++;
    } else if (letter >= '0' && letter <= '7') {
      const digits = /^[0-7]{1,3}/.exec(text.slice(i + 1, i + 4))![0];
      bytes[length++] = parseInt(digits, 8) & 255;
      i += digits.length;
    } else if (letter === 'x') {
      const digits = text.slice(i + 2, i + 4);
      if (!/^[0-9a-fA-F]{2}$/.test(digits))
        throw new EscapeError(`(value error) invalid \\x escape at position ${i}`);
      bytes[length++] = parseInt(digits, 16);
      i += 3;
    } else {
      bytes[length++] = 92;
    }
  }
  return bytes.slice(0, length);
}
