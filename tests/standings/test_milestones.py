"""What members reach for the first time: found as games end and anew from the games, shown once, shared, deleted."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete

from bot.club.milestones import MILESTONES, Moment, in_a_row, reached
from bot.club.people import Erasing
from bot.club.standings.recounting import rebuild
from bot.club.tournaments import Tournaments
from bot.engine import build_rules
from bot.engine.deal import Mark
from bot.house.roster import Level
from bot.ui.pictures.standings import podium_picture
from bot.ui.text.i18n import speaking
from cogs.standings.milestones import milestone_lines
from db.milestones import MilestoneRow, milestones
from tests.simulated import bot_of, buttons_of, text_of
from tests.simulated.asking import ask
from tests.simulated.player import private_answer, public_messages
from tests.simulated.waiting import said
from tests.standings.test_statistics import won_by
from tests.tables.at_table import ANN, BEN, GUILD, NOON, PLAYERS
from tests.tables.ended import given_up
from tests.tables.made import begun, counts, played, resigned, results_of, with_house
from tests.ui.at_board import labels_of

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World
    from bot.tables import Table, Tables
    from db import Store


def keys(table: Table, seat: int = 0, *, marks: tuple[Mark, ...] = (), **done: int) -> set[str]:
    """Return what a game brings to the player at a seat, with these marks in place of its own."""
    row = next(each for each in results_of(table) if each.seat == seat)
    return reached(Moment(table, row, marks, **done))


def mark(reason: str, trick: int = 9, seat: int = 0) -> Mark:
    return Mark(0, trick, seat, 50, reason)


def test_rows_of_milestones_follow_from_the_game() -> None:
    won, lost = resigned(played(begun(), counts), BEN), resigned(played(begun(), counts), ANN)
    assert keys(won) == {"first-win"}
    assert keys(lost) == set()
    assert keys(lost, games=99) == set()
    assert keys(lost, games=100) == {"hundred-games"}
    for reason, key in (("sequence", "sequence"), ("four-aces", "four-aces"), ("double-bezique", "double-bezique")):
        assert keys(lost, marks=(mark(reason),)) == {key}
        assert keys(lost, marks=(mark(reason, seat=1),)) == set(), "the other's"
    assert keys(lost, marks=(mark("royal-marriage", 4),)) == set()
    assert keys(lost, marks=(mark("royal-marriage", 3),)) == {"early-marriage"}
    (row,) = [each for each in results_of(lost) if each.seat == 0]
    assert reached(Moment(lost, replace(row, best_deal=490), ())) == set()
    assert reached(Moment(lost, replace(row, best_deal=500), ())) == {"big-deal"}
    assert reached(Moment(lost, replace(row, rubicons=1), ())) == {"rubicon"}


def test_who_was_beaten_and_beside_whom_counts() -> None:
    rules = build_rules("modern", 4, {"partners": True})
    assert keys(resigned(played(begun(PLAYERS, rules=rules), counts), BEN)) == {"first-win", "partners"}


def test_strong_house_player_has_to_be_beaten_and_not_another() -> None:
    for level, wanted in ((Level.REGULAR, False), (Level.STRONG, True)):
        table = played(with_house((level,)), counts)
        (row,) = results_of(resigned(table, ANN))
        won = replace(row, won=True)
        assert ("strong" in reached(Moment(table, won, ()))) is wanted


def test_strong_house_player_beside_whom_one_wins_is_not_beaten() -> None:
    partners = build_rules("modern", 4, {"partners": True})
    for level_of_partner in range(3):
        levels = [Level.STRONG if at == level_of_partner else Level.REGULAR for at in range(3)]
        table = played(with_house(levels, rules=partners), counts)
        (row,) = results_of(resigned(table, ANN))
        beaten = table.house_level((row.seat + 2) % 4) is not Level.STRONG
        assert ("strong" in reached(Moment(table, replace(row, won=True), ()))) is beaten


def test_days_in_a_row_are_counted_across_the_day_that_was_played_late() -> None:
    assert in_a_row({3, 4, 6, 7}, 7) == 2
    assert in_a_row({3, 4, 5, 6, 7}, 5) == 5


async def test_milestones_are_stored_as_games_end_and_found_anew_and_deleted(tables: Tables, store: Store) -> None:
    await given_up(tables)
    (row,) = await store.ask(lambda reader: reader.milestones.of(GUILD, ANN.user_id))
    assert (row.milestone, row.shown) == ("first-win", False)
    await store.do(lambda tx: tx.milestones.shown(GUILD, ANN.user_id))
    assert (await rebuild(store)).mended == 0, "that it was shown follows from no game"
    await given_up(tables)
    (row,) = await store.ask(lambda reader: reader.milestones.of(GUILD, ANN.user_id))
    assert row.shown, "the first time counts"
    async with store.write() as tx:
        await tx.milestones._session.run(delete(milestones))
    assert (await rebuild(store)).mended == 1
    (found,) = await store.ask(lambda reader: reader.milestones.of(GUILD, ANN.user_id))
    assert found == replace(row, shown=False)
    erasing = Erasing(store, tables, Tournaments(store, tables))
    await erasing.ask(ANN.user_id, None)
    assert not (await erasing.go_on()).pending
    assert not await store.ask(lambda reader: reader.milestones.of(GUILD, ANN.user_id))
    assert (await rebuild(store)).mended == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_picture_holds_the_longest_of_them(language: str) -> None:
    rows = [MilestoneRow(GUILD, ANN.user_id, each.key, NOON) for each in MILESTONES]
    with speaking(language):
        for at in range(0, len(rows), 4):
            lines = milestone_lines(rows[at:])
            assert len(podium_picture("W" * 32, lines)) < 60 * 1024
            assert json.dumps([line.place for line in lines])


async def test_milestone_is_shown_once_in_private_and_shared_by_its_member(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    table, bot = await won_by(world, world.channel, ann, ben), bot_of(world)
    over = [labels_of(await bot.app.renderer.panel(await bot.tables.get(table), who.id)) for who in (ann, ben)]
    assert over == [["Me: First win"], []], "each their own, in private"
    page = private_answer(await ann.slash(world.channel, "help"))
    await ann.click(page, label="New milestone")
    assert "### Milestones" in text_of(page)
    assert "First win" in text_of(page)
    before = len(public_messages(world))
    await ann.click(page, label="Share it here")
    *_, posted = public_messages(world)
    assert len(public_messages(world)) == before + 1
    assert "First win" in text_of(posted)
    await ann.click(page, label="Me")
    assert "Your statistics" in text_of(page)
    assert "First win" not in said(await ask(ann, world.channel, "stats"))
    assert "Me" in [each["label"] for each in buttons_of(private_answer(await ann.slash(world.channel, "help")))]
    assert "First win" not in said(await ask(ben, world.channel, "stats", member=ann))
