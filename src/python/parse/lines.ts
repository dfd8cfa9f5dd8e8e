/**
 * Logical lines, found without a grammar: brackets, strings, comments and continuation lines only.
 *
 * Used where a file does not parse, to say what is wrong in CPython's words and to find the lines that
 * are to blame. Where the brackets or quotes themselves are broken, the scan reports that and goes on as
 * if the broken line ended where the next statement seems to begin.
 */
import type { Failure } from './statements';
import { lineIndex } from './walker';

export interface LogicalLine {
  /** Index of the first character that is not white space. */
  start: number;
  /** Index behind the last token. */
  end: number;
  /** Width of the indentation, tabs to the next multiple of eight. */
  column: number;
  /** The same with tabs of width one; disagrees in order with `column` where tabs and spaces are mixed. */
  altColumn: number;
  /** The first word, or the first character. */
  word: string;
  /** Whether the last token is a colon outside brackets. */
  colon: boolean;
  /** Whether a failure was found in it. */
  broken: boolean;
  /** The brackets that would close it where one was never closed, and the end of the line of the last one. */
  missing: { closers: string; end: number } | null;
  /** Line ends and comments inside it, as start, end, start, end, …: blanks to the grammar. */
  blanks: number[];
}

export interface Scan {
  lines: LogicalLine[];
  failures: Failure[];
}

const CLOSER: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const STATEMENT_START =
  /^(?:(?:def|class|if|for|while|with|try|return|import|from|raise|pass|break|continue|del|global|nonlocal|assert|elif|else|except|finally|async)\b|@|[A-Za-z_][\w.]*(?:\[[^\]\n]*\])?\s*(?:[-+*/%@&|^]|\/\/|\*\*|<<|>>)?=[^=]|[A-Za-z_][\w.]*\s*:\s*[A-Za-z_])/;

/** Scans a whole text. `lineStarts` is its line table. */
export function scanLines(text: string, lineStarts: Int32Array): Scan {
  return new Scanner(text, lineStarts).scan();
}

class Scanner {
  private i = 0;
  private readonly lines: LogicalLine[] = [];
  private readonly failures: Failure[] = [];

  constructor(
    private readonly text: string,
    private readonly lineStarts: Int32Array,
  ) {}

  scan(): Scan {
    while (this.i < this.text.length) this.logicalLine();
    return { lines: this.lines, failures: this.failures };
  }

  private lineNumber(index: number): number {
    return lineIndex(this.lineStarts, index) + 1;
  }

  private failure(message: string, start: number, end: number): void {
    this.failures.push({ kind: 'SyntaxError', message, start, end });
  }

  /** Reads one logical line, or skips a blank or comment line. */
  private logicalLine(): void {
    const { text } = this;
    let column = 0;
    let altColumn = 0;
    let start = this.i;
    for (; start < text.length; start++) {
      const c = text.charCodeAt(start);
      if (c === 32) {
        column++;
        altColumn++;
      } else if (c === 9) {
        column += 8 - (column % 8);
        altColumn++;
      } else if (c === 12 || c === 0xfeff) {
        column = 0;
        altColumn = 0;
      } else break;
    }
    const c = text.charCodeAt(start);
    if (start >= text.length || c === 10 || c === 13 || c === 35) {
      this.i = this.lineEnd(start) + 1;
      return;
    }
    const word = /^(?:[^\W\d][\w]*|.)/u.exec(text.slice(start, start + 40))![0];
    const line: LogicalLine = {
      start,
      end: start,
      column,
      altColumn,
      word,
      colon: false,
      broken: false,
      missing: null,
      blanks: [],
    };
    const failures = this.failures.length;
    this.i = start;
    this.tokens(line);
    line.broken = this.failures.length > failures;
    this.lines.push(line);
  }

  private lineEnd(index: number): number {
    const end = this.text.indexOf('\n', index);
    return end < 0 ? this.text.length : end;
  }

  /** Reads tokens up to the end of the logical line. */
  private tokens(line: LogicalLine): void {
    const { text } = this;
    const open: { char: string; index: number }[] = [];
    while (this.i < text.length) {
      const char = text.charAt(this.i);
      switch (char) {
        case '\n':
          if (open.length === 0) {
            this.i++;
            return;
          }
          line.blanks.push(this.i, this.i + 1);
          this.i++;
          break;
        case ' ':
        case '\t':
        case '\r':
        case '\f':
          this.i++;
          break;
        case '#': {
          const hash = this.i;
          this.i = this.lineEnd(hash);
          if (open.length > 0) line.blanks.push(hash, this.i);
          break;
        }
        case '\\':
          if (/^\\\r?\n/.test(text.slice(this.i, this.i + 3))) {
            this.i += text.charAt(this.i + 1) === '\r' ? 3 : 2;
          } else {
            const atEnd = this.i + 1 >= text.length;
            this.failure(
              atEnd
                ? 'unexpected EOF while parsing'
                : 'unexpected character after line continuation character',
              this.i,
              this.i + 1,
            );
            this.i++;
          }
          break;
        case '"':
        case "'": {
          const start = this.i;
          const prefix = /[A-Za-z]{1,2}$/.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? '';
          if (!this.string(/[ft]/i.test(prefix))) {
            line.end = this.i;
            return;
          }
          line.colon = false;
          line.end = this.i;
          break;
        }
        case '(':
        case '[':
        case '{':
          open.push({ char, index: this.i });
          this.i++;
          line.colon = false;
          line.end = this.i;
          break;
        case ')':
        case ']':
        case '}': {
          const last = open.pop();
          if (last === undefined) {
            this.failure(`unmatched '${char}'`, this.i, this.i + 1);
          } else if (CLOSER[last.char] !== char) {
            const openLine = this.lineNumber(last.index);
            const where = openLine === this.lineNumber(this.i) ? '' : ` on line ${openLine}`;
            this.failure(
              `closing parenthesis '${char}' does not match opening parenthesis '${last.char}'${where}`,
              this.i,
              this.i + 1,
            );
          }
          this.i++;
          line.colon = false;
          line.end = this.i;
          break;
        }
        default:
          line.colon = char === ':' && open.length === 0;
          this.character(char);
          line.end = this.i;
      }
    }
    const last = open[open.length - 1];
    if (last === undefined) return;
    const closers = open.map((bracket) => CLOSER[bracket.char]).reverse();
    line.missing = { closers: closers.join(''), end: this.lineEnd(last.index) };
    this.neverClosed(line, last);
  }

  /** One character of a name, number or operator; reports characters that no token has. */
  private character(char: string): void {
    const code = char.charCodeAt(0);
    if (code < 128) {
      const bad =
        char === '$' ||
        char === '?' ||
        char === '`' ||
        (char === '!' && this.text.charAt(this.i + 1) !== '=');
      if (bad || code < 32 || code === 127) {
        const message =
          code < 32 || code === 127 ? `invalid non-printable character U+${hex(code)}` : 'invalid syntax';
        this.failure(message, this.i, this.i + 1);
      }
      this.i++;
      return;
    }
    const point = this.text.codePointAt(this.i)!;
    const whole = String.fromCodePoint(point);
    if (!/[\p{XID_Continue}\ufeff]/u.test(whole.normalize('NFKC'))) {
      const printable = !/[\p{C}\p{Z}]/u.test(whole);
      this.failure(
        printable
          ? `invalid character '${whole}' (U+${hex(point)})`
          : `invalid non-printable character U+${hex(point)}`,
        this.i,
        this.i + whole.length,
      );
    }
    this.i += whole.length;
  }

  /**
   * Reads a string literal from its quote on. False where it does not end: the position is then behind
   * the line where a single-quoted one started, or behind the first line of a triple-quoted one.
   */
  private string(format: boolean): boolean {
    const { text } = this;
    const start = this.i;
    const quote = text.charAt(start);
    const triple = text.charAt(start + 1) === quote && text.charAt(start + 2) === quote;
    this.i += triple ? 3 : 1;
    while (this.i < text.length) {
      const char = text.charAt(this.i);
      if (char === '\\') {
        this.i += text.charAt(this.i + 1) === '\r' && text.charAt(this.i + 2) === '\n' ? 3 : 2;
      } else if (char === quote && (!triple || text.startsWith(quote.repeat(3), this.i))) {
        this.i += triple ? 3 : 1;
        return true;
      } else if (char === '\n' && !triple) {
        break;
      } else if (format && char === '{') {
        if (text.charAt(this.i + 1) === '{') this.i += 2;
        else if (!this.field(quote, triple)) break;
      } else {
        this.i++;
      }
    }
    if (triple) {
      const last = this.lineNumber(text.length);
      const lines = text.endsWith('\n') ? last - 1 : last;
      this.failure(`unterminated triple-quoted string literal (detected at line ${lines})`, start, start + 3);
    } else {
      this.failure(
        `unterminated string literal (detected at line ${this.lineNumber(start)})`,
        start,
        start + 1,
      );
    }
    this.i = Math.min(this.lineEnd(start) + 1, text.length);
    return false;
  }

  /** Reads a replacement field of an f-string from its brace on. False where the string breaks off in it. */
  private field(quote: string, triple: boolean): boolean {
    const { text } = this;
    let depth = 0;
    let format = false;
    while (this.i < text.length) {
      const char = text.charAt(this.i);
      if (char === '{' || char === '(' || char === '[') depth++;
      else if (char === '}' || char === ')' || char === ']') {
        if (--depth === 0) {
          this.i++;
          return true;
        }
      } else if (
        char === quote &&
        (!triple || text.startsWith(quote.repeat(3), this.i)) &&
        depth <= 1 &&
        !this.quoteOpens(char)
      ) {
        return true;
      } else if (char === '"' || char === "'") {
        const prefix = /[A-Za-z]{1,2}$/.exec(text.slice(Math.max(0, this.i - 2), this.i))?.[0] ?? '';
        const failures = this.failures.length;
        if (!this.string(/[ft]/i.test(prefix))) {
          this.failures.length = failures;
          return false;
        }
        continue;
      } else if (char === ':' && depth === 1) {
        format = true;
      } else if (char === '#' && !format) {
        this.i = this.lineEnd(this.i);
        continue;
      } else if (char === '\n' && !triple && STATEMENT_START.test(text.slice(this.i + 1, this.i + 301))) {
        // A field may go on in other lines (PEP 701), but not with a statement.
        return false;
      }
      this.i++;
    }
    return false;
  }

  /** Whether a quote of the same kind inside a field can open a nested string: another one follows on the line. */
  private quoteOpens(quote: string): boolean {
    const rest = this.text.slice(this.i + 1, this.lineEnd(this.i));
    const close = rest.indexOf(quote);
    return close >= 0 && rest.indexOf('}', close) >= 0;
  }

  /** Ends the logical line before the next line that looks like a statement of the same or an outer block. */
  private neverClosed(line: LogicalLine, bracket: { char: string; index: number }): void {
    this.failure(`'${bracket.char}' was never closed`, bracket.index, bracket.index + 1);
    const { text } = this;
    for (let next = this.lineEnd(bracket.index) + 1; next < text.length; next = this.lineEnd(next) + 1) {
      const indent = /^[ \t\f]*/.exec(text.slice(next, next + 400))![0];
      if (indent.length > line.column) continue;
      const rest = text.slice(next + indent.length, next + indent.length + 300);
      if (!STATEMENT_START.test(rest)) continue;
      this.i = next;
      line.end = text.slice(line.start, next).trimEnd().length + line.start;
      line.colon = false;
      return;
    }
    line.end = Math.min(this.lineEnd(bracket.index), text.length);
    this.i = line.end + 1;
  }
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}

const BLOCK_NAMES: Record<string, string> = {
  if: "'if' statement",
  elif: "'elif' statement",
  else: "'else' statement",
  for: "'for' statement",
  while: "'while' statement",
  with: "'with' statement",
  try: "'try' statement",
  except: "'except' statement",
  finally: "'finally' statement",
  def: 'function definition',
  class: 'class definition',
  match: "'match' statement",
  case: "'case' statement",
};

/** What is wrong with the indentation, in CPython's words; the lines to blame are marked broken. */
export function indentationFailures(
  lines: readonly LogicalLine[],
  text: string,
  lineStarts: Int32Array,
): Failure[] {
  const failures: Failure[] = [];
  const stack = [{ column: 0, altColumn: 0 }];
  let before: LogicalLine | null = null;
  for (const line of lines) {
    const top = stack[stack.length - 1]!;
    const opens: boolean = before !== null && before.colon;
    const fail = (kind: Failure['kind'], message: string): void => {
      failures.push({ kind, message, start: line.start, end: line.end });
    };
    const mixed = Math.sign(line.column - top.column) !== Math.sign(line.altColumn - top.altColumn);
    if (mixed && line.column >= top.column)
      fail('TabError', 'inconsistent use of tabs and spaces in indentation');
    if (line.column > top.column) {
      if (
        !opens &&
        before !== null &&
        !before.broken &&
        BLOCK_NAMES[before.word] === undefined &&
        before.word !== 'async'
      ) {
        fail('IndentationError', 'unexpected indent');
        // The block it would have opened counts, so that what follows is not reported again.
      } else if (before === null) fail('IndentationError', 'unexpected indent');
      stack.push({ column: line.column, altColumn: line.altColumn });
    } else {
      if (opens && before !== null) {
        const word =
          before.word === 'async'
            ? (/^async\s+(\w+)/.exec(text.slice(before.start, before.start + 40))?.[1] ?? '')
            : before.word;
        const what = BLOCK_NAMES[word];
        const number = lineIndex(lineStarts, before.start) + 1;
        if (what !== undefined)
          fail('IndentationError', `expected an indented block after ${what} on line ${number}`);
      }
      while (stack.length > 1 && stack[stack.length - 1]!.column > line.column) stack.pop();
      if (stack[stack.length - 1]!.column !== line.column) {
        fail('IndentationError', 'unindent does not match any outer indentation level');
        stack.push({ column: line.column, altColumn: line.altColumn });
      }
    }
    before = line;
  }
  return failures;
}
