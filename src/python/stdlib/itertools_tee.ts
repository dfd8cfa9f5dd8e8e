/** `itertools.tee`: iterators over one source, each at a place of its own in a chain of the items that were read. */
import { PyObject, retain, type Value } from '../heap.js';
import { defineType, makeType } from '../native.js';
import { PyCell, PyIterator, PyList, PyTuple } from '../objects.js';
import type { VM } from '../vm.js';
import { iteratorClass, stateTuple, withState } from './itertools_support.js';
import { nativeIterator } from './support.js';

/** Items of a link, as in CPython. */
const LINK_ITEMS = 57;

/** Items that were read from the source, and the link of those after them. */
class TeeLink extends PyObject {
  readonly values: Value[] = [];
  next: TeeLink | null = null;
  running = false;
  constructor(readonly source: Value) {
    super(linkClass);
    retain(source);
    this.track();
  }
  /** Item `index`, read from the source if need be; undefined at the source's end. */
  item(vm: VM, index: number): Value | undefined {
    if (index < this.values.length) return this.values[index];
    if (this.running) throw vm.error('RuntimeError', 'cannot re-enter the tee iterator');
    this.running = true;
    try {
      const value = vm.next(this.source);
      if (value !== undefined) this.append(value);
      return value;
    } finally {
      this.running = false;
    }
  }
  append(value: Value): void {
    retain(value);
    this.values.push(value);
  }
  following(): TeeLink {
    if (this.next === null) this.link(new TeeLink(this.source));
    return this.next!;
  }
  link(next: TeeLink): void {
    retain(next);
    this.next = next;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const value of this.values) visit(value);
    visit(this.source);
    visit(this.next);
  }
}

export const linkClass = makeType(
  '_tee_dataobject',
  { module: 'itertools', final: true },
  {
    doc: 'teedataobject(iterable, values, next, /)\n--\n\nData container common to multiple tee objects.',
    staticMethods: {
      '__new__(cls, iterable, values, next, /)': (
        vm,
        _cls: Value,
        source: Value,
        values: Value,
        next: Value,
      ) => {
        const link = new TeeLink(source);
        const items = vm.collect(values);
        if (items.length > LINK_ITEMS || (items.length < LINK_ITEMS && next !== null))
          throw vm.error('ValueError', 'Invalid arguments');
        for (const item of items) link.append(item);
        if (next instanceof TeeLink) link.link(next);
        return link;
      },
    },
    methods: {
      '__reduce__(self, /)': (_vm, self: TeeLink) =>
        new PyTuple([linkClass, new PyTuple([self.source, new PyList([...self.values]), self.next])]),
    },
  },
);

const positions = new WeakMap<PyIterator, { link: PyCell; index: number }>();

function teeAt(vm: VM, link: TeeLink, index: number): PyIterator {
  const at = { link: new PyCell(link), index };
  const iterator = nativeIterator(
    () => {
      if (at.index >= LINK_ITEMS) {
        at.link.set((at.link.value as TeeLink).following());
        at.index = 0;
      }
      const value = (at.link.value as TeeLink).item(vm, at.index);
      if (value !== undefined) at.index++;
      return value;
    },
    [at.link],
    'itertools._tee',
  );
  positions.set(iterator, at);
  iterator.cls = teeClass;
  return withState(
    iterator,
    () => [new PyTuple([new PyTuple([])]), new PyTuple([at.link.value as TeeLink, at.index])],
    (state) => {
      const [data, position] = stateTuple(vm, state, 2);
      if (!(data instanceof TeeLink))
        throw vm.error('TypeError', `argument 1 must be itertools._tee_dataobject`);
      const wanted = vm.index(position!);
      if (wanted < 0 || wanted > LINK_ITEMS) throw vm.error('ValueError', 'Index out of range');
      at.link.set(data);
      at.index = wanted;
    },
  );
}

/** An iterator that starts to read `source`. */
export const tee = (vm: VM, source: Value): PyIterator => teeAt(vm, new TeeLink(source), 0);

/** One at the same place as another. */
function copyOf(vm: VM, iterator: PyIterator): PyIterator {
  const { link, index } = positions.get(iterator)!;
  return teeAt(vm, link.value as TeeLink, index);
}

export const teeClass = defineType(
  iteratorClass('_tee', 'iterable, /', (vm, _cls: Value, iterable: Value) =>
    iterable instanceof PyIterator && iterable.cls === teeClass
      ? copyOf(vm, iterable)
      : tee(vm, vm.getIter(iterable)),
  ),
  { methods: { '__copy__(self, /)': (vm, self: PyIterator) => copyOf(vm, self) } },
);
