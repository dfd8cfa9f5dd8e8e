/** Mistakes in what the user wrote, with their place. */

/** A place in a file: lines and columns from 1, the end exclusive. */
export interface Range {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** A mistake in the config: what it is, where, and which entry suffers from it (none: all of them, or no entry). */
export interface Problem extends Range {
  message: string;
  severity: 'error' | 'warning';
  entry?: string;
}

/** Converts offsets of a text to lines and columns. */
export class LineIndex {
  private readonly starts: number[] = [0];

  constructor(readonly text: string) {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.starts.push(i + 1);
  }

  /** Line and column, from 1, of an offset in UTF-16 units. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.starts[low]! + 1 };
  }

  range(offset: number, length: number): Range {
    const start = this.at(offset);
    const end = this.at(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }
}

/** The name among `known` that looks most like `name`, if one is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = (name.length <= 3 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
