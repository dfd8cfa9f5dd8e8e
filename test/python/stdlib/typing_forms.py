# typing: how types show, compare, hash, and are taken apart with get_origin and get_args.
import collections.abc
import typing
from typing import *
from typing import Annotated, get_args, get_origin

T = TypeVar('T')
S = TypeVar('S', bound=int)
P = ParamSpec('P')
for t in (Optional[int], Union[int, str], Union[int, None, str], Union[int], Union[int, int], List[int], Dict[str, List[int]], Tuple[int, ...], Tuple[()],
          Tuple[int, str], Callable[[int, str], bool], Callable[..., Any], Callable[[], None], Type[int], Sequence[str], Any,
          Literal['a', 1, None], Final[int], ClassVar[List[int]], Annotated[int, 'x', 3], List['Fwd'], Optional['Fwd'], Iterable[T],
          DefaultDict[str, int], Union[List[int], Dict[str, int]], NoReturn, Generator[int, None, str], T, S, P, Optional[Union[int, str]],
          Callable[P, T], Concatenate[int, P], Deque[int], Set[int], FrozenSet[str], list[int], dict[str, list[T]], int | None,
          Optional[int] | str, List, Tuple, Callable, Optional, Union, Union[int, Optional[str]], Type, Type['X'], Self, Unpack[Tuple[int]]):
    print(t, '|', get_origin(t), '|', get_args(t))
print(Optional[int] == Union[int, None], Union[int, str] == Union[str, int], List[int] == List[int], hash(List[int]) == hash(List[int]), List[int] != List[str])
print(Dict[T, S][str, int], Callable[[T], S][int, bool], Union[T, None][int], List[T].__parameters__, Dict[str, T].__parameters__, Tuple[T, List[S]][int, bool])
print(Optional[int] == (int | None), isinstance(3, Optional[int]), isinstance('a', Union[int, str]), isinstance([], List), issubclass(dict, Mapping), isinstance(3, int | str))
for bad in (lambda: isinstance([], List[int]), lambda: Optional[1, 2], lambda: List[int, int], lambda: Union[()], lambda: List[int][str], lambda: Any(), lambda: List(),
            lambda: isinstance(1, Any), lambda: Callable[int], lambda: Optional(), lambda: TypeVar('Q', int), lambda: Dict[str]):
    try:
        print(bad())
    except TypeError as e:
        print('TypeError', e)
print(cast(int, 'a'), TYPE_CHECKING, typing.Text)
UserId = NewType('UserId', int)
print(UserId(5), UserId, UserId.__supertype__)
print(List[int].__origin__, List[int].__args__, List.__origin__, Callable[[int], str].__args__, Annotated[int, 'm'].__metadata__, Optional[int].__origin__ is Union)
print(Literal[1, 2, 1], Literal[Literal[1, 2], 3], Literal[1] == Literal[True], Literal['a', 'b'] == Literal['b', 'a'])
print(isinstance(print, Callable), isinstance({}, MutableMapping), collections.abc.Sequence[int], collections.abc.Callable[[int], str])
print(Tuple[int, str].__name__, List[int].__module__, List._name)
