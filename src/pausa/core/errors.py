"""The errors Pausa raises on purpose; each says what is wrong, where, and what to do next.

The parts go to `super().__init__` and the sentence is built in `__str__`, so every error crosses
process pools unharmed.
"""

from __future__ import annotations


class PausaError(Exception):
    """Anything a user can mend; the command line prints it as one line and exits with 2."""


class InputError(PausaError):
    """A file or value cannot be used as it is."""

    def __init__(self, source: str, line: int | None, problem: str, advice: str = "") -> None:
        super().__init__(source, line, problem, advice)
        self.source, self.line, self.problem, self.advice = source, line, problem, advice

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{where}: {self.problem}" + (f"; {self.advice}" if self.advice else "")


class TooLarge(InputError):
    """A file that becomes more than it may while it is read."""


class UnknownFormat(InputError):
    """A file whose format neither its name nor its beginning tells; how to name one differs from door to door."""


class NoWords(InputError):
    """A file that can be read, but holds no words."""


class OptionError(PausaError):
    """Options that do not go together, or a value out of its range."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)


class CannotWrite(PausaError):
    """A format lacks what it needs from this document (times for subtitles, say)."""

    def __init__(self, format_name: str, problem: str, advice: str = "") -> None:
        super().__init__(format_name, problem, advice)
        self.format_name, self.problem, self.advice = format_name, problem, advice

    def __str__(self) -> str:
        return f"{self.format_name}: {self.problem}" + (f"; {self.advice}" if self.advice else "")


class CannotSpell(CannotWrite):
    """A word that the format would take for something else, and how it can be spelled so that it does not.

    `old` becomes `new` in every word, or in words that are nothing else (`whole`).
    """

    def __init__(
        self, format_name: str, problem: str, advice: str = "", old: str = "", new: str = "", whole: bool = False
    ) -> None:
        super().__init__(format_name, problem, advice)
        self.args = (format_name, problem, advice, old, new, whole)
        self.old, self.new, self.whole = old, new, whole


class UnknownName(PausaError):
    """A name that is in no registry."""

    def __init__(self, kind: str, name: str, close: tuple[str, ...], known: tuple[str, ...]) -> None:
        super().__init__(kind, name, close, known)
        self.kind, self.name, self.close, self.known = kind, name, close, known

    def __str__(self) -> str:
        hint = f" Did you mean {self.close[0]!r}?" if self.close else ""
        return f"No {self.kind} named {self.name!r}.{hint} Known: {', '.join(self.known)}."


class LengthMismatch(PausaError):
    """Two segmentations do not cover the same number of words."""

    def __init__(self, left: int, right: int) -> None:
        super().__init__(left, right)
        self.left, self.right = left, right

    def __str__(self) -> str:
        return (
            f"One segmentation covers {self.left} words, the other {self.right}; "
            "project one onto the other first (pausa align)."
        )


class WordsChanged(PausaError):
    """A step lost, added or altered a word: a fault of Pausa itself, never let through."""

    def __init__(self, step: str, detail: str) -> None:
        super().__init__(step, detail)
        self.step, self.detail = step, detail

    def __str__(self) -> str:
        return f"{self.step} would change the words ({self.detail}); nothing was written. Please report this file."


class MissingExtra(PausaError):
    """An optional dependency is not installed."""

    def __init__(self, package: str, extra: str, purpose: str) -> None:
        super().__init__(package, extra, purpose)
        self.package, self.extra, self.purpose = package, extra, purpose

    def __str__(self) -> str:
        return f"{self.purpose} needs {self.package}: pip install 'pausa[{self.extra}]'"


class InputWarning(UserWarning):
    """Bad rows in an otherwise good file: kept, with what could not be read left unknown."""
