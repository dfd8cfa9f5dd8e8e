/** Simple statements: those on one line. */
import type { Alias, Expr, ExprStmt, ImportFrom, Stmt } from '../ast';
import { elements } from './displays';
import { expression } from './expressions';
import { K } from './kinds';
import { expressionName, setContext } from './targets';
import { annotation, typeParameters } from './types';
import type { Walker } from './walker';

/** The simple statement the cursor stands on, which spans `[start, end)`. */
export function simpleStatement(w: Walker, start: number, end: number): Stmt {
  switch (w.kind) {
    case K.ExpressionStatement:
      return expressionStatement(w, start, end);
    case K.ReturnStatement:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Return',
        value: optionalOperand(w),
      };
    case K.PassStatement:
      return { line: w.locate(start, end), col: w.col, endLine: w.endLine, endCol: w.endCol, kind: 'Pass' };
    case K.BreakStatement:
      return { line: w.locate(start, end), col: w.col, endLine: w.endLine, endCol: w.endCol, kind: 'Break' };
    case K.ContinueStatement:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Continue',
      };
    case K.ImportStatement: {
      const names: Alias[] = [];
      w.first();
      while (w.next()) importedName(w, names, start, end);
      w.up();
      if (w.source.charAt(end - 1) === ',') w.fail('invalid syntax', end - 1, end);
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Import',
        names,
      };
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
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Assert',
        test,
        msg,
      };
    }
    case K.DeleteStatement: {
      w.first();
      w.next();
      const list = w.is(K.ExpressionList);
      const targets = list ? elements(w) : [expression(w)];
      for (const target of targets) setContext(w, target, 'Del');
      w.up();
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Delete',
        targets,
      };
    }
    case K.RaiseStatement: {
      let exc: Expr | null = null;
      let cause: Expr | null = null;
      let from = false;
      w.first();
      while (w.next()) {
        if (w.is(K.KeywordFrom)) from = true;
        else {
          // `raise Error, 'text'` is Python 2.
          if (w.is(K.ExpressionList)) w.fail('invalid syntax');
          if (from) cause = expression(w);
          else exc = expression(w);
        }
      }
      w.up();
      if (from && exc === null) w.fail('invalid syntax', start, end);
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Raise',
        exc,
        cause,
      };
    }
    case K.GlobalStatement:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Global',
        names: names(w),
      };
    case K.NonlocalStatement:
      return {
        line: w.locate(start, end),
        col: w.col,
        endLine: w.endLine,
        endCol: w.endCol,
        kind: 'Nonlocal',
        names: names(w),
      };
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
    const value: Expr =
      elts === null
        ? first
        : {
            line: w.locate(start, end),
            col: w.col,
            endLine: w.endLine,
            endCol: w.endCol,
            kind: 'Tuple',
            elts,
            ctx: 'Load',
          };
    const statementNode: ExprStmt = {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Expr',
      value,
    };
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
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Assign',
    targets,
    value,
  };
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
  // The grammar takes `a: b` for a type.
  if (type.kind === 'Slice') {
    const colon = w.source.indexOf(':', w.lineStarts[type.lower!.endLine - 1]! + type.lower!.endCol);
    w.fail('invalid syntax', colon, colon + 1);
  }
  let value: Expr | null = null;
  if (w.next()) {
    w.next();
    if (w.kind === K.Assignment || w.kind === K.AugmentedAssignment) w.fail('invalid syntax', start, end);
    value = expression(w);
  }
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'AnnAssign',
    target,
    annotation: type,
    value,
    simple,
  };
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
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'AugAssign',
    target,
    op,
    value,
  };
}

/** The text of a `dotted_name`, white space and line continuations dropped. */
function dottedName(w: Walker): string {
  const name = w.identifier();
  return /[\s\\#]/.test(name) ? name.replace(/#.*|[\s\\]/g, '') : name;
}

function importedName(w: Walker, result: Alias[], start: number, end: number): void {
  if (w.kind === K.DottedName) {
    result.push({
      line: w.locate(w.start(), w.end()),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'alias',
      name: dottedName(w),
      asname: null,
    });
  } else if (w.kind === K.AliasedImport) {
    const location = w.at(w.start(), w.end());
    w.first();
    const name = dottedName(w);
    w.next();
    w.next();
    result.push({
      line: location.line,
      col: location.col,
      endLine: location.endLine,
      endCol: location.endCol,
      kind: 'alias',
      name,
      asname: w.identifier(),
    });
    w.up();
  } else if (w.kind === K.WildcardImport) {
    result.push({
      line: w.locate(w.start(), w.end()),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'alias',
      name: '*',
      asname: null,
    });
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
  if (w.source.charAt(end - 1) === ',')
    w.fail('trailing comma not allowed without surrounding parentheses', start, end);
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'ImportFrom',
    module,
    names: result,
    level,
  };
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
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'TypeAlias',
    name: {
      line: nameLocation.line,
      col: nameLocation.col,
      endLine: nameLocation.endLine,
      endCol: nameLocation.endCol,
      kind: 'Name',
      id,
      ctx: 'Store',
    },
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
  const left: Expr = {
    line: w.locate(start, printEnd),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Name',
    id: 'print',
    ctx: 'Load',
  };
  let value: Expr = {
    line: w.locate(start, chevronEnd),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'BinOp',
    left,
    op: 'RShift',
    right,
  };
  const elts: Expr[] = [value];
  let comma = false;
  while (w.next()) {
    if (w.is(K.Comma)) comma = true;
    else elts.push(expression(w));
  }
  w.up();
  if (comma)
    value = {
      line: w.locate(start, end),
      col: w.col,
      endLine: w.endLine,
      endCol: w.endCol,
      kind: 'Tuple',
      elts,
      ctx: 'Load',
    };
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Expr',
    value,
  };
}
