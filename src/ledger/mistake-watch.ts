/**
 * What a run shows of memory mistakes, besides what the timeline has: graphs that outlive their step, forward passes whose graph nobody
 * used, results that grew by broadcasting, and small views that hold large storages. It samples: whether an object is alive is asked
 * when a later pass or backward begins, so that a run pays for a few objects per pass only.
 */
import { PyDict } from '../python/dict';
import type { PyObject } from '../python/heap';
import { PyInstance } from '../python/objects';
import type { Node } from '../torch/autograd/node';
import type { Sizes } from '../torch/shape';
import { Tensor, type Storage } from '../torch/tensor';

/** Graphs of earlier steps that are alive at once. */
export interface KeptGraphs {
  /** The place that made the kept results. */
  place: number;
  /** The most that were alive at once. */
  count: number;
  kind: 'loss' | 'output';
}

/** Forward passes in evaluation mode that recorded a graph which no backward used. */
export interface UnusedGraphs {
  /** The place of the model's call. */
  place: number;
  count: number;
  /** What the graph of one pass saved, in bytes. */
  saved: number;
}

/** An elementwise result that is larger than both of its operands. */
export interface Broadcast {
  place: number;
  operator: string;
  shapes: readonly [Sizes, Sizes];
  result: Sizes;
  bytes: number;
  count: number;
}

/** Storages of which only small views are left. */
export interface PinnedStorages {
  place: number;
  /** The most at once. */
  count: number;
  /** Of one storage, and what its views show of it; bytes. */
  bytes: number;
  shown: number;
}

interface Root {
  node: Node;
  place: number;
  kind: 'loss' | 'output';
  /** Backwards and passes that had begun before. */
  backwards: number;
  pass: number;
}

interface Pass {
  node: Node;
  place: number;
  saved: number;
}

interface SmallView {
  tensor: Tensor;
  place: number;
  pass: number;
}

/** Steps that a graph must outlive, and graphs that must be alive: a variable of the loop holds one or two of them rightly. */
const FEWEST = 3;
/** A storage that is worth speaking of, and how much larger than its view it is. */
const LARGE = 2 ** 20;
const TIMES_LARGER = 8;
/** Views that are watched at once; a program that makes more has other troubles. */
const MOST_VIEWS = 4096;

/** What the watch asks of the recorder. */
export interface WatchedRun {
  /** The place where the machine is. */
  place(): number;
  /** What the graph holds, in bytes. */
  savedBytes(): number;
}

export class MistakeWatch {
  readonly keptGraphs = new Map<number, KeptGraphs>();
  readonly unusedGraphs = new Map<number, UnusedGraphs>();
  readonly broadcasts = new Map<number, Broadcast>();
  readonly pinnedStorages = new Map<number, PinnedStorages>();

  private backwards = 0;
  private passes = 0;
  private roots: Root[] = [];
  /** Evaluation passes whose graph no backward has come to, by their root. */
  private readonly open = new Map<Node, Pass>();
  private views: SmallView[] = [];

  constructor(private readonly run: WatchedRun) {}

  /** A backward begins at these nodes. */
  backwardBegins(nodes: readonly Node[]): void {
    this.backwards++;
    this.sampleRoots();
    const place = this.run.place();
    for (const node of nodes) {
      // The place of the loss, not that of `backward()`.
      const root: Root = {
        node,
        place: node.site === 0 ? place : node.site,
        kind: 'loss',
        backwards: this.backwards,
        pass: this.passes,
      };
      this.roots.push(root);
    }
  }

  /** A node is run by a backward. */
  nodeRan(node: Node): void {
    if (this.open.size > 0) this.open.delete(node);
  }

  /** The outermost module's call returns. */
  passEnds(module: PyObject, result: readonly Tensor[], place: number, recordsGraph: boolean): void {
    if (!hasWeights(module)) return;
    this.passes++;
    this.sampleRoots();
    this.samplePasses();
    // Ever rarer, since each looks at all views.
    if ((this.passes & (this.passes - 1)) === 0) this.sampleViews();
    const isEvaluation =
      recordsGraph && module instanceof PyInstance && module.attrs.getStr('training') === false;
    for (const { gradFn } of result) {
      if (gradFn === null) continue;
      this.roots.push({
        node: gradFn,
        place,
        kind: 'output',
        backwards: this.backwards,
        pass: this.passes,
      });
      if (isEvaluation) {
        const known = this.unusedGraphs.get(place);
        this.open.set(gradFn, { node: gradFn, place, saved: known?.saved ?? this.run.savedBytes() });
        break;
      }
    }
  }

  /** An operator that Python called gave a tensor. */
  gave(result: Tensor): void {
    const { storage } = result;
    if (storage.nbytes < LARGE || storage.block === null || this.views.length >= MOST_VIEWS) return;
    if (bytesOf(result) * TIMES_LARGER > storage.nbytes) return;
    this.views.push({ tensor: result, place: this.run.place(), pass: this.passes });
  }

  /** Two operands were broadcast against each other so that the result is larger than both. */
  broadcast(operator: string, a: Tensor, b: Tensor, result: Sizes, itemsize: number): void {
    // Ranks that are equal were made so on purpose: `x[:, None] - y[None, :]`.
    if (a.sizes.length === b.sizes.length || !(a.requiresGrad || b.requiresGrad)) return;
    const bytes = itemsize * result.reduce((product, size) => product * size, 1);
    if (bytes < LARGE || bytes < TIMES_LARGER * Math.max(bytesOf(a), bytesOf(b))) return;
    const place = this.run.place();
    const known = this.broadcasts.get(place);
    if (known !== undefined) known.count++;
    else
      this.broadcasts.set(place, {
        place,
        operator,
        shapes: [a.sizes, b.sizes],
        result,
        bytes,
        count: 1,
      });
  }

  /** The run ends. */
  end(): void {
    this.sampleRoots();
    this.samplePasses();
    this.sampleViews();
    for (const pass of this.open.values()) this.isUnused(pass);
    this.open.clear();
    this.roots = [];
    this.views = [];
  }

  private sampleRoots(): void {
    const alive = this.roots.filter(({ node }) => !node.dead);
    this.roots = alive;
    if (alive.length < FEWEST) return;
    const byPlace = new Map<number, Root[]>();
    for (const root of alive) {
      // A root that waits for its backward is not of an earlier step.
      if (this.backwards - root.backwards < FEWEST) continue;
      const list = byPlace.get(root.place);
      if (list === undefined) byPlace.set(root.place, [root]);
      else list.push(root);
    }
    for (const [place, roots] of byPlace) {
      // Of several steps: what one pass or one step gave, and a list kept, does not grow.
      if (new Set(roots.map(({ pass }) => pass)).size < FEWEST) continue;
      if (new Set(roots.map(({ backwards }) => backwards)).size < FEWEST) continue;
      const known = this.keptGraphs.get(place);
      if (known === undefined)
        this.keptGraphs.set(place, { place, count: roots.length, kind: roots[0]!.kind });
      else known.count = Math.max(known.count, roots.length);
    }
  }

  private samplePasses(): void {
    for (const [node, pass] of this.open) {
      if (!node.dead) continue;
      this.open.delete(node);
      this.isUnused(pass);
    }
  }

  private isUnused({ place, saved }: Pass): void {
    const known = this.unusedGraphs.get(place);
    if (known === undefined) this.unusedGraphs.set(place, { place, count: 1, saved });
    else known.count++;
  }

  private sampleViews(): void {
    this.views = this.views.filter(({ tensor }) => !tensor.dead && tensor.storage.block !== null);
    const byStorage = new Map<Storage, SmallView[]>();
    for (const view of this.views) {
      const { storage } = view.tensor;
      const list = byStorage.get(storage);
      if (list === undefined) byStorage.set(storage, [view]);
      else list.push(view);
    }
    const pinned = new Map<number, { views: SmallView[]; storages: number; bytes: number; shown: number }>();
    for (const [storage, views] of byStorage) {
      const [first] = views;
      if (isHeldByOthers(storage, views)) continue;
      const shown = views.reduce((sum, { tensor }) => sum + bytesOf(tensor), 0);
      if (shown * TIMES_LARGER > storage.nbytes) continue;
      const at = pinned.get(first!.place) ?? { views: [], storages: 0, bytes: storage.nbytes, shown };
      at.views.push(...views);
      at.storages++;
      pinned.set(first!.place, at);
    }
    for (const [place, { views, storages, bytes, shown }] of pinned) {
      if (storages < FEWEST || new Set(views.map(({ pass }) => pass)).size < FEWEST) continue;
      const known = this.pinnedStorages.get(place);
      if (known === undefined || known.count < storages)
        this.pinnedStorages.set(place, { place, count: storages, bytes, shown });
    }
  }
}

/** Whether a storage, or the tensor that its views are of, is held by anything but the views. */
function isHeldByOthers(storage: Storage, views: readonly SmallView[]): boolean {
  const bases = new Map<Tensor, number>();
  for (const { tensor } of views)
    if (tensor.base !== null) bases.set(tensor.base, (bases.get(tensor.base) ?? 0) + 1);
  for (const [base, count] of bases) if (base.rc > count) return true;
  return storage.rc > views.length + bases.size;
}

function bytesOf({ sizes, dtype }: Tensor): number {
  return dtype.itemsize * sizes.reduce((product, size) => product * size, 1);
}

/** Whether a module has parameters or modules of its own; a criterion is no pass of a model. */
function hasWeights(module: PyObject): boolean {
  if (!(module instanceof PyInstance)) return false;
  return ['_parameters', '_modules'].some((name) => {
    const dict = module.attrs.getStr(name);
    return dict instanceof PyDict && dict.size > 0;
  });
}
