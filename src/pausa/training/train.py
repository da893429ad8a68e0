"""One door to all trainings, for the command line and for Python: files in, a model folder and its detector out.

    detector = pausa.train("bayes", ["talks"], output="my-model")
    pausa.segment(document, detector)

An option that the model does not have is refused, and so is one that could have no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pausa.core.errors import MissingExtra, OptionError
from pausa.core.messages import Say, say_nothing
from pausa.core.registry import unknown
from pausa.models import MODELS, load_folder
from pausa.models.base import Detector
from pausa.models.storage import BUNDLED, MANIFEST, Manifest, check_target
from pausa.training.bayes.files import make_bayes_model
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.fst.files import make_fst_model
from pausa.training.fst.recordings import find_audio
from pausa.training.fst.train import FstRecipe
from pausa.training.paths import CorpusPaths
from pausa.training.timed import TextRules

if TYPE_CHECKING:
    from pausa.training.neural.loop import Progress
    from pausa.training.neural.sources import CorpusSource

Paths = Sequence[str | Path]
Watch = Callable[["Progress"], None]
#: The options that somebody gave.
Asked = Mapping[str, Any]

_NEURAL = ("max_minutes", "threads", "watch")
#: What can be said about the training of each model, beside what holds for all.
OPTIONS: dict[str, tuple[str, ...]] = {
    "bayes": (
        *("reference", "method", "max_bigrams", "max_mb"),
        *("hesitations", "dictated", "any_domain", "duration"),
    ),
    "fst": ("reference", "audio", "order", "classes", "grammar", "max_ngrams", "tune", "level"),
    "transformer": (*_NEURAL, "start"),
    "cnn": _NEURAL,
    "brnn": _NEURAL,
}
#: `bayes` and `fst` hold some recordings out, so they take a single one for text.
_RECORDINGS = 2
#: Names by which the transformers that come with Pausa can be started from, and their folders.
_BUNDLED_TRANSFORMERS = {"default": "default", "transformer": "default", "world": "world"}
_STARTS = "give 'default', 'world' or the folder of a transformer"


def train(
    model: str,
    paths: Paths = (),
    *,
    output: str | Path,
    text: Paths = (),
    timed: Paths = (),
    reference: Paths = (),
    audio: Paths = (),
    title: str = "",
    licence: str = "",
    format: str | None = None,
    language: str = "en",
    encoding: str | None = None,
    method: int | None = None,
    max_bigrams: int | str | None = None,
    max_mb: float | None = None,
    hesitations: str | None = None,
    dictated: bool = False,
    any_domain: bool = False,
    duration: bool = False,
    order: int | None = None,
    classes: int | None = None,
    grammar: str | Path | None = None,
    max_ngrams: int | None = None,
    tune: str | None = None,
    level: str | None = None,
    max_minutes: float | None = None,
    threads: int | None = None,
    start: str | Path | None = None,
    watch: Watch | None = None,
    say: Say = say_nothing,
) -> Detector:
    """Train `bayes`, `fst`, `transformer`, `cnn` or `brnn` into the folder `output`; the detector, ready to be used.

    `paths` are files and folders; those whose words have times are taken as `timed`, the others as `text`. What the
    options mean is what they mean on the command line (`pausa train MODEL --help`); `start` is its `--from`.
    """
    given = {
        "reference": reference,
        "audio": audio,
        "method": method,
        "max_bigrams": max_bigrams,
        "max_mb": max_mb,
        "hesitations": hesitations,
        "dictated": dictated,
        "any_domain": any_domain,
        "duration": duration,
        "order": order,
        "classes": classes,
        "grammar": grammar,
        "max_ngrams": max_ngrams,
        "tune": tune,
        "level": level,
        "max_minutes": max_minutes,
        "threads": threads,
        "start": start,
        "watch": watch,
    }
    asked = {name: value for name, value in given.items() if not _is_default(value)}
    _check_options(model, asked)
    check_target(output)  # before anything is read: nobody waits an hour for a refusal
    corpora = CorpusPaths(text, timed, reference, audio, format, language, encoding)
    about = Manifest(model=model, title=title, language=language, licence=licence)
    make = {"bayes": _train_bayes, "fst": _train_fst}.get(model, _train_network)
    for line in make(corpora, paths, output, about, asked, say):
        say(line)
    return load_folder(output)


def _is_default(value: object) -> bool:
    return value is None or value is False or value in ((), [])


def _check_options(model: str, given: Collection[str]) -> None:
    """Refuse options that the model does not have."""
    if model not in OPTIONS:
        raise unknown("model to train", model, tuple(OPTIONS))
    for name in sorted(set(given) - set(OPTIONS[model])):
        having = ", ".join(other for other, names in OPTIONS.items() if name in names)
        raise OptionError(f"There is no {name} in the training of {model}; {having} can be told it.")


def _train_bayes(
    corpora: CorpusPaths, paths: Paths, output: str | Path, about: Manifest, asked: Asked, say: Say
) -> tuple[str, ...]:
    corpora = corpora.add(paths, at_least=_RECORDINGS, say=say)
    if not corpora.timed and (asked.get("method") or "duration" in asked):
        what = "The duration of words" if "duration" in asked else f"Method {asked['method']}"
        raise OptionError(f"{what} is learned from speech with word times; give some as timed.")
    pairs = asked.get("max_bigrams")
    recipe = BayesRecipe(
        max_pairs=int(pairs) if isinstance(pairs, str) and pairs.isdigit() else pairs,
        rules=TextRules(**{"hesitations": "both"} | _only(asked, "dictated", "hesitations"), language=about.language),
        manifest=about,
        **_only(asked, "method", "max_mb", "duration", "any_domain"),
    )
    return make_bayes_model(corpora, recipe, output, say=say)


def _train_fst(
    corpora: CorpusPaths, paths: Paths, output: str | Path, about: Manifest, asked: Asked, say: Say
) -> tuple[str, ...]:
    corpora = corpora.add(paths, at_least=_RECORDINGS, heard=find_audio(corpora.audio), say=say)
    recipe = FstRecipe(
        grammar=str(asked.get("grammar", "")),
        rules=TextRules(**_only(asked, "level"), language=about.language),
        manifest=about,
        **_only(asked, "order", "tune", "classes", "max_ngrams"),
    )
    return make_fst_model(corpora, recipe, output, say=say)


def _train_network(
    corpora: CorpusPaths, paths: Paths, output: str | Path, about: Manifest, asked: Asked, say: Say
) -> tuple[str, ...]:
    if find_spec("torch") is None:
        raise MissingExtra("torch", "train", f"Training {about.model}")
    from pausa.training.neural.train import train_network  # torch, 2 s

    start = _find_start(str(asked["start"])) if "start" in asked else None
    return train_network(
        about.model,
        output,
        sources=_list_sources(corpora, paths, say),
        threads=asked.get("threads", 2),
        start=start,
        title=about.title,
        licence=about.licence,
        language=about.language,
        say=say,
        **_only(asked, "max_minutes", "watch"),
    )


def _only(asked: Asked, *names: str) -> dict[str, Any]:
    """Those of some options that are asked for; what the others are is the recipe's to say."""
    return {name: asked[name] for name in names if name in asked}


def _list_sources(corpora: CorpusPaths, paths: Paths, say: Say) -> list[CorpusSource]:
    """What a network learns from, whichever way the files were given."""
    from pausa.training.neural.sources import list_sources

    found = corpora.add(paths, say=say)
    return list_sources(found.timed, found.text, format=found.format, language=found.language, encoding=found.encoding)


def _find_start(name: str) -> Path:
    """The folder of a transformer to start from."""
    from pausa.training.neural.checkpoint import BEST  # torch, which only networks need

    if name in _BUNDLED_TRANSFORMERS:
        return BUNDLED / _BUNDLED_TRANSFORMERS[name]
    folder = Path(name)
    if name in MODELS and not folder.is_dir():
        raise OptionError(f"A transformer starts from a transformer, and {name} is a model of another kind; {_STARTS}.")
    if not folder.is_dir():
        raise OptionError(f"There is no model folder {name} to start from; {_STARTS}.")
    if not any((folder / held).is_file() for held in (MANIFEST, BEST)):
        raise OptionError(f"The folder {name} holds no model to start from; {_STARTS}.")
    return folder
