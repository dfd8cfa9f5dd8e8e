export type RuleSeverity = 'off' | 'hint' | 'information' | 'warning' | 'error';

const SEVERITIES: readonly unknown[] = ['off', 'hint', 'information', 'warning', 'error'];

/** What a person can set. */
export interface Settings {
  /** The switch for everything. */
  enable: boolean;
  /** The device where no config says one; empty for the default. */
  device: string;
  codeLens: boolean;
  inlayHints: boolean;
  hover: boolean;
  diagnostics: boolean;
  /** Hints of fewer bytes than this are left out; a size such as `1MiB`. */
  hintThreshold: string;
  /** How rules are reported, by code; those that are not named are warnings. */
  rules: Readonly<Record<string, RuleSeverity>>;
  /** A Python environment whose libraries are read, where no config says one. */
  python: string;
  /** How long a run may take, in seconds. */
  maxRunTime: number;
}

export const DEFAULT_SETTINGS: Settings = {
  enable: true,
  device: '',
  codeLens: true,
  inlayHints: true,
  hover: true,
  diagnostics: true,
  hintThreshold: '1MiB',
  rules: {},
  python: '',
  maxRunTime: 10,
};

/** The settings in what an editor sends; what is missing or of the wrong type is the default. */
export function readSettings(value: unknown): Settings {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const nested = (group: string, key: string): unknown => {
    const inner = given[group];
    return typeof inner === 'object' && inner !== null
      ? (inner as Record<string, unknown>)[key]
      : typeof inner === 'boolean' && key === 'enable'
        ? inner
        : given[`${group}.${key}`];
  };
  const pick = <T>(found: unknown, fallback: T): T =>
    typeof found === typeof fallback ? (found as T) : fallback;
  const defaults = DEFAULT_SETTINGS;
  return {
    enable: pick(given.enable, defaults.enable),
    device: pick(given.device, defaults.device),
    codeLens: pick(nested('codeLens', 'enable'), defaults.codeLens),
    inlayHints: pick(nested('inlayHints', 'enable'), defaults.inlayHints),
    hover: pick(nested('hover', 'enable'), defaults.hover),
    diagnostics: pick(nested('diagnostics', 'enable'), defaults.diagnostics),
    hintThreshold: pick(nested('inlayHints', 'threshold'), defaults.hintThreshold),
    rules: readRules(given.rules),
    python: pick(given.python, defaults.python),
    maxRunTime: Math.max(0.1, pick(given.maxRunTime, defaults.maxRunTime)),
  };
}

function readRules(value: unknown): Record<string, RuleSeverity> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).filter((entry): entry is [string, RuleSeverity] =>
      SEVERITIES.includes(entry[1]),
    ),
  );
}
