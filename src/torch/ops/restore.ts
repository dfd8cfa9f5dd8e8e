/** The gradient of a sum: the reduced dimensions come back by expanding. */
import type { Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';

/** Set by views.ts, which itself needs `sum`. */
export const restoreOperators = {
  unsqueeze: (t: Tensor, _dim: number): Tensor => t,
  expand: (t: Tensor, _sizes: Sizes): Tensor => t,
};

/** `sum_backward`. */
export function restoreDims(
  grad: Tensor,
  sizes: Sizes,
  dims: readonly number[] | null,
  keepdim: boolean,
): Tensor {
  let out = grad;
  if (!keepdim && sizes.length > 0 && dims !== null)
    for (const d of [...dims].sort((a, b) => a - b)) out = restoreOperators.unsqueeze(out, d);
  return restoreOperators.expand(out, sizes);
}
