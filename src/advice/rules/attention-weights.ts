/** `nn.MultiheadAttention` that computes attention weights which nobody reads: `need_weights=False` is missing. */
import { formatBytes } from '../../ledger/account';
import type { Call, Expr, FunctionDef, Stmt } from '../../python/ast';
import { dottedName, flatten, walk } from '../../workspace/source';
import { editing, type SourceEdit } from '../action';
import { sourceLines, sourceOf } from '../edit';
import type { Finding } from '../finding';
import { isA, moduleAt } from '../run-modules';
import { LEAST_BYTES, type Mistake, type Rule } from './rule';

export const attentionWeights: Rule = {
  code: 'attention-weights',
  runs: true,
  find(looked) {
    const { subject } = looked;
    const mistakes: Mistake[] = [];
    for (const file of looked.files) {
      const parsed = subject.parse(file);
      if (parsed === undefined) continue;
      const lines = sourceLines(subject.read(file) ?? '');
      for (const call of unreadCalls(looked, file)) {
        const edit = needNoWeights(call, lines);
        const { account } = subject.run(editing(file, [edit]));
        if (account.status === 'failed') continue;
        const { baseline } = subject;
        const peak = baseline.account.peak.allocated - account.peak.allocated;
        const saved = baseline.account.saved.bytes - account.saved.bytes;
        if (Math.max(peak, saved) < LEAST_BYTES) continue;
        const gains = [
          ...(peak > 0 ? [`${formatBytes(peak)} at the peak`] : []),
          ...(saved > 0 ? [`${formatBytes(saved)} saved for backward`] : []),
        ];
        mistakes.push({
          code: 'attention-weights',
          file,
          line: call.line,
          message: `The attention weights are computed and not read. \`need_weights=False\` spares them: ${gains.join(', ')}.`,
          span: call,
          fix: { title: 'Pass need_weights=False', edits: [edit] },
        });
      }
    }
    return mistakes;
  },
};

/** The calls of attention modules whose second result is not read. */
function unreadCalls(looked: Finding, file: string): Call[] {
  const calls: Call[] = [];
  const module = looked.subject.parse(file)!.module;
  walk(module, (node) => {
    if (node.kind !== 'ClassDef') return;
    const instances = looked.modules.ofClass(file, node.name).filter(({ calls: count }) => count > 0);
    if (instances.length === 0) return;
    for (const method of node.body) {
      if (method.kind !== 'FunctionDef') continue;
      for (const stmt of flatten(method.body)) {
        const call = unreadIn(stmt, method);
        if (call === undefined || call.keywords.some(({ arg }) => arg === null || arg === 'need_weights'))
          continue;
        // The fifth argument by position is it.
        if (call.args.length > 4 || call.args.some(({ kind }) => kind === 'Starred')) continue;
        const name = dottedName(call.func);
        if (name?.startsWith('self.') !== true) continue;
        const called = instances.map((instance) => moduleAt(instance, name));
        if (called.every((each) => each !== undefined && isA(each, 'MultiheadAttention'))) calls.push(call);
      }
    }
  });
  return calls;
}

/** `y, _ = call`, with the second name never read; `call[0]`. */
function unreadIn(stmt: Stmt, method: FunctionDef): Call | undefined {
  if (stmt.kind === 'Assign' && stmt.value.kind === 'Call' && stmt.targets.length === 1) {
    const [target] = stmt.targets;
    if (target!.kind === 'Tuple' && target!.elts.length === 2 && isUnread(target!.elts[1]!, method))
      return stmt.value;
  }
  const values =
    stmt.kind === 'Assign' || stmt.kind === 'Return' || stmt.kind === 'AugAssign' ? stmt.value : null;
  if (values === null) return undefined;
  let found: Call | undefined;
  walk(values, (node) => {
    if (
      node.kind === 'Subscript' &&
      node.value.kind === 'Call' &&
      node.slice.kind === 'Constant' &&
      node.slice.value.type === 'int' &&
      node.slice.value.value === 0
    )
      found ??= node.value;
  });
  return found;
}

function isUnread(expr: Expr, method: FunctionDef): boolean {
  if (expr.kind !== 'Name') return false;
  let reads = 0;
  walk(method.body, (node) => {
    if (node.kind === 'Name' && node.id === expr.id && node.ctx === 'Load') reads++;
  });
  return reads === 0;
}

function needNoWeights(call: Call, lines: readonly string[]): SourceEdit {
  const end = { line: call.endLine, col: call.endCol - 1, endLine: call.endLine, endCol: call.endCol - 1 };
  const open = sourceOf(lines, { ...call, line: call.func.endLine, col: call.func.endCol });
  const inner = open.slice(1, -1).trimEnd();
  const before = inner === '' ? '' : inner.endsWith(',') ? ' ' : ', ';
  return { ...end, text: `${before}need_weights=False` };
}
