/**
 * Code objects and the instruction set. The instructions are CPython 3.11's (see the `dis` documentation) with these
 * differences, made for a machine without a code cache:
 *  - an instruction is one Int32: `op | arg << 8`; jump arguments are absolute instruction indices;
 *  - there is no PRECALL/KW_NAMES: keyword calls are CALL_KW, as in 3.13;
 *  - an exception table entry never pushes `lasti`; RERAISE takes no argument;
 *  - LOAD_GLOBAL and LOAD_ATTR never push a NULL: PUSH_NULL does, before the callable;
 *  - NULL on the stack is `undefined`, as is an unbound local.
 * The stack is written left to right, the top last.
 */
import type { Value } from './heap.js';

/** An enum, so that the bundler puts the numbers into the dispatch loop's cases. */
export enum Op {
  NOP, //
  POP_TOP, // a →
  COPY, // i: copies the i-th item from the top (1 is the top)
  SWAP, // i: swaps the top with the i-th item (2 is the one below)
  PUSH_NULL, // → NULL
  LOAD_CONST, // i → consts[i]
  LOAD_FAST, // i → localsplus[i]; UnboundLocalError if unbound
  STORE_FAST, // a →
  DELETE_FAST, // i
  MAKE_CELL, // i: puts a new cell holding localsplus[i] (maybe unbound) into localsplus[i]
  COPY_FREE_VARS, // n: copies the function's n closure cells to the end of localsplus
  LOAD_CLOSURE, // i → the cell in localsplus[i]
  LOAD_DEREF, // i → content of the cell in localsplus[i]; NameError/UnboundLocalError
  STORE_DEREF, // a →
  DELETE_DEREF, // i
  LOAD_CLASSDEREF, // i → like LOAD_DEREF, but looks in the frame's locals dict first
  LOAD_NAME, // n → names[n] in locals, globals, builtins
  STORE_NAME, // a →
  DELETE_NAME, //
  LOAD_GLOBAL, // n → names[n] in globals, builtins
  STORE_GLOBAL, // a →
  DELETE_GLOBAL, //
  LOAD_ATTR, // o → o.names[n]
  STORE_ATTR, // value o →
  DELETE_ATTR, // o →
  LOAD_METHOD, // o → function self | NULL bound-or-other
  LOAD_BUILD_CLASS, // → builtins.__build_class__
  LOAD_ASSERTION_ERROR, // → AssertionError
  BINARY_OP, // a b → a op b; arg as in BINARY_OPERATORS (in-place ones from 13)
  UNARY_NEGATIVE,
  UNARY_POSITIVE,
  UNARY_NOT,
  UNARY_INVERT,
  COMPARE_OP, // a b → a op b; arg as in COMPARE_OPERATORS
  IS_OP, // a b → bool; arg 1 inverts
  CONTAINS_OP, // a b → a in b; arg 1 inverts
  BINARY_SUBSCR, // o key → o[key]
  STORE_SUBSCR, // value o key →
  DELETE_SUBSCR, // o key →
  BUILD_TUPLE, // n items → tuple
  BUILD_LIST,
  BUILD_SET,
  BUILD_MAP, // n pairs (key value …) → dict
  BUILD_CONST_KEY_MAP, // n values, tuple of keys → dict
  BUILD_STRING, // n strings → str
  BUILD_SLICE, // start stop [step] → slice; arg 2 or 3
  LIST_APPEND, // … a →; appends to the list at depth i after the pop
  SET_ADD, // … a →
  MAP_ADD, // … key value →
  LIST_EXTEND, // … iterable →; extends the list at depth i after the pop
  SET_UPDATE,
  DICT_UPDATE,
  DICT_MERGE, // as DICT_UPDATE, raising for duplicate keyword arguments
  LIST_TO_TUPLE, // list → tuple
  UNPACK_SEQUENCE, // seq → item n-1 … item 0 (first on top)
  UNPACK_EX, // seq → ...; arg: before | after << 8 (first on top)
  GET_ITER, // a → iter(a)
  FOR_ITER, // it → it next(it), or pops it and jumps to arg when exhausted
  JUMP, // arg: target
  POP_JUMP_IF_FALSE, // a →
  POP_JUMP_IF_TRUE, // a →
  POP_JUMP_IF_NONE, // a →
  POP_JUMP_IF_NOT_NONE, // a →
  JUMP_IF_FALSE_OR_POP, // a → a (jump) | →
  JUMP_IF_TRUE_OR_POP,
  CALL, // method self args×n → result, or NULL callable args×n → result
  CALL_KW, // … args×n names → result; names is a tuple of the last keywords' names; n counts all arguments
  CALL_FUNCTION_EX, // NULL callable args-tuple [kwargs-dict] → result; arg 1: with kwargs. All stay on the stack during the call
  MAKE_FUNCTION, // [defaults tuple] [kwdefaults dict] [annotations tuple (name, value, …)] [closure tuple] code → function; flags 1 2 4 8
  RETURN_VALUE, // a →
  RETURN_GENERATOR, // first instruction of a generator, coroutine or async generator (after MAKE_CELL/COPY_FREE_VARS): returns the generator
  YIELD_VALUE, // a → the value sent; arg 1: the yield of a `yield from` or await (iterator just below)
  GET_YIELD_FROM_ITER, // a → iterator
  GET_AWAITABLE, // a → iterator
  SEND, // it value → it result; when it is exhausted: → its return value, and jumps to arg
  GET_AITER,
  GET_ANEXT, // aiter → aiter awaitable
  END_ASYNC_FOR, // aiter exc → (StopAsyncIteration: pops both; else re-raises)
  BEFORE_ASYNC_WITH, // mgr → aexit, aenter()
  BEFORE_WITH, // mgr → exit, enter()
  WITH_EXCEPT_START, // exit prev_exc exc → exit prev_exc exc result; calls exit(type, exc, tb)
  PUSH_EXC_INFO, // exc → prev_exc exc; exc becomes the handled exception
  POP_EXCEPT, // prev_exc →; prev_exc becomes the handled exception
  CHECK_EXC_MATCH, // exc type → exc bool
  CHECK_EG_MATCH, // exc type → rest matched|None
  PREP_RERAISE_STAR, // orig list → exc|None
  RERAISE, // exc →; raises it again, its traceback unchanged
  RAISE_VARARGS, // 0: re-raise the handled one; 1: exc →; 2: exc cause →
  IMPORT_NAME, // level fromlist → module; arg names[n]
  IMPORT_FROM, // module → module attribute
  IMPORT_STAR, // module →
  FORMAT_VALUE, // value [spec] → str; arg: 0 none 1 !s 2 !r 3 !a, | 4 with spec
  GET_LEN, // a → a len(a)
  MATCH_MAPPING, // a → a bool
  MATCH_SEQUENCE, // a → a bool
  MATCH_KEYS, // a keys → a keys values|None
  MATCH_CLASS, // a cls names → attributes tuple|None; arg: number of positional patterns
  SETUP_ANNOTATIONS, // makes sure that __annotations__ exists in the locals
  RAISE_SYNTAX_ERROR, // raises SyntaxError(consts[i]), where the source could not be parsed
}

export type OpcodeName = keyof typeof Op;
/** Names by number. */
export const OPCODES = Object.keys(Op).filter((name) => Number.isNaN(Number(name))) as OpcodeName[];

/** Names of BINARY_OP's argument, in CPython's order; in-place forms follow at 13. */
export const BINARY_OPERATORS = [
  '+',
  '&',
  '//',
  '<<',
  '@',
  '*',
  '%',
  '|',
  '**',
  '>>',
  '-',
  '/',
  '^',
] as const;
export const COMPARE_OPERATORS = ['<', '<=', '==', '!=', '>', '>='] as const;

/** `co_flags` of CPython. */
export const CO_VARARGS = 0x04;
export const CO_VARKEYWORDS = 0x08;
export const CO_GENERATOR = 0x20;
export const CO_COROUTINE = 0x80;
export const CO_ASYNC_GENERATOR = 0x200;

/** Four numbers an instruction: line, column, end line, end column (lines from 1, columns from 0 in UTF-16 units). */
export type Positions = Int32Array;

/** A range of instructions whose exceptions go to `target` with the stack cut to `depth` items. */
export interface ExceptionTableEntry {
  start: number;
  end: number;
  target: number;
  depth: number;
}

/** The compiled body of a code object. */
export interface CodeBody {
  ops: Int32Array;
  consts: Value[];
  names: string[];
  /** Sorted innermost first where ranges nest. */
  exceptionTable: ExceptionTableEntry[];
  positions: Positions;
  stackSize: number;
  /** What a conditional jump does on an unknown value. Absent: fall through, the way the source reads first. */
  unknownBranches: Map<number, UnknownRule>;
}

/** 'must': the other way certainly raises, or goes round a loop for ever. */
export type UnknownRule = (typeof UNKNOWN_RULES)[number];
export const UNKNOWN_RULES = ['jump', 'must jump', 'must stay'] as const;

/** A code object. Everything about its scope is known when it is made; its body is compiled at its first call. */
export interface CodeInit {
  name: string;
  qualname: string;
  filename: string;
  firstLine: number;
  flags: number;
  /** Positional parameters, positional-only ones included. */
  argCount: number;
  posOnlyCount: number;
  kwOnlyCount: number;
  /** Parameters first (positional, keyword-only, *args, **kwargs), then other locals. */
  varnames: string[];
  /** Cells not among varnames, in order after varnames in localsplus. (A parameter that is a cell is converted in place.) */
  cellvars: string[];
  freevars: string[];
  docstring: string | null;
  /** Whether names are stored in a locals dict (module, class body). */
  usesLocalsDict: boolean;
  /** Compiles the body. Raises nothing: what cannot be compiled becomes RAISE_SYNTAX_ERROR. */
  compile: () => CodeBody;
}
