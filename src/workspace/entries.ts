/** The models of a file: classes that are `nn.Module`s and used by no other module there, and functions that return one. */
import type { AccountNote } from '../ledger/account';
import type { Call, ClassDef, Expr, FunctionDef } from '../python/ast';
import type { ParseResult, PythonParser } from '../python/parser';
import type { SourceHost } from '../python/imports';
import { inlineText, constructionsOf, scopesOf, underneath, type BodyScope } from './call-sites';
import { constructorFor, visibleIn, type ConstructorGuess } from './construct';
import {
  findClass,
  findMethod,
  fullName,
  indexFile,
  isModuleClass,
  parametersOf,
  withoutDefault,
  type ClassPlace,
  type FileIndex,
  type SourceReader,
} from './file-index';
import { inputEntry, notesOf, seenInputs, type SeenCall } from './found-inputs';
import { inferInputs, isGuessed, type InferredInputs } from './infer-inputs';
import { neighboursOf } from './neighbours';
import type { Observe } from './observed-call';
import { defaultSize } from './input-spec';
import { ofLibraryModel } from './layer-inputs';
import type { InputEntry } from './config';

import { baseName } from './paths';
import { dottedName, flatten, isProgram, sourceFile, walk, type SourceFile } from './source';

/** A model that was found in a file. */
export interface DiscoveredEntry {
  /** The class or function. */
  name: string;
  kind: 'class' | 'factory';
  /** Where its name is: line from 1, column from 0. */
  line: number;
  column: number;
  /** Gives the model; undefined where a constructor argument is not known. */
  expression: string | undefined;
  inputs: InputEntry[];
  sizes: Record<string, number>;
  loss: string | undefined;
  /** Other sizes to try where shapes do not fit. */
  alternatives: Record<string, number>[];
  assumptions: AccountNote[];
  /** Why it cannot be run as it is. */
  problem: string | undefined;
}

export interface DiscoveryOptions {
  parser: PythonParser;
  host: SourceHost;
  /** Folders that modules are looked for in, libraries left out. */
  paths: readonly string[];
  /** Parsed files that need not be read again. */
  parsed?: (path: string) => ParseResult | undefined;
  /** Runs a script to see how it makes and calls a class. Without it, names alone say what nothing else does. */
  observe?: Observe;
}

/** Scripts that are run for one class. */
const MOST_SCRIPTS = 2;

/** The models of a file that is parsed already, in the order of the source. Never throws for what the file says. */
export function discoverEntries(
  path: string,
  result: ParseResult,
  options: DiscoveryOptions,
): DiscoveredEntry[] {
  return new Discovery(sourceFile(path, result), options).entries();
}

/** What is assumed for an expression that the user wrote, where no inputs are given. */
export function inferFor(
  path: string,
  result: ParseResult,
  expression: string,
  options: DiscoveryOptions,
): DiscoveredEntry | undefined {
  return new Discovery(sourceFile(path, result), options).forExpression(expression);
}

/** Calls that were parsed: each keystroke asks for the same ones. */
const parsedCalls = new Map<string, Call | undefined>();
const MAX_PARSED = 1000;

const mentions = new WeakMap<ClassDef, ReadonlySet<string>>();

/** The names that a call is given: `Block`, or `Block if deep else None`. */
function namesGiven(call: Call): string[] {
  const namesIn = (expr: Expr): string[] => {
    if (expr.kind === 'Name') return [expr.id];
    return expr.kind === 'IfExp' ? [...namesIn(expr.body), ...namesIn(expr.orelse)] : [];
  };
  return [...call.args, ...call.keywords.map(({ value }) => value)].flatMap(namesIn);
}

/** The names that a class calls, passes to a call, takes as a default or derives from. */
function mentionedIn(node: ClassDef): ReadonlySet<string> {
  let names = mentions.get(node);
  if (names === undefined) {
    const found = new Set<string>();
    walk(node.body, (part) => {
      if (part.kind === 'FunctionDef')
        for (const value of [...part.args.defaults, ...part.args.kw_defaults])
          if (value?.kind === 'Name') found.add(value.id);
      if (part.kind !== 'Call') return;
      if (part.func.kind === 'Name') found.add(part.func.id);
      for (const name of namesGiven(part)) found.add(name);
    });
    for (const base of node.bases) if (base.kind === 'Name') found.add(base.id);
    mentions.set(node, (names = found));
  }
  return names;
}

function isBase(node: ClassDef, name: string): boolean {
  return node.bases.some((base) => base.kind === 'Name' && base.id === name);
}

class Discovery {
  private readonly index: FileIndex;
  private readonly reader: SourceReader;
  private readonly files = new Map<string, SourceFile | undefined>();
  private allScopes: BodyScope[] | undefined;
  /** Scripts whose runs came to their bounds: they are not run again for each class of the file. */
  private readonly slowScripts = new Set<string>();

  constructor(
    private readonly file: SourceFile,
    private readonly options: DiscoveryOptions,
  ) {
    this.index = indexFile(file);
    this.files.set(file.path, file);
    this.reader = { host: options.host, paths: options.paths, read: (path) => this.read(path) };
  }

  entries(): DiscoveredEntry[] {
    const { index } = this;
    const modules = [...index.classes.values()].filter((node) => isModuleClass({ index, node }, this.reader));
    const names = new Set(modules.map(({ name }) => name));
    const used = this.usedBy(modules, names);
    let models = modules.filter(
      (node) =>
        (!used.has(node.name) || this.standsAlone(node, names)) &&
        findMethod({ index, node }, 'forward', this.reader) !== undefined,
    );
    const factories = [...index.functions.values()].filter(
      (func) => this.returnedModule(func) !== undefined && !func.name.startsWith('_'),
    );
    // A model that only its factories make is theirs to show; a class can always be shown too.
    if (models.length === 0 && factories.length === 0)
      models = modules
        .filter((node) => findMethod({ index, node }, 'forward', this.reader) !== undefined)
        .slice(-1);
    const entries = [
      ...models.map((node) => this.classEntry(node)),
      ...factories.map((func) => this.factoryEntry(func)),
    ];
    const whole = entries.filter(({ kind, name }) => kind !== 'class' || !this.isBlock(name));
    return (whole.some(({ expression }) => expression !== undefined) ? whole : entries).sort(
      (a, b) => a.line - b.line,
    );
  }

  /** Whether a class is a part that is handed on, of which nothing says the constructor's arguments. */
  private isBlock(name: string): boolean {
    const node = this.index.classes.get(name);
    if (node === undefined || !this.isPart(name)) return false;
    const { guess } = constructorFor({ index: this.index, node }, this.scopes(), this.reader);
    return guess === undefined || guess.byName === true;
  }

  /** Whether functions or the file's own statements hand a class on: a block that a factory gives to the model. */
  private isPart(name: string): boolean {
    let found = false;
    const stmts = this.file.module.body.filter((stmt) => stmt.kind !== 'ClassDef');
    walk(stmts, (node) => {
      found ||= node.kind === 'Call' && namesGiven(node).includes(name);
      return !found;
    });
    return (
      found ||
      [...this.index.classes.values()].some((node) => node.name !== name && mentionedIn(node).has(name))
    );
  }

  forExpression(expression: string): DiscoveredEntry | undefined {
    const result = this.options.parser.parse(`(${expression}\n)`);
    const stmt = result.module.body[0];
    result.dispose();
    if (stmt?.kind !== 'Expr') return undefined;
    const expr = underneath(stmt.value);
    const name = dottedName(expr.kind === 'Call' ? expr.func : expr);
    if (name === undefined) return undefined;
    const call = expr.kind === 'Call' ? expr : undefined;
    const func = expr.kind === 'Call' ? expr.func : expr;
    const node = this.index.classes.get(name);
    const place = findClass(this.index, func, this.reader);
    if (place !== undefined)
      return this.finish(
        name,
        'class',
        node ?? place.node,
        expression,
        this.inferred(place, [name, place.node.name], call),
        [],
      );
    const factory = this.index.functions.get(name);
    if (factory === undefined) return this.libraryEntry(name, expression, func);
    const returned = this.returnedModule(factory);
    return returned === undefined
      ? this.libraryEntry(name, expression, this.returnedCall(factory))
      : this.finish(
          name,
          'factory',
          factory,
          expression,
          this.inferred(returned.place, [name, returned.place.node.name], returned.call),
          [],
        );
  }

  /** A model that a library makes, of a kind that is known. */
  private libraryEntry(
    name: string,
    expression: string,
    func: Expr | undefined,
  ): DiscoveredEntry | undefined {
    const input =
      func === undefined ? undefined : ofLibraryModel(fullName(this.index, func) ?? '', func, this.index);
    if (input === undefined) return undefined;
    const sizes = { B: defaultSize('B'), H: 224, W: 224 };
    const taken = {
      name: 'x',
      dtype: input.dtype,
      dims: input.dims,
      reason: `as ${input.layer} takes it`,
      place: input.place,
    };
    const inputs = [inputEntry(taken)];
    return {
      name,
      kind: 'factory',
      line: func!.line,
      column: func!.col,
      expression,
      inputs,
      sizes,
      loss: undefined,
      alternatives: [],
      assumptions: notesOf(
        { inputs: [taken], sizes, alternatives: [], loss: undefined, missing: [] },
        inputs,
      ),
      problem: undefined,
    };
  }

  /** What the call that a function returns calls. */
  private returnedCall(func: FunctionDef): Expr | undefined {
    for (const stmt of flatten(func.body)) {
      const value = stmt.kind === 'Return' && stmt.value !== null ? underneath(stmt.value) : undefined;
      if (value?.kind === 'Call') return value.func;
    }
    return undefined;
  }

  /** Which of the named classes some modules make in their methods, or derive from. */
  private usedBy(modules: readonly ClassDef[], names: ReadonlySet<string>): Set<string> {
    const used = new Set<string>();
    for (const node of modules)
      for (const name of mentionedIn(node))
        if (names.has(name) && (name !== node.name || isBase(node, name))) used.add(name);
    return used;
  }

  /** Whether a class that another one uses is a model too: it needs no arguments and is made of modules of the file. */
  private standsAlone(node: ClassDef, names: ReadonlySet<string>): boolean {
    const init = findMethod({ index: this.index, node }, '__init__', this.reader);
    if (init === undefined || withoutDefault(parametersOf(init.node, true)).length > 0) return false;
    return this.usedBy([node], names).size > 0;
  }

  /** The class that a function makes and returns, with the call. */
  private returnedModule(func: FunctionDef): { place: ClassPlace; call: Call } | undefined {
    const assigned = new Map<string, Expr>();
    let found: { place: ClassPlace; call: Call } | undefined;
    const stmts = flatten(func.body);
    for (const stmt of stmts)
      if (stmt.kind === 'Assign' && stmt.targets[0]!.kind === 'Name' && !assigned.has(stmt.targets[0]!.id))
        assigned.set(stmt.targets[0]!.id, stmt.value);
    for (const stmt of stmts) {
      if (stmt.kind !== 'Return' || stmt.value === null) continue;
      let value = underneath(stmt.value);
      if (value.kind === 'Name' && assigned.has(value.id)) value = underneath(assigned.get(value.id)!);
      if (value.kind !== 'Call') continue;
      const place = findClass(this.index, value.func, this.reader);
      if (place !== undefined && isModuleClass(place, this.reader)) found ??= { place, call: value };
    }
    return found;
  }

  private classEntry(node: ClassDef): DiscoveredEntry {
    const place = { index: this.index, node };
    const read = constructorFor(place, this.scopes(), this.reader);
    const isNamed = read.guess === undefined || read.guess.byName === true;
    const inferred = this.inferred(place, [node.name], this.callOf(node, read.guess));
    const seen = isNamed || isGuessed(inferred) ? this.observed(place, !isNamed) : undefined;
    // What the source says of the constructor is what a person reads there: only the inputs are the run's then.
    const { guess, missing } =
      seen?.args === undefined || !isNamed
        ? read
        : {
            guess: {
              expression: `${node.name}(${seen.args})`,
              assumption: `the constructor's arguments are those that ${baseName(seen.script)} gives when it is run`,
              place: seen.place,
            },
            missing: [],
          };
    const assumptions: AccountNote[] = [];
    if (guess?.assumption !== undefined)
      assumptions.push({
        kind: 'assumption',
        message: guess.assumption,
        ...(guess.place ?? {}),
        pin: `"model": ${JSON.stringify(`${baseName(this.file.path)}::${guess.expression}`)}`,
      });
    const entry = this.finish(
      node.name,
      'class',
      node,
      guess?.expression,
      guess === read.guess ? inferred : this.inferred(place, [node.name], this.callOf(node, guess)),
      assumptions,
      seen,
    );
    if (missing.length > 0)
      entry.problem = `the constructor needs ${list(missing)}: give ${missing.length === 1 ? 'it' : 'them'} in the config, "model": "${baseName(this.file.path)}::${node.name}(${missing.map((name) => `${name}=…`).join(', ')})"`;
    return entry;
  }

  private callOf(node: ClassDef, guess: ConstructorGuess | undefined): Call | undefined {
    return guess === undefined
      ? constructionsOf(node.name, this.file, this.scopes())[0]?.call
      : this.parseCall(guess.expression);
  }

  private inferred(place: ClassPlace, names: readonly string[], call: Call | undefined): InferredInputs {
    return inferInputs(place, [...new Set(names)], call, this.scopes(), this.reader);
  }

  /**
   * How a script that makes the class does it, when it is run.
   * @param isMade whether its inputs alone are wanted: how it is made is known
   */
  private observed(place: ClassPlace, isMade: boolean): SeenCall | undefined {
    const { observe } = this.options;
    if (observe === undefined) return undefined;
    const { name } = place.node;
    const init = findMethod(place, '__init__', this.reader);
    const parameters = init === undefined ? [] : parametersOf(init.node, true).map((each) => each.name);
    const wanted = {
      file: this.file.path,
      className: name,
      parameters,
      isVisible: visibleIn(this.index),
      isMade,
      outside: outsideOfClasses(this.file),
    };
    for (const script of this.scriptsOf(name)) {
      if (this.slowScripts.has(script)) continue;
      const seen = observe({ ...wanted, script });
      if (seen === 'cut') this.slowScripts.add(script);
      else if (seen !== undefined) return { ...seen, script };
    }
    return undefined;
  }

  /** The files that do something when they are run and name the class, those that make it themselves first. */
  private scriptsOf(name: string): string[] {
    const making = constructionsOf(name, this.file, this.scopes()).map(({ scope }) => scope.index.file.path);
    const files = [...new Set(this.scopes().map(({ index }) => index.file))].filter(
      (file) => mayMakeModels(file) && (making.includes(file.path) || file !== this.file),
    );
    return files
      .map(({ path }) => path)
      .sort((a, b) => Number(making.includes(b)) - Number(making.includes(a)))
      .slice(0, MOST_SCRIPTS);
  }

  private factoryEntry(func: FunctionDef): DiscoveredEntry {
    const returned = this.returnedModule(func)!;
    const required = withoutDefault(parametersOf(func, false));
    let expression: string | undefined = `${func.name}()`;
    const assumptions: AccountNote[] = [];
    if (required.length > 0) {
      expression = undefined;
      for (const { call, scope } of constructionsOf(func.name, this.file, this.scopes())) {
        const args = [...call.args, ...call.keywords.map(({ value }) => value)].map((arg) =>
          inlineText(arg, scope, this.reader, visibleIn(this.index)),
        );
        if (args.some((arg) => arg === undefined)) continue;
        const keywords = call.keywords.map(({ arg }, i) => `${arg}=${args[call.args.length + i]}`);
        expression = `${func.name}(${[...args.slice(0, call.args.length), ...keywords].join(', ')})`;
        assumptions.push({
          kind: 'assumption',
          message: `the arguments of ${func.name} are those of a call`,
          file: scope.index.file.path,
          line: call.line,
        });
        break;
      }
    }
    const entry = this.finish(
      func.name,
      'factory',
      func,
      expression,
      this.inferred(returned.place, [func.name, returned.place.node.name], returned.call),
      assumptions,
    );
    if (expression === undefined)
      entry.problem = `the function needs ${list(required.map(({ name }) => name))}: give the call in the config`;
    return entry;
  }

  private finish(
    name: string,
    kind: DiscoveredEntry['kind'],
    node: ClassDef | FunctionDef,
    expression: string | undefined,
    read: InferredInputs,
    assumptions: AccountNote[],
    seen?: SeenCall,
  ): DiscoveredEntry {
    const { inferred, inputs } =
      seen?.inputs === undefined
        ? { inferred: read, inputs: read.inputs.map(inputEntry) }
        : seenInputs(seen, seen.inputs, read);
    const entry: DiscoveredEntry = {
      name,
      kind,
      line: node.line,
      column: node.col + (node.kind === 'ClassDef' ? 'class '.length : 'def '.length),
      expression,
      inputs,
      sizes: inferred.sizes,
      loss: inferred.loss,
      alternatives: inferred.alternatives,
      assumptions: [...assumptions, ...notesOf(inferred, inputs)],
      problem: undefined,
    };
    if (inferred.missing.length > 0)
      entry.problem = `nothing tells the input ${list(inferred.missing)}: give "inputs" in the config`;
    return entry;
  }

  private parseCall(expression: string): Call | undefined {
    if (parsedCalls.has(expression)) return parsedCalls.get(expression);
    const result = this.options.parser.parse(expression);
    const stmt = result.module.body[0];
    result.dispose();
    const call = stmt?.kind === 'Expr' && stmt.value.kind === 'Call' ? stmt.value : undefined;
    if (parsedCalls.size >= MAX_PARSED) parsedCalls.clear();
    parsedCalls.set(expression, call);
    return call;
  }

  /** The bodies of this file and of its neighbours that name one of its models. */
  private scopes(): BodyScope[] {
    return (this.allScopes ??= [
      this.file,
      ...neighboursOf(this.file, this.reader.host, (path) => this.read(path)),
    ].flatMap(scopesOf));
  }

  private read(path: string): SourceFile | undefined {
    if (this.files.has(path)) return this.files.get(path);
    this.files.set(path, undefined);
    const ready = this.options.parsed?.(path);
    let file: SourceFile | undefined;
    if (ready !== undefined) file = sourceFile(path, ready);
    else {
      const text = this.options.host.readFile(path);
      if (text !== undefined) {
        const result = this.options.parser.parse(text);
        file = sourceFile(path, result);
        result.dispose();
      }
    }
    this.files.set(path, file);
    return file;
  }
}

/** The text of a file outside of its classes. */
function outsideOfClasses({ text, module }: SourceFile): string {
  const lines = text.split('\n');
  for (const stmt of module.body) if (stmt.kind === 'ClassDef') lines.fill('', stmt.line - 1, stmt.endLine);
  return lines.filter((line) => line !== '').join('\n');
}

/** Whether a file may make models when it is run: it is a program, or calls something as it is imported, and is no tests. */
function mayMakeModels({ path, module }: SourceFile): boolean {
  if (/^(test_.*|.*_test|conftest|setup)\.py$/.test(baseName(path))) return false;
  return (
    isProgram(module) ||
    module.body.some((stmt) =>
      stmt.kind === 'Expr' || stmt.kind === 'Assign' ? stmt.value.kind === 'Call' : stmt.kind === 'If',
    )
  );
}

function list(names: readonly string[]): string {
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}
