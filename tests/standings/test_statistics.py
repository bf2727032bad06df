"""A member's statistics and the leaderboards: the pages, the cards, and the clicks on them."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image
from simcord import ChannelHandle, MemberActor

from bot.club import (
    Alone,
    Board,
    By,
    Course,
    Favourite,
    Fortune,
    Leaders,
    MeetingRow,
    Opponent,
    PlayedWith,
    Rating,
    RecordRow,
    SourceRow,
    Stats,
    Strength,
    Versus,
)
from bot.club.standings.rating import KINDS
from bot.coach.positions import outlines
from bot.coach.themes import Skill
from bot.engine import build_rules
from bot.playground import World
from bot.tables import Finished, Player
from bot.tables.decisions import play
from bot.ui.kit.controls import MOST_COMPONENTS, Layout, Page
from bot.ui.pictures.standings import RatingCourse, member_picture, podium_picture
from bot.ui.routes.standings import ShareStats
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import speaking
from bot.ui.text.scoring import SHEET_LINES
from cogs.archive import finished_line
from cogs.standings.leaderboards import first_ten, first_ten_words, leaderboard_page
from cogs.standings.statistics import (
    describe_card,
    describe_rating,
    figures_page,
    member_card,
    opponents_page,
    shared_card,
    stats_page,
    versus_page,
)
from db import ResultRow, SeatRow, StandingRow
from db.ratings import RatingRow
from tests.daily.test_clicks import begun, played_out
from tests.db.samples import finish
from tests.safety.test_sight import keep_out
from tests.simulated import bot_of, buttons_of, components_of, press, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import practise, private_answer, public_messages, seated, table_number, words_of
from tests.simulated.waiting import said
from tests.tables import made
from tests.tables.made import counts, played
from tests.ui.at_board import labels_of, texts_of

pytestmark = pytest.mark.one_bot


async def won_by(world: World, channel: ChannelHandle, winner: MemberActor, loser: MemberActor) -> int:
    """Let two members play a game in a channel until one gives up, and return its table."""
    shown = (await winner.slash(channel, "play")).response
    assert shown is not None
    await loser.click(shown, label="Join")
    await winner.click(shown, label="Start")
    sitting = await seated(replace(world, channel=channel), table_number(shown), (winner, loser))
    tables = bot_of(world).tables

    def enough() -> bool:
        table = tables.memory.if_awake(sitting.table)
        return table is not None and counts(table)

    await sitting.play(enough)
    await tables.ask(sitting.table, play.resign, loser.id)
    return sitting.table


@pytest.mark.deep
async def test_statistics_are_told_to_whoever_asks_lead_on_and_are_shared_as_a_card_without_the_games(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    hidden = world.env.guild.create_text_channel("salon")
    keep_out(world, hidden, but=(ann, ben))
    table = await won_by(world, hidden, ann, ben)

    page = private_answer(await ask(cleo, world.channel, "stats", member=ann))
    assert "Statistics of" in text_of(page)
    assert "1 won" in text_of(page)
    assert "Rating, two hands: 1000 ± 333 after game 0" in text_of(page)
    assert f"Table {table}" not in text_of(page), "Cleo does not see where it was played"
    await press(world, cleo, page, f"bzs:0:0:versus {ann.id}", str(ben.id))
    assert "in a row" not in text_of(page)
    assert f"Table {table}" not in text_of(page)
    assert "Points a game" in text_of(page)

    assert "Milestones" in said(await ask(ann, world.channel, "stats"))
    own = private_answer(await ask(ann, world.channel, "stats"))
    assert "Your statistics" in text_of(own)
    assert f"Table {table}" in text_of(own)
    await restart(world)
    both = private_answer(await ask(ben, world.channel, "versus", member=ann))
    assert f"Table {table}" in text_of(both)
    await ben.click(both, label="Statistics of Ben")
    assert "1 lost" in text_of(both)
    before = len(public_messages(world))
    await ann.click(own, label="More")
    await ann.click(own, label="Share it here")
    *_, posted = public_messages(world)
    assert len(public_messages(world)) == before + 1
    told = text_of(posted)
    assert "Statistics of" in told
    assert "1 game · 1 won · 0 lost" in told
    assert "Ben" not in told
    assert f"Table {table}" not in told
    assert not buttons_of(posted)
    seen = private_answer(await ask(ben, world.channel, "stats", member=ann))
    await ben.click(seen, label="More")
    assert "Share it here" not in [each["label"] for each in buttons_of(seen)]
    assert "othing to share" in said(await press(world, cleo, own, ShareStats("two").custom_id))
    assert len(public_messages(world)) == before + 1


async def test_who_has_played_nobody_is_told_of_daily_deals_exercises_and_games_with_the_house(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    assert "o finished games" in said(await ask(ann, world.channel, "versus", member=ben))
    assert not buttons_of(private_answer(await ann.context_menu(world.channel, "Bézique statistics", ben)))
    own = private_answer(await ann.context_menu(world.channel, "Bézique statistics", ann))
    assert "o finished games" in text_of(own)
    assert [each["label"] for each in buttons_of(own)] == ["Learn", "Play", "Finished games"], (
        "what is empty is not offered"
    )
    bot = bot_of(world)
    await begun(world, ann)
    await played_out(world, ann)
    for number, found in enumerate((True, False, True)):
        await bot.club.exercises.answered(ann.id, outlines()[number].id, found=found)
    sitting = await practise(world, ann, level="novice")
    await bot.tables.ask(sitting.table, lambda table, _: played(table, counts))
    await bot.tables.ask(sitting.table, play.resign, ann.id)
    over = await bot.tables.get(sitting.table)
    hers = over.seat_of(ann.id) or 0
    score = f"ended early at {over.game.totals[1 - hers]} : {over.game.totals[hers]}"

    await bot.club.milestones.shown(world.env.guild.id, ann.id)
    page = private_answer(await ask(ann, world.channel, "stats"))
    told = words_of(page)
    assert "Daily deals in a row **1** · Exercises **1" in told
    assert score in told
    assert score in words_of(private_answer(await ask(ann, world.channel, "finished games")))

    seen = private_answer(await ask(ben, world.channel, "stats", member=ann))
    assert "Exercises" not in words_of(seen)
    assert "in a row" not in words_of(seen)


GUILD, ANN, BEN, CLEO = 5, 11, 12, 13
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MOST_BYTES = 60 * 1024
LONG = "Wolfeschlegelsteinhausenbergerdorff"[:32]


def strength(rating: int) -> Strength:
    """Return what is believed of a player of this rating, within 120 points."""
    return Strength(25 + (rating - 1000) / 40, 3.0)


def met(other: int, games: int = 12, *, partners: bool = False) -> MeetingRow:
    return MeetingRow(GUILD, ANN, other, partners, games, 7, 4, 1, 9000, 8400, NOON, NOON + timedelta(days=30))


def over(number: int, names: tuple[str, str] = ("Ann", "Ben")) -> Finished:
    seats = tuple(SeatRow(number, seat, user, names[seat], NOON) for seat, user in enumerate((ANN, BEN)))
    results = tuple(
        ResultRow(number, seat, GUILD, user, seat == 0, 1000 - seat, "lost" if seat else "won", seat, NOON)
        for seat, user in enumerate((ANN, BEN))
    )
    return Finished(number, NOON, (0,), seats, results, "tens")


def claimed(points: tuple[int, ...], sides: tuple[int, ...], winner: tuple[int, ...]) -> Finished:
    """Return a game that was claimed from those who did not win, given each seat's points and side."""
    names = ("Ann", "Ben", "Cleo", "Dai")
    seats = tuple(SeatRow(7, seat, 11 + seat, names[seat], NOON) for seat in range(len(points)))
    results = tuple(
        ResultRow(7, seat, GUILD, 11 + seat, seat in winner, points[seat], "won" if seat in winner else "timeout",
                  sides[seat], NOON)
        for seat in range(len(points))
    )  # fmt: skip
    return Finished(7, NOON, winner, seats, results, "tens")


@pytest.mark.parametrize(
    ("points", "sides", "winner", "said"),
    [
        ((80, 160), (0, 1), (0,), "**Ann** beat Ben\n-# ended early at 80 : 160"),
        ((160, 80), (0, 1), (1,), "**Ben** beat Ann\n-# ended early at 80 : 160"),
        ((10, 30, 20), (0, 1, 2), (2,), "**Cleo** beat Ann and Ben\n-# ended early at 20 : 10 : 30"),
        ((50, 90, 50, 90), (0, 1, 0, 1), (0, 2), "**Ann and Cleo** beat Ben and Dai\n-# ended early at 50 : 90"),
    ],
)
def test_points_of_a_game_stand_in_the_order_of_the_names(
    points: tuple[int, ...], sides: tuple[int, ...], winner: tuple[int, ...], said: str
) -> None:
    line = finished_line(claimed(points, sides, winner))
    assert said in line.replace("\u2068", "").replace("\u2069", "")


def test_ruling_38_game_that_nobody_wins_is_said_so_in_a_line() -> None:
    game = claimed((1200, 1200), (0, 1), ())
    tied = replace(game, results=tuple(replace(row, outcome="drawn") for row in game.results))
    line = finished_line(tied).replace("\u2068", "").replace("\u2069", "")
    assert "nobody won: Ann and Ben\n-# 1200 : 1200" in line


def record(kind: str, company: PlayedWith = PlayedWith.PEOPLE, games: int = 23) -> RecordRow:
    return RecordRow(GUILD, ANN, company, kind, games, 14, 1, 20000, 50, 870, 2, 5)


def full(name: str = "Ben") -> Stats:
    """Return as much as there can be."""
    reasons = [reason for each in SHEET_LINES.values() for reason in each]
    kinds = tuple(KINDS)
    return Stats(
        ANN,
        {(company, kind): record(kind, company) for company in PlayedWith for kind in ("", *kinds)},
        tuple(Rating(kind, strength(1040 + at), 20 - 4 * at) for at, kind in enumerate(kinds)),
        Course("two", 0, tuple(map(strength, (1000, 1032, 990, 1040)))),
        tuple(Opponent(name, met(100 + at)) for at in range(3)),
        tuple(SourceRow(GUILD, ANN, reason, 1000 + 10 * at, 30) for at, reason in enumerate(reasons)),
        (Favourite("modern", build_rules("modern", 2, {"target": 500}), 9),),
        (over(100_000, (name, name)),),
        Fortune(120, 400, -12.4, 25.3, 17.6),
    )


def fullest_together() -> Versus:
    ratings = full().ratings
    both = tuple(zip(ratings, ratings, strict=True))
    return Versus(ANN, BEN, met(BEN), met(BEN, partners=True), both, full().last)


def empty() -> Stats:
    return Stats(ANN, {}, (), None, (), (), (), ())


def words(page: Layout) -> str:
    """Return what a page says, without the marks that keep names apart."""
    return "\n".join(texts_of(page)).replace("\u2068", "").replace("\u2069", "")


def test_page_tells_the_record_the_rating_the_opponents_the_last_game_and_what_comes_next() -> None:
    told = words(stats_page(full(), "Ann", BEN))
    assert "### Statistics of Ann" in told
    assert "**23** games · 14 won · 8 lost · 1 drawn · at most 5 won in a row" in told
    assert "**400** points a deal, **870** in the best one" in told
    assert "Ben 7\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}4" in told
    assert "**Ben** beat Ben\n-# 1000 : 999 · Table 100000 · " in told
    waits = made.begun((Player(ANN, "Ann"), Player(BEN, "Ben")))
    page = stats_page(full(), "Ann", ANN, None, Alone(4, strength(1040), Skill.BRISQUES), [waits, waits])
    assert "Against" not in words(page), "there is no room"
    assert "**2** games wait for you\n-# Daily deals in a row **4** · Exercises **1040 ± 120**" in words(page)
    assert labels_of(page)[:2] == ["Continue against Ben", "Exercises"]
    assert "To practise: Tens and aces" in words(page)


def test_figures_tell_each_kind_what_points_came_from_and_the_rules() -> None:
    told = words(figures_page(full(), "Ann", BEN))
    assert "Two hands: 23 games, 14 won · **1040 ± 120**" in told
    assert "**Points from**: " in told
    assert "Favourite rules: Modern · two players · to 500: 9 games" in told.replace("Modern rules ·", "Modern ·")
    assert "With house players: 23 games, 14 won" in told


def test_values_and_rubicons_stand_in_the_line_of_their_kind() -> None:
    own = replace(record("rubicon"), best_value=3200, rubicons=2)
    told = "-# Rubicon: 23 games, 14 won · best value **3200** · **2** rubicons"
    alone = replace(record(""), points=0, deals=0, best_deal=0, best_value=3200)
    stats = replace(empty(), records={(PlayedWith.PEOPLE, ""): alone, (PlayedWith.PEOPLE, "rubicon"): own})
    assert told in words(figures_page(stats, "Ann", BEN))
    assert [tile.figure for tile in member_card(stats, "Ann").tiles[:2]] == ["14 of 23", "3200"]


def test_only_its_reader_is_called_you() -> None:
    for stats in (full(), empty()):
        assert "You" in words(stats_page(stats, "Ann", ANN))
        told = words(stats_page(stats, "Ann", BEN))
        assert "You" not in told
        assert "Ann" in told


@pytest.mark.parametrize("language", ["en", "fr"])
def test_fullest_pages_are_within_what_discord_takes(language: str) -> None:
    picture = Picture("rating.png", b"", "words")
    with speaking(language):
        pages = [
            stats_page(full(LONG), LONG, ANN, picture),
            figures_page(full(LONG), LONG, ANN),
            opponents_page([Opponent(LONG, met(100 + at)) for at in range(10)], Page(1, 3), ANN, LONG),
            versus_page(replace(fullest_together(), last=full(LONG).last), LONG, LONG),
        ]
    for page in pages:
        assert page.total_children_count <= MOST_COMPONENTS
        assert page.content_length() <= 4000
        assert all(len(label) <= 80 for label in labels_of(page))


def test_course_in_words_says_what_the_picture_shows() -> None:
    course = Course("two", 20, tuple(map(strength, (1100, 1150, 1090, 1130))))
    told = describe_rating(course)
    assert told == (
        "Rating, two hands: 1100 ± 120 after game 20, 1130 ± 120 after game 23; highest 1150 after game 21, "
        "lowest 1090 after game 22."
    )
    assert "provisional" in describe_rating(replace(course, before=3))
    assert told in words(stats_page(replace(full(), course=course), "Ann", ANN))
    assert told not in words(stats_page(replace(full(), course=course), "Ann", ANN, Picture("r.png", b"", told)))


@pytest.mark.parametrize("ratings", [(1000, 1001), (1000,) * 61, (1000, -40, 2900), tuple(range(1000, 1600, 10))])
def test_card_is_drawn_whatever_the_course_of_the_rating_is(ratings: tuple[int, ...]) -> None:
    card = member_card(full(), LONG)
    data = member_picture(card._replace(course=RatingCourse(0, ratings, 10)))
    assert len(data) <= MOST_BYTES
    assert member_picture(card._replace(course=RatingCourse(40, ratings, 10))) != data


@pytest.mark.parametrize("language", ["en", "fr"])
def test_card_and_its_words_follow_the_record(language: str) -> None:
    whole = record("")
    changes = (
        replace(whole, won=13), replace(whole, games=24), replace(whole, best_deal=880), replace(whole, longest=6),
        replace(whole, streak=3),
    )  # fmt: skip
    with speaking(language):
        one = member_card(full(), "Ann")
        pictures = {member_picture(one)}
        for change in changes:
            other = replace(full(), records={(PlayedWith.PEOPLE, ""): change})
            pictures.add(member_picture(member_card(other, "Ann")))
            if change.streak == whole.streak:
                assert describe_card(other, "Ann") != describe_card(full(), "Ann")
        pictures.add(member_picture(member_card(replace(full(), sources=full().sources[:3]), "Ann")))
        pictures.add(member_picture(member_card(full(), "Anne")))
    assert len(pictures) == len(changes) + 3
    assert max(map(len, pictures)) <= MOST_BYTES


def test_card_in_words_says_every_figure_and_without_a_rated_game_has_no_rating() -> None:
    told = describe_card(full(), "Ann")
    card = member_card(full(), "Ann")
    for figure in ("23 games", "14 won", "870 in the best one", "5 won in a row", "Rating, two hands", card.rating):
        assert figure in told
    assert card.tiles[2].figure in told
    card = member_card(replace(full(), ratings=(), course=None), "Ann")
    assert card.course is None
    tall = Image.open(io.BytesIO(member_picture(card))).height
    assert tall < Image.open(io.BytesIO(member_picture(member_card(full(), "Ann")))).height


def test_shared_card_is_offered_on_the_own_page_and_names_no_opponent_and_no_game() -> None:
    stats = full("Ben")
    for picture in (None, Picture("c.png", b"", describe_card(stats, "Ann"))):
        told = words(shared_card(stats, "Ann", picture)) + (picture.words if picture else "")
        assert "Ann" in told
        assert "23 games" in told
        assert "Ben" not in told
        assert "100000" not in told
    picture = Picture("c.png", b"", "words")
    assert "Share it here" in labels_of(figures_page(full(), "Ann", ANN))
    assert "Share it here" not in labels_of(figures_page(full(), "Ann", BEN))
    assert "**23** games" not in words(stats_page(full(), "Ann", ANN, picture))


def test_two_members_are_told_of_by_name() -> None:
    page = versus_page(Versus(ANN, BEN, met(BEN, 14), met(BEN, partners=True), (), (over(7),)), "Ann", "Ben")
    told = words(page)
    assert "**14** games · Ann won **7** · Ben won **4** · 1 drawn · 2 won by somebody else" in told
    assert "Points a game: Ann **643**, Ben **600**" in told
    assert "As partners: 12 games, 7 won" in told
    assert labels_of(page) == ["Replay 7", "Statistics of Ann"]
    told = words(versus_page(Versus(ANN, BEN, None, None, (), ()), "Ann", "Ben"))
    assert "Ann and Ben have no finished games together here yet." in told


def test_shares_of_points_add_up_also_where_some_were_taken_off_or_one_gave_all() -> None:
    sources = (
        SourceRow(GUILD, ANN, "brisques", 300, 4), SourceRow(GUILD, ANN, "last-trick", 100, 10),
        SourceRow(GUILD, ANN, "common-marriage", 0, 1),
    )  # fmt: skip
    told = words(figures_page(replace(full(), sources=sources), "Ann", ANN))
    assert "Brisques 75%, Final trick 25%\n" in told
    told = words(figures_page(replace(full(), sources=(SourceRow(GUILD, ANN, "brisques", 300, 4),)), "Ann", ANN))
    assert "Brisques 100%" in told


def test_luck_and_play_are_told_apart_with_an_interval_and_only_after_enough_games() -> None:
    told = "\n".join(texts_of(figures_page(full(), "Ann", ANN)))
    assert "Per deal: cards **−12**, play **+25** ± 18" in told
    assert "play" not in words(figures_page(replace(full(), fortune=None, favourites=()), "Ann", ANN)).replace(
        "players", ""
    )


async def test_all_opponents_are_found_page_by_page_in_an_order_that_stays(world: World, ann: MemberActor) -> None:
    guild = world.env.guild.id
    rows = [replace(met(1000 + at, 3), guild_id=guild, user_id=ann.id) for at in range(27)]
    async with bot_of(world).store.write() as tx:
        await tx.records.meet([rows[at] for at in (*range(20, 27), *range(20))])
        found = [await tx.records.opponents(guild, ann.id, 10, page * 10) for page in range(4)]
    assert [row.other_id for page in found for row in page] == [1000 + at for at in range(27)]
    page = private_answer(await ask(ann, world.channel, "stats"))
    await ann.click(page, label="Opponents")
    assert text_of(page).count("7\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}4") == 10
    await ann.click(page, label="More")
    await ann.click(page, label="More")
    assert text_of(page).count("7\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}4") == 7
    await ann.click(page, label=f"Statistics of {ann.user.name.capitalize()}")
    assert "Your statistics" in text_of(page)


async def board(world: World, member: MemberActor) -> str:
    """Return what somebody reads who asks for the leaderboard."""
    asked = await member.slash(world.channel, "leaderboard")
    assert asked.response is not None
    return "\n".join(text_of(each) for each in (asked.response, *asked.followups))


@pytest.mark.deep
async def test_who_has_left_is_hidden_and_comes_back_with_everything(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        for loser in (ben, cleo):
            await finish(tx, {ann.id: 1000, loser.id: 900}, loser.id, guild_id=guild)
    shown = await board(world, ann)
    assert "of 3" in shown
    assert "**1.**" in shown
    world.env.guild.remove_member(ben)
    assert "of 3" in await board(world, ann), "Discord is asked once a day"
    await restart(world)
    shown = await board(world, ann)
    assert "of 2" in shown
    assert "**1.**" in shown
    await restart(world)
    assert "of 2" in await board(world, cleo)
    page = private_answer(await ask(ann, world.channel, "stats"))
    assert "is not in this server" in said(await press(world, ann, page, "bzs:0:0:stats", f"{ben.id} two"))
    assert "of 3" in await board(world, world.env.guild.add_member(ben.user))
    assert "of 3" in await board(world, ann)


async def test_whoever_discord_does_not_tell_of_counts_as_here(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        await finish(tx, {ann.id: 1000, ben.id: 900}, ben.id, guild_id=guild)
    world.env.guild.remove_member(ben)
    world.env.inject_error("GET", "/guilds/*/members/*", status=403, times=1)
    assert "of 2" in await board(world, ann)
    assert "of 1" in await board(world, ann)


async def test_my_rating_is_one_click_from_the_leaderboard_for_whoever_presses(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    guild = world.env.guild.id
    async with bot_of(world).store.write() as tx:
        for number in range(12):
            guest = world.env.guild.add_member(world.env.create_user(f"guest{number}"))
            await finish(tx, {guest.id: 1000, ben.id: 900}, guest.id, guild_id=guild)
    asked = await ann.slash(world.channel, "leaderboard")
    assert asked.response is not None
    await ann.select(asked.response, ["0 wins all ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    await ann.click(asked.response, label="More")
    mine = private_answer(await ben.click(asked.response, label="Me"))
    assert "Your statistics" in text_of(mine)
    assert "Page 2 of 2" in text_of(asked.response)


async def test_empty_leaderboard_is_one_sentence_with_one_button_and_what_is_no_season_means_all_time(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    empty = (await ann.slash(world.channel, "leaderboard")).response
    assert empty is not None
    assert words_of(empty).splitlines()[1:] == ["-# All games of Bézique · All time", "No rated games yet."]
    assert [each["label"] for each in buttons_of(empty)] == ["Play"]
    async with bot_of(world).store.write() as tx:
        await finish(tx, {ann.id: 1000, ben.id: 900}, ben.id, guild_id=world.env.guild.id)
    board = (await ann.slash(world.channel, "leaderboard")).response
    assert board is not None
    await ann.select(board, ["0 daily all ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    assert "Nobody has finished five daily deals yet." in text_of(board)
    await ann.select(board, ["0 wins all ever"], custom_id=f"bzs:0:0:leaders {ann.id} by")
    assert "1 win" not in words_of(board)
    for season in ("modern", "2026-13", "x-Q9", "1-2-3"):
        shown = private_answer(await press(world, ben, board, f"bz:0:0:leaders {ann.id} season 0 wins two {season}"))
        assert "All time" in text_of(shown)


def test_rating_board_says_what_it_goes_by_with_the_sign_that_stands_beside_the_number() -> None:
    sure, unsure = RatingRow(GUILD, "two", ANN, 30.0, 1.0, 0, 90), RatingRow(GUILD, "two", BEN, 31.0, 8.0, 0, 1)
    rows = tuple(
        StandingRow(each.user_id, at + 1, 90, 80, 12.0, rating=each, rated_games=each.games)
        for at, each in enumerate((sure, unsure))
    )
    leaders = Leaders(Board(GUILD, By.RATING, game_kind="two"), rows, None, {ANN: "Ann", BEN: "Ben"}, 2, 0)
    told = words(leaderboard_page(leaders, [], CLEO, for_all=True))
    assert "Best first: the rating less three times what stands after ±." in told
    assert "**1.** Ann · **1200 ± 40**\n**2.** Ben · **1240 ± 320**" in told
    picture = Picture("leaderboard.png", b"", "1. Ann, 1200 ± 40; 2. Ben, 1240 ± 320")
    told = words(leaderboard_page(leaders, [], CLEO, picture, for_all=True))
    assert "Ann" not in told, "the picture says it"


@pytest.mark.parametrize("by", list(By))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_picture_of_the_first_ten_follows_the_places_and_says_the_same(by: By, language: str) -> None:
    board = Board(GUILD, by, "" if by is By.RATING else "2026-11", game_kind="two")
    names = dict(enumerate(("Madame Fleury", "W" * 32, "Zoé", *"abcdefg")))
    rows = tuple(
        StandingRow(at, at + 1, 90 - at, 80 - at, 12.0, 700.0 - at, 900 - at, 40 - at,
                    RatingRow(GUILD, "two", at, 40.0 - at, 2.0, 0, 9), 9)
        for at in names
    )  # fmt: skip
    with speaking(language):
        found = first_ten(Leaders(board, rows, None, names, 30, 0))
        assert found is not None
        words = first_ten_words(*found)
        assert len(words) <= 1024
        assert all(f"{line.place}. {line.name}, {line.points}" in words for line in found[1])
        picture = podium_picture(*found)
        assert len(picture) <= 60 * 1024
        others = first_ten(Leaders(board, (rows[1], rows[0], *rows[2:]), None, names, 30, 0))
        assert others is not None
        assert podium_picture(*others) != picture
        assert first_ten(Leaders(board, rows, None, names, 30, 10)) is None
        assert first_ten(Leaders(board, (), None, {}, 0, 0)) is None


async def test_values_and_rubicons_are_boards_of_their_own_kind_alone(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    async with bot_of(world).store.write() as tx:
        for winner, value in ((ann, 900), (ann, 3200), (ben, 2700)):
            points, guild = {ann.id: 1400, ben.id: 1100}, world.env.guild.id
            await finish(tx, points, winner.id, guild_id=guild, game_kind="rubicon", value=value)
        await finish(tx, {ann.id: 1000, ben.id: 900}, ben.id, guild_id=world.env.guild.id)
    asked = await ann.slash(world.channel, "leaderboard")
    assert asked.response is not None
    page = asked.response

    async def turned(value: str, menu: str) -> str:
        await ann.select(page, [value], custom_id=f"bzs:0:0:leaders {ann.id} {menu}")
        return text_of(page)

    def measures() -> set[str]:
        (by,) = [each for each in components_of(page) if each.get("custom_id", "").endswith(f"leaders {ann.id} by")]
        return {option["value"].split(" ")[1] for option in by["options"]}

    assert not measures() & {"best-value", "rubicons"}
    assert "Rubicon" in await turned("0 wins rubicon ever", "kind")
    assert measures() > {"rating", "best-value", "rubicons"}
    told = await turned("0 best-value rubicon ever", "by")
    assert "Best value" in told
    assert told.index("3200") < told.index("2700")
    told = await turned("0 rubicons rubicon ever", "by")
    assert told.count("1") >= 2
    told = await turned("0 wins all ever", "kind")
    assert "All games of Bézique" in told
    odd = private_answer(await press(world, ben, page, f"bz:0:0:leaders {ann.id} by 0 best-value two ever"))
    assert "Leaderboard · Wins" in text_of(odd)
