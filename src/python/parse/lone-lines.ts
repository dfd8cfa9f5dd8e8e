/** Lines of a text that has errors, each parsed alone. */
import type { Tree } from 'web-tree-sitter';
import type { LogicalLine } from './lines';

/** Makes a tree of any text, which the caller deletes. */
export type ParseText = (text: string) => Tree;

export const HEADER_WORDS = new Set(
  'if elif else for while with try except finally def class async match case'.split(' '),
);

export const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** Start and end of the ERROR and MISSING nodes of a tree, ascending by start. */
export function errorRanges(tree: Tree): [number, number][] {
  const ranges: [number, number][] = [];
  const cursor = tree.walk();
  outer: for (;;) {
    const { currentNode } = cursor;
    if (currentNode.isError || currentNode.isMissing) ranges.push([cursor.startIndex, cursor.endIndex]);
    if (currentNode.hasError && cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) break outer;
    }
  }
  cursor.delete();
  return ranges.sort((a, b) => a[0] - b[0]);
}

/** Whether a logical line is Python when nothing stands around it. */
export function parsesAlone(parse: ParseText, line: string, { word, colon }: LogicalLine): boolean {
  let before = '';
  let after = colon ? ' pass\n' : '\n';
  if (word === 'elif' || word === 'else') before = 'if 0: pass\n';
  else if (word === 'except' || word === 'finally') before = 'try: pass\n';
  else if (word === 'case' && colon) before = 'match 0:\n ';
  else if (word === '@') after = '\ndef f(): pass\n';
  else if (word === 'match' && colon) after = '\n case _: pass\n';
  else if (word === 'try' && colon) after = ' pass\nfinally: pass\n';
  const tree = parse(before + line + after);
  const good = !tree.rootNode.hasError;
  tree.delete();
  return good;
}
