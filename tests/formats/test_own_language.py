"""Files are read in their own language: the one they name, else the one that their words tell."""

from __future__ import annotations

from pathlib import Path

from pausa.core.document import Document
from pausa.formats.files import parse, read_all
from pausa.text.marks import boundaries

GREEK = "Τι κάνεις σήμερα το πρωί; Καλά είμαι, ευχαριστώ πολύ."
SPANISH = "nunca había visto el río tan alto como aquella mañana cuando cerraron el puente"


def read(text: str, **asked: str) -> tuple[Document, list[str]]:
    said: list[str] = []
    (found,) = parse(text.encode(), name="talk.txt", warn=said.append, **({"language": "auto"} | asked))  # type: ignore[arg-type]
    return found, said


def test_english_is_read_as_ever_and_nothing_is_said() -> None:
    text = "Mr. Smith left at 8 p.m. on Friday because the train was late. Then it rained."
    found, said = read(text)
    assert (found, said) == (parse(text.encode(), name="talk.txt")[0], [])


def test_the_words_tell_the_language() -> None:
    found, said = read(SPANISH)
    assert found.language == "es"
    assert said == ["talk.txt: the words are in Spanish, as far as they tell; --language names another"]


def test_marks_are_read_in_the_language_that_was_found() -> None:
    found, _ = read(GREEK)
    assert boundaries(found.transcript.words).marks == ("?", ".")


def test_what_the_file_names_is_believed_and_not_told() -> None:
    found, said = read(f"WEBVTT\nLanguage: el\n\n00:01.000 --> 00:04.000\n{GREEK}\n", format="vtt")
    assert found.language == "el"
    assert boundaries(found.transcript.words).marks == ("?", ".")
    assert said == []


def test_a_language_that_is_asked_for_counts() -> None:
    found, said = read(SPANISH, language="gl")
    assert (found.language, said) == ("gl", [])


def test_recordings_of_one_file_may_differ(tmp_path: Path) -> None:
    path = tmp_path / "calls.jsonl"
    english = "so we left early because the train was late and they told us that it would rain"
    path.write_text(f'{{"id": "a", "text": "{english}"}}\n{{"id": "b", "text": "{SPANISH}"}}\n', encoding="utf-8")
    assert [each.language for each in read_all(path, language="auto", warn=lambda _: None)] == ["", "es"]
