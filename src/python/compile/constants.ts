/** Constants, and the folding of constant expressions as CPython's ast_opt.c does it. */
import type { ConstantValue, Expr, Operator } from '../ast.js';
import type { Value } from '../heap.js';
import type { CodeInit } from '../code.js';

/** Makes the constants that are objects of the machine. They must outlive the code that holds them. */
export interface ConstantFactory {
  code(init: CodeInit): Value;
  float(v: number): Value;
  complex(imag: number): Value;
  bytes(b: Uint8Array): Value;
  tuple(items: Value[]): Value;
  ellipsis(): Value;
  frozenset(items: Value[]): Value;
}

export type Const = ConstantValue | { type: 'tuple'; items: Const[] } | { type: 'frozenset'; items: Const[] };

export const NONE: Const = { type: 'None' };

export function stringConst(value: string): Const {
  return { type: 'str', value };
}

export function intConst(value: number): Const {
  return { type: 'int', value };
}

/** A key that is equal for constants that CPython merges: same type, same value. */
export function constKey(constant: Const): string {
  switch (constant.type) {
    case 'str':
      return `s${constant.value.length}:${constant.value}`;
    case 'int':
      return `i${constant.value}`;
    case 'float':
      return Object.is(constant.value, -0) ? 'f-0' : `f${constant.value}`;
    case 'complex':
      return Object.is(constant.imag, -0) ? 'j-0' : `j${constant.imag}`;
    case 'bytes':
      return `b${constant.value.join(',')}`;
    case 'bool':
      return constant.value ? 'T' : 'F';
    case 'None':
      return 'N';
    case 'Ellipsis':
      return 'E';
    case 'tuple':
      return `(${constant.items.map(constKey).join(',')})`;
    case 'frozenset':
      return `{${constant.items.map(constKey).join(',')}}`;
  }
}

export function constValue(constant: Const, factory: ConstantFactory): Value {
  switch (constant.type) {
    case 'str':
    case 'int':
    case 'bool':
      return constant.value;
    case 'float':
      return factory.float(constant.value);
    case 'complex':
      return factory.complex(constant.imag);
    case 'bytes':
      return factory.bytes(constant.value);
    case 'None':
      return null;
    case 'Ellipsis':
      return factory.ellipsis();
    case 'tuple':
      return factory.tuple(constant.items.map((item) => constValue(item, factory)));
    case 'frozenset':
      return factory.frozenset(constant.items.map((item) => constValue(item, factory)));
  }
}

export function isTrue(constant: Const): boolean {
  switch (constant.type) {
    case 'str':
      return constant.value !== '';
    case 'int':
      return constant.value !== 0 && constant.value !== 0n;
    case 'float':
      return constant.value !== 0;
    case 'complex':
      return constant.imag !== 0;
    case 'bytes':
      return constant.value.length > 0;
    case 'bool':
      return constant.value;
    case 'None':
      return false;
    case 'Ellipsis':
      return true;
    case 'tuple':
    case 'frozenset':
      return constant.items.length > 0;
  }
}

/** The constant that an expression in load context folds to, or null. */
export function fold(expr: Expr): Const | null {
  switch (expr.kind) {
    case 'Constant':
      return expr.value;
    case 'Name':
      return expr.id === '__debug__' && expr.ctx === 'Load' ? { type: 'bool', value: true } : null;
    case 'Tuple': {
      if (expr.ctx !== 'Load') return null;
      const items = foldAll(expr.elts);
      return items === null ? null : { type: 'tuple', items };
    }
    case 'UnaryOp': {
      const operand = fold(expr.operand);
      if (operand === null) return null;
      switch (expr.op) {
        case 'Not':
          return { type: 'bool', value: !isTrue(operand) };
        case 'UAdd':
          return numeric(operand) ?? null;
        case 'USub':
          return negative(operand);
        case 'Invert': {
          const value = integer(operand);
          return value === null ? null : bigConst(~value);
        }
      }
      return null;
    }
    case 'BinOp': {
      const right = fold(expr.right);
      if (right === null) return null;
      const left = fold(expr.left);
      return left === null ? null : binary(left, expr.op, right);
    }
    case 'Subscript': {
      if (expr.ctx !== 'Load' || expr.slice.kind === 'Slice') return null;
      const index = fold(expr.slice);
      if (index === null || index.type !== 'int' || typeof index.value !== 'number') return null;
      const value = fold(expr.value);
      return value === null ? null : item(value, index.value);
    }
    default:
      return null;
  }
}

/** The constants that all of a list of expressions fold to, or null. */
export function foldAll(exprs: readonly (Expr | null)[]): Const[] | null {
  const items: Const[] = [];
  for (const expr of exprs) {
    const item = expr === null ? null : fold(expr);
    if (item === null) return null;
    items.push(item);
  }
  return items;
}

/** CPython's limits for folded constants: 128 bits, 4096 characters, 256 items. */
const MAX_BITS = 128;
const MAX_STRING = 4096;
const MAX_ITEMS = 256;

function integer(constant: Const): bigint | null {
  if (constant.type === 'int') return BigInt(constant.value);
  return constant.type === 'bool' ? BigInt(constant.value) : null;
}

function float(constant: Const): number | null {
  if (constant.type === 'float') return constant.value;
  if (constant.type === 'int') return Number(constant.value);
  return constant.type === 'bool' ? Number(constant.value) : null;
}

/** The number that a constant is (a bool is an int), if it is one that can be folded. */
function numeric(constant: Const): Const | undefined {
  if (constant.type === 'bool') return { type: 'int', value: Number(constant.value) };
  return constant.type === 'int' || constant.type === 'float' || constant.type === 'complex'
    ? constant
    : undefined;
}

function bigConst(value: bigint): Const {
  const small = Number(value);
  return { type: 'int', value: Number.isSafeInteger(small) ? small : value };
}

function bits(value: bigint): number {
  return (value < 0n ? -value : value).toString(2).length;
}

function negative(constant: Const): Const | null {
  if (constant.type === 'float') return { type: 'float', value: -constant.value };
  const value = integer(constant);
  return value === null ? null : bigConst(-value);
}

function item(value: Const, index: number): Const | null {
  if (value.type === 'tuple') return value.items.at(index) ?? null;
  if (value.type === 'bytes') {
    const byte = value.value.at(index);
    return byte === undefined ? null : intConst(byte);
  }
  if (value.type !== 'str') return null;
  const character = [...value.value].at(index);
  return character === undefined ? null : stringConst(character);
}

function binary(left: Const, op: Operator, right: Const): Const | null {
  if (left.type === 'bool' && right.type === 'bool') {
    if (op === 'BitAnd') return { type: 'bool', value: left.value && right.value };
    if (op === 'BitOr') return { type: 'bool', value: left.value || right.value };
    if (op === 'BitXor') return { type: 'bool', value: left.value !== right.value };
  }
  const a = integer(left);
  const b = integer(right);
  if (a !== null && b !== null) return integers(a, op, b);
  const x = float(left);
  const y = float(right);
  if (x !== null && y !== null) return floats(x, op, y);
  if (op === 'Add') {
    if (left.type === 'str' && right.type === 'str') return stringConst(left.value + right.value);
    if (left.type === 'tuple' && right.type === 'tuple') {
      return { type: 'tuple', items: [...left.items, ...right.items] };
    }
    if (left.type === 'bytes' && right.type === 'bytes') {
      return { type: 'bytes', value: Uint8Array.from([...left.value, ...right.value]) };
    }
  }
  if (op === 'Mult') return b !== null ? repeat(left, b) : a !== null ? repeat(right, a) : null;
  return null;
}

function repeat(sequence: Const, times: bigint): Const | null {
  // Too many even for an empty one: that fails when it runs.
  if (times >= 1n << 63n) return null;
  const length =
    sequence.type === 'tuple'
      ? sequence.items.length
      : 'value' in sequence
        ? (sequence.value as string).length
        : 1;
  const n = times < 0n || length === 0 ? 0 : Number(times);
  if (sequence.type === 'str' && sequence.value.length * n <= MAX_STRING) {
    return stringConst(sequence.value.repeat(n));
  }
  if (sequence.type === 'tuple' && sequence.items.length * n <= MAX_ITEMS) {
    return { type: 'tuple', items: Array.from({ length: n }, () => sequence.items).flat() };
  }
  if (sequence.type === 'bytes' && sequence.value.length * n <= MAX_STRING) {
    return {
      type: 'bytes',
      value: Uint8Array.from(Array.from({ length: n }, () => [...sequence.value]).flat()),
    };
  }
  return null;
}

function integers(a: bigint, op: Operator, b: bigint): Const | null {
  switch (op) {
    case 'Add':
      return bigConst(a + b);
    case 'Sub':
      return bigConst(a - b);
    case 'Mult':
      return a !== 0n && b !== 0n && bits(a) + bits(b) > MAX_BITS ? null : bigConst(a * b);
    case 'Div':
      return b === 0n || bits(a) > 53 || bits(b) > 53
        ? null
        : { type: 'float', value: Number(a) / Number(b) };
    case 'FloorDiv':
    case 'Mod': {
      if (b === 0n) return null;
      let quotient = a / b;
      if (a % b !== 0n && a < 0n !== b < 0n) quotient -= 1n;
      return bigConst(op === 'FloorDiv' ? quotient : a - quotient * b);
    }
    case 'Pow':
      if (b < 0n) return a === 0n ? null : { type: 'float', value: Number(a) ** Number(b) };
      return a !== 0n && b * BigInt(bits(a)) > BigInt(MAX_BITS) ? null : bigConst(a ** b);
    case 'LShift':
      return b < 0n || (a !== 0n && BigInt(bits(a)) + b > BigInt(MAX_BITS)) ? null : bigConst(a << b);
    case 'RShift':
      return b < 0n ? null : bigConst(a >> b);
    case 'BitOr':
      return bigConst(a | b);
    case 'BitXor':
      return bigConst(a ^ b);
    case 'BitAnd':
      return bigConst(a & b);
    case 'MatMult':
      return null;
  }
}

function floats(a: number, op: Operator, b: number): Const | null {
  const result = floatResult(a, op, b);
  return result === null ? null : { type: 'float', value: result };
}

function floatResult(a: number, op: Operator, b: number): number | null {
  switch (op) {
    case 'Add':
      return a + b;
    case 'Sub':
      return a - b;
    case 'Mult':
      return a * b;
    case 'Div':
      return b === 0 ? null : a / b;
    case 'FloorDiv':
    case 'Mod': {
      if (b === 0) return null;
      let remainder = a % b;
      if (remainder === 0) remainder = b < 0 ? -0 : 0;
      else if (remainder < 0 !== b < 0) remainder += b;
      return op === 'Mod' ? remainder : Math.round((a - remainder) / b);
    }
    case 'Pow': {
      const result = a ** b;
      // A zero division, an overflow or a complex result: left to run time.
      return Number.isFinite(result) ? result : null;
    }
    default:
      return null;
  }
}
