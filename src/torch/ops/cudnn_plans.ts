/**
 * `torch.backends.cudnn.benchmark`: a convolution of sizes that the process meets first tries cuDNN's plans, and then empties the
 * allocator's cache (`run_single_conv` in native/cudnn/Conv_v8.cpp). What the trials take themselves is a workspace: not known.
 */
import type { ConvolutionPass } from '../../device/cudnn-workspace.js';
import type { MemoryFormat } from '../dtype.js';
import { heap } from '../../python/heap.js';
import type { Sizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import type { ConvParams } from './convolution_backend.js';

/** What a transposed convolution runs is the other one's pass. */
const OF_TRANSPOSED: Record<ConvolutionPass, ConvolutionPass> = {
  forward: 'input',
  input: 'forward',
  weight: 'weight',
};

/** A call of cuDNN for a pass of a convolution, its operands made. */
export function choosePlan(
  pass: ConvolutionPass,
  input: Tensor,
  weight: Tensor,
  output: Sizes,
  p: ConvParams,
  format: MemoryFormat,
): void {
  const { cuda, flags } = state;
  if (flags['cudnn_benchmark'] !== true || cuda === undefined || state.isCapturing(state.stream)) return;
  const [own, image] = p.transposed ? [OF_TRANSPOSED[pass], output] : [pass, input.sizes];
  const deterministic = flags['cudnn_deterministic'] === true || state.deterministic;
  const { padding, stride, dilation, groups } = p;
  const key = JSON.stringify([
    own,
    input.dtype.name,
    format.name,
    image,
    weight.sizes,
    padding,
    stride,
    dilation,
    groups,
    deterministic,
  ]);
  if (cuda.cudnnPlans.has(key)) return;
  cuda.cudnnPlans.add(key);
  heap.settle();
  cuda.allocator.emptyCache();
}
