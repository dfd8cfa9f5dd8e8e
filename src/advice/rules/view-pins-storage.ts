/** Small views, kept step after step, whose large storages nothing else needs any more. */
import { formatBytes } from '../../ledger/account';
import { ownPlace, type Mistake, type Rule } from './rule';

export const viewPinsStorage: Rule = {
  code: 'view-pins-storage',
  runs: false,
  find(looked) {
    const { recorder } = looked.subject.baseline.record;
    const mistakes: Mistake[] = [];
    for (const { place, count, bytes, shown } of recorder.mistakes.pinnedStorages.values()) {
      const at = ownPlace(looked, recorder.places.stack(place));
      if (at === undefined) continue;
      mistakes.push({
        code: 'view-pins-storage',
        ...at,
        message: `This view shows ${formatBytes(shown)} of a storage of ${formatBytes(bytes)}, and ${count} of them are kept: ${formatBytes(count * (bytes - shown))} are held for nothing. Keep a \`.clone()\` of it.`,
      });
    }
    return mistakes;
  },
};
