/** The configuration that a constructor asks for, where nobody gives one: a class with defaults, or a function that makes it. */
import type { Expr, FunctionDef } from '../python/ast';
import type { Construction } from './call-sites';
import {
  fieldsOf,
  findClass,
  findFunction,
  findMethod,
  methodsOf,
  parametersOf,
  withoutDefault,
  type ClassPlace,
  type FileIndex,
  type ParameterInfo,
  type SourceReader,
} from './file-index';
import { dottedName } from './source';

/** Parameters of these names are configurations. */
export const CONFIG_NAME = /^(config|cfg|conf|args|hparams|hps|params|opt|options|settings)$/;
const CONFIG_CLASS = /(config|args|hparams|params|cfg|settings)$/i;
/** Functions of these names make a configuration: `create_hparams`, `get_default_config`. */
const CONFIG_MAKER =
  /^((get|create|make|build|default)_)+(\w+_)?(config|configs|cfg|conf|hparams|hps|params|options|settings)$/;

/** The expression of a configuration that needs no arguments, in the namespace of the model's file; undefined where there is none. */
export function defaultConfig(
  { name, annotation }: ParameterInfo,
  place: ClassPlace,
  sites: readonly Construction[],
  reader: SourceReader,
): string | undefined {
  const { index } = place;
  if (annotation !== null) {
    const expr = annotation.kind === 'Constant' && annotation.value.type === 'str' ? undefined : annotation;
    const found = expr === undefined ? undefined : findClass(index, expr, reader);
    if (found !== undefined && isDefaultable(found, reader)) return `${dottedName(annotation)}()`;
  }
  if (!CONFIG_NAME.test(name)) return undefined;
  return (
    configClass(index, reader) ??
    makingMethod(place, reader) ??
    makingFunction(index, reader) ??
    makingImport(index, sites, reader)
  );
}

/** A class of configurations in the file or among what it imports. */
function configClass(index: FileIndex, reader: SourceReader): string | undefined {
  for (const [className, node] of index.classes)
    if (CONFIG_CLASS.test(className) && isDefaultable({ index, node }, reader)) return `${className}()`;
  for (const local of index.imports.keys()) {
    if (!CONFIG_CLASS.test(local) || !/^[A-Z]/.test(local)) continue;
    const found = findClass(index, nameExpr(local), reader);
    if (found !== undefined && isDefaultable(found, reader)) return `${local}()`;
  }
  return undefined;
}

/** A static or class method of the model that makes its configuration. */
function makingMethod(place: ClassPlace, reader: SourceReader): string | undefined {
  const method = methodsOf(place, reader).find(
    (func) =>
      isMaker(func, true) &&
      func.decorator_list.some(
        (decorator) =>
          decorator.kind === 'Name' && (decorator.id === 'staticmethod' || decorator.id === 'classmethod'),
      ),
  );
  return method === undefined ? undefined : `${place.node.name}.${method.name}()`;
}

/** A function of the file, or one that it imports. */
function makingFunction(index: FileIndex, reader: SourceReader): string | undefined {
  for (const func of index.functions.values()) if (isMaker(func, false)) return `${func.name}()`;
  for (const local of index.imports.keys()) {
    const func = CONFIG_MAKER.test(local) ? findFunction(index, local, reader) : undefined;
    if (func !== undefined && isMaker(func, false)) return `${local}()`;
  }
  return undefined;
}

/** A function that another file imports, which constructs the model. */
function makingImport(
  index: FileIndex,
  sites: readonly Construction[],
  reader: SourceReader,
): string | undefined {
  for (const { scope } of sites) {
    if (scope.index === index) continue;
    for (const [local, full] of scope.index.imports) {
      if (!CONFIG_MAKER.test(local) || full.startsWith('.')) continue;
      const func = findFunction(scope.index, local, reader);
      if (func === undefined || !isMaker(func, false)) continue;
      const module = full.slice(0, full.lastIndexOf('.'));
      return `__import__('${module}', fromlist=['${func.name}']).${func.name}()`;
    }
  }
  return undefined;
}

function isMaker(func: FunctionDef, method: boolean): boolean {
  return CONFIG_MAKER.test(func.name) && withoutDefault(parametersOf(func, method)).length === 0;
}

/** Whether a class can be called without arguments. */
function isDefaultable(place: ClassPlace, reader: SourceReader): boolean {
  const init = findMethod(place, '__init__', reader);
  if (init !== undefined) return withoutDefault(parametersOf(init.node, true)).length === 0;
  return fieldsOf(place.node).every((field) => field.default !== null);
}

function nameExpr(id: string): Expr {
  return { kind: 'Name', id, ctx: 'Load', line: 1, col: 0, endLine: 1, endCol: 0 };
}
