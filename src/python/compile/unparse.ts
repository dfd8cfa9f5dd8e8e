/** Source text of expressions, as CPython's compiler spells it (ast_unparse.c): for annotations under `from __future__ import annotations`. */
import type { Arguments, Comprehension, Constant, Expr, JoinedStr, Operator } from '../ast.js';

const Precedence = {
  NamedExpr: 1,
  Tuple: 2,
  Yield: 3,
  Test: 4,
  Or: 5,
  And: 6,
  Not: 7,
  Cmp: 8,
  Expr: 9,
  BOr: 9,
  BXor: 10,
  BAnd: 11,
  Shift: 12,
  Arith: 13,
  Term: 14,
  Factor: 15,
  Power: 16,
  Await: 17,
  Atom: 18,
} as const;

const BINARY: Record<Operator, [string, number]> = {
  Add: ['+', Precedence.Arith],
  Sub: ['-', Precedence.Arith],
  Mult: ['*', Precedence.Term],
  MatMult: ['@', Precedence.Term],
  Div: ['/', Precedence.Term],
  Mod: ['%', Precedence.Term],
  LShift: ['<<', Precedence.Shift],
  RShift: ['>>', Precedence.Shift],
  BitOr: ['|', Precedence.BOr],
  BitXor: ['^', Precedence.BXor],
  BitAnd: ['&', Precedence.BAnd],
  FloorDiv: ['//', Precedence.Term],
  Pow: ['**', Precedence.Power],
};
const UNARY = {
  Invert: ['~', Precedence.Factor],
  Not: ['not ', Precedence.Not],
  UAdd: ['+', Precedence.Factor],
  USub: ['-', Precedence.Factor],
} as const;
const COMPARE = {
  Eq: '==',
  NotEq: '!=',
  Lt: '<',
  LtE: '<=',
  Gt: '>',
  GtE: '>=',
  Is: 'is',
  IsNot: 'is not',
  In: 'in',
  NotIn: 'not in',
};

export function unparse(e: Expr): string {
  return write(e, Precedence.Test);
}

function list(exprs: Expr[]): string {
  return exprs.map((e) => write(e, Precedence.Test)).join(', ');
}

function parenthesized(text: string, own: number, needed: number): string {
  return own < needed ? `(${text})` : text;
}

/** The text of `e` where an operand of at least this precedence is needed. */
function write(e: Expr, needed: number): string {
  switch (e.kind) {
    case 'Name':
      return e.id;
    case 'Constant':
      return constant(e);
    case 'Attribute': {
      const value = write(e.value, Precedence.Atom);
      // 1.real would be a float.
      const isInt = e.value.kind === 'Constant' && e.value.value.type === 'int';
      return `${value}${isInt ? ' ' : ''}.${e.attr}`;
    }
    case 'Subscript': {
      const { slice } = e;
      const isBare = slice.kind === 'Tuple' && slice.elts.length > 0;
      const index = isBare ? tupleItems(slice.elts) : write(slice, Precedence.Test);
      return `${write(e.value, Precedence.Atom)}[${index}]`;
    }
    case 'Slice': {
      const part = (one: Expr | null): string => (one === null ? '' : write(one, Precedence.Test));
      return `${part(e.lower)}:${part(e.upper)}${e.step === null ? '' : `:${part(e.step)}`}`;
    }
    case 'Starred':
      return `*${write(e.value, Precedence.Expr)}`;
    case 'Call': {
      const keywords = e.keywords.map(({ arg, value }) =>
        arg === null ? `**${write(value, Precedence.Test)}` : `${arg}=${write(value, Precedence.Test)}`,
      );
      const args = e.args.map((arg) => write(arg, Precedence.Test));
      // The only argument's parentheses are the call's.
      if (e.args.length === 1 && keywords.length === 0 && e.args[0]!.kind === 'GeneratorExp') {
        return `${write(e.func, Precedence.Atom)}${args[0]}`;
      }
      return `${write(e.func, Precedence.Atom)}(${[...args, ...keywords].join(', ')})`;
    }
    case 'Tuple':
      return `(${tupleItems(e.elts)})`;
    case 'List':
      return `[${list(e.elts)}]`;
    case 'Set':
      return e.elts.length === 0 ? '{*()}' : `{${list(e.elts)}}`;
    case 'Dict': {
      const items = e.values.map((value, i) => {
        const key = e.keys[i];
        return key == null
          ? `**${write(value, Precedence.Expr)}`
          : `${write(key, Precedence.Test)}: ${write(value, Precedence.Test)}`;
      });
      return `{${items.join(', ')}}`;
    }
    case 'BinOp': {
      const [operator, own] = BINARY[e.op];
      const isPower = e.op === 'Pow';
      const left = write(e.left, isPower ? own + 1 : own);
      const right = write(e.right, isPower ? own : own + 1);
      return parenthesized(`${left} ${operator} ${right}`, own, needed);
    }
    case 'UnaryOp': {
      const [operator, own] = UNARY[e.op];
      return parenthesized(`${operator}${write(e.operand, own)}`, own, needed);
    }
    case 'BoolOp': {
      const own = e.op === 'And' ? Precedence.And : Precedence.Or;
      const operands = e.values.map((value) => write(value, own + 1));
      return parenthesized(operands.join(e.op === 'And' ? ' and ' : ' or '), own, needed);
    }
    case 'Compare': {
      let text = write(e.left, Precedence.Cmp + 1);
      e.ops.forEach((op, i) => {
        text += ` ${COMPARE[op]} ${write(e.comparators[i]!, Precedence.Cmp + 1)}`;
      });
      return parenthesized(text, Precedence.Cmp, needed);
    }
    case 'IfExp': {
      const body = write(e.body, Precedence.Test + 1);
      const test = write(e.test, Precedence.Test + 1);
      return parenthesized(
        `${body} if ${test} else ${write(e.orelse, Precedence.Test)}`,
        Precedence.Test,
        needed,
      );
    }
    case 'Lambda': {
      const args = parameters(e.args);
      return parenthesized(
        `lambda${args && ' '}${args}: ${write(e.body, Precedence.Test)}`,
        Precedence.Test,
        needed,
      );
    }
    case 'NamedExpr':
      return parenthesized(
        `${e.target.id} := ${write(e.value, Precedence.Atom)}`,
        Precedence.NamedExpr,
        needed,
      );
    case 'ListComp':
      return `[${write(e.elt, Precedence.Test)}${generators(e.generators)}]`;
    case 'SetComp':
      return `{${write(e.elt, Precedence.Test)}${generators(e.generators)}}`;
    case 'DictComp':
      return `{${write(e.key, Precedence.Test)}: ${write(e.value, Precedence.Test)}${generators(e.generators)}}`;
    case 'GeneratorExp':
      return `(${write(e.elt, Precedence.Test)}${generators(e.generators)})`;
    case 'Await':
      return parenthesized(`await ${write(e.value, Precedence.Atom)}`, Precedence.Await, needed);
    case 'Yield':
      return e.value === null ? '(yield)' : `(yield ${write(e.value, Precedence.Atom)})`;
    case 'YieldFrom':
      return `(yield from ${write(e.value, Precedence.Atom)})`;
    case 'JoinedStr':
      return `f${quoted(joined(e))}`;
    case 'FormattedValue':
    case 'Interpolation':
      return `f${quoted(field(e))}`;
    case 'TemplateStr':
      return `t${quoted(joined(e))}`;
  }
}

function tupleItems(elts: Expr[]): string {
  return elts.length === 1 ? `${write(elts[0]!, Precedence.Test)},` : list(elts);
}

function generators(all: Comprehension[]): string {
  return all
    .map(({ target, iter, ifs, is_async: isAsync }) => {
      const names = target.kind === 'Tuple' ? tupleItems(target.elts) : write(target, Precedence.Tuple);
      const conditions = ifs.map((test) => ` if ${write(test, Precedence.Test + 1)}`).join('');
      return `${isAsync ? ' async' : ''} for ${names} in ${write(iter, Precedence.Test + 1)}${conditions}`;
    })
    .join('');
}

function parameters(args: Arguments): string {
  const parts: string[] = [];
  const positional = [...args.posonlyargs, ...args.args];
  positional.forEach((arg, i) => {
    const value = args.defaults[i - positional.length + args.defaults.length];
    parts.push(arg.arg + (value === undefined ? '' : `=${write(value, Precedence.Test)}`));
    if (i + 1 === args.posonlyargs.length) parts.push('/');
  });
  if (args.vararg !== null) parts.push(`*${args.vararg.arg}`);
  else if (args.kwonlyargs.length > 0) parts.push('*');
  args.kwonlyargs.forEach((arg, i) => {
    const value = args.kw_defaults[i];
    parts.push(arg.arg + (value == null ? '' : `=${write(value, Precedence.Test)}`));
  });
  if (args.kwarg !== null) parts.push(`**${args.kwarg.arg}`);
  return parts.join(', ');
}

function joined(e: JoinedStr | (Expr & { kind: 'TemplateStr' })): string {
  return e.values
    .map((value) => {
      if (value.kind === 'Constant' && value.value.type === 'str') {
        return value.value.value.replace(/[{}]/g, '$&$&');
      }
      return value.kind === 'FormattedValue' || value.kind === 'Interpolation'
        ? field(value)
        : unparse(value);
    })
    .join('');
}

function field(e: Expr & { kind: 'FormattedValue' | 'Interpolation' }): string {
  const conversion = e.conversion < 0 ? '' : `!${String.fromCharCode(e.conversion)}`;
  const text = write(e.value, Precedence.Test + 1);
  return `{${text.startsWith('{') ? ' ' : ''}${text}${conversion}${e.format_spec === null ? '' : `:${joined(e.format_spec)}`}}`;
}

function constant({ value }: Constant): string {
  switch (value.type) {
    case 'None':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'Ellipsis':
      return '...';
    case 'int':
      return String(value.value);
    case 'float':
      return floatText(value.value);
    case 'complex':
      return `${floatText(value.imag).replace(/\.0$/, '')}j`;
    case 'str':
      return quoted(value.value);
    case 'bytes':
      return `b${quoted(String.fromCharCode(...value.value), true)}`;
  }
}

/** `repr` of a float that is no NaN. */
export function floatText(value: number): string {
  if (value === Infinity) return '1e309';
  if (value !== 0 && (Math.abs(value) >= 1e16 || Math.abs(value) < 1e-4)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** Control characters, separators other than the space, lone surrogates, what is not assigned. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** `repr` of a string, or of bytes given as characters, without its prefix. */
export function quoted(text: string, isBytes = false): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let out = quote;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (character === quote || character === '\\') out += `\\${character}`;
    else if (character === '\n') out += '\\n';
    else if (character === '\r') out += '\\r';
    else if (character === '\t') out += '\\t';
    else if (code < 256 && (isBytes ? code < 32 || code > 126 : UNPRINTABLE.test(character))) {
      out += `\\x${code.toString(16).padStart(2, '0')}`;
    } else if (UNPRINTABLE.test(character)) {
      out +=
        code < 0x10000
          ? `\\u${code.toString(16).padStart(4, '0')}`
          : `\\U${code.toString(16).padStart(8, '0')}`;
    } else out += character;
  }
  return out + quote;
}
