"""In a direct message a member finds their tables of all servers, those that wait for them first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.simulated import text_of

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World
    from tests.simulated.player import Sitting


async def test_own_tables_of_all_servers_are_listed_in_a_direct_message(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    on_move = sitting.on_move().actor
    other = world.env.create_guild("Elsewhere")
    actor = other.add_member(on_move.user)
    parlour = other.create_text_channel("parlour")
    await actor.slash(parlour, "play")
    shown = (await on_move.user.slash("hand")).response
    assert shown is not None
    words = text_of(shown)
    assert words.index("table 1") < words.index("table 2")
    assert "your turn" in words
    none = (await cleo.user.slash("hand")).response
    assert none is not None
    assert "You sit at no table;" in text_of(none)
