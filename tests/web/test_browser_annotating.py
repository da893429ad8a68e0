"""The annotating page in a real browser, with the real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import NEEDS_BROWSER
from tests.web.browser_project import (
    READY,
    SAVED,
    Site,
    Visitors,
    gap,
    needs_the_web,
    press,
    served,
    shown,
    stored,
    write_transcript,
)

pytestmark = NEEDS_BROWSER

FERRY = "A: did you take the early ferry / B: no we missed it / the next one was late / so we walked along the pier"
ARABIC = "س: هل وصلت اليوم / ك: نعم وصلت في الصباح ثم رجعت"
HOSTILE = "<script>window.hurt=1</script> <img src=x onerror=window.hurt=1> &amp; {{7*7}} end"
LONG = "we rowed out before dawn and came home with nothing but wet boots " * 1600


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    needs_the_web()
    folder: Path = tmp_path_factory.mktemp("site")
    names = ["keys", "clicks", "history", "offline", "reload", "tabs", "phone", "finishing"]
    names += ["steps", "changed", "leaking"]
    transcripts = [write_transcript(folder, name, FERRY) for name in names]
    transcripts += [
        write_transcript(folder, "heard", FERRY, sound=True, word_ms=400),
        write_transcript(folder, "arabic", ARABIC, times=False),
        write_transcript(folder, "hostile", HOSTILE, times=False),
        write_transcript(folder, "long", LONG, times=False),
    ]
    with served(folder, transcripts, people=["anna"], options=("--per-transcript", "1")) as running:
        yield running


def test_the_keyboard_alone_is_enough(visitors: Visitors) -> None:
    tab = visitors.enter("anna")
    tab.get_by_role("link", name=re.compile("^keys")).focus()
    press(tab, "Enter")
    tab.wait_for_function("() => document.activeElement?.classList.contains('g')")
    press(tab, *["ArrowRight"] * 5, "?")
    assert tab.locator("#said").inner_text() == "question mark after ferry"
    press(tab, *["ArrowRight"] * 4, ".", "ArrowRight", ",")
    press(tab, "Control+ArrowLeft", "Control+ArrowLeft")
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "after ferry, before no: question mark"
    press(tab, "Alt+ArrowRight", "Alt+ArrowRight", "Backspace", "Control+End", ".")
    last = tab.locator(".w").count() - 1
    assert stored(tab) == shown(tab) == {5: "?", 9: ".", last: "."}
    press(tab, "Enter")
    assert tab.evaluate("document.activeElement.textContent") == ".Period"
    press(tab, "ArrowRight", "Enter")
    assert stored(tab)[last] == "?"
    press(tab, "h")
    assert tab.get_by_role("dialog").get_by_text("take the mark away").is_visible()
    press(tab, "Escape", "g")
    assert tab.get_by_role("complementary").get_by_role("heading", name="What to mark").is_visible()
    press(tab, "Escape")
    assert tab.evaluate("document.activeElement.dataset.at") == str(last)


def test_the_way_back_survives_a_reload(visitors: Visitors) -> None:
    tab = visitors.open("anna", "steps")
    press(tab, ".", "ArrowRight", "?", "Control+z")
    assert stored(tab) == {0: "."}
    tab.reload()
    tab.wait_for_function(READY)
    press(tab, "Control+y")
    assert stored(tab) == {0: ".", 1: "?"}
    tab.reload()
    tab.wait_for_function(READY)
    press(tab, "Control+z", "Control+z")
    assert stored(tab) == {}
    assert tab.locator("#undo").is_disabled()


def test_steps_that_do_not_fit_what_stands_there_are_forgotten(visitors: Visitors) -> None:
    tab = visitors.open("anna", "changed")
    press(tab, ".")
    stored(tab)
    other = visitors.open("anna", "changed")
    press(other, "Control+Home", "?")
    stored(other)
    tab.reload()
    tab.wait_for_function(READY)
    assert tab.locator("#undo").is_disabled()
    assert shown(tab) == {0: "?"}


def test_unsent_marks_of_another_project_at_the_same_address_are_not_taken_up(visitors: Visitors) -> None:
    tab = visitors.open("anna", "leaking")
    number = tab.url.rsplit("/", 1)[1]
    left = [{"n": 1, "at": 1, "word": 3, "mark": "?", "kind": "set"}]
    keep = "([name, left]) => localStorage.setItem(name, JSON.stringify(left))"
    for name in (f"pausa-queue:{number}:old", f"pausa-queue:0123456789abcdef:{number}:other"):
        tab.evaluate(keep, [name, left])
    tab.reload()
    tab.wait_for_function(READY)
    assert stored(tab) == {}
    key = tab.evaluate("async () => (await (await fetch('/api' + location.pathname)).json()).project")
    tab.evaluate(keep, [f"pausa-queue:{key}:{number}:own", left])
    tab.reload()
    tab.wait_for_function(READY)
    assert stored(tab) == {3: "?"}


def test_up_and_down_go_by_line(visitors: Visitors) -> None:
    tab = visitors.open("anna", "keys", viewport={"width": 420, "height": 800})
    press(tab, "Control+Home")
    before = gap(tab, 0).bounding_box()["y"]
    press(tab, "ArrowDown")
    below = tab.evaluate("document.activeElement.getBoundingClientRect().top")
    assert below > before
    press(tab, "ArrowUp")
    assert tab.evaluate("document.activeElement.dataset.at") == "0"


def test_a_click_in_a_gap_sets_a_period_and_offers_the_others(visitors: Visitors) -> None:
    tab = visitors.open("anna", "clicks")
    gap(tab, 5).click()
    assert shown(tab) == {5: "."}
    tab.locator("#chooser").get_by_role("button", name="Question").click()
    assert shown(tab) == {5: "?"}
    assert tab.locator("#chooser").is_hidden()
    gap(tab, 5).click()
    tab.locator("#chooser").get_by_role("button", name="Nothing").click()
    gap(tab, 9).click()
    press(tab, ",")
    assert stored(tab) == {9: ","}


def test_every_step_can_be_undone_and_done_again(visitors: Visitors) -> None:
    tab = visitors.open("anna", "history")
    press(tab, ".", "ArrowRight", "?", ".", "Backspace")
    assert shown(tab) == {0: "."}
    press(tab, "Control+z", "Control+z")
    assert shown(tab) == {0: ".", 1: "?"}
    press(tab, "Control+z", "Control+z")
    assert shown(tab) == {}
    assert tab.locator("#undo").is_disabled()
    press(tab, "Control+Shift+z", "Control+y", "Control+y")
    assert stored(tab) == shown(tab) == {0: ".", 1: "."}
    press(tab, "Control+z", "ArrowRight", ",")
    assert tab.locator("#redo").is_disabled()
    assert stored(tab) == {0: ".", 1: "?", 2: ","}


def test_a_moment_offline_loses_nothing(visitors: Visitors) -> None:
    tab = visitors.open("anna", "offline")
    press(tab, ".")
    tab.wait_for_function(SAVED)
    tab.context.set_offline(True)
    press(tab, "ArrowRight", "?", "ArrowRight", ",")
    tab.wait_for_function("() => document.getElementById('saved').dataset.state === 'offline'")
    assert tab.locator("#saved").inner_text() == "Offline, 2 unsaved"
    press(tab, "ArrowRight", ".")
    tab.context.set_offline(False)
    assert stored(tab) == {0: ".", 1: "?", 2: ",", 3: "."}
    assert tab.locator("#saved").inner_text() == "Saved"


def test_what_a_closed_page_could_not_send_is_sent_by_the_next(visitors: Visitors) -> None:
    tab = visitors.open("anna", "reload")
    tab.context.route("**/actions", lambda route: route.abort())
    press(tab, ".", "ArrowRight", "?", "ArrowRight", ".", "Backspace")
    tab.wait_for_function("() => document.getElementById('saved-text').textContent === 'Offline, 4 unsaved'")
    address = tab.url
    tab.close()
    again = visitors.tab(visitors.contexts[-1])
    visitors.contexts[-1].unroute("**/actions")
    again.goto(address)
    again.get_by_text("4 marks from your last visit").wait_for()
    assert stored(again) == shown(again) == {0: ".", 1: "?"}
    assert again.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('pausa-queue'))") == []


def test_an_answer_that_was_lost_does_no_harm(visitors: Visitors) -> None:
    tab = visitors.open("anna", "reload")
    lost: list[str] = []

    def deaf(route: Any) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().text())  # the server has saved it, but nobody hears of it
            route.abort()

    tab.context.route("**/actions", deaf)
    press(tab, "Control+Home", "ArrowRight", "ArrowRight", "ArrowRight", ".")
    assert stored(tab)[3] == "."
    press(tab, "ArrowRight", ",")
    assert stored(tab) == shown(tab) == {0: ".", 1: "?", 3: ".", 4: ","}
    assert len(lost) == 1


def test_a_second_tab_is_noticed_and_overwrites_nothing(visitors: Visitors) -> None:
    first = visitors.open("anna", "tabs")
    second = visitors.tab(first.context)
    second.goto(first.url)
    second.get_by_text("open in another tab too").wait_for()
    first.get_by_text("open in another tab too").wait_for()
    first.bring_to_front()
    press(first, ".")
    second.wait_for_function("() => document.querySelector('.g').textContent === '.'")
    press(second, "ArrowRight", "?")
    first.wait_for_function("() => document.querySelectorAll('.g')[1].textContent === '?'")
    assert stored(first) == shown(first) == shown(second) == {0: ".", 1: "?"}


def test_another_device_that_saved_in_between_is_merged(visitors: Visitors) -> None:
    here, there = visitors.open("anna", "tabs"), visitors.open("anna", "tabs")
    press(there, "Control+End", ".")
    theirs = stored(there)
    press(here, "Control+Home", *["ArrowRight"] * 3, ",")
    here.get_by_text("changed in another tab or on another device").wait_for()
    assert stored(here) == shown(here) == theirs | {3: ","}


def test_sound_is_drawn_played_and_followed(visitors: Visitors) -> None:
    tab = visitors.open("anna", "heard")
    tab.wait_for_function("() => document.getElementById('wave').width > 300")
    assert tab.locator("#wave").get_attribute("aria-valuetext") == "0:00 of 0:09"
    drawn = "(name) => document.getElementById(name).getContext('2d').getImageData(0, 0, 900, 40).data.some(Boolean)"
    assert tab.evaluate(drawn, "wave")
    press(tab, "]", "Space")
    assert tab.locator("#rate").inner_text() == "1.15×"
    tab.wait_for_function("() => Number(document.querySelector('.w.now')?.dataset.at) >= 2")
    press(tab, "Space")
    tab.wait_for_function("() => !document.getElementById('tools').classList.contains('playing')")
    at = int(tab.locator(".w.now").get_attribute("data-at"))
    assert int(tab.evaluate("document.activeElement.dataset.at")) == at
    press(tab, "[")
    tab.locator(".w[data-at='8']").click()
    tab.wait_for_function("() => document.querySelector('.w.now')?.dataset.at === '8'")
    tab.wait_for_function("() => !document.getElementById('tools').classList.contains('playing')")
    gap(tab, 9).click()
    press(tab, "Escape", "r")
    tab.wait_for_function("() => document.querySelector('.w.now')?.dataset.at === '6'")  # the speaker begins there
    press(tab, "Space")


def test_without_sound_nothing_asks_for_any(visitors: Visitors) -> None:
    tab = visitors.open("anna", "arabic")
    assert tab.locator("#play").is_hidden()
    assert tab.locator("#wave").is_hidden()
    press(tab, "Space", "r", "j")
    assert shown(tab) == {}


def test_right_to_left_text_runs_so_and_left_is_onward(visitors: Visitors) -> None:
    tab = visitors.open("anna", "arabic")
    assert tab.evaluate("getComputedStyle(document.getElementById('sheet')).direction") == "rtl"
    first, second = (tab.locator(f".w[data-at='{word}']").bounding_box()["x"] for word in (0, 1))
    assert second < first
    press(tab, "ArrowLeft", "ArrowLeft", "?", "ArrowLeft")
    tab.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: '،', bubbles: true }))")
    assert shown(tab) == {2: "؟", 3: "،"}
    assert gap(tab, 2).bounding_box()["x"] < tab.locator(".w[data-at='2']").bounding_box()["x"]
    assert stored(tab) == {2: "?", 3: ","}
    press(tab, "ArrowRight")
    assert tab.evaluate("document.activeElement.dataset.at") == "2"


def test_a_phone_has_room_for_fingers_and_never_scrolls_sideways(visitors: Visitors) -> None:
    tab = visitors.open("anna", "phone", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    box = gap(tab, 2).bounding_box()
    target = tab.evaluate(
        """([x, y]) => {
          const at = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest('.g')?.dataset.at === '2';
          let [across, down] = [0, 0];
          for (let d = -40; d <= 40; d += 1) { across += at(d, 0) ? 1 : 0; down += at(0, d) ? 1 : 0; }
          return [across, down];
        }""",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert min(target) >= 24
    tab.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert shown(tab) == {2: "."}
    tab.locator("#chooser").get_by_role("button", name="Comma").tap()
    assert stored(tab) == {2: ","}
    tab.locator("#undo").tap()
    assert stored(tab) == {2: "."}
    assert tab.evaluate("document.documentElement.scrollWidth") == 360


def test_marks_that_a_model_proposed_are_shown_as_such_until_changed(visitors: Visitors) -> None:
    tab = visitors.open("anna", "hostile")

    def proposing(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"marks": {"2": "."}, "presegmented": {"2": "."}})

    tab.context.route(tab.url.replace("/work/", "/api/work/"), proposing)
    tab.reload()
    tab.wait_for_function("() => document.querySelectorAll('.g.proposed').length === 1")
    assert "proposed by a model" in tab.locator("#hint").inner_text()
    press(tab, "Control+Home", "Control+ArrowRight")
    label = "document.activeElement.getAttribute('aria-label')"
    assert "period, proposed by a model" in tab.evaluate(label)
    press(tab, "?")
    assert tab.locator(".g.proposed").count() == 0
    assert tab.evaluate(label).endswith("question mark")


def test_words_that_look_like_markup_do_nothing(visitors: Visitors) -> None:
    tab = visitors.open("anna", "hostile")
    press(tab, ".")
    assert tab.locator(".w").first.inner_text() == "<script>window.hurt=1</script>"
    assert tab.evaluate("window.hurt ?? 'unhurt'") == "unhurt"
    assert tab.locator("main img").count() == 0


def test_a_long_transcript_is_laid_out_only_where_one_looks(visitors: Visitors) -> None:
    tab = visitors.open("anna", "long")
    last = tab.locator(".w").count() - 1
    assert last > 20_000
    seen = "(word) => document.querySelector(`.w[data-at='${word}']`).checkVisibility({ contentVisibilityAuto: true })"
    assert (tab.evaluate(seen, 0), tab.evaluate(seen, last)) == (True, False)
    press(tab, "Control+End", ".")
    tab.wait_for_function(seen, arg=last)
    assert 0 < gap(tab, last).bounding_box()["y"] < 800
    press(tab, "Control+ArrowLeft", "Control+Home")
    assert stored(tab) == {last: "."}


def test_done_asks_gently_before_it_takes_yes(visitors: Visitors) -> None:
    tab = visitors.open("anna", "finishing")
    press(tab, ".")
    tab.get_by_role("button", name="Done").click()
    assert "You have come to word 1 of" in tab.get_by_role("dialog").inner_text()
    tab.get_by_role("button", name="Keep working").click()
    press(tab, "Control+End", ".")
    tab.get_by_role("button", name="Done").click()
    tab.get_by_role("button", name="It is done").click()
    tab.get_by_text("Done and saved").wait_for()
    press(tab, "Backspace")
    assert len(shown(tab)) == 2
    tab.get_by_role("button", name="Open again").click()
    tab.get_by_role("button", name="Done").wait_for()
    press(tab, "Control+Home", "Backspace")
    assert len(stored(tab)) == 1
    tab.goto(tab.url.rsplit("/", 1)[0])
    assert "begun" in tab.get_by_role("link", name=re.compile("^finishing")).inner_text()
