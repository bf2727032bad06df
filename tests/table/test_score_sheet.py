"""The score sheet: who is named how, on a phone, with partners, and read aloud."""

from __future__ import annotations

import pytest

from bot.engine import Mark
from bot.house.roster import HOUSE, SIGN
from bot.ui.text.faces import cells
from bot.ui.text.history import score_sheet
from bot.ui.text.i18n import ENGLISH, LANGUAGES, speaking, tr
from bot.ui.text.scoring import SHEET_LINES

MARKS = (Mark(0, 3, 0, 40, "royal-marriage"), Mark(0, 5, 1, 500, "double-bezique"))


def sheet(*names: str) -> list[str]:
    return score_sheet(MARKS, names, (40, 500)).split("```")[1].strip("\n").split("\n")


def test_a_house_name_is_whole_beside_a_short_one() -> None:
    lines = sheet("Ann", f"{SIGN} Odette")
    assert lines[0].split() == ["Ann", "Odette"]
    assert max(map(cells, lines)) == 22


def test_two_long_names_share_the_room() -> None:
    for names in (("Anneliese", "Bartholomew"), (f"{SIGN} Odette", f"{SIGN} Gaspard"), ("Bartholomew", "Ann")):
        lines = sheet(*names)
        assert max(map(cells, lines)) == 22
        assert lines[-1].split() == ["Total", "40", "500"]


@pytest.mark.parametrize("other", ["Ann", "Bartholomew", "Wolfeschlegelsteinhausenbergerdo", "⌂ Docteur Brisque"])
def test_no_name_is_cut_whoever_plays_against_whom(other: str) -> None:
    for player in HOUSE.values():
        for names in ((player.shown, other), (other, player.shown)):
            text = score_sheet(MARKS, names, (40, 500))
            assert "…" not in text
            assert all(name.removeprefix(f"{SIGN} ") in text for name in names)
            assert max(map(cells, text.split("```")[1].split("\n"))) == 22


def test_names_without_room_stand_above_their_signs() -> None:
    first, *table = score_sheet(MARKS, (f"{SIGN} Madame Fleury", "Gustave"), (40, 500)).split("\n")
    assert first.replace("\u2068", "").replace("\u2069", "") == f"🔵 {SIGN} Madame Fleury  ·  🟠 Gustave"
    assert table[1].split() == ["🔵", "🟠"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_longest_titles_leave_the_sheet_as_wide_as_a_phone(language: str) -> None:
    marks = [Mark(0, 3, seat, 1230, reasons[0]) for seat in (0, 1) for reasons in SHEET_LINES.values()]
    with speaking(language):
        text = score_sheet(marks, ("Anneliese", "Bartholomew"), (9990, 9990), carried=(1230, 1230))
        lines = text.split("```")[1].strip("\n").split("\n")
        titles = [tr(title).replace("Carte blanche", "C. blanche") for title in SHEET_LINES]
        titles += [tr("This deal"), tr("Before"), tr("Total")]
    assert max(map(cells, lines)) == 22
    assert all(line.startswith(title) for line, title in zip(lines[1:], titles, strict=True))
    assert all(line.count("1230") == 2 for line in lines[1:10])


def test_partners_are_reckoned_as_sides_and_the_total_names_both() -> None:
    lines = score_sheet(MARKS[:1], ("Ann", "Ben", "Cleo", "Dai"), (40, 0, 20, 0), partners=True).split("\n")
    plain = [line.replace("\u2068", "").replace("\u2069", "") for line in lines]
    assert plain == ["**Marriages**  Ann + Cleo 40", "**Total**  Ann + Cleo 60  ·  Ben + Dai 0"]


def test_read_aloud_it_is_a_line_a_reason() -> None:
    with speaking(ENGLISH, in_words=True):
        text = score_sheet(MARKS, ("Ann", "Ben"), (40, 500))
    assert "```" not in text
    assert text.count("\n") == 2
