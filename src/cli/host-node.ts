/** Files of this machine, for the Python machine to read. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { SourceHost } from '../python/imports';
import { cachePlaces } from '../server/cache-places';
import { DiskCodeCache } from '../server/code-cache';
import { fileSize, readBytes } from '../server/file-bytes';
import { pythonOfFile } from '../workspace/notebook';

/** Larger files are no source that anybody wrote. */
const LARGEST = 16 * 2 ** 20;

export class NodeHost implements SourceHost {
  readonly codeCache = new DiskCodeCache();
  readonly environment = cachePlaces;
  /** A command reads its files once. */
  readonly readsDiskOnce = true;
  private readonly kinds = new Map<string, 'file' | 'directory' | undefined>();

  readFile(path: string): string | undefined {
    const text = this.readRaw(path);
    return text === undefined ? undefined : pythonOfFile(path, text);
  }

  readRaw(path: string): string | undefined {
    if (!this.isFile(path)) return undefined;
    try {
      return statSync(path).size > LARGEST ? undefined : readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  }

  isFile(path: string): boolean {
    return this.kind(path) === 'file';
  }

  isDirectory(path: string): boolean {
    return this.kind(path) === 'directory';
  }

  listDirectory(path: string): string[] {
    try {
      return readdirSync(path);
    } catch {
      return [];
    }
  }

  readBytes(path: string, offset: number, length: number): Uint8Array | undefined {
    return readBytes(path, offset, length);
  }

  fileSize(path: string): number | undefined {
    return fileSize(path);
  }

  private kind(path: string): 'file' | 'directory' | undefined {
    if (!this.kinds.has(path)) {
      let stats;
      try {
        stats = statSync(path, { throwIfNoEntry: false });
      } catch {
        // A part of the path is no folder, or may not be read.
      }
      this.kinds.set(path, stats?.isFile() ? 'file' : stats?.isDirectory() ? 'directory' : undefined);
    }
    return this.kinds.get(path);
  }
}
