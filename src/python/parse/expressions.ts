/** Expressions: from the grammar's nodes to the syntax tree's. */
import type {
  BinOp,
  Call,
  CompareOperator,
  Comprehension,
  Constant,
  Expr,
  Keyword,
  Location,
  Name,
  Operator,
} from '../ast';
import { lambdaParameters } from './parameters';
import { K } from './kinds';
import { floatValue, integerValue, NumberError } from './numbers';
import { concatenatedString, stringLiteral } from './strings';
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
  return star < 0 ? node : { ...w.at(star, w.end()), kind: 'Starred', value: node, ctx: 'Load' };
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
        node = { ...w.at(start, end), kind: 'Attribute', value: node, attr: attributeName(w, end), ctx: 'Load' };
        break;
      case K.Call:
        node = call(w, node, start, end);
        break;
      case K.Subscript: {
        const slice = subscripts(w);
        node = { ...w.at(start, end), kind: 'Subscript', value: node, slice, ctx: 'Load' };
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
            : { ...w.at(start, end), kind: 'BinOp', left: node, op, right };
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
          node = { ...w.at(start, end), kind: 'BoolOp', op: nextBoolOp, values: [node, right] };
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

/**
 * `left & right`. The grammar binds `^` tighter than `&`, Python the other way round, so `a & b ^ c`
 * comes as `a & (b ^ c)`. `bareLeft` and `bareRight` are the sides where they are not in brackets.
 */
function bitAnd(w: Walker, bareLeft: Expr | null, left: Expr, bareRight: Expr | null, right: Expr): Expr {
  if (bareLeft !== null && bareLeft.kind === 'BinOp' && bareLeft.op === 'BitXor') {
    const inner = bitAnd(w, null, bareLeft.right, bareRight, right);
    // What came out may itself be `(b & c) ^ d`, which continues the chain of `^`.
    if (inner.kind === 'BinOp' && inner.op === 'BitXor' && bareRight !== null) return prependXor(bareLeft, inner);
    return binaryOf(bareLeft.left, 'BitXor', inner, bareLeft, inner);
  }
  if (bareRight !== null && bareRight.kind === 'BinOp' && bareRight.op === 'BitXor') {
    const first = bareRight.left;
    const bare = first.line === bareRight.line && first.col === bareRight.col ? first : null;
    const inner = bitAnd(w, null, left, bare, first);
    return binaryOf(inner, 'BitXor', bareRight.right, inner, bareRight);
  }
  return binaryOf(left, 'BitAnd', right, withBrackets(w, left), withBrackets(w, right));
}

/** `x ^ (y ^ z)` as `(x ^ y) ^ z`, where `head` is `x ^ …` and `chain` is `y ^ z`, of any length. */
function prependXor(head: BinOp, chain: BinOp): BinOp {
  const { left } = chain;
  const continues = left.kind === 'BinOp' && left.op === 'BitXor';
  const inner = continues ? prependXor(head, left) : binaryOf(head.left, 'BitXor', left, head, left);
  return binaryOf(inner, 'BitXor', chain.right, head, chain);
}

/** A binary operation from the start of one location to the end of another. */
function binaryOf(left: Expr, op: Operator, right: Expr, from: Location, to: Location): BinOp {
  const { line, col } = from;
  const { endLine, endCol } = to;
  return { line, col, endLine, endCol, kind: 'BinOp', left, op, right };
}

/** The location of an operand, the brackets around it included. */
function withBrackets(w: Walker, node: Expr): Location {
  let start = w.lineStarts[node.line - 1]! + node.col;
  let end = w.lineStarts[node.endLine - 1]! + node.endCol;
  for (;;) {
    const before = /\(\s*$/.exec(w.source.slice(Math.max(0, start - 200), start));
    const after = /^\s*\)/.exec(w.source.slice(end, end + 200));
    if (before === null || after === null) return w.at(start, end);
    start -= before[0].length;
    end += after[0].length;
  }
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
  return { ...w.at(start, end), kind: 'Compare', left, ops, comparators };
}

/** A call whose function is converted; the cursor stands on the function. */
function call(w: Walker, func: Expr, start: number, end: number): Call {
  const args: Expr[] = [];
  const keywords: Keyword[] = [];
  w.next();
  if (w.kind === K.GeneratorExpression) args.push(expression(w));
  else callArguments(w, args, keywords);
  return { ...w.at(start, end), kind: 'Call', func, args, keywords };
}

/** The arguments of a call or class definition, from an `argument_list`. */
export function callArguments(w: Walker, args: Expr[], keywords: Keyword[]): void {
  if (!w.first()) return;
  w.openBracket();
  let unpacked = false;
  do {
    switch (w.kind) {
      case K.LeftParen:
      case K.RightParen:
      case K.Comma:
        break;
      case K.KeywordArgument: {
        const start = w.start();
        const end = w.end();
        w.first();
        const arg = w.identifier();
        w.next();
        w.next();
        const value = expression(w);
        w.up();
        keywords.push({ ...w.at(start, end), kind: 'keyword', arg, value });
        break;
      }
      case K.DictionarySplat: {
        const start = w.start();
        const end = w.end();
        const value = splatted(w);
        keywords.push({ ...w.at(start, end), kind: 'keyword', arg: null, value });
        unpacked = true;
        break;
      }
      default: {
        const value = expression(w);
        if (unpacked) {
          w.fail(
            value.kind === 'Starred'
              ? 'iterable argument unpacking follows keyword argument unpacking'
              : 'positional argument follows keyword argument unpacking',
          );
        }
        if (keywords.length > 0 && value.kind !== 'Starred') {
          w.fail('positional argument follows keyword argument');
        }
        args.push(value);
      }
    }
  } while (w.next());
  w.closeBracket();
  w.up();
}

/** The expression behind `*` or `**`. */
function splatted(w: Walker): Expr {
  w.first();
  w.next();
  const value = expression(w);
  w.up();
  return value;
}

/** What stands in the brackets of a subscript; the cursor stands on the subscripted value. */
function subscripts(w: Walker): Expr {
  const items: Expr[] = [];
  let comma = false;
  let start = -1;
  let end = 0;
  w.openBracket();
  while (w.next()) {
    switch (w.kind) {
      case K.LeftBracket:
      case K.RightBracket:
        break;
      case K.Comma:
        comma = true;
        end = w.end();
        break;
      default:
        if (start < 0) start = w.start();
        end = w.end();
        items.push(w.kind === K.Slice ? slice(w) : expression(w));
    }
  }
  w.closeBracket();
  return sliceOf(w, items, comma, start, end);
}

/** A subscript from its items: a tuple where there are several, a trailing comma or a star. */
export function sliceOf(w: Walker, items: Expr[], comma: boolean, start: number, end: number): Expr {
  if (items.length === 0) w.fail('invalid syntax');
  if (!comma && items[0]!.kind !== 'Starred') return items[0]!;
  return { ...w.at(start, end), kind: 'Tuple', elts: items, ctx: 'Load' };
}

function slice(w: Walker): Expr {
  const start = w.start();
  const end = w.end();
  const parts: (Expr | null)[] = [null, null, null];
  let part = 0;
  w.first();
  do {
    if (w.kind === K.Colon) part++;
    else parts[part] = expression(w);
  } while (w.next());
  w.up();
  return { ...w.at(start, end), kind: 'Slice', lower: parts[0]!, upper: parts[1]!, step: parts[2]! };
}

/** Every expression that does not begin with another one. */
function leaf(w: Walker, start: number, end: number): Expr {
  switch (w.kind) {
    case K.Identifier:
      return { ...w.at(start, end), kind: 'Name', id: w.name(start, end), ctx: 'Load' };
    case K.Integer:
    case K.Float:
      return number(w, start, end);
    case K.String:
      return stringLiteral(w, start, end);
    case K.ConcatenatedString:
      return concatenatedString(w, start, end);
    case K.True:
      return { ...w.at(start, end), kind: 'Constant', value: { type: 'bool', value: true } };
    case K.False:
      return { ...w.at(start, end), kind: 'Constant', value: { type: 'bool', value: false } };
    case K.None:
      return { ...w.at(start, end), kind: 'Constant', value: { type: 'None' } };
    case K.Ellipsis:
      return { ...w.at(start, end), kind: 'Constant', value: { type: 'Ellipsis' } };
    case K.ParenthesizedExpression:
      return parenthesized(w);
    case K.ExpressionList:
    case K.PatternList:
      return { ...w.at(start, end), kind: 'Tuple', elts: elements(w), ctx: 'Load' };
    case K.Tuple:
      return { ...w.at(start, end), kind: 'Tuple', elts: elements(w), ctx: 'Load' };
    case K.TuplePattern:
      return tuplePattern(w, start, end);
    case K.List:
    case K.ListPattern:
      return { ...w.at(start, end), kind: 'List', elts: elements(w), ctx: 'Load' };
    case K.Set:
      return { ...w.at(start, end), kind: 'Set', elts: elements(w) };
    case K.Dictionary:
      return dictionary(w, start, end);
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
      return { ...w.at(start, end), kind: 'UnaryOp', op, operand: value };
    }
    case K.NotOperator: {
      const value = splatted(w);
      return { ...w.at(start, end), kind: 'UnaryOp', op: 'Not', operand: value };
    }
    case K.Await:
      return awaited(w, start, end);
    case K.Lambda:
      return lambda(w, start, end);
    case K.ConditionalExpression: {
      w.first();
      const body = expression(w);
      w.next();
      w.next();
      const test = expression(w);
      w.next();
      w.next();
      const orelse = expression(w);
      w.up();
      return { ...w.at(start, end), kind: 'IfExp', test, body, orelse };
    }
    case K.NamedExpression: {
      w.first();
      const target: Name = { ...w.at(w.start(), w.end()), kind: 'Name', id: w.identifier(), ctx: 'Store' };
      w.next();
      w.next();
      const value = expression(w);
      w.up();
      return { ...w.at(start, end), kind: 'NamedExpr', target, value };
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
  if (first > 57 || first === 95) return { ...w.at(start, end), kind: 'Name', id: w.name(start, end), ctx: 'Load' };
  try {
    const value = w.kind === K.Integer ? integerValue(text) : floatValue(text);
    return { ...w.at(start, end), kind: 'Constant', value };
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

/** A parenthesized assignment target: a tuple only where there is a comma or nothing. */
function tuplePattern(w: Walker, start: number, end: number): Expr {
  const elts: Expr[] = [];
  let comma = false;
  w.openBracket();
  w.first();
  do {
    if (w.kind === K.Comma) comma = true;
    else if (w.kind !== K.LeftParen && w.kind !== K.RightParen) elts.push(expression(w));
  } while (w.next());
  w.up();
  w.closeBracket();
  if (elts.length === 1 && !comma) {
    if (elts[0]!.kind === 'Starred') w.fail('cannot use starred expression here', start, end);
    return elts[0]!;
  }
  return { ...w.at(start, end), kind: 'Tuple', elts, ctx: 'Load' };
}

function dictionary(w: Walker, start: number, end: number): Expr {
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
    }
  } while (w.next());
  w.up();
  w.closeBracket();
  return { ...w.at(start, end), kind: 'Dict', keys, values };
}

function comprehension(w: Walker, start: number, end: number): Expr {
  const { kind } = w;
  const generators: Comprehension[] = [];
  let key: Expr | null = null;
  let elt: Expr | null = null;
  w.openBracket();
  w.first();
  while (w.next()) {
    switch (w.kind) {
      case K.ForInClause:
        generators.push(forIn(w));
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
      return { ...location, kind: 'ListComp', elt, generators };
    case K.SetComprehension:
      return { ...location, kind: 'SetComp', elt, generators };
    case K.GeneratorExpression:
      return { ...location, kind: 'GeneratorExp', elt, generators };
    default:
      return { ...location, kind: 'DictComp', key: key!, value: elt, generators };
  }
}

function forIn(w: Walker): Comprehension {
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
  if (w.next()) w.fail('invalid syntax');
  w.up();
  return { ...w.at(start, end), kind: 'comprehension', target, iter, ifs: [], is_async };
}

/** The grammar binds `**` tighter than `await`; Python the other way round. */
function awaited(w: Walker, start: number, end: number): Expr {
  w.first();
  w.next();
  const isPower = w.kind === K.BinaryOperator;
  if (!isPower) {
    const value = expression(w);
    w.up();
    return { ...w.at(start, end), kind: 'Await', value };
  }
  w.first();
  const leftEnd = w.end();
  const base = expression(w);
  w.next();
  w.next();
  const right = expression(w);
  w.up();
  w.up();
  const left: Expr = { ...w.at(start, leftEnd), kind: 'Await', value: base };
  return { ...w.at(start, end), kind: 'BinOp', left, op: 'Pow', right };
}

function lambda(w: Walker, start: number, end: number): Expr {
  w.first();
  w.next();
  const args = lambdaParameters(w);
  w.next();
  const body = expression(w);
  w.up();
  return { ...w.at(start, end), kind: 'Lambda', args, body };
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
  if (!from) return { ...location, kind: 'Yield', value };
  if (value === null) return w.fail('invalid syntax', start, end);
  return { ...location, kind: 'YieldFrom', value };
}
