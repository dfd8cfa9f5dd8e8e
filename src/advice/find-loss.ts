/**
 * The loss over a large vocabulary: logits that exist for a part of the rows at a time, a cross entropy that is taken of a part of them at a
 * time, and logits that are not copied to float32.
 */
import type { Assign, Call, Expr, Module, Return, Stmt } from '../python/ast';
import { dottedName, flatten, walk } from '../workspace/source';
import { editing, type Action, type SourceEdit } from './action';
import { deletingLines, freeName, importedName, moduleName, replacing, sourceLines, sourceOf } from './edit';
import type { Finding } from './finding';
import { isA, moduleAt } from './run-modules';
import { methodsOf } from './syntax';

/** How many parts the rows are taken in. */
const CHUNKS = 8;

type Parsed = NonNullable<ReturnType<Finding['subject']['parse']>>;

/** The actions on a model that computes its loss from its logits in forward, and on every cross entropy of rows of logits. */
export function lossActions(finding: Finding): Action[] {
  const { mode } = finding.subject.baseline.account.run;
  if (mode !== 'train' && mode !== 'script') return [];
  return finding.files.flatMap((file) => {
    const parsed = finding.subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    const actions = methodsOf(parsed.module).flatMap(({ owner, method }) =>
      lossesOf(method.body).flatMap((loss) =>
        actionsOn(finding, file, parsed, owner.name, method.body, loss),
      ),
    );
    const chunked = new Set(
      actions.flatMap(({ id, place }) => (id.startsWith('loss chunked') ? [place?.line] : [])),
    );
    return [
      ...actions,
      ...rowsActions(finding, file, parsed).filter(({ place }) => !chunked.has(place?.line)),
    ];
  });
}

/** What the logits come from is not seen, or they are used for more than the loss: the cross entropy alone is taken in parts. */
function rowsActions({ subject }: Finding, file: string, { module, source }: Parsed): Action[] {
  const lines = sourceLines(source);
  const actions: Action[] = [];
  walk(module, (call) => {
    if (call.kind !== 'Call' || !isCrossEntropy(call) || call.args.length !== 2) return;
    const [logits, targets] = call.args as [Expr, Expr];
    // Rows and a class for each: by how they are written, since targets may be probabilities as well.
    if (withoutFloat(logits, []).kind !== 'Call' || rowsOf(logits, []) === undefined) return;
    if (flatTargets(targets) === targets) return;
    const ran = subject.baseline.account.lines.some(
      (each) => each.file === file && each.line === call.line && each.executions > 0,
    );
    const parts = ran ? helperFor(module, lines, call) : undefined;
    if (parts === undefined) return;
    const { name, index, at } = parts;
    const helper = inParts(
      parts,
      'logits',
      'The mean cross entropy, for a part of the rows at a time; backward computes its softmax again.',
    );
    actions.push({
      id: `loss rows@${file}:${call.line}`,
      kind: 'loss',
      what: 'Compute the cross entropy for an eighth of the rows at a time',
      aims: ['saved', 'temporaries', 'outputs'],
      within: { file, line: call.line, endLine: call.endLine },
      place: { file, line: call.line, endLine: call.endLine },
      change: editing(file, [
        { line: at, col: 0, endLine: at, endCol: 0, text: helper },
        replacing(call, `${name}(${sourceOf(lines, logits)}, ${sourceOf(lines, targets)}, ${index})`),
        ...parts.edits,
      ]),
      keeps: 'mathematics',
      price: undefined,
      applies: true,
      reason: undefined,
      group: `loss ${file}:${call.line}`,
    });
  });
  return actions;
}

function isCrossEntropy(call: Call): boolean {
  return /(^|\.)cross_entropy$/.test(dottedName(call.func) ?? '');
}

/** What a function that takes a mean cross entropy in parts needs, and where it goes. */
interface LossParts {
  name: string;
  checkpoint: string;
  functional: string;
  torch: string;
  /** The index that is left out, as it is written, and further arguments. */
  index: string;
  options: string;
  at: number;
  /** Imports. */
  edits: SourceEdit[];
}

/** The function, of rows of `of`, and of a head where the rows are what it takes: `logits` is what it makes of them. */
function inParts(
  { name, checkpoint, functional, torch, options }: LossParts,
  of: string,
  doc: string,
  logits?: string,
): string {
  const head = logits === undefined ? '' : 'head, ';
  return [
    `def ${name}(${head}${of}, targets, ignore_index, chunks=${CHUNKS}):`,
    `    """${doc}"""`,
    '',
    '    def loss_of(rows, wanted):',
    ...(logits === undefined ? [] : [`        logits = ${logits}`]),
    `        return ${functional}.cross_entropy(${logits === undefined ? 'rows' : 'logits'}, wanted, ignore_index=ignore_index, reduction="sum"${options})`,
    '',
    ...(logits === undefined ? [] : [`    ${of}, targets = ${of}.flatten(0, -2), targets.flatten()`]),
    `    parts = zip(${of}.chunk(chunks), targets.chunk(chunks))`,
    `    losses = [${checkpoint}(loss_of, rows, wanted, use_reentrant=False) for rows, wanted in parts]`,
    `    return ${torch}.stack(losses).sum() / (targets != ignore_index).sum()`,
    '',
    '',
    '',
  ].join('\n');
}

/** What such a function needs for a call; undefined where the loss is another. */
function helperFor(module: Module, lines: readonly string[], call: Call): LossParts | undefined {
  const keywords = new Map(call.keywords.map((each) => [each.arg, each]));
  if ([...keywords.keys()].some((each) => each !== 'ignore_index' && each !== 'label_smoothing'))
    return undefined;
  const checkpoint = importedName(module, 'torch.utils.checkpoint', 'checkpoint');
  const functional = moduleName(module, 'torch.nn.functional', 'F');
  const torch = moduleName(module, 'torch');
  const ignored = keywords.get('ignore_index');
  const smoothing = keywords.get('label_smoothing');
  const outer = module.body.find((stmt) => stmt.line <= call.line && stmt.endLine >= call.endLine);
  const decorators = outer?.kind === 'ClassDef' || outer?.kind === 'FunctionDef' ? outer.decorator_list : [];
  return {
    name: freeName(module, 'chunked_cross_entropy'),
    checkpoint: checkpoint.name,
    functional: functional.name,
    torch: torch.name,
    index: ignored === undefined ? '-100' : sourceOf(lines, ignored.value),
    options: smoothing === undefined ? '' : `, ${sourceOf(lines, smoothing)}`,
    at: decorators[0]?.line ?? outer?.line ?? 1,
    edits: [
      ...checkpoint.edits,
      ...functional.edits.filter((edit) => !checkpoint.edits.includes(edit)),
      ...torch.edits,
    ],
  };
}

/** `logits = self.head(x)` and `F.cross_entropy(logits.view(…), targets.view(-1))` of one body. */
interface Loss {
  assign: Assign;
  logits: string;
  /** `self.head`, and what it is called with. */
  head: string;
  input: Expr;
  call: Call;
  targets: Expr;
  /** `.float()` on the logits, wherever it is written. */
  floats: Call[];
}

function lossesOf(body: readonly Stmt[]): Loss[] {
  const found: Loss[] = [];
  const stmts = flatten(body);
  for (const assign of stmts) {
    if (assign.kind !== 'Assign' || assign.targets.length !== 1) continue;
    const [target] = assign.targets;
    if (target?.kind !== 'Name') continue;
    const floats: Call[] = [];
    const made = withoutFloat(assign.value, floats);
    const head = made.kind === 'Call' ? dottedName(made.func) : undefined;
    if (made.kind !== 'Call' || head?.startsWith('self.') !== true) continue;
    if (made.args.length !== 1 || made.keywords.length > 0 || made.args[0]!.kind === 'Starred') continue;
    for (const stmt of stmts) {
      const value = stmt.kind === 'Assign' || stmt.kind === 'Return' ? stmt.value : null;
      if (value === null || stmt.line <= assign.endLine) continue;
      walk(value, (call) => {
        if (call.kind !== 'Call' || !isCrossEntropy(call)) return;
        const [logits, targets] = call.args;
        const own = [...floats];
        if (call.args.length !== 2 || logits === undefined || targets === undefined) return;
        if (rowsOf(logits, own) !== target.id) return;
        found.push({
          assign,
          logits: target.id,
          head,
          input: made.args[0]!,
          call,
          targets,
          floats: own,
        });
      });
    }
  }
  return found;
}

function withoutFloat(expr: Expr, floats: Call[]): Expr {
  if (expr.kind !== 'Call' || expr.func.kind !== 'Attribute' || expr.func.attr !== 'float') return expr;
  floats.push(expr);
  return withoutFloat(expr.func.value, floats);
}

/** The name whose rows an expression is: `logits`, `logits.view(-1, logits.size(-1))`, `logits.flatten(0, 1).float()`. */
function rowsOf(expr: Expr, floats: Call[]): string | undefined {
  const inner = withoutFloat(expr, floats);
  if (inner.kind === 'Name') return inner.id;
  if (inner.kind !== 'Call' || inner.func.kind !== 'Attribute') return undefined;
  const { attr, value } = inner.func;
  const [first] = inner.args;
  const isMinusOne =
    first?.kind === 'UnaryOp' &&
    first.operand.kind === 'Constant' &&
    first.operand.value.type === 'int' &&
    Number(first.operand.value.value) === 1;
  if (/^(view|reshape)$/.test(attr) ? inner.args.length === 2 && isMinusOne : attr === 'flatten')
    return rowsOf(value, floats);
  return undefined;
}

function actionsOn(
  finding: Finding,
  file: string,
  parsed: Parsed,
  owner: string,
  body: readonly Stmt[],
  loss: Loss,
): Action[] {
  const { modules, subject } = finding;
  const lines = sourceLines(parsed.source);
  const { assign, call, floats, head } = loss;
  const ran = subject.baseline.account.lines.some(
    (each) => each.file === file && each.line === call.line && each.executions > 0,
  );
  const isLinear = modules.ofClass(file, owner).some((each) => {
    const child = moduleAt(each, head);
    return child !== undefined && isA(child, 'Linear');
  });
  if (!ran || !isLinear) return [];
  const shared = {
    kind: 'loss',
    aims: ['saved', 'temporaries', 'outputs'],
    within: { file, line: Math.min(assign.line, call.line), endLine: Math.max(assign.endLine, call.endLine) },
    place: { file, line: call.line, endLine: call.endLine },
    applies: true,
    reason: undefined,
    group: `loss ${file}:${call.line}`,
  } as const;
  const actions: Action[] = [];
  const chunked = chunkedEdits(parsed.module, lines, body, loss);
  if (chunked !== undefined)
    actions.push({
      ...shared,
      id: `loss chunked@${file}:${call.line}`,
      what: `Compute ${head} and the cross entropy for an eighth of the rows at a time`,
      change: editing(file, chunked.edits),
      keeps: 'mathematics',
      price: chunked.returned ? `${loss.logits} no longer returned` : undefined,
    });
  if (floats.length > 0)
    actions.push({
      ...shared,
      id: `loss float@${file}:${call.line}`,
      what: `Leave ${loss.logits} in their dtype, without a copy by float()`,
      change: editing(
        file,
        floats.map((each) => {
          const { func } = each;
          const value = func.kind === 'Attribute' ? func.value : each;
          return {
            line: value.endLine,
            col: value.endCol,
            endLine: each.endLine,
            endCol: each.endCol,
            text: '',
          };
        }),
      ),
      keeps: 'training',
      price: 'the log-softmax is rounded to their dtype',
    });
  return actions;
}

/** Takes head and cross entropy into a function that goes through the rows in parts, each checkpointed. */
function chunkedEdits(
  module: Module,
  lines: readonly string[],
  body: readonly Stmt[],
  { assign, logits, head, input, call, targets, floats }: Loss,
): { edits: SourceEdit[]; returned: boolean } | undefined {
  const parts = helperFor(module, lines, call);
  if (parts === undefined) return undefined;
  // The logits are used for nothing else, but may be returned beside the loss.
  const returns: Return[] = [];
  let reads = 0;
  walk(body as Stmt[], (node) => {
    if (node.kind === 'Name' && node.id === logits && node.ctx === 'Load') reads++;
    if (node.kind === 'Return' && node.value !== null && node.line >= assign.line) returns.push(node);
  });
  let within = 0;
  walk(call.args[0]!, (node) => {
    if (node.kind === 'Name' && node.id === logits) within++;
  });
  const returned: Expr[] = [];
  for (const { value } of returns)
    for (const each of value!.kind === 'Tuple' ? value!.elts : [])
      if (each.kind === 'Name' && each.id === logits) returned.push(each);
  if (reads !== within + returned.length) return undefined;
  // The condition under which the loss is computed is that of the logits.
  if (!inOneBody(body, assign, call)) return undefined;
  const { name, index, at } = parts;
  const helper = inParts(
    parts,
    'hidden',
    'The mean cross entropy; the logits exist for one chunk of the rows at a time, in backward too.',
    `head(rows)${floats.length > 0 ? '.float()' : ''}`,
  );
  const wanted = flatTargets(targets);
  const edits: SourceEdit[] = [
    { line: at, col: 0, endLine: at, endCol: 0, text: helper },
    replacing(call, `${name}(${head}, ${sourceOf(lines, input)}, ${sourceOf(lines, wanted)}, ${index})`),
    ...returned.map((each) => replacing(each, 'None')),
    deletingLines(assign.line, assign.endLine),
    ...parts.edits,
  ];
  if ((lines[assign.line - 1] ?? '').slice(0, assign.col).trim() !== '') return undefined;
  return { edits, returned: returned.length > 0 };
}

/** `targets` of `targets.view(-1)`: the function flattens them itself. */
function flatTargets(expr: Expr): Expr {
  if (expr.kind !== 'Call' || expr.func.kind !== 'Attribute') return expr;
  const { attr, value } = expr.func;
  return /^(view|reshape|flatten)$/.test(attr) && expr.args.length <= 1 ? value : expr;
}

/** Whether a statement and what holds a call are statements of one list. */
function inOneBody(body: readonly Stmt[], assign: Stmt, call: Call): boolean {
  const holds = (stmt: Stmt): boolean => stmt.line <= call.line && stmt.endLine >= call.endLine;
  let found = body.includes(assign) && body.some((stmt) => holds(stmt) && isPlain(stmt));
  walk(body as Stmt[], (node) => {
    for (const list of ['body', 'orelse'] as const) {
      const stmts = (node as Partial<Record<typeof list, unknown>>)[list];
      if (!Array.isArray(stmts) || !stmts.includes(assign)) continue;
      if ((stmts as Stmt[]).some((stmt) => holds(stmt) && isPlain(stmt))) found = true;
    }
  });
  return found;
}

function isPlain(stmt: Stmt): boolean {
  return stmt.kind === 'Assign' || stmt.kind === 'Return';
}
