/**
 * Imports, as CPython resolves them: `sys.modules`, the machine's own modules (natives and embedded sources), then the
 * folders of `sys.path`. What is not there becomes an unknown module with a reason, unless the program is prepared for
 * its absence (inside a `try` that catches ImportError).
 */
import { osError } from './builtins/exceptions.js';
import { typeOf } from './classes.js';
import { heap, LIBRARY_EPOCH, type Value } from './heap.js';
import { EMBEDDED } from './code_archive.js';
import { importByFinders } from './import_finders.js';
import { dumpCode, loadCode } from './marshal.js';
import { Raise, type ModuleLibrary } from './native.js';
import { PyCode, PyDict, PyException, PyList, PyModule, PyTuple, PyUnknown } from './objects.js';
import { SyntaxFailure } from './failures.js';
import { standardModules } from './stdlib/module_names.js';
import type { VM } from './vm.js';
import { cookieOf, decodeSource, firstNonUtf8, isKnownEncoding } from './source_encoding.js';
import { syntaxError } from './raising.js';
import { importErrorIsHandled, runningPackage } from './frames_in_use.js';

/** Reads source files; the workspace room implements it. Paths are absolute, with `/`. */
export interface SourceHost {
  /** The text of a file, or undefined if there is none. Throws `FileNotLoaded` where it must be fetched first. */
  readFile(path: string): string | undefined;
  /** The text of a file as it is, where `readFile` may give another: of a notebook its Python. */
  readRaw?(path: string): string | undefined;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Names in a folder. */
  listDirectory(path: string): string[];
  /** Bytes of a file, which may be large: what of `length` bytes from `offset` there is. Missing where only text can be read. */
  readBytes?(path: string, offset: number, length: number): Uint8Array | undefined;
  /** The size of a file in bytes. */
  fileSize?(path: string): number | undefined;
  /** The environment variables that say where the user's caches lie. */
  environment?(): Readonly<Record<string, string>>;
  /** Keeps compiled library files between processes; valid as long as the file is unchanged. */
  codeCache?: CodeCache;
  /**
   * Whether `codeCache` may keep files of the workspace too: their text is what the disk has, and does not change while the process lives.
   * Never so of a host that lays other texts over another's.
   */
  readonly readsDiskOnce?: boolean;
}

/** Modules that every Python on Linux has. */
const STANDARD = new Set(
  standardModules
    .split(' ')
    .filter((name) => !/^(?:_msi|_overlapped|_scproxy|_winapi|msilib|msvcrt|nt|winreg|winsound)$/.test(name)),
);

export interface CodeCache {
  load(path: string): Uint8Array | undefined;
  store(path: string, code: Uint8Array): void;
}

/** Thrown by a host that reads asynchronously: load the file, then run again. */
export class FileNotLoaded extends Error {
  constructor(readonly path: string) {
    super(`not loaded yet: ${path}`);
  }
}

interface Found {
  kind: 'source' | 'namespace' | 'binary';
  path: string;
  isPackage: boolean;
  /** For a namespace package: all its folders. */
  folders: string[];
  library: boolean;
}

/** A compiled file by content, kept between runs. */
interface CachedCode {
  /** What was compiled; none where the code was ready. */
  text?: string;
  code: PyCode;
}

/** Instructions that the import of an installed package may take: several times what the largest need. */
const IMPORT_BUDGET = 40_000_000;

const BINARY_SUFFIXES = ['.so', '.pyd'];

/** What an exception and what led to it began with. */
function rootOf(vm: VM, exception: PyException): string {
  let root = exception;
  for (let depth = 0; depth < 20; depth++) {
    const earlier = root.cause ?? (root.suppressContext ? null : root.context);
    if (!(earlier instanceof PyException)) break;
    root = earlier;
  }
  return `${root.cls.name}: ${vm.str(root)}`;
}

/** Where CPython keeps a file's bytecode. */
export function cachedPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return `${path.slice(0, slash + 1)}__pycache__/${path.slice(slash + 1).replace(/\.py$/, '')}.cpython-311.pyc`;
}

export class Importer {
  /** Folders searched, in order, workspace first. */
  path: string[] = [];
  /** Folders whose modules outlive a run (the user's environment). */
  libraryRoots: string[] = [];
  /** Modules of libraries, kept between runs. */
  private libraryModules = new Map<string, PyModule>();
  private compiled = new Map<string, CachedCode>();
  private listings = new Map<string, Set<string>>();
  private readonly natives: Record<string, (vm: VM) => PyModule> = {};
  private readonly sources: Record<string, string> = {};
  private readonly precompiled = new Map<string, Uint8Array>();
  /** Library files compiled in this process that the host's cache doesn't have yet. */
  private readonly fresh = new Map<string, PyCode>();
  /** How deep in imports of library modules the machine is. */
  private libraryDepth = 0;

  constructor(
    private readonly vm: VM,
    libraries: ModuleLibrary[],
  ) {
    for (const library of libraries) {
      Object.assign(this.natives, library.natives);
      Object.assign(this.sources, library.sources);
      for (const [path, code] of library.compiled ?? []) this.precompiled.set(path, code);
    }
  }

  /** Starts a run: libraries stay, the workspace's modules are imported anew. */
  beginRun(modules: PyDict): void {
    this.libraryDepth = 0;
    this.listings.clear();
    modules.clear();
    for (const [name, module] of this.libraryModules) {
      modules.setStr(name, module);
      // A submodule that a run imported is an attribute of its package for good; the run's end may have undone that.
      const dot = name.lastIndexOf('.');
      const parent = dot > 0 ? this.libraryModules.get(name.slice(0, dot)) : undefined;
      if (parent !== undefined && parent.dict.getStr(name.slice(dot + 1)) === undefined)
        this.asLibrary(() => parent.dict.setStr(name.slice(dot + 1), module));
    }
  }

  /** Whether the body of a library's module is running. */
  get importsLibrary(): boolean {
    return this.libraryDepth > 0;
  }

  /** Forgets imported libraries (the environment changed). */
  forgetLibraries(): void {
    this.libraryModules.clear();
    this.compiled.clear();
    this.failures.clear();
  }

  /** `import name` as the IMPORT_NAME instruction does: gives the top package, or with a fromlist the module itself. */
  importName(name: string, globals: PyDict, fromlist: Value, level: number): Value {
    const absolute = level > 0 ? this.resolveRelative(name, globals, level) : name;
    const module = this.importModule(absolute);
    if (fromlist === null || (fromlist instanceof PyTuple && fromlist.items.length === 0)) {
      if (level > 0) return module;
      return this.importModule(name.split('.', 1)[0]!);
    }
    if (module instanceof PyModule && module.dict.getStr('__path__') !== undefined)
      this.importListed(module, absolute, fromlist);
    return module;
  }

  /** `_handle_fromlist`: the submodules among the names that are no attributes yet, which a lazy package is asked for first. */
  private importListed(module: PyModule, package_: string, names: Value, all = false): void {
    const { vm } = this;
    for (const name of vm.collect(names)) {
      if (name instanceof PyUnknown) continue;
      if (typeof name !== 'string') {
        const where = all ? `${module.name}.__all__` : "``from list''";
        throw vm.error('TypeError', `Item in ${where} must be str, not ${typeOf(name).typeName}`);
      }
      if (name === '*') {
        const listed = all ? undefined : vm.findAttr(module, '__all__');
        if (listed !== undefined) this.importListed(module, package_, listed, true);
      } else if (
        module.dict.getStr(name) === undefined &&
        vm.findAttr(module, name) === undefined &&
        this.find(`${package_}.${name}`) !== undefined
      )
        this.importModule(`${package_}.${name}`);
    }
  }

  private resolveRelative(name: string, globals: PyDict, level: number): string {
    let package_ = globals.getStr('__package__');
    if (package_ !== undefined && package_ !== null && typeof package_ !== 'string')
      throw this.vm.error('TypeError', '__package__ must be a string');
    if (typeof package_ !== 'string') {
      const own = globals.getStr('__name__');
      if (own === undefined) throw this.vm.error('KeyError', "'__name__' not in globals");
      if (typeof own !== 'string') throw this.vm.error('TypeError', '__name__ must be a string');
      package_ = globals.getStr('__path__') !== undefined ? own : own.split('.').slice(0, -1).join('.');
    }
    if (package_ === '')
      throw this.vm.error('ImportError', 'attempted relative import with no known parent package');
    const parts = package_.split('.');
    if (level > parts.length)
      throw this.vm.error('ImportError', 'attempted relative import beyond top-level package');
    const base = parts.slice(0, parts.length - level + 1).join('.');
    return name === '' ? base : `${base}.${name}`;
  }

  /** `from module import name`. */
  importFrom(module: Value, name: string): Value {
    if (module instanceof PyUnknown) return module;
    const { vm } = this;
    const value = vm.findAttr(module, name);
    if (value !== undefined) return value;
    if (!(module instanceof PyModule))
      throw vm.error('ImportError', `cannot import name '${name}' from '${typeOf(module).typeName}'`);
    const submodule = vm.modules.getStr(`${module.name}.${name}`);
    if (submodule !== undefined) return submodule;
    const file = module.dict.getStr('__file__');
    const where = typeof file === 'string' ? file : 'unknown location';
    const spec = this.executing.has(module) ? 'partially initialized module' : undefined;
    // A program that isn't prepared for the want of a name has it: the module of ours lacks it.
    if (spec === undefined && where.startsWith(EMBEDDED) && !importErrorIsHandled(vm)) {
      const reason = `${module.name}.${name} is not modelled`;
      vm.note('missing', `${reason}: what depends on it is unknown`);
      return vm.unknown(reason);
    }
    throw vm.importError(
      spec !== undefined
        ? `cannot import name '${name}' from ${spec} '${module.name}' (most likely due to a circular import) (${where})`
        : `cannot import name '${name}' from '${module.name}' (${where})`,
      module.name,
    );
  }

  importStar(module: Value, into: PyDict): void {
    if (module instanceof PyUnknown) {
      this.vm.note('missing', `names of an unknown module are not known (${module.reason})`);
      return;
    }
    const { vm } = this;
    const notText = (name: Value, what: string): Raise =>
      vm.error(
        'TypeError',
        `${what} must be str, not ${typeOf(name).typeName}`.replace(
          'MODULE',
          vm.str(vm.getAttr(module, '__name__')),
        ),
      );
    const all = vm.findAttr(module, '__all__');
    if (all instanceof PyUnknown) {
      vm.note('missing', `the names that a star imports are not known (${all.reason})`);
      return;
    }
    if (all !== undefined) {
      if (typeOf(all).lookup('__getitem__') === undefined)
        throw vm.error('TypeError', `'${typeOf(all).typeName}' object does not support indexing`);
      for (const name of vm.collect(all)) {
        if (name instanceof PyUnknown) continue;
        if (typeof name !== 'string') throw notText(name, 'Item in MODULE.__all__');
        into.setStr(name, vm.getAttr(module, name));
      }
      return;
    }
    const dict = vm.findAttr(module, '__dict__');
    if (!(dict instanceof PyDict))
      throw vm.error('ImportError', 'from-import-* object has no __dict__ and no __all__');
    for (const [name, value] of [...dict.entries()]) {
      if (typeof name !== 'string') throw notText(name, 'Key in MODULE.__dict__');
      if (!name.startsWith('_')) into.setStr(name, value);
    }
  }

  private readonly executing = new Set<PyModule>();

  isExecuting(module: PyModule): boolean {
    return this.executing.has(module);
  }

  /** What `__import__` refuses before it looks. */
  checkName(name: string, level: number): void {
    if (level < 0) throw this.vm.error('ValueError', 'level must be >= 0');
    if (name === '' && level === 0) throw this.vm.error('ValueError', 'Empty module name');
  }

  /** Imports `a.b.c` and gives that module (or an unknown). Raises what its body raises. */
  importModule(name: string): Value {
    const { vm } = this;
    const known = vm.modules.getStr(name);
    if (known !== undefined) {
      if (known === null) throw vm.moduleNotFound(name, `import of ${name} halted; None in sys.modules`);
      return known;
    }
    const dot = name.lastIndexOf('.');
    let parent: Value | undefined;
    if (dot > 0) {
      parent = this.importModule(name.slice(0, dot));
      if (parent instanceof PyUnknown) return parent;
      const already = vm.modules.getStr(name);
      if (already !== undefined) return already as Value;
    }
    const module = this.load(name);
    if (parent instanceof PyModule && module !== undefined) parent.dict.setStr(name.slice(dot + 1), module);
    if (module === undefined) {
      if (parent instanceof PyModule && parent.dict.getStr('__path__') === undefined)
        throw vm.moduleNotFound(name, `No module named '${name}'; '${name.slice(0, dot)}' is not a package`);
      return this.missing(name);
    }
    return module;
  }

  /** A module that is nowhere: an error where the program expects it, else an unknown that the run goes on around. */
  private missing(name: string): Value {
    const { vm } = this;
    const top = name.split('.', 1)[0]!;
    // A private one is most often an accelerator, beside which there is Python for where it is missing.
    const doubtful = top.startsWith('_') || name !== top;
    const standard = STANDARD.has(top) && !(doubtful && importErrorIsHandled(vm, top));
    if (!standard && importErrorIsHandled(vm)) throw vm.moduleNotFound(name, `No module named '${name}'`);
    const reason = standard ? `module '${name}' is not modelled` : `module '${name}' was not found`;
    const unknown = vm.unknown(reason);
    vm.note('missing', `${reason}: what depends on it is unknown`);
    vm.modules.setStr(name, unknown);
    return unknown;
  }

  private load(name: string): Value | undefined {
    const { vm } = this;
    const native = this.natives[name];
    if (native !== undefined) {
      const module = this.asLibrary(() => native(vm));
      this.register(name, module, true);
      return module;
    }
    const found = this.find(name);
    if (found === undefined) return importByFinders(vm, name);
    if (found.kind === 'binary') {
      const unknown = vm.unknown(`module '${name}' is a compiled extension`);
      if (importErrorIsHandled(vm, name.split('.', 1)[0]))
        throw vm.importError(`${found.path}: compiled extensions are not executed`, name);
      vm.note(
        'missing',
        `module '${name}' is a compiled extension (${found.path}): what depends on it is unknown`,
      );
      vm.modules.setStr(name, unknown);
      return unknown;
    }
    if (!found.library) return this.execute(name, found);
    if (found.path.startsWith(EMBEDDED)) return this.asLibrary(() => this.execute(name, found));
    return this.loadInstalled(name, found);
  }

  /**
   * An installed module. Where it cannot be imported here (most often for a compiled extension), it is unknown to the workspace
   * and to other packages, unless they expect an ImportError: the real one is there. One that fails for want of a module that
   * is not installed fails in CPython too.
   */
  private loadInstalled(name: string, found: Found): Value {
    const { vm } = this;
    const package_ = name.split('.', 1)[0]!;
    const tolerant =
      (this.libraryDepth === 0 || runningPackage(vm) !== package_) && !importErrorIsHandled(vm, package_);
    if (!tolerant || !this.failures.has(name)) {
      const { budgetEnd } = this;
      if (tolerant) this.budgetEnd = Math.min(budgetEnd, vm.executed + IMPORT_BUDGET);
      try {
        return this.asLibrary(() => this.execute(name, found));
      } catch (error) {
        if (!tolerant || !(error instanceof Raise)) throw error;
        const { exception } = error;
        if (!exception.cls.isSubclassOf(vm.exceptionClass('Exception'))) throw error;
        if (this.libraryDepth > 0 && exception.cls.isSubclassOf(vm.exceptionClass('ModuleNotFoundError')))
          throw error;
        this.failures.set(name, rootOf(vm, exception));
      } finally {
        this.budgetEnd = budgetEnd;
      }
    }
    return this.notImported(name, this.failures.get(name)!);
  }

  /** Raises ImportError where the import of a package runs on and on: what it waits for may be unknown. */
  checkBudget(): void {
    const { vm } = this;
    if (this.libraryDepth > 0 && vm.executed > this.budgetEnd)
      throw vm.error('ImportError', `the import runs more than ${IMPORT_BUDGET} instructions`);
  }
  private budgetEnd = Infinity;

  /** An unknown in a module's place. */
  private notImported(name: string, reason: string): Value {
    const { vm } = this;
    const message = `module '${name}' could not be imported here (${reason}): what depends on it is unknown`;
    vm.note('missing', message);
    const unknown = vm.unknown(message);
    vm.modules.setStr(name, unknown);
    return unknown;
  }

  /** Installed modules that could not be imported, and why. */
  private readonly failures = new Map<string, string>();

  /** Runs `body` so that what it makes outlives the run. */
  private asLibrary<T>(body: () => T): T {
    const { epoch } = heap;
    const { loopWatch } = this.vm;
    heap.epoch = LIBRARY_EPOCH;
    // A library's import runs its loops to their end.
    this.vm.loopWatch = undefined;
    this.libraryDepth++;
    try {
      return body();
    } finally {
      this.libraryDepth--;
      this.vm.loopWatch = loopWatch;
      if (this.libraryDepth === 0) this.adoptAliases();
      heap.epoch = epoch;
    }
  }

  /** Keeps what a library put into `sys.modules` itself: aliases such as `os.path`. */
  private adoptAliases(): void {
    for (const [name, module] of this.vm.modules.entries())
      if (
        typeof name === 'string' &&
        module instanceof PyModule &&
        module.epoch === LIBRARY_EPOCH &&
        !this.libraryModules.has(name)
      )
        this.libraryModules.set(name, module);
  }

  private register(name: string, module: PyModule, library: boolean): void {
    if (library) this.libraryModules.set(name, module);
    this.vm.modules.setStr(name, module);
  }

  private execute(name: string, found: Found): Value {
    const { vm } = this;
    const module = new PyModule(name);
    const { dict } = module;
    const spec = vm.makeSpec(
      name,
      found.kind === 'namespace' ? null : found.path,
      found.isPackage ? found.folders : null,
    );
    dict.setStr('__spec__', spec);
    dict.setStr('__package__', found.isPackage ? name : name.split('.').slice(0, -1).join('.'));
    if (found.isPackage) dict.setStr('__path__', new PyList([...found.folders]));
    this.register(name, module, found.library);
    if (found.kind === 'namespace') {
      dict.setStr('__file__', null);
      return module;
    }
    dict.setStr('__file__', found.path);
    dict.setStr('__cached__', cachedPath(found.path));
    dict.setStr('__builtins__', vm.builtins);
    this.executing.add(module);
    try {
      const code = this.compileFile(found.path, found.library);
      vm.runModuleCode(code, dict);
    } catch (error) {
      if (found.library) this.libraryModules.delete(name);
      vm.modules.delete(name);
      throw error;
    } finally {
      this.executing.delete(module);
    }
    // A module may replace itself in sys.modules.
    const replaced = vm.modules.getStr(name) ?? module;
    // As `_load_unlocked`: what is imported comes after what it imported.
    if (vm.modules.getStr(name) !== undefined) {
      vm.modules.delete(name);
      vm.modules.setStr(name, replaced);
    }
    if (replaced !== module && replaced instanceof PyModule && found.library)
      this.libraryModules.set(name, replaced);
    return replaced;
  }

  /** The code object of a file; the same as long as its text is. Raises SyntaxError. */
  compileFile(path: string, library = false): PyCode {
    const { vm } = this;
    const cached = this.compiled.get(path);
    if (cached !== undefined && (library || cached.text === undefined)) return cached.code;
    const cacheable = library || vm.host.readsDiskOnce === true;
    const ready = cacheable ? this.readyCode(path) : undefined;
    if (ready !== undefined) {
      this.compiled.set(path, { code: ready });
      return ready;
    }
    const text = this.readSource(path);
    if (text === undefined) throw osError(vm, 2, 'No such file or directory', path);
    if (cached !== undefined && cached.text === text) return cached.code;
    this.checkEncoding(path, text);
    try {
      const code = this.asLibrary(() => vm.compile(text, path, 'exec'));
      this.compiled.set(path, { text, code });
      if (cacheable && vm.host.codeCache !== undefined && !path.startsWith(EMBEDDED))
        this.fresh.set(path, code);
      return code;
    } catch (error) {
      if (error instanceof SyntaxFailure) throw syntaxError(vm, error, path, text);
      throw error;
    }
  }

  /** Code that was compiled before: when the project was built, or in an earlier process. */
  private readyCode(path: string): PyCode | undefined {
    const data = path.startsWith(EMBEDDED)
      ? this.precompiled.get(path.slice(EMBEDDED.length))
      : this.vm.host.codeCache?.load(path);
    return data === undefined ? undefined : this.asLibrary(() => loadCode(data, path));
  }

  /** Hands what was compiled in this process to the host's cache. To be called when nobody waits. */
  storeCompiled(): void {
    const { codeCache } = this.vm.host;
    for (const [path, code] of this.fresh) codeCache?.store(path, dumpCode(code));
    this.fresh.clear();
  }

  private isEmbedded(path: string): boolean {
    return this.sources[path] !== undefined || this.precompiled.has(path);
  }

  /** Whether a module of that name is one of the machine's natives. */
  hasNative(name: string): boolean {
    return this.natives[name] !== undefined;
  }

  /** What a program that opens a file reads there. */
  readRaw(path: string): string | undefined {
    const { host } = this.vm;
    return host.readRaw === undefined ? host.readFile(path) : host.readRaw(path);
  }

  readSource(path: string): string | undefined {
    if (path.startsWith(EMBEDDED)) return this.sources[path.slice(EMBEDDED.length)];
    const { host } = this.vm;
    const text = host.readFile(path);
    // The host reads UTF-8. Where that does not fit, the file says what it is.
    if (text === undefined || !text.includes('\ufffd') || cookieOf(text) === undefined) return text;
    const bytes = this.bytesOf(path);
    return bytes === undefined ? text : (decodeSource(bytes) ?? text);
  }

  /** What a file of the host is made of; undefined where it gives texts alone. */
  private bytesOf(path: string): Uint8Array | undefined {
    const { host } = this.vm;
    const size = host.fileSize?.(path);
    return size == null ? undefined : host.readBytes?.(path, 0, size);
  }

  /** Raises SyntaxError for a file in an encoding that is not known, and for one that is no UTF-8 and does not say what it is. */
  private checkEncoding(path: string, text: string): void {
    if (path.startsWith(EMBEDDED)) return;
    const cookie = cookieOf(text);
    if (cookie !== undefined && !isKnownEncoding(cookie))
      throw this.vm.error('SyntaxError', `encoding problem: ${cookie}`);
    if (cookie !== undefined || !text.includes('\ufffd')) return;
    const bytes = this.bytesOf(path);
    const place = bytes === undefined ? undefined : firstNonUtf8(bytes);
    if (place === undefined) return;
    throw this.vm.error(
      'SyntaxError',
      `Non-UTF-8 code starting with '\\x${place.byte.toString(16)}' in file ${path} on line ${place.line}, ` +
        'but no encoding declared; see https://peps.python.org/pep-0263/ for details',
    );
  }

  /** A line of a source file, for tracebacks. */
  sourceLine(file: string, line: number): string | undefined {
    try {
      return this.readSource(file)?.split('\n', line)[line - 1];
    } catch {
      return undefined;
    }
  }

  /** Finds a module: embedded sources first, then the folders of the parent's `__path__` or `sys.path`. */
  find(name: string): Found | undefined {
    const inner = name.replaceAll('.', '/');
    if (this.isEmbedded(`${inner}/__init__.py`))
      return {
        kind: 'source',
        path: `${EMBEDDED}${inner}/__init__.py`,
        isPackage: true,
        folders: [`${EMBEDDED}${inner}`],
        library: true,
      };
    if (this.isEmbedded(`${inner}.py`))
      return { kind: 'source', path: `${EMBEDDED}${inner}.py`, isPackage: false, folders: [], library: true };
    const dot = name.lastIndexOf('.');
    let folders = this.searchPath();
    if (dot > 0) {
      const parent = this.vm.modules.getStr(name.slice(0, dot));
      const parentPath = parent instanceof PyModule ? parent.dict.getStr('__path__') : undefined;
      if (!(parentPath instanceof PyList)) return undefined;
      folders = parentPath.items.filter((item): item is string => typeof item === 'string');
    }
    const last = name.slice(dot + 1);
    const namespaces: string[] = [];
    for (const folder of folders) {
      const entries = this.entries(folder);
      if (entries === undefined) continue;
      const library = this.libraryRoots.some((root) => folder === root || folder.startsWith(`${root}/`));
      const base = folder === '' ? last : `${folder}/${last}`;
      const { host } = this.vm;
      if (entries.has(last) && host.isDirectory(base)) {
        if (host.isFile(`${base}/__init__.py`))
          return { kind: 'source', path: `${base}/__init__.py`, isPackage: true, folders: [base], library };
        namespaces.push(base);
      }
      if (entries.has(`${last}.py`))
        return { kind: 'source', path: `${base}.py`, isPackage: false, folders: [], library };
      for (const entry of entries)
        if (
          entry.startsWith(`${last}.`) &&
          BINARY_SUFFIXES.some((suffix) => entry.endsWith(suffix)) &&
          !entry.includes('/')
        )
          return { kind: 'binary', path: `${folder}/${entry}`, isPackage: false, folders: [], library };
    }
    if (namespaces.length > 0) {
      const library = this.libraryRoots.some((root) => namespaces[0]!.startsWith(`${root}/`));
      return { kind: 'namespace', path: namespaces[0]!, isPackage: true, folders: namespaces, library };
    }
    return undefined;
  }

  /** `sys.path`, which programs change; until `sys` is imported, `path`. */
  private searchPath(): string[] {
    const sys = this.vm.modules.getStr('sys');
    const path = sys instanceof PyModule ? sys.dict.getStr('path') : undefined;
    return path instanceof PyList
      ? path.items.filter((item): item is string => typeof item === 'string')
      : this.path;
  }

  private entries(folder: string): Set<string> | undefined {
    if (folder.startsWith(EMBEDDED)) return undefined;
    let listing = this.listings.get(folder);
    if (listing === undefined) {
      const { host } = this.vm;
      if (!host.isDirectory(folder)) return undefined;
      listing = new Set(host.listDirectory(folder));
      this.listings.set(folder, listing);
    }
    return listing;
  }
}
