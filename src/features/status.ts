/** How the figures of the file that a person looks at can be trusted: for a status item. */
import type { Analysis } from './analysis';
import { assumptionsOf } from './assumptions';
import { describeTarget } from './targets';
import { plural } from './words';

export type StatusState = 'off' | 'none' | 'busy' | 'exact' | 'assumed' | 'partial' | 'failed' | 'stale';

export interface Status {
  state: StatusState;
  /** `assumed (3)`. */
  text: string;
  detail: string;
  /** The key of the target that is spoken of. */
  target: string | undefined;
}

/** The status of a file; without one, of nothing. */
export function statusOf(analysis: Analysis, path: string | undefined): Status {
  const none = (state: StatusState, text: string, detail: string): Status => ({
    state,
    text,
    detail,
    target: undefined,
  });
  if (!analysis.settings.enable) return none('off', 'off', 'VRAM Ledger is turned off');
  const target = path === undefined ? undefined : analysis.focusOf(path);
  if (target === undefined) return none('none', 'no model', 'No PyTorch model was found in this file');
  const of = (state: StatusState, text: string, detail: string): Status => ({
    state,
    text,
    detail,
    target: target.key,
  });
  const name = describeTarget(target);
  if (target.kind === 'model' && target.model.problem !== undefined)
    return of('failed', 'no figures', `${name}: ${target.model.problem}`);
  const { good, current, stale } = analysis.figuresOf(target);
  if (current?.account.status === 'failed')
    return of('failed', 'does not run', `${name}: ${current.account.error?.message ?? ''}`);
  if (good === undefined) return of('busy', 'busy', `${name} is being run`);
  if (stale) return of('stale', 'stale', `${name}: the figures are of an earlier state of the file`);
  const notes = assumptionsOf(analysis, target);
  const assumed = notes.filter(({ kind }) => kind === 'assumption').length;
  const missing = notes.filter(({ kind }) => kind === 'missing').length;
  switch (good.account.status) {
    case 'partial':
      return of(
        'partial',
        `partial (${missing})`,
        `${name}: ${plural(missing, 'part')} not known; the figures are a lower bound`,
      );
    case 'assumed':
      return of(
        'assumed',
        `assumed (${assumed})`,
        `${name}: the figures rest on ${plural(assumed, 'assumption')}`,
      );
    default:
      return of('exact', 'exact', `${name}: the figures are PyTorch's`);
  }
}
