/** Calls: of functions, of methods without making a bound one, and with `*args` and `**kwargs`. */
import type { Attribute, Call, Expr, Keyword, Location } from '../ast.js';
import { Op } from '../code.js';
import { stringConst } from './constants.js';
import { display, STACK_USE_GUIDELINE, TUPLE } from './displays.js';
import { expression, expressions } from './expressions.js';
import { DEF_IMPORT } from './scope.js';
import type { Unit } from './unit.js';

export function call(u: Unit, e: Call): void {
  if (methodCall(u, e)) return;
  u.at(e.func, () => u.emit(Op.PUSH_NULL));
  expression(u, e.func);
  callArguments(u, 0, e.args, e.keywords);
}

/** `o.m(…)` without stars: the function and its self are pushed, no bound method is made. */
function methodCall(u: Unit, e: Call): boolean {
  const { func, args, keywords } = e;
  if (func.kind !== 'Attribute') return false;
  if (args.length + keywords.length + (keywords.length > 0 ? 1 : 0) >= STACK_USE_GUIDELINE) return false;
  // A function of an imported module is called like any other, which shows where its arguments are packed.
  if (args.length + keywords.length * 2 > STACK_USE_GUIDELINE && isImported(u, func.value)) return false;
  if (args.some((arg) => arg.kind === 'Starred') || keywords.some((keyword) => keyword.arg === null))
    return false;
  expression(u, func.value);
  const { asm } = u;
  const { location } = asm;
  asm.location = fromAttribute(func, func);
  u.emitName(Op.LOAD_METHOD, func.attr);
  asm.location = location;
  expressions(u, args);
  const names = keywordValues(u, keywords);
  asm.location = fromAttribute(e, func);
  callInstruction(u, args.length + keywords.length, names);
  asm.location = location;
  return true;
}

function isImported(u: Unit, e: Expr): boolean {
  return (
    e.kind === 'Name' && ((u.compilation.symbols.module.symbols.get(e.id)?.flags ?? 0) & DEF_IMPORT) !== 0
  );
}

/** In a chain of calls over several lines, a call starts at its method's name (CPython 3.11's tracebacks say so). */
function fromAttribute(where: Location, func: Attribute): Location {
  if (func.line === func.endLine) return where;
  const col = func.endCol - func.attr.length;
  return { line: func.endLine, col, endLine: where.endLine, endCol: where.endCol };
}

function keywordValues(u: Unit, keywords: Keyword[]): string[] {
  for (const keyword of keywords) expression(u, keyword.value);
  return keywords.map((keyword) => keyword.arg!);
}

function callInstruction(u: Unit, count: number, names: string[]): void {
  if (names.length === 0) {
    u.emit(Op.CALL, count);
    return;
  }
  u.loadConst({ type: 'tuple', items: names.map(stringConst) });
  u.emit(Op.CALL_KW, count);
}

/** Evaluates arguments and calls; NULL, the callable and `pushed` arguments lie on the stack already. */
export function callArguments(u: Unit, pushed: number, args: Expr[], keywords: Keyword[]): void {
  const isSimple =
    args.length + keywords.length * 2 <= STACK_USE_GUIDELINE &&
    !args.some((arg) => arg.kind === 'Starred') &&
    !keywords.some((keyword) => keyword.arg === null);
  if (isSimple) {
    expressions(u, args);
    const names = keywordValues(u, keywords);
    callInstruction(u, pushed + args.length + keywords.length, names);
    return;
  }
  const only = args[0];
  if (pushed === 0 && args.length === 1 && only!.kind === 'Starred') expression(u, only!.value);
  else display(u, args, pushed, TUPLE);
  if (keywords.length > 0) keywordDict(u, keywords);
  u.emit(Op.CALL_FUNCTION_EX, keywords.length > 0 ? 1 : 0);
}

function keywordDict(u: Unit, keywords: Keyword[]): void {
  let built = false;
  let pending = 0;
  const flush = (end: number): void => {
    keywordMap(u, keywords.slice(end - pending, end));
    if (built) u.emit(Op.DICT_MERGE, 1);
    built = true;
    pending = 0;
  };
  keywords.forEach((keyword, i) => {
    if (keyword.arg !== null) {
      pending++;
      return;
    }
    if (pending > 0) flush(i);
    if (!built) {
      u.emit(Op.BUILD_MAP, 0);
      built = true;
    }
    expression(u, keyword.value);
    u.emit(Op.DICT_MERGE, 1);
  });
  if (pending > 0) flush(keywords.length);
}

function keywordMap(u: Unit, keywords: Keyword[]): void {
  const n = keywords.length;
  const isBig = n * 2 > STACK_USE_GUIDELINE;
  const names = keywords.map((keyword) => stringConst(keyword.arg!));
  if (n > 1 && !isBig) {
    for (const keyword of keywords) expression(u, keyword.value);
    u.loadConst({ type: 'tuple', items: names });
    u.emit(Op.BUILD_CONST_KEY_MAP, n);
    return;
  }
  if (isBig) u.emit(Op.BUILD_MAP, 0);
  keywords.forEach((keyword, i) => {
    u.loadConst(names[i]!);
    expression(u, keyword.value);
    if (isBig) u.emit(Op.MAP_ADD, 1);
  });
  if (!isBig) u.emit(Op.BUILD_MAP, n);
}
