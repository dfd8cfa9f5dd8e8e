/** What fully sharded training copies with: many pieces in one kernel (aten/src/ATen/native/cuda/TensorShape.cu). */
import { maxThreadsPerMultiProcessor } from '../../device/profiles.js';
import { emptyLike, output } from '../allocate.js';
import { check } from '../errors.js';
import { temporary } from '../iterator.js';
import { drop, op, withoutFormula } from '../operator.js';
import { numel, sameSizes, wrapDim, type Sizes } from '../shape.js';
import { cudaDevice } from '../state.js';
import type { Tensor } from '../tensor.js';
import { copy_ } from './copy.js';
import { reshape } from './views.js';
import { split_with_sizes } from './splitting.js';

/** Bytes that a block of a kernel copies: 128 threads with 16 bytes each. */
const BYTES_PER_BLOCK = 128 * 16;

/** `pack_vecs`: what the kernel is told of its pieces, as 64-bit integers in device memory. */
function packed(like: Tensor, entries: number): void {
  if (like.isCuda) temporary(like, 8 * entries);
}

/** Blocks of the copy of pieces of these bytes, `rows` times each: a block copies more of them the more there are. */
function splitBlocks(pieces: readonly number[], rows: number): number {
  const { properties } = cudaDevice();
  const { multiProcessorCount: count, major, minor } = properties;
  const most = 2 * count * Math.floor(maxThreadsPerMultiProcessor([major, minor]) / 128);
  for (let factor = 1; ; factor++) {
    const blocks = pieces.reduce((sum, bytes) => sum + Math.ceil(bytes / (BYTES_PER_BLOCK * factor)), 0);
    if (blocks <= most && blocks * rows <= most * (factor + 1)) return blocks;
  }
}

/** `torch.split_with_sizes_copy(…, out=…)`: the pieces of `self` along `dim`, copied into the tensors of `out`. */
op<[self: Tensor, sizes: Sizes, dim: number, out: Tensor[]], Tensor[]>({
  schema:
    '_split_with_sizes_copy_out(Tensor self, int[] split_sizes, int dim, Tensor(a!)[] out) -> Tensor(a!)[]',
  bind: 'function',
  forward(self, sizes, dim, out) {
    const pieces = split_with_sizes(self, sizes, dim);
    check(
      pieces.length === out.length,
      () =>
        `split_with_sizes_copy_out() expected an out= argument of size ${pieces.length}, got size ${out.length}`,
    );
    const d = wrapDim(dim, self.sizes.length);
    const rows = numel(self.sizes.slice(0, d));
    const inner = numel(self.sizes.slice(d + 1)) * self.dtype.itemsize;
    const isFast =
      self.isNonOverlappingAndDense &&
      out.every((t) => t.isNonOverlappingAndDense && t.dtype === self.dtype && t.numel > 0);
    if (self.isCuda && isFast)
      packed(
        self,
        4 * sizes.length +
          1 +
          splitBlocks(
            sizes.map((size) => size * inner),
            rows,
          ),
      );
    out.forEach((t, i) => copy_(t, pieces[i]!));
    return out;
  },
});

/** What `_pad_chunk` makes of tensors that don't lie densely, until they are joined: those padded that don't divide evenly. */
function joinPadded(tensors: readonly Tensor[], dim: number, chunks: number): void {
  const padded = tensors.map((t) =>
    t.sizes[dim]! % chunks === 0
      ? reshape(t, [...t.sizes.slice(0, dim), chunks, -1])
      : emptyLike(
          t,
          t.sizes.map((n, i) => (i === dim ? Math.ceil(n / chunks) * chunks : n)),
        ),
  );
  drop(...padded.filter((t, i) => t.storage !== tensors[i]!.storage));
}

/** `torch._chunk_cat`: each tensor in `chunks` parts along `dim`, padded to equal ones; the parts of a number side by side. */
op<[tensors: Tensor[], dim: number, chunks: number], Tensor>({
  schema: '_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor',
  bind: 'function',
  ...withoutFormula('_chunk_cat'),
  forward(tensors, dim, chunks) {
    check(tensors.length > 0, '_chunk_cat expects a non-empty input tensor list');
    check(chunks >= 1, '_chunk_cat expects positive num_chunks');
    const first = tensors[0]!;
    for (const t of tensors) check(t.numel > 0, '_chunk_cat expects non-empty tensor');
    if (tensors.every((t) => t.sizes.length === first.sizes.length)) wrapDim(dim, first.sizes.length);
    else {
      check(dim >= 0, '_chunk_cat expects non-negative dim when input tensors have different ndims');
      for (const t of tensors)
        check(dim < t.sizes.length, '_chunk_cat expects dim < ndim for all input tensors');
    }
    const d = dim < 0 ? dim + first.sizes.length : dim;
    for (const t of tensors)
      check(
        sameSizes(t.sizes.slice(0, d), first.sizes.slice(0, d)),
        '_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors',
      );
    const lengths = tensors.map((t) => Math.ceil(t.sizes[d]! / chunks) * numel(t.sizes.slice(d + 1)));
    const sizes = [...first.sizes.slice(0, d), chunks, lengths.reduce((a, b) => a + b, 0)];
    const result = output(0, sizes, null, first.dtype, first.device);
    const itemsize = Math.max(result.dtype.itemsize, first.dtype.itemsize);
    const blocks = lengths.reduce((sum, n) => sum + Math.ceil((n * itemsize) / BYTES_PER_BLOCK), 0);
    if (tensors.every((t) => t.isContiguous)) packed(result, 6 * tensors.length + 2 + blocks);
    else joinPadded(tensors, d, chunks);
    return result;
  },
});
