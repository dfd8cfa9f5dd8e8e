/** Assertions that work in both extension hosts (node:assert is not there in the web worker). */
function fail(message: string): never {
  throw new Error(message);
}

export function ok(value: unknown, message = `expected a true value, got ${String(value)}`): asserts value {
  if (!value) fail(message);
}

export function equal<T>(actual: T, expected: T, message = ''): void {
  if (actual !== expected) fail(`${message} expected ${String(expected)}, got ${String(actual)}`.trim());
}

/** Equal as JSON. */
export function deepEqual<T>(actual: T, expected: T, message = ''): void {
  equal(JSON.stringify(actual), JSON.stringify(expected), message);
}

export function match(actual: string, pattern: RegExp): void {
  if (!pattern.test(actual)) fail(`expected ${String(pattern)}, got ${actual}`);
}
