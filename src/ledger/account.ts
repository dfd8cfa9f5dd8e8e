/** The account of one step of one model: what `vram-ledger estimate --json` prints. All sizes are bytes. */
import type { TensorShape } from './outputs';

/** How far a figure can be trusted: as PyTorch's; under assumptions; a lower bound; none, because the model did not run. */
export type Status = 'exact' | 'assumed' | 'partial' | 'failed';

/** The name of a phase of a step, in order. */
export type PhaseName = 'forward' | 'backward' | 'step' | 'zero_grad';

export const CATEGORIES = [
  'parameters',
  'buffers',
  'gradients',
  'optimizer_state',
  'saved',
  'temporaries',
  'inputs',
  'outputs',
  'workspace',
  'other',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** The categories, and what the allocator adds to what was asked for, as a person reads them. */
export const CATEGORY_NAMES: Readonly<Record<Category | 'rounding', string>> = {
  parameters: 'parameters',
  buffers: 'buffers',
  gradients: 'gradients',
  optimizer_state: 'optimizer state',
  saved: 'saved for backward',
  temporaries: 'temporaries',
  inputs: 'inputs',
  outputs: 'outputs',
  workspace: 'workspaces',
  other: 'other',
  rounding: 'rounding of blocks',
};

export interface AccountNote {
  kind: 'assumption' | 'missing' | 'warning';
  message: string;
  file?: string;
  line?: number;
  /** The piece of config that pins an assumption. */
  pin?: string;
}

export interface AccountError {
  /** The exception's class; `Limit` where the machine's own bounds ended the run. */
  type: string;
  message: string;
  file?: string;
  line?: number;
  traceback?: string;
}

/** The lowest and the highest that a figure can be, both in bytes. */
export type Interval = [low: number, high: number];

/** Between what figures lie that depend on cuDNN's choice of plans. */
export interface PhaseInterval {
  allocated: Interval;
  requested: Interval;
}

export interface Phase {
  name: PhaseName;
  peak_allocated: number;
  end_allocated: number;
  peak_requested: number;
  end_requested: number;
  /** Of the peaks; absent where the figures are points. */
  interval?: PhaseInterval;
}

export interface Peak {
  allocated: number;
  requested: number;
  reserved: number;
  phase: PhaseName;
  /** The line that made the allocation with which the peak was reached; in backward, the line of the forward pass. */
  file: string | null;
  line: number | null;
  operator: string | null;
  /** The path of the module that ran there. */
  module: string | null;
  /** Requested bytes; with `rounding` they add up to `allocated`. */
  by_category: Record<Category | 'rounding', number>;
  /** Absent where the figures are points. */
  interval?: PhaseInterval & { reserved: Interval };
}

export interface SavedBy {
  operator: string;
  bytes: number;
}

export interface ModuleAccount {
  path: string;
  class: string;
  /** The line that constructs the module, the class itself for the model. */
  file: string | null;
  line: number | null;
  calls: number;
  /** What the module owns directly; a shared tensor counts where it is first met. */
  parameters: { count: number; bytes: number };
  buffers: { bytes: number };
  output: TensorShape[];
  /** Saved while it was the innermost module running, each storage once. */
  saved_bytes: number;
  saved_by: SavedBy[];
  /** Of what is alive at the peak: what the module allocated, and its own parameters with gradients and optimizer state. */
  peak_bytes: number;
  /** `saved_bytes` as a polynomial over the sizes, where it is one. */
  growth?: string;
}

export interface LineAccount {
  file: string;
  line: number;
  executions: number;
  /** All that the line allocated in forward and loss, temporaries included. */
  allocated: number;
  saved: number;
  outputs: TensorShape[];
}

/** The first allocation that the device could not serve. */
export interface OverflowAccount {
  message: string;
  file: string | null;
  line: number | null;
}

/** How far a named size can go while the others stay. */
export interface LargestSize {
  name: string;
  /** What it is now. */
  now: number;
  /** The largest value that fits; undefined where not even 1 does. */
  value: number | undefined;
  /** Bytes of the process with that value. */
  process: number | undefined;
  /** What stops the next larger value: the memory, the model's own error, or nothing up to the value. */
  bound: 'memory' | 'model' | 'none';
  /** The model's error. */
  error?: string;
  /** Whether the time was over before the value was certain. */
  complete: boolean;
}

export interface Account {
  schema: 1;
  torch: string;
  device: string;
  target: { file: string; expression: string; class: string };
  status: Status;
  notes: AccountNote[];
  error?: AccountError;
  sizes: Record<string, number>;
  /** What was run. */
  run: {
    mode: string;
    precision: string;
    optimizer: string;
    accumulate: number;
    steps: number;
    /** How the model is spread over devices, where it is: the account is that of one. */
    distributed?: { strategy: string; world_size: number };
  };
  parameters: { count: number; bytes: number; trainable_count: number; trainable_bytes: number };
  buffers: { bytes: number };
  output: TensorShape[];
  saved: { bytes: number; storages: number };
  gradients: { bytes: number };
  optimizer_state: { bytes: number };
  phases: Phase[];
  peak: Peak;
  process: {
    bytes: number;
    context: number;
    context_known: boolean;
    /** Whether the context was measured on the user's own device. */
    context_measured?: boolean;
    interval?: Interval;
  };
  memory: { total: number; fits: boolean; overflow?: OverflowAccount };
  flops: { forward: number; backward: number };
  growth: Record<string, string>;
  /** The size whose doubling makes the saved bytes grow most. */
  growth_fastest?: string;
  /** The figures that grow so at multiples of a number alone, by size: kernels round lengths up. */
  growth_multiples?: Record<string, Readonly<Record<string, number>>>;
  /** How far each named size can go, where that was asked for. */
  largest?: LargestSize[];
  modules: ModuleAccount[];
  lines: LineAccount[];
}

/** The PyTorch that is modelled. */
export const TORCH_VERSION = '2.14.1';

/** A count of bytes for a person: binary units, three digits or so. */
export function formatBytes(bytes: number): string {
  const size = Math.abs(bytes);
  if (size < 1024) return `${bytes} B`;
  const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
  let value = size / 1024;
  let unit = 0;
  while (value >= 1023.995 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return `${bytes < 0 ? '-' : ''}${value.toFixed(digits)} ${units[unit]}`;
}

/** A count of things for a person: `124.4 M`. */
export function formatCount(count: number): string {
  for (const [unit, name] of [
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (Math.abs(count) >= unit) return `${(count / unit).toFixed(count / unit < 10 ? 2 : 1)} ${name}`;
  }
  return String(count);
}
