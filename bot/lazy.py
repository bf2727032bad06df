"""Dataclasses that compile nothing until one is made.

The standard library compiles six methods for each class, which was a fifth of a start: few of them are called in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

__all__ = ["dataclass"]

Kind = TypeVar("Kind", bound=type)


def _dataclass(
    *,
    frozen: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002 - as the standard library calls it
    slots: bool = False,
    kw_only: bool = False,
) -> Callable[[Kind], Kind]:
    """Return the standard library's decorator of that name, with the options that are used here."""

    def made(kind: Kind) -> Kind:
        plain: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        done: Any = plain(kind)
        _set_init(done, frozen=frozen)
        if repr:
            done.__repr__ = _repr
        if eq:
            _set_comparison(done, frozen=frozen)
        if frozen:
            done.__setattr__, done.__delattr__ = _refuse_to_set, _refuse_to_delete
        if frozen and slots:
            done.__getstate__, done.__setstate__ = _state, _set_state
        return done  # type: ignore[no-any-return]

    return made


def _set_init(kind: Any, *, frozen: bool) -> None:  # noqa: ANN401 - a class
    def __init__(self: object, *args: object, **named: object) -> None:  # noqa: N807
        own = {"__doc__": kind.__doc__}  # one without would be given its signature
        if hasattr(kind, "__post_init__"):
            own["__post_init__"] = kind.__post_init__
        fields: Any = [(each.name, each.type, each) for each in dataclasses.fields(kind)]
        compiled: Any = dataclasses.make_dataclass(
            kind.__name__, fields, namespace=own, repr=False, eq=False, frozen=frozen
        )
        kind.__init__ = compiled.__init__
        kind.__init__(self, *args, **named)

    kind.__init__ = __init__


def _set_comparison(kind: Any, *, frozen: bool) -> None:  # noqa: ANN401 - a class
    names = [each.name for each in dataclasses.fields(kind) if each.compare]
    held = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        return held(self) == held(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(held(self))

    kind.__eq__, kind.__hash__ = __eq__, __hash__ if frozen else None


def _repr(self: Any) -> str:  # noqa: ANN401 - an object of any of the classes
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in dataclasses.fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse_to_set(_self: object, name: str, _value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(_self: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:  # noqa: ANN401 - as above
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: Iterable[object]) -> None:  # noqa: ANN401 - as above
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
