/**
 * How a script makes and calls a class: seen while the script runs, where its source does not say the values (`Net(**config['model'])`).
 * The run ends at the model's first call, and has bounds of its own.
 */
import { parseDevice } from '../device/parse-device';
import { DEFAULT_DEVICE } from '../device/profiles';
import type { Machine } from '../ledger/machine';
import { frames, localOf, localsOf } from '../python/frames_in_use';
import { CO_VARARGS, CO_VARKEYWORDS } from '../python/code';
import type { Frame } from '../python/frame';
import type { PyObject, Value } from '../python/heap';
import { PyDict, PyFunction, PyTuple } from '../python/objects';
import { typeOf } from '../python/classes';
import type { VM } from '../python/vm';
import { state, type Recorder } from '../torch/state';
import { SparseTensor } from '../torch/sparse_tensor';
import { isTensor } from '../torch/tensor';
import { isOnDevice, sourceOf, type Writing } from './value-source';

/** What is looked for. */
export interface Observed {
  /** The file of the class. */
  file: string;
  className: string;
  /** The script that makes it. */
  script: string;
  /** The names of what its constructor takes. */
  parameters: readonly string[];
  /** Whether an expression in the class's file may use a name. */
  isVisible: (name: string) => boolean;
  /** Whether only the inputs are looked for: the arguments of the constructor are known where they have no source. */
  isMade?: boolean;
  /** What of the script decides, where it is the class's own file: its text outside of classes. */
  outside?: string;
}

export interface ObservedInput {
  name: string;
  /** A tensor's, or what Python's source has for another value. */
  value: { dtype: string; shape: readonly number[] } | string;
}

export interface ObservedCall {
  /** What the class is called with, as source: `784, depth=5`; undefined where it has none, and the class is known to be made. */
  args: string | undefined;
  /** Where. */
  place: { file: string; line: number };
  /** What `forward` was called with; undefined where it was not, or with values that no source can stand for. */
  inputs: ObservedInput[] | undefined;
}

/** What was seen: undefined where that is nothing, or no source can stand for the values; `cut` where the run came to its bounds. */
export type Seen = ObservedCall | 'cut' | undefined;

/** Looks at how a script makes and calls a class. */
export type Observe = (wanted: Observed) => Seen;

const MAX_INSTRUCTIONS = 30_000_000;
/**
 * Runs a script until it has called the class's first instance for training, or else at all. Never throws for what the script does.
 */
export function observeCall(
  machine: Machine,
  wanted: Observed,
  shouldStop: () => boolean = () => false,
): Seen {
  const watch = new Watch(machine.vm, wanted);
  const { limit } = machine.runScript(wanted.script, [], {
    device: parseDevice(DEFAULT_DEVICE),
    overflow: 'record',
    recorder: watch,
    maxInstructions: MAX_INSTRUCTIONS,
    shouldStop: () => watch.isDone || shouldStop(),
  });
  return watch.call ?? (limit === undefined || watch.isDone ? undefined : 'cut');
}

class Watch implements Recorder {
  call: ObservedCall | undefined;
  isDone = false;
  private module: PyObject | undefined;

  constructor(
    private readonly vm: VM,
    private readonly wanted: Observed,
  ) {}

  /** `Module.__init__` runs: of the constructors that led to it the outermost one has the call's arguments. */
  moduleCreated(module: PyObject): void {
    if (this.call !== undefined || !this.isWanted(module)) return;
    let constructor: Frame | undefined;
    for (const frame of frames(this.vm)) {
      const isOwn = frame.code.init.name === '__init__' && localOf(this.vm, frame, 0) === module;
      if (isOwn) constructor = frame;
      else if (constructor !== undefined) {
        const args = this.argumentsOf(constructor);
        if (args === undefined && this.wanted.isMade !== true) this.isDone = true;
        else {
          const place = { file: frame.code.init.filename, line: frame.line };
          this.call = { args: args && argumentsText(args), place, inputs: undefined };
          this.module = module;
        }
        return;
      }
    }
  }

  /** An operator starts: where it is in the model's `forward`, the arguments of that are still there. A call without gradients may be a trial. */
  enter(): void {
    if (this.module === undefined || this.isDone) return;
    const { gradEnabled } = state;
    if (!gradEnabled && this.call!.inputs !== undefined) return;
    for (const frame of frames(this.vm)) {
      if (frame.code.init.name !== 'forward' || localOf(this.vm, frame, 0) !== this.module) continue;
      this.call!.inputs = this.inputsOf(frame) ?? this.call!.inputs;
      this.isDone = gradEnabled;
      return;
    }
  }

  private isWanted({ cls }: PyObject): boolean {
    if (cls.name !== this.wanted.className) return false;
    for (const member of cls.dict.values())
      if (member instanceof PyFunction) return member.code.init.filename === this.wanted.file;
    return false;
  }

  /** The arguments of a running call but `self`, those that are the parameters' defaults left out; undefined where one has no source. */
  private argumentsOf(frame: Frame): Argument[] | undefined {
    const result: Argument[] = [];
    for (const { name, value, isDefault, isPositional } of parametersIn(this.vm, frame)) {
      if (isDefault) continue;
      const text = sourceOf(value, { vm: this.vm, isVisible: this.wanted.isVisible });
      if (text === undefined) return undefined;
      result.push({ name: isPositional ? undefined : name, text });
    }
    return result;
  }

  /** What `forward` was called with, as far as its last argument that is no default: inputs are given by their places. */
  private inputsOf(frame: Frame): ObservedInput[] | undefined {
    const parameters = parametersIn(this.vm, frame);
    const count = parameters.map(({ isDefault }) => isDefault).lastIndexOf(false) + 1;
    if (count > frame.code.init.argCount - 1) return undefined;
    const given = parameters.slice(0, count);
    const writing: Writing = {
      vm: this.vm,
      isVisible: this.wanted.isVisible,
      tensors: given.some(({ value }) => isOnDevice(value)) ? 'where they are' : 'on the device',
    };
    const inputs: ObservedInput[] = [];
    for (const { name, value, isPositional } of given) {
      if (isPositional) return undefined;
      const isPlain =
        isTensor(value) &&
        !(value instanceof SparseTensor) &&
        (value.isCuda || writing.tensors === 'on the device');
      const text = isPlain ? { dtype: value.dtype.name, shape: value.sizes } : sourceOf(value, writing);
      if (text === undefined) return undefined;
      inputs.push({ name, value: text });
    }
    return inputs;
  }
}

interface Argument {
  /** Of a keyword argument. */
  name: string | undefined;
  text: string;
}

function argumentsText(args: readonly Argument[]): string {
  return args.map(({ name, text }) => (name === undefined ? text : `${name}=${text}`)).join(', ');
}

interface Parameter {
  name: string;
  value: Value;
  isDefault: boolean;
  /** Whether it has no name: an item of `*args`. */
  isPositional: boolean;
}

/** What the parameters of a running method are, but its first. */
function parametersIn(vm: VM, frame: Frame): Parameter[] {
  const { argCount, kwOnlyCount, varnames, flags } = frame.code.init;
  const locals = localsOf(vm, frame);
  const defaults = defaultsOf(vm, frame);
  const result: Parameter[] = [];
  const named = argCount + kwOnlyCount;
  for (const name of varnames.slice(1, named)) {
    const value = locals.getStr(name);
    if (value === undefined) continue;
    const usual = defaults.get(name);
    result.push({
      name,
      value,
      isDefault: usual !== undefined && isSame(vm, usual, value),
      isPositional: false,
    });
  }
  let at = named;
  if ((flags & CO_VARARGS) !== 0) {
    const rest = locals.getStr(varnames[at++]!);
    if (rest instanceof PyTuple && rest.items.length > 0) {
      // What comes before them has to be given by its place too.
      for (const parameter of result.slice(0, argCount - 1))
        Object.assign(parameter, { isDefault: false, isPositional: true });
      const items = rest.items.map((value) => ({ name: '', value, isDefault: false, isPositional: true }));
      result.splice(argCount - 1, 0, ...items);
    }
  }
  if ((flags & CO_VARKEYWORDS) !== 0) {
    const rest = locals.getStr(varnames[at]!);
    if (rest instanceof PyDict)
      for (const [key, value] of rest.entries())
        result.push({ name: String(key), value, isDefault: false, isPositional: false });
  }
  return result;
}

function isSame(vm: VM, a: Value, b: Value): boolean {
  return typeOf(a) === typeOf(b) && !isTensor(a) && vm.repr(a) === vm.repr(b);
}

/** The defaults of the function that a frame runs. */
function defaultsOf(vm: VM, frame: Frame): Map<string, Value> {
  const { argCount, varnames } = frame.code.init;
  const result = new Map<string, Value>();
  const self = localOf(vm, frame, 0);
  for (const cls of self === undefined ? [] : typeOf(self).mro) {
    const func = cls.dict.getStr(frame.code.init.name);
    if (!(func instanceof PyFunction) || func.code !== frame.code) continue;
    const { defaults, kwdefaults } = func;
    const items = defaults?.items ?? [];
    items.forEach((value, i) => result.set(varnames[argCount - items.length + i]!, value));
    for (const [name, value] of kwdefaults?.entries() ?? []) result.set(String(name), value);
  }
  return result;
}
