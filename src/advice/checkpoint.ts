/**
 * Activation checkpointing as an edit of the source: a loop over blocks, or a call of an nn.Sequential, whose forward is run again in
 * backward instead of keeping what it saves. What it brings is found by running again with the edit.
 */
import type { Call, ClassDef, Expr, For, FunctionDef, Module, Node, Stmt } from '../python/ast';
import { dottedName, flatten, walk } from '../workspace/source';
import type { SourceEdit } from './action';
import { freeName, importedName, placeOf, sourceLines, sourceOf } from './edit';

/** A place where checkpointing can be put. */
export interface CheckpointSite {
  kind: 'loop' | 'sequential';
  /** The class whose method it is in. */
  owner: string;
  method: string;
  /** What is checkpointed: `self.blocks`. */
  name: string;
  line: number;
  endLine: number;
  /** All of it: every block of the loop, every module of the nn.Sequential a segment of its own. */
  edits: SourceEdit[];
  /** A loop with a condition on its blocks, which are counted in the order that it runs them; an nn.Sequential in so many segments. */
  part: (chosen: readonly number[], count: number) => SourceEdit[];
}

/** The sites in the methods of a file's classes. `isSequential` tells of an attribute of a class whether it holds an nn.Sequential. */
export function checkpointSites(
  module: Module,
  text: string,
  isSequential: (className: string, attribute: string) => boolean,
): CheckpointSite[] {
  const lines = sourceLines(text);
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
      const site = loopSite(owner, method, stmt, module, lines);
      if (site !== undefined) sites.push(site);
    }
    const inLoop = loops.some(
      (loop) => stmt !== loop && stmt.line >= loop.line && stmt.endLine <= loop.endLine,
    );
    if (inLoop) continue;
    const site = sequentialSite(owner, method, stmt, module, lines, isSequential);
    if (site !== undefined) sites.push(site);
  }
  return sites;
}

/** `for block in self.blocks: … block(x) …` */
function loopSite(
  owner: ClassDef,
  method: FunctionDef,
  loop: For,
  module: Module,
  lines: readonly string[],
): CheckpointSite | undefined {
  const over = iteratedModules(loop);
  if (over === undefined) return undefined;
  const calls: Call[] = [];
  let other = false;
  walk(loop.body, (node) => {
    if (node.kind === 'Call' && node.func.kind === 'Name' && node.func.id === over.variable) calls.push(node);
    if (node.kind === 'Call' && isCheckpoint(node)) other = true;
  });
  if (calls.length === 0 || other || calls.some((call) => !canCheckpoint(call))) return undefined;
  const call = importedName(module, 'torch.utils.checkpoint', 'checkpoint');
  const whole = new Set<Node>();
  walk(loop.body, (node) => {
    if (node.kind === 'Assign' || node.kind === 'Return' || node.kind === 'Expr' || node.kind === 'AnnAssign')
      if (node.value !== null) whole.add(node.value);
  });
  return {
    kind: 'loop',
    owner: owner.name,
    method: method.name,
    name: over.name,
    line: loop.line,
    endLine: loop.endLine,
    edits: [...calls.map((each) => callEdit(each, call.name, lines)), ...call.edits],
    part(chosen, count) {
      const counted = countedBy(loop, module, lines);
      const condition = conditionOf(counted.name, chosen, count);
      const edits = calls.map((each) => {
        const edit = callEdit(each, call.name, lines);
        const text = `${edit.text} if ${condition} else ${sourceOf(lines, each)}`;
        return { ...edit, text: whole.has(each) && each.line === each.endLine ? text : `(${text})` };
      });
      return [...counted.edits, ...edits, ...call.edits];
    },
  };
}

/** The variable that counts a loop's passes from 0, and the edits that make one. */
function countedBy(
  loop: For,
  module: Module,
  lines: readonly string[],
): { name: string; edits: SourceEdit[] } {
  const { target, iter } = loop;
  if (iter.kind === 'Call' && dottedName(iter.func) === 'enumerate' && target.kind === 'Tuple') {
    const [index] = target.elts;
    if (iter.args.length === 1 && iter.keywords.length === 0 && index?.kind === 'Name' && index.id !== '_')
      return { name: index.id, edits: [] };
  }
  const name = ['i', 'index', 'block_index'].find((each) => !usesName(loop, each)) ?? freeName(module, 'i');
  const written = sourceOf(lines, target);
  const text = target.kind === 'Tuple' && !written.startsWith('(') ? `(${written})` : written;
  return {
    name,
    edits: [
      { ...placeOf(target), text: `${name}, ${text}` },
      { ...placeOf(iter), text: `enumerate(${sourceOf(lines, iter)})` },
    ],
  };
}

function usesName(within: Node, name: string): boolean {
  let used = false;
  walk(within, (node) => {
    if (node.kind === 'Name' && node.id === name) used = true;
  });
  return used;
}

/** `i < 6`, `i >= 6`, `i in (1, 4)`. */
function conditionOf(name: string, chosen: readonly number[], count: number): string {
  const sorted = [...chosen].sort((a, b) => a - b);
  const [first, last] = [sorted[0]!, sorted[sorted.length - 1]!];
  const isRun = last - first === sorted.length - 1;
  if (sorted.length === 1) return `${name} == ${first}`;
  if (isRun && first === 0) return `${name} < ${last + 1}`;
  if (isRun && last === count - 1) return `${name} >= ${first}`;
  if (isRun) return `${first} <= ${name} <= ${last}`;
  return `${name} in (${sorted.join(', ')})`;
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
  method: FunctionDef,
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
    const call = importedName(module, 'torch.utils.checkpoint', 'checkpoint_sequential');
    const argument = sourceOf(lines, node.args[0]!);
    const inSegments = (segments: string): SourceEdit[] => [
      { ...placeOf(node), text: `${call.name}(${name}, ${segments}, ${argument}, use_reentrant=False)` },
      ...call.edits,
    ];
    site = {
      kind: 'sequential',
      owner: owner.name,
      method: method.name,
      name: name!,
      line: stmt.line,
      endLine: stmt.endLine,
      edits: inSegments(`len(${name})`),
      part: (chosen) => inSegments(String(chosen.length)),
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
  return { ...placeOf(call), text };
}
