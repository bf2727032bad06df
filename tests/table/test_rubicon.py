"""Rubicon at the table: whole games by clicks, all that is shown on the way, and how a game ends."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest
from simcord import MemberActor

from bot.cli.record_commands import score
from bot.engine import CardSet, Game, Mark, Phase, Verb, apply, build_rules, legal_actions, observe, start_deal
from bot.engine.advice import ready
from bot.engine.cards import ACE, COURT, card_name, rank_of
from bot.engine.law import law_for
from bot.engine.record import Record, make_record
from bot.playground import World
from bot.tables import Status, Table
from bot.tables.decisions import dealing, play
from bot.tables.decisions.occasion import Occasion
from bot.ui.pictures import describe_table, seen_by_all, seen_from
from bot.ui.pictures.arrange import arranged
from bot.ui.routes.archive import ListFinished, Whose
from bot.ui.text.faces import Look, Picture, Style
from bot.ui.text.history import score_sheet
from bot.ui.text.i18n import speaking
from bot.ui.text.scoring import value_told
from bot.ui.text.transcript import transcript
from cogs.archive.replay import replay_page
from cogs.table.advice import advice_page
from cogs.table.pages.board import board, closed_board
from cogs.table.pages.panel import panel
from cogs.table.pages.result import after_game, result
from cogs.table.tricks import tricks_page
from db.deals import ActionRow, DealRow
from tests.house_pool import think_little
from tests.settings.test_languages import set_locales
from tests.settings.test_rule_sets import named
from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.asking import ask
from tests.simulated.player import (
    Player,
    all_public,
    button_named,
    lobby_at,
    practise_alone,
    private_answer,
    private_messages,
    seated,
    sit_down,
    table_number,
    tables_here,
    words_of,
)
from tests.simulated.sheet import Sheet
from tests.simulated.waiting import said
from tests.simulated.watch import Watch
from tests.table.test_private_practice import play_until
from tests.table_builder import Table as Position
from tests.table_builder import build_deck, cards
from tests.table_builder import table as position
from tests.tournaments.test_clicks import created
from tests.ui.at_board import AT, items_of, positions, table_of, texts_of
from tests.ui.test_picture_layout import check_layout

pytestmark = pytest.mark.one_bot

RUBICON = build_rules("rubicon", 2, {})
ROW = DealRow(1, 0, 0, " ".join(map(card_name, law_for(RUBICON).pack)), "0" * 64, "1" * 64, (), 1000, AT, AT, None)
LOOKS = {"signs": Style(Look.EMOJI), "picture": Style(Look.PICTURES, {}, Picture("table.png", b"", "the table"))}
NOT_HERE = re.compile(
    r"last eight|huit dernières|turn-?up|turned.up|retourn|sevens?\b of trumps|target|objectif|dix de der|\bto 1000",
    re.IGNORECASE,
)
"""What there is not in this game, in English and French."""


@cache
def whole_game(seed: int) -> tuple[Table, ...]:
    return tuple(positions(RUBICON, "rubicon", seed))


@pytest.mark.deep
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("look", ["signs", "picture", "words"])
def test_all_that_is_shown_of_a_game_fits_and_speaks_of_this_game_alone(language: str, look: str) -> None:
    seen, style = set(), LOOKS.get(look, Style(Look.TEXT))
    for table in whole_game(4)[::3] + whole_game(4)[-1:]:
        with speaking(language, in_words=look == "words"):
            over = table.game.result is not None
            pages = [panel(table, user, style=style) for user in table.users]
            pages += [tricks_page(table, 0, style=style)]
            pages += [result(table), after_game(table), closed_board(table, 0)] if over else []
            if not over:
                pages += [board(table, timedelta(seconds=30), None, style)]
                pages += [advice_page(table, view) for user in table.users if (view := table.view(user)) is not None]
        for page in pages:
            text = "\n".join(texts_of(page))
            labels = [item["label"] for item in items_of(page) if "label" in item]
            assert len(items_of(page)) <= 40
            assert len(text) <= 4000
            assert not NOT_HERE.search("\n".join([text, *labels])), text
            assert not [label for label in labels if len(label) > 80]
            seen |= {*text.split("\n")}
    told = "\n".join(seen)
    ending = {"en": "the last nine tricks", "fr": "les neuf dernières levées"}[language]
    assert look == "picture" or ending in told
    assert {"en": "No trumps yet", "fr": "atout"}[language] in told


@pytest.mark.deep
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_description_of_the_picture_says_what_it_shows(language: str) -> None:
    for table in whole_game(4)[::5]:
        with speaking(language):
            for user in (None, *table.users):
                view = table.view(user)
                assert view is not None
                face = seen_by_all(view, table.names) if user is None else seen_from(view, table.names)
                said = describe_table(face)
                assert not NOT_HERE.search(said), said
                assert len(said) <= 1024


# ------------------------------------------------------------------ how a game ends


class Ended(NamedTuple):
    """A game played out, its record, and the table at which it was."""

    game: Game
    record: Record
    table: Table


@cache
def ended(seed: int, *, blank: bool = False) -> Ended:
    """Play a game: who can declare does; with `blank` seat 1 shows a carte blanche, and nobody declares."""
    rng = random.Random(seed)
    deck = list(law_for(RUBICON).pack)
    hand = [c for c in deck if not COURT >> c & 1] if blank else []
    rng.shuffle(hand)
    rng.shuffle(deck)
    rest = [c for c in deck if c not in hand[:9]]
    dealt = [*chain(*(hand[at : at + 3] + rest[at : at + 3] for at in (0, 3, 6))), *rest[9:]] if blank else deck
    game, acts = start_deal(Game(RUBICON), 0, tuple(dealt)).game, list[str]()
    while game.result is None:
        offered = legal_actions(game)
        if blank:
            better = [a for a in offered if a.verb is Verb.CARTE_BLANCHE and not game.totals[1]][:1]
            low = [a for a in offered if a.verb in (Verb.PLAY, Verb.PASS)]
        else:
            better = [a for a in offered if a.verb not in (Verb.PLAY, Verb.PASS)]
            small = [a for a in offered if a.verb is Verb.PLAY and not a.mask & COURT and rank_of(a.cards[0]) != ACE]
            low = small or list(offered)
        action = max(better, key=game.law.points_of) if better else rng.choice(low)
        acts.append(action.text)
        game = apply(game, action).game
    rows = tuple(ActionRow(1, ply, 0, int(text[0]), text, AT) for ply, text in enumerate(acts))
    table = table_of(game, "rubicon", [ROW], ("Ann", "Ben")).but(actions=rows)
    return Ended(game, make_record(game, ("Ann", "Ben"), [acts], preset="rubicon"), table)


HOW = {
    "rubiconed": (
        (5, False),
        "🏆 Ann wins, 450 to 340.",
        (
            "With brisques: Ann 450 + 140 = 590 · Ben 340 + 180 = 520\n"
            "Ben is rubiconed: fewer than 1000.\n"
            "Value: 400 + 300 + 1300 = 2000"
        ),
    ),
    "clear of it": ((654, False), "🏆 Ben wins, 1430 to 1040.", "Value: 1400 − 1000 + 500 = 900"),
    "saved": (
        (97, False),
        "🏆 Ann wins, 1200 to 850.",
        (
            "With brisques: Ann 1200 + 160 = 1360 · Ben 850 + 160 = 1010\n"
            "Brisques save Ben's rubicon.\n"
            "Value: 1300 − 1000 + 500 = 800"
        ),
    ),
    "nobody's": (
        (9, True),
        "🤝 Nobody wins, 50 to 50.",
        (
            "With brisques: Ann 50 + 160 = 210 · Ben 50 + 160 = 210\n"
            "Equal, brisques included: nobody wins, and the game counts for nothing."
        ),
    ),
}
by_end = pytest.mark.parametrize(("how", "headline", "value"), HOW.values(), ids=list(HOW))


def plain(text: str) -> str:
    return re.sub(r"[*\u2068\u2069]", "", text)


@by_end
def test_result_transcript_record_and_board_agree(how: tuple[int, bool], headline: str, value: str) -> None:
    game, record, table = ended(how[0], blank=how[1])
    told = score(record).value
    assert isinstance(told, dict)
    shown = plain("\n".join(texts_of(result(table))))
    assert headline in shown
    assert value in shown
    story = transcript(record)
    assert story.rstrip().endswith(value)
    assert game.result is not None
    assert ("Nobody wins the game." in story) is (game.result.winner == ())
    totals = told["totals"]
    assert f"[Ann {totals[0]}, Ben {totals[1]}]" in story
    board = plain("\n".join(texts_of(closed_board(table, 0))))
    assert all(f"{name} {total}" in board for name, total in zip(("Ann", "Ben"), totals, strict=True))
    sheet = plain("\n".join(texts_of(after_game(table))))
    assert re.search(rf"Total +{totals[0]} +{totals[1]}", sheet)
    with_brisques = [total + more for total, more in zip(totals, told["brisques"], strict=True)]
    if told["rubiconed"] or "saved" in headline:
        assert all(f"= {each}" in shown for each in with_brisques)
    if told["value"]:
        assert f"= {told['value']}" in shown
    assert told["rubiconed"] is ("rubiconed" in value)


@by_end
@pytest.mark.parametrize("in_words", [False, True], ids=["signs", "words"])
def test_the_end_is_told_in_french_too(how: tuple[int, bool], headline: str, value: str, *, in_words: bool) -> None:
    table = ended(how[0], blank=how[1]).table
    with speaking("fr", in_words=in_words):
        shown = plain("\n".join(texts_of(result(table))))
    numbers = value.rpartition("Value: ")[2] if "Value" in value else "50 + 160 = 210"
    if in_words:
        numbers = numbers.replace("+", "plus").replace("−", "moins").replace("=", "font")
    assert numbers in shown
    assert ("gagne" in shown) is ("wins" in headline.lower())
    assert not re.search(r"\b(wins|Value|brisques:)\b", shown)


def test_points_by_units_and_equal_points_have_their_sum_too() -> None:
    deal = ended(654).game.deals[-1]
    names = ("Ann", "Ben")
    even = deal._replace(score=deal.score._replace(totals=(1200, 1200), brisques=(180, 140)))
    assert value_told(even, names)[1:] == ["The points are equal: brisques decide.", "Value: 100 + 500 = 600"]
    law = law_for(build_rules("rubicon", 2, {"reckoning": "units"}))
    by_units = deal._replace(base=deal.base._replace(law=law))
    assert value_told(by_units, names) == ["Value: 140 − 100 + 50 = 90"]


# ------------------------------------------------------------------ by clicks


BLANK = "7Ca 8Ca 9Ca TCa ACa 7Da 8Da 9Da TDa"


@pytest.fixture
def _blank_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal to who leads first nine cards without king, queen or knave; he draws two more of them, then a king."""
    deck = build_deck(RUBICON, {1: cards(BLANK)}, dealer=0, turn_up=(), stock=cards("9Sa 7Sa ASa 7Sb KSa 7Sc"))
    monkeypatch.setattr(dealing, "make_deck", lambda *_: deck)


def labels(player: Player) -> list[str]:
    return [choice.label for choice in player.choices()]


async def chosen(player: Player, label: str) -> None:
    await player.choose(next(choice for choice in player.choices() if choice.label == label))


@pytest.mark.usefixtures("_blank_dealt")
async def test_carte_blanche_is_a_button_on_ones_own_turn_and_all_see_the_cards_from_then_on(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor
) -> None:
    sitting = await sit_down(world, (ann, ben), rules="rubicon", auto_draw=True)
    leader, (other,) = sitting.on_move(), sitting.waiting()
    assert "Carte blanche +50" in labels(leader)
    await chosen(leader, "Carte blanche +50")
    shown = ["10♧", "9♧", "8♧", "7♧", "A♧", "10♦", "9♦", "8♦", "7♦"]
    for page in (words_of(other.panel), words_of(await other.slash_hand())):
        assert "showed carte blanche" in page
        assert all(card in page for card in shown)
    assert "Carte blanche +50" not in labels(leader)
    view = (await bot_of(world).tables.get(sitting.table)).view()
    assert view is not None
    assert set(map(card_name, view.known[view.turn])) == set(BLANK.split())
    await chosen(leader, "A♧")
    await other.choose(other.choices()[0])
    assert "Carte blanche 9♤ +50" in labels(leader)
    await chosen(leader, "Carte blanche 9♤ +50")
    assert "9♤" in words_of(other.panel)
    assert "A♧" not in words_of(other.panel).split("has on the table")[1].split("\n")[0]
    watch.check()


@pytest.mark.deep
async def test_whole_game_of_two_one_in_french_and_one_by_ear_with_rematch_and_review(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)
    set_locales(world.env, {ben.id: "fr"})
    await ask(ann, world.channel, "settings", cards="text")
    lobby = await lobby_at(world, ann, ben, rules="rubicon")
    assert "Rubicon · one deal\n" in words_of(lobby).replace("*", "")
    await ann.click(lobby, label="Start")
    sitting = await seated(world, table_number(lobby), (ann, ben), look=False)
    for player in sitting.players:
        player.eager = True
        await player.slash_hand()
    while await sitting.step():
        for player in sitting.players:
            assert not NOT_HERE.search(text := words_of(player.panel)), text
        if len(sitting.moves) % 30 == 7:
            await world.env.advance_time(3)
            assert "Rubicon · one deal" in words_of(sitting.board())
            assert not NOT_HERE.search(text := words_of(sitting.board())), text
    over = sitting.ending()
    assert re.search(r"Value: \d+ .* = \d+", words_of(over))
    assert not NOT_HERE.search(words_of(over))
    for member in (ann, ben):
        review = private_answer(await member.click(over, label="What cost me most"))
        await world.env.advance_time(60)
        assert not NOT_HERE.search(text := words_of(review)), text
        private_answer(await member.click(over, label="More…"))
    for member in (ann, ben):
        await member.click(over, label="Rematch")
    assert f"The rematch is on at table {sitting.table + 1}." in words_of(over)
    again = await bot_of(world).tables.get(sitting.table + 1)
    assert again.rules == RUBICON
    watch.check()


@pytest.mark.deep
async def test_whole_private_practice_has_its_result_rematch_and_review(
    world: World, ann: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_little(monkeypatch)
    sitting = await practise_alone(world, ann, rules="rubicon", level="novice")
    await play_until(sitting, lambda table: not table.live)
    over = private_messages(world, ann)[-1]
    assert re.search(r"Value: \d+ .* = \d+", words_of(over))
    await ann.click(over, label="What cost me most")
    await ann.click(next(m for m in private_messages(world, ann) if button_named(m, "Rematch")), label="Rematch")
    assert (await bot_of(world).tables.get(sitting.table + 1)).rules == RUBICON


# ------------------------------------------------------------------ opening it


async def test_it_is_opened_by_every_way_in_and_says_one_deal(world: World, ann: MemberActor, ben: MemberActor) -> None:
    offered = await ann.autocomplete(world.channel, "play", "rules", "rubic")
    assert [choice["value"] for choice in offered] == ["rubicon"]
    for command, options in {
        "play": {},
        "challenge": {"member": ben, "best_of_three": True, "length": "2000"},
        "practice": {"length": "one_deal", "players": 2},
    }.items():
        shown = await ann.slash(world.channel, command, rules="rubicon", **options)
        assert shown.response is not None
        table = tables_here(world)[-1]
        assert (table.rules, table.terms.preset) == (RUBICON, "rubicon")
        if command != "practice":
            assert "Rubicon · one deal" in words_of(shown.response)
    lobby = await lobby_at(world, ben, rules="rubicon past_tricks=open friendly")
    assert "Rubicon · one deal · past tricks: " in words_of(lobby)
    again = await lobby_at(world, ben)
    assert "Rubicon · one deal · past tricks: " in words_of(again), "as the member had it last"


async def test_what_does_not_go_with_it_is_refused_to_its_sender_alone(world: World, ann: MemberActor) -> None:
    for typed, told in {
        "rubicon target=2000": "target has no effect in game = rubicon; leave it out.",
        "rubicon length=one_deal": "length has no effect",
        "rubicon 3": "it is a game for 2",
        "rubicon irregularities=forfeits": "there is no such table",
        "modern game=rubicon announce=true": "announce has no effect",
    }.items():
        for command in ("play", "practice"):
            assert told in said(await ann.slash(world.channel, command, rules=typed))
    assert "it is a game for 2" in said(await ann.slash(world.channel, "practice", rules="rubicon", players=3))
    assert all_public(world) == []
    assert not tables_here(world)


async def test_sheet_offers_what_has_an_effect_and_no_empty_page(world: World, ann: MemberActor) -> None:
    sheet = await Sheet.opened(ann, await lobby_at(world, ann, rules="rubicon"))
    assert set(sheet.menus()) == {"clock"}
    assert not button_named(sheet.message, "Another target …")
    await sheet.turn_to("The table")
    pages = [b["label"] for b in buttons_of(sheet.message, enabled=False) if ":arrange" in b["custom_id"]]
    assert pages == ["Essentials", "The table", "The score"]
    offered = set(sheet.menus())
    for page in pages[2:]:
        await sheet.turn_to(page)
        sheet.check_limits()
        assert sheet.menus(), page
        offered |= set(sheet.menus())
    assert offered == {"book", "reckoning", "past_tricks"}
    await sheet.choose("reckoning", "units")
    assert tables_here(world)[0].rules == build_rules("rubicon", 2, {"reckoning": "units"})
    await sheet.choose("book", "britannica")
    assert tables_here(world)[0].rules == build_rules("britannica", 2, {})


async def test_it_is_refused_kindly_where_three_sit(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben, cleo, rules="modern 3")
    sheet = await Sheet.opened(ann, lobby)
    await sheet.turn_to("The table")
    menu = sheet.menus()["book"]
    refused = private_answer(await ann.select(sheet.message, ["rubicon"], custom_id=menu["custom_id"]))
    assert f"Too many sit at table {table_number(lobby)}; somebody has to leave first." in words_of(refused)
    assert "Modern" in words_of(lobby)
    assert (await bot_of(world).tables.get(table_number(lobby))).rules.players == 3


async def test_rule_sets_and_tournaments_take_it(world: World, ann: MemberActor, ben: MemberActor) -> None:
    await named(ann, await lobby_at(world, ann, rules="rubicon reckoning=units"), "Club night")
    again = await lobby_at(world, ann, rules="club night")
    assert "Rubicon · one deal" in words_of(again)
    await created(world, ben, rules="rubicon")
    (cup,) = await bot_of(world).club.tournaments.of_server(ben.guild.id)
    assert (cup.rules, cup.preset) == (RUBICON, "rubicon")
    partners = private_answer(await created(world, ann, rules="rubicon", meeting="all-partners"))
    assert "it is a game for 2" in words_of(partners)


# ------------------------------------------------------------------ what can be declared


QUEENS = "QCa QDa QHa QSa"


def at_rubicon(hand: str, stock: str = "") -> Position:
    """Open a deal in which seat 1, who leads, holds these cards."""
    return position(RUBICON, hands={1: hand}, stock=stock)


def page_of(at: Position) -> str:
    """Return what *What can I declare?* tells seat 1."""
    view = observe(at.game, 1)
    return plain("\n".join(texts_of(advice_page(table_of(at.game, "rubicon", [ROW]), view))))


def section(page: str, heading: str) -> str:
    return page.partition(f"{heading}\n")[2].partition("\n\n")[0] if heading in page else ""


def test_advice_names_what_may_be_declared_again_once_a_card_of_it_is_played() -> None:
    at = at_rubicon(f"{QUEENS} QCb").win(1).do(f"1 declare four-queens {QUEENS}")
    again = section(page_of(at), "Again, once one of its cards has been played")
    assert "Four queens" in again
    assert "+60" in again
    assert "Not allowed" not in page_of(at)
    at.spend("QCa").draw().do("1 play QCa").follow().win(1)
    assert "Four queens" in section(page_of(at), "Now")
    assert "Again, once" not in page_of(at)


def test_advice_and_panel_name_what_lies_ready_before_a_card_of_it_is_played() -> None:
    at = at_rubicon("KSa QSa JDa KSb").win(1).do("1 declare royal-marriage KSa QSa").win(1)
    at.do("1 declare single-bezique QSa JDa").draw()
    assert not ready(observe(at.game, 1)), "what lies there has been declared"
    pairs = at_rubicon("QSa JDa QSb JDb").win(1).do("1 declare single-bezique QSa JDa").win(1)
    pairs.do("1 declare single-bezique QSb JDb").draw()
    (found,) = ready(observe(pairs.game, 1))
    assert (found.row.name, found.needed) == ("double-bezique", CardSet.of(cards("QSa JDa QSb JDb")))
    assert "Double bézique" in section(page_of(pairs), "After you win a trick")
    shown = table_of(pairs.game, "rubicon", [ROW])
    text = plain("\n".join(texts_of(panel(shown, shown.users[1]))))
    assert re.search(r"Double bézique Q♤ Q♤ J♦ J♦ \(\+500\) lies ready: win a trick before you play its cards\.", text)
    assert "lies ready" not in plain("\n".join(texts_of(panel(shown, shown.users[0]))))


def test_of_what_lies_there_in_several_ways_no_card_is_needed() -> None:
    kings = "KCa KDa KHa KSa KCb"
    at = at_rubicon(f"{kings} QCa QCb").win(1).do("1 declare royal-marriage KCa QCa").win(1)
    at.do("1 declare royal-marriage KCb QCb").win(1).do("1 declare four-kings KCa KDa KHa KSa").spend("KDa").draw()
    assert "four-kings" not in {each.row.name for each in ready(observe(at.game, 1))}


def test_a_sequence_bars_the_marriage_and_is_warned_of_while_that_is_still_to_score() -> None:
    at = at_rubicon("ASa TSa KSa QSa JSa").win(1)
    page = page_of(at)
    assert "You could declare the royal marriage K♤ Q♤ first, for 40 more." in page
    assert "no king or queen of a sequence may marry" in page
    shown = table_of(at.game, "rubicon", [ROW])
    assert "first, for 40 more" in plain("\n".join(texts_of(panel(shown, shown.users[1]))))
    at.do("1 declare sequence ASa TSa KSa QSa JSa").win(1)
    blocked = section(page_of(at), "Not allowed")
    assert "Royal marriage" in blocked
    assert "Ruling 35: Here no king or queen of a sequence may marry" in blocked


def test_the_last_turn_to_declare_has_nothing_ready_for_later() -> None:
    at = at_rubicon("QSa JDa QSb JDb").win(1).do("1 declare single-bezique QSa JDa").win(1)
    at.do("1 declare single-bezique QSb JDb").to_last_eight()
    assert ready(observe(at.game, 1)) == ()


def test_nine_cards_on_the_table_and_nine_shown_cover_nothing() -> None:
    at = at_rubicon(BLANK).do("1 carte-blanche")
    deck = [c for c in law_for(RUBICON).pack if COURT >> c & 1]
    for seat in (None, 0, 1):
        view = observe(at.game, seat)
        face = (
            seen_by_all(view, ("Maximilian-Alexander", "Фёдор")) if seat is None else seen_from(view, ("Ann", "W" * 32))
        )
        check_layout(arranged(face))
        for groups in ([(c,) for c in deck[:9]], [tuple(deck[:4]), tuple(deck[4:8]), (deck[8],)]):
            seats = tuple(replace(each, exposed=tuple(groups), shown=()) for each in face.seats)
            sides = tuple(replace(side, total=14870) for side in face.sides)
            check_layout(arranged(replace(face, seats=seats, sides=sides)))


def test_five_figures_of_a_great_score_stay_apart_on_the_sheet() -> None:
    marks = [Mark(0, 3, seat, 4500, "quadruple-bezique") for seat in (0, 1)]
    for names in (("Anneliese", "Al"), ("Al", "Bartholomew"), ("Ann", "Ben")):
        sheet = score_sheet(marks, names, (14870, 12340))
        assert re.search(r"Béziques +4500 +4500\n", sheet)
        assert re.search(r"Total +14870 +12340\n", sheet)
        assert max(map(len, sheet.split("```")[1].split("\n"))) <= 22


def test_replay_and_tricks_tell_carte_blanche_and_add_no_brisques() -> None:
    table = ended(9, blank=True).table
    told = [plain("\n".join(texts_of(replay_page(table, 0, at)))) for at in range(65)]
    assert "carte blanche +50" in told[1]
    assert [re.findall(r"\+\d+", page) for page in told[2:64]] == [[]] * 62
    assert "last trick +50" in told[64]
    for page in [*told, plain("\n".join(texts_of(tricks_page(table, 0))))]:
        assert not NOT_HERE.search(page), page
    assert not re.search(r"\+[12]0", plain("\n".join(texts_of(tricks_page(table, 0)))))


async def test_a_game_that_nobody_wins_is_kept_told_and_played_again(
    world: World, watch: Watch, ann: MemberActor, ben: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    even = ended(9, blank=True)
    deck = even.game.deals[0].base.deck
    monkeypatch.setattr(dealing, "make_deck", lambda *_: deck)
    sitting = await sit_down(world, (ann, ben), rules="rubicon")

    def played_out(table: Table, at: Occasion) -> Table:
        for row in even.table.actions:
            words, deal = row.action[2:], table.game.deals[-1]
            if table.live and not (words == "pass" and deal.phase is Phase.PLAY):  # drawn by itself
                table = play.act(table, at, table.users[deal.turn], words, table.ply).table
        return table

    with world.env.time_context():
        await bot_of(world).tables.ask(sitting.table, played_out)
        await bot_of(world).presenter.show(sitting.table)
    await world.env.advance_time(3)
    over = sitting.ending()
    assert "🤝 Nobody wins, 50 to 50." in words_of(over)
    assert "nobody wins, and the game counts for nothing" in words_of(over)
    assert "Ratings:" not in words_of(over)
    table = await bot_of(world).tables.get(sitting.table)
    assert (table.status, table.winner) == (Status.FINISHED, ())
    await restart(world)
    listed = private_answer(await press(world, ann, over, ListFinished(Whose.ALL, 0).custom_id))
    assert "nobody won: Ann and Ben" in words_of(listed)
    for member in (ann, ben):
        await member.click(over, label="Rematch")
    assert f"The rematch is on at table {sitting.table + 1}." in words_of(over)
    watch.check()
