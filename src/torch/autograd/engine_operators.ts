/** The operators that the engine itself calls; set by the modules that define them. */
import type { DType } from '../dtype.js';
import type { Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import type { InputMetadata } from './node.js';

export interface EngineOperators {
  add(a: Tensor, b: Tensor): Tensor;
  addInplace(a: Tensor, b: Tensor): Tensor;
  clone(t: Tensor): Tensor;
  /** `clone_obey_contract`. */
  cloneObeyContract(grad: Tensor, variable: Tensor): Tensor;
  sumTo(t: Tensor, sizes: Sizes): Tensor;
  to(t: Tensor, dtype: DType): Tensor;
  zeros(like: InputMetadata): Tensor;
}

export const engineOperators = {} as EngineOperators;
