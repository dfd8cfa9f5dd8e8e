/** The node of a custom autograd.Function, which is also its context object. */
import { typeOf } from '../../python/classes.js';
import type { PyClass } from '../../python/classes.js';
import { release, retain, type Value } from '../../python/heap.js';
import { PyDict } from '../../python/dict.js';
import { PyList, PyTuple } from '../../python/objects.js';
import { asNative } from '../../python/stdlib/support.js';
import { fail } from '../errors.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { BACKWARD_TWICE, Node, SavedVariable, type Edge } from './node.js';
import { machine } from '../errors.js';

export class FunctionNode extends Node {
  needsInputGrad: PyTuple | null = null;
  toSave: Value = null;
  dirtyTensors: Value = null;
  nonDifferentiable: Value = null;
  materializeGrads = true;
  savedForForward: Value = null;
  /** By argument of apply: whether it was a tensor. */
  isVariableInput: boolean[] = [];
  outputIsTensor: boolean[] = [];
  saved: (SavedVariable | null)[] = [];
  hasFreedBuffers = false;
  pendingEdges: (Edge | null)[] = [];

  constructor(cls: PyClass) {
    super(cls);
    this.attrs = new PyDict();
    this.attrs.rc++;
  }

  setField(
    name: 'toSave' | 'dirtyTensors' | 'nonDifferentiable' | 'savedForForward' | 'needsInputGrad',
    value: Value,
  ): void {
    retain(value);
    release(this[name]);
    this[name] = value as PyTuple;
  }

  saveVariables(outputs: readonly Tensor[]): void {
    const items = this.toSave instanceof PyTuple || this.toSave instanceof PyList ? this.toSave.items : [];
    // one by one: where a hook raises, the node still owns what was kept before
    const saved: (SavedVariable | null)[] = (this.saved = []);
    for (const [i, t] of items.entries()) {
      if (t !== null && !(t instanceof Tensor))
        return fail(
          'TypeError',
          `save_for_backward can only save variables, but argument ${i} is of type ${typeOf(t).typeName}`,
        );
      saved.push(t === null ? null : new SavedVariable(t, this, outputs.includes(t) && t.gradFn === this));
    }
    this.setField('toSave', null);
  }

  /** `ctx.saved_tensors`. */
  unpackSaved(): PyTuple {
    if (this.hasFreedBuffers) fail('RuntimeError', BACKWARD_TWICE);
    if (this.saved.length === 0 && this.toSave !== null)
      return new PyTuple(this.toSave instanceof PyTuple ? this.toSave.items : []);
    // An attribute is read outside of any native: what hooks give lives until the tuple holds it.
    return asNative(
      () =>
        new PyTuple(
          this.saved.map((saved) => {
            if (saved === null) return null;
            if (saved.hook === undefined) {
              const t = saved.unpack(this);
              t.exposed = true;
              return t;
            }
            const value = machine().root(machine().call(saved.hook, [saved.packedValue]));
            return value instanceof Tensor ? saved.restore(value, this) : value;
          }),
        ),
    );
  }

  override releaseVariables(): void {
    for (const saved of this.saved) saved?.release();
    this.saved = [];
    this.hasFreedBuffers = true;
    state.recorder?.released?.(this);
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    for (const saved of this.saved) saved?.visit(visit);
    this.visitOwn(visit);
  }
  override traverseForCollector(visit: (value: Value | undefined) => void): void {
    for (const saved of this.saved) saved?.visitSeen(visit);
    this.visitOwn(visit);
  }
  private visitOwn(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.toSave);
    visit(this.dirtyTensors);
    visit(this.nonDifferentiable);
    visit(this.savedForForward);
    visit(this.needsInputGrad);
    for (const edge of this.pendingEdges) visit(edge?.node);
  }
}
