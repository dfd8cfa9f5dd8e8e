/**
 * What a person waits for after a keystroke: parse, run and all annotations. Prints one JSON line: medians in ms of wall time and of the
 * processor's time.
 *
 *   keystroke DIST FILE [LIBRARIES]      the folder of the build; a model file; a folder of libraries
 */
import { readFileSync } from 'node:fs';
import { diagnosticsOf } from '../src/features/diagnostics';
import { hintsOf } from '../src/features/hints';
import { lensesOf } from '../src/features/lenses';
import { statusOf } from '../src/features/status';
import { analysisOf, inServerThread, medians } from './server-thread';

const WARMING = 25;
const TIMES = 25;

/** A file of at least so many lines: more classes, as a model file has them, that are not run. */
function lengthened(text: string, lines: number): string {
  let result = text;
  for (let i = 0; result.split('\n').length < lines; i++)
    result += `\n\nclass Other${i}(Block):\n    def __init__(self, config):\n        super().__init__(config)\n        self.extra = nn.Linear(config.n_embd, config.n_embd)\n\n    def forward(self, x):\n        return super().forward(x) + self.extra(x)\n`;
  return result;
}

inServerThread(async ([dist, file, libraries]) => {
  const { analysis, path } = await analysisOf(dist!, file!, libraries);
  const source = readFileSync(path, 'utf8');
  const text = source.includes('class Block') ? lengthened(source, 500) : source;
  const times = medians(WARMING, TIMES, (i) => {
    analysis.open(path, `${text}\n# ${i}`);
    const target = analysis.focusOf(path);
    if (target === undefined) throw new Error(`no model in ${file}`);
    analysis.runNow(target);
    lensesOf(analysis, path);
    hintsOf(analysis, path, 0, Infinity);
    diagnosticsOf(analysis, path);
    statusOf(analysis, path);
    const { current } = analysis.figuresOf(target);
    if (current === undefined || current.account.status === 'failed')
      throw new Error(current?.account.error?.message ?? 'no figures');
  });
  console.log(JSON.stringify(times));
});
