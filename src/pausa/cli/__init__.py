"""The command line: arguments in, one workflow call, output. Nothing is computed here."""

from pausa.cli.app import main

__all__ = ["main"]
