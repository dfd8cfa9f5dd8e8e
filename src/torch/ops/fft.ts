/**
 * torch.fft, stft and istft (SpectralOps.cpp). What cuFFT takes while it runs (its plan's workspace) is not modelled.
 */
import { empty, emptyLike, output, storageBytes } from '../allocate.js';
import {
  Category,
  complex32,
  complex64,
  contiguousFormat,
  float32,
  toComplex,
  toReal,
  type Device,
  type DType,
} from '../dtype.js';
import { check } from '../errors.js';
import { checkInto, drop, op, pendingOutput, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { contiguousStrides, showSizes, wrapDim, type Sizes } from '../shape.js';
import { resolveDevice, state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { conj, real, view_as_complex, view_as_real } from './complex.js';
import { clone, to } from './copy.js';
import { constant_pad_nd } from './padding.js';
import { div, mul, mul_ } from './arithmetic.js';
import { as_strided } from './as_strided.js';
import { permute, reshape, slice, squeezeDims, transpose, unsqueeze, view } from './views.js';

const CUFFT_MAX_DIMENSIONS = 3;

/** Dimensions by their strides, the largest first. */
function byStride(t: Tensor, dims: readonly number[]): number[] {
  return [...dims].sort((a, b) => t.strides[b]! - t.strides[a]!);
}

/** Whether cuFFT cannot read a batch of this layout (`as_cufft_embed`). */
function mustClone(t: Tensor, signal: readonly number[]): boolean {
  let last = t.strides[t.strides.length - 1]!;
  if (last <= 0 || (signal[0] !== 1 && t.strides[0] === 0)) return true;
  for (let i = signal.length - 1; i > 1; i--) {
    if (signal[i - 1] === 1) continue;
    const stride = t.strides[i - 1]!;
    if (stride <= 0 || stride % last !== 0) return true;
    last = stride;
  }
  return false;
}

/** `_exec_fft`: one transform of cuFFT into `out`, which gets the layout that comes of it. */
function execute(out: Tensor, self: Tensor, sizes: Sizes, dims: readonly number[]): void {
  const batch = byStride(
    self,
    [...sizes.keys()].filter((d) => !dims.includes(d)),
  );
  const order = [...batch, ...dims];
  const input = reshape(permute(self, order), [
    batch.reduce((n, d) => n * self.sizes[d]!, 1),
    ...dims.map((d) => self.sizes[d]!),
  ]);
  const signal = [input.sizes[0]!, ...dims.map((d) => Math.max(self.sizes[d]!, sizes[d]!))];
  const half = (t: Tensor): boolean => t.dtype === complex32 || t.dtype.name === 'float16';
  check(
    !(half(self) || half(out)) || signal.slice(1).every(isPowerOfTwo),
    () =>
      `cuFFT only supports dimensions whose sizes are powers of two when computing in half precision, but got a signal size of${showSizes(signal.slice(1))}`,
  );
  const packed = contiguousStrides([signal[0]!, ...dims.map((d) => sizes[d]!)]);
  const bytes = storageBytes(sizes, contiguousStrides(sizes), out.dtype.itemsize);
  if (bytes > out.storage.nbytes) out.storage.resize(bytes);
  if (mustClone(input, signal)) drop(clone(input));
  const strides = new Array<number>(sizes.length);
  let step = 1;
  for (const d of [...batch].reverse()) {
    strides[d] = step * packed[0]!;
    step *= sizes[d]!;
  }
  dims.forEach((d, i) => (strides[d] = packed[i + 1]!));
  out.setGeometry(sizes, strides, 0);
}

/** Whether one plan does a real transform of all dimensions (`use_optimized_cufft_path`). */
function onePlan(dims: readonly number[]): boolean {
  return dims.length <= CUFFT_MAX_DIMENSIONS && !(dims.length >= 2 && dims[0] === 0 && dims[1] === 1);
}

const isPowerOfTwo = (n: number): boolean => n > 0 && 2 ** Math.round(Math.log2(n)) === n;

function withSize(sizes: Sizes, dim: number, size: number): number[] {
  return sizes.map((n, d) => (d === dim ? size : n));
}

export const _fft_c2c: Op<[self: Tensor, dim: Sizes, normalization: number, forward: boolean]> = op({
  schema: '_fft_c2c(Tensor self, int[] dim, int normalization, bool forward) -> Tensor',
  bind: 'function',
  node: 'FftC2CBackward0',
  forward(self, dim, _normalization, _forward) {
    if (dim.length === 0) return clone(self);
    let sorted = [...dim];
    let working = self;
    let out = emptyLike(self);
    for (;;) {
      sorted = byStride(working, sorted);
      const first = sorted.slice(-CUFFT_MAX_DIMENSIONS);
      const [target, source] = [out, working];
      scope(() => {
        execute(target, source, self.sizes, first);
      });
      sorted.length -= first.length;
      if (sorted.length === 0) break;
      [working, out] = working === self ? [out, emptyLike(self)] : [out, working];
    }
    if (working !== self) drop(working);
    return out;
  },
  autograd: (_needs, _result, _self, dim, normalization, forward) => ({
    backward: ([grad]) => [_fft_c2c(grad!, dim, normalization, !forward)],
  }),
});

export const _fft_r2c: Op<[self: Tensor, dim: Sizes, normalization: number, onesided: boolean]> = op({
  schema: '_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor',
  bind: 'function',
  node: 'FftR2CBackward0',
  forward(self, dim, normalization, onesided) {
    const last = dim[dim.length - 1]!;
    const half = withSize(self.sizes, last, Math.floor(self.sizes[last]! / 2) + 1);
    const sizes = onesided ? half : self.sizes;
    if (self.dtype.name === 'bfloat16') {
      if (!onePlan(dim) || dim.some((d) => !isPowerOfTwo(self.sizes[d]!)))
        return _fft_r2c(to(self, float32), dim, normalization, onesided);
      const proxy = empty(half, complex32, self.device);
      scope(() => {
        execute(proxy, self, half, dim);
      });
      const whole = emptyLike(proxy, half, proxy.strides, complex64);
      if (onesided) return whole;
      const both = emptyLike(whole, sizes);
      drop(proxy, whole);
      return both;
    }
    const dtype = toComplex(self.dtype);
    let out = empty(sizes, dtype, self.device);
    let input = self;
    if (self.offset % 2 !== 0) input = clone(self);
    let working: Tensor | null = input === self ? null : input;
    if (onePlan(dim)) {
      scope(() => {
        execute(out, input, sizes, dim);
      });
    } else {
      scope(() => {
        execute(out, input, dim.length === 1 ? sizes : half, [last]);
      });
      let rest = dim.slice(0, -1);
      if (rest.length > 0) {
        drop(working);
        working = empty(sizes, dtype, self.device);
      }
      while (rest.length > 0) {
        const [target, source]: [Tensor, Tensor] = [working!, out];
        rest = byStride(source, rest);
        const part = rest.slice(-CUFFT_MAX_DIMENSIONS);
        scope(() => {
          execute(target, source, half, part);
        });
        rest.length -= part.length;
        [out, working] = [target, source];
      }
    }
    if (!onesided && out.sizes[last] !== sizes[last]) {
      drop(working);
      const both = empty(sizes, dtype, self.device);
      drop(out);
      return both;
    }
    drop(working);
    return out;
  },
  autograd: (_needs, _result, self, dim, normalization, onesided) => ({
    saved: [self],
    backward([grad], [s]) {
      if (!onesided) return [real(_fft_c2c(grad!, dim, normalization, false))];
      const last = dim[dim.length - 1]!;
      const size = s!.sizes[last]!;
      const half = grad!.sizes[last]!;
      let whole = grad!;
      if (size > half) {
        whole = callOperator(
          'new_zeros',
          grad!,
          withSize(grad!.sizes, last, size),
          null,
          null,
          null,
          null,
          false,
        );
        callOperator('copy_', slice(whole, last, 0, half, 1), grad!);
      }
      return [real(_fft_c2c(whole, dim, normalization, false))];
    },
  }),
});

export const _fft_c2r: Op<[self: Tensor, dim: Sizes, normalization: number, lastDimSize: number]> = op({
  schema: '_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor',
  bind: 'function',
  node: 'FftC2RBackward0',
  forward(self, dim, normalization, size) {
    const last = dim[dim.length - 1]!;
    const sizes = withSize(self.sizes, last, size);
    const whole = onePlan(dim);
    const out = empty(sizes, toReal(self.dtype), self.device);
    // The transform may overwrite its input.
    const temporary =
      whole || dim.length === 1
        ? clone(self, contiguousFormat)
        : _fft_c2c(self, dim.slice(0, -1), normalization, false);
    scope(() => {
      execute(out, temporary, sizes, whole ? dim : [last]);
    });
    drop(temporary);
    return out;
  },
  autograd: (_needs, _result, _self, dim, normalization) => ({
    backward([grad]) {
      const gradient = _fft_r2c(grad!, dim, normalization, true);
      const last = dim[dim.length - 1]!;
      const double = grad!.sizes[last]! - gradient.sizes[last]!;
      if (double > 0) mul_(slice(gradient, last, 1, 1 + double, 1), 2);
      return [gradient];
    },
  }),
});

/** `promote_tensor_fft`. */
function promote(t: Tensor, complex = false): Tensor {
  const dtype: DType = t.dtype.category <= Category.int ? state.defaultDtype : t.dtype;
  return to(t, complex ? toComplex(dtype) : dtype);
}

/** The converted input, sliced or padded; what was converted lives no longer than it must. */
function promoteAndResize(self: Tensor, dim: number, size: number | null, complex = false): Tensor {
  const promoted = promote(self, complex);
  if (size === null) return promoted;
  const out = resized(promoted, [dim], [size]);
  if (promoted !== self && out !== promoted) drop(promoted);
  return out;
}

/** `resize_fft_input`: slices, or pads with zeros. */
function resized(t: Tensor, dims: readonly number[], sizes: readonly number[]): Tensor {
  const rank = t.sizes.length;
  const pad = new Array<number>(2 * rank).fill(0);
  let copies = false;
  let out = t;
  dims.forEach((d, i) => {
    const size = sizes[i]!;
    check(size >= 1, `Invalid number of data points (${size}) specified`);
    const more = size - out.sizes[d]!;
    if (more > 0) {
      copies = true;
      pad[2 * (rank - 1 - d) + 1] = more;
    } else if (more < 0) out = slice(out, d, 0, size, 1);
  });
  return copies ? constant_pad_nd(out, pad, 0) : out;
}

type Kind = 'c2c' | 'r2c' | 'c2r';
/** 0 where a transform isn't normalised, 1 by the root of the size, 2 by the size. */
function normalizationOf(norm: string | null, forward: boolean): number {
  if (norm === 'ortho') return 1;
  check(
    norm === null || norm === 'backward' || norm === 'forward',
    () => `Invalid normalization mode: "${norm}"`,
  );
  return (norm === 'forward') === forward ? 2 : 0;
}

/** `fft_c2c`, `fft_r2c` and `fft_c2r`: transforms of one dimension. */
function transformOne(kind: Kind, forward: boolean) {
  return (self: Tensor, n: number | null, dim: number, norm: string | null): Tensor => {
    const normalization = normalizationOf(norm, forward);
    const d = wrapDim(dim, self.sizes.length, false);
    if (kind === 'r2c') {
      check(
        !self.dtype.isComplex,
        () => `${forward ? 'rfft' : 'ihfft'} expects a real input tensor, but got ${self.dtype.scalarName}`,
        'TypeError',
      );
      return ofReal(promoteAndResize(self, d, n), d, normalization, forward, true);
    }
    if (kind === 'c2c') {
      const sized = promoteAndResize(self, d, n);
      if (!self.dtype.isComplex) return ofReal(sized, d, normalization, forward, false);
      return _fft_c2c(sized, [d], normalization, forward);
    }
    const size = n ?? 2 * (self.sizes[d]! - 1);
    check(size >= 1, `Invalid number of data points (${size}) specified`);
    const sized = promoteAndResize(self, d, n === null ? null : Math.floor(size / 2) + 1, true);
    return _fft_c2r(forward ? conj(sized) : sized, [d], normalization, size);
  };
}
function ofReal(t: Tensor, dim: number, normalization: number, forward: boolean, onesided: boolean): Tensor {
  const given = onesided ? null : pendingOutput(0);
  if (given !== null) {
    checkInto(_fft_r2c, [t]);
    // The half is computed apart, and written into what is given with its mirror image.
    const half = _fft_r2c(t, [dim], normalization, true);
    return output(0, t.sizes, null, half.dtype, t.device);
  }
  const out = _fft_r2c(t, [dim], normalization, onesided);
  return forward ? out : conj(out);
}

/** `canonicalize_fft_shape_and_dim_args`. */
function shapeAndDims(self: Tensor, s: Sizes | null, dim: Sizes | null): [number[], number[]] {
  const rank = self.sizes.length;
  const dims =
    dim !== null
      ? dim.map((d) => wrapDim(d, rank, false))
      : s !== null
        ? s.map((_, i) => rank - s.length + i)
        : [...Array(rank).keys()];
  check(new Set(dims).size === dims.length, 'FFT dims must be unique');
  check(
    s === null || s.length === dims.length,
    'When given, dim and shape arguments must have the same length',
  );
  check(
    s === null || s.length <= rank,
    () => `Got shape with ${s!.length} values but input tensor only has ${rank} dimensions.`,
  );
  return [dims.map((d, i) => (s === null || s[i] === -1 ? self.sizes[d]! : s[i]!)), dims];
}

/** Transforms of several dimensions. */
function transformMany(kind: Kind, forward: boolean) {
  return (self: Tensor, s: Sizes | null, dim: Sizes | null, norm: string | null): Tensor => {
    const normalization = normalizationOf(norm, forward);
    const [sizes, dims] = shapeAndDims(self, s, dim);
    const last = dims[dims.length - 1]!;
    if (kind === 'c2c')
      return _fft_c2c(resized(promote(self, true), dims, sizes), dims, normalization, forward);
    check(dims.length > 0, 'must transform at least one axis');
    if (kind === 'r2c') {
      const input = resized(promote(self), dims, sizes);
      if (forward) return _fft_r2c(input, dims, normalization, true);
      if (dims.length === 1) return conj(_fft_r2c(input, [last], normalization, true));
      const half = scope(() => callOperator('conj_physical', _fft_r2c(input, [last], normalization, true)));
      return _fft_c2c(half, dims.slice(0, -1), normalization, false);
    }
    const size = s === null || s[s.length - 1] === -1 ? 2 * (self.sizes[last]! - 1) : s[s.length - 1]!;
    sizes[sizes.length - 1] = Math.floor(size / 2) + 1;
    const input = resized(promote(self, true), dims, sizes);
    if (!forward) return _fft_c2r(input, dims, normalization, size);
    const others = dims.length === 1 ? input : _fft_c2c(input, dims.slice(0, -1), normalization, true);
    return _fft_c2r(conj(others), [last], normalization, size);
  };
}

for (const [name, kind, forward] of [
  ['fft', 'c2c', true],
  ['ifft', 'c2c', false],
  ['rfft', 'r2c', true],
  ['ihfft', 'r2c', false],
  ['hfft', 'c2r', true],
  ['irfft', 'c2r', false],
] as const) {
  const many = transformMany(kind, forward);
  op<[Tensor, number | null, number, string | null], Tensor>({
    schema: `fft_${name}(Tensor self, int? n=None, int dim=-1, str? norm=None) -> Tensor`,
    bind: 'fft',
    composite: true,
    forward: transformOne(kind, forward),
  });
  op<[Tensor, Sizes | null, Sizes, string | null], Tensor>({
    schema: `fft_${name}2(Tensor self, int[1]? s=None, int[1] dim=[-2,-1], str? norm=None) -> Tensor`,
    bind: 'fft',
    composite: true,
    forward: many,
  });
  op<[Tensor, Sizes | null, Sizes | null, string | null], Tensor>({
    schema: `fft_${name}n(Tensor self, int[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor`,
    bind: 'fft',
    composite: true,
    forward: many,
  });
}
for (const [name, inverse] of [
  ['fftshift', false],
  ['ifftshift', true],
] as const)
  op<[Tensor, Sizes | null], Tensor>({
    schema: `fft_${name}(Tensor self, int[1]? dim=None) -> Tensor`,
    bind: 'fft',
    composite: true,
    forward(self, dim) {
      const dims = dim ?? [...Array(self.sizes.length).keys()];
      return callOperator(
        'roll',
        self,
        dims.map((d) => Math.floor((self.sizes[wrapDim(d, self.sizes.length)]! + (inverse ? 1 : 0)) / 2)),
        dims,
      );
    },
  });
for (const name of ['fftfreq', 'rfftfreq'])
  op<[number, number, DType | null, unknown, Device | null, unknown, boolean], Tensor>({
    schema: `fft_${name}(int n, float d=1.0, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool requires_grad=False) -> Tensor`,
    bind: 'fft',
    forward: (n, _d, dtype, _l, device) =>
      empty(
        [name === 'fftfreq' ? n : Math.floor(n / 2) + 1],
        dtype ?? state.defaultDtype,
        resolveDevice(device),
      ),
  });

op<
  [Tensor, number, number | null, number | null, Tensor | null, boolean, boolean | null, boolean | null],
  Tensor
>({
  schema:
    'stft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None) -> Tensor',
  composite: true,
  forward(self, nFft, hopLength, winLength, window, normalized, onesided, returnComplex) {
    const hop = hopLength ?? Math.floor(nFft / 4);
    const length = winLength ?? nFft;
    const batched = self.sizes.length === 2;
    const input = batched ? self : unsqueeze(self, 0);
    const [batch, samples] = input.sizes as [number, number];
    check(nFft > 0 && nFft <= samples, `stft: expected 0 < n_fft < ${samples}, but got n_fft=${nFft}`);
    let shape = window;
    if (length < nFft) {
      const left = Math.floor((nFft - length) / 2);
      const padded: Tensor = callOperator('new_zeros', window ?? self, [nFft], null, null, null, null, false);
      if (window !== null) callOperator('copy_', slice(padded, 0, left, left + length, 1), window);
      shape = padded;
    }
    const frames = as_strided(
      input,
      [batch, 1 + Math.floor((samples - nFft) / hop), nFft],
      [input.strides[0]!, hop * input.strides[1]!, input.strides[1]!],
      null,
    );
    const weighted = shape === null ? frames : mul(frames, shape);
    const norm = normalized ? 1 : 0;
    const spectrum = weighted.dtype.isComplex
      ? _fft_c2c(weighted, [2], norm, true)
      : _fft_r2c(weighted, [2], norm, onesided ?? true);
    const turned = transpose(spectrum, 1, 2);
    const out = batched ? turned : squeezeDims(turned, [0]);
    return returnComplex === false ? view_as_real(out) : out;
  },
});

op<
  [
    Tensor,
    number,
    number | null,
    number | null,
    Tensor | null,
    boolean,
    boolean,
    boolean | null,
    number | null,
    boolean,
  ],
  Tensor
>({
  schema:
    'istft(Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None, bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor',
  composite: true,
  forward(self, nFft, hopLength, winLength, window, center, normalized, onesided, length, returnComplex) {
    check(
      self.dtype.isComplex,
      'istft requires a complex-valued input tensor matching the output from stft with return_complex=True.',
    );
    const hop = hopLength ?? Math.floor(nFft / 4);
    const width = winLength ?? nFft;
    const batched = self.sizes.length === 3;
    const parts = batched ? view_as_real(self) : unsqueeze(view_as_real(self), 0);
    const frames = parts.sizes[2]!;
    const expected = nFft + hop * (frames - 1);
    const part = toReal(self.dtype);
    let shape = window ?? callOperator<Tensor>('ones', [width], part, null, self.device, null, false);
    if (width !== nFft) {
      const left = Math.floor((nFft - width) / 2);
      shape = constant_pad_nd(shape, [left, nFft - width - left], 0);
    }
    const turned = view_as_complex(transpose(parts, 1, 2));
    const norm = normalized ? 1 : 0;
    const half = (onesided ?? self.sizes[self.sizes.length - 2] !== nFft) || returnComplex;
    const signal = returnComplex
      ? _fft_c2c(turned, [2], norm, false)
      : _fft_c2r(half ? turned : slice(turned, -1, 0, Math.floor(nFft / 2) + 1, 1), [2], norm, nFft);
    const weighted = mul(signal, view(shape, [1, 1, nFft]));
    const fold = (t: Tensor, rows: number): Tensor =>
      callOperator('unfold_backward', t, [rows, expected], 1, nFft, hop);
    let y = fold(weighted, weighted.sizes[0]!);
    let envelope = fold(callOperator('expand', callOperator('pow', shape, 2), [1, frames, nFft], false), 1);
    const start = center ? Math.floor(nFft / 2) : 0;
    const end = length !== null ? start + length : center ? expected - Math.floor(nFft / 2) : expected;
    y = slice(y, 1, start, end, 1);
    envelope = slice(envelope, 1, start, end, 1);
    scope(() => callOperator('lt', callOperator('min', callOperator('abs', envelope)), float(1e-11)));
    y = div(y, envelope);
    if (!batched) y = squeezeDims(y, [0]);
    return end > expected ? constant_pad_nd(y, [0, end - expected], 0) : y;
  },
});
