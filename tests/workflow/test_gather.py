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
from pausa.workflow.segment import segment

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


def document(name: str, *ends: int, by: str = "", text: str = "abcdef") -> Document:
    """Six words, one of each letter."""
    return Document(Transcript(tuple(map(Word, text))), (Segmentation.of(6, ends, by=by),), name=name)


def test_inputs_are_called_by_their_makers_else_by_their_names_else_by_number() -> None:
    def names(*inputs: object) -> list[str]:
        return people(gathered(inputs)[0])  # type: ignore[arg-type]

    assert names(Segmentation(6, (5,), by="anna"), Segmentation(6, (5,))) == ["anna", "reference 2"]
    assert names(document("talk", 2, by="anna"), document("talk", 2)) == ["anna", "talk"]
    assert names(document("", 2), document("", 3)) == ["reference 1", "reference 2"]
    assert names([document("talk", 2, by="anna")], [document("talk", 2)]) == ["anna", "reference 2"]
    assert names(document("talk", 2, by="x"), Document(document("talk").transcript, name="talk")) == ["x", "talk"]
    one, two = [document("talk", 2, by="a")], [document("talk", 2, by="b"), document("other", 2)]
    assert people(gathered([one, two], say=lambda _: None)[0]) == ["a", "reference 2"]
    (recording,) = gathered([document("talk", 2, by="a")], [Segmentation(6, (5,))])
    assert [each.by for each in recording.systems] == ["system 1"]


def test_a_document_by_several_people_is_called_by_its_name_and_they_by_theirs() -> None:
    both = Document(
        document("talk").transcript, (Segmentation(6, (1, 5), by="a"), Segmentation(6, (2, 5), by="b")), name="talk"
    )
    (recording,) = gathered(both)
    assert (recording.name, people(recording)) == ("talk", ["a", "b"])
    twins = Document(document("talk").transcript, (Segmentation(6, (1, 5)), Segmentation(6, (2, 5))), name="talk")
    assert people(gathered(twins)[0]) == ["talk (1)", "talk (2)"]


def test_a_list_of_documents_by_several_people_is_a_crowd() -> None:
    found = gathered([[document("one", 2, by="a"), document("one", 3, by="b"), document("two", 1, by="a")]])
    assert [(each.name, people(each)) for each in found] == [("one", ["a", "b"]), ("two", ["a"])]
    assert [each.segmentation.ends for each in found[0].references] == [(2, 5), (3, 5)]


def test_two_recordings_of_one_name_are_refused_on_either_side() -> None:
    twice = [document("one", 2), document("one", 3)]
    with pytest.raises(InputError, match=r"anna.*two recordings are called 'one'.*rename one"):
        gathered({"anna": twice})
    with pytest.raises(InputError, match=r"fast.*two recordings are called 'one'"):
        gathered({"anna": document("one", 2)}, {"fast": twice})
    made = [document("one", 2, by="anna"), document("one", 3, by="anna")]
    with pytest.raises(InputError, match="anna has annotated 'one' twice"):
        gathered([made])


def test_no_reference_is_an_error() -> None:
    with pytest.raises(OptionError, match="no reference to score against"):
        gathered([], [document("one", 2)])


def test_a_file_is_called_by_what_comes_before_the_first_dot(tmp_path: Path) -> None:
    paths = [write(tmp_path / name, "so we left\n") for name in ("anna.v2.txt", ".ben.txt")]
    assert people(gathered(paths)[0]) == ["anna", ".ben.txt"]
    assert {one.source for one in gathered(paths)[0].references} == set(paths)
    (tmp_path / "refs").mkdir()
    inside = write(tmp_path / "refs" / "talk.txt", "so we left\n")
    system = write(tmp_path / "hyp" / "talk.txt", "so we left\n")
    (recording,) = gathered([Path(inside).parent], [Path(system).parent])
    assert (people(recording), recording.name, recording.systems[0].by) == (["refs"], "talk", "hyp")


def test_where_each_has_one_recording_names_need_not_match_and_the_systems_counts() -> None:
    (recording,) = gathered({"anna": document("hers", 2)}, {"fast": document("its", 3)})
    assert (recording.name, recording.systems[0].segmentation.ends) == ("its", (3, 5))
    assert gathered({"anna": document("hers", 2)})[0].name == "hers"
    assert gathered([Segmentation(6, (5,), by="anna")])[0].name == "recording"


def test_a_recording_that_a_system_lacks_is_left_out_with_a_message() -> None:
    said: list[str] = []
    names = ("one", "two", "three", "four", "five", "six")
    references = {"anna": [document(name, 2) for name in names]}
    found = gathered(references, {"fast": [document("one", 2), document("extra", 2)]}, said.append)
    assert [each.name for each in found] == ["one"]
    assert said == [
        "anna: left out 5 recordings that not all have (two, three, four and 2 more)",
        "fast: left out 1 recording that not all have (extra)",
    ]
    said.clear()
    assert len(gathered({"anna": references["anna"][:4]}, {"fast": [document("one"), document("x")]}, said.append)) == 1
    assert said[0].endswith("(two, three, four)")


def test_labels_that_are_still_equal_are_numbered(tmp_path: Path) -> None:
    path = write(tmp_path / "x.txt", "so we left\n")
    folder = tmp_path.name
    assert people(gathered([path, path, Segmentation(3, (2,), by="y")])[0]) == [
        f"{folder}/x (1)",
        f"{folder}/x (2)",
        "y",
    ]


def test_the_segments_of_a_detector_are_an_input_too() -> None:
    said = Document(Transcript((Word("so"), Word("we"), Word("left", mark="."), Word("yes"))), name="talk")
    (recording,) = gathered([said.only(Segmentation(4, (3,), by="anna"))], {"fast": segment(said, "punctuation")})
    (made,) = recording.systems
    assert (recording.name, made.by, made.segmentation.ends) == ("talk", "fast", (2, 3))
    assert made.transcript.texts == ("so", "we", "left", "yes")


def test_beside_folders_a_folder_is_one_person_and_beside_a_file_it_holds_people(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write(tmp_path / "anna" / f"{name}.txt", "so we left\nit was late\n")
        write(tmp_path / "fast" / f"{name}.txt", "so we left it\nwas late\n")
    found = gathered([tmp_path / "anna"], [tmp_path / "fast"])
    assert [(each.name, people(each)) for each in found] == [("one", ["anna"]), ("two", ["anna"])]
    (recording,) = gathered([tmp_path / "anna"], [tmp_path / "fast" / "one.txt"])
    assert people(recording) == ["one", "two"]
    assert people(gathered(tmp_path / "anna")[0]) == ["one", "two"]
    both = gathered([tmp_path / "anna", tmp_path / "fast"])
    assert [(each.name, people(each)) for each in both] == [("one", ["anna", "fast"]), ("two", ["anna", "fast"])]


def test_how_files_are_read_is_a_convention(tmp_path: Path) -> None:
    path = write(tmp_path / "talk.txt", "So we left. It was late.\n")
    as_text = gather(path, conventions=Conventions(format="text"), say=pytest.fail)
    as_lines = gather(path, conventions=Conventions(format="lines"), say=pytest.fail)
    assert as_text[0].references[0].segmentation.ends == (2, 5)
    assert as_lines[0].references[0].segmentation.ends == (5,)


def test_people_who_share_no_recording_have_one_each() -> None:
    found = gathered([[document("one", 2, by="a"), document("two", 3, by="b")]])
    assert [(each.name, people(each)) for each in found] == [("one", ["a"]), ("two", ["b"])]


def test_words_in_another_language_than_they_were_read_in_are_told_of(tmp_path: Path) -> None:
    text = "Dr. Müller kommt z. B. am 3. Mai zu uns nach Hause. Das ist gut. Kommst du auch, wenn es nicht regnet?\n"
    (tmp_path / "anna.txt").write_text(text, encoding="utf-8")
    (tmp_path / "system.txt").write_text(text, encoding="utf-8")
    said: list[str] = []
    for language in ("en", "de"):
        conventions = Conventions(language=language)
        gather([tmp_path / "anna.txt"], [tmp_path / "system.txt"], conventions=conventions, say=said.append)
    assert len(said) == 1
    assert "German" in said[0]
    assert "the language 'de'" in said[0]


def test_what_is_no_file_is_named_once_in_an_error() -> None:
    words = {"a": "so we left it was late", "s": "nothing of all that anybody has said"}
    anna, system = (
        Document(Transcript(tuple(Word(text) for text in said.split())), name=name) for name, said in words.items()
    )
    with pytest.raises(InputError, match=r"^a: these are not the words of s \("):
        evaluate({"a": [anna]}, {"s": [system]})
    with pytest.raises(InputError, match=r"^anna, a: these are not the words of fast, s \("):
        evaluate({"anna": [anna]}, {"fast": [system]})


@pytest.mark.parametrize("inputs", ["", [""], {"anna": ""}])
def test_an_empty_path_is_not_the_folder_one_is_in(inputs: Inputs) -> None:
    with pytest.raises(InputError, match="leads nowhere"):
        gathered(inputs)
