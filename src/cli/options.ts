/** Command line arguments: `--name value`, `--name=value`, flags; what is wrong is a UsageError. */

/** The user's mistake; exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How an option is given: once with a value, several times, or without one. */
export type OptionKind = 'value' | 'list' | 'flag';

export interface Parsed {
  values: Map<string, string>;
  lists: Map<string, string[]>;
  flags: Set<string>;
  positionals: string[];
  /** What follows the first positional, when parsing stops there. */
  rest: string[];
}

/**
 * Reads arguments.
 * @param stopAtPositional what follows the first positional is left alone, as for a script's arguments
 */
export function parseOptions(
  args: readonly string[],
  kinds: Readonly<Record<string, OptionKind>>,
  stopAtPositional = false,
): Parsed {
  const parsed: Parsed = { values: new Map(), lists: new Map(), flags: new Set(), positionals: [], rest: [] };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      parsed.positionals.push(...args.slice(i + 1));
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      parsed.positionals.push(arg);
      if (stopAtPositional) {
        parsed.rest = args.slice(i + 1);
        break;
      }
      continue;
    }
    const equals = arg.indexOf('=');
    const name = (equals < 0 ? arg : arg.slice(0, equals)).replace(/^--?/, '');
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined || !arg.startsWith('--')) throw new UsageError(`unknown option ${arg}`);
    if (kind === 'flag') {
      if (equals >= 0) throw new UsageError(`--${name} takes no value`);
      parsed.flags.add(name);
      continue;
    }
    const value = equals >= 0 ? arg.slice(equals + 1) : args[++i];
    if (value === undefined) throw new UsageError(`--${name} needs a value`);
    if (kind === 'value') parsed.values.set(name, value);
    else parsed.lists.set(name, [...(parsed.lists.get(name) ?? []), value]);
  }
  return parsed;
}

/** A whole number from 1. */
export function parseCount(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text.trim()) || !Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${name} is a whole number from 1, not '${text}'`);
  return value;
}

/** One of some words. */
export function parseChoice<T extends string>(name: string, text: string, known: readonly T[]): T {
  if (!(known as readonly string[]).includes(text))
    throw new UsageError(`--${name} is one of ${known.join(', ')}, not '${text}'`);
  return text as T;
}

/** `NAME=VALUE`. */
export function parseAssignment(name: string, text: string): [string, string] {
  const equals = text.indexOf('=');
  if (equals <= 0) throw new UsageError(`--${name} is written NAME=VALUE, not '${text}'`);
  return [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
}
