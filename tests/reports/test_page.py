"""The report page as text: self-contained, escaped, every number with its signature."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from pausa.core.segmentation import Segmentation
from pausa.metrics import KEYS, METRICS, Key
from pausa.reports.cells import CHOSEN, FURTHER, MEANS, TITLES, grids, groups
from pausa.reports.figures import Figure
from pausa.reports.page import _signatures, as_json, page
from pausa.workflow.evaluate import evaluate
from pausa.workflow.evaluation import Evaluation, Request
from tests.reports.examples import PEOPLE, SYSTEMS, compared, corpus, harbour, hostile, pier
from tests.reports.handmade import made, trial


class Read(HTMLParser):
    """The elements of a page with their attributes and text, in order; complains of tags left open."""

    VOID = ("meta", "link", "input", "wbr")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[tuple[str, list[str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text: list[str] = []
        self.found.append((tag, dict(attrs), text))
        if tag not in self.VOID:
            self.open.append((tag, text))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self.open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        for _, text in self.open:
            text.append(data)

    def all(self, tag: str, style: str = "") -> list[tuple[dict[str, str | None], str]]:
        return [
            (attributes, "".join(text).strip())
            for name, attributes, text in self.found
            if name == tag and style in (attributes.get("class") or "")
        ]


def number_cells(html: str) -> list[tuple[dict[str, str | None], str]]:
    return Read(html).all("td", "number")


def degenerate() -> dict[str, Evaluation]:
    def of(n_words: int, *everyone: list[int]) -> list[Segmentation]:
        return [Segmentation.of(n_words, ends, by=f"p{place}") for place, ends in enumerate(everyone)]

    return {
        "one reference": evaluate(of(6, [2]), of(6, [3])),
        "no system": evaluate(of(6, [2], [3]), []),
        "one reference, no system": evaluate(of(6, [2]), []),
        "no boundary": evaluate(of(6, [], []), of(6, [])),
        "boundaries everywhere": evaluate(of(4, [0, 1, 2], [0, 1, 2]), of(4, [0, 1, 2])),
        "one word": evaluate(of(1, [], []), of(1, [])),
        "empty": evaluate(of(0, [], []), of(0, [])),
    }


@pytest.mark.parametrize("name", degenerate())
def test_a_degenerate_evaluation_still_has_a_whole_page(name: str) -> None:
    html = page(degenerate()[name])
    assert not Read(html).open
    assert "NaN" not in html.split('<script type="module">')[0]
    assert not re.search(r"\bnan\b", html)


def test_the_page_loads_nothing_and_its_policy_forbids_it() -> None:
    read = Read(page(pier()))
    outside = [
        value
        for _, attributes, _ in read.found
        for name, value in attributes.items()
        if name in ("src", "href", "action", "srcset") and value and not value.startswith(("#", "data:"))
    ]
    assert outside == []
    [policy] = [
        attributes["content"]
        for attributes, _ in read.all("meta")
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None
    assert policy.startswith("default-src 'none';")
    assert "unsafe-inline" not in policy
    assert "connect-src" not in policy


def test_the_policy_allows_exactly_the_style_and_the_script_of_the_page() -> None:
    html = page(pier())
    for tag in ("style", 'script type="module"'):
        [content] = re.findall(rf"<{tag}>(.*?)</{tag.split()[0]}>", html, flags=re.S)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag.split()[0]}-src &#39;sha256-{digest}&#39;" in html


def test_nothing_on_the_page_needs_a_style_attribute_or_an_inline_handler() -> None:
    for _, attributes, _ in Read(page(corpus(120, 2))).found:
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("make", [pier, harbour, lambda: corpus(150, 3)], ids=["pier", "harbour", "corpus"])
def test_every_score_carries_its_signature_and_the_footer_lists_it(make: Callable[[], Evaluation]) -> None:
    html = page(make())
    footer = html[html.index('id="signatures"') :]
    listed = [
        (names.split(", "), conditions)
        for names, conditions in re.findall(r'<span class="names">(.*?)</span> <code>(.*?)</code>', footer)
    ]
    cells = number_cells(html)
    assert cells
    for attributes, _ in cells:
        name, _, conditions = (attributes.get("title") or "").partition("|")
        assert any(name in names and conditions == these for names, these in listed), attributes


def test_scores_stand_as_they_were_worked_out() -> None:
    evaluation = pier()
    cells = {(attributes.get("title"), text) for attributes, text in number_cells(page(evaluation))}
    for system in evaluation.systems:
        for score in system.scores.values():
            assert any(title == score.signature and text.startswith(f"{score.value:.3f}") for title, text in cells)


def test_the_best_system_is_marked_where_lower_is_better_too() -> None:
    evaluation = pier()
    best = {
        attributes["title"]: text
        for attributes, text in number_cells(page(evaluation))
        if "best" in str(attributes["class"])
    }
    lowest = min(system.scores["ser_mean"].value for system in evaluation.systems)
    assert best[evaluation.systems[0].scores["ser_mean"].signature].startswith(f"{lowest:.3f}")
    highest = max(system.scores["f1_mean"].value for system in evaluation.systems)
    assert best[evaluation.systems[0].scores["f1_mean"].signature].startswith(f"{highest:.3f}")


def test_a_single_system_is_not_called_the_best() -> None:
    html = page(compared(PEOPLE, {"alpha": SYSTEMS["alpha"]}))
    assert not [text for attributes, text in number_cells(html) if "best" in str(attributes["class"])]


def test_systems_that_are_all_equal_have_no_best() -> None:
    html = page(compared(PEOPLE, {"alpha": SYSTEMS["alpha"], "twin": SYSTEMS["alpha"]}))
    assert not [text for attributes, text in number_cells(html) if "best" in str(attributes["class"])]


def test_what_is_undefined_is_a_dash() -> None:
    cells = number_cells(page(degenerate()["no boundary"]))
    assert cells[0][1] == "–"


def test_every_score_has_a_place_among_the_groups() -> None:
    assert sorted(key for keys in groups().values() for key in keys) == sorted(KEYS)
    assert set(CHOSEN) <= set(KEYS)
    assert set(TITLES) <= set(METRICS)


def test_the_scores_of_a_new_family_are_taken_up_from_the_table_of_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(METRICS._addresses, "toy", "nowhere:Toy")
    for key in ("toy_mean", "toy_at_once"):
        monkeypatch.setitem(KEYS, key, Key("toy", key, "a toy"))
    assert groups()[MEANS][-1] == "toy_mean"
    assert groups()[FURTHER] == ("toy_at_once",)


def test_only_the_scores_that_were_asked_for_have_columns() -> None:
    html = page(corpus(100, request=Request(metrics=("f1_mean", "pk_mean"))))
    headings = [text.split()[0] for _, text in Read(html).all("th", "number")]
    assert headings[:2] == ["F1_mean", "F1_mean"]
    assert "WiSeBE" not in headings


def test_intervals_means_and_tests_are_shown_where_they_were_worked_out() -> None:
    request = Request(confidence=True, draws=50, tests=("paired-bs", "sign"), test_draws=50)
    evaluation = corpus(120, 4, request=request)
    html = page(evaluation)
    score = evaluation.systems[0].scores["wisebe"]
    assert f"{score.low:.3f} – {score.high:.3f}" in html
    assert f"mean {score.mean:.3f}" in html
    assert "paired bootstrap" in html
    assert "boundaries right (person 1)" in html
    assert 'class="bounds"' not in page(pier())


def test_people_stand_beside_the_systems_with_one_reference_fewer() -> None:
    html = page(pier())
    assert "People, each against the other 2" in html
    assert "WiSeBE|nrefs:2|" in html


def test_people_on_the_words_of_the_first_are_signed_so() -> None:
    other_words = PEOPLE["ben"].replace("ferry", "fairy boat")
    html = page(compared({"anna": PEOPLE["anna"], "ben": other_words}, {}))
    signed = [
        str(attributes["title"]) for attributes, _ in number_cells(html) if str(attributes["title"]).startswith("F1|")
    ]
    assert signed
    assert all("|align:words|pivot:first-reference|" in each for each in signed)


def test_words_and_names_are_text_never_markup() -> None:
    html = page(hostile(), title="<u>title</u>")
    read = Read(html)
    assert not read.open
    tags = {name for name, _, _ in read.found}
    assert not tags & {"b", "i", "u", "img"}
    assert len(read.all("script")) == 3
    [data] = [text for attributes, text in read.all("script", "view")]
    assert "<" not in data
    assert json.loads(data)["words"].split("\n")[1] == "<script>window.hurt=1</script>"


def test_the_data_of_a_page_is_what_was_evaluated() -> None:
    evaluation = pier()
    [data] = [json.loads(text) for _, text in Read(page(evaluation)).all("script", "view")]
    [index] = [
        json.loads(text) for attributes, text in Read(page(evaluation)).all("script") if attributes.get("id") == "index"
    ]
    assert index["references"] == ["anna", "ben", "cleo"]
    assert index["systems"] == ["alpha", "beta"]
    assert data["n"] == evaluation.n_words
    # again (anna, ben), pier (anna, cleo), minded (all), warm (ben)
    assert data["votes"] == [2, 2, 3, 1]


def test_a_long_recording_with_five_references_stays_under_two_megabytes() -> None:
    assert len(page(corpus(10_000)).encode()) < 2_000_000


def test_the_same_evaluation_gives_the_same_page() -> None:
    assert page(pier()) == page(pier())


def themes() -> dict[str, dict[str, str]]:
    """The colours of each theme as the style sheet has them."""
    css = files("pausa.reports").joinpath("page.css").read_text(encoding="utf-8")
    found = re.findall(r"(:root[^{]*)\{([^}]*)\}", css)
    return {selector.strip(): dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", body)) for selector, body in found}


def contrast(left: str, right: str) -> float:
    """The contrast of two colours as WCAG 2 has it."""

    def light(colour: str) -> float:
        channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(left), light(right)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("ground", ["paper", "panel"])
def test_text_stands_out_from_its_ground(theme: str, ground: str) -> None:
    colours = themes()[theme]
    for name in ("ink", "muted", "accent", "extra", "missed", "agreed", "hit"):
        assert contrast(colours[name], colours[ground]) >= 4.5, name


def test_the_dark_colours_are_the_same_by_the_system_and_by_the_button() -> None:
    light, by_system, by_button = themes().values()
    assert by_system == by_button
    assert light.keys() == by_button.keys()


def test_the_page_says_what_the_script_needs_and_how_many_make_a_consensus() -> None:
    evaluation = corpus(60, 2)
    html = page(evaluation)
    [index] = [json.loads(text) for attributes, text in Read(html).all("script") if attributes.get("id") == "index"]
    assert index["needed"] == 3
    assert index["views"] == [{"document": f"recording {k}", "wording": "", "n": 60} for k in (1, 2)]
    assert index["systems"] == ["system 1", "system 2"]
    assert len(Read(html).all("script", "view")) == 2


def test_agreement_and_each_person_s_bar_are_there_where_there_are_two() -> None:
    html = page(pier())
    anna = next(row for row in pier().agreement.jack_knife if row.name == "anna")
    assert f"<title>anna: {anna.mean_f1:.3f}</title>" in html
    assert f'width="{100 * anna.mean_f1:.1f}"' in html
    assert "agreement ratio" in html
    two = page(harbour())
    assert "agreement ratio" in two
    assert two.count('class="meter"') == 2
    alone = page(compared({"anna": PEOPLE["anna"]}, {"alpha": SYSTEMS["alpha"]}))
    assert "Fleiss" not in alone
    assert 'class="meter"' not in alone
    assert "agreement|" not in alone
    assert "agreement|nrefs:3|" in html.replace('<span class="names">agreement</span> <code>', "agreement|")


def test_people_and_systems_have_a_table_against_each_reference() -> None:
    html = page(pier())
    assert "Systems against each reference" in html
    assert "People against each other" in html
    alone = page(compared({"anna": PEOPLE["anna"]}, {"alpha": SYSTEMS["alpha"]}))
    assert "People against each other" not in alone


def test_data_in_a_page_is_small_and_spelled_as_it_is() -> None:
    assert str(as_json({"a": [1, 2], "b": "ł<"})) == '{"a":[1,2],"b":"ł\\u003c"}'


def test_names_that_share_their_conditions_are_listed_once_together() -> None:
    found = _signatures(made(), grids(made()), [], ["sign|n:9", "F1_mean|nrefs:2"])
    assert found[0] == (["WiSeBE"], "nrefs:2|window:2")
    assert found[1] == (["F1_mean", "SER_mean"], "nrefs:2")
    assert (["F1_mean", "SER_mean"], "nrefs:1|humans:loo") in found
    assert (["sign"], "n:9") in found
    assert sum(names == ["agreement"] for names, _ in found) == 1
    both = Figure("t", None, "", "P_mean, R_mean|nrefs:2")
    alone = made(references=("anna",), panel=(trial("one", "anna"),))
    assert _signatures(alone, [], [both], []) == [(["WiSeBE"], "nrefs:2|window:2"), (["P_mean", "R_mean"], "nrefs:2")]
