"""A review of a game from one seat, in words: the luck of the cards, the course, the turning points, missed chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.lookback import Lookback, Turn
from bot.coach.missed import RULINGS, SEVEN_SHOWN, Allowed, Barred, Missed
from bot.engine import CardSet, Rules
from bot.engine.cards import NO_CARD
from bot.engine.law import law_for
from bot.engine.reasons import Reason
from bot.ui.text.scoring import combination_said, combination_title, signed, spoken

from .faces import face, faces, short_names, shown_name, sorted_hand
from .i18n import mark, pair, tr, trn
from .scoring import mark_reason
from .wordings import ruling_of
from .words import ended_early

_TENS: Final = 10
_MOST_DEALS: Final = 6
"""Most deals of which the points are told: the last ones."""
_MOST_MISSED: Final = 3
_MOST_BARRED: Final = 2

_WHY: Final = mark(
    {
        Allowed.HELD: "all its cards were in the hand",
        Allowed.TOGETHER: "cards on the table serve again in another class",
        Allowed.MANY: "here several may be declared after one trick",
        Allowed.ANNOUNCED: "an announcement holds for the next turn only",
        Allowed.JOINED: "here béziques on the table may join into a higher one",
        Allowed.OLD_CARDS: "here no new card is needed",
        Allowed.PARTNER: "the winner's partner may declare too",
        Allowed.SHOWN: "a seven of trumps can be shown",
        Allowed.AGAIN: "a card declared with them had been played, so they may serve again",
    }
)
_BARS: Final = mark(
    {
        Reason.LOWER_BEZIQUE: "a higher bézique makes no lower one",
        Reason.ONLY_LOWER_BEZIQUES: "lower béziques need a new card to become higher",
        Reason.BEZIQUE_LOCKED: "here bézique cards serve in nothing else",
        Reason.SEQUENCE_PAIR: "king and queen of a sequence cannot marry each other",
        Reason.SEQUENCE_BARS: "here king and queen of a sequence cannot marry",
    }
)


def luck_words(found: Lookback, names: Sequence[str], seat: int, rules: Rules) -> str:
    """Say how much the cards gave, to whom, and how certain that is; or that it is not measured in this game."""
    if found.luck is None:
        return tr("What the cards gave is not measured in this game.")
    points, error = _about(abs(found.luck), rules), _about(found.error, rules)
    shown = [shown_name(name) for name in names]
    law = law_for(rules)
    sides = law.side_seats
    if len(sides) > 2:
        return tr("Against the others' average the cards gave {name} about **{points}**, give or take {error}.",
                  name=shown[seat], points=signed(_TENS * round(found.luck / _TENS), rules), error=error)  # fmt: skip
    own = law.sides[seat]
    lucky = " + ".join(shown[each] for each in sides[own if found.luck >= 0 else 1 - own])
    return tr("The cards were worth about **+{points}** to {name}, give or take {error}.", points=points, name=lucky,
              error=error)  # fmt: skip


def luck_meaning() -> str:
    """Say how luck is counted, and what it does not say."""
    return "-# " + tr(
        "Each card is counted against what could have come; two times in three the truth is within that. "
        "One game tells no skill."
    )


def _about(points: float, rules: Rules) -> int:
    """Return estimated points rounded to tens, in the table's way of counting; the estimate is no more exact."""
    return spoken(_TENS * round(points / _TENS), rules)


def deal_lines(found: Lookback, names: Sequence[str], rules: Rules) -> list[str]:
    """Say what each deal brought, and who has led for good since when, or who gave the game up."""
    short = [shown_name(name) for name in short_names(names)]
    sides = [" + ".join(short[seat] for seat in side) for side in law_for(rules).side_seats]
    alone = found.one_deal
    if alone:  # deal_lines follows luck_words, which tells what the cards gave in a single deal
        score = " / ".join(str(spoken(points, rules)) for points in found.deals[0].points)
        lines = [pair(" / ".join(sides), score)]
    else:
        lines = ["-# " + tr("{names}; and what the cards gave you", names=" / ".join(sides))]
    for deal in () if alone else found.deals[-_MOST_DEALS:]:
        score = " / ".join(str(spoken(points, rules)) for points in deal.points)
        if deal.luck is not None:
            gave = signed(rounded, rules) if (rounded := _TENS * round(deal.luck / _TENS)) else "0"
            score = tr("{score} · cards {luck}", score=score, luck=gave)
        lines.append(pair(tr("Deal {deal}", deal=deal.number + 1), score))
    if found.leads_since is not None:
        side, number, trick = found.leads_since
        lines.append(_leads_since(sides[side], None if alone else number + 1, trick, last=law_for(rules).tricks))
    if found.result is not None and (ended := ended_early(found.result, names)):
        lines.append(ended)
    return lines


def _leads_since(name: str, deal: int | None, trick: int, *, last: int) -> str:
    """Say who has led for good since when (from 1; trick 0 is before the first); no deal: there was only one."""
    if deal is None and trick >= last:
        return tr("{name} took the lead at the end.", name=name)
    if trick >= last:
        return tr("{name} took the lead at the end of deal {deal}.", name=name, deal=deal)
    if deal is None and trick:
        return tr("{name} led from trick {trick}.", name=name, trick=trick)
    if trick:
        return tr("{name} led from deal {deal}, trick {trick}.", name=name, deal=deal, trick=trick)
    if deal is None:
        return tr("{name} led from the beginning.", name=name)
    return tr("{name} led from deal {deal}.", name=name, deal=deal)


def place(deal: int, trick: int, *, one_deal: bool) -> str:
    """Say in which trick (from 1) something was, and in which deal (from 0) if the game had more than one."""
    if one_deal:
        return tr("Trick {number}", number=trick)
    return tr("Deal {deal}, trick {trick}", deal=deal + 1, trick=trick)


def _after(deal: int, trick: int, *, one_deal: bool) -> str:
    """Say after which trick something could have been done."""
    if one_deal:
        return tr("After trick {number}", number=trick)
    return tr("Deal {deal}, after trick {trick}", deal=deal + 1, trick=trick)


def turn_words(turn: Turn, names: Sequence[str], rules: Rules, *, one_deal: bool) -> str:
    """Say how a game turned: what was marked, or what was drawn."""
    where = f"**{place(turn.deal, turn.trick, one_deal=one_deal)}**"
    name, points = shown_name(names[turn.seat]), _about(abs(turn.points), rules)
    if turn.card != NO_CARD:
        what = tr("{name} drew {card}, worth about **{points}**", name=name, card=face(turn.card), points=points)
        return pair(where, what)
    sums: dict[str, int] = {}
    for each in turn.marks:
        sums[each.reason] = sums.get(each.reason, 0) + each.points
    told = ", ".join(
        f"{mark_reason(reason)} {spoken(sums[reason], rules)}" for reason in sorted(sums, key=lambda key: -sums[key])
    )
    return pair(where, f"{name}, {told}")


def missed_lines(missed: Sequence[Missed], rules: Rules, *, one_deal: bool) -> list[str]:
    """Say what could have been declared and never was, with the rule that would have allowed it."""
    lines = []
    for each in missed[:_MOST_MISSED]:
        title = tr("seven shown") if each.name == SEVEN_SHOWN else combination_title(each.name).lower()
        where = f"**{_after(each.deal, each.trick, one_deal=one_deal)}**"
        cards = faces(sorted_hand(CardSet(each.cards)))
        line = pair(where, f"{title} {cards} (**{spoken(each.points, rules)}**)")
        if each.times > 1:
            line += ", " + trn("in {count} turn", "in {count} turns", each.times)
        lines.append(f"{line}\n-# {_why(tr(_WHY[each.allowed]), ruling_of(RULINGS[each.allowed], rules))}")
    if len(missed) > _MOST_MISSED:
        lines.append("-# " + trn("and {count} more", "and {count} more", len(missed) - _MOST_MISSED))
    return lines


def barred_lines(barred: Sequence[Barred], rules: Rules, *, one_deal: bool) -> list[str]:
    """Say what a declaration made impossible later, with the rule that says so."""
    lines = []
    for each in barred[:_MOST_BARRED]:
        where = f"**{_after(each.deal, each.trick, one_deal=one_deal)}**"
        what = tr(
            "{declared} came first, so {name} {cards} never could be declared: up to **{points}**",
            declared=combination_said(each.by),
            name=combination_said(each.name),
            cards=faces(sorted_hand(CardSet(each.cards))),
            points=spoken(each.points, rules),
        )
        lines.append(f"{pair(where, what)}\n-# {_why(tr(_BARS[each.reason]), ruling_of(each.reason, rules))}")
    return lines


def _why(words: str, ruling: int) -> str:
    return tr("{why} (ruling {number}).", why=words[:1].upper() + words[1:], number=ruling)
