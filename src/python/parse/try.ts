/** `try` statements. */
import type { ExceptHandler, Expr, Stmt } from '../ast';
import { checkIndentation, elseClause, lastOf, nextToken, suite, through } from './blocks';
import { K } from './kinds';
import type { Outcome } from './statements';
import type { Walker } from './walker';
import { aliased } from './with';

export function tryStatement(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
  let body: Stmt[] = [];
  const handlers: ExceptHandler[] = [];
  let orelse: Stmt[] = [];
  let finalbody: Stmt[] = [];
  let star = false;
  let finallySeen = false;
  w.first();
  while (w.next()) {
    switch (w.kind) {
      case K.Block:
        body = suite(w, outcome, "'try' statement", start);
        break;
      case K.ExceptClause: {
        checkIndentation(w, outcome, start);
        const clause = exceptClause(w, outcome);
        if (handlers.length > 0 && clause.star !== star) {
          w.fail("cannot have both 'except' and 'except*' on the same 'try'");
        }
        star = clause.star;
        handlers.push(clause.handler);
        break;
      }
      case K.ElseClause:
        orelse = elseClause(w, outcome, start);
        break;
      case K.FinallyClause: {
        finallySeen = true;
        checkIndentation(w, outcome, start);
        const clauseStart = w.start();
        w.first();
        w.next();
        w.next();
        finalbody = suite(w, outcome, "'finally' statement", clauseStart);
        w.up();
        break;
      }
      case K.Error:
        w.fail('invalid syntax');
    }
  }
  w.up();
  if (body.length === 0) return w.fail('invalid syntax', start, end);
  if (handlers.length === 0 && !finallySeen && body[0]!.kind !== 'Error') {
    const at = nextToken(w.source, end) ?? end;
    w.fail("expected 'except' or 'finally' block", at, at);
  }
  const handlerBody = handlers.length > 0 ? handlers[handlers.length - 1]!.body : [];
  const line = through(w, start, lastOf(body, handlerBody, orelse, finalbody));
  const { col, endLine, endCol } = w;
  return star
    ? {
        line,
        col,
        endLine,
        endCol,
        kind: 'TryStar',
        body,
        handlers,
        orelse,
        finalbody,
      }
    : {
        line,
        col,
        endLine,
        endCol,
        kind: 'Try',
        body,
        handlers,
        orelse,
        finalbody,
      };
}

function exceptClause(w: Walker, outcome: Outcome): { handler: ExceptHandler; star: boolean } {
  const start = w.start();
  let star = false;
  let name: string | null = null;
  let body: Stmt[] = [];
  const types: Expr[] = [];
  let typeStart = -1;
  let typeEnd = 0;
  let afterAs = false;
  w.first();
  while (w.next()) {
    switch (w.kind) {
      case K.Star:
        star = true;
        break;
      case K.Comma:
      case K.Colon:
        break;
      case K.KeywordAs:
        afterAs = true;
        break;
      case K.Block:
        body = suite(w, outcome, star ? "'except*' statement" : "'except' statement", start);
        break;
      default: {
        if (typeStart < 0) typeStart = w.start();
        typeEnd = w.end();
        const value = aliased(w);
        const target: Expr | null = afterAs ? value : w.alias;
        if (!afterAs) types.push(value);
        w.alias = null;
        if (target !== null) {
          if (target.kind !== 'Name') return w.fail('invalid syntax', start);
          name = target.id;
        }
      }
    }
  }
  w.up();
  if (body.length === 0) return w.fail('invalid syntax', start);
  if (types.length > 1 && name !== null) {
    return w.fail("multiple exception types must be parenthesized when using 'as'", start);
  }
  if (star && types.length === 0) return w.fail('expected one or more exception types', start);
  const type: Expr | null =
    types.length > 1
      ? {
          line: w.locate(typeStart, typeEnd),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'Tuple',
          elts: types,
          ctx: 'Load',
        }
      : (types[0] ?? null);
  return {
    handler: {
      line: through(w, start, lastOf(body)),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'ExceptHandler',
      type,
      name,
      body,
    },
    star,
  };
}
