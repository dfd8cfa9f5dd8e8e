/** Matching: a tree compiled to instructions, run by a backtracking machine with its own stack. */
import { foldCase, isWord, isWordAscii, setTest, type Test } from './characters.js';
import { PatternError, widthOf, type Node, type Parsed } from './parse.js';

const enum Code {
  Char, // c
  Test, // index of a test
  Any,
  AnyAll,
  At, // which, ascii
  Save, // slot
  Split, // preferred, other
  Jump, // target
  RepeatGreedy, // kind, argument, min, max
  RepeatLazy,
  LoopStart, // loop
  Loop, // loop, min, max, greedy, exit
  Look, // behind width or -1, negated, end
  Atomic, // end
  Accept,
  Reference, // group, fold: 0 no, 1 unicode, 2 ascii
  Conditional, // group, else
}

const WHERE = ['start', 'line start', 'end', 'line end', 'very end', 'boundary', 'no boundary'];

let lastText = '';
let lastCodes = new Uint32Array();

/** The code points of a text; remembers those of the last. */
function codePoints(text: string): Uint32Array {
  if (text === lastText) return lastCodes;
  const codes = new Uint32Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!;
    codes[length++] = code;
    if (code > 0xffff) i++;
  }
  lastText = text;
  lastCodes = codes.subarray(0, length);
  return lastCodes;
}

/** A subject as code points; `codes` is null where UTF-16 units are code points. */
export class Subject {
  readonly codes: Uint32Array | null;
  readonly length: number;
  constructor(
    readonly text: string,
    /** Called after each thousands of steps of a match, with their number: the run may be over. */
    readonly onSteps: (steps: number) => void = () => {},
  ) {
    this.codes = /[\ud800-\udbff][\udc00-\udfff]/.test(text) ? codePoints(text) : null;
    this.length = this.codes?.length ?? text.length;
  }
  slice(start: number, end: number): string {
    if (this.codes === null) return this.text.slice(start, end);
    let text = '';
    for (let i = start; i < end; i++) text += String.fromCodePoint(this.codes[i]!);
    return text;
  }
}

/** What a backtracking entry restores or resumes. */
const enum Entry {
  Resume,
  Slot,
  Counter,
  Greedy,
  Lazy,
  LoopBody,
}

/** Where a run may end: anywhere, or (inside an assertion) anywhere whatever `forbiddenEnd` says. */
const ANYWHERE = -1;
const INNER = -2;

/** Bounds the work of one match, since patterns can be exponential. */
const MAX_STEPS = 20_000_000;
/** How often the run is told of the steps; a power of two. */
const STEPS_TOLD = 1 << 16;

/** Nobody waits until it is known whether there is a match. */
export class TooManySteps extends Error {}

export class Program {
  private readonly code: number[] = [];
  private readonly tests: Test[] = [];
  private loops = 0;
  readonly groups: number;
  private readonly prefix: string;
  private readonly isAnchored: boolean;
  private readonly groupNodes = new Map<number, Node>();

  constructor(parsed: Parsed) {
    this.groups = parsed.groups;
    this.collectGroups(parsed.node);
    this.compile(parsed.node);
    this.code.push(Code.Accept);
    this.prefix = literalPrefix(parsed.node);
    this.isAnchored = beginsAtStart(parsed.node);
  }

  private collectGroups(node: Node): void {
    if (node.kind === 'group') this.groupNodes.set(node.index, node.node);
    if ('node' in node) this.collectGroups(node.node);
    if ('nodes' in node) for (const part of node.nodes) this.collectGroups(part);
    if (node.kind === 'conditional') {
      this.collectGroups(node.yes);
      this.collectGroups(node.no);
    }
  }

  private width(node: Node): [number, number] {
    return widthOf(node, (index) => {
      const group = this.groupNodes.get(index);
      return group === undefined ? [0, Infinity] : this.width(group);
    });
  }

  private test(test: Test): number {
    return this.tests.push(test) - 1;
  }

  /** The test of a node that matches one character: its code and argument. */
  private single(node: Node): [Code, number] | undefined {
    switch (node.kind) {
      case 'char': {
        if (!node.ignoreCase) return [Code.Char, node.code];
        const folded = foldCase(node.code, node.ascii);
        return [Code.Test, this.test((c) => c === node.code || foldCase(c, node.ascii) === folded)];
      }
      case 'any':
        return [node.all ? Code.AnyAll : Code.Any, 0];
      case 'set':
        return [Code.Test, this.test(setTest(node.items, node.negated, node.ignoreCase, node.ascii))];
      case 'sequence':
        return node.nodes.length === 1 ? this.single(node.nodes[0]!) : undefined;
      default:
        return undefined;
    }
  }

  private compile(node: Node): void {
    const { code } = this;
    switch (node.kind) {
      case 'empty':
        return;
      case 'char':
      case 'any':
      case 'set':
        code.push(...this.single(node)!);
        if (node.kind === 'any') code.pop();
        return;
      case 'sequence':
        for (const part of node.nodes) this.compile(part);
        return;
      case 'alternatives': {
        const ends: number[] = [];
        node.nodes.forEach((part, i) => {
          if (i === node.nodes.length - 1) {
            this.compile(part);
            return;
          }
          const split = code.push(Code.Split, 0, 0) - 3;
          code[split + 1] = code.length;
          this.compile(part);
          ends.push(code.push(Code.Jump, 0) - 1);
          code[split + 2] = code.length;
        });
        for (const end of ends) code[end] = code.length;
        return;
      }
      case 'group':
        code.push(Code.Save, node.index * 2);
        this.compile(node.node);
        code.push(Code.Save, node.index * 2 + 1);
        return;
      case 'repeat':
        this.compileRepeat(node);
        return;
      case 'at':
        code.push(Code.At, WHERE.indexOf(node.where), node.ascii ? 1 : 0);
        return;
      case 'look': {
        let behind = -1;
        if (!node.ahead) {
          const [low, high] = this.width(node.node);
          if (low !== high) throw new PatternError('look-behind requires fixed-width pattern', null);
          behind = low;
        }
        const at = code.push(Code.Look, behind, node.negated ? 1 : 0, 0) - 1;
        this.compile(node.node);
        code.push(Code.Accept);
        code[at] = code.length;
        return;
      }
      case 'atomic': {
        const at = code.push(Code.Atomic, 0) - 1;
        this.compile(node.node);
        code.push(Code.Accept);
        code[at] = code.length;
        return;
      }
      case 'reference':
        code.push(Code.Reference, node.group, node.ignoreCase ? (node.ascii ? 2 : 1) : 0);
        return;
      case 'conditional': {
        if (node.group > this.groups) throw new PatternError(`invalid group reference ${node.group}`, null);
        const at = code.push(Code.Conditional, node.group, 0) - 1;
        this.compile(node.yes);
        const end = code.push(Code.Jump, 0) - 1;
        code[at] = code.length;
        this.compile(node.no);
        code[end] = code.length;
      }
    }
  }

  private compileRepeat(node: Node & { kind: 'repeat' }): void {
    const { code } = this;
    if (node.mode === 'possessive') {
      this.compile({ kind: 'atomic', node: { ...node, mode: 'greedy' } });
      return;
    }
    const single = this.single(node.node);
    if (single !== undefined) {
      code.push(
        node.mode === 'greedy' ? Code.RepeatGreedy : Code.RepeatLazy,
        single[0],
        single[1],
        node.min,
        node.max,
      );
      return;
    }
    if (node.max === 0) return;
    const loop = this.loops++;
    code.push(Code.LoopStart, loop);
    const start = code.push(Code.Loop, loop, node.min, node.max, node.mode === 'greedy' ? 1 : 0, 0) - 6;
    this.compile(node.node);
    code.push(Code.Jump, start);
    code[start + 5] = code.length;
  }

  /** Matches at `position` exactly. Gives the slots (start and end of each group, -1 where unset), or null. */
  matchAt(subject: Subject, position: number, end: number, full: boolean): Int32Array | null {
    const run = new Run(this.code, this.tests, subject, end, this.groups, this.loops);
    const stop = run.run(0, position, full ? end : ANYWHERE);
    if (stop < 0) return null;
    run.slots[0] = position;
    run.slots[1] = stop;
    return run.slots;
  }

  /** The first match at or after `position`; with `mustAdvance` not an empty one at `position` itself. */
  search(subject: Subject, position: number, end: number, mustAdvance = false): Int32Array | null {
    const run = new Run(this.code, this.tests, subject, end, this.groups, this.loops);
    const { prefix } = this;
    // No position after the first one is the text's beginning.
    const last = this.isAnchored ? position : end;
    for (let at = position; at <= last; at++) {
      if (prefix !== '' && subject.codes === null) {
        at = subject.text.indexOf(prefix, at);
        if (at < 0 || at + prefix.length > end) return null;
      }
      run.reset();
      run.forbiddenEnd = mustAdvance && at === position ? at : -1;
      const stop = run.run(0, at, ANYWHERE);
      if (stop >= 0) {
        run.slots[0] = at;
        run.slots[1] = stop;
        return run.slots;
      }
    }
    return null;
  }
}

/** Whether every match begins where the text does. */
function beginsAtStart(node: Node): boolean {
  if (node.kind === 'at') return node.where === 'start';
  if (node.kind === 'group' || node.kind === 'atomic') return beginsAtStart(node.node);
  if (node.kind === 'alternatives') return node.nodes.every(beginsAtStart);
  return node.kind === 'sequence' && node.nodes[0] !== undefined && beginsAtStart(node.nodes[0]);
}

/** The characters that every match begins with. */
function literalPrefix(node: Node): string {
  if (node.kind === 'char' && !node.ignoreCase) return String.fromCodePoint(node.code);
  if (node.kind === 'group') return literalPrefix(node.node);
  if (node.kind !== 'sequence') return '';
  let text = '';
  for (const part of node.nodes) {
    if (part.kind === 'char' && !part.ignoreCase) text += String.fromCodePoint(part.code);
    else {
      if (text === '') return literalPrefix(part);
      break;
    }
  }
  return text;
}

/** One attempt's state. */
class Run {
  readonly slots: Int32Array;
  /** Per loop: count and the position where its last round began. */
  private readonly counters: Int32Array;
  /** Backtracking entries of four numbers: kind, and three that depend on it. */
  private readonly stack: number[] = [];
  private steps = 0;
  /** An end that the match may not have; -1 for none. */
  forbiddenEnd = -1;
  private readonly text: string;
  private readonly codes: Uint32Array | null;

  constructor(
    private readonly code: number[],
    private readonly tests: Test[],
    private readonly subject: Subject,
    private readonly end: number,
    groups: number,
    loops: number,
  ) {
    this.slots = new Int32Array((groups + 1) * 2).fill(-1);
    this.counters = new Int32Array(loops * 2).fill(-1);
    this.text = subject.text;
    this.codes = subject.codes;
  }

  reset(): void {
    this.slots.fill(-1);
    this.stack.length = 0;
  }

  private at(position: number): number {
    return this.codes === null ? this.text.charCodeAt(position) : this.codes[position]!;
  }

  private tellSteps(): void {
    if (this.steps > MAX_STEPS) throw new TooManySteps();
    this.subject.onSteps(STEPS_TOLD);
  }

  private matchesOne(kind: number, argument: number, position: number): boolean {
    const c = this.at(position);
    switch (kind) {
      case Code.Char:
        return c === argument;
      case Code.Test:
        return this.tests[argument]!(c);
      case Code.Any:
        return c !== 10;
      default:
        return true;
    }
  }

  private setSlot(slot: number, value: number): void {
    this.stack.push(Entry.Slot, slot, this.slots[slot]!, 0);
    this.slots[slot] = value;
  }

  private setCounter(index: number, value: number): void {
    this.stack.push(Entry.Counter, index, this.counters[index]!, 0);
    this.counters[index] = value;
  }

  private isAt(where: number, ascii: boolean, position: number): boolean {
    const { end } = this;
    switch (where) {
      case 0:
        return position === 0;
      case 1:
        return position === 0 || this.at(position - 1) === 10;
      case 2:
        return position === end || (position === end - 1 && this.at(position) === 10);
      case 3:
        return position === end || this.at(position) === 10;
      case 4:
        return position === end;
      default: {
        if (end === 0) return false;
        const word = ascii ? isWordAscii : isWord;
        const before = position > 0 && word(this.at(position - 1));
        const after = position < end && word(this.at(position));
        return (before !== after) === (where === 5);
      }
    }
  }

  /** Runs from `pc` at `position` to Accept. Gives the end of the match, or -1. `goal` ≥ 0 asks for that end. */
  run(pc: number, position: number, goal: number): number {
    const { code, stack, end } = this;
    const base = stack.length;
    for (;;) {
      if ((++this.steps & (STEPS_TOLD - 1)) === 0) this.tellSteps();
      let failed = false;
      switch (code[pc]) {
        case Code.Char:
          if (position < end && this.at(position) === code[pc + 1]) {
            position++;
            pc += 2;
          } else failed = true;
          break;
        case Code.Test:
          if (position < end && this.tests[code[pc + 1]!]!(this.at(position))) {
            position++;
            pc += 2;
          } else failed = true;
          break;
        case Code.Any:
          if (position < end && this.at(position) !== 10) {
            position++;
            pc++;
          } else failed = true;
          break;
        case Code.AnyAll:
          if (position < end) {
            position++;
            pc++;
          } else failed = true;
          break;
        case Code.At:
          if (this.isAt(code[pc + 1]!, code[pc + 2] === 1, position)) pc += 3;
          else failed = true;
          break;
        case Code.Save:
          this.setSlot(code[pc + 1]!, position);
          pc += 2;
          break;
        case Code.Split:
          stack.push(Entry.Resume, code[pc + 2]!, position, 0);
          pc = code[pc + 1]!;
          break;
        case Code.Jump:
          pc = code[pc + 1]!;
          break;
        case Code.RepeatGreedy: {
          const kind = code[pc + 1]!;
          const argument = code[pc + 2]!;
          const limit = Math.min(end, position + code[pc + 4]!);
          let at = position;
          if (kind === Code.AnyAll) at = limit;
          else while (at < limit && this.matchesOne(kind, argument, at)) at++;
          const least = position + code[pc + 3]!;
          pc += 5;
          if (at < least) failed = true;
          else {
            if (at > least) stack.push(Entry.Greedy, pc, least, at);
            position = at;
          }
          break;
        }
        case Code.RepeatLazy: {
          const least = code[pc + 3]!;
          let count = 0;
          while (count < least && position < end && this.matchesOne(code[pc + 1]!, code[pc + 2]!, position)) {
            count++;
            position++;
          }
          if (count < least) failed = true;
          else {
            stack.push(Entry.Lazy, pc, position, count);
            pc += 5;
          }
          break;
        }
        case Code.LoopStart: {
          const loop = code[pc + 1]! * 2;
          this.setCounter(loop, 0);
          this.setCounter(loop + 1, -1);
          pc += 2;
          break;
        }
        case Code.Loop: {
          const loop = code[pc + 1]! * 2;
          const count = this.counters[loop]!;
          if (count < code[pc + 2]!) {
            this.setCounter(loop, count + 1);
            this.setCounter(loop + 1, position);
            pc += 6;
          } else if (count >= code[pc + 3]! || this.counters[loop + 1] === position) pc = code[pc + 5]!;
          else if (code[pc + 4] === 1) {
            stack.push(Entry.Resume, code[pc + 5]!, position, 0);
            this.setCounter(loop, count + 1);
            this.setCounter(loop + 1, position);
            pc += 6;
          } else {
            stack.push(Entry.LoopBody, pc, position, count);
            pc = code[pc + 5]!;
          }
          break;
        }
        case Code.Look: {
          const behind = code[pc + 1]!;
          const from = behind < 0 ? position : position - behind;
          const mark = stack.length;
          const found = from < 0 ? -1 : this.run(pc + 4, from, INNER);
          const negated = code[pc + 2] === 1;
          if (negated) this.undo(mark);
          else this.forgetChoices(mark);
          if (found >= 0 !== negated) pc = code[pc + 3]!;
          else failed = true;
          break;
        }
        case Code.Atomic: {
          const mark = stack.length;
          const stop = this.run(pc + 2, position, INNER);
          this.forgetChoices(mark);
          if (stop >= 0) {
            position = stop;
            pc = code[pc + 1]!;
          } else failed = true;
          break;
        }
        case Code.Reference: {
          const start = this.slots[code[pc + 1]! * 2]!;
          const stop = this.slots[code[pc + 1]! * 2 + 1]!;
          if (start < 0 || stop < 0 || position + stop - start > end) failed = true;
          else {
            const fold = code[pc + 2]!;
            for (let i = start; i < stop && !failed; i++, position++) {
              const a = this.at(i);
              const b = this.at(position);
              if (a !== b && (fold === 0 || foldCase(a, fold === 2) !== foldCase(b, fold === 2)))
                failed = true;
            }
            pc += 3;
          }
          break;
        }
        case Code.Conditional:
          pc = this.slots[code[pc + 1]! * 2 + 1]! >= 0 ? pc + 3 : code[pc + 2]!;
          break;
        default:
          if (goal === INNER || (goal === ANYWHERE ? position !== this.forbiddenEnd : position === goal))
            return position;
          failed = true;
      }
      if (!failed) continue;
      // Backtrack: undo what was written up to the last choice, and take its other way.
      for (;;) {
        if (stack.length === base) return -1;
        const c = stack.pop()!;
        const b = stack.pop()!;
        const a = stack.pop()!;
        const kind = stack.pop()!;
        if (kind === Entry.Slot) {
          this.slots[a] = b;
          continue;
        }
        if (kind === Entry.Counter) {
          this.counters[a] = b;
          continue;
        }
        if (kind === Entry.Resume) {
          pc = a;
          position = b;
        } else if (kind === Entry.Greedy) {
          position = c - 1;
          pc = a;
          if (code[a] === Code.Char) {
            const next = code[a + 1]!;
            while (position > b && (position >= end || this.at(position) !== next)) position--;
          }
          if (position > b) stack.push(Entry.Greedy, a, b, position);
        } else if (kind === Entry.Lazy) {
          if (c >= code[a + 4]! || b >= end || !this.matchesOne(code[a + 1]!, code[a + 2]!, b)) continue;
          position = b + 1;
          stack.push(Entry.Lazy, a, position, c + 1);
          pc = a + 5;
        } else {
          const loop = code[a + 1]! * 2;
          position = b;
          this.setCounter(loop, c + 1);
          this.setCounter(loop + 1, position);
          pc = a + 6;
        }
        break;
      }
    }
  }

  /** Takes back everything written since `mark`. */
  private undo(mark: number): void {
    const { stack } = this;
    while (stack.length > mark) {
      stack.pop();
      const b = stack.pop()!;
      const a = stack.pop()!;
      const kind = stack.pop()!;
      if (kind === Entry.Slot) this.slots[a] = b;
      else if (kind === Entry.Counter) this.counters[a] = b;
    }
  }

  /** Keeps what was written since `mark`, but none of the choices. */
  private forgetChoices(mark: number): void {
    const { stack } = this;
    let to = mark;
    for (let from = mark; from < stack.length; from += 4) {
      if (stack[from] !== Entry.Slot && stack[from] !== Entry.Counter) continue;
      for (let i = 0; i < 4; i++) stack[to + i] = stack[from + i]!;
      to += 4;
    }
    stack.length = to;
  }
}
