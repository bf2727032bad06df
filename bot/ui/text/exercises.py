"""Reasons of the house in words, and exercises: the question, and the reply to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.hints import Hint, tempting
from bot.coach.positions import Verdict
from bot.coach.reasons import vetted
from bot.coach.themes import Kind, Reason, Theme
from bot.engine import Action, Rules, Verb, View
from bot.engine.law import law_for
from bot.house.settle import WIN
from bot.ui.text.faces import capital, face, shown_name
from bot.ui.text.i18n import mark, pair, tr, trn
from bot.ui.text.scoring import combination_said, last_tricks, spoken
from bot.ui.text.verbs import deed

_WHY: Final = mark(
    {
        Theme.ONLY: "nothing else is possible",
        Theme.COUNTED: "all cards are known, and nothing brings more",
        Theme.MANY: "many small things speak for it",
        Theme.WINS_TO_DECLARE: "it takes the trick more surely, to declare {name} ({points})",
        Theme.KEEPS_COMBINATION: "it keeps {name} in reach",
        Theme.COMES_ABOUT: "it makes {name} more likely",
        Theme.DENIES: "it makes {name} less likely for an opponent",
        Theme.WINS_BRISQUES: "it brings home more tens and aces in this trick",
        Theme.SAVES_BRISQUE: "no ten or ace from the hand is risked",
        Theme.FEWER_BRISQUES_LOST: "fewer tens and aces are lost in this trick",
        Theme.BRISQUES_LATER: "more tens and aces come home later",
        Theme.KEEPS_TRUMP: "a trump is kept for the last tricks",
        Theme.KEEPS_STRENGTH: "the higher card is kept for the last tricks",
        Theme.STRONGER_END: "it brings more in the last tricks",
        Theme.SEVEN: "a seven of trumps counts more often",
        Theme.EXCHANGES: "the exchange counts at once",
        Theme.SHOWS: "the seven of trumps counts at once",
        Theme.LAST_TRICK: "the last trick is won more often",
        Theme.WINS_GAME: "it wins the game more often",
        Theme.DECLARES: "it counts {points} at once",
        Theme.MARRIES_FIRST: "royal marriage before sequence, so that both count",
        Theme.ANNOUNCES: "it can be declared ({points}) after the next trick won",
        Theme.HOLDS_BACK: "the cards can still serve for {name}",
        Theme.WINS_AND_DECLARES: "it takes the trick, and then {name} ({points}) can be declared",
        Theme.MAY_DECLARE: "if it takes the trick, {name} ({points}) can be declared",
        Theme.WINS_AND_EXCHANGES: "it takes the trick, and then the seven can be exchanged",
        Theme.TAKES_BRISQUES: "it takes the trick, with tens or aces in it ({points})",
        Theme.FEEDS_PARTNER: "your side has the trick, with tens or aces in it ({points})",
        Theme.TAKES_TURN: "it takes the trick, so no opponent can declare",
        Theme.TAKES_LAST_TURN: "it takes the last trick after which anybody can declare",
        Theme.TAKES_LEAD: "it takes the trick, and leads next",
        Theme.LIKELY: "it takes the trick more often than not",
        Theme.KEEPS_WHOLE: "it keeps {name} ({points}) to be declared later",
        Theme.KEEPS_TRUMPS: "it keeps the trumps for the last tricks",
        Theme.MASTER: "the highest trump is kept for later",
        Theme.KEEPS_HIGHEST: "the highest card of another suit is kept",
        Theme.LEADS_HIGHEST: "only a trump can beat it",
        Theme.THROWS: "it serves in no combination, and is no ten or ace",
        Theme.LETS_GO: "there is no ten or ace to fight for",
        Theme.LOST_ANYWAY: "no card can take this trick, so the lowest goes",
        Theme.GIVES_LEAD: "the other hand has to take it, and lead",
        Theme.DRAWS_TRUMP: "it draws a trump from the other hand",
        Theme.DRAWS_LAST_TRUMP: "it draws the last trump from the other hand",
        Theme.SEVEN_NOW: "the seven of trumps counts {points} as it is played",
        Theme.FOLLOWED: "{name} ({points}) can follow later",
        Theme.TURN_UP: "it counts {points} at once, and brings the turned-up card",
        Theme.HIDES: "the cards stay hidden",
        Theme.KEEPS_SEVEN: "the seven of trumps stays in the hand",
        Theme.MAKES_TRUMPS: "trumps become the suit you hold most of",
        Theme.TRUMPS_IN_REACH: "trumps become a suit in which {name} ({points}) is in reach",
        Theme.AGAIN: "one more card then makes {name} ({points}) again",
        Theme.SAVES_RUBICON: "it reaches {points} points, so the rubicon is saved",
        Theme.TO_SAVE_RUBICON: "it takes tens or aces ({points}), which count against the rubicon",
        Theme.AGAINST_RUBICON: "it denies tens or aces ({points}), which count against the rubicon",
    }
)


def reason_words(reason: Reason, rules: Rules) -> str:
    """Say in half a sentence what a difference is about; return an empty text for a theme that has no words."""
    if reason.theme not in _WHY:
        return ""
    name = combination_said(reason.name)
    words = tr(_WHY[reason.theme], name=name, points=spoken(reason.points, rules))
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
        return f"{words}\n-# {tr('The house is too busy; ask again in a moment.')}"
    words = would_words(what, reason_words(explanation.reason, view.rules) if explanation is not None else "")
    if explanation is None or explanation.instead_of is None:
        return words
    points, other, equal = spoken(explanation.points.mean, view.rules), explanation.instead_of, explanation.equal
    if not explanation.told or not points:
        equal = equal or other
    elif view.searchable:
        words = f"{words} {worth(points, other, view.rules)}"
    else:  # a number would reveal cards that may not be looked at any more
        words = f"{words} {tr('Less good: {other}.', other=deed(other))}"
    if equal is None:
        return words
    if explanation.shared:
        return f"{words} {tr('For that you could almost as well {other}.', other=deed(equal))}"
    return f"{words} {tr('You could almost as well {other}.', other=deed(equal))}"


def would_words(what: str, why: str) -> str:
    """Say what a strong player would do, and why, in half a sentence if there is a reason to tell."""
    if not why:
        return tr("A strong player would **{what}**.", what=what)
    return tr("A strong player would **{what}**: {why}.", what=what, why=why)


def worth(points: int, other: Action, rules: Rules) -> str:
    """Say how many points an action is expected to be better than another one, in the table's way of counting."""
    return tr("{points} better than to {other}.", points=capital(_roughly(points, rules)), other=deed(other))


_QUESTIONS: Final = mark(
    {
        Kind.LEAD: "You lead. Which card is best?",
        Kind.FOLLOW: "You follow. Which card is best?",
        Kind.DECLARE: "You may declare. What is best?",
        Kind.EIGHT: "{tricks}. Which card is best?",
    }
)


def question(kind: Kind, rules: Rules) -> str:
    """Say what is to be found."""
    return tr(_QUESTIONS[kind], tricks=capital(last_tricks(law_for(rules))))


def cost_words(points: float, rules: Rules, why: Reason | None = None) -> str:
    """Say what something is expected to cost, what winning is worth included, as it is spoken of, as an estimate."""
    if words := game_words(points, why):
        return words
    return _roughly(max(1, spoken(points, rules)), rules)


def _roughly(count: int, rules: Rules) -> str:
    """Write a number of points as one that may be wrong."""
    if rules.players > 2:  # with three and four hands nobody can solve the end of a deal
        return trn("an estimated {count} point", "an estimated {count} points", count)
    return trn("about {count} point", "about {count} points", count)


def game_words(points: float, why: Reason | None) -> str:
    """Say that something may cost the game, where that is what its points stand for; else return an empty text."""
    may = why is not None and why.theme in (Theme.WINS_GAME, Theme.COUNTED) and points > WIN / 2
    return tr("perhaps the game") if may else ""


def wrong_words(answer: Action, verdict: Verdict, view: View) -> str:
    """Say what an answer costs, without telling what is better."""
    return tr(
        "**Not quite.** It costs **{cost}** to {deed}.",
        deed=deed(answer),
        cost=cost_words(verdict.cost.mean, view.rules, verdict.reason),
    )


def found_words(answer: Action, best: Action, why: str) -> str:
    """Say that an answer was found, which new samples may find slightly off, and why the best is best."""
    words = tr("**Found: {deed}.**", deed=deed(answer))
    if deed(answer) != deed(best):
        words = f"{words} {tr('About as good: {deed}.', deed=deed(best))}"
    return f"{words}\n{why}" if why else words


def answer_words(best: Action, why: str) -> str:
    """Say what is best, for a reader who asks for the answer."""
    words = tr("**The best: {deed}.**", deed=deed(best))
    return f"{words}\n{why}" if why else words


def why_words(best: Action, others: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Say why the best is better than what tempts most, and what the others cost."""
    verdicts = {action: verdict for action, verdict in others if not verdict.found}
    tempted = tempting(view, tuple(verdicts))
    if tempted is None:
        return ""
    worse = [(tempted, verdicts.pop(tempted)), *verdicts.items()]
    why = vetted(view, best, tempted, worse[0][1].reason)
    words = reason_words(why, view.rules) if why is not None else ""
    return "\n".join(filter(None, [f"{words[:1].upper()}{words[1:]}." if words else "", _costs(worse, view)]))


def _costs(worse: Sequence[tuple[Action, Verdict]], view: View) -> str:
    """Write what the others are expected to cost: each card if several cards may be played, otherwise the first."""
    plays = {face(action.cards[0]): verdict for action, verdict in worse if action.verb is Verb.PLAY}
    if len(plays) > 1:
        parts = [f"{name} {spoken(verdict.cost.mean, view.rules)}" for name, verdict in plays.items()]
        return "-# " + pair(tr("What the other choices cost, roughly"), ", ".join(parts))
    action, verdict = worse[0]
    cost = cost_words(verdict.cost.mean, view.rules, verdict.reason)
    return "-# " + tr("It costs {cost} to {other}.", other=deed(action), cost=cost)


def score(view: View, names: tuple[str, ...]) -> str:
    """Write the score in a line."""
    parts = [
        f"{shown_name(name)} **{spoken(total, view.rules)}**" for name, total in zip(names, view.totals, strict=True)
    ]
    return "  ·  ".join(parts)
