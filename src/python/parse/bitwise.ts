/** Python's precedence of `&` and `^`, which the grammar has the other way round. */
import type { BinOp, Expr, Location, Operator } from '../ast';
import type { Walker } from './walker';

/**
 * `left & right`. The grammar binds `^` tighter than `&`, Python the other way round, so `a & b ^ c`
 * comes as `a & (b ^ c)`. `bareLeft` and `bareRight` are the sides where they are not in brackets.
 */
export function bitAnd(
  w: Walker,
  bareLeft: Expr | null,
  left: Expr,
  bareRight: Expr | null,
  right: Expr,
): Expr {
  if (bareLeft !== null && bareLeft.kind === 'BinOp' && bareLeft.op === 'BitXor') {
    const inner = bitAnd(w, null, bareLeft.right, bareRight, right);
    // What came out may itself be `(b & c) ^ d`, which continues the chain of `^`.
    if (inner.kind === 'BinOp' && inner.op === 'BitXor' && bareRight !== null)
      return prependXor(bareLeft, inner);
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
