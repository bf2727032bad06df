"""Whole games of one member against strong house players, by every rule book, with every number of seats."""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.engine import PRESETS, read_code
from bot.house.roster import HOUSE, SIGN
from bot.tables import Status
from tests.house_pool import think_little
from tests.simulated import bot_of
from tests.simulated.house_guest import house_table
from tests.simulated.player import behind, private_answer, public_answer, words_of

if TYPE_CHECKING:
    from pathlib import Path

    from simcord import MemberActor

    from bot.playground import World
    from tests.simulated.watch import Watch

pytestmark = pytest.mark.deep

GAMES = ("modern 2 trump=first_marriage", "modern 4", "britannica 4 partners=true", "enquire 3", "parlour 2")
"""Every rule book and every number of seats; the few points are made in one deal.

That *strong* plays every book with every number of seats is shown without Discord: tests/house/test_players.py.
"""
_PAUSE = 1.0
"""The house acts with the next tick of the clock; it thinks in no time, as far as the simulated clock can tell."""
_LOUD = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


def test_every_rule_book_and_every_number_of_seats_is_played() -> None:
    played = [read_code(code) for code in GAMES]
    assert {preset for preset, _ in played} == set(PRESETS)
    assert {(rules.players, rules.partners) for _, rules in played} == {(2, False), (3, False), (4, False), (4, True)}


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("code", GAMES, ids=lambda code: code.replace(" ", "-"))
async def test_whole_game_against_strong(
    world: World, watch: Watch, ann: MemberActor, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    game = await house_table(world, ann, f"{code} target=200", Random(7))
    result = await game.play()
    table = await game.table()
    assert (table.status, table.rules.target) == (Status.FINISHED, 200)
    assert table.game.result is not None
    # The result names everybody, the house by its sign, and says who has won.
    words = words_of(result)
    winners = [table.names[seat] for seat in table.game.result.winner]
    assert all(name in words.split("🏆")[1].split("\n")[0] for name in winners)
    assert words.count(SIGN) >= table.rules.players - 1
    assert game.unmarked == []
    house = [name for seat, name in enumerate(table.names) if table.users[seat] != ann.id]
    assert set(house) <= {player.shown for player in HOUSE.values()}
    # The house kept nobody waiting, and thought for itself all the while.
    assert max(game.waited) <= _PAUSE
    assert [line for line in watch.lines if _LOUD.search(line)] == []
    # It counts for nobody.
    leaders = public_answer(await ann.slash(world.channel, "leaderboard"))
    assert "Ann" not in words_of(leaders)
    async with bot_of(world).store.read() as reader:
        assert [row.rated for row in await reader.results.of(table.id)] == [False]
    # Its record proves every deal.
    capsys.readouterr()
    path = tmp_path / "game.json"
    files = private_answer(await behind(ann, result, "Record")).attachments
    path.write_bytes(await next(each for each in files if each.filename.endswith(".json")).read())
    assert main(["verify", str(path)]) == 0
    proofs = json.loads(capsys.readouterr().out)["deals"]
    assert len(proofs) == len(table.game.deals)
    assert all(each["commitment"] and each["deck"] for each in proofs)
