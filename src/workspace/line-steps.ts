/** How one list of lines becomes another: what is kept, what goes, what comes. */

export interface LineStep {
  /** Kept, gone, new. */
  kind: ' ' | '-' | '+';
  text: string;
}

/** The shortest way from one list of lines to another, what is the same at both ends left out of the search. */
export function lineSteps(a: readonly string[], b: readonly string[]): LineStep[] {
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
  const steps: LineStep[] = a.slice(0, head).map((text) => ({ kind: ' ', text }));
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      steps.push({ kind: ' ', text: left[i++]! });
      j++;
    } else if (j >= right.length || (i < left.length && common[i + 1]![j]! >= common[i]![j + 1]!))
      steps.push({ kind: '-', text: left[i++]! });
    else steps.push({ kind: '+', text: right[j++]! });
  }
  steps.push(...a.slice(a.length - tail).map((text): LineStep => ({ kind: ' ', text })));
  return steps;
}
