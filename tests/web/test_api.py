"""The HTTP API gives what the command line gives."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

pytest.importorskip("fastapi")

import pausa
from pausa.cli import main
from pausa.formats import FORMATS
from pausa.models import DEFAULT, MODELS, load
from tests.builders import words
from tests.web.api_examples import EXAMPLES, INTERVIEW, SPEECH, playground, refused


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with playground() as opened:
        yield opened


def command(*arguments: object) -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def upload(path: Path) -> dict[str, Any]:
    return {"file": (path.name, path.read_bytes())}


def test_text_becomes_the_sentences_of_the_library(client: Any) -> None:
    answer = client.post("/api/segment", json={"text": SPEECH, "mean_length": 5}).json()
    expected = pausa.segment(pausa.Transcript(words(SPEECH)), mean_length=5)
    assert [sentence["last"] for sentence in answer["sentences"]] == list(expected.ends)
    assert [sentence["first"] for sentence in answer["sentences"]] == [start for start, _ in expected.spans()]
    assert answer["model"] == DEFAULT
    assert answer["n_words"] == 15
    assert "probabilities" not in answer


def test_what_is_usual_is_said_of_the_network_for_the_language(client: Any) -> None:
    told = "wir sind gestern spät gekommen und es war schon dunkel heute bleiben wir zu hause weil es regnet"
    answer = client.post("/api/segment", json={"text": told, "language": "de"}).json()
    assert answer["model"] == "world"
    assert answer["usual"] == {"threshold": load("default").in_language("de").threshold}
    assert answer["usual"] != {"threshold": load("default").threshold}


def test_words_keep_their_times_and_speakers(client: Any) -> None:
    said = [
        {"text": "ready", "start": 0.5, "end": 0.9, "speaker": "anna"},
        {"text": "yes", "start": 1.5, "end": 1.75, "speaker": "ben"},
        {"text": "go", "start": 1.8, "end": 2.0, "speaker": "ben"},
    ]
    answer = client.post("/api/segment", json={"words": said, "model": "pause", "threshold": 1}).json()
    assert [(one["text"], one["start"], one["end"], one["speaker"]) for one in answer["sentences"]] == [
        ("ready", 0.5, 0.9, "anna"),
        ("yes go", 1.5, 2.0, "ben"),
    ]


def test_probabilities_are_those_of_the_model_to_the_last_digit(client: Any) -> None:
    answer = client.post("/api/segment", json={"text": SPEECH, "model": "bayes", "probabilities": True}).json()
    expected = pausa.segment(pausa.Transcript(words(SPEECH)), "bayes")
    assert answer["probabilities"] == list(expected.probabilities)
    assert [word["text"] for word in answer["words"]] == SPEECH.split()
    assert answer["starts"] is None


def test_marks_of_the_transcript_are_told_with_each_sentence(client: Any) -> None:
    asked = {"text": "Are you there? Yes. Good", "model": "punctuation", "probabilities": True}
    answer = client.post("/api/segment", json=asked).json()
    assert [(one["text"], one["mark"]) for one in answer["sentences"]] == [
        ("Are you there?", "?"),
        ("Yes.", "."),
        ("Good", ""),
    ]
    assert answer["marks"]["?"] == [0, 0, 1, 0, 0]


@pytest.mark.parametrize("to", ["srt", "lines", "ctm", "json"])
def test_a_file_in_gives_the_file_of_the_command_line(client: Any, to: str) -> None:
    options = {"max_words": 12, "rate": 9, "turns": "ignore"}
    answer = client.post("/api/segment", files=upload(INTERVIEW), data={"to": to, **options})
    flags = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    assert answer.text == command("segment", INTERVIEW, "--to", to, *flags)
    suffix = FORMATS[to].suffixes[0]
    assert answer.headers["content-disposition"] == f"attachment; filename*=UTF-8''interview{suffix}"


def test_json_and_a_form_are_two_ways_to_ask_the_same(client: Any) -> None:
    options = {"threshold": 0.3, "probabilities": True, "min_words": 2}
    content = {"transcript": INTERVIEW.read_text(), "name": INTERVIEW.name}
    as_json = client.post("/api/segment", json={**content, **options})
    as_form = client.post("/api/segment", files=upload(INTERVIEW), data={**options, "probabilities": "true"})
    assert as_json.status_code == 200
    assert as_json.json() == as_form.json()


def test_a_transcript_changes_its_format_and_losses_are_said(client: Any) -> None:
    answer = client.post("/api/convert", json={"transcript": INTERVIEW.read_text(), "to": "ctm"})
    assert answer.text.replace("transcript", "interview") == command("convert", INTERVIEW, "-", "--to", "ctm")
    assert "speakers" in answer.headers["pausa-lost"]


def test_a_finished_transcript_is_dressed_as_the_segment_command_does_it(client: Any) -> None:
    stored = {
        "pausa": 1,
        "words": [{"text": text} for text in "is it late yes".split()],
        "segmentations": [{"ends": [2, 3], "marks": ["?", "."]}],
    }
    answer = client.post("/api/convert", json={"transcript": json.dumps(stored), "to": "lines", "finish": True})
    assert answer.text == "Is it late?\nYes.\n"


def test_scores_are_those_of_the_command_line(client: Any) -> None:
    people = sorted((EXAMPLES / "references").iterdir())
    asked = {
        "references": [{"name": path.name, "content": path.read_text()} for path in people],
        "hypotheses": [{"name": INTERVIEW.name, "content": INTERVIEW.read_text()}],
        "baselines": True,
        "tests": ["sign"],
        "window": 3,
    }
    answer = client.post("/api/score", json=asked).json()
    references = [part for path in people for part in ("-r", path)]
    told = command("score", *references, INTERVIEW, "--baselines", "--sign", "--window", 3, "--format", "json", "-q")
    answer.pop("notes")
    assert answer == json.loads(told)


def test_a_detector_is_scored_on_the_words_of_a_reference(client: Any) -> None:
    person = {"name": "anna.txt", "content": "So we left. It was late."}
    heard = {"name": "heard.txt", "content": "so we laughed it was late"}
    asked = {
        "references": [person],
        "hypotheses": [heard],
        "condition": "ref",
        "model": "bayes",
        "metrics": ["f1_mean"],
    }
    answer = client.post("/api/score", json=asked)
    assert answer.status_code == 200
    assert [system["name"] for system in answer.json()["systems"]] == ["bayes on heard"]


def test_the_requests_in_the_docs_work(client: Any) -> None:
    page = (EXAMPLES.parent / "docs" / "http-api.md").read_text(encoding="utf-8")
    asked = re.findall(r"curl \S+(/api/\w+) -H .*? -d '(.*?)'\n```", page, re.DOTALL)
    answers = [client.post(path, content=body, headers={"content-type": "application/json"}) for path, body in asked]
    assert [answer.status_code for answer in answers] == [200, 200]
    shown = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert answers[0].json() == json.loads(shown[0])
    forms = re.findall(r"curl \S+(/api/\w+) -F file=@(\S+) (.*) -o (\S+)", page)
    assert len(forms) == 2
    for path, _, options, target in forms:
        fields = dict(option.split("=") for option in re.findall(r"-F (\S+)", options))
        answer = client.post(path, files={"file": ("talk.json", INTERVIEW.read_bytes())}, data=fields)
        assert answer.status_code == 200
        assert answer.headers["content-disposition"].endswith(f"''{target}")


def test_lists_tell_everything_there_is(client: Any) -> None:
    assert [one["name"] for one in client.get("/api/models").json()] == list(MODELS)
    assert [one["name"] for one in client.get("/api/models").json() if one["default"]] == [DEFAULT]
    assert {one["name"] for one in client.get("/api/formats").json()} == set(FORMATS)
    assert "wisebe" in {one["name"] for one in client.get("/api/metrics").json()}
    assert client.get("/api/models/default").json()["name"] == DEFAULT
    assert client.get("/healthz").json() == {"status": "ok", "version": pausa.__version__}


@pytest.mark.parametrize(
    ("path", "asked", "said"),
    [
        ("segment", {"text": "so", "treshold": 1}, "no field 'treshold'. Did you mean 'threshold'?"),
        ("segment", {"text": "so", "threshold": 1.5}, "threshold: Input should be less than or equal to 1"),
        ("segment", {"text": "so", "threshold": 0.5, "rate": 3}, "give one of them"),
        ("segment", {}, "give one of text, words and transcript (in a form: file), not nothing"),
        ("segment", {"text": "so", "transcript": "so"}, "not text and transcript"),
        ("segment", {"text": "  "}, "the file is empty"),
        ("segment", {"words": [{"text": "so we"}]}, "has no space in it"),
        ("segment", {"text": "so we left", "model": "pause"}, "time"),
        ("segment", {"text": "so", "model": "baies"}, "Did you mean 'bayes'?"),
        ("segment", {"text": "so", "to": "strt"}, "Did you mean 'srt'?"),
        ("segment", {"text": "so we left", "to": "srt"}, "srt: needs times"),
        ("segment", {"transcript": "0110", "format": "seg"}, "no words here to segment"),
        ("convert", {"transcript": "{", "name": "talk.json", "to": "srt"}, "talk.json"),
        ("score", {"references": [], "hypotheses": []}, "references: List should have at least 1 item"),
        ("score", {"references": [{"content": "a b"}], "hypotheses": [{"content": "a"}], "metrics": ["x"]}, "metric"),
    ],
)
def test_what_a_caller_can_mend_is_said_in_one_line(client: Any, path: str, asked: Any, said: str) -> None:
    assert said in refused(client, f"/api/{path}", 422, json=asked)


def test_several_recordings_are_answered_as_a_file_only(client: Any) -> None:
    two = json.dumps([{"pausa": 1, "name": name, "words": [{"text": "so"}]} for name in "ab"])
    assert "holds 2 recordings" in refused(client, "/api/segment", 422, json={"transcript": two})
    both = client.post("/api/segment", json={"transcript": two, "to": "json"}).json()
    assert [one["name"] for one in both] == ["a", "b"]


def test_a_format_that_is_not_recognised_is_named_by_the_field_of_a_request(client: Any) -> None:
    answer = client.post("/api/segment", json={"transcript": '<odd thing="known"/>'})
    assert answer.status_code == 422
    assert "could not be recognised" in answer.json()["problem"]
    assert answer.json()["hint"] == "name it (format; /api/formats lists them)"


def test_a_body_that_is_neither_json_nor_a_form_is_not_taken(client: Any) -> None:
    assert "not JSON" in refused(client, "/api/segment", 422, content="{", headers={"content-type": "application/json"})
    refused(client, "/api/segment", 415, content="text=so")
    refused(client, "/api/score", 415, files={"file": b"so"})
    assert "called file" in refused(client, "/api/segment", 422, files={"transcript": b"so"})


def test_what_is_not_there_is_said_in_the_same_shape(client: Any) -> None:
    for answer in (client.get("/api/nothing"), client.get("/api/segment"), client.get("/api/models/none")):
        assert answer.status_code in (404, 405)
        assert answer.json().keys() == {"problem", "hint"}
