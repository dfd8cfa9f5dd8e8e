/** Parts of files that may be too large for a text: files of weights. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** What of `length` bytes from `offset` a file has; undefined where there is no such file, or it may not be read. */
export function readBytes(path: string, offset: number, length: number): Uint8Array | undefined {
  const size = fileSize(path);
  if (size === undefined) return undefined;
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** A file's size in bytes; undefined where there is no such file. */
export function fileSize(path: string): number | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : undefined;
  } catch {
    return undefined;
  }
}
