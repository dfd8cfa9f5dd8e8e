/**
 * The settings of PyTorch's caching allocator, as `PYTORCH_CUDA_ALLOC_CONF` (or `PYTORCH_ALLOC_CONF`)
 * gives them; mirrors c10/core/AllocatorConfig.cpp and c10/cuda/CUDAAllocatorConfig.cpp.
 */

const MiB = 1024 * 1024;
const MIN_LARGE_ALLOC_MB = 10;
const ROUNDUP_INTERVALS = 16;
const ROUNDUP_START_LOG2 = 20;

/** Keys that are accepted and have no effect on device memory here. */
const WITHOUT_EFFECT = new Set([
  'release_lock_on_cudamalloc',
  'release_lock_on_hipmalloc',
  'pinned_use_cuda_host_register',
  'pinned_use_hip_host_register',
  'pinned_use_background_threads',
  'pinned_num_register_threads',
  'pinned_reserve_segment_size_mb',
  'pinned_max_round_threshold_mb',
  'pinned_max_cached_size_mb',
  'pinned_free_catch_all',
  'graph_capture_record_stream_reuse',
  'throw_on_cudamalloc_oom',
]);

/** A mistake in the settings; PyTorch raises ValueError with this message. */
export class AllocatorConfigError extends Error {
  override readonly name = 'AllocatorConfigError';
}

/** The settings, sizes in bytes. */
export interface AllocatorConfig {
  /** What requests of 1 to 10 MiB are packed into. */
  largeSegmentSize: number;
  /** Blocks of this size and more are not split; Infinity without the setting. */
  maxSplitSize: number;
  maxNonSplitRoundingSize: number;
  /** Share of the allowed memory above which unused segments are given back; 0 for never. */
  garbageCollectionThreshold: number;
  /** Divisions between powers of two to round up to, for sizes from 1 MiB (first) to 32 GiB; 0 for none. */
  roundupPower2Divisions: number[];
  expandableSegments: boolean;
  /** Share of the device's memory that may be allocated. */
  perProcessMemoryFraction: number;
}

/** PyTorch's settings when nothing is said. */
export function defaultAllocatorConfig(): AllocatorConfig {
  return {
    largeSegmentSize: 20 * MiB,
    maxSplitSize: Infinity,
    maxNonSplitRoundingSize: 20 * MiB,
    garbageCollectionThreshold: 0,
    roundupPower2Divisions: new Array<number>(ROUNDUP_INTERVALS).fill(0),
    expandableSegments: false,
    perProcessMemoryFraction: 1,
  };
}

/**
 * Reads settings such as `max_split_size_mb:128,expandable_segments:True`. What the string does not
 * name keeps its value in `base`, but for the three settings that PyTorch resets each time.
 * @throws AllocatorConfigError with PyTorch's message
 */
export function parseAllocatorConfig(text: string, base = defaultAllocatorConfig()): AllocatorConfig {
  const tokens = new Tokens(text);
  const config: AllocatorConfig = {
    ...base,
    maxSplitSize: Infinity,
    garbageCollectionThreshold: 0,
    roundupPower2Divisions: new Array<number>(ROUNDUP_INTERVALS).fill(0),
  };
  // The segment size comes first, since other settings have it as their least value.
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.at(i) !== 'large_segment_size_mb') continue;
    const mb = tokens.size((i += 2));
    if (mb <= MIN_LARGE_ALLOC_MB) {
      fail(`CachingAllocator option large_segment_size_mb must be > ${MIN_LARGE_ALLOC_MB} MB`);
    }
    config.largeSegmentSize = mb * MiB;
  }
  config.maxNonSplitRoundingSize = config.largeSegmentSize;
  for (let i = 0; i < tokens.length; i += 2) {
    const key = tokens.at(i);
    switch (key) {
      case 'max_split_size_mb':
        config.maxSplitSize = notBelowSegment(config, key, tokens.size((i += 2)));
        break;
      case 'max_non_split_rounding_mb':
        config.maxNonSplitRoundingSize = notBelowSegment(config, key, tokens.size((i += 2)));
        break;
      case 'garbage_collection_threshold': {
        const value = tokens.float((i += 2));
        if (!(value > 0 && value < 1)) {
          fail('garbage_collect_threshold is invalid, set it in (0.0, 1.0)');
        }
        config.garbageCollectionThreshold = value;
        break;
      }
      case 'roundup_power2_divisions':
        i = parseRoundup(tokens, i + 2, config.roundupPower2Divisions);
        break;
      case 'expandable_segments':
        config.expandableSegments = tokens.bool((i += 2));
        break;
      case 'per_process_memory_fraction': {
        const value = tokens.float((i += 2));
        if (!(value >= 0 && value <= 1)) {
          fail('per_process_memory_fraction is invalid, set it in [0.0, 1.0]');
        }
        config.perProcessMemoryFraction = value;
        break;
      }
      case 'backend': {
        const value = tokens.at((i += 2));
        if (value !== 'native' && value !== 'cudaMallocAsync') {
          fail('Unknown allocator backend, options are native and cudaMallocAsync');
        }
        break;
      }
      default:
        if (key !== 'large_segment_size_mb' && !WITHOUT_EFFECT.has(key)) {
          fail(`Unrecognized key '${key}' in Accelerator allocator config.`);
        }
        i = tokens.endOfValue(i);
    }
  }
  return config;
}

/** The divisions that apply to a size, 0 for none; mirrors `roundup_power2_divisions(size)`. */
export function roundupDivisions(config: AllocatorConfig, size: number): number {
  const interval = Math.max(0, floorLog2(size) - ROUNDUP_START_LOG2);
  return config.roundupPower2Divisions[Math.min(interval, ROUNDUP_INTERVALS - 1)];
}

/** The greatest n with 2 ** n <= value, for positive safe integers. */
export function floorLog2(value: number): number {
  return value < 2 ** 32 ? 31 - Math.clz32(value) : 63 - Math.clz32(value / 2 ** 32);
}

function notBelowSegment(config: AllocatorConfig, key: string, mb: number): number {
  const least = Math.floor(config.largeSegmentSize / MiB);
  if (mb < least) fail(`CachingAllocator option ${key} too small, must be >= ${least}`);
  return mb * MiB;
}

/** `4`, or `[256:1,512:2,>:4]` with intervals in MiB; returns the position of its last token. */
function parseRoundup(tokens: Tokens, start: number, divisions: number[]): number {
  if (tokens.at(start) !== '[') {
    const value = tokens.size(start);
    if (!isPowerOf2(value)) fail('For roundups, the divisions has to be power of 2 ');
    divisions.fill(value);
    return start;
  }
  let first = true;
  let last = 0;
  let i = start + 1;
  for (; i < tokens.length && tokens.at(i) !== ']'; i++) {
    const interval = i;
    const value = tokens.size((i += 2));
    if (value !== 0 && !isPowerOf2(value)) {
      fail('For roundups, the divisions has to be power of 2 or 0 to disable roundup ');
    }
    if (tokens.at(interval) === '>') {
      divisions.fill(value, last + 1);
    } else {
      const boundary = tokens.size(interval);
      if (!isPowerOf2(boundary)) fail('For roundups, the intervals have to be power of 2 ');
      const index = Math.min(floorLog2(boundary), ROUNDUP_INTERVALS - 1);
      if (first) divisions.fill(value, 0, index);
      first = false;
      divisions[index] = value;
      last = index;
    }
    if (tokens.at(i + 1) !== ']') i++;
  }
  if (i >= tokens.length) {
    fail("Expected closing bracket ']' in ConfigTokenizer but reached end of config");
  }
  return i;
}

function isPowerOf2(value: number): boolean {
  return value > 0 && 2 ** floorLog2(value) === value;
}

function fail(message: string): never {
  throw new AllocatorConfigError(message);
}

/** Keys, values and the characters `:`, `,`, `[`, `]`, as PyTorch's `ConfigTokenizer` splits them. */
class Tokens {
  private readonly tokens: string[];

  constructor(text: string) {
    this.tokens = text.replace(/\s/g, '').match(/[,:[\]]|[^,:[\]]+/g) ?? [];
  }

  get length(): number {
    return this.tokens.length;
  }

  at(i: number): string {
    if (i >= this.tokens.length) fail('Index out of bounds in ConfigTokenizer');
    return this.tokens[i];
  }

  size(i: number): number {
    const digits = /^[+-]?\d+/.exec(this.at(i));
    if (!digits) fail('stoull');
    return Number(digits[0]);
  }

  float(i: number): number {
    const value = Number.parseFloat(this.at(i));
    if (Number.isNaN(value)) fail('stod');
    return value;
  }

  bool(i: number): boolean {
    const token = this.at(i);
    if (token !== 'True' && token !== 'False') {
      fail(`Expected 'True' or 'False' at index ${i} in ConfigTokenizer but got '${token}'`);
    }
    return token === 'True';
  }

  /** The last token of the value of the key at `i`. */
  endOfValue(i: number): number {
    i += 2;
    if (this.at(i) !== '[') return i;
    while (++i < this.tokens.length && this.tokens[i] !== ']');
    if (i >= this.tokens.length) {
      fail("Expected closing bracket ']' in ConfigTokenizer but reached end of config");
    }
    return i;
  }
}
