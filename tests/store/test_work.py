"""Saving marks: nothing twice, nothing lost, nothing written over, nothing of others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from pausa.core.errors import OptionError
from pausa.store import marks, members, people, saving, work
from pausa.store.errors import Closed, Conflict, NotThere
from pausa.store.saving import Action
from pausa.store.store import Store
from tests.store.projects import assignment_of, document, fill, long_document


@pytest.fixture
def anna(store: Store) -> work.Assignment:
    fill(store, names=["anna", "ben"], documents=[document()], per_transcript=2)
    return assignment_of(store, "anna")


def save(
    store: Store, one: work.Assignment, *actions: Action, client: str = "page", base: int = 0, seconds: float = 0
) -> int:
    return store.write(
        saving.save,
        one.id,
        person_id=one.person_id,
        client=client,
        base=base,
        actions=actions,
        reached=5,
        seconds=seconds,
    )


def test_the_last_mark_after_a_word_holds_and_none_takes_it_away(store: Store, anna: work.Assignment) -> None:
    save(store, anna, Action(1, 0, 2, "."), Action(2, 0, 5, ","), Action(3, 0, 2, "?"), Action(4, 0, 5, "", "undo"))
    assert store.read(marks.of, anna.id) == {2: "?"}
    assert store.read(work.get, anna.id).version == 4


def test_sending_actions_again_changes_nothing(store: Store, anna: work.Assignment) -> None:
    first = (Action(1, 0, 2, "."), Action(2, 0, 5, "."))
    assert save(store, anna, *first, seconds=10) == 2
    assert save(store, anna, *first, Action(3, 0, 2, ""), seconds=12) == 3
    assert save(store, anna, *first, seconds=12) == 3
    assert store.read(marks.of, anna.id) == {5: "."}
    assert store.read(work.get, anna.id).seconds == 12


def test_a_second_page_does_not_write_over_the_first(store: Store, anna: work.Assignment) -> None:
    save(store, anna, Action(1, 0, 2, "."), client="one")
    with pytest.raises(Conflict) as raised:
        save(store, anna, Action(1, 0, 2, "?"), client="two", base=0)
    assert (raised.value.version, raised.value.marks) == (1, {2: "."})
    assert store.read(marks.of, anna.id) == {2: "."}
    assert save(store, anna, Action(1, 0, 2, "?"), client="two", base=1) == 2


def test_a_base_from_the_future_is_a_conflict(store: Store, anna: work.Assignment) -> None:
    with pytest.raises(Conflict):
        save(store, anna, Action(1, 0, 2, "."), base=7)


def test_of_two_pages_that_save_at_the_same_moment_one_is_told_to_merge(store: Store, anna: work.Assignment) -> None:
    def attempt(client: str) -> bool:
        try:
            save(store, anna, Action(1, 0, 2, "."), client=client)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, [f"page-{number}" for number in range(8)])) == 1
    assert store.read(work.get, anna.id).version == 1


def test_seconds_of_several_pages_add_up(store: Store, anna: work.Assignment) -> None:
    save(store, anna, client="one", seconds=30)
    save(store, anna, client="two", seconds=12)
    save(store, anna, client="one", seconds=31)
    assert store.read(work.get, anna.id).seconds == 43


@pytest.mark.parametrize("action", [Action(1, 0, 99, "."), Action(1, 0, -1, "."), Action(1, 0, 2, "!")])
def test_an_action_that_does_not_fit_is_refused_with_all_beside_it(
    store: Store, anna: work.Assignment, action: Action
) -> None:
    with pytest.raises(OptionError):
        save(store, anna, Action(0, 0, 1, "."), action)
    assert store.read(marks.of, anna.id) == {}


def test_somebody_elses_work_is_not_there(store: Store, anna: work.Assignment) -> None:
    ben = assignment_of(store, "ben")
    with pytest.raises(NotThere):
        store.write(
            saving.save, anna.id, person_id=ben.person_id, client="page", base=0, actions=[Action(1, 0, 1, ".")]
        )
    with pytest.raises(NotThere):
        store.read(work.get, anna.id, person_id=ben.person_id)
    with pytest.raises(NotThere):
        store.write(work.set_own_state, anna.id, person_id=ben.person_id, state="done")


@pytest.mark.parametrize("verdict", ["accepted", "excluded"])
def test_what_the_owner_has_decided_no_longer_changes(store: Store, anna: work.Assignment, verdict: str) -> None:
    store.write(work.set_state, anna.id, state=verdict)
    with pytest.raises(Closed):
        save(store, anna, Action(1, 0, 2, "."))
    with pytest.raises(Closed):
        store.write(work.set_own_state, anna.id, person_id=anna.person_id, state="open")


def test_work_that_was_sent_back_can_be_changed_and_finished_again(store: Store, anna: work.Assignment) -> None:
    store.write(work.set_state, anna.id, state="returned", note="please listen again")
    save(store, anna, Action(1, 0, 2, "."))
    assert store.read(work.get, anna.id).note == "please listen again"
    store.write(work.set_own_state, anna.id, person_id=anna.person_id, state="done")
    assert store.read(work.get, anna.id).state == "done"


def test_a_detectors_marks_are_there_from_the_start_and_remembered_as_such(store: Store, anna: work.Assignment) -> None:
    store.write(work.begin, anna.id, proposed={2: ".", 6: "?"}, by="bayes")
    save(store, anna, Action(1, 0, 6, "."))
    one = store.read(work.get, anna.id)
    assert (one.presegmented, one.presegmented_by) == ({2: ".", 6: "?"}, "bayes")
    assert store.read(marks.of, anna.id) == {2: ".", 6: "."}


def test_opening_does_nothing_to_work_that_has_begun(store: Store, anna: work.Assignment) -> None:
    save(store, anna, Action(1, 0, 2, "."))
    store.write(work.begin, anna.id, proposed={4: "."}, by="bayes")
    assert store.read(marks.of, anna.id) == {2: "."}


def test_thousands_of_marks_in_one_request_are_saved(store: Store) -> None:
    fill(store, names=["anna"], documents=[long_document("long", 1500)], per_transcript=1)
    one = assignment_of(store, "anna", "long")
    save(store, one, *(Action(word, 0, word, ".") for word in range(1500)))
    assert len(store.read(marks.of, one.id)) == 1500


def test_work_of_somebody_who_is_shut_out_goes_to_another_unless_begun(store: Store) -> None:
    fill(store, names=["anna", "ben"], documents=[document("one"), document("two")], per_transcript=1)
    begun = store.read(work.listing)[0]
    save(store, begun, Action(1, 0, 2, "."))
    other = next(one for one in store.read(people.everyone) if one.id != begun.person_id)
    store.write(members.dismiss, other.id)
    assert {one.person_id for one in store.read(work.listing)} == {begun.person_id}
    assert store.read(marks.of, begun.id) == {2: "."}
