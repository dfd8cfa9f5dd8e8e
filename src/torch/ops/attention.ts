/**
 * scaled_dot_product_attention: which kernel CUDA chooses (aten/src/ATen/native/transformers/cuda/sdp_utils.cpp), and what
 * each takes: flash attention (flash_api.cpp), memory-efficient attention (attention.cu, attention_backward.cu and the
 * workspace of its kernel_backward.h), cuDNN's, and the one made of products (attention.cpp).
 */
import { empty, emptyLike } from '../allocate.js';
import { bfloat16, bool, CPU, float16, float32, int64, uint64, cppName } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, scope, type Op, raiseInBackward } from '../operator.js';
import { float } from '../scalar.js';
import type { Sizes } from '../shape.js';
import { cudaDevice, state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { elementwise } from '../iterator.js';
import { callOperator } from './call.js';
import { to } from './copy.js';
import { dropCopy, emptyAs, inFormat } from './dense.js';
import { mul } from './arithmetic.js';
import { constant_pad_nd } from './padding.js';
import { expand, slice, squeezeDims, transpose, unsqueeze } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

const ceilDiv = (a: number, b: number): number => Math.ceil(a / b);
const roundUp = (n: number, multiple: number): number => ceilDiv(n, multiple) * multiple;

/** (B, H, S, D) seen as (B, S, H, D), and back; without history. */
function swapped(t: Tensor): Tensor {
  const [b, h, s, d] = t.sizes as [number, number, number, number];
  const [sb, sh, ss, sd] = t.strides as [number, number, number, number];
  return t.alias([b, s, h, d], [sb, ss, sh, sd]);
}

// ---- the choice ----

export interface AttentionParameters {
  query: Tensor;
  key: Tensor;
  value: Tensor;
  mask: MaybeTensor;
  dropout: number;
  causal: boolean;
  gqa: boolean;
}

export type Backend = 'math' | 'flash' | 'efficient' | 'cudnn';
const BACKEND_CODES: Record<Backend, number> = { math: 0, flash: 1, efficient: 2, cudnn: 3 };

const last = (t: Tensor): number => t.sizes[t.sizes.length - 1]!;
const lastStride = (t: Tensor): number => t.strides[t.strides.length - 1]!;

function anyRequiresGrad(p: AttentionParameters): boolean {
  return state.gradEnabled && (p.query.requiresGrad || p.key.requiresGrad || p.value.requiresGrad);
}

/** Compute capability as 10 × major + minor. */
function capability(): number {
  const { major, minor } = cudaDevice().properties;
  return 10 * major + minor;
}
/** Devices whose blocks have little shared memory: 8.6, 8.9 and 12.x. */
function isSmall(cc: number): boolean {
  return cc === 86 || cc === 89 || cc >= 120;
}

/** What every fused kernel asks of dense inputs. */
function fitsFused(p: AttentionParameters, gqaAllowed: boolean): boolean {
  const { query: q, key: k, value: v, mask } = p;
  if (q.sizes.length !== 4 || k.sizes.length !== 4 || v.sizes.length !== 4) return false;
  if (!q.isCuda || q.dtype !== k.dtype || q.dtype !== v.dtype) return false;
  if (q.sizes[0] !== k.sizes[0] || k.sizes[0] !== v.sizes[0]) return false;
  const [hq, hk, hv] = [q.sizes[1]!, k.sizes[1]!, v.sizes[1]!];
  // One head of keys and values broadcasts, which the kernels do as they group heads.
  const grouped = (p.gqa && gqaAllowed) || (hk === 1 && hv === 1);
  if (grouped ? hk !== hv || hq % hk !== 0 : hq !== hk || hq !== hv) return false;
  if (q.sizes[2] === 0 || k.sizes[2] === 0) return false;
  const dense = (t: Tensor): boolean => lastStride(t) === 1;
  return dense(q) && dense(k) && dense(v) && (mask === null || lastStride(mask) === 1 || last(mask) === 1);
}

function canUseFlash(p: AttentionParameters): boolean {
  const { query: q, key: k, value: v } = p;
  if (state.flags['flash_sdp'] === false || p.mask !== null || !fitsFused(p, true)) return false;
  const cc = capability();
  if (cc < 80 || !q.dtype.isReduced) return false;
  const d = last(q);
  if (d !== last(k) || d !== last(v) || d > 256) return false;
  if (isSmall(cc) && anyRequiresGrad(p) && d > 192 && (d <= 224 || p.dropout > 0)) return false;
  return !(p.causal && q.sizes[2] !== k.sizes[2]);
}

/** `minimum_gemm_alignment`, in elements. */
function gemmAlignment(q: Tensor): number {
  const { major } = cudaDevice().properties;
  const half = q.dtype.isReduced;
  const tensorCores = major >= 8 || (major >= 7 && half);
  return Math.max(major >= 8 ? 4 : 1, tensorCores ? 128 / (half ? 16 : 32) : 1);
}

function canUseEfficient(p: AttentionParameters): boolean {
  const { query: q, key: k, value: v } = p;
  if (state.flags['mem_efficient_sdp'] === false || !fitsFused(p, true)) return false;
  const cc = capability();
  if (!(q.dtype === float16 || q.dtype === float32 || (q.dtype === bfloat16 && cc >= 80))) return false;
  const alignment = gemmAlignment(q);
  return (
    last(q) === last(k) &&
    last(q) % alignment === 0 &&
    last(v) % alignment === 0 &&
    last(q) > 0 &&
    last(v) > 0
  );
}

function canUseCudnn(p: AttentionParameters): boolean {
  const { query: q } = p;
  if (state.flags['cudnn_sdp'] === false || state.flags['cudnn_enabled'] === false || !fitsFused(p, true))
    return false;
  if (capability() < 80 || !q.dtype.isReduced || p.dropout > 0) return false;
  if (p.mask !== null && p.mask.requiresGrad && state.gradEnabled) return false;
  const fits = (d: number): boolean => d % 8 === 0 && (d <= 128 || d === 256);
  return fits(last(q)) && fits(last(p.value));
}

/** The order in which kernels are tried; a device that prefers cuDNN's (9.x and 10.x) says so at the first choice. */
function priorityOrder(): readonly number[] {
  const { attentionPriority: priority } = state;
  if (!priority.initialized) {
    priority.initialized = true;
    const { major } = cudaDevice().properties;
    if (major === 9 || major === 10) priority.order = [3, 1, 2, 0, 4];
  }
  return priority.order;
}

const USABLE: readonly [Backend, (p: AttentionParameters) => boolean][] = [
  ['math', () => state.flags['math_sdp'] !== false],
  ['flash', canUseFlash],
  ['efficient', canUseEfficient],
  ['cudnn', canUseCudnn],
];

/** `select_sdp_backend`. */
export function selectBackend(p: AttentionParameters): Backend {
  if (!p.query.isCuda) return 'math';
  for (const code of priorityOrder()) {
    const usable = USABLE[code];
    if (usable?.[1](p) === true) return usable[0];
  }
  return fail('RuntimeError', 'No available kernel. Aborting execution.');
}

// ---- flash ----

/** `num_splits_heuristic` of flash_api.cpp. */
function splits(units: number, sms: number, blocks: number): number {
  if (units >= 0.8 * sms) return 1;
  const most = Math.min(128, sms, blocks);
  const efficiency: number[] = [];
  let best = 0;
  const eligible = (n: number): boolean => n === 1 || ceilDiv(blocks, n) !== ceilDiv(blocks, n - 1);
  for (let n = 1; n <= most; n++) {
    if (!eligible(n)) {
      efficiency.push(0);
      continue;
    }
    const waves = (units * n) / sms;
    const e = waves / Math.ceil(waves);
    best = Math.max(best, e);
    efficiency.push(e);
  }
  for (let n = 1; n <= most; n++) if (eligible(n) && efficiency[n - 1]! >= 0.85 * best) return n;
  return 1;
}

const roundedHead = (d: number): number => (d <= 128 ? roundUp(d, 32) : roundUp(d, 64));

/** 2 products of (B, H, Sq, Sk) forward; 5 backward. */
function attentionFlops(q: Tensor, k: Tensor, v: Tensor, products: number): number {
  const [b, h, s, d] = q.sizes as [number, number, number, number];
  return b * h * s * k.sizes[2]! * (products === 2 ? 2 * d + 2 * last(v) : 6 * d + 4 * last(v));
}

type FlashArguments = [
  query: Tensor,
  key: Tensor,
  value: Tensor,
  dropout: number,
  causal: boolean,
  debug: boolean,
  scale: number | null,
];

/** The results that matter: out, logsumexp, rng_state, unused. */
export const _scaled_dot_product_flash_attention: Op<FlashArguments, Tensor[]> = op<FlashArguments, Tensor[]>(
  {
    schema:
      '_scaled_dot_product_flash_attention(Tensor query, Tensor key, Tensor value, float dropout_p=0.0, bool is_causal=False, bool return_debug_mask=False, *, float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor rng_state, Tensor unused)',
    bind: 'function',
    autocast: 'lower_precision_fp',
    outputDifferentiability: [true, false, false, false],
    forward(query, key, _value, dropout) {
      const [b, h, sq, d] = query.sizes as [number, number, number, number];
      const sk = key.sizes[2]!;
      const hk = key.sizes[1]!;
      // One query row with grouped heads is laid out as rows of a group.
      const swap = sq === 1 && h > hk && dropout === 0 && d % 8 === 0;
      const out = swapped(emptyAs(swapped(query)));
      const logsumexp = emptyLike(query, [b, h, sq], null, float32);
      const scratch: Tensor[] = [];
      if (dropout === 0) {
        const blockN = d <= 64 ? 256 : d <= 128 ? 128 : 64;
        const [rows, heads] = swap ? [h / hk, hk] : [sq, h];
        const n = splits(
          b * heads * ceilDiv(rows, 64),
          2 * cudaDevice().properties.multiProcessorCount,
          ceilDiv(sk, blockN),
        );
        if (n > 1)
          scratch.push(
            emptyLike(query, [n, b, h, sq], null, float32),
            emptyLike(query, [n, b, h, sq, roundedHead(d)], null, float32),
          );
      }
      const rng = emptyLike(query, [2], null, uint64);
      const unused = emptyLike(query, [], null, uint64);
      if (dropout > 0) drop(emptyLike(query, [2], null, int64));
      drop(...scratch);
      return [out, logsumexp, rng, unused];
    },
    draws: (_query, _key, _value, dropout) => dropout > 0,
    autograd: (_needs, result, query, key, value) => ({
      saved: [key, query, value, result[1]!, result[0]!, result[2]!, result[3]!],
      backward([grad], [k, q, v, , out], needs) {
        if (grad === null || grad === undefined) return [null, null, null];
        return noSecond('flash', [grad, q, k, v, out], flashBackward(grad, q!, k!, v!, out!, needs));
      },
    }),
    flops: (_result, q, k, v) => attentionFlops(q, k, v, 2),
  },
);

/** The gradient kernels of attention have no formula of their own. */
function noSecond(
  kind: string,
  inputs: readonly (MaybeTensor | undefined)[],
  grads: MaybeTensor[],
): MaybeTensor[] {
  const name = `_scaled_dot_product_${kind}_attention_backward`;
  return raiseInBackward(inputs, grads, 'RuntimeError', `derivative for aten::${name} is not implemented`);
}

function flashBackward(
  grad: Tensor,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  out: Tensor,
  needs: readonly boolean[],
): MaybeTensor[] {
  const [b, h, sq, d] = query.sizes as [number, number, number, number];
  const [hk, sk] = [key.sizes[1]!, key.sizes[2]!];
  const [g, o] = [swapped(grad), swapped(out)];
  const [denseGrad, denseOut] = [inFormat(g), inFormat(o)];
  const grads = [query, key, value].map((t) => swapped(emptyAs(swapped(t))));
  const rows = roundUp(sq, 128);
  const softmaxD = emptyLike(query, [b, h, rows], null, float32);
  const accumulated = emptyLike(query, [b, rows, h, roundedHead(d)], null, float32);
  if (hk !== h) drop(emptyLike(key, [b, sk, h, d]), emptyLike(key, [b, sk, h, d]));
  drop(accumulated, softmaxD);
  if (denseOut !== o) drop(denseOut);
  if (denseGrad !== g) drop(denseGrad);
  state.countFlops(attentionFlops(query, key, value, 5));
  return grads.map((t, i) => (needs[i] ? t : null));
}

// ---- memory-efficient ----

/**
 * Floats of the backward kernel's workspace for one batch and head: accumulators of the query's gradient by tile, and of
 * the key's and value's where they don't stay in registers.
 */
function efficientWorkspace(q: Tensor, v: Tensor, sk: number, dropout: number): number {
  const [b, h, sq, d] = q.sizes as [number, number, number, number];
  const head = Math.max(d, last(v));
  const half = q.dtype.isReduced;
  const cc = capability();
  const large = cc >= 80 && !isSmall(cc);
  let blockI = 64;
  let blockN = 64;
  const blockJ = 64;
  let accumulates = false;
  if (head > 128) {
    blockI = half || large ? 128 : 64;
    accumulates = half;
  } else if (head > 64) {
    if (large) {
      blockI = 128;
      if (half) blockN = 128;
    } else if (half) {
      if (cc >= 80 && (head > 96 || dropout > 0)) accumulates = true;
      else blockI = 128;
    }
  }
  const tile = blockI * blockN + 4;
  let floats = ceilDiv(sq, blockI) * ceilDiv(d, blockN) * tile;
  if (accumulates) {
    // Keys are split over blocks while there are few of them.
    const parallel = Math.max(1, Math.min(ceilDiv(sk, blockJ), Math.floor(200 / (b * h))));
    floats += parallel * blockJ * (roundUp(d, blockI) + roundUp(last(v), blockI));
  }
  return roundUp(floats, 4);
}

type EfficientArguments = [
  query: Tensor,
  key: Tensor,
  value: Tensor,
  bias: MaybeTensor,
  computeLogsumexp: boolean,
  dropout: number,
  causal: boolean,
  scale: number | null,
];

export const _scaled_dot_product_efficient_attention: Op<EfficientArguments, Tensor[]> = op<
  EfficientArguments,
  Tensor[]
>({
  schema:
    '_scaled_dot_product_efficient_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_bias, bool compute_log_sumexp, float dropout_p=0.0, bool is_causal=False, *, float? scale=None) -> (Tensor output, Tensor log_sumexp, Tensor philox_seed, Tensor philox_offset)',
  bind: 'function',
  outputDifferentiability: [true, false, false, false],
  forward(query, _key, value, _bias, computeLogsumexp, dropout) {
    const [b, h, sq] = query.sizes as [number, number, number];
    const dv = last(value);
    // In a CUDA graph the kernel writes them.
    const onDevice = dropout === 0 || state.isCapturing(state.stream);
    const seeds = [0, 1].map(() => (onDevice ? emptyLike(query, [], null, int64) : empty([], int64, CPU)));
    const out = swapped(emptyLike(query, [b, sq, h, dv]));
    const logsumexp = emptyLike(query, [b, h, computeLogsumexp ? roundUp(sq, 32) : 0], null, float32);
    if (query.dtype.isReduced && dv > 128) drop(emptyLike(query, [b, sq, h, dv], null, float32));
    return [out, logsumexp, ...seeds];
  },
  draws: (_query, _key, _value, _bias, _compute, dropout) => dropout > 0,
  autograd: (_needs, result, query, key, value, bias, _compute, dropout) => ({
    saved: [bias, key, query, value, result[1]!, result[0]!, result[2]!, result[3]!],
    backward([grad], [m, k, q, v, , out], needs) {
      if (grad === null || grad === undefined) return [null, null, null, null];
      return noSecond(
        'efficient',
        [grad, q, k, v, m, out],
        efficientBackward(grad, q!, k!, v!, m ?? null, out!, dropout, needs),
      );
    },
  }),
  flops: (_result, q, k, v) => attentionFlops(q, k, v, 2),
});

function efficientBackward(
  grad: Tensor,
  query: Tensor,
  key: Tensor,
  value: Tensor,
  bias: MaybeTensor,
  out: Tensor,
  dropout: number,
  needs: readonly boolean[],
): MaybeTensor[] {
  const [b, h, sq, d] = query.sizes as [number, number, number, number];
  const [hk, sk] = [key.sizes[1]!, key.sizes[2]!];
  const dv = last(value);
  const g = swapped(grad);
  const denseGrad = inFormat(g);
  const gradQuery = emptyLike(query, [b, sq, h, d]);
  const gradKey = emptyLike(key, [b, sk, hk, d]);
  const gradValue = emptyLike(value, [b, sk, hk, dv]);
  // Grouped heads: gradients of the expanded key and value first.
  const expanded = hk === h ? [] : [emptyLike(key, [b, sk, h, d]), emptyLike(value, [b, sk, h, dv])];
  let gradBias: MaybeTensor = null;
  if (needs[3] && bias !== null) {
    const sizes = bias.sizes;
    const n = last(bias);
    const whole = emptyLike(bias, [...sizes.slice(0, -1), roundUp(n, 16)]);
    gradBias = n === last(whole) ? whole : whole.alias(sizes);
  }
  let delta: Tensor;
  if (query.dtype.isReduced) delta = emptyLike(query, [b, h, sq], null, float32);
  else {
    // (grad * out).sum(-1), then contiguous with the heads before the rows.
    const product = emptyLike(out);
    const summed = emptyLike(query, [b, sq, h], null, float32);
    delta = h === 1 || sq === 1 ? summed : emptyLike(query, [b, h, sq], null, float32);
    drop(summed === delta ? null : summed, product);
  }
  const workspace = emptyLike(query, [b * h * efficientWorkspace(query, value, sk, dropout)], null, float32);
  drop(delta, workspace, ...expanded);
  if (denseGrad !== g) drop(denseGrad);
  state.countFlops(attentionFlops(query, key, value, 5));
  return [
    needs[0] ? swapped(gradQuery) : null,
    needs[1] ? swapped(gradKey) : null,
    needs[2] ? swapped(gradValue) : null,
    gradBias,
  ];
}

// ---- cuDNN ----

export const _scaled_dot_product_cudnn_attention: Op<EfficientArguments, Tensor[]> = op<
  EfficientArguments,
  Tensor[]
>({
  schema:
    '_scaled_dot_product_cudnn_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_bias, bool compute_log_sumexp, float dropout_p=0.0, bool is_causal=False, *, float? scale=None) -> (Tensor output, Tensor logsumexp, Tensor philox_seed, Tensor philox_offset)',
  bind: 'function',
  differentiable: [0, 1, 2],
  outputDifferentiability: [true, false, false, false],
  forward(query, _key, value, _bias, computeLogsumexp) {
    const [b, h, sq] = query.sizes as [number, number, number];
    const seeds = [0, 1].map(() => emptyLike(query, [], null, int64));
    const sizes = [b, h, sq, last(value)];
    const out = last(value) === last(query) ? emptyAs(query) : emptyLike(query, sizes);
    const logsumexp = emptyLike(query, computeLogsumexp ? [b, h, sq, 1] : [0], null, float32);
    return [out, logsumexp, ...seeds];
  },
  autograd: (_needs, result, query, key, value, bias) => ({
    saved: [bias, key, query, value, result[1]!, result[0]!, result[2]!, result[3]!],
    backward([grad], [, k, q, v, , out], needs) {
      if (grad === null || grad === undefined) return [null, null, null];
      const [b, h, sq, d] = q!.sizes as [number, number, number, number];
      const same = grad.strides.every((s, i) => s === out!.strides[i] || grad.sizes[i] === 1);
      const g = same ? null : emptyAs(out!);
      const grads = [q!, k!, v!].map((t, i) => {
        const made = emptyAs(t);
        return needs[i] ? made : null;
      });
      drop(emptyLike(q!, [b * h * sq * (d + 1)], null, float32));
      drop(g);
      state.countFlops(attentionFlops(q!, k!, v!, 5));
      return grads;
    },
  }),
  flops: (_result, q, k, v) => attentionFlops(q, k, v, 2),
});

// ---- math ----

/** Rows that are all -inf give zeros. */
export const _safe_softmax: Op<[self: Tensor, dim: number, dtype: unknown]> = op<
  [Tensor, number, unknown],
  Tensor
>({
  schema: '_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor',
  bind: 'function',
  forward(self, dim) {
    const x = inFormat(self);
    const out = elementwise([x], self.dtype);
    dropCopy(x, self);
    const d = dim < 0 ? dim + self.sizes.length : dim;
    const masked = emptyLike(self, self.sizes, null, bool);
    const rows = emptyLike(
      self,
      self.sizes.map((n, i) => (i === d ? 1 : n)),
      null,
      bool,
    );
    drop(emptyLike(self, []), rows, masked);
    return out;
  },
  autograd(_needs, result, self, dim) {
    const { dtype } = self;
    return {
      saved: [result],
      backward: ([grad], [r]) => [callOperator('_softmax_backward_data', grad!, r!, dim, dtype)],
    };
  },
});

/** A bool mask as 0 where attention goes, -inf elsewhere. */
function maskBias(mask: Tensor, dtype: Tensor['dtype']): Tensor {
  if (mask.dtype !== bool) return mask;
  return scope(() => {
    const zero = emptyLike(mask, [], null, dtype);
    const infinity = emptyLike(mask, [], null, dtype);
    return callOperator('where', mask, zero, infinity);
  });
}

type MathArguments = [
  query: Tensor,
  key: Tensor,
  value: Tensor,
  mask: MaybeTensor,
  dropout: number,
  causal: boolean,
  dropoutMask: MaybeTensor,
  scale: number | null,
  gqa: boolean,
];

function repeatHeads(t: Tensor, heads: number): Tensor {
  return t.sizes[1] === heads ? t : callOperator('repeat_interleave', t, heads / t.sizes[1]!, 1, null);
}

export const _scaled_dot_product_attention_math: Op<MathArguments, Tensor[]> = op<MathArguments, Tensor[]>({
  schema:
    '_scaled_dot_product_attention_math(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None, bool enable_gqa=False) -> (Tensor, Tensor)',
  bind: 'function',
  composite: true,
  forward(query_, key_, value_, mask, dropout, causal, _dropoutMask, scale, gqa) {
    const origin = query_.dtype;
    const raise = origin.isReduced && state.flags['math_sdp_reduced'] !== true;
    const [wideQuery, key, value] = raise
      ? [to(query_, float32), to(key_, float32), to(value_, float32)]
      : [query_, key_, value_];
    const factor = float(Math.sqrt(Math.abs(scale ?? 1 / Math.sqrt(last(query_)))));
    const query = mul(wideQuery, factor);
    let bias = mask === null ? null : maskBias(mask, query.dtype);
    if (causal) {
      check(
        mask === null,
        '_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True',
      );
      const [l, s] = [query.sizes[query.sizes.length - 2]!, key.sizes[key.sizes.length - 2]!];
      bias = scope(() => {
        const triangle = scope(() => callOperator('tril', emptyLike(query, [l, s], null, bool), 0));
        return maskBias(triangle, query.dtype);
      });
    }
    const rank = query.sizes.length;
    const [k, v] =
      gqa && rank === 4
        ? [repeatHeads(key, query.sizes[1]!), repeatHeads(value, query.sizes[1]!)]
        : [key, value];
    const attention = scope(() => {
      const weights = scope(() => {
        const scores = scope(() => callOperator('matmul', query, mul(transpose(k, -2, -1), factor)));
        if (bias !== null) callOperator('add_', scores, bias, 1);
        return _safe_softmax(scores, -1, null);
      });
      return dropout > 0 ? callOperator('dropout', weights, dropout, true) : weights;
    });
    const second = to(attention, origin);
    return [to(callOperator('matmul', attention, v), origin), second];
  },
});

// ---- scaled_dot_product_attention ----

type SdpaArguments = [
  query: Tensor,
  key: Tensor,
  value: Tensor,
  mask: MaybeTensor,
  dropout: number,
  causal: boolean,
  scale: number | null,
  gqa: boolean,
];
const SDPA =
  '(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, *, float? scale=None, bool enable_gqa=False)';

/** `validate_sdpa_input`. */
function validate(query: Tensor, key: Tensor, value: Tensor, mask: MaybeTensor, causal: boolean): void {
  check(
    query.dtype === key.dtype && query.dtype === value.dtype,
    () =>
      `Expected query, key, and value to have the same dtype, but got query.dtype: ${cppName(query.dtype)} key.dtype: ${cppName(key.dtype)} and value.dtype: ${cppName(value.dtype)} instead.`,
  );
  check(
    query.isCuda === key.isCuda && query.isCuda === value.isCuda,
    () =>
      `Expected query, key, and value to have the same device type, but got query.device: ${query.device.text} key.device: ${key.device.text} and value.device: ${value.device.text} instead.`,
  );
  check(
    query.sizes.length >= 2 && key.sizes.length >= 2 && value.sizes.length >= 2,
    () =>
      `Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: ${query.sizes.length} key.dim: ${key.sizes.length} and value.dim: ${value.sizes.length} instead.`,
  );
  if (mask === null) return;
  check(
    mask.dtype === bool || mask.dtype === float32 || mask.dtype === query.dtype,
    () =>
      `Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: ${cppName(mask.dtype)} and  query.dtype: ${cppName(query.dtype)} instead.`,
  );
  check(!causal, '_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True');
}

/** Pads the last dimension to a multiple of 8. */
function padLast(t: Tensor): Tensor {
  const rest = last(t) % 8;
  return rest === 0 ? t : constant_pad_nd(t, [0, 8 - rest], 0);
}

/**
 * The mask as the efficient kernel reads it: rows aligned to 16 bytes, expanded to (B, H, Sq, Sk). As `aligned_tensor`, every stride but
 * the last is looked at, those of dimensions of size 1 too; `pad_bias` adds a whole 8 where the row's length is aligned already.
 */
function efficientBias(mask: MaybeTensor, query: Tensor, key: Tensor): MaybeTensor {
  if (mask === null) return null;
  let bias = mask;
  const n = last(mask);
  const aligned = mask.strides.at(-1) === 1 && mask.strides.slice(0, -1).every((stride) => stride % 8 === 0);
  if (!aligned) bias = slice(constant_pad_nd(mask, [0, 8 - (n % 8)], 0), -1, 0, n, 1);
  const shape: Sizes = [query.sizes[0]!, query.sizes[1]!, query.sizes[2]!, key.sizes[2]!];
  return expand(bias, shape);
}

export const scaled_dot_product_attention: Op<SdpaArguments> = op<SdpaArguments, Tensor>({
  schema: `scaled_dot_product_attention${SDPA} -> Tensor`,
  bind: 'nn',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(query_, key_, value_, mask_, dropout, causal, scale, gqa) {
    validate(query_, key_, value_, mask_, causal);
    let [query, key, value] = [query_, key_, value_];
    const unbatched = query.sizes.length === 3 && key.sizes.length === 3 && value.sizes.length === 3;
    const parameters = (): AttentionParameters => ({ query, key, value, mask: mask_, dropout, causal, gqa });
    if (unbatched && query.isCuda) {
      [query, key, value] = [unsqueeze(query, 0), unsqueeze(key, 0), unsqueeze(value, 0)];
      const mask = mask_ !== null && mask_.sizes.length === 3 ? unsqueeze(mask_, 0) : mask_;
      return squeezeDims(
        scaled_dot_product_attention(query, key, value, mask, dropout, causal, scale, gqa),
        [0],
      );
    }
    const backend = selectBackend(parameters());
    const mask = mask_ === null ? null : maskBias(mask_, query.dtype);
    const logsumexp = anyRequiresGrad(parameters());
    switch (backend) {
      case 'flash': {
        const d = last(query);
        const [q, k, v] = [padLast(query), padLast(key), padLast(value)];
        const out = _scaled_dot_product_flash_attention(
          q,
          k,
          v,
          dropout,
          causal,
          false,
          scale ?? 1 / Math.sqrt(d),
        )[0]!;
        return d % 8 === 0 ? out : slice(out, -1, 0, d, 1);
      }
      case 'efficient':
        return _scaled_dot_product_efficient_attention(
          query,
          key,
          value,
          efficientBias(dropUnpadded(mask, mask_), query, key),
          logsumexp,
          dropout,
          causal,
          scale,
        )[0]!;
      case 'cudnn':
        return _scaled_dot_product_cudnn_attention(
          query,
          key,
          value,
          mask,
          logsumexp,
          dropout,
          causal,
          scale,
        )[0]!;
      default:
        return _scaled_dot_product_attention_math(
          query,
          key,
          value,
          mask,
          dropout,
          causal,
          null,
          scale,
          gqa,
        )[0]!;
    }
  },
});

/** A mask made here ends when it has been padded. */
function dropUnpadded(mask: MaybeTensor, given: MaybeTensor): MaybeTensor {
  if (mask === null || mask === given || last(mask) % 8 === 0) return mask;
  const n = last(mask);
  const padded = constant_pad_nd(mask, [0, 8 - (n % 8)], 0);
  drop(mask);
  return slice(padded, -1, 0, n, 1);
}

/** Which kernel would be taken, as an int: 0 math, 1 flash, 2 efficient, 3 cuDNN. */
export function fusedSdpChoice(p: AttentionParameters): number {
  return BACKEND_CODES[selectBackend(p)];
}
