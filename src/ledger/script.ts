/** Runs a script as it is, for the account of its whole run. */
import type { DeviceProfile } from '../device/profiles';
import { buildAccount, type AccountOptions } from './build-account';
import type { Account } from './account';
import type { Machine } from './machine';
import { StepRecorder } from './recorder';
import { emptyRecord, tensorsOf, type StepRecord } from './step';

export interface ScriptRequest {
  /** Absolute path. */
  file: string;
  args: string[];
  device: DeviceProfile;
  allocatorConfig?: string;
  maxInstructions?: number;
  shouldStop?: () => boolean;
}

/** A script may run many steps. */
const MOST_EVENTS = 8_000_000;

/** Runs the script; the peak is that of the whole run. Never throws. */
export function runScript(machine: Machine, request: ScriptRequest): StepRecord {
  const recorder = new StepRecorder(machine.vm, MOST_EVENTS);
  const { device, file } = request;
  const record = emptyRecord(
    {
      file,
      moduleName: '__main__',
      expression: '',
      inputs: [],
      sizes: {},
      mode: 'train',
      optimizer: 'none',
      precision: 'fp32',
      accumulate: 1,
      steps: 1,
      device,
    },
    recorder,
  );
  recorder.measuring = true;
  const outcome = machine.runScript(file, request.args, {
    device,
    overflow: 'record',
    observer: recorder.timeline,
    recorder,
    ...(request.allocatorConfig === undefined ? {} : { allocatorConfig: request.allocatorConfig }),
    ...(request.maxInstructions === undefined ? {} : { maxInstructions: request.maxInstructions }),
    ...(request.shouldStop === undefined ? {} : { shouldStop: request.shouldStop }),
  });
  recorder.mistakes.end();
  record.notes = outcome.notes;
  record.overflow = machine.allocator?.overflow;
  if (outcome.limit !== undefined) {
    const { message, place } = outcome.limit;
    record.error = {
      type: 'Limit',
      message,
      ...(place === undefined ? {} : { file: place.file, line: place.line }),
    };
  } else if (outcome.exitCode !== 0) {
    const traceback = outcome.traceback ?? `exit status ${outcome.exitCode}`;
    record.error = {
      type: outcome.exception?.cls.name ?? 'SystemExit',
      message: traceback.trim().split('\n').pop()!,
      traceback,
    };
  }
  assignRoles(record);
  return record;
}

/** Says of a script's allocations which are parameters, buffers and optimizer state, by the modules that it made and by where they were made. */
function assignRoles(record: StepRecord): void {
  const { roles, recorder } = record;
  const { timeline, places } = recorder;
  for (const module of places.modules) {
    for (const [name, role] of [
      ['_parameters', 'parameters'],
      ['_buffers', 'buffers'],
    ] as const) {
      for (const tensor of tensorsOf(module, name)) {
        const id = recorder.allocationOf(tensor.storage);
        if (id !== 0 && !roles.has(id)) roles.set(id, role);
      }
    }
  }
  // What an optimizer allocates and keeps until something else allocates is its state.
  let next = Infinity;
  for (let event = timeline.length - 1; event >= 0; event--) {
    const id = timeline.subjectOf(event);
    if (id <= 0) continue;
    if (!places.isInOptimizer(timeline.site(id))) next = event;
    else if (recorder.isStorage(id) && (timeline.death(id) ?? Infinity) > next && !roles.has(id))
      roles.set(id, 'optimizer_state');
  }
}

/** The account of a script: totals and the peak; it has no phases. */
export function scriptAccount(record: StepRecord, options: AccountOptions = {}): Account {
  const account = buildAccount(record, options);
  account.run = { mode: 'script', precision: '', optimizer: 'none', accumulate: 1, steps: 1 };
  account.peak.phase = record.recorder.places.isBackward(
    record.recorder.timeline.site(
      record.recorder.timeline.subjectOf(Math.max(0, record.recorder.timeline.peak('allocated').event)),
    ),
  )
    ? 'backward'
    : 'forward';
  return account;
}
