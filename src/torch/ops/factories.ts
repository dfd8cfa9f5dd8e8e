/** Operators that make tensors from nothing, and `fill_`. Randomness has no values here. */
import { sum } from './sum.js';
import { elementwise, temporary } from '../iterator.js';
import {
  checkSizes,
  empty,
  emptyLike,
  knownValues,
  likeStrides,
  output,
  resizeTo,
  setKnown,
  setRepeated,
} from '../allocate.js';
import { Category, float32, int32, int64, type Device, type DType, type MemoryFormat } from '../dtype.js';
import { check, fail, machine, UnknownResult } from '../errors.js';
import { drop, op, type Op } from '../operator.js';
import { resultType, scalarType } from '../promotion.js';
import { scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { sameSizes, stridesFor, type Sizes } from '../shape.js';
import { resolveDevice, state } from '../state.js';
import { KNOWN_LIMIT, Tensor } from '../tensor.js';

import { drawEvenly, drawIntegers, drawOnes, nextRandom } from './draws.js';
import { radixSortBytes } from './sorting_memory.js';
import { narrow } from './views.js';

const OPTIONS =
  'ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool requires_grad=False';
/** What `OPTIONS` parses to. */
type Options = [
  dtype: DType | null,
  layout: unknown,
  device: Device | null,
  pinMemory: unknown,
  requiresGrad: boolean,
];

/** Lets a new tensor require grad, if that is wanted. Raises RuntimeError for types that cannot. */
export function finish(t: Tensor, requiresGrad: boolean): Tensor {
  if (requiresGrad) {
    check(
      t.dtype.isFloating || t.dtype.isComplex,
      'Only Tensors of floating point and complex dtype can require gradients',
    );
    t.requiresGrad = true;
  }
  return t;
}

/** A new tensor of a kernel that may be given its result. */
function make(sizes: Sizes, dtype: DType, device: Device | null): Tensor {
  checkSizes(sizes);
  return output(0, sizes, null, dtype, resolveDevice(device));
}

/** Makes every element of a tensor known: of masks and integers of any size, of floating-point numbers where they are few. */
export function fillKnown(t: Tensor, value: number | undefined): Tensor {
  if (value === undefined || Number.isNaN(value) || (t.numel > 64 && t.dtype.category > 1))
    setKnown(t, undefined);
  else setRepeated(t, [value]);
  return t;
}

export const emptySize: Op<[size: Sizes, ...Options, memoryFormat: MemoryFormat | null]> = op({
  schema: `empty.memory_format(int[] size, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
  bind: 'function',
  forward(size, dtype, _layout, device, _pin, requiresGrad, format) {
    checkSizes(size);
    return finish(
      output(
        0,
        size,
        format === null ? null : stridesFor(size, format),
        dtype ?? state.defaultDtype,
        resolveDevice(device),
      ),
      requiresGrad,
    );
  },
});
op<[Sizes, Sizes, ...Options], Tensor>({
  schema: `empty_strided(int[] size, int[] stride, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (size, stride, dtype, _l, device, _p, requiresGrad) =>
    finish(empty(size, dtype ?? state.defaultDtype, resolveDevice(device), stride), requiresGrad),
});
op<[Sizes, Sizes, ...Options], Tensor>({
  schema: `empty_permuted(int[] size, int[] physical_layout, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(size, layout, dtype, _l, device, _p, requiresGrad) {
    const rank = size.length;
    check(
      rank === layout.length,
      `Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = ${rank} is not equal to len(physical_layout) = ${layout.length}`,
    );
    layout.forEach((d, i) => {
      check(
        d >= 0 && d < rank,
        `Dimension out of range (expected to be between 0 and ${rank - 1}, but got ${d} at index ${i}).  NB: negative dims not currently supported; file an issue if you want it.`,
      );
      check(!layout.slice(0, i).includes(d), 'Duplicate dim not allowed');
    });
    const strides = new Array<number>(size.length);
    let step = 1;
    for (let i = size.length - 1; i >= 0; i--) {
      strides[layout[i]!] = step;
      step *= Math.max(size[layout[i]!]!, 1);
    }
    return finish(empty(size, dtype ?? state.defaultDtype, resolveDevice(device), strides), requiresGrad);
  },
});
for (const [name, value] of [
  ['zeros', 0],
  ['ones', 1],
] as const)
  op<[Sizes, ...Options], Tensor>({
    schema: `${name}(int[] size, *, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward(size, dtype, _l, device, _p, requiresGrad) {
      check(name !== 'zeros' || !size.some((n) => n < 0), 'zeros: Dimension size must be non-negative.');
      return finish(fillKnown(make(size, dtype ?? state.defaultDtype, device), value), requiresGrad);
    },
  });
op<[Sizes, Scalar, ...Options], Tensor>({
  schema: `full(int[] size, Scalar fill_value, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (size, value, dtype, _l, device, _p, requiresGrad) =>
    finish(fillKnown(make(size, dtype ?? scalarType(value), device), scalarValue(value)), requiresGrad),
});
for (const name of ['rand', 'randn'])
  op<[Sizes, unknown, ...Options], Tensor>({
    schema: `${name}(int[] size, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward(size, _g, dtype, _l, device, _p, requiresGrad) {
      const out = make(size, dtype ?? state.defaultDtype, device);
      checkFilling(name === 'rand' ? 'uniform_' : 'normal_', out, null);
      if (name === 'rand') drawEvenly(out, 0, 1);
      return finish(out, requiresGrad);
    },
  });
op<[number, number, Sizes, unknown, ...Options], Tensor>({
  schema: `randint.low(int low, int high, int[] size, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(low, high, size, _g, dtype, _l, device, _p, requiresGrad) {
    check(low < high, `random_ expects 'from' to be less than 'to', but got from=${low} >= to=${high}`);
    return finish(
      drawIntegers(make(size, dtype ?? int64, device), (random) => low + Math.floor(random * (high - low))),
      requiresGrad,
    );
  },
});
op<[number, Sizes, unknown, ...Options], Tensor>({
  schema: `randint(int high, int[] size, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(high, size, _g, dtype, _l, device, _p, requiresGrad) {
    check(high > 0, `random_ expects 'from' to be less than 'to', but got from=0 >= to=${high}`);
    return finish(
      drawIntegers(make(size, dtype ?? int64, device), (random) => Math.floor(random * high)),
      requiresGrad,
    );
  },
});
op<[number, unknown, ...Options], Tensor>({
  schema: `randperm(int n, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(n, _g, dtype, _l, device, _p, requiresGrad) {
    const target = resolveDevice(device);
    const out = make([n], dtype ?? int64, device);
    if (target.type === 'cuda' && n > 0) {
      // A range is sorted by random keys of so many bits that they are probably different.
      const bits = Math.min(64, Math.ceil(Math.log2(n - (6 * n * n + 1) / (12 * Math.log(0.9)))));
      const range = empty([n], dtype ?? int64, target);
      const keys = empty([n], bits <= 32 ? int32 : int64, target);
      const sorted = emptyLike(keys);
      temporary(out, radixSortBytes(n, keys.dtype.itemsize, bits, out.dtype.itemsize));
      drop(range, keys, sorted);
    }
    if (target.type === 'cpu' && n <= KNOWN_LIMIT) {
      const order = Array.from({ length: n }, (_, i) => i);
      for (let i = n - 1; i > 0; i--) {
        const j = Math.floor(nextRandom() * (i + 1));
        [order[i], order[j]] = [order[j]!, order[i]!];
      }
      setKnown(out, order);
    }
    return finish(out, requiresGrad);
  },
});

/** The length of a range, in double arithmetic as PyTorch's. */
function rangeLength(start: number, end: number, step: number): number {
  check(step !== 0, 'step must be nonzero');
  check(
    (step > 0 && end >= start) || (step < 0 && end <= start),
    'upper bound and lower bound inconsistent with step sign',
  );
  return Math.ceil((end - start) / step);
}

function range(start: Scalar, end: Scalar, step: Scalar, dtype: DType | null, device: Device | null): Tensor {
  const floating = [start, end, step].some((s) => scalarCategory(s) === Category.float);
  const kind = dtype ?? (floating ? state.defaultDtype : int64);
  const [from, to, by] = [scalarValue(start), scalarValue(end), scalarValue(step)];
  if (Number.isNaN(from + to + by))
    throw new UnknownResult(
      machine().unknown('how many numbers are in a range whose bounds depend on values'),
    );
  check(
    Number.isFinite(from) && Number.isFinite(to),
    `unsupported range: ${from} -> ${to}`.replace(/Infinity/g, 'inf'),
  );
  const n = rangeLength(from, to, by);
  const out = make([n], kind, device);
  if (n <= KNOWN_LIMIT)
    setKnown(
      out,
      Array.from({ length: n }, (_, i) => from + i * by),
    );
  return out;
}
op<[Scalar, ...Options], Tensor>({
  schema: `arange(Scalar end, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (end, dtype, _l, device, _p, requiresGrad) =>
    finish(range(0, end, 1, dtype, device), requiresGrad),
});
op<[Scalar, Scalar, Scalar, ...Options], Tensor>({
  schema: `arange.start(Scalar start, Scalar end, Scalar step=1, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (start, end, step, dtype, _l, device, _p, requiresGrad) =>
    finish(range(start, end, step, dtype, device), requiresGrad),
});
op<[Scalar, Scalar, Scalar, ...Options], Tensor>({
  schema: `range(Scalar start, Scalar end, Scalar step=1, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(start, end, step, dtype, _l, device, _p, requiresGrad) {
    const n = Math.floor((scalarValue(end) - scalarValue(start)) / scalarValue(step)) + 1;
    return finish(make([n], dtype ?? state.defaultDtype, device), requiresGrad);
  },
});
for (const name of ['linspace', 'logspace'] as const)
  op<[start: Scalar | Tensor, end: Scalar | Tensor, steps: number, ...rest: unknown[]], Tensor>({
    schema: `${name}(Number start, Number end, int steps, ${name === 'logspace' ? 'float base=10.0, ' : ''}*, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward(...args) {
      const [start, end, steps] = args;
      const rest = args.slice(name === 'logspace' ? 4 : 3) as unknown as Options;
      const [dtype, , device, , requiresGrad] = rest;
      check(steps >= 0, 'number of steps must be non-negative');
      const like = [start, end].find((x): x is Tensor => x instanceof Tensor);
      const ranks = [start, end].map((x) => (x instanceof Tensor ? x.sizes.length : 0));
      const shown = [start, end].map((x, i) =>
        x instanceof Tensor ? `${['start', 'end'][i]} with ${ranks[i]} dimension(s)` : null,
      );
      const given = shown.filter((x) => x !== null);
      check(
        ranks.every((rank) => rank === 0),
        `${name} only supports 0-dimensional ${given.length === 2 ? 'start and end tensors' : shown[0] === null ? 'end tensor' : 'start tensor'}, but got ${given.join(' and ')}.`,
      );
      const out = make([steps], dtype ?? state.defaultDtype, device ?? like?.device ?? null);
      if (
        name === 'linspace' &&
        !(start instanceof Tensor) &&
        !(end instanceof Tensor) &&
        steps <= KNOWN_LIMIT
      ) {
        const [from, to] = [scalarValue(start), scalarValue(end)];
        // As the kernel does, from both ends; in float32 for a float32 result.
        const f = out.dtype.itemsize === 8 ? (x: number) => x : Math.fround;
        const step = f((to - from) / (steps - 1));
        setKnown(
          out,
          Number.isNaN(from + to)
            ? undefined
            : Array.from({ length: steps }, (_, i) =>
                steps === 1
                  ? from
                  : i < Math.floor(steps / 2)
                    ? f(from + f(step * i))
                    : f(to - f(step * (steps - i - 1))),
              ),
        );
      }
      return finish(out, requiresGrad);
    },
  });
op<[number, ...Options], Tensor>({
  schema: `eye(int n, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (n, dtype, _l, device, _p, requiresGrad) => finish(eyeKernel(n, n, dtype, device), requiresGrad),
});
op<[number, number, ...Options], Tensor>({
  schema: `eye.m(int n, int m, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (n, m, dtype, _l, device, _p, requiresGrad) =>
    finish(eyeKernel(n, m, dtype, device), requiresGrad),
});
function eyeKernel(n: number, m: number, dtype: DType | null, device: Device | null): Tensor {
  check(n >= 0, `n must be greater or equal to 0, got ${n}`);
  check(m >= 0, `m must be greater or equal to 0, got ${m}`);
  const out = make([n, m], dtype ?? state.defaultDtype, device);
  if (n * m <= 256)
    setKnown(
      out,
      Array.from({ length: n * m }, (_, i) => +(Math.floor(i / m) === i % m)),
    );
  return out;
}
op<[Scalar, ...Options], Tensor>({
  schema: `scalar_tensor(Scalar s, *, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward: (s, dtype, _l, device, _p, requiresGrad) =>
    finish(fillKnown(make([], dtype ?? state.defaultDtype, device), scalarValue(s)), requiresGrad),
});
for (const [name, upper] of [
  ['tril_indices', false],
  ['triu_indices', true],
] as const)
  op<[number, number, number, ...Options], Tensor>({
    schema: `${name}(int row, int col, int offset=0, *, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward(rows, columns, offset, dtype, _l, device, _p, requiresGrad) {
      let n = 0;
      for (let r = 0; r < rows; r++) {
        const lower = Math.min(Math.max(r + offset + 1, 0), columns);
        n += upper ? columns - Math.min(Math.max(r + offset, 0), columns) : lower;
      }
      return finish(make([2, n], dtype ?? int64, device), requiresGrad);
    },
  });
/**
 * A window function (`aten/src/ATen/native/TensorFactories.cpp`): a periodic one is the first part of a longer one. kaiser_window
 * and blackman_window have as many tensors of its size at once as `most` says.
 */
function window(
  name: string,
  length: number,
  periodic: boolean,
  [dtype, , device, , requiresGrad]: Options,
): Tensor {
  const kind = dtype ?? state.defaultDtype;
  check(
    kind.isFloating || kind.isComplex,
    () =>
      `${name} expects floating point dtypes, got: TensorOptions(dtype=${NAMES_IN_C[kind.name] ?? kind.name}, device=${resolveDevice(device).text}, layout=Strided (default), requires_grad=false (default), pinned_memory=false, memory_format=(nullopt))`,
  );
  check(length >= 0, () => `${name} requires non-negative window_length, got window_length=${length}`);
  const n = length > 1 && periodic ? length + 1 : length;
  const others = n > 1 ? (MORE_AT_ONCE[name] ?? 0) : 0;
  const temporaries = Array.from({ length: others }, () => make([n], kind, device));
  const whole = make([n], kind, device);
  for (const t of temporaries) drop(t);
  return finish(n === length ? whole : narrow(whole, 0, 0, length), requiresGrad);
}
const NAMES_IN_C: Record<string, string> = {
  int64: 'long int',
  int32: 'int',
  int16: 'short int',
  int8: 'signed char',
  uint8: 'unsigned char',
};
/** Tensors of a window's size beside the result at the peak. */
const MORE_AT_ONCE: Record<string, number> = { kaiser_window: 1, blackman_window: 4 };

for (const name of ['hann_window', 'hamming_window', 'blackman_window', 'bartlett_window', 'kaiser_window'])
  op<[number, boolean, ...Options], Tensor>({
    schema: `${name}(int window_length, bool periodic=True, *, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward: (n, periodic, ...options) => window(name, n, periodic, options),
  });

for (const [overload, parameters] of [
  ['kaiser_window.beta', 'float beta'],
  ['hamming_window.periodic_alpha', 'float alpha'],
  ['hamming_window.periodic_alpha_beta', 'float alpha, float beta'],
] as const)
  op<[number, boolean, ...unknown[]], Tensor>({
    schema: `${overload}(int window_length, bool periodic, ${parameters}, *, ${OPTIONS}) -> Tensor`,
    bind: 'function',
    forward: (n, periodic, ...rest) =>
      window(overload.split('.')[0]!, n, periodic, rest.slice(parameters.split(',').length) as Options),
  });

// ---- like another tensor ----

const LIKE =
  'ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool requires_grad=False, MemoryFormat? memory_format=None';
type Like = [
  dtype: DType | null,
  layout: unknown,
  device: Device | null,
  pinMemory: unknown,
  requiresGrad: boolean,
  memoryFormat: MemoryFormat | null,
];

function like(self: Tensor, [dtype, , device, , requiresGrad, format]: Like, value?: number): Tensor {
  const out = output(
    0,
    self.sizes,
    likeStrides(self, format),
    dtype ?? self.dtype,
    device === null ? self.device : resolveDevice(device),
  );
  return finish(value === undefined ? out : fillKnown(out, value), requiresGrad);
}
export const zeros_like: Op<[self: Tensor, ...Like]> = op({
  schema: `zeros_like(Tensor self, *, ${LIKE}) -> Tensor`,
  bind: 'function',
  forward: (self, ...rest) => like(self, rest, 0),
});
export const ones_like: Op<[self: Tensor, ...Like]> = op({
  schema: `ones_like(Tensor self, *, ${LIKE}) -> Tensor`,
  bind: 'function',
  forward: (self, ...rest) => like(self, rest, 1),
});
op<[Tensor, Scalar, ...Like], Tensor>({
  schema: `full_like(Tensor self, Scalar fill_value, *, ${LIKE}) -> Tensor`,
  bind: 'function',
  forward: (self, value, ...rest) => like(self, rest, scalarValue(value)),
});
for (const name of ['rand_like', 'randn_like'])
  op<[Tensor, ...Like], Tensor>({
    schema: `${name}(Tensor self, *, ${LIKE}) -> Tensor`,
    bind: 'function',
    forward(self, ...rest) {
      const out = like(self, rest);
      checkFilling(name === 'rand_like' ? 'uniform_' : 'normal_', out, null);
      return name === 'rand_like' ? drawEvenly(out, 0, 1) : out;
    },
  });
op<[Tensor, number, ...Like], Tensor>({
  schema: `randint_like(Tensor self, int high, *, ${LIKE}) -> Tensor`,
  bind: 'function',
  forward: (self, _high, ...rest) => like(self, rest),
});
op<[Tensor, number, number, ...Like], Tensor>({
  schema: `randint_like.low_dtype(Tensor self, int low, int high, *, ${LIKE}) -> Tensor`,
  bind: 'function',
  forward: (self, _low, _high, ...rest) => like(self, rest),
});

/** Zeros as autograd's formulas make them. */
export function zerosLike(t: Tensor): Tensor {
  return zeros_like(t, null, null, null, null, false, null);
}

function newTensor(
  self: Tensor,
  size: Sizes,
  [dtype, , device, , requiresGrad]: Options,
  value?: number,
): Tensor {
  checkSizes(size);
  const out = empty(size, dtype ?? self.dtype, device === null ? self.device : resolveDevice(device));
  return finish(value === undefined ? out : fillKnown(out, value), requiresGrad);
}
op<[Tensor, Sizes, ...Options], Tensor>({
  schema: `new_empty(Tensor self, int[] size, *, ${OPTIONS}) -> Tensor`,
  bind: 'method',
  forward: (self, size, ...rest) => newTensor(self, size, rest),
});
op<[Tensor, Sizes, ...Options], Tensor>({
  schema: `new_zeros(Tensor self, int[] size, *, ${OPTIONS}) -> Tensor`,
  bind: 'method',
  forward: (self, size, ...rest) => newTensor(self, size, rest, 0),
});
op<[Tensor, Sizes, ...Options], Tensor>({
  schema: `new_ones(Tensor self, int[] size, *, ${OPTIONS}) -> Tensor`,
  bind: 'method',
  forward: (self, size, ...rest) => newTensor(self, size, rest, 1),
});
op<[Tensor, Sizes, Scalar, ...Options], Tensor>({
  schema: `new_full(Tensor self, int[] size, Scalar fill_value, *, ${OPTIONS}) -> Tensor`,
  bind: 'method',
  forward: (self, size, value, ...rest) => newTensor(self, size, rest, scalarValue(value)),
});
op<[Tensor, Sizes, Sizes, ...Options], Tensor>({
  schema: `new_empty_strided(Tensor self, int[] size, int[] stride, *, ${OPTIONS}) -> Tensor`,
  bind: 'method',
  forward: (self, size, stride, dtype, _l, device, _p, requiresGrad) =>
    finish(
      empty(size, dtype ?? self.dtype, device === null ? self.device : resolveDevice(device), stride),
      requiresGrad,
    ),
});

// ---- filling ----

function filling(
  schema: string,
  value: (args: unknown[]) => number | undefined,
  draw?: (self: Tensor, args: unknown[]) => void,
): void {
  op<[Tensor, ...unknown[]], Tensor>({
    schema,
    bind: schema.startsWith('fill_') || schema.startsWith('zero_') ? 'function method' : 'method',
    // The first two are those of `fill`.
    node: schema.startsWith('fill_.Scalar')
      ? 'FillBackward2'
      : schema.startsWith('fill_.Tensor')
        ? 'FillBackward3'
        : undefined,
    differentiable: schema.startsWith('fill_.Tensor') ? [0, 1] : [0],
    forward(self, ...rest) {
      const called = schema.slice(0, schema.indexOf('('));
      checkFilling(called, self, rest[0]);
      checkDrawn(called, ...rest);
      fillKnown(self, value(rest));
      self.bumpVersion();
      draw?.(self, rest);
      return self;
    },
    autograd: () => ({
      backward: ([grad], _saved, needs) => [needs[0] ? zerosLike(grad!) : null, needs[1] ? sum(grad!) : null],
    }),
  });
}
/** What a random filling wants of its numbers, by name: whether they do, and PyTorch's words where they don't. */
const DRAWN: Readonly<Record<string, (a: number, b: number) => [ok: boolean, message: string]>> = {
  normal_: (_mean, std) => [std >= 0, `normal expects std >= 0.0, but found std ${std}`],
  uniform_: (from, to) => [
    from <= to,
    `uniform_ expects to return a [from, to) range, but found from=${from} > to=${to}`,
  ],
  exponential_: (rate) => [rate > 0, `exponential_ expects lambda > 0.0, but found lambda=${rate}`],
  cauchy_: (_median, sigma) => [sigma > 0, `cauchy_ expects sigma > 0.0, but found sigma=${sigma}`],
  log_normal_: (_mean, std) => [std > 0, `log_normal_ expects std > 0.0, but found std=${std}`],
  geometric_: (p) => [p > 0 && p < 1, `geometric_ expects p to be in (0, 1), but got p=${p}`],
  random_: (from, to) => [
    from < to,
    `random_ expects 'from' to be less than 'to', but got from=${from} >= to=${to}`,
  ],
  'bernoulli_.float': (p) => [p >= 0 && p <= 1, `bernoulli_ expects p to be in [0, 1], but got p=${p}`],
};

/** Raises where a random filling's numbers don't fit; what isn't a number is not looked at. */
function checkDrawn(name: string, ...given: unknown[]): void {
  const numbers = given.map((v) => (typeof v === 'number' ? v : NaN));
  if (DRAWN[name] === undefined || numbers.slice(0, DRAWN[name].length).some(Number.isNaN)) return;
  const [ok, message] = DRAWN[name](numbers[0]!, numbers[1] ?? NaN);
  check(ok, message);
}

/** The dtypes that random fillings take. */
function checkFilling(name: string, self: Tensor, value: unknown): void {
  const floating = self.dtype.isFloating || self.dtype.isComplex;
  const refuse = (kernel: string): never =>
    fail('NotImplementedError', `"${kernel}" not implemented for '${self.dtype.scalarName}'`);
  if (name === 'fill_.Tensor') {
    const rank = (value as Tensor).sizes.length;
    check(rank === 0, `fill_ only supports 0-dimension value tensor but got tensor with ${rank} dimensions.`);
  }
  if (name === 'normal_' && !floating) refuse(self.isCuda ? 'normal_kernel_cuda' : 'normal_kernel_cpu');
  if (name === 'uniform_' && !floating) refuse('check_uniform_bounds');
}
filling('fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)', ([v]) => scalarValue(v as Scalar));
filling('fill_.Tensor(Tensor(a!) self, Tensor value) -> Tensor(a!)', ([v]) => knownValues(v as Tensor)?.[0]);
filling('zero_(Tensor(a!) self) -> Tensor(a!)', () => 0);
filling(
  'normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
);
filling(
  'uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
  (self, [from, to]) => {
    if (typeof from === 'number' && typeof to === 'number') drawEvenly(self, from, to);
  },
);
filling(
  'exponential_(Tensor(a!) self, float lambd=1, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
);
filling(
  'cauchy_(Tensor(a!) self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
);
filling(
  'log_normal_(Tensor(a!) self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
);
filling('geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!)', () => undefined);
filling(
  'random_(Tensor(a!) self, int? from=None, int? to=None, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
);
filling(
  'bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
  (self, [p]) => drawOnes(self, () => (typeof p === 'number' ? p : undefined)),
);
filling(
  'bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)',
  () => undefined,
  (self, [p]) => {
    const values = sameSizes((p as Tensor).sizes, self.sizes) ? knownValues(p as Tensor) : undefined;
    if (values !== undefined) drawOnes(self, (i) => values[i]);
  },
);

export const fill: Op<[self: Tensor, value: Tensor | Scalar]> = op({
  schema: 'fill.Scalar(Tensor self, Number value) -> Tensor',
  bind: 'function',
  forward: (self, value) =>
    fillKnown(elementwise([self], self.dtype), value instanceof Tensor ? undefined : scalarValue(value)),
  autograd: () => ({ backward: ([grad], _s, needs) => [needs[0] ? zerosLike(grad!) : null, null] }),
});

op<[Tensor, unknown], Tensor>({
  schema: 'bernoulli(Tensor self, *, Generator? generator=None) -> Tensor',
  forward(self) {
    check(
      self.dtype.isFloating,
      () => `expected probabilities tensor to have floating type, got ${self.dtype.scalarName}`,
    );
    const out = output(0, self.sizes, null, self.dtype, self.device);
    // The kernel reads probabilities in float or double.
    if (self.isCuda && self.dtype.isReduced) temporary(out, self.numel * float32.itemsize);
    const values = knownValues(self);
    return values === undefined ? out : drawOnes(out, (i) => values[i]);
  },
  autograd: () => ({ backward: ([grad]) => [zerosLike(grad!)] }),
});
op<[Tensor, number, unknown], Tensor>({
  schema: 'bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor',
  forward(self, p) {
    checkDrawn('bernoulli_.float', p);
    return drawOnes(elementwise([self], self.dtype), () => p);
  },
});
op<[Tensor | Scalar, Tensor | Scalar, Sizes | null, unknown, ...Options], Tensor>({
  schema: `normal.float_float(Number mean, Number std=1, int[]? size=None, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
  bind: 'function',
  forward(mean, std, size, _g, dtype, _l, device, _p, requiresGrad) {
    checkDrawn(
      'normal_',
      mean instanceof Tensor ? 0 : scalarValue(mean),
      std instanceof Tensor ? 0 : scalarValue(std),
    );
    if (size !== null) return finish(make(size, dtype ?? state.defaultDtype, device), requiresGrad);
    const tensors = [mean, std].filter((x): x is Tensor => x instanceof Tensor);
    check(tensors.length > 0, 'normal() expects a size where mean and std are numbers', 'TypeError');
    // Whether every standard deviation is positive is looked at, before and after the result is made.
    const look = (): void => {
      if (!(std instanceof Tensor) || std.numel === 0) return;
      const least = emptyLike(std, []);
      temporary(least, 1);
      drop(least);
    };
    look();
    const out = elementwise(tensors, resultType(tensors));
    look();
    if (!(std instanceof Tensor)) temporary(out, out.numel * out.dtype.itemsize);
    else if (!(mean instanceof Tensor)) temporary(out, out.dtype.itemsize);
    return out;
  },
  autograd: () => ({
    backward: ([grad], _s, needs) => [needs[0] ? zerosLike(grad!) : null, needs[1] ? zerosLike(grad!) : null],
  }),
});
op<[Tensor, unknown], Tensor>({
  schema: 'poisson(Tensor self, Generator? generator=None) -> Tensor',
  bind: 'function',
  forward: (self) => elementwise([self], self.dtype),
  autograd: () => ({ backward: ([grad]) => [zerosLike(grad!)] }),
});

export const resize_: Op<[self: Tensor, size: Sizes, memoryFormat: MemoryFormat | null]> = op({
  schema: 'resize_(Tensor(a!) self, int[] size, *, MemoryFormat? memory_format=None) -> Tensor(a!)',
  bind: 'function method',
  differentiable: [],
  forward(self, size, format) {
    if (!sameSizes(self.sizes, size) || format !== null)
      resizeTo(self, size, format === null ? null : stridesFor(size, format));
    return self;
  },
});
op<[Tensor, Tensor, MemoryFormat | null], Tensor>({
  schema:
    'resize_as_(Tensor(a!) self, Tensor the_template, *, MemoryFormat? memory_format=None) -> Tensor(a!)',
  differentiable: [],
  forward: (self, template, format) => resize_(self, template.sizes, format),
});
