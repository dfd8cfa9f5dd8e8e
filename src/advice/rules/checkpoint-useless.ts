/** Checkpointing that costs its second forward and lowers nothing, or that takes the gradients away. */
import { formatBytes } from '../../ledger/account';
import type { Call } from '../../python/ast';
import { dottedName, walk } from '../../workspace/source';
import { editing, type SourceEdit } from '../action';
import { replacing, sourceLines, sourceOf } from '../edit';
import { figuresOf } from '../evaluate';
import type { Mistake, Rule } from './rule';

/** Less than this share of the peak is nothing. */
const LEAST_SHARE = 0.005;
/** The keyword arguments of checkpoint itself. */
const OWN = ['use_reentrant', 'context_fn', 'determinism_check', 'debug', 'preserve_rng_state', 'early_stop'];

export const checkpointUseless: Rule = {
  code: 'checkpoint-useless',
  runs: true,
  find({ subject, files }) {
    const { baseline } = subject;
    const mistakes: Mistake[] = [];
    const ran = new Set(baseline.account.lines.map(({ file, line }) => `${file}:${line}`));
    for (const file of files) {
      const text = subject.read(file);
      if (text === undefined || !text.includes('checkpoint')) continue;
      const lines = sourceLines(text);
      for (const call of checkpointCalls(subject.parse(file)!.module, text)) {
        const isRun = Array.from({ length: call.endLine - call.line + 1 }, (_, i) => call.line + i).some(
          (line) => ran.has(`${file}:${line}`),
        );
        const edit = isRun ? withoutCheckpoint(call, lines) : undefined;
        if (edit === undefined) continue;
        const { account } = subject.run(editing(file, [edit]));
        if (account.status === 'failed') continue;
        const [before, after] = [figuresOf(account), figuresOf(baseline.account)];
        const message = lostGradients(
          account.gradients.bytes - baseline.account.gradients.bytes,
          before,
          after,
        );
        if (message === undefined) continue;
        mistakes.push({
          code: 'checkpoint-useless',
          file,
          line: call.line,
          message,
          span: call,
          fix: { title: 'Call it without checkpointing', edits: [edit] },
        });
      }
    }
    return mistakes;
  },
};

interface Compared {
  allocated: number;
  stepFlops: number;
}

/** What is wrong; `without` and `checkpointed` are the figures of the two runs. */
function lostGradients(lost: number, without: Compared, checkpointed: Compared): string | undefined {
  if (lost > 0)
    return `What is checkpointed here gets no gradients (${formatBytes(lost)} of them are missing): in the reentrant form an input must require grad. Pass \`use_reentrant=False\`.`;
  const extra = checkpointed.stepFlops - without.stepFlops;
  if (extra <= 0 || without.allocated - checkpointed.allocated > LEAST_SHARE * without.allocated)
    return undefined;
  const percent = Math.round((100 * extra) / without.stepFlops);
  return `Checkpointing here costs ${percent} % more compute and does not lower the peak of ${formatBytes(without.allocated)}: when backward comes, all of it is computed and held again. Checkpoint several smaller parts instead.`;
}

function checkpointCalls(module: Parameters<typeof walk>[0], text: string): Call[] {
  const names = new Set<string>();
  for (const [, from] of text.matchAll(/from\s+torch\.utils\.checkpoint\s+import\s+([^\n]+)/g))
    for (const part of from!.split(',')) {
      const [, name, as] = /(\w+)(?:\s+as\s+(\w+))?/.exec(part) ?? [];
      if (name === 'checkpoint') names.add(as ?? name);
    }
  const calls: Call[] = [];
  walk(module, (node) => {
    if (node.kind !== 'Call') return;
    const name = dottedName(node.func);
    if (name !== undefined && (names.has(name) || /(^|\.)checkpoint\.checkpoint$/.test(name)))
      calls.push(node);
  });
  return calls;
}

/** `checkpoint(f, x, use_reentrant=False)` as `f(x)`. */
function withoutCheckpoint(call: Call, lines: readonly string[]): SourceEdit | undefined {
  const [callee, ...args] = call.args;
  if (callee === undefined || call.keywords.some(({ arg }) => arg === null)) return undefined;
  const name = sourceOf(lines, callee);
  const isPlain = callee.kind === 'Name' || callee.kind === 'Attribute' || callee.kind === 'Subscript';
  const texts = args.map((arg) => sourceOf(lines, arg));
  for (const { arg, value } of call.keywords)
    if (!OWN.includes(arg!)) texts.push(`${arg}=${sourceOf(lines, value)}`);
  return replacing(call, `${isPlain ? name : `(${name})`}(${texts.join(', ')})`);
}
