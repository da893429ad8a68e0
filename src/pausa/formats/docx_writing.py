"""A Word document for reading: paragraphs, the speaker in bold and the time above each turn.

Styles say what is what, so that Pausa reads back what it wrote, also after somebody has edited it in Word: `PausaTurn`
is the line above a turn, `PausaText` what is said, and in them `PausaSpeaker` is the name, `PausaTime` the time. The
archive is made of the few parts that Word needs, stored as they are with one date, so that the same words give the same
bytes.
"""

from __future__ import annotations

import io
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from pausa.core.document import Document
from pausa.core.joining import join
from pausa.formats import xmls
from pausa.formats.base import Layout, closed, spelled
from pausa.formats.reading import Paragraph, paragraphs, short_clock
from pausa.formats.utterances import checked
from pausa.text.marks import any_end

#: The styles, as the file names them.
#: What Word needs to know of a run that is read from right to left.
_LEFTWARDS = "<w:rtl/>"
TURN, TEXT, SPEAKER, TIME = "PausaTurn", "PausaText", "PausaSpeaker", "PausaTime"
_NOBODY = "?"
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_KIND = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_OPENS = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
#: The first day that an archive can name.
_DATE = (1980, 1, 1, 0, 0, 0)
_TYPES = f"""{_OPENS}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/word/document.xml" ContentType="{_CONTENT}.document.main+xml"/>\
<Override PartName="/word/styles.xml" ContentType="{_CONTENT}.styles+xml"/></Types>
"""
_STYLES = f"""{_OPENS}<w:styles xmlns:w="{_MAIN}">\
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>\
<w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr>\
<w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="22"/></w:rPr></w:style>\
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">\
<w:name w:val="Default Paragraph Font"/></w:style>\
<w:style w:type="paragraph" w:customStyle="1" w:styleId="{TEXT}"><w:name w:val="Said"/><w:basedOn w:val="Normal"/>\
</w:style>\
<w:style w:type="paragraph" w:customStyle="1" w:styleId="{TURN}"><w:name w:val="Turn"/><w:basedOn w:val="Normal"/>\
<w:next w:val="{TEXT}"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="40"/></w:pPr></w:style>\
<w:style w:type="character" w:customStyle="1" w:styleId="{SPEAKER}"><w:name w:val="Speaker"/><w:rPr><w:b/></w:rPr>\
</w:style>\
<w:style w:type="character" w:customStyle="1" w:styleId="{TIME}"><w:name w:val="Time"/>\
<w:rPr><w:color w:val="707070"/><w:sz w:val="18"/></w:rPr></w:style></w:styles>
"""


def render(documents: Sequence[Document], layout: Layout) -> bytes:
    body = "".join(part for doc in documents for part in _parts(spelled(doc)))
    return _archive(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _relation("officeDocument", "word/document.xml"),
            "word/document.xml": f'{_OPENS}<w:document xmlns:w="{_MAIN}"><w:body>{body}</w:body></w:document>\n',
            "word/_rels/document.xml.rels": _relation("styles", "styles.xml"),
            "word/styles.xml": _STYLES,
        }
    )


def _parts(doc: Document) -> Iterator[str]:
    made = paragraphs(doc)
    if len(made) > 1 and not any_end(doc.transcript.words):
        made = paragraphs(closed(doc))  # without any mark every paragraph would be read as a sentence
    named = any(each.speaker for each in made)
    for each in made:
        time = "" if each.start is None else short_clock(each.start)
        if each.opens_turn and (named or time):
            yield _paragraph(_turn(each, time, named=named), TURN)
            time = ""
        text = join(checked(token, format_name="docx") for token in each.words)
        yield _paragraph([_run(time, TIME), _run(" ")] * bool(time) + [_run(text)], TEXT)


def _turn(paragraph: Paragraph, time: str, *, named: bool) -> list[str]:
    name = " ".join((paragraph.speaker or "").split())
    runs = [_run(name, SPEAKER) if name else _run(_NOBODY)] if named else []
    if time:
        runs += [_run("  ")] * bool(runs) + [_run(time, TIME)]
    return runs


def _paragraph(runs: Sequence[str], style: str) -> str:
    direction = "<w:bidi/>" if any(_LEFTWARDS in run for run in runs) else ""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/>{direction}</w:pPr>{"".join(runs)}</w:p>'


def _run(text: str, style: str = "") -> str:
    own = (f'<w:rStyle w:val="{style}"/>' if style else "") + (_LEFTWARDS if runs_leftwards(text) else "")
    properties = f"<w:rPr>{own}</w:rPr>" if own else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(xmls.legal(text, format_name="docx"))}</w:t></w:r>'


def runs_leftwards(text: str) -> bool:
    """Whether text begins in a script that is read from right to left.

    >>> runs_leftwards("3 ספינות"), runs_leftwards("3 boats")
    (True, False)
    """
    sides = (unicodedata.bidirectional(sign) for sign in text)
    return next((side for side in sides if side in ("L", "R", "AL")), "L") != "L"


def _relation(kind: str, target: str) -> str:
    only = f'<Relationship Id="rId1" Type="{_KIND}/{kind}" Target="{target}"/>'
    return f'{_OPENS}<Relationships xmlns="{_RELATIONS}">{only}</Relationships>\n'


def _archive(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system = 3  # whatever the machine
            archive.writestr(entry, content.encode())
    return file.getvalue()
