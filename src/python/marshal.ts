/**
 * Code objects as bytes and back, so that a file that was compiled once need not be parsed again: our own Python files when
 * the project is built, a library's when a cache keeps them. A body is decoded when its function is first called.
 *
 * Layout: the compiler's number (what was written under another is not read), length of the string table, the table (JSON, UTF-8),
 * then the module's code object. Numbers are zigzag LEB128. A code object is its header, the length of its body, and the body.
 */
import {
  UNKNOWN_RULES,
  type CodeBody,
  type CodeInit,
  type ExceptionTableEntry,
  type UnknownRule,
} from './code.js';
import { COMPILER_STAMP } from '../generated/compiler-stamp.js';
import type { Value } from './heap.js';
import { Ellipsis, PyBytes, PyCode, PyComplex, PyFloat, PyFrozenSet, PyTuple } from './objects.js';

const enum Tag {
  None,
  True,
  False,
  Ellipsis,
  Int,
  BigInt,
  Float,
  Complex,
  Str,
  Bytes,
  Tuple,
  FrozenSet,
  Code,
}

class Writer {
  private data = new Uint8Array(1 << 14);
  length = 0;

  constructor(
    readonly strings: string[] = [],
    private readonly indices = new Map<string, number>(),
    private readonly keepsColumns = true,
  ) {}

  private reserve(count: number): void {
    if (this.length + count <= this.data.length) return;
    const larger = new Uint8Array(Math.max(this.data.length * 2, this.length + count));
    larger.set(this.data);
    this.data = larger;
  }
  bytes(): Uint8Array {
    return this.data.subarray(0, this.length);
  }
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.data.set(bytes, this.length);
    this.length += bytes.length;
  }
  /** A 32-bit signed number. */
  number(value: number): void {
    this.reserve(5);
    let rest = ((value << 1) ^ (value >> 31)) >>> 0;
    while (rest >= 0x80) {
      this.data[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.data[this.length++] = rest;
  }
  string(text: string): void {
    let index = this.indices.get(text);
    if (index === undefined) {
      index = this.strings.length;
      this.indices.set(text, index);
      this.strings.push(text);
    }
    this.number(index);
  }
  stringList(list: readonly string[]): void {
    this.number(list.length);
    for (const text of list) this.string(text);
  }
  float(value: number): void {
    this.raw(new Uint8Array(new Float64Array([value]).buffer));
  }

  value(value: Value): void {
    if (value === null) this.number(Tag.None);
    else if (value === true) this.number(Tag.True);
    else if (value === false) this.number(Tag.False);
    else if (value === Ellipsis) this.number(Tag.Ellipsis);
    else if (typeof value === 'number' && value === (value | 0)) {
      this.number(Tag.Int);
      this.number(value);
    } else if (typeof value === 'number' || typeof value === 'bigint') {
      this.number(Tag.BigInt);
      this.string(String(value));
    } else if (typeof value === 'string') {
      this.number(Tag.Str);
      this.string(value);
    } else if (value instanceof PyFloat) {
      this.number(Tag.Float);
      this.float(value.value);
    } else if (value instanceof PyComplex) {
      this.number(Tag.Complex);
      this.float(value.real);
      this.float(value.imag);
    } else if (value instanceof PyBytes) {
      this.number(Tag.Bytes);
      this.number(value.data.length);
      this.raw(value.data);
    } else if (value instanceof PyTuple) this.list(Tag.Tuple, [...value.items]);
    else if (value instanceof PyFrozenSet) this.list(Tag.FrozenSet, value.keyArray());
    else if (value instanceof PyCode) {
      this.number(Tag.Code);
      this.code(value);
    } else throw new Error('marshal: not a constant');
  }

  private list(tag: Tag, items: Value[]): void {
    this.number(tag);
    this.number(items.length);
    for (const item of items) this.value(item);
  }

  code(code: PyCode): void {
    const { init } = code;
    this.string(init.name);
    this.string(init.qualname);
    for (const n of [init.firstLine, init.flags, init.argCount, init.posOnlyCount, init.kwOnlyCount])
      this.number(n);
    this.stringList(init.varnames);
    this.stringList(init.cellvars);
    this.stringList(init.freevars);
    this.value(init.docstring);
    this.number(init.usesLocalsDict ? 1 : 0);
    const body = new Writer(this.strings, this.indices, this.keepsColumns);
    body.body(code.body);
    this.number(body.length);
    this.raw(body.bytes());
  }

  private body(body: CodeBody): void {
    const { ops, positions } = body;
    this.number(ops.length);
    // All operations, then all arguments: each is more like its neighbours than like the other.
    this.raw(Uint8Array.from(ops, (op) => op & 0xff));
    for (let i = 0; i < ops.length; i++) this.number(ops[i]! >> 8);
    // Lines and columns as differences from those before, ends as differences from their starts: mostly single bytes, often the same.
    this.number(this.keepsColumns ? 4 : 1);
    for (let column = 0; column < (this.keepsColumns ? 4 : 1); column++) {
      let last = 0;
      for (let i = column; i < ops.length * 4; i += 4) {
        const base = column < 2 ? last : positions[i - 2]!;
        this.number(positions[i]! - base);
        last = positions[i]!;
      }
    }
    this.number(body.consts.length);
    for (const value of body.consts) this.value(value);
    this.stringList(body.names);
    this.number(body.exceptionTable.length);
    for (const { start, end, target, depth } of body.exceptionTable)
      for (const n of [start, end, target, depth]) this.number(n);
    this.number(body.stackSize);
    this.number(body.unknownBranches.size);
    for (const [pc, rule] of body.unknownBranches) {
      this.number(pc);
      this.number(UNKNOWN_RULES.indexOf(rule));
    }
  }
}

class Reader {
  constructor(
    private readonly data: Uint8Array,
    public at: number,
    private readonly table: readonly string[],
    private readonly filename: string,
  ) {}
  number(): number {
    const { data } = this;
    let result = 0;
    let shift = 0;
    for (;;) {
      const byte = data[this.at++]!;
      result |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
      shift += 7;
    }
    return (result >>> 1) ^ -(result & 1);
  }
  string(): string {
    return this.table[this.number()]!;
  }
  strings(): string[] {
    const list = new Array<string>(this.number());
    for (let i = 0; i < list.length; i++) list[i] = this.string();
    return list;
  }
  private take(length: number): Uint8Array {
    this.at += length;
    return this.data.slice(this.at - length, this.at);
  }
  private float(): number {
    return new Float64Array(this.take(8).buffer)[0]!;
  }
  value(): Value {
    switch (this.number() as Tag) {
      case Tag.None:
        return null;
      case Tag.True:
        return true;
      case Tag.False:
        return false;
      case Tag.Ellipsis:
        return Ellipsis;
      case Tag.Int:
        return this.number();
      case Tag.BigInt: {
        const big = BigInt(this.string());
        return big >= BigInt(Number.MIN_SAFE_INTEGER) && big <= BigInt(Number.MAX_SAFE_INTEGER)
          ? Number(big)
          : big;
      }
      case Tag.Float:
        return new PyFloat(this.float());
      case Tag.Complex: {
        const real = this.float();
        return new PyComplex(real, this.float());
      }
      case Tag.Str:
        return this.string();
      case Tag.Bytes:
        return new PyBytes(this.take(this.number()));
      case Tag.Tuple:
        return new PyTuple(this.values());
      case Tag.FrozenSet: {
        const set = new PyFrozenSet();
        for (const item of this.values()) set.add(item);
        return set;
      }
      case Tag.Code:
        return this.code();
    }
  }
  private values(): Value[] {
    const items = new Array<Value>(this.number());
    for (let i = 0; i < items.length; i++) items[i] = this.value();
    return items;
  }
  code(): PyCode {
    const name = this.string();
    const qualname = this.string();
    const firstLine = this.number();
    const flags = this.number();
    const argCount = this.number();
    const posOnlyCount = this.number();
    const kwOnlyCount = this.number();
    const varnames = this.strings();
    const cellvars = this.strings();
    const freevars = this.strings();
    const docstring = this.value() as string | null;
    const usesLocalsDict = this.number() === 1;
    const length = this.number();
    const start = this.at;
    this.at += length;
    const { data, table, filename } = this;
    const init: CodeInit = {
      name,
      qualname,
      filename,
      firstLine,
      flags,
      argCount,
      posOnlyCount,
      kwOnlyCount,
      varnames,
      cellvars,
      freevars,
      docstring,
      usesLocalsDict,
      compile: () => new Reader(data, start, table, filename).body(),
    };
    return new PyCode(init);
  }
  private body(): CodeBody {
    const count = this.number();
    const ops = Int32Array.from(this.data.subarray(this.at, this.at + count));
    this.at += count;
    for (let i = 0; i < count; i++) ops[i]! |= this.number() << 8;
    const positions = new Int32Array(count * 4);
    const columns = this.number();
    for (let column = 0; column < columns; column++) {
      let last = 0;
      for (let i = column; i < count * 4; i += 4)
        last = positions[i] = (column < 2 ? last : positions[i - 2]!) + this.number();
    }
    if (columns === 1) for (let i = 0; i < count * 4; i += 4) positions[i + 2] = positions[i]!;
    const consts = this.values();
    const names = this.strings();
    const exceptionTable = new Array<ExceptionTableEntry>(this.number());
    for (let i = 0; i < exceptionTable.length; i++) {
      const start = this.number();
      const end = this.number();
      const target = this.number();
      exceptionTable[i] = { start, end, target, depth: this.number() };
    }
    const stackSize = this.number();
    const unknownBranches = new Map<number, UnknownRule>();
    for (let rest = this.number(); rest > 0; rest--) {
      const pc = this.number();
      unknownBranches.set(pc, UNKNOWN_RULES[this.number()]!);
    }
    return { ops, consts, names, exceptionTable, positions, stackSize, unknownBranches };
  }
}

/** A module's code object as bytes, all bodies compiled. The filename is not kept. */
export function dumpCode(code: PyCode, keepsColumns = true): Uint8Array {
  const writer = new Writer(undefined, undefined, keepsColumns);
  writer.code(code);
  const table = new TextEncoder().encode(JSON.stringify(writer.strings));
  const head = new Writer();
  head.number(COMPILER_STAMP);
  head.number(table.length);
  head.raw(table);
  head.raw(writer.bytes());
  return head.bytes().slice();
}

/** The code object of `dumpCode`'s bytes, or undefined if they have another format. */
export function loadCode(data: Uint8Array, filename: string): PyCode | undefined {
  const head = new Reader(data, 0, [], filename);
  if (head.number() !== COMPILER_STAMP) return undefined;
  const length = head.number();
  const table = JSON.parse(new TextDecoder().decode(data.subarray(head.at, head.at + length))) as string[];
  return new Reader(data, head.at + length, table, filename).code();
}
