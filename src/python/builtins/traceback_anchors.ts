/**
 * Which characters of a failing expression its traceback underlines with `^` (the others get `~`): the operator of a binary
 * operation, the brackets of a subscription. CPython parses the segment; here it is scanned.
 */

/** Binary operators by precedence, loosest first. */
const LEVELS = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '//', '%', '@'], ['**']];
const OPERATORS = LEVELS.flat().sort((a, b) => b.length - a.length);

/** Words that make a segment no operation of two operands: another expression, or a statement. */
const KEYWORD =
  /^(if|else|or|and|not|lambda|in|is|await|yield|for|assert|return|raise|del|import|from|global|nonlocal|class|def|while|with|try|except|finally|elif|pass|break|continue|async)$/;

interface Operator {
  text: string;
  at: number;
}

/** The start and end of the anchor in a segment, or undefined where the expression is neither. */
export function operatorAnchors(segment: string): [number, number] | undefined {
  const operators: Operator[] = [];
  let depth = 0;
  let operand = false;
  let i = 0;
  /** Where the last bracket at depth 0 that follows an operand opened and closed. */
  let subscript: [number, number] | undefined;
  let opened = -1;
  let openedAfterOperand = false;
  let end = 0;
  while (i < segment.length) {
    const c = segment[i]!;
    if (/\s/.test(c)) {
      i++;
      continue;
    }
    if (c === '#') return undefined;
    const string = /^[rbuf]{0,2}("""|'''|"|')/i.exec(segment.slice(i));
    if (string !== null) {
      const quote = string[1]!;
      let j = i + string[0].length;
      while (j < segment.length && !segment.startsWith(quote, j)) j += segment[j] === '\\' ? 2 : 1;
      i = j + quote.length;
      operand = true;
      end = i;
      if (depth === 0) subscript = undefined;
      continue;
    }
    if ('([{'.includes(c)) {
      if (depth === 0) {
        opened = i;
        openedAfterOperand = c === '[' && operand;
        subscript = undefined;
      }
      depth++;
      operand = false;
      i++;
      continue;
    }
    if (')]}'.includes(c)) {
      depth--;
      if (depth < 0) return undefined;
      operand = true;
      i++;
      end = i;
      if (depth === 0 && openedAfterOperand) subscript = [opened, i];
      continue;
    }
    const word = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_]|\.\d|(?<=[eE])[+-](?=\d))*/u.exec(segment.slice(i));
    if (word !== null) {
      if (depth === 0) {
        if (KEYWORD.test(word[0])) return undefined;
        subscript = undefined;
      }
      i += word[0].length;
      operand = !KEYWORD.test(word[0]);
      end = i;
      continue;
    }
    if (depth > 0) {
      operand = c === '.' ? operand : false;
      i++;
      continue;
    }
    if (/^(==|!=|<=|>=|:=)/.test(segment.slice(i))) return undefined;
    const operator = OPERATORS.find((text) => segment.startsWith(text, i));
    if (operator !== undefined) {
      if (operand) operators.push({ text: operator, at: i });
      else if (operator !== '+' && operator !== '-') return undefined;
      operand = false;
      subscript = undefined;
      i += operator.length;
      continue;
    }
    if (segment.startsWith('...', i)) {
      subscript = undefined;
      operand = true;
      i += 3;
      end = i;
      continue;
    }
    if (c === '.') {
      subscript = undefined;
      operand = false;
      i++;
      continue;
    }
    if (c === '~') {
      i++;
      continue;
    }
    return undefined;
  }
  if (depth !== 0) return undefined;
  for (const level of LEVELS) {
    const found = operators.filter(({ text }) => level.includes(text));
    if (found.length === 0) continue;
    // A unary operator in front binds looser than `**` only.
    if (level[0] === '**' && /^[-+~]/.test(segment)) return undefined;
    const { text, at } = level[0] === '**' ? found[0]! : found[found.length - 1]!;
    return [at, at + text.length];
  }
  if (subscript !== undefined && subscript[1] === end && !/^[-+~]/.test(segment)) return subscript;
  return undefined;
}
