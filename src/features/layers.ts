/** The modules of a model by the lines that make them, each with everything in it. All sizes are bytes. */
import type { Account, ModuleAccount, SavedBy } from '../ledger/account';
import type { TensorShape } from '../ledger/outputs';

/** The figures of a module with all that is in it. */
export interface LayerTotals {
  parameters: { count: number; bytes: number };
  buffers: number;
  saved: { bytes: number; by: SavedBy[] };
  peak: number;
}

/** A module and those in it. */
export interface LayerNode extends LayerTotals {
  module: ModuleAccount;
  children: LayerNode[];
}

/** All modules that one line makes. */
export interface LayerGroup extends LayerTotals {
  file: string;
  line: number;
  /** The outermost ones. */
  nodes: LayerNode[];
  /** How often they ran, all together. */
  executions: number;
  output: TensorShape[];
}

const trees = new WeakMap<Account, LayerNode | undefined>();
const groups = new WeakMap<Account, LayerGroup[]>();

export function placeKey(file: string, line: number): string {
  return `${file}:${line}`;
}

/** The modules as a tree; undefined where no model was built. */
export function layerTree(account: Account): LayerNode | undefined {
  if (trees.has(account)) return trees.get(account);
  const nodes = new Map<string, LayerNode>();
  let root: LayerNode | undefined;
  for (const module of account.modules) {
    const { path, parameters, buffers, saved_bytes, saved_by, peak_bytes } = module;
    const node: LayerNode = {
      module,
      children: [],
      parameters: { ...parameters },
      buffers: buffers.bytes,
      saved: { bytes: saved_bytes, by: saved_by.map((each) => ({ ...each })) },
      peak: peak_bytes,
    };
    nodes.set(path, node);
    const parent = path === '' ? undefined : nodes.get(path.slice(0, Math.max(0, path.lastIndexOf('.'))));
    if (parent === undefined) root ??= node;
    else parent.children.push(node);
  }
  if (root !== undefined) addChildren(root);
  trees.set(account, root);
  return root;
}

function addChildren(node: LayerNode): void {
  for (const child of node.children) {
    addChildren(child);
    addTotals(node, child);
  }
}

function addTotals(to: LayerTotals, from: LayerTotals): void {
  to.parameters.count += from.parameters.count;
  to.parameters.bytes += from.parameters.bytes;
  to.buffers += from.buffers;
  to.saved.bytes += from.saved.bytes;
  to.peak += from.peak;
  for (const { operator, bytes } of from.saved.by) {
    const known = to.saved.by.find((each) => each.operator === operator);
    if (known === undefined) to.saved.by.push({ operator, bytes });
    else known.bytes += bytes;
  }
  to.saved.by.sort((a, b) => b.bytes - a.bytes);
}

/** The layers by the line that makes them, the model itself left out. */
export function layerGroups(account: Account): LayerGroup[] {
  const known = groups.get(account);
  if (known !== undefined) return known;
  const byPlace = new Map<string, LayerGroup>();
  const visit = (node: LayerNode, above: ReadonlySet<string>): void => {
    const { path, file, line } = node.module;
    const key = file === null || line === null ? '' : placeKey(file, line);
    let inside = above;
    if (path !== '' && key !== '' && !above.has(key)) {
      addToGroup(byPlace, key, node);
      inside = new Set([...above, key]);
    }
    for (const child of node.children) visit(child, inside);
  };
  const root = layerTree(account);
  if (root !== undefined) visit(root, new Set());
  const found = [...byPlace.values()];
  groups.set(account, found);
  return found;
}

function addToGroup(byPlace: Map<string, LayerGroup>, key: string, node: LayerNode): void {
  let group = byPlace.get(key);
  if (group === undefined) {
    group = {
      file: node.module.file!,
      line: node.module.line!,
      nodes: [],
      executions: 0,
      output: [],
      parameters: { count: 0, bytes: 0 },
      buffers: 0,
      saved: { bytes: 0, by: [] },
      peak: 0,
    };
    byPlace.set(key, group);
  }
  group.nodes.push(node);
  addTotals(group, node);
  group.executions += executionsOf(node);
  const output = node.module.output;
  if (output.length > 0) group.output = output;
}

/** How often a module ran; a container that is never called ran as often as what it holds. */
function executionsOf(node: LayerNode): number {
  const { calls, file, line } = node.module;
  if (calls > 0) return calls;
  const inner = node.children.filter((child) => child.module.file === file && child.module.line === line);
  return inner.reduce((total, child) => total + executionsOf(child), 0);
}

/** The shape of a tensor: `float32 [4, 1024, 768]`. */
export function describeShape({ shape, dtype }: TensorShape): string {
  return `${dtype} [${shape.join(', ')}]`;
}
