/** The allocator's settings in the program's environment, read when it uses the device first. */
import { PyModule } from '../python/objects.js';
import type { VM } from '../python/vm.js';
import type { CudaState } from './state.js';

/** In the order in which PyTorch looks for them. */
const VARIABLES = ['PYTORCH_ALLOC_CONF', 'PYTORCH_CUDA_ALLOC_CONF'];

/** Takes over what `os.environ` says. @throws AllocatorConfigError with PyTorch's message */
export function readAllocatorEnvironment(vm: VM, cuda: CudaState): void {
  const os = vm.modules.getStr('os');
  if (!(os instanceof PyModule)) return;
  const environ = vm.findAttr(os, 'environ');
  if (environ === undefined) return;
  for (const name of VARIABLES) {
    const text = vm.asStr(vm.callMethod(environ, 'get', [name]));
    if (text === undefined) continue;
    applyAllocatorSettings(vm, cuda, text);
    return;
  }
}

/** Settings such as `max_split_size_mb:128`; those of another allocator are recorded as an assumption. */
export function applyAllocatorSettings(vm: VM, cuda: CudaState, text: string): void {
  cuda.allocator.setAllocatorSettings(text);
  if (/backend\s*:\s*cudaMallocAsync/.test(text))
    vm.note(
      'assumption',
      "the allocator cudaMallocAsync is the driver's own: figures are those of PyTorch's native allocator",
    );
}
