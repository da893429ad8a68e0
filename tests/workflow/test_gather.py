from __future__ import annotations

from pathlib import Path

import pytest

from pausa.core.errors import InputError, OptionError
from pausa.core.segmentation import Segmentation
from pausa.workflow.gather import Reading, annotators_in, bundle, distinct, recordings
from pausa.workflow.scoring import gathered

READING = Reading()


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def test_a_folder_beside_one_file_holds_one_file_per_annotator(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        write(tmp_path / "refs" / f"{name}.txt", "so we left\nit was late\n")
    system = write(tmp_path / "system.txt", "so we left it\nwas late\n")
    panel, systems = gathered(
        [str(tmp_path / "refs")], [system], reading=READING, condition="rec", baselines=False, say=pytest.fail
    )
    assert [reference.by for reference in panel[0].references] == ["anna", "ben"]
    assert systems[0].name == "system"


def test_folders_are_matched_by_file_name_and_what_is_missing_is_said(tmp_path: Path) -> None:
    for person in ("anna", "ben", "system"):
        for talk in ("one", "two"):
            write(tmp_path / person / f"{talk}.txt", "so we left\nit was late\n")
    write(tmp_path / "anna" / "three.txt", "so\n")
    said: list[str] = []
    panel, systems = gathered(
        [str(tmp_path / "anna"), str(tmp_path / "ben")],
        [str(tmp_path / "system")],
        reading=READING,
        condition="rec",
        baselines=True,
        say=said.append,
    )
    assert [trial.name for trial in panel] == ["one", "two"]
    assert [system.name for system in systems] == ["system", "none", "all", "every 3"]
    assert "three" in said[0]


def test_stray_files_in_a_folder_are_passed_over_with_a_message(tmp_path: Path) -> None:
    write(tmp_path / "anna.txt", "so we left\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\x00\x00")
    (tmp_path / ".hidden").write_text("x")
    said: list[str] = []
    assert [one.label for one in annotators_in(str(tmp_path), reading=READING, say=said.append)] == ["anna"]
    assert len(said) == 1
    assert "picture.png" in said[0]
    with pytest.raises(InputError, match="no transcript"):
        annotators_in(str(tmp_path.parent / tmp_path.name / ".."), reading=READING, say=said.append)


def test_one_document_with_many_segmentations_gives_many_references(tmp_path: Path) -> None:
    text = '{"pausa": 1, "words": [{"text": "so"}, {"text": "we"}, {"text": "left"}], "segmentations": ['
    text += '{"by": "anna", "ends": [0, 2]}, {"by": "ben", "ends": [1, 2], "marks": [",", "."]}]}'
    one = bundle(write(tmp_path / "talk.json", text), reading=READING, say=pytest.fail)
    document = one.documents["talk"]
    people = READING.segmentations(document, one.label)
    assert [(person.by, person.ends) for person in people] == [("anna", (0, 2)), ("ben", (2,))]
    clauses = Reading(level="clause").segmentations(document, one.label)
    assert clauses[1].ends == (1, 2)


def test_the_marks_that_count_can_be_chosen(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.text", "Yes; we left. It was late, really! And so on.")
    document = bundle(path, reading=READING, say=pytest.fail).documents["talk"]
    assert READING.segmentations(document, "x")[0].ends == (0, 2, 6, 9)
    assert Reading(marks=".").segmentations(document, "x")[0].ends == (2, 9)
    assert Reading(level="clause").segmentations(document, "x")[0].ends == (0, 2, 5, 6, 9)


def test_lines_without_punctuation_keep_every_boundary(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.txt", "so we left\nit was late\nyes\n")
    document = bundle(path, reading=READING, say=pytest.fail).documents["talk"]
    assert READING.segmentations(document, "x")[0].ends == (2, 5, 6)


def test_names_that_match_nothing_are_an_error_that_shows_them(tmp_path: Path) -> None:
    for person, talk in (("anna", "one"), ("anna", "two"), ("system", "eins"), ("system", "zwei")):
        write(tmp_path / person / f"{talk}.txt", "so we left\n")
    people = [bundle(str(tmp_path / "anna"), reading=READING, say=pytest.fail)]
    systems = [bundle(str(tmp_path / "system"), reading=READING, say=pytest.fail)]
    with pytest.raises(OptionError, match=r"one, two.*eins, zwei"):
        recordings(people, systems, say=pytest.fail)


def test_equal_labels_get_their_folder() -> None:
    assert distinct(["x", "x", "y"], ["a/x.txt", "b/x.txt", "y.txt"]) == ["a/x", "b/x", "y"]


def test_a_stored_segmentation_keeps_its_probabilities() -> None:
    segmentation = Segmentation(2, (1,), by="m", probabilities=(0.1, 0.9))
    from pausa.core.document import Document
    from pausa.core.words import Transcript, Word

    document = Document(Transcript((Word("a"), Word("b"))), (segmentation,))
    assert READING.segmentations(document, "x")[0].probabilities == (0.1, 0.9)
