/** The compilation of one code object: its scope, its pools of names and constants, its assembler, the blocks it is in. */
import type { ExprContext, Location, Module, Stmt } from '../ast.js';
import { Op, type CodeBody } from '../code.js';
import type { Value } from '../heap.js';
import { Assembler, type Handler, type Label } from './assembler.js';
import { constKey, constValue, stringConst, type Const, type ConstantFactory } from './constants.js';
import type { Diagnostics } from './diagnostics.js';
import { CELL, FREE, GLOBAL_EXPLICIT, GLOBAL_IMPLICIT, LOCAL, mangle, type Scope } from './scope.js';
import type { SymbolTable } from './symtable.js';

export type CompileMode = 'exec' | 'eval' | 'single';

/** What all code objects of a module share. */
export interface Compilation {
  module: Module;
  filename: string;
  mode: CompileMode;
  constants: ConstantFactory;
  symbols: SymbolTable;
  diagnostics: Diagnostics;
}

/** A block that `return`, `break` or `continue` has to leave in order (CPython's fblock). */
export type Block =
  | { kind: 'while'; start: Label; exit: Label }
  | { kind: 'for'; start: Label; exit: Label }
  /** A range with a handler and nothing to do on leaving: the body of try/except. */
  | { kind: 'try' }
  /** The body of try/finally. */
  | { kind: 'finally try'; body: Stmt[] }
  /** The copy of a finally block that handles an exception. */
  | { kind: 'finally end' }
  | { kind: 'with'; isAsync: boolean; where: Location }
  /** The body of `except E as name`. */
  | { kind: 'handler'; name: string | null }
  /** A return value waits on the stack. */
  | { kind: 'value' };

const NAME_OPS = { Load: Op.LOAD_NAME, Store: Op.STORE_NAME, Del: Op.DELETE_NAME };
const FAST_OPS = { Load: Op.LOAD_FAST, Store: Op.STORE_FAST, Del: Op.DELETE_FAST };
const DEREF_OPS = { Load: Op.LOAD_DEREF, Store: Op.STORE_DEREF, Del: Op.DELETE_DEREF };
const GLOBAL_OPS = { Load: Op.LOAD_GLOBAL, Store: Op.STORE_GLOBAL, Del: Op.DELETE_GLOBAL };

export class Unit {
  readonly asm: Assembler;
  readonly blocks: Block[] = [];
  private readonly names: string[] = [];
  private readonly nameIndex = new Map<string, number>();
  private readonly consts: Value[] = [];
  private readonly constIndex = new Map<string, number>();
  private readonly valueIndex = new Map<Value, number>();

  constructor(
    readonly compilation: Compilation,
    readonly scope: Scope,
    where: Location,
  ) {
    scope.layOut();
    this.asm = new Assembler(where);
  }

  emit(op: number, arg = 0): void {
    this.asm.emit(op, arg);
  }

  /** Runs `write` with the positions of its instructions being `where`. */
  at(where: Location, write: () => void): void {
    const { asm } = this;
    const { location } = asm;
    asm.location = where;
    write();
    asm.location = location;
  }

  nameArg(name: string): number {
    let index = this.nameIndex.get(name);
    if (index === undefined) {
      index = this.names.push(name) - 1;
      this.nameIndex.set(name, index);
    }
    return index;
  }

  /** An instruction on a name of `names`: an attribute or an import. */
  emitName(op: number, name: string): void {
    this.asm.emit(op, this.nameArg(this.mangle(name)));
  }

  mangle(name: string): string {
    return mangle(this.scope.privateClass, name);
  }

  constArg(constant: Const): number {
    const key = constKey(constant);
    let index = this.constIndex.get(key);
    if (index === undefined) {
      index = this.consts.push(constValue(constant, this.compilation.constants)) - 1;
      this.constIndex.set(key, index);
    }
    return index;
  }

  loadConst(constant: Const): void {
    this.asm.emit(Op.LOAD_CONST, this.constArg(constant));
  }

  loadString(value: string): void {
    this.loadConst(stringConst(value));
  }

  /** Loads an object made by the compiler: a code object. */
  loadValue(value: Value): void {
    let index = this.valueIndex.get(value);
    if (index === undefined) {
      index = this.consts.push(value) - 1;
      this.valueIndex.set(value, index);
    }
    this.asm.emit(Op.LOAD_CONST, index);
  }

  /** Whether storing the name writes a slot of the frame (CPython's STORE_FAST). */
  isFast(name: string): boolean {
    return this.scope.isFunctionLike && this.scope.symbols.get(this.mangle(name))?.kind === LOCAL;
  }

  /** Loads, stores or deletes a variable, wherever it lives. */
  variable(name: string, context: ExprContext): void {
    const { scope, asm } = this;
    let mangled = this.mangle(name);
    if (scope.classNames.length > 0 && scope.classNames.includes(mangled)) mangled = `.${mangled}`;
    const entry = scope.symbols.get(mangled);
    switch (entry?.kind) {
      case CELL:
      case FREE:
        if (context === 'Load' && entry.kind === FREE && scope.kind === 'class') {
          asm.emit(Op.LOAD_CLASSDEREF, entry.slot);
        } else asm.emit(DEREF_OPS[context], entry.slot);
        return;
      case LOCAL:
        if (!scope.isFunctionLike) break;
        asm.emit(FAST_OPS[context], entry.slot);
        return;
      case GLOBAL_EXPLICIT:
        asm.emit(GLOBAL_OPS[context], this.nameArg(mangled));
        return;
      case GLOBAL_IMPLICIT:
      case undefined:
        if (!scope.isFunctionLike) break;
        asm.emit(GLOBAL_OPS[context], this.nameArg(mangled));
        return;
    }
    asm.emit(NAME_OPS[context], this.nameArg(mangled));
  }

  /** Leaves the innermost handler's range; code that follows is written with the handler outside it. */
  popHandler(): void {
    this.asm.popHandler();
  }

  pushHandler(depth?: number): Handler {
    return this.asm.pushHandler(depth);
  }

  finish(): CodeBody {
    return { ...this.asm.finish(), consts: this.consts, names: this.names };
  }
}
