"""The owner's figures are those of `pausa agree` on the export; careless work is flagged; exports read back."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pausa.cli import main
from pausa.core.errors import OptionError
from pausa.formats.files import parse
from pausa.store import exports, imports, marks, members, people, quality, transcripts, work
from pausa.store.project import FLAG_BELOW
from pausa.store.quality import Figures
from pausa.store.store import Store
from tests.builders import marked
from tests.store.projects import TALK, annotate, assignment_of, document, fill

WORDS = TALK.replace("/ ", "").split()
ANNA = {3: ".", 6: "?", 7: ",", 11: ".", 13: ".", 16: ".", 18: "."}
BEN = {3: ".", 6: ".", 11: ",", 13: ".", 16: ".", 18: "."}
CARELESS = {0: ".", 5: ".", 8: "?", 18: "."}


@pytest.fixture
def annotated(store: Store) -> Store:
    """Two transcripts, three people who did both, one of them carelessly."""
    fill(store, names=["anna", "ben", "carl"], documents=[document(), document("walk")])
    for transcript in ("talk", "walk"):
        annotate(store, "anna", ANNA, transcript=transcript)
        annotate(store, "carl", CARELESS, transcript=transcript)
    annotate(store, "ben", BEN, transcript="talk")
    annotate(store, "ben", ANNA | {4: "."}, transcript="walk")
    return store


def figures(store: Store) -> dict[str, Figures]:
    names = {one.id: one.name for one in store.read(transcripts.listing)}
    return {names[key]: quality.figures(made) for key, made in store.read(quality.collected).items()}


def unpacked(store: Store, kind: str, folder: Path) -> list[str]:
    made = exports.export(store.read(exports.gathered), kind)
    archive = zipfile.ZipFile(io.BytesIO(made.content))
    archive.extractall(folder)
    return sorted(archive.namelist())


def agree(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["agree", "-q", "--format", "json", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)["agreement"]
    return found


@pytest.mark.parametrize("level", ["sentence", "clause"])
def test_the_pooled_figures_are_those_of_pausa_agree_on_the_export(
    annotated: Store, tmp_path: Path, level: str
) -> None:
    assert unpacked(annotated, "score", tmp_path) == [
        f"{person}/{transcript}.json" for person in ("anna", "ben", "carl") for transcript in ("talk", "walk")
    ]
    told = agree(*(tmp_path / name for name in ("anna", "ben", "carl")), "--level", level)
    ours = quality.overall(list(figures(annotated).values()))
    assert ours is not None
    assert ours["pooled"]
    mine = ours if level == "sentence" else ours["clauses"]
    assert {key: mine[key] for key in quality.KEYS} == pytest.approx({key: told[key] for key in quality.KEYS})


def test_each_transcripts_jack_knife_is_that_of_pausa_agree(annotated: Store, tmp_path: Path) -> None:
    unpacked(annotated, "seg", tmp_path)
    told = agree(*(tmp_path / name / "talk.seg" for name in ("anna", "ben", "carl")))
    found = figures(annotated)["talk"]
    assert list(found.jack_knife.values()) == pytest.approx([row["mean_f1"] for row in told["jack_knife"]])
    assert found.scores is not None
    assert found.scores["fleiss_kappa"] == pytest.approx(told["fleiss_kappa"])


def test_the_jack_knife_tells_the_careless_from_the_careful(annotated: Store) -> None:
    scores = {
        one.assignment.person: figures(annotated)["talk"].jack_knife[one.assignment.id]
        for one in annotated.read(quality.collected)[1]
    }
    assert scores["carl"] < FLAG_BELOW < min(scores["anna"], scores["ben"])


def test_unfinished_and_excluded_work_does_not_count(annotated: Store) -> None:
    carl = assignment_of(annotated, "carl")
    annotated.write(work.set_state, carl.id, state="excluded")
    assert figures(annotated)["talk"].people == ("anna", "ben")
    annotated.write(work.set_state, assignment_of(annotated, "ben").id, state="open")
    assert figures(annotated)["talk"].scores is None


def test_transcripts_by_different_people_are_averaged_and_say_so(annotated: Store) -> None:
    annotated.write(work.set_state, assignment_of(annotated, "carl").id, state="excluded")
    each = figures(annotated)
    ours = quality.overall(list(each.values()))
    talk, walk = each["talk"].scores, each["walk"].scores
    assert ours is not None
    assert talk is not None
    assert walk is not None
    assert not ours["pooled"]
    assert ours["pairwise_f1"] == pytest.approx((talk["pairwise_f1"] + walk["pairwise_f1"]) / 2)


def test_percentages_are_marks_for_every_hundred_words(annotated: Store) -> None:
    one = annotated.read(quality.collected)[1][0]
    assert one.percent(",") == pytest.approx(100 / len(WORDS))
    assert one.percent(".?") == pytest.approx(600 / len(WORDS))


@pytest.mark.parametrize("kind", ["json", "labelstudio"])
def test_one_file_holds_everybodys_sentences(annotated: Store, kind: str) -> None:
    made = exports.export(annotated.read(exports.gathered), kind)
    talk = parse(made.content, name=made.name, format=kind)[0]
    assert talk.transcript.texts == tuple(WORDS)
    assert [one.by for one in talk.segmentations] == ["anna", "ben", "carl"]
    sentences = [
        end for end, mark in zip(talk.segmentations[0].ends, talk.segmentations[0].marks, strict=True) if mark != ","
    ]
    assert sentences == [3, 6, 11, 13, 16, 18]


def test_a_textgrid_has_a_tier_for_everybody(annotated: Store, tmp_path: Path) -> None:
    assert unpacked(annotated, "textgrid", tmp_path) == ["talk.TextGrid", "walk.TextGrid"]
    talk = parse((tmp_path / "talk.TextGrid").read_bytes(), name="talk.TextGrid")[0]
    assert {one.by: one.ends for one in talk.segmentations}["ben"] == (3, 6, 13, 16, 18)


def test_names_in_an_export_cannot_leave_their_folder(store: Store, tmp_path: Path) -> None:
    fill(store, names=["../../up", "..", "A/b", "a_b"], documents=[document("../etc/passwd")], per_transcript=4)
    for one in store.read(work.listing):
        annotate(store, one.person, {18: "."}, transcript=one.transcript)
    names = unpacked(store, "seg", tmp_path)
    assert len({name.casefold() for name in names}) == 4
    assert all(name.count("/") == 1 and ".." not in name.split("/") and not name.startswith("/") for name in names)


def test_a_transcript_without_times_is_left_out_of_textgrids_and_said(store: Store, tmp_path: Path) -> None:
    fill(store, names=["anna"], documents=[parse(b"so we left\nit was late\n", name="plain.txt")[0]], per_transcript=1)
    annotate(store, "anna", {2: "."}, transcript="plain")
    assert unpacked(store, "textgrid", tmp_path) == ["left-out.txt"]
    assert "plain" in (tmp_path / "left-out.txt").read_text()


def test_an_export_can_be_brought_in_again(annotated: Store) -> None:
    made = exports.export(annotated.read(exports.gathered), "json")
    talk = parse(made.content, name=made.name)[0]
    again = annotated.write(transcripts.add, document("again"))
    assert annotated.write(imports.add, talk, transcript_id=again.id, person="") == ["anna", "ben", "carl"]
    marks = {one.assignment.person: one.marks for one in annotated.read(quality.collected)[again.id]}
    assert marks == {"anna": ANNA, "ben": BEN, "carl": CARELESS}


def test_an_import_with_other_words_is_aligned(store: Store) -> None:
    fill(store, names=["anna"], documents=[document()], per_transcript=1)
    text = b"So we left really early. Was it raining? No, but it was cold and dark; we went home and slept."
    assert store.write(imports.add, parse(text, name="dora.txt")[0], transcript_id=1, person="dora") == ["dora"]
    assert store.read(marks.of, assignment_of(store, "dora").id) == {3: ".", 6: "?", 7: ",", 13: ".", 18: "."}


def test_an_import_of_bare_boundaries_needs_the_same_number_of_words(store: Store) -> None:
    fill(store, names=["anna"], documents=[document()], per_transcript=1)
    with pytest.raises(OptionError, match="5 words"):
        store.write(imports.add, parse(b"00101\n", name="x.seg")[0], transcript_id=1, person="eva")


def test_an_import_does_not_write_over_work_on_the_page(annotated: Store) -> None:
    bits = parse(b"0001001000010100101\n", name="x.seg")[0]
    with pytest.raises(OptionError, match="not written over"):
        annotated.write(imports.add, bits, transcript_id=1, person="anna")
    assert annotated.read(marks.of, assignment_of(annotated, "anna").id) == ANNA


def test_source_punctuation_is_not_shown_to_annotators(store: Store) -> None:
    made = parse(b"So we left. Was it late? Yes.", name="marked.txt")[0]
    listed = store.write(transcripts.add, made)
    kept = store.read(transcripts.document, listed.id)
    assert kept.transcript.texts == ("So", "we", "left", "Was", "it", "late", "Yes")
    assert not any(word.mark or word.before for word in kept.transcript.words)


def test_imported_people_without_a_link_get_no_new_work(annotated: Store) -> None:
    segmentation = marked(" ".join(f"{word} ." if index == 3 else word for index, word in enumerate(WORDS)), by="eva")
    annotated.write(imports.add, document().only(segmentation), transcript_id=1, person="")
    annotated.write(transcripts.add, document("third"))
    annotated.write(members.invite, ["fay"])
    assert {one.person for one in annotated.read(work.listing) if one.transcript == "third"} <= {
        "anna",
        "ben",
        "carl",
        "fay",
    }
    assert annotated.read(people.named, "eva") is not None
