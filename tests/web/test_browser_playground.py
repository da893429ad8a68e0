"""The playground in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.browser import NEEDS_BROWSER
from tests.web.serving import serving

pytest.importorskip("fastapi")

from pausa.core.scores import Scores
from pausa.core.words import Transcript, Word
from pausa.decode import SentenceLimits, decode

TALK = "00:01.000 --> 00:03.000\n<v Ann>are you there\n\n00:04.000 --> 00:06.500\n<v Ben>yes i am <i>here</i> <now"

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as found:
        yield found


class Visit:
    """A tab with the playground, and what it asked the server for."""

    def __init__(self, browser: Any, address: str) -> None:
        self.browser, self.address = browser, address
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.contexts: list[Any] = []

    def open(self, *, width: int = 1100, **options: Any) -> Any:
        context = self.browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce", **options)
        self.contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: self.complaints.append(message.text))
        tab.on("pageerror", lambda problem: self.complaints.append(str(problem)))
        tab.on("request", lambda request: self.requests.append(request.url))
        tab.goto(self.address)
        return tab


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    """At the end nothing may have been complained of, and nobody but the server asked for anything."""
    one = Visit(browser, address)
    yield one
    for context in one.contexts:
        context.close()
    assert one.complaints == []
    assert {url for url in one.requests if not url.startswith((address, "blob:"))} == set()


def sentences(tab: Any, column: str = "") -> list[str]:
    """The sentences on the page once it is at rest, without the spaces that stand for gaps."""
    settled(tab)
    found: list[str] = tab.locator(f"#sentences {column} li p").all_text_contents()  # capitals are but shown
    return [" ".join(text.replace("only here", "").split()) for text in found]


def settled(tab: Any) -> None:
    tab.wait_for_selector("#result[aria-busy=false]", state="attached")
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def segmented(tab: Any, **asked: Any) -> Any:
    """What the server says about the transcript in the box."""
    return tab.evaluate(
        """async (asked) => {
          const transcript = document.getElementById("transcript").value;
          const answer = await fetch("/api/segment", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ transcript, ...asked }),
          });
          return asked.to ? answer.text() : answer.json();
        }""",
        asked,
    )


def texts(answer: Any) -> list[str]:
    return [sentence["text"] for sentence in answer["sentences"]]


def paste(tab: Any, text: str, model: str = "bayes") -> None:
    tab.select_option("#model", model)
    tab.fill("#transcript", text)
    tab.click("#run")
    tab.wait_for_selector("#sentences li")


def slide(tab: Any, rule: str, value: float) -> None:
    tab.check(f"input[value={rule}]")
    tab.locator(f"#{rule}").fill(str(value))


def decoding_cases(count: int) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Random scores with ties and turns, a rule, and the ends and marks that the library decides on."""
    rng = np.random.default_rng(8)
    for _ in range(count):
        size = int(rng.integers(1, 40))
        ends = np.round(rng.random(size), int(rng.integers(1, 17)))
        marks = {mark: np.round(rng.random(size) * (rng.random() < 0.7), 1) for mark in ".?"}
        speakers = [str(rng.choice(["a", "b"])) if rng.random() < 0.8 else None for _ in range(size)]
        turns = str(rng.choice(["respect", "ignore"]))
        asked: list[dict[str, float]] = [
            {"threshold": float(rng.choice([0, 0.3, 0.5, 1, rng.random()]))},
            {"rate": float(rng.uniform(0.5, 100))},
            {"mean_length": float(rng.integers(2, 40)) / 2},
        ]
        rule = asked[int(rng.integers(3))]
        words = Transcript(tuple(Word("w", speaker=speaker) for speaker in speakers))
        found = decode(Scores(ends, marks), words, SentenceLimits(turns=turns, **rule))  # type: ignore[arg-type]
        case = {
            "ends": ends.tolist(),
            "speakers": speakers,
            "turns": turns == "respect",
            "rule": {name.removeprefix("mean_"): value for name, value in rule.items()},
            "marks": {mark: column.tolist() for mark, column in marks.items()},
        }
        yield case, [list(found.ends), list(found.marks or [""] * len(found.ends))]


def test_the_page_decides_exactly_as_the_library(visit: Visit) -> None:
    cases, expected = zip(*decoding_cases(600), strict=True)
    decided = visit.open().evaluate(
        """async (cases) => {
          const { decided, fixedEnds, marksAt } = await import("/static/playground-decode.js");
          return cases.map((each) => {
            const ends = decided(each.ends, fixedEnds(each.speakers, each.turns), each.rule);
            return [ends, marksAt(each.marks, ends)];
          });
        }""",
        list(cases),
    )
    assert decided == list(expected)


def test_the_example_is_cut_and_the_sliders_move_it_without_asking_again(visit: Visit) -> None:
    tab = visit.open()
    tab.click("#example-button")
    tab.wait_for_selector("#sentences li")
    assert sentences(tab) == texts(segmented(tab))
    before = len(visit.requests)
    slide(tab, "length", 5)
    by_length = sentences(tab)
    slide(tab, "threshold", 0.4)
    by_threshold = sentences(tab)
    slide(tab, "threshold", 1)
    by_turns = sentences(tab)
    tab.uncheck("#turns")
    uncut = sentences(tab)
    assert len(visit.requests) == before
    assert by_length == texts(segmented(tab, mean_length=5))
    assert by_threshold == texts(segmented(tab, threshold=0.4))
    assert by_turns == texts(segmented(tab, threshold=1))
    assert uncut == texts(segmented(tab, threshold=1, turns="ignore"))
    assert len(by_length) > len(by_threshold) > len(by_turns) > len(uncut) == 1


def test_two_models_stand_side_by_side_with_their_differences_marked(visit: Visit) -> None:
    tab = visit.open()
    tab.select_option("#model", "bayes")
    tab.select_option("#other", "pause")
    tab.click("#example-button")
    tab.wait_for_selector("#sentences .side")
    first, second = segmented(tab, model="bayes"), segmented(tab, model="pause")
    assert sentences(tab, ".side:nth-child(1)") == texts(first)
    assert sentences(tab, ".side:nth-child(2)") == texts(second)
    ends = [{sentence["last"] for sentence in answer["sentences"]} for answer in (first, second)]
    alone = [
        int(gap) for gap in tab.locator(".gap.alone").evaluate_all("(gaps) => gaps.map((gap) => gap.dataset.word)")
    ]
    assert sorted(alone) == sorted(ends[0] ^ ends[1])
    assert tab.locator("text=only here").count() == len(alone)
    tab.click("#next-difference")
    assert int(tab.locator("#walk").input_value()) == min(alone)
    assert "bayes: " in tab.locator("#here").inner_text()


def test_the_keyboard_is_enough(visit: Visit) -> None:
    tab = visit.open()
    tab.locator("#transcript").focus()
    tab.keyboard.type("so we left it was late")
    for _ in range(20):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.id") == "run":
            break
    tab.keyboard.press("Enter")
    tab.wait_for_selector("#sentences li")
    tab.locator("#walk").focus()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("ArrowRight")
    probability = segmented(tab, probabilities=True)["probabilities"][2]
    assert f"After “left”: {probability:.3f}" in tab.locator("#here").inner_text()
    assert f"{probability:.3f}" in tab.locator("#tip").inner_text()
    assert "after left" in tab.locator("#walk").get_attribute("aria-valuetext")
    tab.keyboard.press("End")
    assert "a sentence ends here" in tab.locator("#here").inner_text()


def test_pointing_at_a_gap_shows_its_figure(visit: Visit) -> None:
    tab = visit.open()
    paste(tab, "so we left it was late")
    tab.locator(".gap[data-word='2']").hover()
    assert re.match(r"\d\.\d{3}, ", tab.locator("#tip").inner_text())
    tab.locator("h1").hover()
    assert tab.locator("#tip").is_hidden()


def test_what_is_saved_is_what_the_command_line_writes(visit: Visit) -> None:
    tab = visit.open()
    tab.click("#example-button")
    tab.wait_for_selector("#sentences li")
    slide(tab, "length", 9)
    for name in ("lines", "srt", "vtt"):
        with tab.expect_download() as waiting:
            tab.click(f"[data-save={name}]")
        saved = Path(waiting.value.path()).read_text(encoding="utf-8")
        assert waiting.value.suggested_filename.endswith(f".{name}")
        assert saved == segmented(tab, mean_length=9, to=name)
    with tab.expect_download() as waiting:
        tab.click("[data-save=json]")
    stored = json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert [one["last"] for one in segmented(tab, mean_length=9)["sentences"]] == stored["segmentations"][0]["ends"]


def test_a_file_is_opened_in_whatever_encoding(visit: Visit, tmp_path: Path) -> None:
    tab = visit.open()
    for encoding in ("utf-8", "utf-16"):
        path = tmp_path / f"{encoding}.vtt"
        path.write_bytes(f"WEBVTT\n\n{TALK.replace('there', encoding)}\n".encode(encoding))
        tab.set_input_files("#file", path)
        tab.wait_for_function("(name) => document.getElementById('source').textContent.includes(name)", arg=path.name)
        tab.wait_for_selector("#sentences li")
        assert sentences(tab)[0].rstrip("?.") == f"are you {encoding}"


def test_what_the_server_refuses_is_shown(visit: Visit) -> None:
    tab = visit.open()
    paste(tab, "so we left it was late")
    tab.click("[data-save=srt]")
    tab.wait_for_selector("[role=alert]")
    assert "needs times" in tab.locator("[role=alert]").inner_text()
    tab.select_option("#other", "pause")  # cannot do without times either; the first model can
    tab.wait_for_function("() => document.querySelector('[role=alert]')?.textContent.includes('pause')")
    assert tab.locator("#sentences li").count() > 0
    visit.complaints[:] = [text for text in visit.complaints if "422" not in text]  # the browser's own reports


def test_words_that_look_like_markup_do_nothing(visit: Visit) -> None:
    tab = visit.open()
    paste(tab, "so <img src=x onerror=window.hurt=1> we </script><script>window.hurt=1</script> left")
    assert tab.evaluate("window.hurt ?? 'unhurt'") == "unhurt"
    assert sentences(tab) == texts(segmented(tab, model="bayes", marks="auto"))
    assert "onerror=window.hurt=1" in " ".join(sentences(tab))
    assert tab.locator("#sentences img").count() == 0


def test_right_to_left_words_run_from_right_to_left(visit: Visit) -> None:
    tab = visit.open()
    paste(tab, "تأخر المركب اليوم ولم يأت أحد")
    slide(tab, "threshold", 1)
    assert sentences(tab) == ["تأخر المركب اليوم ولم يأت أحد"]
    assert tab.locator("#sentences p").first.evaluate("(line) => getComputedStyle(line).direction") == "rtl"
    boxes = [tab.locator(f".gap[data-word='{word}']").bounding_box() for word in (0, 1)]
    assert boxes[0]["x"] > boxes[1]["x"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_never_scrolls_sideways(visit: Visit, scheme: str) -> None:
    tab = visit.open(width=360, is_mobile=True, has_touch=True, color_scheme=scheme)
    width = "document.documentElement.scrollWidth"
    tab.select_option("#other", "pause")
    tab.click("#example-button")
    tab.wait_for_selector("#sentences .side")
    slide(tab, "length", 4)
    tab.locator(".gap[data-word='9']").first.tap()
    assert tab.locator("#tip").is_visible()
    assert tab.evaluate(width) == 360
    tab.select_option("#other", "")
    paste(tab, "endless" * 60 + " words")
    assert sentences(tab) == ["endless" * 60 + " words"]
    assert tab.evaluate(width) == 360


def test_everything_that_can_be_set_has_a_name(visit: Visit) -> None:
    tab = visit.open()
    nameless = tab.locator("input, select, textarea, button").evaluate_all(
        """(all) => all
          .filter((one) => !one.labels?.length && !one.ariaLabel && !one.textContent.trim())
          .map((one) => one.id)"""
    )
    assert nameless == ["more"]  # it says how many words are left, once there are any


def test_marks_that_are_there_are_kept_unless_one_says_otherwise(visit: Visit) -> None:
    tab = visit.open()
    tab.evaluate("() => { document.getElementById('marks').value = 'auto'; }")
    paste(tab, "we left. at the same. time it was late")
    assert sentences(tab) == ["we left.", "at the same.", "time it was late."]
    assert "kept the 2 sentence ends that are marked" in tab.inner_text("#notes")
    assert "have a say" in tab.inner_text("#own-note")
    tab.select_option("#marks", "ignore")
    tab.wait_for_function("() => document.getElementById('notes').hidden")
    found = sentences(tab)
    assert found == texts(segmented(tab, model="bayes", marks="ignore"))
    assert "same." not in " ".join(found)
    tab.select_option("#marks", "keep")
    tab.wait_for_function("() => document.getElementById('own-note').textContent.includes('have a say')")
    assert sentences(tab)[:2] == ["we left.", "at the same."]
