"""Whether an action is allowed, and if not, why; legal actions are listed from the same conditions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from .actions import PASSES, Action, Verb, announce, declare, plays_of
from .cards import (
    CARDS_PER_PACK,
    COURT,
    NO_CARD,
    SEVEN,
    SEVENS,
    SUIT_MASKS,
    Card,
    Mask,
    cards_of,
    kind_of,
    mask_of,
    rank_of,
    suit_of,
    twins_in,
)
from .combinations import BEZIQUES, Combination, Form, Kind
from .deal import Deal, Phase
from .law import Law
from .reasons import Reason, Refusal
from .tricks import must_play

# Looking a member up in an enumeration costs several times as much as a global (Python 3.11).
_PLAYING: Final = Phase.PLAY
_DECLARING: Final = Phase.DECLARE
_OVER: Final = Phase.OVER
_PLAY: Final = Verb.PLAY
_EXCHANGE: Final = Verb.EXCHANGE
_SHOW: Final = Verb.SHOW
_DECLARE: Final = Verb.DECLARE
_ANNOUNCE: Final = Verb.ANNOUNCE
_PASS: Final = Verb.PASS
_BLANK: Final = Verb.CARTE_BLANCHE
_RESIGN: Final = Verb.RESIGN
_TIMEOUT: Final = Verb.TIMEOUT


def why_not(deal: Deal, action: Action) -> Refusal | None:
    """Return why a seat may not do this now, or None if it may."""
    if deal.result is not None:
        return Refusal(Reason.GAME_OVER)
    seat, verb, cards, name = action
    if not 0 <= seat < deal.base.law.players:
        return Refusal(Reason.NO_SUCH_SEAT)
    if verb is _RESIGN or verb is _TIMEOUT:
        return None  # ruling 21: at any moment
    if deal.phase is _OVER:
        return Refusal(Reason.DEAL_OVER)
    if seat != deal.turn:
        return Refusal(Reason.NOT_YOUR_TURN if deal.phase is _PLAYING else Reason.NOT_YOURS_TO_DECLARE)
    if verb is _PLAY:
        return _why_not_play(deal, seat, cards[0])
    if verb is _EXCHANGE:
        return _why_not_exchange(deal, seat, cards[0])
    if verb is _SHOW:
        return _why_not_show(deal, seat, cards[0])
    if verb is _BLANK:
        return _why_not_blank(deal, seat, cards)
    if deal.phase is not _DECLARING:
        return Refusal(Reason.NOT_DECLARING if deal.left else Reason.LAST_EIGHT)
    if verb is _DECLARE:
        return _why_not_declare(deal, seat, name, mask_of(cards))
    if verb is _ANNOUNCE:
        return _why_not_announce(deal, seat, name, mask_of(cards))
    return None if verb is _PASS else Refusal(Reason.HONOUR_ONLY)


def legal_moves(deal: Deal) -> list[Action]:
    """List every legal action of the seat on turn, except resigning; each physical card counts on its own."""
    base, hold, _, trump, _, left, phase, seat, _, trick, _, _, _, declaring, _, _ = deal
    law = base.law
    if phase is _PLAYING:
        cards = hold[seat] if left else must_play(hold[seat], trick, trump)
        found = plays_of(seat, cards, law.packs)
        if law.quantities.carte_blanche:
            found += _blanks(deal, seat)
        return found + _sevens(deal, _EXCHANGE) if law.any_holder else found
    if phase is _OVER:
        return []
    found = []
    if sets := declarable(deal):  # usually there is none, and no list is built
        found = [declare(seat, form.row.name, cards) for form, cards in sets]
    if declaring.declared:  # before a declaration there is nothing to announce
        found += [announce(seat, form.row.name, cards) for form, cards in announceable(deal)]
    if law.turns_up and hold[seat] & SEVENS[trump]:
        found += _sevens(deal, _EXCHANGE)
        if law.sevens_shown:
            found += _sevens(deal, _SHOW)
    found.append(PASSES[seat])
    return found


def distinct_moves(deal: Deal) -> list[Action]:
    """List the legal actions that differ: of two equal copies that lie in the same place, only the first is offered."""
    legal = legal_moves(deal)
    likes = {c: alike(deal, c) for c in cards_of(twins_in(deal.hold[deal.turn]))}
    if not likes:
        return legal
    again = deal.base.law.quantities.again
    seen: set[tuple[Verb, str, tuple[int, ...]]] = set()
    found = []
    for action in legal:
        like = tuple(sorted(likes[c] if c in likes else kind_of(c) for c in action.cards))
        if again and action.verb is _PLAY:  # which declarations a card breaks when it is played (ruling 34)
            like += tuple([meld.cards >> action.cards[0] & 1 for meld in deal.declared.melds])
        if (key := (action.verb, action.name, like)) not in seen:
            seen.add(key)
            found.append(action)
    return found


def alike(deal: Deal, card: Card) -> int:
    """Return a key that sets copies of a card apart: kind, place, whether it is known, how it has served."""
    declared = deal.declared
    like = 0
    for mask in (deal.exposed, declared.public, declared.shown):
        like = like << 1 | mask >> card & 1
    if deal.left:  # in the strict ending its past in combinations no longer matters
        for mask in declared.used:
            like = like << 1 | mask >> card & 1
    return like * CARDS_PER_PACK + kind_of(card)


def declarable(deal: Deal) -> list[tuple[Form, Mask]]:
    """List every combination the seat on turn may declare now, each set of cards on its own."""
    base, hold, _, trump, _, _, phase, seat, _, _, _, _, _, declaring, _, _ = deal
    if phase is not _DECLARING or (declaring.declared and not base.law.many):
        return []
    forms = base.law.forms[trump].within(hold[seat])
    if not forms:  # most hands hold none
        return []
    sets = _unbarred_sets(deal, forms, hold[seat])
    return [(form, cards) for form, cards in sets if _why_not_set(deal, seat, form.row, cards) is None]


def announceable(deal: Deal) -> list[tuple[Form, Mask]]:
    """List every combination the seat on turn may announce now (ruling 12)."""
    if deal.phase is not _DECLARING or _why_no_announcing(deal) is not None:
        return []
    exposed = deal.table(deal.turn)
    sets = _unbarred_sets(deal, deal.base.law.forms[deal.trump].within(exposed), exposed)
    return [(form, cards) for form, cards in sets if _why_not_announced_set(deal, form.row, cards) is None]


def _unbarred_sets(deal: Deal, forms: Iterable[Form], cards: Mask) -> list[tuple[Form, Mask]]:
    """List every way to pick one of these combinations from the given cards that may serve in it."""
    found: list[tuple[Form, Mask]] = []
    for form in forms:
        free = cards & ~barring(deal, form.row)
        if form.within(free):
            found += [(form, picked) for picked in form.picks(free)]
    return found


def _sevens(deal: Deal, verb: Verb) -> list[Action]:
    seat = deal.turn
    own = deal.hold[seat] & SEVENS[deal.trump]
    if not own:
        return []
    why_not = _why_not_exchange if verb is _EXCHANGE else _why_not_show
    return [Action(seat, verb, (c,)) for c in cards_of(own) if why_not(deal, seat, c) is None]


def _why_not_play(deal: Deal, seat: int, card: Card) -> Refusal | None:
    if deal.phase is _DECLARING:
        return Refusal(Reason.STILL_DECLARING)
    held = deal.hold[seat]
    if not held >> card & 1:
        return not_held(deal, seat, 1 << card)
    if deal.left or must_play(held, deal.trick, deal.trump) >> card & 1:
        return None
    suit = SUIT_MASKS[suit_of(deal.trick[0])]
    if held & suit:
        return Refusal(Reason.HEAD_TRICK if suit >> card & 1 else Reason.FOLLOW_SUIT, (card,))
    return Refusal(Reason.MUST_TRUMP, (card,))


def _why_not_exchange(deal: Deal, seat: int, card: Card) -> Refusal | None:
    law = deal.base.law
    if not law.turns_up:
        return Refusal(Reason.NO_TURN_UP)
    if not deal.left:
        return Refusal(Reason.LAST_EIGHT)
    if deal.phase is _PLAYING:
        if not law.any_holder:
            return Refusal(Reason.EXCHANGE_NOT_NOW)
        if not deal.tricks:
            return Refusal(Reason.EXCHANGE_BEFORE_TRICK)
    if (refusal := _why_not_seven(deal, seat, card)) is not None:
        return refusal
    if rank_of(deal.turn_up) == SEVEN:
        return Refusal(Reason.TURN_UP_IS_SEVEN)
    if deal.declared.shown >> card & 1:
        return Refusal(Reason.EXCHANGE_SHOWN, (card,))
    return None


def _why_not_show(deal: Deal, seat: int, card: Card) -> Refusal | None:
    law = deal.base.law
    if not law.turns_up:
        return Refusal(Reason.SEVENS_WITHOUT_TRUMP)
    if not law.sevens_shown:
        return Refusal(Reason.SEVENS_COUNT_WHEN_PLAYED)
    if deal.phase is not _DECLARING:
        return Refusal(Reason.NOT_DECLARING if deal.left else Reason.LAST_EIGHT)
    if (refusal := _why_not_seven(deal, seat, card)) is not None:
        return refusal
    if deal.declared.counted >> card & 1:  # a seven turned up or exchanged may be in a hand again at an honour table
        return Refusal(Reason.ALREADY_SHOWN, (card,))
    return None


def _why_not_seven(deal: Deal, seat: int, card: Card) -> Refusal | None:
    if not deal.hold[seat] >> card & 1:
        return not_held(deal, seat, 1 << card)
    return None if SEVENS[deal.trump] >> card & 1 else Refusal(Reason.NOT_SEVEN_OF_TRUMPS, (card,))


def _blanks(deal: Deal, seat: int) -> list[Action]:
    """List the carte blanche, or the card drawn since, that the seat on turn may show."""
    drawn = deal.declared.blank[seat] if deal.declared.blank else None
    shown = () if drawn is None or drawn == NO_CARD else (drawn,)
    return [Action(seat, _BLANK, shown)] if _why_not_blank(deal, seat, shown) is None else []


def _why_not_blank(deal: Deal, seat: int, cards: tuple[Card, ...]) -> Refusal | None:
    """Check a carte blanche, or a card drawn since and shown (ruling 33)."""
    declared, shown = deal.declared, mask_of(cards)
    if not deal.base.law.quantities.carte_blanche:
        return Refusal(Reason.BLANK_OTHER_GAME)
    if deal.phase is _DECLARING:
        return Refusal(Reason.STILL_DECLARING)
    if not deal.left:
        return Refusal(Reason.BLANK_TOO_LATE)
    own = declared.blank[seat] if declared.blank else None
    if missing := shown & ~deal.hold[seat]:
        return not_held(deal, seat, missing)
    if not cards:
        if any(mark.seat == seat and mark.reason == "carte-blanche" for mark in deal.score.marks):
            return Refusal(Reason.BLANK_TWICE)
        if deal.tricks:
            return Refusal(Reason.BLANK_TOO_LATE)
        court = deal.hold[seat] & COURT
        return Refusal(Reason.BLANK_COURT, tuple(cards_of(court))) if court else None
    if shown & COURT:
        return Refusal(Reason.BLANK_COURT, cards)
    if own is None:
        return Refusal(Reason.BLANK_NOT_FIRST)
    if cards[0] == own:
        return None
    return Refusal(Reason.BLANK_TWICE if shown & declared.public else Reason.BLANK_NOT_DRAWN, cards)


def _why_not_declare(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    if (refusal := _why_not_form(deal, seat, name, cards)) is not None:
        return refusal
    if deal.declaring.declared and not deal.base.law.many:
        return Refusal(Reason.ONE_DECLARATION)
    row = deal.base.law.rows[name]
    return _first_bar(deal, row, cards) or _why_not_set(deal, seat, row, cards)


def _why_not_announce(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    return (
        _why_no_announcing(deal)
        or _why_not_form(deal, seat, name, cards)
        or _why_not_announced_set(deal, deal.base.law.rows[name], cards)
    )


def _why_not_form(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    """Check that the seat has the cards and that they are the combination, under the present trumps."""
    law = deal.base.law
    row = law.rows.get(name)
    if missing := cards & ~deal.hold[seat]:
        return not_held(deal, seat, missing)
    forms = [form for form in law.forms[deal.trump] if form.row.name == name]
    if any(form.matches(cards) for form in forms):
        return None
    if row is None:  # the notation has names for which this game has no row
        return Refusal(Reason.OTHER_GAME)
    if forms:
        return Refusal(Reason.NOT_THAT_COMBINATION)
    if row.packs > law.packs:
        return Refusal(Reason.NO_TREBLE)
    if row.kind is Kind.TREBLE_BEZIQUE:
        return Refusal(Reason.TREBLE_BARRED)
    if row.kind is Kind.MARRIAGE:
        return Refusal(Reason.COMMON_BEFORE_TRUMPS)
    return Refusal(Reason.SEQUENCE_BEFORE_TRUMPS if row.trumps else Reason.PLAIN_BEFORE_TRUMPS)


def _bars(deal: Deal, row: Combination) -> list[tuple[Reason, Mask]]:
    """List the cards that may not serve in a combination of this row now, with the reasons."""
    law, used, declaring = deal.base.law, deal.declared.used, deal.declaring
    bars = [(reason, used[kind]) for reason, kind in _barring_classes(law)[row.name]]
    if law.many:
        bars.append((Reason.SHARED_CARD, declaring.now))
    bars.append((Reason.JUST_TAKEN, declaring.taken))
    return bars


@lru_cache(maxsize=256)
def _barring_classes(law: Law) -> dict[str, tuple[tuple[Reason, int], ...]]:
    """Return, by row, the classes in which a card must not have served, with reasons, in the order of the refusals."""
    table = {}
    for row in law.rows.values():
        bars = [] if law.quantities.again else [(Reason.CLASS_USED, row.kind)]
        if row.kind in BEZIQUES:
            bars += [(Reason.LOWER_BEZIQUE, kind) for kind in BEZIQUES if kind > row.kind]
        if law.rules.bezique_cards_locked:
            bars += [(Reason.BEZIQUE_LOCKED, kind) for kind in BEZIQUES]
        if law.rules.sequence_bars_marriage and row.kind is Kind.MARRIAGE:
            bars.append((Reason.SEQUENCE_BARS, Kind.SEQUENCE))
        table[row.name] = tuple((reason, kind.value) for reason, kind in bars)
    return table


def barring(deal: Deal, row: Combination) -> Mask:
    """Return the cards that may not serve in a combination of this row now."""
    law, used, declaring = deal.base.law, deal.declared.used, deal.declaring
    mask = declaring.taken | declaring.now if law.many else declaring.taken
    for _, kind in _barring_classes(law)[row.name]:
        mask |= used[kind]
    return mask


def _first_bar(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    for reason, barred in _bars(deal, row):
        if cards & barred:
            return Refusal(reason, tuple(cards_of(cards & barred)))
    return None


def _why_not_set(deal: Deal, seat: int, row: Combination, cards: Mask) -> Refusal | None:
    """Check a set of unbarred cards as a whole: for a new card, and for rules that no announcement waives."""
    if deal.base.law.quantities.again and (refusal := _why_not_again(deal, row, cards)) is not None:
        return refusal
    if cards & ~deal.exposed:
        return None
    if (refusal := _why_never_without_new(deal, row, cards)) is not None:
        return refusal
    rules = deal.base.law.rules
    if not rules.new_card or (rules.double_from_singles and _only_lower_beziques(deal, row, cards)):
        return None
    standing = deal.declared.announced[seat]
    if standing is not None and standing.row.kind is row.kind and standing.cards == cards:
        return None  # ruling 12: the announcement waives the new card
    return Refusal(Reason.NO_NEW_CARD)


def _why_not_again(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    """Check a set whose cards may have been declared in this class before (ruling 34)."""
    served = cards & deal.declared.used[row.kind]
    if not served:
        return None
    declared = deal.declared
    if any(meld.cards == cards and meld.row.kind is row.kind for meld in declared.melds):
        return Refusal(Reason.ALREADY_DECLARED, tuple(cards_of(cards)))
    if declared.broken and cards & declared.broken[row.kind]:
        return None
    return Refusal(Reason.NONE_PLAYED_SINCE, tuple(cards_of(served)))


def _why_never_without_new(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    """Refuse what rulings 13 and 14 forbid to cards that all lie exposed, announced or not."""
    if cards & ~deal.exposed:
        return None
    if row.kind is Kind.MARRIAGE:
        for meld in deal.declared.melds:
            if meld.row.kind is Kind.SEQUENCE and meld.cards & cards == cards:
                return Refusal(Reason.SEQUENCE_PAIR)
    elif _only_lower_beziques(deal, row, cards) and not deal.base.law.rules.double_from_singles:
        return Refusal(Reason.ONLY_LOWER_BEZIQUES)
    return None


def _only_lower_beziques(deal: Deal, row: Combination, cards: Mask) -> bool:
    """Tell whether cards that would make a bézique have all been declared in lower ones, however paired."""
    if row.kind not in BEZIQUES:
        return False
    lower = 0
    for kind in BEZIQUES:
        if kind < row.kind:
            lower |= deal.declared.used[kind]
    return not cards & ~lower


def _why_no_announcing(deal: Deal) -> Refusal | None:
    declaring = deal.declaring
    if not deal.base.law.rules.announce:
        return Refusal(Reason.NO_ANNOUNCING)
    if not declaring.declared:
        return Refusal(Reason.ANNOUNCE_AFTER_DECLARING)
    if declaring.announced:
        return Refusal(Reason.ANNOUNCE_TWICE)
    if deal.left <= deal.base.law.players:
        return Refusal(Reason.ANNOUNCE_TOO_LATE)
    return None


def _why_not_announced_set(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    declaring = deal.declaring
    if row.kind is declaring.kind:
        return Refusal(Reason.ANNOUNCE_SAME_CLASS)
    if hidden := cards & ~deal.exposed:
        return Refusal(Reason.ANNOUNCE_NOT_EXPOSED, tuple(cards_of(hidden)))
    if not cards & declaring.now:
        return Refusal(Reason.ANNOUNCE_NOTHING_NEW)
    return _first_bar(deal, row, cards) or _why_never_without_new(deal, row, cards)


def not_held(deal: Deal, seat: int, cards: Mask) -> Refusal:
    """Return the refusal of cards that a seat does not hold; the reason tells cards already played from others.

    The seat knows both from what is public.
    """
    gone = 0
    for trick in deal.tricks:
        for c in trick.cards:
            gone |= 1 << c
    for c in deal.trick:
        gone |= 1 << c
    missing = cards & ~deal.hold[seat]
    reason = Reason.ALREADY_PLAYED if missing & gone == missing else Reason.NOT_HELD
    return Refusal(reason, tuple(cards_of(missing)))
