/** The module `_literal`: whether a text is a literal, for `ast.literal_eval`. */
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import type { PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { textArgument } from './support.js';

const STRING = /[rRbBuU]{0,2}(?:"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')/y;
const NUMBER =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][-+]?\d+)?)[jJ]?/y;
const NAME = /[A-Za-z_]\w*/y;
const SPACE = /(?:[ \t\r\n\f]|#[^\n]*|\\\n)*/y;
const CONSTANTS = new Set(['None', 'True', 'False']);

/** Reads a literal with its nested parts; `fail` holds where something else was found. */
class Reader {
  at = 0;
  constructor(private readonly text: string) {}
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at += match[0].length;
    return match[0];
  }
  private punctuation(char: string): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }
  private items(close: string, pairs: boolean): boolean {
    let allowPairs = pairs;
    while (!this.punctuation(close)) {
      if (!this.literal()) return false;
      if (allowPairs && this.punctuation(':')) {
        if (!this.literal()) return false;
      } else allowPairs = false;
      if (!this.punctuation(',')) return this.punctuation(close);
    }
    return true;
  }
  literal(): boolean {
    this.take(SPACE);
    const char = this.text[this.at];
    if (char === '(' || char === '[' || char === '{') {
      this.at++;
      return this.items(char === '(' ? ')' : char === '[' ? ']' : '}', char === '{');
    }
    if (char === '+' || char === '-') {
      this.at++;
      this.take(SPACE);
      return this.take(NUMBER) !== undefined && this.imaginary();
    }
    if (this.take(STRING) !== undefined) {
      do this.take(SPACE);
      while (this.take(STRING) !== undefined);
      return true;
    }
    if (this.take(NUMBER) !== undefined) return this.imaginary();
    if (this.text.startsWith('...', this.at)) {
      this.at += 3;
      return true;
    }
    const name = this.take(NAME);
    if (name === 'set') return this.punctuation('(') && this.punctuation(')');
    return name !== undefined && CONSTANTS.has(name);
  }
  /** The second part of a complex number such as 1+2j. */
  private imaginary(): boolean {
    this.take(SPACE);
    const char = this.text[this.at];
    if (char !== '+' && char !== '-') return true;
    this.at++;
    this.take(SPACE);
    return /[jJ]$/.test(this.take(NUMBER) ?? '');
  }
  end(): boolean {
    this.take(SPACE);
    return this.at === this.text.length;
  }
}

export function literalModule(_vm: VM): PyModule {
  return nativeModule('_literal', {
    // None for a literal, else the line of what is none. What is no expression at all raises SyntaxError.
    'check(text, /)': (vm, value: Value) => {
      const text = textArgument(vm, value, 'text');
      const reader = new Reader(text);
      let ok = reader.literal();
      while (ok && !reader.end()) {
        // A tuple without parentheses.
        if (text[reader.at] !== ',') ok = false;
        else {
          reader.at++;
          if (reader.end()) break;
          ok = reader.literal();
        }
      }
      if (ok) return null;
      vm.compileSource(text, '<unknown>', 'eval');
      return text.slice(0, reader.at).split('\n').length;
    },
  });
}
