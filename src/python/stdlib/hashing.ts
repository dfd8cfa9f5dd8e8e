/** Digests: MD5, SHA-1, SHA-2 of bytes. */

const rotateLeft = (x: number, n: number): number => (x << n) | (x >>> (32 - n));
const rotateRight = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The message with its padding: a 1 bit, zeros, and the length in bits. */
function padded(data: Uint8Array, block: number, lengthBytes: number, littleEndian: boolean): Uint8Array {
  const total = Math.ceil((data.length + 1 + lengthBytes) / block) * block;
  const result = new Uint8Array(total);
  result.set(data);
  result[data.length] = 0x80;
  const view = new DataView(result.buffer);
  const bits = BigInt(data.length) * 8n;
  view.setBigUint64(total - 8, bits, littleEndian);
  return result;
}

const MD5_SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
const MD5_TABLE = Int32Array.from(
  { length: 64 },
  (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0,
);

export function md5(data: Uint8Array): Uint8Array {
  const message = padded(data, 64, 8, true);
  const view = new DataView(message.buffer);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  for (let offset = 0; offset < message.length; offset += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const f =
        round === 0
          ? (b & c) | (~b & d)
          : round === 1
            ? (d & b) | (~d & c)
            : round === 2
              ? b ^ c ^ d
              : c ^ (b | ~d);
      const g = [i, 5 * i + 1, 3 * i + 5, 7 * i][round]! % 16;
      const sum = (f + a + MD5_TABLE[i]! + view.getInt32(offset + g * 4, true)) | 0;
      a = d;
      d = c;
      c = b;
      b = (b + rotateLeft(sum, MD5_SHIFTS[round]![i % 4]!)) | 0;
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  const result = new Uint8Array(16);
  const out = new DataView(result.buffer);
  [a0, b0, c0, d0].forEach((word, i) => out.setInt32(i * 4, word, true));
  return result;
}

export function sha1(data: Uint8Array): Uint8Array {
  const message = padded(data, 64, 8, false);
  const view = new DataView(message.buffer);
  const h = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const w = new Int32Array(80);
  for (let offset = 0; offset < message.length; offset += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 80; i++) w[i] = rotateLeft(w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!, 1);
    let [a, b, c, d, e] = h as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [f, k] =
        i < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : i < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : i < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      const t = (rotateLeft(a, 5) + f + e + k + w[i]!) | 0;
      e = d;
      d = c;
      c = rotateLeft(b, 30);
      b = a;
      a = t;
    }
    [a, b, c, d, e].forEach((word, i) => (h[i] = (h[i]! + word) | 0));
  }
  const result = new Uint8Array(20);
  const out = new DataView(result.buffer);
  h.forEach((word, i) => out.setInt32(i * 4, word));
  return result;
}

/** The first primes: the constants of SHA-2 are the fractions of their roots. */
function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2; found.length < count; n++)
    if (found.every((p) => n % Number(p) !== 0)) found.push(BigInt(n));
  return found;
}

function integerRoot(n: bigint, degree: bigint): bigint {
  let low = 0n;
  let high = 1n << 200n;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= n) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The first `bits` bits of the fraction of a prime's root. */
const rootFraction = (prime: bigint, degree: bigint, bits: bigint): bigint =>
  integerRoot(prime << (bits * degree), degree) & ((1n << bits) - 1n);

let k256: Int32Array | undefined;
let k512: bigint[] | undefined;

function sha256Family(data: Uint8Array, initial: Int32Array, length: number): Uint8Array {
  k256 ??= Int32Array.from(primes(64), (p) => Number(BigInt.asIntN(32, rootFraction(p, 3n, 32n))));
  const message = padded(data, 64, 8, false);
  const view = new DataView(message.buffer);
  const h = initial.slice();
  const w = new Int32Array(64);
  for (let offset = 0; offset < message.length; offset += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = rotateRight(x, 7) ^ rotateRight(x, 18) ^ (x >>> 3);
      const s1 = rotateRight(y, 17) ^ rotateRight(y, 19) ^ (y >>> 10);
      w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
    }
    const v = h.slice();
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, last] = v as unknown as number[] as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const s1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25);
      const t1 = (last + s1 + ((e & f) ^ (~e & g)) + k256[i]! + w[i]!) | 0;
      const s0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      v.set([t1 + t2, a, b, c, d + t1, e, f, g]);
    }
    for (let i = 0; i < 8; i++) h[i] = (h[i]! + v[i]!) | 0;
  }
  const result = new Uint8Array(32);
  const out = new DataView(result.buffer);
  h.forEach((word, i) => out.setInt32(i * 4, word));
  return result.slice(0, length);
}

export const sha256 = (data: Uint8Array): Uint8Array =>
  sha256Family(
    data,
    Int32Array.from(primes(8), (p) => Number(BigInt.asIntN(32, rootFraction(p, 2n, 32n)))),
    32,
  );

export const sha224 = (data: Uint8Array): Uint8Array =>
  sha256Family(
    data,
    Int32Array.from(primes(16).slice(8), (p) => Number(BigInt.asIntN(32, rootFraction(p, 2n, 64n)))),
    28,
  );

const MASK = (1n << 64n) - 1n;
const rotate64 = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

function sha512Family(data: Uint8Array, initial: bigint[], length: number): Uint8Array {
  k512 ??= primes(80).map((p) => rootFraction(p, 3n, 64n));
  const message = padded(data, 128, 16, false);
  const view = new DataView(message.buffer);
  const h = [...initial];
  for (let offset = 0; offset < message.length; offset += 128) {
    const w: bigint[] = [];
    for (let i = 0; i < 16; i++) w.push(view.getBigUint64(offset + i * 8));
    for (let i = 16; i < 80; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      const s0 = rotate64(x, 1n) ^ rotate64(x, 8n) ^ (x >> 7n);
      const s1 = rotate64(y, 19n) ^ rotate64(y, 61n) ^ (y >> 6n);
      w.push((w[i - 16]! + s0 + w[i - 7]! + s1) & MASK);
    }
    let [a, b, c, d, e, f, g, last] = h as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const s1 = rotate64(e, 14n) ^ rotate64(e, 18n) ^ rotate64(e, 41n);
      const t1 = (last + s1 + ((e & f) ^ (~e & MASK & g)) + k512[i]! + w[i]!) & MASK;
      const s0 = rotate64(a, 28n) ^ rotate64(a, 34n) ^ rotate64(a, 39n);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) & MASK;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & MASK, c, b, a, (t1 + t2) & MASK];
    }
    [a, b, c, d, e, f, g, last].forEach((word, i) => (h[i] = (h[i]! + word) & MASK));
  }
  const result = new Uint8Array(64);
  const out = new DataView(result.buffer);
  h.forEach((word, i) => out.setBigUint64(i * 8, word));
  return result.slice(0, length);
}

export const sha512 = (data: Uint8Array): Uint8Array =>
  sha512Family(
    data,
    primes(8).map((p) => rootFraction(p, 2n, 64n)),
    64,
  );
export const sha384 = (data: Uint8Array): Uint8Array =>
  sha512Family(
    data,
    primes(16)
      .slice(8)
      .map((p) => rootFraction(p, 2n, 64n)),
    48,
  );

let crcTable: Uint32Array | undefined;

export function crc32(data: Uint8Array, start = 0): number {
  crcTable ??= Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c;
  });
  let c = ~start;
  for (const byte of data) c = crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return ~c >>> 0;
}

export function adler32(data: Uint8Array, start = 1): number {
  let a = start & 0xffff;
  let b = start >>> 16;
  for (const byte of data) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}
