/**
 * A step cut into the blocks of a loop, as two runs measured it: one as it is, one with every block checkpointed. What a choice of blocks
 * would take is put together from both, since what a block adds while it runs depends on its own choice alone.
 */
import type { StepRecord } from '../ledger/step';
import { withDescendants, type RunModule } from './run-modules';

/** What a block does to the bytes that tensors asked for, relative to where it began. */
export interface Pass {
  net: number;
  peak: number;
}

/** A block in one of its two forms. */
export interface BlockForm {
  forward: Pass;
  backward: Pass;
  /** Floating point operations of its backward, a second forward included. */
  flops: number;
}

/** A step as it was measured in one form. Bytes are what tensors asked for: what blocks take beside that depends on the allocator's history. */
export interface Cut {
  /** What is there when the first block begins. */
  start: number;
  /** The highest before that, and after the backward of all blocks: it does not depend on the choice. */
  elsewhere: number;
  blocks: BlockForm[];
  /** From the end of the last block's forward to the beginning of its backward. */
  middle: Pass;
}

/** Cuts the last micro-batch of a run; undefined where the blocks did not run one after another, each once. */
export function cutStep(record: StepRecord, blocks: readonly RunModule[]): Cut | undefined {
  const { timeline, places, flopsByModule } = record.recorder;
  const marks = record.marks.slice(record.earlierMarks);
  const forwardEnd = marks.find(({ name }) => name === 'forward')?.event;
  const backwardEnd = marks.find(({ name }) => name === 'backward')?.event;
  if (forwardEnd === undefined || backwardEnd === undefined || blocks.length === 0) return undefined;
  const blockOf = new Map<number, number>();
  blocks.forEach((block, i) => {
    for (const { number } of withDescendants(block)) blockOf.set(number, i);
  });
  const blockAt = (event: number): number | undefined => {
    const id = timeline.subjectOf(event);
    return id > 0 ? (blockOf.get(places.moduleAt(timeline.site(id))) ?? -1) : undefined;
  };
  const firsts = (from: number, to: number): { first: number[]; last: number[] } => {
    const first = new Array<number>(blocks.length).fill(-1);
    const last = new Array<number>(blocks.length).fill(-1);
    for (let event = from; event < to; event++) {
      const block = blockAt(event);
      if (block === undefined || block < 0) continue;
      if (first[block]! < 0) first[block] = event;
      last[block] = event;
    }
    return { first, last };
  };
  const forward = firsts(record.lastMicroBatch, forwardEnd);
  const backward = firsts(forwardEnd, backwardEnd);
  const n = blocks.length;
  for (let i = 0; i < n; i++) {
    if (forward.first[i]! < 0 || backward.first[i]! < 0) return undefined;
    if (i === 0) continue;
    if (forward.first[i]! < forward.last[i - 1]! || backward.first[i - 1]! < backward.last[i]!)
      return undefined;
  }
  let afterLast = forward.last[n - 1]! + 1;
  while (afterLast < forwardEnd && blockAt(afterLast) !== -1) afterLast++;
  const level = (event: number): number => timeline.totalAfter(event - 1, 'requested');
  const pass = (from: number, to: number): Pass => ({
    net: level(to) - level(from),
    peak: timeline.peak('requested', from, to).bytes - level(from),
  });
  const end = record.marks[record.marks.length - 1]!.event;
  return {
    start: level(forward.first[0]!),
    elsewhere: Math.max(
      timeline.peak('requested', record.lastMicroBatch, forward.first[0]).bytes,
      timeline.peak('requested', backwardEnd, end).bytes,
    ),
    middle: pass(afterLast, backward.first[n - 1]!),
    blocks: blocks.map((block, i) => ({
      forward: pass(forward.first[i]!, i + 1 < n ? forward.first[i + 1]! : afterLast),
      backward: pass(backward.first[i]!, i > 0 ? backward.first[i - 1]! : backwardEnd),
      flops: sum(withDescendants(block).map(({ number }) => flopsByModule.get(number)?.backward ?? 0)),
    })),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
