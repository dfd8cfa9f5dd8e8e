/** Character classes of regular expressions: `\d`, `\s`, `\w`, sets, case folding. Characters are code points. */

export type Test = (c: number) => boolean;

const DIGIT = /^\p{Nd}$/u;
const WORD = /^[\p{L}\p{N}_]$/u;
const SPACES = new Set([0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

export const isDigitAscii: Test = (c) => c >= 48 && c <= 57;
export const isSpaceAscii: Test = (c) => c === 32 || (c >= 9 && c <= 13);
export const isWordAscii: Test = (c) =>
  (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95;
export const isDigit: Test = (c) => (c < 128 ? c >= 48 && c <= 57 : DIGIT.test(String.fromCodePoint(c)));
export const isSpace: Test = (c) =>
  c < 128
    ? c === 32 || (c >= 9 && c <= 13) || (c >= 28 && c <= 31)
    : SPACES.has(c) || (c >= 0x2000 && c <= 0x200a);
export const isWord: Test = (c) => (c < 128 ? isWordAscii(c) : WORD.test(String.fromCodePoint(c)));

/** The test of a category letter: d, D, s, S, w, W. */
export function category(letter: string, ascii: boolean): Test {
  const lower = letter.toLowerCase();
  const test =
    lower === 'd'
      ? ascii
        ? isDigitAscii
        : isDigit
      : lower === 's'
        ? ascii
          ? isSpaceAscii
          : isSpace
        : ascii
          ? isWordAscii
          : isWord;
  return lower === letter ? test : (c) => !test(c);
}

/** `\p{L}` and the like, of the module `regex`. */
export function property(name: string, negated: boolean): Test {
  const pattern = new RegExp(`^\\p{${name}}$`, 'u');
  return (c) => pattern.test(String.fromCodePoint(c)) !== negated;
}

/** The lower case of one character, if that is one character. */
export function foldCase(c: number, ascii: boolean): number {
  if (c < 128) return c >= 65 && c <= 90 ? c + 32 : c;
  if (ascii) return c;
  const lower = String.fromCodePoint(c).toLowerCase();
  const code = lower.codePointAt(0)!;
  return lower.length === (code > 0xffff ? 2 : 1) ? code : c;
}

function upperCase(c: number, ascii: boolean): number {
  if (c < 128) return c >= 97 && c <= 122 ? c - 32 : c;
  if (ascii) return c;
  const upper = String.fromCodePoint(c).toUpperCase();
  const code = upper.codePointAt(0)!;
  return upper.length === (code > 0xffff ? 2 : 1) ? code : c;
}

export interface SetItem {
  low: number;
  high: number;
  test?: Test;
}

/** A test for a set such as `[a-z\d]`; what is below 256 is looked up in a table. */
export function setTest(items: SetItem[], negated: boolean, ignoreCase: boolean, ascii: boolean): Test {
  const plain = (c: number): boolean =>
    items.some((item) => (item.test !== undefined ? item.test(c) : c >= item.low && c <= item.high));
  const anyCase = ignoreCase
    ? (c: number): boolean => plain(c) || plain(foldCase(c, ascii)) || plain(upperCase(c, ascii))
    : plain;
  const table = new Uint8Array(256);
  for (let c = 0; c < 256; c++) table[c] = anyCase(c) !== negated ? 1 : 0;
  return (c) => (c < 256 ? table[c] === 1 : anyCase(c) !== negated);
}
