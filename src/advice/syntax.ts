/** What finders ask of a syntax tree. */
import type { ClassDef, Expr, FunctionDef, Module, Stmt } from '../python/ast';
import { walk } from '../workspace/source';

/** The methods of a file's classes. */
export function methodsOf(module: Module): { owner: ClassDef; method: FunctionDef }[] {
  const found: { owner: ClassDef; method: FunctionDef }[] = [];
  walk(module, (node) => {
    if (node.kind !== 'ClassDef') return;
    for (const method of node.body) if (method.kind === 'FunctionDef') found.push({ owner: node, method });
  });
  return found;
}

/** Every body of statements in a file: the file's own, those of functions, and those of their branches and loops. */
export function bodiesOf(module: Module): (readonly Stmt[])[] {
  const bodies: (readonly Stmt[])[] = [module.body];
  walk(module, (node) => {
    if ('body' in node && Array.isArray(node.body) && node !== module) bodies.push(node.body as Stmt[]);
    if ('orelse' in node && Array.isArray(node.orelse) && node.orelse.length > 0)
      bodies.push(node.orelse as Stmt[]);
  });
  return bodies;
}

/** How often names are read in some statements; a name that a function there binds itself is another one. */
export function readsOf(body: readonly Stmt[]): Map<string, number> {
  const reads = new Map<string, number>();
  const add = (name: string, count = 1): void => void reads.set(name, (reads.get(name) ?? 0) + count);
  walk(body as Stmt[], (node) => {
    if (node.kind === 'Name' && node.ctx === 'Load') add(node.id);
    if (node.kind !== 'FunctionDef' && node.kind !== 'AsyncFunctionDef') return true;
    const bound = new Set<string>();
    walk(node, (part) => {
      if (part.kind === 'Name' && part.ctx !== 'Load') bound.add(part.id);
      if (part.kind === 'arg') bound.add(part.arg);
    });
    for (const [name, count] of readsOf(node.body)) if (!bound.has(name)) add(name, count);
    return false;
  });
  return reads;
}

/** Whether two expressions are written the same, places aside. */
export function isSameExpression(a: Expr, b: Expr): boolean {
  return written(a) === written(b);
}

function written(node: unknown): string {
  return JSON.stringify(node, (key, value: unknown) =>
    ['line', 'col', 'endLine', 'endCol', 'ctx'].includes(key)
      ? undefined
      : typeof value === 'bigint'
        ? `${value}n`
        : value,
  );
}

/** The expression with a call, where a bare class or function is named. */
export function callOf(expression: string): string {
  return /^[\w.]+$/.test(expression.trim()) ? `${expression.trim()}()` : expression;
}
