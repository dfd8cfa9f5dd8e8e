/** Where the user's programs keep what they have downloaded. */
import { homedir } from 'node:os';

/** Tokens and the like are not told. */
const VARIABLES = [
  'XDG_CACHE_HOME',
  'HF_HOME',
  'HF_HUB_CACHE',
  'HUGGINGFACE_HUB_CACHE',
  'TRANSFORMERS_CACHE',
  'TORCH_HOME',
];

/** The variables of this process that say so, with the home folder; with slashes. */
export function cachePlaces(): Readonly<Record<string, string>> {
  const places: Record<string, string> = { HOME: homedir() };
  for (const name of VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) places[name] = value;
  }
  for (const name of Object.keys(places)) places[name] = places[name]!.replaceAll('\\', '/');
  return places;
}
