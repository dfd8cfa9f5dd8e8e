/**
 * One process that runs a Python script on the machine as CPython's own tests need it: our standard library, the `test` package
 * of an installed Python, the real file system for reading.
 *
 *   node MACHINE.mjs SCRIPT FOLDER [ARG…]      FOLDER: what `test` is imported from
 */
import { existsSync, readdirSync, readFileSync, statSync, writeSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { pythonSources } from '../../src/generated/python-sources';
import { createFrontEnd } from '../../src/python/front_end';
import { createParser } from '../../src/python/parser';
import { runScript } from '../../src/python/program';
import { stdlibNatives } from '../../src/python/stdlib/natives';
import { VM } from '../../src/python/vm';

const [script, folder, ...argv] = process.argv.slice(2) as [string, string, ...string[]];
const wasm = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url));
const parser = await createParser({
  runtime: wasm('web-tree-sitter.wasm'),
  grammar: wasm('tree-sitter-python.wasm'),
});
const limit = getHeapStatistics().heap_size_limit;
const vm = new VM({
  frontEnd: createFrontEnd(parser),
  host: {
    readFile: (path) =>
      existsSync(path) && statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined,
    isFile: (path) => existsSync(path) && statSync(path).isFile(),
    isDirectory: (path) => existsSync(path) && statSync(path).isDirectory(),
    readBytes: (path, offset, length) =>
      existsSync(path) ? readFileSync(path).subarray(offset, offset + length) : undefined,
    fileSize: (path) => (existsSync(path) ? statSync(path).size : undefined),
    listDirectory: (path) => (existsSync(path) ? readdirSync(path) : []),
  },
  libraries: [{ natives: stdlibNatives, sources: pythonSources }],
  write: (stream, text) => {
    writeSync(stream === 'stdout' ? 1 : 2, text);
  },
  maxInstructions: Number.MAX_SAFE_INTEGER,
  memoryPressure: () => process.memoryUsage().heapUsed / limit,
});
vm.importer.path = [folder];
const { exitCode, limit: stopped } = runScript(vm, script, argv);
if (stopped !== undefined)
  writeSync(2, `limit: ${stopped.message} at ${stopped.place?.file ?? '?'}:${stopped.place?.line ?? 0}\n`);
process.exit(exitCode);
