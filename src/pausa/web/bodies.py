"""What requests may say, checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _storable(text: str) -> str:
    """The text, unless it holds what no database and no file can: a zero byte, half a character."""
    if "\x00" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("the text holds a zero byte or half a character")
    return text


Text = Annotated[str, AfterValidator(_storable)]
#: The number of something in the database, as it stands in a path.
Id = Annotated[int, Path(ge=1, le=2_147_483_647)]
_MOST = 2**53 - 1  # what a browser counts to exactly
#: Words that were seen: the first, and the one after the last.
Stretch = Annotated[list[Annotated[int, Field(ge=0, le=10_000_000)]], Field(min_length=2, max_length=2)]
MOST_STRETCHES = 5000


class Strict(BaseModel):
    """Numbers are numbers, not text, and finite; a field that is not known is passed over."""

    model_config = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)


class ActionIn(Strict):
    n: Annotated[int, Field(ge=0, le=_MOST)]
    at: Annotated[int, Field(ge=0, le=_MOST)]
    word: Annotated[int, Field(ge=0, le=10_000_000)]
    mark: Literal[".", "?", ",", ""]
    kind: Literal["set", "undo", "redo"] = "set"


class ActionsIn(Strict):
    client: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    base: Annotated[int, Field(ge=0, le=2_000_000_000)]
    actions: Annotated[list[ActionIn], Field(max_length=2000)]
    reached: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    seconds: Annotated[float, Field(ge=0, le=10_000_000)] | None = None
    seen: Annotated[list[Stretch], Field(max_length=MOST_STRETCHES)] = []


class OwnStateIn(Strict):
    state: Literal["done", "open"]


class StateIn(Strict):
    state: Literal["accepted", "returned", "excluded", "open"]
    note: Annotated[Text, Field(max_length=5000)] = ""


class PersonIn(Strict):
    name: Annotated[Text, Field(min_length=1, max_length=200)]


class ProjectIn(Strict):
    title: Annotated[Text, Field(min_length=1, max_length=200)] | None = None
    guidelines: Annotated[Text, Field(max_length=100_000)] | None = None
    per_transcript: Annotated[int, Field(ge=1, le=1000)] | None = None
    flag_below: Annotated[float, Field(ge=0, le=1)] | None = None
    presegment: Annotated[Text, Field(max_length=300)] | None = None
