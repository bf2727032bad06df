"""The handler of every operation: the function whose last parameter is annotated with it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Iterator
from types import ModuleType, NoneType
from typing import TYPE_CHECKING, get_args

import cogs
from bot.ui.routes.custom_ids import OPERATIONS, Route
from cogs.learn.exercises import Exercises
from cogs.learn.hints import Hints
from cogs.learn.reviews import Reviews
from cogs.learn.teaching import Lessons

if TYPE_CHECKING:
    from bot.tables.house.thinking import Thinking
    from cogs.safety.own_data import OwnData
    from cogs.table.app import Handler


def handlers(thinking: Thinking, own_data: OwnData) -> dict[type[Route], Handler]:
    """Return the handler of every operation; raise `TypeError` where one has none, or two."""
    objects = (Lessons(), Reviews(thinking), Exercises(thinking), Hints(thinking), own_data)
    found: dict[type[Route], Handler] = {}
    for source in (*_modules(), *objects):
        for route, handler in _handlers_in(source):
            if route in found:
                raise TypeError(f"two handlers answer {route.op}: {found[route]} and {handler}")
            found[route] = handler
    if missing := set(OPERATIONS.values()) - set(found):
        raise TypeError(f"no handler answers {sorted(route.op for route in missing)}")
    return found


def _modules() -> Iterator[ModuleType]:
    """Yield every module of every room."""
    for module in pkgutil.walk_packages(cogs.__path__, f"{cogs.__name__}."):
        if module.name != __name__:
            yield importlib.import_module(module.name)


def _handlers_in(source: object) -> Iterator[tuple[type[Route], Handler]]:
    """Yield the handlers of a module or an object, each with its operation.

    A handler takes the app, interaction and route, has no underscore before its name, and stands in the module itself.
    Commands call some of them without a route.
    """
    for name in dir(source):
        each = getattr(source, name)
        home = sys.modules.get(getattr(each, "__module__", ""))
        if name.startswith("_") or (isinstance(source, ModuleType) and home is not source):
            continue
        if not inspect.iscoroutinefunction(each):
            continue
        parameters = list(inspect.signature(each).parameters.values())
        if len(parameters) < 3 or parameters[2].name.lstrip("_") != "route":
            continue
        annotated = eval(parameters[2].annotation, vars(home))  # noqa: S307 - an annotation of our own
        routes = [kind for kind in get_args(annotated) or (annotated,) if kind is not NoneType]
        if len(routes) == 1 and all(other.default is not other.empty for other in parameters[3:]):
            yield routes[0], each
