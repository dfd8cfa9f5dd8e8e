/** Sizes as people write them: `24GiB` is binary, `24GB` decimal. */

const UNITS: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/**
 * Bytes of a size with a unit (`24GiB`, `1.5 GB`, `450MiB`), a number of bytes as text, or a number;
 * undefined for anything else. A unit is needed where the number is not whole.
 */
export function parseSize(text: string | number): number | undefined {
  if (typeof text === 'number') return Number.isSafeInteger(text) && text >= 0 ? text : undefined;
  const match = /^\s*(\d+(?:_\d+)*(?:\.\d+)?|\.\d+)\s*([a-z]*)\s*$/i.exec(text);
  if (!match) return undefined;
  const unit = UNITS[match[2].toLowerCase()];
  if (unit === undefined) return undefined;
  const value = Number(match[1].replaceAll('_', ''));
  if (unit === 1 && !Number.isInteger(value)) return undefined;
  const bytes = Math.round(value * unit);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
