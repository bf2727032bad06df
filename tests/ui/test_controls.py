"""Controls and messages as Discord is told of them."""

from __future__ import annotations

import discord
import pytest

from bot.ui.kit.controls import CLOTH, Layout, button, rows
from bot.ui.routes import table as table_routes


@pytest.mark.parametrize("emoji", [None, "🂡", "<:QS:1311768467463790321>"])
@pytest.mark.parametrize("disabled", [False, True])
def test_a_button_is_written_as_the_librarys_own_would_be(emoji: str | None, disabled: bool) -> None:
    route = table_routes.Act(5, 7, "play QSa")
    own = button(route, "Q♠", discord.ButtonStyle.primary, disabled=disabled, emoji=emoji)
    theirs: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
        label="Q♠", style=discord.ButtonStyle.primary, disabled=disabled, emoji=emoji, custom_id=route.custom_id
    )
    assert own.to_component_dict() == theirs.to_component_dict()
    assert own.is_persistent()
    assert vars(own).keys() == vars(theirs).keys()


def test_a_message_is_written_anew_while_it_carries_a_mark_and_after() -> None:
    layout = Layout(CLOTH, "words", *rows([button(table_routes.ShowPanel(5, 0), "My hand")]))
    plain = layout.to_components()
    with layout.marked(77):
        assert [box.pop("id") for box in layout.to_components()] == [77]
    assert layout.to_components() == plain
