/**
 * The dtypes that CUDA kernels are not made for, and what they say of them (`AT_DISPATCH_…`, and checks in front of it): seen once
 * the result is there, and of nothing they say nothing. `test/truth/scripts/errors_kernel_dtypes.py` holds the table to PyTorch.
 */
import { Category, type DType } from './dtype.js';
import { fail } from './errors.js';
import { resultType } from './promotion.js';
import { scalarValue, type Scalar } from './scalar.js';
import { Tensor } from './tensor.js';

const INTEGER_ADDCDIV =
  'Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of tensor1 and tensor2. ' +
  'The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as ' +
  '(input + value * tensor1 / tensor2) for float inputs. The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes.';

/** Kinds of dtypes: signed integers, uint8, bool, float16, bfloat16, complex. */
type Kind = 'i' | 'u' | 'b' | 'h' | 'w' | 'c';

interface Refusal {
  kinds: string;
  message: string;
  type: string;
  /** Whether the dtype is that of all tensors together, instead of the first one's. */
  common: boolean;
}

/** What a kernel refuses; `by` says for which calls, where an operator has several kernels. */
interface KernelRefusal extends Refusal {
  by?: (args: readonly unknown[]) => boolean;
  /** Whether it is seen before the kernel runs. */
  early?: boolean;
}

const table = new Map<string, KernelRefusal[]>();

/** Operators (separated by spaces), the kinds that they refuse, and the kernel's name or a whole sentence, `$` for the dtype. */
function refuse(
  names: string,
  kinds: string,
  text: string,
  { type = 'NotImplementedError', common = false, by, early = false }: Partial<KernelRefusal> = {},
): void {
  const message = text.includes(' ') ? text : `"${text}" not implemented for '$'`;
  for (const name of names.split(' ')) {
    const list = table.get(name) ?? [];
    list.push({ kinds, message, type, common, by, early });
    table.set(name, list);
  }
}

const INTEGERS = 'iub';
const NOT_FLOATS = 'iubc';
const runtime = { type: 'RuntimeError' };
const common = { common: true };
/** Where there is something to multiply. */
const filled = {
  by: (args: readonly unknown[]): boolean => args.every((t) => !(t instanceof Tensor) || t.numel > 0),
};

// Products.
refuse('mm addmm addbmm', INTEGERS, 'addmm_cuda', filled);
// An outer product isn't cuBLAS's.
refuse('bmm', INTEGERS, 'baddbmm_cuda', {
  by: (args) => filled.by(args) && (args[0] as Tensor).sizes[2] !== 1,
});
refuse('baddbmm', INTEGERS, 'baddbmm_cuda', filled);
refuse('mv addmv', INTEGERS, 'addmv_impl_cuda', filled);
refuse('dot vdot', INTEGERS, 'dot', filled);
refuse('_cdist_forward', 'hw', 'cdist_cuda');
refuse('linalg_cross', 'b', 'cross_cuda');

// Pools, interpolation, padding, patches.
refuse('max_pool2d_with_indices', NOT_FLOATS, 'max_pool2d_with_indices_out_cuda_frame');
refuse('max_pool3d_with_indices', NOT_FLOATS, 'max_pool3d_with_indices_out_frame');
refuse('avg_pool2d', NOT_FLOATS, 'avg_pool2d_out_cuda_frame');
refuse('avg_pool3d', NOT_FLOATS, 'avg_pool3d_out_cuda');
refuse('_adaptive_avg_pool2d', NOT_FLOATS, 'adaptive_avg_pool2d_cuda');
refuse('_adaptive_avg_pool3d', NOT_FLOATS, 'adaptive_avg_pool3d_cuda');
refuse('adaptive_max_pool2d', NOT_FLOATS, 'adaptive_max_pool2d_cuda');
refuse('adaptive_max_pool3d', NOT_FLOATS, 'adaptive_max_pool3d_cuda');
refuse('max_unpool2d', 'bc', 'max_unpooling2d_forward_kernel');
for (const rank of [1, 2, 3])
  refuse(
    `_upsample_nearest${rank}d_kernel __upsample_nearest_exact${rank}d_kernel`,
    'ibc',
    `upsample_nearest${rank}d_out_frame`,
  );
refuse('_upsample_linear1d_kernel', NOT_FLOATS, 'upsample_linear1d_out_frame');
refuse(
  '_upsample_bilinear2d_kernel __upsample_bilinear2d_aa_kernel',
  NOT_FLOATS,
  'upsample_bilinear2d_out_frame',
);
refuse('_upsample_bicubic2d_kernel', NOT_FLOATS, 'upsample_bicubic2d_out_frame');
refuse('_upsample_trilinear3d_kernel', NOT_FLOATS, 'upsample_trilinear3d_out_frame');
refuse('grid_sampler_2d', NOT_FLOATS, 'grid_sampler_2d_cuda');
refuse('grid_sampler_3d', NOT_FLOATS, 'grid_sampler_3d_cuda');
refuse('reflection_pad1d', 'b', 'reflection_pad1d_out');
refuse('reflection_pad2d', 'b', 'reflection_pad2d_out_template');
refuse('reflection_pad3d', 'b', 'reflection_pad3d_out_cuda');
for (const rank of [1, 2, 3]) refuse(`replication_pad${rank}d`, 'b', `replication_pad${rank}d_cuda`);
refuse('im2col', 'iu', 'im2col_out_cuda');
refuse('col2im', 'iu', 'col2im_out_cuda');

// Norms and softmax.
refuse('_softmax _log_softmax', 'c', 'host_softmax');
refuse('native_group_norm', NOT_FLOATS, 'GroupNormKernelImpl');
refuse('_fused_rms_norm', INTEGERS, 'LayerNormKernelImpl', { early: true });
refuse('native_batch_norm', NOT_FLOATS, 'batch_norm_stats_cuda', { by: (args) => args[5] === true });
refuse('native_batch_norm', NOT_FLOATS, 'batch_norm_invert_std_cuda', { by: (args) => args[5] !== true });

// Activations.
refuse('gelu', 'c', 'GeluCUDAKernelImpl');
refuse('mish', 'c', 'mish_cuda');
refuse('leaky_relu', 'c', 'leaky_relu_cuda');
refuse('elu', 'c', 'elu_cuda');
refuse('softplus', 'c', 'softplus_cuda');
refuse('hardswish', 'c', 'hardswish_cuda');
refuse('hardsigmoid', 'c', 'hardsigmoid_cuda');
refuse('softshrink', NOT_FLOATS, 'softshrink_check', { early: true });
refuse('log_sigmoid_forward', NOT_FLOATS, 'log_sigmoid_forward_cuda');
refuse('glu', NOT_FLOATS, 'glu_cuda');
refuse('_prelu_kernel', NOT_FLOATS, 'prelu_cuda');
refuse('relu hardtanh clamp clamp_min clamp_max', 'c', 'clamp is not supported for complex types', common);
refuse('hardtanh', 'b', 'Bool inputs not supported for hardtanh');
refuse('hardtanh', 'u', 'cannot do hardtanh on an unsigned type with negative limits', {
  ...runtime,
  by: ([, low, high]) => [low, high].some((limit) => scalarValue(limit as Scalar) < 0),
});

// Losses.
refuse('mse_loss', 'c', 'mse_cuda', common);
refuse('smooth_l1_loss', NOT_FLOATS, 'smooth_l1_cuda', common);
refuse('huber_loss', NOT_FLOATS, 'huber_cuda', { ...common, early: true });
refuse('binary_cross_entropy', NOT_FLOATS, 'binary_cross_entropy_out_cuda', { early: true });
const none = (args: readonly unknown[]): boolean => args[3] === 0;
const lone = (args: readonly unknown[]): boolean => (args[0] as Tensor).sizes.length === 1;
refuse('nll_loss_forward', NOT_FLOATS, 'nll_loss_forward_reduce_cuda_kernel_1d', { by: lone });
refuse('nll_loss_forward', NOT_FLOATS, 'nll_loss_forward_no_reduce_cuda_kernel', { by: none });
refuse('nll_loss_forward', NOT_FLOATS, 'nll_loss_forward_reduce_cuda_kernel_2d');
refuse('nll_loss2d_forward', NOT_FLOATS, 'nll_loss2d_forward_no_reduce_kernel', { by: none });
refuse('nll_loss2d_forward', NOT_FLOATS, 'nll_loss2d_forward_kernel');

// Order.
refuse('sort', 'c', ' Sort does not support complex dtypes on CPU', runtime);
refuse('topk', 'b', 'topk does not support bool dtypes on CPU', runtime);
refuse('topk', 'c', ' topk does not support complex dtypes on CPU', runtime);
refuse('median', 'c', ' Sort does not support complex dtypes on CPU', runtime);
refuse('mode', 'c', 'cuda_mode');
refuse('kthvalue', 'bc', 'kthvalue_cuda');
for (const name of ['max', 'min']) {
  const ofAll = (args: readonly unknown[]): boolean => args.length === 1;
  refuse(name, 'c', `${name}_all_cuda`, { by: ofAll });
  for (const one of [name, `arg${name}`])
    refuse(one, 'c', `${one}(): does not support complex input`, runtime);
  refuse(`a${name}`, 'c', `${name}_values_cuda`);
  refuse(`cum${name}`, 'c', `cum${name}_cuda`);
  for (const pair of [`${name}imum`, `f${name}`])
    refuse(pair, 'c', `${pair} not implemented for complex tensors.`, runtime);
}
refuse('aminmax', 'c', 'aminmax_all_cuda', { by: (args) => args[1] === null });
refuse('logcumsumexp', INTEGERS, 'logcumsumexp_cuda');
refuse('histc', 'bwc', 'histc');
refuse('histc', 'h', 'HalfTensor is not supported', runtime);
refuse('searchsorted bucketize', 'bc', 'searchsorted_out_cuda');
refuse('scatter_reduce', 'bc', 'cuda_scatter_gather_base_kernel_func');

// Elementwise.
refuse('addcmul', 'b', 'addcmul_cuda', common);
refuse('remainder', 'c', 'remainder_cuda', common);
refuse('fmod', 'c', 'fmod_cuda', common);
refuse('atan2', 'c', 'atan2_cuda', common);
refuse('hypot', NOT_FLOATS, 'hypot_cuda', common);
refuse('logaddexp', INTEGERS, 'logaddexp_cuda', common);
refuse('floor_divide', 'c', 'div_floor_cuda', common);
refuse('lt le gt ge', 'c', 'compare_cuda', common);
for (const name of ['igamma', 'igammac']) refuse(name, 'iubhwc', `${name}_cuda`, common);
for (const name of ['floor', 'ceil', 'trunc']) {
  refuse(name, 'b', `${name}_cuda`);
  refuse(name, 'c', `${name} is not supported for complex inputs`);
}
refuse('round', 'bc', 'round_cuda');
refuse('frac', NOT_FLOATS, 'frac_cuda');
refuse(
  'sign',
  'c',
  'Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.',
);
for (const name of ['erf', 'erfc', 'erfinv', 'lgamma', 'digamma', 'i0']) refuse(name, 'c', `${name}_cuda`);
refuse('addcdiv', INTEGERS, INTEGER_ADDCDIV, { ...runtime, ...common });
refuse(
  'exponential_',
  NOT_FLOATS,
  'Exponential distribution is a continuous probability distribution. dtype must be a floating point but you specified $',
  runtime,
);
refuse('random_', 'c', 'random_kernel_cuda');

function kindOf(dtype: DType): Kind | undefined {
  if (dtype.isComplex) return 'c';
  switch (dtype.name) {
    case 'uint8':
      return 'u';
    case 'bool':
      return 'b';
    case 'float16':
      return 'h';
    case 'bfloat16':
      return 'w';
    default:
      return dtype.category === Category.int ? 'i' : undefined;
  }
}

/** What the kernels of an operator refuse; undefined where they take every dtype. */
export function refusalsOf(name: string): readonly KernelRefusal[] | undefined {
  return table.get(name) ?? (name.endsWith('_') ? table.get(name.slice(0, -1)) : undefined);
}

/** Raises what the kernel says of the dtype of its arguments. */
export function checkKernelDtype(
  refusals: readonly KernelRefusal[],
  args: readonly unknown[],
  result: unknown,
  early: boolean,
): void {
  const first = args.find((arg): arg is Tensor => arg instanceof Tensor);
  const made = Array.isArray(result) ? (result as unknown[])[0] : result;
  if (!first?.isCuda || (made instanceof Tensor && made.numel === 0)) return;
  for (const { kinds, message, type, common, by, early: isEarly } of refusals) {
    if ((isEarly ?? false) !== early) continue;
    const dtype = common
      ? resultType(args.filter((arg): arg is Tensor => arg instanceof Tensor))
      : first.dtype;
    const kind = kindOf(dtype);
    if (kind === undefined || !kinds.includes(kind) || !(by?.(args) ?? true)) continue;
    fail(type, message.replace('$', dtype.scalarName));
  }
}
