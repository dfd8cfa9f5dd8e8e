/** The files around one that may make and call what it defines. */
import type { SourceHost } from '../python/imports';
import { stemOf } from './notebook';
import { baseName, dirName } from './paths';
import type { SourceFile } from './source';

const MOST_NEIGHBOURS = 24;
const LARGEST_NEIGHBOUR = 300_000;

/** Files beside this one, and tests, that import it. */
export function neighboursOf(
  { path: self }: SourceFile,
  host: SourceHost,
  read: (path: string) => SourceFile | undefined,
): SourceFile[] {
  const folder = dirName(self);
  const stem = stemOf(baseName(self));
  const package_ = baseName(folder);
  const own = stem === '__init__' ? package_ : stem;
  const folders = [
    folder,
    `${folder}/tests`,
    `${folder}/test`,
    dirName(folder),
    `${dirName(folder)}/tests`,
    `${dirName(folder)}/test`,
    `${dirName(folder)}/scripts`,
    `${dirName(dirName(folder))}/tests`,
  ];
  const found: SourceFile[] = [];
  const mentionOf = (...names: string[]): RegExp =>
    new RegExp(
      `\\b(from|import)\\b[^\\n]*\\b(?:${names.map((name) => name.replace(/\W/g, '\\$&')).join('|')})\\b`,
    );
  const inside = mentionOf(own);
  // To those outside, a package may hand on what its modules define: `from models import Net`.
  const outside = host.isFile(`${folder}/__init__.py`) ? mentionOf(own, package_) : inside;
  let looked = 0;
  for (const each of new Set(folders)) {
    if (!host.isDirectory(each)) continue;
    const mentions = each === folder ? inside : outside;
    for (const name of host.listDirectory(each)) {
      const path = `${each}/${name}`;
      if (
        !name.endsWith('.py') ||
        path === self ||
        ++looked > 8 * MOST_NEIGHBOURS ||
        found.length >= MOST_NEIGHBOURS
      )
        continue;
      const text = host.readFile(path);
      if (text === undefined || text.length > LARGEST_NEIGHBOUR || !mentions.test(text)) continue;
      const file = read(path);
      if (file !== undefined) found.push(file);
    }
  }
  return found;
}
