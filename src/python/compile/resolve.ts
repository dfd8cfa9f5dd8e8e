/** Decides for every name of every scope whether it is local, global, a cell or a free variable. */
import {
  CELL,
  DEF_BOUND,
  DEF_FREE_CLASS,
  DEF_GLOBAL,
  DEF_NONLOCAL,
  DEF_PARAM,
  FREE,
  GLOBAL_EXPLICIT,
  GLOBAL_IMPLICIT,
  LOCAL,
  REFERENCED,
  UNRESOLVED,
  type Scope,
} from './scope.js';

/** Resolves a scope and all below it. `onUnboundNonlocal` hears of a `nonlocal` without a binding; the name becomes local. */
export function resolve(scope: Scope, onUnboundNonlocal: (scope: Scope, name: string) => void): void {
  for (const [name, entry] of scope.symbols) {
    // An inner scope's variable may have passed through here already.
    if (entry.kind !== UNRESOLVED) continue;
    const flags = entry.flags;
    if (flags & DEF_GLOBAL) entry.kind = GLOBAL_EXPLICIT;
    else if (flags & DEF_NONLOCAL) {
      if (findInEnclosing(scope, name)) entry.kind = FREE;
      else {
        onUnboundNonlocal(scope, name);
        entry.kind = LOCAL;
      }
    } else if (flags & DEF_BOUND) entry.kind = LOCAL;
    else if (
      scope.kind === 'type parameters' &&
      scope.parent!.kind === 'class' &&
      passFromClass(scope, name)
    ) {
      entry.kind = GLOBAL_IMPLICIT;
    } else entry.kind = findInEnclosing(scope, name) ? FREE : GLOBAL_IMPLICIT;
  }
  for (const child of scope.children) resolve(child, onUnboundNonlocal);
}

/** A name of the class around a type parameter scope becomes an argument of the latter. */
function passFromClass(scope: Scope, name: string): boolean {
  const outer = scope.parent!.symbols.get(name);
  if (outer === undefined || outer.kind !== LOCAL) return false;
  scope.classNames.push(name);
  const argument = scope.entry(`.${name}`);
  argument.flags |= DEF_PARAM | REFERENCED;
  argument.kind = LOCAL;
  scope.params.push(`.${name}`);
  return true;
}

/** Looks for a function scope around `scope` that binds `name`; makes it a cell there and free on the way. */
function findInEnclosing(scope: Scope, name: string): boolean {
  for (let outer = scope.parent; outer !== null && outer.kind !== 'module'; outer = outer.parent) {
    if (outer.kind === 'class') {
      if (name !== '__class__') continue;
      outer.needsClassClosure = true;
      passThrough(scope, outer, name);
      return true;
    }
    const entry = outer.symbols.get(name);
    if (entry === undefined) continue;
    if (outer.classNames.length > 0 && outer.classNames.includes(name)) continue;
    if (entry.kind === GLOBAL_EXPLICIT || entry.kind === GLOBAL_IMPLICIT) return false;
    if (entry.kind === LOCAL) entry.kind = CELL;
    passThrough(scope, outer, name);
    return true;
  }
  return false;
}

function passThrough(scope: Scope, owner: Scope, name: string): void {
  for (let between = scope.parent!; between !== owner; between = between.parent!) {
    const entry = between.entry(name);
    if (entry.kind === UNRESOLVED) entry.kind = FREE;
    else if (entry.kind !== FREE) entry.flags |= DEF_FREE_CLASS;
  }
}
