"""The training loop: draw windows, corrupt them, learn, look at held-out recordings, keep the best.

Every step follows from its number and the seed alone, dropout included. So a run that was killed gives the
same weights as one that was not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from pausa.core.errors import OptionError
from pausa.models.neural.inputs import Line
from pausa.models.neural.marks import CLASSES, COMMA, NONE
from pausa.text.casing import UNKNOWN_CASE
from pausa.training.neural import checkpoint
from pausa.training.neural.checkpoint import BEST, CHECKPOINT, State
from pausa.training.neural.corruption import Corruption
from pausa.training.neural.heldout import Condition, HeldOutScores, predict, score_predictions, torch_logits
from pausa.training.neural.kinds import Kind
from pausa.training.neural.mixture import Mixture
from pausa.training.neural.optimising import Average, Optimiser, copy_weights, rate_factor
from pausa.training.neural.samples import NO_END, Sample
from pausa.training.neural.settings import NeuralRecipe
from pausa.training.neural.stopping import held_back


@dataclass(frozen=True)
class Progress:
    """How a training goes; `f1` is the last held-out mean, below 0 before there is one, and `looked` is its step."""

    step: int
    share: float
    minutes: float
    loss: float
    f1: float
    looked: int = 0


@dataclass(frozen=True)
class Job:
    """All that a training needs."""

    kind: Kind
    mixture: Mixture
    corruption: Corruption
    held_out: Sequence[Condition]
    recipe: NeuralRecipe
    work: Path
    settings: dict[str, Any]
    max_minutes: float | None = None
    watch: Callable[[Progress], None] = lambda progress: None
    clock: Callable[[], float] = time.monotonic


class Trainer:
    """A training that can be stopped and taken up again."""

    def __init__(self, job: Job) -> None:
        self.job, self.kind, self.recipe = job, job.kind, job.recipe
        if self.recipe.freeze_words:
            for weight in self.kind.word_weights():
                weight.requires_grad_(False)
        self.optimiser = Optimiser(self.kind, self.recipe)
        self.average = Average(self.kind.network, self.recipe.average)
        self.state = State(settings=job.settings)
        if (job.work / CHECKPOINT).is_file():
            self._resume()

    def run(self) -> State:
        """Train to the end, or until the minutes are over or nothing gets better any more.

        Whoever ends it loses nothing: it is written down where it stands.
        """
        try:
            self._go_on()
        except KeyboardInterrupt:
            if self.state.step:
                self.save()
            raise
        return self.state

    def _go_on(self) -> None:
        begun, before = self.job.clock(), self.state.minutes
        saved = begun
        if self._is_time_to_look():  # it was ended during the look
            self.evaluate()
        while self._share() < 1 and (self.state.unimproved < self.recipe.patience or self.state.stage):
            with held_back():
                self.step()
                now = self.job.clock()
                self.state.minutes = before + (now - begun) / 60
            if self._is_time_to_look():
                self.evaluate()
            if now - saved >= 60 * self.recipe.checkpoint_minutes or self.state.step % self.recipe.evaluate_every == 0:
                self.save()
                saved = now
            self._report()
        if not self._has_looked():
            self.evaluate()
        self.save()
        self._report()

    def step(self) -> None:
        """One step of learning."""
        number, network = self.state.step, self.kind.network
        share = self._share()
        self._enter_stage(self.kind.begin_stage(share, self.recipe.second_stage))
        rng = self.job.mixture.rng(number)
        torch.manual_seed(self.recipe.seed * 1_000_003 + number)
        samples = [self._sample(rng) for _ in range(self.recipe.batch)]
        longest = max(sum(self.kind.sizes(sample.forms)) for sample in samples)
        network.train()
        with self._precision():
            logits = self.kind.logits([sample.line() for sample in samples], shift=self._shift(rng, longest))
        loss = loss_of(logits.float(), samples, self.recipe)
        if not torch.isfinite(loss):
            raise OptionError(f"The training went astray at step {number}: the loss is {loss}; lower the rate.")
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step(rate_factor(share, number, self.recipe))
        self.average.update(number)
        self.state.step = number + 1
        value, before = float(loss.detach()), self.state.loss
        self.state.loss = value if before is None else 0.98 * before + 0.02 * value

    def evaluate(self) -> HeldOutScores:
        """Look at the held-out recordings with the averaged weights; the best ones are kept."""
        with held_back() as asked:

            def logits(line: Line) -> NDArray[np.float32]:
                if asked:  # a look may be long; it is taken again when the training goes on
                    raise KeyboardInterrupt
                return torch_logits(self.kind, line)

            with self.average.in_place(), self._precision():
                found = score_predictions([predict(each, logits) for each in self.job.held_out])
            self._note(found)
        return found

    def _note(self, found: HeldOutScores) -> None:
        state = self.state
        told = {name: round(value, 4) for name, value in found.f1.items()}
        state.log.append(
            {
                "step": state.step,
                "minutes": round(state.minutes, 2),
                "loss": None if state.loss is None else round(state.loss, 4),
                "f1": round(found.mean, 4),
                "threshold": round(found.threshold, 2),
                **told,
            }
        )
        if found.mean > state.best:
            state.best, state.best_step, state.unimproved = found.mean, state.step, 0
            checkpoint.save(self.job.work / BEST, self.average.weights, state)
        else:
            state.unimproved += 1

    def save(self) -> None:
        """Write the checkpoint."""
        self.state.optimizer_steps = self.optimiser.counts()
        own = {f"network.{name}": weight for name, weight in self.kind.network.named_parameters()}
        averaged = {f"average.{name}": weight for name, weight in self.average.weights.items()}
        checkpoint.save(self.job.work / CHECKPOINT, {**own, **averaged, **self.optimiser.tensors()}, self.state)

    def _resume(self) -> None:
        tensors, state = checkpoint.load(self.job.work / CHECKPOINT)
        checkpoint.check_same(self.job.work, state.settings, self.job.settings)
        copy_weights(self.kind.network, checkpoint.under("network.", tensors))
        self.average.weights = checkpoint.under("average.", tensors)
        self.optimiser.restore(tensors, state.optimizer_steps)
        self.state = state

    def _enter_stage(self, to_come: int) -> None:
        """A new stage is judged by its own results only."""
        if to_come < self.state.stage:
            self.state.best, self.state.unimproved = -1.0, 0
        self.state.stage = to_come

    def _precision(self) -> torch.autocast:
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.recipe.half_precision)

    def _sample(self, rng: Any) -> Sample:
        sample = self.job.mixture.draw(rng, self.recipe.window, self.job.corruption)
        room, count = self.recipe.window - 2, 0
        for size in self.kind.sizes(sample.forms):
            room -= size
            if room < 0:
                break
            count += 1
        return sample.first(max(1, count))

    def _shift(self, rng: Any, longest: int) -> int:
        """Windows stand at different positions, so that all positions learn."""
        positions = getattr(getattr(self.kind.network, "size", None), "positions", 0)
        free = positions - longest - 2
        return int(rng.integers(free + 1)) if self.recipe.shift_positions and free > 0 else 0

    def _share(self) -> float:
        steps = self.state.step / max(1, self.recipe.steps)
        limit = self.job.max_minutes
        return steps if limit is None else max(steps, self.state.minutes / max(limit, 1e-9))

    def _has_looked(self) -> bool:
        return bool(self.state.log) and self.state.log[-1]["step"] == self.state.step

    def _is_time_to_look(self) -> bool:
        return self.state.step > 0 and self.state.step % self.recipe.evaluate_every == 0 and not self._has_looked()

    def _report(self) -> None:
        f1, looked = (self.state.log[-1]["f1"], self.state.log[-1]["step"]) if self.state.log else (-1.0, 0)
        loss = float("nan") if self.state.loss is None else self.state.loss
        self.job.watch(Progress(self.state.step, min(1.0, self._share()), self.state.minutes, loss, f1, looked))


def loss_of(logits: Tensor, samples: Sequence[Sample], recipe: NeuralRecipe) -> Tensor:
    """Cross-entropy of marks, and of capitals where the network tells them."""
    labels = torch.tensor([label for sample in samples for label in sample.labels])
    weights = torch.tensor([weight for sample in samples for weight in _weights(len(sample), recipe)])
    loss = (mark_losses(logits[:, : len(CLASSES)], labels, recipe) * weights).sum() / weights.sum()
    if logits.shape[1] > len(CLASSES):
        cases = torch.tensor([case for sample in samples for case in sample.cases])
        loss = loss + recipe.case_share * functional.cross_entropy(
            logits[:, len(CLASSES) :], cases, ignore_index=UNKNOWN_CASE, reduction="sum"
        ) / max(1, int((cases != UNKNOWN_CASE).sum()))
    return loss


def mark_losses(logits: Tensor, labels: Tensor, recipe: NeuralRecipe) -> Tensor:
    """Cross-entropy for each word; where only "no end" is known, none and comma together are the answer."""
    weights = torch.tensor(recipe.class_weights)
    vague = labels == NO_END
    exact = functional.cross_entropy(
        logits, labels.masked_fill(vague, NONE), weight=weights, label_smoothing=recipe.smoothing, reduction="none"
    )
    either = torch.logsumexp(functional.log_softmax(logits, dim=1)[:, [NONE, COMMA]], dim=1)
    return torch.where(vague, -weights[NONE] * either, exact)


def _weights(count: int, recipe: NeuralRecipe) -> list[float]:
    """What each word of a window counts; the last ones see little of what follows."""
    late = min(count, recipe.late_words)
    return [1.0] * (count - late) + [recipe.late_weight] * late
