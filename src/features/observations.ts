/** What scripts were seen to do, kept until a file that such a run read has another text: each keystroke asks again. */
import type { Observed, Seen } from '../workspace/observed-call';
import type { SearchPath } from '../workspace/search-path';
import type { SourceFiles } from './source-files';

/** What a run of a script gave: undefined where an edit broke it off. */
export type Observation = { seen: Seen; reads: ReadonlyMap<string, string> } | undefined;

const MOST_KEPT = 64;

export class Observations {
  private readonly known = new Map<string, NonNullable<Observation>>();

  constructor(
    private readonly files: SourceFiles,
    private readonly run: (search: SearchPath, wanted: Observed) => Observation,
  ) {}

  /** How a script makes and calls a class. The classes of a file may change: only what the constructor takes counts. */
  observe(search: SearchPath, wanted: Observed): Seen {
    const { script, file, className, parameters, isMade, outside } = wanted;
    const own = script === file ? [outside ?? ''] : [];
    const key = [script, file, className, String(isMade), ...parameters, ...own].join('\n');
    const known = this.known.get(key);
    if (known !== undefined && this.isCurrent(known.reads, file)) return known.seen;
    const made = this.run(search, wanted);
    if (made === undefined) return 'cut';
    const isOwn = (path: string): boolean => !search.libraryRoots.some((root) => path.startsWith(`${root}/`));
    const reads = new Map([...made.reads].filter(([path]) => isOwn(path)));
    this.known.delete(key);
    this.known.set(key, { ...made, reads });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KEPT) break;
      this.known.delete(oldest);
    }
    return made.seen;
  }

  private isCurrent(reads: ReadonlyMap<string, string>, but: string): boolean {
    for (const [path, text] of reads) if (path !== but && this.files.readFile(path) !== text) return false;
    return true;
  }
}
