"""Questions about a moment of a deal at an honour table, and the marking of points there (rulings 22 to 29)."""

from __future__ import annotations

from bot.engine.cards import NO_CARD, Mask
from bot.engine.combinations import Kind
from bot.engine.deal import FRESH_DECLARING, Base, Deal, Honour, Mark, Meld, Owed, Phase, put
from bot.engine.forfeits import Column
from bot.engine.scoring import side_totals


def opened(deal: Deal) -> Deal:
    """Return a newly dealt deal as it begins at an honour table."""
    law = deal.base.law
    n = law.players
    stock = deal.base.deck[law.hand * n + law.turns_up :]
    if law.turns_up:
        stock = (*stock, deal.turn_up)
    none = (0,) * n
    honour = Honour(
        stock,
        (None,) * n,
        called=(NO_CARD,) * n,
        overfull=none,
        barred=none,
        seen=none,
        doubtful=((),) * n,
        eight_brisques=none,
    )
    return deal._replace(honour=honour, result=None, phase=Phase.PLAY if deal.result is None else Phase.CLAIM)


def honour_of(deal: Deal) -> Honour:
    honour = deal.honour
    assert honour is not None
    return honour


def column_of(base: Base) -> Column:
    column = base.law.column
    assert column is not None
    return column


def held(deal: Deal, seat: int) -> int:
    """Return how many cards a seat holds, exposed ones included."""
    return deal.hold[seat].bit_count()


def has_played(deal: Deal, seat: int) -> bool:
    return (seat - deal.leader) % deal.base.law.players < len(deal.trick)


def to_play(deal: Deal) -> int:
    n = deal.base.law.players
    return (deal.leader + len(deal.trick)) % n


def to_draw(deal: Deal) -> int | None:
    """Return the seat on turn to draw, or None: the winner first, passing over seats that need none or have played."""
    if not deal.tricks:
        return None
    n = deal.base.law.players
    return next((seat for step in range(n) if needs_card(deal, seat := (deal.leader + step) % n)), None)


def needs_card(deal: Deal, seat: int) -> bool:
    """Tell whether a seat has a draw to make before it plays, even if another seat draws first."""
    return deal.left > 0 and held(deal, seat) < deal.law.hand and not has_played(deal, seat)


def out_of_turn(deal: Deal, seat: int) -> bool:
    """Tell whether a draw by a seat would be out of turn; taking a card of an open choice never is."""
    honour = deal.honour
    return honour is not None and honour.choice is None and to_draw(deal) != seat


def nothing_to_draw(deal: Deal, seat: int) -> bool:
    """Tell whether a seat may rightly play without drawing first."""
    return held(deal, seat) >= deal.law.hand or not deal.left


def in_last_eight(deal: Deal) -> bool:
    """Tell whether the first stage's tricks are all made, whatever was drawn (ruling 23)."""
    return len(deal.tricks) >= deal.base.law.first_stage


def trick_number(deal: Deal) -> int:
    """Return the trick's number in a claim's mark: the trick being played, else the last one."""
    return len(deal.tricks) + bool(deal.trick)


def opponents(deal: Deal, seat: int, other: int) -> bool:
    sides = deal.base.law.sides
    return sides[seat] != sides[other]


def chooser_of(deal: Deal, lifter: int) -> int:
    """Return the first opponent to the lifter's left, who has the choice."""
    n = deal.base.law.players
    return next(seat for step in range(1, n) if opponents(deal, lifter, seat := (lifter + step) % n))


def effectively_held(deal: Deal, seat: int) -> int:
    """Return how many cards count as held: a card in the present trick counts until it is complete (ruling 25)."""
    return held(deal, seat) + has_played(deal, seat)


def as_regular(deal: Deal, seat: int) -> Deal:
    """Return the deal as the ordinary rules would see it in a seat's chance, or at its turn to play.

    The number of cards left is set from the stage. Announcing depends on whether this is the last chance, which at an
    honour table follows from the tricks and not from the stock.
    """
    honour = honour_of(deal)
    chance = honour.chances[seat]
    n = deal.base.law.players
    return deal._replace(
        honour=None,
        turn=seat,
        phase=Phase.PLAY if chance is None else Phase.DECLARE,
        declaring=FRESH_DECLARING if chance is None else chance,
        left=0 if honour.returned else n if in_last_eight(deal) else n + 1,
    )


def used_by(melds: tuple[Meld, ...]) -> tuple[Mask, ...]:
    """Return, by class, the cards that have served in it."""
    used = [0] * len(Kind)
    for meld in melds:
        used[meld.row.kind] |= meld.cards
    return tuple(used)


def mark(deal: Deal, seat: int, points: int, reason: str, trick: int) -> Deal:
    """Mark points at once, negative ones too; the target is checked afterwards (:func:`stopped`)."""
    score = deal.score
    totals = put(score.totals, seat, score.totals[seat] + points)
    entry = Mark(deal.base.number, trick, seat, points, reason)
    return deal._replace(score=score._replace(totals=totals, marks=(*score.marks, entry)))


def owe(deal: Deal, seat: int, points: int, reason: str, trick: int) -> Deal:
    """Queue points to be marked as soon as play is not stopped at the target (ruling 17)."""
    honour = honour_of(deal)
    return deal._replace(honour=honour._replace(owed=(*honour.owed, Owed(seat, points, reason, trick))))


def stopped(deal: Deal) -> bool:
    """Tell whether play has stopped because a side is at the target and the rules end the game at once."""
    law = deal.base.law
    return law.at_once and not honour_of(deal).counted and max(side_totals(deal.base, deal.score.totals)) >= law.target
