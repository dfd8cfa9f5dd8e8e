/**
 * The heap of the Python machine: lifetimes by *deferred reference counts*.
 *
 * References held by heap objects (an item of a list, an attribute, a cell, a saved tensor of an autograd node) are
 * counted, in `rc`. References held by frames, value stacks and natives that are running are not counted; they are found
 * by scanning when it matters: before each allocation on the device, each reading of a memory counter and each look at a
 * weak reference (`heap.sweep()`). Between two sweeps the order of deaths cannot be observed, so the live set seen by the
 * allocator is exactly CPython's: an object dies when its last reference goes, a cycle waits for `gc.collect()`.
 *
 * Rules for natives (TypeScript that handles Python values):
 *  - store a value in a heap object only through that object's methods (they count), or `retain` it and give it back in
 *    `traverse`;
 *  - a native's arguments are alive while it runs (they stay on the caller's stack); so is every object created while it
 *    runs (see `handles`), until it returns or calls `heap.drop(object)`;
 *  - nothing dies outside `sweep`.
 *
 * Undo: objects made while a library module is imported have epoch 0 and outlive the run; the first write to one in a run
 * journals its former content, which `endRun` restores.
 */
import type { PyClass } from './classes.js';

/** A Python value. int is number (safe integers) or bigint, str is string, None is null; float is a PyFloat. */
export type Value = null | boolean | number | bigint | string | PyObject;

/** The epoch of objects that outlive a run: built-ins and imported libraries. */
export const LIBRARY_EPOCH = 0;

/** Bytes from which a value counts as large; after how many such bytes the memory is looked at. */
const LARGE = 1 << 13;
const LOOK_AFTER = 1 << 26;

export abstract class PyObject {
  /** References held by heap objects. */
  rc = 0;
  /** The last sweep that found this object on a stack. */
  mark = 0;
  /** How many of the handles that a sweep has seen are this object. */
  rooted = 0;
  /** Whether it waits outside the zero count table, since it is rooted. */
  aside = false;
  /** Whether the object waits in the zero count table. */
  queued = false;
  /** Whether `gc.collect()` knows the object. */
  registered = false;
  dead = false;
  epoch: number;
  cls: PyClass;

  constructor(cls: PyClass) {
    this.cls = cls;
    this.epoch = heap.epoch;
  }

  /** Calls `visit` for every value that this object holds a counted reference to (CPython's tp_traverse). */
  traverse(_visit: (value: Value | undefined) => void): void {}

  /** Those of them that the collector of cycles sees: not what C++ holds without telling Python. */
  traverseForCollector(visit: (value: Value | undefined) => void): void {
    this.traverse(visit);
  }

  /** Before the object dies: whether Python code is due that it has to live on for (`__del__`; a generator's `finally`). */
  livesOn(): boolean {
    return this.cls.hasFinalizer && heap.onFinalizer?.(this) === true;
  }

  /** Called once when the object dies, before its references are given up (CPython's tp_dealloc). */
  finalize(): void {}

  /** The content of a mutable object, as a function that puts it back; for the undo journal. */
  snapshot(): (() => void) | undefined {
    return undefined;
  }

  /**
   * Makes the object a candidate for death and, unless something else holds it from the start, roots it while a native runs.
   * Containers call this when created.
   */
  protected track(rooted = true): void {
    if (this.epoch === LIBRARY_EPOCH) return;
    this.queued = true;
    heap.zct.push(this);
    // Where deaths can be seen the order of creation counts; else only what something came to hold is worth remembering.
    if (heap.eager) heap.register(this);
    if (rooted && heap.nativeDepth > 0) heap.handles.push(this);
  }
}

/** Counts a reference from a heap object to `value`. */
export function retain(value: Value | undefined): void {
  if (typeof value === 'object' && value !== null) value.rc++;
}

/** Gives up a reference that a heap object held. The value dies at the next sweep if nothing else holds it. */
export function release(value: Value | undefined): void {
  if (
    typeof value === 'object' &&
    value !== null &&
    --value.rc <= 0 &&
    !value.queued &&
    value.epoch !== LIBRARY_EPOCH
  ) {
    value.queued = true;
    heap.zct.push(value);
  }
}

/** What scans the roots outside the heap: the machine's stack and the frames' native roots. */
export type RootScanner = (visit: (value: Value | undefined) => void) => void;

class Heap {
  epoch = LIBRARY_EPOCH;
  /** The zero count table: tracked objects that may have no counted reference. */
  zct: PyObject[] = [];
  /** Objects created by natives that are running now; null where dropped. They go by `popHandles`. */
  handles: (PyObject | null)[] = [];
  /**
   * How many of the handles, from the first on, a sweep has seen. They are counted in their objects (`rooted`), which wait outside the zero
   * count table until they are popped: a native that makes thousands of objects would else have each sweep look at all of them.
   */
  private seenHandles = 0;
  /** How many natives are running, one inside another; 0 while only bytecode runs. */
  nativeDepth = 0;
  /** The scan of what the machine's stack and frames hold. */
  scanRoots: RootScanner = () => {};
  /** Marks everything that `scanRoots` visits. */
  markRoots: (mark: number) => void = () => {};
  /** Weak references by target; cleared when the target dies. */
  weakReferences = new Map<PyObject, (PyObject & { clear(silent: boolean): void })[]>();
  /** Called for an object whose class has `__del__`, before it dies; returns true if the object lives on. */
  onFinalizer: ((object: PyObject) => boolean) | undefined;
  /** Called when weak references were cleared: where deaths can be seen, their callbacks run now. */
  onCleared: (() => void) | undefined;
  /** Calls of Python code that natives of the heap need: set by the machine. */
  hash: (value: Value) => number = () => 0;
  /** A value's hash if it is the same in every process. */
  fixedHash: (value: Value) => number | bigint | undefined = () => undefined;
  equals: (a: Value, b: Value) => boolean = (a, b) => a === b;
  /** Called before a suspended generator dies: its `finally` blocks are due. Returns true if it lives on until they ran. */
  onGeneratorDeath: ((generator: PyObject) => boolean) | undefined;
  /** Makes the calls that became due by deaths; whether there were any. */
  runDue: (() => boolean) | undefined;
  /**
   * True once objects with finalizers or weak reference callbacks exist, and while a generator waits that has something to do when
   * it dies: programs can then see deaths. The machine sweeps after every instruction, objects die in CPython's order, and what is
   * due by a death runs at once.
   */
  eager = false;
  /** Whether it stays so until the run's end, and how many generators wait. */
  private alwaysEager = false;
  private waiting = 0;
  /** Called where values of many bytes were made since the last time: may raise MemoryError. */
  onLarge: (() => void) | undefined;
  private largeBytes = 0;
  /** Called when `eager` becomes true. */
  onEager: (() => void) | undefined;

  private currentMark = 1;
  private journal: { object: PyObject; epoch: number; restore: () => void }[] = [];
  private runs = 0;
  /** The tracked objects of the run, some of them dead. */
  private tracked: PyObject[] = [];
  private compactAt = 1 << 16;

  /** Starts a run: objects created from now on belong to it. */
  beginRun(): void {
    this.zct = [];
    this.handles = [];
    this.seenHandles = 0;
    this.nativeDepth = 0;
    this.seesNothing();
    this.weakReferences.clear();
    this.work.length = 0;
    this.epoch = ++this.runs;
  }

  /** Ends the run: undoes what it wrote into objects that outlive it. */
  endRun(): void {
    for (let i = this.journal.length - 1; i >= 0; i--) {
      const { object, epoch, restore } = this.journal[i]!;
      restore();
      object.epoch = epoch;
    }
    this.journal = [];
    this.tracked = [];
    this.zct = [];
    this.handles = [];
    this.seenHandles = 0;
    this.weakReferences.clear();
    this.seesNothing();
    this.epoch = LIBRARY_EPOCH;
  }

  /** To be called before a mutable object changes: `if (this.epoch !== heap.epoch) heap.willChange(this)`. */
  willChange(object: PyObject): void {
    if (object.epoch !== LIBRARY_EPOCH || this.epoch === LIBRARY_EPOCH) return;
    const restore = object.snapshot();
    if (restore === undefined) return;
    this.journal.push({ object, epoch: object.epoch, restore });
    // From here on the object counts as this run's, but must not die with it: rc keeps it alive.
    object.rc += 1;
    object.epoch = this.epoch;
  }

  /** Ends the life of a temporary of the native that is running: it may die at the next sweep. */
  drop(object: PyObject): void {
    for (let i = this.handles.length - 1; i >= 0; i--) {
      if (this.handles[i] === object) {
        this.handles[i] = null;
        if (i < this.seenHandles) this.unroot(object);
        return;
      }
    }
  }

  /** The native whose handles begin at `base` is done: what only they held may die at the next sweep. */
  popHandles(base: number): void {
    const { handles } = this;
    for (let i = base; i < this.seenHandles; i++) {
      const object = handles[i]!;
      if (object !== null) this.unroot(object);
    }
    if (base < this.seenHandles) this.seenHandles = base;
    handles.length = base;
  }

  private unroot(object: PyObject): void {
    if (--object.rooted > 0 || !object.aside) return;
    object.aside = false;
    this.zct.push(object);
  }

  /**
   * Told of each value that may be large, before it is filled: a few instructions can ask for more memory than the process has,
   * long before the machine would look at it. Raises MemoryError.
   */
  made(bytes: number): void {
    if (bytes < LARGE) return;
    this.largeBytes += bytes;
    if (this.largeBytes < LOOK_AFTER) return;
    this.largeBytes = 0;
    this.onLarge?.();
  }

  private seesNothing(): void {
    this.eager = false;
    this.alwaysEager = false;
    this.waiting = 0;
  }

  /** From now on programs can see deaths. */
  becomeEager(): void {
    if (this.epoch === LIBRARY_EPOCH) return;
    this.alwaysEager = true;
    this.watchDeaths();
  }

  /** A generator waits inside a `try` or `with` of the program: its death can be seen, until `generatorLeft`. */
  generatorWaits(): void {
    this.waiting++;
    this.watchDeaths();
  }

  generatorLeft(): void {
    this.waiting--;
  }

  /** Between two instructions: whether deaths can still be seen. */
  stillEager(): boolean {
    if (this.waiting <= 0 && !this.alwaysEager) this.eager = false;
    return this.eager;
  }

  private watchDeaths(): void {
    if (this.eager) return;
    this.eager = true;
    // What was made until now comes before what is made from now on.
    for (const object of this.handles) if (object?.aside === true) this.register(object);
    for (const object of this.zct) if (!object.dead) this.register(object);
    this.onEager?.();
  }

  /** Marks all roots: what stacks, frames and running natives hold. */
  private markLive(): number {
    const mark = ++this.currentMark;
    this.markRoots(mark);
    for (const handle of this.handles) if (handle !== null) handle.mark = mark;
    return mark;
  }

  /** Counts the handles that came since the last sweep. */
  private countHandles(): void {
    const { handles } = this;
    for (let i = this.seenHandles; i < handles.length; i++) {
      const object = handles[i]!;
      if (object !== null) object.rooted++;
    }
    this.seenHandles = handles.length;
  }

  /**
   * Frees everything that no root and no heap object holds any more. `dropped` is what the last instruction may have let go, in
   * its order; that matters only where deaths can be seen.
   */
  sweep(dropped: readonly (Value | undefined)[] = []): void {
    if (this.zct.length === 0) return;
    if (this.eager) {
      this.sweepInOrder(dropped);
      return;
    }
    const mark = ++this.currentMark;
    this.markRoots(mark);
    this.countHandles();
    // Killing appends to zct: the loop runs until nothing new dies. Survivors move to its beginning.
    const table = this.zct;
    let survivors = 0;
    for (let i = 0; i < table.length; i++) {
      const object = table[i]!;
      if (object.rc > 0) {
        object.queued = false;
        this.register(object);
      } else if (object.rooted > 0) object.aside = true;
      else if (object.mark === mark) table[survivors++] = object;
      else this.kill(object);
    }
    table.length = survivors;
  }

  /** A sweep where what lives is looked at: with what the generators that it found dead still do, and what dies by that. */
  settle(): void {
    do this.sweep();
    while (this.runDue?.() === true);
  }

  /**
   * As CPython frees: references are given up one after another, what dies by one takes along what it held before the next one,
   * and Python code that is due by a death runs in between.
   */
  private sweepInOrder(dropped: readonly (Value | undefined)[]): void {
    this.markLive();
    const { work } = this;
    const bottom = work.length;
    // What was dropped is given up after what died while the instruction ran; until then it counts as referenced.
    for (let i = dropped.length - 1; i >= 0; i--) {
      const object = dropped[i];
      if (typeof object !== 'object' || object === null || !object.queued || object.mark === this.currentMark)
        continue;
      object.rc++;
      work.push(object);
    }
    const survivors = new Set<PyObject>();
    this.killUnmarked(this.takeQueue(), survivors);
    while (work.length > bottom) {
      const object = work.pop()!;
      if (--object.rc > 0 || object.epoch === LIBRARY_EPOCH) continue;
      this.killUnmarked([object], survivors);
    }
    for (const object of survivors) this.zct.push(object);
  }

  /** References to be given up, the next one last. */
  private readonly work: PyObject[] = [];

  private takeQueue(): PyObject[] {
    const queue = this.zct;
    this.zct = [];
    return queue;
  }

  /** Kills those of `objects` that nothing refers to, each with all that dies by it. */
  private killUnmarked(objects: readonly PyObject[], survivors: Set<PyObject>): void {
    const { work } = this;
    for (const first of objects) {
      const bottom = work.length;
      let object: PyObject | undefined = first;
      while (object !== undefined) {
        if (object.dead || object.rc > 0) {
          object.queued = false;
          if (!object.dead) this.register(object);
        } else if (object.mark === this.currentMark) {
          survivors.add(object);
          object.queued = true;
        } else {
          const mark = this.currentMark;
          object.queued = true;
          this.kill(object);
          // Python code ran in between, and swept: the marks are of another time.
          if (this.currentMark !== mark) this.markLive();
          // What it gave up in other ways than by its references.
          if (this.zct.length > 0) this.killUnmarked(this.takeQueue(), survivors);
        }
        object = undefined;
        while (work.length > bottom) {
          const next = work.pop()!;
          if (--next.rc <= 0 && next.epoch !== LIBRARY_EPOCH) {
            object = next;
            break;
          }
        }
      }
    }
  }

  /** Remembers a tracked object for `collect`; the dead are left out now and then. */
  register(object: PyObject): void {
    if (object.registered) return;
    object.registered = true;
    this.tracked.push(object);
    if (this.tracked.length >= this.compactAt) this.compact();
  }

  private compact(): void {
    this.tracked = this.tracked.filter((object) => !object.dead);
    this.compactAt = Math.max(1 << 16, this.tracked.length * 2);
  }

  /**
   * `gc.collect()`, as CPython's: an object that has no reference but from other such objects is garbage. Weak references to
   * garbage are cleared, finalizers run, then it dies. Returns how many objects there were. References that frames, running
   * natives and untracked objects hold count as outside.
   */
  collect(): number {
    this.sweep();
    let garbage = this.garbage();
    if (this.eager) {
      const members = new Set(garbage);
      for (const object of garbage) this.clearReferences(object, members);
      for (const object of garbage) object.livesOn();
      // A finalizer may have saved some of them.
      if (garbage.length > 0) garbage = this.garbage();
    }
    for (const object of garbage) this.kill(object);
    this.sweep();
    return garbage.length;
  }

  /** The finalizers of everything that is alive at the program's end, in the order of creation. */
  finalizeAll(): void {
    this.compact();
    for (const object of [...this.tracked]) if (!object.dead) object.livesOn();
  }

  private garbage(): PyObject[] {
    this.compact();
    const mark = this.markLive();
    const { tracked } = this;
    const outside = new Map<PyObject, number>();
    for (const object of tracked) outside.set(object, object.rc);
    const subtract = (value: Value | undefined): void => {
      if (typeof value !== 'object' || value === null) return;
      const count = outside.get(value);
      if (count !== undefined) outside.set(value, count - 1);
    };
    for (const object of tracked) object.traverseForCollector(subtract);
    const reachable = new Set<PyObject>();
    const work: PyObject[] = [];
    const visit = (value: Value | undefined): void => {
      if (typeof value !== 'object' || value === null || reachable.has(value)) return;
      reachable.add(value);
      work.push(value);
    };
    for (const object of tracked) if (object.mark === mark || outside.get(object)! > 0) visit(object);
    while (work.length > 0) {
      const object = work.pop()!;
      visit(object.cls);
      object.traverse(visit);
    }
    return tracked.filter((object) => !reachable.has(object));
  }

  /** Clears the weak references to an object. The callbacks of those in `garbage` are not called. */
  private clearReferences(object: PyObject, garbage?: ReadonlySet<PyObject>): void {
    if (this.weakReferences.size === 0) return;
    const references = this.weakReferences.get(object);
    if (references === undefined) return;
    this.weakReferences.delete(object);
    // The newest first, as CPython.
    for (let i = references.length - 1; i >= 0; i--) {
      const reference = references[i]!;
      reference.clear(garbage?.has(reference) === true);
    }
    this.onCleared?.();
  }

  private kill(object: PyObject): void {
    if (object.dead) return;
    if (object.livesOn()) {
      // It may be a candidate again.
      object.queued = false;
      return;
    }
    object.dead = true;
    this.clearReferences(object);
    object.finalize();
    if (!this.eager) {
      object.traverse(release);
      return;
    }
    // The references are given up in their order, after each other.
    const { work } = this;
    const bottom = work.length;
    object.traverse((value) => {
      if (typeof value === 'object' && value !== null) work.push(value);
    });
    for (let i = bottom, j = work.length - 1; i < j; i++, j--) {
      const held = work[i]!;
      work[i] = work[j]!;
      work[j] = held;
    }
  }
}

export const heap = new Heap();
