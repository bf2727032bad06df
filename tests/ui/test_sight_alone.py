"""In a direct message a member sees the tables at which they play, in whatever server, and no others."""

from __future__ import annotations

from bot.ui.kit.visibility import Visibility
from tests.tables.at_table import ANN, BEN, CHANNEL, GUILD, STRANGER
from tests.tables.made import begun, challenged


def test_own_tables_alone_are_in_sight_of_a_direct_message() -> None:
    table = begun()
    for player in (ANN, BEN):
        assert Visibility(0, 1, player.user_id).table(table)
    for visibility in (
        Visibility(0, 1, STRANGER.user_id),
        Visibility(0, CHANNEL),
        Visibility(0, table.channel_id, STRANGER.user_id),
    ):
        assert not visibility.table(table)
    assert not Visibility(0, 1, BEN.user_id).table(challenged())  # who is invited does not play there yet
    assert Visibility(GUILD, CHANNEL, STRANGER.user_id).table(table)
