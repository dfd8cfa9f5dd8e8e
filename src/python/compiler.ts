/**
 * The compiler: a syntax tree becomes a code object as CPython 3.11 would make it. Symbols and SyntaxErrors of the whole
 * module are found at once; the body of each code object is compiled when it is first asked for.
 */
import type { Module } from './ast.js';
import { Diagnostics, type CompileError } from './compile/diagnostics.js';
import { codeOf } from './compile/functions.js';
import { buildSymbolTable } from './compile/symtable.js';
import type { CompileMode } from './compile/unit.js';
import type { ConstantFactory } from './compile/constants.js';
import { Op } from './code.js';
import type { Value } from './heap.js';

export type { CompileError } from './compile/diagnostics.js';
export type { ConstantFactory } from './compile/constants.js';
export type { CompileMode } from './compile/unit.js';

export interface CompileOptions {
  filename: string;
  mode: CompileMode;
  constants: ConstantFactory;
  /** Leaves out statements with a SyntaxError, where otherwise the module's code raises the first one. */
  tolerant: boolean;
}

/**
 * Compiles a module (mode 'exec'), a single expression statement whose value is returned ('eval') or statements whose
 * values are shown ('single'). Never throws; `errors` are the module's SyntaxErrors in CPython 3.11's words.
 */
export function compileModule(
  module: Module,
  options: CompileOptions,
): { code: Value; errors: CompileError[] } {
  const { filename, mode, constants, tolerant } = options;
  const diagnostics = new Diagnostics();
  const symbols = buildSymbolTable(module, diagnostics);
  const { errors } = diagnostics;
  const first = errors[0];
  const code =
    first === undefined || tolerant
      ? codeOf({ module, filename, mode, constants, symbols, diagnostics }, symbols.module)
      : raisingCode(first, options);
  return { code, errors };
}

/** A module that raises a SyntaxError. */
function raisingCode({ message, line, col, endLine, endCol }: CompileError, options: CompileOptions): Value {
  return options.constants.code({
    name: '<module>',
    qualname: '<module>',
    filename: options.filename,
    firstLine: 1,
    flags: 0,
    argCount: 0,
    posOnlyCount: 0,
    kwOnlyCount: 0,
    varnames: [],
    cellvars: [],
    freevars: [],
    docstring: null,
    usesLocalsDict: true,
    compile: () => ({
      ops: Int32Array.of(Op.RAISE_SYNTAX_ERROR),
      consts: [message],
      names: [],
      exceptionTable: [],
      positions: Int32Array.of(line, col, endLine, endCol),
      stackSize: 0,
      unknownBranches: new Map(),
    }),
  });
}
