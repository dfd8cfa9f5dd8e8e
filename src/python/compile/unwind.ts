/** Leaving blocks by return, break and continue: each block's cleanup is written at each exit (CPython's fblocks). */
import type { Break, Continue, Return } from '../ast.js';
import { Op } from '../code.js';
import { NONE, fold } from './constants.js';
import { expression, yieldFrom } from './expressions.js';
import { block } from './statements.js';
import type { Block, Unit } from './unit.js';

export function returnStatement(u: Unit, stmt: Return): void {
  const constant = stmt.value === null ? NONE : fold(stmt.value);
  const { handler, depth } = u.asm;
  if (constant === null) expression(u, stmt.value!);
  unwindTo(u, 0, constant === null);
  if (constant !== null) {
    if (stmt.value !== null) u.at(stmt.value, () => u.loadConst(constant));
    else u.loadConst(constant);
  }
  u.asm.location = stmt;
  u.emit(Op.RETURN_VALUE);
  u.asm.setHandler(handler);
  u.asm.depth = depth;
}

export function breakOrContinue(u: Unit, stmt: Break | Continue): void {
  const { asm, blocks } = u;
  const { handler, depth } = asm;
  let at = blocks.length - 1;
  while (at >= 0 && blocks[at]!.kind !== 'for' && blocks[at]!.kind !== 'while') at--;
  const loop = blocks[at];
  if (loop === undefined || (loop.kind !== 'for' && loop.kind !== 'while')) return;
  unwindTo(u, stmt.kind === 'Break' ? at : at + 1, false);
  asm.location = stmt;
  asm.jump(Op.JUMP, stmt.kind === 'Break' ? loop.exit : loop.start);
  asm.setHandler(handler);
  asm.depth = depth;
}

/** Writes the cleanup of all blocks from the innermost down to the one at index `bottom`. */
function unwindTo(u: Unit, bottom: number, keepTop: boolean): void {
  const { blocks } = u;
  const left: Block[] = [];
  while (blocks.length > bottom) {
    const one = blocks.pop()!;
    left.push(one);
    unwind(u, one, keepTop);
  }
  while (left.length > 0) blocks.push(left.pop()!);
}

/** Writes one block's cleanup; `keepTop`: a return value is on the top of the stack. */
function unwind(u: Unit, one: Block, keepTop: boolean): void {
  switch (one.kind) {
    case 'while':
      return;
    case 'for':
    case 'value':
      // The iterator.
      if (keepTop) u.emit(Op.SWAP, 2);
      u.emit(Op.POP_TOP);
      return;
    case 'try':
      u.popHandler();
      return;
    case 'finally try':
      u.popHandler();
      if (keepTop) u.blocks.push({ kind: 'value' });
      block(u, one.body);
      if (keepTop) u.blocks.pop();
      return;
    case 'finally end':
      if (keepTop) u.emit(Op.SWAP, 2);
      u.emit(Op.POP_TOP);
      if (keepTop) u.emit(Op.SWAP, 2);
      u.popHandler();
      u.emit(Op.POP_EXCEPT);
      return;
    case 'with':
      u.popHandler();
      u.asm.location = one.where;
      if (keepTop) u.emit(Op.SWAP, 2);
      callExit(u, one.isAsync);
      return;
    case 'handler':
      if (one.name !== null) u.popHandler();
      if (keepTop) u.emit(Op.SWAP, 2);
      u.popHandler();
      u.emit(Op.POP_EXCEPT);
      if (one.name !== null) forgetName(u, one.name);
      return;
  }
}

/** Calls the exit function on the top of the stack with None thrice, and drops its result. */
export function callExit(u: Unit, isAsync: boolean): void {
  u.loadConst(NONE);
  u.loadConst(NONE);
  u.loadConst(NONE);
  u.emit(Op.CALL, 2);
  if (isAsync) {
    u.emit(Op.GET_AWAITABLE);
    yieldFrom(u);
  }
  u.emit(Op.POP_TOP);
}

/** The end of `except E as name`: name = None; del name. */
export function forgetName(u: Unit, name: string): void {
  u.loadConst(NONE);
  u.variable(name, 'Store');
  u.variable(name, 'Del');
}
