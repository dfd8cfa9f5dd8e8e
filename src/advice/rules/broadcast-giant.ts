/** Operands of different ranks that are broadcast against each other into something far larger than both: `[N, 1] - [N]` is `[N, N]`. */
import { formatBytes } from '../../ledger/account';
import { ownPlace, type Mistake, type Rule } from './rule';

export const broadcastGiant: Rule = {
  code: 'broadcast-giant',
  runs: false,
  find(looked) {
    const { recorder } = looked.subject.baseline.record;
    const mistakes: Mistake[] = [];
    for (const { place, shapes, result, bytes, operator } of recorder.mistakes.broadcasts.values()) {
      const at = ownPlace(looked, recorder.places.stack(place));
      if (at === undefined) continue;
      const [a, b] = shapes.map((shape) => `[${shape.join(', ')}]`);
      mistakes.push({
        code: 'broadcast-giant',
        ...at,
        message: `\`${operator}\` of ${a} and ${b} gives [${result.join(', ')}], ${formatBytes(bytes)}: the operands have different ranks, and each is repeated along the other. Was ${a} meant to be ${shapes[0]!.length > shapes[1]!.length ? 'squeezed' : 'unsqueezed'}?`,
      });
    }
    return mistakes;
  },
};
