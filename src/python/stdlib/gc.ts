/** The module `gc`. */
import { heap, type Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyDict, PyList, PyTuple, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';

export function gcModule(vm: VM): PyModule {
  let enabled = true;
  let threshold = [700, 10, 10];
  vm.runPreparations.push(() => {
    enabled = true;
    threshold = [700, 10, 10];
  });
  return nativeModule(
    'gc',
    {
      'collect(generation=2)': () => heap.collect(),
      'enable()': () => {
        enabled = true;
      },
      'disable()': () => {
        enabled = false;
      },
      'isenabled()': () => enabled,
      'freeze()': () => null,
      'unfreeze()': () => null,
      'get_freeze_count()': () => 0,
      'get_threshold()': () => new PyTuple(threshold),
      'set_threshold(threshold0, threshold1=10, threshold2=10, /)': (machine, ...given: unknown[]) => {
        threshold = (given as Value[]).map((value) => machine.index(value));
      },
      'get_count()': () => new PyTuple([0, 0, 0]),
      'get_stats()': () =>
        new PyList(
          [0, 1, 2].map(() => PyDict.fromObject({ collections: 0, collected: 0, uncollectable: 0 })),
        ),
      'get_debug()': () => 0,
      'set_debug(flags, /)': () => null,
      'is_tracked(obj, /)': (_machine, object: Value) => typeof object === 'object' && object !== null,
      'is_finalized(obj, /)': () => false,
      'get_objects(generation=None)': (machine) => {
        machine.note('missing', 'gc.get_objects() is not modelled: the list is empty');
        return new PyList([]);
      },
      'get_referrers(*objs)': () => new PyList([]),
      'get_referents(*objs)': (_machine, objects: Value[]) => {
        const found: Value[] = [];
        for (const object of objects)
          if (typeof object === 'object' && object !== null)
            object.traverse((value) => value !== undefined && value !== null && found.push(value));
        return new PyList(found);
      },
    },
    {
      garbage: new PyList([]),
      callbacks: new PyList([]),
      DEBUG_STATS: 1,
      DEBUG_COLLECTABLE: 2,
      DEBUG_UNCOLLECTABLE: 4,
      DEBUG_SAVEALL: 32,
      DEBUG_LEAK: 38,
    },
  );
}
