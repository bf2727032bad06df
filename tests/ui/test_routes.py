"""Custom ids: every operation is read back as it was written, whatever else a control may say is nothing known."""

from __future__ import annotations

import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.house.thinking import Thinking
from bot.ui.kit.controls import button, menu
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.custom_ids import BUTTON_ID, LONGEST, MENU_ID, OPERATIONS, Route, read_route
from cogs.handlers import handlers
from cogs.safety.own_data import Links, OwnData
from tests.test_structure import sources

WORD = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=1, max_size=8)


def values(kind: Any, *, last: bool) -> st.SearchStrategy[Any]:  # noqa: ANN401 - the type of a field
    """Return what a field of a type may hold; the last of them may be a text with blanks."""
    if kind is bool:
        return st.booleans()
    if kind is str:
        return st.lists(WORD, min_size=1, max_size=4).map(" ".join) if last else WORD
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(kind)
    allowed = kind.__metadata__[0]
    return st.integers(allowed.start, allowed.stop - 1)


@st.composite
def written(draw: st.DrawFn) -> Route:
    kind = draw(st.sampled_from(sorted(OPERATIONS.values(), key=lambda each: each.op)))
    types, names = get_type_hints(kind, include_extras=True), [field.name for field in fields(kind)]
    return kind(**{name: draw(values(types[name], last=name == names[-1])) for name in names})


@given(written())
def test_every_operation_is_read_back_as_it_was_written(route: Route) -> None:
    assert read_route(route.custom_id) == route
    assert len(route.custom_id) <= LONGEST
    assert BUTTON_ID.fullmatch(route.custom_id)
    assert not MENU_ID.fullmatch(route.custom_id)


@given(written())
def test_an_entry_of_a_menu_completes_what_the_menu_asks_for(route: Route) -> None:
    if len(fields(route)) == sum(field.name in ("table_id", "ply") for field in fields(route)):
        return  # nothing to choose
    custom_id, value = route.entry
    assert read_route(custom_id, value) == route
    assert MENU_ID.fullmatch(custom_id)
    assert not BUTTON_ID.fullmatch(custom_id)


JUNK = st.one_of(
    st.text(max_size=100),
    st.builds(
        "{}:{}:{}:{} {}".format,
        st.sampled_from(["bz", "bzs", "bz ", "BZ"]),
        st.one_of(st.integers(), st.text(max_size=5)),
        st.one_of(st.integers(), st.text(max_size=5)),
        st.one_of(st.sampled_from(sorted(OPERATIONS)), st.text(max_size=8)),
        st.text(max_size=60),
    ),
)


@given(JUNK, st.text(max_size=100))
def test_no_junk_raises(custom_id: str, value: str) -> None:
    route = read_route(custom_id, value)
    assert route is None or read_route(route.custom_id) == route


@pytest.mark.parametrize(
    "custom_id",
    [
        "bz:",
        "bz:1:hand",
        "bz:-1:0:hand",
        "bz:1:0:HAND",
        "bz:1:0:hand me",
        "bz:1:0:fly",
        "bz:1:0:act",
        "bz:1:0:sit",
        "bz:1:0:sit x",
        "bz:1:0:sit -1",
        "bz:1:0:sit 1000000",
        "bz:1:0:claim 99999999999999999999",
        "bz:1:0:flag auto_draw perhaps",
        "bz:1:0:flag nonsense true",
        "bz:1:0:step sideways 0 0",
        "bz:1:0:act play  QSa",
        "bz:1000000000000000000:0:hand",
        "bz:1:1000000000:act pass",
        "bz:１:0:hand",
    ],
)
def test_what_is_odd_asks_for_nothing_known(custom_id: str) -> None:
    assert read_route(custom_id) is None


def test_an_action_stands_at_the_end_in_the_records_notation() -> None:
    act = table_routes.Act(7, 31, "declare common-marriage KHa QHb")
    assert act.custom_id == "bz:7:31:act declare common-marriage KHa QHb"
    assert table_routes.Choose(7, 31, 0, act.action).entry == ("bzs:7:31:choose 0", act.action)


@pytest.mark.parametrize(
    "route",
    [
        table_routes.ShowHand(-1),
        lobby_routes.Sit(1, -1),
        table_routes.Act(1, 10**9, "pass"),
        table_routes.Act(1, 1, "play  QSa"),
        table_routes.Act(1, 1, " pass"),
        lobby_routes.SetOption(1, "two words", "x"),
        lobby_routes.Enter(1, lobby_routes.Typed.CLOCK, "x" * 100),
    ],
)
def test_what_cannot_be_said_is_refused_when_a_control_is_built(route: Route) -> None:
    with pytest.raises(ValueError, match="can say"):
        button(route, "label")


def test_entries_of_different_menus_are_refused() -> None:
    with pytest.raises(ValueError, match="too many values"):
        menu("Seats", [("1", lobby_routes.Sit(1, 0), ""), ("2", lobby_routes.Sit(2, 0), "")])


def test_every_operation_has_exactly_one_handler() -> None:
    handled = handlers(Thinking(), OwnData(Links()))
    assert set(handled) == set(OPERATIONS.values())
    assert len(OPERATIONS) > 45
    assert len({(answer.__module__, answer.__qualname__) for answer in map(_named, handled.values())}) == len(handled)


async def _ends_a_wait(_desk: object, _interaction: object, route: table_routes.Wait) -> None:
    """Answer an operation that has a handler already."""


def test_a_second_handler_of_an_operation_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_ends_a_wait, "__module__", "cogs.table.consent")
    monkeypatch.setattr("cogs.table.consent.ends_a_wait", _ends_a_wait, raising=False)
    monkeypatch.setattr("cogs.table.consent.table_routes", table_routes, raising=False)
    with pytest.raises(TypeError, match="two handlers answer wait"):
        handlers(Thinking(), OwnData(Links()))


def test_an_operation_without_a_handler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("cogs.table.consent.wait")
    with pytest.raises(TypeError, match=r"no handler answers \['wait'\]"):
        handlers(Thinking(), OwnData(Links()))


def test_operations_are_named_nowhere_but_in_their_table() -> None:
    for path in sources("bot/ui", "cogs"):
        if path.name != "custom_ids.py":
            text = path.read_text(encoding="utf-8")
            assert '"bz:' not in text, path
            assert '"bzs:' not in text, path


_PRESSED: Final = re.compile(r"[\"']bzs?:(?:\d+|\{[^}]*\}):(?:\d+|\{[^}]*\}):([a-z-]+)")


def test_tests_press_what_there_is() -> None:
    pressed = {
        operation for path in sources("tests") for operation in _PRESSED.findall(path.read_text(encoding="utf-8"))
    }
    assert len(pressed) > 40
    assert pressed - set(OPERATIONS) == {"fly", "nothing-known"}


def _named(answer: object) -> Any:  # noqa: ANN401 - a function
    """Return a handler's function, of a method too."""
    return getattr(answer, "__func__", answer)


LINES: Final = (Path(__file__).parent / "custom_ids_1_0.txt").read_text("utf-8").splitlines()
"""The controls of version 1.0, which stay in channels for ever, so whatever they ask for is read for ever.

They were written once from the operations of that version, and none is ever taken away: each operation, each of its
words, and its entry in a menu (after a tab).
"""
GIVEN_UP: Final = frozenset({"look"})
"""Operations that exist no more: their controls get the sentence for old buttons."""


def operation_in(custom_id: str) -> str:
    return custom_id.split(":")[3].split(" ", maxsplit=1)[0]


def test_controls_of_version_1_0_come_to_the_desk_and_are_read_as_what_they_asked_for() -> None:
    operations = set()
    for line in LINES:
        custom_id, _, value = line.partition("\t")
        assert BUTTON_ID.fullmatch(custom_id) or MENU_ID.fullmatch(custom_id), line
        route, operation = read_route(custom_id, value), operation_in(custom_id)
        assert (route and route.op) == (None if operation in GIVEN_UP else operation), line
        operations.add(operation)
    assert len(operations) == 112
