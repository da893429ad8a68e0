"""An `fst` model from text, timed recordings and audio.

    text              the word LM, the class LM                     everything but the held-out recordings
    timed             both LMs, the prosodic model, lengths
    held out          weights                                       no model has seen these

Held out are the recordings that the recipe names, else some whole recordings. Those that it names as test are not
learned from either; the card tells how the model does on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from pausa import __version__
from pausa.core.document import Document
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript
from pausa.features.durations import PhoneNorms
from pausa.lm import ClassModel, class_model, estimate, grammar_model, induced_classes, pruned, read_grammar
from pausa.lm.counts import MOST_WORDS
from pausa.metrics.signature import signature
from pausa.metrics.slots import Slots
from pausa.models.fst import FstDetector
from pausa.models.fst.detector import SIGHTS
from pausa.models.fst.evidence import Weights
from pausa.models.fst.length import LONGEST, Gamma, fit_gamma
from pausa.models.fst.prosodic import Prosodic
from pausa.models.fst.svm import Size
from pausa.models.fst.svm import fit as fit_prosody
from pausa.models.fst.tokens import stream
from pausa.models.storage import Manifest, Score
from pausa.training.fst.recordings import (
    ENOUGH,
    FeaturedRecording,
    Shares,
    make_sample,
    normalise_phones,
    share_out,
    take_middle,
)
from pausa.training.fst.tuning import AIMS, PIECE, TunedWeights, Tuner, TuningSample, scale_weights, segment_samples
from pausa.training.splits import HeldOut, recording_of
from pausa.training.timed import TextRules, signature_options

Bools = NDArray[np.bool_]
ORDERS = (2, 3, 4)
#: Where the search for weights starts.
START = Weights(words=1.0, classes=0.25, prosody=1.0, length=0.5)


@dataclass(frozen=True)
class FstRecipe:
    """How an `fst` model is to be made.

    `order` is that of the language models, `tune` the score that weights are tuned by. `classes` is how many word
    classes are induced for a class LM, 0 for none; with a `grammar` (a file) they are its preterminals instead.
    `min_counts` drops n-grams seen less often, by length; `max_ngrams` then keeps those that are worth most.
    `normalised` makes the length model a distribution. `held_out` names recordings to tune by and to report on.
    """

    order: int = 3
    tune: str = "f1"
    classes: int = 0
    grammar: str = ""
    normalised: bool = False
    max_vocabulary: int = MOST_WORDS
    min_counts: tuple[int, ...] = ()
    max_ngrams: int | None = None
    size: Size = field(default_factory=Size)
    held_out: HeldOut = field(default_factory=HeldOut)
    rules: TextRules = field(default_factory=TextRules)
    manifest: Manifest = field(default_factory=lambda: Manifest(model="fst"))

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise OptionError(f"The language models' order is one of {', '.join(map(str, ORDERS))}, not {self.order}.")
        if self.tune not in AIMS:
            raise OptionError(f"Weights are tuned by {' or '.join(AIMS)}, not {self.tune!r}.")
        if self.classes < 0:
            raise OptionError(f"There are 0 classes or more, not {self.classes}.")
        if self.classes and self.grammar:
            raise OptionError("Word classes are found in the text or come from a grammar; ask for one of them.")


@dataclass(frozen=True)
class TrainedFst:
    """A model, how its weights did where they were tuned, and what the parts learned from."""

    detector: FstDetector
    tuned: dict[str, TunedWeights]
    n_words: int
    lengths: NDArray[np.int64]


@dataclass
class Texts:
    """Text on its way into the language models: streams of tokens, sentence lengths, and some held out."""

    rules: TextRules
    streams: list[list[str]] = field(default_factory=list)
    lengths: list[NDArray[np.int64]] = field(default_factory=list)
    held_out: list[tuple[Document, Bools]] = field(default_factory=list)
    n_words: int = 0

    def add(self, texts: Sequence[str], ends: Bools) -> None:
        self.streams.append(stream(texts, ends))
        self.lengths.append(np.diff(np.flatnonzero(ends), prepend=-1))
        self.n_words += len(texts)


def train_fst(
    text: Iterable[Document], recordings: Sequence[FeaturedRecording], recipe: FstRecipe, *, say: Say
) -> TrainedFst:
    """A model from text and recordings; a recording that is in both is counted once."""
    shares = share_out(recordings, recipe.held_out) if recordings else Shares([], [], [])
    shares, norms = _normalise_phones(shares)
    texts = _read(text, {each.name for each in recordings}, recipe, tune=not recordings, say=say)
    spoken = Texts(recipe.rules)
    for each in shares.learn:
        spoken.add([word.text for word in each.timed.text], each.timed.text_ends)
    streams = [*texts.streams, *spoken.streams]
    if not streams:
        raise OptionError("There is no text to learn from; give some, or more than one timed recording.")
    say(f"word LM: {recipe.order}-grams of {texts.n_words + spoken.n_words:,} words")
    model = estimate(streams, recipe.order, min_counts=recipe.min_counts, max_vocabulary=recipe.max_vocabulary)
    if recipe.max_ngrams is not None:
        model = pruned(model, recipe.max_ngrams)
    classes = _make_class_model(streams, recipe, say)
    lengths = np.concatenate((spoken if spoken.lengths else texts).lengths)
    plain = FstDetector(
        words=model,
        classes=classes,
        gamma=fit_gamma(lengths[lengths <= LONGEST].tolist()),
        normalised=recipe.normalised,
        norms=norms,
        tells_clauses=recipe.rules.level == "clause",
    )
    prosody = fit_prosodic_models(shares.learn, recipe.size, say=say)
    full = replace(plain, prosody=prosody, weights=dict.fromkeys(("words", *prosody), START))
    tuned: dict[str, TunedWeights] = {}
    weights: dict[str, Weights] = {}
    for sight in full.weights:
        samples = _make_samples(full, sight, shares.tune, texts)
        tuned[sight] = tune(samples, full.gamma, sight, recipe, classes=classes is not None)
        if tuned[sight].trials:
            say(f"weights for {sight}: {recipe.tune} {tuned[sight].value:.4f} after {tuned[sight].trials} trials")
        weights[sight] = scale_weights(samples, tuned[sight].weights, full.gamma, normalised=recipe.normalised)
    made = replace(full, weights=weights)
    manifest = _make_manifest(made, recipe, tuned, shares)
    return TrainedFst(replace(made, manifest=manifest), tuned, texts.n_words + spoken.n_words, lengths)


def _normalise_phones(shares: Shares) -> tuple[Shares, PhoneNorms | None]:
    """Phones are normalised by how long they last in the recordings to learn from."""
    phones = [each.listened.phones for each in shares.learn if each.listened is not None]
    if not phones:
        return shares, None
    norms = PhoneNorms.of(phones)
    return Shares(*(normalise_phones(share, norms) for share in (shares.learn, shares.tune, shares.test))), norms


def _make_class_model(streams: Sequence[Sequence[str]], recipe: FstRecipe, say: Say) -> ClassModel | None:
    if recipe.grammar:
        say(f"class LM: preterminals of {recipe.grammar}")
        return grammar_model(streams, read_grammar(recipe.grammar), recipe.order, min_counts=recipe.min_counts)
    if recipe.classes:
        say(f"class LM: {recipe.classes} classes")
        found = induced_classes(streams, recipe.classes)
        return class_model(streams, found, recipe.order, min_counts=recipe.min_counts)
    return None


def fit_prosodic_models(recordings: Sequence[FeaturedRecording], size: Size, *, say: Say) -> dict[str, Prosodic]:
    """A prosodic model for each kind of features that recordings have."""
    found: dict[str, Prosodic] = {}
    for sight in SIGHTS[1:]:
        known = [each for each in recordings if sight in each.tables and each.timed.judged.any()]
        if not known:
            continue
        columns = known[0].tables[sight].names
        values = np.concatenate([each.tables[sight].select(columns).values[each.timed.judged] for each in known])
        ends = np.concatenate([each.timed.ends[each.timed.judged] for each in known])
        groups = np.repeat(np.arange(len(known)), [int(each.timed.judged.sum()) for each in known])
        made = fit_prosody(values, ends, groups, columns, size=size, say=say)
        say(f"prosody from {sight}: F1 {made.f1:.4f} by itself on recordings left out")
        found[sight] = made.model
    return found


def tune(
    samples: Sequence[TuningSample], gamma: Gamma | None, sight: str, recipe: FstRecipe, *, classes: bool
) -> TunedWeights:
    """The weights for what is known of these samples; those of models that are not there are 0."""
    free = [name for name, there in (("prosody", sight != "words"), ("classes", classes)) if there]
    start = replace(START, **{name: 0.0 for name in ("prosody", "classes") if name not in free})
    if not samples:
        return TunedWeights(start, float("nan"), 0)
    tuner = Tuner(samples, gamma, recipe.tune, recipe.normalised)
    return tuner.search([start, replace(start, length=0.0)], ("bias", "length", *free))


def measure_f1(detector: FstDetector, recordings: Sequence[FeaturedRecording], sight: str) -> float:
    """F1 of the best path, pooled over recordings."""
    family = Slots()
    samples = [make_sample(each, detector, sight, most=None) for each in recordings]
    found = segment_samples(samples, detector.weights[sight], detector.gamma, normalised=detector.normalised)
    counts = [family.count(each.case(its)) for each, its in zip(samples, found, strict=True)]
    return family.score(sum(counts[1:], start=counts[0]))["f1_mean"]


def _read(text: Iterable[Document], apart: set[str], recipe: FstRecipe, *, tune: bool, say: Say) -> Texts:
    """The text, but for recordings that are timed as well and those on the fixed lists."""
    found = Texts(recipe.rules)
    told = held = 0
    chosen = (
        (document, recipe.rules.find_ends(document))
        for document in text
        if document.n_words
        and recording_of(document.name) not in apart
        and recipe.held_out.split_of(document.name) == "train"
    )
    for number, (document, ends) in enumerate(_cut_if_alone(chosen) if tune else chosen):
        if tune and number % 10 == 1 and held < ENOUGH:
            found.held_out.append((document, ends))
            held += document.n_words
        else:
            found.add(document.transcript.texts, ends)
        if found.n_words // 1_000_000 > told:
            told = found.n_words // 1_000_000
            say(f"{told} million words read")
    return found


def _cut_if_alone(documents: Iterator[tuple[Document, Bools]]) -> Iterator[tuple[Document, Bools]]:
    """The documents; a single one in two parts, so that its last tenth can be held out if that is long enough."""
    first, second = next(documents, None), next(documents, None)
    if first is None:
        return
    if second is not None:
        yield first
        yield second
        yield from documents
        return
    document, ends = first
    tenth = document.n_words // 10
    before = np.flatnonzero(ends[: document.n_words - tenth])
    if tenth < PIECE or not before.size:
        yield first
        return
    cut = int(before[-1]) + 1
    for part in (slice(0, cut), slice(cut, None)):
        yield Document(Transcript(document.transcript.words[part]), name=document.name), ends[part]


def _make_samples(
    detector: FstDetector, sight: str, recordings: Sequence[FeaturedRecording], texts: Texts
) -> list[TuningSample]:
    if recordings:
        return [make_sample(each, detector, sight) for each in recordings if sight == "words" or sight in each.tables]
    made = []
    for document, ends in texts.held_out:
        truth = Segmentation.of(document.n_words, np.flatnonzero(ends).tolist())
        made.append(take_middle(TuningSample(detector.evidence(document.transcript, sight), (truth,)), None))
    return made


def _make_manifest(made: FstDetector, recipe: FstRecipe, tuned: dict[str, TunedWeights], shares: Shares) -> Manifest:
    scores = []
    for sight in made.weights:
        recordings = [each for each in shares.test or shares.tune if sight == "words" or sight in each.tables]
        if recordings:
            options = signature_options((each.timed for each in recordings), recipe.rules)
            note = "held out" if shares.test else "weights were tuned on them"
            value = round(measure_f1(made, recordings, sight), 4)
            on = f"{len(recordings)} recordings, {'words alone' if sight == 'words' else f'words and {sight}'}"
            scores.append(Score(on=on, value=value, signature=signature("f1_mean", options, 1), note=note))
    notes = [*recipe.manifest.notes]
    if made.tells_clauses:
        notes.append("learned clauses, which end at commas too: for level clause")
    for sight, model in made.prosody.items():
        notes.append(f"prosody from {sight}: {', '.join(model.columns)}")
    if "audio" not in made.prosody:
        notes.append("learned without audio: no F0, energy or phones" + ("" if made.prosody else ", no pauses"))
    if not any(each.trials for each in tuned.values()):
        notes.append("weights are not tuned: there was nothing to hold out")
    return msgspec.structs.replace(
        recipe.manifest,
        language=recipe.rules.language,
        made_with=f"pausa {__version__}",
        scores=(*scores, *recipe.manifest.scores),
        notes=tuple(notes),
    )
