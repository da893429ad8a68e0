"""The worked example that tests and pages share: three people and a system over twelve words."""

from __future__ import annotations

from pausa.metrics.base import Case, Options, case
from tests.builders import cut

ANN = cut("so we left | it was late | nobody came | and then he called |", by="ann")
BEN = cut("so we left | it was late | nobody came and then | he called |", by="ben")
CID = cut("so we left it was late | nobody came and then he called |", by="cid")
SYSTEM = cut("so | we left | it was late nobody | came and then | he called |", by="system")
NOBODY = cut("so we left it was late nobody came and then he called |", by="nobody")


def example(options: Options | None = None) -> Case:
    """The system against the three people."""
    return case([ANN, BEN, CID], SYSTEM, options=options)
