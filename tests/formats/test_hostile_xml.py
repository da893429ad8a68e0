"""XML that defines entities is refused in every format that is XML, whether they grow or lead elsewhere."""

from __future__ import annotations

import pytest

from pausa.core.errors import InputError
from pausa.formats import FORMATS
from pausa.formats.base import Source

LAUGHS = "<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>"
ELSEWHERE = "<!ENTITY c SYSTEM 'file:///etc/hostname'>"
ROOTS = {"ttml": "tt", "eaf": "ANNOTATION_DOCUMENT", "ami": "nite:root"}


@pytest.mark.parametrize("entities", [LAUGHS, ELSEWHERE, ""], ids=["growing", "elsewhere", "none"])
@pytest.mark.parametrize("name", ROOTS)
def test_what_defines_entities_is_refused(name: str, entities: str) -> None:
    root = ROOTS[name]
    space = ' xmlns:nite="http://nite.sourceforge.net/"' if ":" in root else ""
    text = f'<?xml version="1.0"?>\n<!DOCTYPE x [{entities}]>\n<{root}{space}>&c;</{root}>'
    parse = FORMATS[name].parse
    assert parse
    with pytest.raises(InputError, match="document type declaration"):
        list(parse(Source(name=f"talk.{name}", data=text.encode(), text=text)))
