/**
 * Activations. What each keeps for backward is PyTorch's: ReLU its result, most others their input; in place, those whose
 * gradient needs the input keep a copy of it (derivatives.yaml).
 */
import { emptyLike } from '../allocate.js';
import { check, fail } from '../errors.js';
import { elementwise } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  op,
  operators,
  originals,
  scope,
  type Op,
  withoutFormula,
} from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { wrapDim } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, to } from './copy.js';
import { emptyAs } from './dense.js';
import { add, div, mul, neg, reciprocal, rsub, sub } from './arithmetic.js';
import { exp, pow, sigmoid, sigmoid_backward } from './powers.js';
import { ge, gt, logical_and, lt } from './comparisons.js';
import { gradients } from './elementwise_rules.js';
import { tanh } from './trigonometry.js';
import { where } from './where.js';
import { narrow, reshape } from './views.js';

originals.clone = (self) => clone(self);

/** The gradient of a gradient kernel by what it saved (`…_double_backward` of FunctionsManual.cpp). */
type SecondGradient<A extends unknown[]> = (
  grad: Tensor,
  gradOutput: Tensor,
  saved: Tensor,
  ...args: A
) => Tensor;

/**
 * A gradient kernel of the incoming gradient and one saved tensor. Of a function in straight pieces the second gradient is zeros,
 * for which the incoming gradient is not kept.
 */
function gradientKernel<A extends unknown[]>(
  schema: string,
  second: 'zeros' | 'none' | SecondGradient<A> = (
    ...[grad, gradOutput, saved]: [Tensor, Tensor, Tensor, ...A]
  ) => mul(mul(grad, gradOutput), saved),
  first: 'grad' | 'saved' = 'grad',
  kernelOf: (grad: Tensor, saved: Tensor) => Tensor = (grad, saved) =>
    // Where the layouts differ, the result has that of the iterator's first operand.
    elementwise(first === 'saved' ? [saved, grad] : [grad, saved], grad.dtype),
): Op<[grad: Tensor, saved: Tensor, ...A]> {
  const kernel: Op<[Tensor, Tensor, ...A]> = op<[Tensor, Tensor, ...A], Tensor>({
    schema,
    bind: schema.startsWith('threshold') ? 'function' : 'nn',
    forward: (...args) => kernelOf(args[0], args[1]),
    node: second === 'none' ? 'NotImplemented' : undefined,
    autograd: (_needs, _result, grad, saved, ...rest) =>
      second === 'none'
        ? withoutFormula(schema.slice(0, schema.indexOf('('))).autograd()
        : second === 'zeros'
          ? {
              saved: [saved],
              backward: ([gg], [s], needs) =>
                gradients(
                  needs,
                  () => kernel(gg!, s!, ...rest),
                  () => emptyAs(gg!),
                ),
            }
          : {
              saved: [grad, saved],
              backward: ([gg], [g, s], needs) =>
                gradients(
                  needs,
                  () => kernel(gg!, s!, ...rest),
                  () => second(gg!, g!, s!, ...rest),
                ),
            },
  });
  return kernel;
}

interface Activation<A extends unknown[]> {
  /** Further parameters, as in the schema. */
  parameters?: string;
  bind?: string;
  autocast?: 'fp32';
  compute?: (x: number, ...args: A) => number;
  /** Refuses arguments, with PyTorch's error. */
  check?: (self: Tensor, ...args: A) => void;
  backward: Op<[grad: Tensor, saved: Tensor, ...A]>;
  /** The node's name where it isn't the operator's. */
  node?: string;
  /** Keeps the result instead of the input; in place, `backwardInplace` is the node. */
  saves?: 'self' | 'result';
  /** In place: whether the result is kept (the default is a copy of the input); and the node's name. */
  inplace?: 'none' | 'original' | 'result';
  inplaceNode?: string;
  /** What backward does where a graph of it is made. */
  differentiable?: (grad: Tensor, self: Tensor) => Tensor;
}

/** Defines an activation and its in-place variant. */
function activation<A extends unknown[]>(name: string, a: Activation<A>): Op<[self: Tensor, ...A]> {
  const parameters = a.parameters === undefined ? '' : `, ${a.parameters}`;
  const backward = (grad: Tensor, saved: Tensor, args: A): Tensor =>
    a.differentiable !== undefined && state.gradEnabled
      ? a.differentiable(grad, saved)
      : a.backward(grad, saved, ...args);
  const made: Op<[Tensor, ...A]> = op<[Tensor, ...A], Tensor>({
    schema: `${name}(Tensor self${parameters}) -> Tensor`,
    bind: a.bind ?? 'nn',
    autocast: a.autocast,
    node: a.node,
    forward(self, ...args) {
      a.check?.(self, ...args);
      return elementwise(
        [self],
        floatOnly(name, self).dtype,
        a.compute === undefined ? undefined : (x) => a.compute!(x, ...args),
      );
    },
    autograd: (_needs, result, self, ...args) => ({
      saved: [a.saves === 'result' ? result : self],
      backward: ([grad], [saved]) => [backward(grad!, saved!, args)],
    }),
  });
  if (a.inplace === 'none') return made;
  if (a.saves === 'result') inplaceVariant(made);
  else
    inplaceVariant(made, {
      node: a.inplaceNode,
      autograd: (_needs, result, self, ...args) => ({
        saved: [a.inplace === 'result' ? result : self],
        backward: ([grad], [saved]) => [backward(grad!, saved!, args)],
      }),
    });
  return made;
}

function floatOnly(name: string, self: Tensor): Tensor {
  if (!self.dtype.isFloating && !self.dtype.isComplex && !['relu', 'hardtanh', 'threshold'].includes(name))
    fail(
      'NotImplementedError',
      `"${name === 'gelu' ? (self.isCuda ? 'GeluCUDAKernelImpl' : 'GeluKernelImpl') : `${name}_${self.device.type}`}" not implemented for '${self.dtype.scalarName}'`,
    );
  if (name === 'relu' && self.dtype.name === 'bool')
    fail('NotImplementedError', 'Boolean inputs not supported for relu');
  return self;
}

export const threshold_backward = gradientKernel<[threshold: Scalar]>(
  'threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor',
  'zeros',
  'saved',
);
export const relu = activation<[]>('relu', {
  bind: 'function method',
  compute: (x) => Math.max(x, 0),
  saves: 'result',
  backward: Object.assign((grad: Tensor, result: Tensor) => threshold_backward(grad, result, 0), {
    operator: threshold_backward.operator,
  }),
});
export const threshold = activation<[threshold: Scalar, value: Scalar]>('threshold', {
  parameters: 'Scalar threshold, Scalar value',
  bind: 'function',
  backward: Object.assign(
    (grad: Tensor, self: Tensor, limit: Scalar) => threshold_backward(grad, self, limit),
    { operator: threshold_backward.operator },
  ),
  inplaceNode: 'ThresholdBackward1',
});

const HARDTANH = 'Scalar min_val=-1, Scalar max_val=1';
const hardtanh_backward = gradientKernel<[Scalar, Scalar]>(
  'hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor',
  'zeros',
);
export const hardtanh = activation<[min: Scalar, max: Scalar]>('hardtanh', {
  parameters: HARDTANH,
  compute: (x, min, max) => Math.min(Math.max(x, scalarValue(min)), scalarValue(max)),
  backward: hardtanh_backward,
});
const hardtanhInplace = operators.get('hardtanh_')!.call as unknown as Op<
  [self: Tensor, min: Scalar, max: Scalar]
>;
op<[Tensor], Tensor>({
  schema: 'relu6(Tensor self) -> Tensor',
  bind: 'nn',
  composite: true,
  forward: (self) => hardtanh(self, 0, 6),
});
op<[Tensor], Tensor>({
  schema: 'relu6_(Tensor(a!) self) -> Tensor(a!)',
  bind: 'nn',
  composite: true,
  forward: (self) => hardtanhInplace(self, 0, 6),
});

const number = (n: number): Tensor => float(n) as unknown as Tensor;
/** `at::zeros({}, options)`. */
const zeroLike = (t: Tensor): Tensor => emptyLike(t, []);
export const hardswish = activation<[]>('hardswish', {
  backward: gradientKernel('hardswish_backward(Tensor grad_output, Tensor self) -> Tensor', (grad, g, self) =>
    where(
      logical_and(gt(self, number(-3)), lt(self, number(3))),
      div(mul(grad, g), number(3)),
      zeroLike(self),
    ),
  ),
});
export const hardsigmoid = activation<[]>('hardsigmoid', {
  backward: gradientKernel('hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor', 'none'),
});
export const silu = activation<[]>('silu', {
  compute: (x) => x / (1 + Math.exp(-x)),
  backward: gradientKernel('silu_backward(Tensor grad_output, Tensor self) -> Tensor'),
  differentiable(grad, self) {
    const s = sigmoid(self);
    const rest = add(mul(self, rsub(s, 1)), 1, 1);
    return mul(mul(grad, s), rest);
  },
});
export const mish = activation<[]>('mish', {
  backward: gradientKernel('mish_backward(Tensor grad_output, Tensor self) -> Tensor'),
  differentiable(grad, self) {
    const s = sigmoid(self);
    const t = tanh(callOperator('log1p', exp(self)));
    const rest = rsub(mul(t, t), 1);
    return mul(grad, add(t, mul(mul(self, s), rest), 1));
  },
});
/** `gelu_double_backward`, a statement of it a scope. */
function geluSecond(grad: Tensor, g: Tensor, self: Tensor, approximate: string): Tensor {
  const factor = (n: number, t: Tensor): Tensor => mul(t, number(n));
  if (approximate !== 'tanh') {
    const squared = mul(self, self);
    const pdf = scope(() => factor(0.4, exp(factor(-0.5, squared))));
    const slope = scope(() => sub(factor(2, pdf), mul(squared, pdf), 1));
    return mul(mul(grad, g), slope);
  }
  const inner = scope(() => factor(0.8, add(self, factor(0.04, pow(self, 3)), 1)));
  const t = tanh(inner);
  const sech = scope(() => mul(reciprocal(callOperator('cosh', inner)), number(1)));
  const f = factor(0.5, self);
  const right = scope(() => rsub(mul(t, t), 1));
  const h = scope(() => factor(0.8, add(mul(factor(0.13, self), self), number(1), 1)));
  const first = scope(() => mul(factor(0.5, right), h));
  const slope = scope(() => mul(mul(factor(2, sech), mul(neg(sech), t)), h));
  const second = scope(() => mul(mul(f, h), slope));
  const bend = scope(() => factor(0.8, factor(0.26, self)));
  const third = scope(() => mul(mul(f, right), bend));
  return mul(mul(grad, g), add(add(factor(2, first), second, 1), third, 1));
}
const gelu_backward = gradientKernel<[string]>(
  "gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor",
  geluSecond,
);
export const gelu = activation<[approximate: string]>('gelu', {
  parameters: "*, str approximate='none'",
  check: (_self, approximate) =>
    check(
      approximate === 'none' || approximate === 'tanh',
      'approximate argument must be either none or tanh.',
    ),
  backward: gelu_backward,
});

const ELU = 'Scalar alpha=1, Scalar scale=1, Scalar input_scale=1';
type EluArguments = [alpha: Scalar, scale: Scalar, inputScale: Scalar];
const elu_backward: Op<[grad: Tensor, ...EluArguments, isResult: boolean, saved: Tensor]> = op<
  [Tensor, ...EluArguments, boolean, Tensor],
  Tensor
>({
  schema:
    'elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result) -> Tensor',
  bind: 'nn',
  forward: (grad, _alpha, _scale, _input, _isResult, saved) => elementwise([grad, saved], grad.dtype),
  autograd: (_needs, _result, grad, alpha, scale, inputScale, isResult, saved) => ({
    saved: [grad, saved],
    backward: ([gg], [g, s], needs) =>
      gradients(
        needs,
        () => elu_backward(gg!, alpha, scale, inputScale, isResult, s!),
        () => {
          const scaled = mul(mul(gg!, g!), number(scalarValue(inputScale)));
          return mul(
            isResult ? scaled : elu_backward(scaled, alpha, scale, inputScale, isResult, s!),
            to(lt(s!, number(0)), gg!.dtype),
          );
        },
      ),
  }),
});
const eluGradient = (isResult: boolean): Op<[grad: Tensor, saved: Tensor, ...EluArguments]> =>
  Object.assign(
    (grad: Tensor, saved: Tensor, ...args: EluArguments) => elu_backward(grad, ...args, isResult, saved),
    { operator: elu_backward.operator },
  );
export const elu = activation<EluArguments>('elu', {
  parameters: ELU,
  backward: eluGradient(false),
  inplace: 'none',
});
/** In place the result is kept, which serves as well. */
export const elu_ = inplaceVariant(elu, {
  node: 'EluBackward1',
  autograd: (_needs, result, _self, ...args) => ({
    saved: [result],
    backward: ([grad], [r]) => [eluGradient(true)(grad!, r!, ...args)],
  }),
});
export const celu: Op<[self: Tensor, alpha: Scalar]> = op<[Tensor, Scalar], Tensor>({
  schema: 'celu(Tensor self, Scalar alpha=1.0) -> Tensor',
  bind: 'function',
  forward(self, alpha) {
    check(scalarValue(alpha) !== 0, 'ZeroDivisionError: alpha cannot be 0 for CELU');
    return elementwise([self], self.dtype);
  },
  autograd: (_needs, _result, self, alpha) => ({
    saved: [self],
    backward: ([grad], [s]) => [elu_backward(grad!, alpha, 1, float(1 / scalarValue(alpha)), false, s!)],
  }),
});
inplaceVariant(celu, {
  node: 'CeluBackward1',
  autograd: (_needs, result, _self, alpha) => ({
    saved: [result],
    backward: ([grad], [r]) => [elu_backward(grad!, alpha, 1, float(1 / scalarValue(alpha)), true, r!)],
  }),
});
const SELU_ALPHA = float(1.6732632423543772);
const SELU_SCALE = float(1.0507009873554805);
op<[Tensor], Tensor>({
  schema: 'selu(Tensor self) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self) => elu(self, SELU_ALPHA, SELU_SCALE, 1),
});
op<[Tensor], Tensor>({
  schema: 'selu_(Tensor(a!) self) -> Tensor(a!)',
  bind: 'function',
  composite: true,
  forward: (self) => elu_(self, SELU_ALPHA, SELU_SCALE, 1),
});

const leaky_relu_backward: Op<[grad: Tensor, saved: Tensor, slope: Scalar, isResult: boolean]> =
  gradientKernel(
    'leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor',
    'zeros',
    'saved',
  );
const leakyGradient = (isResult: boolean): Op<[grad: Tensor, saved: Tensor, slope: Scalar]> =>
  Object.assign(
    (grad: Tensor, saved: Tensor, slope: Scalar) => leaky_relu_backward(grad, saved, slope, isResult),
    { operator: leaky_relu_backward.operator },
  );
export const leaky_relu = activation<[slope: Scalar]>('leaky_relu', {
  parameters: 'Scalar negative_slope=0.01',
  backward: leakyGradient(false),
  inplace: 'none',
});
inplaceVariant(leaky_relu, {
  node: 'LeakyReluBackward1',
  autograd: (_needs, result, _self, slope) => ({
    saved: [result],
    backward: ([grad], [r]) => [leakyGradient(true)(grad!, r!, slope)],
  }),
});

export const softplus = activation<[beta: Scalar, threshold: Scalar]>('softplus', {
  parameters: 'Scalar beta=1, Scalar threshold=20',
  autocast: 'fp32',
  backward: gradientKernel(
    'softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor',
    (grad, g, self, beta, limit) => {
      const product = mul(grad, g);
      const x = mul(self, beta as unknown as Tensor);
      return mul(
        mul(sigmoid_backward(product, sigmoid(x)), to(lt(x, limit as unknown as Tensor), grad.dtype)),
        beta as unknown as Tensor,
      );
    },
  ),
  inplace: 'none',
});
/** The largest finite numbers, as C++ prints them. */
const LARGEST: Record<string, string> = {
  float64: '1.79769e+308',
  float32: '3.40282e+38',
  float16: '65504',
  bfloat16: '3.38953e+38',
};
export const softshrink = activation<[lambd: Scalar]>('softshrink', {
  check(self, lambd) {
    check(
      scalarValue(lambd) >= 0,
      () =>
        `lambda must be in range [0, ${LARGEST[self.dtype.name]}] for input dtype ${self.dtype.scalarName}, but found ${scalarValue(lambd)}`,
    );
  },
  parameters: 'Scalar lambd=0.5',
  backward: gradientKernel(
    'softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor',
    'zeros',
  ),
  inplace: 'none',
});
export const hardshrink = activation<[lambd: Scalar]>('hardshrink', {
  parameters: 'Scalar lambd=0.5',
  bind: 'function method',
  backward: gradientKernel(
    'hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor',
    'zeros',
  ),
  inplace: 'none',
});

/** On CUDA the buffer is empty. */
export const log_sigmoid_forward: Op<[self: Tensor], Tensor[]> = op<[Tensor], Tensor[]>({
  schema: 'log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)',
  bind: 'nn',
  node: 'LogSigmoidBackward0',
  outputDifferentiability: [true, false],
  forward: (self) => [elementwise([self], self.dtype), emptyLike(self, self.isCuda ? [0] : self.sizes)],
  autograd: (_needs, result, self) => ({
    saved: [self, result[1]!],
    backward: ([grad], [s]) => [log_sigmoid_backward(grad!, s!)],
  }),
});
const log_sigmoid_backward = gradientKernel<[]>(
  'log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor? buffer=None) -> Tensor',
  (grad, g, self) => {
    const product = mul(grad, g);
    const z = sigmoid(self);
    return mul(mul(product, sub(z, number(1), 1)), z);
  },
  'grad',
  (grad) => emptyAs(grad),
);
export const log_sigmoid: Op<[self: Tensor]> = op({
  schema: 'log_sigmoid(Tensor self) -> Tensor',
  bind: 'nn',
  composite: true,
  forward: (self: Tensor) => log_sigmoid_forward(self)[0]!,
});

const glu_backward: Op<[grad: Tensor, self: Tensor, dim: number]> = op<[Tensor, Tensor, number], Tensor>({
  schema: 'glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor',
  bind: 'nn',
  forward: (_grad, self) => emptyLike(self),
  autograd: (_needs, _result, grad, self, dim) => ({
    saved: [grad, self],
    backward: ([gg], [g, s], needs) =>
      gradients(
        needs,
        () => {
          const d = wrapDim(dim, s!.sizes.length);
          const sizes = s!.sizes.map((n, i) => (i === d ? n / 2 : n));
          const product = scope(() => mul(gg!, glu_backward(emptyLike(s!, sizes), s!, dim)));
          return add(narrow(product, d, 0, sizes[d]!), narrow(product, d, sizes[d]!, sizes[d]!), 1);
        },
        () => gluSecond(gg!, g!, s!, wrapDim(dim, s!.sizes.length)),
      ),
  }),
});
/** `glu_double_backward`. */
function gluSecond(grad: Tensor, g: Tensor, self: Tensor, dim: number): Tensor {
  const n = self.sizes[dim]! / 2;
  const halves = (t: Tensor): [Tensor, Tensor] => [narrow(t, dim, 0, n), narrow(t, dim, n, n)];
  const [x, gate] = halves(self);
  const s = sigmoid(gate);
  const rest = rsub(s, 1);
  const slope = mul(s, rest);
  const [first, second] = halves(grad);
  const product = mul(second, x);
  const gI = scope(() => mul(mul(second, g), slope));
  const bend = scope(() => sub(mul(slope, rest), mul(s, slope), 1));
  const gGate = scope(() => add(mul(mul(product, g), bend), mul(mul(first, g), slope), 1));
  return callOperator('cat', [gI, gGate], dim);
}
export const glu: Op<[self: Tensor, dim: number]> = op<[Tensor, number], Tensor>({
  schema: 'glu(Tensor self, int dim=-1) -> Tensor',
  bind: 'nn',
  forward(self, dim) {
    check(self.sizes.length > 0, 'glu does not support 0-dimensional tensors');
    const d = wrapDim(dim, self.sizes.length);
    const n = self.sizes[d]!;
    check(n % 2 === 0, () => `Halving dimension must be even, but dimension ${d} is size ${n}`);
    const half = self.alias(self.sizes.map((s, i) => (i === d ? s / 2 : s)));
    return elementwise([half, half], self.dtype);
  },
  autograd: (_needs, _result, self, dim) => ({
    saved: [self],
    backward: ([grad], [s]) => [glu_backward(grad!, s!, dim)],
  }),
});

/** Both gradients are of the input's size; the engine sums the weight's. */
const _prelu_kernel_backward: Op<[grad: Tensor, self: Tensor, weight: Tensor], Tensor[]> = op<
  [Tensor, Tensor, Tensor],
  Tensor[]
>({
  schema: '_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)',
  bind: 'none',
  forward: (grad, self, weight) => [
    elementwise([self, weight, grad], self.dtype),
    elementwise([self, weight, grad], self.dtype),
  ],
  autograd: (_needs, _result, grad, self, weight) => ({
    saved: [grad, self, weight],
    backward: ([a, b], [g, s, w], needs) =>
      gradients(
        needs,
        () => {
          const positive = ge(s!, number(0));
          if (a === null || a === undefined) return where(positive, zeroLike(g!), mul(b!, s!));
          const negative = mul(a, w!);
          return where(positive, a, b === null || b === undefined ? negative : add(negative, mul(b, s!), 1));
        },
        () =>
          b === null || b === undefined ? emptyAs(s!) : where(ge(s!, number(0)), zeroLike(s!), mul(g!, b)),
        () =>
          a === null || a === undefined ? emptyAs(w!) : where(ge(s!, number(0)), zeroLike(w!), mul(g!, a)),
      ),
  }),
});
const _prelu_kernel: Op<[self: Tensor, weight: Tensor]> = op<[Tensor, Tensor], Tensor>({
  schema: '_prelu_kernel(Tensor self, Tensor weight) -> Tensor',
  bind: 'none',
  forward: (self, weight) => elementwise([self, weight], self.dtype),
  autograd: (_needs, _result, self, weight) => ({
    saved: [self, weight],
    backward: ([grad], [s, w], needs) =>
      _prelu_kernel_backward(grad!, s!, w!).map((t, i) => (needs[i] ? t : null)),
  }),
});
export const prelu: Op<[self: Tensor, weight: Tensor]> = op({
  schema: 'prelu(Tensor self, Tensor weight) -> Tensor',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(self: Tensor, weight: Tensor): Tensor {
    check(
      self.dtype === weight.dtype,
      () =>
        `prelu: Type promoting not supported. Got ${self.dtype.scalarName} and ${weight.dtype.scalarName}`,
    );
    if (weight.numel !== 1) {
      check(self.sizes.length > 0, 'Not allow zero-dim input tensor.');
      const channels = self.sizes.length > 1 ? self.sizes[1]! : 1;
      check(
        channels === weight.numel,
        () =>
          `Mismatch of parameter numbers and input channel size. Found parameter numbers = ${weight.numel} and channel size = ${channels}.`,
      );
    }
    check(
      weight.sizes.length <= 1,
      () => `prelu: Expected \`weight\` to be a scalar or 1D tensor, but got: ndim = ${weight.sizes.length}`,
    );
    const rank = self.sizes.length;
    if (weight.sizes.length === rank) return _prelu_kernel(self, weight);
    const shape = new Array<number>(rank).fill(1);
    if (rank > 1) shape[1] = weight.numel;
    return _prelu_kernel(self, reshape(weight, shape));
  },
});

type RreluArguments = [lower: Scalar, upper: Scalar, training: boolean, generator?: unknown];
type RreluGradientArguments = [
  grad: Tensor,
  saved: Tensor,
  noise: Tensor,
  lower: Scalar,
  upper: Scalar,
  training: boolean,
  isResult: boolean,
];
const rreluBackward: Op<RreluGradientArguments> = op<RreluGradientArguments, Tensor>({
  schema:
    'rrelu_with_noise_backward(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, bool training, bool self_is_result) -> Tensor',
  bind: 'none',
  differentiable: [0, 1],
  forward: (grad, saved, noise, lower, upper, training, isResult) =>
    training
      ? mul(noise, grad)
      : leaky_relu_backward(grad, saved, float((scalarValue(lower) + scalarValue(upper)) / 2), isResult),
  autograd: (_needs, _result, _grad, self, noise, lower, upper, training) => ({
    saved: [self, noise],
    backward: ([gg], [s, n], needs) =>
      gradients(
        needs,
        () => rreluBackward(gg!, s!, n!, lower, upper, training, false),
        () => emptyAs(gg!),
      ),
  }),
});
export const rrelu_with_noise: Op<[self: Tensor, noise: Tensor, ...RreluArguments]> = op<
  [Tensor, Tensor, ...RreluArguments],
  Tensor
>({
  schema:
    'rrelu_with_noise(Tensor self, Tensor noise, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor',
  bind: 'nn',
  differentiable: [0],
  forward(self, _noise, lower, upper, training) {
    check(
      scalarValue(lower) <= scalarValue(upper),
      'Lower bound should be less than or equal to the upper bound',
    );
    const out = elementwise([self], self.dtype);
    // The training kernel reads contiguous memory.
    if (training && self.isCuda && !self.isContiguous) drop(emptyLike(self));
    return out;
  },
  draws: (_self, _noise, _lower, _upper, training) => training,
  autograd: (_needs, _result, self, noise, lower, upper, training) => ({
    saved: [self, noise],
    backward: ([grad], [s, n]) => [rreluBackward(grad!, s!, n!, lower, upper, training, false)],
  }),
});
const rreluInplace = inplaceVariant<[Tensor, Tensor, ...RreluArguments], Tensor>(rrelu_with_noise, {
  node: 'RreluWithNoiseBackward1',
  autograd: (_needs, result, _self, noise, lower, upper, training) => ({
    saved: [result, noise],
    backward: ([grad], [r, n]) => [rreluBackward(grad!, r!, n!, lower, upper, training, true)],
  }),
});
const RRELU =
  'Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None';
op<[Tensor, ...RreluArguments], Tensor>({
  schema: `rrelu(Tensor self, ${RRELU}) -> Tensor`,
  bind: 'function',
  composite: true,
  forward: (self, ...rest) => rrelu_with_noise(self, emptyAs(self), ...rest),
});
op<[Tensor, ...RreluArguments], Tensor>({
  schema: `rrelu_(Tensor(a!) self, ${RRELU}) -> Tensor(a!)`,
  bind: 'function',
  composite: true,
  forward: (self, ...rest) => rreluInplace(self, emptyAs(self), ...rest),
});
