/**
 * Frames. All frames share the machine's value stack: a frame's window is [function, localsplus…, value stack…], so that the
 * set of live values is one array, and a call hands its arguments over where they lie.
 */
import type { CodeBody } from './code.js';
import type { PyDict } from './dict.js';
import { heap, LIBRARY_EPOCH, PyObject, release, retain, type Value } from './heap.js';
import type { NativeCoroutine } from './native.js';
import type { PyCode, PyException, PyFunction, TracebackEntry } from './objects.js';
import { T } from './types.js';

/** What happens to the value that a frame returns or yields. */
export const OnReturn = {
  /** It is pushed at `returnSp`. */
  Push: 0,
  /** It ends the nested loop that was entered for this frame. */
  Stop: 1,
  /** It must be None; the instance at `returnSp` is the result (`__init__`). */
  Init: 2,
  /** It goes to the native coroutine below. */
  Native: 3,
  /** A generator under FOR_ITER. */
  For: 4,
  /** A generator under SEND. */
  Send: 5,
  /** A generator under next() or send(): its return raises StopIteration. */
  Next: 6,
  /** It is dropped (`__setattr__`, `__delitem__`, …). */
  Discard: 7,
  /** As Push, but it must be an iterator (`__iter__`). */
  Iterator: 8,
} as const;
export type OnReturn = (typeof OnReturn)[keyof typeof OnReturn];

/** A function that was called, and its first argument; another's code runs in its place. */
export interface Redirected {
  func: PyFunction;
  receiver: Value;
}

export class Frame {
  pc = 0;
  readonly body: CodeBody;
  /** A generator's frame outlives its activations. */
  generator: PyGenerator | null = null;
  /** The names of a module or class body. */
  locals: PyDict | null = null;
  /** For whoever watches a run: its number for the place at `sitePc`. */
  site = 0;
  sitePc = -1;
  /** The call that came down to this frame's function, by `PyFunction.redirect`. */
  through: Redirected | null = null;
  /** Exceptions that were handled in this frame: while one lives, its traceback keeps what the frame holds, even after its end. */
  caught: { exception: PyException; entry: TracebackEntry }[] | null = null;
  constructor(
    readonly code: PyCode,
    readonly func: PyFunction | null,
    readonly globals: PyDict,
    /** Index of the first local in the machine's stack. */
    public base: number,
    public returnSp: number,
    public onReturn: OnReturn,
    public back: Frame | NativeFrame | null,
  ) {
    this.body = code.body;
  }
  get line(): number {
    return this.code.lineAt(Math.max(0, this.pc - 1));
  }
}

/** A native that is a generator function, waiting for a call that it asked for. */
export class NativeFrame {
  readonly coroutine: NativeCoroutine;
  /** Objects it made: rooted until it returns. */
  roots: (PyObject | null)[] = [];
  constructor(
    coroutine: NativeCoroutine,
    readonly name: string,
    /** Where its result goes; its arguments stay on the stack from there up to `sp`. */
    public returnSp: number,
    public sp: number,
    public onReturn: OnReturn,
    public back: Frame | NativeFrame | null,
  ) {
    this.coroutine = coroutine;
  }
}

export class PyGenerator extends PyObject {
  attrs: PyDict | null = null;
  /** The frame's window while it is suspended. */
  private saved: (Value | undefined)[] | null = null;
  state: 'created' | 'suspended' | 'running' | 'finished' = 'created';
  /** The return value, when it has just finished. */
  returned: Value = null;
  name: string;
  qualname: string;
  /** The exception being handled inside the generator while it is suspended, and the one outside while it runs. */
  handled: Value = null;
  outer: Value = null;
  /** How many `except` and `finally` blocks of its own it is in. */
  handlers = 0;
  /** Of an async generator: whether its first step was taken, and what `sys.set_asyncgen_hooks` said is called when it dies. */
  hooked = false;
  finalizer: Value = null;
  /** Whether the program itself made it, not a library for it (a context manager's); and whether its death is waited for. */
  private readonly ofProgram: boolean;
  private waits = false;

  constructor(
    readonly frame: Frame,
    kind: 'generator' | 'coroutine' | 'async_generator',
  ) {
    super(T[kind]);
    this.name = frame.func?.name ?? frame.code.init.name;
    this.qualname = frame.func?.qualname ?? frame.code.init.qualname;
    const { back } = frame;
    this.ofProgram =
      frame.globals.epoch !== LIBRARY_EPOCH &&
      !(back instanceof Frame && back.globals.epoch === LIBRARY_EPOCH);
    this.track();
    // Its `finally` blocks are due at the program's end.
    heap.register(this);
  }
  /** Whether Python code is due when it dies where it is suspended: it is inside a `try` or `with`. */
  get handles(): boolean {
    const pc = this.frame.pc - 1;
    return this.frame.body.exceptionTable.some((entry) => pc >= entry.start && pc < entry.end);
  }
  /** It was suspended by its own `yield`. */
  awaitDeath(): void {
    if (!this.ofProgram || this.waits || !this.handles) return;
    this.waits = true;
    heap.generatorWaits();
  }
  private noLongerWaits(): void {
    if (!this.waits) return;
    this.waits = false;
    heap.generatorLeft();
  }
  /** Takes the frame's window off the stack. */
  suspend(slots: (Value | undefined)[]): void {
    for (const value of slots) retain(value);
    this.saved = slots;
  }
  /** Gives the window back; what it held is held by the stack from now on. */
  takeSlots(): (Value | undefined)[] {
    const slots = this.saved ?? [];
    this.saved = null;
    for (const value of slots) release(value);
    return slots;
  }
  /** A local's value while it is suspended, by its index. */
  savedLocal(index: number): Value | undefined {
    return this.saved?.[index + 1];
  }
  /** The object that a `yield from` delegates to, at the top of the saved stack. */
  get top(): Value | undefined {
    return this.saved?.[this.saved.length - 1];
  }
  /** The exception that it handles where it is suspended; while it runs, the machine has it. */
  setHandled(exception: Value): void {
    retain(exception);
    release(this.handled);
    this.handled = exception;
  }
  finish(): void {
    this.state = 'finished';
    this.noLongerWaits();
    if (this.saved !== null) this.takeSlots();
  }
  /** As when the frame is left: its value stack from the top, then its locals, then the function. */
  override traverse(visit: (value: Value | undefined) => void): void {
    if (this.saved !== null) {
      const locals = this.frame.code.localsCount;
      for (let i = this.saved.length - 1; i > locals; i--) visit(this.saved[i]);
      for (let i = 1; i <= locals; i++) visit(this.saved[i]);
      visit(this.saved[0]);
    }
    if (this.attrs !== null) visit(this.attrs);
    visit(this.handled);
    visit(this.finalizer);
  }
  override finalize(): void {
    this.noLongerWaits();
  }
  override livesOn(): boolean {
    return this.state === 'suspended' && heap.onGeneratorDeath?.(this) === true;
  }
}
