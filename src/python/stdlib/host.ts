/** The module `_host`: what `os`, `os.path`, `pathlib` and `importlib` see of the workspace's files. */
import { PyClass } from '../classes.js';
import { osError } from '../builtins/exceptions.js';
import { bytesLike, encodeText } from '../builtins/codecs.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyBytes, PyDict, PyFloat, PyList, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import { EMBEDDED } from '../code_archive.js';
import { PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { acceleratedNatives } from './accelerated.js';
import knownFiles from './known_files.json';
import { realArgument, textArgument } from './support.js';
import { isPreparedFor } from '../frames_in_use.js';

/** Bytes that are read at once: the largest header that a file of weights may have. */
const LARGEST_PART = 100_000_000;

export function hostModule(_vm: VM): PyModule {
  const pathOf = (vm: VM, path: Value): string => vm.files.absolutePath(textArgument(vm, path, 'path'));
  return nativeModule('_host', {
    ...acceleratedNatives,
    'getcwd()': (vm) => vm.files.workingFolder,
    'chdir(path, /)': (vm, path: Value) => {
      vm.files.workingFolder = pathOf(vm, path);
    },
    'isfile(path, /)': (vm, path: Value) =>
      path instanceof PyUnknown ? false : vm.files.isFile(pathOf(vm, path)),
    'isdir(path, /)': (vm, path: Value) =>
      path instanceof PyUnknown ? false : vm.files.isFolder(pathOf(vm, path)),
    'make_folder(path, /)': (vm, path: Value) => vm.files.makeFolder(pathOf(vm, path)),
    // What is there, and below it, goes, gets another path or is copied.
    'remove(path, /)': (vm, path: Value) => vm.files.remove(pathOf(vm, path)),
    'rename(path, to, /)': (vm, path: Value, to: Value) => vm.files.rename(pathOf(vm, path), pathOf(vm, to)),
    'copy(path, to, /)': (vm, path: Value, to: Value) => vm.files.copy(pathOf(vm, path), pathOf(vm, to)),
    'changed_at(path, /)': (vm, path: Value) => new PyFloat(vm.files.changedAt(pathOf(vm, path))),
    'set_changed(path, time, /)': (vm, path: Value, time: Value) => {
      const seconds = realArgument(vm, time);
      if (typeof seconds === 'number') vm.files.setChanged(pathOf(vm, path), seconds);
    },
    // A file of which a library keeps what it is, under a name, instead of its bytes (of which the length may be known); and that
    // name of a file, or None.
    'save_as(path, name, content=None, /)': (vm, path: Value, name: Value, content: Value) =>
      vm.files.saveAs(
        pathOf(vm, path),
        textArgument(vm, name, 'name'),
        content instanceof PyPartialBytes ? content : null,
      ),
    'saved_as(path, /)': (vm, path: Value) => vm.files.writtenFile(pathOf(vm, path))?.saved ?? null,
    // The bytes of a file that the program wrote; None for any other, and where they are not known.
    'written_bytes(path, /)': (vm, path: Value) => {
      const file = vm.files.writtenFile(pathOf(vm, path));
      const content = file?.content ?? null;
      return typeof content === 'string'
        ? new PyBytes(encodeText(vm, content, file!.holdsBytes ? 'latin-1' : 'utf-8'))
        : content;
    },
    'take_as_downloaded(end, /)': (vm, end: Value) => vm.files.takeAsDownloaded(textArgument(vm, end, 'end')),
    'listdir(path, /)': (vm, path: Value) => {
      const full = pathOf(vm, path);
      const names = vm.files.namesIn(full);
      if (names !== undefined) return new PyList(names);
      const file = vm.files.isFile(full);
      throw osError(vm, file ? 20 : 2, file ? 'Not a directory' : 'No such file or directory', path);
    },
    // The text of a file, or None.
    'read(path, /)': (vm, path: Value) => {
      const text = textArgument(vm, path, 'path');
      return (
        (text.startsWith(EMBEDDED)
          ? vm.importer.readSource(text)
          : vm.importer.readRaw(vm.files.absolutePath(text))) ?? null
      );
    },
    // Bytes of a file of the workspace, or None where it cannot be read; not more than a part that fits into memory.
    'read_bytes(path, offset, length, /)': (vm, path: Value, offset: Value, length: Value) => {
      const [from, count] = [vm.index(offset), vm.index(length)];
      if (from < 0 || count < 0 || count > LARGEST_PART) return null;
      const bytes = vm.host.readBytes?.(pathOf(vm, path), from, count);
      return bytes === undefined ? null : new PyBytes(bytes);
    },
    'file_size(path, /)': (vm, path: Value) => vm.files.sizeOf(pathOf(vm, path)) ?? null,
    // Bytes that are not here: of the known file `key`, with its length and its first bytes.
    'partial_bytes(key, name, length, head, /)': (vm, key: Value, name: Value, length: Value, head: Value) =>
      new PyPartialBytes({
        key: vm.str(key),
        name: vm.str(name),
        length: vm.index(length),
        head: bytesLike(vm, head),
      }),
    // The key of the known file that such bytes are the whole of; None for any others.
    'known_file(data, /)': (_vm, data: Value) =>
      data instanceof PyPartialBytes ? (data.whole?.key ?? null) : null,
    'is_partial(data, /)': (_vm, data: Value) => data instanceof PyPartialBytes,
    'known_files()': () => JSON.stringify(knownFiles),
    // Where a module's source would be found: (path, is_package), True for a module of the machine, or None.
    'find_module(name, /)': (vm, name: Value) => {
      const text = textArgument(vm, name, 'name');
      const known = vm.importer.hasNative(text);
      if (known) return true;
      const found = vm.importer.find(text);
      return found === undefined
        ? null
        : new PyList([found.path, found.isPackage, new PyList([...found.folders])]);
    },
    'note(kind, message, /)': (vm, kind: Value, message: Value) => {
      const text = vm.str(message);
      vm.note(kind === 'assumption' || kind === 'warning' ? kind : 'missing', text);
    },
    'unknown(reason, kind=None, /)': (vm, reason: Value, kind: Value): Value =>
      vm.unknown(vm.str(reason), kind instanceof PyClass ? kind : undefined),
    // What a module that is modelled in part gives for a name that it lacks.
    'missing_name(module, name, /)': (vm, module: Value, name: Value) => {
      const text = textArgument(vm, name, 'name');
      if (text.startsWith('__'))
        throw vm.error('AttributeError', `module '${vm.str(module)}' has no attribute '${text}'`);
      return vm.unknown(`${vm.str(module)}.${text} is not modelled`);
    },
    // Whether the running code is prepared for an exception of one of these classes.
    'is_prepared_for(names, /)': (vm, names: Value) =>
      isPreparedFor(vm, new Set(vm.collect(names).map((name) => vm.str(name)))),
    // The variables of the user's environment that say where caches lie.
    'environment()': (vm) => {
      const dict = new PyDict();
      for (const [name, value] of Object.entries(vm.host.environment?.() ?? {}))
        vm.setItem(dict, name, value);
      return dict;
    },
    // What the program has done so far that somebody may see: it changes with what is printed, and with allocations on the device.
    'effects()': (vm) => new PyTuple([vm.writes, vm.deviceSequence?.().count ?? 0]),
    // A pass of what a program repeats: a loop in which it happens is no loop over layers.
    'milestone()': (vm) => {
      vm.milestones++;
    },
    'is_unknown(value, /)': (_vm, value: Value) => value instanceof PyUnknown,
  });
}
