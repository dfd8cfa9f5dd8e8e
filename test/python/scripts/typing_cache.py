# typing: the same parameters give the same alias; numbers and truth values stay apart.
from typing import *
import typing
print(Optional[int] is Optional[int], Callable[[int, str], float] is Callable[[int, str], float], Literal[1] == Literal[True], Literal[1], Literal[True], Dict[str, int], Tuple[int, ...], Tuple[()], List[Any] is List[Any], Union[int, str, int], Callable[..., Any])
try: Optional[1, 2]
except TypeError as e: print(e)
try: Dict[int]
except TypeError as e: print(e)
print(Union[int], Type[int], Annotated[int, 3], ClassVar[int], Dict[str, List["X"]])
A = List["Y"]
print(A is List["Y"], Optional[A] is Optional[List["Y"]], Callable[[A], None] is Callable[[List["Y"]], None], Tuple[1:2] is Tuple[1:2] if False else "")
try: Optional[[1]]
except TypeError as e: print(e)
print(Literal[1] is Literal[1], Literal[1, True, 1], Literal["a"] == Literal["a"], Union[List[int], None] is Optional[List[int]])
