/** Complex tensors: conjugates (which are lazy), parts, and the views between complex and real. */
import { empty, emptyLike, likeStrides } from '../allocate.js';
import { bool as BOOL, Category, complex64, toComplex, toReal } from '../dtype.js';
import { check } from '../errors.js';
import { elementwise } from '../iterator.js';
import { drop, op, pendingOutput, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { state } from '../state.js';
import { noteConjugate, type Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, contiguous } from './copy.js';
import { select } from './views.js';

/** `_conj`: the same memory, read as its conjugate; a kernel that does not know of it gets a copy (`operator.ts`). */
const _conj: Op<[self: Tensor]> = op({
  schema: '_conj(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  node: 'ConjBackward0',
  view: true,
  forward(self) {
    const view = self.alias();
    view.isConj = !self.isConj;
    if (view.isConj) noteConjugate();
    return view;
  },
  viewFunction: () => (base) => _conj(base),
  autograd: () => ({ backward: ([grad]) => [conj(grad!)] }),
});

/** The conjugate of a complex tensor; a real one is its own. */
export function conj(t: Tensor): Tensor {
  return t.dtype.isComplex ? _conj(t) : t;
}
op<[Tensor], Tensor>({ schema: 'conj(Tensor(a) self) -> Tensor(a)', composite: true, forward: conj });

const _conj_physical: Op<[self: Tensor]> = op({
  schema: '_conj_physical(Tensor self) -> Tensor',
  bind: 'function',
  node: 'ConjPhysicalBackward0',
  forward: (self) => (self.isConj ? clone(self) : elementwise([self], self.dtype)),
  autograd: () => ({ backward: ([grad]) => [conj_physical(grad!)] }),
});
/** `conj_physical`: a tensor of its own. */
export const conj_physical: Op<[self: Tensor]> = op({
  schema: 'conj_physical(Tensor self) -> Tensor',
  composite: true,
  forward: (self) => (self.dtype.isComplex ? _conj_physical(self) : self),
});
op<[Tensor], Tensor>({
  schema: 'conj_physical_(Tensor(a!) self) -> Tensor(a!)',
  forward(self) {
    self.bumpVersion();
    return self;
  },
  autograd: () => ({ backward: ([grad]) => [conj_physical(grad!)] }),
});
op<[Tensor], Tensor>({
  schema: 'resolve_conj(Tensor(a) self) -> Tensor(a)',
  composite: true,
  forward: (self) => (self.isConj ? clone(self) : self),
});
for (const name of ['resolve_neg', 'lift_fresh', 'lift'])
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor(a) self) -> Tensor(a)`,
    composite: true,
    forward: (self) => self,
  });

export const view_as_real: Op<[self: Tensor]> = op({
  schema: 'view_as_real(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  view: true,
  forward(self) {
    check(self.dtype.isComplex, 'view_as_real is only supported for complex tensors');
    check(
      !self.isConj,
      "view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you can view it as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.",
    );
    return self.alias(
      [...self.sizes, 2],
      [...self.strides.map((s) => s * 2), 1],
      self.offset * 2,
      toReal(self.dtype),
    );
  },
  viewFunction: () => (base) => view_as_real(base),
  autograd: () => ({ backward: ([grad]) => [view_as_complex(contiguous(grad!))] }),
});
export const view_as_complex: Op<[self: Tensor]> = op({
  schema: 'view_as_complex(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  view: true,
  forward(self) {
    const rank = self.sizes.length;
    check(
      ['float16', 'float32', 'float64'].includes(self.dtype.name),
      () =>
        `view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: ${self.dtype.scalarName}`,
    );
    check(rank > 0, 'Input tensor must have one or more dimensions');
    check(self.sizes[rank - 1] === 2, 'Tensor must have a last dimension of size 2');
    check(
      self.strides.slice(0, -1).every((s) => s % 2 === 0),
      'Tensor must have a stride divisible by 2 for all but last dimension',
    );
    check(self.strides[rank - 1] === 1, 'Tensor must have a last dimension with stride 1');
    check(self.offset % 2 === 0, 'Tensor must have a storage_offset divisible by 2');
    return self.alias(
      self.sizes.slice(0, -1),
      self.strides.slice(0, -1).map((s) => s / 2),
      self.offset / 2,
      toComplex(self.dtype),
    );
  },
  viewFunction: () => (base) => view_as_complex(base),
  autograd: () => ({
    backward: ([grad]) => [view_as_real(callOperator('resolve_conj', contiguous(grad!)))],
  }),
});

/** The real part, as a view. */
export function real(t: Tensor): Tensor {
  return t.dtype.isComplex ? select(view_as_real(t.isConj ? _conj(t) : t), -1, 0) : t;
}
/** The imaginary part, as a view. */
export function imag(t: Tensor): Tensor {
  check(t.dtype.isComplex, 'imag is not implemented for tensors with non-complex dtypes.');
  return select(view_as_real(t.isConj ? _conj(t) : t), -1, 1);
}
op<[Tensor], Tensor>({
  schema: 'real(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  composite: true,
  forward: real,
});
op<[Tensor], Tensor>({
  schema: 'imag(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  composite: true,
  forward: imag,
});

/** `handle_r_to_c`: the gradient of a real tensor is real. */
export function toKindOf(isComplex: boolean, gradient: Tensor): Tensor {
  return isComplex ? gradient : real(gradient);
}

/** `complex_check_dtype` and `complex_check_floating`. */
function checkParts(first: Tensor, second: Tensor): void {
  const fits = (t: Tensor): boolean => ['float16', 'float32', 'float64'].includes(t.dtype.name);
  check(
    fits(first) && fits(second),
    () =>
      `Expected both inputs to be Half, Float or Double tensors but got ${first.dtype.scalarName} and ${second.dtype.scalarName}`,
  );
  check(
    first.dtype === second.dtype,
    () =>
      `Expected object of scalar type ${first.dtype.scalarName} but got scalar type ${second.dtype.scalarName} for second argument`,
  );
  const out = pendingOutput(0);
  const dtype = toComplex(first.dtype);
  check(
    out === null || out.dtype === dtype,
    () =>
      `Expected object of scalar type ${dtype.scalarName} but got scalar type ${out!.dtype.scalarName} for argument 'out'`,
  );
}

op<[Tensor, Tensor], Tensor>({
  schema: 'complex(Tensor real, Tensor imag) -> Tensor',
  bind: 'function',
  forward(re, im) {
    checkParts(re, im);
    return elementwise([re, im], toComplex(re.dtype), undefined, complex64);
  },
  // Both are kept, though only the gradient is read.
  autograd: (needs, _result, re, im) => ({
    saved: [needs[0] ? re : null, needs[1] ? im : null],
    backward: ([grad], _saved, wanted) => [wanted[0] ? real(grad!) : null, wanted[1] ? imag(grad!) : null],
  }),
});
op<[Tensor, Tensor], Tensor>({
  schema: 'polar(Tensor abs, Tensor angle) -> Tensor',
  bind: 'function',
  forward(abs, angle) {
    checkParts(abs, angle);
    return elementwise([abs, angle], toComplex(abs.dtype), undefined, complex64);
  },
  autograd: (_needs, result) => ({
    saved: [result],
    backward([grad], [r]) {
      const conjugate = conj(grad!);
      const ofAbs = real(scope(() => callOperator('mul', conjugate, callOperator('sgn', r))));
      const turned = callOperator('mul', r, float(1));
      return [ofAbs, real(callOperator('mul', conjugate, turned))];
    },
  }),
});

/** A function to the reals: of a complex tensor it is computed as complex, and its real part copied. */
export function toRealParts(self: Tensor, compute?: (x: number) => number): Tensor {
  if (!self.dtype.isComplex) return elementwise([self], self.dtype, compute);
  const result = elementwise([self], toReal(self.dtype));
  const whole = emptyLike(self, self.sizes, likeStrides(self, null));
  drop(whole);
  return result;
}

op<[Tensor], Tensor>({
  schema: 'angle(Tensor self) -> Tensor',
  forward: (self) =>
    self.dtype.category <= Category.int ? elementwise([self], state.defaultDtype) : toRealParts(self),
  autograd: (_needs, _result, self) => ({
    saved: [self],
    backward([grad], [s]) {
      if (!s!.dtype.isComplex) return [emptyLike(grad!, grad!.sizes, likeStrides(grad!, null))];
      const isZero = callOperator('eq', s, 0);
      const zero = empty([], s!.dtype, s!.device);
      const turned = scope(() => {
        const quotient = callOperator(
          'div',
          callOperator('mul', grad!, s),
          callOperator('pow', callOperator('abs', s), 2),
        );
        return callOperator('mul', quotient, float(1));
      });
      return [callOperator('where', isZero, zero, turned)];
    },
  }),
});
op<[Tensor], Tensor>({
  schema: 'isreal(Tensor self) -> Tensor',
  composite: true,
  forward: (self) =>
    self.dtype.isComplex
      ? callOperator('eq', imag(self), 0)
      : callOperator('ones_like', self, BOOL, null, null, null, false, null),
});
