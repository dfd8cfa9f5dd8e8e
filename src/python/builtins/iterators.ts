/** enumerate, zip, map, filter, reversed, and the iterator that calls until a sentinel. */
import { nativeClass, PyClass, typeOf } from '../classes.js';
import { release, retain, type Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyIterator, PyTuple, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';
import { classGetItem } from './generic_alias.js';
import { isRaised } from './iteration.js';
import { addInt } from './numbers.js';
import { equals, truth } from './operators.js';
import { itemsLeft, stateMethods } from './iterator_types.js';
import { addressText } from './representation.js';

function iteratorClass(name: string): PyClass {
  const cls = nativeClass({ name, bases: [], module: 'builtins' });
  cls.layout = cls;
  cls.allocate = null;
  return defineType(cls, {
    methods: {
      '__iter__(self, /)': (_vm, self: Value) => self,
      '__next__(self, /)': (vm, self: PyIterator) => {
        const value = self.step();
        if (value === undefined) throw vm.error('StopIteration');
        return value;
      },
      '__repr__(self, /)': (_vm, self: PyIterator) => `<${self.cls.typeName} object at ${addressText(self)}>`,
      ...stateMethods,
    },
  });
}

export const iteratorClasses = {
  enumerate: iteratorClass('enumerate'),
  zip: iteratorClass('zip'),
  map: iteratorClass('map'),
  filter: iteratorClass('filter'),
  reversed: iteratorClass('reversed'),
};

function make(cls: PyClass, step: () => Value | undefined, holds: readonly Value[]): PyIterator {
  const iterator = new PyIterator(step, holds, cls.name);
  iterator.cls = cls;
  iterator.state = { get: () => new PyTuple([cls, new PyTuple(holds)]) };
  return iterator;
}

/**
 * An iterator that gives tuples as enumerate and zip do: it keeps the last tuple, to fill it again if nobody else has it. So
 * the last items live until the next are there, even where the program has dropped them.
 */
class TupleIterator extends PyIterator {
  private kept: PyTuple | null = null;
  /** The items of the last tuple, where a loop unpacked it unseen. */
  private unseen: readonly Value[] = [];
  constructor(vm: VM, cls: PyClass, next: () => readonly Value[] | undefined, holds: readonly Value[]) {
    super(
      () => {
        const items = next();
        return items === undefined ? undefined : this.give(vm, items);
      },
      holds,
      cls.name,
    );
    this.cls = cls;
    this.unpacked = () => {
      const items = next();
      if (items !== undefined) this.keepUnseen(items);
      return items;
    };
  }
  private keepUnseen(items: readonly Value[]): void {
    const before = this.unseen;
    for (const item of items) retain(item);
    this.unseen = items;
    for (const item of before) release(item);
  }
  /** The tuple of new items; it becomes the kept one where the last would be filled again. */
  private give(vm: VM, items: readonly Value[]): PyTuple {
    const tuple = new PyTuple(items);
    this.keepUnseen([]);
    const { kept } = this;
    if (kept === null || (kept.rc === 1 && (vm.sp === 0 || vm.stack.lastIndexOf(kept, vm.sp - 1) < 0))) {
      tuple.rc++;
      release(kept);
      this.kept = tuple;
    }
    return tuple;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.kept);
    for (const item of this.unseen) visit(item);
  }
}

/** One item of each iterator; the index of the exhausted one instead at the end. What is taken is rooted meanwhile. */
function takeEach(vm: VM, iterators: readonly Value[]): Value[] | number {
  const { sp } = vm;
  const items: Value[] = [];
  try {
    for (let i = 0; i < iterators.length; i++) {
      const item = vm.next(iterators[i]!);
      if (item === undefined) return i;
      vm.stack[vm.sp++] = item;
      items.push(item);
    }
    return items;
  } finally {
    vm.sp = sp;
  }
}

defineType(iteratorClasses.enumerate, {
  staticMethods: {
    '__new__(cls, iterable, start=0)': (vm, cls: PyClass, iterable: Value, start: Value) => {
      const iterator = vm.getIter(iterable);
      let count = vm.indexBig(start);
      const made = new TupleIterator(
        vm,
        cls,
        () => {
          const item = vm.next(iterator);
          if (item === undefined) return undefined;
          const index = count;
          count = addInt(count, 1);
          return [index, item];
        },
        [iterator],
      );
      made.state = { get: () => new PyTuple([cls, new PyTuple([iterator, count])]) };
      return made;
    },
  },
  classMethods: classGetItem,
});

function strictError(vm: VM, at: number, kind: 'shorter' | 'longer'): never {
  throw vm.error(
    'ValueError',
    `zip() argument ${at + 1} is ${kind} than argument${at === 1 ? ' 1' : `s 1-${at}`}`,
  );
}

defineType(iteratorClasses.zip, {
  staticMethods: {
    '__new__(cls, /, *iterables, strict=False)': (vm, cls: PyClass, iterables: Value[], strict: Value) => {
      const iterators = iterables.map((iterable) => vm.root(vm.getIter(iterable)));
      let isStrict = truth(vm, strict);
      let finished = iterators.length === 0;
      const made = new TupleIterator(
        vm,
        cls,
        () => {
          if (finished) return undefined;
          const items = takeEach(vm, iterators);
          if (typeof items !== 'number') return items;
          finished = true;
          if (!isStrict) return undefined;
          if (items > 0) strictError(vm, items, 'shorter');
          for (let i = 1; i < iterators.length; i++)
            if (vm.next(iterators[i]!) !== undefined) strictError(vm, i, 'longer');
          return undefined;
        },
        // As the tuple that holds them dies: from its end.
        [...iterators].reverse(),
      );
      made.state = {
        get: () => new PyTuple([cls, new PyTuple(iterators), ...(isStrict ? [true] : [])]),
        set: (state) => {
          isStrict = truth(vm, state);
        },
      };
      return made;
    },
  },
});

defineType(iteratorClasses.map, {
  staticMethods: {
    '__new__(cls, /, *args)': (vm, cls: PyClass, args: Value[]) => {
      if (args.length < 2) throw vm.error('TypeError', 'map() must have at least two arguments.');
      const [func, ...iterables] = args as [Value, ...Value[]];
      // How often an unknown iterates is unknown too: what is made of it unpacks as it does.
      for (const iterable of iterables) if (iterable instanceof PyUnknown) return iterable;
      const iterators = iterables.map((iterable) => vm.root(vm.getIter(iterable)));
      const made = make(
        cls,
        () => {
          const items = takeEach(vm, iterators);
          return typeof items === 'number' ? undefined : vm.call(func, items);
        },
        [...iterators].reverse().concat([func]),
      );
      made.state = { get: () => new PyTuple([cls, new PyTuple([func, ...iterators])]) };
      return made;
    },
  },
});

defineType(iteratorClasses.filter, {
  staticMethods: {
    '__new__(cls, function, iterable, /)': (vm, cls: PyClass, func: Value, iterable: Value) => {
      const iterator = vm.getIter(iterable);
      return make(cls, () => {
        const { sp } = vm;
        const slot = vm.sp++;
        try {
          for (let item = vm.next(iterator); item !== undefined; item = vm.next(iterator)) {
            vm.stack[slot] = item;
            if (truth(vm, func === null ? item : vm.call(func, [item]))) return item;
          }
          return undefined;
        } finally {
          vm.sp = sp;
        }
      }, [func, iterator]);
    },
  },
});

defineType(iteratorClasses.reversed, {
  methods: { '__length_hint__(self, /)': (_vm, self: PyIterator) => itemsLeft(self) },
  staticMethods: {
    '__new__(cls, sequence, /)': (vm, cls: PyClass, sequence: Value) => {
      if (sequence instanceof PyUnknown) return sequence;
      const type = typeOf(sequence);
      const method = type.lookup('__reversed__');
      if (method !== undefined && method !== null) return vm.callSpecial(sequence, '__reversed__');
      if (method === null || type.lookup('__getitem__') === undefined || type.lookup('keys') !== undefined)
        throw vm.error('TypeError', `'${type.typeName}' object is not reversible`);
      let i = vm.length(sequence) - 1;
      let exhausted = false;
      const remaining = (): number => (exhausted || vm.length(sequence) <= i ? 0 : i + 1);
      const iterator = new PyIterator(
        () => {
          if (i < 0) {
            exhausted = true;
            return undefined;
          }
          try {
            return vm.getItem(sequence, i--);
          } catch (error) {
            if (!isRaised(vm, error, 'IndexError') && !isRaised(vm, error, 'StopIteration')) throw error;
            i = -1;
            exhausted = true;
            return undefined;
          }
        },
        [sequence],
        'reversed',
        type.native ? remaining : undefined,
      );
      if (!type.native) iterator.asksLength = remaining;
      iterator.cls = cls;
      iterator.state = {
        get: () =>
          i < 0
            ? new PyTuple([cls, new PyTuple([new PyTuple([])])])
            : new PyTuple([cls, new PyTuple([sequence]), i]),
        set: (state) => {
          if (i >= 0) i = Math.max(-1, Math.min(vm.index(state), vm.length(sequence) - 1));
        },
      };
      return iterator;
    },
  },
});

/** `iter(callable, sentinel)`. */
export function callableIterator(vm: VM, callable: Value, sentinel: Value): PyIterator {
  let finished = false;
  const iterator = new PyIterator(
    () => {
      if (finished) return undefined;
      let value: Value;
      try {
        value = vm.call(callable);
      } catch (error) {
        if (!isRaised(vm, error, 'StopIteration')) throw error;
        finished = true;
        return undefined;
      }
      const { sp } = vm;
      vm.stack[vm.sp++] = value;
      try {
        // The call may have ended this iterator.
        if (!(finished as boolean) && !equals(vm, value, sentinel)) return value;
      } finally {
        vm.sp = sp;
      }
      finished = true;
      return undefined;
    },
    [callable, sentinel],
    'callable_iterator',
  );
  iterator.state = {
    get: () =>
      new PyTuple([
        vm.builtins.dict.getStr('iter')!,
        new PyTuple(finished ? [new PyTuple([])] : [callable, sentinel]),
      ]),
  };
  return iterator;
}
