# suggestions of AttributeError and NameError
class Thing:
    def __init__(self):
        self.value = 1
    def compute(self): pass
def f():
    total_count = 5
    return total_cuont
try:
    Thing().compue()
except AttributeError as e:
    print(e)
import traceback
for code in ('Thing().valeu', 'f()', 'pritn(1)', 'Thing().zzzzz', 'qqqqqqq', '[].apend(1)', '"a".uper()'):
    try:
        eval(code)
    except Exception as e:
        print(''.join(traceback.format_exception_only(type(e), e)), end='')
print(Thing().valeu)
