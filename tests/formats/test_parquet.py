"""Parquet: types of columns, broken files; what the columns mean is in test_tables."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pausa.core.document import Document
from pausa.core.errors import InputError, MissingExtra, TooLarge
from pausa.core.unpacking import ReadLimits
from pausa.core.words import Word
from pausa.formats import FORMATS
from pausa.formats.base import Layout, Source
from pausa.formats.files import parse
from pausa.formats.footer import columns
from tests.builders import spoken

pyarrow = pytest.importorskip("pyarrow")


def stored(**columns: Any) -> bytes:
    """A Parquet file with these columns."""
    import pyarrow.parquet

    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), written)
    return bytes(written.getvalue().to_pybytes())


def read(data: bytes) -> list[Document]:
    parse_data = FORMATS["parquet"].parse
    assert parse_data
    return parse_data(Source("", data=data))


def test_numbers_of_any_type_are_read() -> None:
    (document,) = read(stored(word=["so", "what"], start_ms=[10, 20], end=[0.02, float("nan")], speaker=[1.0, 2.0]))
    assert document.transcript.words == (Word("so", 10, 20, "1"), Word("what", 20, None, "2"))


def test_other_columns_are_passed_over() -> None:
    assert read(stored(word=["so"], vector=[[1.0, 2.0]], when=[None]))[0].transcript.words == (Word("so"),)


def test_columns_of_lists_are_no_words() -> None:
    with pytest.raises(InputError, match="not text"):
        read(stored(word=[["so", "what"]]))


def test_a_table_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="no column of words"):
        read(stored(colour=["red"]))


@pytest.mark.parametrize("kept", [4, 20, 200])
def test_a_file_that_breaks_off_is_refused_in_one_line(kept: int) -> None:
    with pytest.raises(InputError, match="Parquet") as caught:
        read(stored(word=["so", "what"])[:kept])
    assert "\n" not in str(caught.value)


def test_it_is_told_by_its_first_bytes() -> None:
    data = stored(word=["so"])
    assert FORMATS["parquet"].looks_like(data[:4].decode("latin-1"))
    assert parse(data, name="talk")[0].transcript.texts == ("so",)


def test_times_are_seconds_in_the_file() -> None:
    import pyarrow.parquet

    render = FORMATS["parquet"].render
    assert render
    content = render([Document(spoken("so what"))], Layout())
    table = pyarrow.parquet.read_table(pyarrow.BufferReader(content))
    assert table.column("start").to_pylist() == [0.0, 0.3]


def test_without_pyarrow_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(MissingExtra, match=r"pausa\[tables\]"):
        read(b"PAR1")


def dictionary(text: str, n_rows: int) -> Any:
    """A column that holds a text once and means it many times."""
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * n_rows, pyarrow.int32()), pyarrow.array([text]))


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"word": lambda: pyarrow.repeat("so", 3_000_000)}, "more than 200,000 words"),
        ({"word": lambda: pyarrow.array([["so"] * 1_000_000])}, "more than 200,000 words"),
        ({"word": lambda: dictionary("so " * 50_000, 100)}, "more than 200,000 words"),
        ({"word": lambda: dictionary("x" * 100_000, 100_000)}, "more than 16 MB"),
        ({"word": lambda: dictionary("so", 100), "speaker": lambda: dictionary("x" * 1_000_000, 100)}, "than 16 MB"),
    ],
)
def test_a_few_bytes_that_mean_very_much_are_refused(columns: dict[str, Any], says: str) -> None:
    data = stored(**{name: made() for name, made in columns.items()})
    assert len(data) < 1 << 20
    with pytest.raises(TooLarge, match=f"{says}.*--max-expanded"):
        parse(data, name="talk.parquet")


def test_more_rows_are_read_where_that_is_allowed() -> None:
    data = stored(word=pyarrow.repeat("so", 200_001))
    with pytest.raises(TooLarge):
        parse(data, name="talk.parquet")
    (document,) = parse(data, name="talk.parquet", limits=ReadLimits(expanded_bytes=1 << 24))
    assert document.n_words == 200_001


def delta(words: list[str]) -> bytes:
    """Texts stored as the one before and a little more."""
    import pyarrow.parquet

    written = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(
        pyarrow.table({"word": words}), written, use_dictionary=False, column_encoding={"word": "DELTA_BYTE_ARRAY"}
    )
    return bytes(written.getvalue().to_pybytes())


def test_texts_stored_as_differences_are_read_and_measured() -> None:
    assert read(delta(["so", "some", "somewhere", "else"]))[0].transcript.texts == ("so", "some", "somewhere", "else")
    with pytest.raises(TooLarge, match="more than 16 MB"):
        parse(delta(["x" * 100_000] * 1000), name="talk.parquet")


def test_cells_without_a_value_stay_unknown() -> None:
    (document,) = read(stored(word=["so", "what", None], speaker=[None, "anna", None], start=[None, 1.0, None]))
    assert document.transcript.words == (Word("so"), Word("what", 1000, None, "anna"))


CONTRADICTING = sorted((Path(__file__).parent.parent / "fuzz" / "corpus" / "parquet").glob("contradicting-footer-*"))


@pytest.mark.parametrize("path", CONTRADICTING, ids=lambda path: path.name)
def test_a_footer_that_contradicts_itself_is_refused_and_ends_no_process(path: Path) -> None:
    code = "import sys; from pausa.formats.files import read; read(sys.argv[1])"
    finished = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert "InputError" in finished.stderr
    assert "broken Parquet" in finished.stderr
    assert finished.returncode == 1


def test_the_footer_says_what_the_library_says() -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    data = stored(word=["so", "we", None], start=[0.1, 0.2, 0.3], tags=[["a", "b"], [], None])
    group = pq.ParquetFile(pa.BufferReader(data)).metadata.row_group(0)
    parts = [group.column(place) for place in range(group.num_columns)]
    assert list(columns(data)) == [
        (part.path_in_schema, part.num_values, part.total_uncompressed_size, False) for part in parts
    ]
    assert [part.is_delta for part in columns(delta(["so", "we"]))] == [True]


@pytest.mark.parametrize("length", [0, 7, 100, 2**31])
def test_a_footer_of_another_length_is_refused(length: int) -> None:
    data = stored(word=["so"])
    with pytest.raises(ValueError, match=r"footer|field|number|value|items|column"):
        list(columns(data[:-8] + length.to_bytes(4, "little") + b"PAR1"))
