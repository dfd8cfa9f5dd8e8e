/** The _foreach_ operators that optimizers are made of: one kernel over lists, without temporaries but for norms. */
import { empty } from '../allocate.js'
import { accumulateType, Category, toReal, type DType } from '../dtype.js'
import { check, fail } from '../errors.js'
import { drop, op, overloads } from '../operator.js'
import { float, scalarValue, type Scalar } from '../scalar.js'
import type { Tensor } from '../tensor.js'
import { linalg_vector_norm } from './reductions.js'

type Call = (...args: unknown[]) => Tensor

function callOf(name: string): Call {
  let found: Call | undefined
  return (...args) => (found ??= overloads.get(name)![0]!.call as Call)(...args)
}

const LIST = 'Tensor[] self'

/** Both variants of an operator: `_foreach_add` and `_foreach_add_`. */
function both(name: string, overload: string, parameters: string, element: (call: Call, i: number, self: Tensor, args: unknown[]) => Tensor, operator = name): void {
  const functional = callOf(operator)
  const inplace = callOf(operator + '_')
  const suffix = overload === '' ? '' : `.${overload}`
  const rest = parameters === '' ? '' : `, ${parameters}`
  op<[Tensor[], ...unknown[]], Tensor[]>({
    schema: `_foreach_${name}${suffix}(${LIST}${rest}) -> Tensor[]`,
    bind: 'function',
    composite: true,
    forward: (self, ...args) => self.map((t, i) => element(functional, i, t, args)),
  })
  op<[Tensor[], ...unknown[]], Tensor[]>({
    schema: `_foreach_${name}_${suffix}(${LIST}${rest}) -> Tensor[]`,
    bind: 'function',
    composite: true,
    forward(self, ...args) {
      self.forEach((t, i) => element(inplace, i, t, args))
      return self
    },
  })
}

function sameLength(self: readonly unknown[], other: readonly unknown[]): void {
  check(self.length === other.length, `Tensor lists must have the same number of tensors, got ${self.length} and ${other.length}`)
}

for (const name of ['add', 'sub', 'mul', 'div', 'clamp_min', 'clamp_max', 'maximum', 'minimum', 'pow'] as const) {
  const operator = name === 'maximum' ? 'clamp_min' : name === 'minimum' ? 'clamp_max' : name
  both(name, 'Scalar', 'Scalar scalar', (call, _i, t, [scalar]) => call(t, scalar), operator)
  const alpha = name === 'add' || name === 'sub'
  both(
    name,
    'List',
    `Tensor[] other${alpha ? ', *, Scalar alpha=1' : ''}`,
    (call, i, t, [other, a]) => call(t, (other as Tensor[])[i], ...(alpha ? [a] : [])),
    operator
  )
  both(name, 'ScalarList', 'Scalar[] scalars', (call, i, t, [scalars]) => call(t, (scalars as Scalar[])[i]), operator)
  if (name === 'add' || name === 'mul' || name === 'div') both(name, 'Tensor', `Tensor other${alpha ? ', *, Scalar alpha=1' : ''}`, (call, _i, t, [other, a]) => call(t, other, ...(alpha ? [a] : [])), operator)
}
op<[Scalar, Tensor[]], Tensor[]>({
  schema: '_foreach_pow.ScalarAndTensor(Scalar self, Tensor[] exponent) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, exponents) => exponents.map((e) => callOf('pow')(self, e)),
})
for (const name of ['addcmul', 'addcdiv']) {
  const call3 = (call: Call, t: Tensor, a: Tensor, b: Tensor, value: unknown): Tensor => call(t, a, b, value)
  both(name, 'Scalar', 'Tensor[] tensor1, Tensor[] tensor2, Scalar value=1', (call, i, t, [a, b, value]) => call3(call, t, (a as Tensor[])[i]!, (b as Tensor[])[i]!, value))
  both(name, 'ScalarList', 'Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars', (call, i, t, [a, b, values]) => call3(call, t, (a as Tensor[])[i]!, (b as Tensor[])[i]!, (values as Scalar[])[i]))
  both(name, 'Tensor', 'Tensor[] tensor1, Tensor[] tensor2, Tensor scalars', (call, i, t, [a, b]) => call3(call, t, (a as Tensor[])[i]!, (b as Tensor[])[i]!, float(NaN)))
}
both('lerp', 'List', 'Tensor[] tensors1, Tensor[] weights', (call, i, t, [ends, weights]) => call(t, (ends as Tensor[])[i], (weights as Tensor[])[i]))
both('lerp', 'Scalar', 'Tensor[] tensors1, Scalar weight', (call, i, t, [ends, weight]) => call(t, (ends as Tensor[])[i], weight))
both('lerp', 'ScalarList', 'Tensor[] tensors1, Scalar[] weight', (call, i, t, [ends, weights]) => call(t, (ends as Tensor[])[i], (weights as Scalar[])[i]))
for (const name of ['abs', 'acos', 'asin', 'atan', 'ceil', 'cos', 'cosh', 'erf', 'erfc', 'exp', 'expm1', 'floor', 'frac', 'lgamma', 'log', 'log10', 'log1p', 'log2', 'neg', 'reciprocal', 'round', 'rsqrt', 'sigmoid', 'sign', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'trunc'])
  both(name, '', '', (call, _i, t) => call(t))

op<[Tensor[]], Tensor[]>({
  schema: '_foreach_zero_(Tensor[] self) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward(self) {
    self.forEach((t) => callOf('zero_')(t))
    return self
  },
})
op<[Tensor[], Tensor[], boolean], Tensor[]>({
  schema: '_foreach_copy_(Tensor[] self, Tensor[] src, bool non_blocking=False) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward(self, src) {
    sameLength(self, src)
    self.forEach((t, i) => callOf('copy_')(t, src[i], false))
    return self
  },
})

/** Elements that one block of a multi-tensor kernel works on. */
const CHUNK = 65536

function canUseFastRoute(tensors: readonly Tensor[]): boolean {
  const first = tensors[0]!
  return tensors.every((t) => t.dtype === first.dtype && t.device === first.device && t.isCuda && t.isNonOverlappingAndDense && t.dtype.category === Category.float)
}

/** The kernel of `_foreach_norm` and `_foreach_max`: partial results by chunk, then one by tensor. */
function reducedByTensor(tensors: readonly Tensor[], dtype: DType): Tensor[] {
  const device = tensors[0]!.device
  const chunks = Math.max(...tensors.map((t) => Math.ceil(t.numel / CHUNK)))
  const partial = empty([tensors.length * chunks], accumulateType(dtype), device)
  const results = tensors.map(() => empty([], dtype, device))
  drop(partial)
  return results
}

op<[Tensor[], Scalar, DType | null], Tensor[]>({
  schema: '_foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[]',
  bind: 'function',
  forward(self, ord, dtype) {
    if (self.length === 0) fail('RuntimeError', 'Tensor list must have at least one tensor.')
    const p = scalarValue(ord)
    if (canUseFastRoute(self) && (p === 1 || p === 2 || p === Infinity) && self.every((t) => t.numel > 0)) return reducedByTensor(self, toReal(dtype ?? self[0]!.dtype))
    return self.map((t) => linalg_vector_norm(t, ord, null, false, dtype))
  },
})
op<[Tensor[]], Tensor[]>({
  schema: '_foreach_max(Tensor[] self) -> Tensor[]',
  bind: 'function',
  forward: (self) => (canUseFastRoute(self) ? reducedByTensor(self, self[0]!.dtype) : self.map((t) => callOf('max')(t))),
})

/** Flattening as DDP's buckets do it. */
op<[Tensor[]], Tensor>({
  schema: 'flatten_dense_tensors(Tensor[] tensors) -> Tensor',
  bind: 'nn',
  composite: true,
  forward: (tensors) => callOf('cat')(tensors.map((t) => callOf('reshape')(t, [-1])), 0),
})
op<[Tensor, Tensor[]], Tensor[]>({
  schema: 'unflatten_dense_tensors(Tensor flat, Tensor[] tensors) -> Tensor[]',
  bind: 'nn',
  composite: true,
  forward(flat, tensors) {
    let at = 0
    return tensors.map((t) => {
      const piece = callOf('view')(callOf('narrow')(flat, 0, at, t.numel), t.sizes)
      at += t.numel
      return piece
    })
  },
})

