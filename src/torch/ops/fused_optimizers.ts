/** _fused_adam_, _fused_adamw_, _fused_sgd_, _fused_adagrad_, and the _amp_ operators of GradScaler: all in place, without temporaries. */
import { setKnown } from '../allocate.js'
import { op } from '../operator.js'
import { Tensor } from '../tensor.js'

/** Marks everything that an optimizer's kernel writes as changed. */
function changed(lists: readonly unknown[]): void {
  for (const list of lists)
    for (const t of Array.isArray(list) ? (list as unknown[]) : [list])
      if (t instanceof Tensor) {
        setKnown(t, undefined)
        t.bumpVersion()
      }
}

function fused(name: string, parameters: string, written: number[]): void {
  for (const [overload, lr] of [['', 'float lr'], ['tensor_lr', 'Tensor lr']] as const)
    op<unknown[], null>({
      schema: `${name}${overload === '' ? '' : '.' + overload}(${parameters.replace('LR', lr)}) -> ()`,
      bind: 'function',
      differentiable: [],
      forward(...args) {
        changed(written.map((i) => args[i]))
        return null
      },
    })
}
const STATE = 'Tensor[] self, Tensor[] grads, Tensor[] exp_avgs, Tensor[] exp_avg_sqs, Tensor[] max_exp_avg_sqs, Tensor[] state_steps'
const ADAM = `${STATE}, *, LR, float beta1, float beta2, float weight_decay, float eps, bool amsgrad, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None`
fused('_fused_adam_', ADAM, [0, 2, 3, 4])
fused('_fused_adamw_', ADAM, [0, 2, 3, 4])
fused('_fused_sgd_', 'Tensor[] self, Tensor[] grads, Tensor[] momentum_buffer_list, *, float weight_decay, float momentum, LR, float dampening, bool nesterov, bool maximize, bool is_first_step, Tensor? grad_scale=None, Tensor? found_inf=None', [0, 2])
fused('_fused_adagrad_', 'Tensor[] self, Tensor[] grads, Tensor[] state_sums, Tensor[] state_steps, *, LR, float lr_decay, float weight_decay, float eps, bool maximize, Tensor? grad_scale=None, Tensor? found_inf=None', [0, 2])

op<[Tensor[], Tensor, Tensor], null>({
  schema: '_amp_foreach_non_finite_check_and_unscale_(Tensor[] self, Tensor found_inf, Tensor inv_scale) -> ()',
  bind: 'function',
  differentiable: [],
  forward(self) {
    changed([self])
    return null
  },
})
op<[Tensor, Tensor, Tensor, number, number, number], Tensor>({
  schema: '_amp_update_scale_(Tensor(a!) self, Tensor growth_tracker, Tensor found_inf, float scale_growth_factor, float scale_backoff_factor, int growth_interval) -> Tensor(a!)',
  bind: 'function',
  differentiable: [],
  forward(self, tracker) {
    changed([self, tracker])
    return self
  },
})

