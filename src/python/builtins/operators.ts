/**
 * The operators: first by the JavaScript type of the operands, then by the special methods of their classes as CPython
 * resolves them. An unknown operand makes the result unknown.
 */
import { PyDict, PySet } from '../dict.js';
import { typeOf } from '../classes.js';
import { Op } from '../code.js';
import type { Value } from '../heap.js';
import { PyMethodDescriptor, PyNative } from '../native.js';
import { NotImplemented, PyComplex, PyDictView, PyFloat, PyRange, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import { joined } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import {
  Binary,
  floatOf,
  intOf,
  intOperation,
  negInt,
  numberOperation,
  MAX_SAFE,
  complexOf,
  invertInt,
} from './numbers.js';
import { absorb, callFound, numberClass, takesUnknown, unknownOf, widerNumber } from './protocol.js';
import { madeText } from './text.js';

const SYMBOLS = ['+', '&', '//', '<<', '@', '*', '%', '|', '** or pow()', '>>', '-', '/', '^'];
const IN_PLACE_SYMBOLS = ['+=', '&=', '//=', '<<=', '@=', '*=', '%=', '|=', '**=', '>>=', '-=', '/=', '^='];
/** The binary operators' methods without their underscores, by the operator's number in the code. */
export const OPERATOR_NAMES = [
  'add',
  'and',
  'floordiv',
  'lshift',
  'matmul',
  'mul',
  'mod',
  'or',
  'pow',
  'rshift',
  'sub',
  'truediv',
  'xor',
];
const FORWARD = OPERATOR_NAMES.map((name) => `__${name}__`);
const REFLECTED = OPERATOR_NAMES.map((name) => `__r${name}__`);
const IN_PLACE = OPERATOR_NAMES.map((name) => `__i${name}__`);

// ---- binary operators ----

/** `a op b`; `operator` is an index of BINARY_OPERATORS, from 13 on in place. Raises TypeError and what the operands raise. */
export function binaryOperation(vm: VM, operator: number, a: Value, b: Value): Value {
  const base = operator >= 13 ? operator - 13 : operator;
  if (typeof a === 'number' && typeof b === 'number') {
    if (base === Binary.Multiply) {
      const result = a * b;
      if (result <= MAX_SAFE && result >= -MAX_SAFE) return result + 0;
    }
    const result = intOperation(vm, base, a, b);
    if (result !== undefined) return result;
  } else if (a instanceof PyFloat && a.cls === T.float) {
    if ((b instanceof PyFloat && b.cls === T.float) || typeof b === 'number') {
      const x = a.value;
      const y = typeof b === 'number' ? b : b.value;
      switch (base) {
        case Binary.Add:
          return new PyFloat(x + y);
        case Binary.Subtract:
          return new PyFloat(x - y);
        case Binary.Multiply:
          return new PyFloat(x * y);
      }
      const result = numberOperation(vm, base, a, b);
      if (result !== undefined) return result;
    }
  } else if (typeof a === 'string' && typeof b === 'string' && base === Binary.Add) return madeText(a + b);
  // Formatting takes unknown values: the text shows them.
  if (
    (a instanceof PyUnknown ||
      (b instanceof PyUnknown && !(typeof a === 'string' && base === Binary.Remainder))) &&
    !takesUnknown(a, b)
  )
    return (base === Binary.Add ? joined(a, b) : undefined) ?? unknownResult(base, a, b);
  if (isExactNumber(a) && isExactNumber(b)) {
    const result = numberOperation(vm, base, a, b);
    if (result !== undefined) return result;
  }
  if (operator >= 13) {
    const method = typeOf(a).lookup(IN_PLACE[base]!);
    if (isSequenceMethod(method) && (base === Binary.Multiply || typeOf(a).native)) {
      // The number protocol of the right operand comes before a sequence's own; a class made of a sequence has its `+=` in both.
      const reflected = typeOf(b).lookup(REFLECTED[base]!);
      if (reflected !== undefined && reflected !== null && !isSequenceMethod(reflected)) {
        const result = callFound(vm, reflected, b, REFLECTED[base]!, [a]);
        if (result !== NotImplemented) return result;
      }
    }
    if (method !== undefined && method !== null) {
      const result = callFound(vm, method, a, IN_PLACE[base]!, [b]);
      if (result !== NotImplemented) return result;
    }
  }
  const asksRight = operator !== 13 + Binary.Multiply || !hasSequenceSlots(a);
  const result = dispatchBinary(vm, base, a, b, asksRight);
  if (result !== NotImplemented) return result;
  const symbol = operator >= 13 ? IN_PLACE_SYMBOLS[base]! : SYMBOLS[base]!;
  let text = `unsupported operand type(s) for ${symbol}: '${typeOf(a).typeName}' and '${typeOf(b).typeName}'`;
  if (symbol === '>>' && a instanceof PyNative && a.name === 'print')
    text += '. Did you mean "print(<message>, file=<output_stream>)"?';
  throw vm.error('TypeError', text);
}

/** What an operation with an unknown operand gives: of two numbers, a number. */
function unknownResult(base: Binary, a: Value, b: Value): PyUnknown {
  const unknown = (a instanceof PyUnknown ? a : b) as PyUnknown;
  const [x, y] = [numberClass(a), numberClass(b)];
  if (x === undefined || y === undefined) return absorb(unknown);
  const wider = widerNumber(x, y);
  if (base === Binary.TrueDivide) return unknownOf(unknown, wider === T.complex ? wider : T.float);
  // A power of ints may be a float.
  return base === Binary.Power && wider === T.int ? absorb(unknown) : unknownOf(unknown, wider);
}

function isExactNumber(value: Value): boolean {
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return true;
    case 'object':
      return value !== null && (value.cls === T.float || value.cls === T.complex);
    default:
      return false;
  }
}

/** Whether a type has CPython's `tp_as_sequence`: then `*=` does not ask the right operand, a sequence, to repeat. */
function hasSequenceSlots(value: Value): boolean {
  return (
    !typeOf(value).native ||
    value instanceof PyDict ||
    value instanceof PySet ||
    value instanceof PyRange ||
    value instanceof PyDictView ||
    typeOf(value) === T.memoryview
  );
}

/**
 * The forward and the reflected method, in CPython's order; NotImplemented where neither takes it. `asksSequence`: whether the
 * right operand's method may be that of a sequence.
 */
function dispatchBinary(vm: VM, base: number, a: Value, b: Value, asksSequence: boolean): Value {
  const ta = typeOf(a);
  const tb = typeOf(b);
  const forward = ta.lookup(FORWARD[base]!) ?? undefined;
  let reflected = ta === tb ? undefined : (tb.lookup(REFLECTED[base]!) ?? undefined);
  if (!asksSequence && isSequenceMethod(reflected)) reflected = undefined;
  let reflectedFirst = false;
  if (reflected !== undefined) {
    if (tb.isSubclassOf(ta)) reflectedFirst = reflected !== ta.lookup(REFLECTED[base]!);
    // `+` and `*` of sequences come after the number protocol of both operands.
    else if ((base === Binary.Add || base === Binary.Multiply) && isSequenceMethod(forward))
      reflectedFirst = !isSequenceMethod(reflected);
  }
  if (reflectedFirst) {
    const result = callFound(vm, reflected!, b, REFLECTED[base]!, [a]);
    if (result !== NotImplemented) return result;
  }
  if (forward !== undefined) {
    const result = callFound(vm, forward, a, FORWARD[base]!, [b]);
    if (result !== NotImplemented) return result;
  }
  return reflected !== undefined && !reflectedFirst
    ? callFound(vm, reflected, b, REFLECTED[base]!, [a])
    : NotImplemented;
}

/** Whether a method is the one that a built-in sequence has for `+` or `*`. */
function isSequenceMethod(method: Value | undefined): boolean {
  if (!(method instanceof PyMethodDescriptor)) return false;
  const { owner } = method;
  return (
    owner === T.list || owner === T.tuple || owner === T.str || owner === T.bytes || owner === T.bytearray
  );
}

/** `pow(base, exponent, modulus)`. */
export function ternaryPower(vm: VM, a: Value, b: Value, modulus: Value): Value {
  if (modulus === null) return binaryOperation(vm, Binary.Power, a, b);
  for (const value of [a, b, modulus]) if (value instanceof PyUnknown) return absorb(value);
  const method = typeOf(a).lookup('__pow__');
  if (method !== undefined && method !== null) {
    const result = callFound(vm, method, a, '__pow__', [b, modulus]);
    if (result !== NotImplemented) return result;
  }
  const names = [a, b, modulus].map((value) => `'${typeOf(value).typeName}'`).join(', ');
  throw vm.error('TypeError', `unsupported operand type(s) for ** or pow(): ${names}`);
}

/** `divmod(a, b)`. */
export function divmodOperation(vm: VM, a: Value, b: Value): Value {
  for (const value of [a, b]) if (value instanceof PyUnknown) return absorb(value);
  const ta = typeOf(a);
  const tb = typeOf(b);
  const tries: [Value | undefined, Value, string, Value][] = [
    [ta.lookup('__divmod__'), a, '__divmod__', b],
    [ta === tb ? undefined : tb.lookup('__rdivmod__'), b, '__rdivmod__', a],
  ];
  if (ta !== tb && tb.isSubclassOf(ta) && tries[1]![0] !== ta.lookup('__rdivmod__')) tries.reverse();
  for (const [method, self, name, other] of tries) {
    if (method === undefined || method === null) continue;
    const result = callFound(vm, method, self, name, [other]);
    if (result !== NotImplemented) return result;
  }
  throw vm.error('TypeError', `unsupported operand type(s) for divmod(): '${ta.name}' and '${tb.name}'`);
}

// ---- unary operators ----

/** `-a`, `+a` or `~a`; `opcode` is that of the instruction. */
export function unaryOperation(vm: VM, opcode: number, a: Value): Value {
  if (a instanceof PyUnknown) {
    const cls = numberClass(a);
    return cls === undefined ? absorb(a) : unknownOf(a, cls === T.bool ? T.int : cls);
  }
  const simple = unaryNumber(opcode, isExactNumber(a) ? a : NotImplemented);
  if (simple !== undefined) return simple;
  const [symbol, name] =
    opcode === Op.UNARY_NEGATIVE
      ? ['-', '__neg__']
      : opcode === Op.UNARY_POSITIVE
        ? ['+', '__pos__']
        : ['~', '__invert__'];
  const result = vm.callSpecial(a, name!, []);
  if (result === undefined)
    throw vm.error('TypeError', `bad operand type for unary ${symbol}: '${typeOf(a).typeName}'`);
  return result;
}

/** The unary operation on a built-in number (boxed ones too); undefined where there is none. */
export function unaryNumber(opcode: number, a: Value): Value | undefined {
  const int = intOf(a);
  if (int !== undefined)
    return opcode === Op.UNARY_NEGATIVE ? negInt(int) : opcode === Op.UNARY_POSITIVE ? int : invertInt(int);
  if (opcode === Op.UNARY_INVERT) return undefined;
  const negative = opcode === Op.UNARY_NEGATIVE;
  const float = floatOf(a);
  if (float !== undefined) return new PyFloat(negative ? -float : float);
  const complex = complexOf(a);
  return complex === undefined ? undefined : negative ? new PyComplex(-complex.real, -complex.imag) : complex;
}

// The other operators, for the machine.
export * from './comparison.js';
export * from './concatenation.js';
export * from './membership.js';
export * from './protocol.js';
export * from './subscription.js';
export * from './truth.js';
export { getIterator as getIter } from './iteration.js';
