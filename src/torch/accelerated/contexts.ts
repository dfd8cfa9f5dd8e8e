/** `torch.no_grad` and `torch.enable_grad` as contexts. */
import { PyClass } from '../../python/classes.js';
import { PyInstance, type PyFunction } from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { state } from '../state.js';
import type { AcceleratedFunctions } from './index.js';

/** The functions of a context that sets the mode to `enabled`. */
export function contextFunctions(enabled: boolean) {
  return (_vm: VM, _own: (name: string) => PyFunction, _cls: PyClass): AcceleratedFunctions => ({
    accelerated: {
      __init__: (_machine, [self, ...rest]) => {
        if (rest.length > 0 || !(self instanceof PyInstance) || self.attrs === null) return undefined;
        self.attrs.setStr('prev', false);
        return null;
      },
      __enter__: (_machine, [self]) => {
        if (!(self instanceof PyInstance) || self.attrs === null) return undefined;
        self.attrs.setStr('prev', state.gradEnabled);
        state.gradEnabled = enabled;
        return null;
      },
      __exit__: (_machine, args) => {
        const [self] = args;
        if (args.length !== 4 || !(self instanceof PyInstance)) return undefined;
        const previous = self.attrs?.getStr('prev');
        if (typeof previous !== 'boolean') return undefined;
        state.gradEnabled = previous;
        return null;
      },
    },
  });
}

/** `_NoParamDecoratorContextManager.__new__` of a context that decorates nothing. */
export function decoratorContextFunctions(): AcceleratedFunctions {
  return {
    accelerated: {
      __new__: (_machine, [cls, ...rest]) =>
        rest.length === 0 && cls instanceof PyClass && cls.layout === T.object && cls.allocate !== null
          ? cls.allocate(cls)
          : undefined,
    },
  };
}
