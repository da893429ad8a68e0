"""WebVTT subtitles, also with a time for every word.

    WEBVTT
    Language: en

    00:01.000 --> 00:02.500 align:start
    <v Anna>So we left early.

    00:02.900 --> 00:04.120
    it<00:03.200><c> was</c><00:03.500><c> late</c>

Blocks of notes, styles and regions, the names and settings of cues are passed over; `<v …>` names a speaker,
a time inside a cue is the start of the word behind it. Captions that roll up, as video sites make them, show
each line again in the next cues: every word is read once.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from html.entities import html5

from pausa.core.cues import Cue
from pausa.core.document import Document
from pausa.core.joining import is_close, join
from pausa.core.times import Millis, clock, from_clock
from pausa.core.words import Word
from pausa.formats.base import Format, Layout, Source
from pausa.formats.captions import Caption, captions, kept_cues
from pausa.formats.cues import Piece, cue_of, document_of_cues, heads

#: What stands above a base character says how to read it, and is no word of its own.
_STYLING = re.compile(
    r"<rt(?:\.[^<>]*)?>[^<>]*</rt>|</?(?:c|i|b|u|s|ruby|rt|lang|font)(?:[\s.][^<>]*)?>", re.IGNORECASE
)
_TAG = re.compile(r"<(\d+:[\d:.,]*|v[\s.][^<>]*|/v)>")
_VOICE = re.compile(r"v[^\s]*\s+(.*)", re.DOTALL)
_ENTITY = re.compile(r"&#?\w{1,40};")
_ASIDE = re.compile(r"NOTE(?!\S)|(?:STYLE|REGION)\s*$")
_ABOUT = re.compile(r"[\w-]+\s*[:=]")
_LANGUAGE = re.compile(r"Language:\s*([\w-]+)", re.IGNORECASE)


def parse(source: Source) -> list[Document]:
    lines = source.text.split("\n")
    cues = _cues(lines, source)
    if not looks_like(source.text):
        source.bad_row(1, "the file does not begin with WEBVTT")
    code = _language(lines)
    return [document_of_cues(cues, _cut, source, lang=code)]


def _language(lines: Sequence[str]) -> str:
    """The language that the head of the file names, empty where it names none."""
    for line in lines[1:]:
        if not line.strip() or "-->" in line:
            break
        found = _LANGUAGE.match(line)
        if found:
            return found[1]
    return ""


def _cues(lines: Sequence[str], source: Source) -> list[Cue]:
    places = heads(lines)
    tops = _tops(lines, places, source)
    cues = []
    first = _after_head(lines)
    stray = [line for line in _shown(lines[first : tops[0] if tops else len(lines)], opens=True) if line.strip()]
    if stray and not places:
        problem = "text, but no cue with its two times" if looks_like(source.text) else "neither WEBVTT nor any cue"
        raise source.error(first + 1, problem, "is this a subtitle file?")
    if stray:
        source.bad_row(first + 1, f"text before the first cue, kept without times: {stray[0].strip()[:60]!r}")
        cues.append(Cue(first + 1, None, None, tuple(stray)))
    for place, stop in zip(places, [*tops[1:], len(lines)], strict=False):
        cues.append(cue_of(lines[place], place + 1, list(_shown(lines[place + 1 : stop])), source))
    return cues


def _after_head(lines: Sequence[str]) -> int:
    """The first line behind the head of the file: its first line, and those that say something about it."""
    if not lines[0].lstrip("\ufeff \t").startswith("WEBVTT"):
        return 0
    styles = False
    for place, line in enumerate(lines[1:], start=1):
        styles |= line.startswith("Style:")
        if not line.strip() or "-->" in line or not (styles or _ABOUT.match(line)):
            return place
    return len(lines)


def _tops(lines: Sequence[str], places: Sequence[int], source: Source) -> list[int]:
    """Where each cue begins whose times are in these lines: at its name, where it has one.

    What stands there can also be the end of the cue before, after a blank line. Where most cues have no name,
    several words are kept, and one word is noted.
    """
    named = [_is_name(lines, place - 1) for place in places]
    few = 2 * sum(named) <= len(named)
    tops: list[int] = []
    for place, is_named in zip(places, named, strict=True):
        name = lines[place - 1].strip() if is_named else ""
        doubtful = few and bool(tops) and not name.isdecimal() and not _ASIDE.match(name)
        said = doubtful and len(name.split()) > 1
        if is_named and doubtful:
            taken = "words, not for the name of a cue" if said else "the name of a cue, not for a word"
            source.bad_row(place, f"taken for {taken}: {name[:60]!r}")
        tops.append(place - 1 if is_named and not said else place)
    return tops


def _is_name(lines: Sequence[str], place: int) -> bool:
    """Whether this line, above the times of a cue, is the cue's name: it then opens a block."""
    if place < 1:
        return place == 0 and bool(lines[0].strip()) and not looks_like(lines[0])
    return bool(lines[place].strip()) and not lines[place - 1].strip()


def _shown(lines: Sequence[str], *, opens: bool = False) -> Iterator[str]:
    """The lines of a cue, also empty ones, without the notes and styles that follow it."""
    aside = False
    for line in lines:
        aside = bool(line.strip()) and (aside or (opens and _ASIDE.match(line) is not None))
        opens = not line.strip()
        if not aside:
            yield _STYLING.sub("", line)


def _cut(turn: str, speaker: str | None) -> list[Piece]:
    """Pieces by voice and time; a time inside a word says nothing about words."""
    text, *rest = _TAG.split(turn)
    pieces = []
    start: Millis | None = None
    for tag, after in zip(rest[::2], rest[1::2], strict=True):
        is_time = tag[0].isdigit()
        if is_time and text[-1:].strip() and after[:1].strip():
            text += after
            continue
        if text:
            pieces.append(Piece(_unescaped(text), speaker, start))
        if is_time:
            start = _time(tag)
        else:
            voice = _VOICE.fullmatch(tag)
            start = None if text.strip() else start
            speaker = _unescaped(voice[1]).strip() or None if voice else None
        text = after
    return [*pieces, Piece(_unescaped(text), speaker, start)]


def _time(tag: str) -> Millis | None:
    try:
        return from_clock(tag)
    except ValueError:
        return None


def _unescaped(text: str) -> str:
    return _ENTITY.sub(_character, text) if "&" in text else text


def _character(entity: re.Match[str]) -> str:
    """What an entity stands for; itself where it is none."""
    name = entity[0][1:]
    return html.unescape(entity[0]) if name[0] == "#" else html5.get(name, entity[0])


def render(documents: Sequence[Document], layout: Layout) -> str:
    blocks = []
    for doc in documents:
        blocks.append("WEBVTT\n" + (f"Language: {doc.language}\n" if doc.language else ""))
        blocks += _kept(doc, layout) or [
            f"{clock(cue.start)} --> {clock(cue.end)}\n{_text(cue, karaoke=layout.karaoke)}\n"
            for cue in captions(doc, layout, format_name="vtt")
        ]
    return "\n".join(blocks)


def _kept(doc: Document, layout: Layout) -> list[str]:
    """The cues that the document was read from, with a voice wherever that changes from line to line."""
    blocks = []
    for cue in kept_cues(doc, layout) or ():
        shown = []
        for place, line in enumerate(cue.lines):
            voice = cue.voices[place] if cue.voices else None
            opens = voice is not None and (place == 0 or cue.voices[place - 1] != voice)
            shown.append((f"<v {_escaped(' '.join(voice.split()))}>" if opens and voice else "") + _escaped(line))
        blocks.append(f"{clock(cue.start or 0)} --> {clock(cue.end or 0)}\n" + "\n".join(shown) + "\n")
    return blocks


def _text(cue: Caption, *, karaoke: bool) -> str:
    """The lines with a voice wherever the speaker changes; one that speaks the whole cue is not closed.

    For karaoke every word but the first has its time before it.
    """
    voices = [word.speaker for line in cue.lines for word in line]
    several = len(set(voices)) > 1
    shown: list[str] = []
    place = 0
    for line in cue.lines:
        tokens: list[str] = []
        for number, word in enumerate(line):
            opens = bool(word.speaker) and (place == 0 or voices[place - 1] != word.speaker)
            closes = several and bool(word.speaker) and voices[place + 1 : place + 2] != [word.speaker]
            timed = karaoke and place > 0 and word.start is not None and cue.start < word.start < cue.end
            stamp = f"<{clock(word.start)}>" if timed and word.start is not None else ""
            blank = " " if number and not is_close(str(line[number - 1]), str(word)) else ""
            voiced = f"{_voice(word) if opens else ''}{stamp}{_escaped(join([word]))}{'</v>' if closes else ''}"
            tokens.append(blank + voiced)
            place += 1
        shown.append("".join(tokens))
    return "\n".join(shown)


def _voice(word: Word) -> str:
    return f"<v {_escaped(' '.join((word.speaker or '').split()))}>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def looks_like(head: str) -> bool:
    return head.lstrip().startswith("WEBVTT")


FORMAT = Format(
    name="vtt",
    title="WebVTT subtitles, with speakers",
    suffixes=(".vtt",),
    keeps=frozenset({"words", "sentence_times", "speakers", "marks", "ends", "events", "language"}),
    looks_like=looks_like,
    parse=parse,
    render=render,
    running_text=True,
    media="text/vtt",
    for_people=True,
    takes=frozenset({"cues", "karaoke"}),
)
