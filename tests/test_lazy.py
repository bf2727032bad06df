"""A lazy dataclass is what the standard library would have made of the class."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any

import pytest

from bot.lazy import dataclass

BOTH = [dataclass, dataclasses.dataclass]


@dataclass(frozen=True, slots=True)
class Sent:
    """What goes to another process."""

    name: str
    ids: tuple[int, ...] = ()


def made(dataclass: Any) -> tuple[type, type]:  # noqa: ANN401 - either decorator
    @dataclass(frozen=True, slots=True)
    class Card:
        suit: str
        rank: int = 7
        owner: str = field(default="nobody", compare=False)
        secret: str = field(default="", repr=False, kw_only=True)
        seen: list[int] = field(default_factory=list, compare=False)

    @dataclass()
    class Pile:
        cards: int
        twice: int = field(init=False)

        def __post_init__(self) -> None:
            self.twice = 2 * self.cards

    return Card, Pile


@pytest.fixture(params=BOTH, ids=["lazy", "standard"])
def kinds(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    return made(request.param)


def test_objects_hold_compare_and_tell_their_fields(kinds: tuple[Any, Any]) -> None:
    card, pile = kinds
    one = card("S", 12, owner="Ann", secret="x")
    assert one == card("S", 12, owner="Ben", secret="x") != card("S", 12)
    assert hash(one) == hash(card("S", 12, secret="x"))
    assert repr(one).endswith("Card(suit='S', rank=12, owner='Ann', seen=[])")
    assert replace(one, rank=3).rank == 3
    assert (one.seen, card("S").seen is card("S").seen) == ([], False)
    assert one != ("S", 12, "x")
    assert (pile(4).twice, pile(4) == pile(4)) == (8, True)
    with pytest.raises(TypeError, match="unhashable"):
        hash(pile(4))
    changed = pile(4)
    changed.cards = 5
    assert changed != pile(4)


def test_a_frozen_one_stays_as_it_is(kinds: tuple[Any, Any]) -> None:
    one = kinds[0]("S")
    with pytest.raises(FrozenInstanceError):
        one.rank = 8
    with pytest.raises(FrozenInstanceError):
        del one.rank
    assert one.rank == 7


def test_wrong_arguments_are_refused(kinds: tuple[Any, Any]) -> None:
    card, _ = kinds
    wrong: Any
    for wrong in ((), ("S", 7, "", [], 1)):
        with pytest.raises(TypeError):
            card(*wrong)
    with pytest.raises(TypeError):
        card("S", colour="red")
    assert [each.name for each in fields(card)] == ["suit", "rank", "owner", "secret", "seen"]
    card("S")
    assert list(inspect.signature(card).parameters) == ["suit", "rank", "owner", "seen", "secret"]


def test_another_process_gets_an_equal_one() -> None:
    one = Sent("Ann", (1, 2))
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own


def test_fields_of_a_class_are_those_of_the_classes_above_too() -> None:
    @dataclass(frozen=True, slots=True)
    class Under(Sent):
        more: int = 0

    assert repr(Under("Ann", more=2)).endswith("Under(name='Ann', ids=(), more=2)")
    assert Under("Ann") != Sent("Ann")
