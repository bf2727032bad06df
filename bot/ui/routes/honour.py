"""Operations of an honour table that no other table has."""

from __future__ import annotations

from bot.ui.routes.custom_ids import operation
from bot.ui.routes.table import AtMoment

PUT_DOWN = "put-down"
"""The action of the entry, among those against the rules, that opens the page where any cards can be put down."""


@operation("against")
class AgainstRules(AtMoment):
    """Do something against the rules; at a later moment than the control's, nothing happens."""

    action: str


@operation("put-down")
class PutDown(AtMoment):
    """Choose the combination as which any cards are put down; the cards are asked next."""

    name: str


@operation("lay")
class LayDown(AtMoment):
    """Put these cards down as a combination, after one more question."""

    name: str
    cards: str
    """The cards in the record's notation, with blanks between them."""


@operation("ask-revoke")
class AskRevoke(AtMoment):
    """See the question whether one means to claim a revoke; a side may claim one in each deal."""
