/** f-strings and template strings. */
import type { BinOp, Expr, FormattedValue, Interpolation, JoinedStr, TemplateStr } from '../ast.js';
import { Op } from '../code.js';
import { fold, NONE } from './constants.js';
import { STACK_USE_GUIDELINE } from './displays.js';
import { expression, loadInt } from './expressions.js';
import type { Unit } from './unit.js';

const WITH_SPEC = 4;
/** FORMAT_VALUE's argument for `!s`, `!r`, `!a`. */
const CONVERSIONS: Record<number, number> = { 115: 1, 114: 2, 97: 3 };

/** `operator`: made of a `%` operation, whose fields have places of their own; those of an f-string are formatted at the string. */
export function joinedString(u: Unit, e: JoinedStr, operator = false): void {
  const { values } = e;
  const part = (value: Expr): void => {
    if (value.kind === 'FormattedValue' && !operator) formattedValue(u, value);
    else expression(u, value);
  };
  if (values.length > STACK_USE_GUIDELINE) {
    u.loadString('');
    u.emitName(Op.LOAD_METHOD, 'join');
    u.emit(Op.BUILD_LIST, 0);
    for (const value of values) {
      part(value);
      u.emit(Op.LIST_APPEND, 1);
    }
    u.emit(Op.CALL, 1);
    return;
  }
  for (const value of values) part(value);
  if (values.length === 0) u.loadString('');
  else if (values.length !== 1) u.emit(Op.BUILD_STRING, values.length);
}

export function formattedValue(u: Unit, e: FormattedValue): void {
  expression(u, e.value);
  let arg = CONVERSIONS[e.conversion] ?? 0;
  if (e.format_spec !== null) {
    expression(u, e.format_spec);
    arg |= WITH_SPEC;
  }
  u.emit(Op.FORMAT_VALUE, arg);
}

/** `t'…'` calls `string.templatelib.Template` with its parts (in 3.14, one instruction does). */
export function templateString(u: Unit, e: TemplateStr | Interpolation): void {
  const parts: Expr[] = e.kind === 'TemplateStr' ? e.values : [e];
  u.emit(Op.PUSH_NULL);
  templateClass(u, 'Template');
  for (const part of parts) {
    if (part.kind !== 'Interpolation') {
      expression(u, part);
      continue;
    }
    u.emit(Op.PUSH_NULL);
    templateClass(u, 'Interpolation');
    expression(u, part.value);
    u.loadString(part.str);
    if (part.conversion < 0) u.loadConst(NONE);
    else u.loadString(String.fromCharCode(part.conversion));
    if (part.format_spec === null) u.loadString('');
    else expression(u, part.format_spec);
    u.emit(Op.CALL, 4);
  }
  u.emit(Op.CALL, parts.length);
}

function templateClass(u: Unit, name: string): void {
  loadInt(u, 0);
  u.loadConst({ type: 'tuple', items: [{ type: 'str', value: name }] });
  u.emitName(Op.IMPORT_NAME, 'string.templatelib');
  u.emitName(Op.IMPORT_FROM, name);
  u.emit(Op.SWAP, 2);
  u.emit(Op.POP_TOP);
}

/**
 * `'%s: %r' % (a, b)` is an f-string for CPython's optimizer, if its fields are plain ones and there is one for each item:
 * then each item is formatted as soon as it is evaluated.
 */
export function formatOperator(e: BinOp): JoinedStr | null {
  const { left, right } = e;
  if (e.op !== 'Mod' || right.kind !== 'Tuple') return null;
  const format = fold(left);
  if (format === null || format.type !== 'str' || fold(right) !== null) return null;
  if (right.elts.some((elt) => elt.kind === 'Starred')) return null;
  const values: Expr[] = [];
  let literal = '';
  const flush = (): void => {
    if (literal !== '') values.push({ ...e, kind: 'Constant', value: { type: 'str', value: literal } });
    literal = '';
  };
  const text = format.value;
  const field = /%(?:%|(-?)(\d{0,2})(?:\.(\d{1,2}))?([sra]))/y;
  let used = 0;
  for (let at = 0; at < text.length;) {
    if (text[at] !== '%') {
      literal += text[at++];
      continue;
    }
    field.lastIndex = at;
    const match = field.exec(text);
    if (match === null) return null;
    at = field.lastIndex;
    const [whole, minus, width, precision, conversion] = match;
    if (whole === '%%') {
      literal += '%';
      continue;
    }
    const value = right.elts[used++];
    if (value === undefined) return null;
    flush();
    const isPadded = Number(width) > 0;
    const spec = `${isPadded && minus === '' ? '>' : ''}${isPadded ? Number(width) : ''}${precision === undefined ? '' : `.${precision}`}`;
    const where = { line: value.line, col: value.col, endLine: value.endLine, endCol: value.endCol };
    values.push({
      ...where,
      kind: 'FormattedValue',
      value,
      conversion: conversion!.charCodeAt(0),
      format_spec:
        spec === ''
          ? null
          : {
              ...where,
              kind: 'JoinedStr',
              values: [{ ...where, kind: 'Constant', value: { type: 'str', value: spec } }],
            },
    });
  }
  flush();
  if (used !== right.elts.length) return null;
  return { line: e.line, col: e.col, endLine: e.endLine, endCol: e.endCol, kind: 'JoinedStr', values };
}
