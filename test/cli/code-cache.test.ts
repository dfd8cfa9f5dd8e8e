/** Code that is kept on disk stands for what the disk has: an edit laid over a file is compiled, and a changed file is. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import type { SourceHost } from '../../src/python/imports';
import { MemoryHost, OverlayHost } from '../../src/workspace/memory-host';
import { loadParser } from '../python/parse/python';

describe('code kept on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-'));
  const file = join(folder, 'program.py');
  const before = process.env.VRAM_LEDGER_CACHE;

  after(() => {
    if (before === undefined) delete process.env.VRAM_LEDGER_CACHE;
    else process.env.VRAM_LEDGER_CACHE = before;
    rmSync(folder, { recursive: true });
  });

  /** What the program prints when a new process runs it. */
  async function printed(hostOf: (disk: NodeHost) => SourceHost = (disk) => disk): Promise<string> {
    process.env.VRAM_LEDGER_CACHE = join(folder, 'cache');
    let output = '';
    const machine = new Machine({
      parser: await loadParser(),
      host: hostOf(new NodeHost()),
      path: [folder],
      libraryRoots: [],
      write: (_stream, text) => {
        output += text;
      },
    });
    machine.run({ device: parseDevice('a100-80gb') }, ({ vm }) => vm.import('program'));
    machine.vm.importer.storeCompiled();
    return output.trim();
  }

  it('is used while the file is as it was, and not for an edit of it', async () => {
    writeFileSync(file, "print('first')\n");
    assert.equal(await printed(), 'first');
    assert.equal(await printed(), 'first');
    const edited = (disk: NodeHost): SourceHost =>
      new OverlayHost(disk, new MemoryHost({ [file]: "print('edit')\n" }));
    assert.equal(await printed(edited), 'edit');
    assert.equal(await printed(), 'first');
    writeFileSync(file, "print('other')\n");
    assert.equal(await printed(), 'other');
  });
});
