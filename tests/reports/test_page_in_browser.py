"""The report page in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pausa.reports.page import page as report
from pausa.workflow.evaluation import Evaluation
from tests.browser import NEEDS_BROWSER
from tests.reports.examples import PEOPLE, SYSTEMS, compared, corpus, harbour, hostile, pier

pytestmark = NEEDS_BROWSER


Show = Callable[..., Any]


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Show]:
    """Opens the page of an evaluation from a file; at the end nothing may have been asked for or complained of."""
    contexts: list[Any] = []
    complaints: list[str] = []
    requests: list[str] = []

    def opened(evaluation: Evaluation, *, width: int = 1100, **options: Any) -> Any:
        path = tmp_path / "report.html"
        path.write_text(report(evaluation), encoding="utf-8")
        context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce", **options)
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda problem: complaints.append(str(problem)))
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(path.as_uri())
        tab.wait_for_function("() => document.getElementById('range').textContent !== ''")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []


def text_of(tab: Any, name: str) -> str:
    found: str = tab.locator(f"#{name}").inner_text()
    return found


def after_drawing(tab: Any) -> None:
    """Waits until what was asked for is on the canvas."""
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shown_range(tab: Any) -> tuple[int, int]:
    after_drawing(tab)
    first, last = re.findall(r"\d+", text_of(tab, "range"))[:2]
    return int(first), int(last)


def pixels_of(tab: Any, colour: str) -> int:
    """How many pixels of the ribbons have a colour of the style sheet."""
    after_drawing(tab)
    count: int = tab.evaluate(
        """(name) => {
          const canvas = document.getElementById("ribbon");
          const hex = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
          const wanted = [1, 3, 5].map((place) => parseInt(hex.slice(place, place + 2), 16));
          const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, 0, 0);
          const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let place = 0; place < data.length; place += 4) {
            if (wanted.every((value, channel) => data[place + channel] === value)) count += 1;
          }
          return count;
        }""",
        colour,
    )
    return count


def widest(tab: Any) -> int:
    """The width of the page with everything on it, in CSS pixels."""
    found: int = tab.evaluate("document.documentElement.scrollWidth")
    return found


def test_the_page_opens_from_a_file_without_a_request_or_a_complaint(show: Show) -> None:
    tab = show(corpus(300, 3))
    assert tab.locator("h1").inner_text() == "Sentence boundaries: evaluation"
    assert tab.locator("#list li").count() == 25


def test_the_policy_stops_whatever_would_leave(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report(pier()), encoding="utf-8")
    context = browser.new_context()
    asked: list[str] = []

    def refuse(route: Any) -> None:
        asked.append(route.request.url)
        route.abort()

    context.route("http*://**/*", refuse)
    tab = context.new_page()
    tab.goto(path.as_uri())
    refused = tab.evaluate(
        """async () => {
          const refused = [];
          addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
          await fetch("https://example.org/").catch(() => null);
          document.body.append(Object.assign(new Image(), { src: "https://example.org/a.png" }));
          document.body.append(Object.assign(document.createElement("script"), { textContent: "window.hurt = 1" }));
          await new Promise((done) => setTimeout(done, 50));
          return [...refused.sort(), window.hurt ?? "unhurt"];
        }"""
    )
    context.close()
    assert asked == []
    assert refused == ["connect-src", "img-src", "script-src-elem", "unhurt"]


def test_every_kind_of_boundary_is_drawn_in_its_colour(show: Show) -> None:
    tab = show(pier())
    assert all(pixels_of(tab, colour) > 20 for colour in ("agreed", "own", "extra", "missed", "hit"))


def test_buttons_zoom_in_and_out(show: Show) -> None:
    tab = show(corpus(500))
    assert shown_range(tab) == (1, 500)
    tab.click("#zoom-in")
    first, last = shown_range(tab)
    assert 200 < last - first < 400
    assert first > 1
    tab.click("#zoom-all")
    assert shown_range(tab) == (1, 500)
    assert tab.locator("#zoom-out").is_disabled()


def test_the_wheel_zooms_where_the_pointer_is_once_the_ribbons_have_the_focus(show: Show) -> None:
    tab = show(corpus(500))
    tab.locator("#ribbon").scroll_into_view_if_needed()
    box = tab.locator("#ribbon").bounding_box()
    tab.mouse.move(box["x"] + box["width"] - 60, box["y"] + 120)
    before = tab.evaluate("scrollY")
    tab.mouse.wheel(0, -300)
    tab.wait_for_function("(before) => scrollY !== before", arg=before)
    assert shown_range(tab) == (1, 500)
    tab.locator("#ribbon").focus()
    box = tab.locator("#ribbon").bounding_box()
    tab.mouse.move(box["x"] + box["width"] - 60, box["y"] + 120)
    tab.mouse.wheel(0, -300)
    tab.wait_for_function("() => !document.getElementById('range').textContent.startsWith('words 1–')")
    first, last = shown_range(tab)
    assert first > 100
    assert last > 450


def test_dragging_moves_the_words(show: Show) -> None:
    tab = show(corpus(500))
    for _ in range(3):
        tab.click("#zoom-in")
    first, _ = shown_range(tab)
    tab.locator("#ribbon").scroll_into_view_if_needed()
    box = tab.locator("#ribbon").bounding_box()
    tab.mouse.move(box["x"] + 500, box["y"] + 120)
    tab.mouse.down()
    tab.mouse.move(box["x"] + 300, box["y"] + 120, steps=4)
    tab.mouse.up()
    assert shown_range(tab)[0] > first


def test_keys_zoom_and_walk_from_mark_to_mark(show: Show) -> None:
    tab = show(pier())
    tab.locator("#ribbon").focus()
    tab.keyboard.press("ArrowRight")
    assert "the ferry was ‖ late again" in text_of(tab, "here")
    tab.keyboard.press("ArrowRight")
    assert "the ferry was late again ‖ so we" in text_of(tab, "here")
    assert "2 of 3 people: anna, ben" in text_of(tab, "here")
    assert "alpha: agreed; beta: agreed" in text_of(tab, "here")
    tab.keyboard.press("Shift+ArrowRight")
    assert "no person ends a sentence here" in text_of(tab, "here")
    tab.keyboard.press("ArrowLeft")
    assert "after word 5" in text_of(tab, "here")
    before = shown_range(tab)
    tab.keyboard.press("+")
    after = shown_range(tab)
    assert after[1] - after[0] < before[1] - before[0]
    tab.keyboard.press("0")
    assert shown_range(tab) == before


def test_the_words_under_the_pointer_are_shown_and_said(show: Show) -> None:
    tab = show(pier())
    tab.locator("#ribbon").scroll_into_view_if_needed()
    assert tab.locator("#tip").is_hidden()
    tab.locator("#ribbon").hover()
    tip = tab.locator("#tip").inner_text()
    assert "‖" in tip
    assert "pier" in tip
    assert tip == text_of(tab, "here")
    assert tab.locator("#here").get_attribute("aria-live") == "polite"
    tab.mouse.move(2, 2)
    assert tab.locator("#tip").is_hidden()


def test_zoomed_out_neighbours_are_summed_up_and_zoomed_in_words_appear(show: Show) -> None:
    tab = show(corpus(30_000))
    assert shown_range(tab) == (1, 30_000)
    far = pixels_of(tab, "ink")
    assert pixels_of(tab, "agreed") > 500
    tab.click("#list li:first-child button")
    first, last = shown_range(tab)
    assert last - first < 40
    assert pixels_of(tab, "ink") > far


def test_the_list_is_filtered_by_kind_system_and_words(show: Show) -> None:
    tab = show(pier())
    everything = tab.locator("#list li").count()
    kinds = set(tab.locator("#list .kind").all_inner_texts())
    assert kinds == {"missed", "extra", "people disagree"}
    tab.select_option("#kind", "extra")
    assert tab.locator("#list .kind.extra").count() == tab.locator("#list li").count() == 2
    tab.select_option("#system", label="alpha")
    [only] = tab.locator("#list li").all_inner_texts()
    assert "the ferry was ‖ late" in only
    assert text_of(tab, "count") == f"1 of {everything} places"
    tab.select_option("#kind", "")
    tab.select_option("#system", "")
    tab.fill("#text", "The BAKERY was")
    tab.wait_for_function("(all) => document.querySelectorAll('#list li').length < all", arg=everything)
    assert all("the bakery" in entry for entry in tab.locator("#list li").all_inner_texts())
    tab.fill("#text", "")
    tab.wait_for_function("(all) => document.querySelectorAll('#list li').length === all", arg=everything)


def test_the_list_turns_its_pages(show: Show) -> None:
    tab = show(corpus(1500))
    first = tab.locator("#list li").first.inner_text()
    assert tab.locator("#previous").is_disabled()
    tab.click("#next")
    assert tab.locator("#list li").first.inner_text() != first
    assert text_of(tab, "page-number").startswith("Page 2 of ")
    tab.click("#previous")
    assert tab.locator("#list li").first.inner_text() == first


def test_a_place_in_the_list_leads_to_its_ribbon(show: Show) -> None:
    tab = show(corpus(400, 3))
    tab.select_option("#scope", "2")
    entry = tab.locator("#list li").nth(3)
    quote = entry.locator(".quote").inner_text()
    entry.locator("button").click()
    assert tab.locator("#view").input_value() == "2"
    assert quote in text_of(tab, "here")
    assert tab.evaluate("document.activeElement.id") == "ribbon"
    first, last = shown_range(tab)
    number = int(re.findall(r"word (\d+)", entry.inner_text())[-1])
    assert first <= number <= last
    tab.keyboard.press("Escape")
    assert entry.locator("button").evaluate("(button) => button === document.activeElement")


def test_the_picker_changes_the_recording(show: Show) -> None:
    evaluation = compared(PEOPLE, {**SYSTEMS, "gamma": SYSTEMS["alpha"].replace("ferry", "fairy boat")})
    tab = show(evaluation)
    assert tab.locator("#picker").is_visible()
    tab.select_option("#view", label="alpha (words of gamma)")
    assert shown_range(tab) == (1, evaluation.n_words + 1)
    assert show(pier()).locator("#picker").is_hidden()


def test_dark_follows_the_system_until_the_button_says_otherwise(show: Show) -> None:
    tab = show(pier(), color_scheme="dark")
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    dark = tab.evaluate(ground)
    drawn_dark = pixels_of(tab, "agreed")
    tab.click("#theme")
    assert tab.evaluate(ground) == "rgb(255, 255, 255)" != dark
    assert pixels_of(tab, "agreed") > 0 < drawn_dark
    tab.click("#theme")
    assert tab.evaluate(ground) == dark


def test_all_scores_are_shown_when_asked_for(show: Show) -> None:
    tab = show(pier())
    heading = tab.get_by_role("columnheader", name="WindowDiff_mean")
    assert heading.count() == 0
    tab.check("#all-metrics")
    assert heading.is_visible()


@pytest.mark.parametrize("make", [pier, harbour, lambda: corpus(600, 4)], ids=["pier", "harbour", "corpus"])
def test_a_phone_never_scrolls_sideways(show: Show, make: Callable[[], Evaluation]) -> None:
    tab = show(make(), width=360, is_mobile=True, has_touch=True)
    assert widest(tab) == 360
    tab.check("#all-metrics")
    for summary in tab.locator("summary").all()[1:]:
        summary.click()
    tab.click("#list li:first-child button")
    assert widest(tab) == 360
    box = tab.locator("#ribbon").bounding_box()
    tab.touchscreen.tap(box["x"] + 150, box["y"] + 200)
    assert tab.locator("#tip").is_visible()
    assert widest(tab) == 360


def test_a_name_without_end_does_not_widen_a_phone(show: Show) -> None:
    evaluation = compared(PEOPLE, {"a_system_with_a_very_long_name_" * 4: SYSTEMS["alpha"]})
    assert widest(show(evaluation, width=360)) == 360


def test_words_that_look_like_markup_do_nothing(show: Show) -> None:
    tab = show(hostile())
    assert "<script>window.hurt=1</script>" in tab.locator("#list").inner_text()
    tab.locator("#ribbon").focus()
    tab.keyboard.press("ArrowRight")
    tab.locator("#ribbon").hover()
    assert "<script>" in text_of(tab, "here")
    assert tab.evaluate("window.hurt ?? 'unhurt'") == "unhurt"
    assert tab.locator("img").count() == 0


def test_right_to_left_words_run_from_right_to_left_and_the_ribbons_do_not(show: Show) -> None:
    tab = show(harbour())
    tab.locator("#ribbon").focus()
    tab.keyboard.press("ArrowRight")
    here = tab.locator("#here .quote")
    assert "تأخر المركب ‖ اليوم" in here.inner_text()
    assert here.evaluate("(line) => getComputedStyle(line).direction") == "rtl"
    assert tab.evaluate("getComputedStyle(document.body).direction") == "ltr"
    assert "النظام: extra" in text_of(tab, "here")
    tab.keyboard.press("End")
    assert f"after word {harbour().n_words}" in text_of(tab, "here")
    tab.fill("#text", "المخبز")
    tab.wait_for_function("() => document.getElementById('count').textContent.includes(' of ')")
    assert tab.locator("#list li").count() > 0


def test_paper_gets_rows_of_ribbons_and_tables_that_fit(show: Show) -> None:
    tab = show(corpus(500, 2), color_scheme="dark", width=700)
    tab.check("#all-metrics")
    assert len(tab.pdf(format="A4")) > 20_000
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    tab.emulate_media(media="print")
    assert tab.locator("#printed canvas").count() == 7
    assert tab.locator("#ribbon").is_hidden()
    assert tab.locator("#theme").is_hidden()
    assert tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    wide = "(boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length"
    assert tab.locator(".box").evaluate_all(wide) == 0
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator("#printed canvas").count() == 0


def test_without_a_script_the_scores_and_pictures_are_still_there(show: Show, browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "plain.html"
    path.write_text(report(pier()), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(path.as_uri())
    assert tab.locator("svg.chart").first.is_visible()
    assert tab.locator("#scores table").first.is_visible()
    assert tab.locator("#ribbon").is_hidden()
    context.close()
