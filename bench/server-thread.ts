/** What the measurements of the server's work share: its thread, its analysis of one file, medians of what is waited for. */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { Analysis } from '../src/features/analysis';
import { DEFAULT_SETTINGS } from '../src/features/settings';
import { createParser } from '../src/python/parser';
import { NodeFiles } from '../src/server/files-node';
import { startThread } from '../src/server/thread';

/** Runs `main` with the process's arguments in a thread as the server's: its memory is laid out alike. */
export function inServerThread(main: (args: string[]) => Promise<void>): void {
  if (!isMainThread) void main(process.argv.slice(2));
  else
    startThread(__filename, undefined, process.argv.slice(2)).on('error', (error) => {
      console.error(error);
      process.exitCode = 1;
    });
}

/** An analysis with the assets in `dist`, of the workspace that holds `file`; `libraries` is a folder of libraries. */
export async function analysisOf(
  dist: string,
  file: string,
  libraries = '',
): Promise<{ analysis: Analysis; path: string }> {
  const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(dist, name)));
  const parser = await createParser({
    runtime: bytes('web-tree-sitter.wasm'),
    grammar: bytes('tree-sitter-python.wasm'),
  });
  const path = resolve(file);
  const analysis = new Analysis({
    parser,
    files: new NodeFiles(),
    folders: [dirname(dirname(path))],
    archive: bytes('python.bin'),
    now: () => performance.now(),
  });
  analysis.setSettings({ ...DEFAULT_SETTINGS, python: libraries, maxRunTime: 60 });
  return { analysis, path };
}

/** Milliseconds, of the clock and of the processor. */
export interface Times {
  wall: number;
  processor: number;
}

/** The medians of `times` calls of `work`, after `warming` more that don't count. */
export function medians(warming: number, times: number, work: (i: number) => void): Times {
  const walls: number[] = [];
  const processors: number[] = [];
  for (let i = 0; i < warming + times; i++) {
    const start = performance.now();
    const cpu = process.cpuUsage();
    work(i);
    if (i < warming) continue;
    walls.push(performance.now() - start);
    processors.push(process.cpuUsage(cpu).user / 1000);
  }
  return { wall: median(walls), processor: median(processors) };
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}
