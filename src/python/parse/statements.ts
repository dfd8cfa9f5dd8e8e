/** Statements and blocks, and what stands where the source does not parse. */
import type { Module, Stmt } from '../ast';
import { compoundStatement } from './compound';
import { K } from './kinds';
import type { Repair } from './recovery';
import { simpleStatement } from './simple';
import { SyntaxFailure, type Walker } from './walker';

/** What the conversion of one file collects besides the tree. */
export interface Outcome {
  failures: Failure[];
  /** Regions that recovery blanked out before the parse, ascending. */
  repairs: readonly Repair[];
}

export interface Failure {
  kind: 'SyntaxError' | 'IndentationError' | 'TabError';
  message: string;
  start: number;
  end: number;
}

/** The module; the cursor stands on the root. Never throws. */
export function moduleOf(w: Walker, outcome: Outcome): Module {
  const body: Stmt[] = [];
  statementsIn(w, outcome, body, 0);
  return {
    line: w.locate(0, w.source.length),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Module',
    body,
  };
}

/**
 * The statements that are children of the current node. A statement that cannot be converted becomes an
 * `ErrorStmt`, and so does a region where the grammar found no statement; whole statements inside such a
 * region are kept. `column` is where they must start, where that is known beforehand.
 */
export function statementsIn(w: Walker, outcome: Outcome, body: Stmt[], column = -1): void {
  if (!w.first()) return;
  let lastLine = -1;
  let separated = false;
  do {
    if (w.kind === K.Semicolon || w.kind === K.Colon) {
      separated = true;
      continue;
    }
    const from = body.length;
    const isError = w.is(K.Error);
    if (column === 0 && w.converted !== null) moduleStatement(w, outcome, body);
    else statement(w, outcome, body);
    if (isError) continue;
    const added = body[from];
    if (added === undefined || added.kind === 'Error') continue;
    // Statements of one block start at one column; those behind a semicolon do not count.
    const continues = added.line === lastLine;
    if (continues && !separated) {
      const start = w.lineStarts[added.line - 1]! + added.col;
      outcome.failures.push({ kind: 'SyntaxError', message: 'invalid syntax', start, end: start });
    }
    lastLine = added.endLine;
    separated = false;
    if (continues) continue;
    const at = columnOf(w, firstLine(added), added);
    if (column < 0) column = at;
    else if (at !== column) misindented(w, outcome, body, from, at > column);
  } while (w.next());
  w.up();
}

/** A statement of the module's own body, from the earlier version of the file where it was there too. */
function moduleStatement(w: Walker, outcome: Outcome, body: Stmt[]): void {
  const { startIndex: start, endIndex: end } = w.cursor;
  const known = w.reuse?.find(start, end);
  if (known !== undefined) {
    body.push(known.stmt);
    w.stringRanges.push(...known.strings);
    w.converted!.push(known);
    return;
  }
  const count = body.length;
  const strings = w.stringRanges.length;
  const failures = outcome.failures.length;
  const strays = w.strayLineEnds.length;
  statement(w, outcome, body);
  const stmt = body[count];
  const isWhole = body.length === count + 1 && stmt !== undefined && stmt.kind !== 'Error';
  if (isWhole && outcome.failures.length === failures && w.strayLineEnds.length === strays)
    w.converted!.push({ start, end, stmt, strings: w.stringRanges.slice(strings) });
}

/** The line a statement starts on, decorators included. */
function firstLine(node: Stmt): number {
  if (node.kind === 'FunctionDef' || node.kind === 'AsyncFunctionDef' || node.kind === 'ClassDef') {
    return node.decorator_list[0]?.line ?? node.line;
  }
  return node.line;
}

/** Columns from one tab stop to the next. */
const TAB = 8;

/** Width of a line's indentation. */
function columnOf(w: Walker, line: number, node: Stmt): number {
  const start = w.lineStarts[line - 1]!;
  const stop = start + (line === node.line ? node.col : Infinity);
  let column = 0;
  for (let i = start; i < stop && i < w.source.length; i++) {
    const c = w.source.charCodeAt(i);
    if (c === 32) column++;
    else if (c === 9) column += TAB - (column % TAB);
    else if (c === 12) column = 0;
    else if (c === 0xfeff || c === 92 || c === 10 || c === 13) continue;
    else break;
  }
  return column;
}

function misindented(w: Walker, outcome: Outcome, body: Stmt[], index: number, deeper: boolean): void {
  const node = body[index]!;
  const before = body[index - 1];
  const start = w.lineStarts[node.line - 1]! + node.col;
  const afterBlock = before !== undefined && before.endLine > before.line && 'body' in before && deeper;
  const message =
    !deeper || afterBlock ? 'unindent does not match any outer indentation level' : 'unexpected indent';
  outcome.failures.push({ kind: 'IndentationError', message, start, end: start });
}

/** Converts one statement, or the error region in its place, and appends it. Never throws. */
function statement(w: Walker, outcome: Outcome, body: Stmt[]): void {
  const level = w.level;
  const start = w.start();
  const end = w.end();
  const { headerStart, depth, brackets } = w;
  if (w.kind === K.Error) {
    errorRegion(w, outcome, body, start, end);
    return;
  }
  const repair = outcome.repairs.length > 0 ? repairAt(outcome.repairs, start) : undefined;
  if (repair !== undefined) {
    body.push({
      line: w.locate(start, Math.max(end, start)),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Error',
      message: repair.message,
    });
    return;
  }
  const isSimple = w.kind < K.IfStatement || w.kind > K.MatchStatement;
  try {
    if (!isSimple) {
      w.headerStart = start;
      w.enter();
      body.push(compoundStatement(w, outcome, start, end));
      w.leave();
    } else {
      if (w.hasErrorIn(start, end)) w.fail('invalid syntax', start, end);
      const node = simpleStatement(w, start, end);
      if (node.endLine > node.line) {
        const stray = w.strayLineEnd(start, end);
        if (stray >= 0) {
          w.addStrayLineEnd(stray);
          w.fail('invalid syntax', stray, stray);
        }
      }
      body.push(node);
    }
    if (w.alias !== null) w.fail('invalid syntax', start, end);
  } catch (error) {
    const failure =
      error instanceof SyntaxFailure
        ? error
        : error instanceof RangeError
          ? new SyntaxFailure('too many nested expressions', start, end)
          : null;
    if (failure === null) throw error;
    while (w.level > level) w.up();
    w.depth = depth;
    w.brackets = brackets;
    w.star = -1;
    w.alias = null;
    w.spine.length = 0;
    if (isSimple) {
      const stray = w.strayLineEnd(start, end);
      if (stray >= 0) w.addStrayLineEnd(stray);
    }
    // The grammar's own errors are reported from the tree; see `recovery`.
    if (!w.hasErrorIn(start, end)) {
      const { kind, message, start: from, end: to } = failure;
      outcome.failures.push({ kind, message, start: from, end: to });
    }
    body.push({
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Error',
      message: failure.message,
    });
  }
  w.headerStart = headerStart;
}

function repairAt(repairs: readonly Repair[], index: number): Repair | undefined {
  return repairs.find((repair) => repair.start <= index && index < repair.end);
}

/** A region without a statement around it: its whole statements, and `ErrorStmt` for what is between. */
function errorRegion(w: Walker, outcome: Outcome, body: Stmt[], start: number, end: number): void {
  let open = start;
  const close = (at: number): void => {
    if (at > open && w.source.slice(open, at).trim() !== '') {
      const known = outcome.failures.some((failure) => failure.start >= open && failure.start < at);
      if (!known)
        outcome.failures.push({ kind: 'SyntaxError', message: 'invalid syntax', start: open, end: at });
      body.push({
        line: w.locate(open, at),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Error',
        message: 'invalid syntax',
      });
    }
  };
  if (w.first()) {
    do {
      const isStatement = w.kind >= K.ExpressionStatement && w.kind <= K.MatchStatement;
      if (!isStatement) continue;
      close(w.start());
      open = w.end();
      statement(w, outcome, body);
    } while (w.next());
    w.up();
  }
  close(end);
}
