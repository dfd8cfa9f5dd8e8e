/** The match statement, as CPython 3.11 compiles it: captures wait on the stack until the whole pattern has matched. */
import type { Match, MatchClass, MatchMapping, MatchOr, MatchSequence, Pattern } from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { foldAll, stringConst, type Const } from './constants.js';
import { binaryOperator, expression, jumpIf, loadInt } from './expressions.js';
import { certainlyRaises } from './flow.js';
import { block } from './statements.js';
import type { Unit } from './unit.js';

const EQ = 2;
const GE = 5;

/** Where one case is: what lies on the stack above the subject's place, and where to go on failure. */
interface Context {
  /** Captured names, whose values lie on the stack. */
  stores: string[];
  /** Where to go with i items to pop. */
  failPop: Label[];
  /** Items on the stack that the pattern still needs. */
  onTop: number;
  /** The truth of a test of an unknown value. */
  assumed: boolean;
}

function newContext(assumed: boolean): Context {
  return { stores: [], failPop: [], onTop: 0, assumed };
}

function isWildcard(pattern: Pattern): boolean {
  return pattern.kind === 'MatchAs' && pattern.name === null && pattern.pattern === null;
}

export function matchStatement(u: Unit, stmt: Match): void {
  const { asm } = u;
  const end = new Label();
  expression(u, stmt.subject);
  const { cases } = stmt;
  const last = cases.at(-1)!;
  const hasDefault = cases.length > 1 && isWildcard(last.pattern);
  const count = cases.length - (hasDefault ? 1 : 0);
  for (let i = 0; i < count; i++) {
    const one = cases[i]!;
    const isLast = i === count - 1;
    asm.location = one.pattern;
    const base = asm.depth - 1;
    if (!isLast) u.emit(Op.COPY, 1);
    const context = newContext(!certainlyRaises(one.body));
    pattern(u, one.pattern, context);
    for (const name of context.stores) u.variable(name, 'Store');
    if (one.guard !== null) jumpIf(u, one.guard, failLabel(u, context, 0), false, context.assumed);
    asm.location = one.pattern;
    if (!isLast) u.emit(Op.POP_TOP);
    block(u, one.body);
    asm.jump(Op.JUMP, end);
    asm.location = one.pattern;
    bindFailures(u, context, isLast ? base : base + 1);
  }
  if (hasDefault) {
    asm.location = last.pattern;
    if (last.guard !== null) jumpIf(u, last.guard, end, false, !certainlyRaises(last.body));
    block(u, last.body);
  }
  asm.bind(end);
}

// ---- failure ------------------------------------------------------------------------------------

function failLabel(_u: Unit, context: Context, pops: number): Label {
  while (context.failPop.length <= pops) context.failPop.push(new Label());
  return context.failPop[pops]!;
}

function failIf(u: Unit, context: Context, op: number): void {
  const pops = context.onTop + context.stores.length;
  // A failed test jumps; where the case is not to be entered, an unknown one does too.
  u.asm.jump(op, failLabel(u, context, pops), op !== Op.JUMP && !context.assumed);
}

/** Places the failure labels: each pops one item and goes on to the next; `depth`: the stack's depth in the end. */
function bindFailures(u: Unit, context: Context, depth: number): void {
  const { asm } = u;
  for (let i = context.failPop.length - 1; i > 0; i--) {
    bindAt(u, context.failPop[i]!, depth + i);
    u.emit(Op.POP_TOP);
  }
  if (context.failPop.length > 0) bindAt(u, context.failPop[0]!, depth);
  else if (!asm.reachable) asm.depth = depth;
}

function bindAt(u: Unit, label: Label, depth: number): void {
  if (label.depth < 0) label.depth = depth;
  u.asm.bind(label);
}

// ---- patterns -----------------------------------------------------------------------------------

/** Matches the top of the stack, consuming it; captures are left below what `onTop` counts. */
function pattern(u: Unit, p: Pattern, context: Context): void {
  const { asm } = u;
  const { location } = asm;
  asm.location = p;
  switch (p.kind) {
    case 'MatchValue':
      expression(u, p.value);
      u.emit(Op.COMPARE_OP, EQ);
      failIf(u, context, Op.POP_JUMP_IF_FALSE);
      break;
    case 'MatchSingleton':
      if (p.value.type === 'None') failIf(u, context, Op.POP_JUMP_IF_NOT_NONE);
      else {
        u.loadConst(p.value);
        u.emit(Op.IS_OP, 0);
        failIf(u, context, Op.POP_JUMP_IF_FALSE);
      }
      break;
    case 'MatchSequence':
      sequence(u, p, context);
      break;
    case 'MatchMapping':
      mapping(u, p, context);
      break;
    case 'MatchClass':
      classPattern(u, p, context);
      break;
    case 'MatchStar':
      capture(u, p.name, context);
      break;
    case 'MatchAs':
      if (p.pattern !== null) {
        context.onTop++;
        u.emit(Op.COPY, 1);
        pattern(u, p.pattern, context);
        context.onTop--;
      }
      capture(u, p.name, context);
      break;
    case 'MatchOr':
      alternatives(u, p, context);
      break;
  }
  asm.location = location;
}

/** Moves the top of the stack below the `count - 1` items under it. */
function rotate(u: Unit, count: number): void {
  for (let i = count; i > 1; i--) u.emit(Op.SWAP, i);
}

function capture(u: Unit, name: string | null, context: Context): void {
  if (name === null) {
    u.emit(Op.POP_TOP);
    return;
  }
  rotate(u, context.onTop + context.stores.length + 1);
  context.stores.push(name);
}

function lengthTest(u: Unit, length: number, comparison: number, context: Context): void {
  u.emit(Op.GET_LEN);
  loadInt(u, length);
  u.emit(Op.COMPARE_OP, comparison);
  failIf(u, context, Op.POP_JUMP_IF_FALSE);
}

function sequence(u: Unit, p: MatchSequence, context: Context): void {
  const { patterns } = p;
  const size = patterns.length;
  const star = patterns.findIndex((one) => one.kind === 'MatchStar');
  const starPattern = patterns[star];
  const starIsWildcard = starPattern?.kind === 'MatchStar' && starPattern.name === null;
  const onlyWildcards = patterns.every((one, i) => (i === star ? starIsWildcard : isWildcard(one)));
  context.onTop++;
  u.emit(Op.MATCH_SEQUENCE);
  failIf(u, context, Op.POP_JUMP_IF_FALSE);
  if (star < 0) lengthTest(u, size, EQ, context);
  else if (size > 1) lengthTest(u, size - 1, GE, context);
  context.onTop--;
  if (onlyWildcards) u.emit(Op.POP_TOP);
  else if (starIsWildcard) {
    // The items are taken by their index.
    context.onTop++;
    patterns.forEach((one, i) => {
      if (i === star || isWildcard(one)) return;
      u.emit(Op.COPY, 1);
      if (i < star) loadInt(u, i);
      else {
        u.emit(Op.GET_LEN);
        loadInt(u, size - i);
        u.emit(Op.BINARY_OP, binaryOperator('Sub', false));
      }
      u.emit(Op.BINARY_SUBSCR);
      pattern(u, one, context);
    });
    context.onTop--;
    u.emit(Op.POP_TOP);
  } else {
    if (star < 0) u.emit(Op.UNPACK_SEQUENCE, size);
    else u.emit(Op.UNPACK_EX, star | ((size - star - 1) << 8));
    subpatterns(u, patterns, context);
  }
}

/** Matches as many items as there are patterns, the first on top. */
function subpatterns(u: Unit, patterns: Pattern[], context: Context): void {
  context.onTop += patterns.length;
  for (const one of patterns) {
    context.onTop--;
    pattern(u, one, context);
  }
}

function mapping(u: Unit, p: MatchMapping, context: Context): void {
  const size = p.keys.length;
  context.onTop++;
  u.emit(Op.MATCH_MAPPING);
  failIf(u, context, Op.POP_JUMP_IF_FALSE);
  if (size === 0 && p.rest === null) {
    context.onTop--;
    u.emit(Op.POP_TOP);
    return;
  }
  if (size > 0) lengthTest(u, size, GE, context);
  const keys = foldAll(p.keys);
  if (keys !== null) u.loadConst({ type: 'tuple', items: keys });
  else {
    for (const key of p.keys) expression(u, key);
    u.emit(Op.BUILD_TUPLE, size);
  }
  u.emit(Op.MATCH_KEYS);
  // The subject, the keys and the values.
  context.onTop += 2;
  u.emit(Op.COPY, 1);
  failIf(u, context, Op.POP_JUMP_IF_NONE);
  u.emit(Op.UNPACK_SEQUENCE, size);
  context.onTop--;
  subpatterns(u, p.patterns, context);
  context.onTop -= 2;
  if (p.rest === null) {
    u.emit(Op.POP_TOP);
    u.emit(Op.POP_TOP);
    return;
  }
  // A copy of the subject without the keys.
  u.emit(Op.BUILD_MAP, 0);
  u.emit(Op.SWAP, 3);
  u.emit(Op.DICT_UPDATE, 2);
  u.emit(Op.UNPACK_SEQUENCE, size);
  for (let left = size; left > 0; left--) {
    u.emit(Op.COPY, 1 + left);
    u.emit(Op.SWAP, 2);
    u.emit(Op.DELETE_SUBSCR);
  }
  capture(u, p.rest, context);
}

function classPattern(u: Unit, p: MatchClass, context: Context): void {
  const patterns = [...p.patterns, ...p.kwd_patterns];
  const names: Const[] = p.kwd_attrs.map(stringConst);
  expression(u, p.cls);
  u.loadConst({ type: 'tuple', items: names });
  u.emit(Op.MATCH_CLASS, p.patterns.length);
  u.emit(Op.COPY, 1);
  context.onTop++;
  failIf(u, context, Op.POP_JUMP_IF_NONE);
  u.emit(Op.UNPACK_SEQUENCE, patterns.length);
  context.onTop--;
  subpatterns(u, patterns, context);
}

function alternatives(u: Unit, p: MatchOr, context: Context): void {
  const { asm } = u;
  const end = new Label();
  const depth = asm.depth;
  let control: string[] = [];
  p.patterns.forEach((one, i) => {
    const inner = newContext(context.assumed);
    asm.location = one;
    u.emit(Op.COPY, 1);
    pattern(u, one, inner);
    if (i === 0) control = inner.stores;
    else reorder(u, inner.stores, control);
    asm.jump(Op.JUMP, end);
    bindFailures(u, inner, depth);
  });
  asm.location = p;
  u.emit(Op.POP_TOP);
  failIf(u, context, Op.JUMP);
  asm.bind(end);
  // The captures go below what lies between.
  const rotations = control.length + 1 + context.onTop + context.stores.length;
  for (const name of control) {
    rotate(u, rotations);
    context.stores.push(name);
  }
  u.emit(Op.POP_TOP);
}

/** Brings an alternative's captures, on the stack, into the order of the first one's. */
function reorder(u: Unit, stores: string[], control: string[]): void {
  for (let wanted = stores.length - 1; wanted >= 0; wanted--) {
    const found = stores.indexOf(control[wanted]!);
    if (found < 0 || found === wanted) continue;
    const rotated = stores.splice(0, found + 1);
    stores.splice(wanted - found, 0, ...rotated);
    for (let i = 0; i <= found; i++) rotate(u, wanted + 1);
  }
}
