/** docs/actions.md: the actions that were proven, one row each. */
import { CASES } from './cases';
import type { Recorded } from './run';

/** The page's text; its table is as narrow as it can be. */
export function actionsPage(recorded: Readonly<Record<string, Recorded>>): string {
  const proven = CASES.flatMap((proof) => {
    const known = recorded[proof.name];
    return known === undefined ? [] : [{ proof, known }];
  });
  const trained = proven.flatMap(({ known }) => known.cpu ?? []);
  const rows = proven.map(
    ({ proof: { name, file, actions, blocks, onDevice, spread }, known: { requested, cpu } }) => [
      name.replace(/: .*/, ''),
      `\`${file}\``,
      blocks === undefined ? actions.join(', ') : `checkpoint of blocks ${blocks.join(', ')}`,
      requested.toLocaleString('en-US'),
      cpu === undefined
        ? onDevice === true || spread !== undefined
          ? 'needs a GPU'
          : 'not promised'
        : cpu.equal
          ? 'equal'
          : 'close',
    ],
  );
  return [
    '# Actions that were proven',
    '',
    `${proven.length} actions, each applied to a program of this repository or to a model of torchvision, timm or transformers. The edited`,
    'program was run by PyTorch 2.14.1: the peak that was promised is the one that PyTorch requested, to the byte, and the shapes of the outputs',
    `are the same. Where an action promises the same results, the program was also trained on the CPU before and after, with the same seed: of`,
    `${trained.length} such programs ${trained.filter(({ equal }) => equal).length} gave outputs and parameters with all bits equal; in the others the same formula rounds otherwise.`,
    "What is spread over several devices was run as rank 0 of 4 of PyTorch's fake process group.",
    '',
    '`scripts/record-actions.mjs` records this, and writes this page; `test/advice/proof.test.ts` holds us to it.',
    '',
    '| program | file | actions | peak requested, bytes | trained on the CPU |',
    '| --- | --- | --- | ---: | --- |',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
}
