/** The SyntaxErrors of the compiler, with the statements that they make unusable. */
import type { Location, Stmt } from '../ast.js';

export interface CompileError {
  pass: Pass;
  message: string;
  /** From 1. */
  line: number;
  /** From 0, in UTF-16 units. */
  col: number;
  endLine: number;
  endCol: number;
}

/**
 * CPython's passes over a syntax tree, in their order: an error of an earlier pass hides those of the later ones, wherever they
 * are. The passes are those of future.c, symtable.c and compile.c.
 */
const PASSES = ['future', 'symbols', 'compile'] as const;
export type Pass = (typeof PASSES)[number];

/** Collects errors in the order in which CPython would find them. */
export class Diagnostics {
  private readonly found: Record<Pass, CompileError[]> = { future: [], symbols: [], compile: [] };
  /** Statements with an error: a tolerant compilation leaves them out. */
  readonly broken = new Set<Stmt>();

  /** All errors, pass after pass. */
  get errors(): CompileError[] {
    return PASSES.flatMap((pass) => this.found[pass]);
  }

  add(pass: Pass, message: string, where: Location, statement: Stmt | null): void {
    this.found[pass].push({
      pass,
      message,
      line: where.line,
      col: where.col,
      endLine: where.endLine,
      endCol: where.endCol,
    });
    if (statement !== null) this.broken.add(statement);
  }
}
