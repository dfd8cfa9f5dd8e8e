/** Tracebacks: the objects behind `__traceback__`, and the text of an uncaught exception in CPython 3.11's form. */
import type { PyClass } from '../classes.js';
import { Op } from '../code.js';
import { SyntaxFailure } from '../failures.js';
import { PyObject, retain, type Value } from '../heap.js';
import { defineType, Raise } from '../native.js';
import { PyCode, PyDict, PyException, PyList, PyTuple, type TracebackEntry } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { operatorAnchors } from './traceback_anchors.js';
import { suggestion } from './suggestions.js';
import { addressText } from './representation.js';

/** A frame as programs see it: of a traceback, or of `sys._getframe()`. */
export class PyFrame extends PyObject {
  constructor(
    readonly code: PyCode,
    readonly line: number,
    readonly globals: PyDict | null,
    readonly locals: PyDict | null,
    readonly back: Value,
    /** The names and values of a frame whose locals were not taken, while it runs. */
    readonly readLocals: (() => PyDict | null) | null = null,
  ) {
    super(T.frame);
    retain(globals);
    retain(locals);
    retain(back);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.globals);
    visit(this.locals);
    visit(this.back);
  }
}

/** One entry of an exception's traceback, outermost first: it holds the exception, whose entries hold the frames' values. */
export class PyTraceback extends PyObject {
  constructor(
    readonly exception: PyException,
    /** Outermost first. */
    readonly entries: readonly TracebackEntry[],
    readonly index: number,
  ) {
    super(T.traceback);
    exception.rc++;
    this.track();
  }
  get entry(): TracebackEntry {
    return this.entries[this.index]!;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.exception);
  }
}

/** `exception.__traceback__`. */
export function tracebackObject(exception: PyException): Value {
  return exception.traceback.length === 0
    ? null
    : new PyTraceback(exception, [...exception.traceback].reverse(), 0);
}

/** Sets `exception.__traceback__`. Raises TypeError. */
export function setTraceback(vm: VM, exception: PyException, value: Value): void {
  if (value === null) {
    exception.clearTraceback();
    return;
  }
  if (!(value instanceof PyTraceback))
    throw vm.error('TypeError', '__traceback__ must be a traceback or None');
  const entries = value.entries.slice(value.index).reverse();
  if (
    entries.length === exception.traceback.length &&
    entries.every((entry, i) => entry === exception.traceback[i])
  )
    return;
  for (const entry of entries) for (const held of entry.held) retain(held);
  exception.clearTraceback();
  exception.traceback = entries;
}

defineType(T.traceback, {
  methods: { '__repr__(self, /)': (_vm, self: PyTraceback) => `<traceback object at ${addressText(self)}>` },
  getset: {
    tb_lineno: (_vm, self: PyTraceback) => self.entry.line,
    tb_lasti: () => 0,
    tb_frame: (_vm, self: PyTraceback) => new PyFrame(self.entry.code, self.entry.line, null, null, null),
    tb_next: (_vm, self: PyTraceback) =>
      self.index + 1 < self.entries.length
        ? new PyTraceback(self.exception, self.entries, self.index + 1)
        : null,
    tb_position: (_vm, self: PyTraceback) => new PyTuple(self.entry.position),
  },
});

defineType(T.frame, {
  methods: {
    '__repr__(self, /)': (_vm, self: PyFrame) =>
      `<frame at ${addressText(self)}, file '${self.code.init.filename}', line ${self.line}, code ${self.code.init.name}>`,
    'clear(self, /)': () => null,
  },
  getset: {
    f_code: (_vm, self: PyFrame) => self.code,
    f_lineno: (_vm, self: PyFrame) => self.line,
    f_globals: (_vm, self: PyFrame) => self.globals ?? new PyDict(),
    f_locals: (_vm, self: PyFrame) => self.locals ?? self.readLocals?.() ?? new PyDict(),
    f_back: (_vm, self: PyFrame) => self.back,
    f_builtins: (vm) => vm.builtins.dict,
    f_lasti: () => 0,
    f_trace: () => null,
  },
});

/** Gives a line of a source file, without its end; undefined where it can't be read. */
export type SourceLine = (file: string, line: number) => string | undefined;

const RECURSIVE_CUTOFF = 3;
/** Space, tab and form feed. */
const SPACES = new Set([0x20, 0x09, 0x0c]);

/** Whether an expression folds to a constant. */
export type IsFolded = (segment: string) => boolean;

/** Asks the compiler, as CPython does where it tells an exception itself; its module `traceback` reads the tree as it is. */
export function foldedBy(vm: VM): IsFolded {
  return (segment) => {
    try {
      const { ops } = vm.compile(segment, '<segment>', 'eval').body;
      return ops.every((op) => (op & 0xff) === Op.LOAD_CONST || (op & 0xff) === Op.RETURN_VALUE);
    } catch (error) {
      if (error instanceof SyntaxFailure) return false;
      throw error;
    }
  };
}

/** The line of code and the carets under it, for an entry. */
function codeLines(entry: TracebackEntry, sourceLine: SourceLine, isFolded: IsFolded): string {
  const original = sourceLine(entry.code.init.filename, entry.line);
  const stripped = original?.trim() ?? '';
  if (original === undefined || stripped === '') return '';
  const [line, column, endLine, endColumn] = entry.position;
  let text = `    ${stripped}\n`;
  if (line !== entry.line || column < 0) return text;
  const strippedCharacters = original.length - original.trimStart().length;
  const end = endLine === line ? endColumn : endOfFirstLine(original);
  const segment = original.slice(column, end);
  const operator = endLine === line ? operatorAnchors(segment) : undefined;
  const anchors = operator !== undefined && isFolded(segment) ? undefined : operator;
  if (end - column < stripped.length || anchors !== undefined) {
    const indent = ' '.repeat(Math.max(0, displayWidth(original.slice(0, column)) - strippedCharacters));
    const width = displayWidth(segment);
    const carets =
      anchors === undefined
        ? '^'.repeat(Math.max(0, width))
        : '~'.repeat(anchors[0]) +
          '^'.repeat(anchors[1] - anchors[0]) +
          '~'.repeat(Math.max(0, width - anchors[1]));
    text += `    ${indent}${carets}\n`;
  }
  return text;
}

/**
 * Where the carets of an expression of several lines end in its first: behind the last character that is no space. CPython
 * counts characters and looks at bytes, so that it may stop earlier in a line that is not of ASCII alone.
 */
function endOfFirstLine(line: string): number {
  const characters = [...line];
  const bytes = new TextEncoder().encode(line);
  let end = characters.length;
  while (end > 0 && SPACES.has(bytes[end - 1]!)) end--;
  return characters.slice(0, end).join('').length;
}

/** Columns that a text takes: wide characters take two. */
function displayWidth(text: string): number {
  let width = 0;
  for (const c of text)
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}]/u.test(
        c,
      )
        ? 2
        : 1;
  return width;
}

/** `Traceback (most recent call last):` and the entries, outermost first. */
export function stackText(
  entries: readonly TracebackEntry[],
  sourceLine: SourceLine,
  isFolded: IsFolded,
): string {
  let text = '';
  let lastHead = '';
  let count = 0;
  const repeated = (): string => {
    const more = count - RECURSIVE_CUTOFF;
    return more > 0 ? `  [Previous line repeated ${more} more time${more === 1 ? '' : 's'}]\n` : '';
  };
  for (const entry of entries) {
    const head = `  File "${entry.code.init.filename}", line ${entry.line}, in ${entry.code.init.name}\n`;
    if (head !== lastHead) {
      text += repeated();
      lastHead = head;
      count = 0;
    }
    if (++count > RECURSIVE_CUTOFF) continue;
    text += head + codeLines(entry, sourceLine, isFolded);
  }
  return text + repeated();
}

function safeText(vm: VM, exception: PyException): string {
  try {
    return vm.str(exception);
  } catch (error) {
    if (error instanceof Raise) return '<exception str() failed>';
    throw error;
  }
}

/** The name of an exception's class as it is told: with its module, if that is neither the program nor the built-ins. */
export function qualifiedName(cls: PyClass): string {
  const module = cls.lookup('__module__');
  return typeof module === 'string' && module !== 'builtins' && module !== '__main__'
    ? `${module}.${cls.qualname}`
    : cls.qualname;
}

/** The last lines: the class and the text, with what is particular to syntax errors, and the notes. */
export function exceptionOnly(vm: VM, exception: PyException, suggest = false): string {
  const name = qualifiedName(exception.cls);
  const hint = suggest ? suggestion(vm, exception) : '';
  let text = '';
  if (
    exception.cls.isSubclassOf(vm.exceptionClass('SyntaxError')) &&
    vm.findAttr(exception, 'lineno') !== null
  )
    text += syntaxErrorText(vm, exception, name);
  else {
    const message = safeText(vm, exception);
    text += message === '' ? `${name}${hint}\n` : `${name}: ${message}${hint}\n`;
  }
  const notes = exception.attrs.getStr('__notes__');
  if (notes instanceof PyList || notes instanceof PyTuple)
    for (const note of notes.items) for (const line of vm.str(note).split('\n')) text += `${line}\n`;
  return text;
}

function syntaxErrorText(vm: VM, exception: PyException, name: string): string {
  const get = (field: string): Value => vm.findAttr(exception, field) ?? null;
  const filename = get('filename');
  let text = `  File "${typeof filename === 'string' ? filename : '<string>'}", line ${vm.str(get('lineno'))}\n`;
  const source = get('text');
  if (typeof source === 'string') {
    const right = source.trimEnd();
    const left = right.trimStart();
    const spaces = right.length - left.length;
    text += `    ${left}\n`;
    const offset = get('offset');
    if (typeof offset === 'number' && offset > 0) {
      let end = get('end_offset');
      if (typeof end !== 'number' || get('end_lineno') !== get('lineno') || end === 0) end = offset;
      if (end === offset) end = offset + 1;
      const column = offset - 1 - spaces;
      const endColumn = end - 1 - spaces;
      if (column >= 0)
        text += `    ${left.slice(0, column).replace(/\S/g, ' ')}${'^'.repeat(Math.max(1, Math.min(endColumn, left.length + 1) - column))}\n`;
    }
  }
  const message = get('msg');
  return `${text}${name}: ${message === null ? '<no detail available>' : vm.str(message)}\n`;
}

const CAUSE = '\nThe above exception was the direct cause of the following exception:\n\n';
const CONTEXT = '\nDuring handling of the above exception, another exception occurred:\n\n';

/**
 * The whole text for an exception: its causes and contexts, the tracebacks, the messages. `uncaught`: as the interpreter tells
 * it, with "Did you mean".
 */
export function formatTraceback(
  vm: VM,
  exception: PyException,
  sourceLine: SourceLine,
  uncaught = false,
): string {
  const isFolded = uncaught ? foldedBy(vm) : () => false;
  return formatChain(vm, exception, sourceLine, { seen: new Set(), suggest: uncaught, isFolded }, '');
}

/** What the parts of a chain share. */
interface Chain {
  /** The exceptions that are shown already. */
  seen: Set<PyException>;
  suggest: boolean;
  isFolded: IsFolded;
}

function formatChain(
  vm: VM,
  exception: PyException,
  sourceLine: SourceLine,
  chain: Chain,
  margin: string,
): string {
  const { seen, suggest, isFolded } = chain;
  seen.add(exception);
  let text = '';
  const { cause, context } = exception;
  if (cause instanceof PyException && !seen.has(cause))
    text += formatChain(vm, cause, sourceLine, chain, margin) + indented(CAUSE, margin);
  else if (context instanceof PyException && !exception.suppressContext && !seen.has(context))
    text += formatChain(vm, context, sourceLine, chain, margin) + indented(CONTEXT, margin);
  const entries = [...exception.traceback].reverse();
  const members = exception.getField('exceptions');
  const isGroup =
    exception.cls.isSubclassOf(vm.exceptionClass('BaseExceptionGroup')) && members instanceof PyTuple;
  if (!isGroup) {
    const body =
      (entries.length > 0
        ? 'Traceback (most recent call last):\n' + stackText(entries, sourceLine, isFolded)
        : '') + exceptionOnly(vm, exception, suggest);
    return text + indented(body, margin);
  }
  // A group's own lines hang on `|`; at the outermost level that margin begins here.
  const own = margin === '' ? '  | ' : margin;
  const head = margin === '' ? '  + ' : margin;
  if (entries.length > 0)
    text +=
      `${head}Exception Group Traceback (most recent call last):\n` +
      indented(stackText(entries, sourceLine, isFolded), own);
  text += indented(exceptionOnly(vm, exception, suggest), own);
  const outer = own.slice(0, -2);
  members.items.forEach((member, i) => {
    text +=
      i === 0
        ? `${outer}+-+---------------- 1 ----------------\n`
        : `${outer}  +---------------- ${i + 1} ----------------\n`;
    if (member instanceof PyException) text += formatChain(vm, member, sourceLine, chain, `${outer}  | `);
  });
  const last = members.items[members.items.length - 1];
  if (!(last instanceof PyException && last.cls.isSubclassOf(vm.exceptionClass('BaseExceptionGroup'))))
    text += `${outer}  +------------------------------------\n`;
  return text;
}

function indented(text: string, margin: string): string {
  return margin === ''
    ? text
    : text.replace(/^/gm, margin).slice(0, text.endsWith('\n') ? -margin.length : undefined);
}
