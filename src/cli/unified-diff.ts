/** The difference of two texts in the form that `diff -u` prints and `git apply` reads. */

const CONTEXT = 3;

/** The difference; empty where the texts are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const [a, b] = [linesOf(before), linesOf(after)];
  const steps = script(a, b);
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

interface Step {
  kind: ' ' | '-' | '+';
  text: string;
}

/** The shortest way from one list of lines to another, what is the same at both ends left out of the search. */
function script(a: readonly string[], b: readonly string[]): Step[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++;
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  // Lengths of the longest common subsequence of what follows.
  const common = Array.from({ length: left.length + 1 }, () => new Int32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      common[i]![j] =
        left[i] === right[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
  const steps: Step[] = a.slice(0, head).map((text) => ({ kind: ' ', text }));
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      steps.push({ kind: ' ', text: left[i++]! });
      j++;
    } else if (j >= right.length || (i < left.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      steps.push({ kind: '-', text: left[i++]! });
    else steps.push({ kind: '+', text: right[j++]! });
  }
  steps.push(...a.slice(a.length - tail).map((text): Step => ({ kind: ' ', text })));
  return steps;
}
