/** `repr`, `str`, `ascii` and `format` of any value. */
import { typeOf } from '../classes.js';
import { objectNumber } from '../dict.js';
import { PyObject, type Value } from '../heap.js';
import { PyComplex, PyFloat, PyUnknown } from '../objects.js';
import { intText } from './numbers.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { floatRepr } from './float_text.js';
import { complexRepr, formatFloat, formatInt, formatText } from './format_spec.js';
import { asciiEscape, madeText, textRepr } from './text.js';

/** What an unknown value looks like in text. */
export const UNKNOWN_TEXT = '?';

/** The `id()` of an object: a number that looks like an address. */
export function addressOf(object: PyObject): number {
  return 0x7f0000000000 + objectNumber(object) * 16;
}

export function addressText(object: PyObject): string {
  return '0x' + addressOf(object).toString(16);
}

/** The repr of a value whose type is one of the immutable built-ins; undefined for others. */
function plainRepr(vm: VM, value: Value): string | undefined {
  switch (typeof value) {
    case 'number':
      return value.toString();
    case 'bigint':
      return intText(vm, value);
    case 'string':
      return textRepr(value);
    case 'boolean':
      return value ? 'True' : 'False';
    default:
      if (value === null) return 'None';
      if (value instanceof PyFloat && value.cls === T.float) return floatRepr(value.value);
      if (value instanceof PyComplex) return complexRepr(value);
      return value instanceof PyUnknown ? UNKNOWN_TEXT : undefined;
  }
}

function textResult(vm: VM, result: Value | undefined, method: string): string {
  if (result instanceof PyUnknown) return UNKNOWN_TEXT;
  const text = result === undefined ? undefined : vm.asStr(result);
  if (text === undefined)
    throw vm.error('TypeError', `${method} returned non-string (type ${typeOf(result ?? null).typeName})`);
  return text;
}

/** `repr(value)`. Raises RecursionError where it is one call too many, as `PyObject_Repr` does. */
export function repr(vm: VM, value: Value): string {
  return plainRepr(vm, value) ?? textBy(vm, value, '__repr__', ' while getting the repr of an object');
}

/** `str(value)`. Raises RecursionError where it is one call too many, as `PyObject_Str` does. */
export function str(vm: VM, value: Value): string {
  if (typeof value === 'string') return value;
  return plainRepr(vm, value) ?? textBy(vm, value, '__str__', ' while getting the str of an object');
}

function textBy(vm: VM, value: Value, method: string, where: string): string {
  vm.enterRecursiveCall(where);
  try {
    return textResult(vm, vm.callSpecial(value, method, []), method);
  } finally {
    vm.depth--;
  }
}

/** `ascii(value)`. */
export function ascii(vm: VM, value: Value): string {
  return asciiEscape(repr(vm, value));
}

/** `format(value, spec)`. */
export function format(vm: VM, value: Value, spec: string): string {
  return madeText(formatted(vm, value, spec));
}

function formatted(vm: VM, value: Value, spec: string): string {
  switch (typeof value) {
    case 'string':
      return formatText(vm, value, spec);
    case 'number':
    case 'bigint':
      return formatInt(vm, value, spec);
    case 'boolean':
      return spec === '' ? (value ? 'True' : 'False') : formatInt(vm, value ? 1 : 0, spec, 'bool');
    default:
      if (value instanceof PyUnknown) return UNKNOWN_TEXT;
      if (value instanceof PyFloat && value.cls === T.float)
        return spec === '' ? floatRepr(value.value) : formatFloat(vm, value.value, spec);
      return textResult(vm, vm.callSpecial(value, '__format__', [spec]), '__format__');
  }
}

const running = new Set<PyObject>();

/** The texts of values with `, ` between them. They are joined now and then: an array of all would need many times the memory. */
export function joinedTexts<Item>(items: Iterable<Item>, text: (item: Item) => string): string {
  let joined = '';
  let parts: string[] = [];
  for (const item of items) {
    parts.push(text(item));
    if (parts.length < PARTS) continue;
    joined += `${parts.join(', ')}, `;
    parts = [];
  }
  return madeText(parts.length === 0 ? joined.slice(0, -2) : joined + parts.join(', '));
}
const PARTS = 4096;

/** The repr of a container: `recursive` where the container is inside itself. */
export function guardedRepr(container: PyObject, recursive: string, make: () => string): string {
  if (running.has(container)) return recursive;
  running.add(container);
  try {
    return make();
  } finally {
    running.delete(container);
  }
}
