"""What the engine can name has one row with all its words: whatever scores, every refusal, every verb."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from bot.engine import Action, Game, Verb, apply, parse_card, read_code, start_deal
from bot.engine.actions import Takes, When
from bot.engine.combinations import BY_NAME
from bot.engine.forfeits import Irregularity
from bot.engine.record import make_record
from bot.ui.text.faces import face
from bot.ui.text.happened import what_happened
from bot.ui.text.scoring import POINTS_WORDS, SHEET_LINES, mark_reason, mark_told
from bot.ui.text.transcript import transcript
from bot.ui.text.verbs import VERB_WORDS, deed
from bot.ui.text.wordings import plain_card
from tests.golden.games import path_of, read_golden
from tests.record.games import ALL_RULES, NAMES, play_game

COMBINATIONS = set(BY_NAME)
FORFEITS = {f"forfeit-{kind}" for kind in Irregularity}


def test_whatever_points_are_marked_for_has_a_row_and_nothing_else_has_one() -> None:
    # Carte blanche comes about too seldom: rules/test_rubicon.py shows it.
    seen = {"carte-blanche"} | {mark.reason for rules in ALL_RULES.values() for mark in play_game(rules, 8).game.marks}
    assert seen | COMBINATIONS | FORFEITS == set(POINTS_WORDS)
    assert set(POINTS_WORDS) - COMBINATIONS - FORFEITS <= seen


@pytest.mark.parametrize("reason", POINTS_WORDS)
def test_row_of_what_scores_has_every_field(reason: str) -> None:
    row = POINTS_WORDS[reason]
    assert row.line
    assert bool(row.said) == (reason in COMBINATIONS)
    assert bool(row.short) == bool(row.told) == (reason not in COMBINATIONS)
    for words in (mark_reason(reason), mark_told(reason)):
        assert words == words.lower()
        assert "-" not in words


def test_each_thing_that_scores_stands_in_one_line_of_the_sheet() -> None:
    assert sorted(reason for reasons in SHEET_LINES.values() for reason in reasons) == sorted(POINTS_WORDS)
    assert list(SHEET_LINES)[:2] == ["Marriages", "Béziques"]


def test_every_verb_of_a_hand_has_a_deed_and_words_on_its_control() -> None:
    assert set(VERB_WORDS) == {verb for verb in Verb if verb.when is not When.ALWAYS}
    assert all(all(words) for words in VERB_WORDS.values())
    assert len({words.deed for words in VERB_WORDS.values()}) == len(VERB_WORDS)


@pytest.mark.parametrize("verb", VERB_WORDS, ids=str)
def test_deed_names_the_cards_and_the_combination_that_the_verb_takes(verb: Verb) -> None:
    cards = () if verb.takes in (Takes.NOTHING, Takes.CLAIM) else (parse_card("KSa"), parse_card("QSa"))
    action = Action(0, verb, cards[: 2 if verb.takes is Takes.COMBINATION else 1], "common-marriage")
    said = deed(action)
    assert said == said[:1].lower() + said[1:]
    assert ("K♤" in said) == bool(cards)
    assert ("a common marriage" in said) == (verb.takes is Takes.COMBINATION)
    assert "{" not in said


class Told(NamedTuple):
    """An action of a golden game, and what the next seat and a transcript are told of it."""

    game: Game
    """Before the action."""
    action: Action
    marked: int
    """Points that are marked for it."""
    happened: str
    written: str


BY_THE_WAY = FORFEITS | {"seven-played", "brisques", "last-trick"}
GAMES = ("rich-rubicon", "announcing-2", "britannica-3", "honour-britannica-2", "honour-enquire-partners")
HIDDEN = {Verb.PLAY, Verb.TAKE, Verb.RETURN}
"""Verbs whose cards are told with the trick, or to nobody."""
UNTOLD = {Verb.PLAY, Verb.PASS}
"""Verbs that need no words of their own: the trick or the draw is told."""


@cache
def told() -> dict[Verb, list[Told]]:
    """Collect some actions of each verb from golden games."""
    found: dict[Verb, list[Told]] = {verb: [] for verb in VERB_WORDS}
    for name in GAMES:
        code, played = read_golden(path_of(name).read_text())
        after, taken = Game(read_code(code)[1]), Counter[Verb]()
        for number, deal in enumerate(played):
            after = start_deal(after, deal.dealer, deal.deck).game
            for at, action in enumerate(deal.actions):
                before, after = after, apply(after, action).game
                taken[action.verb] += 1
                if taken[action.verb] <= 2:
                    done = [each.actions for each in played[:number]]
                    lines = [_lines(before, [*done, deal.actions[:at]], action.seat),
                             _lines(after, [*done, deal.actions[: at + 1]], action.seat)]  # fmt: skip
                    words = (
                        "\n".join(line for line in new if line not in old) for old, new in zip(*lines, strict=True)
                    )
                    marks = after.deals[-1].score.marks[len(before.deals[-1].score.marks) :]
                    marked = sum(mark.points for mark in marks if mark.reason not in BY_THE_WAY)
                    found[action.verb].append(Told(before, action, marked, *words))
    return found


def _lines(game: Game, done: list[tuple[Action, ...]], seat: int) -> tuple[list[str], list[str]]:
    names = NAMES[: game.rules.players]
    clauses = what_happened(game.deals[-1], done[-1], (seat + 1) % len(names), names).split(" · ")
    return clauses, transcript(make_record(game, names, done), hands=False).splitlines()


@pytest.mark.parametrize("verb", VERB_WORDS, ids=str)
def test_points_that_stand_on_the_control_of_a_verb_are_those_that_are_marked_for_it(verb: Verb) -> None:
    assert told()[verb]
    for each in told()[verb]:
        later = verb is Verb.ANNOUNCE  # it counts when it is declared
        assert each.marked == (0 if later else each.game.law.points_of(each.action)), each.action


@pytest.mark.parametrize("verb", [verb for verb in VERB_WORDS if verb not in UNTOLD], ids=str)
def test_a_verb_is_told_with_its_cards_and_points_in_the_panel_and_in_a_transcript(verb: Verb) -> None:
    for each in told()[verb]:
        assert NAMES[each.action.seat] in each.happened, each.action
        cards = () if verb in HIDDEN else each.action.cards
        assert all(face(card) in each.happened for card in cards), each
        assert all(plain_card(card) in each.written for card in cards), each
        assert not each.marked or f", {each.marked}" in each.happened, each
        assert not each.marked or f": {each.marked}." in each.written, each
