/**
 * The cursor over a syntax tree that all conversion functions share.
 *
 * A conversion function gets the walker standing on its node and leaves it there. Moving crosses into
 * WebAssembly, so `kind` is kept from the last move, and positions are asked only where a node needs them.
 */
import type { TreeCursor } from 'web-tree-sitter';
import type { Expr, Location } from '../ast';
import { K, type KindTable } from './kinds';
import type { ConvertedStatement, Reuse } from './reuse';

/** A statement that cannot be converted. `start` and `end` are source indices. */
export class SyntaxFailure extends Error {
  constructor(
    message: string,
    readonly start: number,
    readonly end: number,
    readonly kind: 'SyntaxError' | 'IndentationError' = 'SyntaxError',
  ) {
    super(message);
  }
}

/** Nesting beyond which an expression is refused, so that the JavaScript stack is never exhausted. */
const MAX_DEPTH = 700;
/** CPython's tokenizer stops at as many open brackets. */
const MAX_BRACKETS = 200;

export class Walker {
  /** Kind of the node the cursor stands on. Stale after `up`. */
  kind: K = K.Other;
  /** Source index of a `*` met at the left edge of an expression, to be wrapped by the caller; else -1. */
  star = -1;
  /** Where the expression behind that `*` starts. */
  starredStart = 0;
  /** Target of an `as` met at the right edge of an expression (`with`, `except` take it). */
  alias: Expr | null = null;
  /** Where the expression before `as`, and the whole `as` pattern end. */
  aliasInnerEnd = 0;
  aliasEnd = 0;
  /** Pairs of kind and end index of the left-nested expressions being converted. */
  readonly spine: number[] = [];
  /** Start and end indices of string literals, in source order. */
  readonly stringRanges: number[] = [];
  /** Nesting of expressions and of brackets. */
  depth = 0;
  brackets = 0;
  /** Depth of the cursor below its start. */
  level = 0;
  /** Where the header that is being converted began (see `statements`). */
  headerStart = 0;
  /** Where the grammar read over the end of a statement (see `strayLineEnd`): the end of its last token, and the line end. */
  readonly strayLineEnds: [number, number][] = [];
  /** The end of the last token before the line end that `strayLineEnd` found. */
  private lastTokenEnd = 0;
  /** The statements of the earlier version of the file that may serve again. */
  reuse: Reuse | null = null;
  /** Where they are collected for the next version; null where they are not. */
  converted: ConvertedStatement[] | null = null;
  /** What the last `locate` found. */
  col = 0;
  endLine = 0;
  endCol = 0;
  /** Line of the last look-up, where the next one starts. */
  private line = 0;

  constructor(
    readonly cursor: TreeCursor,
    /** The text as written; names and literals are cut out of it. */
    readonly source: string,
    readonly lineStarts: Int32Array,
    readonly table: KindTable,
    /** True where the source has a character beyond ASCII: names then need normalizing. */
    readonly unicode: boolean,
    /** Start indices of ERROR and MISSING nodes, ascending. */
    readonly errorStarts: readonly number[],
  ) {
    this.kind = table.kinds[cursor.nodeTypeId]!;
  }

  /** Moves to the first child that is not a comment. False, and not moved, where there is none. */
  first(): boolean {
    if (!this.cursor.gotoFirstChild()) return false;
    this.level++;
    if (this.settle()) return true;
    this.up();
    return false;
  }

  /** Moves to the next sibling that is not a comment. False where there is none. */
  next(): boolean {
    return this.cursor.gotoNextSibling() && this.settle();
  }

  private settle(): boolean {
    const { cursor } = this;
    const { kinds } = this.table;
    for (;;) {
      const kind: K = kinds[cursor.nodeTypeId]!;
      if (kind !== K.Comment && kind !== K.LineContinuation) {
        this.kind = kind;
        return true;
      }
      if (!cursor.gotoNextSibling()) return false;
    }
  }

  /** Moves to the parent; `kind` is stale until the next move. */
  up(): void {
    this.cursor.gotoParent();
    this.level--;
  }

  /** Whether the cursor stands on a kind; unlike `kind ===`, says nothing to the type checker about later. */
  is(kind: K): boolean {
    return this.kind === kind;
  }

  start(): number {
    return this.cursor.startIndex;
  }

  end(): number {
    return this.cursor.endIndex;
  }

  /**
   * Sets `col`, `endLine` and `endCol` to the location between two source indices and returns its line.
   * A node is written `{ line: w.locate(…), col: w.col, … }`: spreading a location into a literal is a
   * hundred times slower.
   */
  locate(start: number, end: number): number {
    const lineStarts = this.lineStarts;
    const line = this.lineOf(start);
    let endLine = line;
    if (endLine + 1 < lineStarts.length && lineStarts[endLine + 1]! <= end) endLine = this.lineOf(end);
    this.col = start - lineStarts[line]!;
    this.endLine = endLine + 1;
    this.endCol = end - lineStarts[endLine]!;
    return line + 1;
  }

  /** The location between two source indices. */
  at(start: number, end: number): Location {
    return { line: this.locate(start, end), col: this.col, endLine: this.endLine, endCol: this.endCol };
  }

  /** Zero-based line of a source index. Searches near the last answer first. */
  lineOf(index: number): number {
    const lineStarts = this.lineStarts;
    let line = this.line;
    let steps = 0;
    while (lineStarts[line]! > index && steps++ < 8) line--;
    while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= index && steps++ < 16) line++;
    if (lineStarts[line]! > index || (line + 1 < lineStarts.length && lineStarts[line + 1]! <= index)) {
      line = lineIndex(lineStarts, index);
    }
    this.line = line;
    return line;
  }

  /** Text of a name, normalized as Python normalizes identifiers (NFKC). */
  name(start: number, end: number): string {
    const text = this.source.slice(start, end);
    return this.unicode ? text.normalize('NFKC') : text;
  }

  /** Text of the identifier the cursor stands on. */
  identifier(): string {
    return this.name(this.start(), this.end());
  }

  /** Whether the tree has an error that starts in `[start, end)`. */
  hasErrorIn(start: number, end: number): boolean {
    const errors = this.errorStarts;
    if (errors.length === 0) return false;
    let low = 0;
    let high = errors.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (errors[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < errors.length && errors[low]! < end;
  }

  /**
   * Index of a line end in `[start, end)` that ends a statement in Python though the grammar read on
   * (`x =`, and the value on the next line); -1 where there is none. Line ends in brackets, in strings,
   * behind a backslash and behind a header's colon are no such. The strings must have been converted.
   */
  strayLineEnd(start: number, end: number): number {
    const { source, stringRanges } = this;
    let range = stringRanges.length;
    while (range > 0 && stringRanges[range - 2]! >= start) range -= 2;
    let depth = 0;
    let last = 0;
    for (let i = start; i < end; i++) {
      const c = source.charCodeAt(i);
      switch (c) {
        case 10:
          if (depth === 0 && last !== 0 && last !== 58) return i;
          break;
        case 32:
        case 9:
        case 13:
        case 12:
          break;
        case 35: // #
          i = source.indexOf('\n', i) - 1;
          if (i < 0) return -1;
          break;
        case 92: // backslash
          i += source.charCodeAt(i + 1) === 13 ? 2 : 1;
          break;
        case 34:
        case 39:
          while (range < stringRanges.length && stringRanges[range + 1]! <= i) range += 2;
          if (range < stringRanges.length) i = stringRanges[range + 1]! - 1;
          last = c;
          this.lastTokenEnd = i + 1;
          break;
        case 40:
        case 91:
        case 123:
          depth++;
          last = c;
          this.lastTokenEnd = i + 1;
          break;
        case 41:
        case 93:
        case 125:
          depth--;
          last = c;
          this.lastTokenEnd = i + 1;
          break;
        default:
          last = c;
          this.lastTokenEnd = i + 1;
      }
    }
    return -1;
  }

  /** Notes such a line end. */
  addStrayLineEnd(index: number): void {
    this.strayLineEnds.push([this.lastTokenEnd, index]);
  }

  fail(message: string, start = this.start(), end = this.end(), kind?: SyntaxFailure['kind']): never {
    throw new SyntaxFailure(message, start, end, kind);
  }

  /** Counts one level of nesting; pair with `leave`. */
  enter(): void {
    if (++this.depth > MAX_DEPTH) this.fail('too many nested expressions');
  }

  leave(): void {
    this.depth--;
  }

  openBracket(): void {
    if (++this.brackets > MAX_BRACKETS) this.fail('too many nested parentheses');
  }

  closeBracket(): void {
    this.brackets--;
  }
}

/** Zero-based line of an index, by bisection. */
export function lineIndex(lineStarts: Int32Array, index: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lineStarts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Index at which each line starts. Lines end with `\n`, `\r\n` or a lone `\r`. */
export function lineTable(source: string): Int32Array {
  const starts: number[] = [0];
  if (source.includes('\r')) {
    for (let i = 0; i < source.length; i++) {
      const c = source.charCodeAt(i);
      if (c === 10 || (c === 13 && source.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
  } else {
    for (let i = source.indexOf('\n'); i >= 0; i = source.indexOf('\n', i + 1)) starts.push(i + 1);
  }
  return Int32Array.from(starts);
}
