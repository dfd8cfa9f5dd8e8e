/**
 * `nn.Module`'s traversals (`named_modules`, `parameters`, …) as iterators in TypeScript: most of what a step executes in Python is
 * these loops. They are as lazy as PyTorch's generators and keep alive what those do: every module and member that was seen.
 */
import { nativeClass } from '../../python/classes.js';
import { heap, release, retain, type PyObject, type Value } from '../../python/heap.js';
import { defineType } from '../../python/native.js';
import {
  attributesOf,
  PyDict,
  PyFunction,
  PyInstance,
  PyIterator,
  PySet,
  PyTuple,
  PyUnknown,
} from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { unpack } from '../../python/unpacking.js';

/** What programs see of the iterators: generators, as in PyTorch, without `send` and `throw`. */
const TraversalClass = nativeClass({ name: 'generator', bases: [T.generator] });

/** The functions of `nn.Module` that a traversal stands for; a class with its own is asked for its own. */
export interface Originals {
  named_modules: PyFunction;
  named_parameters: PyFunction;
  named_buffers: PyFunction;
  named_children: PyFunction;
  _named_members: PyFunction;
}

/** A dict's items from the first to the last; raises RuntimeError when the dict changed in size. */
class Items {
  private readonly entries: Iterator<[Value, Value]>;
  private readonly size: number;
  constructor(private readonly dict: PyDict) {
    this.entries = dict.entries();
    this.size = dict.size;
  }
  next(vm: VM): [Value, Value] | undefined {
    if (this.dict.size !== this.size)
      throw vm.error('RuntimeError', 'dictionary changed size during iteration');
    const { done, value } = this.entries.next();
    return done === true ? undefined : (value as [Value, Value]);
  }
}

/** The items of `module._parameters` and the like. */
function tableOf(vm: VM, module: Value, table: string): Items {
  const own = module instanceof PyInstance ? module.attrs?.getStr(table) : undefined;
  const dict = own ?? vm.getAttr(module, table);
  if (!(dict instanceof PyDict)) throw vm.error('TypeError', `${table} is not a dict`);
  return new Items(dict);
}

/** Whether a module lists nothing for a member: None, and what is unknown (`nn.Module.__setattr__`). */
function hasNoPart(member: Value): boolean {
  return member === null || member instanceof PyUnknown;
}

class Traversal extends PyIterator {
  /** What was seen, alive until the end. */
  private held: Value[] = [];
  finished = false;
  constructor(step: () => Value | undefined) {
    super(step, [], 'generator');
    this.cls = TraversalClass;
  }
  hold(value: Value): void {
    if (this.epoch !== heap.epoch) return;
    retain(value);
    this.held.push(value);
  }
  finish(): void {
    this.finished = true;
    if (this.epoch !== heap.epoch) return;
    const { held } = this;
    this.held = [];
    for (const value of held) release(value);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const value of this.held) visit(value);
  }
}

defineType(TraversalClass, {
  methods: {
    '__iter__(self, /)': (_vm, self: Traversal) => self,
    '__next__(self, /)': (vm, self: Traversal) => {
      const value = self.step();
      if (value === undefined) throw vm.error('StopIteration');
      return value;
    },
    'send(self, value, /)': (vm, self: Traversal) => {
      const value = self.step();
      if (value === undefined) throw vm.error('StopIteration');
      return value;
    },
    'close(self, /)': (_vm, self: Traversal) => self.finish(),
    '__repr__(self, /)': (vm, self: Traversal) => `<generator object Module at ${vm.address(self)}>`,
  },
});

/** A traversal whose items `advance` gives; it holds what `hold` is told of. */
function traversal(make: (hold: (value: Value) => void) => () => Value | undefined): Traversal {
  const iterator: Traversal = new Traversal(() => {
    if (iterator.finished) return undefined;
    const value = advance();
    if (value === undefined) iterator.finish();
    return value;
  });
  const advance = make((value) => iterator.hold(value));
  return iterator;
}

/** Whether a value is a module that has the method from `nn.Module`. */
export function inherits(value: Value, name: string, original: PyFunction): value is PyInstance {
  return (
    value instanceof PyInstance &&
    value.cls.getattributeHook === undefined &&
    value.cls.lookup(name) === original &&
    value.attrs?.getStr(name) === undefined
  );
}

/** `named_modules`: gives one module after another in `prefix` and `module`. */
class Walk {
  prefix = '';
  module: Value = null;
  private readonly seen = new Set<Value>();
  private readonly levels: { prefix: string; module: PyInstance; children: Items | null }[] = [];
  /** The items of a module that has its own `named_modules`. */
  private foreign: { items: Value; memo: PySet } | null = null;
  private root: { prefix: string; module: Value } | null;
  constructor(
    private readonly vm: VM,
    private readonly originals: Originals,
    private readonly hold: (value: Value) => void,
    root: Value,
    prefix: string,
    private readonly removeDuplicate: boolean,
  ) {
    this.root = { prefix, module: root };
  }

  /** Goes on to the next module; false after the last. */
  next(): boolean {
    if (this.root !== null) {
      const { prefix, module } = this.root;
      this.root = null;
      if (this.enter(prefix, module)) return true;
    }
    const { vm, levels } = this;
    for (;;) {
      if (this.foreign !== null) {
        if (this.nextForeign()) return true;
        this.foreign = null;
      }
      const level = levels[levels.length - 1];
      if (level === undefined) return false;
      level.children ??= tableOf(vm, level.module, '_modules');
      const entry = level.children.next(vm);
      if (entry === undefined) {
        levels.pop();
        continue;
      }
      const [name, child] = entry;
      if (hasNoPart(child)) continue;
      if (this.enter(`${level.prefix}${level.prefix === '' ? '' : '.'}${vm.str(name)}`, child)) return true;
    }
  }

  private enter(prefix: string, module: Value): boolean {
    const { vm, seen, removeDuplicate } = this;
    if (!inherits(module, 'named_modules', this.originals.named_modules)) {
      const memo = vm.root(new PySet());
      for (const value of seen) memo.add(value);
      const items = vm.getIter(vm.call(vm.getAttr(module, 'named_modules'), [memo, prefix, removeDuplicate]));
      this.hold(memo);
      this.hold(items);
      this.foreign = { items, memo };
      return false;
    }
    if (seen.has(module)) return false;
    if (removeDuplicate) seen.add(module);
    this.hold(module);
    this.levels.push({ prefix, module, children: null });
    this.prefix = prefix;
    this.module = module;
    return true;
  }

  private nextForeign(): boolean {
    const { items, memo } = this.foreign!;
    const item = this.vm.next(items);
    if (item === undefined) {
      for (const value of memo.keys()) this.seen.add(value);
      return false;
    }
    const [prefix, module] = unpack(this.vm, item, 2, -1) as [Value, Value];
    this.prefix = this.vm.str(prefix);
    this.module = module;
    this.hold(module);
    return true;
  }
}

/** `Module.named_modules(memo=None, prefix, remove_duplicate)` with a new memo; `modules` with `named` false. */
export function modulesOf(
  vm: VM,
  originals: Originals,
  root: Value,
  prefix: string,
  removeDuplicate: boolean,
  named: boolean,
): PyObject {
  return traversal((hold) => {
    const walk = new Walk(vm, originals, hold, root, prefix, removeDuplicate);
    return () => {
      if (!walk.next()) return undefined;
      return named ? new PyTuple([walk.prefix, walk.module]) : walk.module;
    };
  });
}

/** `Module._named_members` over `_parameters` or `_buffers`; without names for `parameters` and `buffers`. */
export function membersOf(
  vm: VM,
  originals: Originals,
  root: Value,
  table: '_parameters' | '_buffers',
  prefix: string,
  recurse: boolean,
  removeDuplicate: boolean,
  named: boolean,
): PyObject {
  return traversal((hold) => {
    const seen = new Set<Value>();
    const walk = recurse ? new Walk(vm, originals, hold, root, prefix, removeDuplicate) : null;
    let members: Items | null = recurse ? null : tableOf(vm, root, table);
    let modulePrefix = prefix;
    return () => {
      for (;;) {
        if (members === null) {
          if (walk?.next() !== true) return undefined;
          members = tableOf(vm, walk.module, table);
          modulePrefix = walk.prefix;
        }
        const entry = members.next(vm);
        if (entry === undefined) {
          members = null;
          continue;
        }
        const [name, value] = entry;
        if (value === null || seen.has(value)) continue;
        if (removeDuplicate) {
          seen.add(value);
          hold(value);
        }
        return named
          ? new PyTuple([`${modulePrefix}${modulePrefix === '' ? '' : '.'}${vm.str(name)}`, value])
          : value;
      }
    };
  });
}

/** `Module.named_children`; `children` with `named` false. */
export function childrenOf(vm: VM, module: Value, named: boolean): PyObject {
  return traversal((hold) => {
    const seen = new Set<Value>();
    let children: Items | null = null;
    return () => {
      children ??= tableOf(vm, module, '_modules');
      for (;;) {
        const entry = children.next(vm);
        if (entry === undefined) return undefined;
        const [name, child] = entry;
        if (hasNoPart(child) || seen.has(child)) continue;
        seen.add(child);
        hold(child);
        return named ? new PyTuple([name, child]) : child;
      }
    };
  });
}

/** The values of a table that are not None or unknown, each once, as they are now. */
export function distinctValues(module: PyInstance, table: string): Value[] | undefined {
  const dict = attributesOf(module)?.getStr(table);
  if (!(dict instanceof PyDict)) return undefined;
  return [...new Set(dict.values())].filter((value) => !hasNoPart(value));
}
