/**
 * The gradients of distances, and theirs (`_cdist_backward_backward` and `_pdist_backward_backward` in FunctionsManual.cpp): a C++
 * local lives to the end of its block, and what an expression makes in between to the end of its statement.
 */
import { empty, emptyLike } from '../allocate.js';
import { reduceKernel } from '../iterator.js';
import { drop, op, scope } from '../operator.js';
import { float } from '../scalar.js';
import { inferSize, numel } from '../shape.js';
import { Tensor } from '../tensor.js';
import type { MaybeTensor } from '../autograd/node.js';
import { add, div, mul, neg, sub } from './arithmetic.js';
import { callOperator } from './call.js';
import { eq } from './comparisons.js';
import { contiguous } from './copy.js';
import { zerosLike } from './factories.js';
import { matmul } from './matmul.js';
import { pow } from './powers.js';
import { sum } from './sum.js';
import { expandTo, select, transpose, unsqueeze } from './views.js';
import { masked_fill } from './where.js';

/** The gradient's parts, one for each point of the other side along `dim`, which are then summed into the result. */
function summedParts(out: Tensor, sizes: number[], dim: number): void {
  const parts = emptyLike(out, sizes);
  reduceKernel(
    parts,
    sizes.map((_, d) => d === dim),
    out.dtype.itemsize,
  );
  drop(parts);
}
export const cdistBackward = op<[Tensor, Tensor, Tensor, number, Tensor], Tensor>({
  schema: '_cdist_backward(Tensor grad, Tensor x1, Tensor x2, float p, Tensor cdist) -> Tensor',
  bind: 'function',
  forward(grad, x1, x2, p) {
    const batch = inferSize(x1.sizes.slice(0, -2), x2.sizes.slice(0, -2));
    const dense = [x1, x2].map((t) => contiguous(expandTo(t, [...batch, ...t.sizes.slice(-2)])));
    const out = empty([...batch, ...x1.sizes.slice(-2)], x1.dtype, x1.device);
    if (p !== 0 && grad.isCuda && grad.numel > 0) {
      const [rows, width] = x1.sizes.slice(-2) as [number, number];
      summedParts(out, [numel(batch), x2.sizes[x2.sizes.length - 2]!, rows, width], 1);
    }
    drop(...dense.filter((t) => t !== x1 && t !== x2));
    return out;
  },
  autograd: (_needs, _result, grad, x1, x2, p, distances) => ({
    saved: [grad, x1, x2, distances],
    backward: ([gg], [g, a, b, d], needs) => [...secondGradients(gg!, g!, a!, b!, p, d!, needs)],
  }),
});
export const pdistBackward = op<[Tensor, Tensor, number, Tensor], Tensor>({
  schema: '_pdist_backward(Tensor grad, Tensor self, float p, Tensor pdist) -> Tensor',
  bind: 'function',
  forward(grad, self, p) {
    const n = self.sizes[0]!;
    if (n <= 1 || p === 0) return zerosLike(self);
    const out = empty(self.sizes, grad.dtype, grad.device);
    if (grad.isCuda) summedParts(out, [n - 1, ...self.sizes], 0);
    return out;
  },
  autograd: (_needs, _result, grad, self, p, distances) => ({
    saved: [grad, self, distances],
    backward: ([gg], [g, s, d], needs) => secondOfPairs(gg!, g!, s!, p, d!, needs),
  }),
});

const number = (n: number): Tensor => float(n) as unknown as Tensor;
const masked = (t: Tensor, mask: Tensor): Tensor => masked_fill(t, mask, 0);
const last = (t: Tensor): Tensor => sum(t, [-1]);

type Four = [grad: MaybeTensor, x1: MaybeTensor, x2: MaybeTensor, distances: MaybeTensor];

/** The gradients of `_cdist_backward`'s tensors, of the gradient `gg` of its result. */
function secondGradients(
  gg: Tensor,
  grad: Tensor,
  x1: Tensor,
  x2: Tensor,
  p: number,
  distances: Tensor,
  needs: readonly boolean[],
): Four {
  const where = (i: number, formula: () => Tensor): MaybeTensor => (needs[i] ? scope(formula) : null);
  const none = eq(distances, 0);
  const zero = (first: MaybeTensor): Four => [
    first,
    where(1, () => zerosLike(x1)),
    where(2, () => zerosLike(x2)),
    where(3, () => zerosLike(distances)),
  ];
  if (p === 0) return zero(where(0, () => zerosLike(grad)));
  if (p === 2) return secondOfEuclidean(gg, grad, x1, x2, distances, none, where);
  const difference = (): Tensor => sub(unsqueeze(x1, -2), unsqueeze(x2, -3));
  if (p === 1 || p === Infinity)
    return zero(
      where(0, () => {
        const between = difference();
        let sign = callOperator<Tensor>('sgn', between);
        if (p === Infinity) {
          const all = sign;
          sign = scope(() => mul(all, eq(callOperator<Tensor>('abs', between), unsqueeze(distances, -1))));
          drop(all);
        }
        return last(mul(unsqueeze(gg, -2), sign));
      }),
    );
  const between = difference();
  const size = callOperator<Tensor>('abs', between);
  const equal = eq(size, 0);
  const power = pow(distances, number(p - 1));
  const scaled = scope(() => masked(div(grad, power), none));
  const signed = scope(() => {
    const powers = pow(size, number(p - 1));
    return masked(mul(powers, callOperator<Tensor>('sgn', between)), equal);
  });
  const along = scope(() => last(mul(unsqueeze(gg, -2), signed)));
  const ofGrad = where(0, () => masked(div(along, power), none));
  drop(power, signed);
  const ofDistances = where(3, () => mul(scaled, mul(masked(div(along, distances), none), number(-(p - 1)))));
  const less = scope(() => masked(pow(size, number(p - 2)), equal));
  const weighted = mul(unsqueeze(scaled, -1), less);
  const ofX1 = where(1, () => mul(gg, mul(sum(weighted, [-2]), number(p - 1))));
  const ofX2 = where(2, () => mul(sum(mul(weighted, unsqueeze(gg, -2)), [-3]), number(-(p - 1))));
  return [ofGrad, ofX1, ofX2, ofDistances];
}

/** Of Euclidean distances, by matrix products. */
function secondOfEuclidean(
  gg: Tensor,
  grad: Tensor,
  x1: Tensor,
  x2: Tensor,
  distances: Tensor,
  none: Tensor,
  where: (i: number, formula: () => Tensor) => MaybeTensor,
): Four {
  const ratio = scope(() => masked(div(grad, distances), none));
  const slope = scope(() => {
    const products = matmul(gg, transpose(x2, -2, -1));
    return div(sub(sum(mul(gg, x1), [-1], true), products), distances);
  });
  const along = masked(slope, none);
  drop(slope);
  const ofDistances = where(3, () => neg(mul(ratio, along)));
  const ofX1 = where(1, () => mul(gg, sum(ratio, [-1], true)));
  const ofX2 = where(2, () => neg(matmul(transpose(ratio, -2, -1), gg)));
  return [along, ofX1, ofX2, ofDistances];
}

/** The gradients of `_pdist_backward`'s tensors: those of all distances, of which each pair is there twice. */
function secondOfPairs(
  gg: Tensor,
  grad: Tensor,
  self: Tensor,
  p: number,
  distances: Tensor,
  needs: readonly boolean[],
): MaybeTensor[] {
  if (p === 0 || self.sizes[0]! <= 1)
    return [grad, self, distances].map((t, i) => (needs[i] ? zerosLike(t) : null));
  const n = self.sizes[0]!;
  const pairs = callOperator<Tensor>('triu_indices', n, n, 1, null, null, self.device, null, false);
  const places = [select(pairs, 0, 0), select(pairs, 0, 1)];
  const both = (t: Tensor): Tensor => add(t, transpose(t, -2, -1));
  const square = (values: Tensor): Tensor =>
    scope(() => {
      const zeros = callOperator<Tensor>('new_zeros', values, [n, n], null, null, null, null);
      const upper = callOperator<Tensor>('index_put', zeros, places, values, false);
      drop(zeros);
      return both(upper);
    });
  const [g, d] = [square(grad), square(distances)];
  const [ofGrad, ofX1, ofX2, ofDistances] = secondGradients(gg, g, self, self, p, d, [
    true,
    true,
    true,
    true,
  ]);
  drop(g, d);
  const picked = (t: Tensor): Tensor => scope(() => callOperator<Tensor>('index', both(t), places));
  return [
    needs[0] ? picked(ofGrad!) : null,
    needs[1] ? add(ofX1!, ofX2!) : null,
    needs[2] ? picked(ofDistances!) : null,
  ];
}
