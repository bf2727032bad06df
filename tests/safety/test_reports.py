"""Reports: three a member and day, read and closed by moderators alone, with the record of a game that is over."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.club.people import OPEN_REPORTS_KEPT, REPORTS_KEPT, Erasing
from bot.club.reports import LONGEST_REASON, MOST_A_DAY, PAGE, Reports, may_be_reported
from bot.club.tournaments import Tournaments
from bot.engine import build_rules
from bot.engine.record import parse_record
from bot.house.roster import Level
from bot.playground import World
from bot.tables import Player, Tables, Why
from bot.tables.decisions.play import resign
from db import Store
from db.formers import is_former
from tests.archive.test_replay import files_of, resigned_game
from tests.safety.test_erasing import ELSEWHERE, erase
from tests.safety.test_sight import keep_out, play_in
from tests.settings.test_languages import manages
from tests.simulated import bot_of, buttons_of, press, text_of
from tests.simulated.asking import ask
from tests.simulated.player import Sitting, behind, inputs_of, private_answer, public_messages, words_of
from tests.simulated.waiting import said
from tests.tables.at_table import ANN, BEN, CAT, DAN, GUILD, STRANGER, Clock, put, start_table, sure
from tests.tables.ended import given_up
from tests.tables.made import begun, with_house
from tests.tournaments.held import why

pytestmark = pytest.mark.one_bot

MODERATOR = 77
REASON = "Called me names"


@pytest.fixture
def reports(store: Store, clock: Clock) -> Reports:
    return Reports(store, clock)


async def test_fourth_report_of_a_day_is_refused_until_midnight_in_every_server(reports: Reports, clock: Clock) -> None:
    for guild in (GUILD, GUILD, ELSEWHERE):
        await reports.check(ANN.user_id)
        await reports.make(guild, ANN.user_id, BEN.user_id, None, REASON)
    assert MOST_A_DAY == 3
    assert await why(reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")) is Why.REPORTED_OFTEN
    assert await why(reports.check(ANN.user_id)) is Why.REPORTED_OFTEN
    await reports.make(GUILD, CAT.user_id, BEN.user_id, None, REASON)  # each member has three
    clock.pass_by(hours=11, minutes=59)  # noon before
    assert await why(reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")) is Why.REPORTED_OFTEN
    clock.pass_by(minutes=1)
    await reports.make(GUILD, ANN.user_id, CAT.user_id, None, "")
    assert len((await reports.open(GUILD)).reports) == 4
    assert len((await reports.open(ELSEWHERE)).reports) == 1


@pytest.mark.marked
async def test_a_report_is_found_however_many_came_before(reports: Reports) -> None:
    for each in range(30):
        await reports.make(GUILD, 1_000 + each, BEN.user_id, None, REASON)
    for listed in (await reports.open(GUILD)).reports:
        assert await reports.get(GUILD, listed.id) == listed


async def test_nobody_reports_themselves_and_a_long_reason_is_cut(reports: Reports) -> None:
    assert await why(reports.make(GUILD, ANN.user_id, ANN.user_id, None, REASON)) is Why.REPORT_SELF
    await reports.make(GUILD, ANN.user_id, BEN.user_id, None, "x" * 999)
    (report,) = (await reports.open(GUILD)).reports
    assert len(report.reason) == LONGEST_REASON == 300


async def test_open_reports_are_listed_newest_first_and_a_closed_one_no_more(reports: Reports, clock: Clock) -> None:
    for _ in range(PAGE + 2):
        await reports.make(GUILD, ANN.user_id, BEN.user_id, None, REASON)
        clock.pass_by(days=1)
    first, last = await reports.open(GUILD), await reports.open(GUILD, 99)
    assert (first.pages, last.page) == (2, 1)
    moments = [each.at for each in (*first.reports, *last.reports)]
    assert moments == sorted(moments, reverse=True)
    assert len(moments) == PAGE + 2
    number = first.reports[0].id
    assert not await reports.close(ELSEWHERE, number, MODERATOR)
    assert await reports.close(GUILD, number, MODERATOR)
    assert not await reports.close(GUILD, number, MODERATOR + 1), "somebody was faster"
    assert number not in [each.id for each in (await reports.open(GUILD)).reports]
    assert (await reports.get(GUILD, number)).closed_by == MODERATOR
    for guild, wrong in ((ELSEWHERE, number), (GUILD, 10**6), (GUILD, 2**60), (GUILD, 0)):
        assert await why(reports.get(guild, wrong)) is Why.NO_SUCH_REPORT


async def test_reports_are_forgotten_some_time_after_they_were_closed(
    reports: Reports, store: Store, clock: Clock
) -> None:
    for _ in range(2):
        await reports.make(GUILD, ANN.user_id, BEN.user_id, None, REASON)
    old, new = [each.id for each in (await reports.open(GUILD)).reports]
    await reports.close(GUILD, old, MODERATOR)

    async def forget(at: timedelta) -> list[int]:
        now = clock.at + at
        await store.do(lambda tx: tx.reports.forget(now - REPORTS_KEPT, now - OPEN_REPORTS_KEPT))
        return [each.id for each in (await reports.open(GUILD)).reports]

    await forget(REPORTS_KEPT)
    await reports.get(GUILD, old)
    assert await forget(REPORTS_KEPT + timedelta(seconds=1)) == [new]
    assert await why(reports.get(GUILD, old)) is Why.NO_SUCH_REPORT
    assert await forget(OPEN_REPORTS_KEPT) == [new]
    assert await forget(OPEN_REPORTS_KEPT + timedelta(seconds=1)) == []


@pytest.mark.parametrize("gone", [ANN, BEN], ids=["reporter", "reported"])
async def test_open_report_outlives_either_member_and_the_closed_one_goes_with_whoever_was_reported(
    reports: Reports, store: Store, tables: Tables, gone: Player
) -> None:
    game = await given_up(tables, [ANN, BEN], BEN)
    await reports.make(GUILD, ANN.user_id, BEN.user_id, game.id, REASON)
    await reports.make(GUILD, CAT.user_id, BEN.user_id, game.id, REASON)
    await erase(store, tables, gone, GUILD)
    other, left = (await reports.open(GUILD)).reports
    assert (other.reporter_id, other.reported_id, other.reason) == (CAT.user_id, BEN.user_id, REASON)
    hers = (ANN.user_id, REASON) if gone is BEN else (left.reporter_id, "")
    assert (left.reporter_id, left.reason, left.reported_id) == (*hers, BEN.user_id)
    assert is_former(left.reporter_id) is (gone is ANN)
    await reports.close(GUILD, left.id, DAN.user_id)
    await Erasing(store, tables, Tournaments(store, tables)).go_on()
    assert (await reports.open(GUILD)).reports == (other,)
    if gone is BEN:
        assert await why(reports.get(GUILD, left.id)) is Why.NO_SUCH_REPORT


async def test_games_that_two_have_begun_together_are_offered_newest_first(
    reports: Reports, tables: Tables, clock: Clock
) -> None:
    old = await given_up(tables, [ANN, BEN], BEN)
    await given_up(tables, [ANN, CAT], CAT)
    await given_up(tables, [ANN, BEN], BEN, guild_id=ELSEWHERE)
    clock.pass_by(minutes=5)
    new = await start_table(tables, (BEN, ANN))
    found = await reports.shared_games(GUILD, ANN.user_id, BEN.user_id)
    assert [number for number, _ in found] == [new.id, old.id]
    assert await reports.shared_games(GUILD, ANN.user_id, STRANGER.user_id) == []


async def test_house_players_former_players_and_oneself_are_not_offered(store: Store, tables: Tables) -> None:
    table = await put(tables, begun((ANN, BEN, CAT), rules=build_rules("modern", 3, {})))
    await erase(store, tables, CAT, GUILD)
    table = await tables.get(table.id)
    assert may_be_reported(table, ANN.user_id) == [table.seat_of(BEN.user_id)]
    assert len(may_be_reported(table, STRANGER.user_id)) == 2
    assert may_be_reported(with_house([Level.STRONG]), ANN.user_id) == []


# ------------------------------------------------------------------ as people see it


INSULT = "Insulted *me* @everyone"


async def filled(member: MemberActor, form: InteractionResult, about: str, reason: str = INSULT) -> str:
    """Fill a form for a report, and return what is answered."""
    assert form.modal is not None
    (why,) = inputs_of(form.modal)
    return text_of(private_answer(await member.submit_modal(form, {menu_of(form)["custom_id"]: [about], why: reason})))


def menu_of(form: InteractionResult) -> dict[str, Any]:
    """Return the menu of a form."""
    assert form.modal is not None
    found = [each["component"] for each in form.modal["components"] if each["component"]["type"] == 3]
    assert len(found) == 1
    menu: dict[str, Any] = found[0]
    return menu


def options_of(form: InteractionResult) -> dict[str, str]:
    """Return what a form offers, by label."""
    return {option["label"]: option["value"] for option in menu_of(form)["options"]}


async def report_from_menu(world: World, by: MemberActor, about: MemberActor, game: str = "none") -> str:
    return await filled(by, await by.context_menu(world.channel, "Report", about), game)


async def numbers(world: World) -> list[int]:
    """Return the numbers of the open reports, the oldest first."""
    return sorted(report.id for report in (await bot_of(world).club.reports.open(world.env.guild.id)).reports)


async def opened(moderator: MemberActor, world: World) -> Any:  # noqa: ANN401 - the simulation's message
    """Open the newest report."""
    page = private_answer(await ask(moderator, world.channel, "moderate reports"))
    await moderator.click(page, label="Open")
    return page


async def test_player_is_reported_from_the_result_and_moderators_get_it_with_the_record(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    over = await resigned_game(world, moves=24)
    before = len(public_messages(world))
    result = sure(over.result())
    form = await behind(cleo, result, "Report")
    assert list(options_of(form)) == ["Ann", "Ben", "The game, and nobody in it"]
    assert "whoever runs me can, too" in await filled(cleo, form, options_of(form)["Ben"])
    assert list(options_of(await behind(ben, result, "Report"))) == ["Ann", "The game, and nobody in it"]
    manages(world, ann)
    listed = private_answer(await ask(ann, world.channel, "moderate reports"))
    assert f"<@{cleo.id}> reports <@{ben.id}>" in text_of(listed)
    assert f"[Table {over.table}](https://discord.com/channels/" in text_of(listed)
    assert "Insulted \\*me\\* \\@everyone" in text_of(listed)
    await ann.click(listed, label="Open")
    files = await files_of(listed)
    (record,) = files.values()
    assert parse_record(record).players == ("Ann", "Ben")
    assert str(ben.id) not in record
    assert {"Done", f"Moderating table {over.table}", "Take the rating back …"} <= labels(listed)
    await ann.click(listed, label="Done")
    assert "Open reports: 0" in text_of(listed)
    assert await files_of(listed) == {}
    assert "closed a report" in said(await ask(ann, world.channel, "moderate log"))
    assert len(public_messages(world)) == before, "nothing is posted where others read it"


def labels(message: Any) -> set[str]:  # noqa: ANN401 - the simulation's message
    return {each["label"] for each in buttons_of(message)}


async def test_record_of_a_running_game_is_attached_once_it_is_over(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    await sitting.step()
    form = await ann.context_menu(world.channel, "Report", ben)
    assert options_of(form) == {"No game": "none", f"Table {sitting.table}": str(sitting.table)}
    await filled(ann, form, str(sitting.table))
    table = await bot_of(world).tables.get(sitting.table)
    page = await opened(cleo, world)
    assert await files_of(page) == {}
    assert "comes after the end" in text_of(page)
    assert all(
        str(secret) not in json.dumps(page.components) for secret in (table.deals[-1].deck, table.deals[-1].secret)
    )
    await bot_of(world).tables.ask(sitting.table, resign, ann.id)
    page = await opened(cleo, world)
    assert len(await files_of(page)) == 1


async def test_nobody_but_moderators_reads_or_closes_reports_and_that_is_checked_at_every_click(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    await report_from_menu(world, ann, ben)
    page = private_answer(await ask(cleo, world.channel, "moderate reports"))
    (number,) = await numbers(world)
    for custom_id in ("bz:0:0:mod-reports", f"bz:0:0:mod-report {number}", f"bz:0:0:mod-report-done {number}"):
        for member in (ann, ben):
            answer = private_answer(await press(world, member, page, custom_id))
            assert "Only moderators can" in text_of(answer)
    assert await numbers(world) == [number]
    for custom_id in ("bz:0:0:mod-report 99", "bz:0:0:mod-report 999999999999"):
        assert "That report is gone" in text_of(private_answer(await press(world, cleo, page, custom_id)))


async def test_oneself_bots_and_anybody_a_fourth_time_in_a_day_are_refused_before_the_form(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    assert "That is you" in said(await ann.context_menu(world.channel, "Report", ann))
    bot = world.env.guild.add_member(world.env.create_user("Robot", bot=True))
    assert "Only members" in said(await ann.context_menu(world.channel, "Report", bot))
    for _ in range(3):
        await report_from_menu(world, ann, ben)
    answer = await ann.context_menu(world.channel, "Report", ben)
    assert answer.modal is None
    assert "3 reports a day" in said(answer)


async def test_game_that_the_reporter_does_not_see_any_more_is_refused_as_if_it_were_not_there(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    salon = world.env.guild.create_text_channel("salon")
    hidden = await play_in(world, salon, ann, ben)
    page = private_answer(await cleo.slash(world.channel, "rules"))
    form = await press(world, cleo, page, f"bz:{hidden.table}:0:report")
    keep_out(world, salon, but=(ann, ben))
    assert "That table is not here" in await filled(cleo, form, "0")
    assert await numbers(world) == []
    for number in (hidden.table, 999):
        answer = await press(world, cleo, page, f"bz:{number}:0:report")
        assert answer.modal is None
        assert "That table is not here" in text_of(private_answer(answer))
    elsewhere = world.env.create_guild("Elsewhere")
    stranger = elsewhere.add_member(world.env.create_user("Stranger"))
    page = private_answer(await stranger.slash(elsewhere.create_text_channel("hall"), "rules"))
    answer = await press(world, stranger, page, f"bz:{hidden.table}:0:report")
    assert "That table is not here" in text_of(private_answer(answer))
    assert await numbers(world) == []


@pytest.mark.deep
async def test_member_who_has_left_is_reported_from_an_old_result_and_learns_nothing(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    over = await resigned_game(world, moves=24)
    result = sure(over.result())
    await bot_of(world).members.blocks.block(ann.id, ben.id)
    form = await behind(ann, result, "Report")
    world.env.guild.remove_member(ben)
    await filled(ann, form, options_of(form)["Ben"])
    manages(world, cleo)
    assert f"reports <@{ben.id}>" in text_of(await opened(cleo, world))
    kept = json.loads(await bot_of(world).club.people.export(ben.id, bot_of(world).tables.now()))
    assert "reports" not in kept["stored"]
    own = json.loads(await bot_of(world).club.people.export(ann.id, bot_of(world).tables.now()))
    (report,) = own["stored"]["reports"]
    assert (report["reason"], report["game_id"]) == (INSULT, over.table)
    assert str(ben.id) not in json.dumps(report)


async def test_report_of_a_game_names_no_member_and_who_has_had_all_deleted_meanwhile_is_not_reported(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    over = await resigned_game(world, moves=24)
    result = sure(over.result())
    form = await behind(ann, result, "Report")
    await filled(ann, form, "game", "")
    manages(world, cleo)
    (number,) = await numbers(world)
    page = await opened(cleo, world)
    assert "reports a game" in text_of(page)
    assert "No reason given." in text_of(page)
    assert f"Report {number}" in words_of(page)
    form = await behind(ann, result, "Report")
    await bot_of(world).club.erasing.ask(ben.id, None)
    await bot_of(world).club.erasing.go_on(ben.id)
    assert "Only members can be reported" in await filled(ann, form, options_of(form)["Ben"])


async def test_count_of_open_reports_stands_where_whoever_may_moderate_comes_by(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await report_from_menu(world, ann, ben)
    await report_from_menu(world, ben, ann)
    assert not any("Reports" in label for label in labels(private_answer(await cleo.slash(world.channel, "help"))))
    manages(world, cleo)
    home = private_answer(await cleo.slash(world.channel, "help"))
    await cleo.click(home, label="Reports (2)")
    assert "Open reports: 2" in text_of(home)
    await cleo.click(home, label="Moderation")
    assert "Reports (2)" in labels(home)
    own = private_answer(await cleo.slash(world.channel, "settings"))
    await cleo.click(own, label="Moderation (2)")
    for left, number in zip((2, 1), reversed(await numbers(world)), strict=True):
        await cleo.click(own, label=f"Reports ({left})")
        await cleo.click(own, custom_id=f"bz:0:0:mod-report-done {number}")
        await cleo.click(own, label="Moderation")
    assert "Reports" in labels(own)
    assert "Moderation" in labels(private_answer(await cleo.slash(world.channel, "settings")))
    assert not any("Reports" in label for label in labels(private_answer(await cleo.slash(world.channel, "help"))))


@pytest.mark.parametrize("page", ["reports", "pairs", "leavers", "log", "channels"])
async def test_every_page_of_moderation_leads_back(world: World, cleo: MemberActor, page: str) -> None:
    manages(world, cleo)
    shown = private_answer(await ask(cleo, world.channel, f"moderate {page}"))
    await cleo.click(shown, label="Moderation")
    assert "Another table …" in labels(shown)


async def test_report_that_was_acted_on_says_so_and_closes(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    over = await resigned_game(world, moves=24)
    for reason in ("Sold the game", "Insulted me"):
        await filled(ann, await ann.context_menu(world.channel, "Report", ben), str(over.table), reason)
    manages(world, cleo)
    first, second = await numbers(world)
    page = private_answer(await ask(cleo, world.channel, "moderate reports"))
    await cleo.click(page, custom_id=f"bz:0:0:mod-report {second}")
    await cleo.click(page, label="Take the rating back …")
    await cleo.click(page, label="Leave it")
    assert f"Report {second}" in words_of(page), "the question leads back to the report"
    await cleo.click(page, label="Take the rating back …")
    await cleo.click(page, label="Take it back")
    assert f"Report {second}" in words_of(page)
    assert f"took the rating of table {over.table} back" in text_of(page)
    assert "Closed" in text_of(page)
    assert not {"Done", "Take the rating back …"} & labels(page)
    await cleo.click(page, label="All reports")
    assert "Open reports: 1" in text_of(page), "the other one is about something else"
    await cleo.click(page, label="Open")
    assert f"Report {first}" in words_of(page)
    assert f"took the rating of table {over.table} back" in text_of(page), "it was done since the report"
    assert "Done" in labels(page)


async def test_report_of_a_running_game_closes_when_that_game_is_closed_from_it(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    manages(world, cleo)
    await sitting.step()
    await filled(ann, await ann.context_menu(world.channel, "Report", ben), str(sitting.table))
    (number,) = await numbers(world)
    page = await opened(cleo, world)
    await cleo.click(page, label=f"Moderating table {sitting.table}")
    await cleo.click(page, label="Close this table …")
    await cleo.click(page, label="Leave it")
    await cleo.click(page, label="Close this table …")
    await cleo.click(page, label="Close it")
    assert f"Report {number}" in words_of(page)
    assert f"closed table {sitting.table}" in text_of(page)
    assert "Closed" in text_of(page)
    assert not (await bot_of(world).tables.get(sitting.table)).live
    assert await numbers(world) == []
    for custom_id in (f"bz:{sitting.table}:0:mod-close true 99", f"bz:{sitting.table}:0:mod-table 99999999999"):
        assert "That report is gone" in text_of(private_answer(await press(world, cleo, page, custom_id)))
