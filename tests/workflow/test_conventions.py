"""By what conventions ends are read from documents."""

from __future__ import annotations

import pytest

from pausa.core.document import Document
from pausa.core.segmentation import Segmentation
from pausa.core.words import Transcript, Word
from pausa.workflow.conventions import Conventions


def spelled(*tokens: str) -> Transcript:
    """Words with their marks: `spelled("so,", "left.")`."""
    return Transcript(tuple(Word(token.rstrip(",;.!"), mark=token[len(token.rstrip(",;.!")) :]) for token in tokens))


MARKED = spelled("so,", "we;", "left.", "it,", "was", "late!")


@pytest.mark.parametrize(
    ("conventions", "ends"),
    [
        (Conventions(), (1, 2, 5)),
        (Conventions(marks="."), (2, 5)),
        (Conventions(level="clause"), (0, 1, 2, 3, 5)),
    ],
)
def test_without_a_segmentation_the_marks_that_count_are_the_ends(
    conventions: Conventions, ends: tuple[int, ...]
) -> None:
    (found,) = conventions.read(Document(MARKED), "anna")
    assert (found.ends, found.by) == (ends, "anna")


def test_a_stored_segmentation_goes_before_the_marks_and_bears_the_label() -> None:
    (found,) = Conventions().read(Document(MARKED, (Segmentation(6, (0, 4, 5), by="somebody"),)), "anna")
    assert (found.ends, found.by) == ((0, 4, 5), "anna")


def test_of_several_segmentations_each_keeps_its_maker_and_only_those_without_one_get_the_label() -> None:
    both = (Segmentation(6, (1, 5), by="ben"), Segmentation(6, (2, 5)))
    assert [each.by for each in Conventions().read(Document(MARKED, both), "anna")] == ["ben", "anna"]


def test_of_stored_marks_those_that_do_not_count_are_no_ends_but_the_last_is() -> None:
    stored = Segmentation(6, (0, 1, 2, 5), (",", ";", ".", ","), by="anna")
    document = Document(Transcript(tuple(Word(word.text) for word in MARKED.words)), (stored,))
    assert Conventions().read(document, "x")[0].ends == (1, 2, 5)
    assert Conventions(marks=".").read(document, "x")[0].ends == (2, 5)
    assert Conventions(level="clause").read(document, "x")[0].ends == (0, 1, 2, 5)


def test_an_end_whose_mark_nobody_stored_counts_whatever_counts() -> None:
    stored = Segmentation(6, (0, 2, 5), ("", ".", "."), by="anna")
    document = Document(Transcript(tuple(Word(word.text) for word in MARKED.words)), (stored,))
    assert Conventions(marks=".").read(document, "x")[0].ends == (0, 2, 5)
    bare = Document(MARKED, (Segmentation(6, (0, 1, 5), by="anna"),))
    assert Conventions(marks="!").read(bare, "x")[0].ends == (0, 1, 5)


def test_a_clause_also_ends_at_a_comma_in_the_words_and_what_was_stored_there_stays() -> None:
    stored = Segmentation(6, (0, 2, 5), (".", ".", "!"), by="anna", probabilities=(0.9, 0.1, 0.8, 0.4, 0.1, 1.0))
    document = Document(MARKED, (stored,))
    (clauses,) = Conventions(level="clause").read(document, "x")
    assert (clauses.ends, clauses.marks) == ((0, 2, 3, 5), (".", ".", ",", "!"))
    assert clauses.probabilities == stored.probabilities
    (sentences,) = Conventions().read(document, "x")
    assert sentences.ends == (0, 2, 5)
    assert sentences.probabilities == stored.probabilities


def test_unless_asked_ends_are_those_of_sentences_and_words_written_as_one_are_others() -> None:
    usual = Conventions()
    assert (usual.level, usual.marks, usual.language, usual.format, usual.joins) == (
        "sentence",
        ".?!;",
        "en",
        None,
        False,
    )
