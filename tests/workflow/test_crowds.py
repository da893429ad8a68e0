"""Several people, several recordings, not everybody everywhere."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError
from pausa.core.segmentation import Segmentation
from pausa.formats.files import read_all
from pausa.formats.files import write as write_document
from pausa.workflow.crowds import find_crowd
from pausa.workflow.evaluate import agree, evaluate
from tests.workflow.test_gather import gathered, people, write

TALKS = {
    "talk1": ("anna", "ben", "cleo"),
    "talk2": ("ben", "cleo"),
    "talk3": ("anna", "dora", "cleo"),
}
WORDS = {
    "talk1": "so we left it was late yes it was",
    "talk2": "the boat came and nobody had told them where it would go",
    "talk3": "rain fell on the market until noon then people came back",
}


def lines(talk: str, person: str) -> str:
    words = WORDS[talk].split()
    end = 3 + len(person) % 3
    return f"{' '.join(words[:end])}\n{' '.join(words[end:])}\n"


@pytest.mark.parametrize("layout", ["{person}/{talk}.txt", "{talk}/{person}.txt", "{talk}.{person}.txt"])
def test_a_folder_of_several_people_and_recordings_is_told_by_its_names(tmp_path: Path, layout: str) -> None:
    for talk, everyone in TALKS.items():
        for person in everyone:
            write(tmp_path / "refs" / layout.format(person=person, talk=talk), lines(talk, person))
    found = gathered(tmp_path / "refs")
    assert {each.name: sorted(people(each)) for each in found} == {k: sorted(v) for k, v in TALKS.items()}
    for each in found:
        assert all(" ".join(one.transcript.texts) == WORDS[each.name] for one in each.references)
    (tmp_path / "system").mkdir()
    for talk in TALKS:
        write(tmp_path / "system" / f"{talk}.txt", lines(talk, "xx"))
    scored = evaluate(tmp_path / "refs", [tmp_path / "system"])
    assert scored.references == ("anna", "ben", "cleo", "dora")
    assert "|nrefs:2-3|" in scored["system"].scores["f1_mean"].signature
    assert [row.name for row in scored["dora"].per_reference] == ["anna", "cleo"]


def test_json_lines_say_who_annotated_what(tmp_path: Path) -> None:
    rows = [
        {"id": talk, "annotator": person, "text": lines(talk, person).replace("\n", ". ")}
        for talk, everyone in TALKS.items()
        for person in everyone
    ]
    path = write(tmp_path / "crowd.jsonl", "\n".join(map(json.dumps, rows)))
    found = gathered(path)
    assert {each.name: sorted(people(each)) for each in found} == {k: sorted(v) for k, v in TALKS.items()}
    ends = {one.by: one.segmentation.ends for one in found[0].references}
    assert ends["anna"] == (3, 8)
    assert ends["ben"] == (2, 8)


def test_one_recording_by_several_people_in_file_names_needs_no_matching_name(tmp_path: Path) -> None:
    for person in ("anna", "ben"):
        write(tmp_path / "refs" / f"talk1.{person}.txt", lines("talk1", person))
    system = write(tmp_path / "system.txt", lines("talk1", "x"))
    (recording,) = gathered(tmp_path / "refs", [system])
    assert people(recording) == ["anna", "ben"]


def test_strangers_are_an_error_that_names_both_files(tmp_path: Path) -> None:
    write(tmp_path / "refs" / "anna.txt", lines("talk1", "anna"))
    write(tmp_path / "refs" / "ben.txt", lines("talk2", "ben"))
    with pytest.raises(InputError, match=r"ben\.txt: these are not the words of .*anna\.txt"):
        agree(tmp_path / "refs")
    system = write(tmp_path / "system.txt", lines("talk3", "x"))
    with pytest.raises(InputError, match=r"anna\.txt: these are not the words of .*system\.txt"):
        evaluate([tmp_path / "refs" / "anna.txt"], [system])


def test_nobody_annotates_a_recording_twice(tmp_path: Path) -> None:
    for folder in ("first", "second"):
        for person in ("anna", "ben"):
            write(tmp_path / folder / f"talk1.{person}.txt", lines("talk1", person))
    with pytest.raises(InputError, match=r"^\S*second\S*: anna has annotated 'talk1' twice, also in \S*first"):
        gathered([tmp_path / "first", tmp_path / "second"])


def test_a_recording_that_one_person_lacks_is_kept(tmp_path: Path) -> None:
    for person, talks in (("anna", ("talk1", "talk2")), ("ben", ("talk1",))):
        for talk in talks:
            write(tmp_path / person / f"{talk}.txt", lines(talk, person))
    found = agree([tmp_path / "anna", tmp_path / "ben"])
    assert found.documents == ("talk1", "talk2")
    assert any("In 1 recording there is one person only" in remark for remark in found.remarks)
    alone = agree([tmp_path / "anna" / "talk1.txt", tmp_path / "ben" / "talk1.txt"])
    assert found.agreement.krippendorff_alpha == pytest.approx(alone.agreement.krippendorff_alpha)
    assert found.agreement.agreement_ratio == pytest.approx(alone.agreement.agreement_ratio)


def found(folder: Path) -> dict[str, list[str]]:
    """What each person annotated in a folder."""
    return {person: [each.recording for each in made] for person, made in find_crowd(folder, read_all).items()}


def test_hidden_files_and_folders_within_are_not_looked_at(tmp_path: Path) -> None:
    for talk, person in (("talk1", "anna"), ("talk1", "ben")):
        write(tmp_path / person / f"{talk}.txt", lines(talk, person))
        write(tmp_path / person / "deeper" / "x.txt", "so\n")
    write(tmp_path / ".hidden" / "talk1.txt", "so\n")
    write(tmp_path / ".notes.txt", "so\n")
    assert found(tmp_path) == {"anna": ["talk1"], "ben": ["talk1"]}


def test_files_beside_folders_are_no_crowd(tmp_path: Path) -> None:
    write(tmp_path / "anna" / "talk1.txt", lines("talk1", "anna"))
    assert found(tmp_path) == {"anna": ["talk1"]}
    write(tmp_path / "stray.txt", "so\n")
    assert found(tmp_path) == {}
    (tmp_path / "empty").mkdir()
    assert found(tmp_path / "empty") == {}


def test_dots_that_mean_something_else_make_no_crowd(tmp_path: Path) -> None:
    for name in ("anna.txt", "ben.txt"):
        write(tmp_path / "plain" / name, lines("talk1", "anna"))
    assert found(tmp_path / "plain") == {}
    for name in ("talk1.anna.txt", "talk2.ben.txt"):
        write(tmp_path / "single" / name, lines("talk1", "anna"))
    assert found(tmp_path / "single") == {}
    write(tmp_path / "some" / "talk1.anna.txt", lines("talk1", "anna"))
    write(tmp_path / "some" / "talk1.ben.txt", lines("talk1", "ben"))
    assert found(tmp_path / "some") == {"anna": ["talk1"], "ben": ["talk1"]}
    write(tmp_path / "some" / "another.anna.txt", lines("talk2", "anna"))
    assert found(tmp_path / "some") == {"anna": ["another", "talk1"], "ben": ["talk1"]}
    write(tmp_path / "some" / "whole.txt", lines("talk1", "ben"))
    assert found(tmp_path / "some") == {}
    for talk in ("talk1", "talk2"):
        write(tmp_path / "parts" / f"call.{talk}.txt", lines(talk, "anna"))
    assert found(tmp_path / "parts") == {}


def test_packed_files_and_those_of_two_suffixes_are_called_by_what_is_before(tmp_path: Path) -> None:
    for person in ("ben", "anna"):
        path = tmp_path / f"talk1.{person}.txt.gz"
        path.write_bytes(gzip.compress(lines("talk1", person).encode()))
    assert list(found(tmp_path)) == ["anna", "ben"]
    for person in ("anna", "ben"):
        document = read_all(tmp_path / f"talk1.{person}.txt.gz")[0]
        (tmp_path / "native" / person).mkdir(parents=True)
        write_document(document, tmp_path / "native" / person / "talk1.pausa.json")
    assert found(tmp_path / "native") == {"anna": ["talk1"], "ben": ["talk1"]}


def test_words_tell_whether_folders_are_people_or_recordings(tmp_path: Path) -> None:
    for talk in ("talk1", "talk2"):
        for number in ("1", "2"):
            write(tmp_path / "recordings" / talk / f"{number}.txt", lines(talk, "x" * int(number)))
            write(tmp_path / "people" / number / f"{talk}.txt", lines(talk, "x" * int(number)))
    assert found(tmp_path / "recordings") == {"1": ["talk1", "talk2"], "2": ["talk1", "talk2"]}
    assert found(tmp_path / "people") == {"1": ["talk1", "talk2"], "2": ["talk1", "talk2"]}
    # No name is there twice: files of one folder are of one recording, or of one person.
    write(tmp_path / "talks" / "talk1" / "anna.txt", lines("talk1", "anna"))
    write(tmp_path / "talks" / "talk1" / "ben.txt", lines("talk1", "ben"))
    assert found(tmp_path / "talks") == {"anna": ["talk1"], "ben": ["talk1"]}
    write(tmp_path / "alone" / "anna" / "talk1.txt", lines("talk1", "anna"))
    write(tmp_path / "alone" / "anna" / "talk2.txt", lines("talk2", "anna"))
    assert found(tmp_path / "alone") == {"anna": ["talk1", "talk2"]}


def test_a_file_of_several_recordings_in_a_person_s_folder_gives_each_by_its_name(tmp_path: Path) -> None:
    rows = [{"id": talk, "text": lines(talk, "anna").replace("\n", ". ")} for talk in ("talk1", "talk2")]
    for person in ("anna", "ben"):
        write(tmp_path / person / "all.jsonl", "\n".join(map(json.dumps, rows)))
    crowd = find_crowd(tmp_path, read_all)
    assert {person: [each.recording for each in made] for person, made in crowd.items()} == {
        "anna": ["talk1", "talk2"], "ben": ["talk1", "talk2"],
    }  # fmt: skip
    assert crowd["ben"][0].source == str(tmp_path / "ben" / "all.jsonl")


# A made crowd: what comes out is worked out here once more, in the plainest way.


@dataclass(frozen=True)
class Crowd:
    """Who marked which words of which recording, of how many words."""

    n_words: dict[str, int]
    marks: dict[tuple[str, str], set[int]]

    def people(self, recording: str) -> list[str]:
        return sorted(person for name, person in self.marks if name == recording)


CARELESS = ("rec07", "p03")


def crowd() -> Crowd:
    """40 recordings, 3 to 6 of 25 people each, people of known quality, one careless file by a careful person."""
    rng = np.random.default_rng(40)
    quality = {f"p{number:02}": 0.7 + 0.28 * rng.random() for number in range(25)}
    n_words: dict[str, int] = {}
    marks: dict[tuple[str, str], set[int]] = {}
    for number in range(40):
        recording = f"rec{number:02}"
        n = n_words[recording] = int(rng.integers(80, 200))
        true = set(np.flatnonzero(rng.random(n - 1) < 0.1).tolist())
        chosen = set(rng.choice(sorted(quality), size=int(rng.integers(3, 7)), replace=False).tolist())
        for person in sorted(chosen | ({CARELESS[1]} if recording == CARELESS[0] else set())):
            kept = {end for end in true if rng.random() < quality[person]}
            marks[recording, person] = kept | set(np.flatnonzero(rng.random(n - 1) < 0.01).tolist())
    marks[CARELESS] = set(np.flatnonzero(rng.random(n_words[CARELESS[0]] - 1) < 0.1).tolist())
    return Crowd(n_words, marks)


def written(made: Crowd, folder: Path) -> Path:
    rng = np.random.default_rng(7)
    vocabulary = [f"{a}{b}" for a in "bdfgklmnprst" for b in ("a", "en", "or", "ill", "ush")]
    words = {name: rng.choice(vocabulary, size=n).tolist() for name, n in made.n_words.items()}
    for (recording, person), ends in made.marks.items():
        text = "".join(word + ("\n" if place in ends else " ") for place, word in enumerate(words[recording]))
        write(folder / f"{recording}.{person}.txt", text)
    return folder


def f1(left: set[int], right: set[int]) -> float:
    return 2 * len(left & right) / (len(left) + len(right))


def alpha(units: Sequence[Sequence[int]]) -> float:
    """Krippendorff's α from the coincidence matrix, unit by unit."""
    matrix = np.zeros((2, 2))
    for values in units:
        for i, j in ((i, j) for i in range(len(values)) for j in range(len(values)) if i != j):
            matrix[values[i], values[j]] += 1 / (len(values) - 1)
    totals = matrix.sum(axis=1)
    n = totals.sum()
    return float(1 - (n - 1) * matrix[0, 1] * 2 / (n * n - (totals**2).sum()))


def test_a_made_crowd_is_counted_right_and_the_careless_file_found(tmp_path: Path) -> None:
    made = crowd()
    found = agree(written(made, tmp_path / "refs"))
    recordings = sorted(made.n_words)
    assert sorted(found.documents) == recordings
    assert found.references == tuple(sorted({person for _, person in made.marks}))
    assert {trial.name: sorted(trial.people) for trial in found.panel} == {
        name: made.people(name) for name in recordings
    }
    assert found.n_words == sum(made.n_words.values())

    units = [
        [int(word in made.marks[name, person]) for person in made.people(name)]
        for name in recordings
        for word in range(made.n_words[name] - 1)
    ]
    assert found.agreement.krippendorff_alpha == pytest.approx(alpha(units), abs=1e-12)

    pooled: dict[tuple[str, str], list[int]] = {}
    for name in recordings:
        for pair in combinations(made.people(name), 2):
            left, right = (made.marks[name, person] for person in pair)
            row = pooled.setdefault((pair[0], pair[1]), [0, 0])
            row[0] += 2 * len(left & right)
            row[1] += len(left) + len(right)
    pairs = [hits / both for hits, both in pooled.values()]
    assert found.agreement.pairwise_f1 == pytest.approx(sum(pairs) / len(pairs), abs=1e-12)

    each = {(one.recording, one.name): one.mean_f1 for one in found.agreement.annotations}
    assert each.keys() == made.marks.keys()
    for (name, person), value in each.items():
        others = [made.marks[name, other] for other in made.people(name) if other != person]
        assert value == pytest.approx(sum(f1(made.marks[name, person], one) for one in others) / len(others))
    assert min(each, key=lambda key: each[key]) == CARELESS
    assert [key for key, value in each.items() if value < 0.4] == [CARELESS]
    by_person = {row.name: row.mean_f1 for row in found.agreement.jack_knife}
    assert by_person[CARELESS[1]] > 0.5

    numbers = [len(made.people(name)) for name in recordings]
    assert any(f"{min(numbers)} to {max(numbers)} people" in remark for remark in found.remarks)


def test_scores_against_a_crowd_pool_what_is_there(tmp_path: Path) -> None:
    made = crowd()
    folder = written(made, tmp_path / "refs")
    person = "p03"
    mine = {name: made.marks[name, who] for name, who in made.marks if who == person}
    system = [
        Segmentation.of(made.n_words[name], sorted(mine.get(name, range(4, made.n_words[name] - 1, 9))), by="system")
        for name in sorted(made.n_words)
    ]
    documents = agree(folder).panel
    words = {trial.name: trial.transcript for trial in documents}
    given = [Document(words[name], (one,), name=name) for name, one in zip(sorted(made.n_words), system, strict=True)]
    found = evaluate(folder, {"system": given}, confidence=False)
    against = next(row for row in found["system"].per_reference if row.name == person)
    assert against["f1"] == 1.0
    place = [one.name for one in found.humans].index(person)
    assert found["system"].loo["f1_mean"].folds[place] == found[person].scores["f1_mean"].value
    hits = dict(zip(found.references, found["system"].scores["f1_mean"].counts["hit"], strict=True))  # type: ignore[arg-type]
    for who in found.references:
        expected = sum(
            len(made.marks[name, who] & set(one.ends[:-1]))
            for name, one in zip(sorted(made.n_words), system, strict=True)
            if (name, who) in made.marks
        )
        assert hits[who] == expected
