/** Code actions as a person takes them: asked for on a line, applied, seen in the text and in the figures, undone in one step. */
import * as vscode from 'vscode';
import * as assert from './assert';
import { CASES, FOLDER, PROGRAMS } from './action-cases';
import { address, lenses, lineOf, open, ours, until } from './workspace';

/** Whether figures are among a file's lenses: of a model or of a script. */
function hasFigures(titles: string): boolean {
  return / peak | · peak |^peak /m.test(titles);
}

describe('a code action', function () {
  // A script is run as a whole for each action on it.
  this.timeout(120_000);

  before(async () => {
    for (const [name, text] of Object.entries(PROGRAMS))
      await vscode.workspace.fs.writeFile(address(`${FOLDER}/${name}`), new TextEncoder().encode(text));
  });
  after(() => vscode.workspace.fs.delete(address(FOLDER), { recursive: true }));

  for (const { name, file, line, title, edited, expected, isFix } of CASES) {
    it(name, async () => {
      const path = PROGRAMS[file] === undefined ? file : `${FOLDER}/${file}`;
      const { document } = await open(path);
      const changed =
        edited === undefined ? document : await vscode.workspace.openTextDocument(address(edited));
      const original = changed.getText();
      const figures = (): Promise<string> => lenses(document.uri).then((titles) => titles.join('\n'));
      const before = await until(figures, hasFigures);
      assert.ok(hasFigures(before), before);
      const row = lineOf(document, line);
      const range = new vscode.Range(row, 8, row, 8);
      const isWanted = (action: vscode.CodeAction): boolean =>
        title.test(action.title) && action.disabled === undefined;
      // Each is run before it is offered; a slow machine has more of them when asked again.
      const actions = await until(
        () =>
          vscode.commands.executeCommand<vscode.CodeAction[]>(
            'vscode.executeCodeActionProvider',
            document.uri,
            range,
          ),
        (found) => found.some(isWanted),
      );
      const action = actions.find(isWanted);
      assert.ok(action, actions.map((each) => each.title).join('\n'));
      // The editor pulls diagnostics on its own time, which may be after the action is there.
      const marked = (): vscode.Diagnostic[] =>
        ours(document.uri).filter((mark) => mark.range.start.line === row);
      const isMarked = (marks: vscode.Diagnostic[]): boolean => marks.length > 0;
      const marks = isFix === true ? await until(async () => marked(), isMarked) : [];
      if (isFix === true) assert.ok(isMarked(marks), 'the line has no diagnostic');
      else assert.match(action.title, /peak [\d.]+( [KMG]iB)? → [\d.]+ [KMG]iB/);
      // Without the preview, which an edit of the config asks for and which would wait for a person.
      const edit = new vscode.WorkspaceEdit();
      for (const [uri, edits] of action.edit!.entries()) edit.set(uri, edits);
      assert.ok(await vscode.workspace.applyEdit(edit));
      for (const piece of expected) {
        assert.ok(changed.getText().includes(piece), changed.getText());
        assert.ok(!original.includes(piece), piece);
      }
      if (isFix === true) {
        const fewer = (left: vscode.Diagnostic[]): boolean => left.length < marks.length;
        assert.ok(fewer(await until(async () => marked(), fewer)), 'the diagnostic is still there');
      } else {
        const after = await until(figures, (found) => found !== before && hasFigures(found));
        assert.ok(after !== before && hasFigures(after), after);
      }
      await vscode.window.showTextDocument(changed);
      await vscode.commands.executeCommand('undo');
      assert.equal(changed.getText(), original);
      for (const [uri] of edit.entries()) {
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });
  }
});
