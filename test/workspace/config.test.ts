import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parseConfig, splitTarget, type ModelEntry } from '../../src/workspace/config';

/** The mistakes of a config, `line:column message`. */
function check(text: string, ...expected: string[]): void {
  assert.deepEqual(
    parseConfig(text).problems.map(
      ({ line, column, message, severity }) =>
        `${line}:${column}${severity === 'warning' ? ' warning' : ''} ${message}`,
    ),
    expected,
  );
}

describe('config', () => {
  it('reads the example without a mistake', () => {
    const config = parseConfig(readFileSync('examples/vram-ledger.json', 'utf8'));
    assert.deepEqual(config.problems, []);
    assert.equal(config.device.id, 'rtx-4090');
    assert.deepEqual(config.margin, { fraction: 0.05 });
    const gpt = config.entries[0] as ModelEntry;
    assert.deepEqual(
      { ...gpt, range: gpt.range.line },
      {
        kind: 'model',
        name: 'gpt',
        range: 6,
        file: 'gpt/model.py',
        expression: 'GPT(GPTConfig())',
        inputs: [
          { name: 'idx', spec: { kind: 'tensor', dtype: 'int64', dims: ['B', 'T'] } },
          { name: 'targets', spec: { kind: 'tensor', dtype: 'int64', dims: ['B', 'T'] } },
        ],
        sizes: { B: 4, T: 1024 },
        mode: 'train',
        precision: 'amp-bf16',
        optimizer: 'AdamW(lr=6e-4)',
        accumulate: 4,
        steps: 3,
        loss: 'output[1]',
      },
    );
    assert.deepEqual(
      config.entries.map(({ kind, name }) => `${kind} ${name}`),
      [
        'model gpt',
        'model gpt, attention by hand',
        'model gpt serving',
        'script gpt training script',
        'model unet',
        'model classifier',
        'model classifier, new head',
      ],
    );
  });

  it('keeps the other entries when one is wrong', () => {
    const config = parseConfig(`{
  "entries": {
    "a": { "model": "a.py::A()", "precision": "bf61" },
    "b": { "model": "b.py::B()" },
    "c": { "inputs": {} },
    "d": { "script": "d.py", "args": [1] }
  }
}`);
    assert.deepEqual(
      config.entries.map(({ name }) => name),
      ['b'],
    );
    assert.deepEqual(
      config.problems.map(({ entry, line, column }) => `${entry} ${line}:${column}`),
      ['a 3:47', 'c 5:5', 'd 6:39'],
    );
  });

  it('tells mistakes at their place', () => {
    check('', '1:1 the config is empty');
    check('[]', '1:1 the config is an object: { "entries": { … } }');
    check('{ "entries": [] }', '1:14 "entries" is an object: { "name": { "model": "file.py::Model()" } }');
    check('{ "devise": "t4" }', '1:3 warning unknown key "devise"; did you mean "device"?');
    check(
      '{ "device": "rtx-4080x" }',
      `1:13 unknown device 'rtx-4080x'; did you mean rtx-4080, rtx-4060, rtx-4070? A size such as 24GiB is a device too.`,
    );
    check(
      '{ "margin": "lots" }',
      '1:13 "margin" is a share such as "5%" or a size such as "24GiB" (binary), "24GB" (decimal) or a number of bytes',
    );
    check('{ "paths": "src" }', '1:12 "paths" is a list of strings');
    check('{\n  "device": "t4"\n  "margin": "5%"\n}', '3:3 a comma is expected');
  });

  it('tells mistakes of an entry', () => {
    const entry = (body: string, ...expected: string[]): void =>
      check(`{"entries": {"e": {"model": "m.py::M()", ${body}}}}`, ...expected);
    entry(
      '"inputs": {"x": "float23[B]"}',
      `1:58 'float23' is no dtype; known are float32, float, float64, double, float16, half, bfloat16, int8, int16, short, int32, int, int64, long, uint8`,
    );
    entry('"inputs": {"x": "float32[B]"}', '1:58 "B" has no size; give it in "sizes": "sizes": { "B": 8 }');
    entry('"sizes": {"B": 0}', '1:57 the size "B" is a whole number from 1');
    entry('"accumulate": 1.5', '1:56 "accumulate" is a whole number from 1');
    entry('"mode": "trian"', '1:50 "mode" is one of train, eval, infer; did you mean "train"?');
    entry('"optimizr": "SGD()"', '1:42 warning unknown key "optimizr"; did you mean "optimizer"?');
    entry('"budget": "12"', ...[]);
    check(
      '{"entries": {"e": {"model": "GPT()"}}}',
      `1:29 'GPT()' names no Python file; write it as model.py::Model()`,
    );
    check(
      '{"entries": {"e": {"model": "a.py::A()"}, "e": {"model": "b.py::B()"}}}',
      '1:43 warning "e" is there twice; the last one counts',
    );
  });

  it('splits a target at two colons, or at one behind a file of Python', () => {
    for (const [target, file, expression] of [
      ['a/model.py::Net(3)', 'a/model.py', 'Net(3)'],
      ['model.py', 'model.py', undefined],
      ['model.py::', 'model.py', undefined],
      ['model.py:Net', 'model.py', 'Net'],
      ['train.ipynb:Net(x[::2])', 'train.ipynb', 'Net(x[::2])'],
      ['model.py::Net(lambda x: x)', 'model.py', 'Net(lambda x: x)'],
      ['an entry: mine', 'an entry: mine', undefined],
    ] as const)
      assert.deepEqual(splitTarget(target), { file, expression });
  });

  it('is bounded where brackets or mistakes never end', () => {
    for (const text of [
      '{'.repeat(50_000),
      '['.repeat(50_000),
      '{"a":'.repeat(50_000),
      '{"entries": {' + '} '.repeat(50_000),
    ]) {
      const start = performance.now();
      const { problems } = parseConfig(text);
      assert.ok(problems.length > 0 && problems.length <= 60, text.slice(0, 20));
      assert.ok(performance.now() - start < 5000, text.slice(0, 20));
    }
    assert.deepEqual(
      parseConfig(`{ "entries": {} /* ${'{'.repeat(200)} */ } // ${'['.repeat(200)}`).problems,
      [],
    );
  });

  it('tells GB from GiB', () => {
    const config = parseConfig(
      '{"device": {"memory": "24GB", "context": "450MiB", "computeCapability": "8.9"}, "margin": "1GiB"}',
    );
    assert.equal(config.device.memory, 24e9);
    assert.equal(config.device.context, 450 * 2 ** 20);
    assert.deepEqual(config.margin, { bytes: 2 ** 30 });
  });
});
