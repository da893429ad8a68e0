"""The table on the front page: F1 in every genre, on recordings that neither models nor people here have seen.

    python -m benchmarks front --data DIR [--part dev] [--most N]

Test recordings (`benchmarks/splits`) of the sources that came last, whole, words without marks and speakers, and with
times where silences are real. Each recording is cut by itself; counts are pooled over the recordings of a genre, and
95 % intervals are over recordings. `every N words` takes N from the dev recordings of the genre. Where several people
marked the same speech (CORAAL), systems stand beside people, everyone against all people but one in turn; these
interviews have been looked at before (`humans`).

A run on the test part is logged (`benchmarks.looks`) and writes `results/front.json` and `front.md`, from which
`python -m docs.make` makes the table in README. With `--part dev` nothing is logged, and the files are called
`front-dev`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pausa
from benchmarks import looks
from benchmarks.findings import Findings, folder, render
from benchmarks.places import RESULTS
from benchmarks.scoring import Cut, Talk, bare, count, cut_by, cut_every, draw, figures, talks
from benchmarks.sources import SOURCES, Recording, check_there, read
from pausa.core.document import Document
from pausa.core.messages import say_nothing
from pausa.core.table import Table, number
from pausa.formats.files import read as read_file
from pausa.formats.files import save
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.marks import boundaries
from pausa.workflow.evaluate import evaluate
from pausa.workflow.evaluation import Evaluation

Part = Literal["dev", "test"]

#: Genres and the sources they are scored on: none had been scored here when its test list was drawn up.
GENRES = {
    "talks": ("google-talks",),
    "workshops": ("srccon",),
    "interviews": ("au-pm-interviews", "audrey-tang"),
    "speeches": ("au-pm-speeches",),
    "news conferences": ("us-news-conferences",),
    "sworn testimony": ("inquiry-postoffice",),
    "doctor and patient": ("osce",),
    "central bank meetings": ("fomc",),
    "parliament": ("europarl-en",),
    "debates": ("ibm-debater-reference",),
    "debates, as recognised": ("ibm-debater",),
}
MODELS = ("default", "cnn", "brnn", "bayes", "fst", "pause")
EVERY = "every N words"
WORDS, TIMES = "words", "words and times"
SEED = "front"
#: The interviews with several people, and the one whose words systems are given.
PEOPLE, WORDS_OF = "coraal-multi", "coraal"
KEYS = ("precision_mean", "recall_mean", "f1_mean")


def recordings(source: str, data: Path, part: Part, most: int | None) -> list[Talk]:
    """The recordings of a part; of more than `most`, so many by chance."""
    found: list[Recording] = list(read(SOURCES[source], data, split=part))
    chosen = set(draw([each.id for each in found], most, seed=f"{SEED} {source}"))
    return talks(each for each in found if each.id in chosen)


def learned(detector: Detector) -> list[str]:
    """The sources of the table of which a model has learned from other recordings."""
    data = detector.manifest.data if detector.manifest else ()
    told = {each.name for each in data} | {each.attribution for each in data}
    sources = [source for own in GENRES.values() for source in own]
    return [source for source in sources if {source, SOURCES[source].attribution} & told]


def mean_length(dev: Sequence[Talk]) -> int:
    """Words of a sentence, rounded."""
    channels = [channel for talk in dev for channel in talk.channels]
    sentences = sum(len(boundaries(channel.transcript.words).ends) for channel in channels)
    return max(1, round(sum(channel.n_words for channel in channels) / sentences))


def measure(genre: str, found: Sequence[Talk], cuts: Mapping[str, Cut], *, times: bool) -> dict[str, Any]:
    """The row of a genre: what there is, and what each system reached."""
    return {
        "genre": genre,
        "known": TIMES if times else WORDS,
        "recordings": len(found),
        "words": sum(talk.n_words for talk in found),
        "systems": {name: figures([count(talk, cut, times=times) for talk in found]) for name, cut in cuts.items()},
    }


def measure_people(data: Path, cuts: Mapping[str, Cut]) -> dict[str, Any]:
    """Systems and people, each against all people but one in turn, on one person's words."""
    place = folder(data, PEOPLE)
    names = sorted(path.name for path in place.iterdir() if path.is_dir())
    paths = {name: {path.stem: path for path in (place / name).glob("*.nlp")} for name in names}
    common = sorted(set.intersection(*(set(each) for each in paths.values())))
    people = {
        name: [read_file(each[stem], format="nlp", warn=say_nothing) for stem in common] for name, each in paths.items()
    }
    made = {name: [_cut(document, cut) for document in people[WORDS_OF]] for name, cut in cuts.items()}
    found = evaluate(people, made, metrics=KEYS, say=say_nothing)
    return {
        "recordings": len(common),
        "words": found.n_words,
        "people": len(people),
        "systems": _standings(found),
        "signature": found.systems[0].loo["f1_mean"].signature,
    }


def _cut(document: Document, cut: Cut) -> Document:
    words = bare(document.transcript, times=False)
    return replace(document, transcript=words, segmentations=(cut(words),))


def _standings(found: Evaluation) -> dict[str, Any]:
    first = found.systems[0].loo
    told: dict[str, Any] = {"people": {key.removesuffix("_mean"): first[key].people for key in KEYS}}
    for system in found.systems:
        standing = system.loo["f1_mean"]
        told[system.name] = {
            **{key.removesuffix("_mean"): system.loo[key].value for key in KEYS},
            "difference": standing.difference,
            "low": standing.low,
            "high": standing.high,
            "verdict": standing.verdict,
        }
    return told


def tabulate(found: dict[str, Any]) -> Findings:
    """Everything as tables."""
    rows = tuple(
        (
            row["genre"],
            row["known"],
            f"{row['recordings']:,}",
            f"{row['words']:,}",
            system,
            *(number(scores[key]) for key in ("precision", "recall", "f1")),
            f"[{number(scores['low'])}, {number(scores['high'])}]",
        )
        for row in found["genres"]
        for system, scores in row["systems"].items()
    )
    people = found["people"]
    beside = tuple(
        (
            system,
            *(number(scores[key]) for key in ("precision", "recall", "f1")),
            *(
                ("", "")
                if system == "people"
                else (
                    f"{scores['difference']:+.3f} [{scores['low']:+.3f}, {scores['high']:+.3f}]",
                    scores["verdict"],
                )
            ),
        )
        for system, scores in people["systems"].items()
    )
    several = f"{people['recordings']} interviews, {people['words']:,} words of {WORDS_OF}, {people['people']} people"
    every = ", ".join(f"{genre} {length}" for genre, length in found["every"].items())
    return Findings(
        f"Every genre, {found['part']} recordings",
        (
            Table(
                "F1 by genre",
                ("genre", "known", "recordings", "words", "ends by", "P", "R", "F1", "95 % of F1"),
                rows,
                "pooled over whole recordings; intervals over recordings",
            ),
            Table(
                "beside people",
                ("ends by", "P", "R", "F1", "F1 above people's", "verdict"),
                beside,
                f"{several}; everyone against all people but one in turn; looked at before",
            ),
        ),
        found,
        (
            f"release {found['release']}, {_told_cap(found)}",
            f"N of every N words, from dev recordings: {every}",
            f"signature beside people: {people['signature']}",
        ),
    )


def _told_cap(found: dict[str, Any]) -> str:
    if found["most"] is None:
        return f"all {found['part']} recordings"
    return f"at most {found['most']} {found['part']} recordings of a source, by chance (seed {SEED!r})"


def run(
    data: Path, part: Part, *, most: int | None, genres: Sequence[str], say: Callable[[str], None] = print
) -> dict[str, Any]:
    """All figures of the table."""
    detectors = {name: load(name) for name in MODELS}
    rows, every = [], {}
    for genre in genres:
        sources = GENRES[genre]
        found = [talk for source in sources for talk in recordings(source, data, part, most)]
        every[genre] = mean_length([talk for source in sources for talk in recordings(source, data, "dev", None)])
        for times in (True, False) if any(SOURCES[source].pauses for source in sources) else (False,):
            cuts = {name: cut_by(each) for name, each in detectors.items() if times or not each.needs}
            rows.append(measure(genre, found, {**cuts, EVERY: cut_every(every[genre])}, times=times))
            say(f"{genre}, {rows[-1]['known']}: {len(found)} recordings, {rows[-1]['words']:,} words")
    alone = {name: cut_by(each) for name, each in detectors.items() if not each.needs}
    return {
        "part": part,
        "release": pausa.__version__,
        "most": most,
        "models": {name: looks.digest(name) for name in MODELS},
        "learned": {name: learned(each) for name, each in detectors.items()},
        "every": every,
        "genres": rows,
        "people": measure_people(data, {**alone, EVERY: cut_every(round(sum(every.values()) / len(every)))}),
    }


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--data", type=Path, required=True, metavar="DIR", help="the folder that holds the data sets")
    asked.add_argument("--part", choices=["dev", "test"], default="test", help="dev to try it, test once a release")
    asked.add_argument("--most", type=int, metavar="N", help="at most so many recordings of a source, by chance")
    asked.add_argument("--genre", action="append", choices=list(GENRES), help="only this genre; dev only")
    asked.add_argument("-o", "--output", type=Path, default=RESULTS, metavar="FOLDER", help="where the files go")
    looks.add_again(asked)
    given = asked.parse_args()
    if given.genre and given.part == "test":
        asked.error("a genre by itself is for trying things out: give --part dev")
    sources = [source for own in GENRES.values() for source in own]
    check_there([source for genre in given.genre or GENRES for source in GENRES[genre]], given.data)
    folder(given.data, PEOPLE)
    digests = {name: looks.digest(name) for name in MODELS}
    looks.look(sources, given.part, command="front", models=digests, again=given.again)
    found = tabulate(run(given.data, given.part, most=given.most, genres=given.genre or list(GENRES)))
    name = "front" if given.part == "test" else f"front-{given.part}"
    for form in ("json", "md"):
        save(render(found, form), given.output / f"{name}.{form}")


if __name__ == "__main__":
    main()
