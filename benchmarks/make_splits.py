"""Make the lists of who is on which side (`benchmarks/splits`), from the sources themselves.

    python -m benchmarks make-splits --data DIR

Whole recordings are parted, never sentences. What belongs together stays together: recordings that share a tenth of
their runs of thirteen words (the same episode published twice), meetings of one group, calls of one company, days
with the same witness, sittings of one date in all languages. Where persons recur everywhere, one of them is kept for
dev and test alone, where there is such a one. A recording that still shares too much with what is learned from is
left out. Nothing here is random: ties go by a hash of the id.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path

from benchmarks.ngrams import Held, Numbers, Spellings, pairs, runs_of
from benchmarks.sources import SOURCES, SPLITS, Recording, Source, read
from benchmarks.split_lists import FOLDER, Side, render

SEED = "pausa"
#: Two recordings that share this much of the shorter one stay together; of two that share nearly all, one is left out.
TWINS, DOUBLES = 0.10, 0.90
#: Recordings with fewer runs than this are formulas for the most part: they tie nothing together and are not held out
#: where there are others.
SHORT = 300
#: A held-out recording may share less than this with what is learned from.
LIMIT = 0.15
#: Words a side should have at least, and at most.
LEAST, MOST = 20_000, 150_000
SHARE = 0.075

Labels = Callable[["Piece"], Iterable[str]]
Sides = dict[str, Side]


@dataclass(frozen=True, eq=False)
class Piece:
    """What is needed of a recording to decide where it goes."""

    source: str
    id: str
    lang: str
    n_words: int
    by_speaker: Mapping[str, int]
    runs: Numbers


@dataclass
class Made:
    """The sides of a split and what was decided on the way."""

    sides: Sides = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def piece(source: Source, recording: Recording, spellings: Spellings) -> Piece:
    speakers: Counter[str] = Counter()
    for turn in recording.turns:
        speakers[turn.speaker] += turn.size(source.lang)
    for channel in recording.channels:
        for word in channel.transcript.words:
            speakers[word.speaker or ""] += 1
    tokens = recording.tokens
    return Piece(
        source.name,
        recording.id,
        source.lang,
        sum(speakers.values()),
        speakers,
        runs_of(tokens, spellings, lang=source.lang),
    )


def order(name: str) -> str:
    """A key that puts names in an order which is fixed but means nothing."""
    return sha256(f"{SEED} {name}".encode()).hexdigest()


def groups(pieces: Sequence[Piece], labels: Labels) -> list[list[Piece]]:
    """Pieces that must stay together: those with a label in common, and twins."""
    parent = list(range(len(pieces)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    first: dict[str, int] = {}
    for place, each in enumerate(pieces):
        for label in (f"id {each.id}", *labels(each)):
            parent[root(place)] = root(first.setdefault(label, place))
    for one, other in alike(pieces, TWINS):
        parent[root(one)] = root(other)
    found: dict[int, list[Piece]] = defaultdict(list)
    for place, each in enumerate(pieces):
        found[root(place)].append(each)
    return list(found.values())


def alike(pieces: Sequence[Piece], share: float) -> list[tuple[int, int]]:
    """The places of every two pieces that share so much of the shorter one; the short ones tie nothing."""
    long = [place for place, each in enumerate(pieces) if len(each.runs) >= SHORT]
    found = pairs([pieces[place].runs for place in long])
    return [
        (long[one], long[other])
        for (one, other), shared in found.items()
        if shared >= share * min(len(pieces[long[one]].runs), len(pieces[long[other]].runs))
    ]


def doubles(pieces: Sequence[Piece]) -> dict[str, str]:
    """Recordings that are nearly all in another one, which is kept: the longer, or the first by its id."""
    kept: dict[str, str] = {}
    for pair in alike(pieces, DOUBLES):
        short, long = sorted((pieces[place] for place in pair), key=lambda each: (each.n_words, each.id))
        if short.id != long.id and long.id not in kept:
            kept[short.id] = long.id
    return kept


def size(pieces: Iterable[Piece]) -> int:
    return sum(each.n_words for each in pieces)


def no_labels(_: Piece) -> Iterable[str]:
    return ()


def persons(each: Piece, *, least: int = 100, but: str = r"(?!)") -> Iterable[str]:
    """Those who say something of substance in a recording, but for those who are in (nearly) all of them."""
    return [name for name, n_words in each.by_speaker.items() if n_words >= least and name and not re.search(but, name)]


def wanted(pieces: Sequence[Piece]) -> int:
    return min(MOST, max(LEAST, round(SHARE * size(pieces))))


def taken(candidates: Sequence[list[Piece]], words: int, *, largest: float = 0.4) -> list[list[Piece]]:
    """Groups in their fixed order until there are enough words; large ones are passed over."""
    chosen: list[list[Piece]] = []
    for group in sorted(candidates, key=lambda group: order(min(each.id for each in group))):
        if sum(map(size, chosen)) >= words:
            break
        if size(group) <= largest * words:
            chosen.append(group)
    return chosen


def by_chance(pieces: Sequence[Piece], *, labels: Labels = no_labels, largest: float = 0.4) -> Made:
    """Groups picked for test, then for dev."""
    made = Made()
    parts = groups(pieces, labels)
    for side in ("test", "dev"):
        left = [group for group in parts if not any(each.id in made.sides for each in group)]
        picked = taken(left, wanted(pieces), largest=largest)
        made.sides |= {each.id: side for group in picked for each in group}
    return made


def as_before(pieces: Sequence[Piece], *, source: str, labels: Labels = no_labels) -> Made:
    """The recordings held out by the first lists (`splits/first`).

    Where one of their group was learned from, they go there too.
    """
    made = Made()
    before: dict[str, Side] = {
        name: side
        for side in ("test", "dev")
        for name in (FOLDER / "first" / f"{source}.{side}.txt").read_text(encoding="utf-8").split()
    }
    moved = []
    for group in groups(pieces, labels):
        sides = {before.get(each.id, "train") for each in group}
        if len(sides) == 1:
            made.sides |= {each.id: before[each.id] for each in group if each.id in before}
        else:
            moved += [each.id for each in group if each.id in before]
    if moved:
        made.notes.append(f"moved to train, since they have a twin or a company there: {', '.join(sorted(moved))}")
    return made


def by_rule(pieces: Sequence[Piece], *, rule: Callable[[Piece], Side], notes: Sequence[str] = ()) -> Made:
    """A side for each recording by what its id tells."""
    sides: Sides = {each.id: rule(each) for each in pieces}
    sides = {name: side for name, side in sides.items() if side != "train"}
    return Made(sides, list(notes))


def in_time(pieces: Sequence[Piece], words: int) -> list[Piece]:
    """The first ones of these until there are enough words."""
    chosen: list[Piece] = []
    for each in pieces:
        if size(chosen) + each.n_words / 2 > words:
            break
        chosen.append(each)
    return chosen


# --- what each source needs ---------------------------------------------------------------------------------------

#: Calls of one company, found by the names of the persons on them.
COMPANIES = {
    "MTN Ghana": (
        "2020-03-0230487MTN-Ghana-2019-Annual-Results-Call 2020-Annual-Results-Call-Recording "
        "MTN-Ghana-2021-Third-Quarter-Results-Call mtngh_fy18_call_audio_04032019"
    ),
    "Telkom Indonesia": "4351517 4426736 4453076",
    "KGHM": "4450488 4470253",
    "CD Projekt": "4432298 4453085 4472403",
    "Hepsiburada": "4452058 4471606",
    "Sonae": "4443871 4468639",
    "EDP": "4372696 4466797",
}


def company(each: Piece) -> Iterable[str]:
    return [name for name, calls in COMPANIES.items() if each.id in calls.split()]


def ami(each: Piece) -> Side:
    """By the four persons of a group; IB, IN and EN meetings are one group each."""
    group = each.id[:2] if each.id[:2] in ("IB", "IN", "EN") else each.id[:-1]
    if group in ("ES2011", "IS1008", "TS3004", "IB"):
        return "test"
    return "dev" if group in ("ES2003", "ES2015", "IS1007", "TS3012") else "train"


def icsi(each: Piece) -> Side:
    """The two series whose persons are hardly in another one."""
    return {"Bed": "test", "Bns": "dev"}.get(each.id[:3], "train")  # type: ignore[return-value]


def president(each: Piece) -> Side:
    """Ford for test, Eisenhower for dev; the numbers run from the newest conference to the oldest."""
    number = int(each.id.rsplit("-", 1)[1])
    return "test" if 59 <= number <= 98 else "dev" if number >= 336 else "train"


def debater(each: Piece) -> Side:
    return {"daniel": "test", "sam": "dev"}.get(each.id.split("_")[0], "train")  # type: ignore[return-value]


def clip(each: Piece) -> Side:
    number = int(each.id.split("-")[1])
    return "test" if number > 28 else "dev" if number > 24 else "train"


def prime_ministers(pieces: Sequence[Piece]) -> Made:
    """Turnbull, the last of four, for dev and test alone: his first year for dev, his last for test."""
    ids = sorted((each for each in pieces if int(each.id) >= TURNBULL), key=lambda each: int(each.id))
    sides: Sides = {each.id: "out" for each in ids}
    for kind in ("au-pm-interviews", "au-pm-speeches"):
        own = [each for each in ids if each.source == kind]
        words = round(MOST * size(own) / size(ids))
        sides |= {each.id: "dev" for each in in_time(own, words)}
        sides |= {each.id: "test" for each in in_time(own[::-1], words)}
    return Made(sides, ["Malcolm Turnbull is in dev and test alone; what is left of him is left out"])


#: The first transcript of Malcolm Turnbull as prime minister (September 2015).
TURNBULL = 40_000


def fed_meetings(pieces: Sequence[Piece]) -> Made:
    """By time: the last meetings for test, the first for dev, so that both have persons of their own."""
    ids = sorted(pieces, key=lambda each: each.id)
    words = wanted(pieces)
    test, dev = in_time(ids[::-1], MOST), in_time(ids, words)
    sides: Sides = {each.id: "dev" for each in dev}
    sides |= {each.id: "test" for each in test}
    return Made(sides)


_COUNSEL = r"^(?:Mr|Ms|Mrs|Miss|Dr|Sir Wyn|The)\b|Facilitator|Chair"
_TANG = (
    r"Audrey|Tang$|唐鳳|主持人|提問|記者|同學|與會|聽眾|^[A-Z]$|(?i:journalist|audience|question|moderator|interpreter)"
)
_SERIES = re.compile(
    r"(2008_07_10_Powered|2008_08_06_GTUG|AGU|campfire|wmc|jacob|sharkey|Michael|GoogleWave|"
    r"IO2009-(?:Wave|Google Wave|Programming))",
    re.IGNORECASE,
)


def talk(each: Piece) -> Iterable[str]:
    found = _SERIES.match(each.id)
    yield from (
        name.split()[-1] for name in persons(each, least=60, but=r"(?i)\b(?:man|woman|guy|male|female|audience)\b")
    )
    if found:
        name = found.group(1).lower()
        yield "wave" if "wave" in name or "programming" in name else name


def sitting(each: Piece) -> Iterable[str]:
    """Country and date of a sitting, so that it stays together in all its languages and versions."""
    date = re.search(r"(\d{4})[-.](\d\d)[-.](\d\d)|(?<!\d)(\d\d)-(\d\d)-(\d{4})(?!\d)|(\d{6,8})$", each.id)
    country = re.search(r"ParlaMint-([A-Z-]+)", each.id)
    return [f"{country.group(1).strip('-') if country else ''} {''.join(filter(None, date.groups()))}"] if date else []


def esic(pieces: Sequence[Piece]) -> Made:
    """By member of parliament, a sixth of the speeches each."""
    made = Made()
    parts = groups(pieces, lambda each: [each.id.rsplit("_", 1)[-1]])
    for side in ("test", "dev"):
        left = [group for group in parts if not any(each.id in made.sides for each in group)]
        picked = taken(left, size(pieces) // 6, largest=0.7)
        made.sides |= {each.id: side for group in picked for each in group}
    return made


def in_all_languages(
    pieces: Sequence[Piece], *, labels: Labels, first: Mapping[str, Side], never: Collection[str] = ()
) -> Made:
    """Sittings for test and dev so that every language has enough; `first` are dates whose side is known."""
    made = Made()
    parts = sorted(groups(pieces, labels), key=lambda group: order(min(min(labels(each)) for each in group)))
    total: Counter[str] = Counter()
    for each in pieces:
        total[each.lang] += each.n_words
    goal = {lang: round(min(100_000, max(LEAST, 0.06 * words), 0.15 * words)) for lang, words in total.items()}
    free = []
    for group in parts:
        dates = {label for each in group for label in labels(each)}
        side = next((first[date] for date in sorted(dates) if date in first), None)
        if side:
            made.sides |= {each.id: side for each in group}
        elif not dates & set(never) and all(len(each.runs) >= SHORT for each in group):
            free.append(group)
    return _filled(made, free, goal, total, pieces)


def _filled(
    made: Made,
    free: Sequence[list[Piece]],
    goal: Mapping[str, int],
    total: Mapping[str, int],
    pieces: Sequence[Piece],
) -> Made:
    """Groups for the side that lacks more, until every language has its goal and none has far more."""
    have: dict[Side, Counter[str]] = {"test": Counter(), "dev": Counter()}
    for each in pieces:
        if each.id in made.sides:
            have[made.sides[each.id]][each.lang] += each.n_words

    def add(group: list[Piece], side: Side) -> None:
        made.sides.update({each.id: side for each in group})
        have[side].update(_by_language(group))

    for group in free:
        words = _by_language(group)
        for side in sorted(have, key=lambda side: sum(have[side][lang] / goal[lang] for lang in words)):
            lacks = any(have[side][lang] < goal[lang] for lang in words)
            if lacks and all(have[side][lang] + more <= 1.5 * goal[lang] for lang, more in words.items()):
                add(group, side)
                break
    for lang in sorted(goal):
        for side in have:
            left = [group for group in free if group[0].id not in made.sides and lang in _by_language(group)]
            if have[side][lang] < goal[lang] / 2 and len(left) >= 2:
                best = min(left, key=lambda group: _misfit(group, lang, have[side], goal, total))
                if not have[side][lang] or not _misfit(best, lang, have[side], goal, total)[0]:
                    add(best, side)
    return made


def _misfit(
    group: Sequence[Piece], lang: str, have: Mapping[str, int], goal: Mapping[str, int], total: Mapping[str, int]
) -> tuple[bool, int, str]:
    """How ill a group suits a side that lacks a language: too much of one, far from what is wanted."""
    words = _by_language(group)
    too_much = any(have.get(each, 0) + more > total[each] / 4 for each, more in words.items())
    return too_much, abs(words[lang] - goal[lang]), group[0].id


def _by_language(group: Iterable[Piece]) -> Counter[str]:
    words: Counter[str] = Counter()
    for each in group:
        words[each.lang] += each.n_words
    return words


def date_of(each: Piece) -> Iterable[str]:
    return [re.sub(r"\D", "", each.id)[:8]]


MAKERS: dict[str, tuple[str, Callable[[Sequence[Piece]], Made]]] = {
    "earnings22": ("by call, calls of one company together", partial(as_before, source="earnings22", labels=company)),
    "ami": (
        "by group of persons; IB, IN and EN meetings are one group each",
        partial(by_rule, rule=ami),
    ),
    "icsi-mrda": (
        "by series: the persons of Bed and Bns are in no other, but for me011, who says little in one meeting of each",
        partial(by_rule, rule=icsi),
    ),
    "changelog": ("by episode", partial(as_before, source="changelog")),
    "committee": ("by meeting", partial(as_before, source="committee")),
    "esic": ("by member of parliament", esic),
    "ljspeech": ("by clip: one reader, one book, so the last ones are test", partial(by_rule, rule=clip)),
    "google-talks": ("by talk; series and speakers together", partial(by_chance, labels=talk)),
    "srccon": ("by session", by_chance),
    "au-pm": ("by prime minister", prime_ministers),
    "audrey-tang": (
        "by conversation; those with the same guest together (Audrey Tang is in all)",
        partial(by_chance, labels=partial(persons, but=_TANG)),
    ),
    "us-news-conferences": ("by president: Ford is test, Eisenhower is dev", partial(by_rule, rule=president)),
    "inquiry-postoffice": (
        "by day; days with the same witness together (counsel and chairman are on all)",
        partial(by_chance, labels=partial(persons, least=300, but=_COUNSEL)),
    ),
    "osce": ("by case", by_chance),
    "fomc": ("by time: the last meetings are test, the first are dev", fed_meetings),
    "ibm-debater": ("by speaker: daniel is test, sam is dev", partial(by_rule, rule=debater)),
    "archive-tw": (
        "by meeting; those with the same persons together (Audrey Tang is in nearly all)",
        partial(by_chance, labels=partial(persons, least=400, but=_TANG)),
    ),
}


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Make the lists of sides anew.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the sources")
    parser.add_argument("--only", nargs="*", default=list(SPLITS), help="the lists to make")
    options = parser.parse_args(argv)
    pieces = gathered(options.data, options.only)
    made = {name: decided(name, pieces[name], pieces) for name in options.only}
    for name, each in made.items():
        for lang in sorted({own.lang for own in pieces[name]}):
            for less, more in sorted(doubles([own for own in pieces[name] if own.lang == lang]).items()):
                each.sides[less] = "out"
                each.notes.append(f"left out, it is nearly all in {more}: {less}")
    for name, lost in left_out(pieces, {name: each.sides for name, each in made.items()}).items():
        for recording, share in lost.items():
            made[name].sides[recording] = "out"
            made[name].notes.append(f"left out, {share:.0%} of it is elsewhere: {recording}")
    FOLDER.mkdir(exist_ok=True)
    for name, each in made.items():
        how = MAKERS[name][0] if name in MAKERS else "by sitting: a date is on one side in all languages"
        (FOLDER / f"{name}.txt").write_text(render(each.sides, notes=[how, *each.notes]), encoding="utf-8")
        print(told(name, pieces[name], each.sides), flush=True)


def gathered(data: Path, names: Collection[str]) -> dict[str, list[Piece]]:
    """The pieces of every split, those of the same recording in two files (its words and its reference) apart."""
    spellings: dict[str, Spellings] = defaultdict(Spellings)
    found: dict[str, list[Piece]] = defaultdict(list)
    for source in SOURCES.values():
        if source.sides in names or (source.sides == "esic" and "europarl" in names):
            found[source.sides] += [piece(source, each, spellings[source.lang]) for each in read(source, data)]
    return found


def decided(name: str, own: Sequence[Piece], pieces: Mapping[str, Sequence[Piece]]) -> Made:
    if name in MAKERS:
        return MAKERS[name][1](own)
    if name == "parlamint":
        return in_all_languages(own, labels=lambda each: sitting(each) or [each.id], first={})
    speeches = esic(pieces["esic"]).sides
    first = {speech[:8]: side for speech, side in sorted(speeches.items())}
    never = {each.id[:8] for each in pieces["esic"]} - set(first)
    return in_all_languages(own, labels=date_of, first=first, never=never)


def left_out(pieces: Mapping[str, Sequence[Piece]], sides: Mapping[str, Sides]) -> dict[str, dict[str, float]]:
    """Held-out recordings that share too much with training, of any source in their language, or dev with test."""
    lost: dict[str, dict[str, float]] = defaultdict(dict)
    for lang in sorted({each.lang for own in pieces.values() for each in own}):
        spoken = [(name, each) for name in sides for each in pieces[name] if each.lang == lang]
        side = [sides[name].get(each.id, "train") for name, each in spoken]
        for held, others in (({"test"}, {"train"}), ({"dev"}, {"train", "test"})):
            own = [entry for entry, its in zip(spoken, side, strict=True) if its in held]
            seen = Held([each.runs for _, each in own])
            for (_, each), its in zip(spoken, side, strict=True):
                if its in others:
                    seen.see(each.runs)
            for (name, each), share in zip(own, seen.shares(), strict=True):
                if share >= LIMIT:
                    lost[name][each.id] = max(share, lost[name].get(each.id, 0.0))
    return lost


def told(name: str, pieces: Sequence[Piece], sides: Sides) -> str:
    """A line on a split: recordings and words of each side."""
    counts: dict[str, list[int]] = {side: [0, 0] for side in ("train", "dev", "test", "out")}
    for each in pieces:
        count = counts[sides.get(each.id, "train")]
        count[0] += 1
        count[1] += each.n_words
    return f"{name:20}" + "".join(f"{side:>7} {count:5} {words:9,}" for side, (count, words) in counts.items())


if __name__ == "__main__":
    main()
