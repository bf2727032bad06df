"""What Madame says of another card than hers is true, and says why it was not so good."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from bot.engine import Verb, View, legal_actions
from bot.engine.advice import advise
from bot.engine.cards import BRISQUES, CardSet, mask_of
from bot.engine.combinations import BY_NAME
from bot.engine.events import TrickTaken
from bot.ui.text.faces import face
from bot.ui.text.scoring import combination_said
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.first_deal import BEGIN, GO_ON, FirstDeal, Stage, first_deal_after
from cogs.learn.tutorial.remarks import remark
from cogs.learn.tutorial.script import MADAME

pytestmark = pytest.mark.deep

KINDS = {
    "now mine": "gives a brisque",
    "was needed for": "breaks up",
    "was worth keeping": "breaks up what lacks a card",
    "had .* to declare, but": "cannot declare",
    "taken it too": "pays too much",
    "nothing in it": "wins nothing",
    "cheap one": "cheap",
    "given nothing for it": "loses a good card",
    "harder to beat": "too weak a lead",
    "with it the lead": "leaves the lead",
    "won all the same": "wins anyway",
    "just as well|Why not!": "as good",
    "cost you": "wrong order",
    "last chance": "last chance",
    "wait until you win again": "waits",
    "did not announce": "not announced",
    "without exchanging": "not exchanged",
    "Only one declaration": "less",
}


def wilful(seed: int) -> list[FirstDeal]:
    """Return the lesson after each step of a pupil who does something else now and then."""
    rng, lesson, seen = Random(seed), FirstDeal(), []
    while lesson.stage is not Stage.OVER:
        if lesson.stage is Stage.PLAYING:
            steps = sorted({a.text.split(" ", 1)[1] for a in legal_actions(lesson.game)})
            lesson.take(rng.choice(steps) if rng.random() < 0.4 else lesson.suggested.text.split(" ", 1)[1])
        else:
            lesson.take({Stage.WELCOME: BEGIN, Stage.SKIPPING: GO_ON}[lesson.stage])
        seen.append(first_deal_after(lesson.steps))
    return seen


def kind_of_remark(words: str) -> str:
    return next((kind for pattern, kind in KINDS.items() if re.search(pattern, words)), "other")


def check(lesson: FirstDeal, words: str, kind: str) -> None:
    """Hold a remark about a card to what the pupil knew and what came of it."""
    aside = lesson.aside
    assert aside is not None
    before, card, better = aside.before, aside.did.cards[0], aside.suggested.cards[0]
    taken = [e.trick for e in lesson.events if isinstance(e, TrickTaken) and card in e.trick.cards]
    winner = taken[0].winner if taken else None
    if kind in ("gives a brisque", "loses a good card", "too weak a lead", "leaves the lead", "cannot declare"):
        assert winner == MADAME
    if kind in ("wins anyway", "pays too much", "wins nothing", "as good"):
        assert winner == PUPIL
    if kind == "gives a brisque":
        assert BRISQUES >> card & 1
    if kind == "wins nothing":
        assert not mask_of(taken[0].cards) & BRISQUES
        assert not advise(before).later
    if kind in ("breaks up", "breaks up what lacks a card"):
        (name,) = [row for row in BY_NAME if f"for {combination_said(row)}" in words.replace(":", "")]
        (points,) = map(int, re.findall(r"(\d+) points", words))
        assert points == BY_NAME[name].points
        known = advise(before)
        assert name in {each.row.name for each in (known.later if kind == "breaks up" else known.near)}
        assert face(card) in words
    if kind not in ("breaks up", "breaks up what lacks a card", "cheap", "as good"):
        assert face(better) in words


def held(view: View) -> CardSet:
    return view.hand | view.tables[PUPIL]


TELLING = (7, 36, 12, 9, 13, 25, 32, *range(7))
"""Pupils to whom every kind of remark is made, of the first sixty the fewest, and some more."""


def test_every_remark_is_true_and_names_no_card_that_the_pupil_does_not_know() -> None:
    met: Counter[str] = Counter()
    for seed in TELLING:
        for lesson in wilful(seed):
            words, aside = remark(lesson), lesson.aside
            assert bool(words) == (aside is not None)
            if aside is None:
                continue
            kind = kind_of_remark(words)
            met[kind] += 1
            if aside.did.verb is Verb.PLAY:
                assert kind not in ("waits", "last chance", "less", "not announced", "not exchanged", "wrong order")
                check(lesson, words, kind)
            trick = {c for e in lesson.events if isinstance(e, TrickTaken) for c in e.trick.cards}
            known = {
                face(c) for c in {*held(aside.before), *aside.before.trick, *trick, aside.before.turn_up} if c >= 0
            }
            named = set(re.findall(r"(?:10|[789JQKA])[♤♧♥♦]", words))
            missing = set(re.findall(r"lacked only (\S+)\.", words))  # known to be missing, which advice says too
            assert named <= known | missing, words
    assert set(KINDS.values()) <= set(met)
    assert met["other"] < met.total() / 20


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (["play ACb"], "your A♧ is a **brisque**"),
        (["play KCa"], "K♧ was needed for a common marriage (K♧ Q♧), 20 points: once played, a card is gone."),
        (["play 8Ca", "play QSa"], "Q♤ was worth keeping: for bézique, 40 points, you lacked only J♦."),
        (["play 8Ca", "play 8Ha"], "A♤ would have taken it too. Keep 8♥ for a trick that nothing less can win."),
    ],
)
def test_the_first_tricks_are_commented_on(steps: list[str], words: str) -> None:
    assert words in remark(first_deal_after([BEGIN, *steps]))
