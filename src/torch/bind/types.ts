/** The small types as Python sees them: dtype, device, layout, memory_format, Size, Generator, finfo, iinfo. */
import { invalidCombination } from './argument_errors.js';
import { nativeClass, typeOf } from '../../python/classes.js';
import { heap, type Value } from '../../python/heap.js';
import { defineType, makeType } from '../../python/native.js';
import { NotImplemented, PyFloat, PyInstance, PyTuple, PyUnknown } from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { empty } from '../allocate.js';
import {
  device as deviceOf,
  Device,
  DeviceClass,
  DType,
  DTypeClass,
  dtypes,
  LayoutClass,
  MemoryFormatClass,
  NamedValue,
  parseDevice,
  QSchemeClass,
  toComplex,
  toReal,
  uint8,
} from '../dtype.js';
import { numel } from '../shape.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';

defineType(DTypeClass, {
  methods: {
    '__repr__(self, /)': (_vm, self: DType) => self.repr,
    '__reduce__(self, /)': (_vm, self: DType) => self.name,
    'to_real(self, /)': (_vm, self: DType) => toReal(self),
    'to_complex(self, /)': (_vm, self: DType) => toComplex(self),
  },
  getset: {
    is_floating_point: (_vm, self: DType) => self.isFloating,
    is_complex: (_vm, self: DType) => self.isComplex,
    is_signed: (_vm, self: DType) => self.isSigned,
    itemsize: (_vm, self: DType) => self.itemsize,
  },
});

/** Devices that `with torch.device(…)` entered, and what was the default before each. */
const entered: Device[] = [];

defineType(DeviceClass, {
  staticMethods: {
    '__new__(cls, type=None, index=None)': (vm: VM, _cls: Value, type: Value, index: Value) => {
      if (type instanceof PyUnknown) return type;
      if (type instanceof Device) return type;
      if (typeof type === 'number') {
        if (type < 0) throw vm.error('RuntimeError', 'Device index must not be negative');
        return deviceOf('cuda', type);
      }
      const text = vm.asStr(type);
      if (text === undefined)
        throw vm.error(
          'TypeError',
          invalidCombination(
            'device',
            ['(torch.device device)', '(str type, int index = -1)'],
            type === null ? [] : [type],
            new Map<string, Value>(),
          ),
        );
      const parsed = parseDevice(text);
      if (typeof parsed === 'string') throw vm.error('RuntimeError', parsed);
      if (typeof index !== 'number') return parsed;
      if (index < 0) throw vm.error('RuntimeError', 'Device index must not be negative');
      if (parsed.index >= 0)
        throw vm.error(
          'RuntimeError',
          `type (string) must not include an index because index was passed explicitly: ${text}`,
        );
      return deviceOf(parsed.type, index);
    },
  },
  methods: {
    '__repr__(self, /)': (_vm, self: Device) =>
      self.index < 0 ? `device(type='${self.type}')` : `device(type='${self.type}', index=${self.index})`,
    '__str__(self, /)': (_vm, self: Device) => self.text,
    '__eq__(self, other, /)': (_vm, self: Device, other: Value) =>
      other instanceof Device ? self === other : NotImplemented,
    '__hash__(self, /)': (vm, self: Device) => vm.hash(self.text),
    '__enter__(self, /)': (_vm, self: Device) => {
      entered.push(state.defaultDevice);
      state.defaultDevice = self;
      return self;
    },
    '__exit__(self, *args)': () => {
      const before = entered.pop();
      if (before !== undefined) state.defaultDevice = before;
      return false;
    },
    '__call__(self, func, /)': (_vm, _self: Device, func: Value) => func,
    '__reduce__(self, /)': (_vm, self: Device) =>
      new PyTuple([DeviceClass, new PyTuple(self.index < 0 ? [self.type] : [self.type, self.index])]),
  },
  getset: {
    type: (_vm, self: Device) => self.type,
    index: (_vm, self: Device) => (self.index < 0 ? null : self.index),
  },
});

for (const cls of [LayoutClass, MemoryFormatClass, QSchemeClass])
  defineType(cls, {
    methods: {
      '__repr__(self, /)': (_vm, self: NamedValue) => 'torch.' + self.name,
      '__reduce__(self, /)': (_vm, self: NamedValue) => self.name,
    },
  });

// ---- Size ----

export const SizeClass = nativeClass({
  name: 'Size',
  bases: [T.tuple],
  module: 'torch',
  nameInC: 'torch.Size',
});

/** A torch.Size. */
export function size(sizes: readonly number[]): PyTuple {
  return new PyTuple(sizes, SizeClass);
}

/** `size * count`: a Size, as slices and sums are. */
function repeated(_vm: VM, self: PyTuple, count: Value): Value {
  if (typeof count !== 'number') return NotImplemented;
  const items: Value[] = [];
  for (let i = 0; i < count; i++) items.push(...self.items);
  return new PyTuple(items, SizeClass);
}
defineType(SizeClass, {
  staticMethods: {
    '__new__(cls, iterable=..., /)': (vm: VM, cls: Value, iterable: Value | undefined) => {
      if (iterable instanceof PyUnknown) return iterable;
      const items = iterable === undefined ? [] : vm.collect(iterable);
      const checked = items.map((item, i) => {
        if (item instanceof PyUnknown || typeof item === 'number') return item;
        if (item instanceof Tensor)
          return item.storage.valueAt(item.offset) ?? vm.unknown('the value of a tensor');
        if (typeof item === 'object' || typeof item === 'string')
          throw vm.error(
            'TypeError',
            `torch.Size() takes an iterable of 'int' (item ${i} is '${typeOf(item).typeName}')`,
          );
        return item;
      });
      return new PyTuple(checked, cls as typeof SizeClass);
    },
  },
  methods: {
    '__repr__(self, /)': (vm, self: PyTuple) =>
      `torch.Size([${self.items.map((v) => vm.repr(v)).join(', ')}])`,
    'numel(self, /)': (_vm, self: PyTuple) => {
      const unknown = self.items.find((v) => v instanceof PyUnknown);
      return unknown ?? numel(self.items as number[]);
    },
    '__reduce__(self, /)': (_vm, self: PyTuple) =>
      new PyTuple([SizeClass, new PyTuple([new PyTuple(self.items)])]),
    '__add__(self, other, /)': (_vm, self: PyTuple, other: Value) =>
      other instanceof PyTuple
        ? new PyTuple(
            [...self.items, ...other.items],
            other.cls === T.tuple || other.cls === SizeClass ? SizeClass : T.tuple,
          )
        : NotImplemented,
    '__radd__(self, other, /)': (_vm, self: PyTuple, other: Value) =>
      other instanceof PyTuple ? new PyTuple([...other.items, ...self.items], SizeClass) : NotImplemented,
    '__mul__(self, value, /)': repeated,
    '__rmul__(self, value, /)': repeated,
    '__getitem__(self, key, /)': (vm, self: PyTuple, key: Value) => {
      const plain = vm.getItem(new PyTuple(self.items), key);
      return plain instanceof PyTuple ? new PyTuple(plain.items, SizeClass) : plain;
    },
  },
});

// ---- Generator ----

export class Generator extends PyInstance {
  private current = 67280421310721;
  constructor(
    cls: typeof GeneratorClass,
    readonly device: Device,
  ) {
    super(cls);
  }
  get seed(): number {
    return this.current;
  }
  set seed(seed: number) {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    this.current = seed;
  }
  override snapshot(): () => void {
    const { current } = this;
    return () => {
      this.current = current;
    };
  }
}
export const GeneratorClass = nativeClass({
  name: 'Generator',
  nameInC: 'torch._C.Generator',
  bases: [],
  module: 'torch._C',
  allocate: (cls) => new Generator(cls, deviceOf('cpu')),
});
defineType(GeneratorClass, {
  staticMethods: {
    '__new__(cls, device=None)': (vm: VM, cls: Value, device: Value) => {
      const text =
        device instanceof Device ? device : device === null ? deviceOf('cpu') : parseDevice(vm.str(device));
      return new Generator(cls as typeof GeneratorClass, text instanceof Device ? text : deviceOf('cpu'));
    },
  },
  methods: {
    'manual_seed(self, seed, /)': (_vm, self: Generator, seed: Value) => {
      if (typeof seed === 'number') self.seed = seed;
      return self;
    },
    'seed(self, /)': (_vm, self: Generator) => self.seed,
    'initial_seed(self, /)': (_vm, self: Generator) => self.seed,
    // the sizes of the states of PyTorch's generators, in host memory for all devices
    'get_state(self, /)': (_vm, self: Generator) =>
      empty([self.device.type === 'cuda' ? 16 : 5056], uint8, deviceOf('cpu')),
    'set_state(self, state, /)': (_vm, self: Generator) => self,
    'clone_state(self, /)': (_vm, self: Generator) => self,
    'set_offset(self, offset, /)': () => null,
    'get_offset(self, /)': () => 0,
    'graphsafe_get_state(self, /)': (_vm, self: Generator) => self,
    'graphsafe_set_state(self, state, /)': (_vm, self: Generator) => self,
  },
  getset: { device: (_vm, self: Generator) => self.device },
});

// ---- finfo and iinfo ----

interface FloatInfo {
  bits: number;
  max: number;
  eps: number;
  tiny: number;
  resolution: number;
  smallest: number;
}
const FLOATS: Record<string, FloatInfo> = {
  float16: { bits: 16, max: 65504, eps: 2 ** -10, tiny: 2 ** -14, resolution: 1e-3, smallest: 2 ** -24 },
  bfloat16: {
    bits: 16,
    max: 3.3895313892515355e38,
    eps: 2 ** -7,
    tiny: 2 ** -126,
    resolution: 1e-2,
    smallest: 9.183549615799121e-41,
  },
  float32: {
    bits: 32,
    max: 3.4028234663852886e38,
    eps: 2 ** -23,
    tiny: 2 ** -126,
    resolution: 1e-6,
    smallest: 1.401298464324817e-45,
  },
  float64: {
    bits: 64,
    max: Number.MAX_VALUE,
    eps: 2 ** -52,
    tiny: 2 ** -1022,
    resolution: 1e-15,
    smallest: 5e-324,
  },
  float8_e4m3fn: { bits: 8, max: 448, eps: 0.125, tiny: 2 ** -6, resolution: 1, smallest: 2 ** -9 },
  float8_e5m2: { bits: 8, max: 57344, eps: 0.25, tiny: 2 ** -14, resolution: 1, smallest: 2 ** -16 },
};
const INTEGERS: Record<string, [number, number | bigint, number | bigint]> = {
  uint8: [8, 0, 255],
  int8: [8, -128, 127],
  int16: [16, -32768, 32767],
  uint16: [16, 0, 65535],
  int32: [32, -2147483648, 2147483647],
  uint32: [32, 0, 4294967295],
  int64: [64, -9223372036854775808n, 9223372036854775807n],
  uint64: [64, 0, 18446744073709551615n],
};

class TypeInfo extends PyInstance {
  constructor(
    cls: typeof FinfoClass,
    readonly dtype: DType,
  ) {
    super(cls);
  }
}
function dtypeArgument(vm: VM, dtype: Value): DType {
  if (dtype === null || dtype === undefined) return state.defaultDtype;
  if (dtype instanceof DType) return dtype;
  throw vm.error(
    'TypeError',
    `finfo(): argument 'type' (position 1) must be torch.dtype, not ${vm.str(dtype)}`,
  );
}
export const FinfoClass = makeType(
  'finfo',
  { module: 'torch' },
  {
    staticMethods: {
      '__new__(cls, type=None)': (vm: VM, cls: Value, type: Value) => {
        if (type instanceof PyUnknown) return type;
        const dtype = toReal(dtypeArgument(vm, type));
        if (FLOATS[dtype.name] === undefined)
          throw vm.error(
            'TypeError',
            `torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'`,
          );
        return new TypeInfo(cls as typeof FinfoClass, dtype);
      },
    },
    getset: {
      bits: (_vm, self: TypeInfo) => FLOATS[self.dtype.name]!.bits,
      max: (_vm, self: TypeInfo) => new PyFloat(FLOATS[self.dtype.name]!.max),
      min: (_vm, self: TypeInfo) => new PyFloat(-FLOATS[self.dtype.name]!.max),
      eps: (_vm, self: TypeInfo) => new PyFloat(FLOATS[self.dtype.name]!.eps),
      tiny: (_vm, self: TypeInfo) => new PyFloat(FLOATS[self.dtype.name]!.tiny),
      smallest_normal: (_vm, self: TypeInfo) => new PyFloat(FLOATS[self.dtype.name]!.tiny),
      resolution: (_vm, self: TypeInfo) => new PyFloat(FLOATS[self.dtype.name]!.resolution),
      dtype: (_vm, self: TypeInfo) => self.dtype.name,
    },
  },
);
export const IinfoClass = makeType(
  'iinfo',
  { module: 'torch' },
  {
    staticMethods: {
      '__new__(cls, type, /)': (vm: VM, cls: Value, type: Value) => {
        if (type instanceof PyUnknown) return type;
        const dtype = dtypeArgument(vm, type);
        if (INTEGERS[dtype.name] === undefined)
          throw vm.error(
            'TypeError',
            `torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'`,
          );
        return new TypeInfo(cls as typeof FinfoClass, dtype);
      },
    },
    getset: {
      bits: (_vm, self: TypeInfo) => INTEGERS[self.dtype.name]![0],
      min: (_vm, self: TypeInfo) => INTEGERS[self.dtype.name]![1],
      max: (_vm, self: TypeInfo) => INTEGERS[self.dtype.name]![2],
      dtype: (_vm, self: TypeInfo) => self.dtype.name,
    },
  },
);

/** Entries of `torch._C` for the types and their values. */
export function typeEntries(): Record<string, Value> {
  return {
    dtype: DTypeClass,
    device: DeviceClass,
    layout: LayoutClass,
    memory_format: MemoryFormatClass,
    qscheme: QSchemeClass,
    Size: SizeClass,
    Generator: GeneratorClass,
    finfo: FinfoClass,
    iinfo: IinfoClass,
    ...dtypes,
  };
}
