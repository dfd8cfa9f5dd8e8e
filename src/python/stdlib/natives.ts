/** The modules of the standard library that are TypeScript; made when first imported. */
import type { PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { abcModule } from './abc_native.js';
import { binasciiModule, digestModule, structModule } from './bytes_native.js';
import { codegenModule } from './codegen.js';
import { collectionsModule } from './collections_native.js';
import { enumModule } from './enum_native.js';
import { functoolsModule } from './functools_native.js';
import { gcModule } from './gc.js';
import { hostModule } from './host.js';
import { inspectModule } from './inspect_native.js';
import { itertoolsModule } from './itertools.js';
import { jsonModule } from './json_native.js';
import { literalModule } from './literal.js';
import { mathModule } from './math.js';
import { operatorModule } from './operator.js';
import { randomModule } from './random_native.js';
import { reModule } from './regex/re_native.js';
import { syntaxTreeModule } from './syntax_tree.js';
import { sysModule } from './sys.js';
import { timeModule } from './time.js';
import { tracebackModule } from './traceback_native.js';
import { unicodeModule } from './unicode_native.js';
import { weakrefModule } from './weakref_native.js';

export const stdlibNatives: Record<string, (vm: VM) => PyModule> = {
  _abc: abcModule,
  _codegen: codegenModule,
  _collections: collectionsModule,
  _digest: digestModule,
  _enum_native: enumModule,
  _functools_native: functoolsModule,
  _host: hostModule,
  _inspect: inspectModule,
  _json_native: jsonModule,
  _literal: literalModule,
  _random: randomModule,
  _re: reModule,
  _struct: structModule,
  _syntax_tree: syntaxTreeModule,
  _traceback: tracebackModule,
  _weakref: weakrefModule,
  binascii: binasciiModule,
  gc: gcModule,
  itertools: itertoolsModule,
  math: mathModule,
  operator: operatorModule,
  sys: sysModule,
  time: timeModule,
  unicodedata: unicodeModule,
};
