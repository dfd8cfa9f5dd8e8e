"""Proves __class_getitem__ and subscripts of classes."""
class A:
    def __class_getitem__(cls, item): return (cls.__name__, item)
class B(A): pass
print(A[1], B[int, str], A[()], A[1:2])
class C: pass
for f in (lambda: C[1], lambda: int[1], lambda: list[1], lambda: dict[str, int], lambda: tuple[int, ...], lambda: type[int]):
    try: print(f())
    except TypeError as e: print(e)
print(list[int].__origin__, list[int].__args__, list[int]() == [], list[int] == list[int], list[int] == list[str])
print(isinstance(list[int], type), hash(list[int]) == hash(list[int]))
try: isinstance([], list[int])
except TypeError as e: print(e)
try: issubclass(list, list[int])
except TypeError as e: print(e)
