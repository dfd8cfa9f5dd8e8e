/** What an action or a what-if changes, as edits of files: of sources where they are, of the run's setting in the config. */
import type { Change, Setting } from '../advice/action';
import { distributedJson, type Distributed } from '../workspace/distributed';
import type { Model } from '../workspace/models';
import { relativeTo } from '../workspace/paths';
import { entryOf, freeName, replaceConfig } from './config-edits';
import type { Target } from './targets';
import type { FileEdit, TextEdit } from './text';

/** What may be set beside what actions set. */
export interface RunSetting extends Setting {
  /** A device's id, or a size. */
  device?: string;
}

/** The edits that make a change lasting; none for a setting of a script, which says itself how it runs. */
export function fileEdits(target: Target, change: Change, device?: string): FileEdit[] {
  const edits: FileEdit[] = [];
  for (const [path, sources] of change.sources)
    edits.push({
      path,
      create: false,
      edits: sources.map(({ line, col, endLine, endCol, text }): TextEdit => ({
        range: { start: { line: line - 1, character: col }, end: { line: endLine - 1, character: endCol } },
        newText: text,
      })),
    });
  const config = settingEdit(target, { ...change.setting, ...(device === undefined ? {} : { device }) });
  if (config !== undefined) edits.push(config);
  return edits;
}

/** The edit of the config that sets how a target is run; undefined where nothing is set or it cannot be written. */
function settingEdit(target: Target, setting: RunSetting): FileEdit | undefined {
  if (Object.keys(setting).length === 0 || target.kind === 'script') return undefined;
  const { project, entry, model } = target;
  const { device, expression, ...keys } = setting;
  const values: [string[], unknown][] = [];
  if (device !== undefined) values.push([['device'], device]);
  if (entry === undefined) {
    const changed: Model = {
      ...model,
      target: {
        ...model.target,
        ...keys,
        ...(expression === undefined ? {} : { expression }),
        sizes: { ...model.target.sizes, ...keys.sizes },
      },
    };
    if (Object.keys(keys).length > 0 || expression !== undefined)
      values.push([['entries', freeName(project, target.name)], entryOf(changed, project.root)]);
  } else {
    const at = ['entries', entry.name];
    if (expression !== undefined)
      values.push([[...at, 'model'], `${relativeTo(project.root, target.file)}::${expression}`]);
    for (const [key, value] of Object.entries(keys)) {
      if (key === 'distributed') values.push(...distributedValues([...at, key], target, keys.distributed!));
      else if (key !== 'sizes') values.push([[...at, key], value]);
      else
        for (const [name, size] of Object.entries(keys.sizes ?? {}))
          values.push([[...at, 'sizes', name], size]);
    }
  }
  if (values.length === 0) return undefined;
  return replaceConfig(project, values);
}

/** What of `"distributed"` changes; what DeepSpeed's config says is changed there. */
function distributedValues(at: string[], target: Target, after: Distributed): [string[], unknown][] {
  if (after.deepspeed !== undefined) return [];
  const before = target.kind === 'script' ? undefined : target.model.target.distributed;
  const [from, to] = [before === undefined ? {} : distributedJson(before), distributedJson(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((key) => from[key] !== to[key])
    .map((key) => [[...at, key], to[key]]);
}
