/** The text of floats: shortest digits for repr, exactly rounded digits for 'e', 'f' and 'g'. */
import { decompose } from './numbers.js';

/** `repr(float)`. */
export function floatRepr(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return `${Object.is(value, -0) ? '-0' : value}.0`;
  return specialText(value) ?? shortest(value, 16, true);
}

/** 'inf', '-inf' or 'nan'; undefined for finite floats. */
export function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? undefined : value > 0 ? 'inf' : '-inf';
}

/** The shortest digits that give the value back, in exponent form from 1e`limit` on; `addDotZero` makes integers read as floats. */
export function shortest(value: number, limit: number, addDotZero: boolean): string {
  const [mantissa, exponentText] = value.toExponential().split('e') as [string, string];
  const negative = Object.is(value, -0) || mantissa.startsWith('-');
  const digits = mantissa.replace('-', '').replace('.', '');
  return (negative ? '-' : '') + place(digits, Number(exponentText), limit, addDotZero);
}

/** Digits with the point after the first one and a power of ten, written as repr and 'g' do. */
function place(digits: string, exponent: number, limit: number, addDotZero: boolean): string {
  if (exponent < -4 || exponent >= limit) {
    const tail = digits.length > 1 ? '.' + digits.slice(1) : '';
    return `${digits[0]}${tail}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return '0.' + '0'.repeat(-exponent - 1) + digits;
  if (digits.length <= exponent + 1) return digits.padEnd(exponent + 1, '0') + (addDotZero ? '.0' : '');
  return digits.slice(0, exponent + 1) + '.' + digits.slice(exponent + 1);
}

/** `|value| * 10**places` rounded half to even, exactly. `places` may be negative. */
export function scaledRound(value: number, places: number): bigint {
  const { mantissa, exponent } = decompose(Math.abs(value));
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent > 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (places > 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  return twice > denominator || (twice === denominator && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** `|value|` in fixed notation with `places` decimals. */
export function fixedText(value: number, places: number): string {
  const digits = scaledRound(value, places)
    .toString()
    .padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** `|value|` as `count` significant digits and the power of ten of the first one. */
export function significantDigits(value: number, count: number): { digits: string; exponent: number } {
  const absolute = Math.abs(value);
  if (absolute === 0) return { digits: '0'.repeat(count), exponent: 0 };
  let exponent = Number(absolute.toExponential().split('e')[1]);
  let digits = scaledRound(absolute, count - 1 - exponent).toString();
  // The shortest digits may already be rounded up to the next power of ten, or rounding may do it now.
  if (digits.length < count) digits = scaledRound(absolute, count - 1 - --exponent).toString();
  if (digits.length > count) {
    exponent++;
    digits = digits.slice(0, count);
  }
  return { digits, exponent };
}

/** `|value|` in exponent notation with `places` decimals. */
export function exponentText(value: number, places: number): string {
  const { digits, exponent } = significantDigits(value, places + 1);
  const tail = places > 0 ? '.' + digits.slice(1) : '';
  return `${digits[0]}${tail}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `|value|` in general notation ('g'); `alternate` keeps trailing zeros; `addDotZero` is the notation of no type: a digit after the point, and the exponent form one power earlier. */
export function generalText(
  value: number,
  precision: number,
  alternate: boolean,
  addDotZero = false,
): string {
  const count = precision === 0 ? 1 : precision;
  const { digits, exponent } = significantDigits(value, count);
  if (alternate) {
    if (exponent < -4 || exponent >= (addDotZero ? count - 1 : count)) {
      const tail = `.${digits.slice(1)}`;
      return `${digits[0]}${tail}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
    }
    const text = place(digits, exponent, count, false);
    return text.includes('.') ? text : text + '.';
  }
  const trimmed = digits.replace(/0+$/, '');
  return place(trimmed === '' ? '0' : trimmed, exponent, addDotZero ? count - 1 : count, addDotZero);
}
