/** Giving tensors their history: edges, `set_history`, and in-place changes of views (`rebase_history`, CopySlices). */
import { retain, release, type Value } from '../../python/heap.js';
import type { CallRequest } from '../../python/native.js';
import { CPU, float32 } from '../dtype.js';
import { fail } from '../errors.js';
import { state } from '../state.js';
import type { Sizes } from '../shape.js';
import { CreationMeta, Tensor, type ViewFunction } from '../tensor.js';
import {
  gradAccumulator,
  Node,
  nodeClass,
  OperatorNode,
  viewNodes,
  type Edge,
  type MaybeTensor,
} from './node.js';

/** Operators that this module needs, set by the modules that define them. */
export const historyOperators = {
  asStrided: (_self: Tensor, _size: Sizes, _stride: Sizes, _offset: number): Tensor => {
    throw new Error('as_strided is not loaded');
  },
  asStridedBackward: (
    _grad: Tensor,
    _base: { sizes: Sizes; strides: Sizes; offset: number },
    _view: { sizes: Sizes; strides: Sizes; offset: number },
  ): Tensor => {
    throw new Error('as_strided is not loaded');
  },
  newEmptyStrided: (_like: Tensor, _sizes: Sizes, _strides: Sizes): Tensor => {
    throw new Error('empty_strided is not loaded');
  },
  copy: (_self: Tensor, _src: Tensor): Tensor => {
    throw new Error('copy_ is not loaded');
  },
  clone: (_self: Tensor): Tensor => {
    throw new Error('clone is not loaded');
  },
};

/** The node of a tensor. A view whose base was changed in place gets a new one. */
export function gradFnOf(t: Tensor): Node | null {
  const { base } = t;
  if (base === null || t.version.version === t.viewVersion) return t.gradFn;
  if (!base.requiresGrad) return t.gradFn;
  checkRebase(t, 'its base or another view of its base has been');
  const baseEdge = gradientEdge(base);
  if (baseEdge === null) return t.gradFn;
  const geometry = { sizes: base.sizes, strides: base.strides, offset: base.offset };
  const view = { sizes: t.sizes, strides: t.strides, offset: t.offset };
  const node = new OperatorNode(nodeClass('AsStridedBackward0'), ([grad]) => [
    grad === null || grad === undefined ? null : historyOperators.asStridedBackward(grad, geometry, view),
  ]);
  node.addEdge(baseEdge.node, baseEdge.nr);
  node.addInput(t);
  t.setGradFn(node, 0);
  t.viewVersion = t.version.version;
  return node;
}

viewNodes.gradFnOf = gradFnOf;

const MULTIPLE_VIEWS =
  ' This view is the output of a function that returns multiple views. Such functions do not allow the output views to be modified inplace. You should replace the inplace operation by an out-of-place one.';
const IN_CUSTOM_FUNCTION =
  ' This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function.';
const ambiguous = (block: string): string =>
  ` Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and the inplace either both inside the ${block} block (if you don't want the inplace to be tracked) or both outside (if you want the inplace to be tracked).`;

/**
 * `handle_view_on_rebase`: RuntimeError where a view that came about in a way that autograd can't follow is changed in place.
 * @param changed what was changed, as the message says it
 */
export function checkRebase(view: Tensor, changed: string): void {
  const { creationMeta, gradFn } = view;
  if (creationMeta === CreationMeta.default) return;
  const without =
    creationMeta === CreationMeta.inferenceMode ||
    creationMeta === CreationMeta.noGradMode ||
    gradFn === null;
  const output = `Output ${view.outputNr} of ${gradFn?.shortName} is a view`;
  const prefix = gradFn === null ? 'A view was created in' : `${output} of a view which was created in`;
  const what = !without
    ? `${output} and ${changed} modified inplace.`
    : creationMeta === CreationMeta.inferenceMode
      ? `${prefix} inference mode and ${changed} modified inplace in normal mode.`
      : `${prefix} no_grad mode and ${changed} modified inplace with grad mode enabled.`;
  const why =
    creationMeta === CreationMeta.multiOutputNode
      ? MULTIPLE_VIEWS
      : creationMeta === CreationMeta.noGradMode
        ? ambiguous('no_grad')
        : creationMeta === CreationMeta.inferenceMode
          ? ambiguous('inference_mode')
          : IN_CUSTOM_FUNCTION;
  fail('RuntimeError', what + why);
}

/** Where the gradient of a tensor goes; null if it wants none. */
export function gradientEdge(t: Tensor): Edge | null {
  const node = gradFnOf(t);
  if (node !== null) return { node, nr: t.outputNr };
  return t.requiresGrad ? { node: gradAccumulator(t), nr: 0 } : null;
}

/** Makes `node` the origin of its outputs. */
export function setHistory(
  outputs: readonly (Tensor | null)[],
  node: Node,
  differentiable?: readonly boolean[],
): void {
  for (let i = 0; i < outputs.length; i++) {
    const t = outputs[i];
    if (!(t instanceof Tensor)) {
      // A result that was not wanted has its number all the same (`undefined_input`).
      node.inputs.push({ sizes: [], dtype: float32, device: CPU });
      continue;
    }
    const can =
      differentiable === undefined
        ? t.dtype.isFloating || t.dtype.isComplex
        : (differentiable[i] ?? false) && (t.dtype.isFloating || t.dtype.isComplex);
    if (!can) {
      // PyTorch adds no input for it: the node's outputs are numbered by what can have a gradient.
      node.inputs.push({ sizes: t.sizes, dtype: t.dtype, device: t.device });
      continue;
    }
    t.setGradFn(node, node.addInput(t));
    t.viewVersion = t.version.version;
  }
}

/** The node of a tensor that `node` changed in place. */
export function rebaseHistory(self: Tensor, node: Node): void {
  const { base } = self;
  if (base !== null && self.storage === base.storage) {
    const baseEdge = gradientEdge(base);
    node.addInput(self);
    const slices = new CopySlices(base, self, self.viewFunction, node);
    slices.addEdge(baseEdge?.node ?? null, baseEdge?.nr ?? 0);
    for (let i = 1; i < node.edges.length; i++) slices.addEdge(node.edges[i]!, node.edgeNrs[i]!);
    base.setGradFn(slices, 0);
    base.viewVersion = base.version.version;
    self.viewVersion = -1;
    gradFnOf(self);
    return;
  }
  self.setGradFn(node, node.addInput(self));
}

const copySlicesClass = nodeClass('CopySlices');

/** The gradient of an in-place change of a view, seen from its base. */
export class CopySlices extends Node {
  readonly baseGeometry: { sizes: Sizes; strides: Sizes };
  readonly viewGeometry: { sizes: Sizes; strides: Sizes; offset: number };
  /** What the change itself did. */
  fn: Node | null;
  constructor(
    base: Tensor,
    view: Tensor,
    readonly viewFunction: ViewFunction | null,
    fn: Node,
  ) {
    super(copySlicesClass);
    this.baseGeometry = { sizes: base.sizes, strides: base.strides };
    this.viewGeometry = { sizes: view.sizes, strides: view.strides, offset: view.offset - base.offset };
    this.fn = fn;
    retain(fn);
    this.addInput(base);
  }
  override get nodeName(): string {
    return 'torch::autograd::CopySlices';
  }
  /** The slice's gradients from `apply`, put into a copy of the base's gradient. `apply` runs the changed view's node. */
  *backward(
    grad: MaybeTensor,
    needs: boolean[],
    apply: (node: Node, grads: MaybeTensor[]) => Generator<CallRequest, MaybeTensor[], Value>,
  ): Generator<CallRequest, MaybeTensor[], Value> {
    if (grad === null) return needs.map(() => null);
    const result = historyOperators.newEmptyStrided(grad, this.baseGeometry.sizes, this.baseGeometry.strides);
    historyOperators.copy(result, grad);
    const { sizes, strides, offset } = this.viewGeometry;
    const slice =
      this.viewFunction !== null
        ? this.viewFunction(result)
        : historyOperators.asStrided(result, sizes, strides, offset);
    const inner = yield* apply(this.fn!, [historyOperators.clone(slice)]);
    return needs.map((_, i) => {
      if (i > 0) return inner[i] ?? null;
      const own = inner[0];
      if (own === null || own === undefined) return result;
      historyOperators.copy(slice, own);
      return result;
    });
  }
  override releaseVariables(): void {
    release(this.fn);
    this.fn?.releaseVariables();
    this.fn = null;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.fn);
  }
}

/** Whether autograd records now. */
export function isRecording(): boolean {
  return state.gradEnabled;
}
