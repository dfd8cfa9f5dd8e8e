/** What is asked of a run of one model's step. */
import type { DeviceProfile } from '../device/profiles';

/** What to run. Expressions are Python, evaluated in the namespace of the file. */
export interface StepRequest {
  /** Absolute path of the file. */
  file: string;
  /** The name under which it is imported: `package.module`. */
  moduleName: string;
  /** Gives the model; a class or function is called without arguments. */
  expression: string;
  inputs: { name: string; expression: string }[];
  sizes: Record<string, number>;
  call?: string;
  loss?: string;
  mode: 'train' | 'eval' | 'infer';
  /** Without its parameters: `AdamW(lr=1e-3)`; `none`. */
  optimizer: string;
  precision: 'fp32' | 'bf16' | 'fp16' | 'amp-bf16' | 'amp-fp16';
  accumulate: number;
  /** The micro-batches of each step but the last, where they are fewer. */
  early?: number;
  /** Leaves out micro-batches between two that made the same allocations, with the same totals after each, and the last. */
  untilAlike?: boolean;
  steps: number;
  device: DeviceProfile;
  allocatorConfig?: string;
  maxInstructions?: number;
  shouldStop?: () => boolean;
  /**
   * Whether the model is run without what the file's own statements left on the device, where no function or class of the file and none of
   * the expressions here reads it: the cells of a notebook train a model of their own.
   */
  alone?: boolean;
  /** Ends the run when forward and loss of the first micro-batch have run. */
  forwardOnly?: boolean;
  /** How the model is spread over devices, for `vram_ledger_distributed.py`. */
  distributed?: Readonly<Record<string, unknown>>;
}
