/**
 * The files that a program sees: those of the host, with what the program did to them in this run laid over. It makes, changes,
 * moves and deletes files and folders as on a disk of its own; nothing reaches a real one, and the next run sees none of it.
 */
import { codesOf } from './builtins/text.js';
import { PyPartialBytes } from './partial_bytes.js';
import { secondsNow } from './stdlib/time.js';
import type { VM } from './vm.js';

/** What a file holds: text, or bytes as a text of their codes; null where it is not known. */
export type Content = string | PyPartialBytes | null;

/** A file, which its names and the streams that are open on it share. */
export class RunFile {
  private read: Content | undefined;
  /** The name under which a library keeps what the file is instead of its bytes: the object that `torch.save` saved. */
  saved: string | undefined;
  constructor(
    /** Gives the content, when it is first wanted. */
    private readonly load: () => Content,
    /** Whether `content` is bytes, by their codes. */
    public holdsBytes: boolean,
    /** When it was last written, in seconds since the epoch; 0 of a file that the program has not changed. */
    public changed = 0,
  ) {}

  get content(): Content {
    return this.read === undefined ? (this.read = this.load()) : this.read;
  }

  set content(content: Content) {
    this.read = content;
    this.saved = undefined;
  }

  /** Its bytes; undefined where they are not known. */
  get size(): number | undefined {
    const { content } = this;
    if (content === null) return undefined;
    if (content instanceof PyPartialBytes || this.holdsBytes) return content.length;
    return new TextEncoder().encode(content).length;
  }
}

/** The paths of the folders that a path lies in, the nearest first, and before them itself. */
function* upwards(path: string): Iterable<string> {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) yield at;
}

/** Larger files are weights or data: of what they hold the first bytes are known. */
const LARGEST_BINARY = 4 * 2 ** 20;
const HEAD = 4096;

/** The bytes of a file of the host by their codes; null where it cannot be read. */
function bytesOf(vm: VM, path: string): Content {
  const size = vm.host.fileSize?.(path) ?? Infinity;
  const large = size > LARGEST_BINARY;
  const bytes = vm.host.readBytes?.(path, 0, large ? HEAD : size);
  if (bytes === undefined) return null;
  if (large)
    return new PyPartialBytes({ name: `the binary file ${path}`, length: size, head: bytes, key: null });
  return codesOf(bytes);
}

/** What a program sees of files, and what it does to them. */
export class RunFiles {
  /** What the program wrote, by path. */
  private readonly files = new Map<string, RunFile>();
  /** The folders that it made, and when. */
  private readonly folders = new Map<string, number>();
  /** What it took away of the host's: these paths, and all below them. */
  private readonly gone = new Set<string>();
  /** Files that a server has and that are not downloaded are taken to lie in whatever cache: the ends of their paths. */
  private readonly undownloaded = new Set<string>();
  /** The folder that the program went to. */
  private folder: string | undefined;
  /** The folder where the next program starts; that of its script where nobody says another one. */
  startFolder: string | undefined;

  constructor(private readonly vm: VM) {}

  /** Forgets what a program did. */
  reset(): void {
    this.files.clear();
    this.folders.clear();
    this.gone.clear();
    this.undownloaded.clear();
    this.folder = undefined;
  }

  /** The folder that relative paths start at. */
  get workingFolder(): string {
    return this.folder ?? this.startFolder ?? this.vm.importer.path[0] ?? '/';
  }

  set workingFolder(path: string) {
    this.folder = path;
  }

  /** An absolute path, with `.` and `..` resolved. */
  absolutePath(path: string): string {
    const parts: string[] = [];
    const full = /^([/\\]|[A-Za-z]:)/.test(path) ? path : `${this.workingFolder}/${path}`;
    for (const part of full.split(/[/\\]/)) {
      if (part === '..') {
        if (parts.length > 1) parts.pop();
      } else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
    }
    return parts.length === 1 && parts[0] === '' ? '/' : parts.join('/');
  }

  /** Whether what the host has at an absolute path is still there. */
  private isKept(path: string): boolean {
    if (this.gone.size === 0) return true;
    for (const at of upwards(path)) if (this.gone.has(at)) return false;
    return true;
  }

  private hostHasFile(path: string): boolean {
    return this.isKept(path) && this.vm.host.isFile(path);
  }

  private hostHasFolder(path: string): boolean {
    return this.isKept(path) && this.vm.host.isDirectory(path);
  }

  /** From now on files whose paths end so are there, with bytes that are not known. */
  takeAsDownloaded(end: string): void {
    this.undownloaded.add(`/${end}`);
  }

  /** The file at an absolute path that the program wrote, or that is taken to be downloaded. */
  writtenFile(path: string): RunFile | undefined {
    const file = this.files.get(path);
    if (file !== undefined) return file;
    for (const end of this.undownloaded) if (path.endsWith(end)) return new RunFile(() => null, true);
    return undefined;
  }

  isFile(path: string): boolean {
    return this.writtenFile(path) !== undefined || this.hostHasFile(path);
  }

  /** The paths of what the program wrote and made below a folder. */
  private *writtenBelow(folder: string): Iterable<string> {
    const start = folder === '/' ? '/' : `${folder}/`;
    for (const path of this.files.keys()) if (path.startsWith(start)) yield path;
    for (const path of this.folders.keys()) if (path.startsWith(start)) yield path;
  }

  /** Whether there is a folder: one of the host's, or one that the program made or wrote a file into. */
  isFolder(path: string): boolean {
    if (this.folders.has(path)) return true;
    for (const _ of this.writtenBelow(path)) return true;
    return this.hostHasFolder(path);
  }

  /** The names in a folder, sorted; undefined where it is none. */
  namesIn(folder: string): string[] | undefined {
    if (!this.isFolder(folder)) return undefined;
    const start = folder === '/' ? '/' : `${folder}/`;
    const names = new Set<string>();
    if (this.hostHasFolder(folder))
      for (const name of this.vm.host.listDirectory(folder)) if (this.isKept(start + name)) names.add(name);
    for (const path of this.writtenBelow(folder)) names.add(path.slice(start.length).split('/', 1)[0]!);
    return [...names].sort();
  }

  /** The bytes of the file at an absolute path; undefined where they are not known. */
  sizeOf(path: string): number | undefined {
    const file = this.writtenFile(path);
    return file === undefined ? (this.isKept(path) ? this.vm.host.fileSize?.(path) : undefined) : file.size;
  }

  /** When a file or folder was last changed by the program, in seconds since the epoch; 0 where it was not. */
  changedAt(path: string): number {
    return this.files.get(path)?.changed ?? this.folders.get(path) ?? 0;
  }

  setChanged(path: string, time: number): void {
    const file = this.files.get(path);
    if (file !== undefined) file.changed = time;
    else if (this.folders.has(path)) this.folders.set(path, time);
  }

  /** Puts a file whose bytes nobody makes: a library keeps what it is under a name. */
  saveAs(path: string, name: string, content: PyPartialBytes | null): void {
    const file = new RunFile(() => content, true, secondsNow(this.vm));
    file.saved = name;
    this.putFile(path, file);
  }

  /** The file at an absolute path, for its bytes or for its text; undefined where there is none. */
  fileAt(path: string, asBytes: boolean): RunFile | undefined {
    const written = this.writtenFile(path);
    if (written !== undefined || !this.isKept(path)) return written;
    if (asBytes && this.vm.host.fileSize?.(path) !== undefined)
      return new RunFile(() => bytesOf(this.vm, path), true);
    const text = this.vm.importer.readRaw(path);
    // A host that has no bytes has texts only.
    return text === undefined ? undefined : new RunFile(() => (asBytes ? null : text), false);
  }

  /** Puts a file at an absolute path. */
  putFile(path: string, file: RunFile): void {
    this.files.set(path, file);
    // The folder that it lies in stays when the file goes.
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (folder !== '' && !this.folders.has(folder)) this.folders.set(folder, file.changed);
  }

  /** Makes a folder, and those that it lies in. */
  makeFolder(path: string): void {
    const time = secondsNow(this.vm);
    for (const at of upwards(path)) if (!this.folders.has(at)) this.folders.set(at, time);
  }

  /** Takes away what is at an absolute path, and all below it. */
  remove(path: string): void {
    for (const at of [...this.writtenBelow(path), path]) {
      this.files.delete(at);
      this.folders.delete(at);
    }
    if (this.vm.host.isFile(path) || this.vm.host.isDirectory(path)) this.gone.add(path);
  }

  /** The files and (null) folders at and below an absolute path, by what follows on that path. */
  private *all(path: string): Iterable<[string, RunFile | null]> {
    const file = this.fileAt(path, true);
    yield ['', file ?? null];
    if (file !== undefined) return;
    for (const name of this.namesIn(path) ?? [])
      for (const [rest, each] of this.all(`${path}/${name}`)) yield [`/${name}${rest}`, each];
  }

  /** Copies a file, or a folder with all that is below it. */
  copy(from: string, to: string): void {
    const time = secondsNow(this.vm);
    for (const [rest, file] of [...this.all(from)]) {
      if (file === null) {
        this.makeFolder(to + rest);
        continue;
      }
      const made = new RunFile(() => file.content, file.holdsBytes, time);
      made.saved = file.saved;
      this.putFile(to + rest, made);
    }
  }

  /** Gives a file, or a folder with all that is below it, another path; what was there is gone. */
  rename(from: string, to: string): void {
    if (from === to) return;
    const moved = [...this.all(from)];
    this.remove(to);
    for (const [rest, file] of moved) {
      if (file === null) this.makeFolder(to + rest);
      else this.putFile(to + rest, file);
    }
    this.remove(from);
  }
}
