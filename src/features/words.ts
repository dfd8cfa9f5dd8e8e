/** Words and numbers as every surface shows them. Sizes are in binary units. */
import type { DeviceProfile } from '../device/profiles';
import { formatBytes, type Account, type PhaseName } from '../ledger/account';
import type { Config } from '../workspace/config';
import { marginBytes } from '../workspace/config';
import type { Figures } from './result';
import type { Target } from './targets';

/** How far the figures of a target can be trusted, and whether they are of the present text. */
export type Trust = 'exact' | 'assumed' | 'partial' | 'stale';

export const PHASE_NAMES: Readonly<Record<PhaseName, string>> = {
  forward: 'forward',
  backward: 'backward',
  step: 'optimizer step',
  zero_grad: 'zero_grad',
};

/** `A100 80GB` of `NVIDIA A100-SXM4-80GB`, `RTX 4090` of `NVIDIA GeForce RTX 4090`; one that is only a size has no name. */
export function deviceName({ name, memorySource }: DeviceProfile): string {
  if (memorySource === 'given') return 'device';
  return name
    .replace(/^(NVIDIA|Tesla)\s+/, '')
    .replace(/^(GeForce|Tesla)\s+/, '')
    .replace(/[- ](SXM\d?|PCIe)\b/i, '')
    .replaceAll('-', ' ');
}

/** The device of a target. */
export function deviceOf(target: Target): DeviceProfile {
  if (target.kind === 'model') return target.model.target.device;
  return target.entry.device ?? target.project.config.device;
}

/** What may be used, and what is: bytes. */
export interface Budget {
  /** The smaller of the device's memory and the entry's own budget. */
  limit: number;
  margin: number;
  /** Reserved, context and margin. */
  need: number;
  /** What limits, in words: `RTX 4090` or `budget`. */
  name: string;
  over: boolean;
}

/** Compares what an account needs with what its entry may use, as `vram-ledger check` does. */
export function budgetOf(target: Target, account: Account): Budget {
  const device = deviceOf(target);
  const config: Config = target.project.config;
  const own = target.kind === 'model' ? target.model.budget : target.entry.budget;
  const limit = Math.min(account.memory.total, own ?? Infinity);
  const margin = marginBytes(config.margin, account.memory.total);
  const need = account.process.bytes + margin;
  return {
    limit,
    margin,
    need,
    name: own !== undefined && own <= account.memory.total ? 'budget' : deviceName(device),
    over: need > limit || account.memory.overflow !== undefined,
  };
}

export function trustOf({ good, stale }: Figures): Trust | undefined {
  if (good === undefined) return undefined;
  if (stale) return 'stale';
  return good.account.status === 'failed' ? undefined : good.account.status;
}

/** A size with its `at least`, where the account is partial. */
export function atLeast({ status }: Account, bytes: number): string {
  return `${status === 'partial' ? 'at least ' : ''}${formatBytes(bytes)}`;
}

/** `4.1 %`. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '0 %' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** `1 layer`, `3 layers`. */
export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Text in which Markdown means nothing. */
export function escape(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
}
