/**
 * Random Python programs: mostly valid, each deterministic, printing what they compute. The same seed gives the same program.
 */

import { scenario } from './scenarios.mjs';

/** A random number generator (mulberry32): `next()` in [0, 1). */
class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  chance(p) {
    return this.next() < p;
  }
  pick(items) {
    return items[Math.floor(this.next() * items.length)];
  }
}

const STRINGS = [
  '',
  'a',
  'abc',
  'Hello',
  'x y',
  'naïve',
  'tab\\t',
  "q'q",
  'ΑΒγ',
  '0123',
  'aXbXc',
  '%d',
  '{}',
  '🙂',
  '-7',
  ' 42 ',
];
const FLOATS = [
  '0.0',
  '1.5',
  '-2.25',
  '1e10',
  '3.14159',
  '1e-7',
  '0.1',
  '-0.0',
  '1e300',
  '100.0',
  'float("inf")',
  '7.0',
];
const INTS = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '5',
  '10',
  '-7',
  '255',
  '1000',
  '2**40',
  '10**20',
  '-2**63',
  '0x1f',
  '1_000',
  'True',
  'False',
];
const EXCEPTIONS = [
  'ValueError',
  'TypeError',
  'KeyError',
  'IndexError',
  'ZeroDivisionError',
  'AttributeError',
  'RuntimeError',
  'Exception',
  'LookupError',
  'ArithmeticError',
  'NameError',
  'StopIteration',
  'AssertionError',
  'OverflowError',
];
const SPECS = [
  '',
  '5',
  '>6',
  '<6',
  '^7',
  '05',
  '+',
  'x',
  'b',
  'o',
  '#x',
  ',',
  '.2f',
  '8.3f',
  'e',
  '.3g',
  '%',
  '*^9',
  '=+6',
  '_',
  'n',
  's',
  '.2',
  'c',
  'G',
  '010.2f',
  '!r',
  '>{w}',
];

class Scope {
  constructor(kind, parent) {
    this.kind = kind; // module, function, class
    this.parent = parent;
    this.names = [];
    this.isGenerator = false;
    this.loop = 0;
  }
}

export class Generator {
  constructor(seed) {
    this.random = new Random(seed);
    this.lines = [];
    this.indent = 0;
    this.scope = new Scope('module', null);
    this.functions = [];
    this.classes = [];
    this.counter = 0;
    this.budget = 60 + this.random.int(0, 60);
  }

  program() {
    this.emit('import sys');
    if (this.random.chance(0.3)) this.emit('from functools import partial, reduce, wraps, lru_cache');
    this.emit('def show(*values):');
    this.emit(
      '    print(*[repr(v) if not callable(v) and type(v).__module__ in ("builtins",) else type(v).__name__ for v in values])',
    );
    this.emit('def tap(label, value):');
    this.emit('    print(label, end=";")');
    this.emit('    return value');
    this.emit('def same(a, b):');
    this.emit('    return type(a) if type(a) in (str, bytes, int, float, complex) else a is b');
    for (const value of ['3', '"text"', '[1, 2, 3]', '{"a": 1, 2: "b"}', '2.5', '(1, "x")', 'None']) {
      if (this.random.chance(0.7)) this.emit(`${this.target()} = ${value}`);
    }
    while (this.budget > 0) {
      // A failure of one statement must not end the program too soon.
      const guarded = this.random.chance(0.9);
      if (guarded) {
        this.emit('try:');
        this.indent++;
      }
      for (let i = 0; i < (guarded ? this.random.int(1, 3) : 1); i++) this.statement(0);
      if (guarded) {
        this.indent--;
        this.emit('except Exception as error:');
        this.emit('    print(type(error).__name__, error)');
      }
    }
    return `${this.lines.join('\n')}\n`;
  }

  emit(text) {
    this.lines.push('    '.repeat(this.indent) + text);
  }

  fresh(prefix) {
    return `${prefix}${this.counter++}`;
  }

  /** A name of this scope, or of one that it can read. */
  name() {
    const { random } = this;
    const names = [];
    for (let scope = this.scope; scope !== null; scope = scope.parent) {
      if (scope === this.scope || scope.kind !== 'class') names.push(...scope.names);
    }
    if (names.length === 0 || random.chance(0.01))
      return random.pick(['undefined_name', '__name__', '[1, 2]', '"text"']);
    return random.pick(names);
  }

  target() {
    const { random } = this;
    if (this.scope.names.length > 0 && random.chance(0.4)) return random.pick(this.scope.names);
    const name = this.fresh(random.pick(['a', 'b', 'v', 'item', 'total']));
    this.scope.names.push(name);
    return name;
  }

  // ---- expressions ----

  /** One comparison. The language leaves open which equal texts and numbers are one object, so `same` asks that of others only. */
  comparison(depth) {
    const { random } = this;
    const operator = random.pick(['<', '>', '==', '!=', '<=', '>=', 'in', 'not in', 'is', 'is not']);
    const left = this.operand(depth);
    if (!operator.startsWith('is')) return `${left} ${operator} ${this.operand(depth)}`;
    if (random.chance(0.3)) return `${left} ${operator} ${random.pick(['None', 'True', '...'])}`;
    const same = `same(${left}, ${this.operand(depth)})`;
    return operator === 'is' ? same : `(not ${same})`;
  }

  expression(depth = 0) {
    const { random } = this;
    if (depth > 3 || random.chance(0.3)) return this.atom();
    const e = () => this.expression(depth + 1);
    switch (random.int(0, 33)) {
      case 0:
      case 1:
      case 2:
        return `${this.operand(depth)} ${random.pick(['+', '-', '*', '/', '//', '%', '&', '|', '^', '+', '-', '*'])} ${this.operand(depth)}`;
      case 3:
        return this.comparison(depth);
      case 4:
        return `${this.number(depth)} ${random.pick(['<', '<=', '==', '>'])} ${this.number(depth)} ${random.pick(['<', '!=', '>='])} ${this.number(depth)}`;
      case 5:
        return `${this.operand(depth)} ${random.pick(['and', 'or'])} ${this.operand(depth)}`;
      case 6:
        return `(not ${this.operand(depth)})`;
      case 7:
        return `(${e()} if ${e()} else ${e()})`;
      case 8:
        return this.list(depth);
      case 9:
        return this.tuple(depth);
      case 10:
        return this.dict(depth);
      case 11:
        return `sorted({${this.number(3)}, ${this.number(3)}, ${this.number(3)}})`;
      case 12:
      case 13:
        return this.comprehension(depth);
      case 14:
      case 15:
        return this.subscript(depth);
      case 16:
        return this.fstring(depth);
      case 17:
        return this.stringMethod(depth);
      case 18:
        return this.listMethod(depth);
      case 19:
      case 20:
        return this.builtinCall(depth);
      case 21:
      case 22:
        return this.call(depth);
      case 23:
        return `(lambda ${this.lambdaParameters()}: ${this.lambdaBody(depth)})(${this.arguments(depth, 2)})`;
      case 24:
        return this.walrus(depth);
      case 25:
        return `tap(${random.int(0, 99)}, ${e()})`;
      case 26:
        return `${random.pick(['-', '+', '~'])}${this.number(depth + 1, true)}`;
      case 27:
        return this.percent(depth);
      case 28:
        return this.attribute(depth);
      case 29:
        return this.dictMethod(depth);
      case 30:
        return `(${e()}, *${this.list(depth + 1)})`;
      case 31:
        return `{**${this.dict(depth + 1)}, ${this.key()}: ${e()}}`;
      case 32:
        return `${this.number(depth + 1, true)} ** ${random.int(0, 5)}`;
      default:
        return this.generatorExpression(depth);
    }
  }

  operand(depth) {
    const text = this.expression(depth + 1);
    return /^[\w.]+$|^\(.*\)$|^\[[^[\]]*\]$/.test(text) && !/^\(.*\).*\(.*\)$/.test(text)
      ? text
      : `(${text})`;
  }

  atom() {
    const { random } = this;
    switch (random.int(0, 11)) {
      case 0:
      case 1:
        return random.pick(INTS);
      case 2:
        return random.pick(FLOATS);
      case 3:
        return JSON.stringify(random.pick(STRINGS)).replaceAll('\\\\t', '\\t');
      case 4:
        return random.pick(['None', 'True', 'False', '...', '()', '[]', '{}', 'b"by"', '1j']);
      default:
        return this.name();
    }
  }

  number(depth, tight = false) {
    const { random } = this;
    if (depth > 2 || random.chance(0.6))
      return random.pick(['0', '1', '2', '3', '5', '7', '10', '1.5', '100']);
    const text = random.pick([
      () => `len(${this.list(depth + 1)})`,
      () => `${this.number(depth + 1)} ${random.pick(['+', '-', '*'])} ${this.number(depth + 1)}`,
      () => `sum(${this.list(depth + 1, true)})`,
      () => `int(${this.number(depth + 1)})`,
      () => `abs(-${this.number(3)})`,
    ])();
    return tight || / /.test(text) ? `(${text})` : text;
  }

  list(depth, numbers = false) {
    const { random } = this;
    const count = random.int(0, 4);
    const items = [];
    for (let i = 0; i < count; i++) {
      const item = numbers ? this.number(depth + 1) : this.expression(depth + 1);
      items.push(!numbers && random.chance(0.07) ? `*${this.iterable(depth + 1)}` : item);
    }
    return `[${items.join(', ')}]`;
  }

  tuple(depth) {
    const items = Array.from({ length: this.random.int(1, 3) }, () => this.expression(depth + 1));
    return `(${items.join(', ')},)`;
  }

  key() {
    return this.random.pick(['"a"', '"b"', '"key"', '1', '2', '(1, 2)', '1.0', 'None', 'True']);
  }

  dict(depth) {
    const items = Array.from(
      { length: this.random.int(0, 3) },
      () => `${this.key()}: ${this.expression(depth + 1)}`,
    );
    return `{${items.join(', ')}}`;
  }

  iterable(depth) {
    const { random } = this;
    switch (random.int(0, 7)) {
      case 0:
        return `range(${random.int(0, 6)})`;
      case 1:
        return `range(${random.int(-3, 5)}, ${random.int(-3, 8)}, ${random.pick([1, 2, -1, 3])})`;
      case 2:
        return this.list(depth + 1);
      case 3:
        return '"abcd"';
      case 4:
        return `enumerate(${this.list(depth + 1)})`;
      case 5:
        return `zip(${this.list(depth + 1)}, range(${random.int(0, 4)}))`;
      case 6:
        return this.tuple(depth + 1);
      default:
        return this.name();
    }
  }

  comprehension(depth) {
    const { random } = this;
    const loops = this.loops(depth);
    const element = this.inner(loops.names, () => this.expression(depth + 2));
    switch (random.int(0, 3)) {
      case 0:
        return `{${random.pick(loops.names)}: ${element} ${loops.text}}`;
      case 1:
        return `sorted({len(str(${element})) ${loops.text}})`;
      default:
        return `[${element} ${loops.text}]`;
    }
  }

  generatorExpression(depth) {
    const { random } = this;
    const loops = this.loops(depth);
    const element = this.inner(loops.names, () => this.expression(depth + 2));
    return `${random.pick(['list', 'tuple', 'list', 'any', 'all', 'sorted', 'sum'])}(${element} ${loops.text})`;
  }

  loops(depth) {
    const { random } = this;
    const names = [];
    let text = '';
    const count = random.chance(0.2) ? 2 : 1;
    for (let i = 0; i < count; i++) {
      const name = this.fresh('c');
      const source = this.inner(names, () => this.iterable(depth + 1));
      names.push(name);
      text += `${i > 0 ? ' ' : ''}for ${name} in ${source}`;
      if (random.chance(0.4)) text += ` if ${this.inner(names, () => this.condition(depth + 2))}`;
    }
    return { names, text };
  }

  condition(depth) {
    const { random } = this;
    const name = this.name();
    return random.pick([
      () => `${name} != ${random.pick(INTS)}`,
      () => `${name}`,
      () => `str(${name}) > "2"`,
      () => `isinstance(${name}, ${random.pick(['int', 'str', '(int, float)', 'list', 'bool'])})`,
      () => `(${this.expression(depth + 1)})`,
    ])();
  }

  /** Runs `make` with more names in sight. */
  inner(names, make) {
    const { scope } = this;
    this.scope = new Scope('function', scope);
    this.scope.names.push(...names);
    this.scope.isComprehension = true;
    const text = make();
    this.scope = scope;
    return text;
  }

  walrus(depth) {
    // Not where Python forbids it (class bodies; inside a comprehension's iterable).
    for (let scope = this.scope; scope !== null; scope = scope.parent) {
      if (scope.isComprehension || scope.kind === 'class') return this.atom();
    }
    const value = this.expression(depth + 1);
    return `(${this.target()} := ${value})`;
  }

  subscript(depth) {
    const { random } = this;
    const bound = () => (random.chance(0.3) ? '' : String(random.int(-4, 5)));
    switch (random.int(0, 4)) {
      case 0:
        return `${this.list(depth + 1)}[${random.int(-3, 3)}]`;
      case 1:
        return `${random.pick(['"abcdef"', this.list(depth + 1), '(1, 2, 3, 4)', 'b"xyz"', 'range(10)'])}[${bound()}:${bound()}${random.chance(0.3) ? `:${random.pick(['2', '-1', '-2', '0'])}` : ''}]`;
      case 2:
        return `${this.dict(depth + 1)}[${this.key()}]`;
      case 3:
        return `${this.name()}[${random.pick(['0', '-1', '"a"', '1:', '::-1', this.atom()])}]`;
      default:
        return `${this.dict(depth + 1)}.get(${this.key()}${random.chance(0.5) ? `, ${this.atom()}` : ''})`;
    }
  }

  fstring(depth) {
    const { random } = this;
    let text = '';
    const count = random.int(1, 3);
    for (let i = 0; i < count; i++) {
      text += random.pick(['', ' ', 'x=', '{{', '}}', 'é', '%s']);
      const value = random.chance(0.6) ? this.simpleValue() : this.expression(depth + 2).replaceAll('"', "'");
      if (/["\\{}]/.test(value) || value.includes('lambda') || value.includes(':=') || value.includes("'")) {
        text += `{${this.simpleValue()}}`;
        continue;
      }
      const conversion = random.chance(0.15) ? random.pick(['!r', '!s', '!a']) : '';
      let spec = random.chance(0.4) ? random.pick(SPECS) : '';
      if (spec === '!r' || spec.includes('{')) spec = `>{${random.int(1, 9)}}`;
      const debug = conversion === '' && random.chance(0.07) ? '=' : '';
      text += `{${value}${debug}${conversion}${spec === '' ? '' : `:${spec}`}}`;
    }
    return `f"${text}"`;
  }

  simpleValue() {
    const { random } = this;
    return random.pick([
      random.pick(INTS),
      random.pick(FLOATS.slice(0, 9)),
      this.name().replace(/^[["].*$/, '1'),
      '3.0',
      '12345',
      '-8',
    ]);
  }

  percent() {
    const { random } = this;
    const spec = random.pick([
      '%d',
      '%s',
      '%r',
      '%5d',
      '%-5s|',
      '%05.1f',
      '%x',
      '%+d',
      '%e',
      '%g',
      '%%',
      '%c',
      '%i',
      '%o',
      '%#x',
      '%.3s',
    ]);
    return spec === '%%' ? '"%%" % ()' : `"<${spec}>" % (${this.simpleValue()},)`;
  }

  stringMethod(depth) {
    const { random } = this;
    const receiver = random.chance(0.7)
      ? JSON.stringify(random.pick(STRINGS)).replaceAll('\\\\t', '\\t')
      : `str(${this.expression(depth + 2)})`;
    const s = () => random.pick(['"a"', '"X"', '"b"', '" "', '""', '"ab"', '"o"']);
    return `${receiver}.${random.pick([
      () => 'upper()',
      () => 'lower()',
      () => 'title()',
      () => 'strip()',
      () => `split(${random.chance(0.5) ? s() : ''})`,
      () => `replace(${s()}, ${s()}${random.chance(0.3) ? ', 1' : ''})`,
      () => `find(${s()})`,
      () => `count(${s()})`,
      () => `startswith(${s()})`,
      () => `join(["p", "q", "r"])`,
      () => `join(${this.list(depth + 2)})`,
      () => `center(${random.int(0, 12)}, "*")`,
      () => `zfill(${random.int(0, 8)})`,
      () => 'isdigit()',
      () => 'encode()',
      () => `partition(${s()})`,
      () => `index(${s()})`,
      () => `format(${this.atom()})`,
      () => 'swapcase()',
      () => `rsplit(${s()}, 1)`,
      () => 'splitlines()',
      () => 'isalpha()',
      () => `lstrip(${s()})`,
      () => 'casefold()',
      () => `expandtabs(${random.int(1, 5)})`,
    ])()}`;
  }

  listMethod(depth) {
    const { random } = this;
    const receiver = random.chance(0.5) ? this.list(depth + 1) : this.name();
    return `${receiver}.${random.pick([
      () => 'copy()',
      () => `index(${this.atom()})`,
      () => `count(${this.atom()})`,
      () => `append(${this.atom()})`,
      () => 'pop()',
      () => `insert(${random.int(-2, 3)}, ${this.atom()})`,
      () => `extend(${this.iterable(depth + 2)})`,
      () => 'reverse()',
      () => 'sort()',
      () => 'sort(key=str, reverse=True)',
      () => `remove(${this.atom()})`,
      () => '__len__()',
    ])()}`;
  }

  dictMethod(depth) {
    const { random } = this;
    return `${random.chance(0.6) ? this.dict(depth + 1) : this.name()}.${random.pick([
      () => 'items()',
      () => 'keys()',
      () => 'values()',
      () => `pop(${this.key()}, None)`,
      () => `setdefault(${this.key()}, ${this.atom()})`,
      () => `update(${this.dict(depth + 2)})`,
      () => `get(${this.key()})`,
      () => 'popitem()',
      () => 'copy()',
    ])()}`;
  }

  builtinCall(depth) {
    const { random } = this;
    const e = () => this.expression(depth + 2);
    return random.pick([
      () => `len(${e()})`,
      () => `str(${e()})`,
      () => `repr(${e()})`,
      () => `int(${e()})`,
      () => `float(${this.simpleValue()})`,
      () => `bool(${e()})`,
      () => `list(${this.iterable(depth + 1)})`,
      () => `tuple(${this.iterable(depth + 1)})`,
      () => `dict(${random.pick(['a=1', 'a=1, b=2', '[(1, 2), (3, 4)]', 'zip("ab", [1, 2])', ''])})`,
      () => `sorted(${this.list(depth + 1)}${random.pick(['', ', key=str', ', key=repr, reverse=True'])})`,
      () => `max(${this.list(depth + 1, true)}${random.pick(['', ', default=0', ', key=lambda q: -q'])})`,
      () => `min(${this.number(2)}, ${this.number(2)})`,
      () => `sum(${this.list(depth + 1, true)}${random.pick(['', ', 10', ', 0.5'])})`,
      () => `abs(${this.simpleValue()})`,
      () => `round(${this.simpleValue()}${random.pick(['', ', 1', ', -1'])})`,
      () => `divmod(${this.simpleValue()}, ${this.simpleValue()})`,
      () =>
        `list(map(${random.pick(['str', 'int', 'bool', 'lambda z: z', 'lambda z: (z, z)', 'type'])}, ${this.iterable(depth + 1)}))`,
      () =>
        `list(filter(${random.pick(['None', 'bool', 'lambda z: z', 'str'])}, ${this.iterable(depth + 1)}))`,
      () => `list(zip(${this.iterable(depth + 1)}, ${this.iterable(depth + 1)}))`,
      () => `list(reversed(${this.list(depth + 1)}))`,
      () =>
        `isinstance(${e()}, ${random.pick(['int', 'str', '(list, tuple)', 'dict', 'type(None)', 'object'])})`,
      () => `type(${e()}).__name__`,
      () => `getattr(${this.name()}, ${random.pick(['"x"', '"upper"', '"missing"'])}, ${this.atom()})`,
      () => `hasattr(${e()}, ${random.pick(['"append"', '"x"', '"keys"'])})`,
      () => `any(${this.list(depth + 1)})`,
      () => `all(${this.list(depth + 1)})`,
      () => `chr(${random.int(32, 500)})`,
      () => `ord(${random.pick(['"a"', '"é"', '"ab"'])})`,
      () => `hex(${this.simpleValue()})`,
      () => `pow(${random.int(-3, 9)}, ${random.int(0, 9)}${random.pick(['', ', 7'])})`,
      () => `format(${this.simpleValue()}, ${JSON.stringify(random.pick(SPECS.slice(0, 25)))})`,
      () => `next(iter(${this.iterable(depth + 1)})${random.chance(0.6) ? `, ${this.atom()}` : ''})`,
      () => `callable(${e()})`,
      () => `hash(${random.pick(['1', '1.0', '2**61', '-1', 'None is None', '"a" == "b"'])})`,
      () => `bytes(${random.pick(['[1, 2]', '3', '"a", "utf8"'])})`,
      () => `frozenset([${this.number(3)}])`,
      () => `slice(${this.atom()}, ${this.atom()})`,
      () => `eval(${JSON.stringify(this.simpleValue())})`,
    ])();
  }

  lambdaParameters() {
    return this.random.pick(['', 'p', 'p, q', 'p, q=2', '*p', 'p, *q', '**p', 'p=1', 'p, /, q=3', '*, p=1']);
  }

  lambdaBody() {
    const { random } = this;
    const body = random.pick(['p', '(p, q)', '[p]', 'p if p else 0', '1', 'str(p)']);
    return body;
  }

  arguments(depth, most = 3) {
    const { random } = this;
    const parts = [];
    const count = random.int(0, most);
    for (let i = 0; i < count; i++)
      parts.push(random.chance(0.06) ? `*${this.iterable(depth + 2)}` : this.expression(depth + 2));
    for (const keyword of ['p', 'q', 'r', 'k'])
      if (random.chance(0.08)) parts.push(`${keyword}=${this.expression(depth + 2)}`);
    if (random.chance(0.04)) parts.push(`**{"k": ${this.atom()}}`);
    return parts.join(', ');
  }

  call(depth) {
    const { random } = this;
    if (this.functions.length > 0 && random.chance(0.6)) {
      const { name, generator, arity } = random.pick(this.functions);
      const call = random.chance(0.8)
        ? `${name}(${Array.from({ length: arity }, () => this.expression(depth + 2)).join(', ')})`
        : `${name}(${this.arguments(depth)})`;
      return generator ? `${random.pick(['list', 'tuple', 'next', 'sum', 'list', 'sorted'])}(${call})` : call;
    }
    if (this.classes.length > 0) {
      const cls = random.pick(this.classes);
      const made = `${cls.name}(${this.expression(depth + 2)})`;
      return random.pick([
        () => made,
        () => `${made}.m(${this.arguments(depth, 1)})`,
        () => `${made}.prop`,
        () => `${cls.name}.c(${this.atom()})`,
        () => `${made} == ${cls.name}(${this.atom()})`,
        () => `${made} + ${this.atom()}`,
        () => `${made}[${this.atom()}]`,
        () => `len(${made})`,
        () => `list(${made})`,
        () => `${this.atom()} in ${made}`,
        () => `str(${made})`,
        () => `${made}(${this.arguments(depth, 1)})`,
        () => `isinstance(${made}, ${random.pick(this.classes).name})`,
        () => `[k.__name__ for k in ${cls.name}.__mro__]`,
        () => `${made}.missing`,
        () => `${cls.name}.s(${this.atom()})`,
        () => `-${made}`,
        () => `${made} < ${made}`,
        () => `sorted(vars(${made}))`,
        () => `bool(${made})`,
      ])();
    }
    return this.atom();
  }

  attribute() {
    const { random } = this;
    return `${this.name()}.${random.pick(['x', 'y', '__class__.__name__', 'real', 'prop'])}`;
  }

  // ---- statements ----

  block(nesting, most = 3) {
    this.indent++;
    // What a block defines may not be there after it.
    const { scope, functions, classes } = this;
    const { names } = scope;
    const forget = !this.random.chance(0.1);
    if (forget) {
      scope.names = [...names];
      this.functions = [...functions];
      this.classes = [...classes];
    }
    const count = this.random.int(1, most);
    const before = this.lines.length;
    for (let i = 0; i < count; i++) this.statement(nesting + 1);
    if (this.lines.length === before) this.emit('pass');
    this.indent--;
    if (forget) {
      scope.names = names;
      this.functions = functions;
      this.classes = classes;
    }
  }

  statement(nesting) {
    const { random } = this;
    this.budget--;
    const choice = random.int(0, 41);
    if (nesting > 3 || this.budget < -60) {
      this.simple(nesting);
      return;
    }
    switch (choice) {
      case 0:
      case 1:
        this.emit(`if ${this.expression(1)}:`);
        this.block(nesting);
        if (random.chance(0.3)) {
          this.emit(`elif ${this.expression(1)}:`);
          this.block(nesting);
        }
        if (random.chance(0.4)) {
          this.emit('else:');
          this.block(nesting);
        }
        break;
      case 2:
      case 3:
      case 4:
        this.forLoop(nesting);
        break;
      case 5:
        this.whileLoop(nesting);
        break;
      case 6:
      case 7:
      case 8:
      case 9:
        this.tryStatement(nesting);
        break;
      case 10:
      case 11:
      case 12:
        this.functionDefinition(nesting);
        break;
      case 13:
      case 14:
        if (nesting < 2) this.classDefinition();
        else this.simple(nesting);
        break;
      case 15:
        this.generatorDefinition(nesting);
        break;
      case 16:
        this.matchStatement(nesting);
        break;
      case 17:
        this.withStatement(nesting);
        break;
      case 18:
      case 19:
        // Only where nothing of it is in the way of the code around it.
        if (this.scope.kind === 'module' && this.indent < 2) scenario(this);
        else this.simple(nesting);
        break;
      default:
        this.simple(nesting);
    }
  }

  simple(nesting) {
    const { random } = this;
    switch (random.int(0, 21)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4: {
        const value = this.expression(0);
        this.emit(`${this.target()} = ${value}`);
        break;
      }
      case 5:
      case 6:
      case 7:
      case 8:
        this.emit(`show(${this.expression(0)}${random.chance(0.4) ? `, ${this.expression(1)}` : ''})`);
        break;
      case 9:
        this.emit(
          `${this.scope.names.length > 0 ? random.pick(this.scope.names) : this.target()} ${random.pick(['+=', '-=', '*=', '//=', '|=', '%='])} ${this.expression(1)}`,
        );
        break;
      case 10: {
        const value = `${this.expression(1)}, ${this.expression(1)}`;
        this.emit(`${this.target()}, ${this.target()} = ${value}`);
        break;
      }
      case 11: {
        const value = this.iterable(0);
        this.emit(`${this.target()}, *${this.target()} = ${value}`);
        break;
      }
      case 12: {
        const object = this.name();
        this.emit(
          `${object}[${random.pick(['0', '-1', '"a"', '1:2', this.atom()])}] = ${this.expression(1)}`,
        );
        break;
      }
      case 13:
        if (this.scope.names.length > 2 && random.chance(0.3)) {
          const name = random.pick(this.scope.names);
          this.emit(`del ${name}`);
          this.scope.names = this.scope.names.filter((other) => other !== name);
        } else
          this.emit(`assert ${this.expression(1)}${random.chance(0.5) ? `, ${this.expression(2)}` : ''}`);
        break;
      case 14:
        if (this.scope.loop > 0) this.emit(`${random.pick(['break', 'continue'])}`);
        else
          this.emit(
            `print(${this.expression(1)}, ${this.simpleValue()}, sep=${random.pick(['"-"', '""', 'None'])})`.replace(
              /^print\((.*)$/s,
              (whole) => whole,
            ),
          );
        break;
      case 15:
        if (this.scope.kind === 'function') {
          if (this.scope.isGenerator)
            this.emit(random.chance(0.7) ? `yield ${this.expression(1)}` : 'return');
          else this.emit(`return ${random.chance(0.9) ? this.expression(0) : ''}`.trimEnd());
        } else this.emit(this.expression(0));
        break;
      case 16:
        if (nesting > 0 && random.chance(0.5))
          this.emit(`raise ${random.pick(EXCEPTIONS)}(${random.chance(0.8) ? this.expression(2) : ''})`);
        else this.emit('pass');
        break;
      case 17: {
        const value = this.expression(1);
        this.emit(`${this.target()} = ${this.target()} = ${value}`);
        break;
      }
      case 18: {
        const value = this.expression(1);
        const name = this.fresh('t');
        this.scope.names.push(name);
        this.emit(`${name}: ${random.pick(['int', 'list[int]', '"text"', 'None'])} = ${value}`);
        break;
      }
      case 19: {
        const object = this.name();
        this.emit(`${object}.${random.pick(['x', 'y', 'prop'])} = ${this.expression(1)}`);
        break;
      }
      case 20: {
        const value = `[${this.expression(2)}, (${this.expression(2)}, ${this.expression(2)})]`;
        this.emit(`[${this.target()}, (${this.target()}, ${this.target()})] = ${value}`);
        break;
      }
      default:
        this.emit(this.expression(0));
    }
  }

  forLoop(nesting) {
    const { random } = this;
    const source = random.chance(0.25)
      ? `${this.dict(1)}.items()`
      : random.chance(0.2) && this.functions.some((f) => f.generator)
        ? (() => {
            const f = random.pick(this.functions.filter((each) => each.generator));
            return `${f.name}(${Array.from({ length: f.arity }, () => this.expression(2)).join(', ')})`;
          })()
        : this.iterable(0);
    const pairs = /^(enumerate|zip)|items\(\)$/.test(source);
    const target = pairs ? `${this.target()}, ${this.target()}` : this.target();
    this.emit(`for ${target} in ${source}:`);
    this.scope.loop++;
    this.block(nesting);
    this.scope.loop--;
    if (random.chance(0.2)) {
      this.emit('else:');
      this.block(nesting, 1);
    }
  }

  whileLoop(nesting) {
    const { random } = this;
    const counter = this.fresh('n');
    this.emit(`${counter} = ${random.int(1, 5)}`);
    this.emit(`while ${counter} > 0${random.chance(0.3) ? ` and ${this.expression(2)}` : ''}:`);
    this.emit(`    ${counter} -= 1`);
    this.scope.loop++;
    this.block(nesting);
    this.scope.loop--;
    if (random.chance(0.2)) {
      this.emit('else:');
      this.block(nesting, 1);
    }
  }

  tryStatement(nesting) {
    const { random } = this;
    this.emit('try:');
    this.block(nesting);
    const handlers = random.int(0, 2);
    const hasFinally = handlers === 0 || random.chance(0.35);
    for (let i = 0; i < handlers; i++) {
      const type = random.chance(0.6)
        ? 'Exception'
        : random.chance(0.3)
          ? `(${random.pick(EXCEPTIONS)}, ${random.pick(EXCEPTIONS)})`
          : random.pick(EXCEPTIONS);
      if (random.chance(0.7)) {
        const name = this.fresh('e');
        this.emit(`except ${type} as ${name}:`);
        this.indent++;
        this.emit(
          `print(type(${name}).__name__, ${name}${random.chance(0.2) ? `, repr(${name}.__cause__), type(${name}.__context__).__name__` : ''})`,
        );
        const raises = random.chance(0.1);
        if (raises)
          this.emit(
            `raise ${random.pick(EXCEPTIONS)}(${this.atom()})${random.chance(0.6) ? ` from ${random.chance(0.7) ? name : 'None'}` : ''}`,
          );
        const reraises = !raises && random.chance(0.1);
        if (reraises) this.emit('raise');
        this.indent--;
      } else {
        this.emit(`except ${type}:`);
        this.block(nesting, 2);
      }
    }
    if (handlers > 0 && random.chance(0.2)) {
      this.emit('else:');
      this.block(nesting, 1);
    }
    if (hasFinally) {
      this.emit('finally:');
      this.indent++;
      this.emit(`print("finally", ${random.int(0, 99)})`);
      this.indent--;
      if (random.chance(0.4)) this.block(nesting, 1);
    }
  }

  parameters() {
    const { random } = this;
    const names = ['p', 'q', 'r'].slice(0, random.int(0, 3));
    const parts = [];
    let defaults = false;
    for (const [i, name] of names.entries()) {
      if (defaults || random.chance(0.25)) {
        defaults = true;
        parts.push(`${name}=${this.atom()}`);
      } else parts.push(name);
      if (i === 0 && random.chance(0.1)) parts.push('/');
    }
    const all = [...names];
    if (random.chance(0.15)) {
      parts.push('*args');
      all.push('args');
    } else if (random.chance(0.08)) parts.push('*');
    const bare = parts[parts.length - 1] === '*';
    if (bare || (parts.some((p) => p.startsWith('*')) && random.chance(0.5))) {
      parts.push(random.chance(0.6) ? `k=${this.atom()}` : 'k');
      all.push('k');
    }
    if (random.chance(0.12)) {
      parts.push('**kw');
      all.push('kw');
    }
    return { text: parts.join(', '), names: all, arity: names.length };
  }

  inFunction(names, body, isGenerator = false) {
    const { scope } = this;
    this.scope = new Scope('function', scope);
    this.scope.names.push(...names);
    this.scope.isGenerator = isGenerator;
    const { functions } = this;
    this.functions = [...functions];
    body();
    this.functions = functions;
    this.scope = scope;
  }

  functionDefinition(nesting) {
    const { random } = this;
    const name = this.fresh('f');
    const { text, names, arity } = this.parameters();
    if (random.chance(0.1))
      this.emit(
        random.pick([
          '@staticmethod',
          '@(lambda f: f)',
          '@lambda f: lambda *a, **k: ("wrapped", f(*a, **k))',
        ]),
      );
    this.emit(`def ${name}(${text}):`);
    this.inFunction(names, () => {
      this.indent++;
      const outer = this.scope.parent;
      if (
        outer.kind === 'function' &&
        outer.names.length > 0 &&
        !outer.isComprehension &&
        random.chance(0.4)
      ) {
        const free = random.pick(outer.names);
        if (!names.includes(free)) {
          this.emit(`nonlocal ${free}`);
          this.scope.names.push(free);
        }
      } else if (outer.kind === 'module' && outer.names.length > 0 && random.chance(0.2)) {
        const global = random.pick(outer.names);
        if (!names.includes(global)) {
          this.emit(`global ${global}`);
          this.scope.names.push(global);
        }
      }
      this.indent--;
      this.block(nesting, 4);
      this.emit(`    return ${this.expression(1)}`);
    });
    if (this.scope.kind !== 'class') this.functions.push({ name, arity, generator: false });
    this.emit(`show(${name}(${Array.from({ length: arity }, () => this.expression(2)).join(', ')}))`);
    if (this.scope.kind === 'class') this.lines.pop();
  }

  generatorDefinition(nesting) {
    const { random } = this;
    const name = this.fresh('g');
    const { text, names, arity } = this.parameters();
    this.emit(`def ${name}(${text}):`);
    this.inFunction(
      names,
      () => {
        this.emit(`    yield ${this.expression(1)}`);
        this.block(nesting, 3);
        if (random.chance(0.3)) this.emit(`    yield from ${this.iterable(1)}`);
        if (random.chance(0.3)) {
          this.emit(`    got = yield ${this.expression(2)}`);
          this.emit('    show(got)');
        }
        if (random.chance(0.3)) this.emit(`    return ${this.expression(2)}`);
      },
      true,
    );
    if (this.scope.kind !== 'class') {
      this.functions.push({ name, arity, generator: true });
      if (random.chance(0.5)) {
        const object = this.fresh('gen');
        this.emit(
          `${object} = ${name}(${Array.from({ length: arity }, () => this.expression(2)).join(', ')})`,
        );
        this.emit(`show(next(${object}))`);
        this.emit(
          random.pick([
            `show(list(${object}))`,
            `show(${object}.send(${this.atom()}))`,
            `${object}.close()`,
            `show(${object}.throw(ValueError("thrown")))`,
            `show(next(${object}, "end"))`,
          ]),
        );
      }
    }
  }

  classDefinition() {
    const { random } = this;
    const name = this.fresh('K');
    const bases = this.classes.length > 0 && random.chance(0.5) ? [random.pick(this.classes).name] : [];
    if (bases.length === 1 && random.chance(0.2)) {
      const other = random.pick(this.classes).name;
      if (other !== bases[0]) bases.push(other);
    }
    if (bases.length === 0 && random.chance(0.15))
      bases.push(random.pick(['list', 'dict', 'int', 'str', 'tuple', 'Exception']));
    this.emit(`class ${name}${bases.length > 0 ? `(${bases.join(', ')})` : ''}:`);
    const { scope } = this;
    this.scope = new Scope('class', scope);
    const method = (header, ...body) => {
      for (const line of header.split('\n')) this.emit(`    ${line}`);
      for (const line of body) this.emit(`        ${line}`);
    };
    this.emit(`    x = ${this.expression(2)}`);
    const self = (make) => {
      let text;
      this.inFunction(['self'], () => {
        this.scope.names = ['self.x'];
        text = make();
      });
      return text;
    };
    if (random.chance(0.8)) {
      const init = ['self.x = value'];
      if (bases.length > 0 && random.chance(0.6))
        init.unshift(random.pick(['super().__init__(value)', 'super().__init__()']));
      method('def __init__(self, value=None):', ...init);
    }
    const options = [
      () =>
        method(
          'def m(self, *args, **kwargs):',
          `print("m of ${name}", args, sorted(kwargs))`,
          `return ${self(() => this.expression(1))}`,
        ),
      () => method('@property\ndef prop(self):', `return ${self(() => this.expression(2))}`),
      () => method('@classmethod\ndef c(cls, v):', 'return cls.__name__, v'),
      () => method('@staticmethod\ndef s(v):', 'return v'),
      () => method('def __repr__(self):', `return f"${name}<{self.x!r}>"`),
      () =>
        method(
          'def __eq__(self, other):',
          `return ${random.pick(['True', 'NotImplemented', 'self.x == getattr(other, "x", 0)', 'False'])}`,
        ),
      () =>
        method(
          'def __add__(self, other):',
          `return ${random.pick(['(self.x, other)', 'NotImplemented', 'other'])}`,
        ),
      () => method('def __radd__(self, other):', 'return ("radd", other)'),
      () =>
        method(
          'def __getitem__(self, key):',
          random.pick(['return key', 'if key == 3: raise IndexError(key)', 'raise KeyError(key)']),
          'return ("item", key)',
        ),
      () => method('def __len__(self):', `return ${random.pick(['0', '3', '-1', '"x"'])}`),
      () =>
        method(
          'def __iter__(self):',
          random.pick(['return iter([1, 2])', 'yield self.x', 'return 5', 'return self']),
        ),
      () => method('def __contains__(self, item):', `return ${random.pick(['True', 'item', '[]'])}`),
      () => method('def __call__(self, *args):', `return ("called", args)`),
      () => method('def __lt__(self, other):', random.pick(['return True', 'return NotImplemented'])),
      () => method('def __bool__(self):', `return ${random.pick(['True', 'False', '1'])}`),
      () =>
        method(
          'def __getattr__(self, name):',
          `if name == "missing": return ("missing", name)`,
          'raise AttributeError(name)',
        ),
      () => method('def __neg__(self):', 'return ("neg", self.x)'),
      () => method('def __str__(self):', `return ${random.pick(['"str"', 'repr(self.x)', '5'])}`),
      () => method('def __enter__(self):', 'print("enter")', 'return self.x'),
      () =>
        method(
          'def __exit__(self, t, v, tb):',
          'print("exit", t and t.__name__)',
          `return ${random.pick(['True', 'False', 'None'])}`,
        ),
      () => method('def __hash__(self):', 'return 7'),
      () =>
        method(
          'def __setattr__(self, name, value):',
          'print("set", name)',
          'super().__setattr__(name, value)',
        ),
      () => method('def __format__(self, spec):', 'return f"<{spec}>"'),
      () =>
        method(
          'def __next__(self):',
          'self.x = (self.x or 0) + 1',
          'if self.x > 3: raise StopIteration',
          'return self.x',
        ),
      () => method('def __index__(self):', 'return 2'),
    ];
    for (const option of options) if (random.chance(0.3)) option();
    this.scope = scope;
    this.classes.push({ name });
    if (random.chance(0.6)) {
      const object = this.target();
      this.emit(`${object} = ${name}(${random.chance(0.7) ? this.atom() : ''})`);
      this.emit(`show(${object}.x)`);
    }
  }

  matchStatement(nesting) {
    const { random } = this;
    this.emit(`match ${this.expression(1)}:`);
    this.indent++;
    const pattern = (depth) =>
      random.pick([
        () => random.pick(['1', '0', '"abc"', 'None', 'True', '-1', '1.5']),
        () => (depth > 1 ? '_' : `[${pattern(depth + 1)}, ${pattern(depth + 1)}]`),
        () => (depth > 1 ? '1' : `[${pattern(depth + 1)}, *_]`),
        () => `{"a": ${depth > 1 ? '_' : pattern(depth + 1)}}`,
        () => 'int()',
        () => 'str()',
        () => 'float() | list()',
        () => (depth > 1 ? '_' : `(${pattern(depth + 1)}) as ${this.target()}`),
        () => '[]',
        () => 'dict()',
      ])();
    const count = random.int(1, 3);
    for (let i = 0; i < count; i++) {
      this.emit(`case ${pattern(0)}${random.chance(0.2) ? ` if ${this.expression(2)}` : ''}:`);
      this.block(nesting + 1, 2);
    }
    if (random.chance(0.5)) {
      this.emit('case _:');
      this.block(nesting + 1, 1);
    }
    this.indent--;
  }

  withStatement(nesting) {
    const { random } = this;
    if (this.classes.length === 0) {
      this.simple(nesting);
      return;
    }
    const cls = random.pick(this.classes);
    this.emit(`with ${cls.name}(${this.atom()})${random.chance(0.6) ? ` as ${this.target()}` : ''}:`);
    this.block(nesting);
  }
}

/** The program of a seed. */
export function generate(seed) {
  return new Generator(seed).program();
}

/** A program of scenarios alone. */
export function generateScenarios(seed) {
  const generator = new Generator(seed);
  for (const value of ['3', '"text"', '[1, 2, 3]', '2.5']) generator.emit(`${generator.target()} = ${value}`);
  for (let i = 0; i < 6; i++) {
    generator.emit('try:');
    generator.indent++;
    scenario(generator);
    generator.indent--;
    generator.emit('except Exception as error:');
    generator.emit('    print(type(error).__name__, error)');
  }
  return `${generator.lines.join('\n')}\n`;
}
