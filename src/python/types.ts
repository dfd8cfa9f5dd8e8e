/** The built-in classes by name, filled in while the machine's modules load (`builtin_types.ts` and the natives). */
import type { PyClass } from './classes.js'

export type BuiltinTypeName =
  | 'object' | 'type' | 'NoneType' | 'bool' | 'int' | 'float' | 'complex' | 'str' | 'bytes' | 'bytearray' | 'tuple' | 'list'
  | 'dict' | 'set' | 'frozenset' | 'slice' | 'range' | 'function' | 'builtin_function_or_method' | 'method'
  | 'method_descriptor' | 'wrapper_descriptor' | 'getset_descriptor' | 'member_descriptor' | 'property' | 'classmethod' | 'staticmethod'
  | 'super' | 'module' | 'cell' | 'code' | 'frame' | 'traceback' | 'generator' | 'coroutine' | 'async_generator' | 'iterator' | 'ellipsis'
  | 'NotImplementedType' | 'mappingproxy' | 'dict_keys' | 'dict_values' | 'dict_items' | 'weakref' | 'Unknown' | 'BaseException'
  | 'memoryview'

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- filled at load time, before any use
export const T = {} as Record<BuiltinTypeName, PyClass>
