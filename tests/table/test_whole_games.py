"""Whole games by members who click only what is offered to them."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Phase
from bot.playground import World
from bot.tables import Status
from tests.simulated import bot_of, buttons_of, restart
from tests.simulated.asking import resign
from tests.simulated.player import Sitting, StuckError, button_named, lobby_at, message_with, seated, sit_down, words_of
from tests.simulated.positions import bring_to
from tests.simulated.sheet import Sheet
from tests.simulated.watch import Watch
from tests.table.test_draw_and_undo import who_may_undo


@pytest.mark.usefixtures("short_games")
async def test_game_of_two_goes_on_through_restarts_and_leaks_nothing(world: World, watch: Watch) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=200", seed=5)
    chance = Random(11)
    while sitting.result() is None:
        await sitting.steps(chance.randint(5, 60))
        before = bot_of(world)
        await restart(world)
        assert bot_of(world) is not before
    shown = sitting.ending()
    assert "wins, " in words_of(shown)
    assert any("tables loaded" in line for line in watch.lines)


@pytest.mark.deep
async def test_panel_from_before_a_restart_still_plays(world: World, sitting: Sitting) -> None:
    await sitting.steps(7)
    mover = sitting.on_move()
    card = mover.choices()[0]
    await restart(world)
    await mover.choose(card)
    table = await bot_of(world).tables.get(sitting.table)
    assert card.words in [row.action.split(" ", 1)[1] for row in table.actions[7:]]


@pytest.mark.deep
async def test_hand_may_be_asked_for_anew_before_every_move(watch: Watch, sitting: Sitting) -> None:
    for move in range(24):
        for player in sitting.players:
            if move % 2:
                await player.slash_hand()
            else:
                await player.my_hand(sitting.board())
        await sitting.steps(1)
    assert len(sitting.moves) == 24
    assert len(watch.public) > 24


@pytest.mark.deep
@pytest.mark.parametrize(
    ("code", "members"),
    [("britannica 3", 3), ("modern 4", 4), ("enquire", 2), ("parlour", 2)],
    ids=lambda value: str(value).replace(" ", "-"),
)
async def test_deal_by_every_rule_book_can_be_played_by_clicks(
    world: World, watch: Watch, code: str, members: int
) -> None:
    sitting = await sit_down(world, world.members[:members], rules=code, seed=3)
    for player in sitting.players:
        player.eager = True
    await sitting.play_deal()
    closed = [words_of(m) for m in sitting.messages() if "This deal is over" in words_of(m)]
    assert len(closed) == 1
    assert "final trick" in closed[0]
    assert any(move.words.startswith(("declare", "announce")) for move in sitting.moves)
    assert watch.private > 60


@pytest.mark.deep
async def test_without_drawing_by_itself_every_winner_of_a_trick_draws(world: World, watch: Watch) -> None:
    sitting = await sit_down(world, world.members[:2], auto_draw=False, seed=2)
    for player in sitting.players:
        player.lazy = True
    while not sitting.board() or len(sitting.moves) < 30:
        await sitting.steps(1)
    words = [move.words.split(" ")[0] for move in sitting.moves]
    assert words == ["play", "play", "pass"] * 10
    assert watch.public


@pytest.mark.deep
async def test_panel_marks_what_lies_on_the_table_and_disables_what_may_not_be_played(sitting: Sitting) -> None:
    await bring_to(sitting, lambda table: bool(table.game.deal and not table.game.deal.left))
    sitting.pause = 2
    await sitting.play(until=lambda: "the last eight tricks" in words_of(sitting.board()) and _must_follow(sitting))
    mover = sitting.on_move()
    cards = [b for b in buttons_of(mover.panel, enabled=False) if ":act play" in b["custom_id"]]
    enabled = [b for b in cards if not b.get("disabled")]
    assert 0 < len(enabled) < len(cards)
    assert "follow suit, and win the trick" in words_of(mover.panel)


def _must_follow(sitting: Sitting) -> bool:
    return any("follow suit, and win the trick" in words_of(p.panel) for p in sitting.players if p.panel is not None)


@pytest.mark.deep
async def test_declaration_earns_its_points_on_the_board(sitting: Sitting) -> None:
    sitting.pause = 2
    await sitting.play(until=lambda: any("declare" in c.words for p in sitting.players for c in p.choices()))
    mover = sitting.on_move()
    choice = next(c for c in mover.choices() if "declare" in c.words)
    points = choice.label.rsplit("+", 1)[1]
    await mover.choose(choice)
    board = words_of(sitting.board())
    declared = [line for line in board.split("\n") if line.startswith(f"-# {mover.actor.name.title()} ")]
    assert any(line.endswith(f" {points}") for line in declared), board


@pytest.mark.deep
@pytest.mark.usefixtures("short_games")
async def test_partners_play_a_whole_game_settled_in_the_lobby_and_each_is_asked_after_a_trick_of_the_other(
    world: World,
) -> None:
    opener, *others = world.members
    lobby = await lobby_at(world, opener, rules="britannica target=200")
    sheet = await Sheet.opened(opener, lobby)
    await sheet.choose("players", 4)
    await sheet.choose("partners", "true")
    for member in others:
        await member.click(lobby, label="Join")
    await sheet.turn_to("The score")
    await sheet.choose("last_trick", "final")
    for member in others:
        await member.click(lobby, label="Agree")
    await others[-1].click(lobby, label="Start")
    sitting = await seated(world, 1, world.members, seed=3)
    sitting.pause = 2
    for player in sitting.players:
        player.eager = True
    asked = declared_by_partner = 0
    while sitting.result() is None:
        board = words_of(sitting.board())
        deal = (await bot_of(world).tables.get(1)).game.deal
        if deal is not None and deal.phase is Phase.DECLARE and deal.turn != deal.leader:
            asked += 1
            words = [choice.words for choice in sitting.on_move().choices()]
            assert "pass" in words  # one click answers
            assert not any(word.startswith("play") for word in words)
            declared_by_partner += any(word.startswith("declare") for word in words)
            assert "Ann + Cleo **" in board
            assert "Ben + Dai **" in board
        await sitting.step()
    assert asked >= 2
    assert declared_by_partner
    assert "win" in words_of(sitting.ending())


@pytest.mark.sweep
@pytest.mark.usefixtures("short_games")  # the ten points of that seven are enough
@pytest.mark.parametrize("by_click", [True, False])
async def test_game_that_ends_with_the_seven_turned_up_shows_its_result(world: World, *, by_click: bool) -> None:
    bot_of(world).tables.store.chance = Random(10)  # it is turned up within a few deals, or takes longer
    sitting = await sit_down(world, world.members[:2], rules="britannica target=10 friendly")
    for _ in range(60):
        if sitting.result() is None:
            ann = sitting.players[0].actor
            await resign(ann, world.channel, table=sitting.table)
        result = sitting.ending()
        for player in sitting.players:
            await player.actor.click(result, label="Rematch")
        sitting = await seated(world, sitting.table + 1, [player.actor for player in sitting.players], look=False)
        if by_click:
            await sitting.players[0].actor.click(sitting.board(), label="Deal")
        else:
            await world.env.advance_time(31)
        table = await bot_of(world).tables.get(sitting.table)
        if table.status is Status.FINISHED:
            shown = sitting.ending()
            assert "wins, " in words_of(shown)
            assert [words_of(m) for m in sitting.messages() if button_named(m, "Replay")]
            return
    pytest.fail("no seven was turned up")


@pytest.mark.deep
async def test_whole_game_with_undoing_in_between_leaks_nothing(world: World, watch: Watch) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern target=500", seed=5)
    undone = 0
    for _ in range(60):
        try:
            if not await sitting.step():
                break
        except StuckError:
            break
        if (able := who_may_undo(sitting)) is None or len(sitting.moves) % 3:
            continue
        asker, answerer = able
        await asker.actor.click(asker.panel, label="Undo")
        await answerer.actor.click(message_with(world, "asks to undo"), label="Let it be undone")
        assert sitting.on_move() is asker
        undone += 1
    assert undone > 5
    assert watch.private > 60
