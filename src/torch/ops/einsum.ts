/** `einsum`, `tensordot` and `inner`. */
import { check, fail } from '../errors.js';
import { drop, into, op, overloads, scope } from '../operator.js';
import { numel, showSizes, type Sizes, wrapDim } from '../shape.js';
import { Tensor } from '../tensor.js';
import { mul } from './arithmetic.js';
import { bmm, dot, mm } from './matrix_products.js';
import { sum } from './sum.js';
import { permute, reshape, squeezeDims, unsqueeze, view } from './views.js';

/** `sumproduct_pair`: contracts `sumDims` of two tensors of equal rank by one bmm. */
export function sumproductPair(
  leftIn: Tensor,
  rightIn: Tensor,
  sumDims: readonly number[],
  keepdim: boolean,
): Tensor {
  let left = leftIn;
  let right = rightIn;
  if (sumDims.length === 0) return mul(left, right);
  const rank = left.sizes.length;
  const summed = new Set(sumDims);
  const lro: number[] = [];
  let lo: number[] = [];
  let ro: number[] = [];
  let [lroSize, loSize, roSize, sumSize] = [1, 1, 1, 1];
  for (let i = 0; i < rank; i++) {
    const sl = left.sizes[i]! !== 1;
    const sr = right.sizes[i]! !== 1;
    if (summed.has(i)) {
      if (sl && sr) {
        check(left.sizes[i] === right.sizes[i], 'non-broadcast dimensions must match');
        sumSize *= left.sizes[i]!;
      } else if (sl) left = sum(left, [i], true);
      else if (sr) right = sum(right, [i], true);
    } else if (sl && sr) {
      check(left.sizes[i] === right.sizes[i], 'non-broadcast dimensions must match');
      lro.push(i);
      lroSize *= left.sizes[i]!;
    } else if (sl) {
      lo.push(i);
      loSize *= left.sizes[i]!;
    } else {
      ro.push(i);
      roSize *= right.sizes[i]!;
    }
  }
  // Where all of the right one's dimensions come first in the result, it is the product's left one.
  if (lo.length > 0 && ro.length > 0 && ro[ro.length - 1]! < lo[0]!) {
    [left, right] = [right, left];
    [lo, ro] = [ro, lo];
    [loSize, roSize] = [roSize, loSize];
  }
  const dims = [...sumDims];
  const outSizes: number[] = [];
  for (const d of lro) outSizes.push(left.sizes[d]!);
  for (const d of lo) outSizes.push(left.sizes[d]!);
  for (let i = 0; i < dims.length; i++) outSizes.push(1);
  for (const d of ro) outSizes.push(right.sizes[d]!);
  const outOrder = [...lro, ...lo, ...dims, ...ro];
  const inverse = new Array<number>(rank);
  outOrder.forEach((d, i) => (inverse[d] = i));
  left = reshape(permute(left, [...lro, ...lo, ...dims, ...ro]), [lroSize, loSize, sumSize]);
  right = reshape(permute(right, [...lro, ...dims, ...ro, ...lo]), [lroSize, sumSize, roSize]);
  let result = bmm(left, right);
  result = permute(view(result, outSizes), inverse);
  if (!keepdim) {
    const order = [...dims].sort((a, b) => b - a);
    for (const d of order) result = squeezeDims(result, [d]);
  }
  return result;
}

op<[string, (Tensor | null)[]], Tensor>({
  schema: 'einsum(str equation, Tensor[] tensors) -> Tensor',
  autocast: 'lower_precision_fp',
  bind: 'function',
  composite: true,
  forward: (equation, tensors) => einsum(equation, tensors as Tensor[]),
});

/** `at::einsum` with the default (left to right) path. */
export function einsum(equation: string, operands: Tensor[]): Tensor {
  check(operands.length > 0, 'einsum(): must provide at least one operand');
  const compact = equation.replace(/\s/g, '');
  const arrow = compact.indexOf('->');
  const inputs = (arrow < 0 ? compact : compact.slice(0, arrow)).split(',');
  check(
    inputs.length === operands.length,
    inputs.length > operands.length
      ? 'einsum(): fewer operands were provided than specified in the equation'
      : 'einsum(): more operands were provided than specified in the equation',
  );
  const ELLIPSIS = '.';
  let ellipsisDims = 0;
  const terms = inputs.map((term, i) => {
    const labels: string[] = [];
    const parts = term.split('...');
    check(parts.length <= 2, `einsum(): found '.' for operand ${i} for which an ellipsis was already found`);
    const count = parts.join('').length;
    const rank = operands[i]!.sizes.length;
    if (parts.length === 1)
      check(
        count === rank,
        `einsum(): the number of subscripts in the equation (${count}) does not match the number of dimensions (${rank}) for operand ${i} and no ellipsis was given`,
      );
    else {
      check(
        rank >= count,
        `einsum(): the number of subscripts in the equation (${count}) is more than the number of dimensions (${rank}) for operand ${i}`,
      );
      ellipsisDims = Math.max(ellipsisDims, rank - count);
    }
    labels.push(...parts[0]!);
    if (parts.length === 2) {
      for (let d = rank - count; d > 0; d--) labels.push(`${ELLIPSIS}${d}`);
      labels.push(...parts[1]!);
    }
    return labels;
  });
  const counts = new Map<string, number>();
  for (const labels of terms) for (const l of labels) counts.set(l, (counts.get(l) ?? 0) + 1);
  const all = [...counts.keys()].filter((l) => l[0] !== ELLIPSIS);
  const ellipsis = Array.from({ length: ellipsisDims }, (_, i) => `${ELLIPSIS}${ellipsisDims - i}`);
  let out: string[];
  if (arrow >= 0) {
    out = [];
    const parts = compact.slice(arrow + 2).split('...');
    out.push(...parts[0]!);
    if (parts.length === 2) out.push(...ellipsis, ...parts[1]!);
    for (const l of out)
      if (l[0] !== ELLIPSIS)
        check(
          counts.has(l),
          `einsum(): output subscript ${l} does not appear in the equation for any input operand`,
        );
  } else out = [...ellipsis, ...all.filter((l) => counts.get(l) === 1).sort()];
  // Upper case sorts before lower case, as PyTorch numbers the letters.
  const contracted = all.filter((l) => !out.includes(l)).sort();
  const missingEllipsis = ellipsis.filter((l) => !out.includes(l));
  const order = [...out, ...contracted, ...missingEllipsis];
  const rank = order.length;
  const prepared = operands.map((operand, i) => {
    let t = operand;
    const labels: string[] = [];
    for (const l of terms[i]!) {
      const seen = labels.indexOf(l);
      if (seen < 0) labels.push(l);
      else {
        const d = labels.length;
        t = movedDiagonal(t, seen, d);
      }
    }
    // Missing dimensions come last, before the dimensions are put in order.
    for (const l of order)
      if (!labels.includes(l)) {
        t = unsqueeze(t, labels.length);
        labels.push(l);
      }
    return permute(
      t,
      order.map((l) => labels.indexOf(l)),
    );
  });
  for (let p = 0; p < rank; p++) {
    let size = 1;
    for (const [i, t] of prepared.entries()) {
      const s = t.sizes[p]!;
      if (s !== 1 && size !== 1 && s !== size)
        fail(
          'RuntimeError',
          `einsum(): subscript ${order[p]!} has size ${s} for operand ${i} which does not broadcast with previously seen size ${size}`,
        );
      if (s !== 1) size = s;
    }
  }
  let [result] = prepared as [Tensor];
  const outRank = out.length;
  if (prepared.length === 1) {
    const dims = order.map((_, i) => i).slice(outRank);
    return dims.length > 0 ? sum(result, dims, false) : result;
  }
  // How many operands still have each dimension decides when it is summed.
  const holders = order.map((_, p) => prepared.filter((t) => t.sizes[p] !== 1).length);
  for (const operand of prepared.slice(1)) {
    let [a, b] = [result, operand];
    const dims: number[] = [];
    const [ofA, ofB]: [number[], number[]] = [[], []];
    for (let p = outRank; p < rank; p++) {
      const [inA, inB] = [a.sizes[p] !== 1, b.sizes[p] !== 1];
      if (inA && inB) {
        if (--holders[p]! > 1) continue;
        dims.push(p);
      } else if (holders[p] === 1 && (inA || inB)) (inA ? ofA : ofB).push(p);
      else continue;
      holders[p] = 0;
    }
    if (ofA.length > 0) a = sum(a, ofA, true);
    if (ofB.length > 0) b = sum(b, ofB, true);
    result = scope(() => sumproductPair(a, b, dims, true));
  }
  return rank > outRank ? view(result, result.sizes.slice(0, outRank)) : result;
}

function movedDiagonal(t: Tensor, first: number, second: number): Tensor {
  const diagonal = (
    overloads.get('diagonal')![0]!.call as (t: Tensor, o: number, a: number, b: number) => Tensor
  )(t, 0, first, second);
  const rank = diagonal.sizes.length;
  const order: number[] = [];
  let next = 0;
  for (let i = 0; i < rank; i++) order.push(i === first ? rank - 1 : next++);
  return permute(diagonal, order);
}

op<[Tensor, Tensor, Sizes, Sizes], Tensor>({
  schema: 'tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor',
  bind: 'function',
  autocast: 'promote',
  composite: true,
  forward(self, other, dimsSelf, dimsOther) {
    check(dimsSelf.length === dimsOther.length, 'both dimension lists should have same length');
    let t1 = self;
    let t2 = other;
    let contracted = 1;
    const d1 = dimsSelf.map((d) => wrapDim(d, self.sizes.length));
    const d2 = dimsOther.map((d) => wrapDim(d, other.sizes.length));
    for (let i = 0; i < d1.length; i++) {
      const [s1, s2] = [self.sizes[d1[i]!]!, other.sizes[d2[i]!]!];
      if (s2 === 1 || s1 === 1) {
        const before = s2 === 1 ? t1 : t2;
        const summed = sum(before, [s2 === 1 ? d1[i]! : d2[i]!], true);
        if (s2 === 1) t1 = summed;
        else t2 = summed;
        if (before !== self && before !== other) drop(before);
      } else {
        check(
          s1 === s2,
          `contracted dimensions need to match, but first has size ${s1} in dim ${dimsSelf[i]} and second has size ${s2} in dim ${dimsOther[i]}`,
        );
        contracted *= s1;
      }
    }
    const p1 = [...Array(self.sizes.length).keys()].filter((d) => !d1.includes(d));
    const p2 = [...Array(other.sizes.length).keys()].filter((d) => !d2.includes(d));
    const rows = numel(p1.map((d) => t1.sizes[d]!));
    const columns = numel(p2.map((d) => t2.sizes[d]!));
    const shape = [...p1.map((d) => t1.sizes[d]!), ...p2.map((d) => t2.sizes[d]!)];
    if (numel(shape) === 1) {
      // To one number: a dot product where both lie densely.
      const [a, b] = [permute(t1, [...p1, ...d1]), permute(t2, [...d2, ...p2])];
      if (a.isContiguous && b.isContiguous) return reshape(dot(reshape(a, [-1]), reshape(b, [-1])), shape);
      const common = d1.map((d) => t1.sizes[d]!);
      return reshape(sum(mul(reshape(a, common), reshape(b, common)), null), shape);
    }
    const left = reshape(permute(t1, [...p1, ...d1]), [rows, contracted]);
    const right = reshape(permute(t2, [...d2, ...p2]), [contracted, columns]);
    return reshape(mm(left, right), shape);
  },
});
op<[Tensor, Tensor], Tensor>({
  schema: 'inner(Tensor self, Tensor other) -> Tensor',
  composite: true,
  forward(self, other) {
    if (self.sizes.length === 0 || other.sizes.length === 0) return into(mul)(self, other);
    check(
      self.sizes[self.sizes.length - 1] === other.sizes[other.sizes.length - 1],
      `inner() the last dimension must match on both input tensors but got shapes ${showSizes(self.sizes)} and ${showSizes(other.sizes)}`,
    );
    return (overloads.get('tensordot')![0]!.call as (...a: unknown[]) => Tensor)(self, other, [-1], [-1]);
  },
});
