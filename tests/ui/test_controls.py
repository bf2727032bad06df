"""Controls and messages as Discord is told of them."""

from __future__ import annotations

import discord
import pytest
from simcord.components import walk_components

from bot.ui.kit.controls import CLOTH, Layout, button, member_picker, menu
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import Hours, SetQuiet


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


def test_a_menu_is_another_component_each_time_it_is_sent_and_the_same_in_comparison() -> None:
    choices = [(word, SetQuiet(Hours.OFFSET, word), "") for word in ("0", "60")]
    layout = Layout(CLOTH, menu("", choices, chosen=choices[1][1]), member_picker(SetQuiet(Hours.OFFSET, "0"), ""))
    plain = str(layout.written())
    sent = [[item for item in walk_components(layout.to_components()) if item["type"] in (3, 5)] for _ in range(3)]
    ids = [menu.pop("id") for menus in sent for menu in menus]
    assert len(set(ids)) == 6
    assert all(1000 <= each < 1 << 30 for each in ids)
    assert sent[0] == sent[1] == sent[2]
    assert str(layout.written()) == plain
