print('late starts')
from circular import early

VALUE = 'late'


def use():
    return early.VALUE + ' seen from ' + VALUE
