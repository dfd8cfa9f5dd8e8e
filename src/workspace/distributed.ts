/** How an entry is trained on several devices: the config's `"distributed"`, and DeepSpeed's own config where it names one. */
import { parseTree, type Node } from 'jsonc-parser';
import { nearestName } from './problem';

export const STRATEGIES = [
  'ddp',
  'fsdp',
  'fsdp2',
  'zero1',
  'zero2',
  'zero3',
  'tensor_parallel',
  'pipeline',
] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What is run: the options are those of `vram_ledger_distributed.py`. */
export interface Distributed {
  strategy: Strategy;
  /** DeepSpeed's config, as written; once it was read, its absolute path. */
  deepspeed?: string;
  options: Record<string, unknown>;
}

type Check = (value: unknown) => boolean;
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isIndex: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBoolean: Check = (value) => typeof value === 'boolean';
const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isOneOf =
  (names: readonly string[]): Check =>
  (value) =>
    names.includes(value as string);
const isDtype = isOneOf(['bf16', 'fp16', 'fp32']);
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isPlan: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((style) => style === 'colwise' || style === 'rowwise');

/** By key: what it may be, in words, and for which strategies it means something (all where absent). */
const KEYS: Record<string, { check: Check; words: string; of?: readonly Strategy[] }> = {
  strategy: { check: isText, words: `one of ${STRATEGIES.join(', ')}` },
  world_size: { check: isCount, words: 'a whole number from 1: how many devices there are' },
  deepspeed: { check: isText, words: "DeepSpeed's config file", of: ['zero1', 'zero2', 'zero3'] },
  dtype: { check: isDtype, words: 'bf16, fp16 or fp32', of: ['zero1', 'zero2', 'zero3'] },
  offload_optimizer: { check: isBoolean, words: 'true or false', of: ['zero1', 'zero2', 'zero3'] },
  offload_param: { check: isBoolean, words: 'true or false', of: ['zero3'] },
  reduce_bucket_size: { check: isCount, words: 'a number of elements', of: ['zero2'] },
  overlap_comm: { check: isBoolean, words: 'true or false', of: ['zero2'] },
  wrap: { check: isTexts, words: 'a list of class names: ["Block"]', of: ['fsdp', 'fsdp2', 'zero3'] },
  reshard_after_forward: { check: isBoolean, words: 'true or false', of: ['fsdp', 'fsdp2', 'zero3'] },
  param_dtype: { check: isDtype, words: 'bf16, fp16 or fp32', of: ['fsdp', 'fsdp2'] },
  reduce_dtype: { check: isDtype, words: 'bf16, fp16 or fp32', of: ['fsdp', 'fsdp2'] },
  offload: { check: isBoolean, words: 'true or false', of: ['fsdp', 'fsdp2'] },
  sharding_strategy: {
    check: isOneOf(['full_shard', 'shard_grad_op', 'no_shard', 'hybrid_shard']),
    words: 'full_shard, shard_grad_op, no_shard or hybrid_shard',
    of: ['fsdp'],
  },
  shard_size: {
    check: isCount,
    words: 'a whole number from 1: how many devices share one copy (hybrid_shard)',
    of: ['fsdp'],
  },
  use_orig_params: { check: isBoolean, words: 'true or false', of: ['fsdp'] },
  backward_prefetch: { check: isOneOf(['pre', 'post', 'none']), words: 'pre, post or none', of: ['fsdp'] },
  forward_prefetch: { check: isBoolean, words: 'true or false', of: ['fsdp'] },
  limit_all_gathers: { check: isBoolean, words: 'true or false', of: ['fsdp'] },
  bucket_cap_mb: { check: isCount, words: 'a number of MiB', of: ['ddp'] },
  gradient_as_bucket_view: { check: isBoolean, words: 'true or false', of: ['ddp'] },
  static_graph: { check: isBoolean, words: 'true or false', of: ['ddp'] },
  find_unused_parameters: { check: isBoolean, words: 'true or false', of: ['ddp'] },
  tensor_parallel: {
    check: isPlan,
    words: 'an object of module paths: { "blocks.*.up": "colwise", "blocks.*.down": "rowwise" }',
    of: ['tensor_parallel'],
  },
  stage: { check: isIndex, words: 'the number of the stage, from 0', of: ['pipeline'] },
  microbatches: { check: isCount, words: 'a whole number from 1', of: ['pipeline'] },
  schedule: {
    check: isOneOf(['1f1b', 'gpipe']),
    words: '1f1b or gpipe',
    of: ['pipeline'],
  },
  modules: {
    check: isTexts,
    words:
      'a list of the paths of the modules that the stage runs, one after the other: ["embed", "blocks.0"]',
    of: ['pipeline'],
  },
};

const EXAMPLE = '{ "strategy": "fsdp2", "world_size": 8 }';

/** Reads `"distributed"`; mistakes are told with their node. undefined where it cannot be run. */
export function readDistributed(
  node: Node,
  report: (message: string, at: Node, severity?: 'error' | 'warning') => void,
): Distributed | undefined {
  if (node.type !== 'object') {
    report(`"distributed" is an object: ${EXAMPLE}`, node);
    return undefined;
  }
  const options: Record<string, unknown> = {};
  const keys = new Map<string, Node>();
  let wrong = false;
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? [];
    if (key === undefined || value === undefined) continue;
    const name = key.value as string;
    const known = KEYS[name];
    if (known === undefined) {
      const near = nearestName(name, Object.keys(KEYS));
      report(`unknown key "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`, key, 'warning');
      continue;
    }
    const plain = plainValue(value);
    if (!known.check(plain)) {
      report(`"${name}" is ${known.words}`, value);
      wrong = true;
      continue;
    }
    options[name] = plain;
    keys.set(name, key);
  }
  const strategy = options.strategy as Strategy | undefined;
  if (strategy === undefined && options.deepspeed === undefined) {
    if (!wrong) report(`"distributed" needs a "strategy": ${EXAMPLE}`, node);
    return undefined;
  }
  if (strategy !== undefined && !STRATEGIES.includes(strategy)) {
    const near = nearestName(strategy, STRATEGIES);
    const at = node.children!.find((child) => child.children![0]!.value === 'strategy')!.children![1]!;
    report(
      `"strategy" is one of ${STRATEGIES.join(', ')}${near === undefined ? '' : `; did you mean "${near}"?`}`,
      at,
    );
    return undefined;
  }
  if (wrong) return undefined;
  if (options.world_size === undefined) {
    report(`"distributed" needs "world_size": how many devices there are`, node);
    return undefined;
  }
  if (strategy === 'tensor_parallel' && options.tensor_parallel === undefined) {
    report(`"tensor_parallel" is ${KEYS.tensor_parallel!.words}`, node);
    return undefined;
  }
  if (strategy === 'pipeline') {
    if (options.microbatches === undefined) {
      report(`"microbatches" is ${KEYS.microbatches!.words}`, node);
      return undefined;
    }
    const stage = (options.stage ?? 0) as number;
    if (stage >= (options.world_size as number)) {
      report(
        `"stage" is a number from 0 to ${(options.world_size as number) - 1}: there are as many stages as devices`,
        node,
      );
      return undefined;
    }
  }
  for (const [name, key] of keys) {
    const { of } = KEYS[name]!;
    if (of !== undefined && strategy !== undefined && !of.includes(strategy))
      report(`"${name}" means nothing to "${strategy}"; it is for ${of.join(', ')}`, key, 'warning');
  }
  const { deepspeed, ...rest } = options;
  return {
    strategy: strategy ?? 'zero1',
    options: rest,
    ...(deepspeed === undefined ? {} : { deepspeed: deepspeed as string }),
  };
}

/** `"distributed"` as it is written in the config. */
export function distributedJson({ strategy, options }: Distributed): Record<string, unknown> {
  return { ...options, strategy };
}

function plainValue(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(plainValue);
  if (node.type === 'object')
    return Object.fromEntries(
      (node.children ?? []).map(({ children }) => [
        children![0]!.value as string,
        children![1] === undefined ? null : plainValue(children![1]),
      ]),
    );
  return node.value as unknown;
}

/** What DeepSpeed's config says, under what the entry itself says; a message where it cannot be read. */
export function withDeepspeed(
  distributed: Distributed,
  text: string | undefined,
): { distributed: Distributed; optimizer?: string; accumulate?: number } | string {
  const { deepspeed, options } = distributed;
  if (deepspeed === undefined) return { distributed };
  if (text === undefined) return `no such file: ${deepspeed}`;
  const tree = parseTree(text);
  const config = tree === undefined ? undefined : (plainValue(tree) as Json | null);
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    return `${deepspeed} is no JSON object`;
  const zero = objectOf(config.zero_optimization);
  const stage = zero.stage ?? 0;
  if (![0, 1, 2, 3].includes(stage as number))
    return `${deepspeed}: zero_optimization.stage is 0, 1, 2 or 3, not ${JSON.stringify(stage)}`;
  const isOn = (name: string): boolean => objectOf(config[name]).enabled === true;
  const onHost = (name: string): boolean => ['cpu', 'nvme'].includes(objectOf(zero[name]).device as string);
  const read: Record<string, unknown> = {
    ...(isOn('bf16') ? { dtype: 'bf16' } : isOn('fp16') ? { dtype: 'fp16' } : {}),
    offload_optimizer: onHost('offload_optimizer'),
    offload_param: onHost('offload_param'),
    ...(isCount(zero.reduce_bucket_size) ? { reduce_bucket_size: zero.reduce_bucket_size } : {}),
    ...(isBoolean(zero.overlap_comm) ? { overlap_comm: zero.overlap_comm } : {}),
  };
  const strategy: Strategy = stage === 0 ? 'ddp' : (`zero${stage as number}` as Strategy);
  const steps = config.gradient_accumulation_steps;
  const optimizer = optimizerOf(objectOf(config.optimizer));
  return {
    distributed: { strategy, deepspeed, options: { ...read, ...options, strategy } },
    ...(optimizer === undefined ? {} : { optimizer }),
    ...(isCount(steps) ? { accumulate: steps as number } : {}),
  };
}

type Json = Record<string, unknown>;
const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** DeepSpeed's Adam is its fused one; others by PyTorch's name. */
function optimizerOf({ type }: Json): string | undefined {
  if (typeof type !== 'string') return undefined;
  return /^adamw?$/i.test(type) ? 'AdamW(fused=True)' : /^sgd$/i.test(type) ? 'SGD(lr=0.1)' : `${type}()`;
}
