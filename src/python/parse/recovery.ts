/**
 * What to do where tree-sitter finds an error.
 *
 * Three things: say what is wrong in CPython's words; save valid Python that the grammar misreads; and
 * parse again with the broken lines blanked out, so that one broken line costs only itself and not the
 * class around it. Blanked and disguised texts have the length of the original, so every position of the
 * tree is one of the source.
 */
import type { Tree } from 'web-tree-sitter';
import { explain } from './explain';
import { indentationFailures, type LogicalLine, scanLines } from './lines';
import { errorRanges, HEADER_WORDS, KEYWORDS, parsesAlone, type ParseText } from './lone-lines';
import type { Failure } from './statements';

/** A region that was blanked out; the statement found there stands for what did not parse. */
export interface Repair {
  start: number;
  end: number;
  message: string;
}

export interface Recovery {
  /** The tree to convert; the caller deletes it. */
  tree: Tree;
  repairs: Repair[];
  failures: Failure[];
}

const MAX_ROUNDS = 4;
/** Lines that are parsed alone, at most, to find the broken ones. */
const MAX_LINES_TRIED = 2000;
/** Lines that are blanked out and failures that are told, at most: a text with more is no Python, and each costs as much as the text is long. */
const MAX_BROKEN = 200;
const MAX_FAILURES = 1000;

/**
 * Parses a text again that has errors. `tree` is its first tree, which stays the caller's.
 * `parse` makes a tree of any text.
 */
export function recover(parse: ParseText, text: string, lineStarts: Int32Array, tree: Tree): Recovery {
  const repairs: Repair[] = [];
  const failures: Failure[] = [];
  const scan = scanLines(text, lineStarts);
  failures.push(...scan.failures.slice(0, MAX_FAILURES));
  const indentation = indentationFailures(scan.lines, text, lineStarts);
  // A bracket or a quote that does not close makes nonsense of the indentation that follows.
  if (failures.length === 0) failures.push(...indentation.slice(0, MAX_FAILURES));

  let current = text;
  let result = tree;
  const broken = new Set<LogicalLine>();
  for (const line of scan.lines) {
    if (!line.broken) continue;
    if (broken.size >= MAX_BROKEN) break;
    broken.add(line);
    blameEarlierError(parse, text, line, failures);
    const message = failures.find(
      (failure) => failure.start >= line.start && failure.start < line.end + 1,
    )?.message;
    current = blank(current, line, scan.lines, repairs, message ?? 'invalid syntax');
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (current !== text || round > 0) {
      if (result !== tree) result.delete();
      result = parse(current);
      if (!result.rootNode.hasError) break;
    }
    const before = current;
    const ranges = errorRanges(result);
    // A missing line end between two statements is an error without a node.
    if (ranges.length === 0 && result.rootNode.hasError) ranges.push([0, text.length]);
    if (round === 0) ranges.push(...unfinished(scan.lines, text));
    const suspects = suspectLines(
      scan.lines,
      ranges.sort((a, b) => a[0] - b[0]),
      broken,
    );
    if (round === 0) for (const line of suspects) current = joinLines(current, line);
    // Where that was all, the next round sees no error.
    if (current !== before && round === 0 && result.rootNode.hasError) continue;
    for (const line of suspects) {
      const alone = current.slice(line.start, line.end);
      if (broken.size >= MAX_BROKEN) break;
      if (parsesAlone(parse, alone, line)) continue;
      const disguised = disguise(alone);
      if (disguised !== alone && parsesAlone(parse, disguised, line)) {
        current = current.slice(0, line.start) + disguised + current.slice(line.end);
        continue;
      }
      broken.add(line);
      const failure = explain(parse, alone, line);
      failures.push(failure);
      current = blank(current, line, scan.lines, repairs, failure.message);
    }
    if (current === before) break;
  }
  repairs.sort((a, b) => a.start - b.start);
  return { tree: result === tree ? parse(current) : result, repairs, failures };
}

/**
 * A bracket that was never closed is what CPython reports only if it finds no error on the bracket's own
 * line, that is, if the line could go on.
 */
function blameEarlierError(parse: ParseText, text: string, line: LogicalLine, failures: Failure[]): void {
  const { missing } = line;
  if (missing === null) return;
  const failure = failures.find(
    ({ start, message }) => start >= line.start && start <= line.end && message.endsWith('was never closed'),
  );
  if (failure === undefined) return;
  const head = text
    .slice(line.start, missing.end)
    .trimEnd()
    .replace(/\s#[^'"]*$/, '');
  const opens = { ...line, colon: HEADER_WORDS.has(line.word) };
  const colon = opens.colon ? ':' : '';
  const goesOn = ['', 'x', ' x', ': x', ' in x'].some((more) =>
    parsesAlone(parse, head + more + missing.closers + colon, opens),
  );
  if (!goesOn) failure.message = 'invalid syntax';
}

/**
 * Puts a statement on one line: tree-sitter-python takes an operator inside brackets, followed by a line
 * that is indented less than the block, for the end of the block.
 */
function joinLines(text: string, { blanks }: LogicalLine): string {
  for (let i = 0; i < blanks.length; i += 2) {
    const start = blanks[i]!;
    const end = blanks[i + 1]!;
    text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
  }
  return text;
}

const UNFINISHED =
  /(?:[-+*/%@&|^~<>=.]|\b(?:and|or|not|in|is|if|else|lambda|import|from|as|for|while|with|def|class|assert|del|await|async|elif))$/;

/** Lines that end within an expression: the grammar reads on in the next line, and may see no error. */
function unfinished(lines: readonly LogicalLine[], text: string): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start, end } of lines) {
    if (UNFINISHED.test(text.slice(Math.max(start, end - 10), end))) ranges.push([start, start]);
  }
  return ranges;
}

function suspectLines(
  lines: readonly LogicalLine[],
  ranges: readonly [number, number][],
  broken: ReadonlySet<LogicalLine>,
): LogicalLine[] {
  const suspects: LogicalLine[] = [];
  let index = 0;
  let reach = -1;
  for (let i = 0; i < lines.length && suspects.length < MAX_LINES_TRIED; i++) {
    const line = lines[i]!;
    const lineReach = i + 1 < lines.length ? lines[i + 1]!.start : Infinity;
    while (index < ranges.length && ranges[index]![0] < lineReach) {
      reach = Math.max(reach, ranges[index]![1], ranges[index]![0]);
      index++;
    }
    if (reach >= line.start && !broken.has(line)) suspects.push(line);
  }
  return suspects;
}

/**
 * Valid Python that the grammar refuses, rewritten in the same length to something it reads with the
 * same structure. Names and literals are later cut out of the original text.
 * - `x: a[b][c]`: a name in an annotation that is followed by a bracket becomes a number.
 * - `def f[T = int]()`: the `=` of a type parameter becomes a colon.
 * - `f"{x:=^5}"`: the `=` that begins a format becomes `>`.
 * - `x, *[y]`: the star before a display becomes a name that is called.
 */
export function disguise(line: string): string {
  let result = line.replace(/\{(?:[^{}()'"\n]|\([^()'"\n]*\))*?:=/g, (field) => `${field.slice(0, -1)}>`);
  const starred = /(?<=(?:^|[,=[({:]|\b(?:return|yield|in))\s*)\*\s*(?=[[({])/g;
  for (let match = starred.exec(result); match !== null; match = starred.exec(result))
    result = asCall(result, match.index, match.index + match[0].length);
  const generic = /(?:\b(?:def|class)\s+|^type\s+)[^\W\d]\w*\s*\[/gu.exec(result);
  if (generic !== null) {
    let depth = 1;
    for (let i = generic.index + generic[0].length; i < result.length && depth > 0; i++) {
      const char = result.charAt(i);
      if (char === '[' || char === '(' || char === '{') depth++;
      else if (char === ']' || char === ')' || char === '}') depth--;
      else if (
        char === '=' &&
        depth === 1 &&
        !/[=!<>:]/.test(result.charAt(i - 1)) &&
        result.charAt(i + 1) !== '='
      ) {
        result = `${result.slice(0, i)}:${result.slice(i + 1)}`;
      }
    }
  }
  return result.replace(
    /(\b(?:def|class|type)\s+)?(?<![.\w])([^\W\d]\w*)(?=\s*\[)/gu,
    (whole, defines, name: string) =>
      defines !== undefined || KEYWORDS.has(name) ? whole : '1'.repeat(name.length),
  );
}

/** The index of the bracket that closes the one at `open`, or -1. */
function closing(line: string, open: number): number {
  let depth = 0;
  for (let i = open; i < line.length; i++) {
    const char = line.charAt(i);
    if (char === '"' || char === "'") {
      const string = /^(?:'''.*?'''|""".*?"""|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")/s.exec(line.slice(i));
      if (string === null) return -1;
      i += string[0].length - 1;
    } else if (char === '[' || char === '(' || char === '{') depth++;
    else if ((char === ']' || char === ')' || char === '}') && --depth === 0) return i;
  }
  return -1;
}

/**
 * Gives the list display that opens at `open` the brackets of a set, and the parentheses there if an attribute, a call or a
 * subscript follows; the conversion tells them apart by the source.
 */
export function asSet(line: string, open: number): string {
  const close = closing(line, open);
  if (line.charAt(open) === '(' && !/^\s*[[(.]/.test(line.slice(close + 1))) return line;
  return close < 0 ? line : `${line.slice(0, open)}{${line.slice(open + 1, close)}}${line.slice(close + 1)}`;
}

/** Makes a call of a name in the place of the star from the display that opens at `open`; see `starredDisplay`. */
function asCall(line: string, star: number, open: number): string {
  const close = closing(line, open);
  return close < 0
    ? line
    : `${line.slice(0, star)}x${line.slice(star + 1, open)}(${line.slice(open + 1, close)})${line.slice(close + 1)}`;
}

/** Replaces a broken line by a statement of the same shape, and notes that. Keeps line ends. */
function blank(
  text: string,
  line: LogicalLine,
  lines: readonly LogicalLine[],
  repairs: Repair[],
  message: string,
): string {
  const next = lines[lines.indexOf(line) + 1];
  const opens = next !== undefined && next.column > line.column && HEADER_WORDS.has(line.word);
  let stand: string;
  if (!opens) stand = '0';
  else if (line.word === 'elif' || line.word === 'else') stand = 'elif 0:';
  else if (line.word === 'except') stand = 'except:';
  else if (line.word === 'finally') stand = 'finally:';
  else if (line.word === 'try') stand = 'try:';
  else if (line.word === 'case') stand = 'case _:';
  else stand = 'if 0:';
  if (stand.length > line.end - line.start) {
    if (line.word === 'else') stand = 'else:';
    if (stand.length > line.end - line.start) return text;
  }
  repairs.push({ start: line.start, end: line.end, message });
  const rest = text.slice(line.start + stand.length, line.end).replace(/[^\r\n]/g, ' ');
  // White space over several lines would end the statement early behind a colon; it is blank anyway.
  return text.slice(0, line.start) + stand + rest + text.slice(line.end);
}
