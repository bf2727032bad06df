"""Exercises in words: what is asked, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.answers import Verdict
from bot.coach.kinds import Kind
from bot.engine import Action, Rules, Verb, View
from bot.house.settle import WIN

from .faces import face, shown_name
from .i18n import mark, pair, tr, trn
from .reckoning import spoken
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
    """Say what something is expected to cost, in points as they are spoken of; it is an estimate, and says so."""
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
    """Say that an answer was found, and why it is best.

    Args:
        answer: What was answered; it may be hardly worse than what is best.
        best: What is best.
        why: The reason, where there is one.
    """
    words = tr("**Found: {deed}.**", deed=deed(answer))
    if deed(answer) != deed(best):
        words = f"{words} {tr('A hair better still: {deed}.', deed=deed(best))}"
    return f"{words}\n{why}" if why else words


def answer_words(best: Action, why: str) -> str:
    """Say what is best, to whoever asks for it."""
    words = tr("**The best: {deed}.**", deed=deed(best))
    return f"{words}\n{why}" if why else words


def why_words(others: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Say what speaks for the best, against what costs least of the others, and what these cost.

    Args:
        others: What else could be done, the cheapest first.
        view: What the seat sees.
    """
    worse = [(action, verdict) for action, verdict in others if not verdict.found]
    if not worse:
        return ""
    why = worse[0][1].reason
    words = reason_words(why, view.rules) if why is not None else ""
    return "\n".join(filter(None, [f"{words[:1].upper()}{words[1:]}." if words else "", _costs(worse, view)]))


def _costs(worse: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Write what the others are expected to cost: each card where cards are to be played, else the cheapest."""
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
