/**
 * Inputs that were inferred, corrected by what PyTorch says when a model refuses them: "to have 4 channels, but got 3 channels instead". A
 * correction is tried by a run, so what an error cannot tell for certain may be guessed here.
 */
import type { InputEntry } from './config';
import { isIndices } from './infer-inputs';
import { defaultSize, type TensorSpec } from './input-spec';

/** What a model is tried with. */
export interface Trial {
  inputs: readonly InputEntry[];
  sizes: Readonly<Record<string, number>>;
}

/** One input's tensor, and what becomes of it. */
interface Candidate {
  index: number;
  spec: TensorSpec;
  /** The dimensions' values; undefined for those that are expressions. */
  values: (number | undefined)[];
}

type Rule = (trial: Trial, match: RegExpExecArray) => Trial | undefined;

/** Corrects inputs by a model's error message; undefined where it says nothing of them. */
export function correctedInputs(message: string, trial: Trial): Trial | undefined {
  for (const [pattern, rule] of RULES) {
    const match = pattern.exec(message);
    const corrected = match === null ? undefined : rule(trial, match);
    if (corrected !== undefined) return corrected;
  }
  return undefined;
}

function candidates({ inputs, sizes }: Trial): Candidate[] {
  const valueOf = (dim: string): number | undefined => {
    if (/^\d+$/.test(dim)) return Number(dim);
    return /^\w+$/.test(dim) ? (sizes[dim] ?? defaultSize(dim)) : undefined;
  };
  return inputs.flatMap(({ spec }, index) =>
    spec.kind === 'tensor' ? [{ index, spec, values: spec.dims.map(valueOf) }] : [],
  );
}

const isFloat = ({ spec }: Candidate): boolean => /^b?float/.test(spec.dtype);

/** Puts another tensor in the place of an input. */
function withSpec(trial: Trial, { index, spec }: Candidate, changes: Partial<TensorSpec>): Trial {
  return {
    ...trial,
    inputs: trial.inputs.map((input, i) =>
      i === index ? { ...input, spec: { ...spec, ...changes } } : input,
    ),
  };
}

/** Makes one dimension a number; the others stay. */
function withDim(trial: Trial, candidate: Candidate, at: number, value: number): Trial {
  const dims = candidate.spec.dims.map((dim, i) => (i === at ? String(value) : dim));
  return withSpec(trial, candidate, { dims });
}

const numbers = (text: string): number[] =>
  text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number);

/** The input that has a shape which a message shows, else the only one of a rank. */
function ofShape(trial: Trial, shape: readonly number[]): Candidate | undefined {
  const all = candidates(trial).filter(isFloat);
  const alike = all.filter(({ values }) => values.join() === shape.join());
  if (alike.length > 0) return alike[0];
  const ofRank = all.filter(({ values }) => values.length === shape.length);
  return ofRank.length === 1 ? ofRank[0] : undefined;
}

/** `[B, channels, …]` for a convolution over so many dimensions; the batch keeps its name. */
function imageDims(spec: TensorSpec, dimensions: number): string[] {
  const batch = spec.dims[0] ?? 'B';
  if (dimensions === 1) return [batch, '1', 'L'];
  return dimensions === 2 ? [batch, '3', 'H', 'W'] : [batch, '3', 'D', 'H', 'W'];
}

/** The last dimension, where it is what a layer got. */
function lastDim(trial: Trial, got: number, wanted: number): Trial | undefined {
  for (const candidate of candidates(trial).filter(isFloat)) {
    const { spec, values } = candidate;
    if (values[values.length - 1] !== got) continue;
    // An image that was only a guess, for a layer of vectors.
    if (values.length === 4) return withSpec(trial, candidate, { dims: [spec.dims[0]!, String(wanted)] });
    return withDim(trial, candidate, values.length - 1, wanted);
  }
  return undefined;
}

/** A dimension other than the batch, where just one input has it so. */
function oneDim(trial: Trial, at: number, got: number, wanted: number): Trial | undefined {
  if (at === 0) return undefined;
  const found = candidates(trial).filter((each) => isFloat(each) && each.values[at] === got);
  return found.length === 1 ? withDim(trial, found[0]!, at, wanted) : undefined;
}

/** Images that are flattened for a linear layer: those of as many channels as they have, else of one or three, that have its features. */
function flattened(trial: Trial, got: number, wanted: number): Trial | undefined {
  for (const candidate of candidates(trial).filter(isFloat)) {
    const { spec, values } = candidate;
    if (values.length !== 4 || values[1]! * values[2]! * values[3]! !== got) continue;
    for (const channels of [values[1]!, 1, 3]) {
      const side = Math.sqrt(wanted / channels);
      if (!Number.isInteger(side)) continue;
      return withSpec(trial, candidate, {
        dims: [spec.dims[0]!, String(channels), String(side), String(side)],
      });
    }
  }
  return undefined;
}

/** A size that all dimensions of this value stand for: the side of an image, the length of a sequence. */
function everySize(trial: Trial, got: number, wanted: number): Trial | undefined {
  const names = new Set<string>();
  let result = trial;
  for (const candidate of candidates(trial))
    candidate.values.forEach((value, i) => {
      if (value !== got || i === 0) return;
      const dim = candidate.spec.dims[i]!;
      if (/^\d+$/.test(dim)) {
        const [current] = candidates(result).filter(({ index }) => index === candidate.index);
        result = withDim(result, current!, i, wanted);
      } else names.add(dim);
    });
  if (names.size > 0)
    result = {
      ...result,
      sizes: { ...result.sizes, ...Object.fromEntries([...names].map((name) => [name, wanted])) },
    };
  return result === trial ? undefined : result;
}

/** The floating point input that is most likely meant as tokens or classes: by its name, else by having few dimensions. */
function asTokens(trial: Trial): Trial | undefined {
  const all = candidates(trial).filter(isFloat);
  const isNamed = ({ index }: Candidate): boolean => isIndices(trial.inputs[index]!.name);
  const candidate = all.find(isNamed) ?? all.find(({ values }) => values.length <= 2) ?? all[0];
  if (candidate === undefined) return undefined;
  const { spec } = candidate;
  const dims = spec.dims.length === 4 ? [spec.dims[0]!, 'T'] : spec.dims;
  return withSpec(trial, candidate, { dtype: 'int64', dims });
}

/** The first input of integers as numbers with a fraction. */
function asNumbers(trial: Trial): Trial | undefined {
  const [candidate] = candidates(trial).filter(({ spec }) => spec.dtype.startsWith('int'));
  return candidate && withSpec(trial, candidate, { dtype: 'float32' });
}

/** What messages of PyTorch, and of the assertions that libraries make of sizes, say of inputs. */
const RULES: readonly [RegExp, Rule][] = [
  [
    /expected input\[([\d, ]+)\] to have (\d+) channels, but got (\d+) channels/,
    (trial, [, shape, wanted, got]) => {
      const [first, ...rest] = numbers(shape!);
      const candidate = ofShape(trial, [first!, ...rest]);
      if (candidate !== undefined)
        return candidate.values[1] === Number(got) ? withDim(trial, candidate, 1, Number(wanted)) : undefined;
      // One dimension less was taken as a sample without a batch.
      const unbatched = first === 1 ? ofShape(trial, rest) : undefined;
      return unbatched && withSpec(trial, unbatched, { dims: imageDims(unbatched.spec, rest.length - 1) });
    },
  ],
  [
    /input to conv(?:_transpose)?([123])d, but got input of size: \[([\d, ]+)\]/,
    (trial, [, dimensions, shape]) => {
      const candidate = ofShape(trial, numbers(shape!));
      return candidate && withSpec(trial, candidate, { dims: imageDims(candidate.spec, Number(dimensions)) });
    },
  ],
  [
    /mat1 and mat2 shapes cannot be multiplied \(\d+x(\d+) and (\d+)x\d+\)/,
    (trial, [, got, wanted]) =>
      lastDim(trial, Number(got), Number(wanted)) ?? flattened(trial, Number(got), Number(wanted)),
  ],
  [
    /input\.size\(-1\) must be equal to input_size\. Expected (\d+), got (\d+)/,
    (trial, [, wanted, got]) => lastDim(trial, Number(got), Number(wanted)),
  ],
  [
    /Expected input to be 2D or 3D, got 4D/,
    (trial) => {
      const candidate = candidates(trial).find(({ values }) => values.length === 4);
      return candidate && withSpec(trial, candidate, { dims: [candidate.spec.dims[0]!, 'T', 'D'] });
    },
  ],
  [
    /expected input with shape \[\*, ([\d, ]+)\], but got input of size\[([\d, ]+)\]/,
    (trial, [, wanted, shape]) => lastDim(trial, numbers(shape!).pop()!, numbers(wanted!).pop()!),
  ],
  [
    /size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)/,
    (trial, [, a, b, dimension]) =>
      oneDim(trial, Number(dimension), Number(a), Number(b)) ??
      oneDim(trial, Number(dimension), Number(b), Number(a)),
  ],
  [/argument #1 'indices' to have one of the following scalar types: Long, Int/, asTokens],
  [
    /Input type \(torch\.cuda\.LongTensor\) and weight type|but got: long int != float|expected scalar type Float but found Long/,
    asNumbers,
  ],
  [
    /(?:height|width|size) \(?(\d+)(?:\*\d+)?\)? doesn't match model \(?(\d+)/i,
    (trial, [, got, wanted]) => everySize(trial, Number(got), Number(wanted)),
  ],
  [
    /Expected (\d+) but got (\d+)!/,
    (trial, [, wanted, got]) => everySize(trial, Number(got), Number(wanted)),
  ],
  [
    /(?:sequence of )?length (\d+)\b.{0,40}\b(?:only|at most|maximum|max)\D{0,30}(\d+)/i,
    (trial, [, got, wanted]) => everySize(trial, Number(got), Number(wanted)),
  ],
];
