/** The module `_random`: CPython's Mersenne Twister. */
import { normalize, type Int } from '../builtins/numbers.js';
import type { PyClass } from '../classes.js';
import { heap, type Value } from '../heap.js';
import { makeType, nativeModule } from '../native.js';
import { PyFloat, PyInstance, PyTuple, type PyModule } from '../objects.js';
import { NATIVES_WITH_DICT } from '../attributes.js';
import type { VM } from '../vm.js';

const N = 624;
const M = 397;

/** MT19937. */
export class MersenneTwister {
  state = new Uint32Array(N);
  index = N + 1;

  private initialize(seed: number): void {
    this.state[0] = seed >>> 0;
    for (let i = 1; i < N; i++) {
      const previous = this.state[i - 1]! ^ (this.state[i - 1]! >>> 30);
      this.state[i] = (Math.imul(previous, 1812433253) + i) >>> 0;
    }
    this.index = N;
  }

  /** Seeds with the 32-bit words of an integer, least significant first. */
  seed(value: bigint): void {
    const key: number[] = [];
    let rest = value < 0n ? -value : value;
    do {
      key.push(Number(rest & 0xffffffffn));
      rest >>= 32n;
    } while (rest > 0n);
    this.initialize(19650218);
    const { state } = this;
    let i = 1;
    let j = 0;
    for (let k = Math.max(N, key.length); k > 0; k--) {
      const previous = state[i - 1]! ^ (state[i - 1]! >>> 30);
      state[i] = ((state[i]! ^ Math.imul(previous, 1664525)) + key[j]! + j) >>> 0;
      if (++i >= N) {
        state[0] = state[N - 1]!;
        i = 1;
      }
      if (++j >= key.length) j = 0;
    }
    for (let k = N - 1; k > 0; k--) {
      const previous = state[i - 1]! ^ (state[i - 1]! >>> 30);
      state[i] = ((state[i]! ^ Math.imul(previous, 1566083941)) - i) >>> 0;
      if (++i >= N) {
        state[0] = state[N - 1]!;
        i = 1;
      }
    }
    state[0] = 0x80000000;
    this.index = N;
  }

  next32(): number {
    const { state } = this;
    if (this.index >= N) {
      for (let k = 0; k < N; k++) {
        const y = (state[k]! & 0x80000000) | (state[(k + 1) % N]! & 0x7fffffff);
        state[k] = state[(k + M) % N]! ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.index = 0;
    }
    let y = state[this.index++]!;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }

  /** A float in [0, 1) with 53 bits. */
  random(): number {
    const a = this.next32() >>> 5;
    const b = this.next32() >>> 6;
    return (a * 67108864 + b) / 9007199254740992;
  }

  bits(count: number): Int {
    if (count === 0) return 0;
    if (count <= 32) return this.next32() >>> (32 - count);
    let result = 0n;
    for (let done = 0; done < count; done += 32) {
      const left = count - done;
      const word = left < 32 ? this.next32() >>> (32 - left) : this.next32();
      result |= BigInt(word) << BigInt(done);
    }
    return normalize(result);
  }
}

class PyRandom extends PyInstance {
  readonly twister = new MersenneTwister();
  constructor(cls: PyClass) {
    super(cls);
    this.twister.seed(0n);
  }
  /** To be called before each step: what is drawn from a library's generator is undone after the run. */
  get generator(): MersenneTwister {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    return this.twister;
  }
  override snapshot(): () => void {
    const { attrs } = this;
    const state = this.twister.state.slice();
    const { index } = this.twister;
    return () => {
      this.attrs = attrs;
      this.twister.state = state;
      this.twister.index = index;
    };
  }
}

export function randomModule(_vm: VM): PyModule {
  const cls = makeType(
    'Random',
    { module: '_random', allocate: (c) => new PyRandom(c) },
    {
      staticMethods: { '__new__(cls, *args, **kwargs)': (_vm, c: PyClass) => new PyRandom(c) },
      methods: {
        '__init__(self, *args, **kwargs)': () => null,
        // Seeds with an int; others are hashed by random.py.
        'seed(self, n=0, /)': (vm, self: PyRandom, n: Value) => {
          self.generator.seed(BigInt(vm.indexBig(n)));
        },
        'random(self, /)': (_vm, self: PyRandom) => new PyFloat(self.generator.random()),
        'getrandbits(self, k, /)': (vm, self: PyRandom, k: Value) => {
          const count = vm.index(k);
          if (count < 0) throw vm.error('ValueError', 'number of bits must be non-negative');
          return self.generator.bits(count);
        },
        'getstate(self, /)': (_vm, self: PyRandom) =>
          new PyTuple([...self.twister.state, self.twister.index]),
        'setstate(self, state, /)': (vm, self: PyRandom, state: Value) => {
          const words = vm.collect(state).map((word) => Number(vm.indexBig(word)));
          const generator = self.generator;
          generator.state = Uint32Array.from(words.slice(0, N));
          generator.index = words[N] ?? N;
        },
      },
    },
  );
  cls.layout = cls;
  NATIVES_WITH_DICT.add(cls);
  return nativeModule('_random', {}, { Random: cls });
}
