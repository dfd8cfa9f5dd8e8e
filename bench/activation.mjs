/** What VS Code itself says that activating the extension took, in ms: on its page of running extensions. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium, root, serve } from '../scripts/vscode/host.mjs';
import { serveNode } from '../scripts/vscode/node-host.mjs';

/** For the extension host in a web worker ('web') or in Node ('node'). */
export async function activation(host) {
  const options = { folder: join(root, 'examples'), file: 'gpt/model.py', port: 0 };
  const server = host === 'web' ? await serve(options) : await serveNode(options);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    headless: true,
    args: chromiumArguments,
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(server.url);
    await page
      .locator('.codelens-decoration', { hasText: 'parameters' })
      .waitFor({ state: 'attached', timeout: 120_000 });
    await page.keyboard.press('F1');
    const input = page.locator('.quick-input-widget input[type=text]');
    await input.waitFor();
    await input.fill('>Show Running Extensions');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Running' }).first().waitFor();
    await page.keyboard.press('Enter');
    const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'vram-ledger' });
    await row.waitFor();
    const time = (await row.locator('.activation-time').textContent()) ?? '';
    return Number(/(\d+)\s*ms/.exec(time)?.[1]);
  } finally {
    await browser.close();
    server.close();
  }
}
