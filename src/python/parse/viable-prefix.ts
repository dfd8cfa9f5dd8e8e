/** Where a line stops being the beginning of any Python: the token at which CPython's parser gives up. */
import type { LogicalLine } from './lines';
import { parsesAlone, type ParseText } from './lone-lines';

const TOKEN =
  /\s+|\\\r?\n|#[^\n]*|(?:[rRbBuUfF]{0,2})(?:'''[^]*?'''|"""[^]*?"""|'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*")|(?:\d|\.\d)(?:[eE][+-]|[\w.])*|[\p{L}_][\p{L}\p{N}\p{M}_]*|\*\*=|\/\/=|>>=|<<=|\.\.\.|[-+*/%@&|^=<>!:]=|->|\*\*|\/\/|<<|>>|[^]/uy;
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };

/** What may follow a beginning inside its brackets, and behind them. */
const INSIDE = [
  '',
  ' x',
  ' x: x',
  ': x',
  ' in x',
  ' x in x',
  ' for x in x',
  ' else x',
  ' x else x',
  ' = x',
  '=x',
  ', x',
];
const BEHIND = ['', '(): x', ' x', ' import x', ' x import x', ' as x', ' x as x', ' in x', ' = x'];

/** Start and end of the first token that no Python has there; the end of the text where only something is missing. */
export function firstWrongToken(parse: ParseText, text: string, line: LogicalLine): [number, number] {
  const tokens: { start: number; end: number }[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text))
    if (!/^[\s\\#]/.test(match[0])) tokens.push({ start: match.index, end: match.index + match[0].length });
  // The longest beginning that can go on.
  let good = 0;
  let bad = tokens.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canGoOn(parse, text.slice(0, tokens[middle - 1]!.end), line)) good = middle;
    else bad = middle;
  }
  const wrong = tokens[bad - 1];
  return wrong === undefined ? [text.trimEnd().length, text.trimEnd().length] : [wrong.start, wrong.end];
}

function canGoOn(parse: ParseText, beginning: string, line: LogicalLine): boolean {
  const closing = closers(beginning);
  const tails = closing === '' ? BEHIND : INSIDE.map((inside) => `${inside}${closing}`);
  for (const tail of [...tails, ...(closing === '' ? INSIDE : [])])
    for (const colon of [false, true])
      if (parsesAlone(parse, `${beginning}${tail}${colon ? ':' : ''}`, { ...line, colon })) return true;
  return false;
}

/** The brackets that are open at the end of a text, closed. */
function closers(text: string): string {
  let closing = '';
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const close = CLOSING[match[0]];
    if (close !== undefined) closing = close + closing;
    else if (match[0] === closing.charAt(0)) closing = closing.slice(1);
  }
  return closing;
}
