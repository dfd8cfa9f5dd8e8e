/** Functions, lambdas, classes, and the code objects that hold their bodies. */
import type { Arguments, ClassDef, Expr, Lambda, Stmt, TypeAlias, TypeParam } from '../ast.js';
import {
  CO_ASYNC_GENERATOR,
  CO_COROUTINE,
  CO_GENERATOR,
  CO_VARARGS,
  CO_VARKEYWORDS,
  Op,
  type CodeBody,
} from '../code.js';
import type { Value } from '../heap.js';
import { callArguments } from './calls.js';
import { comprehensionBody } from './comprehensions.js';
import { foldAll, NONE, stringConst, type Const } from './constants.js';
import { expression, expressions, loadInt } from './expressions.js';
import {
  CELL,
  defaultArguments,
  lazyParts,
  type FunctionNode,
  type Scope,
  type ScopeNode,
  type TypeParameters,
} from './scope.js';
import { block, moduleBody } from './statements.js';
import { Unit, type Compilation } from './unit.js';
import { unparse } from './unparse.js';

const CO_OPTIMIZED = 0x01;
const CO_NEWLOCALS = 0x02;
const CO_NESTED = 0x10;
const CO_FUTURE_ANNOTATIONS = 0x1000000;

const HAS_DEFAULTS = 1;
const HAS_KEYWORD_DEFAULTS = 2;
const HAS_ANNOTATIONS = 4;
const HAS_CLOSURE = 8;

// ---- code objects -------------------------------------------------------------------------------

export function scopeOf(u: Unit, node: ScopeNode): Scope {
  return u.compilation.symbols.scopes.get(node)!;
}

/** The code object of a scope; its body is compiled when it is asked for. */
export function codeOf(compilation: Compilation, scope: Scope): Value {
  if (scope.code !== undefined) return scope.code;
  scope.layOut();
  const { node } = scope;
  const args =
    node.kind === 'FunctionDef' || node.kind === 'AsyncFunctionDef' || node.kind === 'Lambda'
      ? node.args
      : null;
  return (scope.code = compilation.constants.code({
    name: scope.name,
    qualname: scope.qualname,
    filename: compilation.filename,
    firstLine: firstLine(node),
    flags: flagsOf(compilation, scope, args),
    argCount: args === null ? scope.params.length : args.posonlyargs.length + args.args.length,
    posOnlyCount: args === null ? 0 : args.posonlyargs.length,
    kwOnlyCount: args === null ? 0 : args.kwonlyargs.length,
    varnames: scope.varnames,
    cellvars: scope.cellvars,
    freevars: scope.freevars,
    docstring: 'body' in node && Array.isArray(node.body) ? docstring(node.body) : null,
    usesLocalsDict: !scope.isFunctionLike,
    compile: () => compileBody(compilation, scope),
  }));
}

/** The docstring of a body: its first statement, if that is a string. */
export function docstring(body: Stmt[]): string | null {
  const first = body[0];
  if (first?.kind !== 'Expr' || first.value.kind !== 'Constant') return null;
  const { value } = first.value;
  return value.type === 'str' ? value.value : null;
}

function firstLine(node: ScopeNode): number {
  switch (node.kind) {
    case 'Module':
      return 1;
    case 'TypeParameters':
      return firstLine(node.of);
    case 'FunctionDef':
    case 'AsyncFunctionDef':
    case 'ClassDef':
      return node.decorator_list[0]?.line ?? node.line;
    default:
      return node.line;
  }
}

function flagsOf(compilation: Compilation, scope: Scope, args: Arguments | null): number {
  let flags = 0;
  if (scope.isFunctionLike) {
    flags |= CO_OPTIMIZED | CO_NEWLOCALS;
    for (let outer = scope.parent; outer !== null; outer = outer.parent) {
      if (outer.isFunctionLike) flags |= CO_NESTED;
    }
    if (scope.isGenerator) flags |= scope.isCoroutine ? CO_ASYNC_GENERATOR : CO_GENERATOR;
    else if (scope.isCoroutine) flags |= CO_COROUTINE;
  }
  if (args !== null && args.vararg !== null) flags |= CO_VARARGS;
  if (args !== null && args.kwarg !== null) flags |= CO_VARKEYWORDS;
  if (compilation.symbols.futureAnnotations) flags |= CO_FUTURE_ANNOTATIONS;
  return flags;
}

function compileBody(compilation: Compilation, scope: Scope): CodeBody {
  const { node } = scope;
  const where = node.kind === 'TypeParameters' ? node.of : node;
  const u = new Unit(compilation, scope, where);
  if (scope.freevars.length > 0) u.emit(Op.COPY_FREE_VARS, scope.freevars.length);
  for (const param of scope.params) {
    const entry = scope.symbols.get(param)!;
    if (entry.kind === CELL) u.emit(Op.MAKE_CELL, entry.slot);
  }
  scope.cellvars.forEach((_, i) => u.emit(Op.MAKE_CELL, scope.varnames.length + i));
  if (scope.isFunctionLike && (scope.isGenerator || scope.isCoroutine)) u.emit(Op.RETURN_GENERATOR);
  switch (node.kind) {
    case 'Module':
      moduleBody(u, node);
      break;
    case 'FunctionDef':
    case 'AsyncFunctionDef':
      block(u, node.body);
      returnNone(u);
      break;
    case 'Lambda':
    case 'TypeAlias':
    case 'LazyType': {
      const value = node.kind === 'Lambda' ? node.body : node.value;
      if (value.kind === 'Starred') {
        // *Ts = *tuple[int, ...]
        expression(u, value.value);
        u.emit(Op.UNPACK_SEQUENCE, 1);
      } else expression(u, value);
      u.asm.location = value;
      u.emit(Op.RETURN_VALUE);
      break;
    }
    case 'ClassDef':
      classBody(u, node);
      break;
    case 'TypeParameters':
      typeParametersBody(u, node);
      break;
    default:
      comprehensionBody(u, node);
  }
  return u.finish();
}

export function returnNone(u: Unit): void {
  u.loadConst(NONE);
  u.emit(Op.RETURN_VALUE);
}

// ---- functions ----------------------------------------------------------------------------------

/** Makes a function of a scope's code; what `flags` names lies on the stack. */
export function makeClosure(u: Unit, scope: Scope, flags: number): void {
  scope.layOut();
  if (scope.freevars.length > 0) {
    for (const name of scope.freevars) u.emit(Op.LOAD_CLOSURE, u.scope.closureSlot(name));
    u.emit(Op.BUILD_TUPLE, scope.freevars.length);
    flags |= HAS_CLOSURE;
  }
  u.loadValue(codeOf(u.compilation, scope));
  u.emit(Op.MAKE_FUNCTION, flags);
}

export function lambda(u: Unit, e: Lambda): void {
  makeClosure(u, scopeOf(u, e), defaults(u, e.args));
}

export function functionDef(u: Unit, stmt: FunctionNode): void {
  expressions(u, stmt.decorator_list);
  if (stmt.type_params.length > 0) callTypeParameters(u, stmt);
  else functionObject(u, stmt);
  applyDecorators(u, stmt.decorator_list);
  u.variable(stmt.name, 'Store');
}

function functionObject(u: Unit, node: FunctionNode): void {
  let flags = node.type_params.length > 0 ? givenDefaults(u, node.args) : defaults(u, node.args);
  if (annotations(u, node)) flags |= HAS_ANNOTATIONS;
  makeClosure(u, scopeOf(u, node), flags);
}

/** The decorator and the function are callable and self of a method call: no NULL is needed. */
function applyDecorators(u: Unit, decorators: Expr[]): void {
  for (let i = decorators.length - 1; i >= 0; i--) u.at(decorators[i]!, () => u.emit(Op.CALL, 0));
}

function tupleOf(u: Unit, exprs: Expr[]): void {
  const items = foldAll(exprs);
  if (items !== null) u.loadConst({ type: 'tuple', items });
  else {
    expressions(u, exprs);
    u.emit(Op.BUILD_TUPLE, exprs.length);
  }
}

function defaults(u: Unit, args: Arguments): number {
  let flags = 0;
  if (args.defaults.length > 0) {
    tupleOf(u, args.defaults);
    flags |= HAS_DEFAULTS;
  }
  const names: Const[] = [];
  args.kwonlyargs.forEach((arg, i) => {
    const value = args.kw_defaults[i];
    if (value == null) return;
    expression(u, value);
    names.push(stringConst(u.mangle(arg.arg)));
  });
  if (names.length > 0) {
    u.loadConst({ type: 'tuple', items: names });
    u.emit(Op.BUILD_CONST_KEY_MAP, names.length);
    flags |= HAS_KEYWORD_DEFAULTS;
  }
  return flags;
}

/** Loads the defaults that a scope of type parameters was given. */
function givenDefaults(u: Unit, args: Arguments): number {
  const given = defaultArguments(args);
  for (const name of given) u.variable(name, 'Load');
  return (
    (given.includes('.defaults') ? HAS_DEFAULTS : 0) |
    (given.includes('.kwdefaults') ? HAS_KEYWORD_DEFAULTS : 0)
  );
}

/** Evaluates an annotation, or loads its text. */
export function annotation(u: Unit, e: Expr): void {
  if (u.compilation.symbols.futureAnnotations) u.at(e, () => u.loadString(unparse(e)));
  else if (e.kind === 'Starred') {
    // *args: *Ts
    expression(u, e.value);
    u.emit(Op.UNPACK_SEQUENCE, 1);
  } else expression(u, e);
}

function annotations(u: Unit, node: FunctionNode): boolean {
  const { args } = node;
  const annotated: [string, Expr][] = [];
  const add = (name: string, e: Expr | null): void => {
    if (e !== null) annotated.push([name, e]);
  };
  for (const arg of args.args) add(u.mangle(arg.arg), arg.annotation);
  for (const arg of args.posonlyargs) add(u.mangle(arg.arg), arg.annotation);
  if (args.vararg !== null) add(u.mangle(args.vararg.arg), args.vararg.annotation);
  for (const arg of args.kwonlyargs) add(u.mangle(arg.arg), arg.annotation);
  if (args.kwarg !== null) add(u.mangle(args.kwarg.arg), args.kwarg.annotation);
  add('return', node.returns);
  if (annotated.length === 0) return false;
  const constants = u.compilation.symbols.futureAnnotations
    ? annotated.map(([, e]) => stringConst(unparse(e)))
    : foldAll(annotated.map(([, e]) => e));
  if (constants !== null) {
    const items = annotated.flatMap(([name], i) => [stringConst(name), constants[i]!]);
    u.loadConst({ type: 'tuple', items });
    return true;
  }
  for (const [name, e] of annotated) {
    u.loadString(name);
    annotation(u, e);
  }
  u.emit(Op.BUILD_TUPLE, annotated.length * 2);
  return true;
}

// ---- classes ------------------------------------------------------------------------------------

export function classDef(u: Unit, stmt: ClassDef): void {
  expressions(u, stmt.decorator_list);
  if (stmt.type_params.length > 0) callTypeParameters(u, stmt);
  else classObject(u, stmt, stmt.bases);
  applyDecorators(u, stmt.decorator_list);
  u.variable(stmt.name, 'Store');
}

function classObject(u: Unit, node: ClassDef, bases: Expr[]): void {
  u.emit(Op.PUSH_NULL);
  u.emit(Op.LOAD_BUILD_CLASS);
  makeClosure(u, scopeOf(u, node), 0);
  u.loadString(node.name);
  callArguments(u, 2, bases, node.keywords);
}

function classBody(u: Unit, node: ClassDef): void {
  const { asm, scope } = u;
  asm.location = { line: firstLine(node), col: 0, endLine: firstLine(node), endCol: 0 };
  u.variable('__name__', 'Load');
  u.variable('__module__', 'Store');
  u.loadString(scope.qualname);
  u.variable('__qualname__', 'Store');
  documentedBody(u, node.body);
  if (scope.needsClassClosure) {
    u.emit(Op.LOAD_CLOSURE, scope.closureSlot('__class__'));
    u.emit(Op.COPY, 1);
    u.variable('__classcell__', 'Store');
    u.emit(Op.RETURN_VALUE);
  } else returnNone(u);
}

/** The statements of a module or class, whose docstring is stored. */
export function documentedBody(u: Unit, body: Stmt[]): void {
  if (u.scope.hasAnnotations) u.emit(Op.SETUP_ANNOTATIONS);
  if (docstring(body) === null) {
    block(u, body);
    return;
  }
  const [first, ...rest] = body;
  if (first!.kind === 'Expr') {
    expression(u, first!.value);
    u.asm.location = first!;
    u.variable('__doc__', 'Store');
  }
  block(u, rest);
}

// ---- type parameters ----------------------------------------------------------------------------

/** Calls the hidden function that binds the type parameters and returns what they belong to. */
function callTypeParameters(u: Unit, node: TypeParameters['of']): void {
  const scope = u.compilation.symbols.typeParameters.get(node)!;
  u.emit(Op.PUSH_NULL);
  makeClosure(u, scope, 0);
  if (node.kind !== 'ClassDef' && node.kind !== 'TypeAlias') defaults(u, node.args);
  for (const name of scope.classNames) u.variable(name, 'Load');
  u.emit(Op.CALL, scope.params.length);
}

function typeParametersBody(u: Unit, { of: node }: TypeParameters): void {
  const params = node.type_params;
  fromTyping(u, () => {
    for (const param of params) {
      u.emit(Op.COPY, 1);
      u.emitName(Op.LOAD_METHOD, '_type_parameter');
      u.loadString(param.kind);
      u.loadString(param.name);
      for (const lazy of lazyParts(param))
        if (lazy === null) u.loadConst(NONE);
        else makeClosure(u, scopeOf(u, lazy), 0);
      u.emit(Op.CALL, 4);
      u.variable(param.name, 'Store');
    }
    if (node.kind !== 'ClassDef') return;
    u.emit(Op.COPY, 1);
    u.emitName(Op.LOAD_ATTR, 'Generic');
    // class C[*Ts] derives from Generic[*Ts].
    typeParameterTuple(u, params, true);
    u.emit(Op.BINARY_SUBSCR);
    u.variable('.generic_base', 'Store');
  });
  if (node.kind === 'TypeAlias') aliasObject(u, node);
  else {
    if (node.kind !== 'ClassDef') functionObject(u, node);
    else classObject(u, node, [...node.bases, { ...node, kind: 'Name', id: '.generic_base', ctx: 'Load' }]);
    typeParameterTuple(u, params);
    u.emit(Op.COPY, 2);
    u.emitName(Op.STORE_ATTR, '__type_params__');
  }
  u.emit(Op.RETURN_VALUE);
}

function fromTyping(u: Unit, use: () => void): void {
  loadInt(u, 0);
  u.loadConst(NONE);
  u.emitName(Op.IMPORT_NAME, 'typing');
  use();
  u.emit(Op.POP_TOP);
}

function typeParameterTuple(u: Unit, params: TypeParam[], unpacked = false): void {
  for (const param of params) {
    u.variable(param.name, 'Load');
    if (unpacked && param.kind === 'TypeVarTuple') u.emit(Op.UNPACK_SEQUENCE, 1);
  }
  u.emit(Op.BUILD_TUPLE, params.length);
}

export function typeAlias(u: Unit, stmt: TypeAlias): void {
  if (stmt.type_params.length > 0) callTypeParameters(u, stmt);
  else aliasObject(u, stmt);
  expression(u, stmt.name);
}

/** `typing_extensions._make_type_alias(name, type_params, compute)`: the value is computed when it is asked for. */
function aliasObject(u: Unit, node: TypeAlias): void {
  loadInt(u, 0);
  u.loadConst(NONE);
  u.emitName(Op.IMPORT_NAME, 'typing_extensions');
  u.emitName(Op.LOAD_METHOD, '_make_type_alias');
  u.loadString(node.name.id);
  typeParameterTuple(u, node.type_params);
  makeClosure(u, scopeOf(u, node), 0);
  u.emit(Op.CALL, 3);
}
