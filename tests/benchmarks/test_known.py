"""What is known about corpora with a name, and who of them is held out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.held_out import held_out
from benchmarks.known import known_sources
from pausa.core.document import Document
from pausa.core.errors import InputError, OptionError
from pausa.core.messages import say_nothing
from pausa.core.words import Transcript, Word
from pausa.training.neural.sources import read_source

NAMES = ["earnings22", "icsi-mrda", "changelog", "committee", "ami"]


@pytest.mark.parametrize("name", [*NAMES, "iwslt2011"])
def test_every_known_source_has_a_licence_and_a_name_to_give(name: str, tmp_path: Path) -> None:
    (source,) = known_sources(tmp_path, {name: 2.0})
    assert source.licence
    assert source.attribution
    assert source.weight == 2.0


@pytest.mark.parametrize("name", ["earnings21", "coraal-multi", "wisebe-sample", "poleval-2021-pl", "novels"])
def test_what_is_measured_on_is_not_learned_from(name: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no corpus"):
        known_sources(tmp_path, {name: 1.0})


def test_of_the_ted_talks_only_those_for_training_are_read(tmp_path: Path) -> None:
    (tmp_path / "iwslt2011").mkdir()
    for name in ("dev2012", "test2011"):
        (tmp_path / "iwslt2011" / f"{name}.tsv").write_text(f"i\tO\n'm\tO\n{name}\tPERIOD\n" * 30)
    (source,) = known_sources(tmp_path, {"iwslt2011": 1.0})
    (train,) = read_source(source, "train", say=say_nothing)
    assert set(train.transcript.texts) == {"i'm", "dev2012"}


@pytest.mark.parametrize("source", NAMES)
def test_splits_are_apart(source: str) -> None:
    lists = held_out(source)
    assert lists.dev
    assert lists.test
    assert not lists.dev & lists.test


def test_the_channels_of_a_meeting_are_in_one_split() -> None:
    lists = held_out("icsi-mrda")
    meeting = min(lists.dev)
    channels = [Document(Transcript((Word("yes"),)), name=f"{meeting}.{who}") for who in ("me001", "fe002")]
    other = Document(Transcript((Word("no"),)), name="elsewhere")
    assert list(lists.only([*channels, other], "dev")) == channels
    assert list(lists.only([*channels, other], "train")) == [other]


def test_an_unknown_source_has_no_split() -> None:
    with pytest.raises(InputError, match="no split for 'nothing'"):
        held_out("nothing")
