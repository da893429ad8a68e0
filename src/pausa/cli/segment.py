"""`pausa segment`: transcripts in, sentences out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import click

from pausa.cli import console
from pausa.cli.options import (
    case,
    commas,
    drop_fillers,
    encoding,
    from_format,
    language,
    level,
    marks,
    model,
    output,
    read_limits,
    sentence_options,
    subtitle_options,
    to_format,
)
from pausa.cli.outputs import Output
from pausa.core.document import Document
from pausa.core.unpacking import ReadLimits
from pausa.formats.base import Format, Layout, SubtitleOptions
from pausa.formats.folders import files_of
from pausa.text.languages import AUTO, FOUND

_GIVEN = click.core.ParameterSource.COMMANDLINE
#: Options of their own; the others say how cues are cut and shown.
_OWN = ("karaoke", "probabilities")


@click.command()
@click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)
@model
@to_format
@output
@sentence_options
@marks
@level
@click.option("--audio", metavar="FILE", help="The recording of the input: its words are aligned and listened to.")
@click.option("--asr", metavar="NAME", help="The recogniser that hears inputs which are recordings: whisper or vosk.")
@click.option("--asr-model", metavar="FOLDER", help="The recogniser's weights.")
@click.option("--graph-weight", type=float, metavar="W", help="How much a word graph's own scores count (fst); 1.")
@commas
@case
@drop_fillers
@click.option("--probabilities", is_flag=True, help="In JSON: the probability of an end after every word.")
@subtitle_options
@from_format
@language
@encoding
@read_limits
def segment(
    inputs: tuple[str, ...],
    model: str,
    to_format: str | None,
    output: str | None,
    audio: str | None,
    asr: str | None,
    asr_model: str | None,
    probabilities: bool,
    subtitles: SubtitleOptions,
    from_format: str | None,
    language: str,
    encoding: str | None,
    read_limits: ReadLimits,
    marks: str | None,
    **options: Any,
) -> None:
    """Cut transcripts into sentences.

    INPUT is a transcript in any format that `pausa formats` lists, a folder of them (also in folders inside), or
    a recording for --asr to hear; - is standard input. With several inputs, -o is a folder. Words are never lost
    or changed; in formats for reading (lines, srt, vtt …) a sentence begins with a capital letter.

    \b
    pausa segment talk.json                         one sentence per line
    pausa segment talk.json -o talk.srt             subtitles
    pausa segment *.ctm --to json -o sentences/     a folder of them
    """
    from pausa.models import load  # numpy, which --help does without
    from pausa.recognisers import is_recording
    from pausa.workflow.intake import Ears, Reading, each_read_or_heard
    from pausa.workflow.segment import marks_for
    from pausa.workflow.segment import segment as cut

    given = inputs
    inputs = tuple(files_of(inputs, say=console.say, also=is_recording if asr else None))
    if audio is not None and len(inputs) != 1:
        raise click.UsageError("--audio is the recording of one input; give one.")
    reading = Reading(format=from_format, language=language, limits=read_limits, encoding=encoding)
    detector, marks = load(model), marks or marks_for(model)
    layout = Layout.of(probabilities=probabilities, say=console.say, **subtitles)
    target = Output(output, to_format, layout=layout, inputs=inputs, given=given)
    if unused := _unused(target.format):
        console.say(f"{target.format.name} has no use for {', '.join(unused)}")

    def work(path: str) -> None:
        target.take(segmented(path), path)

    def segmented(path: str) -> Iterator[Document]:
        with console.shares(f"hearing {path}") if is_recording(path) else nullcontext(_ignore) as advance:
            ears = Ears(asr, asr_model, lambda share: advance(share, ""))
            documents = each_read_or_heard(path, reading, ears, warn=console.say)
        # What was read knows its language; what was heard may not.
        known = FOUND if language == AUTO and not is_recording(path) else language
        for result in cut(documents, detector, audio=audio, marks=marks, language=known, **options):
            for told in result.warnings:
                console.say(told if audio else f"{path}: {told}")
            yield result.document_in(target.format)

    _, failed = console.each(inputs, work, label="segmenting")
    target.close(report_losses=False)
    console.finish(failed, len(inputs))


def _unused(form: Format) -> list[str]:
    """The options that somebody gave for another format than this one."""
    asked = click.get_current_context().get_parameter_source
    names = [name for name in (*SubtitleOptions.__annotations__, "probabilities") if asked(name) == _GIVEN]
    known = form.takes | (form.keeps & {"probabilities"})
    return [f"--{name.replace('_', '-')}" for name in names if (name if name in _OWN else "cues") not in known]


def _ignore(share: float, told: str) -> None:
    """What a bar does that nobody sees."""
