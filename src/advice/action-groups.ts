/** The actions on a subject in groups, of which a plan takes one way each. */
import type { Action } from './action';
import { findActions } from './find';
import type { Finding } from './finding';
import { blockLoops, checkpointBlocks, type BlockLoop } from './find-checkpoint';

/** One way of a group. */
export interface Way {
  actions: readonly Action[];
}

/** A group of actions that exclude each other, the preferred first; or the loops whose blocks can be chosen. */
export interface Group {
  name: string;
  ways: readonly Way[];
  /** Present where the ways are all choices of blocks. */
  loops?: readonly BlockLoop[];
  /** Whether each way takes no more memory than the one before it. */
  isOrdered: boolean;
  /** The ways of which one takes less than each of the others, where they are known. */
  floor: readonly Way[] | undefined;
}

/** The groups of a subject's actions. */
export function groupsOf(finding: Finding): Group[] {
  const loops = blockLoops(finding);
  const chosen = new Set(loops.map(({ file, site }) => `checkpoint ${file}:${site.line}`));
  const byName = new Map<string, Action[]>();
  for (const action of findActions(finding.subject, finding)) {
    if (!action.applies || chosen.has(action.group)) continue;
    // Of two dtypes of one size the one that needs no scaling is enough.
    if (action.id === 'precision amp-fp16' && byName.get(action.group)?.[0]?.id === 'precision amp-bf16')
      continue;
    byName.set(action.group, [...(byName.get(action.group) ?? []), action]);
  }
  const groups: Group[] = [...byName].map(([name, actions]) => ({
    name,
    ways: actions.map((action) => ({ actions: [action] })),
    isOrdered: name === 'micro-batch',
    floor: floorOf(actions),
  }));
  if (loops.length > 0)
    groups.push({
      name: 'blocks',
      ways: [{ actions: loops.map((loop) => checkpointBlocks(loop, everyBlock(loop))) }],
      loops,
      isOrdered: false,
      floor: undefined,
    });
  const rank = ({ ways }: Group): number => Math.max(...ways[0]!.actions.map(({ keeps }) => RANK[keeps]));
  return groups.sort((a, b) => rank(a) - rank(b));
}

/** Of optimizers the one that keeps nothing and the one that needs no gradients: none of the others takes less than both. */
function floorOf(actions: readonly Action[]): Way[] | undefined {
  const least = actions.filter(({ id }) => /^optimizer (plain SGD|in backward)/.test(id));
  return least.length === 0 || actions.length === 1
    ? undefined
    : least.map((action) => ({ actions: [action] }));
}

/** How many of some actions change the training; more GPUs count as the most that is worth telling and one more. */
export function changesOf(actions: readonly Action[]): number {
  return actions
    .filter(({ keeps }) => keeps === 'training')
    .reduce((total, { kind }) => total + (kind === 'sharding' ? 3 : 1), 0);
}

/** Every block of a loop, by its number. */
export function everyBlock({ blocks }: BlockLoop): number[] {
  return blocks.map((_, i) => i);
}

const RANK = { results: 0, mathematics: 1, training: 2 } as const;

/** Every choice of so many items. */
export function* subsets<T>(items: readonly T[], size: number, from = 0): IterableIterator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= items.length - size; i++)
    for (const rest of subsets(items, size - 1, i + 1)) yield [items[i]!, ...rest];
}

/** Every choice of one item of each list. */
export function* products<T>(lists: readonly (readonly T[])[]): IterableIterator<T[]> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const item of first) for (const others of products(rest)) yield [item, ...others];
}
