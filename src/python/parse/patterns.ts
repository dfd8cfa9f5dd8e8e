/** Patterns of `case` clauses. */
import type { Constant, Expr, MatchClass, MatchMapping, MatchValue, Pattern } from '../ast';
import { expression } from './expressions';
import { K } from './kinds';
import type { Walker } from './walker';

/** A keyword pattern inside a class pattern. */
interface KeywordPattern {
  attr: string;
  pattern: Pattern;
}

/**
 * The pattern of a `case` clause; the cursor stands behind `case` and is left on the first token that
 * is no part of the pattern. `case a, b` is a sequence without brackets.
 */
export function casePatterns(w: Walker): Pattern {
  const patterns: Pattern[] = [];
  let comma = false;
  const start = w.start();
  let end = start;
  for (;;) {
    if (w.kind === K.Comma) comma = true;
    else if (w.kind === K.CasePattern) patterns.push(casePattern(w));
    else break;
    end = w.end();
    if (!w.next()) break;
  }
  if (patterns.length === 0) w.fail('invalid syntax');
  if (!comma && patterns[0]!.kind !== 'MatchStar') return patterns[0]!;
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'MatchSequence',
    patterns,
  };
}

function casePattern(w: Walker): Pattern {
  w.enter();
  w.first();
  const pattern = patternAt(w);
  w.up();
  w.leave();
  return pattern;
}

/** The pattern that begins at the cursor, which is left on its last token (`-` `1` are two). */
function patternAt(w: Walker): Pattern {
  const start = w.start();
  const end = w.end();
  switch (w.kind) {
    case K.CasePattern:
      return casePattern(w);
    case K.AsPattern: {
      w.first();
      const pattern = patternAt(w);
      w.next();
      w.next();
      const name = w.identifier();
      if (name === '_') w.fail("cannot use '_' as a target");
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchAs',
        pattern,
        name,
      };
    }
    case K.UnionPattern: {
      const patterns: Pattern[] = [];
      w.first();
      do {
        if (!w.is(K.Bar)) patterns.push(patternAt(w));
      } while (w.next());
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchOr',
        patterns,
      };
    }
    case K.Underscore:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchAs',
        pattern: null,
        name: null,
      };
    case K.DottedName: {
      const value = dottedName(w);
      if (value.kind !== 'Name')
        return {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'MatchValue',
          value,
        };
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchAs',
        pattern: null,
        name: value.id === '_' ? null : value.id,
      };
    }
    case K.True:
    case K.False:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchSingleton',
        value: { type: 'bool', value: w.kind === K.True },
      };
    case K.None:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchSingleton',
        value: { type: 'None' },
      };
    case K.SplatPattern: {
      w.first();
      if (!w.is(K.Star)) w.fail('invalid syntax');
      w.next();
      const name = w.identifier();
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchStar',
        name: name === '_' ? null : name,
      };
    }
    case K.ListPattern:
    case K.TuplePattern:
      return sequencePattern(w, start, end);
    case K.DictPattern:
      return mappingPattern(w, start, end);
    case K.ClassPattern:
      return classPattern(w, start, end);
    case K.ComplexPattern:
    case K.Minus:
    case K.Integer:
    case K.Float:
    case K.String:
    case K.ConcatenatedString: {
      const value = literal(w);
      if (value.kind === 'JoinedStr') w.fail('patterns may only match literals and attribute lookups');
      const node: MatchValue = {
        line: w.locate(start, w.end()),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'MatchValue',
        value,
      };
      return node;
    }
    default:
      return w.fail('invalid syntax', start, end);
  }
}

/** A literal; the cursor is left on its last token. */
function literal(w: Walker): Expr {
  const start = w.start();
  if (w.kind === K.Minus) {
    if (!w.next()) w.fail('invalid syntax');
    const operand = expression(w);
    return {
      line: w.locate(start, w.end()),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'UnaryOp',
      op: 'USub',
      operand,
    };
  }
  if (w.kind !== K.ComplexPattern) return expression(w);
  const end = w.end();
  w.first();
  const left = literal(w);
  w.next();
  const op = w.is(K.Minus) ? 'Sub' : 'Add';
  w.next();
  const right = expression(w) as Constant;
  if (right.value.type !== 'complex') w.fail('imaginary number required in complex literal');
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'BinOp',
    left,
    op,
    right,
  };
}

function dottedName(w: Walker): Expr {
  const start = w.start();
  let node: Expr | null = null;
  w.first();
  do {
    if (w.kind !== K.Identifier) continue;
    const end = w.end();
    node =
      node === null
        ? {
            line: w.locate(start, end),
            col: w.col,
            endLine: w.endLine,
            endCol: w.endCol,
            kind: 'Name',
            id: w.identifier(),
            ctx: 'Load',
          }
        : {
            line: w.locate(start, end),
            col: w.col,
            endLine: w.endLine,
            endCol: w.endCol,
            kind: 'Attribute',
            value: node,
            attr: w.identifier(),
            ctx: 'Load',
          };
  } while (w.next());
  w.up();
  return node ?? w.fail('invalid syntax');
}

/** `[…]`, `(…)`: a sequence, or in round brackets without a comma just a group. */
function sequencePattern(w: Walker, start: number, end: number): Pattern {
  const round = w.kind === K.TuplePattern;
  const patterns: Pattern[] = [];
  let comma = false;
  w.first();
  do {
    if (w.kind === K.Comma) comma = true;
    else if (w.kind === K.CasePattern) patterns.push(casePattern(w));
  } while (w.next());
  w.up();
  if (round && !comma && patterns.length === 1 && patterns[0]!.kind !== 'MatchStar') return patterns[0]!;
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'MatchSequence',
    patterns,
  };
}

function mappingPattern(w: Walker, start: number, end: number): MatchMapping {
  const keys: Expr[] = [];
  const patterns: Pattern[] = [];
  let rest: string | null = null;
  w.first();
  do {
    if (rest !== null && w.kind !== K.Comma && w.kind !== K.RightBrace) w.fail('invalid syntax');
    switch (w.kind) {
      case K.LeftBrace:
      case K.RightBrace:
      case K.Comma:
      case K.Colon:
        break;
      case K.SplatPattern:
        w.first();
        w.next();
        rest = w.identifier();
        w.up();
        break;
      case K.CasePattern:
        patterns.push(casePattern(w));
        break;
      case K.DottedName:
        keys.push(dottedName(w));
        if (keys[keys.length - 1]!.kind === 'Name') w.fail('invalid syntax');
        break;
      default:
        keys.push(literal(w));
    }
  } while (w.next());
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'MatchMapping',
    keys,
    patterns,
    rest,
  };
}

function classPattern(w: Walker, start: number, end: number): MatchClass {
  w.first();
  const cls = dottedName(w);
  const patterns: Pattern[] = [];
  const kwd_attrs: string[] = [];
  const kwd_patterns: Pattern[] = [];
  while (w.next()) {
    if (w.kind !== K.CasePattern) continue;
    const keyword = keywordPattern(w);
    if (keyword !== null) {
      kwd_attrs.push(keyword.attr);
      kwd_patterns.push(keyword.pattern);
    } else {
      if (kwd_attrs.length > 0) w.fail('positional patterns follow keyword patterns');
      patterns.push(casePattern(w));
    }
  }
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'MatchClass',
    cls,
    patterns,
    kwd_attrs,
    kwd_patterns,
  };
}

/**
 * `name=pattern`, or null where the pattern is positional; the cursor stands on `case_pattern`. The
 * grammar reads `name=pattern as x` as `(name=pattern) as x`.
 */
function keywordPattern(w: Walker): KeywordPattern | null {
  w.first();
  let result: KeywordPattern | null = null;
  if (w.kind === K.KeywordPattern) {
    w.first();
    const attr = w.identifier();
    w.next();
    w.next();
    result = { attr, pattern: patternAt(w) };
    w.up();
  } else if (w.kind === K.AsPattern) {
    const end = w.end();
    w.first();
    if (w.is(K.CasePattern)) {
      const keyword = keywordPattern(w);
      if (keyword !== null) {
        const { pattern } = keyword;
        w.next();
        w.next();
        const name = w.identifier();
        const { endLine, endCol } = w.at(end, end);
        result = {
          attr: keyword.attr,
          pattern: { line: pattern.line, col: pattern.col, endLine, endCol, kind: 'MatchAs', pattern, name },
        };
      }
    }
    w.up();
  }
  w.up();
  return result;
}
