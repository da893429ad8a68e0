"""ARPA files: what we write comes back unchanged, others read it, and we read theirs."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from pausa.core.errors import InputError
from pausa.lm import BREAK, UNKNOWN, NgramModel, estimate, pruned, read_arpa, stream_log_probs, write_arpa
from tests.lm.texts import talk, talks

SMALL = """
\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-0.5\t<unk>
-0.9\tso\t-0.25
-0.7\twe\u00a0all\t-0.125
-0.4\t<break>\t-0.0625

\\2-grams:
-0.3\tso we\u00a0all
-0.2\twe\u00a0all <break>

\\end\\
"""


def read(tmp_path: Path, text: str) -> NgramModel:
    path = tmp_path / "model.arpa"
    path.write_bytes(text.encode())
    return read_arpa(path)


def log10(model: NgramModel, *words: str) -> float:
    """log10 p of the last word after the others."""
    ids = model.ids(words)
    return float(model.log_probs(ids[None, :-1], ids[-1:])[0] / np.log(10))


@pytest.mark.parametrize("order", [2, 4])
def test_a_written_model_is_read_back_to_the_last_bit(order: int, tmp_path: Path) -> None:
    model = estimate(talks(8), order)
    write_arpa(model, tmp_path / "talks.arpa")
    again = read_arpa(tmp_path / "talks.arpa")
    assert again.vocabulary == model.vocabulary
    for one, other in zip(model.levels, again.levels, strict=True):
        assert np.array_equal(one.keys, other.keys)
        assert np.array_equal(one.log_probs, other.log_probs)
        assert np.array_equal(one.back_offs, other.back_offs)
    assert [path.name for path in tmp_path.iterdir()] == ["talks.arpa"]


@pytest.mark.parametrize("small", [False, True], ids=["whole", "pruned"])
def test_kenlm_reads_what_we_write_and_agrees(small: bool, tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm")
    model = estimate(talks(10), 4)
    if small:
        model = pruned(model, sum(model.sizes) // 2)
    write_arpa(model, tmp_path / "talks.arpa")
    theirs = kenlm.Model(str(tmp_path / "talks.arpa"))
    tokens = [*talk(99), "we", "ate", "ate", "a", "dog", BREAK]
    state, after = kenlm.State(), kenlm.State()
    theirs.NullContextWrite(state)
    theirs.BaseScore(state, BREAK, after)
    scores: list[float] = []
    for token in tokens:
        state, after = after, state
        scores.append(theirs.BaseScore(state, token, after))
    assert stream_log_probs(model, tokens) / np.log(10) == pytest.approx(scores, abs=2e-6)


def test_n_grams_back_off_as_the_file_says(tmp_path: Path) -> None:
    model = read(tmp_path, SMALL)
    assert log10(model, "so", "we\u00a0all") == pytest.approx(-0.3)
    assert log10(model, "so", BREAK) == pytest.approx(-0.25 - 0.4)
    assert log10(model, "never", "so") == pytest.approx(-0.9)
    assert log10(model, "so", "never") == pytest.approx(-0.25 - 0.5)


def test_layouts_of_other_tools_are_read(tmp_path: Path) -> None:
    plain = read(tmp_path, SMALL)
    spaced = (
        SMALL.replace("\t", "  ").replace("\n", "\r\n").replace("ngram 1=4", "ngram  1=  4").replace("<unk>", "<UNK>")
    )
    headed = "made by some tool\n\n" + SMALL.replace("\t<unk>\n", "\t<unk>\t0\n").replace("\\2-grams", "\n\n\\2-grams")
    for text in (spaced, headed):
        model = read(tmp_path, text)
        assert model.vocabulary == plain.vocabulary
        assert np.array_equal(model.levels[0].back_offs, plain.levels[0].back_offs)
        assert np.array_equal(model.levels[1].log_probs, plain.levels[1].log_probs)
    (tmp_path / "model.arpa.gz").write_bytes(gzip.compress(SMALL.encode()))
    assert read_arpa(tmp_path / "model.arpa.gz").sizes == plain.sizes


def test_a_file_without_an_unknown_word_gets_one_that_is_never_likely(tmp_path: Path) -> None:
    model = read(tmp_path, SMALL.replace("-0.5\t<unk>\n", "").replace("1=4", "1=3"))
    assert UNKNOWN in model.vocabulary
    assert log10(model, "so", "never") == pytest.approx(-0.25 - 99)


def test_n_grams_longer_than_any_history_of_the_tables_are_read(tmp_path: Path) -> None:
    grams = "\\3-grams:\n-0.1 a a a -0.2\n\n\\4-grams:\n-0.1 a a a a -0.3\n\n\\5-grams:\n-0.05 a a a a a\n"
    head = "\\data\\\nngram 1=2\nngram 2=1\nngram 3=1\nngram 4=1\nngram 5=1\n\n"
    model = read(tmp_path, f"{head}\\1-grams:\n-0.3 a -0.1\n-0.3 <unk>\n\n\\2-grams:\n-0.2 a a 0\n\n{grams}\n\\end\\\n")
    assert model.order == 5
    assert log10(model, *"aaaaa") == pytest.approx(-0.05)
    assert log10(model, *"aaaaaaa") == pytest.approx(-0.05)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("\\data\\", "\\dat\\"), "no \\\\data"),
        (("-0.3\tso", "-x\tso"), "line 13: this is no 2-gram"),
        (("-0.3\tso", "0.3\tso"), "line 13: this is no 2-gram"),
        (("-0.3\tso we", "-0.3\tsow we"), "line 13: the word 'sow' is not among the 1-grams"),
        (("ngram 2=2", "ngram 2=3"), "line 15: this is no 2-gram"),
        (("ngram 2=2", "ngram 2=1"), "end. is missing"),
        (("ngram 2=2", "ngram 2=200"), "ends in the middle|no 2-gram"),
        (("-0.2\twe\u00a0all <break>", "-0.2\tso we\u00a0all"), "2-gram is there twice"),
        (("-0.9\tso", "-0.9\t<break>"), "there twice"),
        (("\\2-grams:", "\\3-grams:"), "here should be"),
        (("\\end\\", ""), "end. is missing"),
    ],
)
def test_broken_files_are_told_where(change: tuple[str, str], told: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=told):
        read(tmp_path, SMALL.replace(*change))


def test_an_n_gram_needs_the_one_that_it_begins_with(tmp_path: Path) -> None:
    three = "\\3-grams:\n-0.1 <break> so so\n\n\\end\\"
    with pytest.raises(InputError, match="'<break> so so' is there, but not '<break> so'"):
        read(tmp_path, SMALL.replace("\\end\\", three).replace("ngram 2=2", "ngram 2=2\nngram 3=1"))


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_arpa(tmp_path / "nowhere.arpa")


def test_words_with_spaces_cannot_be_written_and_leave_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'new york' cannot be written"):
        write_arpa(estimate([["new york", BREAK]], 2), tmp_path / "out.arpa")
    assert not list(tmp_path.iterdir())
