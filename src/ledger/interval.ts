/**
 * What is known of figures that depend on cuDNN's choices: an interval around the point. The point has no workspaces of convolutions;
 * with them, blocks also come to lie otherwise, so that allocated memory may round otherwise.
 */
import type { PhaseInterval } from './account';
import type { StepRecorder } from './recorder';

const MIB = 1024 * 1024;

/** The block that a workspace takes: the rest of a large one is not split off under 1 MiB. */
const blockOf = (bytes: number): number => Math.ceil(bytes / 512) * 512 + (bytes > MIB ? MIB : 0);

/** The segment that may be reserved for a workspace alone. */
const segmentOf = (bytes: number): number =>
  bytes <= MIB ? 2 * MIB : bytes < 10 * MIB ? 20 * MIB : Math.ceil(bytes / (2 * MIB)) * 2 * MIB;

/**
 * The interval of the peaks between two events; undefined where no kernel before the end may have taken a workspace that is not known.
 * No peak is lower than what tensors ask for.
 */
export function peakInterval(recorder: StepRecorder, from: number, to: number): PhaseInterval | undefined {
  if (recorder.workspacesIn(-1, to).next().done === true) return undefined;
  const { timeline } = recorder;
  const requested = timeline.peak('requested', from, to).bytes;
  const allocated = timeline.peak('allocated', from, to).bytes;
  let mostRequested = requested;
  let mostAllocated = allocated;
  for (const { event, bytes } of recorder.workspacesIn(from, to)) {
    mostRequested = Math.max(mostRequested, timeline.totalAfter(event, 'requested') + bytes);
    mostAllocated = Math.max(mostAllocated, timeline.totalAfter(event, 'allocated') + blockOf(bytes));
  }
  const rounding = allocated - requested;
  return {
    requested: [requested, mostRequested],
    allocated: [requested, mostAllocated + rounding],
  };
}

/** The interval of reserved memory up to an event: a segment more for the largest workspace, and one for blocks that then find no place. */
export function reservedInterval(
  recorder: StepRecorder,
  reserved: number,
  leastAllocated: number,
  to: number,
): [low: number, high: number] {
  let most = 0;
  for (const { bytes } of recorder.workspacesIn(-1, to)) most = Math.max(most, bytes);
  return [leastAllocated, reserved + segmentOf(most) + 20 * MIB];
}
