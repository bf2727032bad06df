"""What has happened since the pupil's last step, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Event, Phase, View
from bot.engine.combinations import BY_NAME
from bot.engine.events import CardDrawn, CardPlayed, CombinationDeclared, PointsMarked, SevenExchanged, TrickTaken
from bot.ui.text.faces import face, faces, sorted_hand
from bot.ui.text.i18n import tr
from bot.ui.text.words import combination_title

from .script import MADAME, PUPIL


def story(events: Sequence[Event]) -> list[str]:
    """Write what has happened since the page before, in lines: tricks, declarations, the pupil's draw."""
    lines: list[str] = []
    for event in events:
        match event:
            case TrickTaken(trick=trick):
                cards = [f"{_who(trick.seat_of(place))} {face(c)}" for place, c in enumerate(trick.cards)]
                taken = tr("your trick") if trick.winner == PUPIL else tr("my trick")
                lines.append(f"{' · '.join(cards)} → **{taken}**")
            case SevenExchanged(seat=seat, seven=seven, taken=card_taken):
                lines.append(
                    tr("You exchange {seven} for {card}: **+10**", seven=face(seven), card=face(card_taken))
                    if seat == PUPIL
                    else tr("I exchange {seven} for {card}: **+10**", seven=face(seven), card=face(card_taken))
                )
            case CombinationDeclared(seat=seat, name=name, cards=declared):
                what = f"{combination_title(name).lower()} {faces(sorted_hand(declared))}"
                points = BY_NAME[name].points
                lines.append(
                    tr("You declare {what}: **+{points}**", what=what, points=points)
                    if seat == PUPIL
                    else tr("I declare {what}: **+{points}**", what=what, points=points)
                )
            case PointsMarked(mark=mark) if mark.reason == "seven-played":
                lines.append(
                    tr("Seven of trumps played: **+10** for you")
                    if mark.seat == PUPIL
                    else tr("Seven of trumps played: **+10** for me")
                )
            case CardDrawn(seat=seat, card=drawn) if seat == PUPIL and drawn >= 0:
                lines.append(tr("You draw **{card}**", card=face(drawn)))
            case _:
                continue
    return lines


def led(events: Sequence[Event], view: View) -> str:
    """Say what Madame has led, if it is the pupil's turn to follow."""
    if not view.trick or view.phase is not Phase.PLAY:
        return ""
    played = next((e for e in reversed(events) if isinstance(e, CardPlayed) and e.seat == MADAME), None)
    from_table = played is not None and played.from_table
    if from_table:
        return tr("I lead **{card}**, from the table.", card=face(view.trick[0]))
    return tr("I lead **{card}**.", card=face(view.trick[0]))


def _who(seat: int) -> str:
    return tr("You") if seat == PUPIL else tr("Madame")
