# dataclasses: string annotations, subclasses of ABCs and OrderedDict, own __init__ and __repr__, Field repr, match, hash rules.
from __future__ import annotations

import abc
import dataclasses
import typing
from collections import OrderedDict
from dataclasses import dataclass, field


@dataclass
class A:
    x: int
    shared: typing.ClassVar[int] = 7
    init_only: dataclasses.InitVar[int] = 3
    self_: str = 'me'

    def __post_init__(self, init_only):
        self.total = self.x + init_only


a = A(1)
print(a, a.total, [f.name for f in dataclasses.fields(A)], A.__annotations__)
print(repr(dataclasses.fields(A)[1]).replace(repr(dataclasses.MISSING), 'MISSING'))


class ModelOutput(OrderedDict):
    def __init_subclass__(cls):
        print('subclass', cls.__name__)

    def __post_init__(self):
        for f in dataclasses.fields(self):
            value = getattr(self, f.name)
            if value is not None:
                self[f.name] = value

    def __setattr__(self, name, value):
        super().__setattr__(name, value)


@dataclass
class Output(ModelOutput):
    loss: typing.Optional[float] = None
    logits: float = None


o = Output(logits=2.0)
print(o, list(o.items()), o.loss, o['logits'], len(o))


class Base(abc.ABC):
    @abc.abstractmethod
    def run(self): ...


@dataclass
class Impl(Base):
    n: int = 0

    def run(self):
        return self.n


print(Impl(4).run())


@dataclass
class Abstract(Base):
    n: int = 0


try:
    Abstract()
except TypeError as e:
    print(e)


@dataclass(init=False)
class OwnInit:
    a: int = 1

    def __init__(self, **kw):
        self.kw = kw


print(OwnInit(b=2), OwnInit(b=2).kw)


@dataclass
class OwnRepr:
    a: int

    def __repr__(self):
        return f'<{self.a}>'


print(OwnRepr(3))


@dataclass
class WithProperty:
    width: int
    height: int

    @property
    def area(self):
        return self.width * self.height

    @classmethod
    def square(cls, n):
        return cls(n, n)


match WithProperty.square(3):
    case WithProperty(w, h):
        print(w, h, WithProperty(w, h).area)


@dataclass
class Meta:
    lr: float = field(default=1e-3, metadata={'help': 'learning rate'})


print(dataclasses.fields(Meta)[0].metadata['help'], dataclasses.fields(Meta)[0].default)


@dataclass(frozen=True)
class Frozen:
    a: int
    b: dict = field(default_factory=dict, hash=False)

    def __post_init__(self):
        object.__setattr__(self, 'b', {'set': self.a})


f = Frozen(1)
print(f, hash(f) == hash((1,)), dataclasses.replace(f, a=2))
try:
    dataclasses.replace(f, nothing=2)
except TypeError as e:
    print(e)
try:
    @dataclass
    class NotFrozen(Frozen):
        c: int = 0
except TypeError as e:
    print(e)


@dataclass
class Generic_(typing.Generic[typing.TypeVar('T')]):
    item: int


print(Generic_(1), Generic_[int](2))
try:
    dataclasses.asdict(3)
except TypeError as e:
    print(e)
try:
    dataclasses.fields(3)
except TypeError as e:
    print(e)
