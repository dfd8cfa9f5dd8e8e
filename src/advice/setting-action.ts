/** Actions that only change how a model's step is run. */
import type { Category } from '../ledger/account';
import { setting, type Action, type ActionKind, type Keeps, type Setting } from './action';

/** An action on the setting of a run. */
export function settingAction(
  id: string,
  kind: ActionKind,
  what: string,
  aims: readonly Category[],
  values: Setting,
  keeps: Keeps,
  price?: string,
): Action {
  return {
    id,
    kind,
    what,
    aims,
    ...(kind === 'optimizer' ? { within: 'optimizer' } : {}),
    place: undefined,
    change: setting(values),
    keeps,
    price,
    applies: true,
    reason: undefined,
    group: kind,
  };
}
