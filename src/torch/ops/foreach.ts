/**
 * The _foreach_ operators that optimizers are made of (aten/src/ATen/native/cuda/Foreach*.cu). The fast route makes a list
 * of results (none in place); tensors that it can't take go one by one through the ordinary operator.
 */
import { emptyLike, setKnown } from '../allocate.js';
import { Category, opMathType, type DType, type MemoryFormat } from '../dtype.js';
import { check } from '../errors.js';
import { drop, op, overloads } from '../operator.js';
import { float, scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { sameSizes } from '../shape.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, copy_, to } from './copy.js';
import { emptyAs } from './dense.js';

type Tensors = readonly Tensor[];

/** `can_use_fast_route`: one device and dtype, the same dense geometry across lists. */
function isFast(lists: readonly Tensors[], allowIntegers: boolean): boolean {
  const [first] = lists;
  const head = first![0]!;
  const { dtype, device } = head;
  if (!head.isCuda || (!allowIntegers && dtype.category <= Category.int)) return false;
  for (let i = 0; i < first!.length; i++) {
    const t = first![i]!;
    if (t.dtype !== dtype || t.device !== device || !t.isNonOverlappingAndDense) return false;
    if (state.gradEnabled && t.requiresGrad) return false;
    for (let l = 1; l < lists.length; l++) {
      const other = lists[l]![i]!;
      if (
        other.dtype !== dtype ||
        other.device !== device ||
        !sameSizes(other.sizes, t.sizes) ||
        !sameSizes(other.strides, t.strides)
      )
        return false;
      if (state.gradEnabled && other.requiresGrad) return false;
    }
  }
  return true;
}

function checkLists(...lists: Tensors[]): void {
  check(lists[0]!.length > 0, 'Tensor list must have at least one tensor.');
  for (const list of lists)
    check(
      list.length === lists[0]!.length,
      () => `Tensor lists must have the same number of tensors, got ${lists[0]!.length} and ${list.length}`,
    );
}

/** Results of the fast route: new tensors, or the first list itself changed. */
function fastResults(self: Tensors, inplace: boolean): Tensor[] {
  if (!inplace) return self.map((t) => emptyAs(t));
  for (const t of self) {
    t.bumpVersion();
    if (t.storage.known !== null) setKnown(t, undefined);
  }
  return self as Tensor[];
}

/** The dtype of a scalar fits the fast route: a float changes integer tensors' dtype. */
function keepsDtype(dtype: DType, scalars: readonly Scalar[]): boolean {
  return dtype.isFloating || scalars.every((s) => scalarCategory(s) <= Category.int);
}

/** Defines `_foreach_name` and `_foreach_name_` for one overload. */
function foreach(
  name: string,
  overload: string,
  parameters: string,
  lists: (args: unknown[]) => Tensors[],
  options: {
    scalars?: (args: unknown[]) => Scalar[];
    allowIntegers?: boolean;
    first?: number;
    one: (inplace: boolean, i: number, args: unknown[]) => Tensor;
    variants?: ('out' | 'inplace')[];
  },
): void {
  for (const variant of options.variants ?? (['out', 'inplace'] as const)) {
    const inplace = variant === 'inplace';
    const self = inplace ? 'Tensor(a!)[] self' : 'Tensor[] self';
    const suffix = overload === '' ? '' : `.${overload}`;
    const full = `_foreach_${name}${inplace ? '_' : ''}`;
    const leading = options.first === 1 ? `Scalar self, Tensor[] exponent` : `${self}${parameters}`;
    op<unknown[], unknown>({
      schema: `${full}${suffix}(${leading}) -> ${inplace ? 'Tensor(a!)[]' : 'Tensor[]'}`,
      bind: 'function',
      composite: true,
      forward(...args) {
        const all = lists(args);
        checkLists(...all);
        const target = all[0]!;
        if (
          isFast(all, options.allowIntegers ?? true) &&
          keepsDtype(target[0]!.dtype, options.scalars?.(args) ?? []) &&
          // Steps and the like, whose values programs ask for, keep them by the ordinary operators.
          (target[0]!.storage.known === null || target[0]!.numel > 1)
        ) {
          return fastResults(target, inplace);
        }
        return target.map((_, i) => options.one(inplace, i, args));
      },
    });
  }
}

const list = (args: unknown[], i: number): Tensors => args[i] as Tensors;
const has = (name: string): boolean => overloads.has(name);

for (const name of [
  'abs',
  'acos',
  'asin',
  'atan',
  'ceil',
  'cos',
  'cosh',
  'erf',
  'erfc',
  'exp',
  'expm1',
  'floor',
  'frac',
  'lgamma',
  'log',
  'log10',
  'log1p',
  'log2',
  'neg',
  'reciprocal',
  'round',
  'rsqrt',
  'sigmoid',
  'sign',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
  'trunc',
])
  foreach(name, '', '', (args) => [list(args, 0)], {
    allowIntegers: ['abs', 'neg', 'sign', 'ceil', 'floor', 'round', 'trunc'].includes(name),
    one: (inplace, i, args) =>
      callOperator(inplace && has(`${name}_`) ? `${name}_` : name, list(args, 0)[i]!),
  });

/** One element of a binary operator, by the operator's rules for its second operand. */
function binaryOne(
  name: string,
  inplace: boolean,
  self: Tensor,
  other: Tensor | Scalar,
  alpha: Scalar | undefined,
): Tensor {
  let called = name;
  if ((name === 'maximum' || name === 'minimum') && !(other instanceof Tensor))
    called = name === 'maximum' ? 'clamp_min' : 'clamp_max';
  const rest = alpha === undefined ? [other] : [other, alpha];
  if (inplace && has(`${called}_`)) return callOperator(`${called}_`, self, ...rest);
  const out = callOperator(called, self, ...rest);
  return inplace ? copy_(self, out) : out;
}

for (const name of ['add', 'sub', 'mul', 'div', 'clamp_max', 'clamp_min', 'maximum', 'minimum', 'pow']) {
  const alpha = name === 'add' || name === 'sub' ? ', *, Scalar alpha=1' : '';
  const allowIntegers = name !== 'div';
  const exponent = name === 'pow' ? 'exponent' : null;
  foreach(name, 'Scalar', `, Scalar ${exponent ?? 'scalar'}`, (args) => [list(args, 0)], {
    allowIntegers,
    scalars: (args) => [args[1] as Scalar],
    one: (inplace, i, args) =>
      binaryOne(name, inplace, list(args, 0)[i]!, args[1] as Scalar, alpha === '' ? undefined : 1),
  });
  foreach(
    name,
    'List',
    `, Tensor[] ${exponent ?? 'other'}${alpha}`,
    (args) => [list(args, 0), list(args, 1)],
    {
      allowIntegers,
      one: (inplace, i, args) =>
        binaryOne(
          name,
          inplace,
          list(args, 0)[i]!,
          list(args, 1)[i]!,
          alpha === '' ? undefined : (args[2] as Scalar),
        ),
    },
  );
  foreach(name, 'ScalarList', `, Scalar[] ${exponent ?? 'scalars'}`, (args) => [list(args, 0)], {
    allowIntegers,
    scalars: (args) => args[1] as Scalar[],
    one: (inplace, i, args) =>
      binaryOne(name, inplace, list(args, 0)[i]!, (args[1] as Scalar[])[i]!, alpha === '' ? undefined : 1),
  });
  if (['add', 'mul', 'div', 'sub'].includes(name) && name !== 'sub')
    foreach(
      name,
      'Tensor',
      `, Tensor other${name === 'add' ? ', *, Scalar alpha=1' : ''}`,
      (args) => [list(args, 0)],
      {
        allowIntegers,
        one: (inplace, i, args) =>
          binaryOne(
            name,
            inplace,
            list(args, 0)[i]!,
            args[1] as Tensor,
            name === 'add' ? (args[2] as Scalar) : undefined,
          ),
      },
    );
}
foreach('pow', 'ScalarAndTensor', '', (args) => [list(args, 1)], {
  first: 1,
  variants: ['out'],
  allowIntegers: false,
  one: (_inplace, i, args) => callOperator('pow', args[0], list(args, 1)[i]!),
});

for (const name of ['addcmul', 'addcdiv']) {
  const three = (args: unknown[]): Tensors[] => [list(args, 0), list(args, 1), list(args, 2)];
  const one =
    (value: (args: unknown[], i: number) => Scalar) => (inplace: boolean, i: number, args: unknown[]) =>
      callOperator(
        inplace ? `${name}_` : name,
        list(args, 0)[i]!,
        list(args, 1)[i]!,
        list(args, 2)[i]!,
        value(args, i),
      );
  foreach(name, 'Scalar', ', Tensor[] tensor1, Tensor[] tensor2, Scalar value=1', three, {
    one: one((args) => args[3] as Scalar),
  });
  foreach(name, 'ScalarList', ', Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars', three, {
    one: one((args, i) => (args[3] as Scalar[])[i]!),
  });
  foreach(name, 'Tensor', ', Tensor[] tensor1, Tensor[] tensor2, Tensor scalars', three, {
    one: one(() => float(1)),
  });
}

foreach(
  'lerp',
  'List',
  ', Tensor[] tensors1, Tensor[] weights',
  (args) => [list(args, 0), list(args, 1), list(args, 2)],
  {
    one: (inplace, i, args) =>
      callOperator(inplace ? 'lerp_' : 'lerp', list(args, 0)[i]!, list(args, 1)[i]!, list(args, 2)[i]!),
  },
);
foreach('lerp', 'Scalar', ', Tensor[] tensors1, Scalar weight', (args) => [list(args, 0), list(args, 1)], {
  one: (inplace, i, args) =>
    callOperator(inplace ? 'lerp_' : 'lerp', list(args, 0)[i]!, list(args, 1)[i]!, args[2]),
});
foreach(
  'lerp',
  'ScalarList',
  ', Tensor[] tensors1, Scalar[] weight',
  (args) => [list(args, 0), list(args, 1)],
  {
    one: (inplace, i, args) =>
      callOperator(
        inplace ? 'lerp_' : 'lerp',
        list(args, 0)[i]!,
        list(args, 1)[i]!,
        (args[2] as Scalar[])[i]!,
      ),
  },
);

// ---- copies ----

op<[Tensors], Tensors>({
  schema: '_foreach_zero_(Tensor(a!)[] self) -> Tensor(a!)[]',
  bind: 'function',
  composite: true,
  forward(self) {
    for (const t of self) callOperator('zero_', t);
    return self;
  },
});
op<[Tensors, Tensors, boolean], Tensors>({
  schema: '_foreach_copy_(Tensor(a!)[] self, Tensor[] src, bool non_blocking=False) -> Tensor(a!)[]',
  bind: 'function',
  composite: true,
  forward(self, src) {
    checkLists(self, src);
    for (const [i, t] of self.entries()) copy_(t, src[i]!);
    return self;
  },
});
op<[Tensors, Tensors, boolean], Tensor[]>({
  schema: '_foreach_copy(Tensor[] self, Tensor[] src, bool non_blocking=False) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, src) => self.map((t, i) => to(src[i]!, t.dtype, t.device, true)),
});
op<[Tensors, MemoryFormat | null], Tensor[]>({
  schema: '_foreach_clone(Tensor[] self, *, MemoryFormat? memory_format=None) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, format) => self.map((t) => clone(t, format)),
});

// ---- reductions ----

/** Elements that one block reads. */
const CHUNK = 65536;

/** One number for each chunk, all tensors taken as large as the largest. */
function chunkBuffer(self: Tensors, dtype: DType): Tensor {
  let most = 0;
  for (const t of self) most = Math.max(most, Math.ceil(t.numel / CHUNK));
  return emptyLike(self[0]!, [self.length * most], null, dtype);
}

op<[Tensors, Scalar, DType | null], Tensor[]>({
  schema: '_foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward(self, ord, dtype) {
    checkLists(self);
    const p = scalarValue(ord);
    if (!isFast([self], false) || !(p === 1 || p === 2 || p === Infinity) || self.some((t) => t.numel === 0))
      return self.map((t) => callOperator('linalg_vector_norm', t, ord, null, false, dtype));
    const result = dtype ?? self[0]!.dtype;
    const buffer = chunkBuffer(self, opMathType(result));
    const results = self.map((t) => emptyLike(t, [], null, result));
    drop(buffer);
    return results;
  },
});
op<[Tensors], Tensor[]>({
  schema: '_foreach_max(Tensor[] self) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward(self) {
    checkLists(self);
    if (!isFast([self], true)) return self.map((t) => callOperator('max', t));
    const results = self.map((t) => emptyLike(t, []));
    drop(chunkBuffer(self, self[0]!.dtype));
    return results;
  },
});
