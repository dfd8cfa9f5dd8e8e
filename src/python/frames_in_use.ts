/** The frames that run: their names, and what their handlers are prepared for. */
import { EMBEDDED } from './code_archive.js';
import { Op } from './code.js';
import { Frame } from './frame.js';
import { catchesAll, handlerNames, handlersAround } from './handlers.js';
import type { Value } from './heap.js';
import { shownLocals } from './mapping_locals.js';
import { PyCell, PyDict } from './objects.js';
import type { VM } from './vm.js';

/** What a handler names that expects a module to be absent. */
const IMPORT_ERRORS = new Set(['ImportError', 'ModuleNotFoundError']);

/** Python frames, innermost first. */
export function* frames(vm: VM): IterableIterator<Frame> {
  for (let frame = vm.current; frame !== null; frame = frame.back) if (frame instanceof Frame) yield frame;
}

export function currentGlobals(vm: VM): PyDict | undefined {
  for (const frame of frames(vm)) return frame.globals;
  return undefined;
}

/** A snapshot of the innermost frame's names: `locals()`. */
export function currentLocals(vm: VM): Value {
  for (const frame of frames(vm)) return shownLocals(localsOf(vm, frame));
  return new PyDict();
}

/** A local variable of a frame, by its index. */
export function localOf(vm: VM, frame: Frame, index: number): Value | undefined {
  const value = vm.stack[frame.base + index];
  return value instanceof PyCell ? value.value : value;
}

/** The names of a frame and their values, as `f_locals` shows them. */
export function localsOf(vm: VM, frame: Frame): PyDict {
  if (frame.locals !== null) return frame.locals;
  const dict = new PyDict();
  const { varnames, cellvars, freevars } = frame.code.init;
  const names = [...varnames, ...cellvars, ...freevars];
  for (let i = 0; i < names.length; i++) {
    let value = vm.stack[frame.base + i];
    if (value instanceof PyCell && (i >= varnames.length || isCellParameter(frame, i))) value = value.value;
    if (value !== undefined) dict.setStr(names[i]!, value);
  }
  return dict;
}

function isCellParameter(frame: Frame, index: number): boolean {
  const { ops } = frame.body;
  for (let pc = 0; pc < ops.length && pc < 64; pc++) {
    const instruction = ops[pc]!;
    if ((instruction & 0xff) === Op.MAKE_CELL && instruction >> 8 === index) return true;
  }
  return false;
}

/**
 * Whether an ImportError raised now would be caught by a handler that expects it; with `package_`, by one in that package or
 * where it is imported, which is prepared for the package's own absence.
 */
export function importErrorIsHandled(vm: VM, package_?: string): boolean {
  let innermost = true;
  for (const frame of frames(vm)) {
    for (const target of handlersAround(frame))
      if (handlerNames(frame, target, IMPORT_ERRORS) || (innermost && catchesAll(frame, target))) return true;
    // A module body that is being imported ends the search in its importer's frame only for named handlers.
    const own = topPackage(frame.globals);
    if (own === 'importlib') continue;
    innermost = false;
    if (package_ !== undefined && own !== package_) return false;
  }
  return false;
}

/**
 * Whether the running code is prepared for one of these exceptions: a handler names it, or the code of a library handles
 * whatever its own request raises.
 */
export function isPreparedFor(vm: VM, classes: ReadonlySet<string>): boolean {
  let inLibrary = true;
  for (const frame of frames(vm)) {
    const { filename } = frame.code.init;
    inLibrary &&=
      filename.startsWith(EMBEDDED) ||
      vm.importer.libraryRoots.some((root) => filename.startsWith(`${root}/`));
    for (const target of handlersAround(frame))
      if (handlerNames(frame, target, classes) || (inLibrary && catchesAll(frame, target))) return true;
  }
  return false;
}

/** The top package of the module whose code runs (`importlib` works for another); none where no code does. */
export function runningPackage(vm: VM): string | undefined {
  for (const frame of frames(vm)) {
    const own = topPackage(frame.globals);
    if (own !== 'importlib') return own;
  }
  return undefined;
}

/** The top package of the module with these names. */
function topPackage(globals: PyDict): string | undefined {
  const name = globals.getStr('__name__');
  return typeof name === 'string' ? name.split('.', 1)[0] : undefined;
}
