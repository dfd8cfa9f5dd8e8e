/**
 * Builds the symbol table of a whole module in one pass (CPython's symtable.c), and finds in the same pass the
 * SyntaxErrors that CPython's compiler would report: function bodies are compiled at their first call only.
 */
import type { AnnAssign, Location, Module, Stmt, TypeParam } from '../ast.js';
import { checkCall, checkDeleteTarget, checkPattern, checkTarget } from './checks.js';
import type { Diagnostics } from './diagnostics.js';
import { ExpressionSymbols } from './expression_symbols.js';
import { resolve } from './resolve.js';
import {
  DEF_ANNOT,
  DEF_GLOBAL,
  DEF_IMPORT,
  DEF_LOCAL,
  DEF_NONLOCAL,
  DEF_PARAM,
  mangle,
  REFERENCED,
  Scope,
  USE,
  type FunctionNode,
  type ScopeNode,
  type TypeParameters,
  defaultArguments,
  lazyParts,
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
/** Never throws; errors go to `diagnostics`. */
export function buildSymbolTable(module: Module, diagnostics: Diagnostics): SymbolTable {
  const builder = new Builder(module, diagnostics);
  builder.moduleBody(module.body);
  const nonlocals = builder.nonlocals;
  resolve(builder.module, (scope, name) => {
    const found = nonlocals.find((one) => one.scope === scope && one.names.includes(name));
    diagnostics.add(
      'symbols',
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

class Builder extends ExpressionSymbols {
  readonly typeParameters = new Map<TypeParameters['of'], Scope>();
  /** Where a name was first declared global or nonlocal. */
  private readonly firstDeclaration = new Map<object, Stmt>();
  readonly nonlocals: { scope: Scope; names: string[]; statement: Stmt }[] = [];
  /** Loops around the statement, in the same function. */
  private loops = 0;
  /** Whether an except* block is nearer than any loop or function. */
  private inExceptStar = false;
  /** Statements of the coroutine being visited that return a value. */
  private valueReturns: Stmt[] = [];

  moduleBody(body: Stmt[]): void {
    let mayBeFuture = true;
    for (let i = 0; i < body.length; i++) {
      const stmt = body[i]!;
      this.statement = stmt;
      if (stmt.kind === 'ImportFrom' && stmt.module === '__future__' && stmt.level === 0) {
        if (!mayBeFuture) this.error('from __future__ imports must occur at the beginning of the file', stmt);
        for (const { name } of mayBeFuture ? stmt.names : []) {
          if (name === 'annotations') this.futureAnnotations = true;
          else if (name === 'braces') this.futureError('not a chance', stmt);
          else if (!FUTURE_FEATURES.has(name))
            this.futureError(`future feature ${name} is not defined`, stmt);
        }
      } else if (!(i === 0 && stmt.kind === 'Expr' && stmt.value.kind === 'Constant')) mayBeFuture = false;
      this.stmt(stmt);
    }
  }

  /** An error of a `from __future__` import, found before all others. */
  private futureError(message: string, where: Location): void {
    this.diagnostics.add('future', message, where, this.statement);
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
        this.defaults(stmt.args);
        this.withTypeParameters(stmt, stmt.type_params, () => {
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
        this.annotatedTarget(stmt);
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
            if (this.scope.kind !== 'module')
              this.symbolError('import * only allowed at module level', alias);
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
      this.symbolError('nonlocal declaration not allowed at module level', stmt);
      return;
    }
    for (const name of stmt.names) {
      const entry = this.scope.entry(mangle(this.privateClass, name));
      const flags = entry.flags;
      if (flags & DEF_PARAM) {
        this.symbolError(`name '${name}' is parameter and ${word}`, stmt);
        continue;
      }
      if (flags & (DEF_LOCAL | USE | DEF_ANNOT)) {
        if (flags & DEF_ANNOT) this.symbolError(`annotated name '${name}' can't be ${word}`, stmt);
        else if (flags & DEF_LOCAL)
          this.symbolError(`name '${name}' is assigned to before ${word} declaration`, stmt);
        else this.symbolError(`name '${name}' is used prior to ${word} declaration`, stmt);
      }
      if (flags & (isGlobal ? DEF_NONLOCAL : DEF_GLOBAL)) {
        this.symbolError(`name '${name}' is nonlocal and global`, this.firstDeclaration.get(entry) ?? stmt);
        continue;
      }
      if (!this.firstDeclaration.has(entry)) this.firstDeclaration.set(entry, stmt);
      entry.flags |= isGlobal ? DEF_GLOBAL : DEF_NONLOCAL;
      // A global of a function is a name of the module.
      if (isGlobal) this.module.entry(mangle(this.privateClass, name)).flags |= DEF_GLOBAL;
    }
    if (!isGlobal) this.nonlocals.push({ scope: this.scope, names: stmt.names, statement: stmt });
  }

  private annotatedTarget(statement: AnnAssign): void {
    const { target, simple, value } = statement;
    if (target.kind !== 'Name') {
      this.target(target);
      return;
    }
    const entry = this.scope.entry(mangle(this.privateClass, target.id));
    if (simple && entry.flags & (DEF_GLOBAL | DEF_NONLOCAL) && this.scope !== this.module) {
      const word = entry.flags & DEF_GLOBAL ? 'global' : 'nonlocal';
      this.symbolError(`annotated name '${target.id}' can't be ${word}`, statement);
    }
    if (simple) entry.flags |= DEF_ANNOT | DEF_LOCAL;
    if (value !== null) {
      checkTarget(target, (message, where) => this.error(message, where));
      entry.flags |= DEF_LOCAL | REFERENCED;
    }
  }

  // ---- functions ------------------------------------------------------------------------------

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
        this.diagnostics.add('compile', "'return' with value in async generator", stmt, stmt);
      }
    }
    Object.assign(this, { scope, loops, inExceptStar, valueReturns });
  }

  private withTypeParameters(node: TypeParameters['of'], params: TypeParam[], define: () => void): void {
    if (params.length === 0) {
      define();
      return;
    }
    const { scope, privateClass } = this;
    if (node.kind === 'ClassDef') this.privateClass = node.name;
    const name = node.kind === 'TypeAlias' ? node.name.id : node.name;
    const inner = this.enter('type parameters', `<generic parameters of ${name}>`, {
      kind: 'TypeParameters',
      of: node,
    });
    this.typeParameters.set(node, inner);
    // Defaults of parameters are no part of the scope: it gets them as arguments.
    if (node.kind !== 'ClassDef' && node.kind !== 'TypeAlias')
      for (const argument of defaultArguments(node.args)) {
        inner.params.push(argument);
        inner.entry(argument).flags |= DEF_PARAM | USE | REFERENCED;
      }
    for (const [i, param] of params.entries()) {
      if (param.default_value === null && i > 0 && params[i - 1]!.default_value !== null)
        this.error(`non-default type parameter '${param.name}' follows default type parameter`, param);
      if (inner.symbols.has(param.name)) this.symbolError(`duplicate type parameter '${param.name}'`, param);
      this.define(param.name, DEF_LOCAL | REFERENCED);
      for (const lazy of lazyParts(param))
        if (lazy !== null) {
          this.enter('type alias', param.name, lazy);
          this.expr(lazy.value.kind === 'Starred' ? lazy.value.value : lazy.value);
          this.scope = inner;
        }
    }
    if (node.kind === 'ClassDef') this.define('.generic_base', DEF_LOCAL | USE | REFERENCED);
    define();
    Object.assign(this, { scope, privateClass });
  }
}
