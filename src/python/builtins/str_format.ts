/** `str.format`: replacement fields, conversions and nested format specifications. */
import type { Value } from '../heap.js';
import { PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';

/** Where the fields' values come from. */
interface Arguments {
  positional: readonly Value[];
  named: (name: string) => Value;
  /** The next automatic number; 'manual' once numbers were given. */
  automatic: number | 'manual';
}

/** `text.format(*positional, **named)`. Raises ValueError, IndexError, KeyError. */
export function formatTemplate(
  vm: VM,
  text: string,
  positional: readonly Value[],
  named: (name: string) => Value,
): string {
  return expand(vm, text, { positional, named, automatic: 0 }, 2);
}

function expand(vm: VM, text: string, args: Arguments, depth: number): string {
  if (depth < 0) throw vm.error('ValueError', 'Max string recursion exceeded');
  let result = '';
  let i = 0;
  while (i < text.length) {
    const c = text[i]!;
    if (c !== '{' && c !== '}') {
      const next = text.slice(i).search(/[{}]/);
      const end = next < 0 ? text.length : i + next;
      result += text.slice(i, end);
      i = end;
      continue;
    }
    if (text[i + 1] === c) {
      result += c;
      i += 2;
      continue;
    }
    if (c === '}') throw vm.error('ValueError', "Single '}' encountered in format string");
    if (i + 1 >= text.length) throw vm.error('ValueError', "Single '{' encountered in format string");
    const field = parseField(vm, text, i + 1);
    result += fieldText(vm, field, args, depth);
    i = field.end;
  }
  return result;
}

interface Field {
  name: string;
  conversion: string | undefined;
  spec: string;
  /** Where the text goes on. */
  end: number;
}

/** Reads a replacement field from after its `{`. Raises ValueError. */
function parseField(vm: VM, text: string, start: number): Field {
  let i = start;
  let c = '';
  scan: for (; i < text.length; i++) {
    c = text[i]!;
    switch (c) {
      case '{':
        throw vm.error('ValueError', "unexpected '{' in field name");
      case '[': {
        const close = text.indexOf(']', i);
        i = close < 0 ? text.length : close;
        break;
      }
      case '}':
      case ':':
      case '!':
        break scan;
    }
  }
  const name = text.slice(start, i);
  if (c === '}' && i < text.length) return { name, conversion: undefined, spec: '', end: i + 1 };
  if (i >= text.length) throw vm.error('ValueError', "expected '}' before end of string");
  i++;
  let conversion: string | undefined;
  if (c === '!') {
    if (i >= text.length)
      throw vm.error('ValueError', 'end of string while looking for conversion specifier');
    conversion = String.fromCodePoint(text.codePointAt(i)!);
    i += conversion.length;
    if (i < text.length) {
      c = text[i++]!;
      if (c === '}') return { name, conversion, spec: '', end: i };
      if (c !== ':') throw vm.error('ValueError', "expected ':' after conversion specifier");
    }
  }
  let nesting = 1;
  for (let end = i; end < text.length; end++) {
    if (text[end] === '{') nesting++;
    else if (text[end] === '}' && --nesting === 0)
      return { name, conversion, spec: text.slice(i, end), end: end + 1 };
  }
  throw vm.error('ValueError', "unmatched '{' in format spec");
}

function fieldText(vm: VM, { name, conversion, spec }: Field, args: Arguments, depth: number): string {
  let value = lookUp(vm, name, args);
  if (conversion !== undefined) {
    if (conversion === 'r') value = vm.repr(value);
    else if (conversion === 's') value = vm.str(value);
    else if (conversion === 'a') value = vm.ascii(value);
    else throw vm.error('ValueError', `Unknown conversion specifier ${conversion}`);
  }
  return vm.format(
    value,
    spec.includes('{') || spec.includes('}') ? expand(vm, spec, args, depth - 1) : spec,
  );
}

function lookUp(vm: VM, name: string, args: Arguments): Value {
  const match = /^([^.[]*)([^]*)$/.exec(name)!;
  const first = match[1]!;
  let rest = match[2]!;
  let value: Value;
  if (first === '' || /^\d+$/.test(first)) {
    let index: number;
    if (first === '') {
      if (args.automatic === 'manual')
        throw vm.error(
          'ValueError',
          'cannot switch from manual field specification to automatic field numbering',
        );
      index = args.automatic++;
    } else {
      if (typeof args.automatic === 'number' && args.automatic > 0)
        throw vm.error(
          'ValueError',
          'cannot switch from automatic field numbering to manual field specification',
        );
      args.automatic = 'manual';
      index = Number(first);
    }
    if (index >= args.positional.length)
      throw vm.error('IndexError', `Replacement index ${index} out of range for positional args tuple`);
    value = args.positional[index]!;
  } else value = args.named(first);
  while (rest !== '') {
    if (value instanceof PyUnknown) return value;
    const attribute = /^\.([^.[]*)/.exec(rest);
    if (attribute !== null) {
      if (attribute[1] === '') throw vm.error('ValueError', 'Empty attribute in format string');
      value = vm.getAttr(value, attribute[1]!);
      rest = rest.slice(attribute[0].length);
      continue;
    }
    const item = /^\[([^\]]*)\]/.exec(rest);
    if (item === null)
      throw vm.error(
        'ValueError',
        rest.startsWith('[')
          ? "Missing ']' in format string"
          : "Only '.' or '[' may follow ']' in format field specifier",
      );
    if (item[1] === '') throw vm.error('ValueError', 'Empty attribute in format string');
    value = vm.getItem(value, /^\d+$/.test(item[1]!) ? Number(item[1]) : item[1]!);
    rest = rest.slice(item[0].length);
  }
  return value;
}
