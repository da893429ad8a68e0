"""Training a neural detector from files: corpora in, a model folder out.

    train_network("transformer", "my-model", sources=list_sources(timed=["calls"], text=["books"]), max_minutes=90)

Beside the folder stands `my-model.training` with the checkpoint: the same call after an interruption goes on
from there. When a model is finished that folder can be removed, or be given as `start` of another training; an
adaptation removes it by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import torch
from msgspec.structs import replace as with_values

from pausa.core.errors import OptionError
from pausa.core.messages import Say
from pausa.models.storage import MANIFEST, Manifest, check_target
from pausa.training.neural import checkpoint
from pausa.training.neural.adapting import CORPORA, Start, tidied
from pausa.training.neural.building import SIZES, Parts, build, forget_vocabulary, identity_of, size_of
from pausa.training.neural.checkpoint import BEST, CHECKPOINT, State
from pausa.training.neural.corruption import Corruption
from pausa.training.neural.export import Precision
from pausa.training.neural.finishing import finish
from pausa.training.neural.heldout import amount_of, make_conditions
from pausa.training.neural.loop import Job, Progress, Trainer
from pausa.training.neural.material import check_marked, check_names, gather, transformer_in
from pausa.training.neural.mixture import Mixture
from pausa.training.neural.settings import NeuralRecipe
from pausa.training.neural.sources import CorpusSource
from pausa.training.neural.store import Corpus
from pausa.training.neural.teacher import Teachers

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
#: The least share of speech with times in what a network learns that does not know pauses yet.
HEARD = 0.25
#: How much text shows which words go together, so that misheard words make some sense.
MISHEARD_WORDS = 1_000_000
TITLES = {
    "transformer": "a compact pretrained encoder that reads words, pauses and turns",
    "cnn": "convolutions over word vectors made of character n-grams",
    "brnn": "a recurrent network with attention over the words of a vocabulary",
}


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
    teachers: Sequence[str | Path] = (),
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
    earlier training, or a model folder, whose weights are taken over; so is its size if none is given.
    `teachers` are the folders of other transformers, finished or still learning; of the sources named in `taught`, all
    if none is, some of the answers are what they believe. `prune` drops subwords seen less often than that from the
    transformer's vocabulary. `cache` keeps the
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
        begun_with = Start(Path(start).resolve().name, transformer_in(Path(start), "What is adapted"))
        recipe = ADAPTING
        max_minutes = ADAPTING_MINUTES if max_minutes is None else max_minutes
    recipe = recipe or RECIPES[model]
    size = size or (size_of(model, Path(start)) if start else SIZES[model])
    begun = {"model": model, "language": language, "start": identity_of(Path(start)) if start else ""}
    work = Path(f"{Path(folder)}.training")  # "mine/" is "mine"
    if not export_only:
        _look_at(work, begun)
    with tidied(work, say) if begun_with is not None and not export_only else nullcontext():
        kept = Path(cache) if cache else work / CORPORA
        material = gather(sources, kept, judge_by=judge_by, say=say)
        check_names(taught, sources)
        pupils = sorted(taught or [each.name for each in sources]) if teachers else []
        check_marked([corpus for corpus in material.train if corpus.source.name not in pupils])
        folders = [Path(teacher) for teacher in teachers]
        asked = folders and not export_only
        styled = recipe.style_known if getattr(size, "styles", False) else 0.0
        mixture = Mixture(
            material.train,
            seed=recipe.seed,
            believe=Teachers(folders, half_precision=recipe.half_precision) if asked else None,
            pupils=pupils,
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
        taught_by = [identity_of(folder) for folder in folders]
        settings = _list_settings(begun, parts, recipe, material.train, judge_by, pupils, taught_by)
        job = Job(parts.kind, mixture, corruption, held_out, recipe, work, settings, max_minutes, watch, clock)
        state = checkpoint.load(work / BEST)[1] if export_only else _run(job, say)
        about = Manifest(model=model, title=title or TITLES[model], language=language, licence=licence)
        precision = precision or ("int8" if begun_with is None else "half")
        return finish(job, parts, state, material, Path(folder), about, precision, begun_with=begun_with)


def _run(job: Job, say: Say) -> State:
    """Train; whoever is ended is told what is kept."""
    trainer = Trainer(job)
    try:
        return trainer.run()
    except KeyboardInterrupt:
        if step := trainer.state.step:
            say(f"{job.work} holds what {step:,} steps have learned; the same command goes on from there")
        raise


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
    pupils: Sequence[str],
    teachers: Sequence[str],
) -> dict[str, Any]:
    """What must be the same when a training is taken up again."""
    kept = with_values(recipe, **{name: getattr(NeuralRecipe(), name) for name in _FREE})
    mixed = [[corpus.source.name, corpus.source.weight, len(corpus)] for corpus in corpora]
    made = {**begun, **parts.settings, "recipe": msgspec.to_builtins(kept), "sources": mixed}
    if judge_by:
        made["judge_by"] = sorted(judge_by)
    if teachers:
        made |= {"taught": list(pupils), "teachers": list(teachers)}
    # As it comes back from a checkpoint.
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return found
