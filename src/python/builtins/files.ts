/** `open` and its streams: they read the workspace's files, and what the program wrote in this run (`run_files.ts`). */
import { NATIVES_WITH_DICT } from '../attributes.js';
import { nativeClass, typeOf } from '../classes.js';
import { PyObject, type Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyBytes, PyDict, PyList, PyUnknown } from '../objects.js';
import { PyPartialBytes } from '../partial_bytes.js';
import { RunFile, type Content } from '../run_files.js';
import { secondsNow } from '../stdlib/time.js';
import type { VM } from '../vm.js';
import { bytesLike, decodeBytes, encodeText } from './codecs.js';
import { exceptions, osError } from './exceptions.js';
import { absorb } from './operators.js';
import { expectText } from './shared.js';
import { codesOf } from './text.js';

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
  constructor(
    readonly path: string,
    readonly name: Value,
    readonly mode: string,
    readonly file: RunFile,
  ) {
    super(TextFile);
    this.track();
  }
  get content(): Content {
    return this.file.content;
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
  if (name === undefined && file instanceof PyBytes) name = codesOf(file.data);
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
  const path = vm.files.absolutePath(name);
  const binary = text.includes('b');
  const existing = vm.files.fileAt(path, binary);
  if (existing === undefined || vm.files.isFolder(path)) {
    if (vm.files.isFolder(path)) throw osError(vm, 21, 'Is a directory', name);
    if (text.includes('r')) throw osError(vm, 2, 'No such file or directory', name);
  } else if (text.includes('x')) throw osError(vm, 17, 'File exists', name);
  const stream = new PyFile(path, file, text, existing ?? new RunFile(() => '', binary));
  if (text.includes('r')) return stream;
  if (text.includes('w') && existing !== undefined) setContent(vm, existing, '', binary);
  stream.file.changed = secondsNow(vm);
  vm.files.putFile(path, stream.file);
  if (text.includes('a')) stream.position = existing?.content?.length ?? 0;
  return stream;
}

/** Gives a file another content: text, or bytes by their codes. */
function setContent(vm: VM, file: RunFile, content: Content, holdsBytes: boolean): void {
  file.content = content;
  file.holdsBytes = holdsBytes;
  file.changed = secondsNow(vm);
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
  const bytes = self.file.holdsBytes ? Uint8Array.from(text, (c) => c.charCodeAt(0)) : undefined;
  if (self.binary) return new PyBytes(bytes ?? encodeText(vm, text));
  return bytes === undefined ? text : decodeBytes(vm, bytes);
}

function readLine(self: PyFile, content: string): string {
  const end = content.indexOf('\n', self.position);
  const line = content.slice(self.position, end < 0 ? undefined : end + 1);
  self.position += line.length;
  return line;
}

/** Writes into a file that was opened for reading too: from now on it is the program's. */
function own(vm: VM, self: PyFile): void {
  if (vm.files.writtenFile(self.path) === undefined) vm.files.putFile(self.path, self.file);
}

function write(vm: VM, self: PyFile, data: Value): Value {
  if (self.closed) throw vm.error('ValueError', 'I/O operation on closed file.');
  if (!/[wxa+]/.test(self.mode)) throw vm.error(UnsupportedOperation, 'not writable');
  if (self.mode.includes('r')) own(vm, self);
  if (data instanceof PyUnknown) return writeUnknown(vm, self, data);
  const { file } = self;
  const given = self.binary ? codesOf(bytesLike(vm, data)) : vm.asStr(data);
  if (given === undefined)
    throw vm.error('TypeError', `write() argument must be str, not ${typeOf(data).typeName}`);
  const { content } = file;
  // Bytes and text in one file are bytes.
  const asBytes = self.binary || file.holdsBytes;
  const text = asBytes && !self.binary ? codesOf(encodeText(vm, given)) : given;
  const before =
    asBytes && !file.holdsBytes && typeof content === 'string' ? codesOf(encodeText(vm, content)) : content;
  const after =
    typeof before === 'string'
      ? before.slice(0, self.position) + text + before.slice(self.position + text.length)
      : null;
  setContent(vm, file, after, asBytes);
  self.position += text.length;
  return given.length;
}

/** What follows on what the file holds so far makes it longer; with anything else nothing is known of it any more. */
function writeUnknown(vm: VM, self: PyFile, data: PyUnknown): Value {
  const { content, position } = self;
  let now: Content = null;
  if (data instanceof PyPartialBytes && position === (content?.length ?? 0))
    now =
      content === '' ? data : content instanceof PyPartialBytes ? (content.followedBy(data) ?? null) : null;
  setContent(vm, self.file, now, self.binary || self.file.holdsBytes);
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
      own(vm, self);
      const content = typeof self.content === 'string' ? self.content.slice(0, length) : null;
      setContent(vm, self.file, content, self.file.holdsBytes);
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
