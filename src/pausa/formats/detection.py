"""Which format a file is in, by its name and its content; a format is imported only when it can be meant."""

from __future__ import annotations

from collections.abc import Iterator

from pausa.core.errors import InputError, OptionError, UnknownFormat
from pausa.formats import ENTRIES, FORMATS
from pausa.formats.base import Format
from pausa.formats.plain import is_data

#: As much of a text as formats are shown.
HEAD = 1 << 20
PACKED_SUFFIXES = (".gz", ".xz", ".bz2")


def detect(text: str, name: str) -> Format:
    """The format of a text, by content first among those its name allows, then among all."""
    head = _from_first_line(text)[:HEAD]
    first = head.lstrip()[:1]
    by_name = [each for each in ENTRIES if has_suffix(name, each)]
    others = [each for each in ENTRIES if each not in by_name]
    is_json = first in ("{", "[") and is_data(head)
    # Plain sentences fit almost any text, so everything particular is asked first.
    for each in (*by_name, *others):
        entry = ENTRIES[each]
        if entry.plain or entry.magic or (first not in entry.opens if entry.opens else is_json):
            continue
        if FORMATS[each].parse and FORMATS[each].looks_like(head):
            return FORMATS[each]
    if len(by_name) == 1 and not FORMATS[by_name[0]].parse:
        by_name = []  # Markdown is written only; a file called so may be anything
    if len(by_name) == 1:
        return FORMATS[by_name[0]]  # the name settles it, and its parser can say what is wrong
    # A name that promises something particular is not let off as plain text; ".txt" does not tell which of them.
    if not by_name or any(ENTRIES[each].plain for each in by_name):
        for each, entry in ENTRIES.items():
            if entry.plain and FORMATS[each].looks_like(head):
                return FORMATS[each]
    if is_json:
        return FORMATS["json"]  # of any shape; its parser says what is wrong
    expected = f"; by its name it could be {', '.join(by_name)}" if by_name else ""
    problem = f"the format could not be recognised{expected}"
    raise UnknownFormat(name, None, problem, "name the format (pausa formats lists them)")


def asked_for(name: str) -> tuple[Format, str]:
    """The format that a person names for reading, and the path into the file behind a colon (`json:results.words`)."""
    name, _, inside = name.partition(":")
    form = FORMATS[name]
    if inside and not form.takes_path:
        raise OptionError(f"{name}: a path into the file can be given for JSON only (json:PATH).")
    return form, inside


def detect_binary(data: bytes) -> Format | None:
    """The binary format that begins like this, if any."""
    found = (name for name, entry in ENTRIES.items() if entry.magic and data.startswith(entry.magic))
    name = next(found, None)
    return FORMATS[name] if name else None


def names_a_format(path: str) -> bool:
    """Whether a file name tells a format to write."""
    return next(_writable(path), None) is not None


def for_writing(path: str) -> Format:
    """The format that a file name asks for: the longest suffix wins."""
    found = next(_writable(path), None)
    if found is None:
        raise InputError(
            path,
            None,
            "the name does not tell a format to write",
            "name the format to write (pausa formats lists them)",
        )
    return found


def has_suffix(path: str, format: str) -> bool:
    """Whether a file is named like one of that format, packed or not."""
    return _unpacked_name(path).endswith(ENTRIES[format].suffixes)


def bare_name(name: str) -> str:
    """A file's name without the endings that tell its format and how it is packed; whatever else is in it stays.

    >>> bare_name("call.2026-01-15.JSON.gz"), bare_name("talk.pausa.json"), bare_name("minutes.v2")
    ('call.2026-01-15', 'talk', 'minutes.v2')
    """
    unpacked = _unpacked_name(name)
    fitting = (suffix for entry in ENTRIES.values() for suffix in entry.suffixes if unpacked.endswith(suffix))
    n_endings = len(name.lower()) - len(unpacked) + max(map(len, fitting), default=0)
    return name[: len(name) - n_endings]


def _writable(path: str) -> Iterator[Format]:
    """The formats that a file name may ask for, the longest suffix first."""
    name = _unpacked_name(path)
    fitting = [
        (len(suffix), each) for each, entry in ENTRIES.items() for suffix in entry.suffixes if name.endswith(suffix)
    ]
    for _, each in sorted(fitting, key=lambda pair: -pair[0]):
        if FORMATS[each].render:
            yield FORMATS[each]


def _unpacked_name(name: str) -> str:
    lower = name.lower()
    for suffix in PACKED_SUFFIXES:
        lower = lower.removesuffix(suffix)
    return lower


def _from_first_line(text: str) -> str:
    """The text from its first line that is not blank: any number of blank ones may stand before it."""
    return text[text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1 :]
