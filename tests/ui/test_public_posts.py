"""Whatever is sent where everyone sees it goes through few functions, and what is new takes leave to post first."""

from __future__ import annotations

import ast
from contextlib import AbstractContextManager, suppress
from datetime import timedelta

import pytest

from bot.tables import Refused, Why
from bot.ui.kit.public_posts import (
    MEMBER_POSTS,
    MEMBER_REQUESTS,
    MEMBER_WINDOW,
    SERVER_POSTS,
    SERVER_WINDOW,
    Pace,
    PostPermit,
    PublicPosts,
)
from cogs.table.posts.notices import ROWS
from cogs.table.posts.posts import NOTICES
from tests.tables.at_table import NOON, Clock
from tests.test_structure import ROOT, sources

Function = ast.FunctionDef | ast.AsyncFunctionDef

SENDERS = {
    "bot/ui/kit/reply.py:send_message": "what is answered to a click, which the handler asks for",
    "bot/ui/kit/reply.py:say_publicly": "takes leave",
    "bot/ui/kit/outbox.py:once": "the sender of those below, each of which is looked for here too",
    "cogs/home/__init__.py:post_greeting": "once a server",
    "cogs/safety/fair_play.py:tell": "a direct message to whoever has left games",
    "cogs/tournaments/posts.py:_tell": "a direct message to the organizer",
    "cogs/tournaments/posts.py:_post": "tournaments, which are opened with leave, and their rounds",
    "cogs/daily/reminders.py:_tell": "a direct message a day to whoever asked for it",
    "cogs/daily/news.py:_tell": "once a day, where moderators want it",
    "cogs/standings/podium.py:_announce": "once a season, where moderators want it",
    "cogs/table/posts/posts.py:_sent": "tables, which are opened with leave, and notices at them",
    "cogs/table/posts/threads.py:_create": "the thread of a game that has begun",
    "cogs/table/posts/reminders.py:_send": "a direct message of a turn",
}
"""Functions that send what is not private to whoever asked, and why that is bounded."""

STARTERS = {
    "tables.open", "tables.challenge", "tournaments.create", "moving.move_here", "terms.invite", "consent.ask_undo",
    "consent.ask_look", "adjourning.ask_adjourn",
}  # fmt: skip
"""What changes a table or a server so that something new is posted for it."""

BY_CLOCK, BY_GAME, WITH_LEAVE = "the clock posts it", "at most one in a time at a running game", "asked for with leave"
ROLES = {
    "nudge": BY_CLOCK, "timeup": BY_CLOCK, "goes-on": BY_CLOCK, "ends-soon": BY_CLOCK,
    "undo": WITH_LEAVE, "look": WITH_LEAVE, "adjourn": WITH_LEAVE, "call": WITH_LEAVE, "rematch": WITH_LEAVE,
    "ready": BY_GAME, "there": BY_GAME,
}  # fmt: skip
"""Every notice at a table, and what keeps members from having it posted without end."""


def dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def takes_leave(function: Function) -> bool:
    """Tell whether a function asks for leave, or is given it."""
    given = any(
        isinstance(each.annotation, ast.Name) and each.annotation.id == "PostPermit" for each in function.args.args
    )
    gates = ("public.board", "public.message", "public.request")
    called = [dotted(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)]
    return given or any(each.endswith(gates) for each in called)


def is_private(call: ast.Call) -> bool:
    return any(word.arg == "ephemeral" and getattr(word.value, "value", None) is True for word in call.keywords)


def sends(node: ast.AST) -> bool:
    """Tell whether a node sends what is not private."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or is_private(node):
        return False
    sending = ("send", "send_message", "create_thread")
    return node.func.attr in sending or dotted(node.func).endswith("outbox.once")


@pytest.mark.deep
def test_what_everyone_sees_is_sent_by_known_functions_and_what_is_new_takes_leave_that_one_class_gives() -> None:
    senders, makers, started, bare = set(), set(), set(), []
    for path in sources("bot/ui", "cogs"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, Function):
                continue
            name = f"{path.relative_to(ROOT)}:{function.name}"
            for node in ast.walk(function):
                if sends(node):
                    senders.add(name)
                if isinstance(node, ast.Call) and dotted(node.func) == "PostPermit":
                    makers.add(name)
                words = dotted(node)
                begun = {each for each in STARTERS if words == each or words.endswith((f".{each}", f"._{each}"))}
                started |= begun
                bare += [(each, name) for each in begun if not takes_leave(function)]
    assert senders == set(SENDERS)
    assert started == STARTERS, "each is there"
    assert bare == []
    assert makers == {"bot/ui/kit/public_posts.py:_counted"}


def test_every_notice_at_a_table_is_known_to_be_bounded() -> None:
    assert set(ROLES) == set(NOTICES) == set(ROWS)


def counted(posts: PublicPosts, user: int, guild: int = 11) -> AbstractContextManager[PostPermit]:
    """Take leave for a new post, without a channel."""
    return posts._counted(posts._members, guild, user)


def post(posts: PublicPosts, user: int, guild: int = 11, times: int = 1) -> Why | None:
    """Let a member post; return why not, where they may not."""
    for _ in range(times):
        try:
            with counted(posts, user, guild) as permit:
                permit.use()
        except Refused as refused:
            return refused.why
    return None


@pytest.fixture
def posts(clock: Clock) -> PublicPosts:
    return PublicPosts(clock)


def test_each_member_has_their_own_limit_in_each_server(posts: PublicPosts, clock: Clock) -> None:
    assert post(posts, 1, times=MEMBER_POSTS) is None
    assert post(posts, 1) is Why.POSTED_MUCH
    assert post(posts, 2) is None
    assert post(posts, 1, guild=2) is None
    clock.at += MEMBER_WINDOW
    assert post(posts, 1, times=MEMBER_POSTS) is None


def test_twenty_accounts_post_so_much_a_minute_and_leave_room_for_others(posts: PublicPosts, clock: Clock) -> None:
    done = sum(post(posts, user) is None for _ in range(40) for user in range(20))
    assert done == SERVER_POSTS
    assert post(posts, 99) is Why.POSTED_MUCH_HERE
    clock.at += SERVER_WINDOW
    for _ in range(9):  # whatever they do in ten minutes, somebody else has a place in each
        done += sum(post(posts, user) is None for _ in range(40) for user in range(20))
        clock.at += SERVER_WINDOW
        assert post(posts, 99) is None
    assert done == 20 * MEMBER_POSTS


def test_refusal_by_the_server_takes_nothing_from_the_member(posts: PublicPosts, clock: Clock) -> None:
    for user in range(SERVER_POSTS):
        post(posts, user)
    for _ in range(MEMBER_POSTS):
        assert post(posts, 99) is Why.POSTED_MUCH_HERE
    clock.at += SERVER_WINDOW
    assert post(posts, 99, times=MEMBER_POSTS) is None


def test_clicks_at_once_count_before_any_of_them_has_posted(posts: PublicPosts) -> None:
    open_ones = [counted(posts, 1) for _ in range(MEMBER_POSTS)]
    for each in open_ones:
        each.__enter__()
    assert post(posts, 1) is Why.POSTED_MUCH
    for each in open_ones:
        each.__exit__(None, None, None)
    assert post(posts, 1, times=MEMBER_POSTS) is None


def test_what_was_refused_or_failed_before_it_posted_counts_for_nothing(posts: PublicPosts) -> None:
    for _ in range(3 * MEMBER_POSTS):
        with pytest.raises(Refused), counted(posts, 1):
            raise Refused(Why.TABLE_FULL)
    assert post(posts, 1, times=MEMBER_POSTS) is None


def test_what_failed_while_it_posted_counts_as_it_may_be_up(posts: PublicPosts) -> None:
    for _ in range(MEMBER_POSTS):
        with suppress(OSError), counted(posts, 1) as permit:
            permit.use()
            raise OSError
    assert post(posts, 1) is Why.POSTED_MUCH


@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(minutes=-1), timedelta(days=400)])
def test_clock_that_jumps_makes_nobody_wait_longer_than_the_window(
    posts: PublicPosts, clock: Clock, jump: timedelta
) -> None:
    post(posts, 1, times=MEMBER_POSTS)
    clock.at += jump
    post(posts, 1)
    clock.at += MEMBER_WINDOW
    assert post(posts, 1) is None


def test_refusal_says_the_moment_at_which_the_next_one_is_taken(posts: PublicPosts, clock: Clock) -> None:
    post(posts, 1, times=MEMBER_POSTS)
    clock.at += timedelta(minutes=3)
    with pytest.raises(Refused) as refused, counted(posts, 1):
        pass
    moment = int(refused.value.detail.removeprefix("<t:").removesuffix(":R>"))
    clock.at += timedelta(seconds=moment - clock.at.timestamp() - 1)
    assert post(posts, 1) is Why.POSTED_MUCH
    clock.at += timedelta(seconds=1)
    assert post(posts, 1) is None


def test_requests_at_running_games_have_a_limit_of_their_own(posts: PublicPosts) -> None:
    def ask() -> bool:
        with suppress(Refused), posts.request(1, 1) as permit:
            permit.use()
            return True
        return False

    post(posts, 1, times=MEMBER_POSTS)
    assert sum(ask() for _ in range(2 * MEMBER_REQUESTS)) == MEMBER_REQUESTS


MINUTE = timedelta(minutes=1)


def test_a_pace_lets_so_many_through_within_a_time_and_each_person_by_themselves() -> None:
    pace = Pace(2, MINUTE)
    assert pace.wait(1, NOON) is None
    assert pace.wait(1, NOON + MINUTE / 3) is None
    assert pace.wait(1, NOON + MINUTE / 2) == MINUTE / 2
    assert pace.wait(2, NOON + MINUTE / 2) is None
    assert pace.wait(1, NOON + MINUTE) is None
    assert pace.wait(1, NOON + MINUTE) == MINUTE / 3


def test_a_pace_remembers_so_many_people_and_no_more() -> None:
    pace = Pace(1, MINUTE)
    for user in range(20_000):
        assert pace.wait(user, NOON) is None
    assert pace.wait(0, NOON) is None
    assert pace.wait(19_999, NOON) == MINUTE
