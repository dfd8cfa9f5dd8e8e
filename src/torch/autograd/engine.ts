/**
 * The backward engine (torch/csrc/autograd/engine.cpp): the order of nodes, the buffers of gradients, hooks, and when
 * each tensor dies. It runs as a generator, since hooks and custom functions are Python.
 */
import { typeOf } from '../../python/classes.js';
import { heap, PyObject, release, retain, type Value } from '../../python/heap.js';
import { PyTuple, PyUnknown } from '../../python/objects.js';
import { PyDict } from '../../python/dict.js';
import { T } from '../../python/types.js';
import type { CallRequest } from '../../python/native.js';
import { caller, fail, machine, UnknownResult } from '../errors.js';
import type { Device } from '../dtype.js';
import { sameSizes, showSizes } from '../shape.js';
import { state } from '../state.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Tensor } from '../tensor.js';
import { AccumulateGrad, BACKWARD_TWICE, Node, OperatorNode, type Edge, type MaybeTensor } from './node.js';
import { CopySlices } from './history.js';
import { FunctionNode } from './function_node.js';
import { engineOperators } from './engine_operators.js';
import { BackwardStreams } from './streams.js';

type Run<R> = Generator<CallRequest, R, Value>;

/** What a node waits for: the gradients of its outputs. Entries are counted references. */
type InputBuffer = MaybeTensor[];

interface ExecInfo {
  needed: boolean;
  captures: { input: number; output: number }[];
}

/** One call of the engine. It holds what the run holds, so that it is a root for the collector. */
class GraphTask extends PyObject {
  /** Functions to call when the graph has run. */
  readonly callbacks: Value[] = [];
  dependencies = new Map<Node, number>();
  notReady = new Map<Node, InputBuffer>();
  execInfo: Map<Node, ExecInfo> | null = null;
  captured: MaybeTensor[] = [];
  queue = new ReadyQueue();
  readonly streams = new BackwardStreams();
  roots: MaybeTensor[] = [];
  /** What the node that is running holds. */
  held: MaybeTensor[] = [];
  /** What that node gave, until it is handed on. */
  results: MaybeTensor[] = [];
  running: Node | null = null;
  constructor(
    readonly id: number,
    readonly keepGraph: boolean,
    readonly createGraph: boolean,
    readonly accumulate: boolean,
  ) {
    super(T.object);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const t of this.roots) visit(t);
    for (const t of this.held) visit(t);
    for (const t of this.results) visit(t);
    for (const t of this.captured) visit(t);
    visit(this.running);
    for (const [node, buffer] of this.notReady) {
      visit(node);
      for (const t of buffer) visit(t);
    }
    for (const task of this.queue.tasks) {
      visit(task.node);
      for (const t of task.buffer) visit(t);
    }
  }
}

interface Task {
  node: Node;
  buffer: InputBuffer;
}

/** A binary heap as std::push_heap and std::pop_heap keep it: the highest sequence number first. */
class ReadyQueue {
  tasks: Task[] = [];
  push(task: Task): void {
    const { tasks } = this;
    tasks.push(task);
    let i = tasks.length - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (tasks[parent]!.node.sequenceNr >= task.node.sequenceNr) break;
      tasks[i] = tasks[parent]!;
      i = parent;
    }
    tasks[i] = task;
  }
  pop(): Task | undefined {
    const { tasks } = this;
    const n = tasks.length - 1;
    if (n < 0) return undefined;
    const top = tasks[0]!;
    const last = tasks.pop()!;
    if (n === 0) return top;
    // The hole goes down to a leaf, then the last element goes up from there.
    let hole = 0;
    let child = 2;
    while (child < n) {
      if (tasks[child]!.node.sequenceNr < tasks[child - 1]!.node.sequenceNr) child--;
      tasks[hole] = tasks[child]!;
      hole = child;
      child = 2 * hole + 2;
    }
    if (child === n) {
      tasks[hole] = tasks[child - 1]!;
      hole = child - 1;
    }
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      if (tasks[parent]!.node.sequenceNr >= last.node.sequenceNr) break;
      tasks[hole] = tasks[parent]!;
      hole = parent;
    }
    tasks[hole] = last;
    return top;
  }
}

let nextTaskId = 0;
/** The calls of the engine that are under way, innermost last. */
const running: GraphTask[] = [];

export function currentGraphTaskId(): number {
  return running.length === 0 ? -1 : running[running.length - 1]!.id;
}
/** `Engine::queue_callback`: called once the graph that is running has run. */
export function queueCallback(callback: Value): void {
  const task = running[running.length - 1];
  if (task === undefined)
    return fail('RuntimeError', 'Final callbacks can only be installed during backward pass.');
  retain(callback);
  task.callbacks.push(callback);
}
export function currentNode(): Node | null {
  return running.length === 0 ? null : running[running.length - 1]!.running;
}
/** False while a backward runs that was given `inputs`. */
export function isCheckpointValid(): boolean {
  return running.length === 0 || running[running.length - 1]!.execInfo === null;
}
export function willExecute(node: Node): boolean {
  const task = running[running.length - 1];
  if (task === undefined)
    return fail('RuntimeError', 'get_current_graph_task_exec_info should only be called during backward');
  if (task.execInfo === null) return true;
  return shouldExecute(task.execInfo.get(node));
}
/** After an error that left the engine: no call is under way any more. */
export function resetEngine(): void {
  running.length = 0;
}

function shouldExecute(info: ExecInfo | undefined): boolean {
  return info !== undefined && (info.needed || info.captures.length > 0);
}

/** Runs `body` as part of the engine: what it makes dies at its end but for the result. */
function segment<R>(body: () => R): R {
  const mark = heap.handles.length;
  heap.nativeDepth++;
  try {
    return body();
  } finally {
    heap.nativeDepth--;
    heap.popHandles(mark);
  }
}

/** Python-side references to a tensor are not counted: looks for one. */
function onStack(t: Tensor): boolean {
  let found = false;
  heap.scanRoots((value) => {
    if (value === t) found = true;
  });
  return found;
}

function useCount(t: Tensor): number {
  return t.rc + (t.exposed && onStack(t) ? 1 : 0);
}

export interface BackwardOptions {
  keepGraph: boolean;
  createGraph: boolean;
  /** Gradients wanted for these edges; empty: accumulate into all leaves. */
  inputs: Edge[];
  accumulate: boolean;
}

/** Runs backward from `roots` with `grads`; gives the gradients of `options.inputs`. */
export function* runBackward(roots: Edge[], grads: Tensor[], options: BackwardOptions): Run<MaybeTensor[]> {
  const task = new GraphTask(nextTaskId++, options.keepGraph, options.createGraph, options.accumulate);
  task.roots = [...grads];
  task.roots.forEach(retain);
  validate(
    roots.map((r) => r.node),
    roots.map((r) => r.nr),
    task.roots,
    (m) => m,
  );
  for (const g of grads) g.exposed = true;
  computeDependencies(task, roots);
  if (options.inputs.length > 0) initToExecute(task, roots, options.inputs);
  const outerGrad = state.gradEnabled;
  const outerThread = state.inBackward;
  const outerKeeps = state.keepsGraph;
  const outerStream = state.stream;
  const callingThread = state.thread;
  // `GraphRoot`, which one root alone does without.
  if (roots.length > 1) state.sequenceNr++;
  if (!outerThread) state.recorder?.backward?.(roots.map(({ node }) => node));
  running.push(task);
  if (caller.vm !== undefined) caller.vm.milestones++;
  state.gradEnabled = options.createGraph;
  state.inBackward = true;
  state.keepsGraph = task.keepGraph;
  try {
    // The roots are fed as GraphRoot would feed them.
    const buffers = new Map<Node, InputBuffer>();
    for (const [i, root] of roots.entries()) {
      const left = (task.dependencies.get(root.node) ?? 0) - 1;
      task.dependencies.set(root.node, left);
      let buffer = buffers.get(root.node);
      if (buffer === undefined) {
        buffer = new Array<MaybeTensor>(root.node.inputs.length).fill(null);
        buffers.set(root.node, buffer);
        if (task.execInfo === null || shouldExecute(task.execInfo.get(root.node)))
          task.notReady.set(root.node, buffer);
        else continue;
      }
      const grad = task.roots[i]!;
      const stream = task.streams.pass(grad, outerStream, root.node);
      retain(grad);
      if (!addToBuffer(buffer, root.nr, grad, stream)) release(grad);
      if (left === 0) {
        task.notReady.delete(root.node);
        task.queue.push({ node: root.node, buffer });
      }
    }
    for (let next = task.queue.pop(); next !== undefined; next = task.queue.pop()) {
      task.running = next.node;
      state.stream = task.streams.of(next.node);
      state.enterThread(threadOf(next.buffer) ?? callingThread);
      yield* evaluate(task, next.node, next.buffer);
      task.running = null;
    }
    state.enterThread(callingThread);
    state.stream = outerStream;
    task.streams.joinLeaves(outerStream);
    // Callbacks may queue more.
    for (let i = 0; i < task.callbacks.length; i++) {
      yield { callable: task.callbacks[i]!, args: [] };
    }
    return task.captured;
  } finally {
    running.pop();
    state.enterThread(callingThread);
    state.gradEnabled = outerGrad;
    state.inBackward = outerThread;
    state.keepsGraph = outerKeeps;
    state.stream = outerStream;
    for (const t of task.roots) release(t);
    for (const t of task.held) release(t);
    for (const t of task.results) release(t);
    for (const callback of task.callbacks) release(callback);
    for (const buffer of task.notReady.values()) buffer.forEach(release);
    for (const { buffer } of task.queue.tasks) buffer.forEach(release);
    // The captured gradients belong to the caller now: rooted while its native runs.
    for (const t of task.captured) {
      release(t);
      if (t !== null && heap.nativeDepth > 0) heap.handles.push(t);
    }
    task.roots = [];
    task.held = [];
    task.results = [];
    task.notReady.clear();
    task.queue.tasks = [];
  }
}

/** `InputBuffer::device`: the device whose thread a node runs in; null where it runs in the one that called the engine. */
function threadOf(buffer: InputBuffer): Device | null {
  return buffer.find((t) => t?.isCuda === true)?.device ?? null;
}

function computeDependencies(task: GraphTask, roots: Edge[]): void {
  const { dependencies } = task;
  const seen = new Set<Node>();
  const work: Node[] = [];
  for (const { node } of roots) {
    dependencies.set(node, (dependencies.get(node) ?? 0) + 1);
    if (!seen.has(node)) {
      seen.add(node);
      work.push(node);
    }
  }
  while (work.length > 0) {
    const node = work.pop()!;
    for (const next of node.edges) {
      if (next === null) continue;
      dependencies.set(next, (dependencies.get(next) ?? 0) + 1);
      if (!seen.has(next)) {
        seen.add(next);
        work.push(next);
      }
    }
  }
}

/** Which nodes must run for the gradients of `inputs` (`GraphTask::init_to_execute`). */
function initToExecute(task: GraphTask, roots: Edge[], inputs: Edge[]): void {
  const info = (task.execInfo = new Map<Node, ExecInfo>());
  task.captured = inputs.map(() => null);
  for (const [i, input] of inputs.entries()) {
    let entry = info.get(input.node);
    if (entry === undefined) info.set(input.node, (entry = { needed: false, captures: [] }));
    if (task.accumulate) entry.needed = true;
    else entry.captures.push({ input: input.nr, output: i });
  }
  const state = new Map<Node, boolean>();
  // Depth first without recursion: a node is needed if one that it feeds is executed.
  const stack: { node: Node; next: number }[] = [];
  const enter = (node: Node): void => {
    if (!state.has(node)) {
      state.set(node, false);
      stack.push({ node, next: 0 });
    }
  };
  for (const root of roots) {
    enter(root.node);
    while (stack.length > 0) {
      const frame = stack[stack.length - 1]!;
      const next = frame.node.edges[frame.next++];
      if (next === undefined) {
        stack.pop();
        const needed = frame.node.edges.some((n) => n !== null && shouldExecute(info.get(n)));
        if (needed) {
          const entry = info.get(frame.node);
          if (entry === undefined) info.set(frame.node, { needed: true, captures: [] });
          else entry.needed = true;
        }
      } else if (next !== null) enter(next);
    }
  }
}

/** Runs one node and passes its results on. `buffer` holds counted references. */
function* evaluate(task: GraphTask, node: Node, buffer: InputBuffer): Run<void> {
  let grads = buffer;
  task.held = grads;
  const info = task.execInfo?.get(node);
  // Hooks are rare and generators are not free: they are made only where there is one. Tensor hooks run before the capture, and once.
  if (hasTensorHooks(node)) yield* tensorPreHooks(node, grads);
  if (info !== undefined && info.captures.length > 0) {
    task.streams.leaf(node);
    for (const { input, output } of info.captures) {
      const t = grads[input] ?? null;
      retain(t);
      release(task.captured[output]);
      task.captured[output] = t;
    }
    if (!info.needed) {
      grads.forEach(release);
      task.held = [];
      return;
    }
  }
  if (node.preHooks !== null) grads = yield* preHooks(node.preHooks, grads);
  task.held = grads;
  const needs = node.edges.map(
    (next) => next !== null && (task.execInfo === null || shouldExecute(task.execInfo.get(next))),
  );
  state.recorder?.enterNode?.(node);
  const outputs =
    (node instanceof OperatorNode
      ? callPlain(node, grads, needs)
      : node instanceof AccumulateGrad
        ? accumulateGrad(node, grads)
        : undefined) ?? (yield* callNode(node, grads, needs));
  // `outputs` are counted references from here on; the task owns them where something raises.
  task.results = outputs;
  validate(node.edges, node.edgeNrs, outputs, (m) => `Function ${node.nodeName} returned an ${m}`);
  const results = node.postHooks === null ? outputs : yield* postHooks(task, node.postHooks, grads);
  grads.forEach(release);
  task.held = results;
  task.results = [];
  if (!task.keepGraph) node.releaseVariables();
  if (results.length === 0) task.streams.leaf(node);
  for (let i = 0; i < results.length; i++) {
    const next = node.edges[i];
    if (next === null || next === undefined) continue;
    const left = task.dependencies.get(next)! - 1;
    task.dependencies.set(next, left);
    let waiting = task.notReady.get(next);
    if (waiting === undefined) {
      if (task.execInfo !== null && !shouldExecute(task.execInfo.get(next))) continue;
      waiting = new Array<MaybeTensor>(next.inputs.length).fill(null);
      if (left > 0) task.notReady.set(next, waiting);
    } else if (left === 0) task.notReady.delete(next);
    const t = results[i] ?? null;
    const stream = task.streams.pass(t, state.stream, next);
    // What is added to another gradient lives until the node's other results are handed on.
    if (addToBuffer(waiting, node.edgeNrs[i]!, t, stream)) results[i] = null;
    if (left === 0) task.queue.push({ node: next, buffer: waiting });
  }
  results.forEach(release);
  task.held = [];
  state.recorder?.exitNode?.(node);
}

/** `can_accumulate_inplace`, but for who else has it. Zeros without memory are never written. */
function canAccumulateInplace(t: Tensor): boolean {
  return t.isNonOverlappingAndDense && (t.storage.nbytes > 0 || t.numel === 0);
}

/**
 * `InputBuffer::add`. What is added up is so on the consumer's stream.
 * @returns whether the buffer took over the reference to `t`
 */
function addToBuffer(buffer: InputBuffer, nr: number, t: MaybeTensor, consumerStream: number): boolean {
  if (t === null) return true;
  const old = buffer[nr] ?? null;
  if (old === null) {
    buffer[nr] = t;
    return true;
  }
  const outerStream = state.stream;
  state.stream = consumerStream;
  segment(() => {
    if (!state.gradEnabled) {
      heap.sweep();
      if (canAccumulateInplace(old) && useCount(old) === 1 && old.storage.rc === 1) {
        engineOperators.addInplace(old, t);
        return;
      }
    }
    // A dense tensor cannot be added to a sparse one.
    const sum = old instanceof SparseTensor ? engineOperators.add(t, old) : engineOperators.add(old, t);
    retain(sum);
    release(old);
    buffer[nr] = sum;
  });
  state.stream = outerStream;
  return false;
}

/**
 * Runs what of a node's function `callPlain` and `accumulateGrad` leave: all that Python may be called by. The results are counted
 * references.
 */
function* callNode(node: Node, grads: MaybeTensor[], needs: boolean[]): Run<MaybeTensor[]> {
  if (node instanceof AccumulateGrad) {
    for (const hook of hooksOf(node.variable.postAccumulateHooks))
      yield { callable: hook, args: [node.variable] };
    return [];
  }
  if (node instanceof FunctionNode) return yield* callFunction(node, grads);
  if (node instanceof CopySlices) {
    if (node.fn === null) fail('RuntimeError', BACKWARD_TWICE);
    // What it makes is rooted by the native that the engine is, from here on; it ends when the node has run. The task marks
    // the place: while Python runs, the machine keeps the roots elsewhere.
    const task = running[running.length - 1]!;
    heap.handles.push(task);
    const outputs = yield* node.backward(grads[0] ?? null, needs, (inner, innerGrads) =>
      callInner(inner, innerGrads, needs),
    );
    outputs.forEach(retain);
    const mark = heap.handles.lastIndexOf(task);
    if (mark >= 0) heap.popHandles(mark);
    return outputs;
  }
  return (
    callPlain(node as OperatorNode, grads, needs) ?? (yield* callHooked(node as OperatorNode, grads, needs))
  );
}

/** The function of an in-place change, called by CopySlices; its results are rooted only until the caller goes on. */
function* callInner(node: Node, grads: MaybeTensor[], needs: boolean[]): Run<MaybeTensor[]> {
  grads.forEach(retain);
  let outputs: MaybeTensor[];
  try {
    outputs = yield* callNode(node, grads, needs);
  } finally {
    grads.forEach(release);
  }
  for (const t of outputs) {
    if (t !== null) heap.handles.push(t);
    release(t);
  }
  return outputs;
}

/** Calls an operator's node whose saved tensors no hook must give back; undefined where there is such a hook. */
function callPlain(node: OperatorNode, grads: MaybeTensor[], needs: boolean[]): MaybeTensor[] | undefined {
  if (node.released) fail('RuntimeError', BACKWARD_TWICE);
  const { saved } = node;
  for (const variable of saved) if (variable?.hook !== undefined) return undefined;
  const unpacked = saved.map((variable) => variable?.unpack(node) ?? null);
  return callBackward(node, grads, unpacked, needs);
}

/** Calls an operator's node with hooks on its saved tensors. */
function* callHooked(node: OperatorNode, grads: MaybeTensor[], needs: boolean[]): Run<MaybeTensor[]> {
  const unpacked: MaybeTensor[] = [];
  const held: Tensor[] = [];
  for (const variable of node.saved) {
    if (variable?.hook === undefined) {
      unpacked.push(variable?.unpack(node) ?? null);
      continue;
    }
    const value = yield { callable: variable.hook, args: [variable.packedValue] };
    if (value instanceof PyUnknown) fail('TypeError', 'Output of saved tensor unpack_hook is unknown');
    if (!(value instanceof Tensor))
      fail(
        'TypeError',
        'Output of saved tensor unpack_hook expected to be a Tensor but got result of type ' +
          typeOf(value).typeName,
      );
    retain(value);
    const restored = segment(() => {
      const tensor = variable.restore(value as Tensor, node);
      if (tensor !== value) {
        retain(tensor);
        release(value);
      }
      return tensor;
    });
    held.push(restored);
    unpacked.push(restored);
  }
  const outputs = callBackward(node, grads, unpacked, needs);
  held.forEach(release);
  return outputs;
}

/** What a node's formulas give; where a size on the way isn't known, gradients of the sizes that the inputs have. */
function gradientsOf(
  node: OperatorNode,
  grads: MaybeTensor[],
  unpacked: MaybeTensor[],
  needs: boolean[],
): MaybeTensor[] {
  try {
    return node.backward(grads, unpacked, needs);
  } catch (error) {
    if (!(error instanceof UnknownResult)) throw error;
    machine().note('assumption', `what ${node.nodeName} takes while it runs depends on values: left out`);
    return node.edges.map((next, i) =>
      next !== null && needs[i] ? engineOperators.zeros(next.inputs[node.edgeNrs[i]!]!) : null,
    );
  }
}

/** Runs an operator's backward; the results are counted references. */
function callBackward(
  node: OperatorNode,
  grads: MaybeTensor[],
  unpacked: MaybeTensor[],
  needs: boolean[],
): MaybeTensor[] {
  const { recorder } = state;
  if (recorder !== null) recorder.enter?.(node.nodeName);
  let outputs: MaybeTensor[];
  try {
    outputs = segment(() => {
      const any = grads.some((g) => g !== null);
      const results = any ? gradientsOf(node, grads, unpacked, needs) : node.edges.map(() => null);
      results.forEach(retain);
      return results;
    });
  } finally {
    if (recorder !== null) recorder.exit?.();
  }
  // A node may give fewer results than it has edges.
  while (outputs.length < node.edges.length) outputs.push(null);
  return outputs;
}

/** A custom autograd.Function: `ctx.apply(*grads)`. */
function* callFunction(node: FunctionNode, grads: MaybeTensor[]): Run<MaybeTensor[]> {
  const args = segment(() => {
    const values: Value[] = grads.map(
      (g, i) =>
        g ??
        (node.materializeGrads && node.outputIsTensor[i] ? engineOperators.zeros(node.inputs[i]!) : null),
    );
    values.forEach((v) => {
      retain(v);
      if (v instanceof Tensor) v.exposed = true;
    });
    return values;
  });
  const result = yield { callable: machine().getAttr(node, 'apply'), args };
  args.forEach(release);
  if (result instanceof PyUnknown) return node.isVariableInput.filter(Boolean).map(() => null);
  let items: readonly Value[] = result instanceof PyTuple ? result.items : [result];
  const wanted = node.isVariableInput.length;
  if (items.length > wanted && items.slice(wanted).every((v) => v === null)) items = items.slice(0, wanted);
  if (items.length !== wanted)
    fail(
      'RuntimeError',
      `function ${node.cls.name} returned an incorrect number of gradients (expected ${wanted}, got ${items.length})`,
    );
  const outputs: MaybeTensor[] = [];
  for (const [i, item] of items.entries()) {
    if (!node.isVariableInput[i]) {
      if (item !== null && item !== undefined)
        fail(
          'RuntimeError',
          `function ${node.cls.name} returned a gradient different from None at position ${i + 1}, but the corresponding forward input was not a Variable`,
        );
      continue;
    }
    if (item !== null && !(item instanceof Tensor)) {
      if (item instanceof PyUnknown) {
        outputs.push(null);
        continue;
      }
      fail('RuntimeError', `expected Variable or None (got ${typeOf(item).typeName})`);
    }
    if (item instanceof Tensor) item.exposed = true;
    outputs.push(item as MaybeTensor);
  }
  outputs.forEach(retain);
  return outputs;
}

/** `AccumulateGrad::apply`, but for the hooks after it; undefined where there are such. */
function accumulateGrad(node: AccumulateGrad, grads: MaybeTensor[]): MaybeTensor[] | undefined {
  const grad = grads[0] ?? null;
  const { variable } = node;
  if (grad === null || !variable.requiresGrad) return [];
  segment(() => {
    const expected = 1 + (node.postHooks === null ? 0 : 1);
    if (variable.grad === null) {
      // Temporaries that are dead but not yet swept still count.
      if (useCount(grad) > expected) heap.sweep();
      if (grad instanceof SparseTensor)
        variable.setGrad(useCount(grad) <= expected ? ownSparse(grad) : engineOperators.clone(grad));
      else if (!state.gradEnabled && useCount(grad) <= expected && obeysLayoutContract(grad, variable))
        variable.setGrad(grad.alias());
      else variable.setGrad(engineOperators.cloneObeyContract(grad, variable));
    } else if (variable.grad instanceof SparseTensor && !(grad instanceof SparseTensor)) {
      variable.setGrad(engineOperators.add(grad, variable.grad));
    } else if (!state.gradEnabled) {
      engineOperators.addInplace(variable.grad, grad);
    } else variable.setGrad(engineOperators.add(variable.grad, grad));
    variable.grad!.exposed = true;
  });
  // The gradient that came is gone before hooks run.
  release(grad);
  grads[0] = null;
  return variable.postAccumulateHooks instanceof PyDict ? undefined : [];
}

/** A sparse gradient to keep: the same indices and values where nothing else has them, copies otherwise. */
function ownSparse(grad: SparseTensor): Tensor {
  const { indices, values } = grad;
  const isOwn = !state.gradEnabled && indices.isContiguous && values.isContiguous;
  return isOwn && indices.rc <= 1 && values.rc <= 1
    ? new SparseTensor(indices, values, grad.sizes)
    : engineOperators.clone(grad);
}

/** utils/grad_layout_contract.h. */
export function obeysLayoutContract(grad: Tensor, variable: Tensor): boolean {
  if (!variable.isNonOverlappingAndDense) return grad.isContiguous;
  if (!sameSizes(grad.sizes, variable.sizes)) return false;
  // An expanded dimension of size 1 tells of a view.
  for (let i = 0; i < grad.sizes.length; i++)
    if (grad.sizes[i] === 1 ? grad.strides[i] === 0 : grad.strides[i] !== variable.strides[i]) return false;
  return true;
}

/**
 * Checks gradients against what the nodes that they go to expect; reduces and casts them (`validate_outputs`). The entries
 * are counted references; one that is replaced goes before the next is looked at.
 */
function validate(
  nodes: readonly (Node | null)[],
  nrs: readonly number[],
  grads: MaybeTensor[],
  message: (text: string) => string,
): void {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const original = grads[i];
    if (node === null || node === undefined || original === null || original === undefined) continue;
    const meta = node.inputs[nrs[i]!];
    if (meta === undefined) continue;
    if (!sameSizes(original.sizes, meta.sizes)) {
      if (!isExpandableTo(meta.sizes, original.sizes))
        fail(
          'RuntimeError',
          message(
            `invalid gradient at index ${i} - got ${showSizes(original.sizes)} but expected shape compatible with ${showSizes(meta.sizes)}`,
          ),
        );
      replace(grads, i, () => engineOperators.sumTo(original, meta.sizes));
    }
    if (original.device !== meta.device && original.sizes.length > 0)
      fail(
        'RuntimeError',
        message(
          `invalid gradient at index ${i} - expected device ${meta.device.text} but got ${original.device.text}`,
        ),
      );
    const grad = grads[i]!;
    if (grad.dtype !== meta.dtype && !(grad.dtype.isComplex && !meta.dtype.isComplex))
      replace(grads, i, () => engineOperators.to(grad, meta.dtype));
  }
}

function replace(grads: MaybeTensor[], i: number, make: () => Tensor): void {
  segment(() => {
    const made = make();
    retain(made);
    release(grads[i]);
    grads[i] = made;
  });
}

function isExpandableTo(shape: readonly number[], desired: readonly number[]): boolean {
  if (shape.length > desired.length) return false;
  for (let i = 1; i <= shape.length; i++) {
    const size = shape[shape.length - i]!;
    if (size !== desired[desired.length - i] && size !== 1) return false;
  }
  return true;
}

function hooksOf(hooks: Value | undefined): Value[] {
  return hooks instanceof PyDict ? [...hooks.values()] : [];
}

function hasTensorHooks(node: Node): boolean {
  return node instanceof AccumulateGrad
    ? node.variable.hooks !== null
    : node.tensorHooks !== null || node.retainGradFor !== null;
}

/** Hooks on tensors, and gradients kept by `retain_grad()`. Replaces entries of `grads`. */
function* tensorPreHooks(node: Node, grads: MaybeTensor[]): Run<void> {
  if (node instanceof AccumulateGrad) {
    if (node.variable.hooks !== null) yield* runTensorHooks(node.variable.hooks, grads, 0);
    return;
  }
  if (node.tensorHooks !== null)
    for (const [i, hooks] of node.tensorHooks.entries())
      if (hooks !== undefined && hooks !== null) yield* runTensorHooks(hooks, grads, i);
  if (node.retainGradFor !== null)
    for (const [i, t] of node.retainGradFor.entries()) {
      const grad = grads[i];
      if (t === null || t === undefined || t.dead || grad === null || grad === undefined) continue;
      segment(() => {
        if (t.grad === null) t.setGrad(state.gradEnabled ? grad.alias() : engineOperators.clone(grad));
        else t.setGrad(engineOperators.add(t.grad, grad));
        t.grad!.exposed = true;
      });
    }
}

function* runTensorHooks(hooks: Value, grads: MaybeTensor[], i: number): Run<void> {
  for (const hook of hooksOf(hooks)) {
    const grad = grads[i];
    if (grad === null || grad === undefined) return;
    grad.exposed = true;
    const result = yield { callable: hook, args: [grad] };
    if (result === null || result instanceof PyUnknown) continue;
    if (!(result instanceof Tensor))
      fail(
        'TypeError',
        `expected Variable, but hook returned '${(result as PyObject).cls?.name ?? typeof result}'`,
      );
    result.exposed = true;
    retain(result);
    release(grad);
    grads[i] = result;
  }
}

/** `node.register_prehook`: hooks get the tuple of gradients and may give another. */
function* preHooks(hooks: PyDict, grads: MaybeTensor[]): Run<MaybeTensor[]> {
  let current = grads;
  for (const hook of hooksOf(hooks)) current = yield* tupleHook(hook, current, []);
  return current;
}

/** `node.register_hook`: hooks get what the node gave and what it was given, and may give something else. */
function* postHooks(task: GraphTask, hooks: PyDict, grads: MaybeTensor[]): Run<MaybeTensor[]> {
  for (const hook of hooksOf(hooks)) task.results = yield* tupleHook(hook, task.results, [grads]);
  return task.results;
}

function* tupleHook(hook: Value, grads: MaybeTensor[], rest: MaybeTensor[][]): Run<MaybeTensor[]> {
  for (const g of grads) if (g !== null) g.exposed = true;
  const args = segment(() => {
    // of copies: the engine goes on to empty its arrays
    const tuples = [grads, ...rest].map((tensors) => new PyTuple([...tensors]));
    tuples.forEach(retain);
    return tuples;
  });
  const result = yield { callable: hook, args };
  if (result === null || result instanceof PyUnknown) {
    args.forEach(release);
    return grads;
  }
  const items = result instanceof PyTuple ? result.items : [result];
  const replaced = grads.map((g, i) => {
    const item = items[i];
    return item instanceof Tensor ? item : item === null ? null : g;
  });
  replaced.forEach(retain);
  grads.forEach(release);
  args.forEach(release);
  return replaced;
}
