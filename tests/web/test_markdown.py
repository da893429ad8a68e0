"""Guidelines become HTML, and nothing else ever does."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausa.store.guidelines import DEFAULT
from pausa.web.markdown import to_html

KNOWN = {"h3", "h4", "h5", "p", "ul", "ol", "li", "blockquote", "strong", "em", "code"}


class Tags(HTMLParser):
    """Collects tags, and complains where one has attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.found.add(tag)


def tags(html: str) -> set[str]:
    reader = Tags()
    reader.feed(html)
    reader.close()
    return reader.found


@given(st.text(alphabet=st.sampled_from("<>&\"'`*#- \n1.)ab/=:"), max_size=200))
def test_only_our_own_tags_come_out_and_without_attributes(text: str) -> None:
    assert tags(to_html(text)) <= KNOWN


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("one\ntwo\n\nthree", "<p>one two</p>\n<p>three</p>"),
        ("## Title", "<h4>Title</h4>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("> said **so**", "<blockquote><p>said <strong>so</strong></p></blockquote>"),
        ("press `*` *now*", "<p>press <code>*</code> <em>now</em></p>"),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
    ],
)
def test_a_small_part_of_markdown_is_known(text: str, html: str) -> None:
    assert to_html(text) == html


def test_the_default_guidelines_say_what_a_unit_is_with_examples() -> None:
    html = to_html(DEFAULT)
    assert tags(html) >= {"h3", "h4", "ul", "blockquote", "strong", "em", "code"}
    assert not re.search(r"[*`]", re.sub(r"<[^>]*>", "", html))


@given(st.text(alphabet=st.sampled_from("* ab"), max_size=40))
def test_strong_and_emphasis_are_what_one_pattern_each_would_find(text: str) -> None:
    line = " ".join(text.split())
    if re.fullmatch(r"[-*]\s+.*|", line):
        return  # an item of a list, or nothing
    strong = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", line)
    both = re.sub(r"\*(?=\S)(.+?)(?<=\S)\*", r"<em>\1</em>", strong)
    assert to_html(line) == f"<p>{both}</p>"


@pytest.mark.parametrize("pattern", ["**a ", "*a ", "**", "`a ", "* ", "> ", "# ", "***a ", "**a*", "&"])
def test_megabytes_of_signs_are_shown(pattern: str) -> None:
    assert to_html(pattern * (4_000_000 // len(pattern)))
    assert to_html("so " + pattern * (4_000_000 // len(pattern)))
