/**
 * The second gradients of normalization, and gradients that can be differentiated without end
 * (torch/csrc/autograd/FunctionsManual.cpp). A C++ local lives to the end of its function, what an expression makes in between to the
 * end of its statement: so each statement is a `scope` here.
 */
import { drop, scope } from '../operator.js';
import { float } from '../scalar.js';
import { numel, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { to } from './copy.js';
import { add, add_, div, div_, mul, mul_, neg, sub, sub_, product } from './arithmetic.js';
import { pow } from './powers.js';

import { mean } from './reductions.js';
import { sum } from './sum.js';
import { expand, reshape, unsqueeze, view } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

const number = (n: number): Tensor => float(n) as unknown as Tensor;
/** `at::ones({}, options)`. */
const oneLike = (t: Tensor, sizes: Sizes = []): Tensor =>
  callOperator('new_ones', t, sizes, null, null, null, null);

/** Sums over all but dimension 1. */
function sumExcludeDim1(t: Tensor, keepdim = true): Tensor {
  return scope(() => {
    let out = sum(t, [0], keepdim);
    for (let d = out.sizes.length - 1; d > (keepdim ? 1 : 0); d--) {
      const next = sum(out, [d], keepdim);
      drop(out);
      out = next;
    }
    return out;
  });
}

/** A vector of channels with dimensions put in until it broadcasts against the target. */
function unsqueezeDim1(t: Tensor, rank: number): Tensor {
  let out = t;
  while (out.sizes.length < rank - 1) out = unsqueeze(out, 1);
  return out.sizes.length === rank - 1 ? unsqueeze(out, 0) : out;
}

function expandAsDim1(t: Tensor, target: Tensor): Tensor {
  let out = t;
  while (out.sizes.length < target.sizes.length - 1) out = unsqueeze(out, 1);
  return expand(out, target.sizes);
}

/** A sum of terms, where a gradient may have none yet. */
const joined = (gradient: MaybeTensor, term: Tensor): Tensor =>
  gradient === null ? term : add_(gradient, term, 1);

/** `batchnorm_double_backward`: the gradients of input, weight and grad_out. */
export function batchNormDoubleBackward(
  [ggI, ggG, ggB]: readonly MaybeTensor[],
  gO: Tensor,
  input: Tensor,
  gamma: MaybeTensor,
  running: readonly [mean: MaybeTensor, variance: MaybeTensor],
  saved: readonly [mean: MaybeTensor, invstd: MaybeTensor],
  training: boolean,
  eps: number,
): MaybeTensor[] {
  const rank = input.sizes.length;
  const m = input.sizes[0]! * numel(input.sizes.slice(2));
  const gammaExpanded = gamma === null ? oneLike(input) : expandAsDim1(gamma, input);
  const expanded = (t: MaybeTensor | undefined): MaybeTensor =>
    gamma === null || t === null || t === undefined ? null : expandAsDim1(t, input);
  const ggGExpanded = expanded(ggG);
  const ggBExpanded = expanded(ggB);
  const mu = unsqueezeDim1(training ? to(saved[0]!, input.dtype) : running[0]!, rank);
  const centered = sub(input, mu, 1);
  const invstd = unsqueezeDim1(
    training
      ? to(saved[1]!, input.dtype)
      : scope(() => pow(add(running[1]!, number(eps), 1), float(-0.5) as unknown as Tensor)),
    rank,
  );
  const inverse = pow(invstd, 2);
  const inverse3 = pow(invstd, 3);
  const scaled = mul(centered, inverse3);
  const gOCenteredSum = scope(() => sumExcludeDim1(mul(gO, centered)));
  const gOSum = sumExcludeDim1(gO);

  let gI: MaybeTensor = null;
  if (ggI !== null && ggI !== undefined && training)
    gI = scope(() => {
      const ggISum = sumExcludeDim1(ggI);
      const ggICenteredSum = scope(() => sumExcludeDim1(mul(ggI, centered)));
      const all = scope(() =>
        add_(
          sub_(div_(mul(ggISum, gOSum), number(m)), sumExcludeDim1(mul(gO, ggI)), 1),
          mul_(mul(mul(inverse, gOCenteredSum), ggICenteredSum), number(3 / m)),
          1,
        ),
      );
      const t0 = scope(() => div_(mul(scaled, all), number(m)));
      const t1 = scope(() =>
        product(
          () => div_(mul(ggICenteredSum, inverse3), number(m)),
          () => sub(div(gOSum, number(m)), gO, 1),
        ),
      );
      const t2 = scope(() =>
        product(
          () => div_(mul(gOCenteredSum, inverse3), number(m)),
          () => sub(div(ggISum, number(m)), ggI, 1),
        ),
      );
      return mul(gammaExpanded, add_(add_(t0, t1, 1), t2, 1));
    });
  if (ggGExpanded !== null) {
    const term = scope(() => {
      if (!training) return mul(mul(ggGExpanded, invstd), gO);
      const t0 = mul(gO, invstd);
      const t1 = scope(() => div_(mul(invstd, gOSum), number(-m)));
      const t2 = scope(() => div_(mul(scaled, sumExcludeDim1(mul(gO, centered))), number(-m)));
      return mul(ggGExpanded, add_(add_(t0, t1, 1), t2, 1));
    });
    gI = joined(gI, term);
  }

  const firstInput = (g: Tensor, weight: Tensor): Tensor =>
    scope(() => {
      const h0 = scope(() => div_(mul(weight, invstd), number(m)));
      const h1 = scope(() =>
        sub_(
          sub_(mul(g, number(m)), sumExcludeDim1(g), 1),
          product(
            () => mul(centered, inverse),
            () => sumExcludeDim1(mul(g, centered)),
          ),
          1,
        ),
      );
      return mul(h0, h1);
    });
  let gG: MaybeTensor = null;
  if (gamma !== null && ggI !== null && ggI !== undefined)
    gG = scope(() =>
      sumExcludeDim1(
        training ? scope(() => mul(ggI, firstInput(gO, oneLike(invstd)))) : mul(mul(ggI, gO), invstd),
        false,
      ),
    );
  let ggO: MaybeTensor = null;
  if (ggI !== null && ggI !== undefined)
    ggO = training ? firstInput(ggI, gammaExpanded) : scope(() => mul(mul(ggI, invstd), gammaExpanded));
  if (ggGExpanded !== null)
    ggO = joined(
      ggO,
      scope(() => mul(mul(ggGExpanded, centered), invstd)),
    );
  if (ggBExpanded !== null) ggO = joined(ggO, ggBExpanded);
  return [gI, gG, ggO];
}

/** `layer_norm_double_backward`: the gradients of input, weight and grad_out. */
export function layerNormDoubleBackward(
  [ggI, ggG, ggB]: readonly MaybeTensor[],
  gradOut: Tensor,
  inputGiven: Tensor,
  gamma: MaybeTensor,
  mean: Tensor,
  rstd: Tensor,
  normalized: Sizes,
): MaybeTensor[] {
  const axis = inputGiven.sizes.length - normalized.length;
  const m = numel(inputGiven.sizes.slice(0, axis));
  const n = numel(inputGiven.sizes.slice(axis));
  const input = reshape(inputGiven, [m, n]);
  const gO = reshape(gradOut, [m, n]);
  const row = (t: MaybeTensor | undefined): MaybeTensor =>
    gamma === null || t === null || t === undefined ? null : reshape(t, [1, n]);
  const gammaExpanded = row(gamma) ?? oneLike(input, [1]);
  const ggGExpanded = row(ggG);
  const ggBExpanded = row(ggB);
  const ggIExpanded = ggI === null || ggI === undefined ? null : reshape(ggI, [m, n]);
  const centered = sub(input, to(reshape(mean, [m, 1]), input.dtype), 1);
  const invstd = to(reshape(rstd, [m, 1]), input.dtype);
  const inverse = pow(invstd, 2);
  const inverse3 = pow(invstd, 3);
  const scaled = mul(centered, inverse3);
  const rows = (t: Tensor): Tensor => sum(t, [1], true);

  let gI: MaybeTensor = null;
  if (ggIExpanded !== null)
    gI = scope(() => {
      const gx = mul(gO, gammaExpanded);
      const gxCentered = scope(() => rows(mul(gx, centered)));
      const gxSum = rows(gx);
      const ggISum = rows(ggIExpanded);
      const ggICentered = scope(() => rows(mul(ggIExpanded, centered)));
      const all = scope(() =>
        add_(
          sub_(div_(mul(ggISum, gxSum), number(n)), rows(mul(ggIExpanded, gx)), 1),
          mul_(mul(mul(inverse, gxCentered), ggICentered), number(3 / n)),
          1,
        ),
      );
      const t0 = scope(() => div_(mul(scaled, all), number(n)));
      const t1 = scope(() =>
        product(
          () => div_(mul(ggICentered, inverse3), number(n)),
          () => sub(div(gxSum, number(n)), gx, 1),
        ),
      );
      const t2 = scope(() =>
        product(
          () => div_(mul(gxCentered, inverse3), number(n)),
          () => sub(div(ggISum, number(n)), ggIExpanded, 1),
        ),
      );
      return add_(add_(t0, t1, 1), t2, 1);
    });
  if (ggGExpanded !== null) {
    const term = scope(() => {
      const t0 = scope(() => mul(mul(gO, ggGExpanded), invstd));
      const t1 = scope(() => div_(mul(invstd, rows(mul(gO, ggGExpanded))), number(-n)));
      const t2 = scope(() => div_(mul(scaled, rows(mul(mul(gO, ggGExpanded), centered))), number(-n)));
      return add_(add_(t0, t1, 1), t2, 1);
    });
    const whole = joined(gI, term);
    if (gI !== null) drop(term);
    gI = whole;
  }
  if (gI !== null) gI = reshape(gI, inputGiven.sizes);

  const firstInput = (g: Tensor, weight: Tensor): Tensor =>
    scope(() => {
      const h0 = scope(() => div_(mul(weight, invstd), number(n)));
      const h1 = scope(() =>
        sub_(
          sub_(mul(g, number(n)), rows(g), 1),
          product(
            () => mul(centered, inverse),
            () => rows(mul(g, centered)),
          ),
          1,
        ),
      );
      return mul(h0, h1);
    });
  let gG: MaybeTensor = null;
  if (gamma !== null && ggIExpanded !== null)
    gG = scope(() => {
      const first = scope(() => firstInput(ggIExpanded, oneLike(invstd)));
      return reshape(
        scope(() => sum(mul(gO, first), [0])),
        gamma.sizes,
      );
    });
  let ggO: MaybeTensor = ggIExpanded === null ? null : firstInput(ggIExpanded, gammaExpanded);
  if (ggGExpanded !== null)
    ggO = joined(
      ggO,
      scope(() => mul(mul(ggGExpanded, centered), invstd)),
    );
  if (ggBExpanded !== null) ggO = joined(ggO, ggBExpanded);
  if (ggO !== null) ggO = reshape(expand(ggO, [m, n]), inputGiven.sizes);
  return [gI, gG, ggO];
}

/** `infinitely_differentiable_native_rms_norm_backward`: of the result's gradient and of rstd's. */
export function differentiableRmsNormBackward(
  dY: MaybeTensor,
  dRstd: MaybeTensor,
  input: Tensor,
  normalized: Sizes,
  rstd: Tensor,
  weight: MaybeTensor,
  needs: readonly boolean[],
): MaybeTensor[] {
  const axis = input.sizes.length - normalized.length;
  const n = numel(normalized);
  const cube = pow(rstd, 3);
  const gx = dY === null || weight === null ? dY : mul(dY, weight);
  const scaled = (): Tensor => div(mul(input, cube), number(n));
  let dX: MaybeTensor = null;
  if (needs[0])
    dX = scope(() => {
      let byResult: MaybeTensor = null;
      if (gx !== null) {
        const inner = scope(() =>
          sum(
            mul(input, gx),
            normalized.map((_, i) => axis + i),
            true,
          ),
        );
        byResult = scope(() => {
          const right = mul(scaled(), inner);
          return sub(mul(rstd, gx), right, 1);
        });
      }
      const byRstd = dRstd === null ? null : scope(() => mul(neg(scaled()), dRstd));
      return byResult !== null && byRstd !== null ? add(byResult, byRstd, 1) : (byResult ?? byRstd);
    });
  let dWeight: MaybeTensor = null;
  if (needs[1] && weight !== null && dY !== null)
    dWeight = scope(() => {
      const normal = mul(input, rstd);
      const full = mul(dY, normal);
      return axis === 0
        ? full
        : sum(
            full,
            Array.from({ length: axis }, (_, i) => i),
          );
    });
  return [dX, dWeight];
}

type GroupSizes = readonly [n: number, c: number, hxw: number, groups: number];

/** `infinitely_differentiable_native_group_norm_backward`, of the normalized result's gradient. */
export function differentiableGroupNormBackward(
  dY: Tensor,
  input: Tensor,
  mean: Tensor,
  rstd: Tensor,
  gamma: MaybeTensor,
  [n, c, hxw, groups]: GroupSizes,
  needs: readonly boolean[],
): MaybeTensor[] {
  const d = c / groups;
  const s = number(1 / (d * hxw));
  const x = reshape(input, [n, groups, d, hxw]);
  const mu = reshape(mean, [n, groups, 1, 1]);
  const r = reshape(rstd, [n, groups, 1, 1]);
  const g = reshape(dY, [n, groups, d, hxw]);
  const ds = scope(() => unsqueeze(sum(mul(g, x), [3]), -1));
  const db = scope(() => unsqueeze(sum(g, [3]), -1));
  let dX: MaybeTensor = null;
  if (needs[0])
    dX = scope(() => {
      const weight = gamma === null ? null : reshape(gamma, [1, groups, d, 1]);
      const times = (t: Tensor): Tensor => (weight === null ? t : mul(t, weight));
      const cube = scope(() => mul(mul(r, r), r));
      const a = times(r);
      let b = scope(() => unsqueeze(sum(times(ds), [2]), -2));
      let shift = scope(() => unsqueeze(sum(times(db), [2]), -2));
      const [first, second] = [b, shift];
      b = scope(() => mul(mul(sub(mul(second, mu), first, 1), cube), s));
      drop(first);
      shift = scope(() => {
        const right = mul(mul(second, r), s);
        return sub(mul(neg(b), mu), right, 1);
      });
      drop(second);
      const all = scope(() => {
        const right = mul(b, x);
        return add(add(mul(a, g), right, 1), shift, 1);
      });
      return reshape(all, input.sizes);
    });
  const dGamma = needs[1] ? scope(() => view(sum(mul(sub(ds, mul(db, mu), 1), r), [0]), gamma!.sizes)) : null;
  const dBeta = needs[2] ? scope(() => reshape(sum(db, [0]), gamma === null ? [c] : gamma.sizes)) : null;
  return [dX, dGamma, dBeta];
}

/** Adds to the input's gradient what the gradients of the groups' means and inverse deviations give (`var_mean_backward`). */
export function addGroupStatistics(
  dX: MaybeTensor,
  [dMean, dRstd]: readonly [MaybeTensor, MaybeTensor],
  input: Tensor,
  rstd: Tensor,
  [n, c, hxw, groups]: GroupSizes,
): Tensor {
  return scope(() => {
    const count = (c / groups) * hxw;
    const x = reshape(input, [n, groups, count]);
    const column = (t: Tensor): Tensor => reshape(t, [n, groups, 1]);
    const dVar =
      dRstd === null ? null : scope(() => column(mul(mul(mul(mul(dRstd, number(-2)), rstd), rstd), rstd)));
    const byDeviation =
      dVar === null
        ? null
        : scope(() => {
            const centred = sub(x, mean(x, [2], true), 1);
            return mul(mul(dVar, number(2 / count)), centred);
          });
    const byMean = dMean === null ? null : div(expand(column(dMean), x.sizes, false), number(count));
    let both = byDeviation ?? byMean!;
    if (byDeviation !== null && byMean !== null) {
      both = add(byDeviation, byMean, 1);
      drop(byDeviation, byMean);
    }
    const shaped = reshape(both, input.sizes);
    return dX === null ? shaped : add(dX, shaped, 1);
  });
}
