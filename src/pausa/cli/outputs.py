"""Where a command's documents go: one file, standard output, or a file each in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pausa.cli import console
from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.saving import is_stream
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.detection import for_writing, names_a_format
from pausa.formats.files import losses, render, save, store
from pausa.formats.folders import place_in


class Output:
    """The place asked for with -o and --to; documents are handed over one input at a time.

    `inputs` are never written over. There are as many results as inputs unless `several` says otherwise. Files from
    folders inside of those that were `given` get folders of the same names.
    """

    def __init__(
        self,
        path: str | None,
        to: str | None,
        *,
        layout: Layout,
        inputs: Sequence[str],
        given: Sequence[str] = (),
        default: str = "lines",
        several: bool | None = None,
    ) -> None:
        several = len(inputs) > 1 if several is None else several
        self.path, self.layout, self.given = path or "-", layout, given
        self.inputs = {Path(name).resolve() for name in inputs if name != "-" and not is_stream(name)}
        named = Path(self.path)
        streamed = self.path == "-" or is_stream(named)
        self.is_folder = not streamed and (named.is_dir() or self.path.endswith(("/", "\\")) or several)
        if to:
            self.format = FORMATS[to]
        else:
            nameless = streamed and not names_a_format(self.path)
            self.format = FORMATS[default] if nameless or self.is_folder else for_writing(self.path)
        if self.is_folder and named.exists() and not named.is_dir():
            raise OptionError(f"{self.path} is a file; several inputs need a folder (-o FOLDER).")
        self._waiting: list[Document] = []
        self._written: dict[Path, str] = {}
        self._lost: set[str] = set()

    @property
    def _suffix(self) -> str:
        """How files in a folder end: plain text as everybody knows it, the rest as the format has it."""
        return ".txt" if ".txt" in self.format.suffixes else self.format.suffixes[0]

    def take(self, documents: Sequence[Document], source: str) -> None:
        """Documents from one input: written at once into a folder, else kept for the end."""
        self._lost.update(losses(documents, self.format))
        if not self.is_folder:
            self._waiting.extend(documents)
            return
        folder = Path(self.path) / place_in(source, self.given)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise InputError(str(folder), None, f"cannot be made: {problem.strerror}") from problem
        together = len(documents) == 1 or self.format.holds_many
        for group in [documents] if together else [[one] for one in documents]:
            name = Path(source).name.split(".")[0] if together and source != "-" else group[0].name
            self._save(group, folder / (_file_name(name) + self._suffix), source)

    def close(self, *, report_losses: bool) -> None:
        """Write what is waiting; say what the format could not keep."""
        if self._waiting or not self.is_folder:
            if len(self._waiting) > 1 and self.format.joins:
                pieces = [str(render([one], self.format, layout=self.layout)) for one in self._waiting]
                self._check_place()
                save("\n".join(pieces), self.path)
            elif self._waiting:
                self._check_place()
                store(self._waiting, self.format, self.path, layout=self.layout)
        if report_losses and self._lost:
            console.say(f"{self.format.name} cannot keep: {', '.join(sorted(self._lost))}")

    def _check_place(self) -> None:
        if self.path != "-" and Path(self.path).resolve() in self.inputs:
            raise OptionError(f"{self.path} is also an input; write somewhere else.")

    def _save(self, documents: Sequence[Document], target: Path, source: str) -> None:
        place = target.resolve()  # two names may lead to one file
        if place in self._written:
            raise OptionError(f"{source} and {self._written[place]} would both become {target}; rename one.")
        if place in self.inputs:
            raise OptionError(f"{target} is also an input; write to another folder.")
        store(documents, self.format, target, layout=self.layout)
        self._written[place] = source


def _file_name(name: str) -> str:
    """A recording's name as a file name: no folders, nothing hidden."""
    return "".join("_" if sign in '/\\:*?"<>|\0' else sign for sign in name).lstrip(".") or "recording"
