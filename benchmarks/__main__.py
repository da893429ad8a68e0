"""`python -m benchmarks NAME …` runs `benchmarks/NAME.py`; dashes in the name stand for underscores."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main(argv: list[str]) -> None:
    here = Path(__file__).parent
    known = sorted(each.stem.replace("_", "-") for each in here.glob("*.py") if not each.stem.startswith("_"))
    if not argv or argv[0] not in known:
        sys.exit(f"usage: python -m benchmarks NAME …, where NAME is one of: {', '.join(known)}")
    import_module(f"benchmarks.{argv[0].replace('-', '_')}").main(argv[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
