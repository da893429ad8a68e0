"""Who is kept out, what is never shown, what is refused."""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, text

from pausa.store import people, transcripts
from pausa.store.errors import Locked, Lost
from pausa.store.store import Store, open_store
from pausa.web.gate import AppLimits
from pausa.web.safety import POLICY, BodyLimits, RateLimiter, host_name, is_local, protected
from tests.store.projects import document
from tests.web.visitors import BASE, SCRIPT, Site, Visitor, action, opened, saving

HOSTILE = '<img src=x onerror="alert(1)">'


@pytest.fixture
def plain(tmp_path: Path) -> Store:
    """A store on SQLite: what is asked here does not depend on the database."""
    return open_store(tmp_path / "plain")


def test_every_answer_carries_the_policy(site: Site) -> None:
    anna = site.person("anna")
    answers = [
        site.visitor().get("/"),
        site.visitor().get("/enter/wrong"),
        site.visitor().get("/api/work"),
        site.visitor().get("/nothing", headers={"Accept": "text/html"}),
        site.visitor().get("/static/base.css"),
        site.visitor().get("/static/nothing.js"),
        anna.get("/work"),
        anna.get("/api/owner/overview"),
        anna.post("/api/work/1/actions", {"client": 3}),
        anna.http.delete("/work"),
        anna.http.post("/api/work/1/actions", content=b"x" * (3 << 20), headers=SCRIPT),
    ]
    assert {answer.headers.get("content-security-policy") for answer in answers} == {POLICY}
    assert {answer.headers.get("referrer-policy") for answer in answers} == {"no-referrer"}
    assert {answer.headers.get("x-content-type-options") for answer in answers} == {"nosniff"}
    assert "unsafe" not in POLICY
    assert anna.get("/work").headers["cache-control"] == "no-store"


def test_a_fault_of_our_own_says_nothing_and_carries_the_policy() -> None:
    app = protected(FastAPI(), limits=BodyLimits())

    @app.get("/broken")
    def broken() -> None:
        raise RuntimeError("a secret")

    answer = Visitor(app).get("/broken")
    assert (answer.status_code, answer.headers["content-security-policy"]) == (500, POLICY)
    assert "secret" not in answer.text


def test_nobody_gets_in_without_a_link(site: Site) -> None:
    visitor = site.visitor()
    for path in ("/api/work", "/api/work/1", "/api/owner/overview", "/api/owner/export/json", "/work", "/owner"):
        assert visitor.get(path).status_code == 401
    assert visitor.post("/api/work/1/actions", saving(action(1, 1, "."))).status_code == 401
    assert visitor.post("/api/owner/people", {"name": "eve"}).status_code == 401


def test_opening_a_link_does_not_enter_and_nothing_about_the_project_is_on_the_first_page(site: Site) -> None:
    visitor = site.visitor()
    assert "anna" in visitor.get(f"/enter/{site.tokens['anna']}").text
    assert site.cookie() not in visitor.http.cookies
    assert visitor.get("/api/work").status_code == 401
    assert "Test" not in re.sub(r"<[^>]*>", "", visitor.get("/").text)


def test_an_annotator_reaches_only_their_own_work(site: Site) -> None:
    anna, ben = site.person("anna"), site.person("ben")
    own = site.own("anna")
    anna.post(f"/api/work/{own}/actions", saving(action(1, 3, ".")))
    for answer in (
        ben.get(f"/api/work/{own}"),
        ben.get(f"/api/work/{own}/audio"),
        ben.get(f"/api/work/{own}/peaks"),
        ben.get(f"/work/{own}"),
        ben.post(f"/api/work/{own}/actions", saving(action(1, 3, "?"), client="ben", base=1)),
        ben.post(f"/api/work/{own}/state", {"state": "done"}),
    ):
        assert answer.status_code == 404
    assert anna.json(f"/api/work/{own}")["marks"] == {"3": "."}


def test_an_annotator_is_no_owner_and_the_owner_no_annotator(site: Site) -> None:
    anna, owner = site.person("anna"), site.owner
    for path in ("overview", "transcripts/1", "export/json", "export/score", "transcripts/1/audio"):
        assert anna.get(f"/api/owner/{path}").status_code == 403
    for path, body in (
        ("people", {"name": "eve"}),
        ("people/1/link", {}),
        ("people/1/revoke", {}),
        ("assign", {}),
        ("assignments/1/state", {"state": "accepted"}),
    ):
        assert anna.post(f"/api/owner/{path}", body).status_code == 403
    assert anna.put("/api/owner/project", {"title": "mine"}).status_code == 403
    assert anna.upload("/api/owner/transcripts", {"transcript": ("a.txt", b"a b")}).status_code == 403
    assert anna.upload("/api/owner/import", {"file": ("a.seg", b"01")}, {"transcript": "1"}).status_code == 403
    assert owner.get("/api/work").status_code == 403


def test_the_owners_link_cannot_be_replaced_through_the_page(site: Site) -> None:
    ids = {one["name"]: one["id"] for one in site.owner.json("/api/owner/overview")["people"]}
    owner_id = next(number for number in range(1, 9) if number not in ids.values())
    assert site.owner.post(f"/api/owner/people/{owner_id}/link").status_code == 422


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Pausa": "0"},
        {"X-Pausa": "1", "Origin": "https://evil.example"},
        {"X-Pausa": "1", "Origin": "null"},
        {"X-Pausa": "1", "Origin": f"{BASE}.evil.example"},
        {"X-Pausa": "1", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_change_that_another_site_asks_for_is_refused(site: Site, headers: dict[str, str]) -> None:
    anna, own, owner = site.person("anna"), site.own("anna"), site.owner
    body = saving(action(1, 3, "."))
    assert anna.http.post(f"/api/work/{own}/actions", json=body, headers=headers).status_code == 403
    assert anna.http.post(f"/api/work/{own}/state", json={"state": "done"}, headers=headers).status_code == 403
    assert owner.http.post("/api/owner/people", json={"name": "eve"}, headers=headers).status_code == 403
    assert owner.http.put("/api/owner/project", json={"title": "x"}, headers=headers).status_code == 403
    files = {"transcript": ("a.txt", b"a b")}
    assert owner.http.post("/api/owner/transcripts", files=files, headers=headers).status_code == 403
    assert anna.json(f"/api/work/{own}")["marks"] == {}


def test_our_own_pages_may_change_things(site: Site) -> None:
    anna, own = site.person("anna"), site.own("anna")
    headers = {"X-Pausa": "1", "Origin": BASE, "Sec-Fetch-Site": "same-origin"}
    answer = anna.http.post(f"/api/work/{own}/actions", json=saving(action(1, 3, ".")), headers=headers)
    assert answer.status_code == 200


def test_a_form_needs_the_value_that_its_page_had(site: Site) -> None:
    anna = site.person("anna")
    assert anna.http.post("/leave", data={"csrf": "guessed"}).status_code == 403
    assert anna.http.post("/leave").status_code == 403
    csrf = re.search(r'name="csrf" value="([^"]+)"', anna.get("/work").text)
    assert csrf is not None
    assert csrf[1] not in anna.http.cookies[site.cookie()]
    foreign = {"Origin": "https://evil.example"}
    assert anna.http.post("/leave", data={"csrf": csrf[1]}, headers=foreign).status_code == 403
    # Under our referrer policy browsers send forms with the origin "null".
    assert anna.http.post("/leave", data={"csrf": csrf[1]}, headers={"Origin": "null"}).status_code == 303
    assert anna.get("/api/work").status_code == 401


def test_nobody_can_be_made_to_enter_as_somebody_else(site: Site) -> None:
    """A foreign page that knows a link of its own cannot press the button in another's browser."""
    visitor = site.visitor()
    path = f"/enter/{site.tokens['ben']}"
    assert visitor.http.post(path).status_code == 403
    assert visitor.http.post(path, data={"csrf": ""}).status_code == 403
    assert visitor.http.post(path, data={"csrf": "guessed"}).status_code == 403
    assert site.cookie() not in visitor.http.cookies


def test_a_session_that_was_planted_is_not_taken_up(site: Site) -> None:
    visitor = site.visitor()
    visitor.http.cookies.set(site.cookie(), "planted", domain="127.0.0.1", path="/")
    visitor.enter(site.tokens["anna"])
    sessions = {cookie.value for cookie in visitor.http.cookies.jar if cookie.name == site.cookie()}
    other = site.visitor()
    other.http.cookies.set(site.cookie(), "planted", domain="127.0.0.1", path="/")
    assert other.get("/api/work").status_code == 401
    assert all(value == "planted" or len(base64.urlsafe_b64decode(value)) == 24 for value in sessions if value)


def test_entering_again_ends_the_session_before(site: Site) -> None:
    anna = site.person("anna")
    old = anna.http.cookies[site.cookie()]
    anna.enter(site.tokens["anna"])
    assert anna.http.cookies[site.cookie()] != old
    thief = site.visitor()
    thief.http.cookies.set(site.cookie(), old, domain="127.0.0.1", path="/")
    assert thief.get("/api/work").status_code == 401


def test_cookies_are_out_of_reach_for_scripts_and_other_sites(site: Site) -> None:
    cookie = site.visitor().enter(site.tokens["anna"]).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()


def test_a_cookie_for_an_encrypted_site_goes_over_no_other_connection(plain: Store) -> None:
    from pausa.web.app import annotation_app
    from pausa.web.gate import AppSettings

    with opened(plain) as made:
        made.app = annotation_app(plain, AppSettings("https://annotate.example.org"))
        assert "Secure" in made.visitor().get(f"/enter/{made.tokens['anna']}").headers["set-cookie"]
    plain.close()


def test_hostile_text_is_shown_as_text(site: Site, store: Store) -> None:
    owner = site.owner
    owner.put("/api/owner/project", {"title": HOSTILE, "guidelines": f"# {HOSTILE}\n\n- **{HOSTILE}**"})
    made = owner.post("/api/owner/people", {"name": HOSTILE}).json()
    eve = site.visitor()
    token = made["link"].rpartition("/")[2]
    assert HOSTILE not in eve.get(f"/enter/{token}").text
    assert "&lt;img" in eve.get(f"/enter/{token}").text
    eve.enter(token)
    store.write(transcripts.add, document(HOSTILE))
    for page in (eve.get("/work"), owner.get("/owner"), owner.get("/owner/settings"), owner.get("/owner/people")):
        assert HOSTILE not in page.text
    html = site.person("anna").json(f"/api/work/{site.own('anna')}")["guidelines_html"]
    assert HOSTILE not in html
    assert "&lt;img" in html


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e%2f%2e%2e%2fstore%2fschema.py",
        "/static//etc/passwd",
        "/api/work/..%2f..%2f/audio",
        "/api/owner/export/..%2f..%2fpausa.sqlite",
    ],
)
def test_no_path_leads_out_of_the_folder(site: Site, path: str) -> None:
    answer = site.owner.get(path)
    assert answer.status_code in (403, 404, 422)
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_a_recording_outside_the_folder_is_not_served_whatever_the_database_says(site: Site, store: Store) -> None:
    (store.folder / "secret.wav").write_bytes(b"RIFF secret")
    store.write(transcripts.set_audio, 1, "../secret.wav", 1.0)
    for end in ("audio", "peaks"):
        assert site.owner.get(f"/api/owner/transcripts/1/{end}").status_code == 404


@pytest.mark.parametrize("number", ["0", "-1", str(2**31), str(2**70), "1.5", "x", "%00"])
def test_odd_numbers_in_paths_are_refused_before_the_database_sees_them(site: Site, number: str) -> None:
    anna, owner = site.person("anna"), site.owner
    answers = [
        anna.get(f"/api/work/{number}"),
        anna.get(f"/work/{number}"),
        anna.post(f"/api/work/{number}/actions", saving(action(1, 1, "."))),
        owner.get(f"/api/owner/transcripts/{number}"),
        owner.post(f"/api/owner/people/{number}/revoke"),
    ]
    assert {answer.status_code for answer in answers} <= {404, 422}


@pytest.mark.parametrize("text", ["a\\u0000b", "a\\ud800b"])
def test_text_that_no_database_can_hold_is_refused(site: Site, text: str) -> None:
    owner, headers = site.owner, SCRIPT | {"Content-Type": "application/json"}
    for path, body in (
        ("/api/owner/people", f'{{"name": "{text}"}}'),
        (f"/api/owner/assignments/{site.own('anna')}/state", f'{{"state": "returned", "note": "{text}"}}'),
    ):
        assert owner.http.post(path, content=body, headers=headers).status_code == 422
    title = owner.http.put("/api/owner/project", content=f'{{"title": "{text}"}}', headers=headers)
    assert title.status_code == 422
    fields = {"transcript": "talk", "person": "a\x00b"}
    assert owner.upload("/api/owner/import", {"file": ("a.seg", b"01")}, fields).status_code == 422


def test_uploads_cannot_grow_over_the_limit(plain: Store) -> None:
    with opened(plain, limits=AppLimits(transcript_words=40)) as site:
        rows = {"transcript": ("a.ctm", b"c 1 1 1 a\n" * 41)}
        told = site.owner.upload("/api/owner/transcripts", rows)
        assert told.status_code == 413
        assert "more than 40 words" in told.json()["detail"]
        assert "--max-expanded" not in told.json()["detail"]
    plain.close()


def test_bodies_over_the_limit_are_refused_announced_or_not(plain: Store) -> None:
    limits = AppLimits(body=1000, transcript=2000, audio=1000)
    with opened(plain, limits=limits) as site:
        anna, owner = site.person("anna"), site.owner
        assert anna.http.post("/api/work/1/actions", content=b" " * 1001, headers=SCRIPT).status_code == 413

        def pieces() -> Iterator[bytes]:
            yield from [b" " * 400] * 3

        unannounced = anna.http.post("/api/work/1/actions", content=pieces(), headers=SCRIPT)
        assert unannounced.status_code == 413
        large = {"transcript": ("a.txt", b"word " * 500)}
        assert owner.upload("/api/owner/transcripts", large).status_code == 413
        huge = {"transcript": ("a.txt", b"word " * 50_000)}
        assert owner.upload("/api/owner/transcripts", huge).status_code == 413
        assert len(owner.json("/api/owner/overview")["transcripts"]) == 1
    plain.close()


def test_wrong_links_are_soon_told_to_wait_and_lock_nobody_out(plain: Store) -> None:
    with opened(plain, limits=AppLimits(wrong_links_per_minute=3)) as site:
        visitor = site.visitor()
        codes = [visitor.get(f"/enter/wrong{n}") for n in range(5)]
        assert [one.status_code for one in codes] == [404, 404, 404, 429, 429]
        assert int(codes[-1].headers["retry-after"]) > 0
        assert site.visitor().enter(site.tokens["anna"]).status_code == 303  # from the same address
    plain.close()


def test_the_owner_stays_the_owner_after_opening_an_annotators_link(site: Site) -> None:
    browser = site.owner
    assert browser.enter(site.tokens["anna"]).status_code == 303
    assert browser.get("/api/owner/overview").status_code == 200
    assert browser.json("/api/work")["person"] == {"name": "anna"}
    csrf = re.search(r'name="csrf" value="([^"]+)"', browser.get("/work").text)
    assert csrf is not None
    assert browser.http.post("/leave", data={"csrf": csrf[1]}).status_code == 303
    assert browser.get("/api/work").status_code == 403
    assert browser.get("/api/owner/overview").status_code == 200


def test_an_annotators_session_under_the_owners_name_is_no_owners(site: Site) -> None:
    anna = site.person("anna")
    thief = site.visitor()
    thief.http.cookies.set(site.cookie("owner"), anna.http.cookies[site.cookie()], domain="127.0.0.1", path="/")
    assert thief.get("/api/owner/overview").status_code == 401


def test_two_projects_in_one_browser_leave_each_other_alone(plain: Store, tmp_path: Path) -> None:
    """Cookies know no ports: what one project sets, the browser sends to the other."""
    other = open_store(tmp_path / "other")
    with opened(plain) as first, opened(other) as second:
        browser = first.person("anna")
        also = second.visitor()
        also.http.cookies = browser.http.cookies
        assert also.enter(second.tokens["ben"]).status_code == 303
        browser.http.cookies = also.http.cookies
        assert browser.json("/api/work")["person"] == {"name": "anna"}
        assert also.json("/api/work")["person"] == {"name": "ben"}
        assert also.json(f"/api/work/{second.own('ben')}")["project"] != browser.json("/api/work/1")["project"]
    plain.close()
    other.close()


def test_what_the_guards_refuse_looks_like_other_errors(plain: Store) -> None:
    with opened(plain, hosts=frozenset({"127.0.0.1"}), limits=AppLimits(body=1000)) as site:
        visitor = site.visitor()
        foreign = visitor.get("/api/work", headers={"Host": "evil.example"})
        assert (foreign.status_code, set(foreign.json())) == (400, {"detail"})
        shown = visitor.get("/work", headers={"Host": "evil.example", "Accept": "text/html"})
        assert (shown.status_code, "does not answer to that name" in shown.text) == (400, True)
        assert shown.headers["content-type"].startswith("text/html")
        large = visitor.http.post("/api/work/1/actions", content=b" " * 1001, headers=SCRIPT)
        assert (large.status_code, set(large.json())) == (413, {"detail"})
    plain.close()


def test_a_database_that_another_program_holds_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pausa.store.database._BUSY_MS", 20)
    store = open_store(tmp_path / "held")
    with opened(store) as site:
        anna, own = site.person("anna"), site.own("anna")
        anna.json(f"/api/work/{own}")
        with closing(sqlite3.connect(store.folder / "pausa.sqlite", isolation_level=None)) as held:
            held.execute("BEGIN EXCLUSIVE")
            refused = anna.post(f"/api/work/{own}/actions", saving(action(1, 3, ".")))
            assert (refused.status_code, "holds the database" in refused.json()["detail"]) == (503, True)
            with pytest.raises(Locked):
                store.write(people.add, "eve")
        assert anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "."))).status_code == 200
    store.close()


def _overfill(db: Connection) -> None:
    """Write more than there is room for."""
    pages = db.scalar(text("PRAGMA page_count"))
    db.execute(text(f"PRAGMA max_page_count={pages}"))
    try:
        db.execute(text("CREATE TABLE filler AS SELECT zeroblob(1000000)"))
    finally:
        db.execute(text("PRAGMA max_page_count=1000000000"))


@pytest.mark.parametrize("loss", ["full", "gone"])
def test_a_database_that_is_full_or_gone_is_a_clear_error(tmp_path: Path, loss: str) -> None:
    store = open_store(tmp_path / "lost")
    with opened(store) as site:
        anna, own = site.person("anna"), site.own("anna")
        anna.json(f"/api/work/{own}")
        if loss == "full":
            with pytest.raises(Lost, match="database or disk is full"):
                store.write(_overfill)
        else:
            store.write(lambda db: db.execute(text("ALTER TABLE actions RENAME TO lost")) and None)
            refused = anna.post(f"/api/work/{own}/actions", saving(action(1, 3, ".")))
            assert (refused.status_code, "does not answer" in refused.json()["detail"]) == (503, True)
            store.write(lambda db: db.execute(text("ALTER TABLE lost RENAME TO actions")) and None)
        assert anna.post(f"/api/work/{own}/actions", saving(action(1, 3, "."))).status_code == 200
    store.close()


def test_uploads_and_saves_have_a_rate(plain: Store) -> None:
    with opened(plain, limits=AppLimits(uploads_per_minute=2, saves_per_second=1)) as site:
        owner, anna, own = site.owner, site.person("anna"), site.own("anna")
        bad = {"transcript": ("a.txt", b"\x00")}
        assert [owner.upload("/api/owner/transcripts", bad).status_code for _ in range(3)] == [422, 422, 429]
        codes = {anna.post(f"/api/work/{own}/actions", saving()).status_code for _ in range(40)}
        assert codes == {200, 429}
    plain.close()


def test_a_foreign_name_that_leads_here_is_not_answered(plain: Store) -> None:
    with opened(plain, hosts=frozenset({"127.0.0.1", "localhost"})) as site:
        visitor = site.visitor()
        assert visitor.get("/", headers={"Host": "evil.example"}).status_code == 400
        assert visitor.get("/", headers={"Host": "localhost:9000"}).status_code == 200
    plain.close()


def test_a_limiter_forgets_the_longest_unused_and_fills_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(1, 10, clock=lambda: now[0], most_keys=2)
    assert [limiter.wait(key) for key in ("a", "b", "a")] == [0, 0, 10]
    limiter.wait("c")  # pushes out "a", the longest unused
    assert limiter.wait("a") == 0
    now[0] = 10.0
    assert limiter.wait("c") == 0


@pytest.mark.parametrize(
    ("host", "local"), [("127.0.0.1", True), ("::1", True), ("0.0.0.0", False), ("10.0.0.1", False)]
)
def test_only_the_loopback_addresses_are_local(host: str, local: bool) -> None:
    assert is_local(host) is local


def test_host_names_are_read_without_their_port() -> None:
    assert [host_name(name) for name in ("Localhost:80", "[::1]:80", "evil.example")] == [
        "localhost",
        "[::1]",
        "evil.example",
    ]
