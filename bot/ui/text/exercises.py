"""Exercises in words: the question, and the reply to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.answers import Verdict
from bot.coach.kinds import Kind
from bot.engine import Action, Rules, Verb, View
from bot.house.settle import WIN
from bot.ui.text.scoring import spoken

from .faces import face, shown_name
from .i18n import mark, pair, tr, trn
from .thoughts import deed, reason_words

_QUESTIONS: Final = mark(
    {
        Kind.LEAD: "You lead. Which card is best?",
        Kind.FOLLOW: "You follow. Which card is best?",
        Kind.DECLARE: "You may declare. What is best?",
        Kind.EIGHT: "The last eight tricks. Which card is best?",
    }
)


def question(kind: Kind) -> str:
    """Say what is to be found."""
    return tr(_QUESTIONS[kind])


def cost_words(points: float, rules: Rules) -> str:
    """Say what something is expected to cost, in points as they are spoken of, marked as an estimate."""
    if points > WIN / 2:
        return tr("perhaps the game")
    return trn("about {count} point", "about {count} points", max(1, spoken(points, rules)))


def wrong_words(answer: Action, verdict: Verdict, view: View) -> str:
    """Say what an answer costs, without telling what is better."""
    return tr(
        "**Not quite.** It costs **{cost}** to {deed}.",
        deed=deed(answer),
        cost=cost_words(verdict.cost.mean, view.rules),
    )


def found_words(answer: Action, best: Action, why: str) -> str:
    """Say that an answer was found, and why the best is best.

    Args:
        answer: The answer given; it may be slightly worse than the best.
        best: The best action.
        why: The reason; empty if there is none.
    """
    words = tr("**Found: {deed}.**", deed=deed(answer))
    if deed(answer) != deed(best):
        words = f"{words} {tr('A hair better still: {deed}.', deed=deed(best))}"
    return f"{words}\n{why}" if why else words


def answer_words(best: Action, why: str) -> str:
    """Say what is best, for a reader who asks for the answer."""
    words = tr("**The best: {deed}.**", deed=deed(best))
    return f"{words}\n{why}" if why else words


def why_words(others: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Say why the best is better than the cheapest of the others, and what the others cost.

    Args:
        others: The other possible actions, the cheapest first.
        view: What the seat sees.
    """
    worse = [(action, verdict) for action, verdict in others if not verdict.found]
    if not worse:
        return ""
    why = worse[0][1].reason
    words = reason_words(why, view.rules) if why is not None else ""
    return "\n".join(filter(None, [f"{words[:1].upper()}{words[1:]}." if words else "", _costs(worse, view)]))


def _costs(worse: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Write what the others are expected to cost: each card if several cards may be played, otherwise the cheapest."""
    plays = {face(action.cards[0]): verdict for action, verdict in worse if action.verb is Verb.PLAY}
    if len(plays) > 1:
        parts = [f"{name} {spoken(verdict.cost.mean, view.rules)}" for name, verdict in plays.items()]
        return "-# " + pair(tr("What the others cost, about"), ", ".join(parts))
    action, verdict = worse[0]
    cost = cost_words(verdict.cost.mean, view.rules)
    return "-# " + tr("It costs {cost} to {other}.", other=deed(action), cost=cost)


def score(view: View, names: tuple[str, ...]) -> str:
    """Write the score in a line."""
    parts = [
        f"{shown_name(name)} **{spoken(total, view.rules)}**" for name, total in zip(names, view.totals, strict=True)
    ]
    return "  ·  ".join(parts)
