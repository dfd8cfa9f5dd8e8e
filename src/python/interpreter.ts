/**
 * The dispatch loop. One call of `execute` runs frames until the one it was entered with returns; Python calls push frames
 * instead of entering it again, natives that ask for calls are frames too. Nested calls happen only where a native uses
 * `vm.call` or a protocol.
 */
import {
  accelerate,
  callNative,
  functionFrame,
  instantiate,
  isCoroutine,
  keywordMap,
  leftUndecorated,
  plainInit,
  positionalArguments,
  resolveCallee,
} from './calls.js';
import { CALL, genericSetAttr, lackingAttribute, resolveAttribute } from './attributes.js';
import {
  binaryOperation,
  compareOperation,
  containsOperation,
  unaryOperation,
} from './builtins/operators.js';
import { PyClass, typeOf } from './classes.js';
import { CO_ASYNC_GENERATOR, CO_COROUTINE, Op } from './code.js';
import { UnhashableError } from './dict.js';
import { awaitable, convertedStop, generatorReturned, pushGenerator, sendToIterator } from './generators.js';
import { isTooLarge } from './failures.js';
import { Frame, NativeFrame, OnReturn, PyGenerator } from './frame.js';
import { forLoop, whileLoop } from './loop_watch.js';
import { heap, type Value } from './heap.js';
import { PyMethodDescriptor, PyNative, Raise, type NativeCoroutine } from './native.js';
import {
  PyBoundMethod,
  PyCell,
  PyCode,
  PyDict,
  PyException,
  PyFunction,
  PyIterator,
  PyList,
  PySet,
  PySlice,
  PyTuple,
  PyUnknown,
} from './objects.js';
import { updateSet } from './builtins/set_type.js';
import { matchClass, matchKeys, matchesMapping, matchesSequence } from './patterns.js';
import { T } from './types.js';
import { LimitError, type VM } from './vm.js';
import { madeText } from './builtins/text.js';
import {
  addTraceback,
  chainContext,
  exceptionMatches,
  holdCaught,
  holdFrame,
  noteCaught,
  prepareReraiseStar,
  raiseStatement,
  splitGroup,
} from './raising.js';
import { collectForUnpacking, mergeMapping, unpack } from './unpacking.js';

/** Sets up the call of any callable whose arguments are in `args`; its value goes where `onReturn` says. */
export function beginCall(
  vm: VM,
  callable: Value,
  args: Value[],
  keywords: Map<string, Value> | null,
  onReturn: OnReturn,
  returnSp: number,
  back: Frame | NativeFrame | null,
): void {
  const callee = resolveCallee(vm, callable, args);
  const { stack } = vm;
  let at = vm.sp;
  switch (callee.kind) {
    case 'function': {
      stack[at++] = callee.func;
      const base = at;
      for (const arg of callee.args) stack[at++] = arg;
      if (callee.func.accelerated !== null && keywords === null) {
        vm.sp = at;
        const result = accelerate(vm, callee.func, callee.args);
        if (result !== undefined) {
          deliver(vm, result, onReturn, returnSp, back);
          return;
        }
      }
      vm.current = functionFrame(
        vm,
        callee.func,
        base,
        callee.args.length,
        returnSp,
        onReturn,
        back,
        null,
        keywords,
      );
      return;
    }
    case 'native': {
      stack[at++] = callee.native;
      for (const arg of callee.args) stack[at++] = arg;
      if (keywords !== null) for (const value of keywords.values()) stack[at++] = value;
      vm.sp = at;
      const result = callNative(vm, callee.native, callee.args, keywords);
      if (isCoroutine(result))
        vm.current = new NativeFrame(result, callee.native.name, returnSp, at, onReturn, back);
      else deliver(vm, result, onReturn, returnSp, back);
      return;
    }
    case 'class': {
      stack[at++] = callee.cls;
      for (const arg of callee.args) stack[at++] = arg;
      if (keywords !== null) for (const value of keywords.values()) stack[at++] = value;
      vm.sp = at;
      vm.current = new NativeFrame(
        instantiate(vm, callee.cls, callee.args, keywords),
        callee.cls.name,
        returnSp,
        at,
        onReturn,
        back,
      );
      return;
    }
    case 'value':
      deliver(vm, callee.value, onReturn, returnSp, back);
  }
}

/** Hands a returned value to the frame below and makes that the current one; for Stop, leaves it in `vm.stopped`. */
export function deliver(
  vm: VM,
  value: Value,
  onReturn: OnReturn,
  returnSp: number,
  back: Frame | NativeFrame | null,
): void {
  vm.current = back;
  switch (onReturn) {
    case OnReturn.Stop:
      vm.sp = returnSp;
      vm.stopped = true;
      vm.result = value;
      return;
    case OnReturn.Native:
      vm.sp = (back as NativeFrame).sp;
      vm.result = value;
      return;
    case OnReturn.Init:
      if (value !== null && !(value instanceof PyUnknown))
        throw vm.error('TypeError', `__init__() should return None, not '${typeOf(value).typeName}'`);
      vm.sp = returnSp + 1;
      return;
    case OnReturn.Discard:
      vm.sp = returnSp;
      return;
    case OnReturn.Iterator:
      if (!(value instanceof PyUnknown) && typeOf(value).lookup('__next__') === undefined)
        throw vm.error('TypeError', `iter() returned non-iterator of type '${typeOf(value).typeName}'`);
      vm.stack[returnSp] = value;
      vm.sp = returnSp + 1;
      return;
    default:
      vm.stack[returnSp] = value;
      vm.sp = returnSp + 1;
  }
}

/** Runs a native coroutine up to its next request or its end. */
function stepNative(vm: VM, native: NativeFrame, raised: Raise | null): void {
  const { coroutine } = native;
  vm.sp = native.sp;
  const base = heap.handles.length;
  for (const root of native.roots) heap.handles.push(root);
  native.roots = [];
  const sent = vm.result;
  vm.result = null;
  let step: IteratorResult<
    { callable: Value; args: Value[]; kwargs?: Map<string, Value> | null },
    Value | undefined
  >;
  heap.nativeDepth++;
  vm.nativeNames.push(native.name);
  try {
    step = raised !== null ? coroutine.throw(raised) : coroutine.next(sent);
    if (step.done !== true) native.roots = heap.handles.slice(base);
  } catch (thrown) {
    vm.failedNative = native;
    throw thrown;
  } finally {
    vm.nativeNames.pop();
    heap.nativeDepth--;
    heap.popHandles(base);
  }
  if (step.done === true) deliver(vm, step.value ?? null, native.onReturn, native.returnSp, native.back);
  else {
    vm.sp = native.sp;
    const { callable, args, kwargs } = step.value;
    beginCall(vm, callable, args, kwargs ?? null, OnReturn.Native, native.sp, native);
  }
}

/** Turns what was thrown into a Python exception; what isn't one passes through. */
function asRaise(vm: VM, thrown: unknown): Raise {
  if (thrown instanceof Raise) return thrown;
  if (thrown instanceof UnhashableError) return vm.error('TypeError', thrown.message);
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message))
    return vm.error('RecursionError', 'maximum recursion depth exceeded');
  if (isTooLarge(thrown)) return vm.error('MemoryError');
  const foreign = vm.foreignError?.(thrown);
  if (foreign !== undefined) return foreign;
  throw thrown;
}

/**
 * Finds the handler of an exception: leaves frames until one has it. Throws the exception again where it leaves the frame
 * that the loop was entered with.
 */
function unwind(vm: VM, raise: Raise, entry: Frame | NativeFrame): Raise | null {
  const { exception } = raise;
  let rethrown = vm.reraised;
  vm.reraised = false;
  if (heap.eager) vm.deaths.noteFailure();
  for (;;) {
    const frame = vm.current;
    if (frame === null) throw raise;
    if (frame instanceof NativeFrame) {
      if (frame === vm.failedNative) {
        // The native itself raised: it is gone.
        vm.failedNative = null;
        vm.sp = frame.returnSp;
        vm.current = frame.back;
        if (frame === entry || frame.onReturn === OnReturn.Stop) throw raise;
        rethrown = false;
        continue;
      }
      return raise;
    }
    const pc = frame.pc - 1;
    if (!rethrown) addTraceback(exception, frame);
    rethrown = false;
    let handler: { target: number; depth: number } | undefined;
    for (const item of frame.body.exceptionTable) {
      if (pc >= item.start && pc < item.end) {
        handler = item;
        break;
      }
    }
    if (handler !== undefined) {
      noteCaught(exception, frame);
      vm.sp = frame.base + frame.code.localsCount + handler.depth;
      if (heap.eager) vm.deaths.noteUnwinding();
      vm.stack[vm.sp++] = exception;
      frame.pc = handler.target;
      return null;
    }
    // The frame is left; what it held lives on with the exception's traceback.
    holdFrame(vm, exception, frame);
    if (frame.caught !== null) holdCaught(vm, frame, null);
    vm.depth--;
    const { generator } = frame;
    if (generator !== null) {
      generator.finish();
      vm.handled = generator.outer;
      const converted = convertedStop(vm, generator, exception);
      if (converted !== undefined) return unwindFrom(vm, converted, frame, entry);
    }
    vm.current = frame.back;
    vm.sp = frame.returnSp;
    if (frame === entry || frame.onReturn === OnReturn.Stop) throw raise;
  }
}

/** Goes on with another exception where a generator's frame is left: that frame has no part in it. */
function unwindFrom(vm: VM, raise: Raise, frame: Frame, entry: Frame | NativeFrame): Raise | null {
  vm.current = frame.back;
  vm.sp = frame.returnSp;
  if (frame === entry || frame.onReturn === OnReturn.Stop) throw raise;
  return unwind(vm, raise, entry);
}

/**
 * Runs from `entry` (the current frame) until it returns; gives its value. Throws `Raise` for an uncaught exception,
 * `LimitError` when the machine's bounds are reached.
 */
export function execute(vm: VM, entry: Frame | NativeFrame): Value {
  const { stack } = vm;
  const nativeDepth = heap.nativeDepth;
  const observed = heap.eager ? vm.deaths.observed() : null;
  heap.nativeDepth = 0;
  vm.current = entry;
  let raised: Raise | null = null;
  try {
    for (;;) {
      try {
        if (vm.stopped) {
          vm.stopped = false;
          const value = vm.result;
          // From here on the caller holds it.
          vm.result = null;
          return value;
        }
        if (vm.pendingRaise !== null) {
          const raise = vm.pendingRaise;
          vm.pendingRaise = null;
          throw raise;
        }
        const current = vm.current as Frame | NativeFrame;
        if (current instanceof NativeFrame) {
          const toRaise = raised;
          raised = null;
          stepNative(vm, current, toRaise);
          continue;
        }
        runFrame(vm, current, stack);
      } catch (thrown) {
        const raise = asRaise(vm, thrown);
        if (!raise.isChained) chainContext(vm, raise.exception);
        raise.isChained = true;
        raised = unwind(vm, raise, entry);
      }
    }
  } finally {
    heap.nativeDepth = nativeDepth;
    if (observed !== null) vm.deaths.observeAgain(observed);
  }
}

/** Runs one Python frame until another frame becomes current. */
function runFrame(vm: VM, frame: Frame, stack: (Value | undefined)[]): void {
  const { body, base, code } = frame;
  const { ops, consts, names } = body;
  let pc = frame.pc;
  let sp = vm.sp;
  for (;;) {
    const instruction = ops[pc]!;
    const arg = instruction >> 8;
    frame.pc = ++pc;
    vm.sp = sp;
    if (--vm.fuel <= 0) vm.refuel();
    switch (instruction & 0xff) {
      case Op.NOP:
        break;
      case Op.POP_TOP: {
        const dropped = stack[--sp];
        // A generator that a loop leaves behind runs its `finally` now.
        if (dropped instanceof PyGenerator && dropped.state === 'suspended') vm.deaths.sweepAt(sp);
        break;
      }
      case Op.COPY:
        stack[sp] = stack[sp - arg];
        sp++;
        break;
      case Op.SWAP: {
        const top = stack[sp - 1];
        stack[sp - 1] = stack[sp - arg];
        stack[sp - arg] = top;
        break;
      }
      case Op.PUSH_NULL:
        stack[sp++] = undefined;
        break;
      case Op.LOAD_CONST:
        stack[sp++] = consts[arg];
        break;
      case Op.LOAD_FAST: {
        const value = stack[base + arg];
        if (value === undefined) throw vm.unboundLocal(frame, arg);
        stack[sp++] = value;
        break;
      }
      case Op.STORE_FAST:
        stack[base + arg] = stack[--sp];
        break;
      case Op.DELETE_FAST:
        if (stack[base + arg] === undefined) throw vm.unboundLocal(frame, arg);
        stack[base + arg] = undefined;
        break;
      case Op.MAKE_CELL:
        stack[base + arg] = new PyCell(stack[base + arg]);
        break;
      case Op.COPY_FREE_VARS: {
        const cells = frame.func!.closure!.items;
        const at = base + code.localsCount - arg;
        for (let i = 0; i < arg; i++) stack[at + i] = cells[i];
        break;
      }
      case Op.LOAD_CLOSURE:
        stack[sp++] = stack[base + arg];
        break;
      case Op.LOAD_DEREF: {
        const value = (stack[base + arg] as PyCell).value;
        if (value === undefined) throw vm.unboundCell(frame, arg);
        stack[sp++] = value;
        break;
      }
      case Op.STORE_DEREF:
        (stack[base + arg] as PyCell).set(stack[--sp]);
        break;
      case Op.DELETE_DEREF: {
        const cell = stack[base + arg] as PyCell;
        if (cell.value === undefined) throw vm.unboundCell(frame, arg);
        cell.set(undefined);
        break;
      }
      case Op.LOAD_CLASSDEREF: {
        const name = vm.localName(frame, arg);
        let value = vm.localValue(frame.locals, name);
        if (value === undefined) value = (stack[base + arg] as PyCell).value;
        if (value === undefined) throw vm.unboundCell(frame, arg);
        stack[sp++] = value;
        break;
      }
      case Op.LOAD_NAME: {
        const name = names[arg]!;
        let value = vm.localValue(frame.locals, name);
        if (value === undefined) value = frame.globals.getStr(name);
        if (value === undefined) value = vm.builtins.dict.getStr(name);
        if (value === undefined) throw vm.nameError(name);
        stack[sp++] = value;
        break;
      }
      case Op.STORE_NAME: {
        const { locals } = frame;
        if (locals === null || locals.cls === T.dict)
          (locals ?? frame.globals).setStr(names[arg]!, stack[--sp] as Value);
        else {
          vm.setItem(locals, names[arg]!, stack[sp - 1] as Value);
          sp--;
        }
        break;
      }
      case Op.DELETE_NAME:
        vm.deleteLocal(frame.locals ?? frame.globals, names[arg]!);
        break;
      case Op.LOAD_GLOBAL: {
        const name = names[arg]!;
        let value = frame.globals.getStr(name);
        if (value === undefined) {
          value = vm.builtins.dict.getStr(name);
          if (value === undefined) throw vm.nameError(name);
        }
        stack[sp++] = value;
        break;
      }
      case Op.STORE_GLOBAL:
        frame.globals.setStr(names[arg]!, stack[--sp] as Value);
        break;
      case Op.DELETE_GLOBAL:
        if (frame.globals.delete(names[arg]!) === undefined) throw vm.nameError(names[arg]!);
        break;
      case Op.LOAD_ATTR: {
        const object = stack[sp - 1] as Value;
        const value = resolveAttribute(vm, object, names[arg]!);
        if (value === CALL) {
          const { callable, args } = vm.attributeCall;
          beginCall(vm, callable, args, null, OnReturn.Push, sp - 1, frame);
          return;
        }
        stack[sp - 1] = value === undefined ? lackingAttribute(vm, object, names[arg]!) : value;
        break;
      }
      case Op.LOAD_METHOD: {
        const object = stack[sp - 1] as Value;
        const name = names[arg]!;
        const cls = typeOf(object);
        if (cls.getattributeHook === undefined && !(object instanceof PyClass) && cls !== T.super) {
          const found = cls.lookup(name);
          if (found instanceof PyFunction || found instanceof PyMethodDescriptor) {
            const attrs =
              typeof object === 'object' && object !== null && 'attrs' in object
                ? (object as { attrs: PyDict | null }).attrs
                : null;
            if (attrs === null || attrs.getStr(name) === undefined) {
              stack[sp - 1] = found;
              stack[sp++] = object;
              break;
            }
          }
        }
        const value = resolveAttribute(vm, object, name);
        if (value === CALL) {
          const { callable, args } = vm.attributeCall;
          stack[sp - 1] = undefined;
          beginCall(vm, callable, args, null, OnReturn.Push, sp, frame);
          return;
        }
        stack[sp - 1] = undefined;
        stack[sp++] = value === undefined ? lackingAttribute(vm, object, name) : value;
        break;
      }
      case Op.STORE_ATTR: {
        const object = stack[sp - 1] as Value;
        const value = stack[sp - 2] as Value;
        const hook = typeof object === 'object' && object !== null ? object.cls.setattrHook : undefined;
        if (hook !== undefined) {
          beginCall(vm, hook, [object, names[arg]!, value], null, OnReturn.Discard, sp - 2, frame);
          return;
        }
        if (genericSetAttr(vm, object, names[arg]!, value) === CALL) {
          beginCall(
            vm,
            vm.attributeCall.callable,
            vm.attributeCall.args,
            null,
            OnReturn.Discard,
            sp - 2,
            frame,
          );
          return;
        }
        sp -= 2;
        break;
      }
      case Op.DELETE_ATTR:
        vm.delAttr(stack[sp - 1] as Value, names[arg]!);
        sp--;
        break;
      case Op.LOAD_BUILD_CLASS:
        if ((stack[sp++] = vm.builtins.dict.getStr('__build_class__')) === undefined)
          throw vm.error('NameError', '__build_class__ not found');
        break;
      case Op.LOAD_ASSERTION_ERROR:
        stack[sp++] = vm.exceptionClass('AssertionError');
        break;
      case Op.BINARY_OP: {
        const left = stack[sp - 2] as Value;
        const right = stack[sp - 1] as Value;
        if (typeof left === 'number' && typeof right === 'number' && (arg === 0 || arg === 10)) {
          const result = arg === 0 ? left + right : left - right;
          if (Number.isSafeInteger(result)) {
            stack[--sp - 1] = result;
            break;
          }
        }
        const result = binaryOperation(vm, arg, left, right);
        sp--;
        stack[sp - 1] = result;
        break;
      }
      case Op.UNARY_NEGATIVE:
      case Op.UNARY_POSITIVE:
      case Op.UNARY_INVERT:
        stack[sp - 1] = unaryOperation(vm, instruction & 0xff, stack[sp - 1] as Value);
        break;
      case Op.UNARY_NOT: {
        const value = stack[sp - 1] as Value;
        const truth = vm.truthValue(value);
        stack[sp - 1] = truth instanceof PyUnknown ? truth : !truth;
        break;
      }
      case Op.COMPARE_OP: {
        const left = stack[sp - 2] as Value;
        const right = stack[sp - 1] as Value;
        let result: Value;
        if (typeof left === 'number' && typeof right === 'number') {
          switch (arg) {
            case 0:
              result = left < right;
              break;
            case 1:
              result = left <= right;
              break;
            case 2:
              result = left === right;
              break;
            case 3:
              result = left !== right;
              break;
            case 4:
              result = left > right;
              break;
            default:
              result = left >= right;
          }
        } else if (typeof left === 'string' && typeof right === 'string' && (arg === 2 || arg === 3))
          result = (left === right) === (arg === 2);
        else result = compareOperation(vm, arg, left, right);
        sp--;
        stack[sp - 1] = result;
        break;
      }
      case Op.IS_OP: {
        const right = stack[--sp];
        const left = stack[sp - 1] as Value;
        stack[sp - 1] = vm.isSame(left, right as Value) !== (arg === 1);
        break;
      }
      case Op.CONTAINS_OP: {
        const result = containsOperation(vm, stack[sp - 1] as Value, stack[sp - 2] as Value);
        sp--;
        stack[sp - 1] = result instanceof PyUnknown ? result : result !== (arg === 1);
        break;
      }
      case Op.BINARY_SUBSCR: {
        const object = stack[sp - 2] as Value;
        const key = stack[sp - 1] as Value;
        let result: Value | undefined;
        if (object instanceof PyDict && object.cls === T.dict && typeof key === 'string')
          result = object.getStr(key);
        else if (
          typeof key === 'number' &&
          (object instanceof PyTuple || object instanceof PyList) &&
          (object.cls === T.tuple || object.cls === T.list)
        )
          result = object.items[key < 0 ? key + object.items.length : key];
        if (result === undefined) {
          const method = vm.pythonMethod(object, '__getitem__');
          if (method !== undefined) {
            beginCall(vm, method, [object, key], null, OnReturn.Push, sp - 2, frame);
            return;
          }
          result = vm.getItem(object, key);
        }
        sp--;
        stack[sp - 1] = result;
        break;
      }
      case Op.STORE_SUBSCR:
        vm.setItem(stack[sp - 2] as Value, stack[sp - 1] as Value, stack[sp - 3] as Value);
        sp -= 3;
        break;
      case Op.DELETE_SUBSCR:
        vm.delItem(stack[sp - 2] as Value, stack[sp - 1] as Value);
        sp -= 2;
        break;
      case Op.BUILD_TUPLE: {
        sp -= arg;
        stack[sp] = arg === 0 ? vm.emptyTuple : new PyTuple(stack.slice(sp, sp + arg) as Value[]);
        sp++;
        break;
      }
      case Op.BUILD_LIST: {
        sp -= arg;
        stack[sp] = new PyList(stack.slice(sp, sp + arg) as Value[]);
        sp++;
        break;
      }
      case Op.BUILD_SET: {
        const set = new PySet();
        for (let i = sp - arg; i < sp; i++) set.add(stack[i] as Value);
        sp -= arg;
        stack[sp++] = set;
        break;
      }
      case Op.BUILD_MAP: {
        const dict = new PyDict();
        for (let i = sp - 2 * arg; i < sp; i += 2) dict.set(stack[i] as Value, stack[i + 1] as Value);
        sp -= 2 * arg;
        stack[sp++] = dict;
        break;
      }
      case Op.BUILD_CONST_KEY_MAP: {
        const keys = (stack[sp - 1] as PyTuple).items;
        const dict = new PyDict();
        for (let i = 0; i < arg; i++) dict.set(keys[i] as Value, stack[sp - 1 - arg + i] as Value);
        sp -= arg + 1;
        stack[sp++] = dict;
        break;
      }
      case Op.BUILD_STRING: {
        let text = '';
        for (let i = sp - arg; i < sp; i++) text += vm.asStr(stack[i] as Value) ?? '?';
        sp -= arg;
        stack[sp++] = madeText(text);
        break;
      }
      case Op.BUILD_SLICE: {
        const step = arg === 3 ? (stack[--sp] as Value) : null;
        const stop = stack[--sp] as Value;
        stack[sp - 1] = new PySlice(stack[sp - 1] as Value, stop, step);
        break;
      }
      case Op.LIST_APPEND:
        (stack[sp - 1 - arg] as PyList).push(stack[sp - 1] as Value);
        sp--;
        break;
      case Op.SET_ADD:
        (stack[sp - 1 - arg] as PySet).add(stack[sp - 1] as Value);
        sp--;
        break;
      case Op.MAP_ADD:
        (stack[sp - 2 - arg] as PyDict).set(stack[sp - 2] as Value, stack[sp - 1] as Value);
        sp -= 2;
        break;
      case Op.LIST_EXTEND: {
        const list = stack[sp - 1 - arg] as PyList;
        const source = stack[sp - 1] as Value;
        if (source instanceof PyUnknown)
          vm.note('missing', `the items of an unknown value are left out (${source.reason})`);
        else list.splice(list.items.length, 0, collectForUnpacking(vm, source));
        sp--;
        break;
      }
      case Op.SET_UPDATE: {
        const set = stack[sp - 1 - arg] as PySet;
        updateSet(vm, set, stack[sp - 1] as Value);
        sp--;
        break;
      }
      case Op.DICT_UPDATE:
      case Op.DICT_MERGE: {
        const dict = stack[sp - 1 - arg] as PyDict;
        // For a call, the function lies below the tuple and the dict of its arguments.
        const callable = (instruction & 0xff) === Op.DICT_MERGE ? (stack[sp - 3 - arg] as Value) : undefined;
        mergeMapping(vm, dict, stack[sp - 1] as Value, callable);
        sp--;
        break;
      }
      case Op.LIST_TO_TUPLE:
        stack[sp - 1] = new PyTuple([...(stack[sp - 1] as PyList).items]);
        break;
      case Op.UNPACK_SEQUENCE: {
        const value = stack[sp - 1] as Value;
        const items =
          value instanceof PyUnknown
            ? new Array<Value>(arg).fill(value)
            : value instanceof PyTuple &&
                value.items.length === arg &&
                (value.cls === T.tuple || value.cls.lookup('__iter__') === T.tuple.lookup('__iter__'))
              ? value.items
              : unpack(vm, value, arg, -1);
        sp--;
        for (let i = arg - 1; i >= 0; i--) stack[sp++] = items[i];
        break;
      }
      case Op.UNPACK_EX: {
        const before = arg & 0xff;
        const after = arg >> 8;
        const value = stack[sp - 1] as Value;
        const items = unpack(vm, value, before, after);
        const rest = new PyList(items.slice(before, items.length - after));
        sp--;
        for (let i = items.length - 1; i >= items.length - after; i--) stack[sp++] = items[i];
        stack[sp++] = rest;
        for (let i = before - 1; i >= 0; i--) stack[sp++] = items[i];
        break;
      }
      case Op.GET_ITER: {
        const value = stack[sp - 1] as Value;
        if (value instanceof PyIterator || value instanceof PyGenerator) break;
        const method = vm.pythonMethod(value, '__iter__');
        if (method !== undefined) {
          beginCall(vm, method, [value], null, OnReturn.Iterator, sp - 1, frame);
          return;
        }
        stack[sp - 1] = vm.getIter(value);
        break;
      }
      case Op.FOR_ITER: {
        const iterator = stack[sp - 1] as Value;
        if (vm.loopWatch !== undefined && vm.leavesLoop(frame, forLoop(vm, pc - 1, arg, iterator))) {
          sp--;
          pc = arg;
          break;
        }
        if (iterator instanceof PyIterator) {
          const unpack = ops[pc]!;
          if (iterator.unpacked !== undefined && (unpack & 0xff) === Op.UNPACK_SEQUENCE && !heap.eager) {
            const items = iterator.unpacked();
            if (items !== undefined) {
              if (items.length === unpack >> 8) {
                pc++;
                for (let i = items.length - 1; i >= 0; i--) stack[sp++] = items[i];
              } else stack[sp++] = new PyTuple(items);
              break;
            }
            iterator.exhausted();
            sp--;
            pc = arg;
            break;
          }
          const value = iterator.step();
          if (value === undefined) {
            iterator.exhausted();
            sp--;
            pc = arg;
          } else stack[sp++] = value;
          break;
        }
        if (iterator instanceof PyGenerator) {
          if (iterator.state === 'finished') {
            sp--;
            pc = arg;
            break;
          }
          pushGenerator(vm, iterator, null, OnReturn.For, sp, frame);
          return;
        }
        const value = vm.next(iterator);
        if (value === undefined) {
          sp--;
          pc = arg;
        } else stack[sp++] = value;
        break;
      }
      case Op.JUMP:
        // Back to the start of `while True`, not to a for loop's next item.
        if (
          arg < pc &&
          vm.loopWatch !== undefined &&
          (frame.body.ops[arg]! & 0xff) !== Op.FOR_ITER &&
          vm.leavesLoop(frame, whileLoop(pc - 1, arg, 'endless'))
        )
          break;
        pc = arg;
        break;
      case Op.POP_JUMP_IF_FALSE: {
        const value = stack[--sp] as Value;
        if (value === true) break;
        // Back to the start of a `while`.
        if (arg < pc && vm.loopWatch !== undefined && leavesWhile(vm, frame, pc - 1, arg)) break;
        if (value === false || value === null) pc = arg;
        else if (jumpsOn(vm, frame, pc - 1, value, false)) pc = arg;
        break;
      }
      case Op.POP_JUMP_IF_TRUE: {
        const value = stack[--sp] as Value;
        if (value === false || value === null) break;
        if (arg < pc && vm.loopWatch !== undefined && leavesWhile(vm, frame, pc - 1, arg)) break;
        if (value === true) pc = arg;
        else if (jumpsOn(vm, frame, pc - 1, value, true)) pc = arg;
        break;
      }
      case Op.POP_JUMP_IF_NONE: {
        const value = stack[--sp] as Value;
        if (value !== null) break;
        if (arg < pc && vm.loopWatch !== undefined && leavesWhile(vm, frame, pc - 1, arg)) break;
        pc = arg;
        break;
      }
      case Op.POP_JUMP_IF_NOT_NONE: {
        const value = stack[--sp] as Value;
        if (value === null) break;
        if (arg < pc && vm.loopWatch !== undefined && leavesWhile(vm, frame, pc - 1, arg)) break;
        pc = arg;
        break;
      }
      case Op.JUMP_IF_FALSE_OR_POP: {
        const value = stack[sp - 1] as Value;
        if (
          value === false ||
          value === null ||
          (value !== true && !(value instanceof PyUnknown) && !vm.truth(value))
        )
          pc = arg;
        else sp--;
        break;
      }
      case Op.JUMP_IF_TRUE_OR_POP: {
        const value = stack[sp - 1] as Value;
        if (
          value === true ||
          (value !== false && value !== null && (value instanceof PyUnknown || vm.truth(value)))
        )
          pc = arg;
        else sp--;
        break;
      }
      case Op.CALL: {
        const at = sp - arg - 2;
        const method = stack[at];
        let callable: Value;
        let count = arg;
        if (method === undefined) callable = stack[at + 1] as Value;
        else {
          callable = method;
          count++;
          if (callable instanceof PyUnknown) {
            sp = at + 1;
            stack[at] = leftUndecorated(vm, callable, stack[at + 1] as Value);
            break;
          }
          if (!(
            callable instanceof PyFunction ||
            callable instanceof PyNative ||
            callable instanceof PyMethodDescriptor
          )) {
            // A decorator is called as [decorator, function]: any callable may stand there. Make it [NULL, callable, args…].
            for (let i = sp - 1; i > at; i--) stack[i + 1] = stack[i];
            stack[at] = undefined;
            stack[at + 1] = callable;
            vm.sp = ++sp;
          }
        }
        if (callable instanceof PyBoundMethod) {
          stack[at] = callable.func;
          stack[at + 1] = callable.self;
          callable = callable.func;
          count++;
        }
        if (callable instanceof PyFunction) {
          if (callable.accelerated !== null) {
            const result = accelerate(vm, callable, stack.slice(sp - count, sp) as Value[]);
            if (result !== undefined) {
              sp = at + 1;
              stack[at] = result;
              break;
            }
          }
          vm.current = functionFrame(vm, callable, sp - count, count, at, OnReturn.Push, frame);
          return;
        }
        if (callable instanceof PyNative || callable instanceof PyMethodDescriptor) {
          const args = stack.slice(sp - count, sp) as Value[];
          if (callable instanceof PyNative && callable.self !== undefined) args.unshift(callable.self);
          const result = callNative(vm, callable, args, null);
          if (isCoroutine(result)) {
            vm.current = new NativeFrame(result, callable.name, at, sp, OnReturn.Push, frame);
            return;
          }
          sp = at + 1;
          stack[at] = result;
          break;
        }
        if (callable instanceof PyClass) {
          const init = plainInit(vm, callable);
          if (init !== undefined) {
            // [NULL, cls, args…] becomes [instance, init, instance, args…].
            const instance = callable.allocate!(callable);
            for (let i = sp - 1; i >= at + 2; i--) stack[i + 1] = stack[i];
            stack[at] = instance;
            stack[at + 1] = init;
            stack[at + 2] = instance;
            vm.current = functionFrame(vm, init, at + 2, count + 1, at, OnReturn.Init, frame);
            return;
          }
          const args = stack.slice(sp - count, sp) as Value[];
          vm.current = new NativeFrame(
            instantiate(vm, callable, args, null),
            callable.name,
            at,
            sp,
            OnReturn.Push,
            frame,
          );
          return;
        }
        if (callable !== null && typeof callable === 'object') {
          const call = callable.cls.lookup('__call__');
          if (call instanceof PyFunction) {
            stack[at] = call;
            vm.current = functionFrame(vm, call, at + 1, count + 1, at, OnReturn.Push, frame);
            return;
          }
        }
        beginCall(vm, callable, stack.slice(sp - count, sp) as Value[], null, OnReturn.Push, at, frame);
        return;
      }
      case Op.CALL_KW: {
        const keywords = (stack[--sp] as PyTuple).items;
        const at = sp - arg - 2;
        let callable = stack[at];
        let count = arg - keywords.length;
        if (callable === undefined) callable = stack[at + 1];
        else count++;
        let first = sp - keywords.length - count;
        if (callable instanceof PyBoundMethod) {
          if (stack[at] === undefined) {
            stack[at] = callable.func;
            stack[at + 1] = callable.self;
            callable = callable.func;
            count++;
            first--;
          }
        }
        if (callable instanceof PyFunction) {
          if (callable.accelerated !== null) {
            const split = sp - keywords.length;
            const row = positionalArguments(
              callable,
              stack.slice(first, split) as Value[],
              keywords,
              stack.slice(split, sp) as Value[],
            );
            const result = row === undefined ? undefined : accelerate(vm, callable, row);
            if (result !== undefined) {
              sp = at + 1;
              stack[at] = result;
              break;
            }
          }
          stack[first - 1] = callable;
          vm.current = functionFrame(vm, callable, first, count, at, OnReturn.Push, frame, keywords);
          return;
        }
        if (callable instanceof PyClass) {
          const init = plainInit(vm, callable);
          if (init !== undefined) {
            const instance = callable.allocate!(callable);
            for (let i = sp - 1; i >= at + 2; i--) stack[i + 1] = stack[i];
            stack[at] = instance;
            stack[at + 1] = init;
            stack[at + 2] = instance;
            vm.sp = sp + 1;
            vm.current = functionFrame(vm, init, at + 2, count + 1, at, OnReturn.Init, frame, keywords);
            return;
          }
        }
        const map = new Map<string, Value>();
        for (let i = 0; i < keywords.length; i++)
          map.set(keywords[i] as string, stack[sp - keywords.length + i] as Value);
        const args = stack.slice(first, first + count) as Value[];
        vm.sp = sp;
        beginCall(vm, callable as Value, args, map, OnReturn.Push, at, frame);
        return;
      }
      case Op.CALL_FUNCTION_EX: {
        const at = sp - 3 - (arg & 1);
        const callable = stack[at + 1] as Value;
        const tuple = stack[at + 2] as Value;
        const keywords = (arg & 1) === 1 ? (stack[at + 3] as Value) : null;
        let args: Value[];
        if (tuple instanceof PyTuple) args = [...tuple.items];
        else {
          args = collectForUnpacking(vm, tuple, callable);
          // The tuple takes the place of what it was made from.
          stack[at + 2] = new PyTuple([...args]);
          if (heap.eager) vm.deaths.sweepAt(sp);
        }
        const map = keywords === null ? null : keywordMap(vm, keywords, callable);
        beginCall(vm, callable, args, map, OnReturn.Push, at, frame);
        return;
      }
      case Op.MAKE_FUNCTION: {
        const made = stack[--sp] as PyCode;
        const closure = (arg & 8) !== 0 ? (stack[--sp] as PyTuple) : null;
        const annotations = (arg & 4) !== 0 ? (stack[--sp] as PyTuple) : null;
        const kwdefaults = (arg & 2) !== 0 ? (stack[--sp] as PyDict) : null;
        const defaults = (arg & 1) !== 0 ? (stack[--sp] as PyTuple) : null;
        const func = new PyFunction(made, frame.globals, defaults, kwdefaults, closure);
        if (annotations !== null) {
          annotations.rc++;
          func.annotations = annotations;
        }
        stack[sp++] = func;
        break;
      }
      case Op.RETURN_VALUE: {
        const value = stack[sp - 1] as Value;
        vm.depth--;
        if (frame.caught !== null) holdCaught(vm, frame, value);
        if (frame.through !== null) vm.onRedirectedReturn?.(frame.through.receiver, value);
        if (frame.generator !== null) generatorReturned(vm, frame, value);
        else {
          // deliver() by hand for the common case.
          if (frame.onReturn === OnReturn.Push && frame.back instanceof Frame) {
            stack[frame.returnSp] = value;
            vm.sp = frame.returnSp + 1;
            vm.current = frame.back;
          } else deliver(vm, value, frame.onReturn, frame.returnSp, frame.back);
        }
        return;
      }
      case Op.RETURN_GENERATOR: {
        const { flags } = code.init;
        const kind =
          (flags & CO_COROUTINE) !== 0
            ? 'coroutine'
            : (flags & CO_ASYNC_GENERATOR) !== 0
              ? 'async_generator'
              : 'generator';
        const generator = new PyGenerator(frame, kind);
        if (frame.through !== null) {
          vm.onRedirectedReturn?.(frame.through.receiver, generator);
          frame.through = null;
        }
        generator.suspend(stack.slice(base - 1, sp));
        const { onReturn, returnSp, back } = frame;
        frame.generator = generator;
        vm.depth--;
        deliver(vm, generator, onReturn, returnSp, back);
        return;
      }
      case Op.YIELD_VALUE: {
        const value = stack[sp - 1] as Value;
        const generator = frame.generator!;
        const { onReturn, returnSp, back } = frame;
        generator.state = 'suspended';
        generator.suspend(stack.slice(base - 1, sp - 1));
        vm.depth--;
        generator.setHandled(generator.handlers === 0 ? null : vm.handled);
        vm.handled = generator.outer;
        if (body.exceptionTable.length > 0) generator.awaitDeath();
        deliver(vm, value, onReturn, returnSp, back);
        return;
      }
      case Op.GET_YIELD_FROM_ITER: {
        const value = stack[sp - 1] as Value;
        if (!(value instanceof PyGenerator)) stack[sp - 1] = vm.getIter(value);
        break;
      }
      case Op.GET_AWAITABLE:
        stack[sp - 1] = awaitable(vm, stack[sp - 1] as Value);
        break;
      case Op.SEND: {
        const iterator = stack[sp - 2] as Value;
        const sent = stack[sp - 1] as Value;
        if (iterator instanceof PyGenerator && iterator.state !== 'finished') {
          pushGenerator(vm, iterator, sent, OnReturn.Send, sp - 1, frame);
          return;
        }
        const step = sendToIterator(vm, iterator, sent);
        if (step.done) {
          sp--;
          stack[sp - 1] = step.value;
          pc = arg;
        } else stack[sp - 1] = step.value;
        break;
      }
      case Op.GET_AITER:
        stack[sp - 1] = vm.callSpecialOrFail(
          stack[sp - 1] as Value,
          '__aiter__',
          "'async for' requires an object with __aiter__ method, got",
        );
        break;
      case Op.GET_ANEXT: {
        const next = vm.callSpecialOrFail(
          stack[sp - 1] as Value,
          '__anext__',
          "'async for' requires an iterator with __anext__ method, got",
        );
        stack[sp++] = awaitable(vm, next);
        break;
      }
      case Op.END_ASYNC_FOR: {
        const exception = stack[sp - 1] as PyException;
        if (!exception.cls.isSubclassOf(vm.exceptionClass('StopAsyncIteration'))) {
          vm.reraised = true;
          throw new Raise(exception);
        }
        sp -= 2;
        break;
      }
      case Op.BEFORE_ASYNC_WITH:
      case Op.BEFORE_WITH: {
        const manager = stack[sp - 1] as Value;
        const prefix = (instruction & 0xff) === Op.BEFORE_WITH ? '__' : '__a';
        if (manager instanceof PyUnknown) {
          stack[sp++] = manager;
          break;
        }
        const enter = vm.special(manager, `${prefix}enter__`);
        const exit = vm.special(manager, `${prefix}exit__`);
        const protocol = prefix === '__' ? 'context manager' : 'asynchronous context manager';
        if (enter === undefined)
          throw vm.error(
            'TypeError',
            `'${typeOf(manager).typeName}' object does not support the ${protocol} protocol`,
          );
        if (exit === undefined)
          throw vm.error(
            'TypeError',
            `'${typeOf(manager).typeName}' object does not support the ${protocol} protocol (missed ${prefix}exit__ method)`,
          );
        stack[sp - 1] = exit;
        beginCall(vm, enter, [], null, OnReturn.Push, sp, frame);
        return;
      }
      case Op.WITH_EXCEPT_START: {
        const exit = stack[sp - 3] as Value;
        const exception = stack[sp - 1] as PyException;
        if (exit instanceof PyUnknown) {
          stack[sp++] = false;
          break;
        }
        beginCall(
          vm,
          exit,
          [exception.cls, exception, vm.tracebackOf(exception)],
          null,
          OnReturn.Push,
          sp,
          frame,
        );
        return;
      }
      case Op.PUSH_EXC_INFO: {
        const exception = stack[sp - 1] as Value;
        const { generator } = frame;
        // What is handled outside a generator is another exception each time that it goes on.
        stack[sp - 1] = generator !== null && generator.handlers++ === 0 ? null : vm.handled;
        stack[sp++] = exception;
        vm.handled = exception;
        break;
      }
      case Op.POP_EXCEPT: {
        const { generator } = frame;
        vm.handled = stack[--sp] as Value;
        if (generator !== null && --generator.handlers === 0) vm.handled = generator.outer;
        break;
      }
      case Op.CHECK_EXC_MATCH: {
        const type = stack[sp - 1] as Value;
        stack[sp - 1] = exceptionMatches(vm, stack[sp - 2] as PyException, type);
        break;
      }
      case Op.CHECK_EG_MATCH: {
        const [rest, matched] = splitGroup(vm, stack[sp - 2] as PyException | null, stack[sp - 1] as Value);
        stack[sp - 2] = rest;
        stack[sp - 1] = matched;
        if (matched !== null) vm.handled = matched;
        break;
      }
      case Op.PREP_RERAISE_STAR: {
        const result = prepareReraiseStar(vm, stack[sp - 2] as PyException, stack[sp - 1] as PyList);
        sp--;
        stack[sp - 1] = result;
        break;
      }
      case Op.RERAISE: {
        vm.reraised = true;
        throw new Raise(stack[sp - 1] as PyException);
      }
      case Op.RAISE_VARARGS:
        throw raiseStatement(
          vm,
          arg >= 1 ? (stack[sp - arg] as Value) : undefined,
          arg === 2 ? (stack[sp - 1] as Value) : undefined,
        );
      case Op.IMPORT_NAME: {
        const fromlist = stack[sp - 1] as Value;
        const level = stack[sp - 2] as number;
        const module = vm.importedBy(frame, names[arg]!, fromlist, level);
        sp--;
        stack[sp - 1] = module;
        break;
      }
      case Op.IMPORT_FROM: {
        stack[sp] = vm.importer.importFrom(stack[sp - 1] as Value, names[arg]!);
        sp++;
        break;
      }
      case Op.IMPORT_STAR:
        vm.importer.importStar(stack[sp - 1] as Value, frame.locals ?? frame.globals);
        sp--;
        break;
      case Op.FORMAT_VALUE: {
        const spec = (arg & 4) !== 0 ? (vm.asStr(stack[--sp] as Value) ?? '') : '';
        let value = stack[sp - 1] as Value;
        vm.sp = sp;
        switch (arg & 3) {
          case 1:
            value = vm.str(value);
            break;
          case 2:
            value = vm.repr(value);
            break;
          case 3:
            value = vm.ascii(value);
            break;
        }
        stack[sp - 1] = typeof value === 'string' && spec === '' ? value : vm.format(value, spec);
        break;
      }
      case Op.GET_LEN:
        stack[sp] = vm.length(stack[sp - 1] as Value);
        sp++;
        break;
      case Op.MATCH_MAPPING:
        stack[sp] = matchesMapping(vm, stack[sp - 1] as Value);
        sp++;
        break;
      case Op.MATCH_SEQUENCE:
        stack[sp] = matchesSequence(vm, stack[sp - 1] as Value);
        sp++;
        break;
      case Op.MATCH_KEYS:
        stack[sp] = matchKeys(vm, stack[sp - 2] as Value, stack[sp - 1] as PyTuple);
        sp++;
        break;
      case Op.MATCH_CLASS: {
        const attributes = matchClass(
          vm,
          stack[sp - 3] as Value,
          stack[sp - 2] as Value,
          arg,
          stack[sp - 1] as PyTuple,
        );
        sp -= 2;
        stack[sp - 1] = attributes;
        break;
      }
      case Op.SETUP_ANNOTATIONS: {
        const namespace = frame.locals ?? frame.globals;
        if (vm.localValue(namespace, '__annotations__') === undefined) {
          if (namespace.cls === T.dict) namespace.setStr('__annotations__', new PyDict());
          else vm.setItem(namespace, '__annotations__', vm.root(new PyDict()));
        }
        break;
      }
      case Op.RAISE_SYNTAX_ERROR:
        throw vm.error('SyntaxError', consts[arg] as Value);
      default:
        throw new LimitError(`unknown instruction ${instruction & 0xff}`, vm.place());
    }
  }
}

/** Runs a coroutine of ours to its end in a nested loop. */
export function runCoroutine(vm: VM, coroutine: NativeCoroutine, name: string): Value {
  const { sp, current } = vm;
  const frame = new NativeFrame(coroutine, name, sp, sp, OnReturn.Stop, current);
  vm.result = null;
  try {
    return execute(vm, frame);
  } finally {
    vm.current = current;
    vm.sp = sp;
  }
}

/** Whether a conditional jump is taken. What is unknown goes by the rule for unknowns. */
function jumpsOn(vm: VM, frame: Frame, pc: number, value: Value, jumpIf: boolean): boolean {
  if (value instanceof PyUnknown) return vm.unknownBranch(frame, pc, value, jumpIf);
  const truth = vm.truthValue(value);
  return truth instanceof PyUnknown ? vm.unknownBranch(frame, pc, truth, jumpIf, true) : truth === jumpIf;
}

/** Whether a loop is left at a condition that would jump back to its start, if that is a `while`'s. */
function leavesWhile(vm: VM, frame: Frame, pc: number, start: number): boolean {
  return (
    (frame.body.ops[start]! & 0xff) !== Op.FOR_ITER && vm.leavesLoop(frame, whileLoop(pc, start, 'unknown'))
  );
}
