"""Why a mistake that no test notices is let live, by module and change as `python -m benchmarks mutation` shows it."""

from __future__ import annotations

REASONS: dict[tuple[str, str], str] = {}
