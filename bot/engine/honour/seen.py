"""What everybody, and what one seat, may know of an honour table; unnoticed irregularities are left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine.actions import Action, Verb
from bot.engine.cards import NO_CARD, Card, CardSet
from bot.engine.deal import Deal, Doubt, Phase
from bot.engine.forfeits import Irregularity, Lifting

from .claims import can_claim, why_not_claim_revoke
from .legality import acts_of, distinct_acts_of, other_acts_of
from .state import column_of, honour_of, stopped, to_draw, to_play


@dataclass(frozen=True, slots=True)
class LiftView:
    """A choice after a lift as a seat sees it."""

    how: Lifting
    lifter: int
    chooser: int
    cards: tuple[Card, ...]
    """The cards to choose from, the upper one first; empty if this seat may not see them."""
    ready: bool
    halts: bool


class Ground(NamedTuple):
    """An irregularity that all have seen and that a seat can claim now."""

    kind: Irregularity
    offender: int
    ordinal: int
    """Number of irregularities seen by all that came before it in this deal."""


@dataclass(frozen=True, slots=True)
class HonourView:
    """An honour table as seen from a seat, or by a spectator: what lies open, and who did or may do what."""

    column: str
    to_draw: int | None
    """The seat whose turn it is to draw, or None."""
    to_play: int
    """The seat whose turn it is to play a card."""
    holds: tuple[int, ...]
    """By seat: number of cards held, exposed ones included."""
    chances: tuple[bool, ...]
    """By seat: whether its chance to declare is open."""
    silenced: tuple[bool, ...]
    """By seat: whether it may declare nothing more in this chance (ruling 27)."""
    barred: tuple[bool, ...]
    """By seat: whether it must take another trick before it scores (ruling 28)."""
    lifted: LiftView | None
    open_stock: CardSet
    """Cards of the stock that lie face up on it, the turn-up apart."""
    seen: CardSet
    """Cards that this seat alone was shown, wherever they lie now."""
    lying: CardSet
    """Cards that stay exposed as a forfeit."""
    faced: CardSet
    """Cards that may be called."""
    called: tuple[Card, ...]
    """By seat: the card it must play, or ``NO_CARD``."""
    irregular: tuple[Action, ...]
    """Acts that this seat's hands can do besides the regular ones and declarations; of equal copies only one."""
    may_put_down: bool
    """Whether this seat can put down any of its cards under any name."""
    doubtful: tuple[Doubt, ...]
    """The opponents' declarations that this seat may still challenge, right or wrong."""
    grounds: tuple[Ground, ...]
    """Irregularities that this seat has seen and can claim; wrong declarations and revokes are left out."""
    may_claim_revoke: bool
    """Whether this seat's side may still claim a revoke; after the deal a claim without ground is refused."""
    revokes_claimed: tuple[int, ...]
    """The seats that have claimed a revoke."""
    taker: int | None
    """The seat that was given the last eight tricks, or None."""
    revoked: tuple[int, int] | None
    """The seat whose revoke was punished and the number of the trick, or None."""
    last_eight: bool
    """Whether the declared cards are back in the hands."""
    stopped: bool
    """Whether play has stopped at the target."""
    played_out: bool
    """Whether all tricks are played and the brisques counted."""
    done: tuple[bool, ...]
    """By seat: whether it has said that it claims nothing more."""


def honour_view(deal: Deal, seat: int | None) -> HonourView:
    """Return what a seat, or a spectator, may know of an honour table."""
    honour = honour_of(deal)
    seats = range(deal.base.law.players)
    gone = 0
    for trick in deal.tricks:
        for card in trick.cards:
            gone |= 1 << card
    return HonourView(
        column=column_of(deal.base).name,
        to_draw=to_draw(deal),
        to_play=to_play(deal),
        holds=tuple(hold.bit_count() for hold in deal.hold),
        chances=tuple(chance is not None for chance in honour.chances),
        silenced=tuple(bool(honour.silenced >> each & 1) for each in seats),
        barred=tuple(bool(after) for after in honour.barred),
        lifted=_lifted(deal, seat),
        open_stock=CardSet(honour.open_stock & ~(0 if deal.turn_up == NO_CARD else 1 << deal.turn_up)),
        seen=CardSet(honour.seen[seat] & ~gone if seat is not None else 0),
        lying=CardSet(honour.lying),
        faced=CardSet(honour.faced),
        called=honour.called,
        irregular=() if seat is None else tuple(other_acts_of(deal, seat)),
        may_put_down=seat is not None and _may_put_down(deal, seat),
        doubtful=honour.doubtful[seat] if seat is not None and not honour.done >> seat & 1 else (),
        grounds=() if seat is None or deal.over else tuple(_grounds(deal, seat)),
        may_claim_revoke=seat is not None and _may_claim_revoke(deal, seat),
        revokes_claimed=tuple(claim.seat for claim in honour.revokes),
        taker=honour.taker,
        revoked=_revoked(deal),
        last_eight=honour.returned,
        stopped=stopped(deal),
        played_out=honour.counted,
        done=tuple(bool(honour.done >> each & 1) for each in seats),
    )


def _lifted(deal: Deal, seat: int | None) -> LiftView | None:
    honour = honour_of(deal)
    choice = honour.choice
    if choice is not None:
        shown = seat == choice.chooser or choice.how is not Lifting.INTO_THE_MIDDLE
        cards = choice.cards if shown else ()
        return LiftView(choice.how, choice.lifter, choice.chooser, cards, ready=True, halts=choice.halts)
    if not honour.waiting:
        return None
    choice = next((each for each in honour.waiting if each.chooser == seat), honour.waiting[0])
    lies_there = choice.cards == honour.stock[:1]  # otherwise another seat has drawn it meanwhile
    cards = choice.cards if seat == choice.chooser and lies_there else ()
    return LiftView(choice.how, choice.lifter, choice.chooser, cards, ready=False, halts=False)


def _may_put_down(deal: Deal, seat: int) -> bool:
    honour = honour_of(deal)
    choice = honour.choice
    held_up = deal.phase in (Phase.CLAIM, Phase.OVER) or (choice is not None and choice.halts)
    return not held_up and honour.chances[seat] is not None and not (honour.silenced >> seat & 1 or honour.barred[seat])


def _grounds(deal: Deal, seat: int) -> Iterator[Ground]:
    honour = honour_of(deal)
    if honour.done >> seat & 1:
        return
    hidden = (Irregularity.WRONG_DECLARATION, Irregularity.REVOKE)
    seen = [fault for fault in honour.faults if fault.kind not in hidden]
    for ordinal, fault in enumerate(seen):
        if can_claim(deal, seat, fault):
            yield Ground(fault.kind, fault.seat, ordinal)


def _revoked(deal: Deal) -> tuple[int, int] | None:
    faults = honour_of(deal).faults
    caught = (fault for fault in faults if fault.kind is Irregularity.REVOKE and fault.claimed is not None)
    return next(((fault.seat, fault.trick) for fault in caught), None)


def _may_claim_revoke(deal: Deal, seat: int) -> bool:
    """Tell whether it is time for a claim and the side has made none, without revealing whether there was a revoke."""
    honour = honour_of(deal)
    if deal.over or honour.done >> seat & 1:
        return False
    blind = deal._replace(honour=honour._replace(counted=False))
    return why_not_claim_revoke(blind, seat) is None


def acts_in_view(deal: Deal, seat: int, *, distinct: bool) -> tuple[Action, ...]:
    """List what a seat may do, without revealing whether a challenge of a declaration would succeed."""
    acts = distinct_acts_of(deal, seat) if distinct else acts_of(deal, seat)
    return tuple(act for act in acts if act.verb is not Verb.CLAIM or act.name != Irregularity.WRONG_DECLARATION.value)
