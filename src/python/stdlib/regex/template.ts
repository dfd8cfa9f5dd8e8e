/** Replacement templates of `sub` and `expand`: `\1`, `\g<name>`, escapes. */
import { PatternError } from './parse.js';

/** A literal text or a group's number. */
export type TemplatePart = string | number;

const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
};

/** Thrown for `\g<name>` of a name that is no group: an IndexError. */
export class UnknownGroupName extends Error {}

/** Parses a template. Throws PatternError and UnknownGroupName. */
export function parseTemplate(text: string, groups: number, names: Map<string, number>): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = '';
  const reference = (group: number, position: number): void => {
    if (group > groups) throw new PatternError(`invalid group reference ${group}`, position);
    if (literal !== '') parts.push(literal);
    literal = '';
    parts.push(group);
  };
  for (let i = 0; i < text.length;) {
    const start = i;
    const char = text[i++]!;
    if (char !== '\\') {
      literal += char;
      continue;
    }
    const letter = text[i++];
    if (letter === undefined) throw new PatternError('bad escape (end of pattern)', start);
    if (letter === 'g') {
      if (text[i] !== '<') throw new PatternError('missing <', i);
      const close = text.indexOf('>', i);
      const name = close < 0 ? text.slice(i + 1) : text.slice(i + 1, close);
      if (name === '') throw new PatternError('missing group name', i + 1);
      if (close < 0) throw new PatternError('missing >, unterminated name', i + 1);
      const at = i + 1;
      i = close + 1;
      if (/^\d+$/.test(name)) reference(Number(name), at);
      else {
        if (!/^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(name))
          throw new PatternError(`bad character in group name '${name}'`, at);
        const group = names.get(name);
        if (group === undefined) throw new UnknownGroupName(`unknown group name '${name}'`);
        reference(group, at);
      }
    } else if (letter === '0') {
      let digits = '';
      while (digits.length < 2 && /^[0-7]$/.test(text[i] ?? '')) digits += text[i++]!;
      literal += String.fromCharCode(parseInt(digits === '' ? '0' : digits, 8) & 0xff);
    } else if (/^[1-9]$/.test(letter)) {
      let digits = letter;
      if (/^[0-9]$/.test(text[i] ?? '')) {
        digits += text[i++]!;
        if (/^[0-3][0-7]$/.test(digits) && /^[0-7]$/.test(text[i] ?? '')) {
          digits += text[i++]!;
          literal += String.fromCharCode(parseInt(digits, 8));
          continue;
        }
      }
      reference(Number(digits), start + 1);
    } else if (letter in ESCAPES) literal += ESCAPES[letter]!;
    else if (/^[A-Za-z]$/.test(letter)) throw new PatternError(`bad escape \\${letter}`, start);
    else literal += `\\${letter}`;
  }
  if (literal !== '') parts.push(literal);
  return parts;
}
