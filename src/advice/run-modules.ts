/** The modules of a run, and where their classes are written: what finders look at beside the source. */
import { PyClass } from '../python/classes';
import { PyDict, PyFunction, PyInstance } from '../python/objects';
import type { Value } from '../python/heap';
import type { StepRecord } from '../ledger/step';
import type { SourcePlace } from '../ledger/places';
import { Tensor } from '../torch/tensor';

/** A module instance that the run made. */
export interface RunModule {
  object: PyInstance;
  /** Its number in the run's places. */
  number: number;
  className: string;
  /** The class and its bases, as they are written in files. */
  classes: readonly { name: string; file: string }[];
  children: ReadonlyMap<string, RunModule>;
  /** How often its forward ran in the part of the run that was measured. */
  calls: number;
  /** Whether it was in training mode when the run ended. */
  training: boolean;
  construction: SourcePlace | undefined;
}

/** The modules of a run. */
export class RunModules {
  readonly all: readonly RunModule[];
  private readonly byObject = new Map<Value, RunModule>();

  constructor(record: StepRecord) {
    const { places } = record.recorder;
    const children = new Map<RunModule, Map<string, RunModule>>();
    const all: RunModule[] = [];
    for (const object of places.modules) {
      if (!(object instanceof PyInstance)) continue;
      const number = places.moduleNumber(object);
      const own = new Map<string, RunModule>();
      const module: RunModule = {
        object,
        number,
        className: object.cls.name,
        classes: classesOf(object.cls),
        children: own,
        calls: record.recorder.moduleRecord(number)?.calls ?? 0,
        training: object.attrs.getStr('training') !== false,
        construction: places.constructionOf(object),
      };
      children.set(module, own);
      this.byObject.set(object, module);
      all.push(module);
    }
    for (const module of all) {
      const dict = module.object.attrs.getStr('_modules');
      if (!(dict instanceof PyDict)) continue;
      for (const [key, value] of dict.entries()) {
        const child = this.byObject.get(value);
        if (child !== undefined && typeof key === 'string') children.get(module)!.set(key, child);
      }
    }
    this.all = all;
  }

  /** The modules whose class, or a base of it, is written under a name in a file. */
  ofClass(file: string, name: string): RunModule[] {
    return this.all.filter(({ classes }) => classes.some((each) => each.file === file && each.name === name));
  }

  /** The module of an object. */
  of(object: Value): RunModule | undefined {
    return this.byObject.get(object);
  }
}

/** What an attribute path (`self.transformer.h`) of a module leads to. */
export function moduleAt(module: RunModule, path: string): RunModule | undefined {
  let at: RunModule | undefined = module;
  for (const name of path.replace(/^self\./, '').split('.')) at = at?.children.get(name);
  return at;
}

/** A module and all below it. */
export function withDescendants(module: RunModule, seen = new Set<RunModule>()): RunModule[] {
  if (seen.has(module)) return [];
  seen.add(module);
  return [module, ...[...module.children.values()].flatMap((child) => withDescendants(child, seen))];
}

/** Whether a module's class, or a base of it, has a name: `ModuleList`, `Sequential`. */
export function isA({ object }: RunModule, name: string): boolean {
  return object.cls.mro.some((cls) => cls.name === name);
}

/** Whether a module's class has a method. */
export function hasMethod({ object }: RunModule, name: string): boolean {
  return object.cls.lookup(name) !== undefined;
}

/** An attribute of a module's instance or class. */
export function attributeOf({ object }: RunModule, name: string): Value | undefined {
  return object.attrs.getStr(name) ?? object.cls.lookup(name);
}

/** The tensors that a module owns directly. */
export function ownTensors({ object }: RunModule, kind: '_parameters' | '_buffers'): Map<string, Tensor> {
  const dict = object.attrs.getStr(kind);
  const tensors = new Map<string, Tensor>();
  if (dict instanceof PyDict)
    for (const [key, value] of dict.entries())
      if (typeof key === 'string' && value instanceof Tensor) tensors.set(key, value);
  return tensors;
}

const classFiles = new WeakMap<PyClass, { name: string; file: string }[]>();

/** A class and its bases, with the files that their methods are in. */
function classesOf(cls: PyClass): { name: string; file: string }[] {
  const known = classFiles.get(cls);
  if (known !== undefined) return known;
  const found: { name: string; file: string }[] = [];
  for (const each of cls.mro) {
    for (const value of each.dict.values()) {
      if (!(value instanceof PyFunction)) continue;
      found.push({ name: each.name, file: value.code.init.filename });
      break;
    }
  }
  classFiles.set(cls, found);
  return found;
}
