/** Where the lines of an earlier text are now, so that figures stay at their lines while a file is edited. */
import { linesOf } from './text';

/** Lines count from 1; a line that is gone has no place. */
export type LineMap = (line: number) => number | undefined;

export const sameLines: LineMap = (line) => line;

/** Maps the lines of `before` to those of `after`. */
export function mapLines(before: string, after: string): LineMap {
  if (before === after) return sameLines;
  const old = linesOf(before);
  const now = linesOf(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const middle = matchMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  const firstOfTail = old.length - tail;
  return (line) => {
    const index = line - 1;
    if (index < head) return line;
    if (index >= firstOfTail) return line + now.length - old.length;
    const at = middle[index - head];
    return at === undefined ? undefined : head + at + 1;
  };
}

/** More lines than this are not compared one by one. */
const MOST_LINES = 400;

/** For each old line its new index: equal lines in order; a line that was edited in place keeps its place. */
function matchMiddle(old: readonly string[], now: readonly string[]): (number | undefined)[] {
  const map = new Array<number | undefined>(old.length).fill(undefined);
  if (old.length === now.length) return map.map((_, i) => i);
  if (old.length > MOST_LINES || now.length > MOST_LINES) return map;
  let next = 0;
  for (let i = 0; i < old.length; i++) {
    if (old[i]!.trim() === '') continue;
    for (let j = next; j < now.length; j++) {
      if (now[j] !== old[i]) continue;
      map[i] = j;
      next = j + 1;
      break;
    }
  }
  return map;
}
