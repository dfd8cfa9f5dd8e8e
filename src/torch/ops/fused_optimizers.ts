/** Fused optimizer steps and GradScaler's kernels: they change their arguments and take no memory. */
import { knownValues, setKnown } from '../allocate.js';
import { op } from '../operator.js';
import type { Tensor } from '../tensor.js';

type Tensors = readonly Tensor[];

function touch(...lists: Tensors[]): void {
  for (const list of lists)
    for (const t of list) {
      t.bumpVersion();
      if (t.storage.known !== null) setKnown(t, undefined);
    }
}

const SCALER = 'Tensor? grad_scale=None, Tensor? found_inf=None';

/** @param lists how many lists of tensors the kernel writes; the parameters come first */
function fused(name: string, lists: string, parameters: (rate: string) => string, written: number[]): void {
  for (const [overload, rate] of [
    ['', 'float lr'],
    ['.tensor_lr', 'Tensor lr'],
  ] as const)
    op<unknown[], undefined>({
      schema: `${name}${overload}(${lists}, *, ${parameters(rate)}, ${SCALER}) -> ()`,
      bind: 'function',
      forward(...args) {
        touch(...written.map((i) => args[i] as Tensors));
        return undefined;
      },
    });
}

for (const name of ['_fused_adam_', '_fused_adamw_'])
  fused(
    name,
    'Tensor[] self, Tensor[] grads, Tensor[] exp_avgs, Tensor[] exp_avg_sqs, Tensor[] max_exp_avg_sqs, Tensor[] state_steps',
    (rate) => `${rate}, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize`,
    [0, 2, 3, 4],
  );
fused(
  '_fused_sgd_',
  'Tensor[] self, Tensor[] grads, Tensor[] momentum_buffer_list',
  (rate) =>
    `float weight_decay, float momentum, ${rate}, float dampening, bool nesterov, bool maximize, bool is_first_step`,
  [0, 2],
);
fused(
  '_fused_adagrad_',
  'Tensor[] self, Tensor[] grads, Tensor[] state_sums, Tensor[] state_steps',
  (rate) => `${rate}, float lr_decay, float weight_decay, float eps, bool maximize`,
  [0, 2],
);

/** Gradients are taken to be finite: `found_inf` stays what it was. */
op<[Tensors, Tensor, Tensor], undefined>({
  schema:
    '_amp_foreach_non_finite_check_and_unscale_(Tensor[] self, Tensor found_inf, Tensor inv_scale) -> ()',
  bind: 'function',
  forward(self) {
    touch(self);
    return undefined;
  },
});
op<[Tensor, Tensor, Tensor, number, number, number], Tensor>({
  schema:
    '_amp_update_scale_(Tensor(a!) self, Tensor growth_tracker, Tensor found_inf, float scale_growth_factor, float scale_backoff_factor, int growth_interval) -> Tensor(a!)',
  bind: 'function',
  forward(self, tracker, foundInf, growth, backoff, interval) {
    const [scale] = knownValues(self) ?? [];
    const [steps] = knownValues(tracker) ?? [];
    const [inf] = knownValues(foundInf) ?? [];
    if (scale === undefined || steps === undefined || inf === undefined) {
      setKnown(self, undefined);
      setKnown(tracker, undefined);
    } else if (inf !== 0) {
      setKnown(self, [scale * backoff]);
      setKnown(tracker, [0]);
    } else if (steps + 1 === interval) {
      setKnown(self, [scale * growth]);
      setKnown(tracker, [0]);
    } else setKnown(tracker, [steps + 1]);
    self.bumpVersion();
    return self;
  },
});
