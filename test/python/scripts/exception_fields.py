# What an exception class keeps beyond args (name, filename, msg, value …) is apart from its dict; __reduce__ tells of both.
class S(Exception): pass
o=S(1); print(o.__reduce__())
o.__dict__; print(o.__reduce__())
o=S(2); o.x=1; del o.x; print(o.__reduce__())
o=S(3); dir(o); print(o.__reduce__())
o=S(4); hasattr(o,'zz'); print(o.__reduce__())
o=S(5)
try: o.zz
except AttributeError: pass
print(o.__reduce__())
o=S(6); 
try: del o.zz
except AttributeError as e: print(e)
print(o.__reduce__())
o=S(7); o.args=(1,2); o.__cause__=None; print(o.__reduce__())
o=S(8); o.add_note('x'); print(o.__reduce__())
o=S(9); o.__class__=type('T',(S,),{}); print(o.__reduce__()[1:])
e=ValueError(1); print(e.__reduce__()); e.__dict__; print(e.__reduce__())
o=OSError(2,'x','f'); print(o.__reduce__())
o=ImportError('x',name='n'); print(o.__reduce__())
o=ImportError('x'); print(o.__reduce__())
o=KeyError('x'); vars(o); print(o.__reduce__())
o=StopIteration(4); print(o.__reduce__())
o=S(10); o.__dict__={}; print(o.__reduce__())
o=AttributeError('x',name='n',obj=1); print(o.__reduce__())
o=UnicodeDecodeError('utf8',b'x',0,1,'r'); print(o.__reduce__())
o=SyntaxError('x',('f',1,2,'t')); print(o.__reduce__())
class P(Exception):
    def __init__(self,a): self.a=a
o=P(3);print(o.__reduce__())
class Q(Exception):
    __slots__=('q',)
o=Q(3);print(o.__reduce__()); o.q=3; print(o.__reduce__())
print(S(1).__reduce_ex__(2), S(1).__reduce_ex__(4))
import copy
print(copy.copy(S(1)).__reduce__())
a=S(1);a.__dict__; print(copy.copy(a).__reduce__(), copy.deepcopy(a).__reduce__())
try: raise S(2)
except S as e: print(e.__reduce__())
def f():
    raise S(3)
try: f()
except S as e: print(e.with_traceback(None).__reduce__())
print(object.__reduce_ex__(S(1),2))
o=S(1)
for v in (3, None):
    try: o.__dict__=v
    except TypeError as e: print(e)
try: del o.__dict__
except TypeError as e: print(e)
print(o.__reduce__())
for e in (AttributeError('x',name='n',obj=1), ImportError('m',name='n',path='p'), OSError(2,'x','f'), OSError(2,'x','f',0,'g'), StopIteration(3), SystemExit(3), SyntaxError('x',('f',1,2,'t')), UnicodeDecodeError('utf8',b'x',0,1,'r'), NameError('x', name='q'), KeyError(3)):
    print(type(e).__name__, e.__dict__, e.__reduce__(), str(e), repr(e))
    import copy
    f=copy.copy(e); print(f.__dict__, f.args, str(f))
    for n in ('name','obj','path','msg','errno','filename','filename2','value','code','lineno','offset','text','start','end','reason','object'):
        if hasattr(e,n): print(n, getattr(e,n), getattr(f, n), end='; ')
    e.args=(9,)
    for n in ('name','msg','errno','filename','value','code','lineno','offset','text','start','end','reason','object'):
        if hasattr(e,n): print(n, getattr(e,n), end='; ')
    print(str(e))
e=StopIteration(3); e.value=4; print(e.args, e.value); del e.value; print(e.value)
try: zork
except NameError as e: print(e.name, e.__dict__, e.__reduce__())
try: (1).zork
except AttributeError as e: print(e.name, e.obj, e.__dict__)
try: import zorkk
except ImportError as e: print(e.name, e.path, e.__dict__, e.__reduce__())
try: from os import zorkk
except ImportError as e: print(e.name, e.__dict__)
try: open('/zork/x')
except OSError as e: print(e.filename, e.__dict__, e.args, e.__reduce__())
try: compile('a b','f','exec')
except SyntaxError as e: print(e.filename, e.lineno, e.__dict__, e.args, e.text, e.msg)
g=ExceptionGroup('m',[ValueError(1)]); print(g.__dict__, g.__reduce__(), g.message, g.exceptions)
