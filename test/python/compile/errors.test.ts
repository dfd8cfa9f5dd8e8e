import assert from 'node:assert/strict';
import { compileSource, verifyAll } from './harness';

/** Source, and CPython 3.11's message. */
const CASES: [string, string | null][] = [
  ['return 1', "'return' outside function"],
  ['class A:\n  return', "'return' outside function"],
  ['break', "'break' outside loop"],
  ['for x in y: pass\nelse: break', "'break' outside loop"],
  ['while 1:\n  def f():\n    break', "'break' outside loop"],
  ['def f():\n  continue', "'continue' not properly in loop"],
  ['def f(a, a): pass', "duplicate argument 'a' in function definition"],
  ['lambda a, a: 1', "duplicate argument 'a' in function definition"],
  ['def f():\n  x = 1\n  global x', "name 'x' is assigned to before global declaration"],
  ['def f():\n  print(x)\n  global x', "name 'x' is used prior to global declaration"],
  ['def f(x):\n  global x', "name 'x' is parameter and global"],
  ['def f(x):\n  nonlocal x', "name 'x' is parameter and nonlocal"],
  ['def f():\n  x: int\n  global x', "annotated name 'x' can't be global"],
  ['def f():\n  global x\n  x: int = 3', "annotated name 'x' can't be global"],
  ['def f():\n  nonlocal x', "no binding for nonlocal 'x' found"],
  ['def f():\n  global x\n  def g():\n    nonlocal x', "no binding for nonlocal 'x' found"],
  ['nonlocal x', 'nonlocal declaration not allowed at module level'],
  ['def f():\n  x = 1\n  def g():\n    nonlocal x\n    global x', "name 'x' is nonlocal and global"],
  ['class A:\n  def f(self):\n    nonlocal __class__', null],
  ['def f():\n  await x', "'await' outside async function"],
  ['await x', "'await' outside function"],
  ['async def f():\n  lambda: await x', "'await' outside async function"],
  ['def f():\n  async with x: pass', "'async with' outside async function"],
  ['def f():\n  async for x in y: pass', "'async for' outside async function"],
  ['def f():\n  [x async for x in y]', 'asynchronous comprehension outside of an asynchronous function'],
  ['async def f():\n  return [[x async for x in y] for z in w]', null],
  ['def f():\n  (await x for x in y)', null],
  ['yield x', "'yield' outside function"],
  ['[(yield x) for x in y]', "'yield' inside list comprehension"],
  ['((yield x) for x in y)', "'yield' inside generator expression"],
  ['async def f():\n  yield from x', "'yield from' inside async function"],
  ['async def f():\n  yield 1\n  return 2', "'return' with value in async generator"],
  ['f(a=1, a=2)', 'keyword argument repeated: a'],
  ['class A(x=1, x=2): pass', 'keyword argument repeated: x'],
  ['*a, *b = c', 'multiple starred expressions in assignment'],
  ['*a = 1', 'starred assignment target must be in a list or tuple'],
  ['*a', "can't use starred expression here"],
  ['print(*a)', null],
  ['__debug__ = 1', 'cannot assign to __debug__'],
  ['x.__debug__ = 1', 'cannot assign to __debug__'],
  ['from __future__ import braces', 'not a chance'],
  ['from __future__ import nope', 'future feature nope is not defined'],
  [
    'x = 1\nfrom __future__ import annotations',
    'from __future__ imports must occur at the beginning of the file',
  ],
  ['"""doc"""\nfrom __future__ import annotations', null],
  ['def f():\n  from a import *', 'import * only allowed at module level'],
  ['[x := 1 for x in y]', "assignment expression cannot rebind comprehension iteration variable 'x'"],
  ['[x for x in (y := 1)]', 'assignment expression cannot be used in a comprehension iterable expression'],
  [
    'class A:\n  [x := 1 for z in y]',
    'assignment expression within a comprehension cannot be used in a class body',
  ],
  ['match x:\n  case a: pass\n  case b: pass', "name capture 'a' makes remaining patterns unreachable"],
  ['match x:\n  case _: pass\n  case 1: pass', 'wildcard makes remaining patterns unreachable'],
  ['match x:\n  case [a, a]: pass', "multiple assignments to name 'a' in pattern"],
  ['match x:\n  case [a] | [b]: pass', 'alternative patterns bind different names'],
  ['match x:\n  case [*a, *b]: pass', 'multiple starred names in sequence pattern'],
  ['match x:\n  case A(x=1, x=2): pass', 'attribute name repeated in class pattern: x'],
  ['match x:\n  case {"a": 1, "a": 2}: pass', "mapping pattern checks duplicate key ('a')"],
  ['try: pass\nexcept: pass\nexcept A: pass', "default 'except:' must be last"],
  [
    'for x in y:\n  try: pass\n  except* A: break',
    "'break', 'continue' and 'return' cannot appear in an except* block",
  ],
  ['for x in y:\n  try: pass\n  except* A:\n    for z in w: break', null],
  // An error of an earlier pass comes before those of the later ones.
  ['return 1\ndef f():\n  nonlocal x', "no binding for nonlocal 'x' found"],
  ['match x:\n  case [a, a]: pass\ndef f(b, b): pass', "duplicate argument 'b' in function definition"],
  ['def f():\n  nonlocal x\ndef g(a, a): pass', "duplicate argument 'a' in function definition"],
  ['def f(a, a): pass\nfrom __future__ import braces', "duplicate argument 'a' in function definition"],
  ['from __future__ import division, braces\ndef f(a, a): pass', 'not a chance'],
];

describe('compile-time SyntaxErrors', () => {
  for (const [source, message] of CASES) {
    it(JSON.stringify(source), async () => {
      const { errors, init, parseErrors } = await compileSource(source);
      assert.deepEqual(parseErrors, []);
      assert.equal(errors[0]?.message ?? null, message);
      assert.deepEqual(verifyAll(init), []);
    });
  }

  it('point at their source', async () => {
    const { errors } = await compileSource('def f(a,\n      a): pass');
    assert.deepEqual(errors, [
      {
        message: "duplicate argument 'a' in function definition",
        line: 2,
        col: 6,
        endLine: 2,
        endCol: 7,
        pass: 'symbols',
      },
    ]);
  });

  it('make a strict module raise the first one, at its place', async () => {
    const { init } = await compileSource('x = 1\nbreak\nreturn');
    const body = init.compile();
    assert.deepEqual(body.consts, ["'break' outside loop"]);
    assert.deepEqual([...body.positions], [2, 0, 2, 5]);
  });

  it('leave their statements out of a tolerant module', async () => {
    const { init, errors } = await compileSource('x = 1\nbreak\ny = 2', { tolerant: true });
    assert.equal(errors.length, 1);
    assert.deepEqual(init.compile().names, ['x', 'y']);
    assert.deepEqual(verifyAll(init), []);
  });
});
