"""Context-free grammars in the usual notation.

    Sentence -> Pronoun Verb Place | Thanks      # words stand in quotes, | separates choices
    Pronoun  -> 'i' | 'we'
    Place    -> 'home' | 'to' City |             # a line that begins with | goes on with the rule above
    City     -> 'oslo' | "turin"                 # an empty choice stands for no word at all

The left side of the first rule is what a whole sentence is. A symbol with a choice of one word alone, like `City`, is a
preterminal: a class of words. A word among other symbols, like 'to', is a class by itself, named with its quotes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

from pausa.core.errors import InputError
from pausa.lm.chart import Chart

_TOKEN = re.compile(r"""\s*(?:(?P<word>'[^'\s]+'|"[^"\s]+")|(?P<symbol>[^\s'"|]+)|(?P<bar>\|))""")
_RULE = re.compile(r"\s*([^\s'\"|]+)\s*(?:->|→)(.*)")
_COMMENT = re.compile(r"""^((?:[^#'"]|'[^']*'|"[^"]*")*)#.*""")


@dataclass(frozen=True)
class Rule:
    """One choice: a symbol and what it may be written as; words keep their quotes."""

    left: str
    right: tuple[str, ...]
    line: int


@dataclass(frozen=True)
class Grammar:
    """Rules; the first one's left side is a whole sentence."""

    rules: tuple[Rule, ...]

    @property
    def start(self) -> str:
        """What a whole sentence is."""
        return self.rules[0].left

    @cached_property
    def chart(self) -> Chart:
        """The rules as the parser wants them."""
        return Chart.of(self.start, [(rule.left, rule.right) for rule in self.rules])

    def preterminals(self, words: Sequence[str]) -> tuple[str, ...] | None:
        """The class of each word in the simplest parse of a sentence, None where the grammar has no parse.

        The simplest parse uses the fewest rules; of equals, the one whose rules stand first.
        """
        return self.chart.preterminals(words)


def read_grammar(path: str | Path) -> Grammar:
    """The grammar in a file."""
    try:
        text = Path(path).read_bytes().decode()
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(str(path), None, f"cannot be read: {problem}") from problem
    return parse_grammar(text, source=str(path))


def example_grammar() -> Grammar:
    """The small grammar that comes with Pausa: trips and the weather."""
    text = resources.files("pausa.lm").joinpath("grammars/example.cfg").read_text(encoding="utf-8")
    return parse_grammar(text, source="example.cfg")


def parse_grammar(text: str, *, source: str = "<grammar>") -> Grammar:
    """A grammar from its text."""
    rules: list[Rule] = []
    left = ""
    for number, line in enumerate(text.split("\n"), start=1):
        content = _COMMENT.sub(r"\1", line).strip()
        if not content:
            continue
        begun = _RULE.fullmatch(content)
        if begun:
            left, content = begun[1], begun[2]
        elif left and content.startswith("|"):
            content = content[1:]
        else:
            raise InputError(source, number, f"this is no rule: {line.strip()!r}", "write Symbol -> 'word' Other | ...")
        rules.extend(Rule(left, choice, number) for choice in _choices(content, source, number))
    if not rules:
        raise InputError(source, None, "there is no rule in this grammar")
    _check(rules, source)
    return Grammar(tuple(rules))


def _choices(content: str, source: str, line: int) -> list[tuple[str, ...]]:
    choices: list[list[str]] = [[]]
    at, content = 0, content.rstrip()
    while at < len(content):
        token = _TOKEN.match(content, at)
        if not token:
            raise InputError(
                source, line, f"cannot be understood: {content[at:].strip()!r}", "quote one word at a time"
            )
        at = token.end()
        if token["bar"]:
            choices.append([])
        elif token["word"]:
            choices[-1].append(f"'{token['word'][1:-1]}'")
        else:
            choices[-1].append(token["symbol"])
    return [tuple(choice) for choice in choices]


def _check(rules: list[Rule], source: str) -> None:
    known = {rule.left for rule in rules}
    for rule in rules:
        for symbol in rule.right:
            if not symbol.startswith("'") and symbol not in known:
                raise InputError(
                    source, rule.line, f"no rule says what {symbol!r} is", "put words in quotes, or add a rule"
                )
