"""House players as members meet them: practice, held seats, looking back, and whole games against strong ones."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from simcord import MemberActor

from bot.cli import main
from bot.engine import PRESETS, read_code
from bot.house.roster import HOUSE, SIGN, Level
from bot.playground import World
from bot.tables import Status
from bot.ui.routes import archive as archive_routes
from tests.house_pool import think_little
from tests.simulated import bot_of, buttons_of, press, restart, text_of
from tests.simulated.asking import resign
from tests.simulated.house_guest import house_table, thoughtful
from tests.simulated.player import (
    Player,
    Sitting,
    behind,
    button_named,
    is_told,
    message_with,
    practise,
    private_answer,
    public_answer,
    sit_down,
    words_of,
)
from tests.simulated.waiting import said
from tests.simulated.watch import Watch


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def play(world: World, sitting: Sitting, *, clicks: int = 10_000) -> None:
    """Play on against the house for so many clicks of the people, or to the end."""
    idle = 0
    while sitting.result() is None and len(sitting.moves) < clicks:
        if any(player.choices() for player in sitting.players):
            await sitting.step()
            idle = 0
            continue
        board = sitting.board()
        if button_named(board, "Deal"):
            await sitting.players[0].actor.click(board, label="Deal")
            await sitting.show_hands()
            continue
        await world.env.advance_time(1)
        idle += 1
        assert idle < 20, text_of(sitting.board())


# ------------------------------------------------------------------ practice


@pytest.mark.usefixtures("short_games")
async def test_practice_plays_a_whole_game_and_leaves_the_leaderboard_alone(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann, level="novice", rules="enquire target=200")
    sitting.players[0] = thoughtful(sitting.players[0])
    await play(world, sitting)
    assert SIGN in words_of(sitting.ending())
    assert "Ann" not in words_of(public_answer(await ann.slash(world.channel, "leaderboard")))
    assert watch.private > 20


@pytest.mark.deep
@pytest.mark.parametrize("level", [Level.BEGINNER, Level.REGULAR, Level.SKILLED])
async def test_practice_seats_so_many_players_of_the_level(world: World, ann: MemberActor, level: Level) -> None:
    sitting = await practise(world, ann, level=level.value, rules="britannica", players=3)
    table = await bot_of(world).tables.get(sitting.table)
    assert [HOUSE[user].level for user in table.users if user != ann.id] == [level, level]
    assert (table.users[0], table.rules.players, table.terms.preset) == (ann.id, 3, "britannica")
    await play(world, sitting, clicks=2)
    assert len(sitting.moves) == 2


# ------------------------------------------------------------------ the lobby


# ------------------------------------------------------------------ held seats


async def held(world: World, ann: MemberActor, ben: MemberActor) -> tuple[Sitting, Player, Player]:
    """Return a game of two in which the house holds the seat of the first returned, by the other's choice."""
    sitting = await sit_down(world, (ann, ben))
    absent, (other,) = sitting.on_move(), sitting.waiting()
    await world.env.advance_time(200)
    notice = message_with(world, "wait, let the house")
    assert "time is up" in words_of(notice)
    own = said(await absent.actor.click(notice, label="Let the house play on, unrated"))
    assert "cannot" in own or "still in this server" in own
    assert "Once the house plays on, the game is not rated." in words_of(notice)
    await other.actor.click(notice, label="Let the house play on, unrated")
    return sitting, absent, other


@pytest.mark.deep
async def test_house_plays_for_an_absent_member_who_comes_back_by_a_button(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    sitting, absent, _ = await held(world, ann, ben)
    assert not is_told(world, "wait, let the house")
    assert f"{SIGN} The house holds" in words_of(sitting.board())
    await world.env.advance_time(1)
    table = await bot_of(world).tables.get(sitting.table)
    assert [row.seat for row in table.actions] == [table.seat_of(absent.actor.id)]
    await restart(world)
    await sitting.show_hands()
    assert f"{SIGN} The house holds" in words_of(sitting.board())
    assert button_named(absent.panel, "I am back")
    assert "he house played" in words_of(absent.panel)
    assert " for you" in words_of(absent.panel)
    assert "You only watch" in said(await cleo.click(sitting.board(), label="I am back"))
    await absent.actor.click(sitting.board(), label="I am back")
    assert f"{SIGN} The house holds" not in words_of(sitting.board())
    assert (await bot_of(world).tables.get(sitting.table)).held == {}
    assert button_named(sitting.board(), "I am back") is None
    assert watch.public


async def test_of_three_players_both_others_let_the_house_play_and_the_notice_says_who_has_yet_to(
    world: World,
) -> None:
    sitting = await sit_down(world, world.members[:3], rules="modern 3")
    first, second = (player.actor for player in sitting.waiting())
    await world.env.advance_time(200)
    notice = message_with(world, "wait, let the house")
    await first.click(notice, label="Let the house play on, unrated")
    assert (await bot_of(world).tables.get(sitting.table)).held == {}
    missing = f"Yet to agree: {second.name.title()}."
    assert is_told(world, f"{first.name.title()} would let the house play on. {missing}")
    await second.click(message_with(world, "wait, let the house"), label="Let the house play on, unrated")
    assert len((await bot_of(world).tables.get(sitting.table)).held) == 1
    assert "The game is not rated any more." in words_of(sitting.board())


@pytest.mark.deep
async def test_house_plays_on_for_whoever_has_left_the_server(world: World, sitting: Sitting) -> None:
    mover, (other,) = sitting.on_move(), sitting.waiting()
    await world.env.advance_time(61)  # the reminder of a player who is here
    here = message_with(world, "it is your turn")
    refusal = await press(world, other.actor, here, f"bz:{sitting.table}:0:house-on {mover.actor.id}")
    assert "still in this server" in said(refusal)
    await sitting.step()
    while sitting.on_move() is other:
        await sitting.step()
    world.env.guild.remove_member(mover.actor)
    await world.env.advance_time(61)
    await other.actor.click(message_with(world, "has left this server"), label="Let the house play on, unrated")
    before = (await bot_of(world).tables.get(sitting.table)).ply
    await world.env.advance_time(1)
    assert (await bot_of(world).tables.get(sitting.table)).ply > before


# ------------------------------------------------------------------ looking back


@pytest.mark.deep
async def test_practice_game_is_reviewed_in_private_with_exercises_that_lead_into_the_replay(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise(world, ann, level="strong")
    await play(world, sitting, clicks=20)
    await resign(ann, world.channel)
    result = sitting.ending()
    refusal = private_answer(await ben.click(result, label="What cost me most"))
    assert "Players review their finished games" in words_of(refusal)
    page = private_answer(await ann.click(result, label="What cost me most"))
    assert "What cost you most" in words_of(page)
    links = [b for b in buttons_of(page) if ":exercise-again " in b["custom_id"]]
    assert 1 <= len(links) <= 3
    requests = len(world.env.http_requests)
    again = private_answer(await ann.click(result, label="What cost me most"))
    assert len(world.env.http_requests) - requests <= 2
    assert words_of(again) == words_of(page)
    exercise = private_answer(await ann.click(page, custom_id=links[0]["custom_id"]))
    place = re.search(r"1\. (?:Deal \d+, t|T)rick (\d+)", words_of(page))
    assert place is not None
    assert "The best" not in words_of(exercise)
    await ann.click(exercise, label="Show me")
    assert "The best" in words_of(exercise)
    replay = private_answer(await ann.click(exercise, label="Replay the deal"))
    assert f"Trick {place[1]} of" in words_of(replay)
    assert "What cost you most" in words_of(page)
    stolen = private_answer(await press(world, ben, result, links[0]["custom_id"]))
    assert "That exercise is gone" in words_of(stolen)
    assert watch.public


@pytest.mark.deep
async def test_each_player_of_a_game_of_people_is_shown_the_review_of_their_own_seat(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await play(world, sitting, clicks=8)
    board, trick = sitting.board(), archive_routes.ShowMoment(sitting.table, 0, 1).custom_id
    assert "is being played" in words_of(private_answer(await press(world, ann, board, trick)))
    await resign(ann, world.channel)
    result = sitting.ending()
    for actor in (ann, ben):
        page = private_answer(await actor.click(result, label="What cost me most"))
        assert "no accuracy" in words_of(page)
        page = private_answer(await actor.click(page, label="How it went"))
        assert "Decisions:" in words_of(page)
        assert "The cards were worth about" in words_of(page)
        assert "How it went" in words_of(page)
        assert "Deal 1" not in words_of(page)
    assert "Trick 1 of" in words_of(private_answer(await press(world, ann, result, trick)))
    table = await bot_of(world).tables.get(sitting.table)
    assert {each.seat for each in table.reviews} == {0, 1}
    for review in table.reviews:
        assert {each.acts[0].seat for each in review.worst} <= {review.seat}
    assert "Players review their finished games" in words_of(
        private_answer(await cleo.click(result, label="What cost me most"))
    )


# ------------------------------------------------------------------ whole games against strong players


GAMES = (
    "modern 2 trump=first_marriage target=200", "modern 4 target=200", "britannica 4 partners=true target=200",
    "enquire 3 target=200", "parlour 2 target=200", "rubicon",
)  # fmt: skip
"""Every rule book and every number of seats; the few points are made in one deal.

That *strong* plays every book with every number of seats is shown without Discord: tests/house/test_players.py.
"""
_PAUSE = 1.0
"""The house acts with the next tick of the clock; it thinks in no time, as far as the simulated clock can tell."""
_LOUD = re.compile(r"\b(WARNING|ERROR|CRITICAL)\b")


@pytest.mark.deep
@pytest.mark.usefixtures("short_games")
def test_every_rule_book_and_every_number_of_seats_is_played() -> None:
    played = [read_code(code) for code in GAMES]
    assert {preset for preset, _ in played} == set(PRESETS)
    assert {(rules.players, rules.partners) for _, rules in played} == {(2, False), (3, False), (4, False), (4, True)}


@pytest.mark.deep
@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("code", GAMES, ids=lambda code: code.replace(" ", "-"))
async def test_whole_game_against_strong(
    world: World, watch: Watch, ann: MemberActor, tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    game = await house_table(world, ann, code, Random(7))
    result = await game.play()
    table = await game.table()
    assert table.status is Status.FINISHED
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
