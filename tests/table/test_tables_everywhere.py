"""In a direct message a member finds their tables of all servers, those that wait for them first."""

from __future__ import annotations

from simcord import MemberActor

from bot.playground import World
from tests.simulated import text_of
from tests.simulated.player import Sitting, private_answer


async def test_own_tables_of_all_servers_are_listed_in_a_direct_message(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    on_move = sitting.on_move().actor
    other = world.env.create_guild("Elsewhere")
    actor = other.add_member(on_move.user)
    parlour = other.create_text_channel("parlour")
    await actor.slash(parlour, "play")
    shown = private_answer(await on_move.user.slash("hand"))
    words = text_of(shown)
    assert words.index("table 1") < words.index("table 2")
    assert "your turn" in words
    none = private_answer(await cleo.user.slash("hand"))
    assert "You sit at no table;" in text_of(none)
