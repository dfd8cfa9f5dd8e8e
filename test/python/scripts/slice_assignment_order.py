# The bounds of a slice are read before the values that take its place.
class I:
    def __init__(s,n): s.n=n
    def __index__(s): print("index",s.n); return s.n
class L:
    def __iter__(s): print("iter"); L.x.append(9); return iter([1,2])
l=[1,2,3,4]; L.x=l
l[I(1):I(3)]=L(); print(l)
try: l[I(0):I(4):2]=L(); print(l)
except ValueError as e: print(e)
for s in [slice(0,4,2), slice(0,4), slice(None,None,1), slice("a"), slice(0,2,"x"), slice(0,5,0)]:
    try: l[s]=3
    except Exception as e: print(type(e),e)
l=[1,2,3]; l[5:2:-1]=[]; print(l); l[3:1]=[7]; print(l)
