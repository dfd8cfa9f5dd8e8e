/** The module `_codegen`: functions assembled instruction by instruction, where CPython's library uses exec. */
import { Op, type CodeBody } from '../code.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import { PyCode, PyDict, PyFunction, PyStaticMethod, PyTuple, type PyModule } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

/** Collects instructions, constants and names. */
class Assembler {
  private readonly ops: number[] = [];
  private readonly consts: Value[] = [];
  private readonly names: string[] = [];
  private depth = 0;

  emit(op: number, arg = 0): number {
    this.depth++;
    return this.ops.push(op | (arg << 8)) - 1;
  }
  constant(value: Value): void {
    this.emit(Op.LOAD_CONST, this.consts.push(value) - 1);
  }
  name(op: number, name: string): void {
    let index = this.names.indexOf(name);
    if (index < 0) index = this.names.push(name) - 1;
    this.emit(op, index);
  }
  /** Makes the jump at `at` go to the next instruction. */
  land(at: number): void {
    this.ops[at] = (this.ops[at]! & 0xff) | (this.ops.length << 8);
  }
  body(): CodeBody {
    const positions = new Int32Array(this.ops.length * 4);
    for (let i = 0; i < this.ops.length; i++) positions[i * 4] = positions[i * 4 + 2] = 1;
    return {
      ops: Int32Array.from(this.ops),
      consts: this.consts,
      names: this.names,
      exceptionTable: [],
      positions,
      stackSize: this.depth + 1,
      unknownBranches: new Map(),
    };
  }
}

function makeFunction(
  name: string,
  positional: string[],
  keywordOnly: string[],
  globals: PyDict,
  compile: () => CodeBody,
): PyFunction {
  const code = new PyCode({
    name,
    qualname: name,
    filename: '<string>',
    firstLine: 1,
    flags: 3,
    argCount: positional.length,
    posOnlyCount: 0,
    kwOnlyCount: keywordOnly.length,
    varnames: [...positional, ...keywordOnly],
    cellvars: [],
    freevars: [],
    docstring: null,
    usesLocalsDict: false,
    compile,
  });
  return new PyFunction(code, globals, null, null, null);
}

const unwrapped = (value: Value | undefined): Value =>
  value instanceof PyStaticMethod ? value.func : (value ?? null);
const texts = (value: Value): string[] => (value as PyTuple).items.map(String);

/** How `__init__` of a dataclass sets one attribute. */
type Step = { name: string; kind: 'argument' | 'argument or factory' | 'factory' | 'constant'; value: Value };

function compileInit(
  self: string,
  parameters: string[],
  steps: Step[],
  postInit: string[] | null,
  frozen: boolean,
  sentinel: Value,
): CodeBody {
  const assembler = new Assembler();
  const local = (name: string): void => {
    assembler.emit(Op.LOAD_FAST, name === self ? 0 : parameters.indexOf(name));
  };
  const callConstant = (value: Value): void => {
    assembler.emit(Op.PUSH_NULL);
    assembler.constant(value);
    assembler.emit(Op.CALL, 0);
  };
  for (const { name, kind, value } of steps) {
    if (frozen) {
      assembler.emit(Op.PUSH_NULL);
      assembler.constant(unwrapped(T.object.lookup('__setattr__')));
      local(self);
      assembler.constant(name);
    }
    if (kind === 'argument') local(name);
    else if (kind === 'constant') assembler.constant(value);
    else if (kind === 'factory') callConstant(value);
    else {
      local(name);
      assembler.constant(sentinel);
      assembler.emit(Op.IS_OP, 0);
      const given = assembler.emit(Op.POP_JUMP_IF_FALSE);
      callConstant(value);
      const made = assembler.emit(Op.JUMP);
      assembler.land(given);
      local(name);
      assembler.land(made);
    }
    if (frozen) {
      assembler.emit(Op.CALL, 3);
      assembler.emit(Op.POP_TOP);
    } else {
      local(self);
      assembler.name(Op.STORE_ATTR, name);
    }
  }
  if (postInit !== null) {
    local(self);
    assembler.name(Op.LOAD_METHOD, '__post_init__');
    for (const name of postInit) local(name);
    assembler.emit(Op.CALL, postInit.length);
    assembler.emit(Op.POP_TOP);
  }
  assembler.constant(null);
  assembler.emit(Op.RETURN_VALUE);
  return assembler.body();
}

export function codegenModule(_vm: VM): PyModule {
  return nativeModule('_codegen', {
    // `__new__` of a namedtuple: lambda _cls, x, y: tuple.__new__(_cls, (x, y)).
    'namedtuple_new(typename, field_names, defaults)': (
      vm,
      typename: string,
      fieldNames: Value,
      defaults: Value,
    ) => {
      const names = texts(fieldNames);
      const globals = PyDict.fromObject({ __name__: `namedtuple_${typename}`, __builtins__: vm.builtins });
      const func = makeFunction('<lambda>', ['_cls', ...names], [], globals, () => {
        const assembler = new Assembler();
        assembler.emit(Op.PUSH_NULL);
        assembler.constant(unwrapped(T.tuple.lookup('__new__')));
        assembler.emit(Op.LOAD_FAST, 0);
        names.forEach((_, i) => assembler.emit(Op.LOAD_FAST, i + 1));
        assembler.emit(Op.BUILD_TUPLE, names.length);
        assembler.emit(Op.CALL, 2);
        assembler.emit(Op.RETURN_VALUE);
        return assembler.body();
      });
      func.name = '__new__';
      if (defaults instanceof PyTuple && defaults.items.length > 0) {
        defaults.rc++;
        func.defaults = defaults;
      }
      return func;
    },
    // `__init__` of a dataclass; see dataclasses.py for the steps.
    'dataclass_init(self_name, parameters, keywords, steps, post_init, frozen, sentinel, globals)': (
      _vm,
      selfName: string,
      parameters: Value,
      keywords: Value,
      steps: Value,
      postInit: Value,
      frozen: boolean,
      sentinel: Value,
      globals: PyDict,
    ) => {
      const positional = [selfName, ...texts(parameters)];
      const keywordOnly = texts(keywords);
      const list: Step[] = (steps as PyTuple).items.map((step) => {
        const [name, kind, value] = (step as PyTuple).items as [string, Step['kind'], Value];
        return { name, kind, value };
      });
      const after = postInit instanceof PyTuple ? texts(postInit) : null;
      return makeFunction('__init__', positional, keywordOnly, globals, () =>
        compileInit(selfName, [...positional, ...keywordOnly], list, after, frozen, sentinel),
      );
    },
  });
}
