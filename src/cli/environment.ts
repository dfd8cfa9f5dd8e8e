/** What a command works with: the parser, the machine, the config, and where modules are looked for. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DeviceError, parseDevice } from '../device/parse-device';
import type { DeviceProfile } from '../device/profiles';
import { Machine } from '../ledger/machine';
import { createParser, type PythonParser } from '../python/parser';
import type { SourceHost } from '../python/imports';
import { memoryPressure } from '../server/memory-pressure';
import { CONFIG_FILE, emptyConfig, parseConfig, type Config } from '../workspace/config';
import { normalizePath, relativeTo } from '../workspace/paths';
import { searchPath, type SearchPath } from '../workspace/search-path';
import { complain } from './console';
import { NodeHost } from './host-node';
import { UsageError } from './options';

/** The folder of the two wasm files: beside the bundle, else node_modules. */
function wasmFile(name: string, packageName: string): Uint8Array {
  const beside = join(__dirname, name);
  return readFileSync(existsSync(beside) ? beside : require.resolve(`${packageName}/${name}`));
}

/** A file as plain bytes: a Buffer's slices would not be copies. */
function bytesOf(file: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return new Uint8Array(buffer, byteOffset, byteLength);
}

let parser: Promise<PythonParser> | undefined;
const machines: Machine[] = [];

export function loadParser(): Promise<PythonParser> {
  parser ??= createParser({
    runtime: wasmFile('web-tree-sitter.wasm', 'web-tree-sitter'),
    grammar: wasmFile('tree-sitter-python.wasm', 'tree-sitter-python'),
  });
  return parser;
}

/** The config that holds for a file or folder, with its folder: the workspace root. */
export interface Workspace {
  root: string;
  config: Config;
  /** The config's path; undefined where there is none. */
  configFile: string | undefined;
}

/**
 * Reads the nearest config from a folder upwards, and says its mistakes on standard error unless told not to. Without one, the
 * workspace is the current folder, or a folder that is not in it.
 */
export function openWorkspace(start: string, configFile?: string, quiet = false): Workspace {
  const file = configFile === undefined ? findConfig(start) : resolve(configFile);
  if (file === undefined) {
    const folder = normalizePath(start);
    const current = normalizePath(resolve('.'));
    const root = folder.startsWith(`${current}/`) ? current : folder;
    return { root, config: emptyConfig(), configFile: undefined };
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const config = parseConfig(text);
  const shown = displayPath(normalizePath(file));
  if (!quiet)
    for (const { line, column, severity, message } of config.problems)
      complain(`${shown}:${line}:${column}: ${severity}: ${message}`);
  return { root: normalizePath(dirname(file)), config, configFile: normalizePath(file) };
}

function findConfig(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

/** A path as it is printed: relative to where the user is. */
export function displayPath(path: string): string {
  return relativeTo(normalizePath(process.cwd()), path);
}

/** The device that an option names. */
export function deviceOption(text: string): DeviceProfile {
  try {
    return parseDevice(text);
  } catch (error) {
    if (error instanceof DeviceError) throw new UsageError(error.message);
    throw error;
  }
}

/** `--path` and `--python` of the command line. */
export interface SearchOptions {
  paths: readonly string[];
  python: string | undefined;
}

/** The search path for a file, the command line's options before the config's. */
export function searchPathFor(
  host: NodeHost,
  workspace: Workspace,
  options: SearchOptions,
  file?: string,
): SearchPath {
  const { config, root } = workspace;
  const found = searchPath(host, {
    root,
    ...(file === undefined ? {} : { file }),
    paths: [...options.paths.map((path) => normalizePath(resolve(path))), ...config.paths],
    python: options.python === undefined ? config.python : normalizePath(resolve(options.python)),
  });
  for (const { message } of found.problems) complain(message);
  return found;
}

/** A machine that reads this machine's files. */
export async function createMachine(
  host: SourceHost,
  search: SearchPath,
  output: (stream: 'stdout' | 'stderr', text: string) => void,
): Promise<Machine> {
  return makeMachine(await loadParser(), host, search, output);
}

/** The same with a parser that is loaded. */
export function makeMachine(
  parser: PythonParser,
  host: SourceHost,
  search: SearchPath,
  output: (stream: 'stdout' | 'stderr', text: string) => void,
): Machine {
  const archive = join(__dirname, 'python.bin');
  const machine = new Machine({
    parser,
    host,
    path: search.paths,
    libraryRoots: search.libraryRoots,
    write: output,
    memoryPressure,
    ...(existsSync(archive) ? { archive: bytesOf(archive) } : {}),
  });
  machines.push(machine);
  return machine;
}

/** Keeps what the machines of this process compiled for the next one. To be called when everything is said. */
export function storeCompiled(): void {
  for (const { vm } of machines) vm.importer.storeCompiled();
}
