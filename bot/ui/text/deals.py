"""A deal in few words: each seat's declarations, every trick in a few lines, and the marks of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine import CardSet, Game, Mark, Trick, View
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, SPADES, rank_of, suit_of
from bot.engine.combinations import BY_NAME
from bot.engine.deal import Meld
from bot.ui.text.scoring import spoken
from bot.ui.text.transcript import TAKEN_BACK

from .faces import faces, listed, rank_signs, short_names, shown_name, sorted_hand, suit_sign
from .history import laid, shortened, trick_text
from .i18n import in_words, pair, tr
from .words import SHEET_LINES, mark_reason

_BESIDE, _BETWEEN = "\u202f", "\u2002"
"""The narrow no-break space between the cards of a trick, and the wide breaking space between tricks: Discord's bold
begins and ends only beside a space."""
_SIGNS = {CLUBS: "♧", DIAMONDS: "♢", HEARTS: "♡", SPADES: "♤"}


class _Entry(NamedTuple):
    """What a seat was given points for, in words with the points, and the reason of the mark."""

    words: str
    reason: str


def declarations(view: View, names: Sequence[str], *, most: int, signs: Sequence[str] = ()) -> list[str]:
    """Write each side's score and what its seats have declared or announced in this deal, one line for each seat.

    Args:
        view: The deal.
        names: By seat, as they are to stand there.
        most: Most characters of all lines together; only the latest declarations are kept, and a sign stands for those
            left out.
        signs: By seat, what stands for a partner's name after its first mention; empty: the name itself.
    """
    entries = [[words for words, reason in each if reason in BY_NAME or not reason] for each in _entries(view)]
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
    """Write the score of a deal player by player: what the deal brought, the total, and everything it came from.

    Args:
        view: The deal.
        names: By seat, as they are to stand there.
        carried: By seat, the points before the deal.
    """
    entries = _entries(view)
    lines = []
    for side in view.law.side_seats:
        won = spoken(sum(view.totals[seat] - carried[seat] for seat in side), view.rules)
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


def _listed(entries: Iterable[_Entry]) -> str:
    return (", " if in_words() else " · ").join(entry.words for entry in entries)


def _entries(view: View) -> list[list[_Entry]]:
    """Return by seat its declarations in order, its standing announcement, and all other marks summed by reason."""
    found: list[list[_Entry]] = [[] for _ in range(view.players)]
    together: list[dict[str, int]] = [{} for _ in range(view.players)]
    melds = list(view.melds)
    for mark in standing(view.marks, view.melds):
        if mark.reason not in BY_NAME:
            reason = next((title for title, reasons in SHEET_LINES if mark.reason in reasons), mark.reason)
            together[mark.seat][reason] = together[mark.seat].get(reason, 0) + spoken(mark.points, view.rules)
            continue
        words = mark_reason(mark.reason)
        meld = next((m for m in melds if (m.seat, m.row.name, m.trick) == (mark.seat, mark.reason, mark.trick)), None)
        if meld is not None:
            melds.remove(meld)
            words = _declared(meld, with_cards=_may_be_challenged(view, meld))
        found[mark.seat].append(_Entry(f"{words} {spoken(mark.points, view.rules)}", mark.reason))
    for announced in view.announced:
        if announced is not None:
            found[announced.seat].append(_Entry(tr("announces {what}", what=_declared(announced)), ""))
    for seat, sums in enumerate(together):
        found[seat] += [_Entry(f"{tr(reason).lower()} {points}", reason) for reason, points in sums.items()]
    return found


def standing(marks: Iterable[Mark], melds: Iterable[Meld]) -> list[Mark]:
    """Return a deal's marks without those of declarations that were taken back, and without the marks of taking back.

    Args:
        marks: All of the deal.
        melds: The declarations that stand in the end.
    """
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


def _may_be_challenged(view: View, meld: Meld) -> bool:
    """Tell whether a declaration's cards must be named: at an honour table, until the next trick is complete."""
    return view.honour is not None and not view.over and meld.trick == view.tricks_played


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


def tricks_in_short(view: View, names: Sequence[str], room: int) -> str:
    """Write every trick of a deal that is over as briefly as possible.

    The card that takes a trick is bold, and its player leads the next, so only the first leader has to be named. In
    words, each trick has a line of its own with the name of its taker.

    Args:
        view: The deal.
        names: By seat.
        room: Most characters; the first tricks are left out where the text would be longer.
    """
    if not view.tricks:
        return ""
    if in_words():
        short = short_names(names)
        told = [f"{number}: {trick_text(trick, short)}" for number, trick in _numbered(view)]
        if sum(len(line) + 4 for line in told) > room:
            told = [f"{number}: {laid(trick)}, {shown_name(short[trick.winner])}" for number, trick in _numbered(view)]
        return shortened("\n".join(f"-# {line}" for line in told), room)
    first = shown_name(short_names(names)[view.tricks[0].leader])
    hint = tr("{name} led. Bold takes the trick and leads; without a sign: the suit led.", name=first)
    return f"-# {hint} {_BETWEEN.join(_in_short(trick) for _, trick in _numbered(view))}"


def _numbered(view: View) -> Iterable[tuple[int, Trick]]:
    """Return the tricks that may be looked at, with their numbers."""
    return enumerate(view.tricks, start=1 + view.tricks_played - len(view.tricks))


def _in_short(trick: Trick) -> str:
    """Write a trick as card players do: the suit that was led, then the ranks, with a suit only where it differs."""
    led, said = suit_of(trick.cards[0]), []
    for place, card in enumerate(trick.cards):
        suit = suit_of(card)
        text = (_SIGNS[suit] if not place or suit != led else "") + rank_signs()[rank_of(card)]
        said.append(f"**{text}**" if trick.seat_of(place) == trick.winner else text)
    return _BESIDE.join(said)


def most_declared(marks: Iterable[Mark], seats: int) -> tuple[list[int], int, int]:
    """Return the seats that have declared for the most points, those points, and the number of declarations.

    The number is 0 if several seats share the most points.
    """
    points, count = [0] * seats, [0] * seats
    for mark in marks:
        if mark.reason in BY_NAME:
            points[mark.seat] += mark.points
            count[mark.seat] += 1
        elif mark.reason == TAKEN_BACK:
            points[mark.seat] += mark.points
            count[mark.seat] -= 1
    most = max(points)
    first = [seat for seat in range(seats) if points[seat] == most]
    return first, most, count[first[0]] if len(first) == 1 else 0


def named(names: Sequence[str]) -> list[str]:
    """Return names as they stand in lines of which a message holds many: short, and without markdown."""
    return [shown_name(name) for name in short_names(names)]
