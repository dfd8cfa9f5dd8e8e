/** `with` statements, and expressions that end in `as`. */
import type { Expr, Stmt, WithItem } from '../ast';
import { lastOf, suite, through } from './blocks';
import { expression } from './expressions';
import { K } from './kinds';
import type { Outcome } from './statements';
import type { Walker } from './walker';

export function withStatement(w: Walker, outcome: Outcome, start: number): Stmt {
  let isAsync = false;
  let items: WithItem[] = [];
  let body: Stmt[] = [];
  w.first();
  do {
    switch (w.kind) {
      case K.KeywordAsync:
        isAsync = true;
        break;
      case K.WithClause:
        items = withItems(w);
        break;
      case K.Block:
        body = suite(w, outcome, "'with' statement", start);
        break;
      case K.Error:
        w.fail('invalid syntax');
    }
  } while (w.next());
  w.up();
  if (body.length === 0) return w.fail('invalid syntax', start);
  const line = through(w, start, lastOf(body));
  const { col, endLine, endCol } = w;
  return isAsync
    ? {
        line,
        col,
        endLine,
        endCol,
        kind: 'AsyncWith',
        items,
        body,
      }
    : {
        line,
        col,
        endLine,
        endCol,
        kind: 'With',
        items,
        body,
      };
}

function withItems(w: Walker): WithItem[] {
  const start = w.start();
  const end = w.end();
  const items: WithItem[] = [];
  let brackets = false;
  w.first();
  do {
    if (w.kind === K.LeftParen) brackets = true;
    else if (w.kind === K.WithItem) items.push(withItem(w));
  } while (w.next());
  w.up();
  const plain = items.every((item) => item.optional_vars === null);
  // `with (a, *b):` and `with (a, b := c):` are no lists of items but one tuple.
  const isTuple = items.some(({ context_expr }) => !canBeItem(context_expr));
  if (!brackets) {
    // `with (a,):` comes as one tuple, and is a list of items.
    const [item] = items;
    const tuple = item?.context_expr;
    const isList = items.length === 1 && item!.optional_vars === null && tuple?.kind === 'Tuple';
    // In brackets of its own it is a tuple indeed.
    const isBare = isList && tuple.col === item!.col && tuple.line === item!.line;
    const inBrackets = w.source.charAt(start) === '(' && w.source.charAt(end - 1) === ')';
    if (!isBare || !inBrackets || tuple.elts.length === 0 || !tuple.elts.every(canBeItem)) return items;
    return tuple.elts.map((element) => ({
      line: element.line,
      col: element.col,
      endLine: element.endLine,
      endCol: element.endCol,
      kind: 'withitem',
      context_expr: element,
      optional_vars: null,
    }));
  }
  if (!plain || !isTuple) return items;
  const elts = items.map((item) => item.context_expr);
  const { line, col, endLine, endCol } = w.at(start, end);
  return [
    {
      line,
      col,
      endLine,
      endCol,
      kind: 'withitem',
      context_expr: {
        line,
        col,
        endLine,
        endCol,
        kind: 'Tuple',
        elts,
        ctx: 'Load',
      },
      optional_vars: null,
    },
  ];
}

function canBeItem(node: Expr): boolean {
  return node.kind !== 'Starred' && node.kind !== 'NamedExpr';
}

function withItem(w: Walker): WithItem {
  const start = w.start();
  const end = w.end();
  w.first();
  const context_expr = aliased(w);
  const optional_vars = w.alias;
  w.alias = null;
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'withitem',
    context_expr,
    optional_vars,
  };
}

/**
 * An expression that may end in `as target`, which is left in `w.alias`. Inside a lambda, a conditional
 * or a named expression the grammar puts the `as` at the right edge; those nodes then end too late.
 */
export function aliased(w: Walker): Expr {
  w.alias = null;
  const isAlias = w.kind === K.AsPattern;
  const node = expression(w);
  if (w.alias === null || isAlias) return node;
  const after = w.at(w.aliasInnerEnd, w.aliasEnd);
  let edge: Expr | null = node;
  while (edge !== null && edge.endLine === after.endLine && edge.endCol === after.endCol) {
    edge.endLine = after.line;
    edge.endCol = after.col;
    edge =
      edge.kind === 'IfExp'
        ? edge.orelse
        : edge.kind === 'Lambda'
          ? edge.body
          : edge.kind === 'NamedExpr'
            ? edge.value
            : edge.kind === 'UnaryOp'
              ? edge.operand
              : null;
  }
  return node;
}
