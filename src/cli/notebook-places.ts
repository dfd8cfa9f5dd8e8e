/** Places of notebooks as a person finds them: the code cell, counted from 1, and the line in it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  cellAt,
  cellsOf,
  isNotebook,
  moduleOfCells,
  movePlaces,
  type NotebookModule,
} from '../workspace/notebook';
import { displayPath } from './environment';

const modules = new Map<string, NotebookModule | undefined>();

/** `model.py:12`, `train.ipynb cell 3:12`. The line counts from 1. */
export function placeText(path: string, line: number): string {
  const { file, line: own } = inCell(displayPath(path), line);
  return `${file}:${own}`;
}

/** An account, or a part of one, whose places in notebooks are those of cells. */
export function tellCells<T>(told: T): T {
  return movePlaces(told, 'file', inCell);
}

function inCell(file: string, line: number): { file: string; line: number } {
  if (!isNotebook(file)) return { file, line };
  const path = resolve(file);
  if (!modules.has(path)) modules.set(path, moduleOf(path));
  const module = modules.get(path);
  const found = module === undefined ? undefined : cellAt(module, line - 1);
  return found === undefined
    ? { file, line }
    : { file: `${file} cell ${found.cell + 1}`, line: found.line + 1 };
}

function moduleOf(path: string): NotebookModule | undefined {
  try {
    const cells = cellsOf(readFileSync(path, 'utf8'));
    return cells === undefined ? undefined : moduleOfCells(cells);
  } catch {
    return undefined;
  }
}
