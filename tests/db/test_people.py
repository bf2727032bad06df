"""Ids of former players."""

from __future__ import annotations

from db.formers import is_former, new_former
from tests.tables.at_table import DAN


def test_nobody_is_taken_for_a_former_player() -> None:
    assert not is_former(DAN.user_id)
    assert not is_former(1_477_757_317_939_200_015)
    assert all(is_former(new_former()) and new_former() < 2**63 for _ in range(50))
