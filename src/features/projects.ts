/** A folder with its config: what the entries of the files in it belong to. */
import { DeviceError, parseDevice } from '../device/parse-device';
import type { SourceHost } from '../python/imports';
import { CONFIG_FILE, emptyConfig, parseConfig, type Config } from '../workspace/config';
import { dirName } from '../workspace/paths';
import { searchPath, sitePackages, type SearchPath } from '../workspace/search-path';
import type { Settings } from './settings';

export interface Project {
  /** The folder of the config; without one, the workspace folder. */
  root: string;
  configPath: string;
  /** undefined without a config. */
  configText: string | undefined;
  config: Config;
}

export class Projects {
  private readonly byRoot = new Map<string, Project>();

  constructor(
    private readonly host: SourceHost,
    private folders: readonly string[],
    private settings: Settings,
  ) {}

  setFolders(folders: readonly string[]): void {
    this.folders = folders;
    this.byRoot.clear();
  }

  setSettings(settings: Settings): void {
    this.settings = settings;
    this.byRoot.clear();
  }

  /** The project of a file: of the nearest config above it within the workspace. */
  of(path: string): Project {
    const folder = this.folderOf(path);
    for (let at = dirName(path); ; at = dirName(at)) {
      if (this.host.isFile(`${at}/${CONFIG_FILE}`)) return this.at(at);
      if (at === folder || dirName(at) === at || at === '') return this.at(folder);
    }
  }

  /** The projects that the workspace folders and the given files have. */
  all(paths: Iterable<string>): Project[] {
    const projects = new Set<Project>();
    for (const path of paths) projects.add(this.of(path));
    for (const folder of this.folders)
      if (this.host.isFile(`${folder}/${CONFIG_FILE}`)) projects.add(this.at(folder));
    return [...projects];
  }

  private folderOf(path: string): string {
    const folders = this.folders.filter((folder) => path.startsWith(`${folder}/`));
    return folders.sort((a, b) => b.length - a.length)[0] ?? dirName(path);
  }

  private at(root: string): Project {
    const configPath = `${root}/${CONFIG_FILE}`;
    const text = this.host.isFile(configPath) ? this.host.readFile(configPath) : undefined;
    const known = this.byRoot.get(root);
    if (known !== undefined && known.configText === text) return known;
    const config = text === undefined ? emptyConfig() : parseConfig(text);
    this.completeDevice(config, text);
    const project = { root, configPath, configText: text, config };
    this.byRoot.set(root, project);
    return project;
  }

  /** The device of the settings, where the config names none. */
  private completeDevice(config: Config, text: string | undefined): void {
    const { device } = this.settings;
    if (device === '' || (text !== undefined && /"device"\s*:/.test(text))) return;
    try {
      config.device = parseDevice(device);
    } catch (error) {
      if (!(error instanceof DeviceError)) throw error;
    }
  }
}

/** Where the imports of a file of a project are looked for. */
export function searchPathOf(
  host: SourceHost,
  project: Project,
  settings: Settings,
  file: string,
): SearchPath {
  const { root, config } = project;
  return searchPath(host, {
    root,
    file,
    paths: config.paths,
    python: config.python ?? (settings.python === '' ? usualEnvironment(host, root) : settings.python),
  });
}

/** The virtual environment that lies in the project under a usual name. */
function usualEnvironment(host: SourceHost, root: string): string | undefined {
  return ['.venv', 'venv', 'env']
    .map((name) => `${root}/${name}`)
    .find((folder) => host.isDirectory(folder) && sitePackages(host, folder)[0] !== folder);
}
