/**
 * The syntax tree: the node kinds and field names of CPython 3.13's `ast` module (Python.asdl),
 * plus 3.14's template strings, as a union discriminated on `kind`.
 *
 * What differs from CPython:
 * - positions are `line` (1-based), `col` (0-based, UTF-16 units), `endLine`, `endCol`, and every node
 *   has them (also `arguments`, `comprehension`, `withitem`, `match_case`, which have none in CPython);
 * - `Constant.value` is tagged with its type, since JavaScript does not tell `1` from `1.0`;
 * - an absent optional field is `null`; `type_comment`, `type_ignores` and `Constant.kind` do not exist;
 * - `ErrorStmt` stands where the source does not parse.
 */

/** Where a node is in the source. `line` from 1, `col` from 0 in UTF-16 units, the end exclusive. */
export interface Location {
  line: number;
  col: number;
  endLine: number;
  endCol: number;
}

export type ExprContext = 'Load' | 'Store' | 'Del';
export type BoolOperator = 'And' | 'Or';
export type Operator =
  | 'Add'
  | 'Sub'
  | 'Mult'
  | 'MatMult'
  | 'Div'
  | 'Mod'
  | 'Pow'
  | 'LShift'
  | 'RShift'
  | 'BitOr'
  | 'BitXor'
  | 'BitAnd'
  | 'FloorDiv';
export type UnaryOperator = 'Invert' | 'Not' | 'UAdd' | 'USub';
export type CompareOperator = 'Eq' | 'NotEq' | 'Lt' | 'LtE' | 'Gt' | 'GtE' | 'Is' | 'IsNot' | 'In' | 'NotIn';

/** The value of a `Constant`. An int is a `number` while it is a safe integer, else a `bigint`. */
export type ConstantValue =
  | { type: 'int'; value: number | bigint }
  | { type: 'float'; value: number }
  | { type: 'complex'; imag: number }
  | { type: 'str'; value: string }
  | { type: 'bytes'; value: Uint8Array }
  | { type: 'bool'; value: boolean }
  | { type: 'None' }
  | { type: 'Ellipsis' };

export interface Module extends Location {
  kind: 'Module';
  body: Stmt[];
}

// ---- statements -------------------------------------------------------------------------------

export interface FunctionDef extends Location {
  kind: 'FunctionDef';
  name: string;
  args: Arguments;
  body: Stmt[];
  decorator_list: Expr[];
  returns: Expr | null;
  type_params: TypeParam[];
}

export interface AsyncFunctionDef extends Location {
  kind: 'AsyncFunctionDef';
  name: string;
  args: Arguments;
  body: Stmt[];
  decorator_list: Expr[];
  returns: Expr | null;
  type_params: TypeParam[];
}

export interface ClassDef extends Location {
  kind: 'ClassDef';
  name: string;
  bases: Expr[];
  keywords: Keyword[];
  body: Stmt[];
  decorator_list: Expr[];
  type_params: TypeParam[];
}

export interface Return extends Location {
  kind: 'Return';
  value: Expr | null;
}

export interface Delete extends Location {
  kind: 'Delete';
  targets: Expr[];
}

export interface Assign extends Location {
  kind: 'Assign';
  targets: Expr[];
  value: Expr;
}

export interface TypeAlias extends Location {
  kind: 'TypeAlias';
  name: Name;
  type_params: TypeParam[];
  value: Expr;
}

export interface AugAssign extends Location {
  kind: 'AugAssign';
  target: Name | Attribute | Subscript;
  op: Operator;
  value: Expr;
}

export interface AnnAssign extends Location {
  kind: 'AnnAssign';
  target: Name | Attribute | Subscript;
  annotation: Expr;
  value: Expr | null;
  /** True for a bare name as target: `x: int`, not `(x): int`. */
  simple: boolean;
}

export interface For extends Location {
  kind: 'For';
  target: Expr;
  iter: Expr;
  body: Stmt[];
  orelse: Stmt[];
}

export interface AsyncFor extends Location {
  kind: 'AsyncFor';
  target: Expr;
  iter: Expr;
  body: Stmt[];
  orelse: Stmt[];
}

export interface While extends Location {
  kind: 'While';
  test: Expr;
  body: Stmt[];
  orelse: Stmt[];
}

export interface If extends Location {
  kind: 'If';
  test: Expr;
  body: Stmt[];
  orelse: Stmt[];
}

export interface With extends Location {
  kind: 'With';
  items: WithItem[];
  body: Stmt[];
}

export interface AsyncWith extends Location {
  kind: 'AsyncWith';
  items: WithItem[];
  body: Stmt[];
}

export interface Match extends Location {
  kind: 'Match';
  subject: Expr;
  cases: MatchCase[];
}

export interface Raise extends Location {
  kind: 'Raise';
  exc: Expr | null;
  cause: Expr | null;
}

export interface Try extends Location {
  kind: 'Try';
  body: Stmt[];
  handlers: ExceptHandler[];
  orelse: Stmt[];
  finalbody: Stmt[];
}

export interface TryStar extends Location {
  kind: 'TryStar';
  body: Stmt[];
  handlers: ExceptHandler[];
  orelse: Stmt[];
  finalbody: Stmt[];
}

export interface Assert extends Location {
  kind: 'Assert';
  test: Expr;
  msg: Expr | null;
}

export interface Import extends Location {
  kind: 'Import';
  names: Alias[];
}

export interface ImportFrom extends Location {
  kind: 'ImportFrom';
  module: string | null;
  names: Alias[];
  level: number;
}

export interface Global extends Location {
  kind: 'Global';
  names: string[];
}

export interface Nonlocal extends Location {
  kind: 'Nonlocal';
  names: string[];
}

/** An expression as a statement (CPython's `Expr` node; the type is named `ExprStmt` here). */
export interface ExprStmt extends Location {
  kind: 'Expr';
  value: Expr;
}

export interface Pass extends Location {
  kind: 'Pass';
}

export interface Break extends Location {
  kind: 'Break';
}

export interface Continue extends Location {
  kind: 'Continue';
}

/**
 * A region of the source that does not parse. A strict import raises `SyntaxError(message)`, a
 * tolerant run skips it.
 */
export interface ErrorStmt extends Location {
  kind: 'Error';
  message: string;
}

export type Stmt =
  | FunctionDef
  | AsyncFunctionDef
  | ClassDef
  | Return
  | Delete
  | Assign
  | TypeAlias
  | AugAssign
  | AnnAssign
  | For
  | AsyncFor
  | While
  | If
  | With
  | AsyncWith
  | Match
  | Raise
  | Try
  | TryStar
  | Assert
  | Import
  | ImportFrom
  | Global
  | Nonlocal
  | ExprStmt
  | Pass
  | Break
  | Continue
  | ErrorStmt;

// ---- expressions ------------------------------------------------------------------------------

export interface BoolOp extends Location {
  kind: 'BoolOp';
  op: BoolOperator;
  values: Expr[];
}

export interface NamedExpr extends Location {
  kind: 'NamedExpr';
  target: Name;
  value: Expr;
}

export interface BinOp extends Location {
  kind: 'BinOp';
  left: Expr;
  op: Operator;
  right: Expr;
}

export interface UnaryOp extends Location {
  kind: 'UnaryOp';
  op: UnaryOperator;
  operand: Expr;
}

export interface Lambda extends Location {
  kind: 'Lambda';
  args: Arguments;
  body: Expr;
}

export interface IfExp extends Location {
  kind: 'IfExp';
  test: Expr;
  body: Expr;
  orelse: Expr;
}

export interface Dict extends Location {
  kind: 'Dict';
  /** `null` where the value is a `**mapping`. */
  keys: (Expr | null)[];
  values: Expr[];
}

export interface Set extends Location {
  kind: 'Set';
  elts: Expr[];
}

export interface ListComp extends Location {
  kind: 'ListComp';
  elt: Expr;
  generators: Comprehension[];
}

export interface SetComp extends Location {
  kind: 'SetComp';
  elt: Expr;
  generators: Comprehension[];
}

export interface DictComp extends Location {
  kind: 'DictComp';
  key: Expr;
  value: Expr;
  generators: Comprehension[];
}

export interface GeneratorExp extends Location {
  kind: 'GeneratorExp';
  elt: Expr;
  generators: Comprehension[];
}

export interface Await extends Location {
  kind: 'Await';
  value: Expr;
}

export interface Yield extends Location {
  kind: 'Yield';
  value: Expr | null;
}

export interface YieldFrom extends Location {
  kind: 'YieldFrom';
  value: Expr;
}

export interface Compare extends Location {
  kind: 'Compare';
  left: Expr;
  ops: CompareOperator[];
  comparators: Expr[];
}

export interface Call extends Location {
  kind: 'Call';
  func: Expr;
  args: Expr[];
  keywords: Keyword[];
}

export interface FormattedValue extends Location {
  kind: 'FormattedValue';
  value: Expr;
  /** -1 none, 115 `!s`, 114 `!r`, 97 `!a`. */
  conversion: number;
  format_spec: JoinedStr | null;
}

export interface JoinedStr extends Location {
  kind: 'JoinedStr';
  values: Expr[];
}

/** A replacement field of a template string (3.14). `str` is the source text of the expression. */
export interface Interpolation extends Location {
  kind: 'Interpolation';
  value: Expr;
  str: string;
  conversion: number;
  format_spec: JoinedStr | null;
}

export interface TemplateStr extends Location {
  kind: 'TemplateStr';
  values: Expr[];
}

export interface Constant extends Location {
  kind: 'Constant';
  value: ConstantValue;
}

export interface Attribute extends Location {
  kind: 'Attribute';
  value: Expr;
  attr: string;
  ctx: ExprContext;
}

export interface Subscript extends Location {
  kind: 'Subscript';
  value: Expr;
  slice: Expr;
  ctx: ExprContext;
}

export interface Starred extends Location {
  kind: 'Starred';
  value: Expr;
  ctx: ExprContext;
}

export interface Name extends Location {
  kind: 'Name';
  id: string;
  ctx: ExprContext;
}

export interface List extends Location {
  kind: 'List';
  elts: Expr[];
  ctx: ExprContext;
}

export interface Tuple extends Location {
  kind: 'Tuple';
  elts: Expr[];
  ctx: ExprContext;
}

export interface Slice extends Location {
  kind: 'Slice';
  lower: Expr | null;
  upper: Expr | null;
  step: Expr | null;
}

export type Expr =
  | BoolOp
  | NamedExpr
  | BinOp
  | UnaryOp
  | Lambda
  | IfExp
  | Dict
  | Set
  | ListComp
  | SetComp
  | DictComp
  | GeneratorExp
  | Await
  | Yield
  | YieldFrom
  | Compare
  | Call
  | FormattedValue
  | JoinedStr
  | Interpolation
  | TemplateStr
  | Constant
  | Attribute
  | Subscript
  | Starred
  | Name
  | List
  | Tuple
  | Slice;

// ---- parts of statements and expressions ------------------------------------------------------

export interface Comprehension extends Location {
  kind: 'comprehension';
  target: Expr;
  iter: Expr;
  ifs: Expr[];
  is_async: boolean;
}

export interface ExceptHandler extends Location {
  kind: 'ExceptHandler';
  type: Expr | null;
  name: string | null;
  body: Stmt[];
}

export interface Arguments extends Location {
  kind: 'arguments';
  posonlyargs: Arg[];
  args: Arg[];
  vararg: Arg | null;
  kwonlyargs: Arg[];
  /** One per keyword-only argument, `null` where it has no default. */
  kw_defaults: (Expr | null)[];
  kwarg: Arg | null;
  /** The defaults of the last positional arguments. */
  defaults: Expr[];
}

export interface Arg extends Location {
  kind: 'arg';
  arg: string;
  annotation: Expr | null;
}

/** A keyword argument; `arg` is `null` for `**mapping`. */
export interface Keyword extends Location {
  kind: 'keyword';
  arg: string | null;
  value: Expr;
}

export interface Alias extends Location {
  kind: 'alias';
  name: string;
  asname: string | null;
}

export interface WithItem extends Location {
  kind: 'withitem';
  context_expr: Expr;
  optional_vars: Expr | null;
}

export interface MatchCase extends Location {
  kind: 'match_case';
  pattern: Pattern;
  guard: Expr | null;
  body: Stmt[];
}

// ---- patterns ---------------------------------------------------------------------------------

export interface MatchValue extends Location {
  kind: 'MatchValue';
  value: Expr;
}

export interface MatchSingleton extends Location {
  kind: 'MatchSingleton';
  value: { type: 'bool'; value: boolean } | { type: 'None' };
}

export interface MatchSequence extends Location {
  kind: 'MatchSequence';
  patterns: Pattern[];
}

export interface MatchMapping extends Location {
  kind: 'MatchMapping';
  keys: Expr[];
  patterns: Pattern[];
  rest: string | null;
}

export interface MatchClass extends Location {
  kind: 'MatchClass';
  cls: Expr;
  patterns: Pattern[];
  kwd_attrs: string[];
  kwd_patterns: Pattern[];
}

export interface MatchStar extends Location {
  kind: 'MatchStar';
  name: string | null;
}

export interface MatchAs extends Location {
  kind: 'MatchAs';
  pattern: Pattern | null;
  name: string | null;
}

export interface MatchOr extends Location {
  kind: 'MatchOr';
  patterns: Pattern[];
}

export type Pattern =
  MatchValue | MatchSingleton | MatchSequence | MatchMapping | MatchClass | MatchStar | MatchAs | MatchOr;

// ---- type parameters --------------------------------------------------------------------------

export interface TypeVar extends Location {
  kind: 'TypeVar';
  name: string;
  bound: Expr | null;
  default_value: Expr | null;
}

export interface ParamSpec extends Location {
  kind: 'ParamSpec';
  name: string;
  default_value: Expr | null;
}

export interface TypeVarTuple extends Location {
  kind: 'TypeVarTuple';
  name: string;
  default_value: Expr | null;
}

export type TypeParam = TypeVar | ParamSpec | TypeVarTuple;

/** Any node of the tree. */
export type Node =
  | Module
  | Stmt
  | Expr
  | Comprehension
  | ExceptHandler
  | Arguments
  | Arg
  | Keyword
  | Alias
  | WithItem
  | MatchCase
  | Pattern
  | TypeParam;
