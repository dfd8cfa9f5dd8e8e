/**
 * The most that cuDNN's convolutions take as a workspace while they run. Which plan a GPU gets, and so the figure, depends on cuDNN's
 * heuristics: this is a bound for an interval, never a part of a total. It follows what the kernels keep there: copies of the operands in
 * channels-last layout with channels padded to what tensor cores read, and for a weight's gradient one float copy of it per part that the
 * sum over batch and pixels is split into. `docs/memory/cudnn-workspaces.md` says how the bound was held against cuDNN's own choices.
 */
export type ConvolutionPass = 'forward' | 'input' | 'weight';

export interface ConvolutionShape {
  /** Elements. */
  input: number;
  output: number;
  weight: number;
  inputChannels: number;
  outputChannels: number;
  groups: number;
  /** Bytes of an element. */
  itemsize: number;
}

/** What copies of input and output take of them, and of the weight, which Winograd's kernels make larger (16/9). */
const TENSOR_SHARE = 1.25;
const WEIGHT_SHARE = 1.8;
const SMALL = 16 * 1024;
/** A weight's gradient is split into so many parts at most, each of at least so many terms, but not over so many bytes. */
const MOST_PARTS = 64;
const LEAST_TERMS = 8;
const MOST_PARTIAL_BYTES = 48 * 1024 * 1024;

const ceilDiv = (a: number, b: number): number => Math.ceil(a / b);

/** Bytes; at most. */
export function convolutionWorkspaceBound(shape: ConvolutionShape, pass: ConvolutionPass): number {
  const { itemsize, groups, inputChannels, outputChannels } = shape;
  const multiple = itemsize >= 4 ? 4 : 8;
  const padded = (channels: number): number =>
    groups > 1 ? 1 : (ceilDiv(channels, multiple) * multiple) / channels;
  const [ip, op] = [padded(inputChannels), padded(outputChannels)];
  const weight = shape.weight * ip * op;
  let bytes =
    itemsize * (TENSOR_SHARE * (shape.input * ip + shape.output * op) + WEIGHT_SHARE * weight) + SMALL;
  if (pass === 'weight') {
    const terms = Math.min(shape.output / outputChannels, shape.input / inputChannels);
    const parts = Math.max(1, Math.min(MOST_PARTS, ceilDiv(terms, LEAST_TERMS)));
    const each = 4 * weight;
    bytes += Math.max(Math.min(parts, 2) * each, Math.min(parts * each, MOST_PARTIAL_BYTES));
  }
  return Math.ceil(bytes);
}
