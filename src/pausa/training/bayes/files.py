"""Training a `bayes` model from files: corpora in, a model folder out."""

from __future__ import annotations

from pathlib import Path

from pausa.core.messages import Say
from pausa.models.storage import folder_bytes, save_folder
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.paths import CorpusPaths, read_recordings, read_texts


def make_bayes_model(paths: CorpusPaths, recipe: BayesRecipe, folder: str | Path, *, say: Say) -> tuple[str, ...]:
    """Train a `bayes` model into a folder; what came of it, in sentences."""
    paths.check()
    recordings = read_recordings(paths, recipe.rules, say=say)
    made = train_bayes(read_texts(paths, recipe.rules, say=say), recordings, recipe, say=say)
    save_folder(folder, made.detector.content())
    lexicon = made.detector.lexicon
    return (
        f"{made.n_words:,} words counted, {len(lexicon):,} different; {lexicon.keys.size:,} pairs kept; "
        f"{lexicon.mean_length:.1f} words per sentence",
        *(f"method {method} on held-out parts: F1 {found.f1:.4f}" for method, found in made.outcomes.items()),
        *made.detector.manifest.notes,
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )
