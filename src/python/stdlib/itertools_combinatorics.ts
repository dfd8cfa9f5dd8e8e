/** The iterators of `itertools` over combinations: product, permutations and their like. */
import type { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { PyTuple, type PyIterator } from '../objects.js';
import type { VM } from '../vm.js';
import { iteratorClass, stateTuple, withState } from './itertools_support.js';
import { nativeIterator } from './support.js';

/** Tuples of items picked by index lists that `advance` steps through. */
function picks(
  vm: VM,
  pool: Value[],
  length: number,
  indices: number[] | null,
  advance: (indices: number[]) => boolean,
  typeName: string,
): PyIterator {
  const holder = new PyTuple(pool);
  let current = indices;
  let started = false;
  const iterator = nativeIterator(
    () => {
      if (current === null) return undefined;
      if (!started) started = true;
      else if (!advance(current)) {
        current = null;
        return undefined;
      }
      return new PyTuple(current.map((i) => holder.items[i]!));
    },
    [holder],
    typeName,
  );
  return withState(
    iterator,
    () => {
      if (current === null) return [new PyTuple([new PyTuple([]), length])];
      return [new PyTuple([holder, length]), ...(started ? [new PyTuple(current)] : [])];
    },
    (state) => {
      if (!(state instanceof PyTuple) || state.items.length !== length)
        throw vm.error('ValueError', 'invalid arguments');
      const most = pool.length - 1;
      current = state.items.map((at) => Math.max(0, Math.min(most, vm.index(at))));
      started = true;
    },
  );
}

export function nonNegative(vm: VM, value: Value, message: string): number {
  const number = vm.index(value);
  if (number < 0) throw vm.error('ValueError', message);
  return number;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

export const combinatoric: Record<string, PyClass> = {
  product: iteratorClass(
    'product',
    '*iterables, repeat=1',
    (vm, _cls: Value, iterables: Value[], repeat: Value) => {
      const times = nonNegative(vm, repeat, 'repeat argument cannot be negative');
      const once = iterables.map((iterable) => vm.collect(iterable));
      const pools: Value[][] = [];
      for (let i = 0; i < times; i++) pools.push(...once);
      const holder = new PyTuple(pools.map((pool) => new PyTuple(pool)));
      let indices: number[] | null = null;
      let stopped = pools.some((pool) => pool.length === 0);
      const iterator = nativeIterator(
        () => {
          if (stopped) return undefined;
          if (indices === null) indices = pools.map(() => 0);
          else {
            let i = pools.length - 1;
            while (i >= 0 && ++indices[i]! >= pools[i]!.length) indices[i--] = 0;
            if (i < 0) {
              stopped = true;
              return undefined;
            }
          }
          return new PyTuple(indices.map((at, i) => pools[i]![at]!));
        },
        [holder],
        'itertools.product',
      );
      return withState(
        iterator,
        () => {
          if (stopped) return [new PyTuple([new PyTuple([])])];
          return [holder, ...(indices === null ? [] : [new PyTuple(indices)])];
        },
        (state) => {
          if (!(state instanceof PyTuple) || state.items.length !== pools.length)
            throw vm.error('ValueError', 'invalid arguments');
          stopped = pools.some((pool) => pool.length === 0);
          if (!stopped)
            indices = state.items.map((at, i) => Math.max(0, Math.min(pools[i]!.length - 1, vm.index(at))));
        },
      );
    },
  ),
  permutations: iteratorClass(
    'permutations',
    'iterable, r=None',
    (vm, _cls: Value, iterable: Value, r: Value) => {
      const pool = vm.collect(iterable);
      const n = pool.length;
      const k = r === null ? n : nonNegative(vm, r, 'r must be non-negative');
      const order = range(n);
      const cycles = Array.from({ length: k }, (_, i) => n - i);
      const holder = new PyTuple(pool);
      let started = false;
      let stopped = k > n;
      const advance = (): boolean => {
        for (let i = k - 1; i >= 0; i--) {
          if (--cycles[i]! === 0) {
            order.push(...order.splice(i, 1));
            cycles[i] = n - i;
          } else {
            const j = n - cycles[i]!;
            [order[i], order[j]] = [order[j]!, order[i]!];
            return true;
          }
        }
        return false;
      };
      const iterator = nativeIterator(
        () => {
          if (stopped) return undefined;
          if (!started) started = true;
          else if (!advance()) {
            stopped = true;
            return undefined;
          }
          return new PyTuple(order.slice(0, k).map((at) => pool[at]!));
        },
        [holder],
        'itertools.permutations',
      );
      return withState(
        iterator,
        () => {
          if (stopped) return [new PyTuple([new PyTuple([]), k])];
          const state = new PyTuple([new PyTuple(order), new PyTuple(cycles)]);
          return [new PyTuple([holder, k]), ...(started ? [state] : [])];
        },
        (state) => {
          const [indices, turns] = stateTuple(vm, state, 2);
          if (
            !(indices instanceof PyTuple && indices.items.length === n) ||
            !(turns instanceof PyTuple && turns.items.length === k)
          )
            throw vm.error('ValueError', 'invalid arguments');
          indices.items.forEach((at, i) => {
            order[i] = Math.max(0, Math.min(n - 1, vm.index(at)));
          });
          turns.items.forEach((turn, i) => {
            cycles[i] = Math.max(1, Math.min(n - i, vm.index(turn)));
          });
          started = true;
        },
      );
    },
  ),
  combinations: iteratorClass('combinations', 'iterable, r', (vm, _cls: Value, iterable: Value, r: Value) => {
    const pool = vm.collect(iterable);
    const n = pool.length;
    const k = nonNegative(vm, r, 'r must be non-negative');
    return picks(
      vm,
      pool,
      k,
      k > n ? null : range(k),
      (indices) => {
        let i = k - 1;
        while (i >= 0 && indices[i] === i + n - k) i--;
        if (i < 0) return false;
        indices[i]!++;
        for (let j = i + 1; j < k; j++) indices[j] = indices[j - 1]! + 1;
        return true;
      },
      'itertools.combinations',
    );
  }),
  combinations_with_replacement: iteratorClass(
    'combinations_with_replacement',
    'iterable, r',
    (vm, _cls: Value, iterable: Value, r: Value) => {
      const pool = vm.collect(iterable);
      const n = pool.length;
      const k = nonNegative(vm, r, 'r must be non-negative');
      return picks(
        vm,
        pool,
        k,
        n === 0 && k > 0 ? null : range(k).fill(0),
        (indices) => {
          let i = k - 1;
          while (i >= 0 && indices[i] === n - 1) i--;
          if (i < 0) return false;
          indices.fill(indices[i]! + 1, i);
          return true;
        },
        'itertools.combinations_with_replacement',
      );
    },
  ),
};
