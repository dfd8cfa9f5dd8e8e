/** The module `_inspect`: the parameters of natives. */
import type { Value } from '../heap.js';
import { nativeModule, PyMethodDescriptor, PyNative } from '../native.js';
import { PyList, PyTuple, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';

const KINDS = { positional: 0, both: 1, varargs: 2, keyword: 3, varkw: 4 } as const;

export function inspectModule(_vm: VM): PyModule {
  return nativeModule('_inspect', {
    // (name, kind, has_default, default) for each parameter of a native, `self` of a bound one left out; None if not known.
    'parameters(native, /)': (_machine, native: Value) => {
      if (!(native instanceof PyNative || native instanceof PyMethodDescriptor) || native.signature.raw)
        return null;
      const { parameters } = native.signature;
      const bound = native instanceof PyNative && native.self !== undefined;
      return new PyList(
        parameters
          .slice(bound ? 1 : 0)
          .map(
            (p) =>
              new PyTuple([
                p.name,
                KINDS[p.kind],
                p.hasDefault && p.default !== undefined,
                p.default ?? null,
              ]),
          ),
      );
    },
  });
}
