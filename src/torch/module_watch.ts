/** Natives of torch._C that tell a run's recorder of `nn.Module`'s life; ours, called by torch/nn/modules/module.py. */
import type { PyObject, Value } from '../python/heap.js';
import type { NativeImplementation } from '../python/native.js';
import type { VM } from '../python/vm.js';
import { state } from './state.js';

export const moduleWatchNatives: Record<string, NativeImplementation> = {
  /** `Module.__init__` runs. */
  '_module_created(module, /)': (_vm: VM, module: PyObject) => {
    state.recorder?.moduleCreated?.(module);
    return null;
  },
  /** `Module.__call__` returns `result`; gives it back. */
  '_module_returned(module, result, /)': (_vm: VM, module: PyObject, result: Value) => {
    state.recorder?.moduleReturned?.(module, result);
    return result;
  },
};
