/**
 * The file of an entry, imported under its module name. A script that trains as it is imported may fail where there is no data: what its own
 * statements would give is then unknown, and the rest of the file is run. Definitions and imports that fail end the import, as in Python.
 */
import { Op } from '../python/code';
import { SyntaxFailure } from '../python/failures';
import { Raise } from '../python/native';
import { PyCode, PyDict, PyInstance, PyList, PyModule, PyTuple } from '../python/objects';
import { heap, type Value } from '../python/heap';
import type { VM } from '../python/vm';
import { Tensor } from '../torch/tensor';
import { describeException } from './describe-exception';

/** Statements that may fail before the import counts as failed. */
const MOST_FAILURES = 20;

/** Lines that are tried as the beginning of the next statement. */
const MOST_LINES = 400;

/** Imports a file under its module name, its package first. */
export function importFile(vm: VM, file: string, name: string): Value {
  const dot = name.lastIndexOf('.');
  if (dot > 0) vm.import(name.slice(0, dot));
  const known = vm.modules.getStr(name);
  if (known instanceof PyModule && known.dict.getStr('__file__') === file) return known;
  const isPackage = file.endsWith('/__init__.py');
  const folder = file.slice(0, file.lastIndexOf('/'));
  const code = vm.importer.compileFile(file);
  const module = new PyModule(name);
  const { dict } = module;
  dict.setStr('__spec__', vm.makeSpec(name, file, isPackage ? [folder] : null));
  dict.setStr('__package__', isPackage ? name : name.slice(0, Math.max(0, dot)));
  if (isPackage) dict.setStr('__path__', new PyList([folder]));
  dict.setStr('__file__', file);
  dict.setStr('__builtins__', vm.builtins);
  vm.modules.setStr(name, module);
  runAround(vm, code, dict, file);
  return vm.modules.getStr(name) ?? module;
}

/** Runs a module's code; after a statement that fails, the rest of it. */
function runAround(vm: VM, code: PyCode, dict: PyDict, file: string): void {
  let rest = code;
  for (let failures = 0; ; failures++)
    try {
      vm.runModuleCode(rest, dict);
      return;
    } catch (error) {
      const next =
        error instanceof Raise && failures < MOST_FAILURES
          ? afterFailure(vm, error, rest, dict, file)
          : undefined;
      if (next === undefined) throw error;
      rest = next;
    }
}

/** The code after the statement that failed, whose names are unknown from here on; undefined where the import has failed with it. */
function afterFailure(
  vm: VM,
  { exception }: Raise,
  code: PyCode,
  dict: PyDict,
  file: string,
): PyCode | undefined {
  if (!exception.cls.mro.some(({ name }) => name === 'Exception' || name === 'SystemExit')) return undefined;
  const line = exception.traceback.find((entry) => entry.code === code)?.line;
  const lines = vm.importer.readSource(file)?.split('\n');
  if (line === undefined || lines === undefined) return undefined;
  let start = line;
  while (start > 1 && !beginsStatement(lines[start - 1]!)) start--;
  if (/^(@|(async\s+)?def\b|class\b|import\b|from\b)/.test(lines[start - 1]!)) return undefined;
  const found = nextCode(vm, lines, line, file);
  if (found === undefined) return undefined;
  const { type, message } = describeException(vm, exception);
  const [said] = message.split('\n');
  const reason = `line ${line} failed with ${type}${said === '' ? '' : `: ${said}`}`;
  for (const name of storedIn(code, start, found.line))
    if (dict.getStr(name) === undefined) dict.setStr(name, vm.unknown(reason));
  vm.note('missing', `${reason}; what it gives is unknown, the rest of the file is run`, { file, line });
  return found.code;
}

/**
 * Takes away what a file's own statements made, but for what its functions and classes, or the names in `kept`, read: values that may hold
 * tensors alone. Gives the names.
 */
export function takeAway(vm: VM, file: string, module: PyModule, kept: ReadonlySet<string>): string[] {
  const read = new Set(kept);
  const visit = (code: PyCode): void => {
    for (const value of code.body.consts)
      if (value instanceof PyCode) {
        for (const name of value.body.names) read.add(name);
        visit(value);
      }
  };
  visit(vm.importer.compileFile(file));
  const taken: string[] = [];
  for (const [name, value] of [...module.dict.entries()])
    if (typeof name === 'string' && !name.startsWith('__') && !read.has(name) && holdsObjects(value)) {
      module.dict.delete(name);
      taken.push(name);
    }
  heap.collect();
  return taken;
}

/** Whether a value may hold tensors; definitions, modules, numbers and texts stay. */
function holdsObjects(value: Value): boolean {
  return [Tensor, PyInstance, PyList, PyTuple, PyDict].some((cls) => value instanceof cls);
}

function beginsStatement(text: string): boolean {
  return /^[^\s#)\]}]/.test(text) && !/^(elif|else|except|finally)\b/.test(text);
}

/** The first line after `line` from which the rest of the file is a program, and that program; its lines keep their numbers. */
function nextCode(
  vm: VM,
  lines: readonly string[],
  line: number,
  file: string,
): { line: number; code: PyCode } | undefined {
  for (let i = line, tried = 0; i <= lines.length && tried < MOST_LINES; i++) {
    if (i < lines.length && !beginsStatement(lines[i]!)) continue;
    tried++;
    const before = lines.slice(0, i).map((text) => (text.startsWith('from __future__ ') ? text : ''));
    try {
      return { line: i + 1, code: vm.compile([...before, ...lines.slice(i)].join('\n'), file, 'exec') };
    } catch (error) {
      if (!(error instanceof SyntaxFailure)) throw error;
    }
  }
  return undefined;
}

/** The names that a module's statements store between two lines, the second left out. */
function storedIn({ body: { ops, names, positions } }: PyCode, from: number, to: number): Set<string> {
  const found = new Set<string>();
  ops.forEach((instruction, i) => {
    const line = positions[4 * i]!;
    if ((instruction & 0xff) === Op.STORE_NAME && line >= from && line < to)
      found.add(names[instruction >> 8]!);
  });
  return found;
}
