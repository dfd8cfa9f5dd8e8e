/** Parameters of functions and lambdas. */
import type { Arg, Arguments, Expr } from '../ast';
import { expression } from './expressions';
import { K } from './kinds';
import { annotation } from './types';
import type { Walker } from './walker';

/** Collects parameters in source order and checks that the order is one Python allows. */
class Collector {
  readonly posonlyargs: Arg[] = [];
  args: Arg[] = [];
  vararg: Arg | null = null;
  readonly kwonlyargs: Arg[] = [];
  readonly kw_defaults: (Expr | null)[] = [];
  kwarg: Arg | null = null;
  readonly defaults: Expr[] = [];
  private star = false;
  private bareStar = false;
  private slash = false;

  constructor(
    private readonly w: Walker,
    private readonly owner: 'Function' | 'Lambda expression',
  ) {}

  /** Parameters in brackets are Python 2. */
  parenthesized(): void {
    this.w.fail(`${this.owner} parameters cannot be parenthesized`);
  }

  private beforeEach(): void {
    if (this.kwarg !== null) this.w.fail('arguments cannot follow var-keyword argument');
  }

  add(arg: Arg, value: Expr | null): void {
    this.beforeEach();
    if (this.star) {
      this.bareStar = false;
      this.kwonlyargs.push(arg);
      this.kw_defaults.push(value);
      return;
    }
    if (value !== null) this.defaults.push(value);
    else if (this.defaults.length > 0) this.w.fail('non-default argument follows default argument');
    this.args.push(arg);
  }

  addStar(arg: Arg | null): void {
    this.beforeEach();
    if (this.star) this.w.fail('* argument may appear only once');
    this.star = true;
    this.vararg = arg;
    this.bareStar = arg === null;
  }

  addSlash(): void {
    this.beforeEach();
    if (this.slash) this.w.fail('/ may appear only once');
    if (this.star) this.w.fail('/ must be ahead of *');
    if (this.args.length === 0) this.w.fail('at least one argument must precede /');
    this.slash = true;
    this.posonlyargs.push(...this.args);
    this.args = [];
  }

  addDoubleStar(arg: Arg): void {
    this.beforeEach();
    if (this.bareStar) this.w.fail('named arguments must follow bare *');
    this.kwarg = arg;
  }

  finish(start: number, end: number): Arguments {
    if (this.bareStar) this.w.fail('named arguments must follow bare *', start, end);
    const { posonlyargs, args, vararg, kwonlyargs, kw_defaults, kwarg, defaults } = this;
    return {
      line: this.w.locate(start, end),
      col: this.w.col,
      endLine: this.w.endLine,
      endCol: this.w.endCol,
      kind: 'arguments',
      posonlyargs,
      args,
      vararg,
      kwonlyargs,
      kw_defaults,
      kwarg,
      defaults,
    };
  }
}

/** The parameters of a `def`; the cursor stands on `parameters`. */
export function parameters(w: Walker, owner: 'Function' | 'Lambda expression' = 'Function'): Arguments {
  const start = w.start();
  const end = w.end();
  const collector = new Collector(w, owner);
  if (w.first()) {
    do parameter(w, collector);
    while (w.next());
    w.up();
  }
  return collector.finish(start, end);
}

/** The parameters of a `lambda`; the cursor stands behind the keyword, and is left on the colon. */
export function lambdaParameters(w: Walker): Arguments {
  if (w.kind === K.LambdaParameters) {
    const args = parameters(w, 'Lambda expression');
    w.next();
    return args;
  }
  const start = w.start();
  return new Collector(w, 'Lambda expression').finish(start, start);
}

function parameter(w: Walker, collector: Collector): void {
  switch (w.kind) {
    case K.LeftParen:
    case K.RightParen:
    case K.Comma:
      return;
    case K.Identifier: {
      const start = w.start();
      const end = w.end();
      collector.add(
        {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'arg',
          arg: w.name(start, end),
          annotation: null,
        },
        null,
      );
      return;
    }
    case K.DefaultParameter: {
      w.first();
      if (!w.is(K.Identifier)) collector.parenthesized();
      const start = w.start();
      const end = w.end();
      w.next();
      w.next();
      const value = expression(w);
      w.up();
      collector.add(
        {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'arg',
          arg: w.name(start, end),
          annotation: null,
        },
        value,
      );
      return;
    }
    case K.TypedParameter: {
      w.first();
      const kind = w.kind as K;
      const splat = kind !== K.Identifier;
      if (splat) {
        w.first();
        w.next();
      }
      const start = w.start();
      const arg = w.identifier();
      if (splat) w.up();
      w.next();
      w.next();
      const node: Arg = {
        line: w.locate(start, w.end()),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'arg',
        arg,
        annotation: annotation(w),
      };
      w.up();
      if (kind === K.ListSplatPattern) collector.addStar(node);
      else if (kind === K.DictionarySplatPattern) collector.addDoubleStar(node);
      else collector.add(node, null);
      return;
    }
    case K.TypedDefaultParameter: {
      w.first();
      const start = w.start();
      const arg = w.identifier();
      w.next();
      w.next();
      const node: Arg = {
        line: w.locate(start, w.end()),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'arg',
        arg,
        annotation: annotation(w),
      };
      w.next();
      w.next();
      const value = expression(w);
      w.up();
      collector.add(node, value);
      return;
    }
    case K.ListSplatPattern:
    case K.DictionarySplatPattern: {
      const { kind } = w;
      w.first();
      w.next();
      if (!w.is(K.Identifier)) w.fail('invalid syntax');
      const start = w.start();
      const end = w.end();
      const node: Arg = {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'arg',
        arg: w.name(start, end),
        annotation: null,
      };
      w.up();
      if (kind === K.ListSplatPattern) collector.addStar(node);
      else collector.addDoubleStar(node);
      return;
    }
    case K.KeywordSeparator:
      collector.addStar(null);
      return;
    case K.PositionalSeparator:
      collector.addSlash();
      return;
    case K.TuplePattern:
      collector.parenthesized();
      return;
    default:
      w.fail('invalid syntax');
  }
}
