/** The module `unicodedata`, by JavaScript's knowledge of Unicode. */
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { characterByName, nameOfCharacter } from '../parse/character-names.js';
import { PyFloat, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { textArgument } from './support.js';

const CATEGORIES = [
  'Lu',
  'Ll',
  'Lt',
  'Lm',
  'Lo',
  'Mn',
  'Mc',
  'Me',
  'Nd',
  'Nl',
  'No',
  'Pc',
  'Pd',
  'Ps',
  'Pe',
  'Pi',
  'Pf',
  'Po',
  'Sm',
  'Sc',
  'Sk',
  'So',
  'Zs',
  'Zl',
  'Zp',
  'Cc',
  'Cf',
  'Cs',
  'Co',
];
const patterns = new Map<string, RegExp>();

function category(char: string): string {
  for (const name of CATEGORIES) {
    let pattern = patterns.get(name);
    if (pattern === undefined) patterns.set(name, (pattern = new RegExp(`^\\p{${name}}$`, 'u')));
    if (pattern.test(char)) return name;
  }
  return 'Cn';
}

const WIDE =
  /^[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;
const FULL = /^[\u3000\uff01-\uff60\uffe0-\uffe6]$/;
const HALF = /^[\u20a9\uff61-\uffdc\uffe8-\uffee]$/;

export function unicodeModule(_vm: VM): PyModule {
  const one = (vm: VM, value: Value, name: string): string => {
    const text = textArgument(vm, value, `${name}() argument 1`);
    if ([...text].length !== 1)
      throw vm.error('TypeError', `${name}() argument 1 must be a unicode character, not str`);
    return text;
  };
  const digit = (vm: VM, value: Value, missing: Value | undefined, name: string): Value => {
    const char = one(vm, value, name);
    if (/^\p{Nd}$/u.test(char)) {
      let zero = char.codePointAt(0)!;
      while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && char.codePointAt(0)! - zero < 9) zero--;
      return char.codePointAt(0)! - zero;
    }
    if (missing !== undefined) return missing;
    throw vm.error('ValueError', name === 'numeric' ? 'not a numeric character' : `not a ${name}`);
  };
  return nativeModule(
    'unicodedata',
    {
      'category(chr, /)': (vm, chr: Value) => category(one(vm, chr, 'category')),
      'normalize(form, unistr, /)': (vm, form: Value, text: Value) => {
        const name = textArgument(vm, form, 'normalize() argument 1');
        if (!['NFC', 'NFD', 'NFKC', 'NFKD'].includes(name))
          throw vm.error('ValueError', 'invalid normalization form');
        return textArgument(vm, text, 'normalize() argument 2').normalize(name);
      },
      'is_normalized(form, unistr, /)': (vm, form: Value, text: Value) => {
        const given = textArgument(vm, text, 'is_normalized() argument 2');
        return given.normalize(textArgument(vm, form, 'is_normalized() argument 1')) === given;
      },
      'east_asian_width(chr, /)': (vm, chr: Value) => {
        const char = one(vm, chr, 'east_asian_width');
        if (FULL.test(char)) return 'F';
        if (HALF.test(char)) return 'H';
        if (WIDE.test(char)) return 'W';
        return char.codePointAt(0)! < 0x7f && char >= ' ' ? 'Na' : 'N';
      },
      'combining(chr, /)': (vm, chr: Value) => (/^\p{Mn}$/u.test(one(vm, chr, 'combining')) ? 230 : 0),
      'bidirectional(chr, /)': (vm, chr: Value) =>
        /^\p{Nd}$/u.test(one(vm, chr, 'bidirectional')) ? 'EN' : 'L',
      'mirrored(chr, /)': (vm, chr: Value) => (/^[()<>[\]{}«»]$/.test(one(vm, chr, 'mirrored')) ? 1 : 0),
      'decimal(chr, default=..., /)': (vm, chr: Value, missing: Value | undefined) =>
        digit(vm, chr, missing, 'decimal'),
      'digit(chr, default=..., /)': (vm, chr: Value, missing: Value | undefined) =>
        digit(vm, chr, missing, 'digit'),
      'numeric(chr, default=..., /)': (vm, chr: Value, missing: Value | undefined) => {
        const value = digit(vm, chr, missing, 'numeric');
        return typeof value === 'number' && value !== missing ? new PyFloat(value) : value;
      },
      'name(chr, default=..., /)': (vm, chr: Value, missing: Value | undefined) => {
        const name = nameOfCharacter(one(vm, chr, 'name'));
        if (typeof name === 'string') return name;
        if (name === undefined)
          return vm.unknown('the names of characters of historic scripts are not modelled');
        if (missing !== undefined) return missing;
        throw vm.error('ValueError', 'no such name');
      },
      'lookup(name, /)': (vm, name: Value) => {
        const text = textArgument(vm, name, 'lookup() argument');
        const character = characterByName(text);
        if (character === undefined) throw vm.error('KeyError', `undefined character name '${text}'`);
        return character;
      },
    },
    { unidata_version: '14.0.0' },
  );
}
