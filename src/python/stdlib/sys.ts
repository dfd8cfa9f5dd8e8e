/** `sys`: the interpreter as a program sees it. */
import { nativeClass, type PyClass } from '../classes.js';
import { PyObject, retain, type Value } from '../heap.js';
import { defineType, nativeModule } from '../native.js';
import {
  PyBytes,
  PyDict,
  PyException,
  PyFloat,
  PyFrozenSet,
  PyInstance,
  PyList,
  PyTuple,
  PyModule,
} from '../objects.js';
import { bytesLike, decodeBytes } from '../builtins/codecs.js';
import { formatTraceback } from '../builtins/exceptions.js';
import { output } from '../builtins/functions.js';
import { PyFrame } from '../builtins/traceback.js';
import { standardModules } from './module_names.js';
import { namespaceClass } from './namespace.js';
import { NATIVES_WITH_DICT } from '../attributes.js';
import { T } from '../types.js';
import { tellUnraisable, UnraisableHookArgs } from '../unraisable.js';
import type { VM } from '../vm.js';
import { textLength } from '../builtins/text.js';
import { frames, localsOf } from '../frames_in_use.js';

/** CPython's version that the machine mirrors. */
export const VERSION = [3, 11, 7] as const;

/** A tuple with named fields, as `sys.version_info` is. */
function structSequence(name: string, fields: Record<string, Value>): PyTuple {
  const cls = nativeClass({ name, bases: [T.tuple], module: 'sys' });
  defineType(cls, {
    staticMethods: {
      '__new__(cls, /, *args, **kwargs)': (vm: VM) => {
        throw vm.error('TypeError', `cannot create '${cls.typeName}' instances`);
      },
    },
    methods: {
      '__repr__(self, /)': (vm, self: PyTuple) => {
        const parts = Object.keys(fields).map((field, i) => `${field}=${vm.repr(self.items[i]!)}`);
        return `${name}(${parts.join(', ')})`;
      },
    },
    getset: Object.fromEntries(
      Object.keys(fields).map((field, i) => [
        field,
        (_vm: VM, self: PyObject) => (self as PyTuple).items[i]!,
      ]),
    ),
  });
  return new PyTuple(Object.values(fields), cls);
}

/** stdout and stderr: text goes to the machine's `write`. */
function textStream(cls: PyClass, name: 'stdin' | 'stdout' | 'stderr'): PyInstance {
  const stream = new PyInstance(cls);
  stream.attrs.setStr('name', `<${name}>`);
  stream.attrs.setStr('mode', name === 'stdin' ? 'r' : 'w');
  stream.attrs.setStr('encoding', 'utf-8');
  stream.attrs.setStr('errors', 'strict');
  stream.attrs.setStr('newlines', null);
  stream.attrs.setStr('closed', false);
  const buffer = new PyInstance(BinaryStream);
  buffer.attrs.setStr('name', `<${name}>`);
  stream.attrs.setStr('buffer', buffer);
  return stream;
}

const BinaryStream = nativeClass({
  name: 'BufferedWriter',
  bases: [],
  module: '_io',
  allocate: (cls) => new PyInstance(cls),
});
NATIVES_WITH_DICT.add(BinaryStream);
defineType(BinaryStream, {
  methods: {
    'write(self, data, /)': (vm, self: PyInstance, data: Value) => {
      const bytes = bytesLike(vm, data);
      vm.write(
        self.attrs.getStr('name') === '<stderr>' ? 'stderr' : 'stdout',
        decodeBytes(vm, bytes, 'utf-8', 'replace'),
      );
      return bytes.length;
    },
    'flush(self, /)': () => null,
    'read(self, size=-1, /)': () => new PyBytes(new Uint8Array()),
    'readline(self, size=-1, /)': () => new PyBytes(new Uint8Array()),
    'fileno(self, /)': (_vm, self: PyInstance) =>
      ['<stdin>', '<stdout>', '<stderr>'].indexOf(self.attrs.getStr('name') as string),
    'isatty(self, /)': () => false,
  },
});

const TextStream = nativeClass({
  name: 'TextIOWrapper',
  bases: [],
  module: '_io',
  allocate: (cls) => new PyInstance(cls),
});
NATIVES_WITH_DICT.add(TextStream);
defineType(TextStream, {
  methods: {
    'write(self, text, /)': (vm, self: PyInstance, text: Value) => {
      const content = vm.asStr(text);
      if (content === undefined)
        throw vm.error(
          'TypeError',
          `write() argument must be str, not ${text instanceof PyObject ? text.cls.name : typeof text}`,
        );
      vm.write(self.attrs.getStr('name') === '<stderr>' ? 'stderr' : 'stdout', content);
      return textLength(content);
    },
    'writelines(self, lines, /)': (vm, self: PyInstance, lines: Value) => {
      for (const line of vm.collect(lines))
        vm.write(self.attrs.getStr('name') === '<stderr>' ? 'stderr' : 'stdout', vm.str(line));
    },
    'flush(self, /)': () => null,
    'isatty(self, /)': () => false,
    'fileno(self, /)': (_vm, self: PyInstance) =>
      ['<stdin>', '<stdout>', '<stderr>'].indexOf(self.attrs.getStr('name') as string),
    'readable(self, /)': (_vm, self: PyInstance) => self.attrs.getStr('name') === '<stdin>',
    'writable(self, /)': (_vm, self: PyInstance) => self.attrs.getStr('name') !== '<stdin>',
    'seekable(self, /)': () => false,
    'read(self, size=-1, /)': () => '',
    'readline(self, size=-1, /)': () => '',
    'close(self, /)': () => null,
    'reconfigure(self, **options)': () => null,
    '__iter__(self, /)': (_vm, self: Value) => self,
    '__next__(self, /)': (vm) => {
      throw vm.error('StopIteration');
    },
    '__enter__(self, /)': (_vm, self: Value) => self,
    '__exit__(self, *args)': () => null,
  },
});

/**
 * `sys._getframe(depth)`: the frame and those that called it. Locals are taken of the frame itself and its caller, and read of the
 * others when they are asked for: those have none any more once they have ended, where CPython's still do.
 */
export function frameObject(vm: VM, depth: number): Value {
  const running = [...frames(vm)];
  if (depth >= running.length) throw vm.error('ValueError', 'call stack is not deep enough');
  let back: Value = null;
  for (let i = running.length - 1; i >= depth; i--) {
    const frame = running[i]!;
    const locals = i <= depth + 1 ? localsOf(vm, frame) : null;
    const readLocals = (): PyDict | null => ([...frames(vm)].includes(frame) ? localsOf(vm, frame) : null);
    back = new PyFrame(
      frame.code,
      frame.line,
      frame.globals,
      locals,
      back,
      locals === null ? readLocals : null,
    );
  }
  return back;
}

/** References held by heap objects and by the machine's stack, and one for the argument. */
function references(vm: VM, value: Value): number {
  if (typeof value !== 'object' || value === null) return 1_000_000_000;
  let count = Math.max(0, value.rc);
  for (let i = 0; i < vm.sp; i++) if (vm.stack[i] === value) count++;
  return count;
}

function frozenNames(names: string[]): PyFrozenSet {
  const set = new PyFrozenSet();
  for (const name of names) set.add(name);
  return set;
}

export function sysModule(vm: VM): PyModule {
  const [major, minor, micro] = VERSION;
  const version = `${major}.${minor}.${micro} (main, Jan  1 2024, 00:00:00) [GCC 12.2.0]`;
  const module = nativeModule(
    'sys',
    {
      'exit(status=None, /)': (vm, status: Value) => {
        throw vm.error('SystemExit', ...(status === null ? [] : [status]));
      },
      'getrecursionlimit()': (vm) => vm.recursionLimit,
      'setrecursionlimit(limit, /)': (vm, limit: Value) => {
        const value = vm.index(limit);
        if (value < 1) throw vm.error('ValueError', 'recursion limit must be greater or equal than 1');
        vm.recursionLimit = Math.min(value, 20_000);
      },
      'intern(string, /)': (_vm, string: Value) => string,
      'getsizeof(object, default=..., /)': (vm, object: Value) => vm.callSpecial(object, '__sizeof__') ?? 16,
      'getrefcount(object, /)': references,
      'exc_info()': (vm) => {
        const { handled } = vm;
        return handled instanceof PyException
          ? new PyTuple([handled.cls, handled, vm.tracebackOf(handled)])
          : new PyTuple([null, null, null]);
      },
      'exception()': (vm) => (vm.handled instanceof PyException ? vm.handled : null),
      'getdefaultencoding()': () => 'utf-8',
      'getfilesystemencoding()': () => 'utf-8',
      'gettrace()': () => null,
      'settrace(function, /)': () => null,
      'setprofile(function, /)': () => null,
      'getprofile()': () => null,
      'getswitchinterval()': () => new PyFloat(0.005),
      'is_finalizing()': (vm) => vm.deaths.finalizing,
      'audit(event, *args)': () => null,
      'addaudithook(hook)': () => null,
      'displayhook(value, /)': (vm, value: Value) => {
        if (value === null) return null;
        vm.builtins.dict.setStr('_', null);
        output(vm, null, `${vm.repr(value)}\n`);
        vm.builtins.dict.setStr('_', value);
        return null;
      },
      'excepthook(type, value, traceback, /)': (vm, _type: Value, value: Value) => {
        if (!(value instanceof PyException)) return null;
        const text = formatTraceback(vm, value, (file, line) => vm.importer.sourceLine(file, line), true);
        const stderr = vm.modules.getStr('sys');
        output(vm, stderr instanceof PyModule ? (stderr.dict.getStr('stderr') ?? null) : null, text);
        return null;
      },
      '_getframe(depth=0, /)': (machine, depth: Value) => frameObject(machine, machine.index(depth)),
      '_current_frames()': () => new PyDict(),
      'setswitchinterval(interval, /)': () => null,
      'getfilesystemencodeerrors()': () => 'surrogateescape',
      'breakpointhook(*args, **kwargs)': () => null,
      'unraisablehook(unraisable, /)': (machine, unraisable: Value) => {
        if (!(unraisable instanceof PyTuple) || unraisable.cls !== UnraisableHookArgs)
          throw machine.error('TypeError', 'sys.unraisablehook argument type must be UnraisableHookArgs');
        const [, exception = null, , message = null, object = null] = unraisable.items;
        if (exception instanceof PyException) tellUnraisable(machine, exception, message, object);
        return null;
      },
      'set_int_max_str_digits(maxdigits)': (machine, digits: Value) => {
        const count = machine.index(digits);
        if (count !== 0 && count < 640)
          throw machine.error('ValueError', 'maxdigits must be 0 or larger than 640');
        machine.maxStrDigits = count;
      },
      'get_int_max_str_digits()': (machine) => machine.maxStrDigits,
      'get_asyncgen_hooks()': (machine) =>
        new PyTuple([machine.asyncGeneratorHooks.firstiter, machine.asyncGeneratorHooks.finalizer]),
      'set_asyncgen_hooks(firstiter=..., finalizer=...)': (
        machine,
        firstiter: Value | undefined,
        finalizer: Value | undefined,
      ) => {
        const { asyncGeneratorHooks: now } = machine;
        machine.asyncGeneratorHooks = {
          firstiter: firstiter === undefined ? now.firstiter : firstiter,
          finalizer: finalizer === undefined ? now.finalizer : finalizer,
        };
        for (const hook of [machine.asyncGeneratorHooks.firstiter, machine.asyncGeneratorHooks.finalizer])
          retain(hook);
      },
      'call_tracing(func, args, /)': (machine, func: Value, args: Value) =>
        machine.call(func, machine.collect(args)),
    },
    {
      version,
      version_info: structSequence('sys.version_info', {
        major,
        minor,
        micro,
        releaselevel: 'final',
        serial: 0,
      }),
      hexversion: (major << 24) | (minor << 16) | (micro << 8) | 0xf0,
      api_version: 1013,
      platform: 'linux',
      byteorder: 'little',
      maxsize: 2n ** 63n - 1n,
      maxunicode: 0x10ffff,
      executable: '/usr/bin/python3',
      prefix: '/usr',
      base_prefix: '/usr',
      exec_prefix: '/usr',
      base_exec_prefix: '/usr',
      copyright: '',
      dont_write_bytecode: false,
      platlibdir: 'lib',
      float_repr_style: 'short',
      abiflags: '',
      _xoptions: new PyDict(),
      _base_executable: '/usr/bin/python3',
      thread_info: structSequence('sys.thread_info', {
        name: 'pthread',
        lock: 'semaphore',
        version: 'NPTL 2.36',
      }),
      pycache_prefix: null,
      float_info: structSequence('sys.float_info', {
        max: new PyFloat(Number.MAX_VALUE),
        max_exp: 1024,
        max_10_exp: 308,
        min: new PyFloat(2.2250738585072014e-308),
        min_exp: -1021,
        min_10_exp: -307,
        dig: 15,
        mant_dig: 53,
        epsilon: new PyFloat(Number.EPSILON),
        radix: 2,
        rounds: 1,
      }),
      int_info: structSequence('sys.int_info', {
        bits_per_digit: 30,
        sizeof_digit: 4,
        default_max_str_digits: 4300,
        str_digits_check_threshold: 640,
      }),
      hash_info: structSequence('sys.hash_info', {
        width: 64,
        modulus: 2n ** 61n - 1n,
        inf: 314159,
        nan: 0,
        imag: 1000003,
        algorithm: 'siphash13',
        hash_bits: 64,
        seed_bits: 128,
        cutoff: 0,
      }),
      flags: structSequence('sys.flags', {
        debug: 0,
        inspect: 0,
        interactive: 0,
        optimize: 0,
        dont_write_bytecode: 0,
        no_user_site: 0,
        no_site: 0,
        ignore_environment: 0,
        verbose: 0,
        bytes_warning: 0,
        quiet: 0,
        hash_randomization: 1,
        isolated: 0,
        dev_mode: false,
        utf8_mode: 0,
        warn_default_encoding: 0,
        safe_path: false,
        int_max_str_digits: 4300,
      }),
      builtin_module_names: new PyTuple(['builtins', 'sys', 'time', 'math', 'itertools']),
      stdlib_module_names: frozenNames(standardModules.split(' ')),
      warnoptions: new PyList([]),
      meta_path: new PyList([]),
      path_hooks: new PyList([]),
      path_importer_cache: new PyDict(),
      stdin: textStream(TextStream, 'stdin'),
      stdout: textStream(TextStream, 'stdout'),
      stderr: textStream(TextStream, 'stderr'),
    },
  );
  const implementation = new PyInstance(namespaceClass());
  implementation.attrs.setStr('name', 'cpython');
  implementation.attrs.setStr('cache_tag', 'cpython-311');
  implementation.attrs.setStr('version', module.dict.getStr('version_info')!);
  implementation.attrs.setStr('hexversion', module.dict.getStr('hexversion')!);
  module.dict.setStr('implementation', implementation);
  for (const name of ['stdin', 'stdout', 'stderr'])
    module.dict.setStr(`__${name}__`, module.dict.getStr(name)!);
  module.dict.setStr('modules', vm.modules);
  for (const hook of ['displayhook', 'excepthook', 'breakpointhook', 'unraisablehook'])
    module.dict.setStr(`__${hook}__`, module.dict.getStr(hook)!);
  // What belongs to a program is given anew for each run.
  const prepare = (): void => {
    module.dict.setStr('argv', new PyList([...vm.argv]));
    module.dict.setStr('orig_argv', new PyList(['python3', ...vm.argv]));
    module.dict.setStr('path', new PyList([...vm.importer.path]));
  };
  prepare();
  vm.runPreparations.push(prepare);
  return module;
}
