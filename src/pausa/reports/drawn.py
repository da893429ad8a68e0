"""The table of a protocol that draws references: the person's row first, then the systems."""

from __future__ import annotations

from pausa.core.messages import counted
from pausa.core.table import UNDEFINED, Table, number
from pausa.metrics import described
from pausa.reports.recordings import Signed
from pausa.workflow.evaluation import DrawnScore, Protocol

#: What is shown of all that was worked out: the columns of the paper, and the two scores that others look for.
SHOWN = ("p1", "p2", "p3", "brevity", "bleu_like", "f1_mean", "wisebe")


def protocol_table(protocol: Protocol, *, digits: int = 3) -> Signed:
    """Mean and standard deviation over the draws."""
    scores = protocol.human.scores
    keys = [key for key in SHOWN if key in scores] or list(scores)
    rows = tuple(
        (each.name, *(_cell(each.scores[key], digits) for key in keys)) for each in (protocol.human, *protocol.systems)
    )
    note = (
        f"mean ± standard deviation over {counted(protocol.draws, 'draw')} of "
        f"{counted(protocol.references, 'reference')} and one other "
        f"person for each recording, seed {protocol.seed}; the human row is that person"
    )
    title = f"references drawn, {protocol.references}+1"
    table = Table(title, ("", *(described(key).name for key in keys)), rows, note)
    return Signed(table, ("", *(scores[key].signature for key in keys)))


def _cell(score: DrawnScore, digits: int) -> str:
    value = number(score.mean, digits=digits)
    return value if value == UNDEFINED else f"{value} ± {number(score.sd, digits=digits)}"
