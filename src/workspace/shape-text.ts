/** Shapes as people write them in comments, docstrings and jaxtyping annotations: `[B, T, C]`, `(B, 3, H, W)`, `"b c h w"`. */

/** A dimension: a number, a name or a small expression; empty where the text leaves it open. */
export type Dim = string;

const TOKEN = /^(?:\d+|[A-Za-z_]\w*(?:\s*(?:\/\/?|\*)\s*\w+)?|\d+\s*\*\s*[A-Za-z_]\w*)$/;
/** Words in parentheses that are no dimensions. */
const WORDS =
  /^(?:optional|default|required|none|true|false|tensor|int|float|str|bool|list|tuple|dict|e|i|see|the|a|an|and|or|if|in|of|to|for|is)$/i;

/** The dimensions in the first bracketed shape of a text; undefined where there is none. */
export function findShape(text: string): Dim[] | undefined {
  for (const [, square, round] of text.matchAll(/\[([^[\]()]*)\]|\(([^[\]()]*)\)/g)) {
    const dims = parseDims(square ?? round ?? '', square !== undefined);
    if (dims !== undefined) return dims;
  }
  return undefined;
}

function parseDims(inner: string, square: boolean): Dim[] | undefined {
  const text = inner.trim().replace(/,$/, '');
  if (text === '') return undefined;
  const separator = text.includes(',') ? /\s*,\s*/ : /[×]|\s+x\s+/.test(text) ? /\s*×\s*|\s+x\s+/ : undefined;
  const dims = separator === undefined ? [text] : text.split(separator);
  if (dims.some((dim) => !TOKEN.test(dim) || WORDS.test(dim))) return undefined;
  // One word in brackets is a shape only if it looks like one.
  if (dims.length === 1 && !(square ? /^([A-Z]|batch\w*|\d+)$/ : /^([BN]|batch_size)$/).test(dims[0]!))
    return undefined;
  return dims;
}

/** The shape that a text gives for a name: `x: [B, T]`, `x (Tensor): of shape (B, C, H, W)`. */
export function findShapeOf(name: string, text: string): Dim[] | undefined {
  for (const line of text.split('\n')) {
    const match = new RegExp(`(?:^|[^\\w.])${name}\\b(.*)$`).exec(line);
    if (match === null) continue;
    const rest = match[1]!;
    // `y = f(x)  # [B]` tells of y.
    if (/^\s*\)/.test(rest) || /^\s*=\s*\w/.test(rest)) continue;
    const shape = findShape(rest);
    if (shape !== undefined) return shape;
  }
  return undefined;
}

/** jaxtyping's axes: `"batch 3 height width"`. A leading `...` or `*batch` is a batch. */
export function parseJaxtypingAxes(text: string): Dim[] | undefined {
  const dims: Dim[] = [];
  for (const raw of text.trim().split(/\s+/)) {
    if (raw === '') continue;
    const token = raw.replace(/^[#?]+/, '').replace(/^\w+=(?=\d)/, '');
    if (token === '...' || token.startsWith('*')) dims.push(dims.length === 0 ? 'B' : '');
    else if (/^\d+$/.test(token) || /^[A-Za-z_]\w*$/.test(token)) dims.push(token === '_' ? '' : token);
    else dims.push('');
  }
  return dims;
}

/** jaxtyping's types and the dtype that each means. */
export const JAXTYPING_DTYPES: Readonly<Record<string, string>> = {
  Float: 'float32',
  Float32: 'float32',
  Float16: 'float16',
  BFloat16: 'bfloat16',
  Float64: 'float64',
  Inexact: 'float32',
  Real: 'float32',
  Num: 'float32',
  Shaped: 'float32',
  Int: 'int64',
  Integer: 'int64',
  Int64: 'int64',
  Int32: 'int32',
  Int16: 'int16',
  Int8: 'int8',
  UInt8: 'uint8',
  Bool: 'bool',
  Complex: 'complex64',
  Complex64: 'complex64',
};
