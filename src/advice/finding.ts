/** What finders look at: a subject's run, its modules and its own files. */
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
