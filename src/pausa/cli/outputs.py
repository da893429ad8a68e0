"""Where a command's documents go: one file, standard output, or a file each in a folder."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path

from pausa.cli import console
from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.saving import is_stream
from pausa.formats import FORMATS
from pausa.formats.base import KEEPABLE, Layout
from pausa.formats.detection import bare_name, for_writing, names_a_format
from pausa.formats.files import losses
from pausa.formats.flow import write_each
from pausa.formats.folders import place_in
from pausa.recognisers import is_recording


def places_of(inputs: Iterable[str]) -> frozenset[Path]:
    """Where inputs lie; standard input, devices and pipes lie nowhere that could be written over."""
    return frozenset(Path(name).resolve() for name in inputs if name != "-" and not is_stream(name))


def keep_apart(path: str | Path, inputs: Collection[Path], advice: str = "write somewhere else") -> None:
    """Refuse to write over an input, or over a file in a folder that is one; `inputs` are from `places_of`."""
    place = Path(path).resolve()
    is_read = place in inputs or (place.is_file() and any(folder in inputs for folder in place.parents))
    if str(path) != "-" and is_read:
        raise OptionError(f"{path} is also an input; {advice}.")


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
        self.inputs = places_of(inputs)
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
        if self.is_folder and names_a_format(self.path) and not (named.is_dir() or self.path.endswith(("/", "\\"))):
            raise OptionError(
                f"{self.path} is the name of one file, and there are {len(inputs)} inputs; "
                f"give one of them, or a folder and --to {for_writing(self.path).name}."
            )
        self._n_inputs = len(inputs)
        self._waiting: list[Document] = []
        self._written: dict[Path, str] = {}
        self._lost: set[str] = set()

    @property
    def _suffix(self) -> str:
        """How files in a folder end: plain text as everybody knows it, the rest as the format has it."""
        return ".txt" if ".txt" in self.format.suffixes else self.format.suffixes[0]

    def take(self, documents: Iterable[Document], source: str) -> None:
        """Documents from one input, each written as it comes; of several inputs to one place, kept for the end."""
        if not self.is_folder and self._n_inputs > 1:
            self._waiting.extend(self._noted(documents))
            return
        documents = self._noted(documents)
        first = list(islice(documents, 2))
        documents = chain(_given_away(first), documents)
        together = len(first) == 1 or self.format.holds_many
        if not self.is_folder:
            if first:
                keep_apart(self.path, self.inputs)
                write_each(documents, self.format, self.path, layout=self.layout)
            return
        folder = Path(self.path) / place_in(source, self.given)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise InputError(str(folder), None, f"cannot be made: {problem.strerror}") from problem
        if together:
            name = _stem(source) if source != "-" or not first else first[0].name
            self._save(documents, folder / (_file_name(name) + self._suffix), source)
            return
        for doc in documents:
            self._save([doc], folder / (_file_name(doc.name) + self._suffix), source)

    def _noted(self, documents: Iterable[Document]) -> Iterator[Document]:
        """The documents of one input, what the format cannot keep of each noted on the way."""
        for place, doc in enumerate(documents):
            self._lost.update(losses([doc], self.format))
            if place == 1 and not self.format.holds_many:
                self._lost.add(KEEPABLE["documents"])
            yield doc

    def close(self, *, report_losses: bool) -> None:
        """Write what is waiting; say what the format could not keep."""
        if self._waiting:
            keep_apart(self.path, self.inputs)
            write_each(self._waiting, self.format, self.path, layout=self.layout)
        if report_losses and self._lost:
            console.say(f"{self.format.name} cannot keep: {', '.join(sorted(self._lost))}")

    def _save(self, documents: Iterable[Document], target: Path, source: str) -> None:
        place = target.resolve()  # two names may lead to one file
        if place in self._written:
            raise OptionError(f"{source} and {self._written[place]} would both become {target}; rename one.")
        keep_apart(target, self.inputs, "write to another folder")
        write_each(documents, self.format, target, layout=self.layout)
        self._written[place] = source


def _stem(source: str) -> str:
    """What an input's file is called, whatever it holds."""
    name = Path(source).name
    return Path(name).stem if is_recording(name) else bare_name(name)


def _given_away(documents: list[Document]) -> Iterator[Document]:
    """The documents of a list, which keeps none of them."""
    while documents:
        yield documents.pop(0)


def _file_name(name: str) -> str:
    """A recording's name as a file name: no folders, nothing hidden."""
    return "".join("_" if sign in '/\\:*?"<>|\0' else sign for sign in name).lstrip(".") or "recording"
