/**
 * `nn.Module.__getattr__` as a native: every `self.layer` of a program goes through it, since parameters, buffers and submodules
 * are not in the instance's dict. `nn/modules/module.py` takes it from `torch._C._ModuleAttributes`.
 */
import type { PyObject } from '../python/heap.js';
import { makeType, PyMethodDescriptor, type NativeImplementation } from '../python/native.js';
import { attributesOf, PyDict } from '../python/objects.js';
import { T } from '../python/types.js';
import type { VM } from '../python/vm.js';

const TABLES = ['_parameters', '_buffers', '_modules'] as const;

const getattr: NativeImplementation = (vm: VM, self: PyObject, name: string) => {
  const attributes = attributesOf(self);
  for (const table of TABLES) {
    const held = attributes?.getStr(table);
    const value = held instanceof PyDict ? held.get(name) : undefined;
    if (value !== undefined) return value;
  }
  throw vm.attributeError(self, name);
};

export const ModuleAttributes = makeType('_ModuleAttributes', { module: 'torch._C' }, {});
// Of no class in particular: programs also call `nn.Module.__getattr__(module, name)`.
ModuleAttributes.dict.setStr(
  '__getattr__',
  new PyMethodDescriptor('__getattr__', T.object, '__getattr__(self, name, /)', getattr),
);
