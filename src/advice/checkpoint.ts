/**
 * Activation checkpointing as an edit of the source: a loop over blocks, or a call of an nn.Sequential, whose forward is run again in
 * backward instead of keeping what it saves. What it brings is found by running again with the edit.
 */
import type { Call, ClassDef, Expr, For, FunctionDef, Module, Stmt } from '../python/ast';
import { dottedName, flatten, walk } from '../workspace/source';

/** A piece of source to replace; lines from 1, columns from 0, the end exclusive. */
export interface SourceEdit {
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  text: string;
}

/** A place where checkpointing can be put. */
export interface CheckpointSite {
  kind: 'loop' | 'sequential';
  /** What is checkpointed: `self.blocks`. */
  name: string;
  line: number;
  endLine: number;
  edits: SourceEdit[];
}

/** The sites in the methods of a file's classes. `isSequential` tells of an attribute of a class whether it holds an nn.Sequential. */
export function checkpointSites(
  module: Module,
  text: string,
  isSequential: (className: string, attribute: string) => boolean,
): CheckpointSite[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const sites: CheckpointSite[] = [];
  walk(module, (node) => {
    if (node.kind !== 'ClassDef') return;
    for (const method of node.body) {
      if (method.kind !== 'FunctionDef' || method.name === '__init__') continue;
      sites.push(...sitesOf(node, method, module, lines, isSequential));
    }
  });
  return sites;
}

function sitesOf(
  owner: ClassDef,
  method: FunctionDef,
  module: Module,
  lines: readonly string[],
  isSequential: (className: string, attribute: string) => boolean,
): CheckpointSite[] {
  const sites: CheckpointSite[] = [];
  const loops: For[] = [];
  for (const stmt of flatten(method.body)) {
    if (stmt.kind === 'For') {
      loops.push(stmt);
      const site = loopSite(stmt, module, lines);
      if (site !== undefined) sites.push(site);
    }
    const inLoop = loops.some(
      (loop) => stmt !== loop && stmt.line >= loop.line && stmt.endLine <= loop.endLine,
    );
    if (inLoop) continue;
    const site = sequentialSite(owner, stmt, module, lines, isSequential);
    if (site !== undefined) sites.push(site);
  }
  return sites;
}

/** `for block in self.blocks: … block(x) …` */
function loopSite(loop: For, module: Module, lines: readonly string[]): CheckpointSite | undefined {
  const over = iteratedModules(loop);
  if (over === undefined) return undefined;
  const calls: Call[] = [];
  let other = false;
  walk(loop.body, (node) => {
    if (node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === over.variable) calls.push(node);
    if (node.kind === 'Call' && isCheckpoint(node)) other = true;
  });
  if (calls.length === 0 || other || calls.some((call) => !canCheckpoint(call))) return undefined;
  const call = checkpointName(module);
  return {
    kind: 'loop',
    name: over.name,
    line: loop.line,
    endLine: loop.endLine,
    edits: [...calls.map((each) => callEdit(each, call.name, lines)), ...call.edits],
  };
}

/** The loop's variable that stands for a module, and what it goes through: `self.blocks`, `enumerate(self.blocks)`, `zip(self.blocks, …)`. */
function iteratedModules({ target, iter }: For): { variable: string; name: string } | undefined {
  const attributeOf = (expr: Expr | undefined): string | undefined => {
    if (expr === undefined) return undefined;
    const inner = expr.kind === 'Subscript' && expr.slice.kind === 'Slice' ? expr.value : expr;
    const name = dottedName(inner);
    return name?.startsWith('self.') === true ? name : undefined;
  };
  const plain = attributeOf(iter);
  if (plain !== undefined) return target.kind === 'Name' ? { variable: target.id, name: plain } : undefined;
  if (iter.kind !== 'Call') return undefined;
  const called = dottedName(iter.func);
  const items = called?.startsWith('self.') === true && /\.(items|values)$/.test(called) ? called : undefined;
  if (items?.endsWith('.values') === true && target.kind === 'Name')
    return { variable: target.id, name: items.slice(0, -'.values'.length) };
  if (target.kind !== 'Tuple') return undefined;
  if (items?.endsWith('.items') === true) return pick(target.elts[1], items.slice(0, -'.items'.length));
  if (called === 'enumerate') return pick(target.elts[1], attributeOf(iter.args[0]));
  if (called !== 'zip') return undefined;
  const at = iter.args.findIndex((arg) => attributeOf(arg) !== undefined);
  return at < 0 ? undefined : pick(target.elts[at], attributeOf(iter.args[at]));
}

function pick(
  target: Expr | undefined,
  name: string | undefined,
): { variable: string; name: string } | undefined {
  return target?.kind === 'Name' && name !== undefined ? { variable: target.id, name } : undefined;
}

/** `self.layers(x)` of an nn.Sequential, as a whole statement's value or a part of it. */
function sequentialSite(
  owner: ClassDef,
  stmt: Stmt,
  module: Module,
  lines: readonly string[],
  isSequential: (className: string, attribute: string) => boolean,
): CheckpointSite | undefined {
  const value = stmt.kind === 'Assign' || stmt.kind === 'Return' || stmt.kind === 'Expr' ? stmt.value : null;
  if (value === null) return undefined;
  let site: CheckpointSite | undefined;
  walk(value, (node) => {
    if (node.kind !== 'Call' || isCheckpoint(node)) return node.kind !== 'Call';
    const name = dottedName(node.func);
    const attribute = name === undefined ? undefined : /^self\.(\w+)$/.exec(name)?.[1];
    if (
      attribute === undefined ||
      node.args.length !== 1 ||
      node.args[0]!.kind === 'Starred' ||
      node.keywords.length > 0
    )
      return true;
    if (site !== undefined || !isSequential(owner.name, attribute)) return true;
    const call = checkpointName(module, 'checkpoint_sequential');
    const argument = sourceOf(lines, node.args[0]!);
    site = {
      kind: 'sequential',
      name: name!,
      line: stmt.line,
      endLine: stmt.endLine,
      edits: [
        { ...place(node), text: `${call.name}(${name}, len(${name}), ${argument}, use_reentrant=False)` },
        ...call.edits,
      ],
    };
    return false;
  });
  return site;
}

function isCheckpoint(call: Call): boolean {
  return /(^|\.)checkpoint(_sequential)?$/.test(dottedName(call.func) ?? '');
}

/** Whether the arguments can be handed on: those of checkpoint itself would be taken by it. */
function canCheckpoint({ args, keywords }: Call): boolean {
  if (args.length === 0) return false;
  const own = [
    'use_reentrant',
    'context_fn',
    'determinism_check',
    'debug',
    'preserve_rng_state',
    'early_stop',
  ];
  return keywords.every(({ arg }) => arg !== null && !own.includes(arg));
}

/** `block(x, mask)` to `checkpoint(block, x, mask, use_reentrant=False)`; what is written stays as it is. */
function callEdit(call: Call, name: string, lines: readonly string[]): SourceEdit {
  const callee = sourceOf(lines, call.func);
  const open = sourceOf(lines, {
    line: call.func.endLine,
    col: call.func.endCol,
    endLine: call.endLine,
    endCol: call.endCol,
  });
  const inner = open.slice(open.indexOf('(') + 1, open.lastIndexOf(')'));
  const trailing = /,?\s*$/.exec(inner)![0];
  const args = inner.slice(0, inner.length - trailing.length);
  // A call over several lines keeps its lines.
  const multiline = /^\s*\n/.test(inner);
  const indent = /^\s*\n([ \t]*)/.exec(inner)?.[1] ?? '';
  const text = multiline
    ? `${name}(\n${indent}${callee},\n${args.replace(/^\s*\n/, '')},\n${indent}use_reentrant=False,${trailing.replace(/^,/, '')})`
    : `${name}(${callee}, ${args.trimStart()}, use_reentrant=False)`;
  return { ...place(call), text };
}

/** What checkpoint is called in the file, with the import if it is not there. */
function checkpointName(
  module: Module,
  name: 'checkpoint' | 'checkpoint_sequential' = 'checkpoint',
): { name: string; edits: SourceEdit[] } {
  const imports = module.body.filter((stmt) => stmt.kind === 'Import' || stmt.kind === 'ImportFrom');
  let taken = false;
  for (const stmt of imports) {
    for (const alias of stmt.names) {
      const local = alias.asname ?? alias.name;
      if (stmt.kind === 'ImportFrom' && stmt.module === 'torch.utils.checkpoint' && alias.name === name)
        return { name: local, edits: [] };
      if (stmt.kind === 'ImportFrom' && stmt.module === 'torch.utils' && alias.name === 'checkpoint')
        return { name: `${local}.${name}`, edits: [] };
      if (stmt.kind === 'Import' && alias.name === 'torch.utils.checkpoint')
        return { name: `${alias.asname ?? alias.name}.${name}`, edits: [] };
      if (local === name) taken = true;
    }
  }
  walk(module, (node) => {
    if ((node.kind === 'FunctionDef' || node.kind === 'ClassDef') && node.name === name) taken = true;
    if (node.kind === 'Name' && node.id === name && node.ctx === 'Store') taken = true;
    if (node.kind === 'arg' && node.arg === name) taken = true;
  });
  const after = importPlace(module);
  const at = { line: after.line, col: 0, endLine: after.line, endCol: 0 };
  return taken
    ? { name: `torch.utils.checkpoint.${name}`, edits: [{ ...at, text: `import torch.utils.checkpoint\n` }] }
    : { name, edits: [{ ...at, text: `from torch.utils.checkpoint import ${name}\n` }] };
}

/** The line before which the import goes: after the last import of torch, of anything, after the docstring. */
function importPlace(module: Module): { line: number } {
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
  return { line: after === undefined ? 1 : after.endLine + 1 };
}

function place({
  line,
  col,
  endLine,
  endCol,
}: {
  line: number;
  col: number;
  endLine: number;
  endCol: number;
}): Omit<SourceEdit, 'text'> {
  return { line, col, endLine, endCol };
}

function sourceOf(
  lines: readonly string[],
  node: { line: number; col: number; endLine: number; endCol: number },
): string {
  if (node.line === node.endLine) return (lines[node.line - 1] ?? '').slice(node.col, node.endCol);
  const inner = lines.slice(node.line, node.endLine - 1);
  return [
    (lines[node.line - 1] ?? '').slice(node.col),
    ...inner,
    (lines[node.endLine - 1] ?? '').slice(0, node.endCol),
  ].join('\n');
}
