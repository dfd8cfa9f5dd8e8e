/**
 * What `vram-ledger` starts: the command line in `cli.main.js`, with V8's compiled code of it from this machine's disk, so that a process
 * does not compile the program again before it can run the user's (Node 20 has no `module.enableCompileCache`).
 */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { DiskCodeCache } from '../server/code-cache';
import { setFlagsFromString } from 'node:v8';

/**
 * A command runs for a second, most of it once: optimizing what is warm for a moment costs more than it brings (a fifth of the time of
 * `estimate`). Hot loops are still optimized, after more rounds. The flag is of the V8 of Node 20 and 22.
 */
if (/^1[12]\./.test(process.versions.v8)) setFlagsFromString('--interrupt-budget=1000000');

const file = join(__dirname, 'cli.main.js');
const cache = new DiskCodeCache(`v8-${process.version}-${process.arch}`);
const cachedData = cache.load(file);
const source = readFileSync(file, 'utf8');
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
  filename: file,
  ...(cachedData === undefined ? {} : { cachedData }),
});
if (cachedData === undefined || script.cachedDataRejected === true)
  // At the end the functions that ran are compiled too.
  process.on('exit', () => cache.store(file, script.createCachedData()));
const module = { exports: {} };
(script.runInThisContext() as (...args: unknown[]) => void)(
  module.exports,
  createRequire(file),
  module,
  file,
  dirname(file),
);
