/**
 * `open`: reads the workspace's text files. What a program writes stays in memory for the rest of its run, so that it reads
 * back what it wrote; nothing reaches a disk.
 */
import { NATIVES_WITH_DICT } from '../attributes.js';
import { nativeClass, typeOf } from '../classes.js';
import { heap, PyObject, type Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyBytes, PyDict, PyList, PyUnknown } from '../objects.js';
import { PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { bytesLike, decodeBytes, encodeText } from './codecs.js';
import { exceptions, osError } from './exceptions.js';
import { absorb } from './operators.js';
import { expectText } from './shared.js';

/** What a file holds: text, or bytes as a text of their codes; null where it is not known. */
type Content = string | PyPartialBytes | null;

/** A file that the program wrote. */
interface Written {
  content: Content;
  binary: boolean;
}

/** What the program of the current run wrote, by path. */
let written = new Map<string, Written>();
/** The folders that it made. */
let folders = new Set<string>();
let writtenEpoch = -1;

function writtenFiles(): Map<string, Written> {
  if (writtenEpoch !== heap.epoch) {
    written = new Map();
    folders = new Set();
    undownloaded = new Set();
    writtenEpoch = heap.epoch;
  }
  return written;
}

/** Files that a server has and that are not downloaded are taken to lie in whatever cache: the ends of their paths. */
let undownloaded = new Set<string>();

/** From now on files whose paths end so are there, with bytes that are not known. */
export function takeAsDownloaded(end: string): void {
  writtenFiles();
  undownloaded.add(`/${end}`);
}

/** The file at an absolute path that the program wrote, or that is taken to be downloaded. */
function fileWithin(path: string): Written | undefined {
  const file = writtenFiles().get(path);
  if (file !== undefined) return file;
  for (const end of undownloaded) if (path.endsWith(end)) return { content: null, binary: true };
  return undefined;
}

/** Whether the program of the current run wrote the file at an absolute path. */
export function isWritten(path: string): boolean {
  return fileWithin(path) !== undefined;
}

/** The bytes of the file that the program of the current run wrote at an absolute path; undefined where they are not known. */
export function writtenSize(path: string): number | undefined {
  const file = fileWithin(path);
  if (file === undefined || file.content === null) return undefined;
  if (file.content instanceof PyPartialBytes || file.binary) return file.content.length;
  return new TextEncoder().encode(file.content).length;
}

/** Whether the program of the current run made the folder, or wrote a file into it. */
export function isMadeFolder(path: string): boolean {
  const files = writtenFiles();
  if (folders.has(path)) return true;
  for (const file of [...files.keys(), ...folders]) if (file.startsWith(`${path}/`)) return true;
  return false;
}

export function makeFolder(path: string): void {
  writtenFiles();
  folders.add(path);
}

/** The names in a folder that the program of the current run gave it. */
export function writtenNames(folder: string): Set<string> {
  const names = new Set<string>();
  for (const path of [...writtenFiles().keys(), ...folders])
    if (path.startsWith(`${folder}/`)) names.add(path.slice(folder.length + 1).split('/', 1)[0]!);
  return names;
}

/** Takes away what the program wrote at a path, and below it; false where that is nothing. */
export function removeWritten(path: string): boolean {
  let found = writtenFiles().delete(path);
  found = folders.delete(path) || found;
  for (const other of [...written.keys(), ...folders]) {
    if (!other.startsWith(`${path}/`)) continue;
    written.delete(other);
    folders.delete(other);
    found = true;
  }
  return found;
}

/** Gives what the program wrote at a path another one; false where that is nothing. */
export function renameWritten(from: string, to: string): boolean {
  const file = writtenFiles().get(from);
  if (file === undefined) return false;
  written.delete(from);
  written.set(to, file);
  return true;
}

/** An absolute path, with `.` and `..` resolved; relative ones start at the program's folder. */
function absolutePath(vm: VM, path: string): string {
  const folder = vm.importer.path[0] ?? '/';
  const parts: string[] = [];
  for (const part of (/^([/\\]|[A-Za-z]:)/.test(path) ? path : `${folder}/${path}`).split(/[/\\]/)) {
    if (part === '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  }
  return parts.join('/');
}

const TextFile = nativeClass({ name: 'TextIOWrapper', bases: [], module: '_io' });
TextFile.layout = TextFile;
TextFile.allocate = null;
NATIVES_WITH_DICT.add(TextFile);

/** `io.UnsupportedOperation`. */
export const UnsupportedOperation = nativeClass({
  name: 'UnsupportedOperation',
  bases: [exceptions['OSError']!, exceptions['ValueError']!],
  module: 'io',
});
NATIVES_WITH_DICT.add(UnsupportedOperation);

class PyFile extends PyObject {
  attrs: PyDict | null = null;
  position = 0;
  closed = false;
  private read: Content | undefined;
  constructor(
    readonly path: string,
    readonly name: Value,
    readonly mode: string,
    /** Gives the content, when it is first wanted; null where it is not known. */
    private readonly load: () => Content,
    /** Whether `content` is bytes, by their codes. */
    readonly holdsBytes: boolean,
  ) {
    super(TextFile);
    this.track();
  }
  get content(): Content {
    return this.read === undefined ? (this.read = this.load()) : this.read;
  }
  set content(text: Content) {
    this.read = text;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.attrs);
  }
  get binary(): boolean {
    return this.mode.includes('b');
  }
}

/** `open(file, mode, …)`. Raises FileNotFoundError, ValueError. */
export function openFile(vm: VM, file: Value, mode: Value): Value {
  if (file instanceof PyUnknown) return absorb(file);
  if (mode instanceof PyUnknown) return absorb(mode);
  let name = vm.asStr(file);
  if (name === undefined && file instanceof PyBytes) name = String.fromCharCode(...file.data);
  if (name === undefined) {
    const path = vm.callSpecial(file, '__fspath__');
    if (path instanceof PyUnknown) return absorb(path);
    name = path === undefined ? undefined : vm.asStr(path);
  }
  if (name === undefined)
    throw vm.error('TypeError', `expected str, bytes or os.PathLike object, not ${typeOf(file).typeName}`);
  const text = expectText(vm, mode, "open() argument 'mode'");
  if (/[^rwxabt+]/.test(text) || new Set(text).size < text.length)
    throw vm.error('ValueError', `invalid mode: '${text}'`);
  if (text.includes('b') && text.includes('t'))
    throw vm.error('ValueError', "can't have text and binary mode at once");
  const purposes = text.replace(/[^rwxa]/g, '').length;
  if (purposes === 0)
    throw vm.error(
      'ValueError',
      'Must have exactly one of create/read/write/append mode and at most one plus',
    );
  if (purposes > 1) throw vm.error('ValueError', 'must have exactly one of create/read/write/append mode');
  const path = absolutePath(vm, name);
  const earlier = fileWithin(path);
  const binary = text.includes('b');
  if (text.includes('r') && binary && earlier === undefined && vm.host.fileSize?.(path) !== undefined)
    return new PyFile(path, file, text, () => bytesOf(vm, path), true);
  const existing =
    earlier !== undefined ? earlier.content : text.includes('w') ? undefined : vm.importer.readRaw(path);
  if (/[wxa]/.test(text)) {
    if (text.includes('x') && existing !== undefined) throw osError(vm, 17, 'File exists', name);
    const content = text.includes('a') && existing !== undefined ? existing : '';
    written.set(path, { content, binary });
    const made = new PyFile(path, file, text, () => content, binary);
    made.position = content?.length ?? 0;
    return made;
  }
  if (existing === undefined) {
    if (vm.host.isDirectory(path)) throw osError(vm, 21, 'Is a directory', name);
    throw osError(vm, 2, 'No such file or directory', name);
  }
  // A host that has no bytes has texts only.
  if (earlier === undefined) return new PyFile(path, file, text, () => (binary ? null : existing), false);
  return new PyFile(path, file, text, () => existing, earlier.binary);
}

/** Larger files are weights or data: of what they hold the first bytes are known. */
const LARGEST_BINARY = 4 * 2 ** 20;
const HEAD = 4096;

/** The bytes of a file by their codes; null where it cannot be read. */
function bytesOf(vm: VM, path: string): Content {
  const size = vm.host.fileSize?.(path) ?? Infinity;
  const large = size > LARGEST_BINARY;
  const bytes = vm.host.readBytes?.(path, 0, large ? HEAD : size);
  if (bytes === undefined) return null;
  if (large)
    return new PyPartialBytes({ name: `the binary file ${path}`, length: size, head: bytes, key: null });
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return text;
}

function contentOf(vm: VM, self: PyFile): string | PyUnknown {
  if (self.closed) throw vm.error('ValueError', 'I/O operation on closed file.');
  if (!/[r+]/.test(self.mode)) throw vm.error(UnsupportedOperation, 'not readable');
  const { content } = self;
  if (content === null || (content instanceof PyPartialBytes && !self.binary))
    return vm.unknown(`the content of the binary file ${self.path}`);
  return content;
}

function give(vm: VM, self: PyFile, text: string): Value {
  const bytes = self.holdsBytes ? Uint8Array.from(text, (c) => c.charCodeAt(0)) : undefined;
  if (self.binary) return new PyBytes(bytes ?? encodeText(vm, text));
  return bytes === undefined ? text : decodeBytes(vm, bytes);
}

function readLine(self: PyFile, content: string): string {
  const end = content.indexOf('\n', self.position);
  const line = content.slice(self.position, end < 0 ? undefined : end + 1);
  self.position += line.length;
  return line;
}

function write(vm: VM, self: PyFile, data: Value): Value {
  if (self.closed) throw vm.error('ValueError', 'I/O operation on closed file.');
  if (!/[wxa+]/.test(self.mode)) throw vm.error(UnsupportedOperation, 'not writable');
  if (data instanceof PyUnknown) return writeUnknown(self, data);
  const text = self.binary ? String.fromCharCode(...bytesLike(vm, data)) : vm.asStr(data);
  if (text === undefined)
    throw vm.error('TypeError', `write() argument must be str, not ${typeOf(data).typeName}`);
  const { content } = self;
  self.content =
    typeof content === 'string'
      ? content.slice(0, self.position) + text + content.slice(self.position + text.length)
      : null;
  self.position += text.length;
  written.set(self.path, { content: self.content, binary: self.holdsBytes });
  return text.length;
}

/** What follows on what the file holds so far makes it longer; with anything else nothing is known of it any more. */
function writeUnknown(self: PyFile, data: PyUnknown): Value {
  const { content, position } = self;
  let now: Content = null;
  if (data instanceof PyPartialBytes && position === (content?.length ?? 0))
    now =
      content === '' ? data : content instanceof PyPartialBytes ? (content.followedBy(data) ?? null) : null;
  self.content = now;
  written.set(self.path, { content: now, binary: self.holdsBytes });
  if (!(data instanceof PyPartialBytes)) return absorb(data);
  self.position += data.length;
  return data.length;
}

defineType(TextFile, {
  methods: {
    '__repr__(self, /)': (vm, self: PyFile) =>
      `<_io.TextIOWrapper name=${vm.repr(self.name)} mode='${self.mode}' encoding='UTF-8'>`,
    '__enter__(self, /)': (_vm, self: PyFile) => self,
    '__exit__(self, /, *args)': (_vm, self: PyFile) => {
      self.closed = true;
      return null;
    },
    '__iter__(self, /)': (_vm, self: PyFile) => self,
    '__next__(self, /)': (vm, self: PyFile) => {
      const content = contentOf(vm, self);
      if (content instanceof PyUnknown) {
        if (self.position++ > 0) throw vm.error('StopIteration');
        return absorb(content);
      }
      const line = readLine(self, content);
      if (line === '') throw vm.error('StopIteration');
      return give(vm, self, line);
    },
    'read(self, size=-1, /)': (vm, self: PyFile, size: Value) => {
      const content = contentOf(vm, self);
      const count = size === null ? -1 : vm.index(size);
      if (content instanceof PyPartialBytes) {
        const part = content.part(self.position, count < 0 ? content.length : self.position + count);
        self.position += part instanceof PyBytes ? part.data.length : part.length;
        return part;
      }
      if (content instanceof PyUnknown) return content;
      const text = content.slice(self.position, count < 0 ? undefined : self.position + count);
      self.position += text.length;
      return give(vm, self, text);
    },
    'readline(self, size=-1, /)': (vm, self: PyFile) => {
      const content = contentOf(vm, self);
      return content instanceof PyUnknown ? absorb(content) : give(vm, self, readLine(self, content));
    },
    'readlines(self, hint=-1, /)': (vm, self: PyFile) => {
      const content = contentOf(vm, self);
      if (content instanceof PyUnknown) return absorb(content);
      const lines: Value[] = [];
      for (let line = readLine(self, content); line !== ''; line = readLine(self, content))
        lines.push(give(vm, self, line));
      return new PyList(lines);
    },
    'write(self, text, /)': (vm, self: PyFile, text: Value) => write(vm, self, text),
    'writelines(self, lines, /)': (vm, self: PyFile, lines: Value) => {
      for (const line of vm.collect(lines, false)) write(vm, self, line);
      return null;
    },
    'seek(self, offset, whence=0, /)': (vm, self: PyFile, offset: Value, whence: Value) => {
      const base = whence === 1 ? self.position : whence === 2 ? (self.content ?? '').length : 0;
      return (self.position = Math.max(0, base + vm.index(offset)));
    },
    'tell(self, /)': (_vm, self: PyFile) => self.position,
    'truncate(self, size=None, /)': (vm, self: PyFile, size: Value) => {
      const length = size === null ? self.position : vm.index(size);
      self.content = typeof self.content === 'string' ? self.content.slice(0, length) : null;
      written.set(self.path, { content: self.content, binary: self.holdsBytes });
      return length;
    },
    'flush(self, /)': () => null,
    'close(self, /)': (_vm, self: PyFile) => {
      self.closed = true;
      return null;
    },
    'fileno(self, /)': () => 3,
    'isatty(self, /)': () => false,
    'readable(self, /)': (_vm, self: PyFile) => /[r+]/.test(self.mode),
    'writable(self, /)': (_vm, self: PyFile) => /[wxa+]/.test(self.mode),
    'seekable(self, /)': () => true,
  },
  getset: {
    name: (_vm, self: PyFile) => self.name,
    mode: (_vm, self: PyFile) => self.mode,
    closed: (_vm, self: PyFile) => self.closed,
    encoding: (_vm, self: PyFile) => (self.binary ? null : 'UTF-8'),
  },
});
