/**
 * What is taken for a constructor's argument where nothing says it: by its name, its annotation, and by what the constructor does with
 * it. All of it is told as an assumption.
 */
import type { Expr, FunctionDef } from '../python/ast';
import type { ParameterInfo } from './file-index';
import { dottedName, walk } from './source';

/** Values by names. A name counts with words before it too: `cls_depth` is a `depth`. */
const USUAL: readonly [RegExp, string][] = [
  [/^(num_classes|n_classes|nclasses|num_labels|n_class|classes)$/, '10'],
  [
    /^(out_channels|out_ch|ch_out|c_out|out_dim|dim_out|out_features|output_dim|output_size|num_outputs)$/,
    '10',
  ],
  [/^(in_channels|in_chans|in_ch|ch_in|channels|n_channels|c_in|nc|input_channels)$/, '3'],
  [
    /^(vocab_size|n_vocab|num_tokens|ntoken|ntokens|vocab|(n_)?(src|trg|tgt|source|target)_vocab(_size)?|num_embeddings)$/,
    '32000',
  ],
  [
    /^(d_model|n_embd|embed_dim|embedding_dim|emb_dim|dim|hidden_size|hidden_dim|hidden|d_hid|ninp|nhid|width|model_dim|input_dim|input_size|in_features|in_dim|dim_in|features|embed_size|embedding_size)$/,
    '512',
  ],
  [/^(n_heads?|num_heads|nhead|heads)$/, '8'],
  [/^(dim_head|head_dim)$/, '64'],
  [/^(n_layers?|num_layers|depth|nlayers|layers|num_blocks|n_blocks)$/, '6'],
  [/^(max_len|max_seq_len|block_size|seq_len|context_length|max_length|seq_length|context_size)$/, '1024'],
  [/^(image_size|img_size|size|resolution)$/, '224'],
  [/^(frame_patch_size|temporal_patch_size)$/, '2'],
  [/^(frames|num_frames|max_frames)$/, '16'],
  [/^(patch_size)$/, '16'],
  [/^(window_size)$/, '7'],
  [/^(d_ff|ffn_dim|mlp_dim|dim_feedforward|intermediate_size)$/, '2048'],
  [/^(mlp_mult|mlp_ratio|ff_mult|expansion|expansion_factor)$/, '4'],
  [/^(dropout|dropout_rate|drop|drop_rate|p)$/, '0.1'],
  [/^(latent_dim|z_dim|nz)$/, '128'],
  [/^(kernel_size|kernel)$/, '3'],
  [/^(stride|dilation|groups)$/, '1'],
  [/^(num_experts|n_experts|experts)$/, '8'],
  [/^(num_hierarchies|num_stages|n_stages|stages)$/, '3'],
  [/^(repeats|block_repeats)$/, '2'],
  [/(^|_)(pad|padding)(_token)?_(idx|id|index)$/, '0'],
  [/^((up)?scale(_factor)?)$/, '2'],
  [/^(bias|pretrained)$/, 'False'],
];

/** Several values, one for each stage, of parameters that are used as sequences. */
const SEQUENCES: readonly [RegExp, readonly string[]][] = [
  [/kernels?(_sizes?)?$/, ['3', '3', '3', '3', '3', '3', '3', '3']],
  [/(depths?|layers|blocks|repeats|scales?|strides?)$/, ['2', '2', '2', '2', '2', '2', '2', '2']],
  [
    /(dims?|channels|widths?|features|filters|planes|sizes|hidden)$/,
    ['64', '128', '256', '512', '512', '512', '512', '512'],
  ],
  [/heads$/, ['2', '4', '8', '8', '8', '8', '8', '8']],
  [/(ratios?|factors?|mults?)$/, ['4', '4', '2', '1', '1', '1', '1', '1']],
];

/** How many values a sequence has where its use does not say. */
const STAGES = 4;

/** What a parameter of a constructor is taken for; undefined where neither its name nor its use tells. */
export function usualArgument({ name, annotation }: ParameterInfo, init: FunctionDef): string | undefined {
  const length = lengthOf(name, init) ?? (isSequenceType(annotation) ? STAGES : undefined);
  if (length !== undefined) {
    const values = SEQUENCES.find(([pattern]) => pattern.test(name))?.[1];
    if (values === undefined || length > values.length) return undefined;
    return `(${values.slice(0, length).join(', ')}${length === 1 ? ',' : ''})`;
  }
  for (let rest = name; ; rest = rest.slice(rest.indexOf('_') + 1)) {
    const usual = USUAL.find(([pattern]) => pattern.test(rest))?.[1];
    if (usual !== undefined) return usual;
    if (!rest.includes('_')) break;
  }
  if (annotation?.kind === 'Name' && annotation.id === 'bool') return 'False';
  return undefined;
}

function isSequenceType(annotation: Expr | null): boolean {
  if (annotation?.kind !== 'Subscript') return false;
  return /(^|\.)(list|tuple|List|Tuple|Sequence|Iterable)$/.test(dottedName(annotation.value) ?? '');
}

/** How many values a parameter has that its constructor takes as a sequence; undefined for what may be one value. */
function lengthOf(name: string, init: FunctionDef): number | undefined {
  const isIt = (expr: Expr): boolean => expr.kind === 'Name' && expr.id === name;
  const isTuple = (expr: Expr): boolean =>
    expr.kind === 'Call' &&
    dottedName(expr.func) === 'isinstance' &&
    expr.args[0] !== undefined &&
    isIt(expr.args[0]);
  let isSequence = false;
  let mayBeOne = false;
  let exact: number | undefined;
  let least = 0;
  walk(init.body, (node) => {
    if (node.kind === 'Assert' && isTuple(node.test)) {
      isSequence = true;
      return false;
    }
    if (node.kind === 'Call') {
      const called = dottedName(node.func);
      if (isTuple(node)) mayBeOne = true;
      // A function of its own that makes a sequence of one value.
      if (
        called !== undefined &&
        /(^|_)(tuple|list|pair)(_|$)/.test(called.split('.').pop()!) &&
        called !== 'tuple'
      )
        mayBeOne ||= node.args.some(isIt);
      if (called !== undefined && /^(len|zip|enumerate|tuple|list|sum|reversed|max)$/.test(called))
        isSequence ||= node.args.some(isIt);
      if (node.args.some((arg) => arg.kind === 'Starred' && isIt(arg.value))) isSequence = true;
    } else if (node.kind === 'For' || node.kind === 'comprehension') isSequence ||= isIt(node.iter);
    else if (node.kind === 'Subscript' && isIt(node.value)) {
      isSequence = true;
      least = Math.max(least, (intOf(node.slice) ?? -1) + 1);
    } else if (node.kind === 'Assign' && isIt(node.value) && node.targets[0]!.kind === 'Tuple')
      exact = node.targets[0].elts.length;
    else if (node.kind === 'Compare') {
      const [right] = node.comparators;
      const isLength =
        node.left.kind === 'Call' && dottedName(node.left.func) === 'len' && node.left.args.some(isIt);
      if (isLength && node.ops[0] === 'Eq' && right !== undefined) exact = intOf(right) ?? exact;
    }
    return true;
  });
  if (mayBeOne || !(isSequence || exact !== undefined)) return undefined;
  return exact ?? Math.max(least, STAGES);
}

function intOf(expr: Expr): number | undefined {
  if (expr.kind !== 'Constant' || expr.value.type !== 'int') return undefined;
  return typeof expr.value.value === 'number' ? expr.value.value : undefined;
}
