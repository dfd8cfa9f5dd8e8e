/** What the compiler's tests share: parsing, compiling with plain constants, a compact listing of instructions. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Op, OPCODES, type CodeBody, type CodeInit } from '../../../src/python/code';
import { compileModule, type CompileError, type ConstantFactory } from '../../../src/python/compiler';
import { isJump } from '../../../src/python/compile/effects';
import { verify } from '../../../src/python/compile/verify';
import type { Value } from '../../../src/python/heap';
import { createParser, type PythonParser } from '../../../src/python/parser';

/** A constant in the tests: no object of the machine is needed. */
export class TestConstant {
  constructor(
    readonly type: 'code' | 'float' | 'complex' | 'bytes' | 'tuple' | 'frozenset' | 'Ellipsis',
    readonly value: unknown,
  ) {}
}

function make(type: TestConstant['type'], value: unknown): Value {
  return new TestConstant(type, value) as unknown as Value;
}

const constants: ConstantFactory = {
  code: (init) => make('code', init),
  float: (value) => make('float', value),
  complex: (value) => make('complex', value),
  bytes: (value) => make('bytes', value),
  tuple: (value) => make('tuple', value),
  frozenset: (value) => make('frozenset', value),
  ellipsis: () => make('Ellipsis', null),
};

let parser: Promise<PythonParser> | undefined;

export function pythonParser(): Promise<PythonParser> {
  const { resolve } = createRequire(__filename);
  parser ??= createParser({
    runtime: readFileSync(resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  return parser;
}

/** Compiles source that may have errors; `init` is the module's code. */
export async function compileSource(
  source: string,
  options: { tolerant?: boolean; mode?: 'exec' | 'eval' | 'single' } = {},
): Promise<{ init: CodeInit; errors: CompileError[]; parseErrors: string[] }> {
  const result = (await pythonParser()).parse(source);
  const { code, errors } = compileModule(result.module, {
    filename: 'test.py',
    mode: options.mode ?? 'exec',
    constants,
    tolerant: options.tolerant ?? false,
  });
  return { init: initOf(code), errors, parseErrors: result.errors.map(({ message }) => message) };
}

function initOf(code: Value): CodeInit {
  return (code as unknown as TestConstant).value as CodeInit;
}

/** The code objects in a body's constants. */
export function nested(body: CodeBody): CodeInit[] {
  return (body.consts as unknown[]).flatMap((one) =>
    one instanceof TestConstant && one.type === 'code' ? [one.value as CodeInit] : [],
  );
}

/** The code object of the first function, class or comprehension of this name, at any depth. */
export function find(init: CodeInit, name: string): CodeInit {
  const found = search(init, name);
  if (found === undefined) throw new Error(`no code named ${name}`);
  return found;
}

function search(init: CodeInit, name: string): CodeInit | undefined {
  if (init.name === name) return init;
  for (const inner of nested(init.compile())) {
    const found = search(inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the verifier finds in a code object and all in it. */
export function verifyAll(init: CodeInit): string[] {
  const body = init.compile();
  return [...verify(init.qualname, body), ...nested(body).flatMap(verifyAll)];
}

/** The `repr` of a constant. */
export function show(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return `'${value}'`;
  if (!(value instanceof TestConstant)) return String(value);
  switch (value.type) {
    case 'code':
      return `<${(value.value as CodeInit).qualname}>`;
    case 'float':
      return Number.isInteger(value.value) ? `${String(value.value)}.0` : String(value.value);
    case 'complex':
      return `${String(value.value)}j`;
    case 'bytes':
      return `b'${String.fromCharCode(...(value.value as Uint8Array))}'`;
    case 'tuple': {
      const items = (value.value as unknown[]).map(show);
      return `(${items.join(', ')}${items.length === 1 ? ',' : ''})`;
    }
    case 'frozenset':
      return `frozenset({${(value.value as unknown[]).map(show).sort().join(', ')}})`;
    case 'Ellipsis':
      return 'Ellipsis';
  }
}

const NAMED = /_(NAME|GLOBAL|ATTR|METHOD)$|^IMPORT_FROM$/;
const VARIABLE = /_(FAST|DEREF|CLASSDEREF|CLOSURE|CELL)$/;

/** One line an instruction: index, name, argument in words; `?` marks a jump that an unknown value takes. */
export function listing(init: CodeInit): string[] {
  const body = init.compile();
  const variables = [...init.varnames, ...init.cellvars, ...init.freevars];
  return Array.from(body.ops, (instruction, i) => {
    const op = instruction & 0xff;
    const name = OPCODES[op]!;
    const arg = instruction >> 8;
    let text = `${i} ${name}`;
    if (isJump(op)) text += ` ${arg}`;
    else if (op === Op.LOAD_CONST || op === Op.RAISE_SYNTAX_ERROR) text += ` ${show(body.consts[arg])}`;
    else if (NAMED.test(name)) text += ` ${body.names[arg]}`;
    else if (VARIABLE.test(name)) text += ` ${variables[arg]}`;
    else if (arg !== 0) text += ` ${arg}`;
    return text + (body.unknownBranches.get(i)?.endsWith('jump') === true ? ' ?' : '');
  });
}
