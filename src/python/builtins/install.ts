/** Builds the module `builtins`. Loading this module gives the built-in types their methods. */
import './object.js';
import './type.js';
import './int.js';
import './float.js';
import './str.js';
import './bytes.js';
import './memoryview.js';
import './list.js';
import './tuple.js';
import './dict_type.js';
import './set_type.js';
import './range.js';
import './function_types.js';
import './iterator_types.js';
import './property.js';
import { nativeModule } from '../native.js';
import { Ellipsis, NotImplemented, type PyModule } from '../objects.js';
import { T, type BuiltinTypeName } from '../types.js';
import type { VM } from '../vm.js';
import { EXCEPTION_ALIASES, exceptions } from './exceptions.js';
import { functions } from './functions.js';
import { iteratorClasses } from './iterators.js';

/** The built-in types that have a name in the module. */
const TYPES: BuiltinTypeName[] = [
  'object',
  'type',
  'bool',
  'int',
  'float',
  'complex',
  'str',
  'bytes',
  'bytearray',
  'memoryview',
  'tuple',
  'list',
  'dict',
  'set',
  'frozenset',
  'slice',
  'range',
  'property',
  'classmethod',
  'staticmethod',
  'super',
];

/** Makes the module `builtins`: functions, types, exceptions and constants. The machine adds `__build_class__`. */
export function installBuiltins(_vm: VM): PyModule {
  const module = nativeModule('builtins', functions, {
    Ellipsis,
    NotImplemented,
    __debug__: true,
    None: null,
    True: true,
    False: false,
  });
  const { dict } = module;
  for (const name of TYPES) dict.setStr(name, T[name]);
  for (const [name, cls] of Object.entries(iteratorClasses)) dict.setStr(name, cls);
  for (const [name, cls] of Object.entries(exceptions)) dict.setStr(name, cls);
  for (const [alias, name] of Object.entries(EXCEPTION_ALIASES)) dict.setStr(alias, exceptions[name]!);
  dict.setStr(
    '__doc__',
    "Built-in functions, types, exceptions, and other objects.\n\nThis module provides direct access to all 'built-in'\nidentifiers of Python.",
  );
  return module;
}
