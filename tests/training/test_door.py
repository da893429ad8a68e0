"""One door to all trainings: what paths are taken for, which options go with which model, what the card says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import pausa
from pausa.cli import main
from pausa.cli.train import train as command
from pausa.core.errors import InputError, OptionError, UnknownName
from pausa.formats.files import write
from pausa.models.bayes import BayesDetector
from pausa.models.storage import open_folder
from pausa.training.paths import CorpusPaths
from pausa.training.train import OPTIONS, _list_sources, train
from tests.training.examples import bare, quiet, speech, written

MODELS = ("bayes", "fst", "transformer", "cnn", "brnn")
SHARED = {"paths", "text", "timed", "output", "title", "licence", "format", "language", "encoding"}


def texts(folder: Path, seeds: range) -> Path:
    """Plain text, a file for each talk."""
    folder.mkdir(parents=True)
    for seed in seeds:
        write(speech(seed), folder / f"book-{seed}.txt", format="text")
    return folder


def same(one: Path, other: Path) -> bool:
    parts = sorted(each.name for each in one.iterdir())
    return len(parts) > 2 and all((one / part).read_bytes() == (other / part).read_bytes() for part in parts)


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(main, ["train", *map(str, arguments)])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("model", ["bayes", "fst"])
def test_plain_paths_are_taken_for_what_they_are(model: str, tmp_path: Path) -> None:
    text, timed = texts(tmp_path / "text", range(3)), written(tmp_path / "timed", range(3, 6))
    told = run(model, *sorted(text.iterdir()), timed, "-o", tmp_path / "plain")
    run(model, "--text", text, "--timed", timed, "-o", tmp_path / "named")
    assert "taken as text: 3 files and as speech with word times: 3 files" in told
    assert same(tmp_path / "plain", tmp_path / "named")


def test_what_is_no_transcript_in_a_folder_is_left_out_and_told(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    texts(folder / "books", range(3))
    (folder / "market.ogg").write_bytes(b"OggS")
    (folder / "package.json").write_text('{"version": 1}')
    (folder / "broken.csv").write_text("colour,taste\nred,sweet\n")
    told = run("bayes", folder, "-o", tmp_path / "model")
    assert "left out, not named like transcripts: market.ogg" in told
    assert f"left out, for they cannot be read: {folder / 'broken.csv'}, {folder / 'package.json'}; the first:" in told
    assert "taken as text: 3 files" in told
    assert run("bayes", "--text", folder / "books", "-o", tmp_path / "same")
    assert same(tmp_path / "model", tmp_path / "same")
    for named in ("market.ogg", "package.json"):
        result = CliRunner().invoke(main, ["train", "bayes", str(folder / named), "-o", str(tmp_path / "no")])
        assert (result.exit_code, str(folder / named) in result.output) == (2, True)


@pytest.mark.parametrize("model", ["bayes", "fst"])
@pytest.mark.parametrize("option", ["--text", "--timed"])
def test_nothing_is_learned_where_no_end_is_marked(model: str, option: str, tmp_path: Path) -> None:
    for path in (texts if option == "--text" else written)(tmp_path / "talks", range(3)).iterdir():
        bare = path.read_text().replace(".", "")
        path.write_text(" ".join(bare.split()) if option == "--text" else bare)  # a line would be a sentence
    result = CliRunner().invoke(main, ["train", model, option, str(tmp_path / "talks"), "-o", str(tmp_path / "model")])
    assert result.exit_code == 2
    assert "No sentence ends are marked in 3 files" in result.output
    assert "give transcripts with full stops and question marks" in result.output


def test_files_behind_an_option_are_counted_with_the_others(tmp_path: Path) -> None:
    """A shell makes three files of `--text text/*`: one for the option, two that stand alone."""
    one, two, three = sorted(texts(tmp_path / "text", range(3)).iterdir())
    assert "taken as text: 3 files" in run("bayes", "--text", one, two, three, "-o", tmp_path / "model")


def test_all_files_of_a_kind_are_one_source_of_a_network(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    one, two, three = sorted(texts(tmp_path / "text", range(3)).iterdir())
    calls, talk = sorted(written(tmp_path / "timed", range(3, 5)).iterdir())
    found = _list_sources(CorpusPaths(text=[one], timed=[calls]), [two, talk, three], quiet)
    assert [(each.name, each.paths, each.weight) for each in found] == [
        ("speech", (calls, talk), None),
        ("text", (one, two, three), None),
    ]


def test_a_single_recording_with_times_is_text(tmp_path: Path) -> None:
    timed = written(tmp_path / "timed", range(1))
    told = run("bayes", timed, "-o", tmp_path / "model")
    assert f"taken as text: {timed / 'talk-0.nlp'}" in told
    assert open_folder(tmp_path / "model").manifest.notes == (
        "trained without timed transcripts: words alone, method 0",
    )


def test_python_and_the_command_line_make_the_same_model(tmp_path: Path) -> None:
    text, timed = texts(tmp_path / "text", range(2)), written(tmp_path / "timed", range(2, 5))
    options = ("--method", "2", "--max-bigrams", "2v", "--hesitations", "drop", "--any-domain", "--title", "Ours")
    run("bayes", text, timed, *options, "--licence", "CC0-1.0", "--language", "de", "-o", tmp_path / "one")
    detector = pausa.train(
        "bayes", [text, timed], output=tmp_path / "two", method=2, max_bigrams="2v", hesitations="drop",
        any_domain=True, title="Ours", licence="CC0-1.0", language="de",
    )  # fmt: skip
    assert same(tmp_path / "one", tmp_path / "two")
    assert isinstance(detector, BayesDetector)
    found = open_folder(tmp_path / "one").manifest
    assert (found.title, found.licence, found.language) == ("Ours", "CC0-1.0", "de")
    assert len(pausa.segment(bare(speech(9)), detector).ends) > 30


@pytest.mark.parametrize("model", MODELS)
def test_a_command_has_the_options_of_its_model_and_no_others(model: str) -> None:
    names = {parameter.name for parameter in command.commands[model].params}
    assert names == SHARED | set(OPTIONS[model]) - {"watch"}


@pytest.mark.parametrize(
    ("model", "options", "problem"),
    [
        ("bayes", {"order": 3}, "no order in the training of bayes; fst can be told it"),
        ("fst", {"method": 0}, "no method in the training of fst; bayes"),
        ("cnn", {"start": "default"}, "no start in the training of cnn; transformer"),
        ("brnn", {"reference": ["typed"]}, "no reference in the training of brnn; bayes, fst"),
        ("bayes", {"method": 2}, "Method 2 is learned from speech with word times"),
        ("bayes", {"duration": True}, "duration of words is learned from speech with word times"),
        ("bayes", {"reference": ["typed"]}, "reference goes with transcripts of the same names"),
        ("fst", {"classes": 5, "grammar": "some.gr"}, "ask for one of them"),
        ("fst", {"level": "paragraph"}, "No level 'paragraph'"),
        ("transformer", {"start": "nowhere"}, "no model folder nowhere to start from; give 'default', 'world' or"),
        (
            "transformer",
            {"start": str(Path(__file__).parent)},
            r"folder \S+ holds no model to start from; give 'default', 'world' or",
        ),
        ("transformer", {"start": "cnn"}, "cnn is a model of another kind; give 'default', 'world' or"),
        ("transformer", {"start": "bayes"}, "bayes is a model of another kind"),
        ("cnn", {"max_minutes": 0}, "max_minutes is more than 0, not 0"),
    ],
)
def test_options_without_an_effect_are_refused(
    model: str, options: dict[str, object], problem: str, tmp_path: Path
) -> None:
    if model in ("transformer", "cnn"):
        pytest.importorskip("torch")
    said: list[str] = []
    text = texts(tmp_path / "text", range(1))
    with pytest.raises(OptionError, match=problem):
        train(model, text=[text], output=tmp_path / "model", say=said.append, **options)  # type: ignore[arg-type]
    assert not (tmp_path / "model").exists()
    assert not any("reading" in line for line in said)


def test_durations_are_for_method_3(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="a factor of method 3, not of 2"):
        train("bayes", timed=[written(tmp_path / "t", range(3))], output=tmp_path / "m", method=2, duration=True)


def test_an_unknown_model_is_answered_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'bayes'"):
        train("bays", output=tmp_path / "model")
    result = CliRunner().invoke(main, ["train", "bays"])
    assert result.exit_code == 2
    assert "Did you mean 'bayes'?" in result.output


@pytest.mark.parametrize("model", MODELS)
def test_a_place_that_is_taken_is_refused_before_anything_is_read(model: str, tmp_path: Path) -> None:
    text = texts(tmp_path / "text", range(1))
    said: list[str] = []
    with pytest.raises(InputError, match="is there already and holds no model"):
        train(model, [text, tmp_path / "nowhere"], output=text, say=said.append)
    assert said == []


def test_nothing_to_learn_from_is_one_line(tmp_path: Path) -> None:
    for model in MODELS[:2]:
        result = CliRunner().invoke(main, ["train", model, "-o", str(tmp_path / "model")])
        assert result.exit_code == 2
        assert "There is nothing to learn from" in result.output


def test_help_and_small_models_do_without_torch(tmp_path: Path) -> None:
    code = (
        "import sys; from click.testing import CliRunner; from pausa.cli import main;"
        "run = lambda *given: CliRunner().invoke(main, ['train', *given]).exit_code;"
        "assert run('--help') == run('cnn', '--help') == 0; assert 'numpy' not in sys.modules;"
        f"assert run('bayes', {str(texts(tmp_path / 'text', range(2)))!r}, '-o', {str(tmp_path / 'model')!r}) == 0;"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.fixture
def no_time(tmp_path: Path) -> dict[str, object]:
    """A training that is over as soon as it has begun."""
    return {"output": tmp_path / "model", "max_minutes": 1e-9, "threads": 1, "say": quiet}


def test_a_network_says_its_language_and_title(tmp_path: Path, no_time: dict[str, object]) -> None:
    pytest.importorskip("torch")
    timed = written(tmp_path / "timed", range(3))
    train("cnn", [timed], language="de", title="Ours", licence="CC0-1.0", format="nlp", **no_time)  # type: ignore[arg-type]
    found = open_folder(tmp_path / "model").manifest
    assert (found.title, found.licence, found.language) == ("Ours", "CC0-1.0", "de")
    assert [(each.name, each.use) for each in found.data] == [("speech", "words and pauses")]


def test_a_network_reads_text_in_its_language(tmp_path: Path) -> None:
    """In English a title and its dot end no sentence; of German no titles are known."""
    pytest.importorskip("torch")
    from pausa.training.neural.sources import list_sources
    from pausa.training.neural.store import prepare

    path = tmp_path / "brief.txt"
    path.write_text("Dann kam Mr. Holm nach Hause. " * 30)
    ends = {}
    for code in ("en", "de"):
        (source,) = list_sources(text=[path], language=code)
        ends[code] = int((prepare(source, "train", cache=None, say=quiet).labels > 1).sum())
    assert ends["en"] < ends["de"]


def test_a_transformer_starts_from_a_model_folder(tmp_path: Path, no_time: dict[str, object]) -> None:
    pytest.importorskip("torch")
    from pausa.training.neural.sources import list_sources
    from pausa.training.neural.train import train_network
    from tests.training.neural.examples import TINY_RECIPES, TINY_TRANSFORMER, tokenizer_folder

    timed = written(tmp_path / "timed", range(3))
    train_network(
        "transformer", tmp_path / "first", sources=list_sources([timed]), recipe=TINY_RECIPES["transformer"],
        size=TINY_TRANSFORMER, pretrained=tokenizer_folder(tmp_path / "tokenizer"), from_scratch=True,
        max_minutes=1e-9, say=quiet,
    )  # fmt: skip
    train("transformer", timed=[timed], start=tmp_path / "first", **no_time)  # type: ignore[arg-type]
    first, then = (open_folder(tmp_path / name).manifest.settings["size"] for name in ("first", "model"))
    assert first == then
    train("cnn", timed=[timed], **{**no_time, "output": tmp_path / "cnn"})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="holds a cnn"):
        train("transformer", timed=[timed], start=tmp_path / "cnn", **{**no_time, "output": tmp_path / "no"})  # type: ignore[arg-type]


def test_the_default_can_be_started_from() -> None:
    pytest.importorskip("torch")
    from pausa.models.storage import open_bundled
    from pausa.training.neural.building import size_of
    from pausa.training.train import _find_start

    size = size_of("transformer", _find_start("default"))
    assert size.layers == open_bundled("default").manifest.settings["size"]["layers"]


def test_a_format_that_is_not_recognised_is_named_as_this_command_names_it(tmp_path: Path) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text('<odd thing="known"/>')
    result = CliRunner().invoke(main, ["train", "bayes", "--text", str(odd), "-o", str(tmp_path / "model")])
    assert result.exit_code == 2
    assert "the format could not be recognised" in result.output
    assert "name it (--from-format; pausa formats lists them)" in result.output
