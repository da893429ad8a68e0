"""A number travels with its conditions: `WiSeBE|nrefs:3|window:2|last:skip|level:sentence|marks:.?!;|align:none|…`.

The metric's name comes first, then `key:value` pairs joined by `|`, the version last. Only what can change that
metric's value is there: each family says what concerns its scores. A `:`, `|`, `%` or white space inside a value is
written as `%` and two hex digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import quote

from pausa import __version__
from pausa.metrics import METRICS, described
from pausa.metrics.base import Options
from pausa.text.marks import delimiters_for

_NOTHING: Mapping[str, str] = MappingProxyType({})
#: Everything ASCII that need not be escaped.
_PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in ":|%")


def signature(
    key: str,
    options: Options,
    n_references: int,
    *,
    most: int | None = None,
    conditions: Mapping[str, str] = _NOTHING,
    version: str = __version__,
) -> str:
    """The signature of a metric under these options; `conditions` are what a family found in the data.

    Where documents have from `n_references` to `most` references, both numbers stand in it.

    >>> signature("f1_mean", Options(), 3, version="1.0")
    'F1_mean|nrefs:3|last:skip|level:sentence|marks:.?!;|align:none|version:1.0'
    """
    metric = described(key)
    own = METRICS[metric.family]().signature_parts(key, options, n_references, most or n_references)
    asked = {"pivot": options.pivot, "condition": options.condition, "humans": options.humans}
    pairs = {
        "nrefs": str(n_references) if most in (None, n_references) else f"{n_references}-{most}",
        **{name: value for name, value in own.items() if name != "last"},
        **conditions,
        "last": own.get("last", options.last),
        "level": options.level,
        "marks": delimiters_for(options.level, options.marks),
        "align": options.align,
        **{name: value for name, value in asked.items() if value},
        "version": version,
    }
    return "|".join([metric.name, *(f"{name}:{_escaped(value)}" for name, value in pairs.items())])


def _escaped(value: str) -> str:
    return "".join(sign if ord(sign) > 126 and not sign.isspace() else quote(sign, safe=_PLAIN) for sign in value)
