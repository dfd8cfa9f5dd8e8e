/** The SyntaxErrors that CPython finds in targets, calls and patterns. */
import type { Expr, Keyword, List, Location, Pattern, Tuple } from '../ast.js';

import { constKey, fold } from './constants.js';
import { unparse } from './unparse.js';

export type Report = (message: string, where: Location) => void;

const EXPRESSION_NAMES: Partial<Record<Expr['kind'], string>> = {
  Attribute: 'attribute',
  Subscript: 'subscript',
  Starred: 'starred',
  Name: 'name',
  List: 'list',
  Tuple: 'tuple',
  Lambda: 'lambda',
  Call: 'function call',
  BoolOp: 'expression',
  BinOp: 'expression',
  UnaryOp: 'expression',
  GeneratorExp: 'generator expression',
  Yield: 'yield expression',
  YieldFrom: 'yield expression',
  Await: 'await expression',
  ListComp: 'list comprehension',
  SetComp: 'set comprehension',
  DictComp: 'dict comprehension',
  Dict: 'dict literal',
  Set: 'set display',
  JoinedStr: 'f-string expression',
  FormattedValue: 'f-string expression',
  TemplateStr: 't-string expression',
  Interpolation: 't-string expression',
  Compare: 'comparison',
  IfExp: 'conditional expression',
  NamedExpr: 'named expression',
  Slice: 'slice',
};

/** What CPython calls an expression in its messages (`_PyPegen_get_expr_name`). */
export function expressionName(expr: Expr): string {
  if (expr.kind !== 'Constant') return EXPRESSION_NAMES[expr.kind] ?? 'expression';
  const { value } = expr;
  if (value.type === 'None') return 'None';
  if (value.type === 'bool') return value.value ? 'True' : 'False';
  return value.type === 'Ellipsis' ? 'ellipsis' : 'literal';
}

/** Whether a value can be stored in `target`. */
export function checkTarget(target: Expr, report: Report, isNested = false): void {
  switch (target.kind) {
    case 'Name':
      if (target.id === '__debug__') report('cannot assign to __debug__', target);
      return;
    case 'Attribute':
      if (target.attr === '__debug__') report('cannot assign to __debug__', target);
      return;
    case 'Subscript':
      return;
    case 'Starred':
      if (isNested) checkTarget(target.value, report, true);
      else report('starred assignment target must be in a list or tuple', target);
      return;
    case 'List':
    case 'Tuple':
      for (const elt of target.elts) checkTarget(elt, report, true);
      return;
    default:
      report(`cannot assign to ${expressionName(target)}`, target);
  }
}

export function checkDeleteTarget(target: Expr, report: Report): void {
  switch (target.kind) {
    case 'Name':
      if (target.id === '__debug__') report('cannot delete __debug__', target);
      return;
    case 'Attribute':
    case 'Subscript':
      return;
    case 'List':
    case 'Tuple':
      for (const elt of target.elts) checkDeleteTarget(elt, report);
      return;
    default:
      report(`cannot delete ${expressionName(target)}`, target);
  }
}

/** Targets before a star, at most: the instruction has a byte for them. */
const MOST_BEFORE_STAR = 255;

/** At most one star in an unpacking target. */
export function checkUnpacking(target: List | Tuple, report: Report): void {
  let seen = false;
  for (const [i, elt] of target.elts.entries()) {
    if (elt.kind !== 'Starred') continue;
    if (seen) report('multiple starred expressions in assignment', target);
    else if (i > MOST_BEFORE_STAR) report('too many expressions in star-unpacking assignment', target);
    seen = true;
  }
}

/** Keywords given twice. */
export function checkCall(keywords: Keyword[], report: Report): void {
  if (keywords.length < 2) {
    if (keywords[0]?.arg === '__debug__') report('cannot assign to __debug__', keywords[0]);
    return;
  }
  const seen = new Set<string>();
  for (const keyword of keywords) {
    if (keyword.arg === null) continue;
    if (keyword.arg === '__debug__') report('cannot assign to __debug__', keyword);
    if (seen.has(keyword.arg)) report(`keyword argument repeated: ${keyword.arg}`, keyword);
    seen.add(keyword.arg);
  }
}

export interface PatternVisitor {
  error: Report;
  /** Hears every name that the pattern binds, in the order in which the compiler stores it. */
  name(name: string): void;
  /** Hears every expression in the pattern. */
  expr(expr: Expr): void;
}

/** Checks one case's pattern; `mayBeIrrefutable`: no case follows, or a guard does. */
export function checkPattern(pattern: Pattern, mayBeIrrefutable: boolean, visitor: PatternVisitor): void {
  bindNames(pattern, mayBeIrrefutable, new Set(), visitor, { at: pattern });
}

/** Where CPython's compiler is: errors are told at the pattern that it entered last. */
interface Entered {
  at: Location;
}

function bind(name: string, { at: where }: Entered, bound: Set<string>, visitor: PatternVisitor): void {
  if (bound.has(name)) visitor.error(`multiple assignments to name '${name}' in pattern`, where);
  if (name === '__debug__') visitor.error('cannot assign to __debug__', where);
  bound.add(name);
  visitor.name(name);
}

function bindNames(
  pattern: Pattern,
  mayBeIrrefutable: boolean,
  bound: Set<string>,
  visitor: PatternVisitor,
  entered: Entered,
): void {
  entered.at = pattern;
  switch (pattern.kind) {
    case 'MatchValue':
      visitor.expr(pattern.value);
      return;
    case 'MatchSingleton':
      return;
    case 'MatchSequence': {
      const stars = pattern.patterns.filter((one) => one.kind === 'MatchStar').length;
      if (stars > 1) visitor.error('multiple starred names in sequence pattern', pattern);
      else if (pattern.patterns.findIndex((one) => one.kind === 'MatchStar') > MOST_BEFORE_STAR)
        visitor.error('too many expressions in star-unpacking sequence pattern', pattern);
      for (const one of pattern.patterns) bindNames(one, true, bound, visitor, entered);
      return;
    }
    case 'MatchMapping': {
      const seen = new Set<string>();
      for (const key of pattern.keys) {
        visitor.expr(key);
        const constant = fold(key);
        if (constant === null) continue;
        if (seen.has(constKey(constant))) {
          visitor.error(`mapping pattern checks duplicate key (${unparse(key)})`, pattern);
        }
        seen.add(constKey(constant));
      }
      for (const one of pattern.patterns) bindNames(one, true, bound, visitor, entered);
      if (pattern.rest !== null) bind(pattern.rest, entered, bound, visitor);
      return;
    }
    case 'MatchClass': {
      visitor.expr(pattern.cls);
      const seen = new Set<string>();
      for (const attr of pattern.kwd_attrs) {
        if (seen.has(attr)) visitor.error(`attribute name repeated in class pattern: ${attr}`, pattern);
        seen.add(attr);
      }
      for (const one of pattern.patterns) bindNames(one, true, bound, visitor, entered);
      for (const one of pattern.kwd_patterns) bindNames(one, true, bound, visitor, entered);
      return;
    }
    case 'MatchStar':
      if (pattern.name !== null) bind(pattern.name, entered, bound, visitor);
      return;
    case 'MatchAs':
      if (pattern.pattern === null) {
        if (!mayBeIrrefutable) {
          const what = pattern.name === null ? 'wildcard' : `name capture '${pattern.name}'`;
          visitor.error(`${what} makes remaining patterns unreachable`, pattern);
        }
      } else bindNames(pattern.pattern, mayBeIrrefutable, bound, visitor, entered);
      if (pattern.name !== null) bind(pattern.name, entered, bound, visitor);
      return;
    case 'MatchOr':
      bindAlternatives(pattern.patterns, mayBeIrrefutable, bound, visitor, entered);
      return;
  }
}

function bindAlternatives(
  alternatives: Pattern[],
  mayBeIrrefutable: boolean,
  bound: Set<string>,
  visitor: PatternVisitor,
  entered: Entered,
): void {
  let first: Set<string> | undefined;
  alternatives.forEach((one, i) => {
    const names = new Set<string>();
    bindNames(one, mayBeIrrefutable && i === alternatives.length - 1, names, visitor, entered);
    if (first === undefined) first = names;
    else if (names.size !== first.size || [...names].some((name) => !first!.has(name))) {
      visitor.error('alternative patterns bind different names', entered.at);
    }
  });
  for (const name of first ?? []) {
    if (bound.has(name)) visitor.error(`multiple assignments to name '${name}' in pattern`, entered.at);
    bound.add(name);
  }
}
