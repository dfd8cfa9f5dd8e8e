/** Data types, devices, layouts and memory formats: the small immutable values of PyTorch. */
import { nativeClass } from '../python/classes.js';
import { PyObject } from '../python/heap.js';

export const DTypeClass = nativeClass({
  name: 'dtype',
  bases: [],
  module: 'torch',
  final: true,
  nameInC: 'torch.dtype',
});
export const DeviceClass = nativeClass({
  name: 'device',
  bases: [],
  module: 'torch',
  final: true,
  nameInC: 'torch.device',
});
export const LayoutClass = nativeClass({
  name: 'layout',
  bases: [],
  module: 'torch',
  final: true,
  nameInC: 'torch.layout',
});
export const MemoryFormatClass = nativeClass({
  name: 'memory_format',
  bases: [],
  module: 'torch',
  final: true,
  nameInC: 'torch.memory_format',
});
export const QSchemeClass = nativeClass({
  name: 'qscheme',
  bases: [],
  module: 'torch',
  final: true,
  nameInC: 'torch.qscheme',
});

/** The kinds that type promotion orders: bool < int < float < complex. */
export const enum Category {
  bool,
  int,
  float,
  complex,
}

export class DType extends PyObject {
  readonly isFloating: boolean;
  readonly isComplex: boolean;
  /** Half-width floating types, whose sums are kept in float32. */
  readonly isReduced: boolean;
  constructor(
    readonly name: string,
    /** Bytes of one element. */
    readonly itemsize: number,
    readonly category: Category,
    readonly isSigned: boolean,
    /** The C++ name, for error messages: `Float`. */
    readonly scalarName: string,
  ) {
    super(DTypeClass);
    this.isFloating = category === Category.float;
    this.isComplex = category === Category.complex;
    this.isReduced = name === 'float16' || name === 'bfloat16';
  }
  get repr(): string {
    return 'torch.' + this.name;
  }
}

const {
  bool: b,
  int: i,
  float: f,
  complex: c,
} = { bool: Category.bool, int: Category.int, float: Category.float, complex: Category.complex };

export const uint8 = new DType('uint8', 1, i, false, 'Byte');
export const int8 = new DType('int8', 1, i, true, 'Char');
export const int16 = new DType('int16', 2, i, true, 'Short');
export const int32 = new DType('int32', 4, i, true, 'Int');
export const int64 = new DType('int64', 8, i, true, 'Long');
export const float16 = new DType('float16', 2, f, true, 'Half');
export const float32 = new DType('float32', 4, f, true, 'Float');
export const float64 = new DType('float64', 8, f, true, 'Double');
export const complex32 = new DType('complex32', 4, c, true, 'ComplexHalf');
export const complex64 = new DType('complex64', 8, c, true, 'ComplexFloat');
export const complex128 = new DType('complex128', 16, c, true, 'ComplexDouble');
export const bool = new DType('bool', 1, b, false, 'Bool');
export const bfloat16 = new DType('bfloat16', 2, f, true, 'BFloat16');
export const uint16 = new DType('uint16', 2, i, false, 'UInt16');
export const uint32 = new DType('uint32', 4, i, false, 'UInt32');
export const uint64 = new DType('uint64', 8, i, false, 'UInt64');

const others: DType[] = [
  new DType('float8_e4m3fn', 1, f, true, 'Float8_e4m3fn'),
  new DType('float8_e4m3fnuz', 1, f, true, 'Float8_e4m3fnuz'),
  new DType('float8_e5m2', 1, f, true, 'Float8_e5m2'),
  new DType('float8_e5m2fnuz', 1, f, true, 'Float8_e5m2fnuz'),
  new DType('float8_e8m0fnu', 1, f, true, 'Float8_e8m0fnu'),
  new DType('float4_e2m1fn_x2', 1, f, true, 'Float4_e2m1fn_x2'),
  new DType('qint8', 1, i, true, 'QInt8'),
  new DType('quint8', 1, i, false, 'QUInt8'),
  new DType('qint32', 4, i, true, 'QInt32'),
  new DType('quint4x2', 1, i, false, 'QUInt4x2'),
  new DType('quint2x4', 1, i, false, 'QUInt2x4'),
  new DType('bits8', 1, i, false, 'Bits8'),
  new DType('bits16', 2, i, false, 'Bits16'),
  new DType('bits1x8', 1, i, false, 'Bits1x8'),
  new DType('bits2x4', 1, i, false, 'Bits2x4'),
  new DType('bits4x2', 1, i, false, 'Bits4x2'),
];
for (let n = 1; n <= 7; n++)
  others.push(new DType(`int${n}`, 1, i, true, `Int${n}`), new DType(`uint${n}`, 1, i, false, `UInt${n}`));

/** Every dtype by PyTorch's name. */
export const dtypes: Record<string, DType> = {};
for (const dtype of [
  uint8,
  int8,
  int16,
  int32,
  int64,
  float16,
  float32,
  float64,
  complex32,
  complex64,
  complex128,
  bool,
  bfloat16,
  uint16,
  uint32,
  uint64,
  ...others,
])
  dtypes[dtype.name] = dtype;

/** The second names that PyTorch gives some dtypes. */
export const dtypeAliases: Record<string, DType> = {
  float: float32,
  double: float64,
  half: float16,
  short: int16,
  int: int32,
  long: int64,
  chalf: complex32,
  cfloat: complex64,
  cdouble: complex128,
};

/** The floating dtype of a complex one's parts; other dtypes are themselves. */
export function toReal(dtype: DType): DType {
  return dtype === complex128
    ? float64
    : dtype === complex64
      ? float32
      : dtype === complex32
        ? float16
        : dtype;
}

export function toComplex(dtype: DType): DType {
  return dtype === float64 ? complex128 : dtype === float16 ? complex32 : dtype.isComplex ? dtype : complex64;
}

/** The dtype that CUDA kernels accumulate in (`at::acc_type`): bytes matter for staging buffers. */
export function accumulateType(dtype: DType): DType {
  if (dtype.isReduced) return float32;
  if (dtype === complex32) return complex64;
  return dtype;
}

/** `at::toOpMathType`. */
export const opMathType = accumulateType;

/** int64 for integers and bool, as sums give; floating dtypes are themselves. */
export function sumType(dtype: DType): DType {
  return dtype.category <= Category.int ? int64 : dtype;
}

export type DeviceType = 'cpu' | 'cuda' | 'meta' | 'mps' | 'xpu' | 'other';

export class Device extends PyObject {
  constructor(
    readonly type: string,
    /** -1 where none was given. */
    readonly index: number,
  ) {
    super(DeviceClass);
  }
  get text(): string {
    return this.index < 0 ? this.type : `${this.type}:${this.index}`;
  }
  toKey(): string {
    return '\0device' + this.text;
  }
}

const devices = new Map<string, Device>();

/** The device of a type and index; one object for each. */
export function device(type: string, index = -1): Device {
  const key = index < 0 ? type : `${type}:${index}`;
  let found = devices.get(key);
  if (found === undefined) devices.set(key, (found = new Device(type, index)));
  return found;
}

export const CPU = device('cpu');
export const META = device('meta');
export const CUDA0 = device('cuda', 0);
device('cuda');

const DEVICE_TYPES =
  'cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, privateuseone';

/** Parses `cuda:1`; the message of PyTorch's error where it isn't one. */
export function parseDevice(text: string): Device | string {
  if (text === '') return 'Device string must not be empty';
  const match = /^([a-z_]+)(?::(0|[1-9]\d*))?$/.exec(text);
  if (match === null) return `Invalid device string: '${text}'`;
  if (!DEVICE_TYPES.split(', ').includes(match[1]!))
    return `Expected one of ${DEVICE_TYPES} device type at start of device string: ${match[1]}`;
  return device(match[1]!, match[2] === undefined ? -1 : Number(match[2]));
}

/** A named singleton: a layout, a memory format or a quantization scheme. */
export class NamedValue extends PyObject {
  constructor(
    cls: typeof LayoutClass,
    readonly name: string,
  ) {
    super(cls);
  }
}

export const layouts: Record<string, NamedValue> = {};
for (const name of [
  'strided',
  'sparse_coo',
  'sparse_csr',
  'sparse_csc',
  'sparse_bsr',
  'sparse_bsc',
  'jagged',
  '_mkldnn',
])
  layouts[name] = new NamedValue(LayoutClass, name);
export const strided = layouts['strided']!;

export const contiguousFormat = new NamedValue(MemoryFormatClass, 'contiguous_format');
export const preserveFormat = new NamedValue(MemoryFormatClass, 'preserve_format');
export const channelsLast = new NamedValue(MemoryFormatClass, 'channels_last');
export const channelsLast3d = new NamedValue(MemoryFormatClass, 'channels_last_3d');
export type MemoryFormat = NamedValue;

export const qschemes: Record<string, NamedValue> = {};
for (const name of [
  'per_tensor_affine',
  'per_channel_affine',
  'per_tensor_symmetric',
  'per_channel_symmetric',
  'per_channel_affine_float_qparams',
])
  qschemes[name] = new NamedValue(QSchemeClass, name);

const CPP_NAMES: Record<string, string> = {
  float32: 'float',
  float64: 'double',
  float16: 'c10::Half',
  bfloat16: 'c10::BFloat16',
  int64: 'long int',
  int32: 'int',
  int16: 'short int',
  int8: 'signed char',
  uint8: 'unsigned char',
  bool: 'bool',
  complex32: 'c10::complex<c10::Half>',
  complex64: 'c10::complex<float>',
  complex128: 'c10::complex<double>',
};

/** The C++ type of a dtype, as error messages that print a TypeMeta show it. */
export function cppName(dtype: DType): string {
  return CPP_NAMES[dtype.name] ?? dtype.scalarName;
}
