/** Expressions, in CPython 3.11's order of evaluation and of death of temporaries. */
import type { Compare, CompareOperator, Expr, Operator } from '../ast.js';
import { Op } from '../code.js';
import { Label } from './assembler.js';
import { call } from './calls.js';
import { comprehension } from './comprehensions.js';
import { dict, display, LIST, SET, TUPLE, unpack } from './displays.js';
import { fold, foldAll, isTrue, intConst, NONE } from './constants.js';
import { isExit } from './flow.js';
import { formatOperator, formattedValue, joinedString, templateString } from './strings.js';
import { lambda } from './functions.js';
import type { Unit } from './unit.js';

const BINARY: Record<Operator, number> = {
  Add: 0,
  BitAnd: 1,
  FloorDiv: 2,
  LShift: 3,
  MatMult: 4,
  Mult: 5,
  Mod: 6,
  BitOr: 7,
  Pow: 8,
  RShift: 9,
  Sub: 10,
  Div: 11,
  BitXor: 12,
};
const IN_PLACE = 13;
const UNARY = {
  USub: Op.UNARY_NEGATIVE,
  UAdd: Op.UNARY_POSITIVE,
  Not: Op.UNARY_NOT,
  Invert: Op.UNARY_INVERT,
};
const COMPARE: Partial<Record<CompareOperator, number>> = { Lt: 0, LtE: 1, Eq: 2, NotEq: 3, Gt: 4, GtE: 5 };

/** The argument of BINARY_OP. */
export function binaryOperator(op: Operator, inPlace: boolean): number {
  return BINARY[op] + (inPlace ? IN_PLACE : 0);
}

/** Evaluates an expression; in store or delete context, stores the top of the stack in it or deletes it. */
export function expression(u: Unit, e: Expr): void {
  const { asm } = u;
  const { location } = asm;
  asm.location = e;
  visit(u, e);
  asm.location = location;
}

export function expressions(u: Unit, list: readonly Expr[]): void {
  for (const e of list) expression(u, e);
}

function visit(u: Unit, e: Expr): void {
  switch (e.kind) {
    case 'Name':
      if (e.id === '__debug__' && e.ctx === 'Load') u.loadConst({ type: 'bool', value: true });
      else u.variable(e.id, e.ctx);
      return;
    case 'Constant':
      u.loadConst(e.value);
      return;
    case 'Attribute':
      expression(u, e.value);
      u.emitName(
        e.ctx === 'Load' ? Op.LOAD_ATTR : e.ctx === 'Store' ? Op.STORE_ATTR : Op.DELETE_ATTR,
        e.attr,
      );
      return;
    case 'Call':
      call(u, e);
      return;
    case 'Subscript': {
      const constant = e.ctx === 'Load' && fold(e);
      if (constant) {
        u.loadConst(constant);
        return;
      }
      expression(u, e.value);
      expression(u, e.slice);
      u.emit(e.ctx === 'Load' ? Op.BINARY_SUBSCR : e.ctx === 'Store' ? Op.STORE_SUBSCR : Op.DELETE_SUBSCR);
      return;
    }
    case 'BinOp': {
      const constant = fold(e);
      if (constant !== null) {
        u.loadConst(constant);
        return;
      }
      const formatted = formatOperator(e);
      if (formatted !== null) {
        joinedString(u, formatted, true);
        return;
      }
      expression(u, e.left);
      expression(u, e.right);
      u.emit(Op.BINARY_OP, binaryOperator(e.op, false));
      return;
    }
    case 'UnaryOp': {
      const constant = fold(e);
      if (constant !== null) {
        u.loadConst(constant);
        return;
      }
      const inverted = e.op === 'Not' ? invert(e.operand) : null;
      if (inverted !== null) {
        expression(u, inverted);
        return;
      }
      expression(u, e.operand);
      u.emit(UNARY[e.op]);
      return;
    }
    case 'BoolOp':
      boolOp(u, e.op === 'And', e.values);
      return;
    case 'Compare':
      compare(u, e);
      return;
    case 'IfExp': {
      const orelse = new Label();
      const end = new Label();
      jumpIf(u, e.test, orelse, false, !(isExit(e.body) && !isExit(e.orelse)));
      expression(u, e.body);
      u.asm.jump(Op.JUMP, end);
      u.asm.bind(orelse);
      expression(u, e.orelse);
      u.asm.bind(end);
      return;
    }
    case 'NamedExpr':
      expression(u, e.value);
      u.emit(Op.COPY, 1);
      expression(u, e.target);
      return;
    case 'Lambda':
      lambda(u, e);
      return;
    case 'Tuple':
    case 'List':
      if (e.ctx === 'Store') unpack(u, e.elts);
      else if (e.ctx === 'Del') expressions(u, e.elts);
      else if (e.kind === 'List') display(u, e.elts, 0, LIST);
      else {
        const constant = fold(e);
        if (constant !== null) u.loadConst(constant);
        else display(u, e.elts, 0, TUPLE);
      }
      return;
    case 'Set':
      display(u, e.elts, 0, SET);
      return;
    case 'Dict':
      dict(u, e);
      return;
    case 'ListComp':
    case 'SetComp':
    case 'DictComp':
    case 'GeneratorExp':
      comprehension(u, e);
      return;
    case 'Yield':
      if (e.value === null) u.loadConst(NONE);
      else expression(u, e.value);
      u.emit(Op.YIELD_VALUE);
      return;
    case 'YieldFrom':
      expression(u, e.value);
      u.emit(Op.GET_YIELD_FROM_ITER);
      yieldFrom(u);
      return;
    case 'Await':
      expression(u, e.value);
      u.emit(Op.GET_AWAITABLE);
      yieldFrom(u);
      return;
    case 'JoinedStr':
      joinedString(u, e);
      return;
    case 'FormattedValue':
      formattedValue(u, e);
      return;
    case 'TemplateStr':
    case 'Interpolation':
      templateString(u, e);
      return;
    case 'Slice': {
      const { lower, upper, step } = e;
      if (lower === null) u.loadConst(NONE);
      else expression(u, lower);
      if (upper === null) u.loadConst(NONE);
      else expression(u, upper);
      if (step !== null) expression(u, step);
      u.emit(Op.BUILD_SLICE, step === null ? 2 : 3);
      return;
    }
    case 'Starred':
      // A target `*x` is stored to as x; any other star belongs to its display or call.
      if (e.ctx === 'Store') expression(u, e.value);
      else {
        u.emit(
          Op.RAISE_SYNTAX_ERROR,
          u.constArg({ type: 'str', value: "can't use starred expression here" }),
        );
        u.asm.depth++;
      }
      return;
  }
}

/** `not a in b` is `a not in b`: the comparison the other way round, if there is one. */
function invert(e: Expr): Compare | null {
  if (e.kind !== 'Compare' || e.ops.length !== 1) return null;
  const inverse: Partial<Record<CompareOperator, CompareOperator>> = {
    Is: 'IsNot',
    IsNot: 'Is',
    In: 'NotIn',
    NotIn: 'In',
  };
  const op = inverse[e.ops[0]!];
  return op === undefined ? null : { ...e, ops: [op] };
}

/** Waits for the iterator on the top of the stack: leaves its result. */
export function yieldFrom(u: Unit): void {
  const { asm } = u;
  u.loadConst(NONE);
  const send = new Label();
  const exit = new Label();
  asm.bind(send);
  asm.jump(Op.SEND, exit);
  asm.emit(Op.YIELD_VALUE, 1);
  asm.jump(Op.JUMP, send);
  asm.bind(exit);
}

// ---- conditions ---------------------------------------------------------------------------------

/**
 * Jumps to `target` if the truth of `e` is `condition`, else goes on. `assumed`: the truth that `e` has where it depends
 * on an unknown value.
 */
export function jumpIf(u: Unit, e: Expr, target: Label, condition: boolean, assumed: boolean): void {
  const { asm } = u;
  const constant = fold(e);
  if (constant !== null) {
    if (isTrue(constant) === condition) asm.jump(Op.JUMP, target);
    return;
  }
  switch (e.kind) {
    case 'UnaryOp': {
      if (e.op !== 'Not') break;
      const inverted = invert(e.operand);
      if (inverted !== null) {
        jumpIf(u, inverted, target, condition, assumed);
        return;
      }
      jumpIf(u, e.operand, target, !condition, !assumed);
      return;
    }
    case 'BoolOp': {
      const stopsAt = e.op === 'Or';
      const stop = stopsAt === condition ? target : new Label();
      const last = e.values.length - 1;
      for (let i = 0; i < last; i++) jumpIf(u, e.values[i]!, stop, stopsAt, assumed);
      jumpIf(u, e.values[last]!, target, condition, assumed);
      if (stop !== target) asm.bind(stop);
      return;
    }
    case 'IfExp': {
      const orelse = new Label();
      const end = new Label();
      jumpIf(u, e.test, orelse, false, true);
      jumpIf(u, e.body, target, condition, assumed);
      asm.jump(Op.JUMP, end);
      asm.bind(orelse);
      jumpIf(u, e.orelse, target, condition, assumed);
      asm.bind(end);
      return;
    }
    case 'Compare': {
      // What follows is at the comparison, too, until another node is visited: so it is in CPython.
      asm.location = e;
      const last = e.ops.length - 1;
      if (last === 0) {
        if (isNoneTest(e)) {
          expression(u, e.left);
          const ifNone = (e.ops[0] === 'Is') === condition;
          asm.jump(ifNone ? Op.POP_JUMP_IF_NONE : Op.POP_JUMP_IF_NOT_NONE, target, assumed === condition);
          return;
        }
        break;
      }
      const cleanup = new Label();
      const end = new Label();
      expression(u, e.left);
      for (let i = 0; i < last; i++) {
        comparedOperand(u, e, i);
        u.emit(Op.SWAP, 2);
        u.emit(Op.COPY, 2);
        compareOp(u, e.ops[i]!);
        asm.jump(Op.POP_JUMP_IF_FALSE, cleanup, !assumed);
      }
      comparedOperand(u, e, last);
      compareOp(u, e.ops[last]!);
      asm.jump(condition ? Op.POP_JUMP_IF_TRUE : Op.POP_JUMP_IF_FALSE, target, assumed === condition);
      asm.jump(Op.JUMP, end);
      asm.bind(cleanup);
      u.emit(Op.POP_TOP);
      if (!condition) asm.jump(Op.JUMP, target);
      asm.bind(end);
      return;
    }
  }
  expression(u, e);
  asm.jump(condition ? Op.POP_JUMP_IF_TRUE : Op.POP_JUMP_IF_FALSE, target, assumed === condition);
}

function isNoneTest(e: Compare): boolean {
  const right = e.comparators[0]!;
  return (
    (e.ops[0] === 'Is' || e.ops[0] === 'IsNot') && right.kind === 'Constant' && right.value.type === 'None'
  );
}

function boolOp(u: Unit, isAnd: boolean, values: Expr[]): void {
  const { asm } = u;
  const end = new Label();
  const last = values.length - 1;
  for (let i = 0; i < last; i++) {
    const constant = fold(values[i]!);
    if (constant !== null) {
      // A constant decides, or is passed over.
      if (isTrue(constant) === isAnd) continue;
      u.loadConst(constant);
      asm.jump(Op.JUMP, end);
      asm.depth--;
      continue;
    }
    expression(u, values[i]!);
    asm.jump(
      isAnd ? Op.JUMP_IF_FALSE_OR_POP : Op.JUMP_IF_TRUE_OR_POP,
      end,
      i === last - 1 && isExit(values[last]!),
    );
  }
  expression(u, values[last]!);
  asm.bind(end);
}

function compare(u: Unit, e: Compare): void {
  const { asm } = u;
  const last = e.ops.length - 1;
  expression(u, e.left);
  if (last === 0) {
    comparedOperand(u, e, 0);
    compareOp(u, e.ops[0]!);
    return;
  }
  const cleanup = new Label();
  const end = new Label();
  for (let i = 0; i < last; i++) {
    comparedOperand(u, e, i);
    u.emit(Op.SWAP, 2);
    u.emit(Op.COPY, 2);
    compareOp(u, e.ops[i]!);
    asm.jump(Op.JUMP_IF_FALSE_OR_POP, cleanup);
  }
  comparedOperand(u, e, last);
  compareOp(u, e.ops[last]!);
  asm.jump(Op.JUMP, end);
  asm.bind(cleanup);
  u.emit(Op.SWAP, 2);
  u.emit(Op.POP_TOP);
  asm.bind(end);
}

/** The right operand of the i-th comparison: `in [1, 2]` looks in a constant tuple. */
function comparedOperand(u: Unit, e: Compare, i: number): void {
  const operand = e.comparators[i]!;
  const isLast = i === e.ops.length - 1;
  if (isLast && (e.ops[i] === 'In' || e.ops[i] === 'NotIn')) constantIterable(u, operand);
  else expression(u, operand);
}

/** Evaluates what is only iterated over or searched: a list display is a tuple, one of constants a constant. */
export function constantIterable(u: Unit, e: Expr): void {
  if (e.kind === 'List' && !e.elts.some((elt) => elt.kind === 'Starred')) {
    expression(u, { ...e, kind: 'Tuple' });
    return;
  }
  const items = e.kind === 'Set' ? foldAll(e.elts) : null;
  if (items === null) expression(u, e);
  else u.at(e, () => u.loadConst({ type: 'frozenset', items }));
}

function compareOp(u: Unit, op: CompareOperator): void {
  switch (op) {
    case 'Is':
    case 'IsNot':
      u.emit(Op.IS_OP, op === 'Is' ? 0 : 1);
      return;
    case 'In':
    case 'NotIn':
      u.emit(Op.CONTAINS_OP, op === 'In' ? 0 : 1);
      return;
    default:
      u.emit(Op.COMPARE_OP, COMPARE[op]!);
  }
}

/** Loads a small int. */
export function loadInt(u: Unit, value: number): void {
  u.loadConst(intConst(value));
}
