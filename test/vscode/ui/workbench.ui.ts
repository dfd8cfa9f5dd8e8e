import { strict as assert } from 'node:assert';
import { Window } from './window';

describe('the window', () => {
  let window: Window;
  before(async () => {
    window = await Window.open('gpt/model.py');
  });
  after(async () => {
    await window?.close();
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await window.screenshot('failed');
  });

  it('opens an example', async () => {
    await window.line('class GPTConfig').waitFor();
    await window.screenshot('workbench');
  });

  it('finds files by name', async () => {
    await window.openFile('unet/model.py');
    await window.line('class DoubleConv').waitFor();
    assert.equal(await window.page.locator('.tab').count(), 2);
  });
});
