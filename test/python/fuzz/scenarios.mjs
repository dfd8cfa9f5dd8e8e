/**
 * Parts of random programs that take more than one statement: what they prove is named by each function. They are written into a
 * `Generator`, with its expressions and names.
 */

const lines = (g, text) => {
  for (const line of text.split('\n')) if (line !== '') g.emit(line);
};
const value = (g) => g.expression(2);

/** Slots, in a class, its subclass and with `__dict__`; properties with setters and deleters; `vars` and errors of both. */
function slotsAndProperties(g) {
  const { random } = g;
  const name = g.fresh('S');
  const slots = random.pick([
    "('a', 'b')",
    "['a']",
    "'a'",
    "('a', '__dict__')",
    '()',
    "('a', '__weakref__')",
    "('__a', 'b')",
  ]);
  const base = random.chance(0.3) ? random.pick(['(int)', '(list)', '(dict)', '(Exception)', '(str)']) : '';
  lines(g, `class ${name}${base}:\n    __slots__ = ${slots}`);
  if (random.chance(0.5)) lines(g, `    c = ${g.atom()}`);
  const sub = g.fresh('S');
  lines(
    g,
    `class ${sub}(${name}):${random.pick([' pass', '\n    __slots__ = ("d",)', '\n    __slots__ = ()', '\n    b = 5'])}`,
  );
  const o = g.fresh('o');
  g.emit(`${o} = ${random.pick([name, sub])}()`);
  for (let i = random.int(2, 6); i > 0; i--) {
    const attr = random.pick(['a', 'b', 'c', 'd', 'z', '__dict__']);
    lines(
      g,
      `try:\n    ${random.pick([
        `${o}.${attr} = ${g.atom()}`,
        `print(repr(${o}.${attr}))`,
        `del ${o}.${attr}`,
        `print(vars(${o}))`,
        `print(sorted(k for k in dir(${o}) if not k.startswith("__")))`,
        `print(hasattr(${o}, "${attr}"), type(${name}.__dict__.get("${attr}")).__name__)`,
        `${name}.a.__set__(${o}, 7); print(${name}.a.__get__(${o}))`,
        `import copy; c = copy.copy(${o}); print(type(c).__name__, getattr(c, "a", "none"))`,
        `print(${o}.__getstate__())`,
        `print(${o}.__reduce_ex__(2)[2:])`,
      ])}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
    );
  }
  const p = g.fresh('P');
  lines(
    g,
    `class ${p}:
    def __init__(self): self._v = ${g.atom()}
    @property
    def v(self):
        "doc of v"
        return self._v
${random.chance(0.6) ? `    @v.setter\n    def v(self, value):\n        print("set", value)\n        self._v = value\n` : ''}${random.chance(0.4) ? `    @v.deleter\n    def v(self):\n        print("deleted")\n` : ''}`,
  );
  lines(
    g,
    `try:\n    p = ${p}()\n    print(p.v, ${p}.v.__doc__, ${p}.v.fset is None)\n    p.v = ${g.atom()}\n    print(p.v)\n    ${random.pick(['del p.v', 'p.w = 1', 'p.v += 1', 'print(vars(p))'])}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
  );
}

/** Dataclasses: fields, defaults, order, frozen, inheritance, replace, errors. */
function dataclass(g) {
  const { random } = g;
  const name = g.fresh('D');
  const options = random.pick([
    '',
    '(order=True)',
    '(frozen=True)',
    '(eq=False)',
    '(repr=False)',
    '(slots=True)',
    '(kw_only=True)',
    '(order=True, frozen=True)',
    '(init=False)',
    '(unsafe_hash=True)',
  ]);
  g.emit('from dataclasses import dataclass, field, fields, asdict, astuple, replace, KW_ONLY, InitVar');
  g.emit(`@dataclass${options}`);
  g.emit(`class ${name}:`);
  const field = () =>
    random.pick([
      'int = 3',
      'str = "s"',
      'list = field(default_factory=list)',
      'int = field(default=4, repr=False)',
      'object = field(default=None, compare=False)',
      'int = field(init=False, default=9)',
      'dict = field(default_factory=dict, hash=False)',
      'tuple = ()',
      'InitVar[int] = 5',
      'int = field(default=1, kw_only=True)',
    ]);
  if (random.chance(0.6)) g.emit('    a: int');
  if (random.chance(0.15)) g.emit('    _: KW_ONLY');
  g.emit(`    b: ${field()}`);
  if (random.chance(0.7)) g.emit(`    c: ${field()}`);
  if (random.chance(0.3)) lines(g, '    def __post_init__(self, *args):\n        print("post", args)');
  if (random.chance(0.4)) {
    const sub = g.fresh('D');
    lines(
      g,
      `try:\n    @dataclass${options}\n    class ${sub}(${name}):\n        d: ${random.pick(['int', field()])}\n        ${random.pick(['b: int = 7', 'def m(self): return self.b'])}\n    print([f.name for f in fields(${sub})], ${sub}.__match_args__)\nexcept TypeError as error:\n    print(error)`,
    );
  }
  const call = () =>
    `${name}(${random.pick(['', '1', '1, 2', 'a=1', '1, b=2', 'b=[1]', '1, 2, 3', 'a=1, c={}'])})`;
  for (let i = random.int(2, 5); i > 0; i--)
    lines(
      g,
      `try:\n    x = ${call()}\n    ${random.pick([
        'print(x)',
        `print(x == ${call()}, x != ${call()})`,
        `print(x < ${call()})`,
        'print(asdict(x), astuple(x))',
        `print(replace(x, b=${g.atom()}))`,
        `x.b = ${g.atom()}; print(x)`,
        'print(hash(x) == hash(x))',
        `print([(f.name, f.type, f.repr, f.init) for f in fields(x)])`,
        `match x:\n        case ${name}(${random.pick(['1', 'b=b', 'a, b'])}): print("matched")\n        case _: print("no")`,
        'x.z = 1; print(vars(x))',
        'del x.b; print(x.b)',
      ])}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
    );
}

/** Generators: send, throw, close, return values, delegation, what is left by each. */
function generators(g) {
  const { random } = g;
  const inner = g.fresh('g');
  const outer = g.fresh('g');
  const step = () =>
    random.pick([
      `x = yield ${value(g)}\n        print("got", x)`,
      'yield',
      `yield from ${g.iterable(2)}`,
      `try:\n            x = yield ${g.atom()}\n            print("sent", x)\n        except ${random.pick(['ValueError', 'Exception', 'GeneratorExit', 'KeyError'])} as e:\n            print("caught", type(e).__name__, e)${random.chance(0.3) ? '\n            raise' : ''}\n        finally:\n            print("finally")`,
      `if ${g.condition(2)}: return ${g.atom()}`,
      `raise ${random.pick(['ValueError', 'StopIteration', 'KeyError'])}(${g.atom()})`,
      'for i in range(3):\n            yield i',
    ]);
  const body = (most) => {
    let text = '';
    for (let i = random.int(1, most); i > 0; i--) text += `        ${step()}\n`;
    return text;
  };
  lines(
    g,
    `def ${inner}():\n    try:\n        yield 0\n${body(3)}    finally:\n        print("end of ${inner}")\n    return "result"`,
  );
  lines(
    g,
    `def ${outer}():\n    try:\n        r = yield from ${inner}()\n        print("r", r)\n${body(2)}    except KeyError as e:\n        print("outer", e)\n        yield "recovered"`,
  );
  const o = g.fresh('it');
  g.emit(`${o} = ${random.pick([inner, outer])}()`);
  for (let i = random.int(2, 7); i > 0; i--)
    lines(
      g,
      `try:\n    ${random.pick([
        `print(next(${o}))`,
        `print(${o}.send(${g.atom()}))`,
        `print(${o}.throw(${random.pick(['ValueError("v")', 'KeyError("k")', 'GeneratorExit', 'StopIteration(3)', 'TypeError'])}))`,
        `print(${o}.close())`,
        `print(list(${o}))`,
        `print(next(${o}, "default"))`,
        `print(${o}.gi_frame is None, ${o}.gi_running, ${o}.gi_yieldfrom is None)`,
      ])}\nexcept BaseException as error:\n    print(type(error).__name__, error, getattr(error, "value", None))`,
    );
}

/** Exception groups: except*, split, subgroup, nesting, what stays unhandled. */
function exceptionGroups(g) {
  const { random } = g;
  const error = () =>
    `${random.pick(['ValueError', 'TypeError', 'KeyError', 'OSError', 'ZeroDivisionError', 'IndexError'])}(${random.int(0, 9)})`;
  const group = (depth) =>
    `ExceptionGroup("g${random.int(0, 9)}", [${Array.from({ length: random.int(1, 3) }, () => (depth < 2 && random.chance(0.3) ? group(depth + 1) : error())).join(', ')}])`;
  const types = () =>
    random.pick([
      'ValueError',
      'TypeError',
      '(ValueError, KeyError)',
      'LookupError',
      'Exception',
      'OSError',
      'ArithmeticError',
    ]);
  let handlers = '';
  for (let i = random.int(1, 3); i > 0; i--)
    handlers += `    except* ${types()} as e:\n        print(repr(e), e.exceptions)\n${random.chance(0.25) ? `        raise${random.pick(['', ' RuntimeError("again")', ` ${error()} from e`, ' e'])}\n` : ''}`;
  lines(
    g,
    `try:\n    try:\n        raise ${random.chance(0.8) ? group(0) : error()}\n${handlers}${random.chance(0.3) ? '    else:\n        print("else")\n' : ''}${random.chance(0.4) ? '    finally:\n        print("finally")\n' : ''}except BaseException as left:\n    print("left", repr(left), repr(left.__cause__), type(left.__context__).__name__)`,
  );
  lines(
    g,
    `eg = ${group(0)}\nprint(eg.split(${types()}), eg.subgroup(${types()}))\nprint(eg.derive([ValueError(1)]), eg.message, str(eg))`,
  );
  if (random.chance(0.3))
    lines(
      g,
      `try:\n    ExceptionGroup(${random.pick(['"a", []', '1, [ValueError()]', '"a", [1]', '"a", ValueError()', '"a", [KeyboardInterrupt()]'])})\nexcept Exception as error:\n    print(type(error).__name__, error)`,
    );
}

/** Every part of a format specification, for each type that takes one. */
function formats(g) {
  const { random } = g;
  const spec = () =>
    `${random.chance(0.3) ? random.pick(['*', '0', ' ', 'é', '']) + random.pick(['<', '>', '^', '=']) : ''}${random.pick(['', '', '+', '-', ' '])}${random.chance(0.1) ? 'z' : ''}${random.chance(0.2) ? '#' : ''}${random.chance(0.2) ? '0' : ''}${random.pick(['', '', '3', '8', '15'])}${random.pick(['', '', ',', '_'])}${random.pick(['', '', '.0', '.2', '.5', '.12'])}${random.pick(['', 'b', 'c', 'd', 'e', 'E', 'f', 'F', 'g', 'G', 'n', 'o', 's', 'x', 'X', '%'])}`;
  const object = () =>
    random.pick([
      '0',
      '-1',
      '7',
      '255',
      '-12345',
      '10**20',
      '65',
      '0.0',
      '-0.0',
      '1.5',
      '-2.75',
      '1e22',
      '1e-7',
      '123456.789',
      'float("nan")',
      'float("-inf")',
      '"text"',
      '""',
      '"é🙂"',
      'True',
      '1+2j',
      '-1.5j',
      '0.1+0.2',
      '2**0.5',
      '1/3',
      '1e100',
    ]);
  for (let i = random.int(2, 6); i > 0; i--)
    lines(
      g,
      `try:\n    ${random.pick([() => `print(repr(format(${object()}, "${spec()}")))`, () => `print(f"[{${object().replaceAll('"', "'")}:${spec()}}]")`, () => `print("{:${spec()}}|{!r:>12}|{}".format(${object()}, ${object()}, ${object()}))`, () => `v, w = ${object()}, ${random.int(0, 12)}; print(f"{v!r:{w}}{v:<{w}}{v!s:^{w}}")`, () => `print("%${random.pick(['', '-', '+', '0', ' ', '#'])}${random.pick(['', '5', '12'])}${random.pick(['', '.3', '.0'])}${random.pick(['d', 's', 'r', 'f', 'e', 'g', 'x', 'o', 'c', 'i', 'a'])}|" % (${object()},))`, () => `x = ${object()}; print(f"{x=} {x = !s} {x=:>10}")`])()}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
    );
}

/** Names in comprehensions: walrus, nesting, class bodies, closures over loop names, iterators evaluated outside. */
function comprehensions(g) {
  const { random } = g;
  const text = random.pick([
    () => `print([y := ${g.number(2)}, y ** 2, [y for _ in range(2)]])`,
    () =>
      `print([(i, j) for i in range(${random.int(1, 4)}) for j in range(i) if (k := i + j) % 2], "k" in globals())`,
    () => `fs = [lambda: i for i in range(3)]\nprint([f() for f in fs])`,
    () =>
      `class C${g.counter++}:\n    n = 3\n    try:\n        r = [n for _ in range(2)]\n    except NameError as e:\n        print(e)\n    s = [x for x in range(n)]\n    print(s)`,
    () => `print({i: {j for j in range(i)} for i in range(${random.int(1, 4)})})`,
    () => `print([[x for x in row if x] for row in [[0, 1], [2, 0]]], [x for x in (y for y in range(3))])`,
    () =>
      `def f${g.counter++}(n):\n    def inner(): return [n * k for k in range(n)]\n    return inner\nprint(f${g.counter - 1}(3)())`,
    () => `it = iter(range(5))\nprint([x for x in it if x < 2], list(it))`,
    () =>
      `print(sum(x for x in range(5)), max((len(s), s) for s in ["a", "bc"]), dict((k, v) for k, v in zip("ab", [1, 2])))`,
    () => `g = (print("eval", x) or x for x in ${g.list(2)})\nprint("before"); print(list(g))`,
    () =>
      `try:\n    print([undefined for _ in range(0)], (x for x in undefined))\nexcept NameError as e:\n    print(e)`,
    () => `x = "outer"\nprint([x for x in "ab"], x, [(lambda: x)() for x in [1]], x)`,
  ])();
  lines(g, text);
}

/** Stars in calls, displays, targets and subscripts. */
function stars(g) {
  const { random } = g;
  const list = () => `[${Array.from({ length: random.int(0, 4) }, () => random.int(0, 9)).join(', ')}]`;
  lines(
    g,
    `try:\n    ${random.pick([
      `a, *b, c = ${list()}; print(a, b, c)`,
      `*a, = ${list()}; print(a)`,
      `(a, *b), *c = ${list()}, ${list()}; print(a, b, c)`,
      `print([*${list()}, *${list()}, *"ab"], (*${list()},), {*${list()}, 3} == set(), {**{1: 2}, **{1: 3, "a": 4}})`,
      `for a, *b in [${list()}, ${list()}]: print(a, b)`,
      `def f(*args, k=1, **kw): return args, k, kw\n    print(f(*${list()}, *${list()}, k=2, **{"z": 1}), f(*"ab", **{"k": 5}))`,
      `def f(a, b=2, /, c=3, *, d=4): return a, b, c, d\n    print(f(*${list()}), f(1, *[2], **{"c": 5}))`,
      `x = {(1, 2): 3}; print(x[1, 2], x[*[1], 2])`,
      `print(*${list()}, sep=", ", end="|\\n")`,
      `def f(a, *, b): return a, b\n    print(f(*[1], **{"b": 2, ${random.pick(['"a": 3', '"c": 3', '"b": 4'])}}))`,
      `def f(): return 1, *${list()}\n    print(f())`,
      `a = [1, 2, 3]; a[1:2] = *${list()}, 9; print(a)`,
      `print(*(x for x in ${list()}), *range(2))`,
      `f = lambda *a, **k: (a, sorted(k.items())); print(f(1, *[2], x=1, **{"y": 2}, **{"z": 3}), f(**{1: 2}))`,
    ])}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
  );
}

/** Coroutines run by asyncio: tasks in order, gather, cancellation, timeouts, async iteration and contexts. */
function coroutines(g) {
  const { random } = g;
  const name = g.fresh('co');
  const part = () =>
    random.pick([
      'await asyncio.sleep(0)',
      `await asyncio.sleep(${random.pick(['0.001', '0.002', '0'])}, ${g.atom()})`,
      `print(n, ${g.atom()})`,
      `raise ${random.pick(['ValueError', 'KeyError'])}(n)`,
      'return n * 2',
      'try:\n        await asyncio.sleep(0.01)\n    except asyncio.CancelledError:\n        print("cancelled", n)\n        raise',
      'async for i in agen(n): print("item", i)',
      'async with manager(n) as m: print("in", m)',
      'print([i async for i in agen(2)], [await echo(j) for j in range(2)])',
    ]);
  lines(
    g,
    `import asyncio
async def agen(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
    finally:
        print("agen closed")
async def echo(x): return x
class manager:
    def __init__(self, n): self.n = n
    async def __aenter__(self):
        print("enter", self.n); return self.n
    async def __aexit__(self, *exc):
        print("exit", exc[0] and exc[0].__name__); return ${random.pick(['True', 'False'])}
async def ${name}(n):
    ${part()}
    ${part()}
    ${part()}`,
  );
  const main = random.pick([
    `return await asyncio.gather(${name}(1), ${name}(2), return_exceptions=True)`,
    `t = asyncio.create_task(${name}(3))\n    await asyncio.sleep(0)\n    print(t.done())\n    t.cancel()\n    try:\n        return await t\n    except BaseException as e:\n        return repr(e)`,
    `return await asyncio.wait_for(${name}(4), ${random.pick(['0.5', '1'])})`,
    `done, pending = await asyncio.wait([asyncio.create_task(${name}(i)) for i in range(2)])\n    return sorted(repr(d.exception()) for d in done), len(pending)`,
    `async with asyncio.TaskGroup() as tg:\n        a = tg.create_task(${name}(1))\n        b = tg.create_task(${name}(2))\n    return a.result(), b.result()`,
    `q = asyncio.Queue()\n    await q.put(1); q.put_nowait(2)\n    print(await q.get(), q.qsize())\n    return await ${name}(0)`,
    `e = asyncio.Event()\n    async def waiter():\n        await e.wait(); print("released")\n    t = asyncio.create_task(waiter())\n    await asyncio.sleep(0); e.set(); await t\n    return await ${name}(5)`,
  ]);
  lines(g, `async def main():\n    ${main}`);
  lines(
    g,
    `try:\n    print(asyncio.run(main()))\nexcept BaseException as error:\n    print(type(error).__name__, error)`,
  );
}

/** Enumerations, named tuples and descriptors with `__set_name__`. */
function declared(g) {
  const { random } = g;
  const name = g.fresh('E');
  const kind = random.pick(['Enum', 'IntEnum', 'Flag', 'IntFlag', 'StrEnum']);
  const members =
    kind === 'StrEnum'
      ? ['A = "x"', 'B = auto()', 'C = "x"']
      : ['A = 1', `B = ${random.pick(['2', 'auto()', '4'])}`, `C = ${random.pick(['1', 'auto()', '3'])}`];
  lines(
    g,
    `import enum\nfrom enum import ${kind}, auto\ntry:\n    class ${name}(${kind}):\n        ${members.join('\n        ')}\n        def m(self): return self.name\n    for x in ${name}: print(repr(x), x, x.value, x.name)\n    print(list(${name}.__members__), ${name}.A.m(), ${name}["B"], ${name}.A is ${name}.C)\n    print(${random.pick([`${name}(1)`, `${name}(99)`, `${name}.A | ${name}.B`, `${name}.A < ${name}.B`, `${name}.A == 1`, `f"{${name}.A} {${name}.B!r:>20}"`, `~${name}.A`, `${name}.A in ${name}`, `${name}.Z`, `hash(${name}.A) == hash(${name}.A)`, `dict.fromkeys(${name})`])})\nexcept Exception as error:\n    print(type(error).__name__, error)`,
  );
  const tuple = g.fresh('N');
  lines(
    g,
    `from collections import namedtuple\n${tuple} = namedtuple("${tuple}", ${random.pick(['"a b c"', '["a", "b"]', '"a, b"'])}${random.pick(['', ', defaults=[5]', ', rename=True'])})\ntry:\n    t = ${tuple}(${random.pick(['1, 2', '1, 2, 3', 'a=1, b=2', '1'])})\n    print(t, t.a, t._asdict(), t._replace(a=${g.atom()}), t._fields, t + (1,), t[::-1])\n    ${random.pick(['a, b = t', 't.a = 1', 'print(t == tuple(t), hash(t) == hash(tuple(t)))', `print(${tuple}._make([1, 2]))`, 't._replace(z=1)'])}\nexcept Exception as error:\n    print(type(error).__name__, error)`,
  );
}

const SCENARIOS = [
  slotsAndProperties,
  dataclass,
  generators,
  exceptionGroups,
  formats,
  comprehensions,
  stars,
  coroutines,
  declared,
];

/** Writes one of the parts into a program. */
export function scenario(g) {
  const scope = g.scope;
  const { names } = scope;
  scope.names = [...names];
  g.random.pick(SCENARIOS)(g);
  scope.names = names;
}
