/** The module `_traceback`: the text of exceptions. */
import { exceptionOnly, formatTraceback } from '../builtins/traceback.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyException, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';

function sourceLine(vm: VM, file: string, line: number): string | undefined {
  return vm.importer.readSource(file)?.split('\n', line)[line - 1];
}

export function tracebackModule(_vm: VM): PyModule {
  const expectException = (vm: VM, value: Value): PyException => {
    if (value instanceof PyException) return value;
    throw vm.error('TypeError', 'Exception expected for value');
  };
  return nativeModule('_traceback', {
    'format_exception(value, chain, /)': (vm, value: Value) =>
      formatTraceback(vm, expectException(vm, value), (file, line) => sourceLine(vm, file, line)),
    'exception_only(value, /)': (vm, value: Value) => exceptionOnly(vm, expectException(vm, value)),
  });
}
