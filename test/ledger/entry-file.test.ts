/** Files of models that do more than define them: what fails as they are imported is told, and the rest of them is run. */
import assert from 'node:assert/strict';
import { plainModel, runModel } from '../../src/workspace/models';
import { parseDevice } from '../../src/device/parse-device';
import { parseInputSpec } from '../../src/workspace/input-spec';
import { FILE, subjectParts, writeModel } from '../advice/fixture';

/** Runs `Net()` of a file; gives its status, error and what is told as missing, with lines. */
async function ran(source: string): Promise<string[]> {
  const { machine, host } = await subjectParts();
  writeModel(source);
  const model = plainModel('net', {
    file: FILE,
    expression: 'Net()',
    inputs: [{ name: 'x', spec: parseInputSpec('float32[4, 8]') }],
    sizes: {},
    mode: 'train',
    precision: 'fp32',
    optimizer: 'AdamW()',
    accumulate: 1,
    steps: 1,
    device: parseDevice('a100-80gb'),
  });
  const { account } = runModel(machine, host, model);
  const notes = account.notes.filter(({ kind }) => kind === 'missing');
  return [
    account.status,
    ...(account.error === undefined
      ? []
      : [`${account.error.line}: ${account.error.type}: ${account.error.message}`]),
    ...notes.map(({ line, message }) => `${line}: ${message}`),
  ];
}

const NET = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 2)
    def forward(self, x):
        return self.layer(x)
`;
const rest = 'what it gives is unknown, the rest of the file is run';

describe("an entry's file", () => {
  it('goes on after a statement that fails', async () => {
    assert.deepEqual(await ran(`data = open(\n    "data.bin",\n).read()\ncount = len(data)\n${NET}`), [
      'exact',
      `4: line 4 failed with FileNotFoundError: [Errno 2] No such file or directory: 'data.bin'; ${rest}`,
    ]);
  });
  it('goes on after a loop, and after the end of a program', async () => {
    assert.deepEqual(
      await ran(
        `import sys\nfor i in range(3):\n    first = {}["missing"]\nelse:\n    second = """\nx = 1\n"""\n${NET}\nlast = [first, second]\nif last:\n    sys.exit(2)\nprint("on")\n`,
      ),
      [
        'exact',
        `6: line 6 failed with KeyError: 'missing'; ${rest}`,
        `21: line 21 failed with SystemExit: 2; ${rest}`,
      ],
    );
  });
  it('ends with a definition or an import that fails', async () => {
    const [status, error] = await ran(`@1\nclass Net(nn.Module):\n    pass\n`);
    assert.deepEqual([status, error], ['failed', "4: TypeError: 'int' object is not callable"]);
    assert.deepEqual((await ran(`from math import tau_squared\n${NET}`)).slice(0, 2), [
      'failed',
      "4: ImportError: cannot import name 'tau_squared' from 'math' (unknown location)",
    ]);
  });
});
