/** What figures are told for: the models of a file and the scripts of the config. */
import type { Node } from '../python/ast';
import type { Entry, ModelEntry, ScriptEntry } from '../workspace/config';
import { discoverEntries, type DiscoveredEntry } from '../workspace/entries';
import {
  DEFAULT_RUN,
  modelOfDiscovered,
  modelsOfEntry,
  type Model,
  type ModelSources,
} from '../workspace/models';
import { baseName, joinPath } from '../workspace/paths';
import type { Project } from './projects';
import { rangeOf, type Range } from './text';

interface TargetCommon {
  /** Tells targets apart, also between edits. */
  key: string;
  name: string;
  /** Absolute path. */
  file: string;
  project: Project;
  /** Where the model's name is defined in `file`; the first line where it is not. */
  anchor: Range;
  /** The class or function there, if it is there. */
  anchorName: string;
}

export interface ModelTargetOf extends TargetCommon {
  kind: 'model';
  model: Model;
  /** The config's entry; undefined for a model that was found in the file. */
  entry: ModelEntry | undefined;
}

export interface ScriptTarget extends TargetCommon {
  kind: 'script';
  entry: ScriptEntry;
}

export type Target = ModelTargetOf | ScriptTarget;

const FILE_START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** The targets of one file. */
export function targetsOfFile(path: string, project: Project, sources: ModelSources): Target[] {
  const entries = project.config.entries.filter((entry) => joinPath(project.root, entry.file) === path);
  const configured = entries.flatMap((entry) => targetsOfEntry(entry, project, sources));
  const parsed = sources.parse(path);
  if (parsed === undefined) return configured;
  // An entry that cannot be read still says that the config speaks of this file.
  const named = new Set(configured.map(({ anchorName }) => anchorName));
  const found = discoverEntries(path, parsed, sources.discovery)
    .filter((each) => !named.has(each.name) && !isMadeBy(each, configured))
    .map((each): Target => ({
      kind: 'model',
      key: `${path}::${each.name}`,
      name: each.name,
      file: path,
      project,
      entry: undefined,
      model: modelOfDiscovered(path, each, { ...DEFAULT_RUN, device: project.config.device }),
      anchorName: each.name,
      anchor: {
        start: { line: each.line - 1, character: each.column },
        end: { line: each.line - 1, character: each.column + each.name.length },
      },
    }));
  return [...configured, ...found];
}

/** Whether an entry of the config already runs the class or function. */
function isMadeBy({ name }: DiscoveredEntry, configured: readonly Target[]): boolean {
  const called = new RegExp(`(?<![\\w.])${name}\\b`);
  return configured.some((target) => target.kind === 'model' && called.test(target.model.target.expression));
}

/** The targets of an entry of the config: one, but for an entry that names a file alone. */
export function targetsOfEntry(entry: Entry, project: Project, sources: ModelSources): Target[] {
  const file = joinPath(project.root, entry.file);
  const key = `${project.configPath}#${entry.name}`;
  const module = sources.parse(file)?.module;
  if (entry.kind === 'script')
    return [
      { kind: 'script', key, name: entry.name, file, project, entry, anchor: FILE_START, anchorName: '' },
    ];
  return modelsOfEntry(entry, sources).map((model) => {
    const name = /^[A-Za-z_]\w*/.exec(model.target.expression)?.[0] ?? '';
    const anchor = module === undefined ? undefined : definitionOf(module.body, name);
    return {
      kind: 'model',
      key: model.name === entry.name ? key : `${key}:${model.name}`,
      name: model.name,
      file,
      project,
      entry,
      model,
      anchor: anchor ?? FILE_START,
      anchorName: anchor === undefined ? '' : name,
    };
  });
}

/** Where a class or function of a module's top level, or an import, has its name. */
function definitionOf(body: readonly Node[], name: string): Range | undefined {
  for (const node of body) {
    if ((node.kind === 'ClassDef' || node.kind === 'FunctionDef') && node.name === name)
      return nameRange(node);
    if (node.kind === 'If') {
      const inner = definitionOf(node.body, name);
      if (inner !== undefined) return inner;
    }
    if (
      (node.kind === 'ImportFrom' || node.kind === 'Import') &&
      node.names.some((alias) => (alias.asname ?? alias.name) === name)
    )
      return rangeOf(node);
  }
  return undefined;
}

/** The name of a class or function in its header; decorators are above the node's line. */
export function nameRange(node: { kind: string; line: number; col: number; name: string }): Range {
  const character = node.col + (node.kind === 'ClassDef' ? 'class '.length : 'def '.length);
  const line = node.line - 1;
  return { start: { line, character }, end: { line, character: character + node.name.length } };
}

/** The target as a person reads it: `gpt`, `gpt serving (inference)`. */
export function describeTarget(target: Target): string {
  if (target.kind === 'script') return `${target.name} (script)`;
  const { mode } = target.model.target;
  const suffix = mode === 'infer' ? ' (inference)' : mode === 'eval' ? ' (evaluation)' : '';
  return `${target.name}${target.entry === undefined ? ` in ${baseName(target.file)}` : ''}${suffix}`;
}
