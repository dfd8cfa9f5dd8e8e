/** The graph: nodes, their edges, and what they keep for backward. */
import { nativeClass, type PyClass } from '../../python/classes.js';
import type { PyDict } from '../../python/dict.js';
import { heap, LIBRARY_EPOCH, PyObject, release, retain, type Value } from '../../python/heap.js';
import { PyTuple } from '../../python/objects.js';
import type { Device, DType } from '../dtype.js';
import { fail, machine } from '../errors.js';
import type { Sizes } from '../shape.js';
import { state } from '../state.js';
import { Tensor, legacyTypeName } from '../tensor.js';

export const NodeClass = nativeClass({ name: 'Node', bases: [], module: 'torch.autograd.graph' });

const nodeClasses = new Map<string, PyClass>();

/** The Python class of a node, by PyTorch's name: `AddmmBackward0`. */
export function nodeClass(name: string): PyClass {
  let cls = nodeClasses.get(name);
  if (cls === undefined) {
    // The class outlives the run in which it is first needed.
    const { epoch } = heap;
    heap.epoch = LIBRARY_EPOCH;
    cls = nativeClass({ name, bases: [NodeClass], module: 'torch.autograd.graph' });
    heap.epoch = epoch;
    nodeClasses.set(name, cls);
  }
  return cls;
}

export type MaybeTensor = Tensor | null;

/**
 * The gradients for a node's inputs from those of its outputs. `saved` are the unpacked saved tensors, in the order in
 * which they were saved; `needs[i]` says whether the gradient of input i is wanted. It must refer to no tensor of the
 * forward pass but through `saved`.
 */
export type BackwardFunction = (
  grads: MaybeTensor[],
  saved: MaybeTensor[],
  needs: boolean[],
) => MaybeTensor[];

/** The sequence number of nodes that accumulate into leaves: they run as soon as they are ready. */
export const ACCUMULATE_SEQUENCE = Number.MAX_SAFE_INTEGER;

/** What a node knows of each of its forward outputs: gradients are checked against it. */
export interface InputMetadata {
  sizes: Sizes;
  dtype: DType;
  device: Device;
}

export abstract class Node extends PyObject {
  /** By forward input: the node that its gradient goes to, and the position there. */
  edges: (Node | null)[] = [];
  edgeNrs: number[] = [];
  /** By forward output. */
  inputs: InputMetadata[] = [];
  sequenceNr: number;
  /** Hooks before the node runs, by output: Python dicts `id -> hook(grad)`, and whether the gradient is retained. */
  tensorHooks: (Value | undefined)[] | null = null;
  retainGradFor: (Tensor | null)[] | null = null;
  /** Python dicts `id -> hook`. */
  preHooks: PyDict | null = null;
  postHooks: PyDict | null = null;
  attrs: PyDict | null = null;
  /** The stack of module names or whatever the program says; `node.metadata`. */
  metadata: PyDict | null = null;
  /** The stream that its forward ran on: its backward does too. */
  readonly stream = state.stream;
  /** Where the node was made, as the recorder numbers places; 0 without one. */
  site: number;

  constructor(cls: PyClass) {
    super(cls);
    this.sequenceNr = state.sequenceNr++;
    this.site = state.recorder?.site?.() ?? 0;
    this.track();
  }

  /** The name as error messages show it: `Exp` of `ExpBackward0`, `Pow1` of `PowBackward1`. */
  get shortName(): string {
    return this.nodeName.replace(/Backward0?(\d*)$/, '$1');
  }
  /** `Node::name()`. */
  get nodeName(): string {
    return this.cls.name;
  }

  addEdge(node: Node | null, nr: number): void {
    retain(node);
    this.edges.push(node);
    this.edgeNrs.push(nr);
  }

  setEdges(edges: readonly Edge[]): void {
    for (const edge of edges) retain(edge?.node);
    for (const node of this.edges) release(node);
    this.edges = edges.map((edge) => edge?.node ?? null);
    this.edgeNrs = edges.map((edge) => edge?.nr ?? 0);
  }

  addInput(t: Tensor): number {
    this.inputs.push({ sizes: t.sizes, dtype: t.dtype, device: t.device });
    return this.inputs.length - 1;
  }

  setPreHooks(hooks: PyDict): void {
    retain(hooks);
    release(this.preHooks);
    this.preHooks = hooks;
  }
  setPostHooks(hooks: PyDict): void {
    retain(hooks);
    release(this.postHooks);
    this.postHooks = hooks;
  }
  /** Hooks on output `nr`; null where there are none any more. */
  setTensorHooks(nr: number, hooks: Value | undefined): void {
    this.tensorHooks ??= [];
    retain(hooks);
    release(this.tensorHooks[nr]);
    this.tensorHooks[nr] = hooks;
  }

  /** Gives up what was saved for backward. */
  releaseVariables(): void {}

  override traverse(visit: (value: Value | undefined) => void): void {
    for (const node of this.edges) visit(node);
    if (this.tensorHooks !== null) for (const hook of this.tensorHooks) visit(hook);
    visit(this.preHooks);
    visit(this.postHooks);
    visit(this.attrs);
    visit(this.metadata);
  }
}

/** Where a gradient goes. */
export interface Edge {
  node: Node;
  nr: number;
}

/** A hook pair of `saved_tensors_hooks`. */
export interface SavedTensorsHooks {
  pack: Value;
  unpack: Value;
}

/** The stack of default hooks, and why they are forbidden if they are. */
export const savedTensorsHooks: { stack: SavedTensorsHooks[]; disabled: string | null } = {
  stack: [],
  disabled: null,
};

/** The node of a tensor, made anew for a view whose base was changed; set by history.ts. */
export const viewNodes = { gradFnOf: (t: Tensor): Node | null => t.gradFn };

/** A tensor that a node keeps. Its node holds the references (see `visit`). */
export class SavedVariable {
  private tensor: Tensor | null = null;
  private packed: Value | undefined;
  private unpackHook: Value | undefined;
  /** The history of a packed tensor that is no output of the node: its node, or that it is a leaf that requires a gradient. */
  private gradFn: Node | null = null;
  private isLeafThatRequires = false;
  /** Not owned: the graph that uses the leaf owns it. */
  private accumulator: AccumulateGrad | null = null;
  /** The node of a view that was changed in place, not owned: `weak_grad_fn_`. */
  private readonly viewNode: Node | null;
  private readonly version: number;
  private readonly outputNr: number;

  /**
   * @param node that keeps it; none yet where hooks are given it
   * @param isOutput whether the tensor is an output of `node`: a detached alias is kept, since the original would
   * make a cycle. A pack hook is given the original all the same: what it keeps of it lives until the node has run.
   */
  constructor(
    tensor: Tensor,
    node: Node | null,
    private readonly isOutput: boolean,
    inplaceOnView = false,
  ) {
    if (tensor.isInference)
      fail(
        'RuntimeError',
        'Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.',
      );
    this.version = tensor.version.version;
    this.outputNr = tensor.outputNr;
    this.viewNode = inplaceOnView ? tensor.gradFn : null;
    const { stack } = savedTensorsHooks;
    if (stack.length > 0) {
      const hooks = stack[stack.length - 1]!;
      const { gradEnabled } = state;
      state.gradEnabled = false;
      try {
        tensor.exposed = true;
        this.packed = machine().call(hooks.pack, [tensor]);
      } finally {
        state.gradEnabled = gradEnabled;
      }
      retain(this.packed);
      this.unpackHook = hooks.unpack;
      retain(this.unpackHook);
      if (!isOutput && tensor.requiresGrad) {
        this.gradFn = tensor.gradFn;
        retain(this.gradFn);
        this.isLeafThatRequires = this.gradFn === null;
        this.accumulator = tensor.accumulator;
      }
    } else {
      const keep = isOutput ? tensor.alias() : tensor;
      this.tensor = keep;
      retain(keep);
      state.recorder?.saved?.(node!, keep);
    }
  }

  get hook(): Value | undefined {
    return this.unpackHook;
  }
  get packedValue(): Value {
    return this.packed ?? null;
  }

  /** The tensor; RuntimeError where it was changed in place since. Not for packed ones. */
  unpack(node: Node): Tensor {
    const tensor = this.tensor!;
    if (tensor.version.version !== this.version) this.failVersion(tensor, node);
    if (!this.isOutput || !state.gradEnabled) return tensor;
    const restored = tensor.alias();
    restored.setGradFn(this.originOf(tensor, node), this.outputNr);
    return restored;
  }

  /** The node that made the tensor. */
  private originOf(tensor: Tensor, node: Node): Node | null {
    if (!this.isOutput) return viewNodes.gradFnOf(tensor);
    return this.viewNode !== null && !this.viewNode.dead ? this.viewNode : node;
  }

  /** Gives what an unpack hook returned the history that the saved tensor had. */
  restore(tensor: Tensor, node: Node): Tensor {
    const gradFn = this.isOutput ? this.originOf(tensor, node) : this.gradFn;
    if (gradFn === null && !this.isLeafThatRequires) return tensor;
    const restored = tensor.alias();
    if (gradFn !== null) restored.setGradFn(gradFn, this.outputNr);
    else {
      restored.requiresGrad = true;
      if (this.accumulator !== null && this.accumulator.variable.accumulator === this.accumulator)
        restored.accumulator = this.accumulator;
    }
    return restored;
  }

  private failVersion(tensor: Tensor, node: Node): never {
    const type = legacyTypeName(tensor);
    const made = this.originOf(tensor, node);
    const origin = made === null ? '' : `, which is output ${this.outputNr} of ${made.shortName},`;
    return fail(
      'RuntimeError',
      `one of the variables needed for gradient computation has been modified by an inplace operation: [${type} [${tensor.sizes.join(', ')}]]${origin} is at version ${tensor.version.version}; expected version ${this.version} instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False).`,
    );
  }

  visit(visit: (value: Value | undefined) => void): void {
    visit(this.packed);
    this.visitSeen(visit);
  }
  /** Without what a pack hook gave, which the collector of cycles does not see. */
  visitSeen(visit: (value: Value | undefined) => void): void {
    visit(this.tensor);
    visit(this.unpackHook);
    visit(this.gradFn);
  }
  release(): void {
    this.visit(release);
    this.gradFn = null;
    this.tensor = null;
    this.packed = undefined;
    this.unpackHook = undefined;
  }
}

/** The node of an operator. */
export class OperatorNode extends Node {
  saved: (SavedVariable | null)[];
  released = false;
  constructor(
    cls: PyClass,
    public backward: BackwardFunction,
  ) {
    super(cls);
    this.saved = NOTHING;
  }

  /** Keeps tensors for backward. `packed`: those that hooks were given already. */
  save(tensors: Iterable<MaybeTensor>, packed: PackedInputs | null = null): void {
    // one by one: where a hook raises, the node still owns what was kept before
    const saved: (SavedVariable | null)[] = (this.saved = []);
    for (const t of tensors)
      saved.push(t === null ? null : (packed?.take(t) ?? new SavedVariable(t, this, t.gradFn === this)));
  }

  /** Keeps what an in-place change made. */
  saveOutput(i: number, self: Tensor): void {
    this.saved[i] = new SavedVariable(self, this, true, self.base !== null);
  }

  override releaseVariables(): void {
    if (this.saved.length === 0) return;
    for (const saved of this.saved) saved?.release();
    this.saved = this.saved.map(() => null);
    this.released = true;
    state.recorder?.released?.(this);
  }

  override finalize(): void {
    state.recorder?.released?.(this);
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    for (const saved of this.saved) saved?.visit(visit);
  }
  override traverseForCollector(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    for (const saved of this.saved) saved?.visitSeen(visit);
  }
}

const NOTHING: (SavedVariable | null)[] = [];

/** Inputs that hooks packed before the kernel ran. Owned until a node takes them. */
export class PackedInputs {
  private readonly variables: [Tensor, SavedVariable][] = [];

  pack(tensor: Tensor): void {
    this.variables.push([tensor, new SavedVariable(tensor, null, false)]);
  }
  take(tensor: Tensor): SavedVariable | undefined {
    const at = this.variables.findIndex(([each]) => each === tensor);
    return at < 0 ? undefined : this.variables.splice(at, 1)[0]![1];
  }
  /** To be called where no node took them: the kernel raised. */
  release(): void {
    for (const [, variable] of this.variables) variable.release();
  }
}

export const BACKWARD_TWICE =
  'Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward.';

const accumulateClass = nodeClass('AccumulateGrad');

/** Adds gradients into a leaf's `.grad`. The leaf refers to it weakly. */
export class AccumulateGrad extends Node {
  constructor(readonly variable: Tensor) {
    super(accumulateClass);
    state.sequenceNr--;
    this.sequenceNr = ACCUMULATE_SEQUENCE;
    retain(variable);
    this.addInput(variable);
  }
  override get nodeName(): string {
    return 'torch::autograd::AccumulateGrad';
  }
  override finalize(): void {
    if (this.variable.accumulator === this) this.variable.accumulator = null;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.variable);
  }
  /** The leaf is held by C++: a cycle through it is never collected. */
  override traverseForCollector(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
  }
}

/** The node that adds up a leaf's gradients, made when first needed. */
export function gradAccumulator(leaf: Tensor): AccumulateGrad {
  let node = leaf.accumulator;
  if (node === null || node.dead) {
    node = new AccumulateGrad(leaf);
    leaf.accumulator = node;
  }
  return node;
}

/** The structure `node.next_functions` gives Python. */
export function nextFunctions(node: Node): PyTuple {
  return new PyTuple(node.edges.map((next, i) => new PyTuple([next, node.edgeNrs[i]!])));
}
