/** Losses or outputs of earlier steps that are kept with their graph: `losses.append(loss)`, `total += loss`. */
import type { Expr, FunctionDef, Module, Stmt } from '../../python/ast';
import { flatten, walk } from '../../workspace/source';
import { replacing, sourceLines, sourceOf } from '../edit';
import type { Finding } from '../finding';
import { ownPlace, type Mistake, type Rule } from './rule';

export const graphKept: Rule = {
  code: 'graph-kept',
  runs: false,
  find(looked) {
    const { recorder } = looked.subject.baseline.record;
    const mistakes: Mistake[] = [];
    for (const { place, count, kind } of recorder.mistakes.keptGraphs.values()) {
      const at = ownPlace(looked, recorder.places.stack(place));
      if (at === undefined) continue;
      const holder = holderOf(looked, at.file, at.line);
      const what = kind === 'loss' ? 'the losses' : 'the outputs';
      const how =
        holder === undefined
          ? 'something keeps them with the graph that made them'
          : `${holder.text} keeps each with the graph that made it`;
      mistakes.push({
        code: 'graph-kept',
        file: at.file,
        line: holder?.value.line ?? at.line,
        message: `${count} graphs of earlier steps are alive at once: ${what} of this run are kept, and ${how}. Keep ${holder === undefined ? 'them detached' : `\`${holder.name}.detach()\`, or \`.item()\``}.`,
        ...(holder === undefined
          ? {}
          : {
              span: holder.value,
              fix: {
                title: `Keep ${holder.name}.detach()`,
                edits: [replacing(holder.value, `${holder.name}.detach()`)],
              },
            }),
      });
    }
    return unique(mistakes);
  },
};

interface Holder {
  /** The expression that is kept, and its text. */
  value: Expr;
  name: string;
  /** The statement, for a person. */
  text: string;
}

/** The statement that keeps what a line gives: it appends it, stores it or adds it up. */
function holderOf({ subject }: Finding, file: string, line: number): Holder | undefined {
  const parsed = subject.parse(file);
  if (parsed === undefined) return undefined;
  const lines = sourceLines(subject.read(file) ?? '');
  const body = scopeOf(parsed.module, line);
  const statements = flatten(body);
  const names = new Set<string>();
  for (const stmt of statements) {
    if (stmt.line > line || stmt.endLine < line) continue;
    const own = keptBy(stmt);
    // `total += loss`, where the sum itself is the result that lives on.
    if (own !== undefined && own.isSum) return holder(own.value, stmt, lines);
    for (const target of targetsOf(stmt)) names.add(target);
  }
  for (const stmt of statements) {
    const kept = keptBy(stmt);
    if (kept === undefined || stmt.endLine < line) continue;
    if (kept.value.kind === 'Name' && names.has(kept.value.id)) return holder(kept.value, stmt, lines);
  }
  return undefined;
}

function holder(value: Expr, stmt: Stmt, lines: readonly string[]): Holder {
  const text = sourceOf(lines, value);
  const isPlain = value.kind === 'Name' || value.kind === 'Attribute' || value.kind === 'Call';
  return { value, name: isPlain ? text : `(${text})`, text: `\`${sourceOf(lines, stmt)}\`` };
}

/** What a statement puts into something that outlives it. */
function keptBy(stmt: Stmt): { value: Expr; isSum: boolean } | undefined {
  if (stmt.kind === 'Expr' && stmt.value.kind === 'Call') {
    const { func, args } = stmt.value;
    if (func.kind === 'Attribute' && /^(append|add|appendleft)$/.test(func.attr) && args.length === 1)
      return { value: args[0]!, isSum: false };
  }
  if (stmt.kind === 'AugAssign' && stmt.op === 'Add') return { value: stmt.value, isSum: true };
  if (stmt.kind === 'Assign' && stmt.targets.length === 1) {
    const [target] = stmt.targets;
    if (target!.kind === 'Subscript') return { value: stmt.value, isSum: false };
    const { value } = stmt;
    if (target!.kind === 'Name' && value.kind === 'BinOp' && value.op === 'Add') {
      if (value.left.kind === 'Name' && value.left.id === target!.id)
        return { value: value.right, isSum: true };
      if (value.right.kind === 'Name' && value.right.id === target!.id)
        return { value: value.left, isSum: true };
    }
  }
  return undefined;
}

function targetsOf(stmt: Stmt): string[] {
  const names: string[] = [];
  if (stmt.kind === 'Assign' || stmt.kind === 'AnnAssign')
    walk(stmt, (node) => {
      if (node.kind === 'Name' && node.ctx === 'Store') names.push(node.id);
    });
  return names;
}

/** The body of the innermost function around a line; the module's without one. */
function scopeOf(module: Module, line: number): Stmt[] {
  let found: Module | FunctionDef = module;
  walk(module, (node) => {
    if (node.kind === 'FunctionDef' && node.line <= line && node.endLine >= line) found = node;
  });
  return found.body;
}

function unique(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.filter(
    (each, i) => mistakes.findIndex(({ file, line }) => file === each.file && line === each.line) === i,
  );
}
