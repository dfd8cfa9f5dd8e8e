/** Values of number literals. */
import type { ConstantValue } from '../ast';

/** A number literal that Python refuses; the message is CPython's. */
export class NumberError extends Error {}

/** The value of an integer or imaginary literal as the grammar delimits it. Throws `NumberError`. */
export function integerValue(text: string): ConstantValue {
  const last = text.charCodeAt(text.length - 1) | 32;
  if (last === 106 /* j */) return { type: 'complex', imag: floatOf(text.slice(0, -1)) };
  const radixMark = text.length > 1 && text.charCodeAt(0) === 48 ? text.charCodeAt(1) | 32 : 0;
  const name =
    radixMark === 120 ? 'hexadecimal' : radixMark === 111 ? 'octal' : radixMark === 98 ? 'binary' : '';
  // Python 2's long suffix, and underscores that do not separate digits.
  if (
    (name !== 'hexadecimal' && last === 108) ||
    text.endsWith('_') ||
    text.includes('__') ||
    /^0[xX].*[lL]$/.test(text)
  ) {
    throw new NumberError(`invalid ${name || 'decimal'} literal`);
  }
  const digits = text.includes('_') ? text.replaceAll('_', '') : text;
  if (name === '' && digits.length > 1 && digits.charCodeAt(0) === 48 && !/^0+$/.test(digits)) {
    throw new NumberError(
      'leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers',
    );
  }
  const value = Number(digits);
  // Where a broken text is read with gaps, the grammar may see a number in what is none.
  if (Number.isNaN(value)) throw new NumberError('invalid decimal literal');
  return { type: 'int', value: Number.isSafeInteger(value) ? value : BigInt(digits) };
}

/** The value of a floating-point or imaginary literal. Throws `NumberError`. */
export function floatValue(text: string): ConstantValue {
  const imaginary = (text.charCodeAt(text.length - 1) | 32) === 106;
  const value = floatOf(imaginary ? text.slice(0, -1) : text);
  return imaginary ? { type: 'complex', imag: value } : { type: 'float', value };
}

function floatOf(text: string): number {
  if (text.includes('_')) {
    if (!/^[^_]*(?:\d_\d[^_]*)*$/.test(text)) throw new NumberError('invalid decimal literal');
    text = text.replaceAll('_', '');
  }
  return Number(text);
}
