/**
 * What a person waits for in the sidebar's what-if, after a change of one setting. Prints one JSON line: medians in ms of wall time and of the
 * processor's time, by setting.
 *
 *   what-if DIST FILE      the folder of the build; a model file
 */
import { readFileSync } from 'node:fs';
import { whatIf, whatIfChoices, type WhatIf } from '../src/features/what-if';
import { analysisOf, inServerThread, medians, type Times } from './server-thread';

const WARMING = 5;
const TIMES = 9;

inServerThread(async ([dist, file]) => {
  const { analysis, path } = await analysisOf(dist!, file!);
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
  const result: Record<string, Times> = {};
  for (const [name, setting] of Object.entries(settings))
    result[name] = medians(WARMING, TIMES, (i) => {
      // Another size each time, so that nothing is known already.
      const asked = { ...setting, sizes: { ...choices!.sizes, [batch]: 5 + i } };
      const { error } = whatIf(analysis, target, asked) ?? { error: 'no answer' };
      if (error !== undefined) throw new Error(error);
    });
  console.log(JSON.stringify(result));
});
