/** How each instruction changes the depth of the stack. */
import { Op, OPCODES, type OpcodeName } from '../code.js';

/** The effect of an instruction that goes on to the next one; a number, or a function of its argument. */
const EFFECTS: Record<OpcodeName, number | ((arg: number) => number)> = {
  NOP: 0,
  POP_TOP: -1,
  COPY: 1,
  SWAP: 0,
  PUSH_NULL: 1,
  LOAD_CONST: 1,
  LOAD_FAST: 1,
  STORE_FAST: -1,
  DELETE_FAST: 0,
  MAKE_CELL: 0,
  COPY_FREE_VARS: 0,
  LOAD_CLOSURE: 1,
  LOAD_DEREF: 1,
  STORE_DEREF: -1,
  DELETE_DEREF: 0,
  LOAD_CLASSDEREF: 1,
  LOAD_NAME: 1,
  STORE_NAME: -1,
  DELETE_NAME: 0,
  LOAD_GLOBAL: 1,
  STORE_GLOBAL: -1,
  DELETE_GLOBAL: 0,
  LOAD_ATTR: 0,
  STORE_ATTR: -2,
  DELETE_ATTR: -1,
  LOAD_METHOD: 1,
  LOAD_BUILD_CLASS: 1,
  LOAD_ASSERTION_ERROR: 1,
  BINARY_OP: -1,
  UNARY_NEGATIVE: 0,
  UNARY_POSITIVE: 0,
  UNARY_NOT: 0,
  UNARY_INVERT: 0,
  COMPARE_OP: -1,
  IS_OP: -1,
  CONTAINS_OP: -1,
  BINARY_SUBSCR: -1,
  STORE_SUBSCR: -3,
  DELETE_SUBSCR: -2,
  BUILD_TUPLE: (n) => 1 - n,
  BUILD_LIST: (n) => 1 - n,
  BUILD_SET: (n) => 1 - n,
  BUILD_MAP: (n) => 1 - 2 * n,
  BUILD_CONST_KEY_MAP: (n) => -n,
  BUILD_STRING: (n) => 1 - n,
  BUILD_SLICE: (n) => 1 - n,
  LIST_APPEND: -1,
  SET_ADD: -1,
  MAP_ADD: -2,
  LIST_EXTEND: -1,
  SET_UPDATE: -1,
  DICT_UPDATE: -1,
  DICT_MERGE: -1,
  LIST_TO_TUPLE: 0,
  UNPACK_SEQUENCE: (n) => n - 1,
  UNPACK_EX: (arg) => (arg & 0xff) + (arg >> 8),
  GET_ITER: 0,
  FOR_ITER: 1,
  JUMP: 0,
  POP_JUMP_IF_FALSE: -1,
  POP_JUMP_IF_TRUE: -1,
  POP_JUMP_IF_NONE: -1,
  POP_JUMP_IF_NOT_NONE: -1,
  JUMP_IF_FALSE_OR_POP: -1,
  JUMP_IF_TRUE_OR_POP: -1,
  CALL: (n) => -1 - n,
  CALL_KW: (n) => -2 - n,
  CALL_FUNCTION_EX: (arg) => (arg & 1 ? -3 : -2),
  MAKE_FUNCTION: (f) => -((f & 1) + ((f >> 1) & 1) + ((f >> 2) & 1) + ((f >> 3) & 1)),
  RETURN_VALUE: -1,
  RETURN_GENERATOR: 0,
  YIELD_VALUE: 0,
  GET_YIELD_FROM_ITER: 0,
  GET_AWAITABLE: 0,
  SEND: 0,
  GET_AITER: 0,
  GET_ANEXT: 1,
  END_ASYNC_FOR: -2,
  BEFORE_ASYNC_WITH: 1,
  BEFORE_WITH: 1,
  WITH_EXCEPT_START: 1,
  PUSH_EXC_INFO: 1,
  POP_EXCEPT: -1,
  CHECK_EXC_MATCH: 0,
  CHECK_EG_MATCH: 0,
  PREP_RERAISE_STAR: -1,
  RERAISE: -1,
  RAISE_VARARGS: (n) => -n,
  IMPORT_NAME: -1,
  IMPORT_FROM: 1,
  IMPORT_STAR: -1,
  FORMAT_VALUE: (arg) => (arg & 4 ? -1 : 0),
  GET_LEN: 1,
  MATCH_MAPPING: 1,
  MATCH_SEQUENCE: 1,
  MATCH_KEYS: 1,
  MATCH_CLASS: -2,
  SETUP_ANNOTATIONS: 0,
  RAISE_SYNTAX_ERROR: 0,
};

const VARIES = 127;
const fixed = new Int8Array(
  OPCODES.map((name) => (typeof EFFECTS[name] === 'number' ? EFFECTS[name] : VARIES)),
);
const varying = OPCODES.map((name) => EFFECTS[name]);

/** The change of the stack's depth on the way to the next instruction. */
export function stackEffect(op: number, arg: number): number {
  const effect = fixed[op]!;
  return effect === VARIES ? (varying[op] as (arg: number) => number)(arg) : effect;
}

/** The change of the stack's depth on the way to the jump's target. */
export function jumpEffect(op: number): number {
  if (op === Op.JUMP_IF_FALSE_OR_POP || op === Op.JUMP_IF_TRUE_OR_POP) return 0;
  if (op === Op.FOR_ITER || op === Op.SEND) return -1;
  return stackEffect(op, 0);
}

const JUMPS = new Set<number>([
  Op.JUMP,
  Op.POP_JUMP_IF_FALSE,
  Op.POP_JUMP_IF_TRUE,
  Op.POP_JUMP_IF_NONE,
  Op.POP_JUMP_IF_NOT_NONE,
  Op.JUMP_IF_FALSE_OR_POP,
  Op.JUMP_IF_TRUE_OR_POP,
  Op.FOR_ITER,
  Op.SEND,
]);
const ENDS = new Set<number>([Op.JUMP, Op.RETURN_VALUE, Op.RERAISE, Op.RAISE_VARARGS, Op.RAISE_SYNTAX_ERROR]);

/** Whether the argument is the index of an instruction. */
export function isJump(op: number): boolean {
  return JUMPS.has(op);
}

/** Whether the next instruction is not reached from this one. */
export function endsFlow(op: number): boolean {
  return ENDS.has(op);
}
