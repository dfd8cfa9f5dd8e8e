/** Statements, apart from try, with and match. */
import type {
  AnnAssign,
  Assign,
  AugAssign,
  Expr,
  If,
  Import,
  ImportFrom,
  Module,
  Stmt,
  While,
} from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { intConst, NONE, stringConst } from './constants.js';
import { assignSwapped } from './displays.js';
import { binaryOperator, constantIterable, expression, jumpIf, loadInt, yieldFrom } from './expressions.js';
import { certainlyRaises } from './flow.js';
import { annotation, classDef, documentedBody, functionDef, returnNone, typeAlias } from './functions.js';
import { matchStatement } from './patterns.js';
import { breakOrContinue, returnStatement } from './unwind.js';
import { tryStatement } from './try.js';
import { withStatement } from './with.js';
import type { Unit } from './unit.js';

export function block(u: Unit, body: readonly Stmt[]): void {
  for (const stmt of body) statement(u, stmt);
}

export function moduleBody(u: Unit, module: Module): void {
  const { mode, diagnostics } = u.compilation;
  if (mode === 'eval') {
    const only = module.body[0];
    if (only?.kind === 'Expr' && !diagnostics.broken.has(only)) {
      expression(u, only.value);
      u.emit(Op.RETURN_VALUE);
    } else returnNone(u);
    return;
  }
  documentedBody(u, module.body);
  returnNone(u);
}

function statement(u: Unit, stmt: Stmt): void {
  if (u.compilation.diagnostics.broken.has(stmt)) return;
  u.asm.location = stmt;
  visit(u, stmt);
}

function visit(u: Unit, stmt: Stmt): void {
  const { asm } = u;
  switch (stmt.kind) {
    case 'Expr':
      expressionStatement(u, stmt.value);
      return;
    case 'Assign':
      assign(u, stmt);
      return;
    case 'AugAssign':
      augAssign(u, stmt);
      return;
    case 'AnnAssign':
      annAssign(u, stmt);
      return;
    case 'If':
      ifStatement(u, stmt);
      return;
    case 'For':
    case 'AsyncFor':
      forStatement(u, stmt);
      return;
    case 'While':
      whileStatement(u, stmt);
      return;
    case 'Return':
      returnStatement(u, stmt);
      return;
    case 'FunctionDef':
    case 'AsyncFunctionDef':
      functionDef(u, stmt);
      return;
    case 'ClassDef':
      classDef(u, stmt);
      return;
    case 'With':
    case 'AsyncWith':
      withStatement(u, stmt, 0);
      return;
    case 'Try':
    case 'TryStar':
      tryStatement(u, stmt);
      return;
    case 'Match':
      matchStatement(u, stmt);
      return;
    case 'Raise': {
      let count = 0;
      if (stmt.exc !== null) {
        expression(u, stmt.exc);
        count++;
        if (stmt.cause !== null) {
          expression(u, stmt.cause);
          count++;
        }
      }
      u.emit(Op.RAISE_VARARGS, count);
      return;
    }
    case 'Assert': {
      const end = new Label();
      guard(u, true, () => jumpIf(u, stmt.test, end, true, true));
      u.emit(Op.LOAD_ASSERTION_ERROR);
      if (stmt.msg !== null) {
        expression(u, stmt.msg);
        u.emit(Op.CALL, 0);
      }
      u.emit(Op.RAISE_VARARGS, 1);
      asm.bind(end);
      return;
    }
    case 'Import':
      importStatement(u, stmt);
      return;
    case 'ImportFrom':
      importFrom(u, stmt);
      return;
    case 'Delete':
      for (const target of stmt.targets) expression(u, target);
      return;
    case 'TypeAlias':
      typeAlias(u, stmt);
      return;
    case 'Break':
    case 'Continue':
      breakOrContinue(u, stmt);
      return;
    case 'Global':
    case 'Nonlocal':
    case 'Pass':
    case 'Error':
      return;
  }
}

function expressionStatement(u: Unit, value: Expr): void {
  if (u.compilation.mode === 'single' && u.scope.kind === 'module') {
    loadInt(u, 0);
    u.loadConst(NONE);
    u.emitName(Op.IMPORT_NAME, 'sys');
    u.emitName(Op.LOAD_METHOD, 'displayhook');
    expression(u, value);
    u.emit(Op.CALL, 1);
    u.emit(Op.POP_TOP);
    return;
  }
  if (value.kind === 'Constant') return;
  expression(u, value);
  u.emit(Op.POP_TOP);
}

// ---- assignments --------------------------------------------------------------------------------

function assign(u: Unit, stmt: Assign): void {
  const { targets, value } = stmt;
  if (targets.length === 1 && assignSwapped(u, targets[0]!, value)) return;
  expression(u, value);
  targets.forEach((target, i) => {
    if (i < targets.length - 1) u.emit(Op.COPY, 1);
    expression(u, target);
  });
}

function augAssign(u: Unit, stmt: AugAssign): void {
  const { target, value } = stmt;
  const { asm } = u;
  const operator = binaryOperator(stmt.op, true);
  const location = asm.location;
  switch (target.kind) {
    case 'Name':
      asm.location = target;
      u.variable(target.id, 'Load');
      asm.location = location;
      expression(u, value);
      u.emit(Op.BINARY_OP, operator);
      asm.location = target;
      u.variable(target.id, 'Store');
      break;
    case 'Attribute':
      expression(u, target.value);
      asm.location = target;
      u.emit(Op.COPY, 1);
      u.emitName(Op.LOAD_ATTR, target.attr);
      asm.location = location;
      expression(u, value);
      u.emit(Op.BINARY_OP, operator);
      asm.location = target;
      u.emit(Op.SWAP, 2);
      u.emitName(Op.STORE_ATTR, target.attr);
      break;
    case 'Subscript':
      expression(u, target.value);
      expression(u, target.slice);
      asm.location = target;
      u.emit(Op.COPY, 2);
      u.emit(Op.COPY, 2);
      u.emit(Op.BINARY_SUBSCR);
      asm.location = location;
      expression(u, value);
      u.emit(Op.BINARY_OP, operator);
      asm.location = target;
      u.emit(Op.SWAP, 3);
      u.emit(Op.SWAP, 2);
      u.emit(Op.STORE_SUBSCR);
      break;
  }
  asm.location = location;
}

function evaluated(u: Unit, e: Expr): void {
  expression(u, e);
  u.emit(Op.POP_TOP);
}

function annAssign(u: Unit, stmt: AnnAssign): void {
  const { target } = stmt;
  if (stmt.value !== null) {
    expression(u, stmt.value);
    expression(u, target);
  }
  const keepsAnnotations = !u.scope.isFunctionLike;
  if (target.kind === 'Name') {
    if (stmt.simple && keepsAnnotations) {
      annotation(u, stmt.annotation);
      u.emit(Op.LOAD_NAME, u.nameArg('__annotations__'));
      u.loadString(u.mangle(target.id));
      u.emit(Op.STORE_SUBSCR);
    }
  } else if (stmt.value === null) {
    evaluated(u, target.value);
    if (target.kind === 'Subscript') evaluated(u, target.slice);
  }
  if (!stmt.simple && keepsAnnotations && !u.compilation.symbols.futureAnnotations)
    evaluated(u, stmt.annotation);
}

// ---- branches and loops -------------------------------------------------------------------------

/** Compiles a condition; `guarded`: whether it must not come out one way where it is unknown. */
function guard(u: Unit, guarded: boolean, condition: () => void): void {
  const outer = u.asm.guarded;
  u.asm.guarded = guarded;
  condition();
  u.asm.guarded = outer;
}

function ifStatement(u: Unit, stmt: If): void {
  const { asm } = u;
  const orelse = new Label();
  const bodyRaises = certainlyRaises(stmt.body);
  const elseRaises = certainlyRaises(stmt.orelse);
  guard(u, bodyRaises !== elseRaises, () => jumpIf(u, stmt.test, orelse, false, !bodyRaises || elseRaises));
  block(u, stmt.body);
  if (stmt.orelse.length === 0) {
    asm.bind(orelse);
    return;
  }
  const end = new Label();
  asm.jump(Op.JUMP, end);
  asm.bind(orelse);
  block(u, stmt.orelse);
  asm.bind(end);
}

/**
 * The condition is tested again after the body, where `continue` goes too: there, an unknown one ends the loop, which so
 * runs once.
 */
function whileStatement(u: Unit, stmt: While): void {
  const { asm } = u;
  const body = new Label();
  const again = new Label();
  const orelse = new Label();
  const end = new Label();
  u.blocks.push({ kind: 'while', start: again, exit: end });
  guard(u, true, () => jumpIf(u, stmt.test, orelse, false, !certainlyRaises(stmt.body)));
  asm.bind(body);
  block(u, stmt.body);
  asm.location = stmt;
  asm.bind(again);
  guard(u, true, () => jumpIf(u, stmt.test, body, true, false));
  u.blocks.pop();
  asm.bind(orelse);
  block(u, stmt.orelse);
  asm.bind(end);
}

function forStatement(u: Unit, stmt: Stmt & { kind: 'For' | 'AsyncFor' }): void {
  const { asm } = u;
  const start = new Label();
  const end = new Label();
  if (stmt.kind === 'AsyncFor') {
    expression(u, stmt.iter);
    u.emit(Op.GET_AITER);
    asm.bind(start);
    u.blocks.push({ kind: 'for', start, exit: end });
    const handler = u.pushHandler();
    u.emit(Op.GET_ANEXT);
    yieldFrom(u);
    u.popHandler();
    expression(u, stmt.target);
    block(u, stmt.body);
    asm.location = stmt;
    asm.jump(Op.JUMP, start);
    u.blocks.pop();
    asm.location = stmt.iter;
    asm.bindHandler(handler);
    u.emit(Op.END_ASYNC_FOR);
  } else {
    const exhausted = new Label();
    constantIterable(u, stmt.iter);
    u.emit(Op.GET_ITER);
    asm.bind(start);
    u.blocks.push({ kind: 'for', start, exit: end });
    asm.jump(Op.FOR_ITER, exhausted);
    expression(u, stmt.target);
    block(u, stmt.body);
    asm.location = stmt;
    asm.jump(Op.JUMP, start);
    u.blocks.pop();
    asm.bind(exhausted);
  }
  block(u, stmt.orelse);
  asm.bind(end);
}

// ---- imports ------------------------------------------------------------------------------------

function importStatement(u: Unit, stmt: Import): void {
  for (const alias of stmt.names) {
    loadInt(u, 0);
    u.loadConst(NONE);
    u.emitName(Op.IMPORT_NAME, alias.name);
    const [top, ...path] = alias.name.split('.');
    if (alias.asname === null) {
      u.variable(top!, 'Store');
      continue;
    }
    path.forEach((name, i) => {
      u.emitName(Op.IMPORT_FROM, name);
      if (i < path.length - 1) {
        u.emit(Op.SWAP, 2);
        u.emit(Op.POP_TOP);
      }
    });
    u.variable(alias.asname, 'Store');
    if (path.length > 0) u.emit(Op.POP_TOP);
  }
}

function importFrom(u: Unit, stmt: ImportFrom): void {
  u.loadConst(intConst(stmt.level));
  u.loadConst({ type: 'tuple', items: stmt.names.map((alias) => stringConst(alias.name)) });
  u.emitName(Op.IMPORT_NAME, stmt.module ?? '');
  for (const alias of stmt.names) {
    if (alias.name === '*') {
      u.emit(Op.IMPORT_STAR);
      return;
    }
    u.emitName(Op.IMPORT_FROM, alias.name);
    u.variable(alias.asname ?? alias.name, 'Store');
  }
  u.emit(Op.POP_TOP);
}
