/** What a person sees of a notebook: a lens and sizes in its cells. */
import { Window } from './window';

describe('a notebook, in the window', () => {
  let window: Window;

  before(async () => {
    window = await Window.open('notebook/vit.ipynb');
  });
  after(async () => {
    await window?.close();
  });

  it('has a lens above its model and sizes at its layers', async () => {
    await window.page.locator('.view-line', { hasText: '54.1 MiB' }).first().waitFor({ timeout: 60_000 });
    await window.screenshot('notebook');
    await window.page.mouse.move(700, 500);
    const lens = window.page.locator('.codelens-decoration', { hasText: '22.0 M parameters' });
    // A cell that is not drawn has none.
    for (let i = 0; i < 40 && !(await lens.isVisible()); i++) {
      await window.page.mouse.wheel(0, 400);
      await window.page.waitForTimeout(500);
    }
    await lens.waitFor();
    await window.screenshot('notebook-lens');
  });
});
