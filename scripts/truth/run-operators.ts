/**
 * Runs operator scripts on one warm abstract machine and prints what they print: bundled and called by scripts/truth-ops.mjs.
 *
 *   node run-operators.cjs FOLDER SCRIPT.py… [--second]      scripts of FOLDER, which is also where they find their modules
 */
import { join } from 'node:path';
import { createMachine } from '../../src/cli/environment.js';
import { NodeHost } from '../../src/cli/host-node.js';
import { parseDevice } from '../../src/device/parse-device.js';
import { normalizePath } from '../../src/workspace/paths.js';

async function main([folder, ...rest]: string[]): Promise<void> {
  let text = '';
  const scripts = rest.filter((word) => word.endsWith('.py'));
  const options = rest.filter((word) => word.startsWith('--'));
  const search = { paths: [normalizePath(folder!)], libraryRoots: [], problems: [] };
  const machine = await createMachine(new NodeHost(), search, (stream, part) => {
    if (stream === 'stdout') text += part;
  });
  for (const script of scripts) {
    text = '';
    const outcome = machine.runScript(normalizePath(join(folder!, script)), options, {
      device: parseDevice('a100-80gb'),
    });
    process.stdout.write(`${text}${JSON.stringify({ script, exitCode: outcome.exitCode })}\n`);
  }
}

void main(process.argv.slice(2));
