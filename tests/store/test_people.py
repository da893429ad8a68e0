"""Links and sessions: not guessable, kept only as hashes, ended when they should be."""

from __future__ import annotations

import base64

import pytest
from sqlalchemy import select, update

from pausa.core.errors import OptionError
from pausa.store import people, schema
from pausa.store.errors import NotThere
from pausa.store.store import Store


@pytest.fixture
def anna(store: Store) -> people.Person:
    return store.write(people.add, "anna")


def test_a_token_has_192_random_bits_and_no_two_are_equal(store: Store, anna: people.Person) -> None:
    tokens = {store.write(people.new_link, anna.id) for _ in range(20)}
    assert len(tokens) == 20
    assert all(len(base64.urlsafe_b64decode(token)) == 24 for token in tokens)


def test_the_database_holds_neither_tokens_nor_sessions(store: Store, anna: people.Person) -> None:
    token = store.write(people.new_link, anna.id)
    session = store.write(people.begin_session, anna.id)
    rows = store.read(lambda db: [*db.execute(select(schema.people)), *db.execute(select(schema.sessions))])
    assert token not in str(rows)
    assert session not in str(rows)
    assert store.read(people.by_token, token) == people.Person(anna.id, "anna", False, False, True)
    assert store.read(people.by_session, session) is not None


def test_a_new_link_ends_the_old_one_and_its_sessions(store: Store, anna: people.Person) -> None:
    old = store.write(people.new_link, anna.id)
    session = store.write(people.begin_session, anna.id)
    new = store.write(people.new_link, anna.id)
    assert store.read(people.by_token, old) is None
    assert store.read(people.by_session, session) is None
    assert store.read(people.by_token, new) is not None


def test_a_revoked_person_is_let_in_no_longer(store: Store, anna: people.Person) -> None:
    token = store.write(people.new_link, anna.id)
    session = store.write(people.begin_session, anna.id)
    store.write(people.revoke, anna.id)
    assert store.read(people.by_token, token) is None
    assert store.read(people.by_session, session) is None


def test_a_session_ends_by_itself(store: Store, anna: people.Person) -> None:
    session = store.write(people.begin_session, anna.id)
    store.write(lambda db: db.execute(update(schema.sessions).values(expires_at=1)) and None)
    assert store.read(people.by_session, session) is None


def test_the_hash_of_a_token_is_no_token(store: Store, anna: people.Person) -> None:
    token = store.write(people.new_link, anna.id)
    assert store.read(people.by_token, people.hashed(token)) is None
    assert store.read(people.by_token, "") is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 101, "\n", "ANNA"])
def test_a_name_that_cannot_be_or_is_taken_is_refused(store: Store, anna: people.Person, name: str) -> None:
    with pytest.raises(OptionError):
        store.write(people.add, name)


def test_the_owner_cannot_be_shut_out(store: Store) -> None:
    owner = store.write(people.add, "Owner", is_owner=True)
    with pytest.raises(OptionError):
        store.write(people.revoke, owner.id)
    with pytest.raises(NotThere):
        store.write(people.revoke, 12345)
