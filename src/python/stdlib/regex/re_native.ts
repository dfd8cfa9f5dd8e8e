/** The module `_re`: compiled patterns and matches. */
import { arrayIterator } from '../../builtins/iteration.js';
import { classGetItem } from '../../builtins/generic_alias.js';
import { absorb } from '../../builtins/operators.js';
import { typeOf, type PyClass } from '../../classes.js';
import { PyObject, retain, type Value } from '../../heap.js';
import { makeType, nativeModule, type NativeImplementation, type Raise } from '../../native.js';
import {
  NotImplemented,
  PyByteArray,
  PyBytes,
  PyDict,
  PyIterator,
  PyList,
  PyMappingProxy,
  PyTuple,
  PyUnknown,
  type PyModule,
} from '../../objects.js';
import type { VM } from '../../vm.js';
import { nativeIterator } from '../support.js';
import { Program, Subject, TooManySteps } from './match.js';
import { Flag, parsePattern, PatternError, type Node } from './parse.js';
import { parseTemplate, UnknownGroupName, type TemplatePart } from './template.js';

class PyPattern extends PyObject {
  /** Group in which each group lies (0 for none). */
  readonly parents: number[] = [];
  constructor(
    cls: PyClass,
    readonly source: Value,
    readonly flags: number,
    readonly program: Program,
    readonly names: Map<string, number>,
    readonly error: Value,
    node: Node,
  ) {
    super(cls);
    retain(error);
    this.findParents(node, 0);
  }
  get isText(): boolean {
    return typeof this.source === 'string';
  }
  private findParents(node: Node, parent: number): void {
    if (node.kind === 'group') {
      this.parents[node.index] = parent;
      parent = node.index;
    }
    if ('node' in node) this.findParents(node.node, parent);
    if ('nodes' in node) for (const part of node.nodes) this.findParents(part, parent);
    if (node.kind === 'conditional') {
      this.findParents(node.yes, parent);
      this.findParents(node.no, parent);
    }
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.error);
  }
}

class PyMatch extends PyObject {
  constructor(
    cls: PyClass,
    readonly pattern: PyPattern,
    readonly subject: Subject,
    readonly string: Value,
    readonly slots: Int32Array,
    readonly pos: number,
    readonly endpos: number,
  ) {
    super(cls);
    retain(pattern);
    retain(string);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.pattern);
    visit(this.string);
  }
  text(group: number): string | undefined {
    const start = this.slots[group * 2]!;
    const end = this.slots[group * 2 + 1]!;
    return start < 0 || end < 0 ? undefined : this.subject.slice(start, end);
  }
  /** The group that was closed last; 0 if there is none. */
  get lastIndex(): number {
    let best = 0;
    for (let group = 1; group <= this.pattern.program.groups; group++) {
      const end = this.slots[group * 2 + 1]!;
      if (end < 0 || (best > 0 && end < this.slots[best * 2 + 1]!)) continue;
      let parent = this.pattern.parents[group] ?? 0;
      while (parent !== 0 && parent !== best) parent = this.pattern.parents[parent] ?? 0;
      if (best === 0 || parent !== best || end > this.slots[best * 2 + 1]!) best = group;
    }
    return best;
  }
}

const latin1 = (data: Uint8Array): string => {
  let text = '';
  for (const byte of data) text += String.fromCharCode(byte);
  return text;
};

const fromText = (text: string, isText: boolean): Value =>
  isText ? text : new PyBytes(Uint8Array.from(text, (char) => char.charCodeAt(0)));

/** The text of a subject, of the pattern's kind. Raises TypeError. */
function subjectText(vm: VM, pattern: PyPattern, value: Value): string {
  const text = vm.asStr(value);
  if (text !== undefined) {
    if (!pattern.isText) throw vm.error('TypeError', 'cannot use a bytes pattern on a string-like object');
    return text;
  }
  if (value instanceof PyBytes || value instanceof PyByteArray) {
    if (pattern.isText) throw vm.error('TypeError', 'cannot use a string pattern on a bytes-like object');
    return latin1(value.data);
  }
  throw vm.error('TypeError', `expected string or bytes-like object, got '${typeOf(value).typeName}'`);
}

/** How many steps of a match an instruction stands for. */
const STEPS_OF_INSTRUCTION = 8;

/** What a pattern is matched with; long matches count as work of the run. */
function subjectOf(vm: VM, pattern: PyPattern, value: Value): Subject {
  return new Subject(subjectText(vm, pattern, value), (steps) => vm.countSteps(steps / STEPS_OF_INSTRUCTION));
}

function patternError(vm: VM, errorClass: Value, error: unknown, source: Value): Raise {
  if (error instanceof UnknownGroupName) return vm.error('IndexError', error.message);
  if (!(error instanceof PatternError)) throw error;
  const exception = vm.call(
    errorClass,
    error.position === null ? [error.message] : [error.message, source, error.position],
  );
  return vm.raise(exception as Raise['exception']);
}

const FLAG_NAMES: [number, string][] = [
  [Flag.IGNORECASE, 're.IGNORECASE'],
  [Flag.LOCALE, 're.LOCALE'],
  [Flag.MULTILINE, 're.MULTILINE'],
  [Flag.DOTALL, 're.DOTALL'],
  [Flag.VERBOSE, 're.VERBOSE'],
  [Flag.DEBUG, 're.DEBUG'],
  [Flag.ASCII, 're.ASCII'],
];

/** A number of a position argument, cut to the subject. */
const bound = (vm: VM, value: Value | undefined, length: number): number =>
  value === undefined
    ? length
    : typeof value === 'bigint'
      ? value > 0n
        ? length
        : 0
      : Math.min(Math.max(0, vm.index(value)), length);

export function reModule(_vm: VM): PyModule {
  const groupNumber = (vm: VM, match: PyMatch, key: Value): number => {
    if (typeof key === 'number' || typeof key === 'boolean') {
      if (Number(key) >= 0 && Number(key) <= match.pattern.program.groups) return Number(key);
    } else {
      const name = vm.asStr(key);
      const group = name === undefined ? undefined : match.pattern.names.get(name);
      if (group !== undefined) return group;
      if (
        name === undefined &&
        typeof key === 'object' &&
        key !== null &&
        typeOf(key).lookup('__index__') !== undefined
      )
        return groupNumber(vm, match, vm.index(key));
    }
    throw vm.error('IndexError', 'no such group');
  };
  const groupValue = (match: PyMatch, group: number, missing: Value = null): Value => {
    const text = match.text(group);
    return text === undefined ? missing : fromText(text, match.pattern.isText);
  };
  const expand = (match: PyMatch, parts: TemplatePart[]): string =>
    parts.map((part) => (typeof part === 'string' ? part : (match.text(part) ?? ''))).join('');

  const matchClass = makeType(
    'Match',
    { module: 're', final: true },
    {
      classMethods: classGetItem,
      methods: {
        'group(self, *groups)': (vm, self: PyMatch, groups: Value[]) => {
          if (groups.length === 0) return groupValue(self, 0);
          if (groups.length === 1) return groupValue(self, groupNumber(vm, self, groups[0]!));
          return new PyTuple(groups.map((key) => groupValue(self, groupNumber(vm, self, key))));
        },
        '__getitem__(self, key, /)': (vm, self: PyMatch, key: Value) =>
          groupValue(self, groupNumber(vm, self, key)),
        'groups(self, default=None)': (_vm, self: PyMatch, missing: Value) =>
          new PyTuple(
            Array.from({ length: self.pattern.program.groups }, (_, i) => groupValue(self, i + 1, missing)),
          ),
        'groupdict(self, default=None)': (_vm, self: PyMatch, missing: Value) => {
          const dict = new PyDict();
          for (const [name, group] of self.pattern.names) dict.setStr(name, groupValue(self, group, missing));
          return dict;
        },
        'start(self, group=0, /)': (vm, self: PyMatch, group: Value) =>
          self.slots[groupNumber(vm, self, group) * 2]!,
        'end(self, group=0, /)': (vm, self: PyMatch, group: Value) =>
          self.slots[groupNumber(vm, self, group) * 2 + 1]!,
        'span(self, group=0, /)': (vm, self: PyMatch, group: Value) => {
          const number = groupNumber(vm, self, group);
          return new PyTuple([self.slots[number * 2]!, self.slots[number * 2 + 1]!]);
        },
        'expand(self, template)': (vm, self: PyMatch, template: Value) =>
          fromText(expand(self, templateParts(vm, self.pattern, template)), self.pattern.isText),
        '__repr__(self, /)': (vm, self: PyMatch) =>
          `<re.Match object; span=(${self.slots[0]}, ${self.slots[1]}), match=${vm.repr(groupValue(self, 0))}>`,
        '__copy__(self, /)': (_vm, self: PyMatch) => self,
        '__deepcopy__(self, memo, /)': (_vm, self: PyMatch) => self,
      },
      getset: {
        string: (_vm, self: PyMatch) => self.string,
        re: (_vm, self: PyMatch) => self.pattern,
        pos: (_vm, self: PyMatch) => self.pos,
        endpos: (_vm, self: PyMatch) => self.endpos,
        lastindex: (_vm, self: PyMatch) => (self.lastIndex === 0 ? null : self.lastIndex),
        lastgroup: (_vm, self: PyMatch) => {
          const { lastIndex } = self;
          for (const [name, group] of self.pattern.names) if (group === lastIndex) return name;
          return null;
        },
        regs: (_vm, self: PyMatch) =>
          new PyTuple(
            Array.from(
              { length: self.pattern.program.groups + 1 },
              (_, i) => new PyTuple([self.slots[i * 2]!, self.slots[i * 2 + 1]!]),
            ),
          ),
      },
    },
  );

  const templates = new Map<string, { pattern: PyPattern; parts: TemplatePart[] }>();
  const templateParts = (vm: VM, pattern: PyPattern, template: Value): TemplatePart[] => {
    const text = vm.asStr(template) ?? (template instanceof PyBytes ? latin1(template.data) : undefined);
    if (text === undefined)
      throw vm.error(
        'TypeError',
        `decoding to str: need a bytes-like object, ${typeOf(template).typeName} found`,
      );
    const known = templates.get(text);
    if (known !== undefined && known.pattern === pattern) return known.parts;
    let parts: TemplatePart[];
    try {
      parts = parseTemplate(text, pattern.program.groups, pattern.names);
    } catch (error) {
      throw patternError(vm, pattern.error, error, template);
    }
    if (templates.size > 200) templates.clear();
    templates.set(text, { pattern, parts });
    return parts;
  };

  /** All matches from `pos`, as findall, finditer, sub and split go through them. */
  const matches = function* (
    pattern: PyPattern,
    subject: Subject,
    pos: number,
    end: number,
  ): Generator<Int32Array, void> {
    let at = pos;
    let mustAdvance = false;
    while (at <= end) {
      const slots = pattern.program.search(subject, at, end, mustAdvance);
      if (slots === null) return;
      yield slots.slice();
      mustAdvance = slots[0] === slots[1];
      at = slots[1]!;
    }
  };

  /** What is known of a match that takes too long: nothing. */
  const tooSlow = (vm: VM, error: unknown): PyUnknown => {
    if (!(error instanceof TooManySteps)) throw error;
    const reason = 'a regular expression that backtracks too much was given up';
    vm.note('missing', reason);
    return vm.unknown(reason);
  };
  const bounded = (implementation: NativeImplementation): NativeImplementation =>
    function (vm, ...args) {
      try {
        return implementation(vm, ...args);
      } catch (error) {
        return tooSlow(vm, error);
      }
    };

  const attempt = (
    find: (program: Program, subject: Subject, pos: number, end: number) => Int32Array | null,
  ): NativeImplementation =>
    bounded((vm, self: PyPattern, string: Value, pos: Value | undefined, endpos: Value | undefined) => {
      if (string instanceof PyUnknown) return absorb(string);
      const subject = subjectOf(vm, self, string);
      const end = bound(vm, endpos, subject.length);
      const start = pos === undefined ? 0 : bound(vm, pos, subject.length);
      if (start > end) return null;
      const slots = find(self.program, subject, start, end);
      return slots === null ? null : new PyMatch(matchClass, self, subject, string, slots, start, end);
    });

  const substitute = (
    vm: VM,
    self: PyPattern,
    repl: Value,
    string: Value,
    count: Value,
  ): [string, number] => {
    const subject = subjectOf(vm, self, string);
    const limit = vm.index(count);
    const isTemplate = vm.asStr(repl) !== undefined || repl instanceof PyBytes;
    const parts = isTemplate ? templateParts(vm, self, repl) : null;
    const plain = parts !== null && parts.every((part) => typeof part === 'string') ? parts.join('') : null;
    let result = '';
    let done = 0;
    let at = 0;
    for (const slots of matches(self, subject, 0, subject.length)) {
      result += subject.slice(at, slots[0]!);
      if (isTemplate && (vm.asStr(repl) !== undefined) !== self.isText)
        throw vm.error(
          'TypeError',
          self.isText
            ? `sequence item ${slots[0]! > at ? 1 : 0}: expected str instance, ${typeOf(repl).name} found`
            : `sequence item ${slots[0]! > at ? 1 : 0}: expected a bytes-like object, ${typeOf(repl).name} found`,
        );
      if (plain !== null) result += plain;
      else {
        const match = new PyMatch(matchClass, self, subject, string, slots, 0, subject.length);
        if (parts !== null) result += expand(match, parts);
        else {
          const replaced = vm.call(repl, [match]);
          const replacedText =
            vm.asStr(replaced) ?? (replaced instanceof PyBytes ? latin1(replaced.data) : undefined);
          if (replacedText !== undefined) result += replacedText;
          else if (replaced !== null && !(replaced instanceof PyUnknown))
            throw vm.error(
              'TypeError',
              `sequence item ${done}: expected str instance, ${typeOf(replaced).typeName} found`,
            );
        }
      }
      at = slots[1]!;
      if (++done === limit) break;
    }
    return [result + subject.slice(at, subject.length), done];
  };

  const unknownOf = (...values: Value[]): PyUnknown | undefined =>
    values.find((value) => value instanceof PyUnknown) as PyUnknown | undefined;

  const patternClass = makeType(
    'Pattern',
    { module: 're', final: true },
    {
      classMethods: classGetItem,
      methods: {
        'match(self, string, pos=..., endpos=...)': attempt((program, subject, pos, end) =>
          program.matchAt(subject, pos, end, false),
        ),
        'fullmatch(self, string, pos=..., endpos=...)': attempt((program, subject, pos, end) =>
          program.matchAt(subject, pos, end, true),
        ),
        'search(self, string, pos=..., endpos=...)': attempt((program, subject, pos, end) =>
          program.search(subject, pos, end),
        ),
        'findall(self, string, pos=..., endpos=...)': bounded(
          (vm, self: PyPattern, string: Value, pos: Value | undefined, endpos: Value | undefined) => {
            if (string instanceof PyUnknown) return absorb(string);
            const subject = subjectOf(vm, self, string);
            const found: Value[] = [];
            const part = (slots: Int32Array, group: number): Value =>
              fromText(
                slots[group * 2]! < 0 ? '' : subject.slice(slots[group * 2]!, slots[group * 2 + 1]!),
                self.isText,
              );
            const { groups } = self.program;
            for (const slots of matches(
              self,
              subject,
              pos === undefined ? 0 : bound(vm, pos, subject.length),
              bound(vm, endpos, subject.length),
            )) {
              if (groups <= 1) found.push(part(slots, groups));
              else found.push(new PyTuple(Array.from({ length: groups }, (_, i) => part(slots, i + 1))));
            }
            return new PyList(found);
          },
        ),
        'finditer(self, string, pos=..., endpos=...)': (
          vm,
          self: PyPattern,
          string: Value,
          pos: Value | undefined,
          endpos: Value | undefined,
        ) => {
          if (string instanceof PyUnknown) return arrayIterator([absorb(string)], [], 'callable_iterator');
          const subject = subjectOf(vm, self, string);
          const start = pos === undefined ? 0 : bound(vm, pos, subject.length);
          const end = bound(vm, endpos, subject.length);
          const all = matches(self, subject, start, end);
          return nativeIterator(
            () => {
              let value;
              try {
                ({ value } = all.next());
              } catch (error) {
                return tooSlow(vm, error);
              }
              return value === undefined
                ? undefined
                : new PyMatch(matchClass, self, subject, string, value, start, end);
            },
            [self, string],
            'callable_iterator',
          ) satisfies PyIterator;
        },
        'sub(self, repl, string, count=0)': bounded(
          (vm, self: PyPattern, repl: Value, string: Value, count: Value) => {
            const unknown = unknownOf(repl, string, count);
            return unknown !== undefined
              ? absorb(unknown)
              : fromText(substitute(vm, self, repl, string, count)[0], self.isText);
          },
        ),
        'subn(self, repl, string, count=0)': bounded(
          (vm, self: PyPattern, repl: Value, string: Value, count: Value) => {
            const unknown = unknownOf(repl, string, count);
            if (unknown !== undefined) return absorb(unknown);
            const [text, done] = substitute(vm, self, repl, string, count);
            return new PyTuple([fromText(text, self.isText), done]);
          },
        ),
        'split(self, string, maxsplit=0)': bounded((vm, self: PyPattern, string: Value, maxsplit: Value) => {
          if (string instanceof PyUnknown) return absorb(string);
          const subject = subjectOf(vm, self, string);
          const limit = vm.index(maxsplit);
          const parts: Value[] = [];
          let at = 0;
          let done = 0;
          for (const slots of matches(self, subject, 0, subject.length)) {
            if (limit < 0 || (limit > 0 && done === limit)) break;
            parts.push(fromText(subject.slice(at, slots[0]!), self.isText));
            for (let group = 1; group <= self.program.groups; group++)
              parts.push(
                slots[group * 2]! < 0
                  ? null
                  : fromText(subject.slice(slots[group * 2]!, slots[group * 2 + 1]!), self.isText),
              );
            at = slots[1]!;
            done++;
          }
          parts.push(fromText(subject.slice(at, subject.length), self.isText));
          return new PyList(parts);
        }),
        '__repr__(self, /)': (vm, self: PyPattern) => {
          const names = FLAG_NAMES.filter(([flag]) => self.flags & flag).map(([, name]) => name);
          const text = vm.repr(self.source);
          return `re.compile(${text.length > 200 ? text.slice(0, 200) : text}${names.length > 0 ? `, ${names.join('|')}` : ''})`;
        },
        '__eq__(self, other, /)': (vm, self: PyPattern, other: Value) =>
          other instanceof PyPattern
            ? self.flags === other.flags && vm.equals(self.source, other.source)
            : NotImplemented,
        '__hash__(self, /)': (vm, self: PyPattern) => vm.hash(self.source) ^ self.flags,
        '__copy__(self, /)': (_vm, self: PyPattern) => self,
        '__deepcopy__(self, memo, /)': (_vm, self: PyPattern) => self,
      },
      getset: {
        pattern: (_vm, self: PyPattern) => self.source,
        flags: (_vm, self: PyPattern) => self.flags,
        groups: (_vm, self: PyPattern) => self.program.groups,
        groupindex: (_vm, self: PyPattern) =>
          new PyMappingProxy(PyDict.fromObject(Object.fromEntries(self.names))),
      },
    },
  );

  return nativeModule(
    '_re',
    {
      // `error` is the exception class for patterns that don't parse.
      'compile(pattern, flags, error, properties=False)': (
        vm,
        pattern: Value,
        flags: number,
        error: Value,
        properties: boolean,
      ) => {
        const text = vm.asStr(pattern);
        const isText = text !== undefined;
        if (!isText && !(pattern instanceof PyBytes))
          throw vm.error('TypeError', 'first argument must be string or compiled pattern');
        try {
          const parsed = parsePattern(text ?? latin1((pattern as PyBytes).data), flags, isText, properties);
          let all = parsed.flags;
          if (isText) {
            if (all & Flag.LOCALE) throw vm.error('ValueError', 'cannot use LOCALE flag with a str pattern');
            if (all & Flag.ASCII && all & Flag.UNICODE)
              throw vm.error('ValueError', 'ASCII and UNICODE flags are incompatible');
            if (!(all & Flag.ASCII)) all |= Flag.UNICODE;
          } else if (all & Flag.UNICODE)
            throw vm.error('ValueError', 'cannot use UNICODE flag with a bytes pattern');
          return new PyPattern(
            patternClass,
            isText ? text : pattern,
            all,
            new Program(parsed),
            parsed.names,
            error,
            parsed.node,
          );
        } catch (thrown) {
          if (thrown instanceof PatternError) throw patternError(vm, error, thrown, pattern);
          throw thrown;
        }
      },
    },
    { Pattern: patternClass, Match: matchClass },
  );
}
