# isinstance, issubclass, callable, type, id, unions, generic aliases
class A: pass
class B(A): pass
class Meta(type):
    def __instancecheck__(cls, x): return x == 5
    def __subclasscheck__(cls, c): return c is int
class M(metaclass=Meta): pass
print(isinstance(B(), A), isinstance(A(), B), isinstance(1, (str, int)), isinstance(True, int), isinstance(1, (str, (float, int))), isinstance(5, M), isinstance(6, M), issubclass(int, M), issubclass(B, A), issubclass(B, (int, A)), issubclass(bool, int), isinstance(A, type), isinstance(None, type(None)))
print(isinstance(1, int | str), isinstance('a', int | None), isinstance(None, int | None), issubclass(int, int | str), int | None, str | int | str, list[int] | None, (int | str) == (str | int), type(int | str).__name__)
print(callable(len), callable(A), callable(A()), callable(lambda: 0), callable(5), callable([].append), type(5), type(A()), type(A), type(Meta), type(None), type(...), type(NotImplemented), type(len), type([].append), type(str.upper), type(lambda: 0))
class C:
    def __call__(self): return 1
print(callable(C()), C()())
for f in (lambda: isinstance(1, 5), lambda: issubclass(5, int), lambda: issubclass(int, 5), lambda: isinstance(1, list[int]), lambda: isinstance(1, [int]), lambda: int | 5, lambda: isinstance(1, (int, 'a')), lambda: isinstance('q', (int, 'a'))):
    try:
        print(f())
    except TypeError as e:
        print(e)
print(list[int], dict[str, int], tuple[int, ...], list[list[int]], list[int].__origin__, dict[str, int].__args__, list[int] == list[int], type(list[int]), tuple[()], list['A'], list[int](), set[str], type[int], frozenset[int] | None)
x = A(); print(id(x) == id(x), id(x) == id(A()) if False else True, id(1) == id(1), id('a') == id('a'), x is x)
class P:
    @property
    def __class__(self): return int
print(isinstance(P(), int), isinstance(P(), P), type(P()).__name__)
