/** Statements of a module that an edit left as they were: their syntax trees serve again. */
import type { Stmt } from '../ast';

/** A statement of the module's own body, as it was converted. */
export interface ConvertedStatement {
  /** Source indices. */
  start: number;
  end: number;
  stmt: Stmt;
  /** Start and end indices of its string literals. */
  strings: readonly number[];
}

/** The statements before an edit, and those behind it where it left their lines in place. */
export class Reuse {
  private readonly byStart = new Map<number, ConvertedStatement>();

  /** `start` and `tail`: how many characters both texts have in common at their start and at their end. */
  constructor(
    converted: readonly ConvertedStatement[],
    old: string,
    text: string,
    start: number,
    tail: number,
  ) {
    const shift = text.length - old.length;
    const keepsLines = linesIn(old, start, old.length - tail) === linesIn(text, start, text.length - tail);
    for (const statement of converted) {
      // The character behind a statement, and the line end before one, are unchanged too.
      if (statement.end < start) this.byStart.set(statement.start, statement);
      else if (
        keepsLines &&
        statement.start > old.length - tail &&
        old.charCodeAt(statement.start - 1) === LINE_FEED
      ) {
        const strings = shift === 0 ? statement.strings : statement.strings.map((index) => index + shift);
        this.byStart.set(statement.start + shift, {
          start: statement.start + shift,
          end: statement.end + shift,
          stmt: statement.stmt,
          strings,
        });
      }
    }
  }

  /** The statement that lies exactly there. */
  find(start: number, end: number): ConvertedStatement | undefined {
    const found = this.byStart.get(start);
    return found?.end === end ? found : undefined;
  }
}

const LINE_FEED = 10;

function linesIn(text: string, from: number, to: number): number {
  let lines = 0;
  for (let i = text.indexOf('\n', from); i >= 0 && i < to; i = text.indexOf('\n', i + 1)) lines++;
  return lines;
}
