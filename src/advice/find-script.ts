/** Actions on a training script: its optimizer, its loop, what stays alive between steps, and evaluation without a graph. */
import type { Call, Expr, For, FunctionDef, Module, Stmt, While } from '../python/ast';
import { dottedName, flatten, walk } from '../workspace/source';
import { editing, type Action, type ActionKind, type Keeps, type SourceEdit } from './action';
import { indentOf, insertingBefore, moduleName, replacing, sourceLines, sourceOf } from './edit';
import type { Finding } from './finding';
import { scriptOptimizers } from './find-optimizer';
import { readsOf } from './syntax';

type Loop = For | While;

/** The actions on the own files of a script's run; none for a model. */
export function scriptActions(finding: Finding): Action[] {
  if (finding.subject.target !== undefined) return [];
  return finding.files.flatMap((file) => {
    const parsed = finding.subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    return new ScriptFinder(finding, file, parsed.module, sourceLines(parsed.source)).actions();
  });
}

class ScriptFinder {
  constructor(
    private readonly finding: Finding,
    private readonly file: string,
    private readonly module: Module,
    private readonly lines: readonly string[],
  ) {}

  actions(): Action[] {
    const actions = [...this.optimizers(), ...this.gradients()];
    for (const { body, owner } of this.functions()) {
      for (const stmt of flatten(body))
        if (stmt.kind === 'For' || stmt.kind === 'While') actions.push(...this.training(stmt, body));
      if (owner !== undefined) actions.push(...this.evaluation(owner));
    }
    return actions;
  }

  private action(
    id: string,
    kind: ActionKind,
    what: string,
    aims: Action['aims'],
    at: { line: number; endLine: number },
    edits: readonly SourceEdit[],
    keeps: Keeps,
    price?: string,
    group = id,
  ): Action {
    return {
      id: `${id}@${this.file}:${at.line}`,
      kind,
      what,
      aims,
      place: { file: this.file, line: at.line, endLine: at.endLine },
      change: editing(this.file, edits),
      keeps,
      price,
      applies: true,
      reason: undefined,
      group: `${group} ${this.file}:${at.line}`,
    };
  }

  /** Whether operators ran on some lines. */
  private ran({ line, endLine }: { line: number; endLine: number }): boolean {
    return this.finding.subject.baseline.account.lines.some(
      (each) => each.file === this.file && each.line >= line && each.line <= endLine && each.executions > 0,
    );
  }

  private functions(): { body: readonly Stmt[]; owner: FunctionDef | undefined }[] {
    const found: { body: readonly Stmt[]; owner: FunctionDef | undefined }[] = [
      { body: this.module.body, owner: undefined },
    ];
    walk(this.module, (node) => {
      if (node.kind === 'FunctionDef') found.push({ body: node.body, owner: node });
    });
    return found;
  }

  private optimizers(): Action[] {
    return scriptOptimizers(this.module, this.lines).map(({ id, what, aims, call, edits, keeps, price }) => ({
      ...this.action(id, 'optimizer', what, aims, call, edits, keeps, price, 'optimizer'),
      within: 'optimizer',
    }));
  }

  /** `zero_grad(set_to_none=False)`: gradients of zeros between the steps. */
  private gradients(): Action[] {
    const actions: Action[] = [];
    walk(this.module, (node) => {
      if (node.kind !== 'Call' || node.func.kind !== 'Attribute' || node.func.attr !== 'zero_grad') return;
      const keyword = node.keywords.find(({ arg }) => arg === 'set_to_none');
      if (keyword === undefined || sourceOf(this.lines, keyword.value) !== 'False') return;
      actions.push(
        this.action(
          'gradients set_to_none',
          'gradients',
          'Let zero_grad drop the gradients instead of filling them with zeros',
          ['gradients'],
          node,
          [replacing(keyword, 'set_to_none=True')],
          'results',
        ),
      );
    });
    return actions;
  }

  /** What a loop with a backward pass can do otherwise. */
  private training(loop: Loop, around: readonly Stmt[]): Action[] {
    const stmts = flatten(loop.body);
    const losses = new Set<string>();
    for (const stmt of stmts) {
      const call = stmt.kind === 'Expr' && stmt.value.kind === 'Call' ? stmt.value : undefined;
      if (call?.func.kind !== 'Attribute' || call.func.attr !== 'backward') continue;
      const of = backwardOf(call.func.value);
      if (of !== undefined) losses.add(of);
    }
    if (losses.size === 0 || !this.ran(loop)) return [];
    return [
      ...this.kept(stmts, losses),
      ...this.autocast(loop, losses),
      ...this.deleted(loop, losses, around),
    ];
  }

  /** `losses.append(loss)`, `total += loss`: the graph's memory, or a tensor of each step, is kept for a number. */
  private kept(stmts: readonly Stmt[], losses: ReadonlySet<string>): Action[] {
    const actions: Action[] = [];
    const add = (node: Stmt, expr: Expr): void => {
      actions.push(
        this.action(
          'lifetime item',
          'lifetime',
          `Keep the number of ${sourceOf(this.lines, expr)}, not the tensor with its graph`,
          ['saved', 'other', 'outputs'],
          node,
          [replacing(expr, `${sourceOf(this.lines, expr)}.item()`)],
          'results',
          'the host waits for the device there',
        ),
      );
    };
    for (const stmt of stmts) {
      if (
        stmt.kind === 'AugAssign' &&
        stmt.op === 'Add' &&
        stmt.value.kind === 'Name' &&
        losses.has(stmt.value.id)
      ) {
        // A sum on which backward is called later needs the graph.
        const into = dottedName(stmt.target);
        if (into !== undefined && !losses.has(into)) add(stmt, stmt.value);
      }
      const call = stmt.kind === 'Expr' && stmt.value.kind === 'Call' ? stmt.value : undefined;
      if (call?.func.kind === 'Attribute' && call.func.attr === 'append' && call.args.length === 1) {
        const [arg] = call.args;
        if (arg!.kind === 'Name' && losses.has(arg!.id)) add(stmt, arg!);
      }
    }
    return actions;
  }

  /** Forward and loss within autocast. */
  private autocast(loop: Loop, losses: ReadonlySet<string>): Action[] {
    let uses = false;
    walk(this.module, (node) => {
      if (node.kind === 'Call' && /(^|\.)autocast$/.test(dottedName(node.func) ?? '')) uses = true;
      if (node.kind === 'Attribute' && /^(bfloat16|float16|half)$/.test(node.attr)) uses = true;
    });
    if (uses) return [];
    const { body } = loop;
    const last = body.findIndex(
      (stmt) =>
        stmt.kind === 'Assign' &&
        stmt.targets.some((target) => target.kind === 'Name' && losses.has(target.id)),
    );
    if (last < 0) return [];
    // From the first statement on whose result the loss depends by a call of something.
    let first = last;
    const wanted = namesIn(valueOf(body[last]!));
    for (let i = last - 1; i >= 0; i--) {
      const stmt = body[i]!;
      if (stmt.kind !== 'Assign' || stmt.value.kind !== 'Call') break;
      const targets = stmt.targets.flatMap((target) => [...namesIn(target)]);
      if (!targets.some((name) => wanted.has(name)) || isData(stmt.value, this.lines)) break;
      for (const name of namesIn(stmt.value)) wanted.add(name);
      first = i;
    }
    const [from, to] = [body[first]!, body[last]!];
    const torch = moduleName(this.module, 'torch');
    const indent = indentOf(this.lines, from.line);
    const inner = this.lines
      .slice(from.line - 1, to.endLine)
      .map((line) => (line.trim() === '' ? line : `    ${line}`));
    return [
      this.action(
        'precision autocast',
        'precision',
        'Run forward and loss under autocast in bfloat16',
        ['saved', 'temporaries'],
        { line: from.line, endLine: to.endLine },
        [
          {
            line: from.line,
            col: 0,
            endLine: to.endLine,
            endCol: this.lines[to.endLine - 1]!.length,
            text: `${indent}with ${torch.name}.autocast("cuda", dtype=${torch.name}.bfloat16):\n${inner.join('\n')}`,
          },
          ...torch.edits,
        ],
        'training',
      ),
    ];
  }

  /** `del logits, loss` at the end of a step: else they live until the next forward has replaced them. */
  private deleted(loop: Loop, losses: ReadonlySet<string>, around: readonly Stmt[]): Action[] {
    const made: string[] = [];
    for (const stmt of loop.body) {
      if (stmt.kind !== 'Assign' || stmt.value.kind !== 'Call' || isData(stmt.value, this.lines)) continue;
      const { outputs } = { outputs: stmt.targets.flatMap((target) => [...namesIn(target)]) };
      if (this.ran(stmt)) made.push(...outputs.filter((name) => !made.includes(name)));
    }
    if (!made.some((name) => losses.has(name))) return [];
    const [within, everywhere] = [readsOf(loop.body), readsOf(around)];
    const dead = made.filter(
      (name) => name !== '_' && (everywhere.get(name) ?? 0) === (within.get(name) ?? 0),
    );
    const last = loop.body[loop.body.length - 1]!;
    if (dead.length === 0 || last.kind === 'Continue' || last.kind === 'Break' || last.kind === 'Return')
      return [];
    const indent = indentOf(this.lines, loop.body[0]!.line);
    return [
      this.action(
        'lifetime del',
        'lifetime',
        `Delete ${dead.join(' and ')} at the end of the step`,
        ['outputs', 'other', 'saved'],
        { line: last.line, endLine: last.endLine },
        [insertingBefore(last.endLine + 1, `${indent}del ${dead.join(', ')}\n`)],
        'results',
      ),
    ];
  }

  /** A function that evaluates, with the graph that nobody needs. */
  private evaluation(func: FunctionDef): Action[] {
    let evaluates = false;
    let trains = false;
    walk(func.body, (node) => {
      if (node.kind === 'Call' && node.func.kind === 'Attribute') {
        if (node.func.attr === 'eval' && node.args.length === 0) evaluates = true;
        if (node.func.attr === 'backward') trains = true;
      }
      if (
        /^(no_grad|inference_mode|enable_grad|set_grad_enabled)$/.test(
          node.kind === 'Attribute' ? node.attr : node.kind === 'Name' ? node.id : '',
        )
      )
        trains = true;
    });
    const decorated = func.decorator_list.some((each) =>
      /no_grad|inference_mode/.test(dottedName(each.kind === 'Call' ? each.func : each) ?? ''),
    );
    if (!evaluates || trains || decorated || !this.ran(func)) return [];
    const torch = moduleName(this.module, 'torch');
    const line = func.decorator_list[0]?.line ?? func.line;
    return [
      this.action(
        'evaluation no_grad',
        'evaluation',
        `Evaluate in ${func.name} without a graph (no_grad)`,
        ['saved'],
        { line: func.line, endLine: func.line },
        [insertingBefore(line, `${indentOf(this.lines, line)}@${torch.name}.no_grad()\n`), ...torch.edits],
        'results',
      ),
    ];
  }
}

/** The name on which backward is called: `loss`, `(loss / 4)`, `scaler.scale(loss)`. */
function backwardOf(expr: Expr): string | undefined {
  if (expr.kind === 'Name') return expr.id;
  if (expr.kind === 'BinOp') return backwardOf(expr.left);
  if (expr.kind === 'Call' && expr.args.length === 1) return backwardOf(expr.args[0]!);
  return undefined;
}

function namesIn(expr: Expr | undefined): Set<string> {
  const names = new Set<string>();
  if (expr !== undefined)
    walk(expr, (node) => {
      if (node.kind === 'Name') names.add(node.id);
    });
  return names;
}

function valueOf(stmt: Stmt): Expr | undefined {
  return stmt.kind === 'Assign' ? stmt.value : undefined;
}

/** Whether a call only brings data: `x.to(device)`, `next(batches)`, `get_batch()`. */
function isData(call: Call, lines: readonly string[]): boolean {
  const name = call.func.kind === 'Attribute' ? call.func.attr : (dottedName(call.func) ?? '');
  return (
    /^(to|cuda|next|pin_memory)$/.test(name) ||
    /batch|rand|zeros|ones|empty|tensor|load/.test(sourceOf(lines, call.func))
  );
}
