/**
 * What a run did on the device, as far as an account needs it: for every allocation its place, its operator and how long it was saved for
 * backward; for every line and module how often it ran and what it gave. Sizes and totals over time are in the `Timeline`.
 */
import { Timeline } from '../device/timeline';
import type { Frame, NativeFrame } from '../python/frame';
import type { PyObject, Value } from '../python/heap';
import { LimitError, type VM } from '../python/vm';
import { AccumulateGrad, type Node } from '../torch/autograd/node';
import { state, type Recorder } from '../torch/state';
import { Tensor, type Storage } from '../torch/tensor';
import { MistakeWatch } from './mistake-watch';
import { describeOutputs, tensorsIn, type TensorShape } from './outputs';
import { Places, type LineRecord } from './places';

/** What a module did in the part of the run that is measured. */
export interface ModuleRecord {
  calls: number;
  /** The tensors that its last call returned. */
  outputs: TensorShape[];
}

/** Floating point operations so far. */
export interface Flops {
  forward: number;
  backward: number;
}

const NEVER = -1;
/** A run with more events has a loop without end; its record would fill the memory. */
const MOST_EVENTS = 1_500_000;

/** An array of numbers by allocation, that grows. */
class NumberColumn {
  private values = new Int32Array(1024);

  get(index: number): number {
    return index < this.values.length ? this.values[index]! : 0;
  }

  set(index: number, value: number): void {
    if (index >= this.values.length) {
      const longer = new Int32Array(Math.max(index + 1, this.values.length * 2));
      longer.set(this.values);
      this.values = longer;
    }
    this.values[index] = value;
  }
}

export class StepRecorder implements Recorder {
  readonly timeline = new Timeline();
  readonly places: Places;
  readonly mistakes: MistakeWatch;
  readonly flopsDone: Flops = { forward: 0, backward: 0 };
  /** The same by the number of the innermost module that ran, -1 for none; what is computed again in backward counts there. */
  readonly flopsByModule = new Map<number, Flops>();
  /** Whether lines, modules and floating point operations count at present. */
  measuring = false;
  /** What the graph held where it held most when a backward pass began; followed where this is set. */
  mostSaved: { bytes: number; ids: number[] } | undefined;
  /** Told of every operator that Python calls, with its result. */
  onOperator: ((name: string, result: unknown) => void) | undefined;

  private readonly operatorNames: string[] = [''];
  private readonly operatorNumbers = new Map<string, number>();
  private readonly operatorStack: number[] = [];
  /** Nodes of the graph that the engine runs, innermost last, and where the machine was when they began. */
  private readonly nodes: { place: number; frame: Frame | NativeFrame | null }[] = [];
  /** Allocations that were the gradient of a leaf. */
  readonly gradients = new Set<number>();
  /** The last allocation of a storage; also of one that is freed. */
  private readonly allocations = new WeakMap<Storage, number>();
  private readonly moduleRecords = new Map<number, ModuleRecord>();
  // By allocation.
  private readonly operators = new NumberColumn();
  private readonly isTensor = new NumberColumn();
  private readonly savers = new NumberColumn();
  private readonly savedPlaces = new NumberColumn();
  private readonly savedOperators = new NumberColumn();
  private readonly savedUntil = new NumberColumn();
  /** By call that may take a workspace of unknown size: the event before which it ran, and the most it takes. */
  private readonly workspaceEvents = new NumberColumn();
  private readonly workspaceBytes: number[] = [];
  /** What each node of the graph keeps. */
  private readonly kept = new Map<Node, number[]>();

  constructor(
    private readonly vm: VM,
    private readonly mostEvents = MOST_EVENTS,
  ) {
    this.places = new Places(vm);
    this.mistakes = new MistakeWatch({
      place: () => this.places.current(),
      savedBytes: () => this.savedBytes(),
    });
  }

  // ---- called by the modelled PyTorch ----

  enter(operator: string): void {
    let number = this.operatorNumbers.get(operator);
    if (number === undefined) {
      number = this.operatorNames.push(operator) - 1;
      this.operatorNumbers.set(operator, number);
    }
    this.operatorStack.push(number);
  }

  exit(result?: unknown): void {
    const number = this.operatorStack.pop();
    if (this.operatorStack.length > 0 || this.nodes.length > 0) return;
    if (result instanceof Tensor && !this.inBackward) this.mistakes.gave(result);
    if (this.measuring && !this.inBackward)
      this.touchLine(result === undefined ? undefined : describeOutputs(result));
    if (number !== undefined && this.onOperator !== undefined)
      this.onOperator(this.operatorNames[number]!, result);
  }

  backward(nodes: readonly Node[]): void {
    this.mistakes.backwardBegins(nodes);
    if (this.mostSaved === undefined) return;
    const bytes = this.savedBytes();
    if (bytes > this.mostSaved.bytes) this.mostSaved = { bytes, ids: [...this.savedNow()] };
  }

  broadcast(a: Tensor, b: Tensor, result: readonly number[], itemsize: number): void {
    if (this.nodes.length > 0 || this.operatorStack.length === 0) return;
    this.mistakes.broadcast(this.operatorNames[this.operatorStack[0]!]!, a, b, result, itemsize);
  }

  enterNode(node: Node): void {
    this.nodes.push({ place: node.site, frame: this.vm.current });
  }

  exitNode(node: Node): void {
    this.nodes.pop();
    this.mistakes.nodeRan(node);
    if (!(node instanceof AccumulateGrad)) return;
    const id = node.variable.grad?.storage.block?.id;
    if (id !== undefined) this.gradients.add(id);
  }

  site(): number {
    const place = this.places.current();
    const node = this.nodes[this.nodes.length - 1];
    // Python code that backward calls (a recomputation, a custom function) has places of its own.
    if (node === undefined || node.place === 0 || node.frame !== this.vm.current) return place;
    return this.places.backwardOf(place, node.place);
  }

  allocated(storage: Storage): void {
    if (this.timeline.length > this.mostEvents)
      throw new LimitError(`more than ${this.mostEvents} allocations and frees`, this.vm.place());
    const { id } = storage.block!;
    this.isTensor.set(id, 1);
    this.allocations.set(storage, id);
    if (this.operatorStack.length > 0) this.operators.set(id, this.operatorStack[0]!);
  }

  saved(node: Node, tensor: Tensor): void {
    const { block } = tensor.storage;
    if (block === null) return;
    const { id } = block;
    const list = this.kept.get(node);
    if (list === undefined) this.kept.set(node, [id]);
    else list.push(id);
    const savers = this.savers.get(id);
    this.savers.set(id, savers + 1);
    if (savers > 0) return;
    this.savedPlaces.set(id, node.site);
    this.savedOperators.set(id, this.operatorStack[0] ?? 0);
    this.savedUntil.set(id, NEVER);
  }

  released(node: Node): void {
    const list = this.kept.get(node);
    if (list === undefined) return;
    this.kept.delete(node);
    for (const id of list) {
      const savers = this.savers.get(id) - 1;
      this.savers.set(id, savers);
      if (savers === 0) this.savedUntil.set(id, this.timeline.length);
    }
  }

  flops(count: number): void {
    if (!this.measuring) return;
    const pass = this.nodes.length > 0 || this.inBackward ? 'backward' : 'forward';
    this.flopsDone[pass] += count;
    const module = this.places.moduleAt(this.site());
    let done = this.flopsByModule.get(module);
    if (done === undefined) this.flopsByModule.set(module, (done = { forward: 0, backward: 0 }));
    done[pass] += count;
  }

  workspaceUpTo(bytes: number): void {
    const index = this.workspaceBytes.push(bytes) - 1;
    this.workspaceEvents.set(index, this.timeline.length);
  }

  moduleCreated(module: PyObject): void {
    this.places.moduleCreated(module);
  }

  moduleReturned(module: PyObject, result: Value): void {
    if (!this.inBackward && this.nodes.length === 0)
      this.places.atReturnOf(module, () => {
        const place = this.places.current();
        if (this.places.isOutermostCall(place))
          this.mistakes.passEnds(module, tensorsIn(result), place, state.gradEnabled);
      });
    if (!this.measuring || this.inBackward) return;
    const number = this.places.moduleNumber(module);
    const outputs = describeOutputs(result);
    const record = this.moduleRecords.get(number);
    if (record === undefined) this.moduleRecords.set(number, { calls: 1, outputs });
    else {
      record.calls++;
      record.outputs = outputs;
    }
    this.places.atReturnOf(module, () => this.touchLine(outputs));
  }

  // ---- called by whoever runs a step ----

  /** Whether the backward phase is on: recomputation there is no forward. */
  inBackward = false;

  /** Forgets what lines and modules did so far, and counts from now on. */
  startMeasuring(): void {
    this.measuring = true;
    this.moduleRecords.clear();
    this.flopsDone.forward = 0;
    this.flopsDone.backward = 0;
    this.flopsByModule.clear();
    for (const line of this.places.lines()) {
      line.executions = 0;
      line.outputs = [];
      line.frame = null;
    }
  }

  /** An exception left operators and nodes that have not ended. */
  unwind(): void {
    this.operatorStack.length = 0;
    this.nodes.length = 0;
  }

  private touchLine(outputs: TensorShape[] | undefined): void {
    const place = this.places.current();
    const line = this.places.lineAt(place);
    if (line === null) return;
    if (outputs !== undefined) line.outputs = outputs;
    const frame = this.places.userFrame();
    if (frame === null) return;
    const called = this.places.calledModule(place);
    const isFirstAgain = place === line.first && frame.pc === line.firstPc;
    const isAnother = frame.pc === line.pc && called !== line.called;
    if (line.frame !== frame || frame.pc < line.pc || isFirstAgain || isAnother) {
      line.executions++;
      line.first = place;
      line.firstPc = frame.pc;
    }
    line.frame = frame;
    line.pc = frame.pc;
    line.called = called;
  }

  /** Modules by number, in the order in which their calls first returned. */
  modulesInOrder(): Map<number, number> {
    return new Map([...this.moduleRecords.keys()].map((number, i) => [number, i]));
  }

  /** What a module did. */
  moduleRecord(number: number): ModuleRecord | undefined {
    return this.moduleRecords.get(number);
  }

  /** The operator that made an allocation, as Python or a node of the graph called it; empty where none did. */
  operatorOf(id: number): string {
    return this.operatorNames[this.operators.get(id)]!;
  }

  /** The last allocation of a storage; 0 for none on the device. */
  allocationOf(storage: Storage): number {
    return this.allocations.get(storage) ?? 0;
  }

  /** Whether the allocation is a tensor's storage; others are workspaces. */
  isStorage(id: number): boolean {
    return this.isTensor.get(id) === 1;
  }

  /** Whether the graph holds the allocation at the event, or will before it ends its life. */
  isSavedAt(id: number, event: number): boolean {
    if (this.savers.get(id) > 0) return true;
    const until = this.savedUntil.get(id);
    return until !== NEVER && event < until;
  }

  /** Where an allocation was first saved for backward: place and operator. */
  savingOf(id: number): { place: number; operator: string } {
    return { place: this.savedPlaces.get(id), operator: this.operatorNames[this.savedOperators.get(id)]! };
  }

  /** The allocations that the graph holds now. */
  savedNow(): Set<number> {
    const saved = new Set<number>();
    for (const list of this.kept.values()) for (const id of list) saved.add(id);
    return saved;
  }

  /** The calls in a range of events that may have taken a workspace: the last event before each, and the most it takes. */
  *workspacesIn(from: number, to: number): Generator<{ event: number; bytes: number }> {
    let low = 0;
    let high = this.workspaceBytes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.workspaceEvents.get(middle) <= from) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < this.workspaceBytes.length; i++) {
      const event = this.workspaceEvents.get(i);
      if (event > to) return;
      yield { event: event - 1, bytes: this.workspaceBytes[i]! };
    }
  }

  private savedBytes(): number {
    let bytes = 0;
    for (const id of this.savedNow()) bytes += this.timeline.requested(id);
    return bytes;
  }

  line(id: number): LineRecord | null {
    return this.places.lineAt(this.timeline.site(id));
  }
}
