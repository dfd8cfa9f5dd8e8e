/** What an optimizer can do otherwise: one kernel, another state, a step in backward; in a model's entry and in a training script. */
import type { Call, Module, Stmt } from '../python/ast';
import { IN_BACKWARD } from '../ledger/expressions';
import { dottedName, flatten, walk } from '../workspace/source';
import type { ModelTarget } from '../workspace/request';
import type { Action, Keeps, SourceEdit } from './action';
import { deletingLines, freeName, indentOf, moduleName, replacing, sourceOf, withKeyword } from './edit';
import { FOREACH, FUSED } from './optimizers';
import { settingAction } from './setting-action';

/** What the 8-bit optimizers take of what PyTorch's take. */
const EIGHT_BIT_KEYWORDS = ['lr', 'betas', 'eps', 'weight_decay'];
const EIGHT_BIT_PRICE = 'needs bitsandbytes, the state is rounded to 8 bits';
const IN_BACKWARD_PRICE = 'no clipping of all gradients and no accumulation';

/** The names of keyword arguments as they are written. */
function keywordsOf(args: string): string[] {
  return [...args.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, name]) => name!);
}

/** An optimizer as it is written: name and arguments. */
function parseOptimizer(text: string): { name: string; args: string } | undefined {
  const match = /^([\w.]+)\s*(?:\((.*)\))?$/s.exec(text.trim());
  return match === null || /^none$/i.test(match[1]!)
    ? undefined
    : { name: match[1]!, args: (match[2] ?? '').trim() };
}

/** What the optimizer of a model's entry can be instead. */
export function optimizerActions(target: ModelTarget): Action[] {
  const optimizer = parseOptimizer(target.optimizer);
  if (optimizer === undefined) return [];
  const { name, args } = optimizer;
  const last = name.split('.').pop()!;
  const prefix = name.slice(0, name.length - last.length);
  const isTorch = prefix === '' || prefix === 'torch.optim.' || prefix === 'optim.';
  if (!isTorch) return [];
  const withArgument = (argument: string): string =>
    `${name}(${args === '' ? argument : `${args.replace(/,\s*$/, '')}, ${argument}`})`;
  const groups = /\b(params|model)\b/.test(args.replace(/(["']).*?\1/g, ''));
  const rate = /\blr\s*=\s*([^,()]+)/.exec(args)?.[1]?.trim();
  const isLight = (other: string): boolean => last !== other && !groups;
  const actions: Action[] = [];
  if (!/\b(fused|foreach)\s*=/.test(args)) {
    if (FUSED.includes(last))
      actions.push(
        settingAction(
          `optimizer fused`,
          'optimizer',
          `Let ${last} update in one kernel (fused=True)`,
          ['temporaries'],
          { optimizer: withArgument('fused=True') },
          'mathematics',
        ),
      );
    if (FOREACH.includes(last))
      actions.push(
        settingAction(
          `optimizer foreach`,
          'optimizer',
          `Update parameter by parameter (foreach=False)`,
          ['temporaries'],
          { optimizer: withArgument('foreach=False') },
          'mathematics',
          'a few kernels for each parameter',
        ),
      );
  }
  // With micro-batches each of them would be an update, and a scaled gradient is not the gradient, nor is one that is yet to be reduced.
  const isWhole = target.distributed === undefined || target.distributed.strategy === 'fsdp2';
  if (target.accumulate === 1 && target.precision !== 'amp-fp16' && isWhole && !groups && last !== 'LBFGS')
    actions.push(
      settingAction(
        'optimizer in backward',
        'optimizer',
        `Let ${last} update each parameter in backward and drop its gradient`,
        ['gradients', 'temporaries'],
        { optimizer: `${IN_BACKWARD}(${name}${args === '' ? '' : `, ${args}`})` },
        'mathematics',
        IN_BACKWARD_PRICE,
      ),
    );
  if (/^AdamW?$/.test(last) && !groups && keywordsOf(args).every((each) => EIGHT_BIT_KEYWORDS.includes(each)))
    actions.push(
      settingAction(
        'optimizer 8-bit',
        'optimizer',
        `Keep ${last}'s state in 8 bits`,
        ['optimizer_state', 'temporaries'],
        { optimizer: `bitsandbytes.optim.${last}8bit(${args})` },
        'training',
        EIGHT_BIT_PRICE,
      ),
    );
  const anew = 'the learning rate is to be found anew';
  if (isLight('SGD'))
    actions.push(
      settingAction(
        'optimizer SGD',
        'optimizer',
        'Train with SGD and momentum',
        ['optimizer_state', 'temporaries'],
        { optimizer: `${prefix}SGD(lr=${rate ?? '1e-2'}, momentum=0.9)` },
        'training',
        anew,
      ),
      settingAction(
        'optimizer plain SGD',
        'optimizer',
        'Train with SGD without momentum',
        ['optimizer_state', 'temporaries'],
        { optimizer: `${prefix}SGD(lr=${rate ?? '1e-2'})` },
        'training',
        anew,
      ),
    );
  else if (last === 'SGD' && /\bmomentum\s*=/.test(args))
    actions.push(
      settingAction(
        'optimizer plain SGD',
        'optimizer',
        'Train with SGD without momentum',
        ['optimizer_state', 'temporaries'],
        {
          optimizer: `${name}(${args.replace(/,?\s*\b(momentum|nesterov|dampening)\s*=\s*[^,()]+/g, '').replace(/^,\s*/, '')})`,
        },
        'training',
        anew,
      ),
    );
  if (isLight('Adafactor') && last.startsWith('Adam'))
    actions.push(
      settingAction(
        'optimizer Adafactor',
        'optimizer',
        'Train with Adafactor, which keeps rows and columns of the second moment',
        ['optimizer_state', 'temporaries'],
        { optimizer: `${prefix}Adafactor(${rate === undefined ? '' : `lr=${rate}`})` },
        'training',
        anew,
      ),
    );
  return actions;
}

/** What a script's optimizer can be instead. */
export interface OptimizerChange {
  id: string;
  what: string;
  aims: Action['aims'];
  call: Call;
  edits: SourceEdit[];
  keeps: Keeps;
  price: string | undefined;
}

/** `torch.optim.AdamW(…)` of a script with one kernel for all parameters, one for each, 8 bits, or a step in backward. */
export function scriptOptimizers(module: Module, lines: readonly string[]): OptimizerChange[] {
  const found: OptimizerChange[] = [];
  walk(module, (call) => {
    if (call.kind !== 'Call') return;
    const name = dottedName(call.func);
    const last = name?.split('.').pop() ?? '';
    if (!FOREACH.includes(last) || name === undefined || !isOptimizer(module, name, last)) return;
    if (call.args.length === 0 && call.keywords.length === 0) return;
    const keywords = call.keywords.map(({ arg }) => arg);
    if (keywords.includes(null)) return;
    const add = (change: Omit<OptimizerChange, 'call'>): void => void found.push({ ...change, call });
    if (!keywords.includes('fused') && !keywords.includes('foreach')) {
      const shared = { aims: ['temporaries'], keeps: 'mathematics' } as const;
      if (FUSED.includes(last))
        add({
          ...shared,
          id: 'optimizer fused',
          what: `Let ${last} update in one kernel (fused=True)`,
          edits: [withKeyword(call, 'fused=True', lines)],
          price: undefined,
        });
      add({
        ...shared,
        id: 'optimizer foreach',
        what: 'Update parameter by parameter (foreach=False)',
        edits: [withKeyword(call, 'foreach=False', lines)],
        price: 'a few kernels for each parameter',
      });
    }
    const edits = inBackward(module, lines, call);
    if (edits !== undefined)
      add({
        id: 'optimizer in backward',
        what: `Let ${last} update each parameter in backward and drop its gradient`,
        aims: ['gradients', 'temporaries'],
        edits,
        keeps: 'mathematics',
        price: IN_BACKWARD_PRICE,
      });
    if (
      /^AdamW?$/.test(last) &&
      call.args.length === 1 &&
      keywords.every((each) => EIGHT_BIT_KEYWORDS.includes(each!))
    ) {
      const package8 = moduleName(module, 'bitsandbytes');
      add({
        id: 'optimizer 8-bit',
        what: `Keep ${last}'s state in 8 bits`,
        aims: ['optimizer_state', 'temporaries'],
        edits: [replacing(call.func, `${package8.name}.optim.${last}8bit`), ...package8.edits],
        keeps: 'training',
        price: EIGHT_BIT_PRICE,
      });
    }
  });
  return found;
}

function isOptimizer(module: Module, name: string, last: string): boolean {
  if (/^(torch\.)?optim\.\w+$/.test(name)) return true;
  return (
    name === last &&
    module.body.some(
      (stmt) =>
        stmt.kind === 'ImportFrom' &&
        stmt.module === 'torch.optim' &&
        stmt.names.some((alias) => (alias.asname ?? alias.name) === last),
    )
  );
}

/**
 * What works on gradients after they are accumulated, before the step: clipping, scaling, and what reduces them over devices. A hook on the
 * gradient comes before the reduction (torch/csrc/autograd/functions/accumulate_grad.cpp: DDP's is a hook of the node, which runs after); FSDP2
 * alone calls such hooks behind its own (torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py).
 */
const NEEDS_ALL =
  /^(clip_grad_\w+|GradScaler|unscale_|DistributedDataParallel|DDP|FullyShardedDataParallel|FSDP|deepspeed|Accelerator|Fabric)$/;

/**
 * An optimizer for each parameter, whose step is a hook on its gradient; `optimizer.step()` and `optimizer.zero_grad()` go. undefined where
 * the optimizer is used for more than that, or gradients are clipped, scaled, reduced over devices or accumulated.
 */
function inBackward(module: Module, lines: readonly string[], call: Call): SourceEdit[] | undefined {
  const [params] = call.args;
  if (call.args.length !== 1 || params?.kind !== 'Call' || params.func.kind !== 'Attribute') return undefined;
  if (params.func.attr !== 'parameters' || params.args.length > 0) return undefined;
  let needsAll = false;
  let made: Stmt | undefined;
  let name = '';
  const bodies: (readonly Stmt[])[] = [];
  walk(module, (node) => {
    if (node.kind === 'Attribute' && NEEDS_ALL.test(node.attr)) needsAll = true;
    if (node.kind === 'Name' && NEEDS_ALL.test(node.id)) needsAll = true;
    if ('body' in node && Array.isArray(node.body)) bodies.push(node.body as Stmt[]);
    if (node.kind !== 'Assign' || node.value !== call || node.targets.length !== 1) return;
    const [target] = node.targets;
    if (target?.kind !== 'Name') return;
    made = node;
    name = target.id;
  });
  if (made === undefined || needsAll) return undefined;
  let reads = 0;
  walk(module, (node) => {
    if (node.kind === 'Name' && node.id === name) reads++;
  });
  const gone: Stmt[] = [];
  let steps = 0;
  for (const body of bodies) {
    const own = body.filter((stmt) => {
      const called =
        stmt.kind === 'Expr' && stmt.value.kind === 'Call' ? dottedName(stmt.value.func) : undefined;
      if (called !== `${name}.step` && called !== `${name}.zero_grad`) return false;
      // With backward in the same pass of the loop, or a step of several micro-batches is meant.
      if (called === `${name}.step` && body.some(isBackward)) steps++;
      return (lines[stmt.line - 1] ?? '').slice(0, stmt.col).trim() === '';
    });
    if (own.length === body.length && own.length > 0) return undefined;
    gone.push(...own);
  }
  if (steps !== 1 || gone.length !== reads - 1) return undefined;
  const indent = indentOf(lines, made.line);
  const all = freeName(module, 'optimizers');
  const update = freeName(module, 'update_in_backward');
  const p = freeName(module, 'p');
  const keywords = call.keywords.map((keyword) => `, ${sourceOf(lines, keyword)}`).join('');
  const text = [
    `${all} = {`,
    `    ${p}: ${sourceOf(lines, call.func)}([${p}]${keywords}) for ${p} in ${sourceOf(lines, params)} if ${p}.requires_grad`,
    '}',
    '',
    '',
    `def ${update}(${p}):`,
    `    ${all}[${p}].step()`,
    `    ${all}[${p}].zero_grad()`,
    '',
    '',
    `for ${p} in ${all}:`,
    `    ${p}.register_post_accumulate_grad_hook(${update})`,
  ];
  // Within a function one empty line is enough.
  const rows = indent === '' ? text : text.filter((row, i) => row !== '' || text[i - 1] !== '');
  return [
    replacing(made, rows.map((row, i) => (i === 0 || row === '' ? row : indent + row)).join('\n')),
    ...gone.map((stmt) => deletingLines(stmt.line, stmt.endLine)),
  ];
}

function isBackward(stmt: Stmt): boolean {
  return flatten([stmt]).some(
    (each) =>
      each.kind === 'Expr' &&
      each.value.kind === 'Call' &&
      each.value.func.kind === 'Attribute' &&
      each.value.func.attr === 'backward',
  );
}
