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
import { RunModules } from './run-modules';
import type { Subject } from './subject';

/** What finders look at. */
export interface Finding {
  subject: Subject;
  modules: RunModules;
  /** The user's files that the run came through. */
  files: readonly string[];
}

/** Looks at a subject's run. */
export function findingOf(subject: Subject): Finding {
  const { account, record } = subject.baseline;
  const modules = new RunModules(record);
  const files = new Set<string>([subject.file]);
  for (const { file } of account.lines) files.add(file);
  for (const { classes, construction } of modules.all) {
    for (const { file } of classes) files.add(file);
    if (construction !== undefined) files.add(construction.file);
  }
  return { subject, modules, files: [...files].filter((file) => subject.isOwn(file)).sort() };
}

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
