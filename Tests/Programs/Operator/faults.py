"""The faults of an operator's day: what causes each of them, what ends it, and which alarm belongs to it.

A fault is a generator with two `yield`s: what comes before the first one prepares it, what follows causes it, and what
comes after the second one ends it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judge import LIMIT

if TYPE_CHECKING:
    from day import Day

Body = Callable[["Day"], Iterator[None]]
Question = Callable[["Day"], Any]


@dataclass(frozen=True)
class Fault:
    """A kind of fault."""

    name: str
    body: Body
    # `None` for what must raise no alarm.
    pattern: str | None
    # `None` for one whose level depends on what the session does.
    level: str | None = "warn"
    # Of a fault that psstudio cannot know at once: whether the session knows it, and within how many seconds it must.
    known: Question | None = None
    known_within: float = 15
    # The same for its end.
    over: Question | None = None
    # What else it causes, and for how many seconds after its end.
    also: str | None = None
    settles: float = LIMIT
    # How long it lasts, in seconds; more when it is known late.
    lasts: tuple[float, float] = (2.0, 5.0)
    # Whether it is there from the beginning of its session.
    is_early: bool = False
    # Whether the page shows a session that this fault has started.
    is_visit: bool = False
    # Why it cannot be played on this machine; `None` when it can.
    obstacle: Callable[[], str | None] = lambda: None


KINDS: dict[str, Fault] = {}


def fault(name: str, pattern: str | None, level: str | None = "warn", **more: Any) -> Callable[[Body], Body]:
    """Adds a kind of fault to the day."""

    def add(body: Body) -> Body:
        assert name not in KINDS, name
        KINDS[name] = Fault(name, body, pattern, level, **more)
        return body

    return add
