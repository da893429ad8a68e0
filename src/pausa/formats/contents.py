"""What a file holds, in a few words: for messages that say why there are no words in it."""

from __future__ import annotations

import csv
import re

from pausa.formats.recogniser import outline

_ELEMENT = re.compile(r"<([A-Za-z][\w:.-]{0,40})")
_HEAD, _MOST, _LONGEST = 50_000, 12, 40


def found_in(text: str) -> str:
    """The keys, elements or columns of a text, else how it begins.

    >>> found_in('{"status": "ok", "data": {"id": 7}}'), found_in("id,colour\\n7,red"), found_in("0 1 2")
    ('its keys are data, status, data.id', 'its columns are id, colour', "it begins with '0 1 2'")
    """
    head = text.lstrip()[:_HEAD]
    line = head.partition("\n")[0]
    keys = sorted(outline(head), key=lambda key: (key.count("."), key))
    if keys:
        return f"its keys are {_listed(keys)}"
    if head[:1] == "<":
        return f"its elements are {_listed(list(dict.fromkeys(_ELEMENT.findall(head))))}"
    for sign in "\t,;|":
        if sign in line:
            return f"its columns are {_listed(next(csv.reader([line[:1000]], delimiter=sign)))}"
    return f"it begins with {line[:_LONGEST]!r}" if line else "it is empty"


def _listed(names: list[str]) -> str:
    shown = ", ".join(name.strip()[:_LONGEST] for name in names[:_MOST])
    return shown + (" …" if len(names) > _MOST else "")
