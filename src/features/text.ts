/** Places in a text as the language server protocol counts them: from 0, in UTF-16 units, the end exclusive. */
import type { Location } from '../python/ast';
import type { Range as PlainRange } from '../workspace/problem';

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface TextEdit {
  range: Range;
  newText: string;
}

/** The edits of a change of several files; a file that is not there yet is created. */
export interface FileEdit {
  path: string;
  create: boolean;
  edits: TextEdit[];
}

/** The range of a node of the syntax tree. */
export function rangeOf({ line, col, endLine, endCol }: Location): Range {
  return { start: { line: line - 1, character: col }, end: { line: endLine - 1, character: endCol } };
}

/** The range of a problem, whose lines and columns count from 1. */
export function rangeOfProblem({ line, column, endLine, endColumn }: PlainRange): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  };
}

/** Whether a position lies in a range, its end included. */
export function contains({ start, end }: Range, { line, character }: Position): boolean {
  if (line < start.line || line > end.line) return false;
  if (line === start.line && character < start.character) return false;
  return line !== end.line || character <= end.character;
}

/** The lines of a text. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** What of a line is not its indentation, as a range; the line counts from 0. */
export function lineRange(lines: readonly string[], line: number): Range {
  const text = lines[line] ?? '';
  const start = text.length - text.trimStart().length;
  return {
    start: { line, character: start },
    end: { line, character: Math.max(start, text.trimEnd().length) },
  };
}

/** Applies edits, which may be in any order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  const offset = ({ line, character }: Position): number =>
    line >= starts.length ? text.length : starts[line]! + character;
  const sorted = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
  let result = text;
  for (const { range, newText } of sorted)
    result = result.slice(0, offset(range.start)) + newText + result.slice(offset(range.end));
  return result;
}
