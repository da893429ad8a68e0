"""A number travels with its conditions: `WiSeBE|nrefs:3|window:2|last:skip|level:sentence|marks:.?!;|align:none|…`.

The metric's name comes first, then `key:value` pairs joined by `|`, the version last. Only what can change that
metric's value is there. A `:`, `|`, `%` or white space inside a value is written as `%` and two hex digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

from pausa import __version__
from pausa.metrics import Key, described
from pausa.metrics.base import Options
from pausa.metrics.consensus import enough
from pausa.metrics.similarity import SPAN
from pausa.text.marks import delimiters_for

_NOTHING: Mapping[str, str] = MappingProxyType({})
#: Everything ASCII that need not be escaped.
_PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in ":|%")


def signature(
    key: str,
    options: Options,
    n_references: int,
    *,
    conditions: Mapping[str, str] = _NOTHING,
    version: str = __version__,
) -> str:
    """The signature of a metric under these options; `conditions` are what a family found in the data.

    >>> signature("f1_mean", Options(), 3, version="1.0")
    'F1_mean|nrefs:3|last:skip|level:sentence|marks:.?!;|align:none|version:1.0'
    """
    metric = described(key)
    pairs = {
        "nrefs": str(n_references),
        **_own(key, metric, options, n_references),
        **conditions,
        # Pk and WindowDiff never look at the last word's end.
        "last": "skip" if metric.family == "windows" else options.last,
        "level": options.level,
        "marks": delimiters_for(options.level, options.marks),
        "align": options.align,
        **{name: value for name, value in (("pivot", options.pivot), ("condition", options.condition)) if value},
        "version": version,
    }
    return "|".join([metric.name, *(f"{name}:{_escaped(value)}" for name, value in pairs.items())])


def _own(key: str, metric: Key, options: Options, n_references: int) -> dict[str, str]:
    """What concerns this metric and not the others."""
    own: dict[str, str] = {}
    if metric.family == "wisebe":
        own["window"] = str(options.window)
    if metric.family == "windows":
        own["k"] = "half-mean"
    if metric.family == "similarity":
        own["n"] = str(SPAN)
    if metric.family == "consensus":
        own["consensus"] = str(enough(options, n_references))
    if metric.family in ("slots", "consensus"):
        if options.tolerance:
            own["tolerance"] = str(options.tolerance)
        if options.collar_ms is not None:
            own["collar"] = f"{options.collar_ms}ms"
    if options.tell_marks_apart and key in ("ser_mean", "ser", "nist_su"):
        own["substitutions"] = "marks"
    return own


def _escaped(value: str) -> str:
    return "".join(sign if ord(sign) > 126 and not sign.isspace() else quote(sign, safe=_PLAIN) for sign in value)
