# The dict of an exception, which `__reduce__` gives once it was seen.
class S(Exception): pass
o = S()
vars(o)
print(o.__reduce_ex__(2)[2:])
o = S()
o.__dict__
print(o.__reduce_ex__(2)[2:])
o = S()
try: del o.x
except AttributeError: print(o.__reduce_ex__(2)[2:])
o = S()
hasattr(o, 'q')
print(o.__reduce_ex__(2)[2:])
o.a = 1
del o.a
print(o.__reduce_ex__(2)[2:], o.__reduce__())


class Slotted(Exception):
    __slots__ = ['a']


o = Slotted()
o.a = 7
print(o.a, o.__reduce_ex__(2)[2:])
o.b = 1
print(o.__reduce_ex__(2)[2:])
