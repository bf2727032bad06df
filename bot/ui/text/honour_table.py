"""What an honour table shows besides declared cards: the number of cards each seat holds, and cards left as a forfeit.

Pictures and words both read it from here. Nothing here says that a rule was broken: it is what everybody sees, or what
the reader alone was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.engine import Card, CardSet, Phase, Verb, View
from bot.engine.cards import NO_CARD
from bot.engine.honour import LiftView

from .faces import PLAIN, Style, sorted_hand
from .i18n import in_words, pair, tr, trn


class Lifted(NamedTuple):
    """Cards of the stock that do not lie face down on it like the others."""

    cards: tuple[Card, ...]
    """The cards that the reader sees."""
    hidden: int
    """Number of cards that lie face down beside the stock."""
    chooser: int | None
    """The seat that has to choose now, or None."""


def may_play(view: View) -> CardSet:
    """Return the cards that a reader is told may be played; at an honour table only one that was called."""
    if view.honour is not None and view.honour.called[view.seat or 0] == NO_CARD:
        return CardSet()  # which cards are lawful is the player's to see
    return CardSet.of(action.cards[0] for action in view.legal if action.verb is Verb.PLAY)


def held_by(view: View, seat: int) -> int | None:
    """Return how many cards a seat has, exposed ones included; None at an ordinary table, where it is always known."""
    return None if view.honour is None else view.honour.holds[seat]


def called_of(view: View, seat: int) -> Card:
    """Return the card that a seat has to play because it was called, or ``NO_CARD``."""
    return NO_CARD if view.honour is None else view.honour.called[seat]


def faced_of(view: View, seat: int) -> list[Card]:
    """Return a seat's faced cards: those that may be called, and the one that was."""
    if view.honour is None:
        return []
    called = called_of(view, seat)
    faced = view.honour.faced | CardSet.of([called] if called != NO_CARD else [])
    return sorted_hand(faced & (view.known[seat] | view.tables[seat]))


def lying_of(view: View, seat: int) -> list[Card]:
    """Return a seat's cards that stay exposed as a forfeit and serve in no declaration."""
    return [] if view.honour is None else sorted_hand(view.honour.lying & view.tables[seat])


def set_apart(view: View, seat: int) -> CardSet:
    """Return a seat's cards that lie apart from what it has declared."""
    return CardSet() if view.honour is None else CardSet.of([*faced_of(view, seat), *lying_of(view, seat)])


def lifted_of(view: View) -> Lifted | None:
    """Return the cards of the stock that were lifted or turned up, as the reader sees them; None if there are none."""
    if view.honour is None:
        return None
    choice = view.honour.lifted
    if choice is None:
        lies_open = tuple(sorted_hand(view.honour.open_stock))
        return Lifted(lies_open, 0, None) if lies_open else None
    hidden = 2 - len(choice.cards) if choice.halts else 0
    if not choice.cards and not hidden:
        return None
    return Lifted(choice.cards, hidden, choice.chooser if choice.ready else None)


def count_text(count: int) -> str:
    """Write a number of cards."""
    return trn("{count} card", "{count} cards", count)


def held_line(view: View, names: Sequence[str]) -> str:
    """Write how many cards each seat has, at an honour table; otherwise return an empty text."""
    if view.honour is None:
        return ""
    held = [f"{name} {count}" for name, count in zip(names, view.honour.holds, strict=True)]
    return pair(tr("Cards held"), ("; " if in_words() else " · ").join(held))


def waited_for(view: View, names: Sequence[str]) -> str:
    """Say whom an honour table waits for, and for what."""
    honour = view.honour
    assert honour is not None
    if view.phase is Phase.CLAIM:
        waiting = ", ".join(f"**{names[seat]}**" for seat in range(view.players) if not honour.done[seat])
        if honour.stopped:
            return tr("The target is reached. Claim or press **Done**: {names}", names=waiting)
        return tr("All tricks are played. Claim or press **Done**: {names}", names=waiting)
    choice = honour.lifted
    chooses = _choice_waited_for(view, names, choice) if choice is not None and choice.ready else ""
    if choice is not None and chooses and (choice.halts or view.turn == choice.chooser):
        return chooses
    name = names[view.turn]
    if view.phase is Phase.DECLARE:
        partner = next((each for each in range(view.players) if honour.chances[each] and each != view.turn), None)
        if partner is not None:
            return tr("**{name}** won the trick; **{other}** may declare too", name=name, other=names[partner])
        return tr("**{name}** won the trick: may declare, draws, leads", name=name)
    if view.turn == honour.to_draw:
        return tr("**{name}** to draw", name=name)
    words = tr("**{name}** to play", name=name) if view.trick else tr("**{name}** to lead", name=name)
    if honour.to_draw is None:
        return words
    if chooses:
        return f"{words}, {chooses}"
    return tr("{turn}, **{name}** to draw", turn=words, name=names[honour.to_draw])


def _choice_waited_for(view: View, names: Sequence[str], choice: LiftView) -> str:
    """Say who chooses of two cards, and what the trick's winner may do meanwhile (ruling 24)."""
    honour, name = view.honour, names[choice.chooser]
    assert honour is not None
    if choice.halts:
        return tr("**{name}** chooses one of two cards", name=name)
    if view.leader != choice.chooser and honour.chances[view.leader]:
        return tr(
            "**{name}** first chooses one of two cards; **{other}** may declare meanwhile",
            name=name, other=names[view.leader],
        )  # fmt: skip
    return tr("**{name}** first chooses one of two cards", name=name)


def lift_lines(view: View, names: Sequence[str], style: Style = PLAIN) -> list[str]:
    """Write in at most one line which cards of the stock were lifted or lie face up, and who chooses."""
    if view.honour is None:
        return []
    choice, shown = view.honour.lifted, lifted_of(view)
    cards = style.cards(shown.cards) if shown is not None else ""
    if choice is None:
        return [tr("Face up on the stock: {cards}.", cards=cards)] if cards else []
    lifter, chooser = names[choice.lifter], names[choice.chooser]
    if choice.halts and cards:
        return [tr("{name} lifted two cards: {cards}. {other} chooses.", name=lifter, cards=cards, other=chooser)]
    if choice.halts:
        return [tr("{name} lifted two cards; {other} sees them and chooses.", name=lifter, other=chooser)]
    if choice.ready:
        return [
            tr(
                "{other} lifted two cards. Turned up: {cards}. {name} chooses first.",
                other=lifter, cards=cards, name=chooser,
            )
        ]  # fmt: skip
    if cards:
        return [
            tr(
                "The next card of the stock, for you alone: {cards}. Before the next draw you choose.",
                cards=cards,
            )
        ]
    return [
        tr("{other} lifted two cards; {name} has seen the second, and chooses next time.",
           other=lifter, name=chooser)
    ]  # fmt: skip
