/** Files in memory: for tests, for the browser (loaded ahead), and as an overlay of unsaved documents. */
import type { CodeCache, SourceHost } from '../python/imports';
import { isNotebook } from './notebook';
import { dirName } from './paths';

export class MemoryHost implements SourceHost {
  private readonly files = new Map<string, string>();
  private readonly folders = new Map<string, Set<string>>();

  /** @param files text by absolute path */
  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Adds or replaces a file, and the folders above it. */
  write(path: string, text: string): void {
    this.files.set(path, text);
    for (let child = path; ; child = dirName(child)) {
      const folder = dirName(child);
      if (folder === child) break;
      const names = this.folders.get(folder) ?? new Set();
      this.folders.set(folder, names);
      names.add(child.slice(folder === '/' ? 1 : folder.length + 1));
      if (folder === '') break;
    }
  }

  delete(path: string): void {
    this.files.delete(path);
    this.folders.get(dirName(path))?.delete(path.slice(dirName(path).length + 1));
  }

  readFile(path: string): string | undefined {
    return this.files.get(path);
  }
  isFile(path: string): boolean {
    return this.files.has(path);
  }
  isDirectory(path: string): boolean {
    return this.folders.has(path);
  }
  listDirectory(path: string): string[] {
    return [...(this.folders.get(path) ?? [])];
  }
}

/** A host whose documents are taken before its files. */
export class OverlayHost implements SourceHost {
  readonly codeCache?: CodeCache;

  constructor(
    private readonly below: SourceHost,
    readonly documents: MemoryHost,
  ) {
    if (below.codeCache !== undefined) this.codeCache = below.codeCache;
  }

  readFile(path: string): string | undefined {
    return this.documents.readFile(path) ?? this.below.readFile(path);
  }
  readRaw(path: string): string | undefined {
    const raw = isNotebook(path) ? this.below.readRaw?.(path) : undefined;
    return raw ?? this.readFile(path);
  }
  readBytes(path: string, offset: number, length: number): Uint8Array | undefined {
    return this.below.readBytes?.(path, offset, length);
  }
  fileSize(path: string): number | undefined {
    return this.below.fileSize?.(path);
  }
  environment(): Readonly<Record<string, string>> {
    return this.below.environment?.() ?? {};
  }
  isFile(path: string): boolean {
    return this.documents.isFile(path) || this.below.isFile(path);
  }
  isDirectory(path: string): boolean {
    return this.below.isDirectory(path) || this.documents.isDirectory(path);
  }
  listDirectory(path: string): string[] {
    const names = this.below.isDirectory(path) ? this.below.listDirectory(path) : [];
    return this.documents.isDirectory(path)
      ? [...new Set([...names, ...this.documents.listDirectory(path)])]
      : names;
  }
}
