"""Turns of text as people said them: without headings, stage directions, page furniture and typists' signs.

A rule takes one turn and gives the turns that remain of it: none, one, or several where the signs of another
speaker stood inside. Which rules a source needs was found by reading it. Rules drop what was certainly not spoken
and leave the rest alone; what a rule did is counted (`python -m benchmarks cleaning --data DIR`).

Everything here is a pure function of turns; no file is read.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Turn:
    """What one speaker says at a stretch."""

    speaker: str
    text: str

    @property
    def n_words(self) -> int:
        return sum(any(sign.isalnum() for sign in token) for token in self.text.split())

    def size(self, lang: str) -> int:
        """Its words; of Chinese, which has no blanks between them, its characters."""
        return sum(map(str.isalnum, self.text)) if lang == "zh" else self.n_words


@dataclass(frozen=True)
class Rule:
    """A name to count by, what is dropped or changed in a few words, and the function."""

    name: str
    what: str
    apply: Callable[[Turn], list[Turn]]


@dataclass(frozen=True)
class Tally:
    """What a rule did to a source."""

    changed: int = 0
    dropped: int = 0
    words_lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.changed + other.changed, self.dropped + other.dropped, self.words_lost + other.words_lost)


def _same_speaker(change: Callable[[str], str]) -> Callable[[Turn], list[Turn]]:
    """A rule that changes the text of a turn; it may leave nothing."""

    def apply(turn: Turn) -> list[Turn]:
        text = change(turn.text)
        if text == turn.text:
            return [turn]
        text = " ".join(text.split())
        return [Turn(turn.speaker, text)] if text else []

    return apply


def _without(pattern: str, *, by: str = " ", flags: int = 0) -> Callable[[Turn], list[Turn]]:
    """A rule that takes everything out of a turn that looks so."""
    compiled = re.compile(pattern, flags)
    return _same_speaker(lambda text: compiled.sub(by, text))


def _dropping(pattern: str, *, flags: int = 0) -> Callable[[Turn], list[Turn]]:
    """A rule that drops a turn which as a whole looks so."""
    compiled = re.compile(pattern, flags)
    return lambda turn: [] if compiled.fullmatch(turn.text.strip()) else [turn]


def _parted(pattern: str) -> Callable[[Turn], list[Turn]]:
    """A rule that parts a turn where another speaker's sign stands in it; group `name` is the speaker, if known."""
    compiled = re.compile(pattern)

    def apply(turn: Turn) -> list[Turn]:
        parts: list[Turn] = []
        speaker, begun = turn.speaker, 0
        for sign in compiled.finditer(turn.text):
            parts.append(Turn(speaker, turn.text[begun : sign.start()].strip()))
            speaker, begun = (sign.groupdict().get("name") or "").strip(" .:"), sign.end()
        if not begun:
            return [turn]
        parts.append(Turn(speaker, turn.text[begun:].strip()))
        return [part for part in parts if part.n_words]

    return apply


#: What a transcriber notes beside the words: sounds, gestures, doubts about what was said.
_NOTES = (
    r"laugh(?:s|ing|ed|ter)?|applau(?:se|ds|ding)|clap(?:s|ping)?|cheer(?:s|ing)|music(?: \w+)?|sing(?:s|ing)|"
    r"cross-?talk|cross talk|over-?talking|inaudible|inauidible|indistinct|unintelligible|unclear|phonetic|ph\.?|sic|"
    r"\?+|(?:win|fail|correct|wrong|true|false) (?:alert|sound)s?|sounds?|alert|pauses?|silence|recess|tape break|"
    r"interruption|interrupts|objection|chuckl(?:es|ing)|sighs?|cough(?:s|ing)?|gasps?|whistl(?:es|ing)|"
    r"whisper(?:s|ing)|mumbl(?:es|ing)|exhales?|beeps?|phone ringing|crickets|drum ?roll|snaps|group work|"
    r"group activity|pointing|nods|nodded|nodding|ends|redacted|foreign language|no (?:audible )?(?:answer|response)|"
    r"show of hands|in unison|speaking indistinctly|technical difficulties|multiple speakers|audio distorted"
)
_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)*"
_NOTE = re.compile(
    rf"\s*[(\[]\s*(?:(?:\w+ ){{0,2}}(?:{_NOTES})(?![\w-])[^()\[\]]{{0,40}}|{_TIME}[^()\[\]]{{0,20}}|…|\.\.\.)[)\]]",
    re.IGNORECASE,
)


def _without_notes(text: str) -> str:
    return _NOTE.sub("", text)


def _unescaped(text: str) -> str:
    """Marks of HTML and Markdown as the signs they stand for."""
    if "&" in text:
        text = html.unescape(re.sub(r"(?<!&)#(?=\d{2,4};)", "&#", text))
    return re.sub(r"\\([\\\[\]_*#`~>.!()-])", r"\1", text)


def _has_words(turn: Turn) -> list[Turn]:
    return [turn] if any(sign.isalnum() for sign in turn.text) else []


def _lower_case(turn: Turn) -> list[Turn]:
    """A turn that is in capitals throughout, in small letters."""
    letters = [sign for sign in turn.text if sign.isalpha()]
    if turn.n_words < 3 or not letters or any(sign.islower() for sign in letters):
        return [turn]
    return [Turn(turn.speaker, re.sub(r"\bi\b", "I", turn.text.lower()))]


def _not_chinese(turn: Turn) -> list[Turn]:
    """A turn unless a fifth of its letters or more are Chinese."""
    letters = [sign for sign in turn.text if sign.isalpha()]
    chinese = sum("\u3400" <= sign <= "\u9fff" for sign in letters)
    return [] if letters and chinese * 5 >= len(letters) else [turn]


def _list_like(turn: Turn) -> list[Turn]:
    """A turn unless it is a list: many words, hardly a mark (roll calls, orders of the day)."""
    ends = len(re.findall(r"[.?!…;](?=\s|$|[\"”’»)])", turn.text))
    return [] if turn.n_words >= 150 and ends * 100 < turn.n_words else [turn]


NO_WORDS = Rule("no words", "turns without a letter or digit", _has_words)
ESCAPES = Rule("escapes", "signs written as HTML or Markdown codes", _same_speaker(_unescaped))
NOTES = Rule("notes", "stage directions, sounds, doubts and times in brackets", _same_speaker(_without_notes))
SPACED = Rule(
    "loose marks",
    "a blank before a mark; a dot that stands alone inside a sentence",
    _without(r"\s+\.(?=\s+[a-z])|\s+(?=[.,?!;:](?:\s|$))", by=""),
)
URLS = Rule("addresses", "addresses of web pages in brackets", _without(r"[(\[]\s*(?:https?://|www\.)[^()\[\]]*[)\]]"))
LISTS = Rule("lists", "turns of 150 words and more with hardly a mark", _list_like)
CAPITALS = Rule("capitals", "turns in capitals, now in small letters", _lower_case)
QUOTES = Rule("quote signs", "> at the head of quoted lines", _without(r"(?:(?<=\s)|^)(?:>\s*)+(?=\S)"))
RUNNING_ON = Rule(
    "running on",
    "> > in the middle of a sentence: nothing",
    _without(r"(?<=[\w,;]) ?> ?>+ ?(?![A-Z][\w.' -]{0,30}:\s)"),
)
ARROWS = Rule(
    "arrows",
    "> > or >> where the speaker changes: another turn",
    _parted(r"\s*>\s?>+\s*(?:(?P<name>[A-Z][\w.' -]{0,30}):\s)?"),
)
ONE_ARROW = Rule("single arrows", "a last single > ", _without(r"(?:(?<=\s)|^)>+(?=\s|$)"))
CAPITAL_NAMES = Rule(
    "names in capitals",
    "NAME: inside a turn: another turn",
    _parted(r"(?:(?<=[.?!…\-–\"”)\]] )|^)(?P<name>[A-Z][A-Z'’.,–& -]{1,90}):\s+"),
)
#: Words before a colon that name no speaker.
_NO_NAMES = (
    "One|Two|Three|So|Then|First|Second|Third|Fact|Example|Question|Answer|Note|And|But|Yes|No|Okay|It|The|Source|"
    "Stronger|Consider|Meaning|Finally|Here|Either|Now|Next|Also|Because|Remember|Imagine"
)
NAMES = Rule(
    "names",
    "Name: after the end of a sentence: another turn",
    _parted(
        rf"(?<=[.?!…\-\"”] )(?P<name>(?:(?:Mr|Mrs|Ms|Dr|Miss)\.? )?(?!(?:{_NO_NAMES})\b)"
        r"[A-Z][a-z]+(?:[ -][A-Z][a-z]+)?):\s+"
    ),
)
BULLETS = Rule("bullets", "bullets and rules of a page", _without(r"[•■▪●]|_{3,}|\*{2,}"))

_PM_FURNITURE = (
    r"E ?& ?O ?E(?: ?- ?PROOF ONLY)?[ .…]*|CHECK AGAINST DELIVERY|Listen to this [Ss]peech|\(MP3[^)]*\)|"
    r"See Question and Answer session|(?<=\. )Top$|[\[(]?(?:ENDS|Ends|ends)[\])]$|(?<=\. )ENDS$"
)
#: Topics, places and dates that stand above an interview.
_PM_HEADING = (
    r"(?:SUBJECTS?|Subjects?|E&OE|Topics?)\b.{0,400}|(?=[^.?!]{1,90}$)(?:[\w,'’ -]+|\d{1,2} \w+ \d{4})|"
    r"[^.?!]{1,120};[^?!]{1,200}|(?=.{1,90}$)(?:[\w'’ -]+, )+[\w'’ -]+\."
)


def _without_heading(turn: Turn) -> list[Turn]:
    """A turn unless it is a heading: nobody says it, and it has the shape of one."""
    return [] if not turn.speaker and re.fullmatch(_PM_HEADING, turn.text.strip(), re.DOTALL) else [turn]


PM_APOSTROPHES = Rule("apostrophes", "'; for an apostrophe", _without(r"(?<=\w)';(?=\w)", by="'"))
PM_FURNITURE = Rule("furniture", "what the press office writes around a transcript", _without(_PM_FURNITURE))
PM_HEADINGS = Rule("headings", "places, dates and topics before the first speaker", _without_heading)
PM_ROLES = Rule(
    "roles",
    "NAME, OFFICE: at the head of a turn",
    _parted(r"(?:(?<=[.?!…\-–\"”)\]] )|^)(?P<name>[A-Z][A-Z'’.,–& ;-]{1,150}):\s*"),
)

_CAPITAL = r"[A-Z][A-Z.,'’-]+"
#: Whoever else speaks at a news conference is written in capitals, with a title.
_TITLES = "MR|MS|MRS|Mr|Ms|Mrs|SECRETARY|SENATOR|GOVERNOR|GENERAL|DIRECTOR|PRESIDENT|FRANK|HELEN|BROOKS"
US_HEADINGS = Rule(
    "headings",
    "headings in capitals between questions",
    _without(
        rf"(?:(?<=[.?!\"-])|(?<=[.?!\"-] )|(?<=\.,)),?\s*(?:\d{{4}} |\d+-)?(?:{_CAPITAL} ){{1,11}}{_CAPITAL}"
        r"(?= (?:Q|THE PRESIDENT)\.|$)"
    ),
)
US_SPEAKERS = Rule(
    "speakers inside",
    "Q., THE PRESIDENT., Mr. NAME. and Reporter: inside a turn: another turn",
    _parted(
        r"(?:(?<=[.?!\"”-] )|^)(?:(?P<name>Q|THE PRESIDENT|The PRESIDENT|Mr\. PRESIDENT|Reporter|"
        rf"(?:(?:{_TITLES})\.? )[A-Z]{{3,}}(?: [A-Z]{{3,}})?) ?[.:]|"
        r"(?:Mr|Mrs|Ms|Miss)\. [A-Z][a-z]+(?: [A-Z][a-z]+)?:) *(?=[A-Z\"\-'“])"
    ),
)
US_NOTES = Rule(
    "footnote numbers",
    "the number of a footnote close to its word",
    _without(r"(?<=[a-z])\d{1,2}(?=[\s.,;:?!'’\"-]|$)", by=""),
)
US_SOURCES = Rule(
    "references",
    "printed references in brackets",
    _without(
        r"\s*\((?:see [^)]*|[^)]*(?:Public Law|Stat\.|Weekly Comp|vol\. \d|this volume|Item \d|p\. \d)[^)]*)\)", by=""
    ),
)

FED_FURNITURE = Rule(
    "page furniture",
    "dates at page heads, footnotes on handouts, END OF MEETING, sessions",
    _without(
        r"\b\d{1,2}/\d{1,2}-\d{1,2}/\d{1,2}/\d\d\b|END OF MEETING|"
        r"\b\w+ \d{1,2}(?:, \d{4})?\s?(?:—|--)\s?(?:Morning|Afternoon) Session|"
        r"\b\d{1,2} (?:The )?(?:[Mm]aterials?|charts?|handout|exhibits?)\b(?:[^.]|Mr?s?\.){0,80} (?:is|are) "
        r"appended to (?:this|the) transcript(?: \([^)]*\))?\."
        r"|(?<=\. )\w+ \d{1,2} Session$|\*\*\*"
    ),
)
FED_VOTES = Rule(
    "votes",
    "lists of votes",
    _without(
        r"(?:(?:First )?(?:Vice )?(?:Chairman|President|Governor)(?: [A-Z][\w'’]+){1,2}(?:, voting[^.]{0,60}?)? "
        r"(?:Yes|No)\b[ .]*){3,}"
    ),
)
FED_SPEAKERS = Rule(
    "speakers inside",
    "MR. NAME. inside a turn: another turn",
    _parted(
        r"(?:(?<=[.?!\]] )|^)(?P<name>(?:MR|MS|MRS|CHAIRMAN|VICE CHAIRMAN)\.? [A-Z][A-Z-]{2,}|"
        r"SPEAKERS?(?:\([S?]\))?)[.:](?:\s+|$)"
    ),
)
FED_OCR = Rule("apostrophes", "= read for an apostrophe", _without(r"(?<=[a-z])=(?=(?:s|t|re|ve|ll|m|d)\b)", by="'"))

ABBREVIATIONS = Rule(
    "abbreviations", ":abbr:`POL (Post Office Limited)` as POL", _without(r":abbr:`([^`(]+?)\s*\([^`]*\)`", by=r"\1")
)
WITNESS = Rule(
    "court notes",
    "(The witness nodded), (10.15 am), (sic)",
    _without(
        r"\s*\((?:The (?:witness|hearing|short|luncheon|Chair nodded)|No audible|A short|sic|unclear|"
        r"audio|Pause|Laughter|Adjourn)[^)]*\)|"
        r"\s*\(\d{1,2}\.\d\d ?[ap]m\)",
        by="",
    ),
)
DRAFT = Rule(
    "banner",
    "the note on a draft transcript at its head",
    _dropping(r"This is a DRAFT TRANSCRIPT from a live session.*", flags=re.DOTALL),
)
BROKEN_NOTES = Rule(
    "broken notes",
    "[laughter and [group activity that were never closed",
    _without(r"\[(?:laughter|applause|appl|group activity|group activit|pause)\]?(?=>|[A-Z]|$)"),
)
SPLIT_DATES = Rule(
    "glued dates",
    "May27 as May 27",
    _without(
        r"\b(January|February|March|April|May|June|July|August|September|October|November|December|only|Phase)(?=\d)",
        by=r"\1 ",
    ),
)
BREAKS = Rule(
    "breaks", "Break: and Jingle: with their times", _without(r"(?:Break|Jingle|Outro):(?: to\b| \[?[\d:.]+\]?)?")
)
CLIPS = Rule(
    "clips",
    "turns of songs, jingles and clips",
    lambda turn: (
        []
        if re.search(r"^(?:Break|Jingle|Outro|Intro|Promo|Song|Clip)\b|\b(?:Song|Clip|Jingle)$", turn.speaker)
        else [turn]
    ),
)
LINKS = Rule("links", "[words](address) as the words", _without(r"\[([^\[\]]*)\]\s?\(https?:[^()]*\)", by=r"\1"))
CAPTION_NAMES = Rule(
    "names at the end",
    "Name: left over at the end of a caption",
    _without(r"(?<=[.?!] )(?:[A-Z][a-z]+(?:[- ][A-Z][a-z]+)?|audience member|man|woman):$"),
)
ONLY_CHINESE = Rule("Chinese", "turns in Chinese", _not_chinese)
ZH_NOTES = Rule(
    "notes",
    "（笑）, （點頭） and the like",
    _without(
        r"\s*[（(](?:笑|大笑|眾笑|全場笑|掌聲|鼓掌|點頭|搖頭|沉默|聽不清楚?|指[^（）()]{0,20}|播放[^（）()]{0,20}|停頓|揮手|舉手)[）)]",
        by="",
    ),
)
EU_REFERENCES = Rule(
    "references",
    "numbers of documents in square brackets",
    _without(r"\s*\[[^\[\]]*\d{2,}/\d{2,4}[^\[\]]*\]|\s*\[(?: ?…|amp)\]", by=""),
)
EU_HEADINGS = Rule(
    "headings",
    "written statements and the like after the last sentence",
    _without(
        r"(?<=[.!?] )(?:Déclarations écrites|Written statements?|Schriftliche Erklärungen|Declaraciones por escrito|"
        r"Dichiarazioni scritte|Schriftelijke verklaringen|Declarações escritas)(?: \([^)]*\))?$"
    ),
)
BROKEN_SIGNS = Rule(
    "broken signs",
    "turns with signs that could not be decoded",
    lambda turn: [] if "\ufffd" in turn.text else [turn],
)
LOST_SIGNS = Rule("lost signs", "single signs that could not be decoded", _without("\ufffd", by=""))
STAGE = Rule(
    "brackets", "square brackets in a conversation, with what they hold", _without(r"\s*\[[^\[\]]{3,120}\]", by="")
)
DOTS = Rule(
    "vote tables",
    "turns that are a count, a vote or a number in brackets",
    _dropping(r"[(\[]?(?:\d+ ?(?:Oui|Non|Nee|Ja)?|Oui|Non|Nee|\d*/\d+|…|Fin du vote ?/?|(?:Oui|Non|Nee|\d+| )+)[)\]]?"),
)

_PARLIAMENT = (ESCAPES, NOTES, EU_REFERENCES, EU_HEADINGS, BULLETS, BROKEN_SIGNS, LISTS, DOTS, NO_WORDS)

#: The rules of each source, in the order in which they work; a source that is not here is left as it is.
RULES: dict[str, tuple[Rule, ...]] = {
    "changelog": (ESCAPES, CLIPS, BREAKS, NOTES, LINKS, QUOTES, URLS, NO_WORDS),
    "committee": (NOTES, SPLIT_DATES, NO_WORDS),
    "google-talks": (ESCAPES, NOTES, NAMES, CAPTION_NAMES, CAPITALS, NO_WORDS),
    "srccon": (
        ESCAPES,
        DRAFT,
        NOTES,
        BROKEN_NOTES,
        RUNNING_ON,
        ARROWS,
        CAPITAL_NAMES,
        NAMES,
        ONE_ARROW,
        LOST_SIGNS,
        NO_WORDS,
    ),
    "au-pm-interviews": (
        ESCAPES,
        PM_APOSTROPHES,
        PM_HEADINGS,
        PM_FURNITURE,
        PM_ROLES,
        NOTES,
        BULLETS,
        LOST_SIGNS,
        NO_WORDS,
    ),
    "au-pm-speeches": (ESCAPES, PM_APOSTROPHES, PM_FURNITURE, NOTES, URLS, BULLETS, NO_WORDS),
    "audrey-tang": (ONLY_CHINESE, STAGE, NOTES, URLS, BULLETS, NO_WORDS),
    "us-news-conferences": (US_HEADINGS, US_SPEAKERS, US_NOTES, US_SOURCES, SPACED, NO_WORDS),
    "inquiry-postoffice": (ABBREVIATIONS, WITNESS, NO_WORDS),
    "osce": (NO_WORDS,),
    "fomc": (FED_FURNITURE, FED_VOTES, FED_OCR, STAGE, FED_SPEAKERS, NO_WORDS),
    "archive-tw": (ZH_NOTES, QUOTES, NO_WORDS),
}


def rules_of(source: str) -> tuple[Rule, ...]:
    """The rules of a source by its name."""
    if source.startswith(("europarl", "parlamint")):
        return _PARLIAMENT
    return RULES.get(source, ())


def cleaned(source: str, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns of a source after all its rules."""
    rules = rules_of(source)
    kept = list(turns)
    for rule in rules:
        kept = [each for turn in kept for each in rule.apply(turn)]
    return tuple(kept)


def counted(source: str, turns: Sequence[Turn]) -> tuple[tuple[Turn, ...], dict[str, Tally]]:
    """The turns after all rules, and what each rule did to them."""
    tallies: dict[str, Tally] = {}
    kept = list(turns)
    for rule in rules_of(source):
        after: list[Turn] = []
        tally = Tally()
        for turn in kept:
            made = rule.apply(turn)
            if made != [turn]:
                lost = turn.n_words - sum(each.n_words for each in made)
                tally += Tally(bool(made), not made, lost)
            after += made
        kept = after
        tallies[rule.name] = tally
    return tuple(kept), tallies
