"""Speakers' names in the text of subtitles: `Anna: So we left.` at the start of each turn.

A name that a reader would not take for one stands in square brackets (`[anna]: so we left`). Names stand before words
as punctuation does, so that they count for the width of a line and are never parted from what is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from msgspec.structs import replace as word_with

from pausa.core.document import Document
from pausa.core.words import Event, Transcript, Word
from pausa.formats.names import Label, label_of

_LONGEST = 60


def labels_for(words: Iterable[Word]) -> dict[str, str]:
    """What stands before the turns of each speaker.

    >>> labels_for([Word("so", speaker="Anna Berg"), Word("yes", speaker="ben")])
    {'Anna Berg': 'Anna Berg: ', 'ben': '[ben]: '}
    """
    speakers = dict.fromkeys(word.speaker for word in words if word.speaker and word.speaker.strip())
    return {speaker: _label(speaker) for speaker in speakers}


def _label(speaker: str) -> str:
    name = " ".join(speaker.split())
    return f"{name}: " if label_of(f"{name}: so") == Label(name, "so") else bracketed(speaker)


def bracketed(speaker: str) -> str:
    """The name of a speaker so that it is read as one whatever it is."""
    return f"[{' '.join(speaker.replace('[', '(').replace(']', ')').split())[:_LONGEST].strip()}]: "


def with_labels(doc: Document, labels: Mapping[str, str]) -> Document:
    """The document with labels before the first words of turns."""
    words, events = list(doc.transcript.words), list(doc.transcript.events)
    for place, word in enumerate(words):
        label = labels.get(word.speaker or "")
        if not label or (place and words[place - 1].speaker == word.speaker):
            continue
        if place == 0 and events and events[0].before_word == 0:
            token = word_with(events[0].token, before=label + events[0].token.before, speaker=word.speaker)
            events[0] = Event(0, token)
        else:
            words[place] = word_with(word, before=label + word.before)
    return replace(doc, transcript=Transcript(tuple(words), tuple(events)))


def is_labelled(line: Sequence[Word], labels: Mapping[str, str]) -> bool:
    """Whether a line begins with the label of its speaker."""
    return bool(line) and line[0].before.startswith(labels.get(line[0].speaker or "", "\n"))


def opened(line: tuple[Word, ...], sign: str) -> tuple[Word, ...]:
    """The line with a sign before it."""
    return (word_with(line[0], before=sign + line[0].before), *line[1:])


def unvoiced(line: tuple[Word, ...]) -> tuple[Word, ...]:
    """The line without speakers beside the text, which names them."""
    return tuple(word_with(word, speaker=None) for word in line)
