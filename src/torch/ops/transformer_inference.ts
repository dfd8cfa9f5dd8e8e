/**
 * The inference paths of nn.MultiheadAttention and nn.TransformerEncoderLayer (aten/src/ATen/native/transformers:
 * transformer.cpp, attention.cpp, cuda/attention.cu), for dense tensors.
 */
import { empty, emptyLike } from '../allocate.js';
import { bool } from '../dtype.js';
import { drop, op, scope, type Op } from '../operator.js';
import { numel, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { selectBackend } from './attention.js';
import { callOperator } from './call.js';
import { contiguous, to } from './copy.js';
import { addmm, bmm } from './matrix_products.js';
import { linear, matmul } from './matmul.js';
import { layer_norm } from './layer_norm.js';
import { sumDims } from './sum.js';
import { permute, reshape, transpose, view } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

type AttentionArguments = [
  query: Tensor,
  key: Tensor,
  value: Tensor,
  embedDim: number,
  heads: number,
  qkvWeight: Tensor,
  qkvBias: Tensor,
  projWeight: Tensor,
  projBias: Tensor,
  mask: MaybeTensor,
  needWeights: boolean,
  averageWeights: boolean,
  maskType: number | null,
];

/** What `_masked_softmax` reads rows of in one pass. */
const PERSISTENT_SOFTMAX = 1024;

/** The scores' softmax; in place where there is no mask. `scores` is given up. */
function maskedSoftmax(scores: Tensor, mask: MaybeTensor): Tensor {
  if (mask === null) return scores;
  const asBool = mask.dtype === bool ? mask : to(mask, bool);
  const result = emptyLike(scores);
  // Rows that are too long are masked beforehand.
  if (scores.sizes[scores.sizes.length - 1]! > PERSISTENT_SOFTMAX) drop(emptyLike(scores));
  if (asBool !== mask) drop(asBool);
  drop(scores);
  return result;
}

/** Self-attention with the projections. Returns the output and the weights, if wanted. */
export const _native_multi_head_attention: Op<AttentionArguments, MaybeTensor[]> = op<
  AttentionArguments,
  MaybeTensor[]
>({
  schema:
    '_native_multi_head_attention(Tensor query, Tensor key, Tensor value, int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, Tensor? mask=None, bool need_weights=True, bool average_attn_weights=True, int? mask_type=None) -> (Tensor, Tensor)',
  bind: 'function',
  forward(
    query,
    key,
    value,
    embedDim,
    heads,
    qkvWeight,
    qkvBias,
    projWeight,
    projBias,
    mask,
    needWeights,
    average,
  ) {
    const [B, T] = query.sizes as [number, number];
    const D = embedDim / heads;
    if (query === key && key === value && !needWeights && mask === null) {
      const seen = query.alias([B, heads, T, D], [query.strides[0]!, D, query.strides[1]!, 1]);
      const backend = selectBackend({
        query: seen,
        key: seen,
        value: seen,
        mask,
        dropout: 0,
        causal: false,
        gqa: false,
      });
      if (backend === 'flash' || backend === 'efficient') {
        const packed = linear(query, qkvWeight, qkvBias);
        const [q, k, v] = [0, 1, 2].map((i) =>
          packed.alias(
            [B, heads, T, D],
            [T * 3 * embedDim, D, 3 * embedDim, 1],
            packed.offset + i * embedDim,
          ),
        );
        const y = callOperator('scaled_dot_product_attention', q, k, v, null, 0, false, null, false);
        return [linear(reshape(transpose(y, 1, 2), [B, T, embedDim]), projWeight, projBias), null];
      }
    }
    const packed = matmul(query, transpose(qkvWeight, 0, 1));
    const split = empty([3, B, heads, T, D], query.dtype, query.device);
    drop(packed);
    const part = (i: number, sizes: Sizes, strides: Sizes): Tensor =>
      split.alias(sizes, strides, i * B * heads * T * D);
    const q = part(0, [B * heads, T, D], [T * D, D, 1]);
    const k = part(1, [B * heads, D, T], [T * D, 1, D]);
    const scores = scope(() => view(bmm(q, k), [B, heads, T, T]));
    const weights = maskedSoftmax(scores, mask);
    // The product with the values takes the place of the queries.
    const attended = part(0, [B, heads, T, D], [heads * T * D, T * D, D, 1]);
    if (!needWeights) drop(weights);
    const out = scope(() => {
      const merged = view(contiguous(permute(attended, [0, 2, 1, 3])), [B * T, embedDim]);
      return view(linear(merged, projWeight, projBias), [B, T, embedDim]);
    });
    if (!needWeights) return [out, null];
    return [out, average ? sumDims(weights, [1], false, null) : weights];
  },
});

type LayerArguments = [
  src: Tensor,
  embedDim: number,
  heads: number,
  qkvWeight: Tensor,
  qkvBias: Tensor,
  projWeight: Tensor,
  projBias: Tensor,
  useGelu: boolean,
  normFirst: boolean,
  eps: number,
  norm1Weight: Tensor,
  norm1Bias: Tensor,
  norm2Weight: Tensor,
  norm2Bias: Tensor,
  ffnWeight1: Tensor,
  ffnBias1: Tensor,
  ffnWeight2: Tensor,
  ffnBias2: Tensor,
  mask: MaybeTensor,
  maskType: number | null,
];

op<LayerArguments, Tensor>({
  schema:
    '_transformer_encoder_layer_fwd(Tensor src, int embed_dim, int num_heads, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight, Tensor proj_bias, bool use_gelu, bool norm_first, float eps, Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2, Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1, Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None, int? mask_type=None) -> Tensor',
  bind: 'function',
  forward(src, embedDim, heads, qkvWeight, qkvBias, projWeight, projBias, _gelu, normFirst, eps, ...rest) {
    const [norm1Weight, norm1Bias, norm2Weight, norm2Bias, w1, b1, w2, b2, mask, maskType] = rest;
    const norm1 = (x: Tensor): Tensor => layer_norm(x, [embedDim], norm1Weight, norm1Bias, eps);
    const norm2 = (x: Tensor): Tensor => layer_norm(x, [embedDim], norm2Weight, norm2Bias, eps);
    /** `f(x)`, after which `x` is given up. */
    const instead = (x: Tensor, f: (x: Tensor) => Tensor): Tensor => {
      const result = f(x);
      if (x !== src) drop(x);
      return result;
    };
    /** The activation happens within the product, the residual sums in place. */
    const dense = (x: Tensor, weight: Tensor, bias: Tensor): Tensor =>
      scope(() => {
        const flat = view(x, [numel(x.sizes.slice(0, -1)), x.sizes[x.sizes.length - 1]!]);
        const out = addmm(bias, flat, transpose(weight, 0, 1), 1, 1);
        return view(out, [...x.sizes.slice(0, -1), weight.sizes[0]!]);
      });
    const attend = (x: Tensor): Tensor =>
      _native_multi_head_attention(
        x,
        x,
        x,
        embedDim,
        heads,
        qkvWeight,
        qkvBias,
        projWeight,
        projBias,
        mask,
        false,
        true,
        maskType,
      )[0]!;
    let x = instead(normFirst ? norm1(src) : src, attend);
    if (!normFirst) x = instead(x, norm1);
    const residual = x;
    const hidden = dense(normFirst ? (x = norm2(x)) : x, w1, b1);
    const result = instead(hidden, (h) => dense(h, w2, b2));
    if (x !== residual) drop(x);
    return normFirst ? result : instead(result, norm2);
  },
});
