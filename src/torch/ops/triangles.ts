/** Triangles of matrices. */
import { knownValues, output, setKnown } from '../allocate.js';
import { check } from '../errors.js';
import { inplaceVariant, op, type Op } from '../operator.js';
import { Tensor } from '../tensor.js';

for (const name of ['tril', 'triu'] as const) {
  const made: Op<[Tensor, number]> = op<[Tensor, number], Tensor>({
    schema: `${name}(Tensor self, int diagonal=0) -> Tensor`,
    forward(self, diagonal) {
      check(self.sizes.length >= 2, `${name}: input tensor must have at least 2 dimensions`);
      const values = self.storage.known !== null && self.numel <= 1024 ? knownValues(self) : undefined;
      const out = output(0, self.sizes, null, self.dtype, self.device);
      const n = self.sizes[self.sizes.length - 1]!;
      const m = self.sizes[self.sizes.length - 2]!;
      if (values !== undefined)
        setKnown(
          out,
          values.map((v, i) => {
            const [row, column] = [Math.floor(i / n) % m, i % n];
            return (name === 'tril' ? column - row <= diagonal : column - row >= diagonal) ? v : 0;
          }),
        );
      return out;
    },
    autograd: (_needs, _result, _self, diagonal) => ({ backward: ([grad]) => [made(grad!, diagonal)] }),
  });
  inplaceVariant(made, { bind: 'method' });
}
