# which call a RecursionError names: frames, repr, str, comparisons and functions of one argument count, whatever went wrong before
import sys
sys.setrecursionlimit(200)

def depth(f):
    global n
    n = 0
    try:
        f()
    except RecursionError as error:
        print(n, error)

def plain():
    global n; n += 1
    plain()

class ByRepr:
    def __repr__(self):
        global n; n += 1
        return repr(self)
class ByField:
    def __repr__(self):
        global n; n += 1
        return f"<{self!r}>"
class InList:
    def __repr__(self):
        global n; n += 1
        return repr([self])
class InDict:
    def __repr__(self):
        global n; n += 1
        return repr({1: (self,)})
class ByPercent:
    def __repr__(self):
        global n; n += 1
        return "%r" % self
class ByAscii:
    def __repr__(self):
        global n; n += 1
        return ascii(self)
class Equal:
    def __eq__(self, other):
        global n; n += 1
        return self == other
class EqualInList:
    def __eq__(self, other):
        global n; n += 1
        return [self] == [other]
class Attribute:
    def __getattr__(self, name):
        global n; n += 1
        return self.other
class Sum:
    def __add__(self, other):
        global n; n += 1
        return self + other
def delegating():
    global n; n += 1
    yield from delegating()
def in_comprehension():
    global n; n += 1
    return [in_comprehension() for _ in (1,)]

depth(plain)
for cls in (ByRepr, ByField, InList, InDict, ByPercent, ByAscii):
    depth(lambda: repr(cls()))
depth(plain)
depth(lambda: Equal() == 1)
depth(lambda: EqualInList() == EqualInList())
depth(lambda: Attribute().x)
depth(lambda: Sum() + 1)
depth(lambda: list(delegating()))
depth(in_comprehension)
depth(plain)
