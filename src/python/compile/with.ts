/** `with` and `async with`. The exit function stays on the stack while the body runs. */
import type { AsyncWith, With } from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { expression, yieldFrom } from './expressions.js';
import { block } from './statements.js';
import { reraiseAfterCleanup } from './try.js';
import { callExit } from './unwind.js';
import type { Unit } from './unit.js';

/** Writes the statement from its item `index` on: `with a, b:` is `with a: with b:`. */
export function withStatement(u: Unit, stmt: With | AsyncWith, index: number): void {
  const { asm } = u;
  const isAsync = stmt.kind === 'AsyncWith';
  const item = stmt.items[index]!;
  const where = stmt;
  const exit = new Label();
  expression(u, item.context_expr);
  u.emit(isAsync ? Op.BEFORE_ASYNC_WITH : Op.BEFORE_WITH);
  if (isAsync) {
    u.emit(Op.GET_AWAITABLE);
    yieldFrom(u);
  }
  const handler = u.pushHandler(asm.depth - 1);
  u.blocks.push({ kind: 'with', isAsync, where });
  if (item.optional_vars === null) u.emit(Op.POP_TOP);
  else expression(u, item.optional_vars);
  if (index + 1 < stmt.items.length) withStatement(u, stmt, index + 1);
  else block(u, stmt.body);
  u.blocks.pop();
  u.popHandler();
  // The end of the body.
  asm.location = where;
  callExit(u, isAsync);
  asm.jump(Op.JUMP, exit);
  // An exception.
  asm.bindHandler(handler);
  const cleanup = u.pushHandler();
  u.emit(Op.PUSH_EXC_INFO);
  u.emit(Op.WITH_EXCEPT_START);
  if (isAsync) {
    u.emit(Op.GET_AWAITABLE);
    yieldFrom(u);
  }
  const suppress = new Label();
  // An exit function of unknown result does not swallow the exception.
  asm.jump(Op.POP_JUMP_IF_TRUE, suppress);
  u.emit(Op.RERAISE);
  asm.bind(suppress);
  u.emit(Op.POP_TOP);
  u.popHandler();
  u.emit(Op.POP_EXCEPT);
  u.emit(Op.POP_TOP);
  asm.jump(Op.JUMP, exit);
  asm.bindHandler(cleanup);
  reraiseAfterCleanup(u);
  asm.bind(exit);
}
