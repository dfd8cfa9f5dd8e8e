/** What a file defines and imports, and which of its classes are modules; by syntax alone. */
import type { ClassDef, Expr, FunctionDef, Stmt } from '../python/ast';
import type { SourceHost } from '../python/imports';
import { dirName, joinPath } from './paths';
import { dottedName, flatten, isMainGuard, type SourceFile } from './source';

export interface FileIndex {
  file: SourceFile;
  /** Local name to what it stands for: `nn` to `torch.nn`; relative imports keep their dots. */
  imports: Map<string, string>;
  /** Modules of `from module import *`, the last one first; relative names keep their dots. */
  stars: string[];
  classes: Map<string, ClassDef>;
  functions: Map<string, FunctionDef>;
  /** Names assigned once at module level. */
  constants: Map<string, Expr>;
}

/** Reads other files of the workspace. */
export interface SourceReader {
  host: SourceHost;
  /** Folders that modules are looked for in; libraries left out. */
  paths: readonly string[];
  /** The file, parsed; undefined where there is none. */
  read(path: string): SourceFile | undefined;
}

const indexes = new WeakMap<SourceFile, FileIndex>();

export function indexFile(file: SourceFile): FileIndex {
  const known = indexes.get(file);
  if (known !== undefined) return known;
  const index: FileIndex = {
    file,
    imports: new Map(),
    stars: [],
    classes: new Map(),
    functions: new Map(),
    constants: new Map(),
  };
  const repeated = new Set<string>();
  for (const stmt of flatten(file.module.body.filter((each) => !isMainGuard(each)))) {
    if (stmt.kind === 'Import') {
      for (const { name, asname } of stmt.names)
        index.imports.set(asname ?? name.split('.')[0]!, asname === null ? name.split('.')[0]! : name);
    } else if (stmt.kind === 'ImportFrom') {
      const base = '.'.repeat(stmt.level) + (stmt.module ?? '');
      for (const { name, asname } of stmt.names)
        if (name === '*') index.stars.unshift(base);
        else index.imports.set(asname ?? name, memberOf(base, name));
    } else if (stmt.kind === 'ClassDef') index.classes.set(stmt.name, stmt);
    else if (stmt.kind === 'FunctionDef') index.functions.set(stmt.name, stmt);
    else if (stmt.kind === 'Assign' && stmt.targets.length === 1 && stmt.targets[0]!.kind === 'Name') {
      const { id } = stmt.targets[0]!;
      if (index.constants.has(id)) repeated.add(id);
      index.constants.set(id, stmt.value);
    } else if (stmt.kind === 'AnnAssign' && stmt.target.kind === 'Name' && stmt.value !== null)
      index.constants.set(stmt.target.id, stmt.value);
  }
  for (const name of repeated) index.constants.delete(name);
  indexes.set(file, index);
  return index;
}

function memberOf(module: string, name: string): string {
  return module.endsWith('.') ? module + name : `${module}.${name}`;
}

/** The full name of an expression such as `nn.Linear`: `torch.nn.Linear`. */
export function fullName(index: FileIndex, expr: Expr): string | undefined {
  const name = dottedName(expr);
  if (name === undefined) return undefined;
  const dot = name.indexOf('.');
  const head = dot < 0 ? name : name.slice(0, dot);
  const imported = index.imports.get(head);
  if (imported === undefined) return name;
  return dot < 0 ? imported : imported + name.slice(dot);
}

/** Bases that are modules, though they are in libraries. */
const LIBRARY_MODULES =
  /(^|\.)(LightningModule|PreTrainedModel|ModelMixin|Module|Sequential|ModuleList)$|^torch\.nn\.\w+$|^torch\.nn\.modules\.\w+\.\w+$|(^|\.)\w+PreTrainedModel$/;

/** Where a class is defined. */
export interface ClassPlace {
  index: FileIndex;
  node: ClassDef;
}

/** Finds the class that a name stands for, in the file or in another file of the workspace. */
export function findClass(
  index: FileIndex,
  expr: Expr,
  reader: SourceReader,
  depth = 0,
): ClassPlace | undefined {
  if (expr.kind === 'Name') {
    const node = index.classes.get(expr.id);
    if (node !== undefined) return { index, node };
  }
  const name = fullName(index, expr);
  if (name === undefined || depth > 4) return undefined;
  const found = findImported(index, name, reader, depth);
  if (found !== undefined || expr.kind !== 'Name' || index.imports.has(name)) return found;
  return throughStars(index, name, reader, depth);
}

/** A class that a file has by `from module import *`. */
function throughStars(
  index: FileIndex,
  name: string,
  reader: SourceReader,
  depth: number,
): ClassPlace | undefined {
  for (const star of index.stars) {
    const found = findImported(index, memberOf(star, name), reader, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findImported(
  index: FileIndex,
  name: string,
  reader: SourceReader,
  depth: number,
): ClassPlace | undefined {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || /^torch\b/.test(name)) return undefined;
  const file = findModule(name.slice(0, dot) === '' ? '.' : name.slice(0, dot), index.file.path, reader);
  if (file === undefined || file === index.file) return undefined;
  const other = indexFile(file);
  const last = name.slice(dot + 1);
  const node = other.classes.get(last);
  if (node !== undefined) return { index: other, node };
  if (depth > 4) return undefined;
  const imported = other.imports.get(last);
  return imported === undefined
    ? throughStars(other, last, reader, depth)
    : findImported(other, imported, reader, depth + 1);
}

/** The function that an imported name stands for, where it is one of another file of the workspace. */
export function findFunction(
  index: FileIndex,
  local: string,
  reader: SourceReader,
  depth = 0,
): FunctionDef | undefined {
  const name = index.imports.get(local);
  const dot = name?.lastIndexOf('.') ?? -1;
  if (name === undefined || dot <= 0 || depth > 4) return undefined;
  const file = findModule(name.slice(0, dot), index.file.path, reader);
  if (file === undefined || file === index.file) return undefined;
  const other = indexFile(file);
  const last = name.slice(dot + 1);
  return other.functions.get(last) ?? findFunction(other, last, reader, depth + 1);
}

/** The workspace file of a module name; relative names are resolved from a file. */
export function findModule(name: string, from: string, reader: SourceReader): SourceFile | undefined {
  const level = /^\.*/.exec(name)![0].length;
  const inner = name.slice(level).replaceAll('.', '/');
  const folders =
    level > 0
      ? [Array.from({ length: level - 1 }).reduce<string>((folder) => dirName(folder), dirName(from))]
      : [dirName(from), ...reader.paths];
  for (const folder of folders) {
    const base = inner === '' ? folder : joinPath(folder, inner);
    for (const path of [`${base}.py`, `${base}/__init__.py`])
      if (reader.host.isFile(path)) return reader.read(path);
  }
  return undefined;
}

/** Whether a class is an `nn.Module`, as far as syntax tells. */
export function isModuleClass({ index, node }: ClassPlace, reader: SourceReader, depth = 0): boolean {
  if (depth > 8) return false;
  return node.bases.some((base) => {
    const plain = base.kind === 'Subscript' ? base.value : base;
    const place = findClass(index, plain, reader);
    if (place !== undefined && place.node !== node) return isModuleClass(place, reader, depth + 1);
    const name = fullName(index, plain);
    return name !== undefined && LIBRARY_MODULES.test(name);
  });
}

/** The methods of a class and of its bases in the workspace, its own first. */
export function methodsOf(place: ClassPlace, reader: SourceReader, depth = 0): FunctionDef[] {
  const own = place.node.body.filter((stmt) => stmt.kind === 'FunctionDef');
  if (depth > 8) return own;
  return [
    ...own,
    ...place.node.bases.flatMap((base) => {
      const found = findClass(place.index, base, reader);
      return found === undefined || found.node === place.node ? [] : methodsOf(found, reader, depth + 1);
    }),
  ];
}

/** A method of a class or of its bases in the workspace, with where it is. */
export function findMethod(
  place: ClassPlace,
  name: string,
  reader: SourceReader,
  depth = 0,
): { place: ClassPlace; node: FunctionDef } | undefined {
  for (const stmt of place.node.body)
    if (stmt.kind === 'FunctionDef' && stmt.name === name) return { place, node: stmt };
  if (depth > 8) return undefined;
  for (const base of place.node.bases) {
    const found = findClass(place.index, base, reader);
    if (found === undefined || found.node === place.node) continue;
    const method = findMethod(found, name, reader, depth + 1);
    if (method !== undefined) return method;
  }
  return undefined;
}

export interface ParameterInfo {
  name: string;
  default: Expr | null;
  annotation: Expr | null;
  line: number;
  keywordOnly: boolean;
}

/** The parameters of a function, `self` left out; `*args` and `**kwargs` are no parameters here. */
export function parametersOf(func: FunctionDef, method: boolean): ParameterInfo[] {
  const { posonlyargs, args, defaults, kwonlyargs, kw_defaults } = func.args;
  const positional = [...posonlyargs, ...args];
  const first = positional.length - defaults.length;
  const parameters = positional.map(({ arg, annotation, line }, i) => ({
    name: arg,
    default: i < first ? null : defaults[i - first]!,
    annotation,
    line,
    keywordOnly: false,
  }));
  const isStatic = func.decorator_list.some(
    (decorator) => decorator.kind === 'Name' && decorator.id === 'staticmethod',
  );
  if (method && !isStatic) parameters.shift();
  kwonlyargs.forEach(({ arg, annotation, line }, i) =>
    parameters.push({ name: arg, default: kw_defaults[i] ?? null, annotation, line, keywordOnly: true }),
  );
  return parameters;
}

/** The parameters that a call must give. */
export function withoutDefault(parameters: ParameterInfo[]): ParameterInfo[] {
  return parameters.filter((parameter) => parameter.default === null);
}

/** The name that a method gives its instance: `self`, as a rule. */
export function selfOf(method: FunctionDef): string {
  return (method.args.posonlyargs[0] ?? method.args.args[0])?.arg ?? 'self';
}

/** The fields of a dataclass-like class: annotated names of its body. */
export function fieldsOf(node: ClassDef): { name: string; default: Expr | null }[] {
  return node.body.flatMap((stmt: Stmt) => {
    if (stmt.kind === 'AnnAssign' && stmt.target.kind === 'Name')
      return [{ name: stmt.target.id, default: stmt.value }];
    if (stmt.kind === 'Assign' && stmt.targets.length === 1 && stmt.targets[0]!.kind === 'Name')
      return [{ name: stmt.targets[0]!.id, default: stmt.value }];
    return [];
  });
}
