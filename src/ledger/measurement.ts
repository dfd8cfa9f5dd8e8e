/** A measurement as it comes in a file, compared and put into words: for the command line and the editor. */
import { formatBytes, type Account } from './account';
import {
  compareMeasured,
  compareSnapshot,
  MeasuredError,
  readMeasured,
  type Comparison,
  type Measured,
  type Pair,
} from './comparison';
import { readSnapshot, type MemorySnapshot } from './memory-snapshot';
import { PickleError } from './pickle';
import type { StepRecord } from './step';

/** What the script of `vram-ledger measure` printed, or a memory snapshot. */
export type Measurement =
  | { kind: 'measured'; measured: Measured }
  | { kind: 'snapshot'; snapshot: MemorySnapshot; measured?: undefined };

/** Reads a file's content. Throws what `isUnreadable` knows. */
export function readMeasurement(data: Uint8Array): Measurement {
  // A pickle of protocol 2 and later begins with 0x80; a measurement is text.
  const isPickle = data[0] === 0x80 || !data.subarray(0, 65536).includes('{'.charCodeAt(0));
  if (!isPickle) return { kind: 'measured', measured: readMeasured(new TextDecoder().decode(data)) };
  try {
    return { kind: 'snapshot', snapshot: readSnapshot(data) };
  } catch (error) {
    if (!(error instanceof PickleError)) throw error;
    throw new PickleError(
      `it is neither the line of a measuring script nor a memory snapshot of PyTorch's (${error.message})`,
    );
  }
}

/** Whether an error says that a file holds no measurement. */
export function isUnreadable(error: unknown): error is PickleError | MeasuredError {
  return error instanceof PickleError || error instanceof MeasuredError;
}

/** The measurement beside a run of what it is of. */
export function compareWithRun(account: Account, record: StepRecord, measurement: Measurement): Comparison {
  return measurement.kind === 'snapshot'
    ? compareSnapshot(record, account, measurement.snapshot)
    : compareMeasured(account, measurement.measured);
}

/** Lines of the model that are told, the largest differences. */
export const MOST_LINES = 16;

/** Predicted, measured and their difference, as text; `?` for what is not known. */
export function pairTexts({ predicted, measured }: Pair): [string, string, string] {
  const show = (bytes: number | undefined): string => (bytes === undefined ? '?' : formatBytes(bytes));
  const difference = predicted === undefined || measured === undefined ? '' : signed(measured - predicted);
  return [show(predicted), show(measured), difference];
}

export function signed(bytes: number): string {
  return bytes > 0 ? `+${formatBytes(bytes)}` : formatBytes(bytes);
}
