/** Runs of targets on the session's machine, as their files are now or with other texts laid over them. */
import { withEffort, type Effort } from '../advice/subject';
import type { Account } from '../ledger/account';
import { Machine } from '../ledger/machine';
import { runScript, scriptAccount } from '../ledger/script';
import type { StepRecord } from '../ledger/step';
import type { StepRequest } from '../ledger/step-request';
import { FileNotLoaded, type SourceHost } from '../python/imports';
import type { PythonParser } from '../python/parser';
import { runModel, type Model } from '../workspace/models';
import { observeCall, type Observed } from '../workspace/observed-call';
import type { SearchPath } from '../workspace/search-path';
import type { Observation } from './observations';
import { DEFAULT_SETTINGS } from './settings';
import type { SourceFiles } from './source-files';
import type { Target } from './targets';

/** A host of files; one that reads asynchronously tells what it lacks. */
export interface AnalysisFiles extends SourceHost {
  /** What was asked for and is not loaded; the machine turns the exception into the end of the run. */
  readonly wanted?: ReadonlySet<string>;
}

/** What runs need of the world. */
export interface RunEnvironment {
  parser: PythonParser;
  files: AnalysisFiles;
  /** The content of dist/python.bin. */
  archive?: Uint8Array;
  /** Milliseconds. */
  now: () => number;
  /** A count that grows when the person edits, also during a run. */
  edits?: () => number;
  /** How much of the memory that the process may use it uses: 0 to 1. */
  memoryPressure?: () => number;
}

/** How a target is run: all of it, as its files are, without options. */
export interface RunOptions {
  effort?: Effort;
  /** Texts of files. */
  overrides?: ReadonlyMap<string, string>;
  /** The model with another setting. */
  model?: Model;
}

/** What came of a run. */
export interface TargetRun {
  ran: { account: Account; request: StepRequest | undefined; record: StepRecord };
  /** Milliseconds. */
  duration: number;
  /** The texts that were read. */
  reads: ReadonlyMap<string, string>;
}

/** Seconds that a script is run for, to see how it makes a class. */
const MOST_OBSERVING = 3;

/** A newer edit came during a run: its figures would be of no use. */
export class Interrupted extends Error {}

export class TargetRuns {
  /** What a run may take. */
  mostSeconds = DEFAULT_SETTINGS.maxRunTime;
  private machine: Machine | undefined;

  constructor(
    private readonly environment: RunEnvironment,
    private readonly files: SourceFiles,
    private readonly searchFor: (target: Target) => SearchPath,
  ) {}

  /** Whether PyTorch was imported. */
  get isWarm(): boolean {
    return this.machine !== undefined;
  }

  forgetLibraries(): void {
    this.machine?.vm.importer.forgetLibraries();
  }

  /** Runs a target. Throws Interrupted where a newer edit ended it, FileNotLoaded where a file has to come first. */
  run(target: Target, options: RunOptions): TargetRun {
    const { now, edits } = this.environment;
    const before = edits?.();
    const start = now();
    const machine = this.machineFor(target);
    const shouldStop = this.limit(start);
    const wanted = this.environment.files.wanted?.size ?? 0;
    const [ran, reads] = this.files.recording(
      () =>
        target.kind === 'script'
          ? this.script(machine, target, shouldStop)
          : this.model(machine, options.model ?? target.model, options, shouldStop),
      options.overrides,
    );
    const missing = this.environment.files.wanted;
    if ((missing?.size ?? 0) > wanted) throw new FileNotLoaded([...missing!].pop()!);
    const { error } = ran.account;
    if (error?.type === 'Limit' && edits?.() !== before) throw new Interrupted();
    if (error?.type === 'Limit' && /cancelled/.test(error.message))
      error.message = `the run took longer than ${this.mostSeconds} s and was stopped (vramLedger.maxRunTime)`;
    return { ran, duration: now() - start, reads };
  }

  /** Runs a script to see how it makes a class; undefined where a newer edit came. Throws FileNotLoaded where a file has to come first. */
  observe(search: SearchPath, wanted: Observed): Observation {
    const { now, edits, files } = this.environment;
    const before = edits?.();
    const missing = files.wanted?.size ?? 0;
    const shouldStop = this.limit(now(), Math.min(this.mostSeconds, MOST_OBSERVING));
    const [seen, reads] = this.files.recording(() =>
      observeCall(this.machineWith(search), wanted, shouldStop),
    );
    if ((files.wanted?.size ?? 0) > missing) throw new FileNotLoaded([...files.wanted!].pop()!);
    return edits?.() === before ? { seen, reads } : undefined;
  }

  /** Does something else on a target's machine, with the limits of a run; false where a newer edit came. */
  watched(target: Target, body: (machine: Machine, shouldStop: () => boolean) => void): boolean {
    const { now, edits } = this.environment;
    const before = edits?.();
    const machine = this.machineFor(target);
    this.files.recording(() => body(machine, this.limit(now())));
    return edits?.() === before;
  }

  private model(
    machine: Machine,
    model: Model,
    { effort }: RunOptions,
    shouldStop: () => boolean,
  ): TargetRun['ran'] {
    if (effort === undefined) return runModel(machine, this.files, model, { shouldStop });
    const { target, options } = withEffort(model.target, effort);
    return runModel(machine, this.files, { ...model, target }, { shouldStop, ...options });
  }

  private script(
    machine: Machine,
    { entry, file, project }: Extract<Target, { kind: 'script' }>,
    shouldStop: () => boolean,
  ): TargetRun['ran'] {
    const device = entry.device ?? project.config.device;
    const record = runScript(machine, { file, args: entry.args, folder: project.root, device, shouldStop });
    return { request: undefined, record, account: scriptAccount(record) };
  }

  /** Says when a run that began then must end: at its time, or when the person edits. */
  private limit(start: number, seconds = this.mostSeconds): () => boolean {
    const { now, edits } = this.environment;
    const deadline = start + 1000 * seconds;
    const before = edits?.();
    return () => now() > deadline || edits?.() !== before;
  }

  private machineFor(target: Target): Machine {
    return this.machineWith(this.searchFor(target));
  }

  private machineWith({ paths, libraryRoots }: SearchPath): Machine {
    if (this.machine === undefined) {
      const { parser, archive, memoryPressure } = this.environment;
      this.machine = new Machine({
        parser,
        parsed: (text, filename) => this.files.parsed(text, filename),
        host: this.files,
        path: paths,
        libraryRoots,
        write: () => {},
        ...(archive === undefined ? {} : { archive }),
        ...(memoryPressure === undefined ? {} : { memoryPressure }),
      });
    } else this.machine.setPath(paths, libraryRoots);
    return this.machine;
  }
}
