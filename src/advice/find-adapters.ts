/** Adapters of low rank: the linear layers of a model's blocks frozen, each with a small trained addition. */
import type { Module } from '../python/ast';
import type { Action } from './action';
import { freeName, insertingBefore, moduleName, sourceLines } from './edit';
import type { Finding } from './finding';
import { isA, ownTensors, withDescendants, type RunModule } from './run-modules';
import { callOf } from './syntax';

const RANK = 8;

/** The adapters of a model's entry; none for a script. */
export function adapterActions({ subject, modules }: Finding): Action[] {
  const { target, file } = subject;
  const parsed = target === undefined ? undefined : subject.parse(file);
  if (target?.mode !== 'train' || parsed === undefined || parsed.errors.length > 0 || !subject.isOwn(file))
    return [];
  const model = subject.baseline.record.modules[0]?.module;
  const root = model === undefined ? undefined : modules.of(model);
  const names = root === undefined ? [] : adapted(root);
  if (names.length === 0) return [];
  const { module, source } = parsed;
  const nn = moduleName(module, 'torch.nn', 'nn');
  const layer = freeName(module, 'LowRank');
  const wrap = freeName(module, 'with_adapters');
  const listed = names.map((name) => JSON.stringify(name)).join(', ') + (names.length === 1 ? ',' : '');
  const at = endOf(module, sourceLines(source));
  const text = [
    '',
    '',
    `class ${layer}(${nn.name}.Module):`,
    '    """A frozen linear layer with a trained addition of low rank."""',
    '',
    '    def __init__(self, linear, rank):',
    '        super().__init__()',
    '        self.linear = linear',
    `        self.down = ${nn.name}.Linear(linear.in_features, rank, bias=False)`,
    `        self.up = ${nn.name}.Linear(rank, linear.out_features, bias=False)`,
    `        ${nn.name}.init.zeros_(self.up.weight)`,
    '',
    '    def forward(self, x):',
    '        return self.linear(x) + self.up(self.down(x))',
    '',
    '',
    `def ${wrap}(model, names=(${listed}), rank=${RANK}):`,
    '    """The model, frozen but for additions of low rank to its linear layers whose path ends with one of the names."""',
    '    model.requires_grad_(False)',
    '    for path, linear in list(model.named_modules()):',
    `        if isinstance(linear, ${nn.name}.Linear) and any(f".{path}".endswith(f".{name}") for name in names):`,
    '            parent, _, name = path.rpartition(".")',
    `            setattr(model.get_submodule(parent), name, ${layer}(linear, rank))`,
    '    return model',
    '',
  ].join('\n');
  return [
    {
      id: 'adapter low rank',
      kind: 'adapter',
      what: `Train additions of rank ${RANK} to ${names.join(', ')}, the rest frozen`,
      aims: ['gradients', 'optimizer_state', 'saved', 'temporaries'],
      place: undefined,
      change: {
        sources: new Map([[file, [insertingBefore(at, text), ...nn.edits]]]),
        setting: { expression: `${wrap}(${callOf(target.expression)})` },
      },
      keeps: 'training',
      price: 'the weights stay as they are',
      applies: true,
      reason: undefined,
      group: 'freeze',
    },
  ];
}

/**
 * The linear layers in lists of blocks whose weight is trained and nobody else's, by the end of their path: the attribute's name,
 * with those before it where it is a number.
 */
function adapted(root: RunModule): string[] {
  const owners = new Map<object, number>();
  const all = withDescendants(root);
  for (const module of all)
    for (const tensor of ownTensors(module, '_parameters').values())
      owners.set(tensor, (owners.get(tensor) ?? 0) + 1);
  const names = new Set<string>();
  const seen = new Set<RunModule>();
  const collect = (parent: RunModule, numbered: string | undefined): void => {
    if (seen.has(parent)) return;
    seen.add(parent);
    for (const [name, child] of parent.children) {
      const isNumber = /^\d+$/.test(name);
      const path = isNumber && numbered !== undefined ? `${numbered}.${name}` : name;
      const weight = ownTensors(child, '_parameters').get('weight');
      if (child.className === 'Linear' && child.calls > 0 && weight?.requiresGrad === true)
        if (owners.get(weight) === 1) names.add(path);
      collect(child, path);
    }
  };
  for (const list of all)
    if (isA(list, 'ModuleList') && list.children.size > 1)
      for (const block of list.children.values()) collect(block, undefined);
  return [...names];
}

/** The line before which definitions go: the end of the file, before what runs only as a program. */
function endOf(module: Module, lines: readonly string[]): number {
  const last = module.body[module.body.length - 1];
  if (last?.kind === 'If' && /__name__/.test(lines[last.line - 1] ?? '')) return last.line;
  return (last?.endLine ?? 0) + 1;
}
