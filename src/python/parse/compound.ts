/** Compound statements: those with blocks. */
import type {
  ExceptHandler,
  Expr,
  Keyword,
  Location,
  MatchCase,
  Stmt,
  TypeParam,
  WithItem,
} from '../ast';
import { callArguments, expression } from './expressions';
import { K } from './kinds';
import { parameters } from './parameters';
import { casePatterns } from './patterns';
import { type Outcome, statementsIn } from './statements';
import { setContext } from './targets';
import { annotation, typeParameters } from './types';
import type { Walker } from './walker';

/** The compound statement the cursor stands on. */
export function compoundStatement(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
  switch (w.kind) {
    case K.FunctionDefinition:
      return functionDefinition(w, outcome, [], start);
    case K.ClassDefinition:
      return classDefinition(w, outcome, [], start);
    case K.DecoratedDefinition:
      return decorated(w, outcome, start, end);
    case K.IfStatement:
      return ifStatement(w, outcome, start);
    case K.ForStatement:
      return forStatement(w, outcome, start);
    case K.WhileStatement:
      return whileStatement(w, outcome, start);
    case K.WithStatement:
      return withStatement(w, outcome, start);
    case K.TryStatement:
      return tryStatement(w, outcome, start, end);
    default:
      return matchStatement(w, outcome, start, end);
  }
}

/**
 * The block the cursor stands on. `what` names the statement in CPython's message for a missing block;
 * `start` is where that statement starts.
 */
function suite(w: Walker, outcome: Outcome, what: string, start: number): Stmt[] {
  const blockStart = w.start();
  const blockEnd = w.end();
  if (w.kind !== K.Block) w.fail('invalid syntax', start, blockEnd);
  if (w.hasErrorIn(w.headerStart, blockStart)) w.fail('invalid syntax', w.headerStart, blockStart);
  const body: Stmt[] = [];
  const outer = w.headerStart;
  statementsIn(w, outcome, body);
  w.headerStart = Math.max(outer, blockEnd);
  if (body.length === 0) {
    const message = `expected an indented block after ${what} on line ${w.lineOf(start) + 1}`;
    if (!w.hasErrorIn(blockStart, blockEnd + 1)) {
      outcome.failures.push({ kind: 'IndentationError', message, start: blockStart, end: blockEnd });
    }
    body.push({ ...w.at(blockStart, Math.max(blockEnd, blockStart)), kind: 'Error', message });
  }
  return body;
}

/** From `start` to the end of the last statement, a semicolon behind it included. */
function through(w: Walker, start: number, last: Location): Location {
  const { line, col } = w.at(start, start);
  let { endCol } = last;
  const lineStart = w.lineStarts[last.endLine - 1]!;
  let next = lineStart + endCol;
  while (w.source.charCodeAt(next) === 32) next++;
  if (w.source.charCodeAt(next) === 59) endCol = next + 1 - lineStart;
  return { line, col, endLine: last.endLine, endCol };
}

function lastOf(...bodies: Stmt[][]): Stmt {
  for (let i = bodies.length - 1; i >= 0; i--) {
    const body = bodies[i]!;
    if (body.length > 0) return body[body.length - 1]!;
  }
  throw new Error('a compound statement without statements');
}

function functionDefinition(w: Walker, outcome: Outcome, decorator_list: Expr[], start: number): Stmt {
  let isAsync = false;
  let returns: Expr | null = null;
  let type_params: TypeParam[] = [];
  let name = '';
  let args: ReturnType<typeof parameters> | null = null;
  let body: Stmt[] = [];
  w.first();
  do {
    switch (w.kind) {
      case K.KeywordAsync:
        isAsync = true;
        break;
      case K.Identifier:
        name = w.identifier();
        break;
      case K.TypeParameter:
        type_params = typeParameters(w);
        break;
      case K.Parameters:
        args = parameters(w);
        break;
      case K.Type:
        returns = annotation(w);
        break;
      case K.Block:
        body = suite(w, outcome, 'function definition', start);
        break;
      case K.Error:
        w.fail('invalid syntax');
    }
  } while (w.next());
  w.up();
  if (args === null || body.length === 0) return w.fail('invalid syntax', start);
  const location = through(w, start, lastOf(body));
  return isAsync
    ? { ...location, kind: 'AsyncFunctionDef', name, args, body, decorator_list, returns, type_params }
    : { ...location, kind: 'FunctionDef', name, args, body, decorator_list, returns, type_params };
}

function classDefinition(w: Walker, outcome: Outcome, decorator_list: Expr[], start: number): Stmt {
  const bases: Expr[] = [];
  const keywords: Keyword[] = [];
  let type_params: TypeParam[] = [];
  let name = '';
  let body: Stmt[] = [];
  w.first();
  do {
    switch (w.kind) {
      case K.Identifier:
        name = w.identifier();
        break;
      case K.TypeParameter:
        type_params = typeParameters(w);
        break;
      case K.ArgumentList:
        callArguments(w, bases, keywords);
        break;
      case K.Block:
        body = suite(w, outcome, 'class definition', start);
        break;
      case K.Error:
        w.fail('invalid syntax');
    }
  } while (w.next());
  w.up();
  if (body.length === 0) return w.fail('invalid syntax', start);
  const location = through(w, start, lastOf(body));
  return { ...location, kind: 'ClassDef', name, bases, keywords, body, decorator_list, type_params };
}

function decorated(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
  const decorators: Expr[] = [];
  let definition: Stmt | null = null;
  w.first();
  do {
    switch (w.kind) {
      case K.Decorator:
        w.first();
        w.next();
        decorators.push(expression(w));
        w.up();
        break;
      case K.FunctionDefinition:
        definition = functionDefinition(w, outcome, decorators, w.start());
        break;
      case K.ClassDefinition:
        definition = classDefinition(w, outcome, decorators, w.start());
        break;
      default:
        w.fail('invalid syntax');
    }
  } while (w.next());
  w.up();
  return definition ?? w.fail('invalid syntax', start, end);
}

interface Branch {
  start: number;
  test: Expr;
  body: Stmt[];
}

function ifStatement(w: Walker, outcome: Outcome, start: number): Stmt {
  const branches: Branch[] = [];
  let orelse: Stmt[] = [];
  w.first();
  branches.push(branch(w, outcome, "'if' statement", start));
  while (w.next()) {
    if (w.kind === K.ElifClause) {
      const clauseStart = w.start();
      w.first();
      branches.push(branch(w, outcome, "'elif' statement", clauseStart));
      w.up();
    } else if (w.kind === K.ElseClause) {
      orelse = elseClause(w, outcome);
    } else {
      w.fail('invalid syntax');
    }
  }
  w.up();
  // `elif` is an `if` in the `else` of the one before.
  for (let i = branches.length - 1; ; i--) {
    const { start: branchStart, test, body } = branches[i]!;
    const node: Stmt = { ...through(w, branchStart, lastOf(body, orelse)), kind: 'If', test, body, orelse };
    if (i === 0) return node;
    orelse = [node];
  }
}

/** A keyword, a test, a colon and a block; the cursor stands on the keyword. */
function branch(w: Walker, outcome: Outcome, what: string, start: number): Branch {
  w.next();
  const test = expression(w);
  w.next();
  w.next();
  return { start, test, body: suite(w, outcome, what, start) };
}

function elseClause(w: Walker, outcome: Outcome): Stmt[] {
  const start = w.start();
  w.first();
  w.next();
  w.next();
  const body = suite(w, outcome, "'else' statement", start);
  w.up();
  return body;
}

function forStatement(w: Walker, outcome: Outcome, start: number): Stmt {
  let isAsync = false;
  w.first();
  if (w.kind === K.KeywordAsync) {
    isAsync = true;
    w.next();
  }
  w.next();
  const target = expression(w);
  setContext(w, target, 'Store');
  w.next();
  w.next();
  const iter = expression(w);
  w.next();
  w.next();
  const body = suite(w, outcome, "'for' statement", start);
  const orelse = w.next() ? elseOf(w, outcome) : [];
  w.up();
  const location = through(w, start, lastOf(body, orelse));
  return isAsync
    ? { ...location, kind: 'AsyncFor', target, iter, body, orelse }
    : { ...location, kind: 'For', target, iter, body, orelse };
}

function whileStatement(w: Walker, outcome: Outcome, start: number): Stmt {
  w.first();
  const { test, body } = branch(w, outcome, "'while' statement", start);
  const orelse = w.next() ? elseOf(w, outcome) : [];
  w.up();
  return { ...through(w, start, lastOf(body, orelse)), kind: 'While', test, body, orelse };
}

/** The `else` of a loop; the cursor stands behind the loop's block. */
function elseOf(w: Walker, outcome: Outcome): Stmt[] {
  if (w.kind !== K.ElseClause) w.fail('invalid syntax');
  return elseClause(w, outcome);
}

function withStatement(w: Walker, outcome: Outcome, start: number): Stmt {
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
  const location = through(w, start, lastOf(body));
  return isAsync ? { ...location, kind: 'AsyncWith', items, body } : { ...location, kind: 'With', items, body };
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
  // `with (a, *b):` and `with (a, b := c):` are no lists of items but one tuple.
  const plain = items.every((item) => item.optional_vars === null);
  const isTuple = items.some(
    (item) => item.context_expr.kind === 'Starred' || item.context_expr.kind === 'NamedExpr',
  );
  if (!brackets || !plain || !isTuple) return items;
  const elts = items.map((item) => item.context_expr);
  const location = w.at(start, end);
  return [
    {
      ...location,
      kind: 'withitem',
      context_expr: { ...location, kind: 'Tuple', elts, ctx: 'Load' },
      optional_vars: null,
    },
  ];
}

function withItem(w: Walker): WithItem {
  const start = w.start();
  const end = w.end();
  w.first();
  const context_expr = aliased(w);
  const optional_vars = w.alias;
  w.alias = null;
  w.up();
  return { ...w.at(start, end), kind: 'withitem', context_expr, optional_vars };
}

/**
 * An expression that may end in `as target`, which is left in `w.alias`. Inside a lambda, a conditional
 * or a named expression the grammar puts the `as` at the right edge; those nodes then end too late.
 */
function aliased(w: Walker): Expr {
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

function tryStatement(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
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
        const clause = exceptClause(w, outcome);
        if (handlers.length > 0 && clause.star !== star) {
          w.fail("cannot have both 'except' and 'except*' on the same 'try'");
        }
        star = clause.star;
        handlers.push(clause.handler);
        break;
      }
      case K.ElseClause:
        orelse = elseClause(w, outcome);
        break;
      case K.FinallyClause: {
        finallySeen = true;
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
  if (handlers.length === 0 && !finallySeen) w.fail("expected 'except' or 'finally' block", end, end);
  const handlerBody = handlers.length > 0 ? handlers[handlers.length - 1]!.body : [];
  const location = through(w, start, lastOf(body, handlerBody, orelse, finalbody));
  return star
    ? { ...location, kind: 'TryStar', body, handlers, orelse, finalbody }
    : { ...location, kind: 'Try', body, handlers, orelse, finalbody };
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
    return w.fail('multiple exception types must be parenthesized when using \'as\'', start);
  }
  if (star && types.length === 0) return w.fail('expected one or more exception types', start);
  const type: Expr | null =
    types.length > 1 ? { ...w.at(typeStart, typeEnd), kind: 'Tuple', elts: types, ctx: 'Load' } : (types[0] ?? null);
  return { handler: { ...through(w, start, lastOf(body)), kind: 'ExceptHandler', type, name, body }, star };
}

function matchStatement(w: Walker, outcome: Outcome, start: number, end: number): Stmt {
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
    w.fail(`expected an indented block after 'match' statement on line ${w.lineOf(start) + 1}`, start, end);
  }
  const subject: Expr = comma
    ? { ...w.at(subjectStart, subjectEnd), kind: 'Tuple', elts: subjects, ctx: 'Load' }
    : subjects[0]!;
  return { ...through(w, start, lastOf(cases[cases.length - 1]!.body)), kind: 'Match', subject, cases };
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
    cases.push({ ...through(w, start, lastOf(body)), kind: 'match_case', pattern, guard, body });
  } while (w.next());
  w.up();
}
