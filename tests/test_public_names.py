"""The public names are a list, and every one of them is there."""

from __future__ import annotations

import pausa
from pausa.core.registry import Registry
from pausa.formats import FORMATS
from pausa.metrics import METRICS
from pausa.models import MODELS


def test_public_names_are_known_and_resolve() -> None:
    assert pausa.__all__ == [
        "__version__",
        "Document",
        "Evaluation",
        "PausaError",
        "ReadLimits",
        "Segmentation",
        "Segments",
        "Sentence",
        "Transcript",
        "Word",
        "agree",
        "align",
        "batch",
        "boundary_f1",
        "convert",
        "convert_batch",
        "evaluate",
        "fleiss_kappa",
        "read",
        "score_batch",
        "segment",
        "ser",
        "stream",
        "train",
        "wisebe",
        "write",
    ]
    for name in pausa.__all__:
        assert getattr(pausa, name) is not None
    assert set(pausa.__all__) <= set(dir(pausa))


def test_every_registered_name_resolves() -> None:
    registries: list[Registry[object]] = [FORMATS, METRICS, MODELS]  # type: ignore[list-item]
    for registry in registries:
        for name in registry:
            assert registry[name] is not None
