/** Paths as the core writes them: absolute, with `/`, also on Windows (`C:/x`) and for virtual workspaces. */

/** Joins and normalizes; a second path that is absolute replaces the first. */
export function joinPath(base: string, path: string): string {
  const other = path.replaceAll('\\', '/');
  return normalizePath(isAbsolutePath(other) ? other : `${base}/${other}`);
}

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

/** Resolves `.` and `..`, and drops the last `/`. */
export function normalizePath(path: string): string {
  const text = path.replaceAll('\\', '/');
  const drive = /^[A-Za-z]:/.exec(text)?.[0] ?? '';
  const absolute = text.slice(drive.length).startsWith('/');
  const parts: string[] = [];
  for (const part of text.slice(drive.length).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (part !== '..' || !absolute) parts.push(part);
  }
  return drive + (absolute ? '/' : '') + parts.join('/');
}

export function dirName(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? (at === 0 ? '/' : '') : path.slice(0, at);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The path relative to a folder if it lies in it, else unchanged. */
export function relativeTo(root: string, path: string): string {
  const prefix = root.endsWith('/') ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}
