/** When values die, and the calls that are due by it. */
import { Op } from './code.js';
import { Frame, type PyGenerator } from './frame.js';
import { closeGenerator } from './generators.js';
import { heap, type PyObject, release, retain, type Value } from './heap.js';
import { PyNative, Raise } from './native.js';
import { PyException, PyFunction } from './objects.js';
import { writeUnraisable } from './unraisable.js';
import type { VM } from './vm.js';

/** Deaths as a program can see them: what an instruction let go dies before the next one, and its finalizers run then. */
export class Deaths {
  /** Calls that became due by a death (weak reference callbacks, `__del__`), to be made between instructions. */
  readonly pendingCalls: { callable: Value; args: Value[] }[] = [];

  constructor(private readonly vm: VM) {}

  /** Sends what the heap has to tell of deaths here. */
  takeHeap(): void {
    heap.onFinalizer = (object) => this.finalizerDue(object);
    heap.onGeneratorDeath = (generator) => this.generatorDied(generator as PyGenerator);
    heap.runDue = () => {
      if (this.pendingCalls.length === 0) return false;
      this.runPendingCalls();
      return true;
    };
    heap.onEager = () => {
      this.observedTop = this.observedCount = 0;
      this.vm.requestAttention();
    };
    heap.onCleared = () => {
      if (heap.eager) this.runPendingCalls();
    };
  }

  /** Forgets the last program. */
  reset(): void {
    this.finalizing = false;
    this.observedTop = 0;
    this.observedCount = 0;
    this.operands.fill(undefined);
    this.dueValues.length = 0;
    this.finalized = new WeakSet();
    this.pendingCalls.length = 0;
  }

  /** What is alive because of calls that are due. */
  scanRoots(visit: (value: Value | undefined) => void): void {
    for (const value of this.dueValues) visit(value);
    for (const { callable, args } of this.pendingCalls) {
      visit(callable);
      for (const arg of args) visit(arg);
    }
  }

  /** The top of the stack before the last instruction, and what lay there (an instruction overwrites its first operands). */
  private observedTop = 0;
  private observedCount = 0;
  /** Where an exception went to its handler: true, and what lay where the exception lies now. */
  private unwound = false;
  private unwoundSlot: Value | undefined;
  /** How many operands the instruction that failed had taken: it lets go of them itself, the first one first. */
  private failedOperands = 0;
  private readonly operands: (Value | undefined)[] = [undefined, undefined, undefined, undefined];

  /** Between two instructions where deaths can be seen: what the last one let go dies. */
  observeDeaths(): void {
    const { observedTop, operands } = this;
    const { sp, stack } = this.vm;
    // An instruction that only pushes lets nothing go.
    if (sp <= observedTop || heap.zct.length !== this.observedCount) {
      const dropped: (Value | undefined)[] = [];
      const kept = Math.max(0, observedTop - operands.length);
      for (let i = Math.min(sp, kept); i < kept; i++) dropped.push(stack[i]);
      for (let i = kept; i < observedTop; i++) dropped.push(operands[i - kept]);
      // Where an exception unwound the stack, it was from the top.
      if (this.unwound) {
        const own = dropped.splice(Math.max(0, dropped.length - this.failedOperands));
        dropped.push(...own.reverse());
        dropped.reverse().push(this.unwoundSlot);
        this.unwound = false;
        this.unwoundSlot = undefined;
      }
      heap.sweep(dropped);
      this.vm.sp = sp;
    }
    this.observedCount = heap.zct.length;
    this.observedTop = sp;
    const from = Math.max(0, sp - operands.length);
    for (let i = 0; i < operands.length; i++) operands[i] = stack[from + i];
  }

  /** To be called where an exception was raised, before frames are left. */
  noteFailure(): void {
    const frame = this.vm.current;
    this.failedOperands = 0;
    if (!(frame instanceof Frame)) return;
    const instruction = frame.body.ops[frame.pc - 1]!;
    switch (instruction & 0xff) {
      case Op.BINARY_OP:
      case Op.COMPARE_OP:
      case Op.CONTAINS_OP:
      case Op.BINARY_SUBSCR:
      case Op.DELETE_SUBSCR:
      case Op.STORE_ATTR:
        this.failedOperands = 2;
        break;
      case Op.STORE_SUBSCR:
        this.failedOperands = 3;
        break;
      case Op.CALL:
        this.failedOperands = (instruction >> 8) + 2;
    }
  }

  /** To be called before an exception is pushed for its handler, where deaths can be seen. */
  noteUnwinding(): void {
    this.unwound = true;
    this.unwoundSlot = this.vm.sp < this.observedTop ? this.vm.stack[this.vm.sp] : undefined;
  }

  /** The program ended with an exception: what it dropped dies before the traceback is shown. */
  settle(exception: PyException): void {
    if (!heap.eager) return;
    this.noteUnwinding();
    this.vm.stack[this.vm.sp++] = exception;
    this.observeDeaths();
    this.vm.sp--;
  }

  /** What was seen before the instruction that is running, to be put back after a loop inside it. */
  observed(): { top: number; operands: (Value | undefined)[] } {
    return { top: this.observedTop, operands: [...this.operands] };
  }

  observeAgain({ top, operands }: { top: number; operands: (Value | undefined)[] }): void {
    this.observedTop = top;
    this.observedCount = -1;
    for (let i = 0; i < operands.length; i++) this.operands[i] = operands[i];
  }

  /** A sweep between two instructions where something is known to have died. */
  sweepAt(sp: number): void {
    this.vm.sp = sp;
    heap.sweep();
    if (this.pendingCalls.length > 0) this.runPendingCalls();
    this.vm.sp = sp;
  }

  /** Whether the program is over and only finalizers run. */
  finalizing = false;

  /** The end of the program: what is alive gets its finalizers called. */
  finalizeAll(): void {
    this.finalizing = true;
    this.vm.sp = 0;
    this.vm.current = null;
    this.vm.handled = null;
    this.vm.result = null;
    heap.finalizeAll();
    this.runPendingCalls();
  }

  runPendingCalls(): void {
    // What becomes due meanwhile comes first, as it does where it is a death in the middle of a call.
    const due = this.pendingCalls.splice(0);
    for (const { callable, args } of due) this.dueValues.push(callable, ...args);
    try {
      for (const call of due) this.runDue(call);
    } finally {
      for (const { args } of due) this.dueValues.length -= args.length + 1;
    }
  }

  /** A call that is due by a death; it may come at any moment, so the state of the loop is put back. What it raises is only told. */
  private runDue({ callable, args }: { callable: Value; args: Value[] }): void {
    const { vm } = this;
    const { result, stopped, reraised, pendingRaise, failedNative, handled, attributeCall } = vm;
    for (const arg of args) retain(arg);
    this.vm.stopped = false;
    this.vm.reraised = false;
    this.vm.pendingRaise = null;
    this.dueValues.push(result);
    try {
      this.vm.call(callable, args);
    } catch (error) {
      if (!(error instanceof Raise)) throw error;
      // A generator that is closed is named itself, a method its function.
      const source = callable instanceof PyNative && callable.name === 'close' ? args[0]! : callable;
      // What the frames of the exception held is dead before it is told.
      this.sweepAt(this.vm.sp);
      writeUnraisable(vm, error.exception, source);
    } finally {
      this.dueValues.pop();
      for (const arg of args) release(arg);
      Object.assign(vm, { result, stopped, reraised, pendingRaise, failedNative, handled, attributeCall });
    }
  }

  /** What the loop had in hand when a call became due, and the calls that wait for another one. */
  private readonly dueValues: Value[] = [];
  private finalized = new WeakSet<PyObject>();

  /** `__del__` of an object that nothing refers to any more; true if it lives on. */
  private finalizerDue(object: PyObject): boolean {
    if (this.finalized.has(object)) return false;
    this.finalized.add(object);
    const method = object.cls.lookup('__del__');
    if (!(method instanceof PyFunction)) return false;
    return this.callIsDue(object, { callable: method, args: [object] });
  }

  private generatorDied(generator: PyGenerator): boolean {
    // Only one with a handler at its suspension point, or that waits for another one, has something to do.
    const delegates = generator.frame.body.ops[generator.frame.pc - 1]! >> 8 === 1;
    if (!delegates && !generator.handles) return false;
    if (this.finalized.has(generator)) return false;
    this.finalized.add(generator);
    if (generator.finalizer !== null)
      return this.callIsDue(generator, { callable: generator.finalizer, args: [generator] });
    const close = new PyNative('close', 'close(generator, /)', (vm, dying: PyGenerator) =>
      closeGenerator(vm, dying),
    );
    return this.callIsDue(generator, { callable: close, args: [generator] });
  }

  /** Makes a call before an object dies: at once where deaths can be seen, else before the next instruction. */
  private callIsDue(object: PyObject, call: { callable: Value; args: Value[] }): boolean {
    if (!heap.eager) {
      this.pendingCalls.push(call);
      this.vm.requestAttention();
      return true;
    }
    object.rc++;
    this.runDue(call);
    return --object.rc > 0;
  }
}
