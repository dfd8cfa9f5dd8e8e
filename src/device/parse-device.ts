/** Reads what a user says of the device: a known GPU, a size, or a description. */
import { parseSize } from './parse-size';
import { ALIASES, DEFAULT_DEVICE, PROFILES, type DeviceProfile } from './profiles';

/** A device in the config: sizes as text or bytes, the compute capability as `8.9`. */
export interface DeviceDescription {
  memory: string | number;
  context?: string | number;
  computeCapability?: string | number;
}

/** A device that cannot be understood; the message says what would be. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError';
}

/**
 * The profile for an id (`rtx-4090`, `RTX 4090`, `NVIDIA GeForce RTX 4090`), a size (`24GiB`, `24GB`) or a
 * description. What is not said is as on the default device.
 * @throws DeviceError naming the nearest known devices
 */
export function parseDevice(device: string | DeviceDescription): DeviceProfile {
  return typeof device === 'string' ? parseDeviceName(device) : parseDescription(device);
}

/** Sizes below this are taken for slips: `3090` is no device of 3090 bytes. */
const LEAST_MEMORY = 2 ** 20;

function parseDeviceName(text: string): DeviceProfile {
  const profile = findProfile(text);
  if (profile) return profile;
  const bytes = parseSize(text);
  if (bytes !== undefined && bytes >= LEAST_MEMORY) return withMemory(text, text);
  const size = /^\s*([\d.]+)\s*([kmgt]?)\s*$/i.exec(text);
  if (size) {
    const [, number, prefix] = size;
    const unit = (prefix || 'G').toUpperCase();
    throw new DeviceError(
      `'${text}' does not say its unit; write ${number}${unit}iB (binary) or ${number}${unit}B (decimal)`,
    );
  }
  const near = nearest(text);
  throw new DeviceError(
    near.length > 0
      ? `unknown device '${text}'; did you mean ${near.join(', ')}? A size such as 24GiB is a device too.`
      : `unknown device '${text}'. A size such as 24GiB is a device too. ` +
          `Known devices: ${PROFILES.map((p) => p.id).join(', ')}.`,
  );
}

function parseDescription(device: DeviceDescription): DeviceProfile {
  if (typeof device !== 'object' || device === null || device.memory === undefined) {
    throw new DeviceError('a device needs "memory", such as "24GiB"');
  }
  const profile = withMemory(String(device.memory), device.memory);
  if (device.context !== undefined) {
    profile.context = sizeOf('context', device.context);
    if (profile.context >= profile.memory) {
      throw new DeviceError(
        `the context (${device.context}) leaves nothing of the memory (${device.memory})`,
      );
    }
  }
  if (device.computeCapability !== undefined) {
    profile.computeCapability = parseComputeCapability(device.computeCapability);
  }
  return profile;
}

/** The default device with other memory. */
function withMemory(label: string, memory: string | number): DeviceProfile {
  const bytes = sizeOf('memory', memory);
  if (bytes < LEAST_MEMORY) throw new DeviceError(`a device needs more memory than ${label.trim()}`);
  const base = PROFILES.find((p) => p.id === DEFAULT_DEVICE) ?? PROFILES[0];
  return {
    ...base,
    id: label.trim(),
    name: `GPU with ${label.trim()}`,
    memory: bytes,
    memorySource: 'given',
    context: undefined,
  };
}

function sizeOf(key: string, value: string | number): number {
  const bytes = parseSize(value);
  if (bytes === undefined) {
    throw new DeviceError(
      `'${value}' is not a size for "${key}"; write 24GiB (binary), 24GB (decimal) or a number of bytes`,
    );
  }
  return bytes;
}

function parseComputeCapability(value: string | number): [number, number] {
  // The JSON number 9.0 arrives as 9, and 12.1 as 12.1.
  const match = /^(\d{1,2})(?:\.(\d))?$/.exec(String(value).trim());
  if (!match) throw new DeviceError(`'${value}' is not a compute capability; write it as "8.9"`);
  return [Number(match[1]), Number(match[2] ?? 0)];
}

function findProfile(text: string): DeviceProfile | undefined {
  const digits = /^\s*(\d{4})\s*$/.exec(text);
  const key = digits ? `rtx${digits[1]}` : canonical(text);
  const alias = Object.keys(ALIASES).find((name) => canonical(name) === key);
  const id = alias === undefined ? undefined : ALIASES[alias];
  const found = PROFILES.find((p) => (id === undefined ? canonical(p.id) === key : p.id === id));
  return found ?? PROFILES.find((p) => canonical(p.name) === key);
}

/** A name without maker, brand, spaces and signs: `NVIDIA GeForce RTX 4090` is `rtx4090`. */
function canonical(name: string): string {
  return name
    .toLowerCase()
    .replace(/nvidia|geforce|tesla|generation/g, '')
    .replace(/gib\b/g, 'gb')
    .replace(/[^a-z0-9]/g, '');
}

/** The known ids that look most like the text, at most three. */
function nearest(text: string): string[] {
  const key = canonical(text);
  if (key === '') return [];
  return PROFILES.map((p) => ({ id: p.id, distance: distance(key, canonical(p.id)) }))
    .filter(
      ({ id, distance: d }) => d <= Math.max(2, Math.floor(key.length / 3)) || canonical(id).includes(key),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ id }) => id);
}

/** Levenshtein's distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
