"""`pausa score` and `pausa agree`: segmentations against references, references among themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pausa.cli import console
from pausa.cli.options import check_path, encoding, from_format, read_language, read_limits
from pausa.cli.outputs import keep_apart, places_of
from pausa.core.messages import say_nothing
from pausa.text.marks import DELIMITERS

F = TypeVar("F", bound=Callable[..., Any])


def score_options(command: F) -> F:
    """What changes numbers."""
    for option in (
        click.option(
            "--window", type=int, default=2, show_default=True, metavar="WORDS", help="WiSeBE's window limit."
        ),
        click.option(
            "--last",
            type=click.Choice(["skip", "count"]),
            default="skip",
            show_default=True,
            help="Whether the end of the last word, which is always right, counts.",
        ),
        click.option(
            "--marks", default=DELIMITERS, show_default=True, help="Marks that end a sentence when text is read."
        ),
        click.option("--level", type=click.Choice(["sentence", "clause"]), default="sentence", show_default=True),
        click.option("--joins", is_flag=True, help="Where words differ: take split and joined words for equal."),
        click.option(
            "-m", "--metrics", metavar="NAMES", help="Only these scores, or families of them (see pausa metrics)."
        ),
        click.option(
            "--consensus", type=int, metavar="K", help="References that make a consensus; default: half of them."
        ),
        click.option("--tolerance", type=int, default=0, metavar="WORDS", help="Count a boundary this near as right."),
        click.option("--collar", "collar_ms", type=int, metavar="MS", help="The same in milliseconds."),
        click.option("--tell-marks-apart", is_flag=True, help="A right place with another mark is an error in SER."),
    )[::-1]:
        command = option(command)
    return command


def common_options(command: F) -> F:
    """What changes numbers, and how they are printed."""
    for option in (
        score_options,
        click.option(
            "-f",
            "--format",
            "format_",
            type=click.Choice(["text", "json", "latex", "md", "csv"]),
            default="text",
            show_default=True,
        ),
        click.option(
            "-w", "--width", type=click.IntRange(0, 9), default=3, show_default=True, help="Digits after the point."
        ),
        click.option(
            "--per-recording", is_flag=True, help="Also tables of each recording by itself; JSON and --html have them."
        ),
        click.option(
            "--html",
            metavar="PAGE",
            callback=check_path,
            help="Also write a page with everything, to open in a browser.",
        ),
        click.option("-q", "--quiet", is_flag=True, help="No messages about what was read."),
        from_format,
        read_language,
        encoding,
        read_limits,
    )[::-1]:
        command = option(command)
    return command


@click.command()
@click.argument("hypotheses", metavar="HYP...", nargs=-1, required=True, callback=check_path)
@click.option(
    "-r",
    "--reference",
    "references",
    multiple=True,
    required=True,
    metavar="REF",
    callback=check_path,
    help="A file or folder; repeat.",
)
@click.option(
    "--condition",
    type=click.Choice(["rec", "inc", "ref"]),
    default="rec",
    show_default=True,
    help="Where words differ: judge every gap (rec), those between words recognised right (inc), or run --model again "
    "on the reference's words with HYP's times (ref).",
)
@click.option("--model", metavar="NAME", help="The detector to run under --condition ref; a name or a model folder.")
@click.option("--confidence", is_flag=True, help="95 % intervals over recordings; JSON has them always.")
@click.option(
    "--confidence-n",
    type=click.IntRange(min=1),
    metavar="N",
    help="Intervals as percentiles of N drawn corpora instead of by jack-knife and Student's t.",
)
@click.option("--paired-bs", is_flag=True, help="Paired bootstrap against the first system.")
@click.option("--paired-ar", is_flag=True, help="Approximate randomisation against the first system.")
@click.option("--sign", is_flag=True, help="Sign test against the first system.")
@click.option("--paired-n", type=click.IntRange(min=1), metavar="N", help="Draws of a paired test.")
@click.option("--seed", type=int, default=12345, show_default=True, help="For everything that is drawn.")
@click.option(
    "--protocol",
    metavar="K+1",
    help="Also scores against K references drawn for each recording, beside one other person, as in Lee & Glass (5+1).",
)
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="How often --protocol draws.",
)
@click.option("--baselines", is_flag=True, help="Also score none, all, a fixed length and pauses.")
@common_options
def score(
    hypotheses: tuple[str, ...],
    references: tuple[str, ...],
    condition: str,
    model: str | None,
    confidence: bool,
    confidence_n: int | None,
    paired_bs: bool,
    paired_ar: bool,
    sign: bool,
    paired_n: int | None,
    seed: int,
    protocol: str | None,
    draws: int,
    baselines: bool,
    **shared: Any,
) -> None:
    """Score segmentations against one or many references.

    HYP and REF are files, or folders whose files are matched by name. A document that holds several
    segmentations gives several references. A folder of references for a single file holds one file per
    annotator. Words that differ are aligned first. The first system is the baseline of the tests.

    \b
    pausa score -r anna.txt -r ben.txt system.txt
    pausa score -r references/ system_a.txt system_b.txt --sign
    pausa score -r anna/ -r ben/ system_a/ system_b/ --confidence --html report.html
    """
    from pausa.workflow.evaluate import evaluate

    _check_page(shared["html"], (*references, *hypotheses))
    asked = {"paired-bs": paired_bs, "paired-ar": paired_ar, "sign": sign}
    found = evaluate(
        references,
        hypotheses,
        condition=condition,
        model=model,
        baselines=baselines,
        confidence=confidence or shared["format_"] == "json",
        confidence_n=confidence_n,
        tests=[name for name, is_asked in asked.items() if is_asked],
        paired_n=paired_n,
        seed=seed,
        protocol=protocol,
        draws=draws,
        **_chosen(shared),
    )
    _deliver(found, shared)


@click.command()
@click.argument("references", metavar="REF...", nargs=-1, required=True, callback=check_path)
@click.option(
    "--flag-under",
    type=float,
    metavar="F1",
    help="Name annotators, and single annotations, whose jack-knife F1 is under this.",
)
@common_options
def agree(references: tuple[str, ...], flag_under: float | None, **shared: Any) -> None:
    """How far references agree: κ, α, pairwise F1, jack-knife, the human ceiling.

    \b
    pausa agree references/                 one file per annotator
    pausa agree anna/ ben/ carla/           a folder per annotator, files matched by name
    pausa agree crowd/                      PERSON/RECORDING.txt, RECORDING/PERSON.txt or RECORDING.PERSON.txt
    pausa agree annotated.json              one document with several segmentations
    """
    from pausa.workflow import evaluate

    _check_page(shared["html"], references)
    found = evaluate.agree(references, **_chosen(shared))
    _deliver(found, shared)
    if flag_under is None:
        return
    for person in found.agreement.jack_knife:
        if person.mean_f1 < flag_under:
            console.say(f"look at {person.name}: jack-knife F1 {person.mean_f1:.3f} is under {flag_under}")
    for one in found.agreement.annotations if len(found.documents) > 1 else ():
        if one.mean_f1 < flag_under:
            where = f"{one.recording} by {one.name}"
            console.say(f"look at {where}: F1 {one.mean_f1:.3f} against the others there is under {flag_under}")


@click.command()
@click.argument("name", required=False)
def metrics(name: str | None) -> None:
    """List the scores, or explain one."""
    from pausa.metrics import KEYS, METRICS, described, keys_for

    shown = KEYS
    if name:
        shown = {key: described(key) for key in (keys_for(name) if name in METRICS else (name,))}
    for key, about in shown.items():
        better = "" if about.higher_is_better else "; lower is better"
        click.echo(f"{key:26}{about.name:18}{about.about}{better}")


def _check_page(page: str | None, inputs: tuple[str, ...]) -> None:
    """Nothing that is read is replaced by the page about it."""
    if page is not None:
        keep_apart(page, places_of(inputs))


def _chosen(shared: dict[str, Any]) -> dict[str, Any]:
    """The options that both commands have, under the names that Python knows them by."""
    same = ("window", "last", "marks", "level", "joins", "consensus", "tolerance", "collar_ms", "tell_marks_apart")
    return {
        **{name: shared[name] for name in (*same, "language", "encoding")},
        "format": shared["from_format"],
        "metrics": named_metrics(shared["metrics"]),
        "limits": shared["read_limits"],
        "say": say_nothing if shared["quiet"] else console.say,
    }


def named_metrics(asked: str | None) -> tuple[str, ...] | None:
    """The scores that are asked for by their names, with commas between; None for the usual ones."""
    if asked is None:
        return None
    named = tuple(part.strip() for part in asked.split(",") if part.strip())
    if not named:
        raise click.UsageError("--metrics names no score; pausa metrics lists them.")
    return named


def _deliver(evaluation: Any, shared: dict[str, Any]) -> None:
    from pausa.formats.files import save
    from pausa.reports.render import render

    if shared["html"]:
        from pausa.reports.page import page  # jinja2 only for the page

        save(page(evaluation), Path(shared["html"]))
        console.say(f"wrote {shared['html']}")
    shown = render(evaluation, shared["format_"], digits=shared["width"], per_recording=shared["per_recording"])
    click.echo(shown, nl=False)
