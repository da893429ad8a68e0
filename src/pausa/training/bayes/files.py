"""Training from files: corpora in, a model folder out.

--text     so we left. it was late.       plain text or transcripts with marks; any amount, read as a stream
--timed    recordings with word times, their sentence ends told by their own marks, or by --reference:
           texts of the same names that match the recordings at least loosely
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.models.storage import folder_bytes, save_folder
from pausa.training.bayes import train as train_bayes
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.corpora import read_documents
from pausa.training.timed import TimedRecording, label_by_marks, label_by_reference


@dataclass(frozen=True)
class Corpora:
    """The files and folders to learn from."""

    text: Sequence[str | Path] = ()
    timed: Sequence[str | Path] = ()
    reference: Sequence[str | Path] = ()
    format: str | None = None


def make_bayes_model(corpora: Corpora, recipe: BayesRecipe, folder: str | Path, *, say: Say) -> tuple[str, ...]:
    """Train a `bayes` model into a folder; what came of it, in sentences."""
    if not corpora.text and not corpora.timed:
        raise OptionError("There is nothing to learn from; give --text, --timed or both.")
    recordings = timed_recordings(corpora, recipe, say=say)
    text = _read(corpora.text, corpora, recipe, say)
    made = train_bayes.train_bayes(text, recordings, recipe, say=say)
    save_folder(folder, made.detector.content())
    lexicon = made.detector.lexicon
    return (
        f"{made.n_words:,} words counted, {len(lexicon):,} different; {lexicon.keys.size:,} pairs kept; "
        f"{lexicon.mean_length:.1f} words per sentence",
        *(f"method {method} on held-out parts: F1 {found.f1:.4f}" for method, found in made.outcomes.items()),
        *made.detector.manifest.notes,
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )


def timed_recordings(corpora: Corpora, recipe: BayesRecipe, *, say: Say) -> list[TimedRecording]:
    """The recordings with times, each with its answers."""
    heard = _read(corpora.timed, corpora, recipe, say)
    if not corpora.reference:
        own = [label_by_marks(each, recipe.rules) for each in heard if each.n_words]
        for silent in (each.name for each in own if not each.judged.any()):
            say(f"{silent}: no word times; its words are counted, and that is all")
        return own
    texts = {each.name: each for each in _read(corpora.reference, corpora, recipe, say)}
    found = []
    for each in heard:
        if each.name in texts:
            found.append(label_by_reference(each, texts[each.name], recipe.rules))
        else:
            say(f"{each.name}: no reference of this name; left out")
    if not found:
        raise OptionError("No timed recording has a reference of the same name.")
    return found


def _read(paths: Sequence[str | Path], corpora: Corpora, recipe: BayesRecipe, say: Say) -> Iterable[Document]:
    return read_documents(paths, format=corpora.format, lang=recipe.rules.language, say=say)
