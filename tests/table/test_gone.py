"""The grid behind *Tricks*: which cards are out, in sight and not seen, where the rules let tricks be looked at."""

from __future__ import annotations

import re

import pytest

from bot.engine import PRESETS, View, build_rules
from bot.engine.cards import NO_CARD
from bot.tables import Table
from bot.ui.text.i18n import speaking
from bot.ui.text.table_lines import gone_grid
from cogs.table.tricks import tricks_page
from tests.ui.at_board import positions, texts_of

pytestmark = pytest.mark.deep
LEGEND = "× out, o in sight, · not seen"
BOOKS = [(name, max(book.players)) for name, book in PRESETS.items()]


def tables(preset: str, players: int, **changes: object) -> list[Table]:
    changes |= {"target": 500} if PRESETS[preset].game == "bezique" else {}
    return [each for each in positions(build_rules(preset, players, changes), preset, 3) if each.view() is not None]


def not_seen(view: View) -> int:
    """Count what a seat cannot know: the stock behind the turn-up, and what others hold that was never shown."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    closed = sum(view.hand_sizes[seat] - len(view.known[seat]) for seat in others)
    return view.stock - (view.turn_up != NO_CARD) + closed


@pytest.mark.parametrize(("preset", "players"), BOOKS)
def test_grid_counts_every_card_of_the_pack_for_each_seat_and_for_who_watches(preset: str, players: int) -> None:
    shown = 0
    for table in tables(preset, players, past_tricks="open")[::5]:
        for user in (*table.users, None):
            view = table.seen_by(user).view if user is not None else table.view()
            if view is None or view.over or view.honour is not None:
                continue
            lines = gone_grid(view).split("```")[1].strip("\n").split("\n")
            assert len({len(line) for line in lines[1:]}) == 1, "it lines up"
            signs = "".join(lines[1:])
            assert signs.count("×") == len(view.gone)
            assert signs.count("·") == not_seen(view)
            assert sum(map(signs.count, "×o·")) == len(view.law.pack)
            shown += 1
    assert shown > 20


def test_page_has_the_grid_only_while_all_tricks_of_a_deal_may_be_looked_at() -> None:
    for preset in ("modern", "enquire"):
        for table in tables(preset, 2)[::9]:
            view = table.view(table.users[0])
            assert view is not None
            text = "\n".join(texts_of(tricks_page(table, view.number, reader=table.users[0])))
            allowed = preset == "modern" or view.tricks_played < 2
            assert (LEGEND in text) is (allowed and not view.over and table.live)
            assert len(re.findall(r"^-# \d+\. ", text, re.MULTILINE)) <= 6 or LEGEND not in text


def test_in_words_the_cards_not_seen_are_named() -> None:
    table = tables("modern", 2)[40]
    with speaking("en", in_words=True):
        text = gone_grid(table.seen_by(table.users[0]).view)  # type: ignore[arg-type]
    assert text.startswith("Not seen: spades: ")
    assert not re.search("[×·`]", text)
