/** How files make and call a model: `model = GPT(GPTConfig()).cuda()`, `logits, loss = model(x, y)`. */
import type { AsyncFunctionDef, Call, Expr, FunctionDef, Node, Stmt } from '../python/ast';
import type { FileIndex, SourceReader } from './file-index';
import { fullName, indexFile } from './file-index';
import { dottedName, flatten, textOf, walk, type SourceFile } from './source';
import { valueOf, type Known, type Scope } from './values';

/** A body in which names are assigned: a module's or a function's. */
export interface BodyScope {
  index: FileIndex;
  /** Every value assigned to a plain name. */
  assigned: Map<string, Expr[]>;
  stmts: Stmt[];
  /** The function whose body it is. */
  func: FunctionDef | AsyncFunctionDef | undefined;
  /** Module-level names, for a function. */
  outer: BodyScope | undefined;
}

/** The bodies of a file in which models may be made and called; methods of classes too. */
export function scopesOf(file: SourceFile): BodyScope[] {
  const index = indexFile(file);
  const module: BodyScope = { index, ...contentOf(file.module.body), outer: undefined };
  const scopes: BodyScope[] = [module];
  for (const stmt of file.module.body)
    for (const content of functionsIn(stmt)) scopes.push({ index, ...content, outer: module });
  return scopes;
}

type BodyContent = Pick<BodyScope, 'assigned' | 'stmts' | 'func'>;

const functionsOf = new WeakMap<Stmt, BodyContent[]>();

/** The bodies of the functions in a statement. An edit leaves most statements of a file as they were: they are looked at once. */
function functionsIn(stmt: Stmt): readonly BodyContent[] {
  let found = functionsOf.get(stmt);
  if (found === undefined) {
    const contents: BodyContent[] = [];
    walk(stmt, (node) => {
      if (node.kind === 'FunctionDef' || node.kind === 'AsyncFunctionDef')
        contents.push(contentOf(node.body, node));
    });
    functionsOf.set(stmt, (found = contents));
  }
  return found;
}

function contentOf(body: readonly Stmt[], func?: BodyScope['func']): BodyContent {
  const stmts = flatten(body);
  const assigned = new Map<string, Expr[]>();
  const add = (target: Expr, value: Expr): void => {
    if (target.kind === 'Name') assigned.set(target.id, [...(assigned.get(target.id) ?? []), value]);
    else if (target.kind === 'Tuple' && value.kind === 'Tuple' && target.elts.length === value.elts.length)
      target.elts.forEach((item, i) => add(item, value.elts[i]!));
  };
  for (const stmt of stmts) {
    if (stmt.kind === 'Assign') for (const target of stmt.targets) add(target, stmt.value);
    else if (stmt.kind === 'AnnAssign' && stmt.value !== null) add(stmt.target, stmt.value);
  }
  return { assigned, stmts, func };
}

/** The values that a name may have in a scope. */
function lookup(scope: BodyScope | undefined, name: string): Expr[] {
  for (let at = scope; at !== undefined; at = at.outer) {
    const values = at.assigned.get(name);
    if (values !== undefined) return values;
  }
  return [];
}

/** The expressions of a scope's own statements, those of nested functions and classes left out. */
export function ownNodes(scope: BodyScope, visit: (node: Node) => void): void {
  const nested = ({ kind }: Node): boolean =>
    kind === 'FunctionDef' || kind === 'AsyncFunctionDef' || kind === 'ClassDef';
  const seen = new Set<Node>();
  for (const stmt of scope.stmts) {
    if (nested(stmt)) continue;
    walk(stmt, (node) => {
      if (seen.has(node) || (node !== stmt && nested(node))) return false;
      seen.add(node);
      visit(node);
      return true;
    });
  }
}

/** The calls of a body, in source order. */
interface BodyCalls {
  all: Call[];
  /** Those of what a name or another call gives, as a model is called; not those of attributes, `self.layer(x)`. */
  ofValues: Call[];
}

const callsOfBody = new WeakMap<readonly Stmt[], BodyCalls>();

/** The calls among a scope's own nodes; found once, since each class of a file asks for them. */
function callsOf(scope: BodyScope): BodyCalls {
  let calls = callsOfBody.get(scope.stmts);
  if (calls === undefined) {
    const found: BodyCalls = { all: [], ofValues: [] };
    ownNodes(scope, (node) => {
      if (node.kind !== 'Call') return;
      found.all.push(node);
      if (node.func.kind === 'Name' || node.func.kind === 'Call') found.ofValues.push(node);
    });
    callsOfBody.set(scope.stmts, (calls = found));
  }
  return calls;
}

const WRAPPERS = /(^|\.)(compile|DataParallel|DistributedDataParallel|DDP|prepare|to_device)$/;
const SAME = new Set([
  'to',
  'cuda',
  'cpu',
  'eval',
  'train',
  'half',
  'float',
  'bfloat16',
  'double',
  'requires_grad_',
  'contiguous',
  'long',
  'int',
  'bool',
  'pin_memory',
  'detach',
  'clone',
  'type',
]);

/** Takes `.to(…)`, `torch.compile(…)` and the like off: the call that makes the model. */
export function underneath(expr: Expr): Expr {
  for (;;) {
    if (expr.kind !== 'Call') return expr;
    if (expr.func.kind === 'Attribute' && SAME.has(expr.func.attr)) expr = expr.func.value;
    else if (expr.args.length > 0 && WRAPPERS.test(dottedName(expr.func) ?? '')) expr = expr.args[0]!;
    else return expr;
  }
}

/** A call of a class or factory. */
export interface Construction {
  call: Call;
  scope: BodyScope;
}

/** Whether a call is of the class or factory of that name, defined in that file. */
function isCallOf(call: Call, name: string, file: SourceFile, index: FileIndex): boolean {
  // Most calls of a file are of other names: no text is made for those.
  if (index.file === file && call.func.kind === 'Name') return call.func.id === name;
  const called = dottedName(call.func);
  if (called === undefined) return false;
  if (index.file === file) return called === name;
  const last = called.split('.').pop();
  if (last === name) return index.imports.has(called.split('.')[0]!) || index.imports.has(called);
  return (fullName(index, call.func) ?? '').endsWith(`.${name}`) && index.imports.has(called);
}

/** The calls of a class or factory in some scopes. */
export function constructionsOf(
  name: string,
  file: SourceFile,
  scopes: readonly BodyScope[],
): Construction[] {
  const found: Construction[] = [];
  for (const scope of scopes)
    for (const call of callsOf(scope).all)
      if (isCallOf(call, name, file, scope.index)) found.push({ call, scope });
  return found;
}

/** How far a model is followed from function to function: `main`, `train`, `train_one_epoch`. */
const MOST_HANDED = 3;

/** The calls of the models that a class or factory made: `model(x, y)`; also in functions that are given one, `train(model, loader)`. */
export function modelCallsOf(name: string, file: SourceFile, scopes: readonly BodyScope[]): Construction[] {
  const isMade = (value: Expr, scope: BodyScope): boolean => {
    const inner = underneath(value);
    return inner.kind === 'Call' && isCallOf(inner, name, file, scope.index);
  };
  const isModel = (expr: Expr, scope: BodyScope, depth = 0): boolean => {
    const inner = underneath(expr);
    if (inner.kind === 'Call') return isCallOf(inner, name, file, scope.index);
    if (inner.kind !== 'Name') return false;
    return (
      lookup(scope, inner.id).some((value) => value !== expr && isMade(value, scope)) ||
      isGiven(scope, inner.id, depth)
    );
  };
  /** Whether some call gives such a model to the parameter of a function. */
  const isGiven = ({ func, index }: BodyScope, parameter: string, depth: number): boolean => {
    if (func === undefined || depth >= MOST_HANDED) return false;
    const at = positionOf(func, parameter);
    if (at < 0) return false;
    return scopes.some((scope) =>
      callsOf(scope).all.some((call) => {
        if (!isCallOf(call, func.name, index.file, scope.index)) return false;
        const given = call.keywords.find(({ arg }) => arg === parameter)?.value ?? call.args[at];
        return given !== undefined && isModel(given, scope, depth + 1);
      }),
    );
  };
  const found: Construction[] = [];
  for (const scope of scopes)
    for (const call of callsOf(scope).ofValues)
      if (isModel(call.func, scope) && !isCallOf(call, name, file, scope.index)) found.push({ call, scope });
  return found;
}

/** The position of a function's parameter; below zero for none. */
function positionOf({ args }: NonNullable<BodyScope['func']>, parameter: string): number {
  return [...args.posonlyargs, ...args.args, ...args.kwonlyargs].findIndex(({ arg }) => arg === parameter);
}

/** The names that a scope knows as numbers, those of command line options with a default included. */
export function knownNames(scope: BodyScope, reader: SourceReader): Scope {
  const known: Scope = new Map();
  for (let at: BodyScope | undefined = scope; at !== undefined; at = at.outer) {
    for (const [name, values] of at.assigned) {
      if (known.has(name) || values.length !== 1) continue;
      const value = valueOf(values[0]!, known, at.index, reader);
      if (value !== undefined) known.set(name, value);
      else if (isParsedArgs(values[0]!)) known.set(name, { fields: argumentDefaults(at.index) });
    }
  }
  return known;
}

function isParsedArgs(expr: Expr): boolean {
  if (expr.kind !== 'Call') return false;
  const name = dottedName(expr.func) ?? '';
  return /(^|\.)(parse_args|parse_known_args|get_args|get_parser)$/.test(name);
}

/** The defaults of argparse's options in a file. */
function argumentDefaults(index: FileIndex): Map<string, Known> {
  const defaults = new Map<string, Known>();
  walk(index.file.module, (node) => {
    if (node.kind !== 'Call' || node.func.kind !== 'Attribute' || node.func.attr !== 'add_argument') return;
    const flag = node.args
      .map((arg) => (arg.kind === 'Constant' && arg.value.type === 'str' ? arg.value.value : ''))
      .find((text) => text.startsWith('--'));
    const fallback = node.keywords.find(({ arg }) => arg === 'default')?.value;
    if (flag === undefined || fallback?.kind !== 'Constant' || fallback.value.type !== 'int') return;
    defaults.set(flag.slice(2).replaceAll('-', '_'), Number(fallback.value.value));
  });
  return defaults;
}

/**
 * The text of an expression as it can be evaluated in another file's namespace: local names are replaced by what they were assigned.
 * undefined where a name stands for something that only the scope knows.
 */
export function inlineText(
  expr: Expr,
  scope: BodyScope,
  reader: SourceReader,
  isVisible: (name: string) => boolean,
  depth = 0,
): string | undefined {
  if (depth > 6) return undefined;
  const replacements: { node: Expr; text: string }[] = [];
  const numbers = knownNames(scope, reader);
  let possible = true;
  walk(expr, (node) => {
    if (!possible) return false;
    if (
      node.kind === 'Lambda' ||
      node.kind === 'ListComp' ||
      node.kind === 'GeneratorExp' ||
      node.kind === 'DictComp' ||
      node.kind === 'SetComp'
    ) {
      possible = false;
      return false;
    }
    if (node.kind === 'Attribute' && node.value.kind === 'Name' && !isVisible(node.value.id)) {
      const value = valueOf(node, numbers, scope.index, reader);
      if (typeof value === 'number') {
        replacements.push({ node, text: String(value) });
        return false;
      }
    }
    if (node.kind !== 'Name') return true;
    const values = lookup(scope, node.id);
    const isModuleLevel = scope.outer === undefined || !scope.assigned.has(node.id);
    if (values.length === 0 || (isModuleLevel && isVisible(node.id))) {
      if (!isVisible(node.id)) possible = false;
      return true;
    }
    const number = valueOf(node, numbers, scope.index, reader);
    const text =
      typeof number === 'number'
        ? String(number)
        : values.length === 1 && values[0] !== expr
          ? inlineText(values[0]!, scope, reader, isVisible, depth + 1)
          : undefined;
    if (text === undefined) possible = false;
    else replacements.push({ node, text });
    return true;
  });
  if (!possible) return undefined;
  return replaceIn(scope.index.file, expr, replacements);
}

/** The source text of a node with some of its parts replaced; parts are in source order. */
function replaceIn(file: SourceFile, node: Expr, replacements: { node: Expr; text: string }[]): string {
  let text = '';
  let line = node.line;
  let col = node.col;
  for (const { node: part, text: by } of replacements) {
    text +=
      textOf(file, { line, col, endLine: part.line, endCol: part.col }) + (part.line > line ? ' ' : '') + by;
    line = part.endLine;
    col = part.endCol;
  }
  return text + textOf(file, { line, col, endLine: node.endLine, endCol: node.endCol });
}
