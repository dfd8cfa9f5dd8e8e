/** Calls an operator by its name: its first overload. For what another family defines, where importing it would be a cycle. */
import { overloads } from '../operator.js';
import type { Tensor } from '../tensor.js';

export function callOperator<R = Tensor>(name: string, ...args: unknown[]): R {
  const found = overloads.get(name);
  if (found === undefined) throw new Error(`operator ${name} is not defined`);
  return (found[0]!.call as (...args: unknown[]) => unknown)(...args) as R;
}
