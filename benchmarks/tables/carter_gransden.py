"""Table 1 of Carter & Gransden (2001) on calls: methods 0–3 under Rec, INC and Ref, by recogniser.

Lexical tables come from Earnings-22 alone. Pause table and weights are fitted on four parts of the 22 calls of
Earnings-21 as the recogniser heard them, the fifth is scored with the threshold that gives it their share of
boundaries; parts are whole calls. As in the paper, **bold** is significantly better than method 2 and *italics*
significantly worse (sign test, p < .05).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from benchmarks.findings import Advance, Findings, folder
from benchmarks.tables import carter_gransden_tables
from benchmarks.tables.calls import CONDITIONS, Call, calls, own_marks
from benchmarks.tables.carter_gransden_tables import Measured
from pausa.metrics.slots import slot_scores
from pausa.models.bayes.counts import Counter, Counts, Vocabulary, total
from pausa.models.bayes.prune import to_pairs
from pausa.models.bayes.tables import Lexicon, Unpruned, tables
from pausa.models.bayes.weights import METHODS
from pausa.training.bayes.folds import FitOptions, Outcome, cross_validate
from pausa.training.bayes.recipe import BayesRecipe
from pausa.training.bayes.train import train_bayes
from pausa.training.corpora import divide_evenly, read_documents
from pausa.training.timed import TextRules, label_by_marks

RECOGNISERS = ("google", "amazon", "speechmatics", "rev-kaldi", "kaldi-librispeech")
#: Corpora whose own words have times: method by method on held-out parts, tables from the other parts.
DOMAINS = ("earnings22", "icsi-mrda")
#: Table sizes to try, in pairs per table and times the vocabulary.
SIZES = (0.25, 0.5, 1, 2, 4, 8)
PARTS = 5
#: Some recognisers write hesitations, some do not: the text is counted both ways.
RULES = TextRules(hesitations="both")
_STEPS_PER_RECOGNISER = 22 + 4
_STEPS = 3 + len(RECOGNISERS) * _STEPS_PER_RECOGNISER + 1 + len(DOMAINS)

Step = Callable[[], None]


@dataclass(frozen=True)
class Texts:
    """Lexical tables from Earnings-22, whole and pruned to 2V, and from more and more text."""

    full: Unpruned
    pruned: Lexicon
    more: Mapping[str, Lexicon]


def run(data: Path, advance: Advance) -> Findings:
    """All tables of the benchmark."""
    place = folder(data, "earnings21")
    problems: list[str] = []

    def step() -> None:
        advance(_STEPS)

    texts = read_texts(data, problems, step)
    found: dict[str, Measured] = {}
    for name in RECOGNISERS:
        found[name] = measured(place, name, texts, problems, step)
    sizes = by_size(place, texts.full, problems)
    step()
    domains = {name: own_words(data, name, problems, step) for name in DOMAINS}
    return carter_gransden_tables.findings(found, sizes, domains, problems)


def read_texts(data: Path, problems: list[str], step: Step) -> Texts:
    """The text corpora counted, and the tables they make."""
    vocabulary = Vocabulary()

    def counted(name: str, parts: int = 1) -> list[Counts]:
        """A corpus in that many parts, document by document in turn."""
        counters = [Counter(vocabulary) for _ in range(parts)]
        form = None if name == "changelog" else "nlp"
        for counter, each in zip(
            cycle(counters), read_documents([folder(data, name)], format=form, say=problems.append)
        ):
            RULES.count(counter, each.transcript.words, RULES.find_ends(each))
        step()
        return [counter.counts() for counter in counters]

    (calls_text,), (meetings,) = counted("earnings22"), counted("icsi-mrda")
    podcasts = counted("changelog", parts=10)
    few, many = podcasts[0], total(podcasts)
    full = tables(calls_text, vocabulary.forms, versions=RULES.n_versions)
    more = {
        "earnings22": full.lexicon,
        "earnings22 + icsi-mrda": tables(calls_text + meetings, vocabulary.forms, versions=RULES.n_versions).lexicon,
        "earnings22 + a tenth of changelog": tables(
            calls_text + few, vocabulary.forms, versions=RULES.n_versions
        ).lexicon,
        "earnings22 + changelog": tables(calls_text + many, vocabulary.forms, versions=RULES.n_versions).lexicon,
        "all three": tables(total([calls_text, meetings, many]), vocabulary.forms, versions=RULES.n_versions).lexicon,
    }
    return Texts(full, to_pairs(full, 2 * len(full.lexicon)).lexicon, more)


def measured(place: Path, recogniser: str, texts: Texts, problems: list[str], step: Step) -> Measured:
    """All that is measured on one recogniser's words."""
    heard = []
    for call in calls(place, recogniser, problems=problems):
        heard.append(call)
        step()
    outcomes, pruned, silent = {}, {}, {}
    for condition in CONDITIONS:
        outcomes[condition] = _by_method(heard, condition, texts.full.lexicon)
        pruned[condition] = _by_method(heard, condition, texts.pruned)
        silent[condition] = _outcome(heard, condition, texts.full.lexicon, FitOptions(3, pauses=False))
        step()
    more = {name: _by_method(heard, "rec", lexicon) for name, lexicon in texts.more.items()}
    step()
    own = own_marks(heard)
    return Measured(outcomes, pruned, silent, more, None if own is None else slot_scores(own)["f1"])


def by_size(place: Path, full: Unpruned, problems: list[str]) -> list[dict[str, float]]:
    """F1 of method 3 under Rec on the first recogniser's words, by the size of the tables."""
    heard = list(calls(place, RECOGNISERS[0], problems=problems))
    found = []
    for size in SIZES:
        small = to_pairs(full, int(size * len(full.lexicon))).lexicon
        found.append({"times_vocabulary": size, "pairs": small.keys.size, "f1": _f1_of_3(heard, small)})
    lexicon = full.lexicon
    whole = {"times_vocabulary": lexicon.keys.size / len(lexicon), "pairs": lexicon.keys.size}
    return [*found, {**whole, "f1": _f1_of_3(heard, lexicon)}]


def own_words(data: Path, name: str, problems: list[str], step: Step) -> dict[int, Outcome]:
    """Each method on a corpus' own words and times, tables, pauses and weights from the other four parts."""
    found = read_documents([folder(data, name)], format="nlp", say=problems.append)
    recordings = [label_by_marks(each, RULES) for each in found if each.n_words]
    outcomes = train_bayes((), recordings, BayesRecipe(rules=RULES), say=_quiet).outcomes
    step()
    return outcomes


def _quiet(_: str) -> None:
    """Say nothing."""


def _f1_of_3(heard: Sequence[Call], lexicon: Lexicon) -> float:
    return _outcome(heard, "rec", lexicon, FitOptions(3)).f1


def _by_method(heard: Sequence[Call], condition: str, lexicon: Lexicon) -> dict[int, Outcome]:
    return {method: _outcome(heard, condition, lexicon, FitOptions(method)) for method in METHODS}


def _outcome(heard: Sequence[Call], condition: str, lexicon: Lexicon, plan: FitOptions) -> Outcome:
    answered = [call.answered(condition, lexicon) for call in heard]
    parts = divide_evenly([len(call.heard) for call in heard], [call.name for call in heard], PARTS)
    return cross_validate(answered, parts, plan, mean_length=lexicon.mean_length)
