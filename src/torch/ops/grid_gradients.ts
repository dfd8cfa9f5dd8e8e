/**
 * The gradients of a grid sample's gradients (`grid_sampler_2d_double_backward` and `grid_sampler_3d_double_backward` of
 * FunctionsManual.cpp). They are made of other operators: the values around each point are gathered once more, and weighted by
 * what the interpolation's weights have as derivatives. A C++ local lives to the end of its function, so each function is a `scope`.
 */
import { emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { float64, int64 } from '../dtype.js';
import { drop, scope } from '../operator.js';
import { float } from '../scalar.js';
import { numel, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { add, add_, mul, mul_, neg, rsub, sub, sub_ } from './arithmetic.js';
import { callOperator } from './call.js';
import { clamp } from './clamping.js';
import { bitwise_and, ge, gt, lt } from './comparisons.js';
import { to } from './copy.js';
import { gather, scatter_add } from './gather_scatter.js';
import { stack } from './joining.js';
import { abs } from './rounding.js';
import { sum } from './sum.js';
import { expand, reshape, select, unsqueeze, view } from './views.js';
import { where } from './where.js';

/** `GridSamplerInterpolation` and `GridSamplerPadding`. */
export enum Interpolation {
  bilinear,
  nearest,
  bicubic,
}
export enum Padding {
  zeros,
  border,
  reflection,
}

export interface GridMode {
  interpolation: Interpolation;
  padding: Padding;
  alignCorners: boolean;
}

const n = (value: number): Tensor => float(value) as unknown as Tensor;
const floor = (t: Tensor): Tensor => callOperator('floor', t);
const fmod = (t: Tensor, by: number): Tensor => callOperator('fmod', t, n(by));
const dividedBy = (t: Tensor, by: number): Tensor => callOperator('div', t, n(by));
const onesLike = (t: Tensor): Tensor => callOperator('ones_like', t, null, null, null, null, false, null);
const zerosOf = (t: Tensor): Tensor => callOperator('zeros_like', t, null, null, null, null, false, null);
const addProduct = (t: Tensor, a: Tensor, b: Tensor): Tensor => callOperator('addcmul_', t, a, b, 1);
/** `value - t` of C++: `empty_like(t).fill_(value).sub_(t)`. */
const from = (value: number, t: Tensor): Tensor => rsub(t, n(value));

/** Where the coordinates that are reflected turn, and how far it is from one to the other. */
function reflection(size: number, alignCorners: boolean): [low: number, span: number] {
  return alignCorners ? [0, size - 1] : [-0.5, size];
}

/** Coordinates of pixels along an axis, of the grid's between -1 and 1. */
function unnormalized(grid: Tensor, axis: number, size: number, alignCorners: boolean): Tensor {
  return scope(() => {
    const scaled = mul(add(select(grid, -1, axis), 1, 1), n((alignCorners ? size - 1 : size) / 2));
    return alignCorners ? scaled : sub(scaled, n(0.5), 1);
  });
}

/** Coordinates that are put back into the picture, and their derivative by the grid's. */
function coordinate(grid: Tensor, axis: number, size: number, mode: GridMode): Tensor[] {
  const { alignCorners, padding } = mode;
  const factor = (alignCorners ? size - 1 : size) / 2;
  return scope(() => {
    const at = unnormalized(grid, axis, size, alignCorners);
    if (padding === Padding.zeros) return [at, mul(onesLike(at), n(factor))];
    let place = at;
    let slope: Tensor | null = null;
    if (padding === Padding.reflection) {
      const [low, span] = reflection(size, alignCorners);
      if (span === 0) {
        const nothing = zerosOf(at);
        return [nothing, nothing];
      }
      [place, slope] = scope(() => reflected(at, low, span)) as [Tensor, Tensor];
    }
    const inside = scope(() => to(bitwise_and(lt(place, n(size - 1)), gt(place, 0)), at.dtype));
    const clipped = clamp(place, 0, size - 1);
    return [clipped, mul(slope === null ? inside : mul(slope, inside), n(factor))];
  });
}

/** Coordinates reflected until they are within the span, and the sign that it gives their derivative. */
function reflected(at: Tensor, low: number, span: number): Tensor[] {
  const offset = sub(at, n(low), 1);
  const distance = abs(offset);
  const sign = where(ge(offset, 0), n(1), n(-1));
  const even = scope(() => lt(fmod(floor(dividedBy(distance, span)), 2), n(0.5)));
  const direction = where(even, n(1), n(-1));
  const rest = callOperator<Tensor>('remainder', distance, n(span));
  const place = where(even, add(rest, n(low), 1), add(from(span, rest), n(low), 1));
  return [place, mul(sign, direction)];
}

/** Positions of pixels that are reflected, as the bicubic kernel reads them. */
function reflectedIndex(index: Tensor, size: number, alignCorners: boolean): Tensor {
  const [low, span] = reflection(size, alignCorners);
  if (span === 0) return zerosOf(index);
  return scope(() => {
    const at = to(index, float64);
    const offset = sub(at, n(low), 1);
    const distance = abs(offset);
    const even = scope(() => lt(fmod(floor(dividedBy(distance, span)), 2), n(0.5)));
    const rest = fmod(distance, span);
    const place = scope(() => where(even, rest, from(span, rest)));
    return scope(() => to(clamp(callOperator('round', add(place, n(low), 1)), 0, size - 1), int64));
  });
}

/** What one call of the formula is about; axes are x, y and z, sizes those of the picture in this order. */
interface Sample {
  grid: Tensor;
  input: Tensor;
  sizes: Sizes;
  mode: GridMode;
}

/** Positions of the pixels in the flat picture, for each channel. */
function flatIndex(positions: readonly Tensor[], { input, sizes, mode }: Sample): Tensor {
  const inside = positions.map((p, axis) =>
    mode.interpolation === Interpolation.bicubic && mode.padding === Padding.reflection
      ? reflectedIndex(p, sizes[axis]!, mode.alignCorners)
      : clamp(p, 0, sizes[axis]! - 1),
  );
  let flat = inside[inside.length - 1]!;
  for (let axis = inside.length - 2; axis >= 0; axis--) flat = add(mul(flat, sizes[axis]!), inside[axis]!, 1);
  const [batch, channels] = input.sizes as [number, number];
  const each = numel(flat.sizes.slice(1));
  return expand(view(flat, [batch, 1, each]), [batch, channels, each]);
}

/** Values without those of pixels that are not in the picture. */
function maskOutside(values: Tensor, positions: readonly Tensor[], sizes: Sizes): Tensor {
  const mask = scope(() => {
    const tests = positions.flatMap((p, axis) => [lt(p, sizes[axis]!), ge(p, 0)]);
    return tests.reduce((all, test) => bitwise_and(all, test));
  });
  return mul(values, to(unsqueeze(mask, 1), values.dtype));
}

/** The values of the pixels around each point: the result's sizes, and one dimension for the pixels. */
function gathered(positions: readonly Tensor[], sample: Sample): Tensor {
  const { input, mode, sizes } = sample;
  const [batch, channels] = input.sizes as [number, number];
  return scope(() => {
    const index = scope(() => flatIndex(positions, sample));
    const found = gather(reshape(input, [batch, channels, numel(sizes)]), 2, index, false);
    const values = view(found, [batch, channels, ...positions[0]!.sizes.slice(1)]);
    return mode.padding === Padding.zeros ? maskOutside(values, positions, sizes) : values;
  });
}

/** The gradient of the picture, of what each pixel around each point has a share in. */
function scattered(weights: Tensor, grad: Tensor, positions: readonly Tensor[], sample: Sample): Tensor {
  const { input, mode, sizes } = sample;
  const [batch, channels] = input.sizes as [number, number];
  return scope(() => {
    const index = scope(() => flatIndex(positions, sample));
    let shares = mul(unsqueeze(grad, -1), unsqueeze(weights, 1));
    if (mode.padding === Padding.zeros) {
      const every = shares;
      shares = scope(() => maskOutside(every, positions, sizes));
      drop(every);
    }
    const zeros = callOperator<Tensor>(
      'new_zeros',
      grad,
      [batch, channels, numel(sizes)],
      null,
      null,
      null,
      null,
      false,
    );
    const flat = scatter_add(zeros, 2, index, reshape(shares, [batch, channels, index.sizes[2]!]));
    return view(flat, input.sizes);
  });
}

/** A sum of products, the first a new tensor, the others added in place. */
function sumOfProducts(pairs: readonly (readonly [Tensor, Tensor])[]): Tensor {
  const total = mul(...pairs[0]!);
  for (const [a, b] of pairs.slice(1)) addProduct(total, a, b);
  return total;
}

/** The pixels around the points, and the derivative of their weights along each axis. */
interface Neighbours {
  positions: Tensor[];
  slopes: () => Tensor[];
}

/** The corners of the square or cube around each point, x the innermost. */
function corners(axes: number): number[][] {
  return Array.from({ length: 2 ** axes }, (_, i) =>
    Array.from({ length: axes }, (_, axis) => (i >> axis) & 1),
  );
}

function linearNeighbours(first: Tensor[], fractions: Tensor[]): Neighbours {
  const axes = first.length;
  const second = first.map((t) => add(t, 1, 1));
  const positions = first.map((_, axis) =>
    stack(
      corners(axes).map((corner) => (corner[axis] === 1 ? second : first)[axis]!),
      -1,
    ),
  );
  const slopes = (): Tensor[] =>
    scope(() => {
      const rests = fractions.map((f) => from(1, f));
      return fractions.map((_, axis) =>
        scope(() =>
          stack(
            corners(axes).map((corner) => {
              const factors = corner.flatMap((one, other) =>
                other === axis ? [] : [(one === 1 ? fractions : rests)[other]!],
              );
              if (corner[axis] === 0) factors[0] = neg(factors[0]!);
              return factors.reduce((a, b) => mul(a, b));
            }),
            -1,
          ),
        ),
      );
    });
  return { positions, slopes };
}

/** The derivative of the difference across the square along `axis` by each other axis, and what it is multiplied with. */
function linearCurvature(values: Tensor, fractions: readonly Tensor[], grad: Tensor): Tensor[][] {
  const axes = fractions.length;
  const part = corners(axes).map((_, i) => select(values, -1, i));
  /** The mixed difference along two axes, at one of the other axis's sides. */
  const mixed = (a: number, b: number, side: number): Tensor => {
    const at = (i: number, j: number): Tensor => part[(i << a) | (j << b) | side]!;
    const difference = sub(at(1, 1), at(0, 1), 1);
    return add_(sub_(difference, at(1, 0), 1), at(0, 0), 1);
  };
  const summed = (t: Tensor): Tensor => scope(() => sum(mul(t, grad), [1]));
  const by: Tensor[][] = fractions.map(() => []);
  if (axes === 2) {
    const both = scope(() => {
      const [v00, v10, v01, v11] = part as [Tensor, Tensor, Tensor, Tensor];
      return sum(mul(add(sub(sub(v11, v10, 1), v01, 1), v00, 1), grad), [1]);
    });
    [by[0]![1], by[1]![0]] = [both, both];
    return by;
  }
  const wide = fractions.map((f) => unsqueeze(f, 1));
  const pairs = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 2, 0],
  ] as const;
  const between = pairs.map(([a, b, rest], i) => {
    const sides = [mixed(a, b, 0), mixed(a, b, 1 << rest)] as const;
    const near = scope(() => mul(from(1, wide[rest]!), sides[0]));
    return i === 0
      ? scope(() => add_(near, mul(wide[rest]!, sides[1]), 1))
      : addProduct(near, wide[rest]!, sides[1]);
  });
  for (const [i, [a, b]] of pairs.entries()) {
    const total = summed(between[i]!);
    [by[a]![b], by[b]![a]] = [total, total];
  }
  return by;
}

/** The grid's gradient by a derivative along each axis that is weighted with `weights`, of linear interpolation. */
function linearGridGradient(
  values: Tensor,
  fractions: readonly Tensor[],
  grad: Tensor,
  weights: readonly Tensor[],
  factors: readonly Tensor[],
): Tensor {
  return scope(() => {
    const by = linearCurvature(values, fractions, grad);
    return stack(
      by.map((others, axis) => {
        const terms = others.flatMap((t, other) => (other === axis ? [] : [[t, weights[other]!] as const]));
        if (terms.length === 1) return scope(() => mul(mul(...terms[0]!), factors[axis]!));
        return mul_(sumOfProducts(terms), factors[axis]!);
      }),
      -1,
    );
  });
}

// ---- bicubic ----

const A = -0.75;

/** A polynomial, its highest coefficient first, by Horner's rule: each step one product and one sum. */
function polynomial(x: Tensor, coefficients: readonly number[]): Tensor {
  const [first, second, ...rest] = coefficients;
  let value = add(mul(x, n(first!)), n(second!), 1);
  for (const c of rest) value = add(mul(value, x), n(c), 1);
  return value;
}
const outer = (x: Tensor): Tensor => polynomial(x, [A, -5 * A, 8 * A, -4 * A]);
function inner(x: Tensor): Tensor {
  const square = callOperator<Tensor>('pow', x, 2);
  return add(mul(sub(mul(x, n(A + 2)), n(A + 3), 1), square), 1, 1);
}
const outerSlope = (x: Tensor): Tensor => polynomial(x, [3 * A, -10 * A, 8 * A]);
const innerSlope = (x: Tensor): Tensor => mul(sub(mul(x, n(3 * (A + 2))), n(2 * (A + 3)), 1), x);
const outerCurve = (x: Tensor): Tensor => polynomial(x, [6 * A, -10 * A]);
const innerCurve = (x: Tensor): Tensor => polynomial(x, [6 * (A + 2), -2 * (A + 3)]);

/** The distances of a point to the four pixels along an axis. */
type Distances = [Tensor, Tensor, Tensor, Tensor];
const cubicDistances = (f: Tensor): Distances => [add(f, n(1), 1), f, from(1, f), from(2, f)];

const cubicWeights = ([a, b, c, d]: Distances): Tensor =>
  scope(() => stack([outer(a), inner(b), inner(c), outer(d)], -1));
const cubicSlopes = ([a, b, c, d]: Distances): Tensor =>
  scope(() => {
    const last = sub(mul(add(mul(d, n(-3 * A)), n(10 * A), 1), d), n(8 * A), 1);
    return stack([outerSlope(a), innerSlope(b), neg(innerSlope(c)), last], -1);
  });
const cubicCurves = ([a, b, c, d]: Distances): Tensor =>
  scope(() => stack([outerCurve(a), innerCurve(b), innerCurve(c), outerCurve(d)], -1));

interface Cubic {
  distances: Distances[];
  weights: Tensor[];
  slopes: Tensor[];
}

function cubicGridGradient(
  values: Tensor,
  { distances, weights, slopes }: Cubic,
  grad: Tensor,
  [byX, byY]: readonly [Tensor, Tensor],
  factors: Sizes,
): Tensor {
  return scope(() => {
    const curves = distances.map(cubicCurves);
    let totals: Tensor[] = [];
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++)
        scope(() => {
          const value = scope(() => sum(mul(grad, select(values, -1, i * 4 + j)), [1]));
          const term = (x: Tensor[], y: Tensor[]): Tensor =>
            scope(() => mul(mul(value, select(x[0]!, -1, j)), select(y[1]!, -1, i)));
          const terms = [term(curves, weights), term(slopes, slopes), term(weights, curves)];
          if (totals.length === 0) return (totals = terms);
          for (const [k, t] of terms.entries()) add_(totals[k]!, t, 1);
          return [];
        });
    const [xx, xy, yy] = totals as [Tensor, Tensor, Tensor];
    const x = mul_(
      sumOfProducts([
        [xx, byX],
        [xy, byY],
      ]),
      n(factors[0]!),
    );
    const y = mul_(
      sumOfProducts([
        [xy, byX],
        [yy, byY],
      ]),
      n(factors[1]!),
    );
    return stack([x, y], -1);
  });
}

// ---- the whole ----

/** Where the points are: the pixels before them, how far they are from these, and what the derivative is multiplied with. */
interface Points {
  first: Tensor[];
  fractions: Tensor[];
  factors: Tensor[];
  /** What comes in for the grid's gradient along each axis, by pixels. */
  weights: Tensor[];
}

function locate({ grid, mode, sizes }: Sample, along: readonly Tensor[]): Points {
  const coordinates = sizes.map((size, axis) => coordinate(grid, axis, size, mode));
  const first = coordinates.map(([at]) => scope(() => to(floor(at!), int64)));
  const fractions = coordinates.map(([at], axis) => scope(() => sub(at!, to(first[axis]!, at!.dtype), 1)));
  const factors = coordinates.map(([, factor]) => factor!);
  return { first, fractions, factors, weights: along.map((t, axis) => mul(t, factors[axis]!)) };
}

/** What an interpolation has of the formula: pixels, their weights' slopes, and the grid's gradient. */
interface Rule extends Neighbours {
  weights: Tensor[];
  gridGradient: (values: Tensor, grad: Tensor) => Tensor;
}

function linearRule({ first, fractions, factors, weights }: Points): Rule {
  return {
    ...linearNeighbours(first, fractions),
    weights,
    gridGradient: (values, grad) => linearGridGradient(values, fractions, grad, weights, factors),
  };
}

/** The bicubic kernel reads pixels where the points are, in the picture or not: only what it reads is put back. */
function cubicRule({ grid, mode, sizes }: Sample, along: readonly Tensor[]): Rule {
  const factors = sizes.map((size) => (mode.alignCorners ? size - 1 : size) / 2);
  const at = sizes.map((size, axis) => unnormalized(grid, axis, size, mode.alignCorners));
  const first = at.map((t) => scope(() => to(floor(t), int64)));
  const weighted = along.map((t, axis) => mul(t, n(factors[axis]!))) as [Tensor, Tensor];
  const fractions = at.map((t, axis) => scope(() => sub(t, to(first[axis]!, t.dtype), 1)));
  const distances = fractions.map(cubicDistances);
  const [weights, slopes] = [distances.map(cubicWeights), distances.map(cubicSlopes)];
  const offsets = emptyLike(grid, [4], null, int64);
  const [x, y] = first.map((t) => add(unsqueeze(t, -1), offsets, 1)) as [Tensor, Tensor];
  const pixels = [...first[0]!.sizes, 16];
  const all = (t: Tensor): Tensor => reshape(expand(t, [-1, -1, -1, 4, 4]), pixels);
  const product = (a: Tensor, b: Tensor): Tensor => view(mul(unsqueeze(b, -1), unsqueeze(a, -2)), pixels);
  return {
    positions: [all(unsqueeze(x, -2)), all(unsqueeze(y, -1))],
    slopes: () => [product(slopes[0]!, weights[1]!), product(weights[0]!, slopes[1]!)],
    weights: weighted,
    gridGradient: (values, grad) =>
      cubicGridGradient(values, { distances, weights, slopes }, grad, weighted, factors),
  };
}

/**
 * The gradients of grad_output, input and grid, of the gradients of the picture's gradient (`ggInput`) and of the grid's (`ggGrid`).
 * @param sampled what the sampler gives of another picture
 * @param gridBackward the grid's gradient, had another picture been sampled
 */
export function gridDoubleBackward(
  [ggInput, ggGrid]: readonly MaybeTensor[],
  [grad, input, grid]: readonly [Tensor, Tensor, Tensor],
  mode: GridMode,
  needs: readonly boolean[],
  sampled: (input: Tensor) => Tensor,
  gridBackward: (input: Tensor) => Tensor,
): MaybeTensor[] {
  let ofGrad: MaybeTensor = null;
  let ofInput: MaybeTensor = null;
  let ofGrid: MaybeTensor = null;
  const present = ggInput ?? null;
  if (present !== null && needs[0]) ofGrad = sampled(present);
  if (present !== null && needs[2]) ofGrid = gridBackward(present);
  if (ggGrid === null || ggGrid === undefined || mode.interpolation === Interpolation.nearest)
    return [ofGrad, ofInput, ofGrid];
  const sample: Sample = { grid, input, sizes: input.sizes.slice(2).reverse(), mode };
  const along = sample.sizes.map((_, axis) => select(ggGrid, -1, axis));
  const points = locate(sample, along);
  const { positions, slopes, weights, gridGradient } =
    mode.interpolation === Interpolation.bicubic ? cubicRule(sample, along) : linearRule(points);
  const values = gathered(positions, sample);
  const plus = (sofar: MaybeTensor, term: () => Tensor): Tensor => {
    const total = scope(() => (sofar === null ? term() : add(sofar, term(), 1)));
    drop(sofar);
    return total;
  };
  if (needs[0] || needs[1]) {
    const each = slopes();
    if (needs[0])
      ofGrad = plus(ofGrad, () => {
        const differences = each.map((slope) => scope(() => sum(mul(values, unsqueeze(slope, 1)), [-1])));
        return sumOfProducts(differences.map((t, axis) => [t, unsqueeze(weights[axis]!, 1)]));
      });
    if (needs[1])
      ofInput = scope(() => {
        const total = sumOfProducts(each.map((slope, axis) => [unsqueeze(weights[axis]!, -1), slope]));
        return scattered(total, grad, positions, sample);
      });
  }
  if (needs[2]) ofGrid = plus(ofGrid, () => gridGradient(values, grad));
  return [ofGrad, ofInput, ofGrid];
}
