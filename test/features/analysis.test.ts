import assert from 'node:assert/strict';
import { budgetView } from '../../src/features/budget-view';
import { pinEdit } from '../../src/features/config-edits';
import { diagnosticsOf } from '../../src/features/diagnostics';
import { hoverAt } from '../../src/features/hover';
import { hintsOf } from '../../src/features/hints';
import { mapLines } from '../../src/features/line-map';
import { lensesOf } from '../../src/features/lenses';
import { readSettings, DEFAULT_SETTINGS } from '../../src/features/settings';
import { statusOf } from '../../src/features/status';
import { framesOf } from '../../src/features/traceback';
import { analysisOf, analysisUnderPressure, FILE, loadParser, oneEntry, readFixture } from './fixture';

const NET = readFixture(`
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1024, 1024)

    def forward(self, x):
        return self.a(x)
`).source;
const CONFIG = JSON.stringify(oneEntry('float32[B, 1024]', { sizes: { B: 64 } }));

describe('a session', () => {
  before(loadParser);

  it('runs only what is due, and knows earlier states', () => {
    const analysis = analysisOf({ 'model.py': NET, 'vram-ledger.json': CONFIG });
    let runs = 0;
    analysis.onFigures = () => runs++;
    analysis.settle(FILE, Infinity);
    const first = analysis.figuresOf(analysis.focusOf(FILE)!).current;
    analysis.settle(FILE, Infinity);
    assert.equal(runs, 1);
    analysis.open(FILE, NET.replace('1024)\n', '2048)\n'));
    analysis.settle(FILE, Infinity);
    assert.equal(runs, 2);
    analysis.open(FILE, NET);
    analysis.settle(FILE, Infinity);
    assert.equal(analysis.figuresOf(analysis.focusOf(FILE)!).current, first);
  });

  it('sees how a script makes a model, and sees it again when the script or its settings change', () => {
    const model = NET.replace('def __init__(self):', 'def __init__(self, width):').replace(
      'nn.Linear(1024, 1024)',
      'nn.Linear(width, 8)',
    );
    const script = (batch: number): string =>
      `import json, torch\nfrom model import Net\nsettings = json.load(open("settings.json"))\nnet = Net(**settings)\nnet(torch.zeros(${batch}, settings["width"]))\n`;
    const analysis = analysisOf({
      'model.py': model,
      'train.py': script(5),
      'settings.json': '{"width": 40}',
    });
    const folder = FILE.slice(0, FILE.lastIndexOf('/'));
    const taken = (): [string, Record<string, number>] => {
      const target = analysis.focusOf(FILE)!;
      assert.equal(target.kind, 'model');
      const { expression, sizes } = target.model.target;
      return [expression, sizes];
    };
    assert.deepEqual(taken(), ['Net(width=40)', { B: 5 }]);
    analysis.settle(FILE, Infinity);
    assert.equal(analysis.figuresOf(analysis.focusOf(FILE)!).current!.account.parameters.count, 40 * 8 + 8);
    analysis.open(`${folder}/settings.json`, '{"width": 50}');
    analysis.open(FILE, `${model}# edited\n`);
    assert.deepEqual(taken(), ['Net(width=50)', { B: 5 }]);
    analysis.open(`${folder}/train.py`, script(6));
    analysis.open(FILE, model);
    assert.deepEqual(taken(), ['Net(width=50)', { B: 6 }]);
    analysis.close(`${folder}/settings.json`);
    analysis.close(`${folder}/train.py`);
  });

  it('ends a program that takes all memory, and goes on', () => {
    let pressure = 0.8;
    const greedy = NET.replace(
      'super().__init__()\n',
      'super().__init__()\n        rows = []\n        while True:\n            rows.append([1])\n',
    );
    const analysis = analysisUnderPressure(greedy, () => pressure);
    analysis.settle(FILE, Infinity);
    const { error } = analysis.figuresOf(analysis.focusOf(FILE)!).current!.account;
    assert.match(`${error?.type}: ${error?.file}:${error?.line}`, /^MemoryError: .*model\.py:(?:8|9)$/);
    pressure = 0;
    analysis.open(FILE, NET);
    analysis.settle(FILE, Infinity);
    assert.equal(analysis.figuresOf(analysis.focusOf(FILE)!).current!.account.error, undefined);
  });

  it('leaves for later what takes longer than there is time', () => {
    const analysis = analysisOf({ 'model.py': NET, 'vram-ledger.json': CONFIG });
    analysis.settle(FILE, Infinity);
    analysis.open(FILE, `${NET}\n`);
    assert.equal(analysis.settle(FILE, 0), false);
    assert.equal(analysis.figuresOf(analysis.focusOf(FILE)!).stale, true);
    while (analysis.work(FILE));
    assert.equal(analysis.isSettled(FILE), true);
  });

  it('shows a file that others use with their figures', () => {
    const layers = 'import torch.nn as nn\n\ndef block(n):\n    return nn.Linear(n, n)\n';
    const model = `${NET.replace('nn.Linear(1024, 1024)', 'block(1024)')}`.replace(
      'import torch\n',
      'import torch\nfrom layers import block\n',
    );
    const analysis = analysisOf({ 'model.py': model, 'layers.py': layers, 'vram-ledger.json': CONFIG });
    const path = FILE.replace('model.py', 'layers.py');
    analysis.open(path, layers);
    while (analysis.work(path));
    assert.deepEqual(
      hintsOf(analysis, path, 0, 99).map(({ label }) => label),
      ['4.00 MiB'],
    );
    analysis.open(path, `${layers.slice(0, -2)}\n`);
    assert.equal(analysis.settle(FILE, Infinity), true);
    assert.match(lensesOf(analysis, FILE)[0]!.title, / · stale · /);
  });

  it('stops a run that never ends', () => {
    const endless = NET.replace('return self.a(x)', 'while True:\n            pass');
    const analysis = analysisOf({ 'model.py': endless, 'vram-ledger.json': CONFIG }, { maxRunTime: 0.5 });
    analysis.settle(FILE, Infinity);
    assert.match(lensesOf(analysis, FILE)[0]!.title, /the run took longer than 0\.5 s/);
    const [{ range, message } = assert.fail('there is no diagnostic')] = diagnosticsOf(analysis, FILE);
    const lines = endless.split('\n');
    assert.match(lines[range.start.line]!, /while True:|pass/, message);
  });

  it('says why there is nothing, and does not say that what is partly known fits', () => {
    const nothing = (text: string): string | undefined =>
      budgetView(analysisOf({ 'model.py': text }), FILE).nothing;
    assert.equal(
      nothing('import torch\n\n\ndef f():\n    pass\n'),
      'No PyTorch model was found in model.py.',
    );
    assert.match(
      nothing('if __name__ == "__main__":\n    pass\n')!,
      /^model\.py has no model .* as a script/,
    );
    const text = NET.replace('return self.a(x)', 'return not_here.f(self.a(x))');
    const analysis = analysisOf({ 'model.py': `import not_here\n${text}`, 'vram-ledger.json': CONFIG });
    analysis.settle(FILE, Infinity);
    const { atLeast, missing } = budgetView(analysis, FILE).figures!;
    assert.equal(atLeast, true);
    assert.match(missing!.reason, /module 'not_here' was not found/);
    assert.equal(missing!.place!.text, 'model.py:1');
    const line = text.split('\n').findIndex((each) => each.startsWith('class Net')) + 1;
    assert.match(
      hoverAt(analysis, FILE, { line, character: 7 })!.markdown,
      /^\*\*Net\*\* takes at least .* at its peak; whether it fits the device is not known/,
    );
  });

  it('keeps the lens of a model without figures with its class while the file is broken', () => {
    const text = NET.replace('def __init__(self)', 'def __init__(self, cfg)').replace(
      '1024, 1024',
      'cfg.a, cfg.b',
    );
    const analysis = analysisOf({ 'model.py': text });
    analysis.settle(FILE, Infinity);
    const lineOf = (): [string, number] => {
      const [{ title, range } = assert.fail('there is no lens')] = lensesOf(analysis, FILE);
      return [title, range.start.line];
    };
    const [title, line] = lineOf();
    assert.match(title, /^no figures/);
    analysis.open(FILE, `x = (\n\n${text}`);
    assert.deepEqual(lineOf(), [title, line + 2]);
  });

  it('writes nothing into a config that is no object', () => {
    for (const config of ['[]', '5', 'null', '{"entries": 5}', '{"device": 5, "entries": []}']) {
      const analysis = analysisOf({ 'model.py': NET, 'vram-ledger.json': config });
      analysis.settle(FILE, Infinity);
      assert.equal(statusOf(analysis, FILE).state, 'assumed', config);
      assert.equal(pinEdit(analysis.focusOf(FILE)!, undefined), undefined, config);
    }
  });

  it('stops natives that take long', () => {
    const stopped = [
      'any(iter(int, 1))',
      'pow(3, 1 << 2**23, 10**9 + 7)',
      're.match("(a+)+$", "a" * 60 + "b")',
    ];
    for (const code of stopped) {
      const text = NET.replace('return self.a(x)', `import re; ${code}\n        return self.a(x)`);
      const analysis = analysisOf({ 'model.py': text, 'vram-ledger.json': CONFIG }, { maxRunTime: 0.2 });
      analysis.settle(FILE, Infinity);
      const [{ message } = { message: '' }] = diagnosticsOf(analysis, FILE);
      assert.match(message, /the run took longer than 0\.2 s/, code);
    }
  });

  it('refuses to part a tensor into more tensors than there is memory for', () => {
    for (const code of [
      'torch.zeros(1).expand(10**9).split(1)',
      'torch.zeros(0).chunk(10**9)',
      'list(torch.zeros(10**9))',
    ]) {
      const text = NET.replace('return self.a(x)', `${code}\n        return self.a(x)`);
      const analysis = analysisOf({ 'model.py': text, 'vram-ledger.json': CONFIG });
      analysis.settle(FILE, Infinity);
      const [{ message } = { message: '' }] = diagnosticsOf(analysis, FILE);
      assert.match(message, /^MemoryError: a tensor is parted into 1000000000 tensors/, code);
    }
  });

  it('survives a file that is cut at every character', () => {
    const analysis = analysisOf({ 'model.py': NET });
    analysis.settle(FILE, Infinity);
    for (let i = 0; i < NET.length; i += 3) {
      analysis.open(FILE, NET.slice(0, i));
      lensesOf(analysis, FILE);
      hintsOf(analysis, FILE, 0, 99);
      statusOf(analysis, FILE);
    }
  });

  it('runs fewer steps first, then all', () => {
    const config = JSON.stringify(oneEntry('float32[64, 1024]', { accumulate: 4 }));
    const analysis = analysisOf({ 'model.py': NET, 'vram-ledger.json': config });
    analysis.settle(FILE, Infinity);
    const target = analysis.focusOf(FILE)!;
    const quick = analysis.figuresOf(target).current!;
    assert.equal(quick.quick, true);
    while (analysis.work(FILE));
    const full = analysis.figuresOf(target).current!;
    assert.equal(full.quick, false);
    assert.equal(full.account.peak.requested, quick.account.peak.requested);
    assert.equal(full.account.run.accumulate, 4);
  });

  it('gives the sidebar the step, the accounts and the layers', () => {
    const analysis = analysisOf({ 'model.py': NET, 'vram-ledger.json': CONFIG });
    analysis.drawing = true;
    while (analysis.work(FILE));
    const { entries, figures } = budgetView(analysis, FILE);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['net'],
    );
    const sum = figures!.categories.reduce((total, { bytes }) => total + bytes, 0);
    assert.equal(sum, figures!.allocated);
    assert.equal(
      figures!.timeline!.allocated[figures!.timeline!.peak],
      Math.max(...figures!.timeline!.allocated),
    );
    assert.deepEqual(
      figures!.layers.map(({ name, parameters }) => [name, parameters]),
      [['a', 4 * (1024 * 1024 + 1024)]],
    );
    analysis.drawing = false;
  });
});

describe('the status', () => {
  before(loadParser);
  const state = (files: Record<string, string>, settings = {}): string => {
    const analysis = analysisOf(files, settings);
    analysis.settle(FILE, Infinity);
    return statusOf(analysis, FILE).text;
  };

  it('is exact where a config says everything', () =>
    assert.equal(state({ 'model.py': NET, 'vram-ledger.json': CONFIG }), 'exact'));
  it('counts assumptions', () => assert.match(state({ 'model.py': NET }), /^assumed \(\d\)$/));
  it('is nothing without a model', () => assert.equal(state({ 'model.py': 'x = 1\n' }), 'no model'));
  it('is off', () => assert.equal(state({ 'model.py': NET }, { enable: false }), 'off'));
});

describe('small parts', () => {
  it('lines keep their place when others come and go', () => {
    const map = mapLines('a\nb\nc\nd\ne', 'a\nx\nb\nc!\nd\ne');
    assert.deepEqual([1, 2, 3, 4, 5].map(map), [1, 3, undefined, 5, 6]);
  });

  it('settings are read nested or with dots, and wrong ones are the defaults', () => {
    assert.deepEqual(readSettings(undefined), DEFAULT_SETTINGS);
    assert.equal(readSettings({ codeLens: { enable: false } }).codeLens, false);
    assert.equal(readSettings({ 'inlayHints.threshold': '2MiB', maxRunTime: 'long' }).hintThreshold, '2MiB');
  });

  it('the frames of a traceback have the columns of their marks', () => {
    const text =
      'Traceback (most recent call last):\n  File "/a.py", line 3, in f\n    return g(x) + 1\n           ^^^^\n  File "/b.py", line 9, in g\n    raise E\nE: no\n';
    assert.deepEqual(framesOf(text), [
      { file: '/a.py', line: 3, name: 'f', columns: [7, 11] },
      { file: '/b.py', line: 9, name: 'g', columns: undefined },
    ]);
  });
});
