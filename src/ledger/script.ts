/** Runs a script as it is, for the account of its whole run. */
import type { DeviceProfile } from '../device/profiles';
import { buildAccount, type AccountOptions } from './build-account';
import type { Account } from './account';
import type { Machine } from './machine';
import { innerTensors } from '../torch/dispatch_subclass';
import type { Tensor } from '../torch/tensor';
import { StepRecorder } from './recorder';
import { emptyRecord, tensorsOf, type StepRecord } from './step';

export interface ScriptRequest {
  /** Absolute path. */
  file: string;
  args: string[];
  /** The folder that it is started in; its own where none is said. */
  folder?: string;
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
  recorder.mostSaved = { bytes: 0, ids: [] };
  const outcome = machine.runScript(file, request.args, {
    device,
    overflow: 'record',
    ...(request.folder === undefined ? {} : { folder: request.folder }),
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

/** A tensor's memory that a module keeps. */
interface Held {
  id: number;
  /** Numbers of the parameter or buffer; 0 but for the first tensor of one that wraps several. */
  count: number;
  bytes: number;
  isTrained: boolean;
}

/**
 * Says of a script's allocations which are parameters, buffers and optimizer state, by the modules that it made and by where they were
 * made, and how much of each kind there was at most.
 */
function assignRoles(record: StepRecord): void {
  const { roles, recorder } = record;
  const { timeline, places } = recorder;
  const tensors = { parameters: new Map<Tensor, Held>(), buffers: new Map<Tensor, Held>() };
  for (const module of places.modules) {
    for (const [name, role] of [
      ['_parameters', 'parameters'],
      ['_buffers', 'buffers'],
    ] as const) {
      for (const tensor of tensorsOf(module, name)) {
        for (const [i, inner] of innerTensors(tensor).entries()) {
          const id = recorder.allocationOf(inner.storage);
          if (id === 0) continue;
          const count = i === 0 ? tensor.numel : 0;
          tensors[role].set(inner, { id, count, bytes: inner.nbytes, isTrained: tensor.requiresGrad });
          if (!roles.has(id)) roles.set(id, role);
        }
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
  record.savedIds = recorder.mostSaved!.ids.filter((id) => {
    const role = roles.get(id);
    return role !== 'parameters' && role !== 'buffers';
  });
  const most = (of: readonly Held[], size: (held: Held) => number): number =>
    mostAlive(
      record,
      of.map((held) => [held.id, size(held)]),
    );
  const parameters = [...tensors.parameters.values()];
  const trainable = parameters.filter(({ isTrained }) => isTrained);
  record.parameters = {
    count: most(parameters, ({ count }) => count),
    bytes: most(parameters, ({ bytes }) => bytes),
    trainable_count: most(trainable, ({ count }) => count),
    trainable_bytes: most(trainable, ({ bytes }) => bytes),
  };
  record.buffers = { bytes: most([...tensors.buffers.values()], ({ bytes }) => bytes) };
  const requested = (id: number): [number, number] => [id, timeline.requested(id)];
  record.gradients = { bytes: mostAlive(record, [...recorder.gradients].map(requested)) };
  const state = [...roles].filter(([, role]) => role === 'optimizer_state').map(([id]) => id);
  record.optimizerState = { bytes: mostAlive(record, state.map(requested)) };
}

/** The highest sum of sizes of allocations that were alive together: a script may make several models, one after the other. */
function mostAlive({ recorder }: StepRecord, sizes: (readonly [id: number, size: number])[]): number {
  const changes = sizes.flatMap(([id, size]) => {
    const death = recorder.timeline.death(id);
    return [
      [recorder.timeline.birth(id), size] as const,
      ...(death === undefined ? [] : [[death, -size] as const]),
    ];
  });
  let now = 0;
  let most = 0;
  for (const [, change] of changes.sort(([a], [b]) => a - b)) most = Math.max(most, (now += change));
  return most;
}

/** The account of a script: totals and the peak; it has no phases. */
export function scriptAccount(record: StepRecord, options: AccountOptions = {}): Account {
  const account = buildAccount(record, options);
  account.run = { mode: 'script', precision: '', optimizer: 'none', accumulate: 1, steps: 1 };
  const { timeline, places } = record.recorder;
  const peak = timeline.subjectOf(Math.max(0, timeline.peak('allocated').event));
  const site = peak > 0 ? timeline.site(peak) : 0;
  account.peak.phase = places.isInOptimizer(site) ? 'step' : places.isBackward(site) ? 'backward' : 'forward';
  return account;
}
