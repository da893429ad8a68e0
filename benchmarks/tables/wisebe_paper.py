"""The tables of the WiSeBE paper as printed, and where they contradict each other.

Every precision and recall of table 4 is a number of hits over a count of table 3 or table 2; every WiSeBE of table 5
an F1_RW times an agreement ratio. Whatever cannot be so, with half a unit of the last digit for rounding, is listed.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausa.core.table import Table, number
from pausa.metrics.agreement import pearson
from pausa.metrics.base import mean

TRANSCRIPTS = tuple(f"v{place}" for place in range(1, 11))
REFERENCES = ("ref1", "ref2", "ref3")
#: Tables 2 and 3: boundaries of each reference and system in v1 to v10, and their sums.
COUNTS = {
    "ref1": (38, 42, 17, 11, 55, 87, 109, 72, 55, 16),
    "ref2": (33, 42, 16, 14, 54, 98, 92, 65, 51, 20),
    "ref3": (23, 20, 10, 6, 39, 39, 76, 30, 29, 9),
    "S1": (53, 38, 15, 13, 54, 108, 106, 70, 71, 11),
    "S2": (38, 37, 12, 11, 36, 92, 86, 46, 53, 13),
}
TOTALS = {"ref1": 502, "ref2": 485, "ref3": 281, "S1": 539, "S2": 424}
#: Table 4: P, R and F1 against ref1, ref2 and ref3, then their means, in v1 to v10.
TABLE_4 = {
    "S1": (
        (0.396, 0.553, 0.462, 0.377, 0.606, 0.465, 0.264, 0.609, 0.368, 0.346, 0.589, 0.432),
        (0.605, 0.548, 0.575, 0.711, 0.643, 0.675, 0.368, 0.700, 0.483, 0.561, 0.630, 0.578),
        (0.333, 0.294, 0.313, 0.267, 0.250, 0.258, 0.200, 0.300, 0.240, 0.267, 0.281, 0.270),
        (0.615, 0.571, 0.593, 0.462, 0.545, 0.500, 0.308, 0.667, 0.421, 0.462, 0.595, 0.505),
        (0.630, 0.618, 0.624, 0.593, 0.593, 0.593, 0.481, 0.667, 0.560, 0.568, 0.626, 0.592),
        (0.491, 0.541, 0.515, 0.454, 0.563, 0.503, 0.213, 0.590, 0.313, 0.386, 0.565, 0.443),
        (0.594, 0.578, 0.586, 0.462, 0.533, 0.495, 0.406, 0.566, 0.473, 0.487, 0.559, 0.518),
        (0.443, 0.477, 0.459, 0.514, 0.500, 0.507, 0.229, 0.533, 0.320, 0.395, 0.503, 0.429),
        (0.437, 0.564, 0.492, 0.451, 0.627, 0.525, 0.254, 0.621, 0.360, 0.380, 0.603, 0.459),
        (0.818, 0.450, 0.581, 0.818, 0.450, 0.581, 0.455, 0.556, 0.500, 0.697, 0.523, 0.582),
    ),
    "S2": (
        (0.474, 0.474, 0.474, 0.474, 0.545, 0.507, 0.368, 0.6087, 0.459, 0.439, 0.543, 0.480),
        (0.595, 0.524, 0.557, 0.676, 0.595, 0.633, 0.351, 0.650, 0.456, 0.541, 0.590, 0.549),
        (0.417, 0.294, 0.345, 0.417, 0.313, 0.357, 0.250, 0.300, 0.273, 0.361, 0.302, 0.325),
        (0.909, 0.714, 0.800, 0.818, 0.818, 0.818, 0.455, 0.833, 0.588, 0.727, 0.789, 0.735),
        (0.667, 0.436, 0.527, 0.611, 0.407, 0.489, 0.500, 0.462, 0.480, 0.593, 0.435, 0.499),
        (0.500, 0.469, 0.484, 0.522, 0.552, 0.536, 0.250, 0.590, 0.351, 0.4234, 0.537, 0.457),
        (0.663, 0.523, 0.585, 0.558, 0.522, 0.539, 0.465, 0.526, 0.494, 0.562, 0.524, 0.539),
        (0.609, 0.431, 0.505, 0.652, 0.417, 0.508, 0.370, 0.567, 0.447, 0.543, 0.471, 0.487),
        (0.623, 0.600, 0.611, 0.585, 0.608, 0.596, 0.321, 0.586, 0.414, 0.509, 0.598, 0.541),
        (0.692, 0.450, 0.545, 0.615, 0.500, 0.552, 0.308, 0.444, 0.364, 0.538, 0.4645, 0.487),
    ),
}  # fmt: skip
#: Table 5: F1_RW and WiSeBE of each system in v1 to v10, and the means that it prints.
F1_RW = {
    "S1": (0.495, 0.659, 0.303, 0.593, 0.614, 0.550, 0.592, 0.494, 0.569, 0.581),
    "S2": (0.513, 0.595, 0.400, 0.800, 0.500, 0.535, 0.606, 0.508, 0.667, 0.545),
}
WISEBE = {
    "S1": (0.342, 0.453, 0.207, 0.342, 0.471, 0.298, 0.366, 0.259, 0.344, 0.359),
    "S2": (0.354, 0.409, 0.274, 0.462, 0.383, 0.289, 0.374, 0.267, 0.403, 0.338),
}
MEANS = {"S1": (0.481, 0.545, 0.344), "S2": (0.510, 0.567, 0.355)}
#: Table 6: agreement ratio and Fleiss' κ in v1 to v10, and their correlation.
AGREEMENT_RATIO = (0.691, 0.688, 0.684, 0.578, 0.767, 0.541, 0.617, 0.525, 0.604, 0.619)
KAPPA = (0.776, 0.697, 0.757, 0.696, 0.839, 0.630, 0.743, 0.655, 0.704, 0.718)
PEARSON = 0.890


@dataclass(frozen=True)
class Doubt:
    """A place where the paper cannot be right as printed: what it prints, and what its other figures give."""

    table: str
    where: str
    printed: str
    follows: str


def correlation() -> float:
    """Pearson's correlation of the agreement ratios and κs that table 6 prints."""
    return pearson(AGREEMENT_RATIO, KAPPA)


def counts(name: str, place: int) -> int:
    """The boundaries of a reference or a system in a transcript, ref1 and ref2 as table 4 uses them."""
    other = {"ref1": "ref2", "ref2": "ref1"}.get(name, name)
    return COUNTS[other if place in swapped() else name][place]


def swapped() -> list[int]:
    """The transcripts whose recalls in table 4 fit table 2 only with ref1 and ref2 the other way round."""
    found = []
    for place in range(len(TRANSCRIPTS)):
        as_printed = _fits(place, {"ref1": COUNTS["ref1"][place], "ref2": COUNTS["ref2"][place]})
        turned = _fits(place, {"ref1": COUNTS["ref2"][place], "ref2": COUNTS["ref1"][place]})
        if turned > as_printed:
            found.append(place)
    return found


def _fits(place: int, boundaries: dict[str, int]) -> int:
    """How many of the recalls against ref1 and ref2 are whole hits over these counts."""
    fitting = 0
    for system, rows in TABLE_4.items():
        for column, name in enumerate(("ref1", "ref2")):
            precision, recall = rows[place][3 * column : 3 * column + 2]
            hits = round(precision * COUNTS[system][place])
            fitting += _same(hits / boundaries[name], recall)
    return fitting


def _same(value: float, printed: float) -> bool:
    """Whether a figure is printed right: rounded or, as some are, cut off, to the digits that it has."""
    unit = 10.0 ** -max(3, len(_shown(printed)) - 2)
    return -unit / 2 <= round(value - printed, 9) < unit


def doubts() -> list[Doubt]:
    """Every place where the paper contradicts itself."""
    found = [
        Doubt(
            "2",
            f"{TRANSCRIPTS[place]} ref1, ref2",
            f"{COUNTS['ref1'][place]}, {COUNTS['ref2'][place]}",
            f"{COUNTS['ref2'][place]}, {COUNTS['ref1'][place]} (as table 4 uses them)",
        )
        for place in swapped()
    ]
    found += [
        Doubt("2" if name in REFERENCES else "3", f"{name} total", str(total), str(sum(COUNTS[name])))
        for name, total in TOTALS.items()
        if sum(COUNTS[name]) != total
    ]
    for system in TABLE_4:
        for place in range(len(TRANSCRIPTS)):
            found += _in_table_4(system, place)
            found += _in_table_5(system, place)
        found += _means(system)
    return found


def _in_table_4(system: str, place: int) -> list[Doubt]:
    row = TABLE_4[system][place]
    made = counts(system, place)
    triples = []
    for column, name in enumerate(REFERENCES):
        hits = round(row[3 * column] * made)
        triples.append((hits / made, hits / counts(name, place), 2 * hits / (made + counts(name, place))))
    whole = [value for triple in triples for value in triple] + [mean(column) for column in zip(*triples, strict=True)]
    labels = [f"{who} {letter}" for who in (*REFERENCES, "mean") for letter in ("P", "R", "F1")]
    return [
        Doubt("4", f"{TRANSCRIPTS[place]} {system} {label}", _shown(printed), f"{value:.4f}")
        for label, printed, value in zip(labels, row, whole, strict=True)
        if not _same(value, printed)
    ]


def _shown(printed: float) -> str:
    """A figure with the digits that the paper gives it.

    >>> _shown(0.45), _shown(0.4234)
    ('0.450', '0.4234')
    """
    return f"{printed:.3f}" if round(printed, 3) == printed else f"{printed:.4f}"


def _in_table_5(system: str, place: int) -> list[Doubt]:
    """WiSeBE is F1_RW times the agreement ratio: both are rounded, so the product may be off by a little."""
    f1, ratio, printed = F1_RW[system][place], AGREEMENT_RATIO[place], WISEBE[system][place]
    low, high = (f1 - 0.0005) * (ratio - 0.0005), (f1 + 0.0005) * (ratio + 0.0005)
    if low - 0.0005 <= printed <= high + 0.0005:
        return []
    return [Doubt("5", f"{TRANSCRIPTS[place]} {system} WiSeBE", f"{printed:.3f}", f"{f1 * ratio:.4f}")]


def _means(system: str) -> list[Doubt]:
    f1_means = [row[-1] for row in TABLE_4[system]]
    columns = {"F1_mean": f1_means, "F1_RW": F1_RW[system], "WiSeBE": WISEBE[system]}
    return [
        Doubt("5", f"mean {name} of {system}", f"{printed:.3f}", f"{mean(list(column)):.4f}")
        for (name, column), printed in zip(columns.items(), MEANS[system], strict=True)
        if abs(mean(list(column)) - printed) > 0.001
    ]


def table() -> Table:
    """Where the paper contradicts itself, and what follows from its other figures."""
    found = doubts()
    rows = tuple((f"table {one.table}", one.where, one.printed, one.follows) for one in found)
    note = (
        f"worked out from the printed figures alone; table 6 holds: its ten agreement ratios and κs correlate by "
        f"{number(correlation())}, the paper says {PEARSON:.3f}"
    )
    return Table("The paper against itself", ("", "where", "printed", "follows from the others"), rows, note)
