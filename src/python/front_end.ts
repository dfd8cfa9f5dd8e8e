/** Source text to code objects: the parser and the compiler put together, as the machine asks for them. */
import { compileModule } from './compiler.js';
import { PyBytes, PyCode, PyComplex, PyFloat, PyFrozenSet, PyTuple, Ellipsis } from './objects.js';
import type { ParseResult, PythonParser } from './parser.js';
import { CompilerFailure, NestingFailure, SyntaxFailure, type FrontEnd } from './failures.js';

/** Makes the values of constants for the compiler. */
export const constants = {
  code: (init: ConstructorParameters<typeof PyCode>[0]) => new PyCode(init),
  float: (value: number) => new PyFloat(value),
  complex: (imag: number) => new PyComplex(0, imag),
  bytes: (data: Uint8Array) => new PyBytes(data),
  tuple: (items: ConstructorParameters<typeof PyTuple>[0][number][]) => new PyTuple(items),
  ellipsis: () => Ellipsis,
  frozenset: (items: ConstructorParameters<typeof PyTuple>[0][number][]) => {
    const set = new PyFrozenSet();
    for (const item of items) set.add(item);
    return set;
  },
};

/**
 * The bytes of a line before a column: CPython 3.11's compiler, unlike its parser, tells of errors where they are in UTF-8, and shows
 * the caret there.
 */
function bytesBefore(line: string | undefined, column: number): number {
  let bytes = column;
  for (const character of line?.slice(0, column) ?? '') {
    const code = character.codePointAt(0)!;
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1;
  }
  return bytes;
}

/** The machine's front end. `parsed` may give the syntax tree of a text that is parsed already (an open editor's). */
export function createFrontEnd(
  parser: PythonParser,
  parsed?: (text: string, filename: string) => ParseResult | undefined,
): FrontEnd {
  const check = ({ errors: [error] }: ParseResult): void => {
    if (error !== undefined)
      throw new SyntaxFailure(error.message, error.line, error.col, error.endLine, error.endCol, error.kind);
  };
  const parse: FrontEnd['parse'] = (text) => {
    const result = parser.parse(text);
    check(result);
    result.dispose();
    return result.module;
  };
  const compile: FrontEnd['compile'] = (text, filename, mode) => {
    const ready = parsed?.(text, filename);
    const result = ready ?? parser.parse(text);
    try {
      check(result);
      const { code, errors } = compileModule(result.module, { filename, mode, constants, tolerant: false });
      const [first] = errors;
      if (first !== undefined) {
        const lines = text.split('\n', Math.max(first.line, first.endLine));
        throw new CompilerFailure(
          first.message,
          first.line,
          bytesBefore(lines[first.line - 1], first.col),
          first.endLine,
          first.pass === 'future' ? null : bytesBefore(lines[first.endLine - 1], first.endCol),
        );
      }
      return code as PyCode;
    } catch (error) {
      // The compiler walks the tree by recursion, as CPython's does.
      if (error instanceof RangeError && /call stack/i.test(error.message))
        throw new NestingFailure('maximum recursion depth exceeded during compilation', 1, 0);
      throw error;
    } finally {
      if (ready === undefined) result.dispose();
    }
  };
  return { compile, parse };
}
