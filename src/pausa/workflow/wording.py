"""Whether two transcripts hold the words of the same recording."""

from __future__ import annotations

from pausa.alignment.edits import align_words
from pausa.core.words import Transcript
from pausa.text.normal import folded

#: Above this word error rate two texts are not of the same recording: speeches of two people differ by .88 and
#: more, poor transcripts of one recording by up to .65.
STRANGERS = 0.75
#: Words looked at where a guess is enough.
_SOME = 400


def same_words(left: Transcript, right: Transcript) -> bool:
    """Whether two transcripts hold the same words, spelling aside; one without words fits any of its length."""
    if len(left) != len(right) or left is right:
        return left is right
    if left.is_blank or right.is_blank or left.texts == right.texts:
        return True
    return folded(left.words) == folded(right.words)


def same_recording(left: Transcript, right: Transcript) -> bool:
    """Whether two transcripts seem to be of the same recording, by their first words."""
    if left.is_blank or right.is_blank:
        return len(left) == len(right)
    one, other = (Transcript(each.words[:_SOME]) for each in (left, right))
    return same_words(one, other) or align_words(one, other).edits.wer <= STRANGERS
