/** Checkpointing that can be put into the source of a run's modules: loops over blocks, nn.Sequential, and the switch that a library's model has. */
import { dottedName, flatten } from '../workspace/source';
import type { ParseResult } from '../python/parser';
import type { Stmt } from '../python/ast';
import { editing, type Action, type SourceEdit } from './action';
import { checkpointSites, type CheckpointSite } from './checkpoint';
import { freeName, indentOf, insertingBefore, sourceLines, sourceOf, placeOf } from './edit';
import type { Finding } from './finding';
import {
  attributeOf,
  hasMethod,
  isA,
  moduleAt,
  withDescendants,
  type RunModule,
  type RunModules,
} from './run-modules';

/** A loop over blocks, with the blocks that it ran over, in order. */
export interface BlockLoop {
  file: string;
  site: CheckpointSite;
  /** Of the one instance of the class that ran. */
  blocks: readonly RunModule[];
}

/** The checkpointing that can be had. */
export function checkpointActions(finding: Finding): Action[] {
  const { account } = finding.subject.baseline;
  if (account.run.mode !== 'train' && account.run.mode !== 'script') return [];
  const actions: Action[] = [];
  for (const { file, site, instances } of sitesOf(finding)) {
    const blocks = instances.flatMap((each) => [...(moduleAt(each, site.name)?.children.values() ?? [])]);
    const what =
      instances.length === 1
        ? `Checkpoint the ${blocks.length} ${site.kind === 'loop' ? 'blocks' : 'modules'} of ${site.name}`
        : `Checkpoint the ${site.kind === 'loop' ? 'blocks' : 'modules'} of ${site.name} in each ${site.owner}`;
    actions.push(siteAction(file, site, what, 'all', site.edits, blocks));
    if (site.kind === 'sequential' && instances.length === 1 && blocks.length >= 4) {
      const segments = Math.round(Math.sqrt(blocks.length));
      const chosen = Array.from({ length: segments }, (_, i) => i);
      actions.push(
        siteAction(
          file,
          site,
          `Checkpoint ${site.name} in ${segments} segments`,
          `${segments} segments`,
          site.part(chosen, blocks.length),
          blocks,
        ),
      );
    }
  }
  actions.push(...switchActions(finding));
  return actions;
}

/** The loops over blocks of which some can be chosen: those of a class of which one instance ran, once per forward. */
export function blockLoops(finding: Finding): BlockLoop[] {
  return sitesOf(finding).flatMap(({ file, site }) => {
    if (site.kind !== 'loop') return [];
    const blocks = blocksIn(finding.modules, file, site);
    return blocks === undefined ? [] : [{ file, site, blocks }];
  });
}

/** The paths of the lists of blocks that a model's own loops go over, and of those that a library's model has. */
export function blockLists({ subject, modules }: Finding): string[] {
  const found: string[] = [];
  for (const { path, module } of subject.baseline.record.modules) {
    const list = modules.of(module);
    if (list === undefined || !isA(list, 'ModuleList') || found.some((outer) => path.startsWith(`${outer}.`)))
      continue;
    const children = [...list.children.values()];
    if (children.length < 2 || children.some(({ calls }) => calls === 0)) continue;
    if (new Set(children.map(({ className }) => className)).size === 1) found.push(path);
  }
  return found;
}

/** The blocks that a loop goes over, in the modules of some run; undefined where not one instance of its class ran. */
export function blocksIn(modules: RunModules, file: string, site: CheckpointSite): RunModule[] | undefined {
  const instances = modules.ofClass(file, site.owner).filter((module) => module.calls > 0);
  if (instances.length !== 1) return undefined;
  const blocks = [...(moduleAt(instances[0]!, site.name)?.children.values() ?? [])].filter(
    ({ calls }) => calls > 0,
  );
  return blocks.length >= 2 ? blocks : undefined;
}

/** The action that checkpoints some blocks of a loop, which are counted from 0. */
export function checkpointBlocks({ file, site, blocks }: BlockLoop, chosen: readonly number[]): Action {
  const all = chosen.length === blocks.length;
  const sorted = [...chosen].sort((a, b) => a - b);
  const isFirst = sorted[sorted.length - 1] === sorted.length - 1;
  const what = all
    ? `Checkpoint the ${blocks.length} blocks of ${site.name}`
    : isFirst
      ? `Checkpoint the first ${chosen.length} of the ${blocks.length} blocks of ${site.name}`
      : `Checkpoint blocks ${rangesOf(sorted)} of ${site.name}`;
  return siteAction(
    file,
    site,
    what,
    all ? 'all' : rangesOf(sorted),
    all ? site.edits : site.part(sorted, blocks.length),
    blocks,
  );
}

/** `0–3, 6`. */
function rangesOf(sorted: readonly number[]): string {
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end === i ? `${sorted[i]}` : `${sorted[i]}–${sorted[end]}`);
    i = end + 1;
  }
  return parts.join(', ');
}

function siteAction(
  file: string,
  site: CheckpointSite,
  what: string,
  part: string,
  edits: readonly SourceEdit[],
  blocks: readonly RunModule[],
): Action {
  const norms = blocks.some((block) => withDescendants(block).some((each) => isRunningNorm(each)));
  return {
    id: `checkpoint ${part} ${site.owner}.${site.method} ${site.name}@${file}:${site.line}`,
    kind: 'checkpoint',
    what,
    aims: ['saved'],
    place: { file, line: site.line, endLine: site.endLine },
    change: editing(file, edits),
    keeps: 'results',
    price: norms ? "batch norm's running statistics are updated twice per step" : undefined,
    applies: true,
    reason: undefined,
    group: `checkpoint ${file}:${site.line}`,
  };
}

function isRunningNorm(module: RunModule): boolean {
  return (
    isA(module, '_BatchNorm') &&
    module.training &&
    attributeOf(module, 'track_running_stats') === true &&
    module.calls > 0
  );
}

/** The sites of own files in classes that ran, with the instances. */
function sitesOf({ subject, files, modules }: Finding): {
  file: string;
  site: CheckpointSite;
  instances: RunModule[];
}[] {
  return files.flatMap((file) => {
    const parsed = subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    const sites = checkpointSites(parsed.module, parsed.source, (className, attribute) =>
      modules.ofClass(file, className).some((module) => {
        const child = module.children.get(attribute);
        return child !== undefined && isA(child, 'Sequential') && child.children.size > 1;
      }),
    );
    return sites.flatMap((site) => {
      const instances = modules
        .ofClass(file, site.owner)
        .filter(
          (module) =>
            module.calls > 0 && module.training && (moduleAt(module, site.name)?.children.size ?? 0) > 0,
        );
      const ran = subject.baseline.account.lines.some(
        (line) =>
          line.file === file && line.line >= site.line && line.line <= site.endLine && line.executions > 0,
      );
      return instances.length > 0 && ran ? [{ file, site, instances }] : [];
    });
  });
}

/** The method that switches checkpointing on, as timm and Hugging Face name it, with whether it is on. */
const SWITCHES: readonly {
  method: string;
  isOn: (module: RunModule) => boolean;
  can: (module: RunModule) => boolean;
}[] = [
  {
    method: 'set_grad_checkpointing',
    can: () => true,
    isOn: (module) =>
      withDescendants(module).some((each) => attributeOf(each, 'grad_checkpointing') === true),
  },
  {
    method: 'gradient_checkpointing_enable',
    can: (module) => attributeOf(module, 'supports_gradient_checkpointing') === true,
    isOn: (module) =>
      withDescendants(module).some((each) => attributeOf(each, 'gradient_checkpointing') === true),
  },
];

/** The switch of a library's model that the user's source makes. */
function switchActions(finding: Finding): Action[] {
  const { subject, modules } = finding;
  const inside = new Set<RunModule>();
  const actions: Action[] = [];
  for (const module of modules.all) {
    const found = SWITCHES.find(({ method, can }) => hasMethod(module, method) && can(module));
    if (found === undefined || module.calls === 0 || !module.training || inside.has(module)) continue;
    for (const each of withDescendants(module)) inside.add(each);
    if (found.isOn(module)) continue;
    const { construction } = module;
    const action = (change: Action['change'], place: Action['place']): Action => ({
      id: `checkpoint switch ${module.className}@${place?.file ?? ''}:${place?.line ?? 0}`,
      kind: 'checkpoint',
      what: `Switch on ${module.className}'s own checkpointing`,
      aims: ['saved'],
      place,
      change,
      keeps: 'results',
      price: undefined,
      applies: true,
      reason: undefined,
      group: `checkpoint switch ${place?.file ?? ''}:${place?.line ?? 0}`,
    });
    if (construction !== undefined && subject.isOwn(construction.file)) {
      const parsed = subject.parse(construction.file);
      const edits = parsed === undefined ? undefined : switchEdits(parsed, construction.line, found.method);
      if (edits === undefined) continue;
      const { file, line } = construction;
      actions.push(action(editing(file, edits), { file, line, endLine: line }));
    } else if (subject.target !== undefined && module === modules.all.find(({ calls }) => calls > 0)) {
      const expression = `(lambda model: (model.${found.method}(), model)[1])(${subject.target.expression})`;
      actions.push(action({ sources: new Map(), setting: { expression } }, undefined));
    }
  }
  return actions;
}

/** Calls a method on what a line makes: behind the assignment, or before the return. */
function switchEdits(parsed: ParseResult, line: number, method: string): SourceEdit[] | undefined {
  const lines = sourceLines(parsed.source);
  let stmt: Stmt | undefined;
  const visit = (body: readonly Stmt[]): void => {
    for (const each of flatten(body)) {
      if (each.kind === 'FunctionDef' || each.kind === 'ClassDef') visit(each.body);
      else if (each.line <= line && each.endLine >= line) stmt = each;
    }
  };
  visit(parsed.module.body);
  if (stmt === undefined) return undefined;
  const indent = indentOf(lines, stmt.line);
  // More than one statement on the line.
  if (lines[stmt.line - 1]!.slice(0, stmt.col).trim() !== '') return undefined;
  if (stmt.kind === 'Assign' && stmt.targets.length === 1) {
    const name = dottedName(stmt.targets[0]!);
    if (name === undefined || !isCallOf(stmt.value)) return undefined;
    return [insertingBefore(stmt.endLine + 1, `${indent}${name}.${method}()\n`)];
  }
  if (stmt.kind === 'Return' && stmt.value !== null && isCallOf(stmt.value)) {
    const name = freeName(parsed.module, 'model');
    const value = sourceOf(lines, stmt.value);
    return [
      { ...placeOf(stmt), text: `${name} = ${value}\n${indent}${name}.${method}()\n${indent}return ${name}` },
    ];
  }
  return undefined;
}

function isCallOf(value: { kind: string }): boolean {
  return value.kind === 'Call';
}
