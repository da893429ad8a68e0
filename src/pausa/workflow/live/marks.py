"""Marks that a recogniser has written, in a stream: they stand, and ends are added only where they must be missing.

As `pausa.workflow.own_marks` has it for a whole recording, with what is known so far: until the first mark the detector
decides alone; from then on it does where no mark has come for longer than can be, from that word on.
"""

from __future__ import annotations

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Floats
from pausa.decode import Kept
from pausa.decode.threshold import Bools
from pausa.workflow.own_marks import MISSING, check_choice


class StreamMarks:
    """What the marks of one stream say; `marks` is auto, keep or ignore."""

    def __init__(self, marks: str) -> None:
        check_choice(marks)
        if marks == "blend":
            raise OptionError("Marks as evidence need the whole recording; a stream takes auto, keep or ignore.")
        self.count = marks != "ignore"
        self.alone = marks == "keep"
        self._seen = False
        self._expected = 0.0

    def free(self, kept: Kept, ends: Floats, fixed: Bools, *, first: int, stop: int, note: bool) -> Bools:
        """At which gaps a detector may end a sentence, from gap `first` on; `note` keeps in mind gaps before `stop`."""
        is_kept = kept.ends
        seen = self._seen or self.alone or bool(is_kept.any())
        found = np.full(ends.size, not seen)
        expected = self._expected
        for gap in range(first, ends.size):
            expected = 0.0 if is_kept[gap] else expected + (0.0 if fixed[gap] else float(ends[gap]))
            found[gap] |= not self.alone and expected >= MISSING
            if note and gap == stop - 1:
                self._expected = expected if seen else 0.0
        if note:
            self._seen = seen
        return found
