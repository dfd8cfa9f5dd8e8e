/**
 * Builds the symbol table of a whole module in one pass (CPython's symtable.c), and finds in the same pass the
 * SyntaxErrors that CPython's compiler would report: function bodies are compiled at their first call only.
 */
import type { Arguments, Comprehension, Expr, Location, Module, Stmt, TypeParam } from '../ast.js';
import { checkCall, checkDeleteTarget, checkPattern, checkTarget, checkUnpacking } from './checks.js';
import type { Diagnostics } from './diagnostics.js';
import { resolve } from './resolve.js';
import {
  DEF_ANNOT,
  DEF_COMP_ITER,
  DEF_GLOBAL,
  DEF_IMPORT,
  DEF_LOCAL,
  DEF_NONLOCAL,
  DEF_PARAM,
  mangle,
  REFERENCED,
  Scope,
  USE,
  type ComprehensionNode,
  type FunctionNode,
  type ScopeKind,
  type ScopeNode,
  type TypeParameters,
} from './scope.js';

/** The scopes of a module by their node. */
export interface SymbolTable {
  module: Scope;
  scopes: Map<ScopeNode, Scope>;
  /** The scopes of type parameters, by the definition that has them. */
  typeParameters: Map<TypeParameters['of'], Scope>;
  /** `from __future__ import annotations`. */
  futureAnnotations: boolean;
}

const FUTURE_FEATURES = new Set([
  'nested_scopes',
  'generators',
  'division',
  'absolute_import',
  'with_statement',
  'print_function',
  'unicode_literals',
  'generator_stop',
  'annotations',
]);
const COMPREHENSION_NAMES = {
  ListComp: ['<listcomp>', 'list comprehension'],
  SetComp: ['<setcomp>', 'set comprehension'],
  DictComp: ['<dictcomp>', 'dict comprehension'],
  GeneratorExp: ['<genexpr>', 'generator expression'],
} as const;

/** Never throws; errors go to `diagnostics`. */
export function buildSymbolTable(module: Module, diagnostics: Diagnostics): SymbolTable {
  const builder = new Builder(module, diagnostics);
  builder.moduleBody(module.body);
  const nonlocals = builder.nonlocals;
  resolve(builder.module, (scope, name) => {
    const found = nonlocals.find((one) => one.scope === scope && one.names.includes(name));
    diagnostics.add(
      `no binding for nonlocal '${name}' found`,
      found?.statement ?? module,
      found?.statement ?? null,
    );
  });
  return {
    module: builder.module,
    scopes: builder.scopes,
    typeParameters: builder.typeParameters,
    futureAnnotations: builder.futureAnnotations,
  };
}

class Builder {
  readonly module: Scope;
  readonly scopes = new Map<ScopeNode, Scope>();
  readonly typeParameters = new Map<TypeParameters['of'], Scope>();
  readonly nonlocals: { scope: Scope; names: string[]; statement: Stmt }[] = [];
  futureAnnotations = false;
  private scope: Scope;
  private statement: Stmt | null = null;
  private privateClass: string | null = null;
  /** Loops around the statement, in the same function. */
  private loops = 0;
  /** Whether an except* block is nearer than any loop or function. */
  private inExceptStar = false;
  /** Statements of the coroutine being visited that return a value. */
  private valueReturns: Stmt[] = [];
  private inComprehensionIterable = 0;
  private inComprehensionTarget = false;

  constructor(
    module: Module,
    private readonly diagnostics: Diagnostics,
  ) {
    this.scope = this.module = new Scope('module', '<module>', module, null, null, false);
    this.scopes.set(module, this.module);
  }

  private error(message: string, where: Location): void {
    this.diagnostics.add(message, where, this.statement);
  }

  private define(name: string, flags: number): void {
    this.scope.entry(mangle(this.privateClass, name)).flags |= flags;
  }

  private enter(kind: ScopeKind, name: string, node: ScopeNode, isAsync = false): Scope {
    const scope = new Scope(kind, name, node, this.scope, this.privateClass, isAsync);
    this.scopes.set(node, scope);
    setQualname(scope);
    this.scope = scope;
    return scope;
  }

  moduleBody(body: Stmt[]): void {
    let mayBeFuture = true;
    for (let i = 0; i < body.length; i++) {
      const stmt = body[i]!;
      this.statement = stmt;
      if (stmt.kind === 'ImportFrom' && stmt.module === '__future__' && stmt.level === 0) {
        if (!mayBeFuture) this.error('from __future__ imports must occur at the beginning of the file', stmt);
        for (const { name } of stmt.names) {
          if (name === 'annotations') this.futureAnnotations = true;
          else if (name === 'braces') this.error('not a chance', stmt);
          else if (!FUTURE_FEATURES.has(name)) this.error(`future feature ${name} is not defined`, stmt);
        }
      } else if (!(i === 0 && stmt.kind === 'Expr' && stmt.value.kind === 'Constant')) mayBeFuture = false;
      this.stmt(stmt);
    }
  }

  private block(body: Stmt[]): void {
    for (const stmt of body) this.stmt(stmt);
  }

  private loopBody(body: Stmt[]): void {
    const { inExceptStar } = this;
    this.inExceptStar = false;
    this.loops++;
    this.block(body);
    this.loops--;
    this.inExceptStar = inExceptStar;
  }

  private stmt(stmt: Stmt): void {
    const outer = this.statement;
    this.statement = stmt;
    this.visitStmt(stmt);
    this.statement = outer;
  }

  private visitStmt(stmt: Stmt): void {
    switch (stmt.kind) {
      case 'FunctionDef':
      case 'AsyncFunctionDef':
        this.exprs(stmt.decorator_list);
        this.define(stmt.name, DEF_LOCAL | REFERENCED);
        this.withTypeParameters(stmt, stmt.type_params, () => {
          this.defaults(stmt.args);
          this.annotations(stmt.args, stmt.returns);
          this.functionBody(stmt);
        });
        return;
      case 'ClassDef': {
        this.exprs(stmt.decorator_list);
        this.define(stmt.name, DEF_LOCAL | REFERENCED);
        this.withTypeParameters(stmt, stmt.type_params, () => {
          this.exprs(stmt.bases);
          for (const keyword of stmt.keywords) this.expr(keyword.value);
          checkCall(stmt.keywords, (message, where) => this.error(message, where));
          const { scope, privateClass, loops, inExceptStar } = this;
          this.privateClass = stmt.name;
          this.enter('class', stmt.name, stmt);
          this.loops = 0;
          this.inExceptStar = false;
          this.block(stmt.body);
          Object.assign(this, { scope, privateClass, loops, inExceptStar });
        });
        return;
      }
      case 'TypeAlias':
        this.expr(stmt.name);
        this.withTypeParameters(stmt, stmt.type_params, () => {
          const { scope } = this;
          this.enter('type alias', stmt.name.id, stmt);
          this.expr(stmt.value);
          this.scope = scope;
        });
        return;
      case 'Return': {
        const { kind, isCoroutine } = this.scope;
        if (kind !== 'function') this.error("'return' outside function", stmt);
        else if (this.inExceptStar) this.exceptStarError(stmt);
        else if (stmt.value !== null && isCoroutine) this.valueReturns.push(stmt);
        if (stmt.value !== null) this.expr(stmt.value);
        return;
      }
      case 'Delete':
        for (const target of stmt.targets) {
          checkDeleteTarget(target, (message, where) => this.error(message, where));
          this.expr(target);
        }
        return;
      case 'Assign':
        this.expr(stmt.value);
        for (const target of stmt.targets) this.target(target);
        return;
      case 'AugAssign':
        this.target(stmt.target);
        if (stmt.target.kind === 'Name') this.define(stmt.target.id, USE);
        this.expr(stmt.value);
        return;
      case 'AnnAssign':
        if (stmt.value !== null) this.expr(stmt.value);
        this.scope.hasAnnotations = true;
        this.annotatedTarget(stmt.target, stmt.simple, stmt.value !== null);
        if (!this.futureAnnotations) this.expr(stmt.annotation);
        return;
      case 'For':
      case 'AsyncFor':
        if (stmt.kind === 'AsyncFor') this.checkAsync("'async for'", stmt);
        this.expr(stmt.iter);
        this.target(stmt.target);
        this.loopBody(stmt.body);
        this.block(stmt.orelse);
        return;
      case 'While':
        this.expr(stmt.test);
        this.loopBody(stmt.body);
        this.block(stmt.orelse);
        return;
      case 'If':
        this.expr(stmt.test);
        this.block(stmt.body);
        this.block(stmt.orelse);
        return;
      case 'With':
      case 'AsyncWith':
        if (stmt.kind === 'AsyncWith') this.checkAsync("'async with'", stmt);
        for (const item of stmt.items) {
          this.expr(item.context_expr);
          if (item.optional_vars !== null) this.target(item.optional_vars);
        }
        this.block(stmt.body);
        return;
      case 'Match':
        this.expr(stmt.subject);
        stmt.cases.forEach((one, i) => {
          const isLast = i === stmt.cases.length - 1;
          checkPattern(one.pattern, isLast || one.guard !== null, {
            error: (message, where) => this.error(message, where),
            name: (name) => this.define(name, DEF_LOCAL | REFERENCED),
            expr: (expr) => this.expr(expr),
          });
          if (one.guard !== null) this.expr(one.guard);
          this.block(one.body);
        });
        return;
      case 'Raise':
        if (stmt.exc !== null) this.expr(stmt.exc);
        if (stmt.cause !== null) this.expr(stmt.cause);
        return;
      case 'Try':
      case 'TryStar':
        this.block(stmt.body);
        stmt.handlers.forEach((handler, i) => {
          if (handler.type !== null) this.expr(handler.type);
          else if (stmt.kind === 'TryStar') this.error('expected one or more exception types', handler);
          else if (i < stmt.handlers.length - 1) this.error("default 'except:' must be last", handler);
          if (handler.name !== null) this.define(handler.name, DEF_LOCAL | REFERENCED);
          const { inExceptStar } = this;
          if (stmt.kind === 'TryStar') this.inExceptStar = true;
          this.block(handler.body);
          this.inExceptStar = inExceptStar;
        });
        this.block(stmt.orelse);
        this.block(stmt.finalbody);
        return;
      case 'Assert':
        this.expr(stmt.test);
        if (stmt.msg !== null) this.expr(stmt.msg);
        return;
      case 'Import':
      case 'ImportFrom':
        for (const alias of stmt.names) {
          if (alias.name === '*') {
            if (this.scope.kind !== 'module') this.error('import * only allowed at module level', alias);
          } else {
            const name = alias.asname ?? alias.name.split('.', 1)[0]!;
            this.define(name, DEF_LOCAL | DEF_IMPORT | REFERENCED);
          }
        }
        return;
      case 'Global':
      case 'Nonlocal':
        this.declaration(stmt, stmt.kind === 'Global');
        return;
      case 'Expr':
        this.expr(stmt.value);
        return;
      case 'Break':
      case 'Continue':
        if (this.inExceptStar) this.exceptStarError(stmt);
        else if (this.loops === 0) {
          this.error(
            stmt.kind === 'Break' ? "'break' outside loop" : "'continue' not properly in loop",
            stmt,
          );
        }
        return;
      case 'Error':
        this.error(stmt.message, stmt);
        return;
      case 'Pass':
        return;
    }
  }

  private exceptStarError(where: Location): void {
    this.error("'break', 'continue' and 'return' cannot appear in an except* block", where);
  }

  private checkAsync(what: string, where: Location): void {
    if (!this.scope.isAsync) this.error(`${what} outside async function`, where);
  }

  private declaration(stmt: Stmt & { names: string[] }, isGlobal: boolean): void {
    const word = isGlobal ? 'global' : 'nonlocal';
    if (!isGlobal && this.scope.kind === 'module') {
      this.error('nonlocal declaration not allowed at module level', stmt);
      return;
    }
    for (const name of stmt.names) {
      const entry = this.scope.entry(mangle(this.privateClass, name));
      const flags = entry.flags;
      if (flags & DEF_PARAM) {
        this.error(`name '${name}' is parameter and ${word}`, stmt);
        continue;
      }
      if (flags & (DEF_LOCAL | USE | DEF_ANNOT)) {
        if (flags & DEF_ANNOT) this.error(`annotated name '${name}' can't be ${word}`, stmt);
        else if (flags & DEF_LOCAL)
          this.error(`name '${name}' is assigned to before ${word} declaration`, stmt);
        else this.error(`name '${name}' is used prior to ${word} declaration`, stmt);
      }
      if (flags & (isGlobal ? DEF_NONLOCAL : DEF_GLOBAL)) {
        this.error(`name '${name}' is nonlocal and global`, stmt);
        continue;
      }
      entry.flags |= isGlobal ? DEF_GLOBAL : DEF_NONLOCAL;
      // A global of a function is a name of the module.
      if (isGlobal) this.module.entry(mangle(this.privateClass, name)).flags |= DEF_GLOBAL;
    }
    if (!isGlobal) this.nonlocals.push({ scope: this.scope, names: stmt.names, statement: stmt });
  }

  private annotatedTarget(target: Expr, simple: boolean, hasValue: boolean): void {
    if (target.kind !== 'Name') {
      this.target(target);
      return;
    }
    const entry = this.scope.entry(mangle(this.privateClass, target.id));
    if (simple && entry.flags & (DEF_GLOBAL | DEF_NONLOCAL) && this.scope !== this.module) {
      const word = entry.flags & DEF_GLOBAL ? 'global' : 'nonlocal';
      this.error(`annotated name '${target.id}' can't be ${word}`, target);
    }
    if (simple) entry.flags |= DEF_ANNOT | DEF_LOCAL;
    if (hasValue) {
      checkTarget(target, (message, where) => this.error(message, where));
      entry.flags |= DEF_LOCAL | REFERENCED;
    }
  }

  private target(target: Expr): void {
    checkTarget(target, (message, where) => this.error(message, where));
    this.expr(target);
  }

  // ---- functions ------------------------------------------------------------------------------

  private defaults(args: Arguments): void {
    this.exprs(args.defaults);
    for (const value of args.kw_defaults) if (value !== null) this.expr(value);
  }

  private annotations(args: Arguments, returns: Expr | null): void {
    if (this.futureAnnotations) return;
    for (const arg of args.args) if (arg.annotation !== null) this.annotation(arg.annotation);
    for (const arg of args.posonlyargs) if (arg.annotation !== null) this.annotation(arg.annotation);
    if (args.vararg !== null && args.vararg.annotation !== null) this.annotation(args.vararg.annotation);
    for (const arg of args.kwonlyargs) if (arg.annotation !== null) this.annotation(arg.annotation);
    if (args.kwarg !== null && args.kwarg.annotation !== null) this.annotation(args.kwarg.annotation);
    if (returns !== null) this.annotation(returns);
  }

  /** `*args: *Ts` has a starred annotation. */
  private annotation(annotation: Expr): void {
    this.expr(annotation.kind === 'Starred' ? annotation.value : annotation);
  }

  private parameters(args: Arguments): void {
    for (const arg of args.posonlyargs) this.parameter(arg.arg, arg);
    for (const arg of args.args) this.parameter(arg.arg, arg);
    for (const arg of args.kwonlyargs) this.parameter(arg.arg, arg);
    if (args.vararg !== null) this.parameter(args.vararg.arg, args.vararg);
    if (args.kwarg !== null) this.parameter(args.kwarg.arg, args.kwarg);
  }

  private parameter(name: string, where: Location): void {
    const mangled = mangle(this.privateClass, name);
    const entry = this.scope.entry(mangled);
    if (entry.flags & DEF_PARAM) this.error(`duplicate argument '${name}' in function definition`, where);
    else this.scope.params.push(mangled);
    entry.flags |= DEF_PARAM | REFERENCED;
    if (name === '__debug__') this.error('cannot assign to __debug__', where);
  }

  private functionBody(node: FunctionNode): void {
    const { scope, loops, inExceptStar, valueReturns } = this;
    const inner = this.enter('function', node.name, node, node.kind === 'AsyncFunctionDef');
    if (node.kind === 'AsyncFunctionDef') inner.isCoroutine = true;
    this.loops = 0;
    this.inExceptStar = false;
    this.valueReturns = [];
    this.parameters(node.args);
    this.block(node.body);
    if (inner.isGenerator) {
      for (const stmt of this.valueReturns) {
        this.diagnostics.add("'return' with value in async generator", stmt, stmt);
      }
    }
    Object.assign(this, { scope, loops, inExceptStar, valueReturns });
  }

  private withTypeParameters(node: TypeParameters['of'], params: TypeParam[], define: () => void): void {
    if (params.length === 0) {
      define();
      return;
    }
    const { scope } = this;
    const name = node.kind === 'TypeAlias' ? node.name.id : node.name;
    const inner = this.enter('type parameters', `<generic parameters of ${name}>`, {
      kind: 'TypeParameters',
      of: node,
    });
    this.typeParameters.set(node, inner);
    for (const param of params) {
      if (inner.symbols.has(param.name)) this.error(`duplicate type parameter '${param.name}'`, param);
      this.define(param.name, DEF_LOCAL | REFERENCED);
    }
    if (node.kind === 'ClassDef') this.define('.generic_base', DEF_LOCAL | USE | REFERENCED);
    define();
    this.scope = scope;
  }

  // ---- expressions ----------------------------------------------------------------------------

  /** The items of a display or a call, which may be starred, or other expressions. */
  private exprs(list: readonly (Expr | null)[]): void {
    for (const expr of list) if (expr !== null) this.expr(expr.kind === 'Starred' ? expr.value : expr);
  }

  private expr(expr: Expr): void {
    switch (expr.kind) {
      case 'Name':
        if (expr.ctx === 'Load') {
          this.define(expr.id, USE | REFERENCED);
          // super() without arguments reads the cell __class__.
          if (expr.id === 'super' && this.scope.isFunctionLike) this.define('__class__', USE | REFERENCED);
        } else {
          this.define(expr.id, DEF_LOCAL | REFERENCED);
          if (this.inComprehensionTarget) this.comprehensionTarget(expr.id, expr);
        }
        return;
      case 'Constant':
        return;
      case 'Attribute':
        this.expr(expr.value);
        return;
      case 'Call':
        this.expr(expr.func);
        this.exprs(expr.args);
        for (const keyword of expr.keywords) this.expr(keyword.value);
        checkCall(expr.keywords, (message, where) => this.error(message, where));
        return;
      case 'Subscript':
        this.expr(expr.value);
        this.expr(expr.slice);
        return;
      case 'BoolOp':
        this.exprs(expr.values);
        return;
      case 'NamedExpr':
        this.namedExpr(expr);
        return;
      case 'BinOp':
        this.expr(expr.left);
        this.expr(expr.right);
        return;
      case 'UnaryOp':
        this.expr(expr.operand);
        return;
      case 'Lambda': {
        this.defaults(expr.args);
        const { scope, inComprehensionTarget, inComprehensionIterable } = this;
        this.inComprehensionTarget = false;
        this.inComprehensionIterable = 0;
        this.enter('lambda', '<lambda>', expr);
        this.parameters(expr.args);
        this.expr(expr.body);
        Object.assign(this, { scope, inComprehensionTarget, inComprehensionIterable });
        return;
      }
      case 'IfExp':
        this.expr(expr.test);
        this.expr(expr.body);
        this.expr(expr.orelse);
        return;
      case 'Dict':
        for (let i = 0; i < expr.values.length; i++) {
          const key = expr.keys[i];
          if (key != null) this.expr(key);
          this.expr(expr.values[i]!);
        }
        return;
      case 'Set':
        this.exprs(expr.elts);
        return;
      case 'List':
      case 'Tuple': {
        if (expr.ctx === 'Store') checkUnpacking(expr, (message, where) => this.error(message, where));
        this.exprs(expr.elts);
        return;
      }
      case 'ListComp':
      case 'SetComp':
      case 'GeneratorExp':
        this.comprehension(expr, expr.elt, null);
        return;
      case 'DictComp':
        this.comprehension(expr, expr.key, expr.value);
        return;
      case 'Await':
        this.expr(expr.value);
        this.await(expr);
        return;
      case 'Yield':
      case 'YieldFrom':
        if (expr.value !== null) this.expr(expr.value);
        this.yield(expr, expr.kind === 'YieldFrom');
        return;
      case 'Compare':
        this.expr(expr.left);
        this.exprs(expr.comparators);
        return;
      case 'FormattedValue':
      case 'Interpolation':
        this.expr(expr.value);
        if (expr.format_spec !== null) this.expr(expr.format_spec);
        return;
      case 'JoinedStr':
      case 'TemplateStr':
        this.exprs(expr.values);
        return;
      case 'Starred':
        if (expr.ctx === 'Load') this.error("can't use starred expression here", expr);
        this.expr(expr.value);
        return;
      case 'Slice':
        if (expr.lower !== null) this.expr(expr.lower);
        if (expr.upper !== null) this.expr(expr.upper);
        if (expr.step !== null) this.expr(expr.step);
        return;
    }
  }

  private comprehensionTarget(target: string, where: Location): void {
    const entry = this.scope.entry(mangle(this.privateClass, target));
    if (entry.flags & (DEF_GLOBAL | DEF_NONLOCAL)) {
      this.error(`comprehension inner loop cannot rebind assignment expression target '${target}'`, where);
    }
    entry.flags |= DEF_COMP_ITER;
  }

  private await(expr: Expr): void {
    const { kind } = this.scope;
    if (kind === 'module' || kind === 'class') this.error("'await' outside function", expr);
    else if (!this.scope.isAsync && kind !== 'comprehension') {
      this.error("'await' outside async function", expr);
    }
    this.scope.isCoroutine = true;
  }

  private yield(expr: Expr, isFrom: boolean): void {
    const { kind } = this.scope;
    if (kind === 'comprehension') {
      const node = this.scope.node as ComprehensionNode;
      this.error(`'yield' inside ${COMPREHENSION_NAMES[node.kind][1]}`, expr);
      return;
    }
    if (kind !== 'function' && kind !== 'lambda') this.error("'yield' outside function", expr);
    else if (isFrom && this.scope.isAsync) this.error("'yield from' inside async function", expr);
    this.scope.isGenerator = true;
  }

  private comprehension(node: ComprehensionNode, elt: Expr, value: Expr | null): void {
    const { scope, inComprehensionTarget, inComprehensionIterable } = this;
    const outermost = node.generators[0]!;
    // The outermost iterable is evaluated outside.
    this.inComprehensionIterable++;
    this.inComprehensionTarget = false;
    this.expr(outermost.iter);
    this.inComprehensionIterable = inComprehensionIterable;
    const isGenerator = node.kind === 'GeneratorExp';
    const inner = this.enter('comprehension', COMPREHENSION_NAMES[node.kind][0], node, scope.isAsync);
    inner.isGenerator = isGenerator;
    inner.entry('.0').flags |= DEF_PARAM | REFERENCED;
    inner.params.push('.0');
    node.generators.forEach((generator, i) => this.generator(generator, i > 0));
    this.expr(elt);
    if (value !== null) this.expr(value);
    this.scope = scope;
    if (inner.isCoroutine && !isGenerator) {
      if (!scope.isAsync && scope.kind !== 'comprehension') {
        this.error('asynchronous comprehension outside of an asynchronous function', node);
      }
      scope.isCoroutine = true;
    }
    this.inComprehensionTarget = inComprehensionTarget;
  }

  private generator(generator: Comprehension, visitIterable: boolean): void {
    if (generator.is_async) this.scope.isCoroutine = true;
    if (visitIterable) {
      this.inComprehensionIterable++;
      this.expr(generator.iter);
      this.inComprehensionIterable--;
    }
    checkTarget(generator.target, (message, where) => this.error(message, where));
    this.inComprehensionTarget = true;
    this.expr(generator.target);
    this.inComprehensionTarget = false;
    this.exprs(generator.ifs);
  }

  private namedExpr(expr: Expr & { kind: 'NamedExpr' }): void {
    const { target } = expr;
    if (this.inComprehensionIterable > 0) {
      this.error('assignment expression cannot be used in a comprehension iterable expression', expr);
    }
    this.expr(expr.value);
    checkTarget(target, (message, where) => this.error(message, where));
    if (this.scope.kind === 'comprehension') this.bindOutside(target.id, target);
    this.define(target.id, this.scope.kind === 'comprehension' ? REFERENCED : DEF_LOCAL | REFERENCED);
  }

  /** `:=` in a comprehension binds in the function (or module) around it. */
  private bindOutside(target: string, where: Location): void {
    const name = mangle(this.privateClass, target);
    for (let scope: Scope | null = this.scope; scope !== null; scope = scope.parent) {
      const entry = scope.symbols.get(name);
      if (scope.kind === 'comprehension') {
        if (entry !== undefined && entry.flags & DEF_COMP_ITER) {
          this.error(
            `assignment expression cannot rebind comprehension iteration variable '${target}'`,
            where,
          );
        }
        continue;
      }
      if (scope.kind === 'class') {
        this.error('assignment expression within a comprehension cannot be used in a class body', where);
        return;
      }
      if (scope.kind === 'module') {
        this.define(target, DEF_GLOBAL);
        scope.entry(name).flags |= DEF_GLOBAL;
        return;
      }
      this.define(target, entry !== undefined && entry.flags & DEF_GLOBAL ? DEF_GLOBAL : DEF_NONLOCAL);
      scope.entry(name).flags |= DEF_LOCAL | REFERENCED;
      return;
    }
  }
}

/** The dotted path of a class or function, as CPython's `compiler_set_qualname`. */
function setQualname(scope: Scope): void {
  let parent = scope.parent;
  while (parent !== null && parent.kind === 'type parameters') parent = parent.parent;
  if (parent === null || parent.kind === 'module') return;
  const isDefinition = scope.kind === 'function' || scope.kind === 'class';
  if (isDefinition) {
    const entry = parent.symbols.get(mangle(parent.privateClass, scope.name));
    if (entry !== undefined && entry.flags & DEF_GLOBAL) return;
  }
  const isFunction = parent.kind === 'function' || parent.kind === 'lambda';
  scope.qualname = parent.qualname + (isFunction ? '.<locals>.' : '.') + scope.name;
}
