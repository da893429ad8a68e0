"""Each format as its makers write it, from a talk whose words are known.

Nothing of Pausa is used here: what a reader finds is compared with what stands in the talk, not with what Pausa would
have written.
"""

from __future__ import annotations

import csv as csv_files
import io
import json as jsons
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from benchmarks.fuzz.talks import Said, Talk, text_of

Write: TypeAlias = Callable[[Talk, Random], str | bytes]


#: What may stand before the text of a line in `ass`.
_STYLES = ["", "{\\an8}"]


def seconds(ms: int) -> float:
    return ms / 1000


def clock(ms: int, sign: str = ".", *, digits: int = 3) -> str:
    """A time of day from the start, as subtitles have it.

    >>> clock(61_250, ","), clock(61_250, digits=2)
    ('00:01:01,250', '00:01:01.25')
    """
    part = f"{ms % 1000:03d}"[:digits]
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d}{sign}{part}"


def json(talk: Talk, random: Random) -> str:
    words = [
        {"text": said.text, "start": seconds(said.start), "end": seconds(said.end), "speaker": said.speaker}
        | ({"mark": said.mark} if said.mark else {})
        for said in talk.said
    ]
    return jsons.dumps({"pausa": 1, "words": words})


def any_json(talk: Talk, random: Random) -> str:
    """JSON of a shape that no maker has, with words in it that can be found."""
    text, start, end = random.choice([("word", "start", "end"), ("w", "begin", "end"), ("token", "start", "stop")])
    words = [{text: said.text, start: seconds(said.start), end: seconds(said.end)} for said in talk.said]
    held: Any = random.choice([words, {"items": words}, {"talk": {"rows": words}, "made": "by hand"}])
    return jsons.dumps(held)


def whisper(talk: Talk, random: Random) -> str:
    segments = [
        {
            "id": number,
            "start": seconds(turn[0].start),
            "end": seconds(turn[-1].end),
            "text": f" {text_of(turn)}",
            "words": [
                {"word": f" {said.spelled}", "start": seconds(said.start), "end": seconds(said.end), "probability": 0.9}
                for said in turn
            ],
        }
        for number, turn in enumerate(talk.turns)
    ]
    return jsons.dumps({"text": "".join(str(each["text"]) for each in segments), "segments": segments})


def vosk(talk: Talk, random: Random) -> str:
    return "\n".join(
        jsons.dumps(
            {
                "result": [
                    {"conf": 1.0, "end": seconds(said.end), "start": seconds(said.start), "word": said.text}
                    for said in turn
                ],
                "text": " ".join(said.text for said in turn),
            }
        )
        for turn in talk.turns
    )


def watson(talk: Talk, random: Random) -> str:
    results = [
        {
            "final": True,
            "alternatives": [
                {
                    "transcript": " ".join(said.text for said in turn) + " ",
                    "timestamps": [[said.text, seconds(said.start), seconds(said.end)] for said in turn],
                }
            ],
        }
        for turn in talk.turns
    ]
    return jsons.dumps({"result_index": 0, "results": results})


def callanalytics(talk: Talk, random: Random) -> str:
    turns = [
        {
            "ParticipantRole": turn[0].speaker,
            "BeginOffsetMillis": turn[0].start,
            "EndOffsetMillis": turn[-1].end,
            "Content": text_of(turn),
            "Items": [
                {
                    "Content": said.text,
                    "Confidence": "0.9",
                    "BeginOffsetMillis": said.start,
                    "EndOffsetMillis": said.end,
                }
                for said in turn
            ],
        }
        for turn in talk.turns
    ]
    return jsons.dumps({"JobName": "call", "LanguageCode": "en-GB", "Transcript": turns})


def bedrock(talk: Talk, random: Random) -> str:
    items: list[dict[str, Any]] = []
    segments = []
    for number, turn in enumerate(talk.turns):
        span = {"start_timestamp_millis": turn[0].start, "end_timestamp_millis": turn[-1].end}
        speaker = {"speaker": {"speaker_label": turn[0].speaker}}
        segments.append({"segment_index": number, "type": "TRANSCRIPT", "text": text_of(turn), **span, **speaker})
        items += [
            {
                "item_index": len(items) + place,
                "audio_segment_index": number,
                "content": said.text,
                "start_timestamp_millis": said.start,
                "end_timestamp_millis": said.end,
            }
            for place, said in enumerate(turn)
        ]
    return jsons.dumps({"metadata": {"semantic_modality": "AUDIO"}, "audio_items": items, "audio_segments": segments})


def aws(talk: Talk, random: Random) -> str:
    items: list[dict[str, Any]] = []
    for said in talk.said:
        span = {"start_time": f"{seconds(said.start)}", "end_time": f"{seconds(said.end)}"}
        alternatives = [{"confidence": "0.9", "content": said.text}]
        items.append({**span, "alternatives": alternatives, "type": "pronunciation", "speaker_label": said.speaker})
        if said.mark:
            items.append({"alternatives": [{"confidence": "0.0", "content": said.mark}], "type": "punctuation"})
    text = " ".join(map(text_of, talk.turns))
    return jsons.dumps({"jobName": "call", "results": {"transcripts": [{"transcript": text}], "items": items}})


def google(talk: Talk, random: Random) -> str:
    results = [
        {
            "alternatives": [
                {
                    "transcript": text_of(turn),
                    "words": [
                        {
                            "startTime": f"{seconds(said.start)}s",
                            "endTime": f"{seconds(said.end)}s",
                            "word": said.spelled,
                        }
                        for said in turn
                    ],
                }
            ],
            "languageCode": "en-us",
        }
        for turn in talk.turns
    ]
    return jsons.dumps({"results": results})


def azure(talk: Talk, random: Random) -> str:
    phrases = [
        {
            "channel": 0,
            "offsetMilliseconds": turn[0].start,
            "durationMilliseconds": turn[-1].end - turn[0].start,
            "text": text_of(turn),
            "words": [
                {
                    "text": said.spelled,
                    "offsetMilliseconds": said.start,
                    "durationMilliseconds": said.end - said.start,
                }
                for said in turn
            ],
        }
        for turn in talk.turns
    ]
    whole = [{"channel": 0, "text": " ".join(map(text_of, talk.turns))}]
    return jsons.dumps({"durationMilliseconds": 6000, "combinedPhrases": whole, "phrases": phrases})


def deepgram(talk: Talk, random: Random) -> str:
    words = [
        {
            "word": said.text,
            "start": seconds(said.start),
            "end": seconds(said.end),
            "confidence": 0.9,
            "punctuated_word": said.spelled,
        }
        for said in talk.said
    ]
    text = " ".join(map(text_of, talk.turns))
    channel = {"alternatives": [{"transcript": text, "confidence": 0.9, "words": words}]}
    return jsons.dumps({"metadata": {"channels": 1}, "results": {"channels": [channel]}})


def assemblyai(talk: Talk, random: Random) -> str:
    words = [
        {"text": said.spelled, "start": said.start, "end": said.end, "confidence": 0.9, "speaker": said.speaker}
        for said in talk.said
    ]
    text = " ".join(map(text_of, talk.turns))
    return jsons.dumps({"id": "5", "audio_url": "x.mp3", "text": text, "words": words, "utterances": None})


def speechmatics(talk: Talk, random: Random) -> str:
    results = [
        {
            "type": "word",
            "start_time": seconds(said.start),
            "end_time": seconds(said.end),
            "alternatives": [{"content": said.text, "confidence": 0.9, "speaker": said.speaker}],
        }
        for said in talk.said
    ]
    return jsons.dumps({"format": "2.9", "job": {"id": "a"}, "metadata": {}, "results": results})


def paperedit(talk: Talk, random: Random) -> str:
    words = [
        {"id": number, "start": seconds(said.start), "end": seconds(said.end), "text": said.spelled}
        for number, said in enumerate(talk.said)
    ]
    paragraphs = [
        {"id": number, "start": seconds(turn[0].start), "end": seconds(turn[-1].end), "speaker": turn[0].speaker}
        for number, turn in enumerate(talk.turns)
    ]
    return jsons.dumps({"words": words, "paragraphs": paragraphs})


def labelstudio(talk: Talk, random: Random) -> str:
    text = " ".join(map(text_of, talk.turns))
    results, place = [], 0
    for turn in talk.turns:
        end = place + len(text_of(turn))
        value = {"start": place, "end": end, "text": text[place:end], "labels": ["Sentence"]}
        results.append({"from_name": "label", "to_name": "text", "type": "labels", "value": value})
        place = end + 1
    annotations = [{"completed_by": 1, "was_cancelled": False, "result": results}]
    return jsons.dumps([{"id": 1, "data": {"text": text}, "annotations": annotations}])


def segeval(talk: Talk, random: Random) -> str:
    masses = [len(turn) for turn in talk.turns]
    return jsons.dumps({"items": {"talk": {"anna": masses}}, "segmentation_type": "linear"})


def seglst(talk: Talk, random: Random) -> str:
    return jsons.dumps(
        [
            {
                "session_id": "talk",
                "speaker": turn[0].speaker,
                "start_time": seconds(turn[0].start),
                "end_time": seconds(turn[-1].end),
                "words": text_of(turn),
            }
            for turn in talk.turns
        ]
    )


def jsonl(talk: Talk, random: Random) -> str:
    if random.random() < 0.5:
        turns = [{"speaker": turn[0].speaker, "text": text_of(turn)} for turn in talk.turns]
        return jsons.dumps({"id": "talk", "turns": turns}) + "\n"
    rows = [{"word": said.spelled, "start": seconds(said.start), "end": seconds(said.end)} for said in talk.said]
    return "".join(jsons.dumps(row) + "\n" for row in rows)


def textgrid(talk: Talk, random: Random) -> str:
    last = talk.said[-1].end
    rows, now = [], 0
    for said in talk.said:
        if said.start > now:
            rows.append((now, said.start, ""))
        rows.append((said.start, said.end, said.spelled))
        now = said.end
    made = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0", f"xmax = {seconds(last)}"]
    made += ["tiers? <exists>", "size = 1", "item []:", "    item [1]:", '        class = "IntervalTier"']
    made += ['        name = "words"', "        xmin = 0", f"        xmax = {seconds(last)}"]
    made.append(f"        intervals: size = {len(rows)}")
    for number, (start, end, text) in enumerate(rows, start=1):
        made += [f"        intervals [{number}]:", f"            xmin = {seconds(start)}"]
        made += [f"            xmax = {seconds(end)}", f'            text = "{text}"']
    return "\n".join(made) + "\n"


def eaf(talk: Talk, random: Random) -> str:
    times = [ms for said in talk.said for ms in (said.start, said.end)]
    slots = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="ts{number}" TIME_VALUE="{ms}"/>' for number, ms in enumerate(times, start=1)
    )
    words = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" TIME_SLOT_REF1="ts{2 * number + 1}" '
        f'TIME_SLOT_REF2="ts{2 * number + 2}"><ANNOTATION_VALUE>{escape(said.spelled)}</ANNOTATION_VALUE>'
        "</ALIGNABLE_ANNOTATION></ANNOTATION>"
        for number, said in enumerate(talk.said)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT AUTHOR="" DATE="2024-03-01T10:00:00+01:00" '
        'FORMAT="3.0" VERSION="3.0"><HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>'
        f'<TIME_ORDER>{slots}</TIME_ORDER><TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID="words">{words}</TIER>'
        '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="default-lt" TIME_ALIGNABLE="true"/></ANNOTATION_DOCUMENT>\n'
    )


def ami(talk: Talk, random: Random) -> str:
    words = "".join(
        f'<w nite:id="T.A.words{number}" starttime="{seconds(said.start)}" endtime="{seconds(said.end)}">'
        f"{escape(said.text)}</w>\n"
        for number, said in enumerate(talk.said)
    )
    root = '<nite:root nite:id="T.A.words" xmlns:nite="http://nite.sourceforge.net/">'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n{words}</nite:root>\n'


def ttml(talk: Talk, random: Random) -> str:
    rows = "".join(
        f"<p begin={quoteattr(f'{seconds(turn[0].start)}s')} end={quoteattr(f'{seconds(turn[-1].end)}s')}>"
        f"{escape(text_of(turn)).replace(' ', random.choice([' ', ' ', '<br/>']), 1)}</p>\n"
        for turn in talk.turns
    )
    return f'<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div>\n{rows}</div></body></tt>\n'


def nlp(talk: Talk, random: Random) -> str:
    rows = [f"{s.text}|{s.speaker}|{seconds(s.start)}|{seconds(s.end)}|{s.mark}" for s in talk.said]
    return "\n".join(["token|speaker|ts|endTs|punctuation", *rows]) + "\n"


def parquet(talk: Talk, random: Random) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "word": [said.spelled for said in talk.said],
        "start": [seconds(said.start) for said in talk.said],
        "end": [seconds(said.end) for said in talk.said],
    }
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


def docx(talk: Talk, random: Random) -> bytes:
    rows = "".join(f"<w:p><w:r><w:t>{escape(text_of(turn))}</w:t></w:r></w:p>" for turn in talk.turns)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    xml = f'<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="{space}"><w:body>{rows}</w:body></w:document>'
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("word/document.xml", xml)
    return file.getvalue()


def slf(talk: Talk, random: Random) -> str:
    """A chain of words; now and then a second way, which costs more."""
    said = talk.said
    others = [place for place in range(len(said)) if random.random() < 0.3]
    head = ["VERSION=1.0", "UTTERANCE=talk", f"N={len(said) + 1} L={len(said) + len(others)}", "I=0 t=0.00"]
    nodes = [f"I={number} t={seconds(each.end):.2f}" for number, each in enumerate(said, start=1)]
    arcs = [(place, each.text, "-100.0") for place, each in enumerate(said)]
    arcs += [(place, "other", "-900.0") for place in others]
    rows = [
        f"J={number} S={place} E={place + 1} W={text} a={cost} l=-1.0"
        for number, (place, text, cost) in enumerate(arcs)
    ]
    return "\n".join([*head, *nodes, *rows]) + "\n"


def kaldi(talk: Talk, random: Random) -> str:
    rows = []
    for place, said in enumerate(talk.said):
        rows.append(f"{place}\t{place + 1}\t{said.text}\t1.0,10.0,4_4_5")
        if random.random() < 0.3:
            rows.append(f"{place}\t{place + 1}\tother\t90.0,10.0,4_4_6")
    return "\n".join(["talk ", *rows, f"{len(talk.said)}\t0,0,"]) + "\n\n"


def fst(talk: Talk, random: Random) -> str:
    rows = []
    for place, said in enumerate(talk.said):
        rows.append(f"{place}\t{place + 1}\t{said.text}\t1.0")
        if random.random() < 0.3:
            rows.append(f"{place}\t{place + 1}\tother\t90.0")
    return "\n".join([*rows, f"{len(talk.said)}\t0.5"]) + "\n"


def vtt(talk: Talk, random: Random) -> str:
    cues = [
        f"{clock(turn[0].start)} --> {clock(turn[-1].end)}\n"
        f"{random.choice([f'<v {turn[0].speaker}>', '', ''])}{text_of(turn)}\n"
        for turn in talk.turns
    ]
    return "\n".join(["WEBVTT\n", *cues])


def srt(talk: Talk, random: Random) -> str:
    return "\n".join(
        f"{number}\n{clock(turn[0].start, ',')} --> {clock(turn[-1].end, ',')}\n{text_of(turn)}\n"
        for number, turn in enumerate(talk.turns, start=1)
    )


def sbv(talk: Talk, random: Random) -> str:
    return "\n".join(f"{clock(turn[0].start)[1:]},{clock(turn[-1].end)[1:]}\n{text_of(turn)}\n" for turn in talk.turns)


def ass(talk: Talk, random: Random) -> str:
    rows = [
        f"Dialogue: 0,{clock(turn[0].start, digits=2)[1:]},{clock(turn[-1].end, digits=2)[1:]},Default,"
        f"{turn[0].speaker},0,0,0,,{random.choice(_STYLES)}{text_of(turn)}"
        for turn in talk.turns
    ]
    head = ["[Script Info]", "ScriptType: v4.00+", "", "[Events]"]
    columns = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text"
    return "\n".join([*head, columns, *rows]) + "\n"


def rttm(talk: Talk, random: Random) -> str:
    rows = [
        f"LEXEME talk 1 {seconds(s.start)} {seconds(s.end - s.start)} {s.text} lex {s.speaker} 0.9" for s in talk.said
    ]
    return "\n".join(rows) + "\n"


def stm(talk: Talk, random: Random) -> str:
    rows = [
        f"talk 1 {turn[0].speaker} {seconds(turn[0].start)} {seconds(turn[-1].end)} <o,f0,male> {text_of(turn)}"
        for turn in talk.turns
    ]
    return "\n".join(rows) + "\n"


def ctm(talk: Talk, random: Random) -> str:
    rows = [f"talk 1 {seconds(s.start)} {seconds(s.end - s.start)} {s.spelled} 0.9" for s in talk.said]
    return "\n".join(rows) + "\n"


def poleval(talk: Talk, random: Random) -> str:
    return "\n".join([*(f"({s.start},{s.end}) {s.spelled}" for s in talk.said), "</s>"]) + "\n"


def iwslt(talk: Talk, random: Random) -> str:
    names = {"": "O", ".": "PERIOD", "?": "QUESTION", "!": "EXCLAMATION"}
    return "".join(f"{said.text}\t{names[said.mark]}\n" for said in talk.said)


def punctuator(talk: Talk, random: Random) -> str:
    names = {"": "", ".": " .PERIOD", "?": " ?QUESTIONMARK", "!": " !EXCLAMATIONMARK"}
    return " ".join(f"{said.text} <sil=0.{random.randint(0, 999):03d}>{names[said.mark]}" for said in talk.said) + "\n"


def _rows(talk: Talk, random: Random, sign: str) -> str:
    file = io.StringIO()
    writer = csv_files.writer(file, delimiter=sign, lineterminator="\n")
    writer.writerow(["word", "start", "end", "speaker"])
    writer.writerows([said.spelled, seconds(said.start), seconds(said.end), said.speaker] for said in talk.said)
    return file.getvalue()


def csv(talk: Talk, random: Random) -> str:
    return _rows(talk, random, random.choice([",", ";"]))


def tsv(talk: Talk, random: Random) -> str:
    return _rows(talk, random, "\t")


def seg(talk: Talk, random: Random) -> str:
    return "".join("0" * (len(turn) - 1) + "1" for turn in talk.turns) + "\n"


def slashes(talk: Talk, random: Random) -> str:
    return " // ".join(map(text_of, talk.turns)) + "\n"


def dialogue(talk: Talk, random: Random) -> str:
    return "\n".join(f"{turn[0].speaker}: {text_of(turn)}" for turn in talk.turns) + "\n"


def stamped(talk: Talk, random: Random) -> str:
    return "\n".join(f"{clock(turn[0].start)[:8]} {text_of(turn)}" for turn in talk.turns) + "\n"


def lines(talk: Talk, random: Random) -> str:
    return "\n".join(map(text_of, talk.turns)) + "\n"


def text(talk: Talk, random: Random) -> str:
    return " ".join(map(text_of, talk.turns)) + random.choice(["", "\n"])


#: Who writes what, by the names that Pausa has for the formats; `any_json` goes to the reader of any JSON.
WRITERS: dict[str, Write] = {
    write.__name__: write
    for write in (
        *(json, whisper, vosk, watson, callanalytics, bedrock, aws, google, azure, deepgram, assemblyai, speechmatics),
        *(
            paperedit,
            labelstudio,
            segeval,
            seglst,
            jsonl,
            textgrid,
            eaf,
            ami,
            ttml,
            nlp,
            parquet,
            docx,
            slf,
            kaldi,
            fst,
        ),
        *(vtt, srt, sbv, ass, rttm, stm, ctm, poleval, iwslt, punctuator, csv, tsv, seg, slashes, dialogue, stamped),
        *(lines, text, any_json),
    )
}


def written(format: str, talk: Talk, random: Random) -> bytes:
    """A talk in a format, as bytes."""
    made = WRITERS[format](talk, random)
    return made.encode() if isinstance(made, str) else made


__all__ = ["WRITERS", "Said", "written"]
