/** Generators: resuming their frames, `send`, `throw`, `close`, and what `yield from` and `await` delegate to. */
import { typeOf } from './classes.js';
import { Frame, NativeFrame, OnReturn, PyGenerator } from './frame.js';
import { heap, type Value } from './heap.js';
import { Op } from './code.js';
import { execute } from './interpreter.js';
import { defineType, Raise, type TypeDefinition } from './native.js';
import { PyFrame } from './builtins/traceback.js';
import { PyCell, PyDict, PyTuple, PyException, PyIterator } from './objects.js';
import { PyClass } from './classes.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** Makes a suspended generator's frame the current one; what it yields goes where `onReturn` says. */
export function pushGenerator(
  vm: VM,
  generator: PyGenerator,
  sent: Value,
  onReturn: OnReturn,
  returnSp: number,
  back: Frame | NativeFrame | null,
): void {
  if (generator.state === 'running')
    throw vm.error('ValueError', `${generator.cls.typeName} already executing`);
  const { frame, state } = generator;
  if (state === 'created' && sent !== null)
    throw vm.error('TypeError', `can't send non-None value to a just-started ${generator.cls.typeName}`);
  vm.enterRecursiveCall();
  const { stack } = vm;
  let sp = vm.sp;
  const slots = generator.takeSlots();
  frame.base = sp + 1;
  for (const slot of slots) stack[sp++] = slot;
  // The window starts at the function's slot; a frame that never ran has no value for its `yield` yet.
  if (state === 'suspended') stack[sp++] = sent;
  vm.sp = sp;
  frame.returnSp = returnSp;
  frame.onReturn = onReturn;
  frame.back = back;
  generator.state = 'running';
  generator.outer = vm.handled;
  if (generator.handled !== null) {
    vm.handled = generator.handled;
    generator.setHandled(null);
  }
  vm.current = frame;
}

/** A generator's frame returned: the one that resumed it goes on as its instruction says. */
export function generatorReturned(vm: VM, frame: Frame, value: Value): void {
  const generator = frame.generator!;
  generator.finish();
  generator.returned = value;
  vm.handled = generator.outer;
  const { onReturn, returnSp, back } = frame;
  vm.current = back;
  switch (onReturn) {
    case OnReturn.For: {
      const below = back as Frame;
      vm.sp = returnSp - 1;
      below.pc = below.body.ops[below.pc - 1]! >> 8;
      return;
    }
    case OnReturn.Send: {
      const below = back as Frame;
      vm.stack[returnSp - 1] = value;
      vm.sp = returnSp;
      below.pc = below.body.ops[below.pc - 1]! >> 8;
      return;
    }
    case OnReturn.Stop:
      vm.sp = returnSp;
      vm.stopped = true;
      vm.result = value;
      return;
    default:
      vm.sp = returnSp;
      throw stopIteration(vm, value);
  }
}

export function stopIteration(vm: VM, value: Value): Raise {
  return value === null ? vm.error('StopIteration') : vm.error('StopIteration', value);
}

export interface Step {
  done: boolean;
  value: Value;
}

/** Resumes a generator in a nested loop. */
export function resume(vm: VM, generator: PyGenerator, sent: Value): Step {
  if (generator.state === 'finished') return { done: true, value: null };
  return nested(vm, generator, () => pushGenerator(vm, generator, sent, OnReturn.Stop, vm.sp, vm.current));
}

function nested(vm: VM, generator: PyGenerator, push: () => void): Step {
  const { sp, current } = vm;
  vm.stack[vm.sp++] = generator;
  // What it gave last belongs to whoever took it.
  vm.result = null;
  try {
    push();
    const value = execute(vm, generator.frame);
    return { done: (generator.state as string) === 'finished', value };
  } finally {
    vm.current = current;
    vm.sp = sp;
  }
}

/** The RuntimeError that a StopIteration becomes where it leaves a generator's frame; undefined for other exceptions. */
export function convertedStop(vm: VM, generator: PyGenerator, exception: PyException): Raise | undefined {
  const isAsync = generator.cls === T.async_generator;
  const stops = exception.cls.isSubclassOf(vm.exceptionClass('StopIteration'));
  if (!stops && !(isAsync && exception.cls.isSubclassOf(vm.exceptionClass('StopAsyncIteration'))))
    return undefined;
  const kind = isAsync ? 'async generator' : generator.cls === T.coroutine ? 'coroutine' : 'generator';
  const converted = vm.error('RuntimeError', `${kind} raised Stop${stops ? '' : 'Async'}Iteration`);
  converted.exception.setCause(exception);
  converted.exception.setContext(exception);
  return converted;
}

/** `generator.throw(exception)`. */
export function throwInto(vm: VM, generator: PyGenerator, exception: PyException): Step {
  if (generator.state === 'finished') throw new Raise(exception, true);
  if (generator.state === 'created') {
    generator.finish();
    const { code } = generator.frame;
    const line = code.init.firstLine;
    exception.addTraceback({ code, line, position: [line, -1, line, -1], held: [] });
    throw convertedStop(vm, generator, exception) ?? new Raise(exception, true);
  }
  if (generator.state === 'running')
    throw vm.error('ValueError', `${generator.cls.typeName} already executing`);
  const { frame } = generator;
  const suspendedAt = frame.body.ops[frame.pc - 1]!;
  if (suspendedAt >> 8 === 1) {
    // Suspended in a `yield from`: the iterator below it gets the exception first.
    const inner = generator.top as Value;
    const forwarded = throwIntoDelegate(vm, inner, exception);
    if (forwarded instanceof PyException) exception = forwarded;
    else {
      if (!forwarded.done) return forwarded;
      return nested(vm, generator, () => {
        pushGenerator(vm, generator, forwarded.value, OnReturn.Stop, vm.sp, vm.current);
        // Leave the delegation: [it, value] becomes the result, at SEND's target.
        vm.stack[vm.sp - 2] = forwarded.value;
        vm.sp--;
        for (let pc = frame.pc; pc >= 0; pc--) {
          const instruction = frame.body.ops[pc]!;
          if ((instruction & 0xff) === Op.SEND) {
            frame.pc = instruction >> 8;
            break;
          }
        }
      });
    }
  }
  return nested(vm, generator, () => {
    const handlesNothing = generator.handled === null;
    pushGenerator(vm, generator, null, OnReturn.Stop, vm.sp, vm.current);
    vm.pendingRaise = new Raise(exception, handlesNothing);
  });
}

/** Throws into the iterator of a `yield from`; gives its next step, or the exception that the generator itself must see. */
function throwIntoDelegate(vm: VM, inner: Value, exception: PyException): Step | PyException {
  try {
    if (inner instanceof PyGenerator) {
      if (exception.cls.isSubclassOf(vm.exceptionClass('GeneratorExit'))) {
        closeGenerator(vm, inner);
        return exception;
      }
      return throwInto(vm, inner, exception);
    }
    const method = vm.findAttr(inner, 'throw');
    if (method === undefined) return exception;
    return { done: false, value: vm.call(method, [exception]) };
  } catch (error) {
    if (error instanceof Raise && error.exception.cls.isSubclassOf(vm.exceptionClass('StopIteration')))
      return { done: true, value: error.exception.args.items[0] ?? null };
    if (error instanceof Raise) return error.exception;
    throw error;
  }
}

/** `generator.close()`. */
export function closeGenerator(vm: VM, generator: PyGenerator): void {
  if (generator.state === 'finished') return;
  if (generator.state === 'created') {
    generator.finish();
    return;
  }
  const exit = vm.error('GeneratorExit').exception;
  try {
    const step = throwInto(vm, generator, exit);
    if (!step.done) throw vm.error('RuntimeError', `${generator.cls.typeName} ignored GeneratorExit`);
  } catch (error) {
    if (error instanceof Raise) {
      const { cls } = error.exception;
      if (
        cls.isSubclassOf(vm.exceptionClass('GeneratorExit')) ||
        cls.isSubclassOf(vm.exceptionClass('StopIteration'))
      ) {
        // The exception goes, and with it what the frame held.
        heap.drop(exit);
        if (heap.eager) vm.deaths.sweepAt(vm.sp);
        return;
      }
    }
    throw error;
  }
}

/** `iterator.send(value)` or `next(iterator)`, for any iterator that a `yield from` delegates to. */
export function sendToIterator(vm: VM, iterator: Value, sent: Value): Step {
  if (iterator instanceof PyGenerator) return resume(vm, iterator, sent);
  try {
    if (iterator instanceof PyIterator) {
      if (sent !== null) throw vm.attributeError(iterator, 'send');
      const value = iterator.step();
      if (value === undefined) iterator.exhausted();
      return value === undefined ? { done: true, value: null } : { done: false, value };
    }
    return {
      done: false,
      value: sent === null ? vm.callMethod(iterator, '__next__') : vm.callMethod(iterator, 'send', [sent]),
    };
  } catch (error) {
    if (error instanceof Raise && error.exception.cls.isSubclassOf(vm.exceptionClass('StopIteration')))
      return { done: true, value: error.exception.args.items[0] ?? null };
    throw error;
  }
}

/** The flag that `types.coroutine` gives a generator function's code. */
const CO_ITERABLE_COROUTINE = 0x100;

/** What `await value` iterates over. */
export function awaitable(vm: VM, value: Value): Value {
  if (
    value instanceof PyGenerator &&
    (value.cls !== T.generator || (value.frame.code.init.flags & CO_ITERABLE_COROUTINE) !== 0)
  )
    return value;
  const method = vm.special(value, '__await__');
  if (method === undefined)
    throw vm.error('TypeError', `object ${typeOf(value).typeName} can't be used in 'await' expression`);
  return vm.call(method);
}

export function toException(vm: VM, type: Value, value: Value | undefined): PyException {
  if (type instanceof PyException) {
    if (value !== undefined && value !== null)
      throw vm.error('TypeError', 'instance exception may not have a separate value');
    return type;
  }
  if (type instanceof PyClass && type.isSubclassOf(T.BaseException)) {
    if (value instanceof PyException && value.cls.isSubclassOf(type)) return value;
    const made = vm.call(
      type,
      value instanceof PyTuple ? [...value.items] : value === undefined || value === null ? [] : [value],
    );
    if (made instanceof PyException) return made;
    throw vm.error(
      'TypeError',
      `calling ${vm.repr(type)} should have returned an instance of BaseException, not ${typeOf(made).typeName}`,
    );
  }
  throw vm.error(
    'TypeError',
    `exceptions must be classes or instances deriving from BaseException, not ${typeOf(type).typeName}`,
  );
}

/** What `throw` raises in a generator; where a class makes no exception, that is told inside. */
function thrownException(vm: VM, type: Value, value: Value | undefined): PyException {
  if (!(type instanceof PyClass && type.isSubclassOf(T.BaseException))) return toException(vm, type, value);
  try {
    return toException(vm, type, value);
  } catch (error) {
    if (error instanceof Raise) return error.exception;
    throw error;
  }
}

function stepOrStop(vm: VM, step: Step): Value {
  if (step.done) throw stopIteration(vm, step.value);
  return step.value;
}

/** `gi_frame`: the frame of a generator that has not ended; None afterwards. */
export function generatorFrame(vm: VM, self: PyGenerator): Value {
  if (self.state === 'finished') return null;
  const { frame } = self;
  const locals = vm.root(new PyDict());
  const { varnames, cellvars, freevars } = frame.code.init;
  [...varnames, ...cellvars, ...freevars].forEach((name, i) => {
    const slot = self.state === 'running' ? vm.stack[frame.base + i] : self.savedLocal(i);
    const value = slot instanceof PyCell ? slot.value : slot;
    if (value !== undefined) locals.setStr(name, value);
  });
  const line = self.state === 'created' ? frame.code.init.firstLine : frame.line;
  return new PyFrame(frame.code, line, frame.globals, locals, null);
}

function setName(field: 'name' | 'qualname') {
  return (vm: VM, self: PyGenerator, value: Value | undefined): void => {
    const text = value === undefined ? undefined : vm.asStr(value);
    if (text === undefined) throw vm.error('TypeError', `__${field}__ must be set to a string object`);
    self[field] = text;
  };
}

const methods: TypeDefinition = {
  methods: {
    '__iter__(self, /)': (_vm, self: PyGenerator) => self,
    '__next__(self, /)': (vm, self: PyGenerator) => stepOrStop(vm, resume(vm, self, null)),
    'send(self, value, /)': (vm, self: PyGenerator, value: Value) => stepOrStop(vm, resume(vm, self, value)),
    'throw(self, type, value=..., traceback=..., /)': (
      vm,
      self: PyGenerator,
      type: Value,
      value: Value | undefined,
      traceback: Value | undefined,
    ) => {
      if (traceback !== undefined && traceback !== null && typeOf(traceback).typeName !== 'traceback')
        throw vm.error('TypeError', 'throw() third argument must be a traceback object');
      return stepOrStop(vm, throwInto(vm, self, thrownException(vm, type, value)));
    },
    'close(self, /)': (vm, self: PyGenerator) => closeGenerator(vm, self),
    '__repr__(self, /)': (vm, self: PyGenerator) =>
      `<${self.cls.typeName} object ${self.qualname} at ${vm.address(self)}>`,
  },
  getset: {
    __name__: {
      get: (_vm, self: PyGenerator) => self.name,
      set: setName('name'),
    },
    __qualname__: {
      get: (_vm, self: PyGenerator) => self.qualname,
      set: setName('qualname'),
    },
    gi_code: (_vm, self: PyGenerator) => self.frame.code,
    gi_running: (_vm, self: PyGenerator) => self.state === 'running',
    gi_suspended: (_vm, self: PyGenerator) => self.state === 'suspended',
    gi_frame: generatorFrame,
    gi_yieldfrom: (_vm, self: PyGenerator) =>
      self.state === 'suspended' && self.frame.body.ops[self.frame.pc - 1]! >> 8 === 1 ? self.top : null,
  },
};
defineType(T.generator, methods);
defineType(T.coroutine, {
  methods: Object.fromEntries(
    Object.entries(methods.methods!).filter(
      ([name]) => !name.startsWith('__iter__') && !name.startsWith('__next__'),
    ),
  ),
  getset: {
    __name__: methods.getset!.__name__!,
    __qualname__: methods.getset!.__qualname__!,
    cr_code: methods.getset!.gi_code!,
    cr_running: methods.getset!.gi_running!,
    cr_suspended: methods.getset!.gi_suspended!,
    cr_frame: generatorFrame,
    cr_await: methods.getset!.gi_yieldfrom!,
    cr_origin: () => null,
  },
});
defineType(T.coroutine, { methods: { '__await__(self, /)': (_vm, self: PyGenerator) => self } });
