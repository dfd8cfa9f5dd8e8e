import assert from 'node:assert/strict';
import type { PythonParser } from '../../../src/python/parser';
import { difference, outline, type Plain, plain } from './plain';
import { loadParser, programs, recorded } from './python';

let parser: PythonParser;

before(async () => {
  parser = await loadParser();
});

/** The statements of a program in outline, one per line. */
function outlines(source: string): string[] {
  return parser.parse(source).module.body.map(outline);
}

function check(source: string, ...expected: string[]): void {
  const { module, errors } = parser.parse(source);
  assert.deepEqual(errors, []);
  assert.deepEqual(module.body.map(outline), expected);
}

describe('the parser makes the tree that CPython makes', () => {
  const trees = recorded<Plain>('valid');
  for (const [i, source] of programs('valid').entries()) {
    it(source.split('\n')[0]!, () => {
      const { module, errors } = parser.parse(source);
      assert.deepEqual(errors, []);
      assert.equal(difference(trees[i]!, plain(module)), null);
    });
  }
});

describe('the parser reads what is newer than Python 3.11', () => {
  it('type aliases and type parameters (3.12), with defaults (3.13)', () => {
    check('type X = int', 'TypeAlias(Name(X) [] Name(int))');
    check(
      'type X[T: int = bool, *Ts = *tuple[int], **P = [int]] = list[T]',
      'TypeAlias(Name(X) [TypeVar(T Name(int) Name(bool)) TypeVarTuple(Ts Starred(Subscript(Name(tuple) Name(int)))) ' +
        'ParamSpec(P List([Name(int)]))] Subscript(Name(list) Name(T)))',
    );
    check(
      'def f[T: (int, str), *Ts, **P](x: T) -> T: pass',
      'FunctionDef(f arguments([] [arg(x Name(T))] - [] [] - []) [Pass] [] Name(T) ' +
        '[TypeVar(T Tuple([Name(int) Name(str)]) -) TypeVarTuple(Ts -) ParamSpec(P -)])',
    );
    check('class A[T = int](B): pass', 'ClassDef(A [Name(B)] [] [Pass] [] [TypeVar(T - Name(int))])');
  });

  it('f-strings with any expression (3.12)', () => {
    check(
      `f"{a["b"]}{'\\n'.join(c)}"`,
      'Expr(JoinedStr([FormattedValue(Subscript(Name(a) "b") -1 -) ' +
        'FormattedValue(Call(Attribute("\\n" join) [Name(c)] []) -1 -)]))',
    );
    check('f"{f"{f"{1}"}"}"', `Expr(${'JoinedStr([FormattedValue('.repeat(3)}1${' -1 -)])'.repeat(3)})`);
    check('f"{x # comment\n}"', 'Expr(JoinedStr([FormattedValue(Name(x) -1 -)]))');
    check(
      'f"{x:{y:{z}}}"',
      'Expr(JoinedStr([FormattedValue(Name(x) -1 JoinedStr([FormattedValue(Name(y) -1 ' +
        'JoinedStr([FormattedValue(Name(z) -1 -)]))]))]))',
    );
    check('f"{x:=^5}"', 'Expr(JoinedStr([FormattedValue(Name(x) -1 JoinedStr(["=^5"]))]))');
  });

  it('template strings and `except` without brackets (3.14)', () => {
    check(
      't"a{x!r:>{w}}" t"{ y = }"',
      'Expr(TemplateStr(["a" Interpolation(Name(x) x 114 JoinedStr([">" FormattedValue(Name(w) -1 -)])) ' +
        '" y = " Interpolation(Name(y) y 114 -)]))',
    );
    check(
      'try: pass\nexcept A, B: pass',
      'Try([Pass] [ExceptHandler(Tuple([Name(A) Name(B)]) - [Pass])] [] [])',
    );
  });
});

describe('the parser counts positions as Python does', () => {
  it('in a file with a byte order mark', () => {
    const { module } = parser.parse('\ufeffx = 1');
    assert.deepEqual([module.body[0]!.line, module.body[0]!.col], [1, 0]);
  });

  it('with every kind of line end', () => {
    const { module, errors } = parser.parse('if x:\r\n  a = """1\r\n2"""\r\nb\rc\nd');
    assert.deepEqual(errors, []);
    assert.deepEqual(
      module.body.map((node) => node.line),
      [1, 4, 5, 6],
    );
    assert.equal(outline(module.body[0]), 'If(Name(x) [Assign([Name(a)] "1\\n2")] [])');
  });

  it('past form feeds', () => {
    check(
      'x\n\fdef f():\n    pass\n\f\ny',
      'Expr(Name(x))',
      'FunctionDef(f arguments([] [] - [] [] - []) [Pass] [] - [])',
      'Expr(Name(y))',
    );
  });
});

describe('comments', () => {
  it('are found outside strings, with their place', () => {
    const { comments } = parser.parse(
      '# first\nx = "#" + f"{a}#" # [B, T]\n"""\n#\n"""\nif y: # t\n    pass\n',
    );
    assert.deepEqual(comments, [
      { text: '# first', line: 1, col: 0 },
      { text: '# [B, T]', line: 2, col: 18 },
      { text: '# t', line: 6, col: 6 },
    ]);
  });
});

describe('syntax errors', () => {
  const errors = recorded<[string, string, number]>('errors');
  for (const [i, source] of programs('errors').entries()) {
    it(`${source.split('\n')[0]!} → ${errors[i]![1]}`, () => {
      const first = parser.parse(source).errors[0];
      assert.deepEqual(first && [first.kind, first.message, first.line], errors[i]);
    });
  }

  it('cost only the line they are in', () => {
    assert.deepEqual(
      outlines(
        'class A:\n    def f(self):\n        x = g(\n        return 1\n    def h(self): return self.\n    y = 2\nz\n',
      ),
      [
        "ClassDef(A [] [] [FunctionDef(f arguments([] [arg(self -)] - [] [] - []) [Error('(' was never closed) Return(1)] [] - []) " +
          'Error(invalid syntax) Assign([Name(y)] 2)] [] [])',
        'Expr(Name(z))',
      ],
    );
    assert.deepEqual(outlines('x =\ny = 2\n'), ['Error(invalid syntax)', 'Assign([Name(y)] 2)']);
    assert.deepEqual(outlines('x = 1\ndef f(:\n    return 1\ny = 2\n'), [
      'Assign([Name(x)] 1)',
      'Error(invalid syntax)',
      'Assign([Name(y)] 2)',
    ]);
  });

  it('of a binary file are one', () => {
    const { module, errors: found } = parser.parse('PK\u0003\u0004\0\0garbage');
    assert.deepEqual(
      found.map((error) => error.message),
      ['source code cannot contain null bytes'],
    );
    assert.equal(module.body.length, 1);
  });
});

describe('any text at all', () => {
  const model = [
    'import torch.nn as nn',
    'class Block(nn.Module):',
    '    """A block."""',
    '    def __init__(self, dim: int, *, bias: bool = True) -> None:',
    '        super().__init__()',
    '        self.layers = nn.ModuleList([nn.Linear(dim, dim, bias=bias) for _ in range(2)])',
    '        self.name = f"{dim!r:>{10}}" + \'x\'',
    '    @property',
    '    def size(self): return {**self.a, "b": [1, -2.5e3, *self.c]}',
    '    def forward(self, x, y=None):  # [B, T]',
    '        for i, layer in enumerate(self.layers):',
    '            if (z := layer(x)) is not None and i % 2 == 0: x = x + z',
    '            else:',
    '                x = lambda a: a[..., 1:2]',
    '        try: return x',
    '        except (A, B) as e: raise C from e',
    '        with a as b, c: pass',
    '        match x:',
    '            case [1, *_] | {"k": v}: pass',
    '',
  ].join('\n');

  it('parses, cut at every place', () => {
    for (let i = 0; i <= model.length; i++) parser.parse(model.slice(0, i));
  }).timeout(30_000);

  it('parses, with any character left out', () => {
    for (let i = 0; i < model.length; i++) parser.parse(model.slice(0, i) + model.slice(i + 1));
  }).timeout(30_000);

  it('parses, however deep or long', () => {
    const nested = (open: string, close: string): string =>
      `x = ${open.repeat(2000)}1${close.repeat(2000)}\ny = 1\n`;
    for (const source of [
      nested('(', ')'),
      nested('[', ']'),
      nested('not ', ''),
      nested('lambda: ', ''),
      nested('a if b else ', ''),
    ]) {
      const { module, errors } = parser.parse(source);
      assert.match(errors[0]!.message, /^too many nested (parentheses|expressions)$/);
      assert.equal(outline(module.body[1]), 'Assign([Name(y)] 1)');
    }
    for (const source of [
      Array(5000).fill('a').join(' + '),
      `a${'.b(1)'.repeat(5000)}`,
      Array(5000).fill('a').join(' or '),
      `if a: pass\n${'elif b: pass\n'.repeat(2000)}`,
    ]) {
      assert.deepEqual(parser.parse(source).errors, []);
    }
    for (const source of [
      '('.repeat(5000),
      '"'.repeat(5001),
      ')'.repeat(5000),
      ':'.repeat(5000),
      '\\'.repeat(5000),
      'def f(:\n'.repeat(500),
    ]) {
      assert.notEqual(parser.parse(source).errors.length, 0);
    }
  }).timeout(30_000);

  it('parses again from what is kept, to the same tree', () => {
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    const pieces = ['x', '\n', '(', ')', '"', '    ', 'def f():\n', 'é', ''];
    let source = model;
    let previous = parser.parse(source, { incremental: true });
    for (let i = 0; i < 200; i++) {
      const at = random(source.length);
      source =
        i % 10 === 9
          ? model
          : source.slice(0, at) + pieces[random(pieces.length)]! + source.slice(at + random(3));
      previous = parser.parse(source, { previous, incremental: true });
      assert.deepEqual(previous.module, parser.parse(source).module);
    }
    previous.dispose();
  }).timeout(30_000);

  it('reads a file of many statements again after edits of every kind, as a new parser does', () => {
    const pieces = [
      'import torch\n',
      'x = 1; y = 2\n',
      '"""text with # and\nlines"""\n',
      'class A(B):\n    """Doc."""\n\n    def f(self):\n        return "é"  # comment\n\n',
      'if x:\n    y = f(x)\nelse:\n    pass\n',
      '@decorator\ndef g(a, b=2):\n    yield a\n',
      '# a comment\n',
      'z = (1,\n     2)\n',
      '\n',
      'match [x]:\n    case [1]:\n        pass\n',
      'f"{x!r:>{y}}"\n',
      'type X = int\n',
      'try:\n    a\nexcept E:\n    b\n',
    ];
    const signs = [
      '',
      '\n',
      ' ',
      '    ',
      'x',
      '"',
      '#',
      '(',
      ')',
      ':',
      'else:\n    q\n',
      ';',
      '\\',
      '\t',
      'é',
    ];
    const inserted = [...signs, ...pieces];
    let state = 7;
    const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
    const clean = pieces.join('');
    let source = clean;
    let previous = parser.parse(source, { incremental: true });
    for (let i = 0; i < 600; i++) {
      // A file that is broken for long shows little.
      if (i % 4 === 0) source = clean;
      const at = random(source.length + 1);
      const removed = random(3) === 0 ? random(30) : 0;
      source = source.slice(0, at) + inserted[random(inserted.length)]! + source.slice(at + removed);
      previous = parser.parse(source, { previous, incremental: true });
      const { module, errors, comments } = parser.parse(source);
      assert.deepEqual(
        [previous.module, previous.errors, previous.comments],
        [module, errors, comments],
        source,
      );
    }
    previous.dispose();
  }).timeout(30_000);
});
