def fail():
    raise ValueError('from the deepest')


fail()
