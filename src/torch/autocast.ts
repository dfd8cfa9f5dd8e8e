/** Autocast: which dtype an operator's arguments get, and the cache of cast parameters (aten/src/ATen/autocast_mode.cpp). */
import { heap, release, retain } from '../python/heap.js';
import { float32, float64, type DType } from './dtype.js';
import { promoteTypes } from './promotion.js';
import { state } from './state.js';
import { Tensor } from './tensor.js';
import type { Operator } from './operator.js';

export type AutocastPolicy =
  'lower_precision_fp' | 'fp32' | 'fp32_set_opt_dtype' | 'fp32_append_dtype' | 'promote';

/** Casts of leaves, by the leaf; both are kept alive (the leaf, in PyTorch, weakly: a dead leaf has no cast to find). */
const cache = new Map<Tensor, { epoch: number; cast: Tensor }>();

/** The cast operator, set by the module that defines it (it is itself an operator). */
export const casting: { to: (tensor: Tensor, dtype: DType) => Tensor } = {
  to: () => {
    throw new Error('autocast: no cast operator');
  },
};

export function clearAutocastCache(): void {
  for (const { cast, epoch } of cache.values()) if (epoch === heap.epoch) release(cast);
  cache.clear();
}

function isEligible(value: unknown): value is Tensor {
  return value instanceof Tensor && value.dtype.isFloating && value.isCuda && value.dtype !== float64;
}

/** `cached_cast`: a parameter's copy in autocast's dtype is made once. */
export function cachedCast(dtype: DType, t: Tensor): Tensor {
  if (t.dtype === dtype) return t;
  const cacheable =
    t.dtype === float32 &&
    dtype === state.autocast.dtypes.get('cuda') &&
    t.requiresGrad &&
    t.isLeaf &&
    t.base === null &&
    state.autocast.cacheEnabled &&
    !state.inferenceMode;
  if (!cacheable) return casting.to(t, dtype);
  const found = cache.get(t);
  if (found !== undefined && found.epoch === heap.epoch) return found.cast;
  const cast = casting.to(t, dtype);
  retain(cast);
  cache.set(t, { epoch: heap.epoch, cast });
  return cast;
}

/** Casts arguments from the last to the first, as the compiled wrappers evaluate them. */
function castAll(dtype: DType, args: unknown[]): unknown[] {
  const out = args.slice();
  for (let i = args.length - 1; i >= 0; i--) {
    const arg = args[i];
    if (isEligible(arg)) out[i] = cachedCast(dtype, arg);
    else if (Array.isArray(arg) && arg[0] instanceof Tensor)
      out[i] = arg.map((t: unknown) => (isEligible(t) ? cachedCast(dtype, t) : t));
  }
  return out;
}

/** The arguments as autocast's wrapper of the operator passes them on. */
export function castArguments(operator: Operator, args: unknown[]): unknown[] {
  state.autocast.cuda = false;
  try {
    return cast(operator, args);
  } finally {
    state.autocast.cuda = true;
  }
}

function cast(operator: Operator, args: unknown[]): unknown[] {
  switch (operator.autocast) {
    case 'lower_precision_fp':
      return castAll(state.autocast.dtypes.get('cuda')!, args);
    case 'fp32':
      return castAll(float32, args);
    case 'fp32_set_opt_dtype': {
      const i = operator.dtypeIndex;
      if (i < 0 || args[i] !== null || !args.some(isEligible)) return args;
      const changed = [...args];
      changed[i] = float32;
      return changed;
    }
    case 'fp32_append_dtype': {
      // norm: the dtype is appended where the first argument is a half.
      const i = operator.dtypeIndex;
      if (i < 0 || args[i] !== null || !isEligible(args[0])) return args;
      const changed = [...args];
      changed[i] = float32;
      return changed;
    }
    case 'promote': {
      let widest = state.autocast.dtypes.get('cuda')!;
      const look = (arg: unknown): void => {
        if (isEligible(arg)) widest = promoteTypes(widest, arg.dtype);
        else if (Array.isArray(arg)) arg.forEach(look);
      };
      args.forEach(look);
      return castAll(widest, args);
    }
    default:
      return args;
  }
}
