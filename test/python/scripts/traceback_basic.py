# an uncaught exception: the traceback with carets
def inner(x):
    return x / 0
def outer(a, b):
    value = [inner(i) for i in range(3)]
    return value
class C:
    def method(self, q):
        return outer(1,
                     2) + q
print('before')
C().method(5)
