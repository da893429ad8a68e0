"""A `bayes` model from text and timed recordings.

Weights must come from words that the tables have not seen. So the timed recordings are cut into five parts;
each part is scored with tables counted without it, and the weights are fitted on all of them together. In the
end the tables count everything. The same five parts give the held-out scores that stand in the model's card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from pausa import __version__
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.metrics.signature import signature
from pausa.models.bayes import BayesDetector
from pausa.models.bayes.counts import Counter, Counts, Vocabulary, total
from pausa.models.bayes.weights import METHODS
from pausa.models.storage import Manifest, Score
from pausa.training.bayes.folds import FitOptions, LabelledGaps, Outcome, compare, cross_validate, fit_gaps, join_gaps
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.corpora import divide_evenly
from pausa.training.splits import recording_of
from pausa.training.timed import TimedRecording, signature_options

PARTS = 5


@dataclass(frozen=True)
class TrainedBayes:
    """A model, what each method gave on the held-out parts, and how many words of text it has counted."""

    detector: BayesDetector
    outcomes: dict[int, Outcome]
    n_words: int


def train_bayes(
    text: Iterable[Document], recordings: Sequence[TimedRecording], recipe: BayesRecipe, *, say: Say
) -> TrainedBayes:
    """A model from text and timed recordings; a recording that is in both is counted once."""
    vocabulary = Vocabulary()
    counted = _count_text(text, {recording_of(each.name) for each in recordings}, recipe, vocabulary, say)
    if not recordings:
        return _train_on_text(counted, vocabulary, recipe)
    names = [recording_of(each.name) for each in recordings]
    parts = divide_evenly([len(each.ends) for each in recordings], names, min(PARTS, len(set(names))))
    if len(set(parts)) < 2:
        raise OptionError("Weights are fitted on held-out recordings: give at least two timed recordings.")
    shares = [_count_part(recordings, parts, part, recipe, vocabulary) for part in range(max(parts) + 1)]
    small, large = _extract_unseen(counted, shares, vocabulary, recordings, parts, recipe, say)
    full = recipe.make_tables(total([counted, *shares]), vocabulary)
    by_method = {method: FitOptions(method) for method in METHODS}
    mean_length = full.lexicon.mean_length
    outcomes = {
        method: cross_validate(small, parts, options, mean_length=mean_length) for method, options in by_method.items()
    }
    unpruned = cross_validate(large, parts, FitOptions(recipe.method), mean_length=mean_length).f1 if large else None
    options = _choose_options(small, parts, outcomes, recipe, mean_length, say)
    fits = {
        method: fit_gaps(
            join_gaps(small), options if method == options.method else by_method[method], mean_length=mean_length
        )
        for method in (2, 3)
    }
    chosen = fits[3]
    detector = BayesDetector(
        lexicon=recipe.prune(full).lexicon,
        pauses=chosen.pauses,
        durations=chosen.durations,
        weights={method: fit.weights for method, fit in fits.items()},
        method=recipe.method,
        rate=None if recipe.any_domain else _rate(recordings, chosen.share),
        dictated=recipe.rules.dictated,
        manifest=_make_manifest(recipe, outcomes, unpruned, recordings),
    )
    return TrainedBayes(detector, outcomes, total([counted, *shares]).n_words // recipe.rules.n_versions)


def _rate(recordings: Sequence[TimedRecording], share: float) -> float:
    """Sentences per 100 words: that share of the gaps between words, and the end of each recording."""
    n_words, n_last = sum(len(each.ends) for each in recordings), len(recordings)
    return 100 * (share * (n_words - n_last) + n_last) / n_words


def _count_text(
    text: Iterable[Document], apart: set[str], recipe: BayesRecipe, vocabulary: Vocabulary, say: Say
) -> Counts:
    """The counts of the text, but for recordings that are timed as well."""
    counter = Counter(vocabulary)
    n_words, told = 0, 0
    for document in text:
        if recording_of(document.name) in apart:
            continue
        recipe.rules.count(counter, document.transcript.words, recipe.rules.find_ends(document))
        n_words += document.n_words
        if n_words // 1_000_000 > told:
            told = n_words // 1_000_000
            say(f"{told} million words read")
    return counter.counts()


def _count_part(
    recordings: Sequence[TimedRecording], parts: Sequence[int], part: int, recipe: BayesRecipe, vocabulary: Vocabulary
) -> Counts:
    counter = Counter(vocabulary)
    for each, its in zip(recordings, parts, strict=True):
        if its == part:
            recipe.rules.count(counter, each.text, each.text_ends)
    return counter.counts()


def _extract_unseen(
    counted: Counts,
    shares: Sequence[Counts],
    vocabulary: Vocabulary,
    recordings: Sequence[TimedRecording],
    parts: Sequence[int],
    recipe: BayesRecipe,
    say: Say,
) -> tuple[list[LabelledGaps], list[LabelledGaps]]:
    """Every recording as tables counted without its part see it: as small as asked for, and whole (if that differs)."""
    small: dict[int, LabelledGaps] = {}
    large: dict[int, LabelledGaps] = {}
    for part in range(len(shares)):
        say(f"tables without part {part + 1} of {len(shares)}")
        others = [share for place, share in enumerate(shares) if place != part]
        full = recipe.make_tables(total([counted, *others]), vocabulary)
        pruned = recipe.prune(full)
        for place, each in enumerate(recordings):
            if parts[place] == part:
                small[place] = each.extract_gaps(pruned.lexicon)
                if recipe.is_pruned:
                    large[place] = each.extract_gaps(full.lexicon)
    return [small[place] for place in sorted(small)], [large[place] for place in sorted(large)]


def _choose_options(
    gaps: Sequence[LabelledGaps],
    parts: Sequence[int],
    outcomes: dict[int, Outcome],
    recipe: BayesRecipe,
    mean_length: float,
    say: Say,
) -> FitOptions:
    """Method 3's options: with the duration of words if that is asked for and the held-out parts clearly gain by it."""
    if not recipe.duration:
        return FitOptions()
    tried = cross_validate(gaps, parts, FitOptions(duration=True), mean_length=mean_length)
    test = compare(outcomes[3], tried)
    is_better = test.second_right > test.first_right and test.significant()
    verdict = "kept" if is_better else "left out"
    say(f"duration of words: F1 {tried.f1:.4f} with, {outcomes[3].f1:.4f} without; {verdict}")
    return FitOptions(duration=is_better)


def _train_on_text(counted: Counts, vocabulary: Vocabulary, recipe: BayesRecipe) -> TrainedBayes:
    """A model of words alone: method 0, whatever method was asked for."""
    lexicon = recipe.prune(recipe.make_tables(counted, vocabulary)).lexicon
    notes = (*recipe.manifest.notes, "trained without timed transcripts: words alone, method 0")
    manifest = msgspec.structs.replace(
        recipe.manifest, language=recipe.rules.language, made_with=f"pausa {__version__}", notes=notes
    )
    rate = None if recipe.any_domain else 100 / lexicon.mean_length
    detector = BayesDetector(lexicon, rate=rate, dictated=recipe.rules.dictated, manifest=manifest)
    return TrainedBayes(detector, {}, counted.n_words // recipe.rules.n_versions)


def _make_manifest(
    recipe: BayesRecipe, outcomes: dict[int, Outcome], unpruned: float | None, recordings: Sequence[TimedRecording]
) -> Manifest:
    stands_for = signature("f1_mean", signature_options(recordings, recipe.rules), 1)
    scores = tuple(
        Score(
            on=f"its {len(recordings)} timed recordings, held out",
            value=found.f1,
            signature=stands_for,
            note=f"method {method}",
        )
        for method, found in outcomes.items()
    )
    notes = recipe.manifest.notes
    if unpruned is not None:
        pruned = outcomes[recipe.method].f1
        notes = (
            *notes,
            f"pruning: F1 {unpruned:.4f} with all pairs, {pruned:.4f} with those kept (method {recipe.method})",
        )
    return msgspec.structs.replace(
        recipe.manifest,
        language=recipe.rules.language,
        made_with=f"pausa {__version__}",
        scores=(*scores, *recipe.manifest.scores),
        notes=notes,
    )
