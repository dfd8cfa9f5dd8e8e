/** Comprehensions and generator expressions: functions of one argument, the outermost iterator, as in CPython 3.11. */
import type { Comprehension, Expr } from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { fold, NONE } from './constants.js';
import { constantIterable, expression, jumpIf, yieldFrom } from './expressions.js';
import { makeClosure, scopeOf } from './functions.js';
import type { ComprehensionNode } from './scope.js';
import type { Unit } from './unit.js';

/** Makes the function and calls it with the iterator of the outermost iterable. */
export function comprehension(u: Unit, e: ComprehensionNode): void {
  const scope = scopeOf(u, e);
  makeClosure(u, scope, 0);
  const outermost = e.generators[0]!;
  constantIterable(u, outermost.iter);
  u.emit(outermost.is_async ? Op.GET_AITER : Op.GET_ITER);
  u.emit(Op.CALL, 0);
  if (scope.isCoroutine && e.kind !== 'GeneratorExp') {
    u.emit(Op.GET_AWAITABLE);
    yieldFrom(u);
  }
}

/** The body of a comprehension's code object. */
export function comprehensionBody(u: Unit, e: ComprehensionNode): void {
  const isGenerator = e.kind === 'GeneratorExp';
  if (!isGenerator) {
    u.emit(e.kind === 'ListComp' ? Op.BUILD_LIST : e.kind === 'SetComp' ? Op.BUILD_SET : Op.BUILD_MAP, 0);
  }
  generator(u, e, 0, 0);
  if (isGenerator) u.loadConst(NONE);
  u.emit(Op.RETURN_VALUE);
}

function generator(u: Unit, e: ComprehensionNode, index: number, depth: number): void {
  const { is_async: isAsync } = e.generators[index]!;
  if (isAsync) asyncGenerator(u, e, index, depth);
  else syncGenerator(u, e, index, depth);
}

/** What the loop of the generator holds: its target, its conditions, and the generators and elements within. */
function inside(u: Unit, e: ComprehensionNode, index: number, depth: number, next: Label): void {
  const one = e.generators[index]!;
  expression(u, one.target);
  for (const test of one.ifs) jumpIf(u, test, next, false, true);
  if (index + 1 < e.generators.length) generator(u, e, index + 1, depth);
  else element(u, e, depth);
}

function element(u: Unit, e: ComprehensionNode, depth: number): void {
  switch (e.kind) {
    case 'GeneratorExp':
      expression(u, e.elt);
      u.emit(Op.YIELD_VALUE);
      u.emit(Op.POP_TOP);
      return;
    case 'ListComp':
      expression(u, e.elt);
      u.emit(Op.LIST_APPEND, depth + 1);
      return;
    case 'SetComp':
      expression(u, e.elt);
      u.emit(Op.SET_ADD, depth + 1);
      return;
    case 'DictComp':
      expression(u, e.key);
      expression(u, e.value);
      u.emit(Op.MAP_ADD, depth + 1);
      return;
  }
}

/** `for y in [f(x)]` assigns without a loop. */
function singleItem(one: Comprehension): Expr | null {
  const { iter } = one;
  if ((iter.kind !== 'List' && iter.kind !== 'Tuple') || iter.elts.length !== 1) return null;
  const item = iter.elts[0]!;
  return item.kind === 'Starred' || fold(item) !== null ? null : item;
}

function syncGenerator(u: Unit, e: ComprehensionNode, index: number, depth: number): void {
  const { asm } = u;
  const one = e.generators[index]!;
  const next = new Label();
  if (index === 0) u.emit(Op.LOAD_FAST, 0);
  else {
    const item = singleItem(one);
    if (item !== null) {
      expression(u, item);
      inside(u, e, index, depth, next);
      asm.bind(next);
      return;
    }
    constantIterable(u, one.iter);
    u.emit(Op.GET_ITER);
  }
  const start = new Label();
  const end = new Label();
  asm.bind(start);
  asm.jump(Op.FOR_ITER, end);
  inside(u, e, index, depth + 1, next);
  asm.bind(next);
  asm.jump(Op.JUMP, start);
  asm.bind(end);
}

function asyncGenerator(u: Unit, e: ComprehensionNode, index: number, depth: number): void {
  const { asm } = u;
  const next = new Label();
  if (index === 0) u.emit(Op.LOAD_FAST, 0);
  else {
    expression(u, e.generators[index]!.iter);
    u.emit(Op.GET_AITER);
  }
  asm.bind(next);
  const handler = u.pushHandler();
  u.emit(Op.GET_ANEXT);
  yieldFrom(u);
  u.popHandler();
  const again = new Label();
  inside(u, e, index, depth + 1, again);
  asm.bind(again);
  asm.jump(Op.JUMP, next);
  asm.bindHandler(handler);
  u.emit(Op.END_ASYNC_FOR);
}
