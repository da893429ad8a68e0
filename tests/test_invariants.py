"""What always holds, over the whole product: where it is shown, and what the tests of single parts leave open.

The table names the test for each promise; a promise whose test is gone or renamed fails here.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import pausa
from pausa.core.document import Document
from pausa.core.errors import PausaError
from pausa.core.words import Transcript
from pausa.formats import FORMATS
from pausa.formats.base import Layout
from pausa.formats.files import parse, render
from pausa.models import MODELS, load
from pausa.models.base import Detector
from pausa.text.marks import chief
from pausa.workflow.live.sentences import LiveSentence
from pausa.workflow.segment import marks_for, segment
from tests.builders import rendered, spoken
from tests.strategies import documents, transcripts

TESTS = Path(__file__).parent

#: Promises, and the tests that hold them.
SHOWN = {
    "words in = words out: every format": "formats/test_round_trips.py::test_words_survive",
    "words in = words out: every pair of formats":
        "formats/test_round_trips.py::test_any_format_into_any_other_keeps_every_word",
    "words in = words out: subtitles cut by rules":
        "formats/test_subtitling.py::test_every_piece_is_shown_once_and_the_rules_hold",
    "words in = words out: every detector and way to decide, in every format":
        "test_invariants.py::test_no_detector_and_no_decision_changes_a_word",
    "words in = words out: streams": "workflow/live/test_segmenter.py::test_no_word_is_lost_reordered_or_given_twice",
    "words in = words out: streams of every detector": "test_invariants.py::test_a_stream_gives_the_words_it_was_given",
    "words in = words out: live messages":
        "benchmarks/test_fuzz.py::test_broken_and_odd_input_is_read_or_refused_in_words",
    "words in = words out: batches":
        "batches/test_batch.py::test_words_are_never_lost_whatever_the_size_of_a_part",
    "words in = words out: HTTP": "test_invariants.py::test_words_come_back_over_http",
    "every door gives the same": "web/test_same_everywhere.py::test_every_door_gives_the_same",
    "hard limits: what is decided": "decode/test_lengths.py::test_hard_limits_are_never_broken",
    "hard limits: streams": "workflow/live/test_segmenter.py::test_limits_are_never_exceeded",
    "hard limits: what is written": "test_invariants.py::test_limits_hold_in_what_is_written",
    "hard limits: lines of subtitles": "workflow/live/test_writing.py::test_no_cue_is_wider_or_higher_than_its_profile",
    "scores in range: every detector": "test_invariants.py::test_scores_are_probabilities",
    "scores in range: every metric": "metrics/test_families.py::test_shares_lie_between_nothing_and_all",
    "determinism: hash seeds, processes, threads of the machine":
        "test_invariants.py::test_the_same_bytes_whatever_the_process",
    "determinism: many threads, one detector": "test_invariants.py::test_the_same_bytes_in_many_threads_at_once",
    "determinism: workers of a batch": "batches/test_engines.py::test_bytes_do_not_depend_on_who_works",
    "determinism: threads of the best path":
        "models/test_fst.py::test_the_number_of_threads_makes_no_difference_to_a_single_bit",
    "nothing but results and errors of our own": "benchmarks/test_fuzz.py::test_every_reader_has_a_target",
}  # fmt: skip

OF_WORDS = [name for name in FORMATS if FORMATS[name].parse and FORMATS[name].render and "words" in FORMATS[name].keeps]
WAYS: list[dict[str, Any]] = [
    {},
    {"threshold": 0.2},
    {"rate": 30.0},
    {"mean_length": 4.0},
    {"max_words": 3},
    {"min_words": 2, "max_words": 6, "turns": "ignore"},
]


@pytest.mark.parametrize("promise", SHOWN)
def test_every_promise_has_its_test(promise: str) -> None:
    path, _, name = SHOWN[promise].partition("::")
    functions = [node.name for node in ast.parse((TESTS / path).read_text()).body if isinstance(node, ast.FunctionDef)]
    assert name in functions


@cache
def detector(name: str) -> Detector:
    return load(name)


def cut(document: Document, name: str, **options: Any) -> Any:
    """What a model makes of a document; one without marks is nothing for a model that reads them."""
    assume("marks" not in detector(name).needs or any(chief(word.mark) for word in document.transcript.words))
    return segment(document, detector(name), marks=marks_for(name), **options)


def bare(words: Sequence[str]) -> list[str]:
    """Words without the dot that may belong to them or be their mark, whatever their capitals."""
    return [word.rstrip(".").casefold() for word in words]


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=12)
@given(document=documents(timed=True), way=st.sampled_from(WAYS), to=st.sampled_from(OF_WORDS))
def test_no_detector_and_no_decision_changes_a_word(
    name: str, document: Document, way: dict[str, Any], to: str
) -> None:
    result = cut(document, name, **way)
    assert result.document.transcript.texts == document.transcript.texts
    assert result.document.transcript.events == document.transcript.events
    content = render([result.document_in(FORMATS[to])], FORMATS[to], layout=Layout())
    data = content.encode() if isinstance(content, str) else content
    (back,) = parse(data, name="talk", format=to, warn=lambda _: None)
    assert bare(back.transcript.texts) == bare(document.transcript.texts)


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=6)
@given(said=transcripts(timed=True, abbreviations=False), delay=st.integers(0, 5), sizes=st.lists(st.integers(1, 4)))
def test_a_stream_gives_the_words_it_was_given(name: str, said: Transcript, delay: int, sizes: list[int]) -> None:
    live = pausa.stream(detector(name), delay=max(delay, detector(name).least_delay), clock=lambda: 0.0)
    given_back, place = [], 0
    for size in [*sizes, len(said)]:
        given_back += live.push(said.words[place : place + size])
        place += size
    given_back += live.close()
    sentences = [event for event in given_back if isinstance(event, LiveSentence)]
    words = [word.text for sentence in sentences for word in sentence.words if not word.is_event]
    assert bare(words) == bare(said.texts)
    assert sum(sentence.n_words for sentence in sentences) == len(said)


@settings(max_examples=60)
@given(
    document=documents(timed=True), first=st.sampled_from(OF_WORDS), to=st.sampled_from(OF_WORDS), model=st.booleans()
)
def test_words_come_back_over_http(document: Document, first: str, to: str, model: bool) -> None:
    pytest.importorskip("fastapi")
    from pausa.web.api_models import ConvertIn, SegmentIn
    from pausa.web.api_tasks import Allowed
    from pausa.web.api_worker import answered

    content = render([document], FORMATS[first], layout=Layout())
    asked: dict[str, Any] = {"transcript": content, "format": first, "to": to}
    if model:
        answer = answered("segment", SegmentIn(**asked, model="bayes").model_dump(), Allowed())
    else:
        answer = answered("convert", ConvertIn(**asked).model_dump(), Allowed())
    if answer["status"] == 422:  # a format without times cannot become subtitles
        assert {"times", "sentence_times"}.isdisjoint(FORMATS[first].keeps)
        return
    assert answer["status"] == 200, answer["body"]
    (back,) = parse(answer["body"], name="talk", format=to, warn=lambda _: None)
    assert bare(back.transcript.texts) == bare(document.transcript.texts)


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=12)
@given(document=documents(timed=True), words=st.integers(1, 7), seconds=st.sampled_from([0.8, 1.5, 3.0]))
def test_limits_hold_in_what_is_written(name: str, document: Document, words: int, seconds: float) -> None:
    result = cut(document, name, max_words=words, max_seconds=seconds)
    (back,) = parse(result.render("json").encode(), name="talk.json")
    for start, stop in back.segmentations[0].spans():
        assert stop - start <= words
        first, last = back.transcript.words[start].start, back.transcript.words[stop - 1].end
        assert first is not None
        assert last is not None
        assert stop - start == 1 or last - first <= 1000 * seconds  # a word longer than the limit stands alone
    lines = result.render("lines").splitlines()
    assert all(len([word for word in line.split() if not word.startswith("<")]) <= words for line in lines)


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=12)
@given(document=documents())
def test_scores_are_probabilities(name: str, document: Document) -> None:
    try:
        scores = detector(name).score(document.transcript)
    except PausaError:
        assert detector(name).needs  # times or marks that this transcript lacks
        return
    assert len(scores) == len(document.transcript)
    for column in (scores.ends, *scores.marks.values()):
        assert np.isfinite(column).all()
        assert ((column >= 0) & (column <= 1)).all()


TALK = spoken(
    "anna: so tell me how it began / well / ben: we had a stall at the market / and then the rent went up "
    "anna: did you mind / ben: not much / it was time for a change i think / and the boat was there anyway"
)

#: Writes what every model makes of a transcript, in some formats, and how they score against each other.
PROGRAM = """
import hashlib, sys
import pausa
from pausa.formats.files import parse
from pausa.models import MODELS
document, = parse(sys.stdin.buffer.read(), name="talk.json")
found = {name: pausa.segment(document, name) for name in MODELS if name != "punctuation"}
formats = ("json", "srt", "textgrid", "fst", "rttm")
whole = [result.render(to, probabilities=True) for result in found.values() for to in formats]
whole.append(str(pausa.evaluate(list(found.values()), found["bayes"])))
print(hashlib.sha256("".join(map(str, whole)).encode()).hexdigest())
"""


@pytest.mark.slow
def test_the_same_bytes_whatever_the_process() -> None:
    stored = rendered("json", Document(TALK, name="talk"))
    seen = set()
    for seed, threads in (("0", "1"), ("1", "2"), ("4242", "4"), ("random", "1")):
        environment = {
            **os.environ,
            "PYTHONHASHSEED": seed,
            "OMP_NUM_THREADS": threads,
            "OPENBLAS_NUM_THREADS": threads,
        }
        finished = subprocess.run(
            [sys.executable, "-c", PROGRAM], input=stored, capture_output=True, text=True, check=True, env=environment
        )
        seen.add(finished.stdout)
    assert len(seen) == 1


def test_the_same_bytes_in_many_threads_at_once() -> None:
    document = Document(TALK, name="talk")
    names = [name for name in MODELS if name != "punctuation"]

    def worked(name: str) -> str:
        return str(segment(document, detector(name)).render("json", probabilities=True))

    alone = {name: worked(name) for name in names}
    orders = list(permutations(names))[::97][:8]
    jobs = [name for order in orders for name in order]
    with ThreadPoolExecutor(8) as pool:
        for name, made in zip(jobs, pool.map(worked, jobs), strict=True):
            assert made == alone[name]
    assert msgspec.json.decode(alone["bayes"])["pausa"] == 1
