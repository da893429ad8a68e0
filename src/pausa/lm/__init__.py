"""Language models with sentence ends in them: n-grams of words and of word classes, ARPA files, grammars."""

from __future__ import annotations

from pausa.lm.arpa import read_arpa, write_arpa
from pausa.lm.breaks import LanguageModel, gap_tables, stream_log_probs, token_costs
from pausa.lm.classes import ClassModel, class_model
from pausa.lm.exchange import induced_classes
from pausa.lm.grammar import Grammar, example_grammar, parse_grammar, read_grammar
from pausa.lm.kneser_ney import estimate
from pausa.lm.ngram import NgramModel
from pausa.lm.preterminals import grammar_model
from pausa.lm.prune import pruned
from pausa.lm.storing import class_arrays, class_from_arrays, from_arrays, to_arrays
from pausa.lm.vocabulary import BREAK, UNKNOWN, Vocabulary

__all__ = [
    "BREAK",
    "UNKNOWN",
    "ClassModel",
    "Grammar",
    "LanguageModel",
    "NgramModel",
    "Vocabulary",
    "class_arrays",
    "class_from_arrays",
    "class_model",
    "estimate",
    "example_grammar",
    "from_arrays",
    "gap_tables",
    "grammar_model",
    "induced_classes",
    "parse_grammar",
    "pruned",
    "read_arpa",
    "read_grammar",
    "stream_log_probs",
    "to_arrays",
    "token_costs",
    "write_arpa",
]
