"""Whole games at honour tables, by members who click what is offered to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .honour import honourable
from .player import words_of

if TYPE_CHECKING:
    from bot.playground import World


@pytest.mark.usefixtures("watch")
async def test_game_of_two_is_played_by_hand_to_its_end(world: World) -> None:
    sitting = await honourable(world, world.members[:2], rules="modern irregularities=forfeits length=one_deal")
    await sitting.play()
    shown = sitting.result()
    assert shown is not None
    assert "wins, " in words_of(shown)
