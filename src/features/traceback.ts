/** The frames in the text of a traceback, with the expression that was being evaluated. */
import { lineRange, type Range } from './text';

export interface TracebackFrame {
  file: string;
  /** From 1. */
  line: number;
  name: string;
  /** The part of the line that the carets mark, from 0, without the line's indentation. */
  columns: [start: number, end: number] | undefined;
}

/** The frames, outermost first; those of chained exceptions before the last one left out. */
export function framesOf(traceback: string): TracebackFrame[] {
  const last = traceback.lastIndexOf('Traceback (most recent call last):');
  const lines = traceback.slice(Math.max(0, last)).split('\n');
  const frames: TracebackFrame[] = [];
  lines.forEach((text, i) => {
    const match = /^ {2}File "(.+)", line (\d+)(?:, in (.+))?$/.exec(text);
    if (match === null) return;
    const marks = /^ {4}(\s*)([~^]+)\s*$/.exec(lines[i + 2] ?? '');
    const columns: [number, number] | undefined =
      marks === null ? undefined : [marks[1]!.length, marks[1]!.length + marks[2]!.length];
    frames.push({ file: match[1]!, line: Number(match[2]), name: match[3] ?? '', columns });
  });
  return frames;
}

/** Where a frame is in its file. */
export function rangeOfFrame({ line, columns }: TracebackFrame, lines: readonly string[]): Range {
  const whole = lineRange(lines, line - 1);
  if (columns === undefined) return whole;
  const indent = whole.start.character;
  return {
    start: { line: line - 1, character: indent + columns[0] },
    end: {
      line: line - 1,
      character: Math.min(indent + columns[1], Math.max(whole.end.character, indent + 1)),
    },
  };
}
