/** Files of weights that are damaged, or made to do harm, give a Python error: no crash, no code, no endless work. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const files = join(__dirname, '..', 'truth', 'scripts', 'files');
const SCRIPT = `
import torch
from safetensors.torch import load_file
for read in (lambda: torch.load("/weights", weights_only=False), lambda: torch.load("/weights"), lambda: load_file("/weights")):
    try:
        read()
    except Exception as error:
        print(type(error).__name__)
print("end")
`;

/** A host that has one file of weights, given as bytes. */
class WeightsHost extends NodeHost {
  bytes: Uint8Array = new Uint8Array();
  override readFile(path: string): string | undefined {
    return path === '/script.py' ? SCRIPT : super.readFile(path);
  }
  override isFile(path: string): boolean {
    return path === '/script.py' || path === '/weights' || super.isFile(path);
  }
  override readBytes(path: string, offset: number, length: number): Uint8Array | undefined {
    return path === '/weights' ? this.bytes.slice(offset, offset + length) : undefined;
  }
  override fileSize(path: string): number | undefined {
    return path === '/weights' ? this.bytes.length : undefined;
  }
}

describe('files of weights', function () {
  this.timeout(60_000);
  const host = new WeightsHost();
  let machine: Machine;
  let output = '';

  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host,
      path: ['/'],
      libraryRoots: [],
      write: (_stream, text) => {
        output += text;
      },
    });
  });

  function read(bytes: Uint8Array): string {
    host.bytes = bytes;
    output = '';
    const outcome = machine.runScript('/script.py', [], {
      device: parseDevice('a100-80gb'),
      maxInstructions: 50_000_000,
    });
    assert.equal(outcome.limit, undefined);
    assert.ok(output.endsWith('end\n'), output);
    return output;
  }

  for (const name of ['checkpoint.pt', 'optimizer.pt', 'model.safetensors']) {
    const whole = new Uint8Array(readFileSync(join(files, name)));
    it(`${name}: cut off anywhere`, () => {
      for (let i = 0; i < 12; i++) read(whole.slice(0, Math.floor((whole.length * i) / 12)));
    });
    it(`${name}: a byte changed`, () => {
      // A fixed sequence of places, so that a failure can be seen again.
      for (let i = 0, place = 7; i < 40; i++, place = (place * 1103515245 + 12345) % 2147483648) {
        const bytes = whole.slice();
        bytes[place % Math.min(bytes.length, 3000)]! ^= 1 << (i % 8);
        read(bytes);
      }
    });
  }

  it('a pickle that calls os.system calls nothing', () => {
    const pickle = new TextEncoder().encode("cos\nsystem\n(S'touch /tmp/x'\ntR.");
    assert.match(read(pickle), /UnpicklingError/);
  });
});
