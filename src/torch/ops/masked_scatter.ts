/** What goes to where a mask is true. */
import { emptyLike, forget, setKnown } from '../allocate.js';
import { bool, contiguousFormat, cppName } from '../dtype.js';
import { check } from '../errors.js';
import { temporary } from '../iterator.js';
import { type Derivative, drop, op, type Op, scope } from '../operator.js';
import { inferSize, numel, sameSizes, type Sizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone } from './copy.js';
import { masked_fill, selectMemory } from './where.js';
import { gradients } from './elementwise_rules.js';
import { exclusiveSumBytes } from './sorting_memory.js';
import { expandTo, zerosOf } from './views.js';

/** `masked_scatter_`: the positions of true elements are a prefix sum of the mask, as int64. */
function scatterMemory(self: Tensor, denseMask: boolean): void {
  if (!self.isCuda || self.numel === 0) return;
  temporary(self, self.numel * 8, denseMask ? 0 : self.numel, exclusiveSumBytes(self.numel));
}
/** The selected gradients, and zeros up to the size of the source. */
const selectedAndZeros: Op<[grad: Tensor, mask: Tensor, sizes: Sizes]> = op({
  schema: 'masked_scatter_backward(Tensor grad_output, Tensor mask, int[] sizes) -> Tensor',
  bind: 'function',
  differentiable: [0],
  forward(grad: Tensor, mask: Tensor, sizes: Sizes) {
    selectMemory(grad, mask);
    const rest = emptyLike(grad, [numel(sizes)]);
    const out = emptyLike(grad, sizes);
    drop(rest);
    return out;
  },
  autograd: (_needs, _result, { sizes }, mask) => ({
    saved: [mask],
    backward: ([grad], [m]) => [
      scope(() => callOperator('masked_scatter', zerosOf(grad!, sizes), m!, grad!)),
    ],
  }),
});
function checkMaskedScatter(self: Tensor, mask: Tensor, source: Tensor): void {
  check(
    self.dtype === source.dtype,
    `masked_scatter_: expected self and source to have same dtypes but got ${self.dtype.scalarName} and ${source.dtype.scalarName}`,
  );
  check(
    mask.dtype === bool,
    `masked_scatter_ only supports boolean masks, but got mask with dtype ${cppName(mask.dtype)}`,
  );
}
function maskedScatterDerivative(
  _needs: unknown,
  _result: unknown,
  _self: Tensor,
  mask: Tensor,
  { sizes }: Tensor,
): Derivative {
  return {
    saved: [mask],
    backward: ([grad], [m], needs) =>
      gradients(
        needs,
        () => masked_fill(grad!, m!, 0),
        () => selectedAndZeros(grad!, m!, sizes),
      ),
  };
}
op<[Tensor, Tensor, Tensor], Tensor>({
  schema: 'masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor',
  differentiable: [0, 2],
  forward(self, mask, source) {
    checkMaskedScatter(self, mask, source);
    const sizes = inferSize(self.sizes, mask.sizes);
    const out = clone(expandTo(self, sizes), contiguousFormat);
    scatterMemory(out, sameSizes(mask.sizes, sizes) && mask.isContiguous);
    return forget(out);
  },
  autograd: maskedScatterDerivative,
});
op<[Tensor, Tensor, Tensor], Tensor>({
  schema: 'masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)',
  bind: 'method',
  differentiable: [0, 2],
  node: 'MaskedScatterBackward0',
  forward(self, mask, source) {
    checkMaskedScatter(self, mask, source);
    expandTo(mask, self.sizes);
    scatterMemory(self, sameSizes(mask.sizes, self.sizes) && mask.isContiguous);
    setKnown(self, undefined);
    self.bumpVersion();
    return self;
  },
  autograd: maskedScatterDerivative,
});
