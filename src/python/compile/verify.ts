/**
 * Checks a compiled body by abstract interpretation: every instruction is reached with one depth of the stack only, which
 * is never negative, fits its handlers, and whose greatest is `stackSize`.
 */
import { Op, OPCODES, type CodeBody } from '../code.js';
import { endsFlow, isJump, jumpEffect, stackEffect } from './effects.js';

/** What is wrong with a body; empty if nothing is. `name` goes into the messages. */
export function verify(name: string, body: CodeBody): string[] {
  const { ops, exceptionTable } = body;
  const problems: string[] = [];
  const depths = new Int32Array(ops.length).fill(-1);
  const work: number[] = [];
  let greatest = 0;

  const report = (at: number, message: string): void => {
    problems.push(
      `${name}: ${message} at ${at} ${OPCODES[ops[at]! & 0xff] ?? '?'} (line ${body.positions[at * 4]})`,
    );
  };
  const reach = (from: number, to: number, depth: number): void => {
    if (depth < 0) report(from, `the stack's depth becomes ${depth}`);
    else if (to < 0 || to >= ops.length) report(from, `control goes to ${to}`);
    else if (depths[to] === -1) {
      depths[to] = depth;
      work.push(to);
    } else if (depths[to] !== depth) report(from, `depth ${depth} meets ${depths[to]} of instruction ${to}`);
    if (depth > greatest) greatest = depth;
  };

  if (body.positions.length !== ops.length * 4)
    problems.push(`${name}: positions do not fit the instructions`);
  let previousEnd = 0;
  for (const { start, end } of exceptionTable) {
    if (start >= end || start < previousEnd || end > ops.length)
      problems.push(`${name}: exception range ${start} to ${end}`);
    previousEnd = end;
  }
  for (const at of body.unknownBranches.keys()) {
    if (!isJump(ops[at]! & 0xff)) report(at, 'an unknown branch that is no jump');
  }

  depths[0] = 0;
  work.push(0);
  while (work.length > 0) {
    const at = work.pop()!;
    const op = ops[at]! & 0xff;
    const arg = ops[at]! >> 8;
    const depth = depths[at]!;
    checkArgument(body, op, arg, depth, (message) => report(at, message));
    const handler = exceptionTable.find(({ start, end }) => at >= start && at < end);
    if (handler !== undefined) {
      if (handler.depth > depth) report(at, `handler keeps ${handler.depth} of ${depth} items`);
      reach(at, handler.target, handler.depth + 1);
    }
    if (isJump(op)) reach(at, arg, depth + jumpEffect(op));
    const next = depth + stackEffect(op, arg);
    if (!endsFlow(op)) reach(at, at + 1, next);
    else if (next < 0) report(at, `the stack's depth becomes ${next}`);
  }
  depths.forEach((depth, at) => {
    // A jump to a jump goes straight to its target, which may leave the second one unused.
    if (depth === -1 && (ops[at]! & 0xff) !== Op.JUMP) report(at, 'unreachable');
  });
  if (greatest !== body.stackSize)
    problems.push(`${name}: stackSize is ${body.stackSize}, the greatest depth ${greatest}`);
  return problems;
}

const CONST_OPS = new Set<number>([Op.LOAD_CONST, Op.RAISE_SYNTAX_ERROR]);
const NAME_OPS = new Set<number>(
  OPCODES.flatMap((name, op) => (/_(NAME|GLOBAL|ATTR|METHOD)$|^IMPORT_(NAME|FROM)$/.test(name) ? [op] : [])),
);
/** Instructions that look at the i-th item from the top: how many items they pop first. */
const DEEP: Partial<Record<number, number>> = {
  [Op.COPY]: 0,
  [Op.SWAP]: 0,
  [Op.LIST_APPEND]: 1,
  [Op.SET_ADD]: 1,
  [Op.MAP_ADD]: 2,
  [Op.LIST_EXTEND]: 1,
  [Op.SET_UPDATE]: 1,
  [Op.DICT_UPDATE]: 1,
  [Op.DICT_MERGE]: 1,
};

function checkArgument(
  body: CodeBody,
  op: number,
  arg: number,
  depth: number,
  report: (message: string) => void,
): void {
  if (CONST_OPS.has(op) && body.consts[arg] === undefined) report(`no constant ${arg}`);
  if (NAME_OPS.has(op) && body.names[arg] === undefined) report(`no name ${arg}`);
  const popped = DEEP[op];
  if (popped !== undefined && (arg < 1 || depth - popped < arg)) report(`item ${arg} of ${depth}`);
}
