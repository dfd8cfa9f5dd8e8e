/**
 * Natives beside functions of the standard library's Python code, for the common case (`PyFunction.accelerated`): importing a library is
 * mostly decorators, type hints and enumerations. Their modules attach them by `_host.accelerate(function, name)`.
 */
import { PyClass } from '../classes.js';
import { CO_VARARGS, CO_VARKEYWORDS } from '../code.js';
import { objectNumber } from '../dict.js';
import type { Value } from '../heap.js';
import type { NativeImplementation } from '../native.js';
import {
  PyDict,
  PyFloat,
  PyFunction,
  PyInstance,
  PyList,
  PyMappingProxy,
  PyTuple,
  PyUnknown,
  type Accelerated,
} from '../objects.js';
import type { VM } from '../vm.js';
import { kindOfName } from './functools_native.js';

/** A text that is the same for the same parameters (the same objects; equal texts and numbers of one type); undefined for unknowns. */
function spellParameters(value: Value): string | undefined {
  if (value === null) return 'N';
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value !== 'object') return `${typeof value}${value}`;
  if (value instanceof PyUnknown) return undefined;
  if (value instanceof PyTuple || value instanceof PyList) {
    const parts: string[] = [];
    for (const item of value.items) {
      const part = spellParameters(item);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return `${value instanceof PyTuple ? 't' : 'l'}(${parts.join(',')})`;
  }
  return `o${objectNumber(value)}`;
}

/** Aliases that a form of `typing` keeps at most. */
const MAX_KEPT = 1000;

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

/** `_EnumDict.__setitem__` of a special name, or of a member with a plain value. */
function enumSetItem(_vm: VM, func: PyFunction): Accelerated {
  const special = ['nonmember', 'member', 'auto'].map((name) => func.globals.getStr(name));
  const isPlain = (value: Value): boolean => {
    if (typeof value === 'string' || typeof value === 'number' || value instanceof PyFloat) return true;
    if (!(value instanceof PyInstance) || value.cls.native || value.cls.getattrHook !== undefined)
      return false;
    return (
      !special.includes(value.cls) &&
      !['__get__', '__set__', '__delete__'].some((name) => value.cls.lookup(name) !== undefined) &&
      !['__get__', '__set__', '__delete__'].some((name) => value.attrs?.getStr(name) !== undefined)
    );
  };
  return (_machine, [self, name, value]) => {
    if (!(self instanceof PyDict) || self.attrs === null || typeof name !== 'string' || value === undefined)
      return undefined;
    const { attrs } = self;
    const className = attrs.getStr('_cls_name');
    if (typeof className !== 'string') return undefined;
    const kind = kindOfName(className, name);
    if (kind === 'dunder' && name !== '__order__') {
      self.setStr(name, value);
      return null;
    }
    if (kind !== 'plain' || !isPlain(value)) return undefined;
    const names = attrs.getStr('_member_names');
    const ignored = attrs.getStr('_ignore');
    const last = attrs.getStr('_last_values');
    if (!(names instanceof PyDict && ignored instanceof PyList && last instanceof PyList)) return undefined;
    if (ignored.items.length > 0 || names.getStr(name) !== undefined || self.getStr(name) !== undefined)
      return undefined;
    names.setStr(name, null);
    last.push(value);
    self.setStr(name, value);
    return null;
  };
}

/** An instance of a class of ours whose attributes are in slots. */
function slotted(cls: PyClass, slots: Record<string, Value>): PyInstance {
  const made = cls.allocate!(cls) as PyInstance;
  made.attrs ??= new PyDict();
  for (const [name, value] of Object.entries(slots)) made.attrs.setStr(name, value);
  return made;
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

const makers: Record<string, (vm: VM, func: PyFunction) => Accelerated> = {
  'functools.update_wrapper': updateWrapper,
  'enum._EnumDict.__setitem__': enumSetItem,
  'inspect._signature_from_function': signatureFromFunction,
  'typing.__getitem__': (vm) => (_machine, args) => {
    const [self, parameters] = args;
    if (args.length !== 2) return undefined;
    const made = vm.findAttr(self!, '_made');
    const key = spellParameters(parameters!);
    return made instanceof PyDict && key !== undefined ? made.getStr(key) : undefined;
  },
};

export const acceleratedNatives: Record<string, NativeImplementation> = {
  /** Gives a function its native, by name. */
  'accelerate(function, name, /)': (vm, func: PyFunction, name: string) => {
    func.accelerated = makers[name]!(vm, func);
    return null;
  },
  /** Keeps what a subscription of a `typing` form gave, so that the same parameters give the same object. */
  'keep_alias(made, parameters, alias, /)': (_vm, made: PyDict, parameters: Value, alias: Value) => {
    const key = spellParameters(parameters);
    if (key === undefined) return null;
    if (made.size >= MAX_KEPT) made.clear();
    made.setStr(key, alias);
    return null;
  },
};
