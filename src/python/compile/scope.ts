/**
 * Scopes and their symbols: what `symtable` of CPython knows of a module, a class, a function, a comprehension.
 */
import type {
  Arguments,
  AsyncFunctionDef,
  ClassDef,
  DictComp,
  Expr,
  FunctionDef,
  GeneratorExp,
  Lambda,
  ListComp,
  Location,
  Module,
  SetComp,
  TypeAlias,
  TypeParam,
} from '../ast.js';
import type { Value } from '../heap.js';

export const DEF_GLOBAL = 1;
export const DEF_LOCAL = 2;
export const DEF_PARAM = 4;
export const DEF_NONLOCAL = 8;
export const USE = 16;
export const DEF_ANNOT = 32;
export const DEF_COMP_ITER = 64;
/** A class binds the name itself and hands a variable of the same name down to a method. */
export const DEF_FREE_CLASS = 128;
/** An instruction stores or loads it (an annotation without a value does not). */
export const REFERENCED = 256;
/** An import statement binds it. */
export const DEF_IMPORT = 512;
export const DEF_BOUND = DEF_LOCAL | DEF_PARAM;

export const UNRESOLVED = 0;
export const LOCAL = 1;
export const GLOBAL_EXPLICIT = 2;
export const GLOBAL_IMPLICIT = 3;
export const FREE = 4;
export const CELL = 5;

/** A name in a scope: its DEF_ and USE flags, where it lives, and its index in localsplus. */
export class SymbolEntry {
  flags = 0;
  kind = UNRESOLVED;
  slot = -1;
}

export type FunctionNode = FunctionDef | AsyncFunctionDef;
export type ComprehensionNode = ListComp | SetComp | DictComp | GeneratorExp;
/** A definition with type parameters, for the scope that holds them. */
export interface TypeParameters {
  kind: 'TypeParameters';
  of: FunctionNode | ClassDef | TypeAlias;
}
/** The bound, the constraints or the default of a type parameter, which is computed when it is asked for. */
export interface LazyType extends Location {
  kind: 'LazyType';
  value: Expr;
}
const lazyTypes = new WeakMap<TypeParam, readonly [bound: LazyType | null, fallback: LazyType | null]>();

/** What of a type parameter is computed later; the same nodes each time. */
export function lazyParts(param: TypeParam): readonly [bound: LazyType | null, fallback: LazyType | null] {
  let parts = lazyTypes.get(param);
  if (parts === undefined) {
    const lazy = (value: Expr | null): LazyType | null => {
      if (value === null) return null;
      const { line, col, endLine, endCol } = value;
      return { line, col, endLine, endCol, kind: 'LazyType', value };
    };
    parts = [lazy(param.kind === 'TypeVar' ? param.bound : null), lazy(param.default_value)];
    lazyTypes.set(param, parts);
  }
  return parts;
}

/** The arguments of the hidden function around a generic function: its defaults. */
export function defaultArguments({ defaults, kw_defaults }: Arguments): string[] {
  const names: string[] = [];
  if (defaults.length > 0) names.push('.defaults');
  if (kw_defaults.some((value) => value !== null)) names.push('.kwdefaults');
  return names;
}

export type ScopeNode =
  LazyType | Module | FunctionNode | Lambda | ClassDef | ComprehensionNode | TypeAlias | TypeParameters;

export type ScopeKind =
  | 'module'
  | 'function'
  | 'lambda'
  | 'class'
  | 'comprehension'
  /** The hidden function around a definition with type parameters (PEP 695). */
  | 'type parameters'
  /** The hidden function that computes the value of a `type` statement. */
  | 'type alias';

/** One scope; `resolve` (symtable.ts) fills in where each name lives. */
export class Scope {
  readonly symbols = new Map<string, SymbolEntry>();
  readonly children: Scope[] = [];
  /** Parameters in the order of `co_varnames`. */
  readonly params: string[] = [];
  /** Names of the enclosing class that a type parameter scope uses: it gets them as arguments, as `.name`. */
  readonly classNames: string[] = [];
  isGenerator = false;
  isCoroutine = false;
  /** Whether a method needs the class's `__class__` cell. */
  needsClassClosure = false;
  /** Whether an annotated assignment needs `__annotations__`. */
  hasAnnotations = false;
  varnames: string[] = [];
  cellvars: string[] = [];
  freevars: string[] = [];
  qualname: string;
  /** The code object, once made: a `finally` block compiled twice shares its functions. */
  code: Value | undefined;
  private laidOut = false;

  constructor(
    readonly kind: ScopeKind,
    readonly name: string,
    readonly node: ScopeNode,
    readonly parent: Scope | null,
    /** The class whose name mangles `__private` names. */
    readonly privateClass: string | null,
    /** Whether a `def` or `async def` encloses it (`await` is possible). */
    readonly isAsync: boolean,
  ) {
    this.qualname = name;
    parent?.children.push(this);
  }

  /** Whether locals are slots of a frame: all but modules and class bodies. */
  get isFunctionLike(): boolean {
    return this.kind !== 'module' && this.kind !== 'class';
  }

  entry(name: string): SymbolEntry {
    let entry = this.symbols.get(name);
    if (entry === undefined) this.symbols.set(name, (entry = new SymbolEntry()));
    return entry;
  }

  /** Computes varnames, cellvars, freevars, and the slot of each. */
  layOut(): void {
    if (this.laidOut) return;
    this.laidOut = true;
    const cells: string[] = [];
    const free: string[] = [];
    const varnames = this.varnames;
    if (this.isFunctionLike) for (const name of this.params) varnames.push(name);
    for (const [name, entry] of this.symbols) {
      if (entry.kind === FREE || entry.flags & DEF_FREE_CLASS) free.push(name);
      else if (entry.kind === CELL) {
        if (!(entry.flags & DEF_PARAM)) cells.push(name);
      } else if (
        entry.kind === LOCAL &&
        this.isFunctionLike &&
        !(entry.flags & DEF_PARAM) &&
        entry.flags & REFERENCED
      ) {
        varnames.push(name);
      }
    }
    if (this.kind === 'class' && this.needsClassClosure) cells.push('__class__');
    this.cellvars = cells.sort();
    this.freevars = free.sort();
    let slot = 0;
    for (const name of varnames) this.entry(name).slot = slot++;
    for (const name of this.cellvars) {
      // A class's own `__class__` name is not the cell that its methods see.
      if (!(this.kind === 'class' && name === '__class__')) this.entry(name).slot = slot;
      slot++;
    }
    for (const name of this.freevars) this.entry(name).slot = slot++;
  }

  /** The index in localsplus of a cell or free variable, to build a closure from; -1 if there is none. */
  closureSlot(name: string): number {
    this.layOut();
    if (this.kind === 'class' && name === '__class__' && this.needsClassClosure) {
      return this.varnames.length + this.cellvars.indexOf('__class__');
    }
    return this.symbols.get(name)?.slot ?? -1;
  }
}

/** `__x` in class `C` is `_C__x`; everything else stays (CPython's `_Py_Mangle`). */
export function mangle(privateClass: string | null, name: string): string {
  if (privateClass === null || name.charCodeAt(0) !== 95 || name.charCodeAt(1) !== 95) return name;
  if (name.endsWith('__') || name.includes('.')) return name;
  const stripped = privateClass.replace(/^_+/, '');
  return stripped === '' ? name : `_${stripped}${name}`;
}
