# except*: which clause gets what, new errors beside reraised ones, notes, split with functions, derive, nesting.
def attempt(group, handler):
    try:
        try:
            raise group
        except* ValueError as e:
            print('V', e.exceptions); handler(e)
        except* (KeyError, OSError) as e:
            print('KO', e.exceptions)
        else:
            print('else')
        finally:
            print('finally')
    except BaseException as left:
        print('left', repr(left), repr(left.__cause__), repr(left.__context__))
eg = ExceptionGroup('top', [ValueError(1), KeyError('k'), TypeError(2), ExceptionGroup('in', [ValueError(3), OSError(4)])])
def nothing(e): pass
def again(e): raise e
def other(e): raise RuntimeError('r') from e
def leaf(e): raise e.exceptions[0]
for h in (nothing, again, other, leaf):
    attempt(eg, h)
attempt(ValueError('naked'), nothing)
attempt(ExceptionGroup('only', [ValueError(9)]), again)
print(eg.split(lambda e: isinstance(e, ValueError)), eg.subgroup(KeyError))
class MyGroup(ExceptionGroup):
    def derive(self, excs):
        return MyGroup(self.message + '!', excs)
mine = MyGroup('mine', [ValueError(1), TypeError(2)])
mine.add_note('note')
a, b = mine.split(ValueError)
print(repr(a), repr(b), a.__notes__)
print(isinstance(ExceptionGroup('x', [ValueError()]), Exception), BaseExceptionGroup('x', [ValueError()]).__class__, BaseExceptionGroup('x', [KeyboardInterrupt()]).__class__)
for bad in (lambda: ExceptionGroup('x', []), lambda: ExceptionGroup('x', [1]), lambda: ExceptionGroup('x', [KeyboardInterrupt()]), lambda: ExceptionGroup(1, [ValueError()]), lambda: ExceptionGroup('x')):
    try: bad()
    except Exception as e: print(type(e).__name__, e)
def nested():
    try:
        raise ExceptionGroup('o', [ValueError(1)])
    except* ValueError:
        try:
            raise ExceptionGroup('i', [KeyError(2), TypeError(3)])
        except* KeyError:
            print('inner')
try: nested()
except ExceptionGroup as e: print(repr(e), repr(e.__context__))
for i in range(3):
    try:
        raise ExceptionGroup('loop', [ValueError(i)])
    except* ValueError as e:
        x = e.exceptions[0].args[0]
    print(x)
try:
    try: raise ValueError
    except* BaseExceptionGroup: pass
except TypeError as e: print(e)
