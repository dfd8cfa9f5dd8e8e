/** What a rule is: one mistake that costs memory, found by what a run shows. */
import type { Finding as Looked } from '../finding';
import type { SourceEdit } from '../action';
import type { SourcePlace } from '../../ledger/places';

/** The codes of rules, as settings, comments and the pages in docs/rules/ name them. */
export const RULE_CODES = [
  'graph-kept',
  'evaluation-graph',
  'checkpoint-useless',
  'attention-weights',
  'broadcast-giant',
  'view-pins-storage',
  'frozen-still-saves',
] as const;

export type RuleCode = (typeof RULE_CODES)[number];

/** One mistake at one place. */
export interface Mistake extends SourcePlace {
  code: RuleCode;
  /** What is wrong and what to do, as one or two sentences. */
  message: string;
  /** The part of the line that is meant; without it, all of it. Columns from 0, in lines from 1. */
  span?: { line: number; col: number; endLine: number; endCol: number };
  /** The edit that mends it. */
  fix?: { title: string; edits: SourceEdit[] };
}

export interface Rule {
  code: RuleCode;
  /** Whether it runs the model again, which takes as long as the run. */
  runs: boolean;
  find(looked: Looked): Mistake[];
}

/** What is not worth a word. */
export const LEAST_BYTES = 2 ** 20;

/** The first place of a stack in a file that may be edited: libraries are not the user's mistake. */
export function ownPlace({ subject }: Looked, stack: readonly SourcePlace[]): SourcePlace | undefined {
  return stack[0] !== undefined && subject.isOwn(stack[0].file) ? stack[0] : undefined;
}
