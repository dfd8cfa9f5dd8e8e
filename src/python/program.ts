/** Running a script as `python SCRIPT.py ARG…` would: `__main__`, `sys.argv`, exit status, the traceback of what is not caught. */
import { formatTraceback } from './builtins/exceptions.js';
import { heap, type Value } from './heap.js';
import { Raise } from './native.js';
import { PyException, PyList, PyModule, PyUnknown, type Place } from './objects.js';
import { Cancelled, LimitError, type Note, type VM } from './vm.js';

export interface Outcome {
  /** Python's exit status; 125 where the machine's own limits or an unsupported feature ended the program. */
  exitCode: number;
  /** An uncaught exception, as text in Python's form. */
  traceback?: string;
  exception?: PyException;
  /** Why the machine stopped before the program's end. */
  limit?: { message: string; place: Place | undefined };
  notes: Note[];
}

export const EXIT_LIMIT = 125;

/** Runs `body` as one run of the machine: everything that it makes is gone afterwards. */
export function withRun<R>(vm: VM, body: () => R): R {
  heap.beginRun();
  vm.reset();
  const sys = vm.modules.getStr('sys');
  if (sys instanceof PyModule) {
    sys.dict.setStr('argv', new PyList([...vm.argv]));
    sys.dict.setStr('path', new PyList([...vm.importer.path]));
  }
  try {
    return body();
  } finally {
    heap.endRun();
  }
}

/** Runs what may raise, and says how it ended. Never throws. */
export function guarded(vm: VM, body: () => void): Outcome {
  try {
    body();
    return { exitCode: 0, notes: vm.notes };
  } catch (error) {
    return outcomeOf(vm, error);
  }
}

function outcomeOf(vm: VM, error: unknown): Outcome {
  if (error instanceof Raise) {
    const { exception } = error;
    if (exception.cls.isSubclassOf(vm.exceptionClass('SystemExit')))
      return { ...exitStatus(vm, exception), notes: vm.notes };
    vm.deaths.settle(exception);
    return { exitCode: 1, traceback: tracebackText(vm, exception), exception, notes: vm.notes };
  }
  if (error instanceof LimitError || error instanceof Cancelled)
    return {
      exitCode: EXIT_LIMIT,
      limit: { message: error.message, place: error.place ?? vm.place() },
      notes: vm.notes,
    };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    exitCode: EXIT_LIMIT,
    limit: { message: `internal error: ${message}`, place: vm.place() },
    notes: vm.notes,
  };
}

/** The traceback as Python prints it; what it says is made by the program's own `__str__`, which may fail. */
function tracebackText(vm: VM, exception: PyException): string {
  try {
    return formatTraceback(vm, exception, (file, line) => vm.importer.sourceLine(file, line), true);
  } catch {
    return `${exception.cls.name}: <exception str() failed>\n`;
  }
}

function exitStatus(vm: VM, exception: PyException): { exitCode: number; traceback?: string } {
  const code = vm.findAttr(exception, 'code') ?? exception.args.items[0] ?? null;
  if (code === null) return { exitCode: 0 };
  if (typeof code === 'number') return { exitCode: code & 0xff };
  if (typeof code === 'boolean') return { exitCode: code ? 1 : 0 };
  if (code instanceof PyUnknown) return { exitCode: 0 };
  return { exitCode: 1, traceback: `${vm.str(code)}\n` };
}

/** Makes the module `name` for code that runs as a program. */
export function programModule(vm: VM, name: string, path: string): PyModule {
  const module = new PyModule(name);
  module.dict.setStr('__file__', path);
  module.dict.setStr('__builtins__', vm.builtins);
  module.dict.setStr('__annotations__', null);
  module.dict.delete('__annotations__');
  vm.modules.setStr(name, module);
  return module;
}

/** Runs the script at `path` (absolute). `write` of the machine gets what it prints, and the traceback. Never throws. */
export function runScript(vm: VM, path: string, argv: string[]): Outcome {
  vm.argv = [path, ...argv];
  return withRun(vm, () => {
    const outcome = guarded(vm, () => {
      vm.prepareRun();
      const code = vm.importer.compileFile(path);
      const module = programModule(vm, '__main__', path);
      vm.runModuleCode(code, module.dict);
    });
    if (outcome.traceback !== undefined) vm.write('stderr', outcome.traceback);
    if (outcome.limit !== undefined) return outcome;
    const ending = guarded(vm, () => endProgram(vm));
    if (ending.traceback !== undefined) vm.write('stderr', ending.traceback);
    return ending.limit === undefined ? outcome : { ...outcome, exitCode: EXIT_LIMIT, limit: ending.limit };
  });
}

/** What CPython does after the program's last statement: the functions of `atexit`, then the finalizers of what is alive. */
function endProgram(vm: VM): void {
  const module: Value | undefined = vm.modules.getStr('atexit');
  if (module instanceof PyModule) vm.callMethod(module, '_run_exitfuncs');
  vm.deaths.finalizeAll();
}
