from __future__ import annotations

from benchmarks.languages import every, languages, matches, row
from benchmarks.models.make_world import ENGLISH_SHARE, FEW, MORE, weights
from benchmarks.sources import SOURCES
from pausa.core.document import Document
from pausa.core.words import Transcript, Word


def sitting(n_sentences: int, length: int) -> Document:
    sentence = [*[Word("og")] * (length - 1), Word("slut", mark=".")]
    return Document(Transcript(tuple(sentence * n_sentences)))


def test_an_end_every_n_words_is_right_where_people_speak_evenly() -> None:
    length, found = every([sitting(6, 5), sitting(8, 5)])
    assert length == 5
    assert found.f1 == found.precision == found.recall == 1.0


def test_counts_leave_the_last_word_out() -> None:
    found = matches(sitting(3, 4), [3, 5, 11])
    assert (found.hit, found.missed, found.extra, found.gaps) == (1, 1, 1, 11)
    assert row([found, found]).f1 == 0.5


def test_languages_count_the_same_where_there_is_enough_and_english_more() -> None:
    shares: dict[str, float] = {}
    for name, weight in weights().items():
        shares[SOURCES[name].lang] = shares.get(SOURCES[name].lang, 0) + weight
    assert round(shares.pop("en"), 6) == ENGLISH_SHARE
    assert {code: round(shares[code], 6) for code in MORE} == MORE
    assert {round(share, 6) for code, share in shares.items() if code not in {*FEW, *MORE}} == {1.0}
    assert all(0 < shares[code] < 1 for code in FEW)
    assert set(shares) == set(languages()) - {"en"}
