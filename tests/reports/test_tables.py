"""What stands in the tables: numbers that were made up, where a reader looks for them."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from math import nan

import pytest

from pausa.core.table import Table
from pausa.metrics.base import Options
from pausa.reports.cells import Cell, comparisons, grids, reference_grid
from pausa.reports.render import as_dict, latex_table, markdown_table, render, text_table
from pausa.reports.tables import heading, signatures, tables
from pausa.workflow.evaluation import Evaluation
from tests.reports.handmade import ALPHA, ANNA, BEN, BETA, made, score, trial


def table(evaluation: Evaluation, title: str, *, digits: int = 3) -> Table:
    (one,) = [each for each in tables(evaluation, digits=digits) if each.title == title]
    return one


def test_tables_come_in_the_order_in_which_they_are_read() -> None:
    assert [each.title for each in tables(made())] == [
        "scores, pooled over recordings",
        "scores, mean over recordings",
        "against each reference",
        "agreement of the references",
        "each person against the others",
        "F1_mean against WiSeBE",
        "is the difference real?",
    ]


def test_one_recording_one_reference_and_nothing_compared_make_two_tables() -> None:
    alone = made(
        documents=("one",), references=("anna",), panel=(trial("one", "anna"),), humans=(), comparisons=(),
        mean_against_wisebe=(), interval="", systems=(replace(ALPHA, loo={}),),
    )  # fmt: skip
    assert [each.title for each in tables(alone)] == ["scores", "against each reference"]
    assert table(alone, "scores").header == ("", "alpha")
    assert table(alone, "scores").note == ""


def test_pooled_scores_stand_with_their_bounds_beside_people_and_with_a_verdict() -> None:
    shown = table(made(), "scores, pooled over recordings")
    assert shown.header == (
        "", "alpha", "beta", "alpha loo", "beta loo", "people loo", "alpha verdict", "beta verdict",
    )  # fmt: skip
    assert shown.rows == (
        ("F1_mean", "0.812 [0.700, 0.900]", "0.600 [0.500, 0.700]", "0.800", "0.580", "0.800", "above", "below"),
        ("SER_mean ↓", "0.400 [0.300, 0.500]", "0.300", "0.410", "0.310", "0.400", "–", "within"),
    )
    assert shown.note == (
        "loo: against all people but one, each in turn, mean; people in the same way; verdict: above people (better), "
        "within chance of them, below; […]: 95 % intervals over recordings, jackknife-t"
    )
    assert table(made(systems=(ALPHA,)), "scores, pooled over recordings").header[-1] == "verdict"


def test_mean_scores_have_neither_bounds_nor_verdicts_but_say_what_is_left_out() -> None:
    shown = table(made(), "scores, mean over recordings")
    assert shown.header == ("", "alpha", "beta", "alpha loo", "beta loo", "people loo")
    assert shown.rows == (
        ("F1_mean", "0.799", "0.590", "0.780", "0.570", "0.780"),
        ("SER_mean ↓", "0.450", "–", "0.460", "0.320", "0.420"),
    )
    assert shown.note == (
        "loo: against all people but one, each in turn, mean; people in the same way; "
        "undefined recordings are left out of a mean (at most 3, of SER_mean)"
    )


def test_systems_without_people_beside_them_have_their_scores_alone() -> None:
    systems = tuple(replace(each, loo={}) for each in (ALPHA, BETA))
    shown = table(made(systems=systems, interval=""), "scores, pooled over recordings")
    assert (shown.header, shown.note) == (("", "alpha", "beta"), "")


def test_against_each_reference_rates_have_one_digit_and_word_errors_a_column() -> None:
    shown = table(made(), "against each reference")
    assert shown.header == ("system", "reference", "F1", "NIST-SU ↓", "WER ↓")
    assert shown.rows == (
        ("alpha", "anna", "0.850", "31.2", "0.000"),
        ("alpha", "ben", "0.775", "42.0", "0.125"),
        ("beta", "anna", "0.650", "71.0", "0.500"),
        ("beta", "ben", "–", "88.0", "0.250"),
    )
    same_words = tuple(
        replace(each, per_reference=tuple(replace(row, scores={"f1": row["f1"]}) for row in each.per_reference))
        for each in (ALPHA, BETA)
    )
    assert table(made(systems=same_words), "against each reference").header == ("system", "reference", "F1")
    heard = (same_words[0], BETA)
    assert table(made(systems=heard), "against each reference").rows[0] == ("alpha", "anna", "0.850", "0.000")


def test_agreement_is_listed_and_a_correlation_only_where_there_is_one() -> None:
    shown = {title: value for title, value in table(made(), "agreement of the references", digits=2).rows}  # noqa: C416
    assert shown == {
        "agreement ratio": "0.11",
        "Fleiss' κ": "0.22",
        "κ over candidates": "-0.33",
        "Krippendorff's α": "0.44",
        "pairwise F1": "0.56",
        "pairwise F1, marks told apart": "0.67",
        "pairwise F1, 100 random pairs": "0.89",
        "… standard deviation": "0.10",
        "marked by all": "0.78",
    }
    known = made(agreement=replace(made().agreement, pearson_ar_kappa=0.5))
    assert ("Pearson AR–κ", "0.500") in table(known, "agreement of the references").rows


def test_each_person_has_the_jack_knife_and_the_scores_that_were_asked_for() -> None:
    shown = table(made(), "each person against the others")
    assert shown.header == ("", "jack-knife F1", "F1_mean", "SER_mean ↓")
    assert shown.rows == (("anna", "0.910", "0.900", "0.200"), ("ben", "0.720", "0.700", "0.600"))
    assert table(made(humans=()), "each person against the others").rows == ()


def test_ranks_that_change_and_differences_are_told_with_their_sign() -> None:
    assert table(made(), "F1_mean against WiSeBE").rows == (("alpha", "0.988", "1 of 2"), ("beta", "–", "0 of 2"))
    assert table(made(), "is the difference real?").rows == (
        ("paired-ar", "beta – alpha", "F1_mean", "-0.212", "0.0321"),
        ("sign", "beta – alpha", "boundaries right (ben)", "+4", "0.0500"),
        ("paired-bs", "beta – alpha", "p3", "–", "0.0004"),
    )


def test_the_heading_counts_and_names_no_more_than_twelve_people() -> None:
    assert heading(made()) == "2 recordings, 1200 words, 2 references: anna, ben"
    one = made(documents=("one",), references=("anna",))
    assert heading(one) == "1 recording, 1200 words, 1 reference: anna"
    for n, told in ((12, ", p12"), (13, ", p12 and 1 more"), (15, ", p12 and 3 more")):
        many = made(references=tuple(f"p{place}" for place in range(1, n + 1)))
        assert heading(many).endswith(told)


def test_signatures_that_share_their_conditions_share_a_line() -> None:
    shown = signatures(made())
    assert shown[:-1] == [
        "F1_mean SER_mean p3|nrefs:2",
        "F1_mean SER_mean|nrefs:1|humans:loo",
        "F1_mean|nrefs:2|ar:exact",
        "sign|n:9",
    ]
    assert shown[-1].startswith("agreement|nrefs:2|")
    alone = made(references=("anna",), panel=(trial("one", "anna"),))
    assert not [line for line in signatures(alone) if line.startswith("agreement")]


def test_agreement_of_unlike_panels_is_signed_with_the_fewest_and_the_most() -> None:
    uneven = made(panel=(trial("one", "anna", "ben"), trial("two", "anna", "ben", "carla"), trial("three", "anna")))
    assert [line for line in signatures(uneven) if line.startswith("agreement|nrefs:1-3|")]


TABLE = Table("people & pets", ("", "value"), (("a|b", "1.0"), ("c_d", "–")), "50 % of κ")


def test_a_text_table_has_names_to_the_left_and_numbers_to_the_right() -> None:
    assert text_table(TABLE).split("\n") == [
        "people & pets",
        "       value",
        "  a|b    1.0",
        "  c_d      –",
        "  (50 % of κ)",
    ]
    assert text_table(replace(TABLE, note="")).split("\n")[-1] == "  c_d      –"
    mixed = Table("t", ("", "verdict"), (("F1", "above"), ("SER", "–")))
    assert text_table(mixed).split("\n")[1:] == ["       verdict", "  F1   above", "  SER  –"]
    turned = Table("t", ("n", "who"), (("12", "x"), ("3", "long name")))
    assert text_table(turned).split("\n") == ["t", "   n  who", "  12  x", "   3  long name"]


def test_a_markdown_table_escapes_pipes_and_aligns_numbers_to_the_right() -> None:
    assert markdown_table(TABLE) == (
        "**people & pets**\n\n|  | value |\n| --- | ---: |\n| a\\|b | 1.0 |\n| c_d | – |\n\n50 % of κ"
    )
    assert markdown_table(replace(TABLE, note="")).endswith("| c_d | – |")


def test_a_latex_table_escapes_what_means_something_there() -> None:
    assert latex_table(TABLE).split("\n") == [
        r"\begin{tabular}{lr} % people & pets",
        r"\toprule",
        r" & value \\",
        r"\midrule",
        r"a|b & 1.0 \\",
        r"c\_d & -- \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_a_text_begins_with_what_was_scored_and_ends_with_the_signatures() -> None:
    shown = render(made(), "text")
    assert shown.startswith("2 recordings, 1200 words, 2 references: anna, ben\nMind the gap.\n\nscores, pooled")
    assert "\n\nsignatures\n  F1_mean" in shown
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")
    assert "0.812 [0.700, 0.900]" in shown
    assert "0.81234" in render(made(), "text", digits=5)


def test_markdown_lists_signatures_and_latex_comments_them() -> None:
    shown = render(made(), "md")
    assert shown.startswith("2 recordings, 1200 words, 2 references: anna, ben\n\nMind the gap.\n\n**scores, pooled")
    assert "\n\nSignatures:\n\n- `F1_mean" in shown
    lines = render(made(), "latex").split("\n")
    assert lines[:2] == ["% 2 recordings, 1200 words, 2 references: anna, ben", "% Mind the gap."]
    assert lines[2].startswith("% F1_mean")
    first = lines.index("")
    assert all(line.startswith("% ") for line in lines[:first])
    assert lines[first + 1].startswith(r"\begin{tabular}{l")


def test_json_has_every_number_exact_and_null_for_what_is_undefined() -> None:
    found = json.loads(render(made(), "json"))
    assert found == json.loads(json.dumps(as_dict(made())))
    assert (found["documents"], found["document_names"], found["n_words"]) == (2, ["one", "two"], 1200)
    alpha, beta = found["systems"]
    assert alpha["scores"]["f1_mean"]["value"] == 0.81234
    assert beta["scores"]["ser_mean"]["mean"] is None
    assert alpha["per_reference"][1] == {"name": "ben", "f1": 0.775, "nist_su": 42.0, "wer": 0.125}
    assert alpha["loo"]["f1_mean"]["verdict"] == "above"
    assert "loo" not in found["humans"][0]
    assert found["comparisons"][2]["difference"] is None
    assert found["agreement"]["jack_knife"][1] == {"name": "ben", "mean_f1": 0.72}
    assert found["agreement"]["signature"].startswith("agreement|nrefs:2|")
    assert found["mean_against_wisebe"][0] == {"system": "alpha", "pearson": 0.9876, "rank_changes": ["two"]}
    assert (found["interval"], found["remarks"]) == ("jackknife-t", ["Mind the gap."])


def test_csv_has_one_row_for_each_number() -> None:
    rows = list(csv.DictReader(io.StringIO(render(made(), "csv"))))

    def row(kind: str, name: str, metric: str, reference: str = "") -> dict[str, str]:
        asked = {"kind": kind, "name": name, "metric": metric, "reference": reference}
        (one,) = [each for each in rows if asked.items() <= each.items()]
        return {key: value for key, value in one.items() if key not in asked}

    assert row("system", "alpha", "f1_mean") == {
        "value": "0.81234", "mean": "0.79876", "low": "0.7", "high": "0.9", "signature": "F1_mean|nrefs:2",
    }  # fmt: skip
    assert row("person", "ben", "ser_mean") == {
        "value": "0.6", "mean": "0.62", "low": "", "high": "", "signature": "SER_mean|nrefs:2",
    }  # fmt: skip
    assert row("system beside people", "beta", "f1_mean") == {
        "value": "0.58", "mean": "0.57", "low": "", "high": "", "signature": "F1_mean|nrefs:1|humans:loo",
    }  # fmt: skip
    assert row("system less people", "beta", "f1_mean") == {
        "value": "0.1", "mean": "", "low": "0.05", "high": "0.15", "signature": "F1_mean|nrefs:1|humans:loo",
    }  # fmt: skip
    assert row("system", "alpha", "nist_su", "anna") == {
        "value": "31.25", "mean": "", "low": "", "high": "", "signature": "NIST-SU|nrefs:1",
    }  # fmt: skip
    assert row("system", "beta", "f1", "ben")["value"] == ""
    assert row("system", "beta", "f1", "ben")["signature"] == "F1|nrefs:1"
    assert row("agreement", "", "fleiss_kappa")["value"] == "0.22222"
    assert row("agreement", "", "fleiss_kappa")["signature"].startswith("agreement|nrefs:2|")
    without = made(systems=(replace(ALPHA, scores={}, loo={}),))
    (single,) = [line for line in render(without, "csv").split("\n") if line.startswith("system,alpha,anna,f1,")]
    assert single == "system,alpha,anna,f1,0.85,,,,"


def test_the_page_s_grid_has_systems_systems_beside_people_and_people() -> None:
    first, *others = grids(made())
    assert (first.title, [column.name for column in first.columns]) == ("Scores", ["F1_mean", "SER_mean"])
    assert [(column.arrow, column.better) for column in first.columns] == [
        ("↑", "higher is better"),
        ("↓", "lower is better"),
    ]
    assert [each.title for each in others] == ["Against each reference, mean"]
    assert [block.title for block in first.blocks] == [
        "Systems",
        "Systems beside people, one person left out at a time",
        "People, each against the other",
    ]
    systems, beside, people = (dict(block.rows) for block in first.blocks)
    assert systems["alpha"] == (
        Cell("0.812", "F1_mean|nrefs:2", "0.700 – 0.900", "mean 0.799", is_best=True),
        Cell("0.400", "SER_mean|nrefs:2", "0.300 – 0.500", "mean 0.450 (2 left out)"),
    )
    assert systems["beta"][1] == Cell("0.300", "SER_mean|nrefs:2", "", "mean –", is_best=True)
    assert beside["alpha"] == (
        Cell("0.800", "F1_mean|nrefs:1|humans:loo", mean="above people"),
        Cell("0.410", "SER_mean|nrefs:1|humans:loo"),
    )
    assert people["ben"][0] == Cell("0.700", "F1_mean|nrefs:2", mean="mean 0.680")
    assert not any(cell.is_best for row in people.values() for cell in row)


def test_one_recording_has_no_mean_and_unlike_panels_have_others() -> None:
    (one, *_) = grids(made(documents=("one",), panel=(trial("one", "anna", "ben"),)))
    assert one.blocks[0].rows[0][1][0].mean == ""
    uneven = made(panel=(trial("one", "anna", "ben"), trial("two", "anna")))
    assert grids(uneven)[0].blocks[-1].title == "People, each against the others of each recording"
    three = made(references=("anna", "ben", "carla"), panel=(trial("one", "anna", "ben", "carla"),))
    assert grids(three)[0].blocks[-1].title == "People, each against the other 2"
    nobody = made(systems=(replace(ALPHA, loo={}),), humans=())
    assert [block.title for block in grids(nobody)[0].blocks] == ["Systems"]
    assert grids(made(systems=(), humans=())) == []


def test_scores_that_nobody_looks_for_first_are_shown_where_they_are_all_there_is() -> None:
    rare = {"p1": score(0.5, 0.5, "p1"), "p2": score(0.25, 0.2, "p2")}
    shown = grids(made(systems=(replace(ALPHA, scores=rare, loo={}),), humans=()))
    assert [(grid.title, [column.name for column in grid.columns]) for grid in shown] == [
        ("Scores", ["p1", "p2"]),
        ("Runs of breaks", ["p1", "p2"]),
    ]


@pytest.mark.parametrize(
    ("values", "best"),
    [((0.5, 0.7), [1]), ((0.7, 0.7), []), ((nan, 0.7), [1]), ((nan, nan), []), ((0.7,), []), ((0.2, 0.7, 0.7), [1, 2])],
)
def test_the_best_is_marked_where_there_is_something_to_choose_from(values: tuple[float, ...], best: list[int]) -> None:
    systems = tuple(
        replace(ALPHA, name=f"s{place}", scores={"f1_mean": score(value, value, "F1_mean")}, loo={})
        for place, value in enumerate(values)
    )
    rows = grids(made(systems=systems, humans=()))[0].blocks[0].rows
    assert [place for place, (_, (cell,)) in enumerate(rows) if cell.is_best] == best


def test_bounds_are_shown_where_both_are_known() -> None:
    for low, high, shown in ((0.1, 0.9, "0.100 – 0.900"), (nan, 0.9, ""), (0.1, nan, "")):
        bounded = replace(ALPHA, scores={"f1_mean": score(0.5, 0.5, "F1_mean", low, high)}, loo={})
        assert grids(made(systems=(bounded,), humans=()))[0].blocks[0].rows[0][1][0].bounds == shown


def test_the_grid_against_each_reference_is_signed_for_one_reference() -> None:
    grid = reference_grid("Systems", (ALPHA, BETA), Options())
    assert grid is not None
    assert [column.name for column in grid.columns] == ["F1", "NIST-SU"]
    assert [block.title for block in grid.blocks] == ["alpha", "beta"]
    name, (f1, nist) = grid.blocks[0].rows[1]
    assert (name, f1.text, nist.text) == ("ben", "0.775", "42.0")
    assert f1.signature.startswith("F1|nrefs:1|")
    assert nist.signature.startswith("NIST-SU|nrefs:1|")
    assert reference_grid("Systems", (), Options()) is None
    assert reference_grid("People", (ANNA, BEN), Options()) is None


def test_lines_of_tests_say_which_is_real_and_which_is_looked_for() -> None:
    swapped, sign, drawn = comparisons(made())
    assert (swapped.test, sign.test, drawn.test) == ("approximate randomisation", "sign test", "paired bootstrap")
    assert swapped.systems == "beta − alpha"
    assert [each.metric for each in (swapped, sign, drawn)] == ["F1_mean", "boundaries right (ben)", "p3"]
    assert [each.difference for each in (swapped, sign, drawn)] == ["−0.212", "+4", "–"]
    assert [each.p for each in (swapped, sign, drawn)] == ["0.032", "0.050", "< 0.001"]
    assert [each.is_real for each in (swapped, sign, drawn)] == [True, False, True]
    assert [each.is_chosen for each in (swapped, sign, drawn)] == [True, True, False]
    edge = made(comparisons=(replace(made().comparisons[0], p=0.001),))
    assert comparisons(edge)[0].p == "0.001"
