/** The SyntaxErrors of the compiler, with the statements that they make unusable. */
import type { Location, Stmt } from '../ast.js';

export interface CompileError {
  message: string;
  /** From 1. */
  line: number;
  /** From 0, in UTF-16 units. */
  col: number;
  endLine: number;
  endCol: number;
}

/** Collects errors in the order in which they are found. */
export class Diagnostics {
  readonly errors: CompileError[] = [];
  /** Statements with an error: a tolerant compilation leaves them out. */
  readonly broken = new Set<Stmt>();

  add(message: string, where: Location, statement: Stmt | null): void {
    this.errors.push({
      message,
      line: where.line,
      col: where.col,
      endLine: where.endLine,
      endCol: where.endCol,
    });
    if (statement !== null) this.broken.add(statement);
  }
}
