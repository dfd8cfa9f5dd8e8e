/**
 * The inputs of a model where no config says them: as the code calls it, as annotations, comments and docstrings tell, as its first
 * layers demand. Each is an assumption with its reason and place.
 */
import type { Call, Expr, FunctionDef } from '../python/ast';
import { knownNames, modelCallsOf, type BodyScope } from './call-sites';
import {
  findMethod,
  fullName,
  parametersOf,
  selfOf,
  type ClassPlace,
  type ParameterInfo,
  type SourceReader,
} from './file-index';
import { defaultSize, type InputSpec } from './input-spec';
import { layerInputOf, type LayerInput } from './layer-inputs';
import { findShape, findShapeOf, JAXTYPING_DTYPES, parseJaxtypingAxes, type Dim } from './shape-text';
import { docstringOf, dottedName, flatten, walk, type SourceFile } from './source';
import { bindArguments, construct, valueOf, type Known, type Scope } from './values';

/** An input and why it is taken so. */
export interface InferredInput {
  name: string;
  dtype: string;
  dims: Dim[];
  reason: string;
  place: { file: string; line: number };
}

/** An input that is no tensor, but has some in it: what makes it. */
export interface MadeInput {
  name: string;
  spec: InputSpec;
  reason: string;
  place: { file: string; line: number };
}

export interface InferredInputs {
  inputs: InferredInput[];
  made?: MadeInput[];
  sizes: Record<string, number>;
  /** Other sizes to try where the shapes do not fit: images of other usual sizes. */
  alternatives: Record<string, number>[];
  /** The loss, where `forward` returns one beside other things. */
  loss: string | undefined;
  /** Parameters of which nothing is known. */
  missing: string[];
}

const BY_CALL = 'as the code calls the model';

/** Whether the source of a call does not say an input: a run of what calls the model says it better than names and usual sizes. */
export function isGuessed({ inputs, missing }: InferredInputs): boolean {
  return missing.length > 0 || inputs.some(({ reason }) => reason !== BY_CALL);
}

const TOKENS =
  /^(idx|ids|input_ids|token_ids|tokens|token|x_tokens|decoder_input_ids|src|tgt|source|target_ids|indices|input_tokens)$/;
const TARGETS = /^(targets?|labels?|y|gt|ground_truth)$/;
const MASKS = /(^|_)mask$/;
const CLASSES = /^(y|class(es)?|class_?labels?|class_?ids?|labels?)$/;
const TIMES = /^(t|timesteps?|time|times|sigma|noise_level)$/;
/** Names of a tensor that may be anything. */
const ANYTHING = /^(x|z|inp|inputs?|data|batch|features?|sample|hidden_states?)$/i;
const LENGTHS =
  /^(max_seq_len|block_size|context_length|max_len|max_length|seq_len|seq_length|n_positions|max_position_embeddings|n_ctx|max_sequence_length|context_size)$/;
/** What constructors call the side of the images that they take, and their channels. */
const SIDES = [
  'image_size',
  'img_size',
  'input_size',
  'image_resolution',
  'input_resolution',
  'resolution',
  'sample_size',
];
const CHANNELS = [
  'in_channels',
  'in_chans',
  'in_ch',
  'n_channels',
  'num_channels',
  'channels',
  'input_channels',
  'img_channels',
];
const FRAMES = ['frames', 'num_frames', 'n_frames', 'max_frames'];
/** Sides of images that are tried, the usual ones first. */
export const IMAGE_SIZES = [224, 32, 28, 64, 96, 128, 256, 299, 384, 512];

/** `forward`; where it only hands its arguments on, `self.forward_features(*args, **kwargs)`, the method that gets them. */
function findForward(place: ClassPlace, reader: SourceReader): ReturnType<typeof findMethod> {
  const forward = findMethod(place, 'forward', reader);
  const rest = forward?.node.args.vararg?.arg;
  if (forward === undefined || rest === undefined || parametersOf(forward.node, true).some(isRequired))
    return forward;
  const self = selfOf(forward.node);
  let inner: ReturnType<typeof findMethod>;
  walk(forward.node.body, (node) => {
    if (node.kind !== 'Call' || node.func.kind !== 'Attribute') return;
    const { value, attr } = node.func;
    const [first] = node.args;
    if (value.kind !== 'Name' || value.id !== self || first?.kind !== 'Starred') return;
    if (first.value.kind === 'Name' && first.value.id === rest) inner ??= findMethod(place, attr, reader);
  });
  return inner ?? forward;
}

function isRequired(parameter: ParameterInfo): boolean {
  return parameter.default === null;
}

/** Whether an input's name says that it holds indices: tokens, classes, steps of time. */
export function isIndices(name: string): boolean {
  return TOKENS.test(name) || TARGETS.test(name) || /^(t|timesteps?)$/.test(name);
}

/** Infers the inputs of a class made by `call`; `scopes` are the bodies of files that may make and call it. */
export function inferInputs(
  place: ClassPlace,
  names: readonly string[],
  call: Call | undefined,
  scopes: readonly BodyScope[],
  reader: SourceReader,
): InferredInputs {
  const result: InferredInputs = { inputs: [], sizes: {}, alternatives: [], loss: undefined, missing: [] };
  const forward = findForward(place, reader);
  if (forward === undefined) return result;
  const parameters = parametersOf(forward.node, true);
  const called = names.flatMap((name) => modelCallsOf(name, place.index.file, scopes));
  const fields = knownFields(place, call, reader);
  const byCall = fromCalls(called, parameters, reader);
  if (byCall !== undefined) {
    result.inputs = byCall;
    result.loss = lossOf(
      forward.node,
      byCall.map(({ name }) => name),
    );
    nameSizes(result, fields);
    return result;
  }
  const tokens: InferredInput[] = [];
  const passed = passedBy(called, parameters);
  for (const parameter of parameters) {
    const required = parameter.default === null;
    const wanted =
      required ||
      passed.has(parameter.name) ||
      (TARGETS.test(parameter.name) && lossOf(forward.node, [parameter.name]) !== undefined);
    if (!wanted) continue;
    const input = inferOne(
      place,
      forward.place.index.file,
      forward.node,
      parameter,
      parameters,
      call,
      fields,
      tokens,
      reader,
    );
    if (input === undefined) {
      if (required) result.missing.push(parameter.name);
      continue;
    }
    if (input.dtype === 'int64' && input.dims.length === 2) tokens.push(input);
    result.inputs.push(input);
  }
  guessRest(result, forward.node, parameters, fields, forward.place.index.file);
  result.loss = lossOf(
    forward.node,
    result.inputs.map(({ name }) => name),
  );
  sizesOfDims(result, fields);
  return result;
}

/** Takes the only input of which nothing is known as an image: when the model refuses that, it may say what else it takes. */
function guessRest(
  result: InferredInputs,
  forward: FunctionDef,
  parameters: readonly ParameterInfo[],
  fields: Scope,
  file: SourceFile,
): void {
  const [name] = result.missing;
  if (name === undefined || result.missing.length > 1 || !ANYTHING.test(name)) return;
  if (hasNames(forward, name)) return;
  const at = parameters.findIndex((parameter) => parameter.name === name);
  const guess: InferredInput = {
    name,
    dtype: 'float32',
    dims: imageDims(fields),
    reason: 'a guess, since nothing tells it',
    place: { file: file.path, line: parameters[at]!.line },
  };
  const order = (each: InferredInput): number =>
    parameters.findIndex((parameter) => parameter.name === each.name);
  result.inputs = [...result.inputs, guess].sort((a, b) => order(a) - order(b));
  result.missing = [];
}

/** Whether a function takes parts of a parameter by names: `batch['image']`. */
function hasNames(func: FunctionDef, parameter: string): boolean {
  let found = false;
  walk(func.body, (node) => {
    if (node.kind === 'Subscript' && node.value.kind === 'Name' && node.value.id === parameter)
      found ||= node.slice.kind === 'Constant' && node.slice.value.type === 'str';
    return !found;
  });
  return found;
}

/** Numbers that the constructor knows, by name: parameters, attributes, and the fields of a config. */
function knownFields(place: ClassPlace, call: Call | undefined, reader: SourceReader): Scope {
  const fields: Scope = new Map();
  const add = (entries: Iterable<[string, Known]>, depth: number): void => {
    for (const [name, value] of entries) {
      if (typeof value === 'number') {
        if (!fields.has(name)) fields.set(name, value);
      } else if (depth < 3) add(value.fields, depth + 1);
    }
  };
  add(bindArguments(place, call, new Map(), place.index, reader), 0);
  add(construct(place, call, new Map(), place.index, reader), 0);
  return fields;
}

// ---- as the code calls it ----

function fromCalls(
  calls: { call: Call; scope: BodyScope }[],
  parameters: ParameterInfo[],
  reader: SourceReader,
): InferredInput[] | undefined {
  for (const { call, scope } of calls) {
    const inputs: InferredInput[] = [];
    const known = knownNames(scope, reader);
    const place = { file: scope.index.file.path, line: call.line };
    let complete = true;
    const take = (name: string, expr: Expr): void => {
      const tensor = tensorOf(expr, scope, known, reader);
      if (tensor === undefined) complete = false;
      else inputs.push({ name, ...tensor, reason: BY_CALL, place });
    };
    call.args.forEach((arg, i) => take(parameters[i]?.name ?? `input${i}`, arg));
    for (const { arg, value } of call.keywords) take(arg ?? '', value);
    const covered = parameters
      .filter((parameter) => parameter.default === null)
      .every(({ name }) => inputs.some((input) => input.name === name));
    if (complete && covered && inputs.length > 0) return inputs;
  }
  return undefined;
}

/** The parameters to which calls of the model give something: a training loop its labels. */
function passedBy(calls: readonly { call: Call }[], parameters: readonly ParameterInfo[]): Set<string> {
  const passed = new Set<string>();
  for (const { call } of calls) {
    call.args.forEach((arg, i) => {
      const parameter = parameters[i];
      if (parameter !== undefined && arg.kind !== 'Constant' && arg.kind !== 'Starred')
        passed.add(parameter.name);
    });
    for (const { arg, value } of call.keywords)
      if (arg !== null && value.kind !== 'Constant') passed.add(arg);
  }
  return passed;
}

const FACTORIES = /^torch\.(randn|rand|zeros|ones|empty|full|randint|tensor)$/;
const CASTS: Record<string, string> = {
  long: 'int64',
  int: 'int32',
  float: 'float32',
  half: 'float16',
  bfloat16: 'bfloat16',
  bool: 'bool',
  double: 'float64',
};

/** Shape and dtype of a tensor that is made by a factory function. */
function tensorOf(
  expr: Expr,
  scope: BodyScope,
  known: Scope,
  reader: SourceReader,
  depth = 0,
): { dtype: string; dims: Dim[] } | undefined {
  if (depth > 6) return undefined;
  if (expr.kind === 'Name') {
    for (let at: BodyScope | undefined = scope; at !== undefined; at = at.outer) {
      const values = at.assigned.get(expr.id);
      if (values !== undefined)
        return values.length === 1 ? tensorOf(values[0]!, scope, known, reader, depth + 1) : undefined;
    }
    return undefined;
  }
  if (expr.kind !== 'Call') return undefined;
  const name = fullName(scope.index, expr.func) ?? '';
  if (!FACTORIES.test(name)) {
    if (expr.func.kind !== 'Attribute') return undefined;
    const base = tensorOf(expr.func.value, scope, known, reader, depth + 1);
    const { attr } = expr.func;
    if (
      base === undefined ||
      !/^(to|cuda|cpu|long|int|float|half|bfloat16|bool|double|requires_grad_|contiguous|pin_memory|clone|detach)$/.test(
        attr,
      )
    )
      return undefined;
    return { dims: base.dims, dtype: CASTS[attr] ?? dtypeIn(expr) ?? base.dtype };
  }
  const kind = name.slice('torch.'.length);
  if (kind === 'tensor') return undefined;
  let shape: Expr[] = expr.args.filter((arg) => arg.kind !== 'Starred');
  if (kind === 'randint') {
    const size = expr.keywords.find(({ arg }) => arg === 'size')?.value ?? shape[shape.length - 1];
    if (size === undefined) return undefined;
    shape = [size];
  } else if (kind === 'full') shape = shape.slice(0, 1);
  const size = expr.keywords.find(({ arg }) => arg === 'size')?.value;
  if (shape.length === 0 && size !== undefined) shape = [size];
  if (shape.length === 1 && (shape[0]!.kind === 'Tuple' || shape[0]!.kind === 'List')) shape = shape[0]!.elts;
  const dims = shape.map((dim) => valueOf(dim, known, scope.index, reader));
  if (dims.some((dim) => typeof dim !== 'number')) return undefined;
  return { dims: dims.map(String), dtype: dtypeIn(expr) ?? (kind === 'randint' ? 'int64' : 'float32') };
}

function dtypeIn(call: Call): string | undefined {
  for (const expr of [...call.args, ...call.keywords.map(({ value }) => value)]) {
    const name = dottedName(expr);
    const match =
      name === undefined ? null : /^torch\.((?:b?float|u?int|bool|half|double|long)\w*)$/.exec(name);
    if (match !== null) return CASTS[match[1]!] ?? match[1]!;
  }
  return undefined;
}

/** Names for the sizes of inputs that a call gave as numbers: the batch, the sequence, the image. */
function nameSizes(result: InferredInputs, fields: Scope): void {
  const { sizes } = result;
  for (const input of result.inputs) {
    const rank = input.dims.length;
    const names: string[] =
      rank === 4 && !input.dtype.startsWith('int')
        ? ['B', '', 'H', 'W']
        : rank === 2 && input.dtype === 'int64'
          ? ['B', 'T']
          : rank === 3
            ? ['B', 'T', '']
            : rank >= 1
              ? ['B']
              : [];
    names.forEach((name, i) => {
      const value = Number(input.dims[i]);
      if (name === '' || ([...fields.values()].includes(value) && name === 'T' && rank === 3)) return;
      if (sizes[name] === undefined) sizes[name] = value;
      if (sizes[name] === value) input.dims[i] = name;
    });
  }
}

// ---- one parameter ----

function inferOne(
  place: ClassPlace,
  file: SourceFile,
  forward: FunctionDef,
  parameter: ParameterInfo,
  parameters: readonly ParameterInfo[],
  call: Call | undefined,
  fields: Scope,
  tokens: readonly InferredInput[],
  reader: SourceReader,
): InferredInput | undefined {
  const { name } = parameter;
  const layer = layerInputOf(place, name, call, new Map(), place.index, reader);
  const at = { file: file.path, line: parameter.line };
  const told =
    fromAnnotation(parameter) ??
    fromComments(file, forward, parameter, parameters) ??
    fromUnpacking(forward, name);
  const guessed = dtypeByName(name);
  if (told !== undefined) {
    const dims = mergeDims(told.dims, layer, fields);
    return {
      name,
      dtype: told.dtype ?? layer?.dtype ?? guessed ?? 'float32',
      dims,
      reason: told.reason,
      place: { file: file.path, line: told.line },
    };
  }
  if (layer !== undefined && !(TARGETS.test(name) && tokens.length > 0)) {
    return {
      name,
      dtype: layer.dtype,
      // One class of each sample is embedded, not a sequence.
      dims: layer.dtype === 'int64' && CLASSES.test(name) ? ['B'] : layer.dims,
      reason: `from the first layer, ${layer.layer}`,
      place: layer.place,
    };
  }
  const reason = 'from its name';
  const like = tokens[0];
  if (TARGETS.test(name)) return { name, dtype: 'int64', dims: like?.dims ?? ['B'], reason, place: at };
  if (TOKENS.test(name)) return { name, dtype: 'int64', dims: ['B', 'T'], reason, place: at };
  if (MASKS.test(name)) return { name, dtype: 'bool', dims: like?.dims ?? ['B', 'T'], reason, place: at };
  if (TIMES.test(name)) return { name, dtype: 'int64', dims: ['B'], reason, place: at };
  if (/^(imgs?|images?|pixel_values|frames?)$/.test(name))
    return {
      name,
      dtype: 'float32',
      dims: imageDims(fields),
      reason,
      place: at,
    };
  if (/^(videos?|vid|clips?|volumes?)$/.test(name)) {
    const [batch, channels, ...sides] = imageDims(fields) as [Dim, Dim, ...Dim[]];
    return { name, dtype: 'float32', dims: [batch, channels, 'F', ...sides], reason, place: at };
  }
  return undefined;
}

function dtypeByName(name: string): string | undefined {
  if (TOKENS.test(name) || /^(targets?|labels?|t|timesteps?)$/.test(name)) return 'int64';
  return MASKS.test(name) ? 'bool' : undefined;
}

interface Told {
  dims: Dim[];
  dtype?: string;
  reason: string;
  line: number;
}

/** `x: Float[Tensor, "b c h w"]`. */
function fromAnnotation({ annotation, line }: ParameterInfo): Told | undefined {
  if (annotation?.kind !== 'Subscript' || annotation.slice.kind !== 'Tuple') return undefined;
  const kind = (dottedName(annotation.value) ?? '').split('.').pop()!;
  const axes = annotation.slice.elts[1];
  if (!Object.hasOwn(JAXTYPING_DTYPES, kind) || axes?.kind !== 'Constant' || axes.value.type !== 'str')
    return undefined;
  const dims = parseJaxtypingAxes(axes.value.value);
  return dims === undefined
    ? undefined
    : { dims, dtype: JAXTYPING_DTYPES[kind]!, reason: 'from the annotation', line };
}

/** `def forward(self, x):  # x: [B, T]`, a comment on the parameter's line, or the docstring. */
function fromComments(
  file: SourceFile,
  forward: FunctionDef,
  { name, line }: ParameterInfo,
  parameters: readonly ParameterInfo[],
): Told | undefined {
  const body = forward.body[0]?.line ?? forward.endLine;
  const reason = 'from the comment';
  const own = parameters.filter((other) => other.line === line).length === 1;
  for (const comment of file.comments) {
    if (comment.line < forward.line || comment.line > forward.endLine) continue;
    const inSignature = comment.line < body;
    const named = findShapeOf(name, comment.text);
    // Further down a comment may speak of a later value of the same name.
    if (named !== undefined && (inSignature || comment.line <= body + 1))
      return { dims: named, reason, line: comment.line };
    if (!inSignature) continue;
    const shape = /^#\s*[[(]/.test(comment.text) ? findShape(comment.text) : undefined;
    if (
      shape !== undefined &&
      (parameters.length === 1 || (own && comment.line === line && line !== forward.line))
    )
      return { dims: shape, reason, line: comment.line };
  }
  const docstring = docstringOf(forward.body);
  const dims = docstring === undefined ? undefined : findShapeOf(name, docstring.text);
  return dims === undefined ? undefined : { dims, reason: 'from the docstring', line: docstring!.line };
}

/** `B, T, C = x.shape`, `b, t = idx.size()`. */
function fromUnpacking(forward: FunctionDef, name: string): Told | undefined {
  for (const stmt of flatten(forward.body)) {
    if (stmt.kind !== 'Assign') continue;
    const target = stmt.targets[0]!;
    if (target.kind === 'Name' && target.id === name) return undefined;
    if (target.kind !== 'Tuple' || !isShapeOf(stmt.value, name)) continue;
    if (target.elts.some((item) => item.kind !== 'Name')) return undefined;
    const dims = target.elts.map((item) => (item.kind === 'Name' && !item.id.startsWith('_') ? item.id : ''));
    return {
      dims,
      reason: `from \`${dims.map((dim) => dim || '_').join(', ')} = ${name}.shape\``,
      line: stmt.line,
    };
  }
  return undefined;
}

function isShapeOf(expr: Expr, name: string): boolean {
  const inner = expr.kind === 'Call' && expr.args.length === 0 ? expr.func : expr;
  return (
    inner.kind === 'Attribute' &&
    (inner.attr === 'shape' || inner.attr === 'size') &&
    inner.value.kind === 'Name' &&
    inner.value.id === name
  );
}

/** Names of dimensions made numbers where the layer or the constructor knows them; open ones named. */
function mergeDims(told: Dim[], layer: LayerInput | undefined, fields: Scope): Dim[] {
  const fits =
    layer !== undefined &&
    (layer.dims.length === told.length || (layer.flexible && layer.dtype !== 'int64' && told.length > 1));
  return told.map((dim, i) => {
    if (fits) {
      const fromEnd = told.length - 1 - i;
      const other =
        layer.dims.length === told.length
          ? layer.dims[i]
          : fromEnd === 0
            ? layer.dims[layer.dims.length - 1]
            : undefined;
      if (other !== undefined && /^\d+$/.test(other)) return other;
      if (dim === '' && other !== undefined) return other;
    }
    if (dim === '') return `N${i}`;
    const isChannels = i === 1 && told.length === 4 && defaultSize(dim) === 3;
    const field = fields.get(dim) ?? (isChannels ? firstOf(fields, CHANNELS) : undefined);
    return typeof field === 'number' && !LENGTHS.test(dim) ? String(field) : dim.replace(/\s+/g, '');
  });
}

/** Values for the names of sizes; a bound on the sequence that the constructor knows is its length. */
function sizesOfDims(result: InferredInputs, fields: Scope): void {
  const { sizes } = result;
  const lengths = [...fields]
    .filter(([name, value]) => LENGTHS.test(name) && typeof value === 'number')
    .map(([, value]) => value as number);
  const limit = lengths.length > 0 ? Math.min(...lengths) : undefined;
  let image = false;
  for (const { dims, dtype } of result.inputs) {
    for (const dim of dims) {
      for (const [name] of dim.matchAll(/[A-Za-z_]\w*/g)) {
        if (sizes[name] !== undefined) continue;
        const isLength = /^(t|s|l|seq|seq_len|seqlen|length|T|S|L)$/.test(name) && limit !== undefined;
        sizes[name] = isLength
          ? limit
          : dtype === 'float32' && dims.length === 3 && name === 'L'
            ? 1024
            : defaultSize(name);
        if (/^(h|w|height|width|size|S)$/i.test(name) && dims.length >= 4) image = true;
      }
    }
    if (dims.length === 4 && dims[1] === '1' && sizes.H !== undefined) sizes.H = sizes.W = 28;
  }
  if (!image && !result.inputs.some(({ dims }) => dims.length === 4)) return;
  const square = Object.keys(sizes).filter((name) => /^(h|w|height|width|size|S)$/i.test(name));
  const fixed = firstOf(fields, SIDES);
  if (fixed !== undefined) for (const name of square) sizes[name] = fixed;
  const frames = firstOf(fields, FRAMES);
  if (frames !== undefined && sizes.F !== undefined) sizes.F = frames;
  for (const side of IMAGE_SIZES)
    if (square.some((name) => sizes[name] !== side))
      result.alternatives.push({ ...sizes, ...Object.fromEntries(square.map((name) => [name, side])) });
}

/** The dimensions of images of as many channels as the constructor says. */
function imageDims(fields: Scope): Dim[] {
  return ['B', String(firstOf(fields, CHANNELS) ?? 3), 'H', 'W'];
}

function firstOf(fields: Scope, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = fields.get(name);
    if (typeof value === 'number') return value;
  }
  return undefined;
}

/** `output[1]` where `forward` ends with `return logits, loss` and is given what the loss needs. */
function lossOf(forward: FunctionDef, given: readonly string[]): string | undefined {
  if (!given.some((name) => TARGETS.test(name))) return undefined;
  let loss: string | undefined;
  for (const stmt of flatten(forward.body)) {
    if (stmt.kind !== 'Return' || stmt.value === null) continue;
    const { value } = stmt;
    if (value.kind === 'Tuple') {
      const at = value.elts.findIndex((item) => item.kind === 'Name' && /loss/i.test(item.id));
      if (at >= 0) loss = `output[${at}]`;
    } else if (value.kind === 'Dict') {
      const key = value.keys.find(
        (item) => item?.kind === 'Constant' && item.value.type === 'str' && /^loss$/i.test(item.value.value),
      );
      if (key !== undefined) loss = 'output["loss"]';
    } else if (value.kind === 'Name' && /loss/i.test(value.id)) loss = 'output';
  }
  return loss;
}
