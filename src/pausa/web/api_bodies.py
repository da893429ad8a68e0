"""Request bodies as JSON or as a form with a file, into one and the same model.

    {"transcript": "...", "to": "srt"}               application/json
    file=@talk.json  to=srt                          multipart/form-data

Both are described in OpenAPI, which FastAPI cannot do by itself for one address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import ValidationError
from pydantic.json_schema import models_json_schema
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from pausa.web.api_models import Asked
from pausa.web.safety import announces_more, is_own_page

T = TypeVar("T", bound=Asked)
Reader = Callable[[Request], Awaitable[T]]

#: In a form these are one file.
_CONTENTS = ("text", "words", "transcript")
_REFS = "#/components/schemas/{model}"


def reader(model: type[T], *, most_bytes: int, forms: bool = False) -> Reader[T]:
    """A dependency that gives what was asked, checked; 413, 415 or 422 where it cannot."""

    async def read(request: Request) -> T:
        _own_page_only(request)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        try:
            if kind == "application/json":
                return model.model_validate_json(await _body(request, most_bytes))
            if forms and kind == "multipart/form-data":
                _announced(request, most_bytes)
                return model.model_validate(await _fields(request, most_bytes))
        except ValidationError as problem:
            raise RequestValidationError(problem.errors(include_url=False, include_input=False)) from None
        taken = "application/json" + (" or multipart/form-data" if forms else "")
        raise HTTPException(415, f"This address takes {taken}.")

    return read


def _own_page_only(request: Request) -> None:
    """Refuse what a page of another site sends from somebody's browser."""
    if not is_own_page(request.headers):
        raise HTTPException(403, "Pages of other sites may not use this server.")


async def _body(request: Request, most: int) -> bytes:
    _announced(request, most)
    taken = bytearray()
    async for part in request.stream():
        taken += part
        if len(taken) > most:
            raise _too_large(most)
    return bytes(taken)


def _announced(request: Request, most: int) -> None:
    if announces_more(request.headers.get("content-length", "0"), most):
        raise _too_large(most)


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"Too large: this server takes at most {most:,} bytes in one request.")


async def _fields(request: Request, most: int) -> dict[str, Any]:
    """The fields of a form; the file becomes the transcript, its file name the name."""
    fields: dict[str, Any] = {}
    async with request.form(max_files=1, max_fields=40, max_part_size=1 << 16) as form:
        for key, value in form.multi_items():
            if isinstance(value, UploadFile):
                if key != "file":
                    raise HTTPException(422, f"The file is called file in the form, not {key[:40]}.")
                content = await value.read(most + 1)
                if len(content) > most:
                    raise _too_large(most)
                fields["transcript"] = content
                fields.setdefault("name", (value.filename or "").replace("\\", "/").rpartition("/")[2])
            elif key in ("words", "transcript", "file"):
                raise HTTPException(422, f"{key} cannot be a field of a form; send a file called file.")
            elif value:
                fields[key] = value
    return fields


def described(model: type[Asked], *, forms: bool = False) -> dict[str, Any]:
    """The body of an operation as OpenAPI tells it, for `openapi_extra`."""
    content: dict[str, Any] = {"application/json": {"schema": {"$ref": _REFS.format(model=model.__name__)}}}
    if forms:
        content["multipart/form-data"] = {"schema": _form_schema(model)}
    return {"requestBody": {"required": True, "content": content}}


def _form_schema(model: type[Asked]) -> dict[str, Any]:
    schema = model.model_json_schema()
    fields = {name: _without_null(each) for name, each in schema["properties"].items() if name not in _CONTENTS}
    upload = {"type": "string", "format": "binary", "description": "The transcript, in any format."}
    required = ["file", *(name for name in schema.get("required", []) if name not in _CONTENTS)]
    return {
        "type": "object",
        "properties": {"file": upload, **fields},
        "required": required,
        "additionalProperties": False,
    }


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A field's schema for a form, where what is not known is left out."""
    kinds = [kind for kind in schema.get("anyOf", []) if kind.get("type") != "null"]
    kept = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    return {**kept, **kinds[0]} if len(kinds) == 1 else schema


def describe_bodies(app: FastAPI, models: list[type[Asked]]) -> None:
    """Let the OpenAPI description of an app hold these models too."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            told = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
            _, schemas = models_json_schema([(model, "validation") for model in models], ref_template=_REFS)
            told.setdefault("components", {}).setdefault("schemas", {}).update(schemas["$defs"])
            app.openapi_schema = told
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
