/** Notebooks as modules: what IPython takes for commands, by what IPython itself makes of cells (test/workspace/notebook/record.py). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cellAt, cellsOf, moduleOfCells, pythonOfFile } from '../../src/workspace/notebook';
import { loadParser } from '../features/fixture';

interface Recorded {
  cells: { cell: string; python: string }[];
}

const { cells } = JSON.parse(readFileSync(join(__dirname, 'notebook/recorded.json'), 'utf8')) as Recorded;

/** The lines of a cell in its module. */
function linesOf(cell: string): string[] {
  const { text, starts } = moduleOfCells([cell]);
  return text.split('\n').slice(starts[0], starts[0]! + cell.split('\n').length);
}

describe('a notebook', () => {
  for (const { cell, python } of cells) {
    const name = cell.replaceAll('\n', '⏎');
    const [, magic] = /^get_ipython\(\)\.run_cell_magic\('(\w+)'/.exec(python) ?? [];
    it(`has ${name === '' ? 'an empty cell' : name} as Python`, async () => {
      const parser = await loadParser();
      assert.deepEqual(parser.parse(moduleOfCells([cell]).text).errors, []);
      const [before, ours] = [cell.split('\n'), linesOf(cell)];
      if (magic === undefined) {
        const theirs = python.split('\n');
        before.forEach((line, i) =>
          assert.equal(ours[i] === line, theirs[i] === line, `${line} -> ${ours[i]}`),
        );
      } else {
        // A command on the cell: below some there is Python, as there was.
        const first = before.findIndex((line) => line.startsWith('%%'));
        const rest = ours.slice(first + 1);
        if (magic === 'time' || magic === 'capture') assert.deepEqual(rest, before.slice(first + 1));
        else assert.ok(rest.every((line) => line.startsWith('#')));
      }
    });
  }

  it('keeps the columns of a statement that is timed', () => {
    const cell = 'x = 1\n%timeit -n 10 model(x)';
    assert.equal(linesOf(cell)[1]!.indexOf('model(x)'), '%timeit -n 10 '.length);
  });

  it('is its code cells, one after another', () => {
    const notebook = {
      cells: [
        { cell_type: 'markdown', source: '# title' },
        { cell_type: 'code', source: ['a = 1\n', 'b = 2'] },
        { cell_type: 'code', source: 'c = 3' },
      ],
      metadata: { kernelspec: { language: 'python' } },
      nbformat: 4,
    };
    const found = cellsOf(JSON.stringify(notebook))!;
    assert.deepEqual(found, ['a = 1\nb = 2', 'c = 3']);
    const module = moduleOfCells(found);
    const line = module.text.split('\n').indexOf('c = 3');
    assert.deepEqual(cellAt(module, line), { cell: 1, line: 0 });
    assert.deepEqual(cellAt(module, line - 2), { cell: 0, line: 1 });
    assert.equal(cellAt(module, 0), undefined);
  });

  it('that is none, or of another language, says so when it is run', () => {
    for (const text of ['not JSON', '[]', '{"cells": [], "metadata": {"language_info": {"name": "julia"}}}'])
      assert.match(pythonOfFile('/w/a.ipynb', text), /^raise SyntaxError\('not a Jupyter notebook/);
  });
});
