/** The module `itertools`. */
import { classGetItem } from '../builtins/generic_alias.js';
import { addInt } from '../builtins/numbers.js';
import { absorb } from '../builtins/operators.js';
import type { PyClass } from '../classes.js';
import { typeOf } from '../classes.js';
import { BINARY_OPERATORS } from '../code.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyCell, PyComplex, PyIterator, PyList, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { combinatoric, nonNegative } from './itertools_combinatorics.js';
import { iteratorClass, ofClass, stateTuple, texts, withState } from './itertools_support.js';
import { linkClass, tee, teeClass } from './itertools_tee.js';
import { nativeIterator } from './support.js';

const ADD = BINARY_OPERATORS.indexOf('+');

/** Whether a value can become a number. */
function isNumber(value: Value): boolean {
  if (typeof value !== 'object' || value instanceof PyUnknown || value instanceof PyComplex)
    return typeof value !== 'string';
  return ['__index__', '__int__', '__float__'].some((name) => typeOf(value).lookup(name) !== undefined);
}

const MAX_SIZE = 2n ** 63n - 1n;

/** A non-negative count such as islice takes; None where `value` is None. */
function stopIndex(vm: VM, value: Value, what: string): number | null {
  if (value === null) return null;
  const number =
    typeof value !== 'object' && typeof value !== 'string'
      ? BigInt(value) <= MAX_SIZE
        ? Number(value)
        : -1
      : typeof value === 'object' && typeOf(value).lookup('__index__') !== undefined
        ? vm.index(value)
        : -1;
  if (number < 0)
    throw vm.error('ValueError', `${what} for islice() must be None or an integer: 0 <= x <= sys.maxsize.`);
  return number;
}

function chain(vm: VM, sources: Value): PyIterator {
  const outer = new PyCell(vm.getIter(sources));
  const current = new PyCell(null);
  const iterator = nativeIterator(
    () => {
      for (;;) {
        if (current.value === null) {
          const source = outer.value === null ? undefined : vm.next(outer.value as Value);
          if (source === undefined) {
            outer.set(null);
            return undefined;
          }
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
  return withState(
    iterator,
    () => {
      const state = [outer.value, current.value].filter((each) => each !== null && each !== undefined);
      return [new PyTuple([]), ...(state.length > 0 ? [new PyTuple(state as Value[])] : [])];
    },
    (state) => {
      const [source, active = null] = stateTuple(vm, state, 1, 2);
      for (const each of [source!, ...(active === null ? [] : [active])])
        if (typeOf(each).lookup('__next__') === undefined)
          throw vm.error('TypeError', 'Arguments must be iterators.');
      outer.set(source!);
      current.set(active);
    },
  );
}

export function itertoolsModule(_vm: VM): PyModule {
  const fromIterable = (vm: VM, _cls: Value, iterable: Value): Value =>
    iterable instanceof PyUnknown ? absorb(iterable) : chain(vm, iterable);
  const classes: Record<string, PyClass> = {
    chain: iteratorClass(
      'chain',
      '*iterables',
      (vm, _cls: Value, iterables: Value[]) => chain(vm, new PyTuple(iterables)),
      {
        ...classGetItem,
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
      withState(iterator, () => [new PyTuple(step === 1 ? [current.value!] : [current.value!, step])]);
      return iterator;
    }),
    cycle: iteratorClass('cycle', 'iterable, /', (vm, _cls: Value, iterable: Value) => {
      const source = vm.getIter(iterable);
      const saved = new PyList([]);
      let at = -1;
      // A copy may still read what is in `saved` already.
      let firstPass = true;
      const iterator = nativeIterator(
        () => {
          if (at < 0) {
            const item = vm.next(source);
            if (item !== undefined) {
              if (firstPass) saved.push(item);
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
      return withState(
        iterator,
        () => {
          const items = new PyList([...saved.items]);
          if (at < 0) return [new PyTuple([source]), new PyTuple([items, !firstPass])];
          const rest = vm.root(vm.getIter(items));
          for (let i = 0; i < at; i++) vm.next(rest);
          return [new PyTuple([rest]), new PyTuple([items, true])];
        },
        (state) => {
          const [items, done] = stateTuple(vm, state, 2);
          if (!(items instanceof PyList)) throw vm.error('TypeError', `state is not a tuple`);
          if (typeof done !== 'number' && typeof done !== 'boolean')
            throw vm.error(
              'TypeError',
              `'${typeOf(done!).typeName}' object cannot be interpreted as an integer`,
            );
          firstPass = !vm.truth(done);
          saved.replace([...items.items]);
          at = -1;
        },
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
        withState(iterator, () => [
          new PyTuple(times === undefined ? [object] : [object, Math.max(0, left)]),
        ]);
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
        const iterator = nativeIterator(
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
        iterator.state = {
          get: () => {
            // What stands before the rest of the source goes in front of it; a total of None can't be told from none otherwise.
            const pending = !started && total.value !== undefined;
            if (!pending && total.value !== null)
              return new PyTuple([
                iterator.cls,
                new PyTuple([source, func]),
                ...(total.value === undefined ? [null] : [total.value]),
              ]);
            const rest = vm.root(
              vm.call(classes.chain!, [vm.root(new PyTuple([total.value as Value])), source]),
            );
            if (pending) return new PyTuple([iterator.cls, new PyTuple([rest, func]), null]);
            const again = vm.root(vm.call(iterator.cls, [rest, func]));
            return new PyTuple([classes.islice!, new PyTuple([again, 1, null])]);
          },
          set: (state) => {
            if (state === null) return;
            started = true;
            total.set(state);
          },
        };
        return iterator;
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
      const step = c === undefined || c === null ? 1 : typeof c === 'bigint' ? Number(c) : vm.index(c);
      if (step < 1) throw vm.error('ValueError', 'Step for islice() must be a positive integer or None.');
      const source = vm.getIter(iterable);
      let next = start;
      let at = 0;
      let ended = false;
      const end = (): undefined => {
        ended = true;
        return undefined;
      };
      const iterator = nativeIterator(
        () => {
          if (stop !== null && next >= stop) {
            // Skips up to the stop, as CPython does.
            for (; at < Math.min(stop, next); at++) if (vm.next(source) === undefined) return end();
            return end();
          }
          for (; at < next; at++) if (vm.next(source) === undefined) return end();
          const item = vm.next(source);
          if (item === undefined) return end();
          at++;
          next += step;
          if (stop !== null && next > stop) next = stop;
          return item;
        },
        [source],
        'itertools.islice',
      );
      return withState(
        iterator,
        () =>
          ended
            ? [new PyTuple([vm.getIter(vm.root(new PyList([]))), 0]), 0]
            : [new PyTuple([source, next, stop, step]), at],
        (state) => {
          at = vm.index(state);
        },
      );
    }),
    takewhile: iteratorClass(
      'takewhile',
      'predicate, iterable, /',
      (vm, _cls: Value, predicate: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        let stopped = false;
        const iterator = nativeIterator(
          () => {
            const item = stopped ? undefined : vm.next(source);
            if (item === undefined) return undefined;
            stopped = !vm.truth(vm.call(predicate, [vm.root(item)]));
            return stopped ? undefined : item;
          },
          [predicate, source],
          'itertools.takewhile',
        );
        return withState(
          iterator,
          () => [new PyTuple([predicate, source]), stopped ? 1 : 0],
          (state) => {
            stopped = vm.truth(state);
          },
        );
      },
    ),
    dropwhile: iteratorClass(
      'dropwhile',
      'predicate, iterable, /',
      (vm, _cls: Value, predicate: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        let started = false;
        const iterator = nativeIterator(
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
        return withState(
          iterator,
          () => [new PyTuple([predicate, source]), started ? 1 : 0],
          (state) => {
            started = vm.truth(state);
          },
        );
      },
    ),
    filterfalse: iteratorClass(
      'filterfalse',
      'function, iterable, /',
      (vm, _cls: Value, test: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        const iterator = nativeIterator(
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
        return withState(iterator, () => [new PyTuple([test, source])]);
      },
    ),
    compress: iteratorClass(
      'compress',
      'data, selectors',
      (vm, _cls: Value, data: Value, selectors: Value) => {
        const items = vm.getIter(data);
        const choices = vm.getIter(selectors);
        const iterator = nativeIterator(
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
        return withState(iterator, () => [new PyTuple([items, choices])]);
      },
    ),
    starmap: iteratorClass(
      'starmap',
      'function, iterable, /',
      (vm, _cls: Value, func: Value, iterable: Value) => {
        const source = vm.getIter(iterable);
        const iterator = nativeIterator(
          () => {
            const item = vm.next(source);
            return item === undefined ? undefined : vm.call(func, vm.collect(vm.root(item)));
          },
          [func, source],
          'itertools.starmap',
        );
        return withState(iterator, () => [new PyTuple([func, source])]);
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
        let fill = fillvalue;
        const iterator = nativeIterator(
          () => {
            if (left === 0) return undefined;
            const row: Value[] = [];
            for (let i = 0; i < sources.length; i++) {
              const source = sources[i] as Value;
              let item = source === null ? undefined : vm.next(source);
              if (item === undefined) {
                if (source !== null) {
                  if (--left === 0) return undefined;
                  sources[i] = null;
                }
                item = fill;
              }
              row.push(vm.root(item));
            }
            return new PyTuple(row);
          },
          [...sources, fillvalue] as Value[],
          'itertools.zip_longest',
        );
        return withState(
          iterator,
          () => [new PyTuple(sources.map((source) => source ?? new PyTuple([]))), fill],
          (state) => {
            fill = state;
          },
        );
      },
    ),
    ...combinatoric,
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
        const iterator = nativeIterator(
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
        return withState(
          iterator,
          () => {
            const parts = [item.value, groupKey.value, itemKey.value];
            if (parts.some((part) => part === undefined)) return [new PyTuple([source, key])];
            return [new PyTuple([source, key]), new PyTuple(parts as Value[])];
          },
          (state) => {
            const [value, target, current] = stateTuple(vm, state, 3);
            item.set(value);
            groupKey.set(target);
            itemKey.set(current);
          },
        );
      },
    ),
  };
  return nativeModule(
    'itertools',
    {
      'tee(iterable, n=2, /)': (vm, iterable: Value, n: Value) => {
        const count = nonNegative(vm, n, 'n must be >= 0');
        const made: Value[] = [];
        if (count > 0) {
          const source = vm.root(vm.getIter(iterable));
          const first = typeOf(source).lookup('__copy__') === undefined ? vm.root(tee(vm, source)) : source;
          made.push(first);
          while (made.length < count) made.push(vm.root(vm.callSpecial(first, '__copy__')!));
        }
        return new PyTuple(made);
      },
    },
    { ...classes, _tee: teeClass, _tee_dataobject: linkClass },
  );
}
