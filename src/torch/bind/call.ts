/** Calls of operators from Python: which overload, `out=`, and results as Python values. */
import { OutOfMemoryError } from '../../device/out-of-memory.js';
import { nativeClass, type PyClass } from '../../python/classes.js';
import { heap, LIBRARY_EPOCH, type Value } from '../../python/heap.js';
import { defineType, PyGetSet, type NativeImplementation } from '../../python/native.js';
import { NotImplemented, PyFloat, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { resizeTo } from '../allocate.js';
import { caller, exceptionClasses, UnknownResult } from '../errors.js';
import {
  callOfProgram,
  checkGivenOutputs,
  keepOnly,
  overloads,
  withOutputs,
  type Operator,
} from '../operator.js';
import { copyKernel } from '../ops/copy.js';
import { Mismatch, readArguments, UnknownArgument } from '../schema.js';
import { sameSizes } from '../shape.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { argumentError, NUMBERS_AS_TENSORS, typeName } from './argument_errors.js';
import { takenOver } from './torch_function.js';

/** Runs torch code for the machine: errors of the device become Python's. */
export function guarded<R>(vm: VM, body: () => R): R {
  caller.vm = vm;
  try {
    return body();
  } catch (error) {
    if (error instanceof UnknownResult) return error.value as R;
    if (error instanceof OutOfMemoryError)
      throw vm.error(exceptionClasses.OutOfMemoryError ?? 'RuntimeError', error.message);
    throw error;
  }
}

const structureClasses = new Map<string, PyClass>();

/** The named tuple of an operator with named results: `torch.return_types.max`. */
function structureClass(name: string, fields: readonly string[]): PyClass {
  let cls = structureClasses.get(name);
  if (cls === undefined) {
    const { epoch } = heap;
    heap.epoch = LIBRARY_EPOCH;
    const made = nativeClass({ name, bases: [T.tuple], module: 'torch.return_types' });
    fields.forEach((field, i) =>
      made.dict.setStr(
        field,
        new PyGetSet(field, made, (_vm, self) => (self as PyTuple).items[i], undefined),
      ),
    );
    defineType(made, {
      methods: {
        '__repr__(self, /)': (vm, self: PyTuple) =>
          `torch.return_types.${name}(\n${fields.map((f, i) => `${f}=${vm.repr(self.items[i]!)}`).join(',\n')})`,
      },
      constants: { n_fields: fields.length, n_sequence_fields: fields.length, n_unnamed_fields: 0 },
    });
    heap.epoch = epoch;
    cls = made;
    structureClasses.set(name, cls);
  }
  return cls;
}

/** A result as a Python value. */
export function toPython(operator: Operator, result: unknown): Value {
  if (result instanceof Tensor) return result;
  if (result === null || result === undefined) return null;
  const { schema } = operator;
  if (Array.isArray(result)) {
    if (schema.returns.length === 1) {
      if (schema.returns[0] === 'float[]')
        return new PyTuple((result as number[]).map((v) => new PyFloat(v)));
      return new PyTuple(result as Value[]);
    }
    const items = result as Value[];
    return schema.returnNames[0] === ''
      ? new PyTuple(items)
      : new PyTuple(items, structureClass(schema.name, schema.returnNames));
  }
  if (typeof result === 'number' && schema.returns[0] === 'float') return new PyFloat(result);
  return result as Value;
}

/** Runs an operator with `out=`. */
function callWithOut(operator: Operator, args: unknown[], out: Value): Value {
  const tensors = (out instanceof PyTuple || out instanceof PyList ? out.items : [out]) as Tensor[];
  const mark = heap.handles.length;
  const { gradEnabled, recorder } = state;
  recorder?.enter?.(operator.name);
  try {
    checkGivenOutputs(operator, args, tensors, gradEnabled);
    const result = withOutputs([...tensors], false, () => {
      state.gradEnabled = false;
      return operator.init.forward(...args);
    });
    const results = Array.isArray(result) ? (result as Tensor[]) : [result as Tensor];
    for (const [i, t] of tensors.entries()) {
      const made = results[i];
      if (made === undefined || made === t || !(made instanceof Tensor)) continue;
      if (!sameSizes(made.sizes, t.sizes)) resizeTo(t, made.sizes);
      copyKernel(t, made);
    }
  } finally {
    state.gradEnabled = gradEnabled;
    recorder?.exit?.();
  }
  for (const t of tensors) t.bumpVersion();
  keepOnly(mark, null);
  return out instanceof PyList ? new PyTuple(tensors) : out;
}

/**
 * Calls the first overload of a name that takes the arguments.
 * @param method whether `args[0]` is self
 * @param quiet for number protocol methods: NotImplemented instead of TypeError
 */
export function callOverloads(
  vm: VM,
  group: readonly Operator[],
  name: string,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
  method: boolean,
  quiet = false,
): Value {
  caller.vm = vm;
  const taken = takenOver(vm, name, method, args, kwargs);
  if (taken !== undefined) return taken;
  // An unknown that may be a tensor, and no tensor beside it: nothing is known of the result.
  if (
    args[0] instanceof PyUnknown &&
    group[0]?.schema.parameters[0]?.type === 'Number' &&
    !args.some((arg) => arg instanceof Tensor)
  )
    return args[0];
  const out = kwargs === null ? undefined : kwargs.get('out');
  let first: Mismatch | undefined;
  for (const operator of group) {
    const read = readArguments(
      operator.schema,
      name,
      method && operator.selfIndex > 0 ? withSelfAt(args, operator.selfIndex) : args,
      kwargs,
      method,
      'out',
    );
    if (read instanceof Mismatch) {
      first ??= read;
      continue;
    }
    if (
      operator.schema.parameters[0]?.type === 'Number' &&
      operator.schema.parameters[0].name === 'self' &&
      !NUMBERS_AS_TENSORS.test(name) &&
      !(read instanceof UnknownArgument) &&
      !read.some((arg) => arg instanceof Tensor)
    ) {
      first ??= new Mismatch(`${name}(): numbers alone are no tensors`);
      continue;
    }
    if (read instanceof UnknownArgument)
      return operator.inplace && args[0] instanceof Tensor
        ? args[0]
        : vm.leaveOut(`torch.${name}`, read.value);
    if (out !== undefined && out !== null) {
      const wanted = operator.schema.returns.length > 1 ? 'tuple of Tensors' : 'Tensor';
      const given = out instanceof PyTuple || out instanceof PyList ? out.items : [out];
      const unknown = given.find((t) => t instanceof PyUnknown);
      if (unknown !== undefined) return unknown;
      if (given.some((t) => !(t instanceof Tensor)))
        throw vm.error('TypeError', `${name}(): argument 'out' must be ${wanted}, not ${typeName(out)}`);
    }
    try {
      if (out !== undefined && out !== null) return callWithOut(operator, read, out);
      return toPython(operator, callOfProgram(operator, read));
    } catch (error) {
      if (error instanceof UnknownResult) return error.value;
      if (error instanceof OutOfMemoryError)
        throw vm.error(exceptionClasses.OutOfMemoryError ?? 'RuntimeError', error.message);
      throw error;
    }
  }
  if (quiet) return NotImplemented;
  for (const arg of args) if (arg instanceof PyUnknown) return arg;
  throw vm.error('TypeError', argumentError(group, name, args, kwargs, method) ?? first!.message);
}

/** A method's arguments in the schema's order, where self isn't first: `x.where(condition, y)`. */
function withSelfAt(args: readonly Value[], index: number): readonly Value[] {
  return [...args.slice(1, index + 1), args[0]!, ...args.slice(index + 1)];
}

/** The native of an operator name. */
export function operatorNative(
  name: string,
  method: boolean,
  quiet = false,
  target = name,
): NativeImplementation {
  let group: Operator[] | undefined;
  return (vm: VM, args: Value[], kwargs: Map<string, Value> | null) => {
    group ??= overloads.get(target);
    if (group === undefined) throw vm.error('NotImplementedError', `torch: ${target} is not modelled`);
    return callOverloads(vm, group, name, args, kwargs, method, quiet);
  };
}
