/**
 * Annotations and type parameters.
 *
 * The grammar has nodes of its own for what stands in an annotation (`generic_type` for `list[int]`);
 * to Python an annotation is an expression like any other, so they are turned into that.
 */
import type { Expr, Location, Slice, Starred, TypeParam } from '../ast';
import { sliceOf } from './calls';
import { expression } from './expressions';
import { K } from './kinds';
import type { Walker } from './walker';

/** The expression of an annotation; the cursor stands on `type`. */
export function annotation(w: Walker): Expr {
  return w.kind === K.Type ? typeExpression(w) : expression(w);
}

/** The expression inside a `type` node. */
export function typeExpression(w: Walker): Expr {
  w.first();
  w.enter();
  const node = typeForm(w);
  w.leave();
  w.up();
  return node;
}

function typeForm(w: Walker): Expr {
  const start = w.start();
  const end = w.end();
  switch (w.kind) {
    case K.SplatType: {
      w.first();
      if (!w.is(K.Star)) w.fail('invalid syntax');
      w.next();
      const value = expression(w);
      w.up();
      const node: Starred = {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Starred',
        value,
        ctx: 'Load',
      };
      return node;
    }
    case K.GenericType: {
      w.first();
      const value = expression(w);
      w.next();
      const slice = typeArguments(w);
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Subscript',
        value,
        slice,
        ctx: 'Load',
      };
    }
    case K.UnionType: {
      w.first();
      const left = typeExpression(w);
      w.next();
      w.next();
      const rightStart = w.start();
      const right = typeExpression(w);
      w.up();
      return union(w, left, right, start, rightStart, w.at(end, end));
    }
    case K.MemberType: {
      w.first();
      const value = typeExpression(w);
      w.next();
      w.next();
      const attr = w.identifier();
      w.up();
      return member(w, value, attr, start, end);
    }
    case K.ConstrainedType: {
      const parts = constrainedParts(w);
      if (parts.length > 3) w.fail('invalid syntax');
      const node: Slice = {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Slice',
        lower: parts[0]!.node,
        upper: parts[1]!.node,
        step: parts[2]?.node ?? null,
      };
      return node;
    }
    default:
      return expression(w);
  }
}

/**
 * `left | right`, where the grammar may have read `b | c` of `a | b | c` first. `start` and
 * `rightStart` are where the sides start, brackets included.
 */
function union(w: Walker, left: Expr, right: Expr, start: number, rightStart: number, end: Location): Expr {
  const from = w.at(start, rightStart);
  const isBare = right.line === from.endLine && right.col === from.endCol;
  if (isBare && right.kind === 'BinOp' && right.op === 'BitOr') {
    right.left = union(w, left, right.left, start, rightStart, right.left);
    right.line = from.line;
    right.col = from.col;
    return right;
  }
  const { line, col } = from;
  const { endLine, endCol } = end;
  return { line, col, endLine, endCol, kind: 'BinOp', left, op: 'BitOr', right };
}

/** `value.attr`, where `value` may be a union that the attribute binds tighter than. */
function member(w: Walker, value: Expr, attr: string, start: number, end: number): Expr {
  if (value.kind === 'BinOp' && value.op === 'BitOr') {
    const location = w.at(end, end);
    value.endLine = location.endLine;
    value.endCol = location.endCol;
    const { right } = value;
    value.right = {
      line: right.line,
      col: right.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'Attribute',
      value: right,
      attr,
      ctx: 'Load',
    };
    return value;
  }
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Attribute',
    value,
    attr,
    ctx: 'Load',
  };
}

/** The subscript of a `generic_type`; the cursor stands on `type_parameter`. */
export function typeArguments(w: Walker): Expr {
  const items: Expr[] = [];
  let comma = false;
  let start = -1;
  let end = 0;
  w.openBracket();
  w.first();
  do {
    if (w.kind === K.Comma) {
      comma = true;
      end = w.end();
    } else if (w.kind === K.Type) {
      if (start < 0) start = w.start();
      end = w.end();
      items.push(typeExpression(w));
    }
  } while (w.next());
  w.up();
  w.closeBracket();
  return sliceOf(w, items, comma, start, end);
}

interface Part {
  /** The character before the part: `:` or, in a type parameter with a default, `=`. */
  separator: string;
  /** `**` or `*` before a type parameter's name. */
  stars: string;
  node: Expr;
}

/** `a: b: c`, which the grammar nests to the right, as a list. */
function constrainedParts(w: Walker): Part[] {
  const parts: Part[] = [];
  let levels = 0;
  let separator = '';
  for (;;) {
    // The cursor stands on a `constrained_type`, or on the `type` around the last part.
    if (w.kind === K.ConstrainedType) {
      levels++;
      w.first();
      parts.push({ separator, ...typePart(w) });
      w.next();
      separator = w.source.charAt(w.start());
      w.next();
      w.first();
      levels++;
      if (w.kind === K.ConstrainedType) continue;
      w.up();
      levels--;
    }
    parts.push({ separator, ...typePart(w) });
    break;
  }
  while (levels-- > 0) w.up();
  return parts;
}

/** One part of a type parameter; the cursor stands on `type`. */
function typePart(w: Walker): { stars: string; node: Expr } {
  w.first();
  let result: { stars: string; node: Expr };
  if (w.kind === K.SplatType) {
    const start = w.start();
    const end = w.end();
    w.first();
    const stars = w.is(K.DoubleStar) ? '**' : '*';
    w.next();
    const value = expression(w);
    w.up();
    const starred: Starred = {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Starred',
      value,
      ctx: 'Load',
    };
    result = { stars, node: starred };
  } else {
    result = { stars: '', node: typeForm(w) };
  }
  w.up();
  return result;
}

/** The type parameters of a `def`, `class` or `type`; the cursor stands on `type_parameter`. */
export function typeParameters(w: Walker): TypeParam[] {
  const params: TypeParam[] = [];
  w.first();
  do {
    if (w.kind === K.Type) params.push(typeParam(w));
  } while (w.next());
  w.up();
  return params;
}

function typeParam(w: Walker): TypeParam {
  const start = w.start();
  const end = w.end();
  w.first();
  let parts: Part[];
  if (w.kind === K.ConstrainedType) {
    parts = constrainedParts(w);
    w.up();
  } else {
    w.up();
    parts = [{ separator: '', ...typePart(w) }];
  }
  const [declared, ...rest] = parts;
  const named = declared!.node.kind === 'Starred' ? declared!.node.value : declared!.node;
  if (named.kind !== 'Name') return w.fail('invalid syntax', start, end);
  const name = named.id;
  let bound: Expr | null = null;
  let default_value: Expr | null = null;
  for (const part of rest) {
    if (part.separator === '=' && default_value === null) default_value = part.node;
    else if (part.separator === ':' && bound === null && default_value === null) bound = part.node;
    else w.fail('invalid syntax', start, end);
  }
  const location = w.at(start, end);
  if (declared!.node.kind !== 'Starred')
    return {
      line: location.line,
      col: location.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'TypeVar',
      name,
      bound,
      default_value,
    };
  if (bound !== null) {
    const what = declared!.stars === '**' ? 'ParamSpec' : 'TypeVarTuple';
    w.fail(`cannot use bound with ${what}`, start, end);
  }
  return declared!.stars === '**'
    ? {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'ParamSpec',
        name,
        default_value,
      }
    : {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'TypeVarTuple',
        name,
        default_value,
      };
}
