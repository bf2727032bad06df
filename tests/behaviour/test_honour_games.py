"""Whole games at honour tables, by members who click what is offered to them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from .honour import honourable
from .player import words_of

if TYPE_CHECKING:
    from bot.playground import World

    from .honour import HonourPlayer


@pytest.mark.usefixtures("watch")
async def test_game_of_two_is_played_by_hand_to_its_end(world: World) -> None:
    sitting = await honourable(world, world.members[:2], rules="modern irregularities=forfeits length=one_deal")
    await sitting.play()
    shown = sitting.result()
    assert shown is not None
    assert "wins, " in words_of(shown)


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(
    ("code", "members"),
    [
        ("britannica irregularities=forfeits", 2),
        ("britannica 3 irregularities=forfeits", 3),
        ("enquire 4 partners=true irregularities=forfeits", 4),
        ("modern irregularities=forfeits", 2),
    ],
)
async def test_deal_of_players_who_do_whatever_hands_can_comes_to_its_end(
    world: World, code: str, members: int
) -> None:
    sitting = await honourable(world, world.members[:members], rules=f"{code} length=one_deal", seed=4)
    chance, done = Random(9), set[str]()
    while sitting.result() is None:
        player = sitting.at(chance.randrange(members))
        if (claims := player.claims()) and chance.random() < 0.5:
            await player.do(chance.choice(claims))
            done.add("claim")
        elif chance.random() < 0.25 and (sins := player.against()):
            await _sin(player, chance.choice(sins), chance)
            done.add("sin")
        else:
            await sitting.step()
    assert done == {"claim", "sin"}


async def _sin(player: HonourPlayer, words: str, chance: Random) -> None:
    """Do what hands can; of what can be put down any cards under any name."""
    if words != "put-down":
        await player.sin(words)
        return
    cards = player.cards()
    await player.put_down(chance.choice(["four-aces", "sequence", "single-bezique"]), *chance.sample(cards, 2))
