/** What a person sees and does: lens, hints, hover, squiggle, quick fix, sidebar. Screenshots are in .cache/screenshots. */
import { strict as assert } from 'node:assert';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { root } from '../../../scripts/vscode/host.mjs';
import { Window } from './window';

describe('the editor', () => {
  let window: Window;
  const lens = (text: string): Locator => window.page.locator('.codelens-decoration', { hasText: text });
  const sidebar = (): FrameLocator => window.page.frameLocator('iframe.webview').frameLocator('iframe');

  /** Takes an action of the list, by keyboard: a layer over it takes the first click. */
  const choose = async (action: Locator): Promise<void> => {
    const focused = window.page.locator('.action-widget .monaco-list-row.focused');
    const from = Number(await focused.getAttribute('aria-posinset'));
    const to = Number(await action.getAttribute('aria-posinset'));
    for (let i = from; i < to; i++) await window.page.keyboard.press('ArrowDown');
    await window.page.keyboard.press('Enter');
  };

  before(async () => {
    window = await Window.open('gpt/model.py');
  });
  after(async () => {
    await window?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.screenshot(`failed-${this.currentTest.title.replace(/\W+/g, '-')}`);
  });

  it('shows a lens above the model, and hints at its layers', async () => {
    await window.goToLine(84);
    await lens('124.5 M parameters').waitFor({ timeout: 60_000 });
    await window.line('147 MiB').waitFor();
    await window.screenshot('lens');
  });

  it('opens the sidebar by a click on the lens', async () => {
    await lens('124.5 M parameters').locator('a').click();
    await sidebar().locator('#timeline').waitFor();
    assert.match((await sidebar().locator('.headline strong').first().textContent()) ?? '', /^\d[\d.]* GiB$/);
    await window.page.locator('.pane-body .monaco-list-row', { hasText: 'tok_emb' }).first().waitFor();
    await window.goToLine(91);
    await window.page.waitForTimeout(500);
    await window.screenshot('sidebar');
  });

  it('reads the drawing by keyboard', async () => {
    const drawing = sidebar().locator('#timeline');
    await drawing.focus();
    await window.page.keyboard.press('Enter');
    assert.match(
      (await sidebar().locator('.readout').textContent()) ?? '',
      /GiB allocated, .* reserved\. saved for backward/,
    );
    await window.page.keyboard.press('Home');
    const first = await sidebar().locator('.readout').textContent();
    await window.page.keyboard.press('ArrowRight');
    assert.notEqual(await sidebar().locator('.readout').textContent(), first);
  });

  it('shows inference as an entry of its own', async () => {
    await sidebar().locator('#entry').selectOption({ label: 'gpt serving (inference)' });
    await sidebar().locator('p', { hasText: 'infer, bf16' }).waitFor();
    await window.screenshot('inference');
    await sidebar().locator('#entry').selectOption({ label: 'gpt' });
    await sidebar().locator('p', { hasText: 'train, amp-bf16' }).waitFor();
  });

  it('goes to the line of a layer', async () => {
    await window.page.locator('.pane-body .monaco-list-row', { hasText: 'pos_emb' }).click();
    await window.page.locator('.statusbar-item', { hasText: 'Ln 89' }).waitFor();
  });

  it('tells of a layer in a hover', async () => {
    await window.goToLine(27, 16);
    await window.command('Show or Focus Hover');
    const hover = window.page.locator('.monaco-hover', { hasText: 'Saved by' });
    await hover.waitFor();
    assert.match((await hover.textContent()) ?? '', /self\.qkv \(Linear\): 81\.1 MiB of weights/);
    await window.page.waitForTimeout(500);
    await window.screenshot('hover');
    await window.page.keyboard.press('Escape');
  });

  it('offers to checkpoint the loop, and undoes it in one step', async () => {
    await window.goToLine(113, 9);
    await window.page.locator('.monaco-editor textarea').first().focus();
    // What it saves is found by running the model with it: the bulb lights when that is done.
    await window.page
      .locator('.codicon-light-bulb, .codicon-gutter-lightbulb')
      .first()
      .waitFor({ timeout: 30_000 });
    await window.page.keyboard.press('Control+.');
    const action = window.page.locator('.action-widget .monaco-list-row', {
      hasText: 'Checkpoint the 12 blocks of self.blocks',
    });
    await action.waitFor({ timeout: 20_000 });
    await window.page.waitForTimeout(300);
    await window.screenshot('quick-fix');
    await choose(action);
    await window.line('x = checkpoint(block, x, use_reentrant=False)').waitFor();
    await window.page.keyboard.press('Control+Z');
    await window.line('x = block(x)').waitFor();
  });

  it('tells what would be, and writes it when asked', async () => {
    await window.command('VRAM Ledger: What If');
    // What is half typed stays when the page is drawn anew.
    await sidebar().locator('#size-B').focus();
    await window.page.keyboard.press('Control+A');
    await window.page.keyboard.type('1');
    await sidebar()
      .locator('#size-B')
      .evaluate((field) => {
        const data = { type: 'open', part: 'what-if' };
        field.ownerDocument.defaultView!.dispatchEvent(new MessageEvent('message', { data }));
      });
    await window.page.waitForTimeout(1000);
    assert.equal(await sidebar().locator('#size-B').inputValue(), '1');
    assert.equal(await sidebar().locator('#what-if-result').count(), 0);
    await sidebar().locator('#size-B').fill('8');
    await sidebar().locator('#size-B').press('Tab');
    const result = sidebar().locator('#what-if-result');
    await result.waitFor({ timeout: 20_000 });
    assert.match((await result.textContent()) ?? '', /peak allocated5\.71 GiB9\.\d+ GiB/);
    assert.equal(await sidebar().locator('polyline.what-if').count(), 1);
    await sidebar()
      .locator('#what-if')
      .evaluate((element) => element.scrollIntoView());
    await window.page.waitForTimeout(300);
    await window.screenshot('what-if');
    await sidebar().locator('#reset-what-if').click();
    await result.waitFor({ state: 'detached' });
    await sidebar().locator('#what-if-summary').click();
    await sidebar().locator('#precision').waitFor({ state: 'detached' });
  });

  it('fits it into a smaller card by one click', async () => {
    await window.command('VRAM Ledger: Fit to the Device');
    await sidebar().locator('#fit-budget').fill('7.5GiB');
    await sidebar().locator('#fit-budget').press('Enter');
    await sidebar().locator('#plans').waitFor({ timeout: 30_000 });
    await sidebar()
      .locator('#fit')
      .evaluate((element) => element.scrollIntoView());
    await window.page.waitForTimeout(300);
    await window.screenshot('fit');
    const row = sidebar().locator('#plans li', { hasText: 'Checkpoint' }).first();
    await row.locator('button').click();
    await window.goToLine(114);
    await window.line('use_reentrant=False').first().waitFor();
    await window.screenshot('fit-applied');
    await window.page.locator('.monaco-editor textarea').first().focus();
    await window.page.keyboard.press('Control+Z');
    await window.line('x = block(x)').waitFor();
    await sidebar().locator('#fit-summary').click();
  });

  it('shows a change of the config before it is made', async () => {
    await window.goToLine(84, 8);
    await window.page.locator('.monaco-editor textarea').first().focus();
    const action = window.page.locator('.action-widget .monaco-list-row', {
      hasText: 'Take 2 micro-batches',
    });
    // Each is run before it is offered; a slow machine has only some of them in time, and more when asked again.
    for (let i = 0; i < 10 && (await action.count()) === 0; i++) {
      await window.page.keyboard.press('Escape');
      await window.page.keyboard.press('Control+.');
      await action.waitFor({ timeout: 8000 }).catch(() => undefined);
    }
    assert.equal(await action.count(), 1);
    await window.screenshot('actions');
    await choose(action);
    const preview = window.page.locator('.bulk-edit-panel');
    await preview.waitFor();
    await window.page.waitForTimeout(500);
    await window.screenshot('preview');
    await window.page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Discard' }).click();
    await preview.waitFor({ state: 'hidden' });
    await window.openFile('gpt/model.py');
  });

  it('marks a shape that does not fit', async () => {
    await window.goToLine(63, 31);
    await window.page.keyboard.press('Delete');
    await window.page.keyboard.type('3');
    await window.page.locator('.squiggly-error').first().waitFor({ timeout: 20_000 });
    await window.goToLine(67, 30);
    await window.command('Show or Focus Hover');
    await window.page
      .locator('.monaco-hover', { hasText: 'mat1 and mat2 shapes cannot be multiplied' })
      .waitFor();
    await window.page.waitForTimeout(300);
    await window.screenshot('squiggle');
    await window.page.keyboard.press('Escape');
    await window.goToLine(63, 31);
    await window.page.keyboard.press('Delete');
    await window.page.keyboard.type('4');
    await window.page.locator('.squiggly-error').first().waitFor({ state: 'detached', timeout: 20_000 });
  });

  it('lists what the figures rest on', async () => {
    await window.command('VRAM Ledger: Show Assumptions');
    await window.page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'Turn VRAM Ledger off' })
      .waitFor();
    await window.screenshot('assumptions');
    await window.page.keyboard.press('Escape');
  });

  it('is drawn in a dark theme too', async () => {
    await window.goToLine(91);
    await window.command('View: Toggle Minimap');
    await window.command('Preferences: Toggle between Light/Dark Themes');
    await window.page.locator('.vs-dark').first().waitFor();
    await lens('124.5 M parameters').waitFor();
    await window.page.waitForTimeout(800);
    const picture = await window.screenshot('readme');
    mkdirSync(join(root, 'docs/images'), { recursive: true });
    // The README's picture is taken anew on purpose only.
    if (process.env.NEW_PICTURE !== undefined) copyFileSync(picture, join(root, 'docs/images/editor.png'));
  });

  it('turns off and on', async () => {
    await window.command('VRAM Ledger: Turn Off');
    await lens('124.5 M parameters').waitFor({ state: 'detached' });
    await window.screenshot('off');
    await window.command('VRAM Ledger: Turn On');
    await lens('124.5 M parameters').waitFor();
  });

  it('said nothing bad in the console', () => {
    const bad = window.errors.filter((text) => /vram|ledger/i.test(text));
    assert.deepEqual(bad, []);
  });
});
