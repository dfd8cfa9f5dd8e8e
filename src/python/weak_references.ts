/** The weak references that an object has already. */
import type { PyClass } from './classes.js';
import { heap, type PyObject, type Value } from './heap.js';
import { PyWeakref } from './objects.js';
import { T } from './types.js';

/** What `__weakref__` shows: the reference that `weakref.ref(x)` gave, or None. */
export function firstWeakReference(object: PyObject): Value {
  return existing(object, T.weakref) ?? null;
}

/** The live reference without a callback that an object has already; weakref.ref(x) gives the same one again. */
export function existing(object: PyObject, cls: PyClass): PyWeakref | undefined {
  for (const reference of heap.weakReferences.get(object) ?? []) {
    if (
      reference instanceof PyWeakref &&
      !reference.dead &&
      reference.cls === cls &&
      reference.callback === null &&
      (reference.rc > 0 || reference.queued)
    )
      return reference;
  }
  return undefined;
}
