/** Expressions: from the grammar's nodes to the syntax tree's. */
import type { CompareOperator, Constant, Expr, Name } from '../ast';
import { bitAnd } from './bitwise';
import { call, splatted, subscripts } from './calls';
import { comprehension, dictionary, elements, starredDisplay, tuplePattern } from './displays';
import { lambdaParameters } from './parameters';
import { K } from './kinds';
import { floatValue, integerValue, NumberError } from './numbers';
import { concatenatedString, NESTED_FORMAT, stringLiteral } from './strings';
import { setContext } from './targets';
import { typeExpression } from './types';
import type { Walker } from './walker';

/** The expression the cursor stands on, starred where it begins with `*`. */
export function expression(w: Walker): Expr {
  const outerStar = w.star;
  w.star = -1;
  const node = operand(w);
  const star = w.star;
  w.star = outerStar;
  return star < 0
    ? node
    : {
        line: w.locate(star, w.end()),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Starred',
        value: node,
        ctx: 'Load',
      };
}

/** As `expression`, but a leading `*` is left to the caller in `w.star`. */
function operand(w: Walker): Expr {
  w.enter();
  const node = convert(w);
  w.leave();
  return node;
}

function convert(w: Walker): Expr {
  const start = w.start();
  const end = w.end();
  switch (w.kind) {
    case K.Attribute:
    case K.Subscript:
    case K.Call:
    case K.BinaryOperator:
    case K.BooleanOperator:
    case K.ComparisonOperator:
      return leftNested(w, start, end);
    default:
      return leaf(w, start, end);
  }
}

function isLeftNested(kind: K): boolean {
  return (
    kind === K.Attribute ||
    kind === K.Subscript ||
    kind === K.Call ||
    kind === K.BinaryOperator ||
    kind === K.BooleanOperator ||
    kind === K.ComparisonOperator
  );
}

/**
 * Expressions whose first child may again be of such a kind. `a + b + c + …` nests as deep as it is
 * long, so the descent to the first operand is a loop, and the nodes are made on the way back up.
 */
function leftNested(w: Walker, start: number, end: number): Expr {
  const { spine } = w;
  const base = spine.length;
  do {
    spine.push(w.kind, end);
    if (!w.first()) w.fail('invalid syntax', start, end);
    end = w.end();
  } while (isLeftNested(w.kind));
  let node = leaf(w, start, end);
  // The `*` of `*a.b` stands inside the attribute in the grammar, outside it in Python.
  if (w.star === start) start = w.starredStart;
  let boolOp: 'And' | 'Or' | '' = '';
  /** Whether `node` is a binary operation that is not in brackets. */
  let binary = false;
  while (spine.length > base) {
    end = spine.pop()!;
    const kind: K = spine.pop()!;
    let nextBoolOp: 'And' | 'Or' | '' = '';
    switch (kind) {
      case K.Attribute:
        node = {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'Attribute',
          value: node,
          attr: attributeName(w, end),
          ctx: 'Load',
        };
        break;
      case K.Call:
        node =
          node.kind === 'Name' && node.id === '*' ? starredDisplay(w, start, end) : call(w, node, start, end);
        break;
      case K.Subscript: {
        const slice = subscripts(w);
        node = {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'Subscript',
          value: node,
          slice,
          ctx: 'Load',
        };
        break;
      }
      case K.BinaryOperator: {
        w.next();
        const op = w.table.binary[w.cursor.nodeTypeId];
        if (op === undefined) w.fail('invalid syntax');
        w.next();
        const rightBinary = w.is(K.BinaryOperator);
        const right = expression(w);
        node =
          op === 'BitAnd' && (binary || rightBinary)
            ? bitAnd(w, binary ? node : null, node, rightBinary ? right : null, right)
            : {
                line: w.locate(start, end),
                col: w.col,
                endLine: w.endLine,
                endCol: w.endCol,
                kind: 'BinOp',
                left: node,
                op,
                right,
              };
        break;
      }
      case K.BooleanOperator: {
        w.next();
        nextBoolOp = w.table.isAnd[w.cursor.nodeTypeId] ? 'And' : 'Or';
        w.next();
        const right = expression(w);
        if (nextBoolOp === boolOp && node.kind === 'BoolOp') {
          // `a or b or c` is one BoolOp.
          node.values.push(right);
          const { endLine, endCol } = w.at(end, end);
          node.endLine = endLine;
          node.endCol = endCol;
        } else {
          node = {
            line: w.locate(start, end),
            col: w.col,
            endLine: w.endLine,
            endCol: w.endCol,
            kind: 'BoolOp',
            op: nextBoolOp,
            values: [node, right],
          };
        }
        break;
      }
      default:
        node = comparison(w, node, start, end);
    }
    boolOp = nextBoolOp;
    binary = kind === K.BinaryOperator;
    w.up();
  }
  return node;
}

/** The identifier that ends at `end`, read backwards: cheaper than moving the cursor to it. */
function attributeName(w: Walker, end: number): string {
  const { source } = w;
  let start = end;
  while (start > 0) {
    const c = source.charCodeAt(start - 1);
    if (c === 46 || c <= 32 || c === 0xfeff || c === 0x200b || c === 0x2060 || c === 0xa0) break;
    start--;
  }
  return w.name(start, end);
}

function comparison(w: Walker, left: Expr, start: number, end: number): Expr {
  const ops: CompareOperator[] = [];
  const comparators: Expr[] = [];
  while (w.next()) {
    const op = w.table.compare[w.cursor.nodeTypeId];
    if (op === undefined) w.fail('invalid syntax');
    ops.push(op);
    if (!w.next()) w.fail('invalid syntax');
    comparators.push(expression(w));
  }
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Compare',
    left,
    ops,
    comparators,
  };
}

/** Every expression that does not begin with another one. */
function leaf(w: Walker, start: number, end: number): Expr {
  switch (w.kind) {
    case K.Identifier: {
      const id = w.name(start, end);
      if (id === '*') {
        // See `starredDisplay`.
        w.star = start;
        w.starredStart = start + 1 + /^\s*/.exec(w.source.slice(start + 1, start + 100))![0].length;
      }
      if (id === 'async' || id === 'await') w.fail('invalid syntax', start, end);
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Name',
        id,
        ctx: 'Load',
      };
    }
    case K.Integer:
    case K.Float:
      return number(w, start, end);
    case K.String:
      return stringLiteral(w, start, end);
    case K.ConcatenatedString:
      return concatenatedString(w, start, end);
    case K.True:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Constant',
        value: { type: 'bool', value: true },
      };
    case K.False:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Constant',
        value: { type: 'bool', value: false },
      };
    case K.None:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Constant',
        value: { type: 'None' },
      };
    case K.Ellipsis:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Constant',
        value: { type: 'Ellipsis' },
      };
    case K.ParenthesizedExpression:
      return parenthesized(w);
    case K.ExpressionList:
    case K.PatternList:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Tuple',
        elts: elements(w),
        ctx: 'Load',
      };
    case K.Tuple: {
      const elts = elements(w);
      // The grammar takes `(*a)` for a tuple.
      if (elts.length === 1 && elts[0]!.kind === 'Starred' && !/,\s*\)$/.test(w.source.slice(start, end))) {
        w.fail('cannot use starred expression here', start, end);
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
    case K.TuplePattern:
      return tuplePattern(w, start, end);
    case K.List:
    case K.ListPattern:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'List',
        elts: elements(w),
        ctx: 'Load',
      };
    case K.Set: {
      // See `asSet`: a list or parentheses may be disguised as a set.
      if (w.source.charAt(start) === '(') return tuplePattern(w, start, end);
      if (w.source.charAt(start) === '[') {
        return {
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'List',
          elts: elements(w),
          ctx: 'Load',
        };
      }
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Set',
        elts: elements(w),
      };
    }
    case K.Dictionary: {
      const node = dictionary(w, start, end);
      const open = w.source.charAt(start);
      return open === '{'
        ? node
        : {
            line: w.locate(start, end),
            col: w.col,
            endLine: w.endLine,
            endCol: w.endCol,
            kind: open === '(' ? 'Tuple' : 'List',
            elts: [],
            ctx: 'Load',
          };
    }
    case K.ListComprehension:
    case K.SetComprehension:
    case K.GeneratorExpression:
    case K.DictionaryComprehension:
      return comprehension(w, start, end);
    case K.UnaryOperator: {
      w.first();
      const op = w.table.unary[w.cursor.nodeTypeId];
      if (op === undefined) w.fail('invalid syntax');
      w.next();
      const value = expression(w);
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'UnaryOp',
        op,
        operand: value,
      };
    }
    case K.NotOperator: {
      const value = splatted(w);
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'UnaryOp',
        op: 'Not',
        operand: value,
      };
    }
    case K.Await:
      return awaited(w, start, end);
    case K.Lambda:
      return lambda(w, start, end);
    case K.ConditionalExpression:
      return conditional(w, start, end);
    case K.NamedExpression: {
      checkPlace(w, start, end);
      const { target, value } = named(w);
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'NamedExpr',
        target,
        value,
      };
    }
    case K.Yield:
      return yielded(w, start, end);
    case K.ListSplat:
    case K.ListSplatPattern: {
      w.first();
      w.next();
      const inner = w.start();
      const value = expression(w);
      w.up();
      w.star = start;
      w.starredStart = inner;
      return value;
    }
    case K.AsPattern: {
      w.first();
      const value = expression(w);
      w.aliasInnerEnd = w.end();
      w.next();
      w.next();
      w.alias = asTarget(w);
      w.aliasEnd = end;
      w.up();
      return value;
    }
    case K.Type:
      return typeExpression(w);
    default:
      return w.fail('invalid syntax', start, end);
  }
}

/** Where Python's grammar has a named expression without brackets of its own; tree-sitter's has it everywhere. */
const NAMED_PARENTS = new Set(
  (
    'parenthesized_expression argument_list tuple list set subscript if_statement elif_clause while_statement match_statement ' +
    'list_comprehension set_comprehension generator_expression decorator conditional_expression interpolation format_expression'
  ).split(' '),
);

/** Fails where an assignment expression may not stand; the cursor stands on it. */
function checkPlace(w: Walker, start: number, end: number): void {
  const parent = w.cursor.currentNode.parent;
  if (parent === null || NAMED_PARENTS.has(parent.type)) return;
  const above = parent.parent;
  if (parent.type === 'if_clause' && above?.type === 'case_clause') return;
  // `with (a := b, c):` is a tuple that the grammar takes for bracketed items.
  if (parent.type === 'with_item' && above !== null && w.source.charAt(above.startIndex) === '(') return;
  // `f"{a or b:=5}"`: the format begins there.
  for (
    let node: typeof parent | null = parent;
    node !== null && !NAMED_PARENTS.has(node.type);
    node = node.parent
  )
    if (node.parent?.type === 'interpolation') w.fail(NESTED_FORMAT, start, end);
  w.fail('invalid syntax', start, end);
}

/** The parts of a `named_expression`. */
function named(w: Walker): { target: Name; value: Expr; valueStart: number } {
  w.first();
  const target: Name = {
    line: w.locate(w.start(), w.end()),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Name',
    id: w.identifier(),
    ctx: 'Store',
  };
  w.next();
  w.next();
  const valueStart = w.start();
  const value = expression(w);
  w.up();
  return { target, value, valueStart };
}

/** The grammar reads `a := b if c else d` as `(a := b) if c else d`. */
function conditional(w: Walker, start: number, end: number): Expr {
  w.first();
  if (w.kind === K.NamedExpression) {
    w.up();
    checkPlace(w, start, end);
    w.first();
  }
  const name = w.is(K.NamedExpression) ? named(w) : null;
  const body = name === null ? expression(w) : name.value;
  w.next();
  w.next();
  if (w.is(K.NamedExpression)) w.fail("expected 'else' after 'if' expression", start, end);
  const test = expression(w);
  w.next();
  w.next();
  if (w.is(K.NamedExpression)) w.fail('invalid syntax');
  const orelse = expression(w);
  w.up();
  const value: Expr = {
    line: w.locate(name === null ? start : name.valueStart, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'IfExp',
    test,
    body,
    orelse,
  };
  if (name === null) return value;
  const { target } = name;
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'NamedExpr',
    target,
    value,
  };
}

function asTarget(w: Walker): Expr {
  w.first();
  const target = expression(w);
  setContext(w, target, 'Store');
  w.up();
  return target;
}

function number(w: Walker, start: number, end: number): Constant | Name {
  const text = w.source.slice(start, end);
  const first = text.charCodeAt(0);
  // Recovery disguises names as digits where the grammar misreads them (see `recovery`).
  if (first > 57 || first === 95)
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Name',
      id: w.name(start, end),
      ctx: 'Load',
    };
  try {
    const value = w.kind === K.Integer ? integerValue(text) : floatValue(text);
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Constant',
      value,
    };
  } catch (error) {
    if (error instanceof NumberError) w.fail(error.message, start, end);
    throw error;
  }
}

function parenthesized(w: Walker): Expr {
  w.openBracket();
  w.first();
  w.next();
  const node = expression(w);
  if (node.kind === 'Starred') w.fail('cannot use starred expression here');
  w.up();
  w.closeBracket();
  return node;
}

/** The grammar binds `**` tighter than `await`; Python the other way round. */
function awaited(w: Walker, start: number, end: number): Expr {
  w.first();
  w.next();
  const isPower = w.kind === K.BinaryOperator;
  if (!isPower) {
    const value = expression(w);
    w.up();
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Await',
      value,
    };
  }
  w.first();
  const leftEnd = w.end();
  const base = expression(w);
  w.next();
  w.next();
  const right = expression(w);
  w.up();
  w.up();
  const left: Expr = {
    line: w.locate(start, leftEnd),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Await',
    value: base,
  };
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'BinOp',
    left,
    op: 'Pow',
    right,
  };
}

function lambda(w: Walker, start: number, end: number): Expr {
  w.first();
  w.next();
  const args = lambdaParameters(w);
  w.next();
  const body = expression(w);
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Lambda',
    args,
    body,
  };
}

function yielded(w: Walker, start: number, end: number): Expr {
  w.first();
  let from = false;
  let value: Expr | null = null;
  while (w.next()) {
    if (w.kind === K.KeywordFrom) from = true;
    else value = expression(w);
  }
  w.up();
  const location = w.at(start, end);
  if (!from)
    return {
      line: location.line,
      col: location.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'Yield',
      value,
    };
  if (value === null) return w.fail('invalid syntax', start, end);
  return {
    line: location.line,
    col: location.col,
    endLine: location.endLine,
    endCol: location.endCol,
    kind: 'YieldFrom',
    value,
  };
}
