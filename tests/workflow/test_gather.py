from __future__ import annotations

from pathlib import Path

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import Say
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.formats.files import read
from pausa.workflow.conventions import Conventions
from pausa.workflow.evaluate import evaluate
from pausa.workflow.gather import Inputs, Recording, gather

CONVENTIONS = Conventions()


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


def gathered(references: Inputs, hypotheses: Inputs = (), say: Say = pytest.fail) -> list[Recording]:
    return gather(references, hypotheses, conventions=CONVENTIONS, say=say)


def people(recording: Recording) -> list[str]:
    return [one.by for one in recording.references]


def test_a_folder_beside_one_file_holds_one_file_per_annotator(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        write(tmp_path / "refs" / f"{name}.txt", "so we left\nit was late\n")
    system = write(tmp_path / "system.txt", "so we left it\nwas late\n")
    (recording,) = gathered([str(tmp_path / "refs")], [system])
    assert people(recording) == ["anna", "ben"]
    assert [one.by for one in recording.systems] == ["system"]


def test_folders_are_matched_by_file_name_and_what_is_missing_is_said(tmp_path: Path) -> None:
    for person in ("anna", "ben", "system"):
        for talk in ("one", "two"):
            write(tmp_path / person / f"{talk}.txt", "so we left\nit was late\n")
    write(tmp_path / "anna" / "three.txt", "so\n")
    said: list[str] = []
    found = evaluate([tmp_path / "anna", tmp_path / "ben"], [tmp_path / "system"], baselines=True, say=said.append)
    assert found.documents == ("one", "two")
    assert [system.name for system in found.systems] == ["system", "none", "all", "every 3"]
    assert "three" in said[0]


def test_stray_files_in_a_folder_are_passed_over_with_a_message(tmp_path: Path) -> None:
    write(tmp_path / "anna.txt", "so we left\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\x00\x00")
    (tmp_path / ".hidden").write_text("x")
    said: list[str] = []
    (recording,) = gathered(str(tmp_path), say=said.append)
    assert people(recording) == ["anna"]
    assert len(said) == 1
    assert "picture.png" in said[0]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no transcript"):
        gathered(tmp_path / "empty")


def test_one_document_with_many_segmentations_gives_many_references(tmp_path: Path) -> None:
    text = '{"pausa": 1, "words": [{"text": "so"}, {"text": "we"}, {"text": "left"}], "segmentations": ['
    text += '{"by": "anna", "ends": [0, 2]}, {"by": "ben", "ends": [1, 2], "marks": [",", "."]}]}'
    path = write(tmp_path / "talk.json", text)
    (recording,) = gathered(path)
    assert [(one.by, one.segmentation.ends) for one in recording.references] == [("anna", (0, 2)), ("ben", (2,))]
    assert Conventions(level="clause").read(read(path), "talk")[1].ends == (1, 2)


def test_the_marks_that_count_can_be_chosen(tmp_path: Path) -> None:
    document = read(write(tmp_path / "talk.text", "Yes; we left. It was late, really! And so on."))
    assert CONVENTIONS.read(document, "x")[0].ends == (0, 2, 6, 9)
    assert Conventions(marks=".").read(document, "x")[0].ends == (2, 9)
    assert Conventions(level="clause").read(document, "x")[0].ends == (0, 2, 5, 6, 9)


def test_lines_without_punctuation_keep_every_boundary(tmp_path: Path) -> None:
    document = read(write(tmp_path / "talk.txt", "so we left\nit was late\nyes\n"))
    assert CONVENTIONS.read(document, "x")[0].ends == (2, 5, 6)


def test_names_that_match_nothing_are_an_error_that_shows_them(tmp_path: Path) -> None:
    for person, talk in (("anna", "one"), ("anna", "two"), ("system", "eins"), ("system", "zwei")):
        write(tmp_path / person / f"{talk}.txt", "so we left\n")
    with pytest.raises(OptionError, match=r"one, two.*eins, zwei"):
        gathered([str(tmp_path / "anna")], [str(tmp_path / "system")])


def test_equal_labels_get_their_folder(tmp_path: Path) -> None:
    paths = [write(tmp_path / place, "so we left\n") for place in ("a/x.txt", "b/x.txt", "y.txt")]
    assert people(gathered(paths)[0]) == ["a/x", "b/x", "y"]


def test_a_stored_segmentation_keeps_its_probabilities() -> None:
    segmentation = Segmentation(2, (1,), by="m", probabilities=(0.1, 0.9))
    document = Document(Transcript((Word("a"), Word("b"))), (segmentation,))
    assert CONVENTIONS.read(document, "x")[0].probabilities == (0.1, 0.9)


def test_paths_documents_and_segmentations_may_stand_side_by_side(tmp_path: Path) -> None:
    path = write(tmp_path / "anna.txt", "so we left\nit was late\n")
    (recording,) = gathered([path, read(path).only(Segmentation(6, (1, 5), by="ben")), Segmentation(6, (5,), by="cid")])
    assert [(one.by, one.segmentation.ends) for one in recording.references] == [
        ("anna", (2, 5)),
        ("ben", (1, 5)),
        ("cid", (5,)),
    ]


def test_a_mapping_names_the_makers_of_several_recordings() -> None:
    def document(name: str, *ends: int) -> Document:
        return Document(Transcript(tuple(map(Word, "abcdef"))), (Segmentation.of(6, ends),), name=name)

    found = gathered(
        {"anna": [document("one", 2), document("two", 3)], "ben": [document("two", 1), document("one", 4)]},
        {"system": [document("one", 2), document("two", 3)]},
    )
    assert [(each.name, people(each)) for each in found] == [("one", ["anna", "ben"]), ("two", ["anna", "ben"])]
    assert found[1].references[1].segmentation.ends == (1, 5)
