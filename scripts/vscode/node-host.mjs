/**
 * VS Code with its extensions in Node, as on a desktop: the VS Code server inside the npm package code-server, and a
 * Chromium as its window. Fetched once, into .cache/vscode-server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium, freePort, root } from './host.mjs';

/** What the page says of its own connection. */
const CHATTER = /^(Resolv|Creating a socket|Updating additional|Ignoring)/;

const VERSION = '4.96.4';
const cache = join(root, '.cache/vscode-server', VERSION);
const vscode = join(cache, 'package/lib/vscode');

function command(name, args, cwd) {
  const { status, stderr } = spawnSync(name, args, { cwd, encoding: 'utf8', timeout: 600_000 });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed: ${stderr}`);
}

/** Fetches the server, unless it is there. */
export function fetchServer() {
  const done = join(cache, 'complete');
  if (existsSync(done)) return vscode;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  command('npm', ['pack', `code-server@${VERSION}`, '--silent'], cache);
  command('tar', ['xzf', `code-server-${VERSION}.tgz`], cache);
  rmSync(join(cache, `code-server-${VERSION}.tgz`));
  // One dependency comes from a git server; the registry has the same.
  const lock = join(vscode, 'npm-shrinkwrap.json');
  const content = JSON.parse(readFileSync(lock, 'utf8'));
  const agent = content.packages['node_modules/@vscode/proxy-agent'];
  delete agent.resolved;
  delete agent.integrity;
  writeFileSync(lock, JSON.stringify(content, null, 2));
  command(
    'npm',
    ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--silent'],
    vscode,
  );
  writeFileSync(done, '');
  return vscode;
}

function answers(url) {
  return new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });
}

/**
 * Serves VS Code with a copy of `folder` as its workspace and this extension under development; `file` (a path in the folder) is
 * open. Resolves to { url, close }.
 */
export async function serveNode({ folder, file, suite }) {
  const server = fetchServer();
  const port = await freePort();
  const data = mkdtempSync(join(tmpdir(), 'vscode-server-'));
  const workspace = join(data, 'workspace');
  cpSync(folder, workspace, { recursive: true });
  const child = spawn(
    process.execPath,
    [
      join(server, 'out/server-main.js'),
      ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
      ...['--accept-server-license-terms', '--disable-workspace-trust', '--telemetry-level', 'off'],
      ...['--server-data-dir', join(data, 'data'), '--extensions-dir', join(data, 'extensions')],
    ],
    { stdio: 'ignore', detached: true },
  );
  const close = () => {
    try {
      // The server's own children are of its process group.
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const base = `http://127.0.0.1:${port}/`;
  for (let i = 0; !(await answers(base)); i++) {
    if (i > 300) {
      close();
      throw new Error('the VS Code server does not answer');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const remote = (path) => `vscode-remote://127.0.0.1:${port}${path}`;
  const payload = [['extensionDevelopmentPath', remote(root)]];
  if (suite) payload.push(['extensionTestsPath', remote(suite)]);
  if (file) payload.push(['openFile', remote(join(workspace, file))]);
  const query = `?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
  return { url: base + query, close };
}

/** Runs a bundled mocha suite inside the Node extension host; rejects when a test fails. */
export async function runNodeSuite({ suite, folder }) {
  const { url, close } = await serveNode({ folder, suite });
  try {
    const browser = await chromium.launch({
      executablePath: findChromium(),
      headless: true,
      args: chromiumArguments,
    });
    try {
      const page = await browser.newPage();
      const code = new Promise((resolve) => void page.exposeFunction('codeAutomationExit', resolve));
      await page.exposeFunction('codeAutomationLog', (type, args) => {
        // The page's own chatter is not of the suite.
        if (/^(log|info)$/.test(type) && !CHATTER.test(String(args[0]))) console.log(...args);
      });
      await page.goto(url);
      if ((await code) !== 0) throw new Error('tests failed in the Node extension host');
    } finally {
      await browser.close();
    }
  } finally {
    close();
  }
}
