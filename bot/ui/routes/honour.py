"""The operations of an honour table that no other table has, as small typed values."""

from __future__ import annotations

from bot.ui.routes.custom_ids import operation
from bot.ui.routes.table import AtMoment

PUT_DOWN = "put-down"
"""What an entry asks for among things against the rules: the page on which any cards can be put down."""


@operation("against")
class AgainstRules(AtMoment):
    """Do what hands can do and a correct player would not; later than that moment nothing is done."""

    action: str


@operation("put-down")
class PutDown(AtMoment):
    """Put down cards under the name of a combination: which ones is asked next."""

    name: str


@operation("lay")
class LayDown(AtMoment):
    """Put these cards down under that name: it is asked once more."""

    name: str
    cards: str
    """As the record writes them, with blanks between."""


@operation("ask-revoke")
class AskRevoke(AtMoment):
    """Be asked whether one means to claim a revoke, which a side can do once a deal."""
