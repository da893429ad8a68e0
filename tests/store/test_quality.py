"""The owner's figures are those of `pausa agree` on the export; careless work is flagged; exports read back."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from itertools import combinations
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
from tests.store.projects import TALK, annotate, assign, assignment_of, document, fill

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


def unpacked(store: Store, kind: str, folder: Path, *, untouched: bool = False) -> list[str]:
    made = exports.export(store.read(exports.gathered, untouched=untouched), kind)
    archive = zipfile.ZipFile(io.BytesIO(made.content))
    archive.extractall(folder)
    return sorted(archive.namelist())


def agree(*arguments: object) -> dict[str, Any]:
    result = CliRunner().invoke(main, ["agree", "-q", "--format", "json", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)["agreement"]
    return found


def overall(store: Store, **asked: bool) -> quality.Overall:
    found = quality.overall(list(store.read(quality.collected).values()), **asked)
    assert found is not None
    return found


def everybody(store: Store) -> None:
    """All have done everything."""


def not_everything(store: Store) -> None:
    """One transcript has two people, another only one."""
    store.write(work.set_state, assignment_of(store, "carl").id, state="excluded")
    store.write(transcripts.add, document("alone"))
    store.write(assign)
    annotate(store, "ben", BEN, transcript="alone")


@pytest.mark.parametrize("level", ["sentence", "clause"])
@pytest.mark.parametrize("happens", [everybody, not_everything])
def test_the_figures_are_to_the_digit_those_of_pausa_agree_on_the_export(
    annotated: Store, tmp_path: Path, level: str, happens: Callable[[Store], None]
) -> None:
    happens(annotated)
    unpacked(annotated, "score", tmp_path)
    told = agree(*(tmp_path / name for name in ("anna", "ben", "carl")), "--level", level)
    ours = overall(annotated)
    mine = ours.scores if level == "sentence" else ours.scores["clauses"]
    assert {key: mine[key] for key in quality.KEYS} == {key: told[key] for key in quality.KEYS}
    if level == "sentence":
        assert ours.people == {row["name"]: row["mean_f1"] for row in told["jack_knife"]}
        names = {(one.transcript, one.person): one.id for one in annotated.read(work.listing)}
        each = {key: score for found in figures(annotated).values() for key, score in found.jack_knife.items()}
        assert each == {
            names[row["recording"], row["name"]]: row["mean_f1"]
            for row in told["annotations"]
            if row["mean_f1"] is not None
        }


def test_each_transcripts_figures_are_those_of_pausa_agree(annotated: Store, tmp_path: Path) -> None:
    unpacked(annotated, "score", tmp_path)
    told = agree(*(tmp_path / name / "talk.json" for name in ("anna", "ben", "carl")))
    found = figures(annotated)["talk"]
    assert list(found.jack_knife.values()) == [row["mean_f1"] for row in told["jack_knife"]]
    assert found.scores is not None
    assert {key: found.scores[key] for key in quality.KEYS} == {key: told[key] for key in quality.KEYS}


def test_the_best_f1_is_that_of_the_best_pair(annotated: Store, tmp_path: Path) -> None:
    unpacked(annotated, "score", tmp_path)
    pairs = {
        pair: agree(*(tmp_path / name / "talk.json" for name in pair))["pairwise_f1"]
        for pair in combinations(("anna", "ben", "carl"), 2)
    }
    assert list(figures(annotated)["talk"].best.values()) == [
        max(score for pair, score in pairs.items() if name in pair) for name in ("anna", "ben", "carl")
    ]


PROPOSED = {3: ".", 11: ".", 18: "."}


@pytest.fixture
def proposed(store: Store) -> Store:
    """Anna and Ben worked without proposals, Carl and Dora began with some; only Carl looked at them."""
    names = ["anna", "ben", "carl", "dora"]
    fill(store, names=names, documents=[document()], per_transcript=4)
    for name in ("carl", "dora"):
        store.write(work.begin, assignment_of(store, name).id, proposed=PROPOSED, by="pause")
    annotate(store, "anna", ANNA)
    annotate(store, "ben", BEN)
    annotate(store, "carl", {3: "?"}, seen=[(8, 19)])
    annotate(store, "dora", {6: "."}, seen=[(5, 12)])
    return store


def test_a_proposal_is_untouched_until_it_is_seen_or_changed(proposed: Store) -> None:
    assert {one.person: one.untouched for one in proposed.read(work.listing)} == {
        "anna": (),
        "ben": (),
        "carl": (),
        "dora": (3, 18),
    }
    assert [one.n_seen for one in proposed.read(work.listing)] == [7, 6, 12, 7]


def test_untouched_proposals_are_in_figures_and_exports_only_when_asked_for(proposed: Store, tmp_path: Path) -> None:
    for asked, names in ((False, "anna ben carl"), (True, "anna ben carl dora")):
        folder = tmp_path / str(asked)
        unpacked(proposed, "score", folder, untouched=asked)
        assert sorted(path.name for path in folder.iterdir() if path.is_dir()) == names.split()
        told = agree(*(folder / name for name in names.split()))
        ours = overall(proposed, untouched=asked)
        assert ours.people == {row["name"]: row["mean_f1"] for row in told["jack_knife"]}
        assert ours.scores["krippendorff_alpha"] == told["krippendorff_alpha"]


@pytest.mark.parametrize("asked", [False, True])
@pytest.mark.parametrize("kind", exports.KINDS)
def test_every_export_tells_of_untouched_proposals(proposed: Store, tmp_path: Path, kind: str, asked: bool) -> None:
    made = exports.export(proposed.read(exports.gathered, untouched=asked), kind)
    if made.name.endswith(".zip"):
        told = zipfile.ZipFile(io.BytesIO(made.content)).read("proposals.txt").decode().splitlines()
        left_out = "" if asked else "; left out"
        assert told == [
            "talk, carl: 3 marks proposed by pause, 0 of them untouched",
            f"talk, dora: 3 marks proposed by pause, 2 of them untouched{left_out}",
        ]
    else:
        (one,) = json.loads(made.content) if kind == "labelstudio" else [json.loads(made.content)]
        carl, dora = one["meta"]["proposals"] if kind == "labelstudio" else one["proposals"]
        assert dora == {"by": "dora", "model": "pause", "proposed": 3, "untouched": [3, 18], "left_out": not asked}
        assert carl["untouched"] == []
        read = parse(made.content, name=made.name, format=kind)[0]
        assert ("dora" in [each.by for each in read.segmentations]) == asked


def test_exports_tell_of_transcripts_where_everything_is_left_out(store: Store) -> None:
    fill(store, names=["anna"], documents=[document()], per_transcript=1)
    store.write(work.begin, assignment_of(store, "anna").id, proposed=PROPOSED, by="pause")
    annotate(store, "anna", {})
    told = json.loads(exports.export(store.read(exports.gathered), "json").content)
    assert (told.get("segmentations", []), told["proposals"][0]["left_out"]) == ([], True)


def test_what_is_brought_in_is_nobodys_proposal(store: Store) -> None:
    fill(store, names=["anna"], documents=[document()], per_transcript=1)
    store.write(work.begin, assignment_of(store, "anna").id, proposed=PROPOSED, by="pause")
    store.write(imports.add, parse(b"0001001000010100101\n", name="x.seg")[0], transcript_id=1, person="anna")
    one = assignment_of(store, "anna")
    assert (one.untouched, one.presegmented, one.n_seen) == ((), {}, 19)


def test_the_jack_knife_tells_the_careless_from_the_careful(annotated: Store) -> None:
    scores = {
        one.assignment.person: figures(annotated)["talk"].jack_knife[one.assignment.id]
        for one in annotated.read(quality.collected)[1]
    }
    assert scores["carl"] < FLAG_BELOW < min(scores["anna"], scores["ben"])


def test_unfinished_and_excluded_work_does_not_count(annotated: Store) -> None:
    carl = assignment_of(annotated, "carl")
    annotated.write(work.set_state, carl.id, state="excluded")
    ben = assignment_of(annotated, "ben")
    assert set(figures(annotated)["talk"].jack_knife) == {assignment_of(annotated, "anna").id, ben.id}
    annotated.write(work.set_state, ben.id, state="open")
    assert figures(annotated)["talk"].scores is None


def test_transcripts_by_different_people_are_put_together_and_say_so(annotated: Store) -> None:
    assert overall(annotated).remarks == ()
    annotated.write(work.set_state, assignment_of(annotated, "carl").id, state="excluded")
    (remark,) = overall(annotated).remarks
    assert "2 to 3 people" in remark
    assert overall(annotated).scores["transcripts"] == 2


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


@pytest.mark.parametrize(
    "text",
    [
        b"Quite another talk. It has nothing to do with that one, not a word of it.",
        b"One. Two. Three. Four. Five. Six. Seven. A. B. C. D. E. F. G. H. I. J. K. L.",
        b"So we left.",
    ],
)
def test_an_import_of_other_words_is_refused_and_leaves_nothing(store: Store, text: bytes) -> None:
    fill(store, names=["anna"], documents=[document()], per_transcript=1)
    with pytest.raises(OptionError, match=r"These are not the words of talk: the annotation begins “.*”.*so we left"):
        store.write(imports.add, parse(text, name="other.txt")[0], transcript_id=1, person="dora")
    assert store.read(people.named, "dora") is None


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
