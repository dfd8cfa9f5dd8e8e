/** Changes of vram-ledger.json, made so that its comments and its layout stay. */
import { applyEdits as applyPlain, modify, type FormattingOptions, type JSONPath } from 'jsonc-parser';
import { DEFAULT_DEVICE } from '../device/profiles';
import { formatInputSpec } from '../workspace/input-spec';
import { settledModel, type Model } from '../workspace/models';
import { baseName, relativeTo } from '../workspace/paths';
import { lineSteps } from '../workspace/line-steps';
import { LineIndex } from '../workspace/problem';
import type { Project } from './projects';
import type { Target } from './targets';
import { rangeOfProblem, type FileEdit, type TextEdit } from './text';

const FORMAT: FormattingOptions = { tabSize: 2, insertSpaces: true, eol: '\n' };

/** An entry of the config as it is written. */
export type EntryJson = Record<string, unknown>;

/** The entry that pins all that is assumed for a model; what is as usual is left out. */
export function entryOf(model: Model, root: string): EntryJson {
  const { target } = model;
  const entry: EntryJson = { model: `${relativeTo(root, target.file)}::${target.expression}` };
  if (target.inputs.length > 0)
    entry.inputs = Object.fromEntries(target.inputs.map(({ name, spec }) => [name, formatInputSpec(spec)]));
  if (Object.keys(target.sizes).length > 0) entry.sizes = target.sizes;
  if (target.mode !== 'train') entry.mode = target.mode;
  if (target.precision !== 'fp32') entry.precision = target.precision;
  if (target.mode === 'train') entry.optimizer = target.optimizer;
  if (target.loss !== undefined) entry.loss = target.loss;
  if (target.call !== undefined) entry.call = target.call;
  if (target.accumulate !== 1) entry.accumulate = target.accumulate;
  return entry;
}

/** The edit that writes a value into the config; the file is made if there is none. */
export function setInConfig(project: Project, path: JSONPath, value: unknown): FileEdit {
  return replaceConfig(project, [[path, value]]);
}

/** The edits that write several values into the config, one for each place where lines change: a person reads them before they are made. */
export function replaceConfig(
  project: Project,
  values: readonly [path: JSONPath, value: unknown][],
): FileEdit {
  const { configPath, configText } = project;
  if (configText === undefined) {
    const config: Record<string, unknown> = { device: project.config.device.id };
    for (const [path, value] of values) setIn(config, path, value);
    return createFile(configPath, `${JSON.stringify(config, null, 2)}\n`);
  }
  let text = configText;
  try {
    for (const [path, value] of values)
      text = applyPlain(text, modify(text, path, value, { formattingOptions: FORMAT }));
  } catch {
    // Where a number or a list stands for an object there is no place for a value; the config's own problems tell of it.
    text = configText;
  }
  return { path: configPath, create: false, edits: editsBetween(configText, text) };
}

/** The edits that make one text of another: of each stretch of lines that differ, what is alike at both ends left out. */
function editsBetween(before: string, after: string): TextEdit[] {
  const lines = new LineIndex(before);
  const edits: TextEdit[] = [];
  // Offsets of the stretch in both texts, and of the line that follows.
  let [from, start] = [0, 0];
  let [left, right] = [0, 0];
  const close = (): void => {
    const gone = before.slice(from, left);
    const come = after.slice(start, right);
    if (gone === come) return;
    let head = 0;
    while (head < gone.length && head < come.length && gone[head] === come[head]) head++;
    let tail = 0;
    const most = Math.min(gone.length, come.length) - head;
    while (tail < most && gone[gone.length - 1 - tail] === come[come.length - 1 - tail]) tail++;
    edits.push({
      range: rangeOfProblem(lines.range(from + head, gone.length - head - tail)),
      newText: come.slice(head, come.length - tail),
    });
  };
  for (const { kind, text } of lineSteps(withBreaks(before), withBreaks(after))) {
    if (kind === ' ') close();
    if (kind !== '+') left += text.length;
    if (kind !== '-') right += text.length;
    if (kind === ' ') [from, start] = [left, right];
  }
  close();
  return edits;
}

/** The lines of a text, each with the break that ends it. */
function withBreaks(text: string): string[] {
  return text.split(/(?<=\n)/);
}

function setIn(config: Record<string, unknown>, path: JSONPath, value: unknown): void {
  let at = config;
  path.slice(0, -1).forEach((key) => (at = (at[key] ??= {}) as Record<string, unknown>));
  at[path[path.length - 1]!] = value;
}

/** A file with a text, which is not there yet. */
export function createFile(path: string, text: string): FileEdit {
  const start = { line: 0, character: 0 };
  return { path, create: true, edits: [{ range: { start, end: start }, newText: text }] };
}

/** The edit that pins what is assumed for a target; undefined where nothing is, or it cannot be written down. */
export function pinEdit(
  target: Target,
  account: { sizes: Record<string, number> } | undefined,
): FileEdit | undefined {
  if (target.kind === 'script') return undefined;
  const { project, entry } = target;
  const model = settledModel(target.model);
  if (model.target.expression === '') return undefined;
  const sizes = { ...model.target.sizes, ...account?.sizes };
  const json = entryOf({ ...model, target: { ...model.target, sizes } }, project.root);
  const name = entry?.name ?? freeName(project, target.name);
  const edited = setInConfig(project, ['entries', name], json);
  return edited.edits.length === 0 ? undefined : edited;
}

/** A name that no entry has yet. */
export function freeName(project: Project, name: string): string {
  const taken = new Set(project.config.entries.map((entry) => entry.name));
  const base = name.toLowerCase();
  if (!taken.has(base)) return base;
  for (let i = 2; ; i++) if (!taken.has(`${base} ${i}`)) return `${base} ${i}`;
}

/** The edit that names the device. */
export function deviceEdit(project: Project, device: string): FileEdit {
  return setInConfig(project, ['device'], device);
}

/**
 * What a first config says: each model with what was inferred, and why.
 * @param script a program that is an entry too
 * @param problems what is left for the person to say, as comments
 */
export function firstConfigText(
  project: Project,
  models: readonly Model[],
  script?: string,
  problems: readonly string[] = [],
): string {
  const used = new Set<string>();
  const entries = models.flatMap((model) => {
    if (model.target.expression === '') return [];
    let name = model.name.toLowerCase();
    while (used.has(name)) name += ` (${baseName(model.target.file)})`;
    used.add(name);
    const reasons = [...new Set(model.assumptions.map(({ message }) => message))].map(
      (message) => `      // ${message}`,
    );
    const body = JSON.stringify(entryOf(model, project.root), null, 2)
      .replace(/\{\n\s+([^{}]*?)\n\s+\}/g, (_, inner: string) => `{ ${inner.replace(/\n\s+/g, ' ')} }`)
      .split('\n');
    const [open, ...rest] = body;
    return [
      [`    ${JSON.stringify(name)}: ${open}`, ...reasons, ...rest.map((line) => `    ${line}`)].join('\n'),
    ];
  });
  if (script !== undefined) {
    const name = baseName(script).replace(/\.py$/, '').toLowerCase();
    entries.unshift(
      `    ${JSON.stringify(used.has(name) ? baseName(script) : name)}: { "script": ${JSON.stringify(relativeTo(project.root, script))} }`,
    );
  }
  const device = project.config.device.id;
  return [
    '{',
    '  // The card that everything must fit on: "rtx-4090", "t4", "h100-sxm", or a size such as "24GiB".',
    `  "device": ${JSON.stringify(device === '' ? DEFAULT_DEVICE : device)},`,
    '  // What must stay free of it.',
    '  "margin": "5%",',
    '  // Models, each run as one training step (or "mode": "infer"), and scripts: { "script": "train.py" }.',
    '  "entries": {',
    ...problems.map((problem) => `    // ${problem}`),
    ...(entries.length === 0 ? [] : [entries.join(',\n')]),
    '  }',
    '}',
    '',
  ].join('\n');
}
