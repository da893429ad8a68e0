"""Why a mistake that no test notices may live, by module, line and change; `python -m benchmarks mutation` shows it."""

from __future__ import annotations

_SAME = "gives the same: "
_EITHER_WAY = "differs only for texts of unlike length of which about half the words are the same"
REASONS: dict[tuple[str, str, str], str] = {
    (
        "workflow/crowds.py",
        "return _are_alike(one, other)",
        "_are_alike(one, other) → _are_alike(other, one)",
    ): _EITHER_WAY,
    (
        "workflow/crowds.py",
        "return same_recording(one.found.document.transcript, other.found.document.transcript)",
        "same_recording(one.found.document.transcript, other.found.document.transcript) → "
        "same_recording(other.found.document.transcript, one.found.document.transcript)",
    ): _EITHER_WAY,
    (
        "workflow/evaluation.py",
        "left_out: int = 0",
        "0 → 1",
    ): "every score that is worked out says how many were left out",
    (
        "reports/pictures.py",
        "return next(round(factor * power, 12) for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999)",
        "12 → 13",
    ): "rounds away the last bits of a step; one digit more or less is not seen",
    (
        "reports/figures.py",
        'kept = [part for part in parts[1:] if part.partition(":")[0] in ("level", "marks", "version")]',
        "1 → 2",
    ): _SAME + "the first condition is the number of references, which is not among those kept",
    (
        "reports/page.py",
        "loader=FunctionLoader(_part), autoescape=True, undefined=StrictUndefined, "
        "trim_blocks=True, lstrip_blocks=True",
        "True → False",
    ): "white space between the elements of a page",
    (
        "stats/signtest.py",
        "differ = np.setxor1d(first.at, second.at)",
        "np.setxor1d(first.at, second.at) → np.setxor1d(second.at, first.at)",
    ): _SAME + "what only one has, either way round",
    (
        "stats/student.py",
        "low, high = (middle, high) if two_tailed(middle, freedom) > 1 - confidence else (low, middle)",
        "two_tailed(middle, freedom) > 1 - confidence → two_tailed(middle, freedom) >= 1 - confidence",
    ): _SAME + "halving ends at the same place, whichever side an exact hit falls to",
    (
        "stats/student.py",
        "return (low + high) / 2",
        "high → low",
    ): _SAME + "after eighty halvings low and high are one number",
    (
        "stats/student.py",
        "if x <= 0 or x >= 1:",
        "x >= 1 → x > 1",
    ): _SAME + "all of one tail is nothing of the other",
    (
        "stats/student.py",
        "if x <= 0 or x >= 1:",
        "1 → 2",
    ): _SAME + "all of one tail is nothing of the other",
    (
        "stats/student.py",
        "if x > (a + 1) / (a + b + 2):",
        "1 → 2",
    ): _SAME + "says only from where on the other tail is quicker to sum up",
    (
        "stats/student.py",
        "if abs(d * c - 1) < 1e-15:",
        "1 → 2",
    ): _SAME + "the sum goes on to its 299th term, which adds nothing",
    (
        "stats/bootstrap.py",
        "_BLOCK = 4_000_000",
        "4000000 → 4000001",
    ): "memory: how many numbers are held at once",
    (
        "stats/bootstrap.py",
        "drawn = score_all(family, documents[0], drawn_totals(table(documents), rng or default_rng(), draws))",
        "0 → 1",
    ): _SAME + "any document tells the shape of counts, and there are two at least",
    (
        "alignment/overlaps.py",
        "shared = np.minimum(left_ends[rows], right_ends[columns]) - "
        "np.maximum(left_starts[rows], right_starts[columns])",
        "np.maximum(left_starts[rows], right_starts[columns]) → np.maximum(right_starts[columns], left_starts[rows])",
    ): _SAME + "the later of two starts, either way round",
    (
        "alignment/overlaps.py",
        "self._whose = [-1] * (size + 1)",
        "1 → 2",
    ): _SAME + "a place more that nothing is put at, or another number below zero for nobody",
    (
        "alignment/numbers.py",
        'room = 0  # what is still open below: 10 after a ten, 100 after "hundred", nothing after a unit',
        "0 → 1",
    ): _SAME + "the first word of a number asks for no room, and sets it",
    (
        "alignment/joins.py",
        "LONGEST = 8",
        "8 → 9",
    ): "how long stretches are looked at: a bound of work, longer numbers than any that was said",
    (
        "alignment/refine.py",
        "stop = block.n_ref - (CONTEXT if place + 1 < len(blocks) else 0)",
        "place + 1 → place - 1",
    ): _SAME + "the last equal words are parted in two, and put together again",
    (
        "alignment/refine.py",
        "changed = [part for part in parts if not part.is_match]",
        "not part.is_match → not not part.is_match",
    ): "work: stretches are looked at again in which no path is better",
    (
        "metrics/bleulike.py",
        "f1 = 2 * shared(reference.at, hypothesis.at)[0].size / both if both else 0.0",
        "2 → 3",
    ): _SAME + "only which one is greatest counts",
    (
        "metrics/calibration.py",
        "_EDGES = np.arange(-_FURTHEST, _FURTHEST + _WIDTH / 2, _WIDTH)",
        "2 → 3",
    ): _SAME + "lets the last edge in, whatever part of a width is added",
    (
        "decode/limits.py",
        "class SentenceOptions(TypedDict, total=False):",
        "False → True",
    ): "a type: nothing at run time",
    (
        "decode/path_sums.py",
        "sentence = _either(end_1 + to_come_1, second_1 + _either(ending_2, third_2 + longer))",
        "_either(end_1 + to_come_1, second_1 + _either(ending_2, third_2 + longer)) → "
        "_either(second_1 + _either(ending_2, third_2 + longer), end_1 + to_come_1)",
    ): _SAME + "a sum, either way round",
    (
        "decode/path_window.py",
        "_BUFFER = 1 << 12",
        "1 → 2",
    ): "memory: how many words are held at once",
    (
        "alignment/characters.py",
        'last = after[2] if place == stop - 1 and after[0] == "delete" else place + 1',
        "1 → 2",
    ): _SAME + "no two spaces follow each other",
    (
        "decode/lengths.py",
        "return best_path([*gains, 0], [*starts, following], limits.min_words or 1, goes_on=True)[:-1]",
        "0 → 1",
    ): _SAME + "what goes on earns nothing, whatever stands there",
    (
        "decode/lengths.py",
        "units = np.where(point.chosen, np.maximum(units, 0), np.minimum(units, -1))",
        "np.maximum(units, 0) → np.maximum(0, units)",
    ): _SAME + "the larger of two numbers, either way round",
    (
        "decode/path.py",
        "shift = 0.0",
        "0.0 → 0.1",
    ): _SAME + "all costs are kept less the same number, whatever it is",
    (
        "decode/path_window.py",
        "np.add(open_, self._lengths, self._sums)",
        "np.add(open_, self._lengths, self._sums) → np.add(self._lengths, open_, self._sums)",
    ): _SAME + "a sum, either way round",
    (
        "metrics/base.py",
        "return tuple(a + b for a, b in zip(left, right, strict=True))",
        "zip(left, right, strict=True) → zip(right, left, strict=True)",
    ): _SAME + "a sum, either way round",
    (
        "metrics/lenient.py",
        "extra=len(case.hypothesis) - shared(positions, case.hypothesis.at)[0].size,",
        "shared(positions, case.hypothesis.at) → shared(case.hypothesis.at, positions)",
    ): _SAME + "as many are shared either way round",
    (
        "metrics/slots.py",
        "elif distance < 0:",
        "distance < 0 → distance <= 0",
    ): _SAME + "places that are not apart were paired before",
    (
        "stats/jackknife.py",
        "ENOUGH = 7",
        "7 → 8",
    ): "stands in a warning, which tests of `workflow/evaluate.py` look at",
    (
        "stats/jackknife.py",
        "whole = family.score(documents[0].like(rows.sum(axis=0).tolist()))",
        "0 → 1",
    ): _SAME + "any document tells the shape of counts, and there are two at least",
    (
        "stats/jackknife.py",
        "without = score_all(family, documents[0], rows.sum(axis=0) - rows)",
        "0 → 1",
    ): _SAME + "any document tells the shape of counts, and there are two at least",
    (
        "stats/student.py",
        "low, high = 0.0, 1.0",
        "1.0 → 0.6",
    ): _SAME + "only where halving starts",
    (
        "stats/student.py",
        "while two_tailed(high, freedom) > 1 - confidence:",
        "two_tailed(high, freedom) > 1 - confidence → two_tailed(high, freedom) >= 1 - confidence",
    ): _SAME + "only where halving starts",
    (
        "stats/student.py",
        "high *= 2",
        "2 → 3",
    ): _SAME + "only where halving starts",
    (
        "stats/student.py",
        "return (low + high) / 2",
        "low → high",
    ): _SAME + "after eighty halvings low and high are one number",
}
