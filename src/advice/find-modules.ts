/** Actions on how modules are made and called: weights that nobody uses, activations in place, blocks' saved tensors kept in the host's memory. */
import type { Call, Expr, For, Stmt } from '../python/ast';
import { dottedName, flatten, walk } from '../workspace/source';
import { editing, type Action } from './action';
import { moduleName, replacing, sourceLines, sourceOf, withKeyword } from './edit';
import type { Finding } from './finding';
import { isA, moduleAt, type RunModule } from './run-modules';
import { methodsOf } from './syntax';

/** The actions on modules of own files. */
export function moduleActions(finding: Finding): Action[] {
  return finding.files.flatMap((file) => {
    const parsed = finding.subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    return [
      ...needWeights(finding, file, parsed),
      ...inplaceActivations(finding, file, parsed),
      ...offloadedBlocks(finding, file, parsed),
    ];
  });
}

type Parsed = NonNullable<ReturnType<Finding['subject']['parse']>>;

/** `x, _ = self.attn(q, k, v)`: attention whose weights are dropped need not make them. */
function needWeights({ modules }: Finding, file: string, { module, source }: Parsed): Action[] {
  const lines = sourceLines(source);
  const actions: Action[] = [];
  for (const { owner, method } of methodsOf(module)) {
    const instances = modules.ofClass(file, owner.name).filter(({ calls }) => calls > 0);
    if (instances.length === 0) continue;
    for (const { call, used } of attentionCalls(method.body)) {
      const name = dottedName(call.func);
      if (name?.startsWith('self.') !== true) continue;
      const isAttention = instances.some((each) => {
        const child = moduleAt(each, name);
        return child !== undefined && isA(child, 'MultiheadAttention') && child.calls > 0;
      });
      if (
        !isAttention ||
        call.keywords.some(({ arg }) => arg === 'need_weights' || arg === null) ||
        call.args.length > 4
      )
        continue;
      actions.push({
        id: `attention need_weights@${file}:${call.line}`,
        kind: 'attention',
        what: `Do without the attention weights of ${name}, which nobody uses (need_weights=False)`,
        aims: ['saved', 'temporaries', 'outputs'],
        place: { file, line: call.line, endLine: call.endLine },
        change: editing(file, [withKeyword(call, 'need_weights=False', lines)]),
        keeps: 'mathematics',
        price: undefined,
        applies: !used,
        reason: used ? 'the weights are used' : undefined,
        group: `need_weights ${file}:${call.line}:${call.col}`,
      });
    }
  }
  return actions;
}

/** Calls whose result is taken apart, with whether its second part is used. */
function attentionCalls(body: readonly Stmt[]): { call: Call; used: boolean }[] {
  const found: { call: Call; used: boolean }[] = [];
  const reads = new Map<string, number>();
  walk(body as Stmt[], (node) => {
    if (node.kind === 'Name' && node.ctx === 'Load') reads.set(node.id, (reads.get(node.id) ?? 0) + 1);
  });
  for (const stmt of flatten(body)) {
    if (stmt.kind === 'Assign' && stmt.value.kind === 'Call' && stmt.targets.length === 1) {
      const [target] = stmt.targets;
      if (target!.kind !== 'Tuple' || target!.elts.length !== 2) continue;
      const second = target!.elts[1]!;
      found.push({ call: stmt.value, used: second.kind !== 'Name' || (reads.get(second.id) ?? 0) > 0 });
    }
  }
  walk(body as Stmt[], (node) => {
    if (node.kind === 'Subscript' && node.value.kind === 'Call' && node.slice.kind === 'Constant')
      if (node.slice.value.type === 'int' && Number(node.slice.value.value) === 0)
        found.push({ call: node.value, used: false });
  });
  return found;
}

/** Activations that have a form that writes into its input. */
const INPLACE = [
  'ReLU',
  'ReLU6',
  'SiLU',
  'Hardswish',
  'LeakyReLU',
  'ELU',
  'CELU',
  'SELU',
  'Hardtanh',
  'Hardsigmoid',
  'Mish',
];

/** `nn.ReLU()` to `nn.ReLU(inplace=True)`, all of a kind in a file at once. */
function inplaceActivations({ modules }: Finding, file: string, { module, source }: Parsed): Action[] {
  const lines = sourceLines(source);
  const byKind = new Map<string, Call[]>();
  walk(module, (node) => {
    if (node.kind !== 'Call') return;
    const name = dottedName(node.func);
    const kind = name?.split('.').pop();
    if (kind === undefined || !INPLACE.includes(kind) || !/^(torch\.)?(nn\.)?\w+$/.test(name!)) return;
    if (node.keywords.some(({ arg }) => arg === 'inplace' || arg === null)) return;
    // What the line made, and ran.
    const made = modules.all.some(
      (each: RunModule) =>
        each.className === kind &&
        each.calls > 0 &&
        each.construction?.file === file &&
        each.construction.line >= node.line &&
        each.construction.line <= node.endLine,
    );
    if (made) byKind.set(kind, [...(byKind.get(kind) ?? []), node]);
  });
  return [...byKind].map(([kind, calls]): Action => {
    const [first] = calls;
    return {
      id: `inplace ${kind}@${file}:${first!.line}`,
      kind: 'inplace',
      what: `Let ${kind} write into its input (inplace=True)`,
      aims: ['saved', 'temporaries'],
      place: { file, line: first!.line, endLine: first!.endLine },
      change: editing(
        file,
        calls.map((call) => withKeyword(call, 'inplace=True', lines)),
      ),
      keeps: 'results',
      price: undefined,
      applies: true,
      reason: undefined,
      group: `inplace ${kind} ${file}`,
    };
  });
}

/** A loop over blocks within `save_on_cpu`: what backward needs waits in the host's memory. */
function offloadedBlocks({ modules, subject }: Finding, file: string, { module, source }: Parsed): Action[] {
  const { run, lines: ran } = subject.baseline.account;
  if (run.mode !== 'train' && run.mode !== 'script') return [];
  const lines = sourceLines(source);
  const actions: Action[] = [];
  for (const { owner, method } of methodsOf(module)) {
    for (const loop of flatten(method.body)) {
      if (loop.kind !== 'For' || loop.orelse.length > 0) continue;
      const name = iterated(loop);
      const blocks = modules
        .ofClass(file, owner.name)
        .some(
          (each) =>
            each.calls > 0 &&
            each.training &&
            name !== undefined &&
            (moduleAt(each, name)?.children.size ?? 0) > 1,
        );
      if (
        !blocks ||
        !ran.some(
          (line) =>
            line.file === file && line.line > loop.line && line.line <= loop.endLine && line.executions > 0,
        )
      )
        continue;
      const graph = moduleName(module, 'torch.autograd.graph');
      const indent = ' '.repeat(loop.col);
      const text = sourceOf(lines, loop).split('\n');
      const inner = text.map((line, i) =>
        line.trim() === '' ? line : i === 0 ? `${indent}    ${line}` : `    ${line}`,
      );
      actions.push({
        id: `offload ${name}@${file}:${loop.line}`,
        kind: 'offload',
        what: `Keep what backward needs of ${name} in the host's memory`,
        aims: ['saved'],
        place: { file, line: loop.line, endLine: loop.endLine },
        change: editing(file, [
          replacing(loop, `with ${graph.name}.save_on_cpu(pin_memory=True):\n${inner.join('\n')}`),
          ...graph.edits,
        ]),
        keeps: 'results',
        price: 'everything that is saved crosses the bus twice',
        applies: true,
        reason: undefined,
        group: `checkpoint ${file}:${loop.line}`,
      });
    }
  }
  return actions;
}

/** `self.blocks` of a loop over it, or over its enumeration. */
function iterated({ iter }: For): string | undefined {
  const inner: Expr | undefined =
    iter.kind === 'Call' && dottedName(iter.func) === 'enumerate' ? iter.args[0] : iter;
  if (inner === undefined) return undefined;
  const name = dottedName(inner.kind === 'Subscript' && inner.slice.kind === 'Slice' ? inner.value : inner);
  return name?.startsWith('self.') === true ? name : undefined;
}
