"""The driver: hands out pieces, never more than there are hands, and tells what comes back.

The next piece is looked for only when a worker is free, so that what waits never grows with the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait

from pausa.batches.engines import Engine, Work
from pausa.batches.job import Job
from pausa.batches.parts import Receipt, lost
from pausa.batches.pieces import Piece
from pausa.core.errors import PausaError

#: How often a piece is tried whose worker dies.
_TRIES = 3


def run(pieces: Iterator[Piece], work: Work, job: Job, engine: Engine) -> Iterator[tuple[Piece, Receipt]]:
    """Each piece with what was made of it, as they come in; one that fails stops nothing else."""
    under_way: dict[Future[Receipt], tuple[Piece, int]] = {}
    is_more = True
    while is_more or under_way:
        while is_more and len(under_way) < engine.capacity:
            piece = next(pieces, None)
            if piece is None:
                is_more = False
                break
            under_way[engine.submit(work, piece, job)] = piece, 1
        for future in wait(under_way, return_when=FIRST_COMPLETED).done if under_way else ():
            piece, tries = under_way.pop(future)
            try:
                yield piece, future.result()
            except BrokenExecutor:
                if tries < _TRIES:
                    under_way[engine.submit(work, piece, job)] = piece, tries + 1
                else:
                    yield piece, lost(piece, f"the worker died {tries} times over it")
            except CancelledError:
                raise PausaError("The scheduler is gone; the same command goes on where this one stopped.") from None
            except Exception as problem:  # whatever went wrong with this one
                yield piece, lost(piece, problem)
