"""Sources: one record each, and readers that give recordings and documents."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from pathlib import Path

from benchmarks.sources import SOURCES, documents, read


def pack(path: Path, *lines: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def test_every_source_says_whose_it_is() -> None:
    for source in SOURCES.values():
        assert source.licence
        assert source.attribution
        assert source.genre
        assert source.times or not source.pauses
    assert not SOURCES["ami"].pauses


def test_turns_are_read_cleaned_or_as_they_stand(tmp_path: Path) -> None:
    turns = [{"speaker": "Anna", "text": "Good morning. [Laughter.] Shall we?"}, {"speaker": "", "text": "Yes."}]
    pack(tmp_path / "committee/meetings.jsonl.xz", {"id": "one.two", "turns": turns})
    source = SOURCES["committee"]
    (recording,) = read(source, tmp_path)
    assert [turn.text for turn in recording.turns] == ["Good morning. Shall we?", "Yes."]
    (raw,) = read(source, tmp_path, clean=False)
    assert raw.turns[0].text == turns[0]["text"]
    (document,) = documents(recording)
    assert document.name == "one.two"
    assert [word.text for word in document.transcript.words] == ["Good", "morning", "Shall", "we", "Yes"]
    assert [word.speaker for word in document.transcript.words] == ["Anna"] * 4 + [None]
    assert [word.mark for word in document.transcript.words] == ["", ".", "", "?", "."]
    assert recording.tokens == ["Good", "morning.", "Shall", "we?", "Yes."]


def test_words_keep_their_times_and_marks(tmp_path: Path) -> None:
    words = [["Good", 0.5, 0.75, "sam"], ["morning.", 0.75, 1.25, "sam"], ["So", 2, 2.25, "sam"]]
    pack(tmp_path / "ibm-debater/asr_watson.jsonl.xz", {"id": "sam_1", "words": words})
    pack(tmp_path / "ibm-debater/reference.jsonl.xz", {"id": "sam_2", "turns": [{"speaker": "", "text": "No."}]})
    (recording,) = read(SOURCES["ibm-debater"], tmp_path)
    (document,) = documents(recording)
    assert [(w.text, w.start, w.end, w.mark) for w in document.transcript.words] == [
        ("Good", 500, 750, ""),
        ("morning", 750, 1250, "."),
        ("So", 2000, 2250, ""),
    ]


def test_a_recognisers_words_get_the_ends_of_what_people_wrote(tmp_path: Path) -> None:
    words = [
        ["good", 0, 1, "sam"],
        ["mourning", 1, 2, "sam"],
        ["so.", 2, 3, "sam"],
        ["we,", 3, 4, "sam"],
        ["left", 4, 5, "sam"],
    ]
    pack(tmp_path / "ibm-debater/asr_watson.jsonl.xz", {"id": "sam_1", "words": words})
    said = {"speaker": "sam", "text": "Good morning! So we left."}
    pack(tmp_path / "ibm-debater/reference.jsonl.xz", {"id": "sam_1", "turns": [said]})
    (recording,) = read(SOURCES["ibm-debater"], tmp_path)
    (document,) = documents(recording)
    assert [str(word) for word in document.transcript.words] == ["good", "mourning!", "so", "we,", "left."]


def test_channels_of_a_meeting_are_one_recording(tmp_path: Path) -> None:
    folder = tmp_path / "ami"
    folder.mkdir()
    for name, word in (("ES2011a.A", "yes"), ("ES2011a.B", "no"), ("ES2002a.A", "hm")):
        (folder / f"{name}.nlp").write_text(f"token|speaker|ts|endTs|punctuation\n{word}|{name[-1]}|1.0|1.5|.\n")
    found = list(read(SOURCES["ami"], tmp_path))
    assert [(each.id, each.tokens) for each in found] == [("ES2002a", ["hm"]), ("ES2011a", ["yes", "no"])]
    assert [each.id for each in read(SOURCES["ami"], tmp_path, split="test")] == ["ES2011a"]
    assert [each.id for each in read(SOURCES["ami"], tmp_path, split="train")] == ["ES2002a"]
    assert [document.name for document in documents(found[1])] == ["ES2011a.A", "ES2011a.B"]


def test_speeches_and_clips_are_recordings(tmp_path: Path) -> None:
    (tmp_path / "esic").mkdir()
    (tmp_path / "esic/20080101-001_EN_Miller.txt").write_text("Thank you. I agree.\n")
    (recording,) = read(SOURCES["esic"], tmp_path)
    assert (recording.id, recording.turns[0].speaker) == ("20080101-001_EN_Miller", "Miller")
    (tmp_path / "ljspeech").mkdir()
    (tmp_path / "ljspeech/metadata.txt").write_text("LJ001-0001|A line, read aloud.\nLJ001-0030|Another.\n")
    assert [each.id for each in read(SOURCES["ljspeech"], tmp_path, split="test")] == ["LJ001-0030"]


def test_the_language_goes_with_the_recording(tmp_path: Path) -> None:
    source = replace(SOURCES["parlamint-pl"], path="pl.jsonl.xz")
    pack(tmp_path / "pl.jsonl.xz", {"id": "a", "turns": [{"speaker": "X", "text": "Dzień dobry. Tak."}]})
    (recording,) = read(source, tmp_path)
    assert recording.lang == "pl"
    assert documents(recording)[0].n_words == 3
