"""From candidates for F0 in every frame to one contour: the best way through them, then smoothing.

A frame has a few possible F0s, each with a strength, and may be unvoiced. A path loses by jumps in pitch and by
switching between voiced and unvoiced, so that a frame in which the octave above looks a little better is carried
by its neighbours. The costs are Praat's usual ones.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pausa.core.scores import Floats

VOICING, _SILENCE = 0.45, 0.03
_JUMP_COST, _SWITCH_COST = 0.35, 0.14
#: Frames of a stretch that is searched on its own, so that many can be searched side by side.
_STRETCH = 2_000


def unvoiced_strength(peak: Floats) -> Floats:
    """How strong "unvoiced" is in each frame: more the softer the frame is against the whole recording."""
    loudest = max(np.quantile(peak, 0.99), 1e-6)  # not the maximum: one click must not make speech look like silence
    quiet: Floats = 2 - (peak / loudest) * (1 + VOICING) / _SILENCE
    return VOICING + np.maximum(0, quiet)


def best_path(f0: NDArray[np.float32], strength: NDArray[np.float32], unvoiced: Floats) -> Floats:
    """The F0 of each frame on the best path, NaN where it is unvoiced.

    Stretches of 20 s are searched side by side, each on its own.
    """
    n_frames = len(f0)
    n_stretches = -(-n_frames // _STRETCH)
    spare = n_stretches * _STRETCH - n_frames
    # Candidate 0 is "unvoiced"; frames added to fill the last stretch are unvoiced for certain.
    scores = np.concatenate([unvoiced[:, None].astype(np.float32), strength], axis=1)
    scores = np.pad(scores, ((0, spare), (0, 0)), constant_values=-np.inf)
    scores[n_frames:, 0] = 0
    octaves = np.pad(np.log2(f0), ((0, spare), (1, 0)))
    scores = scores.reshape(n_stretches, _STRETCH, -1)
    octaves = octaves.reshape(n_stretches, _STRETCH, -1)
    is_voiced = np.arange(scores.shape[2]) > 0
    switch = np.where(is_voiced[:, None] == is_voiced[None, :], 0, _SWITCH_COST).astype(np.float32)
    both = (is_voiced[:, None] & is_voiced[None, :]).astype(np.float32) * np.float32(_JUMP_COST)
    came_from = np.zeros(scores.shape, dtype=np.int8)
    total = scores[:, 0]
    for frame in range(1, _STRETCH):
        jump = np.abs(octaves[:, frame - 1, :, None] - octaves[:, frame, None, :])
        ways = total[:, :, None] - switch - both * jump
        came_from[:, frame] = ways.argmax(axis=1)
        total = ways.max(axis=1) + scores[:, frame]
    chosen = np.zeros((n_stretches, _STRETCH), dtype=np.int64)
    chosen[:, -1] = total.argmax(axis=1)
    rows = np.arange(n_stretches)
    for frame in range(_STRETCH - 1, 0, -1):
        chosen[:, frame - 1] = came_from[rows, frame, chosen[:, frame]]
    picked = chosen.reshape(-1)[:n_frames]
    made: Floats = np.where(picked > 0, f0[np.arange(n_frames), np.maximum(picked - 1, 0)], np.nan).astype(np.float64)
    return made


def without_blips(f0: Floats, *, shortest: int = 4) -> Floats:
    """The contour without voiced stretches of fewer frames than that: mostly a fricative that passed for a voice.

    >>> without_blips(np.array([np.nan, 390.0, 395.0, np.nan, 110.0, 111.0, 112.0, 113.0])).tolist()
    [nan, nan, nan, nan, 110.0, 111.0, 112.0, 113.0]
    """
    voiced = np.concatenate([[False], ~np.isnan(f0), [False]])
    edges = np.flatnonzero(voiced[1:] != voiced[:-1]).reshape(-1, 2)
    kept = f0.copy()
    for start, stop in edges[edges[:, 1] - edges[:, 0] < shortest]:
        kept[start:stop] = np.nan
    return kept


def smoothed(f0: Floats, *, points: int = 5) -> Floats:
    """The median of what is voiced among five frames around each voiced one; unvoiced frames stay so.

    >>> smoothed(np.array([100.0, 101.0, 204.0, 102.0, np.nan, 103.0])).tolist()
    [101.0, 101.5, 101.5, 102.5, nan, 102.5]
    """
    padded = np.pad(f0, points // 2, constant_values=np.nan)
    windows = np.sort(sliding_window_view(padded, points), axis=1)  # NaN goes to the end
    counted = np.count_nonzero(~np.isnan(windows), axis=1)
    rows = np.arange(len(f0))
    low = windows[rows, np.maximum(counted - 1, 0) // 2]
    high = windows[rows, np.minimum(counted // 2, points - 1)]
    return np.where(np.isnan(f0), np.nan, (low + high) / 2)
