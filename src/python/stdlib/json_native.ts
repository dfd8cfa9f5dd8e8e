/** The module `_json`: the scanner of JSON text, and strings as JSON writes them. */
import { parseFloatText, normalize } from '../builtins/numbers.js';
import type { Value } from '../heap.js';
import { characterIndex, isWide, unitIndex } from '../builtins/text.js';
import { nativeModule, Raise } from '../native.js';
import { PyDict, PyFloat, PyList, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { textArgument } from './support.js';

/** What is called for parts of the text; null where values are made plainly. */
interface Hooks {
  object: Value;
  pairs: Value;
  float: Value;
  int: Value;
  constant: Value;
  strict: boolean;
  error: Value;
}

const NUMBER = /(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?/y;
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const SHORT: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};

class Scanner {
  constructor(
    private readonly vm: VM,
    private readonly text: string,
    private readonly hooks: Hooks,
  ) {}

  fail(message: string, at: number): Raise {
    const position = /[\ud800-\udbff]/.test(this.text) ? [...this.text.slice(0, at)].length : at;
    return this.vm.raise(
      this.vm.call(this.hooks.error, [message, this.text, position]) as Raise['exception'],
    );
  }

  space(at: number): number {
    for (;;) {
      const c = this.text.charCodeAt(at);
      if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return at;
      at++;
    }
  }

  /** A value at `at`: [value, where it ends]. */
  value(at: number): [Value, number] {
    const { text, vm, hooks } = this;
    const char = text[at];
    switch (char) {
      case '"':
        return this.string(at + 1);
      case '{':
        return this.object(at + 1);
      case '[':
        return this.array(at + 1);
      case 'n':
        if (text.startsWith('null', at)) return [null, at + 4];
        break;
      case 't':
        if (text.startsWith('true', at)) return [true, at + 4];
        break;
      case 'f':
        if (text.startsWith('false', at)) return [false, at + 5];
        break;
    }
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (match !== null) {
      const end = at + match[0].length;
      if (match[2] === undefined && match[3] === undefined)
        return [
          hooks.int === null ? wholeNumber(vm, match[0]) : vm.root(vm.call(hooks.int, [match[0]])),
          end,
        ];
      return [
        hooks.float === null
          ? new PyFloat(parseFloatText(match[0])!)
          : vm.root(vm.call(hooks.float, [match[0]])),
        end,
      ];
    }
    for (const [name, number] of [
      ['NaN', NaN],
      ['Infinity', Infinity],
      ['-Infinity', -Infinity],
    ] as const)
      if (text.startsWith(name, at))
        return [
          hooks.constant === null ? new PyFloat(number) : vm.root(vm.call(hooks.constant, [name])),
          at + name.length,
        ];
    throw this.fail('Expecting value', at);
  }

  string(at: number): [string, number] {
    const { text } = this;
    const begin = at - 1;
    let result = '';
    let start = at;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c === 34) return [result + text.slice(start, at), at + 1];
      if (Number.isNaN(c)) throw this.fail('Unterminated string starting at', begin);
      if (c < 32 && this.hooks.strict) throw this.fail('Invalid control character at', at);
      if (c !== 92) {
        at++;
        continue;
      }
      result += text.slice(start, at);
      const letter = text[at + 1];
      if (letter === undefined) throw this.fail('Unterminated string starting at', begin);
      if (letter === 'u') {
        const digits = text.slice(at + 2, at + 6);
        if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.fail('Invalid \\uXXXX escape', at + 1);
        result += String.fromCharCode(parseInt(digits, 16));
        at += 6;
      } else {
        const escape = ESCAPES[letter];
        if (escape === undefined) throw this.fail('Invalid \\escape', at);
        result += escape;
        at += 2;
      }
      start = at;
    }
  }

  private object(at: number): [Value, number] {
    const { text, vm, hooks } = this;
    const pairs: [string, Value][] = [];
    const dict = new PyDict();
    at = this.space(at);
    if (text[at] !== '}') {
      for (;;) {
        if (text[at] !== '"') throw this.fail('Expecting property name enclosed in double quotes', at);
        const [key, afterKey] = this.string(at + 1);
        at = this.space(afterKey);
        if (text[at] !== ':') throw this.fail("Expecting ':' delimiter", at);
        const [value, afterValue] = this.value(this.space(at + 1));
        if (hooks.pairs !== null) pairs.push([key, value]);
        else dict.set(key, value);
        at = this.space(afterValue);
        if (text[at] === '}') break;
        if (text[at] !== ',') throw this.fail("Expecting ',' delimiter", at);
        at = this.space(at + 1);
        if (text[at] !== '"') throw this.fail('Expecting property name enclosed in double quotes', at);
      }
    }
    at++;
    if (hooks.pairs !== null)
      return [vm.root(vm.call(hooks.pairs, [new PyList(pairs.map((pair) => new PyTuple(pair)))])), at];
    return [hooks.object === null ? dict : vm.root(vm.call(hooks.object, [dict])), at];
  }

  private array(at: number): [Value, number] {
    const items: Value[] = [];
    at = this.space(at);
    if (this.text[at] === ']') return [new PyList(items), at + 1];
    for (;;) {
      const [value, after] = this.value(at);
      items.push(value);
      at = this.space(after);
      if (this.text[at] === ']') return [new PyList(items), at + 1];
      if (this.text[at] !== ',') throw this.fail("Expecting ',' delimiter", at);
      at = this.space(at + 1);
    }
  }
}

/** As `int(text)`: not of more digits than the program allows. */
function wholeNumber(vm: VM, text: string): Value {
  return text.length <= SHORT_NUMBER ? normalize(BigInt(text)) : vm.call(T.int, [text]);
}
const SHORT_NUMBER = 100;

const hex = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`;

export function jsonModule(_vm: VM): PyModule {
  return nativeModule('_json', {
    // The value that begins at `start` and where it ends; spaces before it are not skipped.
    'scan(text, start, object_hook, object_pairs_hook, parse_float, parse_int, parse_constant, strict, error, /)':
      (
        vm,
        text: string,
        start: number,
        object: Value,
        pairs: Value,
        float: Value,
        int: Value,
        constant: Value,
        strict: Value,
        error: Value,
      ) => {
        const scanner = new Scanner(vm, text, {
          object,
          pairs,
          float,
          int,
          constant,
          strict: vm.truth(strict),
          error,
        });
        // Programs count characters, the scanner UTF-16 units.
        const [value, end] = scanner.value(isWide(text) ? unitIndex(text, start) : start);
        return new PyTuple([value, characterIndex(text, end)]);
      },
    // A string whose first character is at `start`, and where it ends; the quote before it was read.
    'scan_string(text, start, strict, error, /)': (
      vm,
      text: string,
      start: number,
      strict: Value,
      error: Value,
    ) => {
      const hooks = { object: null, pairs: null, float: null, int: null, constant: null };
      const scanner = new Scanner(vm, text, { ...hooks, strict: vm.truth(strict), error });
      const [value, end] = scanner.string(isWide(text) ? unitIndex(text, start) : start);
      return new PyTuple([value, characterIndex(text, end)]);
    },
    'skip(text, start, /)': (_vm, text: string, start: number) => {
      let at = isWide(text) ? unitIndex(text, start) : start;
      while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++;
      return characterIndex(text, at);
    },
    // A value that may be a string or not is written as it prints.
    'encode_basestring(text, /)': (vm, value: Value) =>
      value instanceof PyUnknown
        ? '?'
        : // eslint-disable-next-line no-control-regex -- JSON escapes control characters
          `"${textArgument(vm, value, 'first argument').replace(/["\\\u0000-\u001f]/g, (c) => SHORT[c] ?? hex(c.charCodeAt(0)))}"`,
    'encode_basestring_ascii(text, /)': (vm, value: Value) =>
      value instanceof PyUnknown
        ? '?'
        : // eslint-disable-next-line no-control-regex -- JSON escapes control characters
          `"${textArgument(vm, value, 'first argument').replace(/["\\\u0000-\u001f\u007f-\uffff]/g, (c) => SHORT[c] ?? hex(c.charCodeAt(0)))}"`,
  });
}
