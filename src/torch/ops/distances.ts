/** Distances between points, and products of vectors. */
import { emptyLike, output } from '../allocate.js';
import { accumulateType, cppName } from '../dtype.js';
import { check } from '../errors.js';
import { drop, inplaceVariant, into, op, scope, type Op } from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { inferSize, numel, wrapDim } from '../shape.js';
import { Tensor } from '../tensor.js';
import { contiguous, to } from './copy.js';
import { zerosLike } from './factories.js';
import { matmul } from './matmul.js';
import { sumproductPair } from './einsum.js';
import { add, div, mul, sub } from './arithmetic.js';
import { eq, gt } from './comparisons.js';
import { gradients, otherFirst } from './elementwise_rules.js';
import { masked_fill_, where } from './where.js';
import { pow } from './powers.js';
import { linalg_vector_norm, normBackward } from './norms.js';
import { sum } from './sum.js';
import { expandTo, reshape, slice, transpose, unsqueeze, view, zerosOf } from './views.js';
import { cdistBackward, pdistBackward } from './distance_gradients.js';
import { callOf } from './special_functions.js';

export const linalg_cross: Op<[self: Tensor, other: Tensor, dim: number]> = op({
  schema: 'linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor',
  bind: 'linalg',
  forward(self, other, dim) {
    check(
      self.dtype === other.dtype,
      self.isCuda
        ? `Found dtype ${other.dtype.scalarName} but expected ${self.dtype.scalarName}`
        : `expected scalar type ${self.dtype.scalarName} but found ${other.dtype.scalarName}`,
    );
    check(
      self.sizes.length === other.sizes.length,
      'linalg.cross: inputs must have the same number of dimensions.',
    );
    const [first, second] = [self, other].map((t) => t.sizes[wrapDim(dim, self.sizes.length)]);
    check(
      first === 3 && second === 3,
      `linalg.cross: inputs dimension ${dim} must have length 3. Got ${first} and ${second}`,
    );
    const sizes = inferSize(self.sizes, other.sizes);
    return output(0, sizes, null, self.dtype, self.device);
  },
  autograd: (needs, _result, self, other, dim) => ({
    saved: [needs[1] ? self : null, needs[0] ? other : null],
    backward: ([grad], [s, o], wanted) =>
      otherFirst(
        wanted,
        () => linalg_cross(o!, grad!, dim),
        () => linalg_cross(grad!, s!, dim),
      ),
  }),
});
op<[Tensor, Tensor, number | null], Tensor>({
  schema: 'cross(Tensor self, Tensor other, int? dim=None) -> Tensor',
  autocast: 'promote',
  composite: true,
  forward(self, other, dim) {
    const d = dim ?? self.sizes.findIndex((s) => s === 3);
    check(d >= 0 || dim !== null, 'no dimension of size 3 in input');
    return into(linalg_cross)(self, other, d);
  },
});

/** Whether `cdist` computes Euclidean distances by a matrix product. */
function byProduct(x1: Tensor, x2: Tensor, p: number, mode: number | null): boolean {
  const rows = Math.max(x1.sizes[x1.sizes.length - 2]!, x2.sizes[x2.sizes.length - 2]!);
  return p === 2 && (mode === 1 || ((mode ?? 0) === 0 && rows > 25));
}
/** `cdist_impl`: the batches are expanded against each other first. */
function distances(x1: Tensor, x2: Tensor, p: number, mode: number | null): Tensor {
  const batch = inferSize(x1.sizes.slice(0, -2), x2.sizes.slice(0, -2));
  const n = numel(batch);
  const [rows, columns] = [x1.sizes[x1.sizes.length - 2]!, x2.sizes[x2.sizes.length - 2]!];
  const flat = (t: Tensor): Tensor =>
    view(contiguous(expandTo(t, [...batch, ...t.sizes.slice(-2)])), [n, ...t.sizes.slice(-2)]);
  const [a, b] = [flat(x1), flat(x2)];
  const sizes = [...batch, rows, columns];
  if (byProduct(x1, x2, p, mode) && n * rows * columns > 0 && x1.sizes[x1.sizes.length - 1]! > 0)
    return view(n === 1 ? euclideanDistance(x1, x2) : euclideanDistance(a, b), sizes);
  return output(0, sizes, null, x1.dtype, x1.device);
}
const _cdist_forward = op<[Tensor, Tensor, number, number | null], Tensor>({
  schema: '_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor',
  bind: 'function',
  node: 'CdistBackward0',
  autocast: 'fp32',
  forward: distances,
  autograd: (_needs, result, x1, x2, p) => ({
    saved: [x1, x2, result],
    backward: ([grad], [a, b, r], needs) =>
      gradients(
        needs,
        () => cdistBackward(contiguous(grad!), a!, b!, p, r!),
        () => {
          const turned = contiguous(transpose(grad!, -2, -1));
          return cdistBackward(turned, b!, a!, p, contiguous(transpose(r!, -2, -1)));
        },
      ),
  }),
});
const euclideanDistance: Op<[x1: Tensor, x2: Tensor]> = op({
  schema: '_euclidean_dist(Tensor x1, Tensor x2) -> Tensor',
  bind: 'function',
  forward(a: Tensor, b: Tensor) {
    const squares = (t: Tensor): Tensor => scope(() => sum(pow(t, 2), [-1], true));
    const ones = (t: Tensor): Tensor => emptyLike(t, t.sizes);
    const an = squares(a);
    const aPad = ones(an);
    const bn = squares(b);
    const bPad = ones(bn);
    const left = scope(() => callOf('cat')([mul(a, -2), an, aPad], -1));
    drop(an, aPad);
    const right = callOf('cat')([b, bPad, bn], -1);
    drop(bn, bPad);
    return matmul(left, transpose(right, -2, -1));
  },
  autograd: (_needs, result, x1, x2) => ({
    saved: [x1, x2, result],
    backward([grad], [a, b, r], needs) {
      const ratio = div(grad!, r!);
      scope(() => masked_fill_(ratio, eq(r!, 0), 0));
      const first = matmul(ratio, b!);
      const own = sub(mul(a!, sum(ratio, [-1], true)), first);
      const second = matmul(transpose(ratio, -2, -1), a!);
      const other = sub(mul(b!, unsqueeze(sum(ratio, [-2]), -1)), second);
      return [needs[0] ? own : null, needs[1] ? other : null];
    },
  }),
});
op<[Tensor, Tensor, number, number | null], Tensor>({
  schema: 'cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None) -> Tensor',
  bind: 'function',
  composite: true,
  autocast: 'fp32',
  forward(x1, x2, p, mode) {
    for (const [name, t] of [
      ['X1', x1],
      ['X2', x2],
    ] as const)
      check(
        t.dtype.isFloating,
        () => `cdist only supports floating-point dtypes, ${name} got: ${t.dtype.scalarName}`,
      );
    check(x1.sizes.length >= 2, `cdist only supports at least 2D tensors, X1 got: ${x1.sizes.length}D`);
    check(x2.sizes.length >= 2, `cdist only supports at least 2D tensors, X2 got: ${x2.sizes.length}D`);
    check(
      x1.sizes[x1.sizes.length - 1] === x2.sizes[x2.sizes.length - 1],
      () =>
        `X1 and X2 must have the same number of columns. X1: ${x1.sizes[x1.sizes.length - 1]} X2: ${x2.sizes[x2.sizes.length - 1]}`,
    );
    const empty = x1.sizes[x1.sizes.length - 2] === 0 || x2.sizes[x2.sizes.length - 2] === 0;
    return byProduct(x1, x2, p, mode) && !empty
      ? distances(x1, x2, p, mode)
      : _cdist_forward(x1, x2, p, mode);
  },
});
const _pdist_forward: Op<[self: Tensor, p: number]> = op<[Tensor, number], Tensor>({
  schema: '_pdist_forward(Tensor self, float p=2) -> Tensor',
  bind: 'function',
  forward(self) {
    const n = self.sizes[0]!;
    return output(0, [(n * (n - 1)) / 2], null, self.dtype, self.device);
  },
  autograd: (_needs, result, self, p) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [pdistBackward(grad!, s!, p, r!)],
  }),
});
op<[Tensor, number], Tensor>({
  schema: 'pdist(Tensor self, float p=2) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(self, p) {
    check(self.sizes.length === 2, `pdist only supports 2D tensors, got: ${self.sizes.length}D`);
    return _pdist_forward(contiguous(self), p);
  },
});
const renorm: Op<[self: Tensor, p: Scalar, dim: number, maxnorm: Scalar]> = op({
  schema: 'renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor',
  autocast: 'fp32',
  forward(self, p, dim, _maxnorm) {
    check(
      self.sizes.length > 1,
      () => `renorm: input needs at least 2 dimensions, got ${self.sizes.length} dimensions`,
    );
    const out = output(0, self.sizes, null, self.dtype, self.device);
    const norms = linalg_vector_norm(self, p, allBut(self, dim), true, accumulateType(self.dtype));
    if (norms.dtype !== self.dtype) drop(emptyLike(self, norms.sizes));
    return out;
  },
  autograd: (_needs, _result, self, p, dim, maxnorm) => ({
    saved: [self],
    backward([grad], [s]) {
      const dims = allBut(s!, dim);
      const norms = linalg_vector_norm(s!, p, dims, true, accumulateType(s!.dtype));
      const ofNorm = scope(() =>
        normBackward(
          scope(() => sum(mul(s!, grad!), dims, true, norms.dtype)),
          s!,
          scalarValue(p),
          norms,
          dims,
          true,
        ),
      );
      const inverse = scope(() => callOf('reciprocal')(add(norms, float(1e-7))));
      const ofScaled = scope(() => {
        const rest = sub(grad!, mul(inverse, ofNorm ?? zerosLike(s!)));
        return mul(mul(inverse, maxnorm), rest);
      });
      const scaled = to(ofScaled, grad!.dtype);
      return [where(gt(norms, maxnorm), scaled, grad!)];
    },
  }),
});
inplaceVariant(renorm, { bind: 'method' });
/** Every dimension but one. */
function allBut(self: Tensor, dim: number): number[] {
  const d = wrapDim(dim, self.sizes.length);
  return [...self.sizes.keys()].filter((i) => i !== d);
}

/** `_trilinear`, by which `bilinear` is made: a product of three tensors, contracted, one slice of a dimension at a time. */
function trilinear(
  a: Tensor,
  b: Tensor,
  c: Tensor,
  unrollDim: number,
  expandA: number[],
  expandB: number[],
  expandC: number[],
  summed: number[],
): Tensor {
  const expandAll = (t: Tensor, dims: number[]): Tensor =>
    [...dims].sort((x, y) => x - y).reduce((x, d) => unsqueeze(x, d), t);
  const [x, y, z] = [expandAll(a, expandA), expandAll(b, expandB), expandAll(c, expandC)];
  const shape = inferSize(inferSize(x.sizes, y.sizes), z.sizes);
  const kept = shape.filter((_, i) => !summed.includes(i));
  const result = zerosOf(a, kept);
  const contracted = summed.filter((d) => d !== unrollDim);
  const first = contracted.filter((d) => expandC.includes(d));
  const second = contracted.filter((d) => !expandC.includes(d));
  if ([a, b, c].some((t) => t.numel === 0)) return result;
  for (let k = 0; k < shape[unrollDim]!; k++)
    scope(() => {
      const part = (t: Tensor): Tensor => {
        const from = t.sizes[unrollDim] === 1 ? 0 : k;
        return slice(t, unrollDim, from, from + 1, 1);
      };
      sumproductPair(sumproductPair(part(x), part(y), first, true), part(z), second, true);
      return null;
    });
  return result;
}
const _trilinear: Op<[Tensor, Tensor, Tensor, number[], number[], number[], number[], number]> = op({
  schema:
    '_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor',
  bind: 'function',
  forward: (
    a: Tensor,
    b: Tensor,
    c: Tensor,
    e1: number[],
    e2: number[],
    e3: number[],
    summed: number[],
    unroll: number,
  ) => trilinear(a, b, c, unroll, e1, e2, e3, summed),
  autograd: (_needs, _result, a, b, c, e1, e2, e3, summed) => ({
    saved: [a, b, c],
    backward: ([grad], [x, y, z], needs) =>
      gradients(
        needs,
        () => _trilinear(grad!, y!, z!, summed, e2, e3, e1, 1),
        () => _trilinear(x!, grad!, z!, e1, summed, e3, e2, 1),
        () => _trilinear(x!, y!, grad!, e1, e2, summed, e3, 1),
      ),
  }),
});
op<[Tensor, Tensor, Tensor, Tensor | null], Tensor>({
  schema: 'bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor',
  bind: 'function nn',
  autocast: 'promote',
  composite: true,
  forward(input1, input2, weight, bias) {
    check(
      input1.sizes.length === input2.sizes.length,
      `bilinear(): input dimensions do not match: got ${input1.sizes.length} and ${input2.sizes.length}`,
    );
    const lead = input1.sizes.slice(0, -1);
    check(
      input1.dtype === input2.dtype && input1.dtype === weight.dtype,
      () =>
        `All tensors must have the same dtype, got input1: ${cppName(input1.dtype)}, input2: ${cppName(input2.dtype)}, weight: ${cppName(weight.dtype)}`,
    );
    lead.forEach((n, d) =>
      check(
        n === input2.sizes[d],
        `bilinear(): input batch dimensions do not match at dim ${d}: got ${n} and ${input2.sizes[d]}`,
      ),
    );
    check(
      input1.sizes[input1.sizes.length - 1] === weight.sizes[1],
      `bilinear(): input1 size does not match weight size: got ${input1.sizes[input1.sizes.length - 1]} but expected ${weight.sizes[1]}`,
    );
    check(
      input2.sizes[input2.sizes.length - 1] === weight.sizes[2],
      `bilinear(): input2 size does not match weight size: got ${input2.sizes[input2.sizes.length - 1]} but expected ${weight.sizes[2]}`,
    );
    const flat1 = reshape(input1, [numel(lead), input1.sizes[input1.sizes.length - 1]!]);
    const flat2 = reshape(input2, [numel(lead), input2.sizes[input2.sizes.length - 1]!]);
    const out = reshape(_trilinear(flat1, weight, flat2, [1, 3], [0], [1, 2], [2, 3], 1), [
      ...lead,
      weight.sizes[0]!,
    ]);
    return bias === null ? out : add(out, bias);
  },
});
