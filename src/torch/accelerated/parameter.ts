/** What making a layer's parameters goes through: `nn.Parameter(tensor)`, and the fans that its initialization asks for. */
import { PyClass } from '../../python/classes.js';
import { PyTuple, type Accelerated, type PyFunction } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { makeSubclass } from '../bind/tensor_class.js';
import { Tensor, TensorClass } from '../tensor.js';
import type { AcceleratedFunctions } from './index.js';

/** `Parameter.__new__` of a plain tensor or of a parameter. */
export function parameterFunctions(
  _vm: VM,
  _own: (name: string) => PyFunction,
  Parameter: PyClass,
): AcceleratedFunctions {
  return {
    accelerated: {
      __new__: (vm, [cls, data, requiresGrad = true, ...rest]) =>
        rest.length === 0 &&
        cls instanceof PyClass &&
        data instanceof Tensor &&
        (data.cls === TensorClass || data.cls === Parameter) &&
        typeof requiresGrad === 'boolean'
          ? makeSubclass(vm, cls, data, requiresGrad)
          : undefined,
    },
  };
}

/** `_calculate_fan_in_and_fan_out(tensor)` of a tensor with two dimensions or more. */
export function fans(): Accelerated {
  return (_vm, [tensor, ...rest]) => {
    if (rest.length > 0 || !(tensor instanceof Tensor) || tensor.cls.getattributeHook !== undefined)
      return undefined;
    const { sizes } = tensor;
    if (sizes.length < 2) return undefined;
    const field = sizes.slice(2).reduce((product, size) => product * size, 1);
    return new PyTuple([sizes[1]! * field, sizes[0]! * field]);
  };
}
