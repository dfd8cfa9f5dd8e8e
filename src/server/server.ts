/** The language server under Node: over standard input and output, or the channel of a parent process. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { NodeFiles } from './files-node';
import { serve } from './session';

/** A file beside the bundle, else of a package, as plain bytes. */
function asset(name: string, packageName: string): Uint8Array {
  const beside = join(__dirname, name);
  const { buffer, byteOffset, byteLength } = readFileSync(
    existsSync(beside) ? beside : require.resolve(`${packageName}/${name}`),
  );
  return new Uint8Array(buffer, byteOffset, byteLength);
}

serve(createConnection(ProposedFeatures.all), {
  async assets() {
    const archive = join(__dirname, 'python.bin');
    return {
      runtime: asset('web-tree-sitter.wasm', 'web-tree-sitter'),
      grammar: asset('tree-sitter-python.wasm', 'tree-sitter-python'),
      archive: existsSync(archive) ? asset('python.bin', '') : undefined,
    };
  },
  files: () => ({ files: new NodeFiles() }),
  now: () => performance.now(),
});
