"""What an annotator's page asks for and saves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pausa.store import project, transcripts
from pausa.store.store import Store
from tests.web.visitors import Site, action, saving


def test_an_annotator_sees_the_list_and_the_words_of_a_transcript(site: Site) -> None:
    anna = site.person("anna")
    listed = anna.json("/api/work")
    assert listed["person"] == {"name": "anna"}
    assert [(one["transcript"], one["n_words"], one["state"]) for one in listed["assignments"]] == [("talk", 19, "new")]
    task = anna.json(f"/api/work/{listed['assignments'][0]['id']}")
    assert task["transcript"]["words"][:2] == [
        {"text": "so", "start": 0, "end": 300, "speaker": None},
        {"text": "we", "start": 300, "end": 600, "speaker": None},
    ]
    assert (task["marks"], task["version"], task["state"], task["audio"]) == ({}, 0, "open", None)
    assert "<h3>What to mark</h3>" in task["guidelines_html"]


def test_saved_marks_are_there_when_the_page_is_loaded_again(site: Site) -> None:
    anna, own = site.person("anna"), site.own("anna")
    answer = anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "."), action(2, 6, "?")))
    assert (answer.status_code, answer.json()) == (200, {"version": 2, "saved": [1, 2]})
    task = site.person("anna").json(f"/api/work/{own}")
    assert (task["marks"], task["version"], task["reached"]) == ({"3": ".", "6": "?"}, 2, 4)


def test_a_second_tab_gets_the_marks_to_merge_with(site: Site) -> None:
    anna, own = site.person("anna"), site.own("anna")
    anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "."), client="one"))
    refused = anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "?"), client="two"))
    assert (refused.status_code, refused.json()) == (409, {"version": 1, "marks": {"3": "."}})
    merged = anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "?"), client="two", base=1))
    assert merged.json() == {"version": 2, "saved": [1]}


def test_done_and_open_again_until_the_owner_accepts(site: Site) -> None:
    anna, own, owner = site.person("anna"), site.own("anna"), site.owner
    assert anna.post(f"/api/work/{own}/state", {"state": "done"}).json() == {"state": "done"}
    assert anna.post(f"/api/work/{own}/state", {"state": "open"}).status_code == 200
    assert owner.post(f"/api/owner/assignments/{own}/state", {"state": "accepted"}).status_code == 200
    assert anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "."))).status_code == 423
    assert anna.post(f"/api/work/{own}/state", {"state": "accepted"}).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {},
        saving(action(1, 19, ".")),
        saving(action(1, -1, ".")),
        saving(action(1, 2, "!")),
        saving(action(1, 2, ".", "burn")),
        saving(action(2**60, 2, ".")),
        saving() | {"client": "<script>"},
        saving() | {"base": "0"},
        saving() | {"seconds": 1e300},
        saving(*(action(n, 2, ".") for n in range(2001))),
    ],
)
def test_a_body_that_does_not_fit_is_refused_with_one_sentence(site: Site, body: dict[str, Any]) -> None:
    answer = site.person("anna").post(f"/api/work/{site.own('anna')}/actions", body)
    assert answer.status_code == 422
    assert isinstance(answer.json()["detail"], str)


def test_a_number_that_json_does_not_know_is_refused(site: Site) -> None:
    path, headers = f"/api/work/{site.own('anna')}/actions", {"X-Pausa": "1", "Content-Type": "application/json"}
    body = '{"client": "c", "base": 0, "actions": [], "seconds": NaN}'
    assert site.person("anna").http.post(path, content=body, headers=headers).status_code == 422


def test_right_to_left_words_are_told(site: Site, store: Store) -> None:
    from pausa.formats.files import parse

    store.write(transcripts.add, parse("שלום עולם\n".encode(), name="shalom.txt")[0])
    owner = site.owner
    owner.post("/api/owner/assign")
    assert owner.json("/api/owner/transcripts/2")["language_direction"] == "rtl"


def test_a_detectors_marks_come_marked_as_such_and_only_when_asked_for(site: Site, store: Store) -> None:
    assert site.person("anna").json(f"/api/work/{site.own('anna')}")["presegmented"] == {}
    settings = store.read(project.current)
    assert site.owner.put("/api/owner/project", settings.__dict__ | {"presegment": "pause"}).status_code == 200
    task = site.person("ben").json(f"/api/work/{site.own('ben')}")
    assert task["presegmented"] == task["marks"] != {}
    assert set(task["marks"].values()) <= {".", "?"}


def test_audio_comes_in_parts_and_only_to_those_who_work_on_it(site: Site, store: Store, tmp_path: Path) -> None:
    soundfile = pytest.importorskip("soundfile")
    import numpy as np

    store.audio.mkdir()
    soundfile.write(store.audio / "talk.wav", np.sin(np.arange(16000) / 3), 8000)
    whole = (store.audio / "talk.wav").read_bytes()
    store.write(transcripts.set_audio, 1, "talk.wav", 2.0)
    anna, own = site.person("anna"), site.own("anna")
    sound = anna.json(f"/api/work/{own}")["audio"]
    assert sound["seconds"] == 2.0
    part = anna.get(sound["url"], headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.content, part.headers["content-type"]) == (206, whole[100:200], "audio/wav")
    assert len(anna.json(sound["peaks"])["peaks"]) == 100
    assert site.person("ben").get(sound["url"]).status_code == 404
    assert site.visitor().get(sound["url"]).status_code == 401
    assert site.owner.get("/api/owner/transcripts/1/audio").content == whole


def test_pages_are_shown_to_those_they_are_for(site: Site) -> None:
    anna, owner = site.person("anna"), site.owner
    own = site.own("anna")
    for path in ("/work", f"/work/{own}"):
        assert anna.get(path).status_code == 200
        assert site.visitor().get(path, headers={"Accept": "text/html"}).status_code == 401
    for path in ("/owner", "/owner/people", "/owner/settings", "/owner/transcripts/1"):
        assert owner.get(path).status_code == 200
        assert anna.get(path).status_code == 403
    assert site.person("ben").get(f"/work/{own}").status_code == 404
