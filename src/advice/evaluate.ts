/** What actions bring and cost, as a run with them shows, and the words for it. */
import { formatBytes, type Account } from '../ledger/account';
import { combine, type Action, type Change } from './action';
import type { Effort, Outcome, Subject } from './subject';

/** The figures of a run that actions are judged by. Sizes are bytes. */
export interface Figures {
  /** The peak of what the allocator's blocks take. */
  allocated: number;
  /** The peak of what tensors asked for. */
  requested: number;
  reserved: number;
  /** Reserved and the CUDA context, where it is known. */
  process: number;
  phase: string;
  /** Of one micro-batch, forward and backward. */
  flops: number;
  /** Of a whole step. */
  stepFlops: number;
}

/** What came of running with some actions. */
export interface Evaluation {
  actions: readonly Action[];
  change: Change;
  outcome: Outcome;
  before: Figures;
  after: Figures;
  /** Of the peak allocated; negative where it grew. */
  saved: number;
  /** More floating point operations per step, as a share of those before: 0.33 for a third more. */
  extraCompute: number;
  /** The run's error, where the change broke it; then the other figures mean nothing. */
  error: string | undefined;
}

/** The figures of an account. */
export function figuresOf(account: Account): Figures {
  const { peak, flops, process, run } = account;
  const once = flops.forward + flops.backward;
  return {
    allocated: peak.allocated,
    requested: peak.requested,
    reserved: peak.reserved,
    process: process.bytes,
    phase: peak.phase,
    flops: once,
    stepFlops: once * run.accumulate,
  };
}

/** Runs the subject with actions. undefined where they exclude each other or one does not apply. */
export function evaluate(subject: Subject, actions: readonly Action[]): Evaluation | undefined {
  if (actions.some(({ applies }) => !applies)) return undefined;
  const change = combine(actions);
  if (change === undefined) return undefined;
  return evaluateChange(subject, actions, change);
}

/** Runs the subject with a change that stands for some actions. */
export function evaluateChange(
  subject: Subject,
  actions: readonly Action[],
  change: Change,
  effort?: Effort,
): Evaluation {
  const outcome = subject.run(change, effort);
  const before = figuresOf(subject.baseline.account);
  const after = figuresOf(outcome.account);
  const { error, status } = outcome.account;
  return {
    actions,
    change,
    outcome,
    before,
    after,
    saved: before.allocated - after.allocated,
    extraCompute: before.stepFlops === 0 ? 0 : after.stepFlops / before.stepFlops - 1,
    error: status === 'failed' ? (error?.message ?? 'it does not run') : undefined,
  };
}

/** `Checkpoint the 12 blocks of self.blocks: peak 17.8 → 9.20 GiB, +31 % compute`. */
export function title(action: Action, evaluation: Evaluation): string {
  const { before, after, extraCompute } = evaluation;
  const parts = [`peak ${arrow(before.allocated, after.allocated)}`];
  const compute = computeWords(extraCompute);
  if (compute !== undefined) parts.push(compute);
  if (action.price !== undefined) parts.push(action.price);
  return `${action.what}: ${parts.join(', ')}`;
}

/** `+31 % compute`; undefined for less than half a percent. */
export function computeWords(extra: number): string | undefined {
  const percent = Math.round(100 * extra);
  if (percent === 0) return undefined;
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)} % compute`;
}

/** `17.8 → 9.20 GiB`; the unit once where it is the same. */
export function arrow(before: number, after: number): string {
  const [from, unit] = formatBytes(before).split(' ') as [string, string];
  const [to, other] = formatBytes(after).split(' ') as [string, string];
  return unit === other ? `${from} → ${to} ${unit}` : `${from} ${unit} → ${to} ${other}`;
}
