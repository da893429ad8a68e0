"""What the store refuses to do; the web app turns each into the fitting answer."""

from __future__ import annotations

from pausa.core.errors import PausaError


class NotThere(PausaError):
    """Nothing of that number, or not for this person: the two are not told apart."""

    def __init__(self, thing: str) -> None:
        super().__init__(thing)
        self.thing = thing

    def __str__(self) -> str:
        return f"There is no such {self.thing}."


class Closed(PausaError):
    """An annotation that the owner has accepted or excluded no longer changes."""

    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.state = state

    def __str__(self) -> str:
        return f"This annotation is {self.state}; ask the owner to open it again."


class Conflict(PausaError):
    """Another page has saved in between; nothing of this request was applied."""

    def __init__(self, version: int, marks: dict[int, str]) -> None:
        super().__init__(version, marks)
        self.version, self.marks = version, marks

    def __str__(self) -> str:
        return f"Another page has saved in between; the annotation is at version {self.version} now."


class Locked(PausaError):
    """Another program holds the database and does not let go."""

    def __str__(self) -> str:
        return "Another program holds the database; nothing was saved. End it, or wait, and try again."


class Lost(PausaError):
    """The database cannot be reached or written: its disk is full, its file or its server is gone."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"The database does not answer ({self.reason}); nothing was saved. See to it, and try again."
