"""Which tests are deep: whole games, storms, sweeps for leaks and pixels, and everything with processes of its own.

The README's test command leaves them out; `.ci/run` runs them too. Some of them stay in both: a whole game with its
sweep for leaks, a tournament, a kill, and one case of each claim that is swept over many.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

DEEP: Final = (
    "tests/wire/",
    "tests/shards/",
    # whole games and storms
    "tests/behaviour/test_whole_games.py",
    "tests/behaviour/test_house.py",
    "tests/behaviour/test_house_games.py",
    "tests/behaviour/test_honour_games.py",
    "tests/behaviour/test_honour_life.py",
    "tests/behaviour/test_panels_alone.py",
    "tests/behaviour/test_storm.py",
    "tests/behaviour/test_tournament.py",
    "tests/behaviour/test_lobby_to_the_end.py",
    "tests/behaviour/test_short_games.py",
    "tests/engine/test_invariants.py",
    "tests/engine/test_honour_invariants.py",
    "tests/engine/test_family.py",
    "tests/club/test_recount.py",
    "tests/club/test_byes.py",
    "tests/house/test_players.py",
    "tests/tables/test_house_thinking.py",
    "tests/tables/test_house_pool.py",
    # sweeps for leaks
    "tests/behaviour/test_hidden_channel.py",
    "tests/behaviour/test_honour_tells_nothing.py",
    "tests/behaviour/test_pauses.py",
    "tests/house/test_leaks.py",
    "tests/ui/test_honour_board.py",
    # sweeps over messages and pixels
    "tests/behaviour/test_by_ear.py",
    "tests/behaviour/test_pictures.py",
    "tests/behaviour/test_public_posts.py",
    "tests/behaviour/test_lost_places.py",
    "tests/behaviour/test_outdated.py",
    "tests/behaviour/test_entering.py",
    "tests/tables/test_failures.py",
    "tests/ui/test_boards.py",
    "tests/ui/test_card_faces.py",
    "tests/ui/test_honour_panel.py",
    "tests/ui/test_names.py",
    "tests/ui/test_one_language.py",
    "tests/ui/test_picture_layout.py",
    "tests/ui/test_pictures.py",
    "tests/ui/test_reckoning.py",
    "tests/ui/test_tutorial_remarks.py",
    # processes of their own
    "tests/db/test_processes.py",
    "tests/house/test_native.py",
    "tests/record/test_processes.py",
    "tests/tables/test_processes.py",
    "tests/test_ending.py",
    "tests/test_main.py",
    "tests/test_playground.py",
    "tests/club/test_daily.py::test_equal_play_gets_equal_answers_from_the_house_in_another_process_too",
    "tests/db/test_copying.py::test_a_copy_that_is_killed_leaves_nothing_and_is_simply_made_again",
    # whole games, campaigns of chance and sweeps in files whose other tests are plain
    "tests/behaviour/test_calls.py::test_card_costs_one_channel_call_a_declaration_one_and_a_draw_none[False]",
    "tests/behaviour/test_deals.py::test_game_that_ends_with_the_seven_turned_up_shows_its_result[False]",
    "tests/behaviour/test_draw_and_undo.py::test_whole_game_with_undoing_in_between_leaks_nothing",
    "tests/behaviour/test_exercise.py::test_charged_decisions_become_exercises_for_whoever_made_them",
    "tests/behaviour/test_files_in_pauses.py",
    "tests/behaviour/test_honour_claims.py::test_revoke_is_asked_about_claimed_and_judged_when_the_deal_is_over",
    "tests/behaviour/test_lobby_arranging.py::test_opener_can_turn_every_page_and_choose_everything_on_it",
    "tests/club/test_farming.py::test_dropping_games_when_behind_gains_no_expected_rating",
    "tests/club/test_farming.py::test_dropping_bad_first_hands_gains_no_expected_rating",
    "tests/club/test_farming.py::test_dropping_bad_first_hands_would_gain_more_than_fifty_points_if_it_cost_nothing",
    "tests/club/test_pairs.py::test_ratings_of_a_pair_taken_back_leave_what_counting_anew_finds",
    "tests/coach/test_course.py::test_whatever_is_told_could_have_been_and_never_was",
    "tests/coach/test_hints.py::test_no_hint_depends_on_a_hidden_card",
    "tests/coach/test_hints.py::test_what_a_reason_says_holds_for_the_one_and_less_for_the_other",
    "tests/coach/test_luck.py::test_luck_is_most_of_what_a_deal_between_equals_comes_to",
)
"""What the ids of deep tests begin with: folders, files, and single tests with all or one of their cases."""
KEPT: Final = frozenset(
    {
        "tests/behaviour/test_whole_games.py::test_game_of_two_goes_on_through_restarts_and_leaks_nothing",
        "tests/behaviour/test_whole_games.py::test_declaration_earns_its_points_on_the_board",
        "tests/behaviour/test_house.py::test_practice_plays_whole_games_and_leaves_the_leaderboard_alone[regular-partners]",
        "tests/wire/test_crash.py::test_board_that_was_posted_when_the_bot_ended_is_found_and_gives_the_entropy",
        "tests/behaviour/test_tournament.py::test_round_robin_of_three_in_threads_from_the_command_to_the_final_table",
        "tests/behaviour/test_lobby_arranging.py::test_opener_can_turn_every_page_and_choose_everything_on_it[modern]",
        "tests/club/test_farming.py::test_dropping_games_when_behind_gains_no_expected_rating[3]",
        "tests/coach/test_course.py::test_whatever_is_told_could_have_been_and_never_was[modern 2]",
        "tests/coach/test_hints.py::test_no_hint_depends_on_a_hidden_card[modern 2]",
        "tests/coach/test_hints.py::test_what_a_reason_says_holds_for_the_one_and_less_for_the_other[modern 2-5]",
    }
)
"""Tests among these that the README's command runs all the same."""


def is_deep(item: pytest.Item) -> bool:
    """Tell whether a test is deep."""
    return item.nodeid.startswith(DEEP) and item.nodeid not in KEPT
