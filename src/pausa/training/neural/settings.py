"""What can be chosen about a network and its training; plain values that go into checkpoints and manifests."""

from __future__ import annotations

import msgspec


class TransformerSize(msgspec.Struct, frozen=True, kw_only=True):
    """The shape of the transformer; the defaults are MiniLM-L6's, without dropout.

    `distances` is how many bands of distances between subwords attention tells apart, 0 for none. With `cases` it also
    tells how words are written, with `styles` it may be told what kind of text it reads.
    """

    vocabulary: int = 30522
    width: int = 384
    inner: int = 1536
    heads: int = 12
    layers: int = 6
    positions: int = 512
    distances: int = 0
    dropout: float = 0.0
    cases: bool = False
    styles: bool = False


class ConvolutionSize(msgspec.Struct, frozen=True, kw_only=True):
    """The shape of the convolutional network; it sees `reach` words to each side."""

    buckets: int = 1 << 16
    width: int = 96
    channels: int = 256
    kernels: tuple[int, ...] = (5, 5, 5)
    gap_width: int = 16
    dropout: float = 0.2

    @property
    def reach(self) -> int:
        return sum(kernel // 2 for kernel in self.kernels)


class RecurrentSize(msgspec.Struct, frozen=True, kw_only=True):
    """The shape of the recurrent network; `pauses` adds the second stage."""

    vocabulary: int = 40_000
    width: int = 128
    states: int = 128
    gap_width: int = 16
    pauses: bool = True
    dropout: float = 0.2


class Noise(msgspec.Struct, frozen=True, kw_only=True):
    """How training text is made like a recogniser's; shares are of windows or words, all drawn per window."""

    errors: float = 0.25
    clean: float = 0.3
    no_pauses: float = 0.3
    some_pauses_lost: float = 0.3
    coarse_times: float = 0.3
    jitter_ms: float = 80.0
    shrunk_pauses: float = 0.3
    shrunk_ms: float = 350.0
    no_turns: float = 0.5
    wrong_turns: float = 0.4
    digits: float = 0.5
    spelled: float = 0.3
    fillers_dropped: float = 0.6
    fillers_added: float = 0.2
    repeats_dropped: float = 0.4


class NeuralRecipe(msgspec.Struct, frozen=True, kw_only=True):
    """How a network is trained.

    `window` counts subwords (words for `cnn` and `brnn`). The rate of learning falls to zero over `steps`, or
    over `max_minutes` where that comes first; minutes of all runs of one training add up. `taught` is the share of
    windows whose answers are the teachers', where there are any. `case_share` is what capitals count beside marks,
    `style_known` the share of windows whose style is told, `lively` that of windows with short sentences. The last
    `late_words` of a window, which see little of what follows, as in live speech, count `late_weight` times. With
    `half_precision` products are made in bfloat16.
    """

    steps: int = 20_000
    batch: int = 16
    window: int = 192
    rate: float = 2e-4
    new_rate: float = 1e-3
    warm_up: int = 300
    decay: str = "linear"
    weight_decay: float = 0.01
    clip: float = 1.0
    average: float = 0.999
    smoothing: float = 0.0
    taught: float = 0.5
    case_share: float = 0.25
    style_known: float = 0.4
    lively: float = 0.0
    late_words: int = 12
    late_weight: float = 1.0
    half_precision: bool = False
    class_weights: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    freeze_words: bool = False
    shift_positions: bool = True
    second_stage: float = 0.7
    evaluate_every: int = 250
    held_out_words: int = 8_000
    patience: int = 12
    checkpoint_minutes: float = 5.0
    seed: int = 1
    noise: Noise = Noise()
