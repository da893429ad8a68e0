"""Marks that a model proposed, in a real browser: looked at, or only waved through."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import NEEDS_BROWSER
from tests.web.browser_project import READY, Site, Visitors, needs_the_web, press, served, stored, write_transcript

pytestmark = NEEDS_BROWSER

TALK = "A: so the boat came in late / we had waited since noon / B: was there any fish / A: two crates / not more"
SEEN = """async () => {
  const { assignments } = await (await fetch("/api/work")).json();
  return assignments.find((one) => location.pathname === `/work/${one.id}`).seen;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    needs_the_web()
    folder: Path = tmp_path_factory.mktemp("boat")
    transcripts = [write_transcript(folder, "boat", TALK, sound=True)]
    options = ("--presegment", "pause", "--per-transcript", "4")
    with served(folder, transcripts, people=["anna", "ben", "carla", "dora"], options=options) as running:
        yield running


def finish(tab: Any) -> str:
    """Say that it is done; what the page asked first."""
    tab.get_by_role("button", name="Done").click()
    asked: str = tab.get_by_role("dialog").inner_text()
    tab.locator("#finish-yes").click()
    tab.get_by_text("Done and saved").wait_for()
    return asked


def test_proposals_that_nobody_looked_at_are_told_and_count_nowhere_until_asked_for(visitors: Visitors) -> None:
    hasty = visitors.open("anna", "boat")
    proposed = len(stored(hasty))
    assert proposed > 2
    assert hasty.locator("#progress").evaluate("(bar) => bar.value") == 0
    assert f"{proposed} proposed marks you have not looked at" in finish(hasty)
    assert hasty.evaluate(SEEN) == 0

    for name in ("ben", "carla"):
        careful = visitors.open(name, "boat")
        press(careful, "Control+Home", *["Control+ArrowRight"] * proposed)
        assert "not looked at" not in finish(careful)

    owner = visitors.owner("/owner")
    [flagged] = owner.locator("#flag-list li").all_inner_texts()
    assert flagged.startswith(f"anna on boat: {proposed} of {proposed} proposed marks untouched")
    assert "The 1 annotation with such marks is left out" in owner.locator("#proposals").inner_text()
    people = owner.locator("#people tbody tr").all_inner_texts()
    assert people[0].split("\t")[3:] == ["–", str(proposed), "1"]
    assert "untouched" not in (owner.locator("[data-export=score]").get_attribute("href") or "")

    owner.get_by_label("Count annotations with untouched proposals too").check()
    owner.wait_for_function("() => document.getElementById('proposals').innerText.includes('is in the figures')")
    assert owner.locator("#people tbody tr").all_inner_texts()[0].split("\t")[3] == "1.000"
    assert (owner.locator("[data-export=score]").get_attribute("href") or "").endswith("?untouched=true")

    owner.locator("#transcripts a").first.click()
    owner.wait_for_function(READY)
    card = owner.locator(".card[data-person=anna]").inner_text().replace("\n", " ")
    assert f"proposed, untouched {proposed}, {proposed}" in card


def test_opening_is_not_reading_but_reading_and_hearing_are_progress(visitors: Visitors) -> None:
    tab = visitors.open("dora", "boat")
    tab.wait_for_timeout(1500)
    assert tab.locator("#progress").evaluate("(bar) => bar.value") == 0
    press(tab, "Space")
    tab.wait_for_function("() => document.getElementById('progress').value > 0.1")
    press(tab, "Space")
    tab.wait_for_function("() => document.getElementById('progress').value === 1")
    tab.reload()  # sends what was not sent yet, perhaps after the new page has asked for what is known
    tab.wait_for_function(READY)
    n_words = tab.locator(".w").count()
    tab.wait_for_function(f"async () => (await ({SEEN})()) === {n_words}")
    tab.reload()
    tab.wait_for_function(READY)
    tab.wait_for_function("() => document.getElementById('progress').value === 1")
