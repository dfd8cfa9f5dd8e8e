/** Files of this machine. Texts are read again when a file's size or time of change is another. */
import { readdirSync, readFileSync, statSync, type Stats } from 'node:fs';
import type { AnalysisFiles } from '../features/target-runs';
import { pythonOfFile } from '../workspace/notebook';
import { cachePlaces } from './cache-places';
import { DiskCodeCache } from './code-cache';
import { fileSize, readBytes } from './file-bytes';

/** Larger files are no source that anybody wrote. */
const LARGEST = 16 * 2 ** 20;
/** Texts that are kept; libraries are read once and kept compiled. */
const MOST_TEXTS = 400;

interface Kept {
  size: number;
  changed: number;
  text: string;
  /** The Python of the text, once somebody asked: of a notebook that of its cells. */
  python?: string;
}

export class NodeFiles implements AnalysisFiles {
  readonly codeCache = new DiskCodeCache();
  readonly environment = cachePlaces;
  private readonly texts = new Map<string, Kept>();

  readFile(path: string): string | undefined {
    const kept = this.kept(path);
    return kept && (kept.python ??= pythonOfFile(path, kept.text));
  }

  readRaw(path: string): string | undefined {
    return this.kept(path)?.text;
  }

  private kept(path: string): Kept | undefined {
    const stats = this.stats(path);
    if (stats === undefined || !stats.isFile() || stats.size > LARGEST) return undefined;
    const known = this.texts.get(path);
    if (known?.size === stats.size && known.changed === stats.mtimeMs) return known;
    try {
      const kept: Kept = { size: stats.size, changed: stats.mtimeMs, text: readFileSync(path, 'utf8') };
      if (this.texts.size >= MOST_TEXTS) this.texts.clear();
      this.texts.set(path, kept);
      return kept;
    } catch {
      return undefined;
    }
  }

  isFile(path: string): boolean {
    return this.stats(path)?.isFile() === true;
  }

  isDirectory(path: string): boolean {
    return this.stats(path)?.isDirectory() === true;
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

  private stats(path: string): Stats | undefined {
    try {
      return statSync(path, { throwIfNoEntry: false });
    } catch {
      // A part of the path is no folder, or may not be read.
      return undefined;
    }
  }
}
