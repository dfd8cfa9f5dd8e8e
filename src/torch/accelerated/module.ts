/** `nn.Module`'s hot methods: creation, attributes, traversals, modes, and the call that leads to `forward`. */
import type { PyClass } from '../../python/classes.js';
import { setsPlainly } from '../../python/attributes.js';
import type { Value } from '../../python/heap.js';
import {
  PyDict,
  PyFunction,
  PyInstance,
  PyIterator,
  PyModule,
  PySet,
  PyUnknown,
  type Accelerated,
} from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import type { AcceleratedFunctions } from './index.js';
import { childrenOf, distinctValues, inherits, membersOf, modulesOf, type Originals } from './traversal.js';

const HOOKS = ['_backward_hooks', '_backward_pre_hooks', '_forward_hooks', '_forward_pre_hooks'] as const;
const GLOBAL_HOOKS = [
  '_global_backward_pre_hooks',
  '_global_backward_hooks',
  '_global_forward_hooks',
  '_global_forward_pre_hooks',
] as const;

function isEmpty(dict: Value | undefined): boolean {
  return dict instanceof PyDict && dict.size === 0;
}

/** Whether an attribute name is usual: PyTorch refuses others. */
function isPlainName(name: Value): name is string {
  return typeof name === 'string' && name !== '' && !name.includes('.');
}

export function moduleFunctions(
  vm: VM,
  own: (name: string) => PyFunction,
  ModuleClass: PyClass,
): AcceleratedFunctions {
  const originals: Originals = {
    named_modules: own('named_modules'),
    named_parameters: own('named_parameters'),
    named_buffers: own('named_buffers'),
    named_children: own('named_children'),
    _named_members: own('_named_members'),
  };
  const { globals } = own('__init__');
  const setattr = own('__setattr__');
  const registerParameter = own('register_parameter');
  const callImplementation = own('_call_impl');
  const train = own('train');
  const children = own('children');
  const parameters = own('parameters');
  const parameterModule = vm.modules.getStr('torch.nn.parameter') as PyModule;
  const Parameter = parameterModule.dict.getStr('Parameter') as PyClass;
  const Buffer = parameterModule.dict.getStr('Buffer') as PyClass;
  const OrderedDict = globals.getStr('OrderedDict') as PyClass;

  /** A module whose attributes are set as `nn.Module` does it. */
  const isUsual = (self: Value): self is PyInstance =>
    self instanceof PyInstance && self.attrs !== null && self.cls.setattrHook === setattr;

  const init: Accelerated = (_vm, args) => {
    const [self] = args;
    if (args.length !== 1 || !(self instanceof PyInstance) || self.attrs === null) return undefined;
    if (self.cls.lookup('call_super_init') !== false) return undefined;
    const ordered = (): Value => OrderedDict.allocate!(OrderedDict);
    const { attrs } = self;
    attrs.setStr('training', true);
    attrs.setStr('_parameters', new PyDict());
    attrs.setStr('_buffers', new PyDict());
    attrs.setStr('_non_persistent_buffers_set', new PySet());
    attrs.setStr('_backward_pre_hooks', ordered());
    attrs.setStr('_backward_hooks', ordered());
    attrs.setStr('_is_full_backward_hook', null);
    attrs.setStr('_forward_hooks', ordered());
    attrs.setStr('_forward_hooks_with_kwargs', ordered());
    attrs.setStr('_forward_hooks_always_called', ordered());
    attrs.setStr('_forward_pre_hooks', ordered());
    attrs.setStr('_forward_pre_hooks_with_kwargs', ordered());
    attrs.setStr('_state_dict_hooks', ordered());
    attrs.setStr('_state_dict_pre_hooks', ordered());
    attrs.setStr('_load_state_dict_pre_hooks', ordered());
    attrs.setStr('_load_state_dict_post_hooks', ordered());
    attrs.setStr('_modules', new PyDict());
    state.recorder?.moduleCreated?.(self);
    return null;
  };

  /** Registers a new parameter; false where `register_parameter` has to decide. */
  const addParameter = (self: PyInstance, name: Value, value: Tensor): boolean => {
    const { attrs } = self;
    const parameters = attrs!.getStr('_parameters');
    const buffers = attrs!.getStr('_buffers');
    const modules = attrs!.getStr('_modules');
    if (
      !(parameters instanceof PyDict && buffers instanceof PyDict && modules instanceof PyDict) ||
      !isPlainName(name) ||
      value.gradFn !== null ||
      self.cls.lookup('register_parameter') !== registerParameter ||
      self.cls.lookup(name) !== undefined ||
      !isEmpty(globals.getStr('_global_parameter_registration_hooks'))
    )
      return false;
    attrs!.delete(name);
    buffers.delete(name);
    modules.delete(name);
    parameters.setStr(name, value);
    return true;
  };

  const setAttribute: Accelerated = (_vm, args) => {
    const [self, name, value] = args;
    if (args.length !== 3 || !isUsual(self!) || typeof name !== 'string' || value instanceof PyUnknown)
      return undefined;
    const attrs = self.attrs!;
    const parameters = attrs.getStr('_parameters');
    const buffers = attrs.getStr('_buffers');
    const modules = attrs.getStr('_modules');
    if (value instanceof Tensor) {
      if (value.cls === Parameter) return addParameter(self, name, value) ? null : undefined;
      if (value.cls.isSubclassOf(Parameter) || value.cls.isSubclassOf(Buffer)) return undefined;
      if (
        value.attrs !== null &&
        (value.attrs.getStr('_is_param') ?? value.attrs.getStr('_is_buffer')) !== undefined
      )
        return undefined;
    } else if (value instanceof PyInstance) {
      if (value.cls.isSubclassOf(ModuleClass)) {
        if (
          !(modules instanceof PyDict && parameters instanceof PyDict && buffers instanceof PyDict) ||
          parameters.getStr(name) !== undefined ||
          !isEmpty(globals.getStr('_global_module_registration_hooks'))
        )
          return undefined;
        attrs.delete(name);
        buffers.delete(name);
        modules.setStr(name, value);
        return null;
      }
      // It may say of itself that it is a module.
      if (value.cls.lookup('__class__') !== T.object.lookup('__class__')) return undefined;
    }
    for (const table of [parameters, modules, buffers])
      if (table !== undefined && !(table instanceof PyDict && table.getStr(name) === undefined))
        return undefined;
    if (!setsPlainly(self.cls, name)) return undefined;
    attrs.setStr(name, value!);
    return null;
  };

  const setTraining = (module: Value, mode: boolean): boolean => {
    if (
      !inherits(module, 'train', train) ||
      !isUsual(module) ||
      module.cls.lookup('children') !== children ||
      module.cls.lookup('named_children') !== originals.named_children ||
      !setsPlainly(module.cls, 'training') ||
      module.attrs!.getStr('training') === undefined
    )
      return false;
    const below = distinctValues(module, '_modules');
    if (below === undefined) return false;
    module.attrs!.setStr('training', mode);
    for (const child of below) if (!setTraining(child, mode)) vm.call(vm.getAttr(child, 'train'), [mode]);
    return true;
  };

  /** A prefix, and whether the tail of the arguments is as it is by default. */
  const members =
    (table: '_parameters' | '_buffers', named: boolean): Accelerated =>
    (_vm, args) => {
      const self = args[0]!;
      const of = table === '_parameters' ? 'named_parameters' : 'named_buffers';
      if (!inherits(self, of, originals[of]) || !inherits(self, '_named_members', originals._named_members))
        return undefined;
      const [prefix, recurse, removeDuplicate] = named
        ? [args[1] ?? '', args[2] ?? true, args[3] ?? true]
        : ['', args[1] ?? true, true];
      if (typeof prefix !== 'string' || typeof recurse !== 'boolean' || typeof removeDuplicate !== 'boolean')
        return undefined;
      if (recurse && !inherits(self, 'named_modules', originals.named_modules)) return undefined;
      return membersOf(vm, originals, self, table, prefix, recurse, removeDuplicate, named);
    };

  return {
    accelerated: {
      __init__: init,
      __setattr__: setAttribute,
      register_parameter: (_vm, [self, name, value, ...rest]) =>
        rest.length === 0 &&
        isUsual(self!) &&
        value instanceof Tensor &&
        value.cls === Parameter &&
        typeof name === 'string' &&
        self.attrs!.getStr(name) === undefined &&
        (['_buffers', '_modules'] as const).every((table) => {
          const dict = self.attrs!.getStr(table);
          return dict instanceof PyDict && dict.getStr(name) === undefined;
        }) &&
        addParameter(self, name, value)
          ? null
          : undefined,
      named_modules: (_vm, [self, memo = null, prefix = '', removeDuplicate = true, ...rest]) =>
        rest.length === 0 &&
        memo === null &&
        typeof prefix === 'string' &&
        typeof removeDuplicate === 'boolean' &&
        self instanceof PyInstance
          ? modulesOf(vm, originals, self, prefix, removeDuplicate, true)
          : undefined,
      modules: (_vm, args) =>
        args.length === 1 && inherits(args[0]!, 'named_modules', originals.named_modules)
          ? modulesOf(vm, originals, args[0], '', true, false)
          : undefined,
      parameters: members('_parameters', false),
      named_parameters: members('_parameters', true),
      buffers: members('_buffers', false),
      named_buffers: members('_buffers', true),
      named_children: (_vm, args) =>
        args.length === 1 && args[0] instanceof PyInstance ? childrenOf(vm, args[0], true) : undefined,
      children: (_vm, args) =>
        args.length === 1 && inherits(args[0]!, 'named_children', originals.named_children)
          ? childrenOf(vm, args[0], false)
          : undefined,
      zero_grad: (_vm, [self, setToNone = true, ...rest]) => {
        if (rest.length > 0 || setToNone !== true || !(self instanceof PyInstance)) return undefined;
        if (self.cls.lookup('parameters') !== parameters || self.attrs?.getStr('_is_replica') !== undefined)
          return undefined;
        const all = members('_parameters', false)(vm, [self]) as PyIterator | undefined;
        if (all === undefined) return undefined;
        vm.root(all);
        for (let p = all.step(); p !== undefined; p = all.step()) {
          if (p instanceof Tensor) p.setGrad(null);
          else vm.setAttr(p, 'grad', null);
        }
        return null;
      },
      train: (_vm, [self, mode = true, ...rest]) =>
        rest.length === 0 && typeof mode === 'boolean' && setTraining(self!, mode) ? self : undefined,
    },
    redirected: {
      _wrapped_call_impl: (_vm, self) => {
        if (!(self instanceof PyInstance) || self.attrs === null) return undefined;
        const { attrs, cls } = self;
        if (
          cls.getattributeHook !== undefined ||
          cls.lookup('_call_impl') !== callImplementation ||
          cls.lookup('_compiled_call_impl') !== null ||
          attrs.getStr('_compiled_call_impl') !== undefined ||
          attrs.getStr('forward') !== undefined ||
          attrs.getStr('_call_impl') !== undefined
        )
          return undefined;
        for (const name of HOOKS) if (!isEmpty(attrs.getStr(name))) return undefined;
        for (const name of GLOBAL_HOOKS) if (!isEmpty(globals.getStr(name))) return undefined;
        const forward = cls.lookup('forward');
        return forward instanceof PyFunction && forward.redirect === null && forward.accelerated === null
          ? forward
          : undefined;
      },
    },
  };
}
