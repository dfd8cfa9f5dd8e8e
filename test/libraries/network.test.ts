/**
 * A network that nothing answers on: who is prepared for that gets the error that a machine without a network raises (recorded:
 * httpx2 2.16 under CPython, with no network), anybody else an unknown.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const CASES: Record<string, { script: string; prints: string[] }> = {
  'a handler that names the error, or one that it is made of, gets it': {
    script: `import httpx2
for expected in ("ConnectError", "NetworkError", "TransportError", "HTTPError"):
    try:
        httpx2.Client(follow_redirects=True).request("HEAD", "https://example.org/config.json")
    except getattr(httpx2, expected) as error:
        print("never: the class is not named here")
try:
    with httpx2.Client() as client:
        client.get("https://example.org/config.json")
except (httpx2.ConnectError, httpx2.TimeoutException) as error:
    print(type(error).__name__, error, isinstance(error, httpx2.HTTPError), issubclass(httpx2.ReadTimeout, httpx2.TransportError))
try:
    httpx2.get("https://example.org")
except httpx2.TransportError as error:
    print(repr(error))`,
    prints: [
      'ConnectError [Errno -2] Name or service not known True True',
      "ConnectError('[Errno -2] Name or service not known')",
    ],
  },
  'a program that is not prepared goes on with an unknown': {
    script: `import httpx, torch
try:
    sizes = httpx.get("https://example.org/sizes.json").json()
except Exception:
    print("never")
print(torch.zeros(4, device="cuda").shape)`,
    prints: ['torch.Size([4])'],
  },
  'requests and urllib3 have their errors': {
    script: `import requests, urllib3
from requests.adapters import HTTPAdapter
from requests.exceptions import RequestException, ConnectionError as Unreached
from urllib3.util.retry import Retry
session = requests.Session()
session.mount("https://", HTTPAdapter(max_retries=Retry(total=3, backoff_factor=1)))
session.headers.update({"User-Agent": "x"})
for expected in (requests.ConnectionError, OSError):
    try:
        session.get("https://example.org/a.txt", stream=True, timeout=5).raise_for_status()
    except requests.exceptions.ConnectionError as error:
        print(type(error) is Unreached, isinstance(error, RequestException), isinstance(error, OSError))
try:
    requests.get("example.org")
except requests.exceptions.MissingSchema as error:
    print(error)
try:
    urllib3.PoolManager().request("GET", "https://example.org")
except urllib3.exceptions.MaxRetryError as error:
    print(isinstance(error, urllib3.exceptions.HTTPError))
text = requests.get("https://example.org/input.txt").text
with open("input.txt", "w") as file:
    file.write(text)
import os
print(text, os.path.exists("input.txt"))`,
    prints: [
      'True True True',
      'True True True',
      "Invalid URL 'example.org': No scheme supplied. Perhaps you meant https://example.org?",
      'True',
      '? True',
    ],
  },
  'a library falls back on what it has': {
    script: `import library
print(library.sizes())`,
    prints: ["['ConnectError', 1, 2]"],
  },
};

describe('a network that nothing answers on', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'network-'));
    mkdirSync(join(folder, 'packages'));
    writeFileSync(
      join(folder, 'packages/library.py'),
      `import httpx
def sizes():
    try:
        return httpx.get("https://example.org/sizes.json").json()
    except Exception as error:
        return [type(error).__name__, 1, 2]
`,
    );
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { script, prints }] of Object.entries(CASES))
    it(name, async () => {
      writeFileSync(join(folder, 'script.py'), script);
      let output = '';
      const machine = new Machine({
        parser: await loadParser(),
        host: new NodeHost(),
        path: [folder, join(folder, 'packages')],
        libraryRoots: [join(folder, 'packages')],
        write: (_stream, text) => {
          output += text;
        },
      });
      machine.runScript(join(folder, 'script.py'), [], {
        device: parseDevice('a100-80gb'),
        maxInstructions: 50_000_000,
      });
      assert.deepEqual(output.trimEnd().split('\n'), prints);
    });
});
