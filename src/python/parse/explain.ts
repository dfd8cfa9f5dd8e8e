/** What is wrong with a line that does not parse, in the words of CPython 3.11. */
import type { Node } from 'web-tree-sitter';
import { fstringProblem } from './fstring-problems';
import type { LogicalLine } from './lines';
import { HEADER_WORDS, KEYWORDS, parsesAlone, type ParseText } from './lone-lines';
import type { Failure } from './statements';
import { firstWrongToken } from './viable-prefix';

/** A message and its place in the line. */
export interface Problem {
  message: string;
  at: number;
  /** Where it ends, if not behind one character. */
  end?: number;
}

interface Subject {
  parse: ParseText;
  /** The line. */
  text: string;
  /** The same, with strings and comments blanked out. */
  code: string;
  line: LogicalLine;
  parses(text: string): boolean;
}

/** What is wrong with a line that does not parse, as CPython would say it. */
export function explain(parse: ParseText, alone: string, line: LogicalLine): Failure {
  const { message, at, end = Math.min(at + 1, alone.length) } = problemOf(parse, alone, line);
  return {
    kind: 'SyntaxError',
    message,
    start: line.start + at,
    end: line.start + Math.max(at, end),
  };
}

function problemOf(parse: ParseText, text: string, line: LogicalLine): Problem {
  const subject: Subject = {
    parse,
    text,
    code: withoutStrings(text),
    line,
    parses: (changed) => parsesAlone(parse, changed, line),
  };
  for (const rule of RULES) {
    const problem = rule(subject);
    if (problem !== null) return problem;
  }
  const [at, end] = firstWrongToken(parse, text, line);
  return { message: 'invalid syntax', at, end };
}

const STRING = /'''[^]*?'''|"""[^]*?"""|'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|#[^\n]*/g;

function withoutStrings(text: string): string {
  return text.replace(STRING, (string) =>
    string.startsWith('#') ? ' '.repeat(string.length) : `"${' '.repeat(string.length - 2)}"`,
  );
}

/** The rules in the order in which CPython would find what they are about. */
const RULES: readonly ((subject: Subject) => Problem | null)[] = [
  missingColon,
  badNumber,
  missingParameters,
  comparisonMeant,
  changedTarget,
  annotatedTarget,
  assignedYield,
  assignedTarget,
  loopTarget,
  assignmentInBrackets,
  namedTarget,
  unpackedComprehension,
  missingElse,
  badFstring,
  badDict,
  missingComma,
  starredAlone,
];

function missingColon({ text, parse, line }: Subject): Problem | null {
  if (!HEADER_WORDS.has(line.word) || line.colon) return null;
  return parsesAlone(parse, `${text}:`, { ...line, colon: true })
    ? { message: "expected ':'", at: text.length }
    : null;
}

/** Words that may follow a number without a space. */
const AFTER_NUMBER = /^(?:and|else|for|if|in|is|not|or)/;

function badNumber({ code }: Subject): Problem | null {
  const number = /(?<![\w.])(?:0([xXoObB])(\w*)|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?([jJ]?)(\w*))/g;
  for (let match = number.exec(code); match !== null; match = number.exec(code)) {
    const [, base, digits = '', imaginary, rest = ''] = match;
    const at = match.index;
    if (base === undefined) {
      const underscore = match[0].search(/_(?!\d)/);
      if (underscore < 0 && (rest === '' || AFTER_NUMBER.test(rest))) continue;
      // The tokenizer stands at the last character that it took.
      const last = underscore < 0 ? match[0].length - rest.length - 1 : underscore;
      return noted(`invalid ${imaginary === '' ? 'decimal' : 'imaginary'} literal`, at + last);
    }
    const [name, valid] = BASES[base.toLowerCase()]!;
    const read = valid.exec(digits)![0];
    const next = digits.slice(read.length);
    if (read !== '' && (next === '' || AFTER_NUMBER.test(next))) continue;
    if (/^_?\d/.test(next))
      return noted(
        `invalid digit '${next.replace('_', '').charAt(0)}' in ${name} literal`,
        at + 2 + read.length + next.search(/\d/),
      );
    return noted(`invalid ${name} literal`, at + 1 + read.length);
  }
  return null;
}

/** A problem that has a place but no length. */
const noted = (message: string, at: number): Problem => ({ message, at, end: at });

const BASES: Record<string, [string, RegExp]> = {
  x: ['hexadecimal', /^(?:_?[\da-fA-F])*/],
  o: ['octal', /^(?:_?[0-7])*/],
  b: ['binary', /^(?:_?[01])*/],
};

function missingParameters({ code }: Subject): Problem | null {
  const match = /^(?:async\s+)?def\s+[^\W\d]\w*\s*/u.exec(code);
  return match === null || /[([]/.test(code.charAt(match[0].length))
    ? null
    : { message: "expected '('", at: match[0].trimEnd().length };
}

function comparisonMeant({ text, parses }: Subject): Problem | null {
  if (!/^(?:if|elif|while)\b/.test(text)) return null;
  const comparison = text.replace(/(^|[^=!<>:])=(?!=)/, '$1==');
  const assigned = /([^\W\d]\w*)\s*=(?!=)/u.exec(text);
  return assigned !== null && comparison !== text && parses(comparison)
    ? {
        message: MAYBE_COMPARISON,
        at: assigned.index,
        end: operandEnd(text, assigned.index + assigned[0].length),
      }
    : null;
}

/** The end of the operand of a comparison that begins at a place. */
function operandEnd(code: string, from: number): number {
  let depth = 0;
  let end = from;
  for (let i = from; i < code.length; i++) {
    const char = code.charAt(i);
    if (
      depth === 0 &&
      (/[)\]},:<>=!]/.test(char) || /^\b(?:and|or|not|in|is|if|else|for)\b/.test(code.slice(i)))
    )
      break;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth--;
    if (!/\s/.test(char)) end = i + 1;
  }
  return end;
}

const MAYBE_COMPARISON = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";

function changedTarget({ parse, text }: Subject): Problem | null {
  const changed = /^(.*?[^-+*/%@&|^<>=!:\s])\s*(?:\*\*|\/\/|>>|<<|[-+*/%@&|^])=(?!=)/.exec(text);
  const target = changed === null ? null : targetName(parse, changed[1]!);
  return target === null
    ? null
    : { ...target, message: `'${target.message}' is an illegal expression for augmented assignment` };
}

function annotatedTarget({ parse, text, line }: Subject): Problem | null {
  const annotated = /^([^:=]*\S)\s*:[^=]*(?:=|$)/.exec(text);
  const target = annotated === null || HEADER_WORDS.has(line.word) ? null : targetName(parse, annotated[1]!);
  return target === null ? null : { ...target, message: 'illegal target for annotation' };
}

function assignedYield({ code }: Subject): Problem | null {
  return /^(?:[^=]*[^=!<>:]=)?\s*yield\b[^=]*[^=!<>:]=(?!=)/.test(code)
    ? { message: 'assignment to yield expression not possible', at: code.search(/\byield\b/) }
    : null;
}

/** Places of `=` outside brackets. */
function assignments(code: string): number[] {
  const places: number[] = [];
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    const char = code.charAt(i);
    if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth--;
    else if (char === '=' && depth === 0 && isAssignment(code, i)) places.push(i);
  }
  return places;
}

function isAssignment(code: string, at: number): boolean {
  return !/[=!<>:+\-*/%@&|^]/.test(code.charAt(at - 1)) && code.charAt(at + 1) !== '=';
}

const WITHOUT_HINT = /^(?:True|False|None|conditional expression|lambda|generator expression)$/;

function assignedTarget({ parse, text, code, line }: Subject): Problem | null {
  if (HEADER_WORDS.has(line.word)) return null;
  const places = assignments(code);
  for (const [i, place] of places.entries()) {
    const start = i === 0 ? 0 : places[i - 1]! + 1;
    const part = text.slice(start, place);
    const target = badTarget(parse, part);
    if (target === null) continue;
    const { message: name } = target;
    const isDisplay =
      inTarget(parse, part, (node) => (DISPLAYS.has(node.type) ? named(node, '') : null)) !== null;
    const hint =
      WITHOUT_HINT.test(name) || places.length > 1 || isDisplay
        ? ''
        : " here. Maybe you meant '==' instead of '='?";
    return moved(target, start, `cannot assign to ${name}${hint}`);
  }
  return null;
}

/** A problem of a part of the line that begins at `start`. */
function moved({ at, end }: Problem, start: number, message: string): Problem {
  return { message, at: start + at, end: start + (end ?? at + 1) };
}

function loopTarget({ parse, text, code }: Subject): Problem | null {
  const loop = /\bfor\s+(.+?)\s+in\b/g;
  for (let match = loop.exec(code); match !== null; match = loop.exec(code)) {
    const start = match.index + match[0].indexOf(match[1]!, 3);
    const target = badTarget(parse, text.slice(start, start + match[1]!.length));
    if (target !== null) return moved(target, start, `cannot assign to ${target.message}`);
  }
  return null;
}

/** `f(a.b=1)`, `(a = 1)`. */
function assignmentInBrackets({ text, code, parses }: Subject): Problem | null {
  const open: { call: boolean; start: number }[] = [];
  for (let i = 0; i < code.length; i++) {
    const char = code.charAt(i);
    const top = open[open.length - 1];
    if (char === '(' || char === '[' || char === '{')
      open.push({ call: char === '(' && isCalled(code.slice(0, i)), start: i + 1 });
    else if (char === ')' || char === ']' || char === '}') open.pop();
    else if (char === ',' && top !== undefined) top.start = i + 1;
    else if (char === '=' && top !== undefined && isAssignment(code, i)) {
      const left = text.slice(top.start, i).trim();
      const isName = /^[^\W\d]\w*$/u.test(left) && !KEYWORDS.has(left);
      const at = top.start + text.slice(top.start).search(/\S/);
      if (top.call && /^(?:True|False|None)$/.test(left))
        return { message: `cannot assign to ${left}`, at, end: i + 1 };
      if (top.call && !isName && !/\b(?:lambda|for)\b|:=/.test(left))
        return {
          message: 'expression cannot contain assignment, perhaps you meant "=="?',
          at,
          end: i + 1,
        };
      if (!top.call && isName && parses(`${text.slice(0, i)}==${text.slice(i + 1)}`))
        return { message: MAYBE_COMPARISON, at, end: operandEnd(code, i + 1) };
    }
  }
  return null;
}

/** `(a.b := 1)`. */
function namedTarget({ parse, text, code }: Subject): Problem | null {
  const walrus = /[([{,]([^([{,:=]*(?:[([][^()[\]]*[)\]])?[^([{,:=]*):=/g;
  for (let match = walrus.exec(code); match !== null; match = walrus.exec(code)) {
    const start = match.index + 1;
    const target = inTarget(parse, text.slice(start, start + match[1]!.length), (node) =>
      named(node, TARGET_NAMES[node.type] ?? OTHER_NAMES[node.type]),
    );
    if (target !== null)
      return moved(target, start, `cannot use assignment expressions with ${target.message}`);
  }
  return null;
}

/** `[*a for b in c]`, `{**a for b in c}`. */
function unpackedComprehension({ code }: Subject): Problem | null {
  const match = /([[({])\s*(\*\*?)\s*((?:[^()[\]{},]|\{\}|\(\)|\[\])*?)\s+(?:async\s+)?for\s/.exec(code);
  if (match === null || isCalled(code.slice(0, match.index))) return null;
  const [all, bracket, stars, operand] = match as unknown as [string, string, string, string];
  const at = match.index + all.indexOf(stars);
  if (stars === '**')
    return bracket === '{'
      ? { message: 'dict unpacking cannot be used in dict comprehension', at, end: at + 2 }
      : null;
  const end = match.index + all.indexOf(operand, at - match.index + 1) + operand.length;
  return { message: 'iterable unpacking cannot be used in comprehension', at, end };
}

/** Whether a bracket behind this text is that of a call. */
function isCalled(before: string): boolean {
  const word = /([^\W\d]\w*)\s*$/u.exec(before)?.[1];
  if (/\b(?:def|class)\s+\w+\s*$/.test(before)) return false;
  return word === undefined ? /[\])"]\s*$/.test(before) : !KEYWORDS.has(word);
}

function missingElse({ text, line, parses }: Subject): Problem | null {
  return /\bif\b/.test(text) && !line.colon && parses(`${text} else 0`)
    ? { message: "expected 'else' after 'if' expression", ...conditional(text) }
    : null;
}

/** The last expression with an `if` of a line, from where it begins. */
function conditional(text: string): { at: number; end: number } {
  const before = text.slice(0, text.search(/\bif\b/));
  const at = /(?:[=([{,:]|\b(?:return|yield|in|assert|await)\b)\s*(?=[^=([{,:]*$)/.exec(before);
  return { at: at === null ? 0 : at.index + at[0].length, end: text.trimEnd().length };
}

function badFstring({ parse, text, line }: Subject): Problem | null {
  return fstringProblem(text, (expression) => {
    const inner = `(${expression})`;
    const plain = { ...line, word: '', colon: false };
    return parsesAlone(parse, inner, plain) ? null : problemOf(parse, inner, plain).message;
  });
}

function badDict({ code }: Subject): Problem | null {
  const display = /\{([^{}]*)\}/g;
  for (let match = display.exec(code); match !== null; match = display.exec(code)) {
    const at = match.index;
    const inside = match[1]!.replace(/\([^()]*\)|\[[^[\]]*\]/g, (part) => '0'.repeat(part.length));
    if (/^\s*\*\*.*\bfor\b/.test(inside))
      return { message: 'dict unpacking cannot be used in dict comprehension', at: at + 1 };
    if (/:\s*(?:,|$)/.test(inside))
      return {
        message: "expression expected after dictionary key and ':'",
        at: at + 1 + inside.search(/:\s*(?:,|$)/),
      };
    const entries = inside.split(',').filter((entry) => entry.trim() !== '');
    const first = entries[0] ?? '';
    const isEntry = (entry: string): boolean => entry.includes(':') || /^\s*\*\*/.test(entry);
    if (isEntry(first) && !/\bfor\b/.test(inside) && entries.some((entry) => !isEntry(entry)))
      return { message: "':' expected after dictionary key", at };
  }
  return null;
}

/** `*1`, which CPython's parser takes, but not its compiler. */
function starredAlone({ text, parses }: Subject): Problem | null {
  return /^\*(?!\*)[^,=]+$/.test(text) && parses(text.slice(1).trim())
    ? { message: "can't use starred expression here", at: 0, end: text.trimEnd().length }
    : null;
}

function missingComma({ parse, text, parses }: Subject): Problem | null {
  if (!/[([{]/.test(text)) return null;
  const gap = /([\w\])}'"])(\s+)(?=[\w([{'"])/g;
  for (let match = gap.exec(text); match !== null; match = gap.exec(text)) {
    const comma = `${text.slice(0, match.index + 1)},${text.slice(match.index + 1)}`;
    const inside =
      (text.slice(0, match.index).match(/[([{]/g)?.length ?? 0) >
      (text.slice(0, match.index + 1).match(/[)\]}]/g)?.length ?? 0);
    if (inside && parses(comma)) {
      const [at, end] = aroundComma(parse, comma, match.index + 1);
      return { message: 'invalid syntax. Perhaps you forgot a comma?', at, end: end - 1 };
    }
  }
  return null;
}

/** From the start of the expression before a comma to the end of that behind it. */
function aroundComma(parse: ParseText, text: string, comma: number): [number, number] {
  const tree = parse(`${text}\n`);
  const sign = tree.rootNode.descendantForIndex(comma, comma + 1);
  const [before, after] = [sign?.previousNamedSibling, sign?.nextNamedSibling];
  const range: [number, number] = [before?.startIndex ?? comma - 1, after?.endIndex ?? comma + 1];
  tree.delete();
  return range;
}

/** CPython's name for what cannot be assigned to, with its place, or null where the text is something else. */
function targetName(parse: ParseText, text: string): Problem | null {
  return inTarget(parse, text, (node) => named(node, TARGET_NAMES[node.type]));
}

function named(node: Node, message: string | undefined): Problem | null {
  return message === undefined ? null : { message, at: node.startIndex, end: node.endIndex };
}

/** The same, of what is in a tuple or list too. */
function badTarget(parse: ParseText, text: string): Problem | null {
  const nameOf = (node: Node): Problem | null => {
    const name = TARGET_NAMES[node.type];
    if (name !== undefined) return named(node, name);
    if (!CONTAINERS.has(node.type)) return null;
    for (const child of node.namedChildren) {
      const inner = child === null ? null : nameOf(child);
      if (inner !== null) return inner;
    }
    return null;
  };
  return inTarget(parse, text, nameOf);
}

function inTarget(parse: ParseText, text: string, visit: (node: Node) => Problem | null): Problem | null {
  const tree = parse(`${text.trim()}\n`);
  const { rootNode } = tree;
  const statement = rootNode.namedChildCount === 1 && !rootNode.hasError ? rootNode.namedChild(0) : null;
  let found: Problem | null = null;
  if (statement?.type === 'expression_statement') {
    for (const child of statement.namedChildren) found ??= child === null ? null : visit(child);
  }
  tree.delete();
  const before = text.length - text.trimStart().length;
  return found === null ? null : moved(found, before, found.message);
}

/** What has brackets of its own. */
const DISPLAYS = new Set(['tuple', 'list']);
const CONTAINERS = new Set([
  ...DISPLAYS,
  'expression_list',
  'parenthesized_expression',
  'list_splat',
  'pattern_list',
]);

const TARGET_NAMES: Record<string, string> = {
  true: 'True',
  false: 'False',
  none: 'None',
  ellipsis: 'ellipsis',
  call: 'function call',
  integer: 'literal',
  float: 'literal',
  string: 'literal',
  concatenated_string: 'literal',
  comparison_operator: 'comparison',
  binary_operator: 'expression',
  unary_operator: 'expression',
  boolean_operator: 'expression',
  not_operator: 'expression',
  conditional_expression: 'conditional expression',
  lambda: 'lambda',
  await: 'await expression',
  dictionary: 'dict literal',
  set: 'set display',
  list_comprehension: 'list comprehension',
  set_comprehension: 'set comprehension',
  dictionary_comprehension: 'dict comprehension',
  generator_expression: 'generator expression',
  yield: 'yield expression',
};

/** What `:=` cannot have on its left beside those. */
const OTHER_NAMES: Record<string, string> = {
  attribute: 'attribute',
  subscript: 'subscript',
  tuple: 'tuple',
  list: 'list',
};
