/**
 * Accelerated functions of torch's Python half: a native beside the Python code, for the common case. The Python function stays what
 * programs see (its signature, its identity for overriding and patching) and what runs in every other case; errors are its own.
 */
import { PyClass } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import type { NativeImplementation } from '../../python/native.js';
import { PyFunction, PyStaticMethod, type Accelerated, type Redirect } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { adamFunctions } from './adam.js';
import { contextFunctions, decoratorContextFunctions } from './contexts.js';
import { moduleFunctions } from './module.js';
import { defaultToForeach } from './optimizer.js';
import { fans, parameterFunctions } from './parameter.js';

/** The natives for functions of one class or module, by name. */
export interface AcceleratedFunctions {
  accelerated: Record<string, Accelerated>;
  redirected?: Record<string, Redirect>;
}

/** What makes them, by the qualified name of the class. `own(name)` is its function of that name. */
const makers: Record<
  string,
  (vm: VM, own: (name: string) => PyFunction, cls: PyClass) => AcceleratedFunctions
> = {
  Module: moduleFunctions,
  Parameter: parameterFunctions,
  Adam: adamFunctions,
  no_grad: contextFunctions(false),
  enable_grad: contextFunctions(true),
  _NoParamDecoratorContextManager: decoratorContextFunctions,
};

/** The natives of functions outside classes, by name. */
const functionMakers: Record<string, (vm: VM, func: PyFunction) => Accelerated> = {
  _default_to_fused_or_foreach: defaultToForeach,
  _calculate_fan_in_and_fan_out: fans,
};

export const accelerateNatives: Record<string, NativeImplementation> = {
  /** Gives a function, or the functions of a class, their natives; its module calls it once, after the definition. */
  '_accelerate(defined, /)': (vm: VM, cls: Value) => {
    if (cls instanceof PyFunction) {
      cls.accelerated = functionMakers[cls.name]!(vm, cls);
      return null;
    }
    if (!(cls instanceof PyClass)) throw new Error('_accelerate takes a class or a function');
    const own = (name: string): PyFunction => {
      const found = cls.dict.getStr(name);
      const func = found instanceof PyStaticMethod ? found.func : found;
      if (!(func instanceof PyFunction)) throw new Error(`${cls.name}.${name} is no Python function`);
      return func;
    };
    const { accelerated, redirected } = makers[cls.name]!(vm, own, cls);
    for (const [name, native] of Object.entries(accelerated)) own(name).accelerated = native;
    for (const [name, redirect] of Object.entries(redirected ?? {})) own(name).redirect = redirect;
    return null;
  },
};
