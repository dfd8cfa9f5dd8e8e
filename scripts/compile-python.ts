/**
 * Compiles every Python file of ours to `dist/python.bin`, so that no process has to parse them: run by the build through a
 * bundle. The layout is in src/python/code_archive.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pythonSources } from '../src/generated/python-sources.js';
import { packArchive } from '../src/python/code_archive.js';
import { createFrontEnd } from '../src/python/front_end.js';
import { EMBEDDED } from '../src/python/code_archive.js';
import { dumpCode } from '../src/python/marshal.js';
import { createParser } from '../src/python/parser.js';

const [dist] = process.argv.slice(2) as [string];
const parser = await createParser({
  runtime: readFileSync(`${dist}/web-tree-sitter.wasm`),
  grammar: readFileSync(`${dist}/tree-sitter-python.wasm`),
});
const frontEnd = createFrontEnd(parser);
const compiled = new Map<string, Uint8Array>();
// Nobody sees columns of our files: their text is not in a bundle, so tracebacks tell their lines alone.
for (const [path, text] of Object.entries(pythonSources))
  compiled.set(path, dumpCode(frontEnd.compile(text, EMBEDDED + path, 'exec'), false));
writeFileSync(`${dist}/python.bin`, packArchive(compiled));
