/**
 * What a person waits for after asking in the sidebar what would make a model fit. Prints one JSON line: medians in ms of wall time and of the
 * processor's time.
 *
 *   fit DIST FILE BUDGET      the folder of the build; a model file beside its config; what the process may take
 */
import { readFileSync } from 'node:fs';
import { fitView } from '../src/features/fit-view';
import { analysisOf, inServerThread, medians } from './server-thread';

const WARMING = 2;
const TIMES = 5;

inServerThread(async ([dist, file, budget]) => {
  const { analysis, path } = await analysisOf(dist!, file!);
  const text = readFileSync(path, 'utf8');
  const times = medians(WARMING, TIMES, (i) => {
    // Nothing is known of an edited file.
    analysis.open(path, `${text}\n# ${i}`);
    const target = analysis.focusOf(path);
    if (target === undefined) throw new Error(`no model in ${file}`);
    analysis.runNow(target);
    const view = fitView(analysis, target, budget);
    if (view === undefined || view.error !== undefined || view.plans.length === 0)
      throw new Error(view?.error ?? 'nothing fits');
  });
  console.log(JSON.stringify(times));
});
