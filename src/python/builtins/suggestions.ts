/** "Did you mean": the suggestions that CPython adds to AttributeError and NameError. */
import type { Value } from '../heap.js';
import { PyException, PyFunction, PyModule, type PyDict } from '../objects.js';
import type { VM } from '../vm.js';
import { attributeNames } from './object.js';

const MOVE_COST = 2;
const CASE_COST = 1;
const MAX_CANDIDATES = 750;
const MAX_LENGTH = 40;

function substitution(a: string, b: string): number {
  if (a === b) return 0;
  return a.toLowerCase() === b.toLowerCase() ? CASE_COST : MOVE_COST;
}

/** The edit distance of two names, or more than `limit` where it is more. */
function distance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  a = a.slice(start);
  b = b.slice(start);
  let end = 0;
  while (end < a.length && end < b.length && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  if (end > 0) {
    a = a.slice(0, -end);
    b = b.slice(0, -end);
  }
  if (a === '' || b === '') return MOVE_COST * (a.length + b.length);
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return limit + 1;
  if (b.length < a.length) [a, b] = [b, a];
  if ((b.length - a.length) * MOVE_COST > limit) return limit + 1;
  const row = Array.from(a, (_, i) => (i + 1) * MOVE_COST);
  let result = 0;
  for (let i = 0; i < b.length; i++) {
    let previous = i * MOVE_COST;
    result = previous;
    let least = Infinity;
    for (let j = 0; j < a.length; j++) {
      const replaced = previous + substitution(b[i]!, a[j]!);
      previous = row[j]!;
      result = Math.min(replaced, Math.min(result, previous) + MOVE_COST);
      row[j] = result;
      least = Math.min(least, result);
    }
    if (least > limit) return limit + 1;
  }
  return result;
}

function closest(name: string, candidates: Iterable<string>): string | undefined {
  const list = [...candidates];
  if (list.length >= MAX_CANDIDATES || name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of list) {
    if (candidate === name) continue;
    const limit = Math.min(
      Math.floor(((name.length + candidate.length + 3) * MOVE_COST) / 6),
      bestDistance - 1,
    );
    const d = distance(name, candidate, limit);
    if (d > limit) continue;
    if (best === undefined || d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

function namesIn(dict: PyDict): string[] {
  return dict.keyArray().filter((key): key is string => typeof key === 'string');
}

/** `. Did you mean: 'name'?` for an exception that has one; else nothing. */
export function suggestion(vm: VM, exception: PyException): string {
  const name: Value | undefined = exception.getField('name');
  if (typeof name !== 'string') return '';
  let candidates: Iterable<string>;
  if (exception.cls.isSubclassOf(vm.exceptionClass('AttributeError'))) {
    const object = exception.getField('obj');
    if (object === undefined) return '';
    candidates =
      object instanceof PyModule ? namesIn(object.dict).sort() : [...attributeNames(vm, object)].sort();
  } else if (exception.cls.isSubclassOf(vm.exceptionClass('NameError'))) {
    // Locals first, then globals, then built-ins: the first of them that has a name near enough.
    const [entry] = exception.traceback;
    const [func] = entry?.held ?? [];
    const main = vm.modules.getStr('__main__');
    const globals =
      func instanceof PyFunction ? func.globals : main instanceof PyModule ? main.dict : undefined;
    const found =
      closest(name, entry?.code.init.varnames ?? []) ??
      (globals === undefined ? undefined : closest(name, namesIn(globals))) ??
      closest(name, namesIn(vm.builtins.dict));
    return found === undefined ? '' : `. Did you mean: '${found}'?`;
  } else return '';
  const best = closest(name, candidates);
  return best === undefined ? '' : `. Did you mean: '${best}'?`;
}
