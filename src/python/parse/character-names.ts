/**
 * Characters by their Unicode name and names by character, for `\N{…}` and the module `unicodedata` (Unicode 14, as CPython 3.11).
 *
 * The table has the living scripts, signs, mathematical letters and emoji. CJK ideographs and Hangul syllables have names by rule; those
 * of historic scripts are not here: a name of theirs is an error to the parser.
 */
import table from './character-names.json';

const JAMO = [
  ['G', 'GG', 'N', 'D', 'DD', 'R', 'M', 'B', 'BB', 'S', 'SS', '', 'J', 'JJ', 'C', 'K', 'T', 'P', 'H'],
  'A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I'.split(' '),
  ' G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H'.split(' '),
] as const;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
/** First and last of what the table has all names of. */
const COVERED = [
  [0x0, 0x30ff],
  [0xa640, 0xabff],
  [0xfb00, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f000, 0x1faff],
] as const;
/** First and last of the unified ideographs. */
const IDEOGRAPHS = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0x20000, 0x2a6df],
  [0x2a700, 0x2b738],
  [0x2b740, 0x2b81d],
  [0x2b820, 0x2cea1],
  [0x2ceb0, 0x2ebe0],
  [0x30000, 0x3134a],
] as const;

let codes: Map<string, number> | undefined;
let names: Map<number, string> | undefined;

function load(): { codes: Map<string, number>; names: Map<number, string> } {
  if (codes === undefined || names === undefined) {
    codes = new Map();
    names = new Map();
    for (const [start, run] of Object.entries(table.runs)) {
      let code = parseInt(start, 16);
      for (const name of run.split(';')) {
        codes.set(name, code);
        names.set(code++, name);
      }
    }
    for (const [name, code] of Object.entries(table.aliases)) codes.set(name, parseInt(code, 16));
  }
  return { codes, names };
}

const isIdeograph = (code: number): boolean =>
  IDEOGRAPHS.some(([first, last]) => code >= first && code <= last);

function syllableName(code: number): string {
  const at = code - FIRST_SYLLABLE;
  const [first, second, last] = JAMO;
  return `HANGUL SYLLABLE ${first[Math.floor(at / 588)]}${second[Math.floor((at % 588) / 28)]}${last[at % 28]}`;
}

/** The character of a Unicode name (in any case), or undefined where the name is not known here. */
export function characterByName(name: string): string | undefined {
  // As in CPython, the names by rule are in capitals only.
  const code = load().codes.get(name.toUpperCase()) ?? codeByRule(name);
  return code === undefined ? undefined : String.fromCodePoint(code);
}

function codeByRule(name: string): number | undefined {
  const ideograph = /^CJK UNIFIED IDEOGRAPH-([0-9A-F]{4,5})$/.exec(name);
  if (ideograph !== null) {
    const code = parseInt(ideograph[1]!, 16);
    return isIdeograph(code) ? code : undefined;
  }
  if (!name.startsWith('HANGUL SYLLABLE ')) return undefined;
  for (let code = FIRST_SYLLABLE; code <= LAST_SYLLABLE; code++) if (syllableName(code) === name) return code;
  return undefined;
}

/** The name of a character; null where it has none, undefined where it is not known here. */
export function nameOfCharacter(character: string): string | null | undefined {
  const code = character.codePointAt(0)!;
  const name = load().names.get(code);
  if (name !== undefined) return name;
  if (isIdeograph(code)) return `CJK UNIFIED IDEOGRAPH-${code.toString(16).toUpperCase()}`;
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) return syllableName(code);
  const isCovered = COVERED.some(([first, last]) => code >= first && code <= last);
  return isCovered || /^\p{C}$/u.test(character) ? null : undefined;
}
