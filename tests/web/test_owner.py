"""What the owner's pages ask for."""

from __future__ import annotations

import io
import json
import os
import signal
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.store.store import Store
from pausa.web.gate import AppLimits
from tests.store.projects import annotate
from tests.web.visitors import Site, action, opened, saving

CAREFUL = {3: ".", 6: "?", 11: ".", 13: ".", 16: ".", 18: "."}
CARELESS = {0: ".", 5: ".", 18: "."}


@pytest.fixture
def finished(site: Site) -> Site:
    annotate(site.store, "anna", CAREFUL)
    annotate(site.store, "ben", CAREFUL | {7: ","})
    annotate(site.store, "carl", CARELESS)
    return site


def test_the_overview_flags_the_careless_one_alone(finished: Site) -> None:
    found = finished.owner.json("/api/owner/overview")
    people = {one["name"]: one for one in found["people"]}
    assert {name: one["flagged"] for name, one in people.items()} == {"anna": 0, "ben": 0, "carl": 1}
    assert (people["anna"]["done"], people["anna"]["seconds"]) == (1, 60)
    (transcript,) = found["transcripts"]
    assert {one["person"]: one["flagged"] for one in transcript["assignments"]} == {
        "anna": False,
        "ben": False,
        "carl": True,
    }
    assert transcript["agreement"]["pairwise_f1"] == found["agreement"]["pairwise_f1"]
    assert found["project"]["flag_below"] == 0.4


def test_a_careful_pair_beside_a_careless_person_is_left_in_peace(site: Site) -> None:
    annotate(site.store, "anna", {3: ".", 6: "?", 11: ".", 13: "."})
    annotate(site.store, "ben", {3: ".", 6: "?", 11: ".", 16: "."})
    annotate(site.store, "carl", {0: ".", 5: ".", 8: ".", 17: "."})
    (transcript,) = site.owner.json("/api/owner/overview")["transcripts"]
    found = {one["person"]: one for one in transcript["assignments"]}
    assert [found[name]["flagged"] for name in ("anna", "ben", "carl")] == [False, False, True]
    assert found["anna"]["best_f1"] == 0.75
    assert found["anna"]["jack_knife_f1"] < 0.4  # which is why the mean is no rule


def test_untouched_proposals_are_flagged_and_counted(site: Site) -> None:
    site.owner.put("/api/owner/project", {"presegment": "pause"})
    for name in ("anna", "ben"):
        person, own = site.person(name), site.own(name)
        task = person.json(f"/api/work/{own}")
        assert (task["seen"], len(task["presegmented"]) > 1) == ([], True)
        person.post(f"/api/work/{own}/actions", saving() | {"seen": [[0, 19]] if name == "ben" else []})
        person.post(f"/api/work/{own}/state", {"state": "done"})
    n_proposed = len(task["presegmented"])
    found = site.owner.json("/api/owner/overview")
    assert [one["untouched"] for one in found["people"]] == [n_proposed, 0, 0]
    assert [one["flagged"] for one in found["people"]] == [1, 0, 0]
    assert [one["seen"] for one in found["transcripts"][0]["assignments"]] == [0, 19, 0]
    assert found["proposals"]["untouched_annotations"] == 1
    assert found["agreement"] is None
    asked = site.owner.json("/api/owner/overview?untouched=true")
    assert asked["agreement"]["pairwise_f1"] == 1.0
    for kind in ("json", "score"):
        usual, whole = (site.owner.get(f"/api/owner/export/{kind}{ask}") for ask in ("", "?untouched=true"))
        assert usual.content != whole.content


@pytest.mark.parametrize("wrong", [[[1]], [[1, 2, 3]], [[-1, 2]], [["0", "2"]], [[0.5, 2]], "all"])
def test_what_is_no_stretch_of_words_is_refused(site: Site, wrong: object) -> None:
    answer = site.person("anna").post(f"/api/work/{site.own('anna')}/actions", saving() | {"seen": wrong})
    assert answer.status_code == 422


def test_the_page_and_pausa_agree_say_the_same(finished: Site, tmp_path: Path) -> None:
    answer = finished.owner.get("/api/owner/export/score")
    assert "attachment" in answer.headers["content-disposition"]
    zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
    people = [str(tmp_path / name) for name in ("anna", "ben", "carl")]
    told = json.loads(CliRunner().invoke(main, ["agree", "-q", "--format", "json", *people]).stdout)["agreement"]
    shown = finished.owner.json("/api/owner/overview")
    for key in ("pairwise_f1", "pairwise_f1_marks", "fleiss_kappa", "agreement_ratio"):
        assert shown["agreement"][key] == pytest.approx(told[key])
    assert {one["name"]: one["jack_knife_f1"] for one in shown["people"]} == pytest.approx(
        {row["name"]: row["mean_f1"] for row in told["jack_knife"]}
    )


def test_accepted_work_is_no_longer_flagged_and_excluded_work_not_counted(finished: Site) -> None:
    owner = finished.owner
    carl = finished.own("carl")
    owner.post(f"/api/owner/assignments/{carl}/state", {"state": "accepted"})
    assert [one["flagged"] for one in owner.json("/api/owner/overview")["people"]] == [0, 0, 0]
    owner.post(f"/api/owner/assignments/{carl}/state", {"state": "excluded"})
    assert owner.json("/api/owner/overview")["agreement"]["pairwise_f1"] == 1.0


def test_somebody_else_is_asked_in_place_of_excluded_work(finished: Site) -> None:
    owner = finished.owner
    dora = owner.post("/api/owner/people", {"name": "dora"}).json()["id"]
    assert {one["id"]: one["assignments"] for one in owner.json("/api/owner/overview")["people"]}[dora] == 0
    owner.post(f"/api/owner/assignments/{finished.own('carl')}/state", {"state": "excluded"})
    assert {one["id"]: one["assignments"] for one in owner.json("/api/owner/overview")["people"]}[dora] == 1


def test_work_that_is_sent_back_comes_with_the_owners_note(finished: Site) -> None:
    carl = finished.own("carl")
    finished.owner.post(f"/api/owner/assignments/{carl}/state", {"state": "returned", "note": "listen <again>"})
    task = finished.person("carl").json("/api/work")["assignments"][0]
    assert (task["state"], task["note"]) == ("returned", "listen <again>")


def test_everybodys_marks_stand_side_by_side(finished: Site) -> None:
    found = finished.owner.json("/api/owner/transcripts/1")
    assert [one["text"] for one in found["words"]][:3] == ["so", "we", "left"]
    assert {one["person"]: len(one["marks"]) for one in found["annotations"]} == {"anna": 6, "ben": 7, "carl": 3}
    ben = next(one for one in found["annotations"] if one["person"] == "ben")
    assert ben["table"] == {"words": 19, "commas_pct": pytest.approx(100 / 19), "periods_pct": pytest.approx(600 / 19)}
    assert finished.owner.get("/api/owner/transcripts/99").status_code == 404


def test_a_new_person_gets_a_link_that_works_until_it_is_replaced_or_revoked(site: Site) -> None:
    owner = site.owner
    made = owner.post("/api/owner/people", {"name": "dora"}).json()
    token = made["link"].rpartition("/")[2]
    assert made["link"] == f"http://127.0.0.1:8765/enter/{token}"
    dora = site.visitor()
    assert dora.enter(token).headers["location"] == "/work"
    newer = owner.post(f"/api/owner/people/{made['id']}/link").json()["link"].rpartition("/")[2]
    assert dora.get("/api/work").status_code == 401
    assert site.visitor().enter(token).status_code == 404
    assert dora.enter(newer).status_code == 303
    assert owner.post(f"/api/owner/people/{made['id']}/revoke").json()["revoked"] is True
    assert dora.get("/api/work").status_code == 401
    assert owner.post("/api/owner/people", {"name": "Dora"}).status_code == 422


def test_an_uploaded_transcript_is_handed_out_at_once(site: Site) -> None:
    owner = site.owner
    words = b"1\n00:00:00,000 --> 00:00:02,000\nhello there\n"
    assert owner.upload("/api/owner/transcripts", {"transcript": ("call.srt", words)}).status_code == 200
    assert [one["transcript"] for one in site.person("anna").json("/api/work")["assignments"]] == ["talk", "call"]
    again = owner.upload("/api/owner/transcripts", {"transcript": ("call.srt", words)})
    assert (again.status_code, "already" in again.json()["detail"]) == (422, True)


def test_an_upload_in_no_known_format_says_how_to_name_it(site: Site) -> None:
    answer = site.owner.upload("/api/owner/transcripts", {"transcript": ("odd.json", b'<odd thing="known"/>')})
    assert answer.status_code == 422
    assert "could not be recognised" in answer.text
    assert "the ending of its format" in answer.text


def test_an_uploaded_recording_that_is_none_leaves_nothing_behind(site: Site) -> None:
    pytest.importorskip("soundfile")
    files = {"transcript": ("call.txt", b"hello there"), "audio": ("call.wav", b"not sound")}
    assert site.owner.upload("/api/owner/transcripts", files).status_code == 422
    assert len(site.owner.json("/api/owner/overview")["transcripts"]) == 1
    assert not list(site.store.audio.glob("*"))


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"{" * 5000, "\ud800".encode("utf-16", "surrogatepass")])
def test_an_upload_that_is_no_transcript_is_refused(site: Site, content: bytes) -> None:
    answer = site.owner.upload("/api/owner/transcripts", {"transcript": ("odd.json", content)})
    assert answer.status_code == 422


def test_earlier_annotations_are_brought_in(site: Site) -> None:
    bits = b"0001001000010100101\n"
    fields = {"transcript": "talk", "person": "eva"}
    assert site.owner.upload("/api/owner/import", {"file": ("eva.seg", bits)}, fields).json() == {"people": ["eva"]}
    found = site.owner.json("/api/owner/transcripts/1")["annotations"]
    assert [(one["person"], one["state"], one["imported"], len(one["marks"])) for one in found] == [
        ("eva", "done", True, 6)
    ]
    unknown = site.owner.upload("/api/owner/import", {"file": ("eva.seg", bits)}, fields | {"transcript": "nothing"})
    assert unknown.status_code == 404


def test_settings_change_what_is_given_and_share_out_again(site: Site) -> None:
    owner = site.owner
    assert owner.put("/api/owner/project", {"per_transcript": 1, "title": "New"}).json()["title"] == "New"
    assert sum(one["assignments"] for one in owner.json("/api/owner/overview")["people"]) == 1
    assert owner.put("/api/owner/project", {"presegment": "no-such-model"}).status_code == 422
    assert owner.put("/api/owner/project", {"flag_below": 2}).status_code == 422
    assert owner.put("/api/owner/project", {"title": " "}).status_code == 422


@pytest.mark.parametrize("kind", ["json", "seg", "textgrid", "labelstudio", "score"])
def test_every_export_works_with_nothing_and_with_something(site: Site, kind: str) -> None:
    owner = site.owner
    empty = owner.get(f"/api/owner/export/{kind}")
    assert empty.status_code == 200
    anna = site.person("anna")
    own = site.own("anna")
    anna.post(f"/api/work/{own}/actions", saving(action(1, 3, ".")))
    assert owner.get(f"/api/owner/export/{kind}?unfinished=true").content != empty.content
    assert owner.get("/api/owner/export/exe").status_code == 404


UPLOADS = [("transcripts", "transcript", {}), ("import", "file", {"transcript": "talk", "person": "eva"})]


@pytest.mark.parametrize(("path", "field", "fields"), UPLOADS)
def test_an_upload_that_takes_too_long_is_refused(store: Store, path: str, field: str, fields: dict[str, str]) -> None:
    with opened(store, limits=AppLimits(transcript_seconds=0.001)) as site:
        answer = site.owner.upload(f"/api/owner/{path}", {field: ("call.txt", b"so we left")}, fields)
        assert answer.status_code == 503
        assert "more than 0.001 s" in answer.json()["detail"]
        assert site.visitor().get("/health").status_code == 200


def test_others_are_answered_while_an_upload_is_being_read(store: Store) -> None:
    with opened(store, limits=AppLimits(transcript_seconds=5)) as site:
        owner, (worker,) = site.owner, site.app.state.readers._all
        owner.upload("/api/owner/transcripts", {"transcript": ("first.txt", b"so we left")})
        os.kill(worker.pid, signal.SIGSTOP)  # as good as reading for ever
        with ThreadPoolExecutor(1) as thread:
            refused = thread.submit(
                owner.upload, "/api/owner/transcripts", {"transcript": ("second.txt", b"so we left")}
            )
            assert site.visitor().get("/health").status_code == 200
            assert not refused.done()
            assert refused.result().status_code == 503
        again = owner.upload("/api/owner/transcripts", {"transcript": ("second.txt", b"so we left")})
        assert again.status_code == 200


def test_an_upload_with_too_many_words_is_refused_before_it_is_sent_back(store: Store) -> None:
    with opened(store, limits=AppLimits(transcript_words=2)) as site:
        answer = site.owner.upload("/api/owner/transcripts", {"transcript": ("talk.txt", b"so we left")})
        assert (answer.status_code, answer.json()["detail"][:29]) == (413, "There are 3 words, and this s")


def test_the_smallest_file_that_once_stopped_the_server_is_a_transcript_with_a_bad_row(site: Site) -> None:
    files = {"transcript": ("so.csv", b"word,start_ms\nso,1e999999999\n")}
    assert site.owner.upload("/api/owner/transcripts", files).json()["transcripts"][0]["n_words"] == 1
