"""Training an `fst` model from files: corpora in, a model folder out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.models.fst.storing import content
from pausa.models.storage import folder_bytes, save_folder
from pausa.training.bayes.files import Corpora, timed_recordings
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.corpora import read_documents
from pausa.training.fst.recordings import FeaturedRecording, add_features, find_audio
from pausa.training.fst.train import FstRecipe, train_fst


def make_fst_model(
    corpora: Corpora, audio: Sequence[str | Path], recipe: FstRecipe, folder: str | Path, *, say: Say
) -> tuple[str, ...]:
    """Train an `fst` model into a folder; what came of it, in sentences."""
    if not corpora.text and not corpora.timed:
        raise OptionError("There is nothing to learn from; give --text, --timed or both.")
    recordings = _read_recordings(corpora, audio, recipe, say)
    text = read_documents(corpora.text, format=corpora.format, lang=recipe.rules.language, say=say)
    made = train_fst(text, recordings, recipe, say=say)
    save_folder(folder, content(made.detector))
    sizes = " + ".join(f"{size:,}" for size in made.detector.words.sizes)
    return (
        f"{made.n_words:,} words in the language model, n-grams by length {sizes}",
        f"sentences have {made.lengths.mean():.1f} words",
        *(
            f"weights for {sight}: {', '.join(f'{name} {value:g}' for name, value in tuned.weights.as_dict().items())}"
            + (f" ({recipe.tune} {tuned.value:.4f} where they were tuned)" if tuned.trials else " (not tuned)")
            for sight, tuned in made.tuned.items()
        ),
        *made.detector.manifest.notes,
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )


def _read_recordings(
    corpora: Corpora, audio: Sequence[str | Path], recipe: FstRecipe, say: Say
) -> list[FeaturedRecording]:
    if not corpora.timed:
        if audio:
            raise OptionError("Audio goes with transcripts of the same names; give them with --timed.")
        return []
    sounds = find_audio(audio)
    quiet = (lambda _: None) if audio else say  # words without times are no news where they are aligned
    found = timed_recordings(corpora, BayesRecipe(rules=recipe.rules), say=quiet)
    made = []
    for each in found:
        sound = sounds.get(each.name)
        if sounds and sound is None:
            say(f"{each.name}: no audio of this name")
        made.append(add_features(each, sound))
    return made
