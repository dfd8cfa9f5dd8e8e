/** `try` with except, except*, else and finally. */
import type { ExceptHandler, Try, TryStar } from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { expression } from './expressions.js';
import { block } from './statements.js';
import { forgetName } from './unwind.js';
import type { Unit } from './unit.js';

export function tryStatement(u: Unit, stmt: Try | TryStar): void {
  if (stmt.finalbody.length > 0) tryFinally(u, stmt);
  else if (stmt.kind === 'Try') tryExcept(u, stmt);
  else tryExceptStar(u, stmt);
}

/** After a failed cleanup: [previous, exception] → the previous exception is the handled one again; raises. */
export function reraiseAfterCleanup(u: Unit): void {
  u.emit(Op.COPY, 2);
  u.emit(Op.POP_EXCEPT);
  u.emit(Op.RERAISE);
}

function tryFinally(u: Unit, stmt: Try | TryStar): void {
  const { asm } = u;
  const exit = new Label();
  const handler = u.pushHandler();
  u.blocks.push({ kind: 'finally try', body: stmt.finalbody });
  if (stmt.handlers.length === 0) block(u, stmt.body);
  else if (stmt.kind === 'Try') tryExcept(u, stmt);
  else tryExceptStar(u, stmt);
  u.popHandler();
  u.blocks.pop();
  block(u, stmt.finalbody);
  asm.jump(Op.JUMP, exit);

  asm.location = stmt;
  asm.bindHandler(handler);
  const cleanup = u.pushHandler();
  u.blocks.push({ kind: 'finally end' });
  u.emit(Op.PUSH_EXC_INFO);
  block(u, stmt.finalbody);
  u.blocks.pop();
  u.emit(Op.RERAISE);
  u.popHandler();
  asm.bindHandler(cleanup);
  reraiseAfterCleanup(u);
  asm.bind(exit);
}

function tryExcept(u: Unit, stmt: Try): void {
  const { asm } = u;
  const end = new Label();
  const handler = u.pushHandler();
  u.blocks.push({ kind: 'try' });
  block(u, stmt.body);
  u.blocks.pop();
  u.popHandler();
  block(u, stmt.orelse);
  asm.jump(Op.JUMP, end);

  asm.location = stmt;
  asm.bindHandler(handler);
  const cleanup = u.pushHandler();
  u.emit(Op.PUSH_EXC_INFO);
  for (const one of stmt.handlers) {
    asm.location = one;
    const next = new Label();
    next.depth = asm.depth;
    if (one.type !== null) {
      expression(u, one.type);
      u.emit(Op.CHECK_EXC_MATCH);
      asm.jump(Op.POP_JUMP_IF_FALSE, next);
    }
    if (one.name === null) {
      u.emit(Op.POP_TOP);
      handlerBody(u, one);
      u.popHandler();
      u.emit(Op.POP_EXCEPT);
      asm.jump(Op.JUMP, end);
    } else {
      u.variable(one.name, 'Store');
      const failed = u.pushHandler();
      handlerBody(u, one);
      u.popHandler();
      u.popHandler();
      u.emit(Op.POP_EXCEPT);
      forgetName(u, one.name);
      asm.jump(Op.JUMP, end);
      asm.setHandler(cleanup);
      asm.bindHandler(failed);
      forgetName(u, one.name);
      u.emit(Op.RERAISE);
    }
    asm.setHandler(cleanup);
    asm.bind(next);
  }
  asm.location = stmt;
  u.emit(Op.RERAISE);
  u.popHandler();
  asm.bindHandler(cleanup);
  reraiseAfterCleanup(u);
  asm.bind(end);
}

function handlerBody(u: Unit, handler: ExceptHandler): void {
  u.blocks.push({ kind: 'handler', name: handler.name });
  block(u, handler.body);
  u.blocks.pop();
  u.asm.location = handler;
}

/** Each handler gets the part of the group that it matches; what they raise and what is left is raised as a new group. */
function tryExceptStar(u: Unit, stmt: TryStar): void {
  const { asm } = u;
  const end = new Label();
  const handler = u.pushHandler();
  u.blocks.push({ kind: 'try' });
  block(u, stmt.body);
  u.blocks.pop();
  u.popHandler();
  block(u, stmt.orelse);
  asm.jump(Op.JUMP, end);

  asm.location = stmt;
  asm.bindHandler(handler);
  const cleanup = u.pushHandler();
  u.emit(Op.PUSH_EXC_INFO);
  // The group, what handlers raise, and what no handler has taken yet.
  u.emit(Op.BUILD_LIST, 0);
  u.emit(Op.COPY, 2);
  for (const one of stmt.handlers) {
    asm.location = one;
    const next = new Label();
    const noMatch = new Label();
    if (one.type !== null) expression(u, one.type);
    u.emit(Op.CHECK_EG_MATCH);
    u.emit(Op.COPY, 1);
    asm.jump(Op.POP_JUMP_IF_NONE, noMatch);
    if (one.name === null) u.emit(Op.POP_TOP);
    else u.variable(one.name, 'Store');
    const failed = u.pushHandler();
    handlerBody(u, one);
    u.popHandler();
    if (one.name !== null) forgetName(u, one.name);
    asm.jump(Op.JUMP, next);
    asm.bindHandler(failed);
    if (one.name !== null) forgetName(u, one.name);
    u.emit(Op.LIST_APPEND, 2);
    asm.jump(Op.JUMP, next);
    asm.bind(noMatch);
    u.emit(Op.POP_TOP);
    asm.bind(next);
  }
  u.emit(Op.LIST_APPEND, 1);
  u.emit(Op.PREP_RERAISE_STAR);
  u.emit(Op.COPY, 1);
  const reraise = new Label();
  asm.jump(Op.POP_JUMP_IF_NOT_NONE, reraise);
  u.emit(Op.POP_TOP);
  u.popHandler();
  u.emit(Op.POP_EXCEPT);
  asm.jump(Op.JUMP, end);
  asm.bind(reraise);
  u.emit(Op.SWAP, 2);
  u.emit(Op.POP_EXCEPT);
  u.emit(Op.RERAISE);
  asm.bindHandler(cleanup);
  reraiseAfterCleanup(u);
  asm.bind(end);
}
