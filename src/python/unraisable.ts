/** Exceptions that nobody can catch (of `__del__`, a weak reference's callback, a dying generator): `sys.unraisablehook` is told. */
import { output } from './builtins/functions.js';
import { foldedBy, qualifiedName, stackText, type SourceLine } from './builtins/traceback.js';
import type { Value } from './heap.js';
import { PyNative, Raise } from './native.js';
import { PyException, PyModule, PyTuple } from './objects.js';
import { structSequence } from './stdlib/struct_sequence.js';
import type { VM } from './vm.js';

/** What a hook is called with: `UnraisableHookArgs`. */
export const UnraisableHookArgs = structSequence('builtins', 'UnraisableHookArgs', [
  'exc_type',
  'exc_value',
  'exc_traceback',
  'err_msg',
  'object',
]);

/** As `_PyErr_WriteUnraisableMsg`: calls `sys.unraisablehook`; where that fails, its own exception is told instead. Never raises. */
export function writeUnraisable(vm: VM, exception: PyException, object: Value): void {
  const sys = vm.modules.getStr('sys');
  const hook = sys instanceof PyModule ? sys.dict.getStr('unraisablehook') : undefined;
  if (hook === undefined || hook === null || (hook instanceof PyNative && hook.name === 'unraisablehook')) {
    tellUnraisable(vm, exception, null, object);
    return;
  }
  const args = new PyTuple(
    [exception.cls, exception, vm.tracebackOf(exception), null, object],
    UnraisableHookArgs,
  );
  try {
    vm.call(hook, [args]);
  } catch (error) {
    if (!(error instanceof Raise)) throw error;
    tellUnraisable(vm, error.exception, 'Exception ignored in sys.unraisablehook', hook);
  }
}

/** The hook that is there at first: `Exception ignored in: …`, the traceback and the exception, on `sys.stderr`. */
export function tellUnraisable(vm: VM, exception: PyException, message: Value, object: Value): void {
  // Where the program is over CPython can read no source any more.
  const sourceLine: SourceLine = (file, line) =>
    vm.deaths.finalizing ? undefined : vm.importer.sourceLine(file, line);
  let text = '';
  if (object !== null)
    text += `${message === null ? 'Exception ignored in' : vm.str(message)}: ${shown(vm, 'repr', object)}\n`;
  else if (message !== null) text += `${vm.str(message)}:\n`;
  const entries = [...exception.traceback].reverse();
  if (entries.length > 0)
    text += `Traceback (most recent call last):\n${stackText(entries, sourceLine, foldedBy(vm))}`;
  text += `${qualifiedName(exception.cls)}: ${shown(vm, 'str', exception)}\n`;
  const sys = vm.modules.getStr('sys');
  const stderr = sys instanceof PyModule ? (sys.dict.getStr('stderr') ?? null) : undefined;
  if (stderr === null) return;
  try {
    if (stderr === undefined) vm.write('stderr', text);
    else output(vm, stderr, text);
  } catch (error) {
    if (!(error instanceof Raise)) throw error;
  }
}

function shown(vm: VM, as: 'repr' | 'str', value: Value): string {
  try {
    return vm[as](value);
  } catch (error) {
    if (error instanceof Raise) return as === 'repr' ? '<object repr() failed>' : '<exception str() failed>';
    throw error;
  }
}
