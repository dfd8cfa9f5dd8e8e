/** Comments of a file. */
import { lineIndex } from './walker';

export interface Comment {
  /** From the `#` on, without the line end. */
  text: string;
  /** 1-based. */
  line: number;
  /** 0-based, in UTF-16 units. */
  col: number;
}

/**
 * Every `#` outside the string literals, whose index ranges are given as start, end, start, end, …
 * in any order.
 */
export function commentsOf(
  source: string,
  stringRanges: readonly number[],
  lineStarts: Int32Array,
): Comment[] {
  const comments: Comment[] = [];
  const ranges: [number, number][] = [];
  for (let i = 0; i + 1 < stringRanges.length; i += 2) ranges.push([stringRanges[i]!, stringRanges[i + 1]!]);
  ranges.sort((a, b) => a[0] - b[0]);
  let next = 0;
  let position = 0;
  for (;;) {
    const hash = source.indexOf('#', position);
    if (hash < 0) return comments;
    while (next < ranges.length && ranges[next]![1] <= hash) next++;
    const range = ranges[next];
    if (range !== undefined && range[0] < hash) {
      position = range[1];
      continue;
    }
    const line = lineIndex(lineStarts, hash);
    const lineEnd = line + 1 < lineStarts.length ? lineStarts[line + 1]! : source.length;
    const text = source.slice(hash, lineEnd).trimEnd();
    comments.push({ text, line: line + 1, col: hash - lineStarts[line]! });
    position = lineEnd;
  }
}
