"""Proves operators and protocols of classes by their metaclass."""
class Meta(type):
    def __len__(cls): return 3
    def __getitem__(cls, k): return f'{cls.__name__}[{k}]'
    def __iter__(cls): return iter(['a', 'b'])
    def __contains__(cls, x): return x == 1
    def __add__(cls, o): return f'{cls.__name__}+{o}'
    def __repr__(cls): return f'<C {cls.__name__}>'
    def __bool__(cls): return False
    def __eq__(cls, o): return o == 'me'
    def __hash__(cls): return 7
    def __lt__(cls, o): return True
    def __getattr__(cls, n): return f'no {n}'
class A(metaclass=Meta): pass
print(len(A), A['k'], list(A), 1 in A, 2 in A, A + 4, A, bool(A), A == 'me', hash(A), A < 3, A.missing)
try: A()['x']
except TypeError as e: print(e)
try: A() + 1
except TypeError as e: print(e)
