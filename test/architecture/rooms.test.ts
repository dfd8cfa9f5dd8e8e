/**
 * The rooms of src/ and what each may import: the rooms above it, never one below; and the core does no I/O.
 */
import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const source = join(root, 'src');

/** From the top of the house to its bottom. */
const rooms = [
  'python',
  'device',
  'torch',
  'libraries',
  'ledger',
  'workspace',
  'advice',
  'features',
  'server',
  'extension',
  'cli',
];

/** Rooms that run anywhere: no Node, no editor, no protocol. */
const core = ['python', 'device', 'torch', 'libraries', 'ledger', 'advice', 'features'];

interface Import {
  readonly file: string;
  readonly room: string;
  readonly target: string;
}

function typescriptFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => join(source, file));
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g;

function imports(): Import[] {
  return typescriptFiles().flatMap((file) => {
    const room = relative(source, file).split(/[\\/]/)[0]!;
    return [...readFileSync(file, 'utf8').matchAll(importPattern)].map((match) => ({
      file: relative(root, file),
      room,
      target: (match[1] ?? match[2] ?? match[3])!,
    }));
  });
}

/** The room that a relative import leads to; undefined outside src/ and for src/generated. */
function roomOf({ file, target }: Import): string | undefined {
  if (!target.startsWith('.')) return undefined;
  const path = relative(source, resolve(root, dirname(file), target));
  const room = path.split(/[\\/]/)[0]!;
  return room === 'generated' ? undefined : room;
}

describe('the house', () => {
  const all = imports();

  it('has no room but the known ones', () => {
    assert.deepEqual(
      [...new Set(all.map(({ room }) => room))].filter((room) => !rooms.includes(room)),
      [],
    );
  });

  it('imports only rooms above', () => {
    const wrong = all.filter((one) => {
      const target = roomOf(one);
      return target !== undefined && rooms.indexOf(target) > rooms.indexOf(one.room);
    });
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file}: ${target}`),
      [],
    );
  });

  it('keeps python, device and torch apart: a tensor is unknown to the VM, Python to the device', () => {
    const wrong = all.filter((one) => one.room === 'device' && (roomOf(one) ?? 'device') !== 'device');
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file}: ${target}`),
      [],
    );
  });

  it('does no I/O in the core', () => {
    const outside = /^(node:|vscode|fs$|path$|os$|child_process$|worker_threads$)/;
    const wrong = all.filter(({ room, target }) => core.includes(room) && outside.test(target));
    assert.deepEqual(
      wrong.map(({ file, target }) => `${file}: ${target}`),
      [],
    );
  });

  it('reaches the editor only from the extension', () => {
    const wrong = all.filter(({ room, target }) => target === 'vscode' && room !== 'extension');
    assert.deepEqual(
      wrong.map(({ file }) => file),
      [],
    );
  });
});
