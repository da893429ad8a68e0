"""Adapting a finished transformer: by how much it is judged, what of it stays, and where it says it came from."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace as with_values

from pausa.core.errors import OptionError, PausaError
from pausa.core.messages import Say
from pausa.models.storage import Data, Manifest
from pausa.models.transformer import TransformerDetector
from pausa.text.languages.codes import base_code
from pausa.training.neural.building import forget_vocabulary
from pausa.training.neural.calibration import keep_calibration
from pausa.training.neural.checkpoint import BEST, CHECKPOINT
from pausa.training.neural.heldout import Amount, Condition, HeldOutScores, Predictions, predict, score_predictions

#: With fewer held-out ends nothing can be said about what adapting gave, with fewer no calibration can be fitted.
JUDGED_ENDS, CALIBRATED_ENDS = 20, 300
#: Where the corpora are kept in a training's folder.
CORPORA = "corpora"
#: What the card says about everything that the start had learned from, and about the start itself.
_BEFORE, _STARTED = "learned by the model it was started from", "started from"


class NoGain(OptionError):
    """The adapted model is no better than the one it started from."""


@dataclass(frozen=True)
class Start:
    """A finished transformer that is adapted, and what it is called."""

    name: str
    detector: TransformerDetector

    def check_material(self, held_out: Amount) -> None:
        """Refuse to judge by next to nothing."""
        if held_out.ends >= JUDGED_ENDS:
            return
        more = f"about {ceil(JUDGED_ENDS / held_out.ends)} times as much" if held_out.ends else "more"
        raise OptionError(
            f"There is too little to judge by: {held_out}, and {JUDGED_ENDS} ends are needed; give {more}."
        )

    def compare(self, after: HeldOutScores, held_out: Sequence[Condition], judged: Amount) -> str:
        """What adapting gave on held-out recordings; an error where that is nothing."""
        before = score_predictions([predict(each, self.detector.logits) for each in held_out])
        if after.mean <= before.mean:
            raise NoGain(
                f"Adapting gains nothing here (held-out F1 {before.mean:.4f} before, {after.mean:.4f} after, judged on "
                f"{judged}): no model is written; use the one that you started from, or give more text or more minutes."
            )
        return f"held-out F1 {before.mean:.4f} before adapting, {after.mean:.4f} after, judged on {judged}"

    def keep_calibration(self, found: Sequence[Predictions], language: str) -> dict[str, Any]:
        """The settings that make probabilities mean what they say, as they were in this language."""
        own = self.detector.in_language(language)
        code = base_code(language)
        kept = keep_calibration(own.calibration, found) | (
            {} if own.threshold is None else {"threshold": own.threshold}
        )
        tuned = self.detector.tuned.get(code)
        return kept if tuned is None else kept | {"tuned": {code: msgspec.to_builtins(tuned)}}

    def add_to(self, card: Manifest) -> Manifest:
        """The card with where it came from: the licence, unless there is one, and what had been learned from before."""
        own = self.detector.manifest
        made = f" (made with {own.made_with})" if own.made_with else ""
        return with_values(
            card,
            licence=card.licence or own.licence,
            data=(*card.data, *map(_mark, own.data)),
            notes=(
                *card.notes,
                f"{_STARTED} {self.name}{made}",
                *(note for note in own.notes if note.startswith(_STARTED)),
            ),
        )


def _mark(data: Data) -> Data:
    """Something that the start had learned from, and says so."""
    told = data.use.removesuffix(f", {_BEFORE}")
    return with_values(data, use=f"{told}, {_BEFORE}" if told else _BEFORE)


@contextmanager
def tidied(work: Path, say: Say) -> Iterator[None]:
    """Leave no checkpoint behind of an adaptation that is finished, or refused for good."""
    begun = _is_begun(work)
    try:
        yield
    except NoGain:
        _remove(work, say)
        raise
    except PausaError:
        if not begun and not _is_begun(work):
            _remove(work)
        raise
    _remove(work, say)


def _is_begun(work: Path) -> bool:
    return any((work / name).is_file() for name in (CHECKPOINT, BEST))


def _remove(work: Path, say: Say | None = None) -> None:
    """Remove what a training has written, and its folder if nothing else is in it."""
    with suppress(OSError):
        for name in (CHECKPOINT, BEST):
            (work / name).unlink(missing_ok=True)
        forget_vocabulary(work)
        shutil.rmtree(work / CORPORA, ignore_errors=True)
        work.rmdir()
    if say is not None:
        say(f"{work}, which held the checkpoint, {'can be removed' if work.exists() else 'is removed'}")
