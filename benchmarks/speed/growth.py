"""Where work grows faster than its input: every reader, writer and text function on hostile input of doubling size.

    python -m benchmarks growth                  writes benchmarks/results/growth.json and growth.md
    python -m benchmarks growth --done growth.jsonl          keeps what is done there, and goes on from it
    python -m benchmarks growth --every 20       a twentieth of the cases, for a machine that others use
    python -m benchmarks growth textgrid to_html --places 6

A writer gets a text as the words of one recording, and each word as a recording. A reader gets its own example files,
spoiled in three ways: a pattern alone, a pattern put into the file at some places, and a line or list of the file
repeated. Sizes double until a run takes long enough. The exponent is the slope of processor time over size between the
larger sizes; 1 is linear, 2 quadratic. What looks steep is measured again, longer, as a median. A case that does not
end, or ends in anything but a clear error, is told too. The command fails where there is any such case.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import re
import signal
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import log2
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any
from xml.sax.saxutils import escape

from msgspec.structs import replace as word_with

from benchmarks.places import RESULTS, ROOT
from pausa.alignment.numbers import digits
from pausa.core.document import Document
from pausa.core.errors import InputError, PausaError
from pausa.core.joining import join
from pausa.core.segmentation import Segmentation
from pausa.core.times import from_clock, millis
from pausa.core.words import EVENT, Transcript
from pausa.features.pronounce import by_rule, plain, pronounced
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.detection import detect
from pausa.formats.files import parse, render
from pausa.formats.subtitling import PROFILES
from pausa.text.casing import capitalise, case_of, cases_of, write_in
from pausa.text.finish import finish, without_stray_ends
from pausa.text.identify import identify, identify_turns
from pausa.text.languages import LANGUAGES, language
from pausa.text.marks import boundaries, chief, is_end, kinds
from pausa.text.normal import fold, folded, without_spoken_marks
from pausa.text.parting import part, part_unless_word
from pausa.text.signs import plain_form
from pausa.text.tokens import settled, split, token_words, with_own_marks, words_of
from pausa.text.written import as_finished, as_given
from pausa.web.markdown import to_html

EXAMPLES = ROOT / "tests" / "golden" / "formats"

PATTERNS = [
    *("9", "a", " ", "\n", "\t", ".", ",", "-", "[", "{", "(", "<", ">", "&", '"', "'", "\\", "/", "|", ":", "="),
    *("*", "_", "9 ", "a ", "a\n", "a.", "a. ", ". ", "- ", "-->", "--> ", "//", "// ", '""', "&amp;", "&#", "**a "),
    *("==", "?==", "\n\n", "<a", "<a ", "<a>", "<a> ", "<v a>", "<c>", "</c>", "<00:01.000>", "<!--", "<![CDATA["),
    *("a: ", "a:\n", "[a]: ", ">> ", "1:", "0:01 ", "00:00:01,000 --> ", "1\n00:00:01,000 --> 00:00:02,000\n"),
    *("(1,", "(1,2) ", "{a/", "{a/b} ", "<sil=1> ", '{"a":', '{"a":1},', '["a",', "NaN,", '"a",', "a\tO\n"),
    *("ngram 1=", ";; ", "0.1 ", "1e", "one ", "point ", "\u00a0", "\u2028", "I=1 W=a\n", "J=1 S=0 E=1\n"),
    *("0 1 a 1,2,3_4\n", "full stop ", "U.S. ", "A. ", "「", "\u0301"),
]  # fmt: skip

#: Signs and letters before and after a pattern of one sign, so that what opens never closes.
AROUND = ["ax", "1x", "<x", "(x", "{x", '"x', "&;"]

#: Characters at which sizes begin; where they end for a pattern inside a file, and for all else.
FIRST, MOST_INSIDE, MOST = 500, 4_000, 32_000
#: A run of so many seconds tells enough at first, and when looking closer; shorter ones are noise.
ENOUGH, ENOUGH_CLOSER, NOISE = 0.02, 1.0, 0.004
#: A slope up to this is taken for linear: caches and memory make large inputs a little slower.
LINEAR, STUCK_SECONDS = 1.35, 60.0

Work = Callable[[str], object]
Make = Callable[[int], str]


@dataclass(frozen=True)
class Case:
    """A way to make input of about any number of characters."""

    name: str
    make: Make
    most: int


@dataclass(frozen=True)
class Found:
    """How one case went: `exponent` is None where all sizes were too quick to tell."""

    target: str
    case: str
    exponent: float | None
    size: int
    seconds: float
    problem: str = ""

    @property
    def is_bad(self) -> bool:
        return bool(self.problem) or (self.exponent is not None and self.exponent > LINEAR)


def text_targets() -> dict[str, Work]:
    """The public functions that take text."""
    english = language("en")
    languages = [LANGUAGES[code] for code in LANGUAGES]
    cuts = [cut for name in FORMATS if (cut := FORMATS[name].cut) is not None]
    return {
        "words_of": lambda text: words_of(text, lang=english),
        "split": split,
        "token_words": token_words,
        "settled": lambda text: settled(token_words(text), lang=english),
        "with_own_marks": lambda text: with_own_marks(token_words(text), lang=english),
        "kinds": kinds,
        "is_end": is_end,
        "chief": chief,
        "fold": fold,
        "folded": lambda text: folded(words_of(text)),
        "boundaries": lambda text: boundaries(words_of(text)),
        "without_spoken_marks": lambda text: without_spoken_marks(Transcript.of(words_of(text)), lang=english),
        "event": lambda text: (EVENT.fullmatch(text), EVENT.findall(text)),
        "millis": millis,
        "from_clock": from_clock,
        "digits": lambda text: digits(text.split()),
        "to_html": to_html,
        "detect": lambda text: detect(text, "talk"),
        "detect json": lambda text: detect(text, "talk.json"),
        "detect txt": lambda text: detect(text, "talk.txt"),
        "plain": plain,
        "by_rule": by_rule,
        "pronounced": lambda text: pronounced(text, lambda word: ""),
        "looks_like": lambda text: [FORMATS[name].looks_like(text) for name in FORMATS],
        "cut": lambda text: [cut(text.splitlines(keepends=True)) for cut in cuts],
        "part": lambda text: (part(text), part_unless_word(text)),
        "join": lambda text: (join(text.split()), join(text)),
        "plain_form": plain_form,
        "capitalise": lambda text: [capitalise(text, each) for each in languages],
        "cases": lambda text: (
            case_of(text),
            [write_in(text, case, {}) for case in range(4)],
            cases_of(words_of(text), ()),
        ),
        "finish": lambda text: finish(_document(text), _segmentation(text), full_stops=True, capitals=True),
        "without_stray_ends": lambda text: without_stray_ends(_document(text), _segmentation(text)),
        "as_given": lambda text: as_given(_document(text).transcript),
        "as_finished": lambda text: as_finished(
            _document(text).transcript, stray_ends=False, commas=(), instead=(), lang=english
        ),
        "identify": lambda text: (identify(text.split()), identify_turns(_document(text).transcript)),
        "languages": lambda text: [
            without_spoken_marks(Transcript.of(words_of(text, lang=each)), lang=each) for each in languages
        ],
    }


def targets(*, places: int) -> Iterator[tuple[str, Work, list[Case]]]:
    """Everything that is measured, and on what."""
    alone = [Case(f"{pattern!r} alone", _alone(pattern), MOST) for pattern in PATTERNS]
    patterns = alone[:]
    signs = [pattern for pattern in PATTERNS if len(pattern.strip()) < 2]
    for pair in AROUND:
        alone += [Case(f"{sign!r} inside {pair}", _inserted(pair, 1, sign), MOST_INSIDE) for sign in signs]
    for name in FORMATS:
        if FORMATS[name].parse is not None and not FORMATS[name].binary:
            examples = sorted(path for path in (EXAMPLES / name).iterdir() if not path.name.endswith(".expected.json"))
            inside = [case for path in examples for case in _spoiled(path, places)]
            yield name, _reader(name), [*alone, *inside]
    yield "parquet", _parquet, alone
    yield "docx", _docx, patterns
    for name in FORMATS:
        if FORMATS[name].render is not None:
            yield f"write {name}", _writer(name, Layout()), patterns
        if FORMATS[name].render is not None and FORMATS[name].holds_many:
            yield f"write {name}, many", _writer(name, Layout(), many=True), patterns
    for profile in PROFILES:
        yield f"write srt, {profile}", _writer("srt", Layout.of(profile, speakers="labels")), patterns
    for name, work in text_targets().items():
        yield name, work, alone


def _reader(name: str) -> Work:
    return lambda text: parse(text.encode("utf-8", "replace"), name="talk", format=name, warn=lambda _: None)


def _parquet(text: str) -> object:
    import pyarrow.parquet

    written = pyarrow.BufferOutputStream()
    columns = {"word": ["so", text], "start": [text, text], "end_ms": [text, "1"], "mark": [text, text]}
    pyarrow.parquet.write_table(pyarrow.table(columns), written)
    return parse(written.getvalue().to_pybytes(), name="talk", format="parquet", warn=lambda _: None)


def _docx(text: str) -> object:
    """A Word document with the text in a paragraph for each line, and one with it as it stands among the tags."""
    paragraphs = "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in text.split("\n"))
    return [_docx_of(paragraphs), _docx_of(text)]


def _docx_of(body: str) -> object:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>')
    try:
        return parse(written.getvalue(), name="talk", format="docx", warn=lambda _: None)
    except InputError as refused:
        return refused


def _writer(name: str, layout: Layout, *, many: bool = False) -> Work:
    def work(text: str) -> object:
        documents = [_document(word, number) for number, word in enumerate(text.split())] if many else [_document(text)]
        return render(documents, FORMATS[name], layout=layout)

    return work


def _document(text: str, number: int = 0) -> Document:
    """A recording of the words of a text, with times, two people in turns and an end after every seventh word."""
    tokens = [
        word_with(word, start=300 * place, end=300 * place + 200, speaker="ab"[place // 7 % 2])
        for place, word in enumerate(words_of(text))
    ]
    transcript = Transcript.of(tokens)
    return Document(transcript, (_every_seventh(len(transcript)),), f"talk{number}")


def _segmentation(text: str) -> Segmentation:
    return _document(text).segmentations[0]


def _every_seventh(n_words: int) -> Segmentation:
    return Segmentation.of(n_words, [*range(6, n_words - 1, 7), *([n_words - 1] if n_words else [])])


def _alone(pattern: str) -> Make:
    return lambda size: pattern * (size // len(pattern))


def _spoiled(path: Path, n_places: int) -> Iterator[Case]:
    """An example with patterns at some places, and with its lines and lists repeated."""
    text = path.read_text(encoding="utf-8")
    edges = [found.end() for found in re.finditer(r"\d+|\w+|[^\w\s]", text)]
    for place in edges[len(edges) // (2 * n_places) :: max(1, len(edges) // n_places)]:
        for pattern in PATTERNS:
            name = f"{pattern!r} in {path.name} at {place}"
            yield Case(name, _inserted(text, place, pattern), MOST_INSIDE)
    lines = text.splitlines(keepends=True)
    for first in range(min(len(lines), 12)):
        for last in (first + 1, first + 4):
            before, again = "".join(lines[:last]), "".join(lines[first:last])
            name = f"lines {first + 1} to {last} of {path.name} again"
            yield Case(name, _inserted(text, len(before), again), MOST)
            yield Case(f"{name}, counted", _counted(text, len(before), again), MOST)
    yield Case(f"all of {path.name} again", _alone(text), MOST)
    try:
        held = json.loads(text)
    except ValueError:
        return
    for number in range(len(_lists(held))):
        yield Case(f"list {number + 1} of {path.name} again", _longer_list(text, number), MOST)
        yield Case(f"list {number + 1} of {path.name} again, counted", _longer_list(text, number, counted=True), MOST)


def _inserted(text: str, place: int, pattern: str) -> Make:
    return lambda size: text[:place] + pattern * (size // len(pattern)) + text[place:]


def _counted(text: str, place: int, again: str) -> Make:
    """The same with another first word each time, so that no two recordings, speakers or tiers have one name."""

    def make(size: int) -> str:
        rows = (re.sub(r"[^\W\d_]+", rf"\g<0>{number}", again, count=1) for number in range(size // len(again)))
        return text[:place] + "".join(rows) + text[place:]

    return make


def _longer_list(text: str, number: int, *, counted: bool = False) -> Make:
    """A list in JSON as often as it takes; counted, every text in it gets a number."""

    def make(size: int) -> str:
        held = json.loads(text)
        found = _lists(held)[number]
        times = max(1, size // len(json.dumps(found)))
        found[:] = [_numbered(one, time) if counted else one for time in range(times) for one in found]
        return json.dumps(held)

    return make


def _numbered(held: Any, number: int) -> Any:
    if isinstance(held, dict):
        return {key: _numbered(value, number) for key, value in held.items()}
    if isinstance(held, list):
        return [_numbered(value, number) for value in held]
    return f"{held}{number}" if isinstance(held, str) else held


def _lists(held: Any) -> list[list[Any]]:
    """All lists in a JSON value that hold something."""
    inner = list(held.values()) if isinstance(held, dict) else held if isinstance(held, list) else []
    return ([held] if isinstance(held, list) and held else []) + [one for each in inner for one in _lists(each)]


def measured(target: str, work: Work, case: Case) -> Found:
    """How the time of one case grows."""
    found = _measured(target, work, case, most=case.most, enough=ENOUGH, runs=1)
    # Others may use the machine: what was slow by chance is not so three times.
    if found.is_bad and not found.problem:
        found = _measured(target, work, case, most=2 * case.most, enough=2 * ENOUGH, runs=3)
    if found.is_bad and not found.problem:
        found = _measured(target, work, case, most=128 * MOST, enough=ENOUGH_CLOSER, runs=5)
    return found


def _measured(target: str, work: Work, case: Case, *, most: int, enough: float, runs: int) -> Found:
    times: list[tuple[int, float]] = []
    size = FIRST
    while size <= most and (not times or times[-1][1] < enough):
        text = case.make(size)
        taken = []
        for _ in range(runs):
            for cached in (kinds, is_end, chief, fold):
                cached.cache_clear()
            began = time.process_time()
            try:
                work(text)
            except (PausaError, ValueError) as problem:
                # Functions refuse nonsense with ValueError; a reader must say what is wrong with the file.
                if target in FORMATS and not isinstance(problem, PausaError):
                    return Found(target, case.name, None, size, 0.0, f"{type(problem).__name__}: {problem}"[:120])
            except Exception as problem:
                return Found(target, case.name, None, size, 0.0, f"{type(problem).__name__}: {problem}"[:120])
            taken.append(time.process_time() - began)
        times.append((len(text), median(taken)))
        size *= 2
    return Found(target, case.name, slope(times), times[-1][0], round(times[-1][1], 4))


def slope(times: Sequence[tuple[int, float]]) -> float | None:
    """The exponent over the last two doublings; None where they are noise.

    >>> slope([(1000, 0.01), (2000, 0.04), (4000, 0.16)])
    2.0
    """
    (first, begin), (last, end) = times[-3:][0], times[-1]
    if begin < NOISE / 4 or end < NOISE or last == first:
        return None
    return round(log2(end / begin) / log2(last / first), 2)


def run(chosen: Sequence[str], *, places: int, every: int = 1, done: Counter[str] | None = None) -> Iterator[Found]:
    """Every case of the chosen targets, each target in a process of its own, which is ended where it is stuck.

    Of each target so many cases are `done` already. `every` takes one case of so many, others for each target.
    """
    for number, (name, work, all_cases) in enumerate(targets(places=places)):
        cases = all_cases[number % every :: every]
        if chosen and name not in chosen:
            continue
        place = done[name] if done else 0
        while place < len(cases):
            for found in _in_process(name, work, cases[place:]):
                place += 1
                yield found


def _in_process(name: str, work: Work, cases: Sequence[Case]) -> Iterator[Found]:
    """The cases up to and with the first that does not end."""
    context = multiprocessing.get_context("fork")  # the cases are functions, and stay in memory
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_worked, args=(name, work, cases, there), daemon=True)
    process.start()
    there.close()
    try:
        for case in cases:
            try:
                yield Found(**json.loads(here.recv_bytes()))
            except EOFError:
                yield Found(name, case.name, None, 0, 0.0, f"no end within {STUCK_SECONDS:g} s, or no memory left")
                return
    finally:
        process.kill()
        process.join()


def _worked(name: str, work: Work, cases: Sequence[Case], answers: Connection) -> None:
    for case in cases:
        # The signal of this clock ends the process, also in the middle of what is deaf to Ctrl-C.
        signal.setitimer(signal.ITIMER_PROF, STUCK_SECONDS)
        answers.send_bytes(json.dumps(asdict(measured(name, work, case))).encode())


def table(found: Sequence[Found], *, every: int = 1) -> str:
    """For each target the steepest case, and all cases that are not as they should be."""
    rows = ["| target | cases | steepest exponent | of the case | characters | s |", "|---|---|---|---|---|---|"]
    for target in dict.fromkeys(one.target for one in found):
        own = [one for one in found if one.target == target]
        worst = max(own, key=lambda one: (one.exponent or 0, one.seconds))
        told = "too quick to tell" if worst.exponent is None else f"{worst.exponent:.2f}"
        rows.append(f"| {target} | {len(own)} | {told} | {_cell(worst.case)} | {worst.size:,} | {worst.seconds:.3f} |")
    bad = [f"- {one.target}, {_cell(one.case)}: {one.problem or one.exponent}" for one in found if one.is_bad]
    heading = f"{len(found):,} cases, {len(bad)} that grow faster than size^{LINEAR}, break down or do not end."
    heading += f" Of the cases there are, one of {every} was tried." if every > 1 else ""
    return "\n".join(["# How work grows with its input", "", heading, "", *rows, *(["", *bad] if bad else [])]) + "\n"


def _cell(case: str) -> str:
    return f"`{case}`".replace("|", "\\|")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument(
        "--done", type=Path, metavar="FILE", help="JSON lines of what is done, which are not done again"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one case of so many")
    parser.add_argument("targets", nargs="*", help="these alone; nothing is then written")
    parser.add_argument("--places", type=int, default=2, metavar="N", help="of each example file to put patterns at")
    asked = parser.parse_args(argv)
    lines = asked.done.read_text().splitlines() if asked.done and asked.done.exists() else []
    found = [Found(**json.loads(line)) for line in lines]
    began = time.monotonic()
    for one in run(asked.targets, places=asked.places, every=asked.every, done=Counter(each.target for each in found)):
        found.append(one)
        if asked.done:
            with asked.done.open("a") as file:
                file.write(json.dumps(asdict(one)) + "\n")
        if one.is_bad:
            print(f"{one.target}: {one.case}: {one.problem or one.exponent} ({one.size} {one.seconds})", flush=True)
        elif len(found) % 2000 == 0:
            print(f"{len(found)} cases, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    if not asked.targets:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / "growth.json").write_text(json.dumps(_stored(found), indent=1, ensure_ascii=False) + "\n")
        (RESULTS / "growth.md").write_text(table(found, every=asked.every))
    bad = sum(one.is_bad for one in found)
    print(f"{len(found)} cases, {bad} bad")
    if bad:
        raise SystemExit(1)


def _stored(found: Sequence[Found]) -> list[dict[str, Any]]:
    """The cases that took long enough to tell, and those that are bad."""
    return [asdict(one) for one in found if one.is_bad or one.exponent is not None]


if __name__ == "__main__":
    main()
