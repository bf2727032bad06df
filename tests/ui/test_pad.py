"""The picture of a deal that is over: the score in columns, the sum, and the biggest declaration."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from bot.engine import PRESETS, build_rules, observe_deal
from bot.engine.combinations import BY_NAME
from bot.ui.pictures.cardface import Print
from bot.ui.pictures.pad import describe_pad, pad_of, pad_picture
from bot.ui.pictures.tableface import LONGEST
from bot.ui.text.i18n import LANGUAGES, speaking
from bot.ui.text.scoring import spoken
from tests.ui.at_board import positions

if TYPE_CHECKING:
    from bot.engine import Deal

pytestmark = pytest.mark.deep
GAMES = [(name, players, False) for name, book in PRESETS.items() for players in book.players]
GAMES += [(name, 4, True) for name, book in PRESETS.items() if 4 in book.players]


def ends(preset: str, players: int, *, partners: bool) -> list[tuple[Deal, tuple[str, ...]]]:
    changes: dict[str, object] = {"target": 500} if PRESETS[preset].game == "bezique" else {}
    changes |= {"partners": True} if partners else {}
    *_, last = positions(build_rules(preset, players, changes), preset, 3)
    return [(deal, last.names) for deal in last.game.deals if deal.over]


@pytest.mark.parametrize(("preset", "players", "partners"), GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_add_up_and_picture_and_words_say_the_same(
    preset: str, players: int, language: str, *, partners: bool
) -> None:
    for deal, names in ends(preset, players, partners=partners):
        view = observe_deal(deal, None)
        with speaking(language):
            pad = pad_of(view, names, deal.base.carried)
            words = describe_pad(pad)
        carried = any(deal.base.carried)
        reasons = pad.lines[: -3 if carried else -1]
        for at, side in enumerate(view.law.side_seats):
            total = spoken(sum(view.totals[seat] for seat in side), view.rules)
            before = spoken(sum(deal.base.carried[seat] for seat in side), view.rules)
            assert pad.lines[-1][1][at] == total
            assert abs(sum(values[at] for _, values in reasons) - (total - before)) <= len(reasons)  # of tens, rounded
        declared = [mark for mark in view.marks if mark.reason in BY_NAME]
        assert bool(pad.best) == bool(pad.cards) == bool(declared)
        assert len(words) <= LONGEST
        assert all(str(value) in words for _, values in pad.lines for value in values)
        with Image.open(io.BytesIO(pad_picture(pad, Print()))) as picture:
            assert picture.width == 1100
            assert 700 <= picture.height <= 1000, "a wider one is shown badly, a higher one leaves a phone's screen"


def test_name_that_the_typeface_lacks_and_the_longest_one_have_their_column() -> None:
    ((deal, _), *_) = ends("modern", 2, partners=False)
    pad = pad_of(observe_deal(deal, None), ("漢字", "W" * 32), deal.base.carried)
    assert pad_picture(pad, Print(four_colour=True))
