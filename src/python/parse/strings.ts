/** String literals: plain, bytes, f-strings and template strings, and their implicit concatenation. */
import type { Constant, Expr, JoinedStr, Location, Name, TemplateStr } from '../ast';
import { decodeBytes, decodeText, EscapeError } from './escapes';
import { expression } from './expressions';
import { K } from './kinds';
import type { Walker } from './walker';

/** What a literal's prefix and quotes say. */
interface Shape {
  raw: boolean;
  bytes: boolean;
  format: boolean;
  template: boolean;
  contentStart: number;
  contentEnd: number;
}

function shapeOf(w: Walker, start: number, end: number): Shape {
  const { source } = w;
  const shape: Shape = {
    raw: false,
    bytes: false,
    format: false,
    template: false,
    contentStart: 0,
    contentEnd: 0,
  };
  let i = start;
  let quote = source.charCodeAt(i);
  while (quote !== 34 && quote !== 39) {
    const letter = quote | 32;
    if (letter === 114) shape.raw = true;
    else if (letter === 98) shape.bytes = true;
    else if (letter === 102) shape.format = true;
    else if (letter === 116) shape.template = true;
    // The grammar also takes Python 2's backquotes.
    else if (letter !== 117 || i >= end) w.fail('invalid syntax', start, end);
    quote = source.charCodeAt(++i);
  }
  if (i - start > 2 || (i - start === 2 && !shape.raw)) w.fail('invalid syntax', start, end);
  const triple = end - i >= 6 && source.charCodeAt(i + 1) === quote && source.charCodeAt(i + 2) === quote;
  shape.contentStart = i + (triple ? 3 : 1);
  shape.contentEnd = end - (triple ? 3 : 1);
  return shape;
}

/** The cursor stands on a `string` that spans `[start, end)`. */
export function stringLiteral(w: Walker, start: number, end: number): Expr {
  w.stringRanges.push(start, end);
  if (w.hasErrorIn(start, end + 1)) w.fail('invalid syntax', start, end);
  const shape = shapeOf(w, start, end);
  if (shape.bytes) {
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Constant',
      value: { type: 'bytes', value: bytesContent(w, shape, start, end) },
    };
  }
  if (!shape.format && !shape.template) {
    const value = text(w, shape.contentStart, shape.contentEnd, shape.raw, false, start, end);
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Constant',
      value: { type: 'str', value },
    };
  }
  const parts = new Parts(w);
  formatted(w, parts, shape, start, end);
  return joined(w, parts, shape.template, start, end);
}

/** The cursor stands on a `concatenated_string` that spans `[start, end)`. */
export function concatenatedString(w: Walker, start: number, end: number): Expr {
  const parts = new Parts(w);
  const bytes: Uint8Array[] = [];
  let strings = 0;
  let formats = 0;
  let templates = 0;
  w.first();
  do {
    if (w.kind !== K.String) continue;
    const from = w.start();
    const to = w.end();
    w.stringRanges.push(from, to);
    if (w.hasErrorIn(from, to + 1)) w.fail('invalid syntax', from, to);
    const shape = shapeOf(w, from, to);
    if (shape.bytes) {
      bytes.push(bytesContent(w, shape, from, to));
      continue;
    }
    strings++;
    if (shape.format || shape.template) {
      if (shape.template) templates++;
      else formats++;
      formatted(w, parts, shape, from, to);
    } else {
      parts.addText(text(w, shape.contentStart, shape.contentEnd, shape.raw, false, from, to), from, to);
    }
  } while (w.next());
  w.up();
  if (bytes.length > 0) {
    if (strings > 0) w.fail('cannot mix bytes and nonbytes literals', start, end);
    return {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Constant',
      value: { type: 'bytes', value: concatenateBytes(bytes) },
    };
  }
  if (templates > 0 && templates < strings) {
    w.fail('cannot mix t-string literals with string or bytes literals', start, end);
  }
  if (formats + templates > 0) return joined(w, parts, templates > 0, start, end);
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Constant',
    value: { type: 'str', value: parts.onlyText },
  };
}

function concatenateBytes(pieces: Uint8Array[]): Uint8Array {
  const result = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    result.set(piece, offset);
    offset += piece.length;
  }
  return result;
}

function joined(
  w: Walker,
  parts: Parts,
  template: boolean,
  start: number,
  end: number,
): JoinedStr | TemplateStr {
  const location = w.at(start, end);
  const values = parts.finish();
  return template
    ? {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'TemplateStr',
        values,
      }
    : {
        line: location.line,
        col: location.col,
        endLine: location.endLine,
        endCol: location.endCol,
        kind: 'JoinedStr',
        values,
      };
}

/** The values of a `JoinedStr` as they come; neighbouring pieces of text become one constant. */
class Parts {
  private readonly values: Expr[] = [];
  private pending = '';
  private start = -1;
  private end = 0;

  constructor(private readonly w: Walker) {}

  addText(value: string, start: number, end: number): void {
    if (value === '') return;
    if (this.start < 0) this.start = start;
    this.end = end;
    this.pending += value;
  }

  addField(node: Expr): void {
    this.flush();
    this.values.push(node);
  }

  /** All text so far; for concatenations without fields. */
  get onlyText(): string {
    return this.pending;
  }

  finish(): Expr[] {
    this.flush();
    return this.values;
  }

  private flush(): void {
    if (this.start < 0) return;
    const node: Constant = {
      line: this.w.locate(this.start, this.end),
      col: this.w.col,
      endLine: this.w.endLine,
      endCol: this.w.endCol,
      kind: 'Constant',
      value: { type: 'str', value: this.pending },
    };
    this.values.push(node);
    this.pending = '';
    this.start = -1;
  }
}

/** Adds the pieces of one f-string; the cursor stands on the `string`. */
function formatted(w: Walker, parts: Parts, shape: Shape, start: number, end: number): void {
  let position = shape.contentStart;
  if (w.first()) {
    do {
      if (w.kind !== K.Interpolation) continue;
      const fieldStart = w.start();
      const fieldEnd = w.end();
      if (fieldStart > position)
        parts.addText(text(w, position, fieldStart, shape.raw, true, start, end), position, fieldStart);
      field(w, parts, shape, fieldStart, fieldEnd);
      position = fieldEnd;
    } while (w.next());
    w.up();
  }
  if (position < shape.contentEnd) {
    parts.addText(
      text(w, position, shape.contentEnd, shape.raw, true, start, end),
      position,
      shape.contentEnd,
    );
  }
}

/** Why such a field does not convert; the parser then reads the file again with the format disguised. */
export const NESTED_FORMAT = 'f-string: a nested field in a format that begins with =';

/** Adds a replacement field, and before it its text where it ends in `=`. */
function field(w: Walker, parts: Parts, shape: Shape, start: number, end: number): void {
  const { source } = w;
  let value: Expr | null = null;
  let valueStart = start + 1;
  let conversion = -1;
  let format_spec: JoinedStr | null = null;
  let debug = false;
  let debugEnd = -1;
  let valueEnd = -1;
  w.first();
  while (w.next()) {
    const at = w.start();
    if (debug && debugEnd < 0) debugEnd = at;
    switch (w.kind) {
      case K.Equal:
        debug = true;
        if (valueEnd < 0) valueEnd = at;
        break;
      case K.TypeConversion:
        if (valueEnd < 0) valueEnd = at;
        conversion = conversionOf(w, at);
        break;
      case K.FormatSpecifier:
        if (valueEnd < 0) valueEnd = at;
        format_spec = formatSpec(w, shape, at + 1, end - 1);
        break;
      case K.RightBrace:
        if (valueEnd < 0) valueEnd = at;
        break;
      case K.NamedExpression: {
        // `{x:=5}` is the value `x` in the format `=5`.
        w.first();
        const name: Name = {
          line: w.locate(w.start(), w.end()),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'Name',
          id: w.identifier(),
          ctx: 'Load',
        };
        w.next();
        valueEnd = w.start();
        w.up();
        value = name;
        const spec = source.slice(valueEnd + 1, end - 1);
        if (spec.includes('{')) w.fail(NESTED_FORMAT);
        const constant: Constant = {
          line: w.locate(valueEnd + 1, end - 1),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'Constant',
          value: { type: 'str', value: text(w, valueEnd + 1, end - 1, shape.raw, true, start, end) },
        };
        format_spec = {
          line: w.locate(valueEnd + 1, end - 1),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'JoinedStr',
          values: [constant],
        };
        break;
      }
      default:
        if (value !== null) w.fail('f-string: invalid syntax', start, end);
        valueStart = at;
        value = expression(w);
        // Its colon begins the format.
        if (value.kind === 'Lambda' && source.startsWith('lambda', at))
          w.fail('f-string: invalid syntax', start, end);
    }
  }
  w.up();
  if (value === null) w.fail("f-string: valid expression required before '}'", start, end);
  if (debug) {
    parts.addText(source.slice(start + 1, debugEnd), start + 1, debugEnd);
    if (conversion === -1 && format_spec === null) conversion = 114;
  }
  const location: Location = w.at(start, end);
  if (shape.template) {
    const str = source.slice(debug ? start + 1 : valueStart, valueEnd).trim();
    parts.addField({
      line: location.line,
      col: location.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'Interpolation',
      value,
      str,
      conversion,
      format_spec,
    });
  } else {
    parts.addField({
      line: location.line,
      col: location.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'FormattedValue',
      value,
      conversion,
      format_spec,
    });
  }
}

function conversionOf(w: Walker, start: number): number {
  const letter = w.source.charAt(start + 1);
  if (letter !== 's' && letter !== 'r' && letter !== 'a') {
    w.fail("f-string: invalid conversion character: expected 's', 'r', or 'a'");
  }
  return letter.charCodeAt(0);
}

/** The format of a field; the cursor stands on `format_specifier`. */
function formatSpec(w: Walker, shape: Shape, start: number, end: number): JoinedStr {
  const parts = new Parts(w);
  // A nested field of a template string formats like that of an f-string.
  const inner: Shape = { ...shape, template: false };
  let position = start;
  w.first();
  do {
    if (w.kind !== K.FormatExpression) continue;
    const fieldStart = w.start();
    const fieldEnd = w.end();
    if (fieldStart > position) {
      parts.addText(text(w, position, fieldStart, shape.raw, true, start, end), position, fieldStart);
    }
    field(w, parts, inner, fieldStart, fieldEnd);
    position = fieldEnd;
  } while (w.next());
  w.up();
  if (position < end) parts.addText(text(w, position, end, shape.raw, true, start, end), position, end);
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'JoinedStr',
    values: parts.finish(),
  };
}

/** The text between two source indices, decoded. `start` and `end` are the literal's, for errors. */
function text(
  w: Walker,
  from: number,
  to: number,
  raw: boolean,
  braces: boolean,
  start: number,
  end: number,
): string {
  let piece = w.source.slice(from, to);
  if (piece.includes('\r')) piece = piece.replace(/\r\n?/g, '\n');
  try {
    return decodeText(piece, raw, braces);
  } catch (error) {
    if (error instanceof EscapeError) w.fail(error.message, start, end);
    throw error;
  }
}

function bytesContent(w: Walker, shape: Shape, start: number, end: number): Uint8Array {
  let piece = w.source.slice(shape.contentStart, shape.contentEnd);
  if (piece.includes('\r')) piece = piece.replace(/\r\n?/g, '\n');
  try {
    return decodeBytes(piece, shape.raw);
  } catch (error) {
    if (error instanceof EscapeError) w.fail(error.message, start, end);
    throw error;
  }
}
