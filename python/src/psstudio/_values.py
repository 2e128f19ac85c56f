"""Values that commands and events share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True)
def value(kind: type[Kind]) -> type[Kind]:
    """Makes a dataclass of a class. `Value` has the methods that would be compiled for each class at the import."""
    return dataclass(init=False, eq=False, repr=False)(kind)


class Value:
    """Initialiser, equality and text of a dataclass."""

    __match_args__: ClassVar[tuple[str, ...]]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        kind = type(self)
        names = kind.__match_args__
        given = dict(zip(names, arguments, strict=False), **named)
        values = {name: given[name] if name in given else getattr(kind, name, given) for name in names}
        missing = [name for name, value in values.items() if value is given]
        if missing or len(given) != len(arguments) + len(named) or not given.keys() <= values.keys():
            raise TypeError(f"{kind.__qualname__} takes {', '.join(names)}; missing: {', '.join(missing) or 'none'}")
        vars(self).update(values)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), repr(self)))

    def __repr__(self) -> str:
        pairs = ", ".join(f"{key}={value!r}" for key, value in vars(self).items())
        return f"{type(self).__qualname__}({pairs})"


@value
class Participant(Value):
    """Somebody in the meeting."""

    user: int
    """The ID, for example 16778240."""
    name: str
    role: str
    is_video_on: bool
    is_myself: bool
    is_audio_on: bool = False
    """Whether audio is published and not muted."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Participant:
        """Decodes the JSON form; unknown keys are ignored."""
        is_audio_on = value.get("isAudioOn", False)
        return cls(value["user"], value["name"], value["role"], value["isVideoOn"], value["isMyself"], is_audio_on)


User: TypeAlias = int | str | Participant
"""A participant: the ID, the name in the meeting, or the object."""


@value
class Delivery(Value):
    """How a callback is delivered."""

    count: int = 1
    """How often, 0 to 100; 0 is never."""
    delay: float = 0.0
    """The additional delay in seconds."""


@value
class Event(Value):
    """An event of a session."""

    kind: ClassVar[str] = ""
    """The name in JSON."""
    sequence: int
    """1, 2, 3 …; a gap shows that events were missed."""
    time: float
    """The time on the session's clock in seconds."""

    def __str__(self) -> str:
        fields = {key: value for key, value in vars(self).items() if key not in ("sequence", "time")}
        return f"{self.time:9.3f} s  {self.kind}" + "".join(f" {key}={value!r}" for key, value in fields.items())


@value
class UnknownEvent(Event):
    """An event that this version of the package does not know."""

    event: str
    """The name in JSON."""
    values: Mapping[str, Any]
    """The values in JSON."""


def coded(value: Any) -> Any:
    """The JSON form of the values of a command: what is None is left out."""
    if isinstance(value, Delivery):
        return {"count": value.count, "delay": value.delay}
    if isinstance(value, Mapping):
        return {key: coded(inner) for key, inner in value.items() if inner is not None}
    return value
