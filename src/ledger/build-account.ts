/** Makes the account of a step from its record. */
import { BREAKDOWN_ORDER, classify } from './categories';
import {
  TORCH_VERSION,
  type Account,
  type AccountNote,
  type Interval,
  type LineAccount,
  type ModuleAccount,
  type Peak,
  type Phase,
  type PhaseName,
  type SavedBy,
  type Status,
} from './account';
import { peakInterval, reservedInterval } from './interval';
import type { LineRecord, SourcePlace } from './places';
import { lastStepRange, type StepRecord } from './step';

export interface AccountOptions {
  /** The path as it is told: relative to where the user works. */
  displayPath?: (path: string) => string;
  /** What was assumed before the run: inputs, sizes. */
  assumptions?: readonly AccountNote[];
}

/** The account of a step. Figures of a run that failed are of the part that ran. */
export function buildAccount(record: StepRecord, options: AccountOptions = {}): Account {
  const { request } = record;
  const show = options.displayPath ?? ((path: string) => path);
  const notes = [...(options.assumptions ?? []), ...notesOf(record, show)];
  const peakEvent = findPeak(record);
  const phases = phasesOf(record);
  const peak = peakOf(record, peakEvent, show);
  const { device } = request;
  const context = device.context ?? 0;
  const account: Account = {
    schema: 1,
    torch: TORCH_VERSION,
    device: device.id,
    target: { file: show(request.file), expression: request.expression, class: record.className },
    status: statusOf(record, options.assumptions ?? []),
    notes,
    sizes: request.sizes,
    run: {
      mode: request.mode,
      precision: request.precision,
      optimizer: request.mode === 'train' ? request.optimizer : 'none',
      accumulate: request.accumulate,
      steps: request.steps,
      ...optional(
        'distributed',
        request.distributed && {
          strategy: String(request.distributed.strategy),
          world_size: Number(request.distributed.world_size),
        },
      ),
    },
    parameters: record.parameters,
    buffers: record.buffers,
    output: record.output,
    saved: {
      bytes: sum(record.savedIds.map((id) => record.recorder.timeline.requested(id))),
      storages: record.savedIds.length,
    },
    gradients: record.gradients,
    optimizer_state: record.optimizerState,
    phases,
    peak,
    process: {
      bytes: peak.reserved + context,
      context,
      context_known: device.context !== undefined,
      ...(device.contextSource === 'measured' ? { context_measured: true } : {}),
      ...optional(
        'interval',
        peak.interval?.reserved.map((bytes) => bytes + context) as Interval | undefined,
      ),
    },
    memory: {
      total: device.memory,
      fits: record.overflow === undefined && peak.reserved + context <= device.memory,
    },
    flops: { ...record.recorder.flopsDone },
    growth: {},
    modules: modulesOf(record, peakEvent, show),
    lines: linesOf(record, show),
  };
  if (record.error !== undefined) {
    const { file } = record.error;
    account.error = { ...record.error, ...(file === undefined ? {} : { file: show(file) }) };
  }
  if (record.overflow !== undefined) {
    const line = record.recorder.places.lineAt(record.overflow.site);
    account.memory.overflow = {
      message: record.overflow.message,
      file: line === null ? null : show(line.file),
      line: line?.line ?? null,
    };
  }
  return account;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

function statusOf(record: StepRecord, assumptions: readonly AccountNote[]): Status {
  if (record.error !== undefined)
    return record.error.type === 'Limit' && record.marks.length > 0 ? 'partial' : 'failed';
  if (record.unknownOutput !== undefined) return 'partial';
  // A module that is missing and was never needed leaves nothing out.
  if (record.notes.some(({ kind }, i) => kind === 'missing' && i >= record.importNotes)) return 'partial';
  if (
    assumptions.some(({ kind }) => kind === 'assumption') ||
    record.notes.some(({ kind }) => kind === 'assumption')
  )
    return 'assumed';
  return 'exact';
}

function notesOf(record: StepRecord, show: (path: string) => string): AccountNote[] {
  const notes: AccountNote[] = record.notes.map(({ kind, message, place }) => ({
    kind,
    message,
    ...(place === undefined ? {} : { file: show(place.file), line: place.line }),
  }));
  if (record.unknownOutput !== undefined)
    notes.push({
      kind: 'missing',
      message: `the output is unknown: ${record.unknownOutput}`,
      file: show(record.request.file),
    });
  return notes;
}

/** The end of a phase that the last micro-batch ran, with where it began. */
interface PhaseRange {
  name: PhaseName;
  from: number;
  to: number;
}

function phaseRanges(record: StepRecord): PhaseRange[] {
  const ranges: PhaseRange[] = [];
  let from = record.lastMicroBatch;
  for (const { name, event } of record.marks.slice(record.earlierMarks)) {
    if (ranges.some((range) => range.name === name)) continue;
    ranges.push({ name, from, to: event });
    from = event;
  }
  return ranges;
}

function phasesOf(record: StepRecord): Phase[] {
  const { timeline } = record.recorder;
  return phaseRanges(record).map(({ name, from, to }) => ({
    name,
    peak_allocated: timeline.peak('allocated', from, to).bytes,
    end_allocated: timeline.totalAfter(to - 1, 'allocated'),
    peak_requested: timeline.peak('requested', from, to).bytes,
    end_requested: timeline.totalAfter(to - 1, 'requested'),
    ...optional('interval', peakInterval(record.recorder, from, to)),
  }));
}

/** A member that is left out where it has no value. */
function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

/** The event after which allocated memory was highest in the last step; before it, in all that ran. */
function findPeak(record: StepRecord): number {
  const { timeline } = record.recorder;
  const [from, to] = lastStepRange(record);
  return timeline.peak('allocated', from, to).event;
}

function peakOf(record: StepRecord, event: number, show: (path: string) => string): Peak {
  const { timeline, places } = record.recorder;
  const [from, to] = lastStepRange(record);
  const id = event >= from ? timeline.subjectOf(event) : 0;
  const place = id > 0 ? timeline.site(id) : 0;
  const line = places.lineAt(place);
  const operator =
    id <= 0 ? '' : record.recorder.isStorage(id) ? record.recorder.operatorOf(id) : 'workspace';
  const module = places.moduleAt(place);
  const allocated = timeline.totalAfter(event, 'allocated');
  const by = classify(record, event);
  let requested = 0;
  for (const category of BREAKDOWN_ORDER) requested += by[category];
  const reserved = timeline.peak('reserved', from, to).bytes;
  const interval = peakInterval(record.recorder, from, to);
  return {
    allocated,
    requested: timeline.peak('requested', from, to).bytes,
    reserved,
    phase:
      record.marks.find((mark) => mark.event > event)?.name ??
      (record.marks.length === 0 ? 'forward' : record.marks[record.marks.length - 1]!.name),
    file: line === null ? null : show(line.file),
    line: line?.line ?? null,
    operator: operator === '' ? null : operator,
    module: module < 0 ? null : pathOf(record, module),
    by_category: { ...by, rounding: allocated - requested },
    ...optional(
      'interval',
      interval && {
        ...interval,
        reserved: reservedInterval(record.recorder, reserved, interval.allocated[0], to),
      },
    ),
  };
}

function pathOf(record: StepRecord, moduleNumber: number): string | null {
  const module = record.recorder.places.modules[moduleNumber];
  return record.modules.find((named) => named.module === module)?.path ?? null;
}

function modulesOf(record: StepRecord, peakEvent: number, show: (path: string) => string): ModuleAccount[] {
  const { recorder } = record;
  const { timeline, places } = recorder;
  const savedBy = new Map<number, Map<string, number>>();
  for (const id of record.savedIds) {
    const { place, operator } = recorder.savingOf(id);
    const module = places.moduleAt(place);
    const operators = savedBy.get(module) ?? new Map<string, number>();
    savedBy.set(module, operators);
    operators.set(operator, (operators.get(operator) ?? 0) + timeline.requested(id));
  }
  const ownerOf = new Map<number, number>();
  record.modules.forEach(({ parameters }, index) => {
    for (const id of parameters.allocations) ownerOf.set(id, index);
  });
  const owned = new Array<number>(record.modules.length).fill(0);
  const ran = new Map<number, number>();
  for (const id of timeline.aliveAt(peakEvent)) {
    const owner = ownerOf.get(id) ?? ownerOf.get(record.ownedBy.get(id) ?? 0);
    if (owner !== undefined) owned[owner]! += timeline.requested(id);
    else if (recorder.isStorage(id) && !record.roles.has(id)) {
      const module = places.moduleAt(timeline.site(id));
      ran.set(module, (ran.get(module) ?? 0) + timeline.requested(id));
    }
  }
  return record.modules.map((named, index) => {
    const number = places.moduleNumber(named.module);
    const ranHere = recorder.moduleRecord(number);
    const operators: SavedBy[] = [...(savedBy.get(number) ?? [])]
      .map(([operator, bytes]) => ({ operator, bytes }))
      .sort((a, b) => b.bytes - a.bytes);
    return {
      path: named.path,
      class: named.className,
      file: named.construction === undefined ? null : show(named.construction.file),
      line: named.construction?.line ?? null,
      calls: ranHere?.calls ?? 0,
      parameters: { count: named.parameters.count, bytes: named.parameters.bytes },
      buffers: named.buffers,
      output: ranHere?.outputs ?? [],
      saved_bytes: sum(operators.map(({ bytes }) => bytes)),
      saved_by: operators,
      peak_bytes: owned[index]! + (ran.get(number) ?? 0),
    };
  });
}

function linesOf(record: StepRecord, show: (path: string) => string): LineAccount[] {
  const { recorder } = record;
  const { timeline, places } = recorder;
  const accounts = new Map<LineRecord, LineAccount>();
  const accountOf = (line: LineRecord): LineAccount => {
    let account = accounts.get(line);
    if (account === undefined) {
      account = {
        file: show(line.file),
        line: line.line,
        executions: line.executions,
        allocated: 0,
        saved: 0,
        outputs: line.outputs,
      };
      accounts.set(line, account);
    }
    return account;
  };
  for (const line of places.lines()) if (line.executions > 0) accountOf(line);
  const forwardEnd = phaseRanges(record)[0]?.to ?? timeline.length;
  for (let event = record.lastMicroBatch; event < forwardEnd; event++) {
    const id = timeline.subjectOf(event);
    if (id <= 0) continue;
    const line = places.lineAt(timeline.site(id));
    if (line !== null) accountOf(line).allocated += timeline.requested(id);
  }
  for (const id of record.savedIds) {
    const line = places.lineAt(recorder.savingOf(id).place);
    if (line !== null) accountOf(line).saved += timeline.requested(id);
  }
  return [...accounts.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
}

/** The call stack at the peak, innermost first, in files that are not our own. */
export function peakStack(record: StepRecord): SourcePlace[] {
  const { timeline, places } = record.recorder;
  const id = timeline.subjectOf(Math.max(0, findPeak(record)));
  return id > 0 ? places.stack(timeline.site(id)) : [];
}
