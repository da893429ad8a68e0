"""The whole way in a real browser: three people annotate, the owner looks, decides and takes the numbers along."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import NEEDS_BROWSER
from tests.cli.test_convert_and_segment import pausa
from tests.web.browser_project import (
    READY,
    Site,
    Visitors,
    needs_the_web,
    press,
    served,
    stored,
    write_transcript,
)

pytestmark = NEEDS_BROWSER

TALK = """A: when did you buy the old mill / B: three years ago / it had no roof then / and the wheel was in the river
A: did you know how to mend it / B: not at all / my neighbour showed me / she had seen her father do it
A: does it turn again / B: since the spring / you should hear it at night"""
WORDS = [token for token in TALK.split() if token != "/" and not token.endswith(":")]
#: Where most people hear an end, by the word before it.
ENDS = {
    "mill": "?",
    "ago": ".",
    "then": ".",
    "river": ".",
    "it": "",
    "all": ".",
    "me": ".",
    "spring": ".",
    "night": ".",
}
CAREFUL = {WORDS.index(word): mark for word, mark in ENDS.items() if mark}
ANNA = CAREFUL | {27: "?"}
BEN = {word: mark for word, mark in CAREFUL.items() if WORDS[word] != "then"} | {WORDS.index("then"): ",", 27: "?"}
CARLA = dict.fromkeys(range(2, len(WORDS), 5), ".")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    needs_the_web()
    folder: Path = tmp_path_factory.mktemp("mill")
    transcripts = [write_transcript(folder, "mill", TALK, sound=True)]
    with served(folder, transcripts, people=["anna", "ben", "carla"]) as running:
        yield running


def marks_all(tab: Any, wanted: dict[int, str]) -> None:
    """Walks through the transcript with the arrow key and sets marks on the way; then it is done."""
    press(tab, "Control+Home")
    for word in range(len(WORDS)):
        if word in wanted:
            press(tab, wanted[word])
        press(tab, "ArrowRight")
    assert stored(tab) == wanted
    tab.get_by_role("button", name="Done").click()
    tab.locator("#finish-yes").click()
    tab.get_by_text("Done and saved").wait_for()


def figures(tab: Any) -> dict[str, str]:
    """The agreement that the overview shows."""
    found: dict[str, str] = tab.locator("[data-measure]").evaluate_all(
        "(nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.measure, node.textContent]))"
    )
    return found


def agreed(*people: Path) -> dict[str, Any]:
    """What the command line says of these people's exported marks."""
    found: dict[str, Any] = json.loads(pausa("agree", *people, "--format", "json").stdout)["agreement"]
    return found


def exported(tab: Any, folder: Path) -> Path:
    with tab.expect_download() as waiting:
        tab.locator("[data-export=score]").click()
    with zipfile.ZipFile(waiting.value.path()) as packed:
        packed.extractall(folder)
    return folder


def test_three_annotate_and_the_careless_one_is_flagged_with_the_numbers_of_the_command_line(
    visitors: Visitors, tmp_path: Path
) -> None:
    for name, wanted in (("anna", ANNA), ("ben", BEN), ("carla", CARLA)):
        marks_all(visitors.open(name, "mill"), wanted)

    tab = visitors.owner("/owner")
    [flagged] = tab.locator("#flag-list li").all_inner_texts()
    assert flagged.startswith("carla on mill")
    people = exported(tab, tmp_path)
    told = agreed(people / "anna", people / "ben", people / "carla")
    shown = figures(tab)
    assert len(shown) == 4
    assert shown == {key: f"{told[key]:.3f}" for key in shown}

    tab.get_by_role("link", name="Compare with the others").click()
    tab.wait_for_function(READY)
    cards = {card.get_attribute("data-person"): card.inner_text() for card in tab.locator(".card").all()}
    jack_knife = {one["name"]: one["mean_f1"] for one in told["jack_knife"]}
    assert all(f"{jack_knife[name]:.3f}" in text for name, text in cards.items())
    assert {name for name, text in cards.items() if "flagged" in text} == {"carla"}
    scored = json.loads(
        pausa("score", "-r", people / "anna", "-r", people / "ben", people / "carla", "--format", "json").stdout
    )
    assert f"{scored['systems'][0]['scores']['f1_mean']['value']:.3f}" in cards["carla"]

    assert tab.get_by_role("radio", name="carla").is_checked()
    tab.get_by_role("button", name="Next difference").click()
    assert tab.locator(".stack.here").get_attribute("aria-label").endswith("carla: period")
    tab.locator(".card[data-person=carla]").get_by_role("button", name="Exclude").click()
    tab.get_by_role("button", name="Leave it out").click()
    tab.locator(".card[data-person=carla]").get_by_role("button", name="Take back in").wait_for()
    tab.get_by_role("link", name="Overview").first.click()
    tab.wait_for_url("**/owner")
    tab.wait_for_function(READY)
    left = agreed(people / "anna", people / "ben")
    assert figures(tab) == {key: f"{left[key]:.3f}" for key in shown}
    assert tab.locator("#flag-list li").count() == 0


def test_work_is_accepted_or_sent_back_with_a_note_that_its_annotator_reads(visitors: Visitors) -> None:
    tab = visitors.owner("/owner/transcripts/1")
    anna, ben = (tab.locator(f".card[data-person={name}]") for name in ("anna", "ben"))
    anna.get_by_role("button", name="Accept").click()
    anna.get_by_text("accepted").wait_for()
    ben.get_by_role("button", name="Send back").click()
    tab.get_by_label("Note for the annotator").fill("Listen to <b>the roof</b> again, please.")
    tab.locator("#back").get_by_role("button", name="Send back").click()
    ben.get_by_text("sent back").wait_for()

    other = visitors.open("ben", "mill")
    assert "Sent back: Listen to <b>the roof</b> again, please." in other.locator("#notices").inner_text()
    press(other, "Control+Home", ",")
    assert stored(other)[0] == ","
    closed = visitors.open("anna", "mill")
    assert "accepted" in closed.locator("#notices").inner_text()
    press(closed, "Control+Home", ",")
    assert 0 not in stored(closed)


def test_a_new_person_gets_a_link_once_and_loses_it_when_revoked(visitors: Visitors) -> None:
    tab = visitors.owner("/owner/people")
    tab.get_by_label("Name of a new annotator").fill("dora & <co>")
    tab.get_by_role("button", name="Add and make a link").click()
    link = tab.locator("#new-link").input_value()
    assert link.startswith(f"{visitors.site.home}/enter/")
    visitors.site.links["dora"] = link
    assert "Your transcripts" in visitors.enter("dora").locator("h1").inner_text()
    tab.reload()
    tab.wait_for_function(READY)
    assert tab.locator("#new-link").count() == 0
    assert link.rsplit("/", 1)[1] not in tab.content()
    row = tab.get_by_role("row", name="dora & <co>")
    row.get_by_role("button", name="Revoke").click()
    tab.get_by_role("button", name="Take it away").click()
    row.get_by_text("no access").wait_for()
    guest = visitors.tab(visitors.contexts[0])
    assert guest.goto(link).status == 404
    assert "not known" in guest.inner_text("main")


def test_the_preview_of_the_guidelines_is_what_annotators_get(visitors: Visitors) -> None:
    tab = visitors.owner("/owner/settings")
    text = "# Ends\n\nA **whole** *thought* & `*no*`.\n- one <b>\n- two\n\n1. first\n2) then\n> so\n> it goes\n### Last"
    tab.get_by_label("Text", exact=True).fill(text)
    tab.get_by_label("Flag annotations under").fill("0.4")
    tab.get_by_role("button", name="Save").click()
    tab.get_by_text("Saved.").wait_for()
    seen = tab.locator("#preview").evaluate("(box) => box.innerHTML")
    annotator = visitors.open("ben", "mill")
    given = annotator.evaluate("async () => (await (await fetch('/api' + location.pathname)).json()).guidelines_html")
    assert seen == given.replace("\n", "")
    tab.reload()
    tab.wait_for_function(READY)
    assert tab.get_by_label("Flag annotations under").input_value() == "0.4"


def test_transcripts_and_earlier_annotations_come_in_on_the_page(visitors: Visitors, tmp_path: Path) -> None:
    tab = visitors.owner("/owner")
    made = write_transcript(tmp_path, "pier", "the ferry was late so we walked", sound=True)
    tab.locator("#transcript-file").set_input_files(made)
    tab.locator("#audio-file").set_input_files(tmp_path / "pier.wav")
    tab.get_by_role("button", name="Add the transcript").click()
    tab.get_by_text("The transcript is there.").wait_for()
    assert "pier" in tab.locator("#transcripts").inner_text()
    (tmp_path / "old.txt").write_text("the ferry was late. so we walked.", encoding="utf-8")
    tab.locator("#import-file").set_input_files(tmp_path / "old.txt")
    tab.get_by_label("Of which transcript").select_option(label="pier")
    tab.get_by_label("By whom").fill("edda")
    tab.get_by_role("button", name="Bring them in").click()
    tab.get_by_text("The annotations are there.").wait_for()
    assert "edda" in tab.get_by_role("row", name="pier").inner_text()
    tab.locator("#transcript-file").set_input_files(tmp_path / "pier.wav")
    tab.get_by_role("button", name="Add the transcript").click()
    assert tab.locator("#notice-problem").inner_text()


def test_the_owners_pages_fit_a_phone(visitors: Visitors) -> None:
    tab = visitors.owner("/owner", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    for path in ("/owner", "/owner/transcripts/1", "/owner/people", "/owner/settings"):
        tab.goto(visitors.site.home + path)
        tab.wait_for_function(READY)
        assert tab.evaluate("document.documentElement.scrollWidth") == 360, path
