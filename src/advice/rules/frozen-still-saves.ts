/** Frozen layers that save for backward all the same, since something small before them trains. */
import { formatBytes, formatCount } from '../../ledger/account';
import type { Finding } from '../finding';
import { ownTensors, withDescendants, type RunModule } from '../run-modules';
import { LEAST_BYTES, type Mistake, type Rule } from './rule';

/** Of the model's parameters: what trains before the frozen part may be no more, or it trains on purpose. */
const SMALL = 0.05;
/** Of what is saved: less is no matter. */
const WORTH = 0.2;

export const frozenStillSaves: Rule = {
  code: 'frozen-still-saves',
  runs: false,
  find(looked) {
    const { account } = looked.subject.baseline;
    if (account.saved.bytes === 0 || account.parameters.trainable_count === account.parameters.count)
      return [];
    const order = leavesInOrder(looked);
    const first = order.findIndex(({ frozen }) => frozen > 0);
    const last = order.reduce((at, { frozen }, i) => (frozen > 0 ? i : at), -1);
    if (first < 0) return [];
    // Adapters among frozen layers train there on purpose.
    if (order.slice(first, last + 1).some(({ trainable }) => trainable > 0)) return [];
    const before = order.slice(0, first).filter(({ trainable }) => trainable > 0);
    const count = before.reduce((sum, { trainable }) => sum + trainable, 0);
    if (count === 0 || count > SMALL * account.parameters.count) return [];
    const saved = order.slice(first, last + 1).reduce((sum, each) => sum + each.saved, 0);
    if (saved < LEAST_BYTES || saved < WORTH * account.saved.bytes) return [];
    const { path, module } = before[0]!;
    const at = module.construction;
    if (at === undefined || !looked.subject.isOwn(at.file)) return [];
    const others = before.length > 1 ? ` and ${before.length - 1} more` : '';
    const mistake: Mistake = {
      code: 'frozen-still-saves',
      ...at,
      message: `The frozen layers after \`${path}\` still save ${formatBytes(saved)} for backward, because \`${path}\`${others} (${formatCount(count)} parameters) trains before them. Frozen too, nothing of it is saved.`,
    };
    return [mistake];
  },
};

interface Leaf {
  path: string;
  module: RunModule;
  frozen: number;
  trainable: number;
  saved: number;
}

/** The modules with parameters of their own, in the order in which they ran. */
function leavesInOrder({ subject, modules }: Finding): Leaf[] {
  const { recorder, modules: named } = subject.baseline.record;
  const saved = new Map(subject.baseline.account.modules.map((each) => [each.path, each.saved_bytes]));
  const leaves: { leaf: Leaf; number: number }[] = [];
  for (const { path, module: object } of named) {
    const module = modules.of(object);
    if (module === undefined || module.calls === 0) continue;
    const leaf: Leaf = { path, module, frozen: 0, trainable: 0, saved: saved.get(path) ?? 0 };
    for (const tensor of ownTensors(module, '_parameters').values()) {
      const count = tensor.sizes.reduce((product, size) => product * size, 1);
      if (tensor.requiresGrad) leaf.trainable += count;
      else leaf.frozen += count;
    }
    const isLeaf = withDescendants(module).length === 1;
    if (isLeaf || leaf.frozen + leaf.trainable > 0) leaves.push({ leaf, number: module.number });
  }
  const order = recorder.modulesInOrder();
  return leaves
    .sort((a, b) => (order.get(a.number) ?? 0) - (order.get(b.number) ?? 0))
    .map(({ leaf }) => leaf);
}
