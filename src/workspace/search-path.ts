/**
 * Where a file's imports are looked for: its own folder (as Python puts a script's folder first), the root of the package that it is in, the
 * config's paths, the workspace root and its `src`, the user's Python environment, read as files, then the folders between the file and
 * the root.
 */
import type { SourceHost } from '../python/imports';
import { stemOf } from './notebook';
import { baseName, dirName, isAbsolutePath, joinPath } from './paths';

export interface SearchPath {
  /** Folders in the order of `sys.path`. */
  paths: string[];
  /** Those of them whose modules are libraries: they do not change between runs. */
  libraryRoots: string[];
  /** What of the request was not found, in words. */
  problems: { about: 'python' | 'paths'; message: string }[];
}

export interface SearchPathRequest {
  /** The workspace folder. */
  root: string;
  /** The file that is run; none for the workspace as such. */
  file?: string;
  /** Further folders, relative to the root or absolute. */
  paths?: readonly string[];
  /** A virtual environment, its interpreter, or a folder of packages. */
  python?: string | undefined;
}

/** Puts together the folders that imports are looked for in. */
export function searchPath(host: SourceHost, request: SearchPathRequest): SearchPath {
  const result: SearchPath = { paths: [], libraryRoots: [], problems: [] };
  const add = (folder: string): void => {
    if (!result.paths.includes(folder)) result.paths.push(folder);
  };
  const { root, file } = request;
  if (file !== undefined) {
    const folder = dirName(file);
    // Within a package, a file's folder is no place to import from: siblings would shadow libraries.
    if (!host.isFile(`${folder}/__init__.py`)) add(folder);
    add(importRoot(host, file));
  }
  for (const path of request.paths ?? []) {
    const folder = joinPath(root, path);
    if (host.isDirectory(folder)) {
      add(folder);
      // Its packages were installed there, so they are libraries, whichever way the folder was named.
      if (holdsInstalled(host, folder)) result.libraryRoots.push(folder);
    } else result.problems.push({ about: 'paths', message: `the folder ${path} does not exist` });
  }
  add(root);
  if (host.isDirectory(`${root}/src`) && !host.isFile(`${root}/src/__init__.py`)) add(`${root}/src`);
  if (request.python !== undefined) {
    const environment = isAbsolutePath(request.python) ? request.python : joinPath(root, request.python);
    const folders = sitePackages(host, environment);
    if (folders.length === 0)
      result.problems.push({
        about: 'python',
        message: `${request.python} is neither a virtual environment nor a folder of packages`,
      });
    for (const folder of folders) {
      add(folder);
      result.libraryRoots.push(folder);
      for (const extra of pathFiles(host, folder)) add(extra);
    }
  }
  // Last, for programs that add such a folder to `sys.path` or are started in it: the file's own and those above it.
  if (file !== undefined && file.startsWith(`${root}/`))
    for (let folder = dirName(file); folder.length > root.length; folder = dirName(folder)) add(folder);
  return result;
}

/** Whether a folder is where an installer puts packages: it holds their metadata. */
function holdsInstalled(host: SourceHost, folder: string): boolean {
  return host.listDirectory(folder).some((name) => name.endsWith('.dist-info'));
}

/** The folder that holds the outermost package of a folder; the folder itself if it is in none. */
export function packageRoot(host: SourceHost, folder: string): string {
  let current = folder;
  while (host.isFile(`${current}/__init__.py`) && dirName(current) !== current) current = dirName(current);
  return current;
}

/**
 * The folder from which a file is imported: that of its outermost package. A file that imports relatively out of a folder without
 * `__init__.py` is in a namespace package.
 */
function importRoot(host: SourceHost, file: string): string {
  const folder = dirName(file);
  let root = packageRoot(host, folder);
  const isPackage = root !== folder;
  const levels = isPackage ? folder.slice(root.length + 1).split('/').length : 0;
  const relative = [...(host.readFile(file) ?? '').matchAll(/^[ \t]*from[ \t]+(\.+)/gm)];
  const most = Math.max(0, ...relative.map(([, dots]) => dots!.length));
  for (let i = levels; i < most; i++) root = dirName(root);
  return root;
}

/** The name under which a file is imported: `package.module`, without packages its own name. */
export function moduleName(host: SourceHost, file: string): string {
  const folder = dirName(file);
  const stem = stemOf(baseName(file));
  const root = importRoot(host, file);
  const inner = folder === root ? '' : folder.slice(root.length + 1).replaceAll('/', '.');
  if (inner === '') return stem;
  return stem === '__init__' ? inner : `${inner}.${stem}`;
}

/** The folders of packages in an environment: a virtual one, its interpreter, conda's, or a plain folder of packages. */
export function sitePackages(host: SourceHost, environment: string): string[] {
  let base = environment.replace(/\/$/, '');
  if (!host.isDirectory(base)) {
    // An interpreter: ENV/bin/python or ENV/Scripts/python.exe.
    const bin = dirName(base);
    if (!/^(bin|Scripts)$/i.test(baseName(bin))) return [];
    base = dirName(bin);
  }
  const folders: string[] = [];
  for (const lib of ['lib', 'lib64']) {
    if (!host.isDirectory(`${base}/${lib}`)) continue;
    const versions = host.listDirectory(`${base}/${lib}`).filter((name) => /^python3(\.\d+)?$/.test(name));
    for (const version of versions.sort(byVersion)) {
      for (const kind of ['site-packages', 'dist-packages']) {
        const folder = `${base}/${lib}/${version}/${kind}`;
        // lib64 is often a link to lib.
        if (
          host.isDirectory(folder) &&
          !folders.some((other) => other.replace('/lib/', '/lib64/') === folder)
        )
          folders.push(folder);
      }
    }
  }
  if (host.isDirectory(`${base}/Lib/site-packages`)) folders.push(`${base}/Lib/site-packages`);
  if (folders.length > 0) return folders;
  return host.isDirectory(base) ? [base] : [];
}

function byVersion(a: string, b: string): number {
  return Number(b.split('.')[1] ?? 0) - Number(a.split('.')[1] ?? 0);
}

/** The folders that `.pth` files of a site-packages folder name: editable installs. */
function pathFiles(host: SourceHost, folder: string): string[] {
  const folders: string[] = [];
  for (const name of host.listDirectory(folder)) {
    if (!name.endsWith('.pth')) continue;
    for (const line of (host.readFile(`${folder}/${name}`) ?? '').split('\n').map((text) => text.trim())) {
      if (line === '' || line.startsWith('#')) continue;
      const finder = /^import (__editable___\w+)/.exec(line);
      if (finder !== null) folders.push(...finderFolders(host.readFile(`${folder}/${finder[1]}.py`) ?? ''));
      else if (!/^import\s/.test(line)) folders.push(joinPath(folder, line));
    }
  }
  return folders.filter((path) => host.isDirectory(path));
}

/** The folders in the MAPPING of setuptools' finder of an editable install: package name to its folder. */
function finderFolders(source: string): string[] {
  const mapping = /^MAPPING[^=]*=\s*(\{.*?\})/ms.exec(source)?.[1] ?? '';
  return [...mapping.matchAll(/'[^']*':\s*'([^']*)'/g)].map(([, path]) => dirName(path!));
}
