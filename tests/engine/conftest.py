"""How hypothesis plays: the same examples every time; ``ENGINE_PROFILE=engine-deep``, ``--timeout=0``: new ones.

``ENGINE_PROFILE=engine-mutants``: a fault is told and not made simpler, which takes minutes.
"""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings

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
