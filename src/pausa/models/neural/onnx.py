"""Running an exported network: one window at a time, as many at once as there are cores.

A window is run alone, not in a padded batch: quantised networks scale their activations by the whole input,
so in a batch a window's scores would depend on its neighbours. Alone, the same words always score the same,
nothing is spent on padding, and several threads keep all cores busy. Windows start in order of length, the
longest first, so that no thread is left with a long one at the end.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pausa.core.errors import InputError

NETWORK = "model.onnx"
#: A network tells at least so many numbers for each place: one for each mark, and one for none.
LEAST_OUTPUTS = 4
Feed: TypeAlias = Mapping[str, NDArray[Any]]


class Network:
    """An ONNX network, loaded when first used."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        self._path = path
        self._threads = threads or available_cores()
        self._session: Any = None

    def __call__(self, feeds: Sequence[Feed]) -> list[NDArray[np.float32]]:
        """The output for each window, in the order given; the first axis of inputs and outputs is the length.

        What a network does not ask for, such as pauses where it learned from words alone, is left out.
        """
        session = self.load()
        asked = {each.name for each in session.get_inputs()}

        def run(feed: Feed) -> NDArray[np.float32]:
            return self._checked(feed, session, {name: values[None] for name, values in feed.items() if name in asked})

        if len(feeds) < 2 or self._threads == 1:
            return [run(feed) for feed in feeds]
        lengths = [len(next(iter(feed.values()))) for feed in feeds]
        order = np.argsort(lengths, kind="stable")[::-1]
        outputs: list[NDArray[np.float32]] = [np.zeros(0, dtype=np.float32)] * len(feeds)
        with ThreadPoolExecutor(self._threads) as pool:
            for place, output in zip(order, pool.map(run, (feeds[place] for place in order)), strict=True):
                outputs[place] = output
        return outputs

    def _checked(self, feed: Feed, session: Any, inputs: Feed) -> NDArray[np.float32]:
        """What the network says, if that is a row of numbers for each place of the window."""
        try:
            (output,) = session.run(None, inputs)
            rows = np.asarray(output[0], dtype=np.float32)
        except Exception as problem:  # the library's own errors have no common ancestor
            raise self._other_model(str(problem).split("\n", 1)[0][:200]) from problem
        length = len(next(iter(feed.values())))
        if rows.ndim != 2 or len(rows) != length or rows.shape[1] < LEAST_OUTPUTS:
            raise self._other_model(f"{rows.shape} numbers for {length} places")
        if not np.isfinite(rows).all():
            raise self._other_model("its answers are no numbers")
        return rows

    def _other_model(self, reason: str) -> InputError:
        return InputError(
            str(self._path), None, f"does not fit the model around it ({reason})", "get or train it again"
        )

    @property
    def is_on_one_core(self) -> bool:
        return self._threads == 1

    def on_one_core(self) -> Network:
        """The same network, its windows run one after the other."""
        return Network(self._path, threads=1)

    def load(self) -> Any:
        """The session, made now if it was not yet; afterwards the file is no longer needed."""
        if self._session is None:
            import onnxruntime as ort  # 0.2 s

            options = ort.SessionOptions()
            options.intra_op_num_threads = 1  # the windows are shared out instead
            options.inter_op_num_threads = 1
            options.log_severity_level = 4  # errors are raised, and told once
            try:
                self._session = ort.InferenceSession(str(self._path), options, providers=["CPUExecutionProvider"])
            except Exception as problem:  # the library's own errors have no common ancestor
                reason = str(problem).splitlines()[0][:200]
                raise InputError(str(self._path), None, f"cannot be loaded ({reason})", "get it again") from None
        return self._session


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
