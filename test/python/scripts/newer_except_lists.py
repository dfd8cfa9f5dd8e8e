# PEP 758: except and except* without parentheses around several types.
def handle(error):
    try:
        raise error
    except ValueError, KeyError:
        return 'value or key'
    except TypeError, (OSError):
        return 'type or os'
    except ArithmeticError:
        return 'arithmetic'


for error in ValueError(), KeyError(), TypeError(), OSError(), ZeroDivisionError():
    print(handle(error))


def split(*errors):
    done = []
    try:
        raise ExceptionGroup('g', list(errors))
    except* ValueError, KeyError:
        done.append('value or key')
    except* OSError, TypeError:
        done.append('os or type')
    else:
        done.append('else')
    finally:
        done.append('finally')
    return done


print(split(ValueError(1), TypeError(2), KeyError(3)))
print(split(OSError(1)))
try:
    split(ZeroDivisionError(1), KeyError(2))
except ExceptionGroup as rest:
    print(repr(rest))
for text in ('try: pass\nexcept A, B as c: pass', 'try: pass\nexcept* A, B as c: pass', 
             'try: pass\nexcept (A, B) as c: pass', 'try: pass\nexcept A, B, C: pass'):
    try:
        compile(text, 'x', 'exec')
        print(repr(text), 'compiles')
    except SyntaxError:
        print(repr(text), 'SyntaxError')
