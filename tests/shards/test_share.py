"""What a process answers for."""

from __future__ import annotations

import pytest

from bot.shards.share import Share, shard_of

pytestmark = pytest.mark.deep


def test_a_server_belongs_to_the_shard_that_discord_computes_and_direct_messages_to_the_first() -> None:
    assert shard_of(197038439483310086, 16) == (197038439483310086 >> 22) % 16 == 2
    assert [shard_of(number << 22, 3) for number in range(7)] == [0, 1, 2, 0, 1, 2, 0]
    assert shard_of(None, 64) == 0


def test_who_is_alone_answers_for_everything_whatever_the_number_of_gateways() -> None:
    share = Share.everything()
    assert share.alone
    assert share.count is None
    assert all(share.has(guild) for guild in (None, 1, 5 << 22, 2**63))
    assert share.held == {0}
    assert share.shard_of(5 << 22) == 0


def test_each_server_has_one_shard_among_the_shares_of_all_processes() -> None:
    shares = [Share(8, held) for held in ({0, 3}, {1, 2, 4}, {5, 6, 7})]
    for guild in (None, *(number * 7919 << 22 for number in range(200))):
        assert [share.has(guild) for share in shares].count(True) == 1


def test_a_share_begins_empty_and_follows_what_is_taken_and_given_up() -> None:
    share = Share(4)
    assert not share.alone
    assert not share.has(None)
    share.take(0)
    share.take(3)
    assert share.held == {0, 3}
    assert share.has(None)
    assert share.has(7 << 22)
    share.give_up(0)
    share.give_up(0)
    assert share.held == {3}
    assert not share.has(None)


@pytest.mark.parametrize("shard", [-1, 4, 100])
def test_a_shard_that_does_not_exist_cannot_be_taken(shard: int) -> None:
    with pytest.raises(ValueError, match="no shard"):
        Share(4).take(shard)


def test_who_is_alone_takes_and_gives_up_nothing() -> None:
    share = Share.everything()
    with pytest.raises(ValueError, match="no shard"):
        share.take(0)
    with pytest.raises(ValueError, match="alone"):
        share.give_up(0)
    assert share.has(None)
