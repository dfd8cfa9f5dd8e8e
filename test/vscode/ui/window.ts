/** A VS Code window in a headless Chromium, as a person sees it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { chromiumArguments, findChromium, root, serve } from '../../../scripts/vscode/host.mjs';

/** Where screenshots go. */
export const screenshots = join(root, '.cache/screenshots');

export class Window {
  private constructor(
    private readonly browser: Browser,
    private readonly server: { url: string; close(): void },
    readonly page: Page,
    /** What the page's console said at level error. */
    readonly errors: string[],
  ) {}

  /** Opens VS Code with the extension, a folder of the repository as its workspace, and one of its files. */
  static async open(
    file: string,
    folder = join(root, 'examples'),
    size = { width: 1400, height: 900 },
  ): Promise<Window> {
    const server = await serve({ folder, file, port: 0 });
    const browser = await chromium.launch({
      executablePath: findChromium(),
      headless: true,
      args: chromiumArguments,
    });
    const page = await browser.newPage({ viewport: size });
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(server.url);
    const window = new Window(browser, server, page, errors);
    await window.waitForFile(file);
    return window;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }

  /** Opens a file by its path in the workspace (Ctrl+P) and waits until its text is there. */
  async openFile(path: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    const input = this.page.locator('.quick-input-widget input[type=text]');
    await input.waitFor();
    await input.fill(path);
    const [name, folder = ''] = path.split('/').reverse();
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: name }).filter({ hasText: folder }).first().click();
    await this.waitForFile(path);
  }

  private async waitForFile(path: string): Promise<void> {
    const name = path.split('/').pop() ?? path;
    await this.page.locator('.tab.active', { hasText: name }).waitFor();
    await this.page.locator('.view-line').first().waitFor();
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input[type=text]');
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await this.page.keyboard.press('Enter');
  }

  /** Moves the cursor to a line and scrolls there (Ctrl+G). */
  async goToLine(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    const input = this.page.locator('.quick-input-widget input[type=text]');
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await input.waitFor({ state: 'hidden' });
  }

  /** The visible editor lines that contain a text. */
  line(text: string): Locator {
    return this.page.locator('.view-line', { hasText: text.replaceAll(' ', '\u00a0') });
  }

  /** Writes .cache/screenshots/NAME.png and returns its path. */
  async screenshot(name: string): Promise<string> {
    mkdirSync(screenshots, { recursive: true });
    const path = join(screenshots, `${name}.png`);
    await this.page.screenshot({ path });
    return path;
  }
}
