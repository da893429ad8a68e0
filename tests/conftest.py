"""Hypothesis runs the same examples everywhere; `PAUSA_EXAMPLES` asks for more."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    derandomize=True,
    deadline=None,
    max_examples=int(os.environ.get("PAUSA_EXAMPLES", "50")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("steady")
