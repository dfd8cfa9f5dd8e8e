import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '../../src/ledger/account';

const root = join(__dirname, '../..');
const fixtures = join(__dirname, 'fixtures');

interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
}

function cli(...args: string[]): Result {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args], {
    cwd: fixtures,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

describe('the command line', function () {
  this.timeout(120_000);

  before(() =>
    execFileSync(
      process.execPath,
      [join(root, 'scripts/build.mjs'), 'cli.js', 'server.js', 'server.worker.js'],
      { cwd: root },
    ),
  );

  describe('run', () => {
    it('prints what the script prints', () => {
      const { status, stdout } = cli('run', 'script.py', '--n', '3');
      assert.equal(stdout, '12288 bytes, sum ?\n');
      assert.equal(status, 0);
    });

    it('starts in the folder that it was called in, as Python does', () => {
      const folder = mkdtempSync(join(tmpdir(), 'vram-ledger-run-'));
      try {
        mkdirSync(join(folder, 'tools'));
        writeFileSync(join(folder, 'config.json'), '{"batch": 8}');
        writeFileSync(join(folder, 'tools/train.py'), "import json\nprint(json.load(open('config.json')))\n");
        const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'run', 'tools/train.py'], {
          cwd: folder,
          encoding: 'utf8',
        });
        assert.equal(stdout, "{'batch': 8}\n");
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('ends as Python does', () => {
      assert.equal(cli('run', 'fails.py', '7').status, 7);
      const { status, stdout, stderr } = cli('run', 'fails.py');
      assert.equal(status, 1);
      assert.equal(stdout, 'before\n');
      assert.match(
        stderr,
        /^Traceback \(most recent call last\):\n {2}File ".*fails\.py", line 11, in <module>\n {4}f\(\)\n {2}File ".*fails\.py", line 5, in f\n/,
      );
      assert.match(stderr, /ValueError: no\n$/);
    });

    it('ends at its own limits with 125', () => {
      const { status, stderr } = cli('run', '--max-instructions', '1000', 'script.py', '--n', '3');
      assert.equal(status, 125);
      assert.match(stderr, /instruction budget/);
    });

    it('traces and disassembles', () => {
      assert.match(
        cli('run', '--trace', 'script.py', '--n', '3').stderr,
        /script\.py:5 ones -> float32\[1024, 3\] {2}allocated 12288\n/,
      );
      assert.match(cli('run', '--dis', 'script.py').stdout, /IMPORT_NAME +\d+ \(sys\)|IMPORT_NAME.*sys/);
    });
  });

  describe('a notebook', () => {
    const account = (file: string): Account => {
      const { stdout, stderr } = cli('estimate', file, '--json');
      assert.doesNotMatch(stderr, /Error/);
      return JSON.parse(stdout) as Account;
    };

    it("is run without what its cells left on the device, and its places are cells'", () => {
      const [notebook, alone] = [account('notebook.ipynb'), account('notebook_alone.py')];
      assert.deepEqual(
        [notebook.peak.allocated, notebook.peak.requested, notebook.peak.reserved, notebook.phases],
        [alone.peak.allocated, alone.peak.requested, alone.peak.reserved, alone.phases],
      );
      const layer = notebook.modules.find(({ path }) => path === 'a')!;
      assert.deepEqual([layer.file, layer.line], ['notebook.ipynb cell 2', 4]);
      assert.ok(
        notebook.notes.some(({ message }) =>
          /^what the cells themselves left on the device \(.*: model, optimizer, /.test(message),
        ),
      );
    });

    it('runs as a script does', () => {
      const { status, stderr } = cli('run', 'notebook.ipynb');
      assert.equal(status, 1);
      assert.match(stderr, /NameError: name 'pandas' is not defined\n$/);
    });

    it('cannot be measured by a script', () => {
      const { status, stderr } = cli('measure', '--config', 'notebook.json', 'net');
      assert.equal(status, 2);
      assert.match(stderr, /notebook\.ipynb is a notebook, which a script cannot import/);
    });
  });

  describe('estimate', () => {
    it('makes a class that is named alone as the file makes it', () => {
      const { status, stdout } = cli('estimate', 'configured.py::Net', '--json');
      assert.equal(status, 0);
      assert.equal((JSON.parse(stdout) as Account).parameters.count, 64 * 64 + 64);
    });

    it('tells the account as JSON', () => {
      const { status, stdout } = cli(
        'estimate',
        'model.py::Net(width=128)',
        '--input',
        'x=float32[B, 32]',
        '--size',
        'B=4',
        '--json',
      );
      assert.equal(status, 0);
      const account = JSON.parse(stdout) as Account;
      assert.equal(account.status, 'exact');
      assert.equal(account.device, 't4');
      assert.deepEqual(account.target, { file: 'model.py', expression: 'Net(width=128)', class: 'Net' });
      assert.deepEqual(account.parameters, {
        count: 4224,
        bytes: 16896,
        trainable_count: 4224,
        trainable_bytes: 16896,
      });
      assert.deepEqual(account.output, [{ shape: [4, 128], dtype: 'float32' }]);
      // relu keeps its result, the layer its input.
      assert.deepEqual(account.saved, { bytes: 4 * 4 * (128 + 32), storages: 2 });
      // Nothing but what is saved grows with the batch: 128 * 32 weights and 128 biases.
      assert.deepEqual(account.growth, {
        saved: '640*B',
        parameters: '16896',
        buffers: '0',
        gradients: '16896',
      });
      assert.equal(account.growth_fastest, 'B');
      assert.deepEqual(
        account.phases.map(({ name }) => name),
        ['forward', 'backward', 'step', 'zero_grad'],
      );
      assert.equal(account.optimizer_state.bytes, 2 * 16896);
    });

    it('takes sizes and inputs from the config, options before it', () => {
      const account = JSON.parse(
        cli('estimate', 'model.py::Net()', '--size', 'B=5', '--mode', 'infer', '--device', '24GiB', '--json')
          .stdout,
      ) as Account;
      assert.deepEqual(
        [account.sizes, account.status, account.run.mode, account.memory.total],
        [{ B: 5 }, 'exact', 'infer', 24 * 2 ** 30],
      );
      assert.deepEqual(
        account.phases.map(({ name }) => name),
        ['forward'],
      );
    });

    it('tells the error with file and line', () => {
      const { status, stdout } = cli('estimate', 'model.py::Wrong()', '--input', 'x=float32[8, 32]');
      assert.equal(status, 1);
      assert.match(
        stdout,
        /model\.py:21: RuntimeError: mat1 and mat2 shapes cannot be multiplied \(8x64 and 32x10\)/,
      );
    });

    it('runs the models it can and tells what is wrong with the others', () => {
      const { status, stdout, stderr } = cli('estimate', 'unusual.py', '--json');
      assert.equal(status, 1);
      const accounts = JSON.parse(stdout) as Account[];
      assert.deepEqual(
        accounts.map(({ target, status, error }) => [target.class, status, error?.message]),
        [
          ['Renamed', 'assumed', undefined],
          ['Fused', 'partial', undefined],
          ['', 'failed', 'dim must be even'],
        ],
      );
      assert.match(stderr, /^vram-ledger: unusual\.py: Raises: nothing tells the input graph/m);
    });

    it('tells a syntax error with its place', () => {
      const { status, stdout } = cli('estimate', 'broken.py');
      assert.equal(status, 1);
      assert.match(stdout, /broken\.py:6: SyntaxError: '\(' was never closed/);
    });

    it('tells which of the options is wrong', () => {
      for (const [option, text, message] of [
        ['--loss', 'output.sum(', /SyntaxError: .* \(in the loss\)/],
        ['--optimizer', 'Adamw()', /NameError: name 'Adamw' is not defined \(in the optimizer\)/],
        ['--call', 'model(y)', /NameError: name 'y' is not defined \(in the call\)/],
      ] as const)
        assert.match(cli('estimate', 'model.py::Net()', '--size', 'B=2', option, text).stdout, message);
    });

    it('reads well as text and Markdown', () => {
      const text = cli('estimate', 'net');
      assert.equal(text.status, 0);
      assert.match(
        text.stdout,
        /^Net\(\) in model\.py\n {2}train, fp32, AdamW\(\), B=16, t4, PyTorch 2\.14\.1\n {2}status: exact\n/,
      );
      assert.match(text.stdout, /peak allocated +[\d.]+ MiB +in step \(_foreach_sqrt\)/);
      assert.match(
        cli('estimate', 'net', '--format', 'markdown').stdout,
        /\| phase \| peak \| at its end \|\n\| --- \| ---: \| ---: \|\n\| forward \|/,
      );
    });

    it('refuses what it does not understand', () => {
      for (const args of [
        [],
        ['nothing.py::A()'],
        ['model.py::Net()', '--precision', 'fp8'],
        ['model.py::Net()', '--input', 'x=float31[B]'],
        ['model.py::Net()', '--nonsense'],
      ]) {
        const { status, stderr } = cli('estimate', ...args);
        assert.equal(status, 2, args.join(' '));
        assert.match(stderr, /^vram-ledger: /m);
      }
    });
  });

  it('check compares every entry with its device, and goes on past a mistake', () => {
    const { status, stdout, stderr } = cli('check');
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^vram-ledger: vram-ledger\.json:12:55: error: "mode" is one of train, eval, infer; did you mean "train"\?$/m,
    );
    const lines = stdout.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => line.split(/\s+/, 2).join(' ')),
      ['ok net:', 'over tight:', 'failed wrong:', 'ok script:'],
    );
    assert.match(
      lines[0]!,
      /^ok {6}net: 1\d\d MiB of 14\.6 GiB \(t4\): reserved \d+\.?\d* MiB \+ context 135 MiB; allocated [\d.]+ MiB, peak in step$/,
    );
    assert.equal((JSON.parse(cli('check', '--json', 'net', 'script').stdout) as Account[]).length, 2);
  });

  it('fit tells sets of actions with which the process fits, and what they change', () => {
    const model = [
      'model.py::Net(65536)',
      '--input',
      'x=float32[B, 32]',
      '--size',
      'B=256',
      '--budget',
      '300MiB',
    ];
    const { status, stdout } = cli('fit', ...model, '--json');
    assert.equal(status, 0);
    const { plans, limit, largest } = JSON.parse(stdout) as {
      limit: number;
      plans: { process: number; setting: object; actions: { kind: string }[] }[];
      largest: { name: string; value: number; process: number }[];
    };
    assert.equal(limit, 300 * 2 ** 20);
    assert.ok(plans.length > 0 && plans.every(({ process }) => process <= limit));
    assert.deepEqual(plans[0]!.setting, { sizes: { B: 64 }, accumulate: 4 });
    assert.equal(largest[0]!.name, 'B');
    assert.match(
      cli('fit', ...model).stdout,
      /^ {2}1 +[\d.]+ MiB +[\d.]+ MiB +\+0 % {2}Take 4 micro-batches of 64/m,
    );
    assert.match(cli('fit', ...model, '--diff', '1').stdout, /"sizes": \{"B":64\},\n {2}"accumulate": 4/);
    assert.match(cli('fit', 'net').stdout, /It fits as it is\./);
    assert.equal(cli('fit', 'tight').status, 1);
    assert.equal(cli('fit').status, 2);
  });

  it('measure writes a script that compiles', () => {
    const { status, stdout } = cli('measure', 'net');
    assert.equal(status, 0);
    assert.match(stdout, /model = Net\(\)\n/);
    assert.match(stdout, /optimizer = AdamW\(params\) if MODE == "train" else None/);
  });

  it('lsp answers an editor', async () => {
    const server = spawn(process.execPath, [join(root, 'dist/cli.js'), 'lsp', '--stdio']);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    server.stdin.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    const answer = await new Promise<string>((resolve) => {
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (data) => {
          said += String(data);
          if (/serverInfo|Error/.test(said)) resolve(said);
        });
      server.on('exit', () => resolve(said));
    });
    server.kill();
    assert.match(answer, /"serverInfo":\{"name":"vram-ledger"\}/);
  });

  it('says what it has', () => {
    assert.equal(cli('--help').status, 0);
    assert.equal(cli().status, 2);
    assert.equal(cli('fly').status, 2);
  });
});
