/** Whether a block of statements certainly raises: then an unknown condition must not lead into it. */
import type { Expr, Stmt } from '../ast.js';
import { isTrue } from './constants.js';

type Outcome = 'raises' | 'completes' | 'leaves';

/** Whether every way through the block ends in `raise` or in a call that ends the program. */
export function certainlyRaises(block: Stmt[]): boolean {
  return blockOutcome(block) === 'raises';
}

/** Whether an expression is a call of `exit`, `quit`, `sys.exit` or `os._exit`. */
export function isExit(expr: Expr): boolean {
  if (expr.kind !== 'Call') return false;
  const { func } = expr;
  if (func.kind === 'Name') return func.id === 'exit' || func.id === 'quit';
  if (func.kind !== 'Attribute' || func.value.kind !== 'Name') return false;
  const module = func.value.id;
  return (
    (module === 'sys' && func.attr === 'exit') ||
    (module === 'os' && (func.attr === '_exit' || func.attr === 'abort'))
  );
}

/** Whether an expression is a call `….assert…(False, …)`: `torch._assert`, of code that is to be traced. */
function isFailedAssertion(expr: Expr): boolean {
  if (expr.kind !== 'Call') return false;
  const { func, args } = expr;
  const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
  const [test] = args;
  return /^_?assert(_?true)?$/i.test(name) && test?.kind === 'Constant' && !isTrue(test.value);
}

function blockOutcome(block: Stmt[]): Outcome {
  for (const stmt of block) {
    const outcome = statementOutcome(stmt);
    if (outcome !== 'completes') return outcome;
  }
  return 'completes';
}

function either(a: Outcome, b: Outcome): Outcome {
  if (a === b) return a;
  return a === 'leaves' || b === 'leaves' ? 'leaves' : 'completes';
}

function statementOutcome(stmt: Stmt): Outcome {
  switch (stmt.kind) {
    case 'Raise':
      return 'raises';
    case 'Expr':
      return isExit(stmt.value) || isFailedAssertion(stmt.value) ? 'raises' : 'completes';
    case 'Assert':
      return stmt.test.kind === 'Constant' && !isTrue(stmt.test.value) ? 'raises' : 'completes';
    case 'Return':
    case 'Break':
    case 'Continue':
      return 'leaves';
    case 'If':
      return either(blockOutcome(stmt.body), blockOutcome(stmt.orelse));
    case 'With':
    case 'AsyncWith':
      return blockOutcome(stmt.body);
    case 'For':
    case 'AsyncFor':
    case 'While':
      // The loop may run not at all; a way out of it may also be a way out of the function.
      return leaves(stmt.body) ? 'leaves' : blockOutcome(stmt.orelse) === 'raises' ? 'raises' : 'completes';
    case 'Try':
    case 'TryStar': {
      const final = blockOutcome(stmt.finalbody);
      if (final !== 'completes') return final;
      let outcome = blockOutcome([...stmt.body, ...stmt.orelse]);
      for (const handler of stmt.handlers) outcome = either(outcome, blockOutcome(handler.body));
      return outcome;
    }
    case 'Match':
      return stmt.cases.map((one) => blockOutcome(one.body)).reduce(either, 'completes');
    default:
      return 'completes';
  }
}

/** Whether a loop's body may return or break. */
function leaves(block: Stmt[]): boolean {
  return block.some((stmt) => {
    switch (stmt.kind) {
      case 'Return':
      case 'Break':
        return true;
      case 'If':
      case 'For':
      case 'AsyncFor':
      case 'While':
        return leaves(stmt.body) || leaves(stmt.orelse);
      case 'With':
      case 'AsyncWith':
        return leaves(stmt.body);
      case 'Try':
      case 'TryStar':
        return (
          leaves(stmt.body) ||
          stmt.handlers.some((handler) => leaves(handler.body)) ||
          leaves(stmt.orelse) ||
          leaves(stmt.finalbody)
        );
      case 'Match':
        return stmt.cases.some((one) => leaves(one.body));
      default:
        return false;
    }
  });
}
