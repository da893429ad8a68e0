"""Who gets what: enough people each, evenly, and begun work stays."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pausa.store.balance import Changes, Held, balanced

sizes = st.lists(st.integers(1, 900), min_size=1, max_size=12)


def held_after(held: list[Held], changes: Changes) -> list[Held]:
    kept = [one for one in held if (one.transcript, one.person) not in set(changes.remove)]
    return kept + [Held(transcript, person) for transcript, person in changes.add]


def dealt(words: dict[int, int], people: list[int], k: int, held: list[Held] | None = None) -> list[Held]:
    return held_after(held or [], balanced(words, people, held or [], per_transcript=k))


@given(sizes=sizes, n_people=st.integers(1, 6), k=st.integers(1, 4))
def test_every_transcript_gets_k_different_people_or_all_there_are(sizes: list[int], n_people: int, k: int) -> None:
    held = dealt(dict(enumerate(sizes)), list(range(n_people)), k)
    assert len({(one.transcript, one.person) for one in held}) == len(held)
    assert Counter(one.transcript for one in held) == dict.fromkeys(range(len(sizes)), min(k, n_people))


@given(sizes=sizes, n_people=st.integers(2, 6))
def test_loads_differ_by_no_more_than_one_transcript(sizes: list[int], n_people: int) -> None:
    held = dealt(dict(enumerate(sizes)), list(range(n_people)), 1)
    loads = Counter(dict.fromkeys(range(n_people), 0))
    for one in held:
        loads[one.person] += sizes[one.transcript]
    assert max(loads.values()) - min(loads.values()) <= max(sizes)


@given(sizes=sizes, more=sizes, k=st.integers(1, 3), data=st.data())
def test_begun_work_stays_when_people_and_transcripts_come(
    sizes: list[int], more: list[int], k: int, data: st.DataObject
) -> None:
    before = dealt(dict(enumerate(sizes)), [0, 1, 2], k)
    begun = [Held(one.transcript, one.person, begun=data.draw(st.booleans())) for one in before]
    after = dealt(dict(enumerate(sizes + more)), [0, 1, 2, 3, 4], k, begun)
    kept = {(one.transcript, one.person) for one in after}
    assert {(one.transcript, one.person) for one in begun if one.begun} <= kept
    assert set(Counter(one.transcript for one in after).values()) == {k}


@given(sizes=sizes, n_people=st.integers(1, 5), k=st.integers(1, 3))
def test_sharing_out_twice_changes_nothing(sizes: list[int], n_people: int, k: int) -> None:
    held = dealt(dict(enumerate(sizes)), list(range(n_people)), k)
    assert balanced(dict(enumerate(sizes)), list(range(n_people)), held, per_transcript=k) == Changes((), ())


def test_somebody_new_takes_over_what_nobody_has_begun() -> None:
    words = dict.fromkeys(range(6), 100)
    before = [Held(one.transcript, one.person, begun=one.transcript == 0) for one in dealt(words, [1, 2], 1)]
    after = dealt(words, [1, 2, 3], 1, before)
    assert Counter(one.person for one in after) == {1: 2, 2: 2, 3: 2}


def test_an_excluded_annotation_leaves_a_place_that_another_person_fills() -> None:
    held = [Held(1, 7, begun=True, counts=False), Held(1, 8, begun=True)]
    assert balanced({1: 100}, [7, 8, 9], held, per_transcript=2) == Changes(add=((1, 9),), remove=())


def test_fewer_people_per_transcript_take_back_only_what_is_untouched() -> None:
    held = [Held(1, 7, begun=True), Held(1, 8), Held(1, 9, begun=True)]
    assert balanced({1: 100}, [7, 8, 9], held, per_transcript=1) == Changes(add=(), remove=((1, 8),))
