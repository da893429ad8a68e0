"""pyarrow, which takes a quarter of a second to import and comes with an extra."""

from __future__ import annotations

from typing import Any

from pausa.core.errors import MissingExtra


def arrow() -> Any:
    """The library with the parts that batches need; it is not typed."""
    try:
        import pyarrow.compute
        import pyarrow.fs
        import pyarrow.parquet
    except ImportError:
        raise MissingExtra("pyarrow", "cluster", "pausa batch") from None
    return pyarrow
