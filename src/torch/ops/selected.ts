/** Operators whose results have sizes that depend on values: `nonzero`, `masked_select`, `unique`, `bincount`, `one_hot`. */
import { empty, emptyLike, knownValues, output, setKnown } from '../allocate.js';
import { bool, Category, float64, int64, type DType, float32 } from '../dtype.js';
import { check, fail, machine } from '../errors.js';
import { temporary } from '../iterator.js';
import { drop, op, type Op } from '../operator.js';
import { contiguousStrides, inferSize, type Sizes } from '../shape.js';
import { type Known, Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { to } from './copy.js';
import { expandTo, sumTo, unsqueeze, zerosOf } from './views.js';
import { unknownSize, nonzeroOf, index } from './indexing.js';

op<[Tensor, Tensor], Tensor>({
  schema: 'masked_select(Tensor self, Tensor mask) -> Tensor',
  differentiable: [0],
  forward(self, mask) {
    check(mask.dtype === bool, 'masked_select: expected BoolTensor for mask');
    const [t, m] = [self, mask].map((x) => (x.sizes.length === 0 ? unsqueeze(x, 0) : x)) as [Tensor, Tensor];
    const sizes = inferSize(m.sizes, t.sizes);
    return index(expandTo(t, sizes), [expandTo(m, sizes)]);
  },
  autograd: (_needs, _result, self, mask) => ({
    saved: [self, mask],
    backward([grad], [s, m]) {
      const sizes = inferSize(m!.sizes, s!.sizes);
      const zeros = zerosOf(grad!, sizes);
      callOperator('masked_scatter_', zeros, m!, grad!);
      return [sumTo(zeros, s!.sizes)];
    },
  }),
});
export const nonzero: Op<[self: Tensor]> = op({
  schema: 'nonzero(Tensor self) -> Tensor',
  forward(self) {
    const positions = nonzeroOf(self);
    const n = positions[0]?.numel ?? +(knownValues(self)![0] !== 0);
    // The kernel writes a row per dimension.
    const strides = [1, self.isCuda ? Math.max(n, 1) : n];
    const out = output(0, [n, positions.length], strides, int64, self.device);
    setKnown(
      out,
      Array.from(
        { length: n * positions.length },
        (_, i) => knownValues(positions[i % positions.length]!)![Math.floor(i / positions.length)],
      ),
    );
    return out;
  },
});
op<[Tensor, boolean], Tensor | Tensor[]>({
  schema: 'nonzero.as_tuple(Tensor self, *, bool as_tuple) -> Tensor',
  composite: true,
  forward: (self, asTuple) => (asTuple ? nonzero_numpy(self) : nonzero(self)),
});
const nonzero_numpy: Op<[self: Tensor], Tensor[]> = op({
  schema: 'nonzero_numpy(Tensor self) -> Tensor[]',
  bind: 'function',
  forward: (self) => nonzeroOf(self.sizes.length === 0 ? unsqueeze(self, 0) : self),
});
/** The positions of what is true. */
op<[Tensor], Tensor[]>({
  schema: 'where(Tensor condition) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (condition) => nonzeroOf(condition),
});
/**
 * The distinct elements in order, the place of each element among them, and how often each occurs. On CUDA the last two are
 * made where they are wanted, all have storages for as many elements as the input, and beside them are sorted copies.
 */
function distinct(self: Tensor, values: number[], inverse: boolean, counts: boolean): Tensor[] {
  const found = [...new Set(values)].sort((a, b) => a - b);
  const n = values.length;
  const made = (sizes: Sizes, dtype: DType, content: number[]): Tensor => {
    const t = self.isCuda
      ? empty([n], dtype, self.device).alias(sizes, contiguousStrides(sizes))
      : empty(sizes, dtype, self.device);
    setKnown(t, content);
    return t;
  };
  const none = (): Tensor => empty([0], int64, self.device);
  const out = [
    made([found.length], self.dtype, found),
    inverse || !self.isCuda
      ? made(
          self.sizes,
          int64,
          values.map((v) => found.indexOf(v)),
        )
      : none(),
    counts || !self.isCuda
      ? made(
          [found.length],
          int64,
          found.map((v) => values.filter((w) => w === v).length),
        )
      : none(),
  ];
  if (self.isCuda) {
    const { itemsize } = self.dtype;
    const results = n * (itemsize + (inverse ? 8 : 0) + (counts ? 8 : 0));
    const peak = n * (2 * itemsize + (inverse ? 16 : 0) + (counts ? 8 : 0)) + 1031;
    const places = inverse && !counts ? n * (itemsize + 24) + 1023 : 0;
    temporary(self, Math.max(peak, places) - results);
  }
  return out;
}

op<[Tensor, boolean, boolean, boolean], Tensor[]>({
  schema:
    '_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward(self, _sorted, inverse, counts) {
    const values = self.storage.known === null ? undefined : knownValues(self);
    return values === undefined || values.includes(undefined)
      ? unknownSize('the number of distinct elements')
      : distinct(self, values as number[], inverse, counts);
  },
});
op<unknown[], Tensor[]>({
  schema:
    'unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward: () => unknownSize('the number of distinct elements'),
});
op<[Tensor, boolean, boolean, number | null], Tensor[]>({
  schema:
    'unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward(self, inverse, counts, dim) {
    const values = self.isCuda || dim !== null ? undefined : knownValues(self);
    if (values === undefined || values.includes(undefined))
      return unknownSize('the number of distinct elements');
    const starts = values.flatMap((v, i) => (i === 0 || v !== values[i - 1] ? [i] : []));
    const made = (sizes: Sizes, dtype: DType, content: Known): Tensor => {
      const t = empty(sizes, dtype, self.device);
      setKnown(t, content);
      return t;
    };
    let run = -1;
    const places = values.map((_, i) => (starts[run + 1] === i ? ++run : run));
    const lengths = starts.map((start, i) => (starts[i + 1] ?? values.length) - start);
    return [
      made(
        [starts.length],
        self.dtype,
        starts.map((i) => values[i]),
      ),
      inverse ? made(self.sizes, int64, places) : empty([0], int64, self.device),
      counts ? made([starts.length], int64, lengths) : empty([0], int64, self.device),
    ];
  },
});
op<[Tensor, Tensor | null, number], Tensor>({
  schema: 'bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor',
  forward(self, weights, least) {
    if (self.dtype.category > Category.int || self.dtype.name === 'bool')
      fail(
        'NotImplementedError',
        `"bincount_${self.device.type}" not implemented for '${self.dtype.scalarName}'`,
      );
    check(self.sizes.length === 1, 'bincount only supports 1-d non-negative integral inputs.');
    const values = knownValues(self);
    const isKnown = values !== undefined && !values.includes(undefined);
    if (!isKnown && least === 0) return unknownSize('the largest element');
    if (!isKnown)
      machine().note('assumption', 'bincount: no element is taken to be as large as minlength or larger');
    const bins = isKnown ? Math.max(least, ...(values as number[]).map((v) => v + 1)) : least;
    const none = self.numel === 0;
    // `_bincount_cuda_template`: the least and the largest element, weights as doubles where they are not floats.
    const range = self.isCuda && !none ? [emptyLike(self, []), emptyLike(self, [])] : [];
    const isSum = weights !== null && !none;
    const cast =
      isSum && weights.dtype !== float32 && weights.dtype !== float64 ? to(weights, float64) : null;
    const out = empty([bins], !isSum ? int64 : weights.dtype === float32 ? float32 : float64, self.device);
    drop(cast, ...range);
    if (isKnown && weights === null) {
      const counts = new Array<number>(bins).fill(0);
      for (const v of values as number[]) counts[v]!++;
      setKnown(out, counts);
    }
    return out;
  },
});
op<[Tensor, number], Tensor>({
  schema: 'one_hot(Tensor self, int num_classes=-1) -> Tensor',
  bind: 'nn function',
  composite: true,
  forward(self, classes) {
    check(self.dtype === int64, 'one_hot is only applicable to index tensor of type LongTensor.');
    let n = classes;
    if (n === -1) {
      const values = knownValues(self);
      if (values === undefined || values.some((v) => v === undefined))
        return unknownSize('the number of classes of one_hot');
      n = Math.max(...(values as number[])) + 1;
    }
    const out = empty([...self.sizes, n], int64, self.device);
    const values = self.storage.known === null ? undefined : knownValues(self);
    if (values !== undefined && out.numel <= 1024)
      setKnown(
        out,
        values.flatMap((v) =>
          Array.from({ length: n }, (_, i) => (v === undefined ? undefined : +(i === v))),
        ),
      );
    return out;
  },
});
