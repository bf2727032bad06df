"""What a moderator does at a table: it closes without a result, and who is sent away does not come back."""

from __future__ import annotations

from bot.tables import Status, Why
from bot.tables.decisions import lobby, moderating
from bot.tables.decisions.moderating import MODERATED
from tests.tables.at_table import ANN, BEN, CAT, FOUR
from tests.tables.made import ask, begun, challenged, joined, noon, opened, resigned, why


def test_lobbies_challenges_and_games_are_closed_without_a_result() -> None:
    for table, status in (
        (opened(), Status.CANCELLED),
        (challenged(), Status.CANCELLED),
        (begun(), Status.ABANDONED),
    ):
        after = ask(table, moderating.close, noon())
        assert (after.status, after.end_reason, after.winner) == (status, MODERATED, None)
        assert all(deal.closed_at is not None for deal in after.deals if deal.deck is not None)
        assert why(after, moderating.close, noon()) is Why.CLOSED
    assert why(resigned(begun()), moderating.close, noon()) is Why.CLOSED


def test_who_is_sent_away_does_not_sit_down_again_and_the_next_becomes_the_opener() -> None:
    table = joined((ANN, BEN, CAT), rules=FOUR)
    after = ask(table, moderating.send_away, noon(), ANN.user_id)
    assert (after.users, after.opener_id) == ((BEN.user_id, CAT.user_id), BEN.user_id)
    assert why(after, lobby.join, noon(), ANN) is Why.NOT_NOW
    assert why(after, moderating.send_away, noon(), ANN.user_id) is Why.NOT_THERE
    gone = ask(after, moderating.send_away, noon(), BEN.user_id)
    assert gone.lobby.kept_out == (ANN.user_id, BEN.user_id)


def test_last_one_who_is_sent_away_leaves_a_table_that_a_moderator_has_closed() -> None:
    after = ask(opened(), moderating.send_away, noon(), ANN.user_id)
    assert (after.status, after.end_reason) == (Status.CANCELLED, MODERATED)


def test_nobody_is_sent_away_from_a_challenge_or_a_game() -> None:
    assert why(challenged(), moderating.send_away, noon(), ANN.user_id) is Why.NOT_THERE
    assert why(begun(), moderating.send_away, noon(), ANN.user_id) is Why.ALREADY_STARTED
