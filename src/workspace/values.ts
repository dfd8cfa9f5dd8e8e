/** What syntax alone tells of values: whole numbers, and objects such as a config with its fields. */
import type { Call, ClassDef, Expr } from '../python/ast';
import {
  fieldsOf,
  findClass,
  findMethod,
  parametersOf,
  selfOf,
  type ClassPlace,
  type FileIndex,
  type SourceReader,
} from './file-index';
import { dottedName, flatten, intValue } from './source';

/** A value as far as it is known. */
export type Known = number | KnownObject;

/** An object made from a class: its fields by name. */
export interface KnownObject {
  fields: Map<string, Known>;
}

/** Names and what they stand for; `self.x` under `self`. */
export type Scope = Map<string, Known>;

/** A whole number, or an object, that an expression gives in a scope; undefined where syntax does not tell. */
export function valueOf(
  expr: Expr,
  scope: Scope,
  index: FileIndex,
  reader: SourceReader,
  depth = 0,
): Known | undefined {
  if (depth > 12) return undefined;
  const number = intValue(expr);
  if (number !== undefined) return number;
  const again = (part: Expr): Known | undefined => valueOf(part, scope, index, reader, depth + 1);
  switch (expr.kind) {
    case 'Name': {
      const known = scope.get(expr.id);
      if (known !== undefined) return known;
      const constant = index.constants.get(expr.id);
      return constant === undefined ? undefined : valueOf(constant, new Map(), index, reader, depth + 1);
    }
    case 'Attribute': {
      const base = again(expr.value);
      return typeof base === 'object' ? base.fields.get(expr.attr) : undefined;
    }
    case 'BinOp': {
      const a = again(expr.left);
      const b = again(expr.right);
      if (typeof a !== 'number' || typeof b !== 'number') return undefined;
      return arithmetic(expr.op, a, b);
    }
    case 'Call': {
      const name = dottedName(expr.func);
      if (name === 'int' && expr.args.length === 1) return again(expr.args[0]!);
      const place = findClass(index, expr.func, reader);
      return place === undefined
        ? undefined
        : { fields: construct(place, expr, scope, index, reader, depth + 1) };
    }
    case 'BoolOp': // `hidden or 4 * dim`
      return expr.op === 'Or' ? expr.values.map(again).find((value) => value !== undefined) : undefined;
    case 'IfExp':
      return again(expr.body) ?? again(expr.orelse);
    default:
      return undefined;
  }
}

function arithmetic(op: string, a: number, b: number): number | undefined {
  switch (op) {
    case 'Add':
      return a + b;
    case 'Sub':
      return a - b;
    case 'Mult':
      return a * b;
    case 'FloorDiv':
      return b === 0 ? undefined : Math.floor(a / b);
    case 'Pow':
      return b < 0 ? undefined : a ** b;
    case 'Mod':
      return b === 0 ? undefined : ((a % b) + b) % b;
    default:
      return undefined;
  }
}

/** The fields of an object that a call of its class makes: a dataclass's, or those that `__init__` sets from its arguments. */
export function construct(
  place: ClassPlace,
  call: Call | undefined,
  scope: Scope,
  index: FileIndex,
  reader: SourceReader,
  depth = 0,
): Map<string, Known> {
  const init = findMethod(place, '__init__', reader);
  if (init === undefined) return dataclassFields(place.node, call, scope, place.index, index, reader, depth);
  const inner = bindArguments(place, call, scope, index, reader, depth);
  const fields = new Map<string, Known>();
  const self = selfOf(init.node);
  inner.set(self, { fields });
  for (const stmt of flatten(init.node.body)) {
    if (stmt.kind !== 'Assign' && stmt.kind !== 'AnnAssign') continue;
    const target = stmt.kind === 'Assign' ? stmt.targets[0]! : stmt.target;
    if (stmt.value === null) continue;
    const value = valueOf(stmt.value, inner, init.place.index, reader, depth + 1);
    if (value === undefined) continue;
    if (target.kind === 'Name') inner.set(target.id, value);
    else if (target.kind === 'Attribute' && target.value.kind === 'Name' && target.value.id === self)
      fields.set(target.attr, value);
  }
  return fields;
}

/** The parameters of a class's `__init__` with the arguments of a call, or their defaults. */
export function bindArguments(
  place: ClassPlace,
  call: Call | undefined,
  scope: Scope,
  index: FileIndex,
  reader: SourceReader,
  depth = 0,
): Scope {
  const init = findMethod(place, '__init__', reader);
  const bound: Scope = new Map();
  if (init === undefined) return bound;
  const parameters = parametersOf(init.node, true);
  parameters.forEach(({ name, default: fallback }, i) => {
    const given =
      call?.keywords.find(({ arg }) => arg === name)?.value ??
      (call?.args[i]?.kind === 'Starred' ? undefined : call?.args[i]);
    const value =
      given !== undefined
        ? valueOf(given, scope, index, reader, depth + 1)
        : fallback !== null
          ? valueOf(fallback, new Map(), init.place.index, reader, depth + 1)
          : undefined;
    if (value !== undefined) bound.set(name, value);
  });
  return bound;
}

function dataclassFields(
  node: ClassDef,
  call: Call | undefined,
  scope: Scope,
  own: FileIndex,
  index: FileIndex,
  reader: SourceReader,
  depth: number,
): Map<string, Known> {
  const fields = new Map<string, Known>();
  fieldsOf(node).forEach(({ name, default: fallback }, i) => {
    const given = call?.keywords.find(({ arg }) => arg === name)?.value ?? call?.args[i];
    const value =
      given !== undefined
        ? valueOf(given, scope, index, reader, depth + 1)
        : fallback === null
          ? undefined
          : valueOf(fallback, fields, own, reader, depth + 1);
    if (value !== undefined) fields.set(name, value);
  });
  return fields;
}
