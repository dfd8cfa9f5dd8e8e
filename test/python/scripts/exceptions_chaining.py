# exceptions: cause, context, suppression, re-raising, notes, finally order
try:
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise ValueError('v') from e
except ValueError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise KeyError('k')
except KeyError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise KeyError('k') from None
except KeyError as e:
    print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
def f():
    try:
        print('try'); return 'r'
    finally:
        print('finally')
print(f())
def g():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print('body', i)
        finally:
            print('fin', i)
    else:
        print('else')
    try:
        pass
    except Exception:
        print('no')
    else:
        print('try else')
    try:
        return 1
    finally:
        return 2
print(g())
try:
    try:
        raise ValueError('inner')
    finally:
        print('cleanup')
except ValueError as e:
    print('outer', e)
try:
    e
except NameError as n:
    print(n)
try:
    raise
except RuntimeError as r:
    print(r)
for thing in (5, 'x', int, ValueError, ValueError('inst')):
    try:
        raise thing
    except Exception as e:
        print(type(e).__name__, e)
try:
    raise ValueError from 5
except TypeError as e:
    print(e)
try:
    try:
        raise ValueError
    except 5:
        pass
except TypeError as e:
    print(e)
e = ValueError('noted'); e.add_note('n1'); e.add_note('n2'); print(e.__notes__)
try:
    e.add_note(5)
except TypeError as t:
    print(t)
try:
    try:
        raise ValueError('a')
    except ValueError:
        try:
            raise TypeError('b')
        except TypeError:
            pass
        raise
except ValueError as x:
    print(repr(x), repr(x.__context__))
def chain():
    try:
        {}['k']
    except (IndexError, KeyError) as err:
        return err
k = chain(); print(repr(k), k.__traceback__ is not None, k.__traceback__.tb_lineno, k.__traceback__.tb_next, k.__traceback__.tb_frame.f_code.co_name)
print(repr(k.with_traceback(None).__traceback__))
assert True, 'no'
try:
    assert 1 == 2, ('msg', 3)
except AssertionError as a:
    print(repr(a))
try:
    assert []
except AssertionError as a:
    print(repr(a))
