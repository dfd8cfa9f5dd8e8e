/** Pickles and memory snapshots; net.pickle and net.jsonl were recorded with PyTorch 2.14.1, by train.py here and by what `measure net` wrote. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Comparison } from '../../src/ledger/comparison';
import { readSnapshot } from '../../src/ledger/memory-snapshot';
import { PickleError, readPickle } from '../../src/ledger/pickle';
import { MeasuredError, readMeasured } from '../../src/ledger/comparison';

const root = join(__dirname, '../..');
const folder = join(__dirname, 'snapshot');
const recorded = new Uint8Array(readFileSync(join(folder, 'net.pickle')));

/** What Python's pickle.dumps gives, as text with escapes. */
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('pickles', () => {
  const values: [string, string, unknown][] = [
    [
      'protocol 0',
      '(dp0\nVa\np1\nI1\nsVb\np2\n(lp3\nI01\naNas.',
      new Map<unknown, unknown>([
        ['a', 1],
        ['b', [true, null]],
      ]),
    ],
    [
      'protocol 2',
      '\x80\x02}q\x00(X\x01\x00\x00\x00aq\x01K\x01X\x01\x00\x00\x00bq\x02]q\x03(\x88Neu.',
      new Map<unknown, unknown>([
        ['a', 1],
        ['b', [true, null]],
      ]),
    ],
    [
      'protocol 4',
      '\x80\x04\x95\x12\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x01a\x94K\x01\x8c\x01b\x94]\x94(\x88Neu.',
      new Map<unknown, unknown>([
        ['a', 1],
        ['b', [true, null]],
      ]),
    ],
    [
      'integers',
      '\x80\x04(M\x00\x01J\xff\xff\xff\xff\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x40t.',
      [256, -1, 2n ** 62n],
    ],
    ['a float and tuples', '\x80\x04G?\xf8\x00\x00\x00\x00\x00\x00\x85K\x02\x86.', [[1.5], 2]],
    ['what was kept', '\x80\x04]\x94(\x8c\x01a\x94h\x01e.', ['a', 'a']],
  ];
  for (const [name, text, value] of values) it(name, () => assert.deepEqual(readPickle(bytes(text)), value));

  const hostile: [string, string][] = [
    ['a call of os.system', "cos\nsystem\n(S'true'\ntR."],
    ['a call by name on the stack', '\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R.'],
    ['an object', '\x80\x02c__main__\nA\n)\x81}b.'],
    ['an instance', '(i__main__\nA\n.'],
    ['a persistent id', 'Pfile\n.'],
    ['an extension', '\x80\x02\x82\x01.'],
    ['a string of four gigabytes', '\x80\x04X\xff\xff\xff\xffabc.'],
    ['bytes of an absurd length', '\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\x7fabc.'],
    ['a negative length', '\x80\x02T\xff\xff\xff\xff.'],
    ['an integer of a megabyte', '\x80\x02\x8b\x00\x00\x10\x00\x01.'],
    ['an item for nothing', 'K\x01a.'],
    ['a value for what is no dict', ']K\x01K\x02s.'],
    ['a mark that is missing', 'K\x01t.'],
    ['what was never kept', 'h\x05.'],
    ['a protocol of the future', '\x80\x09N.'],
    ['no instruction', '\xff.'],
    ['an empty file', ''],
    ['one that goes on and on', '('.repeat(100_000)],
  ];
  for (const [name, text] of hostile)
    it(`refuses ${name}`, () => assert.throws(() => readSnapshot(bytes(text)), PickleError));

  it('takes a list that contains itself, which is no snapshot', () => {
    const loop = readPickle(bytes('\x80\x04]\x94h\x00a.')) as unknown[];
    assert.equal(loop[0], loop);
    assert.throws(() => readSnapshot(bytes('\x80\x04]\x94h\x00a.')), PickleError);
  });
  it('refuses a snapshot wherever it is cut off', () => {
    for (let end = 0; end < recorded.length; end += 97)
      assert.throws(() => readSnapshot(recorded.slice(0, end)), PickleError, `at ${end}`);
  });
  it('gives a snapshot or an error for one with any byte changed', () => {
    let seed = 1;
    for (let i = 0; i < 400; i++) {
      const copy = recorded.slice();
      seed = (seed * 48271) % 0x7fffffff;
      copy[seed % copy.length] = seed & 0xff;
      try {
        readSnapshot(copy);
      } catch (error) {
        assert.ok(error instanceof PickleError, String(error));
      }
    }
  });
});

describe('a memory snapshot', () => {
  it('has the peaks that PyTorch printed when it was recorded', () => {
    const { peak, complete, atPeak } = readSnapshot(recorded);
    assert.deepEqual(peak, { requested: 176718056, reserved: 211812352 });
    assert.equal(complete, true);
    assert.equal(
      atPeak.reduce((sum, each) => sum + each.bytes, 0),
      peak.requested,
    );
  });
});

describe('a measurement', () => {
  it('may have other lines around it', () => {
    const { case: name, phases } = readMeasured(
      `warning\n${readFileSync(join(folder, 'net.jsonl'), 'utf8')}\nbye\n`,
    );
    assert.equal(name, 'net');
    assert.deepEqual(
      phases.map((phase) => phase.name),
      ['forward', 'backward', 'step', 'zero_grad'],
    );
  });
  for (const text of [
    '',
    'nothing',
    '{"case": "x"}',
    '{"steps": []}',
    '{"steps": [{"forward": [1, 2]}]}',
    '{"forward": "x"}',
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.throws(() => readMeasured(text), MeasuredError));
});

describe('compare', function () {
  this.timeout(120_000);
  const compare = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'compare', ...args], { cwd, encoding: 'utf8' });
  before(() => {
    const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli.js'], {
      cwd: root,
    });
    assert.equal(status, 0);
  });

  it('of a snapshot attributes every byte to the line that PyTorch recorded', () => {
    const { status, stdout } = compare(folder, 'net.pickle', 'train', '--json');
    assert.equal(status, 0);
    const { lines, residual } = JSON.parse(stdout) as Comparison;
    assert.ok(lines.length > 8);
    for (const { file, line, predicted, measured } of lines)
      assert.equal(predicted, measured, `${file}:${line}`);
    assert.ok(residual.every((part) => part.bytes === 0));
    assert.ok(lines.some(({ file, line }) => file === 'model.py' && line === 14));
  });
  it('of a measurement tells each phase, and keeps the context when asked', () => {
    const copy = mkdtempSync(join(tmpdir(), 'compare-'));
    for (const name of ['model.py', 'train.py', 'vram-ledger.json'])
      copyFileSync(join(folder, name), join(copy, name));
    // As if the context had taken 300 MiB.
    const measured = JSON.parse(readFileSync(join(folder, 'net.jsonl'), 'utf8')) as { process: number };
    measured.process += 300 * 2 ** 20;
    writeFileSync(join(copy, 'net.jsonl'), JSON.stringify(measured));
    const { status, stdout } = compare(copy, 'net.jsonl', '--keep');
    assert.equal(status, 0);
    assert.match(stdout, /forward, peak +152 MiB +152 MiB +0 B +0\.0 %/);
    assert.match(stdout, /backward, peak +169 MiB +169 MiB +0 B/);
    assert.match(stdout, /context +\+300 MiB/);
    assert.match(
      readFileSync(join(copy, 'vram-ledger.json'), 'utf8'),
      /"measured": \{\s+"a100-80gb": \{\s+"context": 314572800/,
    );
    const estimate = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'estimate', 'net'], {
      cwd: copy,
      encoding: 'utf8',
    });
    assert.match(estimate.stdout, /reserved, and a measured CUDA context of 300 MiB/);
  });
  it('of what is neither is an error', () => {
    const { status, stderr } = compare(folder, 'model.py');
    assert.equal(status, 1);
    assert.match(stderr, /^vram-ledger: model\.py: /);
    assert.equal(compare(folder).status, 2);
    assert.equal(compare(folder, 'net.pickle').status, 2);
  });
});
