/**
 * What a user writes for a forward argument: `int64[B, T]`, a tensor by dtype and dimensions, or any Python expression.
 */

/** The dtypes of specs, by the names that PyTorch has for them. */
const DTYPES: Readonly<Record<string, string>> = {
  float32: 'float32',
  float: 'float32',
  float64: 'float64',
  double: 'float64',
  float16: 'float16',
  half: 'float16',
  bfloat16: 'bfloat16',
  int8: 'int8',
  int16: 'int16',
  short: 'int16',
  int32: 'int32',
  int: 'int32',
  int64: 'int64',
  long: 'int64',
  uint8: 'uint8',
  bool: 'bool',
  complex64: 'complex64',
  complex128: 'complex128',
  float8_e4m3fn: 'float8_e4m3fn',
  float8_e5m2: 'float8_e5m2',
};

/** A tensor of a dtype; each dimension is a number, a named size, or an expression over named sizes. */
export interface TensorSpec {
  kind: 'tensor';
  dtype: string;
  dims: string[];
}

/** A Python expression, evaluated in the module's namespace with the sizes in scope. */
export interface ExpressionSpec {
  kind: 'expression';
  text: string;
}

export type InputSpec = TensorSpec | ExpressionSpec;

/** A spec that cannot be understood. */
export class InputSpecError extends Error {
  override readonly name = 'InputSpecError';
}

/**
 * Reads `dtype[dim, …]` or a Python expression.
 * @throws InputSpecError for a dtype that PyTorch does not have, or dimensions that are none
 */
export function parseInputSpec(text: string): InputSpec {
  const trimmed = text.trim();
  if (trimmed === '') throw new InputSpecError('an input is empty; write it as float32[B, 3, 224, 224]');
  const match = /^(?:torch\.)?([A-Za-z_]\w*)\s*\[(.*)\]$/s.exec(trimmed);
  if (match === null) return { kind: 'expression', text: trimmed };
  const [, name, inner] = match as unknown as [string, string, string];
  const dtype = DTYPES[name];
  if (dtype === undefined) {
    if (/^(u?int|b?float|bool|half|double|long|complex)\d*$/i.test(name) || /^flo?at\d+$/i.test(name))
      throw new InputSpecError(
        `'${name}' is no dtype; known are ${Object.keys(DTYPES).slice(0, 15).join(', ')}`,
      );
    return { kind: 'expression', text: trimmed };
  }
  const dims = inner.trim() === '' ? [] : splitTopLevel(inner);
  for (const dim of dims) {
    if (dim === '') throw new InputSpecError(`'${trimmed}' has an empty dimension`);
    if (/^-/.test(dim)) throw new InputSpecError(`'${dim}' is no size of a dimension`);
    if (!/^[\w\s+*/%()-]+$/.test(dim) || /\b\d[\d_]*[A-Za-z]/.test(dim))
      throw new InputSpecError(`'${dim}' is neither a number nor the name of a size`);
  }
  return { kind: 'tensor', dtype, dims };
}

/** The names of sizes that the dimensions of a spec use, in order. */
export function sizeNames(spec: InputSpec): string[] {
  if (spec.kind !== 'tensor') return [];
  const names: string[] = [];
  for (const dim of spec.dims)
    for (const [name] of dim.matchAll(/(?<!\w)[A-Za-z_]\w*/g)) if (!names.includes(name)) names.push(name);
  return names;
}

/** The spec as the user would write it. */
export function formatInputSpec(spec: InputSpec): string {
  return spec.kind === 'tensor' ? `${spec.dtype}[${spec.dims.join(', ')}]` : spec.text;
}

/** What is told of an input that nobody gave: how it is taken, with the sizes that it uses. */
export function takenAs(name: string, spec: InputSpec, sizes: Readonly<Record<string, number>>): string {
  const used = sizeNames(spec).map((size) => `${size} = ${sizes[size] ?? defaultSize(size)}`);
  return `the input ${name} is taken as ${formatInputSpec(spec)}${used.length > 0 ? ` with ${used.join(', ')}` : ''}`;
}

/** Splits at commas that are in no brackets. */
export function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  parts.push(text.slice(start).trim());
  return parts;
}

/** Sizes that nobody gave: what is assumed for a name. */
export function defaultSize(name: string): number {
  const key = name.toLowerCase();
  if (/^(b|n|bs|batch|batch_size|bsz)$/.test(key)) return 8;
  if (/^(t|s|l|seq|seq_len|seqlen|length|len|time|block_size|context|tokens|src|tgt)$/.test(key)) return 128;
  if (/^(h|w|hw|height|width|size|img|image|image_size|img_size|res|resolution)$/.test(key)) return 224;
  if (/^(c|ch|channels|in_channels|in_chans)$/.test(key)) return 3;
  if (/^(v|vocab|vocab_size)$/.test(key)) return 32000;
  if (/^(d|e|dim|d_model|n_embd|embed_dim|hidden|hidden_size|features|in_features)$/.test(key)) return 512;
  return 16;
}
