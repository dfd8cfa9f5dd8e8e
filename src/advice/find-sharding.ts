/** What several GPUs save: weights, gradients and optimizer state in shards, and DistributedDataParallel without a second copy of the gradients. */
import { dottedName, walk } from '../workspace/source';
import { SHARDED } from '../ledger/expressions';
import { editing, type Action } from './action';
import { sourceLines } from './edit';
import type { Finding } from './find';
import { blockLists } from './find-checkpoint';
import { withKeyword } from './find-modules';
import { settingAction } from './setting-action';
import { callOf } from './syntax';

/** FSDP2 for a model's entry, views of the buckets for a script. */
export function shardingActions(finding: Finding): Action[] {
  return finding.subject.target === undefined ? bucketViews(finding) : shards(finding);
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

/** `DistributedDataParallel(model)` with gradients that are views of the buckets. */
function bucketViews({ subject, files }: Finding): Action[] {
  return files.flatMap((file) => {
    const parsed = subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    const lines = sourceLines(parsed.source);
    const actions: Action[] = [];
    walk(parsed.module, (call) => {
      if (call.kind !== 'Call' || !/(^|\.)(DistributedDataParallel|DDP)$/.test(dottedName(call.func) ?? ''))
        return;
      if (call.keywords.some(({ arg }) => arg === 'gradient_as_bucket_view' || arg === null)) return;
      actions.push({
        id: `sharding bucket views@${file}:${call.line}`,
        kind: 'sharding',
        what: 'Let gradients be views of the buckets (gradient_as_bucket_view=True)',
        aims: ['gradients', 'temporaries', 'other'],
        place: { file, line: call.line, endLine: call.endLine },
        change: editing(file, [withKeyword(call, 'gradient_as_bucket_view=True', lines)]),
        keeps: 'results',
        price: 'gradients cannot be detached in place',
        applies: true,
        reason: undefined,
        group: `buckets ${file}:${call.line}`,
      });
    });
    return actions;
  });
}
