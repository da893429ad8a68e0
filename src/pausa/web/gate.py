"""Who is asking, and whether they may change something.

A session cookie (HttpOnly, SameSite=Strict) says who it is. A request that changes something needs, beside the
cookie, either the header `X-Pausa: 1`, which a foreign page cannot set, or in a form the session's own `csrf` value;
and where the browser says which page it comes from, that must be one of ours.

Browsers share cookies between the ports of a machine, so the names of ours hold the project's key: two projects in one
browser leave each other alone. The owner has a cookie of another name than annotators, so that whoever owns a project
can open an annotator's link in the same browser and stays the owner.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from fastapi.responses import Response

from pausa.store import people, project
from pausa.store.people import Person
from pausa.store.store import Store
from pausa.web.safety import RateLimiter, caller

_SESSION_SECONDS = people.SESSION_MS // 1000


@dataclass(frozen=True)
class AppLimits:
    """How large and how often; numbers for a server that people use, not programs."""

    body: int = 2 << 20
    transcript: int = 20 << 20
    transcript_words: int = 500_000
    transcript_seconds: float = 60.0
    audio: int = 500 << 20
    wrong_links_per_minute: int = 20
    uploads_per_minute: int = 30
    saves_per_second: int = 20


@dataclass(frozen=True)
class AppSettings:
    """Where the app is reached, and its limits. `public_url` is what links begin with, `hosts` None takes any name."""

    public_url: str = "http://127.0.0.1:8765"
    hosts: frozenset[str] | None = None
    limits: AppLimits = field(default_factory=AppLimits)

    @property
    def secure(self) -> bool:
        """Whether cookies may go over an encrypted connection only."""
        return self.public_url.startswith("https://")


class Gate:
    """Looks at every request before anything is done for it."""

    def __init__(self, store: Store, settings: AppSettings) -> None:
        self.store, self.settings = store, settings
        limits = settings.limits
        self._wrong_links = RateLimiter(limits.wrong_links_per_minute, 60)
        self._uploads = RateLimiter(limits.uploads_per_minute, 60)
        # People send one request for each key they press; ten seconds' worth may come at once after a break.
        self._saves = RateLimiter(limits.saves_per_second * 10, 10)

    @cached_property
    def _key(self) -> str:
        return self.store.read(project.key)

    def cookie(self, kind: str) -> str:
        """The name of a cookie: the `owner`'s or an annotator's `session`, or that of the form behind a link, `enter`.

        The last ties the form to the browser that opened it, before there is a session.
        """
        return f"pausa_{kind}_{self._key}"

    def session(self, request: Request, *, is_owner: bool) -> str:
        """The session that the browser has, of the owner or of an annotator; empty for none."""
        return request.cookies.get(self.cookie("owner" if is_owner else "session"), "")

    def _person(self, request: Request, *, is_owner: bool) -> Person | None:
        """Who has the session, None for nobody."""
        session = self.session(request, is_owner=is_owner)
        found = self.store.read(people.by_session, session) if session else None
        return found if found is not None and found.is_owner == is_owner else None

    def annotator(self, request: Request, *, changing: bool = False) -> Person:
        """The annotator who asks; the owner has no work of this kind."""
        refusal = "This is for annotators; the owner's pages are at /owner."
        return self._somebody(request, is_owner=False, changing=changing, refusal=refusal)

    def owner(self, request: Request, *, changing: bool = False, csrf: str = "") -> Person:
        """The owner, or 403."""
        refusal = "This is for the owner of the project."
        return self._somebody(request, is_owner=True, changing=changing, refusal=refusal, csrf=csrf)

    def _somebody(self, request: Request, *, is_owner: bool, changing: bool, refusal: str, csrf: str = "") -> Person:
        person = self._person(request, is_owner=is_owner)
        if person is None and self._person(request, is_owner=not is_owner) is not None:
            raise HTTPException(403, refusal)
        if person is None:
            raise HTTPException(401, "Open your personal link to begin.")
        if changing:
            self.check_intent(request, csrf=csrf, expected=csrf_of(self.session(request, is_owner=is_owner)))
        return person

    def check_intent(self, request: Request, *, csrf: str, expected: str) -> None:
        """Refuse a change that one of our own pages did not ask for."""
        origin = request.headers.get("origin")
        if origin not in (None, "null") and not self._is_ours(origin or "", request):
            raise HTTPException(403, "This request comes from another site.")
        if request.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise HTTPException(403, "This request comes from another site.")
        # A form sent under our referrer policy has the origin "null", as has one in a foreign frame: only the csrf
        # value tells them apart. A script of ours has its true origin.
        if request.headers.get("x-pausa") == "1" and origin != "null":
            return
        if not _is_same(csrf, expected):
            raise HTTPException(403, "This form is out of date; load the page again.")

    def _is_ours(self, origin: str, request: Request) -> bool:
        own = {urlsplit(self.settings.public_url).netloc.lower(), request.headers.get("host", "").lower()}
        return urlsplit(origin).netloc.lower() in own

    def linked(self, token: str, request: Request) -> Person:
        """Whose personal link it is; wrong ones are counted, and soon only told to wait.

        Right ones always open: many people may share an address, and no rate of guessing finds 192 bits.
        """
        person = self.store.read(people.by_token, token) if len(token) <= 200 else None
        if person is None:
            self._wrong_links.check(caller(request))
            raise HTTPException(404, "This link is not known, or no longer. Ask whoever sent it for a new one.")
        return person

    def count_upload(self, person: Person) -> None:
        self._uploads.check(str(person.id))

    def count_save(self, person: Person) -> None:
        self._saves.check(str(person.id))

    def enter(self, person: Person, request: Request, answer: Response) -> None:
        """Begin a session that nobody knew before; the browser's old one of that kind ends."""
        old = self.session(request, is_owner=person.is_owner)
        session = self.store.write(people.begin_session, person.id, ending=old)
        self._set(answer, self.cookie("owner" if person.is_owner else "session"), session, path="/")
        answer.delete_cookie(self.cookie("enter"), path="/enter")

    def new_form(self) -> str:
        """A value that the form on the page of a link sends back, and its cookie too."""
        return secrets.token_urlsafe(16)

    def set_form(self, answer: Response, value: str) -> None:
        self._set(answer, self.cookie("enter"), value, path="/enter", seconds=3600)

    def leave(self, request: Request, answer: Response, *, csrf: str) -> None:
        """End the session whose page this form was on."""
        is_owner = _is_same(csrf, csrf_of(self.session(request, is_owner=True)))
        session = self.session(request, is_owner=is_owner)
        self.check_intent(request, csrf=csrf, expected=csrf_of(session))
        if session:
            self.store.write(people.end_session, session)
        answer.delete_cookie(self.cookie("owner" if is_owner else "session"), path="/")

    def _set(self, answer: Response, name: str, value: str, *, path: str, seconds: int = _SESSION_SECONDS) -> None:
        answer.set_cookie(
            name, value, max_age=seconds, path=path, secure=self.settings.secure, httponly=True, samesite="strict"
        )


def csrf_of(session: str) -> str:
    """The value that the session's forms carry; it follows from the session and does not give it away."""
    return hashlib.sha256(b"csrf:" + session.encode()).hexdigest() if session else ""


def _is_same(csrf: str, expected: str) -> bool:
    return bool(csrf and expected) and hmac.compare_digest(csrf.encode(), expected.encode())
