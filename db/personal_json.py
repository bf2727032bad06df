"""Personal data in stored JSON: what a member may export, and what remains after deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from db.personal import GAME_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def replaced(value: Any, user_id: int, former_id: int) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with one id replaced by another everywhere."""
    if isinstance(value, dict):
        return {replaced(key, user_id, former_id): replaced(each, user_id, former_id) for key, each in value.items()}
    if isinstance(value, list):
        return [replaced(each, user_id, former_id) for each in value]
    if isinstance(value, str):
        return str(former_id) if value == str(user_id) else value
    return former_id if value == user_id and not isinstance(value, bool) else value


def settings_without(
    settings: Mapping[str, Any], user_id: int, former_id: int, named: Collection[str], name: str
) -> dict[str, Any]:
    """Return a game's settings with a member replaced by a former player.

    Args:
        settings: The stored settings.
        user_id: The member.
        former_id: The id of the former player.
        named: The columns of the game in which the member's id stands.
        name: The name that every former player gets.
    """
    after = dict(settings)
    for key, how in GAME_SETTINGS.items():
        if key in after and how.goes:
            after[key] = [entry for entry in after[key] if entry[0] != user_id]
        if key in after and how.name_of is not None and how.name_of.column in named:
            after[key] = name
    whole: dict[str, Any] = replaced(after, user_id, former_id)
    return whole


def own_settings(
    settings: Mapping[str, Any], user_id: int, seat: int | None, named: Collection[str], *, in_play: bool
) -> dict[str, Any]:
    """Return the part of a game's settings that a member may export: nothing of others, nothing hidden.

    Args:
        settings: The stored settings.
        user_id: The member.
        seat: The member's seat; None: no seat at that game.
        named: The columns of the game in which the member's id stands.
        in_play: Whether the game is still in play.
    """
    own: dict[str, Any] = {}
    for key, value in settings.items():
        how = GAME_SETTINGS.get(key)
        if how is None or not how.told or (how.passing and in_play):
            continue
        if how.name_of is not None and how.name_of.column not in named:
            continue
        if how.seat is not None:
            own[key] = [entry for entry in value if entry[how.seat] == seat]
        else:
            own[key] = value if how.ids is None else _own(value, how.ids, user_id)
    return own


def _own(value: Any, ids: Collection[str], user_id: int) -> Any:  # noqa: ANN401 - any JSON
    """Return a value without the ids of other people."""
    if isinstance(value, dict):
        return {key: _own(each, (), user_id) if key in ids else each for key, each in value.items()}
    if isinstance(value, list):
        return [each for each in value if (each[0] if isinstance(each, list) else each) == user_id]
    return value if value == user_id else None


def sets_unnamed(value: Any, user_id: int) -> Any:  # noqa: ANN401 - as it is stored
    """Return the rule sets with the names that a member typed replaced by their numbers, such as `#3`."""
    taken = {each.get("name") for each in _sets(value)}
    unnamed = []
    for each in _sets(value):
        name = each.get("name")
        if each.get("by") == user_id:
            name = f"#{each.get('number')}"
            while name in taken:
                name = f"#{name}"
        unnamed.append({**each, "name": name})
    return {**value, "sets": unnamed} if unnamed else value


def own_sets(value: Any, user_id: int, *, copies: bool) -> Any:  # noqa: ANN401 - as it is stored
    """Return the rule sets that a member named; with `copies` also those named by others, without the others' ids."""
    own = [each for each in _sets(value) if copies or each.get("by") == user_id]
    return {**value, "sets": [_without_author(each, user_id) for each in own]} if isinstance(value, dict) else value


def _without_author(each: dict[str, Any], user_id: int) -> dict[str, Any]:
    return {key: part for key, part in each.items() if key != "by" or part == user_id}


def _sets(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as it is stored
    found = value.get("sets") if isinstance(value, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
