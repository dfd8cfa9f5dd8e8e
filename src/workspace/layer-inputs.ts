/** What a model's first layers say of its input: `Conv2d(3, …)` takes images, `Embedding` tokens, `Linear(n, …)` vectors. */
import type { Call, Expr, FunctionDef, Stmt } from '../python/ast';
import {
  findClass,
  findMethod,
  fullName,
  isModuleClass,
  parametersOf,
  selfOf,
  type ClassPlace,
  type FileIndex,
  type SourceReader,
} from './file-index';
import type { Dim } from './shape-text';
import { flatten, walk } from './source';
import { bindArguments, construct, valueOf, type Scope } from './values';

/** The input of a layer. */
export interface LayerInput {
  dtype: string;
  /** Dimensions as names of sizes or numbers. */
  dims: Dim[];
  /** Whether further dimensions may stand between the first and the last. */
  flexible: boolean;
  /** `nn.Conv2d` and where it is made. */
  layer: string;
  place: { file: string; line: number };
}

/** Functions and layers that leave the kind of input as it is. */
const TRANSPARENT = /^(torch\.)?(nn\.functional\.)?(relu|gelu|dropout|normalize)$/;
const NORM_LAYER = /\.(BatchNorm\w*|LayerNorm|RMSNorm|Flatten)$/;
const SAME_SHAPE_LAYER = /\.(Identity|Dropout\w*|ReLU6?|GELU|SiLU|Sigmoid|Tanh|LeakyReLU)$/;

/** The input that parameter `name` of `forward` is taken as, traced through the class's layers. */
export function layerInputOf(
  place: ClassPlace,
  name: string,
  call: Call | undefined,
  scope: Scope,
  index: FileIndex,
  reader: SourceReader,
  depth = 0,
): LayerInput | undefined {
  const forward = findMethod(place, 'forward', reader);
  if (forward === undefined || depth > 6) return undefined;
  const bound = bindArguments(place, call, scope, index, reader);
  const init = findMethod(place, '__init__', reader);
  bound.set(init === undefined ? 'self' : selfOf(init.node), {
    fields: construct(place, call, scope, index, reader),
  });
  const aliases = new Set([name]);
  for (const stmt of flatten(forward.node.body)) {
    const found = inStatement(place, stmt, aliases, bound, reader, depth, forward.node);
    if (found !== undefined) return found;
    follow(place, stmt, aliases, forward.node, reader);
  }
  return undefined;
}

/** Which names stand for the input after a statement: new ones may, and what another layer gives is the input no more. */
function follow(
  place: ClassPlace,
  stmt: Stmt,
  aliases: Set<string>,
  forward: FunctionDef,
  reader: SourceReader,
): void {
  if (stmt.kind !== 'Assign' || stmt.targets.length !== 1 || stmt.targets[0]!.kind !== 'Name') return;
  const { id } = stmt.targets[0]!;
  const self = selfOf(forward);
  if (derives(stmt.value, aliases, self)) aliases.add(id);
  else if (aliases.has(id) && !keepsShape(place, stmt.value, aliases, self, reader)) aliases.delete(id);
}

/** `self.norm(x)`: a layer that gives what it takes, as far as shapes go. */
function keepsShape(
  place: ClassPlace,
  value: Expr,
  aliases: ReadonlySet<string>,
  self: string,
  reader: SourceReader,
): boolean {
  if (value.kind !== 'Call' || value.args.length === 0) return false;
  const [arg] = value.args as [Expr];
  if (!derives(arg, aliases, self) && !keepsShape(place, arg, aliases, self, reader)) return false;
  const { func } = value;
  if (func.kind !== 'Attribute' || func.value.kind !== 'Name' || func.value.id !== self) return false;
  const method = findMethod(place, func.attr, reader);
  if (method !== undefined) return !callsLayers(method.node);
  const made = layerOf(place, func.attr, func, reader);
  if (made?.expr.kind !== 'Call') return false;
  const name = fullName(made.place.index, made.expr.func) ?? '';
  return SAME_SHAPE_LAYER.test(name) || NORM_LAYER.test(name);
}

/** Whether a value is the input itself, reshaped or passed through something elementwise. */
function derives(expr: Expr, aliases: ReadonlySet<string>, self: string): boolean {
  if (expr.kind === 'Name') return aliases.has(expr.id);
  if (expr.kind === 'Attribute') return derives(expr.value, aliases, self);
  if (expr.kind === 'Subscript') return derives(expr.value, aliases, self);
  if (expr.kind === 'BinOp') return derives(expr.left, aliases, self);
  if (expr.kind !== 'Call') return false;
  if (expr.func.kind === 'Attribute' && derives(expr.func.value, aliases, self)) return true;
  return (
    expr.args.length > 0 &&
    expr.func.kind === 'Attribute' &&
    derives(expr.args[0]!, aliases, self) &&
    expr.func.value.kind === 'Name' &&
    expr.func.value.id !== self
  );
}

function inStatement(
  place: ClassPlace,
  stmt: Stmt,
  aliases: ReadonlySet<string>,
  bound: Scope,
  reader: SourceReader,
  depth: number,
  forward: FunctionDef,
): LayerInput | undefined {
  if (stmt.kind === 'FunctionDef' || stmt.kind === 'ClassDef') return undefined;
  const self = selfOf(forward);
  let found: LayerInput | undefined;
  const parts: Expr[] = [];
  walk(
    stmt.kind === 'For'
      ? [stmt.iter]
      : stmt.kind === 'If'
        ? [stmt.test]
        : stmt.kind === 'With' || stmt.kind === 'While'
          ? []
          : stmt,
    (node) => {
      if (node.kind === 'Call') parts.push(node);
      return true;
    },
  );
  for (const part of parts) {
    if (part.kind !== 'Call') continue;
    const at = part.args.findIndex((arg) => derives(arg, aliases, self));
    const keyword = at < 0 ? part.keywords.find(({ value }) => derives(value, aliases, self)) : undefined;
    if (at < 0 && keyword === undefined) continue;
    found = ofCallee(place, part.func, at, keyword?.arg ?? undefined, bound, reader, depth, forward);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The input of what `func` calls, as its argument number `at` or named `keyword`. */
function ofCallee(
  place: ClassPlace,
  func: Expr,
  at: number,
  keyword: string | undefined,
  bound: Scope,
  reader: SourceReader,
  depth: number,
  forward: FunctionDef,
): LayerInput | undefined {
  const self = selfOf(forward);
  let attribute: Expr = func;
  while (
    attribute.kind === 'Subscript' ||
    (attribute.kind === 'Attribute' && !(attribute.value.kind === 'Name' && attribute.value.id === self))
  )
    attribute = attribute.value;
  if (attribute.kind === 'Name') {
    // `for layer in self.layers: x = layer(x)`
    const loop = flatten(forward.body).find(
      (stmt) =>
        stmt.kind === 'For' &&
        stmt.target.kind === 'Name' &&
        stmt.target.id === (attribute as { id: string }).id,
    );
    if (loop?.kind !== 'For' || loop.iter.kind !== 'Attribute') return undefined;
    attribute = loop.iter;
  }
  if (attribute.kind !== 'Attribute' || attribute.value.kind !== 'Name' || attribute.value.id !== self)
    return undefined;
  const method = findMethod(place, attribute.attr, reader);
  if (method !== undefined && func === attribute) {
    const parameter = parametersOf(method.node, true)[Math.max(0, at)];
    if (parameter === undefined || depth > 6) return undefined;
    const aliases = new Set([keyword ?? parameter.name]);
    for (const stmt of flatten(method.node.body)) {
      const found = inStatement(place, stmt, aliases, bound, reader, depth + 1, method.node);
      if (found !== undefined) return found;
      follow(place, stmt, aliases, method.node, reader);
    }
    return undefined;
  }
  const made = layerOf(place, attribute.attr, func, reader);
  return made === undefined
    ? undefined
    : ofLayer(made.expr, made.place, Math.max(0, at), keyword, bound, reader, depth + 1);
}

/** The expression that makes `self.<name>`; of a dict of layers (`self.transformer.wte`) the entry that `func` names. */
function layerOf(
  place: ClassPlace,
  name: string,
  func: Expr,
  reader: SourceReader,
): { expr: Expr; place: ClassPlace } | undefined {
  const init = findMethod(place, '__init__', reader);
  if (init === undefined) return undefined;
  let made: Expr | undefined;
  for (const stmt of flatten(init.node.body)) {
    if (stmt.kind !== 'Assign' && stmt.kind !== 'AnnAssign') continue;
    const target = stmt.kind === 'Assign' ? stmt.targets[0]! : stmt.target;
    if (
      target.kind === 'Attribute' &&
      target.attr === name &&
      target.value.kind === 'Name' &&
      target.value.id === selfOf(init.node) &&
      stmt.value !== null
    )
      made ??= stmt.value;
  }
  if (made?.kind === 'Call' && made.args.length === 0)
    made = firstAppended(init.node, name, selfOf(init.node)) ?? made;
  if (made === undefined) return undefined;
  if (func.kind === 'Attribute' && func.attr !== name && made.kind === 'Call') {
    const entry = dictEntry(made, func.attr);
    if (entry !== undefined) made = entry;
  }
  return { expr: made, place: init.place };
}

/** Whether a method calls something of its instance: a layer, or a method that may call one. */
function callsLayers(method: FunctionDef): boolean {
  const self = selfOf(method);
  let found = false;
  walk(method.body, (node) => {
    if (node.kind !== 'Call') return !found;
    let callee: Expr = node.func;
    while (callee.kind === 'Subscript') callee = callee.value;
    found ||= callee.kind === 'Attribute' && callee.value.kind === 'Name' && callee.value.id === self;
    return !found;
  });
  return found;
}

/** What `self.<name>.append(…)` appends first to a list of layers. */
function firstAppended(init: FunctionDef, name: string, self: string): Expr | undefined {
  for (const stmt of flatten(init.body)) {
    if (stmt.kind !== 'Expr' || stmt.value.kind !== 'Call' || stmt.value.func.kind !== 'Attribute') continue;
    const { attr, value: list } = stmt.value.func;
    if (
      (attr === 'append' || attr === 'add_module') &&
      list.kind === 'Attribute' &&
      list.attr === name &&
      list.value.kind === 'Name' &&
      list.value.id === self
    )
      return stmt.value.args[stmt.value.args.length - 1];
  }
  return undefined;
}

/** The value of a key in `nn.ModuleDict(dict(key=value))` or `nn.ModuleDict({"key": value})`. */
function dictEntry(call: Call, key: string): Expr | undefined {
  for (const arg of call.args) {
    if (arg.kind === 'Call') {
      const found = arg.keywords.find((keyword) => keyword.arg === key);
      if (found !== undefined) return found.value;
    }
    if (arg.kind === 'Dict') {
      const at = arg.keys.findIndex(
        (each) => each?.kind === 'Constant' && each.value.type === 'str' && each.value.value === key,
      );
      if (at >= 0) return arg.values[at];
    }
  }
  return undefined;
}

function ofLayer(
  expr: Expr,
  place: ClassPlace,
  at: number,
  keyword: string | undefined,
  bound: Scope,
  reader: SourceReader,
  depth: number,
): LayerInput | undefined {
  const { index } = place;
  if (depth > 8) return undefined;
  if (expr.kind === 'List' || expr.kind === 'Tuple') return first(expr.elts);
  if (expr.kind === 'ListComp')
    return ofLayer(
      expr.elt,
      place,
      at,
      keyword,
      loopStart(expr.generators[0]?.target, bound),
      reader,
      depth + 1,
    );
  if (expr.kind === 'Starred') return ofLayer(expr.value, place, at, keyword, bound, reader, depth + 1);
  if (expr.kind === 'IfExp') return ofLayer(expr.body, place, at, keyword, bound, reader, depth + 1);
  if (expr.kind === 'Name') {
    const local = localValue(place, expr.id, reader);
    return local === undefined || local === expr
      ? undefined
      : ofLayer(local, place, at, keyword, bound, reader, depth + 1);
  }
  if (expr.kind !== 'Call') return undefined;
  const name = fullName(index, expr.func) ?? '';
  if (/^torch\.nn\.(modules\.\w+\.)?(Sequential|ModuleList|ModuleDict)$/.test(name)) return first(expr.args);
  const known = ofTorchLayer(name, expr, bound, index, reader) ?? ofLibraryModel(name, expr, index);
  if (known !== undefined) return known;
  const found = findClass(index, expr.func, reader);
  if (found === undefined || !isModuleClass(found, reader)) return undefined;
  const forward = findMethod(found, 'forward', reader);
  const parameters = forward === undefined ? [] : parametersOf(forward.node, true);
  const parameter = keyword === undefined ? parameters[at]?.name : keyword;
  if (parameter === undefined)
    return forward === undefined ? ofSequentialClass(found, expr, bound, index, reader, depth) : undefined;
  return layerInputOf(found, parameter, expr, bound, index, reader, depth + 1);

  /** The first of some layers that says something. */
  function first(layers: readonly Expr[]): LayerInput | undefined {
    for (const each of layers) {
      const input = ofLayer(each, place, at, keyword, bound, reader, depth + 1);
      if (input !== undefined) return input;
      const layer = each.kind === 'Name' ? localValue(place, each.id, reader) : each;
      const layerName = layer?.kind === 'Call' ? (fullName(index, layer.func) ?? '') : '';
      if (
        (each.kind === 'Name' || layer?.kind === 'Call') &&
        !SAME_SHAPE_LAYER.test(layerName) &&
        !NORM_LAYER.test(layerName) &&
        !layerName.endsWith('.Sequential') &&
        !TRANSPARENT.test(layerName)
      )
        return undefined;
    }
    return undefined;
  }
}

/** A subclass of nn.Sequential: `super().__init__(layer, …)`. */
function ofSequentialClass(
  place: ClassPlace,
  call: Call,
  scope: Scope,
  index: FileIndex,
  reader: SourceReader,
  depth: number,
): LayerInput | undefined {
  const init = findMethod(place, '__init__', reader);
  if (init === undefined) return undefined;
  const bound = bindArguments(place, call, scope, index, reader);
  for (const stmt of flatten(init.node.body)) {
    if (
      stmt.kind !== 'Expr' ||
      stmt.value.kind !== 'Call' ||
      stmt.value.func.kind !== 'Attribute' ||
      stmt.value.func.attr !== '__init__'
    )
      continue;
    for (const arg of stmt.value.args) {
      const input = ofLayer(arg, init.place, 0, undefined, bound, reader, depth + 1);
      if (input !== undefined) return input;
    }
  }
  return undefined;
}

/** In the first round of a comprehension its counter is 0. */
function loopStart(target: Expr | undefined, bound: Scope): Scope {
  const scope: Scope = new Map(bound);
  if (target?.kind === 'Name') scope.set(target.id, 0);
  return scope;
}

/** What a local name of `__init__` was assigned. */
function localValue(place: ClassPlace, name: string, reader: SourceReader): Expr | undefined {
  const init = findMethod(place, '__init__', reader);
  for (const stmt of init === undefined ? [] : flatten(init.node.body))
    if (
      stmt.kind === 'Assign' &&
      stmt.targets.length === 1 &&
      stmt.targets[0]!.kind === 'Name' &&
      stmt.targets[0]!.id === name
    )
      return stmt.value;
  return undefined;
}

/** Models of libraries that take images. */
const VISION_MODELS =
  /^(torchvision\.models(\.\w+)*\.(?!detection|segmentation|video|list_models|get_model_weights)\w+|timm\.create_model|timm\.models(\.\w+)*\.[a-z]\w*|segmentation_models_pytorch\.\w+)$/;

/** The input of a model that a library makes. */
export function ofLibraryModel(name: string, call: Expr, index: FileIndex): LayerInput | undefined {
  if (!VISION_MODELS.test(name)) return undefined;
  return {
    dtype: 'float32',
    dims: ['B', '3', 'H', 'W'],
    flexible: false,
    layer: name,
    place: { file: index.file.path, line: call.line },
  };
}

function ofTorchLayer(
  name: string,
  call: Call,
  bound: Scope,
  index: FileIndex,
  reader: SourceReader,
): LayerInput | undefined {
  const match = /^torch\.nn\.(?:modules\.\w+\.)?(\w+)$/.exec(name);
  if (match === null) return undefined;
  const layer = match[1]!;
  const size = (position: number, keyword: string, otherwise: Dim): Dim => {
    const expr = call.keywords.find(({ arg }) => arg === keyword)?.value ?? call.args[position];
    const value = expr === undefined ? undefined : valueOf(expr, bound, index, reader);
    return typeof value === 'number' ? String(value) : otherwise;
  };
  const isTrue = (keyword: string): boolean => {
    const value = call.keywords.find(({ arg }) => arg === keyword)?.value;
    return value?.kind === 'Constant' && value.value.type === 'bool' && value.value.value;
  };
  const make = (dims: Dim[], flexible = false, dtype = 'float32'): LayerInput => ({
    dtype,
    dims,
    flexible,
    layer: `nn.${layer}`,
    place: { file: index.file.path, line: call.line },
  });
  switch (layer) {
    case 'Conv1d':
    case 'ConvTranspose1d':
      return make(['B', size(0, 'in_channels', 'C'), 'L']);
    case 'Conv2d':
    case 'ConvTranspose2d':
      return make(['B', size(0, 'in_channels', 'C'), 'H', 'W']);
    case 'Conv3d':
    case 'ConvTranspose3d':
      return make(['B', size(0, 'in_channels', 'C'), 'D', 'H', 'W']);
    case 'LazyConv2d':
      return make(['B', '3', 'H', 'W']);
    case 'BatchNorm2d':
    case 'InstanceNorm2d':
      return make(['B', size(0, 'num_features', 'C'), 'H', 'W']);
    case 'Linear':
      return make(['B', size(0, 'in_features', 'D')], true);
    case 'Bilinear':
      return make(['B', size(0, 'in1_features', 'D')], true);
    case 'Embedding':
      return make(['B', 'T'], true, 'int64');
    case 'EmbeddingBag':
      return make(['B', 'T'], false, 'int64');
    case 'LSTM':
    case 'GRU':
    case 'RNN':
      return make(
        isTrue('batch_first')
          ? ['B', 'T', size(0, 'input_size', 'D')]
          : ['T', 'B', size(0, 'input_size', 'D')],
      );
    case 'LSTMCell':
    case 'GRUCell':
    case 'RNNCell':
      return make(['B', size(0, 'input_size', 'D')]);
    case 'MultiheadAttention':
      return make(
        isTrue('batch_first') ? ['B', 'T', size(0, 'embed_dim', 'D')] : ['T', 'B', size(0, 'embed_dim', 'D')],
      );
    case 'TransformerEncoderLayer':
    case 'TransformerDecoderLayer':
    case 'Transformer':
      return make(
        isTrue('batch_first') ? ['B', 'T', size(0, 'd_model', 'D')] : ['T', 'B', size(0, 'd_model', 'D')],
      );
    default:
      return undefined;
  }
}
