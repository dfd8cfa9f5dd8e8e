/** Regular expressions of Python: text → tree. Errors carry CPython's messages and positions. */
import { textRepr } from '../../builtins/text.js';
import { characterByName } from '../../parse/character-names.js';
import { category, property, type SetItem, type Test } from './characters.js';

export const Flag = {
  TEMPLATE: 1,
  IGNORECASE: 2,
  LOCALE: 4,
  MULTILINE: 8,
  DOTALL: 16,
  UNICODE: 32,
  VERBOSE: 64,
  DEBUG: 128,
  ASCII: 256,
} as const;

export type Node =
  | { kind: 'empty' }
  | { kind: 'char'; code: number; ignoreCase: boolean; ascii: boolean }
  | { kind: 'any'; all: boolean }
  | { kind: 'set'; items: SetItem[]; negated: boolean; ignoreCase: boolean; ascii: boolean }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'alternatives'; nodes: Node[] }
  | { kind: 'group'; index: number; node: Node }
  | { kind: 'repeat'; min: number; max: number; mode: 'greedy' | 'lazy' | 'possessive'; node: Node }
  | {
      kind: 'at';
      where: 'start' | 'line start' | 'end' | 'line end' | 'very end' | 'boundary' | 'no boundary';
      ascii: boolean;
    }
  | { kind: 'look'; ahead: boolean; negated: boolean; node: Node }
  | { kind: 'atomic'; node: Node }
  | { kind: 'reference'; group: number; ignoreCase: boolean; ascii: boolean }
  | { kind: 'conditional'; group: number; yes: Node; no: Node };

export interface Parsed {
  node: Node;
  flags: number;
  groups: number;
  names: Map<string, number>;
}

export class PatternError extends Error {
  constructor(
    message: string,
    readonly position: number | null,
  ) {
    super(message);
  }
}

const MAX_REPEAT = 4294967295;
const FLAG_LETTERS: Record<string, number> = {
  i: Flag.IGNORECASE,
  L: Flag.LOCALE,
  m: Flag.MULTILINE,
  s: Flag.DOTALL,
  x: Flag.VERBOSE,
  a: Flag.ASCII,
  t: Flag.TEMPLATE,
  u: Flag.UNICODE,
};
const ESCAPES: Record<string, number> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92 };
const TYPE_FLAGS = Flag.ASCII | Flag.LOCALE | Flag.UNICODE;

const isAsciiLetter = (c: string): boolean => /^[A-Za-z]$/.test(c);

class Parser {
  private readonly chars: string[];
  private at = 0;
  private groups = 0;
  readonly names = new Map<string, number>();
  private readonly open = new Set<number>();
  private lookbehind = false;

  constructor(
    text: string,
    public flags: number,
    private readonly isText: boolean,
    private readonly properties: boolean,
  ) {
    this.chars = Array.from(text);
  }

  parse(): Parsed {
    const node = this.alternatives(this.flags, true);
    if (this.at < this.chars.length) throw new PatternError('unbalanced parenthesis', this.at);
    return { node, flags: this.flags, groups: this.groups, names: this.names };
  }

  private peek(): string | undefined {
    return this.chars[this.at];
  }

  private accept(char: string): boolean {
    if (this.chars[this.at] !== char) return false;
    this.at++;
    return true;
  }

  /** Reads up to `end`, which is passed; `what` names it in errors. */
  private until(end: string, what: string): string {
    const start = this.at;
    let text = '';
    for (;;) {
      const char = this.chars[this.at];
      if (char === undefined)
        throw new PatternError(text === '' ? `missing ${what}` : `missing ${end}, unterminated name`, start);
      this.at++;
      if (char === end) {
        if (text === '') throw new PatternError(`missing ${what}`, start);
        return text;
      }
      text += char;
    }
  }

  private alternatives(flags: number, top = false): Node {
    const start = this.at;
    const nodes: Node[] = [];
    let current = flags;
    do {
      const [node, after] = this.sequence(current, top && nodes.length === 0 && this.at === start);
      nodes.push(node);
      current = after;
    } while (this.accept('|'));
    return nodes.length === 1 ? nodes[0]! : { kind: 'alternatives', nodes };
  }

  private char(code: number, flags: number): Node {
    return { kind: 'char', code, ignoreCase: (flags & Flag.IGNORECASE) !== 0, ascii: this.isAscii(flags) };
  }

  private isAscii(flags: number): boolean {
    return !this.isText || (flags & Flag.ASCII) !== 0;
  }

  private sequence(given: number, first: boolean): [Node, number] {
    let flags = given;
    const nodes: Node[] = [];
    for (;;) {
      const char = this.peek();
      if (char === undefined || char === '|' || char === ')') break;
      const position = this.at;
      this.at++;
      if (flags & Flag.VERBOSE) {
        if (/\s/.test(char)) continue;
        if (char === '#') {
          while (this.at < this.chars.length && this.chars[this.at++] !== '\n');
          continue;
        }
      }
      if (char === '\\') {
        nodes.push(this.escape(flags, position));
        continue;
      }
      if (char === '*' || char === '+' || char === '?' || char === '{') {
        const counts = this.counts(char);
        if (counts === undefined) {
          nodes.push(this.char(123, flags));
          continue;
        }
        const item = nodes[nodes.length - 1];
        if (item === undefined || item.kind === 'at' || item.kind === 'empty')
          throw new PatternError('nothing to repeat', position);
        if (item.kind === 'repeat') throw new PatternError('multiple repeat', position);
        const mode = this.accept('?') ? 'lazy' : this.accept('+') ? 'possessive' : 'greedy';
        nodes[nodes.length - 1] = { kind: 'repeat', ...counts, mode, node: item };
        continue;
      }
      switch (char) {
        case '.':
          nodes.push({ kind: 'any', all: (flags & Flag.DOTALL) !== 0 });
          break;
        case '^':
          nodes.push({ kind: 'at', where: flags & Flag.MULTILINE ? 'line start' : 'start', ascii: false });
          break;
        case '$':
          nodes.push({ kind: 'at', where: flags & Flag.MULTILINE ? 'line end' : 'end', ascii: false });
          break;
        case '[':
          nodes.push(this.set(flags, position));
          break;
        case '(': {
          const group = this.group(flags, position, first && nodes.length === 0);
          if (typeof group === 'number') flags = group;
          else nodes.push(group);
          break;
        }
        default:
          nodes.push(this.char(char.codePointAt(0)!, flags));
      }
    }
    return [
      nodes.length === 1 ? nodes[0]! : nodes.length === 0 ? { kind: 'empty' } : { kind: 'sequence', nodes },
      flags,
    ];
  }

  /** The counts of a quantifier; undefined where `{` is a plain character. */
  private counts(char: string): { min: number; max: number } | undefined {
    if (char === '*') return { min: 0, max: Infinity };
    if (char === '+') return { min: 1, max: Infinity };
    if (char === '?') return { min: 0, max: 1 };
    const start = this.at;
    const digits = (): string => {
      let text = '';
      while (/^[0-9]$/.test(this.peek() ?? '')) text += this.chars[this.at++]!;
      return text;
    };
    const low = digits();
    const comma = this.accept(',');
    const high = comma ? digits() : low;
    if (this.peek() !== '}' || (low === '' && !comma)) {
      this.at = start;
      return undefined;
    }
    this.at++;
    const min = low === '' ? 0 : Number(low);
    const max = high === '' ? Infinity : Number(high);
    if (min >= MAX_REPEAT || (max !== Infinity && max >= MAX_REPEAT))
      throw new PatternError('the repetition number is too large', null);
    if (max < min) throw new PatternError('min repeat greater than max repeat', start);
    return { min, max };
  }

  private hex(count: number, start: number, letter: string): number {
    let text = '';
    while (text.length < count && /^[0-9a-fA-F]$/.test(this.peek() ?? '')) text += this.chars[this.at++]!;
    if (text.length < count) throw new PatternError(`incomplete escape \\${letter}${text}`, start);
    const code = parseInt(text, 16);
    if (code > 0x10ffff) throw new PatternError(`bad escape \\${letter}${text}`, start);
    return code;
  }

  /** `\x41`, `\u00e9`, `\N{…}`: the character; undefined for other escapes. */
  private hexEscape(letter: string, start: number): number | undefined {
    if (letter === 'x') return this.hex(2, start, letter);
    if (letter === 'u' && this.isText) return this.hex(4, start, letter);
    if (letter === 'U' && this.isText) return this.hex(8, start, letter);
    if (letter === 'N' && this.isText) {
      if (this.peek() !== '{') throw new PatternError('missing {', this.at);
      this.at++;
      const name = this.until('}', 'character name');
      const character = characterByName(name);
      if (character === undefined)
        throw new PatternError(`undefined character name ${textRepr(name)}`, start);
      return character.codePointAt(0)!;
    }
    return undefined;
  }

  private octal(text: string, start: number): number {
    const code = parseInt(text, 8);
    if (code > 0o377) throw new PatternError(`octal escape value \\${text} outside of range 0-0o377`, start);
    return code;
  }

  private propertyTest(letter: string): Test | undefined {
    if (!this.properties || (letter !== 'p' && letter !== 'P') || this.peek() !== '{') return undefined;
    this.at++;
    const name = this.until('}', 'property name');
    return property(name.replace(/^\^/, ''), (letter === 'P') !== name.startsWith('^'));
  }

  private escape(flags: number, position: number): Node {
    const letter = this.peek();
    if (letter === undefined) throw new PatternError('bad escape (end of pattern)', position);
    this.at++;
    const ascii = this.isAscii(flags);
    if ('dDsSwW'.includes(letter))
      return {
        kind: 'set',
        items: [{ low: 0, high: 0, test: category(letter, ascii) }],
        negated: false,
        ignoreCase: false,
        ascii,
      };
    switch (letter) {
      case 'A':
        return { kind: 'at', where: 'start', ascii };
      case 'Z':
        return { kind: 'at', where: 'very end', ascii };
      case 'b':
        return { kind: 'at', where: 'boundary', ascii };
      case 'B':
        return { kind: 'at', where: 'no boundary', ascii };
    }
    const test = this.propertyTest(letter);
    if (test !== undefined)
      return { kind: 'set', items: [{ low: 0, high: 0, test }], negated: false, ignoreCase: false, ascii };
    const code = this.hexEscape(letter, position);
    if (code !== undefined) return this.char(code, flags);
    if (letter === '0') {
      let text = '';
      while (text.length < 2 && /^[0-7]$/.test(this.peek() ?? '')) text += this.chars[this.at++]!;
      return this.char(parseInt(text === '' ? '0' : text, 8), flags);
    }
    if (/^[1-9]$/.test(letter)) {
      let text = letter;
      if (/^[0-9]$/.test(this.peek() ?? '')) {
        text += this.chars[this.at++]!;
        if (/^[0-7][0-7]$/.test(text) && /^[0-7]$/.test(this.peek() ?? '')) {
          text += this.chars[this.at++]!;
          return this.char(this.octal(text, position), flags);
        }
      }
      const group = Number(text);
      if (group > this.groups) throw new PatternError(`invalid group reference ${group}`, position + 1);
      if (this.open.has(group)) throw new PatternError('cannot refer to an open group', position);
      this.checkLookbehind(group, position);
      return { kind: 'reference', group, ignoreCase: (flags & Flag.IGNORECASE) !== 0, ascii };
    }
    if (letter in ESCAPES && letter !== 'b') return this.char(ESCAPES[letter]!, flags);
    if (isAsciiLetter(letter)) throw new PatternError(`bad escape \\${letter}`, position);
    return this.char(letter.codePointAt(0)!, flags);
  }

  private checkLookbehind(group: number, position: number): void {
    if (this.lookbehind && this.open.has(group))
      throw new PatternError('cannot refer to group defined in the same lookbehind subpattern', position);
  }

  private set(flags: number, position: number): Node {
    const items: SetItem[] = [];
    const negated = this.accept('^');
    const start = this.at;
    const ascii = this.isAscii(flags);
    const one = (): SetItem & { isClass: boolean } => {
      const at = this.at;
      const char = this.chars[this.at++];
      if (char === undefined) throw new PatternError('unterminated character set', position);
      if (char !== '\\') return { low: char.codePointAt(0)!, high: 0, isClass: false };
      const letter = this.chars[this.at++];
      if (letter === undefined) throw new PatternError('bad escape (end of pattern)', at);
      if ('dDsSwW'.includes(letter)) return { low: 0, high: 0, test: category(letter, ascii), isClass: true };
      const test = this.propertyTest(letter);
      if (test !== undefined) return { low: 0, high: 0, test, isClass: true };
      const code = this.hexEscape(letter, at);
      if (code !== undefined) return { low: code, high: 0, isClass: false };
      if (/^[0-7]$/.test(letter)) {
        let text = letter;
        while (text.length < 3 && /^[0-7]$/.test(this.peek() ?? '')) text += this.chars[this.at++]!;
        return { low: this.octal(text, at), high: 0, isClass: false };
      }
      if (letter in ESCAPES) return { low: ESCAPES[letter]!, high: 0, isClass: false };
      if (isAsciiLetter(letter) || /^[0-9]$/.test(letter))
        throw new PatternError(`bad escape \\${letter}`, at);
      return { low: letter.codePointAt(0)!, high: 0, isClass: false };
    };
    for (;;) {
      const at = this.at;
      if (this.peek() === ']' && this.at !== start) {
        this.at++;
        break;
      }
      const low = one();
      if (this.peek() === '-' && this.chars[this.at + 1] !== ']') {
        this.at++;
        if (this.peek() === undefined) throw new PatternError('unterminated character set', position);
        const high = one();
        const spelled = this.chars.slice(at, this.at).join('');
        if (low.isClass || high.isClass || high.low < low.low)
          throw new PatternError(`bad character range ${spelled}`, at);
        items.push({ low: low.low, high: high.low });
      } else items.push({ low: low.low, high: low.low, test: low.test });
    }
    return { kind: 'set', items, negated, ignoreCase: (flags & Flag.IGNORECASE) !== 0, ascii };
  }

  /** A group, an extension, or (as a number) the flags for what follows. */
  private group(flags: number, position: number, isFirst: boolean): Node | number {
    if (!this.accept('?')) return this.capture(flags, undefined, position);
    const char = this.chars[this.at++];
    const start = this.at;
    if (char === undefined) throw new PatternError('unexpected end of pattern', this.at - 1);
    switch (char) {
      case 'P':
        return this.named(flags, position);
      case ':':
        return this.closed({ kind: 'sequence', nodes: [this.alternatives(flags)] }, position);
      case '#':
        for (;;) {
          const next = this.chars[this.at++];
          if (next === undefined) throw new PatternError('missing ), unterminated comment', position);
          if (next === ')') return flags;
        }
      case '=':
      case '!':
        return this.closed(
          { kind: 'look', ahead: true, negated: char === '!', node: this.alternatives(flags) },
          position,
        );
      case '<': {
        const next = this.chars[this.at++];
        if (next === undefined) throw new PatternError('unexpected end of pattern', this.at - 1);
        if (next !== '=' && next !== '!') {
          if (!this.properties) throw new PatternError(`unknown extension ?<${next}`, start - 2);
          this.at--;
          return this.capture(flags, this.until('>', 'group name'), position);
        }
        const outer = this.lookbehind;
        this.lookbehind = true;
        const node = this.alternatives(flags);
        this.lookbehind = outer;
        return this.closed({ kind: 'look', ahead: false, negated: next === '!', node }, position);
      }
      case '>':
        return this.closed({ kind: 'atomic', node: this.alternatives(flags) }, position);
      case '(':
        return this.conditional(flags, position);
      default:
        if (char in FLAG_LETTERS || char === '-') {
          this.at--;
          return this.inlineFlags(flags, position, isFirst);
        }
        throw new PatternError(`unknown extension ?${char}`, start - 2);
    }
  }

  private closed(node: Node, position: number): Node {
    if (!this.accept(')')) throw new PatternError('missing ), unterminated subpattern', position);
    return node;
  }

  private checkName(name: string, offset: number): void {
    if (!/^[\p{XID_Start}_][\p{XID_Continue}]*$/u.test(name))
      throw new PatternError(`bad character in group name '${name}'`, offset);
  }

  private capture(flags: number, name: string | undefined, position: number): Node {
    const index = ++this.groups;
    if (name !== undefined) {
      const known = this.names.get(name);
      if (known !== undefined)
        throw new PatternError(
          `redefinition of group name '${name}' as group ${index}; was group ${known}`,
          position + 4,
        );
      this.names.set(name, index);
    }
    this.open.add(index);
    const node = this.alternatives(flags);
    this.closed(node, position);
    this.open.delete(index);
    return { kind: 'group', index, node };
  }

  private named(flags: number, position: number): Node {
    const start = this.at;
    if (this.accept('<')) {
      const name = this.until('>', 'group name');
      this.checkName(name, start + 1);
      return this.capture(flags, name, position);
    }
    if (this.accept('=')) {
      const name = this.until(')', 'group name');
      this.checkName(name, start + 1);
      const group = this.names.get(name);
      if (group === undefined) throw new PatternError(`unknown group name '${name}'`, start + 1);
      if (this.open.has(group)) throw new PatternError('cannot refer to an open group', start + 1);
      return {
        kind: 'reference',
        group,
        ignoreCase: (flags & Flag.IGNORECASE) !== 0,
        ascii: this.isAscii(flags),
      };
    }
    const char = this.peek();
    if (char === undefined) throw new PatternError('unexpected end of pattern', this.at);
    throw new PatternError(`unknown extension ?P${char}`, start - 2);
  }

  private conditional(flags: number, position: number): Node {
    const start = this.at;
    const name = this.until(')', 'group name');
    let group = this.names.get(name);
    if (/^\d+$/.test(name)) {
      group = Number(name);
      if (group === 0) throw new PatternError('bad group number', start);
    } else {
      this.checkName(name, start);
      if (group === undefined) throw new PatternError(`unknown group name '${name}'`, start);
    }
    const [yes] = this.sequence(flags, false);
    let no: Node = { kind: 'empty' };
    if (this.accept('|')) {
      [no] = this.sequence(flags, false);
      if (this.peek() === '|')
        throw new PatternError('conditional backref with more than two branches', this.at);
    }
    return this.closed({ kind: 'conditional', group: group!, yes, no }, position);
  }

  private inlineFlags(flags: number, position: number, isFirst: boolean): Node | number {
    let add = 0;
    let remove = 0;
    let char = this.chars[this.at++];
    while (char !== undefined && char in FLAG_LETTERS) {
      if (this.isText && char === 'L')
        throw new PatternError("bad inline flags: cannot use 'L' flag with a str pattern", this.at);
      if (!this.isText && char === 'u')
        throw new PatternError("bad inline flags: cannot use 'u' flag with a bytes pattern", this.at);
      add |= FLAG_LETTERS[char]!;
      char = this.chars[this.at++];
    }
    if (char === ')') {
      if (!isFirst) throw new PatternError('global flags not at the start of the expression', position);
      if (add & TYPE_FLAGS) this.flags &= ~TYPE_FLAGS;
      this.flags |= add;
      return this.flags;
    }
    if (char === '-') {
      char = this.chars[this.at++];
      if (char === undefined) throw new PatternError('missing flag', this.at - 1);
      if (!(char in FLAG_LETTERS))
        throw new PatternError(isAsciiLetter(char) ? 'unknown flag' : 'missing flag', this.at - 1);
      while (char !== undefined && char in FLAG_LETTERS) {
        if (FLAG_LETTERS[char]! & TYPE_FLAGS)
          throw new PatternError("bad inline flags: cannot turn off flags 'a', 'u' and 'L'", this.at);
        remove |= FLAG_LETTERS[char]!;
        char = this.chars[this.at++];
      }
      if (char === ')') throw new PatternError('missing :', this.at - 1);
      if (add & remove) throw new PatternError('bad inline flags: flag turned on and off', this.at - 1);
    }
    if (char === undefined) throw new PatternError('missing -, : or )', this.at - 1);
    if (char !== ':')
      throw new PatternError(isAsciiLetter(char) ? 'unknown flag' : 'missing -, : or )', this.at - 1);
    let inner = flags;
    if (add & TYPE_FLAGS) inner &= ~TYPE_FLAGS;
    inner = (inner | add) & ~remove;
    return this.closed({ kind: 'sequence', nodes: [this.alternatives(inner)] }, position);
  }
}

/** Parses a pattern. `properties` allows `\p{…}` and `(?<name>…)`, as the module `regex` does. Throws PatternError. */
export function parsePattern(text: string, flags: number, isText: boolean, properties = false): Parsed {
  const parser = new Parser(text, flags, isText, properties);
  const parsed = parser.parse();
  // Inline flags at the start hold for the whole pattern: if they change how it reads, it is read again.
  if (parsed.flags & Flag.VERBOSE && !(flags & Flag.VERBOSE))
    return new Parser(text, parsed.flags, isText, properties).parse();
  return parsed;
}

/** The least and the greatest number of characters that a node matches. */
export function widthOf(node: Node, groupWidth: (index: number) => [number, number]): [number, number] {
  switch (node.kind) {
    case 'char':
    case 'any':
    case 'set':
      return [1, 1];
    case 'sequence':
      return node.nodes.reduce<[number, number]>(
        (sum, part) => {
          const [low, high] = widthOf(part, groupWidth);
          return [sum[0] + low, sum[1] + high];
        },
        [0, 0],
      );
    case 'alternatives': {
      const widths = node.nodes.map((part) => widthOf(part, groupWidth));
      return [Math.min(...widths.map((w) => w[0])), Math.max(...widths.map((w) => w[1]))];
    }
    case 'group':
    case 'atomic':
      return widthOf(node.node, groupWidth);
    case 'repeat': {
      const [low, high] = widthOf(node.node, groupWidth);
      return [low * node.min, high === 0 ? 0 : high * node.max];
    }
    case 'reference':
      return groupWidth(node.group);
    case 'conditional': {
      const yes = widthOf(node.yes, groupWidth);
      const no = widthOf(node.no, groupWidth);
      return [Math.min(yes[0], no[0]), Math.max(yes[1], no[1])];
    }
    default:
      return [0, 0];
  }
}
