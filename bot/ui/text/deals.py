"""A deal in few words: each seat's declarations and score, and the marks of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.engine import CardSet, Game, Mark, View
from bot.engine.cards import suit_of
from bot.engine.combinations import BY_NAME
from bot.engine.deal import Meld
from bot.ui.text.scoring import TAKEN_BACK, spoken

from .faces import faces, listed, short_names, shown_name, sorted_hand, suit_sign
from .i18n import in_words, pair, tr
from .scoring import SHEET_LINES, mark_reason


def declarations(view: View, names: Sequence[str], *, most: int, signs: Sequence[str] = ()) -> list[str]:
    """Write each side's score and what its seats were given points for in this deal, one line for each seat.

    Args:
        most: Most characters of all lines together; the earliest declarations are left out for a sign first.
        signs: By seat, what stands for a partner's name after its first mention; empty: the name itself.
    """
    entries = _entries(view)
    heads = [f"{name} **{spoken(total, view.rules)}**" for name, total in zip(names, view.totals, strict=True)]
    above = []
    if view.rules.partners:
        totals = [spoken(total, view.rules) for total in view.side_totals]
        sides = zip(view.law.side_seats, totals, strict=True)
        above = ["  ·  ".join(f"{' + '.join(names[seat] for seat in side)} **{total}**" for side, total in sides)]
        heads = list(signs) or [f"**{name}**" for name in names]
    for keep in range(max(map(len, entries)), 0, -1):
        told = [_line(head, each, keep) for head, each in zip(heads, entries, strict=True) if each or not above]
        if len("\n".join([*above, *told])) <= most:
            return [*above, *told]
    return above or heads


def _line(head: str, entries: Sequence[str], keep: int) -> str:
    if not entries:
        return head
    left_out = ["…"] if len(entries) > keep else []
    return pair(head, ("; " if in_words() else " · ").join([*left_out, *entries[-keep:]]))


def score_pad(view: View, names: Sequence[str], carried: Sequence[int]) -> list[str]:
    """Write the score of a deal player by player: what the deal brought, the total, and everything it came from."""
    entries = _entries(view)
    lines = []
    for side in view.law.side_seats:
        won = _brought(view, side, carried)
        total = spoken(sum(view.totals[seat] for seat in side), view.rules)
        who = f"**{' + '.join(names[seat] for seat in side)}**"
        if in_words():
            head = tr("{name}: {points} in this deal, {total} in all", name=who, points=won, total=total)
        else:
            head = f"{who} {won}" if won == total else f"{who} +{won} = **{total}**"
        if len(side) > 1:
            lines.append(head)
            lines += [pair(names[seat], _listed(entries[seat])) for seat in side if entries[seat]]
        else:
            lines.append(pair(head, _listed(entries[side[0]])) if entries[side[0]] else head)
    return lines


def deal_points(view: View, names: Sequence[str], carried: Sequence[int]) -> list[str]:
    """Say player by player, or side by side, what a deal brought."""
    return [
        f"{' + '.join(names[seat] for seat in side)} **{_brought(view, side, carried)}**"
        for side in view.law.side_seats
    ]


def _brought(view: View, side: Sequence[int], carried: Sequence[int]) -> int:
    return spoken(sum(view.totals[seat] - carried[seat] for seat in side), view.rules)


def _listed(entries: Iterable[str]) -> str:
    return (", " if in_words() else " · ").join(entries)


def _entries(view: View) -> list[list[str]]:
    """Return by seat its declarations in order, its standing announcement, and all other marks summed by reason."""
    found: list[list[str]] = [[] for _ in range(view.players)]
    together: list[dict[str, int]] = [{} for _ in range(view.players)]
    melds = list(view.melds)
    for mark in standing(view.marks, view.melds):
        if mark.reason not in BY_NAME:
            reason = next((title for title, reasons in SHEET_LINES.items() if mark.reason in reasons), mark.reason)
            together[mark.seat][reason] = together[mark.seat].get(reason, 0) + spoken(mark.points, view.rules)
            continue
        words = mark_reason(mark.reason)
        meld = next((m for m in melds if (m.seat, m.row.name, m.trick) == (mark.seat, mark.reason, mark.trick)), None)
        if meld is not None:
            melds.remove(meld)
            # At an honour table a declaration may be challenged, by its cards, until the next trick is complete.
            challengeable = view.honour is not None and not view.over and meld.trick == view.tricks_played
            words = _declared(meld, with_cards=challengeable)
        found[mark.seat].append(f"{words} {spoken(mark.points, view.rules)}")
    for announced in view.announced:
        if announced is not None:
            found[announced.seat].append(tr("announces {what}", what=_declared(announced)))
    for seat, sums in enumerate(together):
        found[seat] += [f"{tr(reason).lower()} {points}" for reason, points in sums.items()]
    return found


def standing(marks: Iterable[Mark], melds: Iterable[Meld]) -> list[Mark]:
    """Return a deal's marks without those of declarations that were taken back, and without those of taking back."""
    stand = Counter((meld.seat, meld.row.name, meld.trick) for meld in melds)
    left = list(marks)
    for back in [mark for mark in left if mark.reason == TAKEN_BACK]:
        put_down = Counter((mark.seat, mark.reason, mark.trick) for mark in left)
        gone = next(
            (
                mark
                for mark in reversed(left)
                if (mark.seat, mark.points) == (back.seat, -back.points)
                and mark.reason in BY_NAME
                and put_down[key := (mark.seat, mark.reason, mark.trick)] > stand[key]
            ),
            None,
        )
        if gone is not None:
            left.remove(gone)
            left.remove(back)
    return left


def marks_of(game: Game) -> list[Mark]:
    """Return the marks of a whole game, without those of declarations that were taken back."""
    return [mark for deal in game.deals for mark in standing(deal.score.marks, deal.declared.melds)]


def _declared(meld: Meld, *, with_cards: bool = False) -> str:
    """Name a declaration; a common marriage is named with the suit of its cards, as there are several."""
    words = mark_reason(meld.row.name)
    if with_cards:
        return f"{words} {faces(sorted_hand(CardSet(meld.cards)))}"
    if meld.row.name != "common-marriage":
        return words
    words = tr("marriage")
    sign = listed(suit_sign(suit) for suit in dict.fromkeys(map(suit_of, sorted_hand(CardSet(meld.cards)))))
    return tr("{what} in {suit}", what=words, suit=sign) if in_words() else f"{words} {sign}"


def most_declared(marks: Iterable[Mark], seats: int) -> tuple[list[int], int]:
    """Return the seats that have declared for the most points, and those points."""
    points = [0] * seats
    for mark in marks:
        if mark.reason in BY_NAME or mark.reason == TAKEN_BACK:
            points[mark.seat] += mark.points
    most = max(points)
    return [seat for seat in range(seats) if points[seat] == most], most


def named(names: Sequence[str]) -> list[str]:
    """Return names for long lists of lines: shortened, and without markdown."""
    return [shown_name(name) for name in short_names(names)]
