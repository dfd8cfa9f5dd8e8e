/**
 * Python source to syntax tree, with tree-sitter underneath.
 *
 * A parse never throws: what does not parse becomes `ErrorStmt` nodes and `errors`, and everything
 * around it is kept. All of Python 3.8 to 3.14 is read. No I/O: the two WebAssembly modules are given as
 * bytes.
 */
import { Edit, Language, Parser, type Tree } from 'web-tree-sitter';
import type { Module } from './ast';
import { type Comment, commentsOf } from './parse/comments';
import { type KindTable, kindTable } from './parse/kinds';
import { errorRanges } from './parse/lone-lines';
import { indentationFailures, scanLines } from './parse/lines';
import { asSet, recover } from './parse/recovery';
import { NESTED_FORMAT } from './parse/strings';
import { type ConvertedStatement, Reuse } from './parse/reuse';
import { type Failure, moduleOf, type Outcome } from './parse/statements';
import { lineIndex, lineTable, Walker } from './parse/walker';

export type { Comment } from './parse/comments';

export interface SyntaxErrorInfo {
  kind: 'SyntaxError' | 'IndentationError' | 'TabError';
  /** CPython 3.11's message where practical. */
  message: string;
  /** 1-based. */
  line: number;
  /** 0-based, in UTF-16 units. */
  col: number;
  endLine: number;
  endCol: number;
}

export interface ParseResult {
  readonly source: string;
  readonly module: Module;
  /** Ascending by position; empty where the file is valid. */
  readonly errors: readonly SyntaxErrorInfo[];
  readonly comments: readonly Comment[];
  /** Frees what is kept for the next incremental parse. The module stays usable. */
  dispose(): void;
}

export interface ParseOptions {
  /** The result for an earlier version of the same file, made with `incremental`. It is used up. */
  previous?: ParseResult;
  /** Keep the tree, so that the result can be the next `previous`; then `dispose` it in the end. */
  incremental?: boolean;
}

export interface PythonParser {
  parse(source: string, options?: ParseOptions): ParseResult;
}

export interface ParserWasm {
  /** `web-tree-sitter.wasm`. */
  runtime: Uint8Array;
  /** `tree-sitter-python.wasm`. */
  grammar: Uint8Array;
}

let runtimeReady: Promise<void> | null = null;

/** Loads the parser. Rejects where the WebAssembly modules cannot be loaded. */
export async function createParser(wasm: ParserWasm): Promise<PythonParser> {
  runtimeReady ??= Parser.init({ wasmBinary: wasm.runtime, locateFile: (file: string) => file });
  await runtimeReady;
  const language = await Language.load(wasm.grammar);
  const parser = new Parser();
  parser.setLanguage(language);
  return new TreeSitterParser(parser, kindTable(language));
}

/** What a result keeps for the next parse. */
interface Kept {
  tree: Tree;
  text: string;
  lineStarts: Int32Array;
  converted: readonly ConvertedStatement[];
}

class Result implements ParseResult {
  kept: Kept | null = null;

  constructor(
    readonly source: string,
    readonly module: Module,
    readonly errors: readonly SyntaxErrorInfo[],
    readonly comments: readonly Comment[],
  ) {}

  dispose(): void {
    this.kept?.tree.delete();
    this.kept = null;
  }
}

class TreeSitterParser implements PythonParser {
  constructor(
    private readonly parser: Parser,
    private readonly table: KindTable,
  ) {}

  parse(source: string, options: ParseOptions = {}): ParseResult {
    const previous = options.previous instanceof Result ? options.previous : null;
    const binary = source.indexOf('\0');
    if (binary >= 0) {
      previous?.dispose();
      return unreadable(source, binary, 'source code cannot contain null bytes');
    }
    // A byte order mark is no part of the text in Python, and is not counted in columns.
    const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
    const readable = forGrammar(text);
    const lineStarts = lineTable(readable);
    const kept = previous?.kept ?? null;
    const common = kept === null ? null : commonEnds(kept.text, readable);
    const tree = this.firstTree(readable, lineStarts, previous, common);
    if (this.gaveUp) {
      tree.delete();
      return unreadable(source, 0, 'the text is too deep in continued lines to be read here');
    }
    const reuse =
      kept === null || kept.converted.length === 0
        ? null
        : new Reuse(kept.converted, kept.text, readable, common!.start, common!.tail);
    const converted: ConvertedStatement[] | null = options.incremental === true ? [] : null;
    const result = this.convert(source, text, readable, lineStarts, tree, reuse, converted);
    // Where the text had to be repaired, nothing is whole as it stands.
    const isClean = result.errors.length === 0 && !tree.rootNode.hasError;
    if (converted !== null)
      result.kept = { tree, text: readable, lineStarts, converted: isClean ? converted : [] };
    else tree.delete();
    return result;
  }

  /** Whether the last text was read again and again, and not to its end. */
  private gaveUp = false;

  private tree(text: string, old?: Tree): Tree {
    let left = MOST_READINGS * text.length + LEAST_READ;
    // A parse only fails without a language or when cancelled, and neither happens here.
    const tree = this.parser.parse((index) => {
      left -= CHUNK;
      return left < 0 ? '' : text.slice(index, index + CHUNK);
    }, old)!;
    this.gaveUp = left < 0;
    return tree;
  }

  private firstTree(
    text: string,
    lineStarts: Int32Array,
    previous: Result | null,
    common: CommonEnds | null,
  ): Tree {
    const kept = previous?.kept ?? null;
    if (previous === null || kept === null || common === null) return this.tree(text);
    previous.kept = null;
    editTree(kept, text, lineStarts, common);
    const tree = this.tree(text, kept.tree);
    kept.tree.delete();
    return tree;
  }

  private convert(
    source: string,
    text: string,
    readable: string,
    lineStarts: Int32Array,
    tree: Tree,
    reuse: Reuse | null = null,
    converted: ConvertedStatement[] | null = null,
  ): Result {
    const unicode = /\P{ASCII}/u.test(text);
    if (!tree.rootNode.hasError) {
      const walker = new Walker(tree.walk(), text, lineStarts, this.table, unicode, []);
      walker.reuse = reuse;
      walker.converted = converted;
      const outcome: Outcome = { failures: mixedIndentation(readable, lineStarts), repairs: [] };
      const module = moduleOf(walker, outcome);
      walker.cursor.delete();
      const disguised = disguiseMisread(readable, outcome.failures, walker);
      if (disguised !== readable) {
        const other = this.tree(disguised);
        const result = this.convert(source, text, disguised, lineStarts, other);
        other.delete();
        return result;
      }
      if (walker.strayLineEnds.length === 0) return resultOf(source, text, walker, module, outcome.failures);
    }
    const recovery = recover((other) => this.tree(other), readable, lineStarts, tree);
    const { failures } = recovery;
    const errorStarts = recovery.tree.rootNode.hasError
      ? errorRanges(recovery.tree).map(([start]) => start)
      : [];
    const walker = new Walker(recovery.tree.walk(), text, lineStarts, this.table, unicode, errorStarts);
    const module = moduleOf(walker, recovery);
    walker.cursor.delete();
    const disguised = disguiseMisread(readable, failures, walker);
    if (disguised !== readable) {
      recovery.tree.delete();
      const other = this.tree(disguised);
      const result = this.convert(source, text, disguised, lineStarts, other);
      other.delete();
      return result;
    }
    if (recovery.tree !== tree) recovery.tree.delete();
    if (failures.length === 0 && errorStarts.length > 0) {
      const start = errorStarts[0]!;
      failures.push({ kind: 'SyntaxError', message: 'invalid syntax', start, end: start + 1 });
    }
    return resultOf(source, text, walker, module, failures);
  }
}

function resultOf(
  source: string,
  text: string,
  walker: Walker,
  module: Module,
  failures: readonly Failure[],
): Result {
  const { lineStarts } = walker;
  const comments = commentsOf(text, walker.stringRanges, lineStarts);
  return new Result(source, module, errorsOf(failures, lineStarts), comments);
}

/** Where tabs and spaces are mixed so that it depends on a tab's width what is a block; the grammar does not mind. */
function mixedIndentation(text: string, lineStarts: Int32Array): Failure[] {
  if (!/^ *\t/m.test(text) || !/^\t* /m.test(text)) return [];
  return indentationFailures(scanLines(text, lineStarts).lines, text, lineStarts)
    .filter(({ kind }) => kind === 'TabError')
    .slice(0, 1);
}

/** Characters handed to tree-sitter at a time. Its own buffer holds 5,120. */
const CHUNK = 5000;
/**
 * How often a text may be read until the parser gives up; most are read once or twice. After each of many continued lines tree-sitter
 * looks ahead over all that follow.
 */
const MOST_READINGS = 50;
/** Characters that may be read of any text. */
const LEAST_READ = 20_000_000;

/**
 * The text as the grammar should see it, in the same length: a lone `\r` ends a line, a statement that
 * begins with a variable named `type` is not an alias, and the list behind `match` is a set, as are parentheses that something
 * follows (the grammar may take the statement for an annotation of `match[…]` or `match(…)[…]`).
 */
function forGrammar(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  return lines
    .replace(/^([ \t]*)type(?=[ \t]*[[(])/gm, '$1typ_')
    .replace(/^[ \t]*match[ \t]*[[(](?=[^\n]*:[ \t]*(?:#[^\n]*)?\n\s*case\b)[^\n]*/gm, (line) =>
      asSet(line, line.search(/[[(]/)),
    );
}

/** What a line begins with that the grammar may take for the rest of the statement above. */
const CONTINUES = /^(?:[([{*+~-]|[rbfu]{0,2}["'])/i;

/** The text with what the grammar misread written otherwise, at the same places; the text itself where there is nothing. */
function disguiseMisread(text: string, failures: readonly Failure[], { strayLineEnds }: Walker): string {
  const formats = disguiseFormats(text, failures);
  return formats === text ? endStatements(text, strayLineEnds) : formats;
}

/**
 * Ends statements by semicolons where the grammar read on in the next line, which begins at the same indentation with what may
 * continue an expression: `a = b, (c)` and then `[d, e] = f`, `a = b, "c"` and then `"d".e`.
 */
function endStatements(text: string, strayLineEnds: readonly [number, number][]): string {
  for (const [tokenEnd, lineEnd] of strayLineEnds) {
    const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', tokenEnd - 1) + 1))![0];
    if (!text.startsWith(indent, lineEnd + 1)) continue;
    if (!CONTINUES.test(text.slice(lineEnd + 1 + indent.length, lineEnd + 5 + indent.length))) continue;
    const gap = text.slice(tokenEnd, lineEnd + 1);
    text = `${text.slice(0, tokenEnd)};${gap.slice(1).replace(/[^\r\n]/g, ' ')}${text.slice(lineEnd + 1)}`;
  }
  return text;
}

/**
 * Rewrites the formats that begin with `=` and have fields, which the grammar takes for an assignment expression with a set
 * as its value: `f"{x:={width}}"` with `>` for the `=`.
 */
function disguiseFormats(text: string, failures: readonly Failure[]): string {
  for (const { message, start, end } of failures) {
    if (message !== NESTED_FORMAT) continue;
    const at = text.slice(start, end).indexOf(':=') + start + 1;
    if (at > start) text = `${text.slice(0, at)}>${text.slice(at + 1)}`;
  }
  return text;
}

/** A file with a null character is no source text. */
function unreadable(source: string, index: number, message: string): Result {
  const location = { line: 1, col: 0, endLine: 1, endCol: 0 };
  const lineStarts = lineTable(source.slice(0, index + 1));
  const [error] = errorsOf([{ kind: 'SyntaxError', message, start: index, end: index + 1 }], lineStarts);
  return new Result(
    source,
    { ...location, kind: 'Module', body: [{ ...location, kind: 'Error', message }] },
    [error!],
    [],
  );
}

function errorsOf(failures: readonly Failure[], lineStarts: Int32Array): SyntaxErrorInfo[] {
  const errors = failures.map(({ kind, message, start, end }) => {
    const line = lineIndex(lineStarts, start);
    const endLine = lineIndex(lineStarts, end);
    return {
      kind,
      message,
      line: line + 1,
      col: start - lineStarts[line]!,
      endLine: endLine + 1,
      endCol: end - lineStarts[endLine]!,
    };
  });
  errors.sort((a, b) => a.line - b.line || a.col - b.col);
  return errors.filter(
    (error, i) => i === 0 || error.line !== errors[i - 1]!.line || error.message !== errors[i - 1]!.message,
  );
}

interface CommonEnds {
  start: number;
  tail: number;
}

/** How many characters two texts have in common at their start, and at their end beyond that. */
function commonEnds(old: string, text: string): CommonEnds {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old.charCodeAt(start) === text.charCodeAt(start)) start++;
  let tail = 0;
  while (
    tail < shorter - start &&
    old.charCodeAt(old.length - 1 - tail) === text.charCodeAt(text.length - 1 - tail)
  )
    tail++;
  return { start, tail };
}

/** Tells the kept tree what changed: all between the common start and the common end of both texts. */
function editTree(kept: Kept, text: string, lineStarts: Int32Array, { start, tail }: CommonEnds): void {
  const old = kept.text;
  if (start === old.length && start === text.length) return;
  const oldEnd = old.length - tail;
  const newEnd = text.length - tail;
  kept.tree.edit(
    new Edit({
      startIndex: start,
      oldEndIndex: oldEnd,
      newEndIndex: newEnd,
      startPosition: pointAt(lineStarts, start),
      oldEndPosition: pointAt(kept.lineStarts, oldEnd),
      newEndPosition: pointAt(lineStarts, newEnd),
    }),
  );
}

function pointAt(lineStarts: Int32Array, index: number): { row: number; column: number } {
  const row = lineIndex(lineStarts, index);
  return { row, column: index - lineStarts[row]! };
}
