"""The revoke: its claim, and the award of the last eight tricks (ruling 29)."""

from __future__ import annotations

from bot.engine.cards import SUIT_MASKS, Card
from bot.engine.deal import Deal, Score
from bot.engine.forfeits import Irregularity
from bot.engine.reasons import Reason, Refusal
from bot.engine.tricks import must_play

from .marking import mark, stopped
from .state import RevokeClaim, column_of, honour_of, in_last_eight, opponents, trick_number


def is_revoke(deal: Deal, seat: int, card: Card) -> bool:
    """Tell whether playing a card in the last eight tricks is a revoke by the table's column."""
    hold, trick = deal.hold[seat], deal.trick
    if not trick:
        return False
    if column_of(deal.base).must_win:
        return not must_play(hold, trick, deal.trump) >> card & 1
    led = trick[0] >> 3 & 3
    return card >> 3 & 3 != led and bool(hold & SUIT_MASKS[led])


def why_not_claim_revoke(deal: Deal, seat: int) -> Refusal | None:
    """Return why a seat cannot claim a revoke: too early, claimed by its side before, or after the deal groundless."""
    honour, sides = honour_of(deal), deal.base.law.sides
    if not in_last_eight(deal) or trick_number(deal) <= deal.base.law.first_stage:
        return Refusal(Reason.NO_REVOKE_YET)
    if any(sides[each.seat] == sides[seat] for each in honour.revokes):
        return Refusal(Reason.REVOKE_CLAIMED)
    if honour.counted:
        claims = (*honour.revokes, RevokeClaim(seat, len(honour.faults), judged=False))
        if _hits(deal, claims)[-1] is None:
            return Refusal(Reason.NO_GROUND)
    return None


def claim_revoke(deal: Deal, seat: int) -> Deal:
    """Keep a claim for the end of the deal, or judge it at once if play has stopped or is over."""
    honour = honour_of(deal)
    at_once = honour.counted or stopped(deal)
    claims = (*honour.revokes, RevokeClaim(seat, len(honour.faults), judged=at_once))
    deal = deal._replace(honour=honour._replace(revokes=claims))
    return _award(deal) if at_once else deal


def judge(deal: Deal) -> Deal:
    """Judge every waiting claim of a revoke."""
    honour = honour_of(deal)
    claims = tuple(each._replace(judged=True) for each in honour.revokes)
    return _award(deal._replace(honour=honour._replace(revokes=claims))) if claims else deal


def _hits(deal: Deal, claims: tuple[RevokeClaim, ...]) -> list[int | None]:
    """Return for each claim the index of the earliest opposing revoke before it that no earlier claim hit, or None."""
    faults = honour_of(deal).faults
    found: list[int | None] = []
    for claim in claims:
        found.append(
            next(
                (
                    place
                    for place, fault in enumerate(faults[: claim.before])
                    if fault.kind is Irregularity.REVOKE
                    and opponents(deal, claim.seat, fault.seat)
                    and place not in found
                ),
                None,
            )
        )
    return found


def _award(deal: Deal) -> Deal:
    """Give the last eight tricks to the claimant of the earliest revoke, of those judged claims that are true."""
    honour = honour_of(deal)
    hits = zip(_hits(deal, honour.revokes), honour.revokes, strict=True)
    true = [(place, claim.seat) for place, claim in hits if place is not None and claim.judged]
    if not true:
        return deal
    place, taker = min(true)
    faults = tuple(
        fault._replace(claimed=taker if at == place else None) if fault.kind is Irregularity.REVOKE else fault
        for at, fault in enumerate(honour.faults)
    )
    deal = deal._replace(honour=honour._replace(faults=faults))
    return deal if taker == honour.taker else _bring(deal, taker)


def _bring(deal: Deal, taker: int) -> Deal:
    """Take from the other seats what the last eight tricks brought them, and mark it for the taker in one sum."""
    trick, reason = trick_number(deal), f"forfeit-{Irregularity.REVOKE}"
    brought = 0
    kept = []
    for seat, points in honour_of(deal).eight:
        if seat == taker:
            kept.append((seat, points))
        else:
            deal = mark(deal, seat, -points, reason, trick)
            brought += points
    if brought:
        deal = mark(deal, taker, brought, reason, trick)
        kept.append((taker, brought))
    honour, n = honour_of(deal), deal.base.law.players
    moved = tuple(sum(honour.eight_brisques) * (seat == taker) for seat in range(n))
    brisques = tuple(
        points - before + after
        for points, before, after in zip(deal.score.brisques, honour.eight_brisques, moved, strict=True)
    )
    return deal._replace(
        score=Score(deal.score.totals, deal.score.marks, brisques),
        honour=honour._replace(taker=taker, eight=tuple(kept), eight_brisques=moved),
    )
