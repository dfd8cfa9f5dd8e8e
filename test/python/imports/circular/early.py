print('early starts')
import circular.late
import circular.late as late

print('late has VALUE:', hasattr(late, 'VALUE'))
VALUE = 'early'


def use():
    return circular.late.VALUE + ' seen from ' + VALUE
