/** Tuple, list, set and dict displays, and unpacking assignments. */
import type { Dict, Expr } from '../ast.js';
import { Op } from '../code.js';
import { fold, foldAll, type Const } from './constants.js';
import { expression, expressions } from './expressions.js';
import type { Unit } from './unit.js';

/** More items than this are not all put on the stack before a container is built (CPython's STACK_USE_GUIDELINE). */
export const STACK_USE_GUIDELINE = 30;

export interface Display {
  /** Builds from items on the stack. */
  build: number;
  /** What is built while items are added. */
  start: number;
  add: number;
  extend: number;
}
export const LIST: Display = {
  build: Op.BUILD_LIST,
  start: Op.BUILD_LIST,
  add: Op.LIST_APPEND,
  extend: Op.LIST_EXTEND,
};
export const SET: Display = {
  build: Op.BUILD_SET,
  start: Op.BUILD_SET,
  add: Op.SET_ADD,
  extend: Op.SET_UPDATE,
};
export const TUPLE: Display = {
  build: Op.BUILD_TUPLE,
  start: Op.BUILD_LIST,
  add: Op.LIST_APPEND,
  extend: Op.LIST_EXTEND,
};

/** Builds a list, set or tuple of `elts` after `pushed` items that lie on the stack already. */
export function display(u: Unit, elts: readonly Expr[], pushed: number, how: Display): void {
  const isTuple = how === TUPLE;
  const n = elts.length;
  const constants = n > 2 || (isTuple && pushed === 0) ? foldAll(elts) : null;
  if (constants !== null) {
    const folded: Const = { type: how === SET ? 'frozenset' : 'tuple', items: constants };
    if (isTuple && pushed === 0) u.loadConst(folded);
    else {
      u.emit(how.start, pushed);
      u.loadConst(folded);
      u.emit(how.extend, 1);
      if (isTuple) u.emit(Op.LIST_TO_TUPLE);
    }
    return;
  }
  const isBig = n + pushed > STACK_USE_GUIDELINE;
  if (!isBig && !elts.some((elt) => elt.kind === 'Starred')) {
    expressions(u, elts);
    u.emit(how.build, n + pushed);
    return;
  }
  let started = false;
  if (isBig) {
    u.emit(how.start, pushed);
    started = true;
  }
  elts.forEach((elt, i) => {
    if (elt.kind === 'Starred') {
      if (!started) {
        u.emit(how.start, i + pushed);
        started = true;
      }
      expression(u, elt.value);
      u.emit(how.extend, 1);
    } else {
      expression(u, elt);
      if (started) u.emit(how.add, 1);
    }
  });
  if (isTuple) u.emit(Op.LIST_TO_TUPLE);
}

export function dict(u: Unit, e: Dict): void {
  const n = e.values.length;
  let built = false;
  let pending = 0;
  const flush = (end: number): void => {
    subdict(u, e, end - pending, end);
    if (built) u.emit(Op.DICT_UPDATE, 1);
    built = true;
    pending = 0;
  };
  for (let i = 0; i < n; i++) {
    if (e.keys[i] === null) {
      if (pending > 0) flush(i);
      if (!built) {
        u.emit(Op.BUILD_MAP, 0);
        built = true;
      }
      expression(u, e.values[i]!);
      u.emit(Op.DICT_UPDATE, 1);
    } else {
      pending++;
      if ((pending - 1) * 2 > STACK_USE_GUIDELINE) flush(i + 1);
    }
  }
  if (pending > 0) flush(n);
  if (!built) u.emit(Op.BUILD_MAP, 0);
}

function subdict(u: Unit, e: Dict, begin: number, end: number): void {
  const n = end - begin;
  const isBig = n * 2 > STACK_USE_GUIDELINE;
  const keys = n > 1 && !isBig ? foldAll(e.keys.slice(begin, end)) : null;
  if (keys !== null) {
    expressions(u, e.values.slice(begin, end));
    u.loadConst({ type: 'tuple', items: keys });
    u.emit(Op.BUILD_CONST_KEY_MAP, n);
    return;
  }
  if (isBig) u.emit(Op.BUILD_MAP, 0);
  for (let i = begin; i < end; i++) {
    expression(u, e.keys[i]!);
    expression(u, e.values[i]!);
    if (isBig) u.emit(Op.MAP_ADD, 1);
  }
  if (!isBig) u.emit(Op.BUILD_MAP, n);
}

export function unpack(u: Unit, targets: Expr[]): void {
  const star = targets.findIndex((target) => target.kind === 'Starred');
  if (star < 0) u.emit(Op.UNPACK_SEQUENCE, targets.length);
  else u.emit(Op.UNPACK_EX, star | ((targets.length - star - 1) << 8));
  expressions(u, targets);
}

/**
 * Assigns to a target; `source`: the expression whose value is on the stack, if it is not there yet. `a, b = b, a` needs
 * no tuple: the values are swapped on the stack, and slots of the frame stored to last first.
 */
export function assignSwapped(u: Unit, target: Expr, source: Expr): boolean {
  if (target.kind !== 'Tuple' && target.kind !== 'List') return false;
  if (source.kind !== 'Tuple' || fold(source) !== null) return false;
  const n = source.elts.length;
  if (n === 0 || n > 3 || target.elts.length !== n) return false;
  if (source.elts.some((elt) => elt.kind === 'Starred') || target.elts.some((elt) => elt.kind === 'Starred'))
    return false;
  expressions(u, source.elts);
  const names = target.elts.map((elt) => (elt.kind === 'Name' && u.isFast(elt.id) ? elt.id : null));
  const [first, last] = [names[0], names[n - 1]];
  const isStatic =
    n > 1 && !names.includes(null) && first !== last && (n < 3 || (names[1] !== first && names[1] !== last));
  if (isStatic) expressions(u, [...target.elts].reverse());
  else {
    if (n > 1) u.emit(Op.SWAP, n);
    expressions(u, target.elts);
  }
  return true;
}
