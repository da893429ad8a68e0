from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pausa.cli import main
from pausa.workflow.segment import segment

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "interview.json"
GRAPH = EXAMPLE.with_name("ferry.slf")


def pausa(*arguments: object, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_the_example_becomes_sentences_on_standard_output() -> None:
    result = pausa("segment", EXAMPLE, "--model", "pause")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert len(lines) > 10
    words = [word["word"] for part in json.loads(EXAMPLE.read_text())["segments"] for word in part["words"]]
    assert " ".join(lines).lower().replace(".", "").replace("?", "").split() == words


def test_options_for_other_formats_are_told() -> None:
    asked = ("--model", "pause", "--karaoke", "--line-width", 30, "--profile", "bbc", "--probabilities")
    told = "pausa: lines has no use for --profile, --line-width, --karaoke, --probabilities"
    assert pausa("segment", EXAMPLE, *asked).stderr.splitlines() == [told]
    assert "srt has no use for --karaoke, --probabilities" in pausa("segment", EXAMPLE, *asked, "--to", "srt").stderr
    assert "vtt has no use for --probabilities" in pausa("segment", EXAMPLE, *asked, "--to", "vtt").stderr
    assert "--probabilities" not in pausa("segment", EXAMPLE, *asked, "--to", "json").stderr
    assert "no use" not in pausa("segment", EXAMPLE, "--model", "pause").stderr


def test_a_word_graph_is_searched_by_fst_and_its_source_is_never_text() -> None:
    result = pausa("segment", GRAPH, "--model", "fst")
    assert result.stdout.splitlines() == ["The ferry was late.", "So we waited for an hour.", "Then it reigned."]
    assert result.stderr == ""
    sure = pausa("segment", GRAPH, "--model", "fst", "--graph-weight", "100")
    assert sure.stdout.startswith("The fairy was late")


def test_other_models_and_conversion_take_the_best_words_of_a_graph_and_say_so(tmp_path: Path) -> None:
    result = pausa("segment", GRAPH, "--model", "pause")
    assert result.stdout.splitlines()[0] == "The fairy was late."
    assert result.stderr.count("\n") == 1
    assert "the pause model reads its best words" in result.stderr
    result = pausa("convert", GRAPH, tmp_path / "ferry.ctm")
    assert "ctm cannot keep: the other wordings of a word graph" in result.stderr
    assert "ferry 1 0.320 0.500 fairy\n" in (tmp_path / "ferry.ctm").read_text()


@pytest.mark.parametrize("source", ["interview.json", "ferry.slf"])
def test_the_searched_automaton_is_written_with_its_symbols_and_its_best_path_is_the_result(
    source: str, tmp_path: Path
) -> None:
    path = tmp_path / "searched.fst.txt"
    assert pausa("segment", EXAMPLE.parent / source, "--model", "fst", "-o", path).stderr == ""
    assert (tmp_path / "searched.fst.txt.syms").read_text().startswith("<eps>\t0\n")
    back = pausa("convert", path, "-", "--to", "lines").stdout
    lines = pausa("segment", EXAMPLE.parent / source, "--model", "fst").stdout
    assert back.lower() == lines.lower().replace(".\n", "\n")


def test_output_goes_to_the_file_asked_for_in_the_format_of_its_name(tmp_path: Path) -> None:
    assert pausa("segment", EXAMPLE, "-o", tmp_path / "talk.vtt").exit_code == 0
    assert (tmp_path / "talk.vtt").read_text().startswith("WEBVTT")


def test_several_inputs_go_to_a_folder_and_a_bad_one_does_not_stop_the_others(tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"segments": [')
    result = pausa("segment", EXAMPLE, bad, "-o", tmp_path / "out", "--to", "lines")
    assert result.exit_code == 1
    assert "bad.json" in result.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["interview.txt"]


def test_only_what_tells_the_format_is_taken_off_the_names_of_inputs(tmp_path: Path) -> None:
    names = {
        "call.2026-01-15.json": "call.2026-01-15",
        "call.2026-01-16.json": "call.2026-01-16",
        "talk1.anna.txt": "talk1.anna",
        "talk1.ben.TXT": "talk1.ben",
        "talk.pausa.json": "talk",
        ".hidden.v2": "hidden.v2",
    }
    for name in names:
        text = '[{"word": "so"}, {"word": "we"}]' if "json" in name else "so we\n"
        (tmp_path / name).write_text(text)
    result = pausa("convert", *(tmp_path / name for name in names), tmp_path / "od", "--to", "lines")
    assert result.exit_code == 0, result.stderr
    assert {path.name for path in (tmp_path / "od").iterdir()} == {f"{stem}.txt" for stem in names.values()}


@pytest.mark.parametrize("command", [["segment", "a.txt", "b.txt", "-o"], ["convert", "a.txt", "b.txt"]])
def test_the_name_of_a_file_is_no_folder_for_several(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        Path(f"{name}.txt").write_text("so we left\nit was late\n")
    for more in ([], ["--to", "json"]):
        result = pausa(*command, "out.slashes", *more)
        assert result.exit_code == 2
        assert result.stderr == (
            "pausa: out.slashes is the name of one file, and there are 2 inputs; "
            "give one of them, or a folder and --to slashes.\n"
        )
    for folder in ("out.slashes", "other.slashes/"):
        Path("out.slashes").mkdir(exist_ok=True)
        assert pausa(*command, folder, "--to", "json").exit_code == 0
        assert len(list(Path(folder).iterdir())) == 2


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("so we left\nit was late\n")
    result = pausa("segment", EXAMPLE, plain, "-o", tmp_path / "out", "--to", "srt")
    assert "plain.txt: srt: needs times" in result.stderr


@pytest.mark.parametrize(
    ("language", "warns"), [("ka", True), ("fr", False), ("en", False), ("english", False), ("en-GB", False)]
)
def test_words_in_another_language_get_a_warning(tmp_path: Path, language: str, warns: bool) -> None:
    talk = tmp_path / "talk.json"
    talk.write_text(
        json.dumps({"text": "so", "language": language, "segments": [{"id": 0, "text": "so", "start": 0, "end": 1}]})
    )
    result = pausa("segment", talk)
    assert result.exit_code == 0
    assert ("no model that comes with Pausa has learned" in result.stderr) == warns


def test_two_inputs_of_one_name_do_not_overwrite_each_other(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("so we left\nit was late\n")
    result = pausa("convert", tmp_path / "a/x.txt", tmp_path / "b/x.txt", tmp_path / "out", "--to", "json")
    assert result.exit_code == 1
    assert "would both become" in result.stderr


def test_an_input_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("so we left\n")
    result = pausa("convert", path, path)
    assert result.exit_code == 2
    assert "also an input" in result.stderr


def test_standard_input_and_output() -> None:
    result = pausa("convert", "-", "-", "--to", "slashes", stdin="so we left\nit was late\n")
    assert result.stdout.split() == "so we left // it was late //".split()


def test_what_the_target_cannot_keep_is_said() -> None:
    result = pausa("convert", EXAMPLE, "-", "--to", "lines")
    assert "lines cannot keep" in result.stderr
    assert "word times" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["segment", "none.json"], "no such file"),
        (["segment", EXAMPLE, "--model", "pauze"], "Did you mean 'pause'"),
        (["segment", EXAMPLE, "--model", "defualt"], "Did you mean 'default'? Known: bayes, brnn, cnn, default,"),
        (["convert", EXAMPLE, "x.y", "--to", "srtt"], "Did you mean 'srt'"),
        (["convert", EXAMPLE, "out.unknown"], "does not tell a format"),
        (["segmnt", EXAMPLE], "Did you mean 'segment'"),
        (["segment", EXAMPLE, "--threshold", "2"], "threshold"),
        (["segment", EXAMPLE, "--rate", "5", "--mean-length", "9"], "mean"),
        (["convert", EXAMPLE], "IN OUT"),
    ],
)
def test_bad_input_and_usage_end_with_2_and_one_clear_line(arguments: list[object], says: str) -> None:
    result = pausa(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_limits_hold() -> None:
    result = pausa("segment", EXAMPLE, "--max-words", "8", "--model", "pause")
    assert max(len(line.split()) for line in result.stdout.splitlines()) <= 8


def test_json_output_has_sentences_with_times_and_speakers() -> None:
    document = json.loads(pausa("segment", EXAMPLE, "--to", "json").stdout)
    first, second = document["sentences"][:2]
    assert first["speaker"] == "anna"
    assert first["start"] < first["end"] <= second["start"]
    assert 0 <= first["confidence"] <= 1


def test_lists_name_everything() -> None:
    from pausa.formats import FORMATS

    listed = pausa("formats").stdout
    assert [line.split()[0] for line in listed.splitlines()] == sorted(FORMATS)
    assert all(name in listed for name in FORMATS)
    assert "word times" in pausa("formats", "ctm").stdout
    assert "pause" in pausa("models").stdout


@pytest.mark.parametrize("command", [["segment", "-", "--from", "json"], ["convert", "-", "-", "--from", "json"]])
def test_a_file_without_recordings_is_an_error(command: list[str]) -> None:
    result = pausa(*command, stdin="[]")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no words in it" in result.stderr


def test_align_writes_the_file_asked_for(tmp_path: Path) -> None:
    reference = tmp_path / "reference.txt"
    reference.write_text("So we left. It was late.")
    heard = tmp_path / "heard.txt"
    heard.write_text("so he left it was late")
    result = pausa("align", reference, heard, "-o", tmp_path / "out.lines")
    assert result.exit_code == 0
    assert (tmp_path / "out.lines").read_text() == "so he left\nit was late\n"


def test_a_folder_stands_for_the_transcripts_in_it(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    calls.mkdir()
    for name in ("b.txt", "a.srt", "notes.pdf", ".hidden.txt"):
        (calls / name).write_text("1\n00:00:01,000 --> 00:00:02,000\nSo we left.\n" if "srt" in name else "Yes. No.\n")
    result = pausa("segment", calls, "--model", "punctuation", "-o", f"{tmp_path / 'out'}/")
    assert result.exit_code == 0, result.output
    assert "1 of 3 files are not named like transcripts" in result.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.txt", "b.txt"]
    assert (tmp_path / "out" / "b.txt").read_text() == "Yes.\nNo.\n"
    result = pausa("convert", calls, tmp_path / "srt", "--to", "json")
    assert result.exit_code == 0, result.output
    assert len(list((tmp_path / "srt").iterdir())) == 2


def test_folders_inside_a_folder_are_gone_through_and_kept_apart(tmp_path: Path) -> None:
    for place in ("may", "june", "may/.hidden"):
        (tmp_path / "calls" / place).mkdir(parents=True)
        (tmp_path / "calls" / place / "one.txt").write_text(f"so this is {place}")
    (tmp_path / "calls" / "may" / "one.bin").write_bytes(b"no transcript")
    for command, given in (("segment", ["--model", "bayes", "-o"]), ("convert", [])):
        out = tmp_path / command
        done = pausa(command, tmp_path / "calls", *given, out, "--to", "lines")
        assert done.exit_code == 0, done.stderr
        assert "1 of 3 files are not named like transcripts, passed over" in done.stderr
        found = {path.relative_to(out).as_posix(): path.read_text() for path in out.rglob("*.txt")}
        assert sorted(found) == ["june/one.txt", "may/one.txt"]
        assert "june" in found["june/one.txt"]


def test_the_encoding_of_texts_can_be_named_everywhere(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        (tmp_path / f"{name}.txt").write_bytes("Wir gingen früh. Es war spät.".encode("utf-16-le"))
    anna, ben = tmp_path / "anna.txt", tmp_path / "ben.txt"
    named = ["--encoding", "utf-16-le"]
    assert pausa("score", "-r", anna, ben, *named, "-m", "f1_mean").exit_code == 0
    assert "6 words" in pausa("score", "-r", anna, ben, *named, "-m", "f1_mean").stdout
    assert "6 words" in pausa("agree", anna, ben, *named).stdout
    assert "früh" in pausa("align", anna, ben, *named).stdout
    assert "früh" in pausa("convert", anna, "-", "--to", "lines", *named).stdout
    done = pausa("train", "bayes", anna, ben, "-o", tmp_path / "model", *named)
    assert done.exit_code == 0, done.stderr


def test_a_folder_without_transcripts_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "notes.pdf").write_text("x")
    result = pausa("segment", tmp_path)
    assert result.exit_code == 2
    assert "no transcript among its 1 file;" in result.stderr


def test_a_sentence_that_opens_with_a_hyphen_is_written_as_subtitles(tmp_path: Path) -> None:
    rows = [{"word": word, "start": n / 2, "end": n / 2 + 0.4} for n, word in enumerate(["-", "so", "we", "left."])]
    (tmp_path / "talk.json").write_text(json.dumps([*rows, {"word": "[laughs]", "start": 3, "end": 4}]))
    result = pausa("segment", tmp_path / "talk.json", "--model", "punctuation", "--to", "srt")
    assert result.exit_code == 0, result.output
    assert "-\nSo we left." in result.stdout
    assert "[laughs]" in result.stdout
    assert "stand in a line by themselves" in result.stderr


def test_turns_are_cut_by_the_network_of_their_language_as_in_python(tmp_path: Path) -> None:
    english = (
        "so we looked at the new office yesterday and i think it is far too expensive for us but the view was nice "
    )
    spanish = (
        "yo creo que la oficina grande es demasiado cara para nosotros y además está muy lejos del centro no sé qué "
    )
    turns = [(english * 2, "Anna"), (spanish * 2, "Luis"), (english * 2, "Anna")]
    talk = {"words": [{"text": text, "speaker": who} for said, who in turns for text in said.split()]}
    (tmp_path / "talk.json").write_text(json.dumps(talk), encoding="utf-8")
    shown = pausa("segment", tmp_path / "talk.json").stdout
    assert shown.lower().splitlines() == [sentence.text for sentence in segment(tmp_path / "talk.json")]
    assert "Demasiado" not in shown  # as the English network would write it


def test_the_language_that_is_named_is_the_language_whatever_the_file_says(tmp_path: Path) -> None:
    file = tmp_path / "talk.ttml"
    file.write_text(
        '<tt xml:lang="de" xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="5s">allora io la pasta la '
        "faccio a mano</p></div></body></tt>",
        encoding="utf-8",
    )
    told = json.loads(pausa("segment", file, "--to", "json", "--language", "it").stdout)
    assert told["language"] == "it"


def test_a_language_that_nobody_learned_needs_a_silence_for_silences_to_decide(tmp_path: Path) -> None:
    file = tmp_path / "talk.srt"
    file.write_text("1\n00:00:01,000 --> 00:00:09,000\nдоброе утро всем кто пришёл мы говорим о погоде\n", "utf-8")
    result = pausa("segment", file)
    assert result.exit_code == 0
    assert "has learned Russian" in result.stderr
