"""Small networks trained in seconds: they learn, they can be stopped at any moment, they are judged fairly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from pausa.cli.endings import caught, code_of
from pausa.core.errors import InputError, OptionError
from pausa.decode import decode
from pausa.models.neural.inputs import line_of
from pausa.models.neural.marks import COMMA, NONE, PERIOD
from pausa.models.storage import card, open_folder
from tests.builders import spoken
from tests.training.neural.examples import (
    LOADERS,
    TINY_RECIPE,
    TINY_RECIPES,
    TINY_SIZES,
    TINY_TRANSFORMER,
    named,
    sources_of,
    talks,
    tokenizer_folder,
)

torch = pytest.importorskip("torch")

from pausa.training.neural import checkpoint, loop  # noqa: E402
from pausa.training.neural.bert import Transformer  # noqa: E402
from pausa.training.neural.building import build  # noqa: E402
from pausa.training.neural.checkpoint import BEST, CHECKPOINT  # noqa: E402
from pausa.training.neural.heldout import torch_logits  # noqa: E402
from pausa.training.neural.loop import Progress, mark_losses  # noqa: E402
from pausa.training.neural.optimising import rate_factor  # noqa: E402
from pausa.training.neural.samples import NO_END  # noqa: E402
from pausa.training.neural.train import train_network  # noqa: E402


class Stopped(Exception):
    """What a training meets when it is killed."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("corpus")
    tokenizer_folder(place)
    talks(place / "talks")
    return place


def tiny(name: str, corpus: Path, folder: Path, **options: Any) -> tuple[str, ...]:
    """Train a tiny network on the little talks."""
    scratch: dict[str, Any] = {"pretrained": corpus, "from_scratch": True} if name == "transformer" else {}
    given: dict[str, Any] = {
        "recipe": TINY_RECIPES[name],
        "size": TINY_SIZES[name],
        "sources": sources_of([corpus / "talks"]),
    }
    return train_network(name, folder, **(given | scratch | {"say": lambda message: None} | options))


def stop_at(step: int) -> Callable[[Progress], None]:
    def watch(progress: Progress) -> None:
        if progress.step == step:
            raise Stopped

    return watch


@named
def test_a_tiny_network_learns_to_end_sentences(name: str, corpus: Path, tmp_path: Path) -> None:
    said = tiny(name, corpus, tmp_path / "model")
    opened = open_folder(tmp_path / "model")
    assert opened.manifest.model == name
    assert all(score.value > 0.8 for score in opened.manifest.scores), said
    judged_on = {score.on for score in opened.manifest.scores}
    assert judged_on == {f"talks {how} (held out)" for how in ("times", "noisy", "words")}
    assert "learned from talks" in card(opened.manifest)
    assert opened.manifest.settings["reliability"]
    talk = spoken("so we left by the harbour / then anna waited / maybe they sold the boat again / soon she left")
    detector = LOADERS[name](opened)
    assert set(decode(detector.score(talk), talk).ends) == {5, 8, 14, 17}


@named
def test_a_training_that_was_stopped_ends_as_if_it_had_not_been(name: str, corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPES[name], steps=24, evaluate_every=8, checkpoint_minutes=0.0)
    tiny(name, corpus, tmp_path / "whole", recipe=recipe)
    for step in (5, 13, 23):
        with pytest.raises(Stopped):
            tiny(name, corpus, tmp_path / "stopped", recipe=recipe, watch=stop_at(step))
    tiny(name, corpus, tmp_path / "stopped", recipe=recipe)
    for file in (CHECKPOINT, BEST):
        whole, state = checkpoint.load(tmp_path / "whole.training" / file)
        stopped, other = checkpoint.load(tmp_path / "stopped.training" / file)
        assert whole.keys() == stopped.keys()
        assert all(torch.equal(whole[key], stopped[key]) for key in whole)
        assert state.step == other.step
        assert [row["f1"] for row in state.log] == [row["f1"] for row in other.log]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("during", ["a step", "a look"])
def test_ctrl_c_loses_no_step(
    ending: signal.Signals, during: str, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No checkpoint is due, and the end comes in the middle: what goes on from there ends as if nothing had been."""
    recipe = replace(TINY_RECIPE, steps=12, evaluate_every=8)
    tiny("cnn", corpus, tmp_path / "whole", recipe=recipe)
    rounds: list[int] = []
    plain, at, steps = (loop.loss_of, 5, 5) if during == "a step" else (torch_logits, 2, 8)

    def interrupted(*given: Any) -> Any:
        rounds.append(1)
        if len(rounds) == at:
            os.kill(os.getpid(), ending)
        return plain(*given)

    said: list[str] = []
    monkeypatch.setattr(loop, plain.__name__, interrupted)
    with caught(), pytest.raises(KeyboardInterrupt) as stopped:
        tiny("cnn", corpus, tmp_path / "stopped", recipe=recipe, say=said.append)
    monkeypatch.undo()
    assert code_of(stopped.value) == 128 + ending
    assert said[-1].endswith(f"holds what {steps} steps have learned; the same command goes on from there")
    seen: list[int] = []
    tiny("cnn", corpus, tmp_path / "stopped", recipe=recipe, watch=lambda progress: seen.append(progress.step))
    assert min(seen) == steps + 1
    (whole, one), (again, other) = (
        checkpoint.load(tmp_path / f"{name}.training" / CHECKPOINT) for name in ("whole", "stopped")
    )
    assert all(torch.equal(whole[key], again[key]) for key in whole)
    assert [(row["step"], row["f1"]) for row in one.log] == [(row["step"], row["f1"]) for row in other.log]


def test_a_training_survives_being_killed(corpus: Path, tmp_path: Path) -> None:
    code = f"""
import os, signal
from pathlib import Path
from tests.training.neural.test_training import TINY_RECIPES, replace, tiny
def watch(progress):
    if progress.step == 6:
        os.kill(os.getpid(), signal.SIGKILL)
recipe = replace(TINY_RECIPES["cnn"], steps=10, checkpoint_minutes=0.0)
tiny("cnn", Path({str(corpus)!r}), Path({str(tmp_path / "model")!r}), recipe=recipe, watch=watch)
"""
    root = Path(__file__).parents[3]
    killed = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert not (tmp_path / "model").exists()
    steps: list[int] = []
    recipe = replace(TINY_RECIPES["cnn"], steps=10, checkpoint_minutes=0.0)
    tiny("cnn", corpus, tmp_path / "model", recipe=recipe, watch=lambda progress: steps.append(progress.step))
    assert min(steps) == 7
    assert (tmp_path / "model" / "model.onnx").is_file()


def test_other_settings_do_not_go_on_with_a_training(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=3, evaluate_every=2)
    tiny("cnn", corpus, tmp_path / "model", recipe=recipe)
    with pytest.raises(OptionError, match=r"begun with other settings \(recipe\)"):
        tiny("cnn", corpus, tmp_path / "model", recipe=replace(recipe, rate=0.5))


def test_a_training_can_be_made_longer(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=3, evaluate_every=2)
    tiny("cnn", corpus, tmp_path / "model", recipe=recipe)
    tiny("cnn", corpus, tmp_path / "model", recipe=replace(recipe, steps=5))
    assert checkpoint.load(tmp_path / "model.training" / CHECKPOINT)[1].step == 5


def test_the_best_so_far_can_be_had_while_a_training_is_under_way(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=9, evaluate_every=2, checkpoint_minutes=0.0)
    with pytest.raises(Stopped):
        tiny("cnn", corpus, tmp_path / "model", recipe=recipe, watch=stop_at(5))
    before = (tmp_path / "model.training" / CHECKPOINT).read_bytes()
    tiny("cnn", corpus, tmp_path / "model", recipe=recipe, export_only=True)
    assert open_folder(tmp_path / "model").manifest.settings["log"][-1]["step"] <= 4
    assert (tmp_path / "model.training" / CHECKPOINT).read_bytes() == before


def test_a_training_can_start_from_another(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=3, evaluate_every=2)
    tiny("brnn", corpus, tmp_path / "first", recipe=recipe)
    counts = {"a word": 1}
    parts = build("brnn", TINY_SIZES["brnn"], counts, work=tmp_path / "second", start=tmp_path / "first.training")
    first, _ = checkpoint.load(tmp_path / "first.training" / BEST)
    assert all(torch.equal(weight, first[key]) for key, weight in parts.kind.network.named_parameters())
    smaller = replace(TINY_SIZES["brnn"], states=8)
    with pytest.raises(InputError, match="of another shape"):
        build("brnn", smaller, counts, work=tmp_path / "third", start=tmp_path / "first.training")


def test_a_training_is_judged_by_the_sources_named(corpus: Path, tmp_path: Path) -> None:
    talks(tmp_path / "others")
    sources = sources_of([corpus / "talks"], [tmp_path / "others"])
    options: dict[str, Any] = {"recipe": replace(TINY_RECIPE, steps=2), "sources": sources}
    tiny("cnn", corpus, tmp_path / "model", judge_by=["talks"], **options)
    manifest = open_folder(tmp_path / "model").manifest
    assert {score.on.split()[0] for score in manifest.scores} == {"talks"}
    assert {data.name for data in manifest.data} == {"talks", "others"}
    for judges in (["others"], []):
        with pytest.raises(OptionError, match=r"other settings \(judge_by\)"):
            tiny("cnn", corpus, tmp_path / "model", judge_by=judges, **options)


def test_two_trainings_make_one_model(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=3, evaluate_every=2)
    tiny("cnn", corpus, tmp_path / "one", recipe=recipe)
    tiny("cnn", corpus, tmp_path / "two", recipe=replace(recipe, seed=2))
    shares = {tmp_path / "one.training": 3.0, tmp_path / "two.training": 1.0}
    checkpoint.blend(tmp_path / "both.training", shares)
    (one, _), (two, _), (both, _) = (
        checkpoint.load(tmp_path / f"{name}.training" / BEST) for name in ("one", "two", "both")
    )
    assert all(torch.allclose(both[name], 0.75 * one[name] + 0.25 * two[name]) for name in one)
    tiny("cnn", corpus, tmp_path / "both", recipe=recipe, export_only=True)
    assert (tmp_path / "both" / "model.onnx").is_file()
    tiny("brnn", corpus, tmp_path / "other", recipe=recipe)
    with pytest.raises(OptionError, match="different shapes"):
        checkpoint.blend(tmp_path / "none.training", {**shares, tmp_path / "other.training": 1.0})


def test_a_training_ends_when_its_minutes_are_over(corpus: Path, tmp_path: Path) -> None:
    now = iter(range(0, 100_000, 30))
    tiny("cnn", corpus, tmp_path / "model", max_minutes=5, clock=lambda: float(next(now)))
    assert checkpoint.load(tmp_path / "model.training" / CHECKPOINT)[1].step == 10


def test_minutes_of_all_runs_count(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPES["cnn"], checkpoint_minutes=0.0)
    now = iter(range(0, 100_000, 30))
    options: dict[str, Any] = {"recipe": recipe, "max_minutes": 5, "clock": lambda: float(next(now))}
    with pytest.raises(Stopped):
        tiny("cnn", corpus, tmp_path / "model", watch=stop_at(4), **options)
    tiny("cnn", corpus, tmp_path / "model", **options)
    assert checkpoint.load(tmp_path / "model.training" / CHECKPOINT)[1].step == 10


def test_a_training_ends_when_nothing_gets_better(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=500, rate=0.0, new_rate=0.0, evaluate_every=2, patience=3)
    tiny("cnn", corpus, tmp_path / "model", recipe=recipe)
    assert checkpoint.load(tmp_path / "model.training" / CHECKPOINT)[1].step == 8


def test_frozen_words_stay_as_they_are(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPE, steps=4, evaluate_every=2, freeze_words=True)
    tiny("transformer", corpus, tmp_path / "model", recipe=recipe)
    tensors, state = checkpoint.load(tmp_path / "model.training" / CHECKPOINT)
    assert torch.equal(tensors["network.words.weight"], tensors["average.words.weight"])
    assert "words.weight" not in state.optimizer_steps
    assert state.optimizer_steps["head.weight"] == 4


def test_a_broken_checkpoint_is_named(corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "model.training").mkdir()
    (tmp_path / "model.training" / CHECKPOINT).write_bytes(b"half a file")
    with pytest.raises(InputError, match="is no checkpoint"):
        tiny("cnn", corpus, tmp_path / "model")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"sources": []}, "nothing to learn from"),
        ({"judge_by": ["novels"]}, "No source is called novels; there are talks"),
        ({"recipe": replace(TINY_RECIPE, decay="sideways")}, "'linear' or 'cosine'"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], problem: str, corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=problem):
        tiny("cnn", corpus, tmp_path / "model", **options)


def test_an_unknown_model_is_refused(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No neural model 'cnnn'"):
        train_network("cnnn", tmp_path / "model", sources=sources_of([corpus / "talks"]))


@named
def test_a_line_scores_the_same_alone_and_among_others(name: str, corpus: Path, tmp_path: Path) -> None:
    torch.manual_seed(2)
    parts = build(name, TINY_SIZES[name], {"so": 2, "we": 1}, work=tmp_path, pretrained=corpus, from_scratch=True)
    parts.kind.network.eval()
    lines = [line_of(spoken(text)) for text in ("so we left", "did / anna wait again by the harbour", "so")]
    with torch.no_grad():
        together = parts.kind.logits(lines).numpy()
        alone = np.concatenate([parts.kind.logits([line]).numpy() for line in lines])
    assert together == pytest.approx(alone, abs=1e-5)


def test_where_only_no_end_is_known_none_and_comma_are_equally_right() -> None:
    logits = torch.tensor([[3.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]])
    losses = [float(mark_losses(row[None], torch.tensor([NO_END]), TINY_RECIPE)) for row in logits]
    assert losses[0] == pytest.approx(losses[1])
    assert losses[2] > losses[0]


def test_the_loss_is_lowest_for_the_right_answer() -> None:
    logits = torch.tensor([[0.0, 0.0, 4.0, 0.0]])
    losses = {label: float(mark_losses(logits, torch.tensor([label]), TINY_RECIPE)) for label in (NONE, COMMA, PERIOD)}
    assert min(losses, key=losses.__getitem__) == PERIOD


@pytest.mark.parametrize("decay", ["linear", "cosine"])
def test_the_learning_rate_rises_and_falls_to_nothing(decay: str) -> None:
    recipe = replace(TINY_RECIPE, decay=decay, warm_up=10, steps=100)
    rates = [rate_factor(step / 100, step, recipe) for step in range(101)]
    top = int(np.argmax(rates))
    assert rates[:top] == sorted(rates[:top])
    assert rates[top:] == sorted(rates[top:], reverse=True)
    assert rates[100] == pytest.approx(0)


def test_a_transformer_leaves_things_out_only_while_it_learns() -> None:
    size = replace(TINY_TRANSFORMER, vocabulary=50, dropout=0.5)
    torch.manual_seed(1)
    network = Transformer(size)
    pieces, gaps = torch.randint(1, 50, (2, 30)), torch.ones((2, 30), dtype=torch.long)
    alike = torch.allclose(network(pieces, gaps, gaps, gaps), network(pieces, gaps, gaps, gaps))
    network.eval()
    whole = network(pieces, gaps, gaps, gaps)
    assert not alike
    torch.testing.assert_close(network(pieces, gaps, gaps, gaps), whole)


def test_the_log_is_in_the_manifest(corpus: Path, tmp_path: Path) -> None:
    tiny("cnn", corpus, tmp_path / "model", recipe=replace(TINY_RECIPE, steps=4, evaluate_every=2))
    log = json.loads((tmp_path / "model" / "manifest.json").read_text())["settings"]["log"]
    assert [row["step"] for row in log] == [2, 4]
    assert all({"loss", "f1", "threshold", "talks times"} <= row.keys() for row in log)


def test_a_recurrent_network_without_a_second_stage_is_exported_as_it_was_judged(corpus: Path, tmp_path: Path) -> None:
    recipe = replace(TINY_RECIPES["brnn"], steps=60, second_stage=1.0)
    tiny("brnn", corpus, tmp_path / "model", recipe=recipe)
    manifest = open_folder(tmp_path / "model").manifest
    best = max(row["f1"] for row in manifest.settings["log"])
    assert f"held-out F1 {best:.4f} before export" in manifest.notes[0]
    detector = LOADERS["brnn"](open_folder(tmp_path / "model"))
    talk = spoken("then we left / so they waited / did anna")
    assert len(detector.score(talk).ends) == len(talk)
