/** How exceptions are raised, chained, matched and told of: the `raise` statement, handlers, `except*`, tracebacks, SyntaxErrors. */
import { isPartOf, partsOfGroup } from './builtins/exception_groups.js';
import { PyClass } from './classes.js';
import { EMBEDDED } from './code_archive.js';
import { CompilerFailure, LimitError, type SyntaxFailure } from './failures.js';
import type { Frame } from './frame.js';
import type { Value } from './heap.js';
import { Raise } from './native.js';
import { PyException, PyList, PyTuple, PyUnknown } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

export function syntaxError(vm: VM, failure: SyntaxFailure, filename: string, text: string): Raise {
  const { kind } = failure;
  const line = text.split('\n', failure.line)[failure.line - 1] ?? '';
  // CPython does not tell the column of mixed indentation.
  const [offset, endOffset] = kind === 'TabError' ? [1, 0] : shownColumns(failure, line);
  const shown = failure instanceof CompilerFailure && !vm.host.isFile(filename) ? null : `${line}\n`;
  const raise = vm.error(
    kind,
    failure.message,
    new PyTuple([filename, failure.line, offset, shown, failure.endLine, endOffset]),
  );
  return raise;
}

/** The implicit `__context__` of an exception raised while another is handled. */
export function chainContext(vm: VM, exception: PyException): void {
  const { handled } = vm;
  if (vm.reraised || !(handled instanceof PyException) || handled === exception || exception.context !== null)
    return;
  // No cycles: the handled one's chain must not lead to the new one.
  for (let each: Value = handled; each instanceof PyException; each = each.context)
    if (each.context === exception) each.setContext(null);
  exception.setContext(handled);
}

export function addTraceback(exception: PyException, frame: Frame): void {
  const pc = Math.max(0, frame.pc - 1);
  const { positions } = frame.body;
  const at = pc * 4;
  exception.addTraceback({
    code: frame.code,
    line: positions[at]!,
    position: [positions[at]!, positions[at + 1]!, positions[at + 2]!, positions[at + 3]!],
    held: [],
  });
}

/** A frame is left by an exception: its locals live on with the traceback. */
export function holdFrame(vm: VM, exception: PyException, frame: Frame): void {
  const entry = exception.traceback[exception.traceback.length - 1];
  if (entry === undefined || entry.code !== frame.code) return;
  const held = vm.stack
    .slice(frame.base, frame.base + frame.code.localsCount)
    .filter((value) => typeof value === 'object' && value !== null);
  exception.holdTraceback(entry, held);
}

/** A handler of the frame is about to run. */
export function noteCaught(exception: PyException, frame: Frame): void {
  const entry = exception.traceback[exception.traceback.length - 1];
  if (entry === undefined || entry.code !== frame.code) return;
  // Our own Python stands for code whose frames are others, and must not keep tensors by an exception that it handled.
  if (frame.code.init.filename.startsWith(EMBEDDED)) return;
  // In a loop: those that are gone need not be remembered.
  if (frame.caught !== null && frame.caught.length > 8)
    frame.caught = frame.caught.filter((one) => one.exception.rc > 0);
  (frame.caught ??= []).push({ exception, entry });
}

/** A frame ends: exceptions that were handled in it and live on keep its values, as their tracebacks keep it. */
export function holdCaught(vm: VM, frame: Frame, result: Value): void {
  const caught = frame.caught!;
  frame.caught = null;
  for (const { exception, entry } of caught) {
    const lives = exception.rc > 0 || exception === result || vm.stack.lastIndexOf(exception, vm.sp - 1) >= 0;
    if (!lives || !exception.traceback.includes(entry) || entry.held.length > 0) continue;
    const held = vm.stack
      .slice(frame.base, frame.base + frame.code.localsCount)
      .filter((value) => typeof value === 'object' && value !== null);
    exception.holdTraceback(entry, held);
  }
}

/** The `raise` statement's exception. */
export function raiseStatement(vm: VM, value: Value | undefined, cause: Value | undefined): Raise {
  if (value === undefined) {
    if (!(vm.handled instanceof PyException))
      return vm.error('RuntimeError', 'No active exception to reraise');
    vm.reraised = true;
    return new Raise(vm.handled);
  }
  const exception = toException(vm, value);
  if (cause !== undefined) {
    if (cause === null) exception.setCause(null);
    else exception.setCause(toException(vm, cause, 'exception causes must derive from BaseException'));
  }
  return new Raise(exception);
}

function toException(
  vm: VM,
  value: Value,
  message = 'exceptions must derive from BaseException',
): PyException {
  if (value instanceof PyException) return value;
  if (value instanceof PyUnknown)
    throw new LimitError(`an unknown exception is raised (${value.reason})`, vm.place());
  if (value instanceof PyClass && value.isSubclassOf(T.BaseException)) {
    const made = vm.call(value);
    if (made instanceof PyException) return made;
  }
  throw vm.error('TypeError', message);
}

export function exceptionMatches(vm: VM, exception: PyException, type: Value): boolean {
  // All of a tuple is looked at, whichever matches.
  if (type instanceof PyTuple)
    return type.items.map((item) => exceptionMatches(vm, exception, item)).some(Boolean);
  if (type instanceof PyUnknown) return false;
  if (!(type instanceof PyClass) || !type.isSubclassOf(T.BaseException))
    throw vm.error('TypeError', 'catching classes that do not inherit from BaseException is not allowed');
  return exception.cls.isSubclassOf(type);
}

/** `except*`: the parts of a group that match and that don't. */
export function splitGroup(vm: VM, exception: PyException | null, type: Value): [Value, Value] {
  // Nothing is left of the group.
  if (exception === null) return [null, null];
  const group = vm.exceptionClass('BaseExceptionGroup');
  for (const each of type instanceof PyTuple ? type.items : [type]) {
    if (each instanceof PyClass && each.isSubclassOf(group))
      throw vm.error('TypeError', 'catching ExceptionGroup with except* is not allowed. Use except instead.');
  }
  if (!exception.cls.isSubclassOf(group)) {
    if (!exceptionMatches(vm, exception, type)) return [exception, null];
    return [null, vm.call(vm.exceptionClass('ExceptionGroup'), ['', new PyTuple([exception])])];
  }
  const pair = vm.callMethod(exception, 'split', [type]) as PyTuple;
  return [pair.items[1]!, pair.items[0]!];
}

/** What leaves a `try` with `except*`: what its handlers raised, and beside it the parts of the group that they raised again. */
export function prepareReraiseStar(vm: VM, original: PyException, raised: PyList): Value {
  const left = raised.items.filter((item) => item instanceof PyException);
  if (left.length === 0) return null;
  if (!original.cls.isSubclassOf(vm.exceptionClass('BaseExceptionGroup'))) return left[0]!;
  const again = left.filter((exception) => isPartOf(exception, original));
  const all: Value[] = left.filter((exception) => !again.includes(exception));
  if (again.length > 0) all.push(vm.root(partsOfGroup(vm, original, again)));
  return all.length === 1 ? all[0]! : vm.call(vm.exceptionClass('ExceptionGroup'), ['', new PyList(all)]);
}

/** `offset` and `end_offset` of a SyntaxError: CPython's tokenizer, which tells of some failures, has no end for them. */
function shownColumns(failure: SyntaxFailure, line: string): [number, number | null] {
  if (failure instanceof CompilerFailure)
    return [failure.column + 1, failure.shownEnd === null ? null : failure.shownEnd + 1];
  if (failure.message.startsWith('unindent')) return [line.length + 1, -1];
  if (failure.message.startsWith('unexpected indent')) return [line.length - line.trimStart().length, -1];
  if (/^(?:unmatched|closing parenthesis|unterminated)/.test(failure.message))
    return [failure.column + 1, failure.column + 1];
  return [failure.column + 1, failure.message.endsWith('was never closed') ? 0 : failure.endColumn + 1];
}
