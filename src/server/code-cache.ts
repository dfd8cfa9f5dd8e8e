/**
 * Compiled library files on this machine's disk, so that a second process need not parse them: in VRAM_LEDGER_CACHE, else in
 * `vram-ledger/` of the user's cache folder. An entry holds for the file's size and time of change. Whatever fails is no
 * error: the file is compiled anew.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { CodeCache } from '../python/imports';

const HEADER = 16;

function cacheFolder(): string {
  const { VRAM_LEDGER_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return (
    VRAM_LEDGER_CACHE ?? join(XDG_CACHE_HOME ?? LOCALAPPDATA ?? join(homedir(), '.cache'), 'vram-ledger')
  );
}

/** Size and time of change of a file, in 16 bytes. */
function stamp(path: string): Float64Array {
  const { size, mtimeMs } = statSync(path);
  return new Float64Array([size, mtimeMs]);
}

export class DiskCodeCache implements CodeCache {
  private readonly folder: string;
  /** What the files were when they were asked for: code compiled since then is stored for that, not for a later change. */
  private readonly stamps = new Map<string, Float64Array>();

  /** @param kind what is kept: entries of another kind are others */
  constructor(kind = 'code') {
    this.folder = join(cacheFolder(), kind);
  }

  private entry(path: string): string {
    return join(this.folder, createHash('sha1').update(path).digest('hex'));
  }

  load(path: string): Uint8Array | undefined {
    try {
      const wanted = stamp(path);
      this.stamps.set(path, wanted);
      const { buffer, byteOffset, byteLength } = readFileSync(this.entry(path));
      const data = new Uint8Array(buffer, byteOffset, byteLength);
      const found = new Float64Array(data.slice(0, HEADER).buffer);
      return found[0] === wanted[0] && found[1] === wanted[1] ? data.subarray(HEADER) : undefined;
    } catch {
      return undefined;
    }
  }

  store(path: string, code: Uint8Array): void {
    try {
      const { buffer } = this.stamps.get(path) ?? stamp(path);
      mkdirSync(this.folder, { recursive: true });
      const file = this.entry(path);
      const part = `${file}.${process.pid}`;
      writeFileSync(part, Buffer.concat([new Uint8Array(buffer), code]));
      renameSync(part, file);
    } catch {
      // A cache that can't be written is no loss.
    }
  }
}
