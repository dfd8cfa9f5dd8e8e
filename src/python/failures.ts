/** How a run ends other than by a Python exception, and what the machine asks of its front end. */
import type { Module } from './ast.js';
import type { PyCode, Place } from './objects.js';

/** The machine's own bounds were reached, or a feature is not supported: the program ends, partially known. */
export class LimitError extends Error {
  constructor(
    message: string,
    readonly place: Place | undefined,
  ) {
    super(message);
  }
}

/** A value would be larger than the machine can hold: a MemoryError to the program. */
export class TooLargeError extends Error {}

/** The most items of a list. JavaScript's arrays end the process somewhat above that. */
export const MAX_ITEMS = 1 << 26;
/** The most bytes of a bytes object. */
export const MAX_BYTES = 1 << 30;
/** What an item of a list takes. */
export const REFERENCE_BYTES = 8;

/** Whether JavaScript could not make a string, an array or a number of that size. */
export function isTooLarge(error: unknown): boolean {
  return (
    error instanceof TooLargeError ||
    (error instanceof RangeError &&
      /^(?:Invalid (?:string|array|typed array|array buffer|count value)|Array buffer|(?:Map|Set|Maximum BigInt|Maximum) |invalid size)/i.test(
        error.message,
      ) &&
      !/call stack/i.test(error.message))
  );
}

/** The run was cancelled from outside. */
export class Cancelled extends Error {
  constructor(readonly place: Place | undefined) {
    super('cancelled');
  }
}

/** What a front end throws for source that does not compile. */
export class SyntaxFailure extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
    readonly endLine = line,
    readonly endColumn = column,
    /** The exception that it is. */
    readonly kind: 'SyntaxError' | 'IndentationError' | 'TabError' = 'SyntaxError',
  ) {
    super(message);
  }
}

/** What the compiler found, not the parser: CPython reads the line that it shows from the file, which there may not be. */
export class CompilerFailure extends SyntaxFailure {
  constructor(
    message: string,
    line: number,
    column: number,
    endLine: number,
    /** Null where CPython tells none. */
    readonly shownEnd: number | null,
  ) {
    super(message, line, column, endLine, shownEnd ?? column);
  }
}

/** Source that the compiler's recursion cannot follow: a RecursionError. */
export class NestingFailure extends SyntaxFailure {}

export type CompileMode = 'exec' | 'eval' | 'single';
/** What reads source text; both throw SyntaxFailure. */
export interface FrontEnd {
  /** Parses and compiles. */
  compile(text: string, filename: string, mode: CompileMode): PyCode;
  /** Only parses. */
  parse(text: string): Module;
}
