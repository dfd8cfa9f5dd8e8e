/** How the modelled PyTorch raises Python exceptions. */
import type { PyClass } from '../python/classes.js';
import type { PyUnknown } from '../python/objects.js';
import type { VM } from '../python/vm.js';

/** The machine that is calling; set by the binding at each call, so that kernels can raise. */
export const caller: { vm: VM | undefined } = { vm: undefined };

/** PyTorch's own exception classes, once `torch._C` was made. */
export const exceptionClasses: {
  OutOfMemoryError: PyClass | undefined;
  AcceleratorError: PyClass | undefined;
} = { OutOfMemoryError: undefined, AcceleratorError: undefined };

/** A Python exception raised where no machine is running (in tests of kernels). */
export class TorchError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
    this.name = type;
  }
}

/** Raises a Python exception of a built-in type. */
export function fail(type: string, message: string): never {
  const { vm } = caller;
  if (vm === undefined) throw new TorchError(type, message);
  throw vm.error(type, message);
}

/** Raises RuntimeError unless the condition holds (`TORCH_CHECK`). */
export function check(condition: boolean, message: string | (() => string), type = 'RuntimeError'): void {
  if (!condition) fail(type, typeof message === 'string' ? message : message());
}

/** Raises what the CUDA runtime says of a device that the machine does not have: it has one. */
export function checkOrdinal(index: number): void {
  if (index <= 0) return;
  const message =
    'CUDA error: invalid device ordinal\nGPU device may be out of range, do you have enough GPUs?\n';
  const { vm } = caller;
  if (vm === undefined) throw new TorchError('AcceleratorError', message);
  throw vm.error(exceptionClasses.AcceleratorError ?? 'RuntimeError', message);
}

/** The machine that is calling Python code. */
export function machine(): VM {
  if (caller.vm === undefined) throw new Error('torch: no machine is running');
  return caller.vm;
}

/** Thrown by kernels whose result cannot be known; the binding gives the value to Python. */
export class UnknownResult {
  constructor(readonly value: PyUnknown) {}
}
