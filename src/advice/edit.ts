/** Pieces of edits of Python source: the text of a node, imports that an edit needs, names that are free. */
import type { Call, Location, Module, Stmt } from '../python/ast';
import { walk } from '../workspace/source';
import type { SourceEdit } from './action';

/** The lines of a source, as the syntax tree counts them. */
export function sourceLines(text: string): string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

/** The place of a node, for an edit that replaces it. */
export function placeOf({ line, col, endLine, endCol }: Location): Omit<SourceEdit, 'text'> {
  return { line, col, endLine, endCol };
}

/** The text of a node as it is written. */
export function sourceOf(lines: readonly string[], node: Location): string {
  if (node.line === node.endLine) return (lines[node.line - 1] ?? '').slice(node.col, node.endCol);
  const inner = lines.slice(node.line, node.endLine - 1);
  return [
    (lines[node.line - 1] ?? '').slice(node.col),
    ...inner,
    (lines[node.endLine - 1] ?? '').slice(0, node.endCol),
  ].join('\n');
}

/** The edit that replaces a node. */
export function replacing(node: Location, text: string): SourceEdit {
  return { ...placeOf(node), text };
}

/** The edit that puts text before a line (from 1); the text ends its lines. */
export function insertingBefore(line: number, text: string): SourceEdit {
  return { line, col: 0, endLine: line, endCol: 0, text };
}

/** The edit that takes whole lines away. */
export function deletingLines(line: number, endLine: number): SourceEdit {
  return { line, col: 0, endLine: endLine + 1, endCol: 0, text: '' };
}

/** The white space that a line begins with. */
export function indentOf(lines: readonly string[], line: number): string {
  return /^[ \t]*/.exec(lines[line - 1] ?? '')![0];
}

/**
 * What a name of a module is called in a file, with the import if it is not there: `checkpoint` of `torch.utils.checkpoint`. Where the file
 * uses the bare name for something else it is written with its module.
 */
export function importedName(
  module: Module,
  from: string,
  name: string,
): { name: string; edits: SourceEdit[] } {
  const dot = from.lastIndexOf('.');
  const [parent, last] = dot < 0 ? ['', from] : [from.slice(0, dot), from.slice(dot + 1)];
  let taken = false;
  for (const stmt of module.body) {
    if (stmt.kind !== 'Import' && stmt.kind !== 'ImportFrom') continue;
    for (const alias of stmt.names) {
      const local = alias.asname ?? alias.name;
      if (stmt.kind === 'ImportFrom' && stmt.module === from && alias.name === name)
        return { name: local, edits: [] };
      if (stmt.kind === 'ImportFrom' && parent !== '' && stmt.module === parent && alias.name === last)
        return { name: `${local}.${name}`, edits: [] };
      if (stmt.kind === 'Import' && alias.name === from) return { name: `${local}.${name}`, edits: [] };
      if (local === name) taken = true;
    }
  }
  taken ||= bindsName(module, name);
  const at = importPlace(module);
  return taken
    ? { name: `${from}.${name}`, edits: [insertingBefore(at, `import ${from}\n`)] }
    : { name, edits: [insertingBefore(at, `from ${from} import ${name}\n`)] };
}

/** What a module is called in a file (`F` for `torch.nn.functional`), with the import if it is not there. */
export function moduleName(
  module: Module,
  path: string,
  usual?: string,
): { name: string; edits: SourceEdit[] } {
  const dot = path.lastIndexOf('.');
  const [parent, last] = dot < 0 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
  let root: string | undefined;
  for (const stmt of module.body) {
    if (stmt.kind !== 'Import' && stmt.kind !== 'ImportFrom') continue;
    for (const alias of stmt.names) {
      if (stmt.kind === 'Import' && alias.name === path) return { name: alias.asname ?? path, edits: [] };
      if (stmt.kind === 'ImportFrom' && stmt.module === parent && alias.name === last)
        return { name: alias.asname ?? last, edits: [] };
      // `import torch` is enough for torch.nn, torch.optim, torch.cuda and the like.
      if (stmt.kind === 'Import' && alias.name === path.split('.')[0]) root = alias.asname ?? alias.name;
    }
  }
  if (root !== undefined && path.startsWith('torch.'))
    return { name: `${root}${path.slice('torch'.length)}`, edits: [] };
  const at = importPlace(module);
  if (usual !== undefined && !bindsName(module, usual))
    return { name: usual, edits: [insertingBefore(at, `import ${path} as ${usual}\n`)] };
  return { name: path, edits: [insertingBefore(at, `import ${path}\n`)] };
}

/** Whether a file gives a name to something of its own. */
export function bindsName(module: Module, name: string): boolean {
  let bound = false;
  walk(module, (node) => {
    if ((node.kind === 'FunctionDef' || node.kind === 'ClassDef') && node.name === name) bound = true;
    if (node.kind === 'Name' && node.id === name && node.ctx === 'Store') bound = true;
    if (node.kind === 'arg' && node.arg === name) bound = true;
    if (node.kind === 'alias' && (node.asname ?? node.name) === name) bound = true;
  });
  return bound;
}

/** A name like the wanted one that a file does not use. */
export function freeName(module: Module, wanted: string): string {
  const used = new Set<string>();
  walk(module, (node) => {
    if (node.kind === 'Name') used.add(node.id);
    if (node.kind === 'arg') used.add(node.arg);
    if (node.kind === 'FunctionDef' || node.kind === 'ClassDef') used.add(node.name);
    if (node.kind === 'alias') used.add(node.asname ?? node.name);
  });
  if (!used.has(wanted)) return wanted;
  for (let i = 2; ; i++) if (!used.has(`${wanted}_${i}`)) return `${wanted}_${i}`;
}

/** The line before which an import goes: after the last import of torch, of anything, after the docstring. */
export function importPlace(module: Module): number {
  let after: Stmt | undefined;
  let torch = false;
  for (const stmt of module.body) {
    if (stmt.kind !== 'Import' && stmt.kind !== 'ImportFrom') continue;
    const isTorch =
      stmt.kind === 'ImportFrom'
        ? /^torch\b/.test(stmt.module ?? '') && stmt.level === 0
        : stmt.names.some(({ name }) => /^torch(\.|$)/.test(name));
    if (isTorch || !torch) after = stmt;
    torch ||= isTorch;
  }
  const [first] = module.body;
  if (after === undefined && first?.kind === 'Expr' && first.value.kind === 'Constant') after = first;
  return after === undefined ? 1 : after.endLine + 1;
}

/** The call with one more keyword argument. */
export function withKeyword(call: Call, keyword: string, lines: readonly string[]): SourceEdit {
  const text = sourceOf(lines, call);
  const inner = text.slice(0, text.lastIndexOf(')'));
  const trailing = /(,?)(\s*)$/.exec(inner)!;
  const body = inner.slice(0, inner.length - trailing[0].length);
  const isEmpty = call.args.length === 0 && call.keywords.length === 0;
  // Over several lines with a comma at the end, the new argument gets a line of its own.
  const indent = /\n([ \t]*)\S[^\n]*$/.exec(body)?.[1];
  if (trailing[1] === ',' && trailing[2]!.includes('\n') && indent !== undefined)
    return replacing(call, `${body},\n${indent}${keyword},${trailing[2]})`);
  return replacing(call, `${body}${isEmpty ? '' : ', '}${keyword})`);
}
