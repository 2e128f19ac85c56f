"""JSON to dataclasses."""

from __future__ import annotations

import functools
import re
import types
import typing
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar

Kind = TypeVar("Kind")


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


@functools.cache
def _hints(kind: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _decode(kind: Any, value: Any) -> Any:
    """A value of JSON as a dataclass, a tuple or what it is."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if value is None:
        return None
    if origin is types.UnionType:
        return _decode(arguments[0], value)
    if origin is tuple:
        return tuple(_decode(arguments[0], item) for item in value)
    if kind is Path:
        return Path(value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{field.name: _decode(hints[field.name], value.get(_camel(field.name))) for field in fields(kind)})
    return value


def decode(kind: type[Kind], value: Any) -> Kind:
    """A value of JSON as an object of a class; unknown keys are ignored."""
    decoded: Kind = _decode(kind, value)
    return decoded
