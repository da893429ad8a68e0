"""What may be asked of the HTTP API and what it answers, as its OpenAPI description tells it.

The options are those of the command line under the same names. A field that is not known is an error, so
a slip of the pen is told and not passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.metrics import KEYS, METRICS
from pausa.models import MODELS
from pausa.text.languages import AUTO
from pausa.text.marks import DELIMITERS

Name = Annotated[str, StringConstraints(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]
Short = Annotated[str, StringConstraints(max_length=64)]
Seconds = Annotated[float, Field(ge=0, le=1_000_000)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Level = Literal["sentence", "clause"]


def _one_of(names: Iterable[str]) -> Any:
    """A name from a list; one that is not in it is told by the library, which knows what was meant."""
    return Field(max_length=64, json_schema_extra={"enum": list(names)})


FormatName = Annotated[str, _one_of(sorted(FORMATS))]
ModelName = Annotated[str, _one_of(("default", *MODELS))]
MetricName = Annotated[str, _one_of(dict.fromkeys((*KEYS, *METRICS)))]


class Asked(BaseModel):
    """Something asked for: nothing unknown in it, and no number that is none."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, frozen=True)


class WordIn(Asked):
    """A word as Pausa's own JSON has it; times are seconds."""

    text: Annotated[str, Field(min_length=1, max_length=1000)]
    start: Seconds | None = None
    end: Seconds | None = None
    speaker: Name | None = None
    confidence: Annotated[float, Field(ge=0, le=1)] | None = None
    mark: Short = ""
    before: Short = ""


class TranscriptIn(Asked):
    """One of `text`, `words` and `transcript`; in a form, `file`."""

    text: Annotated[str | None, Field(description="Running text.")] = None
    words: Annotated[list[WordIn] | None, Field(description="Words with whatever is known about each.")] = None
    transcript: Annotated[
        str | bytes | None,
        Field(description="The content of a transcript file in any format.", json_schema_extra={"type": "string"}),
    ] = None
    format: Annotated[FormatName | None, Field(description="Its format; found by itself if not given.")] = None
    name: Annotated[Name, Field(description="Its file name, which helps to find the format.")] = ""
    language: Annotated[Short, Field(description="Any code; auto is what the file or the words tell.")] = AUTO

    @model_validator(mode="after")
    def _one_of_three(self) -> Self:
        given = [name for name in ("text", "words", "transcript") if getattr(self, name) is not None]
        if len(given) != 1:
            told = " and ".join(given) if given else "nothing"
            raise ValueError(f"give one of text, words and transcript (in a form: file), not {told}")
        return self


class SegmentIn(TranscriptIn):
    """A transcript to cut into sentences, and how; see `pausa segment`."""

    model: ModelName = "default"
    threshold: Annotated[float | None, Field(ge=0, le=1, description="Cut where the probability reaches this.")] = None
    rate: Annotated[float | None, Field(gt=0, le=100, description="Sentences per 100 words instead.")] = None
    mean_length: Annotated[float | None, Field(ge=1, le=1_000_000, description="Mean words per sentence instead.")] = (
        None
    )
    min_words: Count | None = None
    max_words: Count | None = None
    max_chars: Count | None = None
    max_seconds: Annotated[float | None, Field(gt=0, le=1_000_000)] = None
    turns: Literal["respect", "ignore"] = "respect"
    level: Level = "sentence"
    commas: Annotated[bool, Field(description="Write commas too, where the model tells them.")] = False
    marks: Annotated[
        Literal["auto", "keep", "ignore", "blend"] | None,
        Field(description="Sentence ends that are marked already; auto with the default model, else ignored."),
    ] = None
    case: Annotated[
        Literal["keep", "sentence", "true"] | None,
        Field(
            description="Capitals as they are, added where a sentence begins, or added as people write them; in "
            "formats for reading the last that the model can do."
        ),
    ] = None
    drop_fillers: Annotated[bool, Field(description="Leave hesitations (um, uh) out of what is written.")] = False
    probabilities: Annotated[bool, Field(description="Also the probability of an end after every word.")] = False
    to: Annotated[FormatName | None, Field(description="A format: the answer is then a file.")] = None
    profile: Annotated[
        Literal["netflix", "bbc", "broadcast", "plain"], Field(description="Subtitles: the rules for cues.")
    ] = "netflix"
    line_width: Annotated[int | None, Field(ge=10, le=1000, description="Subtitles: characters per line.")] = None
    line_count: Annotated[int | None, Field(ge=1, le=100, description="Subtitles: lines per cue.")] = None
    min_duration: Annotated[float | None, Field(gt=0, le=3600, description="Subtitles: seconds of a cue.")] = None
    max_duration: Annotated[float | None, Field(gt=0, le=3600, description="Subtitles: seconds of a cue.")] = None
    reading_speed: Annotated[float | None, Field(gt=0, le=1000, description="Subtitles: characters a second.")] = None
    min_gap: Annotated[int | None, Field(ge=0, le=10_000, description="Subtitles: milliseconds between cues.")] = None
    speakers: Annotated[
        Literal["none", "labels", "dashes"] | None,
        Field(description="Subtitles: who speaks, by names before turns, or by dashes where two share a cue."),
    ] = None
    karaoke: Annotated[bool, Field(description="WebVTT: the time of every word.")] = False


class ConvertIn(TranscriptIn):
    """A transcript to be written in another format; see `pausa convert`."""

    to: Annotated[FormatName, Field(description="The format to write.")]
    line_width: Annotated[int, Field(ge=10, le=1000, description="Subtitles: characters per line.")] = (
        Layout().line_width
    )
    line_count: Annotated[int, Field(ge=1, le=100, description="Subtitles: lines per cue.")] = Layout().line_count
    finish: Annotated[
        bool,
        Field(description="Finish it as pausa segment does: final marks and, in formats for reading, capital letters."),
    ] = False


class SideIn(Asked):
    """A reference or a hypothesis; what stands before the first dot of its name names its maker."""

    content: str
    name: Name = ""
    format: FormatName | None = None


class ScoreIn(Asked):
    """References and hypotheses to score; see `pausa score`."""

    references: Annotated[list[SideIn], Field(min_length=1, max_length=50)]
    hypotheses: Annotated[list[SideIn], Field(min_length=1, max_length=50)]
    metrics: Annotated[list[MetricName], Field(max_length=100, description="Only these; all if empty.")] = []
    window: Annotated[int, Field(ge=0, le=1000)] = 2
    last: Literal["skip", "count"] = "skip"
    marks: Short = DELIMITERS
    level: Level = "sentence"
    joins: bool = False
    consensus: Annotated[int, Field(ge=1, le=1000)] | None = None
    tolerance: Annotated[int, Field(ge=0, le=1000)] = 0
    collar_ms: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    tell_marks_apart: bool = False
    condition: Literal["rec", "inc", "ref"] = "rec"
    model: Annotated[ModelName | None, Field(description="The detector to run under the condition ref.")] = None
    tests: Annotated[list[Literal["paired-bs", "paired-ar", "sign"]], Field(max_length=3)] = []
    baselines: bool = False
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 12345
    protocol: Annotated[Short | None, Field(description="References and one person drawn for each, as 5+1.")] = None
    draws: Annotated[int, Field(ge=1, le=1000)] = 100
    language: Short = "en"


class Problem(BaseModel):
    """Why something was not done, and what to do about it."""

    problem: str
    hint: str = ""


class SentenceOut(BaseModel):
    """A sentence: words `first` to `last`, when and by whom it was said, how sure its end is."""

    text: str
    first: int
    last: int
    start: float | None
    end: float | None
    speaker: str | None
    confidence: float | None
    mark: str


class UsualOut(BaseModel):
    """How the model cuts where nothing else is asked for: its threshold or its rate."""

    threshold: float | None = None
    rate: float | None = None


class SegmentOut(BaseModel):
    """The sentences of one recording; what follows the notes is there only where probabilities are asked for.

    `starts` is when each word begins, in seconds, shared out between the known times around it where unknown.
    """

    model: str
    name: str
    language: str
    n_words: int
    usual: UsualOut
    sentences: list[SentenceOut]
    notes: list[str]
    starts: list[float] | None = None
    words: list[dict[str, Any]] | None = None
    events: list[dict[str, Any]] | None = None
    probabilities: list[float] | None = None
    marks: dict[str, list[float]] | None = None


class ModelOut(BaseModel):
    name: str
    title: str
    default: bool


class CardOut(ModelOut):
    card: str


class FormatOut(BaseModel):
    name: str
    title: str
    suffixes: list[str]
    reads: bool
    writes: bool
    keeps: list[str]


class MetricOut(BaseModel):
    name: str
    short: str
    about: str
    higher_is_better: bool
    family: str


class HealthOut(BaseModel):
    status: str
    version: str
