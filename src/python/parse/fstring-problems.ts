/** What is wrong inside an f-string, in the words of CPython 3.11. */
import type { Problem } from './explain';

const FSTRING = /(?<!\w)(?:[fF][rR]?|[rR][fF])('''|"""|'|")((?:\\[^]|(?!\1)[^\\])*)\1/g;
const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** The first f-string of a line that CPython refuses, and why. `explain` says what is wrong with an expression, or null. */
export function fstringProblem(text: string, explain: (expression: string) => string | null): Problem | null {
  FSTRING.lastIndex = 0;
  for (let match = FSTRING.exec(text); match !== null; match = FSTRING.exec(text)) {
    const message = new Scan(match[2]!, explain).literal(0);
    if (message !== null) return { message, at: match.index };
  }
  return null;
}

class Scan {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly explain: (expression: string) => string | null,
  ) {}

  /** The literal part of a string, or of a format where `depth` is not 0: that ends with its `}`. */
  literal(depth: number): string | null {
    const { text } = this;
    while (this.at < text.length) {
      const char = text.charAt(this.at);
      const doubled = depth === 0 && text.charAt(this.at + 1) === char;
      if (char === '}') {
        if (depth > 0) return null;
        if (!doubled) return "f-string: single '}' is not allowed";
      }
      if (char === '{' && !doubled) {
        if (depth > 1) return 'f-string: expressions nested too deeply';
        this.at++;
        const message = this.field(depth);
        if (message !== null) return message;
        continue;
      }
      this.at += (char === '{' || char === '}') && doubled ? 2 : 1;
    }
    return null;
  }

  /** A field, from behind its `{` to behind its `}`. */
  private field(depth: number): string | null {
    const { text } = this;
    const start = this.at;
    const message = this.expression();
    if (message !== null) return message;
    const expression = text.slice(start, this.at);
    const end = text.charAt(this.at);
    if (expression.trim() === '')
      return end === '!' || end === ':'
        ? `f-string: expression required before '${end}'`
        : end === '}'
          ? 'f-string: empty expression not allowed'
          : "f-string: expecting '}'";
    if (this.at >= text.length) return "f-string: expecting '}'";
    const wrong = this.explain(expression.replace(/(?<![=!<>])=\s*$/, ''));
    if (wrong !== null) return `f-string: ${wrong}`;
    if (text.charAt(this.at) === '!') {
      const conversion = text.charAt(this.at + 1);
      if (!/^[sra]$/.test(conversion))
        return "f-string: invalid conversion character: expected 's', 'r', or 'a'";
      this.at += 2;
    }
    if (text.charAt(this.at) === ':') {
      this.at++;
      const inner = this.literal(depth + 1);
      if (inner !== null) return inner;
    }
    if (text.charAt(this.at) !== '}') return "f-string: expecting '}'";
    this.at++;
    return null;
  }

  /** An expression, up to what ends it. */
  private expression(): string | null {
    const { text } = this;
    const open: string[] = [];
    for (; this.at < text.length; this.at++) {
      const char = text.charAt(this.at);
      const string = /^(?:'[^']*'|"[^"]*")/.exec(text.slice(this.at));
      if (char === '\\') return 'f-string expression part cannot include a backslash';
      if (char === '#') return "f-string expression part cannot include '#'";
      if (string !== null) this.at += string[0].length - 1;
      else if (char === "'" || char === '"') return 'f-string: unterminated string';
      else if (char in CLOSERS) open.push(char);
      else if (open.length === 0 && (char === '}' || char === ':')) return null;
      else if (open.length === 0 && char === '!' && text.charAt(this.at + 1) !== '=') return null;
      else if (/[)\]}]/.test(char)) {
        const opener = open.pop();
        if (opener === undefined) return `f-string: unmatched '${char}'`;
        if (CLOSERS[opener] !== char)
          return `f-string: closing parenthesis '${char}' does not match opening parenthesis '${opener}'`;
      }
    }
    return open.length > 0 ? `f-string: expecting '}'` : null;
  }
}
