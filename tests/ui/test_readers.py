"""In which language somebody reads what they have not asked for just now."""

from __future__ import annotations

from bot.tables.preferences import LANGUAGE, Preferences
from bot.ui.kit.readers import Readers
from bot.ui.text.i18n import tr
from db import Store
from tests.tables.at_table import ANN, GUILD


class NoServers:
    """Knows no server yet, as at the beginning of a start."""

    def get_guild(self, _: int, /) -> None:
        return None


async def test_whoever_has_chosen_no_language_is_told_of_a_turn_in_that_which_their_server_has_chosen(
    store: Store,
) -> None:
    preferences = Preferences(store)
    readers = Readers(NoServers(), preferences)
    await preferences.set_of_server(GUILD, {LANGUAGE: "fr"})
    with readers.for_member(ANN.user_id, GUILD):
        assert tr("Play") == "Jouer"
    await preferences.set_of_member(ANN.user_id, {LANGUAGE: "en"})
    with readers.for_member(ANN.user_id, GUILD):
        assert tr("Play") == "Play"
