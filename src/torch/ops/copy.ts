/** Copies: `copy_`, `clone`, `contiguous`, `to`, `empty_like` and what they need. */
import { casting } from '../autocast.js';
import { historyOperators } from '../autograd/history.js';
import { engineOperators } from '../autograd/engine_operators.js';
import { empty, emptyLike, likeStrides, setKnown, setRepeated } from '../allocate.js';
import {
  contiguousFormat,
  preserveFormat,
  strided,
  type Device,
  type DType,
  type MemoryFormat,
} from '../dtype.js';
import { fail } from '../errors.js';
import { knownElementwise } from '../iterator.js';
import { drop, op, type Op } from '../operator.js';
import { callOperator } from './call.js';
import { inferSize, sameSizes, showSizes, type Sizes } from '../shape.js';
import { resolveDevice } from '../state.js';
import { Tensor } from '../tensor.js';

/** Whether a copy between devices needs contiguous stand-ins (`copy_requires_temporaries`). */
function needsTemporaries(dst: Tensor, src: Tensor): boolean {
  if (dst.device === src.device) return false;
  if (dst.dtype !== src.dtype) return true;
  return (
    !(
      sameSizes(dst.sizes, src.sizes) &&
      sameSizes(dst.strides, src.strides) &&
      dst.isNonOverlappingAndDense
    ) && !(dst.isContiguous && src.isContiguous && dst.numel === src.numel)
  );
}

/** The kernel of `copy_`. A copy that does not block converts on the GPU, any other where it arrives. */
export function copyKernel(dst: Tensor, src: Tensor, nonBlocking = false): Tensor {
  if (dst === src) return dst;
  if (!sameSizes(dst.sizes, src.sizes)) {
    const shape = inferSize(dst.sizes, src.sizes);
    if (!sameSizes(shape, dst.sizes))
      fail(
        'RuntimeError',
        `The expanded size of the tensor must match: output with shape ${showSizes(dst.sizes)} doesn't match the broadcast shape ${showSizes(shape)}`,
      );
  }
  if (dst.numel > 0 && needsTemporaries(dst, src)) {
    // Types are converted on the CPU side.
    if (dst.isCuda) {
      const dstContiguous = dst.isContiguous ? null : empty(dst.sizes, dst.dtype, dst.device);
      drop(dstContiguous);
    } else if (src.isCuda) {
      if (nonBlocking && src.dtype !== dst.dtype) drop(empty(src.sizes, dst.dtype, src.device));
      const srcContiguous =
        src.isContiguous && sameSizes(src.sizes, dst.sizes) ? null : empty(dst.sizes, src.dtype, src.device);
      drop(srcContiguous);
    }
  }
  if (dst.storage.known !== null || src.storage.known !== null) {
    const values = knownElementwise([src], dst.sizes, (value) => value);
    if (values === undefined) setKnown(dst, undefined);
    else setRepeated(dst, values);
  }
  return dst;
}

/** The strides of `t` repeated to `sizes`. */
export function expandStrides(t: Tensor, sizes: Sizes): number[] {
  const out = new Array<number>(sizes.length).fill(0);
  const offset = sizes.length - t.sizes.length;
  for (let i = 0; i < t.sizes.length; i++)
    out[offset + i] = t.sizes[i] === 1 && sizes[offset + i] !== 1 ? 0 : t.strides[i]!;
  return out;
}

export const copy_: Op<[self: Tensor, src: Tensor, nonBlocking?: boolean]> = op({
  schema: 'copy_(Tensor(a!) self, Tensor src, bool non_blocking=False) -> Tensor(a!)',
  bind: 'method',
  node: 'CopyBackwards',
  forward(self: Tensor, src: Tensor, nonBlocking = false): Tensor {
    copyKernel(self, src, nonBlocking);
    self.bumpVersion();
    return self;
  },
  autograd(_needs, _result, _self, src) {
    const { dtype, device } = src;
    return {
      backward: ([grad], _saved, needs) => [
        needs[0] ? zerosLike(grad!) : null,
        needs[1] ? to(grad!, dtype, device) : null,
      ],
    };
  },
});

function zerosLike(t: Tensor): Tensor {
  const out = emptyLike(t, t.sizes, likeStrides(t, null));
  return out;
}

export const clone: Op<[self: Tensor, memoryFormat?: MemoryFormat | null]> = op({
  schema: 'clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor',
  forward(self: Tensor, memoryFormat: MemoryFormat | null = null): Tensor {
    const out = emptyLike(self, self.sizes, likeStrides(self, memoryFormat));
    return copyKernel(out, self);
  },
  autograd: () => ({ backward: ([grad]) => [grad!] }),
});

export const contiguous: Op<[self: Tensor, memoryFormat?: MemoryFormat]> = op({
  schema: 'contiguous(Tensor(a) self, *, MemoryFormat memory_format=contiguous_format) -> Tensor(a)',
  bind: 'method',
  composite: true,
  forward(self: Tensor, memoryFormat: MemoryFormat = contiguousFormat): Tensor {
    if (self.isContiguousIn(memoryFormat)) return self;
    if (memoryFormat === preserveFormat)
      fail('RuntimeError', 'preserve memory format is unsupported by the contiguous operator');
    return clone(self, memoryFormat);
  },
});

/** A copy of another dtype, device or memory format. */
export const _to_copy: Op<
  [
    self: Tensor,
    dtype: DType | null,
    layout: unknown,
    device: Device | null,
    pin?: unknown,
    nonBlocking?: boolean,
    memoryFormat?: MemoryFormat | null,
  ]
> = op({
  schema:
    '_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, MemoryFormat? memory_format=None) -> Tensor',
  bind: 'function',
  node: 'ToCopyBackward0',
  forward(
    self: Tensor,
    dtype: DType | null,
    _layout: unknown,
    device: Device | null,
    _pin: unknown = null,
    nonBlocking = false,
    memoryFormat: MemoryFormat | null = null,
  ): Tensor {
    const out = empty(
      self.sizes,
      dtype ?? self.dtype,
      device === null ? self.device : resolveDevice(device),
      likeStrides(self, memoryFormat),
    );
    return copyKernel(out, self, nonBlocking);
  },
  autograd(_needs, _result, self) {
    const { dtype, device } = self;
    return {
      backward: ([grad]) => [
        to(dtype.isComplex || !grad!.dtype.isComplex ? grad! : callOperator('real', grad!), dtype, device),
      ],
    };
  },
});

/** `self.to(...)`: self where nothing changes. Differentiable. */
export function to(
  self: Tensor,
  dtype: DType | null,
  device: Device | null = null,
  copy = false,
  memoryFormat: MemoryFormat | null = null,
  nonBlocking = false,
): Tensor {
  const target = device === null ? self.device : resolveDevice(device);
  if (
    !copy &&
    (dtype === null || dtype === self.dtype) &&
    target === self.device &&
    (memoryFormat === null ||
      memoryFormat === preserveFormat ||
      self.suggestedFormat === memoryFormat ||
      self.isContiguousIn(memoryFormat))
  )
    return self;
  // As `to.device` and `to.dtype_layout` give their arguments on: where only a device is asked for, all of the tensor's options.
  const layout = dtype === null ? strided : null;
  const where = device === null ? null : target;
  return _to_copy(self, dtype ?? self.dtype, layout, where, null, nonBlocking, memoryFormat);
}

export const empty_like: Op<
  [
    self: Tensor,
    dtype?: DType | null,
    layout?: unknown,
    device?: Device | null,
    pin?: unknown,
    requiresGrad?: boolean,
    memoryFormat?: MemoryFormat | null,
  ]
> = op({
  schema:
    'empty_like(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool requires_grad=False, MemoryFormat? memory_format=None) -> Tensor',
  bind: 'function',
  forward(
    self: Tensor,
    dtype: DType | null = null,
    _layout: unknown = null,
    device: Device | null = null,
    _pin: unknown = null,
    requiresGrad = false,
    memoryFormat: MemoryFormat | null = null,
  ): Tensor {
    const out = empty(
      self.sizes,
      dtype ?? self.dtype,
      device === null ? self.device : resolveDevice(device),
      likeStrides(self, memoryFormat),
    );
    if (requiresGrad) out.requiresGrad = true;
    return out;
  },
});

/** A contiguous tensor of the same content: self or a copy; below autograd. */
export function contiguousKernel(t: Tensor, format: MemoryFormat = contiguousFormat): Tensor {
  return contiguous(t, format);
}

casting.to = (t, dtype) => to(t, dtype);
engineOperators.clone = (t) => clone(t);
engineOperators.to = (t, dtype) => to(t, dtype);
engineOperators.zeros = (like) => empty(like.sizes, like.dtype, like.device);
engineOperators.cloneObeyContract = (grad, variable) => {
  if (!variable.isNonOverlappingAndDense) return clone(grad, contiguousFormat);
  const out = empty(variable.sizes, variable.dtype, grad.device, variable.strides);
  return copyKernel(out, grad);
};
historyOperators.newEmptyStrided = (like, sizes, strides) => empty(sizes, like.dtype, like.device, strides);
historyOperators.copy = (self, src) => copy_(self, src);
historyOperators.clone = (self) => clone(self, contiguousFormat);
