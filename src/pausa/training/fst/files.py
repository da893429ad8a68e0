"""Training an `fst` model from files: corpora in, a model folder out."""

from __future__ import annotations

from pathlib import Path

from pausa.core.messages import Say, say_nothing
from pausa.models.fst.storing import content
from pausa.models.storage import folder_bytes, save_folder
from pausa.training.fst.recordings import FeaturedRecording, add_features, find_audio
from pausa.training.fst.train import FstRecipe, train_fst
from pausa.training.paths import CorpusPaths, read_recordings, read_texts


def make_fst_model(paths: CorpusPaths, recipe: FstRecipe, folder: str | Path, *, say: Say) -> tuple[str, ...]:
    """Train an `fst` model into a folder; what came of it, in sentences."""
    paths.check()
    recordings = _read_with_features(paths, recipe, say)
    made = train_fst(read_texts(paths, recipe.rules, say=say), recordings, recipe, say=say)
    save_folder(folder, content(made.detector))
    sizes = " + ".join(f"{size:,}" for size in made.detector.words.sizes)
    return (
        f"{made.n_words:,} words in the language model, n-grams by length {sizes}",
        f"{recipe.rules.level}s have {made.lengths.mean():.1f} words",
        *(
            f"weights for {sight}: {', '.join(f'{name} {value:g}' for name, value in tuned.weights.as_dict().items())}"
            + (f" ({recipe.tune} {tuned.value:.4f} where they were tuned)" if tuned.trials else " (not tuned)")
            for sight, tuned in made.tuned.items()
        ),
        *made.detector.manifest.notes,
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )


def _read_with_features(paths: CorpusPaths, recipe: FstRecipe, say: Say) -> list[FeaturedRecording]:
    sounds = find_audio(paths.audio)
    # Words without times are no news where they are aligned.
    found = read_recordings(paths, recipe.rules, say=say_nothing if sounds else say) if paths.timed else []
    made = []
    for each in found:
        sound = sounds.get(each.name)
        if sounds and sound is None:
            say(f"{each.name}: no audio of this name")
        made.append(add_features(each, sound))
    return made
