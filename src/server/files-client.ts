/**
 * Files that only the client can read: in the browser, and in virtual workspaces. What is not there yet is noted in `wanted` and ends the
 * run by `FileNotLoaded`; `load` fetches it, and the run is made again.
 */
import { FileNotLoaded } from '../python/imports';
import type { AnalysisFiles } from '../features/target-runs';
import { pythonOfFile } from '../workspace/notebook';
import { baseName, dirName } from '../workspace/paths';
import type { DirectoryEntry } from './protocol';

/** Asks the client. */
export interface ClientReader {
  readFile(path: string): Promise<string | null>;
  readDirectories(paths: string[]): Promise<(DirectoryEntry[] | null)[]>;
}

/** Folders that are listed ahead. */
const PREFETCHED = 400;
const SKIPPED = /^(\.|node_modules$|__pycache__$|dist$|build$)/;

export class ClientFiles implements AnalysisFiles {
  readonly wanted = new Set<string>();
  private readonly texts = new Map<string, string | undefined>();
  private readonly folders = new Map<string, Map<string, 'file' | 'directory'> | undefined>();
  private roots: string[] = [];

  constructor(private readonly reader: ClientReader) {}

  /** Lists the workspace's folders ahead, breadth first. */
  async prefetch(roots: readonly string[]): Promise<void> {
    this.roots = [...roots];
    let level = [...roots];
    let count = 0;
    while (level.length > 0 && count < PREFETCHED) {
      const chosen = level.slice(0, PREFETCHED - count);
      count += chosen.length;
      await this.list(chosen);
      level = chosen.flatMap((folder) =>
        [...(this.folders.get(folder) ?? [])].flatMap(([name, kind]) =>
          kind === 'directory' && !SKIPPED.test(name) ? [`${folder}/${name}`] : [],
        ),
      );
    }
  }

  /** Fetches what was wanted. */
  async load(): Promise<void> {
    const wanted = [...this.wanted];
    this.wanted.clear();
    const folders = wanted.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
    const files = wanted.filter((path) => !path.endsWith('/'));
    await Promise.all([
      folders.length === 0 ? undefined : this.list(folders),
      ...files.map(async (path) => {
        const text = await this.reader.readFile(path);
        this.texts.set(path, text === null ? undefined : pythonOfFile(path, text));
      }),
    ]);
  }

  /** A file changed, was made or deleted. */
  forget(path: string): void {
    this.texts.delete(path);
    this.folders.delete(dirName(path));
  }

  readFile(path: string): string | undefined {
    if (!this.isFile(path)) return undefined;
    if (!this.texts.has(path)) this.want(path);
    return this.texts.get(path);
  }

  isFile(path: string): boolean {
    return this.kindOf(path) === 'file';
  }

  isDirectory(path: string): boolean {
    if (this.roots.includes(path)) return true;
    return this.kindOf(path) === 'directory';
  }

  listDirectory(path: string): string[] {
    return [...(this.folder(path)?.keys() ?? [])];
  }

  private kindOf(path: string): 'file' | 'directory' | undefined {
    // Nothing outside the workspace can be read.
    if (!this.roots.some((root) => path.startsWith(`${root}/`))) return undefined;
    return this.folder(dirName(path))?.get(baseName(path));
  }

  private folder(path: string): Map<string, 'file' | 'directory'> | undefined {
    if (this.folders.has(path)) return this.folders.get(path);
    if (this.roots.includes(path)) this.want(`${path}/`);
    if (this.kindOf(path) !== 'directory') return undefined;
    this.want(`${path}/`);
    return undefined;
  }

  private want(path: string): never {
    this.wanted.add(path);
    throw new FileNotLoaded(path);
  }

  private async list(paths: string[]): Promise<void> {
    const lists = await this.reader.readDirectories(paths);
    paths.forEach((path, i) => {
      const entries = lists[i];
      this.folders.set(path, entries == null ? undefined : new Map(entries));
    });
  }
}
