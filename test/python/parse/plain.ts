/** The tree in the form that `dump_ast.py` prints, to compare with CPython's. */
import type { ConstantValue, Location } from '../../../src/python/ast';

export type Plain = null | boolean | number | string | Plain[] | { [field: string]: Plain };

function hexFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0x0.0p+0' : '0x0.0p+0';
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn).toString(16).padStart(13, '0');
  const sign = value < 0 ? '-' : '';
  const power = exponent === 0 ? -1022 : exponent - 1023;
  return `${sign}0x${exponent === 0 ? 0 : 1}.${mantissa}p${power < 0 ? '' : '+'}${power}`;
}

function constant(value: ConstantValue): Plain {
  switch (value.type) {
    case 'int':
      return { type: 'int', value: `0x${value.value.toString(16)}` };
    case 'float':
      return { type: 'float', value: hexFloat(value.value) };
    case 'complex':
      return { type: 'complex', imag: hexFloat(value.imag) };
    case 'bytes':
      return { type: 'bytes', value: Buffer.from(value.value).toString('hex') };
    default:
      return { ...value };
  }
}

const POSITIONS = ['line', 'col', 'endLine', 'endCol'];

/** A node as plain data, with its location in one field. */
export function plain(node: unknown): Plain {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node as Plain;
  const { kind } = node as { kind?: string };
  const result: { [field: string]: Plain } = {};
  const { line, col, endLine, endCol } = node as Partial<Location>;
  if (line !== undefined) result['at'] = [line, col!, endLine!, endCol!];
  for (const [field, value] of Object.entries(node)) {
    if (POSITIONS.includes(field)) continue;
    const isConstant = (kind === 'Constant' || kind === 'MatchSingleton') && field === 'value';
    result[field] = isConstant ? constant(value as ConstantValue) : plain(value);
  }
  return result;
}

/** The first place where two trees differ, or null. Positions count where the expected node has them. */
export function difference(expected: Plain, actual: Plain, path = ''): string | null {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return `${path}: expected a list, got ${JSON.stringify(actual)}`;
    for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
      if (i >= expected.length) return `${path}[${i}]: not expected: ${brief(actual[i]!)}`;
      if (i >= actual.length) return `${path}[${i}]: missing: ${brief(expected[i]!)}`;
      const found = difference(expected[i]!, actual[i]!, `${path}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) {
      return `${path}: expected ${brief(expected)}, got ${brief(actual)}`;
    }
    if (expected['kind'] !== actual['kind'])
      return `${path}: expected ${brief(expected)}, got ${brief(actual)}`;
    for (const field of Object.keys(expected)) {
      const found = difference(expected[field]!, actual[field] ?? null, `${path}.${field}`);
      if (found !== null) return `${found}`;
    }
    const extra = Object.keys(actual).find((field) => !(field in expected) && field !== 'at');
    return extra === undefined ? null : `${path}.${extra}: not expected`;
  }
  return expected === actual
    ? null
    : `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
}

function brief(node: Plain): string {
  return JSON.stringify(node).slice(0, 160);
}

/** A tree in one line, without positions and contexts: `Assign([Name(x)] Constant(1))`. */
export function outline(node: unknown): string {
  if (Array.isArray(node)) return `[${node.map(outline).join(' ')}]`;
  if (node === null) return '-';
  if (typeof node !== 'object') return String(node);
  const { kind, value } = node as { kind?: string; value?: unknown };
  if (kind === undefined) return outlineConstant(node as ConstantValue);
  if (kind === 'Constant') return outlineConstant(value as ConstantValue);
  const fields = Object.entries(node).filter(([field]) => !NOT_OUTLINED.includes(field));
  return fields.length === 0 ? kind : `${kind}(${fields.map(([, field]) => outline(field)).join(' ')})`;
}

const NOT_OUTLINED = [...POSITIONS, 'kind', 'ctx'];

function outlineConstant(value: ConstantValue): string {
  switch (value.type) {
    case 'str':
      return JSON.stringify(value.value);
    case 'bytes':
      return `b${JSON.stringify(String.fromCharCode(...value.value))}`;
    case 'complex':
      return `${value.imag}j`;
    case 'float':
      return Number.isInteger(value.value) ? `${value.value}.0` : String(value.value);
    case 'None':
    case 'Ellipsis':
      return value.type;
    default:
      return String(value.value);
  }
}
