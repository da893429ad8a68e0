from __future__ import annotations

import pytest

from pausa.core.joining import join


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        (["So", "we", "left."], "So we left."),
        (["那", "就", "這樣。", "好"], "那就這樣。好"),
        (["OK，", "那", "就", "用", "Python", "寫"], "OK，那就用 Python 寫"),
        (["他", "說：", "「好。」", "然", "後"], "他說：「好。」然後"),
        (["那——", "就"], "那——就"),
        (["か\u3099", "く"], "か\u3099く"),
        (["100，", "200"], "100， 200"),
        (["학교에", "갔다"], "학교에 갔다"),
        (["那", "<laugh>", "就"], "那 <laugh> 就"),
        (["τι", "κάνεις\u037e"], "τι κάνεις;"),
    ],
)
def test_a_blank_stands_between_words_unless_their_script_has_none(tokens: list[str], text: str) -> None:
    assert join(tokens) == text
