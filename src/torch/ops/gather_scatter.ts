/** Gathering and scattering along one dimension. */
import { forget, output } from '../allocate.js';
import { contiguousFormat, int64 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { inplaceVariant, into, op, overloads, type Op, withoutFormula } from '../operator.js';
import { type Scalar } from '../scalar.js';
import { inferSize, showSizes, wrapDim } from '../shape.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { clone, copyKernel } from './copy.js';
import { gradients } from './elementwise_rules.js';
import { remainder } from './arithmetic.js';
import { callOperator } from './call.js';
import { expandTo, reshape, zerosOf } from './views.js';

export const gather: Op<[self: Tensor, dim: number, index: Tensor, sparseGrad: boolean]> = op({
  schema: 'gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor',
  differentiable: [0],
  forward(self, dim, idx) {
    check(
      idx.dtype === int64 || idx.dtype.name === 'int32' || idx.numel === 0,
      'gather(): Expected dtype int32/int64 for index',
    );
    const d = wrapDim(dim, self.sizes.length);
    if (idx.numel === 0) return output(0, idx.sizes, null, self.dtype, self.device);
    check(
      Math.max(self.sizes.length, 1) === Math.max(idx.sizes.length, 1),
      'Index tensor must have the same number of dimensions as input tensor',
    );
    idx.sizes.forEach((s, i) => {
      if (i !== d && s > (self.sizes[i] ?? 1))
        fail(
          'RuntimeError',
          `Size does not match at dimension ${i} expected index ${showSizes(idx.sizes)} to be no larger than self ${showSizes(self.sizes)} apart from dimension ${d}`,
        );
    });
    return output(0, idx.sizes, null, self.dtype, self.device);
  },
  autograd(_needs, _result, self, dim, idx) {
    return {
      saved: [self, idx],
      backward: ([grad], [s, i]) => [scatter_add_(zerosOf(grad!, s!.sizes), dim, i!, grad!)],
    };
  },
});

export function checkScatter(self: Tensor, dim: number, idx: Tensor, src: Tensor | null): void {
  check(
    idx.dtype === int64 || idx.dtype.name === 'int32' || idx.numel === 0,
    'scatter(): Expected dtype int32/int64 for index',
  );
  check(
    self.sizes.length === idx.sizes.length || self.sizes.length === 0 || idx.numel === 0,
    'Index tensor must have the same number of dimensions as self tensor',
  );
  check(src === null || src.dtype === self.dtype, 'scatter(): Expected self.dtype to be equal to src.dtype');
  check(
    src === null || Math.max(idx.sizes.length, 1) >= src.sizes.length || idx.numel === 0,
    'Index tensor must have the same number of dimensions as src tensor',
  );
  const d = wrapDim(dim, self.sizes.length);
  idx.sizes.forEach((s, i) => {
    if (src !== null && src.sizes.length > 0) wrapDim(i, src.sizes.length);
    if ((i !== d && s > self.sizes[i]!) || (src !== null && s > src.sizes[i]!))
      fail(
        'RuntimeError',
        `Expected index ${showSizes(idx.sizes)} to be no larger than self ${showSizes(self.sizes)} apart from dimension ${d}${src === null ? '' : ` and to be no larger size than src ${showSizes(src.sizes)}`}`,
      );
  });
}
const scatterOperands = '(Tensor self, int dim, Tensor index, Tensor src';

export const scatter_add: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = op({
  schema: `scatter_add${scatterOperands}) -> Tensor`,
  autocast: 'promote',
  differentiable: [0, 3],
  forward(self, dim, idx, src) {
    checkScatter(self, dim, idx, src);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (wanted, _result, _self, dim, idx) => ({
    saved: [wanted[1] ? idx : null],
    backward: ([grad], [i], needs) =>
      gradients(
        needs,
        () => grad!,
        () => gather(grad!, dim, i!, false),
      ),
  }),
});
export const scatter_add_: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = inplaceVariant(
  scatter_add,
  { bind: 'method' },
);

export const scatter: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = op({
  schema: `scatter.src${scatterOperands}) -> Tensor`,
  differentiable: [0, 3],
  forward(self, dim, idx, src) {
    checkScatter(self, dim, idx, src);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (_needs, _result, _self, dim, idx) => ({
    saved: [idx],
    backward: ([grad], [i], needs) =>
      gradients(
        needs,
        () => scatterValue(grad!, dim, i!, 0),
        () => gather(grad!, dim, i!, false),
      ),
  }),
});
inplaceVariant(scatter, { bind: 'method' });
export const scatterValue: Op<[self: Tensor, dim: number, index: Tensor, value: Scalar]> = op({
  schema: 'scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor',
  node: 'ScatterBackward1',
  differentiable: [0],
  forward(self, dim, idx, _value) {
    checkScatter(self, dim, idx, null);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (_needs, _result, _self, dim, idx) => ({
    saved: [idx],
    backward: ([grad], [i]) => [scatterValue(grad!, dim, i!, 0)],
  }),
});
inplaceVariant(scatterValue, { bind: 'method' });
for (const [overload, type] of [
  ['reduce', 'Tensor src'],
  ['value_reduce', 'Scalar value'],
] as const) {
  const made = op<[Tensor, number, Tensor, Tensor | Scalar, string], Tensor>({
    schema: `scatter.${overload}(Tensor self, int dim, Tensor index, ${type}, *, str reduce) -> Tensor`,
    ...withoutFormula('scatter'),
    forward: (self) => forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self)),
  });
  inplaceVariant(made, { bind: 'method' });
}
op<[Tensor, Tensor], Tensor>({
  schema: 'take(Tensor self, Tensor index) -> Tensor',
  differentiable: [0],
  forward(self, idx) {
    check(idx.dtype === int64, `take(): Expected a long tensor for index, but got ${idx.dtype.scalarName}`);
    return output(0, idx.sizes, null, self.dtype, self.device);
  },
  autograd(_needs, _result, self, idx) {
    return {
      saved: [self, idx],
      backward([grad], [s, i]) {
        const zeros = zerosOf(grad!, s!.sizes);
        return [state.gradEnabled ? callOperator('put_', zeros, i!, grad!, true) : zeros];
      },
    };
  },
});
function checkPut(self: Tensor, source: Tensor): void {
  check(
    self.dtype === source.dtype,
    () =>
      `put_(): self and source expected to have the same dtype, but got self.dtype = ${self.dtype.scalarName} and source.dtype = ${source.dtype.scalarName}`,
  );
}
export const put: Op<[self: Tensor, index: Tensor, source: Tensor, accumulate: boolean]> = op({
  schema: 'put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor',
  differentiable: [0, 2],
  forward(self, _index, source, _accumulate) {
    checkPut(self, source);
    return forget(clone(self, contiguousFormat));
  },
  autograd(wanted, _result, _self, idx, source, accumulate) {
    const { sizes } = source;
    return {
      saved: [idx, wanted[1] ? source : null],
      backward: ([grad], [i], needs) =>
        gradients(
          needs,
          () => (accumulate ? grad! : put(grad!, i!, zerosOf(grad!, sizes), false)),
          () =>
            reshape((overloads.get('take')![0]!.call as (a: Tensor, b: Tensor) => Tensor)(grad!, i!), sizes),
        ),
    };
  },
});
op<[Tensor, Tensor, Tensor, boolean], Tensor>({
  schema: 'put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!)',
  bind: 'method',
  node: 'PutBackward0',
  differentiable: [0, 2],
  forward(self, _index, source) {
    checkPut(self, source);
    self.bumpVersion();
    return self;
  },
  autograd: (needs, result, ...args) => put.operator.init.autograd!(needs, result, ...args),
});
op<[Tensor, Tensor, number | null], Tensor>({
  schema: 'take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor',
  composite: true,
  forward(self, indices, dim) {
    check(
      indices.dtype === int64,
      `torch.take_along_dim(): dtype of indices should be Long but got ${indices.dtype.scalarName}`,
    );
    if (dim === null) return into(gather)(reshape(self, [-1]), 0, reshape(indices, [-1]), false);
    check(
      self.sizes.length === indices.sizes.length,
      `torch.take_along_dim(): input and indices should have the same number of dimensions, but got ${self.sizes.length} dimensions for input, and ${indices.sizes.length} dimensions for indices`,
    );
    const d = wrapDim(dim, self.sizes.length);
    const [a, b] = [self.sizes.slice(), indices.sizes.slice()];
    a[d] = b[d]!;
    const wanted = inferSize(a, b);
    const broadSelf = wanted.slice();
    broadSelf[d] = self.sizes[d]!;
    return into(gather)(
      expandTo(self, broadSelf),
      d,
      remainder(expandTo(indices, wanted), self.sizes[d]!),
      false,
    );
  },
});
