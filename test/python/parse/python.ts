/** The parser, loaded once for all tests. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createParser, type PythonParser } from '../../../src/python/parser';

const require = createRequire(import.meta.url);

let parser: Promise<PythonParser> | null = null;

export function loadParser(): Promise<PythonParser> {
  parser ??= createParser({
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  return parser;
}

/** The programs of a list in this folder, between lines `---`. */
export function programs(name: string): string[] {
  return readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n---\n');
}

/** What CPython said to each program (see `dump_ast.py`). */
export function recorded<T>(name: string): T[] {
  const lines = readFileSync(new URL(`${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}
