/** torch.special, scans, quantiles, membership, integrals, covariance, sampling: what models use now and then. */
import { empty, emptyLike, knownValues, output, setKnown } from '../allocate.js';
import { bool, Category, contiguousFormat, float64, int32, int64 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { dropStorage, elementwise, temporary } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  op,
  operators,
  overloads,
  scope,
  type Op,
  notImplemented,
} from '../operator.js';
import { resultType } from '../promotion.js';
import { float, scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { numel, wrapDim } from '../shape.js';
import { state } from '../state.js';
import { temporaryStorage, type Storage, Tensor } from '../tensor.js';
import { clone, to } from './copy.js';
import { emptyAs } from './dense.js';
import { gather, scatter_add_ } from './gather_scatter.js';
import { conj, imag, real } from './complex.js';
import { contiguousCopy } from './sorting.js';
import { abs } from './rounding.js';
import { add, div, mul, neg, sub } from './arithmetic.js';
import {
  backwardKernel,
  binary,
  floatingType,
  otherFirst,
  unary,
  writeInto,
  type Operand,
} from './elementwise_rules.js';
import { eq, le, logical_and, lt, gt } from './comparisons.js';
import { exp, log, pow, sqrt } from './powers.js';
import { masked_fill, masked_fill_, where } from './where.js';
import { flip, scanMemory } from './cumulative.js';
import { lineScanBytes, topkMemory } from './sorting_memory.js';
import { sum } from './sum.js';
import {
  expandTo,
  reshape,
  select,
  slice,
  squeezeDims,
  transpose,
  unsqueeze,
  view,
  zerosOf,
} from './views.js';

type Call = (...args: unknown[]) => Tensor;
export const callOf = (name: string): Call => overloads.get(name)![0]!.call as unknown as Call;
const special = (name: string, self: Tensor): Tensor => callOf(`special_${name}`)(self);

// ---- functions of one variable ----

/** A function of torch.special; its gradient may need the argument, the result or both. */
function specialUnary(
  name: string,
  saves: 'self' | 'result' | 'both' = 'self',
  gradient?: (grad: Tensor, self: Tensor, result: Tensor) => Tensor,
): void {
  if (gradient === undefined || saves !== 'both') {
    unary(`special_${name}`, {
      bind: 'special',
      inplace: false,
      gradient: gradient && ((grad, saved) => gradient(grad, saved, saved)),
      saves: saves === 'both' ? 'self' : saves,
    });
    return;
  }
  op<[Tensor], Tensor>({
    schema: `special_${name}(Tensor self) -> Tensor`,
    bind: 'special',
    forward: (self) => elementwise([self], floatingType(self.dtype)),
    autograd: (_needs, result, self) => ({
      saved: [self, result],
      backward: ([grad], [s, r]) => [gradient(grad!, s!, r!)],
    }),
  });
}
specialUnary('entr', 'self', (grad, self) => mul(grad, sub(neg(log(self)), 1)));
specialUnary('erfcx', 'both', (grad, self, result) =>
  mul(sub(mul(mul(self, 2), result), float(2 / Math.sqrt(Math.PI))), grad),
);
specialUnary('i0e', 'both', (grad, self, result) => {
  const rest = mul(callOf('sgn')(self), result);
  return mul(grad, sub(special('i1e', self), rest));
});
/** The gradients of i1 and i1e: a half where the argument is tiny, where the formula would divide by it. */
function awayFromZero(name: string, grad: Tensor, self: Tensor, formula: (safe: Tensor) => Tensor): Tensor {
  if (self.dtype.isReduced)
    fail('NotImplementedError', `"${name}_backward" not implemented for '${self.dtype.scalarName}'`);
  const large = scope(() => gt(abs(self), float(1e-7)));
  const safe = scope(() => where(large, self, emptyLike(self, [])));
  const slope = scope(() => formula(safe));
  const half = emptyLike(self, []);
  return mul(grad, where(large, slope, half));
}
specialUnary('i1', 'both', (grad, self, result) =>
  awayFromZero('i1', grad, self, (safe) => {
    const rest = mul(result, callOf('reciprocal')(safe));
    return sub(callOf('i0')(safe), rest);
  }),
);
specialUnary('i1e', 'both', (grad, self, result) =>
  awayFromZero('i1e', grad, self, (safe) => {
    const inverse = callOf('reciprocal')(safe);
    const rest = mul(result, add(callOf('sgn')(safe), inverse));
    return sub(special('i0e', safe), rest);
  }),
);
specialUnary('ndtri', 'result', (grad, result) => {
  const power = exp(div(callOf('square')(result), 2));
  return mul(grad, mul(power, float(Math.sqrt(2 * Math.PI))));
});
specialUnary('log_ndtr', 'both', (grad, self, result) => {
  const density = exp(neg(add(result, mul(pow(self, 2), float(0.5)))));
  return mul(mul(density, float(1 / Math.sqrt(2 * Math.PI))), grad);
});
for (const name of [
  'airy_ai',
  'bessel_j0',
  'bessel_j1',
  'bessel_y0',
  'bessel_y1',
  'modified_bessel_i0',
  'modified_bessel_i1',
  'modified_bessel_k0',
  'modified_bessel_k1',
  'scaled_modified_bessel_k0',
  'scaled_modified_bessel_k1',
  'spherical_bessel_j0',
])
  specialUnary(name);
op<[Tensor], Tensor>({
  schema: 'special_ndtr(Tensor self) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (self) => mul(add(callOf('erf')(mul(self, float(Math.SQRT1_2))), 1), float(0.5)),
});
for (const name of [
  'chebyshev_polynomial_t',
  'chebyshev_polynomial_u',
  'chebyshev_polynomial_v',
  'chebyshev_polynomial_w',
  'hermite_polynomial_h',
  'hermite_polynomial_he',
  'laguerre_polynomial_l',
  'legendre_polynomial_p',
  'shifted_chebyshev_polynomial_t',
  'shifted_chebyshev_polynomial_u',
  'shifted_chebyshev_polynomial_v',
  'shifted_chebyshev_polynomial_w',
])
  binary(`special_${name}`, {
    bind: 'special',
    inplace: false,
    type: (a, b) => floatingType(resultType([a, b])),
  });
op<[Operand, Operand], Tensor>({
  schema: 'special_xlog1py(Number self, Number other) -> Tensor',
  bind: 'special',
  forward: (self, other) => elementwise([self, other], floatingType(resultType([self, other]))),
  autograd(_needs, _result, self, other) {
    const scalar = other instanceof Tensor ? null : other;
    const base = self instanceof Tensor ? null : self;
    return {
      saved: [base === null ? (self as Tensor) : null, scalar === null ? (other as Tensor) : null],
      backward: ([grad], [s, o], needs) =>
        otherFirst(
          needs,
          () => {
            const product = callOf('special_xlog1py')(grad!, o ?? scalar);
            if (o == null) return scalarValue(scalar!) > -1 ? product : masked_fill(product, eq(s!, 0), 0);
            const low = le(o, -1);
            return masked_fill(product, logical_and(eq(s!, 0), low), 0);
          },
          () => {
            const divisor = add(o!, 1);
            return div(mul(grad!, s ?? base!), divisor);
          },
        ),
    };
  },
});
op<[Tensor, Operand], Tensor>({
  schema: 'special_zeta(Tensor self, Number other) -> Tensor',
  bind: 'special',
  forward: (self, other) => elementwise([self, other], floatingType(resultType([self, other]))),
  autograd: (_needs, _result, self, other) => ({
    saved: [self, other instanceof Tensor ? other : null],
    backward: ([grad], [s, o], needs) => [
      needs[0] ? notImplemented('zeta') : null,
      needs[1] ? mul(grad!, mul(neg(s!), callOf('special_zeta')(add(s!, 1), o))) : null,
    ],
  }),
});
for (const name of ['gammainc', 'gammaincc'])
  op<[Tensor, Tensor], Tensor>({
    schema: `special_${name}(Tensor self, Tensor other) -> Tensor`,
    bind: 'special',
    composite: true,
    forward: (a, b) => callOf(name === 'gammainc' ? 'igamma' : 'igammac')(a, b),
  });
for (const [name, target] of [
  ['special_log2', 'log2'],
  ['special_round', 'round'],
  ['special_sinc', 'sinc'],
] as const)
  if (!overloads.has(name))
    op<[Tensor], Tensor>({
      schema: `${name}(Tensor self) -> Tensor`,
      bind: 'special',
      composite: true,
      forward: (self) => callOf(target)(self),
    });

const logit_backward = backwardKernel('logit_backward', 'self');
/** `infinitely_differentiable_logit_backward`: between the limits the reciprocal of `x (1 - x)`. */
function logitGradient(grad: Tensor, self: Tensor, eps: number | null): Tensor {
  const [low, high] = [float(eps ?? 0), float(1 - (eps ?? 0))].map((limit) => limit as unknown as Tensor);
  const outside = emptyLike(self, []);
  const quotient = div(grad, mul(self, callOf('rsub')(self, 1, 1)));
  const inside = callOf('logical_and')(callOf('ge')(self, low), callOf('le')(self, high));
  return callOf('where')(inside, quotient, outside);
}
for (const [name, bind] of [
  ['logit', undefined],
  ['special_logit', 'special'],
] as const)
  op<[Tensor, number | null], Tensor>({
    schema: `${name}(Tensor self, float? eps=None) -> Tensor`,
    bind,
    node: 'LogitBackward0',
    forward: (self) => elementwise([self], floatingType(self.dtype), (p) => Math.log(p / (1 - p))),
    autograd: (_needs, _result, self, eps) => ({
      saved: [self],
      backward: ([grad], [s]) => [
        state.gradEnabled ? logitGradient(grad!, s!, eps) : logit_backward(grad!, s!),
      ],
    }),
  });
inplaceVariant(callOf('logit') as unknown as Op<[Tensor, number | null]>);
op<[Tensor], Tensor[]>({
  schema: 'frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)',
  forward: (self) => [elementwise([self], self.dtype), elementwise([self], int32, undefined, int32, 1)],
  autograd: (_needs, result) => ({
    saved: [result[1]!],
    backward: ([grad], [e]) => [grad == null ? null : div(grad, callOf('exp2')(e!))],
  }),
});
for (const [name, bind] of [
  ['mvlgamma', undefined],
  ['special_multigammaln', 'special'],
] as const)
  op<[Tensor, number], Tensor>({
    schema: `${name}(Tensor self, int p) -> Tensor`,
    bind,
    node: 'MvlgammaBackward0',
    forward(self, p) {
      const dtype = floatingType(self.dtype);
      const terms = (): Storage => temporaryStorage(self.numel * p * dtype.itemsize, self.device);
      const range = temporaryStorage(p * dtype.itemsize, self.device);
      const added = terms();
      dropStorage(range);
      const out = emptyLike(self, self.sizes, null, dtype);
      dropStorage(added);
      return out;
    },
    autograd: (_needs, _result, self, p) => ({
      saved: [self],
      backward([grad], [s]) {
        const terms = scope(() => add(empty([p], s!.dtype, s!.device), unsqueeze(s!, -1)));
        return [mul(grad!, sum(callOf('digamma_')(terms) as Tensor, [-1]))];
      },
    }),
  });

op<[Tensor, number], Tensor>({
  schema: 'mvlgamma_(Tensor(a!) self, int p) -> Tensor(a!)',
  bind: 'method',
  composite: true,
  forward: (self, p) => writeInto(self, () => callOf('mvlgamma')(self, p) as Tensor),
});

// ---- scans ----

for (const name of ['cummax', 'cummin'])
  op<[Tensor, number], Tensor[]>({
    schema: `${name}(Tensor self, int dim) -> (Tensor values, Tensor indices)`,
    forward(self, dim) {
      wrapDim(dim, self.sizes.length);
      const out = [
        output(0, self.sizes, null, self.dtype, self.device),
        output(1, self.sizes, null, int64, self.device),
      ];
      const written = out.filter((t) => !t.isContiguous).map((t) => emptyLike(t, t.sizes));
      contiguousCopy(self);
      drop(...written);
      return out;
    },
    autograd(_needs, result, self, dim) {
      const { sizes } = self;
      return {
        saved: [self, result[1]!],
        backward: ([grad], [, i]) => [
          grad == null ? null : self.numel === 0 ? grad : scatter_add_(zerosOf(grad, sizes), dim, i!, grad),
        ],
      };
    },
  });
export const logcumsumexp: Op<[self: Tensor, dim: number]> = op({
  schema: 'logcumsumexp(Tensor self, int dim) -> Tensor',
  forward: (self, dim) => {
    wrapDim(dim, self.sizes.length);
    const out = output(0, self.sizes, null, self.dtype, self.device);
    const written = out.isContiguous ? null : emptyLike(out, out.sizes);
    scanMemory(self, dim, self.dtype);
    drop(written);
    return out;
  },
  autograd: (_needs, result, self, dim) => ({
    saved: [self, result],
    backward([grad], [s, r]) {
      if (grad!.sizes.length === 0 || grad!.numel === 0) return [grad!];
      const reversed = (t: Tensor): Tensor => scope(() => flip(logcumsumexp(flip(t, [dim]), dim), [dim]));
      const part = (t: Tensor): Tensor => scope(() => exp(add(reversed(sub(t, r!)), s!)));
      if (grad!.dtype.isComplex) return [conj(part(log(conj(grad!))))];
      const least = emptyLike(grad!, []);
      const logGrad = scope(() => log(abs(grad!)));
      const positive = scope(() => where(gt(grad!, 0), logGrad, least));
      const negative = scope(() => where(lt(grad!, 0), logGrad, least));
      const gain = part(positive);
      return [sub(gain, part(negative))];
    },
  }),
});

// ---- quantiles, histograms, membership ----

/** `quantile_compute`: ranks from q, then the values below and above them in the sorted input. */
function quantile(
  self: Tensor,
  q: Tensor,
  dim: number | null,
  keepdim: boolean,
  interpolation: string,
  ignoreNan: boolean,
): Tensor {
  const rank = self.sizes.length;
  const d = wrapDim(dim ?? 0, rank);
  const input =
    dim === null
      ? reshape(self, [-1])
      : keepdim || rank === 0
        ? transpose(unsqueeze(self, -1), d, -1)
        : callOf('movedim')(self, [d], [-1]);
  const n = input.sizes[input.sizes.length - 1] ?? 1;
  const kept =
    dim === null
      ? keepdim
        ? self.sizes.map(() => 1)
        : []
      : self.sizes.flatMap((s, i) => (i !== d ? [s] : keepdim ? [1] : []));
  const shaped = (t: Tensor, last: number): Tensor => reshape(t, [...kept, last]);
  const count = q.sizes.length === 0 ? 1 : q.numel;
  const precise = (): Tensor => reshape(to(q, float64), [count]);
  const ranks = scope(() => {
    if (ignoreNan) {
      const numbers = callOf('logical_not_')(callOf('isnan')(input));
      const last = sub(sum(numbers, [-1], true), 1);
      return mul(precise(), shaped(last, 1));
    }
    const exact = precise();
    const scaled = mul(exact, n - 1);
    const anyNan = shaped(
      scope(() => callDims('any', callOf('isnan')(input), [-1], true)),
      1,
    );
    if (exact.storage !== q.storage) drop(exact);
    const sizes = [...kept, count];
    return masked_fill(expandTo(scaled, sizes), expandTo(anyNan, sizes), n - 1);
  });
  if (ignoreNan) scope(() => masked_fill_(ranks, lt(ranks, 0), 0));
  if (interpolation === 'lower') callOf('floor_')(ranks);
  if (interpolation === 'higher') callOf('ceil_')(ranks);
  if (interpolation === 'nearest') callOf('round_')(ranks);
  const below = to(ranks, int64);
  const between = interpolation === 'linear' || interpolation === 'midpoint';
  const weights = !between
    ? null
    : interpolation === 'linear'
      ? scope(() => to(sub(ranks, below), self.dtype))
      : emptyLike(ranks, ranks.sizes, null, self.dtype);
  const above = between ? to(callOf('ceil_')(ranks), int64) : null;
  const sorted = scope(() => {
    const pair = overloads.get('sort')![0]!.call as unknown as (...a: unknown[]) => Tensor[];
    return shaped(pair(input, -1, false)[0]!, n);
  });
  let out = gather(sorted, -1, below, false);
  if (between) out = callOf('lerp_')(out, gather(sorted, -1, above!, false), weights!);
  if (q.sizes.length === 0) return squeezeDims(out, [-1]);
  return squeezeDims(transpose(unsqueeze(out, 0), 0, -1), [-1]);
}
function callDims(name: string, ...args: unknown[]): Tensor {
  return (operators.get(`${name}.dims`)!.call as (...a: unknown[]) => Tensor)(...args);
}
function checkQuantile(name: string, self: Tensor, q: Tensor | null): void {
  check(self.numel > 0, `${name}() input tensor must be non-empty`);
  check(
    ['float32', 'float64'].includes(self.dtype.name),
    `${name}() input tensor must be either float or double dtype`,
  );
  if (q === null) return;
  check(q.sizes.length <= 1, `${name}() q must be a scalar or 1D tensor`);
  check(self.dtype === q.dtype, `${name}() q tensor must be same dtype as the input tensor`);
  check(self.device === q.device, `${name}() q tensor must be on the same device as the input tensor`);
}
for (const name of ['quantile', 'nanquantile']) {
  const ignoreNan = name === 'nanquantile';
  op<[Tensor, Tensor, number | null, boolean, string], Tensor>({
    schema: `${name}(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor`,
    composite: true,
    forward(self, q, dim, keepdim, mode) {
      checkQuantile(name, self, q);
      return quantile(self, q, dim, keepdim, mode, ignoreNan);
    },
  });
  op<[Tensor, number, number | null, boolean, string], Tensor>({
    schema: `${name}.scalar(Tensor self, float q, int? dim=None, bool keepdim=False, *, str interpolation='linear') -> Tensor`,
    composite: true,
    forward(self, q, dim, keepdim, mode) {
      check(q >= 0 && q <= 1, `${name}() q must be in the range [0, 1] but got ${q}`);
      checkQuantile(name, self, null);
      return quantile(self, empty([], self.dtype, self.device), dim, keepdim, mode, ignoreNan);
    },
  });
}
op<[Tensor, number, Scalar, Scalar], Tensor>({
  schema: 'histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor',
  forward(self, bins, min, max) {
    check(bins > 0, 'bins must be > 0');
    // A given result is copied to.
    const out = emptyLike(self, [bins]);
    if (scalarValue(min) === scalarValue(max) && self.numel > 0)
      temporary(self, self.dtype.itemsize, self.dtype.itemsize);
    return out;
  },
});
op<[Tensor, Tensor, boolean, boolean], Tensor>({
  schema:
    'isin.Tensor_Tensor(Tensor elements, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor',
  bind: 'function',
  forward(elements, tests, unique) {
    const [a, b] =
      elements.storage.known !== null && tests.storage.known !== null
        ? [knownValues(elements), knownValues(tests)]
        : [undefined, undefined];
    const out = output(0, elements.sizes, null, bool, elements.device);
    // Few tests: every element beside every test. Many are sorted: what the search for distinct ones takes depends on their values.
    if (elements.isCuda && tests.numel < 10 * elements.numel ** 0.145)
      temporary(elements, elements.numel * tests.numel, elements.numel);
    else if (unique)
      scope(() => {
        const all = callOf('cat')(
          [elements, tests].map((t) => reshape(t, [-1])),
          0,
        );
        const [sorted] = callOf('sort')(all, 0, false) as unknown as Tensor[];
        emptyAs(sorted!, bool);
        return emptyAs(sorted!, bool);
      });
    if (a !== undefined && b !== undefined)
      setKnown(
        out,
        a.map((v) => +b.includes(v)),
      );
    return out;
  },
});
op<[Tensor, Scalar, boolean, boolean], Tensor>({
  schema:
    'isin.Tensor_Scalar(Tensor elements, Scalar test_element, *, bool assume_unique=False, bool invert=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (elements, test, _unique, invert) => (invert ? callOf('ne')(elements, test) : eq(elements, test)),
});

op<[Scalar, Tensor, boolean, boolean], Tensor>({
  schema:
    'isin.Scalar_Tensor(Scalar element, Tensor test_elements, *, bool assume_unique=False, bool invert=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (element, tests, unique, invert) =>
    callOf('isin')(
      emptyLike(tests, [], null, scalarCategory(element) === Category.float ? float64 : int64),
      tests,
      unique,
      invert,
    ),
});

// ---- integrals ----

for (const name of ['trapezoid', 'trapz', 'cumulative_trapezoid']) {
  const cumulative = name.startsWith('cumulative');
  const finish = (t: Tensor, dim: number): Tensor =>
    cumulative ? callOf('cumsum')(t, dim, null) : sum(t, [dim]);
  const pairs = (y: Tensor, dim: number): Tensor => {
    const n = y.sizes[wrapDim(dim, y.sizes.length)]!;
    return add(slice(y, dim, 0, n - 1, 1), slice(y, dim, 1, n, 1));
  };
  op<[Tensor, Tensor, number], Tensor>({
    schema: `${name}.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor`,
    bind: 'function',
    composite: true,
    forward(y, x, dim) {
      const d = wrapDim(dim, y.sizes.length);
      let steps = callOf('diff')(x, 1, x.sizes.length === 1 ? 0 : dim, null, null);
      if (x.sizes.length === 1 && y.sizes.length > 1)
        steps = view(
          steps,
          y.sizes.map((_, i) => (i === d ? steps.numel : 1)),
        );
      return div(finish(mul(pairs(y, dim), steps), dim), float(2));
    },
  });
  op<[Tensor, Scalar, number], Tensor>({
    schema: `${name}.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor`,
    bind: 'function',
    composite: true,
    forward(y, dx, dim) {
      if (cumulative) return finish(mul(pairs(y, dim), float(scalarValue(dx) / 2)), dim);
      // All of it, less half of both ends.
      const d = wrapDim(dim, y.sizes.length);
      if (y.sizes[d] === 0)
        return zerosOf(
          y,
          y.sizes.filter((_, i) => i !== d),
        );
      const ends = mul(add(select(y, dim, 0), select(y, dim, -1)), float(0.5));
      return mul(sub(sum(y, [dim]), ends), dx);
    },
  });
}

// ---- covariance ----

/** `is_scalar_tensor_true`: a comparison with one, which is read. */
function readTruth(t: Tensor): void {
  if (t.isCuda) temporary(t, 1, 1, 1);
}
function covariance(
  self: Tensor,
  correction: number,
  frequencies: Tensor | null,
  importance: Tensor | null,
): Tensor {
  check(
    self.sizes.length <= 2,
    `cov(): expected input to have two or fewer dimensions but got an input with ${self.sizes.length} dimensions`,
  );
  const rows = self.sizes.length < 2 ? view(self, [1, -1]) : self;
  const n = rows.sizes[1]!;
  const weights = [
    ['fweights', frequencies, (t: Tensor) => t.dtype.category <= Category.int, 'integral'],
    ['aweights', importance, (t: Tensor) => t.dtype.isFloating, 'floating point'],
  ] as const;
  for (const [name, w, fits, kind] of weights)
    if (w !== null) {
      check(
        w.sizes.length <= 1,
        `cov(): expected ${name} to have one or fewer dimensions but got ${name} with ${w.sizes.length} dimensions`,
      );
      check(
        fits(w),
        `cov(): expected ${name} to have ${kind} dtype but got ${name} with ${w.dtype.scalarName} dtype`,
      );
      check(
        w.numel === n,
        `cov(): expected ${name} to have the same numel as there are observations in the input but got ${w.numel} != ${n}`,
      );
    }
  for (const w of [frequencies, importance])
    if (w !== null && n > 0) scope(() => (readTruth(callOf('ge')(callOf('min')(w), 0)), null));
  const w =
    frequencies === null ? importance : importance === null ? frequencies : mul(frequencies, importance);
  const total = w === null ? numberTensor(self, n) : sum(w, null);
  if (w !== null) scope(() => (readTruth(callOf('ne')(total, 0)), null));
  const weighted = (t: Tensor): Tensor => (w === null ? t : mul(t, w));
  const average = scope(() => div(sum(weighted(rows), [1]), total));
  const factor = scope(() =>
    importance !== null && correction !== 0
      ? sub(total, div(mul(sum(mul(w!, importance), null), correction), total))
      : sub(total, correction),
  );
  scope(() => (readTruth(le(factor, 0)), null));
  const centred = sub(rows, unsqueeze(average, 1));
  const product = callOf('mm')(centred, callOf('t')(weighted(centred)));
  return callOf('squeeze')(div(product, factor));
}
/** A number as a 0-dim int64 tensor on the device. */
function numberTensor(like: Tensor, value: number): Tensor {
  const t = empty([], int64, like.device);
  setKnown(t, [value]);
  return t;
}
op<[Tensor, number, Tensor | null, Tensor | null], Tensor>({
  schema: 'cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor',
  composite: true,
  forward: covariance,
});
op<[Tensor], Tensor>({
  schema: 'corrcoef(Tensor self) -> Tensor',
  composite: true,
  forward(self) {
    const c = callOf('cov')(self, 1, null, null);
    if (c.sizes.length === 0) return div(c, c);
    const d = sqrt(callOf('diagonal')(c, 0, 0, 1));
    let out = scope(() => div(c, view(d, [-1, 1])));
    drop(c);
    const first = out;
    out = div(out, view(d, [1, -1]));
    drop(first);
    // `clip` of numbers of two parts is that of both.
    const clip = (t: Tensor): Tensor => callOf('clamp')(t, -1, 1);
    if (!out.dtype.isComplex) return clip(out);
    return scope(() => callOf('complex')(clip(real(out)), clip(imag(out))));
  },
});

// ---- sampling ----

op<[Tensor, number, boolean, unknown], Tensor>({
  schema:
    'multinomial(Tensor self, int num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor',
  forward(self, samples, replacement) {
    const rank = self.sizes.length;
    check(rank > 0 && rank <= 2, 'prob_dist must be 1 or 2 dim');
    if (!self.dtype.isFloating)
      fail(
        'RuntimeError',
        `multinomial only supports floating-point dtypes for input, got: ${self.dtype.scalarName}`,
      );
    const categories = self.sizes[rank - 1]!;
    check(samples > 0, 'cannot sample n_sample <= 0 samples');
    check(
      replacement || samples <= categories,
      'cannot sample n_sample > prob_dist.size(-1) samples without replacement',
    );
    const sizes = rank === 1 ? [samples] : [self.sizes[0]!, samples];
    if (!replacement || samples === 1) {
      // The largest of probabilities divided by exponential noise; first, the probabilities are looked at.
      const out = output(0, sizes, null, int64, self.device);
      if (!self.isCuda) return out;
      const { itemsize } = self.dtype;
      const rows = numel(sizes) / samples;
      const bytes = (n: number): Storage => temporaryStorage(n, self.device);
      const checks = [bytes(itemsize), bytes(itemsize), bytes(1)];
      temporary(self, 1, 1);
      const sums = bytes(rows * itemsize);
      const zero = bytes(rows);
      checks.push(rank === 1 ? zero : bytes(1));
      if (rank > 1) dropStorage(zero);
      dropStorage(sums);
      temporary(self, 1);
      const noise = bytes(self.numel * itemsize);
      if (samples > 1) {
        const values = bytes(samples * rows * itemsize);
        topkMemory(self, categories);
        dropStorage(values);
      }
      for (const storage of [noise, ...checks]) dropStorage(storage);
      return out;
    }
    const out = output(0, sizes, null, int64, self.device);
    const copy = clone(self, contiguousFormat);
    const normalized = empty(copy.sizes, copy.dtype, copy.device);
    const prefix = empty(copy.sizes, copy.dtype, copy.device);
    if (self.isCuda && rank === 1) temporary(self, lineScanBytes(categories, self.dtype));
    drop(copy, normalized, prefix);
    return out;
  },
});
