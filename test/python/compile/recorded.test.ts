import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CO_ASYNC_GENERATOR,
  CO_COROUTINE,
  CO_GENERATOR,
  CO_VARARGS,
  CO_VARKEYWORDS,
  type CodeInit,
} from '../../../src/python/code';
import { compileSource, listing, nested, verifyAll } from './harness';

/** What record.py writes of a code object. */
interface Facts {
  name: string;
  qualname: string;
  firstLine: number;
  flags: number;
  counts: number[];
  parameters: string[];
  varnames: string[];
  cellvars: string[];
  freevars: string[];
  names: string[];
  instructions: string[];
  codes: Facts[];
}

const FLAGS = CO_VARARGS | CO_VARKEYWORDS | CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR;
/** As in record.py. */
const LOOSE =
  /^(PUSH_NULL|RETURN_GENERATOR|POP_TOP|RETURN_VALUE|RERAISE|COPY|SWAP|POP_EXCEPT|MAKE_CELL|COPY_FREE_VARS|LOAD_CLOSURE|JUMP)$/;

function instructions(init: CodeInit): string[] {
  const names: string[] = [];
  for (const line of listing(init)) {
    const [, name, argument] = line.split(' ');
    if (LOOSE.test(name!) || (name === 'LOAD_CONST' && argument === 'None')) continue;
    // CPython keeps the names of a keyword call apart.
    if (name === 'CALL_KW') names.pop();
    names.push(name === 'LOAD_METHOD' ? 'LOAD_ATTR' : name!);
  }
  return names;
}

function facts(init: CodeInit): Facts {
  const body = init.compile();
  const count =
    init.argCount +
    init.kwOnlyCount +
    (init.flags & CO_VARARGS ? 1 : 0) +
    (init.flags & CO_VARKEYWORDS ? 1 : 0);
  return {
    name: init.name,
    qualname: init.qualname,
    firstLine: init.firstLine,
    flags: init.flags & FLAGS,
    counts: [init.argCount, init.posOnlyCount, init.kwOnlyCount],
    parameters: init.varnames.slice(0, count),
    varnames: [...init.varnames].sort(),
    cellvars: [...init.cellvars].sort(),
    freevars: init.freevars,
    names: [...body.names].sort(),
    instructions: instructions(init),
    codes: nested(body).map(facts),
  };
}

function flat(code: Facts): Facts[] {
  return [code, ...code.codes.flatMap(flat)];
}

describe('code objects against CPython 3.11', () => {
  it('have the same symbols, flags, nesting and instructions', async () => {
    const folder = join(__dirname, 'recorded');
    const { init, errors, parseErrors } = await compileSource(
      readFileSync(join(folder, 'sample.py'), 'utf8'),
    );
    assert.deepEqual([errors, parseErrors, verifyAll(init)], [[], [], []]);
    const expected = flat(JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')) as Facts);
    const actual = flat(facts(init));
    assert.deepEqual(
      actual.map(({ qualname }) => qualname),
      expected.map(({ qualname }) => qualname),
    );
    expected.forEach((code, i) => {
      const { codes: _, ...own } = code;
      const { codes: __, ...ours } = actual[i]!;
      assert.deepEqual(ours, own);
    });
  });
});
