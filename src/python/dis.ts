/** The disassembler: the text of a code object in the style of CPython 3.11's `dis.dis`. */
import { BINARY_OPERATORS, COMPARE_OPERATORS, Op, OPCODES } from './code.js';
import { isJump } from './compile/effects.js';
import { floatText, quoted } from './compile/unparse.js';
import type { Value } from './heap.js';
import { Ellipsis, PyBytes, PyCode, PyComplex, PyFloat, PyFrozenSet, PyTuple } from './objects.js';

const OPNAME_WIDTH = 20;
const OPARG_WIDTH = 5;
const OFFSET_WIDTH = 4;

/** Instructions without an argument: it is not shown. */
const HAS_ARGUMENT =
  /^(COPY|SWAP|LOAD_(?!BUILD|ASSERTION)|STORE_(?!SUBSCR)|DELETE_(?!SUBSCR)|MAKE_|BINARY_OP|COMPARE_OP|IS_OP|CONTAINS_OP|BUILD_|LIST_(?!TO)|SET_|MAP_|DICT_|UNPACK_|CALL|YIELD_VALUE|RAISE_|IMPORT_(?!STAR)|FORMAT_VALUE|MATCH_CLASS|COPY_FREE)/;
const NAMED = /_(NAME|GLOBAL|ATTR|METHOD)$|^IMPORT_FROM$/;
const VARIABLE = /_(FAST|DEREF|CLASSDEREF|CLOSURE|CELL)$/;
const CONVERSIONS = ['', 'str', 'repr', 'ascii'];
const FUNCTION_PARTS = ['defaults', 'kwdefaults', 'annotations', 'closure'];

/**
 * Disassembles a code object and the ones in its constants. Offsets are indices of instructions; the numbers in brackets
 * behind an exception range are the depth that the stack is cut to.
 */
export function dis(code: PyCode): string {
  const parts = [disassemble(code)];
  for (const value of code.body.consts) {
    if (value instanceof PyCode) parts.push(`Disassembly of ${describe(value)}:\n${dis(value)}`);
  }
  return parts.join('\n');
}

function disassemble(code: PyCode): string {
  const { ops, positions, exceptionTable } = code.body;
  const targets = new Set(exceptionTable.map(({ target }) => target));
  let lastLine = 0;
  ops.forEach((instruction, i) => {
    if (isJump(instruction & 0xff)) targets.add(instruction >> 8);
    lastLine = Math.max(lastLine, positions[i * 4]!);
  });
  const width = Math.max(3, String(lastLine).length);
  let text = '';
  let line = -1;
  ops.forEach((instruction, i) => {
    const name = OPCODES[instruction & 0xff]!;
    const arg = instruction >> 8;
    const starts = positions[i * 4] !== line;
    if (starts && i > 0) text += '\n';
    line = positions[i * 4]!;
    const fields = [
      starts ? String(line).padStart(width) : ' '.repeat(width),
      '   ',
      targets.has(i) ? '>>' : '  ',
    ];
    fields.push(String(i).padStart(OFFSET_WIDTH), name.padEnd(OPNAME_WIDTH));
    if (isJump(instruction & 0xff) || HAS_ARGUMENT.test(name)) {
      fields.push(String(arg).padStart(OPARG_WIDTH));
      const meaning = argument(code, name, instruction & 0xff, arg);
      if (meaning !== '') fields.push(`(${meaning})`);
    }
    text += `${fields.join(' ').trimEnd()}\n`;
  });
  if (exceptionTable.length > 0) {
    text += 'ExceptionTable:\n';
    for (const { start, end, target, depth } of exceptionTable) {
      text += `  ${start} to ${end - 1} -> ${target} [${depth}]\n`;
    }
  }
  return text;
}

function argument(code: PyCode, name: string, op: number, arg: number): string {
  const { body, init } = code;
  if (isJump(op)) return `to ${arg}`;
  if (op === Op.LOAD_CONST || op === Op.RAISE_SYNTAX_ERROR) return describe(body.consts[arg] as Value);
  if (NAMED.test(name)) return body.names[arg] ?? '?';
  if (VARIABLE.test(name)) return [...init.varnames, ...init.cellvars, ...init.freevars][arg] ?? '?';
  switch (op) {
    case Op.BINARY_OP: {
      const count = BINARY_OPERATORS.length;
      return arg < count ? BINARY_OPERATORS[arg]! : `${BINARY_OPERATORS[arg - count]}=`;
    }
    case Op.COMPARE_OP:
      return COMPARE_OPERATORS[arg] ?? '?';
    case Op.MAKE_FUNCTION:
      return FUNCTION_PARTS.filter((_, i) => arg & (1 << i)).join(', ');
    case Op.FORMAT_VALUE:
      return [CONVERSIONS[arg & 3]!, arg & 4 ? 'with format' : ''].filter((part) => part !== '').join(', ');
    default:
      return '';
  }
}

function describe(value: Value): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof PyCode) {
    const { name, filename, firstLine } = value.init;
    return `<code object ${name}, file "${filename}", line ${firstLine}>`;
  }
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof PyComplex) return `${floatText(value.imag).replace(/\.0$/, '')}j`;
  if (value instanceof PyBytes) return `b${quoted(String.fromCharCode(...value.data), true)}`;
  if (value instanceof PyTuple) {
    return `(${value.items.map(describe).join(', ')}${value.items.length === 1 ? ',' : ''})`;
  }
  if (value instanceof PyFrozenSet) return `frozenset({${[...value.keys()].map(describe).join(', ')}})`;
  return value === Ellipsis ? 'Ellipsis' : '?';
}
