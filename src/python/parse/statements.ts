/** Statements, blocks and simple statements; `compound` has the rest. */
import type { Alias, Expr, ExprStmt, ImportFrom, Module, Stmt } from '../ast';
import { compoundStatement } from './compound';
import { elements, expression } from './expressions';
import { K } from './kinds';
import type { Repair } from './recovery';
import { expressionName, setContext } from './targets';
import { annotation, typeParameters } from './types';
import { SyntaxFailure, type Walker } from './walker';

/** What the conversion of one file collects besides the tree. */
export interface Outcome {
  failures: Failure[];
  /** Regions that recovery blanked out before the parse, ascending. */
  repairs: readonly Repair[];
}

export interface Failure {
  kind: 'SyntaxError' | 'IndentationError' | 'TabError';
  message: string;
  start: number;
  end: number;
}

/** The module; the cursor stands on the root. Never throws. */
export function moduleOf(w: Walker, outcome: Outcome): Module {
  const body: Stmt[] = [];
  statementsIn(w, outcome, body);
  return { ...w.at(0, w.source.length), kind: 'Module', body };
}

/**
 * The statements that are children of the current node. A statement that cannot be converted becomes an
 * `ErrorStmt`, and so does a region where the grammar found no statement; whole statements inside such a
 * region are kept.
 */
export function statementsIn(w: Walker, outcome: Outcome, body: Stmt[]): void {
  if (!w.first()) return;
  let column = -1;
  let lastLine = -1;
  do {
    if (w.kind === K.Semicolon || w.kind === K.Colon) continue;
    const from = body.length;
    statement(w, outcome, body);
    const added = body[from];
    if (added === undefined || added.kind === 'Error') continue;
    // Statements of one block start at one column; those behind a semicolon do not count.
    if (added.line === lastLine) continue;
    lastLine = added.endLine;
    const at = columnOf(w, firstLine(added), added);
    if (column < 0) column = at;
    else if (at !== column) misindented(w, outcome, body, from, at > column);
  } while (w.next());
  w.up();
}

/** The line a statement starts on, decorators included. */
function firstLine(node: Stmt): number {
  if (node.kind === 'FunctionDef' || node.kind === 'AsyncFunctionDef' || node.kind === 'ClassDef') {
    return node.decorator_list[0]?.line ?? node.line;
  }
  return node.line;
}

/** Width of a line's indentation, tabs to the next multiple of eight. */
function columnOf(w: Walker, line: number, node: Stmt): number {
  const start = w.lineStarts[line - 1]!;
  const stop = start + (line === node.line ? node.col : Infinity);
  let column = 0;
  for (let i = start; i < stop && i < w.source.length; i++) {
    const c = w.source.charCodeAt(i);
    if (c === 32) column++;
    else if (c === 9) column += 8 - (column % 8);
    else if (c === 12) column = 0;
    else if (c === 0xfeff || c === 92 || c === 10 || c === 13) continue;
    else break;
  }
  return column;
}

function misindented(w: Walker, outcome: Outcome, body: Stmt[], index: number, deeper: boolean): void {
  const node = body[index]!;
  const before = body[index - 1];
  const start = w.lineStarts[node.line - 1]! + node.col;
  const afterBlock = before !== undefined && before.endLine > before.line && 'body' in before && deeper;
  const message =
    !deeper || afterBlock ? 'unindent does not match any outer indentation level' : 'unexpected indent';
  outcome.failures.push({ kind: 'IndentationError', message, start, end: start });
}

/** Converts one statement, or the error region in its place, and appends it. Never throws. */
function statement(w: Walker, outcome: Outcome, body: Stmt[]): void {
  const level = w.level;
  const start = w.start();
  const end = w.end();
  const { headerStart, depth, brackets } = w;
  if (w.kind === K.Error) {
    errorRegion(w, outcome, body, start, end);
    return;
  }
  const repair = outcome.repairs.length > 0 ? repairAt(outcome.repairs, start) : undefined;
  if (repair !== undefined) {
    body.push({ ...w.at(start, Math.max(end, start)), kind: 'Error', message: repair.message });
    return;
  }
  try {
    if (w.kind >= K.IfStatement && w.kind <= K.MatchStatement) {
      w.headerStart = start;
      w.enter();
      body.push(compoundStatement(w, outcome, start, end));
      w.leave();
    } else {
      if (w.hasErrorIn(start, end)) w.fail('invalid syntax', start, end);
      body.push(simpleStatement(w, start, end));
    }
    if (w.alias !== null) w.fail('invalid syntax', start, end);
  } catch (error) {
    const failure =
      error instanceof SyntaxFailure
        ? error
        : error instanceof RangeError
          ? new SyntaxFailure('too many nested expressions', start, end)
          : null;
    if (failure === null) throw error;
    while (w.level > level) w.up();
    w.depth = depth;
    w.brackets = brackets;
    w.star = -1;
    w.alias = null;
    w.spine.length = 0;
    // The grammar's own errors are reported from the tree; see `recovery`.
    if (!w.hasErrorIn(start, end)) {
      outcome.failures.push({ kind: 'SyntaxError', message: failure.message, start: failure.start, end: failure.end });
    }
    body.push({ ...w.at(start, end), kind: 'Error', message: failure.message });
  }
  w.headerStart = headerStart;
}

function repairAt(repairs: readonly Repair[], index: number): Repair | undefined {
  return repairs.find((repair) => repair.start <= index && index < repair.end);
}

/** A region without a statement around it: its whole statements, and `ErrorStmt` for what is between. */
function errorRegion(w: Walker, outcome: Outcome, body: Stmt[], start: number, end: number): void {
  let open = start;
  const close = (at: number): void => {
    if (at > open && w.source.slice(open, at).trim() !== '') {
      body.push({ ...w.at(open, at), kind: 'Error', message: 'invalid syntax' });
    }
  };
  if (w.first()) {
    do {
      const isStatement = w.kind >= K.ExpressionStatement && w.kind <= K.MatchStatement;
      if (!isStatement) continue;
      close(w.start());
      open = w.end();
      statement(w, outcome, body);
    } while (w.next());
    w.up();
  }
  close(end);
}

function simpleStatement(w: Walker, start: number, end: number): Stmt {
  switch (w.kind) {
    case K.ExpressionStatement:
      return expressionStatement(w, start, end);
    case K.ReturnStatement:
      return { ...w.at(start, end), kind: 'Return', value: optionalOperand(w) };
    case K.PassStatement:
      return { ...w.at(start, end), kind: 'Pass' };
    case K.BreakStatement:
      return { ...w.at(start, end), kind: 'Break' };
    case K.ContinueStatement:
      return { ...w.at(start, end), kind: 'Continue' };
    case K.ImportStatement: {
      const names: Alias[] = [];
      w.first();
      while (w.next()) importedName(w, names, start, end);
      w.up();
      return { ...w.at(start, end), kind: 'Import', names };
    }
    case K.ImportFromStatement:
    case K.FutureImportStatement:
      return importFrom(w, start, end);
    case K.AssertStatement: {
      w.first();
      w.next();
      const test = expression(w);
      let msg: Expr | null = null;
      while (w.next()) {
        if (w.is(K.Comma)) continue;
        if (msg !== null) w.fail('invalid syntax');
        msg = expression(w);
      }
      w.up();
      return { ...w.at(start, end), kind: 'Assert', test, msg };
    }
    case K.DeleteStatement: {
      w.first();
      w.next();
      const list = w.is(K.ExpressionList);
      const targets = list ? elements(w) : [expression(w)];
      for (const target of targets) setContext(w, target, 'Del');
      w.up();
      return { ...w.at(start, end), kind: 'Delete', targets };
    }
    case K.RaiseStatement: {
      let exc: Expr | null = null;
      let cause: Expr | null = null;
      let from = false;
      w.first();
      while (w.next()) {
        if (w.is(K.KeywordFrom)) from = true;
        else if (from) cause = expression(w);
        else exc = expression(w);
      }
      w.up();
      if (from && exc === null) w.fail('invalid syntax', start, end);
      return { ...w.at(start, end), kind: 'Raise', exc, cause };
    }
    case K.GlobalStatement:
      return { ...w.at(start, end), kind: 'Global', names: names(w) };
    case K.NonlocalStatement:
      return { ...w.at(start, end), kind: 'Nonlocal', names: names(w) };
    case K.TypeAliasStatement:
      return typeAlias(w, start, end);
    case K.PrintStatement:
      return printStatement(w, start, end);
    case K.ExecStatement:
      return w.fail("Missing parentheses in call to 'exec'. Did you mean exec(...)?", start, end);
    default:
      return w.fail('invalid syntax', start, end);
  }
}

/** What follows the keyword of `return`, or null. */
function optionalOperand(w: Walker): Expr | null {
  let value: Expr | null = null;
  w.first();
  if (w.next()) value = expression(w);
  w.up();
  return value;
}

function names(w: Walker): string[] {
  const result: string[] = [];
  w.first();
  while (w.next()) if (w.kind === K.Identifier) result.push(w.identifier());
  w.up();
  return result;
}

function expressionStatement(w: Walker, start: number, end: number): Stmt {
  w.first();
  let node: Stmt;
  if (w.kind === K.Assignment) node = assignment(w);
  else if (w.kind === K.AugmentedAssignment) node = augmentedAssignment(w);
  else {
    const first = expression(w);
    let elts: Expr[] | null = null;
    while (w.next()) {
      elts ??= [first];
      if (w.kind !== K.Comma) elts.push(expression(w));
    }
    const value: Expr = elts === null ? first : { ...w.at(start, end), kind: 'Tuple', elts, ctx: 'Load' };
    const statementNode: ExprStmt = { ...w.at(start, end), kind: 'Expr', value };
    node = statementNode;
  }
  w.up();
  return node;
}

/** `a = b = value` (a chain nests to the right), `a: type`, `a: type = value`. */
function assignment(w: Walker): Stmt {
  const start = w.start();
  const end = w.end();
  const targets: Expr[] = [];
  let levels = 0;
  for (;;) {
    w.first();
    levels++;
    const bare = w.kind === K.Identifier;
    const target = expression(w);
    w.next();
    if (w.kind === K.Colon) {
      if (targets.length > 0) w.fail('invalid syntax', start, end);
      return annotatedAssignment(w, target, bare, start, end);
    }
    setContext(w, target, 'Store');
    targets.push(target);
    if (!w.next()) w.fail('invalid syntax', start, end);
    if (w.kind !== K.Assignment) break;
  }
  if (w.kind === K.AugmentedAssignment) w.fail('invalid syntax', start, end);
  const value = expression(w);
  while (levels-- > 0) w.up();
  return { ...w.at(start, end), kind: 'Assign', targets, value };
}

function annotatedAssignment(w: Walker, target: Expr, simple: boolean, start: number, end: number): Stmt {
  if (target.kind !== 'Name' && target.kind !== 'Attribute' && target.kind !== 'Subscript') {
    if (target.kind === 'Tuple' || target.kind === 'List') {
      return w.fail(`only single target (not ${expressionName(target)}) can be annotated`, start, end);
    }
    return w.fail('illegal target for annotation', start, end);
  }
  setContext(w, target, 'Store');
  w.next();
  const type = annotation(w);
  let value: Expr | null = null;
  if (w.next()) {
    w.next();
    if (w.kind === K.Assignment || w.kind === K.AugmentedAssignment) w.fail('invalid syntax', start, end);
    value = expression(w);
  }
  w.up();
  return { ...w.at(start, end), kind: 'AnnAssign', target, annotation: type, value, simple };
}

function augmentedAssignment(w: Walker): Stmt {
  const start = w.start();
  const end = w.end();
  w.first();
  const target = expression(w);
  if (target.kind !== 'Name' && target.kind !== 'Attribute' && target.kind !== 'Subscript') {
    return w.fail(`'${expressionName(target)}' is an illegal expression for augmented assignment`);
  }
  setContext(w, target, 'Store');
  w.next();
  const op = w.table.augmented[w.cursor.nodeTypeId];
  if (op === undefined) w.fail('invalid syntax', start, end);
  w.next();
  if (w.kind === K.Assignment || w.kind === K.AugmentedAssignment) w.fail('invalid syntax', start, end);
  const value = expression(w);
  w.up();
  return { ...w.at(start, end), kind: 'AugAssign', target, op, value };
}

/** The text of a `dotted_name`, white space and line continuations dropped. */
function dottedName(w: Walker): string {
  const name = w.identifier();
  return /[\s\\#]/.test(name) ? name.replace(/#.*|[\s\\]/g, '') : name;
}

function importedName(w: Walker, result: Alias[], start: number, end: number): void {
  if (w.kind === K.DottedName) {
    result.push({ ...w.at(w.start(), w.end()), kind: 'alias', name: dottedName(w), asname: null });
  } else if (w.kind === K.AliasedImport) {
    const location = w.at(w.start(), w.end());
    w.first();
    const name = dottedName(w);
    w.next();
    w.next();
    result.push({ ...location, kind: 'alias', name, asname: w.identifier() });
    w.up();
  } else if (w.kind === K.WildcardImport) {
    result.push({ ...w.at(w.start(), w.end()), kind: 'alias', name: '*', asname: null });
  } else if (w.kind === K.Error) {
    w.fail('invalid syntax', start, end);
  }
}

function importFrom(w: Walker, start: number, end: number): ImportFrom {
  let module: string | null = w.kind === K.FutureImportStatement ? '__future__' : null;
  let level = 0;
  let seenModule = module !== null;
  const result: Alias[] = [];
  w.first();
  while (w.next()) {
    if (w.kind === K.RelativeImport) {
      seenModule = true;
      w.first();
      level = w.source.slice(w.start(), w.end()).replace(/[^.]/g, '').length;
      if (w.next()) module = dottedName(w);
      w.up();
    } else if (!seenModule && w.kind === K.DottedName) {
      seenModule = true;
      module = dottedName(w);
    } else {
      if (w.kind === K.DottedName && dottedName(w).includes('.')) w.fail('invalid syntax');
      importedName(w, result, start, end);
    }
  }
  w.up();
  // Without brackets the list may not end in a comma.
  if (w.source.charAt(end - 1) === ',') w.fail('trailing comma not allowed without surrounding parentheses', start, end);
  return { ...w.at(start, end), kind: 'ImportFrom', module, names: result, level };
}

/** `type X[T] = value`. */
function typeAlias(w: Walker, start: number, end: number): Stmt {
  w.first();
  w.next();
  w.first();
  const generic = w.kind === K.GenericType;
  if (generic) w.first();
  if (w.kind !== K.Identifier) w.fail('invalid syntax', start, end);
  const nameLocation = w.at(w.start(), w.end());
  const id = w.identifier();
  let type_params: ReturnType<typeof typeParameters> = [];
  if (generic) {
    w.next();
    type_params = typeParameters(w);
    w.up();
  }
  w.up();
  w.next();
  w.next();
  const value = annotation(w);
  w.up();
  return {
    ...w.at(start, end),
    kind: 'TypeAlias',
    name: { ...nameLocation, kind: 'Name', id, ctx: 'Store' },
    type_params,
    value,
  };
}

/** `print >> file, x` is an expression in Python 3; any other print statement is none. */
function printStatement(w: Walker, start: number, end: number): Stmt {
  w.first();
  const printEnd = w.end();
  w.next();
  if (w.kind !== K.Chevron) {
    w.fail("Missing parentheses in call to 'print'. Did you mean print(...)?", start, end);
  }
  const chevronEnd = w.end();
  w.first();
  w.next();
  const right = expression(w);
  w.up();
  const left: Expr = { ...w.at(start, printEnd), kind: 'Name', id: 'print', ctx: 'Load' };
  let value: Expr = { ...w.at(start, chevronEnd), kind: 'BinOp', left, op: 'RShift', right };
  const elts: Expr[] = [value];
  let comma = false;
  while (w.next()) {
    if (w.is(K.Comma)) comma = true;
    else elts.push(expression(w));
  }
  w.up();
  if (comma) value = { ...w.at(start, end), kind: 'Tuple', elts, ctx: 'Load' };
  return { ...w.at(start, end), kind: 'Expr', value };
}
