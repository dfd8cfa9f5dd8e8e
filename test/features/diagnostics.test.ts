import assert from 'node:assert/strict';
import type { Analysis } from '../../src/features/analysis';
import { diagnosticsOf } from '../../src/features/diagnostics';
import { analysisOf, check, FILE, loadParser, oneEntry } from './fixture';

/** Each diagnostic with the piece of source that it marks. */
function diagnostics(analysis: Analysis): { line: number; text: string }[] {
  const lines = analysis.files.document(FILE)!.text.split('\n');
  return diagnosticsOf(analysis, FILE).map(({ range, severity, message, related }) => {
    const marked = lines[range.start.line]!.slice(range.start.character, range.end.character);
    const also = related.map((place) => `; ${place.message} at ${place.range.start.line + 1}`).join('');
    return { line: range.start.line, text: `${severity} [${marked}] ${message}${also}` };
  });
}

describe('diagnostics', () => {
  before(loadParser);

  it("are a shape mismatch in PyTorch's words, at the call", () =>
    void check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)
        self.b = nn.Linear(9, 2)

    def forward(self, x):
        return 1 + self.b(self.a(x))
        #> error [self.b(self.a(x))] RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x8 and 9x2)
`,
      diagnostics,
      { config: oneEntry('float32[2, 4]') },
    ));

  it('are inside the block, with the calls that led there', () =>
    void check(
      `
class Block(nn.Module):
    def forward(self, x):
        return x.view(3, 5)
        #> error [x.view(3, 5)] RuntimeError: shape '[3, 5]' is invalid for input of size 8; called from forward at 14

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x):
        y = self.block(x)
        return y
`,
      diagnostics,
      { config: oneEntry('float32[2, 4]') },
    ));

  it('are a peak over the device', () =>
    void check(
      `
class Net(nn.Module):
    #> warning [Net] net does not fit the device (64.0 MiB): 38.0 MiB too much (peak allocated 96.3 MiB, reserved 102 MiB); the device runs out of memory; the peak is reached here, in backward at 10
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2048, 2048)

    def forward(self, x):
        return self.a(x)
`,
      diagnostics,
      { config: oneEntry('float32[2048, 2048]', {}, { device: '64MiB' }) },
    ));

  it('are nothing for a file in the middle of being typed', () => {
    const text =
      'import torch.nn as nn\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return x.view(\n';
    const analysis = analysisOf({ 'model.py': text });
    analysis.settle(FILE, Infinity);
    assert.deepEqual(diagnosticsOf(analysis, FILE), []);
  });

  it('are said once for entries that fail alike', () => {
    const config = oneEntry('float32[2, 8]') as { entries: Record<string, object> };
    config.entries.again = { ...config.entries.net };
    check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)

    def forward(self, x):
        return self.a(x)
        #> error [self.a(x)] RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x8 and 4x8)
`,
      diagnostics,
      { config },
    );
  });

  it("are the config's mistakes at their lines", () => {
    const config =
      '{\n  "device": "rtx-9999",\n  "entries": {\n    "net": { "model": "gone.py::Net()" }\n  }\n}';
    const analysis = analysisOf({ 'model.py': '', 'vram-ledger.json': config });
    const path = FILE.replace('model.py', 'vram-ledger.json');
    assert.deepEqual(
      diagnosticsOf(analysis, path).map(
        ({ range, severity, message }) => `${range.start.line + 1} ${severity} ${message.split(/[.;] /)[0]}`,
      ),
      ["2 error unknown device 'rtx-9999'", '4 warning no such file: gone.py'],
    );
  });

  it('says of the folders of a config which are not there', () => {
    const config = '{\n  "python": "nowhere/.venv",\n  "paths": ["lib", "."]\n}';
    const analysis = analysisOf({ 'model.py': '', 'vram-ledger.json': config });
    assert.deepEqual(
      diagnosticsOf(analysis, FILE.replace('model.py', 'vram-ledger.json')).map(
        ({ message, severity, range }) => [
          message,
          severity,
          range.start.line,
          range.start.character,
          range.end.character,
        ],
      ),
      [
        ['the folder lib does not exist', 'warning', 2, 11, 23],
        ['nowhere/.venv is neither a virtual environment nor a folder of packages', 'warning', 1, 12, 27],
      ],
    );
  });

  it("are those of the config's expressions in the config", () => {
    const entry = { inputs: { x: 'float32[8, 4]' }, optimizer: 'Addam()' };
    const model =
      'import torch.nn as nn\n\n\nclass Net(nn.Linear):\n    def __init__(self):\n        super().__init__(4, 4)\n';
    const entries = { a: { model: 'model.py::Nett()', ...entry }, b: { model: 'model.py::Net()', ...entry } };
    const analysis = analysisOf({ 'model.py': model, 'vram-ledger.json': JSON.stringify({ entries }) });
    analysis.settle(FILE, Infinity);
    assert.deepEqual(
      diagnosticsOf(analysis, FILE.replace('model.py', 'vram-ledger.json')).map(({ message }) => message),
      [
        "NameError: name 'Nett' is not defined (in the model)",
        "NameError: name 'Addam' is not defined (in the optimizer)",
      ],
    );
  });
});
