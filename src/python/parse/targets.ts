/** Expressions as targets of assignments and `del`. */
import type { Expr, ExprContext } from '../ast';
import type { Walker } from './walker';

/**
 * Marks an expression as stored to or deleted. Fails, in CPython's words, where Python does not allow
 * that; the cursor stands on the target then.
 */
export function setContext(w: Walker, node: Expr, ctx: ExprContext): void {
  switch (node.kind) {
    case 'Name':
    case 'Attribute':
    case 'Subscript':
      node.ctx = ctx;
      return;
    case 'Starred':
      if (ctx === 'Del') w.fail('cannot delete starred');
      node.ctx = ctx;
      setContext(w, node.value, ctx);
      return;
    case 'Tuple':
    case 'List':
      node.ctx = ctx;
      for (const element of node.elts) setContext(w, element, ctx);
      return;
    default:
      w.fail(`cannot ${ctx === 'Del' ? 'delete' : 'assign to'} ${expressionName(node)}`);
  }
}

/** What CPython calls an expression in its messages. */
export function expressionName(node: Expr): string {
  switch (node.kind) {
    case 'Constant':
      switch (node.value.type) {
        case 'None':
          return 'None';
        case 'bool':
          return node.value.value ? 'True' : 'False';
        case 'Ellipsis':
          return 'ellipsis';
        default:
          return 'literal';
      }
    case 'Call':
      return 'function call';
    case 'Compare':
      return 'comparison';
    case 'IfExp':
      return 'conditional expression';
    case 'NamedExpr':
      return 'named expression';
    case 'Lambda':
      return 'lambda';
    case 'Await':
      return 'await expression';
    case 'Yield':
    case 'YieldFrom':
      return 'yield expression';
    case 'GeneratorExp':
      return 'generator expression';
    case 'ListComp':
      return 'list comprehension';
    case 'SetComp':
      return 'set comprehension';
    case 'DictComp':
      return 'dict comprehension';
    case 'Dict':
      return 'dict literal';
    case 'Set':
      return 'set display';
    case 'JoinedStr':
    case 'FormattedValue':
      return 'f-string expression';
    case 'Tuple':
      return 'tuple';
    case 'List':
      return 'list';
    case 'Starred':
      return 'starred';
    case 'Name':
      return 'name';
    case 'Attribute':
      return 'attribute';
    case 'Subscript':
      return 'subscript';
    default:
      return 'expression';
  }
}
