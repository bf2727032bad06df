"""A game looked back at from one seat, in words: what the cards gave, how it went, where it turned, what was missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.coach.course import RULINGS, SEVEN_SHOWN, Allowed, Barred, Missed
from bot.coach.lookback import Lookback, Turn
from bot.engine import CardSet, Rules
from bot.engine.cards import NO_CARD
from bot.engine.law import law_for
from bot.engine.reasons import Reason

from .combinations import combination_title
from .faces import face, faces, short_names, shown_name, sorted_hand
from .i18n import mark, pair, tr, trn
from .reckoning import signed, spoken
from .words import mark_reason

_TENS: Final = 10
_MOST_DEALS: Final = 6
"""Of so many deals it is said what they brought: the last ones."""
_MOST_MISSED: Final = 3
_MOST_BARRED: Final = 2

_WHY: Final = mark(
    {
        Allowed.HELD: "all its cards were there, one of them never declared before",
        Allowed.TOGETHER: "cards on the table may serve again, in another class, beside a new one",
        Allowed.MANY: "several may be declared after one trick here",
        Allowed.ANNOUNCED: "it had been announced, and an announcement holds for the next turn only",
        Allowed.JOINED: "béziques on the table may join into a higher one here",
        Allowed.OLD_CARDS: "no new card is needed here",
        Allowed.PARTNER: "the winner's partner may declare too",
        Allowed.SHOWN: "a seven of trumps can be shown",
    }
)
_BARS: Final = mark(
    {
        Reason.LOWER_BEZIQUE: "what was in a higher bézique makes no lower one",
        Reason.ONLY_LOWER_BEZIQUES: "lower béziques need a new card to become a higher one",
        Reason.BEZIQUE_LOCKED: "what was in a bézique serves in nothing else here",
        Reason.SEQUENCE_PAIR: "the king and queen of a sequence cannot marry each other",
        Reason.SEQUENCE_BARS: "the king and queen of a sequence cannot marry any more here",
    }
)


def luck_words(found: Lookback, names: Sequence[str], seat: int, rules: Rules) -> str:
    """Say how much the cards gave, to whom, and how sure that is."""
    points, error = _about(abs(found.luck), rules), _about(found.error, rules)
    shown = [shown_name(name) for name in names]
    law = law_for(rules)
    sides = law.side_seats
    if len(sides) > 2:
        if found.luck >= 0:
            return tr("The cards put {name} about **{points}** points ahead of the others' mean, give or take {error}.",
                      name=shown[seat], points=points, error=error)  # fmt: skip
        return tr("The cards put {name} about **{points}** points behind the others' mean, give or take {error}.",
                  name=shown[seat], points=points, error=error)  # fmt: skip
    own = law.sides[seat]
    lucky = " + ".join(shown[each] for each in sides[own if found.luck >= 0 else 1 - own])
    return tr("The cards were worth about **+{points}** to {name}, give or take {error}.", points=points, name=lucky,
              error=error)  # fmt: skip


def luck_meaning() -> str:
    """Say how luck is counted, and what it does not say."""
    return "-# " + tr(
        "Each hand and each card drawn is counted against what could have come then. Two times in three the truth is "
        "within that. The rest of the score is not skill: one game is too few to tell."
    )


def _about(points: float, rules: Rules) -> int:
    """Return estimated points as they are spoken of: the units of ten would tell what nobody knows."""
    return spoken(_TENS * round(points / _TENS), rules)


def deal_lines(found: Lookback, names: Sequence[str], rules: Rules) -> list[str]:
    """Say what each deal brought, and who has led for good since when."""
    short = [shown_name(name) for name in short_names(names)]
    sides = [" + ".join(short[seat] for seat in side) for side in law_for(rules).side_seats]
    lines = ["-# " + tr("{names}; and what the cards gave you", names=" / ".join(sides))]
    for deal in found.deals[-_MOST_DEALS:]:
        score = " / ".join(str(spoken(points, rules)) for points in deal.points)
        gave = signed(rounded, rules) if (rounded := _TENS * round(deal.luck / _TENS)) else "0"
        lines.append(
            pair(tr("Deal {deal}", deal=deal.number + 1), tr("{score} · cards {luck}", score=score, luck=gave))
        )
    if found.leads_since is not None:
        side, number, trick = found.leads_since
        if trick >= law_for(rules).tricks:
            lines.append(tr("{name} took the lead for good at the end of deal {deal}.", name=sides[side],
                            deal=number + 1))  # fmt: skip
        elif trick:
            lines.append(tr("{name} led for good from deal {deal}, trick {trick}.", name=sides[side], deal=number + 1,
                            trick=trick))  # fmt: skip
        else:
            lines.append(tr("{name} led from the beginning of deal {deal}.", name=sides[side], deal=number + 1))
    return lines


def turn_place(turn: Turn) -> str:
    """Say where a game turned."""
    return tr("Deal {deal}, trick {trick}", deal=turn.deal + 1, trick=turn.trick)


def turn_words(turn: Turn, names: Sequence[str], rules: Rules) -> str:
    """Say how a game turned: what was marked, or what was drawn."""
    name, points = shown_name(names[turn.seat]), _about(abs(turn.points), rules)
    if turn.card != NO_CARD:
        what = tr(
            "{name} drew {card} after it, worth about **{points}**", name=name, card=face(turn.card), points=points
        )
        return pair(f"**{turn_place(turn)}**", what)
    sums: dict[str, int] = {}
    for each in turn.marks:
        sums[each.reason] = sums.get(each.reason, 0) + each.points
    told = ", ".join(
        f"{mark_reason(reason)} {spoken(sums[reason], rules)}" for reason in sorted(sums, key=lambda key: -sums[key])
    )
    return pair(f"**{turn_place(turn)}**", f"{name}, {told}")


def missed_lines(missed: Sequence[Missed], rules: Rules) -> list[str]:
    """Say what could have been declared and never was, with the rule that would have allowed it."""
    lines = []
    for each in missed[:_MOST_MISSED]:
        title = tr("seven shown") if each.name == SEVEN_SHOWN else combination_title(each.name).lower()
        place = tr("Deal {deal}, after trick {trick}", deal=each.deal + 1, trick=each.trick)
        cards = faces(sorted_hand(CardSet(each.cards)))
        line = pair(f"**{place}**", f"{title} {cards} (**{spoken(each.points, rules)}**)")
        if each.times > 1:
            line += ", " + trn("in {count} turn", "in {count} turns", each.times)
        lines.append(f"{line}\n-# {_why(tr(_WHY[each.allowed]), RULINGS[each.allowed])}")
    if len(missed) > _MOST_MISSED:
        lines.append("-# " + trn("and {count} more", "and {count} more", len(missed) - _MOST_MISSED))
    return lines


def barred_lines(barred: Sequence[Barred], rules: Rules) -> list[str]:
    """Say what a declaration cost later: what it made impossible, with the rule that says so."""
    lines = []
    for each in barred[:_MOST_BARRED]:
        place = tr("Deal {deal}, after trick {trick}", deal=each.deal + 1, trick=each.trick)
        what = tr(
            "{declared} was declared first, so {name} {cards} never could be: up to **{points}**",
            declared=combination_title(each.by).lower(),
            name=combination_title(each.name).lower(),
            cards=faces(sorted_hand(CardSet(each.cards))),
            points=spoken(each.points, rules),
        )
        lines.append(f"{pair(f'**{place}**', what)}\n-# {_why(tr(_BARS[each.reason]), each.reason.ruling)}")
    return lines


def _why(words: str, ruling: int) -> str:
    return tr("{why} (ruling {number}).", why=words[:1].upper() + words[1:], number=ruling)
