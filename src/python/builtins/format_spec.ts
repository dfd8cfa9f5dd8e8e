/** The format mini-language: `format(value, spec)` of int, float, complex and str. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyComplex } from '../objects.js';
import type { VM } from '../vm.js';
import { exponentText, fixedText, generalText, shortest, specialText } from './float_text.js';
import { intText, intToFloat, type Int } from './numbers.js';
import { subtext, textLength } from './text.js';

interface FormatSpec {
  fill: string;
  align: '' | '<' | '>' | '=' | '^';
  sign: '' | '+' | '-' | ' ';
  noNegativeZero: boolean;
  alternate: boolean;
  width: number;
  grouping: '' | ',' | '_';
  precision: number | undefined;
  type: string;
}

const PATTERN = /^(?:([^])?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([^])?$/u;

function parse(vm: VM, text: string, typeName: string, defaultAlign: '<' | '>'): FormatSpec {
  const match = PATTERN.exec(text);
  if (match === null) {
    if (/\.(?!\d)/.test(text)) throw vm.error('ValueError', 'Format specifier missing precision');
    if (/,_|_,/.test(text)) throw vm.error('ValueError', "Cannot specify both ',' and '_'.");
    throw vm.error('ValueError', `Invalid format specifier '${text}' for object of type '${typeName}'`);
  }
  if (match[10] === '.') throw vm.error('ValueError', 'Format specifier missing precision');
  if (match[8] !== undefined && match[10] !== undefined && ',_'.includes(match[10]))
    throw vm.error(
      'ValueError',
      match[8] === match[10]
        ? `Cannot specify '${match[8]}' with '${match[10]}'.`
        : "Cannot specify both ',' and '_'.",
    );
  const [, fill, align, sign, z, alternate, zero, width, grouping, precision, type] = match;
  for (const digits of [width, precision])
    if (digits !== undefined && digits.length > 18)
      throw vm.error('ValueError', 'Too many decimal digits in format string');
  const spec: FormatSpec = {
    fill: fill ?? (zero !== undefined && align === undefined ? '0' : ' '),
    align: (align ?? '') as FormatSpec['align'],
    sign: (sign ?? '') as FormatSpec['sign'],
    noNegativeZero: z !== undefined,
    alternate: alternate !== undefined,
    width: width === undefined ? 0 : Number(width),
    grouping: (grouping ?? '') as FormatSpec['grouping'],
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? (typeName === 'str' ? 's' : ''),
  };
  if (zero !== undefined && fill === undefined) spec.fill = '0';
  if (spec.align === '' && zero !== undefined && defaultAlign === '>') spec.align = '=';
  if (spec.grouping !== '' && !/^[defgEGFn%bBoxX]?$/.test(spec.type)) cannotGroup(vm, spec);
  if (spec.grouping === ',' && /^[boxXnB]$/.test(spec.type)) cannotGroup(vm, spec);
  if (spec.grouping === '_' && spec.type === 'n') cannotGroup(vm, spec);
  return spec;
}

function cannotGroup(vm: VM, spec: FormatSpec): never {
  throw vm.error('ValueError', `Cannot specify '${spec.grouping}' with '${spec.type}'.`);
}

function unknownCode(vm: VM, spec: FormatSpec, typeName: string): never {
  const code = spec.type.codePointAt(0)!;
  const shown = code > 32 && code < 128 ? spec.type : `\\x${code.toString(16)}`;
  throw vm.error('ValueError', `Unknown format code '${shown}' for object of type '${typeName}'`);
}

/** Pads to the width. */
function pad(text: string, spec: FormatSpec, defaultAlign: '<' | '>'): string {
  const missing = spec.width - textLength(text);
  if (missing <= 0) return text;
  const align = spec.align === '' || spec.align === '=' ? defaultAlign : spec.align;
  if (align === '<') return text + spec.fill.repeat(missing);
  if (align === '>') return spec.fill.repeat(missing) + text;
  const left = missing >> 1;
  return spec.fill.repeat(left) + text + spec.fill.repeat(missing - left);
}

/** Puts separators into the integer digits. */
function group(digits: string, separator: string, size: number): string {
  let result = '';
  let end = digits.length;
  for (; end > size; end -= size) result = separator + digits.slice(end - size, end) + result;
  return digits.slice(0, end) + result;
}

/** Sign, prefix, digits and rest, grouped and padded as the spec says. */
function assemble(
  spec: FormatSpec,
  negative: boolean,
  prefix: string,
  integer: string,
  rest: string,
): string {
  const sign = negative ? '-' : spec.sign === '+' ? '+' : spec.sign === ' ' ? ' ' : '';
  const size = /^[boxXB]$/.test(spec.type) ? 4 : 3;
  const numeric = /^\d/.test(integer) || spec.type.toLowerCase() === 'x';
  let digits = spec.grouping !== '' && numeric ? group(integer, spec.grouping, size) : integer;
  if (spec.align === '=') {
    const room = spec.width - textLength(sign + prefix + rest);
    if (spec.fill === '0' && spec.grouping !== '' && numeric) {
      let padded = integer;
      while (digits.length < room) digits = group((padded = '0' + padded), spec.grouping, size);
    } else if (digits.length < room) digits = spec.fill.repeat(room - digits.length) + digits;
    return sign + prefix + digits + rest;
  }
  return pad(sign + prefix + digits + rest, spec, '>');
}

/** `format(str, spec)`. */
export function formatText(vm: VM, value: string, specText: string, typeName = 'str'): string {
  if (specText === '') return value;
  const spec = parse(vm, specText, 'str', '<');
  if (spec.type !== 's') unknownCode(vm, spec, typeName);
  if (spec.sign !== '')
    throw vm.error(
      'ValueError',
      spec.sign === ' '
        ? 'Space not allowed in string format specifier'
        : 'Sign not allowed in string format specifier',
    );
  if (spec.noNegativeZero)
    throw vm.error('ValueError', 'Negative zero coercion (z) not allowed in string format specifier');
  if (spec.alternate)
    throw vm.error('ValueError', 'Alternate form (#) not allowed in string format specifier');
  if (spec.align === '=')
    throw vm.error('ValueError', "'=' alignment not allowed in string format specifier");
  return pad(spec.precision === undefined ? value : subtext(value, 0, spec.precision), spec, '<');
}

const RADIX: Record<string, number> = { b: 2, o: 8, x: 16, X: 16 };

/** `format(int, spec)`. */
export function formatInt(vm: VM, value: Int, specText: string, typeName = 'int'): string {
  if (specText === '') return intText(vm, value);
  const spec = parse(vm, specText, typeName, '>');
  if ('eEfFgG%'.includes(spec.type) && spec.type !== '')
    return formatFloat(vm, intToFloat(vm, value), specText);
  if (!/^[bcdoxXn]?$/.test(spec.type)) unknownCode(vm, spec, typeName);
  if (spec.precision !== undefined)
    throw vm.error('ValueError', 'Precision not allowed in integer format specifier');
  if (spec.noNegativeZero)
    throw vm.error('ValueError', 'Negative zero coercion (z) not allowed in integer format specifier');
  if (spec.type === 'c') {
    if (spec.sign !== '') throw vm.error('ValueError', "Sign not allowed with integer format specifier 'c'");
    if (spec.alternate)
      throw vm.error('ValueError', "Alternate form (#) not allowed with integer format specifier 'c'");
    if (BigInt.asIntN(64, BigInt(value)) !== BigInt(value))
      throw vm.error('OverflowError', 'Python int too large to convert to C long');
    if (value < 0 || value > 0x10ffff) throw vm.error('OverflowError', '%c arg not in range(0x110000)');
    return pad(String.fromCodePoint(Number(value)), spec, '>');
  }
  const negative = value < 0;
  const absolute = negative ? -value : value;
  if (spec.type === '' || spec.type === 'd' || spec.type === 'n')
    return assemble(spec, negative, '', intText(vm, absolute), '');
  const radix = RADIX[spec.type];
  if (radix === undefined) return unknownCode(vm, spec, typeName);
  const digits = absolute.toString(radix);
  const prefix = spec.alternate ? '0' + spec.type : '';
  return assemble(spec, negative, prefix, spec.type === 'X' ? digits.toUpperCase() : digits, '');
}

/** The text of `|value|` for a float format type; precision as given. */
export function floatDigits(
  value: number,
  type: string,
  precision: number | undefined,
  alternate: boolean,
): string {
  const special = specialText(Math.abs(value));
  if (special !== undefined)
    return /[EFG]/.test(type) ? special.toUpperCase() : special + (type === '%' ? '%' : '');
  let text: string;
  switch (type) {
    case 'f':
    case 'F':
      text = fixedText(value, precision ?? 6);
      if (alternate && precision === 0) text += '.';
      break;
    case '%':
      text = fixedText(value * 100, precision ?? 6);
      if (alternate && precision === 0) text += '.';
      text += '%';
      break;
    case 'e':
    case 'E':
      text = exponentText(value, precision ?? 6);
      if (alternate && precision === 0) text = text.replace('e', '.e');
      break;
    case '':
      if (precision === undefined) {
        text = shortest(Math.abs(value), 16, true);
        if (alternate && !text.includes('.')) text = text.replace('e', '.e');
      } else text = generalText(value, precision, alternate, true);
      break;
    default:
      text = generalText(value, precision ?? 6, alternate);
  }
  return /[EFG]/.test(type) ? text.toUpperCase() : text;
}

/** `format(float, spec)`. */
export function formatFloat(vm: VM, value: number, specText: string, typeName = 'float'): string {
  const spec = parse(vm, specText, typeName, '>');
  if (!/^[eEfFgGn%]?$/.test(spec.type)) unknownCode(vm, spec, typeName);
  const text = floatDigits(value, spec.type, spec.precision, spec.alternate);
  let negative = value < 0 || Object.is(value, -0);
  if (spec.noNegativeZero && negative && !/[1-9in]/i.test(text.replace(/e.*$/i, ''))) negative = false;
  const split = /^(\d+)(.*)$/s.exec(text);
  return split === null
    ? assemble(spec, negative, '', text, '')
    : assemble(spec, negative, '', split[1]!, split[2]!);
}

/** `format(complex, spec)`. */
export function formatComplex(vm: VM, value: PyComplex, specText: string, typeName = 'complex'): string {
  const spec = parse(vm, specText, 'complex', '>');
  if (spec.type === '%' || !/^[eEfFgGn]?$/.test(spec.type)) unknownCode(vm, spec, typeName);
  if (spec.fill === '0')
    throw vm.error('ValueError', 'Zero padding is not allowed in complex format specifier');
  if (spec.align === '=')
    throw vm.error('ValueError', "'=' alignment flag is not allowed in complex format specifier");
  const part = (x: number, sign: string): string => {
    const text = floatDigits(
      x,
      spec.type === '' && spec.precision !== undefined ? 'g' : spec.type,
      spec.precision,
      spec.alternate,
    );
    const digits =
      spec.type === '' && spec.precision === undefined
        ? text.replace(/\.0$/, spec.alternate ? '.' : '')
        : text;
    const split = /^(\d+)(.*)$/s.exec(digits);
    const shown =
      spec.grouping !== '' && split !== null ? group(split[1]!, spec.grouping, 3) + split[2]! : digits;
    const isZero = spec.noNegativeZero && !/[1-9in]/i.test(text.replace(/e.*$/i, ''));
    return ((x < 0 || Object.is(x, -0)) && !isZero ? '-' : sign) + shown;
  };
  const sign = spec.sign === '+' ? '+' : spec.sign === ' ' ? ' ' : '';
  if (spec.type !== '') return pad(`${part(value.real, sign)}${part(value.imag, '+')}j`, spec, '>');
  const text =
    value.real === 0 && !Object.is(value.real, -0)
      ? `${part(value.imag, sign)}j`
      : `(${part(value.real, sign)}${part(value.imag, '+')}j)`;
  return pad(text, spec, '>');
}

/** `repr(complex)`. */
export function complexRepr(value: PyComplex): string {
  const part = (x: number): string => {
    const text = specialText(x) ?? shortest(x, 16, false);
    return text;
  };
  const imag = part(value.imag);
  if (value.real === 0 && !Object.is(value.real, -0)) return `${imag}j`;
  return `(${part(value.real)}${imag.startsWith('-') ? '' : '+'}${imag}j)`;
}

/** The value of a format argument that must be a str. */
export function specOf(vm: VM, spec: Value): string {
  const text = vm.asStr(spec);
  if (text === undefined)
    throw vm.error(
      'TypeError',
      `__format__() argument must be str, not ${spec === null ? 'None' : typeOf(spec).typeName}`,
    );
  return text;
}
