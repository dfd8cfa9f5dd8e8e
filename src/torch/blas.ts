/** Calls of cuBLAS: the workspace that a thread's first one takes. */
import { cudaDevice, state } from './state.js';
import type { Tensor } from './tensor.js';

/** To be called by kernels that call cuBLAS, after the result and the operands' copies are allocated. */
export function useCublas(result: Tensor): void {
  if (!result.isCuda) return;
  const cuda = cudaDevice();
  cuda.useWorkspace(state.inBackward ? 'autograd' : 'main', state.recorder?.site?.() ?? 0);
}
