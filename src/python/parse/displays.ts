/** Lists, tuples, sets, dictionaries, and the comprehensions that make them. */
import type { Comprehension, Expr, Keyword } from '../ast';
import { callArguments, splatted } from './calls';
import { expression } from './expressions';
import { K } from './kinds';
import { setContext } from './targets';
import type { Walker } from './walker';

/** The elements of a display or list of expressions, brackets and commas skipped. */
export function elements(w: Walker): Expr[] {
  const elts: Expr[] = [];
  if (!w.first()) return elts;
  w.openBracket();
  do {
    switch (w.kind) {
      case K.Comma:
      case K.LeftParen:
      case K.RightParen:
      case K.LeftBracket:
      case K.RightBracket:
      case K.LeftBrace:
      case K.RightBrace:
        break;
      default:
        elts.push(expression(w));
    }
  } while (w.next());
  w.closeBracket();
  w.up();
  return elts;
}

/** What a comprehension is that is read as one of a set; `asSet` may have disguised it. */
const SETS: Record<string, 'ListComp' | 'GeneratorExp'> = { '[': 'ListComp', '(': 'GeneratorExp' };

/** Braces among them: see `asSet`. */
const PARENTHESES: ReadonlySet<number> = new Set([K.LeftParen, K.RightParen, K.LeftBrace, K.RightBrace]);

/** A parenthesized assignment target: a tuple only where there is a comma or nothing. */
export function tuplePattern(w: Walker, start: number, end: number): Expr {
  const elts: Expr[] = [];
  let comma = false;
  w.openBracket();
  w.first();
  do {
    if (w.kind === K.Comma) comma = true;
    else if (!PARENTHESES.has(w.kind)) elts.push(expression(w));
  } while (w.next());
  w.up();
  w.closeBracket();
  if (elts.length === 1 && !comma) {
    if (elts[0]!.kind === 'Starred') w.fail('cannot use starred expression here', start, end);
    return elts[0]!;
  }
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Tuple',
    elts,
    ctx: 'Load',
  };
}

/** A generator expression may be a display's comprehension in disguise. */
const GENERATORS: Record<string, 'ListComp' | 'SetComp'> = { '[': 'ListComp', '{': 'SetComp' };

/**
 * A display behind a star where the grammar has only names behind one: recovery disguises it as a call, whose name stands in
 * the place of the star. The cursor stands on that name; the display spans `[start, end)`.
 */
export function starredDisplay(w: Walker, start: number, end: number): Expr {
  w.next();
  if (w.is(K.GeneratorExpression)) return expression(w);
  const elts: Expr[] = [];
  const keywords: Keyword[] = [];
  callArguments(w, elts, keywords);
  const { source } = w;
  const bracket = source.charAt(start);
  const comma = /,\s*[\])}]$/.test(source.slice(start, end));
  if (keywords.some(({ arg }) => arg !== null || bracket !== '{')) w.fail('invalid syntax', start, end);
  if (bracket === '(' && elts.length === 1 && !comma) return elts[0]!;
  const { line, col, endLine, endCol } = w.at(start, end);
  const at = { line, col, endLine, endCol };
  if (bracket === '[') return { ...at, kind: 'List', elts, ctx: 'Load' };
  if (bracket === '(') return { ...at, kind: 'Tuple', elts, ctx: 'Load' };
  if (elts.length > 0) return { ...at, kind: 'Set', elts };
  return { ...at, kind: 'Dict', keys: keywords.map(() => null), values: keywords.map(({ value }) => value) };
}

export function dictionary(w: Walker, start: number, end: number): Expr {
  const keys: (Expr | null)[] = [];
  const values: Expr[] = [];
  w.openBracket();
  w.first();
  do {
    if (w.kind === K.Pair) {
      w.first();
      keys.push(expression(w));
      w.next();
      w.next();
      values.push(expression(w));
      w.up();
    } else if (w.kind === K.DictionarySplat) {
      keys.push(null);
      values.push(splatted(w));
    } else if (w.kind === K.Comma && keys.length === 0) w.fail('invalid syntax');
  } while (w.next());
  w.up();
  w.closeBracket();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Dict',
    keys,
    values,
  };
}

export function comprehension(w: Walker, start: number, end: number): Expr {
  const { kind } = w;
  const generators: Comprehension[] = [];
  let key: Expr | null = null;
  let elt: Expr | null = null;
  w.openBracket();
  w.first();
  while (w.next()) {
    switch (w.kind) {
      case K.ForInClause:
        generators.push(forIn(w, kind === K.GeneratorExpression));
        break;
      case K.IfClause: {
        const generator = generators[generators.length - 1]!;
        w.first();
        w.next();
        generator.ifs.push(expression(w));
        w.up();
        const { endLine, endCol } = w.at(w.start(), w.end());
        generator.endLine = endLine;
        generator.endCol = endCol;
        break;
      }
      case K.RightParen:
      case K.RightBracket:
      case K.RightBrace:
        break;
      case K.Pair:
        w.first();
        key = expression(w);
        w.next();
        w.next();
        elt = expression(w);
        w.up();
        break;
      default:
        elt = expression(w);
        if (elt.kind === 'Starred') w.fail('iterable unpacking cannot be used in comprehension');
    }
  }
  w.up();
  w.closeBracket();
  if (elt === null) return w.fail('invalid syntax', start, end);
  const location = w.at(start, end);
  switch (kind) {
    case K.ListComprehension:
      return {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'ListComp',
        elt,
        generators,
      };
    case K.SetComprehension:
      return {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: SETS[w.source.charAt(start)] ?? 'SetComp',
        elt,
        generators,
      };
    case K.GeneratorExpression:
      return {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: GENERATORS[w.source.charAt(start)] ?? 'GeneratorExp',
        elt,
        generators,
      };
    default:
      return {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'DictComp',
        key: key!,
        value: elt,
        generators,
      };
  }
}

function forIn(w: Walker, generator: boolean): Comprehension {
  const start = w.start();
  const end = w.end();
  let is_async = false;
  w.first();
  if (w.kind === K.KeywordAsync) {
    is_async = true;
    w.next();
  }
  w.next();
  const target = expression(w);
  setContext(w, target, 'Store');
  w.next();
  w.next();
  const iter = expression(w);
  if (w.next()) w.fail(generator ? 'Generator expression must be parenthesized' : 'invalid syntax');
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'comprehension',
    target,
    iter,
    ifs: [],
    is_async,
  };
}
