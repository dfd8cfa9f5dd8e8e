/** Polynomials with exact rational coefficients over named sizes. */

/** A rational number in lowest terms, the denominator positive. */
interface Rational {
  n: bigint;
  d: bigint;
}

const ZERO: Rational = { n: 0n, d: 1n };
const ONE: Rational = { n: 1n, d: 1n };

function rational(n: bigint, d = 1n): Rational {
  if (n === 0n) return ZERO;
  let a = n < 0n ? -n : n;
  let b = d < 0n ? -d : d;
  while (b !== 0n) [a, b] = [b, a % b];
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / a, d: (sign * d) / a };
}

const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
const subtract = (a: Rational, b: Rational): Rational => rational(a.n * b.d - b.n * a.d, a.d * b.d);
const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);

/** The exponents of a monomial, in the order of the names. */
export type Monomial = readonly number[];

export interface Polynomial {
  names: readonly string[];
  terms: { monomial: Monomial; coefficient: Rational }[];
  /** The sizes of which it holds at multiples of a number alone: between them something is rounded up. */
  multiples?: Readonly<Record<string, number>>;
}

function power(monomial: Monomial, values: readonly number[]): bigint {
  return monomial.reduce((product, exponent, i) => product * BigInt(values[i]!) ** BigInt(exponent), 1n);
}

/**
 * The inverse of the matrix `monomials[j](points[i])`: applied to the values at the points it gives the coefficients.
 * undefined where the points do not determine the polynomial.
 */
export class Interpolation {
  private constructor(
    private readonly names: readonly string[],
    private readonly monomials: readonly Monomial[],
    private readonly inverse: Rational[][],
  ) {}

  static through(
    names: readonly string[],
    monomials: readonly Monomial[],
    points: readonly (readonly number[])[],
  ): Interpolation | undefined {
    const size = monomials.length;
    if (points.length !== size) return undefined;
    const rows = points.map((point, i) => [
      ...monomials.map((monomial) => rational(power(monomial, point))),
      ...points.map((_, j) => (i === j ? ONE : ZERO)),
    ]);
    for (let column = 0; column < size; column++) {
      const pivot = rows.findIndex((row, i) => i >= column && row[column]!.n !== 0n);
      if (pivot < 0) return undefined;
      [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
      const { n, d } = rows[column]![column]!;
      const factor = rational(d, n);
      rows[column] = rows[column]!.map((value) => multiply(value, factor));
      for (let i = 0; i < size; i++) {
        const by = rows[i]![column]!;
        if (i === column || by.n === 0n) continue;
        rows[i] = rows[i]!.map((value, j) => subtract(value, multiply(by, rows[column]![j]!)));
      }
    }
    return new Interpolation(
      names,
      monomials,
      rows.map((row) => row.slice(size)),
    );
  }

  /** The polynomial with these values at the points. */
  polynomial(values: readonly number[]): Polynomial {
    const terms = this.monomials.map((monomial, i) => ({
      monomial,
      coefficient: this.inverse[i]!.reduce(
        (total, factor, j) => add(total, multiply(factor, rational(BigInt(values[j]!)))),
        ZERO,
      ),
    }));
    return { names: this.names, terms: terms.filter(({ coefficient }) => coefficient.n !== 0n) };
  }
}

/** The value at a point; NaN where it is no whole number. */
export function evaluate({ terms }: Polynomial, values: readonly number[]): number {
  const total = terms.reduce(
    (sum, { monomial, coefficient }) => add(sum, multiply(coefficient, rational(power(monomial, values)))),
    ZERO,
  );
  return total.d === 1n ? Number(total.n) : NaN;
}

/** As Python would write it, the highest degree first: `1179648*B*T + 48*B*T**2`. */
export function formatPolynomial({ names, terms }: Polynomial): string {
  const degree = (monomial: Monomial): number => monomial.reduce((a, b) => a + b, 0);
  const sorted = [...terms].sort((a, b) => degree(b.monomial) - degree(a.monomial));
  let text = '';
  for (const { monomial, coefficient } of sorted) {
    const negative = coefficient.n < 0n;
    const factors = monomial.flatMap((exponent, i) =>
      exponent === 0 ? [] : exponent === 1 ? [names[i]!] : [`${names[i]}**${exponent}`],
    );
    const number = formatRational({ n: negative ? -coefficient.n : coefficient.n, d: coefficient.d });
    const term =
      factors.length === 0 ? number : number === '1' ? factors.join('*') : [number, ...factors].join('*');
    text += text === '' ? (negative ? `-${term}` : term) : negative ? ` - ${term}` : ` + ${term}`;
  }
  return text === '' ? '0' : text;
}

/** ` (T in multiples of 32)`; nothing where the polynomial holds everywhere. */
export function formatMultiples(multiples: Polynomial['multiples']): string {
  const entries = Object.entries(multiples ?? {});
  return entries.length === 0
    ? ''
    : ` (${entries.map(([name, n]) => `${name} in multiples of ${n}`).join(', ')})`;
}

function formatRational({ n, d }: Rational): string {
  if (d === 1n) return String(n);
  for (let digits = 1n, scale = 10n; digits <= 6n; digits++, scale *= 10n) {
    if (scale % d !== 0n) continue;
    const scaled = String(n * (scale / d)).padStart(Number(digits) + 1, '0');
    return `${scaled.slice(0, -Number(digits))}.${scaled.slice(-Number(digits))}`;
  }
  return `(${n}/${d})`;
}
