"""Pictures say with places what the numbers say: axes, bars, curves, labels."""

from __future__ import annotations

import re
from dataclasses import replace
from math import nan
from typing import Any

import pytest

from pausa.core.segmentation import Segmentation
from pausa.metrics.base import Options
from pausa.reports.figures import figures, length_figures, series, votes_figure, wisebe_figure
from pausa.reports.pictures import Line, Scale, bar_chart, length_chart, line_chart, meter, nice_step, swatch
from pausa.workflow.evaluate import evaluate
from tests.reports.examples import corpus, pier
from tests.reports.handmade import made, trial

# Every picture is 360 by 220; the frame is from 48 to 350 across and from 184 (at the bottom) to 12.


def texts(chart: str) -> list[tuple[str, float, float, str]]:
    """What is written in a chart: the style, where, and what."""
    found = re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)" text-anchor="\w+" class="(\w+)"[^>]*>(.*?)</text>', chart)
    return [(style, float(x), float(y), said) for x, y, style, said in found]


def bars(chart: str) -> list[tuple[float, float, float, float, str, str]]:
    """The bars of a chart: left, top, width, height, style and title."""
    found = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" class="bar ([\w-]+)"><title>(.*?)</title>',
        chart,
    )
    return [(*map(float, one[:4]), one[4], one[5]) for one in found]


def near(place: float) -> Any:
    """A place in a picture, which has one digit after the point."""
    return pytest.approx(place, abs=0.06)


def paths(chart: str, style: str) -> list[str]:
    return re.findall(rf'<path d="([^"]+)" class="{style}">', chart)


def test_a_scale_maps_the_ends_to_the_ends_and_labels_round_values() -> None:
    scale = Scale(10, 20, 100, 300)
    assert [scale(value) for value in (10, 15, 20)] == [100, 200, 300]
    assert Scale(0, 1, 184, 12)(0.25) == 141
    assert Scale(0, 1, 0, 1).ticks(4) == [0, 0.5, 1]
    assert Scale(0, 1, 0, 1).ticks() == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert Scale(0.5, 12.5, 0, 1).ticks(6) == [2, 4, 6, 8, 10, 12]
    assert Scale(0.2, 0.6, 0, 1).ticks(4) == [0.2, 0.3, 0.4, 0.5, 0.6]


@pytest.mark.parametrize(
    ("rough", "step"),
    [(0.1, 0.1), (0.11, 0.2), (0.2, 0.2), (0.21, 0.5), (0.51, 1), (1, 1), (5, 5), (5.001, 5), (6, 10)],
)
def test_steps_are_one_two_or_five(rough: float, step: float) -> None:
    assert nice_step(rough) == pytest.approx(step)


LINE = Line("fast", [(0, 0.0), (5, 0.5), (10, 1.0)], "series-0", mark=(5, 0.25))


def test_a_curve_runs_through_its_points_in_the_frame() -> None:
    chart = str(line_chart("a title", [LINE], x=("limit", 0.0, 10.0), y=("share", 0.0, 1.0)))
    assert paths(chart, "curve series-0") == ["M48.0 184.0L199.0 98.0L350.0 12.0"]
    dots = re.findall(
        r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)" class="dot series-0"><title>(.*?)</title>', chart
    )
    assert dots == [
        ("48.0", "184.0", "2.5", "fast: 0, 0.000"),
        ("199.0", "98.0", "2.5", "fast: 5, 0.500"),
        ("350.0", "12.0", "2.5", "fast: 10, 1.000"),
        ("199.0", "141.0", "4.5", "fast: 5, 0.250"),
    ]
    assert 'viewBox="0 0 360 220"' in chart
    assert 'aria-label="a title"' in chart


def test_a_frame_has_lines_at_round_values_and_says_what_the_axes_are() -> None:
    chart = str(line_chart("t", [LINE], x=("limit", 0.0, 10.0), y=("share", 0.0, 1.0)))
    ticks = [(x, y, said) for style, x, y, said in texts(chart) if style == "tick"]
    assert ticks == [
        (42, 187.5, "0"), (42, 101.5, "0.5"), (42, 15.5, "1"),
        (48, 198, "0"), (108.4, 198, "2"), (168.8, 198, "4"), (229.2, 198, "6"), (289.6, 198, "8"), (350, 198, "10"),
    ]  # fmt: skip
    assert paths(chart, "grid") == ["M48 184.0H350", "M48 98.0H350", "M48 12.0H350"]
    assert paths(chart, "axis") == ["M48 184H350"]
    labels = [(x, y, said) for style, x, y, said in texts(chart) if style == "label"]
    assert labels == [(199, 215, "limit"), (10, 98, "share")]
    assert 'transform="rotate(-90 10 98.0)"' in chart


def test_points_that_are_not_there_are_left_out_and_one_point_is_no_curve() -> None:
    axes = {"x": ("x", 0.0, 10.0), "y": ("y", 0.0, 1.0)}
    gap = str(line_chart("t", [Line("a", [(0, 0.0), (5, nan), (10, 1.0)], "s")], **axes))
    assert paths(gap, "curve s") == ["M48.0 184.0L350.0 12.0"]
    single = str(line_chart("t", [Line("a", [(0, 0.0)], "s", mark=(0.5, nan))], **axes))
    assert paths(single, "curve s") == []
    assert single.count("<circle") == 1
    for n, dots in ((20, 20), (21, 0)):
        many = Line("a", [(place / 10, 0.5) for place in range(n)], "s")
        assert str(line_chart("t", [many], **axes)).count("<circle") == dots


def test_bars_stand_on_the_axis_as_high_as_their_number_with_the_number_above() -> None:
    chart = str(bar_chart("t", [("1", 10, "own"), ("2", 5, "agreed"), ("3", 0, "own")], x="people", y="places"))
    # The highest bar leaves 12 % of room: 10 of 11.2 of 172 points.
    high = 172 * 10 / 11.2
    third = 302 / 3
    assert bars(chart) == [
        (near(48 + third / 2 - 32), near(184 - high), 64, near(high), "own", "1: 10"),
        (near(48 + third * 1.5 - 32), near(184 - high / 2), 64, near(high / 2), "agreed", "2: 5"),
        (near(48 + third * 2.5 - 32), 184, 64, 0.5, "own", "3: 0"),
    ]  # fmt: skip
    values = [(x, y, said) for style, x, y, said in texts(chart) if style == "value"]
    assert [said for _, _, said in values] == ["10", "5", "0"]
    assert values[2][:2] == (near(48 + third * 2.5), 179)
    below = [(x, said) for style, x, y, said in texts(chart) if style == "tick" and y == 198]
    assert below == [(near(48 + third * (k + 0.5)), str(k + 1)) for k in range(3)]


def test_many_bars_are_narrow_and_their_labels_thinned_out() -> None:
    chart = str(bar_chart("t", [(str(k), 1, "own") for k in range(1, 34)], x="people", y="places"))
    assert bars(chart)[0][2] == near(0.7 * 302 / 33)
    below = [said for style, _, y, said in texts(chart) if style == "tick" and y == 198]
    assert below == [str(k) for k in range(1, 34, 3)]
    sixteen = str(bar_chart("t", [(str(k), 1, "own") for k in range(16)], x="people", y="places"))
    assert sum(style == "tick" and y == 198 for style, _, y, _ in texts(sixteen)) == 16
    assert "<rect" not in str(bar_chart("t", [], x="people", y="places"))
    assert bars(str(bar_chart("t", [("1", 0, "own")], x="people", y="places")))[0][3] == 0.5


def test_a_histogram_has_a_bar_for_each_share_and_its_last_is_open() -> None:
    chart = str(length_chart("t", [0.5, 0.0, 0.25, 0.25], 1, [(0.5, 0.2), (2.5, 0.9)], top=0.5, style="own"))
    wide = 302 / 4
    assert bars(chart) == [
        (near(48.4), 12, near(wide - 0.8), 172, "own", "1 words: 50.0 %"),
        (near(48.4 + 2 * wide), 98, near(wide - 0.8), 86, "own", "3 words: 25.0 %"),
        (near(48.4 + 3 * wide), 98, near(wide - 0.8), 86, "own", "4 or more words: 25.0 %"),
    ]  # fmt: skip
    # The curve is cut off at the top of the frame.
    assert paths(chart, "curve fit") == ["M48.0 115.2L199.0 12.0"]
    up = [said for style, x, _, said in texts(chart) if style == "tick" and x == 42]
    assert up == ["0", "20", "40"]
    assert [said for style, _, _, said in texts(chart) if style == "label"] == ["words per sentence", "% of sentences"]


def test_wide_bins_say_from_where_to_where() -> None:
    chart = str(length_chart("t", [0.5, 0.25, 0.25], 3, [], top=0.5, style="own"))
    assert [title for *_, title in bars(chart)] == ["1–3 words: 50.0 %", "4–6 words: 25.0 %", "7 or more words: 25.0 %"]
    assert [left for left, *_ in bars(chart)] == [near(48.4 + k * 302 / 3) for k in range(3)]
    assert bars(chart)[0][2] == near(302 / 3 - 0.8)
    assert paths(chart, "curve fit") == []


@pytest.mark.parametrize(
    ("share", "wide"), [(0.25, "25.0"), (0.0, "0.0"), (1.0, "100.0"), (1.5, "100.0"), (-1, "0.0"), (nan, "0.0")]
)
def test_a_meter_is_filled_by_its_share(share: float, wide: str) -> None:
    drawn = str(meter(share, "anna: so much"))
    assert f'<rect x="0" y="0" width="{wide}" height="8" class="fill">' in drawn
    assert '<rect x="0" y="0" width="100" height="8" class="trough">' in drawn
    assert "<title>anna: so much</title>" in drawn


def test_a_swatch_is_a_short_line_of_that_style() -> None:
    assert '<path d="M1 6H25" class="curve people">' in str(swatch("people"))


def test_styles_begin_again_after_the_eighth() -> None:
    assert [series(place) for place in (0, 7, 8)] == ["series-0", "series-7", "series-0"]


def people(*ends: list[int]) -> list[Segmentation]:
    return [Segmentation.of(10, each, by=f"p{place}") for place, each in enumerate(ends)]


def test_the_picture_of_agreement_counts_places_by_votes_and_marks_the_consensus() -> None:
    figure = votes_figure(evaluate(people([1, 4, 6], [1, 4], [1]), []))
    assert [(title, style) for *_, style, title in bars(str(figure.chart))] == [
        ("1: 1", "own"), ("2: 1", "agreed"), ("3: 1", "agreed"),
    ]  # fmt: skip
    assert figure.note == "1 of 3 marked places are marked by all 3. Blue: a consensus of 2 or more."
    assert figure.signature.startswith("agreement|nrefs:3|")
    all_of_two = votes_figure(evaluate(people([1], [1, 2]), [], consensus=2))
    assert all_of_two.note == "1 of 2 marked places are marked by all 2."
    one_of_two = votes_figure(evaluate(people([1], [1, 2]), []))
    assert one_of_two.note == "1 of 2 marked places are marked by all 2."
    nothing = votes_figure(evaluate(people([], []), []))
    assert (nothing.chart, nothing.note) == (None, "Nobody marks a place.")


def test_the_curves_of_wisebe_are_the_systems_people_and_the_agreement_ratio() -> None:
    evaluation = pier()
    figure = wisebe_figure(evaluation)
    assert [name for _, name in figure.legend] == ["alpha", "beta", "people, mean", "agreement ratio"]
    assert figure.note == "The scores above use a limit of 2. No system can pass the agreement ratio."
    assert "|window:0–10|" in figure.signature
    chart = str(figure.chart)
    (ceiling,) = paths(chart, "curve ceiling")
    ratio = evaluation.agreement.agreement_ratio
    start, stop = (list(map(float, point.split())) for point in ceiling[1:].split("L"))
    highest = max(
        [ratio]
        + [
            float(title.split(", ")[-1])
            for title in re.findall(r"<title>(?:alpha|beta|people, mean): (.*?)</title>", chart)
        ]
    )
    height = pytest.approx(184 - 172 * ratio / (1.08 * highest), abs=0.15)
    assert [start, stop] == [[48, height], [350, height]]
    assert [name for _, name in wisebe_figure(evaluate(people([1, 4], [1]), people([1])[:1], humans=False)).legend] == [
        "p0 (system)",
        "agreement ratio",
    ]


def test_aligned_words_may_pass_the_agreement_ratio() -> None:
    evaluation = pier()
    aligned = replace(evaluation, options=replace(evaluation.options, align="words"))
    assert wisebe_figure(aligned).note == "The scores above use a limit of 2."


def test_pictures_are_those_that_there_is_something_to_show_for() -> None:
    names = ["Agreement", "WiSeBE as the window limit grows", "Precision and recall as the threshold falls"]
    assert [figure.title for figure in figures(pier())] == names
    assert [figure.title for figure in figures(evaluate(people([1], [2]), []))] == names[:1]
    assert [figure.title for figure in figures(evaluate(people([1]), people([2])))] == names[2:]
    assert figures(evaluate(people([1]), [])) == []


def test_precision_and_recall_are_drawn_for_systems_with_probabilities_and_signed_as_exact() -> None:
    evaluation = corpus(80, n_systems=2)
    figure = figures(evaluation)[2]
    assert [name for _, name in figure.legend] == ["system 1", "system 2"]
    assert figure.note == "Means over the references, place by place. The dot is where the system itself stands."
    assert figure.signature.startswith("P_mean, R_mean|nrefs:5|")
    assert len(paths(str(figure.chart), "curve series-1")) == 1
    loose = replace(evaluation, options=Options(tolerance=1))
    assert "tolerance" not in figures(loose)[2].signature
    bare = replace(evaluation.systems[1].trials[0], hypothesis=Segmentation.of(80, [3]))
    mixed = replace(evaluation, systems=(evaluation.systems[0], replace(evaluation.systems[1], trials=(bare,))))
    assert figures(mixed)[2].note.endswith("No probabilities of an end in system 2, so no curve.")
    assert [name for _, name in figures(mixed)[2].legend] == ["system 1"]
    uneven = replace(evaluation, panel=(trial("one", "anna"), trial("two", "anna", "ben")))
    assert figures(uneven)[2].signature.startswith("P_mean, R_mean|nrefs:1-2|")


def test_lengths_are_told_with_their_mean_and_gamma() -> None:
    evaluation = evaluate(people([1, 4], [4]), people([4])[:1])
    first, second, system = length_figures(evaluation)
    assert first.title == "p0"
    assert first.note.startswith("3 sentences, 3.3 words on average; gamma: shape ")
    assert second.note == "2 sentences, 5.0 words on average; all of one length, so no gamma fits."
    assert first.signature == "words_per_sentence|last:count|fit:gamma-ml|level:sentence|marks:.?!;|version:0.1.0"
    # Lengths are 2, 3 and 5; then 5 and 5, of which everybody's highest share is 1.
    assert [(title, round(height, 1)) for *_, height, _, title in bars(str(first.chart))] == [
        (f"{n} words: 33.3 %", round(172 / 1.08 / 3, 1)) for n in (2, 3, 5)
    ]
    assert [title for *_, title in bars(str(system.chart))] == ["5 words: 100.0 %"]
    assert {style for *_, style, _ in bars(str(system.chart))} == {"series-0"}
    assert {style for *_, style, _ in bars(str(first.chart))} == {"own"}


def test_the_fitted_curve_is_over_all_bins_but_the_open_one() -> None:
    (figure, *_) = length_figures(evaluate(people([1, 4], [4]), []))
    (curve,) = paths(str(figure.chart), "curve fit")
    points = [tuple(map(float, point.split())) for point in curve[1:].split("L")]
    # Ten bins of one word, from 0.5 to 10.5; nine of them in quarters of a word.
    assert len(points) == 9 * 4 + 1
    assert points[0][0] == 48
    assert points[-1][0] == near(48 + 302 * 9 / 10)


def test_made_up_evaluations_have_the_pictures_of_their_panel() -> None:
    assert votes_figure(made()).note == "2 of 2 marked places are marked by all 2."


def test_precision_and_recall_are_drawn_from_nothing_to_one() -> None:
    made_up = replace(Segmentation.of(5, [0], by="s"), probabilities=(0.9, 0.2, 0.6, 0.1, 1.0))
    figure = figures(evaluate([Segmentation.of(5, [0, 2], by="anna")], [made_up]))[0]
    # Recall and precision are 1/2 and 1, 1 and 1, 1 and 2/3, 1 and 1/2.
    assert paths(str(figure.chart), "curve series-0") == ["M199.0 12.0L350.0 12.0L350.0 69.3L350.0 98.0"]
    assert [said for style, _, _, said in texts(str(figure.chart)) if style == "label"] == ["R_mean", "P_mean"]
