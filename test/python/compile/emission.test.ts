import assert from 'node:assert/strict';
import { compileSource, find, listing } from './harness';

/** A function's body, and its instructions (CPython 3.11's, but for what code.ts says); `?`: an unknown value jumps. */
const CASES: [title: string, body: string, expected: string][] = [
  [
    'a call pushes NULL, the callable and its arguments',
    'f(a, *b, **c)',
    'PUSH_NULL; LOAD_GLOBAL f; LOAD_GLOBAL a; BUILD_LIST 1; LOAD_GLOBAL b; LIST_EXTEND 1; LIST_TO_TUPLE; ' +
      'BUILD_MAP; LOAD_GLOBAL c; DICT_MERGE 1; CALL_FUNCTION_EX 1; POP_TOP',
  ],
  ['only *args needs no list', 'f(*b)', 'PUSH_NULL; LOAD_GLOBAL f; LOAD_GLOBAL b; CALL_FUNCTION_EX; POP_TOP'],
  [
    'a method call makes no bound method',
    'o.m(1, k=x)',
    "LOAD_GLOBAL o; LOAD_METHOD m; LOAD_CONST 1; LOAD_GLOBAL x; LOAD_CONST ('k',); CALL_KW 2; POP_TOP",
  ],
  [
    'a swap of locals stores last first',
    'a, b = b, a',
    'LOAD_FAST b; LOAD_FAST a; STORE_FAST b; STORE_FAST a',
  ],
  [
    'a swap of items swaps on the stack',
    'x[0], x[1] = p, q',
    'LOAD_GLOBAL p; LOAD_GLOBAL q; SWAP 2; LOAD_GLOBAL x; LOAD_CONST 0; STORE_SUBSCR; LOAD_GLOBAL x; LOAD_CONST 1; STORE_SUBSCR',
  ],
  [
    'constants fold',
    'x = (1 + 2, -1.5, 2 ** 10, "a" * 3)',
    "LOAD_CONST (3, -1.5, 1024, 'aaa'); STORE_FAST x",
  ],
  ['a chained assignment copies', 'a = b = f', 'LOAD_GLOBAL f; COPY 1; STORE_FAST a; STORE_FAST b'],
  [
    'an augmented item',
    'x[i] += y',
    'LOAD_GLOBAL x; LOAD_GLOBAL i; COPY 2; COPY 2; BINARY_SUBSCR; LOAD_GLOBAL y; BINARY_OP 13; SWAP 3; SWAP 2; STORE_SUBSCR',
  ],
  [
    'a chained comparison',
    'r = a < b < c',
    'LOAD_GLOBAL a; LOAD_GLOBAL b; SWAP 2; COPY 2; COMPARE_OP; JUMP_IF_FALSE_OR_POP 9; LOAD_GLOBAL c; COMPARE_OP; JUMP 11; ' +
      'SWAP 2; POP_TOP; STORE_FAST r',
  ],
  [
    'membership in constants',
    'r = a in [1, 2]',
    'LOAD_GLOBAL a; LOAD_CONST (1, 2); CONTAINS_OP; STORE_FAST r',
  ],
  [
    'a format of a tuple is an f-string',
    'r = "%s: %-5r" % (a, b)',
    "LOAD_GLOBAL a; FORMAT_VALUE 1; LOAD_CONST ': '; LOAD_GLOBAL b; LOAD_CONST '5'; FORMAT_VALUE 6; BUILD_STRING 3; STORE_FAST r",
  ],
  [
    'a dict of constant keys',
    'r = {"a": x, "b": y, **z}',
    "LOAD_GLOBAL x; LOAD_GLOBAL y; LOAD_CONST ('a', 'b'); BUILD_CONST_KEY_MAP 2; LOAD_GLOBAL z; DICT_UPDATE 1; STORE_FAST r",
  ],
  [
    'what cannot run is left out',
    'if 0: a()\nwhile True:\n  b()',
    'PUSH_NULL; LOAD_GLOBAL b; CALL; POP_TOP; JUMP 0',
  ],
];

/** Conditional jumps: which of them an unknown value takes. */
const UNKNOWN: [title: string, body: string, expected: string][] = [
  ['a guard that raises is not entered', 'if a: raise E\nb()', 'POP_JUMP_IF_FALSE ?'],
  ['nor one that exits', 'if a:\n  print(a)\n  sys.exit(1)', 'POP_JUMP_IF_FALSE ?'],
  ['a branch is entered', 'if a: b()\nelse: c()', 'POP_JUMP_IF_FALSE'],
  ['a negated guard', 'if not a: raise E', 'POP_JUMP_IF_TRUE ?'],
  ['every operand of and', 'if a and b: raise E', 'POP_JUMP_IF_FALSE ?; POP_JUMP_IF_FALSE ?'],
  ['or: the first is as good as false', 'if a or b: raise E', 'POP_JUMP_IF_TRUE; POP_JUMP_IF_FALSE ?'],
  ['or: the first is as good as true', 'if a or b: c()', 'POP_JUMP_IF_TRUE ?; POP_JUMP_IF_FALSE'],
  ['else that raises', 'if a: b()\nelse: raise E', 'POP_JUMP_IF_FALSE'],
  ['a guard that may return', 'if a:\n  if b: return\n  raise E', 'POP_JUMP_IF_FALSE; POP_JUMP_IF_FALSE'],
  ['an assertion holds', 'assert a', 'POP_JUMP_IF_TRUE ?'],
  ['None tests', 'if a is None: raise E', 'POP_JUMP_IF_NOT_NONE ?'],
  ['a comparison chain', 'if a < b < c: raise E', 'POP_JUMP_IF_FALSE ?; POP_JUMP_IF_FALSE ?'],
  ['a loop runs once', 'while a: b()', 'POP_JUMP_IF_FALSE; POP_JUMP_IF_TRUE'],
  [
    'whatever its condition',
    'while not a or b: c()',
    'POP_JUMP_IF_FALSE ?; POP_JUMP_IF_FALSE; POP_JUMP_IF_FALSE; POP_JUMP_IF_TRUE',
  ],
  ['a loop that raises is not entered', 'while a: raise E', 'POP_JUMP_IF_FALSE ?'],
  ['a conditional expression', 'x = a if b else c', 'POP_JUMP_IF_FALSE'],
  ['the first case matches', 'match a:\n  case 1: b()', 'POP_JUMP_IF_FALSE'],
  ['unless it raises', 'match a:\n  case 1: raise E\n  case _: b()', 'POP_JUMP_IF_FALSE ?'],
];

async function functionListing(body: string): Promise<string[]> {
  const source = `def test():\n  ${body.replaceAll('\n', '\n  ')}\n`;
  const { init, errors, parseErrors } = await compileSource(source);
  assert.deepEqual([errors, parseErrors], [[], []]);
  return listing(find(init, 'test'));
}

describe('instructions', () => {
  for (const [title, body, expected] of CASES) {
    it(title, async () => {
      const lines = (await functionListing(body)).map((line) => line.replace(/^\d+ /, ''));
      if (lines.at(-1) === 'RETURN_VALUE') lines.splice(-2);
      assert.equal(lines.join('; '), expected);
    });
  }

  it('return through with and finally keeps the value on the stack', async () => {
    const lines = await functionListing('try:\n  with a: return b()\nfinally: c()');
    assert.deepEqual(lines.slice(0, 21), [
      '0 LOAD_GLOBAL a',
      '1 BEFORE_WITH',
      '2 POP_TOP',
      '3 PUSH_NULL',
      '4 LOAD_GLOBAL b',
      '5 CALL',
      '6 SWAP 2',
      '7 LOAD_CONST None',
      '8 LOAD_CONST None',
      '9 LOAD_CONST None',
      '10 CALL 2',
      '11 POP_TOP',
      '12 PUSH_NULL',
      '13 LOAD_GLOBAL c',
      '14 CALL',
      '15 POP_TOP',
      '16 RETURN_VALUE',
      '17 PUSH_EXC_INFO',
      '18 WITH_EXCEPT_START',
      '19 POP_JUMP_IF_TRUE 21',
      '20 RERAISE',
    ]);
  });

  it('exception ranges go to the innermost handler', async () => {
    const { init } = await compileSource('def test():\n  try:\n    with a: b\n  finally: c');
    const { exceptionTable } = find(init, 'test').compile();
    assert.deepEqual(
      exceptionTable.map(({ start, end, target, depth }) => [start, end, target, depth]),
      [
        [0, 2, 25, 0],
        [2, 5, 11, 1],
        [5, 11, 25, 0],
        [11, 16, 19, 2],
        [16, 22, 25, 0],
        [25, 29, 29, 1],
      ],
    );
  });
});

describe('unknown conditions', () => {
  for (const [title, body, expected] of UNKNOWN) {
    it(title, async () => {
      const jumps = (await functionListing(body)).filter((line) => /POP_JUMP/.test(line));
      assert.equal(jumps.map((line) => line.replace(/^\d+ (\w+) \d+/, '$1')).join('; '), expected);
    });
  }
});

describe('positions', () => {
  it('are those of the expression that an instruction carries out', async () => {
    const { init } = await compileSource('y = x.view(1) + f(2)\n');
    const { ops, positions } = init.compile();
    const columns = listing(init).map((line, i) => {
      assert.equal(positions[i * 4], 1);
      return `${line.replace(/^\d+ /, '')} ${positions[i * 4 + 1]}-${positions[i * 4 + 3]}`;
    });
    assert.equal(ops.length, columns.length);
    assert.deepEqual(columns.slice(0, 9), [
      'LOAD_NAME x 4-5',
      'LOAD_METHOD view 4-10',
      'LOAD_CONST 1 11-12',
      'CALL 1 4-13',
      'PUSH_NULL 16-17',
      'LOAD_NAME f 16-17',
      'LOAD_CONST 2 18-19',
      'CALL 1 16-20',
      'BINARY_OP 4-20',
    ]);
  });

  it('of a method in a chain over lines start at its name', async () => {
    const { init } = await compileSource('y = (x\n  .view(1)\n  .sum())\n');
    const { positions } = init.compile();
    const calls = listing(init).flatMap((line, i) =>
      / CALL/.test(line) ? [[...positions.slice(i * 4, i * 4 + 4)]] : [],
    );
    assert.deepEqual(calls, [
      [2, 3, 2, 10],
      [3, 3, 3, 8],
    ]);
  });
});
