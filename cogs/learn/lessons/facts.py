"""The values for the braces of a lesson's texts: cards, and figures that the engine gives."""

from __future__ import annotations

from bot.engine import View, parse_card
from bot.engine.cards import RANK_LETTERS, SUIT_LETTERS
from bot.ui.text.faces import face, suit_sign
from bot.ui.text.i18n import tr
from cogs.learn.lessons.course import Said
from cogs.learn.lessons.values import PUPIL


def written(words: str, view: View) -> str:
    """Write one of a lesson's texts for the reader, about the moment of the pupil's view."""
    return tr(words, **_facts(view)) if words else ""


def said(what: Said, view: View) -> str:
    """Write a remark on an act, with the points that the acts it shows bring."""
    return tr(what.words, **_facts(view), gain=what.gain, loss=what.loss)


def _facts(view: View) -> dict[str, object]:
    faces = {rank + suit: face(parse_card(f"{rank}{suit}a")) for rank in RANK_LETTERS for suit in SUIT_LETTERS}
    quantities = view.quantities
    points = {row.name.replace("-", "_"): row.points for row in view.law.rows.values()}
    return {
        **faces,
        **points,
        "brisque": quantities.brisque,
        "last": quantities.last_trick,
        "seven": quantities.seven,
        "exchange": quantities.exchange,
        "trumps": suit_sign(view.trump) if view.trump >= 0 else "",
        "target": view.rules.target,
        "mine": view.side_totals[view.law.sides[PUPIL]],
        "hers": max(total for side, total in enumerate(view.side_totals) if side != view.law.sides[PUPIL]),
    }
