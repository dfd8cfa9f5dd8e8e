/**
 * Writes the instructions of one code object: jumps to labels, the depth of the stack, the exception table, positions.
 * What cannot be reached is not written; its depth is tracked all the same, so that the compiler need not care.
 */
import type { Location } from '../ast.js';
import { Op, type ExceptionTableEntry, type UnknownRule } from '../code.js';
import { endsFlow, jumpEffect, stackEffect } from './effects.js';

/** A place to jump to. */
export class Label {
  /** Index of the instruction, once placed. */
  position = -1;
  /** Depth of the stack there, once a jump to it is known. */
  depth = -1;
  /** Whether reachable code jumps here. */
  isTarget = false;
  /** Jumps to be patched. */
  readonly jumps: number[] = [];
}

/** Where exceptions go from the instructions that are being written. */
export class Handler {
  readonly label = new Label();
  constructor(
    /** How much of the stack stays when an exception comes. */
    readonly depth: number,
    readonly outer: Handler | null,
  ) {}
}

const OR_POP = new Set<number>([Op.JUMP_IF_FALSE_OR_POP, Op.JUMP_IF_TRUE_OR_POP]);

/** Scratch space shared by all assemblers: a code object is written in one go. */
let ops = new Int32Array(4096);
let positions = new Int32Array(4 * 4096);

export class Assembler {
  length = 0;
  depth = 0;
  maxDepth = 0;
  reachable = true;
  /** Where in the source the next instructions come from. */
  location: Location;
  handler: Handler | null = null;
  readonly unknownBranches = new Map<number, UnknownRule>();
  /** Whether the conditions that are being compiled guard what raises. */
  guarded = false;
  private readonly exceptionTable: ExceptionTableEntry[] = [];
  private readonly jumps: number[] = [];
  private rangeStart = 0;
  /** Where the last label was placed. */
  private lastBound = -1;

  constructor(location: Location) {
    this.location = location;
  }

  private write(op: number, arg: number): void {
    const at = this.length++;
    if (at >= ops.length) {
      const moreOps = new Int32Array(ops.length * 2);
      moreOps.set(ops);
      ops = moreOps;
      const morePositions = new Int32Array(positions.length * 2);
      morePositions.set(positions);
      positions = morePositions;
    }
    ops[at] = op | (arg << 8);
    const { location } = this;
    const p = at * 4;
    positions[p] = location.line;
    positions[p + 1] = location.col;
    positions[p + 2] = location.endLine;
    positions[p + 3] = location.endCol;
  }

  /** Writes an instruction that is no jump. */
  emit(op: number, arg = 0): void {
    this.depth += stackEffect(op, arg);
    if (!this.reachable) return;
    this.write(op, arg);
    if (this.depth > this.maxDepth) this.maxDepth = this.depth;
    if (endsFlow(op)) this.reachable = false;
  }

  /** Writes a jump; `onUnknown`: whether it is taken for an unknown value. */
  jump(op: number, label: Label, onUnknown = false): void {
    label.depth = this.depth + jumpEffect(op);
    this.depth += stackEffect(op, 0);
    if (!this.reachable) return;
    label.isTarget = true;
    this.jumps.push(this.length);
    if (label.position < 0) label.jumps.push(this.length);
    if (this.guarded && op !== Op.JUMP)
      this.unknownBranches.set(this.length, onUnknown ? 'must jump' : 'must stay');
    else if (onUnknown) this.unknownBranches.set(this.length, 'jump');
    this.write(op, label.position < 0 ? 0 : label.position);
    if (this.depth > this.maxDepth) this.maxDepth = this.depth;
    if (op === Op.JUMP) this.reachable = false;
  }

  /** Places a label here. */
  bind(label: Label): void {
    if (this.endsInJumpTo(label)) {
      this.length--;
      this.jumps.pop();
      label.jumps.pop();
      this.reachable = true;
      // Dead code may lie between the jump and here.
      this.depth = label.depth;
    }
    this.lastBound = this.length;
    label.position = this.length;
    for (const at of label.jumps) ops[at] = (ops[at]! & 0xff) | (this.length << 8);
    if (!this.reachable) {
      if (label.depth >= 0) this.depth = label.depth;
      this.reachable = label.isTarget;
    }
  }

  /** Whether the last instruction is a jump to the label about to be placed, which can be left out. */
  private endsInJumpTo(label: Label): boolean {
    const last = this.length - 1;
    return (
      label.jumps.length > 0 &&
      label.jumps.at(-1) === last &&
      (ops[last]! & 0xff) === Op.JUMP &&
      this.lastBound !== this.length &&
      this.rangeStart !== this.length
    );
  }

  /** Starts a range whose exceptions go to a new handler; the stack is cut to `depth`, then the exception pushed. */
  pushHandler(depth = this.depth): Handler {
    const handler = new Handler(depth, this.handler);
    this.setHandler(handler);
    return handler;
  }

  popHandler(): void {
    this.setHandler(this.handler!.outer);
  }

  /** Makes `handler` the innermost one from here on. */
  setHandler(handler: Handler | null): void {
    this.closeRange();
    this.handler = handler;
  }

  private closeRange(): void {
    const { handler, length, rangeStart } = this;
    if (handler !== null && length > rangeStart) {
      handler.label.isTarget = true;
      const last = this.exceptionTable.at(-1) as (ExceptionTableEntry & { handler?: Handler }) | undefined;
      if (last !== undefined && last.end === rangeStart && last.handler === handler) last.end = length;
      else {
        const entry = { start: rangeStart, end: length, target: 0, depth: handler.depth, handler };
        this.exceptionTable.push(entry);
      }
    }
    this.rangeStart = length;
  }

  /** Places the code of a handler here; the exception is on the stack. */
  bindHandler(handler: Handler): void {
    const { label } = handler;
    this.lastBound = this.length;
    label.position = this.length;
    this.reachable = label.isTarget;
    this.depth = handler.depth + 1;
    if (this.reachable && this.depth > this.maxDepth) this.maxDepth = this.depth;
  }

  /** A jump to a jump goes where that one goes; a truth that decided once is not asked for again. */
  private thread(at: number): void {
    let op = ops[at]! & 0xff;
    let target = ops[at]! >> 8;
    for (let i = 0; i < 8 && target < this.length; i++) {
      const next = ops[target]! & 0xff;
      const nextTarget = ops[target]! >> 8;
      if (next === Op.JUMP) target = nextTarget;
      else if (op === Op.JUMP_IF_FALSE_OR_POP || op === Op.JUMP_IF_TRUE_OR_POP) {
        const isFalse = op === Op.JUMP_IF_FALSE_OR_POP;
        const pops = isFalse ? Op.POP_JUMP_IF_FALSE : Op.POP_JUMP_IF_TRUE;
        if (next === op) target = nextTarget;
        else if (next === pops) {
          op = pops;
          target = nextTarget;
        } else if (OR_POP.has(next) || next === Op.POP_JUMP_IF_TRUE || next === Op.POP_JUMP_IF_FALSE) {
          op = pops;
          target++;
        } else break;
      } else break;
    }
    ops[at] = op | (target << 8);
  }

  finish(): {
    ops: Int32Array;
    positions: Int32Array;
    exceptionTable: ExceptionTableEntry[];
    stackSize: number;
    unknownBranches: Map<number, UnknownRule>;
  } {
    this.closeRange();
    for (const at of this.jumps) this.thread(at);
    const exceptionTable = (this.exceptionTable as (ExceptionTableEntry & { handler: Handler })[]).map(
      ({ start, end, depth, handler }) => ({ start, end, target: handler.label.position, depth }),
    );
    return {
      ops: ops.slice(0, this.length),
      positions: positions.slice(0, this.length * 4),
      exceptionTable,
      stackSize: this.maxDepth,
      unknownBranches: this.unknownBranches,
    };
  }
}
