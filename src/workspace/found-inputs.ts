/** The inputs that were found for a model: as entries of a config, and as the assumptions that are told. */
import type { AccountNote } from '../ledger/account';
import type { InputEntry } from './config';
import type { InferredInput, InferredInputs, MadeInput } from './infer-inputs';
import { formatInputSpec, parseInputSpec, takenAs } from './input-spec';
import type { ObservedCall, ObservedInput } from './observed-call';
import { baseName } from './paths';

/** What a script was seen to do. */
export type SeenCall = ObservedCall & { script: string };

/** The inputs that a script was seen to give; what its source calls their sizes keeps its name. */
export function seenInputs(
  { script, place }: SeenCall,
  seen: readonly ObservedInput[],
  read: InferredInputs,
): { inferred: InferredInputs; inputs: InputEntry[] } {
  const sizes: Record<string, number> = {};
  const batches = new Set(seen.map(({ value }) => (typeof value === 'string' ? undefined : value.shape[0])));
  batches.delete(undefined);
  const reason = `as ${baseName(script)} calls the model`;
  const tensors: InferredInput[] = [];
  const made: MadeInput[] = [];
  const inputs = seen.map(({ name, value }): InputEntry => {
    if (typeof value === 'string') {
      const entry: InputEntry = { name, spec: { kind: 'expression', text: value } };
      if (value.includes('torch.')) made.push({ ...entry, reason, place });
      return entry;
    }
    const known = read.inputs.find((input) => input.name === name)?.dims;
    const dims = value.shape.map((n, i) => {
      const called =
        known?.length === value.shape.length ? known[i]! : i === 0 && batches.size === 1 ? 'B' : '';
      if (!/^[A-Za-z_]\w*$/.test(called) || (sizes[called] ?? n) !== n) return String(n);
      sizes[called] = n;
      return called;
    });
    const tensor = { name, dtype: value.dtype, dims, reason, place };
    tensors.push(tensor);
    return inputEntry(tensor);
  });
  return { inferred: { ...read, inputs: tensors, made, sizes, alternatives: [], missing: [] }, inputs };
}

/** As a config has it. */
export function inputEntry({ name, dtype, dims }: InferredInput): InputEntry {
  return { name, spec: parseInputSpec(`${dtype}[${dims.join(', ')}]`) };
}

/** What is told of inputs that nobody gave, and of the loss. */
export function notesOf(
  { inputs, made = [], sizes, loss }: InferredInputs,
  entries: readonly InputEntry[],
): AccountNote[] {
  const pinSizes = Object.keys(sizes).length > 0 ? `, "sizes": ${JSON.stringify(sizes)}` : '';
  const pinInputs = `"inputs": ${JSON.stringify(Object.fromEntries(entries.map(({ name, spec }) => [name, formatInputSpec(spec)])))}`;
  const notes: AccountNote[] = inputs.map(({ name, dtype, dims, reason, place }) => ({
    kind: 'assumption',
    message: `${takenAs(name, { kind: 'tensor', dtype, dims }, sizes)}, ${reason}`,
    ...place,
    pin: pinInputs + pinSizes,
  }));
  for (const { name, spec, reason, place } of made)
    notes.push({
      kind: 'assumption',
      message: `${takenAs(name, spec, sizes)}, ${reason}`,
      ...place,
      pin: pinInputs,
    });
  if (loss !== undefined)
    notes.push({
      kind: 'assumption',
      message: `the loss is taken as ${loss}`,
      pin: `"loss": ${JSON.stringify(loss)}`,
    });
  return notes;
}
