"""Golden games: the engine still plays recorded games as it did, and every preset and option value has one."""

from __future__ import annotations

import pytest

from bot.engine import OPTIONS, PRESETS, Option, read_code
from bot.engine.actions import Verb, When
from bot.engine.combinations import BY_NAME
from bot.engine.forfeits import Irregularity
from tests.golden.games import FOLDER, golden_codes, path_of, read_golden, write_golden

CODES = golden_codes()
OFTEN = ("modern-2", "modern-3", "modern-4", "modern-partners", "honour-britannica-2")
"""Those that the README's command plays too: one for each number of hands."""


@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.deep) for name in CODES]
)
def test_a_golden_game_is_played_and_marked_as_it_was(name: str) -> None:
    """If the change is meant: ``python -m tests.golden.games``, and read the difference."""
    recorded = path_of(name).read_text()
    code, played = read_golden(recorded)
    assert code == CODES[name]
    assert write_golden(code, played) == recorded
    assert "won nobody" not in recorded


def test_there_is_no_golden_game_without_rules() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(CODES)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_its_golden_games(preset: str) -> None:
    rules = [read_code(code)[1] for name, code in CODES.items() if code.split()[0] == preset]
    assert set(PRESETS[preset].players) <= {each.players for each in rules}
    for players in PRESETS[preset].players:
        assert PRESETS[preset].rules(players) in rules
    if PRESETS[preset].game != "bezique":
        return
    assert any(each.partners for each in rules)
    assert any(each.trump == "first_marriage" for each in rules)
    assert any(each.packs == "two_less_an_eight" for each in rules)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_value_of_every_option_has_a_golden_game(option: Option) -> None:
    played = {read_code(code)[1].values()[option.key] for code in CODES.values()}
    assert {choice.value for choice in option.choices} <= played


def test_every_declaration_and_every_verb_stands_in_a_golden_game() -> None:
    text = "\n".join(path_of(name).read_text() for name in CODES)
    for row in BY_NAME.values():
        assert f" declare {row.name} " in text, row.name
    verbs = (" exchange ", " show ", " carte-blanche", " announce ")
    for word in (*verbs, "seven-played", "dealer-seven", "last-trick", "brisques"):
        assert word in text
    for verb in (verb for verb in Verb if verb.when is When.HONOUR):
        assert f" {verb.value}" in text
    for kind in Irregularity:
        assert f" claim {kind}" in text
        assert f" forfeit-{kind} " in text
