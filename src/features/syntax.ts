/** Small questions about the syntax tree of a document. */
import type { ClassDef, Expr, FunctionDef, Node } from '../python/ast';
import { dottedName, walk } from '../workspace/source';
import { contains, rangeOf, type Position } from './text';

/** The nodes around a position, the outermost first. */
export function nodesAt(root: Node, position: Position): Node[] {
  const found: Node[] = [];
  walk(root, (node) => {
    if (node.kind !== 'Module' && !contains(rangeOf(node), position)) return false;
    found.push(node);
    return true;
  });
  return found;
}

/** The innermost node of a kind among nodes that lie in each other. */
export function innermost<K extends Node['kind']>(
  nodes: readonly Node[],
  kind: K,
): Extract<Node, { kind: K }> | undefined {
  return [...nodes].reverse().find((node): node is Extract<Node, { kind: K }> => node.kind === kind);
}

/** `a` of `self.a`, also within `self.a.b` and `self.a[0]`. */
export function selfAttribute(expr: Expr): string | undefined {
  let at: Expr = expr;
  for (;;) {
    if (at.kind === 'Attribute') {
      if (at.value.kind === 'Name' && at.value.id === 'self') return at.attr;
      at = at.value;
    } else if (at.kind === 'Subscript') at = at.value;
    else if (at.kind === 'Call') at = at.func;
    else return undefined;
  }
}

/** What a call calls, for a person: `self.attn`, `F.softmax`. */
export function calledName(expr: Expr): string | undefined {
  return expr.kind === 'Call' ? dottedName(expr.func) : dottedName(expr);
}

/** Where the header of a class or function ends: before its body. */
export function isHeader(node: ClassDef | FunctionDef, { line }: Position): boolean {
  return line + 1 >= node.line && line + 1 < (node.body[0]?.line ?? node.endLine + 1);
}
