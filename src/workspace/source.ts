/** A parsed source file, and small questions about its syntax tree. */
import type { Expr, Location, Module, Node, Stmt } from '../python/ast';
import type { Comment, ParseResult } from '../python/parser';

export interface SourceFile {
  path: string;
  text: string;
  module: Module;
  comments: readonly Comment[];
}

export function sourceFile(path: string, result: ParseResult): SourceFile {
  return { path, text: result.source, module: result.module, comments: result.comments };
}

const lineTables = new WeakMap<SourceFile, string[]>();

function linesOf(file: SourceFile): string[] {
  let lines = lineTables.get(file);
  if (lines === undefined) {
    lines = file.text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
    lineTables.set(file, lines);
  }
  return lines;
}

/** The source text of a node, on one line. */
export function textOf(file: SourceFile, node: Location): string {
  const lines = linesOf(file);
  if (node.line === node.endLine) return (lines[node.line - 1] ?? '').slice(node.col, node.endCol);
  const parts = [(lines[node.line - 1] ?? '').slice(node.col)];
  for (let line = node.line + 1; line < node.endLine; line++) parts.push(lines[line - 1] ?? '');
  parts.push((lines[node.endLine - 1] ?? '').slice(0, node.endCol));
  return parts.map((part) => part.replace(/(^|\s)#.*$/, '').trim()).join(' ');
}

/** `a.b.c` of names and attributes; undefined for anything else. */
export function dottedName(expr: Expr): string | undefined {
  if (expr.kind === 'Name') return expr.id;
  if (expr.kind !== 'Attribute') return undefined;
  const base = dottedName(expr.value);
  return base === undefined ? undefined : `${base}.${expr.attr}`;
}

/** The number of an int constant, also a negative one. */
export function intValue(expr: Expr): number | undefined {
  if (expr.kind === 'UnaryOp' && expr.op === 'USub') {
    const value = intValue(expr.operand);
    return value === undefined ? undefined : -value;
  }
  return expr.kind === 'Constant' && expr.value.type === 'int' ? Number(expr.value.value) : undefined;
}

/** Calls `visit` for every node below (and with) the given ones, in source order. False from `visit` leaves a node's parts out. */
export function walk(nodes: Node | readonly Node[], visit: (node: Node) => boolean | void): void {
  if (Array.isArray(nodes)) {
    for (const node of nodes as readonly Node[]) walk(node, visit);
    return;
  }
  const node = nodes as Node;
  if (visit(node) === false) return;
  for (const part of Object.values(node) as unknown[]) {
    if (Array.isArray(part)) {
      for (const item of part as unknown[]) if (isNode(item)) walk(item, visit);
    } else if (isNode(part)) walk(part, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}

/** The statements of a body with those in its branches, but not in functions and classes. */
export function flatten(body: readonly Stmt[]): Stmt[] {
  const all: Stmt[] = [];
  for (const stmt of body) {
    all.push(stmt);
    if (stmt.kind === 'If' || stmt.kind === 'For' || stmt.kind === 'AsyncFor' || stmt.kind === 'While')
      all.push(...flatten(stmt.body), ...flatten(stmt.orelse));
    else if (stmt.kind === 'With' || stmt.kind === 'AsyncWith') all.push(...flatten(stmt.body));
    else if (stmt.kind === 'Try' || stmt.kind === 'TryStar')
      all.push(
        ...flatten(stmt.body),
        ...stmt.handlers.flatMap((handler) => flatten(handler.body)),
        ...flatten(stmt.orelse),
        ...flatten(stmt.finalbody),
      );
  }
  return all;
}

/** Whether a statement is `if __name__ == "__main__":`; an import does not run it. */
export function isMainGuard(stmt: Stmt): boolean {
  return (
    stmt.kind === 'If' &&
    stmt.test.kind === 'Compare' &&
    stmt.test.left.kind === 'Name' &&
    stmt.test.left.id === '__name__'
  );
}

/** The docstring of a function or class body. */
export function docstringOf(body: readonly Stmt[]): { text: string; line: number } | undefined {
  const first = body[0];
  if (first?.kind !== 'Expr' || first.value.kind !== 'Constant' || first.value.value.type !== 'str')
    return undefined;
  return { text: first.value.value.value, line: first.line };
}

/** Whether a module does something when it is run, beyond defining what others use. */
export function isProgram({ body }: Module): boolean {
  return body.some(
    (node) =>
      node.kind === 'For' ||
      node.kind === 'While' ||
      node.kind === 'With' ||
      (node.kind === 'If' && asksForMain(node.test)),
  );
}

/** `__name__ == "__main__"`. */
function asksForMain(test: Node): boolean {
  return test.kind === 'Compare' && test.left.kind === 'Name' && test.left.id === '__name__';
}
