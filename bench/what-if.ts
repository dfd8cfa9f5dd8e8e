/**
 * What a person waits for in the sidebar's what-if, after a change of one setting. Prints one JSON line: medians in ms of wall time and of the
 * processor's time, by setting.
 *
 *   what-if DIST FILE      the folder of the build; a model file
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Analysis } from '../src/features/analysis';
import { DEFAULT_SETTINGS } from '../src/features/settings';
import { whatIf, whatIfChoices, type WhatIf } from '../src/features/what-if';
import { createParser } from '../src/python/parser';
import { NodeFiles } from '../src/server/files-node';

const WARMING = 5;
const TIMES = 9;

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

async function main(): Promise<void> {
  const [dist, file] = process.argv.slice(2) as [string, string];
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
  analysis.setSettings({ ...DEFAULT_SETTINGS, maxRunTime: 60 });
  analysis.open(path, readFileSync(path, 'utf8'));
  const target = analysis.focusOf(path);
  if (target === undefined) throw new Error(`no model in ${file}`);
  while (analysis.work(path));
  const choices = whatIfChoices(analysis, target);
  const block = choices?.actions.find(({ id }) => id.startsWith('checkpoint'));
  const [batch] = Object.keys(choices?.sizes ?? {});
  if (block === undefined || batch === undefined) throw new Error('nothing to change');
  const settings: Record<string, WhatIf> = {
    batch: {},
    precision: { precision: 'fp32' },
    checkpoint: { actions: [block.id] },
  };
  const result: Record<string, { wall: number; processor: number }> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const walls: number[] = [];
    const processors: number[] = [];
    for (let i = 0; i < WARMING + TIMES; i++) {
      const start = performance.now();
      const cpu = process.cpuUsage();
      // Another size each time, so that nothing is known already.
      const asked = { ...setting, sizes: { ...choices!.sizes, [batch]: 5 + i } };
      const { error } = whatIf(analysis, target, asked) ?? { error: 'no answer' };
      if (error !== undefined) throw new Error(error);
      if (i < WARMING) continue;
      walls.push(performance.now() - start);
      processors.push(process.cpuUsage(cpu).user / 1000);
    }
    result[name] = { wall: median(walls), processor: median(processors) };
  }
  console.log(JSON.stringify(result));
}

void main();
