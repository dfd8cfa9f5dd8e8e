/** Positions and powers: `argwhere`, `nonzero_static`, `combinations`, `vander`. */
import { empty, emptyLike, forget, output } from '../allocate.js';
import { bool, int64 } from '../dtype.js';
import { check } from '../errors.js';
import { temporary } from '../iterator.js';
import { drop, op, scope } from '../operator.js';
import { promoteTypes } from '../promotion.js';
import { showSizes } from '../shape.js';
import { cudaDevice } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { contiguous, copy_ } from './copy.js';
import { dropCopy, emptyAs, inFormat } from './dense.js';
import { index } from './indexing.js';
import { nonzero } from './selected.js';
import { select, slice, unsqueeze } from './views.js';

op<[Tensor], Tensor>({
  schema: 'argwhere(Tensor self) -> Tensor',
  composite: true,
  forward: (self) => nonzero(self),
});

const NONZERO_TILE = 512 * 16;

/** `nonzero_static`: as many positions as asked for, whatever there are. */
op<[Tensor, number, number], Tensor>({
  schema: 'nonzero_static(Tensor self, *, int size, int fill_value=-1) -> Tensor',
  forward(self, size) {
    check(size >= 0, "nonzero_static: 'size' must be an non-negative integer");
    const rank = self.sizes.length;
    const out = output(0, [size, rank], [1, Math.max(size, 1)], int64, self.device);
    if (self.isCuda && self.numel > 0 && rank > 0 && size > 0) {
      // What each block counts, and how many there are before it.
      const tiles = Math.ceil(self.numel / NONZERO_TILE);
      const rounds = Math.ceil(tiles / cudaDevice().properties.multiProcessorCount);
      const blocks = Math.ceil(tiles / rounds);
      const dense = inFormat(self);
      temporary(out, 4 * blocks, 8 * blocks);
      dropCopy(dense, self);
    }
    return forget(out);
  },
});

/** `combinations`: picked by the positions of a triangle. */
op<[Tensor, number, boolean], Tensor>({
  schema: 'combinations(Tensor self, int r=2, bool with_replacement=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward(self, r, repeated) {
    check(self.sizes.length === 1, () => `Expect a 1D vector, but got shape ${showSizes(self.sizes)}`);
    check(r >= 0, () => `Expect a non-negative number, but got ${r}`);
    if (r === 0) return emptyLike(self, [0]);
    const n = self.sizes[0]! + (repeated ? r - 1 : 0);
    let count = 1;
    for (let i = 0; i < r; i++) count = (count * Math.max(n - i, 0)) / (i + 1);
    const mask = scope(() => {
      const grid = emptyLike(self, [self.sizes[0]!], null, int64);
      const all = emptyLike(self, new Array<number>(r).fill(self.sizes[0]!), null, bool);
      // One comparison for each pair of neighbours, in place of which is taken what holds for all before.
      for (let i = 1; i < r; i++) drop(emptyAs(all));
      drop(grid);
      return all;
    });
    const positions = callOperator('nonzero_static', mask, count, -1);
    drop(mask);
    return contiguous(index(self, [positions]));
  },
});

op<[Tensor, number | null, boolean], Tensor>({
  schema: 'vander(Tensor x, int? N=None, bool increasing=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward(x, given, increasing) {
    check(x.sizes.length === 1, 'x must be a one-dimensional tensor.');
    const n = given ?? x.sizes[0]!;
    check(n >= 0, 'N must be non-negative.');
    const result = empty([x.sizes[0]!, n], promoteTypes(x.dtype, int64), x.device);
    if (n > 0) callOperator('fill_', select(result, 1, 0), 1);
    if (n > 1) {
      copy_(slice(result, 1, 1, null, 1), unsqueeze(x, 1));
      scope(() => {
        const rest = slice(result, 1, 1, null, 1);
        copy_(rest, callOperator('cumprod', rest, 1, null));
      });
    }
    return increasing ? result : callOperator('flip', result, [1]);
  },
});
