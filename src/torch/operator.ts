/**
 * Operators. An operator is one record; `op` makes of it the function that other operators and the binding call:
 *
 *     call ─▶ autocast ─▶ autograd ─▶ forward
 *
 * See OPERATORS.md for how to write one.
 */
import type { PyClass } from '../python/classes.js';
import { heap, type Value } from '../python/heap.js';
import { castArguments, type AutocastPolicy } from './autocast.js';
import { checkRebase, gradFnOf, gradientEdge, rebaseHistory, setHistory } from './autograd/history.js';
import {
  nodeClass,
  OperatorNode,
  PackedInputs,
  savedTensorsHooks,
  type BackwardFunction,
  type MaybeTensor,
} from './autograd/node.js';
import { checkArgumentDevices, deviceCheckOf } from './device_checks.js';
import { check, fail, machine, UnknownResult } from './errors.js';
import { drawsRandom } from './graph_capture.js';
import { checkKernelDtype, refusalsOf } from './kernel_dtypes.js';
import { parseSchema, type Schema } from './schema.js';
import { checkNoInternalOverlap } from './shape.js';
import { anySparse, SparseTensor } from './sparse_tensor.js';
import { state } from './state.js';
import { anyConjugates, CreationMeta, Tensor, TensorClass, type ViewFunction } from './tensor.js';

/** Calls a dispatch hook, set by the module that speaks to Python. */
export const dispatchHook: {
  call: (hook: Value, operator: Operator, args: unknown[], compute: () => unknown) => unknown;
} = { call: (_hook, _operator, _args, compute) => compute() };

/** Tensor classes that compute operators themselves, set by the module that speaks to Python (dispatch_subclass.ts). */
export const subclasses: {
  any: () => boolean;
  among: (args: readonly unknown[]) => PyClass[];
  call: (operator: Operator, classes: PyClass[], args: readonly unknown[]) => unknown;
} = { any: () => false, among: () => [], call: () => null };

/** What autograd does for one call. */
export interface Derivative {
  /** The tensors that the node keeps; null where one isn't needed. Outputs among them are kept as outputs. */
  saved?: readonly MaybeTensor[];
  backward: BackwardFunction;
}

/** Where Python finds the operator: `function` is torch.x, `method` Tensor.x, others are submodules of torch._C. */
export type Binding =
  'function' | 'method' | 'nn' | 'linalg' | 'fft' | 'special' | 'sparse' | 'nested' | 'none';

export interface OperatorInit<A extends unknown[], R> {
  /** In the notation of native_functions.yaml. */
  schema: string;
  /** `function method` unless given. */
  bind?: string;
  autocast?: AutocastPolicy;
  /** Computes on tensors below autograd; for a composite operator, made of other operators. */
  forward(...args: A): R;
  /** Autograd flows through what `forward` calls; no node of its own. */
  composite?: boolean;
  /** Whether `forward` and `autograd` take sparse tensors too; else they go to the kernel of the operator's name, below autograd. */
  ofSparse?: boolean;
  /** The result shares the memory of the first argument. */
  view?: boolean;
  /** Makes the view again from another base, for operators that are views. By default the same geometry. */
  viewFunction?(...args: A): ViewFunction;
  /**
   * Called where a gradient is wanted; `needs` has an entry for each differentiable tensor argument, in order (a list of
   * tensors has one for each). Absent: the results don't require grad.
   */
  autograd?(needs: boolean[], result: R, ...args: A): Derivative;
  /** Indices of the parameters that gradients flow to; all tensors by default. */
  differentiable?: number[];
  /** Whether tensors that gradients don't flow to are refused where they require grad; true unless given. */
  refuses?: boolean;
  /** By result, whether it can require grad; by default if its dtype can. */
  outputDifferentiability?: boolean[];
  /** The node's name, `<Name>Backward0` by default. */
  node?: string;
  /** The node's name where it depends on the arguments. */
  nodeOf?(...args: A): string;
  /** The node's name where C++ calls with a number as the second argument: `mul.Scalar`. Of Python a number is a tensor. */
  scalarNode?: string;
  /** Floating point operations of a call. */
  flops?(result: R, ...args: A): number;
  /** Whether a call draws random numbers; by default if it takes a generator. */
  draws?(...args: A): boolean;
}

/** What an operator without a formula in derivatives.yaml does: its results require grad, and backward raises. */
export function withoutFormula(name: string): { node: string; autograd: () => Derivative } {
  return {
    node: 'NotImplemented',
    autograd: () => ({
      backward: () => fail('RuntimeError', `derivative for aten::${name} is not implemented`),
    }),
  };
}

/**
 * Gradients that a kernel without a formula of its own made of `inputs`: under `create_graph` their backward raises.
 * @param inputs what the kernel takes of tensors, results of the forward kernel among them: their history is kept
 * @param name the node's, where there is a formula that raises
 */
export function raiseInBackward(
  inputs: readonly (MaybeTensor | undefined)[],
  grads: MaybeTensor[],
  error: string,
  message: string,
  name = 'NotImplemented',
): MaybeTensor[] {
  if (!state.gradEnabled) return grads;
  const node = new OperatorNode(nodeClass(name), () => fail(error, message));
  for (const t of inputs) {
    const edge = t === null || t === undefined ? null : gradientEdge(t);
    node.addEdge(edge?.node ?? null, edge?.nr ?? 0);
  }
  setHistory(grads, node);
  return grads;
}

/** `not_implemented` of FunctionsManual.cpp. */
export function notImplemented(name: string): never {
  return fail('NotImplementedError', `the derivative for '${name}' is not implemented.`);
}

/** `clone`, set by a module that may import it. */
export const originals: { clone: (self: Tensor) => Tensor } = { clone: (self) => self };

export type Op<A extends unknown[], R = Tensor> = OperatorFunction<A, R>;
export type OperatorFunction<A extends unknown[], R> = ((...args: A) => R) & { operator: Operator };

/** What operators do where an argument is sparse, by name; set by the module that has these kernels. */
export const sparseKernels = new Map<string, (...args: never[]) => unknown>();

/** Every operator by qualified name (`add.Tensor`), and the overloads of each name in the order of their definition. */
export const operators = new Map<string, Operator>();
export const overloads = new Map<string, Operator[]>();

/** `max_pool2d_with_indices` → `MaxPool2DWithIndicesBackward0`: every letter after what is none is a capital. */
function nodeName(name: string): string {
  const letters = name.replace(/(?<![A-Za-z])[a-z]/g, (letter) => letter.toUpperCase());
  return letters.replace(/_/g, '') + 'Backward0';
}

/** Losses whose target derivatives.yaml calls non_differentiable. */
const LOSSES_OF_CLASSES =
  /^(nll_loss(2d)?_(forward|backward)|multi_margin_loss|multilabel_margin_loss_forward)$/;

/**
 * Whether derivatives.yaml calls an argument `non_differentiable`: positions, masks and classes, which the kernel refuses in its own
 * words where they are no integers.
 */
function isNonDifferentiable(schema: Schema, i: number): boolean {
  const { name, type } = schema.parameters[i]!;
  if (name === 'target') return LOSSES_OF_CLASSES.test(schema.name);
  return type === 'Tensor' && /^(index|indices|mask|condition|offsets)$/.test(name);
}

export class Operator {
  readonly schema: Schema;
  readonly name: string;
  readonly bindings: Binding[];
  /** Positions of tensor arguments, and of lists of tensors. */
  readonly tensors: number[] = [];
  readonly differentiable: number[];
  /** Tensors that must not require grad (`check_no_requires_grad`). */
  readonly refused: number[];
  readonly inplace: boolean;
  readonly node: string;
  readonly composite: boolean;
  readonly view: boolean;
  readonly autocast: AutocastPolicy | undefined;
  readonly dtypeIndex: number;
  /** The position of the generator of random numbers, if any. */
  readonly generatorIndex: number;
  readonly returnsList: boolean;
  /** Whether it is a kernel for lists of tensors, as optimizers call them. */
  readonly forLists: boolean;
  /** The generated function that checks its arguments' devices, if one does. */
  readonly deviceCheck: string | undefined;
  /** The dtypes that its CUDA kernel isn't made for. */
  readonly refusals: ReturnType<typeof refusalsOf>;
  /** The position of `self`; 0 where there is none. */
  readonly selfIndex: number;
  call!: (...args: never[]) => unknown;

  constructor(readonly init: OperatorInit<unknown[], unknown>) {
    const schema = (this.schema = parseSchema(init.schema));
    this.name = schema.name;
    this.bindings = (init.bind ?? 'function method').split(' ') as Binding[];
    for (const [i, p] of schema.parameters.entries())
      if (p.type === 'Tensor' || p.type === 'Tensor[]' || p.type === 'Number') this.tensors.push(i);
    this.differentiable = init.differentiable ?? this.tensors;
    const refuses = init.autograd !== undefined && (init.refuses ?? !schema.name.includes('::'));
    this.refused = refuses
      ? this.tensors.filter((i) => !this.differentiable.includes(i) && !isNonDifferentiable(schema, i))
      : [];
    this.inplace = schema.parameters[0]?.mutable ?? false;
    this.node = init.node ?? nodeName(schema.name);
    this.composite = init.composite ?? false;
    this.view = init.view ?? false;
    this.autocast = init.autocast;
    this.dtypeIndex = schema.parameters.findIndex((p) => p.name === 'dtype');
    this.generatorIndex = schema.parameters.findIndex((p) => p.name === 'generator');
    this.selfIndex = Math.max(
      schema.parameters.findIndex((p) => p.name === 'self'),
      0,
    );
    this.forLists = /^_(foreach|fused)_/.test(schema.name);
    this.deviceCheck = deviceCheckOf(schema);
    this.refusals = this.composite ? undefined : refusalsOf(schema.name);
    this.returnsList = schema.returns.length === 1 && schema.returns[0] === 'Tensor[]';
  }
}

/** Whether an argument's gradient is wanted. */
function requiresGrad(operator: Operator, args: unknown[]): boolean {
  for (const i of operator.differentiable) {
    const arg = args[i];
    if (arg instanceof Tensor) {
      if (arg.requiresGrad) return true;
    } else if (Array.isArray(arg)) {
      for (const t of arg) if (t instanceof Tensor && t.requiresGrad) return true;
    }
  }
  return false;
}

/** The nodes of views whose base was changed are made anew before the kernel runs: RuntimeError where they can't be. */
function checkViews(operator: Operator, args: unknown[]): void {
  for (const i of operator.differentiable) {
    const arg = args[i];
    if (arg instanceof Tensor && arg.base !== null) gradFnOf(arg);
  }
}

/** `check_no_requires_grad`. */
function checkRefused(operator: Operator, args: unknown[]): void {
  const requires = (t: unknown): boolean => t instanceof Tensor && t.requiresGrad;
  for (const i of operator.refused) {
    const arg = args[i];
    if (Array.isArray(arg) ? arg.some(requires) : requires(arg))
      fail(
        'RuntimeError',
        `The function '${operator.name}' is not differentiable with respect to argument '${operator.schema.parameters[i]!.name}'. This input cannot have requires_grad True.`,
      );
  }
}

/** The differentiable tensors of a call, and which of them want a gradient. */
function differentiableInputs(operator: Operator, args: unknown[]): [(Tensor | null)[], boolean[]] {
  const inputs: (Tensor | null)[] = [];
  for (const i of operator.differentiable) {
    const arg = args[i];
    if (Array.isArray(arg)) inputs.push(...(arg as (Tensor | null)[]));
    else inputs.push(arg instanceof Tensor ? arg : null);
  }
  return [inputs, inputs.map((t) => t?.requiresGrad ?? false)];
}

function nodeOf(
  operator: Operator,
  args: unknown[],
  inputs: readonly (Tensor | null)[],
  backward: BackwardFunction,
  ofPython: boolean,
): OperatorNode {
  const { scalarNode } = operator.init;
  const name =
    scalarNode !== undefined && !ofPython && !(args[1] instanceof Tensor)
      ? scalarNode
      : (operator.init.nodeOf?.(...args) ?? operator.node);
  const node = new OperatorNode(nodeClass(name), backward);
  for (const t of inputs) {
    const edge = t === null || !t.requiresGrad ? null : gradientEdge(t);
    node.addEdge(edge?.node ?? null, edge?.nr ?? 0);
  }
  return node;
}

/**
 * Under hooks of saved tensors: what the node will keep of the arguments, given to the hooks before the kernel runs, as VariableType
 * does (a checkpoint's recomputation ends there). The outputs are not there yet: aliases of a tensor of the arguments stand for them.
 */
function packInputs(operator: Operator, args: unknown[]): PackedInputs | null {
  if (savedTensorsHooks.stack.length === 0 || operator.returnsList) return null;
  const [inputs, needs] = differentiableInputs(operator, args);
  const like = inputs.find((t) => t !== null)!;
  const outputs = operator.schema.returns.map(() => like.alias());
  const { saved = [] } = operator.init.autograd!(needs, outputs.length === 1 ? outputs[0] : outputs, ...args);
  for (const t of outputs) heap.drop(t);
  const given = new Set(args.flat());
  const packed = new PackedInputs();
  try {
    for (const t of saved) if (t !== null && given.has(t)) packed.pack(t);
  } catch (error) {
    packed.release();
    throw error;
  }
  return packed;
}

function recordHistory(
  operator: Operator,
  args: unknown[],
  result: unknown,
  packed: PackedInputs | null,
  ofPython: boolean,
): void {
  const { init } = operator;
  const [inputs, needs] = differentiableInputs(operator, args);
  const outputs = (Array.isArray(result) ? result : [result]) as Tensor[];
  programDerivative = ofPython;
  const { backward, saved } = init.autograd!(needs, result, ...args);
  const node = nodeOf(operator, args, inputs, backward, ofPython);
  setHistory(outputs, node, init.outputDifferentiability);
  if (saved !== undefined && saved.length > 0) node.save(saved, packed);
}

/**
 * What autograd does before an in-place change: its node keeps what it needs of the arguments as they are, and of `self` a
 * copy (`original_self` in VariableType). Returns what is left to do afterwards.
 */
function prepareInplace(operator: Operator, args: unknown[], ofPython: boolean): () => void {
  const self = args[0] as Tensor;
  const [inputs, needs] = differentiableInputs(operator, args);
  // Stand for self before the change and after it.
  const [before, after] = [self.alias(), self.alias()];
  programDerivative = ofPython;
  const { backward, saved = [] } = operator.init.autograd!(needs, after, before, ...args.slice(1));
  const node = nodeOf(operator, args, inputs, backward, ofPython);
  const isOutput = saved.map((t) => t === after);
  node.save(keptBefore(saved, self, before, after));
  heap.drop(before);
  heap.drop(after);
  return () => {
    rebaseHistory(self, node);
    for (const [i, is] of isOutput.entries()) if (is) node.saveOutput(i, self);
  };
}

/**
 * What is kept before the change, each copied at its turn, a copy of self with self's history; what is kept of the output is not
 * there yet.
 */
function* keptBefore(
  saved: readonly MaybeTensor[],
  self: Tensor,
  before: Tensor,
  after: Tensor,
): IterableIterator<MaybeTensor> {
  let original: Tensor | null = null;
  for (const t of saved) yield t === before ? (original ??= originals.clone(self)) : t === after ? null : t;
}

function markView(operator: Operator, args: unknown[], result: unknown): void {
  const base = args[0] as Tensor;
  const meta = !state.gradEnabled
    ? CreationMeta.noGradMode
    : operator.returnsList
      ? CreationMeta.multiOutputNode
      : CreationMeta.default;
  if (base.isInference && state.inferenceMode) return;
  const root = base.base ?? base;
  const makeView = operator.init.viewFunction?.(...args) ?? null;
  for (const view of Array.isArray(result) ? (result as Tensor[]) : [result as Tensor]) {
    if (view === base || view.base !== null || view.storage !== base.storage) continue;
    view.setBase(root);
    view.viewVersion = view.version.version;
    view.creationMeta =
      base.base !== null && base.creationMeta !== CreationMeta.default && meta === CreationMeta.default
        ? base.creationMeta
        : meta;
    view.viewFunction = base.base !== null ? null : makeView;
  }
}

/** Operators whose kernels read lazy conjugates (ConjugateFallback.cpp); for others they become tensors of their own. */
const READS_CONJUGATES = new Set(
  (
    'set_ copy_ clone _conj_physical conj_physical conj_physical_ resolve_conj repeat_interleave empty_like ones_like ' +
    'zeros_like full_like rand_like randn_like new_empty new_zeros new_ones new_full dot vdot mm addmm addmm_ bmm baddbmm baddbmm_ ' +
    'linalg_svd linalg_vecdot linalg_solve_triangular resize_ resize_as_ detach detach_'
  ).split(' '),
);

/** `conjugateFallback`: the arguments of a kernel, with copies of lazy conjugates. */
function resolveConjugates(operator: Operator, args: unknown[]): unknown[] {
  if (!anyConjugates() || operator.view || READS_CONJUGATES.has(operator.name)) return args;
  const resolve = (t: unknown, i: number): unknown =>
    t instanceof Tensor && t.isConj && !(operator.inplace && i === 0) ? originals.clone(t) : t;
  return args.map((arg, i) => (Array.isArray(arg) ? arg.map((t) => resolve(t, 1)) : resolve(arg, i)));
}

/** Whether an operator's kernel runs: its views are only geometry. */
let inKernel = false;

/** Runs an operator of which an argument is sparse, below autograd. */
function runSparse(operator: Operator, args: unknown[]): unknown {
  const kernel = sparseKernels.get(operator.name);
  if (kernel === undefined || (state.gradEnabled && requiresGrad(operator, args)))
    throw new UnknownResult(machine().unknown(`${operator.name} of a sparse tensor`));
  const { gradEnabled } = state;
  state.gradEnabled = false;
  try {
    return kernel(...(args as never[]));
  } finally {
    state.gradEnabled = gradEnabled;
  }
}

/** Whether the operator takes sparse tensors otherwise than dense ones; those of lists go through the operators of one. */
function isForSparse(operator: Operator, args: unknown[]): boolean {
  const { name } = operator;
  if (operator.init.ofSparse === true || (operator.composite && !sparseKernels.has(name))) return false;
  return args.some(
    (arg) =>
      arg instanceof SparseTensor ||
      (Array.isArray(arg) && !name.startsWith('_foreach_') && arg.some((t) => t instanceof SparseTensor)),
  );
}

/** Whether a tensor is a DTensor: its class says that operators take it only with others of its kind. */
function isDistributed(t: Tensor): boolean {
  return t.cls !== TensorClass && t.cls.lookup('_only_with_its_kind') === true;
}

/** The dispatch of DTensor refuses lists in which some tensors are of its class and others are not. */
function checkMixed(operator: Operator, args: unknown[]): void {
  for (const list of args) {
    if (!Array.isArray(list)) continue;
    const tensors = list.filter((t): t is Tensor => t instanceof Tensor && t.numel > 1);
    const count = tensors.filter(isDistributed).length;
    if (count === 0 || count === tensors.length) continue;
    const { name, overload } = operator.schema;
    fail(
      'RuntimeError',
      `aten.${name}.${overload === '' ? 'default' : overload} got mixed torch.Tensor and DTensor, need to convert all torch.Tensor to DTensor before calling distributed operators!`,
    );
  }
}

/** In-place operators that write one value or change only geometry, so that they may write it to an element more than once. */
const WRITES_TWICE = new Set(
  'fill_ zero_ index_fill_ masked_fill_ index_put_ _index_put_impl_ fill_diagonal_ tril_ triu_ set_ resize_ resize_as_'.split(
    ' ',
  ),
);

/** What the kernel of an in-place operator checks first: RuntimeError where elements that it writes share their memory. */
function checkOverlap(operator: Operator, args: unknown[]): void {
  const self = args[0] as Tensor;
  if (operator.forLists || WRITES_TWICE.has(operator.name) || (operator.name === 'copy_' && args[1] === self))
    return;
  checkNoInternalOverlap(self.sizes, self.strides);
}

function run(operator: Operator, args: unknown[], ofPython: boolean): unknown {
  const { init } = operator;
  if (operator.forLists) checkMixed(operator, args);
  if (anySparse() && isForSparse(operator, args)) return runSparse(operator, args);
  if (operator.deviceCheck !== undefined)
    checkArgumentDevices(operator.deviceCheck, operator.schema, operator.tensors, args);
  if (operator.composite) return composite(operator, args);
  const { gradEnabled } = state;
  const record = gradEnabled && init.autograd !== undefined && requiresGrad(operator, args);
  if (gradEnabled && operator.refused.length > 0) checkRefused(operator, args);
  if (operator.inplace)
    checkInplace(args[0] as Tensor, record || (gradEnabled && (args[0] as Tensor).requiresGrad));
  const rebase = record && operator.inplace ? prepareInplace(operator, args, ofPython) : null;
  if (record && rebase === null) checkViews(operator, args);
  const packed = record && rebase === null ? packInputs(operator, args) : null;
  let result: unknown;
  const outer = inKernel;
  inKernel = true;
  state.gradEnabled = false;
  try {
    if (operator.inplace) checkOverlap(operator, args);
    if (operator.refusals !== undefined) checkKernelDtype(operator.refusals, args, undefined, true);
    result =
      state.dispatchHooks.length > 0 && !outer
        ? throughHook(operator, args, () => init.forward(...args))
        : compute(operator, args, outer);
    if (operator.refusals !== undefined) checkKernelDtype(operator.refusals, args, result, false);
  } catch (error) {
    packed?.release();
    throw error;
  } finally {
    state.gradEnabled = gradEnabled;
    inKernel = outer;
  }
  if (state.capture !== null) drawInCapture(operator, args, result);
  if (state.valuesAssumed) spreadAssumption(operator, args, result);
  if (operator.view && !inKernel) markView(operator, args, result);
  if (rebase !== null) rebase();
  else if (record) recordHistory(operator, args, result, packed, ofPython);
  if (init.flops !== undefined) state.countFlops(init.flops(result, ...args));
  return result;
}

/** What a CUDA graph takes at its first random numbers. */
function drawInCapture(operator: Operator, args: unknown[], result: unknown): void {
  const at = operator.generatorIndex;
  if (!(operator.init.draws?.(...args) ?? at >= 0)) return;
  const first: unknown = Array.isArray(result) ? result[0] : result;
  if (first instanceof Tensor) drawsRandom(first, (args[at] ?? null) as Value);
}

/** Known values that are computed of assumed ones are assumed too, unless the kernel knew better. */
function spreadAssumption(operator: Operator, args: unknown[], result: unknown): void {
  const assumptionOf = (value: unknown): string | null => {
    if (value instanceof Tensor) return value.storage.assumed || null;
    if (!Array.isArray(value)) return null;
    for (const one of value as unknown[]) {
      const found = assumptionOf(one);
      if (found !== null) return found;
    }
    return null;
  };
  const assumption = assumptionOf(operator.tensors.map((i) => args[i]));
  if (assumption === null) return;
  for (const t of Array.isArray(result) ? (result as unknown[]) : [result])
    if (t instanceof Tensor && t.storage.known !== null) t.storage.assumed ??= assumption;
}

/** An operator that is made of others. In inference mode there is no autograd, which would decompose it before a class sees it. */
function composite(operator: Operator, args: unknown[]): unknown {
  if (state.inferenceMode && subclasses.any() && !inKernel) {
    const classes = subclasses.among(args);
    if (classes.length > 0) return subclasses.call(operator, classes, args);
  }
  return operator.init.forward(...args);
}

/** Calls the kernel, or the class of an argument that computes the operator itself. */
function compute(operator: Operator, args: unknown[], inner: boolean): unknown {
  if (subclasses.any() && !inner) {
    const classes = subclasses.among(args);
    if (classes.length > 0) {
      inKernel = false;
      return subclasses.call(operator, classes, args);
    }
  }
  return operator.init.forward(...resolveConjugates(operator, args));
}

/** The innermost dispatch hook, in whose call the others hold. */
function throughHook(operator: Operator, args: unknown[], compute: () => unknown): unknown {
  const hooks = state.dispatchHooks;
  const hook = hooks[hooks.length - 1]!;
  state.dispatchHooks = hooks.slice(0, -1);
  inKernel = false;
  try {
    return dispatchHook.call(hook, operator, args, () => {
      const { dispatchHooks } = state;
      if (dispatchHooks.length > 0) return throughHook(operator, args, compute);
      inKernel = true;
      try {
        return compute();
      } finally {
        inKernel = false;
      }
    });
  } finally {
    state.dispatchHooks = hooks;
  }
}

/** Errors of in-place changes, before they happen (`check_inplace`). */
export function checkInplace(self: Tensor, requires: boolean): void {
  if (!requires || !state.gradEnabled) return;
  if (self.base !== null) {
    checkRebase(self, 'is being');
    const { base } = self;
    if (base.isLeaf && base.requiresGrad && base.base === null)
      check(false, 'a view of a leaf Variable that requires grad is being used in an in-place operation.');
  } else if (self.isLeaf && self.requiresGrad)
    check(false, 'a leaf Variable that requires grad is being used in an in-place operation.');
}

/** Whether the call whose derivative is being made was the program's own: of that, numbers are tensors in its formulas too. */
let programDerivative = false;
export function isDerivativeOfProgram(): boolean {
  return programDerivative;
}

/** Whether the operator that is called next is called by the program. */
let programCalls = false;
/** Calls an operator as the program's own call: its numbers are tensors. */
export function callOfProgram(operator: Operator, args: readonly unknown[]): unknown {
  programCalls = true;
  return operator.call(...(args as never[]));
}

/** Runs an operator; the temporaries of its forward die when it returns. */
function dispatch(operator: Operator, args: unknown[]): unknown {
  const ofPython = programCalls;
  programCalls = false;
  const mark = heap.handles.length;
  const outer = pendingOutputs;
  pendingOutputs = null;
  const { recorder } = state;
  if (recorder !== null) recorder.enter?.(operator.name);
  let result: unknown;
  try {
    if (state.autocast.cuda && operator.autocast !== undefined) {
      const cast = castArguments(operator, args);
      state.autocast.cuda = false;
      try {
        result = run(operator, cast, ofPython);
      } finally {
        state.autocast.cuda = true;
      }
    } else result = run(operator, args, ofPython);
  } finally {
    pendingOutputs = outer;
    if (recorder !== null) recorder.exit?.(result);
  }
  keepOnly(mark, result);
  return result;
}

/** Ends the life of what was made since `mark`, but for the result. */
export function keepOnly(mark: number, result: unknown): void {
  const { handles } = heap;
  if (handles.length === mark) return;
  heap.popHandles(mark);
  if (heap.nativeDepth === 0) return;
  if (result instanceof Tensor) handles.push(result);
  else if (Array.isArray(result)) for (const item of result) if (item instanceof Tensor) handles.push(item);
}

/** Runs `body`; the objects that it makes die at its end, but for the tensors that it returns. */
export function scope<R>(body: () => R): R {
  const mark = heap.handles.length;
  const result = body();
  keepOnly(mark, result);
  return result;
}

/** The end of a C++ temporary, before its function returns. Tensors that were there before are left alone. */
export function drop(...tensors: (Tensor | null)[]): void {
  for (const t of tensors) if (t !== null) heap.drop(t);
}

/** Defines an operator. */
export function op<A extends unknown[], R>(init: OperatorInit<A, R>): OperatorFunction<A, R> {
  const operator = new Operator(init as unknown as OperatorInit<unknown[], unknown>);
  const call = ((...args: unknown[]) => dispatch(operator, args)) as unknown as OperatorFunction<A, R>;
  call.operator = operator;
  operator.call = call;
  const qualified =
    operator.schema.overload === '' ? operator.name : `${operator.name}.${operator.schema.overload}`;
  if (operators.has(qualified)) throw new Error(`operator ${qualified} is defined twice`);
  operators.set(qualified, operator);
  const others = overloads.get(operator.name);
  if (others === undefined) overloads.set(operator.name, [operator]);
  else others.push(operator);
  return call;
}

/** Where results are written: `out=` or, for an in-place operator, self. */
interface PendingOutputs {
  tensors: (Tensor | null)[];
  inplace: boolean;
  /** Whether autograd records where the results were given. */
  recording: boolean;
}
let pendingOutputs: PendingOutputs | null = null;

/** The tensor that result `index` of the running kernel must be written to, if there is one. */
export function pendingOutput(index: number): Tensor | null {
  return pendingOutputs === null ? null : (pendingOutputs.tensors[index] ?? null);
}

export function pendingIsInplace(): boolean {
  return pendingOutputs?.inplace ?? false;
}

/** Runs a kernel whose results go into given tensors. */
export function withOutputs<R>(tensors: (Tensor | null)[], inplace: boolean, body: () => R): R {
  const outer = pendingOutputs;
  pendingOutputs = { tensors, inplace, recording: !inplace && state.gradEnabled };
  try {
    return body();
  } finally {
    pendingOutputs = outer;
  }
}

/**
 * The last operator of a composite one, as PyTorch's `_out` function of that calls it: into the tensors that the composite was
 * given, where it was given some.
 */
export function into<A extends unknown[], R>(last: OperatorFunction<A, R>): (...args: A) => R {
  if (pendingOutputs === null) return last;
  const { tensors, recording } = pendingOutputs;
  return (...args) => {
    checkGivenOutputs(last.operator, args, tensors, recording);
    return (last.operator.init.forward as (...args: A) => R)(...args);
  };
}
/** What `into(last)` checks, for a composite operator that computes what it was given itself. */
export function checkInto(last: OperatorFunction<never[], unknown>, args: readonly unknown[]): void {
  if (pendingOutputs !== null)
    checkGivenOutputs(last.operator, args, pendingOutputs.tensors, pendingOutputs.recording);
}

/** Composite operators whose `_out` functions check by themselves. */
const CHECK_THEIR_OUTPUTS = /^matmul$/;
/** Operators that resize what they are given first, whatever its size. */
const RESIZE_FIRST = /^(empty|rand|randn|randint)$/;
/**
 * What autograd says of results that are given: RuntimeError where it would have to record the call
 * (`throw_error_out_requires_grad`), or where one that requires grad is resized.
 */
export function checkGivenOutputs(
  operator: Operator,
  args: readonly unknown[],
  outputs: readonly (Tensor | null)[],
  recording: boolean,
): void {
  const { name, init, composite, tensors } = operator;
  const given = outputs.some((t) => t?.requiresGrad);
  if (given && RESIZE_FIRST.test(name)) fail('RuntimeError', 'cannot resize variables that require grad');
  if (!recording) return;
  const differentiable = init.autograd !== undefined || CHECK_THEIR_OUTPUTS.test(name);
  if (differentiable && (given || requiresGrad(operator, args as unknown[])))
    fail('RuntimeError', `${name}(): ${WITH_OUTPUTS}`);
  if (given && !composite && !differentiable && tensors.length === 0)
    fail('RuntimeError', `aten::${name}(): ${WITH_OUTPUTS}`);
}
const WITH_OUTPUTS =
  "functions with out=... arguments don't support automatic differentiation, but one of the arguments requires grad.";

/**
 * Defines the in-place variant of an operator whose kernel writes through `output()` (`allocate.ts`): `relu_` of `relu`.
 * Gradients are those of the operator, where what it saves isn't the changed input itself.
 */
export function inplaceVariant<A extends unknown[], R>(
  functional: OperatorFunction<A, R>,
  options: {
    autograd?: OperatorInit<A, R>['autograd'];
    bind?: string;
    differentiable?: number[];
    node?: string;
  } = {},
): OperatorFunction<A, R> {
  const base = functional.operator.init as unknown as OperatorInit<A, R>;
  const { schema } = functional.operator;
  const name = schema.name + '_' + (schema.overload === '' ? '' : '.' + schema.overload);
  const parameters = base.schema
    .slice(base.schema.indexOf('(') + 1, base.schema.lastIndexOf(')', base.schema.lastIndexOf('->')))
    .replace(/^(Tensor|Number)/, 'Tensor(a!)');
  const autograd = options.autograd ?? base.autograd;
  return op<A, R>({
    schema: `${name}(${parameters}) -> Tensor(a!)`,
    bind: options.bind ?? base.bind,
    autocast: undefined,
    node: options.node ?? functional.operator.node,
    nodeOf: base.nodeOf,
    scalarNode: base.scalarNode,
    differentiable: options.differentiable ?? base.differentiable,
    forward(...args) {
      const self = args[0] as Tensor;
      withOutputs([self], true, () => base.forward(...args));
      self.bumpVersion();
      return self as R;
    },
    autograd,
    flops: base.flops,
  });
}
