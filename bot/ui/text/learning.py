"""What a member's reviews and exercises come to, in words: accuracy, the margin told apart, and each skill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.club import Strength
from bot.coach.lookback import Account, Margin
from bot.coach.themes import Skill
from bot.engine import Rules, Verb
from bot.engine.law import law_for
from bot.tables.values.parts import Blunder
from bot.ui.text.exercises import game_words
from bot.ui.text.faces import face
from bot.ui.text.i18n import in_words, mark, pair, tr
from bot.ui.text.lookback import place
from bot.ui.text.scoring import combination_said, spoken
from bot.ui.text.verbs import deed
from bot.ui.text.words import rating_text

SKILLS: Final = mark(
    {
        Skill.DECLARING: "Declaring",
        Skill.COMBINATIONS: "Combinations",
        Skill.TRICKS: "Winning tricks",
        Skill.BRISQUES: "Tens and aces",
        Skill.ENDING: "The last tricks",
    }
)
"""The names of the skills, as they stand in a table and after a colon."""


def looking_words() -> str:
    """Say that what was asked for takes longer than a second."""
    return tr("Looking at your game …")


def accuracy_words(account: Account) -> str:
    """Say what share of the points the decisions kept, or that no deal counts."""
    if account.accuracy is None:
        return tr("No deal was played out, so there is no accuracy.")
    return tr(
        "**Accuracy {share}%**: {made} of {all} points",
        share=account.accuracy,
        made=account.made,
        all=account.made + account.lost,
    )


def margin_words(margin: Margin, rules: Rules) -> str:
    """Tell the margin of a game apart, in points as the table speaks of them."""
    parts = tr(
        "cards {cards}, your decisions {decisions}, all else {rest}",
        cards=_signed(margin.cards),
        decisions=_signed(margin.decisions),
        rest=_signed(margin.rest),
    )
    several = len(law_for(rules).side_seats) > 2
    ahead = tr("Margin over the others' average {points}", points=_signed(margin.points)) if several else tr(
        "Margin {points}", points=_signed(margin.points)
    )  # fmt: skip
    return "-# " + pair(ahead, parts)


def _signed(points: int) -> str:
    """Write points with their sign."""
    if in_words():
        return tr("plus {points}", points=points) if points >= 0 else tr("minus {points}", points=-points)
    return f"+{points}" if points > 0 else f"\u2212{-points}" if points else "0"


def account_meaning() -> str:
    """Say what accuracy is, and what the rest of a margin holds."""
    return "-# " + tr(
        "Accuracy: points made, as a share of those and what your decisions cost. All else: the others' "
        "play, and what is too small to tell."
    )


def practice_words(skill: Skill) -> str:
    """Say what to practise."""
    return pair(f"**{tr('To practise')}**", tr(SKILLS[skill]))


def rated_words(strength: Strength) -> str:
    """Write a member's rating at exercises."""
    return tr("Exercises **{rating}**", rating=rating_text(strength))


def moment_words(number: int, each: Blunder, rules: Rules, *, one_deal: bool) -> str:
    """Say in a numbered line what was done and about what it cost."""
    act = each.acts[0]
    short = {Verb.PLAY: lambda: face(act.cards[0]), Verb.DECLARE: lambda: combination_said(act.name)}
    done = short.get(act.verb, lambda: deed(act))()
    cost = game_words(each.points, each.why) or f"**{max(1, spoken(each.points, rules))}**"
    told = tr("{done}, {cost}", done=done, cost=cost)
    return f"{number}. {pair(place(each.deal, each.trick, one_deal=one_deal), told)}"


def skill_lines(lost: Mapping[Skill, float], games: int, found: Mapping[Skill, tuple[int, int]]) -> list[str]:
    """Write a line for each skill: its cost in points a game, and exercises found at the first try, of all tried."""
    heads = [tr("cost a game")] if games else []
    heads += [tr("exercises found")] if found else []
    lines = ["-# " + pair(tr("By skill"), ", ".join(heads))]
    for skill in Skill:
        parts = [_signed(-round(lost.get(skill, 0.0) / games))] if games else []
        if skill in found:
            parts.append(tr("{found} of {tried}", found=found[skill][0], tried=found[skill][1]))
        if parts:
            lines.append("-# " + pair(tr(SKILLS[skill]), ", ".join(parts)))
    return lines if heads else []
