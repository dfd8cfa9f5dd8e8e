/** Modules that a program's own finders give: what `sys.meta_path` holds besides CPython's, which are ours (`imports.ts`). */
import type { Value } from './heap.js';
import { PyList, PyModule, PyUnknown } from './objects.js';
import type { VM } from './vm.js';

/** Asks the finders in turn, as CPython's `_find_spec` and `_load_unlocked`; undefined where none knows the module. */
export function importByFinders(vm: VM, name: string): Value | undefined {
  const sys = vm.modules.getStr('sys');
  const finders = sys instanceof PyModule ? sys.dict.getStr('meta_path') : undefined;
  if (!(finders instanceof PyList) || finders.items.length === 0) return undefined;
  const dot = name.lastIndexOf('.');
  const parent = dot > 0 ? vm.modules.getStr(name.slice(0, dot)) : undefined;
  const path = (parent === undefined ? undefined : vm.findAttr(parent, '__path__')) ?? null;
  for (const finder of [...finders.items]) {
    const find = vm.findAttr(finder, 'find_spec');
    const spec = find === undefined ? null : vm.call(find, [name, path, null]);
    if (spec === null) continue;
    return spec instanceof PyUnknown ? spec : loadSpec(vm, name, spec);
  }
  return undefined;
}

function loadSpec(vm: VM, name: string, spec: Value): Value {
  const make = vm.getAttr(vm.import('importlib.util'), 'module_from_spec');
  const module = vm.call(make, [spec]);
  vm.modules.setStr(name, module);
  try {
    vm.call(vm.getAttr(vm.getAttr(spec, 'loader'), 'exec_module'), [module]);
  } catch (error) {
    vm.modules.delete(name);
    throw error;
  }
  return vm.modules.getStr(name) ?? module;
}
