/** Weight normalisation: `_weight_norm` and the norms that it divides by (aten/src/ATen/native/WeightNorm.cpp, its CUDA kernels). */
import { empty, emptyLike } from '../allocate.js';
import { float16, float32 } from '../dtype.js';
import { op, type Op } from '../operator.js';
import { contiguousStrides } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { contiguous } from './copy.js';
import { div, mul } from './arithmetic.js';
import { transpose, view } from './views.js';

/** The norm over all dimensions but `dim`. */
export const norm_except_dim: Op<[v: Tensor, pow: number, dim: number]> = op<
  [Tensor, number, number],
  Tensor
>({
  schema: 'norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor',
  bind: 'function',
  composite: true,
  forward(v, pow, dim) {
    const rank = v.sizes.length;
    if (dim === -1) return callOperator('norm', v, pow, [], false, null);
    if (dim !== 0 && dim !== rank - 1)
      return transpose(norm_except_dim(transpose(v, 0, dim), pow, 0), 0, dim);
    const count = v.sizes[dim]!;
    const flat = view(contiguous(v), dim === 0 ? [count, -1] : [-1, count]);
    const norms = callOperator('norm', flat, pow, [dim === 0 ? 1 : 0], false, null);
    return view(
      norms,
      v.sizes.map((_, i) => (i === dim ? count : 1)),
    );
  },
});

const _weight_norm_interface_backward: Op<
  [grad: Tensor, v: Tensor, g: Tensor, norms: Tensor, dim: number],
  Tensor[]
> = op<[Tensor, Tensor, Tensor, Tensor, number], Tensor[]>({
  schema:
    '_weight_norm_interface_backward(Tensor grad_w, Tensor saved_v, Tensor saved_g, Tensor saved_norms, int dim) -> (Tensor, Tensor)',
  bind: 'function',
  forward: (_grad, v, g) => [emptyLike(v), emptyLike(g)],
});

const _weight_norm_interface: Op<[v: Tensor, g: Tensor, dim: number], Tensor[]> = op<
  [Tensor, Tensor, number],
  Tensor[]
>({
  schema: '_weight_norm_interface(Tensor v, Tensor g, int dim=0) -> (Tensor, Tensor)',
  bind: 'function',
  outputDifferentiability: [true, false],
  forward: (v, g) => [
    emptyLike(v, v.sizes, contiguousStrides(v.sizes)),
    empty(g.sizes, g.dtype.isReduced ? float32 : g.dtype, g.device, g.strides),
  ],
  autograd: (_needs, [, norms], v, g, dim) => ({
    saved: [v, g, norms!],
    backward: ([grad], [v, g, norms]) =>
      _weight_norm_interface_backward(contiguous(grad!), v!, g!, norms!, dim),
  }),
});

op<[Tensor, Tensor, number], Tensor>({
  schema: '_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor',
  bind: 'function',
  composite: true,
  forward(vIn, gIn, dim) {
    const v = contiguous(vIn);
    const g = contiguous(gIn);
    const fused =
      (v.isCuda || (v.dtype !== float16 && g.dtype !== float16)) && (dim === 0 || dim === v.sizes.length - 1);
    return fused ? _weight_norm_interface(v, g, dim)[0]! : mul(v, div(g, norm_except_dim(v, 2, dim)));
  },
});
