/** The expression that makes a model: constructor arguments from call sites, from defaults, or by their names. */
import type { Call, Expr, FunctionDef } from '../python/ast';
import { constructionsOf, inlineText, type BodyScope, type Construction } from './call-sites';
import { CONFIG_NAME, defaultConfig } from './default-config';
import {
  findMethod,
  parametersOf,
  withoutDefault,
  type ClassPlace,
  type FileIndex,
  type ParameterInfo,
  type SourceReader,
} from './file-index';
import { dottedName } from './source';
import { usualArgument } from './usual-arguments';

/** How a model is made. */
export interface ConstructorGuess {
  expression: string;
  /** Why these arguments, where they are no defaults. */
  assumption: string | undefined;
  place: { file: string; line: number } | undefined;
  /** Whether arguments are taken by nothing but their names. */
  byName?: boolean;
}

/** Builtins that an inlined expression may use. */
const BUILTINS = new Set([
  'True',
  'False',
  'None',
  'int',
  'float',
  'str',
  'bool',
  'list',
  'tuple',
  'dict',
  'len',
  'range',
  'min',
  'max',
  'sum',
  'abs',
  'round',
  'set',
  'torch',
  'nn',
]);

/** Whether a name can be used in an expression evaluated in the file's namespace. */
export function visibleIn(index: FileIndex): (name: string) => boolean {
  return (name) =>
    BUILTINS.has(name) ||
    index.classes.has(name) ||
    index.functions.has(name) ||
    index.imports.has(name) ||
    index.constants.has(name);
}

/** The expression for a class; undefined where an argument cannot be known, which `missing` then names. */
export function constructorFor(
  place: ClassPlace,
  scopes: readonly BodyScope[],
  reader: SourceReader,
): { guess: ConstructorGuess | undefined; missing: string[] } {
  const { index, node } = place;
  const init = findMethod(place, '__init__', reader);
  const required = init === undefined ? [] : withoutDefault(parametersOf(init.node, true));
  if (required.length === 0)
    return { guess: { expression: `${node.name}()`, assumption: undefined, place: undefined }, missing: [] };
  const sites = constructionsOf(node.name, index.file, scopes);
  const site = bestSite(sites, index, reader);
  if (site !== undefined) return { guess: site, missing: [] };
  const values = required.map((parameter) => usualValue(parameter, init!.node, place, sites, reader));
  const missing = required.filter((_, i) => values[i] === undefined).map(({ name }) => name);
  if (missing.length > 0) return { guess: undefined, missing };
  const args = required.map(({ name, keywordOnly }, i) =>
    keywordOnly || required.length > 1 ? `${name}=${values[i]}` : values[i]!,
  );
  const expression = `${node.name}(${args.join(', ')})`;
  const isConfig = required.length === 1 && /\(\)$/.test(args[0]!);
  return {
    guess: {
      expression,
      assumption: isConfig
        ? `${expression} is taken: the config's defaults`
        : `${expression} is taken: nothing says the constructor's arguments`,
      place: { file: index.file.path, line: node.line },
      byName: !isConfig,
    },
    missing: [],
  };
}

/** The first construction whose arguments mean something in the file's namespace. */
function bestSite(
  sites: { call: Call; scope: BodyScope }[],
  index: FileIndex,
  reader: SourceReader,
): ConstructorGuess | undefined {
  for (const { call, scope } of sites) {
    if (call.args.some((arg) => arg.kind === 'Starred') || call.keywords.some(({ arg }) => arg === null))
      continue;
    const inline = (expr: Expr): string | undefined => inlineText(expr, scope, reader, visibleIn(index));
    const parts = [
      ...call.args.map(inline),
      ...call.keywords.map(({ arg, value }) => {
        const text = inline(value);
        return text === undefined ? undefined : `${arg}=${text}`;
      }),
    ];
    if (parts.some((part) => part === undefined)) continue;
    const name = (dottedName(call.func) ?? '').split('.').pop()!;
    return {
      expression: `${name}(${parts.join(', ')})`,
      assumption: `the constructor's arguments are those of a call`,
      place: { file: scope.index.file.path, line: call.line },
    };
  }
  return undefined;
}

/** What a required argument is taken for: a config with defaults, else by its name. */
function usualValue(
  parameter: ParameterInfo,
  init: FunctionDef,
  place: ClassPlace,
  sites: readonly Construction[],
  reader: SourceReader,
): string | undefined {
  const config = defaultConfig(parameter, place, sites, reader);
  if (config !== undefined || CONFIG_NAME.test(parameter.name)) return config;
  return usualArgument(parameter, init);
}
