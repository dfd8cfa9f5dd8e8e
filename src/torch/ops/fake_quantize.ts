/** Fake quantization: what training that prepares for quantization does with weights and activations. */
import { bool, int64 } from '../dtype.js';
import { empty } from '../allocate.js';
import { op, type Op } from '../operator.js';
import type { Tensor } from '../tensor.js';
import { emptyAs } from './dense.js';
import { mul } from './arithmetic.js';

/** The value and the mask of what lies within the range; the gradient passes where the mask is. */
function withMask<A extends unknown[]>(schema: string): Op<A, Tensor[]> {
  return op<A, Tensor[]>({
    schema: `${schema} -> (Tensor output, Tensor mask)`,
    bind: 'function',
    differentiable: [0],
    refuses: false,
    outputDifferentiability: [true, false],
    forward(...args) {
      const self = args[0] as Tensor;
      const mask = emptyAs(self, bool);
      const output = emptyAs(self);
      return [output, mask];
    },
    autograd: (...[, result]) => ({
      saved: [result[1]!],
      backward: ([grad], [mask]) => [grad === null || grad === undefined ? null : mul(grad, mask!)],
    }),
  });
}

const byNumbers = withMask<[Tensor, number, number, number, number]>(
  'fake_quantize_per_tensor_affine_cachemask(Tensor self, float scale, int zero_point, int quant_min, int quant_max)',
);
const byTensors = withMask<[Tensor, Tensor, Tensor, Tensor, number, number]>(
  '_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, Tensor fake_quant_enabled, int quant_min, int quant_max)',
);
const byChannel = withMask<[Tensor, Tensor, Tensor, number, number, number]>(
  'fake_quantize_per_channel_affine_cachemask(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max)',
);

// Python tries the overload of tensors first.
op<[Tensor, Tensor, Tensor, number, number], Tensor>({
  schema:
    'fake_quantize_per_tensor_affine.tensor_qparams(Tensor self, Tensor scale, Tensor zero_point, int quant_min, int quant_max) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self, scale, zeroPoint, min, max) =>
    byTensors(self, scale, zeroPoint, empty([1], int64, self.device), min, max)[0]!,
});
op<[Tensor, number, number, number, number], Tensor>({
  schema:
    'fake_quantize_per_tensor_affine(Tensor self, float scale, int zero_point, int quant_min, int quant_max) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (...args) => byNumbers(...args)[0]!,
});
op<[Tensor, Tensor, Tensor, number, number, number], Tensor>({
  schema:
    'fake_quantize_per_channel_affine(Tensor self, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (...args) => byChannel(...args)[0]!,
});
