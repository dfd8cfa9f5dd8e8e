/** `match` statements; `patterns` has what stands behind `case`. */
import type { Expr, MatchCase, Stmt } from '../ast';
import { lastOf, suite, through } from './blocks';
import { expression } from './expressions';
import { K } from './kinds';
import { casePatterns } from './patterns';
import type { Outcome } from './statements';
import type { Walker } from './walker';

export function matchStatement(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
  const subjects: Expr[] = [];
  const cases: MatchCase[] = [];
  let comma = false;
  let subjectStart = -1;
  let subjectEnd = 0;
  w.first();
  while (w.next()) {
    if (w.kind === K.Block) {
      if (w.hasErrorIn(w.headerStart, w.start())) w.fail('invalid syntax', start);
      matchCases(w, outcome, cases);
    } else if (w.kind === K.Comma) {
      comma = true;
      subjectEnd = w.end();
    } else if (w.kind !== K.Colon) {
      if (subjectStart < 0) subjectStart = w.start();
      subjectEnd = w.end();
      subjects.push(expression(w));
    }
  }
  w.up();
  if (subjects.length === 0) w.fail('invalid syntax', start, end);
  if (cases.length === 0) {
    const message = `expected an indented block after 'match' statement on line ${w.lineOf(start) + 1}`;
    w.fail(message, start, end, 'IndentationError');
  }
  const subject: Expr = comma
    ? {
        line: w.locate(subjectStart, subjectEnd),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Tuple',
        elts: subjects,
        ctx: 'Load',
      }
    : subjects[0]!;
  return {
    line: through(w, start, lastOf(cases[cases.length - 1]!.body)),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Match',
    subject,
    cases,
  };
}

function matchCases(w: Walker, outcome: Outcome, cases: MatchCase[]): void {
  if (!w.first()) return;
  do {
    if (w.kind !== K.CaseClause) w.fail('invalid syntax');
    const start = w.start();
    w.headerStart = start;
    w.first();
    w.next();
    const pattern = casePatterns(w);
    let guard: Expr | null = null;
    let body: Stmt[] = [];
    do {
      if (w.is(K.IfClause)) {
        w.first();
        w.next();
        guard = expression(w);
        w.up();
      } else if (w.is(K.Block)) {
        body = suite(w, outcome, "'case' statement", start);
      }
    } while (w.next());
    w.up();
    if (body.length === 0) return w.fail('invalid syntax', start);
    cases.push({
      line: through(w, start, lastOf(body)),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'match_case',
      pattern,
      guard,
      body,
    });
  } while (w.next());
  w.up();
}
