"""The owner's figures as pages take them: all people and transcripts, or one transcript side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from pausa.store import people, project, quality, transcripts
from pausa.store.project import Settings
from pausa.store.quality import Annotation, Figures, Overall
from pausa.web.routes_work import by_word, words_of


def overview(db: Connection, *, untouched: bool = False) -> dict[str, Any]:
    """Who did what, with the figures of every annotation, transcript and person.

    Annotations with untouched proposals are in no figure but their own, unless asked for.
    """
    settings = project.current(db)
    made = quality.collected(db)
    listed = transcripts.listing(db)
    figures = {one.id: quality.figures(made.get(one.id, []), untouched=untouched) for one in listed}
    overall = quality.overall(list(made.values()), untouched=untouched)
    return {
        "project": settings.__dict__,
        "people": [_person(one, made, figures, overall, settings) for one in people.everyone(db)],
        "transcripts": [
            {
                "id": one.id,
                "name": one.name,
                "n_words": one.n_words,
                "has_audio": one.audio is not None,
                "assignments": [_assignment(each, figures[one.id], settings) for each in made.get(one.id, [])],
                "agreement": figures[one.id].scores,
            }
            for one in listed
        ],
        "agreement": None if overall is None else overall.scores | {"remarks": list(overall.remarks)},
        "proposals": _proposals(made),
    }


def _proposals(made: Mapping[int, list[Annotation]]) -> dict[str, int]:
    """Of the finished annotations: how many began with a detector's marks, and how many left some untouched."""
    finished = [one.assignment for annotations in made.values() for one in annotations if one.is_finished]
    return {
        "annotations": sum(bool(one.presegmented) for one in finished),
        "untouched_annotations": sum(bool(one.untouched) for one in finished),
        "proposed": sum(len(one.presegmented) for one in finished),
        "untouched": sum(len(one.untouched) for one in finished),
    }


def side_by_side(db: Connection, transcript_id: int) -> dict[str, Any]:
    """One transcript's words and everybody's marks."""
    settings = project.current(db)
    document = transcripts.document(db, transcript_id)
    listed = transcripts.get(db, transcript_id)
    made = quality.collected(db, transcript_id=transcript_id).get(transcript_id, [])
    figures = quality.figures(made)
    path = f"/api/owner/transcripts/{transcript_id}"
    sound = {"url": f"{path}/audio", "peaks": f"{path}/peaks", "seconds": listed.audio_seconds}
    return {
        "id": transcript_id,
        "name": listed.name,
        "n_words": listed.n_words,
        "language_direction": transcripts.direction(document.transcript),
        "words": words_of(document),
        "audio": sound if listed.audio else None,
        "flag_below": settings.flag_below,
        "annotations": [
            _assignment(each, figures, settings)
            | {
                "assignment": each.assignment.id,
                "marks": by_word(dict(each.marks)),
                "note": each.assignment.note,
                "presegmented_by": each.assignment.presegmented_by,
                "imported": each.assignment.imported,
                "table": {
                    "words": listed.n_words,
                    "commas_pct": each.percent(","),
                    "periods_pct": each.percent(".?"),
                },
            }
            for each in made
            if each.assignment.state != "new"
        ],
        "agreement": figures.scores,
    }


def _assignment(each: Annotation, figures: Figures, settings: Settings) -> dict[str, Any]:
    one = each.assignment
    return {
        "id": one.id,
        "person": one.person,
        "person_id": one.person_id,
        "state": one.state,
        "marked": one.marked,
        "reached": one.reached,
        "seen": one.n_seen,
        "n_words": one.n_words,
        "proposed": len(one.presegmented),
        "untouched": len(one.untouched),
        "seconds": one.seconds,
        "jack_knife_f1": figures.jack_knife.get(one.id),
        "best_f1": figures.best.get(one.id),
        "flagged": _is_flagged(each, figures, settings),
        "commas_pct": each.percent(","),
        "periods_pct": each.percent(".?"),
    }


def _is_flagged(each: Annotation, figures: Figures, settings: Settings) -> bool:
    """Like nobody's, or with untouched proposals, and not looked at yet: an accepted annotation has been.

    The best of the F1s against the others counts: their mean is low for careful people beside a careless one.
    """
    if not each.is_finished or each.assignment.state == "accepted":
        return False
    best = figures.best.get(each.assignment.id)
    return bool(each.assignment.untouched) or (best is not None and best < settings.flag_below)


def _person(
    one: people.Person,
    made: Mapping[int, list[Annotation]],
    figures: Mapping[int, Figures],
    overall: Overall | None,
    settings: Settings,
) -> dict[str, Any]:
    own = [
        (each, figures[transcript])
        for transcript, annotations in made.items()
        for each in annotations
        if each.assignment.person_id == one.id
    ]
    return {
        "id": one.id,
        "name": one.name,
        "revoked": one.revoked,
        "has_link": one.has_link,
        "assignments": len(own),
        "done": sum(each.is_finished for each, _ in own),
        "seconds": sum(each.assignment.seconds for each, _ in own),
        "untouched": sum(len(each.assignment.untouched) for each, _ in own if each.is_finished),
        "jack_knife_f1": None if overall is None else overall.people.get(one.name),
        "flagged": sum(_is_flagged(each, found, settings) for each, found in own),
    }
