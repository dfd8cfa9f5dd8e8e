/** Padding: constant, reflected, replicated and circular (aten/src/ATen/native/PadNd.cpp, cuda/ReflectionPad.cu). */
import { emptyLike, knownValues, setKnown } from '../allocate.js';
import { check, fail } from '../errors.js';
import { op, type Op } from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { contiguousStrides, numel, showSizes, type Sizes } from '../shape.js';
import { KNOWN_LIMIT, type Tensor } from '../tensor.js';
import { clone, copy_ } from './copy.js';
import { dropCopy, emptyIn, inFormat } from './dense.js';
import { narrow, slice } from './views.js';

/** The values of a tensor inside `sizes`, `before` from each start, with `value` around it; undefined where they are not kept. */
function paddedValues(
  inner: Tensor,
  sizes: Sizes,
  before: readonly number[],
  value: number,
): (number | undefined)[] | undefined {
  const values = knownValues(inner);
  if (values === undefined || numel(sizes) > KNOWN_LIMIT) return undefined;
  const result = new Array<number | undefined>(numel(sizes)).fill(Number.isNaN(value) ? undefined : value);
  const outer = contiguousStrides(sizes);
  const strides = contiguousStrides(inner.sizes);
  for (let i = 0; i < values.length; i++) {
    let at = 0;
    for (let d = 0; d < sizes.length; d++)
      at += (before[d]! + (Math.floor(i / strides[d]!) % inner.sizes[d]!)) * outer[d]!;
    result[at] = values[i];
  }
  return result;
}

export const constant_pad_nd: Op<[self: Tensor, pad: Sizes, value: Scalar]> = op<
  [Tensor, Sizes, Scalar],
  Tensor
>({
  schema: 'constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor',
  bind: 'function',
  forward(self, pad, value) {
    check(pad.length % 2 === 0, () => `Length of pad must be even but instead it equals ${pad.length}`);
    const rank = self.sizes.length;
    const padded = pad.length / 2;
    check(
      rank >= padded,
      () =>
        `Length of pad should be no more than twice the number of dimensions of the input. Pad length is ${pad.length}while the input has ${rank}dimensions.`,
    );
    const sizes = self.sizes.slice();
    let cropped = self;
    for (let i = 0; i < padded; i++) {
      const d = rank - 1 - i;
      const [left, right] = [pad[2 * i]!, pad[2 * i + 1]!];
      const n = sizes[d]! + left + right;
      if (left < 0) cropped = narrow(cropped, d, -left, cropped.sizes[d]! + left);
      if (right < 0) cropped = narrow(cropped, d, 0, cropped.sizes[d]! + right);
      check(
        n >= 0,
        () =>
          `The input size ${self.sizes[d]}, plus negative padding ${left} and ${right} resulted in a negative output size, which is invalid. Check dimension ${d} of your input.`,
      );
      sizes[d] = n;
    }
    if (pad.every((n) => n <= 0)) return clone(cropped, null);
    const out = emptyIn(self, sizes, self.suggestedFormat);
    const before = sizes.map((_, d) => Math.max(0, pad[2 * (rank - 1 - d)] ?? 0));
    setKnown(out, paddedValues(cropped, sizes, before, scalarValue(value)));
    return out;
  },
  autograd: (_needs, _result, _self, pad) => ({
    backward: ([grad]) => [
      constant_pad_nd(
        grad!,
        pad.map((n) => -n),
        0,
      ),
    ],
  }),
});

/** Reflection and replication write contiguous results; the first read a contiguous input. */
function borderPad(name: 'reflection' | 'replication', dims: 1 | 2 | 3): Op<[self: Tensor, padding: Sizes]> {
  const dense = name === 'reflection' && dims < 3;
  const gradient: Op<[grad: Tensor, self: Tensor, padding: Sizes]> = op<[Tensor, Tensor, Sizes], Tensor>({
    schema: `${name}_pad${dims}d_backward(Tensor grad_output, Tensor self, int[${2 * dims}] padding) -> Tensor`,
    bind: 'none',
    forward(grad, self) {
      const out = emptyLike(self);
      if (dense) dropCopy(inFormat(grad), grad);
      return out;
    },
    autograd(_needs, _result, _grad, { sizes }, padding) {
      return {
        backward: ([gg], _saved, needs) => [
          needs[0] ? pad(gg!, padding) : null,
          needs[1] ? emptyLike(gg!, sizes) : null,
        ],
      };
    },
  });
  const pad: Op<[self: Tensor, padding: Sizes]> = op<[Tensor, Sizes], Tensor>({
    schema: `${name}_pad${dims}d(Tensor self, int[${2 * dims}] padding) -> Tensor`,
    bind: 'nn',
    forward(self, padding) {
      const rank = self.sizes.length;
      const sizes = self.sizes.slice();
      for (let i = 0; i < dims; i++) {
        const d = rank - 1 - i;
        const [left, right] = [padding[2 * i]!, padding[2 * i + 1]!];
        if (name === 'reflection')
          check(
            left < self.sizes[d]! && right < self.sizes[d]!,
            () =>
              `${dims === 1 ? 'Argument #4: ' : dims === 3 ? 'Argument #6: ' : ''}Padding size should be less than the corresponding input dimension, but got: padding (${left}, ${right}) at dimension ${d} of input ${showSizes(self.sizes)}`,
          );
        sizes[d] = self.sizes[d]! + left + right;
      }
      const out = emptyLike(self, sizes);
      if (dense) dropCopy(inFormat(self), self);
      return out;
    },
    autograd: (_needs, _result, self, padding) => ({
      saved: [self],
      backward: ([grad], [x]) => [gradient(grad!, x!, padding)],
    }),
  });
  return pad;
}
const borders = {
  reflect: [borderPad('reflection', 1), borderPad('reflection', 2), borderPad('reflection', 3)],
  replicate: [borderPad('replication', 1), borderPad('replication', 2), borderPad('replication', 3)],
};

/** By copies into slices of the result, first the middle, then each border. */
export const _pad_circular: Op<[self: Tensor, pad: Sizes]> = op<[Tensor, Sizes], Tensor>({
  schema: '_pad_circular(Tensor self, int[] pad) -> Tensor',
  bind: 'nn',
  composite: true,
  forward(self, pad) {
    const dims = pad.length / 2;
    const others = self.sizes.length - dims;
    check(
      others === 1 || others === 2,
      () => `Invalid padding size, expected 1 or 2 non-spatial dimensions but got ${others}`,
    );
    const sizes = self.sizes.slice();
    for (let i = 0; i < dims; i++) {
      const d = others + dims - 1 - i;
      const n = self.sizes[d]!;
      check(pad[2 * i]! <= n && pad[2 * i + 1]! <= n, 'Padding value causes wrapping around more than once.');
      sizes[d] = n + pad[2 * i]! + pad[2 * i + 1]!;
    }
    const out = emptyLike(self, sizes);
    let outSlice = out;
    let inSlice = self;
    for (let i = 0; i < dims; i++) {
      const d = others + dims - 1 - i;
      const [left, right] = [pad[2 * i]!, pad[2 * i + 1]!];
      outSlice = slice(outSlice, d, Math.max(left, 0), sizes[d]! - Math.max(right, 0), 1);
      inSlice = slice(inSlice, d, Math.max(-left, 0), self.sizes[d]! - Math.max(-right, 0), 1);
    }
    copy_(outSlice, inSlice);
    for (let i = 0; i < dims; i++) {
      const d = others + dims - 1 - i;
      const [left, right] = [pad[2 * i]!, pad[2 * i + 1]!];
      if (left > 0)
        copy_(
          slice(out, d, 0, left, 1),
          slice(out, d, sizes[d]! - left - Math.max(right, 0), sizes[d]! - Math.max(right, 0), 1),
        );
      if (right > 0)
        copy_(
          slice(out, d, sizes[d]! - right, sizes[d]!, 1),
          slice(out, d, Math.max(left, 0), Math.max(left, 0) + right, 1),
        );
    }
    return out;
  },
});

export const pad: Op<[self: Tensor, pad: Sizes, mode: string, value: number | null]> = op<
  [Tensor, Sizes, string, number | null],
  Tensor
>({
  schema: 'pad(Tensor self, int[] pad, str mode="constant", float? value=None) -> Tensor',
  bind: 'nn',
  composite: true,
  forward(self, padding, mode, value) {
    check(padding.length % 2 === 0, 'Padding length must be divisible by 2');
    check(
      padding.length <= 2 * self.sizes.length,
      () =>
        `Padding length should be less than or equal to two times the input dimension but got padding length ${padding.length} and input of dimension ${self.sizes.length}`,
    );
    if (mode === 'constant') return constant_pad_nd(self, padding, float(value ?? 0));
    check(value === null || value === 0, () => `Padding mode "${mode}" doesn't take in value argument`);
    const rank = self.sizes.length;
    const n = padding.length;
    const kind =
      n === 2 && (rank === 2 || rank === 3)
        ? 0
        : n === 4 && (rank === 3 || rank === 4)
          ? 1
          : n === 6 && (rank === 4 || rank === 5)
            ? 2
            : -1;
    if (kind >= 0) {
      if (mode === 'circular') return _pad_circular(self, padding);
      if (mode === 'reflect' || mode === 'replicate') return borders[mode][kind]!(self, padding);
      return fail('NotImplementedError', `Unrecognised padding mode ${mode}`);
    }
    return fail(
      'NotImplementedError',
      `Padding size ${n} is not supported for ${rank}D input tensor.\nSupported combinations for non-constant padding:\n  - 2D or 3D input: padding size = 2 (pads last dimension)\n  - 3D or 4D input: padding size = 4 (pads last 2 dimensions)\n  - 4D or 5D input: padding size = 6 (pads last 3 dimensions)`,
    );
  },
});
