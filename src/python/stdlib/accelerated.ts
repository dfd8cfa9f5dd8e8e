/**
 * Natives beside functions of the standard library's Python code, for the common case (`PyFunction.accelerated`): importing a library is
 * mostly decorators, type hints and enumerations. Their modules attach them by `_host.accelerate(function, name)`.
 */
import { PyClass } from '../classes.js';
import { CO_VARARGS, CO_VARKEYWORDS } from '../code.js';
import type { Value } from '../heap.js';
import type { NativeImplementation } from '../native.js';
import { absorb } from '../builtins/protocol.js';
import { PyDict, PyFunction, PyMappingProxy, PyUnknown, type Accelerated } from '../objects.js';
import type { VM } from '../vm.js';
import { enumAccelerations } from './enum_native.js';
import { slotted, typingAccelerations, typingNatives } from './typing_native.js';

/** `update_wrapper(wrapper, wrapped)` of two plain functions. */
function updateWrapper(vm: VM, func: PyFunction): Accelerated {
  const [assignedByDefault, updatedByDefault] = func.defaults!.items;
  return (
    _machine,
    [wrapper, wrapped, assigned = assignedByDefault, updated = updatedByDefault, ...rest],
  ) => {
    if (
      !(wrapper instanceof PyFunction && wrapped instanceof PyFunction) ||
      assigned !== assignedByDefault ||
      updated !== updatedByDefault ||
      rest.length > 0
    )
      return undefined;
    for (const name of ['__module__', '__name__', '__qualname__', '__doc__', '__annotations__'])
      vm.setAttr(wrapper, name, vm.getAttr(wrapped, name));
    const own = vm.getAttr(wrapper, '__dict__') as PyDict;
    if (wrapped.attrs !== null) own.update(wrapped.attrs);
    own.setStr('__wrapped__', wrapped);
    return wrapper;
  };
}

/** `inspect._signature_from_function(cls, func, globals, locals, eval_str)` of a plain function, its annotations left as they are. */
function signatureFromFunction(vm: VM, own: PyFunction): Accelerated {
  const { globals } = own;
  return (_machine, [cls, func, , , evalStr = false, ...rest]) => {
    const Parameter = globals.getStr('Parameter');
    const ordered = globals.getStr('OrderedDict');
    const empty = globals.getStr('_empty')!;
    if (
      !(func instanceof PyFunction && Parameter instanceof PyClass && ordered instanceof PyClass) ||
      !(cls instanceof PyClass && cls === globals.getStr('Signature')) ||
      evalStr !== false ||
      rest.length > 0
    )
      return undefined;
    const { argCount, posOnlyCount, kwOnlyCount, flags, varnames } = func.code.init;
    if (varnames[0]?.startsWith('.') === true) return undefined;
    const annotations = vm.getAttr(func, '__annotations__');
    const annotationOf = (name: string): Value => {
      const found = annotations instanceof PyDict ? annotations.getStr(name) : undefined;
      return found === undefined ? empty : found;
    };
    const parameters = vm.root(ordered.allocate!(ordered) as PyDict);
    const add = (at: number, kind: string, value: Value | undefined): void => {
      const _name = varnames[at]!;
      parameters.setStr(
        _name,
        slotted(Parameter, {
          _kind: globals.getStr(kind)!,
          _default: value === undefined ? empty : value,
          _annotation: annotationOf(_name),
          _name,
        }),
      );
    };
    const defaults = func.defaults?.items ?? [];
    const firstDefault = argCount - defaults.length;
    for (let i = 0; i < argCount; i++)
      add(i, i < posOnlyCount ? '_POSITIONAL_ONLY' : '_POSITIONAL_OR_KEYWORD', defaults[i - firstDefault]);
    let rested = argCount + kwOnlyCount;
    if ((flags & CO_VARARGS) !== 0) add(rested++, '_VAR_POSITIONAL', undefined);
    for (let i = argCount; i < argCount + kwOnlyCount; i++)
      add(i, '_KEYWORD_ONLY', func.kwdefaults?.getStr(varnames[i]!));
    if ((flags & CO_VARKEYWORDS) !== 0) add(rested, '_VAR_KEYWORD', undefined);
    return slotted(cls, {
      _parameters: new PyMappingProxy(parameters),
      _return_annotation: annotationOf('return'),
    });
  };
}

/**
 * `inspect._signature_from_callable(obj, cls, follow_wrapped, globals, locals, eval_str)` of a function behind decorators that say no more of
 * it than `__wrapped__`.
 */
function signatureFromCallable(vm: VM, own: PyFunction): Accelerated {
  const { globals } = own;
  const fromFunction = signatureFromFunction(vm, own);
  return (machine, [obj, cls, followWrapped = true, ...rest]) => {
    let func = obj;
    if (followWrapped !== true || cls === undefined) return undefined;
    for (let depth = 0; depth < MAX_WRAPPERS; depth++) {
      if (!(func instanceof PyFunction) || func.cls !== globals.getStr('_function')) return undefined;
      const { attrs } = func;
      if (attrs === null || attrs.size === 0) break;
      if (['__signature__', '_partialmethod'].some((name) => attrs.getStr(name) !== undefined))
        return undefined;
      const wrapped = attrs.getStr('__wrapped__');
      if (wrapped === undefined) break;
      func = wrapped;
    }
    return func === undefined ? undefined : fromFunction(machine, [cls, func, ...rest]);
  };
}

/** Decorators on top of each other that are looked through. */
const MAX_WRAPPERS = 100;

/**
 * A function of texts that says nothing of an unknown one: its result is unknown too. Its code would ask for the text's type, and go on with
 * one that it may not be.
 */
function absorbing(): Accelerated {
  return (_machine, args) => {
    const unknown = args.find((arg) => arg instanceof PyUnknown);
    return unknown === undefined ? undefined : absorb(unknown);
  };
}

const makers: Record<string, (vm: VM, func: PyFunction) => Accelerated> = {
  'functools.update_wrapper': updateWrapper,
  'posixpath.*': absorbing,
  ...enumAccelerations,
  'inspect._signature_from_function': signatureFromFunction,
  'inspect._signature_from_callable': signatureFromCallable,
  ...typingAccelerations,
};

export const acceleratedNatives: Record<string, NativeImplementation> = {
  ...typingNatives,
  /** Gives a function its native, by name. */
  'accelerate(function, name, /)': (vm, func: PyFunction, name: string) => {
    func.accelerated = makers[name]!(vm, func);
    return null;
  },
};
