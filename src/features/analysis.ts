/**
 * The session over a workspace: which targets there are, and their figures. A run is made when somebody asks for figures that are
 * due, or in idle time; the last good figures stay until new ones are there. Everything is synchronous and in pieces no longer than one run;
 * whoever owns the event loop decides when the next piece is done.
 *
 * A host that reads asynchronously throws `FileNotLoaded`; it passes through, and the caller asks again when the file is there.
 */
import { findingOf } from '../advice/finding';
import { findMistakes } from '../advice/rules/all';
import type { Mistake } from '../advice/rules/rule';
import { isLong, type Effort } from '../advice/subject';
import type { StepRecord } from '../ledger/step';
import { drawTimeline } from '../ledger/timeline-points';
import type { SearchPath } from '../workspace/search-path';
import { modelsOfEntry, type Model, type ModelSources } from '../workspace/models';
import { GrowthSearch } from './growth-search';
import { Observations } from './observations';
import { mapLines, type LineMap } from './line-map';
import { Projects, searchPathOf, type Project } from './projects';
import type { Figures, Result } from './result';
import { DEFAULT_SETTINGS, type Settings } from './settings';
import { SourceFiles, type Document } from './source-files';
import { isPythonFile } from '../workspace/notebook';
import { subjectOf } from './subjects';
import { Interrupted, TargetRuns, type RunEnvironment, type RunOptions } from './target-runs';
import { targetsOfEntry, targetsOfFile, type Target } from './targets';

export interface AnalysisOptions extends RunEnvironment {
  /** Workspace folders. */
  folders: readonly string[];
}

interface State {
  target: Target;
  current: Result | undefined;
  good: Result | undefined;
  /** Results of earlier states, the newest first. */
  earlier: Result[];
  /** Milliseconds that the last run took. */
  duration: number;
}

interface KnownTargets {
  text: string | undefined;
  project: Project;
  filesVersion: number;
  targets: Target[];
}

/** Milliseconds that the first run of all takes, which imports PyTorch. */
const FIRST_RUN = 1000;
/** Results of earlier states that are kept for a target. */
const EARLIER = 6;
/** Records of runs that are kept. */
const MOST_RECORDS = 4;
/** Entries of the config that are run without being asked for. */
const MOST_UNASKED = 16;

export class Analysis {
  readonly files: SourceFiles;
  readonly projects: Projects;
  settings: Settings = DEFAULT_SETTINGS;
  /** Called when a target has new figures. */
  onFigures: ((target: Target) => void) | undefined;
  /** The target that the person chose to look at. */
  selected: string | undefined;
  /** Whether drawings of the timeline are wanted. */
  drawing = false;

  private readonly runs: TargetRuns;
  private readonly observations: Observations;
  private folders: readonly string[];
  private readonly states = new Map<string, State>();
  private readonly known = new Map<string, KnownTargets>();
  private readonly searches = new Map<
    string,
    { project: Project; filesVersion: number; search: SearchPath }
  >();
  private filesVersion = 0;
  /** The results whose records are kept, the newest last. */
  private recent: Result[] = [];

  constructor(private readonly options: AnalysisOptions) {
    this.files = new SourceFiles(options.files, options.parser);
    this.folders = options.folders;
    this.projects = new Projects(this.files, this.folders, this.settings);
    this.runs = new TargetRuns(options, this.files, (target) => this.searchFor(target.project, target.file));
    this.observations = new Observations(this.files, (search, wanted) => this.runs.observe(search, wanted));
  }

  // ---- what the editor tells ----

  open(path: string, text: string): Document {
    return this.files.update(path, text);
  }

  close(path: string): void {
    this.files.close(path);
    this.known.delete(path);
  }

  setSettings(settings: Settings): void {
    const { device, python } = this.settings;
    this.settings = settings;
    this.runs.mostSeconds = settings.maxRunTime;
    if (settings.device === device && settings.python === python) return;
    this.projects.setSettings(settings);
    this.forgetFiles();
  }

  setFolders(folders: readonly string[]): void {
    this.folders = folders;
    this.projects.setFolders(folders);
    this.forgetFiles();
  }

  /** Files were made or deleted: imports and neighbours may be others. */
  forgetFiles(): void {
    this.filesVersion++;
  }

  /** A library of the environment changed. */
  forgetLibraries(): void {
    this.runs.forgetLibraries();
    this.filesVersion++;
  }

  // ---- targets ----

  /** The targets of a file. While it does not parse, those that it had. */
  targetsOf(path: string): Target[] {
    const known = this.known.get(path);
    const project = this.projects.of(path);
    const text = this.files.document(path)?.text ?? this.files.readFile(path);
    if (known !== undefined) {
      const { filesVersion } = known;
      if (known.text === text && known.project === project && filesVersion === this.filesVersion)
        return known.targets;
      if (this.files.isBroken(path)) return known.targets;
    }
    const targets = targetsOfFile(path, project, this.sources(project, path));
    this.known.set(path, { text, project, filesVersion: this.filesVersion, targets });
    return targets;
  }

  /** The targets that say something about a file: its own, else those of the config whose runs came through it. */
  targetsFor(path: string): Target[] {
    const own = this.targetsOf(path);
    if (own.length > 0) return own;
    return this.configured(this.projects.of(path)).filter((target) =>
      this.states.get(target.key)?.good?.reads.has(path),
    );
  }

  /** The targets of a project's config. */
  configured(project: Project): Target[] {
    return project.config.entries.flatMap((entry) => {
      const file = project.root === '' ? entry.file : `${project.root}/${entry.file}`;
      const known = this.known.get(file);
      if (known !== undefined && this.files.document(file) !== undefined)
        return this.targetsOf(file).filter((target) => target.entry === entry);
      return targetsOfEntry(entry, project, this.sources(project, file));
    });
  }

  /** The target that the figures of a file are told of first: the chosen one, else the first that trains. */
  focusOf(path: string): Target | undefined {
    const targets = this.targetsFor(path);
    return (
      targets.find(({ key }) => key === this.selected) ??
      targets.find((target) => target.kind === 'model' && target.model.target.mode === 'train') ??
      targets[0]
    );
  }

  /** The person looks at another file: an entry that was chosen stays so until a file has models of its own. */
  turnTo(path: string): void {
    const own = this.targetsOf(path);
    if (own.length > 0 && !own.some(({ key }) => key === this.selected)) this.selected = undefined;
  }

  private sources(project: Project, file: string): ModelSources {
    const { parser } = this.options;
    const search = this.searchFor(project, file);
    const libraries = new Set(search.libraryRoots);
    return {
      root: project.root,
      config: project.config,
      parse: (path) => this.files.parse(path),
      discovery: {
        parser,
        host: this.files,
        paths: search.paths.filter((path) => !libraries.has(path)),
        parsed: (path) => this.files.parse(path),
        observe: (wanted) => this.observations.observe(search, wanted),
      },
    };
  }

  /** Where the modules that a file imports are looked for. */
  searchPathOf(path: string): SearchPath {
    return this.searchFor(this.projects.of(path), path);
  }

  private searchFor(project: Project, file: string): SearchPath {
    const known = this.searches.get(file);
    if (known?.project === project && known.filesVersion === this.filesVersion) return known.search;
    const search = searchPathOf(this.files, project, this.settings, file);
    this.searches.set(file, { project, filesVersion: this.filesVersion, search });
    return search;
  }

  // ---- figures ----

  figuresOf(target: Target): Figures {
    const state = this.states.get(target.key);
    const current =
      state?.current !== undefined && this.isCurrent(target, state.current) ? state.current : undefined;
    const good = state?.good;
    return { target, good, current, stale: good !== undefined && good !== current };
  }

  /** Where the lines of a result are in a file now. */
  linesNow(result: Result, path: string): LineMap {
    const before = result.reads.get(path);
    const now = this.files.document(path)?.text;
    return before === undefined || now === undefined ? (line) => line : mapLines(before, now);
  }

  /** Where a line of the text that a file's targets were found in is now. */
  linesOfTargets(path: string): LineMap {
    const before = this.known.get(path)?.text;
    const now = this.files.document(path)?.text;
    return before === undefined || now === undefined ? (line) => line : mapLines(before, now);
  }

  /** Whether every figure of a file that can be had is of its present text. */
  isSettled(path: string): boolean {
    return this.targetsFor(path).every((target) => !this.isDue(target));
  }

  /**
   * Brings the figures of a file up to date as far as that is expected to take no more than so many milliseconds; a newer edit ends it.
   * @returns whether all are
   */
  settle(path: string, budget: number): boolean {
    const end = this.options.now() + budget;
    let settled = true;
    for (const target of this.targetsFor(path)) {
      if (!this.isDue(target)) continue;
      if (this.options.now() + this.expected(target) > end) settled = false;
      else if (!this.tryRun(target)) return false;
    }
    return settled;
  }

  /**
   * Does one more piece of work that nobody waits for: due runs of open files, the steps that a quick run left out, the drawing, the growth
   * of layers, the other entries.
   * @param active the file that the person looks at
   * @returns whether there was something to do
   */
  work(active: string | undefined): boolean {
    const open = [...this.files.openDocuments()].map(({ path }) => path).filter(isPythonFile);
    const paths =
      active !== undefined && open.includes(active)
        ? [active, ...open.filter((path) => path !== active)]
        : open;
    for (const path of paths) {
      const due = this.targetsFor(path).find((target) => this.isDue(target));
      if (due === undefined) continue;
      this.run(due);
      return true;
    }
    const others = this.projects.all(paths).flatMap((project) => this.configured(project));
    const chosen = others.find(({ key }) => key === this.selected);
    if (chosen !== undefined && this.isDue(chosen)) {
      this.run(chosen);
      return true;
    }
    for (const target of paths.flatMap((path) => this.targetsFor(path))) {
      if (this.states.get(target.key)?.current?.quick !== true || !this.figuresOf(target).current) continue;
      this.complete(target);
      return true;
    }
    const focus = chosen ?? (active === undefined ? undefined : this.focusOf(active));
    if (focus !== undefined && (this.draw(focus) || this.grow(focus))) return true;
    for (const target of paths.flatMap((path) => this.targetsFor(path))) if (this.judge(target)) return true;
    for (const target of others.slice(0, MOST_UNASKED)) {
      if (target.kind === 'script' || !this.isDue(target)) continue;
      this.run(target);
      return true;
    }
    return false;
  }

  /** Milliseconds that a run of the target is expected to take. */
  private expected(target: Target): number {
    const known = this.states.get(target.key)?.duration;
    return known ?? (this.runs.isWarm ? 0 : FIRST_RUN);
  }

  /** Whether a run would give other figures than there are. */
  private isDue(target: Target): boolean {
    if (target.kind === 'model' && target.model.problem !== undefined) return false;
    if (this.files.isBroken(target.file)) return false;
    const state = this.states.get(target.key);
    if (state?.current === undefined) return true;
    if (this.isCurrent(target, state.current)) return false;
    // A file that is being typed and was part of the last run: the run would end there.
    return ![...state.current.reads.keys()].some((path) => this.files.isBroken(path));
  }

  /** Whether a result is of what the files say now. */
  isCurrent(target: Target, result: Result): boolean {
    if (result.filesVersion !== this.filesVersion || result.identity !== this.identityOf(target))
      return false;
    for (const [path, text] of result.reads) if (this.files.readFile(path) !== text) return false;
    return true;
  }

  private identityOf(target: Target): string {
    if (target.kind === 'script') return JSON.stringify([target.entry.args, target.project.config.device]);
    const { model } = target;
    return JSON.stringify([model.target, model.assumptions, this.settings.maxRunTime]);
  }

  /** Runs a target; false when a newer edit ended the run. */
  private tryRun(target: Target): boolean {
    try {
      this.run(target);
      return true;
    } catch (error) {
      if (error instanceof Interrupted) return false;
      throw error;
    }
  }

  /** Runs a target now, whatever it takes. */
  runNow(target: Target): void {
    if (this.isDue(target)) this.run(target);
  }

  /** Runs a target, or takes what an earlier run of the same state gave. */
  private run(target: Target): void {
    const state = this.states.get(target.key) ?? {
      target,
      current: undefined,
      good: undefined,
      earlier: [],
      duration: 0,
    };
    this.states.set(target.key, state);
    state.target = target;
    const found =
      state.earlier.find((result) => this.isCurrent(target, result)) ??
      this.execute(target, { effort: 'quick' });
    const { account } = found;
    const { error } = account;
    state.duration = found.duration;
    state.current = found;
    state.earlier = [found, ...state.earlier.filter((result) => result !== found)].slice(0, EARLIER);
    for (const result of state.earlier.slice(1)) result.record = undefined;
    if (found.record !== undefined) this.recordOf(target, found);
    if (account.status !== 'failed') state.good = found;
    else if (
      error?.type.endsWith('Error') === true &&
      error.file !== undefined &&
      this.files.isBroken(error.file)
    ) {
      // A file in the middle of being typed is no error of the model.
      state.current = { ...found, account: { ...account, notes: [] } };
    }
    this.onFigures?.(target);
  }

  /** Replaces the figures of a quick run by those of all steps. */
  private complete(target: Target): void {
    const state = this.states.get(target.key)!;
    const quick = state.current!;
    const full = this.execute(target, {});
    full.duration = quick.duration;
    state.current = full;
    if (state.good === quick) state.good = full;
    state.earlier = [full, ...state.earlier.filter((result) => result !== quick)];
    if (
      JSON.stringify(full.account.peak) !== JSON.stringify(quick.account.peak) ||
      full.account.status !== quick.account.status
    )
      this.onFigures?.(target);
  }

  private execute(target: Target, options: RunOptions): Result {
    const identity = this.identityOf(target);
    const { ran, ...rest } = this.runs.run(target, options);
    const model = target.kind === 'model' ? (options.model ?? target.model) : undefined;
    const quick =
      options.effort !== undefined &&
      options.effort !== 'full' &&
      model !== undefined &&
      isLong(model.target);
    if (quick)
      Object.assign(ran.account.run, { steps: model.target.steps, accumulate: model.target.accumulate });
    return {
      ...ran,
      ...rest,
      growth: undefined,
      quick,
      identity,
      filesVersion: this.filesVersion,
      drawing: undefined,
      mistakes: undefined,
    };
  }

  /** Makes the drawing of a target's last run, if it is wanted and not there. */
  private draw(target: Target): boolean {
    const result = this.states.get(target.key)?.current;
    if (!this.drawing || result === undefined || result.drawing !== undefined) return false;
    if (result.account.status === 'failed' || !this.isCurrent(target, result)) return false;
    const record = this.recordOf(target, result);
    result.drawing = drawTimeline(record);
    this.onFigures?.(target);
    return true;
  }

  /** The record of a result's run. Those of the last few are kept, others are made again. */
  recordOf(target: Target, result: Result): StepRecord {
    const recent = this.recent.filter((each) => each !== result);
    recent.push(result);
    while (recent.length > MOST_RECORDS) recent.shift()!.record = undefined;
    this.recent = recent;
    result.record ??= this.execute(target, result.quick ? { effort: 'quick' } : {}).record!;
    return result.record;
  }

  /** Looks for memory mistakes in a target's last run, if that was not done. */
  private judge(target: Target): boolean {
    const { current } = this.figuresOf(target);
    if (current === undefined || current.mistakes !== undefined || !this.settings.diagnostics) return false;
    if (current.account.status === 'failed') return false;
    const subject = subjectOf(this, target, current);
    const { rules } = this.settings;
    current.mistakes = findMistakes(findingOf(subject), { isOff: (code) => rules[code] === 'off' });
    if (current.mistakes.length > 0) this.onFigures?.(target);
    return true;
  }

  /** The memory mistakes in a file that the last runs show, with their lines as they are now. */
  mistakesIn(path: string): Mistake[] {
    const found: Mistake[] = [];
    for (const { target, good } of this.states.values()) {
      if (good?.mistakes === undefined || this.figuresOf(target).good !== good) continue;
      const lineNow = this.linesNow(good, path);
      for (const mistake of good.mistakes) {
        const line = mistake.file === path ? lineNow(mistake.line) : undefined;
        if (line === undefined) continue;
        if (found.some((each) => each.code === mistake.code && each.line === line)) continue;
        // What spans text that has moved is told of its line.
        found.push(line === mistake.line ? mistake : { ...withoutSpan(mistake), line });
      }
    }
    return found;
  }

  /** Runs a target with other texts of its files, or another setting, as its figures were run. */
  runWith(
    target: Target,
    effort: Effort,
    { overrides, model }: { overrides: ReadonlyMap<string, string>; model?: Model },
  ): Result {
    return this.execute(target, { effort, overrides, ...(model === undefined ? {} : { model }) });
  }

  /** The folders of the user's that a target's modules are imported from. */
  ownFolders(target: Target): string[] {
    const { paths, libraryRoots } = this.searchFor(target.project, target.file);
    return paths.filter((path) => !libraryRoots.includes(path));
  }

  /** Whether a file is the user's: of the project, and of no environment in it. */
  isOwn(target: Target, path: string): boolean {
    const { libraryRoots } = this.searchFor(target.project, target.file);
    const roots = [target.project.root, ...this.folders];
    return (
      roots.some((root) => path.startsWith(`${root}/`)) &&
      !libraryRoots.some((root) => path.startsWith(`${root}/`))
    );
  }

  /** Milliseconds. */
  now(): number {
    return this.options.now();
  }

  /** One more run of the search for how a target's layers grow. */
  private grow(target: Target): boolean {
    const result = this.figuresOf(target).current;
    if (result?.request === undefined || result.account.status === 'failed') return false;
    result.growth ??= new GrowthSearch(result.request, result.account);
    if (result.growth.done) return false;
    const { growth } = result;
    const isWhole = this.runs.watched(target, (machine, shouldStop) => growth.step(machine, shouldStop));
    // What was found before a newer edit is not all; the edit may be undone.
    if (!isWhole) result.growth = undefined;
    return true;
  }

  /** The models that an entry of a config text would stand for; for what is not in the config yet. */
  modelsOf(entry: Parameters<typeof modelsOfEntry>[0], project: Project): ReturnType<typeof modelsOfEntry> {
    return modelsOfEntry(entry, this.sources(project, `${project.root}/${entry.file}`));
  }
}

function withoutSpan({ code, file, line, message }: Mistake): Mistake {
  return { code, file, line, message };
}
