/** The actions whose effect and promise were checked with PyTorch: what is run, and which action is taken. */
import type { Distributed } from '../../../src/workspace/distributed';
import type { ModelTarget } from '../../../src/workspace/request';

export interface ProofCase {
  name: string;
  /** Relative to the repository. */
  file: string;
  /** What the beginnings of the ids of the actions are. */
  actions: string[];
  /** Blocks to checkpoint, instead of actions. */
  blocks?: number[];
  /** undefined for a script. */
  model?: Partial<Omit<ModelTarget, 'inputs' | 'file'>> & {
    expression: string;
    inputs: Record<string, string>;
  };
  /** A script that needs a CUDA device. */
  onDevice?: boolean;
  /** What `test/ledger/distributed/record.py` calls the entry as the action makes it. */
  spread?: string;
  /** Inputs on the CPU, where equality is promised, with sizes that it is quick with. */
  cpu?: { inputs: Record<string, string>; sizes: Record<string, number>; expression?: string };
}

const GPT = 'examples/gpt/model.py';
const CONFIG = 'GPTConfig(vocab_size=512, block_size=128, n_layer=4, n_head=4, n_embd=128)';
const gpt = (
  name: string,
  actions: string[],
  more: Partial<NonNullable<ProofCase['model']>> = {},
): ProofCase => ({
  name: `gpt: ${name}`,
  file: GPT,
  actions,
  model: {
    expression: `GPT(${CONFIG})`,
    inputs: { idx: 'int64[B, T]', targets: 'int64[B, T]' },
    sizes: { B: 8, T: 128 },
    loss: 'output[1]',
    ...more,
  },
  cpu: {
    inputs: { idx: 'torch.randint(512, (B, T))', targets: 'torch.randint(512, (B, T))' },
    sizes: { B: 4, T: 16 },
  },
});
const byHand = CONFIG.replace(')', ', flash=False)');
const layers = (
  expression: string,
  actions: string[],
  input = 'float32[B, T, 64]',
  file = 'test/advice/proof/layers.py',
): ProofCase => ({
  name: `${expression}: ${actions.join(' + ')}`,
  file,
  actions,
  model: { expression, inputs: { x: input }, sizes: { B: 16, T: 256 } },
  cpu: { inputs: { x: 'torch.randn(B, T, 64)' }, sizes: { B: 2, T: 8 } },
});
const spread = (
  strategy: Distributed['strategy'],
  options: Record<string, unknown>,
  action: string,
  recorded: string,
): ProofCase => ({
  name: `${strategy} ${JSON.stringify(options)}: ${action}`,
  file: 'test/ledger/distributed/model.py',
  actions: [`distributed ${action}`],
  model: {
    expression: 'Net()',
    inputs: { i: 'int64[8, 64]' },
    optimizer: 'AdamW()',
    distributed: { strategy, options: { world_size: 4, ...options, strategy } },
  },
  spread: recorded,
});
const head = (action: string, more: Partial<NonNullable<ProofCase['model']>>): ProofCase => ({
  name: `Head(): ${action}`,
  file: 'test/advice/proof/layers.py',
  actions: [action],
  model: {
    expression: 'Head()',
    inputs: { x: 'float32[B, T, 64]', targets: 'int64[B, T]' },
    sizes: { B: 16, T: 256 },
    loss: 'output[1]',
    ...more,
  },
  cpu: {
    inputs: { x: 'torch.randn(B, T, 64)', targets: 'torch.randint(1000, (B, T))' },
    sizes: { B: 2, T: 8 },
  },
});
const vision = (expression: string, actions: string[], cpu = true): ProofCase => ({
  name: `${expression}: ${actions.join(' + ')}`,
  file: 'test/advice/proof/vision.py',
  actions,
  model: {
    expression,
    inputs: { x: 'float32[B, 3, 224, 224]' },
    sizes: { B: 8 },
    optimizer: 'SGD(lr=0.1, momentum=0.9)',
  },
  ...(cpu ? { cpu: { inputs: { x: 'torch.randn(B, 3, 224, 224)' }, sizes: { B: 2 } } } : {}),
});
const classifier = (actions: string[], expression = 'SmallResNet()'): ProofCase => ({
  name: `${expression}: ${actions.join(' + ')}`,
  file: 'examples/classifier/model.py',
  actions,
  model: {
    expression,
    inputs: { x: 'float32[B, 3, 64, 64]' },
    sizes: { B: 16 },
    optimizer: 'SGD(lr=0.1, momentum=0.9)',
  },
  cpu: { inputs: { x: 'torch.randn(B, 3, 32, 32)' }, sizes: { B: 2 } },
});
const unet = (actions: string[]): ProofCase => ({
  name: `UNet(): ${actions.join(' + ')}`,
  file: 'examples/unet/model.py',
  actions,
  model: {
    expression: 'UNet(base=16)',
    inputs: { x: 'float32[B, 3, H, W]' },
    sizes: { B: 2, H: 128, W: 128 },
  },
  cpu: { inputs: { x: 'torch.randn(B, 3, 32, 32)' }, sizes: { B: 2 } },
});
const script = (actions: string[]): ProofCase => ({
  name: `train.py: ${actions.join(' + ')}`,
  file: 'test/advice/proof/train.py',
  actions,
});

export const CASES: readonly ProofCase[] = [
  gpt('all blocks', ['checkpoint all']),
  { ...gpt('the first blocks', []), blocks: [0, 1] },
  { ...gpt('blocks here and there', []), blocks: [0, 2] },
  gpt('offload', ['offload']),
  gpt('amp-bf16', ['precision amp-bf16']),
  gpt('amp-fp16', ['precision amp-fp16']),
  gpt('bf16', ['precision bf16']),
  gpt('micro-batches', ['micro-batch 4'], { loss: 'output[1] * B' }),
  gpt('fused', ['optimizer fused']),
  gpt('without foreach', ['optimizer foreach']),
  gpt('SGD with momentum', ['optimizer SGD']),
  gpt('SGD', ['optimizer plain SGD']),
  gpt('Adafactor', ['optimizer Adafactor']),
  gpt('8 bits', ['optimizer 8-bit']),
  gpt('a step in backward', ['optimizer in backward']),
  gpt('a step in backward, blocks', ['optimizer in backward', 'checkpoint all']),
  gpt('adapters', ['adapter low rank']),
  gpt('adapters, autocast, blocks', ['adapter low rank', 'precision amp-bf16', 'checkpoint all']),
  layers('Numbered()', ['adapter low rank'], undefined, 'test/advice/proof/blocks.py'),
  gpt('logits in parts', ['loss chunked']),
  gpt('logits in parts, autocast', ['loss chunked', 'precision amp-bf16']),
  gpt('shards', ['sharding 4']),
  head('loss chunked', {}),
  head('loss float', { precision: 'bf16' }),
  gpt('autocast, blocks and one kernel', ['precision amp-bf16', 'checkpoint all', 'optimizer fused']),
  gpt('attention by hand', ['attention sdpa'], { expression: `GPT(${byHand})` }),
  gpt('attention by hand, autocast', ['attention sdpa', 'precision amp-bf16'], {
    expression: `GPT(${byHand})`,
  }),
  layers('BiasedAttention()', ['attention sdpa']),
  layers('Encoder()', ['attention need_weights']),
  layers('Activations()', ['inplace LeakyReLU']),
  layers('Stack()', ['checkpoint all']),
  layers('Stack()', ['checkpoint 3 segments']),
  layers('Stack()', ['freeze']),
  classifier(['checkpoint all']),
  classifier(['freeze']),
  classifier(['inplace ReLU'], 'FineTuned(dropout=0.0)'),
  unet(['checkpoint all UNet.forward self.downs', 'checkpoint all UNet.forward self.ups']),
  unet(['precision amp-fp16']),
  vision('resnet()', ['precision amp-bf16']),
  vision('resnet()', ['freeze']),
  vision('resnet()', ['optimizer fused']),
  vision('vit()', ['checkpoint switch']),
  vision('vit()', ['micro-batch 2'], false),
  {
    name: 'language_model(): checkpoint switch',
    file: 'test/advice/proof/vision.py',
    actions: ['checkpoint switch'],
    model: {
      expression: 'language_model()',
      inputs: { input_ids: 'int64[B, T]' },
      sizes: { B: 4, T: 64 },
      loss: 'output.logits.sum()',
    },
  },
  script(['optimizer fused']),
  script(['optimizer foreach']),
  script(['gradients set_to_none']),
  script(['lifetime item']),
  script(['lifetime del']),
  script(['evaluation no_grad']),
  script(['precision autocast']),
  script(['optimizer in backward']),
  { ...script(['loss rows']), name: 'language.py: loss rows', file: 'test/advice/proof/language.py' },
  { ...script(['optimizer 8-bit']), onDevice: true },
  {
    name: 'ddp.py: sharding bucket views',
    file: 'test/advice/proof/ddp.py',
    actions: ['sharding bucket views'],
    onDevice: true,
  },
  spread('ddp', {}, 'bucket views', 'ddp views'),
  spread('ddp', { find_unused_parameters: true }, 'static graph', 'ddp unused static'),
  spread('ddp', { bucket_cap_mb: 10 }, 'fsdp2', 'fsdp2'),
  spread('fsdp2', { reshard_after_forward: false }, 'reshard', 'fsdp2'),
  spread('fsdp2', {}, 'offload', 'fsdp2 offload'),
  spread('fsdp', { sharding_strategy: 'shard_grad_op' }, 'reshard', 'fsdp'),
  spread('fsdp', {}, 'offload', 'fsdp offload'),
];
