/**
 * What a person waits for after a keystroke: parse, run and all annotations. Prints one JSON line: medians in ms of wall time and of the
 * processor's time.
 *
 *   keystroke DIST FILE [LIBRARIES]      the folder of the build; a model file; a folder of libraries
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Analysis } from '../src/features/analysis';
import { diagnosticsOf } from '../src/features/diagnostics';
import { hintsOf } from '../src/features/hints';
import { lensesOf } from '../src/features/lenses';
import { DEFAULT_SETTINGS } from '../src/features/settings';
import { statusOf } from '../src/features/status';
import { createParser } from '../src/python/parser';
import { NodeFiles } from '../src/server/files-node';

const WARMING = 25;
const TIMES = 25;

/** A file of at least so many lines: more classes, as a model file has them, that are not run. */
function lengthened(text: string, lines: number): string {
  let result = text;
  for (let i = 0; result.split('\n').length < lines; i++)
    result += `\n\nclass Other${i}(Block):\n    def __init__(self, config):\n        super().__init__(config)\n        self.extra = nn.Linear(config.n_embd, config.n_embd)\n\n    def forward(self, x):\n        return super().forward(x) + self.extra(x)\n`;
  return result;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

async function main(): Promise<void> {
  const [dist, file, libraries = ''] = process.argv.slice(2) as [string, string, string | undefined];
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
  const source = readFileSync(path, 'utf8');
  const text = source.includes('class Block') ? lengthened(source, 500) : source;
  const walls: number[] = [];
  const processors: number[] = [];
  for (let i = 0; i < WARMING + TIMES; i++) {
    const edited = `${text}\n# ${i}`;
    const start = performance.now();
    const cpu = process.cpuUsage();
    analysis.open(path, edited);
    const target = analysis.focusOf(path);
    if (target === undefined) throw new Error(`no model in ${file}`);
    analysis.runNow(target);
    lensesOf(analysis, path);
    hintsOf(analysis, path, 0, Infinity);
    diagnosticsOf(analysis, path);
    statusOf(analysis, path);
    if (i < WARMING) continue;
    walls.push(performance.now() - start);
    processors.push(process.cpuUsage(cpu).user / 1000);
    const { current } = analysis.figuresOf(target);
    if (current === undefined || current.account.status === 'failed')
      throw new Error(current?.account.error?.message ?? 'no figures');
  }
  console.log(JSON.stringify({ wall: median(walls), processor: median(processors) }));
}

void main();
