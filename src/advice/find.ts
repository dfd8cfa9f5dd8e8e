/** Finds the actions for a subject by looking at its run and its source. */
import type { Action } from './action';
import { adapterActions } from './find-adapters';
import { attentionActions } from './find-attention';
import { checkpointActions } from './find-checkpoint';
import { lossActions } from './find-loss';
import { moduleActions } from './find-modules';
import { scriptActions } from './find-script';
import { settingActions } from './find-setting';
import { shardingActions } from './find-sharding';
import { findingOf, type Finding } from './finding';
import type { Subject } from './subject';

/** Every action that is known for a subject; those that do not apply say why. Runs nothing. */
export function findActions(subject: Subject, finding: Finding = findingOf(subject)): Action[] {
  if (subject.baseline.account.status === 'failed') return [];
  return [
    ...checkpointActions(finding),
    ...attentionActions(finding),
    ...moduleActions(finding),
    ...lossActions(finding),
    ...scriptActions(finding),
    ...settingActions(finding),
    ...adapterActions(finding),
    ...shardingActions(finding),
  ];
}
