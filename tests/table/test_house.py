"""House players as members meet them: practice, the lobby, held seats, and looking back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from simcord import ResponseMessage

from bot.house.roster import HOUSE, SIGN, Level
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.lobby import HouseChange, SeatHouse
from tests.house_pool import think_little
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import resign
from tests.simulated.house_guest import add_house, thoughtful
from tests.simulated.player import (
    button_named,
    lobby_at,
    practise,
    private_answer,
    private_messages,
    public_answer,
    public_messages,
    seated,
    sit_down,
    table_number,
    words_of,
)

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World
    from tests.simulated.player import Sitting
    from tests.simulated.watch import Watch

_CARD_BUTTON = re.compile(r":(act|choose|hint|advice)\b")


@pytest.fixture(autouse=True)
def _little_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)


async def a_second(world: World) -> None:
    """Let a second go by, in which the house acts where it is on move."""
    await world.env.advance_time(1)


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
        await a_second(world)
        idle += 1
        assert idle < 20, text_of(sitting.board())


def named(message: ResponseMessage) -> list[str]:
    """Return the names of a message's enabled buttons."""
    return [button.get("label", "") for button in buttons_of(message)]


# ------------------------------------------------------------------ practice


@pytest.mark.deep
async def test_practice_in_the_channel_shows_the_board_to_all_and_the_hand_to_its_owner_alone(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await practise(world, ann)
    panel = sitting.players[0].panel
    assert panel is not None
    assert panel.ephemeral
    assert any(_CARD_BUTTON.search(b["custom_id"]) for b in buttons_of(panel))
    assert private_messages(world, ben) == []
    for message in public_messages(world):
        assert not any(_CARD_BUTTON.search(item.get("custom_id", "")) for item in components_of(message))
    await play(world, sitting, clicks=6)
    assert len(public_messages(world)) == 1
    assert watch.public


@pytest.mark.sweep
@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"level": "novice", "rules": "enquire target=200"}, 2),
        ({"level": "regular", "rules": "modern 4 partners=true target=200"}, 4),
    ],
    ids=["novice", "regular-partners"],
)
async def test_practice_plays_whole_games_and_leaves_the_leaderboard_alone(
    world: World, watch: Watch, ann: MemberActor, options: dict[str, object], names: int
) -> None:
    sitting = await practise(world, ann, **options)
    sitting.players[0] = thoughtful(sitting.players[0])
    await play(world, sitting)
    result = sitting.ending()
    assert words_of(result).count(SIGN) >= names - 1
    leaders = public_answer(await ann.slash(world.channel, "leaderboard"))
    assert "Ann" not in words_of(leaders)
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


@pytest.mark.deep
async def test_house_acts_a_moment_after_the_member_and_is_never_reminded(
    world: World, watch: Watch, ann: MemberActor
) -> None:
    sitting = await practise(world, ann, level="novice")
    await play(world, sitting, clicks=1)
    while sitting.players[0].choices():
        await sitting.step()
    before = text_of(sitting.board())
    await a_second(world)
    assert text_of(sitting.board()) != before
    for _ in range(3):
        while sitting.players[0].choices():
            await sitting.step()
        await world.env.advance_time(70)
    nudges = [m for m in public_messages(world) if "it is your turn" in words_of(m)]
    assert all(f"<@{ann.id}>" in words_of(m) for m in nudges)
    assert watch.public


@pytest.mark.deep
async def test_practice_goes_on_after_a_restart_in_the_middle(world: World, watch: Watch, ann: MemberActor) -> None:
    sitting = await practise(world, ann, rules="modern target=500")
    await play(world, sitting, clicks=5)
    await restart(world)
    await sitting.show_hands()
    await play(world, sitting, clicks=15)
    assert len(sitting.moves) == 15
    assert watch.public


@pytest.mark.deep
async def test_rematch_with_the_house_begins_at_once(world: World, ann: MemberActor) -> None:
    sitting = await practise(world, ann)
    await resign(ann, world.channel)
    result = sitting.ending()
    await ann.click(result, label="Rematch")
    again = await seated(world, sitting.table + 1, [ann], look=False)
    assert button_named(again.board(), "Deal")
    await ann.click(again.board(), label="Deal")
    await again.show_hands()
    await play(world, again, clicks=4)
    assert len(again.moves) == 4


# ------------------------------------------------------------------ the lobby


@pytest.mark.deep
async def test_opener_fills_a_seat_from_the_menu_and_others_cannot(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    shown = await lobby_at(world, ann, ben, players=3)
    menu, value = SeatHouse(table_number(shown), 2, HouseChange.ADD, -11).entry
    refused = private_answer(await press(world, ben, shown, menu, value))
    assert "Only whoever opened" in words_of(refused)
    await add_house(ann, shown)
    assert f"3. {SIGN}" in words_of(shown)
    await ann.click(shown, label="Start")
    sitting = await seated(world, table_number(shown), [ann, ben])
    await play(world, sitting, clicks=6)
    assert len(sitting.moves) == 6


# ------------------------------------------------------------------ held seats


async def held(world: World, members: list[MemberActor]) -> tuple[Sitting, MemberActor, MemberActor]:
    """Return a game of two in which the house holds the seat of the first named, by the other's choice."""
    sitting = await sit_down(world, members)
    mover = sitting.on_move().actor
    other = next(member for member in members if member.id != mover.id)
    await world.env.advance_time(200)
    notice = next(
        m for m in public_messages(world) if "time is up" in words_of(m) and "wait, let the house" in words_of(m)
    )
    own = private_answer(await mover.click(notice, label="Let the house play on, unrated"))
    assert "cannot" in words_of(own) or "still in this server" in words_of(own)
    assert "the game is not rated, even if the player comes back" in words_of(notice)
    await other.click(notice, label="Let the house play on, unrated")
    return sitting, mover, other


@pytest.mark.deep
async def test_house_plays_for_an_absent_member_who_comes_back_by_a_button(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting, absent, other = await held(world, [ann, ben])
    assert not any("wait, let the house" in words_of(m) for m in public_messages(world))
    assert f"{SIGN} The house holds" in words_of(sitting.board())
    await a_second(world)
    table = await bot_of(world).tables.get(sitting.table)
    assert [row.seat for row in table.actions] == [table.seat_of(absent.id)]
    await restart(world)
    await sitting.show_hands()
    assert f"{SIGN} The house holds" in words_of(sitting.board())
    panel = next(p.panel for p in sitting.players if p.actor.id == absent.id)
    assert panel is not None
    assert "I am back" in named(panel)
    assert "he house played" in words_of(panel)
    assert " for you" in words_of(panel)
    stranger = private_answer(await world.members[2].click(sitting.board(), label="I am back"))
    assert "You only watch" in words_of(stranger)
    await absent.click(sitting.board(), label="I am back")
    assert f"{SIGN} The house holds" not in words_of(sitting.board())
    assert (await bot_of(world).tables.get(sitting.table)).held == {}
    assert button_named(sitting.board(), "I am back") is None
    assert other.id != absent.id
    assert watch.public


async def test_of_three_players_both_others_let_the_house_play_and_the_notice_says_who_has_yet_to(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    cat = world.members[2]
    sitting = await sit_down(world, [ann, ben, cat], rules="modern 3")
    absent = sitting.on_move().actor
    first, second = (member for member in (ann, ben, cat) if member.id != absent.id)
    await world.env.advance_time(200)
    notice = next(m for m in public_messages(world) if "wait, let the house" in words_of(m))
    await first.click(notice, label="Let the house play on, unrated")
    assert (await bot_of(world).tables.get(sitting.table)).held == {}
    notice = next(m for m in public_messages(world) if "wait, let the house" in words_of(m))
    assert f"{first.name.title()} would let the house play on. Still to agree: {second.name.title()}." in words_of(
        notice
    )
    await second.click(notice, label="Let the house play on, unrated")
    assert len((await bot_of(world).tables.get(sitting.table)).held) == 1
    assert "The game is not rated any more." in words_of(sitting.board())


@pytest.mark.deep
async def test_member_takes_the_seat_back_from_the_panel_and_by_playing(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    sitting, absent, other = await held(world, [ann, ben])
    player = next(p for p in sitting.players if p.actor.id == absent.id)
    await player.slash_hand()
    await player.move()
    table = await bot_of(world).tables.get(sitting.table)
    assert (table.held, table.ply) == ({}, 1)
    await world.env.advance_time(200)
    notice = next(m for m in public_messages(world) if "wait, let the house" in words_of(m))
    await absent.click(notice, label="Let the house play on")
    panel = await next(p for p in sitting.players if p.actor.id == other.id).slash_hand()
    await other.click(panel, label="I am back")
    assert "I am back" not in named(panel)
    assert (await bot_of(world).tables.get(sitting.table)).held == {}


@pytest.mark.deep
async def test_house_plays_on_for_whoever_has_left_the_server(world: World, ann: MemberActor, ben: MemberActor) -> None:
    sitting = await sit_down(world, [ann, ben])
    mover = sitting.on_move().actor
    other = next(member for member in (ann, ben) if member.id != mover.id)
    await world.env.advance_time(61)  # the reminder of a player who is here
    here = next(m for m in public_messages(world) if "it is your turn" in words_of(m))
    refusal = private_answer(await press(world, other, here, f"bz:{sitting.table}:0:house-on {mover.id}"))
    assert "still in this server" in words_of(refusal)
    await sitting.step()
    await other_moves(sitting, other)
    world.env.guild.remove_member(mover)
    await world.env.advance_time(61)
    notice = next(m for m in public_messages(world) if "has left this server" in words_of(m))
    await other.click(notice, label="Let the house play on, unrated")
    before = (await bot_of(world).tables.get(sitting.table)).ply
    await a_second(world)
    assert (await bot_of(world).tables.get(sitting.table)).ply > before


async def other_moves(sitting: Sitting, other: MemberActor) -> None:
    """Let a member act until somebody else is on move."""
    while sitting.on_move().actor.id == other.id:
        await sitting.step()


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
