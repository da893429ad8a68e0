"""Google Speech-to-Text: final results, and several that follow each other and may still change.

{"results": [{"alternatives": [{"transcript": "so we"}], "stability": 0.9, "resultEndTime": "1.5s"},
             {"alternatives": [{"transcript": " left"}], "stability": 0.01}]}
{"results": [{"alternatives": [{"transcript": "so we left", "words": […]}], "isFinal": true}]}

With speakers asked for, a final result tells all words again from the beginning; those that were told are passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pausa.core.times import Millis
from pausa.core.updates import Update
from pausa.core.words import Word
from pausa.formats.live.base import Reader, rows, tokens, told


class Google(Reader):
    def __init__(self) -> None:
        self._until: Millis = 0

    def read(self, message: Mapping[str, Any]) -> list[Update]:
        results = rows(message.get("results"))
        final = [result for result in results if result.get("isFinal") is True or result.get("is_final") is True]
        rest = [result for result in results if result not in final]
        made = [told(self._new(_words([result])), final=True) for result in final]
        return [*made, told(_words(rest), final=False)] if rest else made

    def _new(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The words without those that were told before, going by their times."""
        starts = [word.start for word in words if word.start is not None]
        if starts and starts[0] < self._until:
            place = next((at for at, word in enumerate(words) if (word.start or 0) >= self._until), len(words))
            words = words[place:]
        self._until = max([self._until, *(word.end for word in words if word.end is not None)])
        return words


def _words(results: list[Mapping[str, Any]]) -> tuple[Word, ...]:
    return tokens("google", {"results": results})
