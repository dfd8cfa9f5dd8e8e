/** A value that cannot be known absorbs what is done to it, and shows as `?`. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner, type ScriptRunner } from './run';

/** Expressions of the unknown `u`, and what they print. */
const expressions: [string, string][] = [
  ['u', '?'],
  ['u + 1, 1 + u, -u, u @ u, u ** 2, "a" + u, [1] + u', '? ? ? ? ? ? ?'],
  ['u == 1, u != u, u < 2, 1 in u, u in [1], u in []', '? ? ? ? ? False'],
  ['u.anything.at.all, u[0], u[1:2], [1, 2][u], {}[u], u()', '? ? ? ? ? ?'],
  ['len(u), abs(u), round(u), sum(u), min(u), max([1, u]), sorted(u), divmod(u, 2)', '? ? ? ? ? ? ? ?'],
  ['int(u), float(u), str(u), bool(u), list(u), tuple(u), dict(u), set(u), range(u)', '? ? ? ? ? ? ? ? ?'],
  ['isinstance(u, int), hasattr(u, "x"), callable(u), getattr(u, "x"), getattr(u, "x", 1)', '? ? ? ? ?'],
  ['[u], (u,), {"k": u}, [u, 1]', "[?] (?,) {'k': ?} [?, 1]"],
  ['f"{u} {u:.2f} {u!r}", "%s %d" % (u, u), "{:>5}".format(u)', '? ? ? ? ? ?'],
  ['"a".join(["b", u]), "abc".replace(u, "x"), "abc".startswith(u), u.join(["a"])', '? ? ? ?'],
  ['sum([1, u]), any([u, True]), any([u, 0]), all([u, 0]), all([u, 1])', '? True ? False ?'],
  [
    '[x for x in u], [*map(str, [u])], list(zip([1], [u])), next(iter(u)), list(reversed(u))',
    '[?] [?] [(1, ?)] ? ?',
  ],
  ['{"a": 1}.get(u), [1].index(1), {u: 1} != {}, type(u).__name__', '? 0 True Unknown'],
  ['open(u), u | {}, {} | u, {1} & u, 3 // u, not u', '? ? ? ? ? ?'],
];

/** Statements after which `r` is printed. */
const statements: [string, string][] = [
  [
    'import os.path as p\nr = p.join("a", u, "b"), p.abspath(u), p.basename(u), p.splitext(u), p.exists(u)',
    '(?, ?, ?, ?, ?)',
  ],
  ['import os, pathlib\nr = os.path.join(u, "a") == os.path.abspath("a")', '?'],
  ['from pathlib import Path\nr = Path(u), Path("a") / u, Path("a") in Path("b", u).parents', '(?, ?, ?)'],
  [
    'import hashlib\nh = hashlib.sha256(b"a")\nh.update(u)\nr = h.hexdigest(), hashlib.md5(u).digest()',
    '(?, ?)',
  ],
  [
    'import tarfile, zipfile\nr = [m for m in tarfile.open(fileobj=u).getmembers()], zipfile.ZipFile(u).read("a"), "made up"',
    "([?], ?, 'made up')",
  ],
  ['from random import not_modelled as r', '?'],
  ['try:\n    from random import not_modelled as r\nexcept ImportError: r = 1', '1'],
  [
    'import io\ntry:\n    with io.StringIO(): from random import not_modelled as r\nexcept ImportError: r = 1',
    '1',
  ],
  ['try:\n    try: from random import not_modelled as r\n    finally: f = 0\nexcept ImportError: r = 1', '1'],
  ['a, b = u; r = a', '?'],
  ['r = []\nfor x in u: r.append(x)', '[?]'],
  ['r = [1]; r += u', '?'],
  ['r = [1]; r.extend(u)', '[1]'],
  ['r = [1, 2]; r[u] = 5', '[1, 2]'],
  ['r = [1, 2, 3]; r.remove(u)', '[?, ?]'],
  ['import random\nr = random.choice(u), random.randrange(len(u)), random.randint(1, int(u))', '(?, ?, ?)'],
  ['r = 0\nwith u as v: r = v', '?'],
  ['u.x = 1; u[0] = 2; del u.x; r = u', '?'],
  ['class C(u):\n    y = 1\nr = C().y', '1'],
  [
    'class C(u):\n    def __init__(self, a): super().__init__(a, k=1); self.a = a\nr = C(2).a, C(2).b, C(2)(3)',
    '(2, ?, ?)',
  ],
  ['class C(u):\n    pass\nr = hasattr(C(1), "b"), getattr(C(), "b", 3), C.b', '(False, 3, ?)'],
  [
    'class M(type(u)):\n    pass\nclass C(u, metaclass=M):\n    y = 1\nr = C().y, type(C).__name__',
    "(1, 'type')",
  ],
  ['@u\ndef f(): return 1\nr = f(), f.added, f[1], hasattr(f, "__wrapped__")', '(1, ?, ?, False)'],
  ['@u\ndef f(given, *, k=2): return given, k\nr = f(), f(1), f(1, k=3)', '((?, 2), (1, 2), (1, 3))'],
  ['@u.registry(name="f")\n@staticmethod\ndef f(): return 1\nr = f()', '1'],
  ['class C:\n    @u\n    def __init__(self): self.a = 1\nr = C().a, C', "(1, <class '__main__.C'>)"],
  ['@u.registry()\nclass C:\n    y = 1\nr = C, C(2).y, C().x', "(<class '__main__.C'>, 1, ?)"],
  [
    'import re\np, s = re.compile("(a?){40}a{40}"), "a" * 40\n' +
      'r = p.match(s), p.findall(s), [*p.finditer(s)], p.sub("x", s)',
    '(?, ?, [?], ?)',
  ],
  ['def f(*a, **k): return a\nr = f(*u)', '()'],
  ['try:\n    r = 1\nexcept u: r = 2', '1'],
  [
    'n, x = int(u), float(u)\nr = type(n), type(x), type(n < 2), type(n / 2), type(int("1", u) + n)',
    "(<class 'int'>, <class 'float'>, <class 'bool'>, <class 'float'>, <class 'int'>)",
  ],
];

describe('an unknown value', () => {
  let runner: ScriptRunner;
  let folder: string;
  before(async () => {
    runner = await createRunner();
    folder = mkdtempSync(join(tmpdir(), 'unknown-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (code: string): string => {
    const path = join(folder, 'script.py');
    writeFileSync(path, `import a_module_that_is_not_there\nu = a_module_that_is_not_there.value\n${code}\n`);
    const { stdout, stderr, limit } = runner.run(path);
    assert.equal(limit, undefined);
    return (stdout + stderr).trimEnd();
  };

  for (const [code, expected] of expressions) it(code, () => assert.equal(run(`print(${code})`), expected));
  for (const [code, expected] of statements)
    it(code.replaceAll('\n', ' ⏎ '), () => assert.equal(run(`${code}\nprint(r)`), expected));
});
