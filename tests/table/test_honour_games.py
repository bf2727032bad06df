"""Whole games at honour tables, by members who click what is offered to them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.engine import Phase
from bot.engine.forfeits import Irregularity
from bot.engine.honour.state import to_play
from tests.simulated import bot_of
from tests.simulated.honour import err, honourable
from tests.simulated.player import button_named, words_of

if TYPE_CHECKING:
    from bot.playground import World
    from tests.simulated.honour import HonourSitting

pytestmark = pytest.mark.deep


@pytest.mark.usefixtures("watch")
async def test_game_of_two_is_played_by_hand_to_its_end(world: World) -> None:
    sitting = await honourable(world, world.members[:2], rules="modern irregularities=forfeits length=one_deal")
    await sitting.play()
    shown = sitting.ending()
    assert "wins, " in words_of(shown)


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(
    ("code", "members"),
    [
        ("britannica irregularities=forfeits", 2),
        ("britannica 3 irregularities=forfeits", 3),
        ("modern irregularities=forfeits", 2),
        ("parlour irregularities=forfeits", 2),
    ],
)
async def test_deal_of_players_who_do_whatever_hands_can_comes_to_its_end(
    world: World, code: str, members: int
) -> None:
    sitting = await honourable(world, world.members[:members], rules=f"{code} length=one_deal", seed=4)
    chance, done = Random(9), 0
    while sitting.result() is None:
        player = sitting.at(chance.randrange(members))
        if (claims := player.claims()) and chance.random() < 0.5:
            await player.do(chance.choice(claims))
        elif chance.random() < 0.25 and (sins := player.against()):
            await err(player, chance.choice(sins), chance)
            done += 1
        else:
            await sitting.step()
    assert done > 10


@pytest.mark.usefixtures("watch")
@pytest.mark.parametrize(("code", "members"), [("enquire", 2), ("enquire 4 partners=true", 4)])
async def test_game_in_which_every_irregularity_is_committed_and_claimed_once(
    world: World, code: str, members: int
) -> None:
    sitting = await honourable(
        world, world.members[:members], rules=f"{code} irregularities=forfeits length=one_deal", seed=6
    )
    to_do = {*KINDS, "lift", "expose"}
    while sitting.result() is None:
        if not await _one_more(sitting, to_do):
            await sitting.step()
        await _catch(sitting)
    assert to_do == set()
    table = bot_of(world).tables.memory.known(1)
    assert table is not None
    claims = [row.action.split()[2] for row in table.actions if " claim " in row.action]
    assert set(claims) == set(KINDS)
    reasons = {mark.reason for mark in table.game.marks if mark.reason.startswith("forfeit")}
    assert {f"forfeit-{kind}" for kind in KINDS if kind != "revoke"} <= reasons


KINDS = (
    "drawn-out-of-turn",
    "played-out-of-turn",
    "not-drawn",
    "nine-cards",
    "wrong-declaration",
    "revoke",
)


async def _one_more(sitting: HonourSitting, to_do: set[str]) -> bool:
    """Let somebody do something against the rules that has not been done yet, where it can be; tell whether it was."""
    deal = sitting.deal
    nine = [fault for fault in sitting.honour.faults if fault.kind is Irregularity.NINE_CARDS]
    waits = any(fault.claimed is None and fault.closed == 0 for fault in nine)  # for somebody who holds eight
    if not deal.tricks or deal.phase is Phase.CLAIM or sitting.honour.choice is not None or waits:
        return False
    for seat in range(len(sitting.players)):
        for words in sitting.at(seat).against():
            kind = _kind_of(sitting, seat, words)
            if kind not in to_do:
                continue
            to_do.remove(kind)
            if words == "put-down":
                await sitting.at(seat).put_down("four-aces", *sitting.at(seat).cards()[:3])
            else:
                await sitting.at(seat).sin(words)
            return True
    return False


def _kind_of(sitting: HonourSitting, seat: int, words: str) -> str:
    """Say what an act against the rules would be."""
    deal = sitting.deal
    verb = words.split(maxsplit=1)[0]
    if verb == "put-down":
        return "wrong-declaration"
    if verb == "draw":
        full = deal.hold[seat].bit_count() == deal.law.hand
        return "nine-cards" if full and deal.leader == seat and not deal.trick else "drawn-out-of-turn"
    if verb == "play" and seat != to_play(deal):
        return "played-out-of-turn"
    if verb == "play":
        return "revoke" if len(deal.tricks) >= deal.law.first_stage else "not-drawn"
    return verb


async def _catch(sitting: HonourSitting) -> None:
    """Let whoever can claim something claim it; a challenge and a revoke only where there is ground."""
    open_faults = [fault for fault in sitting.honour.faults if fault.claimed is None]
    for seat, player in ((seat, sitting.at(seat)) for seat in range(len(sitting.players))):
        theirs = {
            fault.kind.value
            for fault in open_faults
            if sitting.deal.law.sides[fault.seat] != sitting.deal.law.sides[seat]
        }
        if claim := next((words for words in player.claims() if words.split()[1] in theirs), None):
            await player.do(claim)
            return
        if "revoke" in theirs and player.panel is not None and button_named(player.panel, "Claim a revoke …"):
            await player.actor.click(player.panel, label="Claim a revoke …")
            await player.actor.click(player.panel, label="Claim the revoke")
            return
