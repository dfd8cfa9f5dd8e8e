/**
 * What PyTorch says of arguments that don't fit (torch/csrc/utils/python_arg_parser.cpp and invalid_arguments.cpp):
 * the parser's own reading of the arguments by the signatures that it lists, and its words for the first that fails.
 */
import { typeOf } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import { PyBoxed, PyComplex, PyFloat, PyList, PyTuple } from '../../python/objects.js';
import { T } from '../../python/types.js';
import { Device, DType, LayoutClass, MemoryFormatClass, NamedValue } from '../dtype.js';
import type { Operator } from '../operator.js';
import { exceedsLong, shownType, type SchemaParameter } from '../schema.js';
import { Tensor, TensorClass } from '../tensor.js';
import { listedSignatures } from './signatures.js';

interface Parameter {
  type: string;
  name: string;
  optional: boolean;
  keywordOnly: boolean;
  /** None stands for nothing. */
  noneAllowed: boolean;
  /** A single int is taken for the list. */
  broadcasts: boolean;
  numbersAllowed: boolean;
}

interface Signature {
  shown: string;
  parameters: Parameter[];
}

/** Functions whose Tensor arguments may be numbers (`should_allow_numbers_as_tensors`). */
export const NUMBERS_AS_TENSORS = /^(add|sub|mul|div|divide|multiply|subtract|true_divide|floor_divide)_?$/;

/** Names with a second, deprecated signature that isn't listed (deprecated.yaml). */
const WITH_DEPRECATED = /^(add|addbmm|addcdiv|addcmul|addmm|addmv|addr|baddbmm|sspaddmm|sub)_?$/;

/** Keywords that every function of its kind takes and that our schemas leave out. */
const FACTORY_KEYWORDS = new Set([
  'out',
  'dtype',
  'layout',
  'device',
  'pin_memory',
  'requires_grad',
  'generator',
  'names',
  'memory_format',
]);

const ALIASES: Record<string, string[]> = {
  dim: ['axis'],
  keepdim: ['keepdims'],
  input: ['x', 'a', 'x1'],
  other: ['x2'],
};

function fromText(text: string, name: string): Signature {
  const parameters: Parameter[] = [];
  let keywordOnly = false;
  const inside = text.slice(1, -1);
  for (const part of inside === '' ? [] : inside.split(', ')) {
    if (part === '*') {
      keywordOnly = true;
      continue;
    }
    const [declaration, value] = part.split(' = ') as [string, string | undefined];
    const space = declaration.lastIndexOf(' ');
    const type = declaration.slice(0, space);
    parameters.push({
      type,
      name: declaration.slice(space + 1),
      optional: value !== undefined,
      keywordOnly,
      noneAllowed: value === 'None',
      broadcasts: type === 'tuple of ints' && (value !== undefined || /^(dim|kernel_size)/.test(declaration)),
      numbersAllowed: NUMBERS_AS_TENSORS.test(name),
    });
  }
  return { shown: text, parameters };
}

function fromSchema(operator: Operator, name: string, method: boolean): Signature {
  const self = method ? operator.selfIndex : -1;
  const parameters = operator.schema.parameters
    .filter((_p, i) => i !== self)
    .map((p: SchemaParameter) => ({
      type: shownType(p),
      name: p.name === 'self' ? 'input' : p.name,
      optional: p.hasDefault,
      keywordOnly: p.keywordOnly,
      noneAllowed: p.optional || (p.hasDefault && p.default === null),
      broadcasts: p.size > 0,
      numbersAllowed: p.type === 'Number',
    }));
  const parts: string[] = [];
  let keyword = false;
  for (const p of operator.schema.parameters.filter((_p, i) => i !== self)) {
    if (p.keywordOnly && !keyword) {
      keyword = true;
      parts.push('*');
    }
    parts.push(
      `${shownType(p)} ${p.name === 'self' ? 'input' : p.name}${p.hasDefault ? ` = ${String(p.default ?? 'None')}` : ''}`,
    );
  }
  if (!method && !name.endsWith('_')) parts.push(...(keyword ? [] : ['*']), 'Tensor out = None');
  return { shown: `(${parts.join(', ')})`, parameters };
}

/** `tp_name` of a value's type. */
export function typeName(value: Value): string {
  const cls = typeOf(value);
  if (!cls.native || cls === TensorClass) return cls.name;
  const module = cls.dict.getStr('__module__');
  return typeof module === 'string' && module !== 'builtins' ? `${module}.${cls.name}` : cls.name;
}

function plain(value: Value): unknown {
  return value instanceof PyBoxed ? value.value : value;
}

function isLong(value: Value): boolean {
  const v = plain(value);
  return typeof v === 'number' || typeof v === 'bigint';
}

/** `is_int_or_symint`: an int, or what has `__index__` and isn't a bool. */
function isIndex(value: Value): boolean {
  if (isLong(value)) return true;
  return (
    value instanceof Tensor && value.numel === 1 && !value.dtype.isFloating && value.dtype.name !== 'bool'
  );
}

function isSequence(value: Value): value is PyTuple | PyList {
  return value instanceof PyTuple || value instanceof PyList;
}

/** The parser's check of one argument; -1 if it fits, 0 if its first element doesn't, undefined where it doesn't at all. */
function check(p: Parameter, value: Value): -1 | 0 | undefined {
  const fits = (yes: boolean): -1 | undefined => (yes ? -1 : undefined);
  const v = plain(value);
  switch (p.type) {
    case 'Tensor':
      return fits(
        value instanceof Tensor ||
          (p.numbersAllowed && (isLong(value) || typeof v === 'boolean' || v instanceof PyFloat)),
      );
    case 'Number':
    case 'float':
    case 'complex':
      return fits(
        isLong(value) ||
          typeof v === 'boolean' ||
          v instanceof PyFloat ||
          v instanceof PyComplex ||
          (value instanceof Tensor && !value.requiresGrad && value.sizes.length === 0),
      );
    case 'int':
      return fits(isIndex(value));
    case 'bool':
      return fits(typeof value === 'boolean');
    case 'str':
      return fits(typeof v === 'string');
    case 'tuple of Tensors':
      return fits(isSequence(value));
    case 'tuple of ints':
      if (isSequence(value)) return value.items.length === 0 || isIndex(value.items[0]!) ? -1 : 0;
      return fits(p.broadcasts && isIndex(value));
    case 'tuple of floats':
    case 'tuple of Scalars':
    case 'tuple of bools':
      return fits(isSequence(value));
    case 'torch.dtype':
      return fits(
        value instanceof DType ||
          value === T.float ||
          value === T.int ||
          value === T.bool ||
          value === T.complex,
      );
    case 'torch.device':
      return fits(value instanceof Device || isLong(value) || typeof v === 'string');
    case 'torch.layout':
      return fits(value instanceof NamedValue && value.cls === LayoutClass);
    case 'torch.memory_format':
      return fits(value instanceof NamedValue && value.cls === MemoryFormatClass);
    case 'torch.Generator':
      return fits(typeName(value).endsWith('Generator'));
    case 'name':
    case 'tuple of names':
      return undefined;
    default:
      return -1;
  }
}

/** `FunctionSignature::parse`: the message where the arguments don't fit; null where they do. */
function parse(
  name: string,
  signature: Signature,
  args: readonly Value[],
  kwargs: Map<string, Value>,
): string | null {
  const { parameters } = signature;
  const positional = parameters.filter((p) => !p.keywordOnly).length;
  const least = parameters.filter((p) => !p.optional).length;
  const first = parameters[0];
  const variadic = positional === 1 && first!.type === 'tuple of ints';
  const n = args.length;
  const extra = (): string =>
    least !== positional
      ? `${name}() takes from ${least} to ${positional} positional arguments but ${n} were given`
      : `${name}() takes ${positional} positional argument${positional === 1 ? '' : 's'} but ${n} ${n === 1 ? 'was' : 'were'} given`;
  if (n > positional && !variadic) return extra();
  let remaining = kwargs.size;
  let at = 0;
  for (const [i, p] of parameters.entries()) {
    let value: Value | undefined;
    let keyword = false;
    if (at < n) {
      if (p.keywordOnly) return extra();
      value = args[at];
    } else {
      const key = [p.name, ...(ALIASES[p.name] ?? [])].find((k) => kwargs.has(k));
      value = key === undefined ? undefined : kwargs.get(key);
      keyword = true;
    }
    const present = value !== undefined;
    const given = value as Value;
    if (variadic && at === 0 && !keyword && present && isIndex(given)) {
      // All of them are the sizes.
      at = n;
      continue;
    }
    if ((!present && p.optional) || (present && given === null && p.noneAllowed)) {
      // Nothing to read.
    } else if (!present) {
      const absent = parameters.slice(i).filter((q) => !q.optional);
      return `${name}() missing ${absent.length} required positional argument${absent.length === 1 ? 's' : ''}: ${absent.map((q) => `"${q.name}"`).join(', ')}`;
    } else {
      const failed = check(p, given);
      if (failed === -1) {
        if (p.type === 'tuple of Tensors' && isSequence(given)) {
          const bad = given.items.findIndex((item) => !(item instanceof Tensor) && item !== null);
          const none = given.items.findIndex((item) => item === null);
          const wrong = bad >= 0 ? bad : none;
          if (wrong >= 0)
            return `expected Tensor as element ${wrong} in argument ${i}, but got ${typeName(given.items[wrong]!)}`;
        }
      } else if (variadic && n > positional && !keyword) return extra();
      else if (keyword) return `${name}(): argument '${p.name}' must be ${p.type}, not ${typeName(given)}`;
      else if (failed === 0)
        return `${name}(): argument '${p.name}' (position ${at + 1}) must be ${p.type}, but found element of type ${typeName((given as PyTuple).items[0]!)} at pos 0`;
      else
        return `${name}(): argument '${p.name}' (position ${at + 1}) must be ${p.type}, not ${typeName(given)}`;
    }
    if (!keyword) at++;
    else if (present) remaining--;
  }
  if (remaining > 0)
    for (const key of kwargs.keys()) {
      const index = parameters.findIndex((p) => p.name === key);
      if (index < 0) {
        if (FACTORY_KEYWORDS.has(key) && !name.endsWith('_')) continue;
        return `${name}() got an unexpected keyword argument '${key}'`;
      }
      if (index < n) return `${name}() got multiple values for argument '${key}'`;
    }
  return null;
}

/** Lists of ints are unpacked after the signature is chosen: the message where an element isn't an int. */
function unpackError(
  name: string,
  { parameters }: Signature,
  args: readonly Value[],
  kwargs: Map<string, Value>,
): string | null {
  for (const [i, p] of parameters.entries()) {
    if (p.type !== 'tuple of ints') continue;
    let value = i < args.length && !p.keywordOnly ? args[i] : kwargs.get(p.name);
    if (i === 0 && value !== undefined && !isSequence(value) && args.length > 1) value = new PyTuple(args);
    if (value === undefined || !isSequence(value)) continue;
    const wrong = value.items.findIndex(
      (item) => (!isIndex(item) && typeof item !== 'boolean') || exceedsLong(item),
    );
    if (wrong >= 0 && exceedsLong(value.items[wrong]!))
      return `${name}(): argument '${p.name}' failed to unpack the object at pos ${wrong + 1} with error "Overflow when unpacking long long"`;
    if (wrong >= 0)
      return `${name}(): argument '${p.name}' failed to unpack the object at pos ${wrong + 1} with error "type must be tuple of ints,but got ${typeName(value.items[wrong]!)}"`;
  }
  return null;
}

/** An argument of a listed signature as the message's own parser reads it: up to the last space, and after it. */
function printedArguments(shown: string): { type: string; name: string }[] {
  return shown
    .slice(1, -1)
    .split(', ')
    .map((part) => {
      const space = part.lastIndexOf(' ');
      return { type: part.slice(0, Math.max(space, 0)), name: part.slice(space + 1) };
    });
}

function printedMatch(type: string, value: Value): boolean {
  const name = typeName(value);
  if (type === 'float') return name === 'float' || name === 'int';
  return name === type;
}

/** `_formattedArgDesc`. */
function describeByOption(
  option: { type: string; name: string }[],
  args: readonly Value[],
  kwargs: Map<string, Value>,
): string {
  const parts: string[] = [];
  for (let i = 0; i < args.length + kwargs.size; i++) {
    const keyword = i >= args.length;
    const value = keyword ? kwargs.get(option[i]!.name)! : args[i]!;
    const matching = i < option.length && printedMatch(option[i]!.type, value);
    let text = keyword ? `${option[i]!.name}=` : '';
    if (isSequence(value)) {
      const items = value.items.map(typeName).join(', ');
      text +=
        value instanceof PyTuple
          ? `${typeName(value)} of (${items}${value.items.length === 1 ? ',' : ''})`
          : `${typeName(value)} of [${items}]`;
    } else text += typeName(value);
    parts.push(matching ? text : `!${text}!`);
  }
  return `(${parts.join(', ')}${args.length === 0 && parts.length > 0 ? ', ' : ''})`;
}

/** `_argDesc`; the keywords come in the order of a C++ hash table, the last one first. */
function describe(args: readonly Value[], kwargs: Map<string, Value>): string {
  const parts = args.map(typeName);
  for (const [key, value] of [...kwargs].reverse()) parts.push(`${key}=${typeName(value)}`);
  return `(${parts.join(', ')}${args.length === 0 && parts.length > 0 ? ', ' : ''})`;
}

/** `_tryMatchKwargs`. */
function unmatchedKeywords(option: { type: string; name: string }[], kwargs: Map<string, Value>): string[] {
  const from = Math.max(option.length - kwargs.size, 0);
  return [...kwargs.keys()].filter((key) => !option.slice(from).some((a) => a.name === key));
}

/** The message for arguments that none of the listed signatures takes (`format_invalid_args`). */
export function invalidCombination(
  name: string,
  signatures: readonly string[],
  args: readonly Value[],
  kwargs: Map<string, Value>,
): string {
  const count = args.length + kwargs.size;
  const head = `${name}() received an invalid combination of arguments - got `;
  if (signatures.length === 1) {
    const shown = signatures[0]!;
    const option = printedArguments(shown);
    const unmatched = unmatchedKeywords(option, kwargs);
    if (unmatched.length > 0)
      return `${name}() received an invalid combination of arguments - got unrecognized keyword arguments: ${unmatched.join(', ')}`;
    return `${head}${option.length === count ? describeByOption(option, args, kwargs) : describe(args, kwargs)}, but expected ${shown}`;
  }
  let text = `${head}${describe(args, kwargs)}, but expected one of:\n`;
  for (const shown of signatures) {
    text += ` * ${shown}\n`;
    const option = printedArguments(shown);
    if (option.length !== count) continue;
    const unmatched = unmatchedKeywords(option, kwargs);
    text +=
      unmatched.length > 0
        ? `      didn't match because some of the keywords were incorrect: ${unmatched.join(', ')}\n`
        : `      didn't match because some of the arguments have invalid types: ${describeByOption(option, args, kwargs)}\n`;
  }
  return text;
}

/**
 * The text of the TypeError for arguments that no overload takes; undefined where PyTorch's parser would take them.
 * @param method whether `args[0]` is self
 */
export function argumentError(
  group: readonly Operator[],
  name: string,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
  method: boolean,
): string | undefined {
  const given = method ? args.slice(1) : args;
  const keywords = kwargs ?? new Map<string, Value>();
  const listed = listedSignatures(name, method);
  const signatures =
    listed !== undefined ? listed.map((text) => fromText(text, name)) : [fromSchema(group[0]!, name, method)];
  if (method && listed === undefined && signatures[0]!.parameters.length === 0 && name !== 'clone')
    return keywords.size > 0
      ? `TensorBase.${name}() takes no keyword arguments`
      : `TensorBase.${name}() takes no arguments (${given.length} given)`;
  if (signatures.length === 1 && !WITH_DEPRECATED.test(name)) {
    const message = parse(name, signatures[0]!, given, keywords);
    return message ?? unpackError(name, signatures[0]!, given, keywords) ?? undefined;
  }
  for (const signature of signatures)
    if (parse(name, signature, given, keywords) === null)
      return unpackError(name, signature, given, keywords) ?? undefined;
  const count = given.length + keywords.size;
  const plausible = signatures.filter(
    ({ parameters }) => count >= parameters.filter((p) => !p.optional).length && count <= parameters.length,
  );
  if (plausible.length === 1) {
    const message = parse(name, plausible[0]!, given, keywords);
    if (message !== null) return message;
  }
  return invalidCombination(
    name,
    signatures.map((s) => s.shown),
    given,
    keywords,
  );
}
