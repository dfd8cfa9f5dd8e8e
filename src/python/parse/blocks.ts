/** Blocks of compound statements, and locations that end with them. */
import type { Location, Stmt } from '../ast';
import { K } from './kinds';
import { type Outcome, statementsIn } from './statements';
import type { Walker } from './walker';

/**
 * The block the cursor stands on. `what` names the statement in CPython's message for a missing block;
 * `start` is where that statement starts.
 */
export function suite(w: Walker, outcome: Outcome, what: string, start: number): Stmt[] {
  const blockStart = w.start();
  const blockEnd = w.end();
  if (w.kind !== K.Block) w.fail('invalid syntax', start, blockEnd);
  if (w.hasErrorIn(w.headerStart, blockStart)) w.fail('invalid syntax', w.headerStart, blockStart);
  const stray = w.strayLineEnd(w.headerStart, blockStart);
  if (stray >= 0) {
    w.addStrayLineEnd(stray);
    w.fail('invalid syntax', stray, stray);
  }
  const body: Stmt[] = [];
  const outer = w.headerStart;
  statementsIn(w, outcome, body);
  w.headerStart = Math.max(outer, blockEnd);
  if (body.length === 0) {
    const message = `expected an indented block after ${what} on line ${w.lineOf(start) + 1}`;
    if (!w.hasErrorIn(blockStart, blockEnd + 1)) {
      const { source } = w;
      // At the end of the text CPython is on the line it has begun to read, if any.
      const at = nextToken(source, blockStart) ?? (source.endsWith('\n') ? blockStart : source.length);
      outcome.failures.push({ kind: 'IndentationError', message, start: at, end: at });
    }
    body.push({
      line: w.locate(blockStart, Math.max(blockEnd, blockStart)),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Error',
      message,
    });
  }
  return body;
}

/** Index of the next character that is no white space and in no comment; null at the end of the text. */
export function nextToken(source: string, from: number): number | null {
  const blank = /(?:\s|#.*)*/y;
  blank.lastIndex = from;
  blank.exec(source);
  return blank.lastIndex < source.length ? blank.lastIndex : null;
}

/** As `Walker.locate`, from `start` to the end of the last statement, a semicolon behind it included. */
export function through(w: Walker, start: number, last: Location): number {
  const line = w.locate(start, start);
  const lineStart = w.lineStarts[last.endLine - 1]!;
  let next = lineStart + last.endCol;
  while (w.source.charCodeAt(next) === 32) next++;
  w.endLine = last.endLine;
  w.endCol = w.source.charCodeAt(next) === 59 ? next + 1 - lineStart : last.endCol;
  return line;
}

export function lastOf(...bodies: Stmt[][]): Stmt {
  for (let i = bodies.length - 1; i >= 0; i--) {
    const body = bodies[i]!;
    if (body.length > 0) return body[body.length - 1]!;
  }
  throw new Error('a compound statement without statements');
}

/** The column of a place as indentation counts: a tab goes to the next multiple of eight. */
function indentation(w: Walker, at: number): number {
  let column = 0;
  for (const char of w.source.slice(w.source.lastIndexOf('\n', at - 1) + 1, at))
    column = char === '\t' ? column + 8 - (column % 8) : column + 1;
  return column;
}

/** The clause that the cursor stands on has to begin in the column of its statement, which starts at `statement`. */
export function checkIndentation(w: Walker, outcome: Outcome, statement: number): void {
  const start = w.start();
  if (indentation(w, start) === indentation(w, statement)) return;
  const message = 'unindent does not match any outer indentation level';
  outcome.failures.push({ kind: 'IndentationError', message, start, end: start });
}

/** The body of an `else` of the statement that starts at `statement`. */
export function elseClause(w: Walker, outcome: Outcome, statement: number): Stmt[] {
  checkIndentation(w, outcome, statement);
  const start = w.start();
  w.first();
  w.next();
  w.next();
  const body = suite(w, outcome, "'else' statement", start);
  w.up();
  return body;
}
