/** Every rule, and where a comment silences one. */
import type { Finding } from '../finding';
import { attentionWeights } from './attention-weights';
import { broadcastGiant } from './broadcast-giant';
import { checkpointUseless } from './checkpoint-useless';
import { evaluationGraph } from './evaluation-graph';
import { frozenStillSaves } from './frozen-still-saves';
import { graphKept } from './graph-kept';
import { isIgnored } from './ignore';
import type { Mistake, Rule } from './rule';
import { viewPinsStorage } from './view-pins-storage';

export const RULES: readonly Rule[] = [
  graphKept,
  evaluationGraph,
  broadcastGiant,
  viewPinsStorage,
  frozenStillSaves,
  attentionWeights,
  checkpointUseless,
];

/** The mistakes of a run, by file and line, but for those that a comment in the source lets be. */
export function findMistakes(
  looked: Finding,
  options: { isOff?: (code: string) => boolean } = {},
): Mistake[] {
  const { subject } = looked;
  if (subject.baseline.account.status === 'failed') return [];
  return RULES.filter(({ code }) => options.isOff?.(code) !== true)
    .flatMap((rule) => rule.find(looked))
    .filter(({ code, file, line }) => !isIgnored(subject.read(file) ?? '', line, code))
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
}
