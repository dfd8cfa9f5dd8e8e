/** Addresses of documents and the paths that the core works with: absolute, with `/`. */

import { isPythonFile } from '../workspace/notebook';

/** Documents that are no files of a workspace; the cells of a notebook are known to it. */
const FOREIGN = /^(vscode-notebook-cell|git|output|vscode-userdata|walkThroughSnippet|vscode-chat-.*)$/;

interface Parts {
  scheme: string;
  authority: string;
  /** Decoded. */
  path: string;
}

function parse(uri: string): Parts | undefined {
  const match = /^([A-Za-z][\w+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/.exec(uri);
  if (match === null) return undefined;
  const [, scheme, authority = '', path] = match as unknown as [string, string, string | undefined, string];
  try {
    return { scheme, authority, path: decodeURIComponent(path) };
  } catch {
    return { scheme, authority, path };
  }
}

export class Uris {
  /** `vscode-vfs://github`: what addresses of a virtual workspace begin with, and what stands for it in paths. */
  private virtual: { base: string; prefix: string } | undefined;
  private readonly known = new Map<string, string>();

  /** The path of an address; undefined for a document that is no file, such as the cell of a notebook. */
  path(uri: string): string | undefined {
    const parts = parse(uri);
    if (parts === undefined || FOREIGN.test(parts.scheme)) return undefined;
    const path = plainPath(parts);
    const { scheme, authority } = parts;
    if (scheme !== 'untitled' && scheme !== 'file')
      this.virtual ??= { base: `${scheme}://${authority}`, prefix: prefixOf(parts) };
    this.known.set(path, uri);
    return path;
  }

  /** The address of a path: as the client wrote it, if it did. */
  uri(path: string): string {
    const known = this.known.get(path);
    if (known !== undefined) return known;
    const { base, prefix } = this.virtual ?? { base: 'file://', prefix: '' };
    const inner = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
    const encoded = inner.split('/').map(encodeURIComponent).join('/');
    return `${base}${encoded.startsWith('/') ? '' : '/'}${encoded}`;
  }
}

/** A virtual workspace may be the root of its file system: its paths begin with a folder of its name. */
function prefixOf({ scheme, authority }: Parts): string {
  return `/${authority === '' ? scheme : authority}`;
}

function plainPath(parts: Parts): string {
  const { scheme, path, authority } = parts;
  const trimmed = path.replace(/\/$/, '');
  if (scheme === 'untitled')
    return `/untitled/${trimmed.replace(/^\/+/, '')}${isPythonFile(trimmed) ? '' : '.py'}`;
  if (scheme !== 'file') return prefixOf(parts) + trimmed;
  // A drive letter of Windows; a share.
  if (/^\/[A-Za-z]:/.test(trimmed)) return trimmed.slice(1);
  return authority === '' ? trimmed : `//${authority}${trimmed}`;
}
