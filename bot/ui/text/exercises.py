"""Reasons of the house in words, and exercises: the question, and the reply to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.hints import Hint
from bot.coach.positions import Verdict
from bot.coach.themes import Kind, Reason, Theme
from bot.engine import Action, Rules, Verb, View
from bot.house.settle import WIN
from bot.ui.text.faces import face, faces, shown_name, sorted_hand
from bot.ui.text.i18n import mark, pair, tr, trn
from bot.ui.text.scoring import combination_said, spoken

_WHY: Final = {
    Theme.ONLY: "there is nothing else to do",
    Theme.COUNTED: "every card is known by counting, and it brings most in the last tricks",
    Theme.MANY: "many small things together speak for it",
    Theme.WINS_TO_DECLARE: "it is the surer way to take the trick, and then {name} ({points}) can be declared",
    Theme.KEEPS_COMBINATION: "it keeps {name} in reach",
    Theme.COMES_ABOUT: "it makes {name} more likely",
    Theme.DENIES: "it makes {name} less likely for the other side",
    Theme.WINS_BRISQUES: "it brings more tens and aces home in this trick",
    Theme.SAVES_BRISQUE: "a ten or an ace is not risked in this trick",
    Theme.FEWER_BRISQUES_LOST: "fewer tens and aces are lost in this trick",
    Theme.BRISQUES_LATER: "more tens and aces come home in later tricks",
    Theme.KEEPS_TRUMP: "a trump is kept for the last eight tricks",
    Theme.KEEPS_STRENGTH: "the higher card is kept for the last eight tricks",
    Theme.STRONGER_END: "it brings more in the last eight tricks",
    Theme.SEVEN: "a seven of trumps comes to count more often",
    Theme.EXCHANGES: "the exchange counts at once",
    Theme.SHOWS: "the seven of trumps counts at once",
    Theme.LAST_TRICK: "the last trick, which counts extra, is won more often",
    Theme.WINS_GAME: "it wins the game more often",
    Theme.DECLARES: "it makes sure of {name} ({points}), and a later trick is free for something else",
    Theme.MARRIES_FIRST: "the royal marriage goes before the sequence, so that both count",
    Theme.ANNOUNCES: "{name} ({points}) can be declared after the next trick that is won",
    Theme.HOLDS_BACK: "the cards can still serve for {name}",
}


def deed(action: Action) -> str:
    """Say what an action does: play a card, declare something, draw."""
    cards = faces(sorted_hand(action.cards))
    if action.verb is Verb.PLAY:
        return tr("play {card}", card=face(action.cards[0]))
    if action.verb is Verb.DECLARE:
        return tr("declare {name} {cards}", name=combination_said(action.name), cards=cards)
    if action.verb is Verb.ANNOUNCE:
        return tr("announce {name} {cards}", name=combination_said(action.name), cards=cards)
    if action.verb is Verb.EXCHANGE:
        return tr("exchange the seven {card}", card=cards)
    if action.verb is Verb.SHOW:
        return tr("show {card}", card=cards)
    return _by_hand(action)


def _by_hand(action: Action) -> str:
    """Say what an action of an honour table does."""
    match action.verb:
        case Verb.DRAW:
            return tr("draw a card")
        case Verb.TAKE:
            return tr("take {card}", card=face(action.cards[0]))
        case Verb.RETURN:
            return tr("send back {card}", card=face(action.cards[0]))
        case Verb.CLAIM:
            return tr("claim what is due")
        case Verb.DONE:
            return tr("be done")
    return tr("declare nothing")


def reason_words(reason: Reason, rules: Rules) -> str:
    """Say in half a sentence what a difference is about; return an empty text for a theme that has no words."""
    if reason.theme not in _WHY:
        return ""
    name = combination_said(reason.name)
    words = tr(_WHY[reason.theme], name=name, points=spoken(reason.points, rules))
    if reason.theme is Theme.DENIES and rules.players > 2 and not rules.partners:
        words = tr("it makes {name} less likely for the others", name=name)
    if reason.unseen is None:
        return words
    return tr("{reason} ({unseen} of {count} unseen)", reason=words, unseen=reason.unseen, count=reason.of)


def hint_words(hint: Hint, view: View) -> str:
    """Say what the house would do, why, and how much better that is expected to be than the next best."""
    act, explanation = hint.action, hint.explanation
    what = deed(act)
    if act.verb is Verb.PASS and view.honour is None:
        what = tr("draw") if view.turn != view.leader or not view.rules.partners else tr("pass")
    if hint.rule_of_thumb:
        words = tr("As a rule of thumb: **{what}**.", what=what)
        return f"{words}\n-# {tr('The house is too busy to weigh it just now. Ask again in a moment.')}"
    words = would_words(what, reason_words(explanation.reason, view.rules) if explanation is not None else "")
    other = explanation.instead_of if explanation is not None else None
    if explanation is None or other is None:
        return words
    points = spoken(explanation.points.mean, view.rules)
    if not explanation.told or not points:
        return f"{words} {tr('Almost as good: {other}.', other=deed(other))}"
    if not view.searchable:  # a number would reveal cards that may not be looked at any more
        return f"{words} {tr('Less good: {other}.', other=deed(other))}"
    return f"{words} {worth(points, other)}"


def would_words(what: str, why: str) -> str:
    """Say what a strong player would do.

    Args:
        what: The deed.
        why: The reason as half a sentence; empty if there is none to tell.
    """
    if not why:
        return tr("A strong player would **{what}**.", what=what)
    return tr("A strong player would **{what}**: {why}.", what=what, why=why)


def worth(points: int, other: Action) -> str:
    """Say by how many points, as they are spoken of, something is expected to be better than another action."""
    return trn(
        "That is about {count} point better than to {other}.",
        "That is about {count} points better than to {other}.",
        points,
        other=deed(other),
    )


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
