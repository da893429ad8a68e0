"""Which gaps of a stretch are ends: what a detector says about it, and what the limits allow."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from pausa.core.errors import OptionError
from pausa.core.scores import Scores
from pausa.core.words import Transcript
from pausa.decode import Kept, SentenceLimits, fixed_ends, marks_at
from pausa.decode.lengths import so_far, within
from pausa.decode.threshold import Bools, reaching
from pausa.features.pauses import pauses_ms
from pausa.models import load
from pausa.models.base import Detector
from pausa.text.written import Written
from pausa.workflow.deciding import at_level, best_path, counted, decide, score_gaps
from pausa.workflow.deciding import keep as keep_marks
from pausa.workflow.live.bars import Bar
from pausa.workflow.live.marks import StreamMarks
from pausa.workflow.own_marks import kept_ends

#: So many words before the gaps to be judged.
_AROUND = 4


@dataclass(frozen=True)
class Stretch:
    """Words of a stream that are looked at together.

    The open sentence begins at word `opened`; gaps from `judged` to `stop` are to be judged; the detector is shown the
    words from `shown` on. `ended` are gaps before `opened` at which sentences ended. Where the speech has `closed`, its
    last word is an end; a `whole` one has been judged nowhere before. Where it is `unsure`, the dot of the last word
    may be that of an abbreviation, and tells nothing of whether marks are written.
    """

    transcript: Transcript
    opened: int
    judged: int
    stop: int
    shown: int = 0
    ended: Collection[int] = ()
    closed: bool = False
    whole: bool = False
    unsure: bool = False


@dataclass(frozen=True)
class Cut:
    """An end within a stretch: after which word, its mark, how likely, and why."""

    place: int
    mark: str
    probability: float | None
    reason: str


class Judge:
    """A detector and limits at work on one stream; what it keeps is where the bar is."""

    def __init__(
        self,
        detector: Detector,
        limits: SentenceLimits,
        *,
        level: str = "sentence",
        marks: str = "ignore",
        language: str = "",
    ) -> None:
        self.detector, self.limits, self.level = detector.at_level(level), limits, level
        self._given, self._language = self.detector, ""
        self._may_listen = marks == "auto" and limits.is_free and level == "sentence"
        self._waits_for_times = False
        self._marks = StreamMarks(marks if not detector.reads_marks else "ignore")
        adds_commas = level == "clause" and not detector.reads_marks and not detector.tells_clauses
        if adds_commas and not detector.tells_commas:
            raise OptionError(f"The {detector.name} model knows no commas; the transformer does (pausa models).")
        self._keeps_marks = detector.reads_marks or marks != "ignore"
        self._adds_commas = adds_commas
        self._take(self.detector)
        self.speak(language)
        self._has_seen_times = False
        self._may_search = limits.is_free and not limits.bound_lengths and not adds_commas

    def speak(self, language: str) -> None:
        """Judge the words from now on as words in that language.

        In one that the detector has not learned silences decide, as in a file, once there are any.
        """
        if language != self._language:
            self._language = language
            self._take(self._given.in_language(language))
            self._waits_for_times = self._may_listen and not self.detector.knows(language)

    def tell_language(self) -> str:
        """What to say about the language of the words; empty where the detector has learned it well."""
        told = self.detector.tell_language(self._language)
        return f"{told}; silences decide, where words have times" if self._waits_for_times else told

    def _take(self, detector: Detector) -> None:
        self.detector = detector
        self._bar = Bar(detector, self.limits, adds_commas=self._adds_commas)

    def cuts(self, stretch: Stretch, *, keep: bool = True) -> list[Cut]:
        """The ends among the gaps to be judged, in order; `keep` notes what was seen, for the bar."""
        transcript = stretch.transcript
        if self._waits_for_times and not np.isnan(pauses_ms(transcript)).all():
            self._take(load("pause"))
            self._waits_for_times = False
        has_enough = not self.detector.reads_marks or any(word.mark for word in transcript.words)
        if stretch.closed and stretch.whole and has_enough:
            return self._whole(transcript)
        shown = transcript.slice(stretch.shown, len(transcript)) if stretch.shown else transcript
        # Signs go with words before them, so a few of these are looked at too.
        near = max(stretch.shown, stretch.judged - _AROUND)
        words = Transcript(transcript.words[near:])
        told = at_level(self.detector.score_stretch(shown, near - stretch.shown), words, self.detector, self.level)
        scores = _padded(told, near)
        fixed = np.concatenate([np.zeros(near, dtype=bool), fixed_ends(words, self.limits)])
        fixed[-1] = stretch.closed
        if keep:
            self._bar.note(scores.ends[stretch.judged : stretch.stop])
        kept = Kept(("",) * len(transcript))
        if self._marks.count:
            kept = Kept((*("",) * near, *kept_ends(words, level=self.level).marks))
            sure = replace(kept, marks=(*kept.marks[:-1], "")) if stretch.unsure else kept
            free = self._marks.free(sure, scores.ends, fixed, first=stretch.judged, stop=stretch.stop, note=keep)
            scores, fixed = replace(scores, ends=np.where(free | kept.ends, scores.ends, 0.0)), fixed | kept.ends
        if self.limits.bound_lengths:
            places = self._within_lengths(stretch, scores, fixed)
        else:
            path = self._searched(stretch, shown, fixed[stretch.shown :])
            if path is not None:
                path = [place for place in path if scores.ends[place] > 0 or fixed[place]]
            else:
                path = np.flatnonzero((scores.ends >= self._bar.at()) | fixed).tolist()
            places = [place for place in path if place >= stretch.judged]
        places = [place for place in places if stretch.opened <= place < stretch.stop]
        return self._told(scores, fixed, places, kept)

    def _whole(self, transcript: Transcript) -> list[Cut]:
        """The ends of a recording that was judged nowhere before: the same as if it had never been a stream."""
        scores = score_gaps(transcript, self.detector, level=self.level)
        kept = kept_ends(transcript, level=self.level, alone=self._marks.alone)
        written = self._counted(transcript, scores)
        if not self._marks.count or not (kept.alone or any(kept.marks)):
            kept = Kept(("",) * len(transcript))
            found = decide(transcript, scores, self.detector, self.limits, level=self.level, written=written)
        else:
            found, _ = keep_marks(
                transcript, scores, self.detector, kept, self.limits, level=self.level, written=written
            )
        cuts = self._told(scores, fixed_ends(transcript, self.limits) | kept.ends, list(found.ends), kept)
        return [replace(cut, mark=found.mark(place)) for place, cut in enumerate(cuts)]

    def _searched(self, stretch: Stretch, shown: Transcript, fixed: Bools) -> list[int] | None:
        """The ends on the detector's own best path; None where it has none or limits say something."""
        if not self._may_search:
            return None
        forced = fixed.copy()
        forced[[place - stretch.shown for place in stretch.ended if place >= stretch.shown]] = True
        path = best_path(self.detector, shown, forced)
        return None if path is None else [place + stretch.shown for place in path]

    def _within_lengths(self, stretch: Stretch, scores: Scores, fixed: Bools) -> list[int]:
        """The ends of the best path within limits on length, over all of the open sentence."""
        words = stretch.transcript.slice(stretch.opened, len(stretch.transcript))
        ends, fixed = scores.ends[stretch.opened :].copy(), fixed[stretch.opened :]
        judged = stretch.judged - stretch.opened
        ends[: max(0, judged)] = 0.0
        limits = self.limits
        self._has_seen_times |= words.has_times
        if self._has_seen_times and not words.has_times:
            limits = replace(limits, max_seconds=None)  # of these words nobody knows how long they took
        point = reaching(ends, at=self._bar.at())
        written = self._counted(words, Scores(ends))
        if stretch.closed:
            found = within(ends, point, fixed, words, limits, written)
        else:
            may_end = stretch.stop == len(stretch.transcript)
            found = so_far(ends, point, fixed, words, limits, judged=judged, may_end=may_end, written=written)
        return [place + stretch.opened for place in found]

    def _counted(self, words: Transcript, scores: Scores) -> Written | None:
        return counted(words, scores, self.limits, stray_ends=self._keeps_marks, language=self._language)

    def _told(self, scores: Scores, fixed: Bools, places: list[int], kept: Kept) -> list[Cut]:
        likely = marks_at(scores, np.array(places, dtype=np.int64), self.level)
        marks = [""] * len(places) if likely is None else likely.tolist()
        bar = self._bar.at() if self.limits.bound_lengths else 0.0
        made = []
        for place, mark, sure in zip(places, marks, scores.ends[places].tolist(), strict=True):
            own = kept.marks[place]
            reason = "end" if own else "turn" if fixed[place] else "length" if sure < bar else "end"
            bare = reason == "length" or self._marks.alone
            made.append(Cut(place, own or ("" if bare else mark), sure, reason))
        return made


def _padded(scores: Scores, before: int) -> Scores:
    """The scores behind so many gaps about which nothing is said."""
    if not before:
        return scores
    nothing = np.zeros(before)
    marks = {mark: np.concatenate([nothing, column]) for mark, column in scores.marks.items()}
    return Scores(np.concatenate([nothing, scores.ends]), marks)
