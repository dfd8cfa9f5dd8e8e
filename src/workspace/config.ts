/**
 * The config file, `vram-ledger.json`: JSON with comments. A mistake is reported at its place, and everything else still
 * works. Reading it never throws.
 */
import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { DeviceError, parseDevice, type DeviceDescription } from '../device/parse-device';
import { parseSize } from '../device/parse-size';
import { DEFAULT_DEVICE, type DeviceProfile } from '../device/profiles';
import { readDistributed, type Distributed } from './distributed';
import { InputSpecError, parseInputSpec, sizeNames, type InputSpec } from './input-spec';
import { isPythonFile } from './notebook';
import { LineIndex, nearestName, type Problem, type Range } from './problem';

/** Mistakes of the syntax that are told. */
const MOST_ERRORS = 50;
/** How deep brackets may lie in each other. */
const MOST_DEPTH = 100;

/** Where brackets lie deeper than in any config: the parser would take the square of the depth. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(
    /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?\*\/|[[{]|[\]}]/g,
  )) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > MOST_DEPTH) return index;
  }
  return undefined;
}

/** The name of the file, at the workspace root. */
export const CONFIG_FILE = 'vram-ledger.json';

export type Mode = 'train' | 'eval' | 'infer';
export type Precision = 'fp32' | 'bf16' | 'fp16' | 'amp-bf16' | 'amp-fp16';
export const MODES: readonly Mode[] = ['train', 'eval', 'infer'];
export const PRECISIONS: readonly Precision[] = ['fp32', 'bf16', 'fp16', 'amp-bf16', 'amp-fp16'];

/** A forward argument. */
export interface InputEntry {
  name: string;
  spec: InputSpec;
}

interface EntryCommon {
  name: string;
  /** The entry's key in the config. */
  range: Range;
  /** Bytes that the entry may take; the device's memory where absent. */
  budget?: number;
  /** Where it differs from the config's device. */
  device?: DeviceProfile;
}

/** A model whose step is run. */
export interface ModelEntry extends EntryCommon {
  kind: 'model';
  /** The file, as written: relative to the workspace root. */
  file: string;
  /** The expression that gives the model; undefined where the file alone is named. */
  expression: string | undefined;
  inputs: InputEntry[];
  sizes: Record<string, number>;
  mode: Mode;
  precision: Precision;
  optimizer: string;
  loss?: string;
  call?: string;
  accumulate: number;
  steps: number;
  /** How it is spread over devices; the account is that of one of them. */
  distributed?: Distributed;
}

/** A script that is run as it is. */
export interface ScriptEntry extends EntryCommon {
  kind: 'script';
  file: string;
  args: string[];
}

export type Entry = ModelEntry | ScriptEntry;

/** A part of the device's memory that must stay free: a fraction of it, or bytes. */
export type Margin = { fraction: number } | { bytes: number };

export interface Config {
  device: DeviceProfile;
  /** What names the device in the config, or the default's id. */
  margin: Margin;
  python: string | undefined;
  paths: string[];
  /** Where the keys are whose values name folders. */
  ranges: { python?: Range; paths?: Range };
  entries: Entry[];
  problems: Problem[];
}

/** What holds without a config. */
export function emptyConfig(): Config {
  return {
    device: parseDevice(DEFAULT_DEVICE),
    margin: { bytes: 0 },
    python: undefined,
    paths: [],
    ranges: {},
    entries: [],
    problems: [],
  };
}

/** The margin in bytes on a device of so much memory. */
export function marginBytes(margin: Margin, memory: number): number {
  return 'bytes' in margin ? margin.bytes : Math.round(margin.fraction * memory);
}

/** Splits `FILE.py::EXPR`; the expression is undefined where none is given. One colon, as other tools have it, is read alike. */
export function splitTarget(target: string): { file: string; expression: string | undefined } {
  const [, file, expression] = /^(.*?\.(?:py|ipynb))::?(.*)$/s.exec(target) ??
    /^(.*?)::(.*)$/s.exec(target) ?? [undefined, target, ''];
  return { file: file!.trim(), expression: expression!.trim() === '' ? undefined : expression!.trim() };
}

const TOP_KEYS = ['$schema', 'device', 'margin', 'python', 'paths', 'measured', 'entries'];
const MODEL_KEYS = [
  'model',
  'inputs',
  'sizes',
  'mode',
  'precision',
  'optimizer',
  'loss',
  'call',
  'accumulate',
  'steps',
  'distributed',
  'budget',
  'device',
];
const SCRIPT_KEYS = ['script', 'args', 'budget', 'device'];

const SYNTAX_MESSAGES: Record<number, string> = {
  1: 'a symbol that JSON does not have',
  2: 'this is no number',
  3: 'a key in double quotes is expected',
  4: 'a value is expected',
  5: 'a colon is expected',
  6: 'a comma is expected',
  7: 'a closing brace is expected',
  8: 'a closing bracket is expected',
  9: 'nothing may follow here',
  10: 'comments are written // or /* */',
  11: 'the comment is not closed',
  12: 'the string is not closed',
  13: 'the number is not complete',
  14: 'a wrong \\u escape',
  15: 'a wrong escape',
  16: 'a character that a string must not have',
};

/** Reads the config. Mistakes are in `problems`, in order; entries that are wrong are left out. */
export function parseConfig(text: string): Config {
  return new ConfigReader(text).read();
}

interface Property {
  key: Node;
  value: Node;
}

class ConfigReader {
  private readonly lines: LineIndex;
  private readonly config = emptyConfig();
  private entry: string | undefined;
  /** By the device's id. */
  private readonly calibration = new Map<string, Partial<DeviceProfile>>();

  constructor(private readonly text: string) {
    this.lines = new LineIndex(text);
  }

  read(): Config {
    const { config } = this;
    const errors: ParseError[] = [];
    const deep = tooDeep(this.text);
    if (deep !== undefined) {
      this.problem('brackets lie in each other too deep for a config', { offset: deep, length: 1 });
      return config;
    }
    const tree = parseTree(this.text, errors, { allowTrailingComma: true });
    let last = -1;
    if (tree === undefined) {
      this.problem('the config is empty', { offset: 0, length: 0 });
      return config;
    }
    for (const { error, offset, length } of errors.slice(0, MOST_ERRORS)) {
      if (offset === last) continue;
      last = offset;
      this.problem(SYNTAX_MESSAGES[error] ?? 'this is no JSON', { offset, length: Math.max(1, length) });
    }
    if (tree.type !== 'object') {
      this.problem('the config is an object: { "entries": { … } }', tree);
    } else {
      this.top(tree);
    }
    config.problems.sort((a, b) => a.line - b.line || a.column - b.column);
    return config;
  }

  private top(tree: Node): void {
    const { config } = this;
    const properties = this.properties(tree, TOP_KEYS);
    const measured = properties.get('measured');
    if (measured !== undefined) this.readMeasured(measured.value);
    const device = properties.get('device');
    config.device = (device && this.device(device.value)) ?? this.calibrated(config.device);
    const margin = properties.get('margin');
    if (margin !== undefined) config.margin = this.margin(margin.value) ?? config.margin;
    config.python = this.string(properties.get('python'));
    config.paths = this.strings(properties.get('paths')) ?? [];
    for (const name of ['python', 'paths'] as const) {
      const property = properties.get(name);
      if (property !== undefined)
        config.ranges[name] = this.lines.range(property.value.offset, property.value.length);
    }
    const entries = properties.get('entries');
    if (entries === undefined) return;
    if (entries.value.type !== 'object') {
      this.problem('"entries" is an object: { "name": { "model": "file.py::Model()" } }', entries.value);
      return;
    }
    for (const [name, property] of this.properties(entries.value)) {
      this.entry = name;
      const entry = this.readEntry(name, property);
      if (entry !== undefined) config.entries.push(entry);
      this.entry = undefined;
    }
  }

  /** `"measured": { "rtx-4090": { "context": "452MiB" } }`: what `vram-ledger compare --keep` found on a device. */
  private readMeasured(node: Node): void {
    if (node.type !== 'object') {
      this.problem('"measured" is an object: { "rtx-4090": { "context": "452MiB" } }', node);
      return;
    }
    for (const [id, { value }] of this.properties(node)) {
      if (value.type !== 'object') {
        this.problem(`what was measured of "${id}" is an object: { "context": "452MiB" }`, value);
        continue;
      }
      const properties = this.properties(value, ['context', 'memory']);
      const [context, memory] = ['context', 'memory'].map((key) => {
        const property = properties.get(key);
        return property === undefined ? undefined : this.size(property.value, key);
      });
      this.calibration.set(id, {
        ...(context === undefined ? {} : { context, contextSource: 'measured' }),
        ...(memory === undefined ? {} : { memory, memorySource: 'measured' }),
      });
    }
  }

  /** A device with what was measured of it. */
  private calibrated(device: DeviceProfile): DeviceProfile {
    const known = this.calibration.get(device.id);
    return known === undefined ? device : { ...device, ...known };
  }

  private readEntry(name: string, { key, value }: Property): Entry | undefined {
    if (value.type !== 'object') {
      this.problem(`entry "${name}" is an object: { "model": "file.py::Model()" }`, value);
      return undefined;
    }
    const range = this.lines.range(key.offset, key.length);
    const has = (wanted: string): boolean =>
      value.children!.some((child) => child.children![0]!.value === wanted);
    if (has('script') && !has('model')) return this.script(name, range, value);
    if (!has('model')) {
      this.problem(`entry "${name}" needs "model": "file.py::Model()", or "script": "train.py"`, key);
      return undefined;
    }
    return this.model(name, range, value);
  }

  private script(name: string, range: Range, node: Node): ScriptEntry | undefined {
    const before = this.errorCount();
    const properties = this.properties(node, SCRIPT_KEYS);
    const file = this.string(properties.get('script'));
    const args = this.strings(properties.get('args')) ?? [];
    const entry: ScriptEntry = {
      kind: 'script',
      name,
      range,
      file: file ?? '',
      args,
      ...this.common(properties),
    };
    if (file !== undefined && !isPythonFile(file))
      this.problem(`'${file}' is no Python file`, properties.get('script')!.value);
    return this.errorCount() > before ? undefined : entry;
  }

  private model(name: string, range: Range, node: Node): ModelEntry | undefined {
    const before = this.errorCount();
    const properties = this.properties(node, MODEL_KEYS);
    const target = this.string(properties.get('model'));
    const { file, expression } = splitTarget(target ?? '');
    const model = properties.get('model')!.value;
    if (target !== undefined && !isPythonFile(file))
      this.problem(`'${target}' names no Python file; write it as model.py::Model()`, model);
    const sizes = this.sizes(properties.get('sizes'));
    const entry: ModelEntry = {
      kind: 'model',
      name,
      range,
      file,
      expression,
      inputs: this.inputs(properties.get('inputs'), sizes, properties.has('sizes')),
      sizes,
      mode: this.oneOf(properties.get('mode'), MODES) ?? 'train',
      precision: this.oneOf(properties.get('precision'), PRECISIONS) ?? 'fp32',
      optimizer: this.string(properties.get('optimizer')) ?? 'AdamW()',
      accumulate: this.count(properties.get('accumulate')) ?? 1,
      steps: this.count(properties.get('steps')) ?? 3,
      ...this.common(properties),
    };
    const loss = this.string(properties.get('loss'));
    if (loss !== undefined) entry.loss = loss;
    const call = this.string(properties.get('call'));
    if (call !== undefined) entry.call = call;
    const distributed = properties.get('distributed');
    const spread =
      distributed &&
      readDistributed(distributed.value, (message, at, severity) => this.problem(message, at, severity));
    if (spread !== undefined) entry.distributed = spread;
    return this.errorCount() > before ? undefined : entry;
  }

  private common(properties: Map<string, Property>): Pick<EntryCommon, 'budget' | 'device'> {
    const common: Pick<EntryCommon, 'budget' | 'device'> = {};
    const budget = properties.get('budget');
    if (budget !== undefined) {
      const bytes = this.size(budget.value, 'budget');
      if (bytes !== undefined) common.budget = bytes;
    }
    const device = properties.get('device');
    if (device !== undefined) {
      const profile = this.device(device.value);
      if (profile !== undefined) common.device = profile;
    }
    return common;
  }

  private inputs(
    property: Property | undefined,
    sizes: Record<string, number>,
    sizesGiven: boolean,
  ): InputEntry[] {
    if (property === undefined) return [];
    if (property.value.type !== 'object') {
      this.problem('"inputs" is an object: { "x": "float32[B, 3, 224, 224]" }', property.value);
      return [];
    }
    const inputs: InputEntry[] = [];
    for (const [name, { value }] of this.properties(property.value)) {
      if (value.type !== 'string') {
        this.problem(`input "${name}" is a string such as "float32[B, 3, 224, 224]"`, value);
        continue;
      }
      try {
        const spec = parseInputSpec(value.value as string);
        inputs.push({ name, spec });
        const missing = sizeNames(spec).filter((size) => sizes[size] === undefined);
        if (missing.length > 0)
          this.problem(
            `"${missing[0]}" has no size${sizesGiven ? '' : '; give it in "sizes"'}: "sizes": { "${missing[0]}": 8 }`,
            value,
          );
      } catch (error) {
        if (!(error instanceof InputSpecError)) throw error;
        this.problem(error.message, value);
      }
    }
    return inputs;
  }

  private sizes(property: Property | undefined): Record<string, number> {
    const sizes: Record<string, number> = {};
    if (property === undefined) return sizes;
    if (property.value.type !== 'object') {
      this.problem('"sizes" is an object: { "B": 8 }', property.value);
      return sizes;
    }
    for (const [name, { key, value }] of this.properties(property.value)) {
      if (!/^[A-Za-z_]\w*$/.test(name)) this.problem(`'${name}' is no name of a size`, key);
      else if (value.type !== 'number' || !Number.isSafeInteger(value.value) || value.value < 1)
        this.problem(`the size "${name}" is a whole number from 1`, value);
      else sizes[name] = value.value as number;
    }
    return sizes;
  }

  private count(property: Property | undefined): number | undefined {
    if (property === undefined) return undefined;
    const { value } = property.value;
    if (property.value.type === 'number' && Number.isSafeInteger(value) && value >= 1) return value as number;
    this.problem(`"${property.key.value}" is a whole number from 1`, property.value);
    return undefined;
  }

  private oneOf<T extends string>(property: Property | undefined, known: readonly T[]): T | undefined {
    const text = this.string(property);
    if (text === undefined) return undefined;
    if ((known as readonly string[]).includes(text)) return text as T;
    const near = nearestName(text, known);
    this.problem(
      `"${property!.key.value}" is one of ${known.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`,
      property!.value,
    );
    return undefined;
  }

  private device(node: Node): DeviceProfile | undefined {
    const value: unknown =
      node.type === 'object' ? this.plain(node, ['memory', 'context', 'computeCapability']) : node.value;
    if (typeof value !== 'string' && node.type !== 'object') {
      this.problem(
        '"device" is a name such as "rtx-4090", a size such as "24GiB", or { "memory": "24GiB" }',
        node,
      );
      return undefined;
    }
    try {
      const device = parseDevice(value as string | DeviceDescription);
      // What the user writes of a device is what counts.
      return node.type === 'object' ? device : this.calibrated(device);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
      this.problem(error.message, node);
      return undefined;
    }
  }

  private margin(node: Node): Margin | undefined {
    const percent = typeof node.value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(node.value) : null;
    if (percent !== null) {
      const fraction = Number(percent[1]) / 100;
      if (fraction < 1) return { fraction };
      this.problem('"margin" leaves nothing of the memory', node);
      return undefined;
    }
    const bytes = this.size(node, 'margin', 'a share such as "5%" or ');
    return bytes === undefined ? undefined : { bytes };
  }

  private size(node: Node, key: string, or = ''): number | undefined {
    const bytes =
      node.type === 'string' || node.type === 'number' ? parseSize(node.value as string | number) : undefined;
    if (bytes === undefined)
      this.problem(
        `"${key}" is ${or}a size such as "24GiB" (binary), "24GB" (decimal) or a number of bytes`,
        node,
      );
    return bytes;
  }

  private string(property: Property | undefined): string | undefined {
    if (property === undefined) return undefined;
    if (property.value.type === 'string' && (property.value.value as string).trim() !== '')
      return property.value.value as string;
    this.problem(`"${property.key.value}" is a string`, property.value);
    return undefined;
  }

  private strings(property: Property | undefined): string[] | undefined {
    if (property === undefined) return undefined;
    const { value } = property;
    if (value.type !== 'array') {
      this.problem(`"${property.key.value}" is a list of strings`, value);
      return undefined;
    }
    const items: string[] = [];
    for (const item of value.children ?? []) {
      if (item.type === 'string') items.push(item.value as string);
      else this.problem(`"${property.key.value}" is a list of strings`, item);
    }
    return items;
  }

  private plain(node: Node, known: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      [...this.properties(node, known)].map(([key, { value }]) => [key, value.value as unknown]),
    );
  }

  /** The properties by key; unknown and repeated keys are problems. */
  private properties(node: Node, known?: readonly string[]): Map<string, Property> {
    const properties = new Map<string, Property>();
    for (const child of node.children ?? []) {
      const [key, value] = child.children ?? [];
      if (key === undefined || value === undefined) continue; // Reported as a syntax error.
      const name = key.value as string;
      if (known !== undefined && !known.includes(name)) {
        const near = nearestName(name, known);
        this.problem(
          near === undefined
            ? `unknown key "${name}"; known are ${known.filter((k) => k !== '$schema').join(', ')}`
            : `unknown key "${name}"; did you mean "${near}"?`,
          key,
          'warning',
        );
      } else if (properties.has(name)) {
        this.problem(`"${name}" is there twice; the last one counts`, key, 'warning');
      }
      properties.set(name, { key, value });
    }
    return properties;
  }

  private errorCount(): number {
    return this.config.problems.filter(({ severity }) => severity === 'error').length;
  }

  private problem(
    message: string,
    { offset, length }: { offset: number; length: number },
    severity: Problem['severity'] = 'error',
  ): void {
    const problem: Problem = { message, severity, ...this.lines.range(offset, length) };
    if (this.entry !== undefined) problem.entry = this.entry;
    this.config.problems.push(problem);
  }
}
