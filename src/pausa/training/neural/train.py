"""Training a neural detector from files: corpora in, a model folder out.

    train_network("transformer", "my-model", sources=list_sources(timed=["calls"], text=["books"]), max_minutes=90)

Beside the folder stands `my-model.training` with the checkpoint: the same call after an interruption goes on
from there. When a model is finished that folder can be removed, or be given as `start` of another training; an
adaptation removes it by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from msgspec.structs import replace as with_values

from pausa import __version__
from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.metrics.base import Options
from pausa.metrics.signature import signature
from pausa.models import load_folder
from pausa.models.neural.marks import PERIOD, QUESTION
from pausa.models.storage import MANIFEST, Content, Data, Manifest, Score, check_target, folder_bytes, save_folder
from pausa.models.transformer import TransformerDetector
from pausa.training.neural import checkpoint
from pausa.training.neural.adapting import CALIBRATED_ENDS, CORPORA, Start, tidied
from pausa.training.neural.building import SIZES, Parts, build, forget_vocabulary, identity_of, size_of
from pausa.training.neural.calibration import fit_calibration, tune
from pausa.training.neural.checkpoint import BEST, CHECKPOINT, State
from pausa.training.neural.corruption import Corruption
from pausa.training.neural.export import Precision
from pausa.training.neural.heldout import (
    Amount,
    Predictions,
    amount_of,
    make_conditions,
    predict,
    score_predictions,
    torch_logits,
)
from pausa.training.neural.loop import Job, Progress, Trainer
from pausa.training.neural.mixture import Mixture
from pausa.training.neural.optimising import copy_weights
from pausa.training.neural.settings import NeuralRecipe
from pausa.training.neural.sources import CorpusSource
from pausa.training.neural.store import Corpus, prepare
from pausa.training.neural.teacher import Beliefs, ask_teacher

#: What may change between the runs of one training.
_FREE = ("steps", "patience", "checkpoint_minutes", "evaluate_every")
RECIPES = {
    "transformer": NeuralRecipe(),
    "cnn": NeuralRecipe(batch=64, window=128, rate=2e-3, new_rate=2e-3, steps=15_000, shift_positions=False),
    "brnn": NeuralRecipe(batch=64, window=128, rate=2e-3, new_rate=2e-3, steps=15_000, shift_positions=False),
}
#: For a network that has learned already: small steps, looked at often, ten minutes if nobody says how many.
ADAPTING = NeuralRecipe(
    rate=5e-5,
    new_rate=2e-4,
    warm_up=20,
    steps=4_000,
    average=0.98,
    evaluate_every=100,
    held_out_words=6_000,
    patience=8,
    checkpoint_minutes=1.0,
    half_precision=True,
)
ADAPTING_MINUTES = 10.0
#: How many words of each held-out source the probabilities of a finished model are fitted on, and of all together.
CALIBRATION_WORDS, CALIBRATION_TOTAL = 40_000, 600_000
#: The least share of speech with times in what a network learns that does not know pauses yet.
HEARD = 0.25
#: How much text shows which words go together, so that misheard words make some sense.
MISHEARD_WORDS = 1_000_000
#: How far a training was and where its second stage begins, to have a network export one stage or both.
_WITHOUT_SECOND_STAGE, _WITH_SECOND_STAGE = (0.0, 1.0), (1.0, 0.0)
TITLES = {
    "transformer": "a compact pretrained encoder that reads words, pauses and turns",
    "cnn": "convolutions over word vectors made of character n-grams",
    "brnn": "a recurrent network with attention over the words of a vocabulary",
}


@dataclass(frozen=True)
class Material:
    """What there is to learn from and to judge by."""

    train: list[Corpus]
    held_out: list[Corpus]

    def data(self) -> tuple[Data, ...]:
        return tuple(corpus.source.data(len(corpus)) for corpus in self.train if len(corpus))


def train_network(
    model: str,
    folder: str | Path,
    *,
    sources: Sequence[CorpusSource],
    judge_by: Sequence[str] = (),
    recipe: NeuralRecipe | None = None,
    size: Any = None,
    max_minutes: float | None = None,
    start: str | Path | None = None,
    cache: str | Path | None = None,
    pretrained: str | Path | None = None,
    teacher: str | Path | None = None,
    taught: Sequence[str] = (),
    from_scratch: bool = False,
    prune: int = 0,
    precision: Precision | None = None,
    export_only: bool = False,
    title: str = "",
    licence: str = "",
    language: str = "en",
    threads: int = 1,
    say: Say = print,
    watch: Callable[[Progress], None] = lambda progress: None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[str, ...]:
    """Train `transformer`, `cnn` or `brnn` into a folder; what came of it, in sentences.

    `judge_by` names the sources whose held-out recordings count, if not all. `start` is the `.training` folder of an
    earlier training, or a transformer's model folder, whose weights are taken over; so is its size if none is given.
    `teacher` is the folder of another transformer; of the sources named in `taught` some of the answers are what it
    believes. `prune` drops subwords seen less often than that from the transformer's vocabulary. `cache` keeps the
    corpora in compact form (beside the checkpoint by default). `precision` is how the weights are stored: if nothing is
    said in bytes, or, where a finished model is adapted, in half precision. With `export_only` the best weights so far
    become a model; a training that is under way is not disturbed.

    Where no recipe is given, a start from a finished model is an adaptation: small steps for ten minutes, and no model
    is written that is no better on the held-out recordings than the one it started from. Its checkpoint is removed
    when it is done.
    """
    if model not in RECIPES:
        raise OptionError(f"No neural model {model!r}; there are {', '.join(RECIPES)}.")
    if max_minutes is not None and not max_minutes > 0:
        raise OptionError(f"max_minutes is more than 0, not {max_minutes:g}.")
    check_target(folder)
    torch.set_num_threads(threads)
    begun_with = None
    if start is not None and recipe is None and (Path(start) / MANIFEST).is_file():
        begun_with = Start(Path(start).resolve().name, _transformer_in(Path(start), "What is adapted"))
        recipe = ADAPTING
        max_minutes = ADAPTING_MINUTES if max_minutes is None else max_minutes
    recipe = recipe or RECIPES[model]
    size = size or (size_of(model, Path(start)) if start else SIZES[model])
    begun = {"model": model, "language": language, "start": identity_of(Path(start)) if start else ""}
    work = Path(f"{folder}.training")
    if not export_only:
        _look_at(work, begun)
    with tidied(work, say) if begun_with is not None and not export_only else nullcontext():
        kept = Path(cache) if cache else work / CORPORA
        material = gather(sources, kept, judge_by=judge_by, say=say)
        _check_names(taught, sources)
        _check_marked([corpus for corpus in material.train if corpus.source.name not in taught])
        believed = {} if teacher is None or export_only else _ask_teacher(Path(teacher), material, taught, kept, say)
        styled = recipe.style_known if getattr(size, "styles", False) else 0.0
        mixture = Mixture(
            material.train,
            seed=recipe.seed,
            believed=believed,
            taught=recipe.taught,
            style_known=styled,
            lively=recipe.lively,
            heard=HEARD if begun_with is None else 0.0,
        )
        counts = mixture.counts()
        corruption = Corruption(recipe.noise, counts, mixture.text(MISHEARD_WORDS), lang=language)
        held_out = make_conditions(material.held_out, corruption, n_words=recipe.held_out_words)
        if not held_out:
            raise OptionError("No recording could be held out to judge by; give more, or a single long one.")
        if begun_with is not None:
            begun_with.check_material(amount_of(held_out))
        torch.manual_seed(recipe.seed)
        parts = build(
            model,
            size,
            counts,
            work=work,
            start=Path(start) if start else None,
            pretrained=Path(pretrained) if pretrained else None,
            from_scratch=from_scratch,
            prune=prune,
        )
        settings = _list_settings(begun, parts, recipe, material.train, judge_by, sorted(believed))
        job = Job(parts.kind, mixture, corruption, held_out, recipe, work, settings, max_minutes, watch, clock)
        state = checkpoint.load(work / BEST)[1] if export_only else _run(job, say)
        about = Manifest(model=model, title=title or TITLES[model], language=language, licence=licence)
        precision = precision or ("int8" if begun_with is None else "half")
        return finish(job, parts, state, material, Path(folder), about, precision, begun_with=begun_with)


def gather(found: Sequence[CorpusSource], cache: Path | None, *, judge_by: Sequence[str] = (), say: Say) -> Material:
    """The sources in compact form."""
    if not found:
        raise OptionError("There is nothing to learn from; give text, timed recordings or both.")
    _check_names(judge_by, found)
    pairs = [
        (prepare(each, "train", cache=cache, say=say), prepare(each, "dev", cache=cache, say=say)) for each in found
    ]
    held_out = [pair[1] for pair in pairs if not judge_by or pair[1].source.name in judge_by]
    return Material([pair[0] for pair in pairs], held_out)


def _ask_teacher(teacher: Path, material: Material, taught: Sequence[str], cache: Path, say: Say) -> dict[str, Beliefs]:
    """What the model in a folder believes of the sources that are named."""
    detector = _transformer_in(teacher, "A teacher")
    name = f"{teacher.name} {(teacher / MANIFEST).stat().st_mtime_ns}"
    chosen = [corpus for corpus in material.train if corpus.source.name in taught]
    return {each.source.name: ask_teacher(each, name, detector.logits, cache=cache, say=say) for each in chosen}


def _transformer_in(folder: Path, what: str) -> TransformerDetector:
    detector = load_folder(folder)
    if not isinstance(detector, TransformerDetector):
        raise OptionError(f"{what} is a transformer; {folder} holds a {detector.name}.")
    return detector


def finish(
    job: Job,
    parts: Parts,
    state: State,
    material: Material,
    folder: Path,
    about: Manifest,
    precision: Precision = "int8",
    *,
    begun_with: Start | None = None,
) -> tuple[str, ...]:
    """Export the best weights, calibrate what was exported, and write the model folder.

    Where the model is given that is adapted (`begun_with`), one that is no better is not written.
    """
    kind = parts.kind
    best, at_best = checkpoint.load(job.work / BEST)
    kind.begin_stage(*_WITHOUT_SECOND_STAGE if at_best.stage else _WITH_SECOND_STAGE)
    copy_weights(kind.network, best)
    kind.network.eval()
    exported = parts.export(precision)
    detector = parts.detector(exported)
    before = score_predictions([predict(each, lambda line: torch_logits(kind, line)) for each in job.held_out])
    after = score_predictions([predict(each, detector.logits) for each in job.held_out])
    judged = amount_of(job.held_out)
    adapted = () if begun_with is None else (begun_with.compare(after, job.held_out, judged),)
    n_words = min(CALIBRATION_WORDS, CALIBRATION_TOTAL // len(material.held_out))
    more = make_conditions(material.held_out, job.corruption, n_words=max(n_words, job.recipe.held_out_words))
    found = [predict(each, detector.logits) for each in more]
    calibration, notes = _calibrate(found, amount_of(more), material, begun_with, about.language)
    manifest = with_values(
        about,
        made_with=f"pausa {__version__}, torch {torch.__version__}",
        uses=("times", "speakers"),
        data=material.data(),
        scores=_list_scores(score_predictions(found).f1),
        notes=(
            f"{state.best_step:,} steps; held-out F1 {before.mean:.4f} before export, {after.mean:.4f} after",
            *adapted,
            *notes,
        ),
        settings={
            **parts.settings,
            "windows": {name: getattr(kind.plan, name) for name in ("radius", "longest", "before", "after")},
            **calibration,
            "log": state.log,
        },
    )
    if begun_with is not None:
        manifest = begun_with.add_to(manifest)
    save_folder(folder, Content(manifest, exported.arrays, exported.lists, exported.files))
    return (
        *adapted,
        f"{state.step:,} steps in {state.minutes:.1f} minutes; the best were the first {state.best_step:,}",
        *(f"held out, {name}: F1 {value:.4f}" for name, value in after.f1.items()),
        f"mean held-out F1 {before.mean:.4f} as learned, {after.mean:.4f} as exported",
        f"{folder}: {folder_bytes(folder) / 1e6:.1f} MB",
    )


def _calibrate(
    found: Sequence[Predictions], amount: Amount, material: Material, begun_with: Start | None, language: str
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The settings that make probabilities mean what they say, and a note where they were not fitted here."""
    if begun_with is None or amount.ends >= CALIBRATED_ENDS:
        return fit_calibration(found) | _list_languages(material, found), ()
    note = f"calibration and threshold are those of {begun_with.name}: {amount} are too few to fit them"
    return begun_with.keep_calibration(found, language), (note,)


def _list_languages(material: Material, found: Sequence[Predictions]) -> dict[str, Any]:
    """The languages of what was learned from, where there are several, and what tunes the model to each."""
    learned = sorted({corpus.source.language for corpus in material.train if len(corpus)})
    if len(learned) < 2:
        return {}
    spoken = {corpus.source.name: corpus.source.language for corpus in material.held_out}
    by_language: dict[str, list[Predictions]] = {code: [] for code in learned}
    for each in found:
        by_language[spoken[each.name.rsplit(" ", 1)[0]]].append(each)
    return {"languages": learned, "tuned": tune(by_language)}


def _list_scores(f1: Mapping[str, float]) -> tuple[Score, ...]:
    how = signature("f1_mean", Options(), 1)
    return tuple(
        Score(on=f"{name} (held out)", value=round(value, 4), signature=how, note="one threshold for all")
        for name, value in f1.items()
    )


def _check_names(names: Iterable[str], found: Sequence[CorpusSource]) -> None:
    unknown = set(names) - {each.name for each in found}
    if unknown:
        there = ", ".join(each.name for each in found)
        raise OptionError(f"No source is called {', '.join(sorted(unknown))}; there are {there}.")


def _run(job: Job, say: Say) -> State:
    """Train; whoever is ended is told what is kept."""
    trainer = Trainer(job)
    try:
        return trainer.run()
    except KeyboardInterrupt:
        if step := trainer.state.step:
            say(f"{job.work} holds what {step:,} steps have learned; the same command goes on from there")
        raise


def _check_marked(found: Sequence[Corpus]) -> None:
    """Refuse to learn that sentences never end."""
    for corpus in found:
        if len(corpus) and not np.isin(corpus.labels, (PERIOD, QUESTION)).any():
            paths = corpus.source.paths
            where = str(paths[0]) if len(paths) == 1 else f"{len(paths)} files ({paths[0]} …)"
            raise OptionError(
                f"No sentence ends are marked in {where if paths else corpus.source.name}; give transcripts with full "
                "stops and question marks, for these tell where sentences end."
            )


def _look_at(work: Path, begun: Mapping[str, str]) -> None:
    """Refuse a training that was begun from something else, before anything is read."""
    if (work / CHECKPOINT).is_file():
        settings = checkpoint.read_state(work / CHECKPOINT).settings
        checkpoint.check_same(work, {name: settings.get(name, "") for name in begun}, begun)
    elif not (work / BEST).is_file():
        forget_vocabulary(work)


def _list_settings(
    begun: Mapping[str, str],
    parts: Parts,
    recipe: NeuralRecipe,
    corpora: Sequence[Corpus],
    judge_by: Sequence[str],
    taught: Sequence[str],
) -> dict[str, Any]:
    """What must be the same when a training is taken up again."""
    kept = with_values(recipe, **{name: getattr(NeuralRecipe(), name) for name in _FREE})
    mixed = [[corpus.source.name, corpus.source.weight, len(corpus)] for corpus in corpora]
    made = {**begun, **parts.settings, "recipe": msgspec.to_builtins(kept), "sources": mixed}
    if judge_by:
        made["judge_by"] = sorted(judge_by)
    if taught:
        made["taught"] = list(taught)
    # As it comes back from a checkpoint.
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return found
