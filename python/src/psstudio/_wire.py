"""The control protocol: bytes to messages and back, without input and output."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from . import _table
from ._errors import CommandRejected, ProgramTooOld
from ._program import INSTALL
from ._values import Event, Participant, UnknownEvent, coded

PROTOCOL = 1
#: How many events a session keeps for a look back.
HISTORY = 10_000


class Greeting(NamedTuple):
    """Who answers."""

    id: str
    pid: int
    program: str
    version: str


class State(NamedTuple):
    """The state of a session, and who is in its meeting."""

    snapshot: _table.Snapshot
    participants: tuple[Participant, ...]


class Wire:
    """One connection: requests out, answers and events in."""

    def __init__(self) -> None:
        self.events: deque[Event] = deque(maxlen=HISTORY)
        self.count = 0
        """How many events have come."""
        self.missed = 0
        """How many events the session has dropped, because they were not read in time."""
        self.answers: dict[int, Mapping[str, Any]] = {}
        self.greeting: Greeting | None = None
        self.refusal: CommandRejected | None = None
        self._rest = b""
        self._number = 0

    def request(self, kind: str, value: Mapping[str, Any]) -> tuple[int, bytes]:
        """A request with its number."""
        self._number += 1
        line = json.dumps({"id": self._number, kind: coded(value)}, ensure_ascii=False)
        return self._number, line.encode() + b"\n"

    def feed(self, data: bytes) -> None:
        """Takes what was received."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(json.loads(line))

    def _take(self, message: dict[str, Any]) -> None:
        if "event" in message:
            self.count += 1
            self.events.append(event(message["event"]))
        elif "missed" in message:
            self.missed += message["missed"]["events"]
        elif "version" in message:
            newest = message["version"]
            oldest = message.get("oldestVersion", newest)
            if not oldest <= PROTOCOL <= newest:
                used = newest if oldest == newest else f"{oldest} to {newest}"
                raise ProgramTooOld(
                    f"the session uses control protocol {used}, this package {PROTOCOL}; "
                    f"install the program and the package of one release: {INSTALL}"
                )
            self.greeting = Greeting(message["sessionId"], message["pid"], message["program"], message["psstudio"])
        elif message.get("id") is not None:
            self.answers[message["id"]] = message
        elif "error" in message:
            self.refusal = CommandRejected(message["error"]["code"], message["error"]["message"])

    def reply(self, number: int) -> dict[str, Any]:
        """The reply to a request whose answer has come.

        Raises:
            CommandRejected: the session answered with an error.
        """
        answer = self.answers.pop(number)
        if "error" in answer:
            raise CommandRejected(answer["error"]["code"], answer["error"]["message"])
        reply: dict[str, Any] = answer["reply"]
        return reply


def event(value: Mapping[str, Any]) -> Event:
    """Decodes an event. One that only newer programs know is an UnknownEvent."""
    ((name, fields),) = value["event"].items()
    known = _table.EVENTS.get(name)
    if known is None:
        return UnknownEvent(value["sequence"], value["time"], name, fields)
    decoded: Event = known.from_json(value["sequence"], value["time"], fields)
    return decoded


def state(reply: Mapping[str, Any]) -> State:
    """Decodes the answer to a request for the snapshot."""
    people = tuple(Participant.from_json(person) for person in reply["participants"])
    return State(_table.Snapshot.from_json(reply["snapshot"]), people)


def with_ids(fields: Mapping[str, Any], people: tuple[Participant, ...]) -> dict[str, Any]:
    """The fields of a command with IDs instead of names.

    Raises:
        CommandRejected: nobody in the meeting has that name.
    """
    values = dict(fields)
    for key in ("user", "parent"):
        name = values.get(key)
        if isinstance(name, str):
            found = next((person for person in people if person.name == name), None)
            if found is None:
                names = ", ".join(person.name for person in people) or "nobody"
                raise CommandRejected("notFound", f"no participant is called {name!r}; in the meeting: {names}")
            values[key] = found.user
        elif isinstance(name, Participant):
            values[key] = name.user
    return values


def needs_names(fields: Mapping[str, Any]) -> bool:
    """Whether a participant is given by name."""
    return any(isinstance(fields.get(key), str) for key in ("user", "parent"))
