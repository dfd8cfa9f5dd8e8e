/** What follows a value in brackets: the arguments of calls and class definitions, and subscripts. */
import type { Call, Expr, Keyword } from '../ast';
import { expression } from './expressions';
import { K } from './kinds';
import type { Walker } from './walker';

/** A call whose function is converted; the cursor stands on the function. */
export function call(w: Walker, func: Expr, start: number, end: number): Call {
  const args: Expr[] = [];
  const keywords: Keyword[] = [];
  w.next();
  if (w.kind === K.GeneratorExpression) args.push(expression(w));
  else callArguments(w, args, keywords);
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Call',
    func,
    args,
    keywords,
  };
}

/** The arguments of a call or class definition, from an `argument_list`. */
export function callArguments(w: Walker, args: Expr[], keywords: Keyword[]): void {
  if (!w.first()) return;
  w.openBracket();
  let unpacked = false;
  do {
    switch (w.kind) {
      case K.LeftParen:
      case K.RightParen:
        break;
      case K.Comma:
        if (args.length + keywords.length === 0) w.fail('invalid syntax');
        break;
      case K.KeywordArgument: {
        const start = w.start();
        const end = w.end();
        w.first();
        const arg = w.identifier();
        w.next();
        w.next();
        const value = expression(w);
        w.up();
        keywords.push({
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'keyword',
          arg,
          value,
        });
        break;
      }
      case K.DictionarySplat: {
        const start = w.start();
        const end = w.end();
        const value = splatted(w);
        keywords.push({
          line: w.locate(start, end),
          col: w.col,
          endLine: w.endLine,
          endCol: w.endCol,
          kind: 'keyword',
          arg: null,
          value,
        });
        unpacked = true;
        break;
      }
      default: {
        const value = expression(w);
        if (unpacked) {
          w.fail(
            value.kind === 'Starred'
              ? 'iterable argument unpacking follows keyword argument unpacking'
              : 'positional argument follows keyword argument unpacking',
          );
        }
        if (keywords.length > 0 && value.kind !== 'Starred') {
          w.fail('positional argument follows keyword argument');
        }
        args.push(value);
      }
    }
  } while (w.next());
  w.closeBracket();
  w.up();
}

/** The expression behind `*` or `**`. */
export function splatted(w: Walker): Expr {
  w.first();
  w.next();
  const value = expression(w);
  w.up();
  return value;
}

/** What stands in the brackets of a subscript; the cursor stands on the subscripted value. */
export function subscripts(w: Walker): Expr {
  const items: Expr[] = [];
  let comma = false;
  let start = -1;
  let end = 0;
  w.openBracket();
  while (w.next()) {
    switch (w.kind) {
      case K.LeftBracket:
      case K.RightBracket:
        break;
      case K.Comma:
        comma = true;
        end = w.end();
        break;
      default:
        if (start < 0) start = w.start();
        end = w.end();
        items.push(w.kind === K.Slice ? slice(w) : expression(w));
    }
  }
  w.closeBracket();
  return sliceOf(w, items, comma, start, end);
}

/** A subscript from its items: a tuple where there are several, a trailing comma or a star. */
export function sliceOf(w: Walker, items: Expr[], comma: boolean, start: number, end: number): Expr {
  if (items.length === 0) w.fail('invalid syntax');
  if (!comma && items[0]!.kind !== 'Starred') return items[0]!;
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Tuple',
    elts: items,
    ctx: 'Load',
  };
}

function slice(w: Walker): Expr {
  const start = w.start();
  const end = w.end();
  const parts: (Expr | null)[] = [null, null, null];
  let part = 0;
  w.first();
  do {
    if (w.kind === K.Colon) part++;
    else parts[part] = expression(w);
  } while (w.next());
  w.up();
  return {
    line: w.locate(start, end),
    col: w.col,
    endLine: w.endLine,
    endCol: w.endCol,
    kind: 'Slice',
    lower: parts[0]!,
    upper: parts[1]!,
    step: parts[2]!,
  };
}
