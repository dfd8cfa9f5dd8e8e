/** What users write for a device, and what is made of it. */
import assert from 'node:assert/strict';
import { cublasWorkspaceSize } from '../../src/device/cublas-workspace';
import { parseDevice, type DeviceDescription } from '../../src/device/parse-device';
import { parseSize } from '../../src/device/parse-size';
import { ALIASES, DEFAULT_DEVICE, PROFILES } from '../../src/device/profiles';

const GiB = 2 ** 30;

function check(device: string | DeviceDescription, id: string, memory?: number): void {
  it(`${JSON.stringify(device)} is ${id}`, () => {
    const profile = parseDevice(device);
    assert.equal(profile.id, id);
    if (memory !== undefined) assert.equal(profile.memory, memory);
  });
}

function fails(device: string | DeviceDescription, message: string | RegExp): void {
  it(`${JSON.stringify(device)} is refused`, () => {
    assert.throws(() => parseDevice(device), { name: 'DeviceError', message });
  });
}

describe('device: what the user writes', () => {
  check('a100', 'a100-80gb', 85094039552);
  check('A100 40GB', 'a100-40gb', 42298834944);
  check('a100-40gib', 'a100-40gb');
  check('rtx-4090', 'rtx-4090');
  check('RTX 4090', 'rtx-4090');
  check('4090', 'rtx-4090');
  check('NVIDIA GeForce RTX 4070 Ti', 'rtx-4070-ti');
  check('Tesla T4', 't4');
  check('h100', 'h100-sxm');
  check('24GiB', '24GiB', 24 * GiB);
  check('24GB', '24GB', 24e9);
  check('1.5 gib', '1.5 gib', 1.5 * GiB);
  check('25769803776', '25769803776', 24 * GiB);
  check({ memory: '24GiB', context: '450MiB', computeCapability: '8.9' }, '24GiB', 24 * GiB);
  fails('rtx 4091', /^unknown device 'rtx 4091'; did you mean rtx-4090, /);
  fails('v100-32', "unknown device 'v100-32'; did you mean v100-32gb? A size such as 24GiB is a device too.");
  fails('foo', /^unknown device 'foo'\. .*Known devices: p100, .*rtx-5090\.$/);
  fails('', /^unknown device ''\. /);
  fails('24G', "'24G' does not say its unit; write 24GiB (binary) or 24GB (decimal)");
  fails('24', "'24' does not say its unit; write 24GiB (binary) or 24GB (decimal)");
  fails(
    { memory: 'much' },
    `'much' is not a size for "memory"; write 24GiB (binary), 24GB (decimal) or a number of bytes`,
  );
  fails({ memory: '0GiB' }, 'a device needs more memory than 0GiB');
  fails({ memory: '1GiB', context: '2GiB' }, 'the context (2GiB) leaves nothing of the memory (1GiB)');
  fails({ memory: '1GiB', computeCapability: 'ada' }, `'ada' is not a compute capability; write it as "8.9"`);

  it('a description keeps its context and compute capability', () => {
    const profile = parseDevice({ memory: '24GiB', context: '450MiB', computeCapability: 8.9 });
    assert.equal(profile.context, 450 * 2 ** 20);
    assert.deepEqual(profile.computeCapability, [8, 9]);
  });

  it('every id and name is found, and found once', () => {
    const ids = PROFILES.map((p) => p.id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of ids) assert.equal(parseDevice(id).id, id);
    for (const [alias, id] of Object.entries(ALIASES)) assert.equal(parseDevice(alias).id, id);
    for (const { name } of PROFILES) assert.equal(parseDevice(name).name, name);
    assert.equal(parseDevice(DEFAULT_DEVICE).id, DEFAULT_DEVICE);
  });
});

describe('device: sizes', () => {
  const cases: [string | number, number | undefined][] = [
    ['24GiB', 24 * GiB],
    ['24 GB', 24e9],
    ['450MiB', 450 * 2 ** 20],
    ['0.5kb', 500],
    ['1_000', 1000],
    [123, 123],
    ['1.5', undefined],
    ['GiB', undefined],
    ['24 GiBs', undefined],
    ['-1GiB', undefined],
    [-1, undefined],
    [1.5, undefined],
    ['1e3', undefined],
    ['99999999TiB', undefined],
  ];
  for (const [text, bytes] of cases) {
    it(`${JSON.stringify(text)} is ${bytes}`, () => assert.equal(parseSize(text), bytes));
  }
});

describe('device: the size of a cuBLAS workspace', () => {
  // Recorded; see docs/memory/cublas-workspaces.md.
  const cases: [[number, number], string, number][] = [
    [[6, 0], '', 8519680],
    [[7, 5], '', 8519680],
    [[8, 9], '', 8519680],
    [[9, 0], '', 33554432],
    [[10, 0], '', 33554432],
    [[12, 0], '', 33554432],
    [[8, 0], ':4096:8', 33554432],
    [[8, 0], ':16:8', 131072],
    [[8, 0], ':0:0', 0],
    [[8, 0], ':4096:2:16:8', 8519680],
    [[8, 0], 'foo', 8519680],
  ];
  for (const [computeCapability, config, bytes] of cases) {
    it(`${computeCapability.join('.')} ${config}: ${bytes}`, () => {
      assert.equal(cublasWorkspaceSize({ computeCapability }, config), bytes);
    });
  }
});
