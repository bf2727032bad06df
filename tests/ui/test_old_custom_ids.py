"""Controls of version 1.0 stay in channels for ever, so whatever they ask for is read for ever.

`custom_ids_1_0.txt` was made once from the operations of that version and never loses a line: each operation, each of
its words, and its entry in a menu (after a tab).
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from bot.ui.routes.custom_ids import BUTTON_ID, MENU_ID, read_route

LINES: Final = (Path(__file__).parent / "custom_ids_1_0.txt").read_text("utf-8").splitlines()
GIVEN_UP: Final = frozenset({"look"})
"""Operations that exist no more: their controls get the sentence for old buttons (`Desk.pressed` without a route)."""


def operation_in(custom_id: str) -> str:
    return custom_id.split(":")[3].split(" ", maxsplit=1)[0]


@pytest.mark.parametrize("line", LINES)
def test_control_of_version_1_0_comes_to_the_desk_and_is_read_as_what_it_asked_for(line: str) -> None:
    custom_id, _, value = line.partition("\t")
    assert BUTTON_ID.fullmatch(custom_id) or MENU_ID.fullmatch(custom_id)
    route = read_route(custom_id, value)
    if operation_in(custom_id) in GIVEN_UP:
        assert route is None
    else:
        assert route is not None
        assert route.op == operation_in(custom_id)


def test_the_list_has_every_operation_of_version_1_0() -> None:
    assert len({operation_in(line.partition("\t")[0]) for line in LINES}) == 112
