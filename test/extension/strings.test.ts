/** The strings that are shown: those of package.json and of the extension are all there to be translated. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The first arguments of l10n.t in the extension. */
function stringsOfExtension(): string[] {
  const strings = readdirSync(join(root, 'src/extension')).flatMap((file) =>
    [...read(`src/extension/${file}`).matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text]) =>
      text!.replace(/\\(.)/g, '$1'),
    ),
  );
  return [...new Set(strings)].sort();
}

describe('strings', () => {
  it('of package.json are in package.nls.json, and no others', () => {
    const used = [...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual(Object.keys(JSON.parse(read('package.nls.json'))).sort(), [...new Set(used)].sort());
  });

  // UPDATE=1 npm run test:unit writes the bundle anew.
  it('of the extension are in l10n/bundle.l10n.json', () => {
    const wanted = Object.fromEntries(stringsOfExtension().map((text) => [text, text]));
    const path = join(root, 'l10n/bundle.l10n.json');
    if (process.env.UPDATE !== undefined) writeFileSync(path, `${JSON.stringify(wanted, null, 2)}\n`);
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), wanted);
  });

  it('name commands that exist', () => {
    const { contributes } = JSON.parse(read('package.json')) as {
      contributes: { commands: { command: string }[] };
    };
    const known = new Set(contributes.commands.map(({ command }) => command));
    const source = ['package.json', 'package.nls.json', 'media/budget.js'].map(read).join('\n');
    for (const [, command] of source.matchAll(
      /(?:command:|Command:|'|")(vramLedger\.(?:turn\w+|create\w+|show\w+|choose\w+|restart))/g,
    ))
      assert.ok(known.has(command!), command);
    const registered = read('src/extension/commands.ts');
    for (const command of known) assert.ok(registered.includes(`'${command}'`), command);
  });
});
