"""How well the language of words is found, by their number: lower case, no marks, recordings not learned from.

    python -m benchmarks language-detection --data DIR [--split dev] [--stretches N]

From each language stretches of 20, 50, 100 and 500 words, spread over its recordings. Beside Pausa stands the package
`py3langid`, told which languages there are, where it is installed. English is also counted by genre, since no English
transcript may be taken for something else.
"""

from __future__ import annotations

import argparse
import importlib.util
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.make_languages import said_in
from benchmarks.reports import saved, table
from benchmarks.sources import SOURCES, documents, read
from benchmarks.split_lists import Side
from pausa.text.identify import LEARNED, identify
from pausa.text.signs import plain_form

LENGTHS = (20, 50, 100, 500)
LANGUAGES = tuple(sorted({*LEARNED, "el", "he", "zh"}))
#: Languages that are easily mistaken for each other.
CLOSE = (("da", "nb", "nn"), ("bs", "hr", "sr"), ("ca", "es", "gl", "pt"), ("cs", "pl", "sl"), ("et", "fi"))
#: No more recordings than this are read of a language.
_RECORDINGS = 400

Finder = Callable[[list[str]], str]


def finders() -> dict[str, Finder]:
    """Ways of finding a language, by name."""
    found: dict[str, Finder] = {"pausa": identify}
    if importlib.util.find_spec("py3langid"):
        import py3langid  # type: ignore[import-not-found,unused-ignore]  # optional

        py3langid.set_languages(["no" if code == "nb" else code for code in LANGUAGES])
        found["py3langid"] = lambda words: str(py3langid.classify(" ".join(words))[0]).replace("no", "nb")
    return found


def stretches(words: Sequence[str], length: int) -> Iterator[list[str]]:
    """Stretches of that many words, one behind the other."""
    return (list(words[start : start + length]) for start in range(0, len(words) - length + 1, length))


def sample(lang: str, data: Path, split: Side, most: int) -> dict[int, list[list[str]]]:
    """Stretches of each length in a language, as many of every recording as of the others."""
    found: dict[int, list[list[str]]] = {length: [] for length in LENGTHS}
    recordings = [words for _, words in islice(_said(lang, data, split), _RECORDINGS)]
    each = max(1, -(-most // max(1, len(recordings))))
    for words in recordings:
        for length in LENGTHS:
            found[length] += list(stretches(words, length))[:: max(1, len(words) // length // each)][:each]
    return {length: made[:most] for length, made in found.items()}


def _said(lang: str, data: Path, split: Side) -> Iterator[tuple[str, list[str]]]:
    if lang != "zh":
        yield from said_in(lang, data, split)
        return
    for source in SOURCES.values():
        if source.lang == lang:
            for recording in read(source, data, split=split):
                texts = [text for each in documents(recording) for text in each.transcript.texts]
                yield recording.id, [word for text in texts for word in plain_form(text).split()]


def english_by_genre(data: Path, split: Side, most: int) -> dict[str, dict[str, int]]:
    """For each English source, stretches of 20 words and how many were not taken for English."""
    made = {}
    for source in SOURCES.values():
        if source.lang != "en":
            continue
        found: list[list[str]] = []
        for recording in islice(read(source, data, split=split), 40):
            words = [word for token in recording.tokens for word in plain_form(token).split()]
            found += list(stretches(words, LENGTHS[0]))[: max(1, most // 20)]
        others = Counter(code for words in found if (code := identify(words)) not in ("", "en"))
        if found:
            made[source.name] = {"stretches": len(found), "others": sum(others.values())}
    return made


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("--split", choices=["dev", "test"], default="dev")
    asked.add_argument("--stretches", type=int, default=200, metavar="N", help="of each language and length")
    given = asked.parse_args()
    ways = finders()
    confused: dict[str, dict[int, Counter[tuple[str, str]]]] = {
        way: {length: Counter() for length in LENGTHS} for way in ways
    }
    seconds = dict.fromkeys(ways, 0.0)
    for lang in LANGUAGES:
        for length, found in sample(lang, given.data, given.split, given.stretches).items():
            for way, find in ways.items():
                began = perf_counter()
                confused[way][length].update((lang, find(words)) for words in found)
                seconds[way] += perf_counter() - began
        print(lang, {way: _accuracy(confused[way][20], [lang]) for way in ways}, flush=True)
    genres = english_by_genre(given.data, given.split, given.stretches)
    figures = {
        "split": given.split,
        "accuracy": {
            way: {
                str(length): {lang: _accuracy(counts, [lang]) for lang in LANGUAGES}
                | {"all": _accuracy(counts, LANGUAGES)}
                for length, counts in by_length.items()
            }
            for way, by_length in confused.items()
        },
        "english_by_genre": genres,
    }
    saved("language-detection", figures, page(figures, confused["pausa"]))
    total = sum(confused["pausa"][length].total() for length in LENGTHS)
    print({way: f"{1000 * spent / total:.2f} ms a stretch" for way, spent in seconds.items()})


def _accuracy(counts: Counter[tuple[str, str]], languages: Sequence[str]) -> float | None:
    """The mean over languages of how many stretches were told right; None where there are none."""
    shares = []
    for lang in languages:
        there = sum(count for (true, _), count in counts.items() if true == lang)
        if there:
            shares.append(counts[lang, lang] / there)
    return round(sum(shares) / len(shares), 4) if shares else None


def _shown(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"


def page(figures: dict[str, Any], confused: dict[int, Counter[tuple[str, str]]]) -> str:
    """The tables as Markdown."""
    ways = list(figures["accuracy"])
    rows = [
        [lang, *(_shown(figures["accuracy"][way][str(n)][lang]) for way in ways for n in LENGTHS)]
        for lang in ("all", *LANGUAGES)
    ]
    pairs = [
        [" / ".join(group), true, said, *(str(confused[n][true, said]) for n in LENGTHS)]
        for group in CLOSE
        for true in group
        for said in group
        if true != said and any(confused[n][true, said] for n in LENGTHS)
    ]
    others = [[name, row["stretches"], row["others"]] for name, row in figures["english_by_genre"].items()]
    return "\n".join(
        [
            f"# Finding the language, {figures['split']} recordings",
            "",
            "Share of stretches whose language is told right, lower case and without marks, by number of words;",
            "`all` is the mean over languages. `python -m benchmarks language-detection`.",
            "",
            table(["language", *(f"{way} {n}" for way in ways for n in LENGTHS)], rows),
            "Stretches in one language taken for a close one:",
            "",
            table(["group", "is", "taken for", *map(str, LENGTHS)], pairs),
            "English stretches of 20 words taken for another language:",
            "",
            table(["source", "stretches", "taken for another"], others),
        ]
    )


if __name__ == "__main__":
    main()
