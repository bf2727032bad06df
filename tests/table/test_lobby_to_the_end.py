"""Three and four play whole games that were settled in the lobby by clicks alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import text_of
from tests.simulated.player import lobby_at, seated, words_of
from tests.simulated.sheet import Sheet

if TYPE_CHECKING:
    from bot.playground import World
    from tests.simulated.player import Sitting

pytestmark = pytest.mark.deep


async def played_by_lobby_alone(world: World, players: int, *, partners: bool, seed: int) -> Sitting:
    """Settle a game in its lobby, sit down, agree, start, and play it to its end by clicks."""
    ann = world.members[0]
    lobby = await lobby_at(world, ann, rules="britannica target=200")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.choose("players", players)
    if partners:
        await sheet.choose("partners", "true")
    members = world.members[:players]
    for member in members[1:]:
        await member.click(lobby, label="Join")
    await sheet.turn_to("The score")
    await sheet.choose("last_trick", "final")
    for member in members[1:]:
        await member.click(lobby, label="Agree")
    await members[-1].click(lobby, label="Start")
    return await seated(world, 1, members, seed=seed)


async def eager_step(sitting: Sitting) -> str:
    """Let whoever is on move declare what there is to declare, or do anything; return the words of what was done."""
    able = [player for player in sitting.players if player.choices()]
    if declarations := [c for player in able for c in player.choices() if c.words.startswith("declare")]:
        await able[0].choose(declarations[0])
        return declarations[0].words
    done = len(sitting.moves)
    await sitting.steps(1)
    return sitting.moves[-1].words if len(sitting.moves) > done else ""


@pytest.mark.usefixtures("short_games")
async def test_three_play_a_whole_game_settled_in_the_lobby(world: World) -> None:
    sitting = await played_by_lobby_alone(world, 3, partners=False, seed=4)
    orders = []
    names = [player.actor.name for player in sitting.players]
    while sitting.result() is None:
        able = [p.actor.name for p in sitting.players if p.choices()]
        if (await eager_step(sitting)).startswith("play"):
            orders.append(names.index(able[0]))
    tricks = [orders[at : at + 3] for at in range(0, len(orders) - 2, 3)]
    assert all(t == [t[0], (t[0] + 1) % 3, (t[0] + 2) % 3] for t in tricks)
    shown = sitting.ending()
    assert all(name in text_of(shown) for name in ("Ann", "Ben", "Cleo"))


@pytest.mark.usefixtures("short_games")
async def test_partners_play_a_whole_game_and_each_partner_is_asked_after_a_trick(world: World) -> None:
    sitting = await played_by_lobby_alone(world, 4, partners=True, seed=3)
    sitting.pause = 2
    asked = 0
    declared_by_partner = 0
    while sitting.result() is None:
        board = words_of(sitting.board())
        if "may declare too" in board:
            asked += 1
            partner = sitting.on_move()
            words = [choice.words for choice in partner.choices()]
            assert "pass" in words  # one click answers
            assert not any(word.startswith("play") for word in words)
            declared_by_partner += any(word.startswith("declare") for word in words)
            assert "Ann + Cleo **" in board
            assert "Ben + Dai **" in board
        await eager_step(sitting)
    assert asked >= 2
    assert declared_by_partner
    shown = sitting.ending()
    assert "win" in words_of(shown)
