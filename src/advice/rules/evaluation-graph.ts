/** A model in evaluation mode that records a graph which nobody uses: `no_grad` or `inference_mode` is missing. */
import { formatBytes } from '../../ledger/account';
import { LEAST_BYTES, ownPlace, type Mistake, type Rule } from './rule';

export const evaluationGraph: Rule = {
  code: 'evaluation-graph',
  runs: false,
  find(looked) {
    const { recorder } = looked.subject.baseline.record;
    const mistakes: Mistake[] = [];
    for (const { place, count, saved } of recorder.mistakes.unusedGraphs.values()) {
      const at = ownPlace(looked, recorder.places.stack(place));
      if (at === undefined || saved < LEAST_BYTES) continue;
      const passes = count === 1 ? 'The pass' : `Each of ${count} passes`;
      mistakes.push({
        code: 'evaluation-graph',
        ...at,
        message: `${passes} in evaluation mode saves ${formatBytes(saved)} for a backward that never comes. Call the model under \`torch.no_grad()\` or \`torch.inference_mode()\`.`,
      });
    }
    return mistakes;
  },
};
