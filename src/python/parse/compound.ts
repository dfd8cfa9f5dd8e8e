/** Compound statements: definitions, conditions and loops; `with`, `try` and `match` have files of their own. */
import type { Expr, Keyword, Stmt, TypeParam } from '../ast';
import { checkIndentation, elseClause, lastOf, suite, through } from './blocks';
import { callArguments } from './calls';
import { expression } from './expressions';
import { K } from './kinds';
import { matchStatement } from './match';
import { parameters } from './parameters';
import type { Outcome } from './statements';
import { setContext } from './targets';
import { tryStatement } from './try';
import { annotation, typeParameters } from './types';
import type { Walker } from './walker';
import { withStatement } from './with';

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
  const line = through(w, start, lastOf(body));
  const { col, endLine, endCol } = w;
  return isAsync
    ? {
        line,
        col,
        endLine,
        endCol,
        kind: 'AsyncFunctionDef',
        name,
        args,
        body,
        decorator_list,
        returns,
        type_params,
      }
    : {
        line,
        col,
        endLine,
        endCol,
        kind: 'FunctionDef',
        name,
        args,
        body,
        decorator_list,
        returns,
        type_params,
      };
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
  const line = through(w, start, lastOf(body));
  const { col, endLine, endCol } = w;
  return {
    line,
    col,
    endLine,
    endCol,
    kind: 'ClassDef',
    name,
    bases,
    keywords,
    body,
    decorator_list,
    type_params,
  };
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
      case K.ClassDefinition: {
        const isClass = w.is(K.ClassDefinition);
        const defined = w.start();
        if (w.hasErrorIn(start, defined)) w.fail('invalid syntax', start, defined);
        w.headerStart = defined;
        definition = isClass
          ? classDefinition(w, outcome, decorators, defined)
          : functionDefinition(w, outcome, decorators, defined);
        break;
      }
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
      checkIndentation(w, outcome, start);
      const clauseStart = w.start();
      w.first();
      branches.push(branch(w, outcome, "'elif' statement", clauseStart));
      w.up();
    } else if (w.kind === K.ElseClause) {
      orelse = elseClause(w, outcome, start);
    } else {
      w.fail('invalid syntax');
    }
  }
  w.up();
  // `elif` is an `if` in the `else` of the one before.
  for (let i = branches.length - 1; ; i--) {
    const { start: branchStart, test, body } = branches[i]!;
    const node: Stmt = {
      line: through(w, branchStart, lastOf(body, orelse)),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'If',
      test,
      body,
      orelse,
    };
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
  const orelse = w.next() ? elseOf(w, outcome, start) : [];
  w.up();
  const line = through(w, start, lastOf(body, orelse));
  const { col, endLine, endCol } = w;
  return isAsync
    ? {
        line,
        col,
        endLine,
        endCol,
        kind: 'AsyncFor',
        target,
        iter,
        body,
        orelse,
      }
    : {
        line,
        col,
        endLine,
        endCol,
        kind: 'For',
        target,
        iter,
        body,
        orelse,
      };
}

function whileStatement(w: Walker, outcome: Outcome, start: number): Stmt {
  w.first();
  const { test, body } = branch(w, outcome, "'while' statement", start);
  const orelse = w.next() ? elseOf(w, outcome, start) : [];
  w.up();
  return {
    line: through(w, start, lastOf(body, orelse)),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'While',
    test,
    body,
    orelse,
  };
}

/** The `else` of a loop; the cursor stands behind the loop's block. */
function elseOf(w: Walker, outcome: Outcome, statement: number): Stmt[] {
  if (w.kind !== K.ElseClause) w.fail('invalid syntax');
  return elseClause(w, outcome, statement);
}
