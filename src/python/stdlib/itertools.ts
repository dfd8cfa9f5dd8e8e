/** The module `itertools`. */
import { addInt } from '../builtins/numbers.js';
import { arrayIterator } from '../builtins/iteration.js';
import { absorb } from '../builtins/operators.js';
import { addressText } from '../builtins/representation.js';
import type { PyClass } from '../classes.js';
import { typeOf } from '../classes.js';
import { BINARY_OPERATORS } from '../code.js';
import type { Value } from '../heap.js';
import { makeType, nativeModule, type TypeDefinition } from '../native.js';
import { PyCell, PyIterator, PyList, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { nativeIterator } from './support.js';

const ADD = BINARY_OPERATORS.indexOf('+');

/** A class of which calls give iterators, so that `itertools.chain` can be asked for `from_iterable`. */
function iteratorClass(
  name: string,
  signature: string,
  make: (vm: VM, ...args: never[]) => Value,
  classMethods: TypeDefinition['classMethods'] = {},
): PyClass {
  const first = signature.startsWith('*') ? 'cls, /, ' : 'cls, ';
  const parameters = signature === '...' ? '(...)' : `(${first}${signature})`;
  const cls = makeType(
    name,
    { module: 'itertools', final: true },
    {
      staticMethods: {
        [`__new__${parameters}`]: (vm, ...args) => ofClass(cls, make(vm, ...(args as never[]))),
      },
      classMethods,
      methods: {
        '__iter__(self, /)': (_vm, self: Value) => self,
        '__next__(self, /)': (vm, self: PyIterator) => {
          const value = self.step();
          if (value === undefined) throw vm.error('StopIteration');
          return value;
        },
        ...(name === 'repeat'
          ? {
              '__length_hint__(self, /)': (vm: VM, self: PyIterator) => {
                const left = self.remaining!();
                if (left === Infinity) throw vm.error('TypeError', 'len() of unsized object');
                return left;
              },
            }
          : {}),
        '__repr__(self, /)': (vm, self: PyIterator) =>
          texts.get(self)?.(vm) ?? `<itertools.${name} object at ${addressText(self)}>`,
      },
    },
  );
  return cls;
}

/** Whether a value can become a number. */
function isNumber(value: Value): boolean {
  if (typeof value !== 'object' || value instanceof PyUnknown) return typeof value !== 'string';
  return ['__index__', '__int__', '__float__'].some((name) => typeOf(value).lookup(name) !== undefined);
}

/** How iterators print that have more to say than where they are. */
const texts = new WeakMap<PyIterator, (vm: VM) => string>();

function ofClass<V extends Value>(cls: PyClass, made: V): V {
  if (made instanceof PyIterator) made.cls = cls;
  return made;
}

/** A non-negative count such as islice takes; None where `value` is None. */
function stopIndex(vm: VM, value: Value, what: string): number | null {
  if (value === null) return null;
  const number =
    typeof value === 'number' || typeof value === 'boolean'
      ? Number(value)
      : typeof value === 'object' && typeOf(value).lookup('__index__') !== undefined
        ? vm.index(value)
        : -1;
  if (number < 0)
    throw vm.error('ValueError', `${what} for islice() must be None or an integer: 0 <= x <= sys.maxsize.`);
  return number;
}

function chain(vm: VM, sources: Value): PyIterator {
  const outer = vm.getIter(sources);
  const current = new PyCell(null);
  return nativeIterator(
    () => {
      for (;;) {
        if (current.value === null) {
          const source = vm.next(outer);
          if (source === undefined) return undefined;
          current.set(vm.getIter(vm.root(source)));
        }
        const item = vm.next(current.value as Value);
        if (item !== undefined) return item;
        current.set(null);
      }
    },
    [outer, current],
    'itertools.chain',
  );
}

/** Tuples of items picked by index lists that `advance` steps through. */
function picks(
  pool: Value[],
  indices: number[] | null,
  advance: (indices: number[]) => boolean,
  typeName: string,
): PyIterator {
  const holder = new PyTuple(pool);
  let started = false;
  return nativeIterator(
    () => {
      if (indices === null) return undefined;
      if (!started) started = true;
      else if (!advance(indices)) return undefined;
      return new PyTuple(indices.map((i) => holder.items[i]!));
    },
    [holder],
    typeName,
  );
}

function nonNegative(vm: VM, value: Value, message: string): number {
  const number = vm.index(value);
  if (number < 0) throw vm.error('ValueError', message);
  return number;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

export function itertoolsModule(_vm: VM): PyModule {
  const fromIterable = (vm: VM, _cls: Value, iterable: Value): Value =>
    iterable instanceof PyUnknown ? absorb(iterable) : chain(vm, iterable);
  const classes: Record<string, PyClass> = {
    chain: iteratorClass(
      'chain',
      '*iterables',
      (vm, _cls: Value, iterables: Value[]) => chain(vm, new PyTuple(iterables)),
      {
        'from_iterable(cls, iterable, /)': (vm, cls: PyClass, iterable: Value) =>
          ofClass(cls, fromIterable(vm, cls, iterable)),
      },
    ),
    count: iteratorClass('count', 'start=0, step=1', (vm, _cls: Value, start: Value, step: Value) => {
      if (!isNumber(start) || !isNumber(step)) throw vm.error('TypeError', 'a number is required');
      const current = new PyCell(start);
      const iterator = nativeIterator(
        () => {
          const value = current.value as Value;
          current.set(
            typeof value === 'number' && typeof step === 'number'
              ? addInt(value, step)
              : vm.binary(ADD, value, step),
          );
          return value;
        },
        [current, step],
        'itertools.count',
      );
      texts.set(
        iterator,
        (vm) => `count(${vm.repr(current.value!)}${step === 1 ? '' : `, ${vm.repr(step)}`})`,
      );
      return iterator;
    }),
    cycle: iteratorClass('cycle', 'iterable, /', (vm, _cls: Value, iterable: Value) => {
      const source = vm.getIter(iterable);
      const saved = new PyList([]);
      let at = -1;
      return nativeIterator(
        () => {
          if (at < 0) {
            const item = vm.next(source);
            if (item !== undefined) {
              saved.push(item);
              return item;
            }
            at = 0;
          }
          if (saved.items.length === 0) return undefined;
          const item = saved.items[at]!;
          at = (at + 1) % saved.items.length;
          return item;
        },
        [source, saved],
        'itertools.cycle',
      );
    }),
    repeat: iteratorClass(
      'repeat',
      'object, times=...',
      (vm, _cls: Value, object: Value, times: Value | undefined) => {
        let left = times === undefined ? Infinity : Math.max(0, vm.index(times));
        const iterator = new PyIterator(
          () => (left-- > 0 ? object : undefined),
          [object],
          'itertools.repeat',
          () => Math.max(0, left),
        );
        texts.set(iterator, (vm) =>
          times === undefined
            ? `repeat(${vm.repr(object)})`
            : `repeat(${vm.repr(object)}, ${Math.max(0, left)})`,
        );
        return iterator;
      },
    ),
    accumulate: iteratorClass(
      'accumulate',
      'iterable, func=None, *, initial=None',
      (vm, _cls: Value, iterable: Value, func: Value, initial: Value) => {
        const source = vm.getIter(iterable);
        const total = new PyCell(initial === null ? undefined : initial);
        let started = false;
        return nativeIterator(
          () => {
            if (!started) {
              started = true;
              if (total.value !== undefined) return total.value;
            }
            const item = vm.next(source);
            if (item === undefined) return undefined;
            vm.root(item);
            const sum = total.value;
            total.set(
              sum === undefined
                ? item
                : func === null
                  ? vm.binary(ADD, sum, item)
                  : vm.call(func, [sum, item]),
            );
            return total.value;
          },
          [source, total, func],
          'itertools.accumulate',
        );
      },
    ),
    islice: iteratorClass('islice', '...', (vm, args: Value[]) => {
      const given = args.slice(1);
      if (given.length < 2 || given.length > 4)
        throw vm.error(
          'TypeError',
          `islice expected ${given.length < 2 ? 'at least 2' : 'at most 4'} arguments, got ${given.length}`,
        );
      const [iterable, a, b, c] = given as [Value, Value, Value | undefined, Value | undefined];
      const start = given.length === 2 ? 0 : (stopIndex(vm, a, 'Indices') ?? 0);
      const stop =
        given.length === 2 ? stopIndex(vm, a, 'Stop argument') : stopIndex(vm, b ?? null, 'Indices');
      const step = c === undefined || c === null ? 1 : typeof c === 'number' ? c : vm.index(c);
      if (step < 1) throw vm.error('ValueError', 'Step for islice() must be a positive integer or None.');
      const source = vm.getIter(iterable);
      let next = start;
      let at = 0;
      return nativeIterator(
        () => {
          if (stop !== null && next >= stop) {
            // Skips up to the stop, as CPython does.
            for (; at < Math.min(stop, next); at++) if (vm.next(source) === undefined) return undefined;
            return undefined;
          }
          for (; at < next; at++) if (vm.next(source) === undefined) return undefined;
          const item = vm.next(source);
          at++;
          next += step;
          return item;
        },
        [source],
        'itertools.islice',
      );
    }),
    takewhile: iteratorClass(
      'takewhile',
      'predicate, iterable, /',
      (vm, _cls: Value, predicate: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        return nativeIterator(
          () => {
            const item = vm.next(source);
            if (item === undefined) return undefined;
            return vm.truth(vm.call(predicate, [vm.root(item)])) ? item : undefined;
          },
          [predicate, source],
          'itertools.takewhile',
        );
      },
    ),
    dropwhile: iteratorClass(
      'dropwhile',
      'predicate, iterable, /',
      (vm, _cls: Value, predicate: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        let started = false;
        return nativeIterator(
          () => {
            for (;;) {
              const item = vm.next(source);
              if (item === undefined || started) return item;
              if (!vm.truth(vm.call(predicate, [vm.root(item)]))) {
                started = true;
                return item;
              }
            }
          },
          [predicate, source],
          'itertools.dropwhile',
        );
      },
    ),
    filterfalse: iteratorClass(
      'filterfalse',
      'function, iterable, /',
      (vm, _cls: Value, test: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        return nativeIterator(
          () => {
            for (;;) {
              const item = vm.next(source);
              if (item === undefined) return undefined;
              vm.root(item);
              if (!vm.truth(test === null ? item : vm.call(test, [item]))) return item;
            }
          },
          [test, source],
          'itertools.filterfalse',
        );
      },
    ),
    compress: iteratorClass(
      'compress',
      'data, selectors',
      (vm, _cls: Value, data: Value, selectors: Value) => {
        const items = vm.getIter(data);
        const choices = vm.getIter(selectors);
        return nativeIterator(
          () => {
            for (;;) {
              const item = vm.next(items);
              if (item === undefined) return undefined;
              vm.root(item);
              const choice = vm.next(choices);
              if (choice === undefined) return undefined;
              if (vm.truth(vm.root(choice))) return item;
            }
          },
          [items, choices],
          'itertools.compress',
        );
      },
    ),
    starmap: iteratorClass(
      'starmap',
      'function, iterable, /',
      (vm, _cls: Value, func: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        return nativeIterator(
          () => {
            const item = vm.next(source);
            return item === undefined ? undefined : vm.call(func, vm.collect(vm.root(item)));
          },
          [func, source],
          'itertools.starmap',
        );
      },
    ),
    pairwise: iteratorClass('pairwise', 'iterable, /', (vm, _cls: Value, iterable: Value) => {
      const source = vm.getIter(iterable);
      const previous = new PyCell(undefined);
      return nativeIterator(
        () => {
          if (previous.value === undefined) previous.set(vm.next(source));
          const item = previous.value === undefined ? undefined : vm.next(source);
          if (item === undefined) return undefined;
          const pair = new PyTuple([previous.value as Value, item]);
          previous.set(item);
          return pair;
        },
        [source, previous],
        'itertools.pairwise',
      );
    }),
    zip_longest: iteratorClass(
      'zip_longest',
      '*iterables, fillvalue=None',
      (vm, _cls: Value, iterables: Value[], fillvalue: Value) => {
        const sources: (Value | null)[] = iterables.map((iterable) => vm.getIter(iterable));
        let left = sources.length;
        return nativeIterator(
          () => {
            if (left === 0) return undefined;
            const row: Value[] = [];
            for (let i = 0; i < sources.length; i++) {
              const source = sources[i] as Value;
              let item = source === null ? undefined : vm.next(source);
              if (item === undefined) {
                if (source !== null) {
                  sources[i] = null;
                  if (--left === 0) return undefined;
                }
                item = fillvalue;
              }
              row.push(vm.root(item));
            }
            return new PyTuple(row);
          },
          [...sources, fillvalue] as Value[],
          'itertools.zip_longest',
        );
      },
    ),
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
        return nativeIterator(
          () => {
            if (indices === null) {
              if (pools.some((pool) => pool.length === 0)) return undefined;
              indices = pools.map(() => 0);
            } else {
              let i = pools.length - 1;
              while (i >= 0 && ++indices[i]! >= pools[i]!.length) indices[i--] = 0;
              if (i < 0) return undefined;
            }
            return new PyTuple(indices.map((at, i) => pools[i]![at]!));
          },
          [holder],
          'itertools.product',
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
        if (k > n) return arrayIterator([], [], 'itertools.permutations');
        const order = range(n);
        const cycles = Array.from({ length: k }, (_, i) => n - i);
        return picks(
          pool,
          order.slice(0, k),
          (indices) => {
            for (let i = k - 1; i >= 0; i--) {
              if (--cycles[i]! === 0) {
                order.push(...order.splice(i, 1));
                cycles[i] = n - i;
              } else {
                const j = n - cycles[i]!;
                [order[i], order[j]] = [order[j]!, order[i]!];
                for (let m = 0; m < k; m++) indices[m] = order[m]!;
                return true;
              }
            }
            return false;
          },
          'itertools.permutations',
        );
      },
    ),
    combinations: iteratorClass(
      'combinations',
      'iterable, r',
      (vm, _cls: Value, iterable: Value, r: Value) => {
        const pool = vm.collect(iterable);
        const n = pool.length;
        const k = nonNegative(vm, r, 'r must be non-negative');
        return picks(
          pool,
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
      },
    ),
    combinations_with_replacement: iteratorClass(
      'combinations_with_replacement',
      'iterable, r',
      (vm, _cls: Value, iterable: Value, r: Value) => {
        const pool = vm.collect(iterable);
        const n = pool.length;
        const k = nonNegative(vm, r, 'r must be non-negative');
        return picks(
          pool,
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
    groupby: iteratorClass(
      'groupby',
      'iterable, key=None',
      (vm, _cls: Value, iterable: Value, key: Value) => {
        const source = vm.getIter(iterable);
        const item = new PyCell(undefined);
        const itemKey = new PyCell(undefined);
        const groupKey = new PyCell(undefined);
        let group = 0;
        let ended = false;
        const advance = (): boolean => {
          const next = vm.next(source);
          if (next === undefined) {
            ended = true;
            item.set(undefined);
            return false;
          }
          item.set(next);
          itemKey.set(key === null ? next : vm.call(key, [next]));
          return true;
        };
        return nativeIterator(
          () => {
            if (ended) return undefined;
            if (item.value === undefined && groupKey.value === undefined) {
              if (!advance()) return undefined;
            } else {
              while (item.value === undefined || vm.equals(itemKey.value as Value, groupKey.value as Value))
                if (!advance()) return undefined;
            }
            groupKey.set(itemKey.value);
            const own = ++group;
            const members = nativeIterator(
              () => {
                if (own !== group) return undefined;
                if (item.value === undefined && (ended || !advance())) return undefined;
                if (!vm.equals(itemKey.value as Value, groupKey.value as Value)) return undefined;
                const value = item.value;
                item.set(undefined);
                return value;
              },
              [source, item, itemKey, groupKey, key],
              'itertools._grouper',
            );
            return new PyTuple([groupKey.value as Value, members]);
          },
          [source, item, itemKey, groupKey, key],
          'itertools.groupby',
        );
      },
    ),
  };
  return nativeModule(
    'itertools',
    {
      'tee(iterable, n=2, /)': (vm, iterable: Value, n: Value) => {
        const count = nonNegative(vm, n, 'n must be >= 0');
        const source = vm.getIter(iterable);
        const queues = Array.from({ length: count }, () => new PyList([]));
        return new PyTuple(
          queues.map((queue) =>
            nativeIterator(
              () => {
                if (queue.items.length === 0) {
                  const item = vm.next(source);
                  if (item === undefined) return undefined;
                  for (const other of queues) other.push(item);
                }
                const item = queue.items[0];
                queue.splice(0, 1);
                return vm.root(item as Value);
              },
              [source, ...queues],
              'itertools._tee',
            ),
          ),
        );
      },
    },
    classes,
  );
}
