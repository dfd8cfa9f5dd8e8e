/** Inputs that a model refuses are corrected by what PyTorch says of them; what is told is what it then took. */
import assert from 'node:assert/strict';
import { parseDevice } from '../../src/device/parse-device';
import {
  DEFAULT_RUN,
  modelOfDiscovered,
  runModel,
  settledModel,
  type Model,
} from '../../src/workspace/models';
import { discoverEntries } from '../../src/workspace/entries';
import { formatInputSpec } from '../../src/workspace/input-spec';
import { HEAD, FILE, subjectParts, writeModel } from '../advice/fixture';

/** The first model of a file that begins with the usual imports. */
async function modelIn(source: string): Promise<Model> {
  const { parser, host } = await subjectParts();
  writeModel(source);
  const [found] = discoverEntries(FILE, parser.parse(HEAD + source), { parser, host, paths: ['/w'] });
  return modelOfDiscovered(FILE, found!, { ...DEFAULT_RUN, device: parseDevice('a100-80gb') });
}

/** Runs the file's first model; `expected` are its inputs, with the sizes, as it took them. */
async function check(source: string, expected: string): Promise<void> {
  const { machine, host } = await subjectParts();
  const model = await modelIn(source);
  const { account, request } = runModel(machine, host, model);
  assert.equal(account.error?.message, undefined);
  const { inputs } = settledModel(model).target;
  const sizes = Object.entries(request.sizes).map(([name, value]) => ` ${name}=${value}`);
  assert.equal(
    inputs.map(({ name, spec }) => `${name}=${formatInputSpec(spec)}`).join(' ') + sizes.join(''),
    expected,
  );
}

const MODULE = (init: string, forward: string, args = 'x'): string =>
  `class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        ${init}\n    def forward(self, ${args}):\n        ${forward}\n`;
/** Layers that the source does not tell. */
const HIDDEN = (layer: string): string =>
  `self.layers = {"first": ${layer}}; self.first = self.layers["first"]`;

describe('inputs that a model refuses', () => {
  it('have the channels of the convolution that takes them', async () => {
    await check(
      MODULE(HIDDEN('nn.Conv2d(5, 8, 3)'), 'return self.first(x)'),
      'x=float32[B, 5, H, W] B=8 H=224 W=224',
    );
    await check(
      MODULE(HIDDEN('nn.ConvTranspose2d(5, 8, 3)'), 'return self.first(x)'),
      'x=float32[B, 5, H, W] B=8 H=224 W=224',
    );
  });
  it('have as many dimensions as the convolution takes', async () => {
    await check(MODULE(HIDDEN('nn.Conv1d(4, 8, 3)'), 'return self.first(x)'), 'x=float32[B, 4, L] B=8 L=128');
    await check(
      MODULE(HIDDEN('nn.Conv3d(2, 8, 3)'), 'return self.first(x)'),
      'x=float32[B, 2, D, H, W] B=8 H=224 W=224 D=512',
    );
  });
  it('are vectors for a linear layer, and images of its features where they are flattened', async () => {
    await check(MODULE(HIDDEN('nn.Linear(40, 8)'), 'return self.first(x)'), 'x=float32[B, 40] B=8');
    await check(
      MODULE(HIDDEN('nn.Linear(784, 8)'), 'return self.first(x.flatten(1))'),
      'x=float32[B, 1, 28, 28] B=8',
    );
    await check(
      MODULE(HIDDEN('nn.Linear(3072, 8)'), 'return self.first(x.flatten(1))'),
      'x=float32[B, 3, 32, 32] B=8',
    );
  });
  it('are tokens for an embedding', async () => {
    await check(MODULE(HIDDEN('nn.Embedding(100, 8)'), 'return self.first(x)'), 'x=int64[B, T] B=8 T=128');
  });
  it('are sequences of the width of a recurrent layer', async () => {
    await check(MODULE(HIDDEN('nn.LSTM(6, 8)'), 'return self.first(x)[0]'), 'x=float32[B, T, 6] B=8 T=128');
  });
  it('are of the shape that a normalization names', async () => {
    await check(MODULE(HIDDEN('nn.LayerNorm(12)'), 'return self.first(x)'), 'x=float32[B, 12] B=8');
  });
  it('have the size that an assertion asks for', async () => {
    const asks =
      'assert x.shape[-1] == 96, f"Input image size ({x.shape[-2]}*{x.shape[-1]}) doesn\'t match model (96*96)."';
    await check(
      MODULE(HIDDEN('nn.Conv2d(4, 8, 3)'), `${asks}; return self.first(x)`),
      'x=float32[B, 4, H, W] B=8 H=96 W=96',
    );
  });
  it('stay as they are told where no correction helps', async () => {
    const { machine, host } = await subjectParts();
    const source = MODULE(
      'self.a = nn.Conv2d(3, 8, 3); self.b = nn.Conv2d(9, 8, 3)',
      'return self.b(self.a(x))',
    );
    const { account } = runModel(machine, host, await modelIn(source));
    assert.match(
      account.error!.message,
      /expected input\[8, 8, 222, 222\] to have 9 channels, but got 8 channels/,
    );
    assert.equal(account.error!.line, 9);
  });
  it('are told with the reason', async () => {
    const { machine, host } = await subjectParts();
    const { account } = runModel(
      machine,
      host,
      await modelIn(MODULE(HIDDEN('nn.Linear(40, 8)'), 'return self.first(x)')),
    );
    assert.equal(account.status, 'assumed');
    assert.match(
      account.notes.map(({ message }) => message).join('\n'),
      /the input x is taken as float32\[B, 40\] with B = 8: the model refuses what its source suggests/,
    );
  });
});
