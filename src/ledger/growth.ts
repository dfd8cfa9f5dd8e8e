/**
 * How figures grow with the named sizes: found by running again at other sizes. A polynomial is accepted only if it predicts further
 * runs exactly.
 */
import { evaluate, formatPolynomial, Interpolation, type Monomial, type Polynomial } from './polynomial';

/** Figures of a run, by name; undefined where the run failed at these sizes. */
export type Measure = (sizes: Readonly<Record<string, number>>) => ReadonlyMap<string, number> | undefined;

export interface GrowthLimits {
  /** Runs that may be made. */
  maxRuns: number;
  /** The highest power of one size. */
  maxDegree: number;
}

const DEFAULT_LIMITS: GrowthLimits = { maxRuns: 28, maxDegree: 2 };

/**
 * A polynomial for each figure that has one.
 * @param base what the run at `sizes` gave
 */
export function findGrowth(
  sizes: Readonly<Record<string, number>>,
  base: ReadonlyMap<string, number>,
  measure: Measure,
  limits: Partial<GrowthLimits> = {},
): Map<string, Polynomial> {
  return new GrowthSearch(sizes, base, measure, { ...DEFAULT_LIMITS, ...limits }).run();
}

/** The size whose doubling makes the figure grow most; undefined where it grows with none. */
export function fastestSize(
  polynomial: Polynomial,
  sizes: Readonly<Record<string, number>>,
): string | undefined {
  const origin = polynomial.names.map((name) => sizes[name]!);
  let most = evaluate(polynomial, origin);
  let fastest: string | undefined;
  polynomial.names.forEach((name, i) => {
    const grown = evaluate(
      polynomial,
      origin.map((value, j) => (i === j ? 2 * value : value)),
    );
    if (!(grown > most)) return;
    most = grown;
    fastest = name;
  });
  return fastest;
}

/** Where polynomials hold at multiples of a number alone, by figure and size. */
export function multiplesOf(
  growth: ReadonlyMap<string, Polynomial>,
): Record<string, Readonly<Record<string, number>>> {
  return Object.fromEntries(
    [...growth].flatMap(([name, { multiples }]) => (multiples === undefined ? [] : [[name, multiples]])),
  );
}

/** The polynomials as text. */
export function formatGrowth(growth: ReadonlyMap<string, Polynomial>): Record<string, string> {
  return Object.fromEntries([...growth].map(([name, polynomial]) => [name, formatPolynomial(polynomial)]));
}

class OutOfRuns extends Error {}

class GrowthSearch {
  private readonly names: string[];
  private readonly origin: number[];
  private readonly known = new Map<string, ReadonlyMap<string, number> | undefined>();
  private runs = 0;

  constructor(
    sizes: Readonly<Record<string, number>>,
    private readonly base: ReadonlyMap<string, number>,
    private readonly measure: Measure,
    private readonly limits: GrowthLimits,
  ) {
    this.names = Object.keys(sizes);
    this.origin = Object.values(sizes);
    this.known.set(this.origin.join(), base);
  }

  run(): Map<string, Polynomial> {
    try {
      return this.search();
    } catch (error) {
      if (error instanceof OutOfRuns) return new Map();
      throw error;
    }
  }

  private search(): Map<string, Polynomial> {
    const axes: number[][] = [];
    const degrees: number[] = [];
    for (let i = 0; i < this.names.length; i++) {
      const axis = this.axis(i);
      if (axis === undefined) return new Map();
      axes.push(axis);
      degrees.push(this.degree(i, axis));
    }
    let monomials: Monomial[] = [[]];
    let points: number[][] = [[]];
    degrees.forEach((degree, i) => {
      const exponents = Array.from({ length: degree + 1 }, (_, k) => k);
      monomials = monomials.flatMap((monomial) => exponents.map((k) => [...monomial, k]));
      points = points.flatMap((point) => exponents.map((k) => [...point, axes[i]![k]!]));
    });
    const interpolation = Interpolation.through(this.names, monomials, points);
    const runs = points.map((point) => this.at(point));
    if (interpolation === undefined || runs.some((run) => run === undefined)) return new Map();
    const checks = this.checks(axes)
      .map((point) => ({ point, run: this.at(point) }))
      .filter(({ run }) => run !== undefined);
    const found = new Map<string, Polynomial>();
    for (const name of this.base.keys()) {
      const values = runs.map((run) => run!.get(name));
      if (values.some((value) => value === undefined)) continue;
      const polynomial = interpolation.polynomial(values as number[]);
      const others = [...this.known]
        .filter(([, run]) => run !== undefined)
        .map(([key, run]) => ({ point: key.split(',').map(Number), run }));
      if ([...checks, ...others].every(({ point, run }) => evaluate(polynomial, point) === run!.get(name)))
        found.set(name, polynomial);
    }
    this.noteMultiples(axes, found);
    return found;
  }

  /**
   * Along an axis of multiples or fractions one value between them is looked at: kernels round lengths up, which multiples of 32 or 64 do not
   * show.
   */
  private noteMultiples(axes: readonly number[][], found: Map<string, Polynomial>): void {
    axes.forEach((axis, i) => {
      const [n, next] = axis as [number, number];
      if (Math.abs(next - n) === 1 || this.runs + 2 > this.limits.maxRuns) return;
      const point = [n + 1, n - 1]
        .map((value) => this.moved(i, value))
        .find((at) => this.at(at) !== undefined);
      const run = point === undefined ? undefined : this.at(point);
      if (point === undefined || run === undefined) return;
      for (const [name, polynomial] of found)
        if (evaluate(polynomial, point) !== run.get(name))
          found.set(name, {
            ...polynomial,
            multiples: { ...polynomial.multiples, [this.names[i]!]: axis.reduce(greatestCommonDivisor) },
          });
    });
  }

  /**
   * Values of one size at which the model runs, the present one first; undefined where there are not enough. A third further value is asked for
   * where a figure is no straight line through the others.
   */
  private axis(i: number): number[] | undefined {
    const n = this.origin[i]!;
    const steps = [n + 1, n + 2, n + 3];
    const multiples = [2 * n, 3 * n, 4 * n];
    const fractions = [n / 2, n / 4, (3 * n) / 4];
    // Small sizes count things; large ones are lengths, which layers divide.
    const candidates = n <= 16 ? [steps, multiples, fractions] : [multiples, fractions, steps];
    for (const values of candidates) {
      if (values.some((value) => !Number.isInteger(value) || value < 1)) continue;
      const runs = (value: number): boolean => this.at(this.moved(i, value)) !== undefined;
      const first = values.slice(0, 2);
      if (!first.every(runs)) continue;
      if (this.isStraight(i, [n, ...first])) return [n, ...first];
      if (runs(values[2]!)) return [n, ...values];
    }
    return undefined;
  }

  /** Whether every figure grows linearly along an axis. */
  private isStraight(i: number, [a, b, c]: number[]): boolean {
    const [atA, atB, atC] = [a, b, c].map((value) => this.at(this.moved(i, value!))!);
    return [...this.base.keys()].every((name) => {
      const [x, y, z] = [atA!.get(name), atB!.get(name), atC!.get(name)];
      if (x === undefined || y === undefined || z === undefined) return true;
      return (y - x) * (c! - a!) === (z - x) * (b! - a!);
    });
  }

  /** The lowest degree that describes every figure along an axis, as far as it is a polynomial at all. */
  private degree(i: number, axis: number[]): number {
    const runs = axis.map((value) => this.at(this.moved(i, value)));
    let degree = 0;
    for (const name of this.base.keys()) {
      const values = runs.map((run) => run?.get(name));
      if (values.some((value) => value === undefined)) continue;
      for (let d = 0; d <= this.limits.maxDegree; d++) {
        const monomials = Array.from({ length: d + 1 }, (_, k) => [k]);
        const fit = Interpolation.through(
          [''],
          monomials,
          axis.slice(0, d + 1).map((value) => [value]),
        )!.polynomial(values.slice(0, d + 1) as number[]);
        if (!axis.every((value, k) => evaluate(fit, [value]) === values[k])) continue;
        degree = Math.max(degree, d);
        break;
      }
    }
    return degree;
  }

  /** Points that were no part of the fit. */
  private checks(axes: number[][]): number[][] {
    if (axes.length === 1) return [];
    const last = axes.map((axis) => axis[axis.length - 1]!);
    if (axes.every((axis) => axis.length === 3)) return [last];
    return [last, axes.map((axis, i) => (i % 2 === 0 ? axis[2]! : last[i]!))];
  }

  private moved(i: number, value: number): number[] {
    return this.origin.map((n, j) => (i === j ? value : n));
  }

  private at(point: number[]): ReadonlyMap<string, number> | undefined {
    const key = point.join();
    if (this.known.has(key)) return this.known.get(key);
    if (++this.runs > this.limits.maxRuns) throw new OutOfRuns();
    const run = this.measure(Object.fromEntries(this.names.map((name, i) => [name, point[i]!])));
    this.known.set(key, run);
    return run;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
