/**
 * Reads Python pickles that hold data alone: numbers, strings, bytes, lists, tuples, sets and dicts, of protocols 0 to 5. Nothing is
 * imported, called or made an object of: an instruction that would do so is an error, as is anything that does not follow the format.
 */

export type PickleValue =
  null | boolean | number | bigint | string | Uint8Array | PickleValue[] | Map<PickleValue, PickleValue>;

/** A file that is no pickle of data, or not all of one. */
export class PickleError extends Error {
  override readonly name = 'PickleError';
}

/** What puts the stack's items behind it together. */
const MARK = Symbol('mark');
type Item = PickleValue | typeof MARK;

/** Integers of more bytes than these are none that a file of sizes and addresses holds. */
const LONGEST_INTEGER = 64;

/** Reads the value of a pickle. Tuples and sets become arrays. Throws a PickleError, and nothing else. */
export function readPickle(data: Uint8Array): PickleValue {
  return new PickleReader(data).read();
}

class PickleReader {
  private at = 0;
  private readonly view: DataView;
  private readonly text = new TextDecoder('utf-8');
  private stack: Item[] = [];
  private readonly memo = new Map<number, PickleValue>();

  constructor(private readonly data: Uint8Array) {
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }

  read(): PickleValue {
    for (;;) {
      const opcode = String.fromCharCode(this.byte());
      if (opcode === '.') return this.pop();
      this.step(opcode);
    }
  }

  private step(opcode: string): void {
    switch (opcode) {
      case '\x80': {
        const protocol = this.byte();
        if (protocol > 5) throw new PickleError(`a pickle of protocol ${protocol}`);
        return;
      }
      case '\x95':
        this.take(8);
        return;
      case '(':
        this.stack.push(MARK);
        return;
      case '0':
        this.pop();
        return;
      case '1':
        this.popMark();
        return;
      case '2':
        this.stack.push(this.top());
        return;
      case 'N':
        return this.push(null);
      case '\x88':
        return this.push(true);
      case '\x89':
        return this.push(false);
      case 'I': {
        const line = this.line();
        return this.push(line === '00' ? false : line === '01' ? true : this.integer(line));
      }
      case 'L':
        return this.push(this.integer(this.line().replace(/L$/, '')));
      case 'J':
        return this.push(this.view.getInt32(this.take(4), true));
      case 'K':
        return this.push(this.byte());
      case 'M':
        return this.push(this.view.getUint16(this.take(2), true));
      case '\x8a':
        return this.push(this.long(this.byte()));
      case '\x8b':
        return this.push(this.long(this.view.getInt32(this.take(4), true)));
      case 'F': {
        const line = this.line();
        const value = Number(line);
        if (line.trim() === '' || Number.isNaN(value)) throw new PickleError(`'${line}' is no number`);
        return this.push(value);
      }
      case 'G':
        return this.push(this.view.getFloat64(this.take(8), false));
      case 'V':
        return this.push(this.line());
      case 'S':
        return this.push(this.quoted(this.line()));
      case '\x8c':
        return this.push(this.string(this.byte()));
      case 'X':
        return this.push(this.string(this.view.getUint32(this.take(4), true)));
      case '\x8d':
        return this.push(this.string(this.length64()));
      case 'U':
        return this.push(this.string(this.byte()));
      case 'T':
        return this.push(this.string(this.view.getInt32(this.take(4), true)));
      case 'C':
        return this.push(this.bytes(this.byte()));
      case 'B':
        return this.push(this.bytes(this.view.getUint32(this.take(4), true)));
      case '\x8e':
      case '\x96':
        return this.push(this.bytes(this.length64()));
      case ']':
      case ')':
      case '\x8f':
        return this.push([]);
      case '}':
        return this.push(new Map());
      case 'l':
      case 't':
      case '\x91':
        return this.push(this.popMark());
      case 'd':
        return this.push(this.pairs(new Map(), this.popMark()));
      case '\x85':
        return this.push(this.tuple(1));
      case '\x86':
        return this.push(this.tuple(2));
      case '\x87':
        return this.push(this.tuple(3));
      case 'a': {
        const item = this.pop();
        this.list().push(item);
        return;
      }
      case 'e':
      case '\x90': {
        const items = this.popMark();
        const list = this.list();
        for (const item of items) list.push(item);
        return;
      }
      case 's': {
        const value = this.pop();
        const key = this.pop();
        this.pairs(this.dict(), [key, value]);
        return;
      }
      case 'u': {
        const items = this.popMark();
        this.pairs(this.dict(), items);
        return;
      }
      case 'p':
        this.memo.set(Number(this.integer(this.line())), this.top());
        return;
      case 'q':
        this.memo.set(this.byte(), this.top());
        return;
      case 'r':
        this.memo.set(this.view.getUint32(this.take(4), true), this.top());
        return;
      case '\x94':
        this.memo.set(this.memo.size, this.top());
        return;
      case 'g':
        return this.push(this.remembered(Number(this.integer(this.line()))));
      case 'h':
        return this.push(this.remembered(this.byte()));
      case 'j':
        return this.push(this.remembered(this.view.getUint32(this.take(4), true)));
    }
    const code = opcode.charCodeAt(0);
    if (FORBIDDEN.includes(opcode))
      throw new PickleError(
        `it would have Python import or call something (instruction 0x${code.toString(16)}): it is not read`,
      );
    throw new PickleError(`0x${code.toString(16)} at byte ${this.at - 1} is no instruction of a pickle`);
  }

  private take(count: number): number {
    const start = this.at;
    if (count < 0 || count > this.data.length - start) throw new PickleError('it ends too early');
    this.at += count;
    return start;
  }

  private byte(): number {
    return this.data[this.take(1)]!;
  }

  private bytes(count: number): Uint8Array {
    const start = this.take(count);
    return this.data.subarray(start, start + count);
  }

  private string(count: number): string {
    return this.text.decode(this.bytes(count));
  }

  private line(): string {
    const end = this.data.indexOf(10, this.at);
    if (end < 0) throw new PickleError('it ends too early');
    const text = this.string(end - this.at);
    this.at++;
    return text;
  }

  private length64(): number {
    const length = this.view.getBigUint64(this.take(8), true);
    return length > BigInt(this.data.length) ? this.take(Infinity) : Number(length);
  }

  private integer(text: string): number | bigint {
    if (!/^\s*[-+]?\d+\s*$/.test(text) || text.length > 3 * LONGEST_INTEGER)
      throw new PickleError(`'${text.slice(0, 40)}' is no integer`);
    const value = Number(text);
    return Number.isSafeInteger(value) ? value : BigInt(text.trim());
  }

  private long(count: number): number | bigint {
    if (count > LONGEST_INTEGER) throw new PickleError(`an integer of ${count} bytes`);
    const bytes = this.bytes(count);
    let value = 0n;
    for (let i = count - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!);
    if (count > 0 && bytes[count - 1]! >= 0x80) value -= 1n << BigInt(8 * count);
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : value;
  }

  private quoted(line: string): string {
    const match = /^(["'])(.*)\1$/s.exec(line.trim());
    if (match === null) throw new PickleError('a string without quotes');
    return match[2]!;
  }

  private push(value: PickleValue): void {
    this.stack.push(value);
  }

  private pop(): PickleValue {
    const value = this.stack.pop();
    if (value === undefined || value === MARK) throw new PickleError('it takes more than it has made');
    return value;
  }

  private top(): PickleValue {
    const value = this.stack[this.stack.length - 1];
    if (value === undefined || value === MARK) throw new PickleError('it takes more than it has made');
    return value;
  }

  private popMark(): PickleValue[] {
    const at = this.stack.lastIndexOf(MARK);
    if (at < 0) throw new PickleError('it takes more than it has made');
    const items = this.stack.slice(at + 1) as PickleValue[];
    this.stack.length = at;
    return items;
  }

  private tuple(count: number): PickleValue[] {
    const items: PickleValue[] = [];
    for (let i = 0; i < count; i++) items.unshift(this.pop());
    return items;
  }

  private list(): PickleValue[] {
    const list = this.top();
    if (!Array.isArray(list)) throw new PickleError('it adds an item to what is no list');
    return list;
  }

  private dict(): Map<PickleValue, PickleValue> {
    const dict = this.top();
    if (!(dict instanceof Map)) throw new PickleError('it sets an item of what is no dict');
    return dict;
  }

  private pairs(
    dict: Map<PickleValue, PickleValue>,
    items: readonly PickleValue[],
  ): Map<PickleValue, PickleValue> {
    if (items.length % 2 !== 0) throw new PickleError('a key without a value');
    for (let i = 0; i < items.length; i += 2) dict.set(items[i]!, items[i + 1]!);
    return dict;
  }

  private remembered(index: number): PickleValue {
    const value = this.memo.get(index);
    if (value === undefined) throw new PickleError('it takes back what it has not kept');
    return value;
  }
}

/** GLOBAL, STACK_GLOBAL, REDUCE, BUILD, INST, OBJ, NEWOBJ, NEWOBJ_EX, EXT1, EXT2, EXT4, PERSID, BINPERSID, NEXT_BUFFER, READONLY_BUFFER. */
const FORBIDDEN = 'c\x93Rbio\x81\x92\x82\x83\x84PQ\x97\x98';
