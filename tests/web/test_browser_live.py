"""The live page in a real browser: a transcript is played, sentences appear as they close."""

from __future__ import annotations

import re
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import NEEDS_BROWSER
from tests.web.serving import serving

pytest.importorskip("fastapi")

pytestmark = NEEDS_BROWSER
DONE = '#play:text-is("Play again")'
ROWS = "00:00.200 --> 00:01.400\n<v Ann>are you <b>there</b> & well\n\n00:02.000 --> 00:04.500\n<v Ben>yes i am here"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


@pytest.fixture
def tab(browser: Any, address: str) -> Iterator[Any]:
    """The page; at the end nothing may have been complained of."""
    context = browser.new_context(viewport={"width": 1100, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    page.goto(f"{address}/live")
    page.select_option("#model", "bayes")
    page.select_option("#speed", "16")
    yield page
    context.close()
    assert [text for text in complaints if "status of 422" not in text] == []  # a refusal is no fault


def said(page: Any) -> list[str]:
    found: list[str] = page.locator("#sentences li p").all_text_contents()
    return found


def example_words(page: Any) -> list[str]:
    text: str = page.locator("#example").text_content()
    cues = re.sub(r"<[^>]*>", " ", re.sub(r".*-->.*|WEBVTT", " ", text))
    return cues.split()


def test_the_example_is_played_and_no_word_is_lost(tab: Any) -> None:
    tab.click("#play")
    tab.wait_for_selector("#sentences li")
    assert tab.locator("#play").inner_text() == "Pause"
    tab.wait_for_selector(DONE)
    spoken = re.sub(r"[.?]", "", " ".join(said(tab))).split()
    assert spoken == example_words(tab)
    assert tab.locator("#open").text_content() == ""
    assert tab.locator("#n-sentences").inner_text() == str(len(said(tab)))
    late = [float(text.split()[0]) for text in tab.locator(".late b").all_inner_texts()]
    assert all(seconds >= 0 for seconds in late)
    assert tab.locator("#most").inner_text() == f"{max(late):.1f} s"


def test_sentences_are_given_while_others_are_still_to_come(tab: Any) -> None:
    tab.select_option("#speed", "4")
    tab.click("#play")
    tab.wait_for_selector("#sentences li")
    first = said(tab)[0]
    assert tab.locator("#stage").get_attribute("aria-busy") == "true"
    assert float(tab.locator("#progress").get_attribute("value") or 1) < 1
    tab.wait_for_selector("#open:not(:empty)")
    tab.select_option("#speed", "16")  # in the middle of it
    tab.wait_for_selector(DONE)
    assert said(tab)[0] == first


def test_it_can_be_halted_and_begun_again(tab: Any) -> None:
    tab.click("#play")
    tab.wait_for_selector("#sentences li")
    tab.click("#play")
    assert tab.locator("#play").inner_text() == "Play"
    place = tab.locator("#place").inner_text()
    tab.wait_for_timeout(300)
    assert tab.locator("#place").inner_text() == place
    tab.click("#again")
    tab.wait_for_selector(DONE)
    assert re.sub(r"[.?]", "", " ".join(said(tab))).split() == example_words(tab)


def test_a_shorter_delay_makes_sentences_less_late(tab: Any) -> None:
    usual = {}
    for delay in ("4", "1"):
        tab.locator("#delay").fill(delay)
        tab.locator("#delay").dispatch_event("change")
        assert tab.locator("#delay-value").inner_text() == (f"{delay} words" if delay != "1" else "1 word")
        tab.click("#play")
        tab.wait_for_selector(DONE)
        usual[delay] = float(tab.locator("#usual").inner_text().split()[0])
    assert usual["1"] < usual["4"]


def test_a_file_is_played_with_its_recording(tab: Any, tmp_path: Path) -> None:
    transcript, recording = tmp_path / "talk.vtt", tmp_path / "talk.wav"
    transcript.write_text(f"WEBVTT\n\n{ROWS}\n", encoding="utf-8")
    with wave.open(str(recording), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(8000)
        sound.writeframes(b"\0\0" * 8000 * 5)
    tab.set_input_files("#file", transcript)
    tab.set_input_files("#audio", recording)
    tab.click("#play")
    tab.wait_for_selector("#sentences li")
    assert tab.locator("#sound").evaluate("(sound) => sound.currentTime") > 0
    tab.wait_for_selector(DONE)
    assert re.sub(r"[.?]", "", " ".join(said(tab))) == "are you there & well yes i am here"
    assert "talk.vtt: 0:04." in tab.locator("#source").inner_text()


def test_problems_are_told(tab: Any, tmp_path: Path) -> None:
    broken = tmp_path / "talk.ctm"
    broken.write_text("", encoding="utf-8")
    tab.set_input_files("#file", broken)
    tab.click("#play")
    tab.wait_for_selector("#notice-problem")
    tab.reload()
    tab.select_option("#model", "pause")
    tab.locator("#delay").fill("0")
    tab.click("#play")
    tab.wait_for_selector("#notice-problem")
    assert "at least 1" in tab.locator("#notice-problem").inner_text()
    assert tab.locator("#play").is_enabled()


@pytest.mark.parametrize("width", [320, 390, 768, 1600])
def test_nothing_is_wider_than_the_window(tab: Any, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    tab.click("#play")
    tab.wait_for_selector(DONE)
    assert tab.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    wide = tab.evaluate(
        """() => [...document.querySelectorAll("#sentences *")].filter(
          (each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1
        ).length"""
    )
    assert wide == 0
