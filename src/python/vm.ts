/** The machine: its stack and state, and the protocols of Python for natives (see native.ts). */
import type { Module } from './ast.js';
import { delAttr, findAttr, getAttr, setAttr, special, type AttributeCall } from './attributes.js';
import { exceptions } from './builtins/exceptions.js';
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
import { objectNumber } from './dict.js';
import {
  Cancelled,
  LimitError,
  MAX_ITEMS,
  NestingFailure,
  SyntaxFailure,
  type CompileMode,
  type FrontEnd,
} from './failures.js';
import { Frame, NativeFrame, OnReturn, PyGenerator } from './frame.js';
import { resume } from './generators.js';
import { LoopWatch, WATCH_FROM, type DeviceSequence, type LoopPlace } from './loop_watch.js';
import { heap, PyObject, type Value } from './heap.js';
import { EMBEDDED } from './code_archive.js';
import { cachedPath, Importer, type SourceHost } from './imports.js';
import { execute, runCoroutine } from './interpreter.js';
import { defineFunctions, defineType, Raise, type ModuleLibrary } from './native.js';
import {
  NotImplemented,
  PyBoxed,
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
import { syntaxError } from './raising.js';
import { frames } from './frames_in_use.js';
import { Deaths } from './deaths.js';
import { RunFiles } from './run_files.js';

export { Cancelled, LimitError, SyntaxFailure, type CompileMode, type FrontEnd };

export type NoteKind = 'assumption' | 'missing' | 'warning';
export interface Note {
  kind: NoteKind;
  message: string;
  place: Place | undefined;
  /** Something that may take memory was left out: figures after it are lower bounds. */
  leavesOut?: true;
  /** Whether code of ours says it on purpose (`torch._C._assume`): it holds wherever that is. */
  stated?: boolean;
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
  /** Depth of Python frames, and of what natives count as CPython does: see `enterRecursiveCall`. */
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
  readonly deaths = new Deaths(this);
  argv: string[] = [''];
  readonly files = new RunFiles(this);
  /** The seconds that the program slept. */
  slept = 0;
  /** What gives modules their content for a run (sys.argv, sys.path), called when one begins. */
  readonly runPreparations: (() => void)[] = [];
  /** Called before each allocation-like event by other rooms; see heap.sweep. */
  readonly write: (stream: 'stdout' | 'stderr', text: string) => void;
  private readonly frontEnd: FrontEnd;
  private readonly notesSeen = new Set<string>();
  private leftOutFor = new WeakSet<PyUnknown>();
  /** Where the budget and the clock are looked at next while every instruction refuels. */
  private checkAt = 0;
  /** Arrays that natives fill with values: roots meanwhile. */
  collectRoots: Value[][] = [];
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
    this.deaths.takeHeap();
    heap.onLarge = () => {
      if (this.checkMemory() < PRESSURE_SWEEP) return;
      this.sweepDue = true;
      this.requestAttention();
    };
  }

  /** Makes the machine ready for a program; everything that the last one made is gone. */
  reset(): void {
    this.takeHeap();
    this.stack.length = 0;
    this.sp = 0;
    this.current = null;
    this.depth = 0;
    this.recursionLimit = this.initialRecursionLimit;
    this.executed = 0;
    this.slept = 0;
    this.files.reset();
    this.maxStrDigits = MAX_STR_DIGITS;
    this.asyncGeneratorHooks = { firstiter: null, finalizer: null };
    this.loopWatch = undefined;
    this.writes = 0;
    this.milestones = 0;
    this.checkAt = 0;
    this.sweepDue = false;
    this.deaths.reset();
    this.slice = this.fuel = SLICE;
    this.handled = null;
    this.result = null;
    this.stopped = false;
    this.reraised = false;
    this.failedNative = null;
    this.pendingRaise = null;
    this.nativeNames.length = 0;
    this.notes = [];
    this.notesSeen.clear();
    this.leftOutFor = new WeakSet();
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
      if (error instanceof SyntaxFailure) throw syntaxError(this, error, filename, text);
      throw error;
    }
  }

  /** `compile()` of Python: raises SyntaxError. */
  compileSource(text: string, filename: string, mode: CompileMode): PyCode {
    try {
      return this.compile(text, filename, mode);
    } catch (error) {
      if (error instanceof NestingFailure) throw this.error('RecursionError', error.message);
      if (error instanceof SyntaxFailure) throw syntaxError(this, error, filename, text);
      throw error;
    }
  }

  /** Called when a slice of instructions is used up, or something became due; where deaths can be seen, before each instruction. */
  refuel(): void {
    this.executed += this.slice;
    this.slice = this.fuel = heap.eager && heap.stillEager() ? 1 : SLICE;
    if (heap.eager) this.deaths.observeDeaths();
    if (this.deaths.pendingCalls.length > 0) this.deaths.runPendingCalls();
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
    if (this.shouldStop?.() === true) throw new Cancelled(this.place());
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

  /** Counts the work of a native that may be endless. Nothing dies here. */
  countSteps(steps: number): void {
    this.nativeSteps += steps;
    if (this.nativeSteps < SLICE) return;
    this.executed += this.nativeSteps;
    this.nativeSteps = 0;
    this.checkBounds();
  }

  /** Makes the loop call `refuel` before the next instruction. */
  requestAttention(): void {
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
    this.deaths.scanRoots(visit);
    for (const values of this.collectRoots) for (const value of values) visit(value);
    for (let frame = this.current; frame !== null; frame = frame.back)
      if (frame instanceof NativeFrame) for (const root of frame.roots) visit(root);
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

  tracebackOf(exception: PyException): Value {
    return this.findAttr(exception, '__traceback__') ?? null;
  }

  // ---- calls ----

  /**
   * Counts a call that a native makes towards the recursion limit; whoever it is counts it off `depth` again. `where` ends the
   * text of the error. Mirrors `_Py_EnterRecursiveCall`; of the calls of natives those are counted that have one argument: CPython
   * counts others or not by how it has specialised the instruction.
   */
  enterRecursiveCall(where = ''): void {
    if (++this.depth <= this.recursionLimit) return;
    this.depth--;
    throw this.error('RecursionError', `maximum recursion depth exceeded${where}`);
  }

  /** Calls from a native, in a nested loop. */
  call(callable: Value, args: Value[] = [], keywords: Map<string, Value> | null = null): Value {
    const { sp, current, stack, depth } = this;
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
      // Where the host's stack ended, frames were counted that never came to be.
      this.depth = depth;
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
    this.countSteps(1);
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

  /** The innermost line of a file that is not the machine's own; where there is none, the innermost line. */
  place(): Place | undefined {
    let own: Place | undefined;
    for (const frame of frames(this)) {
      const { filename } = frame.code.init;
      if (!filename.startsWith(EMBEDDED)) return { file: filename, line: frame.line };
      own ??= { file: filename, line: frame.line };
    }
    return own;
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

  /** An operation that may take memory is left out, since what it is given is unknown; told once of each unknown. */
  leaveOut(what: string, unknown: PyUnknown): PyUnknown {
    if (!this.leftOutFor.has(unknown)) {
      this.leftOutFor.add(unknown);
      const { length } = this.notes;
      this.note('missing', `${what} does not run: ${unknown.reason}`);
      for (const note of this.notes.slice(length)) note.leavesOut = true;
    }
    return unknown;
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
