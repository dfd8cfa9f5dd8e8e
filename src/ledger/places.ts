/**
 * Places of a run: the call stacks in which things happen, interned as a tree, so that a place is a number. A place knows its
 * frame's code and line, the module instance (`nn.Module`) that runs there, and the innermost place in a file that is not our own.
 *
 * Frames cache their place (`frame.site`), so that asking costs one comparison while a frame stays at the same instruction.
 */
import { Frame, type NativeFrame, type Redirected } from '../python/frame';
import type { PyObject } from '../python/heap';
import { EMBEDDED } from '../python/code_archive';
import { type PyCode, type PyFunction } from '../python/objects';
import type { VM } from '../python/vm';
import type { TensorShape } from './outputs';
import { frames, localOf } from '../python/frames_in_use';

/** A file and a line of it, from 1. */
export interface SourcePlace {
  file: string;
  line: number;
}

/** What a line has made: figures are of the part of the run that is measured. */
export interface LineRecord extends SourcePlace {
  executions: number;
  /** The tensors of the last operator or module that ran there. */
  outputs: TensorShape[];
  /**
   * Where it ran last. A new frame, a jump back, another module called by the same instruction, or the place where this execution began are
   * another execution.
   */
  frame: Frame | null;
  pc: number;
  first: number;
  firstPc: number;
  called: number;
}

interface CodeRecord {
  id: number;
  /** `Module._call_impl`: its first local is a module that runs. */
  isModuleCall: boolean;
  isEmbedded: boolean;
  isLibrary: boolean;
  isOptimizer: boolean;
}

const MODULE_FILE = `${EMBEDDED}torch/nn/modules/module.py`;
const OPTIMIZERS = `${EMBEDDED}torch/optim/`;
/** More lines than a file may have here; beyond it lines of different code share a place. */
const LINES = 2 ** 20;

export class Places {
  /** By place; place 0 is nowhere. */
  private readonly parents: number[] = [0];
  private readonly codes: (PyCode | null)[] = [null];
  private readonly lineNumbers: number[] = [0];
  private readonly moduleNumbers: number[] = [-1];
  private readonly users: number[] = [0];
  private readonly lineRecords: (LineRecord | null)[] = [null];
  /** Whether an optimizer runs there. */
  private readonly optimizers: boolean[] = [false];
  /** For a place in backward: the place of the forward pass. */
  private readonly forwards: number[] = [0];
  private readonly children: (Map<number, number> | null)[] = [null];
  private readonly codeRecords = new Map<PyCode, CodeRecord>();
  private readonly linesByKey = new Map<string, LineRecord>();
  private readonly moduleNumberOf = new Map<PyObject, number>();
  /** The modules that ran or were made, by number. */
  readonly modules: PyObject[] = [];
  private readonly constructions: (SourcePlace | undefined)[] = [];

  constructor(private readonly vm: VM) {}

  /** The frame of a module's `forward` that returns: what happens now is of the call. */
  private leaving: Frame | null = null;

  /** The place where the machine is. */
  current(): number {
    const frame = pythonFrame(this.vm.current);
    if (frame === null) return 0;
    if (frame !== this.leaving) return this.ofFrame(frame);
    const caller = pythonFrame(frame.back);
    return this.ofModuleCall(caller === null ? 0 : this.ofFrame(caller), frame.through!);
  }

  /** Does something as part of the call of `module`, from which the machine is about to return. */
  atReturnOf(module: PyObject, body: () => void): void {
    const frame = pythonFrame(this.vm.current);
    this.leaving = frame?.through?.receiver === module ? frame : null;
    body();
    this.leaving = null;
  }

  /** The place of a frame. */
  ofFrame(frame: Frame): number {
    if (frame.sitePc === frame.pc && frame.generator === null) return frame.site;
    const caller = pythonFrame(frame.back);
    let parent = caller === null ? 0 : this.ofFrame(caller);
    const { code, through } = frame;
    if (through !== null && this.isModuleCall(through.func)) parent = this.ofModuleCall(parent, through);
    const record = this.codeRecord(code);
    const line = frame.line;
    let key = record.id * LINES + line;
    let module = this.moduleNumbers[parent]!;
    if (record.isModuleCall) {
      const self = localOf(this.vm, frame, 0);
      if (typeof self === 'object' && self !== null) {
        module = this.moduleNumber(self);
        key = -1 - module;
      }
    }
    const place = this.child(parent, key) ?? this.make(parent, key, code, line, module, record);
    frame.site = place;
    frame.sitePc = frame.pc;
    return place;
  }

  /** Whether a redirected function is `nn.Module`'s call. */
  private isModuleCall(func: PyFunction): boolean {
    return func.code.init.filename === MODULE_FILE;
  }

  /** The place of a module's call that went straight to its `forward`. */
  private ofModuleCall(parent: number, { func, receiver }: Redirected): number {
    const module = this.moduleNumber(receiver as PyObject);
    const key = -1 - module;
    return (
      this.child(parent, key) ??
      this.make(parent, key, func.code, func.code.init.firstLine, module, this.codeRecord(func.code))
    );
  }

  /** The place of the backward of what the forward pass did at `forward`. */
  backwardOf(parent: number, forward: number): number {
    const key = -0x40000000 - forward;
    const known = this.child(parent, key);
    if (known !== undefined) return known;
    const place = this.make(
      parent,
      key,
      this.codes[forward]!,
      this.lineNumbers[forward]!,
      this.moduleNumbers[forward]!,
      undefined,
    );
    this.users[place] = this.users[forward]!;
    this.lineRecords[place] = this.lineRecords[forward]!;
    this.forwards[place] = forward;
    return place;
  }

  private child(parent: number, key: number): number | undefined {
    return this.children[parent]?.get(key);
  }

  private make(
    parent: number,
    key: number,
    code: PyCode | null,
    line: number,
    module: number,
    record: CodeRecord | undefined,
  ): number {
    const place = this.parents.length;
    this.parents.push(parent);
    this.codes.push(code);
    this.lineNumbers.push(line);
    this.moduleNumbers.push(module);
    this.forwards.push(0);
    this.children.push(null);
    this.optimizers.push(this.optimizers[parent]! || record?.isOptimizer === true);
    if (record === undefined || record.isEmbedded) {
      this.users.push(this.users[parent]!);
      this.lineRecords.push(this.lineRecords[parent]!);
    } else {
      this.users.push(place);
      this.lineRecords.push(this.lineRecord(code!.init.filename, line));
    }
    (this.children[parent] ??= new Map()).set(key, place);
    return place;
  }

  private codeRecord(code: PyCode): CodeRecord {
    let record = this.codeRecords.get(code);
    if (record === undefined) {
      const { filename, name } = code.init;
      const isEmbedded = filename.startsWith(EMBEDDED) || filename.startsWith('<');
      const isLibrary = this.vm.importer.libraryRoots.some((root) => filename.startsWith(`${root}/`));
      record = {
        id: this.codeRecords.size + 1,
        isEmbedded,
        isLibrary,
        isOptimizer: filename.startsWith(OPTIMIZERS),
        isModuleCall: name === '_call_impl' && filename === MODULE_FILE,
      };
      this.codeRecords.set(code, record);
    }
    return record;
  }

  private lineRecord(file: string, line: number): LineRecord {
    const key = `${line} ${file}`;
    let record = this.linesByKey.get(key);
    if (record === undefined) {
      record = {
        file,
        line,
        executions: 0,
        outputs: [],
        frame: null,
        pc: -1,
        first: -1,
        firstPc: -1,
        called: -1,
      };
      this.linesByKey.set(key, record);
    }
    return record;
  }

  /** The number of a module instance: its index in `modules`. */
  moduleNumber(module: PyObject): number {
    let number = this.moduleNumberOf.get(module);
    if (number === undefined) {
      number = this.modules.length;
      this.modules.push(module);
      this.constructions.push(undefined);
      this.moduleNumberOf.set(module, number);
    }
    return number;
  }

  /**
   * `Module.__init__` of the module runs: remembers the line of the code that makes it. A library's function that returns a model
   * (`resnet50()`) is not that line, but its caller's in the workspace.
   */
  moduleCreated(module: PyObject): void {
    const number = this.moduleNumber(module);
    let place: SourcePlace | undefined;
    for (const frame of frames(this.vm)) {
      const isConstructor = frame.code.init.name === '__init__';
      // The constructors of the module's own classes are no place of their own.
      if (isConstructor && localOf(this.vm, frame, 0) === module) continue;
      const record = this.codeRecord(frame.code);
      if (record.isEmbedded) continue;
      place ??= { file: frame.code.init.filename, line: frame.line };
      if (record.isLibrary && !isConstructor) continue;
      if (!record.isLibrary) place = { file: frame.code.init.filename, line: frame.line };
      break;
    }
    this.constructions[number] = place;
  }

  /** The line that made a module, where there is one. */
  constructionOf(module: PyObject): SourcePlace | undefined {
    const number = this.moduleNumberOf.get(module);
    return number === undefined ? undefined : this.constructions[number];
  }

  /** The number of the module that runs at a place; -1 for none. */
  moduleAt(place: number): number {
    return this.moduleNumbers[place]!;
  }

  /** Whether the module that runs at the place of its `_call_impl` was called by code that is in no module. */
  isOutermostCall(place: number): boolean {
    return this.moduleNumbers[this.parents[place]!] === -1;
  }

  /** The number of the module that the innermost frame in a file that is not our own called, on the way to a place; -1 for none. */
  calledModule(place: number): number {
    let called = -1;
    const user = this.users[place]!;
    for (let at = place; at !== user && at !== 0; at = this.parents[at]!) {
      const module = this.moduleNumbers[at]!;
      if (module !== this.moduleNumbers[this.parents[at]!]) called = module;
    }
    return called;
  }

  /** The line in a file that is not our own; null where there is none. */
  lineAt(place: number): LineRecord | null {
    return this.lineRecords[place]!;
  }

  /** Whether an optimizer runs at the place. */
  isInOptimizer(place: number): boolean {
    return this.optimizers[place]!;
  }

  /** Whether the place is in the backward of something. */
  isBackward(place: number): boolean {
    return this.forwards[place] !== 0;
  }

  /** The call stack of a place in files that are not our own, innermost first. */
  stack(place: number): SourcePlace[] {
    const stack: SourcePlace[] = [];
    const start = this.forwards[place] === 0 ? place : this.forwards[place]!;
    for (let at = this.users[start]!; at !== 0; at = this.users[this.parents[at]!]!) {
      stack.push({ file: this.codes[at]!.init.filename, line: this.lineNumbers[at]! });
    }
    return stack;
  }

  /** Every line that has a record. */
  lines(): IterableIterator<LineRecord> {
    return this.linesByKey.values();
  }

  /** The innermost Python frame whose file is not our own. */
  userFrame(): Frame | null {
    const innermost = pythonFrame(this.vm.current);
    const first = innermost !== null && innermost === this.leaving ? innermost.back : innermost;
    for (let frame = pythonFrame(first); frame !== null; frame = pythonFrame(frame.back)) {
      if (!this.codeRecord(frame.code).isEmbedded) return frame;
    }
    return null;
  }
}

/** The innermost Python frame from `frame` on. */
function pythonFrame(frame: Frame | NativeFrame | null): Frame | null {
  while (frame !== null && !(frame instanceof Frame)) frame = frame.back;
  return frame;
}
