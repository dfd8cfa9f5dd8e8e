/** cat, stack, and what is made of them: hstack, vstack, dstack, column_stack. */
import { knownValues, output, setKnown } from '../allocate.js';
import { channelsLast, channelsLast3d, contiguousFormat } from '../dtype.js';
import { check, fail } from '../errors.js';

import { into, op, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { numel, channelsLastStrides, sameSizes, showSizes, wrapDim, type Sizes } from '../shape.js';
import type { Scalar } from '../scalar.js';
import { KNOWN_LIMIT, type Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { copy_, to } from './copy.js';
import { sum } from './sum.js';
import { narrow, reshape, select, slice, unsqueeze } from './views.js';
import { pieceOperators } from './splitting.js';

/** Empty 1-d tensors take no part, for history's sake. */
function isSkipped(t: Tensor): boolean {
  return t.sizes.length === 1 && t.sizes[0] === 0;
}

function sameDevices(tensors: readonly Tensor[]): void {
  for (const t of tensors)
    if (t.device !== tensors[0]!.device)
      fail(
        'RuntimeError',
        `Expected all tensors to be on the same device, but got tensors is on ${t.device.text}, different from other tensors on ${tensors[0]!.device.text} (when checking argument in method wrapper_CUDA_cat)`,
      );
}

/** The known values of tensors that are joined at dimension `d`, be it theirs or a new one: for each row before it, those of each. */
function joinKnown(out: Tensor, tensors: readonly Tensor[], d: number): void {
  if (out.numel > KNOWN_LIMIT || tensors.some((t) => t.storage.known === null)) return;
  const parts = tensors.map((t) => ({ values: knownValues(t), inner: numel(t.sizes.slice(d)) }));
  setKnown(
    out,
    Array.from({ length: numel(out.sizes.slice(0, d)) }, (_, row) =>
      parts.flatMap(({ values, inner }) =>
        Array.from({ length: inner }, (_value, i) => values?.[row * inner + i]),
      ),
    ).flat(),
  );
}

export const cat: Op<[tensors: Tensor[], dim: number]> = op({
  schema: 'cat(Tensor[] tensors, int dim=0) -> Tensor',
  bind: 'function',
  forward(tensors, dim) {
    check(tensors.length > 0, 'torch.cat(): expected a non-empty list of Tensors', 'ValueError');
    for (const [i, t] of tensors.entries())
      check(t.sizes.length > 0, `zero-dimensional tensor (at position ${i}) cannot be concatenated`);
    sameDevices(tensors);
    const real = tensors.filter((t) => !isSkipped(t));
    const dtype = resultType(tensors);
    const first = real[0];
    if (first === undefined) return output(0, [0], null, dtype, tensors[0]!.device);
    const d = wrapDim(dim, first.sizes.length);
    let length = 0;
    let format = first.suggestedFormat;
    for (const [i, t] of tensors.entries()) {
      if (isSkipped(t)) continue;
      check(
        t.sizes.length === first.sizes.length,
        `Tensors must have same number of dimensions: got ${first.sizes.length} and ${t.sizes.length}`,
      );
      for (let k = 0; k < t.sizes.length; k++)
        if (k !== d && t.sizes[k] !== first.sizes[k])
          fail(
            'RuntimeError',
            `Sizes of tensors must match except in dimension ${d}. Expected size ${first.sizes[k]} but got size ${t.sizes[k]} for tensor number ${i} in the list.`,
          );
      length += t.sizes[d]!;
      if (t.suggestedFormat !== format) format = contiguousFormat;
    }
    const sizes = first.sizes.slice();
    sizes[d] = length;
    const strides = format === channelsLast || format === channelsLast3d ? channelsLastStrides(sizes) : null;
    const out = output(0, sizes, strides, dtype, first.device);
    joinKnown(out, real, d);
    return out;
  },
  autograd(_needs, _result, tensors, dim) {
    const pieces = tensors.map((t) => ({
      size: isSkipped(t) ? null : t.sizes[wrapDim(dim, t.sizes.length)]!,
      dtype: t.dtype,
    }));
    const rank = tensors.find((t) => !isSkipped(t))?.sizes.length ?? 1;
    return {
      backward([grad], _saved, needs) {
        let at = 0;
        return pieces.map(({ size, dtype }, i) => {
          if (size === null) return needs[i] ? slice(reshape(grad!, [-1]), 0, 0, 0, 1) : null;
          const from = at;
          at += size;
          if (!needs[i]) return null;
          const piece = slice(grad!, wrapDim(dim, rank), from, at, 1);
          return piece.dtype === dtype ? piece : to(piece, dtype);
        });
      },
    };
  },
});
for (const name of ['concat', 'concatenate'])
  op<[Tensor[], number], Tensor>({
    schema: `${name}(Tensor[] tensors, int dim=0) -> Tensor`,
    bind: 'function',
    composite: true,
    forward: (tensors, dim) => cat(tensors, dim),
  });

export const stack: Op<[tensors: Tensor[], dim: number]> = op({
  schema: 'stack(Tensor[] tensors, int dim=0) -> Tensor',
  bind: 'function',
  forward(tensors, dim) {
    check(tensors.length > 0, 'stack expects a non-empty TensorList');
    const [first] = tensors as [Tensor];
    const d = wrapDim(dim, first.sizes.length + 1);
    for (const [i, t] of tensors.entries())
      if (!sameSizes(t.sizes, first.sizes))
        fail(
          'RuntimeError',
          `stack expects each tensor to be equal size, but got ${showSizes(first.sizes)} at entry 0 and ${showSizes(t.sizes)} at entry ${i}`,
        );
    sameDevices(tensors);
    const sizes: number[] = first.sizes.slice();
    sizes.splice(d, 0, tensors.length);
    const out = output(0, sizes, null, resultType(tensors), first.device);
    joinKnown(out, tensors, d);
    return out;
  },
  autograd(_needs, _result, tensors, dim) {
    const dtypes = tensors.map((t) => t.dtype);
    const d = wrapDim(dim, tensors[0]!.sizes.length + 1);
    return {
      backward: ([grad], _saved, needs) => dtypes.map((_, i) => (needs[i] ? select(grad!, d, i) : null)),
    };
  },
});
pieceOperators.cat = (tensors, dim) => cat(tensors, dim);
pieceOperators.stack = (tensors, dim) => stack(tensors, dim);

function atLeast(rank: 1 | 2 | 3, t: Tensor): Tensor {
  const n = t.sizes.length;
  if (n >= rank) return t;
  if (rank === 1) return reshape(t, [1]);
  if (rank === 2) return n === 0 ? reshape(t, [1, 1]) : unsqueeze(t, 0);
  return n === 0 ? reshape(t, [1, 1, 1]) : n === 1 ? unsqueeze(unsqueeze(t, 0), -1) : unsqueeze(t, -1);
}
for (const rank of [1, 2, 3] as const) {
  op<[Tensor], Tensor>({
    schema: `atleast_${rank}d(Tensor self) -> Tensor`,
    bind: 'function',
    composite: true,
    forward: (self) => atLeast(rank, self),
  });
  op<[Tensor[]], Tensor[]>({
    schema: `atleast_${rank}d.Sequence(Tensor[] tensors) -> Tensor[]`,
    bind: 'function',
    composite: true,
    forward: (tensors) => tensors.map((t) => atLeast(rank, t)),
  });
}
function joined(name: string, join: (tensors: Tensor[]) => Tensor): void {
  op<[Tensor[]], Tensor>({
    schema: `${name}(Tensor[] tensors) -> Tensor`,
    bind: 'function',
    composite: true,
    forward(tensors) {
      check(tensors.length > 0, `${name === 'row_stack' ? 'vstack' : name} expects a non-empty TensorList`);
      return join(tensors);
    },
  });
}
joined('hstack', (tensors) => {
  const raised = tensors.map((t) => atLeast(1, t));
  return into(cat)(raised, raised[0]!.sizes.length === 1 ? 0 : 1);
});
joined('vstack', (tensors) =>
  into(cat)(
    tensors.map((t) => atLeast(2, t)),
    0,
  ),
);
joined('row_stack', (tensors) =>
  into(cat)(
    tensors.map((t) => atLeast(2, t)),
    0,
  ),
);
joined('dstack', (tensors) =>
  into(cat)(
    tensors.map((t) => atLeast(3, t)),
    2,
  ),
);
joined('column_stack', (tensors) => {
  const columns = tensors.map((t) => (t.sizes.length <= 1 ? reshape(t, [t.numel, 1]) : t));
  return into(cat)(columns, 1);
});
op<[Tensor[], boolean, Scalar, string], Tensor>({
  schema:
    'pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0.0, str padding_side="right") -> Tensor',
  bind: 'nn',
  composite: true,
  forward(sequences, batchFirst, paddingValue, side) {
    check(sequences.length > 0, 'received an empty list of sequences');
    check(
      side === 'left' || side === 'right',
      `Expected padding_side to be one of left or right, but got ${side}.`,
    );
    const [first] = sequences as [Tensor];
    const trailing = first.sizes.slice(1);
    for (const t of sequences)
      check(
        sameSizes(t.sizes.slice(1), trailing),
        `The size of tensor a (${trailing.join(', ')}) must match the size of tensor b (${t.sizes.slice(1).join(', ')}) at non-singleton dimension 1`,
      );
    const longest = Math.max(...sequences.map((t) => t.sizes[0]!));
    const sizes = batchFirst
      ? [sequences.length, longest, ...trailing]
      : [longest, sequences.length, ...trailing];
    const out = callOperator('full', sizes, paddingValue, first.dtype, null, first.device, null, false);
    for (const [i, t] of sequences.entries()) {
      const length = t.sizes[0]!;
      copy_(narrow(select(out, batchFirst ? 0 : 1, i), 0, side === 'left' ? longest - length : 0, length), t);
    }
    return out;
  },
});
op<[Tensor[]], Tensor>({
  schema: 'block_diag(Tensor[] tensors) -> Tensor',
  bind: 'function',
  forward(tensors) {
    const sizes = [0, 0];
    for (const t of tensors) {
      check(
        t.sizes.length <= 2,
        `torch.block_diag: Input tensors must have 2 or fewer dimensions. Input ${tensors.indexOf(t)} has ${t.sizes.length} dimensions`,
      );
      sizes[0]! += blockSizes(t.sizes)[0];
      sizes[1]! += blockSizes(t.sizes)[1];
    }
    return output(0, sizes, null, resultType(tensors), tensors[0]!.device);
  },
  autograd(_needs, _result, tensors) {
    const blocks = tensors.map(({ sizes, dtype }) => ({ sizes, dtype }));
    return {
      backward([grad], _saved, needs) {
        let [row, column] = [0, 0];
        return blocks.map(({ sizes, dtype }, i) => {
          const [top, left] = [row, column];
          const [height, width] = blockSizes(sizes);
          row += height;
          column += width;
          if (!needs[i]) return null;
          const block = slice(slice(grad!, 0, top, row, 1), 1, left, column, 1);
          const shaped =
            sizes.length === 2
              ? block
              : sizes.length === 1 && sizes[0] !== 1
                ? sum(block, [0])
                : reshape(block, sizes);
          return to(shaped, dtype);
        });
      },
    };
  },
});
/** The rows and columns that a tensor takes of a block diagonal. */
function blockSizes(sizes: Sizes): [number, number] {
  if (sizes.length === 2) return [sizes[0]!, sizes[1]!];
  return [1, sizes[0] ?? 1];
}
