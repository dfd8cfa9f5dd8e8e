/** Async generators: the awaitables that their `__anext__`, `asend`, `athrow` and `aclose` give. */
import { typeOf } from './classes.js';
import { PyGenerator } from './frame.js';
import { heap, retain, PyObject, type Value } from './heap.js';
import {
  awaitable,
  generatorFrame,
  resume,
  sendToIterator,
  stopIteration,
  throwInto,
  toException,
  type Step,
} from './generators.js';
import { defineType, makeType, Raise } from './native.js';
import type { PyException } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

type Kind = 'asend' | 'athrow' | 'aclose';

const asendClass = makeType('async_generator_asend', { final: true }, {});
const athrowClass = makeType('async_generator_athrow', { final: true }, {});

/** One step of an async generator, to be awaited. */
class PyAsyncStep extends PyObject {
  state: 'created' | 'running' | 'closed' = 'created';
  constructor(
    readonly generator: PyGenerator,
    readonly kind: Kind,
    /** What is sent first, or the exception that is thrown. */
    readonly first: Value,
  ) {
    super(kind === 'asend' ? asendClass : athrowClass);
    retain(generator);
    retain(first);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.generator);
    visit(this.first);
  }
}

/** Whether the generator is suspended in an `await`, not at a `yield` of its own. */
function awaits({ frame }: PyGenerator): boolean {
  return frame.body.ops[frame.pc - 1]! >> 8 === 1;
}

/** What a step of the generator means for whoever awaits it: a value of an inner await, or the end with the value yielded. */
function outcome(vm: VM, self: PyAsyncStep, step: Step): Value {
  if (!step.done && awaits(self.generator)) return step.value;
  self.state = 'closed';
  if (self.kind === 'aclose') {
    if (!step.done) throw vm.error('RuntimeError', 'async generator ignored GeneratorExit');
    throw stopIteration(vm, null);
  }
  throw step.done ? vm.error('StopAsyncIteration') : stopIteration(vm, step.value);
}

function advance(vm: VM, self: PyAsyncStep, run: () => Step): Value {
  if (self.state === 'closed')
    throw vm.error(
      'RuntimeError',
      `cannot reuse already awaited ${self.kind === 'asend' ? '__anext__()/asend()' : 'aclose()/athrow()'}`,
    );
  if (self.state === 'created' && self.generator.state === 'running')
    throw vm.error(
      'RuntimeError',
      `${self.kind === 'asend' ? 'anext' : self.kind}(): asynchronous generator is already running`,
    );
  self.state = 'running';
  let step: Step;
  try {
    step = run();
  } catch (error) {
    self.state = 'closed';
    if (self.kind === 'aclose' && error instanceof Raise && endsGenerator(vm, error.exception))
      throw stopIteration(vm, null);
    throw error;
  }
  return outcome(vm, self, step);
}

function endsGenerator(vm: VM, exception: PyException): boolean {
  return ['GeneratorExit', 'StopAsyncIteration'].some((name) =>
    exception.cls.isSubclassOf(vm.exceptionClass(name)),
  );
}

function send(vm: VM, self: PyAsyncStep, value: Value): Value {
  const { generator, first } = self;
  const starts = self.state === 'created';
  return advance(vm, self, () => {
    if (!starts || self.kind === 'asend')
      return resume(vm, generator, starts && value === null ? first : value);
    if (generator.state === 'finished') {
      if (self.kind === 'aclose') return { done: true, value: null };
      throw vm.error('StopAsyncIteration');
    }
    return throwInto(vm, generator, first as PyException);
  });
}

const methods = {
  '__await__(self, /)': (_vm: VM, self: PyAsyncStep) => self,
  '__iter__(self, /)': (_vm: VM, self: PyAsyncStep) => self,
  '__next__(self, /)': (vm: VM, self: PyAsyncStep) => send(vm, self, null),
  'send(self, value, /)': (vm: VM, self: PyAsyncStep, value: Value) => send(vm, self, value),
  'throw(self, type, value=..., traceback=..., /)': (
    vm: VM,
    self: PyAsyncStep,
    type: Value,
    value: Value | undefined,
  ) => advance(vm, self, () => throwInto(vm, self.generator, toException(vm, type, value))),
  'close(self, /)': (_vm: VM, self: PyAsyncStep) => {
    self.state = 'closed';
  },
};
defineType(asendClass, { methods });
defineType(athrowClass, { methods });

/** Tells the hooks of `sys.set_asyncgen_hooks` of an async generator's first step. */
function hooked(vm: VM, self: PyGenerator): PyGenerator {
  if (self.hooked) return self;
  self.hooked = true;
  const { firstiter, finalizer } = vm.asyncGeneratorHooks;
  retain(finalizer);
  self.finalizer = finalizer;
  // It is called at the generator's death, which has to come when it does in CPython.
  if (finalizer !== null) heap.becomeEager();
  if (firstiter !== null) vm.call(firstiter, [self]);
  return self;
}

defineType(T.async_generator, {
  methods: {
    '__aiter__(self, /)': (_vm, self: PyGenerator) => self,
    '__anext__(self, /)': (vm, self: PyGenerator) => new PyAsyncStep(hooked(vm, self), 'asend', null),
    'asend(self, value, /)': (vm, self: PyGenerator, value: Value) =>
      new PyAsyncStep(hooked(vm, self), 'asend', value),
    'athrow(self, type, value=..., traceback=..., /)': (
      vm,
      self: PyGenerator,
      type: Value,
      value: Value | undefined,
    ) => new PyAsyncStep(hooked(vm, self), 'athrow', toException(vm, type, value)),
    'aclose(self, /)': (vm, self: PyGenerator) =>
      new PyAsyncStep(hooked(vm, self), 'aclose', vm.error('GeneratorExit').exception),
    '__repr__(self, /)': (vm, self: PyGenerator) =>
      `<async_generator object ${self.qualname} at ${vm.address(self)}>`,
  },
  getset: {
    __name__: {
      get: (_vm, self: PyGenerator) => self.name,
      set: (_vm, self: PyGenerator, value) => void (self.name = value as string),
    },
    __qualname__: {
      get: (_vm, self: PyGenerator) => self.qualname,
      set: (_vm, self: PyGenerator, value) => void (self.qualname = value as string),
    },
    ag_code: (_vm, self: PyGenerator) => self.frame.code,
    ag_running: (_vm, self: PyGenerator) => self.state === 'running',
    ag_suspended: (_vm, self: PyGenerator) => self.state === 'suspended',
    ag_frame: generatorFrame,
    ag_await: (_vm, self: PyGenerator) => (self.state === 'suspended' && awaits(self) ? self.top : null),
  },
});

/** What `anext(iterator, default)` gives: the next item, or the default where there is none. */
class PyAnextDefault extends PyObject {
  constructor(
    readonly next: Value,
    readonly missing: Value,
  ) {
    super(anextClass);
    retain(next);
    retain(missing);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.next);
    visit(this.missing);
  }
}

const anextClass = makeType('anext_awaitable', { final: true }, {});

function withDefault(vm: VM, self: PyAnextDefault, run: () => Step): Value {
  let step: Step;
  try {
    step = run();
  } catch (error) {
    const ends =
      error instanceof Raise && error.exception.cls.isSubclassOf(vm.exceptionClass('StopAsyncIteration'));
    throw ends ? stopIteration(vm, self.missing) : error;
  }
  if (step.done) throw stopIteration(vm, step.value);
  return step.value;
}

defineType(anextClass, {
  methods: {
    '__await__(self, /)': (_vm, self: PyAnextDefault) => self,
    '__iter__(self, /)': (_vm, self: PyAnextDefault) => self,
    '__next__(self, /)': (vm, self: PyAnextDefault) =>
      withDefault(vm, self, () => sendToIterator(vm, self.next, null)),
    'send(self, value, /)': (vm, self: PyAnextDefault, value: Value) =>
      withDefault(vm, self, () => sendToIterator(vm, self.next, value)),
  },
});

/** `anext(iterator)`, and with a default. */
export function anext(vm: VM, iterator: Value, missing: Value | undefined): Value {
  const next = vm.callSpecial(iterator, '__anext__');
  if (next === undefined)
    throw vm.error('TypeError', `'${typeOf(iterator).typeName}' object is not an async iterator`);
  return missing === undefined ? next : new PyAnextDefault(awaitable(vm, next), missing);
}
