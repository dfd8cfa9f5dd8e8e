# an uncaught exception group
def f():
    raise TypeError('t')
def g():
    errors = []
    try:
        f()
    except TypeError as e:
        errors.append(e)
    errors.append(ValueError('v'))
    errors.append(ExceptionGroup('nested', [KeyError('k')]))
    raise ExceptionGroup('group', errors)
g()
