/** The difference of two texts in the form that `diff -u` prints and `git apply` reads. */
import { lineSteps } from '../workspace/line-steps';

const CONTEXT = 3;

/** The difference; empty where the texts are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const [a, b] = [linesOf(before), linesOf(after)];
  const steps = lineSteps(a, b);
  const hunks: string[] = [];
  for (let i = 0; i < steps.length;) {
    if (steps[i]!.kind === ' ') {
      i++;
      continue;
    }
    let end = i;
    for (let j = i; j < steps.length && j - end <= 2 * CONTEXT; j++) if (steps[j]!.kind !== ' ') end = j;
    const from = Math.max(0, i - CONTEXT);
    const to = Math.min(steps.length, end + 1 + CONTEXT);
    const part = steps.slice(from, to);
    const count = (kinds: string): number => part.filter(({ kind }) => kinds.includes(kind)).length;
    const start = (kinds: string): number =>
      steps.slice(0, from).filter(({ kind }) => kinds.includes(kind)).length;
    hunks.push(
      `@@ -${start(' -') + 1},${count(' -')} +${start(' +') + 1},${count(' +')} @@`,
      ...part.map(({ kind, text }) => `${kind}${text}`),
    );
    i = to;
  }
  return hunks.length === 0 ? '' : [`--- a/${name}`, `+++ b/${name}`, ...hunks, ''].join('\n');
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}
