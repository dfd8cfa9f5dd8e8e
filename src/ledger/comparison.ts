/** A prediction beside what was measured on a device: phase by phase, and by line where a memory snapshot tells. All sizes are bytes. */
import type { Account, PhaseName } from './account';
import type { MemorySnapshot, SnapshotAllocation } from './memory-snapshot';
import type { StepRecord } from './step';

/** A figure in theory and measured; either may be missing. */
export interface Pair {
  predicted: number | undefined;
  measured: number | undefined;
}

/** What was measured, as the script of `vram-ledger measure` prints it. */
export interface Measured {
  case: string;
  torch: string | undefined;
  device: string | undefined;
  phases: MeasuredPhase[];
  parameters: number | undefined;
  gradients: number | undefined;
  optimizerState: number | undefined;
  reserved: number | undefined;
  /** Of the process: what the device lacks, minus nothing: other processes on it count too. */
  process: number | undefined;
}

export interface MeasuredPhase {
  name: PhaseName;
  peak_allocated: number;
  end_allocated: number;
  peak_requested: number;
  end_requested: number;
}

/** What part of the difference of two totals is due to what. */
export interface Residual {
  name: 'tensors and workspaces' | 'rounding of blocks' | 'fragmentation' | 'context';
  bytes: number;
}

/** A line, or what has no line of the model, at the peak. */
export interface LinePair extends Pair {
  /** `backward`, `optimizer`, `parameters`, `unknown`, or a file. */
  file: string;
  line: number | undefined;
}

export interface Comparison {
  phases: (Pair & { name: PhaseName; kind: 'peak' | 'end' })[];
  totals: (Pair & {
    name:
      | 'parameters'
      | 'gradients'
      | 'optimizer state'
      | 'peak requested'
      | 'peak allocated'
      | 'peak reserved'
      | 'context'
      | 'process';
  })[];
  /** What the difference of the largest total that both have consists of. */
  residual: Residual[];
  /** At the peak; only from a snapshot. The largest differences first. */
  lines: LinePair[];
  notes: string[];
}

/** A text that holds no measurement. */
export class MeasuredError extends Error {
  override readonly name = 'MeasuredError';
}

/** Reads the line of JSON that the script of `vram-ledger measure` prints; other lines may be around it. Throws a MeasuredError. */
export function readMeasured(text: string): Measured {
  for (const line of text.split('\n').reverse()) {
    if (!line.trim().startsWith('{')) continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      continue;
    }
    return measuredOf(value as Record<string, unknown>);
  }
  throw new MeasuredError('it holds no line of JSON as the script of `vram-ledger measure` prints it');
}

function measuredOf(line: Record<string, unknown>): Measured {
  const number = (key: string): number | undefined => (typeof line[key] === 'number' ? line[key] : undefined);
  const text = (key: string): string | undefined => (typeof line[key] === 'string' ? line[key] : undefined);
  const phases: MeasuredPhase[] = [];
  const take = (name: PhaseName, value: unknown): void => {
    if (value === undefined) return;
    if (!Array.isArray(value) || value.length !== 4 || value.some((each) => typeof each !== 'number'))
      throw new MeasuredError(`"${name}" is not four numbers`);
    const [peak_allocated, end_allocated, peak_requested, end_requested] = value as [
      number,
      number,
      number,
      number,
    ];
    phases.push({ name, peak_allocated, end_allocated, peak_requested, end_requested });
  };
  if (Array.isArray(line.steps)) {
    const last = line.steps[line.steps.length - 1] as Record<string, unknown> | undefined;
    if (typeof last !== 'object') throw new MeasuredError('"steps" is empty');
    for (const name of ['forward', 'backward', 'step'] as const) take(name, last[name]);
    take('zero_grad', last.end);
  } else take('forward', line.forward);
  if (phases.length === 0) throw new MeasuredError('it has neither "steps" nor "forward"');
  return {
    case: text('case') ?? '',
    torch: text('torch'),
    device: text('device'),
    phases,
    parameters: number('parameter_bytes'),
    gradients: number('gradient_bytes'),
    optimizerState: number('optimizer_bytes'),
    reserved: number('reserved'),
    process: number('process'),
  };
}

/** Compares an account with what was measured. */
export function compareMeasured(account: Account, measured: Measured): Comparison {
  const phases: Comparison['phases'] = [];
  for (const { name, peak_allocated, end_allocated } of measured.phases) {
    const own = account.phases.find((phase) => phase.name === name);
    // The peak is not reset between the optimizer's step and zero_grad.
    if (name !== 'zero_grad')
      phases.push({ name, kind: 'peak', predicted: own?.peak_allocated, measured: peak_allocated });
    phases.push({ name, kind: 'end', predicted: own?.end_allocated, measured: end_allocated });
  }
  const allocated = Math.max(...measured.phases.map((phase) => phase.peak_allocated));
  const requested = Math.max(...measured.phases.map((phase) => phase.peak_requested));
  const { reserved, process } = measured;
  const context = process === undefined || reserved === undefined ? undefined : process - reserved;
  const notes: string[] = [];
  if (measured.torch !== undefined && measured.torch !== account.torch)
    notes.push(`it was measured with PyTorch ${measured.torch}, the prediction is of ${account.torch}`);
  return {
    phases,
    totals: [
      { name: 'parameters', predicted: account.parameters.bytes, measured: measured.parameters },
      { name: 'gradients', predicted: account.gradients.bytes, measured: measured.gradients },
      {
        name: 'optimizer state',
        predicted: account.optimizer_state.bytes,
        measured: measured.optimizerState,
      },
      ...totalsOf(account, { requested, allocated, reserved, context, process }),
    ].filter((total) => total.measured !== undefined) as Comparison['totals'],
    residual: residualOf(account, { requested, allocated, reserved, context }),
    lines: [],
    notes,
  };
}

interface Totals {
  requested: number;
  allocated?: number | undefined;
  reserved?: number | undefined;
  context?: number | undefined;
  process?: number | undefined;
}

function totalsOf(
  account: Account,
  { requested, allocated, reserved, context, process }: Totals,
): Comparison['totals'] {
  const { peak } = account;
  return [
    { name: 'peak requested', predicted: peak.requested, measured: requested },
    { name: 'peak allocated', predicted: peak.allocated, measured: allocated },
    { name: 'peak reserved', predicted: peak.reserved, measured: reserved },
    {
      name: 'context',
      predicted: account.process.context_known ? account.process.context : undefined,
      measured: context,
    },
    { name: 'process', predicted: account.process.bytes, measured: process },
  ];
}

/** Splits what the measured total has more than the predicted one; the parts add up to the difference of the largest total that is known. */
function residualOf(account: Account, { requested, allocated, reserved, context }: Totals): Residual[] {
  const { peak, process } = account;
  const parts: Residual[] = [{ name: 'tensors and workspaces', bytes: requested - peak.requested }];
  let [ours, theirs] = [peak.requested, requested];
  if (allocated !== undefined) {
    parts.push({ name: 'rounding of blocks', bytes: allocated - theirs - (peak.allocated - ours) });
    [ours, theirs] = [peak.allocated, allocated];
  }
  if (reserved !== undefined) {
    parts.push({ name: 'fragmentation', bytes: reserved - theirs - (peak.reserved - ours) });
    if (context !== undefined) parts.push({ name: 'context', bytes: context - process.context });
  }
  return parts;
}

/** Compares a run with a snapshot of the same program; lines are those at the peak of what tensors ask for. */
export function compareSnapshot(record: StepRecord, account: Account, snapshot: MemorySnapshot): Comparison {
  const notes: string[] = [];
  const history = snapshot.events > 0;
  if (!history)
    notes.push(
      'the snapshot has no history: it shows what lived when it was taken, not the peak; call torch.cuda.memory._record_memory_history() first',
    );
  else if (!snapshot.complete)
    notes.push('the history does not begin with an empty device: what was allocated before it has no lines');
  const totals = history
    ? { requested: snapshot.peak.requested, reserved: snapshot.peak.reserved }
    : {
        requested: snapshot.now.requested,
        allocated: snapshot.now.allocated,
        reserved: snapshot.now.reserved,
      };
  return {
    phases: [],
    totals: totalsOf(account, totals).filter((total) => total.measured !== undefined),
    residual: residualOf(account, totals),
    lines: pairLines(predictedLines(record), snapshot),
    notes,
  };
}

interface PlacedBytes {
  file: string;
  line: number | undefined;
  bytes: number;
}

/** What lives at the peak of requested bytes, by line. */
function predictedLines(record: StepRecord): PlacedBytes[] {
  const { timeline, places } = record.recorder;
  const peak = timeline.peak('requested', record.lastStep);
  const found: PlacedBytes[] = [];
  for (const id of timeline.aliveAt(peak.event)) {
    const bytes = timeline.requested(id);
    const site = timeline.site(id);
    const line = places.lineAt(site);
    if (record.roles.get(id) === 'parameters' || record.roles.get(id) === 'buffers')
      found.push({ file: 'parameters', line: undefined, bytes });
    else if (places.isInOptimizer(site)) found.push({ file: 'optimizer', line: undefined, bytes });
    else if (places.isBackward(site)) found.push({ file: 'backward', line: undefined, bytes });
    else if (line === null) found.push({ file: 'unknown', line: undefined, bytes });
    else found.push({ file: line.file, line: line.line, bytes });
  }
  return found;
}

/** Where a stack of PyTorch's puts an allocation: the innermost line outside PyTorch, or what of PyTorch made it. */
function placeOf({ frames, inHistory }: SnapshotAllocation): { file: string; line: number | undefined } {
  if (frames.length === 0) return { file: inHistory ? 'backward' : 'unknown', line: undefined };
  for (const { file, line, name } of frames) {
    if (/\/torch\/optim\//.test(file)) return { file: 'optimizer', line: undefined };
    if (/\/torch\/autograd\/graph\.py$/.test(file) && name === '_engine_run_backward')
      return { file: 'backward', line: undefined };
    if (/\/torch\/nn\/modules\/module\.py$/.test(file) && name === '_apply')
      return { file: 'parameters', line: undefined };
    if (!/(^|\/)torch\//.test(file) && line > 0 && file.endsWith('.py')) return { file, line };
  }
  return { file: 'unknown', line: undefined };
}

function pairLines(predicted: readonly PlacedBytes[], snapshot: MemorySnapshot): LinePair[] {
  const pairs = new Map<string, LinePair>();
  const files = [...new Set(predicted.map(({ file }) => file))];
  const at = (file: string, line: number | undefined): LinePair => {
    const key = `${file}:${line ?? ''}`;
    let pair = pairs.get(key);
    if (pair === undefined)
      pairs.set(key, (pair = { file, line, predicted: undefined, measured: undefined }));
    return pair;
  };
  for (const { file, line, bytes } of predicted) {
    const pair = at(file, line);
    pair.predicted = (pair.predicted ?? 0) + bytes;
  }
  for (const allocation of snapshot.atPeak) {
    const { bytes } = allocation;
    const { file, line } = placeOf(allocation);
    const pair = at(line === undefined ? file : sameFile(file, files), line);
    pair.measured = (pair.measured ?? 0) + bytes;
  }
  const difference = ({ predicted: ours = 0, measured = 0 }: LinePair): number => Math.abs(measured - ours);
  const size = ({ predicted: ours = 0, measured = 0 }: LinePair): number => Math.max(ours, measured);
  return [...pairs.values()].sort((a, b) => difference(b) - difference(a) || size(b) - size(a));
}

/** The file of the prediction that another machine's path means: the one with which most of its end is the same. */
function sameFile(path: string, files: readonly string[]): string {
  const parts = path.split('/').reverse();
  let best = path;
  let most = 0;
  for (const file of files) {
    const own = file.split('/').reverse();
    let same = 0;
    while (same < parts.length && same < own.length && parts[same] === own[same]) same++;
    if (same > most) [best, most] = [file, same];
  }
  return best;
}
