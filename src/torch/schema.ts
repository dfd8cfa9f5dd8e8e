/** Operator schemas in the notation of native_functions.yaml, and Python arguments read by them (PythonArgParser). */
import type { PyClass } from '../python/classes.js';
import { typeOf } from '../python/classes.js';
import type { Value } from '../python/heap.js';
import { PyBoxed, PyBytes, PyFloat, PyList, PyTuple, PyUnknown } from '../python/objects.js';
import {
  channelsLast,
  contiguousFormat,
  Device,
  device,
  DType,
  dtypeAliases,
  dtypes,
  MemoryFormatClass,
  NamedValue,
  parseDevice,
  preserveFormat,
  LayoutClass,
  strided,
} from './dtype.js';
import { fail, machine } from './errors.js';
import { asScalar, scalarValue, type Scalar } from './scalar.js';
import { Tensor } from './tensor.js';

/** Types of parameters. `Number` is ours: a Tensor parameter that also takes a Python number. */
export type ParameterType =
  | 'Tensor'
  | 'Number'
  | 'Scalar'
  | 'int'
  | 'float'
  | 'bool'
  | 'str'
  | 'int[]'
  | 'float[]'
  | 'bool[]'
  | 'Scalar[]'
  | 'Tensor[]'
  | 'ScalarType'
  | 'Device'
  | 'Layout'
  | 'MemoryFormat'
  | 'Generator'
  | 'any';

export interface SchemaParameter {
  name: string;
  type: ParameterType;
  optional: boolean;
  keywordOnly: boolean;
  hasDefault: boolean;
  default: unknown;
  /** `int[2]`: one int stands for that many. */
  size: number;
  /** `Tensor(a!)`. */
  mutable: boolean;
  /** The schema's text, for error messages. */
  text: string;
}

export interface Schema {
  /** `add.Tensor` → `add`. */
  name: string;
  overload: string;
  parameters: SchemaParameter[];
  positionalCount: number;
  returns: string[];
  returnNames: string[];
}

function defaultOf(type: ParameterType, text: string): unknown {
  if (text === 'None') return null;
  if (text === 'True') return true;
  if (text === 'False') return false;
  if (text === 'contiguous_format') return contiguousFormat;
  if (text === 'preserve_format') return preserveFormat;
  if (text === 'channels_last') return channelsLast;
  if (text === 'strided') return strided;
  if (text === 'long') return dtypes['int64'];
  if (text === 'Mean') return 1;
  if (/^['"]/.test(text)) return text.slice(1, -1);
  if (text === '[]') return [];
  if (text.startsWith('['))
    return text
      .slice(1, -1)
      .split(',')
      .map((part) => (part.trim() === 'True' ? true : part.trim() === 'False' ? false : Number(part)));
  const number = text === 'inf' ? Infinity : text === '-inf' ? -Infinity : Number(text);
  if (type === 'Scalar' || type === 'Number') return /[.einf]/.test(text) ? new PyFloat(number) : number;
  return number;
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = text.slice(start).trim();
  if (last !== '') parts.push(last);
  return parts;
}

/** Parses `name.overload(Tensor self, int[2] size, *, Scalar alpha=1) -> (Tensor values, Tensor indices)`. */
export function parseSchema(text: string): Schema {
  const open = text.indexOf('(');
  const arrow = text.lastIndexOf('->');
  const [name, overload = ''] = text.slice(0, open).split('.') as [string, string?];
  const parameters: SchemaParameter[] = [];
  let keywordOnly = false;
  let positionalCount = 0;
  for (const part of splitArguments(text.slice(open + 1, text.lastIndexOf(')', arrow)))) {
    if (part === '*') {
      keywordOnly = true;
      continue;
    }
    const match = /^([A-Za-z]+)(\([a-z|!> *-]*\))?(\?)?(\[(\d*)\])?(\?)?\s+([A-Za-z_0-9]+)(?:=(.*))?$/.exec(
      part,
    );
    if (match === null) throw new Error(`schema: ${part} in ${text}`);
    let base = match[1]!;
    if (base === 'SymInt') base = 'int';
    if (base === 'Dimname' || base === 'Stream') base = 'any';
    const type = (match[4] !== undefined ? `${base}[]` : base) as ParameterType;
    const isDefault = match[8] !== undefined;
    parameters.push({
      name: match[7]!,
      type,
      optional: match[6] !== undefined || (match[3] !== undefined && match[4] === undefined),
      keywordOnly,
      hasDefault: isDefault,
      default: isDefault ? defaultOf(type, match[8]!) : undefined,
      size: match[5] !== undefined && match[5] !== '' ? Number(match[5]) : 0,
      mutable: match[2]?.includes('!') ?? false,
      text: part,
    });
    if (!keywordOnly) positionalCount++;
  }
  let returned = text.slice(arrow + 2).trim();
  if (returned.startsWith('(')) returned = returned.slice(1, -1);
  const returns: string[] = [];
  const returnNames: string[] = [];
  for (const part of splitArguments(returned)) {
    const match = /^([A-Za-z]+)(?:\([a-z!>| *-]*\))?(\[\])?\??(?:\s+([A-Za-z_0-9]+))?$/.exec(part);
    if (match === null) throw new Error(`schema: return ${part} in ${text}`);
    returns.push(match[1]! + (match[2] ?? ''));
    returnNames.push(match[3] ?? '');
  }
  return { name, overload, parameters, positionalCount, returns, returnNames };
}

/** What a reading says when the arguments don't fit this schema. */
export class Mismatch {
  constructor(readonly message: string) {}
}

/** An argument that must be known is not: the call's result is unknown. */
export class UnknownArgument {
  constructor(readonly value: PyUnknown) {}
}

/** Other spellings that PyTorch takes for NumPy's sake. */
const ALIASES: Record<string, string[]> = {
  dim: ['axis'],
  keepdim: ['keepdims'],
  input: ['x', 'a', 'x1'],
  other: ['x2'],
  self: ['input', 'x', 'a', 'x1'],
};

/** An int argument; undefined where the value isn't one. */
export function asInt(value: Value | undefined): number | PyUnknown | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return undefined;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof PyUnknown) return value;
  if (value instanceof PyBoxed && (typeof value.value === 'number' || typeof value.value === 'bigint'))
    return Number(value.value);
  if (value instanceof Tensor && value.numel === 1 && !value.dtype.isFloating && !value.dtype.isComplex) {
    const known = value.storage.valueAt(value.offset);
    return known ?? machine().unknown('the value of a tensor');
  }
  return undefined;
}

/** Whether an int is none of 64 bits. */
export function exceedsLong(value: Value): boolean {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) !== value;
}

function intList(value: Value): number[] | PyUnknown | undefined {
  const items = value instanceof PyTuple || value instanceof PyList ? value.items : undefined;
  if (items === undefined) return undefined;
  const out = new Array<number>(items.length);
  // PyTorch looks at the first alone to tell a list of ints; the others are only read as numbers.
  if (typeof items[0] === 'boolean') return undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    if (typeof item === 'number') out[i] = item;
    else {
      const number = exceedsLong(item) ? undefined : asInt(item);
      if (number === undefined) {
        if (typeof item === 'boolean') out[i] = item ? 1 : 0;
        else return undefined;
      } else if (typeof number === 'number') out[i] = number;
      else return number;
    }
  }
  return out;
}

const MISS = Symbol('mismatch');

const TYPES_OF_NUMBERS: ReadonlySet<string> = new Set(['Number', 'Scalar', 'float']);

/** Reads one argument; MISS where the value isn't of the type. */
function convert(p: SchemaParameter, value: Value): unknown {
  // An operator takes a number that is not known; all else it must know.
  if (value instanceof PyUnknown && !TYPES_OF_NUMBERS.has(p.type)) return new UnknownArgument(value);
  switch (p.type) {
    case 'Tensor':
      if (value instanceof Tensor) return value;
      if (value === null) return p.optional ? null : MISS;
      return MISS;
    case 'Number': {
      if (value instanceof Tensor) return value;
      if (value === null) return p.optional ? null : MISS;
      return asScalar(value) ?? MISS;
    }
    case 'Scalar': {
      if (value === null) return p.optional ? null : MISS;
      const scalar = asScalar(value);
      if (scalar !== undefined) return scalar;
      if (value instanceof Tensor && value.numel === 1 && value.sizes.length === 0 && !value.requiresGrad)
        return tensorScalar(value);
      return MISS;
    }
    case 'int': {
      if (typeof value === 'number') return value;
      if (value === null) return p.optional ? null : MISS;
      const number = asInt(value);
      if (number instanceof PyUnknown) return new UnknownArgument(number);
      return number ?? MISS;
    }
    case 'float': {
      if (value === null) return p.optional ? null : MISS;
      const scalar = asScalar(value);
      if (scalar === undefined)
        return value instanceof Tensor && value.numel === 1 ? scalarValue(tensorScalar(value)) : MISS;
      // A bool is an int of Python's: `THPUtils_checkDouble`.
      return scalarValue(scalar);
    }
    case 'bool':
      if (typeof value === 'boolean') return value;
      if (value === null) return p.optional ? null : MISS;
      return MISS;
    case 'str':
      if (value === null) return p.optional ? null : MISS;
      return typeof value === 'string'
        ? value
        : value instanceof PyBoxed && typeof value.value === 'string'
          ? value.value
          : MISS;
    case 'int[]': {
      if (value === null) return p.optional ? null : MISS;
      if (p.size > 0) {
        const number = asInt(value);
        if (typeof number === 'number') return new Array<number>(p.size).fill(number);
        if (number !== undefined) return new UnknownArgument(number);
      }
      const list = intList(value);
      if (list === undefined) return MISS;
      return list instanceof PyUnknown ? new UnknownArgument(list) : list;
    }
    case 'float[]':
    case 'Scalar[]': {
      if (value === null) return p.optional ? null : MISS;
      const items = value instanceof PyTuple || value instanceof PyList ? value.items : undefined;
      if (items === undefined) return MISS;
      const scalars: Scalar[] = [];
      for (const item of items) {
        const scalar =
          asScalar(item) ?? (item instanceof Tensor && item.numel === 1 ? tensorScalar(item) : undefined);
        if (scalar === undefined) return MISS;
        scalars.push(scalar);
      }
      return p.type === 'float[]' ? scalars.map(scalarValue) : scalars;
    }
    case 'bool[]': {
      const items = value instanceof PyTuple || value instanceof PyList ? value.items : undefined;
      return items === undefined ? MISS : items.map((item) => item === true);
    }
    case 'Tensor[]': {
      if (value === null) return p.optional ? null : MISS;
      const items = value instanceof PyTuple || value instanceof PyList ? value.items : undefined;
      if (items === undefined) return MISS;
      for (const item of items) {
        if (item instanceof Tensor) continue;
        if (item instanceof PyUnknown) return new UnknownArgument(item);
        if (item !== null || !p.text.startsWith('Tensor?')) return MISS;
      }
      return items as (Tensor | null)[];
    }
    case 'ScalarType':
      if (value instanceof DType) return value;
      if (value === null) return p.optional ? null : MISS;
      return pythonType(value) ?? MISS;
    case 'Device':
      if (value instanceof Device) return value;
      if (value === null) return p.optional ? null : MISS;
      return toDevice(value) ?? MISS;
    case 'Layout':
      if (value instanceof NamedValue && value.cls === LayoutClass) return value;
      return value === null && p.optional ? null : MISS;
    case 'MemoryFormat':
      if (value instanceof NamedValue && value.cls === MemoryFormatClass) return value;
      return value === null && p.optional ? null : MISS;
    default:
      return value;
  }
}

/** `dtype=float`, `int`, `bool`: Python's types stand for dtypes. */
function pythonType(value: Value): DType | undefined {
  const name =
    typeof value === 'object' && value !== null && 'mro' in value ? (value as PyClass).name : undefined;
  return name === 'float'
    ? dtypes['float64']
    : name === 'int'
      ? dtypes['int64']
      : name === 'bool'
        ? dtypes['bool']
        : name === 'complex'
          ? dtypeAliases['cdouble']
          : undefined;
}

/** A device argument: a device, its text, also as bytes, or an index of a CUDA device. */
export function toDevice(value: Value): Device | undefined {
  if (value instanceof Device) return value;
  if (typeof value === 'number') return device('cuda', value);
  const text =
    typeof value === 'string'
      ? value
      : value instanceof PyBoxed && typeof value.value === 'string'
        ? value.value
        : value instanceof PyBytes
          ? String.fromCharCode(...value.data)
          : undefined;
  if (text === undefined) return undefined;
  const parsed = parseDevice(text);
  return typeof parsed === 'string' ? fail('RuntimeError', parsed) : parsed;
}

/** `.item()` as a Scalar. */
export function tensorScalar(tensor: Tensor): Scalar {
  const known = tensor.storage.valueAt(tensor.offset);
  if (known === undefined) return machine().unknown('the value of a tensor');
  return tensor.dtype.isFloating ? new PyFloat(known) : tensor.dtype.name === 'bool' ? known !== 0 : known;
}

function typeName(value: Value): string {
  if (value instanceof Tensor) return 'Tensor';
  return typeOf(value).typeName;
}

const SHOWN: Partial<Record<ParameterType, string>> = {
  Number: 'Tensor',
  Scalar: 'Number',
  ScalarType: 'torch.dtype',
  Device: 'torch.device',
  MemoryFormat: 'torch.memory_format',
  Layout: 'torch.layout',
  'Tensor[]': 'tuple of Tensors',
  'int[]': 'tuple of ints',
  'float[]': 'tuple of floats',
  Generator: 'torch.Generator',
};

/** How the argument parser names a parameter's type. */
export function shownType(p: SchemaParameter): string {
  return SHOWN[p.type] ?? p.type;
}

/**
 * Reads Python arguments by a schema: the array of arguments in the schema's order, a Mismatch, or UnknownArgument.
 * @param method whether `args[0]` is `self`
 */
export function readArguments(
  schema: Schema,
  functionName: string,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
  method: boolean,
  skip?: string,
): unknown[] | Mismatch | UnknownArgument {
  const { parameters, positionalCount } = schema;
  const n = parameters.length;
  const out = new Array<unknown>(n);
  let unknown: UnknownArgument | undefined;
  const count = args.length;
  let used = 0;
  if (count > positionalCount) {
    // `x.view(2, 3)`: a list of ints spread over the arguments.
    const at = method ? 1 : 0;
    const p = parameters[at];
    if (positionalCount === at + 1 && p !== undefined && p.type === 'int[]') {
      const list = intList(new PyTuple(args.slice(at)));
      if (list === undefined) return mismatchCount(schema, functionName, count, method);
      return readArguments(
        schema,
        functionName,
        [...args.slice(0, at), list instanceof PyUnknown ? list : new PyTuple(list)],
        kwargs,
        method,
        skip,
      );
    }
    return mismatchCount(schema, functionName, count, method);
  }
  for (let i = 0; i < n; i++) {
    const p = parameters[i]!;
    let value: Value | undefined;
    if (i < count && !p.keywordOnly) {
      value = args[i];
      if (kwargs !== null && kwargs.has(p.name))
        return new Mismatch(`${functionName}() got multiple values for argument '${p.name}'`);
    } else if (kwargs !== null) {
      value = kwargs.get(p.name);
      if (value === undefined && !kwargs.has(p.name)) {
        const aliases = ALIASES[p.name];
        if (aliases !== undefined)
          for (const alias of aliases)
            if (kwargs.has(alias)) {
              value = kwargs.get(alias);
              break;
            }
      }
      if (value !== undefined) used++;
    }
    if (value === undefined) {
      if (p.hasDefault) {
        out[i] = p.default;
        continue;
      }
      return missing(schema, functionName, args, kwargs, method);
    }
    const converted = convert(p, value);
    if (converted === MISS) {
      // `x.sum(None)`, `F.pad(..., value=None)`: None where a default exists.
      if (value === null && p.hasDefault && p.type !== 'Tensor') {
        out[i] = p.default;
        continue;
      }
      // A single int list may also come spread: `x.permute(0, 1)`.
      const at = method ? 1 : 0;
      if (i === at && p.type === 'int[]' && positionalCount === at + 1 && count === at + 1) {
        const list = intList(new PyTuple([value]));
        if (list !== undefined) {
          if (list instanceof PyUnknown) unknown = new UnknownArgument(list);
          else out[i] = list;
          continue;
        }
      }
      return new Mismatch(
        `${functionName}(): argument '${p.name === 'self' ? 'input' : p.name}'${i < count ? ` (position ${i + (method ? 0 : 1)})` : ''} must be ${shownType(p)}, not ${typeName(value)}`,
      );
    }
    if (converted instanceof UnknownArgument) {
      unknown ??= converted;
      continue;
    }
    out[i] = converted;
  }
  if (kwargs !== null && used < kwargs.size) {
    for (const key of kwargs.keys()) {
      if (key === skip || key === 'layout' || key === 'pin_memory' || key === 'generator' || key === 'names')
        continue;
      if (!parameters.some((p) => p.name === key || ALIASES[p.name]?.includes(key)))
        return new Mismatch(`${functionName}() got an unexpected keyword argument '${key}'`);
    }
  }
  return unknown ?? out;
}

function mismatchCount(schema: Schema, functionName: string, count: number, method: boolean): Mismatch {
  const self = method ? 1 : 0;
  const limit = schema.positionalCount - self;
  return new Mismatch(
    `${functionName}() takes ${limit} positional argument${limit === 1 ? '' : 's'} but ${count - self} ${count - self === 1 ? 'was' : 'were'} given`,
  );
}

function missing(
  schema: Schema,
  functionName: string,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
  method: boolean,
): Mismatch {
  const names: string[] = [];
  for (let i = args.length; i < schema.parameters.length; i++) {
    const p = schema.parameters[i]!;
    if (!p.hasDefault && !(kwargs?.has(p.name) ?? false))
      names.push(`"${p.name === 'self' && !method ? 'input' : p.name}"`);
  }
  return new Mismatch(
    `${functionName}() missing ${names.length} required positional argument${names.length === 1 ? '' : 's'}: ${names.join(', ')}`,
  );
}
