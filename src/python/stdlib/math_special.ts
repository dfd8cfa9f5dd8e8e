/** The special functions of `math`: gamma, its logarithm (Lanczos' approximation) and the error function. */

/* eslint-disable no-loss-of-precision -- coefficients as they are published; a double keeps what it can */

const G = 6.024680040776729583740234375;
const NUMERATOR = [
  23531376880.41075968857200767445163675473485, 42919803642.649098768957899047001988850926355848959,
  35711959237.355668049440185451547166705960488635843, 17921034426.03720969991975575445893111267140326539,
  6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
  248874557.86205415651146038641322942321632125127801, 31426415.58540019438061423162831820536287468498764,
  2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
  8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
  2.5066282746310002701649081771338373386264310793408,
];
const DENOMINATOR = [
  0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1,
];

function lanczosSum(x: number): number {
  let numerator = 0;
  let denominator = 0;
  if (x < 5) {
    for (let i = 12; i >= 0; i--) {
      numerator = numerator * x + NUMERATOR[i]!;
      denominator = denominator * x + DENOMINATOR[i]!;
    }
  } else {
    for (let i = 0; i <= 12; i++) {
      numerator = numerator / x + NUMERATOR[i]!;
      denominator = denominator / x + DENOMINATOR[i]!;
    }
  }
  return numerator / denominator;
}

/** sin(πx), accurate near integers. */
function sinPi(x: number): number {
  const y = Math.abs(x) % 2;
  const n = Math.round(2 * y);
  const part = [
    () => Math.sin(Math.PI * y),
    () => Math.cos(Math.PI * (y - 0.5)),
    () => Math.sin(Math.PI * (1 - y)),
    () => -Math.cos(Math.PI * (y - 1.5)),
    () => Math.sin(Math.PI * (y - 2)),
  ][n]!();
  return x < 0 ? -part : part;
}

/** The gamma function; of integers exact as far as floats are. */
export function gamma(x: number): number {
  if (!Number.isFinite(x)) return x;
  if (Number.isInteger(x) && x > 0 && x <= 23) {
    let product = 1;
    for (let i = 2; i < x; i++) product *= i;
    return product;
  }
  const a = Math.abs(x);
  if (a < 1e-20) return 1 / x;
  if (a > 200) return x < 0 ? 0 / sinPi(x) : Infinity;
  const y = a + G - 0.5;
  let z: number;
  if (a > G - 0.5) {
    const q = y - a;
    z = q - (G - 0.5);
  } else {
    const q = y - (G - 0.5);
    z = q - a;
  }
  z = (z * G) / y;
  let r: number;
  if (x < 0) {
    r = ((-Math.PI / sinPi(a) / a) * Math.exp(y)) / lanczosSum(a);
    r -= z * r;
    r = a < 140 ? r / Math.pow(y, a - 0.5) : r / Math.pow(y, a / 2 - 0.25) / Math.pow(y, a / 2 - 0.25);
  } else {
    r = lanczosSum(a) / Math.exp(y);
    r += z * r;
    r = a < 140 ? r * Math.pow(y, a - 0.5) : r * Math.pow(y, a / 2 - 0.25) * Math.pow(y, a / 2 - 0.25);
  }
  return r;
}

/** The logarithm of the absolute value of gamma. */
export function lgamma(x: number): number {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? x : Infinity;
  if (x === 1 || x === 2) return 0;
  const a = Math.abs(x);
  if (a < 1e-20) return -Math.log(a);
  let r = Math.log(lanczosSum(a)) - G;
  r += (a - 0.5) * (Math.log(a + G - 0.5) - 1);
  if (x < 0) r = Math.log(Math.PI) - Math.log(Math.abs(sinPi(a))) - Math.log(a) - r;
  return r;
}

/** The error function: its series near zero, a continued fraction beyond. */
export function erf(x: number): number {
  if (Number.isNaN(x)) return x;
  const a = Math.abs(x);
  let result: number;
  if (a < 2.5) {
    const square = a * a;
    let sum = 0;
    let term = a;
    for (let n = 0; Math.abs(term) > 1e-18 * Math.abs(sum) && n < 200; n++) {
      sum += term / (2 * n + 1);
      term *= -square / (n + 1);
    }
    result = (2 / Math.sqrt(Math.PI)) * sum;
  } else if (a < 6) {
    let fraction = 0;
    for (let k = 60; k > 0; k--) fraction = k / 2 / (a + fraction);
    result = 1 - Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + fraction);
  } else result = 1;
  return x < 0 ? -result : result;
}
