/**
 * When the analysis works: at once for a request whose figures are soon there, else when nothing has been typed for a moment, one piece at
 * a time, so that messages are read in between.
 */
import type { Analysis } from '../features/analysis';
import { Interrupted } from '../features/target-runs';
import { FileNotLoaded } from '../python/imports';

export interface SchedulerOptions {
  /** Fetches files that a run lacked; undefined where reading never waits. */
  load: (() => Promise<void>) | undefined;
  /** The file that the person looks at. */
  active: () => string | undefined;
  /** New figures are there that were not asked for. */
  onNews: () => void;
  /** The work is done, and brought nothing new; figures may be stale that were not. */
  onQuiet: () => void;
  /** Something that should not happen did. */
  onError: (error: unknown) => void;
}

/** Milliseconds that a request may take for new figures. */
const PATIENCE = 300;
/** Milliseconds without an edit after which work goes on by itself. */
const PAUSE = 150;
/** Files that a request may wait for, one after another. */
const MOST_LOADS = 500;

export class Scheduler {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private news = false;
  private working = false;
  private loads = 0;

  constructor(
    private readonly analysis: Analysis,
    private readonly options: SchedulerOptions,
  ) {
    analysis.onFigures = () => {
      this.news = true;
    };
  }

  /** Something changed: works on when it has been quiet for a moment. */
  touch(pause = PAUSE): void {
    clearTimeout(this.timer);
    this.loads = 0;
    this.timer = setTimeout(() => void this.work(), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Answers a request about a file; brings the figures up to date first, if that does not take long. */
  async ask<R>(path: string | undefined, answer: () => R, patience = PATIENCE): Promise<R> {
    // Lets messages that wait already be read: a newer edit, a cancellation.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const before = this.news;
    const result = await this.patiently(() => {
      const settled =
        path === undefined || !this.analysis.settings.enable || this.analysis.settle(path, patience);
      if (!settled) this.touch(0);
      return answer();
    });
    // The asker has these figures now; whoever else shows them is told when the work is done.
    if (this.news && !before) this.touch();
    return result;
  }

  /** Runs `body` again as long as it lacks files. */
  async patiently<R>(body: () => R): Promise<R> {
    for (let i = 0; ; i++) {
      try {
        return body();
      } catch (error) {
        const { load } = this.options;
        if (!(error instanceof FileNotLoaded) || load === undefined || i >= MOST_LOADS) throw error;
        await load();
      }
    }
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    let more: boolean;
    try {
      more = this.analysis.settings.enable && this.analysis.work(this.options.active());
    } catch (error) {
      const { load } = this.options;
      // The edit that ended the run comes next, and starts a pause of its own.
      if (error instanceof Interrupted) return;
      if (!(error instanceof FileNotLoaded) || load === undefined || ++this.loads > MOST_LOADS) {
        this.options.onError(error);
        return;
      }
      await load();
      more = true;
    } finally {
      this.working = false;
    }
    if (this.news) {
      this.news = false;
      this.options.onNews();
    } else if (!more) this.options.onQuiet();
    if (more) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.work(), 0);
    }
  }
}
