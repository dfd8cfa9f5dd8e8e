/**
 * What would make a step fit: the cheapest sets of actions whose process total stays within a limit.
 *
 * Actions come in groups, of which each gives one way to go (`micro-batch`: 2, 4, 8, … parts; the blocks of a loop: which of them to
 * checkpoint). A set of groups is told if it can make the step fit and no part of it can; of its ways that fit, the first in the groups' order of
 * preference, of blocks the choice with the least computation. The plans that change nothing of the training come first, then those with less
 * computation. Every plan that is told was run with all its steps.
 *
 * Runs of the search are short ones. A set is not run where a run of a part of it shows that too much would be left even if every account that
 * the other actions aim at were empty, nor where it changes more of the training than a plan that was found and one more, nor, when there is a
 * choice of plans, where it cannot be cheaper than the cheapest.
 */
import { combine, type Action, type Change } from './action';
import { cheaperChoices, chooseBlocks, predictPeak, type Choice } from './choose-blocks';
import { evaluateChange, figuresOf, type Evaluation, type Figures } from './evaluate';
import { changesOf, everyBlock, groupsOf, products, subsets, type Group, type Way } from './action-groups';
import { findingOf, type Finding } from './finding';
import { blocksIn, checkpointBlocks, type BlockLoop } from './find-checkpoint';
import { RunModules } from './run-modules';
import { Remainder } from './remainder';
import { cutStep, type Cut } from './segments';
import type { Effort, Outcome, Subject } from './subject';

export interface FitOptions {
  /** Bytes that the process may take: the budget without the margin. */
  limit: number;
  /** Milliseconds after which no more runs are begun; what was found until then is told. */
  time?: number;
  /** How many groups a set may have. */
  most?: number;
}

/** A step that takes at least so much of the limit may have too little left for what only a run with all steps shows. */
const LIKELY = 0.95;

/** A set of actions with which the process fits. */
export interface Plan {
  actions: readonly Action[];
  change: Change;
  evaluation: Evaluation;
}

export interface FitResult {
  limit: number;
  before: Figures;
  /** Whether the step fits as it is; then there are no plans. */
  fits: boolean;
  /** The cheapest first. */
  plans: Plan[];
  /** Where nothing fits: what came nearest. */
  nearest: Plan | undefined;
  /** How many runs were made. */
  runs: number;
  milliseconds: number;
  /** Whether all sets were looked at within the time. */
  complete: boolean;
}

/** A run with some actions. */
interface Known {
  ids: ReadonlySet<string>;
  outcome: Outcome;
  /** Whether it was of forward and backward alone. */
  once: boolean;
  left: Remainder | undefined;
}

/** Finds the cheapest sets of actions. */
export function fit(subject: Subject, options: FitOptions): FitResult {
  return new Fit(subject, options).search();
}

class Fit {
  private readonly start: number;
  private runs = 0;
  private stopped = false;
  private nearest: Plan | undefined;
  /** More changes of the training than this are not worth telling. */
  private mostChanges = Infinity;
  private readonly finding: Finding;
  /** What runs leave, by the actions that they were made with. */
  private readonly remainders: Known[] = [];
  /** What was run with all steps, by its actions. */
  private readonly whole = new Map<string, Plan>();

  constructor(
    private readonly subject: Subject,
    private readonly options: FitOptions,
  ) {
    this.start = subject.now();
    this.finding = findingOf(subject);
    this.remainders.push({ ids: new Set(), outcome: subject.baseline, once: false, left: undefined });
  }

  search(): FitResult {
    const { limit } = this.options;
    const { account } = this.subject.baseline;
    const before = figuresOf(account);
    const fits = account.status !== 'failed' && before.process <= limit;
    const plans: Plan[] = [];
    if (!fits && account.status !== 'failed') {
      const groups = groupsOf(this.finding);
      const onOneDevice = groups.filter(({ name }) => name !== 'sharding');
      this.look(onOneDevice, () => true, plans);
      // More devices are told of only where one is not enough.
      if (plans.length === 0 && onOneDevice.length < groups.length)
        this.look(groups, (set) => set.some(({ name }) => name === 'sharding'), plans);
    }
    plans.sort(compare);
    return {
      limit,
      before,
      fits,
      plans,
      nearest: plans.length > 0 || fits ? undefined : this.nearest,
      runs: this.runs,
      milliseconds: this.subject.now() - this.start,
      complete: !this.stopped,
    };
  }

  /** Looks at sets of some groups, the small ones first. */
  private look(groups: readonly Group[], isMeant: (set: Group[]) => boolean, plans: Plan[]): void {
    const found: Group[][] = [];
    for (let size = 1; size <= (this.options.most ?? 3) && !this.stopped; size++) {
      for (const set of this.promising([...subsets(groups, size)].filter(isMeant))) {
        if (found.some((smaller) => smaller.every((group) => set.includes(group)))) continue;
        const plan = this.confirmed(this.cheapest(set));
        if (plan !== undefined) {
          found.push(set);
          plans.push(plan);
          this.mostChanges = Math.min(this.mostChanges, changesOf(plan.actions) + 1);
        }
        if (this.stopped) break;
      }
      if (plans.length < ENOUGH) continue;
      // Larger sets are looked at only if they may be cheaper than the cheapest.
      const [best] = [...plans].sort(compare);
      this.mostChanges = Math.min(this.mostChanges, changesOf(best!.actions));
      if (this.mostChanges === 0 && best!.evaluation.extraCompute <= 0) break;
    }
  }

  /** Sets in the order in which they are looked at: first those whose groups save most by themselves, as far as runs have shown. */
  private promising(sets: Iterable<Group[]>): Group[][] {
    const before = this.subject.baseline.account.process.bytes;
    const saved = new Map<Group, number>();
    const savedBy = (group: Group): number => {
      let most = saved.get(group);
      if (most === undefined) {
        const own = new Set(group.ways.flatMap(({ actions }) => actions.map(({ id }) => id)));
        const totals = this.remainders
          .filter(({ ids, once }) => !once && ids.size > 0 && [...ids].every((id) => own.has(id)))
          .map(({ outcome }) => before - outcome.account.process.bytes);
        const actions = group.ways.flatMap((way) => way.actions);
        most =
          totals.length > 0 ? Math.max(...totals) : before - this.leftWithout(this.remainders[0]!, actions);
        saved.set(group, most);
      }
      return most;
    };
    const total = (set: Group[]): number => set.reduce((sum, group) => sum + savedBy(group), 0);
    return [...sets]
      .map((set) => ({ set, total: total(set) }))
      .sort((a, b) => b.total - a.total)
      .map(({ set }) => set);
  }

  private leftWithout(known: Known, actions: readonly Action[]): number {
    known.left ??= new Remainder(known.outcome);
    return known.left.without(actions);
  }

  /** A plan as all its steps show it, if it still fits. */
  private confirmed(plan: Plan | undefined): Plan | undefined {
    const whole = plan && this.run(plan.actions, 'full');
    return whole !== undefined && this.isWithin(whole) ? whole : undefined;
  }

  /** The first plan with one way of each of some groups, in the groups' order of preference; of blocks, the choice of least computation. */
  private cheapest(set: readonly Group[]): Plan | undefined {
    const loops = set.find((group) => group.loops !== undefined)?.loops;
    const ordered = set.find((group) => group.isOrdered);
    const others = set.filter((group) => group.loops === undefined && group !== ordered);
    const blocks = (loops ?? []).map((loop) => checkpointBlocks(loop, everyBlock(loop)));
    const ofOrdered = ordered?.ways.flatMap((way) => way.actions) ?? [];
    const either = others.flatMap((group) => group.ways.flatMap((way) => way.actions));
    if (!this.mayFit(blocks, [...either, ...ofOrdered])) return undefined;
    const first = (lists: readonly (readonly Way[])[], mostChanges: number): Plan | undefined => {
      for (const ways of products(lists)) {
        const actions = ways.flatMap((way) => way.actions);
        if (changesOf(actions) > mostChanges) continue;
        if (!this.mayFit([...actions, ...blocks], ofOrdered)) continue;
        const chosen = ordered === undefined ? [] : this.firstWay(ordered, [...actions, ...blocks]);
        if (chosen === undefined) continue;
        const rest = [...chosen, ...actions];
        const plan = loops === undefined ? this.run(rest) : this.cheapestBlocks(rest, loops);
        if (plan !== undefined && this.isWithin(plan)) return plan;
        if (this.stopped) break;
      }
      return undefined;
    };
    const leastChanges = others.map(({ ways }) => Math.min(...ways.map((way) => changesOf(way.actions))));
    if (leastChanges.reduce((total, each) => total + each, 0) > this.mostChanges) return undefined;
    if (others.some(({ floor }) => floor !== undefined)) {
      const least = first(
        others.map(({ ways, floor }) => floor ?? ways),
        Infinity,
      );
      if (least === undefined) return undefined;
    }
    return first(
      others.map(({ ways }) => ways),
      this.mostChanges,
    );
  }

  /** The first way of a group of which each takes less than the one before, with which some actions fit. */
  private firstWay({ ways }: Group, actions: readonly Action[]): readonly Action[] | undefined {
    const { limit } = this.options;
    const leastOf = this.leastInParts(actions);
    const least = ways.map((way) => leastOf(way.actions));
    // What takes too much even so is none of them; the first of the others is most often the one.
    let low = least.findIndex((bytes) => bytes <= limit);
    if (low < 0) return undefined;
    let high = ways.length;
    let next = low;
    while (low < high && !this.stopped) {
      // Where it is likely to fit, the run that tells it is one with all steps, which a plan needs anyway.
      const effort = least[next]! > 0 && least[next]! < LIKELY * limit ? 'full' : 'quick';
      const plan = this.run([...ways[next]!.actions, ...actions], effort);
      if (plan !== undefined && this.isWithin(plan)) high = next;
      else low = next + 1;
      // What one way took beyond its least tells what the others may take.
      const beyond = plan === undefined ? NaN : plan.evaluation.after.process / least[next]!;
      const expected = least.findIndex((bytes, i) => i >= low && i < high && bytes * beyond <= limit);
      next = expected < 0 ? (low + high) >> 1 : expected;
    }
    return ways[low]?.actions;
  }

  /**
   * Bytes that the process takes at least with some actions and micro-batches: what depends on the batch is so much smaller, and the gradients
   * are there throughout. 0 where no run tells.
   */
  private leastInParts(actions: readonly Action[]): (micro: readonly Action[]) => number {
    const { target, baseline } = this.subject;
    const known = this.remainders.find(
      ({ ids, once }) => !once && ids.size === actions.length && actions.every(({ id }) => ids.has(id)),
    );
    if (target === undefined || known === undefined) return () => 0;
    const left = (known.left ??= new Remainder(known.outcome));
    return (micro) => {
      const parts =
        Math.max(...micro.map(({ change }) => change.setting.accumulate ?? 0)) / target.accumulate;
      return left.scaled(1 / parts, baseline.account.gradients.bytes);
    };
  }

  /** The cheapest choice of blocks with some other actions. */
  private cheapestBlocks(others: readonly Action[], loops: readonly BlockLoop[]): Plan | undefined {
    const withEvery = [...others, ...loops.map((loop) => checkpointBlocks(loop, everyBlock(loop)))];
    const base = others.length === 0 ? this.subject.baseline : this.run(others)?.evaluation.outcome;
    // The optimizer has no part in what is measured.
    const measured = withEvery.filter(({ kind }) => kind !== 'optimizer');
    const change = combine(measured);
    if (base === undefined || change === undefined) return undefined;
    this.runs++;
    const full = this.subject.run(change, 'once');
    this.remember(measured, full, true);
    const cuts = full.account.status === 'failed' ? undefined : this.cuts(base, full, loops);
    const within = (plan: Plan | undefined): Plan | undefined =>
      plan !== undefined && this.isWithin(plan) ? plan : undefined;
    if (cuts === undefined) return this.fewestFirst(others, loops);
    const { context } = base.account.process;
    const room = this.options.limit - context;
    // What is reserved beyond what tensors ask for is known only by a run: first that of all blocks, then what the last run showed.
    let slack = full.account.process.bytes - context - full.account.peak.requested;
    let best: Plan | undefined;
    let flops = Infinity;
    const tried = new Set<string>();
    // What an attempt showed is so near to what the next one shows that this is run with all steps, which a plan needs anyway.
    const attempt = ({ chosen, peak, flops: cost }: Choice): boolean => {
      const effort = tried.size > 0 && best === undefined ? 'full' : 'quick';
      tried.add(chosen.join(' '));
      const plan = this.run([...others, ...this.blockActions(chosen, loops, cuts.order)], effort);
      if (plan === undefined) return false;
      const shown = plan.evaluation.after.process - context - peak;
      if (!this.isWithin(plan)) {
        slack = Math.max(slack + 512, shown);
        return false;
      }
      slack = Math.min(slack, shown);
      if (best === undefined || compare(plan, best) < 0) best = plan;
      flops = Math.min(flops, cost);
      return true;
    };
    for (let i = 0; i < MOST_ATTEMPTS && !this.stopped; i++) {
      const choice = chooseBlocks(cuts.plain, cuts.full, room - slack);
      if (choice === undefined || choice.chosen.length === 0 || choice.flops >= flops) break;
      if (tried.has(choice.chosen.join(' '))) break;
      attempt(choice);
    }
    // Of few blocks every cheaper choice that may fit is tried: how much is reserved depends on the order of sizes.
    for (const choice of cheaperChoices(cuts.plain, cuts.full, room, flops))
      if (this.stopped || (!tried.has(choice.chosen.join(' ')) && attempt(choice))) break;
    return (
      best ??
      (predictPeak(
        cuts.plain,
        cuts.full,
        cuts.order.map((_, i) => i),
      ) > room
        ? undefined
        : within(this.run(withEvery)))
    );
  }

  /** The fewest of the first blocks that make it fit, found by runs alone. */
  private fewestFirst(others: readonly Action[], loops: readonly BlockLoop[]): Plan | undefined {
    const order = loops.flatMap(({ blocks }, loop) => blocks.map((_, block) => ({ loop, block })));
    let [low, high] = [1, order.length];
    let best: Plan | undefined;
    while (low <= high && !this.stopped) {
      // All of them first: most often that is not enough, or nearly all are needed.
      const count = best === undefined ? high : (low + high) >> 1;
      const chosen = order.slice(0, count).map((_, i) => i);
      const plan = this.run([...others, ...this.blockActions(chosen, loops, order)]);
      if (plan !== undefined && this.isWithin(plan)) {
        best = plan;
        high = count - 1;
      } else if (best === undefined) return undefined;
      else low = count + 1;
    }
    return best;
  }

  /** The two measurements, the blocks of all loops in the order in which they ran. */
  private cuts(
    base: Outcome,
    full: Outcome,
    loops: readonly BlockLoop[],
  ): { plain: Cut; full: Cut; order: { loop: number; block: number }[] } | undefined {
    const order = loops.flatMap(({ blocks }, loop) => blocks.map((_, block) => ({ loop, block })));
    const cut = (outcome: Outcome): Cut | undefined => {
      const modules = new RunModules(outcome.record);
      const found = loops.map(({ file, site }) => blocksIn(modules, file, site));
      const blocks = order.flatMap(({ loop, block }) => found[loop]?.[block] ?? []);
      return blocks.length < order.length ? undefined : cutStep(outcome.record, blocks);
    };
    const plain = cut(base);
    const whole = plain && cut(full);
    return plain === undefined || whole === undefined ? undefined : { plain, full: whole, order };
  }

  private blockActions(
    chosen: readonly number[],
    loops: readonly BlockLoop[],
    order: readonly { loop: number; block: number }[],
  ): Action[] {
    return loops.flatMap((loop, i) => {
      const own = chosen.filter((index) => order[index]!.loop === i).map((index) => order[index]!.block);
      return own.length === 0 ? [] : [checkpointBlocks(loop, own)];
    });
  }

  /**
   * Whether `certain` actions, and some of the `possible` ones, aim at accounts that hold enough, in the runs with some of the certain ones:
   * what they do not aim at stays. Of a loop's blocks all stand for any choice, which leaves no less.
   */
  private mayFit(certain: readonly Action[], possible: readonly Action[]): boolean {
    const ids = new Set(certain.map(({ id }) => id));
    for (const known of this.remainders) {
      if (![...known.ids].every((id) => ids.has(id))) continue;
      const others = certain.filter(({ id }) => !known.ids.has(id));
      if (this.leftWithout(known, [...others, ...possible]) > this.options.limit) return false;
    }
    return true;
  }

  private run(actions: readonly Action[], effort: Effort = 'quick'): Plan | undefined {
    const { time } = this.options;
    if (time !== undefined && this.subject.now() - this.start > time) {
      this.stopped = true;
      return undefined;
    }
    const change = combine(actions);
    if (change === undefined) return undefined;
    const known = effort === 'quick' ? this.whole.get(nameOf(actions)) : undefined;
    if (known !== undefined) return known;
    if (effort === 'quick' && !this.forwardFits(actions, change)) return undefined;
    this.runs++;
    const evaluation = evaluateChange(this.subject, actions, change, effort);
    if (evaluation.error !== undefined) return undefined;
    this.remember(actions, evaluation.outcome);
    const plan = { actions, change, evaluation };
    if (effort === 'full') this.whole.set(nameOf(actions), plan);
    if (this.nearest === undefined || evaluation.after.process < this.nearest.evaluation.after.process)
      this.nearest = plan;
    return plan;
  }

  /**
   * Whether the forward alone fits, where that may tell enough: it takes less than half of what a step takes, and what an optimizer keeps of
   * each element of a parameter is there too.
   */
  private forwardFits(actions: readonly Action[], change: Change): boolean {
    const { subject } = this;
    if (subject.target?.mode !== 'train' || !actions.some(({ id }) => FORWARD_TELLS.test(id))) return true;
    this.runs++;
    const { account, record } = subject.run(change, 'forward');
    if (account.status === 'failed') return false;
    const { optimizer_state, parameters } = subject.baseline.account;
    const perByte = optimizer_state.bytes / parameters.trainable_bytes;
    const isKept = Number.isInteger(perByte) && !actions.some(({ kind }) => kind === 'optimizer');
    const kept = isKept && subject.target.steps > 1 ? perByte * account.parameters.trainable_bytes : 0;
    const peak = record.recorder.timeline.peak('requested', record.lastMicroBatch).bytes;
    return account.process.context + peak + kept <= this.options.limit;
  }

  private remember(actions: readonly Action[], outcome: Outcome, once = false): void {
    if (outcome.account.status !== 'failed')
      this.remainders.push({ ids: new Set(actions.map(({ id }) => id)), outcome, once, left: undefined });
  }

  private isWithin({ evaluation }: Plan): boolean {
    return evaluation.after.process <= this.options.limit;
  }
}

function nameOf(actions: readonly Action[]): string {
  return actions.map(({ id }) => id).join();
}

/** Below zero where `a` is cheaper. */
function compare(a: Plan, b: Plan): number {
  const compute = (plan: Plan): number => Math.round(1e6 * plan.evaluation.extraCompute);
  return (
    changesOf(a.actions) - changesOf(b.actions) ||
    compute(a) - compute(b) ||
    a.actions.length - b.actions.length ||
    b.evaluation.after.process - a.evaluation.after.process
  );
}

/** So many plans are a choice. */
const ENOUGH = 3;

/** What changes which tensors there are, so that the runs without it tell little. */
const FORWARD_TELLS = /^(precision amp|adapter)/;

/** How often the choice of blocks is made again with what the last run showed. */
const MOST_ATTEMPTS = 6;
