/** What several GPUs save: weights, gradients and optimizer state in shards, and DistributedDataParallel without a second copy of the gradients. */
import { modify } from 'jsonc-parser';
import { CATEGORIES } from '../ledger/account';
import { SHARDED } from '../ledger/expressions';
import type { Distributed } from '../workspace/distributed';
import { LineIndex } from '../workspace/problem';
import { dottedName, walk } from '../workspace/source';
import { editing, type Action, type Keeps, type SourceEdit } from './action';
import { sourceLines, sourceOf, withKeyword } from './edit';
import type { Finding } from './finding';
import { blockLists } from './find-checkpoint';
import { settingAction } from './setting-action';
import { callOf } from './syntax';

/** FSDP2 for a model's entry, or another way of the devices that it has; views of the buckets and a graph that stays for a script. */
export function shardingActions(finding: Finding): Action[] {
  const { target } = finding.subject;
  if (target === undefined) return dataParallel(finding);
  return target.distributed === undefined ? shards(finding) : spreadActions(finding, target.distributed);
}

/** Another way to use the devices that there are. */
interface Spread {
  id: string;
  what: string;
  aims: Action['aims'];
  /** Options of the config's `"distributed"`; undefined takes one away. */
  set: Readonly<Record<string, unknown>>;
  /** The same in DeepSpeed's config, under `zero_optimization`. */
  deepspeed?: readonly [path: string[], value: unknown];
  keeps: Keeps;
  price: string | undefined;
}

const DDP_ALONE = ['bucket_cap_mb', 'gradient_as_bucket_view', 'static_graph', 'find_unused_parameters'];
const EVERY_STEP = 'every step must use the same parameters';

/** What a strategy can do otherwise with as many devices. */
function spreadsOf({ strategy, options, deepspeed }: Distributed): Spread[] {
  const devices = `${options.world_size as number} devices`;
  const spreads: Spread[] = [];
  const stage = Number(/^zero(\d)$/.exec(strategy)?.[1] ?? 0);
  if (strategy === 'ddp') {
    if (options.gradient_as_bucket_view !== true)
      spreads.push({
        id: 'bucket views',
        what: BUCKET_VIEWS,
        aims: ['gradients', 'temporaries', 'other'],
        set: { gradient_as_bucket_view: true },
        keeps: 'results',
        price: BUCKET_VIEWS_PRICE,
      });
    if (options.find_unused_parameters === true && options.static_graph !== true)
      spreads.push({
        id: 'static graph',
        what: STATIC_GRAPH,
        aims: ['temporaries', 'other'],
        set: { static_graph: true },
        keeps: 'results',
        price: EVERY_STEP,
      });
    if (deepspeed === undefined)
      spreads.push({
        id: 'fsdp2',
        what: `Shard the training state over the ${devices} (FSDP2)`,
        aims: ['parameters', 'gradients', 'optimizer_state', 'temporaries', 'other'],
        set: {
          strategy: 'fsdp2',
          ...Object.fromEntries(DDP_ALONE.filter((key) => key in options).map((key) => [key, undefined])),
        },
        keeps: 'mathematics',
        price: 'weights gathered in forward and backward',
      });
  }
  if (stage > 0 || deepspeed !== undefined) {
    const parts = ["the optimizer's state", ', gradients', ' and parameters'];
    for (let to = stage + 1; to <= 3; to++)
      spreads.push({
        id: `stage ${to}`,
        what: `Shard ${parts.slice(0, to).join('')} over the ${devices} (ZeRO stage ${to})`,
        aims: CATEGORIES,
        set: { strategy: `zero${to}` },
        deepspeed: [['stage'], to],
        keeps: 'mathematics',
        price: to === 3 ? 'weights gathered in forward and backward' : undefined,
      });
  }
  if (stage > 0 && options.offload_optimizer !== true)
    spreads.push({
      id: 'offload optimizer',
      what: "Keep the optimizer's state in the host's memory",
      aims: CATEGORIES,
      set: { offload_optimizer: true },
      deepspeed: [['offload_optimizer'], { device: 'cpu' }],
      keeps: 'mathematics',
      price: 'the host updates the weights, and they cross the bus in each step',
    });
  if (/^fsdp2?$/.test(strategy)) {
    const byName = options.sharding_strategy === 'shard_grad_op';
    if (byName || options.reshard_after_forward === false)
      spreads.push({
        id: 'reshard',
        what: `Free gathered weights after forward (${byName ? 'full_shard' : 'reshard_after_forward'})`,
        aims: ['temporaries', 'other', 'saved'],
        set: byName ? { sharding_strategy: 'full_shard' } : { reshard_after_forward: true },
        keeps: 'results',
        price: 'weights are gathered again in backward',
      });
    if (options.offload !== true)
      spreads.push({
        id: 'offload',
        what: "Keep the shards in the host's memory",
        aims: CATEGORIES,
        set: { offload: true },
        keeps: 'mathematics',
        price: 'the host updates the weights, and they cross the bus twice in each step',
      });
  }
  return spreads;
}

/** The actions on an entry that says how it is spread; where DeepSpeed's config says it, that is edited. */
function spreadActions({ subject }: Finding, distributed: Distributed): Action[] {
  if (subject.target?.mode !== 'train') return [];
  return spreadsOf(distributed).flatMap(({ id, what, aims, set, deepspeed, keeps, price }) => {
    const options: Record<string, unknown> = { ...distributed.options, ...set };
    for (const key of Object.keys(options)) if (options[key] === undefined) delete options[key];
    const strategy = (set.strategy ?? distributed.strategy) as Distributed['strategy'];
    const changed = { ...distributed, strategy, options };
    const made = settingAction(
      `distributed ${id}`,
      'sharding',
      what,
      aims,
      { distributed: changed },
      keeps,
      price,
    );
    const file = distributed.deepspeed;
    if (file === undefined) return [{ ...made, group: 'distributed' }];
    const text = subject.read(file);
    if (deepspeed === undefined || text === undefined) return [];
    const [path, value] = deepspeed;
    const edits = jsonEdits(text, ['zero_optimization', ...path], value);
    const change = { ...made.change, sources: new Map([[file, edits]]) };
    const { line, endLine } = edits[0] ?? { line: 1, endLine: 1 };
    return [{ ...made, change, place: { file, line, endLine }, group: 'distributed' }];
  });
}

/** The edits that set a value in a JSON file, its comments and layout left. */
function jsonEdits(text: string, path: string[], value: unknown): SourceEdit[] {
  const lines = new LineIndex(text);
  return modify(text, path, value, { formattingOptions: { tabSize: 2, insertSpaces: true } }).map(
    ({ offset, length, content }) => {
      const { line, column, endLine, endColumn } = lines.range(offset, length);
      return { line, col: column - 1, endLine, endCol: endColumn - 1, text: content };
    },
  );
}

function shards(finding: Finding): Action[] {
  const { target } = finding.subject;
  if (target?.mode !== 'train' || target.precision === 'amp-fp16' || target.expression.includes(SHARDED))
    return [];
  const lists = blockLists(finding);
  const blocks = lists.map((name) => `, ${JSON.stringify(name)}`).join('');
  return [2, 4, 8].map((gpus) =>
    settingAction(
      `sharding ${gpus}`,
      'sharding',
      `Shard the training state over ${gpus} GPUs (FSDP2)`,
      ['parameters', 'gradients', 'optimizer_state', 'temporaries'],
      { expression: `${SHARDED}(${callOf(target.expression)}, ${gpus}${blocks})` },
      'training',
      'a batch on each GPU, weights gathered in forward and backward',
    ),
  );
}

const BUCKET_VIEWS = 'Let gradients be views of the buckets (gradient_as_bucket_view=True)';
const BUCKET_VIEWS_PRICE = 'gradients cannot be detached in place';
const STATIC_GRAPH = 'Look for unused parameters in the first step alone (static_graph=True)';

/** `DistributedDataParallel(model)` with gradients that are views of the buckets, and with a graph that stays as it is. */
function dataParallel({ subject, files }: Finding): Action[] {
  return files.flatMap((file) => {
    const parsed = subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    const lines = sourceLines(parsed.source);
    const actions: Action[] = [];
    walk(parsed.module, (call) => {
      if (call.kind !== 'Call' || !/(^|\.)(DistributedDataParallel|DDP)$/.test(dottedName(call.func) ?? ''))
        return;
      const given = new Map(call.keywords.map(({ arg, value }) => [arg, sourceOf(lines, value)]));
      if (given.has(null)) return;
      const add = (keyword: string, name: string, what: string, aims: Action['aims'], price: string): void =>
        void actions.push({
          id: `sharding ${name}@${file}:${call.line}`,
          kind: 'sharding',
          what,
          aims,
          place: { file, line: call.line, endLine: call.endLine },
          change: editing(file, [withKeyword(call, `${keyword}=True`, lines)]),
          keeps: 'results',
          price,
          applies: true,
          reason: undefined,
          group: `${name} ${file}:${call.line}`,
        });
      if (!given.has('gradient_as_bucket_view'))
        add(
          'gradient_as_bucket_view',
          'bucket views',
          BUCKET_VIEWS,
          ['gradients', 'temporaries', 'other'],
          BUCKET_VIEWS_PRICE,
        );
      if (given.get('find_unused_parameters') === 'True' && !given.has('static_graph'))
        add('static_graph', 'static graph', STATIC_GRAPH, ['temporaries', 'other'], EVERY_STEP);
    });
    return actions;
  });
}
