/** Runs one step of one model on a machine, and records it. */
import type { CachingAllocator, Overflow } from '../device/allocator';
import { Metric } from '../device/stats';
import { heap, type PyObject, type Value } from '../python/heap';
import { EMBEDDED } from '../python/code_archive';
import { PyNative, Raise } from '../python/native';
import type { PyClass } from '../python/classes';
import { PyDict, PyFunction, PyInstance, PyList, PyModule, PyTuple } from '../python/objects';
import type { Note, VM } from '../python/vm';
import { innerTensors } from '../torch/dispatch_subclass';
import { Tensor } from '../torch/tensor';
import { formatBytes, type AccountError, type PhaseName } from './account';
import type { Machine } from './machine';
import { describeException } from './describe-exception';
import { importFile, takeAway } from './entry-file';
import {
  callExpression,
  defineInputs,
  IN_BACKWARD,
  optimizerExpression,
  pythonLiteral,
  SHARDED,
} from './expressions';
import { describeOutputs, tensorsIn, unknownIn, type TensorShape } from './outputs';
import type { SourcePlace } from './places';
import { StepRecorder } from './recorder';
import type { StepRequest } from './step-request';

/** A point of the run. */
export interface PhaseMark {
  name: PhaseName;
  /** The number of the timeline's events before it. */
  event: number;
}

/** A module of the model, as `named_modules()` gives it. */
export interface NamedModule {
  path: string;
  module: PyObject;
  className: string;
  construction: SourcePlace | undefined;
  /** Numbers of the tensors that it owns directly, shared ones where first met. */
  parameters: { count: number; bytes: number; allocations: number[] };
  buffers: { bytes: number };
}

/** A step that ran, or as much of it as did. */
export interface StepRecord {
  request: StepRequest;
  recorder: StepRecorder;
  notes: Note[];
  /** How many of the notes are of importing the file. */
  importNotes: number;
  error: AccountError | undefined;
  /** What of the output is unknown. */
  unknownOutput: string | undefined;
  className: string;
  modules: NamedModule[];
  parameters: { count: number; bytes: number; trainable_count: number; trainable_bytes: number };
  buffers: { bytes: number };
  gradients: { bytes: number };
  optimizerState: { bytes: number };
  output: TensorShape[];
  /** What the graph held when forward and loss of the last micro-batch had ended, without parameters and buffers. */
  savedIds: number[];
  /** Allocations by what they are. */
  roles: Map<number, 'parameters' | 'buffers' | 'gradients' | 'optimizer_state' | 'inputs'>;
  outputIds: Set<number>;
  /** Gradients and optimizer state by the allocation of their parameter. */
  ownedBy: Map<number, number>;
  /** Events: the first of the last step, and of its last micro-batch. */
  lastStep: number;
  lastMicroBatch: number;
  /** How many of the marks are of earlier micro-batches. */
  earlierMarks: number;
  /** The ends of the phases from `lastStep` on. */
  marks: PhaseMark[];
  overflow: Overflow | undefined;
}

/** Ends a run on purpose. */
class Enough extends Error {}

/** Runs the step. Never throws; what went wrong is in the record. */
export function runStep(machine: Machine, request: StepRequest): StepRecord {
  const recorder = new StepRecorder(machine.vm);
  const record = emptyRecord(request, recorder);
  const outcome = machine.run(
    {
      device: request.device,
      overflow: 'record',
      observer: recorder.timeline,
      recorder,
      ...(request.allocatorConfig === undefined ? {} : { allocatorConfig: request.allocatorConfig }),
      ...(request.maxInstructions === undefined ? {} : { maxInstructions: request.maxInstructions }),
      ...(request.shouldStop === undefined ? {} : { shouldStop: request.shouldStop }),
    },
    ({ vm, allocator }) => {
      try {
        new StepRun(vm, record, allocator).run();
      } catch (error) {
        if (error instanceof Enough) return;
        if (error instanceof Raise) record.error = describeException(vm, error.exception);
        throw error;
      } finally {
        record.overflow = allocator.overflow;
      }
    },
  );
  recorder.mistakes.end();
  // What our own step says of unknown values is said of their origin already; what it assumes is so for the model.
  const own = (note: Note): boolean => note.place?.file === `${EMBEDDED}vram_ledger_step.py`;
  const told = (notes: readonly Note[]): Note[] => notes.filter((note) => !own(note) || note.stated === true);
  record.importNotes = told(outcome.notes.slice(0, record.importNotes)).length;
  record.notes = told(outcome.notes).map((note) =>
    own(note) ? { ...note, place: fallbackPlace(machine.vm, record) } : note,
  );
  if (outcome.limit !== undefined) {
    const { message, place } = outcome.limit;
    record.error = { type: 'Limit', message, ...place };
  } else if (record.error !== undefined && outcome.traceback !== undefined) {
    record.error.traceback = outcome.traceback;
  }
  if (record.error !== undefined && record.error.file === undefined)
    record.error = { ...record.error, ...fallbackPlace(machine.vm, record) };
  return record;
}

/** What an input's expression says that stays on the CPU, as lengths of packed sequences do. */
const ON_CPU = /device\s*=\s*(torch\.device\()?["']cpu["']/;

/** Where an error is told that no line of the user's raised: the model's class, else where the expression's name is defined. */
function fallbackPlace(vm: VM, { request, modules }: StepRecord): SourcePlace {
  const model = modules[0]?.construction;
  if (model !== undefined) return model;
  const name = /^\s*([A-Za-z_]\w*)/.exec(request.expression)?.[1] ?? '';
  const header = new RegExp(`^\\s*(class|def)\\s+${name}\\b`);
  const lines = (vm.importer.readSource(request.file) ?? '').split('\n');
  return {
    file: request.file,
    line:
      Math.max(
        0,
        lines.findIndex((line) => header.test(line)),
      ) + 1,
  };
}

/** A record of a run that has not begun. */
export function emptyRecord(request: StepRequest, recorder: StepRecorder): StepRecord {
  return {
    request,
    recorder,
    notes: [],
    importNotes: 0,
    error: undefined,
    unknownOutput: undefined,
    className: '',
    modules: [],
    parameters: { count: 0, bytes: 0, trainable_count: 0, trainable_bytes: 0 },
    buffers: { bytes: 0 },
    gradients: { bytes: 0 },
    optimizerState: { bytes: 0 },
    output: [],
    savedIds: [],
    roles: new Map(),
    outputIds: new Set(),
    ownedBy: new Map(),
    lastStep: 0,
    lastMicroBatch: 0,
    earlierMarks: 0,
    marks: [],
    overflow: undefined,
  };
}

/** The events of the last step; of a run that failed in it, all to its end. */
export function lastStepRange(record: StepRecord): [number, number] {
  const { timeline } = record.recorder;
  const end =
    record.error === undefined
      ? (record.marks[record.marks.length - 1]?.event ?? timeline.length)
      : timeline.length;
  return [record.lastStep, end];
}

class StepRun {
  private parameterIds: number[] = [];
  /** The events at which backward passes ended. */
  private readonly passes: number[] = [];

  constructor(
    private readonly vm: VM,
    private readonly record: StepRecord,
    private readonly allocator: CachingAllocator,
  ) {}

  run(): void {
    const { vm, record } = this;
    const { request } = record;
    const step = vm.import('vram_ledger_step') as PyModule;
    const module = importFile(vm, request.file, request.moduleName);
    if (request.alone === true && module instanceof PyModule) this.leaveAlone(module);
    record.importNotes = vm.notes.length;
    const namespace = this.namespace(module, step);
    const names = request.inputs.map(({ name }, i) => (/^[A-Za-z_]\w*$/.test(name) ? name : `input${i}`));
    const define = (label: string, parameters: string[], expression: string): Value => {
      const text = `def function(${parameters.join(', ')}):\n  return (${expression}\n)\n`;
      const code = vm.compileSource(text, `<${label}>`, 'exec');
      vm.runModuleCode(code, namespace);
      return vm.root(namespace.getStr('function')!);
    };
    const make = define('model', [], request.expression);
    const inputs = defineInputs(define, request.inputs);
    const forward =
      request.call === undefined
        ? null
        : define('call', ['model', ...names], callExpression(request.call, names));
    const loss =
      request.loss === undefined
        ? vm.getAttr(step, 'default_loss')
        : define('loss', ['model', 'output', ...names], request.loss);
    const optimizer = optimizerExpression(request.optimizer);
    const makeOptimizer = optimizer === null ? null : define('optimizer', ['model', 'params'], optimizer);
    const mark = vm.root(
      new PyNative('mark', 'mark(name, *info)', (_vm: VM, name: string, info: Value[]) => {
        this.mark(name, info);
        return name === 'backward' && this.isAlike();
      }),
    );
    vm.call(vm.getAttr(step, 'run'), [
      make,
      inputs,
      vm.root(new PyList([...names])),
      vm.root(new PyList(request.inputs.map(({ expression }) => ON_CPU.test(expression)))),
      forward,
      loss,
      makeOptimizer,
      request.mode,
      request.precision,
      request.accumulate,
      request.early ?? request.accumulate,
      request.steps,
      request.distributed === undefined
        ? null
        : vm.call(define('distributed', [], pythonLiteral(request.distributed)), []),
      mark,
    ]);
  }

  /** The names that expressions see: the file's, PyTorch's usual ones where it has none, and the sizes. */
  /** Frees what the file's statements left on the device, as far as nobody reads it. */
  private leaveAlone(module: PyModule): void {
    const { vm } = this;
    const { file, expression, inputs, call = '', loss = '', optimizer } = this.record.request;
    const before = this.allocator.stats.current(Metric.allocated_bytes);
    if (before === 0) return;
    const expressions = [expression, call, loss, optimizer, ...inputs.map((each) => each.expression)];
    const kept = new Set(expressions.join(' ').match(/[A-Za-z_]\w*/g));
    const taken = takeAway(vm, file, module, kept);
    const freed = before - this.allocator.stats.current(Metric.allocated_bytes);
    if (freed === 0) return;
    this.allocator.emptyCache();
    vm.note(
      'assumption',
      `what the cells themselves left on the device (${formatBytes(freed)}: ${taken.join(', ')}) is taken away first`,
      { file, line: 1 },
    );
  }

  private namespace(module: Value, step: PyModule): PyDict {
    const { vm } = this;
    const namespace = new PyDict();
    vm.root(namespace);
    const { optimizer, expression } = this.record.request;
    if (expression.includes(SHARDED)) namespace.setStr(SHARDED, vm.getAttr(step, SHARDED));
    for (const [name] of optimizer.matchAll(/(?<![.\w])[A-Za-z_]\w*/g)) {
      if (name === 'bitsandbytes') namespace.setStr(name, vm.import(name));
      const found = /^none$/i.test(name)
        ? undefined
        : name === IN_BACKWARD
          ? vm.getAttr(step, name)
          : vm.findAttr(vm.import('torch.optim'), name);
      if (found !== undefined) namespace.setStr(name, found);
    }
    for (const [name, path] of [
      ['torch', 'torch'],
      ['nn', 'torch.nn'],
      ['F', 'torch.nn.functional'],
      ['optim', 'torch.optim'],
    ] as const)
      namespace.setStr(name, vm.import(path));
    if (module instanceof PyModule) namespace.update(module.dict);
    for (const [name, value] of Object.entries(this.record.request.sizes)) namespace.setStr(name, value);
    return namespace;
  }

  /** What the step tells of a point of the run. */
  private mark(name: string, info: Value[]): void {
    heap.sweep();
    const { record } = this;
    const { recorder } = record;
    const event = recorder.timeline.length;
    switch (name) {
      case 'build':
        record.importNotes = this.vm.notes.length;
        break;
      case 'model':
        this.model(info[0] as PyObject, info[1] as PyList);
        break;
      case 'inputs':
        this.givens(info);
        break;
      case 'last step':
        if (record.lastStep === 0) record.lastStep = event;
        break;
      case 'measure':
        if (record.lastStep === 0) record.lastStep = event;
        record.lastMicroBatch = event;
        record.earlierMarks = record.marks.length;
        recorder.startMeasuring();
        break;
      case 'forward':
        this.forwardEnd(info[0]!, info[1]!, event);
        break;
      case 'backward':
        this.gradients((info[0] as PyList).items, event);
        break;
      case 'step':
        this.optimizerState((info[0] as PyList).items);
        this.phaseEnd('step', event);
        break;
      case 'zero_grad':
        this.phaseEnd('zero_grad', event);
        break;
    }
  }

  /** Whether the last micro-batch made the same allocations as the one before it, with the same totals after each. */
  private isAlike(): boolean {
    const { request, recorder } = this.record;
    const { timeline } = recorder;
    this.passes.push(timeline.length);
    if (request.untilAlike !== true || this.passes.length < 3) return false;
    const [from, middle, to] = this.passes.slice(-3) as [number, number, number];
    const length = to - middle;
    if (length === 0 || middle - from !== length) return false;
    const size = (event: number): number => {
      const id = timeline.subjectOf(event);
      return id > 0 ? timeline.requested(id) : id < 0 ? -timeline.requested(-id) : 0;
    };
    for (let i = 0; i < length; i++)
      if (
        size(from + i) !== size(middle + i) ||
        timeline.totalAfter(from + i, 'allocated') !== timeline.totalAfter(middle + i, 'allocated') ||
        timeline.totalAfter(from + i, 'reserved') !== timeline.totalAfter(middle + i, 'reserved')
      )
        return false;
    return true;
  }

  private phaseEnd(name: PhaseName, event: number): void {
    const { record } = this;
    record.recorder.timeline.mark(name);
    if (record.lastStep > 0) record.marks.push({ name, event });
  }

  private model(model: PyObject, named: PyList): void {
    const { record } = this;
    record.className = model.cls.name;
    const seen = new Set<Tensor>();
    for (const item of named.items) {
      const [path, module] = (item as PyTuple).items as [string, PyObject];
      const owned = { count: 0, bytes: 0, allocations: [] as number[] };
      for (const tensor of tensorsOf(module, '_parameters')) {
        if (seen.has(tensor)) continue;
        seen.add(tensor);
        owned.count += tensor.numel;
        for (const { nbytes, storage } of innerTensors(tensor)) {
          owned.bytes += nbytes;
          if (storage.block !== null) owned.allocations.push(storage.block.id);
        }
      }
      let bytes = 0;
      for (const tensor of tensorsOf(module, '_buffers')) {
        if (seen.has(tensor)) continue;
        seen.add(tensor);
        bytes += tensor.nbytes;
      }
      const construction =
        record.recorder.places.constructionOf(module) ??
        this.inherited(path) ??
        classPlace(this.vm, module.cls);
      record.modules.push({
        path,
        module,
        className: module.cls.name,
        construction,
        parameters: owned,
        buffers: { bytes },
      });
    }
  }

  /** A copied module has no line of its own: that of the module around it. */
  private inherited(path: string): SourcePlace | undefined {
    if (path === '') return undefined;
    const parent = path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
    return this.record.modules.find((module) => module.path === parent)?.construction;
  }

  private givens([parameters, buffers, inputs]: Value[]): void {
    const { record } = this;
    for (const tensor of (parameters as PyList).items) {
      if (!(tensor instanceof Tensor)) continue;
      const inner = innerTensors(tensor);
      const bytes = inner.reduce((sum, { nbytes }) => sum + nbytes, 0);
      record.parameters.count += tensor.numel;
      record.parameters.bytes += bytes;
      if (tensor.requiresGrad) {
        record.parameters.trainable_count += tensor.numel;
        record.parameters.trainable_bytes += bytes;
      }
      const ids = inner.map(({ storage }) => storage.block?.id ?? 0);
      this.parameterIds.push(ids[0] ?? 0);
      for (const id of ids) record.roles.set(id, 'parameters');
    }
    for (const tensor of (buffers as PyList).items) {
      if (!(tensor instanceof Tensor)) continue;
      record.buffers.bytes += tensor.nbytes;
      this.role(tensor, 'buffers');
    }
    for (const tensor of (inputs as PyList).items) this.role(tensor, 'inputs');
    record.roles.delete(0);
  }

  private role(tensor: Value, role: 'buffers' | 'inputs' | 'gradients' | 'optimizer_state'): number {
    const id = tensor instanceof Tensor ? (tensor.storage.block?.id ?? 0) : 0;
    if (id !== 0 && !this.record.roles.has(id)) this.record.roles.set(id, role);
    return id;
  }

  private forwardEnd(output: Value, value: Value, event: number): void {
    const { record } = this;
    const { recorder } = record;
    for (const tensor of [...tensorsIn(output), ...tensorsIn(value)])
      if (tensor.storage.block !== null) record.outputIds.add(tensor.storage.block.id);
    this.phaseEnd('forward', event);
    if (recorder.measuring || record.request.forwardOnly === true) {
      record.output = describeOutputs(output);
      record.unknownOutput = (unknownIn(output) ?? unknownIn(value))?.reason;
      record.savedIds = [...recorder.savedNow()].filter((id) => !this.isModelState(id));
    }
    recorder.inBackward = true;
    if (record.request.forwardOnly === true) throw new Enough();
  }

  private isModelState(id: number): boolean {
    const role = this.record.roles.get(id);
    return role === 'parameters' || role === 'buffers';
  }

  private gradients(grads: readonly Value[], event: number): void {
    const { record } = this;
    let bytes = 0;
    grads.forEach((grad, i) => {
      if (!(grad instanceof Tensor)) return;
      bytes += grad.nbytes;
      const id = this.role(grad, 'gradients');
      if (id !== 0) record.ownedBy.set(id, this.parameterIds[i] ?? 0);
    });
    record.gradients.bytes = bytes;
    record.recorder.inBackward = false;
    record.recorder.measuring = false;
    this.phaseEnd('backward', event);
  }

  private optimizerState(items: readonly Value[]): void {
    const { record } = this;
    let bytes = 0;
    const counted = new Set<Tensor>();
    for (const item of items) {
      const [parameter, state] = (item as PyTuple).items as [Value, Value];
      const parameterId = parameter instanceof Tensor ? (parameter.storage.block?.id ?? 0) : 0;
      if (!(state instanceof PyDict)) continue;
      for (const value of state.values()) {
        if (!(value instanceof Tensor) || !value.isCuda || counted.has(value)) continue;
        counted.add(value);
        bytes += value.nbytes;
        const id = this.role(value, 'optimizer_state');
        if (id !== 0) record.ownedBy.set(id, parameterId);
      }
    }
    record.optimizerState.bytes = bytes;
  }
}

/** The tensors in a module's dict of parameters or buffers. */
export function tensorsOf(module: PyObject, name: '_parameters' | '_buffers'): Tensor[] {
  const dict = module instanceof PyInstance ? module.attrs.getStr(name) : undefined;
  if (!(dict instanceof PyDict)) return [];
  return [...dict.values()].filter((value): value is Tensor => value instanceof Tensor);
}

/** The line of a class's statement, where it is in a file that is not our own. */
function classPlace(vm: VM, cls: PyClass): SourcePlace | undefined {
  let place: SourcePlace | undefined;
  for (const value of cls.dict.values()) {
    if (!(value instanceof PyFunction)) continue;
    const { filename, firstLine } = value.code.init;
    if (filename.startsWith(EMBEDDED) || (place !== undefined && place.line <= firstLine)) continue;
    place = { file: filename, line: firstLine };
  }
  if (place === undefined) return undefined;
  const lines = (vm.importer.readSource(place.file) ?? '').split('\n', place.line);
  const header = new RegExp(`^\\s*class\\s+${cls.name}\\b`);
  for (let line = place.line; line > 0; line--)
    if (header.test(lines[line - 1] ?? '')) return { file: place.file, line };
  return place;
}
