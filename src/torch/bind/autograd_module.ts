/** Autograd as Python sees it: nodes, the engine, custom functions, saved-tensor hooks, grad modes. */
import { nativeClass, PyClass, typeOf } from '../../python/classes.js';
import { objectNumber, PyDict } from '../../python/dict.js';
import { release, retain, type Value } from '../../python/heap.js';
import { defineType, type CallRequest, type NativeImplementation } from '../../python/native.js';
import { PyInstance, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import {
  currentGraphTaskId,
  currentNode,
  isCheckpointValid,
  queueCallback,
  runBackward,
  willExecute,
} from '../autograd/engine.js';
import { FunctionNode } from '../autograd/function_node.js';
import { gradientEdge } from '../autograd/history.js';
import {
  AccumulateGrad,
  BACKWARD_TWICE,
  nextFunctions,
  Node,
  NodeClass,
  OperatorNode,
  savedTensorsHooks,
  type Edge,
} from '../autograd/node.js';
import { OutOfMemoryError } from '../../device/out-of-memory.js';
import type { MaybeTensor } from '../autograd/node.js';
import { caller, exceptionClasses } from '../errors.js';
import { alias as aliasOf, detach } from '../ops/views.js';
import { state } from '../state.js';
import { CreationMeta, Tensor } from '../tensor.js';

// ---- nodes ----

/** A handle that removes a hook. */
class HookHandle extends PyInstance {
  constructor(
    readonly hooks: PyDict,
    readonly id: number,
  ) {
    super(HookHandleClass);
    retain(hooks);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.hooks);
  }
}
const HookHandleClass = nativeClass({ name: 'RemovableHandle', bases: [], module: 'torch.utils.hooks' });
defineType(HookHandleClass, {
  methods: {
    'remove(self, /)': (_vm, self: HookHandle) => {
      self.hooks.delete(self.id);
      return null;
    },
    '__enter__(self, /)': (_vm, self: HookHandle) => self,
    '__exit__(self, *args)': (_vm, self: HookHandle) => {
      self.hooks.delete(self.id);
      return false;
    },
  },
  getset: { id: (_vm, self: HookHandle) => self.id },
});
let nextHookId = 0;

function addHook(hooks: PyDict, hook: Value): HookHandle {
  const id = nextHookId++;
  hooks.set(id, hook);
  return new HookHandle(hooks, id);
}

defineType(NodeClass, {
  methods: {
    'name(self, /)': (_vm, self: Node) => self.nodeName,
    '_sequence_nr(self, /)': (_vm, self: Node) => self.sequenceNr,
    '__hash__(self, /)': (_vm, self: Node) => objectNumber(self),
    'register_hook(self, fn, /)': (_vm, self: Node, hook: Value) => {
      if (self.postHooks === null) self.setPostHooks(new PyDict());
      return addHook(self.postHooks!, hook);
    },
    'register_prehook(self, fn, /)': (_vm, self: Node, hook: Value) => {
      if (self.preHooks === null) self.setPreHooks(new PyDict());
      return addHook(self.preHooks!, hook);
    },
    '_register_hook_dict(self, tensor, /)': (_vm, self: Node, tensor: Tensor) => {
      self.setTensorHooks(tensor.outputNr, tensor.hooks);
      return null;
    },
    '__repr__(self, /)': (vm, self: Node) => `<${self.cls.name} object at ${vm.address(self)}>`,
  },
  getset: {
    next_functions: (_vm, self: Node) => nextFunctions(self),
    metadata: (_vm, self: Node) => {
      if (self.metadata === null) {
        self.metadata = new PyDict();
        self.metadata.rc++;
      }
      return self.metadata;
    },
    variable: (vm, self: Node) => {
      if (self instanceof AccumulateGrad) return self.variable;
      throw vm.attributeError(self, 'variable');
    },
    _input_metadata: (_vm, self: Node) =>
      new PyList(self.inputs.map((m) => new PyTuple([new PyTuple(m.sizes), m.dtype, m.device]))),
    _saved_tensors: (_vm, self: Node) =>
      self instanceof OperatorNode
        ? new PyTuple(self.saved.map((s) => (s === null || s.hook !== undefined ? null : s.unpack(self))))
        : new PyTuple([]),
  },
});

// ---- custom functions ----

export const FunctionBaseClass = nativeClass({
  name: '_FunctionBase',
  bases: [NodeClass],
  module: 'torch._C',
  allocate: (cls) => new FunctionNode(cls),
});

function field(name: 'toSave' | 'dirtyTensors' | 'nonDifferentiable' | 'savedForForward'): {
  get: (vm: VM, self: FunctionNode) => Value;
  set: (vm: VM, self: FunctionNode, value: Value | undefined) => void;
} {
  return { get: (_vm, self) => self[name], set: (_vm, self, value) => self.setField(name, value ?? null) };
}
defineType(FunctionBaseClass, {
  staticMethods: { '__new__(cls, *args, **kwargs)': (_vm: VM, cls: PyClass) => new FunctionNode(cls) },
  methods: {
    '__init__(self, *args, **kwargs)': () => null,
    'name(self, /)': (_vm, self: FunctionNode) => self.cls.name,
  },
  getset: {
    needs_input_grad: {
      get: (_vm, self: FunctionNode) => self.needsInputGrad,
      set: (_vm, self: FunctionNode, value) => self.setField('needsInputGrad', value ?? null),
    },
    saved_tensors: (vm, self: FunctionNode) => {
      caller.vm = vm;
      return self.unpackSaved();
    },
    saved_variables: (vm, self: FunctionNode) => {
      caller.vm = vm;
      return self.unpackSaved();
    },
    to_save: field('toSave'),
    dirty_tensors: field('dirtyTensors'),
    non_differentiable: field('nonDifferentiable'),
    saved_for_forward: field('savedForForward'),
    materialize_grads: {
      get: (_vm, self: FunctionNode) => self.materializeGrads,
      set: (vm, self: FunctionNode, value) =>
        (self.materializeGrads = vm.truth(value ?? null)) as unknown as undefined,
    },
  },
});

function tensorsIn(value: Value): Tensor[] {
  const items =
    value instanceof PyTuple || value instanceof PyList
      ? value.items
      : value instanceof Tensor
        ? [value]
        : [];
  return items.filter((v): v is Tensor => v instanceof Tensor);
}

/** What `Function.apply` does before `forward`. */
function prepare(_vm: VM, ctx: FunctionNode, args: PyTuple): boolean {
  let any = false;
  const needs: boolean[] = [];
  const edges: (Edge | null)[] = [];
  ctx.isVariableInput = args.items.map((a) => a instanceof Tensor);
  for (const arg of args.items) {
    if (!(arg instanceof Tensor)) {
      needs.push(false);
      continue;
    }
    needs.push(arg.requiresGrad);
    any ||= arg.requiresGrad;
  }
  ctx.setField('needsInputGrad', new PyTuple(needs));
  const executable = state.gradEnabled && any;
  if (executable)
    for (const arg of args.items)
      if (arg instanceof Tensor) {
        const edge = arg.requiresGrad ? gradientEdge(arg) : null;
        ctx.addEdge(edge?.node ?? null, edge?.nr ?? 0);
        edges.push(edge);
      }
  return executable;
}

/** What it does after `forward`. */
function finish(
  vm: VM,
  cls: Value,
  ctx: FunctionNode,
  args: PyTuple,
  outputs: Value,
  executable: Value,
): Value {
  caller.vm = vm;
  if (outputs instanceof PyUnknown) return outputs;
  const single = !(outputs instanceof PyTuple);
  const items: readonly Value[] = single ? [outputs] : outputs.items;
  const inputs = new Set(tensorsIn(args));
  const dirty = new Set(tensorsIn(ctx.dirtyTensors));
  const fixed = new Set(tensorsIn(ctx.nonDifferentiable));
  const record = executable === true;
  const results: Value[] = [];
  ctx.outputIsTensor = items.map((v) => v instanceof Tensor);
  for (const item of items) {
    if (!(item instanceof Tensor)) {
      if (single && !(item instanceof PyUnknown) && item !== null)
        throw vm.error(
          'TypeError',
          `${(cls as PyClass).name}.forward: expected Tensor or tuple of Tensor (got ${typeOf(item).typeName}) for return value 0`,
        );
      ctx.inputs.push({ sizes: [], dtype: state.defaultDtype, device: state.defaultDevice });
      results.push(item);
      continue;
    }
    const isInput = inputs.has(item);
    const isDirty = dirty.has(item);
    const differentiable = record && !fixed.has(item) && (item.dtype.isFloating || item.dtype.isComplex);
    let made = item;
    if (!differentiable) {
      if (item.requiresGrad) {
        if (isInput && !isDirty) made = detach(item);
        else if (item.base === null) {
          item.requiresGrad = false;
          item.setGradFn(null, 0);
        }
      }
      ctx.addInput(made);
    } else {
      if (isInput && !isDirty) {
        const { gradEnabled } = state;
        state.gradEnabled = false;
        made = aliasOf(item);
        state.gradEnabled = gradEnabled;
      } else if (isDirty && item.isLeaf && item.requiresGrad && item.gradFn === null)
        throw vm.error(
          'RuntimeError',
          'a leaf Variable that requires grad is being used in an in-place operation.',
        );
      if (isDirty) item.bumpVersion();
      made.setGradFn(ctx, ctx.addInput(made));
      made.viewVersion = made.version.version;
      if (made.base !== null && !isDirty) made.creationMeta = CreationMeta.inCustomFunction;
    }
    results.push(made);
  }
  if (record) ctx.saveVariables(results.filter((v): v is Tensor => v instanceof Tensor));
  else ctx.setField('toSave', null);
  ctx.setField('dirtyTensors', null);
  ctx.setField('nonDifferentiable', null);
  return single ? results[0]! : new PyTuple(results);
}

// ---- a saved tensor by itself ----

/** What `SavedVariable` is in Python: keeps a tensor for backward as a node does, without being part of a graph. */
class SavedTensor extends OperatorNode {
  constructor(tensor: Tensor) {
    super(SavedTensorClass, () => []);
    this.save([tensor]);
  }
}
const SavedTensorClass: PyClass = nativeClass({
  name: 'SavedTensor',
  bases: [],
  module: 'torch._C._autograd',
});
defineType(SavedTensorClass, {
  methods: {
    'unpack(self, /)': (vm, self: SavedTensor) => {
      caller.vm = vm;
      const saved = self.saved[0];
      if (saved === null || saved === undefined) throw vm.error('RuntimeError', BACKWARD_TWICE);
      if (saved.hook === undefined) {
        const tensor = saved.unpack(self);
        tensor.exposed = true;
        return tensor;
      }
      const value = vm.call(saved.hook, [saved.packedValue]);
      return value instanceof Tensor ? saved.restore(value, self) : value;
    },
  },
});

// ---- the engine ----

function* engineRunBackward(
  vm: VM,
  tensors: Value,
  gradTensors: Value,
  keepGraph: Value,
  createGraph: Value,
  inputs: Value,
  allowUnreachable: Value,
  accumulate: Value,
): Generator<CallRequest, Value, Value> {
  caller.vm = vm;
  const sources = tensors instanceof PyTuple || tensors instanceof PyList ? tensors.items : [];
  const given = gradTensors instanceof PyTuple || gradTensors instanceof PyList ? gradTensors.items : [];
  const roots: Edge[] = [];
  const grads: Tensor[] = [];
  for (const [i, source] of sources.entries()) {
    if (source instanceof PyUnknown) continue;
    if (!(source instanceof Tensor))
      throw vm.error('TypeError', `element ${i} of tensors tuple is not a Tensor`);
    const edge = gradientEdge(source);
    if (edge === null)
      throw vm.error(
        'RuntimeError',
        `element ${i} of tensors does not require grad and does not have a grad_fn`,
      );
    const grad = given[i];
    if (!(grad instanceof Tensor)) {
      if (grad instanceof PyUnknown) continue;
      throw vm.error(
        'RuntimeError',
        `element ${i} of gradients tuple is None, but the corresponding Tensor requires grad`,
      );
    }
    roots.push(edge);
    grads.push(grad);
  }
  const targets: (Edge | null)[] = [];
  const wanted =
    inputs instanceof PyTuple || inputs instanceof PyList
      ? inputs.items
      : inputs instanceof Tensor
        ? [inputs]
        : [];
  for (const input of wanted) {
    if (input instanceof PyTuple && input.items[0] instanceof Node) {
      targets.push({ node: input.items[0], nr: input.items[1] as number });
      continue;
    }
    if (!(input instanceof Tensor))
      throw vm.error(
        'RuntimeError',
        'all inputs have to be Tensors or GradientEdges, but got ' + typeOf(input).typeName,
      );
    const edge =
      input.gradFn === null && input.accumulator === null && !input.requiresGrad ? null : gradientEdge(input);
    if (edge === null)
      throw vm.error('RuntimeError', 'One of the differentiated Tensors does not require grad');
    targets.push(edge);
  }
  if (roots.length === 0)
    return accumulate === true || wanted.length === 0 ? new PyTuple([]) : new PyTuple(wanted.map(() => null));
  let captured: MaybeTensor[];
  try {
    captured = yield* runBackward(roots, grads, {
      keepGraph: keepGraph === true,
      createGraph: createGraph === true,
      inputs: targets as Edge[],
      accumulate: accumulate === true,
    });
  } catch (error) {
    if (error instanceof OutOfMemoryError)
      throw vm.error(exceptionClasses.OutOfMemoryError ?? 'RuntimeError', error.message);
    throw error;
  }
  if (accumulate === true || wanted.length === 0) return null;
  const unused = captured.indexOf(null);
  if (allowUnreachable !== true && unused >= 0)
    throw vm.error(
      'RuntimeError',
      `The differentiated Tensor at index ${unused} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.`,
    );
  for (const g of captured) if (g !== null) g.exposed = true;
  return new PyTuple(captured);
}

// ---- inference mode ----

class InferenceMode extends PyInstance {
  outer: [boolean, boolean] | null = null;
  constructor(
    cls: PyClass,
    readonly mode: boolean,
  ) {
    super(cls);
  }
}
const InferenceModeClass: PyClass = nativeClass({ name: '_InferenceMode', bases: [], module: 'torch._C' });
defineType(InferenceModeClass, {
  staticMethods: {
    '__new__(cls, mode=True, /)': (vm: VM, cls: PyClass, mode: Value) =>
      new InferenceMode(cls, vm.truth(mode)),
  },
  methods: {
    '__init__(self, *args)': () => null,
    '__enter__(self, /)': (_vm, self: InferenceMode) => {
      self.outer = [state.inferenceMode, state.gradEnabled];
      state.inferenceMode = self.mode;
      state.gradEnabled = !self.mode;
      return self;
    },
    '__exit__(self, *args)': (_vm, self: InferenceMode) => {
      if (self.outer !== null) [state.inferenceMode, state.gradEnabled] = self.outer;
      return false;
    },
  },
});

const flags = { multithreading: true, viewReplay: false, anomaly: false, anomalyNan: true };

/** Functions of `torch._C`. */
export const autogradFunctions: Record<string, NativeImplementation> = {
  '_engine_run_backward(tensors, grad_tensors, keep_graph, create_graph, inputs, allow_unreachable=True, accumulate_grad=False)':
    engineRunBackward,
  'is_grad_enabled()': () => state.gradEnabled,
  '_set_grad_enabled(enabled, /)': (vm, enabled: Value) => {
    state.gradEnabled = vm.truth(enabled);
    return null;
  },
  'is_inference_mode_enabled()': () => state.inferenceMode,
  '_current_graph_task_id()': () => currentGraphTaskId(),
  '_current_autograd_node()': () => currentNode(),
  '_will_engine_execute_node(node, /)': (vm, node: Node) => {
    caller.vm = vm;
    return willExecute(node);
  },
  '_function_prepare(ctx, args, /)': prepare,
  '_function_finish(cls, ctx, args, outputs, executable, /)': finish,
  '_is_checkpoint_valid()': () => isCheckpointValid(),
};

/** Functions of `torch._C._autograd`. */
export const autogradSubmodule: Record<string, NativeImplementation> = {
  '_push_saved_tensors_default_hooks(pack, unpack, /)': (vm, pack: Value, unpack: Value) => {
    if (savedTensorsHooks.disabled !== null) throw vm.error('RuntimeError', savedTensorsHooks.disabled);
    retain(pack);
    retain(unpack);
    savedTensorsHooks.stack.push({ pack, unpack });
    return null;
  },
  '_pop_saved_tensors_default_hooks()': () => {
    const hooks = savedTensorsHooks.stack.pop();
    if (hooks !== undefined) {
      release(hooks.pack);
      release(hooks.unpack);
    }
    return null;
  },
  '_top_saved_tensors_default_hooks(ignore_is_tracing=False, /)': () => {
    const top = savedTensorsHooks.stack[savedTensorsHooks.stack.length - 1];
    return top === undefined ? null : new PyTuple([top.pack, top.unpack]);
  },
  '_saved_tensors_hooks_is_enabled()': () => savedTensorsHooks.disabled === null,
  '_saved_tensors_hooks_disable(message, *args)': (_vm, message: Value) => {
    savedTensorsHooks.disabled = String(message);
    return null;
  },
  '_saved_tensors_hooks_enable()': () => {
    savedTensorsHooks.disabled = null;
    return null;
  },
  '_saved_tensors_hooks_get_disabled_error_message()': () => savedTensorsHooks.disabled,
  '_saved_tensors_hooks_set_tracing(is_tracing, /)': () => false,
  '_make_saved_tensor(tensor, is_output=False)': (vm, tensor: Tensor) => {
    caller.vm = vm;
    return new SavedTensor(tensor);
  },
  '_get_current_graph_task_id()': () => currentGraphTaskId(),
  '_is_checkpoint_valid()': () => isCheckpointValid(),
  '_unsafe_set_version_counter(tensors, versions, /)': (vm, tensors: Value, versions: Value) => {
    const numbers = vm.collect(versions);
    for (const [i, tensor] of vm.collect(tensors).entries())
      (tensor as Tensor).version.version = Number(numbers[i]);
    return null;
  },
  '_queue_callback(callback, /)': (vm, callback: Value) => {
    caller.vm = vm;
    queueCallback(callback);
    return null;
  },
  '_get_sequence_nr()': () => state.sequenceNr,
  '_set_multithreading_enabled(value, /)': (vm, value: Value) => {
    flags.multithreading = vm.truth(value);
    return null;
  },
  '_is_multithreading_enabled()': () => flags.multithreading,
  '_set_view_replay_enabled(value, /)': (vm, value: Value) => {
    flags.viewReplay = vm.truth(value);
    return null;
  },
  '_is_view_replay_enabled()': () => flags.viewReplay,
  'set_anomaly_enabled(value, check_nan=True, /)': (vm, value: Value) => {
    flags.anomaly = vm.truth(value);
    return null;
  },
  'is_anomaly_enabled()': () => flags.anomaly,
  'is_anomaly_check_nan_enabled()': () => flags.anomalyNan,
};

export const autogradClasses: Record<string, Value> = {
  _FunctionBase: FunctionBaseClass,
  _InferenceMode: InferenceModeClass,
  Node: NodeClass,
};

/** Classes of `torch._C._autograd`. */
export const autogradSubmoduleClasses: Record<string, Value> = { SavedTensor: SavedTensorClass };
