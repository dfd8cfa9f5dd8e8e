/**
 * The symbols that expressions define and use; the base of the symbol table's builder. Finds the SyntaxErrors that lie in
 * expressions.
 */
import type { Arguments, Comprehension, Expr, Location, Module, Stmt } from '../ast.js';
import { checkCall, checkTarget, checkUnpacking } from './checks.js';
import type { Diagnostics } from './diagnostics.js';
import {
  DEF_COMP_ITER,
  DEF_GLOBAL,
  DEF_LOCAL,
  DEF_NONLOCAL,
  DEF_PARAM,
  mangle,
  REFERENCED,
  Scope,
  USE,
  type ComprehensionNode,
  type ScopeKind,
  type ScopeNode,
} from './scope.js';

const COMPREHENSION_NAMES = {
  ListComp: ['<listcomp>', 'list comprehension'],
  SetComp: ['<setcomp>', 'set comprehension'],
  DictComp: ['<dictcomp>', 'dict comprehension'],
  GeneratorExp: ['<genexpr>', 'generator expression'],
} as const;

export class ExpressionSymbols {
  readonly module: Scope;
  readonly scopes = new Map<ScopeNode, Scope>();
  futureAnnotations = false;
  protected scope: Scope;
  protected statement: Stmt | null = null;
  protected privateClass: string | null = null;
  private inComprehensionIterable = 0;
  private inComprehensionTarget = false;

  constructor(
    module: Module,
    protected readonly diagnostics: Diagnostics,
  ) {
    this.scope = this.module = new Scope('module', '<module>', module, null, null, false);
    this.scopes.set(module, this.module);
  }

  /** An error of CPython's compiler, which runs when all symbols are known. */
  protected error(message: string, where: Location): void {
    this.diagnostics.add('compile', message, where, this.statement);
  }

  /** An error of CPython's symbol table. */
  protected symbolError(message: string, where: Location): void {
    this.diagnostics.add('symbols', message, where, this.statement);
  }

  protected define(name: string, flags: number): void {
    this.scope.entry(mangle(this.privateClass, name)).flags |= flags;
  }

  protected enter(kind: ScopeKind, name: string, node: ScopeNode, isAsync = false): Scope {
    const scope = new Scope(kind, name, node, this.scope, this.privateClass, isAsync);
    this.scopes.set(node, scope);
    setQualname(scope);
    this.scope = scope;
    return scope;
  }

  protected target(target: Expr): void {
    checkTarget(target, (message, where) => this.error(message, where));
    this.expr(target);
  }

  protected defaults(args: Arguments): void {
    this.exprs(args.defaults);
    for (const value of args.kw_defaults) if (value !== null) this.expr(value);
  }

  protected annotations(args: Arguments, returns: Expr | null): void {
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

  protected parameters(args: Arguments): void {
    for (const arg of args.posonlyargs) this.parameter(arg.arg, arg);
    for (const arg of args.args) this.parameter(arg.arg, arg);
    for (const arg of args.kwonlyargs) this.parameter(arg.arg, arg);
    if (args.vararg !== null) this.parameter(args.vararg.arg, args.vararg);
    if (args.kwarg !== null) this.parameter(args.kwarg.arg, args.kwarg);
  }

  private parameter(name: string, where: Location): void {
    const mangled = mangle(this.privateClass, name);
    const entry = this.scope.entry(mangled);
    if (entry.flags & DEF_PARAM)
      this.symbolError(`duplicate argument '${name}' in function definition`, where);
    else this.scope.params.push(mangled);
    entry.flags |= DEF_PARAM | REFERENCED;
    if (name === '__debug__') this.error('cannot assign to __debug__', where);
  }

  /** The items of a display or a call, which may be starred, or other expressions. */
  protected exprs(list: readonly (Expr | null)[]): void {
    for (const expr of list) if (expr !== null) this.expr(expr.kind === 'Starred' ? expr.value : expr);
  }

  protected expr(expr: Expr): void {
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
      this.symbolError(
        `comprehension inner loop cannot rebind assignment expression target '${target}'`,
        where,
      );
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
      this.symbolError(`'yield' inside ${COMPREHENSION_NAMES[node.kind][1]}`, expr);
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
      this.symbolError('assignment expression cannot be used in a comprehension iterable expression', expr);
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
          this.symbolError(
            `assignment expression cannot rebind comprehension iteration variable '${target}'`,
            where,
          );
        }
        continue;
      }
      if (scope.kind === 'class') {
        this.symbolError(
          'assignment expression within a comprehension cannot be used in a class body',
          where,
        );
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
