/**
 * Attention that is written by hand, as `scaled_dot_product_attention`, where both compute the same: scores of queries and keys with a scale, a
 * mask whose false places become minus infinity (or a bias that is added), a softmax over the last dimension, dropout, and the product with the values.
 * Each step is a statement of its own or a part of one, in order, and nothing else reads what is between.
 */
import type { Call, Expr, Stmt } from '../python/ast';
import { dottedName } from '../workspace/source';
import { editing, type Action } from './action';
import { moduleName, sourceLines, sourceOf, type placeOf } from './edit';
import type { Finding } from './finding';
import { bodiesOf, isSameExpression, methodsOf, readsOf } from './syntax';

/** What the statements compute. */
interface Attention {
  query: Expr;
  key: Expr;
  value: Expr;
  /** The factor of the scores as text; undefined for the usual 1 / sqrt(head size). */
  scale: string | undefined;
  mask: string | undefined;
  isCausal: boolean;
  dropout: string | undefined;
  first: Stmt;
  last: Stmt;
  /** What the result is assigned to; undefined where it is returned. */
  target: Expr | undefined;
}

/** The hand-written attention of own files that ran. */
export function attentionActions({ subject, files, modules }: Finding): Action[] {
  const { lines: ran, run } = subject.baseline.account;
  return files.flatMap((file) => {
    const parsed = subject.parse(file);
    if (parsed === undefined || parsed.errors.length > 0) return [];
    const { module, source } = parsed;
    const lines = sourceLines(source);
    const actions: Action[] = [];
    for (const { owner, method } of methodsOf(module)) {
      if (!modules.ofClass(file, owner.name).some(({ calls }) => calls > 0)) continue;
      const reads = readsOf(method.body);
      for (const body of bodiesOf({ ...module, body: [method] })) {
        const found = attentionIn(body, reads, lines);
        if (found === undefined) continue;
        const { first, last } = found;
        if (
          !ran.some(
            ({ file: at, line, executions }) =>
              at === file && line >= first.line && line <= last.endLine && executions > 0,
          )
        )
          continue;
        const F = moduleName(module, 'torch.nn.functional', 'F');
        const args = [found.query, found.key, found.value].map((expr) => sourceOf(lines, expr));
        if (found.mask !== undefined) args.push(`attn_mask=${found.mask}`);
        if (found.dropout !== undefined) args.push(`dropout_p=${found.dropout}`);
        if (found.isCausal) args.push('is_causal=True');
        if (found.scale !== undefined) args.push(`scale=${found.scale}`);
        const call = `${F.name}.scaled_dot_product_attention(${args.join(', ')})`;
        const text =
          found.target === undefined ? `return ${call}` : `${sourceOf(lines, found.target)} = ${call}`;
        const place: ReturnType<typeof placeOf> = {
          line: first.line,
          col: first.col,
          endLine: last.endLine,
          endCol: last.endCol,
        };
        actions.push({
          id: `attention sdpa ${owner.name}.${method.name}@${file}:${first.line}`,
          kind: 'attention',
          what: `Compute the attention of ${owner.name} with scaled_dot_product_attention`,
          aims: ['saved', 'temporaries'],
          place: { file, line: first.line, endLine: last.endLine },
          change: editing(file, [{ ...place, text }, ...F.edits]),
          keeps: 'mathematics',
          price:
            found.dropout !== undefined && run.mode === 'train' ? 'dropout draws other numbers' : undefined,
          applies: true,
          reason: undefined,
          group: `attention ${file}:${first.line}`,
        });
      }
    }
    return actions;
  });
}

/** A step of the computation: a name that holds the scores, and what has been done with them. */
interface Scores {
  query: Expr;
  key: Expr;
  scale: string | undefined;
  isScaled: boolean;
  mask: string | undefined;
  softmax: boolean;
  dropout: string | undefined;
}

/** Follows the statements of a body from the product of queries and keys to that with the values. */
function attentionIn(
  body: readonly Stmt[],
  reads: ReadonlyMap<string, number>,
  lines: readonly string[],
): Attention | undefined {
  for (let i = 0; i < body.length; i++) {
    let name: string | undefined;
    let scores: Scores | undefined;
    for (let j = i; j < body.length; j++) {
      const stmt = body[j]!;
      const value =
        stmt.kind === 'Assign' || stmt.kind === 'Return' || stmt.kind === 'AugAssign' ? stmt.value : null;
      if (value === null) break;
      const reader = new Reader(name, scores, lines);
      const expr: Expr =
        stmt.kind === 'AugAssign'
          ? { ...stmt, kind: 'BinOp', left: { ...stmt.target, ctx: 'Load' }, op: stmt.op, right: value }
          : value;
      const product = reader.product(expr);
      if (product !== undefined) {
        const { scores: done, value: values } = product;
        const target = stmt.kind === 'Assign' && stmt.targets.length === 1 ? stmt.targets[0] : undefined;
        if (target === undefined && stmt.kind !== 'Return') break;
        if (name !== undefined && (reads.get(name) ?? 0) > reader.allowed(body.slice(i, j + 1), name)) break;
        return {
          query: done.query,
          key: done.key,
          value: values,
          scale: done.isScaled ? done.scale : '1.0',
          mask: done.mask,
          isCausal: false,
          dropout: done.dropout,
          first: body[i]!,
          last: stmt,
          target,
        };
      }
      const next = reader.scores(expr);
      const target =
        stmt.kind === 'Assign' && stmt.targets.length === 1
          ? stmt.targets[0]
          : stmt.kind === 'AugAssign'
            ? stmt.target
            : undefined;
      if (next === undefined || target?.kind !== 'Name') break;
      // A new name for the scores: nobody else may read the old one.
      if (
        name !== undefined &&
        name !== target.id &&
        (reads.get(name) ?? 0) > reader.allowed(body.slice(i, j + 1), name)
      )
        break;
      name = target.id;
      scores = next;
    }
  }
  return undefined;
}

class Reader {
  constructor(
    private readonly name: string | undefined,
    private readonly known: Scores | undefined,
    private readonly lines: readonly string[],
  ) {}

  /** How often the statements themselves read a name. */
  allowed(stmts: readonly Stmt[], name: string): number {
    return readsOf(stmts).get(name) ?? 0;
  }

  /** The scores that an expression is, or undefined. */
  scores(expr: Expr): Scores | undefined {
    if (expr.kind === 'Name') return expr.id === this.name ? this.known : undefined;
    if (expr.kind === 'BinOp') {
      if (expr.op === 'MatMult') return this.firstProduct(expr.left, expr.right);
      if (expr.op === 'Mult' || expr.op === 'Div')
        return this.scaled(this.scores(expr.left), expr.right, expr.op);
      if (expr.op === 'Add') {
        const inner = this.scores(expr.left);
        return inner === undefined ? undefined : this.masked(inner, this.text(expr.right));
      }
      return undefined;
    }
    if (expr.kind !== 'Call') return undefined;
    return this.called(expr);
  }

  private called(call: Call): Scores | undefined {
    const name = dottedName(call.func) ?? '';
    const last = call.func.kind === 'Attribute' ? call.func.attr : name;
    const isFunction = /^(torch|F|nn\.functional|torch\.nn\.functional)\.\w+$/.test(name);
    const receiver = call.func.kind === 'Attribute' && !isFunction ? call.func.value : call.args[0];
    const rest = call.func.kind === 'Attribute' && !isFunction ? call.args : call.args.slice(1);
    if (receiver === undefined) return undefined;
    const keyword = (wanted: string): Expr | undefined =>
      call.keywords.find(({ arg }) => arg === wanted)?.value;
    if (last === 'matmul' || last === 'bmm')
      return rest[0] === undefined ? undefined : this.firstProduct(receiver, rest[0]);
    if (last === 'softmax') {
      const inner = this.scores(receiver);
      const dim = rest[0] ?? keyword('dim');
      if (
        inner === undefined ||
        inner.softmax ||
        dim === undefined ||
        this.text(dim) !== '-1' ||
        keyword('dtype') !== undefined
      )
        return undefined;
      return { ...inner, softmax: true };
    }
    if (last === 'masked_fill') {
      const inner = this.scores(receiver);
      const [mask, fill] = rest;
      if (
        inner === undefined ||
        mask === undefined ||
        fill === undefined ||
        !isMinusInfinity(this.text(fill))
      )
        return undefined;
      return this.masked(inner, this.keptPlaces(mask));
    }
    if (last === 'dropout' || (name.startsWith('self.') && call.args.length === 1 && /drop/i.test(last))) {
      const inner = this.scores(call.args[0]!);
      if (inner === undefined || !inner.softmax || inner.dropout !== undefined) return undefined;
      if (name.startsWith('self.')) return { ...inner, dropout: `${name}.p if self.training else 0.0` };
      const p = call.args[1] ?? keyword('p');
      const training = call.args[2] ?? keyword('training');
      if (p === undefined) return undefined;
      const chance = this.text(p);
      return {
        ...inner,
        dropout: training === undefined ? chance : `${chance} if ${this.text(training)} else 0.0`,
      };
    }
    return undefined;
  }

  /** `q @ k.transpose(-2, -1)`: the scores' beginning. */
  private firstProduct(left: Expr, right: Expr): Scores | undefined {
    if (this.known !== undefined) return undefined;
    let query = left;
    let scale: string | undefined;
    let isScaled = false;
    if (left.kind === 'BinOp' && (left.op === 'Mult' || left.op === 'Div')) {
      query = left.left;
      scale = this.factor(left.right, left.op, undefined);
      isScaled = true;
    }
    const key = transposed(right, (expr) => this.text(expr));
    if (key === undefined) return undefined;
    if (isScaled && scale === undefined) return undefined;
    return { query, key, scale, isScaled, mask: undefined, softmax: false, dropout: undefined };
  }

  private scaled(inner: Scores | undefined, by: Expr, op: 'Mult' | 'Div'): Scores | undefined {
    if (inner === undefined || inner.isScaled || inner.softmax || inner.mask !== undefined) return undefined;
    const usual = this.isUsualScale(by, op, inner);
    const scale = usual ? undefined : this.factor(by, op, inner);
    return !usual && scale === undefined ? undefined : { ...inner, isScaled: true, scale };
  }

  /** The factor as text. It must not depend on the scores. */
  private factor(by: Expr, op: 'Mult' | 'Div', inner: Scores | undefined): string | undefined {
    const text = this.text(by);
    if (inner !== undefined && this.name !== undefined && new RegExp(`\\b${this.name}\\b`).test(text))
      return undefined;
    return op === 'Mult' ? text : `1.0 / ${by.kind === 'BinOp' ? `(${text})` : text}`;
  }

  /** `/ math.sqrt(q.size(-1))`: the scale that scaled_dot_product_attention takes by itself. */
  private isUsualScale(by: Expr, op: 'Mult' | 'Div', { query, key }: Scores): boolean {
    const root =
      op === 'Div'
        ? by
        : by.kind === 'BinOp' && by.op === 'Div' && ['1', '1.0'].includes(this.text(by.left))
          ? by.right
          : undefined;
    if (root?.kind !== 'Call' || dottedName(root.func) !== 'math.sqrt' || root.args.length !== 1)
      return false;
    const size = root.args[0]!;
    const of =
      size.kind === 'Call' &&
      size.func.kind === 'Attribute' &&
      size.func.attr === 'size' &&
      size.args.length === 1 &&
      this.text(size.args[0]!) === '-1'
        ? size.func.value
        : size.kind === 'Subscript' &&
            size.value.kind === 'Attribute' &&
            size.value.attr === 'shape' &&
            this.text(size.slice as Expr) === '-1'
          ? size.value.value
          : undefined;
    return of !== undefined && (isSameExpression(of, query) || isSameExpression(of, key));
  }

  private masked(inner: Scores, mask: string | undefined): Scores | undefined {
    if (inner.softmax || inner.mask !== undefined || mask === undefined) return undefined;
    // A bias is added to scaled scores; a scale that came after it would be another formula.
    return { ...inner, mask };
  }

  /** The places that stay, of the mask of those that are filled: `m == 0` fills what `m != 0` keeps. */
  private keptPlaces(mask: Expr): string {
    if (mask.kind === 'Compare' && mask.ops.length === 1) {
      const [left, right] = [this.text(mask.left), this.text(mask.comparators[0]!)];
      if (mask.ops[0] === 'Eq') return `${left} != ${right}`;
      if (mask.ops[0] === 'NotEq') return `${left} == ${right}`;
    }
    if (mask.kind === 'UnaryOp' && mask.op === 'Invert') return this.text(mask.operand);
    return `~${mask.kind === 'BinOp' || mask.kind === 'Compare' || mask.kind === 'BoolOp' ? `(${this.text(mask)})` : this.text(mask)}`;
  }

  /** `weights @ v` of scores that are done. */
  product(expr: Expr): { scores: Scores; value: Expr } | undefined {
    const parts =
      expr.kind === 'BinOp' && expr.op === 'MatMult'
        ? [expr.left, expr.right]
        : expr.kind === 'Call' &&
            /^(torch\.)?(matmul|bmm)$/.test(dottedName(expr.func) ?? '') &&
            expr.args.length === 2
          ? expr.args
          : undefined;
    if (parts === undefined) return undefined;
    const scores = this.scores(parts[0]!);
    return scores?.softmax === true ? { scores, value: parts[1]! } : undefined;
  }

  private text(expr: Expr): string {
    return sourceOf(this.lines, expr);
  }
}

/** What `k.transpose(-2, -1)` (or `.mT`) transposes. */
function transposed(expr: Expr, text: (expr: Expr) => string): Expr | undefined {
  if (expr.kind === 'Attribute' && expr.attr === 'mT') return expr.value;
  if (
    expr.kind !== 'Call' ||
    expr.func.kind !== 'Attribute' ||
    !/^(transpose|swapaxes|swapdims)$/.test(expr.func.attr)
  )
    return undefined;
  const dims = expr.args.map(text).sort().join(' ');
  return dims === '-1 -2' || dims === '2 3' ? expr.func.value : undefined;
}

function isMinusInfinity(text: string): boolean {
  return /^(float\(["']-inf["']\)|-float\(["']inf["']\)|-(math|torch|np)\.inf)$/.test(
    text.replace(/\s/g, ''),
  );
}
