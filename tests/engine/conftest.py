"""How hypothesis plays: the same examples every time; ``ENGINE_PROFILE=engine-deep``, ``--timeout=0``: new ones.

``ENGINE_PROFILE=engine-mutants``: a fault is told and not made simpler, which takes minutes.

An alarm that strikes in the midst of an example leaves it half drawn. Hypothesis tries it again, draws on, and calls
the test inconsistent. On a machine with much else to do that is no fault of the test, so these may take more time.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

_SECONDS = 600


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give the tests beside this file more time, unless the command says how much."""
    if config.getoption("timeout") is None:
        for item in items:
            if item.path.parent == Path(__file__).parent:
                item.add_marker(pytest.mark.timeout(_SECONDS))


settings.register_profile(
    "engine",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=40,
    stateful_step_count=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.register_profile(
    "engine-deep",
    settings.get_profile("engine"),
    derandomize=False,
    max_examples=2000,
)
settings.register_profile(
    "engine-mutants",
    settings.get_profile("engine"),
    max_examples=12,
    phases=(Phase.explicit, Phase.generate),
)
