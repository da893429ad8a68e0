"""The files and folders that a model learns from, and what they are taken for.

text        so we left. it was late.       plain text or transcripts with marks; any amount, read as a stream
timed       recordings with word times, their sentence ends told by their own marks, or by a reference
reference   texts of the same names, that match the recordings at least loosely
audio       recordings of the same names

Paths that come without a word on what they are get sorted: a file whose words have times is timed, any other is text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say, say_nothing
from pausa.text.marks import any_end, delimiters_for
from pausa.training.corpora import keeps_word_times, list_files, read_documents, unmarked
from pausa.training.timed import TextRules, TimedRecording, label_by_marks, label_by_reference


@dataclass(frozen=True)
class CorpusPaths:
    """Where the corpora are, and in which format, language and encoding."""

    text: Sequence[str | Path] = ()
    timed: Sequence[str | Path] = ()
    reference: Sequence[str | Path] = ()
    audio: Sequence[str | Path] = ()
    format: str | None = None
    language: str = "en"
    encoding: str | None = None

    def check(self) -> None:
        """Refuse what does not go together."""
        if not self.text and not self.timed:
            raise OptionError("There is nothing to learn from; give files of text, or of speech with word times.")
        if not self.timed and (self.reference or self.audio):
            given = "A reference" if self.reference else "Audio"
            raise OptionError(f"{given} goes with transcripts of the same names; give these as timed.")

    def read(self, paths: Iterable[str | Path], *, say: Say) -> Iterable[Document]:
        """The documents of some of the paths."""
        return read_documents(paths, format=self.format, lang=self.language, encoding=self.encoding, say=say)

    def add(
        self, paths: Sequence[str | Path], *, at_least: int = 1, heard: Collection[str] = (), say: Say
    ) -> CorpusPaths:
        """With further paths, each file for what it is.

        Those with word times are timed, and so are those whose names are among the `heard`, since their words can be
        aligned. With fewer than `at_least` timed files all are text.
        """
        given = replace(self, text=self._files(self.text, say), timed=self._files(self.timed, say))
        if not paths:
            return given
        files = self._sorted(paths, say)
        timed = [each for each, has_times in files.items() if has_times or each.name.split(".")[0] in heard]
        if len(timed) + len(given.timed) < at_least:
            timed = []
        text = [each for each in files if each not in timed]
        found = replace(given, text=(*given.text, *text), timed=(*given.timed, *timed))
        parts = (("text", found.text), ("speech with word times", found.timed))
        say(f"taken as {' and as '.join(f'{kind}: {_tell(those)}' for kind, those in parts if those)}")
        return found

    def _files(self, paths: Iterable[str | Path], say: Say) -> tuple[Path, ...]:
        return tuple(list_files(paths, format=self.format, say=say))

    def _sorted(self, paths: Iterable[str | Path], say: Say) -> dict[Path, bool]:
        """The files that paths stand for, and whether their words have times.

        A file in a folder that cannot be read is left out, and that is said; one that is named must be right.
        """
        found: dict[Path, bool] = {}
        problems: dict[Path, InputError] = {}
        for path in map(Path, paths):
            for each in self._files([path], say):
                try:
                    found[each] = self._has_word_times(each)
                except InputError as problem:
                    if not path.is_dir():
                        raise
                    problems[each] = problem
        for first in list(problems.values())[:1]:
            if not found:
                raise first
            say(f"left out, for they cannot be read: {', '.join(map(str, problems))}; the first: {first}")
        return found

    def _has_word_times(self, path: Path) -> bool:
        if not keeps_word_times(path, format=self.format):
            return False
        first = next(iter(self.read([path], say=say_nothing)), None)
        words = first.transcript.words if first else ()
        return 2 * sum(word.start is not None and word.end is not None for word in words) > len(words)


def read_recordings(paths: CorpusPaths, rules: TextRules, *, say: Say) -> list[TimedRecording]:
    """The recordings with times, each with its answers."""
    heard = paths.read(paths.timed, say=say)
    if not paths.reference:
        own = [label_by_marks(each, rules) for each in _marked(heard, paths.timed, rules) if each.n_words]
        for silent in (each.name for each in own if not each.judged.any()):
            say(f"{silent}: no word times; its words are counted, and that is all")
        return own
    texts = {each.name: each for each in _marked(paths.read(paths.reference, say=say), paths.reference, rules)}
    found = []
    for each in heard:
        if each.name in texts:
            found.append(label_by_reference(each, texts[each.name], rules))
        else:
            say(f"{each.name}: no reference of this name; left out")
    if not found:
        raise OptionError("No timed recording has a reference of the same name.")
    return found


def read_texts(paths: CorpusPaths, rules: TextRules, *, say: Say) -> Iterator[Document]:
    """The text, one document after the other; refused where no sentence ends are marked in all of it."""
    return _marked(paths.read(paths.text, say=say), paths.text, rules)


def _marked(found: Iterable[Document], paths: Sequence[str | Path], rules: TextRules) -> Iterator[Document]:
    """The documents as they come; in the end refused where none tells where sentences end."""
    n_words, is_marked = 0, rules.dictated  # marks that are dictated are words
    marks = delimiters_for(rules.level, rules.delimiters)
    for each in found:
        n_words += each.n_words
        is_marked = is_marked or any_end(each.transcript.words, marks) or _is_parted(each)
        yield each
    if n_words and not is_marked:
        raise unmarked(paths)


def _is_parted(document: Document) -> bool:
    """Whether the document's own sentences say more than that its last one ends with it."""
    return any(end < document.n_words - 1 for each in document.segmentations[:1] for end in each.ends)


def _tell(files: Sequence[str | Path]) -> str:
    return str(files[0]) if len(files) == 1 else f"{len(files)} files"
