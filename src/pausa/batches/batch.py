"""The door: a lake of transcripts in, the same with sentences out. The command line and Python both come in here."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import Unpack

from pausa.batches.driver import BatchReport, Hands, Run, Watch, part_bytes, watch_nothing
from pausa.batches.job import Cutting, Job, LakeReading, digest_of_folder
from pausa.batches.parts import check_target_format, make_part
from pausa.batches.pieces import pieces_of
from pausa.batches.places import files_in
from pausa.batches.sentences import try_options
from pausa.batches.targets import place_of
from pausa.core.messages import Say, say_nothing
from pausa.core.unpacking import USUAL, ReadLimits
from pausa.decode.limits import SentenceOptions
from pausa.models import MODELS, load
from pausa.models.storage import BUNDLED
from pausa.text.languages import AUTO


def batch(
    source: str | PathLike[str],
    target: str | PathLike[str],
    *,
    model: str = "default",
    to: str = "parquet",
    engine: str = "local",
    workers: int | None = None,
    scheduler: str | None = None,
    part_mb: float = 1.0,
    text_column: str | None = None,
    marks: str | None = None,
    level: str = "sentence",
    commas: bool = False,
    case: str | None = None,
    drop_fillers: bool = False,
    format: str | None = None,
    language: str = AUTO,
    encoding: str | None = None,
    limits: ReadLimits = USUAL,
    say: Say = say_nothing,
    watch: Watch = watch_nothing,
    **options: Unpack[SentenceOptions],
) -> BatchReport:
    """Cut every transcript of a lake into sentences, and tell what was done.

    `source` is a folder, a pattern, a file or an address; `target` a folder for numbered parts, which goes on from
    where an earlier run with the same source and options stopped. `threshold`, `rate`, `mean_length`, `min_words`,
    `max_words`, `max_chars`, `max_seconds`, `turns` and the other options are those of `pausa batch`.
    """
    check_target_format(to)
    job = Job(
        target=place_of(fspath(target)),
        model=_place_of(model),
        model_digest=_digest_of_model(model),
        cutting=Cutting(marks=marks, level=level, commas=commas, case=case, drop_fillers=drop_fillers, **options),
        reading=LakeReading(
            format=format, language=language, encoding=encoding, limits=limits, text_column=text_column
        ),
        to=to,
        part_bytes=part_bytes(part_mb),
    )
    try_options(job, load(model))  # what is wrong with them is said before a million transcripts fail
    files = files_in(fspath(source), say=say)
    hands = Hands(engine=engine, workers=workers, scheduler=scheduler)
    return Run(job, sum(file.n_bytes for file in files), say, watch).over(pieces_of(files, job), make_part, hands)


def _place_of(model: str) -> str:
    """A model as every worker finds it: folders from the root on."""
    return model if model in MODELS or model == "default" else str(Path(model).absolute())


def _digest_of_model(model: str) -> str:
    is_name = model in MODELS or model == "default"
    return digest_of_folder(BUNDLED if is_name else Path(model))
