/** `Tensor.to`: its arguments in all their forms, and the casts that are named after dtypes. */
import { invalidCombination, typeName } from './argument_errors.js';
import type { Value } from '../../python/heap.js';
import type { NativeImplementation } from '../../python/native.js';
import { PyBytes, PyFloat, PyUnknown } from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { Raise } from '../../python/native.js';
import type { VM } from '../../python/vm.js';
import { bool, CPU, Device, DType, float64, int64, complex128, type MemoryFormat } from '../dtype.js';
import { to } from '../ops/copy.js';
import { toDevice } from '../schema.js';
import { Tensor } from '../tensor.js';
import { guarded } from './call.js';

export interface ToArguments {
  dtype: DType | null;
  device: Device | null;
  copy: boolean;
  nonBlocking: boolean;
  format: MemoryFormat | null;
}

/** The arguments of `to` and of `torch._C._nn._parse_to`. */
const TO = [
  'torch.device device = None, torch.dtype dtype = None,',
  'torch.dtype dtype,',
  'Tensor tensor,',
].map(
  (first) =>
    `(${first} bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)`,
);

function toError(vm: VM, args: readonly Value[], kwargs: Map<string, Value> | null): Raise {
  return vm.error('TypeError', invalidCombination('to', TO, args, kwargs ?? new Map<string, Value>()));
}

export function parseTo(
  vm: VM,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
): ToArguments | PyUnknown {
  const out: ToArguments = { dtype: null, device: null, copy: false, nonBlocking: false, format: null };
  const booleans: boolean[] = [];
  for (const [i, arg] of args.entries()) {
    if (arg instanceof PyUnknown) return arg;
    if (arg instanceof DType) out.dtype = arg;
    else if (arg instanceof Tensor) {
      out.dtype = arg.dtype;
      out.device = arg.device;
    } else if (i === 0 && (typeof arg === 'boolean' || arg instanceof PyFloat)) {
      // A number where a tensor could be is one, on the CPU.
      out.dtype = arg instanceof PyFloat ? float64 : bool;
      out.device = CPU;
    } else if (typeof arg === 'boolean') booleans.push(arg);
    else if (arg === null) continue;
    else if (
      arg instanceof Device ||
      typeof arg === 'string' ||
      typeof arg === 'number' ||
      arg instanceof PyBytes ||
      (i === 0 && vm.asStr(arg) !== undefined)
    )
      out.device = toDevice(arg) ?? null;
    else if (pythonDtype(arg) !== undefined) out.dtype = pythonDtype(arg)!;
    else throw toError(vm, args, kwargs);
  }
  if (booleans[0] !== undefined) out.nonBlocking = booleans[0];
  if (booleans[1] !== undefined) out.copy = booleans[1];
  if (kwargs !== null)
    for (const [key, value] of kwargs) {
      if (value instanceof PyUnknown) return value;
      switch (key) {
        case 'dtype':
          out.dtype = value === null ? null : value instanceof DType ? value : (pythonDtype(value) ?? null);
          if (value !== null && out.dtype === null) throw toError(vm, args, kwargs);
          break;
        case 'device':
          out.device = value === null ? null : (toDevice(value) ?? null);
          if (value !== null && out.device === null) throw toError(vm, args, kwargs);
          break;
        case 'tensor':
        case 'other':
          out.dtype = (value as Tensor).dtype;
          out.device = (value as Tensor).device;
          break;
        case 'copy':
          out.copy = value === true;
          break;
        case 'non_blocking':
          out.nonBlocking = value === true;
          break;
        case 'memory_format':
          out.format = value as MemoryFormat | null;
          break;
        default:
          throw vm.error('TypeError', `to() got an unexpected keyword argument '${key}'`);
      }
    }
  return out;
}

/** The dtype that one of Python's types of numbers stands for. */
export function pythonDtype(value: Value): DType | undefined {
  return value === T.float
    ? float64
    : value === T.int
      ? int64
      : value === T.bool
        ? bool
        : value === T.complex
          ? complex128
          : undefined;
}

/** A device argument of a native; null where none or an unknown one was given, TypeError where it is no device. */
export function deviceArgument(vm: VM, native: string, value: Value): Device | null {
  if (value === null || value instanceof PyUnknown) return null;
  const device = toDevice(value);
  if (device === undefined)
    throw vm.error('TypeError', `${native} must be torch.device, not ${typeName(value)}`);
  return device;
}

export function convert(self: Tensor, a: ToArguments): Tensor {
  return to(self, a.dtype, a.device, a.copy, a.format, a.nonBlocking);
}

export function caster(dtype: DType): NativeImplementation {
  return (vm: VM, self: Tensor, format: Value) =>
    guarded(vm, () => to(self, dtype, null, false, (format as MemoryFormat | null) ?? null));
}
