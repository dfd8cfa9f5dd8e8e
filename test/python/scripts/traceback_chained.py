# an uncaught exception with a cause and a context
def first():
    try:
        {}['key']
    except KeyError as e:
        raise ValueError('second') from e
def second():
    try:
        first()
    except ValueError:
        raise RuntimeError('third')
second()
