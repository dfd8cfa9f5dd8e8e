/** The machine: its stack and state, and the protocols of Python for natives (see native.ts). */
import type { Module } from './ast.js';
import { delAttr, findAttr, getAttr, setAttr, special, type AttributeCall } from './attributes.js';
import { exceptions, isPartOf, partsOfGroup } from './builtins/exceptions.js';
import * as operators from './builtins/operators.js';
import { ascii, format, repr, str } from './builtins/representation.js';
import { fixedHash } from './builtins/truth.js';
import { askLength, getIterator } from './builtins/iteration.js';
import { installBuiltins } from './builtins/install.js';
import { buildClass, typeNew } from './class_building.js';
import {
  accelerate,
  callNative,
  functionFrame,
  instantiate,
  isCoroutine,
  resolveCallee,
  typeCall,
} from './calls.js';
import { PyClass, typeOf } from './classes.js';
import { Op } from './code.js';
import { objectNumber } from './dict.js';
import {
  Cancelled,
  CompilerFailure,
  LimitError,
  MAX_ITEMS,
  NestingFailure,
  SyntaxFailure,
  type CompileMode,
  type FrontEnd,
} from './failures.js';
import { catchesAll, handlerNames, handlersAround } from './handlers.js';
import { Frame, NativeFrame, OnReturn, PyGenerator } from './frame.js';
import { closeGenerator, resume } from './generators.js';
import { LoopWatch, WATCH_FROM, type DeviceSequence, type LoopPlace } from './loop_watch.js';
import { heap, PyObject, release, retain, type Value } from './heap.js';
import { EMBEDDED } from './code_archive.js';
import { cachedPath, Importer, type SourceHost } from './imports.js';
import { shownLocals } from './mapping_locals.js';
import { execute, runCoroutine } from './interpreter.js';
import { defineFunctions, defineType, PyNative, Raise, type ModuleLibrary } from './native.js';
import {
  NotImplemented,
  PyBoxed,
  PyCell,
  PyCode,
  PyDict,
  PyException,
  PyFunction,
  PyIterator,
  PyList,
  PyModule,
  PySet,
  PyTuple,
  PyUnknown,
  type Place,
} from './objects.js';
import * as checks from './type_checks.js';
import { T } from './types.js';
import { PyPartialBytes } from './partial_bytes.js';
import { writeUnraisable } from './unraisable.js';

export { Cancelled, LimitError, SyntaxFailure, type CompileMode, type FrontEnd };

/** What a handler names that expects a module to be absent. */
const IMPORT_ERRORS = new Set(['ImportError', 'ModuleNotFoundError']);

export type NoteKind = 'assumption' | 'missing' | 'warning';
export interface Note {
  kind: NoteKind;
  message: string;
  place: Place | undefined;
}

export interface VMOptions {
  frontEnd: FrontEnd;
  host: SourceHost;
  libraries: ModuleLibrary[];
  write: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Instructions a run may execute. */
  maxInstructions?: number;
  recursionLimit?: number;
  /** How much of the memory that the process may use it uses: 0 to 1. Asked now and then. */
  memoryPressure?: () => number;
}

const DEFAULT_MAX_INSTRUCTIONS = 1_000_000_000;
const SLICE = 50_000;
/** `sys.int_info.default_max_str_digits`. */
const MAX_STR_DIGITS = 4300;
/** Pressure above which values that nothing holds any more are let go at the next instruction, should they be large. */
const PRESSURE_SWEEP = 0.5;
/** Pressure above which allocations fail with a MemoryError, and that ends the run. */
const PRESSURE_ERROR = 0.75;
const PRESSURE_END = 0.9;

export class VM {
  readonly stack: (Value | undefined)[] = [];
  sp = 0;
  current: Frame | NativeFrame | null = null;
  /** Depth of Python frames. */
  depth = 0;
  recursionLimit: number;
  private readonly initialRecursionLimit: number;
  /** Instructions until the next look at the clock and at the budget. */
  fuel = SLICE;
  private slice = SLICE;
  executed = 0;
  maxInstructions: number;
  /** Asked at each slice: a reason to stop. */
  shouldStop: (() => boolean) | undefined;
  private readonly memoryPressure: (() => number) | undefined;
  /** What the device did, for finding loops that do the same again and again; given by whoever has a device. */
  deviceSequence: (() => DeviceSequence) | undefined;
  /** Makes a Python exception of what natives of other rooms throw; undefined for what is none. */
  foreignError: ((thrown: unknown) => Raise | undefined) | undefined;
  /** Texts that the program has written. */
  writes = 0;
  /** Passes of what a program repeats, such as backward: a loop in which they happen is no loop over layers. */
  milestones = 0;
  /** Watches loops, once a run has become long. */
  loopWatch: LoopWatch | undefined;
  /** The value delivered last, for the loop or a native coroutine. */
  result: Value = null;
  stopped = false;
  loops = 0;
  handled: Value = null;
  reraised = false;
  failedNative: NativeFrame | null = null;
  pendingRaise: Raise | null = null;
  attributeCall: AttributeCall = { callable: null, args: [] };
  /** Names of the natives that are running, innermost last. */
  readonly nativeNames: string[] = [];
  readonly emptyTuple: PyTuple;
  readonly notImplemented = NotImplemented;
  readonly modules = new PyDict();
  readonly builtins: PyModule;
  private readonly ownImport: Value | undefined;
  readonly importer: Importer;
  readonly host: SourceHost;
  notes: Note[] = [];
  /** Told of what a redirected call returns (`PyFunction.redirect`): its first argument, the value. */
  onRedirectedReturn: ((receiver: Value, value: Value) => void) | undefined;
  /** What `sys.set_asyncgen_hooks` was given. */
  asyncGeneratorHooks: { firstiter: Value; finalizer: Value } = { firstiter: null, finalizer: null };
  /** Most decimal digits of an int that is made of text or shown as text; 0 for any number. */
  maxStrDigits = MAX_STR_DIGITS;
  /** Classes of ours whose attributes programs may set (torch.Tensor). */
  readonly openClasses = new Set<PyClass>();
  /** Calls that became due by a death (weak reference callbacks, `__del__`), to be made between instructions. */
  readonly pendingCalls: { callable: Value; args: Value[] }[] = [];
  argv: string[] = [''];
  /** What gives modules their content for a run (sys.argv, sys.path), called when one begins. */
  readonly runPreparations: (() => void)[] = [];
  /** Called before each allocation-like event by other rooms; see heap.sweep. */
  readonly write: (stream: 'stdout' | 'stderr', text: string) => void;
  private readonly frontEnd: FrontEnd;
  private readonly notesSeen = new Set<string>();
  /** Where the budget and the clock are looked at next while every instruction refuels. */
  private checkAt = 0;
  private collectRoots: Value[][] = [];
  private sweepDue = false;

  constructor(options: VMOptions) {
    this.frontEnd = options.frontEnd;
    this.host = options.host;
    this.write = (stream, text) => {
      this.writes++;
      options.write(stream, text);
    };
    this.maxInstructions = options.maxInstructions ?? DEFAULT_MAX_INSTRUCTIONS;
    this.initialRecursionLimit = this.recursionLimit = options.recursionLimit ?? 1000;
    this.memoryPressure = options.memoryPressure;
    this.emptyTuple = new PyTuple([]);
    this.takeHeap();
    this.builtins = installBuiltins(this);
    this.ownImport = this.builtins.dict.getStr('__import__');
    this.importer = new Importer(this, options.libraries);
    defineFunctions(this.builtins, {
      '__build_class__(...)': (vm, args: Value[], keywords: Map<string, Value> | null) =>
        buildClass(vm, args, keywords),
    });
    defineType(T.type, {
      methods: {
        '__call__(...)': (vm, args: Value[], keywords: Map<string, Value> | null) =>
          typeCall(vm, args[0] as PyClass, args.slice(1), keywords),
      },
      staticMethods: {
        '__new__(cls, name, bases=..., dict=..., /, **kwargs)': (
          vm,
          cls: PyClass,
          name: Value,
          bases: Value | undefined,
          dict: Value | undefined,
          kwargs: Map<string, Value>,
        ) => {
          if (bases === undefined && dict === undefined && cls === T.type) return checks.classOf(name);
          if (bases === undefined || dict === undefined)
            throw vm.error('TypeError', 'type() takes 1 or 3 arguments');
          return typeNew(vm, cls, name, bases, dict, kwargs);
        },
      },
    });
  }

  // ---- runs ----

  /** The heap serves one machine at a time: the one whose run began last. */
  private takeHeap(): void {
    heap.scanRoots = (visit) => this.scanRoots(visit);
    heap.markRoots = (mark) => this.markRoots(mark);
    heap.hash = (value) => this.hash(value);
    heap.fixedHash = fixedHash;
    heap.equals = (a, b) => this.equals(a, b);
    heap.onFinalizer = (object) => this.finalizerDue(object);
    heap.onGeneratorDeath = (generator) => this.generatorDied(generator as PyGenerator);
    heap.runDue = () => {
      if (this.pendingCalls.length === 0) return false;
      this.runPendingCalls();
      return true;
    };
    heap.onEager = () => {
      this.observedTop = this.observedCount = 0;
      this.requestAttention();
    };
    heap.onLarge = () => {
      if (this.checkMemory() < PRESSURE_SWEEP) return;
      this.sweepDue = true;
      this.requestAttention();
    };
    heap.onCleared = () => {
      if (heap.eager) this.runPendingCalls();
    };
  }

  /** Makes the machine ready for a program; everything that the last one made is gone. */
  reset(): void {
    this.takeHeap();
    this.stack.length = 0;
    this.sp = 0;
    this.current = null;
    this.finalizing = false;
    this.depth = 0;
    this.recursionLimit = this.initialRecursionLimit;
    this.executed = 0;
    this.maxStrDigits = MAX_STR_DIGITS;
    this.asyncGeneratorHooks = { firstiter: null, finalizer: null };
    this.loopWatch = undefined;
    this.writes = 0;
    this.milestones = 0;
    this.checkAt = 0;
    this.sweepDue = false;
    this.observedTop = 0;
    this.observedCount = 0;
    this.operands.fill(undefined);
    this.dueValues.length = 0;
    this.finalized = new WeakSet();
    this.slice = this.fuel = SLICE;
    this.handled = null;
    this.result = null;
    this.stopped = false;
    this.reraised = false;
    this.failedNative = null;
    this.pendingRaise = null;
    this.nativeNames.length = 0;
    this.pendingCalls.length = 0;
    this.notes = [];
    this.notesSeen.clear();
    this.collectRoots = [];
    this.importer.beginRun(this.modules);
    this.modules.setStr('builtins', this.builtins);
    this.prepareRun();
  }

  /** Gives modules that show the program's arguments and paths their content. */
  prepareRun(): void {
    for (const prepare of this.runPreparations) prepare();
  }

  /** Runs module-level code in a namespace. Throws Raise, LimitError. */
  runModuleCode(code: PyCode, namespace: PyDict): Value {
    const func = new PyFunction(code, namespace, null, null, null);
    func.bodyLocals = namespace;
    return this.call(func);
  }

  /** Source text → code object; throws SyntaxFailure. */
  compile(text: string, filename: string, mode: CompileMode): PyCode {
    return this.frontEnd.compile(text, filename, mode);
  }

  /** The syntax tree of a text. Raises SyntaxError. */
  syntaxTree(text: string, filename: string): Module {
    try {
      return this.frontEnd.parse(text);
    } catch (error) {
      if (error instanceof SyntaxFailure) throw this.syntaxError(error, filename, text);
      throw error;
    }
  }

  /** `compile()` of Python: raises SyntaxError. */
  compileSource(text: string, filename: string, mode: CompileMode): PyCode {
    try {
      return this.compile(text, filename, mode);
    } catch (error) {
      if (error instanceof NestingFailure) throw this.error('RecursionError', error.message);
      if (error instanceof SyntaxFailure) throw this.syntaxError(error, filename, text);
      throw error;
    }
  }

  /** Called when a slice of instructions is used up, or something became due; where deaths can be seen, before each instruction. */
  refuel(): void {
    this.executed += this.slice;
    this.slice = this.fuel = heap.eager && heap.stillEager() ? 1 : SLICE;
    if (heap.eager) this.observeDeaths();
    if (this.pendingCalls.length > 0) this.runPendingCalls();
    if (this.executed < this.checkAt && heap.eager) return;
    this.checkAt = this.executed + SLICE;
    this.checkBounds();
    if (!this.sweepDue && heap.zct.length <= 200_000) return;
    this.sweepDue = false;
    heap.sweep();
  }

  /** Ends the run where its time is over or its memory full. Raises MemoryError before the latter. */
  private checkBounds(): void {
    if (this.executed >= this.maxInstructions)
      throw new LimitError(`the instruction budget of ${this.maxInstructions} is used up`, this.place());
    if (this.shouldStop?.() === true) throw new Cancelled('cancelled');
    this.importer.checkBudget();
    if (
      this.loopWatch === undefined &&
      !this.importer.importsLibrary &&
      this.deviceSequence !== undefined &&
      this.executed + LoopWatch.costOf(this.deviceSequence()) > WATCH_FROM
    )
      this.loopWatch = new LoopWatch(this, this.deviceSequence);
    if ((++this.checks & 7) === 0) this.checkMemory();
  }

  /** Returns the pressure. Raises MemoryError, or ends the run. */
  private checkMemory(): number {
    if (this.memoryPressure === undefined) return 0;
    const pressure = this.memoryPressure();
    if (pressure > PRESSURE_END)
      throw new LimitError('the program needs more memory than there is', this.place());
    if (pressure > PRESSURE_ERROR)
      throw this.error('MemoryError', 'the program holds more objects than there is memory for here');
    return pressure;
  }

  /** Whether the loop whose pass begins or ends here is left, as one that would go on like this; its iterator may be moved on. */
  leavesLoop(frame: Frame, place: LoopPlace): boolean {
    const verdict = this.loopWatch?.passes(frame, place);
    if (verdict === undefined) return false;
    this.note(
      'assumption',
      verdict.kind === 'skip'
        ? `${verdict.passes} passes of the loop are left out: they would make the same allocations as the last ones`
        : 'the loop is left: its last passes all made the same allocations',
    );
    if (verdict.kind === 'leave') return true;
    (place.iterator as PyIterator).skip!(verdict.passes);
    return false;
  }

  private checks = 0;
  private nativeSteps = 0;

  /** Counts what a native iterates over: it may be endless. Nothing dies here. */
  private countStep(): void {
    if (++this.nativeSteps < SLICE) return;
    this.nativeSteps = 0;
    this.executed += SLICE;
    this.checkBounds();
  }

  /** Makes the loop call `refuel` before the next instruction. */
  private requestAttention(): void {
    this.executed += this.slice - this.fuel;
    this.slice = this.fuel = 1;
  }

  private scanRoots(visit: (value: Value | undefined) => void): void {
    const { stack, sp } = this;
    for (let i = 0; i < sp; i++) visit(stack[i]);
    this.scanOtherRoots(visit);
  }

  /** Marks what `scanRoots` visits. It runs at every allocation on the device: the stack is walked without a call for each value. */
  private markRoots(mark: number): void {
    const { stack, sp } = this;
    for (let i = 0; i < sp; i++) {
      const value = stack[i];
      if (typeof value === 'object' && value !== null) value.mark = mark;
    }
    this.scanOtherRoots((value) => {
      if (typeof value === 'object' && value !== null) value.mark = mark;
    });
  }

  /** The roots that are not on the stack. */
  private scanOtherRoots(visit: (value: Value | undefined) => void): void {
    visit(this.handled);
    visit(this.result);
    for (const value of this.dueValues) visit(value);
    for (const { callable, args } of this.pendingCalls) {
      visit(callable);
      for (const arg of args) visit(arg);
    }
    for (const values of this.collectRoots) for (const value of values) visit(value);
    for (let frame = this.current; frame !== null; frame = frame.back)
      if (frame instanceof NativeFrame) for (const root of frame.roots) visit(root);
  }

  // ---- deaths ----

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
  private observeDeaths(): void {
    const { sp, stack, observedTop, operands } = this;
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
      this.sp = sp;
    }
    this.observedCount = heap.zct.length;
    this.observedTop = sp;
    const from = Math.max(0, sp - operands.length);
    for (let i = 0; i < operands.length; i++) operands[i] = stack[from + i];
  }

  /** To be called where an exception was raised, before frames are left. */
  noteFailure(): void {
    const frame = this.current;
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
    this.unwoundSlot = this.sp < this.observedTop ? this.stack[this.sp] : undefined;
  }

  /** The program ended with an exception: what it dropped dies before the traceback is shown. */
  settle(exception: PyException): void {
    if (!heap.eager) return;
    this.noteUnwinding();
    this.stack[this.sp++] = exception;
    this.observeDeaths();
    this.sp--;
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
  deaths(sp: number): void {
    this.sp = sp;
    heap.sweep();
    if (this.pendingCalls.length > 0) this.runPendingCalls();
    this.sp = sp;
  }

  /** Whether the program is over and only finalizers run. */
  finalizing = false;

  /** The end of the program: what is alive gets its finalizers called. */
  finalizeAll(): void {
    this.finalizing = true;
    this.sp = 0;
    this.current = null;
    this.handled = null;
    this.result = null;
    heap.finalizeAll();
    this.runPendingCalls();
  }

  private runPendingCalls(): void {
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
    const { result, stopped, reraised, pendingRaise, failedNative, handled, attributeCall } = this;
    for (const arg of args) retain(arg);
    this.stopped = false;
    this.reraised = false;
    this.pendingRaise = null;
    this.dueValues.push(result);
    try {
      this.call(callable, args);
    } catch (error) {
      if (!(error instanceof Raise)) throw error;
      // A generator that is closed is named itself, a method its function.
      const source = callable instanceof PyNative && callable.name === 'close' ? args[0]! : callable;
      // What the frames of the exception held is dead before it is told.
      this.deaths(this.sp);
      writeUnraisable(this, error.exception, source);
    } finally {
      this.dueValues.pop();
      for (const arg of args) release(arg);
      Object.assign(this, { result, stopped, reraised, pendingRaise, failedNative, handled, attributeCall });
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
      this.requestAttention();
      return true;
    }
    object.rc++;
    this.runDue(call);
    return --object.rc > 0;
  }

  /** `gc.collect()`: the number of objects that only kept each other alive. */
  collectGarbage(): number {
    return heap.collect();
  }

  // ---- errors ----

  exceptionClass(name: string): PyClass {
    const cls = exceptions[name];
    if (cls === undefined) throw new Error(`no exception class ${name}`);
    return cls;
  }

  /** A Python exception to throw: `throw vm.error('TypeError', 'message')`. */
  error(type: string | PyClass, ...args: Value[]): Raise {
    const cls = typeof type === 'string' ? this.exceptionClass(type) : type;
    const exception = cls.allocate!(cls) as PyException;
    exception.setArgs(new PyTuple(args));
    return new Raise(exception);
  }

  raise(exception: PyException): Raise {
    return new Raise(exception);
  }

  attributeError(object: Value, name: string, slot?: string): Raise {
    const raise = this.error('AttributeError', slot ?? this.attributeErrorText(object, name));
    raise.exception.setField('name', name);
    raise.exception.setField('obj', object);
    return raise;
  }

  private attributeErrorText(object: Value, name: string): string {
    if (object instanceof PyClass) return `type object '${object.typeName}' has no attribute '${name}'`;
    if (object instanceof PyModule) {
      const partially = this.importer.isExecuting(object) ? 'partially initialized module' : 'module';
      // A module without a name (`del module.__name__`) is not called anything.
      if (typeof object.dict.getStr('__name__') !== 'string') return `module has no attribute '${name}'`;
      return `${partially} '${object.name}' has no attribute '${name}'${partially === 'module' ? '' : ' (most likely due to a circular import)'}`;
    }
    return `'${typeOf(object).typeName}' object has no attribute '${name}'`;
  }

  nameError(name: string): Raise {
    const raise = this.error('NameError', `name '${name}' is not defined`);
    raise.exception.setField('name', name);
    return raise;
  }

  unboundLocal(frame: Frame, index: number): Raise {
    return this.error(
      'UnboundLocalError',
      `cannot access local variable '${this.localName(frame, index)}' where it is not associated with a value`,
    );
  }

  unboundCell(frame: Frame, index: number): Raise {
    const name = this.localName(frame, index);
    const { varnames, cellvars } = frame.code.init;
    if (index < varnames.length + cellvars.length)
      return this.error(
        'UnboundLocalError',
        `cannot access local variable '${name}' where it is not associated with a value`,
      );
    const raise = this.error(
      'NameError',
      `cannot access free variable '${name}' where it is not associated with a value in enclosing scope`,
    );
    raise.exception.setField('name', name);
    return raise;
  }

  localName(frame: Frame, index: number): string {
    const { varnames, cellvars, freevars } = frame.code.init;
    if (index < varnames.length) return varnames[index]!;
    index -= varnames.length;
    return index < cellvars.length ? cellvars[index]! : freevars[index - cellvars.length]!;
  }

  importError(message: string, name: string): Raise {
    const raise = this.error('ImportError', message);
    raise.exception.setField('name', name);
    return raise;
  }

  moduleNotFound(name: string, message: string): Raise {
    const raise = this.error('ModuleNotFoundError', message);
    raise.exception.setField('name', name);
    return raise;
  }

  syntaxError(failure: SyntaxFailure, filename: string, text: string): Raise {
    const name =
      failure.message.startsWith('unindent') ||
      failure.message.startsWith('unexpected indent') ||
      failure.message.startsWith('expected an indented')
        ? 'IndentationError'
        : 'SyntaxError';
    const line = text.split('\n', failure.line)[failure.line - 1] ?? '';
    const [offset, endOffset] = shownColumns(failure, line);
    const shown = failure instanceof CompilerFailure && !this.host.isFile(filename) ? null : `${line}\n`;
    const raise = this.error(
      name,
      failure.message,
      new PyTuple([filename, failure.line, offset, shown, failure.endLine, endOffset]),
    );
    return raise;
  }

  /** The implicit `__context__` of an exception raised while another is handled. */
  chainContext(exception: PyException): void {
    const { handled } = this;
    if (
      this.reraised ||
      !(handled instanceof PyException) ||
      handled === exception ||
      exception.context !== null
    )
      return;
    // No cycles: the handled one's chain must not lead to the new one.
    for (let each: Value = handled; each instanceof PyException; each = each.context)
      if (each.context === exception) each.setContext(null);
    exception.setContext(handled);
  }

  addTraceback(exception: PyException, frame: Frame): void {
    const pc = Math.max(0, frame.pc - 1);
    const { positions } = frame.body;
    const at = pc * 4;
    exception.addTraceback({
      code: frame.code,
      line: positions[at]!,
      position: [positions[at]!, positions[at + 1]!, positions[at + 2]!, positions[at + 3]!],
      held: [],
    });
  }

  /** A frame is left by an exception: its locals live on with the traceback. */
  holdFrame(exception: PyException, frame: Frame): void {
    const entry = exception.traceback[exception.traceback.length - 1];
    if (entry === undefined || entry.code !== frame.code) return;
    const held = this.stack
      .slice(frame.base, frame.base + frame.code.localsCount)
      .filter((value) => typeof value === 'object' && value !== null);
    exception.holdTraceback(entry, held);
  }

  /** A handler of the frame is about to run. */
  noteCaught(exception: PyException, frame: Frame): void {
    const entry = exception.traceback[exception.traceback.length - 1];
    if (entry === undefined || entry.code !== frame.code) return;
    // Our own Python stands for code whose frames are others, and must not keep tensors by an exception that it handled.
    if (frame.code.init.filename.startsWith(EMBEDDED)) return;
    // In a loop: those that are gone need not be remembered.
    if (frame.caught !== null && frame.caught.length > 8)
      frame.caught = frame.caught.filter((one) => one.exception.rc > 0);
    (frame.caught ??= []).push({ exception, entry });
  }

  /** A frame ends: exceptions that were handled in it and live on keep its values, as their tracebacks keep it. */
  holdCaught(frame: Frame, result: Value): void {
    const caught = frame.caught!;
    frame.caught = null;
    for (const { exception, entry } of caught) {
      const lives =
        exception.rc > 0 || exception === result || this.stack.lastIndexOf(exception, this.sp - 1) >= 0;
      if (!lives || !exception.traceback.includes(entry) || entry.held.length > 0) continue;
      const held = this.stack
        .slice(frame.base, frame.base + frame.code.localsCount)
        .filter((value) => typeof value === 'object' && value !== null);
      exception.holdTraceback(entry, held);
    }
  }

  /** The `raise` statement's exception. */
  raiseStatement(value: Value | undefined, cause: Value | undefined): Raise {
    if (value === undefined) {
      if (!(this.handled instanceof PyException))
        return this.error('RuntimeError', 'No active exception to reraise');
      this.reraised = true;
      return new Raise(this.handled);
    }
    const exception = this.toException(value);
    if (cause !== undefined) {
      if (cause === null) exception.setCause(null);
      else exception.setCause(this.toException(cause, 'exception causes must derive from BaseException'));
    }
    return new Raise(exception);
  }

  private toException(value: Value, message = 'exceptions must derive from BaseException'): PyException {
    if (value instanceof PyException) return value;
    if (value instanceof PyUnknown)
      throw new LimitError(`an unknown exception is raised (${value.reason})`, this.place());
    if (value instanceof PyClass && value.isSubclassOf(T.BaseException)) {
      const made = this.call(value);
      if (made instanceof PyException) return made;
    }
    throw this.error('TypeError', message);
  }

  exceptionMatches(exception: PyException, type: Value): boolean {
    // All of a tuple is looked at, whichever matches.
    if (type instanceof PyTuple)
      return type.items.map((item) => this.exceptionMatches(exception, item)).some(Boolean);
    if (type instanceof PyUnknown) return false;
    if (!(type instanceof PyClass) || !type.isSubclassOf(T.BaseException))
      throw this.error('TypeError', 'catching classes that do not inherit from BaseException is not allowed');
    return exception.cls.isSubclassOf(type);
  }

  /** `except*`: the parts of a group that match and that don't. */
  splitGroup(exception: PyException | null, type: Value): [Value, Value] {
    // Nothing is left of the group.
    if (exception === null) return [null, null];
    const group = this.exceptionClass('BaseExceptionGroup');
    for (const each of type instanceof PyTuple ? type.items : [type]) {
      if (each instanceof PyClass && each.isSubclassOf(group))
        throw this.error(
          'TypeError',
          'catching ExceptionGroup with except* is not allowed. Use except instead.',
        );
    }
    if (!exception.cls.isSubclassOf(group)) {
      if (!this.exceptionMatches(exception, type)) return [exception, null];
      return [null, this.call(this.exceptionClass('ExceptionGroup'), ['', new PyTuple([exception])])];
    }
    const pair = this.callMethod(exception, 'split', [type]) as PyTuple;
    return [pair.items[1]!, pair.items[0]!];
  }

  /** What leaves a `try` with `except*`: what its handlers raised, and beside it the parts of the group that they raised again. */
  prepareReraiseStar(original: PyException, raised: PyList): Value {
    const left = raised.items.filter((item) => item instanceof PyException);
    if (left.length === 0) return null;
    if (!original.cls.isSubclassOf(this.exceptionClass('BaseExceptionGroup'))) return left[0]!;
    const again = left.filter((exception) => isPartOf(exception, original));
    const all: Value[] = left.filter((exception) => !again.includes(exception));
    if (again.length > 0) all.push(this.root(partsOfGroup(this, original, again)));
    return all.length === 1
      ? all[0]!
      : this.call(this.exceptionClass('ExceptionGroup'), ['', new PyList(all)]);
  }

  tracebackOf(exception: PyException): Value {
    return this.findAttr(exception, '__traceback__') ?? null;
  }

  // ---- calls ----

  /** Calls from a native, in a nested loop. */
  call(callable: Value, args: Value[] = [], keywords: Map<string, Value> | null = null): Value {
    const { sp, current, stack } = this;
    const callee = resolveCallee(this, callable, args);
    if (callee.kind === 'value') return callee.value;
    // What the last call gave belongs to whoever took it.
    if (heap.eager) this.result = null;
    let at = sp;
    stack[at++] = callable;
    for (const arg of callee.args) stack[at++] = arg;
    if (keywords !== null) for (const value of keywords.values()) stack[at++] = value;
    this.sp = at;
    try {
      if (callee.kind === 'native') {
        const result = callNative(this, callee.native, callee.args, keywords);
        return isCoroutine(result) ? runCoroutine(this, result, callee.native.name) : result;
      }
      if (callee.kind === 'class') {
        return runCoroutine(this, instantiate(this, callee.cls, callee.args, keywords), callee.cls.name);
      }
      // The arguments again, where the frame wants them: the first copy roots nothing any more.
      at = sp;
      stack[at++] = callee.func;
      const base = at;
      for (const arg of callee.args) stack[at++] = arg;
      this.sp = at;
      if (callee.func.accelerated !== null && keywords === null) {
        const result = accelerate(this, callee.func, callee.args);
        if (result !== undefined) return result;
      }
      if (this.loops > 400) throw this.error('RecursionError', 'maximum recursion depth exceeded');
      const frame = functionFrame(
        this,
        callee.func,
        base,
        callee.args.length,
        sp,
        OnReturn.Stop,
        current,
        null,
        keywords,
      );
      return execute(this, frame);
    } finally {
      this.sp = sp;
      this.current = current;
    }
  }

  callMethod(object: Value, name: string, args: Value[] = []): Value {
    return this.call(this.getAttr(object, name), args);
  }

  special(object: Value, name: string): Value | undefined {
    return special(this, object, name);
  }

  getSpecial(object: Value, name: string): Value {
    const method = special(this, object, name);
    if (method === undefined) throw this.attributeError(object, name);
    return method;
  }

  /** Calls a special method of the value's class; undefined if it has none. */
  callSpecial(object: Value, name: string, args: Value[] = []): Value | undefined {
    const cls = typeOf(object);
    const found = cls.lookup(name);
    if (found === undefined || found === null) return undefined;
    if (found instanceof PyFunction) return this.call(found, [object, ...args]);
    return this.call(special(this, object, name)!, args);
  }

  callSpecialOrFail(object: Value, name: string, message: string): Value {
    const result = this.callSpecial(object, name);
    if (result === undefined) throw this.error('TypeError', `${message} ${typeOf(object).typeName}`);
    return result;
  }

  /** The value's special method if it is a Python function, so that the loop can push its frame. */
  pythonMethod(object: Value, name: string): PyFunction | undefined {
    if (typeof object !== 'object' || object === null || object.cls.native) return undefined;
    const found = object.cls.lookup(name);
    return found instanceof PyFunction ? found : undefined;
  }

  abstractMethods(cls: PyClass): string[] | undefined {
    const names = cls.dict.getStr('__abstractmethods__');
    if (!(names instanceof PySet) || names.size === 0) return undefined;
    return names.keyArray().map(String).sort();
  }

  /** A function that runs a class body in a namespace. */
  classBody(func: PyFunction, namespace: PyDict): PyFunction {
    const body = new PyFunction(func.code, func.globals, null, null, func.closure);
    body.bodyLocals = namespace;
    return body;
  }

  // ---- attributes and protocols ----

  getAttr(object: Value, name: string): Value {
    return getAttr(this, object, name);
  }
  findAttr(object: Value, name: string): Value | undefined {
    return findAttr(this, object, name);
  }
  setAttr(object: Value, name: string, value: Value): void {
    setAttr(this, object, name, value);
  }
  delAttr(object: Value, name: string): void {
    delAttr(this, object, name);
  }
  binary(operator: number, a: Value, b: Value): Value {
    return operators.binaryOperation(this, operator, a, b);
  }
  compare(operator: number, a: Value, b: Value): Value {
    return operators.compareOperation(this, operator, a, b);
  }
  equals(a: Value, b: Value): boolean {
    return operators.equals(this, a, b);
  }
  less(a: Value, b: Value): boolean {
    return this.truth(operators.compareOperation(this, 0, a, b));
  }
  truth(value: Value): boolean {
    return operators.truth(this, value);
  }
  truthValue(value: Value): boolean | PyUnknown {
    return operators.truthValue(this, value);
  }
  hash(value: Value): number {
    return operators.hash(this, value);
  }
  length(value: Value): number {
    return operators.length(this, value);
  }
  getItem(object: Value, key: Value): Value {
    return operators.getItem(this, object, key);
  }
  setItem(object: Value, key: Value, value: Value): void {
    operators.setItem(this, object, key, value);
  }
  delItem(object: Value, key: Value): void {
    operators.delItem(this, object, key);
  }
  contains(container: Value, item: Value): boolean {
    return operators.containsOperation(this, container, item) === true;
  }
  str(value: Value): string {
    return str(this, value);
  }
  repr(value: Value): string {
    return repr(this, value);
  }
  ascii(value: Value): string {
    return ascii(this, value);
  }
  format(value: Value, spec: string): string {
    return format(this, value, spec);
  }
  isInstance(value: Value, cls: Value): boolean {
    return checks.isInstance(this, value, cls);
  }
  isSubclass(cls: Value, of: Value): boolean {
    return checks.isSubclass(this, cls, of);
  }
  index(value: Value): number {
    return checks.index(this, value);
  }
  indexBig(value: Value): number | bigint {
    return checks.indexBig(this, value);
  }
  /** `is`: numbers and strings are the same object when equal (as small ints and interned names are). */
  isSame(a: Value, b: Value): boolean {
    return a === b;
  }
  /** The text of a str or of an instance of a subclass. */
  asStr(value: Value): string | undefined {
    if (typeof value === 'string') return value;
    return value instanceof PyBoxed && typeof value.value === 'string' ? value.value : undefined;
  }
  address(object: PyObject): string {
    return `0x${(0x7f0000000000 + objectNumber(object) * 0x10).toString(16).padStart(12, '0')}`;
  }

  // ---- iteration ----

  getIter(value: Value): Value {
    return getIterator(this, value);
  }

  /** `next(iterator)`: undefined at the end. */
  next(iterator: Value): Value | undefined {
    this.countStep();
    if (iterator instanceof PyIterator) {
      const value = iterator.step();
      if (value === undefined) iterator.exhausted();
      return value;
    }
    if (iterator instanceof PyGenerator) {
      const step = resume(this, iterator, null);
      return step.done ? undefined : step.value;
    }
    if (iterator instanceof PyUnknown) return undefined;
    const method = typeOf(iterator).lookup('__next__');
    if (method === undefined)
      throw this.error('TypeError', `'${typeOf(iterator).typeName}' object is not an iterator`);
    try {
      return this.call(special(this, iterator, '__next__')!);
    } catch (error) {
      if (error instanceof Raise && error.exception.cls.isSubclassOf(this.exceptionClass('StopIteration')))
        return undefined;
      throw error;
    }
  }

  /** Iterates over a value from a native; the value must be rooted by the caller. */
  iterate(value: Value): { next(): Value | undefined } {
    const iterator = this.root(this.getIter(value));
    return { next: () => this.next(iterator) };
  }

  /**
   * `list(value)` as an array. What is collected is rooted while it runs. `asksLength`: as what makes a list or tuple does,
   * the iterable is asked how long it is.
   */
  collect(value: Value, asksLength = true): Value[] {
    if (
      (value instanceof PyTuple && value.cls === T.tuple) ||
      (value instanceof PyList && value.cls === T.list)
    )
      return [...value.items];
    if (value instanceof PyUnknown) return [];
    const items: Value[] = [];
    const { sp } = this;
    const iterator = this.getIter(value);
    this.stack[this.sp++] = iterator;
    this.collectRoots.push(items);
    try {
      if (asksLength) askLength(this, value);
      for (;;) {
        const item = this.next(iterator);
        if (item === undefined) return items;
        if (items.length >= MAX_ITEMS) throw this.error('MemoryError');
        items.push(item);
      }
    } finally {
      this.collectRoots.pop();
      this.sp = sp;
    }
  }

  /** How errors name what is called: `module.f()`. */
  functionText(callable: Value): string {
    const qualname = this.findAttr(callable, '__qualname__');
    const name = qualname === undefined ? undefined : this.asStr(qualname);
    if (name === undefined) return this.str(callable);
    const module = this.findAttr(callable, '__module__');
    const prefix = module === undefined ? undefined : this.asStr(module);
    return prefix === undefined || prefix === 'builtins' ? `${name}()` : `${prefix}.${name}()`;
  }

  /** The items for `*value` in a display, or in a call of `callable`. */
  collectForUnpacking(value: Value, callable?: Value): Value[] {
    const cls = typeOf(value);
    if (
      cls.lookup('__iter__') === undefined &&
      cls.lookup('__getitem__') === undefined &&
      !(value instanceof PyUnknown)
    )
      throw this.error(
        'TypeError',
        callable === undefined
          ? `Value after * must be an iterable, not ${cls.typeName}`
          : `${this.functionText(callable)} argument after * must be an iterable, not ${cls.typeName}`,
      );
    return this.collect(value);
  }

  /** UNPACK_SEQUENCE (`after` < 0) and UNPACK_EX. */
  unpack(value: Value, before: number, after: number): readonly Value[] {
    if (value instanceof PyUnknown) return new Array<Value>(before + Math.max(0, after)).fill(value);
    const cls = typeOf(value);
    if (cls.lookup('__iter__') === undefined && cls.lookup('__getitem__') === undefined)
      throw this.error('TypeError', `cannot unpack non-iterable ${cls.typeName} object`);
    const items: Value[] = [];
    const { sp } = this;
    const iterator = this.getIter(value);
    const missing = (): Raise =>
      this.error(
        'ValueError',
        `not enough values to unpack (expected ${after < 0 ? before : `at least ${before + after}`}, got ${items.length})`,
      );
    this.stack[this.sp++] = iterator;
    this.collectRoots.push(items);
    try {
      while (items.length < before) {
        const item = this.next(iterator);
        if (item === undefined) throw missing();
        items.push(item);
      }
      if (after < 0) {
        if (this.next(iterator) !== undefined)
          throw this.error('ValueError', `too many values to unpack (expected ${before})`);
      } else {
        // What the star takes is a list made of the iterator.
        for (const item of this.collect(iterator)) items.push(item);
        if (items.length < before + after) throw missing();
      }
    } finally {
      this.collectRoots.pop();
      this.sp = sp;
    }
    return items;
  }

  /** Adds the entries of a mapping; as keyword arguments of `callable`, where that is given. */
  mergeMapping(dict: PyDict, source: Value, callable?: Value): void {
    if (source instanceof PyUnknown) {
      this.note('missing', `the entries of an unknown mapping are left out (${source.reason})`);
      return;
    }
    const put = (key: Value, value: Value): void => {
      if (callable !== undefined && dict.has(key))
        // The KeyError of the merge is given other words, but where an exception is being handled: then it is complete already.
        if (this.handled !== null) throw this.error('KeyError', key);
        else
          throw this.error(
            'TypeError',
            `${this.functionText(callable)} got multiple values for keyword argument '${this.str(key)}'`,
          );
      dict.set(key, value);
    };
    if (source instanceof PyDict && !(source.cls.lookup('__getitem__') instanceof PyFunction)) {
      for (const [key, value] of source.entries()) put(key, value);
      return;
    }
    const keys = this.findAttr(source, 'keys');
    if (keys === undefined)
      throw this.error(
        'TypeError',
        callable !== undefined
          ? `${this.functionText(callable)} argument after ** must be a mapping, not ${typeOf(source).typeName}`
          : `'${typeOf(source).typeName}' object is not a mapping`,
      );
    for (const key of this.collect(this.call(keys))) put(key, this.getItem(source, key));
  }

  mappingGet(mapping: Value, name: string): Value | undefined {
    try {
      return this.getItem(mapping, name);
    } catch (error) {
      if (error instanceof Raise && error.exception.cls.isSubclassOf(this.exceptionClass('KeyError')))
        return undefined;
      throw error;
    }
  }

  /** A name of a class body, a module or `exec`. */
  localValue(locals: PyDict | null, name: string): Value | undefined {
    if (locals === null) return undefined;
    return locals.cls === T.dict ? locals.getStr(name) : this.mappingGet(locals, name);
  }

  /** `del name` there. */
  deleteLocal(locals: PyDict, name: string): void {
    if (locals.cls === T.dict) {
      if (locals.delete(name) === undefined) throw this.nameError(name);
      return;
    }
    try {
      this.delItem(locals, name);
    } catch (error) {
      if (error instanceof Raise && error.exception.cls.isSubclassOf(this.exceptionClass('KeyError')))
        throw this.nameError(name);
      throw error;
    }
  }

  isInstanceOfAbc(value: Value, name: string): boolean {
    const module = this.modules.getStr('collections.abc');
    if (!(module instanceof PyModule)) return false;
    const abc = module.dict.getStr(name);
    return abc !== undefined && this.isInstance(value, abc);
  }

  /** Keeps a value alive until the native that is running returns. */
  root<V extends Value>(value: V): V {
    if (typeof value === 'object' && value !== null) heap.handles.push(value);
    return value;
  }

  // ---- where we are ----

  /** Python frames, innermost first. */
  *frames(): IterableIterator<Frame> {
    for (let frame = this.current; frame !== null; frame = frame.back)
      if (frame instanceof Frame) yield frame;
  }

  /** The innermost line of a file that is not the machine's own; where there is none, the innermost line. */
  place(): Place | undefined {
    let own: Place | undefined;
    for (const frame of this.frames()) {
      const { filename } = frame.code.init;
      if (!filename.startsWith(EMBEDDED)) return { file: filename, line: frame.line };
      own ??= { file: filename, line: frame.line };
    }
    return own;
  }

  currentGlobals(): PyDict | undefined {
    for (const frame of this.frames()) return frame.globals;
    return undefined;
  }

  /** A snapshot of the innermost frame's names: `locals()`. */
  currentLocals(): Value {
    for (const frame of this.frames()) return shownLocals(this.localsOf(frame));
    return new PyDict();
  }

  private localsOf(frame: Frame): PyDict {
    if (frame.locals !== null) return frame.locals;
    const dict = new PyDict();
    const { varnames, cellvars, freevars } = frame.code.init;
    const names = [...varnames, ...cellvars, ...freevars];
    for (let i = 0; i < names.length; i++) {
      let value = this.stack[frame.base + i];
      if (value instanceof PyCell && (i >= varnames.length || this.isCellParameter(frame, i)))
        value = value.value;
      if (value !== undefined) dict.setStr(names[i]!, value);
    }
    return dict;
  }

  private isCellParameter(frame: Frame, index: number): boolean {
    const { ops } = frame.body;
    for (let pc = 0; pc < ops.length && pc < 64; pc++) {
      const instruction = ops[pc]!;
      if ((instruction & 0xff) === Op.MAKE_CELL && instruction >> 8 === index) return true;
    }
    return false;
  }

  /**
   * Whether an ImportError raised now would be caught by a handler that expects it; with `package_`, by one in that package or
   * where it is imported, which is prepared for the package's own absence.
   */
  importErrorIsHandled(package_?: string): boolean {
    let innermost = true;
    for (const frame of this.frames()) {
      for (const target of handlersAround(frame))
        if (handlerNames(frame, target, IMPORT_ERRORS) || (innermost && catchesAll(frame, target)))
          return true;
      // A module body that is being imported ends the search in its importer's frame only for named handlers.
      const own = topPackage(frame.globals);
      if (own === 'importlib') continue;
      innermost = false;
      if (package_ !== undefined && own !== package_) return false;
    }
    return false;
  }

  /**
   * Whether the running code is prepared for one of these exceptions: a handler names it, or the code of a library handles
   * whatever its own request raises.
   */
  isPreparedFor(classes: ReadonlySet<string>): boolean {
    let inLibrary = true;
    for (const frame of this.frames()) {
      const { filename } = frame.code.init;
      inLibrary &&=
        filename.startsWith(EMBEDDED) ||
        this.importer.libraryRoots.some((root) => filename.startsWith(`${root}/`));
      for (const target of handlersAround(frame))
        if (handlerNames(frame, target, classes) || (inLibrary && catchesAll(frame, target))) return true;
    }
    return false;
  }

  /** The top package of the module whose code runs (`importlib` works for another); none where no code does. */
  runningPackage(): string | undefined {
    for (const frame of this.frames()) {
      const own = topPackage(frame.globals);
      if (own !== 'importlib') return own;
    }
    return undefined;
  }

  /**
   * Tells what was assumed or is missing. What happens while a library's module body runs is not told: it matters only where a
   * program meets the unknown, and that is told there.
   */
  note(kind: NoteKind, message: string, place: Place | undefined = this.place()): void {
    if (this.importer.importsLibrary) return;
    const key = `${kind}|${message}|${place?.file}|${place?.line}`;
    if (this.notesSeen.has(key)) return;
    this.notesSeen.add(key);
    this.notes.push({ kind, message, place });
  }

  unknown(reason: string, wouldBe?: PyClass): PyUnknown {
    return new PyUnknown(reason, this.place(), wouldBe);
  }

  /**
   * Which way a conditional jump on an unknown goes: true to jump. Records the assumption. `likely`: what asks whether it holds
   * (a tensor of checks) is taken to hold, unless that raises.
   */
  unknownBranch(frame: Frame, pc: number, value: PyUnknown, jumpIf: boolean, likely = false): boolean {
    // There is at least one.
    if (value instanceof PyPartialBytes) return jumpIf;
    const rule = frame.body.unknownBranches.get(pc);
    const must = rule === 'must jump' || rule === 'must stay';
    const jump = likely && !must ? jumpIf : rule === 'jump' || rule === 'must jump';
    const taken = jump === jumpIf;
    this.note(
      'assumption',
      `a condition is unknown (${value.reason}): taken as ${taken ? 'true' : 'false'}`,
      frame.code.init.filename.startsWith(EMBEDDED)
        ? this.place()
        : { file: frame.code.init.filename, line: frame.code.lineAt(pc) },
    );
    return jump;
  }

  makeSpec(name: string, path: string | null, folders: string[] | null): Value {
    const spec = new PyModule(name, T.module);
    spec.dict.setStr('name', name);
    spec.dict.setStr('origin', path);
    spec.dict.setStr('loader', null);
    spec.dict.setStr('cached', path === null ? null : cachedPath(path));
    spec.dict.setStr('has_location', path !== null);
    spec.dict.setStr('parent', folders !== null ? name : name.split('.').slice(0, -1).join('.'));
    spec.dict.setStr('submodule_search_locations', folders === null ? null : new PyList([...folders]));
    return spec;
  }

  /** `import name` by `builtins.__import__`, which programs replace. */
  importedBy(frame: Frame, name: string, fromlist: Value, level: number): Value {
    const own = this.builtins.dict.getStr('__import__');
    if (own === this.ownImport) return this.importer.importName(name, frame.globals, fromlist, level);
    if (own === undefined) throw this.error('ImportError', '__import__ not found');
    return this.call(own, [name, frame.globals, frame.locals ?? null, fromlist, level]);
  }

  import(name: string): Value {
    return this.importer.importModule(name);
  }
}

/** The top package of the module with these names. */
function topPackage(globals: PyDict): string | undefined {
  const name = globals.getStr('__name__');
  return typeof name === 'string' ? name.split('.', 1)[0] : undefined;
}

/** `offset` and `end_offset` of a SyntaxError: CPython's tokenizer, which tells of some failures, has no end for them. */
function shownColumns(failure: SyntaxFailure, line: string): [number, number | null] {
  if (failure instanceof CompilerFailure)
    return [failure.column + 1, failure.shownEnd === null ? null : failure.shownEnd + 1];
  if (failure.message.startsWith('unindent')) return [line.length + 1, -1];
  if (failure.message.startsWith('unexpected indent')) return [line.length - line.trimStart().length, -1];
  if (/^(?:unmatched|closing parenthesis|unterminated)/.test(failure.message))
    return [failure.column + 1, failure.column + 1];
  return [failure.column + 1, failure.message.endsWith('was never closed') ? 0 : failure.endColumn + 1];
}
